// The recordings of the listed runs as rows, the newest first: what they are called, of which run, which steps, how
// long, when. Their folders are read by jobs, and as long as somebody looks again and again. GUI thread only.
#pragma once

#include <QAbstractTableModel>
#include <QTimer>
#include <map>
#include <string>
#include <vector>

#include "engine/run/run_recordings.h"

namespace tl {

class Recordings;
struct Workbench;

class RecordingTable : public QAbstractTableModel {
    Q_OBJECT
public:
    enum Column { Name, OfRun, Steps, Length, When, Size, ColumnCount };
    enum Role { FileRole = Qt::UserRole, SortRole };
    explicit RecordingTable(Workbench& bench, QObject* parent = nullptr);

    void setWatched(bool watched);  // somebody looks; folders are read as long as that is so
    void refresh();                 // soon
    void rename(const QString& file, const QString& name);
    void remove(const QString& file);
    Recordings& store() const;
    QString nameOf(const QString& file) const;  // empty: it is none of them
    void setShown(const QString& file);         // the one that the timeline shows; empty: none
    const QString& shown() const { return shown_; }

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
    Qt::ItemFlags flags(const QModelIndex& index) const override;
    bool setData(const QModelIndex& index, const QVariant& value, int role) override;

private:
    struct Row {
        RunRecording recording;
        std::string folder;  // of its run
        QString run;         // what that is called
        bool operator==(const Row&) const = default;
    };
    struct Found {
        std::string changed;  // see recordingsChanged()
        std::vector<RunRecording> recordings;
    };
    using Known = std::map<std::string, Found>;  // by the run's folder
    QStringList listed() const;                  // the runs: folder and name of each
    void read();
    void show(std::vector<Row> rows);
    const Row* find(const QString& file) const;
    QVariant text(const Row& row, int column) const;

    Workbench& bench_;
    std::vector<Row> rows_;
    QString shown_;
    QStringList read_;  // listed() when they were looked at
    bool watched_ = false, stale_ = true;
    Known known_;  // what is not read again while nothing changed
    QTimer soon_, again_;
};

}  // namespace tl
