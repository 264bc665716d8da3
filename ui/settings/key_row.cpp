// See the header. A key that another action has is taken from it, and both are told: two actions with one key in one
// place would leave it dead.
#include "ui/settings/key_row.h"

#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QPushButton>
#include <QToolButton>
#include <QVBoxLayout>

#include "ui/shell/action_table.h"
#include "widgets/controls/labels.h"

namespace tl {

namespace {
constexpr int kKeysWidth = 220;
}

KeyRow::KeyRow(ActionTable& table, const QString& id, QWidget* parent)
    : QWidget(parent), table_(table), id_(id), keys_(new QPushButton), reset_(new QToolButton),
      conflict_(new ToneLabel({}, Token::Warn, ToneLabel::Caption)) {
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(4, 2, 0, 2);
    row->setSpacing(8);
    auto* words = new QVBoxLayout;
    words->setSpacing(0);
    auto* name = new ElidedLabel(Qt::ElideRight);
    name->setText(table.title(id));
    name->setToolTip(table.menuOf(id));
    words->addWidget(name);
    words->addWidget(conflict_);
    conflict_->setWordWrap(true);
    conflict_->hide();
    row->addLayout(words, 1);
    reset_->setIcon(Theme::instance().icon(QStringLiteral("arrow-counterclockwise")));
    reset_->setToolTip(tr("As it was delivered"));
    reset_->setAccessibleName(tr("Keys of %1 as delivered").arg(table.title(id)));
    keys_->setObjectName(QStringLiteral("key.") + id);
    keys_->setFixedWidth(kKeysWidth);
    keys_->setToolTip(tr("Press it, then the new key; Backspace for none, Escape to leave it"));
    row->addWidget(reset_);
    row->addWidget(keys_);
    keys_->installEventFilter(this);
    connect(keys_, &QPushButton::clicked, this, [this] { listen(true); });
    connect(reset_, &QToolButton::clicked, this, [this] {
        table_.resetKeys(id_);
        keys_->setFocus();
    });
    connect(&table, &ActionTable::keysChanged, this, [this](const QString& changed) {
        if (changed == id_) refresh();
    });
    refresh();
}

bool KeyRow::hasKey() const { return !table_.keys(id_).isEmpty() || !table_.defaultKeys(id_).isEmpty(); }

void KeyRow::refresh() {
    const QString keys = table_.keyText(id_);
    keys_->setText(listening_ ? tr("Press a key…") : keys.isEmpty() ? tr("none") : keys);
    keys_->setFont(listening_ || keys.isEmpty() ? Theme::instance().font() : Theme::instance().mono(12));
    keys_->setAccessibleName(tr("Keys of %1: %2").arg(table_.title(id_), keys.isEmpty() ? tr("none") : keys));
    reset_->setVisible(table_.keys(id_) != table_.defaultKeys(id_));
}

void KeyRow::listen(bool on) {
    listening_ = on;
    refresh();
}

void KeyRow::take(const QKeySequence& key) {
    conflict_->hide();
    if (!key.isEmpty()) {
        if (const QString other = table_.conflict(id_, key); !other.isEmpty()) {
            QList<QKeySequence> left = table_.keys(other);
            left.removeAll(key);
            table_.setKeys(other, left);
            conflict_->setText(tr("%1 was the key of “%2”, which has lost it.")
                                   .arg(key.toString(QKeySequence::NativeText), table_.title(other)));
            conflict_->show();
        }
    }
    listening_ = false;
    table_.setKeys(id_, key.isEmpty() ? QList<QKeySequence>{} : QList<QKeySequence>{key});
    refresh();
}

bool KeyRow::eventFilter(QObject* watched, QEvent* event) {
    if (!listening_) return QWidget::eventFilter(watched, event);
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
            take({});
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
    take(QKeySequence(QKeyCombination(modifiers, static_cast<Qt::Key>(combined))));
    return true;
}

}  // namespace tl
