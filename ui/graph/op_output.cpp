// See the header.
#include "ui/graph/op_output.h"

#include <QHBoxLayout>
#include <QPainter>
#include <QVBoxLayout>
#include <algorithm>
#include <cmath>

#include "ui/jobs/run_controller.h"
#include "ui/models/run_model.h"
#include "ui/models/text.h"
#include "ui/models/watch_list.h"
#include "widgets/controls/controls.h"
#include "widgets/plot/distribution.h"
#include "widgets/theme/theme.h"

namespace tl {

namespace {

constexpr int kBarsHigh = 56, kMostBars = 48, kBarWidth = 6;

std::vector<Watch> watchesOf(const QString& value) {
    return {{value.toStdString(), WatchKind::Histogram}, {value.toStdString(), WatchKind::Statistics}};
}

QString threeDigits(double value) { return QString::number(value, 'g', 3); }

}  // namespace

class OpOutput::Bars : public QWidget {
public:
    Bars() { Theme::instance().fixHeight(this, kBarsHigh); }
    void set(const Histogram* histogram, const QString& category) {
        shown_ = {};
        if (histogram) shown_.edges = histogram->edges, shown_.counts = histogram->counts;
        category_ = category;
        update();
    }

private:
    void paintEvent(QPaintEvent*) override {
        QPainter painter(this);
        const QColor color = Theme::instance().category(category_);
        painter.fillRect(QRectF(0, height() - 1, width(), 1), Theme::instance().color(Token::Line));
        if (shown_.empty()) return;
        const int bins = std::clamp(width() / kBarWidth, 1, kMostBars);
        const double from = shown_.least(), to = shown_.greatest(), apart = static_cast<double>(width()) / bins;
        const std::vector<double> counts =
            to > from ? shown_.resampled(from, to, bins) : std::vector<double>{shown_.total()};
        const double most = *std::max_element(counts.begin(), counts.end());
        for (size_t i = 0; i < counts.size() && most > 0; ++i) {
            // The rarest are seen, too.
            const double high = counts[i] > 0 ? std::max(1.0, counts[i] / most * (height() - 2)) : 0;
            const double left = counts.size() == 1 ? width() / 2.0 - apart / 2 : static_cast<double>(i) * apart;
            painter.fillRect(QRectF(left, height() - 1 - high, std::max(1.0, apart - 1), high), color);
        }
    }
    Distribution shown_;
    QString category_;
};

OpOutput::OpOutput(RunModel& runs, RunController& controller, QWidget* parent)
    : QWidget(parent), runs_(runs), controller_(controller) {
    setObjectName(QStringLiteral("opOutput"));
    auto* whole = new QVBoxLayout(this);
    whole->setContentsMargins(0, 0, 0, 0);
    whole->setSpacing(0);
    whole->addSpacing(0);  // a line above, as between all parts
    const Section section = addSection(whole, tr("Output"));
    caption_ = section.caption;
    caption_->setObjectName(QStringLiteral("opOutputCaption"));
    bars_ = new Bars;
    section.column->addWidget(bars_);
    auto* row = new QHBoxLayout;
    const auto number = [&](const char* name) {
        auto* label = new ToneLabel({}, Token::Muted, ToneLabel::Mono);
        label->setObjectName(QLatin1String(name));
        row->addWidget(label);
        return label;
    };
    least_ = number("opOutputLeast");
    row->addStretch(1);
    middle_ = number("opOutputNumbers");
    row->addStretch(1);
    most_ = number("opOutputMost");
    section.column->addLayout(row);
    hint_ = new ToneLabel({}, Token::Muted, ToneLabel::Caption);
    hint_->setObjectName(QStringLiteral("opOutputHint"));
    hint_->setWordWrap(true);
    section.column->addWidget(hint_);
    connect(&runs_, &RunModel::watched, this, [this](int run, const std::vector<WatchedRecord>& records) {
        if (run != controller_.currentRun() || lent_.isEmpty()) return;
        for (const WatchedRecord& record : records)
            if (q(record.name) == value_) take(record);
    });
    connect(&runs_, &RunModel::watchesChanged, this, [this](int run) {
        if (run == controller_.currentRun()) tell();
    });
    connect(&controller_, &RunController::stateChanged, this, [this] {
        if (controller_.state() == RunState::Starting) forget();  // another run's numbers
        watch();
        tell();
    });
    tell();
}

OpOutput::~OpOutput() {
    shown_ = false;
    watch();
}

void OpOutput::setValue(const QString& value, const QString& category) {
    if (value != value_) {
        value_ = value;
        forget();
    }
    category_ = category;
    setVisible(!value.isEmpty());
    watch();
    tell();
}

void OpOutput::watch() {
    const QString wanted = shown_ && controller_.own() ? value_ : QString();
    if (wanted == lent_) return;
    for (const Watch& one : watchesOf(lent_))
        if (!lent_.isEmpty()) controller_.watches().takeBack(one);
    lent_ = wanted;
    for (const Watch& one : watchesOf(lent_))
        if (!lent_.isEmpty()) controller_.watches().lend(one);
}

void OpOutput::take(const WatchedRecord& record) {
    if (const auto* histogram = std::get_if<std::shared_ptr<const Histogram>>(&record.content))
        histogram_ = *histogram;
    else if (const auto* found = std::get_if<Measured>(&record.content))
        statistics_ = found->statistics;
    else
        return;
    step_ = record.step;
    tell();
}

void OpOutput::forget() {
    step_ = -1;
    histogram_.reset();
    statistics_ = {};
}

void OpOutput::tell() {
    caption_->setText(step_ < 0 ? tr("Output") : tr("Output at step %1").arg(grouped(step_)));
    const bool seen = histogram_ != nullptr;
    bars_->set(histogram_.get(), category_);
    bars_->setVisible(seen);
    least_->setText(seen ? threeDigits(histogram_->min) : QString());
    most_->setText(seen ? threeDigits(histogram_->max) : QString());
    middle_->setText(statistics_.count > 0 ? tr("mean %1 · %2 % zero")
                                                 .arg(threeDigits(statistics_.mean()))
                                                 .arg(100.0 * static_cast<double>(statistics_.zeros) /
                                                          static_cast<double>(statistics_.count),
                                                      0, 'f', 0)
                                           : QString());
    QString hint;
    if (!controller_.own()) {
        if (!seen) hint = tr("While this window trains, the values that the op makes stand here.");
    } else if (!seen) {
        hint = controller_.state() == RunState::Paused
                   ? tr("The run stands: this comes with its next step. The Debugger shows what there is now.")
                   : tr("Waiting for a look at it…");
        if (const Run* run = runs_.find(controller_.currentRun()))
            for (const WatchState& state : run->watches.watches)
                if (q(state.watch.pattern) == value_ && !state.problem.empty())
                    hint = tr("Only the compiled plan makes this value, so it cannot be looked at alone; its layer's "
                              "output can.");
    }
    hint_->setText(hint);
    hint_->setVisible(!hint.isEmpty());
    bars_->setAccessibleName(QStringLiteral("%1, %2").arg(caption_->text(), middle_->text()));
}

void OpOutput::showEvent(QShowEvent*) {
    shown_ = true;
    watch();
}

void OpOutput::hideEvent(QHideEvent*) {
    shown_ = false;
    watch();
}

}  // namespace tl
