// All 70,000 images of MNIST in the browser, scrolled from end to end with the wheel: no frame is late, and what is in
// sight is there soon after. Skipped where the files are not.
#include <QDir>
#include <QElapsedTimer>
#include <QScrollBar>
#include <QWheelEvent>
#include <QtTest>
#include <algorithm>
#include <cmath>

#include "tests/support/sanitized.h"
#include "ui/dataset/data_browser_panel.h"
#include "widgets/image/image_grid.h"
#include "widgets/theme/theme.h"

using namespace tl;

class TestMnistGrid : public QObject {
    Q_OBJECT
private slots:
    void scrollsThroughEverything() {
        Theme::instance().apply();
        QString folder = qEnvironmentVariable("TENSORLOOM_TEST_DATA");
        if (folder.isEmpty()) folder = QStringLiteral(TENSORLOOM_SOURCE_DIR "/../shared/data");
        folder += QStringLiteral("/mnist");
        if (!QDir(folder).exists()) QSKIP("MNIST is not here; TENSORLOOM_TEST_DATA names the folder above mnist/.");
        JobTracker jobs;
        Selection selection;
        DataSetModel model(jobs);
        DataBrowserPanel panel(model, selection, jobs);
        panel.resize(1020, 860);
        panel.show();
        QVERIFY(QTest::qWaitForWindowExposed(&panel));
        model.open(QStringLiteral("mnist:") + folder);
        QTRY_VERIFY_WITH_TIMEOUT(model.state() == DataSetModel::State::Ready && model.statistics(), 60000);
        ImageGrid& grid = panel.grid();
        QCOMPARE(grid.count(), qint64{70000});
        QTRY_COMPARE_WITH_TIMEOUT(grid.missing(), 0, 10000);

        // A notch every few milliseconds, for some seconds, then in leaps to the end: a frame is the notch, what
        // arrived meanwhile, and the paint.
        std::vector<double> frames;
        QElapsedTimer clock;
        const auto notch = [&](int turns) {
            const QPointF at(400, 400);
            QWheelEvent event(at, grid.viewport()->mapToGlobal(at), {}, {0, -120 * turns}, Qt::NoButton, {},
                              Qt::NoScrollPhase, false);
            clock.restart();
            QApplication::sendEvent(grid.viewport(), &event);
            QCoreApplication::processEvents();
            grid.viewport()->repaint();
            frames.push_back(static_cast<double>(clock.nsecsElapsed()) / 1e6);
        };
        for (int i = 0; i < 400; ++i) {
            notch(1 + i % 3);
            QTest::qWait(5);
        }
        while (grid.verticalScrollBar()->value() < grid.verticalScrollBar()->maximum()) {
            notch(60);
            QTest::qWait(5);
        }
        clock.restart();
        QTRY_COMPARE_WITH_TIMEOUT(grid.missing(), 0, 5000);
        const qint64 filled = clock.elapsed();
        QCOMPARE(grid.visibleRows().second, qint64{70000});
        std::sort(frames.begin(), frames.end());
        const auto share = [&](double part) {
            return frames[static_cast<size_t>(part * static_cast<double>(frames.size() - 1))];
        };
        qInfo(
            "70,000 images, %zu frames: median %.2f ms, 95 %% %.2f ms, 99 %% %.2f ms, slowest %.2f ms; the last page was whole after %lld ms",
            frames.size(), share(0.5), share(0.95), share(0.99), frames.back(), static_cast<long long>(filled));
        QVERIFY(test::kSanitized || share(0.95) < 16);
    }
};

QTEST_MAIN(TestMnistGrid)
#include "test_mnist_grid.moc"
