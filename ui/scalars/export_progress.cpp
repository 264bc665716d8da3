// See the header.
#include "ui/scalars/export_progress.h"

#include <QFileInfo>
#include <QHBoxLayout>
#include <QToolButton>

#include "widgets/controls/progress_strip.h"
#include "widgets/theme/theme.h"

namespace tl {

ExportProgress::ExportProgress(QWidget* parent) : QWidget(parent) {
    setObjectName(QStringLiteral("exportProgress"));
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(14, 4, 14, 8);
    row->setSpacing(10);
    strip_ = new ProgressStrip;
    row->addWidget(strip_, 1);
    stop_ = new QToolButton;
    stop_->setObjectName(QStringLiteral("cancelExport"));
    stop_->setProperty("framed", true);
    stop_->setText(tr("Cancel"));
    row->addWidget(stop_);
    connect(stop_, &QToolButton::clicked, this, [this] {
        if (cancel_) cancel_();
    });
    soon_.setSingleShot(true);
    soon_.setInterval(500);
    connect(&soon_, &QTimer::timeout, this, [this] {
        say();
        show();
    });
    hide();
}

void ExportProgress::begin(const QString& path, std::function<void()> cancel) {
    path_ = path;
    cancel_ = std::move(cancel);
    share_ = 0;
    since_.start();
    soon_.start();
    emit turned(true);
}

void ExportProgress::set(const QString& path, double share) {
    if (path != path_) return;
    share_ = share;
    if (isVisible()) say();
}

void ExportProgress::end(const QString& path) {
    if (path != path_) return;
    path_.clear();
    cancel_ = {};
    soon_.stop();
    hide();
    emit turned(false);
}

void ExportProgress::say() {
    strip_->setFraction(share_);
    const double spent = static_cast<double>(since_.elapsed()) / 1e3;
    strip_->setText(tr("writing *%1*").arg(QFileInfo(path_).fileName()),
                    share_ > 0.02
                        ? tr("%1 % · %2 left").arg(qRound(100 * share_)).arg(durationText(spent / share_ - spent))
                        : tr("%1 %").arg(qRound(100 * share_)));
}

}  // namespace tl
