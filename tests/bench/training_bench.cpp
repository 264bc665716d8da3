// See the header.
#include "tests/bench/training_bench.h"

#include <QElapsedTimer>
#include <QPushButton>
#include <QTest>
#include <ctime>
#include <stdexcept>

#include "app/document/document.h"
#include "app/window/main_window.h"
#include "tests/bench/stopwatch.h"
#include "ui/models/workbench.h"

namespace tl::bench {
namespace {

constexpr double kStallMs = 50, kShareOfACore = 0.25;

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

void trainIn(MainWindow& window, int space, const char* name) {
    Workbench& workbench = window.workbench();
    window.showWorkspace(space);
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
    const double before = threadSeconds();
    handleEvents(8000);
    const double share = (threadSeconds() - before) / 8;
    for (const int other : {0, 1, 2, space}) {
        window.showWorkspace(other);
        handleEvents(400);
    }
    const int64_t steps = step();
    press("stopButton");
    waitUntil([&] { return workbench.controller.state() == RunState::Stopped; });
    measure.note(std::to_string(steps) + " steps, " + std::to_string(static_cast<int>(100 * share)) + " % of a core");
    measure.require(share < kShareOfACore);
}

}  // namespace

void benchTraining(MainWindow& window) {
    printHeader("while training");
    trainIn(window, MainWindow::NetworkSpace, "network in sight");
    trainIn(window, MainWindow::DataSpace, "data in sight");
    trainIn(window, MainWindow::TrainSpace, "curves in sight");
}

}  // namespace tl::bench
