// One operator of the graph: shape rule, gradient as ops, cost, and a float64 evaluation that `tensorloom verify`
// and the tests hold every backend against. Everything about an op that is not speed stands in its one file.
#pragma once

#include <functional>
#include <span>
#include <string>
#include <vector>

#include "engine/backend/kernel.h"
#include "engine/core/attributes.h"
#include "engine/core/dtype.h"
#include "engine/core/shape.h"

namespace tl {

struct ValueType {
    Shape shape;
    DType dtype = DType::Float32;
};

// Row-major float64 values for the reference evaluation; integers are exact in them.
struct ReferenceTensor {
    Shape shape;
    std::vector<double> values;
};

// Some programs that include this define `emit` as a macro; the method keeps its name all the same.
#pragma push_macro("emit")
#undef emit

// What a gradient rule sees and may do. Ids are graph::ValueId; -1 = absent.
class GradientContext {
public:
    virtual ~GradientContext() = default;
    virtual const Attributes& attributes() const = 0;
    virtual int input(int index) const = 0;  // the forward node's inputs and outputs
    virtual int output(int index) const = 0;
    virtual int outputGradient(int index) const = 0;  // -1 where nothing flows back
    virtual const ValueType type(int value) const = 0;
    virtual bool needsGradient(int inputIndex) const = 0;  // false for a batch of images: skip the work
    virtual std::vector<int> emit(const std::string& op, std::vector<int> inputs, Attributes attributes = {}) = 0;
    virtual int constant(double value, Shape shape) = 0;
    virtual void setInputGradient(int inputIndex, int value) = 0;
};

#pragma pop_macro("emit")

struct OpCase {  // a few small cases for verify and the tests
    std::string name;
    std::vector<ValueType> inputs;
    Attributes attributes;
    std::vector<std::pair<double, double>> ranges = {};  // of random input values; default [-1, 1)
    double tolerance = 1e-5;                             // relative error allowed a float32 device
};

// What an op does where a network is trained in mixed precision (docs/decisions/0013).
enum class Precision {
    Full,     // float32: losses, softmax, statistics, updates
    Compute,  // worth 16 bits for its own sake: convolutions and products
    Follow,   // 16 bits where what comes after it wants them
};

struct OpType {
    std::string name;
    std::string help;  // one sentence
    // Output types from input types. Throws Error with a sentence where they do not fit.
    std::function<std::vector<ValueType>(std::span<const ValueType>, const Attributes&)> infer;
    // Absent: no gradient flows (metrics, updates).
    std::function<void(GradientContext&)> gradient;
    // Float64, plain layout, straight from the definition. An opaque workspace output may be left empty, and an
    // absent optional input has no values. The context is for ops that read the seed, step or learning rate.
    std::function<std::vector<ReferenceTensor>(std::span<const ReferenceTensor>, const Attributes&, const StepContext&)>
        reference;
    // Floating-point operations (multiply and add count as two).
    std::function<double(std::span<const ValueType>, const Attributes&)> flops;
    std::vector<int> opaqueOutputs = {};  // outputs whose content only the backend's matching op understands
    // Output i is the new content of input updates[i] (a Parameter or State) and has its address; empty = pure. See
    // updatesOf().
    std::vector<int> updates = {};
    // An update of a parameter, whose attribute `tensors` says how many it moves: their inputs follow each other, and
    // so do their outputs, one fewer for each (the gradient).
    bool grouped = false;
    // A loop over elements that FusedElementwise can take in.
    bool chains = false;
    std::vector<int> differentiable = {};  // inputs that the gradient rule reaches; empty = every float32 one
    Precision precision = Precision::Full;
    std::vector<int> fullInputs = {};   // float32 even then: biases, statistics
    std::vector<int> fullOutputs = {};  // likewise: gradients of weights
    // May be empty for the gradient ops: they are run through the cases of the op whose gradient they are.
    std::vector<OpCase> cases = {};
};

// The input that one of a node's `outputs` outputs updates, by `updates`, which holds for each tensor of a grouped op;
// -1: none.
int updatedInput(const OpType& op, const Attributes& attributes, size_t outputs, size_t output);
// The same for all that update, which come first.
std::vector<int> updatesOf(const OpType& op, const Attributes& attributes, size_t outputs);
// All ops, by name; throws Error for one that is not there. Generated list, read-only, any thread.
const OpType& findOp(const std::string& name);
const std::vector<OpType>& allOps();

}  // namespace tl
