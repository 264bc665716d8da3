// All 70,000 images of MNIST in the browser, scrolled from end to end with the wheel: at the end, all that is in sight
// is there. Skipped where the files are not.
#include <QDir>
#include <QScrollBar>
#include <QWheelEvent>
#include <QtTest>

#include "tests/support/real_data.h"
#include "ui/dataset/data_browser_panel.h"
#include "widgets/image/image_grid.h"
#include "widgets/theme/theme.h"

namespace test_mnist_grid {

using namespace tl;

class TestMnistGrid : public QObject {
    Q_OBJECT
private slots:
    void scrollsThroughEverything() {
        Theme::instance().apply();
        const QString folder = test::realMnist();
        if (!QDir(folder).exists()) QSKIP("MNIST is not here; TENSORLOOM_TEST_DATA names the folder above mnist/.");
        JobTracker jobs;
        Selection selection;
        DataSetModel model(jobs);
        DataBrowserPanel panel(model, selection, jobs);
        panel.resize(1020, 860);
        panel.show();
        QVERIFY(QTest::qWaitForWindowExposed(&panel));
        model.open(QStringLiteral("mnist:") + folder);
        QTRY_VERIFY(model.state() == DataSetModel::State::Ready && model.statistics());
        ImageGrid& grid = panel.grid();
        QCOMPARE(grid.count(), qint64{70000});
        QTRY_COMPARE(grid.missing(), 0);

        // Notches, then leaps to the end; in between, what has arrived is shown.
        const auto notch = [&](int turns) {
            const QPointF at(400, 400);
            QWheelEvent event(at, grid.viewport()->mapToGlobal(at), {}, {0, -120 * turns}, Qt::NoButton, {},
                              Qt::NoScrollPhase, false);
            QApplication::sendEvent(grid.viewport(), &event);
            QCoreApplication::processEvents();
            grid.viewport()->repaint();
        };
        for (int i = 0; i < 400; ++i) {
            notch(1 + i % 3);
        }
        while (grid.verticalScrollBar()->value() < grid.verticalScrollBar()->maximum()) {
            notch(60);
        }
        QTRY_COMPARE(grid.missing(), 0);
        QCOMPARE(grid.visibleRows().second, qint64{70000});
    }
};

QTEST_MAIN(TestMnistGrid)

}  // namespace test_mnist_grid

#include "test_mnist_grid.moc"
