// Live pictures: switched on, the layers of a run under way show what they make; what is kept of the network and what a
// person watches do not change by it.
#include <QtTest>
#include <cmath>

#include "engine/model/templates.h"
#include "ui/models/watch_list.h"
#include "ui/models/workbench.h"

namespace test_live_layers {

using namespace tl;

namespace {

WatchedRecord gradient(const std::string& name, double sumOfSquares, int64_t nonFinite = 0) {
    Statistics statistics;
    statistics.count = 100;
    statistics.nonFinite = nonFinite;
    statistics.sumOfSquares = sumOfSquares;
    return {1, 0, name, Measured{statistics}};
}

}  // namespace

class TestLiveLayers : public QObject {
    Q_OBJECT
private slots:
    void layersShowWhatTheyMake() {
        Workbench bench;
        bench.data.open(QStringLiteral("sample"));
        QTRY_COMPARE(bench.data.state(), DataSetModel::State::Ready);
        bench.network.setFacts(bench.data.facts(), QStringLiteral("sample"));
        bench.network.setSpec(findTemplate("lenet").make(bench.data.facts()));
        QTRY_VERIFY(bench.network.reportIsCurrent());
        const NetworkSpec spec = bench.network.spec();
        const double below = bench.network.node("conv_2").position.y();
        TrainingSpec training = bench.training.spec();
        training.epochs = 1000;
        bench.training.setSpec(training);

        bench.live.setOn(true);
        QVERIFY(bench.network.node("conv_2").position.y() > below);  // room for strips
        QCOMPARE(bench.network.fromCanvas(bench.network.node("conv_2").position).y(), below);
        bench.controller.start();
        const auto live = [&](const char* id) { return bench.network.node(QLatin1String(id)).live; };
        QTRY_VERIFY(live("conv_1") && !live("conv_1")->maps.isEmpty());
        const Shape output = bench.network.report("conv_1")->output;
        QCOMPARE(live("conv_1")->maps.size(), std::min<int64_t>(output[0], 8));
        QCOMPARE(live("conv_1")->maps[0].size(), QSize(int(output[2]), int(output[1])));
        QTRY_VERIFY(live("dense_1") && live("dense_1")->bars.size() == 30);
        QTRY_VERIFY(live("conv_1")->bars.size() == 30);  // beside its maps
        QTRY_VERIFY(live("conv_1")->gradient.startsWith(QStringLiteral("∇ ")));
        QTRY_VERIFY(!live("conv_1")->time.isEmpty());
        QTRY_VERIFY(live("conv_1")->dead.endsWith(QStringLiteral("% dead")));
        QCOMPARE(live("conv_1")->alarm, QString());
        QCOMPARE(bench.network.node("conv_1").size().height(), CanvasNode::kHeight + LiveStrip::kHeight);

        bench.live.setOn(false);
        QVERIFY(!live("conv_1"));
        QCOMPARE(bench.network.node("conv_2").position.y(), below);
        QVERIFY(bench.network.spec() == spec);
        QVERIFY(bench.controller.watches().added().empty() && bench.controller.watches().removed().empty());
        const auto patterns = [&] {
            QStringList found;
            for (const WatchState& state : bench.runs.find(bench.controller.currentRun())->watches.watches)
                found << QString::fromStdString(toText(state.watch));
            return found;
        };
        QTRY_VERIFY(!patterns().contains("outputs:pictures:auto"));
        QVERIFY(patterns().contains("weights:histogram:auto"));  // which every run has
        bench.controller.stop();
        QTRY_VERIFY(!bench.controller.active());
    }

    void gradientsThatVanishOrExplode_data() {
        QTest::addColumn<double>("squares");
        QTest::addColumn<int>("nonFinite");
        QTest::addColumn<QString>("alarm");
        QTest::newRow("as others") << 1.0 << 0 << "";
        QTest::newRow("large") << 4e6 << 0 << "explodes";
        QTest::newRow("nan") << 1.0 << 1 << "explodes";
        QTest::newRow("nothing") << 1e-18 << 0 << "vanishes";
        QTest::newRow("far below others") << 1e-13 << 0 << "vanishes";
    }
    void gradientsThatVanishOrExplode() {
        QFETCH(const double, squares);
        QFETCH(const int, nonFinite);
        QFETCH(const QString, alarm);
        Workbench bench;
        NetworkSpec spec;
        for (const char* id : {"conv_1", "conv_2"}) {
            NodeSpec node;
            node.id = id;
            node.type = "Conv2D";
            spec.nodes.push_back(std::move(node));
        }
        bench.network.setSpec(spec);
        bench.live.setOn(true);
        emit bench.runs.watched(bench.controller.currentRun(), {gradient("conv_1/kernel/gradient", squares, nonFinite),
                                                                gradient("conv_2/kernel/gradient", 1.0)});
        QTRY_VERIFY(bench.network.node("conv_1").live);
        QCOMPARE(bench.network.node("conv_1").live->alarm, alarm);
        QVERIFY(bench.network.node("conv_2").live->alarm.isEmpty());
    }
};

QTEST_MAIN(TestLiveLayers)

}  // namespace test_live_layers

#include "test_live_layers.moc"
