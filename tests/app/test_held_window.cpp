// A window that is held, by the desktop or by a busy machine: the training goes on meanwhile, and what the window did
// not take while it was is in its charts afterwards, step for step.
#include <QFile>
#include <QThread>
#include <QtTest>

#include "tests/app/window_fixture.h"

namespace test_held_window {

using namespace tl;

class TestHeldWindow : public QObject {
    Q_OBJECT
private slots:
    void noStepIsLost() {
        constexpr int kEpochs = 3;
        WindowFixture f;
        QVERIFY(f.ready());
        TrainingSpec spec = f.bench().training.spec();
        spec.epochs = kEpochs;
        f.bench().training.setSpec(spec);
        f.trigger("trainAction");
        QVERIFY(QTest::qWaitFor([&] { return f.points("loss") > 0; }, 120000));
        const size_t before = f.points("loss");
        // Nothing of the window runs from here on, until all is trained and written.
        const auto rows = [folder = f.run().folder] {
            QFile file(folder + QStringLiteral("/history.csv"));
            return file.open(QIODevice::ReadOnly) ? file.readAll().count('\n') : 0;
        };
        for (int i = 0; i < 6000 && rows() < kEpochs + 1; ++i) QThread::msleep(20);
        QCOMPARE(rows(), qsizetype{kEpochs + 1});
        QCOMPARE(f.points("loss"), before);
        QVERIFY(f.reaches(RunState::Finished));
        const auto steps = static_cast<size_t>(f.run().lastStep.step);
        QVERIFY(steps > before + 100);
        QCOMPARE(f.points("loss"), steps);
        const auto& loss = f.run().scalars.find(QStringLiteral("loss"))->second;
        for (size_t i = 0; i < steps; ++i) QCOMPARE(loss[i].step, static_cast<double>(i + 1));
    }
};

QTEST_MAIN(TestHeldWindow)

}  // namespace test_held_window

#include "test_held_window.moc"
