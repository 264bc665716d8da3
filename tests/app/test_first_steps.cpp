// What a new user tries in the first quarter of an hour, by menu, mouse and keyboard: templates, files, a layer nobody
// knows, the theme, loose docks, small screens. Nothing may be cut off, whatever the theme and the size. With
// TENSORLOOM_PICTURES set to a folder, each step leaves its picture there.
#include <QDir>
#include <QDockWidget>
#include <QFile>
#include <QFileDialog>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QMenuBar>
#include <QProcess>
#include <QPushButton>
#include <QScopeGuard>
#include <QScreen>
#include <QScrollArea>
#include <QSlider>
#include <QToolBar>
#include <QToolButton>
#include <QtTest>

#include "engine/model/templates.h"
#include "tests/app/window_fixture.h"
#include "tests/support/behind_tab.h"
#include "ui/inspector/inspector_panel.h"
#include "ui/network/layer_palette_panel.h"
#include "widgets/controls/question.h"
#include "widgets/properties/property_grid.h"

namespace test_first_steps {

using namespace tl;

namespace {

void look(WindowFixture& f, const QString& name) {
    const QString folder = qEnvironmentVariable("TENSORLOOM_PICTURES");
    if (folder.isEmpty()) return;
    test::settle();
    QVERIFY(QDir().mkpath(folder) && f.window->grab().save(QDir(folder).filePath(name + QStringLiteral(".png"))));
}

bool scrolls(const QWidget* widget) {
    for (; widget; widget = widget->parentWidget())
        if (qobject_cast<const QAbstractScrollArea*>(widget)) return true;
    return false;
}

// Names of the labels and buttons that show less than their text needs.
QStringList cutOff(QWidget* window) {
    QStringList found;
    const auto check = [&found](QWidget* widget, const QString& text, bool mayElide) {
        if (!widget->isVisible() || text.isEmpty() || scrolls(widget) || test::behindATab(widget)) return;
        const QSize need = widget->minimumSizeHint();
        const bool whole = widget->visibleRegion().boundingRect() == widget->rect();
        const bool high = widget->height() >= widget->fontMetrics().height();
        const bool wide = mayElide || widget->width() >= need.width();
        if (!whole || !high || !wide)
            found << QStringLiteral("%1 \"%2\" %3x%4")
                         .arg(widget->objectName(), text)
                         .arg(widget->width())
                         .arg(widget->height());
    };
    for (auto* label : window->findChildren<QLabel*>()) check(label, label->text(), label->wordWrap());
    for (auto* button : window->findChildren<QAbstractButton*>())
        check(button, button->text(), button->sizePolicy().horizontalPolicy() == QSizePolicy::Ignored);
    return found;
}

}  // namespace

class TestFirstSteps : public QObject {
    Q_OBJECT
private slots:
    void nothingIsCutOff_data() {
        QTest::addColumn<bool>("dark");
        QTest::addColumn<QSize>("size");
        for (const bool dark : {true, false})
            for (const QSize size : {QSize(1600, 1000), QSize(1280, 800), QSize(1066, 666)})
                QTest::addRow("%s %dx%d", dark ? "dark" : "light", size.width(), size.height()) << dark << size;
    }
    void nothingIsCutOff() {
        QFETCH(bool, dark);
        QFETCH(QSize, size);
        Theme::instance().setDark(dark);
        const auto restore = qScopeGuard([] { Theme::instance().setDark(true); });
        WindowFixture f;
        f.window->resize(size);
        QVERIFY(f.ready());
        for (int space : {MainWindow::NetworkSpace, MainWindow::DataSpace, MainWindow::TrainSpace}) {
            f.window->showWorkspace(space);
            test::settle();
            const QStringList cut = cutOff(f.window.get());
            QVERIFY2(cut.isEmpty(), qPrintable(cut.join(QStringLiteral(", "))));
            look(f, QStringLiteral("%1-%2-%3")
                        .arg(dark ? QStringLiteral("dark") : QStringLiteral("light"))
                        .arg(size.width())
                        .arg(space));
        }
        QCOMPARE(f.window->size(), size);  // the panels do not force a larger window
        auto* menus = f.window->findChild<QMenuBar*>();
        QVERIFY(menus && menus->height() == Theme::kMenuBar);
        for (QAction* menu : menus->actions()) {
            QVERIFY2(menus->rect().contains(menus->actionGeometry(menu)), qPrintable(menu->text()));
            QVERIFY(menus->actionGeometry(menu).width() > 20);
        }
        QCOMPARE(f.window->findChild<QToolBar*>()->height(), Theme::kToolBar);
    }

    void everyTemplateIsWholeAndFresh() {
        WindowFixture f;
        QVERIFY(f.ready());
        for (const NetworkTemplate& one : allTemplates()) {
            const QString id = QString::fromStdString(one.id);
            f.trigger(qPrintable(QStringLiteral("template_") + id));
            // A recipe may split the data otherwise, which opens it anew.
            QTRY_VERIFY(f.bench().data.dataSet() && f.bench().network.reportIsCurrent());
            QVERIFY2(f.bench().network.spec().nodes.size() > 2, qPrintable(id));
            for (const Diagnostic& d : f.bench().network.report().diagnostics)
                QVERIFY2(d.severity != Diagnostic::Severity::Error, d.message.english().c_str());
            QCOMPARE(f.bench().undo.count(), 0);
            QVERIFY(f.window->document().path().isEmpty());
            look(f, QStringLiteral("template-") + id);
            auto* asks = f.find<Question>("unsavedBox");
            QVERIFY(!asks);  // nothing was done yet that could be lost
        }
    }

    // On an empty canvas, of the data that is open, and only once somebody looks.
    void templatesSayTheirSize() {
        WindowFixture f;
        QVERIFY(f.ready());
        const auto chip = [&](const char* id) { return f.find<QPushButton>((QByteArray("start_") + id).constData()); };
        QVERIFY(chip("lenet")->accessibleDescription().isEmpty());
        f.trigger("newAction");
        QTRY_COMPARE(chip("lenet")->accessibleDescription(), QStringLiteral("61,706 weights"));
        QCOMPARE(f.find<QLabel>("startInput")->text(), QStringLiteral("with inputs of 1×28×28, 10 classes"));
        QStringList shown;
        for (const QLabel* label : chip("lenet")->findChildren<QLabel*>()) shown << label->text();
        QCOMPARE(shown, (QStringList{"LeNet-5", "61,706 weights"}));
        look(f, QStringLiteral("templates"));
        for (const char* id : {"mlp", "resnet20"}) {  // the numbers of what is begun
            const QString said = chip(id)->accessibleDescription();
            QTest::mouseClick(chip(id), Qt::LeftButton);
            QTRY_VERIFY(!f.bench().network.spec().nodes.empty() && f.bench().network.reportIsCurrent());
            QCOMPARE(said, grouped(f.bench().network.report().parameters) + QStringLiteral(" weights"));
            f.trigger("newAction");
            QVERIFY(f.bench().network.spec().nodes.empty());
        }
        f.bench().network.setFacts({Shape{3, 32, 32}, 100}, QStringLiteral("other"));
        QTRY_VERIFY(f.find<QLabel>("startInput")->text().contains("3×32×32, 100 classes"));
        QVERIFY(chip("lenet")->accessibleDescription() != QStringLiteral("61,706 weights"));
        // With large letters they stand in more rows.
        Theme::instance().setTextScale(1.5);
        const auto back = qScopeGuard([] { Theme::instance().setTextScale(1); });
        f.window->resize(1280, 800);
        test::settle();
        const auto* row = f.find<QWidget>("startRow");
        QVERIFY(row->isVisible() && row->x() >= 0 && row->geometry().right() <= row->parentWidget()->width());
        look(f, QStringLiteral("templates-large"));
        // And below what the canvas says, on however many lines it does.
        for (const int width : {1280, 1024, 800})
            for (const double scale : {1.0, 1.1, 1.5}) {
                Theme::instance().setTextScale(scale);
                f.window->resize(width, 800);
                test::settle();
                row = f.find<QWidget>("startRow");
                QVERIFY(row->y() >= f.canvas().belowEmptyText());
            }
    }

    // On the empty canvas: Undo brings that back, with the settings of before, and nothing is asked about it.
    void aTemplateOnTheCanvasIsAStep() {
        WindowFixture f;
        QVERIFY(f.ready());
        f.trigger("newAction");
        const TrainingSpec before = f.bench().training.spec();
        const QString title = f.window->windowTitle();
        auto* chip = f.find<QPushButton>("start_airbench94_muon");
        QTRY_VERIFY(chip->isVisible());
        QTest::mouseClick(chip, Qt::LeftButton);
        QTRY_VERIFY(!f.bench().network.spec().nodes.empty() && f.bench().network.reportIsCurrent());
        const NetworkSpec made = f.bench().network.spec();
        const TrainingSpec recipe = f.bench().training.spec();
        QVERIFY(recipe != before);
        QVERIFY(f.canvas().hasFocus() && !chip->isVisible());
        QCOMPARE(f.bench().undo.count(), 1);
        QVERIFY2(f.find<QAction>("undoAction")->text().endsWith(" (network)"),
                 qPrintable(f.find<QAction>("undoAction")->text()));
        QVERIFY(!f.window->document().dirty());
        QCOMPARE(f.window->windowTitle(), title);
        QTest::keyClick(&f.canvas(), Qt::Key_Z, Qt::ControlModifier);
        QVERIFY(f.bench().network.spec().nodes.empty());
        QVERIFY(f.bench().training.spec() == before);
        QVERIFY(chip->isVisible() && !f.window->document().dirty());
        QTest::keyClick(&f.canvas(), Qt::Key_Y, Qt::ControlModifier);
        QVERIFY(f.bench().network.spec() == made && f.bench().training.spec() == recipe);
        QTest::keyClick(&f.canvas(), Qt::Key_Z, Qt::ControlModifier);
        // What was set before is kept, and is work.
        f.typeEpochs(7);
        QVERIFY(f.window->document().dirty());
        QTest::mouseClick(f.find<QPushButton>("start_lenet"), Qt::LeftButton);
        QTRY_VERIFY(!f.bench().network.spec().nodes.empty());
        QCOMPARE(f.bench().training.spec().epochs, 7);
        QVERIFY(f.window->document().dirty());
        QTest::keyClick(&f.canvas(), Qt::Key_Z, Qt::ControlModifier);
        QVERIFY(f.bench().network.spec().nodes.empty());
        QCOMPARE(f.bench().training.spec().epochs, 7);
        // Steps of the network are seen here; of others it is said what they were of.
        QVERIFY(!f.window->messages().sentence().startsWith(QStringLiteral("Undone")));
        QCOMPARE(f.find<QAction>("undoAction")->text(),
                 QStringLiteral("&Undo: epochs: %1 → 7 (training)").arg(before.epochs));
        QTest::keyClick(&f.canvas(), Qt::Key_Z, Qt::ControlModifier);
        QCOMPARE(f.bench().training.spec().epochs, before.epochs);
        QCOMPARE(f.window->messages().sentence(),
                 QStringLiteral("Undone: epochs: %1 → 7 (training).").arg(before.epochs));
    }

    void savesAsOpensAgainAndRemembers() {
        WindowFixture f;
        QVERIFY(f.ready());
        f.networkPanel().addLayer(QStringLiteral("Dropout"));
        QTRY_VERIFY(f.find<QLabel>("unsavedDot")->isVisible());
        QTest::keyClick(f.window.get(), Qt::Key_S, Qt::ControlModifier);
        QTRY_VERIFY(f.find<QFileDialog>("saveDialog"));
        auto* name = f.find<QFileDialog>("saveDialog")->findChild<QLineEdit*>(QStringLiteral("fileNameEdit"));
        const QString file = f.folder.filePath(QStringLiteral("first.tlm"));
        name->setText(f.folder.filePath(QStringLiteral("first")));  // the ending is added
        QTest::keyClick(name, Qt::Key_Return);
        QTRY_VERIFY(QFileInfo::exists(file));
        QTRY_VERIFY(!f.find<QLabel>("unsavedDot")->isVisible());
        QCOMPARE(f.find<QLabel>("fileName")->text(), QStringLiteral("first.tlm"));
        const NetworkSpec saved = f.bench().network.spec();
        f.trigger("newAction");
        QTRY_VERIFY(f.bench().network.spec().nodes.empty());
        look(f, QStringLiteral("empty-network"));
        QVERIFY(f.find<QWidget>("startRow")->isVisible());  // and templates are offered in its place
        NodeCanvas& canvas = *f.networkPanel().canvas();
        canvas.setFocus();
        QTest::keyClick(&canvas, Qt::Key_Tab);
        auto* search = f.find<QWidget>("layerPalette");
        QVERIFY(search->isVisible() && !f.find<QWidget>("startRow")->isVisible());  // nothing lies over it
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Escape);
        QVERIFY(!search->isVisible() && f.find<QWidget>("startRow")->isVisible());

        QMenu* recent = nullptr;
        for (auto* menu : f.window->findChildren<QMenu*>())
            if (menu->title().contains(QStringLiteral("recent")) && !recent) recent = menu;
        QVERIFY(recent);
        emit recent->aboutToShow();
        QCOMPARE(recent->actions().first()->text(), file);
        recent->actions().first()->trigger();
        QTRY_VERIFY(f.bench().network.spec() == saved);
    }

    void anUnsavedProjectAsksAndCancelStays() {
        WindowFixture f;
        QVERIFY(f.ready());
        f.networkPanel().addLayer(QStringLiteral("Dropout"));
        const NetworkSpec mine = f.bench().network.spec();
        f.trigger("newAction");
        auto* box = f.find<Question>("unsavedBox");
        QVERIFY(box);
        QTest::mouseClick(f.find<QPushButton>("cancelButton"), Qt::LeftButton);
        QTRY_VERIFY(!f.find<Question>("unsavedBox"));
        QVERIFY(f.bench().network.spec() == mine);
        f.window->close();
        QTRY_VERIFY(f.find<Question>("unsavedBox"));
        QTest::mouseClick(f.find<QPushButton>("cancelButton"), Qt::LeftButton);
        QTRY_VERIFY(!f.find<Question>("unsavedBox"));
        QVERIFY(f.window->isVisible());
    }

    // A layer from a newer version: drawn as such, explained, kept word for word.
    void anUnknownLayerIsShownAndKept() {
        WindowFixture f;
        QVERIFY(f.ready());
        const QString file = f.folder.filePath(QStringLiteral("a.tlm")),
                      again = f.folder.filePath(QStringLiteral("b.tlm"));
        f.window->document().save(file);
        QTRY_VERIFY(QFileInfo::exists(file));
        QFile project(file);
        QVERIFY(project.open(QIODevice::ReadOnly));
        QByteArray text = project.readAll();
        project.close();
        QVERIFY(text.contains("\"MaxPooling2D\""));
        text.replace("\"MaxPooling2D\"", "\"HyperPool\"");
        QVERIFY(project.open(QIODevice::WriteOnly) && project.write(text) == text.size());
        project.close();
        f.window->document().open(file);
        QTRY_VERIFY(f.bench().network.reportIsCurrent() && f.bench().network.errors() > 0);
        QString node;
        for (const NodeSpec& one : f.bench().network.spec().nodes)
            if (one.type == "HyperPool") node = QString::fromStdString(one.id);
        QVERIFY(!node.isEmpty());
        f.canvas().select({node});
        test::settle();
        look(f, QStringLiteral("unknown-layer"));
        QVERIFY(f.bench().network.node(node).placeholder);
        f.window->document().save(again);
        QTRY_VERIFY(QFileInfo::exists(again));
        QFile kept(again);
        QVERIFY(kept.open(QIODevice::ReadOnly));
        QVERIFY(kept.readAll().contains("\"HyperPool\""));
    }

    void theThemeChangesWhileItRuns() {
        WindowFixture f;
        QVERIFY(f.ready());
        const QColor before = f.window->grab().toImage().pixelColor(f.window->width() / 2, 10);
        f.trigger("themeAction");
        QVERIFY(!Theme::instance().dark());
        for (int space : {0, 1, 2}) {
            f.window->showWorkspace(space);
            test::settle();
            look(f, QStringLiteral("switched-%1").arg(space));
        }
        QVERIFY(f.window->grab().toImage().pixelColor(f.window->width() / 2, 10).lightness() >
                before.lightness() + 100);
        QCOMPARE(f.settings->value(QStringLiteral("theme")).toString(), QStringLiteral("light"));
        f.trigger("themeAction");
        QVERIFY(Theme::instance().dark());
    }

    void aDockFloatsAndComesBack() {
        WindowFixture f;
        QVERIFY(f.ready());
        auto* dock = f.find<QDockWidget>("inspectorDock");
        QTRY_VERIFY(dock->isVisible());
        dock->setFloating(true);
        QTRY_VERIFY(dock->isFloating() && dock->isVisible());
        f.window->showWorkspace(MainWindow::TrainSpace);
        QTRY_VERIFY(!dock->isVisible());  // it belongs to the other workspace
        f.window->showWorkspace(MainWindow::NetworkSpace);
        QTRY_VERIFY(dock->isFloating() && dock->isVisible());
        f.trigger("resetLayoutAction");
        QTRY_VERIFY(!dock->isFloating() && dock->isVisible());
        QTRY_VERIFY(qAbs(dock->width() - 300) <= 4);
    }

    void theFirstWindowFitsTheScreen() {
        QTemporaryDir folder;
        QSettings settings(folder.filePath(QStringLiteral("settings.ini")), QSettings::IniFormat);
        const MainWindow window(settings, folder.path());
        const QSize room = window.screen()->availableSize();
        QCOMPARE_LE(window.width(), std::min(1600, room.width()));
        QCOMPARE_LE(window.height(), std::min(1000, room.height() - 36));  // the title bar has room, too
        const QRect frame(window.pos(), window.size() + QSize(8, 44));
        QVERIFY(window.screen()->availableGeometry().contains(frame));
        const double scale = qEnvironmentVariable("QT_SCALE_FACTOR", "1").toDouble();
        QCOMPARE(window.devicePixelRatio(), scale);
    }

    // What was left on a larger screen.
    void aWindowFitsTheScreenItComesBackOn() {
        QTemporaryDir folder;
        QSettings settings(folder.filePath(QStringLiteral("settings.ini")), QSettings::IniFormat);
        {
            MainWindow window(settings, folder.path());
            const QRect room = window.screen()->availableGeometry();
            window.setGeometry(QRect(room.topLeft() + QPoint(1, 20), room.size() + QSize(312, 236)));
            settings.setValue(QStringLiteral("window/geometry"), window.saveGeometry());
        }
        MainWindow window(settings, folder.path());
        const QRect room = window.screen()->availableGeometry();
        QVERIFY(room.contains(window.geometry()));
        window.show();
        QVERIFY(QTest::qWaitForWindowExposed(&window));
        test::settle();
        QVERIFY(room.contains(window.geometry()));
        // What fits stays where it was left.
        const QRect left(room.topLeft() + QPoint(30, 50), room.size() - QSize(60, 100));
        window.setGeometry(left);
        settings.setValue(QStringLiteral("window/geometry"), window.saveGeometry());
        QCOMPARE(MainWindow(settings, folder.path()).geometry(), left);
    }

    // A program has one scaling of its desktop, so another one has the other: letters and icons are that much larger,
    // and the window still fits the screen.
    void theDesktopsScalingIsFollowed() {
        if (qEnvironmentVariableIsSet("QT_SCALE_FACTOR")) return;
        QProcess other;
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        environment.insert(QStringLiteral("QT_SCALE_FACTOR"), QStringLiteral("1.5"));
        other.setProcessEnvironment(environment);
        other.setProcessChannelMode(QProcess::MergedChannels);
        other.start(QCoreApplication::applicationFilePath(),
                    {QStringLiteral("app.first_steps"), QStringLiteral("theFirstWindowFitsTheScreen")});
        QVERIFY(other.waitForFinished(300000));
        const QByteArray said = other.readAll();
        QVERIFY2(other.exitStatus() == QProcess::NormalExit && other.exitCode() == 0, said.constData());
        QVERIFY2(said.contains("theFirstWindowFitsTheScreen"), said.constData());
    }

    // A layout stored by a version that had no confusion matrix: its other docks stand as they stood, the new one
    // stands at its place, and only in its own workspace.
    void aNewDockJoinsAnOldLayout() {
        WindowFixture f;
        QVERIFY(f.ready());
        auto* confusion = f.find<QDockWidget>("confusionDock");
        QCOMPARE(confusion->windowTitle(), QStringLiteral("Predictions"));  // of classes or of numbers
        confusion->setObjectName(QStringLiteral("dockOfAnotherVersion"));
        f.window->showWorkspace(MainWindow::TrainSpace);
        test::settle();
        auto* runs = f.find<QDockWidget>("runsDock");
        f.window->resizeDocks({runs}, {300}, Qt::Horizontal);
        test::settle();
        const int width = runs->width();
        f.window->showWorkspace(MainWindow::NetworkSpace);
        f.window->close();
        f.open();
        QVERIFY(f.ready());
        confusion = f.find<QDockWidget>("confusionDock");
        QVERIFY(!confusion->isVisible());
        f.window->showWorkspace(MainWindow::TrainSpace);
        test::settle();
        QVERIFY(confusion->isVisible() && !confusion->isFloating());
        QCOMPARE(f.window->dockWidgetArea(confusion), Qt::RightDockWidgetArea);
        QVERIFY2(qAbs(confusion->width() - 300) <= 4, qPrintable(QString::number(confusion->width())));
        QCOMPARE(f.find<QDockWidget>("runsDock")->width(), width);
        f.window->showWorkspace(MainWindow::NetworkSpace);
        test::settle();
        QVERIFY(!confusion->isVisible());
        // Closed by the person, it stays closed.
        f.window->showWorkspace(MainWindow::TrainSpace);
        confusion->close();
        f.window->showWorkspace(MainWindow::NetworkSpace);
        f.window->showWorkspace(MainWindow::TrainSpace);
        test::settle();
        QVERIFY(!confusion->isVisible());
    }

    // A run from its first point to its end on a small screen: nothing is cut off in any of its states, and what the
    // charts and the tables offer works while it goes on.
    void aRunIsWatchedOnASmallScreen_data() {
        QTest::addColumn<bool>("dark");
        QTest::addColumn<double>("letters");
        QTest::newRow("dark") << true << 1.0;
        QTest::newRow("light") << false << 1.0;
        QTest::newRow("large") << true << 1.5;
    }
    void aRunIsWatchedOnASmallScreen() {
        QFETCH(bool, dark);
        QFETCH(double, letters);
        Theme::instance().setDark(dark);
        Theme::instance().setTextScale(letters);
        const auto restore = qScopeGuard([] {
            Theme::instance().setDark(true);
            Theme::instance().setTextScale(1);
        });
        const QString theme = QLatin1String(QTest::currentDataTag());
        WindowFixture f;
        f.window->resize(1280, 720);
        QVERIFY(f.ready());
        const auto epochs = [&](int count) {
            TrainingSpec training = f.bench().training.spec();
            training.epochs = count;
            f.bench().training.setSpec(training);
        };
        epochs(10000);  // more than any machine trains meanwhile: it is stopped
        f.window->showWorkspace(MainWindow::TrainSpace);
        const auto whole = [&](const char* when) {
            test::settle();
            look(f, QStringLiteral("run-%1-%2").arg(theme, QLatin1String(when)));
            QVERIFY2(f.window->size() == QSize(1280, 720), qPrintable(f.wide(330)));
            const QStringList cut = cutOff(f.window.get());
            QVERIFY2(cut.isEmpty(),
                     qPrintable(QLatin1String(when) + QStringLiteral(": ") + cut.join(QLatin1Char(' '))));
        };
        f.press("trainButton");
        QVERIFY(QTest::qWaitFor([&] { return f.points("val_loss") >= 1; }, 120000));
        whole("running");
        QCOMPARE(QApplication::focusWidget(), f.find<QWidget>("trainButton"));  // Space pauses
        auto* epoch = f.find<QLabel>("statusEpoch");
        QTRY_VERIFY(epoch->isVisible());  // told twice a second
        QVERIFY2(!epoch->text().contains(QStringLiteral("0:00")), qPrintable(epoch->text()));
        f.press("trainButton");
        QVERIFY(f.reaches(RunState::Paused));
        whole("paused");
        const QImage off = f.find<QWidget>("logY.loss")->grab().toImage();
        f.press("logY.loss");
        f.find<QWidget>("logY.loss")->clearFocus();
        QVERIFY(f.find<QWidget>("logY.loss")->grab().toImage() != off);  // a pressed switch looks pressed
        f.find<QSlider>("smoothing")->setFocus();
        QTest::keyClick(f.find<QSlider>("smoothing"), Qt::Key_Home);
        whole("log");
        f.press("trainButton");
        QVERIFY(f.reaches(RunState::Running));
        f.press("stopButton");
        QVERIFY(f.reaches(RunState::Stopped));
        QCOMPARE(QApplication::focusWidget(), f.find<QWidget>("trainButton"));
        whole("stopped");
        f.press("findRate");
        QTRY_VERIFY(f.bench().rates.running());
        QVERIFY(QTest::qWaitFor([&] { return !f.bench().rates.running(); }, 120000));
        whole("rate");
        epochs(2);
        f.press("trainButton");
        QVERIFY(f.reaches(RunState::Finished));
        whole("finished");
    }

    // Without the mouse: Tab searches a layer, Enter adds it, F2 names it, Ctrl+F finds it, Delete and Ctrl+Z.
    void theKeyboardIsEnough() {
        WindowFixture f;
        QVERIFY(f.ready());
        f.trigger("newAction");
        QTRY_VERIFY(f.bench().network.spec().nodes.empty());
        NodeCanvas& canvas = f.canvas();
        canvas.setFocus();
        for (const char* type : {"Input", "Flatten"}) {
            QTest::keyClick(&canvas, Qt::Key_Tab);
            QTRY_VERIFY(QApplication::focusWidget() && QApplication::focusWidget() != &canvas);
            QTest::keyClicks(QApplication::focusWidget(), QLatin1String(type));
            look(f, QStringLiteral("palette-") + QLatin1String(type));
            QTest::keyClick(QApplication::focusWidget(), Qt::Key_Return);
            QTRY_VERIFY(canvas.hasFocus());
        }
        QCOMPARE(f.bench().network.spec().nodes.size(), size_t{2});
        QTest::keyClick(&canvas, Qt::Key_F2);
        auto* rename = canvas.findChild<QLineEdit*>(QStringLiteral("rename"));
        QVERIFY(rename && rename->isVisible());
        QTest::keyClicks(rename, QStringLiteral("to vector"));
        QTest::keyClick(rename, Qt::Key_Return);
        auto* reason = canvas.findChild<QLabel*>(QStringLiteral("renameReason"));
        QVERIFY(rename->isVisible() && reason->isVisible() && reason->text().contains(QStringLiteral("spaces")));
        look(f, QStringLiteral("rename-refused"));
        QVERIFY(f.bench().network.spec().find("flatten_1"));
        rename->selectAll();
        QTest::keyClicks(rename, QStringLiteral("vector"));
        QTest::keyClick(rename, Qt::Key_Return);
        QTRY_VERIFY(f.bench().network.spec().find("vector"));
        canvas.select({});
        QTest::keyClick(f.window.get(), Qt::Key_F, Qt::ControlModifier);
        QTRY_VERIFY(f.find<QLineEdit>("findNode"));
        QTest::keyClicks(f.find<QLineEdit>("findNode"), QStringLiteral("vect"));
        look(f, QStringLiteral("find"));
        QTest::keyClick(f.find<QLineEdit>("findNode"), Qt::Key_Return);
        QTRY_COMPARE(canvas.currentNode(), QStringLiteral("vector"));
        QTRY_VERIFY(canvas.hasFocus());
        QTest::keyClick(&canvas, Qt::Key_Delete);
        QTRY_COMPARE(f.bench().network.spec().nodes.size(), size_t{1});
        QTest::keyClick(&canvas, Qt::Key_Z, Qt::ControlModifier);
        QTRY_COMPARE(f.bench().network.spec().nodes.size(), size_t{2});
    }

    // Nothing open: each workspace says what is missing and offers it.
    void emptyWorkspacesOfferTheNextStep() {
        WindowFixture f;
        QVERIFY(f.ready());
        f.trigger("newAction");
        f.trigger("closeDataAction");
        QTRY_COMPARE(f.bench().data.state(), DataSetModel::State::None);
        for (int space : {0, 1, 2}) {
            f.window->showWorkspace(space);
            test::settle();
            look(f, QStringLiteral("nothing-%1").arg(space));
            const QStringList cut = cutOff(f.window.get());
            QVERIFY2(cut.isEmpty(), qPrintable(cut.join(QStringLiteral(", "))));
        }
        f.press("trainButton");
        QVERIFY(!f.window->messages().sentence().isEmpty());
        look(f, QStringLiteral("obstacle"));
        f.press("messageOffer1");  // the sample
        QTRY_COMPARE(f.bench().data.state(), DataSetModel::State::Ready);
    }

    // The report after an edit reaches the nodes as they are drawn, without a change of structure.
    void aMistakeShowsInItsNode() {
        WindowFixture f;
        QVERIFY(f.ready());
        QString conv;
        for (const NodeSpec& one : f.bench().network.spec().nodes)
            if (one.type == "Conv2D") conv = QString::fromStdString(one.id);
        QSignalSpy changes(&f.bench().network, &GraphModel::nodeChanged);
        f.canvas().select({conv});
        QWidget* strides = f.inspector().grid()->editor(QStringLiteral("kernel_size"));
        auto* line = qobject_cast<QLineEdit*>(strides);
        QVERIFY(line);
        line->setFocus();
        line->selectAll();
        QTest::keyClicks(line, QStringLiteral("99 x 99"));
        QTest::keyClick(line, Qt::Key_Return);
        QTRY_VERIFY(f.bench().network.reportIsCurrent() && f.bench().network.errors() > 0);
        QVERIFY(!f.bench().network.node(conv).error.isEmpty());
        bool told = false;
        for (const auto& change : changes) told |= change.first().toString() == conv;
        QVERIFY(told);
        look(f, QStringLiteral("mistake"));
    }
};

QTEST_MAIN(TestFirstSteps)

}  // namespace test_first_steps

#include "test_first_steps.moc"
