// See the header.
#include "app/window/settings_file.h"

#include <QEvent>
#include <QStringList>
#include <utility>

namespace tl {

// Below what is no folder there is no file: nothing of these values is ever written by themselves.
static const QString kNowhere = QStringLiteral("/dev/null/settings");

SettingsFile::SettingsFile(const QString& file) : file_(file), values_(kNowhere, QSettings::IniFormat) {
    const QSettings kept(file, QSettings::IniFormat);
    for (const QString& key : kept.allKeys()) values_.setValue(key, written_[key] = kept.value(key));
    soon_.setSingleShot(true);
    connect(&soon_, &QTimer::timeout, this, &SettingsFile::write);
    values_.installEventFilter(this);
    writer_.setMaxThreadCount(1);
}

SettingsFile::~SettingsFile() {
    write();
    writer_.waitForDone();
}

// It tells itself once whenever something was set.
bool SettingsFile::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::UpdateRequest && !soon_.isActive()) soon_.start(kSoonMs);
    return QObject::eventFilter(watched, event);
}

void SettingsFile::write() {
    QHash<QString, QVariant> now;
    for (const QString& key : values_.allKeys()) now[key] = values_.value(key);
    QHash<QString, QVariant> changed;
    for (auto it = now.cbegin(); it != now.cend(); ++it)
        if (const auto before = written_.constFind(it.key()); before == written_.cend() || *before != *it)
            changed[it.key()] = *it;
    QStringList gone;
    for (auto it = written_.keyBegin(); it != written_.keyEnd(); ++it)
        if (!now.contains(*it)) gone << *it;
    written_ = std::move(now);
    if (changed.isEmpty() && gone.isEmpty()) return;
    writer_.start([file = file_, changed, gone] {
        QSettings kept(file, QSettings::IniFormat);
        for (const QString& key : gone) kept.remove(key);
        for (auto it = changed.cbegin(); it != changed.cend(); ++it) kept.setValue(it.key(), *it);
        kept.sync();
    });
}

}  // namespace tl
