// The log that a person can send with a report: what Qt warns of and what the window told, a line each with its time.
// One file in the data folder, and the two before it. Any thread may write.
#pragma once

#include <QFile>
#include <QMutex>
#include <QString>

namespace tl {

class LogFile {
public:
    static constexpr qint64 kMostBytes = 1 << 20;  // then a new file is begun

    // Qt's messages go there from now on (and to the terminal, as before). Where the folder cannot be written, nothing
    // happens.
    explicit LogFile(const QString& folder);
    ~LogFile();
    QString folder() const { return folder_; }
    void write(const QString& kind, const QString& line);  // "warning"

    static LogFile* current();  // null: none

private:
    void begin();
    QString folder_;
    QFile file_;
    QMutex mutex_;
};

}  // namespace tl
