// See the header.
#include "app/window/log_file.h"

#include <QDateTime>
#include <QDir>
#include <atomic>

namespace tl {

namespace {

std::atomic<LogFile*> active{nullptr};
QtMessageHandler before = nullptr;

void take(QtMsgType type, const QMessageLogContext& context, const QString& text) {
    if (LogFile* log = active) switch (type) {
        case QtDebugMsg:
        case QtInfoMsg: break;
        case QtWarningMsg: log->write(QStringLiteral("warning"), text); break;
        case QtCriticalMsg:
        case QtFatalMsg: log->write(QStringLiteral("error"), text); break;
        }
    if (before) before(type, context, text);
}

}  // namespace

LogFile* LogFile::current() { return active; }

LogFile::LogFile(const QString& folder) : folder_(folder), file_(folder + QStringLiteral("/tensorloom.log")) {
    QDir().mkpath(folder);
    begin();
    before = qInstallMessageHandler(take);
    active = this;
}

LogFile::~LogFile() {
    active = nullptr;
    qInstallMessageHandler(before);
}

void LogFile::begin() {
    if (file_.exists() && file_.size() > kMostBytes) {
        file_.close();
        const auto name = [this](int age) { return QStringLiteral("%1.%2").arg(file_.fileName()).arg(age); };
        QFile::remove(name(2));
        QFile::rename(name(1), name(2));
        QFile::rename(file_.fileName(), name(1));
    }
    if (!file_.isOpen()) (void)file_.open(QIODevice::WriteOnly | QIODevice::Append);
}

void LogFile::write(const QString& kind, const QString& line) {
    const QMutexLocker lock(&mutex_);
    if (!file_.isOpen()) return;
    QString text = line;
    text.replace(QLatin1Char('\n'), QStringLiteral("\n    "));
    file_.write(QStringLiteral("%1 %2: %3\n")
                    .arg(QDateTime::currentDateTime().toString(Qt::ISODateWithMs), kind, text)
                    .toUtf8());
    file_.flush();
    begin();
}

}  // namespace tl
