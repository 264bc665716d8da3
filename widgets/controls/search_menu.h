// What a button opens to choose one of many named things from, in groups, each under its caption. It stands at its
// button, as high as there is room, and scrolls. Where they are many, a field at the top shows only those whose name,
// group or help holds what is typed. Arrows, Enter and Escape work as in any menu; the keyboard may stay in the field.
#pragma once

#include <QFrame>
#include <QPointer>
#include <QVector>

class QLineEdit;
class QListWidget;

namespace tl {

class SearchMenu : public QFrame {
    Q_OBJECT
public:
    explicit SearchMenu(const QString& placeholder, QWidget* parent);  // goes by itself once it is closed
    // A caption goes before the first entry of each group, so entries of one group come one after the other.
    void addEntry(const QString& group, const QString& text, const QString& help);
    void open(QWidget& button) { open(button, button.rect()); }
    void open(QWidget& within, const QRect& at);  // where a part of a widget opens it

signals:
    void chosen(int entry);  // in the order they were added

private:
    struct Entry {
        QString group, text, help;
    };
    void fill();
    void place();
    void choose();
    void keyPressEvent(QKeyEvent* event) override;
    QVector<Entry> entries_;
    QLineEdit* search_;
    QListWidget* list_;
    QPointer<QWidget> button_;
    QRect at_;            // in it
    bool above_ = false;  // the button, where there is more room
};

}  // namespace tl
