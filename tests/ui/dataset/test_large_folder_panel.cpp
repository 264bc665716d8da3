// The browser shows the pictures of a large folder while the folder is still counted, with how far that is and a way to
// end it.
#include <QDir>
#include <QImage>
#include <QPushButton>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QtTest>
#include <unistd.h>

#include "engine/data/folder_scan.h"
#include "ui/dataset/data_browser_panel.h"
#include "ui/models/data_set_model.h"
#include "ui/models/selection.h"
#include "widgets/image/image_grid.h"
#include "widgets/theme/theme.h"

namespace test_large_folder_panel {

using namespace tl;

class TestLargeFolderPanel : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() {
        Theme::instance().apply();
        const QDir root(folder_.path());
        QVERIFY(root.mkpath(QStringLiteral("many")) && root.mkpath(QStringLiteral("few")));
        QImage picture(8, 8, QImage::Format_RGB32);
        picture.fill(Qt::blue);
        const QString original = root.filePath(QStringLiteral("few/0.png"));
        QVERIFY(picture.save(original));
        for (int i = 0; i < kFiles; ++i)
            QCOMPARE(::link(original.toUtf8().constData(),
                            root.filePath(QStringLiteral("many/%1.png").arg(i)).toUtf8().constData()),
                     0);
    }

    void showsPicturesWhileItCounts() {
        JobTracker jobs;
        DataSetModel model(jobs);
        Selection selection;
        DataBrowserPanel panel(model, selection, jobs);
        panel.resize(800, 600);
        panel.show();
        QVERIFY(QTest::qWaitForWindowExposed(&panel));
        auto* cancel = panel.findChild<QPushButton*>(QStringLiteral("cancelCounting"));
        QVERIFY(cancel);
        qint64 shown = 0;
        bool couldCancel = false;
        connect(&model, &DataSetModel::previewChanged, &panel, [&] {
            shown = std::max(shown, panel.grid().count());
            couldCancel = cancel->isVisibleTo(&panel);
            QVERIFY(model.state() == DataSetModel::State::Opening && !model.dataSet());
            QCOMPARE(model.facts().classes, 0);  // nothing trains on it yet
        });
        model.open(QStringLiteral("folder:") + folder_.path());
        QTRY_COMPARE(model.state(), DataSetModel::State::Ready);
        QVERIFY(shown >= static_cast<qint64>(ScanWatch::kEarly));
        QVERIFY(couldCancel);
        QVERIFY(!cancel->isVisibleTo(&panel) && !model.preview());
        QTRY_COMPARE(panel.grid().count(), qint64{kFiles + 1});
        QTRY_COMPARE(panel.grid().missing(), 0);
    }

    void countingCanBeEnded() {
        JobTracker jobs;
        DataSetModel model(jobs);
        Selection selection;
        DataBrowserPanel panel(model, selection, jobs);
        panel.resize(800, 600);
        panel.show();
        QVERIFY(QTest::qWaitForWindowExposed(&panel));
        auto* cancel = panel.findChild<QPushButton*>(QStringLiteral("cancelCounting"));
        connect(&panel, &DataBrowserPanel::cancelRequested, &model, &DataSetModel::close);
        int previews = 0;
        connect(&model, &DataSetModel::previewChanged, &panel, [&] {
            if (++previews == 1) QTest::mouseClick(cancel, Qt::LeftButton);
        });
        model.open(QStringLiteral("folder:") + folder_.path());
        QTRY_COMPARE(model.state(), DataSetModel::State::None);
        QCOMPARE(previews, 1);
        QCOMPARE(panel.grid().count(), qint64{0});
        QTRY_COMPARE(jobs.running(), 0);
        QVERIFY(!model.shown());
    }

private:
    static constexpr int kFiles = static_cast<int>(ScanWatch::kEarly) + 6000;
    QTemporaryDir folder_;
};

QTEST_MAIN(TestLargeFolderPanel)

}  // namespace test_large_folder_panel

#include "test_large_folder_panel.moc"
