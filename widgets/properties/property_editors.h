// The line edit of the property grid: numbers with unit and steps, lists and text. It knows its row, checks while a
// person types, and says what was typed; the grid decides what to tell others.
#pragma once

#include <QComboBox>
#include <QLineEdit>

#include "widgets/controls/wheel_steps.h"
#include "widgets/properties/property_grid.h"

namespace tl {

class ValueEdit : public QLineEdit {
    Q_OBJECT
public:
    explicit ValueEdit(QWidget* parent = nullptr);
    // Shows the row's value. While a person is typing that very value, the text is left alone.
    void setRow(const PropertyRow& row);

signals:
    void valueTyped(const QVariant& value);        // valid, by a keystroke or a step
    void finished(const QVariant& value);          // Enter or focus out, when something was typed
    void takenBack();                              // by Escape, where several values are meant
    void problemChanged(const QString& sentence);  // empty = fine again

private:
    void typed();
    void finish(bool leave);
    void goBack();
    QVariant parsed(QString* problem) const;
    void step(int steps, bool large);
    bool steps() const;
    QRect arrows() const;
    void keyPressEvent(QKeyEvent*) override;
    void focusOutEvent(QFocusEvent*) override;
    void wheelEvent(QWheelEvent*) override;
    void leaveEvent(QEvent*) override;
    void mousePressEvent(QMouseEvent*) override;
    void paintEvent(QPaintEvent*) override;
    PropertyRow row_;
    WheelSteps wheel_;
    QVariant last_;    // what was shown or said last
    QVariant before_;  // the value when typing began, for Escape
    bool dirty_ = false;
    bool pressed_ = false;  // and the pointer has not left since: the wheel steps
};

// A combo box that leaves the wheel to the scroll area. A choice that does not fit loses its middle, and is whole in
// the tooltip.
class ChoiceEdit : public QComboBox {
    Q_OBJECT
public:
    explicit ChoiceEdit(QWidget* parent = nullptr);
    virtual int wordsWidth() const;  // for its longest choice

protected:
    int widthFor(const QString& words) const;
    void wheelEvent(QWheelEvent*) override;
    void paintEvent(QPaintEvent*) override;
    bool event(QEvent*) override;
    virtual QString words() const { return currentIndex() < 0 ? placeholderText() : currentText(); }
};

// Any number of choices: looks like a combo box, and opens a menu to tick them in.
class ChoicesEdit : public ChoiceEdit {
    Q_OBJECT
public:
    using ChoiceEdit::ChoiceEdit;
    void setChoices(const QStringList& choices, const QString& value, bool mixed = false);
    int wordsWidth() const override;

signals:
    void valueChosen(const QString& value);  // "a, b", in the choices' order; "none"

private:
    QStringList ticked() const;
    void toggle(const QString& choice, bool on);
    void showPopup() override;
    QString words() const override;
    void keyPressEvent(QKeyEvent*) override;
    bool eventFilter(QObject*, QEvent*) override;
    QStringList choices_;
    QString value_;
    bool mixed_ = false;
};

}  // namespace tl
