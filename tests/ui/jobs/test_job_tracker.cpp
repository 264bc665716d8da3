// Jobs: results arrive on the GUI thread, newer ones supersede, cancelled ones stay silent, exceptions become
// sentences.
#include <QSignalSpy>
#include <QtTest>
#include <atomic>
#include <future>
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
            QString(),
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
                QString(),
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
            QStringLiteral("k"),
            [&](std::stop_token stop) {
                started = true;
                while (!stop.stop_requested()) std::this_thread::yield();
                stopped = true;
                return 1;
            },
            [&](int value) { results << value; });
        QTRY_VERIFY(started.load());  // one that is superseded before it starts is not run at all
        jobs.run(
            QStringLiteral("k"), [](std::stop_token) { return 2; }, [&](int value) { results << value; });
        QTRY_VERIFY(stopped.load());
        QTRY_COMPARE(results, QVector<int>{2});
        int other = 0;  // what was done before this has been told, too
        jobs.run(
            QString(), [](std::stop_token) { return 3; }, [&](int value) { other = value; });
        QTRY_COMPARE(other, 3);
        QCOMPARE(results, QVector<int>{2});
    }

    void otherKeysAndNoKeyDoNot() {
        JobTracker jobs;
        int done = 0;
        for (const char* key : {"", "", "a", "b"})
            jobs.run(
                QLatin1String(key), [](std::stop_token) { return true; }, [&](bool) { ++done; });
        QTRY_COMPARE(done, 4);
    }

    void cancelledJobsAreSilent() {
        JobTracker jobs;
        bool told = false;
        QSignalSpy count(&jobs, &JobTracker::runningChanged);
        jobs.run(
            QStringLiteral("k"),
            [](std::stop_token stop) {
                while (!stop.stop_requested()) std::this_thread::yield();
                throw Error("never heard of");
                return 0;
            },
            [&](int) { told = true; }, [&](const Message&) { told = true; });
        jobs.cancel(QStringLiteral("k"));
        bool after = false;
        jobs.run(
            QString(), [](std::stop_token) { return true; }, [&](bool) { after = true; });
        QTRY_VERIFY(after);
        QTRY_COMPARE(count.last().first().toInt(), 0);
        QVERIFY(!told);
        QCOMPARE(count.last().first().toInt(), 0);
    }

    void exceptionsBecomeSentences() {
        JobTracker jobs;
        Message sentence;
        jobs.run(
            QString(), [](std::stop_token) -> int { throw Error("The disk is full."); }, [](int) {},
            [&](const Message& text) { sentence = text; });
        QTRY_COMPARE(sentence, Message("The disk is full."));
        sentence = {};
        jobs.run(
            QString(), [](std::stop_token) -> int { throw 7; }, [](int) {},
            [&](const Message& text) { sentence = text; });
        QTRY_VERIFY(sentence.english().ends_with('.'));
    }

    void theEndStopsWhatRuns() {
        std::atomic<bool> started = false, ended = false;
        {
            JobTracker jobs;
            jobs.run(
                QString(),
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
            key, [may](std::stop_token) { return may.wait(), true; },
            [&](bool) {
                done << QStringLiteral("read");
                jobs.run(
                    key, [](std::stop_token) { return true; }, say(QStringLiteral("written")));
            });
        jobs.run(
            key, [may](std::stop_token) { return may.wait(), true; }, say(QStringLiteral("another")));  // as well
        QVERIFY(jobs.keeping());
        jobs.afterKeeping([&] {
            done << QStringLiteral("moved");
            jobs.run(
                key, [](std::stop_token) { return true; }, say(QStringLiteral("told")));
        });
        jobs.afterKeeping([&] { done << QStringLiteral("left"); });
        bool other = false;
        jobs.run(
            QString(), [](std::stop_token) { return true; }, [&](bool) { other = true; });
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
                QString(),
                [&](std::stop_token stop) {
                    started = true;
                    while (!stop.stop_requested()) std::this_thread::yield();
                    return held.set_value(), true;
                },
                [](bool) {});
            for (int i = 0; i < 64; ++i)  // more than there are threads
                jobs.run(
                    QString(), [may](std::stop_token) { return may.wait(), true; }, [](bool) {});
            for (int i = 0; i < 3; ++i)
                jobs.run(
                    JobTracker::kKeep + QString::number(i), [&](std::stop_token) { return ++kept; }, [](int) {});
            QTRY_VERIFY(started.load());
        }
        QCOMPARE(kept.load(), 3);
    }

    void postedFunctionsRunHere() {
        JobTracker jobs;
        QThread* where = nullptr;
        std::thread other([&] { jobs.post([&] { where = QThread::currentThread(); }); });
        other.join();
        QCOMPARE(where, nullptr);
        QTRY_COMPARE(where, QThread::currentThread());
    }
};

QTEST_GUILESS_MAIN(TestJobTracker)

}  // namespace test_job_tracker

#include "test_job_tracker.moc"
