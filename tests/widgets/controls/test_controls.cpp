// The shared controls by mouse and key.
#include <QAbstractButton>
#include <QApplication>
#include <QDir>
#include <QFileDialog>
#include <QHeaderView>
#include <QHelpEvent>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QPointer>
#include <QPushButton>
#include <QScreen>
#include <QScrollBar>
#include <QSettings>
#include <QSignalSpy>
#include <QStandardPaths>
#include <QTableWidget>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>
#include <QToolTip>
#include <QVBoxLayout>
#include <QWindow>

#include "tests/support/settle.h"
#include "widgets/controls/ask_to_save.h"
#include "widgets/controls/controls.h"
#include "widgets/controls/quiet_table.h"
#include "widgets/controls/step_bar.h"
#include "widgets/theme/theme.h"

namespace test_controls {

using namespace tl;

class TestControls : public QObject {
    Q_OBJECT
private slots:
    // Two parts are beside each other while both have room, also when one of them grows; and no wider than one of them
    // is what they need.
    void aRowFoldsWhereItHasNoRoom() {
        auto *first = new QWidget, *second = new QWidget;
        first->setMinimumSize(120, 20);
        second->setMinimumSize(200, 20);
        QWidget window;
        window.resize(400, 100);
        FoldingRow row(first, second, 10, FoldingRow::Grows::Second, &window);
        QCOMPARE(row.minimumSizeHint().width(), 200);
        row.resize(330, 60);
        window.show();
        QVERIFY(QTest::qWaitForWindowExposed(&window));
        QTRY_VERIFY(second->x() >= 130);
        first->setMinimumWidth(140);
        QTRY_COMPARE(second->x(), 0);
        QVERIFY(second->y() > first->y());
        row.resize(350, 60);
        QTRY_VERIFY(second->x() >= 150 && second->y() < first->geometry().bottom());
    }

    // By keys alone: an arrow goes to the first entry, past its caption; Enter takes what an arrow or a letter chose,
    // and nothing where neither did.
    void aMenuToSearchByKeys() {
        QWidget window;
        window.resize(400, 100);
        auto* button = new QToolButton(&window);
        window.show();
        window.activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(&window));
        QVector<int> chosen;
        const auto open = [&](int entries) {
            auto* menu = new SearchMenu(QStringLiteral("Search"), &window);
            for (int i = 0; i < entries; ++i)
                menu->addEntry(i < 5 ? QStringLiteral("first five") : QStringLiteral("others"),
                               QStringLiteral("entry %1").arg(i), i == 7 ? QStringLiteral("of colours") : QString());
            connect(menu, &SearchMenu::chosen, this, [&](int entry) { chosen << entry; });
            menu->open(*button);
            return QPointer<SearchMenu>(menu);
        };
        const auto key = [](Qt::Key key) { QTest::keyClick(QApplication::activePopupWidget()->windowHandle(), key); };
        QPointer<SearchMenu> menu = open(12);
        QVERIFY(menu->findChild<QLineEdit*>(QStringLiteral("menuSearch"))->hasFocus());
        auto* list = menu->findChild<QListWidget*>(QStringLiteral("menuList"));
        key(Qt::Key_Return);
        QVERIFY(menu && menu->isVisible() && chosen.isEmpty());
        key(Qt::Key_Down);
        QCOMPARE(list->currentItem()->text(), QStringLiteral("entry 0"));
        for (int i = 0; i < 5; ++i) key(Qt::Key_Down);
        QCOMPARE(list->currentItem()->text(), QStringLiteral("entry 5"));  // past the second caption
        key(Qt::Key_Up);
        key(Qt::Key_Return);
        QCOMPARE(chosen, QVector<int>{4});
        QTRY_VERIFY(!menu);
        menu = open(12);
        for (const char letter : {'c', 'o', 'l', 'o', 'u', 'r'})
            QTest::keyClick(QApplication::activePopupWidget()->windowHandle(), letter);
        key(Qt::Key_Enter);
        QCOMPARE(chosen.last(), 7);
        QTRY_VERIFY(!menu);
        menu = open(3);  // few need no field
        QVERIFY(!menu->findChild<QLineEdit*>(QStringLiteral("menuSearch"))->isVisible());
        key(Qt::Key_Down);
        key(Qt::Key_Down);
        key(Qt::Key_Return);
        QCOMPARE(chosen.last(), 1);
        menu = open(3);
        key(Qt::Key_Escape);
        QTRY_VERIFY(!menu);
        QCOMPARE(chosen.size(), 3);
    }

    // As one column at its button, however many there are, and still there when few are left.
    void aMenuToSearchStandsAtItsButton_data() {
        QTest::addColumn<bool>("low");
        QTest::newRow("below the button") << false;
        QTest::newRow("above the button") << true;
    }
    void aMenuToSearchStandsAtItsButton() {
        QFETCH(bool, low);
        QWidget window;
        auto* button = new QToolButton(&window);
        button->setText(QStringLiteral("Add"));
        const QRect room = window.screen()->availableGeometry();
        window.setGeometry(room.left() + 300, low ? room.bottom() - 120 : room.top() + 60, 300, 60);
        window.show();
        QVERIFY(QTest::qWaitForWindowExposed(&window));
        auto* menu = new SearchMenu(QStringLiteral("Search"), &window);
        for (int i = 0; i < 100; ++i)
            menu->addEntry(QStringLiteral("group %1").arg(i / 10), QStringLiteral("entry %1").arg(i), {});
        menu->open(*button);
        QVERIFY(QTest::qWaitForWindowExposed(menu));
        const QRect at(button->mapToGlobal(QPoint()), button->size());
        const auto stands = [&] {
            const QRect is = menu->frameGeometry();
            return room.contains(is) && is.left() == at.left() &&
                   (low ? is.bottom() < at.top() && is.bottom() > at.top() - 8
                        : is.top() > at.bottom() && is.top() < at.bottom() + 8);
        };
        QVERIFY(stands());
        QVERIFY(menu->height() > room.height() / 2);
        auto* list = menu->findChild<QListWidget*>(QStringLiteral("menuList"));
        QVERIFY(list->verticalScrollBar()->maximum() > 0);
        QTest::keyClicks(menu->findChild<QLineEdit*>(QStringLiteral("menuSearch")), QStringLiteral("entry 77"));
        QCOMPARE(list->count(), 2);  // and its caption
        QVERIFY(menu->height() < 160);
        QVERIFY(stands());
        QCOMPARE(list->verticalScrollBar()->maximum(), 0);
        menu->close();
    }

    // All digits of a step are seen, and nothing moves on the way to the last one.
    void aStepHasRoomForItsDigits() {
        QWidget window;
        window.resize(700, 60);
        StepBar bar(&window);
        bar.setSteps({0, 1'000, 1'234'567});
        bar.setPosition(0, false);
        auto* text = bar.findChild<QLabel*>(QStringLiteral("stepText"));
        window.show();
        QVERIFY(QTest::qWaitForWindowExposed(&window));
        bar.resize(bar.minimumSizeHint());
        test::settle();
        const int width = text->width();
        QVERIFY(width >= text->fontMetrics().horizontalAdvance(QStringLiteral("1,234,567")));
        bar.setPosition(0, true);
        test::settle();
        QCOMPARE(text->width(), width);
        // The button's words go where there is no room for them, and come back.
        auto* follow = bar.findChild<QToolButton*>(QStringLiteral("followRun"));
        QCOMPARE(follow->toolButtonStyle(), Qt::ToolButtonIconOnly);
        const int narrow = bar.width();
        bar.resize(600, bar.height());
        QTRY_COMPARE(follow->toolButtonStyle(), Qt::ToolButtonTextBesideIcon);
        QVERIFY(bar.minimumSizeHint().width() <= narrow + 4);
    }

    // A bar that is made anew gets its dot before its width.
    void aDotStandsAtItsSegmentsEdge() {
        SegmentedBar bar;
        bar.addSegment(QStringLiteral("Train"));
        bar.setDot(0, QStringLiteral("A run is under way"));
        const auto edge = [&] {
            const auto* dot = bar.segment(0)->findChild<QWidget*>(QStringLiteral("segmentDot"));
            return bar.segment(0)->width() - dot->geometry().right();
        };
        bar.resize(300, 30);
        bar.show();
        QVERIFY(QTest::qWaitForWindowExposed(&bar));
        QVERIFY(edge() > 0 && edge() < 10);
        bar.segment(0)->setFixedWidth(200);
        QTRY_COMPARE(bar.segment(0)->width(), 200);
        QVERIFY(edge() > 0 && edge() < 10);
    }

    // As much of a long text as there is room for, all of it in the tooltip.
    void aLongLineGivesWay() {
        ElidedLabel label(Qt::ElideRight);
        label.setText(QStringLiteral("Conv2D's window is larger than its input"));
        label.setToolTip(QStringLiteral("Pooling has made it small."));
        label.resize(label.sizeHint());
        label.show();
        QVERIFY(QTest::qWaitForWindowExposed(&label));
        const auto tip = [&] {
            QHelpEvent help(QEvent::ToolTip, {2, 2}, label.mapToGlobal(QPoint(2, 2)));
            QApplication::sendEvent(&label, &help);
            return QToolTip::text();
        };
        QCOMPARE(tip(), label.toolTip());
        const QImage whole = label.grab().toImage();
        label.resize(120, label.height());
        QCOMPARE(tip(), label.text() + QLatin1Char('\n') + label.toolTip());
        QVERIFY(label.minimumSizeHint().width() < 60);
        QVERIFY(label.grab().toImage().copy(80, 0, 40, label.height()) != whole.copy(80, 0, 40, label.height()));
    }

    // A layer, a run or a file may be called what reads as markup: each letter of it is shown.
    void namesAreNoMarkup() {
        const QString name = QStringLiteral("<b>run</b> <img src='x'>");
        const auto all = QFontMetrics(Theme::instance().font(13)).horizontalAdvance(name);
        QVERIFY(ToneLabel(name).sizeHint().width() >= all);
        SectionLabel caption(name);
        QVERIFY(caption.sizeHint().width() >= caption.fontMetrics().horizontalAdvance(name.toUpper()));
        ElidedLabel line(Qt::ElideRight);
        line.setText(name);
        line.resize(40, 20);
        QHelpEvent help(QEvent::ToolTip, {2, 2}, line.mapToGlobal(QPoint(2, 2)));
        QApplication::sendEvent(&line, &help);
        QVERIFY2(!QToolTip::text().contains(QStringLiteral("<b>run")), qPrintable(QToolTip::text()));
        QToolTip::hideText();
        QCOMPARE(plainTip(QStringLiteral("a < b")), QStringLiteral("a < b"));
    }

    // Letters that were made larger stay so under another theme, and icons go with them.
    void lettersStayLargeInAnotherTheme() {
        auto& theme = Theme::instance();
        const auto back = qScopeGuard([&] {
            theme.setTextScale(1);
            theme.setDark(true);
        });
        QWidget window;
        auto* column = new QVBoxLayout(&window);
        QList<QLabel*> labels;
        for (const auto type : {ToneLabel::Body, ToneLabel::Title, ToneLabel::Headline, ToneLabel::Caption})
            labels << new ToneLabel(QStringLiteral("Runs"), Token::Text, type);
        labels << new SectionLabel(QStringLiteral("Cost"));
        for (QLabel* label : labels) column->addWidget(label);
        auto* button = new QToolButton;
        column->addWidget(button);
        window.show();
        QVERIFY(QTest::qWaitForWindowExposed(&window));
        QList<int> sizes;
        for (const QLabel* label : labels) sizes << label->font().pixelSize();
        const int icon = button->iconSize().width();
        theme.setTextScale(1.5);
        for (const bool dark : {false, true}) {
            theme.setDark(dark);
            for (int i = 0; i < labels.size(); ++i)
                QVERIFY2(
                    labels[i]->fontInfo().pixelSize() >= 1.4 * sizes[i],
                    qPrintable(
                        QStringLiteral("%1: %2 of %3").arg(i).arg(labels[i]->fontInfo().pixelSize()).arg(sizes[i])));
            QCOMPARE(button->iconSize().width(), qRound(1.5 * icon));
        }
    }

    // What a narrow strip leaves out is the piece that matters least, and no text runs into the other.
    void aNarrowStripSaysTheMost() {
        ProgressStrip strip;
        strip.setText(QStringLiteral("epoch *7*/20 · step 3,184"), QStringLiteral("33 k img/s · 0:21 left"));
        strip.setFraction(0.5);
        const auto painted = [&](int width) {  // columns that hold letters
            strip.resize(width, 28);
            const QImage image = strip.grab().toImage();
            QList<int> columns;
            for (int x = 0; x < image.width(); ++x)
                for (int y = 0; y < 20; ++y)
                    if (image.pixelColor(x, y) != image.pixelColor(0, 0)) {
                        columns << x;
                        break;
                    }
            return columns;
        };
        for (const int width : {400, 290, 200, 150, 110}) {
            const QList<int> columns = painted(width);
            QVERIFY(!columns.isEmpty());
            int gap = 0;
            for (int i = 1; i < columns.size(); ++i) gap = std::max(gap, columns[i] - columns[i - 1]);
            QVERIFY2(gap >= 8 || columns.back() < width - 8, qPrintable(QString::number(width)));
        }
        QVERIFY(strip.accessibleName().contains(QStringLiteral("3,184")));  // told whole
    }

    void initTestCase() { Theme::instance().apply(); }

    void toggleByMouseAndKey() {
        ToggleSwitch toggle;
        toggle.show();
        QSignalSpy toggled(&toggle, &QCheckBox::toggled);
        QTest::mouseClick(&toggle, Qt::LeftButton, {}, {15, 11});
        QVERIFY(toggle.isChecked());
        QTest::keyClick(&toggle, Qt::Key_Space);
        QVERIFY(!toggle.isChecked());
        QCOMPARE(toggled.size(), 2);
        toggle.setEnabled(false);
        QTest::mouseClick(&toggle, Qt::LeftButton, {}, {15, 11});
        QVERIFY(!toggle.isChecked());
    }

    void toggleShowsItsState() {
        ToggleSwitch toggle;
        toggle.resize(toggle.sizeHint());
        const auto track = [&] { return toggle.grab().toImage().pixelColor(toggle.isChecked() ? 8 : 26, 11); };
        const QColor off = track();
        toggle.setChecked(true);
        QCOMPARE(track(), Theme::instance().color(Token::Accent));
        QVERIFY(off != track());
    }

    void segmentsByMouseAndArrows() {
        SegmentedBar bar;
        for (const auto name : {"Network", "Data", "Train", "Predict"}) bar.addSegment(name);
        bar.segment(2)->setEnabled(false);
        bar.show();
        QSignalSpy changed(&bar, &SegmentedBar::currentChanged);
        QCOMPARE(bar.currentIndex(), 0);
        for (int i = 0; i < bar.count(); ++i)  // Tab stops once
            QCOMPARE(bar.segment(i)->focusPolicy(), i == 0 ? Qt::TabFocus : Qt::NoFocus);
        QTest::mouseClick(bar.segment(1), Qt::LeftButton);
        QCOMPARE(bar.currentIndex(), 1);
        QVERIFY(bar.segment(1)->isChecked());
        QVERIFY(!bar.segment(0)->isChecked());
        QTest::keyClick(bar.segment(1), Qt::Key_Right);  // over the one that is off
        QCOMPARE(bar.currentIndex(), 3);
        QTest::keyClick(bar.segment(3), Qt::Key_Right);  // at the end
        QCOMPARE(bar.currentIndex(), 3);
        bar.setCurrentIndex(3);
        QCOMPARE(changed.size(), 2);
        bar.setCurrentIndex(17);
        QCOMPARE(bar.currentIndex(), 3);
    }

    void segmentsKeepTheirPlaces() {
        SegmentedBar bar;
        bar.addSegment("Network");
        bar.addSegment("Data");
        bar.show();
        const auto places = [&] { return std::pair(bar.segment(0)->geometry(), bar.segment(1)->geometry()); };
        const auto before = places();
        bar.setCurrentIndex(1);
        test::settle();
        QCOMPARE(places(), before);
    }

    void cardHoldsOneBody() {
        Card card("loss", "train");
        auto* pin = card.addAction("arrows-angle-expand", "Expand");
        QCOMPARE(pin->accessibleName(), QString("Expand"));
        QPointer<QWidget> first = new QWidget, second = new QWidget;
        card.setBody(first);
        card.setBody(second);
        QVERIFY(first.isNull());
        QCOMPARE(card.body(), second.data());
        QCOMPARE(card.title(), QString("loss"));
    }

    void emptyStateOffersAWayOut() {
        EmptyState state("folder2-open", "No data set", "Open a folder with one sub-folder a class.");
        int opened = 0;
        state.setButtons({{"Open folder…", [&] { ++opened, state.setButtons({}); }, true, "open"}});
        QPointer<QPushButton> open = state.findChild<QPushButton*>("open");
        state.resize(400, 300);
        state.show();
        QTest::mouseClick(open, Qt::LeftButton);
        QCOMPARE(opened, 1);
        QVERIFY(!open || !open->isVisible());
    }

    // What is offered again stays, pressed and with the keyboard; and where nothing is said anew nothing is laid out.
    void emptyStateKeepsWhatStays() {
        struct Layouts : QObject {
            int count = 0;
            bool eventFilter(QObject*, QEvent* event) override {
                count += event->type() == QEvent::LayoutRequest;
                return false;
            }
        } layouts;
        EmptyState state("folder2-open", "No data set", "Open a folder with one sub-folder a class.");
        QString done;
        const auto offer = [&](const QString& what) {
            state.setIcon("folder2-open");
            state.setMood(EmptyState::Empty);
            state.setTitle("No data set");
            state.setButtons({{"Open folder…", [&done, what] { done += what; }, true}, {"Open file…", [] {}}});
        };
        offer("first");
        state.resize(400, 300);
        state.show();
        state.activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(&state));
        const auto buttons = state.findChildren<QPushButton*>();
        buttons[0]->setFocus();
        test::settle();
        state.installEventFilter(&layouts);
        QTest::mousePress(buttons[0], Qt::LeftButton);
        offer("then");
        test::settle();
        QCOMPARE(state.findChildren<QPushButton*>(), buttons);
        QVERIFY(buttons[0]->hasFocus());
        QCOMPARE(layouts.count, 0);
        QTest::mouseRelease(buttons[0], Qt::LeftButton);
        QCOMPARE(done, QString("then"));
        state.setButtons({{"Open folder…", [] {}}});
        test::settle();
        QCOMPARE(state.findChildren<QPushButton*>().size(), 1);
        QVERIFY(state.findChild<QPushButton*>()->hasFocus());  // what takes its place has the keyboard
    }

    void stripTakesAnyNumber() {
        ProgressStrip strip;
        strip.resize(200, 28);
        for (const double fraction : {0.0, 0.5, 1.0, 7.0, -1.0, double(NAN)}) {
            strip.setFraction(fraction);
            QVERIFY(strip.fraction() >= -1 && strip.fraction() <= 1);
            const QColor end = strip.grab().toImage().pixelColor(190, 23);
            if (strip.fraction() >= 0) QCOMPARE(end == Theme::instance().color(Token::Accent), strip.fraction() == 1);
        }
        strip.setText("epoch *7*/20", "0:21 left");
        QCOMPARE(strip.accessibleName(), QString("epoch 7/20 0:21 left"));
        strip.setFraction(0.5);
        const QImage image = strip.grab().toImage();
        QCOMPARE(image.pixelColor(50, 23), Theme::instance().color(Token::Accent));
        QCOMPARE(image.pixelColor(150, 23), Theme::instance().color(Token::Bg3));
    }

    // A heading that is cut says itself whole; one that is not says nothing.
    void headingsThatAreCutAreTold() {
        QTableWidget table(1, 2);
        makeQuiet(table);
        table.setHorizontalHeaderLabels({"operations a byte", "operations a second"});
        table.resize(600, 100);
        table.setColumnWidth(0, 50);
        table.setColumnWidth(1, 400);
        table.show();
        QVERIFY(QTest::qWaitForWindowExposed(&table));
        QWidget* header = table.horizontalHeader()->viewport();
        const auto told = [&](int x) {
            QHelpEvent help(QEvent::ToolTip, QPoint(x, 8), header->mapToGlobal(QPoint(x, 8)));
            QApplication::sendEvent(header, &help);
            return QToolTip::isVisible() ? QToolTip::text() : QString();
        };
        QCOMPARE(told(20), QString("operations a byte"));
        QToolTip::hideText();
        QTRY_VERIFY(!QToolTip::isVisible());
        QCOMPARE(told(200), QString());
    }

    // Nothing is drawn beyond the section's padding, to whichever side a heading stands, also by a style sheet.
    void headingsAreCutWithinTheirSections() {
        QTableWidget table(1, 1);
        makeQuiet(table);
        table.setStyleSheet("QHeaderView::section { padding: 0 11px; border: none; background: white; color: black }");
        table.setHorizontalHeaderLabels({"colour, text=blue, and all that comes behind"});
        table.resize(300, 100);
        table.setColumnWidth(0, 90);
        table.show();
        QVERIFY(QTest::qWaitForWindowExposed(&table));
        for (const Qt::Alignment side : {Qt::AlignLeft, Qt::AlignRight, Qt::AlignRight}) {
            table.horizontalHeaderItem(0)->setTextAlignment(side | Qt::AlignVCenter);
            const QImage drawn = table.horizontalHeader()->viewport()->grab({0, 0, 90, 20}).toImage();
            bool any = false;
            for (int x = 0; x < 90; ++x)
                for (int y = 1; y < 19; ++y) {
                    const bool ink = drawn.pixelColor(x, y).lightness() < 200;
                    any = any || ink;
                    QVERIFY2(!ink || (x >= 9 && x < 81), qPrintable(QStringLiteral("%1,%2").arg(x).arg(y)));
                }
            QVERIFY(any);
            if (!(side & Qt::AlignRight)) continue;  // and the place of an arrow, which is kept free in each
            table.horizontalHeader()->setSortIndicatorShown(true);
            table.horizontalHeader()->setSortIndicator(-1, Qt::AscendingOrder);
            table.setStyleSheet(table.styleSheet() + "QHeaderView::up-arrow, QHeaderView::down-arrow { width: 9px; "
                                                     "height: 9px; subcontrol-position: center right; }");
        }
    }

    // A file is saved where the last one was, also after another start; the first one among the person's own.
    void savesWhereTheLastFileWent() {
        QTemporaryDir folder;
        const QString file = folder.filePath("keys.ini");
        QSettings first(file, QSettings::IniFormat);
        QTemporaryDir project;
        keepFileFolders(first);
        QWidget window;
        const auto ask = [&] {
            return askToSave(window, "Save", "loss.png", {"PNG picture (*.png)"}, [](const QString&) {});
        };
        QPointer<QFileDialog> dialog = ask();
        const QString pictures = QStandardPaths::writableLocation(QStandardPaths::PicturesLocation);
        QCOMPARE(dialog->directory().absolutePath(), QDir(pictures).exists() ? pictures : QDir::homePath());
        emit dialog->fileSelected(folder.filePath("loss.png"));
        dialog->close();
        QTRY_VERIFY(!dialog);
        for (int start = 0; start < 2; ++start) {
            dialog = ask();
            QCOMPARE(dialog->directory().absolutePath(), folder.path());
            dialog->close();
            QTRY_VERIFY(!dialog);
            QSettings other(folder.filePath("other.ini"), QSettings::IniFormat);
            keepFileFolders(other);
            first.sync();
            keepFileFolders(first);
        }
        // Each kind has its own place; one that no file of went anywhere begins beside the project.
        keepFileFolders(first, [&] { return project.path(); });
        QCOMPARE(fileFolder("json.gz"), project.path());
        dialog = ask();
        QCOMPARE(dialog->directory().absolutePath(), folder.path());
        dialog->close();
        QTRY_VERIFY(!dialog);
        keepFileFolder("json.gz", folder.filePath("steps.json.gz"));
        QCOMPARE(fileFolder("json.gz"), folder.path());
        QCOMPARE(fileFolder("safetensors"), project.path());
        QSettings none(folder.filePath("other.ini"), QSettings::IniFormat);
        keepFileFolders(none);  // other tests begin as the program does
    }

    // A file that is there is not chosen, neither at once nor when the folder has been read: what is written in the
    // line is what is saved.
    void suggestsNoFileThatIsThere() {
        QTemporaryDir folder;
        for (const char* there : {"loss.json.gz", "loss-2.json.gz"}) {
            QFile file(folder.filePath(there));
            QVERIFY(file.open(QFile::WriteOnly));
        }
        QSettings keys(folder.filePath("keys.ini"), QSettings::IniFormat);
        keepFileFolders(keys);
        keepFileFolder("json.gz", folder.path());
        QWidget window;
        window.show();
        QString saved;
        const QPointer<QFileDialog> dialog = askToSave(window, "Save", "loss.json.gz", {"Timeline (*.json.gz)"},
                                                       [&](const QString& path) { saved = path; });
        auto* line = dialog->findChild<QLineEdit*>("fileNameEdit");
        auto* files = dialog->findChild<QListView*>("listView");
        QVERIFY(line && files);
        QTRY_COMPARE(files->model()->rowCount(files->rootIndex()), 2);
        QCOMPARE(line->text(), QString("loss-3.json.gz"));
        QCOMPARE(dialog->selectedFiles(), QStringList{folder.filePath("loss-3.json.gz")});
        line->setText("mine");
        emit line->returnPressed();
        QTRY_COMPARE(saved, folder.filePath("mine.json.gz"));
        QTRY_VERIFY(!dialog);
        QSettings none(folder.filePath("other.ini"), QSettings::IniFormat);
        keepFileFolders(none);
    }

    void labelsFollowTheTheme() {
        ToneLabel label("x", Token::Muted);
        SectionLabel caption("Cost");
        QCOMPARE(caption.text(), QString("COST"));
        QCOMPARE(caption.accessibleName(), QString("Cost"));
        for (const bool dark : {false, true}) {
            Theme::instance().setDark(dark);
            QCOMPARE(label.palette().color(QPalette::WindowText), Theme::instance().color(Token::Muted));
            QCOMPARE(caption.palette().color(QPalette::WindowText), Theme::instance().color(Token::Faint));
        }
    }
};

QTEST_MAIN(TestControls)

}  // namespace test_controls

#include "test_controls.moc"
