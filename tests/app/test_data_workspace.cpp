// The Data workspace in the real window: a folder opened by dialog, by drop and from the recent ones; one that cannot
// be opened; a class clicked. With image files on disk, among them files that are none.
#include <QComboBox>
#include <QDir>
#include <QDockWidget>
#include <QDropEvent>
#include <QFile>
#include <QFileDialog>
#include <QImage>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QMenu>
#include <QMimeData>
#include <QPushButton>
#include <QScopeGuard>
#include <QScrollArea>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTableView>
#include <QToolButton>
#include <QtTest>

#include "app/window/language.h"
#include "engine/io/checkpoint.h"
#include "engine/io/project.h"
#include "engine/model/build.h"
#include "engine/model/templates.h"
#include "tests/app/window_fixture.h"
#include "ui/confusion/confusion_panel.h"
#include "ui/confusion/numbers_view.h"
#include "ui/dataset/class_bars.h"
#include "ui/dataset/data_browser_panel.h"
#include "ui/dataset/data_set_panel.h"
#include "ui/models/text.h"
#include "widgets/controls/question.h"
#include "widgets/controls/sheet.h"
#include "widgets/image/image_grid.h"

namespace test_data_workspace {

using namespace tl;

namespace {

// 30 red and 20 blue images, one file that is none, one cut short, one class without images.
QString makeFolder(const QString& root) {
    for (const auto* name : {"red", "blue"}) {
        QDir().mkpath(root + QLatin1Char('/') + QLatin1String(name));
        for (int i = 0; i < (name[0] == 'r' ? 30 : 20); ++i) {
            QImage image(16, 16, QImage::Format_RGB32);
            image.fill(name[0] == 'r' ? QColor(250, i, 0) : QColor(0, i, 250));
            image.save(QStringLiteral("%1/%2/%3.png").arg(root, QLatin1String(name)).arg(i, 3, 10, QLatin1Char('0')));
        }
    }
    QDir().mkpath(root + QStringLiteral("/green"));
    QFile whole(root + QStringLiteral("/red/000.png")), cut(root + QStringLiteral("/red/cut.png")),
        words(root + QStringLiteral("/blue/notes.txt"));
    (void)whole.open(QIODevice::ReadOnly);
    (void)cut.open(QIODevice::WriteOnly);
    (void)words.open(QIODevice::WriteOnly);
    cut.write(whole.readAll().left(40));
    words.write("about these images");
    return root;
}

void drop(QWidget* target, const QString& path, int others = 0) {
    QMimeData data;
    QList<QUrl> urls{QUrl::fromLocalFile(path)};
    for (int i = 0; i < others; ++i) urls << QUrl::fromLocalFile(QStringLiteral("%1.%2").arg(path).arg(i));
    data.setUrls(urls);
    const QPoint at = target->rect().center();
    QDragEnterEvent enter(at, Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QApplication::sendEvent(target, &enter);
    QVERIFY(enter.isAccepted());
    QDropEvent event(at, Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QApplication::sendEvent(target, &event);
    QVERIFY(event.isAccepted());
}

}  // namespace

class TestDataWorkspace : public QObject {
    Q_OBJECT
private slots:
    // It is set with the training; the data set and the command palette lead there.
    void theAugmentationIsFound() {
        WindowFixture f;
        QVERIFY(f.ready());
        f.window->showWorkspace(MainWindow::DataSpace);
        auto* set = f.find<QPushButton>("setAugmentation");
        QTRY_VERIFY(set->isVisible());
        QCOMPARE(f.find<QLabel>("dataAugmentationSteps")->text(), QStringLiteral("none"));
        const auto there = [&] {
            auto* add = f.find<QToolButton>("augmentAdd");
            return add->hasFocus() && !add->visibleRegion().isEmpty();
        };
        set->setFocus();
        QTest::keyClick(set, Qt::Key_Space);
        QTRY_VERIFY(there());
        TrainingSpec spec = f.bench().training.spec();
        spec.augmentation = {{"RandomFlip", {}}};
        f.bench().training.setSpec(spec);
        f.window->showWorkspace(MainWindow::DataSpace);
        QTRY_COMPARE(f.find<QLabel>("dataAugmentationSteps")->text(), QStringLiteral("RandomFlip"));
        QVERIFY(!there());
        f.trigger("commandsAction");
        auto* sheet = f.find<Sheet>("commandPalette");
        QVERIFY(sheet);
        QTest::keyClicks(&sheet->search(), QStringLiteral("augment"));
        QTest::keyClick(&sheet->search(), Qt::Key_Return);
        QTRY_VERIFY(there());
    }

    // A table has rows, and no image stands over one of them.
    void whatIsChosenIsCalledWhatItIs() {
        WindowFixture f;
        QVERIFY(f.ready());
        f.window->showWorkspace(MainWindow::DataSpace);
        auto* dock = f.find<QDockWidget>("imageDock");
        QTRY_VERIFY(dock->isVisible());
        QCOMPARE(dock->windowTitle(), QStringLiteral("Image"));
        QFile rows(f.folder.filePath(QStringLiteral("rows.csv")));
        QVERIFY(rows.open(QIODevice::WriteOnly));
        rows.write("x,label\n");
        for (int i = 0; i < 12000; ++i) rows.write(i % 2 == 0 ? "1,a\n" : "2,b\n");
        rows.close();
        f.window->document().openData(QStringLiteral("csv:") + rows.fileName());
        QTRY_VERIFY(f.bench().data.state() == DataSetModel::State::Ready && f.bench().data.dataSet()->numeric());
        QTRY_COMPARE(dock->windowTitle(), QStringLiteral("Row"));
        const auto* title = dock->titleBarWidget()->findChild<QLabel*>();
        QCOMPARE(title->text(), QStringLiteral("Row"));
        // Counts are written one way, however large.
        const QString chips = f.find<QWidget>("dataSetSplits")->accessibleName();
        QVERIFY2(chips.contains(grouped(f.bench().data.split(QStringLiteral("train"))->size())), qPrintable(chips));
        f.window->document().openData(QStringLiteral("sample"));
        QTRY_COMPARE(dock->windowTitle(), QStringLiteral("Image"));
    }

    // However many epochs were validated, numbers are not taken for one another.
    void numbersHaveNoMatrixOfClasses() {
        WindowFixture f;
        QVERIFY(f.ready());
        const auto says = [&](const QString& words) {
            for (auto* label : f.find<QWidget>("confusionPanel")->findChildren<QLabel*>())
                if (label->text() == words) return true;
            return false;
        };
        QVERIFY(says(QStringLiteral("No validation yet")));
        QFile rows(f.folder.filePath(QStringLiteral("houses.csv")));
        QVERIFY(rows.open(QIODevice::WriteOnly));
        rows.write("rooms,price\n");
        for (int i = 0; i < 40; ++i) rows.write(QByteArray::number(i % 7) + ',' + QByteArray::number(i + 0.25) + '\n');
        rows.close();
        f.window->document().openData(QStringLiteral("csv:") + rows.fileName());
        QTRY_VERIFY(f.bench().data.dataSet() && f.bench().data.dataSet()->train->hasTargets());
        QTRY_VERIFY(says(NumbersView::emptySentence()));
        f.window->document().openData(QStringLiteral("sample"));
        QTRY_VERIFY(says(ConfusionPanel::emptySentence()));
    }

    // In a small window with large letters, too, words can be typed and read.
    void theSearchHasRoomForAWord() {
        const auto back = qScopeGuard([] { Theme::instance().setTextScale(1); });
        WindowFixture f;
        QVERIFY(f.ready());
        f.window->showWorkspace(MainWindow::DataSpace);
        f.window->resize(1280, 720);
        for (const double scale : {1.0, 1.1, 1.5}) {
            Theme::instance().setTextScale(scale);
            test::settle();
            auto* search = f.find<QLineEdit>("imageSearch");
            QTRY_VERIFY(search->isVisible());
            const int icons = 2 * Theme::instance().scaled(30);  // at both ends
            QVERIFY2(search->width() >= search->fontMetrics().horizontalAdvance(search->placeholderText()) + icons,
                     qPrintable(QString::number(search->width())));
        }
    }

    void aChangeOnTheDiskIsToldAndRead() {
        WindowFixture f;
        QVERIFY(f.ready());
        const QString folder = makeFolder(f.folder.filePath(QStringLiteral("photos")));
        f.drop(folder);
        QTRY_VERIFY(f.bench().data.spec().endsWith(folder) && f.bench().data.state() == DataSetModel::State::Ready);
        const auto items = [&] {
            int64_t sum = 0;
            for (const QString& split : f.bench().data.splits()) sum += f.bench().data.split(split)->size();
            return sum;
        };
        const int64_t before = items();
        const QDir blue(folder + QStringLiteral("/blue"));
        const QString one = blue.filePath(blue.entryList(QDir::Files).front());
        QVERIFY(QFile::copy(one, blue.filePath(QStringLiteral("another.png"))));
        emit qApp->applicationStateChanged(Qt::ApplicationActive);  // one comes back to the window
        QTRY_VERIFY(f.window->messages().sentence().contains(QStringLiteral("has changed on the disk")));
        QCOMPARE(items(), before);
        f.pressOffer(QStringLiteral("Read it again"));
        QTRY_VERIFY(f.bench().data.state() == DataSetModel::State::Ready && items() == before + 1);
        QVERIFY(!f.window->messages().sentence().contains(QStringLiteral("on the disk")));
    }

    void whatCannotBeReadAgainStays() {
        WindowFixture f;
        QVERIFY(f.ready());
        const QString path = f.folder.filePath(QStringLiteral("rows.csv"));
        const auto write = [&](const QByteArray& end) {
            QFile file(path);
            QVERIFY(file.open(QIODevice::WriteOnly));
            file.write("x,label\n" + QByteArray("1,a\n2,b\n").repeated(10) + end);
        };
        DataSetModel& data = f.bench().data;
        const auto items = [&] {
            int64_t sum = 0;
            for (const QString& split : data.splits()) sum += data.split(split)->size();
            return sum;
        };
        write({});
        f.window->document().openData(QStringLiteral("csv:") + path);
        QTRY_VERIFY(data.state() == DataSetModel::State::Ready && data.spec().endsWith(path));
        write("3");  // somebody is at it
        emit qApp->applicationStateChanged(Qt::ApplicationActive);
        QTRY_VERIFY(f.window->messages().sentence().contains(QStringLiteral("has changed on the disk")));
        f.pressOffer(QStringLiteral("Read it again"));
        QTRY_VERIFY(
            f.window->messages().sentence().endsWith(QStringLiteral("“rows.csv” stays as it was read before.")));
        QCOMPARE(data.state(), DataSetModel::State::Ready);
        QCOMPARE(items(), int64_t{20});
        write("3,a\n");
        f.pressOffer(QStringLiteral("Read it again"));
        QTRY_VERIFY(data.state() == DataSetModel::State::Ready && items() == 21);
    }

    // Class folders behind "Open CIFAR-10…" are told from it, and opened as what they are.
    void aFolderOfAnotherKindIsOfferedAsThat() {
        WindowFixture f;
        QVERIFY(f.ready());
        const QString folder = makeFolder(f.folder.filePath(QStringLiteral("photos")));
        f.trigger("openCifarAction");
        QFileDialog* dialog = nullptr;
        QTRY_VERIFY((dialog = f.window->findChild<QFileDialog*>()) && dialog->isVisible());
        auto* name = dialog->findChild<QLineEdit*>(QStringLiteral("fileNameEdit"));
        name->setText(folder);
        QTest::keyClick(name, Qt::Key_Return);
        QTRY_VERIFY(f.window->messages().sentence().startsWith(
            QStringLiteral("“photos” is not “CIFAR-10 (binary files)”; it looks like “Image folder")));
        QCOMPARE(f.bench().data.spec(), QStringLiteral("sample"));
        f.pressOffer(QStringLiteral("Open it as that"));
        QTRY_VERIFY(f.bench().data.state() == DataSetModel::State::Ready &&
                    f.bench().data.spec() == "folder:" + folder);
    }

    void opensByDialogDropAndRecent() {
        WindowFixture f;
        QVERIFY(f.ready());
        const QString folder = makeFolder(f.folder.filePath(QStringLiteral("Bilder ä")));
        const auto open = [&] {
            return f.bench().data.state() == DataSetModel::State::Ready && f.bench().data.spec().endsWith(folder);
        };
        auto* grid = f.find<ImageGrid>("imageGrid");

        f.trigger("openFolderAction");
        QFileDialog* dialog = nullptr;
        QTRY_VERIFY((dialog = f.window->findChild<QFileDialog*>()) && dialog->isVisible());
        auto* name = dialog->findChild<QLineEdit*>(QStringLiteral("fileNameEdit"));
        name->setText(folder);
        QTest::keyClick(name, Qt::Key_Return);
        QTRY_VERIFY(open());
        QTRY_VERIFY(f.bench().data.statistics());
        QTRY_COMPARE(grid->count(), qint64{50});
        QVERIFY(grid->isVisible());  // the workspace came along

        // What was left out is listed with its reason, what is no image is said.
        auto* broken = f.find<QListWidget>("brokenFiles");
        QCOMPARE(broken->count(), 2);
        QStringList said;
        for (int i = 0; i < broken->count(); ++i) said << broken->item(i)->text();
        QVERIFY2(said.join(QLatin1Char(' ')).contains(QStringLiteral("red/cut.png")),
                 qPrintable(said.join(QLatin1Char(' '))));
        QVERIFY2(said.join(QLatin1Char(' ')).contains(QStringLiteral("green")),
                 qPrintable(said.join(QLatin1Char(' '))));
        const auto says = [&](const QString& words) {
            for (auto* label : f.find<QWidget>("dataSetPanel")->findChildren<QLabel*>())
                if (label->isVisible() && label->text().contains(words)) return true;
            return false;
        };
        QTRY_VERIFY(says(QStringLiteral("no image of class green")));
        QVERIFY(!f.bench().data.dataSet()->notes.empty());
        for (const auto& note : f.bench().data.dataSet()->notes) QTRY_VERIFY(says(q(note)));

        // A click on a class filters, another shows all.
        auto* bars = f.find<ClassBars>("classBars");
        const auto& classes = f.bench().data.dataSet()->train->classNames();
        const int blue = static_cast<int>(std::find(classes.begin(), classes.end(), "blue") - classes.begin());
        QTest::mouseClick(bars, Qt::LeftButton, {}, bars->rowRect(blue).center());
        QTRY_COMPARE(grid->count(), qint64{20});
        QTest::mouseClick(bars, Qt::LeftButton, {}, bars->rowRect(blue).center());
        QTRY_COMPARE(grid->count(), qint64{50});

        f.trigger("useSampleAction");
        QTRY_VERIFY(f.bench().data.state() == DataSetModel::State::Ready &&
                    f.bench().data.spec() == QStringLiteral("sample"));
        drop(f.find<DataBrowserPanel>("dataBrowserPanel"), folder);
        QTRY_VERIFY(open());
        f.trigger("useSampleAction");
        QTRY_VERIFY(f.bench().data.state() == DataSetModel::State::Ready &&
                    f.bench().data.spec() == QStringLiteral("sample"));
        drop(f.find<DataSetPanel>("dataSetPanel"),
             folder + QStringLiteral("/red"));  // a folder in it is a set of its own
        QTRY_VERIFY(f.window->messages().sentence().contains(QStringLiteral("sub-folder")));
        QCOMPARE(f.bench().data.spec(), QStringLiteral("sample"));

        QMenu* recent = nullptr;
        for (auto* menu : f.window->findChildren<QMenu*>()) {
            if (!menu->title().contains(QStringLiteral("recent"))) continue;
            emit menu->aboutToShow();
            for (auto* action : menu->actions())
                if (action->text() == folder) recent = menu;
        }
        QVERIFY(recent);
        for (auto* action : recent->actions())
            if (action->text() == folder) {
                action->trigger();
                break;
            }
        QTRY_VERIFY(open());
        QTRY_COMPARE(grid->count(), qint64{50});
    }

    // In a small window: fields and bars beside the scroll bar, none of them under it.
    void nothingIsUnderTheScrollBar() {
        WindowFixture f;
        QVERIFY(f.ready());
        f.window->resize(1272, 728);
        f.window->showWorkspace(MainWindow::DataSpace);
        auto* grid = f.find<QWidget>("dataSettings");
        QTRY_VERIFY(grid->isVisible());
        QScrollArea* area = nullptr;
        for (QWidget* up = grid; up && !area; up = up->parentWidget()) area = qobject_cast<QScrollArea*>(up);
        QVERIFY(area);
        QTRY_VERIFY(area->verticalScrollBar()->isVisible());
        QTRY_VERIFY2(
            area->widget()->width() <= area->viewport()->width(),
            qPrintable(QStringLiteral("%1 in %2").arg(area->widget()->width()).arg(area->viewport()->width())));
        for (const QWidget* one : grid->findChildren<QComboBox*>())
            QVERIFY(one->mapTo(area->viewport(), QPoint(one->width(), 0)).x() <= area->viewport()->width());
    }

    // One thing is opened wherever they are dropped, and the others are named.
    void furtherFilesAreTold() {
        WindowFixture f;
        QVERIFY(f.ready());
        const QString folder = makeFolder(f.folder.filePath(QStringLiteral("photos")));
        int others = 0;
        for (QWidget* target : {f.find<QWidget>("dataBrowserPanel"), f.find<QWidget>("dataSetPanel"),
                                static_cast<QWidget*>(&f.canvas())}) {
            drop(target, folder, ++others);
            const QString said = f.window->messages().sentence();
            QVERIFY2(said.contains(QStringLiteral("%1 other").arg(others)) &&
                         said.endsWith(QStringLiteral("dropped with “photos” stayed closed.")),
                     qPrintable(said));
        }
        QTRY_VERIFY(f.bench().data.spec().endsWith(folder) && f.bench().data.state() == DataSetModel::State::Ready);
    }

    // A data file that cannot be read takes the place of nothing: data, network and history stay, one notice says what
    // is wrong with it and what to do, and what was said of the file before goes.
    void aBrokenFileReplacesNothing() {
        WindowFixture f;
        QVERIFY(f.ready());
        auto* panel = f.find<DataBrowserPanel>("dataBrowserPanel");
        const auto write = [&](const QString& name, const QByteArray& bytes) {
            QFile file(f.folder.filePath(name));
            (void)file.open(QIODevice::WriteOnly);
            file.write(bytes);
            return file.fileName();
        };
        const auto* images = f.bench().data.dataSet()->train.get();
        const int steps = f.bench().undo.count();
        drop(panel, write(QStringLiteral("train.py"), "import torch\n"));
        QTRY_VERIFY(f.window->messages().sentence().contains(QStringLiteral("train.py")));
        QByteArray noise;
        for (int i = 0; i < 3000; ++i) noise += static_cast<char>(i * 7919 % 251);
        const struct {
            QByteArray bytes;
            QString names, tells;
        } broken[] = {{noise, QStringLiteral("0.csv"), QStringLiteral("Save it as CSV in UTF-8")},
                      {"a,b,c\n1,2,3\n4,5\n", QStringLiteral("1.csv line 3"), QStringLiteral("as many cells")},
                      {"x,y\n1,\n2,\n", QStringLiteral("2.csv"), QStringLiteral("name another column")}};
        for (int i = 0; i < 3; ++i) {
            drop(panel, write(QStringLiteral("%1.csv").arg(i), broken[i].bytes));
            QTRY_VERIFY2(f.window->messages().sentence().contains(broken[i].names),
                         qPrintable(f.window->messages().sentence()));
            const QString said = f.window->messages().sentence();
            QVERIFY2(said.contains(broken[i].tells) &&
                         said.endsWith(QStringLiteral(" The data set “sample” stays open.")),
                     qPrintable(said));
            QVERIFY(!said.contains(QStringLiteral("train.py")));
            QCOMPARE(f.bench().data.state(), DataSetModel::State::Ready);
            QCOMPARE(f.bench().data.spec(), QStringLiteral("sample"));
            QCOMPARE(f.bench().data.dataSet()->train.get(), images);
            QCOMPARE(f.bench().undo.count(), steps);
            QVERIFY(f.window->document().recentData().isEmpty());
        }
        QTRY_VERIFY(f.bench().network.reportIsCurrent());
        QCOMPARE(f.bench().network.errors(), 0);
        drop(panel, write(QStringLiteral("good.csv"), "a,label\n1,x\n2,y\n3,x\n4,y\n"));
        QTRY_VERIFY(!f.window->messages().isVisible());
        QTRY_VERIFY(f.bench().data.state() == DataSetModel::State::Ready &&
                    f.bench().data.spec().endsWith(QStringLiteral("good.csv")));
        // Recent is what did open, also where none was open before.
        const QStringList recent = f.window->document().recentData();
        QCOMPARE(recent.size(), 1);
        QVERIFY(recent.front().endsWith(QStringLiteral("good.csv")));
        f.trigger("closeDataAction");
        QTRY_COMPARE(f.bench().data.state(), DataSetModel::State::None);
        f.window->document().openData(QStringLiteral("csv:") + f.folder.filePath(QStringLiteral("1.csv")));
        QTRY_COMPARE(f.bench().data.state(), DataSetModel::State::Failed);
        QCOMPARE(f.window->document().recentData(), recent);
    }

    // A file that is no data set: what it is, what fits, and the open data set stays.
    void otherFilesAreToldAndOffered() {
        WindowFixture f;
        QVERIFY(f.ready());
        const QString folder = makeFolder(f.folder.filePath(QStringLiteral("photos")));
        auto* bar = &f.window->messages();
        auto* panel = f.find<DataBrowserPanel>("dataBrowserPanel");
        const auto write = [&](const QString& name, const QByteArray& bytes) {
            QFile file(f.folder.filePath(name));
            (void)file.open(QIODevice::WriteOnly);
            file.write(bytes);
            return file.fileName();
        };
        const auto says = [&](const QString& words) {
            for (auto* label : bar->findChildren<QLabel*>())
                if (label->isVisible() && label->text().contains(words)) return true;
            return false;
        };
        const auto offer = [&](const QString& words) -> QPushButton* {
            for (auto* button : bar->findChildren<QPushButton*>())
                if (button->isVisible() && button->text().contains(words)) return button;
            return nullptr;
        };
        // Asked for until it is there: a new button shows with the next event.
        const auto untouched = [&] {
            return f.bench().data.state() == DataSetModel::State::Ready &&
                   f.bench().data.spec() == QStringLiteral("sample");
        };
        drop(panel, write(QStringLiteral("train.py"), "import torch\n"));
        QTRY_VERIFY(says(QStringLiteral("“train.py” is no data set: it is a Python script.")));
        QTRY_VERIFY(offer(QStringLiteral("Open folder")));
        QVERIFY(untouched());

        drop(panel, folder + QStringLiteral("/red/003.png"));
        QTRY_VERIFY(says(QStringLiteral("an image (PNG)")));
        QVERIFY(untouched());
        QTRY_VERIFY(offer(QStringLiteral("Open the folder photos")));
        QTest::mouseClick(offer(QStringLiteral("Open the folder photos")), Qt::LeftButton);
        QTRY_VERIFY(f.bench().data.state() == DataSetModel::State::Ready && f.bench().data.spec().endsWith(folder));
        f.bench().undo.undo();
        QTRY_VERIFY(untouched());

        // Beside folders of all sorts, one of them with images: they are no classes.
        for (const auto* name : {"all/pictures", "all/letters", "all/music", "all/work"})
            QDir(f.folder.path()).mkpath(QLatin1String(name));
        for (const auto* name : {"all/pictures/1.png", "all/work/2.png"})
            QVERIFY(QFile::copy(folder + QStringLiteral("/red/003.png"), f.folder.filePath(QLatin1String(name))));
        drop(panel, f.folder.filePath(QStringLiteral("all/work/2.png")));
        QTRY_VERIFY(says(QStringLiteral("2.png” is no data set")));
        QTRY_VERIFY(offer(QStringLiteral("Open folder")));
        QVERIFY(!offer(QStringLiteral("Open the folder")));

        drop(panel, write(QStringLiteral("iris.data"), "a,label\n1,x\n2,y\n3,x\n"));
        QTRY_VERIFY(says(QStringLiteral("a text")));
        QTRY_VERIFY(offer(QStringLiteral("CSV")));
        QTest::mouseClick(offer(QStringLiteral("CSV")), Qt::LeftButton);
        QTRY_VERIFY(f.bench().data.state() == DataSetModel::State::Ready && f.bench().data.dataSet()->numeric());
        f.bench().undo.undo();
        QTRY_VERIFY(untouched());

        // A checkpoint: its network becomes the project, unsaved.
        Snapshot snapshot;
        snapshot.network = findTemplate("mlp").make({Shape{1, 28, 28}, 10});
        snapshot.dataShape = {1, 28, 28};
        snapshot.classNames = std::vector<std::string>(10, "x");
        snapshot.dataSpec = "sample";
        initialize(snapshot.network, {Shape{1, 28, 28}, 10}, 1, snapshot.state);
        const QString checkpoint = f.folder.filePath(QStringLiteral("best.safetensors"));
        saveCheckpoint(snapshot, checkpoint.toStdString());
        drop(panel, checkpoint);
        QTRY_VERIFY(says(QStringLiteral("a checkpoint")));
        QTRY_VERIFY(offer(QStringLiteral("Open its network")));
        QTest::mouseClick(offer(QStringLiteral("Open its network")), Qt::LeftButton);
        QTRY_COMPARE(f.window->document().name(), QStringLiteral("best"));
        QVERIFY(f.bench().network.spec() == snapshot.network);
        QVERIFY(f.window->document().dirty());

        // A project under another name.
        Project project;
        project.name = "mine";
        project.network = findTemplate("lenet").make({Shape{1, 28, 28}, 10});
        project.dataSpec = "sample";
        const QString other = f.folder.filePath(QStringLiteral("mine.json"));
        saveProject(project, other.toStdString());
        drop(panel, other);
        QTRY_VERIFY(says(QStringLiteral("a Tensorloom project")));
        QTRY_VERIFY(offer(QStringLiteral("Open the project")));
        QTest::mouseClick(offer(QStringLiteral("Open the project")), Qt::LeftButton);
        auto* box = [&] {
            QWidget* found = nullptr;
            (void)QTest::qWaitFor([&] { return (found = f.window->findChild<QWidget*>(QStringLiteral("unsavedBox"))); },
                                  120000);
            return qobject_cast<Question*>(found);
        }();
        QVERIFY(box);
        QTest::mouseClick(f.find<QPushButton>("discardButton"), Qt::LeftButton);
        QTRY_COMPARE(f.window->document().name(), QStringLiteral("mine"));
    }

    // Photos of many sizes from the canvas: the Input says so, its repair sets the data, undo takes it back, and the
    // project keeps it.
    void mixedSizesAreRepairedOnTheCanvas() {
        WindowFixture f;
        QVERIFY(f.ready());
        const QString folder = makeFolder(f.folder.filePath(QStringLiteral("photos")));
        QImage wide(64, 32, QImage::Format_RGB32);
        wide.fill(Qt::green);
        QVERIFY(wide.save(folder + QStringLiteral("/red/wide.png")));
        f.window->document().openData(folder);
        QTRY_VERIFY(f.bench().data.state() == DataSetModel::State::Ready);
        f.window->showWorkspace(MainWindow::NetworkSpace);
        const QString input = f.bench().network.nodeIds().front();
        const auto warned = [&] {
            return f.bench().network.reportIsCurrent() &&
                   f.bench().network.node(input).error.contains(QStringLiteral("16×16 to 64×32"));
        };
        QTRY_VERIFY(warned());
        QVERIFY(f.bench().network.node(input).warning);
        f.bench().selection.setNodes({input});
        QTRY_VERIFY(!f.canvas().repairButton(0).isEmpty());
        QTest::mouseClick(&f.canvas(), Qt::LeftButton, {}, f.canvas().repairButton(0).center());
        QTRY_COMPARE(f.bench().data.spec(), folder + QStringLiteral("?resize=fill&size=16x16"));
        QTRY_VERIFY(f.bench().network.reportIsCurrent() && f.bench().network.node(input).error.isEmpty());
        QVERIFY(f.window->document().dirty());
        const QString file = f.folder.filePath(QStringLiteral("p.tlm"));
        bool saved = false;
        f.window->document().save(file, [&] { saved = true; });
        QTRY_VERIFY(saved);
        QVERIFY(loadProject(file.toStdString()).dataSpec.ends_with("photos?resize=fill&size=16x16"));
        f.bench().undo.undo();
        QCOMPARE(f.bench().data.spec(), folder);
        QTRY_VERIFY(warned());
    }

    // Headings of tables come from models, not from widgets.
    void headingsOfRowsAreTranslated() {
        const auto back = qScopeGuard([] { language::apply(QStringLiteral("en")); });
        WindowFixture f;
        QVERIFY(f.ready());
        const QString file = f.folder.filePath(QStringLiteral("few.csv"));
        QFile rows(file);
        QVERIFY(rows.open(QIODevice::WriteOnly));
        rows.write("x,label\n1,a\n2,b\n3,a\n");
        rows.close();
        f.window->document().openData(QStringLiteral("csv:") + file);
        QVERIFY(f.ready());
        f.window->showWorkspace(MainWindow::DataSpace);
        const auto heads = [&](const char* table) {
            QStringList texts;
            for (int column = 0; column < 2; ++column)
                texts << f.find<QTableView>(table)->model()->headerData(column, Qt::Horizontal).toString();
            return texts;
        };
        QTRY_COMPARE(heads("columnStatistics"), (QStringList{"column", "mean"}));
        QSignalSpy gone(f.find<QTableView>("dataRows"), &QObject::destroyed);
        f.trigger("language_zh_CN");
        QTRY_VERIFY(gone.count() > 0);
        QTRY_VERIFY(f.find<QTableView>("columnStatistics"));
        QCOMPARE(heads("columnStatistics"), QStringList({QStringLiteral("列"), QStringLiteral("均值")}));
        QTRY_COMPARE(heads("dataRows"), QStringList({QStringLiteral("行"), QStringLiteral("标签")}));
    }

    // A recipe's batch is no larger than the training set that is open, and somebody is told where it would be.
    void aRecipeFitsTheData() {
        WindowFixture f;
        QVERIFY(f.ready());
        Document& document = f.window->document();
        document.newFromTemplate("airbench94_muon");
        QCOMPARE(f.bench().training.spec().batch, 2000);
        QVERIFY(!f.window->messages().isVisible());
        const QString file = f.folder.filePath(QStringLiteral("few.csv"));
        QFile rows(file);
        QVERIFY(rows.open(QIODevice::WriteOnly));
        rows.write("x,label\n");
        for (int i = 0; i < 40; ++i) rows.write(i % 2 == 0 ? "1,a\n" : "2,b\n");
        rows.close();
        document.openData(QStringLiteral("csv:") + file);
        QTRY_VERIFY(f.bench().data.dataSet() && f.bench().data.dataSet()->train->size() == 40);
        document.newFromTemplate("airbench94_muon");
        QCOMPARE(f.bench().training.spec().batch, 40);
        QVERIFY(f.window->messages().sentence().startsWith(
            QStringLiteral("The recipe's batch of 2000 is larger than the training set of 40 samples")));
    }
};

QTEST_MAIN(TestDataWorkspace)

}  // namespace test_data_workspace

#include "test_data_workspace.moc"
