// Which columns stand in the list of runs, and how wide: numbers whole or not at all. What a person chose in the
// header's menu stays; of the rest as many as there is room for, in the order of what tells most.
#pragma once

#include <QHash>
#include <QMap>
#include <QObject>
#include <QString>
#include <functional>

class QMenu;
class QModelIndex;
class QSettings;
class QTreeView;

namespace tl {

class RunDelegate;
class RunModel;
class RunTree;

class RunColumns : public QObject {
    Q_OBJECT
public:
    RunColumns(RunModel& runs, RunTree& tree, QTreeView& table, RunDelegate& delegate);
    void remember(QSettings& settings);
    void fit();
    void fill(QMenu& menu);                  // of the header
    QString keyOf(int column) const;         // in the settings, whatever the language
    int columnOf(const QString& key) const;  // -1: there is none now

private:
    int kept(int run, const QString& key, const std::function<int()>& measure);
    int widthOf(int column);
    int widthOf(const QModelIndex& cell) const;
    bool showsCurve() const;
    bool wanted(int column) const;  // there is something in it, and it tells runs apart
    void choose(const QString& key, bool on);

    RunModel& runs_;
    RunTree& tree_;
    QTreeView& table_;
    RunDelegate& delegate_;
    QSettings* settings_ = nullptr;
    QMap<QString, bool> chosen_;            // on or off by hand
    bool crowded_ = false;                  // the curve of the loss would take what names and numbers need
    QHash<int, QHash<QString, int>> wide_;  // a run's texts that were measured, by column's key, until it changes
};

}  // namespace tl
