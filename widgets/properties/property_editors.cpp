// Up and Down step numbers (with Shift by ten steps), Escape goes back to the value at the start of the edit, Enter and
// leaving finish it. While the text is no value, and when it is left so, the value is that at the start of the edit.
#include "widgets/properties/property_editors.h"

#include <QHelpEvent>
#include <QKeyEvent>
#include <QMenu>
#include <QPainter>
#include <QStylePainter>
#include <QToolTip>
#include <QWheelEvent>
#include <algorithm>

#include "widgets/properties/property_values.h"
#include "widgets/theme/theme.h"

namespace tl {

ValueEdit::ValueEdit(QWidget* parent) : QLineEdit(parent) {
    connect(this, &QLineEdit::textEdited, this, &ValueEdit::typed);
}

void ValueEdit::setRow(const PropertyRow& row) {
    const bool typing = hasFocus() && dirty_;
    row_ = row;
    const bool number = steps();
    const int unit = row.unit.isEmpty() ? 0 : QFontMetrics(Theme::instance().font(11)).horizontalAdvance(row.unit) + 8;
    const QMargins margins(0, 0, unit + (number ? 14 : 0), 0);
    if (margins != textMargins()) setTextMargins(margins);  // which lays the window out anew
    if (typing && !row.mixed && sameValue(row, last_, row.value)) return;
    last_ = row.mixed ? QVariant() : row.value;
    dirty_ = false;
    const bool list = row.kind == PropertyRow::IntList && row.defaultValue.toList().isEmpty();
    // Empty stands for several values, or for something that the help names.
    setPlaceholderText(row.mixed ? tr("mixed") : list ? tr("default") : row.example);
    const QString text = propertyText(row, last_);
    if (this->text() != text) {
        const int cursor = cursorPosition();
        setText(text);
        if (hasFocus()) setCursorPosition(qMin<int>(cursor, text.size()));
    }
    emit problemChanged({});
}

bool ValueEdit::steps() const { return row_.kind == PropertyRow::Int || row_.kind == PropertyRow::Float; }

void ValueEdit::typed() {
    if (!dirty_) before_ = last_;
    dirty_ = true;
    QString problem;
    QVariant value = parsed(&problem);
    if (!value.isValid()) value = before_;  // "1e6" is refused: no 1 stays behind
    // All else in the window goes by that value, so it is named where another is written.
    if (const QString stays = propertyText(row_, value.isValid() ? value : last_);
        !problem.isEmpty() && !stays.isEmpty())
        problem = tr("%1 %2 stays.").arg(problem, stays);
    emit problemChanged(problem);
    if (!value.isValid() || sameValue(row_, value, last_)) return;
    last_ = value;
    emit valueTyped(value);
}

void ValueEdit::finish(bool leave) {
    if (!dirty_) return;
    QString problem;
    if (!parsed(&problem).isValid()) {
        if (leave) goBack();
        return;  // Enter on a wrong text: the sentence stays
    }
    dirty_ = false;
    setText(propertyText(row_, last_));
    emit problemChanged({});
    if (last_.isValid()) emit finished(last_);
}

// To the value itself, of which the text has ten digits. Those of several things are known to who shows them.
void ValueEdit::goBack() {
    dirty_ = false;
    last_ = before_;
    setText(propertyText(row_, last_));
    emit problemChanged({});
    last_.isValid() ? emit finished(last_) : emit takenBack();
}

// What the text says; nothing where it is no value, or where it is empty and stands for several values.
QVariant ValueEdit::parsed(QString* problem) const {
    if (row_.mixed && text().isEmpty()) return {};
    return parseProperty(row_, text(), problem);
}

void ValueEdit::step(int count, bool large) {
    if (!steps() || isReadOnly()) return;
    const QVariant value = steppedValue(row_, last_, count, large);
    if (sameValue(row_, value, last_)) return;
    setText(propertyText(row_, value));
    selectAll();
    typed();
}

void ValueEdit::keyPressEvent(QKeyEvent* event) {
    switch (event->key()) {
    case Qt::Key_Up:
    case Qt::Key_Down:
        if (steps()) {
            step(event->key() == Qt::Key_Up ? 1 : -1, event->modifiers() & Qt::ShiftModifier);
            return;
        }
        break;
    case Qt::Key_Return:
    case Qt::Key_Enter:
        finish(false);
        selectAll();
        return;
    case Qt::Key_Escape:
        if (dirty_) {
            goBack();
            return;
        }
        break;
    default: break;
    }
    QLineEdit::keyPressEvent(event);
}

void ValueEdit::focusOutEvent(QFocusEvent* event) {
    QLineEdit::focusOutEvent(event);
    if (event->reason() != Qt::PopupFocusReason) finish(true);
}

// What scrolls a page brings fields under a pointer that stands still: none of them is meant.
void ValueEdit::wheelEvent(QWheelEvent* event) {
    if (!pressed_ || !hasFocus() || !steps() || event->angleDelta().y() == 0) {
        event->ignore();
        return;
    }
    if (const int steps = wheel_.of(event->angleDelta().y()); steps != 0)
        step(steps, event->modifiers() & Qt::ShiftModifier);
    event->accept();
}

QRect ValueEdit::arrows() const { return {width() - 20, 2, 18, height() - 4}; }

void ValueEdit::leaveEvent(QEvent* event) {
    pressed_ = false;
    QLineEdit::leaveEvent(event);
}

void ValueEdit::mousePressEvent(QMouseEvent* event) {
    pressed_ = true;
    if (steps() && event->button() == Qt::LeftButton && arrows().contains(event->position().toPoint())) {
        setFocus(Qt::MouseFocusReason);
        step(event->position().y() < height() / 2.0 ? 1 : -1, event->modifiers() & Qt::ShiftModifier);
        return;
    }
    QLineEdit::mousePressEvent(event);
}

void ValueEdit::paintEvent(QPaintEvent* event) {
    QLineEdit::paintEvent(event);
    const auto& theme = Theme::instance();
    QPainter painter(this);
    const int arrow = theme.scaled(8);
    const int right = width() - (steps() ? 14 + arrow : 9);
    if (!row_.unit.isEmpty()) {
        painter.setFont(theme.font(11));
        painter.setPen(theme.color(Token::Faint));
        painter.drawText(QRect(0, 0, right, height()), Qt::AlignRight | Qt::AlignVCenter, row_.unit);
    }
    if (steps() && isEnabled() && !isReadOnly()) {
        const double ratio = devicePixelRatioF();
        const QColor color = theme.color(hasFocus() || underMouse() ? Token::Muted : Token::Faint);
        painter.drawPixmap(width() - 8 - arrow, height() / 2 - arrow,
                           theme.pixmap(QStringLiteral("chevron-up"), arrow, color, ratio));
        painter.drawPixmap(width() - 8 - arrow, height() / 2 + 1,
                           theme.pixmap(QStringLiteral("chevron-down"), arrow, color, ratio));
    }
}

ChoiceEdit::ChoiceEdit(QWidget* parent) : QComboBox(parent) {
    setFocusPolicy(Qt::StrongFocus);
    setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    setMinimumContentsLength(6);
}

int ChoiceEdit::widthFor(const QString& words) const {
    QStyleOptionComboBox option;
    initStyleOption(&option);
    const int field = style()->subControlRect(QStyle::CC_ComboBox, &option, QStyle::SC_ComboBoxEditField, this).width();
    return fontMetrics().horizontalAdvance(words) + width() - field + 4;
}

int ChoiceEdit::wordsWidth() const {
    int widest = 0;
    for (int i = 0; i < count(); ++i) widest = std::max(widest, widthFor(itemText(i)));
    return widest;
}

void ChoiceEdit::paintEvent(QPaintEvent*) {
    QStylePainter painter(this);
    QStyleOptionComboBox option;
    initStyleOption(&option);
    painter.drawComplexControl(QStyle::CC_ComboBox, option);
    const QRect room = style()->subControlRect(QStyle::CC_ComboBox, &option, QStyle::SC_ComboBoxEditField, this);
    option.currentText = fontMetrics().elidedText(words(), Qt::ElideMiddle, room.width() - 2);
    painter.drawControl(QStyle::CE_ComboBoxLabel, option);
}

bool ChoiceEdit::event(QEvent* event) {
    if (event->type() != QEvent::ToolTip || widthFor(words()) <= width()) return QComboBox::event(event);
    QToolTip::showText(static_cast<QHelpEvent*>(event)->globalPos(),
                       toolTip().isEmpty() ? words() : words() + QLatin1Char('\n') + toolTip(), this);
    return true;
}

void ChoiceEdit::wheelEvent(QWheelEvent* event) { event->ignore(); }

void ChoicesEdit::setChoices(const QStringList& choices, const QString& value, bool mixed) {
    choices_ = choices;
    value_ = mixed ? QString() : value;
    mixed_ = mixed;
    update();
}

QStringList ChoicesEdit::ticked() const {
    QStringList parts = value_.split(QLatin1Char(','), Qt::SkipEmptyParts);
    for (QString& part : parts) part = part.trimmed();
    parts.removeAll(QStringLiteral("none"));
    return parts;
}

void ChoicesEdit::toggle(const QString& choice, bool on) {
    const QStringList now = ticked();
    QStringList next;
    for (const QString& one : choices_)
        if (one == choice ? on : now.contains(one)) next << one;
    value_ = next.isEmpty() ? QStringLiteral("none") : next.join(QStringLiteral(", "));
    update();
    emit valueChosen(value_);
}

void ChoicesEdit::showPopup() {
    auto* menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    menu->setObjectName(QStringLiteral("choices"));
    menu->setMinimumWidth(width());
    menu->installEventFilter(this);
    const QStringList now = ticked();
    for (const QString& choice : choices_) {
        QAction* action = menu->addAction(choice);
        action->setCheckable(true);
        action->setChecked(now.contains(choice));
        connect(action, &QAction::toggled, this, [this, choice](bool on) { toggle(choice, on); });
    }
    menu->popup(mapToGlobal(QPoint(0, height() + 2)));
}

// The menu stays open while several are ticked.
bool ChoicesEdit::eventFilter(QObject* watched, QEvent* event) {
    auto* menu = qobject_cast<QMenu*>(watched);
    const bool click = event->type() == QEvent::MouseButtonRelease;
    const bool key = event->type() == QEvent::KeyPress && (static_cast<QKeyEvent*>(event)->key() == Qt::Key_Space ||
                                                           static_cast<QKeyEvent*>(event)->key() == Qt::Key_Return);
    if (menu && (click || key) && menu->activeAction()) {
        menu->activeAction()->toggle();
        return true;
    }
    return ChoiceEdit::eventFilter(watched, event);
}

void ChoicesEdit::keyPressEvent(QKeyEvent* event) {
    switch (event->key()) {
    case Qt::Key_Space:
    case Qt::Key_Return:
    case Qt::Key_Down:
    case Qt::Key_F4: return showPopup();
    default: event->ignore();
    }
}

QString ChoicesEdit::words() const { return mixed_ ? tr("mixed") : value_; }

int ChoicesEdit::wordsWidth() const { return widthFor(words()); }

}  // namespace tl
