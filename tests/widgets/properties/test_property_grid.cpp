// The property grid by key and mouse: what it emits, what it refuses and says, and that a refresh leaves a typist
// alone.
#include <QApplication>
#include <QCheckBox>
#include <QComboBox>
#include <QContextMenuEvent>
#include <QHelpEvent>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QSignalSpy>
#include <QTest>
#include <QToolButton>
#include <QToolTip>
#include <QWheelEvent>
#include <tuple>

#include "tests/support/settle.h"
#include "widgets/properties/property_grid.h"
#include "widgets/properties/property_values.h"
#include "widgets/theme/theme.h"

namespace test_property_grid {

using namespace tl;

namespace {

PropertyRow row(const QString& key, PropertyRow::Kind kind, const QVariant& value, const QVariant& standard) {
    PropertyRow r;
    r.key = r.label = key;
    r.kind = kind;
    r.value = value;
    r.defaultValue = standard;
    return r;
}

QVector<PropertyRow> convRows() {
    auto filters = row("filters", PropertyRow::Int, 32, 32);
    filters.minimum = 1;
    filters.maximum = 4096;
    auto kernel = row("kernel_size", PropertyRow::IntList, QVariantList{3, 3}, QVariantList{3, 3});
    kernel.listLength = 2;
    kernel.minimum = 1;
    auto padding = row("padding", PropertyRow::Choice, "same", "valid");
    padding.choices = QStringList{"same", "valid"};
    auto rate = row("rate", PropertyRow::Float, 0.5, 0.5);
    rate.minimum = 0;
    rate.maximum = 1;
    auto bias = row("use_bias", PropertyRow::Bool, true, true);
    auto note = row("note", PropertyRow::Text, "hello", "");
    auto groups = row("groups", PropertyRow::Int, 1, 1);
    groups.advanced = true;
    return {filters, kernel, padding, rate, bias, note, groups};
}

}  // namespace

class TestPropertyGrid : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() { Theme::instance().apply(); }
    void init() {
        grid = std::make_unique<PropertyGrid>();
        grid->resize(300, 500);
        grid->setRows(convRows());
        grid->show();
        QVERIFY(QTest::qWaitForWindowExposed(grid.get()));
        QApplication::setActiveWindow(grid.get());  // a bare virtual display has no window manager
        spy = std::make_unique<QSignalSpy>(grid.get(), &PropertyGrid::edited);
    }

    // Beside its label where its words fit there, below it where they do not, and at last without their middle.
    void narrowLinesPutTheFieldBelow() {
        auto loss = row("loss", PropertyRow::Choice, "sparse_categorical_crossentropy", "mean_squared_error");
        loss.choices = QStringList{"mean_squared_error", "sparse_categorical_crossentropy"};
        auto units = row("units", PropertyRow::Int, 32, 32);
        grid->setRows({loss, units});
        const auto below = [&](const char* key) {
            QWidget* editor = grid->editor(QLatin1String(key));
            const auto* label = editor->parentWidget()->findChild<QLabel*>(QString(), Qt::FindDirectChildrenOnly);
            return editor->y() >= label->geometry().bottom();
        };
        const auto fits = [&] {
            auto* box = qobject_cast<QComboBox*>(grid->editor("loss"));
            return box->fontMetrics().horizontalAdvance(box->currentText()) < box->width() - 24;
        };
        for (const auto& [width, lossBelow, unitsBelow] :
             {std::tuple(520, false, false), std::tuple(300, true, false), std::tuple(170, true, true)}) {
            grid->resize(width, 500);
            test::settle();
            QVERIFY2(below("loss") == lossBelow && below("units") == unitsBelow, qPrintable(QString::number(width)));
            QCOMPARE(fits(), width > 200);
            for (const char* key : {"loss", "units"})
                QVERIFY(grid->editor(QLatin1String(key))->mapTo(grid.get(), QPoint(0, 0)).x() +
                            grid->editor(QLatin1String(key))->width() <=
                        width);
        }
        QWidget* box = grid->editor("loss");  // what it cannot show whole is in the tooltip
        QHelpEvent ask(QEvent::ToolTip, QPoint(8, 8), box->mapToGlobal(QPoint(8, 8)));
        QApplication::sendEvent(box, &ask);
        QVERIFY2(QToolTip::text().startsWith(QStringLiteral("sparse_categorical_crossentropy")),
                 qPrintable(QToolTip::text()));
        QToolTip::hideText();
    }

    void editorsByKind() {
        for (const auto& r : convRows()) {
            QVERIFY2(grid->editor(r.key), qPrintable(r.key));
            QCOMPARE(grid->editor(r.key)->objectName(), r.key);
            QCOMPARE(grid->editor(r.key)->accessibleName(), r.label);
        }
        QVERIFY(qobject_cast<QCheckBox*>(grid->editor("use_bias")));
        QVERIFY(qobject_cast<QComboBox*>(grid->editor("padding")));
        QCOMPARE(edit("kernel_size")->text(), QString("3 × 3"));
        QVERIFY(!grid->editor("nothing"));
    }

    void typingEmitsEachValidValueThenTheFinalOne() {
        type("filters", "64");
        QCOMPARE(spy->size(), 2);  // "6", "64"
        QCOMPARE(spy->at(1).at(1).toLongLong(), 64);
        QCOMPARE(spy->at(1).at(2).toBool(), false);
        QTest::keyClick(edit("filters"), Qt::Key_Return);
        QCOMPARE(spy->size(), 3);
        QCOMPARE(spy->at(2).at(1).toLongLong(), 64);
        QCOMPARE(spy->at(2).at(2).toBool(), true);
        QTest::keyClick(edit("filters"), Qt::Key_Return);  // nothing new
        QCOMPARE(spy->size(), 3);
    }

    void outOfRangeSaysWhyAndEmitsNothing() {
        const QString help = edit("filters")->toolTip();
        QVERIFY(!help.isEmpty());
        type("filters", "0");
        QCOMPARE(spy->size(), 0);
        QVERIFY(problem("filters")->isVisible());
        QCOMPARE(edit("filters")->toolTip(), QString());  // it would lie over that
        QVERIFY(problem("filters")->text().contains("1"));
        QVERIFY(problem("filters")->text().contains("4096"));
        QVERIFY2(problem("filters")->text().endsWith("32 stays."), qPrintable(problem("filters")->text()));
        QVERIFY(edit("filters")->property("invalid").toBool());
        QTest::keyClick(edit("filters"), Qt::Key_Return);
        QCOMPARE(spy->size(), 0);
        QTest::keyClicks(edit("filters"), "8");  // "08"
        QVERIFY(!problem("filters")->isVisible());
        QCOMPARE(edit("filters")->toolTip(), help);
        QCOMPARE(spy->last().at(1).toLongLong(), 8);
    }

    void dyingWithTheKeyboardTellsNothing() {
        type("filters", "64");
        const auto told = spy->size();
        grid.reset();  // takes the keyboard from the editor, which ends an edit in other cases
        QCOMPARE(spy->size(), told);
    }

    void wordsAreNoNumbers() {
        type("rate", "much");
        QCOMPARE(spy->size(), 0);
        QVERIFY(problem("rate")->isVisible());
        QTest::keyClick(edit("rate"), Qt::Key_Escape);
        QCOMPARE(edit("rate")->text(), QString("0.5"));
        QVERIFY(!problem("rate")->isVisible());
    }

    // As of a number: said while it is written, and what was there stays. The empty field shows how it is written.
    void aTextThatIsNoneIsRefused() {
        auto rows = convRows();
        rows[5].value = QString();
        rows[5].example = QStringLiteral("1, 2");
        rows[5].judge = [](const QString& text) { return text == "abc" ? QString("It takes numbers.") : QString(); };
        grid->setRows(rows);
        QCOMPARE(edit("note")->placeholderText(), QString("1, 2"));
        type("note", "abc");
        QCOMPARE(problem("note")->text(), QString("It takes numbers."));
        QVERIFY(problem("note")->isVisible());
        QCOMPARE(spy->last().at(1).toString(), QString());
        QTest::keyClick(edit("note"), Qt::Key_Escape);
        QCOMPARE(edit("note")->text(), QString());
        QVERIFY(!problem("note")->isVisible());
    }

    void leavingWithAWrongTextGoesBack() {
        focus("filters");
        edit("filters")->selectAll();
        QTest::keyClicks(edit("filters"), "99999");
        edit("note")->setFocus();
        QCoreApplication::processEvents();
        QCOMPARE(edit("filters")->text(), QString("32"));
        QCOMPARE(spy->last().at(1).toLongLong(), 32);  // nor does the 999 on the way to it stay
        QVERIFY(!problem("filters")->isVisible());
    }

    void escapeTakesTheEditBack() {
        type("filters", "64");
        QTest::keyClick(edit("filters"), Qt::Key_Escape);
        QCOMPARE(spy->last().at(1).toLongLong(), 32);
        QCOMPARE(spy->last().at(2).toBool(), true);
        QCOMPARE(edit("filters")->text(), QString("32"));
        // To the value, and not to the digits of it that are written.
        auto rows = convRows();
        rows[3].value = 0.123456789012345;
        grid->setRows(rows);
        type("rate", "0.25");
        QTest::keyClick(edit("rate"), Qt::Key_Escape);
        QCOMPARE(spy->last().at(0).toString(), QString("rate"));
        QVERIFY(spy->last().at(1).toDouble() == 0.123456789012345);
    }

    // Those of several things are not known here: what was typed is no value of any.
    void escapeTakesBackWhatIsTypedOverSeveral() {
        auto rows = convRows();
        rows[0].mixed = true;
        rows[0].value = QVariant();
        grid->setRows(rows);
        QSignalSpy back(grid.get(), &PropertyGrid::takenBack);
        type("filters", "64");
        rows[0].mixed = false;
        rows[0].value = 64;  // as all of them have it then
        grid->setRows(rows);
        const auto told = spy->size();
        QTest::keyClick(edit("filters"), Qt::Key_Escape);
        QCOMPARE(back.size(), 1);
        QCOMPARE(back.last().at(0).toString(), QString("filters"));
        QCOMPARE(spy->size(), told);
        QCOMPARE(edit("filters")->text(), QString());
    }

    void arrowsStep() {
        focus("filters");
        QTest::keyClick(edit("filters"), Qt::Key_Up);
        QCOMPARE(spy->last().at(1).toLongLong(), 33);
        QTest::keyClick(edit("filters"), Qt::Key_Down, Qt::ShiftModifier);
        QCOMPARE(spy->last().at(1).toLongLong(), 23);
        focus("rate");
        QTest::keyClick(edit("rate"), Qt::Key_Up);
        QVERIFY(qAbs(spy->last().at(1).toDouble() - 0.51) < 1e-9);
    }

    // A touchpad turns in small parts, a quick wheel by several notches at once.
    void aStepIsANotchOfTheWheel() {
        QTest::mouseClick(edit("filters"), Qt::LeftButton);
        QTRY_VERIFY(edit("filters")->hasFocus());
        const auto turn = [this](int by) {
            QWheelEvent event(QPointF(5, 5), edit("filters")->mapToGlobal(QPoint(5, 5)), {}, {0, by}, Qt::NoButton, {},
                              Qt::NoScrollPhase, false);
            QApplication::sendEvent(edit("filters"), &event);
        };
        for (int part = 0; part < 7; ++part) turn(15);
        QCOMPARE(spy->count(), 0);
        turn(15);
        QCOMPARE(spy->last().at(1).toLongLong(), 33);
        turn(-240);
        QCOMPARE(spy->last().at(1).toLongLong(), 31);
    }

    // A page that scrolls brings fields under the pointer, also the one that was set last.
    void theWheelOfAPageChangesNothing() {
        const auto takesATurn = [](QWidget* box) {
            QWheelEvent event(QPointF(5, 5), box->mapToGlobal(QPoint(5, 5)), {}, {0, -120}, Qt::NoButton, {},
                              Qt::NoScrollPhase, false);
            event.accept();
            static_cast<QObject*>(box)->event(&event);
            return event.isAccepted();
        };
        QWidget* padding = grid->editor("padding");
        padding->setFocus();
        QTRY_VERIFY(padding->hasFocus());
        QVERIFY(!takesATurn(padding));
        QTest::mouseClick(edit("filters"), Qt::LeftButton);
        QTRY_VERIFY(edit("filters")->hasFocus());
        QEvent leave(QEvent::Leave);
        QApplication::sendEvent(edit("filters"), &leave);
        QVERIFY(!takesATurn(edit("filters")));
        QCOMPARE(spy->count(), 0);
        QTest::mouseClick(edit("filters"), Qt::LeftButton);
        QVERIFY(takesATurn(edit("filters")));
        QCOMPARE(spy->last().at(1).toLongLong(), 31);
    }

    void listTexts_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QVariantList>("wanted");
        QTest::newRow("one for all") << "5" << QVariantList{5, 5};
        QTest::newRow("x") << "3x5" << QVariantList{3, 5};
        QTest::newRow("spaced x") << "3 x 5" << QVariantList{3, 5};
        QTest::newRow("times") << "3 × 5" << QVariantList{3, 5};
        QTest::newRow("comma") << "3, 5" << QVariantList{3, 5};
        QTest::newRow("brackets") << "(3, 5)" << QVariantList{3, 5};
        QTest::newRow("three of two") << "1, 2, 3" << QVariantList{};
        QTest::newRow("zero") << "0 x 3" << QVariantList{};
        QTest::newRow("half") << "1.5 x 3" << QVariantList{};
        QTest::newRow("empty") << "" << QVariantList{};
    }
    void listTexts() {
        QFETCH(QString, text);
        QFETCH(QVariantList, wanted);
        QString problem;
        const QVariant value = parseProperty(convRows()[1], text, &problem);
        QCOMPARE(value.isValid(), !wanted.isEmpty());
        QCOMPARE(problem.isEmpty(), !wanted.isEmpty());
        if (!wanted.isEmpty()) QVERIFY(sameValue(convRows()[1], value, wanted));
    }

    // Half of the world writes 0,003: read as thousands it was 3. What was understood is shown.
    void aCommaIsTheDecimalPointOfNumbersThatAreNotWhole() {
        type("rate", "0,003");
        QTest::keyClick(edit("rate"), Qt::Key_Return);
        QCOMPARE(spy->last().at(1).toDouble(), 0.003);
        QCOMPARE(edit("rate")->text(), QString("0.003"));
        const auto read = [&](int row, const char* text) {
            PropertyRow free = convRows()[row];
            free.minimum = -1e6, free.maximum = 1e6;
            return parseProperty(free, QString::fromLatin1(text), nullptr);
        };
        constexpr int kRate = 3, kFilters = 0;
        QCOMPARE(read(kRate, "0,5").toDouble(), 0.5);
        QCOMPARE(read(kRate, "1,5e-3").toDouble(), 0.0015);
        QCOMPARE(read(kRate, "1,234").toDouble(), 1.234);
        QCOMPARE(read(kRate, "1,234.5").toDouble(), 1234.5);
        QVERIFY(!read(kRate, "1.234,5").isValid());
        QCOMPARE(read(kFilters, "1,234").toLongLong(), 1234);
    }

    // A bound that is itself no value is told as one.
    void aBoundMayBeLeftOut() {
        PropertyRow rate = convRows()[3];
        rate.minimum = 0, rate.maximum = PropertyRow().maximum;
        QString problem;
        QVERIFY(parseProperty(rate, QStringLiteral("0"), &problem).isValid());
        rate.above = true;
        for (const char* text : {"0", "-0.5"}) {
            QVERIFY(!parseProperty(rate, QLatin1String(text), &problem).isValid());
            QVERIFY2(problem.contains(QStringLiteral("must be more than 0")), qPrintable(problem));
        }
        QCOMPARE(parseProperty(rate, QStringLiteral("1e-9"), &problem).toDouble(), 1e-9);
    }

    void listIsEditedAsText() {
        type("kernel_size", "5 x 7");
        QTest::keyClick(edit("kernel_size"), Qt::Key_Return);
        const auto list = spy->last().at(1).toList();
        QCOMPARE(list.size(), 2);
        QCOMPARE(list[0].toLongLong(), 5);
        QCOMPARE(list[1].toLongLong(), 7);
        QCOMPARE(edit("kernel_size")->text(), QString("5 × 7"));
    }

    void comboAndToggleEmitFinal() {
        auto* combo = qobject_cast<QComboBox*>(grid->editor("padding"));
        combo->setFocus();
        QTest::keyClick(combo, Qt::Key_Down);
        QCOMPARE(spy->size(), 1);
        QCOMPARE(spy->last().at(1).toString(), QString("valid"));
        QCOMPARE(spy->last().at(2).toBool(), true);
        QTest::mouseClick(grid->editor("use_bias"), Qt::LeftButton, {}, {10, 10});
        QCOMPARE(spy->last().at(0).toString(), QString("use_bias"));
        QCOMPARE(spy->last().at(1).toBool(), false);
    }

    void refreshKeepsFocusAndTypedText() {
        auto* before = edit("filters");
        type("filters", "64");
        auto rows = convRows();
        rows[0].value = 64;  // what the model made of the edit
        rows[3].value = 0.25;
        grid->setRows(rows);
        QCOMPARE(edit("filters"), before);
        QVERIFY(before->hasFocus());
        QCOMPARE(before->text(), QString("64"));
        QTest::keyClicks(before, "0");  // the cursor is where it was
        QCOMPARE(before->text(), QString("640"));
        QCOMPARE(edit("rate")->text(), QString("0.25"));
        rows[0].value = 16;  // undo from elsewhere wins
        grid->setRows(rows);
        QCOMPARE(before->text(), QString("16"));
        QCOMPARE(spy->size(), 3);
    }

    void refreshEmitsNothing() {
        auto rows = convRows();
        rows[2].value = "valid";
        rows[4].value = false;
        rows[0].value = 7;
        grid->setRows(rows);
        QCOMPARE(spy->size(), 0);
        QCOMPARE(qobject_cast<QComboBox*>(grid->editor("padding"))->currentText(), QString("valid"));
    }

    void otherRowsReplace() {
        grid->setRows({row("units", PropertyRow::Int, 10, 10)});
        QVERIFY(!grid->editor("filters"));
        QVERIFY(grid->editor("units")->isVisible());
        QVERIFY(!grid->findChild<QToolButton*>("advanced")->isVisible());
        grid->setRows({});
        QVERIFY(!grid->editor("units"));
    }

    void advancedIsFolded() {
        auto* fold = grid->findChild<QToolButton*>("advanced");
        QVERIFY(fold->isVisible());
        QVERIFY(fold->text().contains("groups"));
        QVERIFY(!grid->editor("groups")->isVisible());
        QTest::mouseClick(fold, Qt::LeftButton);
        QVERIFY(grid->editor("groups")->isVisible());
        grid->setRows(convRows());
        QVERIFY(grid->editor("groups")->isVisible());
    }

    // What several end with is said once, and as many of them are called.
    void theFoldNamesWhatItHolds() {
        QVector<PropertyRow> rows;
        for (const char* key : {"decay_steps", "decay_epochs", "warmup_steps", "warmup_epochs", "staircase",
                                "kernel_limit", "bias_limit"}) {
            rows.push_back(row(QLatin1String(key), PropertyRow::Int, 0, 0));
            rows.back().advanced = true;
        }
        grid->setRows(rows);
        const QString text = grid->findChild<QToolButton*>("advanced")->text();
        QVERIFY2(text.contains("Steps, epochs, limits, staircase"), qPrintable(text));
    }

    void modelProblemShows() {
        auto rows = convRows();
        rows[0].problem = "filters must divide by groups.";
        grid->setRows(rows);
        QVERIFY(problem("filters")->isVisible());
        QCOMPARE(problem("filters")->text(), rows[0].problem);
        grid->setRows(convRows());
        QVERIFY(!problem("filters")->isVisible());
    }

    void contextMenuResets() {
        QAction* reset = resetOf("padding");  // "same", default "valid"
        QVERIFY(reset);
        QVERIFY(reset->isEnabled());
        reset->trigger();
        QCOMPARE(spy->last().at(0).toString(), QString("padding"));
        QCOMPARE(spy->last().at(1).toString(), QString("valid"));
        QCOMPARE(spy->last().at(2).toBool(), true);
    }

    // No value is written for things of different defaults: an empty one would become 0, or "".
    void severalOfDifferentDefaultsAreResetEachToItsOwn() {
        auto rows = convRows();
        rows[2].mixed = true;
        rows[2].value = rows[2].defaultValue = QVariant();
        grid->setRows(rows);
        QSignalSpy told(grid.get(), &PropertyGrid::reset);
        QAction* reset = resetOf("padding");
        QVERIFY(reset && reset->isEnabled());
        reset->trigger();
        QCOMPARE(spy->size(), 0);
        QCOMPARE(told.size(), 1);
        QCOMPARE(told.last().at(0).toString(), QString("padding"));
        rows[2].mixed = false;  // of the same value, which is the default of one at most
        rows[2].value = "same";
        grid->setRows(rows);
        QVERIFY(resetOf("padding")->isEnabled());
    }

    void readOnly() {
        grid->setReadOnly(true);
        QVERIFY(!grid->editor("filters")->isEnabled());
        grid->setRows(convRows());
        QVERIFY(!grid->editor("filters")->isEnabled());
        grid->setReadOnly(false);
        QVERIFY(grid->editor("filters")->isEnabled());
    }

    void unknownChoiceStaysVisible() {
        auto rows = convRows();
        rows[2].value = "reflect";
        grid->setRows(rows);
        QCOMPARE(qobject_cast<QComboBox*>(grid->editor("padding"))->currentText(), QString("reflect"));
    }

private:
    QLineEdit* edit(const QString& key) const { return qobject_cast<QLineEdit*>(grid->editor(key)); }
    QLabel* problem(const QString& key) const { return grid->findChild<QLabel*>(key + ".problem"); }
    void focus(const QString& key) { edit(key)->setFocus(); }
    QAction* resetOf(const QString& key) const {
        QWidget* editor = grid->editor(key);
        QContextMenuEvent event(QContextMenuEvent::Mouse, {5, 5}, editor->mapToGlobal(QPoint(5, 5)));
        QCoreApplication::sendEvent(editor, &event);
        const auto all = grid->findChildren<QAction*>("reset");
        return all.isEmpty() ? nullptr : all.back();  // of the menu that was opened last
    }
    void type(const QString& key, const QString& text) {
        focus(key);
        edit(key)->selectAll();
        QTest::keyClicks(edit(key), text);
    }
    std::unique_ptr<PropertyGrid> grid;
    std::unique_ptr<QSignalSpy> spy;

private slots:
    // A long name is shown whole, on two lines, beside a short one on one.
    void longNamesTakeTwoLines() {
        for (const char* name : {"restore best weights", "gradient_accumulation_steps"}) {
            auto wide = row("wide", PropertyRow::Bool, false, false);
            wide.label = QLatin1String(name);
            grid->setRows({wide, row("units", PropertyRow::Int, 3, 3)});
            test::settle();
            const auto labelOf = [&](const QString& key) -> QLabel* {
                for (auto* label : grid->findChildren<QLabel*>())
                    if (label->buddy() && label->buddy()->objectName() == key) return label;
                return nullptr;
            };
            QLabel *two = labelOf("wide"), *one = labelOf("units");
            QVERIFY(two && one);
            QVERIFY2(two->height() >= 2 * two->fontMetrics().height(), name);
            QVERIFY(two->height() >= two->heightForWidth(two->width()));
            QVERIFY(one->height() < 2 * one->fontMetrics().height());
        }
    }

    // Several choices are ticked in a menu that stays open; the value is their list, in the choices' order.
    void severalChoices() {
        auto metrics = row("metrics", PropertyRow::Choices, "accuracy", "accuracy");
        metrics.choices = QStringList{"accuracy", "auc", "recall"};
        grid->setRows({metrics});
        QSignalSpy edited(grid.get(), &PropertyGrid::edited);
        QWidget* editor = grid->editor("metrics");
        editor->setFocus();
        QTest::keyClick(editor, Qt::Key_Space);
        auto* menu = editor->findChild<QMenu*>(QStringLiteral("choices"));
        QVERIFY(menu && menu->isVisible());
        QCOMPARE(menu->actions().size(), 3);
        QVERIFY(menu->actions()[0]->isChecked() && !menu->actions()[2]->isChecked());
        QTest::mouseClick(menu, Qt::LeftButton, {}, menu->actionGeometry(menu->actions()[2]).center());
        QVERIFY(menu->isVisible());
        QCOMPARE(edited.count(), 1);
        QCOMPARE(edited[0][1].toString(), QStringLiteral("accuracy, recall"));
        QCOMPARE(edited[0][2].toBool(), true);
        menu->actions()[0]->toggle();
        menu->actions()[2]->toggle();
        QCOMPARE(edited.last()[1].toString(), QStringLiteral("none"));
    }
};

QTEST_MAIN(TestPropertyGrid)

}  // namespace test_property_grid

#include "test_property_grid.moc"
