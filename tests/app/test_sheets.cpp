// The sheets over the window, by keyboard: commands by a few letters, the list of keys, settings that apply at once and
// are kept, keys changed with the conflict asked about; and the first window on a small screen.
#include <QAbstractItemView>
#include <QComboBox>
#include <QDockWidget>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QScrollArea>
#include <QScrollBar>
#include <QSlider>
#include <QtTest>

#include "app/window/language.h"
#include "tests/app/added_card.h"
#include "tests/app/window_fixture.h"
#include "ui/models/languages.h"
#include "ui/shell/action_table.h"
#include "widgets/controls/sheet.h"
#include "widgets/controls/toggle_switch.h"

namespace test_sheets {

using namespace tl;

class TestSheets : public QObject {
    Q_OBJECT

    static void key(WindowFixture& f, Qt::Key key, Qt::KeyboardModifiers modifiers = Qt::NoModifier) {
        QTest::keyClick(f.window->windowHandle(), key, modifiers);
    }
    static void type(WindowFixture& f, const char* letters) {
        for (const char* c = letters; *c; ++c) QTest::keyClick(f.window->windowHandle(), *c);
    }
    static void look(WindowFixture& f, const QString& name) {
        const QString folder = qEnvironmentVariable("TENSORLOOM_PICTURES");
        if (folder.isEmpty()) return;
        test::settle();
        QVERIFY(f.window->grab().save(folder + QLatin1Char('/') + name + QStringLiteral(".png")));
    }
    static QString id(WindowFixture& f, const char* type) {
        for (const NodeSpec& node : f.bench().network.spec().nodes)
            if (node.type == type) return QString::fromStdString(node.id);
        return {};
    }

private slots:
    void cleanup() {
        Theme::instance().setDark(true);
        Theme::instance().setTextScale(1);
    }

    void aCommandByAFewLetters() {
        WindowFixture f;
        QVERIFY(f.ready());
        f.canvas().select({id(f, "Dense")});
        const size_t layers = f.bench().network.spec().nodes.size();
        key(f, Qt::Key_P, Qt::ControlModifier | Qt::ShiftModifier);
        auto* sheet = f.find<Sheet>("commandPalette");
        QVERIFY(sheet && sheet->isVisible());
        QVERIFY(sheet->search().hasFocus());
        QCOMPARE(sheet->width(), f.window->width());
        type(f, "dupl");
        look(f, QStringLiteral("commands"));
        auto* list = sheet->findChild<QListWidget*>(QStringLiteral("actionList"));
        QCOMPARE(list->currentItem()->text(), QStringLiteral("Duplicate"));
        key(f, Qt::Key_Return);
        QCOMPARE(f.bench().network.spec().nodes.size(), layers + 1);  // it acted on the canvas, where the keyboard was
        QTRY_VERIFY(f.canvas().hasFocus());
        QTRY_VERIFY(!f.find<Sheet>("commandPalette"));
        // Used last, it stands first; Escape changes nothing.
        key(f, Qt::Key_P, Qt::ControlModifier | Qt::ShiftModifier);
        sheet = f.find<Sheet>("commandPalette");
        list = sheet->findChild<QListWidget*>(QStringLiteral("actionList"));
        QCOMPARE(list->item(0)->text(), QStringLiteral("Duplicate"));
        key(f, Qt::Key_D, Qt::ControlModifier);  // the window's keys rest
        key(f, Qt::Key_Escape);
        QTRY_VERIFY(!f.find<Sheet>("commandPalette"));
        QCOMPARE(f.bench().network.spec().nodes.size(), layers + 1);
    }

    // By what others call it, in the palette and in the list of keys; what is called so itself comes first.
    void anActionIsFoundByOtherWords() {
        WindowFixture f;
        QVERIFY(f.ready());
        const auto found = [&](const QString& words) {
            type(f, qPrintable(words));
            QStringList titles;
            const auto* list = f.find<QListWidget>("actionList");
            for (int row = 0; row < list->count(); ++row) titles << list->item(row)->text();
            key(f, Qt::Key_A, Qt::ControlModifier);
            return titles;
        };
        key(f, Qt::Key_P, Qt::ControlModifier | Qt::ShiftModifier);
        QTRY_VERIFY(f.find<Sheet>("commandPalette"));
        QVERIFY(found(QStringLiteral("log scale")).contains(QStringLiteral("Chart: logarithmic y")));
        QVERIFY(
            found(QStringLiteral("fullscreen")).contains(QStringLiteral("Chart: full width, or back in its place")));
        QVERIFY(found(QStringLiteral("learning rate")).contains(QStringLiteral("Find a learning rate")));
        QCOMPARE(found(QStringLiteral("lr finder")), QStringList(QStringLiteral("Find a learning rate")));
        QCOMPARE(found(QStringLiteral("settings")).value(0), QStringLiteral("Settings"));
        QCOMPARE(found(QStringLiteral("preferences")), QStringList(QStringLiteral("Settings")));
        key(f, Qt::Key_Escape);
        QTRY_VERIFY(!f.find<Sheet>("commandPalette"));
        key(f, Qt::Key_F1);
        QTRY_VERIFY(f.find<Sheet>("shortcutsSheet"));
        QVERIFY(found(QStringLiteral("log scale")).contains(QStringLiteral("Chart: logarithmic y")));
    }

    // A setting is found by its words, and the sheet opens where it is set.
    void aSettingIsACommand() {
        WindowFixture f;
        QVERIFY(f.ready());
        for (const auto& [words, control] : {std::pair("text size", "setting.text/size"),
                                             {"font size", "setting.text/size"},
                                             {"theme", "setting.theme"},
                                             {"wheel", "setting.canvas/wheelPans"},
                                             {"language", "setting.language"},
                                             {"runs without a project", "setting.runs/folder"}}) {
            key(f, Qt::Key_P, Qt::ControlModifier | Qt::ShiftModifier);
            QTRY_VERIFY(f.find<Sheet>("commandPalette"));
            type(f, words);
            auto* list = f.find<QListWidget>("actionList");
            int row = 0;
            while (row < list->count() && !list->item(row)->text().startsWith(QStringLiteral("Setting: "))) ++row;
            QVERIFY2(row < list->count(), words);
            list->setCurrentRow(row);
            key(f, Qt::Key_Return);
            QTRY_VERIFY(f.find<Sheet>("settingsSheet"));
            QWidget* there = f.find<QWidget>(control);
            QVERIFY2(there && QApplication::focusWidget() == there, control);
            QTRY_VERIFY2(!there->visibleRegion().isEmpty(), control);
            key(f, Qt::Key_Escape);
            QTRY_VERIFY(!f.find<Sheet>("settingsSheet") && !f.find<Sheet>("commandPalette"));
        }
    }

    // Whole words come first, and letters scattered over a name find nothing.
    void wordsComeFirst() {
        WindowFixture f;
        QVERIFY(f.ready());
        const auto found = [&](const QString& words) {
            type(f, qPrintable(words));
            QStringList titles;
            const auto* list = f.find<QListWidget>("actionList");
            for (int row = 0; row < list->count(); ++row) titles << list->item(row)->text();
            key(f, Qt::Key_A, Qt::ControlModifier);
            return titles;
        };
        key(f, Qt::Key_F1);
        QTRY_VERIFY(f.find<Sheet>("shortcutsSheet"));
        QCOMPARE(found(QStringLiteral("pan")).value(0), QStringLiteral("Pan the canvas"));
        key(f, Qt::Key_Escape);
        QTRY_VERIFY(!f.find<Sheet>("shortcutsSheet"));
        key(f, Qt::Key_P, Qt::ControlModifier | Qt::ShiftModifier);
        QTRY_VERIFY(f.find<Sheet>("commandPalette"));
        const QStringList train = found(QStringLiteral("train"));
        QVERIFY2(train.value(0).contains(QStringLiteral("Train")), qPrintable(train.join(QStringLiteral(", "))));
        for (const char* scattered : {"Pooling", "Normalization", "Minimum"})
            QVERIFY2(train.filter(QLatin1String(scattered)).isEmpty(), qPrintable(train.join(QStringLiteral(", "))));
        // Beginnings of its words do find one, and so do words of its menu beside its own.
        QVERIFY(found(QStringLiteral("gap2d")).join(QLatin1Char(' ')).contains("GlobalAveragePooling2D"));
        QVERIFY(found(QStringLiteral("network dense")).join(QLatin1Char(' ')).contains("Dense"));
    }

    void theKeysAreListed() {
        WindowFixture f;
        QVERIFY(f.ready());
        key(f, Qt::Key_F1);
        auto* sheet = f.find<Sheet>("shortcutsSheet");
        QVERIFY(sheet && sheet->isVisible());
        look(f, QStringLiteral("keys"));
        auto* list = sheet->findChild<QListWidget*>(QStringLiteral("actionList"));
        const ActionTable& table = f.window->actionTable();
        int keyed = 0;
        for (const QString& one : table.ids()) keyed += !table.keys(one).isEmpty();
        QVERIFY(keyed > 30);
        QVERIFY(list->count() > keyed);  // and the mouse
        type(f, "bypass");
        QCOMPARE(list->count(), 1);
        key(f, Qt::Key_Tab);  // stays inside
        QVERIFY(sheet->isAncestorOf(QApplication::focusWidget()));
        key(f, Qt::Key_Escape);
        QTRY_VERIFY(!f.find<Sheet>("shortcutsSheet"));
    }

    // Who chooses a language there goes on there, in that language.
    // Larger letters put docks of the Train workspace together in tabs, which are raised for it.
    void settingsStayInFront() {
        WindowFixture f;
        QVERIFY(f.ready());
        f.window->showWorkspace(MainWindow::TrainSpace);
        test::settle();
        key(f, Qt::Key_Comma, Qt::ControlModifier);
        const auto inFront = [&] {
            const auto* sheet = f.find<Sheet>("settingsSheet");
            if (!sheet || !sheet->isVisible()) return false;
            for (const double x : {0.1, 0.3, 0.5, 0.7, 0.9})
                for (const double y : {0.1, 0.3, 0.5, 0.7, 0.9}) {
                    const QWidget* there = f.window->childAt(int(x * f.window->width()), int(y * f.window->height()));
                    if (there != sheet && !sheet->isAncestorOf(there)) return false;
                }
            return true;
        };
        QTRY_VERIFY(inFront());
        for (const int height : {760, 820, 880, 940, 998}) {
            f.window->resize(1590, height);
            test::settle();
            for (const Qt::Key step : {Qt::Key_Right, Qt::Key_Right, Qt::Key_Left, Qt::Key_Left}) {
                f.find<QSlider>("setting.text/size")->setFocus();
                key(f, step);
                test::settle();
                QTRY_VERIFY2(inFront(), qPrintable(QString::number(height)));
            }
        }
    }

    void settingsStayOpenInAnotherLanguage() {
        WindowFixture f;
        QVERIFY(f.ready());
        const auto back = qScopeGuard([] { language::apply(QStringLiteral("en")); });
        key(f, Qt::Key_Comma, Qt::ControlModifier);
        auto* scroll = f.find<Sheet>("settingsSheet")->findChild<QScrollArea*>();
        test::settle();
        scroll->verticalScrollBar()->setValue(40);
        const int scrolled = scroll->verticalScrollBar()->value();
        QVERIFY(scrolled > 0);
        QPointer<QWidget> before = f.find<Sheet>("settingsSheet");
        auto* box = f.find<QComboBox>("setting.language");
        QCOMPARE(box->count(), static_cast<int>(language::choices().size()));  // as in the menu
        for (int i = 0; i < box->count(); ++i) QCOMPARE(box->itemText(i), language::title(language::choices()[i]));
        box->setFocus();
        box->setCurrentIndex(1);
        key(f, Qt::Key_Down);  // after English
        QTRY_VERIFY(!before);
        QTRY_VERIFY(f.find<Sheet>("settingsSheet") && f.find<Sheet>("settingsSheet")->isVisible());
        QCOMPARE(f.settings->value(QStringLiteral("language")).toString(), QStringLiteral("zh_CN"));
        QCOMPARE(QApplication::focusWidget(), f.find<QComboBox>("setting.language"));
        bool chinese = false;
        for (auto* label : f.find<Sheet>("settingsSheet")->findChildren<QLabel*>())
            chinese = chinese || label->text() == QStringLiteral("设置");
        QVERIFY(chinese);
        QTRY_COMPARE(f.find<Sheet>("settingsSheet")->findChild<QScrollArea*>()->verticalScrollBar()->value(), scrolled);
    }

    // An open project keeps its own.
    void newProjectsGoToTheDeviceOfTheSettings() {
        const test::Card card("cuda:test");
        const AddedDevice added(card);
        WindowFixture f;
        QVERIFY(f.ready());
        QTRY_VERIFY(!f.bench().devices.searching());
        key(f, Qt::Key_Comma, Qt::ControlModifier);
        auto* devices = f.find<QComboBox>("setting.training/device");
        QVERIFY(devices);
        devices->setFocus();
        for (int i = 0; i < devices->count() && !devices->currentText().contains("Card of a test"); ++i)
            key(f, Qt::Key_Down);
        key(f, Qt::Key_Escape);
        QTRY_VERIFY(!f.find<Sheet>("settingsSheet"));
        QCOMPARE(f.bench().training.spec().device, std::string("cpu"));
        f.trigger("newAction");
        QCOMPARE(f.bench().training.spec().device, std::string("cuda:test"));
    }

    void settingsApplyAtOnceAndStay() {
        WindowFixture f;
        QVERIFY(f.ready());
        key(f, Qt::Key_Comma, Qt::ControlModifier);
        auto* sheet = f.find<Sheet>("settingsSheet");
        QVERIFY(sheet && sheet->isVisible());
        look(f, QStringLiteral("settings-dark"));
        auto* theme = f.find<QComboBox>("setting.theme");
        theme->setFocus();
        key(f, Qt::Key_Down);
        QVERIFY(!Theme::instance().dark());
        for (const bool dark : {true, false}) {  // from its open list, by Return
            theme->showPopup();
            QTRY_VERIFY(theme->view()->isVisible());
            QTest::keyClick(theme->view(), dark ? Qt::Key_Up : Qt::Key_Down);
            QTest::keyClick(theme->view(), Qt::Key_Return);
            QTRY_VERIFY(!theme->view()->isVisible());
            QCOMPARE(Theme::instance().dark(), dark);
        }
        look(f, QStringLiteral("settings-light"));
        auto* size = f.find<QSlider>("setting.text/size");
        size->setFocus();
        const int before = QApplication::font().pixelSize();
        key(f, Qt::Key_Right);
        QTRY_COMPARE(Theme::instance().textScale(), 1.05);  // steps of five per cent
        for (int i = 0; i < 3; ++i) key(f, Qt::Key_Right);
        QTRY_COMPARE(Theme::instance().textScale(), 1.2);
        QVERIFY(QApplication::font().pixelSize() > before);
        for (auto* label : f.find<Sheet>("settingsSheet")->findChildren<QLabel*>())
            if (label->text() == QStringLiteral("Theme")) QVERIFY(label->font().pixelSize() > before);
        auto* wheel = f.find<ToggleSwitch>("setting.canvas/wheelPans");
        wheel->setFocus();
        key(f, Qt::Key_Space);
        auto* threads = f.find<QComboBox>("setting.training/threads");
        threads->setFocus();
        key(f, Qt::Key_Down);
        look(f, QStringLiteral("settings-large"));
        key(f, Qt::Key_Escape);
        QTRY_VERIFY(!f.find<Sheet>("settingsSheet"));
        // A new project has what was set up; the wheel pans instead of zooming.
        f.trigger("newAction");
        QCOMPARE(f.bench().training.spec().threads, 1);
        f.trigger("sampleAction");
        QVERIFY(f.ready());
        const double zoom = f.canvas().zoom();
        const QPointF middle = QPointF(f.canvas().rect().center());
        QWheelEvent turn(middle, f.canvas().mapToGlobal(middle), {}, {0, 120}, Qt::NoButton, Qt::NoModifier,
                         Qt::NoScrollPhase, false);
        QApplication::sendEvent(&f.canvas(), &turn);
        QCOMPARE(f.canvas().zoom(), zoom);
        f.settings->sync();
        const QSettings kept(f.folder.filePath(QStringLiteral("settings.ini")), QSettings::IniFormat);
        QCOMPARE(kept.value(QStringLiteral("theme")).toString(), QStringLiteral("light"));
        QCOMPARE(kept.value(QStringLiteral("text/size")).toInt(), 120);
        QVERIFY(kept.value(QStringLiteral("canvas/wheelPans")).toBool());
        // Keys that were made with large letters shrink with them.
        key(f, Qt::Key_Comma, Qt::ControlModifier);
        const auto letters = [&] { return QFontMetricsF(f.find<QPushButton>("key.trainAction")->font()).height(); };
        const double large = letters();
        f.find<QSlider>("setting.text/size")->setFocus();
        for (int i = 0; i < 4; ++i) key(f, Qt::Key_Left);
        QTRY_COMPARE(Theme::instance().textScale(), 1.0);
        QTRY_COMPARE(letters(), QFontMetricsF(Theme::instance().mono(12)).height());
        QVERIFY2(letters() < large, qPrintable(QStringLiteral("%1, before %2").arg(letters()).arg(large)));
    }

    void aKeyIsChangedAndTheConflictTold() {
        WindowFixture f;
        QVERIFY(f.ready());
        key(f, Qt::Key_Comma, Qt::ControlModifier);
        type(f, "bypass");
        auto* button = f.find<QPushButton>("key.bypassAction");
        QTRY_VERIFY(button->isVisible());
        QVERIFY(f.find<QWidget>("setting.theme")->parentWidget()->isHidden());  // only what was searched for
        button->setFocus();
        key(f, Qt::Key_Space);
        const QString duplicate = QStringLiteral("duplicateAction"), bypass = QStringLiteral("bypassAction");
        ActionTable& table = f.window->actionTable();
        const auto asks = [&] { return f.find<QPushButton>("take.bypassAction")->isVisible(); };
        key(f, Qt::Key_D, Qt::ControlModifier);
        QVERIFY(asks());
        QVERIFY(f.find<QPushButton>("leave.bypassAction")->hasFocus());  // which changes nothing
        bool told = false;
        for (auto* label : button->parentWidget()->findChildren<QLabel*>())
            told |= label->isVisible() && label->text().contains(QStringLiteral("Duplicate"));
        QVERIFY(told);
        look(f, QStringLiteral("settings-keys"));
        key(f, Qt::Key_Space);
        QVERIFY(!asks() && button->hasFocus());
        QCOMPARE(table.keyText(bypass), QStringLiteral("M"));
        QCOMPARE(table.keyText(duplicate), QStringLiteral("Ctrl+D"));
        key(f, Qt::Key_Space);  // once more, and Escape out of the question
        key(f, Qt::Key_D, Qt::ControlModifier);
        QVERIFY(asks());
        key(f, Qt::Key_Escape);
        QVERIFY(!asks() && f.find<Sheet>("settingsSheet")->isVisible());
        QCOMPARE(table.keyText(duplicate), QStringLiteral("Ctrl+D"));
        key(f, Qt::Key_Space);
        key(f, Qt::Key_D, Qt::ControlModifier);
        f.find<QPushButton>("take.bypassAction")->setFocus();
        key(f, Qt::Key_Space);
        QVERIFY(!asks());
        QCOMPARE(button->text(), QStringLiteral("Ctrl+D"));
        QCOMPARE(table.keyText(duplicate), QString());
        key(f, Qt::Key_Escape);
        QTRY_VERIFY(!f.find<Sheet>("settingsSheet"));
        f.canvas().select({id(f, "Dense")});
        f.canvas().setFocus();
        const size_t layers = f.bench().network.spec().nodes.size();
        key(f, Qt::Key_D, Qt::ControlModifier);
        QCOMPARE(f.bench().network.spec().nodes.size(), layers);
        QVERIFY(f.bench().network.spec().find(id(f, "Dense").toStdString())->bypassed);
    }

    // What is delivered is back at once for all, and the person's own keys after it; two actions with one key are told.
    void allKeysGoBackAndForth() {
        WindowFixture f;
        QVERIFY(f.ready());
        ActionTable& table = f.window->actionTable();
        const QString duplicate = QStringLiteral("duplicateAction"), bypass = QStringLiteral("bypassAction");
        table.setKeys(bypass, {QKeySequence(Qt::CTRL | Qt::Key_D)});  // as from a file: nobody was asked
        key(f, Qt::Key_Comma, Qt::ControlModifier);
        type(f, "keys");
        auto* take = f.find<QPushButton>("take.bypassAction");
        QTRY_VERIFY(take->isVisible() && f.find<QPushButton>("take.duplicateAction")->isVisible());
        QVERIFY(!f.find<QPushButton>("leave.bypassAction")->isVisible());
        take->click();
        QCOMPARE(table.keyText(duplicate), QString());
        QVERIFY(!take->isVisible() && !f.find<QPushButton>("take.duplicateAction")->isVisible());
        auto* all = f.find<QPushButton>("resetKeys");
        all->click();
        QCOMPARE(table.keyText(duplicate), QStringLiteral("Ctrl+D"));
        QCOMPARE(table.keyText(bypass), QStringLiteral("M"));
        all->click();
        QCOMPARE(table.keyText(duplicate), QString());
        QCOMPARE(table.keyText(bypass), QStringLiteral("Ctrl+D"));
        all->click();
        key(f, Qt::Key_Escape);
        // No two rows of the list have one name, and none tells what would be undone now.
        f.networkPanel().addLayer(QStringLiteral("Dropout"));
        QSet<QString> names;
        for (const QString& id : table.ids()) {
            if (table.keys(id).isEmpty()) continue;
            QVERIFY2(!names.contains(table.name(id)), qPrintable(table.name(id)));
            names << table.name(id);
        }
        QVERIFY(names.contains(QStringLiteral("Undo")));
    }

    // Most of a small window belongs to the canvas, and a notice moves nothing.
    void aSmallWindowIsTheCanvas() {
        WindowFixture f({}, false);
        f.window.reset();
        f.settings->clear();
        f.window = std::make_unique<MainWindow>(*f.settings, f.folder.filePath(QStringLiteral("recovery")));
        f.window->resize(1280, 720);
        f.window->show();
        f.window->start({});
        QVERIFY(QTest::qWaitForWindowExposed(f.window.get()));
        QVERIFY(f.ready());
        QTRY_VERIFY(f.canvas().isVisible());
        QCOMPARE(f.window->size(), QSize(1280, 720));
        const auto area = [](const QSize& size) { return double(size.width()) * size.height(); };
        QVERIFY2(area(f.canvas().size()) > 0.55 * area(f.window->size()),
                 qPrintable(QStringLiteral("%1x%2").arg(f.canvas().width()).arg(f.canvas().height())));
        QRect before = f.canvas().geometry();
        for (int quiet = 0, turns = 0; quiet < 5 && turns < 200; ++turns) {  // until the docks have settled
            QCoreApplication::processEvents();
            quiet = before == f.canvas().geometry() ? quiet + 1 : 0;
            before = f.canvas().geometry();
        }
        f.window->messages().show({Notice::Problem, QStringLiteral("Something to read.")});
        test::settle();
        QCOMPARE(f.canvas().geometry(), before);
        QVERIFY(f.window->messages().isVisible());
        look(f, QStringLiteral("small"));
        f.press("statusProblems");  // the way to what has no room at first
        QTRY_VERIFY(f.find<QDockWidget>("problemsDock")->isVisible());
    }
};

QTEST_MAIN(TestSheets)

}  // namespace test_sheets

#include "test_sheets.moc"
