// See the header.
#include "app/window/log_file.h"

#include <QDateTime>
#include <QDeadlineTimer>
#include <QDir>
#include <atomic>
#include <utility>

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

LogFile::LogFile(const QString& folder, std::function<qint64()> clock)
    : folder_(folder), file_(folder + QStringLiteral("/tensorloom.log")), clock_(std::move(clock)) {
    if (!clock_) clock_ = [] { return QDeadlineTimer::current().deadline(); };
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

void LogFile::write(const QString& kind, const QString& line, const QString& burst) {
    const QMutexLocker lock(&mutex_);
    if (!file_.isOpen()) return;
    if (burst.isEmpty()) {
        for (Burst& each : bursts_)
            if (each.left > 0) put(each.kind, each.line, std::exchange(each.left, 0) - 1);
        return put(kind, line, 0);
    }
    const qint64 now = clock_();
    if (const auto one = bursts_.find(burst); one != bursts_.end() && now - one->written < kBurstMs) {
        one->kind = kind;
        one->line = line;
        ++one->left;
        return;
    }
    Burst& one = bursts_[burst];
    put(kind, line, std::exchange(one.left, 0));
    one.written = now;
}

void LogFile::put(const QString& kind, const QString& line, int left) {
    QString text = line;
    if (left > 0) text += QStringLiteral(" (+%1)").arg(left);
    text.replace(QLatin1Char('\n'), QStringLiteral("\n    "));
    file_.write(QStringLiteral("%1 %2: %3\n")
                    .arg(QDateTime::currentDateTime().toString(Qt::ISODateWithMs), kind, text)
                    .toUtf8());
    file_.flush();
    begin();
}

}  // namespace tl
