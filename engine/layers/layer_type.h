// A layer type is one value, made by one file in this folder. The palette, inspector, project file, command line,
// help page and the parameterised tests all read it; nothing else knows the list.
#pragma once

#include <functional>
#include <span>
#include <string>
#include <vector>

#include "engine/core/dtype.h"
#include "engine/core/message.h"
#include "engine/core/property.h"
#include "engine/core/rng.h"
#include "engine/core/shape.h"
#include "engine/graph/graph.h"

namespace tl {

// Categories decide a layer's colour: io, core, conv, pool, norm, act, reg, merge, sequence.
enum class Category { Io, Core, Conv, Pool, Norm, Act, Reg, Merge, Sequence };
std::string_view nameOf(Category category);  // "conv"
Message titleOf(Category category);          // "Convolution"

// A repair that a diagnostic offers, as data: the window makes one undo step of it. InsertBefore sets `key` of the new
// layer where one is given.
struct Repair {
    enum class Kind { InsertBefore, SetProperty, Remove, Disconnect } kind;
    Message label;          // "Insert Flatten"
    std::string layerType;  // InsertBefore: what to put on the wire into `port`
    int port = 0;
    std::string key;  // SetProperty
    PropertyValue value;
    std::string node;  // where it acts; empty = the diagnosed node
};

struct Diagnostic {
    enum class Severity { Error, Warning } severity = Severity::Error;
    std::string node;    // id; empty = the network as a whole
    int inputPort = -1;  // the wire at fault, where one is
    Message message;     // "Dense wants a vector, and gets 32×16×16"
    Message detail;      // one more sentence, or empty
    std::vector<Repair> repairs;
};

// "conv_1: message. detail"
Message sentenceOf(const Diagnostic& diagnostic);

// Who feeds an input, and who feeds that node's first input, and so on up. For sentences and repairs.
struct Producer {
    std::string node, type;
    const Producer* first = nullptr;
};

// What the data set gives as labels: a class a sample, the classes of two mixed images, or a number.
struct LabelFacts {
    std::vector<int64_t> counts = {};  // training images of each class, for balanced weights; empty = unknown
    bool mixed = false;                // training batches bring two classes a sample, and the first one's share
    bool numbers = false;              // no classes: each sample has a number
    friend bool operator==(const LabelFacts&, const LabelFacts&) = default;
};

// What validation tells a layer of its surroundings. Shapes carry no batch.
struct ShapeContext {
    const std::string& node;  // id
    std::span<const Shape> inputs;
    const PropertyReader& properties;
    Shape dataShape;                                  // of the data set's samples, where one is open; else empty
    int dataClasses = 0;                              // likewise; 0 = unknown
    std::span<const Producer* const> producers = {};  // one per input; empty where a layer is looked at by itself
    bool dataNumbers = false;                         // the data set's labels are numbers, not classes

    const Producer* producer(size_t input) const { return input < producers.size() ? producers[input] : nullptr; }
};

// Either an output shape, or what is wrong.
struct ShapeResult {
    Shape output;
    std::vector<Diagnostic> diagnostics;  // `node` is filled in by validation
    static ShapeResult of(Shape shape) { return {std::move(shape), {}}; }
    // The diagnostic points at input 0; a rule may set another port, or -1.
    static ShapeResult wrong(Message message, std::vector<Repair> repairs = {}, Message detail = {});
};

using Initializer = std::function<void(std::span<float>, const Shape&, Rng&)>;

// What a layer's properties say of one of its weights beside its initialiser; of its output, "activity", the rates.
struct WeightRules {
    double l1 = 0, l2 = 0;  // rates of what the loss gets for it
    Attributes constraint;  // of the Constrain op that follows each update; empty = none
};

using MetricValue = std::function<double(std::span<const double> sums, double images)>;

// Some programs that include this define `emit` as a macro; the method keeps its name all the same.
#pragma push_macro("emit")
#undef emit

// What a build rule emits ops with. Names of parameters and values get the node's id in front.
class BuildContext {
public:
    virtual ~BuildContext() = default;
    virtual const PropertyReader& properties() const = 0;
    virtual const std::string& node() const = 0;
    virtual bool training() const = 0;
    virtual int64_t batch() const = 0;
    virtual std::span<const ValueId> inputs() const = 0;
    virtual const Shape& shape(ValueId value) const = 0;  // batch included
    virtual Graph& graph() = 0;                           // for a look at producers
    virtual std::vector<ValueId> emit(const std::string& op, std::vector<ValueId> inputs, Attributes attributes = {},
                                      Phase phase = Phase::Forward) = 0;
    // A weight that starts, is penalised and constrained as the layer's properties say (layers::addWeight). Those of
    // "kernel" go by "kernel_initializer"; those of "recurrent_kernel" by "recurrent_kernel_initializer",
    // "recurrent_initializer" or "kernel_initializer", whichever the layer has.
    virtual ValueId parameter(const std::string& name, Shape shape) = 0;
    // The same with an initialiser of the layer's own.
    virtual ValueId parameter(const std::string& name, Shape shape, Initializer initializer) = 0;
    virtual ValueId state(const std::string& name, Shape shape, float initialValue) = 0;  // "moving_mean"
    // Before the first step of a run, the mean and variance along `axis` of x over the training data, and of how many
    // values they are, are written into these states.
    virtual void adapt(ValueId x, int axis, ValueId mean, ValueId variance, ValueId count) = 0;
    virtual ValueId dataInput() = 0;  // the batch, uint8 or float32
    virtual ValueId labels() = 0;     // int32 [N]
    // The labels, and where batches mix images the other labels and the first ones' shares: what OneHot and
    // ClassWeights take.
    virtual std::vector<ValueId> labelInputs() = 0;
    virtual ValueId targets() = 0;  // float32 [N], where labels are numbers
    virtual const LabelFacts& labelFacts() const = 0;
    virtual void setOutput(ValueId value) = 0;
    // The Output layer declares these; a network has exactly one loss.
    virtual void setLoss(ValueId scalar) = 0;
    virtual void setPrediction(ValueId scores) = 0;  // class scores or values
    // Sums over the batch, of any shape, and the number that they make over any number of batches.
    virtual void addMetric(const std::string& name, ValueId sums, MetricValue value) = 0;
    // Counts of the batch: row = label, column = predicted class.
    virtual void setConfusion(ValueId counts) = 0;
};

#pragma pop_macro("emit")

struct LayerCase {  // a small example, for the parameterised tests and `verify`
    std::string name;
    std::vector<Shape> inputs;  // without batch
    Properties properties;
    int64_t indices = 0;  // inputs are whole numbers below this, and get no gradient; 0 = any floats
    double low = -1;      // inputs and weights are drawn from [low, 1)
};

struct LayerType {
    std::string id;  // "Conv2D": stable, in project files; Keras's class name
    int version = 1;
    Category category = Category::Core;
    std::string title;                 // as in the palette: Keras's name, in every language
    std::string icon;                  // bootstrap-icons name: "grid-3x3"
    std::string idStem;                // new nodes are called stem_1, stem_2, ...: "conv"
    Message help;                      // one or two sentences
    int minInputs = 1, maxInputs = 1;  // maxInputs -1 = any number (merges)
    bool hasOutput = true;
    std::vector<Property> properties;
    std::function<ShapeResult(const ShapeContext&)> shape;
    std::function<void(BuildContext&)> build;
    // "16 · 3×3 · same · relu": the two or three properties that matter.
    std::function<std::string(const PropertyReader&)> summary;
    // Rewrites properties of an older version in place; absent while version is 1.
    std::function<void(Properties&, int fromVersion)> migrate;
    std::vector<LayerCase> cases;
};

// All layer types in palette order (by category, then title); generated list, read-only, any thread.
const std::vector<LayerType>& allLayers();
const LayerType* findLayer(const std::string& id);  // nullptr for an unknown type

// Initialisers by Keras's names ("glorot_uniform", "he_normal", "zeros", ...); fans are of the shape [out, in, ...].
// Throws Error for an unknown name.
Initializer initializer(const std::string& name);
// As the layer's properties say of the weight; throws Error for a shape that the initialiser cannot fill.
Initializer initializerOf(const PropertyReader& properties, const std::string& weight, const Shape& shape);
WeightRules rulesOf(const PropertyReader& properties, const std::string& weight);

}  // namespace tl
