// What the window opens when it starts: the project that it is given, the one that was open last, however the program
// ended, or the sample; and what it says and stands on where that cannot be opened.
#include <QLabel>
#include <QProcess>
#include <QTimer>
#include <csignal>
#include <cstdio>
#include <sys/stat.h>

#include "app/window/workbench_main.h"
#include "engine/io/events/event_writer.h"
#include "engine/io/project.h"
#include "engine/model/templates.h"
#include "tests/app/window_fixture.h"
#include "widgets/controls/segmented_bar.h"

namespace test_start {

using namespace tl;

namespace {

QString writeProject(const QString& file) {
    Project project;
    project.name = QFileInfo(file).completeBaseName().toStdString();
    project.network = findTemplate("mlp").make({Shape{1, 28, 28}, 10});
    project.dataSpec = "sample";
    saveProject(project, file.toStdString());
    return file;
}

// In the window's own program: tells which project is open, a turn of the event loop after it opened.
void robot() {
    auto* timer = new QTimer(qApp);
    timer->setInterval(10);
    QObject::connect(timer, &QTimer::timeout, timer, [told = QString(), seen = QString()]() mutable {
        for (QWidget* widget : QApplication::topLevelWidgets())
            if (auto* window = qobject_cast<MainWindow*>(widget)) {
                const QString path = window->document().path();
                if (!path.isEmpty() && path == seen && path != told) {
                    std::printf("open %s\n", qPrintable(told = path));
                    std::fflush(stdout);
                }
                seen = path;
            }
    });
    timer->start();
}

}  // namespace

class TestStart : public QObject {
    Q_OBJECT
private slots:
    void theLastProjectOpensAgain() {
        WindowFixture f;
        QVERIFY(f.ready());
        const QString file = f.folder.filePath(QStringLiteral("mine.tlm"));
        f.networkPanel().addLayer(QStringLiteral("Dropout"));
        f.window->document().save(file);
        QTRY_COMPARE(f.window->document().path(), file);
        const NetworkSpec mine = f.bench().network.spec();
        f.window->close();
        f.open();
        QTRY_COMPARE(f.window->document().path(), file);
        QVERIFY(f.bench().network.spec() == mine);
        f.window->close();
        f.open({}, false);
        f.window->start({}, false);  // --fresh
        QVERIFY(f.ready());
        QCOMPARE(f.window->document().path(), QString());
        f.settings->setValue(QStringLiteral("session/project"), file);
        QVERIFY(QFile::remove(file));
        f.window->start({});
        QTRY_VERIFY(f.window->messages().sentence().contains(file));  // told, and the sample is there
        QVERIFY(f.ready());
        QCOMPARE(f.window->document().path(), QString());
    }

    // One goes on where one was; a window that is new begins with the network.
    void theLastWorkspaceIsShownAgain() {
        WindowFixture f;
        QVERIFY(f.ready());
        const auto current = [&] { return f.find<SegmentedBar>("workspaceBar")->currentIndex(); };
        QCOMPARE(current(), int(MainWindow::NetworkSpace));
        QVERIFY(f.canvas().hasFocus());
        f.window->showWorkspace(MainWindow::DataSpace);
        f.window->showWorkspace(MainWindow::TrainSpace);
        f.window->close();
        f.open();
        QCOMPARE(current(), int(MainWindow::TrainSpace));
        QVERIFY(f.find<QWidget>("scalarsPanel")->isVisible());
        QVERIFY(f.find<QWidget>("scalarsPanel")->window()->isAncestorOf(QApplication::focusWidget()));
        QVERIFY(!f.canvas().hasFocus());
    }

    // Whether what is to be recovered is of that project or of none.
    void theLastProjectOpensBesideWhatIsToRecover_data() {
        QTest::addColumn<bool>("ofIt");
        QTest::newRow("of it") << true;
        QTest::newRow("of none") << false;
    }
    void theLastProjectOpensBesideWhatIsToRecover() {
        QFETCH(bool, ofIt);
        WindowFixture f({}, false);
        const QString file = writeProject(f.folder.filePath(QStringLiteral("mine.tlm")));
        const QString copy = f.folder.filePath(QStringLiteral("recovery/left.tlm"));
        QVERIFY(QDir().mkpath(QFileInfo(copy).path()));
        Project left;
        left.name = "left";
        left.dataSpec = "sample";
        left.network = findTemplate("lenet").make({Shape{1, 28, 28}, 10});
        saveProject(left, copy.toStdString());
        QFile origin(copy + QStringLiteral(".origin"));
        QVERIFY(origin.open(QIODevice::WriteOnly));
        origin.write(ofIt ? file.toUtf8() : QByteArrayLiteral("unsaved:x"));
        origin.close();
        f.settings->setValue(QStringLiteral("session/project"), file);
        f.window->start({});
        QVERIFY(f.ready());
        QTRY_COMPARE(f.window->document().path(), file);
        QTRY_VERIFY2(f.window->messages().sentence().contains("unsaved work of “left”"),
                     qPrintable(f.window->messages().sentence()));
        QCOMPARE(f.window->document().path(), file);
        QVERIFY(!(f.bench().network.spec() == left.network));
        f.pressOffer(QStringLiteral("Recover"));
        QTRY_VERIFY(f.bench().network.spec() == left.network);
        QCOMPARE(f.window->document().path(), ofIt ? file : QString());
        QVERIFY(f.window->document().dirty());
        QTRY_COMPARE(f.find<QLabel>("statusSaved")->text(),
                     ofIt ? QStringLiteral("recovered, not saved") : QStringLiteral("not saved yet"));
    }

    // Nothing was to be saved, so nothing but the project's own opening can have told the next start of it.
    void theLastProjectOpensAfterAKill() {
        QTemporaryDir folder;
        const QString file = writeProject(folder.filePath(QStringLiteral("mine.tlm")));
        const QString settings = folder.filePath(QStringLiteral("settings.ini"));
        {
            QProcess window;
            QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
            environment.insert(QStringLiteral("TENSORLOOM_TEST_START"), QStringLiteral("1"));
            window.setProcessEnvironment(environment);
            window.start(QCoreApplication::applicationFilePath(),
                         {QStringLiteral("app.start"), QStringLiteral("--settings"), settings, file});
            QVERIFY(window.waitForStarted());
            while (!window.canReadLine() && window.waitForReadyRead(120000)) {
            }
            QCOMPARE(QString::fromUtf8(window.readLine()).trimmed(), QStringLiteral("open ") + file);
            const auto kept = [&settings] {  // by a thread of its own, a moment later
                QSettings written(settings, QSettings::IniFormat);
                written.sync();
                return written.value(QStringLiteral("session/project")).toString();
            };
            QTRY_COMPARE(kept(), file);
            ::kill(static_cast<pid_t>(window.processId()), SIGKILL);
            QVERIFY(window.waitForFinished(120000));
        }
        QSettings store(settings, QSettings::IniFormat);
        MainWindow next(store, folder.filePath(QStringLiteral("recovery")));
        next.start({});
        QTRY_COMPARE(next.document().path(), file);
    }

    // A project that cannot be opened leaves the sample, and one sentence that names the file once.
    void whatCannotBeOpenedLeavesTheSample_data() {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("says");
        QTest::newRow("a pipe") << "pipe.tlm"
                                << "it is a pipe";
        QTest::newRow("nested") << "deep.tlm"
                                << "nested more than";
        QTest::newRow("no project") << "text.tlm"
                                    << "no Tensorloom project";
        QTest::newRow("nowhere") << "nowhere.tlm"
                                 << "cannot be read";
    }
    void whatCannotBeOpenedLeavesTheSample() {
        QFETCH(QString, name);
        QFETCH(QString, says);
        QTemporaryDir folder;
        const QString path = folder.filePath(name);
        if (name.startsWith(QStringLiteral("pipe"))) QCOMPARE(::mkfifo(qPrintable(path), 0600), 0);
        QFile file(path);
        if (name.startsWith(QStringLiteral("deep"))) {
            QVERIFY(file.open(QIODevice::WriteOnly));
            file.write(QByteArray(100000, '['));
        } else if (name.startsWith(QStringLiteral("text"))) {
            QVERIFY(file.open(QIODevice::WriteOnly));
            file.write("Just words.\n");
        }
        file.close();
        WindowFixture f(path);
        QTRY_VERIFY2(f.window->messages().sentence().contains(says), qPrintable(f.window->messages().sentence()));
        QVERIFY2(f.window->messages().sentence().count(name) == 1, qPrintable(f.window->messages().sentence()));
        QVERIFY2(!f.window->messages().sentence().contains(QStringLiteral("\"The project\"")),
                 qPrintable(f.window->messages().sentence()));
        QVERIFY(f.ready());
        QCOMPARE(f.window->windowTitle(), QStringLiteral("digits-lenet.tlm – Tensorloom"));
        QCOMPARE(f.window->document().path(), QString());
        f.window.reset();  // no job waits for the pipe
    }

    // Settings kept in a file of one's own (--settings) have the runs beside them, and say so.
    void runsGoBesideTheSettings() {
        WindowFixture f;
        QVERIFY(f.ready());
        f.trigger("settingsAction");
        test::settle();
        const QString runs = f.folder.filePath(QStringLiteral("runs"));
        QStringList texts;
        for (const QLabel* label : f.window->findChildren<QLabel*>()) texts << label->text();
        QVERIFY2(texts.contains(runs), qPrintable(texts.join(QLatin1Char('\n'))));
    }

    // What is given at start and is no data is named, and the sample stays as it is.
    void whatIsNoDataLeavesTheSample_data() {
        QTest::addColumn<QString>("name");
        QTest::newRow("a script") << "x.py";
        QTest::newRow("a text that calls itself weights") << "w.safetensors";
        QTest::newRow("an empty folder") << "empty";
    }
    void whatIsNoDataLeavesTheSample() {
        QFETCH(QString, name);
        QTemporaryDir folder;
        const QString path = folder.filePath(name);
        if (name == QLatin1String("empty")) {
            QVERIFY(QDir().mkpath(path));
        } else {
            QFile file(path);
            QVERIFY(file.open(QIODevice::WriteOnly) && file.write("print('hello')\n") > 0);
        }
        WindowFixture f(path);
        QTRY_VERIFY2(f.window->messages().sentence().contains(name), qPrintable(f.window->messages().sentence()));
        QVERIFY(f.ready());
        QCOMPARE(f.bench().data.spec(), QStringLiteral("sample"));
        QVERIFY(f.window->messages().sentence().contains(name));  // still
        QVERIFY(!f.window->document().dirty());
    }

    // What another program logs stays in the list from one start to the next, until it is closed there.
    void logFoldersOpenAgain() {
        WindowFixture f;
        QVERIFY(f.ready());
        const QString folder = f.folder.filePath(QStringLiteral("logs")),
                      gone = f.folder.filePath(QStringLiteral("old"));
        for (const QString& each : {folder, gone}) {
            EventWriter writer((each + QStringLiteral("/first")).toStdString());
            writer.scalar("loss", 1, 1000, 0.5);
        }
        const auto listed = [&f] {
            return std::ranges::count_if(f.bench().runs.runs(), [](const Run& run) { return run.foreign; });
        };
        f.bench().reader.open(folder);
        f.bench().reader.open(gone);
        QTRY_COMPARE(listed(), 2);
        QVERIFY(QDir(gone).removeRecursively());
        f.window->close();
        f.open();
        QTRY_COMPARE(f.bench().reader.folders(), QStringList{folder});
        QTRY_COMPARE(listed(), 1);
        QTRY_VERIFY(f.window->messages().sentence().contains(gone));  // what is not there any more is told
        {  // and when it is back, and opened by hand, what it brings
            EventWriter writer((gone + QStringLiteral("/first")).toStdString());
            writer.scalar("loss", 1, 1000, 0.5);
        }
        f.bench().reader.open(gone);
        QTRY_VERIFY(f.window->messages().sentence().contains(QStringLiteral("of old")));
        f.bench().reader.close(gone);
        f.bench().reader.close(folder);
        f.window->close();
        f.open();
        QVERIFY(f.ready());
        QCOMPARE(f.bench().reader.folders(), QStringList());
        f.bench().reader.open(folder);
        f.window->close();
        f.open({}, false);
        f.window->start({}, false);  // --fresh
        QVERIFY(f.ready());
        QCOMPARE(f.bench().reader.folders(), QStringList());
    }

    // A damaged file is told where its folder was opened, and on no other page; at the next start the list marks its
    // run.
    void aDamagedFolderIsToldOnce() {
        WindowFixture f;
        QVERIFY(f.ready());
        const QString folder = f.folder.filePath(QStringLiteral("logs"));
        QDir().mkpath(folder);
        {
            EventWriter writer(folder.toStdString());
            for (int step = 1; step <= 3; ++step) writer.scalar("loss", step, 10, step);
        }
        QFile file(QDir(folder).entryInfoList(QDir::Files).front().filePath());
        QVERIFY(file.open(QIODevice::ReadWrite));
        QByteArray bytes = file.readAll();
        bytes[bytes.size() - 6] = static_cast<char>(bytes[bytes.size() - 6] ^ 4);  // of the last record's content
        file.seek(0);
        file.write(bytes);
        file.close();
        const auto told = [&f] {
            return f.window->messages().sentence().contains(QStringLiteral("could not be read"));
        };
        f.bench().reader.open(folder);
        QTRY_VERIFY(told());
        f.window->showWorkspace(MainWindow::ProfileSpace);
        QTRY_VERIFY(!told());
        f.window->close();
        f.open();
        QTRY_VERIFY(std::ranges::any_of(f.bench().runs.runs(),
                                        [](const Run& run) { return run.foreign && !run.problems.empty(); }));
        QVERIFY2(!told(), qPrintable(f.window->messages().sentence()));
        f.bench().reader.close(folder);
    }

    // Before anything is open the window bears the program's name.
    void nothingIsOpenYet() {
        WindowFixture f({}, false);
        QVERIFY2(!f.window->windowTitle().contains(QStringLiteral(".tlm")), qPrintable(f.window->windowTitle()));
    }
};

namespace {

int runSuite(int argc, char** argv) {
    if (qEnvironmentVariableIsSet("TENSORLOOM_TEST_START")) {
        qAddPreRoutine(robot);
        return tl::workbenchMain(argc, argv);
    }
    QApplication application(argc, argv);
    TestStart test;
    return QTest::qExec(&test, argc, argv);
}

const bool suiteIsAdded = tl::test::addSuite(__FILE__, runSuite);

}  // namespace

}  // namespace test_start

#include "test_start.moc"
