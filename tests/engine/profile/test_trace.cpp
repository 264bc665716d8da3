// Lanes of slices against plain loops over the same slices; nesting; what is drawn loses nothing; live traces grow by
// what threads do, and copies of them stay as they were.
#include <QtTest>
#include <random>
#include <thread>

#include "engine/profile/counters.h"
#include "engine/profile/live_trace.h"

namespace test_trace {

using namespace tl;

namespace {

std::vector<TraceSlice> someSlices(size_t count, unsigned seed) {
    std::mt19937 random(seed);
    std::vector<TraceSlice> slices;
    int64_t at = 0;
    for (size_t i = 0; i < count; ++i) {
        at += random() % 3 == 0 ? random() % 2000 : random() % 5;
        const int64_t duration = random() % 500 == 0 ? random() % 5000 : random() % 20;
        slices.push_back({at, duration, static_cast<uint32_t>(random() % 97), static_cast<uint32_t>(i)});
        at += duration;
    }
    return slices;
}

TraceLane laneOf(const std::vector<TraceSlice>& slices) {
    TraceLane lane;
    for (const auto& slice : slices) lane.append(slice);
    return lane;
}

}  // namespace

class TestTrace : public QObject {
    Q_OBJECT
private slots:
    void findsTimes() {
        const auto slices = someSlices(30'000, 1);
        const TraceLane lane = laneOf(slices);
        QCOMPARE(lane.size(), uint64_t{30'000});
        std::mt19937 random(2);
        for (int i = 0; i < 2000; ++i) {
            const int64_t time = static_cast<int64_t>(random() % static_cast<uint64_t>(slices.back().end() + 100)) - 50;
            const auto ending = std::ranges::find_if(slices, [&](const auto& s) { return s.end() > time; });
            const auto beginning = std::ranges::find_if(slices, [&](const auto& s) { return s.begin >= time; });
            // One of no length at the same time ends there too; any of them will do.
            const uint64_t found = lane.firstEndingAfter(time);
            if (found < static_cast<uint64_t>(ending - slices.begin()))
                QCOMPARE(slices[found].end(), time);
            else
                QVERIFY(found == static_cast<uint64_t>(ending - slices.begin()) || slices[found].begin >= time);
            QCOMPARE(lane.firstBeginningFrom(time), static_cast<uint64_t>(beginning - slices.begin()));
        }
    }

    void findsTheLongest() {
        const auto slices = someSlices(20'000, 3);
        const TraceLane lane = laneOf(slices);
        std::mt19937 random(4);
        for (int i = 0; i < 500; ++i) {
            size_t a = random() % slices.size(), b = random() % slices.size();
            if (a > b) std::swap(a, b);
            if (a == b) continue;
            const auto longest =
                std::ranges::max_element(slices.begin() + static_cast<long>(a), slices.begin() + static_cast<long>(b),
                                         {}, &TraceSlice::duration);
            QCOMPARE(lane[lane.longest(a, b)].duration, longest->duration);
        }
    }

    // Whatever the scale: each slice is in exactly one piece, pieces are in order, one of a pixel's slices stands for
    // them and it is the longest, and at most two begin in a pixel.
    void piecesLoseNothing() {
        const auto slices = someSlices(20'000, 5);
        const TraceLane lane = laneOf(slices);
        for (const double perPixel : {0.1, 1.0, 7.3, 100.0, 4000.0, 1e6}) {
            std::vector<TracePiece> pieces;
            lane.pieces(slices.front().begin, slices.back().end() + 1, perPixel, pieces);
            uint64_t next = 0;
            std::map<int64_t, int> perColumn;
            for (const TracePiece& piece : pieces) {
                QCOMPARE(piece.begin, slices[next].begin);
                QCOMPARE(piece.end, slices[next + piece.count - 1].end());
                QVERIFY(piece.slice >= next && piece.slice < next + piece.count);
                QCOMPARE(piece.label, slices[piece.slice].label);
                for (uint64_t i = next; i < next + piece.count; ++i)
                    QVERIFY(slices[i].duration <= slices[piece.slice].duration);
                next += piece.count;
                ++perColumn[static_cast<int64_t>(std::floor(static_cast<double>(piece.begin) / perPixel))];
            }
            QCOMPARE(next, uint64_t{20'000});
            for (const auto& [column, count] : perColumn)
                if (perPixel >= 1) QVERIFY2(count <= 2, qPrintable(QString::number(perPixel)));
        }
    }

    void aLoneSliceIsSeenAtAnyScale() {
        TraceLane lane;
        lane.append({500'000'000, 1, 3, 0});
        std::vector<TracePiece> pieces;
        lane.pieces(0, 1'000'000'000'000, 1e9, pieces);
        QCOMPARE(pieces.size(), size_t{1});
        QCOMPARE(pieces[0].label, uint32_t{3});
    }

    // What is searched for is seen wherever it is, and as long as it is: a short one before it in its pixel hides
    // nothing. A pixel or more has the name of the slice that fills it.
    void piecesOfLabelsLoseNone() {
        const auto slices = someSlices(20'000, 5);
        const TraceLane lane = laneOf(slices);
        LabelSet labels;
        for (uint32_t label = 0; label < 40; ++label) labels.insert(label);
        int longOnes = 0;
        for (const double perPixel : {0.1, 1.0, 7.3, 100.0, 4000.0, 1e6}) {
            std::vector<TracePiece> pieces;
            lane.pieces(slices.front().begin, slices.back().end() + 1, perPixel, labels, pieces);
            size_t at = 0;
            for (const TraceSlice& slice : slices) {
                if (!labels.contains(slice.label)) continue;
                while (at + 1 < pieces.size() && pieces[at + 1].begin <= slice.begin) ++at;
                const TracePiece& piece = pieces[at];
                const auto pixel = static_cast<int64_t>(std::ceil(perPixel));
                QVERIFY(piece.begin <= slice.begin);
                QVERIFY2(slice.end() <= piece.end + pixel, qPrintable(QString::number(perPixel)));
                if (slice.duration <= pixel) continue;
                QCOMPARE(lane[piece.slice].begin, slice.begin);
                QCOMPARE(piece.label, slice.label);
                QCOMPARE(piece.end, slice.end());
                longOnes += piece.begin < slice.begin;
            }
        }
        QVERIFY(longOnes > 0);  // behind a short one in their pixel
    }

    void searchFindsAll() {
        const auto slices = someSlices(50'000, 6);
        const TraceLane lane = laneOf(slices);
        LabelSet labels;
        labels.insert(11);
        labels.insert(96);
        std::vector<uint64_t> expected;
        for (uint64_t i = 0; i < slices.size(); ++i)
            if (slices[i].label == 11 || slices[i].label == 96) expected.push_back(i);
        QCOMPARE(lane.all(labels), expected);
        std::vector<uint64_t> backwards;
        for (uint64_t i = lane.previous(lane.last(), labels); i < lane.last(); i = lane.previous(i, labels))
            backwards.insert(backwards.begin(), i);
        QCOMPARE(backwards, expected);
        LabelSet none;
        none.insert(1234);
        QCOMPARE(lane.next(0, none), lane.last());
        // Of more than a few labels, and of one in blocks whose labels are large numbers.
        auto far = someSlices(20'000, 7);
        for (TraceSlice& slice : far) slice.label *= 70'001;
        const TraceLane large = laneOf(far);
        for (const size_t count : {size_t{1}, size_t{8}, size_t{30}}) {
            LabelSet several;
            for (uint32_t i = 0; i < count; ++i) several.insert(70'001 * (3 * i + 2));
            std::vector<uint64_t> those;
            for (uint64_t i = 0; i < far.size(); ++i)
                if (several.contains(far[i].label)) those.push_back(i);
            QCOMPARE(large.all(several), those);
        }
    }

    void aCopyStaysAsItWas() {
        TraceLane lane = laneOf(someSlices(5000, 7));
        const TraceLane copy = lane.share();
        const int64_t end = lane[lane.last() - 1].end();
        lane.append({end, 1'000'000, 5, 1});
        QCOMPARE(copy.size(), uint64_t{5000});
        QCOMPARE(lane.size(), uint64_t{5001});
        QCOMPARE(lane.longest(0, 5001), uint64_t{5000});
        lane.dropBefore(end + 1);
        QCOMPARE(lane.first(), uint64_t{4096});  // whole blocks
        QCOMPARE(copy.first(), uint64_t{0});
        QCOMPARE(lane[5000].duration, int64_t{1'000'000});
    }

    void countersKnowTheirExtent() {
        std::mt19937 random(8);
        TraceCounter counter;
        std::vector<TracePoint> points;
        for (int i = 0; i < 5000; ++i) points.push_back({i * 10, static_cast<double>(random() % 1000) - 500});
        for (const auto& point : points) counter.append(point);
        QCOMPARE(counter.firstFrom(15), uint64_t{2});
        QCOMPARE(counter.firstFrom(49'991), uint64_t{5000});
        for (int i = 0; i < 200; ++i) {
            const uint64_t a = random() % 4999, b = a + 1 + random() % (5000 - a - 1);
            const auto extent = counter.extent(a, b);
            double least = 1e9, greatest = -1e9;
            for (uint64_t k = a; k < b; ++k) {
                least = std::min(least, points[k].value);
                greatest = std::max(greatest, points[k].value);
            }
            QCOMPARE(extent.least, least);
            QCOMPARE(extent.greatest, greatest);
        }
    }

    void nestsWhatComesInAnyOrder() {
        TraceBuilder builder;
        const size_t thread = builder.thread(1, 2);
        const uint32_t a = builder.label({"a", "x", {}, {}, 0, 0}), b = builder.label({"b", "x", {}, {}, 0, 0});
        QCOMPARE(builder.label({"a", "x", {}, {}, 0, 0}), a);
        builder.add(thread, TraceSlice{1030, 5, b, 0});
        builder.add(thread, TraceSlice{1000, 100, a, 0});
        builder.add(thread, TraceSlice{1010, 40, b, 0});
        builder.add(thread, TraceSlice{1090, 20, b, 0});  // reaches over the end of the first
        builder.add(thread, TraceSlice{1200, 10, a, 7});
        const size_t counter = builder.counter(1, "memory");
        builder.add(counter, TracePoint{1100, 2});
        builder.add(counter, TracePoint{1050, 1});
        const Trace trace = builder.finish();
        QCOMPARE(trace.origin, int64_t{1000});
        QCOMPARE(trace.end, int64_t{210});
        QCOMPARE(trace.threads.size(), size_t{1});
        const auto& levels = trace.threads[0].levels;
        QCOMPARE(levels.size(), size_t{3});
        QCOMPARE(levels[0].size(), uint64_t{2});
        QCOMPARE(levels[1].size(), uint64_t{2});
        QCOMPARE(levels[2].size(), uint64_t{1});
        QCOMPARE(levels[2][0].begin, int64_t{30});
        QCOMPARE(trace.number(levels[0][1]), uint32_t{7});
        QCOMPARE(trace.counters[0][0].time, int64_t{50});
        QCOMPARE(trace.slices(), uint64_t{5});
    }

    void labelsAreFoundByAnyWord() {
        Trace trace;
        trace.labels = {{"Conv2D", "forward", "conv_1", "brgconv", 0, 0}, {"Dense", "forward", "dense", {}, 0, 0}};
        QVERIFY(trace.matching("CONV").contains(0) && !trace.matching("CONV").contains(1));
        QVERIFY(trace.matching("brg").contains(0));
        QVERIFY(trace.matching("dense").contains(1));
        QVERIFY(trace.ofLayer("conv_1").contains(0));
        QVERIFY(trace.matching("nothing").empty());
    }

    void liveFollowsThreads() {
        LiveTrace live(10);
        const SpanName step = spanName({"live step", {}, {}, SpanCategory::Other}),
                       work = spanName({"live work", "conv_9", "own", SpanCategory::Forward, 1000, 10});
        const auto threadOf = [](const Trace& trace) {
            const TraceThread* found = nullptr;
            for (const auto& thread : trace.threads)
                if (thread.name == "live thread") found = &thread;
            return found;
        };
        const auto round = [&] {
            nameThread("live thread");
            for (uint32_t i = 1; i <= 100; ++i) {
                const Span whole(step, i);
                const Span part(work, i);
            }
        };
        std::jthread(round).join();
        const auto first = live.poll();
        const TraceThread* thread = threadOf(*first);
        QVERIFY(thread);
        QCOMPARE(thread->levels.size(), size_t{2});
        QCOMPARE(thread->levels[0].size(), uint64_t{100});
        QCOMPARE(thread->levels[1].size(), uint64_t{100});
        for (uint64_t i = 0; i < 100; ++i) {
            QVERIFY(thread->levels[1][i].begin >= thread->levels[0][i].begin);
            QVERIFY(thread->levels[1][i].end() <= thread->levels[0][i].end());
            QCOMPARE(first->number(thread->levels[1][i]), static_cast<uint32_t>(i + 1));
        }
        QCOMPARE(first->labelOf(thread->levels[1][0]).layer, std::string("conv_9"));
        QCOMPARE(first->labelOf(thread->levels[1][0]).flops, 1000.0);
        std::jthread(round).join();  // another thread of the same name goes on in the row
        const auto second = live.poll();
        QCOMPARE(threadOf(*second)->levels[0].size(), uint64_t{200});
        QCOMPARE(thread->levels[0].size(), uint64_t{100});  // what was handed out is as it was
        QVERIFY(std::ranges::any_of(second->counters, [](const auto& c) { return c.name == "process memory"; }));
    }

    // However long ago that was, and whatever the window has done since: the last seconds are those of work.
    void theLastSecondsAreThoseOfWork() {
        const SpanName work = spanName({"work long ago", {}, {}, SpanCategory::Other}),
                       paint = spanName({"paint", {}, {}, SpanCategory::Window});
        std::jthread([&] {
            nameThread("worker of long ago");
            const uint64_t now = ticks();
            recordSpan(work, now - 10, now, 7);
        }).join();
        std::jthread([&] {
            nameThread("window");
            QTest::qSleep(300);
            const uint64_t now = ticks();
            recordSpan(paint, now - 10, now);
        }).join();
        const auto kept = lastSeconds(0.1);
        const auto has = [&](const char* name) {
            return std::ranges::any_of(kept->threads,
                                       [name](const TraceThread& thread) { return thread.name == name; });
        };
        QVERIFY(has("worker of long ago"));
        QVERIFY(!has("window"));
        QVERIFY(kept->end - kept->begin <= 110'000'000);
    }

    // Before what a ring has not written over nothing is known of its thread, and all of one that did little.
    void aThreadIsKnownFromWhatIsKeptOn() {
        const SpanName work = spanName({"much work", {}, {}, SpanCategory::Other});
        constexpr uint32_t kTooMany = 4'000'000;
        uint64_t late = 0;
        const auto worker = [&](const char* name, uint32_t spans) {
            std::jthread([&] {
                nameThread(name);
                const uint64_t start = ticks();
                for (uint32_t i = 0; i < spans; ++i) {
                    recordSpan(work, start + 100 * uint64_t{i}, start + 100 * uint64_t{i} + 50, i + 1);
                    if (i == spans - 1000) late = start + 100 * uint64_t{i};
                }
            }).join();
        };
        const auto thread = [](const Trace& trace, const char* name) {
            return *std::ranges::find(trace.threads, std::string(name), &TraceThread::name);
        };
        worker("quiet worker", 2000);
        worker("busy worker", kTooMany);
        const auto kept = lastSeconds(100);
        const TraceThread busy = thread(*kept, "busy worker");
        const TraceLane& lane = busy.levels[0];
        QVERIFY(kept->number(lane[lane.first()]) > 1);  // else nothing was written over
        QCOMPARE(kept->number(lane[lane.last() - 1]), kTooMany);
        QVERIFY(busy.knownFrom > kept->begin);
        QCOMPARE(busy.knownFrom, lane[lane.first()].begin);
        QVERIFY(thread(*kept, "quiet worker").knownFrom < kept->begin);
        // What was written over is long before what is asked for.
        const auto last = lastSeconds(100, late);
        QCOMPARE(thread(*last, "busy worker").levels[0].size(), uint64_t{1000});
        QVERIFY(thread(*last, "busy worker").knownFrom < last->begin);
    }

    // What is lost while it grows, or by a thread that goes on in another's row, is a gap: before it slices are there.
    void aLaterLossHidesNothingThatIsThere() {
        const SpanName work = spanName({"work with gaps", {}, {}, SpanCategory::Other});
        TraceFeed feed(1000, "test");
        const auto lost = [&](int thread, uint64_t begin) {
            feed.append({{thread, "worker", {{begin, begin + 1000, work, 1}}, 5, {}}});
            return feed.trace().threads.front().knownFrom;
        };
        const int64_t known = lost(1, 10'000);
        QCOMPARE(known, feed.time(10'000));  // nothing is there before it
        QCOMPARE(lost(1, 50'000), known);
        QCOMPARE(lost(2, 90'000), known);
        QCOMPARE(feed.trace().threads.size(), size_t{1});
        QCOMPARE(feed.trace().threads.front().levels.at(0).size(), uint64_t{3});
    }

    // Points of one counter by two threads come in the order of time, and all of them.
    void countersOfSeveralThreads() {
        const SpanName name = spanName({"shared counter", {}, {}, SpanCategory::Other}),
                       work = spanName({"counted work", {}, {}, SpanCategory::Other});
        Recording recording{1000, 1'000'000, {}};
        ThreadSpans a{1, "a", {{1000, 900'000, work, 1}}, 0, {}}, b{2, "b", {{1000, 900'000, work, 1}}, 0, {}};
        for (uint64_t i = 0; i < 10; ++i) {
            a.counters.push_back({10'000 + i * 20'000, name, static_cast<double>(2 * i)});
            b.counters.push_back({20'000 + i * 20'000, name, static_cast<double>(2 * i + 1)});
        }
        recording.threads = {a, b};
        const Trace trace = traceOf(recording, "test");
        QCOMPARE(trace.counters.size(), size_t{1});
        QCOMPARE(trace.counters[0].size(), uint64_t{20});
        for (uint64_t i = 0; i < 20; ++i) QCOMPARE(trace.counters[0][i].value, static_cast<double>(i));
    }

    void plansTellTheirMemory() {
        LiveTrace live(10);
        const auto planBytes = [&] {
            const auto trace = live.poll();
            for (const auto& counter : trace->counters)
                if (counter.name == "memory of all plans") return counter[counter.size() - 1].value;
            return -1.0;
        };
        QTRY_VERIFY(planBytes() >= 0);  // asked for now and then
        const double before = planBytes();
        PlanMemoryHeld held;
        held.set(4096);
        QTRY_COMPARE(planBytes(), before + 4096);
        held.set(0);
        QTRY_COMPARE(planBytes(), before);
    }
};

QTEST_GUILESS_MAIN(TestTrace)

}  // namespace test_trace

#include "test_trace.moc"
