// Jobs: results arrive on the GUI thread, newer ones supersede, cancelled ones and those whose context is gone stay
// silent, exceptions become sentences.
#include <QSignalSpy>
#include <QWidget>
#include <QtTest>
#include <atomic>
#include <future>
#include <memory>
#include <set>
#include <thread>

#include "engine/core/error.h"
#include "engine/profile/spans.h"
#include "ui/jobs/job_tracker.h"

namespace test_job_tracker {

using namespace tl;

class TestJobTracker : public QObject {
    Q_OBJECT
private slots:
    void resultArrivesOnThisThread() {
        JobTracker jobs;
        int result = 0;
        QThread *worked = nullptr, *told = nullptr;
        jobs.run(
            this, QString(),
            [&](std::stop_token) {
                worked = QThread::currentThread();
                return 42;
            },
            [&](int value) {
                result = value;
                told = QThread::currentThread();
            });
        QCOMPARE(result, 0);  // never at once
        QTRY_COMPARE(result, 42);
        QCOMPARE(told, QThread::currentThread());
        QVERIFY(worked != told);
        QCOMPARE(jobs.running(), 0);
    }

    // On the timeline each of its threads has a name, which stays.
    void itsThreadsAreNamed() {
        SpanCollector spans(SpanCollector::Start::Now);
        const SpanName name = spanName({"a job's", {}, {}, SpanCategory::Other});
        JobTracker jobs;
        int done = 0;
        for (int i = 0; i < 20; ++i)
            jobs.run(
                this, QString(),
                [name](std::stop_token) {
                    const Span span(name);
                    return 0;
                },
                [&](int) { ++done; });
        QTRY_COMPARE(done, 20);
        std::set<std::string> names;
        for (const ThreadSpans& thread : spans.collect())
            for (const SpanRecord& span : thread.spans)
                if (span.name == name) {
                    QVERIFY2(thread.name.starts_with("jobs "), thread.name.c_str());
                    names.insert(thread.name);
                }
        QVERIFY(!names.empty() && names.size() <= static_cast<size_t>(std::max(4, QThread::idealThreadCount())));
    }

    void aNewerJobOfTheSameKeySupersedes() {
        JobTracker jobs;
        std::atomic<bool> started = false, stopped = false;
        QVector<int> results;
        jobs.run(
            this, QStringLiteral("k"),
            [&](std::stop_token stop) {
                started = true;
                while (!stop.stop_requested()) std::this_thread::yield();
                stopped = true;
                return 1;
            },
            [&](int value) { results << value; });
        QTRY_VERIFY(started.load());  // one that is superseded before it starts is not run at all
        jobs.run(
            this, QStringLiteral("k"), [](std::stop_token) { return 2; }, [&](int value) { results << value; });
        QTRY_VERIFY(stopped.load());
        QTRY_COMPARE(results, QVector<int>{2});
        int other = 0;  // what was done before this has been told, too
        jobs.run(
            this, QString(), [](std::stop_token) { return 3; }, [&](int value) { other = value; });
        QTRY_COMPARE(other, 3);
        QCOMPARE(results, QVector<int>{2});
    }

    void otherKeysAndNoKeyDoNot() {
        JobTracker jobs;
        int done = 0;
        for (const char* key : {"", "", "a", "b"})
            jobs.run(
                this, QLatin1String(key), [](std::stop_token) { return true; }, [&](bool) { ++done; });
        QTRY_COMPARE(done, 4);
    }

    void cancelledJobsAreSilent() {
        JobTracker jobs;
        bool told = false;
        QSignalSpy count(&jobs, &JobTracker::runningChanged);
        jobs.run(
            this, QStringLiteral("k"),
            [](std::stop_token stop) {
                while (!stop.stop_requested()) std::this_thread::yield();
                throw Error("never heard of");
                return 0;
            },
            [&](int) { told = true; }, [&](const Message&) { told = true; });
        jobs.cancel(QStringLiteral("k"));
        bool after = false;
        jobs.run(
            this, QString(), [](std::stop_token) { return true; }, [&](bool) { after = true; });
        QTRY_VERIFY(after);
        QTRY_COMPARE(count.last().first().toInt(), 0);
        QVERIFY(!told);
        QCOMPARE(count.last().first().toInt(), 0);
    }

    void exceptionsBecomeSentences() {
        JobTracker jobs;
        Message sentence;
        jobs.run(
            this, QString(), [](std::stop_token) -> int { throw Error("The disk is full."); }, [](int) {},
            [&](const Message& text) { sentence = text; });
        QTRY_COMPARE(sentence, Message("The disk is full."));
        sentence = {};
        jobs.run(
            this, QString(), [](std::stop_token) -> int { throw 7; }, [](int) {},
            [&](const Message& text) { sentence = text; });
        QTRY_VERIFY(sentence.english().ends_with('.'));
        // Who asks for no sentence hides none.
        QSignalSpy untold(&jobs, &JobTracker::untold);
        jobs.run(
            this, QString(), [](std::stop_token) -> int { throw Error("The disk is full."); }, [](int) {});
        QTRY_COMPARE(untold.count(), 1);
        QCOMPARE(untold[0][0].value<Message>(), Message("The disk is full."));
    }

    void aJobEndsWithItsContext_data() {
        QTest::addColumn<bool>("widget");
        QTest::newRow("object") << false;
        QTest::newRow("widget") << true;  // its QPointers are cleared later
    }
    void aJobEndsWithItsContext() {
        QFETCH(bool, widget);
        std::atomic<int> started = 0, stopped = 0;
        bool told = false;
        JobTracker jobs;
        std::unique_ptr<QObject> context(widget ? new QWidget : new QObject);
        QSignalSpy count(&jobs, &JobTracker::runningChanged);
        for (const bool fails : {false, true})
            jobs.run(
                context.get(), QString(),
                [&, fails](std::stop_token stop) {
                    ++started;
                    while (!stop.stop_requested()) std::this_thread::yield();
                    ++stopped;
                    if (fails) throw Error("never heard of");
                    return 0;
                },
                [&](int) { told = true; }, [&](const Message&) { told = true; });
        QTRY_COMPARE(started.load(), 2);
        int other = 0;  // it goes on
        jobs.run(
            this, QString(), [](std::stop_token) { return 3; }, [&](int value) { other = value; });
        context.reset();
        QCOMPARE(jobs.running(), 1);
        QCOMPARE(count.last().first().toInt(), 1);
        QTRY_COMPARE(stopped.load(), 2);
        QTRY_COMPARE(other, 3);
        QVERIFY(!told);
    }

    // What one job captured may be what another is to tell.
    void aDroppedJobTakesOthersAlong() {
        JobTracker jobs;
        auto context = std::make_shared<QObject>();
        std::promise<void> held;
        const auto wait = [may = held.get_future().share()](std::stop_token) { return may.wait(), true; };
        bool told = false;
        jobs.run(this, QStringLiteral("k"), wait, [&told, context](bool) { told = true; });
        for (int i = 0; i < 3; ++i) jobs.run(context.get(), QString(), wait, [&](bool) { told = true; });
        context.reset();
        QCOMPARE(jobs.running(), 4);
        jobs.cancel(QStringLiteral("k"));
        QCOMPARE(jobs.running(), 0);
        held.set_value();
        bool after = false;
        jobs.run(
            this, QString(), [](std::stop_token) { return true; }, [&](bool) { after = true; });
        QTRY_VERIFY(after);
        QVERIFY(!told);
    }

    void theTrackerMayEndFirst() {
        auto context = std::make_unique<QObject>();
        {
            JobTracker jobs;
            jobs.run(
                context.get(), QString(), [](std::stop_token) { return 0; }, [](int) { QFAIL("told after the end"); });
            jobs.poster(context.get())([] { QFAIL("told after the end"); });
        }
        context.reset();
    }

    // What is written is written, and waited for, when nobody is there any more to be told.
    void whatIsKeptOutlivesItsContext() {
        std::atomic<bool> written = false;
        bool told = false, after = false;
        JobTracker jobs;
        std::promise<void> held;
        const auto may = held.get_future().share();
        auto context = std::make_unique<QObject>();
        const QString key = JobTracker::kKeep + QStringLiteral("x");
        for (const bool fails : {false, true})
            jobs.run(
                context.get(), key,
                [&, may, fails](std::stop_token stop) {
                    may.wait();
                    if (fails) throw Error("never heard of");
                    written = !stop.stop_requested();
                    return true;
                },
                [&](bool) { told = true; }, [&](const Message&) { told = true; });
        context.reset();
        QCOMPARE(jobs.running(), 2);
        QVERIFY(jobs.keeping());
        jobs.afterKeeping([&] { after = true; });
        QVERIFY(!after);
        held.set_value();
        QTRY_VERIFY(after);
        QVERIFY(written);
        QVERIFY(!told);
        QCOMPARE(jobs.running(), 0);
    }

    void theEndStopsWhatRuns() {
        std::atomic<bool> started = false, ended = false;
        {
            JobTracker jobs;
            jobs.run(
                this, QString(),
                [&](std::stop_token stop) {
                    started = true;
                    while (!stop.stop_requested()) std::this_thread::yield();
                    ended = true;
                    return 0;
                },
                [](int) { QFAIL("told after the end"); });
            QTRY_VERIFY(started.load());
        }
        QVERIFY(ended.load());
    }

    // What is being written, and what follows from that, is waited for, in the order in which it was asked for.
    void keptBeforeAnythingElse() {
        QStringList done;
        std::promise<void> held;
        const auto may = held.get_future().share();
        const auto say = [&](const QString& what) { return [&done, what](bool) { done << what; }; };
        JobTracker jobs;
        const QString key = JobTracker::kKeep + QStringLiteral("x");
        jobs.afterKeeping([&] { done << QStringLiteral("at once"); });
        QCOMPARE(done, QStringList{QStringLiteral("at once")});
        jobs.run(
            this, key, [may](std::stop_token) { return may.wait(), true; },
            [&](bool) {
                done << QStringLiteral("read");
                jobs.run(
                    this, key, [](std::stop_token) { return true; }, say(QStringLiteral("written")));
            });
        jobs.run(
            this, key, [may](std::stop_token) { return may.wait(), true; }, say(QStringLiteral("another")));  // as well
        QVERIFY(jobs.keeping());
        jobs.afterKeeping([&] {
            done << QStringLiteral("moved");
            jobs.run(
                this, key, [](std::stop_token) { return true; }, say(QStringLiteral("told")));
        });
        jobs.afterKeeping([&] { done << QStringLiteral("left"); });
        bool other = false;
        jobs.run(
            this, QString(), [](std::stop_token) { return true; }, [&](bool) { other = true; });
        QTRY_VERIFY(other);
        QCOMPARE(done.size(), 1);
        held.set_value();
        QTRY_COMPARE(done.size(), 7);
        QVERIFY(done.contains(QStringLiteral("another")));
        done.removeAll(QStringLiteral("another"));
        QCOMPARE(done, (QStringList{QStringLiteral("at once"), QStringLiteral("read"), QStringLiteral("written"),
                                    QStringLiteral("moved"), QStringLiteral("told"), QStringLiteral("left")}));
        QVERIFY(!jobs.keeping());
    }

    void theEndWritesWhatIsToBeKept() {
        std::promise<void> held;
        const auto may = held.get_future().share();
        std::atomic<bool> started = false;
        std::atomic<int> kept = 0;
        {
            JobTracker jobs;
            jobs.run(
                this, QString(),
                [&](std::stop_token stop) {
                    started = true;
                    while (!stop.stop_requested()) std::this_thread::yield();
                    return held.set_value(), true;
                },
                [](bool) {});
            for (int i = 0; i < 64; ++i)  // more than there are threads
                jobs.run(
                    this, QString(), [may](std::stop_token) { return may.wait(), true; }, [](bool) {});
            for (int i = 0; i < 3; ++i)
                jobs.run(
                    this, JobTracker::kKeep + QString::number(i), [&](std::stop_token) { return ++kept; }, [](int) {});
            QTRY_VERIFY(started.load());
        }
        QCOMPARE(kept.load(), 3);
    }

    // An evaluation and a comparison may take minutes: saving does not.
    void whatIsWaitedForIsNotHeldUp() {
        JobTracker jobs;
        std::promise<void> held;
        const auto may = held.get_future().share();
        int others = 0, soon = 0;
        for (int i = 0; i < 64; ++i)  // more than there are threads
            jobs.run(
                this, QString(), [may](std::stop_token) { return may.wait(), true; }, [&](bool) { ++others; });
        for (const QLatin1String& kind : {JobTracker::kSoon, JobTracker::kEdit, JobTracker::kKeep})
            jobs.run(
                this, kind + QStringLiteral("x"), [](std::stop_token) { return true; }, [&](bool) { ++soon; });
        QTRY_COMPARE(soon, 3);
        QCOMPARE(others, 0);
        held.set_value();
        QTRY_COMPARE(others, 64);
    }

    void postedFunctionsRunHere() {
        JobTracker jobs;
        QThread* where = nullptr;
        bool told = false;
        auto gone = std::make_unique<QObject>();
        std::thread other([&, post = jobs.poster(this), toGone = jobs.poster(gone.get())] {
            toGone([&] { told = true; });
            post([&] { where = QThread::currentThread(); });
        });
        other.join();
        gone.reset();
        QCOMPARE(where, nullptr);
        QTRY_COMPARE(where, QThread::currentThread());
        QVERIFY(!told);
    }
};

QTEST_MAIN(TestJobTracker)

}  // namespace test_job_tracker

#include "test_job_tracker.moc"
