// Files of other programs dropped on the window: tensors open a look into them, one event file its folder's runs; what
// is damaged is said in words, and what can be done with a checkpoint of ours is offered.
#include <QDirIterator>
#include <QFile>
#include <QFileDialog>
#include <QLabel>
#include <QLineEdit>
#include <QScopeGuard>
#include <QSignalSpy>
#include <QToolBar>
#include <QTreeWidget>
#include <QtTest>
#include <future>

#include "engine/io/checkpoint.h"
#include "engine/io/safetensors.h"
#include "engine/model/build.h"
#include "engine/model/templates.h"
#include "tests/app/window_fixture.h"
#include "ui/jobs/job_tracker.h"
#include "widgets/controls/sheet.h"

namespace test_file_drops {

using namespace tl;

namespace {

constexpr int kPatienceMs = 120000;

struct Dropped : WindowFixture {
    Dropped() { ready(); }
    QString write(const char* name, const std::string& bytes) {
        QFile file(folder.filePath(QLatin1String(name)));
        if (file.open(QIODevice::WriteOnly)) file.write(bytes.data(), static_cast<qint64>(bytes.size()));
        return file.fileName();
    }
    Sheet* sheet() {
        (void)QTest::qWaitFor([&] { return find<Sheet>("tensorSheet") && find<Sheet>("tensorSheet")->isVisible(); },
                              kPatienceMs);
        return find<Sheet>("tensorSheet");
    }
    QStringList rowsOf(Sheet* sheet) {
        QStringList rows;
        auto* tree = sheet->findChild<QTreeWidget*>();
        for (int i = 0; tree && i < tree->topLevelItemCount(); ++i) rows << tree->topLevelItem(i)->text(0);
        return rows;
    }
    bool says(const QString& words) { return window->messages().sentence().contains(words); }
};

std::string array(const std::string& numbers, const std::string& shape = "(2, 2)") {
    const std::string head = "{'descr': '<f4', 'fortran_order': False, 'shape': " + shape + ", }\n";
    std::string all("\x93NUMPY\x01\0", 8);
    all += static_cast<char>(head.size());
    all += '\0';
    all += head;
    return all += numbers;
}

}  // namespace

class TestFileDrops : public QObject {
    Q_OBJECT
private slots:
    void ofSeveralTheFirstIsOpened() {
        Dropped f;
        f.drop(f.write("weights.npy", array(std::string(16, '\1'))), {f.write("a.csv", "1,2"), f.write("b.py", "x")});
        QVERIFY(f.sheet());
        QVERIFY2(f.says(QStringLiteral("dropped with “weights.npy” stayed closed")),
                 qPrintable(f.window->messages().sentence()));
    }

    // As a program that drags links drops them: a list of files without one.
    void aListOfNothingOpensNothing() {
        Dropped f;
        QMimeData data;
        data.setData(QStringLiteral("text/uri-list"), {});
        QVERIFY(data.hasUrls());
        for (QWidget* on : {static_cast<QWidget*>(f.window.get()), f.find<QWidget>("graphPanel"),
                            static_cast<QWidget*>(&f.canvas())}) {
            QVERIFY(on);
            const QPoint at(30, 30);
            QDragEnterEvent enter(at, Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
            enter.ignore();
            QApplication::sendEvent(on, &enter);
            QVERIFY(!enter.isAccepted());
            QDropEvent event(at, Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
            QApplication::sendEvent(on, &event);
        }
        QCOMPARE(f.bench().data.spec(), QStringLiteral("sample"));
    }

    void anArrayIsLookedInto() {
        Dropped f;
        f.drop(f.write("weights.npy", array(std::string(16, '\1'))));
        Sheet* sheet = f.sheet();
        QVERIFY(sheet);
        QCOMPARE(f.rowsOf(sheet).size(), qsizetype{1});
        QTest::keyClick(sheet, Qt::Key_Escape);
        QTRY_VERIFY(!f.find<Sheet>("tensorSheet"));
        QCOMPARE(f.bench().data.spec(), QStringLiteral("sample"));
    }

    // One of a pair stands for the data set; alone it is an array, and what it misses is said.
    void anArrayBesideItsLabelsIsADataSet() {
        Dropped f;
        const QString inputs = f.write("x_train.npy", array(std::string(16, '\1')));
        f.drop(inputs);
        QVERIFY(f.sheet());
        QTRY_VERIFY(f.says(QStringLiteral("labels are missing")));
        QTest::keyClick(f.sheet(), Qt::Key_Escape);
        QTRY_VERIFY(!f.find<Sheet>("tensorSheet"));
        f.write("y_train.npy", array(std::string("\0\0\0\0\0\0\x80\x3f", 8), "(2,)"));  // 0 and 1
        f.drop(inputs);
        QTRY_VERIFY_WITH_TIMEOUT(f.bench().data.spec() == QStringLiteral("npz:") + f.folder.path() &&
                                     f.bench().data.state() == DataSetModel::State::Ready,
                                 kPatienceMs);
        QVERIFY(f.bench().data.dataSet()->numeric());
    }

    // A folder that is none, with a data set in it.
    void aDataSetWithinIsOffered() {
        Dropped f;
        QVERIFY(QDir(f.folder.path()).mkpath(QStringLiteral("all/notes")) &&
                QDir(f.folder.path()).mkpath(QStringLiteral("all/wine")));
        f.write("all/wine/train.csv", "a,label\n1,x\n2,y\n3,x\n");
        f.drop(f.folder.filePath(QStringLiteral("all")));
        QTRY_VERIFY(f.says(QStringLiteral("“all” is no data set: it is a folder with a data set in it")));
        f.pressOffer(QStringLiteral("Open the folder wine"));
        QTRY_VERIFY_WITH_TIMEOUT(f.bench().data.spec().endsWith(QStringLiteral("all/wine")) &&
                                     f.bench().data.state() == DataSetModel::State::Ready,
                                 kPatienceMs);
    }

    void aDamagedArrayIsSaid() {
        Dropped f;
        f.drop(f.write("cut.npy", array("ab")));
        QTRY_VERIFY(f.says(QStringLiteral("cut.npy")));
        QVERIFY(!f.find<Sheet>("tensorSheet"));
    }

    void weightsOfOthersAreLookedInto() {
        Dropped f;
        TensorFile file;
        file.tensors["encoder.weight"] = Tensor::fromFloats({2, 3}, std::vector<float>{1, 2, 3, 4, 5, 6});
        file.tensors["encoder.bias"] = Tensor::fromFloats({2}, std::vector<float>{1, 2});
        file.metadata["format"] = "pt";
        f.drop(f.write("model.safetensors", toSafetensors(file)));
        Sheet* sheet = f.sheet();
        QVERIFY(sheet);
        QCOMPARE(f.rowsOf(sheet), (QStringList{"encoder.bias", "encoder.weight"}));
    }

    void oursOfferMoreThanALook() {
        Dropped f;
        Snapshot snapshot;
        snapshot.network = findTemplate("mlp").make({Shape{1, 28, 28}, 10});
        snapshot.dataShape = {1, 28, 28};
        snapshot.classNames = std::vector<std::string>(10, "x");
        snapshot.dataSpec = "sample";
        initialize(snapshot.network, {Shape{1, 28, 28}, 10}, 1, snapshot.state);
        const QString path = f.folder.filePath(QStringLiteral("ours.safetensors"));
        saveCheckpoint(snapshot, path.toStdString());
        f.drop(path);
        QTRY_VERIFY(f.says(QStringLiteral("a checkpoint")));
        f.pressOffer(QStringLiteral("Look into it"));
        QVERIFY(f.sheet());
        QVERIFY(f.rowsOf(f.sheet()).contains(QStringLiteral("dense_1/kernel")));
    }

    // A run's folder given as data, dropped or in the dialog: what it is, and the run and its project for a click.
    void aRunsFolderIsNoDataSet() {
        Dropped f;
        const QString project = f.folder.filePath(QStringLiteral("mine.tlm"));
        f.window->document().save(project);
        QTRY_COMPARE(f.window->document().path(), project);
        f.bench().training.setSpec([&] {
            TrainingSpec spec = f.bench().training.spec();
            spec.epochs = 1;
            return spec;
        }());
        f.trigger("trainAction");
        QVERIFY(f.reaches(RunState::Finished, kPatienceMs));
        const QString run = f.run().folder;
        f.window->document().newFromTemplate("mlp");  // another project, without a file
        QVERIFY(f.ready());
        const QString data = f.bench().data.spec();
        f.drop(run);
        QTRY_VERIFY(f.says(QStringLiteral("is no data set: it is a run's folder")));
        QVERIFY(f.offer(QStringLiteral("Begin the next run with its weights")));
        f.pressOffer(QStringLiteral("Show the run"));
        QTRY_COMPARE(f.bench().runs.runs().size(), size_t{1});
        QCOMPARE(f.bench().runs.runs().front().folder, run);

        f.trigger("openFolderAction");
        QTRY_VERIFY(f.find<QFileDialog>("dataFolderDialog"));
        emit f.find<QFileDialog>("dataFolderDialog")->fileSelected(run);
        f.find<QFileDialog>("dataFolderDialog")->close();
        QVERIFY(f.offer(QStringLiteral("Open its project")));
        QCOMPARE(f.bench().data.spec(), data);
        f.pressOffer(QStringLiteral("Open its project"));
        QTRY_VERIFY(f.find<QPushButton>("discardButton"));  // the unsaved one has a run in its list
        f.press("discardButton");
        QTRY_COMPARE(f.window->document().path(), project);
        f.drop(run);  // which is open
        QVERIFY(f.offer(QStringLiteral("Show the run")));
        for (auto* button : f.window->messages().findChildren<QPushButton*>())
            QVERIFY(!button->isVisible() || button->text() != QStringLiteral("Open its project"));
    }

    // Data chosen where projects are opened: what it is, and the data set for a click.
    void dataChosenAsAProjectIsOpenedAsData() {
        Dropped f;
        const QString table = f.write("wine.csv", "a,label\n1,x\n2,y\n3,x\n");
        const auto choose = [&f](const QString& path) {  // as a person types it
            QTest::keyClick(f.window.get(), Qt::Key_O, Qt::ControlModifier);
            QFileDialog* dialog = nullptr;
            QTRY_VERIFY((dialog = f.window->findChild<QFileDialog*>()) && dialog->isVisible());
            QCOMPARE(dialog->nameFilters().size(), 2);  // it can be seen there
            auto* name = dialog->findChild<QLineEdit*>(QStringLiteral("fileNameEdit"));
            name->setText(path);
            QTest::keyClick(name, Qt::Key_Return);
            QTRY_VERIFY(!f.window->findChild<QFileDialog*>());
        };
        choose(table);
        QTRY_VERIFY2(f.says(QStringLiteral("“wine.csv” is a data set, not a project")),
                     qPrintable(f.window->messages().sentence()));
        QCOMPARE(f.bench().data.spec(), QStringLiteral("sample"));
        f.pressOffer(QStringLiteral("Open it as data"));
        QTRY_COMPARE(f.bench().data.spec(), QStringLiteral("csv:") + table);
        QTRY_VERIFY(f.bench().data.state() == DataSetModel::State::Ready);
        // What is neither is refused as before.
        choose(f.write("notes.txt", "of all sorts"));
        QTRY_VERIFY2(f.says(QStringLiteral("The project was not opened")), qPrintable(f.window->messages().sentence()));
        QCOMPARE(f.bench().data.spec(), QStringLiteral("csv:") + table);
    }

    // A window that is made anew while the dropped project is read still tells that it came.
    void aDroppedProjectComesIntoAWindowMadeAnew() {
        Dropped f;
        const QString project = f.folder.filePath(QStringLiteral("mine.tlm"));
        f.window->document().save(project);
        QTRY_COMPARE(f.window->document().path(), project);
        f.window->document().newFromTemplate("mlp");
        QVERIFY(f.ready());
        TrainingSpec spec = f.bench().training.spec();
        ++spec.epochs;
        f.bench().training.setSpec(spec);
        QVERIFY(f.window->document().dirty());
        f.drop(project);
        QTRY_VERIFY(f.find<QPushButton>("discardButton"));  // it was looked at
        std::promise<void> held;
        const auto may = held.get_future().share();
        for (int i = 0; i < 64; ++i)  // more than there are threads
            f.bench().jobs.run(
                this, JobTracker::kEdit + QString::number(i), [may](std::stop_token) { return may.wait(), true; },
                [](bool) {});
        QSignalSpy gone(f.find<QToolBar>("toolBar"), &QObject::destroyed);
        f.press("discardButton");
        const auto back = qScopeGuard([] { Theme::instance().setTextScale(1); });
        Theme::instance().setTextScale(1.5);
        QTRY_COMPARE(gone.count(), 1);
        QVERIFY(f.window->document().path().isEmpty());
        held.set_value();
        QTRY_COMPARE(f.window->document().path(), project);
        QTRY_VERIFY2(f.says(QStringLiteral("it was opened in place of")), qPrintable(f.window->messages().sentence()));
    }

    void anEventFileOpensItsFolder() {
        Dropped f;
        const QDir logs(QStringLiteral(TENSORLOOM_SOURCE_DIR "/tests/reference/tensors"));
        QString found;
        QDirIterator files(logs.path(), QDir::Files, QDirIterator::Subdirectories);
        while (files.hasNext() && found.isEmpty())
            if (files.next().contains(QStringLiteral("tfevents"))) found = files.filePath();
        QVERIFY(!found.isEmpty());
        f.drop(found);
        QTRY_COMPARE(f.bench().reader.folders(), QStringList{QFileInfo(found).absolutePath()});
    }
};

QTEST_MAIN(TestFileDrops)

}  // namespace test_file_drops

#include "test_file_drops.moc"
