// The three data panels over one model, with a folder of real image files, two of them broken: empty, open, filter,
// look, fail. Everything by mouse and keys.
#include <QAccessible>
#include <QComboBox>
#include <QContextMenuEvent>
#include <QDir>
#include <QDropEvent>
#include <QFile>
#include <QImage>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QMenu>
#include <QMimeData>
#include <QPushButton>
#include <QScrollArea>
#include <QSignalSpy>
#include <QTableView>
#include <QTableWidget>
#include <QTemporaryDir>
#include <QToolButton>
#include <QUndoStack>
#include <QtTest>

#include "ui/augmentation/augmented_previews.h"
#include "ui/commands/data_editor.h"
#include "ui/dataset/class_bars.h"
#include "ui/dataset/data_browser_panel.h"
#include "ui/dataset/data_set_panel.h"
#include "ui/dataset/image_panel.h"
#include "ui/dataset/item_key.h"
#include "ui/models/item_title.h"
#include "ui/models/picked_items.h"
#include "ui/models/text.h"
#include "ui/models/training_model.h"
#include "widgets/image/histogram_strip.h"
#include "widgets/image/image_grid.h"
#include "widgets/image/image_view.h"
#include "widgets/theme/theme.h"

namespace test_dataset_panels {

using namespace tl;

namespace {

struct Fixture {
    Fixture()
        : model(jobs), editor(model, training, undo), info(model), browser(model, selection, jobs),
          image(model, selection, jobs) {
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
        QObject::connect(&browser, &DataBrowserPanel::cancelRequested, &editor, &DataEditor::cancelOpening);
        QObject::connect(&info, &DataSetPanel::specRequested, &editor, &DataEditor::open);
        QObject::connect(&info, &DataSetPanel::subsetRequested, &browser, &DataBrowserPanel::showSubset);
        QObject::connect(&info, &DataSetPanel::settingsRequested, &editor, &DataEditor::change);
        info.resize(276, 700);
        browser.resize(800, 700);
        image.resize(300, 700);
        for (QWidget* panel : std::initializer_list<QWidget*>{&info, &browser, &image}) panel->show();
        (void)QTest::qWaitForWindowExposed(&browser);
    }
    bool open() {
        model.open(QStringLiteral("folder:") + folder.path());
        return measured();
    }
    bool measured() {
        return QTest::qWaitFor([&] { return model.state() == DataSetModel::State::Ready && model.statistics(); },
                               120000);
    }
    template <typename T>
    T* in(QWidget& panel, const char* name) {
        return panel.findChild<T*>(QLatin1String(name));
    }

    QTemporaryDir folder;
    JobTracker jobs;
    Selection selection;
    DataSetModel model;
    TrainingModel training;
    QUndoStack undo;
    DataEditor editor;
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
            sample(&f.browser, &DataBrowserPanel::sampleRequested),
            dropped(&f.browser, &DataBrowserPanel::pathsDropped);
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
        QCOMPARE(dropped[0][0].toStringList(), QStringList{QStringLiteral("/data/Фото")});
        QVERIFY(drop.isAccepted());
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
        QTRY_COMPARE(grid.missing(), 0);
        QVERIFY(f.in<QLabel>(f.browser, "imageRange")->text().endsWith(QStringLiteral("of 120")));

        // A click on a class shows only its images, and says so in the combo; a second click shows all again.
        auto* bars = f.in<ClassBars>(f.info, "classBars");
        const int row = bars->rowRect(1).height();
        Theme::instance().setTextScale(1.5);
        QCOMPARE(bars->rowRect(1).height(), row * 3 / 2);
        QCOMPARE(bars->rowRect(1).top(), row * 3 / 2);
        QCOMPARE(bars->sizeHint().height() % (row * 3 / 2), 0);
        Theme::instance().setTextScale(1);
        QTest::mouseClick(bars, Qt::LeftButton, {}, bars->rowRect(1).center());
        QCOMPARE(f.browser.classFilter(), 1);
        QCOMPARE(grid.count(), qint64{40});
        // A screen reader walks them.
        QAccessibleInterface* list = QAccessible::queryAccessibleInterface(bars);
        QVERIFY(list && list->role() == QAccessible::List);
        QCOMPARE(list->childCount(), 2);
        QCOMPARE(list->child(1)->text(QAccessible::Value), QStringLiteral("20"));  // of training
        QVERIFY(!list->child(1)->text(QAccessible::Name).isEmpty());
        QVERIFY(list->child(1)->state().selected && !list->child(0)->state().selected);
        QTest::mouseClick(bars, Qt::LeftButton, {}, bars->rowRect(1).center());
        QCOMPARE(grid.count(), qint64{120});
        auto* classes = f.in<QComboBox>(f.browser, "classFilter");
        classes->setFocus();
        // As in the window, where a choice comes back to the panel that it was made in.
        QObject::connect(&f.browser, &DataBrowserPanel::classFilterChanged, &f.browser,
                         &DataBrowserPanel::setClassFilter);
        QSignalSpy filled(&grid, &ImageGrid::itemsReplaced);
        QTest::keyClick(classes, Qt::Key_Down);
        QCOMPARE(grid.count(), qint64{80});
        QCOMPARE(filled.count(), 1);
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
        QTRY_VERIFY(shown.count() > 0);
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
        QTRY_VERIFY(f.model.state() == DataSetModel::State::Ready && f.model.statistics());
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
        // A list of rows has what they were taken for between the label and the numbers.
        auto list = std::make_shared<PickedItems>();
        list->split = QStringLiteral("test");
        list->items = {0};
        list->predictions.classes = {1};
        list->predictions.scores = {0.75f};
        f.browser.showPicked(list);
        QTRY_COMPARE(rows->model()->rowCount(), 1);
        QStringList heads, cells;
        for (int column = 1; column < 5; ++column) {
            heads << rows->model()->headerData(column, Qt::Horizontal).toString();
            cells << rows->model()->index(0, column).data().toString();
        }
        QCOMPARE(heads, (QStringList{"label", "taken for", "score", "sepal"}));
        QCOMPARE(cells, (QStringList{"setosa", "versicolor", "0.750", "5.1"}));
        QTest::mouseClick(f.in<QPushButton>(f.browser, "subsetChip"), Qt::LeftButton);
        QTRY_COMPARE(rows->model()->rowCount(), 4);
        QCOMPARE(rows->model()->columnCount(), 4);
        // A row by click, its values beside.
        QTest::mouseClick(rows->viewport(), Qt::LeftButton, {}, rows->visualRect(rows->model()->index(1, 0)).center());
        QCOMPARE(f.selection.image(), qint64{1});
        auto* values = f.in<QTableWidget>(f.image, "rowValues");
        QVERIFY(values->isVisible() && !f.in<ImageView>(f.image, "imageView")->isVisible());
        QCOMPARE(values->item(0, 1)->text(), QStringLiteral("6.5"));
        QVERIFY(values->item(0, 2)->text().contains(QStringLiteral("±")));
        QCOMPARE(f.in<QLabel>(f.image, "imageLabel")->text(), QStringLiteral("versicolor"));
        // Scaling is a setting of the spec, and each choice an undo step.
        auto* scaling = f.in<QComboBox>(f.info, "scale");
        QVERIFY(scaling && scaling->isVisible());
        scaling->setFocus();
        QTest::keyClick(scaling, Qt::Key_Down);
        QVERIFY(f.measured());
        QCOMPARE(f.model.spec(), file.fileName() + QStringLiteral("?scale=standard"));
        // Numbers stay as people know them; what training makes of them is in the tooltips.
        QCOMPARE(columns->model()->index(0, 1).data().toString(), QStringLiteral("5.56667"));
        QCOMPARE(columns->model()->index(0, 1).data(Qt::ToolTipRole).toString(),
                 QStringLiteral("0 after scaling"));  // not 1e-08
        QCOMPARE(columns->model()->index(0, 7).data().toString(), QStringLiteral("6.5"));
        QCOMPARE(rows->model()->index(1, 3).data().toString(), QStringLiteral("4.6"));
        QCOMPARE(f.undo.undoText(), QStringLiteral("Set scale standard of iris.csv"));
        QTest::keyClick(f.in<QComboBox>(f.info, "scale"), Qt::Key_Down);
        QVERIFY(f.measured());
        QCOMPARE(rows->model()->index(0, 2).data().toString(), QStringLiteral("5.1"));
        QCOMPARE(rows->model()->index(0, 2).data(Qt::ToolTipRole).toString(), QStringLiteral("0 after scaling"));
        QTest::mouseClick(rows->viewport(), Qt::LeftButton, {}, rows->visualRect(rows->model()->index(1, 0)).center());
        QCOMPARE(values->item(0, 1)->text(), QStringLiteral("6.5"));
        QVERIFY2(values->item(0, 1)->toolTip().contains(QStringLiteral("1 after scaling")),
                 qPrintable(values->item(0, 1)->toolTip()));
        QVERIFY2(values->item(0, 2)->text().startsWith(QStringLiteral("5.57 ±")),
                 qPrintable(values->item(0, 2)->text()));
        f.undo.undo();
        f.undo.undo();
        QVERIFY(f.measured());
        QCOMPARE(rows->model()->index(0, 2).data(Qt::ToolTipRole).toString(), QString());
        QCOMPARE(f.model.spec(), file.fileName());
        QCOMPARE(rows->model()->index(1, 3).data().toString(), QStringLiteral("4.6"));
        QCOMPARE(f.in<QComboBox>(f.info, "scale")->currentText(), QStringLiteral("none"));
        // Filters work as with images, and images come back afterwards.
        f.in<QComboBox>(f.browser, "classFilter")->setCurrentIndex(2);
        QTRY_COMPARE(rows->model()->rowCount(), 1);
        QVERIFY(f.open());
        QVERIFY(f.browser.grid().isVisible() && !rows->isVisible());
        QTRY_VERIFY(f.in<ImageView>(f.image, "imageView")->isVisible() && !values->isVisible());
        QVERIFY(f.in<QLabel>(f.browser, "imageRange")->text().endsWith(QStringLiteral("of 120")));
    }

    // What has no name but its place in the training data is told apart from what is trained on.
    void whatIsHeldOutIsToldSo() {
        Fixture f;
        f.model.open(QStringLiteral("sample"), {.fraction = 0.1});
        QTRY_VERIFY(f.model.state() == DataSetModel::State::Ready && f.browser.grid().count() > 1000);
        auto* name = f.in<QLabel>(f.image, "imageName");
        const QString held = QStringLiteral(", held out for validation");
        f.selection.setImage(QStringLiteral("validation"), 0);
        const QString own = q(f.model.split(QStringLiteral("validation"))->itemName(0));
        QVERIFY2(own.startsWith(QStringLiteral("train ")), qPrintable(own));
        QCOMPARE(name->text(), own + held);
        QCOMPARE(f.browser.grid().words(f.browser.grid().currentRow()).name, own + held);
        f.selection.setImage(QStringLiteral("train"), 0);
        QVERIFY2(!name->text().contains(held), qPrintable(name->text()));
        f.selection.setImage(QStringLiteral("test"), 0);
        QCOMPARE(name->text(), QStringLiteral("test 0"));
        // So is what is held out for test where the data brings none; how many there are is told with the others.
        QFile file(f.folder.filePath(QStringLiteral("kinds.csv")));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("x,kind\n");
        for (int i = 0; i < 50; ++i) file.write(QByteArray::number(i) + (i % 2 ? ",odd\n" : ",even\n"));
        file.close();
        f.model.open(QStringLiteral("csv:") + file.fileName(), {.testFraction = 0.2});
        QTRY_VERIFY(f.model.state() == DataSetModel::State::Ready && f.model.split(QStringLiteral("test")));
        const auto test = f.model.split(QStringLiteral("test"));
        QCOMPARE(test->size(), int64_t{10});
        QCOMPARE(itemTitle(*test, QStringLiteral("test"), 0),
                 q(test->itemName(0)) + QStringLiteral(", held out for test"));
        QCOMPARE(itemTitle(*test, QStringLiteral("train"), 0), q(test->itemName(0)));
    }

    // A table's label is chosen in the window, and what is no input is ticked.
    void labelColumnIsChosen() {
        Fixture f;
        QFile file(f.folder.filePath(QStringLiteral("houses.csv")));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("id,rooms,city & land,price\n1,3,Oslo,10.5\n2,4,Rome,20.25\n3,5,Oslo,30.75\n");
        file.close();
        f.model.open(file.fileName());
        QVERIFY(f.measured());
        QVERIFY(f.model.dataSet()->train->hasTargets());
        const auto* classes = f.in<QWidget>(f.info, "dataClasses");
        QVERIFY(classes && !classes->isVisible());
        QVERIFY(!f.in<QComboBox>(f.browser, "classFilter")->isVisible());
        auto* label = f.in<QComboBox>(f.info, "label");
        QVERIFY(label && label->isVisible());
        QCOMPARE(label->currentText(), QStringLiteral("price"));
        label->setFocus();
        QTest::keyClick(label, Qt::Key_Up);
        QTRY_VERIFY(f.model.state() == DataSetModel::State::Ready && f.model.statistics());
        QCOMPARE(f.model.spec(), file.fileName() + QStringLiteral("?label=city %26 land"));
        QCOMPARE(f.model.dataSet()->classes(), 2);
        QVERIFY(classes->isVisible());
        QVERIFY(f.in<QComboBox>(f.browser, "classFilter")->isVisible());
        QVERIFY(f.in<QLabel>(f.info, "dataSetFacts")->text().contains(QStringLiteral("2 classes")));
        QCOMPARE(f.in<QComboBox>(f.info, "label")->currentText(), QStringLiteral("city & land"));
        auto* ignore = f.in<QWidget>(f.info, "ignore");
        QVERIFY(ignore && ignore->isVisible());
        ignore->setFocus();
        QTest::keyClick(ignore, Qt::Key_Space);
        QMenu* menu = nullptr;
        QTRY_VERIFY((menu = f.info.findChild<QMenu*>(QStringLiteral("choices"))) && menu->isVisible());
        QTest::keyClick(menu, Qt::Key_Down);
        QTest::keyClick(menu, Qt::Key_Space);
        QTest::keyClick(menu, Qt::Key_Escape);
        QTRY_VERIFY(f.model.spec().contains(QStringLiteral("ignore=id")) && f.measured());
        QCOMPARE(f.model.dataSet()->train->columnNames(), (std::vector<std::string>{"rooms", "price"}));
        f.undo.undo();
        f.undo.undo();
        QVERIFY(f.measured());
        QVERIFY(f.model.dataSet()->train->hasTargets());
        QCOMPARE(f.in<QComboBox>(f.info, "label")->currentText(), QStringLiteral("price"));
    }

    // Columns that drown the others are told, and scaled by a button; what was scaled is not offered again.
    void largeColumnsAreToldAndScaled() {
        Fixture f;
        QFile file(f.folder.filePath(QStringLiteral("flats.csv")));
        QVERIFY(file.open(QIODevice::WriteOnly));
        QByteArray rows = "rooms,area,kind\n";
        for (int i = 0; i < 40; ++i)
            rows += QByteArray::number(1 + i % 5) + ',' + QByteArray::number(i == 39 ? 125000 : 30 + i) +
                    (i % 2 ? ",let\n" : ",sold\n");
        file.write(rows);
        file.close();
        f.model.open(file.fileName());
        QVERIFY(f.measured());
        const auto says = [&] {
            QStringList all;
            for (auto* label : f.info.findChildren<QLabel*>()) all << label->text();
            return all.contains(QStringLiteral("“area” reaches 125,000"));
        };
        QVERIFY(says());
        QTest::mouseClick(f.in<QPushButton>(f.info, "offer scale=standard"), Qt::LeftButton);
        QTRY_COMPARE(f.model.spec(), file.fileName() + QStringLiteral("?scale=standard"));
        QVERIFY(f.measured());
        QVERIFY(!f.in<QPushButton>(f.info, "offer scale=standard"));
        f.undo.undo();
        QVERIFY(f.measured());
        QVERIFY(says());
    }

    // A column that only counts the rows is told, by its numbers or by its name, and left out beside what is already.
    void countedRowsAreToldAndLeftOut() {
        Fixture f;
        QFile file(f.folder.filePath(QStringLiteral("people.csv")));
        QVERIFY(file.open(QIODevice::WriteOnly));
        QByteArray rows = "P&E no,ID,age,weight,kind\n";
        for (int i = 0; i < 20; ++i)
            rows += QByteArray::number(100 + i) + ',' + QByteArray::number(i * 7 % 20) + ',' +
                    QByteArray::number(20 + i % 3) + ',' + QByteArray::number(1.5 + i) + (i % 2 ? ",a\n" : ",b\n");
        file.write(rows);
        file.close();
        f.model.open(file.fileName() + QStringLiteral("?scale=minmax"));
        QVERIFY(f.measured());
        const auto told = [&] {
            QStringList all;
            for (auto* label : f.info.findChildren<QLabel*>())
                if (label->text().endsWith(QStringLiteral("counts the rows"))) all << label->text();
            return all;
        };
        QCOMPARE(told(), (QStringList{"“P&E no” counts the rows", "“ID” counts the rows"}));
        QTest::mouseClick(f.in<QPushButton>(f.info, "offer ignore=ID"), Qt::LeftButton);
        QTRY_COMPARE(f.model.spec(), file.fileName() + QStringLiteral("?ignore=ID&scale=minmax"));
        QVERIFY(f.measured());
        QCOMPARE(told(), QStringList{"“P&E no” counts the rows"});
        QTest::mouseClick(f.in<QPushButton>(f.info, "offer ignore=ID,P%26E no"), Qt::LeftButton);
        QTRY_VERIFY(f.model.spec().contains(QStringLiteral("P%26E no")) && f.measured());
        QCOMPARE(f.model.dataSet()->train->columnNames(), (std::vector<std::string>{"age", "weight"}));
        QCOMPARE(told(), QStringList());
        QCOMPARE(f.undo.count(), 2);
    }

    // Nothing scales what is to be learned: it is told in words alone.
    void labelsFarFromOneAreTold() {
        Fixture f;
        QFile file(f.folder.filePath(QStringLiteral("prices.csv")));
        const auto told = [&](const QByteArray& price) {
            if (!file.open(QIODevice::WriteOnly)) return QStringList{QStringLiteral("not written")};
            file.write("rooms,price\n1,0.5\n2," + price + "\n3,1.5\n");
            file.close();
            f.model.open(file.fileName());
            QStringList all;
            if (!f.measured()) return all;
            for (auto* label : f.info.findChildren<QLabel*>())
                if (label->text().startsWith(QStringLiteral("the labels are"))) all << label->text();
            return all;
        };
        QCOMPARE(told("3001"), QStringList{"the labels are 1,001 ± 1,414"});
        QCOMPARE(told("3.25"), QStringList());
    }

    // Names come before numbers where both have no room, up to half of it; numbers are whole, beside it.
    void namesOfARowCanBeRead() {
        Fixture f;
        QFile file(f.folder.filePath(QStringLiteral("blocks.csv")));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("age,median_household_income_of_the_block,kind\n1,-123456.7,a\n2,345678.9,b\n3,-987654.3,a\n");
        file.close();
        f.model.open(file.fileName());
        QVERIFY(f.measured());
        auto* values = f.in<QTableWidget>(f.image, "rowValues");
        QTRY_VERIFY(values->isVisible() && values->rowCount() == 2);
        const QFontMetrics letters(values->font());
        for (const int width : {300, 900}) {
            f.image.resize(width, 700);
            const auto all = [&](int column) { return letters.horizontalAdvance(values->item(1, column)->text()); };
            QTRY_VERIFY(values->columnWidth(0) >= std::min(all(0), values->viewport()->width() / 2));
            QVERIFY(values->columnWidth(1) > all(1) && values->columnWidth(2) > all(2));
        }
        QTRY_COMPARE(values->columnWidth(0) + values->columnWidth(1) + values->columnWidth(2),
                     values->viewport()->width());
    }

    // Photos of many sizes: told with what can be done, which a button does; the size can be typed; all of it undone.
    void mixedSizesAreToldAndRepaired() {
        Fixture f;
        QImage large(40, 20, QImage::Format_RGB32);
        large.fill(Qt::red);
        QVERIFY(large.save(f.folder.filePath(QStringLiteral("train/cat/large.png"))));
        QVERIFY(f.open());
        const auto offers = [&] {
            QStringList texts;
            for (auto* button : f.info.findChildren<QPushButton*>())
                if (button->objectName().startsWith(QStringLiteral("offer "))) texts << button->text();
            return texts;
        };
        const auto says = [&](const QString& words) {
            for (auto* label : f.info.findChildren<QLabel*>())
                if (label->text().contains(words)) return true;
            return false;
        };
        QVERIFY(says(QStringLiteral("sizes from 12×12 to 40×20: all are stretched to 12×12")));
        QCOMPARE(offers(), (QStringList{QStringLiteral("Crop to 12×12"), QStringLiteral("Fit into 12×12"),
                                        QStringLiteral("Stretch to 12×12")}));
        QCOMPARE(f.model.statistics()->sizes.size(), size_t{2});
        const QString before = f.model.spec();
        QTest::mouseClick(f.in<QPushButton>(f.info, "offer size=12x12&resize=fill"), Qt::LeftButton);
        QTRY_COMPARE(f.model.spec(), before + QStringLiteral("?resize=fill&size=12x12"));
        QVERIFY(f.measured());
        QVERIFY(offers().isEmpty());
        QVERIFY(says(QStringLiteral("all images are brought to 12×12")));
        QCOMPARE(f.model.statistics()->sizes.size(), size_t{1});
        QCOMPARE(f.in<QComboBox>(f.info, "resize")->currentText(), QStringLiteral("fill"));
        // Typed.
        auto* size = f.in<QLineEdit>(f.info, "size");
        QVERIFY(size && size->isVisible());
        size->setFocus();
        size->selectAll();
        QTest::keyClicks(size, QStringLiteral("24x8"));
        QCOMPARE(f.model.dataSet()->shape(), (Shape{3, 12, 12}));  // not before the edit is finished
        QTest::keyClick(size, Qt::Key_Return);
        QTRY_COMPARE(f.model.dataSet()->shape(), (Shape{3, 8, 24}));
        QVERIFY(f.measured());
        f.selection.setImage(QStringLiteral("train"), 0);
        auto* view = f.in<ImageView>(f.image, "imageView");
        QTRY_COMPARE(view->image().size(), QSize(24, 8));
        f.undo.undo();
        QCOMPARE(f.model.dataSet()->shape(), (Shape{3, 12, 12}));
        f.undo.undo();
        QCOMPARE(f.model.spec(), before);
        QVERIFY(f.measured());
        QCOMPARE(offers().size(), 3);
        f.undo.redo();
        QTRY_VERIFY(offers().isEmpty());
    }

    // What is there twice is shown group by group, and leaks beside the training items that they are.
    void repeatedItemsAreShown() {
        Fixture f;
        QVERIFY(f.open());
        QCOMPARE(f.in<QPushButton>(f.info, "offerRepeated")->maximumHeight(), 24);
        Theme::instance().setTextScale(1.5);
        QCOMPARE(f.in<QPushButton>(f.info, "offerRepeated")->maximumHeight(), 36);  // with its letters
        Theme::instance().setTextScale(1);
        QTest::mouseClick(f.in<QPushButton>(f.info, "offerRepeated"), Qt::LeftButton);
        ImageGrid& grid = f.browser.grid();
        QTRY_COMPARE(grid.count(), qint64{60});  // 40 equal cats, then 20 equal dogs
        auto* chip = f.in<QPushButton>(f.browser, "subsetChip");
        QVERIFY(chip->isVisible());
        const auto& groups = f.model.statistics()->duplicates;
        QCOMPARE(groups.size(), size_t{2});
        QCOMPARE(grid.itemAt(0), qint64{groups[0][0]});
        QCOMPARE(grid.itemAt(40), qint64{groups[1][0]});
        QTest::mouseClick(f.in<QPushButton>(f.info, "offerLeaks"), Qt::LeftButton);
        QTRY_COMPARE(grid.count(), static_cast<qint64>(2 * f.model.leaks()->size()));
        QVERIFY(!f.model.leaks()->empty());
        auto* search = f.in<QLineEdit>(f.browser, "imageSearch");
        QTest::keyClicks(search, QStringLiteral("dog"));
        QTRY_COMPARE(grid.count(), qint64{40});
        QTest::mouseClick(chip, Qt::LeftButton);
        search->clear();
        QTRY_COMPARE(grid.count(), qint64{120});
        QVERIFY(!chip->isVisible());
    }

    // Of a sample that was taken for another class both names can be told, however little room there is for them.
    void bothNamesStayReadable() {
        const QFontMetrics letters(Theme::instance().font(11));
        const auto in = [&](const char* label, const char* taken, double share) {
            const QString whole = QStringLiteral("%1 → %2").arg(QLatin1String(label), QLatin1String(taken));
            const int room = int(letters.horizontalAdvance(whole) * share);
            const QString text = bothNames(QLatin1String(label), QLatin1String(taken), letters, room);
            return letters.horizontalAdvance(text) <= room ? text : QStringLiteral("too long: ") + text;
        };
        QCOMPARE(in("cat", "frog", 1), QStringLiteral("cat → frog"));
        const QString both = in("airplane", "automobile", 0.8);
        QVERIFY2(both.startsWith(QStringLiteral("air")) && both.contains(QStringLiteral("→auto")), qPrintable(both));
        // A short one stays whole.
        const QString first = in("cat", "automobile", 0.8), second = in("automobile", "cat", 0.8);
        QVERIFY2(first.startsWith(QStringLiteral("cat→auto")), qPrintable(first));
        QVERIFY2(second.startsWith(QStringLiteral("auto")) && second.endsWith(QStringLiteral("→cat")),
                 qPrintable(second));
    }

    // A list of samples is shown in its own order, each with what it was taken for, until it is closed.
    void aListIsShown() {
        Fixture f;
        QVERIFY(f.open());
        QObject::connect(&f.selection, &Selection::pickedRequested, &f.browser, &DataBrowserPanel::showPicked);
        auto list = std::make_shared<PickedItems>();
        list->split = QStringLiteral("test");
        list->name = QStringLiteral("wrong");
        list->title = QStringLiteral("“lenet”, test split, step 7");
        list->items = {45, 3, 41};  // 40 cats, then dogs
        list->predictions.classes.assign(60, 1);
        list->predictions.scores.assign(60, 0.875f);
        list->predictions.classes[45] = list->predictions.classes[41] = 0;
        auto* search = f.in<QLineEdit>(f.browser, "imageSearch");
        QTest::keyClicks(search, QStringLiteral("nothing is called so"));
        f.selection.show(list);
        ImageGrid& grid = f.browser.grid();
        QTRY_COMPARE(grid.count(), qint64{3});
        QVERIFY(search->text().isEmpty());
        QVERIFY2(grid.words(0).details.startsWith(QStringLiteral("dog → cat 0.875")),
                 qPrintable(grid.words(0).details));
        QVERIFY2(grid.words(1).details.startsWith(QStringLiteral("cat → dog")), qPrintable(grid.words(1).details));
        QVERIFY(grid.words(0).name.contains(QStringLiteral("taken for “cat”")));
        QCOMPARE(f.selection.split(), QStringLiteral("test"));
        QCOMPARE(f.selection.image(), qint64{45});
        auto* title = f.in<QLabel>(f.browser, "pickedTitle");
        auto* chip = f.in<QPushButton>(f.browser, "subsetChip");
        QVERIFY(title->isVisible() && chip->isVisible());
        QCOMPARE(title->text(), list->title);
        QCOMPARE(chip->text(), list->name);
        auto* taken = f.in<QLabel>(f.image, "imageTaken");
        QVERIFY(taken->isVisible());
        QCOMPARE(taken->text(), QStringLiteral("Taken for “cat” (0.875)"));
        f.selection.setImage(QStringLiteral("train"), 0);  // of which the list says nothing
        QVERIFY(!taken->isVisible());
        f.selection.setImage(QStringLiteral("test"), 3);
        QCOMPARE(taken->text(), QStringLiteral("Taken for “dog” (0.875)"));
        // In another order, and in its own again.
        const auto choose = [&](const QString& words) {
            QContextMenuEvent asked(QContextMenuEvent::Keyboard, QPoint(9, 9), grid.mapToGlobal(QPoint(9, 9)));
            QApplication::sendEvent(&grid, &asked);
            auto* menu = qobject_cast<QMenu*>(QApplication::activePopupWidget());
            for (QAction* each : menu ? menu->actions() : QList<QAction*>())
                if (each->text() == words) each->trigger();
            if (menu) menu->close();
            return menu != nullptr;
        };
        const auto order = [&] {
            QList<qint64> items;
            for (qint64 row = 0; row < grid.count(); ++row) items << indexOf(grid.itemAt(row));
            return items;
        };
        QVERIFY(choose(QStringLiteral("Sort by label")));
        QTRY_COMPARE(order(), (QList<qint64>{3, 45, 41}));
        QCOMPARE(title->text(), list->title + QStringLiteral(" of each label"));
        QVERIFY(choose(QStringLiteral("Sort by certainty")));
        QTRY_COMPARE(order(), (QList<qint64>{45, 3, 41}));
        QCOMPARE(title->text(), list->title);
        QTest::keyClicks(search, QStringLiteral("dog"));
        QTRY_COMPARE(grid.count(), qint64{2});
        QTest::mouseClick(chip, Qt::LeftButton);
        search->clear();
        QTRY_COMPARE(grid.count(), qint64{120});
        QVERIFY(!title->isVisible() && !chip->isVisible());
        QVERIFY(!taken->isVisible());
        QVERIFY(!choose({}));  // all are there
        QVERIFY2(!grid.words(0).details.contains(QStringLiteral("→")), qPrintable(grid.words(0).details));
        f.selection.show(list);
        QTRY_COMPARE(grid.count(), qint64{3});
        QVERIFY(choose(QStringLiteral("Show all items again")));
        QTRY_COMPARE(grid.count(), qint64{120});
        // Another data set has other samples.
        f.selection.show(list);
        QTRY_COMPARE(grid.count(), qint64{3});
        f.model.open(QStringLiteral("sample"));
        QTRY_VERIFY(f.model.state() == DataSetModel::State::Ready && grid.count() > 1000);
        QVERIFY(!title->isVisible() && !chip->isVisible());
    }

    // Measuring can be stopped; the data set stays, says that it is not measured, and can be measured after all.
    void measuringCanBeStopped() {
        Fixture f;
        auto* stop = f.in<QToolButton>(f.info, "stopMeasuring");
        int stopped = 0;
        const auto once = QObject::connect(&f.model, &DataSetModel::statisticsChanged, &f.info, [&] {
            if (!f.model.measuring() || stopped++ > 0) return;
            QVERIFY(stop->isVisible());
            QTest::mouseClick(stop, Qt::LeftButton);
        });
        f.model.open(QStringLiteral("sample"));
        QTRY_COMPARE(stopped, 1);
        QVERIFY(!f.model.measuring() && !f.model.statistics());
        QCOMPARE(f.model.state(), DataSetModel::State::Ready);
        QVERIFY(!stop->isVisible());
        QObject::disconnect(once);
        auto* measure = f.in<QPushButton>(f.info, "offerMeasure");
        QVERIFY(measure);
        QTest::mouseClick(measure, Qt::LeftButton);
        QVERIFY(f.measured());
        QVERIFY(!f.in<QPushButton>(f.info, "offerMeasure"));
    }

    // Which data set is open is an undo step; one that cannot be opened is none, whatever was edited meanwhile;
    // cancelling goes back to the one before, which was not given up and is not read again.
    void openingIsUndone() {
        Fixture f;
        QVERIFY(f.open());
        const QString before = f.model.spec();
        f.editor.open(QStringLiteral("sample"));
        QTRY_COMPARE(f.model.state(), DataSetModel::State::Ready);
        QCOMPARE(f.undo.undoText(), QStringLiteral("Open data set sample"));
        QTRY_VERIFY(f.model.statistics());
        const auto* pixels = f.model.dataSet()->train.get();
        const auto measured = f.model.statistics();
        QSignalSpy refused(&f.editor, &DataEditor::refused);
        const int steps = f.undo.count();
        f.editor.open(QStringLiteral("/no/such/folder"));
        QTRY_COMPARE(refused.count(), 1);
        QCOMPARE(refused[0][0].toString(), QStringLiteral("/no/such/folder"));
        QVERIFY(q(refused[0][1].value<Message>()).contains(QStringLiteral("/no/such/folder")));
        const auto untouched = [&] {
            return f.model.state() == DataSetModel::State::Ready && f.model.spec() == QStringLiteral("sample") &&
                   f.model.dataSet()->train.get() == pixels && f.model.statistics() == measured;
        };
        QVERIFY(untouched());
        QCOMPARE(f.undo.count(), steps);
        f.editor.open(QStringLiteral("/no/such/folder"));
        f.undo.push(new QUndoCommand(QStringLiteral("another edit")));
        QTRY_COMPARE(refused.count(), 2);
        QVERIFY(untouched());
        QCOMPARE(f.undo.count(), steps + 3);  // the way back is a step, too: the edit in between stays
        f.undo.setIndex(steps);
        QTRY_COMPARE(f.model.state(), DataSetModel::State::Ready);
        QCOMPARE(f.model.spec(), QStringLiteral("sample"));
        f.undo.undo();
        QTRY_COMPARE(f.model.state(), DataSetModel::State::Ready);
        QCOMPARE(f.model.spec(), before);
        f.undo.redo();
        QCOMPARE(f.model.spec(), QStringLiteral("sample"));
        auto* cancel = f.in<QPushButton>(f.browser, "cancelOpening");
        QVERIFY(cancel->isVisible());
        QTest::mouseClick(cancel, Qt::LeftButton);
        QTRY_COMPARE(f.model.state(), DataSetModel::State::Ready);
        QCOMPARE(f.model.spec(), before);
        QVERIFY(f.undo.canRedo());
    }

    // An undo, or redo, to a data set whose folder is away: told, taken back, and done again when the folder is there.
    void anUndoToAFolderThatIsAway() {
        Fixture f;
        const QString folder = QStringLiteral("folder:") + f.folder.path(), away = f.folder.path() + "-away";
        const auto back = qScopeGuard([&] { QDir().rename(away, f.folder.path()); });
        f.editor.open(folder);
        QVERIFY(f.measured());
        f.editor.open(QStringLiteral("sample"));
        QVERIFY(f.measured());
        f.undo.push(new QUndoCommand(QStringLiteral("another edit")));
        QSignalSpy refused(&f.editor, &DataEditor::refused);
        const auto* pixels = f.model.dataSet()->train.get();
        QVERIFY(QDir().rename(f.folder.path(), away));
        f.undo.undo();
        f.undo.undo();
        QTRY_COMPARE(refused.count(), 1);
        QCOMPARE(refused[0][0].toString(), folder);
        QCOMPARE(f.model.spec(), QStringLiteral("sample"));
        QCOMPARE(f.model.state(), DataSetModel::State::Ready);
        QCOMPARE(f.model.dataSet()->train.get(), pixels);
        QCOMPARE(f.undo.count(), 3);
        QCOMPARE(f.undo.index(), 2);
        f.undo.setIndex(0);  // past it, to where nothing was open
        QCOMPARE(f.model.state(), DataSetModel::State::None);
        f.undo.redo();
        QTRY_COMPARE(refused.count(), 2);
        QCOMPARE(f.model.state(), DataSetModel::State::None);
        QCOMPARE(f.undo.index(), 0);
        f.undo.setIndex(2);
        QVERIFY(f.measured());
        QCOMPARE(f.model.spec(), QStringLiteral("sample"));
        QVERIFY(QDir().rename(away, f.folder.path()));
        f.undo.undo();
        QVERIFY(f.measured());
        QCOMPARE(f.model.spec(), folder);
        QCOMPARE(refused.count(), 2);
        // Closed by hand, and undone while the folder is away: closed it stays, and the undo waits.
        f.editor.open({});
        QVERIFY(QDir().rename(f.folder.path(), away));
        f.undo.undo();
        QTRY_COMPARE(refused.count(), 3);
        QCOMPARE(f.model.state(), DataSetModel::State::None);
        QVERIFY(QDir().rename(away, f.folder.path()));
        f.undo.undo();
        QVERIFY(f.measured());
        QCOMPARE(f.model.spec(), folder);
    }

    // It stands in the way of nothing: it is named, and passed by; and again when it is redone.
    void aStepToAFolderThatIsAwayIsPassedBy() {
        Fixture f;
        const QString folder = QStringLiteral("folder:") + f.folder.path(), away = f.folder.path() + "-away";
        const auto back = qScopeGuard([&] { QDir().rename(away, f.folder.path()); });
        int first = 0;
        struct Edit : QUndoCommand {
            explicit Edit(int& n) : n(n) {}
            void redo() override { ++n; }
            void undo() override { --n; }
            int& n;
        };
        f.editor.open(folder);
        QVERIFY(f.measured());
        f.undo.push(new Edit(first));
        f.editor.open(QStringLiteral("sample"));
        QVERIFY(f.measured());
        const auto* pixels = f.model.dataSet()->train.get();
        QVERIFY(QDir().rename(f.folder.path(), away));
        DataEditor::Refused refused;
        int times = 0;
        connect(&f.editor, &DataEditor::refused, this, [&](const QString&, const Message&, const auto& step) {
            refused = step;
            ++times;
        });
        f.undo.undo();
        QTRY_COMPARE(times, 1);
        QCOMPARE(f.undo.index(), 3);
        QCOMPARE(refused.index, 2);
        QVERIFY(refused.undo);
        QCOMPARE(refused.name, QStringLiteral("Open data set sample"));
        f.editor.pass(refused);
        QCOMPARE(f.undo.index(), 2);
        QCOMPARE(f.model.dataSet()->train.get(), pixels);  // what is open stays
        f.editor.pass(refused);                            // it is behind by now
        QCOMPARE(f.undo.index(), 2);
        f.undo.undo();
        QCOMPARE(first, 0);
        f.undo.undo();  // to where nothing was open
        QCOMPARE(f.model.state(), DataSetModel::State::None);
        f.undo.redo();
        QTRY_COMPARE(times, 2);
        QCOMPARE(f.undo.index(), 0);
        QCOMPARE(refused.index, 0);
        QVERIFY(!refused.undo);
        f.editor.pass(refused);
        QCOMPARE(f.undo.index(), 1);
        f.undo.redo();
        QCOMPARE(first, 1);
        f.undo.redo();
        QVERIFY(f.measured());
        QCOMPARE(f.model.spec(), QStringLiteral("sample"));
        // Passed by once; with the folder there it is undone as ever.
        QVERIFY(QDir().rename(away, f.folder.path()));
        f.undo.undo();
        QVERIFY(f.measured());
        QCOMPARE(f.model.spec(), folder);
        QCOMPARE(times, 2);
    }

    // What was undone while the folder was looked for stays undone.
    void whatWasUndoneMeanwhileStaysSo() {
        Fixture f;
        const QString folder = QStringLiteral("folder:") + f.folder.path(), away = f.folder.path() + "-away";
        const auto back = qScopeGuard([&] { QDir().rename(away, f.folder.path()); });
        f.editor.open(folder);
        QVERIFY(f.measured());
        f.undo.push(new QUndoCommand(QStringLiteral("an edit")));
        f.editor.open(QStringLiteral("sample"));
        QVERIFY(f.measured());
        QVERIFY(QDir().rename(f.folder.path(), away));
        QSignalSpy refused(&f.editor, &DataEditor::refused);
        f.undo.undo();
        f.undo.undo();  // the edit, before the folder is missed
        QTRY_COMPARE(refused.count(), 1);
        QCOMPARE(f.undo.index(), 1);
        QCOMPARE(f.undo.count(), 3);
        QCOMPARE(f.model.state(), DataSetModel::State::Ready);
        QCOMPARE(f.model.spec(), QStringLiteral("sample"));
        f.undo.redo();
        f.undo.redo();
        QVERIFY(f.measured());
        QCOMPARE(f.model.spec(), QStringLiteral("sample"));
        QCOMPARE(f.undo.index(), 3);
    }

    // One is asked for, and before it is there another, which cannot be opened; nor can the first: what was open is so
    // again, with no step left, and each is told of.
    void twoThatCannotBeOpened() {
        Fixture f;
        QVERIFY(f.open());
        const QString before = f.model.spec();
        const auto* pixels = f.model.dataSet()->train.get();
        QSignalSpy refused(&f.editor, &DataEditor::refused);
        f.editor.open(QStringLiteral("/no/such/first"));
        f.editor.open(QStringLiteral("/no/such/second"));
        QTRY_COMPARE(refused.count(), 2);
        QCOMPARE(refused[0][0].toString(), QStringLiteral("/no/such/second"));
        QCOMPARE(refused[1][0].toString(), QStringLiteral("/no/such/first"));
        QCOMPARE(f.model.state(), DataSetModel::State::Ready);
        QCOMPARE(f.model.spec(), before);
        QCOMPARE(f.model.dataSet()->train.get(), pixels);
        QCOMPARE(f.undo.count(), 0);
        // The same where the second is given up.
        f.editor.open(QStringLiteral("/no/such/first"));
        f.editor.open(QStringLiteral("sample"));
        f.editor.cancelOpening();
        QTRY_COMPARE(refused.count(), 3);
        QCOMPARE(f.model.spec(), before);
        QCOMPARE(f.model.dataSet()->train.get(), pixels);
    }

    // The sizes of the splits move to a second line instead of being cut off.
    void splitsTakeTheLinesTheyNeed() {
        Fixture f;
        f.model.open(QStringLiteral("sample"), {0.1});
        QTRY_VERIFY(f.model.state() == DataSetModel::State::Ready);
        auto* splits = f.in<QWidget>(f.info, "dataSetSplits");
        QVERIFY(splits->accessibleName().contains(QStringLiteral("test 2,000")));
        const int line = splits->height();
        splits->resize(150, line);  // narrower than the fields beside it leave it here
        QVERIFY(splits->height() > line);
        f.info.resize(400, 700);
        QTRY_COMPARE(splits->height(), line);
    }

    // The augmentation's preview: the image as it is first, further draws by a click.
    void previewDrawsAgain() {
        Fixture f;
        f.image.setAugmentation({{"RandomRotation", {}}, {"MixUp", {}}}, 1);
        QVERIFY(f.open());
        f.selection.setImage(QStringLiteral("train"), 2);
        auto* previews = f.in<QWidget>(f.image, "augmentedPreviews");
        QTRY_VERIFY(previews->isVisible() && previews->height() > 100);
        QVERIFY(previews->accessibleName().contains(QStringLiteral("11")));
        QVERIFY(f.image.findChild<QScrollArea*>()->widget()->width() <= f.image.width());  // nothing is cut off
        QSignalSpy shown(f.image.findChild<AugmentedPreviews*>(), &AugmentedPreviews::shown);
        const QImage before = previews->grab().toImage();
        auto* again = f.in<QToolButton>(f.image, "rerollAugmentation");
        QVERIFY(again->isVisible());
        QTest::mouseClick(again, Qt::LeftButton);
        QTRY_VERIFY(shown.count() > 0);
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
        QTRY_COMPARE(f.jobs.running(), 0);
        QCOMPARE(shown.count(), 0);
        auto* pictures = f.in<QWidget>(previews, "augmentedPreviews");
        previews.show();
        QTRY_VERIFY(pictures->isVisible());
        const QImage weak = pictures->grab().toImage();
        previews.setAugmentation({{"RandomBrightness", {{"factor", 0.9}}}}, 1);
        QTRY_VERIFY(pictures->grab().toImage() != weak);
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
        QTRY_COMPARE(f.model.state(), DataSetModel::State::Failed);
        auto* page = f.in<QWidget>(f.browser, "dataFailed");
        QVERIFY(page->isVisible());
        bool said = false;
        for (auto* label : page->findChildren<QLabel*>())
            said = said || label->text().contains(QStringLiteral("/no/such/folder"));
        QVERIFY(said);
        QCOMPARE(f.in<QLabel>(f.info, "dataSetFacts")->text(), QStringLiteral("folder"));
    }
};

QTEST_MAIN(TestDataSetPanels)

}  // namespace test_dataset_panels

#include "test_dataset_panels.moc"
