// What each sample was taken for: it adds up to the confusion matrix of the same evaluation, is what predict() says,
// and is kept in the run's folder; positions mean nothing among other samples, and are told from them.
#include <QTemporaryDir>
#include <QtTest>
#include <cmath>
#include <limits>
#include <utility>
#include <vector>

#include "engine/core/error.h"
#include "engine/data/table_source.h"
#include "engine/io/files.h"
#include "engine/run/run_directory.h"
#include "engine/train/evaluate.h"
#include "engine/train/predicted_numbers.h"
#include "small_run.h"

namespace test_predictions {

using namespace tl;
using namespace tl::test;

namespace {

std::vector<int64_t> addedUp(const Predictions& predictions, const Source& source) {
    const size_t classes = source.classNames().size();
    std::vector<int64_t> counts(classes * classes);
    for (int64_t i = 0; i < source.size(); ++i)
        if (const int taken = predictions.classes[static_cast<size_t>(i)]; taken >= 0)
            ++counts[static_cast<size_t>(source.label(i)) * classes + static_cast<size_t>(taken)];
    return counts;
}

}  // namespace

class TestPredictions : public QObject {
    Q_OBJECT
private slots:
    void addUpToTheMatrix_data() {
        QTest::addColumn<QString>("views");
        QTest::newRow("one look") << "none";
        QTest::newRow("several views") << "mirror";
    }
    void addUpToTheMatrix() {
        QFETCH(QString, views);
        TrainingSession session(smallRun(1));
        session.start();
        session.wait();
        Snapshot model = session.snapshot();
        model.training.testTimeAugmentation = views.toStdString();
        const std::shared_ptr<const Source> source = pictureData().train;
        const Evaluation result = evaluate(model, *source, 64);
        QCOMPARE(result.predictions.classes.size(), static_cast<size_t>(source->size()));
        QCOMPARE(addedUp(result.predictions, *source), result.confusion);
        QVERIFY(result.predictions.samples == samplesHash(*source));
        // A cell's samples are as many as it counts, the highest score first, and together with the right ones all.
        const int classes = static_cast<int>(source->classNames().size());
        size_t wrong = 0;
        for (int label = 0; label < classes; ++label)
            for (int taken = 0; taken < classes; ++taken) {
                const auto found = samplesTaken(result.predictions, *source, label, taken);
                QCOMPARE(static_cast<int64_t>(found.size()),
                         result.confusion[static_cast<size_t>(label * classes + taken)]);
                for (const int64_t i : found) QCOMPARE(source->label(i), label);
                if (label != taken) wrong += found.size();
            }
        const auto all = samplesTaken(result.predictions, *source, -1, -1);
        QVERIFY(wrong > 0);
        QCOMPARE(all.size(), wrong);
        for (size_t i = 1; i < all.size(); ++i)
            QVERIFY(result.predictions.scores[static_cast<size_t>(all[i - 1])] >=
                    result.predictions.scores[static_cast<size_t>(all[i])]);
        if (result.views > 1) return;
        for (const Prediction& one : predict(model, *source, 0, source->size())) {
            const auto at = static_cast<size_t>(one.index);
            QCOMPARE(result.predictions.classes[at], one.predicted);
            QVERIFY(std::abs(result.predictions.scores[at] - one.scores[static_cast<size_t>(one.predicted)]) < 1e-5f);
        }
    }

    // Of the last epoch, whichever of them the disk had time for.
    void theRunsFolderKeepsTheNewest() {
        QTemporaryDir folder;
        SessionOptions options = smallRun(3);
        const std::string path = folder.filePath("run").toStdString();
        options.store = inDirectory(path);
        TrainingSession session(options);
        session.start();
        session.wait();
        EpochRecord last;
        for (const tl::Event& event : session.events().drain())
            if (const auto* epoch = std::get_if<EpochRecord>(&event)) last = *epoch;
        const std::string file = path + "/" + predictionsFile("validation");
        const Predictions kept = predictionsFrom(readFile(file), file);
        QCOMPARE(kept.epoch, last.epoch);
        QCOMPARE(kept.step, last.step);
        QVERIFY(kept.samples == samplesHash(*options.data.validation));
        QVERIFY(!last.confusion.empty());
        QCOMPARE(addedUp(kept, *options.data.validation), last.confusion);
        // Another run in the same place begins without them.
        options.data.validation = nullptr;
        TrainingSession other(options);
        other.start();
        other.wait();
        QVERIFY(!QFile::exists(QString::fromStdString(file)));
    }

    void rowsOfScores() {
        const auto taken = [](std::vector<float> scores) { return takenFor(scores); };
        QCOMPARE(taken({0.1f, 0.6f, 0.3f}).index, 1);
        QCOMPARE(taken({0.1f, 0.6f, 0.3f}).score, 0.6f);
        QCOMPARE(taken({0.4f, 0.4f, 0.2f}).index, 0);  // the first of equal ones
        QCOMPARE(taken({0.75f}).index, 1);             // one score of two classes
        QCOMPARE(taken({0.5f}).index, 0);
        QCOMPARE(taken({0.25f}).score, 0.75f);
        QCOMPARE(taken({0.1f, std::numeric_limits<float>::quiet_NaN()}).index, -1);
    }

    // The same labels in the same order may be other samples: held out by another seed, of sorted classes.
    void otherSamplesAreToldApart() {
        const std::shared_ptr<const Source> whole = pictureData().train;
        const auto held = [&](uint64_t seed) { return splitSource(whole, {.fraction = 0.2, .seed = seed}).second; };
        QVERIFY(samplesHash(*held(1)) == samplesHash(*held(1)));
        QVERIFY(samplesHash(*held(1)) != samplesHash(*held(2)));
        QVERIFY(samplesHash(*held(1)) != samplesHash(*whole));
    }

    // Rows of tables are called by their places, in every table alike.
    void otherNumbersAreToldApart() {
        const auto table = [](std::vector<float> targets) {
            return TableSource({.name = "t",
                                .split = "train",
                                .shape = {1},
                                .columns = {},
                                .values = {0, 0},
                                .classes = {},
                                .labels = {},
                                .targets = std::move(targets)});
        };
        QVERIFY(samplesHash(table({0.5f, 2})) == samplesHash(table({0.5f, 2})));
        QVERIFY(samplesHash(table({0.5f, 2})) != samplesHash(table({0.5f, 3})));
    }

    void filesAreReadAsTheyWereWritten() {
        Predictions made;
        Tensor scores(Shape{1, 2}, DType::Float32);
        std::ranges::copy(std::vector<float>{0.75f, 0.25f}, scores.as<float>().begin());
        made.take(scores, std::vector<int64_t>{2}, 3);  // two that could not be read
        made.samples = {7, 8};
        made.step = 12;
        made.epoch = 4;
        QCOMPARE(made.classes, (std::vector<int32_t>{-1, -1, 0}));
        const std::string bytes = toBytes(made);
        const Predictions read = predictionsFrom(bytes, "file");
        QCOMPARE(read.classes, made.classes);
        QCOMPARE(read.scores, made.scores);
        QVERIFY(read.samples == made.samples && read.step == 12 && read.epoch == 4);
        for (size_t length = 0; length < bytes.size(); ++length)
            QVERIFY_EXCEPTION_THROWN(predictionsFrom(bytes.substr(0, length), "file"), Error);
        QVERIFY_EXCEPTION_THROWN(predictionsFrom(bytes + "x", "file"), Error);
        std::string many = bytes;
        many.replace(40, 8, std::string(8, '\xff'));  // the count
        QVERIFY_EXCEPTION_THROWN(predictionsFrom(many, "file"), Error);

        Predictions numbers;
        numbers.targets = {2.5f, -1};
        numbers.scores = {2, 3};
        const Predictions again = predictionsFrom(toBytes(numbers), "file");
        QVERIFY(again.numbers() && again.classes.empty());
        QCOMPARE(again.targets, numbers.targets);
        QCOMPARE(again.scores, numbers.scores);
        QVERIFY(!read.numbers());
    }

    // Numbers have no matrix: how far off they are, how they lie, and which samples lie where.
    void numbersBesideTheTrueOnes() {
        const float none = std::numeric_limits<float>::quiet_NaN();
        Predictions made;
        made.targets = {0, 1, 2, 3, none, 5, 3};
        made.scores = {0, 1, 3, 1, none, none, 1};
        const PredictedNumbers told = predictedNumbers(made);
        QCOMPARE(told.count, int64_t{5});
        QCOMPARE(told.unread, int64_t{1});
        QCOMPARE(told.notNumbers, int64_t{1});
        QCOMPARE(told.meanAbsoluteError, 1.0);            // 0 + 0 + 1 + 2 + 2 over 5
        QVERIFY(std::abs(told.r2 + 9 / 6.8 - 1) < 1e-9);  // 0 + 0 + 1 + 4 + 4; around a mean of 1.8: 6.8
        QCOMPARE(told.grid.least, 0.0);
        QCOMPARE(told.grid.greatest, 3.0);
        QCOMPARE(told.cells.size(), size_t{4});  // two lie in one
        const NumberCell& both = told.cells.back();
        QCOMPARE(both.count, int64_t{2});
        QCOMPARE(both.truth, 3.0);
        QCOMPARE(samplesOf(made, told.grid, both.column, both.row), (std::vector<int64_t>{3, 6}));
        QCOMPARE(samplesOf(made, told.grid, -1, -1), (std::vector<int64_t>{3, 6, 2, 0, 1}));
        made.targets = {2, 2};
        made.scores = {2, 2};  // one place, and nothing to explain
        QVERIFY(std::isnan(predictedNumbers(made).r2));
        QCOMPARE(predictedNumbers(made).cells.size(), size_t{1});
        QCOMPARE(predictedNumbers({}).count, int64_t{0});
    }
};

QTEST_GUILESS_MAIN(TestPredictions)

}  // namespace test_predictions

#include "test_predictions.moc"
