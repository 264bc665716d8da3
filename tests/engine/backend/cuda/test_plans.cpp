// cuDNN's plans for the convolutions of whole networks, and for their normalisations, pooling and attention, for cards
// that are not here: compiled for a description of them, sized, written and read again. No GPU takes part, and nothing
// runs: this shows that plans are found and compiled, not that they are right or fast. Skipped where cuDNN was not
// fetched (`./dev build cuda full`); what was fetched and cannot be loaded is a failure.
#include <QtTest>
#include <set>

#include "engine/backend/cuda/device.h"
#include "engine/backend/cuda/host/driver.h"
#include "engine/backend/cuda/host/libraries.h"
#include "engine/backend/cuda/nvidia/libraries.h"
#include "engine/core/error.h"
#include "engine/model/templates.h"
#include "engine/train/step_plan.h"
#include "tests/engine/backend/cuda/cudnn_graphs.h"

namespace test_plans {

using namespace tl;
using namespace tl::cuda;

namespace {

// Typed by hand from NVIDIA's data sheets, in the form of cuDNN 9.19, which wants every key. The first card at hand
// will say its own.
std::string card(int version, int processors, int sharedMemory, int64_t cache, const char* name) {
    return QString(R"({"cudaDeviceId":0,"deviceVer":%1,"driverVer":13000,"maxGridSize":[2147483647,65535,65535],
"maxBlockSize":[1024,1024,64],"regsPerBlock":65536,"multiProcessorCount":%2,"warpSize":32,
"maxSharedMemoryPerBlock":49152,"maxSharedMemoryPerBlockOptin":%3,"reservedSharedMemoryPerBlock":1024,
"maxRegistersPerSM":65536,"maxCtasPerSM":32,"maxThreadsPerBlock":1024,"maxThreadsPerSM":2048,"pciDeviceId":0,
"isTccDriver":0,"supportCoopLaunch":1,"smClockRateKHz":1410000,"memClockRateKHz":1593000,"l2CacheSize":%4,
"deviceName":"%5","totalGlobalMem":85017624576})")
        .arg(version)
        .arg(processors)
        .arg(sharedMemory)
        .arg(cache)
        .arg(name)
        .toStdString();
}
const std::map<QString, std::string>& cards() {
    static const std::map<QString, std::string> all{
        {"A100", card(800, 108, 166912, 41943040, "NVIDIA A100-SXM4-80GB")},
        {"H100", card(900, 132, 232448, 52428800, "NVIDIA H100 80GB HBM3")}};
    return all;
}

// Products are not what this is about: plain loops, which never run.
struct Loops : Cublas {
    HostLibraries loops;
    void products(const Product& product, const Libraries::Taker& take) override { loops.products(product, take); }
};

struct Layer {
    int64_t channels, filters, size, window, stride, groups;
};

// As layers of Keras have them with padding "same".
Convolution convolutionOf(const Layer& layer, Convolution::Pass pass, DType type, DType gradient) {
    Convolution c;
    c.pass = pass;
    c.images = 16, c.channels = layer.channels, c.filters = layer.filters, c.groups = layer.groups;
    c.in = {1, layer.size, layer.size};
    c.window = {1, layer.window, layer.window};
    c.strides = {1, layer.stride, layer.stride};
    const int64_t out = (layer.size + layer.stride - 1) / layer.stride;
    const int64_t pad = std::max<int64_t>((out - 1) * layer.stride + layer.window - layer.size, 0);
    c.out = {1, out, out};
    c.before = {0, pad / 2, pad / 2};
    c.after = {0, pad - pad / 2, pad - pad / 2};
    c.x = c.w = c.y = type;
    if (pass == Convolution::Pass::Kernel) c.w = gradient;
    return c;
}

const std::map<QString, std::vector<Layer>>& networks() {
    static const std::map<QString, std::vector<Layer>> all{
        {"MobileNetV2 at 224 px",
         {{3, 32, 224, 3, 2, 1},
          {32, 32, 112, 3, 1, 32},
          {32, 16, 112, 1, 1, 1},
          {16, 96, 112, 1, 1, 1},
          {96, 96, 112, 3, 2, 96},
          {96, 24, 56, 1, 1, 1},
          {144, 144, 56, 3, 1, 144},
          {144, 144, 56, 3, 2, 144},
          {192, 192, 28, 3, 2, 192},
          {576, 576, 14, 3, 2, 576},
          {960, 960, 7, 3, 1, 960},
          {320, 1280, 7, 1, 1, 1}}},
        {"U-Net at 256 px",
         {{3, 64, 256, 3, 1, 1},
          {64, 64, 256, 3, 1, 1},
          {64, 128, 128, 3, 1, 1},
          {512, 1024, 16, 3, 1, 1},
          {512, 1024, 32, 2, 2, 1},  // a transposed one, backwards
          {128, 64, 256, 3, 1, 1},
          {64, 2, 256, 1, 1, 1}}},
    };
    return all;
}

// Those of a training step of a template: by each of its ops that cuDNN could do, what it would be asked for.
std::set<GraphAsked> graphsOf(const NetworkTemplate& given, bool half) {
    const int64_t pixels = given.pixels ? given.pixels : 32;
    const DataFacts facts{Shape{3, pixels, pixels}, 10};
    const Graph graph = stepGraph(given.make(facts), facts, 32, {}).built.graph;
    std::set<GraphAsked> all;
    const auto add = [&](const std::string& op, const Shape& shape) {
        GraphAsked asked{op, {shape.begin(), shape.end()}};
        asked.extents.resize(4, 1);
        asked.half = half;
        all.insert(asked);
        asked.op += "Grad";
        all.insert(asked);
    };
    for (const Node& node : graph.nodes) {
        const Shape& x = graph.value(node.inputs.at(0)).shape;
        if (node.op == "BatchNorm" || node.op == "GroupNorm") add(node.op, x);
        const bool scores = graph.value(node.inputs[0]).producer >= 0 &&
                            graph.nodes[static_cast<size_t>(graph.value(node.inputs[0]).producer)].op == "Softmax";
        if (node.op == "MatMul" && scores && x.rank() == 4) add("Attention", graph.value(node.outputs[0]).shape);
        if (node.op == "GlobalAveragePool2D")
            all.insert({"AveragePool2D", {x.begin(), x.end()}, {x[2], x[3]}, {1, 1}, {0, 0}, {0, 0}, half});
        if (node.op != "MaxPool2D" && node.op != "AveragePool2D") continue;
        const auto pads = node.attributes.list("pads");
        all.insert({node.op,
                    {x.begin(), x.end()},
                    node.attributes.list("kernel_shape"),
                    node.attributes.list("strides"),
                    {pads[0], pads[1]},
                    {pads[2], pads[3]},
                    half});
    }
    return all;
}

// Of the networks by layers, normalised behind each but the last, of scores; U-Net halves four times.
std::set<GraphAsked> graphsOf(const QString& network, bool half) {
    std::set<GraphAsked> all;
    for (const Layer& layer : networks().at(network)) {
        const int64_t out = (layer.size + layer.stride - 1) / layer.stride;
        if (layer.filters == 2) continue;
        for (const char* op : {"BatchNorm", "BatchNormGrad"})
            all.insert({op, {16, layer.filters, out, out}, {}, {}, {}, {}, half});
    }
    if (network.startsWith("U-Net"))
        for (const int64_t filters : {64, 128, 256, 512})
            all.insert(
                {"MaxPool2D", {16, filters, 16384 / filters, 16384 / filters}, {2, 2}, {2, 2}, {0, 0}, {0, 0}, half});
    else
        all.insert({"AveragePool2D", {16, 1280, 7, 7}, {7, 7}, {1, 1}, {0, 0}, {0, 0}, half});
    return all;
}

}  // namespace

class TestCudnnPlans : public QObject {
    Q_OBJECT
private slots:
    void initTestCase();
    void steps_data();
    void steps();
    void shapes_data();
    void shapes();
    void graphs_data();
    void graphs();
    void wrongOnesAreRefused();

private:
    std::unique_ptr<NvidiaLibraries> librariesFor(const QString& card) {
        return std::make_unique<NvidiaLibraries>(std::make_unique<Loops>(), openCudnnFor(cards().at(card)),
                                                 PlanFiles(folder_.path().toStdString()));
    }
    qsizetype kept() const { return QDir(folder_.path()).entryList(QDir::Files).size(); }
    QTemporaryDir folder_;
};

void TestCudnnPlans::initTestCase() {
    if (!TENSORLOOM_HAS_CUDNN) QSKIP("cuDNN is not here: `./dev build cuda full` fetches it");
    try {
        qInfo("cuDNN %s", cudnnVersion().c_str());
    } catch (const Error& error) {
        QFAIL(error.what());
    }
}

void TestCudnnPlans::steps_data() {
    QTest::addColumn<QString>("network");
    QTest::addColumn<QString>("card");
    QTest::addColumn<bool>("half");
    for (const NetworkTemplate& each : allTemplates())
        for (const auto& [name, description] : cards())
            for (const bool half : {false, true})
                QTest::addRow("%s, %s, %s", each.id.c_str(), qPrintable(name), half ? "bfloat16" : "float32")
                    << QString::fromStdString(each.id) << name << half;
}

// A training step as it would be put on the card: every convolution has a plan, workspaces are part of its memory.
void TestCudnnPlans::steps() {
    QFETCH(QString, network);
    QFETCH(QString, card);
    QFETCH(bool, half);
    CheckingDriver driver({1});
    const auto cost = [&](int64_t* workspace) {
        const auto libraries = librariesFor(card);
        const CudaDevice device("cuda:plans", driver, *libraries);
        const AddedDevice added(device);
        const NetworkTemplate& given = findTemplate(network.toStdString());
        const int64_t pixels = given.pixels ? given.pixels : 32;
        const DataFacts facts{Shape{3, pixels, pixels}, 10};
        StepPlanOptions options;
        options.device = device.info().id;
        options.precision = half ? DType::BFloat16 : DType::Float32;
        const PlanCost planned = stepCost(given.make(facts), facts, 32, options);
        *workspace = 0;
        for (const PlanHolding& holding : planned.holdings)
            if (holding.name.empty()) *workspace = std::max(*workspace, static_cast<int64_t>(holding.bytes));
        return planned;
    };
    int64_t workspace = 0;
    const PlanCost planned = cost(&workspace);
    std::set<std::string> convolutions;
    for (const StepCost& step : planned.steps)
        if (step.op.rfind("Conv", 0) == 0) {
            QVERIFY2(step.implementation.rfind("cudnn:eng", 0) == 0, step.implementation.c_str());
            convolutions.insert(step.op + " " + step.implementation);
        }
    const QStringList none{"linear", "mlp", "lstm", "vit", "vit_tiny"};  // patches are cut by reshaping
    QCOMPARE(convolutions.empty(), none.contains(network));
    qInfo("%zu kinds of convolution, %lld bytes of workspace at most", convolutions.size(),
          static_cast<long long>(workspace));
    // The second time nothing is compiled: what was kept is read, and comes to the same.
    const qsizetype before = kept();
    int64_t again = 0;
    const PlanCost second = cost(&again);
    QCOMPARE(kept(), before);
    QCOMPARE(again, workspace);
    for (size_t i = 0; i < planned.steps.size(); ++i)
        QCOMPARE(second.steps[i].implementation, planned.steps[i].implementation);
}

void TestCudnnPlans::shapes_data() {
    QTest::addColumn<QString>("network");
    QTest::addColumn<QString>("card");
    QTest::addColumn<bool>("half");
    for (const auto& [network, layers] : networks())
        for (const auto& [name, description] : cards())
            for (const bool half : {false, true})
                QTest::addRow("%s, %s, %s", qPrintable(network), qPrintable(name), half ? "bfloat16" : "float32")
                    << network << name << half;
}

// More networks by their layers: the best plan of each pass, and of the first layer all that are offered.
void TestCudnnPlans::shapes() {
    QFETCH(QString, network);
    QFETCH(QString, card);
    QFETCH(bool, half);
    using Pass = Convolution::Pass;
    const auto libraries = librariesFor(card);
    const DType type = half ? DType::BFloat16 : DType::Float32;
    int plans = 0;
    size_t workspace = 0;
    QStringList narrow;
    for (const Layer& layer : networks().at(network))
        for (const Pass pass : {Pass::Forward, Pass::Data, Pass::Kernel}) {
            const Convolution c = convolutionOf(layer, pass, type, DType::Float32);
            libraries->convolutions(c, [&](const Libraries::Call& call) {
                ++plans;
                workspace = std::max(workspace, call.workspaceBytes);
                if (call.implementation.find("+narrow") != std::string::npos)
                    narrow << QString("%1 in %2").arg(layer.channels).arg(layer.groups);
                return &layer == &networks().at(network).front();
            });
        }
    qInfo("%d plans, %zu bytes of workspace at most; gradients only in 16 bits: %s", plans, workspace,
          qPrintable(narrow.join(", ")));
    QVERIFY(plans >= static_cast<int>(3 * networks().at(network).size()));
}

void TestCudnnPlans::graphs_data() {
    QTest::addColumn<QString>("network");
    QTest::addColumn<QString>("card");
    QTest::addColumn<bool>("half");
    std::vector<QString> all;
    for (const NetworkTemplate& each : allTemplates()) all.push_back(QString::fromStdString(each.id));
    for (const auto& [network, layers] : networks()) all.push_back(network);
    for (const QString& network : all)
        for (const auto& [name, description] : cards())
            for (const bool half : {false, true})
                QTest::addRow("%s, %s, %s", qPrintable(network), qPrintable(name), half ? "bfloat16" : "float32")
                    << network << name << half;
}

// What cuDNN has beside convolutions, of each shape that the networks have.
void TestCudnnPlans::graphs() {
    QFETCH(QString, network);
    QFETCH(QString, card);
    QFETCH(bool, half);
    const auto cudnn = openCudnnFor(cards().at(card));
    int64_t workspace = 0;
    size_t bytes = 0;
    std::map<std::string, int> kinds;
    const auto all =
        networks().contains(network) ? graphsOf(network, half) : graphsOf(findTemplate(network.toStdString()), half);
    for (const GraphAsked& asked : all) {
        GraphPlan plan;
        Message refusal;
        try {
            plan = planOfGraph(cards().at(card), asked);
        } catch (const Error& error) {
            refusal = error.message();
        }
        // Of 16 bits only; docs/decisions/0040 says so.
        QVERIFY2(refusal.empty() == (half || asked.op != "AttentionGrad"), refusal.english().c_str());
        if (!refusal.empty()) continue;
        QVERIFY(plan.bytes > 0);
        workspace = std::max(workspace, plan.workspaceBytes);
        bytes += plan.bytes;
        ++kinds[asked.op];
    }
    QString text;
    for (const auto& [op, count] : kinds) text += QString("%1 %2, ").arg(count).arg(op.c_str());
    qInfo("%s%lld bytes of workspace at most, %zu written", qPrintable(text), static_cast<long long>(workspace), bytes);
    const QStringList bare{"linear", "mlp", "lstm"};
    QCOMPARE(all.empty(), bare.contains(network));
    if (network.startsWith("vit")) QVERIFY(kinds.contains("Attention") && kinds.contains("GroupNormGrad"));
    if (network.startsWith("resnet")) QVERIFY(kinds.contains("BatchNorm") && kinds.contains("AveragePool2D"));
}

void TestCudnnPlans::wrongOnesAreRefused() {
    const auto libraries = librariesFor("H100");
    const auto refusal = [&](const Convolution& c) {
        try {
            libraries->convolutions(c, [](const Libraries::Call&) { return false; });
        } catch (const Error& error) {
            return QString(error.what());
        }
        return QString("accepted");
    };
    Convolution c = convolutionOf({64, 64, 32, 3, 1, 1}, Convolution::Pass::Forward, DType::Float32, DType::Float32);
    QCOMPARE(refusal(c), QString("accepted"));
    Convolution wrong = c;
    wrong.filters = 65, wrong.groups = 2;  // not a whole number of filters a group
    QVERIFY2(refusal(wrong).startsWith("cuDNN, asked "), qPrintable(refusal(wrong)));
    wrong = c;
    wrong.out = {1, 31, 32};  // not what comes out
    QVERIFY2(refusal(wrong).startsWith("cuDNN, asked "), qPrintable(refusal(wrong)));
    QVERIFY_EXCEPTION_THROWN(openCudnnFor("{\"deviceVer\":900}"), Error);
}

QTEST_GUILESS_MAIN(TestCudnnPlans)

}  // namespace test_plans

#include "test_plans.moc"
