// See the header.
#include "tests/bench/stopwatch.h"

#include <QEvent>
#include <QMetaEnum>
#include <QTimer>
#include <QWidget>
#include <algorithm>
#include <cstdio>
#include <ctime>
#include <utility>

namespace tl::bench {
namespace {

bool everyGoalMet = true;

// Sees that a widget was painted.
class PaintWatch : public QObject {
public:
    explicit PaintWatch(QWidget* watched) : watched_(watched) { watched->installEventFilter(this); }
    ~PaintWatch() override {
        if (watched_) watched_->removeEventFilter(this);
    }
    bool painted = false;

private:
    bool eventFilter(QObject*, QEvent* event) override {
        painted = painted || event->type() == QEvent::Paint;
        return false;
    }
    QPointer<QWidget> watched_;
};

}  // namespace

double threadMs() {
    timespec time{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return 1e3 * static_cast<double>(time.tv_sec) + 1e-6 * static_cast<double>(time.tv_nsec);
}

TimedApplication& application() { return *static_cast<TimedApplication*>(qApp); }

bool TimedApplication::notify(QObject* receiver, QEvent* event) {
    if (depth_ > 0) return QApplication::notify(receiver, event);
    const QEvent::Type type = event->type();
    const char* name = receiver->metaObject()->className();
    const double computed = threadMs();
    QElapsedTimer clock;
    clock.start();
    ++depth_;
    const bool result = QApplication::notify(receiver, event);
    --depth_;
    const double ms = static_cast<double>(clock.nsecsElapsed()) * 1e-6;
    if (ms > longest_.ms) {
        const char* kind = QMetaEnum::fromType<QEvent::Type>().valueToKey(type);
        longest_ = {ms, threadMs() - computed, std::string(name) + " " + (kind ? kind : "event")};
    }
    return result;
}

TimedApplication::Stall TimedApplication::takeLongest() { return std::exchange(longest_, {}); }

bool waitUntil(const std::function<bool()>& condition, int timeoutMs) {
    QElapsedTimer clock;
    clock.start();
    QTimer tick;  // so that no wait is for ever
    tick.start(20);
    while (!condition()) {
        if (clock.elapsed() > timeoutMs) return false;
        QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents);
        QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
    }
    return true;
}

Measure::Measure(std::string what, double goalMs, double stallGoalMs)
    : what_(std::move(what)), goalMs_(goalMs), stallGoalMs_(stallGoalMs) {
    QCoreApplication::processEvents();
    application().takeLongest();
}

double Measure::frame(QWidget* watched, const std::function<void()>& act, const std::function<bool()>& done) {
    PaintWatch watch(watched);
    const double computed = threadMs();
    QElapsedTimer clock;
    clock.start();
    bool acted = false;
    QMetaObject::invokeMethod(
        qApp,
        [&] {
            act();
            acted = true;
            watch.painted = false;
        },
        Qt::QueuedConnection);
    waitUntil([&] { return acted; });
    if (done) {
        waitUntil(done);
        watch.painted = false;
        watched->update();
    }
    waitUntil([&] { return watch.painted; }, 10000);
    times_.push_back(static_cast<double>(clock.nsecsElapsed()) * 1e-6);
    computed_.push_back(threadMs() - computed);
    return times_.back();
}

void Measure::time(const std::function<void()>& act) {
    QElapsedTimer clock;
    clock.start();
    act();
    add(static_cast<double>(clock.nsecsElapsed()) * 1e-6);
}

double Measure::stallMs() {
    if (const auto now = application().takeLongest(); now.ms > stall_.ms) stall_ = now;
    return stall_.ms;
}

Measure::~Measure() {
    stallMs();
    std::sort(times_.begin(), times_.end());
    std::sort(computed_.begin(), computed_.end());
    const auto middleOf = [](const std::vector<double>& all) { return all.empty() ? 0 : all[all.size() / 2]; };
    const double middle = middleOf(times_), worst = times_.empty() ? 0 : times_.back();
    const bool met =
        required_ && (goalMs_ <= 0 || middle <= goalMs_) && (stallGoalMs_ <= 0 || stall_.ms <= stallGoalMs_);
    everyGoalMet = everyGoalMet && met;
    std::printf("%-22s %4zu %9.1f %9.1f %9.1f %9.1f %9.1f  %s%s%s\n", what_.c_str(), times_.size(), middle,
                middleOf(computed_), worst, stall_.ms, stall_.computedMs, met ? "" : "over; ",
                met ? "" : (stall_.where + "; ").c_str(), note_.c_str());
    std::fflush(stdout);
}

bool Measure::allMet() { return everyGoalMet; }

void printHeader(const std::string& title) {
    std::printf("\n%s\n%-22s %4s %9s %9s %9s %9s %9s\n", title.c_str(), "ms", "n", "p50", "computed", "worst", "stall",
                "at work");
    std::fflush(stdout);
}

}  // namespace tl::bench
