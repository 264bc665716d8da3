// Keys as a keyboard delivers them, through the window: an edit key acts on what has the keyboard and on nothing else,
// Undo acts on the document unless a field holds text that was not entered yet, and every key comes from the one table.
#include <QButtonGroup>
#include <QClipboard>
#include <QComboBox>
#include <QDockWidget>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QMenu>
#include <QPlainTextEdit>
#include <QPointer>
#include <QRegularExpression>
#include <QScrollBar>
#include <QSpinBox>
#include <QTableView>
#include <QTextEdit>
#include <QTimer>
#include <QToolButton>
#include <QTreeView>
#include <QtTest>
#include <algorithm>

#include "engine/train/watch.h"
#include "tests/app/all_views.h"
#include "tests/app/shown_texts.h"
#include "ui/inspector/inspector_panel.h"
#include "ui/models/watch_list.h"
#include "ui/scalars/runs_panel.h"
#include "ui/shell/action_table.h"
#include "ui/training/training_panel.h"
#include "widgets/canvas/search_palette.h"
#include "widgets/controls/segmented_bar.h"
#include "widgets/controls/sheet.h"
#include "widgets/graph/graph_canvas.h"
#include "widgets/plot/line_plot.h"
#include "widgets/properties/property_grid.h"

namespace test_edit_keys {

using namespace tl;

class TestEditKeys : public QObject {
    Q_OBJECT

    static void key(WindowFixture& f, Qt::Key key, Qt::KeyboardModifiers modifiers = Qt::NoModifier) {
        QTest::keyClick(f.window->windowHandle(), key, modifiers);
    }
    static QString id(WindowFixture& f, const char* type) {
        for (const NodeSpec& node : f.bench().network.spec().nodes)
            if (node.type == type) return QString::fromStdString(node.id);
        return {};
    }
    static QString nameOf(const QWidget* widget) {
        return widget ? QLatin1String(widget->metaObject()->className()) + QLatin1Char(' ') + widget->objectName()
                      : QStringLiteral("what is gone");
    }
    static void click(WindowFixture& f, QWidget* widget, QPoint at) {
        QTest::mouseClick(f.window->windowHandle(), Qt::LeftButton, {}, f.inWindow(widget, at));
    }

private slots:
    // Where a keyboard has no menu key.
    void shiftF10OpensTheMenu() {
        WindowFixture f;
        QVERIFY(f.ready());
        NodeCanvas& canvas = f.canvas();
        canvas.setFocus();
        canvas.select({QStringLiteral("conv_1")});
        bool opened = false;
        QTimer closes;
        connect(&closes, &QTimer::timeout, &closes, [&opened] {  // the menu waits on the stack for an answer
            if (auto* menu = qobject_cast<QMenu*>(QApplication::activePopupWidget())) {
                opened = menu->actions().size() > 3;
                menu->close();
            }
        });
        closes.start(20);
        QTest::keyClick(&canvas, Qt::Key_F10, Qt::ShiftModifier);
        QTRY_VERIFY(opened);
    }

    // "/" as well as Ctrl+F, from whatever in a panel can have the keyboard and takes no text: the panel's own search,
    // and anywhere in the Graph workspace the graph's.
    void theSearchIsReachedFromAllOfItsPanel() {
        WindowFixture f;
        QVERIFY(f.ready());
        test::trainForAllViews(f);
        const auto typed = [](const QWidget* widget) {
            return qobject_cast<const QLineEdit*>(widget) || qobject_cast<const QAbstractSpinBox*>(widget) ||
                   qobject_cast<const QPlainTextEdit*>(widget) || qobject_cast<const QTextEdit*>(widget);
        };
        QStringList missed;
        QSet<QString> reached;
        // A key may make rows anew, and widgets of the list are gone then.
        const auto from = [&](const QList<QWidget*>& found, QLineEdit* search, const QString& where) {
            const QList<QPointer<QWidget>> widgets(found.begin(), found.end());
            for (const QPointer<QWidget>& widget : widgets) {
                if (!widget || !(widget->focusPolicy() & Qt::TabFocus) || widget->focusProxy() || typed(widget))
                    continue;
                if (!widget->isVisible() || !widget->isEnabled() || widget->visibleRegion().isEmpty()) continue;
                for (const auto& [pressed, with] :
                     {std::pair(Qt::Key_Slash, Qt::NoModifier), std::pair(Qt::Key_F, Qt::ControlModifier)}) {
                    if (!widget) break;
                    widget->setFocus(Qt::TabFocusReason);
                    if (!widget->hasFocus()) continue;
                    key(f, pressed, with);
                    if (widget && !search->hasFocus())
                        missed << QStringLiteral("%1: %2 from %3 %4")
                                      .arg(where, search->objectName(),
                                           QLatin1String(widget->metaObject()->className()), widget->objectName());
                    reached << search->objectName();
                }
            }
        };
        test::throughAllViews(f, [&](const QString& where) {
            const QList<QLineEdit*> fields = f.window->findChildren<QLineEdit*>();
            for (const QPointer<QLineEdit>& search : QList<QPointer<QLineEdit>>(fields.begin(), fields.end())) {
                if (!search || !search->isVisible() || !search->property("searchField").toBool()) continue;
                QWidget* panel = search->parentWidget();
                while (panel && !panel->property("panel").isValid()) panel = panel->parentWidget();
                if (panel) from(panel->findChildren<QWidget*>() << panel, search, where);
            }
            if (!where.startsWith(QLatin1Char('3'))) return;
            for (const char* panel : {"graphPanel", "opPanel", "planPanel"})
                if (auto* widget = f.find<QWidget>(panel); widget && widget->isVisible())
                    from(widget->findChildren<QWidget*>() << widget, f.find<QLineEdit>("graphSearch"), where);
        });
        QVERIFY2(missed.isEmpty(), qPrintable(missed.join(QLatin1Char('\n'))));
        for (const char* search :
             {"layerSearch", "imageSearch", "runFilter", "tensorsFilter", "graphSearch", "timelineSearch"})
            QVERIFY2(reached.contains(QLatin1String(search)), search);
    }

    // Whatever of a panel has the keyboard, but for the canvas: a layer is chosen, one is in the clipboard, and no key
    // of the canvas does anything to the network or makes an undo step. The inspector's page is the chosen layer's, so
    // its fields set what they show, and Duplicate means the layer there.
    void noOtherPanelEditsTheNetwork() {
        WindowFixture f;
        QVERIFY(f.ready());
        test::trainForAllViews(f);
        f.window->showWorkspace(MainWindow::NetworkSpace);
        const QString chosen = id(f, "Conv2D");
        f.canvas().setFocus();
        f.canvas().select({chosen});
        key(f, Qt::Key_C, Qt::ControlModifier);
        const ActionTable& table = f.window->actionTable();
        const NetworkSpec before = f.bench().network.spec();
        QStringList changed;
        QSet<QString> pressed;
        QSet<const QWidget*> seen;
        const auto closeWhatOpened = [&f] {
            if (QWidget* popup = QApplication::activePopupWidget()) popup->close();
            const QList<Sheet*> sheets = f.window->findChildren<Sheet*>();
            if (std::ranges::any_of(sheets, [](const Sheet* each) { return each->isVisible(); }))
                key(f, Qt::Key_Escape);
        };
        const auto press = [&](const QPointer<QWidget>& widget, const QString& panel, const QString& where) {
            auto* line = qobject_cast<QLineEdit*>(widget);
            const bool field = line || qobject_cast<QAbstractSpinBox*>(widget) || qobject_cast<QComboBox*>(widget) ||
                               qobject_cast<QAbstractSlider*>(widget) || qobject_cast<QPlainTextEdit*>(widget);
            if (field && panel == QLatin1String("inspector")) return;
            const QString text = line ? line->text() : QString();
            for (const char* row : {"selectAllAction", "copyAction", "cutAction", "pasteAction", "pasteWiresAction",
                                    "duplicateAction", "bypassAction", "freezeAction", "connectAction", "layoutAction",
                                    "deleteAction", "deleteReconnectAction"}) {
                if (panel == QLatin1String("inspector") && row == QLatin1String("duplicateAction")) continue;
                for (const QKeySequence& keys : table.keys(QLatin1String(row))) {
                    const bool letter = !(keys[0].keyboardModifiers() & Qt::ControlModifier) &&
                                        keys[0].key() >= Qt::Key_A && keys[0].key() <= Qt::Key_Z;
                    if (!widget || (letter && field && !line)) continue;  // a choice takes what begins so
                    if (f.bench().selection.nodes() != QStringList(chosen)) f.bench().selection.setNodes({chosen});
                    widget->setFocus(Qt::TabFocusReason);
                    if (!widget->hasFocus()) continue;
                    const int at = f.bench().undo.index();
                    QTest::keyClick(f.window->windowHandle(), keys[0].key(), keys[0].keyboardModifiers());
                    pressed << QLatin1String(row);
                    const bool same = f.bench().network.spec() == before;
                    if (!same || (!field && f.bench().undo.index() != at))
                        changed
                            << QStringLiteral("%1: %2 in %3, %4").arg(where, keys.toString(), panel, nameOf(widget));
                    closeWhatOpened();
                    while (!same && f.bench().undo.index() > at) f.bench().undo.undo();
                }
            }
            if (widget && line) line->setText(text);
        };
        test::throughAllViews(f, [&](const QString& where) {
            const QList<QWidget*> all = f.window->findChildren<QWidget*>();
            for (const QPointer<QWidget>& panel : QList<QPointer<QWidget>>(all.begin(), all.end())) {
                const QString name = panel ? panel->property("panel").toString() : QString();
                if (name.isEmpty() || panel->isAncestorOf(&f.canvas()) || !panel->isVisible()) continue;
                const QList<QWidget*> found = panel->findChildren<QWidget*>() << panel;
                for (const QPointer<QWidget>& widget : QList<QPointer<QWidget>>(found.begin(), found.end())) {
                    if (!widget || !(widget->focusPolicy() & Qt::TabFocus) || widget->focusProxy()) continue;
                    if (!widget->isVisible() || !widget->isEnabled() || widget->visibleRegion().isEmpty()) continue;
                    if (widget->objectName() == QLatin1String("runTable")) continue;  // deletes runs: the next test's
                    if (seen.contains(widget)) continue;
                    seen << widget;
                    press(widget, name, where);
                }
            }
        });
        QVERIFY2(changed.isEmpty(), qPrintable(changed.join(QLatin1Char('\n'))));
        QVERIFY2(seen.size() > 50, qPrintable(QString::number(seen.size())));
        QVERIFY(pressed.contains(QLatin1String("deleteAction")) && pressed.contains(QLatin1String("bypassAction")));
    }

    void theRunsTableNeverTouchesTheNetwork() {
        WindowFixture f;
        QVERIFY(f.ready());
        f.canvas().select({id(f, "Conv2D")});
        f.bench().runs.addRun(QStringLiteral("first run"), 3);
        f.bench().runs.addRun(QStringLiteral("second run"), 3);
        key(f, Qt::Key_3, Qt::ControlModifier);
        auto* table = f.find<QTreeView>("runTable");
        QTRY_VERIFY(table->isVisible());
        const QRect row = table->visualRect(table->model()->index(0, 0));
        click(f, table->viewport(), row.center());
        QTRY_VERIFY(table->hasFocus());
        const NetworkSpec before = f.bench().network.spec();
        for (const Qt::Key one : {Qt::Key_A, Qt::Key_X, Qt::Key_D, Qt::Key_T}) key(f, one, Qt::ControlModifier);
        for (const Qt::Key one : {Qt::Key_Delete, Qt::Key_Backspace, Qt::Key_M, Qt::Key_L}) key(f, one);
        QVERIFY(f.bench().network.spec() == before);
        QCOMPARE(f.bench().undo.count(), 0);
        QApplication::clipboard()->clear();
        key(f, Qt::Key_C, Qt::ControlModifier);
        const QString copied = QApplication::clipboard()->text();
        QVERIFY2(copied.startsWith(QStringLiteral("first run\t")), qPrintable(copied));
        QCOMPARE(copied.count(QLatin1Char('\n')), 1);  // both: Ctrl+A chose them
    }

    // The field that one types in is taken away by the run; what is typed then changes no run.
    void aRunTakesTheKeyboardFromItsFields() {
        WindowFixture f;
        QVERIFY(f.ready());
        key(f, Qt::Key_3, Qt::ControlModifier);
        QWidget* epochs = f.training().editorOf(QStringLiteral("epochs"));
        QTRY_VERIFY(epochs && epochs->isVisible());
        epochs->setFocus();
        key(f, Qt::Key_F5);
        QVERIFY(f.reaches(RunState::Running));
        QWidget* rate = f.training().editorOf(QStringLiteral("learning_rate"));
        QVERIFY(!epochs->isEnabled() && rate->isEnabled());
        QWidget* focus = QApplication::focusWidget();
        QVERIFY(focus != rate && !rate->isAncestorOf(focus));
        for (const Qt::Key one : {Qt::Key_5, Qt::Key_Return}) key(f, one);
        QCOMPARE(f.bench().training.spec().learningRate, TrainingSpec().learningRate);
        f.bench().controller.stop();
        QVERIFY(f.reaches(RunState::Stopped));
        QVERIFY(f.run().marks.empty());  // nothing was changed while it went
    }

    void theLogIsCopiedAsText() {
        WindowFixture f;
        QVERIFY(f.ready());
        emit f.window->document().noted(QStringLiteral("one thing"));
        emit f.window->document().noted(QStringLiteral("another thing"));
        f.trigger("showLogAction");
        auto* log = f.find<QListWidget>("logList");
        QTRY_VERIFY(log->isVisible());
        click(f, log->viewport(), log->visualItemRect(log->item(0)).center());
        QTRY_VERIFY(log->hasFocus());
        key(f, Qt::Key_A, Qt::ControlModifier);
        QApplication::clipboard()->clear();
        key(f, Qt::Key_C, Qt::ControlModifier);
        const QStringList lines = QApplication::clipboard()->text().split(QLatin1Char('\n'));
        QVERIFY(lines.size() >= 2);
        QVERIFY(lines.join(QString()).contains(QStringLiteral("one thing")));
        QVERIFY(lines.last().endsWith(QStringLiteral("another thing")));
        QVERIFY(f.canvas().selectedNodes().isEmpty());
    }

    // What lists do by keys is in the table, each in its list alone; the inspector's menu has the canvas's rows.
    void keysOfListsAreRows() {
        WindowFixture f;
        QVERIFY(f.ready());
        ActionTable& table = f.window->actionTable();
        for (const char* row : {"removeBreakpointAction", "editBreakpointAction", "switchBreakpointAction",
                                "removeWatchAction", "editWatchAction", "toggleRunAction", "onlyRunAction"}) {
            QVERIFY2(table.action(QLatin1String(row)) && !table.action(QLatin1String(row))->isEnabled(), row);
            for (const QKeySequence& one : table.keys(QLatin1String(row)))
                QVERIFY2(table.conflict(QLatin1String(row), one).isEmpty(), row);
        }
        f.canvas().select({id(f, "Dense")});
        const size_t layers = f.bench().network.spec().nodes.size();
        const auto fromMenu = [&](const char* row) {
            QTimer::singleShot(0, f.window.get(), [&] {
                auto* menu = qobject_cast<QMenu*>(QApplication::activePopupWidget());
                QAction* action = table.action(QLatin1String(row));
                QVERIFY2(menu && menu->actions().contains(action) && action->isEnabled(), row);
                QTest::mouseClick(menu, Qt::LeftButton, {}, menu->actionGeometry(action).center());
            });
            f.press("layerMenu");
        };
        fromMenu("duplicateAction");
        QCOMPARE(f.bench().network.spec().nodes.size(), layers + 1);
        fromMenu("renameAction");
        QCOMPARE(QApplication::focusWidget(), f.find<QWidget>("layerName"));
        fromMenu("deleteAction");
        QCOMPARE(f.bench().network.spec().nodes.size(), layers);
        // In a choice of values the same key is not meant for the layer.
        f.canvas().select({id(f, "Dense")});
        auto* choice = f.find<InspectorPanel>("inspectorPanel")->grid()->findChild<QComboBox*>();
        QVERIFY(choice);
        choice->setFocus();
        key(f, Qt::Key_Delete);
        QCOMPARE(f.bench().network.spec().nodes.size(), layers);
        const auto units = [&] { return f.bench().network.find(id(f, "Dense"))->properties.contains("units"); };
        QVERIFY(units());
        fromMenu("resetPropertiesAction");
        QVERIFY(!units());
        // Where no layer is in sight, none loses what it is set to.
        f.window->showWorkspace(MainWindow::TrainSpace);
        QVERIFY(!f.bench().selection.nodes().isEmpty());
        QVERIFY(!table.action(QStringLiteral("resetPropertiesAction"))->isEnabled());
    }

    // Return after a watch was written is the list's: its interval is written next, and no other place is gone to,
    // while a run under way takes the watch in as well.
    void returnInTheWatchesStaysThere() {
        WindowFixture f;
        QVERIFY(f.ready());
        f.canvas().select({id(f, "Dense")});
        f.window->showWorkspace(MainWindow::TrainSpace);
        auto* panel = f.find<QWidget>("watchesPanel");
        for (QWidget* each = panel; each; each = each->parentWidget())
            if (auto* dock = qobject_cast<QDockWidget*>(each)) dock->raise();
        QTRY_VERIFY(panel->isVisible());
        const auto add = [&](const char* pattern) {
            QTest::mouseClick(f.find<QToolButton>("watchAdd"), Qt::LeftButton);
            auto* field = f.find<QLineEdit>("watchPattern");
            QTRY_VERIFY(field->hasFocus());
            QTest::keyClicks(field, QLatin1String(pattern));
            key(f, Qt::Key_Escape);  // of the completions
            if (!field->isVisible()) QTest::mouseClick(f.find<QToolButton>("watchAdd"), Qt::LeftButton);
            field->setText(QLatin1String(pattern));
            key(f, Qt::Key_Return);
        };
        auto* list = f.find<QTableView>("watchTable");
        const auto goesOn = [&] {
            key(f, Qt::Key_Return);
            QTRY_VERIFY(list->findChild<QLineEdit*>());
            QVERIFY(panel->isVisible());
            key(f, Qt::Key_Escape);
            QTRY_VERIFY(!list->findChild<QLineEdit*>());
        };
        add("input");
        QTRY_VERIFY(list->hasFocus());
        goesOn();
        f.trigger("trainAction");
        QVERIFY(f.reaches(RunState::Running, 60000));
        const int rows = list->model()->rowCount();
        add("conv_1/kernel");
        QTRY_VERIFY(list->hasFocus());
        goesOn();
        QTRY_COMPARE(list->model()->rowCount(), rows + 1);  // the run has it
        goesOn();
        // What is written in one stays while others come and go.
        const auto intervalOfInput = [list] {
            const QModelIndex first = list->model()->index(0, 0);
            const QModelIndexList found = list->model()->match(first, Qt::DisplayRole, QStringLiteral("input"));
            return found.isEmpty() ? QModelIndex() : found.first().siblingAtColumn(2);
        };
        list->selectRow(intervalOfInput().row());
        key(f, Qt::Key_Return);
        QTRY_VERIFY(list->findChild<QLineEdit*>());
        const QPointer<QLineEdit> written = list->findChild<QLineEdit*>();
        WatchList& watches = f.bench().controller.watches();
        watches.add(watchFrom("gradients:statistics:1"));
        QTRY_COMPARE(list->model()->rowCount(), rows + 2);
        watches.remove(watchFrom("conv_1/kernel:histogram:auto"));
        QTRY_COMPARE(list->model()->rowCount(), rows + 1);
        QVERIFY(written && written->hasFocus());
        QTest::keyClicks(written, "70");
        key(f, Qt::Key_Return);
        QTRY_COMPARE(intervalOfInput().data().toString(), QStringLiteral("70"));
        QCOMPARE(list->currentIndex().row(), intervalOfInput().row());
        f.bench().controller.stop();
        QVERIFY(f.reaches(RunState::Stopped, 60000));
    }

    // What was said while it was out of sight ends in sight, and so it is in a lower window.
    void theLogOpensAtItsEnd() {
        WindowFixture f;
        QVERIFY(f.ready());
        auto* log = f.find<QListWidget>("logList");
        const auto atEnd = [&] {
            const QRect last = log->visualItemRect(log->item(log->count() - 1));
            return log->isVisible() && log->viewport()->rect().contains(last);
        };
        for (int line = 0; line < 120; ++line) emit f.window->document().noted(QStringLiteral("line %1").arg(line));
        QVERIFY(!log->isVisible());
        f.trigger("showLogAction");
        QTRY_VERIFY(atEnd());
        f.window->resize(1400, 640);
        QTest::qWait(100);
        QTRY_VERIFY(atEnd());
        f.find<QTabBar>("problemsTabs")->setCurrentIndex(0);
        for (int line = 0; line < 60; ++line) emit f.window->document().noted(QStringLiteral("more %1").arg(line));
        f.find<QTabBar>("problemsTabs")->setCurrentIndex(2);
        QTRY_VERIFY(atEnd());
    }

    void theCanvasKeysReachTheCanvas() {
        WindowFixture f;
        QVERIFY(f.ready());
        QVERIFY(f.canvas().hasFocus());
        const size_t layers = f.bench().network.spec().nodes.size();
        key(f, Qt::Key_A, Qt::ControlModifier);
        QCOMPARE(size_t(f.canvas().selectedNodes().size()), layers);
        f.canvas().select({id(f, "Dense")});
        key(f, Qt::Key_C, Qt::ControlModifier);
        key(f, Qt::Key_V, Qt::ControlModifier);
        QCOMPARE(f.bench().network.spec().nodes.size(), layers + 1);
        key(f, Qt::Key_D, Qt::ControlModifier);
        QCOMPARE(f.bench().network.spec().nodes.size(), layers + 2);
        key(f, Qt::Key_Delete);
        QCOMPARE(f.bench().network.spec().nodes.size(), layers + 1);
        f.canvas().select({id(f, "Dense")});
        key(f, Qt::Key_X, Qt::ControlModifier);
        QCOMPARE(f.bench().network.spec().nodes.size(), layers);
        for (int i = 0; i < 4; ++i) key(f, Qt::Key_Z, Qt::ControlModifier);
        QCOMPARE(f.bench().network.spec().nodes.size(), layers);
        QCOMPARE(f.bench().undo.index(), 0);
    }

    // At once after an edit in the inspector, without a click on the canvas; typed letters are the field's until Enter.
    void undoTakesBackTheEditThatWasMade() {
        WindowFixture f;
        QVERIFY(f.ready());
        const NetworkSpec before = f.bench().network.spec();
        f.canvas().select({id(f, "Conv2D")});
        QWidget* editor = f.inspector().grid()->editor(QStringLiteral("filters"));
        QVERIFY(editor);
        auto* line = qobject_cast<QLineEdit*>(editor);
        if (!line) line = editor->findChild<QLineEdit*>();
        QVERIFY(line);
        const QString shown = line->text();
        editor->setFocus();
        line->selectAll();
        key(f, Qt::Key_9);
        key(f, Qt::Key_Return);
        QTRY_VERIFY(!(f.bench().network.spec() == before));
        QVERIFY(editor->hasFocus() || line->hasFocus());
        key(f, Qt::Key_Z, Qt::ControlModifier);
        QVERIFY(f.bench().network.spec() == before);
        QTRY_COMPARE(line->text(), shown);
        key(f, Qt::Key_Y, Qt::ControlModifier);
        QVERIFY(!(f.bench().network.spec() == before));
        key(f, Qt::Key_Z, Qt::ControlModifier);
        QVERIFY(f.bench().network.spec() == before);
    }

    void undoInASearchFieldIsTheFields() {
        WindowFixture f;
        QVERIFY(f.ready());
        f.networkPanel().addLayer(QStringLiteral("Dropout"));
        const NetworkSpec edited = f.bench().network.spec();
        key(f, Qt::Key_L, Qt::ControlModifier);
        auto* search = qobject_cast<QLineEdit*>(QApplication::focusWidget());
        QVERIFY(search);
        key(f, Qt::Key_D);
        QCOMPARE(search->text(), QStringLiteral("d"));
        key(f, Qt::Key_Z, Qt::ControlModifier);
        QCOMPARE(search->text(), QString());
        QVERIFY(f.bench().network.spec() == edited);
        key(f, Qt::Key_Z, Qt::ControlModifier);  // nothing typed is left: the document's step
        QVERIFY(!(f.bench().network.spec() == edited));
    }

    void everyKeyComesFromTheTable() {
        WindowFixture f;
        QVERIFY(f.ready());
        ActionTable& table = f.window->actionTable();
        const QString layer = id(f, "Dense");
        const auto bypassed = [&] { return f.bench().network.spec().find(layer.toStdString())->bypassed; };
        f.canvas().select({layer});
        key(f, Qt::Key_M);
        QVERIFY(bypassed());
        QCOMPARE(table.conflict(QStringLiteral("bypassAction"), QKeySequence(Qt::CTRL | Qt::Key_D)),
                 QStringLiteral("duplicateAction"));
        table.setKeys(QStringLiteral("bypassAction"), {QKeySequence(Qt::Key_B)});
        key(f, Qt::Key_M);
        QVERIFY(bypassed());  // no longer its key
        key(f, Qt::Key_B);
        QVERIFY(!bypassed());
        // Kept for the next start, and given back.
        f.window->document().newEmpty();
        f.open();
        QVERIFY(f.ready());
        ActionTable& again = f.window->actionTable();
        QCOMPARE(again.keyText(QStringLiteral("bypassAction")), QStringLiteral("B"));
        again.setKeys(QStringLiteral("bypassAction"), again.defaultKeys(QStringLiteral("bypassAction")));
        QCOMPARE(again.keyText(QStringLiteral("bypassAction")), QStringLiteral("M"));
        QVERIFY(!f.settings->contains(QStringLiteral("keys/bypassAction")));
    }

    // Tool tips, the search's hint and what an empty canvas says name the keys as they are now.
    void wordsNameTheKeysOfTheTable() {
        WindowFixture f;
        QVERIFY(f.ready());
        const auto named = [&] {
            return QStringList{f.find<QToolButton>("fitButton")->toolTip(), f.find<QToolButton>("graphFit")->toolTip(),
                               f.find<SegmentedBar>("workspaceBar")->segment(1)->toolTip(),
                               f.find<QLabel>("layerSearchKey")->text()};
        };
        QTRY_COMPARE(named(), QStringList({"Show all (Home, H)", "Show all (Home, H)", "Data (Ctrl+2)", "Tab"}));
        ActionTable& table = f.window->actionTable();
        table.setKeys(QStringLiteral("fitAction"), {QKeySequence(Qt::Key_J)});
        table.setKeys(QStringLiteral("workspace_data"), {});
        table.setKeys(QStringLiteral("addAfterAction"), {QKeySequence(Qt::Key_U)});
        QCOMPARE(named(), QStringList({"Show all (J)", "Show all (J)", "Data", "U"}));
        f.trigger("newAction");
        QTRY_VERIFY(f.bench().network.spec().nodes.empty());
        const auto painted = [&](const char* word) {
            const QRegularExpression whole(QStringLiteral("\\b%1\\b").arg(QLatin1String(word)));
            const QSet<QString> texts = test::paintedBy(f.canvas());
            return std::any_of(texts.begin(), texts.end(), [&](const QString& text) { return text.contains(whole); });
        };
        QVERIFY(painted("U") && !painted("Tab"));
        f.canvas().setFocus();
        key(f, Qt::Key_U);
        QVERIFY(f.canvas().findChild<SearchPalette*>()->isVisible());
    }

    // Charts and the graph hold no key of their own: one that was changed is told in the list of keys, acts where the
    // keyboard is, and the one before does nothing there.
    void keysOfChartsAndGraphAreChanged() {
        WindowFixture f;
        QVERIFY(f.ready());
        ActionTable& table = f.window->actionTable();
        const int run = f.bench().runs.addRun(QStringLiteral("one run"), 3);
        std::vector<Event> told;
        for (int i = 1; i <= 20; ++i) {
            StepRecord step;
            step.step = i;
            step.loss = 1.0f / static_cast<float>(i);
            told.emplace_back(step);
        }
        f.bench().runs.append(run, told);
        f.window->showWorkspace(MainWindow::TrainSpace);
        LinePlot* plot = nullptr;
        QTRY_VERIFY((plot = f.find<LinePlot>("plot.loss")) && plot->isVisible());
        plot->setFocus();
        QTRY_VERIFY(table.place() == plot);
        key(f, Qt::Key_L);
        QVERIFY(plot->logY());
        // With the keyboard in a chart Undo means what was set there, and the document's steps once that is taken back.
        const int documents = f.bench().undo.index();
        key(f, Qt::Key_Z, Qt::ControlModifier);
        QVERIFY(!plot->logY());
        QCOMPARE(f.bench().undo.index(), documents);
        QCOMPARE(f.find<QAction>("redoAction")->text(), QStringLiteral("&Redo: scale of “loss”"));
        key(f, Qt::Key_Z, Qt::ControlModifier | Qt::ShiftModifier);
        QVERIFY(plot->logY());
        table.setKeys(QStringLiteral("chartLogYAction"), {QKeySequence(Qt::Key_Z)});
        key(f, Qt::Key_L);
        QVERIFY(plot->logY());
        key(f, Qt::Key_Z);
        QVERIFY(!plot->logY());
        table.trigger(QStringLiteral("chartLogYAction"));  // as the palette does
        QVERIFY(plot->logY());
        QMenu menu;
        plot->fillMenu(menu);
        QVERIFY(menu.actions().contains(table.action(QStringLiteral("chartLogYAction"))));
        QCOMPARE(table.conflict(QStringLiteral("chartRawAction"), QKeySequence(Qt::Key_O)),
                 QStringLiteral("chartOutliersAction"));
        // Listed and found by its name, whatever has the keyboard.
        key(f, Qt::Key_F1);
        auto* list = f.find<QListWidget>("actionList");
        QVERIFY(list);
        const auto listed = list->findItems(QStringLiteral("Chart: logarithmic y"), Qt::MatchExactly);
        QCOMPARE(listed.size(), 1);
        QVERIFY(listed.front()->data(Qt::AccessibleTextRole).toString().endsWith(QStringLiteral("Z")));
        key(f, Qt::Key_Escape);
        QTRY_VERIFY(!f.find<QListWidget>("actionList"));

        f.window->showWorkspace(MainWindow::GraphSpace);
        auto* graph = f.window->findChild<GraphCanvas*>();
        QTRY_VERIFY(graph->isVisible() && !graph->layoutNow().items.empty() && !graph->busy());
        graph->setFocus();
        QTRY_VERIFY(table.place() == graph);
        const double canvas = f.canvas().zoom();
        graph->setZoom(0.5);
        const double small = graph->zoom();
        QVERIFY(small < 1);
        key(f, Qt::Key_1);
        QCOMPARE(graph->zoom(), 1.0);
        table.setKeys(QStringLiteral("zoomResetAction"), {QKeySequence(Qt::Key_9)});
        graph->setZoom(0.5);
        key(f, Qt::Key_1);
        QCOMPARE(graph->zoom(), small);
        key(f, Qt::Key_9);
        QCOMPARE(graph->zoom(), 1.0);
        QCOMPARE(f.canvas().zoom(), canvas);  // the network's own stays as it is
    }

    void findGoesToWhatIsInFront() {
        WindowFixture f;
        QVERIFY(f.ready());
        key(f, Qt::Key_F, Qt::ControlModifier);
        QTRY_VERIFY(f.find<QLineEdit>("findNode"));
        f.window->showWorkspace(MainWindow::DataSpace);
        auto* images = f.find<QLineEdit>("imageSearch");
        QTRY_VERIFY(images->isVisible());
        auto* browser = f.find<QWidget>("dataBrowserPanel");
        for (int i = 0; i < 4 && !browser->isAncestorOf(QApplication::focusWidget()); ++i) key(f, Qt::Key_F6);
        key(f, Qt::Key_F, Qt::ControlModifier);
        QVERIFY(images->hasFocus());
        QVERIFY(images->isVisible());  // the workspace stayed
    }

    // Two actions that want the same key in the same place would leave it dead.
    void noTwoActionsShareAKey() {
        WindowFixture f;
        const ActionTable& table = f.window->actionTable();
        QStringList doubled;
        for (const QString& id : table.ids())
            for (const QKeySequence& one : table.keys(id))
                if (const QString other = table.conflict(id, one); !other.isEmpty())
                    doubled << id + QLatin1Char(' ') + other + QLatin1Char(' ') + one.toString();
        QVERIFY2(doubled.isEmpty(), qPrintable(doubled.join(QStringLiteral(", "))));
        QVERIFY(table.ids().size() > 60);
        for (const QString& id : table.ids()) QVERIFY2(!table.title(id).isEmpty(), qPrintable(id));
    }

    void panelsAreReachedInTurn() {
        WindowFixture f;
        QVERIFY(f.ready());
        const auto panel = [&]() -> QString {
            for (QWidget* w = QApplication::focusWidget(); w; w = w->parentWidget())
                if (w->property("panel").isValid() || w->objectName().endsWith(QStringLiteral("Dock")))
                    return w->objectName();
            return {};
        };
        QStringList seen{panel()};
        for (int i = 0; i < 4; ++i) {
            key(f, Qt::Key_F6);
            QVERIFY2(panel() != seen.last(), qPrintable(seen.join(QLatin1Char(' '))));
            seen << panel();
        }
        QCOMPARE(seen.first(), seen.last());
        QCOMPARE(QSet<QString>(seen.begin(), seen.end()).size(), 4);
        key(f, Qt::Key_F6, Qt::ShiftModifier);
        QCOMPARE(panel(), seen[3]);
    }

    // Tab comes to every button, field and list that the mouse can use.
    void everyControlIsReachedByKeyboard() {
        WindowFixture f;
        QVERIFY(f.ready());
        test::trainForAllViews(f);
        QStringList lost;
        test::throughAllViews(f, [&](const QString& where) {
            for (QWidget* w : f.window->findChildren<QWidget*>()) {
                const bool control = qobject_cast<QAbstractButton*>(w) || qobject_cast<QLineEdit*>(w) ||
                                     qobject_cast<QComboBox*>(w) || qobject_cast<QAbstractItemView*>(w) ||
                                     qobject_cast<QAbstractSlider*>(w);
                if (!control || !w->isVisible() || !w->isEnabled() || qobject_cast<QScrollBar*>(w)) continue;
                if (qobject_cast<QHeaderView*>(w) || qobject_cast<QAbstractSpinBox*>(w->parentWidget())) continue;
                if (w->objectName().startsWith(QStringLiteral("qt_")) || w->inherits("QLineEditIconButton"))
                    continue;          // parts of Qt's own widgets
                bool ofTitle = false;  // a dock's float and close: the View menu does the same
                for (QWidget* p = w; p; p = p->parentWidget()) ofTitle |= p->inherits("tl::DockTitle");
                if (ofTitle && qobject_cast<QToolButton*>(w)) continue;
                const auto* button = qobject_cast<QAbstractButton*>(w);
                if (button && button->group() && button->group()->checkedButton() != button)
                    w = button->group()->checkedButton();  // Tab comes to the chosen one, arrows go on from there
                if ((w->focusPolicy() & Qt::TabFocus) != Qt::TabFocus)
                    lost << where + QStringLiteral(" %1 “%2” in %3 “%4”")
                                        .arg(QLatin1String(w->metaObject()->className()), w->objectName(),
                                             QLatin1String(w->parentWidget()->metaObject()->className()),
                                             w->parentWidget()->objectName());
                if (qobject_cast<QToolButton*>(w) && qobject_cast<QToolButton*>(w)->text().isEmpty() &&
                    w->accessibleName().isEmpty())
                    lost << where + QStringLiteral(" a button without a name: ") + w->objectName();
            }
        });
        QVERIFY2(lost.isEmpty(), qPrintable(lost.join(QStringLiteral(", "))));
    }

    // A page of fields comes in the table's place: what is typed next must not end in the field that was used last.
    void theLayerTableHandsTheKeyboardToNoField() {
        WindowFixture f;
        QVERIFY(f.ready());
        f.canvas().select({id(f, "Dense")});
        auto* field = f.find<PropertyGrid>("propertyGrid")->editor(QStringLiteral("activation"));
        QTRY_VERIFY(field && field->isVisible());
        field->setFocus();
        f.bench().selection.setNodes({});
        auto* table = f.find<QTableView>("summaryTable");
        QTRY_VERIFY(table->isVisible() && table->hasFocus());
        const NetworkSpec before = f.bench().network.spec();
        click(f, table->viewport(), table->visualRect(table->model()->index(1, 0)).center());
        const QString first = f.bench().selection.node();
        QVERIFY(!first.isEmpty());
        for (const Qt::Key one : {Qt::Key_T, Qt::Key_A, Qt::Key_N, Qt::Key_H, Qt::Key_Return}) key(f, one);
        QVERIFY(f.bench().network.spec() == before);
        QCOMPARE(f.bench().undo.count(), 0);
        key(f, Qt::Key_Down);  // the next layer
        QVERIFY(!f.bench().selection.node().isEmpty() && f.bench().selection.node() != first);
        key(f, Qt::Key_Escape);
        QTRY_VERIFY(table->isVisible() && table->hasFocus());
    }

    // Return to a layer's properties, Escape back to the canvas: the layer stays chosen, and keys go on from it.
    void escapeGoesBackFromTheProperties() {
        WindowFixture f;
        QVERIFY(f.ready());
        const QString dense = id(f, "Dense");
        const auto* status = f.find<QLabel>("statusKeys");
        QVERIFY(status);
        f.canvas().setFocus();
        QCOMPARE(status->text(), QString());
        f.canvas().select({dense});
        QTRY_VERIFY(status->text().contains(QStringLiteral("Alt+arrows")));
        key(f, Qt::Key_Return);
        const auto* panel = f.window->findChild<InspectorPanel*>();
        QTRY_VERIFY(panel->isAncestorOf(QApplication::focusWidget()));
        QCOMPARE(status->text(), QString());
        key(f, Qt::Key_Escape);
        QTRY_VERIFY(f.canvas().hasFocus());
        QCOMPARE(f.bench().selection.nodes(), QStringList(dense));
        key(f, Qt::Key_Escape);  // the next one ends the selection
        QTRY_VERIFY(f.bench().selection.nodes().isEmpty());
    }

    void whatHasTheKeyboardShowsIt() {
        WindowFixture f;
        QVERIFY(f.ready());
        f.window->showWorkspace(MainWindow::TrainSpace);
        auto* table = f.find<QTreeView>("runTable");
        QTRY_VERIFY(table->isVisible());
        key(f, Qt::Key_F6);  // away, where the workspace has put the keyboard there
        const auto* runs = f.find<QDockWidget>("runsDock");
        const auto there = [&] {
            return QApplication::focusWidget() && runs->isAncestorOf(QApplication::focusWidget());
        };
        for (int i = 0; i < 8 && !there(); ++i) key(f, Qt::Key_F6);  // from panel to panel
        for (int tab = 0; tab < 3 && there() && !table->hasFocus(); ++tab) key(f, Qt::Key_Tab);
        QVERIFY(table->hasFocus());
        test::settle();  // the rings of where the keyboard was are gone
        auto* ring = f.find<QWidget>("focusRing");
        QVERIFY(ring);
        QTRY_VERIFY(ring->isVisible());  // a turn of the event loop after the keyboard came
        QCOMPARE(ring->geometry(), table->geometry());
    }
};

QTEST_MAIN(TestEditKeys)

}  // namespace test_edit_keys

#include "test_edit_keys.moc"
