// What the window keeps from one start to the next. QSettings waits for the disk on the thread that it is used on; here
// its values are in memory, and a thread of its own writes what has changed, in the order of the changes, soon after
// them and at the end. What could not be written is tried again with the next change. What is killed loses the last
// moment.
#pragma once

#include <QHash>
#include <QObject>
#include <QSettings>
#include <QThreadPool>
#include <QTimer>
#include <QVariant>

namespace tl {

class SettingsFile : public QObject {
    Q_OBJECT
public:
    explicit SettingsFile(const QString& file);
    ~SettingsFile() override;  // all is written then
    QSettings& values() { return values_; }

signals:
    void unwritten(const QString& sentence);  // told once, until it is written again

private:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void write();
    void writeChanges(const QHash<QString, QVariant>& now);

    static constexpr int kSoonMs = 200;  // one write for what is set together
    QString file_;
    QSettings values_;
    QHash<QString, QVariant> written_;  // the writer's, as is the next
    bool told_ = false;
    QTimer soon_;
    QThreadPool writer_;
};

}  // namespace tl
