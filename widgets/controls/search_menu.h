// A menu of named things in groups, each under its caption. Where they are many, a field at the top shows only those
// whose name, group or help holds what is typed; Enter takes the first.
#pragma once

#include <QMenu>
#include <QVector>

class QLineEdit;

namespace tl {

class SearchMenu : public QMenu {
    Q_OBJECT
public:
    explicit SearchMenu(const QString& placeholder, QWidget* parent = nullptr);
    // A caption goes before the first entry of each group, so entries of one group come one after the other.
    QAction* addEntry(const QString& group, const QString& text, const QString& help);

private:
    void filter(const QString& words);
    void showEvent(QShowEvent*) override;
    struct Group {
        QString name;
        QAction* caption;
        QVector<QAction*> entries;
    };
    QVector<Group> groups_;
    QLineEdit* search_;
    QAction* field_;
};

}  // namespace tl
