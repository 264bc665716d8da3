// The stream of events: each reader has its own place, memory is bounded by letting watched values go, and scalars are
// never lost to a reader that lives.
#include <QtTest>
#include <thread>

#include "engine/train/event_log.h"

namespace test_event_log {

using namespace tl;

namespace {

StepRecord step(int64_t number) {
    StepRecord record;
    record.step = number;
    return record;
}

WatchedRecord histogram(int64_t number, size_t buckets) {
    auto content = std::make_shared<Histogram>();
    content->counts.assign(buckets, 1);
    return {number, 0, "conv_1/kernel", std::shared_ptr<const Histogram>(content)};
}

template <typename Record>
std::vector<int64_t> stepsOf(const EventBatch& batch) {
    std::vector<int64_t> steps;
    for (const Event& event : batch)
        if (const auto* record = std::get_if<Record>(&event)) steps.push_back(record->step);
    return steps;
}

using Steps = std::vector<int64_t>;

}  // namespace

class TestEventLog : public QObject {
    Q_OBJECT
private slots:
    void readersHavePlacesOfTheirOwn() {
        const auto log = EventLog::make();
        log->push(step(0));  // nobody reads yet
        const auto first = log->reader();
        log->push(step(1));
        const auto late = log->reader(), early = log->reader(EventLog::From::Oldest);
        log->push(step(2));
        QCOMPARE(stepsOf<StepRecord>(first->drain()), (Steps{1, 2}));
        log->push(step(3));
        QCOMPARE(stepsOf<StepRecord>(late->drain()), (Steps{2, 3}));
        QCOMPARE(stepsOf<StepRecord>(early->drain()), (Steps{1, 2, 3}));
        QCOMPARE(stepsOf<StepRecord>(first->drain()), (Steps{3}));
        QVERIFY(first->drain().empty());
    }

    // What all have read is freed: an event is held by the batches that were handed out, and no longer.
    void whatAllHaveReadGoes() {
        const auto log = EventLog::make();
        const auto a = log->reader();
        auto b = log->reader();
        const std::weak_ptr<const Histogram> seen = [&] {
            auto made = std::make_shared<const Histogram>();
            log->push(WatchedRecord{1, 0, "x", made});
            return std::weak_ptr<const Histogram>(made);
        }();
        (void)a->drain();
        QVERIFY(!seen.expired());
        b.reset();  // a reader that goes away holds nothing up
        QVERIFY(seen.expired());
    }

    void aSlowReaderLosesWatchedValuesFirst() {
        const auto log = EventLog::make({.watchedBytes = 100000});
        const auto slow = log->reader(), quick = log->reader();
        Steps seen;
        for (int64_t i = 1; i <= 100; ++i) {
            log->push(step(i));
            log->push(histogram(i, 1000));
            log->push(WatchedRecord{i, 0, "conv_1/kernel", Measured{}});
            log->push(WatchedRecord{i, 0, "conv_1/kernel", WatchedRecord::UpdateRatio{0.1}});
            for (const int64_t number : stepsOf<WatchedRecord>(quick->drain())) seen.push_back(number);
        }
        QCOMPARE(seen.size(), size_t{300});
        QCOMPARE(quick->missedWatched(), 0);
        const EventBatch late = slow->drain();
        Steps steps = stepsOf<StepRecord>(late), kept, numbers;
        for (const Event& event : late)
            if (const auto* watched = std::get_if<WatchedRecord>(&event))
                (std::holds_alternative<std::shared_ptr<const Histogram>>(watched->content) ? kept : numbers)
                    .push_back(watched->step);
        QCOMPARE(steps.size(), size_t{100});
        QCOMPARE(numbers.size(), size_t{200});  // of watched values, too, only what is heavy goes
        for (int64_t i = 0; i < 100; ++i) QCOMPARE(steps[size_t(i)], i + 1);
        QVERIFY(kept.size() > 5 && kept.size() < 13);  // some 8 KB each
        QCOMPARE(kept.back(), 100);
        QCOMPARE(slow->missedWatched(), int64_t(100 - kept.size()));
        QCOMPARE(slow->missed(), 0);
    }

    // One that never reads at all does not take the machine's memory: what it lost is told, and it goes on from there.
    void memoryIsBounded() {
        const auto log = EventLog::make({.events = 1000});
        const auto asleep = log->reader();
        for (int64_t i = 1; i <= 10000; ++i) log->push(step(i));
        const Steps kept = stepsOf<StepRecord>(asleep->drain());
        QVERIFY(kept.size() <= 1000);
        QCOMPARE(kept.back(), 10000);
        QCOMPARE(asleep->missed() + int64_t(kept.size()), 10000);
        log->push(step(10001));
        QCOMPARE(stepsOf<StepRecord>(asleep->drain()), (Steps{10001}));
    }

    void manyThreads() {
        const auto log = EventLog::make({.watchedBytes = 20000});
        constexpr int64_t kEach = 20000;
        std::vector<std::unique_ptr<EventReader>> readers;
        for (int i = 0; i < 3; ++i) readers.push_back(log->reader());
        std::atomic<bool> over{false};
        std::vector<int64_t> seen(3, 0), watched(3, 0);
        std::vector<bool> ordered(3, true);
        {
            std::vector<std::jthread> threads;
            for (size_t i = 0; i < 3; ++i)
                threads.emplace_back([&, i] {
                    std::map<int64_t, int64_t> last;
                    for (bool more = true; more;) {
                        more = !over;
                        for (const Event& event : readers[i]->drain()) {
                            if (const auto* record = std::get_if<StepRecord>(&event)) {
                                if (record->step <= last[record->epoch]) ordered[i] = false;
                                last[record->epoch] = record->step;
                                ++seen[i];
                            } else {
                                ++watched[i];
                            }
                        }
                        if (i == 2) std::this_thread::yield();
                    }
                });
            std::vector<std::jthread> writers;
            for (int64_t writer = 0; writer < 2; ++writer)
                writers.emplace_back([&, writer] {
                    for (int64_t i = 1; i <= kEach; ++i) {
                        StepRecord record = step(i);
                        record.epoch = writer;
                        log->push(record);
                        if (i % 10 == 0) log->push(histogram(i, 30));
                    }
                });
            writers.clear();
            over = true;
        }
        for (size_t i = 0; i < 3; ++i) {
            QCOMPARE(seen[i], 2 * kEach);
            QVERIFY(ordered[i]);
            QCOMPARE(watched[i] + readers[i]->missedWatched(), 2 * kEach / 10);
            QCOMPARE(readers[i]->missed(), 0);
        }
    }
};

QTEST_GUILESS_MAIN(TestEventLog)

}  // namespace test_event_log

#include "test_event_log.moc"
