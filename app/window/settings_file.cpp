// See the header.
#include "app/window/settings_file.h"

#include <QEvent>
#include <QMetaObject>
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
    writer_.start([this, now = std::move(now)] { writeChanges(now); });
}

// What another program wrote meanwhile stays.
void SettingsFile::writeChanges(const QHash<QString, QVariant>& now) {
    if (now == written_) return;
    QSettings kept(file_, QSettings::IniFormat);
    for (auto it = written_.keyBegin(); it != written_.keyEnd(); ++it)
        if (!now.contains(*it)) kept.remove(*it);
    for (auto it = now.cbegin(); it != now.cend(); ++it)
        if (const auto before = written_.constFind(it.key()); before == written_.cend() || *before != *it)
            kept.setValue(it.key(), *it);
    kept.sync();
    const bool failed = kept.status() == QSettings::AccessError;
    if (!failed) written_ = now;
    if (!std::exchange(told_, failed) && failed)
        QMetaObject::invokeMethod(
            this,
            [this] {
                emit unwritten(tr("The settings were not written to %1. They hold for this window, and the next change "
                                  "of them tries again.")
                                   .arg(file_));
            },
            Qt::QueuedConnection);
}

}  // namespace tl
