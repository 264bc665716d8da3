// The project's file while others write it, too: nothing of theirs goes without one question, whose answers lose
// nothing of what was to follow; what only has another time is nobody else's work.
#include <QFileDialog>
#include <QLineEdit>
#include <QtTest>

#include "engine/io/project.h"
#include "tests/app/window_fixture.h"

using namespace tl;

namespace {

constexpr int kPatienceMs = 60000;

// A window with a project that has a file.
struct Shared : WindowFixture {
    const QString file = folder.filePath(QStringLiteral("shared.tlm"));
    Document& document() { return window->document(); }

    void setEpochs(int epochs) {
        TrainingSpec spec = bench().training.spec();
        spec.epochs = epochs;
        bench().training.setSpec(spec);
    }
    int64_t epochs() const { return loadProject(file.toStdString()).training.epochs; }
    bool saved(int count) {
        if (!ready()) return false;
        setEpochs(count);
        document().save(file);
        return QTest::qWaitFor([&] { return document().path() == file && !document().dirty(); }, kPatienceMs);
    }
    bool idle() {
        return QTest::qWaitFor([&] { return bench().jobs.running() == 0; }, kPatienceMs);
    }
    // As another window does it.
    void elsewhere(int64_t count) const {
        Project other = loadProject(file.toStdString());
        other.training.epochs = count;
        saveProject(other, file.toStdString());
    }
    void pressSave() { QTest::keyClick(window.get(), Qt::Key_S, Qt::ControlModifier); }
    bool asks() {
        return QTest::qWaitFor([&] { return find<QWidget>("changedOnDiskBox") != nullptr; }, kPatienceMs);
    }
    // One more save than what is under way: nothing is asked about it.
    bool savesUnasked(int count) {
        setEpochs(count);
        pressSave();
        return QTest::qWaitFor([&] { return !document().dirty() || find<QWidget>("changedOnDiskBox"); }, kPatienceMs) &&
               !find<QWidget>("changedOnDiskBox") && epochs() == count;
    }
};

}  // namespace

class TestWrittenElsewhere : public QObject {
    Q_OBJECT
private slots:
    // What another window wrote meanwhile is not written over without a question.
    void itIsAskedAbout() {
        Shared f;
        QVERIFY(f.saved(2));
        f.elsewhere(7);
        f.setEpochs(3);
        f.pressSave();
        QVERIFY(f.asks());
        QCOMPARE(f.epochs(), 7);
        f.press("cancelButton");
        QTRY_VERIFY(!f.find<QWidget>("changedOnDiskBox"));
        QCOMPARE(f.epochs(), 7);
        QVERIFY(f.document().dirty());
        f.pressSave();
        QVERIFY(f.asks());
        f.press("writeOverButton");
        QTRY_COMPARE_WITH_TIMEOUT(f.epochs(), 3, kPatienceMs);
        QTRY_VERIFY(!f.document().dirty());
        // What was opened again, or saved here, is nobody else's.
        QVERIFY(f.savesUnasked(4));
        f.elsewhere(9);
        f.document().open(f.file);
        QTRY_COMPARE_WITH_TIMEOUT(f.bench().training.spec().epochs, 9, kPatienceMs);
        QVERIFY(f.savesUnasked(5));
    }

    // Saves that follow fast on one another are asked about together, and what was to follow each of them does.
    void quickSavesAskOnce() {
        Shared f;
        QVERIFY(f.saved(2));
        f.elsewhere(7);
        int asked = 0;
        connect(&f.document(), &Document::changedOnDisk, this, [&] { ++asked; });
        QList<int> followed;
        for (const int count : {3, 4, 5}) {
            f.setEpochs(count);
            f.document().save(f.file, [&, count] { followed << count; });
        }
        QVERIFY(f.asks());
        QVERIFY(f.idle());
        QCOMPARE(asked, 1);
        QCOMPARE(f.epochs(), 7);
        f.press("writeOverButton");
        QTRY_COMPARE_WITH_TIMEOUT(followed, (QList<int>{3, 4, 5}), kPatienceMs);
        QCOMPARE(f.epochs(), 5);
        QVERIFY(!f.document().dirty());
    }

    // The answer to an older question comes while the newer save is under way: that one asks for itself.
    void anOlderAnswerDoesNotStandForANewerSave() {
        Shared f;
        QVERIFY(f.saved(2));
        f.elsewhere(7);
        std::vector<std::function<void()>> answers;
        connect(&f.document(), &Document::changedOnDisk, this,
                [&](const QString&, const std::function<void()>& over) { answers.push_back(over); });
        f.setEpochs(3);
        f.document().save(f.file);
        QVERIFY(f.asks());
        bool followed = false;
        f.setEpochs(4);
        f.document().save(f.file, [&] { followed = true; });
        answers[0]();
        QTRY_COMPARE_WITH_TIMEOUT(f.epochs(), 3, kPatienceMs);
        QVERIFY(f.idle());
        QCOMPARE(answers.size(), size_t{2});
        QVERIFY(!followed);
        QVERIFY(f.document().dirty());
        f.press("writeOverButton");
        QTRY_VERIFY_WITH_TIMEOUT(followed, kPatienceMs);
        QCOMPARE(f.epochs(), 4);
    }

    // What was to follow the save follows it elsewhere, too.
    void savedElsewhereItGoesOn() {
        Shared f;
        QVERIFY(f.saved(2));
        f.elsewhere(7);
        f.setEpochs(3);
        f.trigger("newAction");
        QTRY_VERIFY(f.find<QWidget>("unsavedBox"));
        f.press("saveButton");
        QVERIFY(f.asks());
        f.press("saveElsewhereButton");
        QFileDialog* where = nullptr;
        QTRY_VERIFY((where = f.find<QFileDialog>("saveDialog")) && where->isVisible());
        auto* name = where->findChild<QLineEdit*>(QStringLiteral("fileNameEdit"));
        const QString mine = f.folder.filePath(QStringLiteral("mine.tlm"));
        name->setText(mine);
        QTest::keyClick(name, Qt::Key_Return);
        QTRY_VERIFY_WITH_TIMEOUT(QFile::exists(mine), kPatienceMs);
        QTRY_COMPARE_WITH_TIMEOUT(f.document().path(), QString(), kPatienceMs);  // the new one
        QCOMPARE(loadProject(mine.toStdString()).training.epochs, 3);
        QCOMPARE(f.epochs(), 7);
    }

    // A save that what follows a save asks for is begun once.
    void aSaveThatFollowsASaveIsBegunOnce() {
        Shared f;
        QVERIFY(f.saved(2));
        QVERIFY(f.idle());
        JobTracker& jobs = f.bench().jobs;
        bool counts = false, done = false;
        int begun = 0, last = 0;
        connect(&jobs, &JobTracker::runningChanged, this, [&](int now) {
            if (counts && now >= last) ++begun;
            last = now;
        });
        f.document().save(f.file, [&] {
            counts = true;  // until the turn of the event loop is over
            QMetaObject::invokeMethod(
                qApp, [&] { counts = false; }, Qt::QueuedConnection);
            f.document().save(f.file, [&] { done = true; });
        });
        QTRY_VERIFY_WITH_TIMEOUT(done, kPatienceMs);
        QCOMPARE(begun, 1);
    }
};

QTEST_MAIN(TestWrittenElsewhere)
#include "test_written_elsewhere.moc"
