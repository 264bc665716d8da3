// A dot before the label marks a value that is not the default; the context menu takes it back.
#include "widgets/properties/property_line.h"

#include <QContextMenuEvent>
#include <QFontMetrics>
#include <QGridLayout>
#include <QLabel>
#include <QMenu>
#include <QPainter>
#include <QStyle>

#include "widgets/controls/labels.h"
#include "widgets/controls/toggle_switch.h"
#include "widgets/properties/property_editors.h"
#include "widgets/properties/property_values.h"
#include "widgets/theme/theme.h"

namespace tl {

namespace {
constexpr int kLineMargin = 12;
}

PropertyLine::PropertyLine(const PropertyRow& row, QWidget* parent) : QWidget(parent), row_(row) {
    label_ = new QLabel(this);
    label_->setWordWrap(true);
    problem_ = new ToneLabel({}, Token::Bad, ToneLabel::Caption, this);
    problem_->setObjectName(row.key + QStringLiteral(".problem"));
    problem_->setWordWrap(true);
    problem_->hide();
    makeEditor();
    label_->setBuddy(editor_);
    // Switches are lower than fields, so their rows are closer.
    const int around = row.kind == PropertyRow::Bool ? 1 : 3;
    grid_ = new QGridLayout(this);
    grid_->setContentsMargins(kLineMargin, around, kLineMargin, around);
    grid_->setHorizontalSpacing(0);
    grid_->setVerticalSpacing(2);
    grid_->setColumnStretch(1, 1);
    setRow(row);
    connect(&Theme::instance(), &Theme::changed, this, [this] {
        arrange();
        retint();
    });
}

// What the editor wants to show without cutting it.
int PropertyLine::editorWidth() const {
    const QFontMetrics metrics(editor_->font());
    if (const auto* combo = qobject_cast<const ChoiceEdit*>(editor_)) return combo->wordsWidth();
    if (qobject_cast<const ToggleSwitch*>(editor_)) return 0;
    return metrics.horizontalAdvance(QStringLiteral("0000000000")) + 40;
}

void PropertyLine::arrange() {
    const Theme& theme = Theme::instance();
    const bool low = row_.kind == PropertyRow::Bool;
    const int label = theme.scaled(kLabelWidth), room = width() - 2 * kLineMargin;
    const bool stacked = room < label + editorWidth(), anew = grid_->count() == 0 || stacked != stacked_;
    stacked_ = stacked;
    label_->setMinimumSize(stacked_ ? 0 : label, theme.scaled(low ? 22 : stacked_ ? 20 : 26));
    label_->setMaximumWidth(stacked_ ? QWIDGETSIZE_MAX : label);
    if (!anew) return;
    for (QWidget* each : {static_cast<QWidget*>(label_), editor_, static_cast<QWidget*>(problem_)})
        grid_->removeWidget(each);
    grid_->addWidget(label_, 0, 0, 1, stacked_ ? 2 : 1, Qt::AlignTop);
    if (low)
        grid_->addWidget(editor_, 0, 1, Qt::AlignLeft | Qt::AlignVCenter);
    else
        stacked_ ? grid_->addWidget(editor_, 1, 0, 1, 2) : grid_->addWidget(editor_, 0, 1);
    stacked_ ? grid_->addWidget(problem_, 2, 0, 1, 2) : grid_->addWidget(problem_, 2, 1);
    updateGeometry();
}

void PropertyLine::resizeEvent(QResizeEvent*) { arrange(); }

// As narrow as the panel likes: the editor goes below the label, and elides its words.
QSize PropertyLine::minimumSizeHint() const { return {kLineMargin, QWidget::minimumSizeHint().height()}; }

void PropertyLine::makeEditor() {
    const QString key = row_.key;
    switch (row_.kind) {
    case PropertyRow::Bool: {
        auto* toggle = new ToggleSwitch(this);
        connect(toggle, &QCheckBox::stateChanged, this, [this, key](int state) {
            if (!filling_) emit edited(key, state != Qt::Unchecked, true);
        });
        editor_ = toggle;
        break;
    }
    case PropertyRow::Choice: {
        auto* combo = new ChoiceEdit(this);
        combo->setPlaceholderText(tr("mixed"));  // shown while none is chosen
        connect(combo, &QComboBox::currentTextChanged, this, [this, key](const QString& text) {
            if (!filling_ && !text.isEmpty()) emit edited(key, text, true);
        });
        editor_ = combo;
        break;
    }
    case PropertyRow::Choices: {
        auto* choices = new ChoicesEdit(this);
        connect(choices, &ChoicesEdit::valueChosen, this,
                [this, key](const QString& value) { emit edited(key, value, true); });
        editor_ = choices;
        break;
    }
    default: {
        auto* edit = new ValueEdit(this);
        connect(edit, &ValueEdit::valueTyped, this,
                [this, key](const QVariant& value) { emit edited(key, value, false); });
        connect(edit, &ValueEdit::finished, this,
                [this, key](const QVariant& value) { emit edited(key, value, true); });
        connect(edit, &ValueEdit::takenBack, this, [this, key] { emit takenBack(key); });
        connect(edit, &ValueEdit::problemChanged, this, [this](const QString& sentence) {
            typedProblem_ = sentence;
            showProblem();
        });
        editor_ = edit;
        break;
    }
    }
    editor_->setObjectName(key);
    // A line edit's own menu gets the way back to the default added.
    editor_->installEventFilter(this);
}

void PropertyLine::setRow(const PropertyRow& row) {
    filling_ = true;
    row_ = row;
    // A long name takes two lines; an underscore is a place to break it.
    label_->setText(QString(row.label).replace(QLatin1Char('_'), QStringLiteral("_\u200b")));
    QString help = row.help;
    if (row.defaultValue.isValid())
        help += (help.isEmpty() ? QString() : QStringLiteral("\n")) +
                tr("Default: %1").arg(propertyText(row, row.defaultValue));
    label_->setToolTip(help);
    editor_->setAccessibleName(row.label);
    editor_->setAccessibleDescription(row.help);
    if (auto* toggle = qobject_cast<ToggleSwitch*>(editor_)) {
        toggle->setTristate(row.mixed);
        toggle->setCheckState(row.mixed ? Qt::PartiallyChecked : row.value.toBool() ? Qt::Checked : Qt::Unchecked);
    } else if (auto* choices = qobject_cast<ChoicesEdit*>(editor_)) {
        choices->setChoices(row.choices, row.value.toString(), row.mixed);
    } else if (auto* combo = qobject_cast<ChoiceEdit*>(editor_)) {
        QStringList shown;
        for (int i = 0; i < combo->count(); ++i) shown.push_back(combo->itemText(i));
        // A value from another version stays visible, even when it is none of the choices.
        QStringList wanted = row.choices;
        if (!row.mixed && !wanted.contains(row.value.toString())) wanted.push_back(row.value.toString());
        if (shown != wanted) {
            combo->clear();
            combo->addItems(wanted);
        }
        if (row.mixed)
            combo->setCurrentIndex(-1);
        else
            combo->setCurrentText(row.value.toString());
    } else if (auto* edit = qobject_cast<ValueEdit*>(editor_)) {
        edit->setRow(row);
    }
    filling_ = false;
    arrange();
    retint();
    showProblem();
    update();
}

void PropertyLine::setReadOnly(bool readOnly) { editor_->setEnabled(!readOnly); }

bool PropertyLine::modified() const {
    return row_.mixed || !row_.defaultValue.isValid() || !sameValue(row_, row_.value, row_.defaultValue);
}

void PropertyLine::showProblem() {
    const QString sentence = typedProblem_.isEmpty() ? row_.problem : typedProblem_;
    editor_->setProperty("refused", !typedProblem_.isEmpty());  // what is written is not what counts
    problem_->setToken(sentence.isEmpty() ? Token::Muted : Token::Bad);
    problem_->setText(sentence.isEmpty() ? row_.note : sentence);
    problem_->setVisible(!problem_->text().isEmpty());
    // It would lie over what is wrong, which is said right below.
    editor_->setToolTip(sentence.isEmpty() ? label_->toolTip() : QString());
    if (editor_->property("invalid").toBool() != !sentence.isEmpty()) {
        editor_->setProperty("invalid", !sentence.isEmpty());
        editor_->style()->unpolish(editor_);
        editor_->style()->polish(editor_);
        editor_->update();
    }
}

void PropertyLine::retint() {
    const auto& theme = Theme::instance();
    QPalette palette = label_->palette();
    palette.setColor(QPalette::WindowText, theme.color(modified() ? Token::Text : Token::Muted));
    label_->setPalette(palette);
    update();
}

void PropertyLine::contextMenuEvent(QContextMenuEvent* event) { menuAt(event->globalPos()); }

bool PropertyLine::eventFilter(QObject* watched, QEvent* event) {
    if (watched == editor_ && event->type() == QEvent::ContextMenu) {
        menuAt(static_cast<QContextMenuEvent*>(event)->globalPos());
        return true;
    }
    return QWidget::eventFilter(watched, event);
}

void PropertyLine::menuAt(const QPoint& global) {
    QMenu* menu = nullptr;
    if (auto* edit = qobject_cast<QLineEdit*>(editor_)) {
        menu = edit->createStandardContextMenu();
        menu->addSeparator();
    } else {
        menu = new QMenu(this);
    }
    menu->setAttribute(Qt::WA_DeleteOnClose);
    const bool one = row_.defaultValue.isValid();
    QAction* back = menu->addAction(
        one ? tr("Reset to %1").arg(propertyText(row_, row_.defaultValue)) : tr("Reset each to its default"), this,
        [this, one] { one ? emit edited(row_.key, row_.defaultValue, true) : emit reset(row_.key); });
    back->setObjectName(QStringLiteral("reset"));
    back->setEnabled(modified() && editor_->isEnabled());
    menu->popup(global);
}

void PropertyLine::paintEvent(QPaintEvent*) {
    if (!modified()) return;
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(Theme::instance().color(Token::Accent));
    painter.drawEllipse(QPointF(6, label_->geometry().top() + label_->minimumHeight() / 2.0), 2, 2);
}

}  // namespace tl
