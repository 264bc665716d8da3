// The whole product once through the window, with mouse and keyboard: a network built by hand, edited, undone and
// redone, trained, paused, stopped, exported, and evaluated without the window to the same accuracy.
#include <QDockWidget>
#include <QFileDialog>
#include <QJsonDocument>
#include <QJsonObject>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QProcess>
#include <QScopeGuard>
#include <QScrollArea>
#include <QSignalSpy>
#include <QTableView>
#include <QtTest>
#include <algorithm>

#include "engine/io/checkpoint.h"
#include "engine/io/project.h"
#include "engine/model/templates.h"
#include "engine/train/weights_alone.h"
#include "tests/app/window_fixture.h"
#include "tests/support/behind_tab.h"
#include "tests/support/menus.h"
#include "ui/commands/network_edits.h"
#include "ui/inspector/inspector_panel.h"
#include "ui/network/layer_palette_panel.h"
#include "ui/scalars/scalars_panel.h"
#include "ui/training/training_panel.h"
#include "widgets/controls/labels.h"
#include "widgets/controls/question.h"
#include "widgets/properties/property_grid.h"
#include "widgets/theme/theme.h"

namespace test_workbench {

using namespace tl;

namespace {

// A drag and drop with mouse events alone: while QDrag runs its own loop, the mouse moves and is released.
void drag(WindowFixture& fixture, QWidget* from, const QPoint& at, QWidget* to, const QPoint& target) {
    QWindow* window = fixture.window->windowHandle();
    const QPoint end = fixture.inWindow(to, target);
    test::whileNested(window, [] { return true; },
                      {[=] { QTest::mouseMove(window, end - QPoint(20, 10)); }, [=] { QTest::mouseMove(window, end); },
                       [=] { QTest::mouseRelease(window, Qt::LeftButton, {}, end); }});
    const QPoint start = fixture.inWindow(from, at);
    QTest::mousePress(window, Qt::LeftButton, {}, start);
    QTest::mouseMove(window, start + QPoint(6, 6));
    QTest::mouseMove(window, start + QPoint(24, 12));  // comes back when the drag is over
}

void wire(NodeCanvas& canvas, const QString& from, const QString& to, int port = 0) {
    const QPoint a = canvas.outputPort(from), b = canvas.inputPort(to, port);
    QTest::mousePress(&canvas, Qt::LeftButton, {}, a);
    QTest::mouseMove(&canvas, a + QPoint(4, 12));
    QTest::mouseMove(&canvas, (a + b) / 2);
    QTest::mouseMove(&canvas, b);
    QTest::mouseRelease(&canvas, Qt::LeftButton, {}, b);
    test::settle();
}

}  // namespace

class TestWorkbench : public QObject {
    Q_OBJECT

    QString id(WindowFixture& f, const char* type, int which = 0) {
        for (const NodeSpec& node : f.bench().network.spec().nodes)
            if (node.type == type && which-- == 0) return QString::fromStdString(node.id);
        return {};
    }
    void typeInto(QWidget* editor, const QString& text) {
        auto* line = qobject_cast<QLineEdit*>(editor);
        if (!line) line = editor->findChild<QLineEdit*>();
        QVERIFY(line);
        line->setFocus();
        line->selectAll();
        QTest::keyClicks(line, text);
        QTest::keyClick(line, Qt::Key_Return);
    }

private slots:
    void opensOnTheSampleReadyToTrain() {
        WindowFixture f;
        QVERIFY(f.ready());
        QCOMPARE(f.bench().network.errors(), 0);
        QCOMPARE(f.bench().controller.obstacle(), QString());
        QVERIFY(f.find<QPushButton>("trainButton")->isEnabled());
        QVERIFY(!f.window->document().dirty());
        QVERIFY(f.bench().network.report().parameters > 10000);
    }

    // A double-click in the library while nothing is chosen: the network goes on before its Output.
    void aDoubleClickComesBeforeTheOutput() {
        WindowFixture f;
        QVERIFY(f.ready());
        f.canvas().select({});
        const NetworkSpec before = f.bench().network.spec();
        const std::string output = id(f, "Output").toStdString();
        const auto feeds = [&](const NetworkSpec& network, const std::string& to) {
            for (const LinkSpec& link : network.links)
                if (link.to == to) return link.from;
            return std::string();
        };
        QListWidget* list = f.palette().list();
        const QPoint entry = f.palette().entryCenter(QStringLiteral("Dropout"));
        QTest::mouseDClick(f.window->windowHandle(), Qt::LeftButton, {}, f.inWindow(list->viewport(), entry));
        test::settle();
        const NetworkSpec& now = f.bench().network.spec();
        QCOMPARE(now.nodes.size(), before.nodes.size() + 1);
        const std::string made = feeds(now, output);
        QCOMPARE(QString::fromStdString(now.find(made)->type), QStringLiteral("Dropout"));
        QCOMPARE(feeds(now, made), feeds(before, output));
        QCOMPARE(f.canvas().selectedNodes(), QStringList{QString::fromStdString(made)});
    }

    void buildsByHandEditsAndUndoes() {
        WindowFixture f;
        QVERIFY(f.ready());
        QTest::keyClick(f.window.get(), Qt::Key_N, Qt::ControlModifier);
        QTRY_VERIFY(f.bench().network.spec().nodes.empty());
        const NetworkSpec start = f.bench().network.spec();
        NodeCanvas& canvas = f.canvas();
        QListWidget* list = f.palette().list();

        // The first two come by real drags from the library, the rest by double-click.
        drag(f, list->viewport(), f.palette().entryCenter(QStringLiteral("Input")), &canvas, {300, 90});
        QTRY_COMPARE(f.bench().network.spec().nodes.size(), size_t{1});
        drag(f, list->viewport(), f.palette().entryCenter(QStringLiteral("Flatten")), &canvas, {300, 220});
        QTRY_COMPARE(f.bench().network.spec().nodes.size(), size_t{2});
        QVERIFY(f.bench().network.spec().links.empty());
        canvas.select({});
        wire(canvas, id(f, "Input"), id(f, "Flatten"));
        QCOMPARE(f.bench().network.spec().links.size(), size_t{1});
        canvas.select({id(f, "Flatten")});
        for (const char* type : {"Dense", "Activation", "Dense", "Output"}) {
            const QPoint entry = f.palette().entryCenter(QLatin1String(type));
            QTest::mouseDClick(f.window->windowHandle(), Qt::LeftButton, {}, f.inWindow(list->viewport(), entry));
            test::settle();
        }
        QCOMPARE(f.bench().network.spec().nodes.size(), size_t{6});
        QCOMPARE(f.bench().network.spec().links.size(), size_t{5});  // each was connected to the one before

        // Properties, through the inspector and the keyboard.
        canvas.select({id(f, "Dense")});
        QTRY_VERIFY(f.inspector().grid()->editor(QStringLiteral("units")));
        typeInto(f.inspector().grid()->editor(QStringLiteral("units")), QStringLiteral("64"));
        canvas.select({id(f, "Dense", 1)});
        typeInto(f.inspector().grid()->editor(QStringLiteral("units")), QStringLiteral("10"));
        const NodeSpec* hidden = f.bench().network.spec().find(id(f, "Dense").toStdString());
        QVERIFY(std::get<int64_t>(hidden->properties.at("units")) == 64);
        QTRY_VERIFY(f.bench().network.reportIsCurrent() && f.bench().network.errors() == 0);
        QCOMPARE(f.bench().network.report().parameters, int64_t{784 * 64 + 64 + 64 * 10 + 10});

        // Nodes move by mouse.
        f.networkPanel().fit();
        const QString dense = id(f, "Dense");
        const double before = f.bench().network.spec().find(dense.toStdString())->x;
        const QPoint at = canvas.nodeCenter(dense);
        QTest::mousePress(&canvas, Qt::LeftButton, {}, at);
        for (int i = 1; i <= 6; ++i) QTest::mouseMove(&canvas, at + QPoint(i * 15, 0));
        QTest::mouseRelease(&canvas, Qt::LeftButton, {}, at + QPoint(90, 0));
        QTRY_VERIFY(f.bench().network.spec().find(dense.toStdString())->x > before + 20);

        // A layer is bypassed and taken back by M.
        canvas.setFocus();
        canvas.select({dense});
        const int64_t parameters = f.bench().network.report().parameters;
        QTest::keyClick(&canvas, Qt::Key_M);
        QVERIFY(f.bench().network.spec().find(dense.toStdString())->bypassed);
        QTRY_VERIFY(f.bench().network.reportIsCurrent() && f.bench().network.report().parameters != parameters);
        QTest::keyClick(&canvas, Qt::Key_M);
        QTRY_VERIFY(f.bench().network.reportIsCurrent() && f.bench().network.report().parameters == parameters);

        // Copy, paste and delete by keyboard.
        const size_t nodes = f.bench().network.spec().nodes.size();
        QTest::keyClick(&canvas, Qt::Key_C, Qt::ControlModifier);
        QTest::keyClick(&canvas, Qt::Key_V, Qt::ControlModifier);
        QTRY_COMPARE(f.bench().network.spec().nodes.size(), nodes + 1);
        QTest::keyClick(&canvas, Qt::Key_Delete);
        QTRY_COMPARE(f.bench().network.spec().nodes.size(), nodes);

        // All the way back, and forth again to the identical network.
        const NetworkSpec end = f.bench().network.spec();
        QVERIFY(f.window->document().dirty());
        const int steps = f.bench().undo.count();
        QVERIFY(steps >= 11);
        for (int i = 0; i < steps; ++i) QTest::keyClick(f.window.get(), Qt::Key_Z, Qt::ControlModifier);
        QVERIFY(f.bench().network.spec() == start);
        QVERIFY(!f.window->document().dirty());
        for (int i = 0; i < steps; ++i) QTest::keyClick(f.window.get(), Qt::Key_Y, Qt::ControlModifier);
        QVERIFY(f.bench().network.spec() == end);
    }

    void mistakesShowAndAreRepairedInOneClick() {
        WindowFixture f;
        QVERIFY(f.ready());
        f.canvas().select({id(f, "Flatten")});
        f.trigger("deleteReconnectAction");
        QTRY_VERIFY(f.bench().network.reportIsCurrent());
        QVERIFY(f.bench().network.errors() > 0);
        QTRY_VERIFY(f.find<QPushButton>("repair_0_0"));
        f.press("trainButton");  // says why, and does not start
        QVERIFY(!f.window->messages().sentence().isEmpty());
        QVERIFY(!f.bench().controller.active());
        QTest::mouseClick(f.find<QPushButton>("repair_0_0"), Qt::LeftButton);
        QTRY_VERIFY(f.bench().network.reportIsCurrent() && f.bench().network.errors() == 0);
        QTest::keyClick(f.window.get(), Qt::Key_Z, Qt::ControlModifier);
        QTRY_VERIFY(f.bench().network.reportIsCurrent() && f.bench().network.errors() > 0);
    }

    // Nothing is at fault in a network that nobody has begun, and numbers of bytes are told with what they are of.
    void theStatusBarSaysWhatItsNumbersAre() {
        WindowFixture f;
        QVERIFY(f.ready());
        const auto says = [&](const char* label, const char* words) {
            return f.find<QLabel>(label)->text().contains(QLatin1String(words));
        };
        QTRY_VERIFY_WITH_TIMEOUT(says("statusMemory", "a run needs ") && says("statusMemory", " memory"), 120000);
        f.trigger("newAction");
        QTRY_VERIFY(f.bench().network.spec().nodes.empty() && f.bench().network.reportIsCurrent());
        QVERIFY(says("statusParameters", " parameters") && !says("statusParameters", "fault"));
    }

    // However narrow the panel, what is wrong is read first; repairs that have no room beside it are in a menu.
    void theSentenceOfAProblemComesFirst() {
        WindowFixture f;
        QVERIFY(f.ready());
        NetworkSpec spec = f.bench().network.spec();
        edits::setProperty(spec, "dense_3", "activation", std::string("softmax"));
        edits::setProperty(spec, "output", "loss", std::string("binary_crossentropy"));
        f.bench().network.setSpec(spec);
        QTRY_VERIFY(f.bench().network.reportIsCurrent() && f.find<QPushButton>("repair_0_2"));
        const auto* row = f.find<QWidget>("problem_0");
        const auto* sentence = row->findChild<ElidedLabel*>();
        auto* more = row->findChild<QPushButton*>(QStringLiteral("repairs"));
        const auto scroll = row->parentWidget()->parentWidget();
        for (const int width : {2600, 1280, 1000}) {
            f.window->resize(width, 720);
            test::settle();
            QVERIFY(row->width() <= scroll->width());
            int hidden = 0;
            for (int i = 0; i < 3; ++i) {
                const auto* button = f.find<QPushButton>(qPrintable(QStringLiteral("repair_0_%1").arg(i)));
                hidden += button->isHidden();
                QVERIFY(button->isHidden() || row->rect().contains(button->geometry()));
            }
            QCOMPARE(more->isVisible(), hidden > 0);
            QVERIFY(hidden == 3 || sentence->width() >= sentence->sizeHint().width());
            QVERIFY(width == 2600 ? hidden == 0 : hidden > 0);
        }
        QVERIFY(sentence->width() > 200);
        const QString last = f.find<QPushButton>("repair_0_2")->text();
        test::choose(*more, last);
        QTRY_VERIFY(f.bench().network.reportIsCurrent() && f.bench().undo.count() == 1);
        QVERIFY(f.bench().problems.all().empty());
    }

    void trainsPausesResumesStops() {
        WindowFixture f;
        QVERIFY(f.ready());
        QTest::keyClick(f.window.get(), Qt::Key_3, Qt::ControlModifier);
        f.press("trainButton");
        QVERIFY(QTest::qWaitFor([&] { return f.points("loss") > 20; }, 120000));
        auto* scalars = f.window->findChild<ScalarsPanel*>();
        QVERIFY(scalars && scalars->chart(QStringLiteral("loss")));
        QTRY_VERIFY(scalars->chart(QStringLiteral("loss"))->isVisible());

        f.press("trainButton");  // now Pause
        QVERIFY(f.reaches(RunState::Paused));
        const int64_t step = f.run().lastStep.step;
        f.press("stepButton");
        QTRY_VERIFY(f.run().lastStep.step > step);
        QCOMPARE(f.run().lastStep.step, step + 1);  // none was taken while it paused
        f.press("trainButton");                     // now Resume
        QTRY_VERIFY(f.run().lastStep.step > step + 20);

        // The rate changes while it runs, and leaves its mark.
        QWidget* rate = f.training().editorOf(QStringLiteral("learning_rate"));
        typeInto(rate, QStringLiteral("0.0005"));
        QTRY_VERIFY(!f.run().marks.empty());
        QTRY_COMPARE(f.run().lastStep.learningRate, 0.0005);
        QCOMPARE(f.bench().training.spec().learningRate, 0.001);  // the project keeps its own

        f.press("stopButton");
        QVERIFY(f.reaches(RunState::Stopped));
        QTRY_COMPARE(f.run().state, RunState::Stopped);
        QVERIFY(f.find<QPushButton>("trainButton")->text().contains(QStringLiteral("Train")));
    }

    void exportsWhatEvaluatesHeadlesslyToTheSameAccuracy() {
        WindowFixture f;
        QVERIFY(f.ready());
        f.trigger("template_mlp");
        f.bench().training.setSpec([&] {
            TrainingSpec spec = f.bench().training.spec();
            spec.epochs = 1;
            return spec;
        }());
        QTRY_VERIFY(f.bench().network.reportIsCurrent());
        f.press("trainButton");
        QVERIFY(f.reaches(RunState::Finished, 120000));
        QTRY_VERIFY(f.points("val_accuracy") == 1);
        const double inWindow = f.run().scalars.at(QStringLiteral("val_accuracy")).back().value;

        const QString file = f.folder.filePath(QStringLiteral("weights.safetensors"));
        f.trigger("exportAction");
        QTRY_VERIFY(f.find<QFileDialog>("exportDialog"));
        auto* dialog = f.find<QFileDialog>("exportDialog");
        auto* name = dialog->findChild<QLineEdit*>(QStringLiteral("fileNameEdit"));
        QVERIFY(name);
        name->setText(file);
        QTest::keyClick(name, Qt::Key_Return);
        QTRY_VERIFY(QFileInfo::exists(file));
        QTRY_VERIFY(f.window->messages().sentence().contains(file));
        QVERIFY(holdsWeightsAlone(loadCheckpoint(file.toStdString())));

        // The other sort holds what a run needs to go on.
        const QString whole = f.folder.filePath(QStringLiteral("whole.safetensors"));
        QTRY_VERIFY(!f.find<QFileDialog>("exportDialog"));
        f.trigger("exportAction");
        QTRY_VERIFY(f.find<QFileDialog>("exportDialog"));
        dialog = f.find<QFileDialog>("exportDialog");
        dialog->selectNameFilter(dialog->nameFilters().at(1));
        name = dialog->findChild<QLineEdit*>(QStringLiteral("fileNameEdit"));
        name->setText(whole);
        QTest::keyClick(name, Qt::Key_Return);
        QTRY_VERIFY(QFileInfo::exists(whole));
        QTRY_VERIFY(f.window->messages().sentence().contains(whole));
        QVERIFY(!holdsWeightsAlone(loadCheckpoint(whole.toStdString())));
        QVERIFY(!f.window->messages().sentence().contains(QStringLiteral("the best are")));  // they are

        // Where others of the run are better it is said, and how one comes by them.
        const std::string best = (f.run().folder + QStringLiteral("/best.safetensors")).toStdString();
        QTRY_VERIFY(QFileInfo::exists(QString::fromStdString(best)));
        Snapshot earlier = loadCheckpoint(best);
        const auto last = earlier.position.step;
        earlier.position.step = 1;
        saveCheckpoint(earlier, best);
        QString said;
        f.bench().controller.exportCheckpoint(f.folder.filePath(QStringLiteral("last.safetensors")), false,
                                              [&](const QString&, const QString& better) { said = better; });
        QTRY_VERIFY(!said.isEmpty());
        QVERIFY2(said.contains(QStringLiteral("after step 1,")) && said.contains(grouped(last)), qPrintable(said));

        QVERIFY2(QFileInfo::exists(QStringLiteral(TENSORLOOM_CLI)), "the headless program is not built");
        QProcess headless;
        headless.start(QStringLiteral(TENSORLOOM_CLI),
                       {QStringLiteral("eval"), file, QStringLiteral("--data"), QStringLiteral("sample"),
                        QStringLiteral("--split"), QStringLiteral("validation"), QStringLiteral("--json")});
        QVERIFY(headless.waitForFinished(120000));
        const QByteArray out = headless.readAllStandardOutput();
        QVERIFY2(headless.exitCode() == 0, headless.readAllStandardError().constData());
        const QJsonObject result = QJsonDocument::fromJson(out).object();
        QVERIFY2(result.contains(QStringLiteral("accuracy")), out.constData());
        QCOMPARE_LE(std::abs(result[QStringLiteral("accuracy")].toDouble() - inWindow), 1e-6);
    }

    void savesOpensAndKeepsUnsavedWork() {
        const QString project = QStringLiteral("/ohne Titel – 網絡.tlm");
        WindowFixture f;
        QVERIFY(f.ready());
        const QString file = f.folder.path() + project;
        f.canvas().select({id(f, "Conv2D")});
        typeInto(f.inspector().grid()->editor(QStringLiteral("filters")), QStringLiteral("9"));
        QVERIFY(f.window->document().dirty());
        f.window->document().save(file);
        QTRY_VERIFY(!f.window->document().dirty());
        QVERIFY(QFileInfo::exists(file));
        const NetworkSpec saved = f.bench().network.spec();

        // More edits; the recovery copy is written, the user's file is not touched.
        const QDateTime modified = QFileInfo(file).lastModified();
        f.palette().list();
        f.networkPanel().addLayer(QStringLiteral("Dropout"));
        const NetworkSpec unsaved = f.bench().network.spec();
        f.window->document().autosaveNow();
        const QDir recovery(f.folder.filePath(QStringLiteral("recovery")));
        QTRY_COMPARE(recovery.entryList({QStringLiteral("*.tlm")}).size(), 1);
        QCOMPARE(QFileInfo(file).lastModified(), modified);

        // As after a crash: the copy is there, and its lock belongs to nobody.
        const QString copy = recovery.filePath(recovery.entryList({QStringLiteral("*.tlm")}).first());
        const QString kept = f.folder.filePath(QStringLiteral("kept.tlm"));
        QVERIFY(QFile::copy(copy, kept) &&
                QFile::copy(copy + QStringLiteral(".origin"), kept + QStringLiteral(".origin")));
        f.window->close();  // asks
        auto* box = f.find<Question>("unsavedBox");
        QVERIFY(box);
        QTest::mouseClick(f.find<QPushButton>("discardButton"), Qt::LeftButton);
        QTRY_VERIFY(!f.window->isVisible());
        f.window.reset();
        QCOMPARE(recovery.entryList({QStringLiteral("*.tlm")}).size(), 0);
        QVERIFY(QFile::rename(kept, copy) &&
                QFile::rename(kept + QStringLiteral(".origin"), copy + QStringLiteral(".origin")));
        f.open(file);
        QTRY_VERIFY(f.window->document().path() == file);
        QVERIFY(f.bench().network.spec() == saved);
        QTRY_VERIFY(f.window->messages().sentence().contains(QStringLiteral("unsaved")));
        f.press("messageOffer0");
        QTRY_VERIFY(f.bench().network.spec() == unsaved);
        QVERIFY(f.window->document().dirty());
        QCOMPARE(f.window->document().path(), file);
    }

    void filesThatCannotBeReadSayWhyAndNothingIsLost() {
        WindowFixture f;
        QVERIFY(f.ready());
        const NetworkSpec before = f.bench().network.spec();
        const QString file = f.folder.filePath(QStringLiteral("broken.tlm"));
        QFile broken(file);
        QVERIFY(broken.open(QIODevice::WriteOnly));
        broken.write("{\"name\": \"x\", \"network\": {");
        broken.close();
        f.window->document().open(file);
        QTRY_VERIFY(f.window->messages().sentence().contains(QStringLiteral("broken.tlm")));
        QVERIFY(f.bench().network.spec() == before);
        f.window->document().save(QStringLiteral("/proc/nowhere/x.tlm"));
        QTRY_VERIFY(f.window->messages().sentence().contains(QStringLiteral("not saved")));
        f.window->document().openData(QStringLiteral("folder:/nowhere"));
        QTRY_VERIFY(f.window->messages().sentence().endsWith(QStringLiteral(" The data set “sample” stays open.")));
        QCOMPARE(f.bench().data.spec(), QStringLiteral("sample"));
        f.window->document().openData({});
        f.window->document().openData(QStringLiteral("folder:/nowhere"));  // in the place of nothing
        QTRY_COMPARE(f.bench().data.state(), DataSetModel::State::Failed);
        f.press("trainButton");
        QTRY_VERIFY(!f.window->messages().sentence().isEmpty());
        QVERIFY(!f.bench().controller.active());
    }

    // The keyboard comes along to what a workspace is for, and back to what had it there: the next key is meant for a
    // layer, an image, a curve, and is typed into no field.
    void theKeyboardFollowsTheWorkspace() {
        WindowFixture f;
        QVERIFY(f.ready());
        const QString layer = id(f, "Conv2D");
        f.canvas().select({layer});
        f.canvas().setFocus();
        const auto go = [&](int space) {
            QTest::keyClick(f.window->windowHandle(), static_cast<Qt::Key>(Qt::Key_1 + space), Qt::ControlModifier);
            test::settle();
            const QWidget* focus = QApplication::focusWidget();
            return focus && focus->isVisible() ? focus->objectName() : QStringLiteral("nowhere");
        };
        const QStringList first{f.canvas().objectName(), QStringLiteral("imageGrid"), QStringLiteral("runTable"),
                                QStringLiteral("graphCanvas"), QStringLiteral("profilePanel")};
        for (int space = 1; space < 5; ++space) QCOMPARE(go(space), first[space]);
        QCOMPARE(go(0), f.canvas().objectName());
        const NetworkSpec before = f.bench().network.spec();
        QTest::keyClick(f.window->windowHandle(), Qt::Key_M);
        QVERIFY(!(f.bench().network.spec() == before));
        f.bench().undo.undo();
        // From a field it goes on to the view, and what is a view has it again.
        auto* search = f.find<QLineEdit>("layerSearch");
        QVERIFY(search);
        search->setFocus();
        go(1);
        QCOMPARE(go(0), f.canvas().objectName());
        QVERIFY(search->text().isEmpty());
    }

    // One that stands in both workspaces keeps it, though its dock is hidden for a moment.
    void aPanelThatStaysKeepsTheKeyboard() {
        WindowFixture f;
        QVERIFY(f.ready());
        auto* dock = f.find<QWidget>("inspectorDock");
        auto* table = f.find<QTableView>("summaryTable");
        f.window->showWorkspace(MainWindow::TrainSpace);
        dock->show();
        test::settle();
        f.window->showWorkspace(MainWindow::NetworkSpace);
        test::settle();
        table->setFocus();
        QVERIFY(table->hasFocus());
        f.window->showWorkspace(MainWindow::TrainSpace);
        test::settle();
        QVERIFY(table->isVisible());
        QVERIFY(table->hasFocus());
    }

    // On a small screen the list of runs has room; what is set once in a while is a tab beside the settings.
    void aSmallScreenHasRoomForRuns() {
        WindowFixture f;
        QVERIFY(f.ready());
        f.window->resize(1280, 740);
        f.window->showWorkspace(MainWindow::TrainSpace);
        test::settle();
        const auto* runs = f.find<QAbstractItemView>("runTable");
        const int room = runs->viewport()->height() / Theme::kTableRow;
        QVERIFY2(room >= 7, qPrintable(QString::number(room)));
        QVERIFY(!test::behindATab(f.find<QDockWidget>("trainingDock")));
        for (const char* dock : {"watchesDock", "breakpointsDock"})
            QVERIFY2(test::behindATab(f.find<QDockWidget>(dock)), dock);
    }

    // At the largest letters on a small screen: the window stays on it, and what does not fit is scrolled to, not cut.
    void largeLettersAreNotCut() {
        WindowFixture f;
        QVERIFY(f.ready());
        const QSize screen(1280, 760);
        f.window->resize(screen);
        f.canvas().select({id(f, "Conv2D")});
        const int layers = f.find<QWidget>("layersDock")->width();
        const auto docksOfTraining = [&] {
            f.window->showWorkspace(MainWindow::TrainSpace);
            test::settle();
            QMap<QString, int> widths;
            for (auto* dock : f.window->findChildren<QDockWidget*>())
                if (dock->isVisible() && !test::behindATab(dock)) widths[dock->objectName()] = dock->width();
            return widths;
        };
        const QMap<QString, int> before = docksOfTraining();
        QVERIFY(before.size() > 2);
        f.window->showWorkspace(MainWindow::NetworkSpace);
        Theme::instance().setTextScale(1.5);
        const auto back = qScopeGuard([] { Theme::instance().setTextScale(1); });
        test::settle();
        // The first layer clear of the buttons above it, which have grown as well.
        const QPoint first = f.canvas().nodeCenter(id(f, "Input"));
        for (auto* button : f.networkPanel().findChildren<QAbstractButton*>())
            if (button->isVisible())
                QVERIFY2(button->mapTo(&f.networkPanel(), QPoint(0, button->height())).y() < first.y() - 20,
                         qPrintable(button->objectName()));
        // As wide as it gets: a run that stands still has the most buttons.
        f.trigger("trainAction");
        QVERIFY(f.reaches(RunState::Running));
        f.trigger("pauseAction");
        QVERIFY(f.reaches(RunState::Paused));
        const int larger = f.find<QWidget>("layersDock")->width();
        QVERIFY2(larger > 1.2 * layers, qPrintable(QStringLiteral("%1 after %2").arg(larger).arg(layers)));
        for (int space = 0; space < 5; ++space) {
            f.window->showWorkspace(space);
            f.window->resize(screen);
            test::settle();
            QVERIFY2(f.window->width() <= screen.width(),
                     qPrintable(QStringLiteral("workspace %1:%2").arg(space).arg(f.wide())));
            for (auto* area : f.window->findChildren<QScrollArea*>()) {
                if (!area->isVisible() || !area->widget() || !area->widgetResizable()) continue;
                QVERIFY2(area->widget()->width() <= area->viewport()->width() ||
                             area->horizontalScrollBarPolicy() != Qt::ScrollBarAlwaysOff,
                         qPrintable(QStringLiteral("workspace %1: %2, %3 in %4")
                                        .arg(space)
                                        .arg(area->parentWidget()->objectName())
                                        .arg(area->widget()->width())
                                        .arg(area->viewport()->width())));
            }
        }
        f.window->showWorkspace(MainWindow::DataSpace);
        test::settle();
        auto* range = f.find<QLabel>("imageRange");
        QVERIFY2(range->width() >= range->fontMetrics().horizontalAdvance(range->text()),
                 qPrintable(QStringLiteral("%1 has %2 px").arg(range->text()).arg(range->width())));
        f.bench().controller.stop();
        QVERIFY(f.reaches(RunState::Stopped));
        // With the letters of before, all has the room of before.
        Theme::instance().setTextScale(1);
        test::settle();
        f.window->resize(screen);
        const auto asBefore = [&] {
            const QMap<QString, int> after = docksOfTraining();
            QCOMPARE(after.keys(), before.keys());
            for (const QString& dock : before.keys())
                QVERIFY2(std::abs(after[dock] - before[dock]) <= 8,
                         qPrintable(QStringLiteral("%1: %2, before %3").arg(dock).arg(after[dock]).arg(before[dock])));
        };
        asBefore();
        // Also where these docks were in sight, with less room than such letters want.
        Theme::instance().setTextScale(1.5);
        test::settle();
        f.window->resize(screen);
        test::settle();
        Theme::instance().setTextScale(1);
        test::settle();
        f.window->resize(screen);
        asBefore();
    }

    // Work that was asked of one project and comes when another is open is dropped.
    void lateJobsAreDropped() {
        WindowFixture f;
        QVERIFY(f.ready());
        Project project;
        project.name = "late";
        project.network = findTemplate("mlp").make({Shape{1, 28, 28}, 10});
        project.dataSpec = "sample";
        const QString file = f.folder.filePath(QStringLiteral("late.tlm"));
        saveProject(project, file.toStdString());
        const auto idle = [&] { return f.bench().jobs.running() == 0; };
        QTRY_VERIFY(idle());
        f.window->document().open(file);
        f.window->document().newEmpty();  // before that was read
        QTRY_VERIFY(idle());
        QVERIFY(f.bench().network.spec().nodes.empty());
        QCOMPARE(f.window->document().path(), QString());

        // The layout of a large network: its names are those of the next one's layers.
        NetworkSpec large;
        for (int i = 0; i < 2000; ++i) {
            NodeSpec node;
            node.id = "dense_" + std::to_string(i);
            node.type = "Dense";
            if (i > 0) large.links.push_back({"dense_" + std::to_string(i - 1), node.id, 0});
            large.nodes.push_back(std::move(node));
        }
        f.bench().network.setSpec(large);
        f.trigger("layoutAction");
        f.window->document().newFromTemplate("mlp");
        const NetworkSpec fresh = f.bench().network.spec();
        QTRY_VERIFY(idle());
        QVERIFY(f.bench().network.spec() == fresh);
        QCOMPARE(f.bench().undo.count(), 0);
        QVERIFY(!f.window->document().dirty());
    }

    // A panel that was taken out of the window is painted after each change of workspace, also where the other one's
    // layout has it in the window; and so it is when it is back there.
    void aLooseDockIsPaintedAgain() {
        WindowFixture f;
        QVERIFY(f.ready());
        const auto painted = [&](bool floats) {
            const auto* dock = f.find<QDockWidget>("problemsDock");
            const auto parts = dock->findChildren<QWidget*>();
            return dock->isVisible() && dock->isFloating() == floats && dock->updatesEnabled() &&
                   std::ranges::all_of(parts, [](const QWidget* part) { return part->updatesEnabled(); });
        };
        const auto thereAndBack = [&] {
            f.window->showWorkspace(MainWindow::DataSpace);
            test::settle();
            QVERIFY(!f.find<QDockWidget>("problemsDock")->isVisible());
            f.window->showWorkspace(MainWindow::NetworkSpace);
            test::settle();
        };
        thereAndBack();  // both layouts are known now
        QTRY_VERIFY(painted(false));
        f.find<QDockWidget>("problemsDock")->setFloating(true);
        QTRY_VERIFY(painted(true));
        thereAndBack();
        QTRY_VERIFY(painted(true));
        Theme::instance().setTextScale(1.25);  // all is made again, and put where it was
        const auto back = qScopeGuard([] { Theme::instance().setTextScale(1); });
        test::settle();
        QTRY_VERIFY(painted(true));
        f.trigger("resetLayoutAction");
        QTRY_VERIFY(painted(false));
    }

    // In the dark all that lies beneath has its colour.
    void aLooseDockHasAnEdge() {
        WindowFixture f;
        QVERIFY(f.ready());
        auto* dock = f.find<QDockWidget>("problemsDock");
        dock->setFloating(true);
        QTRY_VERIFY(dock->isFloating() && dock->isVisible());
        const auto edges = [&] {
            const QImage image = dock->grab().toImage();
            const int right = image.width() - 1, bottom = image.height() - 1;
            const QRgb line = Theme::instance().color(Token::Line).rgb();
            return std::ranges::all_of(std::array{QPoint(0, bottom / 2), QPoint(right, bottom / 2),
                                                  QPoint(right / 2, 0), QPoint(right / 2, bottom)},
                                       [&](const QPoint& at) { return image.pixel(at) == line; });
        };
        QTRY_VERIFY(edges());
        dock->setFloating(false);
        QTRY_VERIFY(!dock->isFloating() && !edges());
    }

    void workspacesKeepTheirLayout() {
        WindowFixture f;
        QVERIFY(f.ready());
        auto* layers = f.find<QWidget>("layersDock");
        auto* runs = f.find<QWidget>("runsDock");
        QVERIFY(layers->isVisible() && !runs->isVisible());
        QTest::keyClick(f.window.get(), Qt::Key_3, Qt::ControlModifier);
        QTRY_VERIFY(runs->isVisible() && !layers->isVisible());
        QTest::keyClick(f.window.get(), Qt::Key_1, Qt::ControlModifier);
        QTRY_VERIFY(layers->isVisible());
        layers->close();
        QTest::keyClick(f.window.get(), Qt::Key_2, Qt::ControlModifier);
        QTest::keyClick(f.window.get(), Qt::Key_1, Qt::ControlModifier);
        QTRY_VERIFY(f.find<QWidget>("inspectorDock")->isVisible());
        QVERIFY(!f.find<QWidget>("layersDock")->isVisible());
        f.window->close();
        f.open();  // the next start remembers
        QTRY_VERIFY(f.find<QWidget>("inspectorDock")->isVisible());
        QVERIFY(!f.find<QWidget>("layersDock")->isVisible());
        f.trigger("resetLayoutAction");
        QTRY_VERIFY(f.find<QWidget>("layersDock")->isVisible());
    }
};

QTEST_MAIN(TestWorkbench)

}  // namespace test_workbench

#include "test_workbench.moc"
