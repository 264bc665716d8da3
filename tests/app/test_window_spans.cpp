// What the window's own thread does is on the timeline of a training beside the engine's threads: each paint, what it
// takes from the run's events, and an event that is long enough to be felt.
#include <QThread>
#include <QtTest>

#include "app/window/timed_application.h"
#include "tests/app/profiled.h"

namespace test_window_spans {

using namespace tl;

namespace {

const TraceThread* threadNamed(const Trace& trace, const std::string& name) {
    const auto found = std::ranges::find_if(trace.threads, [&](const auto& thread) { return thread.name == name; });
    return found == trace.threads.end() ? nullptr : &*found;
}

// The outermost or inner slices of one name.
std::vector<TraceSlice> slicesOf(const Trace& trace, const TraceThread& thread, const std::string& name) {
    std::vector<TraceSlice> found;
    for (const TraceLane& lane : thread.levels)
        for (uint64_t i = lane.first(); i < lane.size(); ++i)
            if (trace.labelOf(lane[i]).name == name) found.push_back(lane[i]);
    return found;
}

// Takes a while over each event of its own.
class Busy : public QObject {
public:
    static constexpr int kMs = 20;
    int handled = 0;
    bool event(QEvent* event) override {
        if (event->type() < QEvent::User) return QObject::event(event);
        if (event->type() == QEvent::User + 1) QThread::msleep(kMs);
        ++handled;
        return true;
    }
    void send(int type) {
        QCoreApplication::postEvent(this, new QEvent(static_cast<QEvent::Type>(QEvent::User + type)));
    }
};

}  // namespace

class TestWindowSpans : public QObject {
    Q_OBJECT
private slots:
    // Nothing is recorded yet: what the window itself did is no timeline to save, and the action says how to get one.
    void itsOwnPaintsAreNotSaved() {
        Profiled f;
        QVERIFY(f.ready());
        f.show();
        QTRY_VERIFY(f.source().trace() && f.source().trace()->slices() > 0);
        f.window->actionTable().refresh();
        const QAction* save = f.window->actionTable().action(QStringLiteral("saveTimelineAction"));
        QVERIFY(!save->isEnabled());
        QVERIFY2(save->toolTip().contains(QLatin1String("record steps")), qPrintable(save->toolTip()));
    }

    void theWindowTellsWhatItDoes() {
        Profiled f;
        QVERIFY(f.train());
        QVERIFY(f.recordsOn());
        Busy busy;
        for (int i = 0; i < 3; ++i) busy.send(1);
        for (int i = 0; i < 1000; ++i) busy.send(2);
        QTRY_COMPARE(busy.handled, 1003);
        const size_t seen = f.points("loss");
        QVERIFY(QTest::qWaitFor([&] { return f.points("loss") > seen; }, kPatienceMs));  // has come by an event queue
        f.timeline().viewport()->update();
        test::settle();
        f.press("recordSteps");
        QVERIFY(f.holds(ProfileSource::Mode::Held));
        f.stop();
        const Trace& trace = *f.source().trace();
        const TraceThread* window = threadNamed(trace, "window");
        QVERIFY(window);
        const auto paints = slicesOf(trace, *window, "paint"), queues = slicesOf(trace, *window, "event queue"),
                   events = slicesOf(trace, *window, "event");
        QVERIFY(!paints.empty());
        QVERIFY(std::ranges::all_of(paints, [](const TraceSlice& paint) { return paint.duration > 0; }));
        // An event queue says of how many events it is.
        QVERIFY(!queues.empty());
        QVERIFY(std::ranges::all_of(queues, [&](const TraceSlice& queue) { return trace.number(queue) > 0; }));
        // Long events are there, and of the brief ones next to none.
        const auto felt = std::ranges::count_if(
            events, [](const TraceSlice& event) { return event.duration >= 1'000'000 * (Busy::kMs - 1); });
        QVERIFY2(felt >= 3, qPrintable(QString::number(felt)));
        QVERIFY2(events.size() < 500, qPrintable(QString::number(events.size())));
        // They are told on one clock: the window is busy while the training goes on.
        const TraceThread* training = threadNamed(trace, "training");
        QVERIFY(training);
        const auto steps = slicesOf(trace, *training, "step");
        QVERIFY(!steps.empty());
        QVERIFY(steps.front().begin < events.back().begin && events.front().begin < steps.back().begin);
        // And they are rows of the panel, with their names in its language.
        QVERIFY2(f.rowTitles().contains(QStringLiteral("Window")), qPrintable(f.rowTitles().join(", ")));
    }
};

QTEST_MAIN_WRAPPER(TestWindowSpans, TimedWindowApplication app(argc, argv);)

}  // namespace test_window_spans

#include "test_window_spans.moc"
