// The network as the canvas sees it: small signals for small edits, reports of the newest revision only, words and
// badges.
#include <QSignalSpy>
#include <QtTest>

#include "engine/layers/layer_type.h"
#include "engine/model/templates.h"
#include "ui/commands/network_edits.h"
#include "ui/models/network_model.h"
#include "ui/models/property_rows.h"
#include "ui/models/text_formats.h"

namespace test_network_model {

using namespace tl;

class TestNetworkModel : public QObject {
    Q_OBJECT
private slots:
    void reportArrivesWithShapesAndParameters() {
        JobTracker jobs;
        NetworkModel model(jobs);
        model.setFacts({Shape{1, 28, 28}, 10}, QStringLiteral("digits"));
        model.setSpec(findTemplate("mlp").make(model.facts()));
        QTRY_VERIFY(model.reportIsCurrent());
        QVERIFY(model.report().ok());
        QCOMPARE(model.errors(), 0);
        QVERIFY(model.report().parameters > 0);
        bool badge = false, label = false, data = false;
        for (const QString& id : model.nodeIds()) {
            badge |= !model.node(id).badge.isEmpty();
            data |= model.node(id).summary.contains(QStringLiteral("digits"));
        }
        for (const CanvasLink& link : model.links()) label |= link.label.contains(QStringLiteral("1×28×28"));
        QVERIFY(badge && label && data);
    }

    // Values of 16 bits take half of what those of float32 take; the images are bytes and stay so. A precision that
    // there is not, of another version's project, is nothing to fall over.
    void activationsAreOfTheTrainingsPrecision() {
        JobTracker jobs;
        NetworkModel model(jobs);
        model.setFacts({Shape{1, 28, 28}, 10}, QStringLiteral("digits"));
        model.setSpec(findTemplate("mlp").make(model.facts()));
        QTRY_VERIFY(model.reportIsCurrent());
        const auto bytes = [&] {
            double all = 0;
            for (const auto& [id, node] : model.report().nodes) all += model.activationBytes(node);
            return all;
        };
        const double images = model.activationBytes(model.report().nodes.at("input"));
        QCOMPARE(images, 28.0 * 28 * model.batch());
        const double whole = bytes();
        QVERIFY(whole > images);
        TrainingSpec training;
        for (const char* half : {"bfloat16", "float16", "fp8"}) {
            QSignalSpy told(&model, &NetworkModel::reportChanged);
            training.precision = half;
            model.setTraining(training);
            QTRY_VERIFY(!told.isEmpty());
            QCOMPARE(bytes(), images + (whole - images) / 2);
        }
        for (const char* wide : {"tf32", "of another version"}) {
            training.precision = wide;
            model.setTraining(training);
            QCOMPARE(bytes(), whole);
        }
        model.setFacts(model.facts(), QStringLiteral("digits"), DType::Float32);
        QTRY_VERIFY(model.reportIsCurrent());
        QCOMPARE(bytes(), whole + 3 * images);
    }

    // The shape of what a wire brings stands between two cards, also where these are higher by a strip of pictures.
    void liveCardsLeaveTheWiresTheirRoom() {
        JobTracker jobs;
        NetworkModel model(jobs);
        model.setFacts({Shape{1, 28, 28}, 10}, QStringLiteral("digits"));
        model.setSpec(findTemplate("lenet").make(model.facts()));
        const auto gaps = [&] {
            QVector<double> all;
            for (const CanvasLink& link : model.links()) {
                const CanvasNode from = model.node(link.from), to = model.node(link.to);
                all << to.position.y() - from.position.y() - from.size().height();
            }
            return all;
        };
        const QVector<double> before = gaps();
        QVERIFY(before.size() > 5);
        QHash<QString, LiveStrip> strips;
        for (const QString& id : model.nodeIds()) strips[id] = {};
        model.setRoomForLive(true);
        model.setLive(strips);
        const QVector<double> now = gaps();
        for (qsizetype i = 0; i < now.size(); ++i)
            QVERIFY2(now[i] >= before[i] - 1, qPrintable(QStringLiteral("%1, was %2").arg(now[i]).arg(before[i])));
    }

    void onlyTheNewestRevisionIsTaken() {
        JobTracker jobs;
        NetworkModel model(jobs);
        model.setFacts({Shape{1, 28, 28}, 10}, QStringLiteral("digits"));
        QSignalSpy reports(&model, &NetworkModel::reportChanged);
        NetworkSpec network = findTemplate("lenet").make(model.facts());
        for (int i = 0; i < 10; ++i) {
            edits::addLayer(network, "Dropout", {i * 10.0, 0});
            model.setSpec(network);
            model.validateNow();
        }
        QTRY_VERIFY(model.reportIsCurrent());
        QCOMPARE(reports.count(), 1);
        QCOMPARE(model.report().nodes.size(), network.nodes.size());
    }

    // A report tells the nodes that look different because of it, and no others.
    void aReportTellsWhatItChanged() {
        JobTracker jobs;
        NetworkModel model(jobs);
        model.setFacts({Shape{1, 28, 28}, 10}, QStringLiteral("digits"));
        NetworkSpec network = findTemplate("lenet").make(model.facts());
        model.setSpec(network);
        QTRY_VERIFY(model.reportIsCurrent());
        for (const QString& id : model.nodeIds()) model.node(id);
        const auto dense = std::find_if(network.nodes.begin(), network.nodes.end(),
                                        [](const NodeSpec& node) { return node.type == "Dense"; });
        QSignalSpy changed(&model, &GraphModel::nodeChanged), labels(&model, &GraphModel::labelsChanged);
        edits::setProperty(network, dense->id, "use_bias", false);
        model.setSpec(network);
        QTRY_VERIFY(model.reportIsCurrent());
        QCOMPARE(labels.count(), 0);  // no shape is another
        for (const auto& arguments : changed) QCOMPARE(arguments[0].toString(), QString::fromStdString(dense->id));
        QCOMPARE(changed.count(), 2);  // its summary with the edit, its count with the report
        edits::setProperty(network, dense->id, "units", int64_t{33});
        model.setSpec(network);
        QTRY_VERIFY(model.reportIsCurrent());
        QCOMPARE(labels.count(), 1);
    }

    void refusesCyclesWhicheverEndIsInHand() {
        JobTracker jobs;
        NetworkModel model(jobs);
        NetworkSpec network;
        for (const char* id : {"a", "b", "c", "d"}) network.nodes.push_back({id, "Add", 1, {}, 0, 0, {}});
        network.links = {{"a", "b", 0}, {"b", "c", 0}, {"a", "d", 0}};
        model.setSpec(network);
        const auto cycle = [&](const char* from, const char* to) {
            return model.refuses(QLatin1String(from), QLatin1String(to), 1).contains(QStringLiteral("cycle"));
        };
        for (int round = 0; round < 2; ++round) {
            QVERIFY(cycle("c", "a") && cycle("c", "b") && !cycle("c", "d"));  // the output is in hand
            QVERIFY(cycle("c", "a") && cycle("b", "a") && cycle("d", "a"));   // the input is
            QVERIFY(!cycle("a", "c") && !cycle("d", "b"));
        }
        network.links.push_back({"d", "c", 2});
        model.setSpec(network);
        QVERIFY(cycle("c", "d"));
    }

    void smallEditsGiveSmallSignals() {
        JobTracker jobs;
        NetworkModel model(jobs);
        NetworkSpec network = findTemplate("lenet").make({Shape{1, 28, 28}, 10});
        model.setSpec(network);
        QTRY_VERIFY(model.reportIsCurrent());
        QSignalSpy structure(&model, &GraphModel::structureChanged), node(&model, &GraphModel::nodeChanged);
        edits::move(network, {network.nodes[1].id}, {5, 5});
        model.setSpec(network);
        QCOMPARE(structure.count(), 0);
        QCOMPARE(node.count(), 1);
        QVERIFY(model.reportIsCurrent());  // a position means nothing to validation
        edits::disconnect(network, {network.links[0]});
        model.setSpec(network);
        QCOMPARE(structure.count(), 1);
        QVERIFY(!model.reportIsCurrent());
    }

    void mistakesAreOnTheNodeTheWireAndAsRepairs() {
        JobTracker jobs;
        NetworkModel model(jobs);
        model.setFacts({Shape{1, 28, 28}, 10}, QStringLiteral("digits"));
        NetworkSpec network = findTemplate("lenet").make(model.facts());
        for (const NodeSpec& node : NetworkSpec(network).nodes)
            if (node.type == "Flatten") edits::removeLayers(network, {node.id}, true);
        model.setSpec(network);
        QTRY_VERIFY(model.reportIsCurrent());
        QVERIFY(model.errors() > 0);
        bool wrongWire = false, repairs = false;
        for (const CanvasLink& link : model.links()) wrongWire |= link.wrong;
        for (const QString& id : model.nodeIds())
            repairs |= !model.node(id).error.isEmpty() && !model.node(id).repairs.isEmpty();
        QVERIFY(wrongWire && repairs);
    }

    void linksThatCannotBeAreRefusedWithAReason() {
        JobTracker jobs;
        NetworkModel model(jobs);
        NetworkSpec network = findTemplate("mlp").make({Shape{1, 28, 28}, 10});
        model.setSpec(network);
        const QString first = model.nodeIds().first();
        const LinkSpec link = network.links.back();
        QVERIFY(!model.refuses(first, first, 0).isEmpty());
        QVERIFY(!model.refuses(QString::fromStdString(link.to), QString::fromStdString(link.from), 0).isEmpty());
        QVERIFY(!model.refuses(QString::fromStdString(link.from), QString::fromStdString(link.to), 5).isEmpty());
        QVERIFY(!model.refuses(QStringLiteral("nobody"), first, 0).isEmpty());
    }

    void unknownLayersArePlaceholders() {
        JobTracker jobs;
        NetworkModel model(jobs);
        NetworkSpec network;
        network.nodes.push_back({"mystery_1", "Mystery", 1, {}, 0, 0, "{\"a\": 1}"});
        model.setSpec(network);
        QVERIFY(model.node(QStringLiteral("mystery_1")).placeholder);
        QVERIFY(model.node(QStringLiteral("mystery_1")).summary.contains(QStringLiteral("Mystery")));
        QTRY_VERIFY(model.reportIsCurrent());
        QVERIFY(model.errors() > 0);
    }

    void propertyRowsGoThereAndBack() {
        for (const LayerType& type : allLayers()) {
            for (const Property& property : type.properties) {
                const PropertyValue back = fromVariant(property.kind, toVariant(property.defaultValue));
                QVERIFY2(back == property.defaultValue, (type.id + "." + property.key).c_str());
            }
            for (const PropertyRow& row : propertyRows(type.properties, {})) {
                QCOMPARE(row.problem, QString());
                if (row.judge) QCOMPARE(row.judge(row.value.toString()), QString());
            }
            if (type.properties.empty()) continue;
            Properties values;
            const Property& first = type.properties.front();
            assign(type.properties, values, QString::fromStdString(first.key), toVariant(first.defaultValue));
            QVERIFY(values.empty());  // a default is not kept
        }
    }

    // What cannot be read is refused at the field; what it says together with the network is validation's.
    void textsAreRead_data() {
        QTest::addColumn<QString>("good");
        QTest::addColumn<QString>("wrong");
        QTest::newRow("class_weight") << "balanced|1, 2.5 1|0"
                                      << "abc|1, x|-1";
        QTest::newRow("lr_mult") << "bias$=2, gamma=0.5"
                                 << "bias$|gamma=x";
        QTest::newRow("exclude_from_weight_decay") << "bias$, gamma"
                                                   << "(";
        QTest::newRow("mean") << "0.5|0.5 -1, 2"
                              << "half";
        QTest::newRow("values") << "1 0.1 0.01"
                                << "1 tenth";
    }
    void textsAreRead() {
        QFETCH(QString, good);
        QFETCH(QString, wrong);
        const TextFormat format = textFormatOf(QTest::currentDataTag());
        QCOMPARE(format.judge(format.example.section(QStringLiteral(" / "), 0, 0)), QString());
        for (const QString& text : good.split(QLatin1Char('|'))) QCOMPARE(format.judge(text), QString());
        for (const QString& text : wrong.split(QLatin1Char('|'))) {
            const QString sentence = format.judge(text);
            QVERIFY2(sentence.endsWith(QLatin1Char('.')) && !sentence.endsWith(QStringLiteral("..")),
                     qPrintable(text + QStringLiteral(": ") + sentence));
        }
        QVERIFY(!textFormatOf("filepath").judge);
    }
};

QTEST_GUILESS_MAIN(TestNetworkModel)

}  // namespace test_network_model

#include "test_network_model.moc"
