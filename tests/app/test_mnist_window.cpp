// LeNet-5 on real MNIST, trained from the window with Adam 0.001, batch 32, 3 epochs: 98.4 % or more of the 10,000 test
// images. (PyTorch reaches 98.6 to 98.8.)
#include <QDir>
#include <QtTest>

#include "engine/io/checkpoint.h"
#include "engine/train/evaluate.h"
#include "tests/app/window_fixture.h"
#include "tests/support/real_data.h"

namespace test_mnist_window {

using namespace tl;

class TestMnistWindow : public QObject {
    Q_OBJECT
private slots:
    void lenetFromTheWindow() {
        const QString folder = QDir(tl::test::realMnist()).absolutePath();
        if (!QDir(folder).exists())
            QSKIP("MNIST is not there; set TENSORLOOM_TEST_DATA to the folder that holds mnist/");
        WindowFixture f;
        QVERIFY(f.ready());
        f.window->document().openData(QStringLiteral("mnist:") + folder);
        QVERIFY(f.ready(60000));
        f.trigger("template_lenet");
        TrainingSpec spec = f.bench().training.spec();
        spec.epochs = 3;
        spec.batch = 32;
        spec.optimizer = {"adam", {}};
        spec.learningRate = 0.001;
        spec.validationFraction = 0;  // all 60,000, as the reference
        f.bench().training.setSpec(spec);
        QTRY_COMPARE(f.bench().data.validationSplit().fraction, 0.0);  // the split follows the settings
        QVERIFY(f.ready(60000));
        QCOMPARE(f.bench().data.split(QStringLiteral("train"))->size(), int64_t{60000});
        f.window->showWorkspace(MainWindow::TrainSpace);
        f.press("trainButton");
        QVERIFY(f.reaches(RunState::Finished, 400000));

        const QString file = f.folder.filePath(QStringLiteral("lenet.safetensors"));
        QString error;
        bool done = false;
        f.bench().controller.exportCheckpoint(file, false, [&](const QString& sentence, const QString&) {
            error = sentence;
            done = true;
        });
        QTRY_VERIFY(done);
        QCOMPARE(error, QString());
        const auto test = f.bench().data.split(QStringLiteral("test"));
        QVERIFY(test != nullptr);
        const Evaluation result = evaluate(loadCheckpoint(file.toStdString()), *test);
        QCOMPARE(result.images, int64_t{10000});
        qInfo("test accuracy %.2f %%", result.values.at("accuracy") * 100);
        QVERIFY(result.values.at("accuracy") >= 0.980);  // as in tests/cli/test_mnist.cpp
    }
};

QTEST_MAIN(TestMnistWindow)

}  // namespace test_mnist_window

#include "test_mnist_window.moc"
