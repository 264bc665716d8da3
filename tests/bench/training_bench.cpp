// See the header.
#include "tests/bench/training_bench.h"

#include <QDateTime>
#include <QElapsedTimer>
#include <QPushButton>
#include <QTest>
#include <algorithm>
#include <cstdio>
#include <ctime>
#include <deque>
#include <optional>
#include <stdexcept>

#include "app/document/document.h"
#include "app/window/main_window.h"
#include "tests/bench/stopwatch.h"
#include "ui/models/workbench.h"
#include "ui/scalars/chart_card.h"
#include "ui/scalars/scalars_panel.h"
#include "ui/shell/action_table.h"

namespace tl::bench {
namespace {

constexpr double kOnScreenMs = 100;
// In sight, curves grow 15 times a second; where they are not, taking in steps is all that is left to do.
constexpr double kInSight = 0.25, kUnseen = 0.1;

double threadSeconds() {
    timespec time{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

void handleEvents(int ms) {
    QElapsedTimer clock;
    clock.start();
    waitUntil([&] { return clock.elapsed() >= ms; });
}

// How old a step is when its point is on the screen: from the end of the step in the training's thread to the paint
// after the first plot that was made of it. Of what comes together the oldest counts.
class StepsOnScreen : public QObject {
public:
    StepsOnScreen(MainWindow& window, Measure& measure)
        : measure_(measure), plot_(window.findChild<ScalarsPanel*>()->chart(QStringLiteral("loss"))->plot()) {
        for (auto* child : plot_.findChildren<QWidget*>())
            if (child->inherits("QCustomPlot")) child->installEventFilter(this);
        Workbench& bench = window.workbench();
        connect(&bench.controller, &RunController::stepped, this, [this, &bench] {
            const auto& scalars = bench.runs.find(bench.controller.currentRun())->scalars;
            const auto found = scalars.find(QStringLiteral("loss"));
            if (found == scalars.end()) return;
            if (seen_ > 0 && found->second.size() > seen_)  // what was there before is no new step
                waiting_.push_back({plot_.replots(), found->second[seen_].wallTime});
            seen_ = found->second.size();
        });
    }

private:
    bool eventFilter(QObject*, QEvent* event) override {
        if (event->type() == QEvent::Paint)
            QMetaObject::invokeMethod(this, &StepsOnScreen::painted, Qt::QueuedConnection);
        return false;
    }
    void painted() {
        const double now = static_cast<double>(QDateTime::currentMSecsSinceEpoch()) / 1000;
        for (; !waiting_.empty() && waiting_.front().replots < plot_.replots(); waiting_.pop_front())
            measure_.add(1000 * (now - waiting_.front().wallTime));
    }

    struct Waiting {
        int replots;
        double wallTime;
    };
    Measure& measure_;
    LinePlot& plot_;
    std::deque<Waiting> waiting_;
    size_t seen_ = 0;
};

void trainIn(MainWindow& window, int space, const char* name, double mostOfACore, const char* tab = nullptr) {
    Workbench& workbench = window.workbench();
    window.showWorkspace(MainWindow::TrainSpace);
    window.actionTable().trigger(QStringLiteral("tab_scalars"));
    window.showWorkspace(space);
    if (tab) window.actionTable().trigger(QLatin1String(tab));
    TrainingSpec spec = workbench.training.spec();
    spec.epochs = 10000;  // it ends when it is stopped
    workbench.training.setSpec(spec);
    const auto press = [&](const char* button) {
        QTest::mouseClick(window.findChild<QWidget*>(QLatin1String(button)), Qt::LeftButton);
    };
    const auto step = [&]() -> int64_t {
        const Run* run = workbench.runs.find(workbench.controller.currentRun());
        return run ? run->lastStep.step : 0;
    };
    Measure measure(name, 0, kStallMs);
    press("trainButton");
    if (!waitUntil([&] { return workbench.controller.state() == RunState::Running && step() > 0; }))
        throw std::runtime_error("The bench could not go on: the run did not start");
    handleEvents(1000);  // its charts are made
    const double before = threadSeconds();
    const int64_t stepsBefore = step();
    {
        std::optional<Measure> fresh;
        std::optional<StepsOnScreen> watched;
        if (space == MainWindow::TrainSpace && !tab)
            watched.emplace(window, fresh.emplace(std::string(name) + ": a step on the screen", kOnScreenMs, 0));
        handleEvents(8000);
    }
    const double seconds = threadSeconds() - before, share = seconds / 8;
    const auto measured = static_cast<double>(step() - stepsBefore);
    for (const int other : {0, 1, 2, space}) {
        window.showWorkspace(other);
        handleEvents(400);
    }
    press("stopButton");
    waitUntil([&] { return workbench.controller.state() == RunState::Stopped; });
    char note[120];
    std::snprintf(note, sizeof note, "%.0f steps a second, %.1f %% of a core, %.1f us a step", measured / 8,
                  100 * share, 1e6 * seconds / std::max(measured, 1.0));
    measure.note(note);
    measure.require(share < mostOfACore);
}

void take(MainWindow& window, const char* network) {
    window.document().newFromTemplate(network);
    waitUntil([&] {
        return window.workbench().network.reportIsCurrent() && window.workbench().controller.obstacle().isEmpty();
    });
}

}  // namespace

void benchTraining(MainWindow& window) {
    printHeader("while training");
    trainIn(window, MainWindow::NetworkSpace, "network in sight", kInSight);
    trainIn(window, MainWindow::DataSpace, "data in sight", kInSight);
    trainIn(window, MainWindow::TrainSpace, "curves in sight", kInSight);
    take(window, "mlp");
    trainIn(window, MainWindow::NetworkSpace, "fast, network in sight", kUnseen);
    trainIn(window, MainWindow::TrainSpace, "fast, curves behind a tab", kUnseen, "tab_debugger");
    take(window, "lenet");
}

}  // namespace tl::bench
