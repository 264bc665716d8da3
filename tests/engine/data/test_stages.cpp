// Stages in any order: filters, batches that are shuffled and taken, maps and caches before and behind each other, and
// AUTOTUNE.
#include <QTest>

#include <atomic>
#include <cmath>
#include <mutex>
#include <numeric>
#include <set>
#include <thread>

#include "engine/core/error.h"
#include "engine/data/pipeline.h"
#include "engine/data/worker_tuner.h"
#include "tests/support/generated_source.h"

namespace test_stages {

using namespace tl;
using tl::test::generatedSource;

namespace {

using Items = std::vector<int64_t>;

Items range(int64_t from, int64_t to) {
    Items items(static_cast<size_t>(to - from));
    std::iota(items.begin(), items.end(), from);
    return items;
}

// Images of 4x4 grey, all of value index, read from "disk": counted, and broken where asked.
std::shared_ptr<const Source> flat(int64_t size, std::atomic<int>* reads = nullptr, int64_t brokenItem = -1,
                                   const std::string& name = "flat") {
    return generatedSource({name, size, Shape{1, 4, 4}, {"even", "odd"}, [=](int64_t index, Image* image) {
                                if (image) {
                                    if (reads) ++*reads;
                                    if (index == brokenItem) throw Error("This one is broken.");
                                    *image = {4, 4, 1, std::vector<uint8_t>(16, static_cast<uint8_t>(index))};
                                }
                                return static_cast<int>(index % 2);
                            }});
}

struct Delivered {
    std::vector<Items> batches;
    std::vector<int> firsts;  // first pixel of each image
};

Delivered drain(const Pipeline& pipeline, int64_t epoch = 0, int64_t batch = 0) {
    auto iterator = pipeline.iterate(epoch, batch);
    Delivered all;
    for (Batch b; iterator.next(b);) {
        all.batches.push_back(b.indices);
        const auto pixels = std::as_const(b.data).as<uint8_t>();
        const size_t bytes = b.indices.empty() ? 0 : pixels.size() / b.indices.size();
        for (size_t i = 0; i < b.indices.size(); ++i) all.firsts.push_back(pixels[i * bytes]);
    }
    return all;
}

void add(Image& image, int value) {
    for (auto& pixel : image.pixels) pixel = static_cast<uint8_t>(pixel + value);
}

QString sentence(const std::function<void()>& action) {
    try {
        action();
    } catch (const Error& error) {
        return QString::fromStdString(error.message().english());
    }
    return {};
}

}  // namespace

class TestStages : public QObject {
    Q_OBJECT

private slots:
    void batchesAreElements() {
        const auto source = flat(10);
        QCOMPARE(drain(Pipeline(source).batch(3).take(2)).batches, (std::vector<Items>{{0, 1, 2}, {3, 4, 5}}));
        QCOMPARE(drain(Pipeline(source).take(2).batch(3)).batches, (std::vector<Items>{{0, 1}}));
        QCOMPARE(drain(Pipeline(source).batch(3).skip(2)).batches, (std::vector<Items>{{6, 7, 8}, {9}}));
        QCOMPARE(Pipeline(source).batch(3).skip(2).itemsPerEpoch(), 4);
        QCOMPARE(Pipeline(source).batch(3).skip(2).batchesPerEpoch(), 2);
        QCOMPARE(drain(Pipeline(source).batch(4, true).repeat(2).take(3)).batches,
                 (std::vector<Items>{{0, 1, 2, 3}, {4, 5, 6, 7}, {0, 1, 2, 3}}));
        // Shuffled batches stay together.
        Pipeline mixed(source);
        mixed.batch(3).shuffle(100, 5);
        const auto batches = drain(mixed).batches;
        QCOMPARE(batches.size(), size_t{4});
        bool moved = false;
        Items all;
        for (const auto& batch : batches) {
            QCOMPARE(batch, range(batch[0], std::min<int64_t>(batch[0] + 3, 10)));
            all.insert(all.end(), batch.begin(), batch.end());
        }
        moved = all != range(0, 10);
        QVERIFY(moved || drain(mixed, 1).batches != batches);
        // And are resumed at any of them.
        for (int64_t from = 0; from <= 3; ++from)
            QCOMPARE(drain(mixed, 0, from).batches, std::vector<Items>(batches.begin() + from, batches.end()));
    }

    void filters() {
        const auto source = flat(20);
        Pipeline odd(source);
        odd.filter([](int64_t, int label) { return label == 1; }).batch(4);
        QCOMPARE(odd.itemsPerEpoch(), 10);
        QCOMPARE(odd.batchesPerEpoch(), 3);
        QCOMPARE(drain(odd).batches.front(), (Items{1, 3, 5, 7}));
        QCOMPARE(Pipeline(source).filter([](int64_t i, int) { return i > 4; }).take(3).order(0), (Items{5, 6, 7}));
        QCOMPARE(Pipeline(source).take(7).filter([](int64_t i, int) { return i > 4; }).order(0), (Items{5, 6}));
        QCOMPARE(Pipeline(source).repeat(-1).filter([](int64_t i, int) { return i > 17; }).take(5).order(0),
                 (Items{18, 19, 18, 19, 18}));
        auto shuffled = Pipeline(source).shuffle(20, 1).filter([](int64_t i, int) { return i < 3; }).order(4);
        std::sort(shuffled.begin(), shuffled.end());
        QCOMPARE(shuffled, range(0, 3));
        QVERIFY(sentence([&] {
                    Pipeline(source).filter([](int64_t, int) { return false; }).iterate();
                }).contains("at least one image"));
        QVERIFY(sentence([&] {
                    Pipeline(source).repeat(-1).filter([](int64_t, int) { return false; }).take(2).iterate();
                }).contains("at least one image"));
        QVERIFY(sentence([&] { Pipeline(source).shuffle(20, 1).take(5).filter({}).iterate(); }).size() > 0);
        QVERIFY(sentence([&] {
                    Pipeline(source).shuffle(20, 1).take(5).filter([](int64_t, int) { return true; }).itemsPerEpoch();
                }).contains("Call filter first"));
        QVERIFY(sentence([&] {
                    Pipeline(source).batch(2).filter([](int64_t, int) { return true; }).itemsPerEpoch();
                }).contains("before batch"));
    }

    // A map before the cache is kept, one behind it runs each time.
    void mapsAroundTheCache() {
        for (const int workers : {0, 2}) {
            std::atomic<int> reads{0}, before{0}, behind{0};
            Pipeline pipeline(flat(10, &reads));
            pipeline
                .map([&](Image& image, int64_t, int64_t) {
                    ++before;
                    add(image, 1);
                })
                .cache()
                .map([&](Image& image, int64_t epoch, int64_t) {
                    ++behind;
                    add(image, static_cast<int>(10 * epoch));
                })
                .repeat(3)
                .batch(4)
                .prefetch(workers, 2);
            const auto firsts = drain(pipeline).firsts;
            QCOMPARE(reads.load(), 10);
            QCOMPARE(before.load(), 10);
            QCOMPARE(behind.load(), 30);
            for (int i = 0; i < 30; ++i) QCOMPARE(firsts[size_t(i)], i % 10 + 1 + 10 * (i / 10));
        }
        // Maps that change the shape say so; a later resize makes up for it.
        Pipeline cropped(flat(4));
        const auto crop = [](Image& image, int64_t, int64_t) {
            image.width = image.height = 2;
            image.pixels.resize(4);
        };
        cropped.map(crop, {1, 2, 2}).cache().batch(2);
        QCOMPARE(cropped.shape(), (Shape{1, 2, 2}));
        QCOMPARE(drain(cropped).firsts, (std::vector<int>{0, 1, 2, 3}));
        Pipeline again(flat(4));
        again.map(crop).resize({3, 8, 8}).batch(2);
        QCOMPARE(drain(again).firsts, (std::vector<int>{0, 1, 2, 3}));
        QVERIFY(sentence([&] { drain(Pipeline(flat(4)).map(crop).batch(2)); }).contains("keep the image"));
    }

    // The tuner alone, against models of a machine: images a second as a function of the workers.
    void tunerFindsTheTop_data() {
        QTest::addColumn<int>("best");
        QTest::addColumn<bool>("falls");
        for (const int best : {1, 2, 4, 7}) {
            QTest::addRow("flat after %d", best) << best << false;
            QTest::addRow("falls after %d", best) << best << true;
        }
    }
    void tunerFindsTheTop() {
        QFETCH(int, best);
        QFETCH(bool, falls);
        WorkerTuner tuner(2, 12, true, 2, 16, true);
        Rng rng(1, 2);
        std::vector<int> spent(13);
        for (int batch = 0; batch < 6000; ++batch) {
            const int workers = tuner.workers();
            const double speed = workers <= best ? workers : falls ? best * std::pow(0.9, workers - best) : best;
            const double seconds = 0.01 / speed * (1 + 0.04 * (rng.uniform() - 0.5));
            if (batch > 2000) ++spent[size_t(workers)];
            tuner.add(32, seconds, 0.5 * seconds, false);
        }
        const int most = int(std::max_element(spent.begin(), spent.end()) - spent.begin());
        QVERIFY2(most == best, qPrintable(QString("%1 instead of %2").arg(most).arg(best)));
        QVERIFY2(spent[size_t(best)] > 3000, qPrintable(QString::number(spent[size_t(best)])));
    }

    // Where training is what takes the time, one worker is enough.
    void tunerLeavesTheCoresToTraining() {
        WorkerTuner tuner(4, 12, true, 2, 16, true);
        for (int batch = 0; batch < 3000; ++batch) tuner.add(32, 0.01, 0, false);
        QCOMPARE(tuner.workers(), 1);
        QCOMPARE(tuner.queued(), 2);
    }

    // On real threads: a source that waits (a slow disk) gets faster with more workers. It begins with two, so that
    // four means that a third one was kept. How many more pay is the machine's: the tuner's own tests have numbers for
    // it.
    void autotuneOnSlowSource() {
        const auto slow = generatedSource({"slow", 64, Shape{1, 4, 4}, {"a"}, [](int64_t, Image* image) {
                                               if (!image) return 0;
                                               std::this_thread::sleep_for(std::chrono::milliseconds(2));
                                               *image = {4, 4, 1, std::vector<uint8_t>(16)};
                                               return 0;
                                           }});
        Pipeline pipeline(slow);
        pipeline.repeat(-1).batch(4).prefetch(kAutotune, kAutotune);
        auto iterator = pipeline.iterate();
        Batch batch;
        int most = 0;
        for (int i = 0; i < 5000 && most < 4; ++i) {
            QVERIFY(iterator.next(batch));
            most = std::max(most, iterator.workers());
        }
        QVERIFY2(most >= 4, qPrintable(QString::number(most)));
    }

    // Those that are too many rest, whatever there is to do: training is slower here than one worker.
    void autotuneLeavesOneAtWork() {
        std::mutex mutex;
        std::set<std::thread::id> threads;
        const auto source = generatedSource({"seen", 64, Shape{1, 4, 4}, {"a"}, [&](int64_t, Image* image) {
                                                 if (!image) return 0;
                                                 {
                                                     const std::scoped_lock lock(mutex);
                                                     threads.insert(std::this_thread::get_id());
                                                 }
                                                 std::this_thread::sleep_for(std::chrono::microseconds(100));
                                                 *image = {4, 4, 1, std::vector<uint8_t>(16)};
                                                 return 0;
                                             }});
        Pipeline pipeline(source);
        pipeline.repeat(-1).batch(8).prefetch(kAutotune, 2);
        auto iterator = pipeline.iterate();
        Batch batch;
        // What the others had claimed before is in the three batches that follow. When there is one is the tuner's, who
        // goes by the clock.
        constexpr int before = 4, enough = 10;
        int alone = 0, looked = 0;
        for (int i = 0; i < 5000 && looked < enough; ++i) {
            std::this_thread::sleep_for(std::chrono::milliseconds(3));
            QVERIFY(iterator.next(batch));
            alone = iterator.workers() == 1 ? alone + 1 : 0;
            if (alone < before) continue;
            const std::scoped_lock lock(mutex);
            if (alone == before) threads.clear();
            QVERIFY2(threads.size() <= 1, qPrintable(QString::number(threads.size())));
            looked += alone > before;
        }
        if (looked == 0) QSKIP("the tuner never left one alone");
    }

    void orderIsTheSameForAnyWorkers() {
        const auto run = [&](int workers, int queue) {
            Pipeline pipeline(flat(100));
            pipeline.shuffle(30, 4)
                .augment({{"RandomRotation", {}}, {"RandomGaussianNoise", {}}, {"MixUp", {}}}, 3)
                .repeat(4)
                .batch(7)
                .prefetch(workers, queue);
            return drain(pipeline);
        };
        const auto plain = run(0, 1);
        for (const auto& [workers, queue] : {std::pair{1, 1}, {2, 3}, {5, 2}, {kAutotune, kAutotune}, {kAutotune, 1}}) {
            const auto other = run(workers, queue);
            QCOMPARE(other.batches, plain.batches);
            QCOMPARE(other.firsts, plain.firsts);
        }
    }
};

QTEST_GUILESS_MAIN(TestStages)

}  // namespace test_stages

#include "test_stages.moc"
