// Pipelines: the order of items, batches, resuming, workers, caching, resizing, and augmentation made again.
#include <QTest>

#include <atomic>
#include <chrono>
#include <cmath>
#include <fstream>
#include <latch>
#include <numeric>
#include <set>
#include <thread>

#include <unistd.h>

#include "engine/core/error.h"
#include "engine/core/rng.h"
#include "engine/data/memory_source.h"
#include "engine/data/pipeline.h"

namespace test_pipeline {

using namespace tl;

namespace {

// A source that counts its reads, may fail on some items, and can give images of several sizes.
class CountingSource : public Source {
public:
    explicit CountingSource(int64_t size, Shape shape = {3, 4, 5}) : size_(size), shape_(std::move(shape)) {}
    std::string name() const override { return "counting"; }
    int64_t size() const override { return size_; }
    const std::vector<std::string>& classNames() const override { return names_; }
    int label(int64_t index) const override { return static_cast<int>(index % 3); }
    std::string itemName(int64_t index) const override { return "item " + std::to_string(index); }
    void read(int64_t index, Image& image) const override {
        ++reads;
        if (broken_items.count(index)) throw Error("This one is broken.");
        if (slow) std::this_thread::sleep_for(std::chrono::microseconds(50 * (index * 7 % 5)));
        const int grow = sizes ? static_cast<int>(index % 3) : 0;
        image.channels = static_cast<int>(shape_[0]);
        image.height = static_cast<int>(shape_[1]) + grow;
        image.width = static_cast<int>(shape_[2]) + grow;
        image.pixels.resize(static_cast<size_t>(image.channels * image.height * image.width));
        for (size_t i = 0; i < image.pixels.size(); ++i)
            image.pixels[i] = static_cast<uint8_t>(index * 3 + static_cast<int64_t>(i));
    }
    Shape sampleShape() const override { return shape_; }
    const std::vector<BrokenItem>& broken() const override { return none_; }

    mutable std::atomic<int> reads{0};
    std::set<int64_t> broken_items;
    bool slow = false, sizes = false;

private:
    int64_t size_;
    Shape shape_;
    std::vector<std::string> names_{"a", "b", "c"};
    std::vector<BrokenItem> none_;
};

// Everything that an iterator delivers, as one comparable value.
struct Delivered {
    std::vector<int64_t> indices, numbers, epochs, counts;
    std::vector<int32_t> labels;
    std::vector<uint8_t> pixels;
    std::vector<int> lasts;
    bool operator==(const Delivered&) const = default;
};

Delivered drain(Pipeline::Iterator iterator, int64_t limit = -1) {
    Delivered all;
    Batch batch;
    while (limit-- != 0 && iterator.next(batch)) {
        all.indices.insert(all.indices.end(), batch.indices.begin(), batch.indices.end());
        all.numbers.push_back(batch.number);
        all.epochs.push_back(batch.epoch);
        all.counts.push_back(batch.count());
        all.lasts.push_back(batch.lastOfEpoch);
        const auto labels = std::as_const(batch.labels).as<int32_t>();
        all.labels.insert(all.labels.end(), labels.begin(), labels.end());
        const auto pixels = std::as_const(batch.data).as<uint8_t>();
        all.pixels.insert(all.pixels.end(), pixels.begin(), pixels.end());
    }
    return all;
}

std::vector<int64_t> range(int64_t from, int64_t to) {
    std::vector<int64_t> items(static_cast<size_t>(to - from));
    std::iota(items.begin(), items.end(), from);
    return items;
}

std::shared_ptr<const Source> inMemory(int64_t size, Shape shape = {3, 4, 5}) {
    auto pixels = std::make_shared<std::vector<uint8_t>>(static_cast<size_t>(size * shape.elements()));
    for (size_t i = 0; i < pixels->size(); ++i) (*pixels)[i] = static_cast<uint8_t>(i * 31 + i / 7);
    std::vector<uint8_t> labels(static_cast<size_t>(size));
    for (size_t i = 0; i < labels.size(); ++i) labels[i] = static_cast<uint8_t>(i % 3);
    return std::make_shared<MemorySource>("memory", "train", shape, std::vector<std::string>{"a", "b", "c"}, pixels,
                                          labels);
}

// The thread of this process waits for something, as Linux tells it.
bool sleeps(int thread) {
    std::ifstream file("/proc/self/task/" + std::to_string(thread) + "/stat");
    std::string text;
    std::getline(file, text);
    return text.find(") S ") != std::string::npos;
}

const std::vector<AugmentSpec> cropAndFlip{{"RandomCrop", {{"padding", int64_t{2}}}}, {"RandomFlip", {}}};

}  // namespace

class TestPipeline : public QObject {
    Q_OBJECT

private slots:
    void plainOrderAndBatches() {
        const auto source = std::make_shared<CountingSource>(10);
        Pipeline pipeline(source);
        pipeline.batch(4);
        QCOMPARE(pipeline.itemsPerEpoch(), 10);
        QCOMPARE(pipeline.batchesPerEpoch(), 3);
        const Delivered all = drain(pipeline.iterate());
        QCOMPARE(all.indices, range(0, 10));
        QCOMPARE(all.counts, (std::vector<int64_t>{4, 4, 2}));
        QCOMPARE(all.lasts, (std::vector<int>{0, 0, 1}));
        QCOMPARE(all.labels, (std::vector<int32_t>{0, 1, 2, 0, 1, 2, 0, 1, 2, 0}));
        // Channels first: the planes of item 3, whose value at (y, x, c) is 9 + 3 (5 y + x) + c.
        for (int c = 0; c < 3; ++c)
            for (int i = 0; i < 20; ++i) QCOMPARE(int(all.pixels[size_t(3 * 60 + c * 20 + i)]), 9 + 3 * i + c);
        pipeline.batch(4, true);
        QCOMPARE(pipeline.batchesPerEpoch(), 2);
        QCOMPARE(drain(pipeline.iterate()).lasts, (std::vector<int>{0, 1}));
    }

    void stagesInTheirOrder() {
        const auto source = std::make_shared<CountingSource>(10);
        QCOMPARE(Pipeline(source).skip(2).take(3).order(0), range(2, 5));
        QCOMPARE(Pipeline(source).take(3).skip(2).order(0), range(2, 3));
        QCOMPARE(Pipeline(source).take(-1).order(0), range(0, 10));
        QCOMPARE(Pipeline(source).take(100).order(0), range(0, 10));
        QCOMPARE(Pipeline(source).skip(100).itemsPerEpoch(), 0);
        // shuffle then take draws from all; take then shuffle only from the first.
        const auto late = Pipeline(source).shuffle(10, 3).take(4).order(0),
                   early = Pipeline(source).take(4).shuffle(10, 3).order(0);
        QVERIFY(std::any_of(late.begin(), late.end(), [](int64_t i) { return i > 3; }));
        QVERIFY(std::all_of(early.begin(), early.end(), [](int64_t i) { return i <= 3; }));
        // repeat last counts epochs; followed by a stage it makes the epoch longer.
        Pipeline epochs(source);
        epochs.repeat(3).batch(5);
        QCOMPARE(epochs.itemsPerEpoch(), 10);
        QCOMPARE(drain(epochs.iterate()).epochs, (std::vector<int64_t>{0, 0, 1, 1, 2, 2}));
        Pipeline longer(source);
        longer.repeat(3).take(25);
        QCOMPARE(longer.itemsPerEpoch(), 25);
        QCOMPARE(longer.order(0)[24], 4);
        QCOMPARE(Pipeline(source).repeat(-1).skip(3).take(25).order(0)[10], 3);
        QVERIFY_THROWS_EXCEPTION(Error, Pipeline(source).repeat(-1).shuffle(5, 1).iterate());
        QVERIFY_THROWS_EXCEPTION(Error, Pipeline(source).repeat(-1).skip(5).itemsPerEpoch());
        QVERIFY(drain(Pipeline(source).repeat(0).iterate()).indices.empty());
    }

    void shuffle() {
        const auto source = std::make_shared<CountingSource>(1000);
        Pipeline full(source);
        full.shuffle(1000, 42);
        auto first = full.order(0), second = full.order(1);
        QVERIFY(first != second);
        QCOMPARE(first, full.order(0));
        QVERIFY(first != Pipeline(source).shuffle(1000, 43).order(0));
        std::sort(first.begin(), first.end());
        QCOMPARE(first, range(0, 1000));
        QCOMPARE(Pipeline(source).shuffle(5000, 42).order(0), full.order(0));
        // A buffer of b can hand out item i at the earliest at place i - b + 1.
        const auto buffered = Pipeline(source).shuffle(10, 42).order(0);
        for (size_t place = 0; place < 1000; ++place) QVERIFY(buffered[place] <= static_cast<int64_t>(place) + 9);
        QVERIFY(buffered != range(0, 1000));
        QCOMPARE(Pipeline(source).shuffle(1, 42).order(0), range(0, 1000));
    }

    // Full shuffles are uniform: every item is equally often at every place (chi-square), and a small buffer's
    // first draw is uniform over the buffer.
    void shuffleIsUniform() {
        const int items = 8, rounds = 20000;
        const auto source = std::make_shared<CountingSource>(items);
        Pipeline full(source), small(source);
        full.shuffle(items, 1);
        small.shuffle(4, 1);
        int at[items][items] = {}, firsts[items] = {};
        for (int round = 0; round < rounds; ++round) {
            const auto order = full.order(round);
            for (int place = 0; place < items; ++place) ++at[place][order[size_t(place)]];
            ++firsts[small.order(round)[0]];
        }
        double chi = 0, chiSmall = 0;
        for (const auto& row : at)
            for (const int count : row) chi += std::pow(count - rounds / 8.0, 2) / (rounds / 8.0);
        for (int i = 0; i < 4; ++i) chiSmall += std::pow(firsts[i] - rounds / 4.0, 2) / (rounds / 4.0);
        QVERIFY2(chi < 95, qPrintable(QString::number(chi)));              // 49 degrees of freedom: 85.4 at 0.001
        QVERIFY2(chiSmall < 16.3, qPrintable(QString::number(chiSmall)));  // 3 degrees: 16.3 at 0.001
        for (int i = 4; i < items; ++i) QCOMPARE(firsts[i], 0);
    }

    void workersChangeNothing_data() {
        QTest::addColumn<bool>("memory");
        QTest::addColumn<bool>("augmented");
        QTest::addColumn<bool>("cached");
        for (int i = 0; i < 8; ++i)
            QTest::addRow("%s%s%s", i & 1 ? "memory" : "read", i & 2 ? ", augmented" : "", i & 4 ? ", cached" : "")
                << bool(i & 1) << bool(i & 2) << bool(i & 4);
    }
    void workersChangeNothing() {
        QFETCH(bool, memory);
        QFETCH(bool, augmented);
        QFETCH(bool, cached);
        std::shared_ptr<const Source> source = inMemory(103);
        if (!memory) {
            auto counting = std::make_shared<CountingSource>(103);
            counting->slow = counting->sizes = true;
            counting->broken_items = {5, 50, 51, 102};
            source = counting;
        }
        Pipeline pipeline(source);
        pipeline.shuffle(60, 9).repeat(3).batch(10);
        if (augmented) pipeline.augment(cropAndFlip, 4);
        if (cached) pipeline.cache();
        const Delivered reference = drain(pipeline.prefetch(0, 2).iterate());
        QCOMPARE(reference.indices.size(), size_t(3 * (memory ? 103 : 99)));
        for (const int workers : {1, 2, 4})
            for (const int queued : {1, 3}) {
                auto iterator = pipeline.prefetch(workers, queued).iterate();
                QVERIFY(drain(std::move(iterator)) == reference);
            }
    }

    void resumeAnywhere() {
        auto source = std::make_shared<CountingSource>(50);
        Pipeline pipeline(source);
        pipeline.shuffle(50, 3).augment(cropAndFlip, 8).repeat(4).batch(8).prefetch(2, 2);
        const Delivered whole = drain(pipeline.iterate());
        QCOMPARE(whole.numbers.size(), size_t{28});
        for (const int64_t start : {1, 6, 7, 8, 20, 27, 28}) {
            source->reads = 0;
            const Delivered rest = drain(pipeline.iterate(start / 7, start % 7));
            QCOMPARE(rest.numbers, std::vector<int64_t>(whole.numbers.begin() + start, whole.numbers.end()));
            const auto items = static_cast<int64_t>(rest.indices.size());
            QVERIFY(std::equal(rest.indices.begin(), rest.indices.end(), whole.indices.end() - items));
            QVERIFY(std::equal(rest.pixels.begin(), rest.pixels.end(),
                               whole.pixels.end() - static_cast<int64_t>(rest.pixels.size())));
            QCOMPARE(int64_t{source->reads}, items);  // nothing before it is decoded
        }
        // The end of an epoch is the start of the next.
        QVERIFY(drain(pipeline.iterate(0, 7)) == drain(pipeline.iterate(1, 0)));
        QVERIFY_THROWS_EXCEPTION(Error, pipeline.iterate(0, 8));
    }

    void withoutRepeatOneEpoch() {
        Pipeline pipeline(inMemory(10));
        pipeline.shuffle(10, 1).batch(4);
        const Delivered third = drain(pipeline.iterate(2, 1));
        QCOMPARE(third.epochs, (std::vector<int64_t>{2, 2}));
        const auto order = pipeline.order(2);
        QCOMPARE(third.indices, std::vector<int64_t>(order.begin() + 4, order.end()));
    }

    void brokenItems() {
        auto source = std::make_shared<CountingSource>(12);
        source->broken_items = {0, 4, 5, 6, 7, 11};
        Pipeline pipeline(source);
        pipeline.repeat(2).batch(4);
        for (const int workers : {0, 2}) {
            auto iterator = pipeline.prefetch(workers, 2).iterate();
            Batch batch;
            std::vector<int64_t> indices, numbers;
            std::vector<BrokenItem> broken;
            while (iterator.next(batch)) {
                QCOMPARE(batch.count(), int64_t(batch.indices.size()));
                QCOMPARE(batch.data.shape(), (Shape{batch.count(), 3, 4, 5}));
                for (int64_t i = 0; i < batch.count(); ++i) {
                    QCOMPARE(int(batch.labels.as<int32_t>()[size_t(i)]), int(batch.indices[size_t(i)] % 3));
                    QCOMPARE(int(batch.data.as<uint8_t>()[size_t(i * 60)]), int(batch.indices[size_t(i)] * 3));
                }
                indices.insert(indices.end(), batch.indices.begin(), batch.indices.end());
                numbers.push_back(batch.number);
                for (auto& item : iterator.takeBroken()) broken.push_back(item);
            }
            QCOMPARE(indices, (std::vector<int64_t>{1, 2, 3, 8, 9, 10, 1, 2, 3, 8, 9, 10}));
            QCOMPARE(numbers, (std::vector<int64_t>{0, 2, 0, 2}));  // a batch of which nothing is left is passed over
            QCOMPARE(broken.size(), size_t{6});                     // each once
            QCOMPARE(broken[0].reason.english(), std::string("This one is broken."));
        }
        // Only at an epoch's end is an empty batch handed out, to say so.
        source->broken_items = {8, 9, 10, 11};
        const Delivered all = drain(pipeline.iterate());
        QCOMPARE(all.counts, (std::vector<int64_t>{4, 4, 0, 4, 4, 0}));
        QCOMPARE(all.lasts, (std::vector<int>{0, 0, 1, 0, 0, 1}));
    }

    void firstErrorSurfaces() {
        for (const int workers : {0, 1, 3}) {
            Pipeline pipeline(std::make_shared<CountingSource>(40));
            pipeline
                .map([](Image&, int64_t, int64_t sample) {
                    if (sample == 13) throw Error("Thirteen.");
                })
                .batch(4)
                .prefetch(workers, 3);
            auto iterator = pipeline.iterate();
            Batch batch;
            for (int i = 0; i < 3; ++i) QVERIFY(iterator.next(batch));  // what came before it is delivered
            for (int again = 0; again < 2; ++again) {
                QString text;
                try {
                    iterator.next(batch);
                } catch (const Error& e) {
                    text = QString::fromStdString(e.message().english());
                }
                QCOMPARE(text, QStringLiteral("Thirteen."));
            }
        }
        Pipeline bad(inMemory(4));
        bad.map([](Image& image, int64_t, int64_t) { image.width = 1; });
        auto iterator = bad.iterate();
        Batch batch;
        QVERIFY_THROWS_EXCEPTION(Error, iterator.next(batch));
    }

    void leavingEarly() {
        auto source = std::make_shared<CountingSource>(1000);
        source->slow = true;
        for (int round = 0; round < 20; ++round) {
            auto iterator = Pipeline(source).repeat(-1).batch(16).prefetch(3, 2).iterate();
            Batch batch;
            for (int i = 0; i < round % 4; ++i) QVERIFY(iterator.next(batch));
        }
        QVERIFY(source->reads < 20 * (4 + 3) * 16);  // the queue is bounded
    }

    void queueIsBounded() {
        auto source = std::make_shared<CountingSource>(1000);
        auto iterator = Pipeline(source).batch(10).prefetch(2, 3).iterate();
        QTRY_COMPARE(int(source->reads), 40);  // three waiting and one beyond
        Batch batch;
        QVERIFY(iterator.next(batch));
        QTRY_COMPARE(int(source->reads), 50);  // and no more than that came meanwhile
    }

    void cacheReadsOnce() {
        for (const int workers : {0, 2}) {
            auto source = std::make_shared<CountingSource>(30);
            source->sizes = true;
            Pipeline pipeline(source);
            pipeline.cache().resize({3, 4, 5}).shuffle(30, 1).repeat(3).batch(7).prefetch(workers, 2);
            const Delivered cached = drain(pipeline.iterate());
            QCOMPARE(int(source->reads), 30);
            drain(pipeline.iterate());  // the cache belongs to the pipeline
            QCOMPARE(int(source->reads), 30);
            Pipeline plain(source);
            plain.resize({3, 4, 5}).shuffle(30, 1).repeat(3).batch(7);
            QVERIFY(drain(plain.iterate()) == cached);
        }
        // A limit keeps as many as fit.
        auto source = std::make_shared<CountingSource>(30);
        Pipeline pipeline(source);
        pipeline.cache(10 * 60 + 5).repeat(2).batch(7);
        drain(pipeline.iterate());
        QCOMPARE(int(source->reads), 50);
    }

    // Two threads ask for one image at once: the second waits for what the first makes; where the first makes nothing
    // of it, the second does.
    void cacheReadsOnceForTwo_data() {
        QTest::addColumn<bool>("fails");
        QTest::addRow("it is made") << false;
        QTest::addRow("the first fails") << true;
    }
    void cacheReadsOnceForTwo() {
        QFETCH(bool, fails);
        std::latch secondSleeps(1);
        std::atomic<int> made{0};
        Pipeline pipeline(std::make_shared<CountingSource>(1));
        pipeline.map([&](Image&, int64_t, int64_t) {
            const bool first = made++ == 0;
            secondSleeps.wait();
            if (fails && first) throw Error("The first.");
        });
        pipeline.cache();
        Delivered one, two;
        std::thread first([&] {
            try {
                one = drain(pipeline.iterate());
            } catch (const Error&) {
            }
        });
        QTRY_COMPARE(made.load(), 1);
        std::atomic<int> number{0};
        std::thread second([&] {
            number = ::gettid();
            two = drain(pipeline.iterate());
        });
        QTRY_VERIFY(number != 0 && sleeps(number));
        secondSleeps.count_down();
        first.join();
        second.join();
        QCOMPARE(made.load(), fails ? 2 : 1);
        QCOMPARE(two.indices, std::vector<int64_t>{0});
        if (!fails) QVERIFY(one == two);
    }

    void resizeAndChannels() {
        auto source = std::make_shared<CountingSource>(2, Shape{3, 8, 8});
        Pipeline grey(source);
        grey.resize({1, 8, 8}).batch(2);
        QVERIFY(grey.shape() == (Shape{1, 8, 8}));
        const Delivered all = drain(grey.iterate());
        // BT.601 luma of (0, 1, 2) is 0.299 * 0 + 0.587 + 0.114 * 2 = 0.815.
        QCOMPARE(int(all.pixels[0]), 1);
        Pipeline half(inMemory(1, {1, 4, 4}));
        half.resize({3, 2, 2});
        const Delivered small = drain(half.iterate());
        QCOMPARE(small.pixels.size(), size_t{12});
        // Area averaging: the mean of each 2 by 2 square, the same in all three channels.
        const auto source2 = inMemory(1, {1, 4, 4});
        const uint8_t* p = source2->planar(0);
        const int mean = (p[0] + p[1] + p[4] + p[5] + 2) / 4;
        QVERIFY(std::abs(small.pixels[0] - mean) <= 1);
        QCOMPARE(small.pixels[0], small.pixels[4]);
        QCOMPARE(small.pixels[0], small.pixels[8]);
        QVERIFY_THROWS_EXCEPTION(Error, half.resize({2, 4, 4}));
    }

    void memoryIsReused() {
        Pipeline pipeline(inMemory(64));
        pipeline.repeat(-1).batch(16);
        auto iterator = pipeline.iterate();
        Batch batch;
        iterator.next(batch);
        const void* memory = batch.data.data();
        for (int i = 0; i < 10; ++i) iterator.next(batch);
        QCOMPARE(batch.data.data(), memory);
    }

    void badRequests() {
        Pipeline pipeline(inMemory(10));
        QVERIFY_THROWS_EXCEPTION(Error, pipeline.batch(0));
        QVERIFY_THROWS_EXCEPTION(Error, pipeline.shuffle(0, 1));
        QVERIFY_THROWS_EXCEPTION(Error, pipeline.skip(-1));
        QVERIFY_THROWS_EXCEPTION(Error, pipeline.prefetch(-2, 1));
        QVERIFY_THROWS_EXCEPTION(Error, pipeline.augment({{"Twirl", {}}}, 1));
        QVERIFY_THROWS_EXCEPTION(Error, pipeline.augment({{"RandomCrop", {{"padding", std::string("x")}}}}, 1));
        QVERIFY_THROWS_EXCEPTION(Error, Pipeline(nullptr));
        // A batch larger than the data set: one smaller batch, or a sentence where the remainder is dropped.
        QCOMPARE(drain(Pipeline(inMemory(10)).batch(64).iterate()).counts, std::vector<int64_t>{10});
        try {
            Pipeline(inMemory(10)).batch(64, true).iterate();
            QFAIL("no error");
        } catch (const Error& e) {
            QVERIFY2(QString::fromStdString(e.message().english()).contains("at most the 10 images"), e.what());
        }
    }

    void iteratorKeepsItsStages() {
        Pipeline pipeline(inMemory(10));
        pipeline.batch(5);
        auto iterator = pipeline.iterate();
        pipeline.batch(2).take(4);
        QCOMPARE(drain(std::move(iterator)).counts, (std::vector<int64_t>{5, 5}));
    }

    void waitingIsCounted() {
        auto source = std::make_shared<CountingSource>(40);
        source->slow = true;
        auto iterator = Pipeline(source).batch(40).iterate();
        Batch batch;
        iterator.next(batch);
        QVERIFY(iterator.secondsWaited() > 0.002);  // what the source slept at least
    }
};

QTEST_GUILESS_MAIN(TestPipeline)

}  // namespace test_pipeline

#include "test_pipeline.moc"
