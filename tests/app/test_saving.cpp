// Files and projects that cross each other: saves that follow fast on one another, a save that ends when another
// project is open, a run that is being started then, and unsaved work that is offered while there is other work.
#include <QDialog>
#include <QLabel>
#include <QLocale>
#include <QSignalSpy>
#include <QtTest>
#include <atomic>
#include <thread>

#include "engine/io/checkpoint.h"
#include "engine/io/files.h"
#include "engine/model/templates.h"
#include "engine/run/run_list.h"
#include "engine/run/run_lock.h"
#include "tests/app/window_fixture.h"

namespace test_saving {

using namespace tl;

namespace {

constexpr int kPatienceMs = 120000;

void setEpochs(WindowFixture& f, int epochs) {
    TrainingSpec spec = f.bench().training.spec();
    spec.epochs = epochs;
    f.bench().training.setSpec(spec);
}

bool idle(WindowFixture& f) {
    return QTest::qWaitFor([&] { return f.bench().jobs.running() == 0; }, kPatienceMs);
}

}  // namespace

class TestSaving : public QObject {
    Q_OBJECT
private slots:
    void theLastOfManySavesIsOnTheDisk() {
        WindowFixture f;
        QVERIFY(f.ready());
        const QString file = f.folder.filePath("often.tlm");
        constexpr int saves = 30;
        QVector<int> done;
        for (int i = 1; i <= saves; ++i) {
            setEpochs(f, i);
            f.window->document().save(file, [&, i] { done << i; });
        }
        QVERIFY(QTest::qWaitFor([&] { return done.size() == saves; }, kPatienceMs));
        for (int i = 0; i < saves; ++i) QCOMPARE(done[i], i + 1);
        QCOMPARE(loadProject(file.toStdString()).training.epochs, saves);
        QVERIFY(!f.window->document().dirty());
        QTRY_COMPARE(f.find<QLabel>("statusSaved")->text(), QStringLiteral("saved just now"));
    }

    // Nothing is asked about a canvas that was emptied, unless it empties a file.
    void anEmptyCanvasIsNothingToSave() {
        WindowFixture f;
        QVERIFY(f.ready());
        Document& document = f.window->document();
        const auto empty = [&] {
            f.canvas().setFocus();
            QTest::keyClick(&f.canvas(), Qt::Key_A, Qt::ControlModifier);
            QTest::keyClick(&f.canvas(), Qt::Key_Delete);
            return f.bench().network.spec().nodes.empty();
        };
        const auto asked = [&] {  // by what begins another project
            f.trigger("newAction");
            test::settle();
            auto* box = f.find<QWidget>("unsavedBox");
            return box && box->isVisible();
        };
        QVERIFY(empty());
        QVERIFY(!document.dirty());
        f.bench().undo.undo();
        QVERIFY(!document.dirty() && !f.bench().network.spec().nodes.empty());
        document.newFromTemplate("mlp");
        f.networkPanel().addLayer(QStringLiteral("Dropout"));
        QVERIFY(document.dirty());
        QVERIFY(empty());
        QVERIFY(!document.dirty() && !asked());
        f.networkPanel().addLayer(QStringLiteral("Dropout"));
        QVERIFY(document.dirty() && asked());
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Escape);
        test::settle();
        QVERIFY(empty());
        setEpochs(f, 77);  // this is something
        QVERIFY(document.dirty());

        const QString file = f.folder.filePath("emptied.tlm");
        document.newFromTemplate("mlp");
        document.save(file);
        QTRY_COMPARE(document.path(), file);
        QVERIFY(empty());
        QVERIFY(document.dirty() && asked());
    }

    void aSaveThatFailsKeepsNoOtherFromBeingWritten() {
        WindowFixture f;
        QVERIFY(f.ready());
        Document& document = f.window->document();
        QSignalSpy failed(&document, &Document::failed), saved(&document, &Document::saved);
        document.save(f.folder.filePath("no/such/folder.tlm"));
        document.save(f.folder.filePath("good.tlm"));
        QVERIFY(saved.wait(kPatienceMs));
        QCOMPARE(failed.size(), 1);
        QVERIFY2(failed[0][0].toString().contains("folder.tlm"), qPrintable(failed[0][0].toString()));
        QCOMPARE(document.path(), f.folder.filePath("good.tlm"));
    }

    // The file that was saved never becomes that of the project which was opened meanwhile.
    void aSaveThatEndsLateLeavesTheNextProjectAlone() {
        WindowFixture f;
        QVERIFY(f.ready());
        Document& document = f.window->document();
        const QString file = f.folder.filePath("late.tlm");
        const size_t layers = f.bench().network.spec().nodes.size();
        bool went = false;
        document.save(file, [&] { went = true; });
        document.newEmpty();
        const QString name = document.name();
        QVERIFY(QTest::qWaitFor([&] { return QFile::exists(file); }, kPatienceMs));
        QVERIFY(idle(f));
        QCOMPARE(loadProject(file.toStdString()).network.nodes.size(), layers);
        QVERIFY2(document.path().isEmpty(), qPrintable(document.path()));
        QCOMPARE(document.name(), name);
        QVERIFY(f.bench().library.project().startsWith("unsaved:"));
        QVERIFY(!went);
        QVERIFY(document.recentProjects().contains(file));
    }

    void aRunInTheMakingEndsWithItsProject() {
        WindowFixture f;
        QVERIFY(f.ready());
        setEpochs(f, 1000000);
        const QString run = f.bench().library.freshFolder(f.window->document().name())();
        f.trigger("trainAction");
        QVERIFY(f.bench().controller.own());
        f.window->document().newFromTemplate("mlp");
        QCOMPARE(f.bench().controller.state(), RunState::Idle);
        // Whether it had begun or not, it ends without a word to the new project.
        QVERIFY(QTest::qWaitFor(
            [&] {
                if (!QFile::exists(run + "/journal.bin") || isLive(run.toStdString())) return false;
                const auto events = readRun(run.toStdString()).events;
                const auto* last = events.empty() ? nullptr : std::get_if<StateRecord>(&events.back());
                return last && last->state == RunState::Stopped;
            },
            kPatienceMs));
        QCOMPARE(f.bench().controller.state(), RunState::Idle);
        QCOMPARE(f.bench().controller.currentRun(), -1);
        QVERIFY(!f.bench().controller.hasWeights());
        QVERIFY(f.bench().runs.runs().empty());
    }

    // A checkpoint's network opens as a project of its own: its runs are not everybody's.
    void whatACheckpointOpensHasRunsOfItsOwn() {
        WindowFixture f;
        QVERIFY(f.ready());
        setEpochs(f, 1);
        f.trigger("trainAction");
        QVERIFY(f.reaches(RunState::Finished, kPatienceMs));
        const QString run = f.run().folder;
        QSignalSpy opened(&f.window->document(), &Document::opened);
        f.window->document().openCheckpoint(run);
        QVERIFY(opened.wait(kPatienceMs));
        QVERIFY2(f.bench().library.project().startsWith("unsaved:"), qPrintable(f.bench().library.project()));
    }

    // What was edited, or begun to train, while a file was being read is asked about when the reading ends.
    void editsMadeWhileAProjectIsReadAreAskedAbout() {
        WindowFixture f;
        QVERIFY(f.ready());
        Project other;
        other.name = "other";
        other.training.epochs = 77;
        const QString file = f.folder.filePath("other.tlm");
        saveProject(other, file.toStdString());
        QVERIFY(idle(f));
        f.window->document().open(file);
        setEpochs(f, 55);  // before it is read
        QTRY_VERIFY(f.find<QWidget>("unsavedBox"));
        QCOMPARE(f.bench().training.spec().epochs, 55);
        f.press("cancelButton");
        QTRY_VERIFY(!f.find<QWidget>("unsavedBox"));
        QCOMPARE(f.bench().training.spec().epochs, 55);
        QCOMPARE(f.window->document().path(), QString());
        f.window->document().open(file);
        setEpochs(f, 56);
        QTRY_VERIFY(f.find<QWidget>("unsavedBox"));
        f.press("discardButton");
        QTRY_COMPARE(f.bench().training.spec().epochs, 77);
        QVERIFY(!f.window->document().dirty());
        f.window->document().open(file);  // nothing was edited: nothing is asked
        QVERIFY(idle(f));
        QVERIFY(!f.find<QWidget>("unsavedBox"));
        // The same where the project of before is to open at the start.
        setEpochs(f, 78);
        f.window->document().save(file);
        QVERIFY(idle(f));
        f.window->close();
        f.open({}, false);
        f.window->start({});
        setEpochs(f, 41);
        QTRY_VERIFY(f.find<QWidget>("unsavedBox"));
        f.press("cancelButton");
        QCOMPARE(f.bench().training.spec().epochs, 41);
    }

    void recoveringAsksForTheWorkThatIsOpen() {
        WindowFixture f({}, false);
        Project lost;
        lost.name = "lost";
        lost.training.epochs = 77;
        saveProject(lost, f.folder.filePath("recovery/lost.tlm").toStdString());
        f.window->start({}, false);
        QVERIFY(f.ready());
        QTRY_VERIFY(f.window->messages().sentence().contains("lost"));
        setEpochs(f, 55);
        QVERIFY(f.window->document().dirty());
        f.press("messageOffer0");
        QTRY_VERIFY(f.find<QWidget>("unsavedBox"));
        QCOMPARE(f.bench().training.spec().epochs, 55);
        f.press("discardButton");
        QTRY_COMPARE(f.bench().training.spec().epochs, 77);
    }

    // The newer of the file and the work kept of it comes first, with both times; what is older never takes the place
    // of the file by a key.
    void theNewerIsOfferedFirst() {
        for (const bool fileIsNewer : {false, true}) {
            WindowFixture f({}, false);
            Project project;
            project.name = "mine";
            project.training.epochs = 5;
            const QString file = f.folder.filePath("mine.tlm"), copy = f.folder.filePath("recovery/lost.tlm");
            saveProject(project, file.toStdString());
            project.training.epochs = 77;
            saveProject(project, copy.toStdString());
            writeFileAtomically(copy.toStdString() + ".origin", file.toStdString());
            const QDateTime saved(QDate(2026, 3, 4), QTime(fileIsNewer ? 12 : 9, 30)),
                kept(QDate(2026, 3, 4), QTime(10, 45));
            for (const auto& [path, time] : {std::pair(file, saved), std::pair(copy, kept)}) {
                QFile touched(path);
                QVERIFY(touched.open(QIODevice::ReadWrite));
                QVERIFY(touched.setFileTime(time, QFileDevice::FileModificationTime));
            }
            f.window->start(file, false);
            QTRY_COMPARE(f.window->document().path(), file);
            QTRY_VERIFY(f.window->messages().sentence().contains("mine"));
            const QString said = f.window->messages().sentence();
            for (const QDateTime& time : {saved, kept})
                QVERIFY2(said.contains(QLocale().toString(time, QLocale::ShortFormat)), qPrintable(said));
            auto* first = f.find<QPushButton>("messageOffer0");
            QVERIFY(first->property("primary").toBool());
            if (!fileIsNewer) {
                QVERIFY2(said.contains("newer than mine.tlm"), qPrintable(said));
                f.press("messageOffer0");
                QTRY_COMPARE(f.bench().training.spec().epochs, 77);
                QCOMPARE(f.window->document().path(), file);
                continue;
            }
            QVERIFY2(said.contains("older"), qPrintable(said));
            f.press("messageOffer0");  // the file, which is open
            QVERIFY(f.window->messages().sentence().isEmpty());
            QVERIFY(idle(f));
            QCOMPARE(f.bench().training.spec().epochs, 5);
            QVERIFY(QFile::exists(copy));

            f.open({}, false);
            f.window->start(file, false);
            QTRY_COMPARE(f.window->document().path(), file);
            QTRY_VERIFY(f.window->messages().sentence().contains("older"));
            f.press("messageOffer1");
            QTRY_COMPARE(f.bench().training.spec().epochs, 77);
            QVERIFY(f.window->document().path().isEmpty());
            QTRY_VERIFY2(f.window->messages().sentence().contains("mine.tlm stays"),
                         qPrintable(f.window->messages().sentence()));
            // Its own copy goes by no file: should this program die, too, nobody takes it for newer work of that one.
            const auto origins = [&] {
                QStringList said;
                for (const QFileInfo& each :
                     QDir(f.folder.filePath("recovery")).entryInfoList({"*.origin"}, QDir::Files))
                    if (each.fileName() != "lost.tlm.origin")
                        said << QString::fromStdString(readFile(each.absoluteFilePath().toStdString()));
                return said;
            };
            QTRY_VERIFY(!origins().isEmpty());
            for (const QString& origin : origins()) QVERIFY2(!origin.startsWith('/'), qPrintable(origin));
            f.trigger("saveAction");  // asks where
            QTRY_VERIFY(f.find<QWidget>("saveDialog"));
            f.find<QDialog>("saveDialog")->reject();
            QCOMPARE(loadProject(file.toStdString()).training.epochs, 5);
        }
    }

    // As the work kept of it is: while what is open stays, the question comes again.
    void theSavedFileIsOfferedUntilItIsOpen() {
        WindowFixture f({}, false);
        Project project;
        project.name = "mine";
        project.training.epochs = 5;
        const QString file = f.folder.filePath("mine.tlm"), copy = f.folder.filePath("recovery/lost.tlm");
        saveProject(project, copy.toStdString());
        writeFileAtomically(copy.toStdString() + ".origin", file.toStdString());
        saveProject(project, file.toStdString());
        QFile touched(copy);
        QVERIFY(touched.open(QIODevice::ReadWrite));
        QVERIFY(touched.setFileTime(QDateTime(QDate(2026, 3, 4), QTime(10, 45)), QFileDevice::FileModificationTime));
        touched.close();
        f.window->start({}, false);
        QVERIFY(f.ready());
        QTRY_VERIFY(f.window->messages().sentence().contains("older unsaved work"));
        setEpochs(f, 55);
        f.press("messageOffer0");
        QTRY_VERIFY(f.find<QWidget>("unsavedBox"));
        f.press("cancelButton");
        QTRY_VERIFY(!f.find<QWidget>("unsavedBox"));
        QTRY_VERIFY(f.window->messages().sentence().contains("older unsaved work"));
        f.press("messageOffer0");
        QTRY_VERIFY(f.find<QWidget>("unsavedBox"));
        f.press("discardButton");
        QTRY_COMPARE(f.window->document().path(), file);
        QTRY_VERIFY(!f.window->messages().sentence().contains("older unsaved work"));
        QVERIFY(QFile::exists(copy));
    }

    // All that was left is offered, the newest first; one that is taken takes none of the others along.
    void allThatWasLeftIsOffered() {
        WindowFixture f({}, false);
        const auto copyOf = [&f](const QString& name) {
            return f.folder.filePath(QStringLiteral("recovery/%1.tlm").arg(name));
        };
        QStringList titles;
        const QStringList names{"new", "middle", "old"};
        for (const QString& name : names) {
            Project lost;
            lost.name = name.toStdString();
            lost.training.epochs = 70 + static_cast<int>(titles.size());
            lost.network = findTemplate("mlp").make({Shape{1, 28, 28}, 10});
            lost.dataSpec = "sample";
            saveProject(lost, copyOf(name).toStdString());
            const QDateTime kept(QDate(2026, 3, 4), QTime(10 - static_cast<int>(titles.size()), 45));
            QFile touched(copyOf(name));
            QVERIFY(touched.open(QIODevice::ReadWrite));
            QVERIFY(touched.setFileTime(kept, QFileDevice::FileModificationTime));
            titles << QStringLiteral("“%1”, %2").arg(name, QLocale().toString(kept, QLocale::ShortFormat));
        }
        const auto offered = [&f] {
            QStringList words;
            for (const auto* button : f.window->messages().findChildren<QPushButton*>()) words << button->text();
            return words;
        };
        f.window->start({}, false);
        QVERIFY(f.ready());
        QTRY_COMPARE(offered(), titles);
        // One can look at each, and come back.
        f.pressOffer(titles[2]);
        QVERIFY2(f.window->messages().sentence().contains("“old”"), qPrintable(f.window->messages().sentence()));
        f.pressOffer(QStringLiteral("The others…"));
        QCOMPARE(offered(), titles);
        // Work that is open is asked about: while it is kept, nothing is decided.
        setEpochs(f, 55);
        f.pressOffer(titles[1]);
        f.pressOffer(QStringLiteral("Recover"));
        QTRY_VERIFY(f.find<QWidget>("unsavedBox"));
        f.press("cancelButton");
        QTRY_VERIFY(!f.find<QWidget>("unsavedBox"));
        QCOMPARE(offered(), titles);
        f.pressOffer(titles[1]);
        f.pressOffer(QStringLiteral("Recover"));
        QTRY_VERIFY(f.find<QWidget>("unsavedBox"));
        f.press("discardButton");
        QTRY_COMPARE(f.bench().training.spec().epochs, 71);
        QTRY_COMPARE(offered(), (QStringList{titles[0], titles[2]}));
        QTRY_VERIFY(!QFile::exists(copyOf(QStringLiteral("middle"))));  // its own is written
        // Of the last one there is nothing to choose.
        f.pressOffer(titles[2]);
        f.pressOffer(QStringLiteral("Discard"));
        QTRY_VERIFY(!QFile::exists(copyOf(QStringLiteral("old"))));
        QVERIFY2(f.window->messages().sentence().contains("“new”"), qPrintable(f.window->messages().sentence()));
        QCOMPARE(offered(), (QStringList{QStringLiteral("Recover"), QStringLiteral("Discard")}));
        QVERIFY(QFile::exists(copyOf(QStringLiteral("new"))));
        QCOMPARE(f.bench().training.spec().epochs, 71);
        // It, too, is offered until it is taken: "middle" is open and has no file.
        f.pressOffer(QStringLiteral("Recover"));
        QTRY_VERIFY(f.find<QWidget>("unsavedBox"));
        QTest::keyClick(f.window->windowHandle(), Qt::Key_Escape);
        QTRY_VERIFY(!f.find<QWidget>("unsavedBox"));
        QTRY_COMPARE(offered(), (QStringList{QStringLiteral("Recover"), QStringLiteral("Discard")}));
        QCOMPARE(f.bench().training.spec().epochs, 71);
        f.pressOffer(QStringLiteral("Recover"));
        QTRY_VERIFY(f.find<QWidget>("unsavedBox"));
        f.press("discardButton");
        QTRY_COMPARE(f.bench().training.spec().epochs, 70);
        QVERIFY(idle(f));
        QVERIFY2(offered().isEmpty(), qPrintable(f.window->messages().sentence()));
    }

    // Whatever else is under way when the program ends.
    void whatIsDiscardedIsGoneAtTheEnd() {
        WindowFixture f({}, false);
        Project lost;
        lost.name = "lost";
        const QString copy = f.folder.filePath("recovery/lost.tlm");
        saveProject(lost, copy.toStdString());
        f.window->start({}, false);
        QVERIFY(f.ready());
        QTRY_VERIFY(f.window->messages().sentence().contains("lost"));
        std::atomic<bool> over = false;
        const auto end = qScopeGuard([&] { over = true; });
        for (int i = 0; i < 200; ++i)  // no thread is left for it
            f.bench().jobs.run(
                this, {},
                [&over](std::stop_token stop) {
                    while (!stop.stop_requested() && !over) std::this_thread::yield();
                    return true;
                },
                [](bool) {});
        f.press("messageOffer1");
        f.window.reset();
        QVERIFY(!QFile::exists(copy));
        QVERIFY(!QFile::exists(copy + ".lock"));
    }
};

QTEST_MAIN(TestSaving)

}  // namespace test_saving

#include "test_saving.moc"
