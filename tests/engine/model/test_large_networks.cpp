// Networks of thousands of layers, and sizes that no memory holds: counted, told at the layer at fault, and stopped
// when asked to.
#include <QtTest>
#include <algorithm>

#include "engine/model/build.h"
#include "engine/model/padding_check.h"
#include "engine/model/validation.h"

namespace test_large_networks {

using namespace tl;

namespace {

const DataFacts kDigits{Shape{1, 28, 28}, 10};

struct Chain {
    NetworkSpec network;
    void add(const std::string& id, const std::string& type, Properties properties = {}) {
        NodeSpec node;
        node.id = id;
        node.type = type;
        node.properties = std::move(properties);
        if (!network.nodes.empty()) network.links.push_back({network.nodes.back().id, id, 0});
        network.nodes.push_back(std::move(node));
    }
    void end() {
        add("pool", "GlobalAveragePooling2D");
        add("dense", "Dense", {{"units", int64_t{10}}});
        add("output", "Output");
    }
};

}  // namespace

class TestLargeNetworks : public QObject {
    Q_OBJECT
private slots:
    // 28 pixels, made 64 times as wide and high five times over.
    void sizesThatOverflowAreTheLayersFault() {
        Chain chain;
        chain.add("input", "Input");
        for (int i = 1; i <= 5; ++i)
            chain.add("up_" + std::to_string(i), "UpSampling2D", {{"size", std::vector<int64_t>{64, 64}}});
        chain.end();
        const NetworkReport report = validate(chain.network, kDigits);
        QVERIFY(!report.ok());
        QCOMPARE(report.diagnostics.size(), size_t{1});
        QCOMPARE(report.diagnostics[0].node, std::string("up_3"));  // 7,340,032 pixels wide and high
        QVERIFY(QString::fromStdString(report.diagnostics[0].message.english())
                    .contains(QStringLiteral("7340032×7340032")));
        QVERIFY(report.nodes.at("up_2").outputKnown && !report.nodes.at("up_3").outputKnown);
        QVERIFY_THROWS_EXCEPTION(std::exception, build(chain.network, kDigits, 32, true));
    }

    void weightsThatOverflowAreTheLayersFault() {
        Chain chain;
        chain.add("input", "Input");
        chain.add("up_1", "UpSampling2D", {{"size", std::vector<int64_t>{64, 64}}});
        chain.add("up_2", "UpSampling2D", {{"size", std::vector<int64_t>{8, 8}}});
        chain.add("flatten", "Flatten");
        chain.add("dense", "Dense", {{"units", int64_t{1} << 20}});  // 205 million inputs each
        chain.add("output", "Output");
        const NetworkReport report = validate(chain.network, kDigits);
        QVERIFY(!report.ok());
        const auto fault = std::find_if(report.diagnostics.begin(), report.diagnostics.end(),
                                        [](const Diagnostic& d) { return d.node == "dense"; });
        QVERIFY(fault != report.diagnostics.end());
        QVERIFY(QString::fromStdString(fault->message.english()).contains(QStringLiteral("dense/kernel")));
    }

    // Of as many layers as a file may hold.
    void aLongCircle() {
        Chain chain;
        constexpr size_t kLayers = 200000;
        for (size_t i = 0; i < kLayers; ++i) chain.add(std::to_string(i), "Activation");
        chain.network.links.push_back({chain.network.nodes.back().id, "0", 0});
        const Links links(chain.network);
        QVERIFY(links.order.empty());
        QCOMPARE(links.cycles.size(), size_t{1});
        QCOMPARE(links.cycles[0].size(), kLayers);
    }

    // Trying what makes ways even is a walk through the network for each layer and merge: the first few get it, and
    // none once it is stopped.
    void mergesThatDoNotFitAreTriedAFewAtATime() {
        Chain chain;
        chain.add("input", "Input");
        chain.add("stem", "Conv2D");
        for (int i = 0; i < 40; ++i) {
            const std::string conv = "conv_" + std::to_string(i), merge = "add_" + std::to_string(i);
            chain.add(conv, "Conv2D");
            chain.network.links.back().from = "stem";
            chain.add(merge, "Add");
            chain.network.links.push_back({"stem", merge, 1});
        }
        const Links links(chain.network);
        const auto padded = [](const Check& check) {
            return std::ranges::count_if(check.report.diagnostics, [](const Diagnostic& told) {
                return !told.repairs.empty() && told.repairs[0].key == "padding";
            });
        };
        Check check = checkNetwork(chain.network, links, kDigits);
        QCOMPARE(padded(check), 8);
        for (Diagnostic& told : check.report.diagnostics) told.repairs.clear();
        std::stop_source stop;
        stop.request_stop();
        offerPadding(chain.network, links, kDigits, check, stop.get_token());
        QCOMPARE(padded(check), 0);
    }

    void whatIsStoppedComesBackAtOnce() {
        Chain chain;
        chain.add("input", "Input");
        for (int i = 0; i < 500; ++i) chain.add("act_" + std::to_string(i), "Activation");
        chain.end();
        std::stop_source stop;
        QVERIFY(validate(chain.network, kDigits, stop.get_token()).ok());
        stop.request_stop();
        const NetworkReport stopped = validate(chain.network, kDigits, stop.get_token());
        QVERIFY(stopped.nodes.size() < chain.network.nodes.size());
    }
};

QTEST_APPLESS_MAIN(TestLargeNetworks)

}  // namespace test_large_networks

#include "test_large_networks.moc"
