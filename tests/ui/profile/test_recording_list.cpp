// The list of recordings: read while somebody looks, with the names that runs have now, and with the same row current
// whatever is added; what "Save as" calls a file.
#include <QFileDialog>
#include <QLineEdit>
#include <QTableView>
#include <QTemporaryDir>
#include <QtTest>

#include "engine/io/trace/trace_file.h"
#include "ui/models/workbench.h"
#include "ui/profile/recording_list.h"
#include "ui/profile/recording_table.h"
#include "widgets/theme/theme.h"

namespace test_recording_list {

using namespace tl;

namespace {

// Steps one behind the other, which take so long together.
std::shared_ptr<const Trace> aTrace(int64_t nanoseconds, uint32_t firstStep, int steps) {
    TraceBuilder builder;
    const uint32_t step = builder.label({"step", "other", {}, {}, 0, 0});
    const int64_t each = nanoseconds / steps;
    for (int i = 0; i < steps; ++i)
        builder.add(builder.thread(1, 1), TraceSlice{i * each, each, step, firstStep + static_cast<uint32_t>(i)});
    return std::make_shared<const Trace>(builder.finish());
}
std::shared_ptr<const Trace> aStep() { return aTrace(10, 1, 1); }

struct Fixture {
    Fixture() {
        Run made;
        made.name = QStringLiteral("lenet");
        made.folder = folder.path();
        made.state = RunState::Finished;
        run = bench.runs.addRun(std::move(made));
    }
    QTemporaryDir folder;
    Workbench bench;
    int run;
    RecordingTable table{bench};
    RecordingList list{table};
    QString cell(int row, int column) { return list.view().model()->index(row, column).data().toString(); }
    bool rows(int count) {
        return QTest::qWaitFor([&] { return list.view().model()->rowCount() == count; }, 120000);
    }
};

}  // namespace

class TestRecordingList : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() {
        QApplication::setAttribute(Qt::AA_DontUseNativeDialogs);
        Theme::instance().apply();
    }

    void saysHowLongAndOfWhichSteps() {
        Fixture f;
        struct {
            int64_t nanoseconds;
            const char* length;
        } const cases[] = {
            {2'500'000'000, "2.50 s"}, {345'600'000, "345.6 ms"}, {20'000'000, "20.0 ms"}, {1'500'000, "1.50 ms"}};
        for (const auto& [nanoseconds, length] : cases)
            keepRecording(f.folder.path().toStdString(), *aTrace(nanoseconds, 1200, 4), length);
        f.table.setWatched(true);
        QVERIFY(f.rows(4));
        for (int row = 0; row < 4; ++row) {
            QCOMPARE(f.cell(row, RecordingTable::Length), f.cell(row, RecordingTable::Name));
            QCOMPARE(f.cell(row, RecordingTable::Steps), QStringLiteral("1,200–1,203"));
        }
    }

    void foldersAreReadWhileSomebodyLooks() {
        Fixture f;
        keepRecording(f.folder.path().toStdString(), *aStep(), "Recording");
        f.table.setWatched(true);
        QVERIFY(f.rows(1));
        // What another program puts there or takes away is seen, and does not close what is being typed.
        f.list.show();
        f.list.view().setFocus();
        f.list.rename();
        auto* editor = f.list.view().findChild<QLineEdit*>();
        QVERIFY(editor);
        editor->selectAll();
        QTest::keyClicks(editor, QStringLiteral("half a na"));
        const QString second =
            QString::fromStdString(keepRecording(f.folder.path().toStdString(), *aStep(), "Recording").file);
        QVERIFY(f.rows(2));
        QCOMPARE(f.list.view().findChild<QLineEdit*>(), editor);
        QCOMPARE(editor->text(), QStringLiteral("half a na"));
        f.table.setShown(second);  // nor what has just been recorded
        QCOMPARE(f.list.view().findChild<QLineEdit*>(), editor);
        f.table.setShown({});
        QVERIFY(QFile::remove(second));
        QVERIFY(f.rows(1));
        QCOMPARE(f.list.view().findChild<QLineEdit*>(), editor);
        QCOMPARE(editor->text(), QStringLiteral("half a na"));
    }

    void runsAreCalledAsTheyAreNow() {
        Fixture f;
        keepRecording(f.folder.path().toStdString(), *aStep(), "Recording");
        f.table.setWatched(true);
        QVERIFY(f.rows(1));
        QCOMPARE(f.cell(0, RecordingTable::OfRun), QStringLiteral("lenet"));
        f.bench.runs.change(f.run, [](Run& run) { run.name = QStringLiteral("the good one"); });
        QTRY_COMPARE(f.cell(0, RecordingTable::OfRun), QStringLiteral("the good one"));
    }

    // The one in the timeline is current as soon as it is listed, until another is chosen.
    void theShownOneIsCurrent() {
        Fixture f;
        const std::string folder = f.folder.path().toStdString();
        const QString first = QString::fromStdString(keepRecording(folder, *aStep(), "Recording").file);
        f.table.setWatched(true);
        QVERIFY(f.rows(1));
        const QString second = QString::fromStdString(keepRecording(folder, *aStep(), "Recording").file);
        f.table.setShown(second);
        QCOMPARE(f.list.current(), first);
        emit f.bench.recordings.changed();
        QVERIFY(f.rows(2));
        QCOMPARE(f.list.current(), second);
        f.table.setShown(first);
        QCOMPARE(f.list.current(), first);
        f.list.view().selectRow(f.list.view().currentIndex().row() == 0 ? 1 : 0);
        f.table.rename(first, QStringLiteral("other"));
        QTRY_VERIFY(f.cell(0, 0) == QStringLiteral("other") || f.cell(1, 0) == QStringLiteral("other"));
        QCOMPARE(f.list.current(), second);
    }

    void theSameOneStaysCurrent() {
        Fixture f;
        const std::string run = f.folder.path().toStdString();
        for (int i = 0; i < 3; ++i) keepRecording(run, *aStep(), "Recording");
        f.table.setWatched(true);
        QVERIFY(f.rows(3));
        QCOMPARE(f.list.view().currentIndex().row(), 0);
        f.list.view().selectRow(2);
        const QString before = f.list.current();
        f.bench.recordings.keep(aStep(), f.run, {});
        QVERIFY(f.rows(4));
        QCOMPARE(f.list.current(), before);
        QCOMPARE(f.list.view().currentIndex().row(), 3);
        QCOMPARE(f.list.view().selectionModel()->selectedRows().size(), 1);
    }

    // Of a file that nobody has named, its ending is no part of the name.
    void savedUnderOneEnding() {
        Fixture f;
        writeTrace(*aStep(), f.folder.filePath("trace.json.gz").toStdString());
        f.table.setWatched(true);
        QVERIFY(f.rows(1));
        QCOMPARE(f.cell(0, RecordingTable::Name), QStringLiteral("trace.json.gz"));
        f.list.askToSave();
        auto* ask = f.list.findChild<QFileDialog*>();
        QVERIFY(ask);
        QCOMPARE(QFileInfo(ask->selectedFiles().value(0)).fileName(), QStringLiteral("trace.json.gz"));
    }

    // Panels are made anew with another language: what one of them began ends all the same, and what it threw away can
    // be put back. Each by its own file, whatever was deleted after it.
    void whatIsUnderWayOutlivesItsList() {
        QTemporaryDir trash;
        qputenv("XDG_DATA_HOME", trash.path().toUtf8());
        Fixture f;
        Recordings& store = f.bench.recordings;
        QSignalSpy kept(&store, &Recordings::kept), removed(&store, &Recordings::removed);
        {
            RecordingTable first(f.bench);
            store.keep(aStep(), f.run, {});
        }
        QTRY_COMPARE(kept.size(), 1);
        store.keep(aStep(), f.run, {});
        QTRY_COMPARE(kept.size(), 2);
        {
            RecordingTable first(f.bench);
            first.setWatched(true);
            QTRY_COMPARE(first.rowCount(), 2);
            for (const auto& one : kept) first.remove(one[1].toString());
        }
        QTRY_COMPARE(removed.size(), 2);
        f.table.setWatched(true);
        QVERIFY(f.rows(0));
        QVERIFY(!store.lastRemoved().isEmpty());
        const QString first = removed[0][0].toString();
        store.putBack(first);
        QVERIFY(f.rows(1));
        QCOMPARE(f.list.current(), first);
        store.putBack();
        QVERIFY(f.rows(2));
        QVERIFY(store.lastRemoved().isEmpty());
    }

    // A recording comes back into the folder that its run has by then; without its run in the list there is nothing to
    // put back, and what lies in the trash stays there.
    void whatComesBackGoesToItsRun() {
        QTemporaryDir trash;
        qputenv("XDG_DATA_HOME", trash.path().toUtf8());
        Fixture f;
        Recordings& store = f.bench.recordings;
        QDir().mkpath(f.folder.filePath("before"));
        f.bench.runs.change(f.run, [&](Run& run) { run.folder = f.folder.filePath("before"); });
        keepRecording(f.folder.filePath("before").toStdString(), *aStep(), "Recording");
        f.table.setWatched(true);
        QVERIFY(f.rows(1));
        QSignalSpy removed(&store, &Recordings::removed), back(&store, &Recordings::cameBack),
            failed(&store, &Recordings::failed);
        f.table.remove(f.list.current());
        QTRY_COMPARE(removed.size(), 1);
        QVERIFY(f.rows(0));
        // Its project is saved for the first time.
        const QString now = f.folder.filePath("now");
        QVERIFY(QDir().rename(f.folder.filePath("before"), now));
        f.bench.runs.change(f.run, [&](Run& run) { run.folder = now; });
        // Another project is open.
        Run its = *f.bench.runs.find(f.run);
        f.bench.runs.clear();
        QVERIFY(store.lastRemoved().isEmpty());
        store.putBack();
        QVERIFY(failed.empty());
        store.putBack(removed[0][0].toString());
        QCOMPARE(failed.size(), 1);
        // And its own again.
        f.bench.runs.addRun(std::move(its), f.run);
        QCOMPARE(store.lastRemoved(), QStringLiteral("Recording"));
        store.putBack();
        QVERIFY(store.lastRemoved().isEmpty());  // on its way
        QTRY_COMPARE(back.size(), 1);
        QCOMPARE(back[0][0].toString(), QStringLiteral("Recording"));
        QCOMPARE(recordingsOf(now.toStdString()).size(), size_t{1});
        QVERIFY(!QFile::exists(f.folder.filePath("before")));
        QVERIFY(f.rows(1));
        QCOMPARE(f.cell(0, RecordingTable::Name), QStringLiteral("Recording"));
        QCOMPARE(failed.size(), 1);
    }

    // What cannot come back can be tried again.
    void whatCannotComeBackStays() {
        QTemporaryDir trash;
        qputenv("XDG_DATA_HOME", trash.path().toUtf8());
        Fixture f;
        Recordings& store = f.bench.recordings;
        keepRecording(f.folder.path().toStdString(), *aStep(), "Recording");
        f.table.setWatched(true);
        QVERIFY(f.rows(1));
        QSignalSpy removed(&store, &Recordings::removed), failed(&store, &Recordings::failed);
        f.table.remove(f.list.current());
        QTRY_COMPARE(removed.size(), 1);
        const QString files = trash.filePath("Trash/files"), away = trash.filePath("away");
        QVERIFY(QDir().rename(files, away));
        store.putBack();
        QTRY_COMPARE(failed.size(), 1);
        QCOMPARE(store.lastRemoved(), QStringLiteral("Recording"));
        QVERIFY(QDir().rename(away, files));
        store.putBack();
        QVERIFY(f.rows(1));
        QVERIFY(store.lastRemoved().isEmpty());
    }

    // Nowhere to keep it: said, and not dropped in silence.
    void aRunWithoutAFolderIsToldOf() {
        Fixture f;
        f.bench.runs.change(f.run, [](Run& run) { run.folder.clear(); });
        QSignalSpy failed(&f.bench.recordings, &Recordings::failed);
        f.bench.recordings.keep(aStep(), f.run, {});
        QCOMPARE(failed.size(), 1);
    }
};

QTEST_MAIN(TestRecordingList)

}  // namespace test_recording_list

#include "test_recording_list.moc"
