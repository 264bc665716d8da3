// The runs as the table shows them: those that fit the filter, in their groups or each beneath the run that it began
// from, sorted among their own. Behind the model's columns stand tags, note, and one a setting.
#pragma once

#include <QAbstractItemModel>
#include <QElapsedTimer>
#include <QHash>
#include <QStringList>
#include <QTimer>
#include <memory>
#include <vector>

#include "ui/models/run_model.h"

namespace tl {

class RunTree : public QAbstractItemModel {
    Q_OBJECT
public:
    enum Column { Tags = RunModel::ColumnCount, Note, Settings };
    // Key: of a row that stays the same as runs come and go, "run 3" or "group lenet".
    // Of a group: its name without the count, and Theme::series of its curve (-1: its runs are not drawn as one).
    enum Role { KeyRole = RunModel::SortRole + 1, GroupNameRole, GroupColorRole };
    explicit RunTree(RunModel& runs, QObject* parent = nullptr);
    ~RunTree() override;

    int runAt(const QModelIndex& index) const;                   // -1: a group
    std::vector<int> runsUnder(const QModelIndex& index) const;  // it, or all of the group
    QModelIndex indexOf(int run) const;
    void settle();       // the rows are what the model says: else they are so with the next turn of the event loop
    void hold(bool on);  // a person writes in a row: all stay where they are until that is done
    bool held() const { return held_; }
    bool nested() const { return nested_; }  // there is something to fold

    QStringList settings() const { return settings_; }  // all that some run has; columns from Settings on
    bool differs(int column) const;                     // the shown runs have more than one value of that setting

    QModelIndex index(int row, int column, const QModelIndex& parent = {}) const override;
    QModelIndex parent(const QModelIndex& index) const override;
    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    bool setData(const QModelIndex& index, const QVariant& value, int role) override;
    Qt::ItemFlags flags(const QModelIndex& index) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
    void sort(int column, Qt::SortOrder order) override;

signals:
    void edited(int run, int column, const QString& text);  // Name, Tags or Note, by the person

private:
    struct Node;
    using Nodes = std::vector<std::unique_ptr<Node>>;
    void rebuild();
    bool stale() const;  // rows may be others, or what of their settings differs
    void forget();       // at once, where a row's run is gone
    void tellAll();
    void order(Nodes& nodes) const;
    static void flatten(const Nodes& nodes, QStringList& keys);
    static void number(Nodes& nodes);
    QVariant valueOf(const Run& run, int column) const;
    QVariant groupData(const Node& node, int column, int role) const;
    const Node* nodeAt(const QModelIndex& index) const;

    RunModel& runs_;
    Nodes top_;
    QHash<int, Node*> byRun_;  // the first of the places of a run, which may be in several groups
    QHash<QString, int> groupColors_;
    QStringList shape_, settings_;
    std::vector<bool> differs_;
    int sortColumn_ = -1;
    Qt::SortOrder sortOrder_ = Qt::AscendingOrder;
    bool nested_ = false;
    QTimer later_;                                        // many changes in a row are one
    QElapsedTimer told_;                                  // since the last of them was
    bool held_ = false, due_ = false, filtered_ = false;  // filtered: others may be, since the rows were made
    int built_ = -1;                                      // of this revision of the model they are
};

}  // namespace tl
