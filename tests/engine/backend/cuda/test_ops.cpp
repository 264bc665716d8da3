// Every CUDA kernel on the CPU's GPU threads against the op's float64 reference: the ops' own cases and their
// gradients, with plain and channels-last inputs, in place, and in 16 bits; and that a kernel without one of its
// barriers would be found out. No GPU takes part: what is shown is the source's arithmetic, indices and meetings.
#include <QtTest>

#include <algorithm>
#include <cstring>
#include <random>

#include "engine/backend/cuda/host/driver.h"
#include "engine/backend/cuda/host/grid.h"
#include "engine/backend/cuda/host/libraries.h"
#include "engine/backend/cuda/kernels.h"
#include "engine/core/activation.h"
#include "engine/core/half.h"
#include "engine/graph/reference.h"
#include "engine/ops/op.h"

namespace test_ops {

using namespace tl;
using namespace tl::cuda;

namespace {

const StepContext kStep{20240607, 3, 0.05f, 0.02f};

struct Mode {
    const char* name;
    bool channelsLast = false, inPlace = false;
    DType half = DType::Float32;
    uint64_t seed = 1;
    bool last = false;  // of the kernels that an op with a family is offered
    bool wide = false;  // a product or convolution of 16 bits writes float32
    StepContext step = kStep;
};

Kernel kernelOf(const KernelTable& table, const KernelRequest& request, bool last) {
    if (!last || !table.hasFamily(request.op)) return table.select(request);
    Kernel kernel;
    table.offer(request, [&](const std::string&, const std::function<Kernel()>& make) {
        kernel = make();
        return true;
    });
    return kernel;
}

// Index into memory of the logical, row-major element.
size_t placeOf(const Shape& shape, const Layout& layout, size_t element) {
    if (layout.plain()) return element;
    size_t place = 0;
    for (int axis = shape.rank() - 1; axis >= 0; --axis) {
        place +=
            element % static_cast<size_t>(shape[axis]) * static_cast<size_t>(layout.strides[static_cast<size_t>(axis)]);
        element /= static_cast<size_t>(shape[axis]);
    }
    return place;
}

std::vector<std::byte> bytesOf(const ReferenceTensor& values, const TensorDesc& desc) {
    const Tensor plain = toTensor(values, desc.dtype);
    std::vector<std::byte> bytes(plain.bytes());
    const size_t size = sizeOf(desc.dtype);
    for (size_t i = 0; i < values.values.size(); ++i)
        std::memcpy(&bytes[placeOf(desc.shape, desc.layout, i) * size],
                    static_cast<const std::byte*>(plain.data()) + i * size, size);
    return bytes;
}

ReferenceTensor valuesOf(const std::vector<std::byte>& bytes, const TensorDesc& desc) {
    Tensor plain(desc.shape, desc.dtype);
    const size_t size = sizeOf(desc.dtype);
    for (size_t i = 0; i < static_cast<size_t>(desc.shape.elements()); ++i)
        std::memcpy(static_cast<std::byte*>(plain.data()) + i * size,
                    &bytes[placeOf(desc.shape, desc.layout, i) * size], size);
    return toReference(plain);
}

// A driver with a lane of its own and the kernels bound to it.
class Machine {
public:
    explicit Machine(uint64_t seed) : driver_({seed}), lane_{&driver_, driver_.createStream(), &libraries_} {
        addKernels(table_, lane_);
    }
    const KernelTable& table() const { return table_; }

    void launch(const Launch& launch) { driver_.launch(launch, lane_.stream); }
    std::byte* allocate(size_t bytes) { return static_cast<std::byte*>(driver_.allocate(std::max<size_t>(bytes, 1))); }
    std::byte* upload(const std::vector<std::byte>& bytes) {
        std::byte* memory = allocate(bytes.size());
        void* host = driver_.allocateHost(std::max<size_t>(bytes.size(), 1));
        std::memcpy(host, bytes.data(), bytes.size());
        driver_.copy(memory, host, bytes.size(), lane_.stream);
        return memory;
    }
    std::vector<std::byte> download(const void* memory, size_t bytes) {
        void* host = driver_.allocateHost(std::max<size_t>(bytes, 1));
        driver_.copy(host, memory, bytes, lane_.stream);
        driver_.synchronise(lane_.stream);
        return {static_cast<std::byte*>(host), static_cast<std::byte*>(host) + bytes};
    }

private:
    CheckingDriver driver_;
    HostLibraries libraries_;
    Lane lane_;
    KernelTable table_;
};

struct Example {
    Graph graph;
    ReferenceFeeds feeds;
    double tolerance = 1e-5;
};

Example exampleOf(const OpType& op, const OpCase& test) {
    Example example;
    example.tolerance = std::max(test.tolerance, 1e-5);
    std::mt19937_64 random(std::hash<std::string>{}(op.name + test.name));
    std::vector<ValueId> inputs, targets;
    const std::vector<int> updates = updatesOf(op, test.attributes, op.infer(test.inputs, test.attributes).size());
    const auto feed = [&](const std::string& name, const ValueType& type, std::pair<double, double> range) {
        ReferenceTensor& tensor = example.feeds[name] = {type.shape, {}};
        std::uniform_real_distribution<double> draw(range.first, range.second);
        for (int64_t i = 0; i < type.shape.elements(); ++i)
            tensor.values.push_back(isFloat(type.dtype) ? double(float(draw(random))) : std::floor(draw(random)));
    };
    for (size_t i = 0; i < test.inputs.size(); ++i) {
        const ValueType& type = test.inputs[i];
        const std::string name = "input " + std::to_string(i);
        inputs.push_back(std::ranges::count(updates, static_cast<int>(i))
                             ? example.graph.addState(name, type.shape)
                             : example.graph.addInput(name, type.shape, type.dtype));
        feed(name, type, i < test.ranges.size() ? test.ranges[i] : std::pair{-1.0, 1.0});
        if (type.dtype == DType::Float32 &&
            (op.differentiable.empty() || std::ranges::count(op.differentiable, static_cast<int>(i))))
            targets.push_back(inputs.back());
    }
    const ValueId y = example.graph.addNode(op.name, "node", inputs, test.attributes)[0];
    const bool fused = (test.attributes.text("activation", "linear") != "linear" && op.name != "BatchNorm") ||
                       (op.name == "BatchNorm" && test.inputs.size() > 3);
    if (op.gradient && !fused && !targets.empty()) {
        const ValueType type{example.graph.value(y).shape};
        feed("dy", type, {-1, 1});
        addGradient(example.graph, {{y, example.graph.addInput("dy", type.shape, type.dtype)}}, targets);
    }
    return example;
}

// What one example came to.
struct Outcome {
    std::string problems;
    std::set<Site> barriers;
};

Outcome run(const Example& example, const Mode& mode) {
    Outcome outcome;
    barriers().met.clear();
    Machine machine(mode.seed);
    const Graph& graph = example.graph;
    const auto contents = evaluateReference(graph, example.feeds, mode.step);
    std::map<ValueId, std::pair<std::byte*, Layout>> opaque;  // only the kernels know what is in them
    std::byte* context = machine.upload(
        {reinterpret_cast<const std::byte*>(&mode.step), reinterpret_cast<const std::byte*>(&mode.step + 1)});
    for (const Node& node : graph.nodes) {
        if (!machine.table().has(node.op)) continue;
        const OpType& op = findOp(node.op);
        const bool half = mode.half != DType::Float32 && machine.table().accepts(node.op, mode.half) &&
                          op.precision != Precision::Full;
        const auto typeOf = [&](ValueId id, const std::vector<int>& full, size_t i) {
            const DType type = graph.value(id).dtype;
            return half && type == DType::Float32 && !std::ranges::count(full, static_cast<int>(i)) ? mode.half : type;
        };
        std::vector<TensorDesc> in, out;
        std::vector<ReferenceTensor> rounded;
        for (size_t i = 0; i < node.inputs.size(); ++i) {
            const ValueId id = node.inputs[i];
            in.push_back({graph.value(id).shape, typeOf(id, op.fullInputs, i), {}});
            if (opaque.count(id))
                in.back().layout = opaque[id].second;
            else if (mode.channelsLast && in.back().shape.rank() >= 4)
                in.back().layout = channelsLast(in.back().shape);
            rounded.push_back(contents[static_cast<size_t>(id)]);
            // An updated value shows its new content in `contents`; what goes in is any number that fits.
            if (isFloat(in.back().dtype))
                for (double& value : rounded.back().values)
                    value = static_cast<double>(roundedTo(in.back().dtype, static_cast<float>(value)));
        }
        for (size_t i = 0; i < node.outputs.size(); ++i)
            out.push_back({graph.value(node.outputs[i]).shape,
                           mode.wide && op.precision == Precision::Compute ? graph.value(node.outputs[i]).dtype
                                                                           : typeOf(node.outputs[i], op.fullOutputs, i),
                           {}});
        const auto expected = op.reference(rounded, node.attributes, mode.step);
        const Kernel kernel = kernelOf(machine.table(), {node.op, node.attributes, in, out}, mode.last);
        const auto updated = updatesOf(op, node.attributes, node.outputs.size());
        for (size_t i = 0; i < updated.size(); ++i)
            if (!kernel.outputs[i].plain() || !kernel.inputs[static_cast<size_t>(updated[i])].plain())
                outcome.problems += node.op + " updates the model's state, and not in plain layout\n";
        KernelBuffers buffers;
        for (size_t i = 0; i < in.size(); ++i) {
            const bool reads = kernel.reads.empty() || kernel.reads[i];
            const auto held = opaque.find(node.inputs[i]);
            buffers.inputs.push_back(
                !reads ? nullptr
                : held != opaque.end()
                    ? held->second.first
                    : machine.upload(bytesOf(rounded[i], {in[i].shape, in[i].dtype, kernel.inputs[i]})));
        }
        for (size_t i = 0; i < out.size(); ++i) {
            out[i].layout = kernel.outputs[i];
            const int shared = i < kernel.inPlace.size() ? kernel.inPlace[i] : -1;
            const bool inPlace =
                mode.inPlace && shared >= 0 && buffers.inputs[static_cast<size_t>(shared)] &&
                TensorDesc{in[static_cast<size_t>(shared)].shape, in[static_cast<size_t>(shared)].dtype,
                           kernel.inputs[static_cast<size_t>(shared)]}
                        .bytes() == out[i].bytes();
            buffers.outputs.push_back(inPlace ? buffers.inputs[static_cast<size_t>(shared)]
                                              : machine.allocate(out[i].bytes()));
            if (out[i].layout.opaqueBytes)
                opaque[node.outputs[i]] = {static_cast<std::byte*>(buffers.outputs[i]), out[i].layout};
        }
        if (kernel.scratchBytes) buffers.scratch = machine.allocate(kernel.scratchBytes);
        buffers.context = reinterpret_cast<const StepContext*>(context);
        kernel.bind(buffers)();
        for (size_t i = 0; i < out.size(); ++i) {
            if (std::ranges::count(op.opaqueOutputs, static_cast<int>(i))) continue;
            const ReferenceTensor found = valuesOf(machine.download(buffers.outputs[i], out[i].bytes()), out[i]);
            const double error = relativeDifference(found.values, expected[i].values);
            const double allowed = half ? 5e-3 : example.tolerance;
            if (!(error <= allowed))
                outcome.problems +=
                    node.op + " output " + std::to_string(i) + ": error " + std::to_string(error) + "\n";
        }
    }
    outcome.barriers = barriers().met;
    return outcome;
}

// Beyond the ops' own cases: sizes at which a kernel is launched in several pieces, and numbers at the edge.
std::vector<OpCase> casesOf(const OpType& op) {
    std::vector<OpCase> cases = op.cases;
    const ValueType wide{{100, 100}};
    if (op.name == "ElementwiseLoss") {
        cases.push_back({"several blocks", {wide, wide, {{100}}}, {{"kind", "huber"}, {"delta", 0.5}}});
        cases.push_back({"log_cosh near zero", {{{7, 9}}, {{7, 9}}}, {{"kind", "log_cosh"}}, {{-1e-3, 1e-3}, {0, 0}}});
    }
    const ValueType labels{{1100}, DType::Int32};
    if (op.name == "SparseCrossEntropy") cases.push_back({"many rows", {{{1100, 3}}, labels}, {}, {{-3, 3}, {0, 3}}});
    if (op.name == "CountCorrect") cases.push_back({"many rows", {{{1100, 3}}, labels}, {}, {{-3, 3}, {0, 3}}});
    if (op.name == "Dice") cases.push_back({"several blocks", {wide, wide}, {}, {{0, 1}, {0, 1}}});
    if (op.name == "CrossEntropy")
        cases.push_back(
            {"focal, certain", {{{5, 37}}, {{5, 37}}}, {{"gamma", 0.5}, {"alpha", 0.25}}, {{-90, 90}, {0, 1}}});
    if (op.name == "BiasAdd") cases.push_back({"many rows", {{{300, 40}}, {{40}}}, {}});
    if (op.name == "ClassWeights") {
        std::vector<double> weights(1100);
        for (size_t i = 0; i < weights.size(); ++i) weights[i] = 0.01 * static_cast<double>(i);
        cases.push_back({"many classes", {{{200}, DType::Int32}}, {{"weights", weights}}, {{0, 1100}}});
    }
    const ValueType weights{{8, 3, 3, 3}};
    if (op.name == "AccumulateGradient") cases.push_back({"of a convolution", {weights, weights}, {}});
    if (op.name == "Solve") cases.push_back({"more rows than a warp", {{{70, 70}}, {{70, 3}}}, {}});
    if (op.name == "SgdUpdate") {
        OpCase many{"40 tensors", {}, {{"momentum", 0.9}, {"tensors", int64_t{40}}}};
        for (int64_t i = 0; i < 120; ++i) many.inputs.push_back({Shape{i / 3 * 7 + 1}});
        cases.push_back(many);
    }
    if (op.name == "FusedElementwise") {
        OpCase chain{"longer than a launch", {wide}, {{"steps", int64_t{30}}}};
        for (int i = 0; i < 30; ++i) {
            const std::string step = std::to_string(i) + ":";
            const bool pair = i % 2 == 0;
            chain.attributes.set(step + "op", std::string(pair ? "Add" : "Activation"));
            if (pair) chain.attributes.set(step + "operands", int64_t{1}), chain.inputs.push_back(wide);
            if (!pair) chain.attributes.set(step + "kind", std::string("tanh"));
        }
        cases.push_back(chain);
    }
    return cases;
}

const std::vector<Mode>& modes() {
    static const std::vector<Mode> all{{"plain"},
                                       {"channels last", true},
                                       {"in place, other orders", false, true, DType::Float32, 2},
                                       {"bfloat16", true, false, DType::BFloat16},
                                       {"float16", false, false, DType::Float16},
                                       {"last offered", true, false, DType::Float32, 3, true},
                                       {"last offered, bfloat16", true, false, DType::BFloat16, 3, true},
                                       {"last offered, wide", true, false, DType::BFloat16, 3, true, true}};
    return all;
}

}  // namespace

class TestCudaOps : public QObject {
    Q_OBJECT
private slots:
    void againstReference_data();
    void againstReference();
    void frozenWeightsStand();
    void nanStays_data();
    void nanStays();
    void verdicts();
    void everyBarrierIsNeeded();
    void everyOpHasAKernel();

private:
    std::map<Site, std::vector<std::pair<const OpType*, size_t>>> met_;  // which cases come by a barrier
};

void TestCudaOps::againstReference_data() {
    QTest::addColumn<QString>("op");
    Machine machine(1);
    for (const OpType& op : allOps()) {
        bool runs = false;
        for (const OpCase& test : op.cases)
            for (const Node& node : exampleOf(op, test).graph.nodes) runs |= machine.table().has(node.op);
        if (runs) QTest::newRow(op.name.c_str()) << QString::fromStdString(op.name);
    }
}

void TestCudaOps::againstReference() {
    QFETCH(QString, op);
    const OpType& type = findOp(op.toStdString());
    const std::vector<OpCase> cases = casesOf(type);
    const Machine machine(1);
    for (size_t i = 0; i < cases.size(); ++i)
        for (const Mode& mode : modes()) {
            const Example example = exampleOf(type, cases[i]);
            const auto family = [&](const Node& node) { return machine.table().hasFamily(node.op); };
            if (mode.last && std::ranges::none_of(example.graph.nodes, family)) continue;
            Outcome outcome;
            try {
                outcome = run(example, mode);
            } catch (const Error& error) {
                outcome.problems = error.message().english();
            }
            QVERIFY2(outcome.problems.empty(), (cases[i].name + ", " + mode.name + ": " + outcome.problems).c_str());
            for (const Site& site : outcome.barriers)
                if (mode.seed == 1 && mode.half == DType::Float32) met_[site].emplace_back(&type, i);
        }
}

// Nor do their slots move; that the reference has it so is shown with the CPU's kernels.
void TestCudaOps::frozenWeightsStand() {
    Mode frozen = modes()[0], inPlace = modes()[2];
    frozen.step.freezeOutRate = inPlace.step.freezeOutRate = 0;
    int tried = 0;
    for (const OpType& op : allOps())
        for (OpCase one : casesOf(op)) {
            if (!op.name.ends_with("Update") || op.name == "LossScaleUpdate") continue;
            one.attributes.set("freeze_out", int64_t{1});
            for (const Mode& mode : {frozen, inPlace}) {
                const Outcome outcome = run(exampleOf(op, one), mode);
                QVERIFY2(outcome.problems.empty(), (op.name + " " + one.name + ": " + outcome.problems).c_str());
            }
            ++tried;
        }
    QVERIFY(tried > 20);
}

// What is not a number must not become one: the run's check would not see that it has diverged.
void TestCudaOps::nanStays_data() {
    QTest::addColumn<QString>("op");
    QTest::addColumn<QString>("kind");
    for (const ActivationKind& kind : activationKinds()) QTest::newRow(kind.name) << "Activation" << kind.name;
    for (const char* kind : {"hinge", "squared_hinge", "kl_divergence", "huber", "log_cosh", "binary_crossentropy"})
        QTest::newRow(kind) << "ElementwiseLoss" << kind;
    QTest::newRow("clip") << "ClipByValue"
                          << "";
    QTest::newRow("non_neg") << "Constrain"
                             << "non_neg";
    QTest::newRow("max_norm") << "Constrain"
                              << "max_norm";
    QTest::newRow("sparsemax") << "Sparsemax"
                               << "";
    QTest::newRow("categorical_hinge") << "CategoricalHinge"
                                       << "";
    QTest::newRow("max_pool") << "MaxPool2D"
                              << "";
}

void TestCudaOps::nanStays() {
    QFETCH(QString, op);
    QFETCH(QString, kind);
    Machine machine(1);
    const std::string name = op.toStdString();
    Attributes attributes{{"kind", kind.toStdString()}, {"delta", 1.0}, {"clip_value", 1.0}, {"max_value", 1.0}};
    const std::vector<int64_t> two{2, 2}, none{0, 0, 0, 0};
    attributes.set("kernel_shape", two), attributes.set("strides", two), attributes.set("pads", none);
    const Shape shape = name == "MaxPool2D" ? Shape{1, 3, 4, 4} : Shape{4, 12};
    const std::vector<ValueType> types(name == "ElementwiseLoss" || name == "CategoricalHinge" ? 2 : 1, {shape});
    std::vector<TensorDesc> in, out;
    for (const ValueType& type : types) in.push_back({type.shape, type.dtype, {}});
    for (const ValueType& type : findOp(name).infer(types, attributes)) out.push_back({type.shape, type.dtype, {}});
    const Kernel kernel = machine.table().select({name, attributes, in, out});
    KernelBuffers buffers;
    ReferenceTensor x{shape, std::vector<double>(48, 0.5)};
    for (size_t i = 0; i < in.size(); ++i) {
        x.values[7] = i == 0 ? NAN : 0.5;
        buffers.inputs.push_back(machine.upload(bytesOf(x, {shape, DType::Float32, kernel.inputs[i]})));
    }
    for (size_t i = 0; i < out.size(); ++i) {
        out[i].layout = kernel.outputs[i];
        buffers.outputs.push_back(machine.allocate(out[i].bytes()));
    }
    buffers.scratch = machine.allocate(kernel.scratchBytes);
    kernel.bind(buffers)();
    const ReferenceTensor found = valuesOf(machine.download(buffers.outputs[0], out[0].bytes()), out[0]);
    QVERIFY(std::ranges::any_of(found.values, [](double value) { return std::isnan(value); }));
}

// Whether a step may move the weights, by its loss, gradients and loss scale; a run that has ended stays so.
void TestCudaOps::verdicts() {
    const float inf = INFINITY;
    struct Row {
        float loss, finite, scale;  // scale 0: none
        StepGate before, after;
    };
    const Row rows[] = {{1, 1, 0, {0, 0}, {0, 0}},   {1, 0, 0, {0, 0}, {1, 1}},    {inf, 1, 0, {0, 0}, {1, 1}},
                        {NAN, 1, 0, {0, 0}, {1, 1}}, {-inf, 0, 0, {0, 0}, {1, 1}}, {1, 1, 0, {1, 1}, {1, 1}},
                        {1, 1, 0, {1, 0}, {0, 0}},   {1, 1, 8, {1, 0}, {0, 0}},    {1, 0, 8, {0, 0}, {1, 0}},
                        {1, 0, 1, {0, 0}, {1, 1}},   {inf, 0, 8, {0, 0}, {1, 1}},  {1, 0, 8, {1, 1}, {1, 1}}};
    for (const Row& row : rows) {
        Machine machine(1);
        const auto upload = [&](const auto& value) {
            const auto* bytes = reinterpret_cast<const std::byte*>(&value);
            return machine.upload({bytes, bytes + sizeof(value)});
        };
        const std::vector<TensorDesc> in(row.scale > 0 ? 3 : 2, TensorDesc{{}, DType::Float32, {}}),
            out{{{2}, DType::Int32, {}}};
        const Attributes none;
        KernelBuffers buffers;
        buffers.inputs = {upload(row.loss), upload(row.finite)};
        if (row.scale > 0) buffers.inputs.push_back(upload(row.scale));
        buffers.outputs = {upload(row.before)};
        machine.table().select({"StepVerdict", none, in, out}).bind(buffers)();
        StepGate found;
        std::memcpy(&found, machine.download(buffers.outputs[0], sizeof(found)).data(), sizeof(found));
        const QString at = QString("row %1").arg(&row - rows);
        QVERIFY2(found.closed == row.after.closed && found.stopped == row.after.stopped, qPrintable(at));
    }
}

// Takes out one __syncthreads after the other: some case must come out wrong.
void TestCudaOps::everyBarrierIsNeeded() {
    QVERIFY(!met_.empty());
    for (const auto& [site, cases] : met_) {
        bool seen = false;
        for (uint64_t seed = 1; seed <= 4 && !seen; ++seed)
            for (const auto& [op, number] : cases) {
                if (seen) break;
                barriers().removed = &site;
                try {
                    seen = !run(exampleOf(*op, casesOf(*op)[number]), {"", false, false, DType::Float32, seed})
                                .problems.empty();
                } catch (const Error&) {
                    seen = true;
                }
                barriers().removed = nullptr;
            }
        QVERIFY2(seen, (site.text() + " can be left out without anybody noticing").c_str());
    }
}

// A new op comes with a kernel for GPUs, or none of them can train with it.
void TestCudaOps::everyOpHasAKernel() {
    Machine machine(1);
    std::string missing;
    for (const OpType& op : allOps())
        if (!machine.table().has(op.name)) missing += op.name + " ";
    QVERIFY2(missing.empty(), missing.c_str());
}

QTEST_GUILESS_MAIN(TestCudaOps)

}  // namespace test_ops

#include "test_ops.moc"
