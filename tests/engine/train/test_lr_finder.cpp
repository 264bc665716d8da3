// The search for a learning rate: rates, what it suggests, that it ends, and that it leaves everything as it was.
#include <QtTest>
#include <algorithm>
#include <cmath>
#include <cstring>

#include "engine/core/error.h"
#include "engine/model/build.h"
#include "engine/train/lr_finder.h"
#include "small_run.h"

namespace test_lr_finder {

using namespace tl;
using namespace tl::test;

namespace {

RateSearch smallSearch() {
    const SessionOptions run = smallRun();
    RateSearch search;
    search.network = run.network;
    search.training = run.training;
    search.data = run.data;
    search.from = 1e-5;
    search.to = 10;
    search.steps = 80;
    return search;
}

}  // namespace

class TestLrFinder : public QObject {
    Q_OBJECT
private slots:
    void suggestsARateThatTrains() {
        const RateSearch search = smallSearch();
        size_t told = 0;
        const RateSearchResult found = findLearningRate(search, {}, [&](const RatePoint&) { ++told; });
        QCOMPARE(told, found.points.size());
        QVERIFY(found.points.size() > 30);
        for (size_t i = 0; i < found.points.size(); ++i)
            QVERIFY(std::abs(std::log10(found.points[i].rate) - (-5 + 6.0 * static_cast<double>(i) / 79)) < 1e-9);
        QVERIFY2(found.suggestion > 3e-4 && found.suggestion < 1, qPrintable(QString::number(found.suggestion)));

        // It is of use: a run at it learns more than one at a hundredth of it.
        const auto lossAt = [&](double rate) {
            SessionOptions options = smallRun(2);
            options.training.learningRate = rate;
            TrainingSession session(options);
            session.start();
            session.wait();
            float loss = 1e9f;
            for (const Event& event : session.events().drain())
                if (const auto* epoch = std::get_if<EpochRecord>(&event)) loss = epoch->values.at("loss");
            return loss;
        };
        QVERIFY(lossAt(found.suggestion) < lossAt(found.suggestion / 100));
    }

    // Where all is well with a loss below zero, the search goes on.
    void aLossBelowZeroIsNoDivergence() {
        QTemporaryDir folder;
        QFile rows(folder.filePath("visitors.csv"));
        QVERIFY(rows.open(QIODevice::WriteOnly));
        rows.write("hour,visitors\n");
        for (int i = 0; i < 200; ++i)
            rows.write(QByteArray::number(i % 24) + ',' + QByteArray::number(300.5 + i) + '\n');
        rows.close();
        RateSearch search = smallSearch();
        search.data = openDataSet("csv:" + rows.fileName().toStdString(), {});
        search.network =
            chain({node("input_1", "Input"),
                   node("dense_1", "Dense", {{"units", int64_t{1}}, {"activation", std::string("softplus")}}),
                   node("output_1", "Output",
                        {{"loss", std::string("poisson")}, {"metrics", std::string("mean_absolute_error")}})});
        const RateSearchResult found = findLearningRate(search);
        const auto below = std::ranges::count_if(found.points, [](const RatePoint& p) { return p.smoothed < 0; });
        QVERIFY2(below > 5, qPrintable(QString::number(below)));
    }

    // Batches that are gathered for an update are one larger batch: the loss is the mean over all their images, also
    // where the last is smaller.
    void gatheredBatchesAreALargerOne() {
        RateSearch search = smallSearch();
        search.network = denseNetwork();
        const RateSearchResult whole = findLearningRate(search);
        search.training.batch /= 2;
        search.training.optimizerOptions["gradient_accumulation_steps"] = int64_t{2};
        const RateSearchResult gathered = findLearningRate(search);
        for (size_t i = 0; i < 13; ++i) {  // an epoch: twelve of 16 images, and 8 + 3
            const double apart = std::abs(gathered.points.at(i).loss - whole.points.at(i).loss);
            QVERIFY2(apart < 1e-5 * whole.points[i].loss, qPrintable(QString("%1: %2").arg(i).arg(apart)));
        }
    }

    void sameBitsAgain() {
        const auto once = findLearningRate(smallSearch()), again = findLearningRate(smallSearch());
        QCOMPARE(again.points.size(), once.points.size());
        for (size_t i = 0; i < once.points.size(); ++i) QCOMPARE(again.points[i].loss, once.points[i].loss);
        QCOMPARE(again.suggestion, once.suggestion);
    }

    void theStartStaysAsItWas() {
        RateSearch search = smallSearch();
        initialize(search.network, {{1, 8, 8}, 4}, 9, search.start);
        ModelState before;
        for (const auto& [name, tensor] : search.start) before[name] = tensor.clone();
        findLearningRate(search);
        QCOMPARE(search.start.size(), before.size());
        for (const auto& [name, tensor] : before)
            QVERIFY(std::memcmp(tensor.data(), search.start.at(name).data(), tensor.bytes()) == 0);
    }

    void endsWhereTheLossExplodes() {
        RateSearch search = smallSearch();
        search.training.optimizer.type = "sgd";
        search.to = 1e6;
        const RateSearchResult found = findLearningRate(search);
        QVERIFY(found.diverged);
        QVERIFY(found.points.size() < 80 && found.suggestion < 10);
        for (const RatePoint& point : found.points) QVERIFY(std::isfinite(point.loss));
    }

    void canBeStopped() {
        std::stop_source stop;
        int points = 0;
        const RateSearchResult found = findLearningRate(smallSearch(), stop.get_token(), [&](const RatePoint&) {
            if (++points == 7) stop.request_stop();
        });
        QCOMPARE(found.points.size(), size_t{7});
    }

    void refusesWhatMakesNoSense() {
        const auto says = [](auto change) -> QString {
            RateSearch search = smallSearch();
            change(search);
            try {
                findLearningRate(search);
            } catch (const Error& error) {
                return QString::fromStdString(error.message().english());
            }
            return {};
        };
        QVERIFY(says([](RateSearch& s) { s.from = 0; }).contains("above 0"));
        QVERIFY(says([](RateSearch& s) { s.to = s.from; }).contains("above that"));
        QVERIFY(says([](RateSearch& s) { s.steps = 3; }).contains("10 or more"));
        QVERIFY(says([](RateSearch& s) { s.smoothing = 1; }).contains("smoothing"));
        QVERIFY(says([](RateSearch& s) { s.training.batch = 9999; }).contains("larger than the training set"));
    }

    // A fall between 1e-3 and 1e-2, steepest in its middle, and an explosion.
    void theSteepestFall() {
        std::vector<RatePoint> points;
        for (int i = 0; i < 100; ++i) {
            const double at = -5 + 0.06 * i, loss = 2 - 1 / (1 + std::exp(-(at + 2.5) * 8)) + std::exp((at - 0.5) * 20);
            points.push_back({std::pow(10, at), loss, loss});
        }
        QVERIFY(std::abs(std::log10(suggestedRate(points)) + 2.5) < 0.07);
        for (RatePoint& point : points) point.smoothed = 1;
        QCOMPARE(suggestedRate(points), 0.0);  // it does not fall
        QCOMPARE(suggestedRate({}), 0.0);
    }
};

QTEST_GUILESS_MAIN(TestLrFinder)

}  // namespace test_lr_finder

#include "test_lr_finder.moc"
