// See the header.
#include "ui/scalars/fork_sheet.h"

#include <QComboBox>
#include <QFileInfo>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QPushButton>
#include <QSpinBox>
#include <QVBoxLayout>
#include <algorithm>

#include "ui/models/run_model.h"
#include "ui/models/text.h"
#include "widgets/controls/labels.h"
#include "widgets/properties/property_values.h"
#include "widgets/theme/theme.h"

namespace tl {

namespace {

QString nameOf(const RunCheckpoint& checkpoint) {
    const QString where = ForkSheet::tr("step %1, epoch %2").arg(grouped(checkpoint.step)).arg(checkpoint.epoch);
    switch (checkpoint.kind) {
    case RunCheckpoint::Newest: return ForkSheet::tr("Newest: %1").arg(where);
    case RunCheckpoint::Best: return ForkSheet::tr("Best: %1").arg(where);
    case RunCheckpoint::Named: break;
    }
    return QStringLiteral("%1: %2").arg(QFileInfo(q(checkpoint.file)).fileName(), where);
}

}  // namespace

ForkSheet::ForkSheet(QWidget& window, const Run& run, const QString& title, std::vector<RunCheckpoint> checkpoints,
                     Fork fork)
    : Sheet(window, tr("Fork the run")), checkpoints_(std::move(checkpoints)),
      rate_(run.training ? run.training->learningRate : 0) {
    setObjectName(QStringLiteral("forkRunBox"));
    setTall(false);
    auto* heading = new ToneLabel(tr("A new run that goes on from “%1”").arg(title), Token::Text, ToneLabel::Title);
    heading->setWordWrap(true);
    heading->setContentsMargins(20, 18, 20, 4);
    body().addWidget(heading);
    auto* form = new QFormLayout;
    form->setContentsMargins(20, 8, 20, 8);
    form->setSpacing(10);
    from_ = new QComboBox;
    from_->setObjectName(QStringLiteral("forkFrom"));
    for (const RunCheckpoint& each : checkpoints_) from_->addItem(nameOf(each), q(each.file));
    form->addRow(tr("Checkpoint"), from_);
    epochs_ = new QSpinBox;
    epochs_->setObjectName(QStringLiteral("forkEpochs"));
    epochs_->setRange(1, 1000000);
    epochs_->setValue(std::max(1, run.epochs));
    epochs_->setToolTip(tr("Epochs in all, those before the fork among them"));
    form->addRow(tr("Epochs in all"), epochs_);
    learningRate_ = new QLineEdit;
    learningRate_->setObjectName(QStringLiteral("forkRate"));
    form->addRow(QStringLiteral("learning_rate"), learningRate_);
    body().addLayout(form);
    auto* foot = new QHBoxLayout;
    foot->setContentsMargins(20, 8, 20, 18);
    foot->addStretch(1);
    auto* cancel = new QPushButton(tr("Cancel"));
    cancel->setObjectName(QStringLiteral("cancelButton"));
    connect(cancel, &QPushButton::clicked, this, &Sheet::close);
    foot->addWidget(cancel);
    begin_ = new QPushButton(tr("Fork"));
    begin_->setObjectName(QStringLiteral("forkButton"));
    begin_->setProperty("primary", true);
    begin_->setDefault(true);
    connect(begin_, &QPushButton::clicked, this, [this, fork = std::move(fork)] {
        const RunCheckpoint from = checkpoints_[static_cast<size_t>(from_->currentIndex())];
        const int epochs = epochs_->value();
        const double rate = typedNumber(learningRate_->text()).value_or(0);
        const bool own = learningRate_->text() == shown_;
        const Fork act = fork;
        close();
        act(from, epochs, own ? 0 : rate);
    });
    foot->addWidget(begin_);
    body().addLayout(foot);
    showRate();
    connect(from_, &QComboBox::currentIndexChanged, this, &ForkSheet::showRate);
    connect(from_, &QComboBox::currentIndexChanged, this, &ForkSheet::refresh);
    connect(learningRate_, &QLineEdit::textChanged, this, &ForkSheet::refresh);
    for (QWidget* field : {static_cast<QWidget*>(epochs_), static_cast<QWidget*>(learningRate_)})
        if (auto* line =
                qobject_cast<QLineEdit*>(field) ? qobject_cast<QLineEdit*>(field) : field->findChild<QLineEdit*>())
            connect(line, &QLineEdit::returnPressed, begin_, &QPushButton::click);
    refresh();
}

QString ForkSheet::rateOf(int checkpoint) const {
    return QString::number(rate_ * checkpoints_[static_cast<size_t>(checkpoint)].learningRateScale, 'g', 6);
}

// Another checkpoint's, unless somebody wrote one.
void ForkSheet::showRate() {
    const bool written = learningRate_->text() != shown_;
    shown_ = rateOf(from_->currentIndex());
    if (!written) learningRate_->setText(shown_);
}

// One that has all its epochs needs more; a rate is a number above nothing.
void ForkSheet::refresh() {
    const auto done = static_cast<int>(checkpoints_[static_cast<size_t>(from_->currentIndex())].epoch);
    epochs_->setMinimum(done + 1);
    begin_->setEnabled(typedNumber(learningRate_->text()).value_or(0) > 0);
}

QWidget* ForkSheet::firstFocus() const { return from_; }

}  // namespace tl
