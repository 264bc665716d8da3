// See the header.
#include "widgets/canvas/name_edit.h"

#include <QKeyEvent>
#include <QLabel>

#include "widgets/theme/theme.h"

namespace tl {

NameEdit::NameEdit(QWidget* parent) : QLineEdit(parent), reason_(new QLabel(parent)) {
    setObjectName(QStringLiteral("rename"));
    setAccessibleName(tr("Name of the layer"));
    hide();
    reason_->setObjectName(QStringLiteral("renameReason"));
    reason_->setWordWrap(true);
    Theme::instance().style(reason_, QStringLiteral("QLabel { background: @bg1; color: @bad; border: 1px solid @bad; "
                                                    "border-radius: 6px; padding: 4px 8px; font-size: 12px; }"));
    reason_->hide();
    connect(this, &QLineEdit::textEdited, this, [this] { showReason({}); });
}

void NameEdit::open(const QString& node) {
    node_ = node;
    showReason({});
    setText(node);
    selectAll();
    show();
    raise();
    setFocus(Qt::PopupFocusReason);
}

void NameEdit::place(const QRect& rect) {
    setGeometry(rect);
    reason_->setFixedWidth(std::max(rect.width(), Theme::instance().scaled(220)));
    reason_->move(rect.bottomLeft() + QPoint(0, 3));
}

void NameEdit::close() {
    if (!isOpen()) return;
    const bool hadFocus = hasFocus();
    node_.clear();  // first: hiding takes the focus, which would finish it
    showReason({});
    hide();
    emit closed(hadFocus);
}

void NameEdit::finish() {
    if (!isOpen()) return;
    const QString name = text().trimmed(), node = node_;
    if (name == node) return close();
    if (const QString reason = check_ ? check_(node, name) : QString(); !reason.isEmpty()) return showReason(reason);
    close();
    emit named(node, name);
}

void NameEdit::showReason(const QString& reason) {
    reason_->setText(reason);
    setAccessibleDescription(reason);
    reason_->setVisible(!reason.isEmpty());
    if (reason.isEmpty()) return;
    reason_->adjustSize();
    reason_->raise();
}

bool NameEdit::event(QEvent* event) {
    if (event->type() == QEvent::ShortcutOverride) {
        event->accept();  // typing must never fire a menu's key
        return true;
    }
    return QLineEdit::event(event);
}

void NameEdit::keyPressEvent(QKeyEvent* event) {
    if (event->key() == Qt::Key_Escape)
        close();
    else if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter)
        finish();
    else
        QLineEdit::keyPressEvent(event);
}

void NameEdit::focusOutEvent(QFocusEvent* event) {
    QLineEdit::focusOutEvent(event);
    if (event->reason() != Qt::ActiveWindowFocusReason && event->reason() != Qt::PopupFocusReason) finish();
}

}  // namespace tl
