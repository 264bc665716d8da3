// The project's file while others write it, too: nothing of theirs goes without one question, whose answers lose
// nothing of what was to follow; what only has another time is nobody else's work.
#include <QCryptographicHash>
#include <QFileDialog>
#include <QLineEdit>
#include <QStackedWidget>
#include <QtTest>

#include "engine/io/checkpoint.h"
#include "engine/io/files.h"
#include "engine/io/project.h"
#include "tests/app/window_fixture.h"

namespace test_written_elsewhere {

using namespace tl;

namespace {

constexpr int kPatienceMs = 120000;

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
    static void setTime(const QString& path, const QDateTime& time) {
        QFile touched(path);
        QVERIFY(touched.open(QIODevice::ReadWrite));
        QVERIFY(touched.setFileTime(time, QFileDevice::FileModificationTime));
    }
    void pressSave() { QTest::keyClick(window.get(), Qt::Key_S, Qt::ControlModifier); }
    bool asks() {
        return QTest::qWaitFor([&] { return find<QWidget>("changedOnDiskBox") != nullptr; }, kPatienceMs);
    }
    // The work of now as it lies there when the program ends: its path, or none.
    QString leave() {
        document().autosaveNow();
        if (!idle()) return {};
        const QDir recovery(folder.filePath(QStringLiteral("recovery")));
        const QStringList copies = recovery.entryList({QStringLiteral("*.tlm")}, QDir::Files);
        if (copies.size() != 1) return {};
        const QString copy = recovery.filePath(copies[0]), left = recovery.filePath(QStringLiteral("left.tlm")),
                      origin = QStringLiteral(".origin");
        return QFile::copy(copy, left) && QFile::copy(copy + origin, left + origin) ? left : QString();
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
        QTRY_COMPARE(f.epochs(), 3);
        QTRY_VERIFY(!f.document().dirty());
        // What was opened again, or saved here, is nobody else's.
        QVERIFY(f.savesUnasked(4));
        f.elsewhere(9);
        f.document().open(f.file);
        QTRY_COMPARE(f.bench().training.spec().epochs, 9);
        QVERIFY(f.savesUnasked(5));
    }

    // The content says it, not the time: of two writes within one tick of the clock, and of a file that was only
    // touched.
    void itsTimeSaysNothing() {
        Shared f;
        QVERIFY(f.saved(2));
        const QDateTime time = QFileInfo(f.file).lastModified();
        Shared::setTime(f.file, time.addSecs(100));
        QVERIFY(f.savesUnasked(3));
        const QDateTime known = QFileInfo(f.file).lastModified();
        f.elsewhere(7);
        Shared::setTime(f.file, known);
        f.setEpochs(4);
        f.pressSave();
        QVERIFY(f.asks());
        QCOMPARE(f.epochs(), 7);
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
        QTRY_COMPARE(followed, (QList<int>{3, 4, 5}));
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
        QTRY_COMPARE(f.epochs(), 3);
        QVERIFY(f.idle());
        QCOMPARE(answers.size(), size_t{2});
        QVERIFY(!followed);
        QVERIFY(f.document().dirty());
        f.press("writeOverButton");
        QTRY_VERIFY(followed);
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
        QTRY_VERIFY(QFile::exists(mine));
        QTRY_COMPARE(f.document().path(), QString());  // the new one
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
        QTRY_VERIFY(done);
        QCOMPARE(begun, 1);
    }

    // A recovery copy knows what its file held when the work began: what another window wrote since is asked about as
    // it would have been before the program ended. Copies of before that was kept have none to ask about.
    void recoveredWorkAsksToo_data() {
        QTest::addColumn<bool>("kept");
        QTest::newRow("known") << true;
        QTest::newRow("a copy of before") << false;
    }
    void recoveredWorkAsksToo() {
        QFETCH(bool, kept);
        Shared f;
        QVERIFY(f.saved(2));
        f.setEpochs(77);
        const QString left = f.leave();
        QVERIFY(!left.isEmpty());
        if (!kept) writeFileAtomically(left.toStdString() + ".origin", f.file.toStdString());
        f.window.reset();
        f.elsewhere(7);
        Shared::setTime(left, QFileInfo(f.file).lastModified().addSecs(100));
        f.open({}, false);
        f.window->start(f.file, false);
        QVERIFY(f.ready());
        f.pressOffer(QStringLiteral("Recover"));
        QTRY_COMPARE(f.bench().training.spec().epochs, 77);
        QCOMPARE(f.document().path(), f.file);
        if (!kept) {
            QVERIFY(f.savesUnasked(78));
            return;
        }
        f.pressSave();
        QVERIFY(f.asks());
        QCOMPARE(f.epochs(), 7);
        f.press("writeOverButton");
        QTRY_COMPARE(f.epochs(), 77);
    }

    // Where nothing tells what was open last, what was left does; what it asks takes a room of its own.
    void leftWorkOpensItsFile() {
        Shared f;
        QVERIFY(f.saved(2));
        f.setEpochs(77);
        QVERIFY(!f.leave().isEmpty());
        f.window.reset();
        f.settings->remove(QStringLiteral("session/project"));
        f.open({}, false);
        f.window->start({}, true);
        QTRY_COMPARE(f.document().path(), f.file);
        QTRY_COMPARE(f.bench().training.spec().epochs, 2);
        QVERIFY(f.window->messages().asks());
        f.trigger("workspace_train");
        const auto apart = [&] {
            const QWidget& bar = f.window->messages();
            const auto* pages = qobject_cast<const QStackedWidget*>(bar.parentWidget());
            return bar.isVisible() && pages && pages->currentWidget()->geometry().bottom() < bar.y();
        };
        QTRY_VERIFY(apart());
        f.pressOffer(QStringLiteral("Recover"));
        QTRY_COMPARE(f.bench().training.spec().epochs, 77);
        const QWidget& page = *f.window->messages().parentWidget();
        QTRY_COMPARE(page.contentsMargins().bottom(), 0);
    }

    // What is edited while a save is under way is kept as work on what that save wrote, wherever it did.
    void theCopyFollowsTheFile() {
        Shared f;
        QVERIFY(f.saved(2));
        const QString other = f.folder.filePath(QStringLiteral("other.tlm"));
        f.setEpochs(3);
        f.document().save(other);
        f.setEpochs(4);
        f.document().autosaveNow();  // before the save has ended
        QTRY_COMPARE(f.document().path(), other);
        QVERIFY(f.document().dirty());
        QVERIFY(f.idle());
        const auto origins = QDir(f.folder.filePath(QStringLiteral("recovery")))
                                 .entryInfoList({QStringLiteral("*.origin")}, QDir::Files);
        QCOMPARE(origins.size(), 1);
        const QByteArray written = QByteArray::fromStdString(readFile(other.toStdString()));
        const QByteArray expected =
            other.toUtf8() + '\0' + QCryptographicHash::hash(written, QCryptographicHash::Sha256).toHex();
        QCOMPARE(QByteArray::fromStdString(readFile(origins[0].absoluteFilePath().toStdString())), expected);
    }
};

QTEST_MAIN(TestWrittenElsewhere)

}  // namespace test_written_elsewhere

#include "test_written_elsewhere.moc"
