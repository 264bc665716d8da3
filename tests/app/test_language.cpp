// The language of the window: it changes while the program runs, and every text of it can be translated.
// In a made-up language each letter that passes through a translation becomes a full-width one, so that what is still
// plain Latin, in a widget or painted, has been past no translator; names stay as they are and are known. What actions
// open is walked like the window.
#include <QAction>
#include <QComboBox>
#include <QContextMenuEvent>
#include <QDockWidget>
#include <QFileDialog>
#include <QLabel>
#include <QLineEdit>
#include <QLocale>
#include <QMenu>
#include <QMenuBar>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTimer>
#include <QToolButton>
#include <QTreeView>

#include "app/window/language.h"
#include "tests/app/all_views.h"
#include "tests/app/shown_texts.h"
#include "tests/app/windows_shown.h"
#include "tests/support/behind_tab.h"
#include "ui/models/languages.h"
#include "ui/models/run_model.h"
#include "ui/scalars/runs_panel.h"
#include "ui/shell/action_table.h"
#include "widgets/canvas/search_palette.h"
#include "widgets/controls/sheet.h"
#include "widgets/plot/axis_text.h"

namespace test_language {

using namespace tl;
using namespace tl::test;

namespace {

// The menu that `open` brings up and waits for.
QStringList menuOf(const std::function<void()>& open) {
    QStringList texts;
    QTimer look;
    QObject::connect(&look, &QTimer::timeout, [&] {
        auto* menu = qobject_cast<QMenu*>(QApplication::activePopupWidget());
        if (!menu) return;
        for (QAction* action : menu->findChildren<QAction*>()) texts << action->text() << action->toolTip();
        for (QMenu* sub : menu->findChildren<QMenu*>()) texts << sub->title();
        menu->close();
    });
    look.start(0);
    open();
    Q_UNUSED(QTest::qWaitFor([&] { return !texts.isEmpty(); }, 120000));
    return texts;
}

}  // namespace

class TestLanguage : public QObject {
    Q_OBJECT
    QSet<QString> names_;
    QTemporaryDir trash_;

    void settle(WindowFixture& w) {
        QTRY_VERIFY(w.window->findChild<QMenuBar*>());
        QVERIFY(w.ready());
        test::settle();
    }
    // The window in a translation of the test's own.
    void speak(WindowFixture& w, QTranslator* translator) {
        QSignalSpy gone(w.window->findChild<QMenuBar*>(), &QObject::destroyed);
        translator ? void(qApp->installTranslator(translator)) : language::apply(QStringLiteral("en"));
        QTRY_VERIFY(gone.count() > 0);
        settle(w);
    }
    // Of the docks in sight.
    using Sizes = QMap<QString, QSize>;
    Sizes sizes(WindowFixture& w) {
        Sizes all;
        for (QDockWidget* dock : w.window->findChildren<QDockWidget*>())
            if (dock->isVisible() && !test::behindATab(dock)) all[dock->objectName()] = dock->size();
        return all;
    }
    // The other language's letters make the rows above and below a little lower or higher.
    bool alike(const Sizes& now, const Sizes& before) {
        bool all = now.size() == before.size();
        for (auto one = before.begin(); one != before.end(); ++one)
            all =
                all && now[one.key()].width() == one->width() && std::abs(now[one.key()].height() - one->height()) <= 8;
        return all;
    }
    QStringList menus(WindowFixture& w) {
        QStringList titles;
        for (QAction* action : w.window->findChild<QMenuBar*>()->actions()) titles << action->text();
        return titles;
    }

private slots:
    void initTestCase() { names_ = names(); }
    void cleanup() {
        language::apply(QStringLiteral("en"));
        Theme::instance().setTextScale(1);
    }

    void choices() {
        QCOMPARE(language::choices(), QStringList({"system", "en", "zh_CN"}));
        QCOMPARE(language::title(QStringLiteral("zh_CN")), QStringLiteral("简体中文"));
    }

    // Whatever the system speaks, dates and numbers are in the language that was chosen.
    void datesFollowTheLanguage() {
        const QDateTime day(QDate(2026, 11, 22), QTime(12, 0));
        const double at = double(day.toSecsSinceEpoch());
        language::apply(QStringLiteral("zh_CN"));
        QCOMPARE(QLocale().language(), QLocale::Chinese);
        QCOMPARE(tickText(at, 86400, AxisKind::Clock), QStringLiteral("11月22日"));
        QCOMPARE(QLocale().toString(day.date(), QLocale::ShortFormat), QStringLiteral("2026/11/22"));
        language::apply(QStringLiteral("en"));
        QCOMPARE(QLocale().language(), QLocale::English);
        QCOMPARE(tickText(at, 86400, AxisKind::Clock), QStringLiteral("22 Nov"));
        // In a system of a third language the program is English, and its dates are too.
        language::apply(QStringLiteral("system"));
        const auto spoken = QLocale().language();
        QVERIFY2(spoken == QLocale::English || spoken == QLocale::Chinese,
                 qPrintable(QLocale::languageToString(spoken)));
    }

    // From the View menu and back, with work under way: nothing of it is touched.
    void changesWhileItRuns() {
        WindowFixture w;
        settle(w);
        const QStringList english = menus(w);
        QVERIFY(english.contains(QStringLiteral("&File")));
        const NetworkSpec before = w.bench().network.spec();
        const int steps = w.bench().undo.count();
        w.window->showWorkspace(MainWindow::TrainSpace);
        w.trigger("trainAction");
        QVERIFY(w.reaches(RunState::Running));

        QSignalSpy gone(w.window->findChild<QMenuBar*>(), &QObject::destroyed);
        w.trigger("language_zh_CN");
        QTRY_VERIFY(gone.count() > 0);
        settle(w);
        QVERIFY2(menus(w).contains(QStringLiteral("文件(&F)")), qPrintable(menus(w).join(' ')));
        QVERIFY(w.bench().network.spec() == before);
        QCOMPARE(w.bench().undo.count(), steps);
        QVERIFY(w.bench().controller.active());
        QCOMPARE(w.settings->value(QStringLiteral("language")).toString(), QStringLiteral("zh_CN"));
        QCOMPARE(q(Message("{thing}: expected {expected}.", std::string("conv_1"), "a number")),
                 QStringLiteral("conv_1：应为数。"));
        w.trigger("stopAction");
        QVERIFY(w.reaches(RunState::Stopped));

        QSignalSpy again(w.window->findChild<QMenuBar*>(), &QObject::destroyed);
        w.trigger("language_en");
        QTRY_VERIFY(again.count() > 0);
        settle(w);
        QCOMPARE(menus(w), english);
    }

    // All is made again, and nothing of it is a window of its own for a moment: not while a run is under way, nor with
    // what was looked for in the graph.
    void nothingFlashes() {
        WindowFixture w;
        settle(w);
        w.trigger("trainAction");
        QVERIFY(w.reaches(RunState::Running));
        w.window->showWorkspace(MainWindow::GraphSpace);
        auto* search = w.find<QLineEdit>("graphSearch");
        QTRY_VERIFY(search->isVisible());
        QTRY_VERIFY(w.bench().graph.state() == OpGraphModel::State::Ready);
        search->setFocus();
        QTest::keyClicks(search, QStringLiteral("conv"));
        QTRY_VERIFY(!w.bench().graph.matches().isEmpty());
        const test::WindowsShown windows(w.window.get());
        for (const char* language : {"language_zh_CN", "language_en"}) {
            QSignalSpy gone(w.window->findChild<QMenuBar*>(), &QObject::destroyed);
            w.trigger(language);
            QTRY_VERIFY(gone.count() > 0);
            settle(w);
            QVERIFY(!w.bench().graph.matches().isEmpty());
        }
        for (const int space :
             {MainWindow::NetworkSpace, MainWindow::DataSpace, MainWindow::TrainSpace, MainWindow::ProfileSpace}) {
            w.window->showWorkspace(space);
            test::settle();
        }
        QCOMPARE(windows.names.join(QStringLiteral(", ")), QString());
        w.trigger("stopAction");
        QTRY_VERIFY(!w.bench().controller.active());  // it may have come to its end before
    }

    // What is looked for, chosen and filtered in the panels stays, and what was deleted can still be put back.
    void searchesAndChoicesStay() {
        qputenv("XDG_DATA_HOME", QFile::encodeName(trash_.path()));
        WindowFixture w;
        settle(w);
        for (size_t number = 1; number <= 3; ++number) {
            w.trigger("trainAction");
            QVERIFY(QTest::qWaitFor([&] { return w.bench().runs.runs().size() == number && w.points("loss") > 2; },
                                    120000));
            w.trigger("stopAction");
            QVERIFY(w.reaches(RunState::Stopped));
        }
        const auto type = [&](int space, const char* field, const QString& text) {
            w.window->showWorkspace(space);
            auto* line = w.find<QLineEdit>(field);
            QTRY_VERIFY(line->isVisible());
            line->setFocus();
            QTest::keyClicks(line, text);
        };
        type(MainWindow::NetworkSpace, "layerSearch", QStringLiteral("conv"));
        type(MainWindow::GraphSpace, "graphSearch", QStringLiteral("relu"));
        QTRY_VERIFY(w.find<QLabel>("graphFound")->isVisible());
        w.window->showWorkspace(MainWindow::DataSpace);
        auto* classes = w.find<QComboBox>("classFilter");
        QTRY_VERIFY(classes->isVisible());
        QTest::keyClick(classes, Qt::Key_Down);
        QTest::keyClick(classes, Qt::Key_Down);
        QCOMPARE(w.bench().selection.classFilter(), 1);
        type(MainWindow::DataSpace, "imageSearch", QStringLiteral("1"));
        auto* range = w.find<QLabel>("imageRange");
        test::settle();
        const QString items = range->text();
        type(MainWindow::TrainSpace, "runFilter", QStringLiteral("step > 0"));
        auto* table = w.find<QTreeView>("runTable");
        QTRY_COMPARE(table->model()->rowCount(), 3);
        const auto pick = [&](int row) {
            QTest::mouseClick(table->viewport(), Qt::LeftButton, {},
                              table->visualRect(table->model()->index(row, 0)).topLeft() + QPoint(50, 12));
        };
        pick(2);
        QTest::keyClick(table, Qt::Key_Delete);
        QTRY_VERIFY(w.find<QPushButton>("deleteRunButton"));
        w.press("deleteRunButton");
        QTRY_COMPARE(w.bench().runs.runs().size(), size_t{2});
        pick(1);  // not the first, which any table would choose
        const int chosen = w.bench().runs.runs().back().id;
        QCOMPARE(w.find<RunsPanel>("runsPanel")->currentRun(), chosen);

        for (const char* language : {"language_zh_CN", "language_en"}) {
            QSignalSpy gone(w.window->findChild<QMenuBar*>(), &QObject::destroyed);
            w.trigger(language);
            QTRY_VERIFY(gone.count() > 0);
            settle(w);
            QCOMPARE(w.find<RunsPanel>("runsPanel")->currentRun(), chosen);
            QCOMPARE(w.bench().selection.run(), chosen);
            QCOMPARE(w.find<QLineEdit>("runFilter")->text(), QStringLiteral("step > 0"));
            QCOMPARE(w.find<QLineEdit>("layerSearch")->text(), QStringLiteral("conv"));
            QCOMPARE(w.find<QLineEdit>("graphSearch")->text(), QStringLiteral("relu"));
            QCOMPARE(w.find<QLineEdit>("imageSearch")->text(), QStringLiteral("1"));
            QCOMPARE(w.find<QComboBox>("classFilter")->currentIndex(), 2);
        }
        w.window->showWorkspace(MainWindow::GraphSpace);
        QTRY_VERIFY(w.find<QLabel>("graphFound")->isVisible());
        w.window->showWorkspace(MainWindow::DataSpace);
        QTRY_COMPARE(w.find<QLabel>("imageRange")->text(), items);
        w.window->showWorkspace(MainWindow::TrainSpace);
        w.window->actionTable().refresh();
        QVERIFY(w.find<QAction>("putBackRuns")->isEnabled());
        w.trigger("putBackRuns");
        QTRY_COMPARE(w.bench().runs.runs().size(), size_t{3});
    }

    // Where a person put the edges of the docks, they stay.
    void docksKeepTheirSizes() {
        WindowFixture w;
        settle(w);
        for (const int space : {MainWindow::TrainSpace, MainWindow::DataSpace, MainWindow::NetworkSpace}) {
            w.window->showWorkspace(space);
            test::settle();
            for (QDockWidget* dock : w.window->findChildren<QDockWidget*>())
                if (dock->isVisible())
                    w.window->resizeDocks({dock}, {dock->width() + (space == MainWindow::TrainSpace ? 37 : -23)},
                                          Qt::Horizontal);
            test::settle();
            const Sizes before = sizes(w);
            QVERIFY(before.size() >= 2);
            for (const char* language : {"language_zh_CN", "language_en"}) {
                QSignalSpy gone(w.window->findChild<QMenuBar*>(), &QObject::destroyed);
                w.trigger(language);
                QTRY_VERIFY(gone.count() > 0);
                settle(w);
                QTRY_VERIFY2(alike(sizes(w), before), language);
            }
        }
    }

    // A key that is pressed while all is made again comes as soon as it stands, before what is left for later: both
    // workspaces stay as they were laid out.
    void aChangeOfWorkspaceMeanwhileKeepsBoth() {
        WindowFixture w;
        settle(w);
        QMap<int, Sizes> before;
        for (const int space : {MainWindow::TrainSpace, MainWindow::NetworkSpace}) {
            w.window->showWorkspace(space);
            test::settle();
            before[space] = sizes(w);
            QVERIFY(before[space].size() >= 2);
        }
        int here = MainWindow::NetworkSpace, there = MainWindow::TrainSpace;
        for (const char* language : {"language_zh_CN", "language_en"}) {
            auto* menus = w.window->findChild<QMenuBar*>();
            QSignalSpy gone(menus, &QObject::destroyed);
            connect(
                menus, &QObject::destroyed, w.window.get(), [&] { w.window->showWorkspace(there); },
                Qt::QueuedConnection);
            w.trigger(language);
            QTRY_VERIFY(gone.count() > 0);
            settle(w);
            for (const int space : {there, here, there}) {
                w.window->showWorkspace(space);
                test::settle();
                QTRY_VERIFY2(alike(sizes(w), before[space]), language);
            }
            std::swap(here, there);
        }
    }

    void everyTextPassesATranslation_data() {
        QTest::addColumn<bool>("trained");
        QTest::newRow("at first") << false;
        QTest::newRow("with a run") << true;
    }
    void everyTextPassesATranslation() {
        QFETCH(bool, trained);
        WindowFixture w;
        settle(w);
        if (trained) trainForAllViews(w);
        FullWidth fullWidth;
        speak(w, &fullWidth);
        // What the run wrote of itself for every program that reads event files: data, in English.
        const QSet<QString> written{"network",    "settings", "setting", "layer",    "type",
                                    "parameters", "batch",    "run",     "Recording"};
        QStringList found;
        int views = 0;
        throughAllViews(w, [&](const QString& where) {
            ++views;
            for (const QString& one : untranslated(*w.window, trained ? names_ + written : names_))
                found << where + QStringLiteral(" ") + one;
        });
        qApp->removeTranslator(&fullWidth);
        // What the engine said is in the translators' file, however the source writes it.
        QTranslator chinese;
        QVERIFY(chinese.load(QStringLiteral(":/translations/tensorloom_zh_CN.qm")));
        for (const QByteArray& key : fullWidth.engine)
            if (!plainWords(QString(key), names_).isEmpty() && chinese.translate("Engine", key).isEmpty())
                found << QStringLiteral("in no file: ") + key;
        found.removeDuplicates();
        QVERIFY2(found.isEmpty(), qPrintable(list(found)));
        QVERIFY2(views >= 15, qPrintable(QString::number(views)));
    }

    // A network with faults, and one without layers: the canvas, the problems and the inspector speak too.
    void faultsPassATranslation() {
        WindowFixture w;
        settle(w);
        // Images go into a Dense layer, and another layer stands alone: two kinds of faults, with their repairs.
        QStringList flatten;
        for (const NodeSpec& node : w.bench().network.spec().nodes)
            if (node.type == "Flatten") flatten << QString::fromStdString(node.id);
        QVERIFY(!flatten.isEmpty());
        w.bench().selection.setNodes(flatten);
        w.trigger("deleteAction");
        w.networkPanel().addLayer(QStringLiteral("Conv2D"));
        FullWidth fullWidth;
        speak(w, &fullWidth);
        QStringList found;
        const auto look = [&](const QString& what) {
            for (const QString& one : untranslated(*w.window, names_)) found << what + QStringLiteral(": ") + one;
        };
        QTRY_VERIFY(w.bench().network.reportIsCurrent());
        QVERIFY(!w.bench().network.report().ok());
        w.trigger("showProblemsAction");
        QStringList faulty;
        for (const Diagnostic& fault : w.bench().network.report().diagnostics)
            faulty << QString::fromStdString(fault.node);
        faulty.removeDuplicates();
        QVERIFY(faulty.size() >= 2);
        for (const QString& id : faulty) {
            w.bench().selection.setNode(id);
            test::settle();
            look(id);
        }
        w.trigger("newAction");
        if (auto* discard = w.find<QPushButton>("discardButton")) discard->click();
        QTRY_VERIFY(w.bench().network.reportIsCurrent());
        test::settle();
        look(QStringLiteral("no layers"));
        qApp->removeTranslator(&fullWidth);
        QVERIFY2(found.isEmpty(), qPrintable(QStringLiteral("%1 texts:\n").arg(found.size()) + found.join('\n')));
    }

    // What actions ask and show: their sheets and dialogs, the palette, the list of keys, and all menus.
    void whatActionsOpenPassesATranslation() {
        WindowFixture w;
        settle(w);
        w.window->showWorkspace(MainWindow::TrainSpace);
        w.trigger("trainAction");  // actions of a run need one
        QVERIFY(QTest::qWaitFor([&] { return w.points("loss") > 2; }, 120000));
        w.trigger("stopAction");
        QVERIFY(w.reaches(RunState::Stopped));
        w.networkPanel().addLayer(QStringLiteral("Dropout"));  // work that a question is about
        FullWidth fullWidth;
        speak(w, &fullWidth);
        w.window->showWorkspace(MainWindow::TrainSpace);
        auto* table = w.find<QTreeView>("runTable");
        QTRY_VERIFY(table->model()->rowCount() > 0);
        table->setCurrentIndex(table->model()->index(0, 0));

        QStringList found;
        int sheets = 0, dialogs = 0;
        ActionTable& actions = w.window->actionTable();
        const QStringList more{"newAction", "shortcutsAction", "aboutAction", "sampleAction"};
        for (const QString& id : actions.ids()) {
            QAction* action = actions.action(id);
            actions.refresh();
            if (!action->isEnabled() || (!action->text().contains(QStringLiteral("…")) && !more.contains(id))) continue;
            if (id == QStringLiteral("quitAction")) continue;
            action->trigger();
            test::settle();
            for (QFileDialog* dialog : w.window->findChildren<QFileDialog*>()) {
                if (!dialog->isVisible()) continue;
                QStringList texts = dialog->nameFilters();
                for (QString& text : texts) text.remove(QRegularExpression(QStringLiteral(R"(\*\.[\w.]+)")));
                found += faults(id, QStringList(dialog->windowTitle()) + texts, names_);
                dialog->reject();
                ++dialogs;
            }
            for (Sheet* sheet : w.window->findChildren<Sheet*>()) {
                if (!sheet->isVisible()) continue;
                for (const QString& one : untranslated(*sheet, names_) + faults("listed", listed(*sheet), names_))
                    found << id + QStringLiteral(" ") + one;
                sheet->close();
                ++sheets;
            }
            QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
        }
        QVERIFY2(sheets >= 8, qPrintable(QString::number(sheets)));
        QVERIFY2(dialogs >= 3, qPrintable(QString::number(dialogs)));

        for (QMenu* menu : w.window->findChildren<QMenu*>()) {
            emit menu->aboutToShow();
            QStringList texts(menu->title());
            for (QAction* action : menu->actions()) texts << action->text() << action->toolTip();
            found += faults(QStringLiteral("menu"), texts, names_);
        }
        w.window->showWorkspace(MainWindow::NetworkSpace);
        NodeCanvas& canvas = w.canvas();
        const QString node = w.bench().network.nodeIds().at(3);
        for (const QPoint at : {canvas.nodeCenter(node), QPoint(canvas.width() - 40, canvas.height() / 2)})
            found += faults("canvas' menu", menuOf([&] {
                                QContextMenuEvent event(QContextMenuEvent::Mouse, at, canvas.mapToGlobal(at));
                                QApplication::sendEvent(&canvas, &event);
                            }),
                            names_);
        w.bench().selection.setNode(node);
        found += faults("inspector's menu", menuOf([&] { w.find<QToolButton>("layerMenu")->click(); }), names_);
        // The search for a layer at the cursor.
        canvas.setFocus();
        canvas.openPaletteAfterSelection();
        if (auto* palette = canvas.findChild<SearchPalette*>(); palette && palette->isVisible())
            for (const QString& one : untranslated(*palette, names_)) found << QStringLiteral("Tab: ") + one;
        else
            QFAIL("Tab opened no search");
        qApp->removeTranslator(&fullWidth);
        found.removeDuplicates();
        QVERIFY2(found.isEmpty(), qPrintable(QStringLiteral("%1 texts:\n").arg(found.size()) + found.join('\n')));
    }

    // What was said stays a message: the history, why a run ended and what is wrong are told in the new language.
    void whatWasSaidChangesItsLanguage() {
        WindowFixture w;
        settle(w);
        w.networkPanel().addLayer(QStringLiteral("Dropout"));
        const auto history = [&] { return w.bench().undo.undoText(); };
        QVERIFY2(history().startsWith(QStringLiteral("Insert ")), qPrintable(history()));
        Run failed;
        failed.name = QStringLiteral("a");
        failed.problems = {Message("There was not enough memory for this.")};
        const int run = w.bench().runs.addRun(RunModel::told(
            failed, {StateRecord{RunState::Failed, Message("The data set holds no training samples."), -1},
                     LearningRateRecord{3, 0.1, 0.01}}));
        const auto told = [&] {
            const auto& model = w.bench().runs;
            for (int row = 0; row < model.rowCount(); ++row)
                if (model.index(row, 0).data(RunModel::IdRole).toInt() == run)
                    return model.index(row, 0).data(Qt::ToolTipRole).toString();
            return QString();
        };
        QVERIFY2(told().contains(QStringLiteral("holds no training samples")), qPrintable(told()));
        w.trigger("language_zh_CN");
        QTRY_VERIFY(menus(w).contains(QStringLiteral("文件(&F)")));
        QTRY_VERIFY2(history().startsWith(QStringLiteral("插入")), qPrintable(history()));
        QVERIFY2(!told().contains(QStringLiteral("memory")) && !told().contains(QStringLiteral("samples")),
                 qPrintable(told()));
        QVERIFY(!w.bench().runs.find(run)->marks.at(0).label().contains(QStringLiteral("rate")));
        settle(w);
    }

    // The test would see a label that somebody forgot.
    void findsAPlantedLabel() {
        WindowFixture w;
        settle(w);
        FullWidth fullWidth;
        speak(w, &fullWidth);
        const qsizetype before = untranslated(*w.window, names_).size();
        auto* planted = new QLabel(QStringLiteral("Forgotten words"), w.window.get());
        planted->move(300, 300);
        planted->show();
        const QStringList found = untranslated(*w.window, names_);
        qApp->removeTranslator(&fullWidth);
        QCOMPARE(found.filter(QStringLiteral("Forgotten words")).size(), 2);  // painted, and as a widget's text
        QCOMPARE(found.size(), before + 2);
    }
};

QTEST_MAIN(TestLanguage)

}  // namespace test_language

#include "test_language.moc"
