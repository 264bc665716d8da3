// Templates on several data sets, property assignments, and how auto-layout draws them.
#include <QtTest>
#include <cmath>
#include <set>

#include "engine/core/error.h"
#include "engine/model/build.h"
#include "engine/model/templates.h"

namespace test_templates {

using namespace tl;

namespace {

constexpr double kWidth = 200, kHeight = 46;

const DataFacts kData[] = {{{1, 28, 28}, 10}, {{3, 32, 32}, 10}, {{3, 64, 48}, 5}, {{1, 28, 28}, 2}};

// Nodes that a straight wire from the bottom middle of `from` to the top middle of `to` runs through.
bool wireIsHidden(const NetworkSpec& network, const NodeSpec& from, const NodeSpec& to) {
    const double x0 = from.x + kWidth / 2, y0 = from.y + kHeight, x1 = to.x + kWidth / 2, y1 = to.y;
    for (const NodeSpec& node : network.nodes) {
        if (node.id == from.id || node.id == to.id) continue;
        for (double t = 0.02; t < 1; t += 0.02) {
            const double x = x0 + t * (x1 - x0), y = y0 + t * (y1 - y0);
            if (x > node.x && x < node.x + kWidth && y > node.y && y < node.y + kHeight) return true;
        }
    }
    return false;
}

bool overlaps(const NetworkSpec& network) {
    for (size_t i = 0; i < network.nodes.size(); ++i)
        for (size_t j = 0; j < i; ++j)
            if (std::abs(network.nodes[i].x - network.nodes[j].x) < kWidth &&
                std::abs(network.nodes[i].y - network.nodes[j].y) < kHeight)
                return true;
    return false;
}

void add(NetworkSpec& network, const std::string& id, const std::string& type, std::vector<std::string> inputs) {
    NodeSpec node;
    node.id = id;
    node.type = type;
    network.nodes.push_back(node);
    for (size_t port = 0; port < inputs.size(); ++port)
        network.links.push_back({inputs[port], id, static_cast<int>(port)});
}

QString said(const std::function<void()>& action) {
    try {
        action();
    } catch (const Error& error) {
        return QString::fromStdString(error.message().english());
    }
    return {};
}

}  // namespace

class TestTemplates : public QObject {
    Q_OBJECT

    static void templateRows() {
        QTest::addColumn<QString>("name");
        QTest::addColumn<int>("data");
        for (const NetworkTemplate& entry : allTemplates())
            for (int i = 0; i < 4; ++i)
                QTest::addRow("%s %s", entry.id.c_str(), kData[i].shape.toString().c_str())
                    << QString::fromStdString(entry.id) << i;
    }

private slots:
    void list() {
        QStringList ids;
        for (const NetworkTemplate& entry : allTemplates()) {
            ids << QString::fromStdString(entry.id);
            QVERIFY(!entry.title.empty() && entry.help.english().back() == '.');
        }
        QCOMPARE(ids, QStringList({"linear", "mlp", "lstm", "lenet", "airbench94_muon", "vit", "resnet20", "resnet18",
                                   "vit_tiny", "resnet50"}));
        QVERIFY(
            said([] { findTemplate("vgg"); }).contains("There are: linear, mlp, lstm, lenet, airbench94_muon, vit, "));
    }

    void fitAnyDataSet_data() { templateRows(); }
    void fitAnyDataSet() {
        QFETCH(QString, name);
        QFETCH(int, data);
        const NetworkReport report = validate(findTemplate(name.toStdString()).make(kData[data]), kData[data]);
        QVERIFY2(report.diagnostics.empty(),
                 report.diagnostics.empty() ? "" : report.diagnostics[0].message.english().c_str());
        QCOMPARE(report.nodes.at("output").inputs.at(0).elements(), int64_t{kData[data].classes});
    }

    // Weights as the papers' networks have them for 1000 classes: torchvision's resnet18 and resnet50, timm's
    // vit_tiny_patch16_224 without its class token (192 and 192 for its place).
    void largeNetworksAreThePapers_data() {
        QTest::addColumn<qlonglong>("weights");
        QTest::addColumn<QStringList>("shapes");
        QTest::newRow("resnet18") << qlonglong{11'689'512}
                                  << QStringList{"conv1_conv 64x112x112",         "pool1_pool 64x56x56",
                                                 "conv2_block2_out 64x56x56",     "conv3_block1_1_conv 128x28x28",
                                                 "conv3_block1_0_conv 128x28x28", "conv4_block2_out 256x14x14",
                                                 "conv5_block2_out 512x7x7",      "predictions 1000"};
        QTest::newRow("resnet50") << qlonglong{25'557'032}
                                  << QStringList{"conv1_conv 64x112x112",         "pool1_pool 64x56x56",
                                                 "conv2_block3_out 256x56x56",    "conv3_block1_1_conv 128x56x56",
                                                 "conv3_block1_2_conv 128x28x28", "conv3_block1_0_conv 512x28x28",
                                                 "conv3_block4_out 512x28x28",    "conv4_block6_out 1024x14x14",
                                                 "conv5_block3_out 2048x7x7",     "predictions 1000"};
        QTest::newRow("vit_tiny") << qlonglong{5'717'416 - 2 * 192}
                                  << QStringList{"patches_1 196x192", "add_24 196x192", "dense_25 1000"};
    }
    void largeNetworksAreThePapers() {
        QFETCH(qlonglong, weights);
        QFETCH(QStringList, shapes);
        const NetworkTemplate& entry = findTemplate(QTest::currentDataTag());
        QCOMPARE(entry.pixels, int64_t{224});
        const DataFacts photos{{3, 224, 224}, 1000};
        const NetworkSpec network = entry.make(photos);
        const BuiltNetwork built = build(network, photos, 1, true);
        qlonglong count = 0;
        for (const BuiltParameter& parameter : built.parameters)
            count += built.graph.value(parameter.value).shape.elements();
        QCOMPARE(count, weights);
        QStringList found;
        for (const QString& wanted : shapes) {
            const std::string node = wanted.section(' ', 0, 0).toStdString();
            QVERIFY2(built.outputs.count(node), node.c_str());
            const Shape shape = built.graph.value(built.outputs.at(node)).shape.withoutBatch();
            QStringList extents;
            for (const int64_t extent : shape) extents << QString::number(extent);
            found << QString::fromStdString(node) + ' ' + extents.join('x');
        }
        QCOMPARE(found, shapes);
    }

    // airbench94_muon's weights, as its script has them for 10 classes: 3 x 2 x 2 patches in both signs, three groups,
    // a head without bias; of the whitening only the bias trains, of the normalisations only the shift.
    void airbenchIsTheScripts() {
        const DataFacts images{{3, 32, 32}, 10};
        const NetworkSpec network = findTemplate("airbench94_muon").make(images);
        const BuiltNetwork built = build(network, images, 2, true);
        const int64_t groups = 24 * 64 * 9 + 64 * 64 * 9 + 64 * 256 * 9 + 3 * 256 * 256 * 9;
        int64_t trained = 0, fixed = 0;
        for (const BuiltParameter& parameter : built.parameters)
            (parameter.trainable ? trained : fixed) += built.graph.value(parameter.value).shape.elements();
        QCOMPARE(fixed, int64_t{24 * 12});
        QCOMPARE(trained, int64_t{24} + groups + 2 * (64 + 256 + 256) + 2560);
        for (const auto& [id, shape] : {std::pair{"whiten", Shape{2, 24, 31, 31}},
                                        {"conv_2", Shape{2, 64, 15, 15}},
                                        {"conv_6", Shape{2, 256, 3, 3}},
                                        {"head", Shape{2, 10}}})
            QCOMPARE(built.graph.value(built.outputs.at(id)).shape, shape);
        ModelState state;
        initialize(built, 1, state);
        double square = 0;
        const auto head = state.at("head/kernel").as<float>();
        for (const float value : head) square += double{value} * double{value};
        QVERIFY(std::abs(square / static_cast<double>(head.size()) - 1) < 0.1);
    }

    // Filters as torchvision draws them: normal, of variance 2 / (filters * places).
    void residualFiltersAreDrawnAsTorchvisions() {
        const DataFacts photos{{3, 64, 64}, 10};
        ModelState state;
        initialize(findTemplate("resnet18").make(photos), photos, 1, state);
        for (const auto& [name, filters, places] :
             {std::tuple{"conv1_conv/kernel", 64, 49}, std::tuple{"conv4_block1_1_conv/kernel", 256, 9},
              std::tuple{"conv4_block1_0_conv/kernel", 256, 1}}) {
            const auto values = state.at(name).as<float>();
            double sum = 0, squares = 0, largest = 0;
            for (const float value : values) {
                sum += value, squares += double{value} * value;
                largest = std::max(largest, std::abs(double{value}));
            }
            const double n = static_cast<double>(values.size()), deviation = std::sqrt(2.0 / (filters * places));
            QVERIFY2(std::abs(sum / n) < 5 * deviation / std::sqrt(n), name);
            QVERIFY2(std::abs(std::sqrt(squares / n) / deviation - 1) < 5 / std::sqrt(2 * n), name);
            QVERIFY2(largest > 3 * deviation, name);  // nothing is cut
        }
        for (const char* name : {"conv1_bn/gamma", "conv5_block2_2_bn/gamma"})
            for (const float value : state.at(name).as<float>()) QCOMPARE(value, 1.0f);
    }

    void withoutDataSet() {
        for (const NetworkTemplate& entry : allTemplates()) {
            const NetworkSpec network = entry.make({});
            QVERIFY(validate(network, {{3, 32, 32}, 10}).ok());
        }
    }

    void areDrawnClearly_data() { templateRows(); }
    void areDrawnClearly() {
        QFETCH(QString, name);
        QFETCH(int, data);
        const NetworkSpec network = findTemplate(name.toStdString()).make(kData[data]);
        QVERIFY(!overlaps(network));
        for (const LinkSpec& link : network.links) {
            const NodeSpec &from = *network.find(link.from), &to = *network.find(link.to);
            QVERIFY2(to.y > from.y, (link.from + " to " + link.to).c_str());
            QVERIFY2(!wireIsHidden(network, from, to), (link.from + " to " + link.to).c_str());
        }
        QCOMPARE(network.find("input")->x, network.find("output")->x);  // the trunk is straight
    }

    void branchesStandSideBySide() {
        NetworkSpec network;
        add(network, "input", "Input", {});
        for (const char* id : {"a", "b", "c", "d"}) add(network, id, "Conv2D", {"input"});
        add(network, "b2", "Conv2D", {"b"});
        add(network, "joined", "Concatenate", {"a", "b2", "c", "d"});
        add(network, "output", "Output", {"joined"});
        autoLayout(network);
        QVERIFY(!overlaps(network));
        std::set<double> columns;
        for (const char* id : {"a", "b", "c", "d"}) columns.insert(network.find(id)->x);
        QCOMPARE(columns.size(), size_t{4});
        QCOMPARE(*columns.rbegin() - *columns.begin(), 3 * 240.0);
        for (const LinkSpec& link : network.links)
            QVERIFY2(!wireIsHidden(network, *network.find(link.from), *network.find(link.to)),
                     (link.from + " to " + link.to).c_str());
    }

    // Each as if it were alone, and all of them about as wide as a screen.
    void partsStandBesideEachOther() {
        constexpr int kParts = 60;
        NetworkSpec alone, all;
        const auto addPart = [](NetworkSpec& network, const std::string& part) {
            add(network, part + "in", "Input", {});
            add(network, part + "a", "Conv2D", {part + "in"});
            add(network, part + "b", "Conv2D", {part + "a"});
            add(network, part + "sum", "Add", {part + "in", part + "b"});
        };
        addPart(alone, "0_");
        autoLayout(alone);
        for (int part = 0; part < kParts; ++part) addPart(all, std::to_string(part) + "_");
        autoLayout(all);
        QVERIFY(!overlaps(all));
        double right = 0, bottom = 0;
        for (int part = 0; part < kParts; ++part) {
            const std::string prefix = std::to_string(part) + "_";
            const NodeSpec& first = *all.find(prefix + "in");
            for (const char* id : {"a", "b", "sum"}) {
                const NodeSpec& one = *all.find(prefix + id);
                QCOMPARE(one.x - first.x, alone.find(std::string("0_") + id)->x - alone.find("0_in")->x);
                QCOMPARE(one.y - first.y, alone.find(std::string("0_") + id)->y - alone.find("0_in")->y);
                right = std::max(right, one.x);
                bottom = std::max(bottom, one.y);
            }
        }
        QVERIFY2(right / bottom > 0.8 && right / bottom < 3.2, qPrintable(QString::number(right / bottom)));
    }

    void cyclesAndLooseNodesAreLaidOutToo() {
        NetworkSpec network = findTemplate("lenet").make(kData[0]);
        add(network, "loose_1", "Dropout", {});
        add(network, "loose_2", "Dropout", {});
        add(network, "ring_1", "Add", {});
        add(network, "ring_2", "Add", {"ring_1"});
        network.links.push_back({"ring_2", "ring_1", 0});
        autoLayout(network);
        QVERIFY(!overlaps(network));
        NetworkSpec empty;
        autoLayout(empty);
    }

    void thousandNodes() {
        NetworkSpec network;
        add(network, "n0", "Input", {});
        for (int i = 1; i < 1000; ++i) {
            std::vector<std::string> inputs = {"n" + std::to_string(i - 1)};
            if (i % 3 == 0) inputs.insert(inputs.begin(), "n" + std::to_string(i - 3));
            add(network, "n" + std::to_string(i), i % 3 == 0 ? "Add" : "Conv2D", inputs);
        }
        autoLayout(network);
        QVERIFY(!overlaps(network));
    }

    void assignments() {
        NetworkSpec network = findTemplate("lenet").make(kData[0]);
        tl::setProperty(network, "dense_1.units=256");
        QVERIFY(network.find("dense_1")->properties.at("units") == PropertyValue(int64_t{256}));
        tl::setProperty(network, "conv_1.kernel_size=3x3");  // the default is not written
        QVERIFY(!network.find("conv_1")->properties.count("kernel_size"));
        tl::setProperty(network, "rescaling_1.scale=1/128");
        QVERIFY(network.find("rescaling_1")->properties.at("scale") == PropertyValue(1.0 / 128));
        const NetworkSpec before = network;
        const auto attempt = [&](const char* text) { return said([&] { tl::setProperty(network, text); }); };
        QVERIFY(attempt("dense_9.units=3").startsWith("The network has no layer \"dense_9\". It has: input, "));
        QVERIFY(attempt("dense_1.unit=3").startsWith("dense_1 (Dense) has no property \"unit\". It has: units, "));
        QCOMPARE(attempt("dense_1.units=0"), QString("dense_1 (Dense): units must be between 1 and 1048576, not 0."));
        QVERIFY(attempt("dense_1.units=many").contains("must be a whole number"));
        QVERIFY(attempt("units=3").contains("node.property=value"));
        QVERIFY(attempt("dense_1.=3").contains("node.property=value"));
        QVERIFY(network == before);
    }

    void freshIds() {
        NetworkSpec network;
        QCOMPARE(network.freshId("input"), std::string("input"));
        network = findTemplate("lenet").make(kData[0]);
        QCOMPARE(network.freshId("input"), std::string("input_1"));
        QCOMPARE(network.freshId("conv"), std::string("conv_3"));
        QVERIFY(network.reaches("conv_1", "output") && !network.reaches("output", "conv_1"));
    }

    // An error of a property says whose it is.
    void propertiesNameTheirLayer() {
        NetworkSpec network = findTemplate("mlp").make({Shape{1, 28, 28}, 10});
        for (const char* wrong : {"dense_1.units=0", "dense_1.units=many", "dense_1.size=3"}) try {
                tl::setProperty(network, wrong);
                QFAIL("accepted");
            } catch (const Error& error) {
                QVERIFY2(std::string_view(error.what()).starts_with("dense_1 (Dense)"), error.what());
            }
    }
};

QTEST_GUILESS_MAIN(TestTemplates)

}  // namespace test_templates

#include "test_templates.moc"
