// The table's actions as a list to search by a few letters: icon, what it does, the menu it stands in, its keys at the
// right. The keyboard stays in the search field; Up, Down and Enter pass through it.
#pragma once

#include <QPointer>
#include <QStringList>
#include <QWidget>
#include <functional>

class QLabel;
class QLineEdit;
class QListWidget;

namespace tl {

class ActionTable;

class ActionList : public QWidget {
    Q_OBJECT
public:
    // first: ids that stand at the top while nothing is typed.
    ActionList(ActionTable& table, QLineEdit& search, const QStringList& first = {}, QWidget* parent = nullptr);
    QSize sizeHint() const override;
    QListWidget* list() const { return list_; }

    struct Gesture {
        QString text, keys;
    };
    // Only actions that have keys, by menu, and below them what the mouse does: a list to read.
    void showKeys(const QVector<Gesture>& gestures);

signals:
    void chosen(const QString& id);

private:
    void fill();
    QString titleOf(const QString& id) const;
    void add(const QString& id, const QString& title, const QString& menu, const QString& keys, bool applies);
    bool eventFilter(QObject* watched, QEvent* event) override;
    ActionTable& table_;
    QLineEdit& search_;
    QStringList first_;
    QVector<Gesture> gestures_;
    bool keysOnly_ = false;
    QListWidget* list_;
    QLabel* nothing_;
};

}  // namespace tl
