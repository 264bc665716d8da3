// The log that a person can send with a report: what Qt warns of and what the window told, a line each with its time.
// One file in the data folder, and the two before it. Any thread may write.
#pragma once

#include <QFile>
#include <QMap>
#include <QMutex>
#include <QString>
#include <functional>

namespace tl {

class LogFile {
public:
    static constexpr qint64 kMostBytes = 1 << 20;  // then a new file is begun
    static constexpr qint64 kBurstMs = 1000;

    // Qt's messages go there from now on (and to the terminal, as before). Where the folder cannot be written, nothing
    // happens. `clock`: in ms, of the machine where none is given.
    explicit LogFile(const QString& folder, std::function<qint64()> clock = {});
    ~LogFile();
    QString folder() const { return folder_; }
    // kind: "warning". Of lines of one burst ("epoch"), which come by hundreds, at most one a second is written, with
    // how many were left out before it; the newest of these comes with the next line that is of none.
    void write(const QString& kind, const QString& line, const QString& burst = {});

    static LogFile* current();  // null: none

private:
    struct Burst {
        qint64 written = 0;  // when
        int left = 0;        // out since
        QString kind, line;  // the newest of them
    };
    void begin();
    void put(const QString& kind, const QString& line, int left);
    QString folder_;
    QFile file_;
    std::function<qint64()> clock_;
    QMap<QString, Burst> bursts_;
    QMutex mutex_;
};

}  // namespace tl
