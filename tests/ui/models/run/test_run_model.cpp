// Events become curves, states and marks; the table keeps the rules of item models throughout.
#include <QAbstractItemModelTester>
#include <QSignalSpy>
#include <QtTest>
#include <algorithm>
#include <cmath>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "engine/train/event_log.h"
#include "ui/models/run_model.h"
#include "ui/models/text.h"

namespace test_run_model {

using namespace tl;

namespace {

StepRecord step(int64_t number, float loss) {
    StepRecord record;
    record.step = number;
    record.epoch = (number - 1) / 10;
    record.stepInEpoch = (number - 1) % 10 + 1;
    record.stepsPerEpoch = 10;
    record.wallTime = 1000.0 + static_cast<double>(number);
    record.loss = loss;
    record.metrics["accuracy"] = 0.5f;
    record.learningRate = 0.1f;
    record.imagesPerSecond = 2000;
    return record;
}

}  // namespace

class TestRunModel : public QObject {
    Q_OBJECT
private slots:
    // A tooltip is as wide as its longest line.
    void whatIsToldOfARunFitsOnAScreen() {
        RunModel model;
        const QString name(250, QLatin1Char('n'));
        const int run = model.addRun(name, 5);
        model.change(run, [](Run& one) {
            one.info.note = "a first line\n";
            for (int i = 0; i < 40; ++i) one.info.note += "words and more ";
        });
        const QStringList lines =
            model.data(model.index(0, RunModel::Name), Qt::ToolTipRole).toString().split(QLatin1Char('\n'));
        QVERIFY(lines.size() > 9);
        for (const QString& line : lines) {
            QVERIFY2(line.size() <= 90, qPrintable(line));
            if (line.startsWith(QLatin1String("words")))
                QVERIFY(line.endsWith("words") || line.endsWith("and") || line.endsWith("more") || line.endsWith(' '));
        }
        QCOMPARE(lines.mid(0, 3).join(QString()), name);
    }

    // The rate that it was set to is not what it went with.
    void aChangedRateIsTold() {
        RunModel model;
        const int run = model.addRun(QStringLiteral("lenet · adam"), 5);
        model.change(run, [](Run& one) { one.training = TrainingSpec{}; });
        const auto told = [&] { return model.data(model.index(0, RunModel::Name), Qt::ToolTipRole).toString(); };
        QVERIFY2(!told().contains(QStringLiteral("→")), qPrintable(told()));
        model.append(run, {LearningRateRecord{2, 0.001, 0.003}, LearningRateRecord{3, 0.003, 0.0005}});
        QVERIFY2(told().contains(QStringLiteral("rate 0.001 → 0.003 → 0.0005, batch")), qPrintable(told()));
        for (int i = 4; i < 12; ++i) model.append(run, {LearningRateRecord{i, 0.0005, 0.0007}});
        QVERIFY2(told().contains(QStringLiteral("rate 0.001 → 0.003 → 0.0005 → … → 0.0007")), qPrintable(told()));
    }

    // A value over other data is no match for those of now.
    void theBestIsOfTheDataThatItGoesOnWith() {
        Run run;
        ScalarCurve& curve = run.scalars[QStringLiteral("val_accuracy")];
        for (const double value : {0.9, 0.8, 0.5, 0.4}) {
            const auto epoch = static_cast<double>(curve.size() + 1);
            curve.push_back({10 * epoch, 0, epoch, value});
        }
        QCOMPARE(run.best()->value, 0.9);
        run.info.dataSince = 2;
        QCOMPARE(run.best()->value, 0.5);
        run.info.dataSince = 4;
        QVERIFY(!run.best());
    }

    void aLineBreaksNoLetter() {
        const QString text = QString(89, QLatin1Char('n')) + QStringLiteral("\U0001F9E0").repeated(50);
        const QStringList lines = inLines(text).split(QLatin1Char('\n'));
        QCOMPARE(lines.join(QString()), text);
        for (const QString& line : lines) QVERIFY(!line.front().isLowSurrogate() && line.size() <= 90);
    }

    void eventsBecomeCurves() {
        RunModel model;
        QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        QSignalSpy added(&model, &RunModel::runAdded), appended(&model, &RunModel::scalarsAppended),
            state(&model, &RunModel::stateChanged), changed(&model, &QAbstractItemModel::dataChanged);
        const int run = model.addRun(QStringLiteral("lenet · adam"), 5);
        QCOMPARE(added.count(), 1);
        QCOMPARE(model.data(model.index(0, RunModel::Loss), Qt::DisplayRole).toString(), QStringLiteral("–"));

        std::vector<Event> events{StateRecord{RunState::Running, "", 12}};
        for (int i = 1; i <= 20; ++i) events.push_back(step(i, 1.0f / static_cast<float>(i)));
        EpochRecord epoch;
        epoch.epoch = 1;
        epoch.step = 20;
        epoch.values = {{"loss", 0.3f}, {"accuracy", 0.8f}, {"val_loss", 0.25f}, {"val_accuracy", 0.875f}};
        events.push_back(epoch);
        events.push_back(LearningRateRecord{15, 0.1f, 0.01f});
        events.push_back(BrokenRecord{{{"a.jpg", "The file ends too early."}}});
        model.append(run, events);
        QCOMPARE(appended.count(), 1);  // once a drain, whatever arrived
        QCOMPARE(state.count(), 1);
        QCOMPARE(changed.count(), 1);

        const Run& seen = *model.find(run);
        QCOMPARE(seen.scalars.at(QStringLiteral("loss")).size(), size_t{20});
        const ScalarPoint& point = seen.scalars.at(QStringLiteral("loss"))[14];
        QCOMPARE(point.step, 15.0);
        QCOMPARE(point.epoch, 1.5);
        QCOMPARE(point.wallTime, 1015.0);
        QCOMPARE(seen.scalars.at(QStringLiteral("val_loss")).back().epoch, 2.0);
        QCOMPARE(seen.scalars.at(QStringLiteral("epoch_loss")).size(), size_t{1});  // not mixed into the steps' curve
        QCOMPARE(seen.marks.size(), size_t{1});
        QCOMPARE(seen.marks[0].label(), QStringLiteral("rate 0.1 → 0.01"));
        QCOMPARE(seen.broken, 1);
        QVERIFY(seen.live());
        QCOMPARE(seen.secondsLeft, 12.0);
        QCOMPARE(model.data(model.index(0, RunModel::Loss), Qt::DisplayRole).toString(), QStringLiteral("0.300"));
        QCOMPARE(model.data(model.index(0, RunModel::ValLoss), Qt::DisplayRole).toString(), QStringLiteral("0.250"));
        QCOMPARE(model.data(model.index(0, RunModel::Best), Qt::DisplayRole).toString(), QStringLiteral("0.875"));
        QCOMPARE(model.data(model.index(0, RunModel::Last), Qt::DisplayRole).toString(), QStringLiteral("0.875"));
        QCOMPARE(model.data(model.index(0, RunModel::Epoch), Qt::DisplayRole).toString(), QStringLiteral("2/5"));
        QVERIFY(model.tags().contains(QStringLiteral("learning_rate")));

        model.append(run, {step(21, NAN), StateRecord{RunState::Failed, "The loss is NaN at step 21.", -1}});
        QCOMPARE(state.count(), 2);
        QCOMPARE(model.find(run)->message, Message("The loss is NaN at step 21."));
        QCOMPARE(model.data(model.index(0, RunModel::Loss), Qt::DisplayRole).toString(), QStringLiteral("0.300"));
        QVERIFY(!model.find(run)->live());
    }

    // As a log hands them out: steps whose metrics come and go, with other events between them.
    void metricsComeAndGo() {
        RunModel model;
        const int run = model.addRun(QStringLiteral("lenet · adam"), 5);
        const auto log = EventLog::make();
        const auto reader = log->reader();
        for (int i = 1; i <= 12; ++i) {
            StepRecord one = step(i, static_cast<float>(i));
            one.metrics["accuracy"] = 0.01f * static_cast<float>(i);
            if (i > 4) one.metrics["a_score"] = static_cast<float>(10 * i);  // before the other
            if (i > 8) one.metrics.erase("accuracy");
            log->push(one);
            if (i == 6) log->push(StateRecord{RunState::Paused, {}, -1});  // marks where it stands
        }
        model.appendBatch(run, reader->drain());
        const auto& scalars = model.find(run)->scalars;
        const auto values = [&](const char* tag) {
            QVector<double> steps;
            for (const ScalarPoint& point : scalars.at(QLatin1String(tag))) steps << point.step << point.value;
            return steps;
        };
        QCOMPARE(scalars.size(), size_t{5});
        QCOMPARE(values("loss").size(), 24);
        QCOMPARE(values("accuracy").size(), 16);
        QCOMPARE(values("a_score"), (QVector<double>{5, 50, 6, 60, 7, 70, 8, 80, 9, 90, 10, 100, 11, 110, 12, 120}));
        QCOMPARE(values("accuracy")[14], 8.0);
        QVERIFY(std::abs(values("accuracy")[15] - 0.08) < 1e-6);
        QCOMPARE(model.find(run)->marks.at(0).step, 6.0);
        QCOMPARE(model.find(run)->lastStep.step, int64_t{12});
        QVERIFY(model.find(run)->lastStep.metrics.count("accuracy") == 0);
    }

    // A small network does millions of steps in minutes: its curves have the recorded ones, and the newest is known.
    void aLongRunKeepsFewPoints() {
        RunModel model;
        const int run = model.addRun(QStringLiteral("iris"), 1);
        constexpr int64_t kSteps = 5'000'000, kAtOnce = 50'000;
        const auto lossAt = [](int64_t step) {
            return step == 4'500'000   ? 50.0f
                   : step == 4'500'002 ? 100.0f  // is not recorded
                   : step == 3'000'002 ? -50.0f
                   : step == 3'000'001 ? -100.0f  // likewise
                                       : 1.0f / static_cast<float>(step);
        };
        std::vector<Event> some(kAtOnce, StepRecord{});
        for (int64_t done = 0; done < kSteps; done += kAtOnce) {
            for (int64_t i = 0; i < kAtOnce; ++i) {
                auto& record = std::get<StepRecord>(some[static_cast<size_t>(i)]);
                record.step = done + i + 1;
                record.wallTime = 1.76e9 + static_cast<double>(record.step) / 3e4;
                record.loss = lossAt(record.step);
            }
            model.append(run, some);
        }
        model.append(run, {step(kSteps + 1, 7)});
        const Run& seen = *model.find(run);
        QCOMPARE(seen.lastStep.step, kSteps + 1);
        QCOMPARE(seen.lastStep.loss, 7.0f);
        const ScalarCurve& curve = seen.scalars.at(QStringLiteral("loss"));
        QCOMPARE(curve.size(), size_t{2'000'000 + 1'000'000 + 250'000});
        QCOMPARE(curve.back().step, static_cast<double>(kSteps));
        double least = 0, greatest = 0, before = 0;
        for (const ScalarPoint& point : curve) {
            const double apart = point.step <= 2e6 ? 1 : point.step <= 4e6 ? 2 : 4;
            if (point.step - before != apart) QFAIL(qPrintable(QString::number(point.step)));
            before = point.step;
            least = std::min(least, point.value);
            greatest = std::max(greatest, point.value);
        }
        QCOMPARE(least, -50.0);
        QCOMPARE(greatest, 50.0);
        // The step whose loss is no number ends the curve, whichever it is.
        model.append(run, {step(kSteps + 2, NAN), StateRecord{RunState::Failed, "The loss is NaN.", -1}});
        QCOMPARE(curve.back().step, static_cast<double>(kSteps + 2));
        // It goes on from a step that is not recorded.
        model.append(run, {ResumedRecord{3'000'001, 0, 0}, step(3'000'002, 3), step(3'000'003, 4)});
        QCOMPARE(curve.size(), size_t{2'500'000 + 1});
        QCOMPARE(curve.back().value, 3.0);
        QCOMPARE(seen.lastStep.step, int64_t{3'000'003});
    }

    // Of several event files of one run, the program was started again from an earlier step: no step comes back.
    void whatIsToldAgainTakesThePlace() {
        RunModel model;
        const int run = model.addRun(QStringLiteral("a"), 1);
        const QString loss = QStringLiteral("loss"), rate = QStringLiteral("rate");
        QSignalSpy taken(&model, &RunModel::curvesTakenBack);
        const auto stepsOf = [&](const QString& tag) {
            QVector<double> steps;
            for (const ScalarPoint& point : model.find(run)->scalars.at(tag)) steps << point.step << point.value;
            return steps;
        };
        model.appendScalars(
            run, {{loss, {{0, 1, 0, 9}, {1, 2, 0, 8}, {1, 2, 0, 7}, {2, 3, 0, 6}}}, {rate, {{1, 2, 0, 5}}}}, true, {});
        QCOMPARE(stepsOf(loss), (QVector<double>{0, 9, 1, 8, 1, 7, 2, 6}));  // two of one step are two
        QCOMPARE(taken.count(), 0);
        model.appendScalars(run, {{loss, {{3, 4, 0, 5}, {1, 5, 0, 4}, {2, 6, 0, 3}}}}, true, {});
        QCOMPARE(stepsOf(loss), (QVector<double>{0, 9, 1, 4, 2, 3}));
        QCOMPARE(stepsOf(rate), (QVector<double>{1, 5}));
        QCOMPARE(taken.count(), 1);
        QCOMPARE(model.find(run)->lastStep.step, int64_t{2});
        model.appendScalars(run, {{loss, {{0, 7, 0, 1}}}}, true, {});
        QCOMPARE(stepsOf(loss), (QVector<double>{0, 1}));
        QCOMPARE(taken.count(), 2);
    }

    // Runs that leave are rows that go, told of once; the others stay what they are.
    void runsThatLeave() {
        RunModel model;
        QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        for (const char* name : {"a", "b", "c", "d", "e"}) model.addRun(QLatin1String(name), 1);
        const QPersistentModelIndex kept = model.index(3, 0);
        QSignalSpy reset(&model, &QAbstractItemModel::modelReset), removed(&model, &RunModel::runsRemoved);
        model.remove({0, 1, 4, 77});
        QCOMPARE(reset.count(), 0);
        QCOMPARE(removed.count(), 1);
        QCOMPARE(removed[0][0].value<QList<int>>(), (QList<int>{0, 1, 4}));
        QCOMPARE(model.rowCount(), 2);
        QCOMPARE(kept.row(), 1);
        QCOMPARE(kept.data().toString(), QStringLiteral("d"));
        model.remove({0, 1});
        QCOMPARE(removed.count(), 1);
        model.remove({2, 3});
        QCOMPARE(removed.count(), 2);
        QCOMPARE(model.rowCount(), 0);
    }

    // Best and last differ where it got worse; a run that goes on takes back what it had told of later steps.
    void bestLastAndTakenBack() {
        RunModel model;
        QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        const int run = model.addRun(QStringLiteral("a"), 5);
        for (int64_t i = 1; i <= 25; ++i) model.append(run, {step(i, 1)});
        for (int64_t i = 0; i < 2; ++i) {
            EpochRecord epoch;
            epoch.epoch = i;
            epoch.step = 10 * (i + 1);
            epoch.values = {{"loss", 0.3f}, {"val_loss", i == 0 ? 0.2f : 0.4f}, {"val_accuracy", i == 0 ? 0.9f : 0.7f}};
            model.append(run, {epoch});
        }
        QCOMPARE(model.data(model.index(0, RunModel::Best), Qt::DisplayRole).toString(), QStringLiteral("0.900"));
        QCOMPARE(model.data(model.index(0, RunModel::Last), Qt::DisplayRole).toString(), QStringLiteral("0.700"));
        QSignalSpy reset(&model, &QAbstractItemModel::modelReset), again(&model, &RunModel::curvesTakenBack);
        model.append(run, {ResumedRecord{15, 1, 0}, step(16, 2)});
        QCOMPARE(again.count(), 1);  // charts draw it anew
        QCOMPARE(again[0][0].toInt(), run);
        QCOMPARE(reset.count(), 0);  // and no other run
        const Run& seen = *model.find(run);
        QCOMPARE(seen.scalars.at(QStringLiteral("loss")).size(), size_t{16});
        QCOMPARE(seen.scalars.at(QStringLiteral("loss")).back().value, 2.0);
        QCOMPARE(seen.scalars.at(QStringLiteral("val_loss")).size(), size_t{1});
        QCOMPARE(model.data(model.index(0, RunModel::Last), Qt::DisplayRole).toString(), QStringLiteral("0.900"));
    }

    // The epoch that is told is the one whose weights best.safetensors has: of equal accuracies that of the lower loss.
    void bestIsWhatIsKept() {
        RunModel model;
        const int run = model.addRun(QStringLiteral("a"), 5);
        const float losses[] = {0.5f, 0.2f, NAN, 0.2f}, accuracies[] = {0.98f, 0.98f, 0.99f, 0.98f};
        for (int64_t i = 0; i < 4; ++i) {
            EpochRecord epoch;
            epoch.epoch = i;
            epoch.step = 10 * (i + 1);
            epoch.values = {{"val_loss", losses[i]}, {"val_accuracy", accuracies[i]}};
            model.append(run, {epoch});
        }
        const QString told = model.data(model.index(0, RunModel::Name), Qt::ToolTipRole).toString();
        QVERIFY2(told.contains(QStringLiteral("0.9800 after epoch 2")), qPrintable(told));
    }

    // Among accuracies a loss says that it is one.
    void bestIsOfOneKind() {
        RunModel model;
        QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        const auto shown = [&](int row, RunModel::Column column) {
            return model.data(model.index(row, column), Qt::DisplayRole).toString();
        };
        Run keras;
        keras.name = QStringLiteral("keras");
        keras.foreign = true;
        const int foreign = model.addRun(keras);
        model.appendScalars(foreign, {{QStringLiteral("epoch_loss"), {{1, 0, 1, 1.5}, {2, 0, 2, 0.942}}}}, false, {});
        QCOMPARE(shown(0, RunModel::Best), QStringLiteral("0.942"));  // losses alone: they are told
        QSignalSpy changed(&model, &QAbstractItemModel::dataChanged);
        const int own = model.addRun(QStringLiteral("a"), 5);
        EpochRecord epoch;
        epoch.step = 10;
        epoch.values = {{"loss", 0.3f}, {"val_loss", 0.2f}, {"val_accuracy", 0.9f}};
        model.append(own, {epoch});
        QCOMPARE(shown(1, RunModel::Best), QStringLiteral("0.900"));
        QCOMPARE(shown(0, RunModel::Best), QStringLiteral("loss 0.942"));
        QCOMPARE(shown(0, RunModel::Last), QStringLiteral("loss 0.942"));
        QVERIFY(std::any_of(changed.begin(), changed.end(), [](const auto& one) {
            return one[0].toModelIndex().row() == 0 && one[0].toModelIndex().column() <= RunModel::Best &&
                   one[1].toModelIndex().column() >= RunModel::Last;
        }));
        // Keras's own accuracy of its validation is one.
        model.appendScalars(foreign,
                            {{QStringLiteral("val_epoch_accuracy"), {{1, 0, 1, 0.7}, {2, 0, 2, 0.8}}},
                             {QStringLiteral("val_epoch_loss"), {{2, 0, 2, 0.6}}}},
                            false, {});
        QCOMPARE(shown(0, RunModel::Best), QStringLiteral("0.800"));
        QCOMPARE(shown(0, RunModel::ValLoss), QStringLiteral("0.600"));
        // One that was never validated has none beside those that were, whatever it knows by heart.
        const int blind = model.addRun(QStringLiteral("blind"), 5);
        epoch.values = {{"loss", 0.0f}, {"accuracy", 1.0f}};
        model.append(blind, {epoch});
        QCOMPARE(shown(2, RunModel::Best), QStringLiteral("–"));
        model.remove(own);
        QCOMPARE(shown(0, RunModel::Best), QStringLiteral("0.800"));
        QCOMPARE(shown(1, RunModel::Best), QStringLiteral("–"));
        model.remove(foreign);
        QCOMPARE(shown(0, RunModel::Best), QStringLiteral("1.000"));
    }

    // Other programs' tags are called as somebody liked: they are judged by what looks like an accuracy, else a loss.
    void bestOfWhatOthersNamedFreely() {
        RunModel model;
        const auto shown = [&](int row, RunModel::Column column) {
            return model.data(model.index(row, column), Qt::DisplayRole).toString();
        };
        Run torch;
        torch.name = QStringLiteral("torch");
        torch.foreign = true;
        const int run = model.addRun(torch);
        const auto curve = [](double first, double second, double third) {
            return std::vector<ScalarPoint>{{1, 0, 1, first}, {2, 0, 2, second}, {3, 0, 3, third}};
        };
        model.appendScalars(
            run, {{QStringLiteral("loss/train"), curve(3, 1, 2)}, {QStringLiteral("lr"), curve(9, 8, 7)}}, false, {});
        QCOMPARE(shown(0, RunModel::Best), QStringLiteral("1.000"));
        QCOMPARE(shown(0, RunModel::Last), QStringLiteral("2.000"));
        QVERIFY(!model.greaterIsBetter());
        model.appendScalars(run, {{QStringLiteral("acc"), curve(0.3, 0.8, 0.7)}}, false, {});
        QCOMPARE(shown(0, RunModel::Best), QStringLiteral("0.800"));
        QCOMPARE(shown(0, RunModel::Last), QStringLiteral("0.700"));
        QVERIFY(model.greaterIsBetter());
        // Beside one that was validated it keeps its own, and it is no loss that stands among accuracies.
        const int own = model.addRun(QStringLiteral("a"), 5);
        EpochRecord epoch;
        epoch.step = 10;
        epoch.values = {{"loss", 0.3f}, {"val_loss", 0.2f}, {"val_accuracy", 0.9f}};
        model.append(own, {epoch});
        QCOMPARE(shown(0, RunModel::Best), QStringLiteral("0.800"));
        QCOMPARE(shown(1, RunModel::Best), QStringLiteral("0.900"));
        Run lossAlone;
        lossAlone.name = QStringLiteral("loss alone");
        lossAlone.foreign = true;
        const int third = model.addRun(lossAlone);
        model.appendScalars(third, {{QStringLiteral("loss/train"), curve(3, 1, 2)}}, false, {});
        QCOMPARE(shown(2, RunModel::Best), QStringLiteral("loss 1.000"));
    }

    // A loss that has run away is told by its size, as wide as the others.
    void aLossWithoutMeasure() {
        RunModel model;
        const auto add = [&](const QString& name, float loss) {
            EpochRecord epoch;
            epoch.step = 10;
            epoch.values = {{"loss", loss}, {"val_loss", loss}};
            EvaluationRecord test;
            test.split = "test";
            test.values = {{"loss", loss}};
            model.append(model.addRun(name, 5), {epoch, test});
        };
        add(QStringLiteral("away"), 134425632768.0f);
        add(QStringLiteral("far"), 9876.5f);
        const auto shown = [&](int row, RunModel::Column column) {
            return model.data(model.index(row, column), Qt::DisplayRole).toString();
        };
        const auto told = [&](int row) {
            return model.data(model.index(row, RunModel::Name), Qt::ToolTipRole).toString();
        };
        for (const RunModel::Column column : {RunModel::Best, RunModel::ValLoss, RunModel::Test}) {
            QCOMPARE(shown(0, column), QStringLiteral("1.344e+11"));
            QCOMPARE(shown(1, column), QStringLiteral("9876.500"));
        }
        QVERIFY2(told(0).contains(QStringLiteral("Best val_loss: 1.344e+11 ")), qPrintable(told(0)));
        QVERIFY2(told(0).contains(QStringLiteral("test: loss 1.344e+11")), qPrintable(told(0)));
        QVERIFY2(told(1).contains(QStringLiteral("Best val_loss: 9876.5000 ")), qPrintable(told(1)));
    }

    // What is validated is so among its own kind: a classifier's validation takes no regression's number away.
    void aRegressionAmongClassifiers() {
        RunModel model;
        const auto add = [&](const QString& name, const std::map<std::string, float>& values) {
            const int run = model.addRun(name, 5);
            EpochRecord epoch;
            epoch.step = 10;
            epoch.values = values;
            model.append(run, {epoch});
            return run;
        };
        const auto shown = [&](int row, RunModel::Column column) {
            return model.data(model.index(row, column), Qt::DisplayRole).toString();
        };
        const int blind = add(QStringLiteral("blind regression"), {{"loss", 0.5f}});
        QCOMPARE(shown(0, RunModel::Best), QStringLiteral("0.500"));  // there is no other kind
        add(QStringLiteral("classifier"), {{"loss", 0.3f}, {"val_loss", 0.2f}, {"val_accuracy", 0.9f}});
        QCOMPARE(shown(0, RunModel::Best), QStringLiteral("loss 0.500"));
        QCOMPARE(shown(1, RunModel::Best), QStringLiteral("0.900"));
        const int regression = add(QStringLiteral("regression"), {{"loss", 0.1f}, {"val_loss", 0.023f}});
        QCOMPARE(shown(2, RunModel::Best), QStringLiteral("loss 0.023"));
        QCOMPARE(shown(2, RunModel::Last), QStringLiteral("loss 0.023"));
        QCOMPARE(shown(2, RunModel::ValLoss), QStringLiteral("0.023"));
        QCOMPARE(shown(0, RunModel::Best), QStringLiteral("–"));
        EvaluationRecord test;
        test.split = "test";
        test.values = {{"loss", 0.031f}};
        model.append(regression, {test});
        QCOMPARE(shown(2, RunModel::Test), QStringLiteral("loss 0.031"));
        model.remove(1);
        QCOMPARE(shown(1, RunModel::Best), QStringLiteral("0.023"));
        QCOMPARE(shown(1, RunModel::Test), QStringLiteral("0.031"));
        model.remove(regression);
        QCOMPARE(shown(0, RunModel::Best), QStringLiteral("0.500"));
        QVERIFY(model.find(blind));
    }

    // Names and notes are words, whatever they look like.
    void aTooltipIsNoMarkup() {
        RunModel model;
        const int run = model.addRun(QStringLiteral("<b>bold</b> & plain"), 5);
        model.change(run, [](Run& one) { one.info.note = "<h1>loud</h1>"; });
        const auto told = [&] { return model.data(model.index(0, RunModel::Name), Qt::ToolTipRole).toString(); };
        for (const char* words : {"&lt;b&gt;bold&lt;/b&gt; &amp; plain", "&lt;h1&gt;loud&lt;/h1&gt;"})
            QVERIFY2(told().contains(QLatin1String(words)), qPrintable(told()));
        model.change(run, [](Run& one) { one.name = QStringLiteral("a < 3"); });
        QVERIFY2(told().startsWith(QLatin1String("a < 3\n<h1>")), qPrintable(told()));  // no markup to whoever reads it
    }

    // A run's colour is its own: kept in its folder, else told by its id; a new one takes one that is free.
    void coloursStay() {
        RunModel model;
        const int first = model.addRun(QStringLiteral("a"), 1), second = model.addRun(QStringLiteral("b"), 1);
        QVERIFY(model.find(first)->color != model.find(second)->color);
        const int color = model.find(second)->color;
        Run kept;
        kept.info.id = "5b1a31d4-0000-4000-8000-000000000000";
        kept.info.color = 5;
        model.remove(first);
        QCOMPARE(model.find(second)->color, color);
        const int third = model.addRun(kept);
        QCOMPARE(model.find(third)->color, 5);
        Run old;  // of before there were colours
        old.info.id = "0c6f4b62-1111-4111-8111-111111111111";
        const int fourth = model.addRun(old);
        RunModel another;
        another.addRun(QStringLiteral("x"), 1);
        QCOMPARE(another.find(another.addRun(old))->color, model.find(fourth)->color);
        QSignalSpy reset(&model, &QAbstractItemModel::modelReset), again(&model, &RunModel::curvesTakenBack);
        model.replace(third, old);  // taken up again
        QCOMPARE(model.find(third)->color, 5);
        QCOMPARE(reset.count(), 0);  // the others' curves stay as they are
        QCOMPARE(again.count(), 1);
    }

    // Titles of all runs are worked out anew only where one is called something else; values change all the time.
    void titlesStayWhereNamesDo() {
        RunModel model;
        const int run = model.addRun(QStringLiteral("lenet · adam"), 5);
        model.addRun(QStringLiteral("lenet · sgd"), 5);
        const RunTitle title = model.titleOf(run);
        const auto same = [&] { return title.parts.isSharedWith(model.titleOf(run).parts); };
        int known = model.revision();
        model.append(run, {step(1, 1)});
        QCOMPARE(model.revision(), known);
        QVERIFY(same());
        model.change(run, [](Run& each) { each.info.tags = {"good"}; });
        QVERIFY(std::exchange(known, model.revision()) != model.revision());
        QVERIFY(same());
        model.change(run, [](Run& each) { each.name = QStringLiteral("mine"); });
        QVERIFY(model.revision() != known);
        QVERIFY(!same());
        QCOMPARE(model.titleOf(run).text(), QStringLiteral("mine"));
    }

    // Of many runs in the list those that are drawn are told from each other by hue.
    void whatIsDrawnHasHuesOfItsOwn() {
        RunModel model;
        std::vector<int> runs;
        for (int i = 0; i < 9; ++i) {
            runs.push_back(model.addRun(QStringLiteral("run"), 1));
            model.setVisible(runs.back(), false);
        }
        QSet<int> hues;
        for (int i = 0; i < kRunHues; ++i)
            hues.insert(model.find(model.addRun(QStringLiteral("shown"), 1))->color % kRunHues);
        QCOMPARE(hues.size(), kRunHues);
        for (size_t i = 0; i < kRunHues; ++i) QVERIFY(model.find(runs[i])->color == static_cast<int>(i));
    }

    // Stands at the run, the first of several, until a checkpoint is written again or the run goes on from what was.
    void aCheckpointThatIsNotWrittenIsAProblemOfTheRun() {
        RunModel model;
        QSignalSpy state(&model, &RunModel::stateChanged);
        const int run = model.addRun(QStringLiteral("a"), 2);
        const auto note = [](const char* what, const char* reason) {
            return NoteRecord{Message("{what} {reason}", Message(what), Message(reason))};
        };
        const char* newest = "The checkpoint was not written.";
        model.append(run, {note("The best checkpoint was not written.", "The disk is full."), NoteRecord{"words"}});
        QVERIFY(model.find(run)->problems.empty());
        QCOMPARE(state.count(), 0);
        model.append(run, {note(newest, "The disk is full.")});
        model.append(run, {note(newest, "The disk is very full.")});
        QCOMPARE(model.find(run)->problems.size(), size_t{1});
        QCOMPARE(state.count(), 1);
        const QString tip = model.data(model.index(0, RunModel::Name), Qt::ToolTipRole).toString();
        QVERIFY2(tip.contains(QStringLiteral("The disk is full.")), qPrintable(tip));
        model.append(run, {CheckpointRecord{20, "/elsewhere/named.safetensors"}});
        QCOMPARE(model.find(run)->problems.size(), size_t{1});
        model.append(run, {CheckpointRecord{20, "runs/a/checkpoint.safetensors"}});
        QVERIFY(model.find(run)->problems.empty());
        QCOMPARE(state.count(), 2);
        model.append(run, {note(newest, "The disk is full."), ResumedRecord{20, 1, 0}});
        QVERIFY(model.find(run)->problems.empty());
    }

    // Likewise a table, until its own file is written again; one does not end the other's.
    void aTableThatIsNotWrittenIsAProblemOfTheRun() {
        RunModel model;
        const int run = model.addRun(QStringLiteral("a"), 2);
        const auto failed = [](const char* file) {
            return NoteRecord{Message("{what} {reason}", Message("{file} was not written.", std::string(file)),
                                      Message("The disk is full."))};
        };
        const auto written = [](const char* file) {
            return NoteRecord{Message("{file} is written again.", std::string(file))};
        };
        QSignalSpy state(&model, &RunModel::stateChanged);
        model.append(run, {failed("history.csv"), failed("rows.csv")});
        QCOMPARE(model.find(run)->problems.size(), size_t{2});
        QCOMPARE(state.count(), 1);
        model.append(run, {CheckpointRecord{20, "runs/a/checkpoint.safetensors"}});
        QCOMPARE(model.find(run)->problems.size(), size_t{2});
        model.append(run, {written("rows.csv")});
        QCOMPARE(model.find(run)->problems, std::vector<Message>{failed("history.csv").message});
        QCOMPARE(state.count(), 2);
        model.append(run, {ResumedRecord{20, 1, 0}});
        QVERIFY(model.find(run)->problems.empty());
    }

    void confusionOfTheLastValidation() {
        RunModel model;
        QSignalSpy changed(&model, &RunModel::confusionChanged);
        const int run = model.addRun(QStringLiteral("a"), 2, {"cat", "dog"});
        EpochRecord epoch;
        epoch.values = {{"loss", 1.0f}};
        model.append(run, {epoch});
        QCOMPARE(changed.count(), 0);
        epoch.epoch = 1;
        epoch.confusion = {5, 1, 2, 4};
        model.append(run, {epoch});
        QCOMPARE(changed.count(), 1);
        QCOMPARE(model.find(run)->confusion, (QVector<qint64>{5, 1, 2, 4}));
        QCOMPARE(model.find(run)->confusionEpoch, 1);
    }

    void severalRuns() {
        RunModel model;
        QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        const int first = model.addRun(QStringLiteral("a"), 1), second = model.addRun(QStringLiteral("b"), 1);
        QVERIFY(first != second);
        RunModel again;
        for (const auto* name : {"a", "a", "a 2", "a"}) again.addRun(QLatin1String(name), 1);
        QStringList names;
        for (const Run& run : again.runs()) names << run.name;
        QCOMPARE(names, (QStringList{QStringLiteral("a"), QStringLiteral("a 2"), QStringLiteral("a 2 2"),
                                     QStringLiteral("a 3")}));
        for (int i = 0; i < 2; ++i) again.addRun(QStringLiteral("100%1"), 1);  // a person's words are no place for ours
        QCOMPARE(again.runs().back().name, QStringLiteral("100%1 2"));
        model.append(second, {step(1, 2)});
        model.append(99, {step(1, 2)});  // unknown: nothing happens
        model.append(first, {});
        QVERIFY(model.find(first)->scalars.empty());
        QSignalSpy visibility(&model, &RunModel::visibilityChanged);
        model.setVisible(second, false);
        model.setVisible(second, false);
        QCOMPARE(visibility.count(), 1);
        QCOMPARE(model.data(model.index(1, 0), RunModel::VisibleRole).toBool(), false);
        model.setVisible([&](const Run& run) { return run.id == second; });
        QCOMPARE(visibility.count(), 2);  // told once of both
        QCOMPARE(visibility[1][0].value<QList<int>>(), (QList<int>{first, second}));
        model.clear();
        QCOMPARE(model.rowCount(), 0);
        QVERIFY(!model.find(first));
    }
};

QTEST_GUILESS_MAIN(TestRunModel)

}  // namespace test_run_model

#include "test_run_model.moc"
