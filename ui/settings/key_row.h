// One action's keys in the settings: a button that waits for the next key that is pressed, and the way back to how it
// was delivered. A key that another action has is taken only when the person says so.
#pragma once

#include <QKeySequence>
#include <QList>
#include <QWidget>

class QLabel;
class QPushButton;
class QToolButton;

namespace tl {

class ActionTable;

class KeyRow : public QWidget {
    Q_OBJECT
public:
    KeyRow(ActionTable& table, const QString& id, QWidget* parent = nullptr);
    bool hasKey() const;

private:
    void refresh();
    void listen(bool on);
    void want(const QList<QKeySequence>& keys);
    void take(const QList<QKeySequence>& keys);
    void leave();
    QStringList othersWith(const QList<QKeySequence>& keys) const;
    bool eventFilter(QObject* watched, QEvent* event) override;

    ActionTable& table_;
    QString id_;
    QPushButton* keys_;
    QToolButton* reset_;
    QWidget* question_;
    QLabel* conflict_;
    QPushButton *take_, *leave_;
    QList<QKeySequence> wanted_;  // asked about; empty: nothing is
    bool listening_ = false;
};

}  // namespace tl
