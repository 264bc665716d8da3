// One action's keys in the settings: a button that waits for the next key that is pressed, what else has that key, and
// the way back to how it was delivered.
#pragma once

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
    void take(const QKeySequence& key);
    bool eventFilter(QObject* watched, QEvent* event) override;
    ActionTable& table_;
    QString id_;
    QPushButton* keys_;
    QToolButton* reset_;
    QLabel* conflict_;
    bool listening_ = false;
};

}  // namespace tl
