// The table of actions: how often it asks those that offer something.
#include <QAction>
#include <QKeyEvent>
#include <QLineEdit>
#include <QTemporaryDir>
#include <QtTest>

#include "ui/shell/action_table.h"

namespace test_action_table {

using namespace tl;

class TestActionTable : public QObject {
    Q_OBJECT
private slots:
    // What an action is called, and whether it applies, is one question; it comes with every key.
    void eachOfferIsAskedOnce() {
        QTemporaryDir folder;
        QSettings store(folder.filePath("settings.ini"), QSettings::IniFormat);
        QWidget window, panel(&window);
        markAsPanel(&panel, "list");
        ActionTable table(window, store);
        int row = 0, inner = 0;
        bool has = true;
        table.add(ActionRow{.id = "undoAction", .text = "Undo", .run = [] {}, .applies = [&] { return ++row, true; }});
        table.offer("undoAction",
                    {&panel, [] {}, [&] { return ++inner, has; }, [] { return QString("Put it back"); }, true});
        table.setHome(&panel);
        row = inner = 0;
        table.refresh();
        QCOMPARE(table.action("undoAction")->text(), "Put it back");
        QCOMPARE(inner, 1);
        QCOMPARE(row, 0);
        has = false;
        table.refresh();
        QCOMPARE(table.action("undoAction")->text(), "Undo");
        QVERIFY(table.action("undoAction")->isEnabled());
        QCOMPARE(inner, 2);
        QCOMPARE(row, 1);
    }

    // Qt tells every parent of a key, and each of them would ask all rows again.
    void aKeyIsAskedForOnce() {
        QTemporaryDir folder;
        QSettings store(folder.filePath("settings.ini"), QSettings::IniFormat);
        QWidget window, panel(&window), view(&panel), inner(&view);
        QLineEdit field(&view);
        markAsPanel(&panel, "list");
        ActionTable table(window, store);
        int asked = 0;
        table.add(
            ActionRow{.id = "undoAction", .text = "Undo", .run = [] {}, .applies = [&] { return ++asked, true; }});
        table.setHome(&panel);
        const auto press = [](QWidget& where, QEvent::Type type) {
            QKeyEvent key(type, Qt::Key_A, Qt::NoModifier, "a");
            QCoreApplication::sendEvent(&where, &key);
        };
        asked = 0;
        press(inner, QEvent::ShortcutOverride);
        QCOMPARE(asked, 1);
        press(inner, QEvent::ShortcutOverride);
        QCOMPARE(asked, 2);
        press(field, QEvent::ShortcutOverride);  // which keeps it for itself
        QCOMPARE(asked, 3);
        press(field, QEvent::KeyPress);
        const int typed = asked;
        press(view, QEvent::ShortcutOverride);
        QCOMPARE(asked, typed + 1);
    }
};

QTEST_MAIN(TestActionTable)

}  // namespace test_action_table

#include "test_action_table.moc"
