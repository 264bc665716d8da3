// Training on rows of numbers: a CSV file's classes are learnt by the MLP template, evaluation and prediction read the
// same rows, and a run that stopped ends in the same bits.
#include <QTemporaryDir>
#include <QTest>

#include <fstream>

#include "engine/core/error.h"
#include "engine/model/templates.h"
#include "engine/train/evaluate.h"
#include "engine/train/session.h"
#include "small_run.h"

namespace test_numeric {

using namespace tl;

namespace {

// Three clouds in four columns of very different sizes.
std::string cloudsCsv(const QString& folder) {
    const std::string path = (folder + "/clouds.csv").toStdString();
    std::ofstream file(path);
    file << "a,b,c,d,kind\n";
    Rng rng(3, 4);
    for (int i = 0; i < 600; ++i) {
        const int kind = static_cast<int>(rng.below(3));
        file << kind + 0.4 * rng.normal() << ',' << 1000 * (kind == 1) + 300 * rng.normal() << ','
             << -0.01 * kind + 0.002 * rng.normal() << ',' << rng.normal() << ",kind " << kind << "\n";
    }
    return path;
}

SessionOptions clouds(const QString& folder) {
    OpenOptions open;
    open.split.fraction = 0.2;
    SessionOptions options;
    options.data = openDataSet("csv:" + cloudsCsv(folder) + "?scale=standard", open);
    options.network = findTemplate("mlp").make({options.data.shape(), options.data.classes()});
    options.training.epochs = 6;
    options.training.batch = 32;
    options.training.threads = 1;
    options.training.learningRate = 0.01;
    return options;
}

Snapshot finished(SessionOptions options) {
    TrainingSession session(std::move(options));
    session.start();
    session.wait();
    if (session.state() != RunState::Finished) {
        for (const auto& event : session.events().drain())
            if (const auto* state = std::get_if<StateRecord>(&event); state && !state->message.empty())
                qWarning("%s", state->message.english().c_str());
    }
    return session.snapshot();
}

}  // namespace

class TestNumeric : public QObject {
    Q_OBJECT
    QTemporaryDir folder_;

private slots:
    void csvIsLearnt() {
        const SessionOptions options = clouds(folder_.path());
        QCOMPARE(options.data.shape(), (Shape{4}));
        const Snapshot model = finished(options);
        const Evaluation evaluation = evaluate(model, *options.data.validation, 64, 1);
        QVERIFY2(evaluation.values.at("accuracy") > 0.9, qPrintable(QString::number(evaluation.values.at("accuracy"))));
        QCOMPARE(evaluation.images, 120);
        const auto predictions = predict(model, *options.data.validation, 0, 120, 1);
        int right = 0;
        for (const auto& prediction : predictions) right += prediction.label == prediction.predicted;
        QCOMPARE(right, qRound(120 * evaluation.values.at("accuracy")));
    }

    void resumedBitForBit() {
        const Snapshot whole = finished(clouds(folder_.path()));
        SessionOptions first = clouds(folder_.path());
        first.training.epochs = 3;
        SessionOptions rest = clouds(folder_.path());
        rest.resume = finished(first);
        rest.resume->training.epochs = 6;
        const Snapshot resumed = finished(rest);
        for (const auto& [name, tensor] : whole.state)
            QVERIFY2(std::memcmp(tensor.data(), resumed.state.at(name).data(), tensor.bytes()) == 0, name.c_str());
    }

    // What does not go together is said, not guessed at.
    void refusals() {
        const auto failing = [&](const std::function<void(SessionOptions&)>& change) {
            SessionOptions options = clouds(folder_.path());
            change(options);
            TrainingSession session(std::move(options));
            session.start();
            session.wait();
            QString said;
            for (const auto& event : session.events().drain())
                if (const auto* state = std::get_if<StateRecord>(&event); state && state->state == RunState::Failed)
                    said = QString::fromStdString(state->message.english());
            return said;
        };
        const QString augmented = failing([](SessionOptions& o) { o.training.augmentation = {{"RandomFlip", {}}}; });
        QVERIFY2(augmented.contains("Switch augmentation off"), qPrintable(augmented));
        const QString wrong = failing([](SessionOptions& o) { o.network = test::smallNetwork(); });
        QVERIFY2(wrong.size() > 20, qPrintable(wrong));
    }
};

QTEST_GUILESS_MAIN(TestNumeric)

}  // namespace test_numeric

#include "test_numeric.moc"
