// The recordings of the listed runs as rows, the newest first: what they are called, of which run, which steps, how
// long, when. Their folders are read, and changed, by jobs. GUI thread only.
#pragma once

#include <QAbstractTableModel>
#include <QTimer>
#include <functional>
#include <memory>
#include <vector>

#include "engine/run/run_recordings.h"

namespace tl {

struct Trace;
struct Workbench;

class RecordingTable : public QAbstractTableModel {
    Q_OBJECT
public:
    enum Column { Name, OfRun, Steps, Length, When, Size, ColumnCount };
    enum Role { FileRole = Qt::UserRole, SortRole };
    explicit RecordingTable(Workbench& bench, QObject* parent = nullptr);

    void setWatched(bool watched);  // somebody looks; folders are read as long as that is so
    void refresh();                 // soon
    // Writes it into the folder that the run has now, else into the one that it had; kept() or failed() follows.
    void keep(std::shared_ptr<const Trace> trace, int run, const QString& folder);
    void rename(const QString& file, const QString& name);
    void remove(const QString& file);
    QString lastRemoved() const;  // what it was called; empty: there is none to put back
    void putBack();               // that one
    // Read and written anew: "trace.json", "trace.json.gz", "trace.xplane.pb".
    void saveAs(const QString& file, const QString& path);
    QString nameOf(const QString& file) const;  // empty: it is none of them
    void setShown(const QString& file);         // the one that the timeline shows; empty: none

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
    Qt::ItemFlags flags(const QModelIndex& index) const override;
    bool setData(const QModelIndex& index, const QVariant& value, int role) override;

signals:
    void kept(const std::shared_ptr<const tl::Trace>& trace, const QString& file);
    void saved(const QString& path);
    void removed(const QString& sentence, bool forGood);
    void failed(const QString& sentence);

private:
    struct Row {
        RunRecording recording;
        std::string folder;  // of its run
        QString run;         // what that is called
    };
    struct Removed {
        std::string folder;
        RunRecording recording;
        QString trashed;  // where it lies
    };
    QStringList listed() const;  // the runs: folder and name of each
    void followRun(int run);
    void read();
    const Row* find(const QString& file) const;
    QVariant text(const Row& row, int column) const;
    // Does it as a job, and looks at the folders again.
    void change(std::function<void()> what);

    Workbench& bench_;
    std::vector<Row> rows_;
    std::vector<Removed> removed_;
    QString shown_;
    QStringList read_;  // listed() when they were looked at
    bool watched_ = false, stale_ = true;
    QTimer soon_;
};

}  // namespace tl
