// The breakpoints panel on its own, by keys and mouse: breakpoints are written with the names that the network has,
// refused with a sentence, switched, edited and removed; a run stands, shows what its op reads and makes, is stepped,
// and goes on; one that ends in nan stands at the op that made it.
#include <QAbstractItemModelTester>
#include <QCompleter>
#include <QLabel>
#include <QLineEdit>
#include <QListView>
#include <QPlainTextEdit>
#include <QPointer>
#include <QPushButton>
#include <QScopeGuard>
#include <QSplitter>
#include <QTableView>
#include <QToolButton>
#include <QtTest>

#include "engine/model/templates.h"
#include "tests/support/settle.h"
#include "tests/ui/bench_fixture.h"
#include "ui/breakpoints/breakpoint_table.h"
#include "ui/breakpoints/breakpoints_panel.h"
#include "ui/models/breakpoints.h"
#include "ui/shell/panel.h"
#include "ui/shell/standard_edits.h"
#include "widgets/controls/segmented_bar.h"
#include "widgets/image/picture_strip.h"
#include "widgets/plot/histogram_plot.h"
#include "widgets/theme/theme.h"

namespace tl::panels {
PanelRow breakpoints();
PanelRow debugger();
}  // namespace tl::panels

namespace test_breakpoints_panel {

using namespace tl;

namespace {

struct Fixture : test::DeskFixture {
    Fixture() {
        auto* both = new QSplitter;
        both->addWidget(panel = static_cast<BreakpointsPanel*>(panels::breakpoints().make(desk).widget));
        markAsPanel(panel, QStringLiteral("breakpoints"));
        both->addWidget(panels::debugger().make(desk).widget);
        both->setSizes({300, 900});  // the view in which a run stands takes what it is given
        show(both, {1200, 760});
    }
    QListView* list() { return find<QListView>("breakpointList"); }
    QLineEdit* entry() { return find<QLineEdit>("breakpointEntry"); }
    QTableView* values() { return find<QTableView>("stopValues"); }
    // Without the run's name behind it.
    QString title() {
        const QString text = find<QLabel>("stopTitle")->text(),
                      run = find<QLabel>("stopTitle")->text().section(" · ", 1);
        return run.isEmpty() ? QStringLiteral("no run is named: ") + text : text.section(" · ", 0, 0);
    }
    // Of those that a person has written: above them stands the row of what is not finite.
    QModelIndex at(int point) { return list()->model()->index(point + 1, 0); }
    QString row(int point) { return at(point).data().toString(); }
    int rows() { return list()->model()->rowCount() - 1; }
    // The mark before the text.
    QPoint mark(const QModelIndex& index) {
        QStyleOptionViewItem option;
        option.initFrom(list());
        option.features = QStyleOptionViewItem::HasCheckIndicator | QStyleOptionViewItem::HasDisplay;
        option.rect = list()->visualRect(index);
        option.text = index.data().toString();
        return list()->style()->subElementRect(QStyle::SE_ItemViewItemCheckIndicator, &option, list()).center();
    }
    void write(const QString& text) {
        entry()->setFocus();
        entry()->clear();
        QTest::keyClicks(entry(), text);
        QTest::keyClick(entry(), Qt::Key_Escape, Qt::NoModifier);  // closes the completions, and then the text is gone
        entry()->setText(text);
        QTest::keyClick(entry(), Qt::Key_Return);
    }
    bool start(int epochs, double rate = 0.01) {
        set([&](TrainingSpec& spec) { spec.learningRate = rate; });
        return DeskFixture::start("lenet", epochs);
    }
    Breakpoints& points() { return bench.controller.breakpoints(); }
    int64_t stopNumber() { return points().stop() ? points().stop()->number : 0; }

    BreakpointsPanel* panel = nullptr;
};

}  // namespace

class TestBreakpointsPanel : public QObject {
    Q_OBJECT
private slots:
    // A dot, with letters of any size.
    void aMarkIsADot() {
        const auto back = qScopeGuard([] {
            Theme::instance().setTextScale(1);
            Theme::instance().apply();
        });
        for (const double scale : {1.0, 1.1, 1.2, 1.3, 1.4, 1.5}) {
            Theme::instance().setTextScale(scale);
            Theme::instance().apply();
            Fixture f;
            f.write(QStringLiteral("at step 1"));
            QCOMPARE(f.rows(), 1);
            test::settle();
            const QImage image = f.list()->grab().toImage();
            const QRect about(f.mark(f.at(0)) - QPoint(14, 14), QSize(28, 28));
            const QColor bad = Theme::instance().color(Token::Bad);
            QRect dot;
            for (int y = about.top(); y <= about.bottom(); ++y)
                for (int x = std::max(0, about.left()); x <= about.right(); ++x)
                    if (image.pixelColor(x, y) == bad) dot |= QRect(x, y, 1, 1);
            QVERIFY2(dot.width() >= 8 && dot.width() < 24, qPrintable(QString::number(dot.width())));
            for (const QPoint& corner : {dot.topLeft(), dot.topRight(), dot.bottomLeft(), dot.bottomRight()})
                QVERIFY2(image.pixelColor(corner) != bad, qPrintable(QString::number(scale)));
        }
    }

    // A run that starts or stands judges every line anew.
    void whatIsWrittenInALineStays() {
        Fixture f;
        f.write("before conv_2 at step 3");
        f.list()->setCurrentIndex(f.at(0));
        f.list()->edit(f.at(0));
        auto* line = f.list()->findChild<QLineEdit*>();
        QVERIFY(line);
        emit f.bench.network.specChanged();
        QCOMPARE(line->selectedText(), line->text());
        QTest::keyClicks(line, "after conv_1");
        emit f.bench.network.specChanged();
        QCOMPARE(line->text(), QStringLiteral("after conv_1"));
        QTest::keyClick(line, Qt::Key_Return);
        QTRY_COMPARE(f.row(0), QStringLiteral("after conv_1"));
    }

    void breakpointsAreWrittenByHand() {
        Fixture f;
        QVERIFY(f.panel->minimumSizeHint().width() < 500);  // the smallest window has no more for it
        const QAbstractItemModelTester tester(f.list()->model());
        f.write("before conv_2 at step 3");
        QCOMPARE(f.rows(), 1);
        QCOMPARE(f.row(0), QString("before conv_2 at step 3"));
        QVERIFY(f.entry()->text().isEmpty());
        f.write("when loss > ");
        QCOMPARE(f.rows(), 1);
        auto* problem = f.find<QLabel>("breakpointProblem");
        QVERIFY(problem->isVisible());
        QVERIFY2(problem->text().contains("loss >"), qPrintable(problem->text()));
        f.panel->setFixedHeight(110);  // however low the dock is, what is wrong is read whole
        f.write("before no_such_layer when loss >");
        QTRY_VERIFY(problem->height() >= problem->heightForWidth(problem->width()));
        f.panel->setFixedHeight(QWIDGETSIZE_MAX);
        f.panel->setMinimumHeight(0);
        f.write("when loss > 3");
        QVERIFY(!problem->isVisible());
        QCOMPARE(f.rows(), 2);
        // Off and on by its check mark, with the mouse and by the keyboard.
        QTest::mouseClick(f.list()->viewport(), Qt::LeftButton, {}, f.mark(f.at(0)));
        QVERIFY(!f.points().all()[0].enabled);
        f.list()->setCurrentIndex(f.at(0));
        f.list()->setFocus();
        QTest::keyClick(f.list(), Qt::Key_Space);
        QVERIFY(f.points().all()[0].enabled);
        // Edited in place; what does not parse leaves it as it was.
        const auto edit = [&](const QString& text) {
            QTRY_VERIFY(!f.list()->findChild<QLineEdit*>());
            f.list()->setFocus();
            f.list()->setCurrentIndex(f.at(1));
            QTest::keyClick(f.list(), Qt::Key_Return);
            auto* editor = f.list()->findChild<QLineEdit*>();
            QVERIFY(editor);
            editor->selectAll();
            QTest::keyClicks(editor, text);
            QTest::keyClick(editor, Qt::Key_Return);
        };
        edit("when los( > 4");
        QTRY_VERIFY(problem->isVisible());
        QCOMPARE(f.row(1), QString("when loss > 3"));
        edit("when loss > 4");
        QTRY_COMPARE(f.row(1), QString("when loss > 4"));
        QVERIFY(!problem->isVisible());
        f.list()->setCurrentIndex(f.at(0));
        f.list()->setFocus();
        QTest::keyClick(f.list(), Qt::Key_Delete);
        QCOMPARE(f.rows(), 1);
        QCOMPARE(f.row(0), QString("when loss > 4"));
        // Kept for the next time.
        f.points().setEnabled(0, false);
        Breakpoints again;
        again.keepIn(f.store);
        QCOMPARE(again.all().size(), size_t{1});
        QVERIFY(!again.all()[0].enabled);
        QCOMPARE(toText(again.all()[0]), std::string("when loss > 4"));
    }

    // Another project has its own, and one that gets a file keeps them. Those of before there were any go to the first.
    void eachProjectHasItsOwn() {
        Fixture f;
        f.store.setValue("breakpoints/points", QStringList{QStringLiteral("at step 7")});
        Breakpoints old;
        old.open(QStringLiteral("sample:digits"));
        old.keepIn(f.store);
        QVERIFY(old.all().empty());
        old.open(QStringLiteral("/home/old.tlm"));
        QCOMPARE(old.all().size(), size_t{1});
        QVERIFY(!f.store.contains("breakpoints/points"));
        old.keepIn(f.store);  // a panel made anew, while a run is to stand once
        old.addOnce(breakpointFrom("at step 9"));
        old.keepIn(f.store);
        old.open(QStringLiteral("/home/old.tlm"));
        QCOMPARE(old.all().size(), size_t{2});
        Breakpoints points;
        points.open(QStringLiteral("unsaved:1"));
        points.keepIn(f.store);
        points.add(breakpointFrom("after conv_1"));
        const auto kept = [&f] {
            f.store.beginGroup("breakpoints.projects");
            const QStringList keys = f.store.childKeys();
            f.store.endGroup();
            return keys.size();
        };
        QCOMPARE(kept(), 2);
        points.open(QStringLiteral("/home/a.tlm"));  // the one before was discarded, and its list with it
        QVERIFY(points.all().empty());
        QCOMPARE(kept(), 1);
        points.add(breakpointFrom("when loss > 3"));
        {
            Breakpoints last;  // likewise what is left with the program
            last.open(QStringLiteral("unsaved:2"));
            last.keepIn(f.store);
            last.add(breakpointFrom("at step 5"));
            QCOMPARE(kept(), 3);
        }
        QCOMPARE(kept(), 2);
        points.open(QStringLiteral("unsaved:1"));
        QVERIFY(points.all().empty());
        points.add(breakpointFrom("after conv_1"));
        points.carryOver(QStringLiteral("unsaved:1"), QStringLiteral("/home/b.tlm"));
        points.open(QStringLiteral("unsaved:1"));
        QVERIFY(points.all().empty());
        points.open(QStringLiteral("/home/b.tlm"));
        QCOMPARE(points.all().size(), size_t{1});
        QCOMPARE(toText(points.all()[0]), std::string("after conv_1"));
        points.open(QStringLiteral("/home/a.tlm"));
        QCOMPARE(toText(points.all()[0]), std::string("when loss > 3"));
    }

    // A layer that is not there is told at once; of another network's a row says that it stops nothing. What is removed
    // can be put back.
    void layersAreChecked() {
        Fixture f;
        f.points().add(breakpointFrom("after dense_77"));
        f.bench.network.setSpec(findTemplate("lenet").make(f.bench.data.facts()));
        auto* problem = f.find<QLabel>("breakpointProblem");
        f.write("before conv_9");
        QCOMPARE(f.rows(), 1);
        QVERIFY(problem->isVisible() && problem->text().contains("conv_9") && problem->text().contains("conv_1"));
        QCOMPARE(f.entry()->text(), QString("before conv_9"));
        f.write("when norm(conv_9/kernel/gradient) > 1");
        QCOMPARE(f.rows(), 1);
        QVERIFY(problem->isVisible() && problem->text().contains("conv_9"));
        const QModelIndex other = f.at(0);
        QCOMPARE(other.data(Qt::ForegroundRole).value<QColor>(), Theme::instance().color(Token::Warn));
        QVERIFY(other.data(Qt::ToolTipRole).toString().contains("dense_77"));
        for (const char* good : {"before conv_2", "before backward", "before op conv_9/bias", "at step 3",
                                 "when norm(conv_1/kernel) > 1", "when norm(*/gradient) > 9"}) {
            const int before = f.rows();
            f.write(QLatin1String(good));
            QVERIFY(!problem->isVisible());
            QCOMPARE(f.rows(), before + 1);
        }
        // Its card is marked while it is on.
        QVERIFY(f.bench.network.node("conv_2").breakpoint && !f.bench.network.node("conv_1").breakpoint);
        f.points().setEnabled(1, false);
        QVERIFY(!f.bench.network.node("conv_2").breakpoint);
        Notice last;
        QObject::connect(&f.notices, &Notices::shown, &f.notices, [&](const Notice& notice) { last = notice; });
        f.list()->setCurrentIndex(f.at(1));
        f.list()->setFocus();
        QTest::keyClick(f.list(), Qt::Key_Delete);
        QCOMPARE(f.rows(), 6);
        QVERIFY(last.sentence.contains("before conv_2"));
        QCOMPARE(last.offers.size(), size_t{1});
        last.offers[0].second();
        QCOMPARE(f.rows(), 7);
        QCOMPARE(f.row(6), QString("before conv_2"));
    }

    // With the keyboard in the list Undo brings back what was removed there, the last first, and only then is the
    // document's.
    void undoPutsBackWhatWasRemoved() {
        Fixture f;
        f.actions.add(standardEdits(f.bench.undo, {}));
        const int epochs = f.bench.training.spec().epochs;
        f.training.edit(QStringLiteral("epochs"), [](TrainingSpec& spec) { ++spec.epochs; });
        for (const char* text : {"at step 3", "at step 4", "at step 5"}) f.points().add(breakpointFrom(text));
        f.points().setEnabled(1, false);
        Notice last;
        QObject::connect(&f.notices, &Notices::shown, &f.notices, [&](const Notice& notice) { last = notice; });
        f.list()->setFocus();
        for (int i = 0; i < 3; ++i) {
            f.list()->setCurrentIndex(f.at(0));
            QTest::keyClick(f.list(), Qt::Key_Delete);
        }
        QCOMPARE(f.rows(), 0);
        last.offers.at(0).second();  // the note brings back the last one, which Undo then has no more
        QCOMPARE(f.row(0), QString("at step 5"));
        QCOMPARE(f.actions.title("undoAction"), QString("Put back “at step 4”"));
        QTest::keyClick(f.list(), Qt::Key_Z, Qt::ControlModifier);
        QTest::keyClick(f.list(), Qt::Key_Z, Qt::ControlModifier);
        QCOMPARE(f.rows(), 3);
        QCOMPARE(f.row(2), QString("at step 3"));
        QVERIFY(!f.points().all()[1].enabled);  // as it was
        QVERIFY2(last.sentence.contains("at step 3") && last.offers.empty(), qPrintable(last.sentence));
        QCOMPARE(f.bench.training.spec().epochs, epochs + 1);
        QTest::keyClick(f.list(), Qt::Key_Z, Qt::ControlModifier);
        QCOMPARE(f.bench.training.spec().epochs, epochs);
        QCOMPARE(f.rows(), 3);
    }

    // A key that was given away does nothing any more.
    void keysAreThoseOfTheTable() {
        Fixture f;
        f.points().add(breakpointFrom("at step 3"));
        f.actions.setKeys(QStringLiteral("switchBreakpointAction"), {Qt::Key_K});
        f.actions.setKeys(QStringLiteral("editBreakpointAction"), {Qt::Key_E});
        f.actions.setKeys(QStringLiteral("removeBreakpointAction"), {Qt::Key_D});
        f.list()->setFocus();
        f.list()->setCurrentIndex(f.at(0));
        for (const Qt::Key key : {Qt::Key_Space, Qt::Key_Select, Qt::Key_Return, Qt::Key_Delete}) {
            QTest::keyClick(f.list(), key);
            QCOMPARE(f.rows(), 1);
            QVERIFY(f.points().all()[0].enabled);
        }
        QVERIFY(!f.list()->findChild<QLineEdit*>());
        QTest::keyClick(f.list(), Qt::Key_K);
        QVERIFY(!f.points().all()[0].enabled);
        QTest::keyClick(f.list(), Qt::Key_D);
        QCOMPARE(f.rows(), 0);
    }

    // By the network of the run, while one is under way: what is edited meanwhile has other layers.
    void layersAreThoseOfTheRun() {
        Fixture f;
        QVERIFY(f.start(100000));
        f.bench.network.setSpec(findTemplate("mlp").make(f.bench.data.facts()));
        auto* problem = f.find<QLabel>("breakpointProblem");
        f.write("before conv_9");
        QVERIFY2(problem->isVisible() && problem->text().contains("run under way") &&
                     problem->text().contains("conv_1"),
                 qPrintable(problem->text()));
        f.write("before conv_1");
        QVERIFY(!problem->isVisible());
        QCOMPARE(f.rows(), 1);
        const QModelIndex row = f.at(0);
        QVERIFY(row.data(Qt::ForegroundRole).value<QColor>() != Theme::instance().color(Token::Warn));
        QTRY_VERIFY(f.points().stop());
        QCOMPARE(f.points().stop()->layer, std::string("conv_1"));
        f.bench.controller.stop();
        QTRY_VERIFY(!f.bench.controller.active());
        QCOMPARE(row.data(Qt::ForegroundRole).value<QColor>(), Theme::instance().color(Token::Warn));
    }

    // Again where the step begins: there is nothing to go back over, and that is said.
    void againAtTheStepsStart() {
        Fixture f;
        f.points().add(breakpointFrom("at step 2"));
        QVERIFY(f.start(100000));
        QTRY_VERIFY(f.points().stop());
        QString said;
        QObject::connect(&f.notices, &Notices::shown, &f.notices,
                         [&](const Notice& notice) { said = notice.sentence; });
        const int64_t stop = f.stopNumber();
        f.actions.trigger("stepAgainAction");
        QVERIFY2(said.contains("step 2"), qPrintable(said));
        f.actions.trigger("stepOpAction");
        QTRY_VERIFY(f.stopNumber() == stop + 1);
        said.clear();
        f.actions.trigger("stepAgainAction");
        QTRY_VERIFY(f.stopNumber() == stop + 2);
        QVERIFY(said.isEmpty());
        QCOMPARE(f.points().stop()->index, int64_t(0));
    }

    void aRunStandsAndIsStepped() {
        Fixture f;
        QVERIFY(f.find<QWidget>("nothingStands")->isVisible());
        f.points().add(breakpointFrom("before conv_2 at step 3"));
        QVERIFY(f.start(200));
        QTRY_VERIFY(f.points().stop());
        QTRY_COMPARE(f.bench.controller.state(), RunState::Paused);
        QCOMPARE(f.title(), QString("Before conv_2 (Conv2D, forward), step 3"));
        QVERIFY(!f.find<QLabel>("stopWhy")->text().isEmpty());
        const auto tabs = [&] { return f.find<SegmentedBar>("stopParts")->mapTo(&f.window, QPoint()); };
        const QPoint tabsAtFirst = tabs();
        QVERIFY(f.bench.network.node("conv_2").standing);
        QVERIFY(!f.bench.network.node("conv_1").standing);
        // The first row is looked at by itself: pool_1's output, which makes pictures.
        QVERIFY(f.values()->model()->rowCount() >= 4);
        QCOMPARE(f.values()->model()->index(0, 0).data().toString(), QString("pool_1/output"));
        QTRY_COMPARE(f.find<PictureStrip>("lookPictures")->pictures().size(), 6);
        QCOMPARE(f.find<HistogramPlot>("lookHistogram")->slices().size(), size_t{1});
        auto* numbers = f.find<QPlainTextEdit>("lookNumbers");
        // Places along the last axis are the heads of columns, those along the others begin each row.
        QStringList lines = numbers->toPlainText().split(QLatin1Char('\n'));
        QCOMPARE(lines[0].simplified().section(QLatin1Char(' '), 0, 2), QString("0 1 2"));
        QVERIFY2(lines[1].startsWith("0, 0, 0") && lines[2].startsWith("0, 0, 1"), qPrintable(lines[1]));
        const auto columns = [&] {  // in sight, of ten letters each
            return numbers->viewport()->width() / numbers->fontMetrics().horizontalAdvance(QString(11, QChar('0')));
        };
        QTRY_VERIFY2(columns() >= 4, qPrintable(QString::number(columns())));
        // Another by mouse.
        const auto choose = [&](const char* name) {
            for (int row = 0; row < f.values()->model()->rowCount(); ++row)
                if (f.values()->model()->index(row, 0).data().toString() == name)
                    QTest::mouseClick(f.values()->viewport(), Qt::LeftButton, {},
                                      f.values()->visualRect(f.values()->model()->index(row, 0)).center());
            QTRY_VERIFY(f.find<QLabel>("lookTitle")->text().startsWith(QLatin1String(name)));
        };
        choose("conv_2/bias");  // which makes no picture: its numbers have the room
        QTRY_VERIFY2(columns() >= 6, qPrintable(QString::number(columns())));
        QVERIFY(!f.find<QWidget>("lookPictures")->isVisible());
        choose("conv_2/kernel");
        QTRY_VERIFY(f.find<QWidget>("lookPictures")->isVisible());
        // One op further, by key, by button.
        QTest::keyClick(&f.window, Qt::Key_F11);
        QTRY_COMPARE(f.title(), QString("After conv_2 (Conv2D, forward), step 3"));
        QVERIFY(f.find<QLabel>("stopWhy")->text().isEmpty());
        QCoreApplication::processEvents();
        QCOMPARE(tabs(), tabsAtFirst);
        QTest::mouseClick(f.find<QToolButton>("stepOpActionButton"), Qt::LeftButton);
        QTRY_COMPARE(f.title(), QString("After conv_2/activation (Activation, forward), step 3"));
        // What it made is looked at, where what was looked at before is none of its values.
        QTRY_COMPARE(f.find<QLabel>("lookTitle")->text().section(" · ", 0, 0),
                     f.values()->currentIndex().siblingAtColumn(0).data().toString());
        QCOMPARE(f.values()->currentIndex().siblingAtColumn(1).data().toString(), QString("makes"));
        QTest::keyClick(&f.window, Qt::Key_F11, Qt::ShiftModifier);
        QTRY_COMPARE(f.title(), QString("After pool_2 (MaxPool2D, forward), step 3"));
        QTest::keyClick(&f.window, Qt::Key_F11, Qt::ControlModifier);
        QTRY_VERIFY(f.stopNumber() == 5);
        QCOMPARE(f.points().stop()->phase, Phase::Forward);
        // The steps before, with the images of their batches.
        auto* parts = f.find<SegmentedBar>("stopParts");
        QTest::mouseClick(parts->segment(1), Qt::LeftButton);
        auto* past = f.find<QTableView>("pastSteps");
        QVERIFY(past->isVisible());
        QCOMPARE(past->model()->rowCount(), 2);
        QCOMPARE(past->model()->index(0, 0).data().toString(), QString("2"));
        QTRY_COMPARE(f.find<PictureStrip>("pastPictures")->pictures().size(), 16);
        QTest::mouseClick(past->viewport(), Qt::LeftButton, {}, past->visualRect(past->model()->index(1, 0)).center());
        QVERIFY(f.find<QLabel>("pastTitle")->text().contains("step 1"));
        // On: the stop is gone, and with it the mark on the canvas.
        f.bench.controller.resume();
        QTRY_VERIFY(!f.points().stop());
        QTRY_COMPARE(f.bench.controller.state(), RunState::Running);
        QVERIFY(f.find<QWidget>("nothingStands")->isVisible());
        QVERIFY(!f.bench.network.node("conv_2").standing);
        // And into the next step from where it is.
        QTRY_VERIFY(f.find<QPushButton>("stepIntoButton"));
        const QPointer into = f.find<QPushButton>("stepIntoButton");
        QTest::mousePress(into, Qt::LeftButton);
        f.bench.controller.stateChanged();  // while it is pressed: no state is another
        test::settle();
        QVERIFY(into && into->isVisible());
        QTest::mouseRelease(into, Qt::LeftButton);
        QTRY_VERIFY(f.points().stop());
        f.bench.controller.stop();
        QTRY_COMPARE(f.bench.controller.state(), RunState::Stopped);
        QVERIFY(!f.points().stop());
    }

    // The row of what is not finite stays, whatever is pressed on it.
    void theFirstRowStays() {
        Fixture f;
        f.points().add(breakpointFrom("at step 9"));
        f.list()->setFocus();
        f.list()->setCurrentIndex(f.list()->model()->index(0, 0));
        for (const Qt::Key key : {Qt::Key_Delete, Qt::Key_Backspace, Qt::Key_Return}) QTest::keyClick(f.list(), key);
        QVERIFY(!f.list()->findChild<QLineEdit*>());
        QCOMPARE(f.list()->model()->rowCount(), 2);
        QVERIFY(f.points().standsAtNonFinite());
        QTest::keyClick(f.list(), Qt::Key_Space);
        QVERIFY(!f.points().standsAtNonFinite());
        QTest::keyClick(f.list(), Qt::Key_Space);
        QVERIFY(f.points().standsAtNonFinite());
    }

    // F9: before the layer that is picked, and away again; with none it is said what to pick, and the keyboard stays.
    void f9Toggles() {
        Fixture f;
        f.bench.network.setSpec(findTemplate("lenet").make(f.bench.data.facts()));
        f.window.setFocus();
        Notice told;
        QObject::connect(&f.notices, &Notices::shown, &f.notices, [&](const Notice& notice) { told = notice; });
        QTest::keyClick(&f.window, Qt::Key_F9);
        QCOMPARE(f.rows(), 0);
        QVERIFY(f.window.hasFocus());
        QCOMPARE(told.sentence, QStringLiteral("Choose a layer or an op first."));
        QCOMPARE(told.offers.size(), size_t{1});
        told.offers[0].second();
        QVERIFY(f.entry()->hasFocus());
        f.window.setFocus();
        f.bench.selection.setNode("conv_2");
        QTest::keyClick(&f.window, Qt::Key_F9);
        QCOMPARE(f.rows(), 1);
        QCOMPARE(f.row(0), QString("before conv_2"));
        QVERIFY(f.bench.network.node("conv_2").breakpoint);
        f.actions.refresh();
        QVERIFY(f.actions.action("toggleBreakpointAction")->isChecked());
        QVERIFY(f.actions.action("breakBeforeAction")->isChecked());
        QVERIFY(!f.actions.action("breakAfterAction")->isChecked());
        QTest::keyClick(&f.window, Qt::Key_F9);
        QCOMPARE(f.rows(), 0);
        QVERIFY(!f.bench.network.node("conv_2").breakpoint);
        // One that is switched off comes on; of several layers all get what one of them lacks.
        f.points().add(breakpointFrom("before conv_2"));
        f.points().setEnabled(0, false);
        f.bench.selection.setNodes({"conv_1", "conv_2"});
        QTest::keyClick(&f.window, Qt::Key_F9);
        QCOMPARE(f.rows(), 2);
        QVERIFY(f.points().all()[0].enabled && f.points().all()[1].enabled);
        QTest::keyClick(&f.window, Qt::Key_F9);
        QCOMPARE(f.rows(), 0);
        // Who writes one has the line, whatever is picked.
        f.list()->setFocus();
        QTest::keyClick(f.list(), Qt::Key_F9);
        QCOMPARE(f.rows(), 0);
        QVERIFY(f.entry()->hasFocus());
    }

    // A condition asks for what a run of this network has: loss, metrics, values.
    void conditionsAreChecked() {
        Fixture f;
        f.bench.network.setFacts({{1, 28, 28}, 10}, QStringLiteral("sample"));
        f.bench.network.setSpec(findTemplate("lenet").make(f.bench.data.facts()));
        auto* problem = f.find<QLabel>("breakpointProblem");
        f.entry()->setFocus();
        const auto knows = [&] {
            const auto* words = f.entry()->completer()->model();
            for (int row = 0; row < words->rowCount(); ++row)
                if (words->index(row, 0).data().toString() == "accuracy") return true;
            return false;
        };
        QTRY_VERIFY(knows());
        f.write("when lss < 1");
        QCOMPARE(f.rows(), 0);
        QVERIFY2(problem->isVisible() && problem->text().contains("“lss”") && problem->text().contains("loss"),
                 qPrintable(problem->text()));
        // A value that the layer has not is told with the nearest that it has.
        f.write("when norm(conv_1/krnel) > 1");
        QCOMPARE(f.rows(), 0);
        QVERIFY2(problem->isVisible() && problem->text().contains("conv_1/krnel") &&
                     problem->text().contains("conv_1/kernel"),
                 qPrintable(problem->text()));
        f.write("when accuracy > 0.5 and norm(weights) > 3");
        QCOMPARE(f.rows(), 1);
        QVERIFY(!problem->isVisible());
        // In the words of the list's first row.
        f.write("when conv_1/output not finite or loss is not finite");
        QCOMPARE(f.rows(), 2);
        QVERIFY2(!problem->isVisible(), qPrintable(problem->text()));
        f.write("when conv_1 not finite");
        QCOMPARE(f.rows(), 2);
        QVERIFY2(problem->text().contains("conv_1/output not finite"), qPrintable(problem->text()));
        QTest::keyClick(f.entry(), Qt::Key_Escape);
        QTest::keyClicks(f.entry(), "when loss not");
        QTRY_VERIFY(f.entry()->completer()->popup()->isVisible());
        QCOMPARE(f.entry()->completer()->currentCompletion(), QString("when loss not"));
        QTest::keyClick(f.entry()->completer()->popup(), Qt::Key_Down);
        QTest::keyClick(f.entry()->completer()->popup(), Qt::Key_Down);
        QCOMPARE(f.entry()->text(), QString("when loss not finite"));
        QTest::keyClick(f.entry()->completer()->popup(), Qt::Key_Return);
        QTest::keyClick(f.entry(), Qt::Key_Return);
        QCOMPARE(f.row(2), QString("when loss not finite"));
        // And where one is edited.
        f.list()->model()->setData(f.at(0), QStringLiteral("when acuracy > 0.5"));
        QVERIFY(problem->text().contains("“acuracy”"));
        QCOMPARE(f.row(0), QString("when accuracy > 0.5 and norm(weights) > 3"));
        // A card that is moved takes no name away: they are known still.
        NetworkSpec moved = f.bench.network.spec();
        moved.nodes.edit(1).x += 50;
        f.bench.network.setSpec(moved);
        f.list()->model()->setData(f.at(0), QStringLiteral("when acuracy > 0.6"));
        QCOMPARE(f.row(0), QString("when accuracy > 0.5 and norm(weights) > 3"));
    }

    // While a run of this network is under way names are refused as before it; and where an edit takes one away its row
    // says that it stops nothing, until the name is back.
    void valuesAreChecked() {
        Fixture f;
        QVERIFY(f.start(100000));
        f.entry()->setFocus();
        auto* problem = f.find<QLabel>("breakpointProblem");
        const auto refused = [&](const char* text) {
            f.write(QLatin1String(text));
            const bool none = f.rows() == 0 && problem->isVisible();
            if (f.rows() > 0) f.points().remove(0);
            return none;
        };
        QTRY_VERIFY(refused("when norm(conv_9/krnel) > 1"));
        QVERIFY2(problem->text().contains("conv_9/krnel") && problem->text().contains("conv_1/kernel"),
                 qPrintable(problem->text()));
        f.bench.controller.stop();
        QVERIFY(f.until([&] { return !f.bench.controller.active(); }));
        f.write("when norm(conv_2*) > 1e9");
        QCOMPARE(f.rows(), 1);
        const auto warns = [&f] {
            return f.at(0).data(Qt::ForegroundRole).value<QColor>() == Theme::instance().color(Token::Warn) &&
                   f.at(0).data(Qt::ToolTipRole).toString().contains("conv_2");
        };
        QVERIFY(!warns());
        const NetworkSpec whole = f.bench.network.spec();
        f.bench.network.setSpec(findTemplate("mlp").make(f.bench.data.facts()));
        QTRY_VERIFY(warns());
        f.bench.network.setSpec(whole);
        QTRY_VERIFY(!warns());
    }

    // All layers of a large network at once: told once, and away again.
    void thousandsAtOnce() {
        Fixture f;
        NetworkSpec network;
        QStringList layers;
        for (int i = 1; i <= 2000; ++i) {
            NodeSpec node;
            node.id = "dense_" + std::to_string(i);
            node.type = "Dense";
            layers << QString::fromStdString(node.id);
            network.nodes.push_back(node);
        }
        f.bench.network.setSpec(network);
        f.points().add(breakpointFrom("before dense_7"));
        f.points().add(breakpointFrom("when loss > 3"));
        f.points().setEnabled(0, false);
        QSignalSpy changed(&f.points(), &Breakpoints::changed), asked(&f.points(), &Breakpoints::asked);
        f.window.setFocus();
        f.bench.selection.setNodes(layers);
        QTest::keyClick(&f.window, Qt::Key_F9);
        QCOMPARE(f.rows(), 2001);
        QCOMPARE(changed.count(), 1);
        QCOMPARE(asked.count(), 1);
        QVERIFY(f.points().all()[0].enabled);
        QVERIFY(f.points().holds(breakpointFrom("before dense_2000")));
        QCOMPARE(f.points().find(breakpointFrom("when loss > 3")), 1);
        f.actions.refresh();
        QVERIFY(f.actions.action("toggleBreakpointAction")->isChecked());
        QTest::keyClick(&f.window, Qt::Key_F9);
        QCOMPARE(f.rows(), 1);
        QCOMPARE(f.row(0), QString("when loss > 3"));
        QCOMPARE(changed.count(), 2);
        // Judged is what is looked at, once until something changes.
        QTest::keyClick(&f.window, Qt::Key_F9);
        BreakpointTable table(f.bench.controller);
        int judged = 0;
        table.setJudge([&](const Breakpoint&) { return ++judged, QStringLiteral("gone"); });
        f.bench.network.setSpec({});
        table.judgeAnew();
        QCOMPARE(table.index(1000).data(Qt::ToolTipRole).toString(), QStringLiteral("gone"));
        (void)table.index(1000).data(Qt::ForegroundRole);
        QCOMPARE(judged, 1);
        f.bench.network.setSpec(network);
        QTest::keyClick(&f.window, Qt::Key_F9);
        QCOMPARE(f.rows(), 1);
        QVERIFY(!f.points().holds(breakpointFrom("before dense_7")));
        QCOMPARE(f.store.value("breakpoints/points").toStringList(), QStringList{"when loss > 3"});
    }

    // What the menus of a layer on the canvas and of an op in the graph offer.
    void layersAndOpsHaveThem() {
        Fixture f;
        f.actions.trigger("breakBeforeAction");
        QVERIFY(f.points().all().empty());  // nothing is selected
        f.bench.selection.setNodes({"conv_1", "conv_2"});
        f.actions.trigger("breakAfterAction");
        QCOMPARE(f.row(0), QString("after conv_1"));
        QCOMPARE(f.row(1), QString("after conv_2"));
        f.bench.selection.setNodes({"when", "update"});  // layers may be called so
        f.actions.trigger("breakBeforeAction");
        QCOMPARE(f.row(2), QString("before layer when"));
        QCOMPARE(f.row(3), QString("before layer update"));
        f.points().remove(3);
        f.points().remove(2);
        QVERIFY(f.start(200));
        QTRY_VERIFY(f.points().stop());
        OpGraphModel& graph = f.bench.graph;
        graph.show(GraphKind::Ops);
        graph.setShown(true);
        QTRY_VERIFY(!graph.view()->nodes.empty());
        // It has come to the op that the run stands at; a menu there breaks at this op.
        QTRY_VERIFY(graph.pick().node >= 0);
        QCOMPARE(graph.view()->nodes[size_t(graph.pick().node)].name, f.points().stop()->name);
        f.actions.trigger("breakBeforeOpAction");
        QCOMPARE(f.row(2), "before op " + QString::fromStdString(f.points().stop()->name));
        f.actions.refresh();
        QVERIFY(f.actions.action("breakBeforeOpAction")->isChecked());
        f.actions.trigger("breakBeforeOpAction");
        QCOMPARE(f.rows(), 2);
    }

    void nanStandsAtItsOp() {
        Fixture f;
        QVERIFY(f.start(200, 1e20));
        QTRY_VERIFY(f.points().stop());
        QVERIFY(f.points().stop()->last);
        const QString why = f.find<QLabel>("stopWhy")->text();
        QVERIFY2(why.contains("from finite inputs") && why.contains(" to "), qPrintable(why));
        QTRY_VERIFY(!f.find<QLabel>("lookTitle")->text().isEmpty());
        // What has gone wrong is looked at, and not the first thing that the op reads.
        const auto* rows = f.values()->model();
        const int chosen = f.values()->currentIndex().row();
        QVERIFY(rows->index(chosen, 9).data().toInt() > 0);
        QCOMPARE(rows->index(chosen, 1).data().toString(), QString("makes"));
        const bool nan = f.points().stop()->values[static_cast<size_t>(chosen)].hasNan;
        QCOMPARE(rows->index(chosen, 3).data().toString(), QString(nan ? "NaN" : "inf"));
        // It cannot go on from here, and no button says so.
        QCOMPARE(f.find<QToolButton>("pauseActionButton")->text(), QString("End run"));
        // Its picture shows which numbers those are, in either theme's colour.
        const auto back = qScopeGuard([dark = Theme::instance().dark()] { Theme::instance().setDark(dark); });
        const auto* pictures = f.find<PictureStrip>("lookPictures");
        for (const bool dark : {true, false}) {
            Theme::instance().setDark(dark);
            const auto bad = [&] {
                int found = 0;
                for (const QImage& picture : pictures->pictures())
                    for (int y = 0; y < picture.height(); ++y)
                        for (int x = 0; x < picture.width(); ++x)
                            found += picture.pixelColor(x, y) == Theme::instance().color(Token::Bad);
                return found;
            };
            QTRY_VERIFY2(bad() > 0, qPrintable(f.find<QLabel>("lookTitle")->text()));
        }
        // Back to the step's first op, and on from there.
        auto* again = f.find<QToolButton>("stepAgainActionButton");
        QVERIFY(again->isEnabled() && !f.find<QToolButton>("stepOpActionButton")->isEnabled());
        QTest::mouseClick(again, Qt::LeftButton);
        QTRY_VERIFY(f.points().stop()->index == 0 && !f.points().stop()->last);
        QVERIFY(f.find<QToolButton>("stepOpActionButton")->isEnabled());
        QCOMPARE(f.find<QToolButton>("pauseActionButton")->text(), QString("Continue"));
        QTest::keyClick(&f.window, Qt::Key_F11);
        QTRY_VERIFY(f.points().stop()->after);
        QTest::keyClick(&f.window, Qt::Key_F10, Qt::ControlModifier);
        QTRY_VERIFY(!f.points().stop()->after);
        f.bench.controller.resume();
        QTRY_COMPARE(f.bench.controller.state(), RunState::Failed);
        QVERIFY(!f.points().stop());
    }

    // Letters are those of the theme that is in force, also of a run that stood before it was chosen; numbers stand
    // below their titles.
    void lettersOfTheOtherThemeCanBeRead() {
        const auto back = qScopeGuard([dark = Theme::instance().dark()] { Theme::instance().setDark(dark); });
        Theme::instance().setDark(true);
        Fixture f;
        f.points().add(breakpointFrom("after conv_1 at step 2"));
        QVERIFY(f.start(1));
        QTRY_VERIFY(f.values()->model()->rowCount() > 2);
        const auto* model = f.values()->model();
        for (const bool dark : {false, true}) {
            Theme::instance().setDark(dark);
            for (int row = 0; row < model->rowCount(); ++row)
                for (int column = 0; column < model->columnCount(); ++column) {
                    const QVariant letters = model->index(row, column).data(Qt::ForegroundRole);
                    if (!letters.isValid()) continue;
                    const QColor color = letters.value<QBrush>().color();
                    QVERIFY2(color == Theme::instance().color(Token::Text) ||
                                 color == Theme::instance().color(Token::Muted),
                             qPrintable(color.name()));
                }
        }
        for (int column = 3; column < model->columnCount(); ++column)
            QVERIFY(model->headerData(column, Qt::Horizontal, Qt::TextAlignmentRole).toInt() & Qt::AlignRight);
    }

    // What is said of nan on the way counts for the run under way, and for its end.
    void nanIsSwitchedOffInARun() {
        Fixture f;
        f.points().add(breakpointFrom("before conv_1 at step 1"));
        QVERIFY(f.start(200, 1e20));
        QTRY_VERIFY(f.points().stop());
        const QModelIndex notFinite = f.list()->model()->index(0, 0);
        QCOMPARE(notFinite.data().toString(), QString("any value not finite"));
        QTest::mouseClick(f.list()->viewport(), Qt::LeftButton, {}, f.mark(notFinite));
        QVERIFY(!f.points().standsAtNonFinite());
        f.bench.controller.resume();
        QTRY_VERIFY(f.bench.controller.state() == RunState::Failed || (f.points().stop() && f.points().stop()->last));
        QCOMPARE(f.bench.controller.state(), RunState::Failed);
    }

    // Two runs that stand at the same step: the steps before are each one's own. Their images are of the data that the
    // run is trained on, whatever is opened meanwhile.
    void stepsBeforeAreTheRunsOwn() {
        Fixture f;
        f.points().add(breakpointFrom("before conv_2 at step 3"));
        QString losses[2];
        for (const int run : {0, 1}) {
            QVERIFY(f.start(200, run == 0 ? 0.001 : 0.5));
            QTRY_VERIFY(f.points().stop());
            const auto* past = f.find<QTableView>("pastSteps")->model();
            QCOMPARE(past->rowCount(), 2);
            losses[run] = past->index(0, 2).data().toString();
            QCOMPARE(losses[run], QString::number(static_cast<double>(f.points().stop()->past.back().loss), 'g', 4));
            if (run == 1) break;
            f.bench.controller.stop();
            QTRY_COMPARE(f.bench.controller.state(), RunState::Stopped);
            QCOMPARE(past->rowCount(), 0);
        }
        QVERIFY(losses[0] != losses[1]);
        const auto* pictures = f.find<PictureStrip>("pastPictures");
        QTRY_COMPARE(pictures->pictures().size(), 16);
        const QImage first = pictures->pictures().front();
        f.bench.data.close();
        QTest::mouseClick(f.find<SegmentedBar>("stopParts")->segment(1), Qt::LeftButton);
        auto* past = f.find<QTableView>("pastSteps");
        for (const int row : {1, 0})
            QTest::mouseClick(past->viewport(), Qt::LeftButton, {},
                              past->visualRect(past->model()->index(row, 0)).center());
        QVERIFY(f.find<QLabel>("pastTitle")->text().contains("step 2"));
        QTRY_COMPARE(pictures->pictures().size(), 16);
        QCOMPARE(pictures->pictures().front(), first);
    }

    // The panel is made anew, as for another language, while jobs of it are under way: what they bring is for nobody.
    void theyMayBeMadeAnew() {
        Fixture f;
        f.points().add(breakpointFrom("before conv_2 at step 3"));
        QVERIFY(f.start(200));
        QTRY_VERIFY(f.points().stop());
        QTRY_COMPARE(f.bench.jobs.running(), 0);
        f.window.setFocus();
        f.entry()->setFocus();  // asks for names
        f.find<QTableView>("pastSteps")->selectRow(1);
        QVERIFY(f.bench.jobs.running() >= 2);
        delete f.window.takeCentralWidget();
        QTRY_COMPARE(f.bench.jobs.running(), 0);
        QTest::qWait(0);  // what they brought has arrived
        QVERIFY(f.points().stop());
    }

    // The window may go while a run stands.
    void quittingWhileItStands() {
        Fixture f;
        f.points().add(breakpointFrom("after forward"));
        QVERIFY(f.start(200));
        QTRY_VERIFY(f.points().stop());
        f.bench.controller.forget();
        QVERIFY(!f.points().stop());
        QVERIFY(!f.bench.controller.active());
    }
};

QTEST_MAIN(TestBreakpointsPanel)

}  // namespace test_breakpoints_panel

#include "test_breakpoints_panel.moc"
