// A run that is released leaves nothing behind that goes on: no session, and no timer that asks for one.
#include <QCoreApplication>
#include <QSet>
#include <QTimer>
#include <QtTest>
#include <algorithm>

#include "tests/ui/bench_fixture.h"

namespace test_run_release {

using namespace tl;

namespace {

// The precise timers that fire meanwhile: of a run, the one that carries what it says to the window.
class Precise : public QObject {
public:
    Precise() { qApp->installEventFilter(this); }
    QSet<QTimer*> seen;

private:
    bool eventFilter(QObject* object, QEvent* event) override {
        if (event->type() == QEvent::Timer)
            if (auto* timer = qobject_cast<QTimer*>(object); timer && timer->timerType() == Qt::PreciseTimer)
                if (timer->interval() > 0 && !timer->isSingleShot()) seen << timer;
        return false;
    }
};

}  // namespace

class TestRunRelease : public QObject {
    Q_OBJECT
private slots:
    void aReleasedRunIsAskedNoMore() {
        test::BenchFixture f;
        Precise timers;
        QVERIFY(f.start("lenet", 100000));
        QVERIFY(f.until([&] { return f.bench.controller.state() == RunState::Running && !timers.seen.isEmpty(); }));
        const QSet<QTimer*> ofTheRun = timers.seen;
        bool released = false;
        f.bench.controller.release(false, [&](const QString&) { released = true; });
        QVERIFY(f.until([&] { return released; }));
        QTRY_VERIFY(std::ranges::none_of(ofTheRun, [](const QTimer* timer) { return timer->isActive(); }));
    }
};

QTEST_MAIN(TestRunRelease)

}  // namespace test_run_release

#include "test_run_release.moc"
