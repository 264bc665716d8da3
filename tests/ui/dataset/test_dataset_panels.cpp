// The three data panels over one model, with a folder of real image files, two of them broken: empty, open, filter,
// look, fail. Everything by mouse and keys.
#include <QComboBox>
#include <QDir>
#include <QDropEvent>
#include <QImage>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QMimeData>
#include <QPushButton>
#include <QScrollArea>
#include <QSignalSpy>
#include <QTableView>
#include <QTableWidget>
#include <QTemporaryDir>
#include <QToolButton>
#include <QtTest>

#include "ui/dataset/augmented_previews.h"
#include "ui/dataset/class_bars.h"
#include "ui/dataset/data_browser_panel.h"
#include "ui/dataset/data_set_panel.h"
#include "ui/dataset/image_panel.h"
#include "widgets/image/histogram_strip.h"
#include "widgets/image/image_grid.h"
#include "widgets/image/image_view.h"
#include "widgets/theme/theme.h"

using namespace tl;

namespace {

struct Fixture {
    Fixture() : model(jobs), info(model), browser(model, selection, jobs), image(model, selection, jobs) {
        const QDir root(folder.path());
        for (const auto* split : {"train", "test"})
            for (const auto* name : {"cat", "dog"}) {
                const QString path = QStringLiteral("%1/%2").arg(QLatin1String(split), QLatin1String(name));
                root.mkpath(path);
                for (int i = 0; i < (name[0] == 'c' ? 40 : 20); ++i) {
                    QImage picture(12, 12, QImage::Format_RGB32);
                    picture.fill(name[0] == 'c' ? QColor(200, 100, 50) : QColor(10, 20, 30));
                    picture.save(root.filePath(QStringLiteral("%1/%2.png").arg(path).arg(i, 4, 10, QLatin1Char('0'))));
                }
            }
        for (const auto* name : {"train/cat/bad1.png", "test/dog/bad2.png"}) {
            QFile bad(root.filePath(QLatin1String(name)));
            (void)bad.open(QIODevice::WriteOnly);
            bad.write("\x89PNG\r\n\x1a\nthis is no picture");
        }
        QObject::connect(&browser, &DataBrowserPanel::classFilterChanged, &info, &DataSetPanel::setClassFilter);
        QObject::connect(&info, &DataSetPanel::classFilterChanged, &browser, &DataBrowserPanel::setClassFilter);
        info.resize(276, 700);
        browser.resize(800, 700);
        image.resize(300, 700);
        for (QWidget* panel : std::initializer_list<QWidget*>{&info, &browser, &image}) panel->show();
        (void)QTest::qWaitForWindowExposed(&browser);
    }
    bool open() {
        model.open(QStringLiteral("folder:") + folder.path());
        return QTest::qWaitFor([&] { return model.state() == DataSetModel::State::Ready && model.statistics(); },
                               20000);
    }
    template <typename T>
    T* in(QWidget& panel, const char* name) {
        return panel.findChild<T*>(QLatin1String(name));
    }

    QTemporaryDir folder;
    JobTracker jobs;
    Selection selection;
    DataSetModel model;
    DataSetPanel info;
    DataBrowserPanel browser;
    ImagePanel image;
};

}  // namespace

class TestDataSetPanels : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() { Theme::instance().apply(); }

    void emptyOffersWhatHelps() {
        Fixture f;
        QSignalSpy open(&f.browser, &DataBrowserPanel::openRequested),
            sample(&f.browser, &DataBrowserPanel::sampleRequested), dropped(&f.browser, &DataBrowserPanel::pathDropped);
        auto* button = f.in<QPushButton>(f.browser, "emptyOpenFolder");
        QVERIFY(button->isVisible());
        QTest::mouseClick(button, Qt::LeftButton);
        QTest::mouseClick(f.in<QPushButton>(f.browser, "emptyUseSample"), Qt::LeftButton);
        QCOMPARE(open.count(), 1);
        QCOMPARE(sample.count(), 1);
        QMimeData data;
        data.setUrls({QUrl::fromLocalFile(QStringLiteral("/data/Фото"))});
        QDragEnterEvent enter(QPoint(50, 50), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
        QApplication::sendEvent(&f.browser, &enter);
        QVERIFY(enter.isAccepted());
        QDropEvent drop(QPointF(50, 50), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
        QApplication::sendEvent(&f.browser, &drop);
        QCOMPARE(dropped.count(), 1);
        QCOMPARE(dropped[0][0].toString(), QStringLiteral("/data/Фото"));
    }

    void openFilterAndLook() {
        Fixture f;
        f.image.setAugmentation({}, 1);
        QVERIFY(f.open());
        QCOMPARE(f.in<QLabel>(f.info, "dataSetFacts")->text(), QStringLiteral("120 images · 2 classes · 3×12×12"));
        auto* broken = f.in<QListWidget>(f.info, "brokenFiles");
        QCOMPARE(broken->count(), 2);
        QVERIFY(broken->isVisible() && broken->item(0)->text().contains(QStringLiteral("bad")));

        ImageGrid& grid = f.browser.grid();
        QCOMPARE(grid.count(), qint64{120});
        QTRY_COMPARE_WITH_TIMEOUT(grid.missing(), 0, 10000);
        QVERIFY(f.in<QLabel>(f.browser, "imageRange")->text().endsWith(QStringLiteral("of 120")));

        // A click on a class shows only its images, and says so in the combo; a second click shows all again.
        auto* bars = f.in<ClassBars>(f.info, "classBars");
        QTest::mouseClick(bars, Qt::LeftButton, {}, bars->rowRect(1).center());
        QCOMPARE(f.browser.classFilter(), 1);
        QCOMPARE(grid.count(), qint64{40});
        QTest::mouseClick(bars, Qt::LeftButton, {}, bars->rowRect(1).center());
        QCOMPARE(grid.count(), qint64{120});
        auto* classes = f.in<QComboBox>(f.browser, "classFilter");
        classes->setFocus();
        QTest::keyClick(classes, Qt::Key_Down);
        QCOMPARE(grid.count(), qint64{80});
        QCOMPARE(bars->chosen(), 0);
        QTest::keyClick(classes, Qt::Key_Up);

        auto* search = f.in<QLineEdit>(f.browser, "imageSearch");
        QTest::keyClicks(search, QStringLiteral("DOG"));
        QTRY_COMPARE(grid.count(), qint64{40});
        search->clear();
        QTest::keyClicks(search, QStringLiteral("0039"));
        QTRY_COMPARE(grid.count(), qint64{2});
        search->clear();
        QTRY_COMPARE(grid.count(), qint64{120});
        auto* splits = f.in<QComboBox>(f.browser, "splitFilter");
        splits->setCurrentText(QStringLiteral("test"));
        QCOMPARE(grid.count(), qint64{60});
        splits->setCurrentIndex(0);

        // One image large, by click.
        QSignalSpy shown(&f.image, &ImagePanel::shown);
        QTest::mouseClick(grid.viewport(), Qt::LeftButton, {}, grid.itemRect(3).center());
        QCOMPARE(f.selection.image(), qint64{3});
        QTRY_VERIFY_WITH_TIMEOUT(shown.count() > 0, 5000);
        auto* view = f.in<ImageView>(f.image, "imageView");
        QCOMPARE(view->image().size(), QSize(12, 12));
        auto* histogram = f.in<HistogramStrip>(f.image, "histogram");
        QCOMPARE(histogram->channels().size(), 3);
        QCOMPARE(histogram->channels()[0].mean, f.selection.image() < 40 ? 200.0 : 10.0);
        QVERIFY2(histogram->channels()[0].reference.contains(QStringLiteral("±")),
                 qPrintable(histogram->channels()[0].reference));
        QVERIFY(f.in<QLabel>(f.image, "augmentedNote")->isVisible());

        // With augmentation, its previews; an unknown step says so instead of vanishing.
        f.image.setAugmentation({{"RandomFlip", {}}}, 1);
        QTRY_VERIFY(f.in<QWidget>(f.image, "augmentedPreviews")->isVisible());
        f.image.setAugmentation({{"NoSuchThing", {}}}, 1);
        QTRY_VERIFY(f.in<QLabel>(f.image, "augmentedNote")->text().contains(QStringLiteral("NoSuchThing")));

        // The keyboard alone goes from image to image.
        grid.setFocus();
        QTest::keyClick(&grid, Qt::Key_Right);
        QCOMPARE(f.selection.image(), qint64{4});
        QTest::keyClick(&grid, Qt::Key_End);
        QCOMPARE(f.selection.split(), QStringLiteral("test"));

        f.model.close();
        QVERIFY(f.in<QPushButton>(f.browser, "emptyOpenFolder")->isVisible());
        QCOMPARE(f.selection.image(), qint64{-1});
    }

    // A CSV of numbers: no grid of images but a table, column statistics, and the row's values; nothing empty or
    // broken.
    void numbersAreATable() {
        Fixture f;
        QTemporaryDir folder;
        QFile file(folder.filePath(QStringLiteral("iris.csv")));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("sepal,petal,kind,split\n5.1,1.4,setosa,train\n6.5,4.6,versicolor,train\n5.1,1.4,setosa,train\n"
                   "5.1,1.4,setosa,test\n");
        file.close();
        f.model.open(file.fileName());
        QTRY_VERIFY_WITH_TIMEOUT(f.model.state() == DataSetModel::State::Ready && f.model.statistics(), 20000);
        QCOMPARE(f.in<QLabel>(f.info, "dataSetFacts")->text(), QStringLiteral("4 rows · 2 classes · 2 columns"));
        auto* rows = f.in<QTableView>(f.browser, "dataRows");
        auto* columns = f.in<QTableView>(f.browser, "columnStatistics");
        QVERIFY(rows->isVisible() && columns->isVisible() && !f.browser.grid().isVisible());
        QCOMPARE(rows->model()->rowCount(), 4);
        QCOMPARE(rows->model()->headerData(2, Qt::Horizontal).toString(), QStringLiteral("sepal"));
        QCOMPARE(rows->model()->index(1, 3).data().toString(), QStringLiteral("4.6"));
        QCOMPARE(rows->model()->index(1, 1).data().toString(), QStringLiteral("versicolor"));
        QCOMPARE(columns->model()->rowCount(), 2);
        QCOMPARE(columns->model()->index(0, 7).data().toString(), QStringLiteral("6.5"));
        QCOMPARE(f.in<QLabel>(f.browser, "imageRange")->text(), QStringLiteral("4 rows"));
        QStringList said;
        for (auto* label : f.info.findChildren<QLabel*>()) said << label->text();
        QVERIFY2(said.contains(QStringLiteral("1 repeated in the training split")), qPrintable(said.join('|')));
        QVERIFY2(said.contains(QStringLiteral("1 of test are training items too")), qPrintable(said.join('|')));
        QVERIFY2(said.filter(QStringLiteral("images")).isEmpty(), qPrintable(said.join('|')));
        // A row by click, its values beside.
        QTest::mouseClick(rows->viewport(), Qt::LeftButton, {}, rows->visualRect(rows->model()->index(1, 0)).center());
        QCOMPARE(f.selection.image(), qint64{1});
        auto* values = f.in<QTableWidget>(f.image, "rowValues");
        QVERIFY(values->isVisible() && !f.in<ImageView>(f.image, "imageView")->isVisible());
        QCOMPARE(values->item(0, 1)->text(), QStringLiteral("6.5"));
        QVERIFY(values->item(0, 2)->text().contains(QStringLiteral("±")));
        QCOMPARE(f.in<QLabel>(f.image, "imageLabel")->text(), QStringLiteral("versicolor"));
        // Scaling is a setting of the spec; the others stay.
        auto* scaling = f.in<QComboBox>(f.info, "columnScaling");
        QVERIFY(scaling->isVisible());
        QSignalSpy wanted(&f.info, &DataSetPanel::specRequested);
        scaling->setFocus();
        QTest::keyClick(scaling, Qt::Key_Down);
        QCOMPARE(wanted.count(), 1);
        QCOMPARE(wanted[0][0].toString(), file.fileName() + QStringLiteral("?scale=standard"));
        f.model.open(file.fileName() + QStringLiteral("?label=kind&scale=minmax"));
        QTRY_VERIFY_WITH_TIMEOUT(f.model.state() == DataSetModel::State::Ready && f.model.statistics(), 20000);
        QCOMPARE(scaling->currentText(), QStringLiteral("0 to 1"));
        QCOMPARE(rows->model()->index(0, 2).data().toString(), QStringLiteral("0"));
        // Filters work as with images, and images come back afterwards.
        f.in<QComboBox>(f.browser, "classFilter")->setCurrentIndex(2);
        QTRY_COMPARE(rows->model()->rowCount(), 1);
        QVERIFY(f.open());
        QVERIFY(f.browser.grid().isVisible() && !rows->isVisible());
        QTRY_VERIFY(f.in<ImageView>(f.image, "imageView")->isVisible() && !values->isVisible());
        QVERIFY(f.in<QLabel>(f.browser, "imageRange")->text().endsWith(QStringLiteral("of 120")));
    }

    // The sizes of the splits move to a second line instead of being cut off.
    void splitsTakeTheLinesTheyNeed() {
        Fixture f;
        f.model.open(QStringLiteral("sample"), 0.1);
        QTRY_VERIFY_WITH_TIMEOUT(f.model.state() == DataSetModel::State::Ready, 20000);
        auto* splits = f.in<QWidget>(f.info, "dataSetSplits");
        QVERIFY(splits->accessibleName().contains(QStringLiteral("test 2,000")));
        const int line = splits->height();
        f.info.resize(200, 700);
        QTRY_VERIFY(splits->height() > line);
        f.info.resize(276, 700);
        QTRY_COMPARE(splits->height(), line);
    }

    // The augmentation's preview: the image as it is first, further draws by a click.
    void previewDrawsAgain() {
        Fixture f;
        f.image.setAugmentation({{"RandomRotation", {}}, {"MixUp", {}}}, 1);
        QVERIFY(f.open());
        f.selection.setImage(QStringLiteral("train"), 2);
        auto* previews = f.in<QWidget>(f.image, "augmentedPreviews");
        QTRY_VERIFY_WITH_TIMEOUT(previews->isVisible() && previews->height() > 100, 5000);
        QVERIFY(previews->accessibleName().contains(QStringLiteral("11")));
        QVERIFY(f.image.findChild<QScrollArea*>()->widget()->width() <= f.image.width());  // nothing is cut off
        QSignalSpy shown(f.image.findChild<AugmentedPreviews*>(), &AugmentedPreviews::shown);
        const QImage before = previews->grab().toImage();
        auto* again = f.in<QToolButton>(f.image, "rerollAugmentation");
        QVERIFY(again->isVisible());
        QTest::mouseClick(again, Qt::LeftButton);
        QTRY_VERIFY_WITH_TIMEOUT(shown.count() > 0, 5000);
        QVERIFY(previews->grab().toImage() != before);
    }

    // Beside the training settings: of the first image where none is chosen, only while it can be seen, and by the
    // newest settings.
    void previewsByThemselves() {
        Fixture f;
        AugmentedPreviews previews(f.model, f.selection, f.jobs, QStringLiteral("test.augmented"), {}, 6);
        previews.resize(340, 200);
        QSignalSpy shown(&previews, &AugmentedPreviews::shown);
        QVERIFY(f.open());
        previews.setAugmentation({{"RandomBrightness", {}}}, 1);
        QTest::qWait(100);
        QCOMPARE(shown.count(), 0);
        auto* pictures = f.in<QWidget>(previews, "augmentedPreviews");
        previews.show();
        QTRY_VERIFY_WITH_TIMEOUT(pictures->isVisible(), 5000);
        const QImage weak = pictures->grab().toImage();
        previews.setAugmentation({{"RandomBrightness", {{"factor", 0.9}}}}, 1);
        QTRY_VERIFY_WITH_TIMEOUT(pictures->grab().toImage() != weak, 5000);
        previews.setAugmentation({}, 1);
        QTRY_VERIFY(!pictures->isVisible());
    }

    void failureAndCancel() {
        Fixture f;
        f.model.open(QStringLiteral("folder:") + f.folder.path());
        auto* cancel = f.in<QPushButton>(f.browser, "cancelOpening");
        QVERIFY(cancel->isVisible());
        QTest::mouseClick(cancel, Qt::LeftButton);
        QCOMPARE(f.model.state(), DataSetModel::State::None);
        f.model.open(QStringLiteral("folder:/no/such/folder"));
        QTRY_COMPARE_WITH_TIMEOUT(f.model.state(), DataSetModel::State::Failed, 10000);
        auto* page = f.in<QWidget>(f.browser, "dataFailed");
        QVERIFY(page->isVisible());
        bool said = false;
        for (auto* label : page->findChildren<QLabel*>())
            said = said || label->text().contains(QStringLiteral("/no/such/folder"));
        QVERIFY(said);
    }
};

QTEST_MAIN(TestDataSetPanels)
#include "test_dataset_panels.moc"
