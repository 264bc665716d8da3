// What the list of ops in the Profile workspace says of ops that are not like others: those that multiply 16-bit
// numbers are held against their own limit, and those that somebody steps through stand by themselves.
#include <QTableView>
#include <QtTest>

#include "engine/backend/cpu/isa.h"
#include "engine/profile/verdict.h"
#include "tests/app/profiled.h"
#include "ui/models/breakpoints.h"
#include "ui/profile/roofline_plot.h"
#include "ui/profile/trace_table.h"

namespace test_profile_ops {

using namespace tl;

class TestProfileOps : public QObject {
    Q_OBJECT
private slots:
    void halvesAreHeldAgainstTheirOwnLimit() {
        if (!cpu::multipliesBf16() && !cpu::multipliesTiles()) QSKIP("this processor has no units for bfloat16");
        Profiled f;
        setTraining(f, [](TrainingSpec& spec) { spec.precision = "bfloat16"; });
        QVERIFY(f.train());
        QVERIFY(f.records());
        f.stop();
        QVERIFY(f.ops());
        f.press("measureLimits");
        const auto limit = [&](const char* name) {
            return f.settings->value(QStringLiteral("profile/") + QLatin1String(name)).toDouble();
        };
        QTRY_VERIFY(limit("flops16") > 0 && limit("bandwidth") > 0);
        const Trace& trace = *f.source().trace();
        const auto* ops = f.find<QTableView>("opTable")->model();
        const auto* plot = f.find<RooflinePlot>("rooflinePlot");
        const auto labelOf = [&](const RooflineDot& dot) { return trace.labels[static_cast<size_t>(dot.key)]; };
        QTRY_VERIFY(std::ranges::all_of(plot->dots(), [&](const RooflineDot& dot) {
            return dot.limit == limit(multiplies16Bits(labelOf(dot).kernel) ? "flops16" : "flops");
        }));
        int halves = 0;
        for (const RooflineDot& dot : plot->dots()) {
            if (!multiplies16Bits(labelOf(dot).kernel)) continue;
            ++halves;
            for (int row = 0; row < ops->rowCount(); ++row) {
                if (ops->index(row, 0).data(TraceTableModel::KeyRole).toLongLong() != dot.key) continue;
                const double share = std::max(dot.flopsPerSecond / limit("flops16"),
                                              dot.flopsPerSecond / dot.intensity / limit("bandwidth"));
                const QString told = ops->index(row, 8).data().toString();
                if (share <= 1)
                    QVERIFY2(std::abs(told.section(' ', 0, 0).toDouble() - 100 * share) < 0.6, qPrintable(told));
                else
                    QVERIFY2(told == "in cache" || told == "over bfloat16", qPrintable(told));
            }
        }
        QVERIFY(halves > 0);
    }

    void opsThatSomebodyStepsThroughStandByThemselves() {
        Profiled f;
        QVERIFY(f.train());
        f.show();
        QVERIFY(f.holds(ProfileSource::Mode::Live));
        QVERIFY(f.steps());
        Breakpoints& points = f.bench().controller.breakpoints();
        points.add(breakpointFrom("before conv_1"));
        QTRY_VERIFY(points.stop());
        const auto stop = points.stop();  // a copy
        points.advance(Advance::Op);
        QTRY_VERIFY(points.stop() != stop);
        QCOMPARE(points.stop()->op, std::string("Conv2D"));
        const auto before = f.source().trace();
        f.press("lastSeconds");
        QTRY_VERIFY(f.source().trace() != before);
        const auto* ops = f.find<QTableView>("opTable")->model();
        const auto rows = [&](const QString& name) {
            int found = 0;
            for (int row = 0; row < ops->rowCount(); ++row)
                found += ops->index(row, 0).data().toString().startsWith(name);
            return found;
        };
        QTRY_COMPARE(rows(QStringLiteral("conv_1 · Conv2D, op by op")), 1);
        QVERIFY(rows(QStringLiteral("conv_1 · Conv2D")) > 1);  // the training's own beside it
        points.remove(0);
        f.stop();
    }
};

QTEST_MAIN(TestProfileOps)

}  // namespace test_profile_ops

#include "test_profile_ops.moc"
