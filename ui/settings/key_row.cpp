// See the header. Two actions with one key in one place leave it dead: a conflict that is there already is told in both
// rows, with the way out.
#include "ui/settings/key_row.h"

#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QPushButton>
#include <QToolButton>
#include <QVBoxLayout>
#include <utility>

#include "ui/shell/action_table.h"
#include "widgets/controls/labels.h"
#include "widgets/theme/theme.h"

namespace tl {

namespace {
constexpr int kKeysWidth = 220;

QString textOf(const QList<QKeySequence>& keys) {
    QStringList texts;
    for (const QKeySequence& key : keys) texts << key.toString(QKeySequence::NativeText);
    return texts.join(QStringLiteral(", "));
}
}  // namespace

KeyRow::KeyRow(ActionTable& table, const QString& id, QWidget* parent)
    : QWidget(parent), table_(table), id_(id), keys_(new QPushButton), reset_(new QToolButton), question_(new QWidget),
      conflict_(new ToneLabel({}, Token::Warn, ToneLabel::Caption)), take_(new QPushButton(tr("Take it"))),
      leave_(new QPushButton(tr("Leave it there"))) {
    auto* row = new QHBoxLayout;
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(8);
    auto* name = new ElidedLabel(Qt::ElideRight);
    name->setText(table.name(id));
    name->setToolTip(table.menuOf(id));
    row->addWidget(name, 1);
    reset_->setIcon(Theme::instance().icon(QStringLiteral("arrow-counterclockwise")));
    reset_->setToolTip(tr("As it was delivered"));
    reset_->setAccessibleName(tr("Keys of %1 as delivered").arg(table.name(id)));
    keys_->setObjectName(QStringLiteral("key.") + id);
    Theme::instance().fixWidth(keys_, kKeysWidth);
    keys_->setToolTip(tr("Press it, then the new key; Backspace for none, Escape to leave it"));
    row->addWidget(reset_);
    row->addWidget(keys_);
    auto* asked = new QHBoxLayout(question_);
    asked->setContentsMargins(0, 2, 0, 4);
    asked->setSpacing(8);
    conflict_->setWordWrap(true);
    asked->addWidget(conflict_, 1);
    take_->setObjectName(QStringLiteral("take.") + id);
    leave_->setObjectName(QStringLiteral("leave.") + id);
    asked->addWidget(take_);
    asked->addWidget(leave_);
    question_->hide();
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(4, 2, 0, 2);
    column->setSpacing(0);
    column->addLayout(row);
    column->addWidget(question_);
    for (QPushButton* button : {keys_, take_, leave_}) button->installEventFilter(this);
    connect(keys_, &QPushButton::clicked, this, [this] { listen(true); });
    connect(reset_, &QToolButton::clicked, this, [this] { want(table_.defaultKeys(id_)); });
    connect(take_, &QPushButton::clicked, this, [this] { take(wanted_.isEmpty() ? table_.keys(id_) : wanted_); });
    connect(leave_, &QPushButton::clicked, this, &KeyRow::leave);
    connect(&table, &ActionTable::keysChanged, this, &KeyRow::refresh);
    connect(&Theme::instance(), &Theme::changed, this, &KeyRow::refresh);  // with it the size of letters
    refresh();
}

bool KeyRow::hasKey() const { return !table_.keys(id_).isEmpty() || !table_.defaultKeys(id_).isEmpty(); }

QStringList KeyRow::othersWith(const QList<QKeySequence>& keys) const {
    QStringList names;
    for (const QKeySequence& key : keys)
        if (const QString other = table_.conflict(id_, key); !other.isEmpty())
            if (const QString name = QStringLiteral("“%1”").arg(table_.name(other)); !names.contains(name))
                names << name;
    return names;
}

void KeyRow::refresh() {
    const QList<QKeySequence> own = table_.keys(id_);
    const QString keys = textOf(own);
    keys_->setText(listening_ ? tr("Press a key…") : keys.isEmpty() ? tr("none") : keys);
    keys_->setFont(listening_ || keys.isEmpty() ? Theme::instance().font() : Theme::instance().mono(12));
    keys_->setAccessibleName(tr("Keys of %1: %2").arg(table_.name(id_), keys.isEmpty() ? tr("none") : keys));
    reset_->setVisible(own != table_.defaultKeys(id_));
    const bool asking = !wanted_.isEmpty();
    const QStringList others = othersWith(asking ? wanted_ : own);
    const QString who = others.join(QStringLiteral(", "));
    question_->setVisible(!others.isEmpty());
    conflict_->setText(asking ? tr("%1 is the key of %2.").arg(textOf(wanted_), who)
                              : tr("%1 has this key too, so it starts neither.").arg(who));
    leave_->setVisible(asking);
}

void KeyRow::listen(bool on) {
    listening_ = on;
    refresh();
}

// At once where the keys are free; else the person is asked, and what is there stays until then.
void KeyRow::want(const QList<QKeySequence>& keys) {
    listening_ = false;
    wanted_ = keys;
    if (othersWith(keys).isEmpty()) return take(keys);
    refresh();
    leave_->setFocus(Qt::OtherFocusReason);
}

void KeyRow::take(const QList<QKeySequence>& keys) {
    for (const QKeySequence& key : keys)
        for (QString other = table_.conflict(id_, key); !other.isEmpty(); other = table_.conflict(id_, key)) {
            QList<QKeySequence> left = table_.keys(other);
            left.removeAll(key);
            table_.setKeys(other, left);
        }
    table_.setKeys(id_, keys);
    wanted_.clear();  // which `keys` may be
    refresh();
    keys_->setFocus(Qt::OtherFocusReason);
}

void KeyRow::leave() {
    wanted_.clear();
    refresh();
    keys_->setFocus(Qt::OtherFocusReason);
}

bool KeyRow::eventFilter(QObject* watched, QEvent* event) {
    if (!listening_) {
        const bool escape =
            event->type() == QEvent::KeyPress && static_cast<QKeyEvent*>(event)->key() == Qt::Key_Escape;
        if (!escape || wanted_.isEmpty()) return QWidget::eventFilter(watched, event);
        leave();
        return true;
    }
    if (event->type() == QEvent::FocusOut) listen(false);
    if (event->type() == QEvent::ShortcutOverride) {
        event->accept();
        return true;
    }
    if (event->type() != QEvent::KeyPress) return QWidget::eventFilter(watched, event);
    const auto* key = static_cast<QKeyEvent*>(event);
    switch (key->key()) {
    case Qt::Key_Control:
    case Qt::Key_Shift:
    case Qt::Key_Alt:
    case Qt::Key_AltGr:
    case Qt::Key_Meta:
    case Qt::Key_unknown: return true;  // more to come
    case Qt::Key_Escape:
        if (key->modifiers() == Qt::NoModifier) {
            listen(false);
            return true;
        }
        break;
    case Qt::Key_Backspace:
        if (key->modifiers() == Qt::NoModifier) {
            want({});
            return true;
        }
        break;
    default: break;
    }
    int combined = key->key();
    Qt::KeyboardModifiers modifiers = key->modifiers() & ~Qt::KeypadModifier;
    // "?" is Shift and a key already; letters say their Shift.
    const bool letter = combined >= Qt::Key_A && combined <= Qt::Key_Z;
    if (combined < Qt::Key_Escape && !letter) modifiers &= ~Qt::ShiftModifier;
    want({QKeySequence(QKeyCombination(modifiers, static_cast<Qt::Key>(combined)))});
    return true;
}

}  // namespace tl
