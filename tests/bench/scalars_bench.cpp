// See the header. Frames are those of the panel in a window of its own, from the event to the paint.
#include "tests/bench/scalars_bench.h"

#include <QFileInfo>
#include <QMouseEvent>
#include <QTemporaryDir>
#include <QTest>
#include <QTimer>
#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "tests/bench/stopwatch.h"
#include "ui/scalars/scalars_panel.h"

namespace tl::bench {
namespace {

constexpr double kStepMs = 100;
constexpr int kAtOnce = 100'000;  // points that the reader of event files hands over

void moveTo(QWidget& widget, const QPoint& at, Qt::MouseButtons buttons = {}) {
    QMouseEvent event(QEvent::MouseMove, at, widget.mapToGlobal(at), Qt::NoButton, buttons, Qt::NoModifier);
    QApplication::sendEvent(&widget, &event);
}

ScalarPoint pointAt(int run, int step) {
    return {static_cast<double>(step + 1), 1.79e9 + 0.05 * step + run, step / 1000.0,
            (2 + 0.01 * run) / std::sqrt(1 + step * 1e-3) + 0.1 * std::sin(step * 1.7 + run)};
}

void bench(int runCount, int points, bool grouped) {
    RunModel runs;
    ScalarsPanel panel(runs);
    panel.resize(1290, 840);
    panel.show();
    (void)QTest::qWaitForWindowExposed(&panel);
    const int each = points / runCount;
    const std::string title = std::to_string(runCount) + (grouped ? " runs in 3 groups: " : " runs: ");
    QHash<int, QStringList> groups;
    {
        Measure fill(title + "taken in", 0, kStallMs);
        int k = 0, run = -1, done = 0;
        QTimer turn;
        QObject::connect(&turn, &QTimer::timeout, [&] {
            for (int room = kAtOnce; room > 0 && k < runCount;) {
                if (done == 0) run = runs.addRun(QStringLiteral("run %1").arg(k), 0);
                if (grouped) groups[run] = {QStringLiteral("group %1").arg(k % 3)};
                const int count = std::min(room, each - done);
                std::vector<ScalarPoint> fresh;
                for (int i = done; i < done + count; ++i) fresh.push_back(pointAt(k, i));
                runs.appendScalars(run, {{QStringLiteral("loss"), std::move(fresh)}}, true, {});
                room -= count;
                done += count;
                if (done == each) ++k, done = 0;
            }
            if (k == runCount) turn.stop();
        });
        turn.start(0);
        fill.time([&] { waitUntil([&] { return !turn.isActive(); }); });
    }
    panel.setGroups(groups);
    LinePlot& plot = panel.chart(QStringLiteral("loss"))->plot();
    waitUntil([&] { return plot.replots() > 0 && !plot.busy(); });
    QWidget* canvas = nullptr;  // what is painted: it covers the plot
    for (auto* child : plot.findChildren<QWidget*>())
        if (child->inherits("QCustomPlot")) canvas = child;
    const auto frame = [&](Measure& measure, const std::function<void()>& act) {
        const int before = plot.replots();
        measure.frame(canvas, act, [&] { return plot.replots() > before; });
    };
    int step = each;
    for (const auto& [axis, log, name] : {std::tuple{ScalarAxis::Step, false, "step"},
                                          {ScalarAxis::Step, true, "log step"},
                                          {ScalarAxis::Relative, false, "relative"},
                                          {ScalarAxis::Wall, false, "wall"},
                                          {ScalarAxis::Epoch, false, "epoch"}}) {
        {
            Measure turn(title + name + ", set", 0, 0);
            frame(turn, [&, axis = axis, log = log] {
                plot.setLogX(log);
                panel.setAxis(axis);
            });
        }
        {
            Measure fresh(title + name + ", a new step", kStepMs, 0);
            for (int i = 0; i < 20; ++i, ++step)
                frame(fresh, [&] { runs.appendScalars(0, {{QStringLiteral("loss"), {pointAt(0, step)}}}, true, {}); });
        }
        // Middle drag over a chart zoomed to its half: each move is a frame.
        const double from = plot.xFrom(), to = plot.xTo();
        plot.setXRange(log ? from : from + (to - from) / 4, log ? std::sqrt(from * to) : from + (to - from) * 3 / 4);
        plot.replotNow();
        const QPoint middle = plot.plotRect().center();
        QTest::mousePress(&plot, Qt::MiddleButton, {}, middle);
        {
            Measure drag(title + name + ", dragged", kFrameMs, 0);
            for (int i = 1; i <= 30; ++i)
                frame(drag, [&] { moveTo(plot, middle + QPoint(3 * i, 0), Qt::MiddleButton); });
            drag.note(std::to_string(static_cast<int>(std::lround(plot.lastReplotMs()))) + " ms of it the replot");
        }
        QTest::mouseRelease(&plot, Qt::MiddleButton, {}, middle);
        plot.fit();
    }
    plot.replotNow();
    Measure hover(title + "table under the pointer", kFrameMs, 0);
    for (int i = 0; i < 20; ++i) hover.time([&] { moveTo(plot, plot.plotRect().center() + QPoint(5 * i, 0)); });
    // As files: painted and written beside the window, which is to go on.
    QTemporaryDir folder;
    for (const char* kind : {"png", "svg"}) {
        const QString path = folder.filePath(QStringLiteral("charts.") + QLatin1String(kind));
        Measure write(title + kind + " of the page", 0, kStallMs);
        write.frame(
            canvas, [&] { path.endsWith(QLatin1String("svg")) ? panel.saveSvg(path) : panel.savePng(path); },
            [&] { return QFile::exists(path); });
        write.note(std::to_string(QFileInfo(path).size() / 1024) + " KiB");
    }
}

}  // namespace

void benchScalars(int points) {
    printHeader("scalars of " + std::to_string(points) + " points");
    bench(1, points, false);
    bench(300, points, false);
    bench(300, points, true);
}

}  // namespace tl::bench
