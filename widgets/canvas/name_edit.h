// Renaming in place (F2): a line edit over a card's name. A name that is refused stays in the field, with the reason
// below it, until it fits or Escape takes it back.
#pragma once

#include <QLineEdit>
#include <functional>

class QLabel;

namespace tl {

class NameEdit : public QLineEdit {
    Q_OBJECT
public:
    // Why a node may not be called so; empty = it may.
    using Check = std::function<QString(const QString& node, const QString& name)>;

    explicit NameEdit(QWidget* parent);
    void setCheck(Check check) { check_ = std::move(check); }
    void open(const QString& node);
    void place(const QRect& rect);  // over the name, in the parent's coordinates
    const QString& node() const { return node_; }
    bool isOpen() const { return !node_.isEmpty(); }
    void close();

signals:
    void named(const QString& node, const QString& name);
    void closed(bool hadFocus);

private:
    void finish();
    void showReason(const QString& reason);
    bool event(QEvent*) override;
    void keyPressEvent(QKeyEvent*) override;
    void focusOutEvent(QFocusEvent*) override;
    Check check_;
    QString node_;
    QLabel* reason_;
};

}  // namespace tl
