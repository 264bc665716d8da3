// Every op's CPU kernels against the float64 reference, forward and through its gradient rule, in plain, blocked and
// channels-last memory, in place and on one thread. The cases are the ops' own, so a new op is tested by itself.
#include <QtTest>
#include <algorithm>
#include <list>
#include <map>

#include "engine/backend/cpu/isa.h"
#include "op_runner.h"

namespace test_kernels {

using namespace tl;

namespace {

// What the float64 loops made, which take far longer than the kernels: for all that try the same op on the same values.
struct Expected {
    std::string op;
    Attributes attributes;
    std::vector<ReferenceTensor> inputs, outputs;
};

// Runs every op twice: the reference in float64 and the kernel, each on its own values.
class Twice : public GradientContext {
public:
    Twice(OpRun run, std::list<Expected>& known) : run_(run), known_(known) {}

    int add(ReferenceTensor reference, DType type) {
        references.push_back(reference);
        memories.push_back(fromReference(reference, type, run_.given));
        types.push_back({reference.shape, type});
        return static_cast<int>(references.size()) - 1;
    }
    std::vector<int> emit(const std::string& name, std::vector<int> inputs, Attributes attributes = {}) override {
        const OpType& op = findOp(name);
        std::vector<ValueType> in;
        std::vector<ReferenceTensor> wide;
        std::vector<Memory> narrow;
        for (int id : inputs) {
            in.push_back(types[static_cast<size_t>(id)]);
            wide.push_back(references[static_cast<size_t>(id)]);
            narrow.push_back(memories[static_cast<size_t>(id)]);
        }
        // In a 16-bit run the op's own table says which values are short; shapes do not depend on it.
        const bool shortened =
            run_.half != DType::Float32 && kernelsOf("cpu").accepts(name, run_.half) && op.precision != Precision::Full;
        if (shortened) {
            for (size_t i = 0; i < in.size(); ++i) {
                in[i].dtype = isFloat(in[i].dtype) ? DType::Float32 : in[i].dtype;
                if (in[i].dtype == DType::Float32 && std::ranges::count(op.fullInputs, static_cast<int>(i)) == 0 &&
                    narrow[i].desc.layout.opaqueBytes == 0) {
                    for (double& value : wide[i].values)
                        value = static_cast<double>(roundedTo(run_.half, static_cast<float>(value)));
                    narrow[i] = fromReference(wide[i], run_.half, run_.given);
                }
            }
        }
        const auto out = op.infer(in, attributes);
        const std::vector<ReferenceTensor>& expected = expectedOf(op, wide, attributes);
        std::vector<Memory> found;
        for (size_t i = 0; i < out.size(); ++i) {
            const bool half = shortened && out[i].dtype == DType::Float32 &&
                              std::ranges::count(op.fullOutputs, static_cast<int>(i)) == 0;
            found.emplace_back(TensorDesc{out[i].shape, half ? run_.half : out[i].dtype, {}});
        }
        std::string implementation;
        runKernel(name, attributes, narrow, found, run_, &implementation);
        std::vector<int> ids;
        for (size_t i = 0; i < out.size(); ++i) {
            const bool opaque = found[i].desc.layout.opaqueBytes != 0;
            if (!opaque) {
                const double error = relativeError(values(found[i]), expected[i].values);
                // One rounding of a result to 8 bits is off by 2^-9 at most; products may also keep 16-bit sums.
                // Winograd's numbers in 8 bits (docs/decisions/0018) have a test of their own below; an activation
                // can double their error.
                const bool winograd = shortened && implementation.find("winograd") != std::string::npos;
                if (!(error <= (winograd ? 2.2e-2 : shortened ? 4e-3 : 2e-5))) {
                    problems += name + " output " + std::to_string(i) + " (" + implementation + "): error " +
                                std::to_string(error) + "\n";
                }
                if (!paddingIsZero(found[i])) problems += name + " (" + implementation + "): padding is not zero\n";
            }
            ids.push_back(static_cast<int>(references.size()));
            references.push_back(expected[i]);
            // Every later op starts from what it would have in float32.
            memories.push_back(isHalf(found[i].desc.dtype) && !isHalf(out[i].dtype)
                                   ? fromReference(expected[i], DType::Float32, run_.given)
                                   : found[i]);
            types.push_back(out[i]);
        }
        return ids;
    }

    const Attributes& attributes() const override { return forwardAttributes; }
    int input(int index) const override {
        return static_cast<size_t>(index) < inputs.size() ? inputs[static_cast<size_t>(index)] : -1;
    }
    int output(int index) const override {
        return static_cast<size_t>(index) < outputs.size() ? outputs[static_cast<size_t>(index)] : -1;
    }
    int outputGradient(int index) const override {
        return static_cast<size_t>(index) < gradients.size() ? gradients[static_cast<size_t>(index)] : -1;
    }
    const ValueType type(int value) const override { return types[static_cast<size_t>(value)]; }
    bool needsGradient(int index) const override {
        // Inference's statistics are constants.
        if (constantStatistics && index > 0) return false;
        if (!reached.empty() && std::find(reached.begin(), reached.end(), index) == reached.end()) return false;
        return input(index) >= 0 && types[static_cast<size_t>(input(index))].dtype == DType::Float32;
    }
    int constant(double value, Shape shape) override {
        return add({shape, std::vector<double>(static_cast<size_t>(shape.elements()), value)}, DType::Float32);
    }
    void setInputGradient(int, int) override {}

    std::vector<ReferenceTensor> references;
    std::vector<Memory> memories;
    std::vector<ValueType> types;
    Attributes forwardAttributes;
    std::vector<int> inputs, outputs, gradients;
    std::string problems;
    bool constantStatistics = false;
    std::vector<int> reached;  // inputs that the rule has a gradient for; empty = all

private:
    const std::vector<ReferenceTensor>& expectedOf(const OpType& op, const std::vector<ReferenceTensor>& inputs,
                                                   const Attributes& attributes) {
        const auto same = [](const ReferenceTensor& a, const ReferenceTensor& b) {
            return a.shape == b.shape && a.values == b.values;
        };
        for (const Expected& one : known_)
            if (one.op == op.name && one.attributes == attributes && std::ranges::equal(one.inputs, inputs, same))
                return one.outputs;
        known_.push_back({op.name, attributes, inputs, op.reference(inputs, attributes, run_.context)});
        return known_.back().outputs;
    }

    OpRun run_;
    std::list<Expected>& known_;
};

ReferenceTensor randomTensor(const ValueType& type, std::pair<double, double> range, std::mt19937& random) {
    ReferenceTensor tensor{type.shape, {}};
    std::uniform_real_distribution<double> draw(range.first, range.second);
    for (int64_t i = 0; i < type.shape.elements(); ++i) {
        double value = draw(random);
        // What float32 holds, so that both sides start from the same numbers.
        value = isFloat(type.dtype) ? static_cast<double>(roundedTo(type.dtype, static_cast<float>(value)))
                                    : std::floor(value);
        tensor.values.push_back(value);
    }
    return tensor;
}

// Every op of the cases' own, so that names in failures are op/case/mode.
struct Mode {
    const char* name;
    OpRun run;
};

std::vector<Mode> modes() {
    OpRun bfloat16, plain, blocked16, blocked8, last, lanes, plainOnly, single, inPlace;
    blocked16.given = Given::Blocked16;
    blocked8.given = Given::Blocked8;
    last.given = Given::ChannelsLast;
    lanes.given = Given::ImageLanes;
    plainOnly.given = Given::Blocked16;
    plainOnly.blocked = false;
    single.threads = 1;
    bfloat16.half = DType::BFloat16;
    bfloat16.given = Given::Blocked16;
    inPlace.inPlace = true;
    inPlace.given = Given::Blocked16;
    for (OpRun* run : {&bfloat16, &plain, &blocked16, &blocked8, &last, &lanes, &plainOnly, &single, &inPlace}) {
        run->context.seed = 7;
        run->context.step = 3;
        run->context.learningRate = 0.05f;
        run->context.freezeOutRate = 0.02f;
    }
    return {{"plain", plain},        {"blocked by 16", blocked16}, {"blocked by 8", blocked8},
            {"channels last", last}, {"image lanes", lanes},       {"plain only", plainOnly},
            {"one thread", single},  {"in place", inPlace},        {"bfloat16", bfloat16}};
}

// known: of the runs before this one, whose context is the same.
std::string check(const OpType& op, const OpCase& example, const OpRun& run, std::list<Expected>& known) {
    std::mt19937 random(static_cast<unsigned>(std::hash<std::string>{}(op.name + example.name)));
    Twice twice(run, known);
    for (size_t i = 0; i < example.inputs.size(); ++i) {
        const auto range = i < example.ranges.size() ? example.ranges[i] : std::pair<double, double>{-1, 1};
        twice.inputs.push_back(twice.add(randomTensor(example.inputs[i], range, random), example.inputs[i].dtype));
    }
    twice.forwardAttributes = example.attributes;
    twice.reached = op.differentiable;
    twice.constantStatistics = op.name == "BatchNormInference";
    try {
        twice.outputs = twice.emit(op.name, twice.inputs, example.attributes);
    } catch (const Error& error) {
        return error.what();
    }
    const bool fused =
        example.attributes.text("activation", "linear") != "linear" && op.name != "BatchNorm" && op.name != "Add";
    if (op.gradient && !fused) {
        for (size_t i = 0; i < twice.outputs.size(); ++i) {
            const ValueType type = twice.types[static_cast<size_t>(twice.outputs[i])];
            const bool flows = i == 0;  // statistics and workspaces carry no gradient
            twice.gradients.push_back(flows ? twice.add(randomTensor(type, {-1, 1}, random), DType::Float32) : -1);
        }
        try {
            op.gradient(twice);
        } catch (const std::exception& error) {
            const std::string what = error.what();
            if (what.find("fus") == std::string::npos) twice.problems += what + "\n";
        }
    }
    return twice.problems;
}

std::string check(const OpType& op, const OpCase& example, const OpRun& run) {
    std::list<Expected> known;
    return check(op, example, run, known);
}

// Of ops that several kernels can do: their own cases, and shapes that bring the fast ones.
std::vector<std::pair<const OpType*, OpCase>> casesOfFamilies() {
    std::vector<std::pair<const OpType*, OpCase>> all;
    for (const OpType& op : allOps())
        if (kernelsOf("cpu").hasFamily(op.name))
            for (const OpCase& one : op.cases) all.emplace_back(&op, one);
    const std::vector<int64_t> one{1, 1}, two{2, 2}, around{1, 1, 1, 1}, none{0, 0, 0, 0};
    const auto conv = [&](const char* name, const Shape& x, const Shape& w, const std::vector<int64_t>& strides,
                          const std::vector<int64_t>& pads, int64_t group) {
        all.emplace_back(&findOp("Conv2D"),
                         OpCase{name,
                                {ValueType{x}, ValueType{w}},
                                {{"strides", strides}, {"pads", pads}, {"dilations", one}, {"group", group}}});
    };
    conv("32 channels", Shape{16, 32, 8, 8}, Shape{32, 32, 3, 3}, one, around, 1);
    conv("strides", Shape{2, 32, 9, 9}, Shape{64, 32, 3, 3}, two, around, 1);
    conv("1x1", Shape{2, 64, 6, 6}, Shape{32, 64, 1, 1}, one, none, 1);
    conv("colours to 16 channels", Shape{16, 3, 12, 12}, Shape{16, 3, 3, 3}, one, around, 1);
    conv("many channels", Shape{1, 144, 6, 6}, Shape{160, 144, 3, 3}, one, around, 1);
    // Rows that are parts of a matrix unit's tile, or several, and groups of images that are not whole.
    conv("16 channels", Shape{3, 16, 9, 9}, Shape{16, 16, 3, 3}, one, around, 1);
    conv("narrow images", Shape{19, 16, 3, 2}, Shape{32, 16, 3, 3}, one, around, 1);
    conv("images of a column", Shape{5, 32, 4, 1}, Shape{16, 32, 3, 3}, one, around, 1);
    conv("images of a pixel", Shape{40, 16, 1, 1}, Shape{32, 16, 1, 1}, one, none, 1);
    conv("strides to a pixel", Shape{8, 32, 2, 2}, Shape{32, 32, 3, 3}, two, around, 1);
    conv("wide images", Shape{2, 32, 5, 70}, Shape{48, 32, 3, 3}, one, around, 1);
    conv("no padding", Shape{2, 16, 10, 18}, Shape{80, 16, 3, 3}, one, none, 1);
    conv("uneven padding", Shape{3, 16, 8, 8}, Shape{16, 16, 4, 4}, one, {1, 2, 2, 1}, 1);
    conv("strides, 5x5", Shape{3, 48, 11, 13}, Shape{16, 48, 5, 5}, two, {2, 2, 2, 2}, 1);
    conv("strides, 2x3", Shape{5, 16, 8, 16}, Shape{16, 16, 2, 3}, two, {0, 1, 0, 1}, 1);
    conv("strides, 1x1", Shape{3, 16, 8, 8}, Shape{32, 16, 1, 1}, two, none, 1);
    conv("groups", Shape{2, 32, 6, 6}, Shape{32, 8, 3, 3}, one, around, 4);
    conv("depthwise", Shape{2, 32, 6, 6}, Shape{32, 1, 3, 3}, one, around, 32);
    all.emplace_back(&findOp("MatMul"), OpCase{"large", {ValueType{Shape{70, 130}}, ValueType{Shape{130, 200}}}, {}});
    return all;
}

}  // namespace

class TestKernels : public QObject {
    Q_OBJECT
private slots:
    // ctest runs this suite once more for each older instruction set: that they are what runs, then.
    void runsOnWhatIsAskedFor() {
        const QByteArray asked = qgetenv("TENSORLOOM_ISA");
        if (asked == "sse2") QCOMPARE(cpu::bestIsa(), cpu::Isa::Baseline);
        if (asked == "avx2") QVERIFY(cpu::bestIsa() <= cpu::Isa::Avx2);
        QVERIFY(asked.isEmpty() || asked == "sse2" || asked == "avx2" || asked == "avx512");
    }

    void everyOpHasAKernel() {
        std::string missing;
        for (const OpType& op : allOps()) {
            if (!kernelsOf("cpu").has(op.name)) missing += op.name + " ";
        }
        QCOMPARE(QString::fromStdString(missing), QString());
    }

    void againstReference_data() {
        QTest::addColumn<QString>("op");
        QTest::addColumn<int>("example");
        QTest::addColumn<int>("mode");
        const auto all = modes();
        for (const OpType& op : allOps()) {
            for (size_t c = 0; c < op.cases.size(); ++c) {
                for (size_t m = 0; m < all.size(); ++m) {
                    QTest::addRow("%s/%s/%s", op.name.c_str(), op.cases[c].name.c_str(), all[m].name)
                        << QString::fromStdString(op.name) << static_cast<int>(c) << static_cast<int>(m);
                }
            }
        }
    }
    void againstReference() {
        QFETCH(QString, op);
        QFETCH(int, example);
        QFETCH(int, mode);
        const OpType& type = findOp(op.toStdString());
        std::string problems;
        try {
            problems = check(type, type.cases[static_cast<size_t>(example)], modes()[static_cast<size_t>(mode)].run);
        } catch (const std::exception& error) {
            problems = error.what();
        }
        QVERIFY2(problems.empty(), problems.c_str());
    }

    // By three threads, of which some have nothing to do.
    void dividedWork_data() {
        QTest::addColumn<QString>("op");
        for (const OpType& op : allOps())
            if (!op.cases.empty()) QTest::newRow(op.name.c_str()) << QString::fromStdString(op.name);
    }
    void dividedWork() {
        QFETCH(QString, op);
        const std::set<std::string> all{
            "Activation", "ActivationGrad", "Add",           "BatchNorm",        "BatchNormGrad",    "BiasAdd",
            "BiasGrad",   "CrossEntropy",   "Dice",          "CrossEntropyGrad", "CategoricalHinge", "DiceGrad",
            "Dropout",    "GroupNorm",      "GroupNormGrad", "GaussianNoise",    "ElementwiseLoss",  "MaxPool2D",
            "MuonUpdate", "Pad2D",          "PRelu",         "PReluGrad",        "Resize",           "Softmax",
            "SoftmaxGrad"};
        std::map<std::string, int> parts;
        const OpType& type = findOp(op.toStdString());
        for (const OpCase& one : type.cases) {
            std::list<Expected> known;
            for (Mode mode : {modes()[0], modes()[1]}) {
                mode.run.threads = 3;
                mode.run.divided = &parts;
                const std::string problems = check(type, one, mode.run, known);
                QVERIFY2(problems.empty(), (one.name + ", " + mode.name + ": " + problems).c_str());
            }
        }
        for (const auto& [name, most] : parts) QVERIFY2(most > 1 || !all.contains(name), name.c_str());
    }

    // Its groups are.
    void oneImageIsDivided() {
        std::map<std::string, int> parts;
        OpRun run;
        run.threads = 3;
        run.divided = &parts;
        const OpCase one{"one image", {{{1, 6, 4, 5}}, {{6}}, {{6}}}, {{"num_groups", int64_t{3}}, {"epsilon", 1e-3}}};
        const std::string problems = check(findOp("GroupNorm"), one, run);
        QVERIFY2(problems.empty(), problems.c_str());
        QCOMPARE(parts["GroupNorm"], 3);
        QCOMPARE(parts["GroupNormGrad"], 3);
    }

    // Behind their epochs weights of freeze_out stand still, and so do their slots: whatever the op, in its reference
    // and in its kernels.
    void frozenWeightsStand_data() {
        QTest::addColumn<QString>("op");
        for (const OpType& op : allOps())
            if (op.name.ends_with("Update") && op.name != "LossScaleUpdate")
                QTest::newRow(op.name.c_str()) << QString::fromStdString(op.name);
    }
    void frozenWeightsStand() {
        QFETCH(QString, op);
        const OpType& type = findOp(op.toStdString());
        for (OpCase one : type.cases) {
            one.attributes.set("freeze_out", int64_t{1});
            for (Mode mode : modes()) {
                mode.run.context.freezeOutRate = 0;
                const std::string problems = check(type, one, mode.run);
                QVERIFY2(problems.empty(), (one.name + ", " + mode.name + ": " + problems).c_str());
            }
            StepContext context = modes()[0].run.context;
            context.freezeOutRate = 0;
            std::mt19937 random(1);
            std::vector<ReferenceTensor> inputs;
            for (size_t i = 0; i < one.inputs.size(); ++i)
                inputs.push_back(
                    randomTensor(one.inputs[i], i < one.ranges.size() ? one.ranges[i] : std::pair(-1.0, 1.0), random));
            const auto outputs = type.reference(inputs, one.attributes, context);
            const std::vector<int> updated = updatesOf(type, one.attributes, outputs.size());
            for (size_t i = 0; i < outputs.size(); ++i)
                QVERIFY2(outputs[i].values == inputs[static_cast<size_t>(updated[i])].values, one.name.c_str());
        }
    }

    // Not only the one that the cost model takes: all that are offered, and the gradients' too.
    void everyKernelOfAFamily_data() {
        QTest::addColumn<QString>("op");
        QTest::addColumn<int>("example");
        QTest::addColumn<bool>("half");
        const auto all = casesOfFamilies();
        for (size_t i = 0; i < all.size(); ++i)
            for (const bool half : {false, true})
                QTest::addRow("%s/%s/%s", all[i].first->name.c_str(), all[i].second.name.c_str(),
                              half ? "bfloat16" : "float32")
                    << QString::fromStdString(all[i].first->name) << static_cast<int>(i) << half;
    }
    void everyKernelOfAFamily() {
        QFETCH(int, example);
        QFETCH(bool, half);
        const auto [type, one] = casesOfFamilies()[static_cast<size_t>(example)];
        if (half && !kernelsOf("cpu").accepts(type->name, DType::BFloat16))
            QSKIP("this processor multiplies no bfloat16");
        std::set<std::string> taken;
        std::list<Expected> known;
        OpRun run;
        run.taken = &taken;
        if (half) run.half = DType::BFloat16;
        for (size_t before = 0;; before = taken.size(), ++run.candidate) {
            const std::string problems = check(*type, one, run, known);
            QVERIFY2(problems.empty(), problems.c_str());
            if (run.candidate > 0 && taken.size() == before) break;  // no op has so many
        }
        std::string names;
        for (const std::string& name : taken) names += name + "; ";
        qInfo("%s", names.c_str());
        // Whatever own kernels there are, the library's are tried too, among them those that use its matrix units.
        const auto library = [&](const std::string& name) { return name.find("onednn:") != std::string::npos; };
        QVERIFY2(std::ranges::any_of(taken, library), names.c_str());
    }

    // One that is chosen by its name is found by it.
    void namesOfAFamilyAreItsOwn() {
        for (const auto& [type, one] : casesOfFamilies()) {
            std::vector<TensorDesc> in, out;
            for (const ValueType& each : one.inputs) in.push_back({each.shape, each.dtype, {}});
            for (const ValueType& each : type->infer(one.inputs, one.attributes))
                out.push_back({each.shape, each.dtype, {}});
            const KernelRequest request{type->name, one.attributes, in, out, 2};
            std::set<std::string> names;
            std::string first;
            kernelsOf("cpu").offer(request, [&](const std::string& name, const std::function<Kernel()>& make) {
                if (first.empty()) first = name;
                const bool fresh = names.insert(name).second, same = make().implementation == name;
                if (!fresh || !same) qWarning("%s", name.c_str()), names.clear();
                return fresh && same;
            });
            QVERIFY2(!names.empty(), one.name.c_str());
            QCOMPARE(kernelsOf("cpu").select(request).implementation, first);
        }
    }

    // A NaN in the input must show in the result, whatever is fused behind, and whoever does it.
    void nanGoesThrough_data() {
        QTest::addColumn<QString>("activation");
        for (const char* name : {"linear", "relu", "leaky_relu", "elu", "gelu", "sigmoid", "tanh"})
            QTest::newRow(name) << name;
    }
    void nanGoesThrough() {
        QFETCH(QString, activation);
        const std::string name = activation.toStdString();
        const auto nanIn = [&](const char* op, const Attributes& attributes, std::vector<Shape> shapes, Shape out) {
            std::vector<Memory> inputs, outputs{Memory(TensorDesc{out, DType::Float32, {}})};
            for (const Shape& shape : shapes) {
                ReferenceTensor ones{shape, std::vector<double>(static_cast<size_t>(shape.elements()), 1.0)};
                if (inputs.empty()) ones.values[0] = std::nan("");
                inputs.push_back(fromReference(ones, DType::Float32, Given::Plain));
            }
            std::set<std::string> taken;
            OpRun run;
            run.taken = &taken;
            for (size_t before = 0;; before = taken.size(), ++run.candidate) {
                std::vector<Memory> given = inputs;
                runKernel(op, attributes, given, outputs, run);
                if (std::ranges::none_of(values(outputs[0]), [](double value) { return std::isnan(value); })) {
                    for (const std::string& name : taken) qWarning("%s", name.c_str());
                    return false;
                }
                outputs[0].desc.layout = {};
                if (taken.size() == before) return true;
            }
        };
        const std::vector<int64_t> one{1, 1}, around{1, 1, 1, 1};
        for (int64_t channels : {3, 32}) {
            const Shape x{2, channels, 8, 8};
            const Attributes conv{
                {"strides", one}, {"pads", around}, {"dilations", one}, {"group", int64_t{1}}, {"activation", name}};
            QVERIFY(nanIn("Conv2D", conv, {x, Shape{32, channels, 3, 3}, Shape{32}}, Shape{2, 32, 8, 8}));
        }
        QVERIFY(nanIn("MatMul", {{"activation", name}}, {Shape{5, 7}, Shape{7, 3}, Shape{3}}, Shape{5, 3}));
        QVERIFY(nanIn("Activation", {{"kind", name}}, {Shape{3, 40}}, Shape{3, 40}));
    }

    void sparsemaxOfANan() {
        const ReferenceTensor x{{1, 4}, {1, std::nan(""), 0.9, 0.2}};
        std::vector<Memory> inputs{fromReference(x, DType::Float32, Given::Plain)};
        std::vector<Memory> outputs{Memory(TensorDesc{x.shape, DType::Float32, {}})};
        runKernel("Sparsemax", {}, inputs, outputs, {});
        const std::vector<ReferenceTensor> expected = findOp("Sparsemax").reference({{x}}, {}, {});
        for (const std::vector<double>& y : {values(outputs[0]), expected[0].values}) {
            QVERIFY(std::isnan(y[1]));
            QVERIFY(std::abs(y[0] - 0.55) < 1e-6 && std::abs(y[2] - 0.45) < 1e-6);
            QCOMPARE(y[3], 0.0);
        }
    }

    // Where few rows of a large table were looked up: those of one row are added up in the batch's order, whatever the
    // threads, which share the zeros of all others. A number that the table does not have is told.
    void gradientOfALargeTable() {
        const int64_t rows = 3000, width = 40;
        const ReferenceTensor numbers{{7}, {2999, 3, 0, 3, 2999, 3, 17}};
        std::mt19937 random(1);
        const ReferenceTensor dy = randomTensor({{7, width}}, {-1, 1}, random);
        std::vector<double> expected(static_cast<size_t>(rows * width), 0.0);
        for (size_t i = 0; i < dy.values.size(); ++i) {
            const auto row = static_cast<size_t>(numbers.values[i / static_cast<size_t>(width)]);
            double& sum = expected[row * static_cast<size_t>(width) + i % static_cast<size_t>(width)];
            sum = static_cast<double>(static_cast<float>(sum) + static_cast<float>(dy.values[i]));
        }
        for (const int threads : {1, 2, 3})
            for (const DType type : {DType::Int32, DType::Float32}) {
                OpRun run;
                run.threads = threads;
                const auto gradient = [&](const ReferenceTensor& of) {
                    std::vector<Memory> inputs{fromReference(of, type, Given::Plain),
                                               fromReference(dy, DType::Float32, Given::Plain)};
                    std::vector<Memory> outputs{Memory(TensorDesc{{rows, width}, DType::Float32, {}})};
                    runKernel("EmbeddingGrad", {{"rows", rows}}, inputs, outputs, run);
                    return values(outputs[0]);
                };
                QVERIFY(gradient(numbers) == expected);
                QCOMPARE(cpu::partsSeen(), threads);
                for (const double wrong : {-1.0, 3000.0}) {
                    ReferenceTensor other = numbers;
                    other.values[5] = wrong;
                    QVERIFY_THROWS_EXCEPTION(Error, gradient(other));
                }
            }
    }

    // Winograd's method and its gradients on the channels of a real network, against our own float64 loops.
    void winogradOfManyChannels() {
        const std::vector<int64_t> one{1, 1}, around{1, 1, 1, 1};
        const Attributes same{{"strides", one}, {"pads", around}, {"dilations", one}, {"group", int64_t{1}}};
        OpRun half;
        half.half = DType::BFloat16;
        half.given = Given::Blocked16;
        // 24 and 40: whole blocks of AVX2's eight channels, not of sixteen.
        for (const auto& [in, out] : {std::pair<int64_t, int64_t>{64, 64}, {24, 40}})
            for (OpRun run : {OpRun{}, half})
                for (const bool fixed : {false, true}) {
                    run.fixedState = fixed;
                    const OpCase example{"channels", {{Shape{4, in, 8, 8}}, {Shape{out, in, 3, 3}}}, same};
                    const std::string problems = check(findOp("Conv2D"), example, run);
                    QVERIFY2(problems.empty(), problems.c_str());
                }
    }

    // Where weights stay they are transformed ahead of the kernel, which is worth it with few tiles then.
    void weightsThatStay() {
        const std::string op = "Conv2D";
        const std::vector<int64_t> one{1, 1}, around{1, 1, 1, 1};
        const Attributes attributes{{"strides", one}, {"pads", around}, {"dilations", one}, {"group", int64_t{1}}};
        const auto kernelOf = [&](int64_t channels, bool fixed) {
            const TensorDesc x{Shape{1, channels, 14, 14}, DType::Float32, {}};
            const std::vector<TensorDesc> in{x, {Shape{channels, channels, 3, 3}, DType::Float32, {}}}, out{x};
            return kernelsOf("cpu").select({op, attributes, in, out, 1, true, false, fixed});
        };
        const Kernel few = kernelOf(64, false);
        if (few.implementation.find("winograd") == std::string::npos) QSKIP("this processor has none of it");
        QVERIFY(few.inputs[1].plain() && few.scratchBytes == 36 * 64 * 64 * sizeof(float));
        QVERIFY2(kernelOf(256, false).implementation.find("own") == std::string::npos, "too much for 16 tiles");
        for (const int64_t channels : {64, 256}) {
            const Kernel kernel = kernelOf(channels, true);
            QCOMPARE(kernel.implementation, few.implementation);
            QVERIFY(!kernel.inputs[1].plain() && kernel.scratchBytes == 0);
        }
    }

    // Winograd's rounding: how far off (the norm of the difference over the norm), and that it leans to no side. Pixels
    // that are like their neighbours, as in pictures and behind a relu, lose less than noise.
    void winogradIsAccurate_data() {
        QTest::addColumn<bool>("half");
        QTest::addColumn<bool>("picture");
        QTest::addColumn<double>("most");
        QTest::newRow("noise, float32") << false << false << 1.2e-6;
        QTest::newRow("picture, float32") << false << true << 6e-7;
        QTest::newRow("noise, bfloat16") << true << false << 1.3e-2;
        QTest::newRow("picture, bfloat16") << true << true << 7e-3;
    }
    void winogradIsAccurate() {
        QFETCH(bool, half);
        QFETCH(bool, picture);
        QFETCH(double, most);
        if (half && !kernelsOf("cpu").accepts("Conv2D", DType::BFloat16))
            QSKIP("this processor multiplies no bfloat16");
        std::mt19937 random(3);
        std::normal_distribution<double> noise;
        const Shape shape{3, 32, 20, 44}, kernel{48, 32, 3, 3}, result{3, 48, 20, 44};
        ReferenceTensor x{shape, {}}, w{kernel, {}};
        const DType type = half ? DType::BFloat16 : DType::Float32;
        const auto push = [&](ReferenceTensor& tensor, double value) {
            tensor.values.push_back(static_cast<double>(roundedTo(type, static_cast<float>(value))));
        };
        for (int64_t plane = 0; plane < shape[0] * shape[1]; ++plane) {
            const double a = noise(random), b = noise(random), c = noise(random);
            for (int64_t y = 0; y < shape[2]; ++y)
                for (int64_t column = 0; column < shape[3]; ++column) {
                    const double wave =
                        std::sin(0.5 * a * static_cast<double>(y) + 0.5 * b * static_cast<double>(column) + c);
                    push(x, picture ? std::max(0.0, wave) : noise(random));
                }
        }
        for (int64_t i = 0; i < kernel.elements(); ++i) push(w, noise(random));
        const std::vector<int64_t> one{1, 1}, around{1, 1, 1, 1};
        const Attributes attributes{{"strides", one}, {"pads", around}, {"dilations", one}, {"group", int64_t{1}}};
        OpRun run;
        run.given = Given::Blocked16;
        run.half = half ? DType::BFloat16 : DType::Float32;
        const auto expected = findOp("Conv2D").reference(std::vector{x, w}, attributes, run.context);
        std::vector<Memory> inputs{fromReference(x, type, run.given), fromReference(w, type, run.given)};
        std::vector<Memory> outputs{Memory(TensorDesc{result, type, {}})};
        std::string implementation;
        runKernel("Conv2D", attributes, inputs, outputs, run, &implementation);
        const std::vector<double> found = values(outputs[0]);
        const double error = relativeError(found, expected[0].values);
        double lean = 0, size = 0;
        for (size_t i = 0; i < found.size(); ++i) {
            lean += found[i] - expected[0].values[i];
            size += expected[0].values[i] * expected[0].values[i];
        }
        lean = std::abs(lean) / static_cast<double>(found.size()) / std::sqrt(size / static_cast<double>(found.size()));
        qInfo("%s: error %.2g, mean of the difference %.2g", implementation.c_str(), error, lean);
        QVERIFY(error <= most);
        QVERIFY(lean <= most / 20);
    }
};

QTEST_GUILESS_MAIN(TestKernels)

}  // namespace test_kernels

#include "test_kernels.moc"
