// Other programs' graphs: what their files say comes out, as their own libraries read it (tests/reference/graphs.py);
// damaged files end in a sentence and take no more memory than their size explains.
#include "engine/io/json.h"
#include <QDir>
#include <QTemporaryDir>
#include <QtTest>
#include <fstream>
#include <malloc.h>
#include <random>
#include <set>

#include "engine/core/error.h"
#include "engine/graph/graph.h"
#include "engine/io/events/graph_def.h"
#include "engine/io/graphs/foreign_graph.h"
#include "tests/support/wire_writer.h"

namespace test_foreign_graphs {

using namespace tl;

namespace {

std::span<const uint8_t> span(const std::string& bytes) {
    return {reinterpret_cast<const uint8_t*>(bytes.data()), bytes.size()};
}

const GraphNode* find(const GraphView& view, const std::string& name) {
    for (const GraphNode& node : view.nodes)
        if (node.name == name) return &node;
    return nullptr;
}

std::string attribute(const GraphNode& node, const std::string& key) {
    for (const auto& [name, value] : node.attributes)
        if (name == key) return value;
    return "none";
}

std::string groupOf(const GraphView& view, const std::string& name) {
    const GraphNode* node = find(view, name);
    return !node || node->group < 0 ? "" : view.groups[static_cast<size_t>(node->group)].name;
}

std::set<std::string> edgesOf(const GraphView& view) {
    std::set<std::string> all;
    for (const GraphEdge& edge : view.edges)
        all.insert(view.nodes[static_cast<size_t>(edge.from)].name + " > " +
                   view.nodes[static_cast<size_t>(edge.to)].name);
    return all;
}

using Reader = std::function<GraphView(std::span<const uint8_t>)>;

const std::map<std::string, std::pair<std::string, Reader>>& readers() {
    static const std::map<std::string, std::pair<std::string, Reader>> all{
        {"onnx", {test::sampleOnnx(), [](auto bytes) { return graphOfOnnx(bytes, "file.onnx"); }}},
        {"graphdef", {test::sampleGraphDef(), [](auto bytes) { return graphOfGraphDef(bytes, "file.pb"); }}},
        {"savedmodel",
         {test::sampleSavedModel(), [](auto bytes) { return graphOfSavedModel(bytes, "saved_model.pb"); }}},
        {"keras",
         {R"({"class_name": "Functional", "config": {"name": "m", "layers": [)"
          R"({"class_name": "InputLayer", "name": "i", "config": {"batch_shape": [null, 4]}, "inbound_nodes": []},)"
          R"({"class_name": "Dense", "name": "d", "config": {"units": 3}, "inbound_nodes": [[["i", 0, 0, {}]]]},)"
          R"({"class_name": "Sequential", "name": "s", "config": {"layers": [{"class_name": "ReLU", "config": )"
          R"({"name": "r"}}]}, "inbound_nodes": [[["d", 0, 0]]]}], "output_layers": [["s", 0, 0]]}})",
          [](auto bytes) {
              return graphOfKeras({reinterpret_cast<const char*>(bytes.data()), bytes.size()}, "model.json");
          }}},
        {"pbtxt",
         {test::sampleGraphText(), [](auto bytes) {
              return graphOfGraphText({reinterpret_cast<const char*>(bytes.data()), bytes.size()}, "file.pbtxt");
          }}}};
    return all;
}

}  // namespace

class TestForeignGraphs : public QObject {
    Q_OBJECT
private slots:
    void onnx() {
        const std::string file = test::sampleOnnx();
        const GraphView view = graphOfOnnx(span(file), "model.onnx");
        QCOMPARE(view.title.english(), std::string("ONNX, written by pytorch"));
        QCOMPARE(view.nodes.size(), size_t{5});  // the input and the body's node too
        const GraphNode* conv = find(view, "/stem/conv/Conv");
        QVERIFY(conv);
        QCOMPARE(groupOf(view, "/stem/conv/Conv"), std::string("stem/conv"));
        QCOMPARE(conv->title.english(), std::string("Conv"));
        QCOMPARE(attribute(*conv, "strides"), std::string("2, 2"));
        QCOMPARE(attribute(*conv, "auto_pad"), std::string("VALID"));
        const GraphTensor& weight = view.tensors[static_cast<size_t>(conv->inputs[1])];
        QVERIFY(weight.weights);
        QCOMPARE(weight.shape, std::string("16×3×3×3"));
        QCOMPARE(weight.bytes, 1728.0);
        QCOMPARE(view.tensors[static_cast<size_t>(conv->inputs[0])].shape, std::string("batch×3×32×32"));
        QCOMPARE(view.tensors[static_cast<size_t>(conv->outputs[0])].bytes, 16.0 * 15 * 15 * 4);
        QCOMPARE(edgesOf(view),
                 (std::set<std::string>{"image > /stem/conv/Conv", "/stem/conv/Conv > Relu_0", "Relu_0 > choose"}));
        QCOMPARE(groupOf(view, "inner"), std::string("choose then_branch"));
    }

    // What a body reads from the graphs around it, weights among it; of two of a name it is the nearer one.
    void onnxBodies() {
        using namespace test;
        const auto node = [](const std::string& name, const std::string& inputs, const std::string& output) {
            std::string all = bytes(2, output) + bytes(3, name) + bytes(4, "Op");
            for (const char input : inputs) all += bytes(1, std::string(1, input));
            return all;
        };
        const auto body = [](const std::string& name, const std::string& graph) {
            return bytes(5, bytes(1, name) + bytes(6, graph));
        };
        const auto deepest = bytes(1, node("deepest", "xwy", "d"));
        const auto inner = bytes(1, node("own", "x", "y")) + bytes(1, node("inner", "yz", "c") + body("body", deepest));
        const auto graph = bytes(1, node("first", "x", "y")) + bytes(1, node("second", "y", "z")) +
                           bytes(1, node("choose", "z", "o") + body("then_branch", inner)) +
                           bytes(5, number(1, 4) + number(2, 1) + bytes(8, "w")) + bytes(11, bytes(1, "x"));
        const std::string file = bytes(7, graph);
        const GraphView view = graphOfOnnx(span(file), "bodies.onnx");
        QCOMPARE(edgesOf(view),
                 (std::set<std::string>{"x > first", "first > second", "second > choose", "x > own", "own > inner",
                                        "second > inner", "x > deepest", "own > deepest"}));
        QVERIFY(view.tensors[static_cast<size_t>(find(view, "deepest")->inputs[1])].weights);
    }

    void tensorflow() {
        const std::string file = test::sampleGraphDef();
        const GraphView view = graphOfGraphDef(span(file), "graph.pb");
        QCOMPARE(view.nodes.size(), size_t{8});
        const GraphNode* product = find(view, "layer/MatMul");
        QCOMPARE(attribute(*product, "transpose_b"), std::string("true"));
        QCOMPARE(attribute(*product, "T"), std::string("float32"));
        QCOMPARE(attribute(*product, "device"), std::string("/device:CPU:0"));
        QCOMPARE(attribute(*find(view, "layer/w"), "value"), std::string("float32 32×8"));
        QCOMPARE(view.tensors[static_cast<size_t>(find(view, "x")->outputs[0])].shape, std::string("32×8"));
        QCOMPARE(groupOf(view, "layer/MatMul"), std::string("layer"));
        QCOMPARE(groupOf(view, "twice"), std::string("double"));
        QCOMPARE(edgesOf(view),
                 (std::set<std::string>{"x > layer/MatMul", "layer/w > layer/MatMul", "split > layer/MatMul",
                                        "x > split", "layer/MatMul > sum", "split > sum", "a > twice", "twice > end"}));
        QCOMPARE(graphOfSavedModel(span(test::sampleSavedModel()), "m").nodes.size(), size_t{8});
    }

    // One name may look as another does when it is told apart from a third.
    void namesOfOursAreOneNodeEach() {
        Graph graph;
        for (const char* name : {"x", "x_1", "x", "x", "x_2"}) graph.addInput(name, Shape{2}, DType::Float32);
        const std::string file = graphDefOf(graph);
        std::set<std::string> names;
        for (const GraphNode& node : graphOfGraphDef(span(file), "graph.pb").nodes) names.insert(node.name);
        QCOMPARE(names.size(), size_t{5});
        QVERIFY(names.contains("x") && names.contains("x_1"));
    }

    void text() {
        const GraphView view = graphOfGraphText(test::sampleGraphText(), "graph.pbtxt");
        QCOMPARE(view.nodes.size(), size_t{3});
        QCOMPARE(edgesOf(view), (std::set<std::string>{"x > layer/MatMul", "layer/w > layer/MatMul"}));
        QCOMPARE(attribute(*find(view, "layer/MatMul"), "strides"), std::string("1, 2, 3"));
        QCOMPARE(attribute(*find(view, "x"), "dtype"), std::string("float32"));
        QCOMPARE(view.tensors[static_cast<size_t>(find(view, "x")->outputs[0])].shape, std::string("32×?"));
        try {
            (void)graphOfGraphText("node {\n name: \"x\"\n op: }", "graph.pbtxt");
            QFAIL("bad text was read");
        } catch (const Error& error) {
            QVERIFY2(std::string(error.what()).find("line 3") != std::string::npos, error.what());
        }
    }

    void byPath() {
        QTemporaryDir folder;
        const auto write = [&](const char* name, const std::string& bytes) {
            const std::string path = folder.filePath(QLatin1String(name)).toStdString();
            std::ofstream(path, std::ios::binary) << bytes;
            return path;
        };
        QVERIFY(QDir(folder.path()).mkdir("model"));
        const std::string onnx = write("a.ONNX", test::sampleOnnx()), graph = write("b.pb", test::sampleGraphDef());
        const std::string text = write("c.pbtxt", test::sampleGraphText());
        write("model/saved_model.pb", test::sampleSavedModel());
        const std::string model = folder.filePath("model").toStdString();
        for (const std::string& path : {onnx, graph, text, model}) {
            QVERIFY(looksLikeGraph(path));
            QVERIFY(!readForeignGraph(path).nodes.empty());
        }
        QVERIFY(!looksLikeGraph(write("d.csv", "1,2")));
        // What is something else under such a name is called what it is.
        const auto refusal = [](const std::string& path) {
            try {
                (void)readForeignGraph(path);
            } catch (const Error& error) {
                return QString::fromStdString(error.what());
            }
            return QStringLiteral("it was read");
        };
        for (const auto& [file, what] : {std::pair(write("g.onnx", "just some words\n"), "a text"),
                                         {write("h.onnx", "%PDF-1.7\n"), "a PDF document"},
                                         {write("i.onnx", ""), "an empty file"},
                                         {write("j.pb", "{\"a\": 1}"), "a JSON file"},
                                         {write("k.onnx", test::sampleOnnx().substr(0, 40)), "cut or damaged"}})
            QVERIFY2(refusal(file).contains(QLatin1String(what)), qPrintable(refusal(file)));
        for (const std::string& path :
             {folder.filePath("none.onnx").toStdString(), write("e.onnx", "hello"), write("f.pb", "")}) {
            try {
                (void)readForeignGraph(path);
                QFAIL(path.c_str());
            } catch (const Error& error) {
                QVERIFY2(std::string(error.what()).find(path) != std::string::npos, error.what());
            }
        }
    }

    // As Keras 2 tells what is called on what.
    void keras2() {
        const auto& [json, read] = readers().at("keras");
        const GraphView view = read(span(json));
        QCOMPARE(edgesOf(view), (std::set<std::string>{"m/i > m/d", "m/d > m/s/r"}));
        QCOMPARE(attribute(*find(view, "m/d"), "units"), std::string("3"));
        const GraphTensor& input = view.tensors[static_cast<size_t>(find(view, "m/d")->inputs[0])];
        QCOMPARE(input.shape, std::string("?×4"));
        QVERIFY_EXCEPTION_THROWN((void)graphOfKeras(std::string(200000, '['), "deep.json"), Error);
        QVERIFY_EXCEPTION_THROWN((void)graphOfKeras("{}", "empty.json"), Error);
        // A model of two outputs, called on by each; and named as its own output a hundred times, by thirty in each
        // other.
        const GraphView two = graphOfKeras(
            R"({"class_name": "Functional", "config": {"layers": [{"class_name": "Functional", "name": "m", "config": )"
            R"({"layers": [{"class_name": "A", "name": "a", "config": {}}, {"class_name": "B", "name": "b", "config": {}}],)"
            R"( "output_layers": [["a", 0, 0], ["b", 0, 0]]}}, {"class_name": "C", "name": "c", "config": {}, )"
            R"("inbound_nodes": [[["m", 0, 1, {}]]]}]}})",
            "two.json");
        QCOMPARE(edgesOf(two), (std::set<std::string>{"Functional/m/b > Functional/c"}));
        std::string deep = R"({"class_name": "A", "name": "m", "config": {}})";
        for (int i = 0; i < 30; ++i) {
            std::string named = R"(["m", 0, 0])";
            for (int k = 0; k < 100; ++k) named += R"(, ["m", 0, 0])";
            deep = R"({"class_name": "Functional", "name": "m", "config": {"layers": [)" + deep +
                   R"(], "output_layers": [)" + named + "]}}";
        }
        QCOMPARE(graphOfKeras(deep, "deep.json").nodes.size(), size_t{1});
    }

    // A thousand files each, cut and with flipped bits.
    void damaged_data() {
        QTest::addColumn<QString>("kind");
        for (const auto& [kind, reader] : readers()) QTest::newRow(kind.c_str()) << QString::fromStdString(kind);
    }
    void damaged() {
        QFETCH(QString, kind);
        const auto& [sample, read] = readers().at(kind.toStdString());
        std::mt19937 random(7);
        int refused = 0;
        for (int i = 0; i < 1000; ++i) {
            std::string bytes = sample;
            if (i % 2) bytes.resize(random() % bytes.size());
            for (unsigned flips = i % 2 ? 0 : 1 + random() % 8; flips > 0; --flips)
                bytes[random() % bytes.size()] ^= static_cast<char>(1 << random() % 8);
            const size_t before = ::mallinfo2().uordblks;
            try {
                const GraphView view = read(span(bytes));
                QVERIFY(::mallinfo2().uordblks - before < 64 * bytes.size() + (1 << 16));
                for (const GraphEdge& edge : view.edges)
                    QVERIFY(edge.to < static_cast<int>(view.nodes.size()) &&
                            edge.tensor < static_cast<int>(view.tensors.size()));
            } catch (const Error& error) {
                QVERIFY(!error.message().empty());
                ++refused;
            }
        }
        QVERIFY(refused > 100);
    }

    // A short file cannot become a large graph.
    void memoryFollowsTheFile() {
        std::string graph;
        for (int i = 0; i < 200000; ++i) graph += test::bytes(1, test::bytes(4, "A"));
        const std::string bomb = test::bytes(7, graph);
        QVERIFY_EXCEPTION_THROWN((void)graphOfOnnx(span(bomb), "bomb.onnx"), Error);
        std::string name;
        for (int i = 0; i < 500000; ++i) name += "a/";
        const GraphView deep =
            graphOfGraphDef(span(test::bytes(1, test::bytes(1, name) + test::bytes(2, "A"))), "deep.pb");
        QVERIFY(deep.groups.size() < 64);
        std::string nested;
        for (int i = 0; i < 5000; ++i) nested = "a{" + nested + "}";
        QVERIFY_EXCEPTION_THROWN((void)graphOfGraphText(nested, "deep.pbtxt"), Error);
    }

    // What onnx and tensorflow find in files that PyTorch and TensorFlow wrote.
    void asTheirOwnLibrariesReadThem() {
        const QDir folder(QStringLiteral(TENSORLOOM_SOURCE_DIR "/tests/reference/graphs"));
        std::ifstream file(folder.filePath("expected.json").toStdString());
        QVERIFY(file.good());
        const auto expected = nlohmann::json::parse(file);
        QVERIFY(expected.size() >= 6);
        for (const auto& [name, graph] : expected.items()) {
            const GraphView view = readForeignGraph(folder.filePath(QString::fromStdString(name)).toStdString());
            std::multiset<std::string> nodes, wanted;
            for (const GraphNode& node : view.nodes)
                if (node.op != "Input") nodes.insert(node.op + " " + node.name);
            for (const auto& node : graph["nodes"]) wanted.insert(node.get<std::string>());
            QVERIFY2(nodes == wanted, name.c_str());
            std::set<std::string> edges;
            for (const auto& edge : graph["edges"]) edges.insert(edge.get<std::string>());
            QVERIFY2(edgesOf(view) == edges, name.c_str());
            std::map<std::string, std::string> weights;
            for (const GraphTensor& tensor : view.tensors)
                if (tensor.weights) weights[tensor.name] = tensor.type + " " + tensor.shape;
            std::map<std::string, std::string> wantedWeights;
            for (const auto& [weight, text] : graph["weights"].items()) wantedWeights[weight] = text.get<std::string>();
            QVERIFY2(weights == wantedWeights, name.c_str());
        }
    }
};

QTEST_APPLESS_MAIN(TestForeignGraphs)

}  // namespace test_foreign_graphs

#include "test_foreign_graphs.moc"
