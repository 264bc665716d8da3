// Spans: what threads wrote is read in order and whole, also while they write; what was overwritten is counted; a
// recording holds its steps and nothing else; a trace file says the same.
#include <QFile>
#include <QTemporaryDir>
#include <QtTest>
#include <atomic>
#include <thread>

#include "engine/core/error.h"
#include "engine/io/json.h"
#include "engine/io/trace/trace_file.h"
#include "engine/profile/collecting.h"
#include "engine/profile/live_trace.h"
#include "engine/profile/recording.h"

namespace test_spans {

using namespace tl;

namespace {

const ThreadSpans* threadNamed(const std::vector<ThreadSpans>& all, const std::string& name) {
    for (const auto& thread : all)
        if (thread.name == name) return &thread;
    return nullptr;
}

}  // namespace

class TestSpans : public QObject {
    Q_OBJECT
private slots:
    void namesAreKept() {
        const SpanName a = spanName({"Conv2D", "conv_1", "own", SpanCategory::Forward});
        QCOMPARE(spanName({"Conv2D", "conv_1", "own", SpanCategory::Forward}), a);
        QVERIFY(spanName({"Conv2D", "conv_2", "own", SpanCategory::Forward}) != a);
        QCOMPARE(spanInfo(a).layer, std::string("conv_1"));
        QCOMPARE(std::string(nameOf(spanInfo(a).category)), std::string("forward"));
        QCOMPARE(spanInfo(4'000'000).name, std::string());
    }

    void oneClock() {
        const uint64_t first = ticks();
        const int64_t before = wallNanoseconds(first), after = wallNanoseconds(ticks());
        QVERIFY(after >= before);
        QVERIFY(before > 1'700'000'000'000'000'000);  // since 1970, and not since the machine began
    }

    void eachThreadHasItsOwn() {
        SpanCollector collector(SpanCollector::Start::Now);
        const SpanName name = spanName({"work", {}, {}, SpanCategory::Other});
        std::vector<std::jthread> threads;
        for (int t = 0; t < 4; ++t)
            threads.emplace_back([=] {
                nameThread("worker " + std::to_string(t));
                for (uint32_t i = 0; i < 1000; ++i) Span(name, i + static_cast<uint32_t>(t) * 10000);
            });
        threads.clear();
        const auto found = collector.collect();
        for (int t = 0; t < 4; ++t) {
            const auto* thread = threadNamed(found, "worker " + std::to_string(t));
            QVERIFY(thread);
            QCOMPARE(thread->spans.size(), size_t{1000});
            QCOMPARE(thread->lost, uint64_t{0});
            for (uint32_t i = 0; i < 1000; ++i) {
                QCOMPARE(thread->spans[i].number, i + static_cast<uint32_t>(t) * 10000);
                QVERIFY(thread->spans[i].begin <= thread->spans[i].end);
            }
        }
        QVERIFY(collector.collect().empty());  // nothing new
    }

    void whetherAnybodyCollects() {
        QVERIFY(!spansAreCollected());
        {
            const SpanCollector one(SpanCollector::Start::Now);
            const StepRecording another(1, 1);
            QVERIFY(spansAreCollected());
        }
        QVERIFY(!spansAreCollected());
    }

    void whatIsOverwrittenIsCounted() {
        SpanCollector collector(SpanCollector::Start::Now);
        const SpanName name = spanName({"many", {}, {}, SpanCategory::Other});
        constexpr uint32_t kMany = 3'000'000;  // more than a ring ever holds
        std::jthread([=] {
            nameThread("busy");
            for (uint32_t i = 0; i < kMany; ++i) recordSpan(name, i + 1, i + 2, i);
        }).join();
        const auto found = collector.collect();
        const auto* busy = threadNamed(found, "busy");
        QVERIFY(busy && busy->lost > 0);
        QCOMPARE(busy->lost + busy->spans.size(), uint64_t{kMany});
        QCOMPARE(busy->spans.back().number, kMany - 1);  // the newest are there
        QCOMPARE(busy->spans.front().number, static_cast<uint32_t>(busy->lost));
    }

    // One writes without pause, one reads: nothing is torn, nothing comes twice, what is missing is counted.
    void readWhileWritten() {
        SpanCollector collector(SpanCollector::Start::Now);
        const SpanName name = spanName({"torrent", {}, {}, SpanCategory::Other});
        std::atomic<bool> enough{false};
        std::atomic<uint32_t> written{0};
        std::jthread writer([&] {
            nameThread("torrent");
            uint32_t i = 0;
            for (; !enough; ++i) recordSpan(name, uint64_t{i} * 3 + 1, uint64_t{i} * 3 + 2, i);
            written = i;
        });
        uint64_t next = 0, lost = 0, read = 0;
        for (int look = 0; look < 200 || read < 10'000; ++look) {
            const auto found = collector.collect();
            const auto* thread = threadNamed(found, "torrent");
            if (!thread) continue;
            lost += thread->lost;
            for (const auto& span : thread->spans) {
                QCOMPARE(span.begin, uint64_t{span.number} * 3 + 1);
                QCOMPARE(span.end, span.begin + 1);
                QVERIFY(span.number >= next);
                next = span.number + 1;
            }
            read += thread->spans.size();
        }
        enough = true;
        writer.join();
        for (const auto& thread : collector.collect())
            if (thread.name == "torrent") lost += thread.lost, read += thread.spans.size();
        QCOMPARE(read + lost, uint64_t{written});
    }

    // Steps 3 and 4 of six: all threads' spans between their ends, none from before or after.
    void aRecordingHoldsItsSteps() {
        for (const int pollEvery : {1, 100}) {
            StepRecording recording(3, 2);
            const SpanName work = spanName({"kernel", "conv_1", "own", SpanCategory::Forward}),
                           queue = spanName({"queue of a recording", {}, "batches", SpanCategory::Data});
            uint64_t clock = 0;
            bool complete = false;
            std::jthread([&] {
                nameThread("steps");
                for (const double waiting : {7., 8.}) recordCounter(queue, waiting);
                clock = ticks();
                for (uint32_t step = 1; step <= 6; ++step) {
                    const uint64_t begin = clock;
                    for (uint32_t k = 0; k < 5; ++k, clock += 10) recordSpan(work, clock, clock + 10, step);
                    recordSpan(stepSpan(), begin, clock, step);
                    clock += 5;
                    if (step % static_cast<uint32_t>(pollEvery) == 0) complete = recording.poll();
                }
            }).join();
            complete = recording.poll();
            QVERIFY(complete);
            const Recording taken = recording.take();
            const auto* thread = threadNamed(taken.threads, "steps");
            QVERIFY(thread);
            QCOMPARE(thread->spans.size(), size_t{12});
            for (const auto& span : thread->spans) QVERIFY(span.number == 3 || span.number == 4);
            QCOMPARE(taken.end - taken.begin, uint64_t{105});
            // What a counter was before holds when the steps begin.
            QCOMPARE(thread->counters.size(), size_t{1});
            QCOMPARE(thread->counters[0].at, taken.begin);
            QCOMPARE(thread->counters[0].value, 8.);
        }
    }

    // A ring grows while it comes round within seconds, and what it holds then stays.
    void aBusyThreadIsKeptFurtherBack() {
        SpanCollector collector(SpanCollector::Start::Now);
        const SpanName name = spanName({"growing", {}, {}, SpanCategory::Other});
        constexpr uint32_t kMany = 2'000'000;
        std::jthread([=] {
            nameThread("growing");
            for (uint32_t i = 0; i < kMany; ++i) recordSpan(name, i + 1, i + 2, i);
        }).join();
        const auto found = collector.collect();
        const auto* growing = threadNamed(found, "growing");
        QVERIFY(growing);
        QCOMPARE(growing->lost, uint64_t{0});
        QCOMPARE(growing->spans.size(), size_t{kMany});
        for (uint32_t i = 0; i < kMany; ++i) QCOMPARE(growing->spans[i].number, i);
    }

    // However many threads are busy, their rings together do not take more than they may; the others' stay small.
    void ringsShareTheirRoom() {
        SpanCollector collector(SpanCollector::Start::Now);
        const SpanName name = spanName({"many busy", {}, {}, SpanCategory::Other});
        constexpr uint32_t kThreads = 8, kMany = 2'000'000;
        for (uint32_t t = 0; t < kThreads; ++t)
            std::jthread([=] {
                nameThread("busy " + std::to_string(t));
                for (uint32_t i = 0; i < kMany; ++i) recordSpan(name, i + 1, i + 2, i);
            }).join();
        uint64_t held = 0, threads = 0;
        for (const auto& thread : collector.collect()) {
            if (!thread.name.starts_with("busy ")) continue;
            held += thread.spans.size();
            ++threads;
            QCOMPARE(thread.lost + thread.spans.size(), uint64_t{kMany});
        }
        QVERIFY(threads > 0 && held * 24 <= uint64_t{256} << 20);
    }

    void nothingIsWrittenWhileTheClockStands() {
        SpanCollector collector(SpanCollector::Start::Now);
        const SpanName name = spanName({"stopped", {}, {}, SpanCategory::Other});
        std::jthread([=] {
            nameThread("stopped");
            const Span begun(name, 1);
            stopTicks(true);
            { const Span within(name, 2); }
            recordCounter(name, 3);
            stopTicks(false);
            { const Span after(name, 4); }
            stopTicks(true);
        }).join();
        stopTicks(false);
        const auto found = collector.collect();
        const auto* thread = threadNamed(found, "stopped");
        QVERIFY(thread);
        QCOMPARE(thread->spans.size(), size_t{1});
        QCOMPARE(thread->spans[0].number, 4u);
        QVERIFY(thread->counters.empty());
    }

    void depthsAndCounters() {
        SpanCollector collector(SpanCollector::Start::Now);
        const SpanName outer = spanName({"outer", {}, {}, SpanCategory::Other}),
                       inner = spanName({"inner", {}, {}, SpanCategory::Other}),
                       queue = spanName({"queue of a test", {}, "batches", SpanCategory::Data});
        std::jthread([&] {
            nameThread("nested");
            const Span one(outer);
            recordCounter(queue, -2.5);
            recordSpan(inner, 1, 2);
            { const Span two(inner); }
        }).join();
        const auto found = collector.collect();
        const auto* nested = threadNamed(found, "nested");
        QVERIFY(nested);
        QCOMPARE(nested->spans.size(), size_t{3});
        QCOMPARE(int{nested->spans[0].depth}, 1);
        QCOMPARE(int{nested->spans[1].depth}, 1);
        QCOMPARE(int{nested->spans[2].depth}, 0);
        QCOMPARE(nested->spans[2].name, outer);
        QCOMPARE(nested->counters.size(), size_t{1});
        QCOMPARE(nested->counters[0].value, -2.5);
        QCOMPARE(nested->counters[0].name, queue);
        QVERIFY(nested->counters[0].at >= nested->spans[2].begin && nested->counters[0].at <= nested->spans[2].end);
    }

    void asChromeReadsIt() {
        QTemporaryDir folder;
        Recording recording{1000, 900'000, {}};
        const SpanName conv = spanName({"Conv2D", "conv \"1\"", "brgconv", SpanCategory::Forward}),
                       wait = spanName({"wait", {}, {}, SpanCategory::Data});
        recording.threads.push_back({7, "training", {{1000, 500'000, conv, 12}, {500'000, 900'000, wait, 0}}, 0, {}});
        const std::string path = folder.filePath("trace.json").toStdString();
        writeTrace(traceOf(recording, "tensorloom"), path);
        QFile file(QString::fromStdString(path));
        QVERIFY(file.open(QIODevice::ReadOnly));
        const auto trace = nlohmann::json::parse(file.readAll().toStdString());
        std::vector<nlohmann::json> slices;
        std::string thread;
        for (const auto& event : trace["traceEvents"]) {
            if (event["ph"] == "X") slices.push_back(event);
            if (event["ph"] == "M" && event["name"] == "thread_name") thread = event["args"]["name"];
        }
        QCOMPARE(thread, std::string("training"));
        QCOMPARE(slices.size(), size_t{2});
        QCOMPARE(slices[0]["name"].get<std::string>(), std::string("Conv2D"));
        QCOMPARE(slices[0]["args"]["layer"].get<std::string>(), std::string("conv \"1\""));
        QCOMPARE(slices[0]["args"]["number"].get<int>(), 12);
        QCOMPARE(slices[1]["cat"].get<std::string>(), std::string("data"));
        const double gap =
            slices[1]["ts"].get<double>() - slices[0]["ts"].get<double>() - slices[0]["dur"].get<double>();
        QVERIFY(std::abs(gap) < 0.003);  // one ends where the other begins
        writeTrace(traceOf(recording, "tensorloom"), path + ".gz");
        QFile packed(QString::fromStdString(path + ".gz"));
        QVERIFY(packed.open(QIODevice::ReadOnly));
        QCOMPARE(packed.read(2), QByteArray("\x1f\x8b"));
        QVERIFY_THROWS_EXCEPTION(Error, writeTrace(traceOf(recording, "x"), "/no/such/folder/t.json"));
    }
};

QTEST_GUILESS_MAIN(TestSpans)

}  // namespace test_spans

#include "test_spans.moc"
