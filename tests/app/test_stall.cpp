// The window never blocks while training: a timer of one millisecond measures how late the GUI thread gets to its
// events, from pressing Train to the end of the run, while curves stream and workspaces are switched.
#include <QDeadlineTimer>
#include <QElapsedTimer>
#include <QTimer>
#include <QtTest>
#include <algorithm>
#include <ctime>
#include <functional>
#include <vector>

#include "tests/app/window_fixture.h"
#include "tests/support/sanitized.h"

using namespace tl;

namespace {

// What the calling thread has computed for.
double threadSeconds() {
    timespec time{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

// Handles events until the condition holds or the time is over. QTest's own waits sleep for up to ten milliseconds
// between two looks at the events, which would count as a stall of the window.
bool handleEvents(
    int ms, const std::function<bool()>& condition = [] { return false; }) {
    const QDeadlineTimer deadline(ms, Qt::PreciseTimer);
    while (!condition()) {
        if (deadline.hasExpired()) return false;
        QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents);  // the probe's timer wakes it
        QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
    }
    return true;
}

// How long no event was handled, at worst, and how much of that time this thread computed; the rest it waited for a
// core or for the display.
class Probe : public QObject {
public:
    Probe() {
        timer_.setTimerType(Qt::PreciseTimer);
        timer_.setInterval(1);
        connect(&timer_, &QTimer::timeout, this, [this] {
            const double gap = static_cast<double>(clock_.nsecsElapsed()) * 1e-6;
            clock_.restart();
            const double seconds = threadSeconds();
            if (gap > longest_) {
                longest_ = gap;
                worked_ = 1e3 * (seconds - seconds_);
            }
            seconds_ = seconds;
            gaps_.push_back(gap);
        });
    }
    void start() {
        seconds_ = threadSeconds();
        clock_.start();
        timer_.start();
    }
    double longestMs() const { return longest_; }
    double workedMs() const { return worked_; }
    double quantileMs(double q) {
        if (gaps_.empty()) return 0;
        std::sort(gaps_.begin(), gaps_.end());
        return gaps_[static_cast<size_t>(q * static_cast<double>(gaps_.size() - 1))];
    }

private:
    QTimer timer_;
    QElapsedTimer clock_;
    std::vector<double> gaps_;
    double longest_ = 0;
    double worked_ = 0;
    double seconds_ = 0;
};

}  // namespace

class TestStall : public QObject {
    Q_OBJECT
private slots:
    void staysUnderFiftyMilliseconds_data() {
        QTest::addColumn<int>("workspace");
        QTest::newRow("network") << int(MainWindow::NetworkSpace);
        QTest::newRow("data") << int(MainWindow::DataSpace);
        QTest::newRow("train") << int(MainWindow::TrainSpace);
    }

    void staysUnderFiftyMilliseconds() {
        QFETCH(int, workspace);
        WindowFixture f;
        QVERIFY(f.ready());
        f.window->showWorkspace(workspace);
        QTRY_VERIFY(f.bench().data.statistics());
        TrainingSpec spec = f.bench().training.spec();
        spec.epochs = 10000;  // it ends when it is stopped
        f.bench().training.setSpec(spec);
        QTest::qWait(300);
        // A stall of the window's own comes back with every run. One of the machine's (a virtual one can be held for
        // tens of milliseconds while this thread sleeps) does not, so it has to be met three times out of three.
        double least = 1e9;
        for (int run = 0; run < (test::kSanitized ? 1 : 3) && least >= 50; ++run) {
            Probe probe;
            watchARun(f, workspace, probe);
            if (QTest::currentTestFailed()) return;
            least = std::min(least, probe.longestMs());
        }
        QVERIFY2(test::kSanitized || least < 50, qPrintable(QStringLiteral("%1 ms").arg(least)));
    }

private:
    // From pressing Train until the run has stopped.
    void watchARun(WindowFixture& f, int workspace, Probe& probe) {
        const auto steps = [&] { return f.run().lastStep.step; };
        probe.start();
        f.press("trainButton");
        QVERIFY(handleEvents(60000, [&] { return f.bench().controller.state() == RunState::Running && steps() > 0; }));
        const double before = threadSeconds();
        handleEvents(8000);
        const double spent = (threadSeconds() - before) / 8;
        QVERIFY2(test::kSanitized || spent < 0.25,
                 qPrintable(QStringLiteral("%1 % of a core").arg(100 * spent)));  // the training lacks it
        // A busy machine takes longer for its hundred steps; the window's bound is the same.
        QVERIFY(handleEvents(120000, [&] { return steps() > 100; }));
        const qint64 done = steps();
        for (int space : {0, 1, 2, workspace}) {  // and while somebody looks around
            f.window->showWorkspace(space);
            handleEvents(400);
        }
        f.press("stopButton");
        QVERIFY(handleEvents(60000, [&] { return f.bench().controller.state() == RunState::Stopped; }));
        qInfo("longest stall %.1f ms, %.1f of them at work, 99.9 %% under %.1f ms, over %lld steps; %.1f %% of a core",
              probe.longestMs(), probe.workedMs(), probe.quantileMs(0.999), static_cast<long long>(done), 100 * spent);
    }
};

QTEST_MAIN(TestStall)
#include "test_stall.moc"
