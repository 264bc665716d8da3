// What a person set up once for all projects, kept in QSettings and applied at once: whoever shows or uses a setting
// listens to changed(). Each has one row here; keys of actions are the action table's. GUI thread only.
#pragma once

#include <QObject>
#include <QSettings>
#include <QString>
#include <QVariant>

namespace tl {

class Settings : public QObject {
    Q_OBJECT
public:
    // Names in the settings file.
    static constexpr const char *kTheme = "theme",          // "dark", "light", "system"
        *kTextSize = "text/size",                           // per cent, 90 to 150
            *kLanguage = "language",                        // "system", "en", "zh_CN"
                *kWheelPans = "canvas/wheelPans",           // the wheel pans and Ctrl+wheel zooms
                    *kDevice = "training/device",           // of new projects
                        *kThreads = "training/threads",     // of new projects; 0 = all
                            *kRunsFolder = "runs/folder",   // of runs whose project has no file
                                *kReopen = "start/reopen";  // the project that was open last

    // runs: where they go while no folder was chosen.
    explicit Settings(QSettings& store, const QString& runs = {}, QObject* parent = nullptr)
        : QObject(parent), store_(store), runs_(runs) {}
    QVariant value(const char* name) const;  // as set, or as delivered
    bool is(const char* name) const { return value(name).toBool(); }
    QString text(const char* name) const { return value(name).toString(); }
    int number(const char* name) const { return value(name).toInt(); }
    void set(const char* name, const QVariant& value);
    QSettings& store() { return store_; }

signals:
    void changed(const QString& name);

private:
    QVariant standardOf(const char* name) const;
    QSettings& store_;
    QString runs_;
};

}  // namespace tl
