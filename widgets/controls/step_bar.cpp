// See the header.
#include "widgets/controls/step_bar.h"

#include <QHBoxLayout>
#include <QPainter>
#include <QSignalBlocker>
#include <QSlider>
#include <QToolButton>
#include <algorithm>
#include <cmath>
#include <limits>

#include "widgets/controls/labels.h"

namespace tl {

static constexpr int kBesideIcon = 4;

StepBar::StepBar(QWidget* parent) : QWidget(parent) {
    Theme::instance().fixHeight(this, 34);
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(12, 0, 6, 0);
    row->setSpacing(10);
    row->addWidget(new ToneLabel(tr("step"), Token::Muted));
    text_ = new ToneLabel({}, Token::Text, ToneLabel::Mono);
    text_->setObjectName(QStringLiteral("stepText"));
    row->addWidget(text_);
    slider_ = new QSlider(Qt::Horizontal);
    slider_->setObjectName(QStringLiteral("stepSlider"));
    slider_->setAccessibleName(tr("Step"));
    slider_->setToolTip(tr("The step that all panels look at"));
    slider_->setMinimumWidth(32);
    row->addWidget(slider_, 1);
    follow_ = new QToolButton;
    follow_->setObjectName(QStringLiteral("followRun"));
    follow_->setCheckable(true);
    follow_->setIcon(Theme::instance().icon(QStringLiteral("broadcast")));
    follow_->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    follow_->setText(QLatin1Char(' ') + tr("follows the run"));  // room beside the icon
    follow_->setAccessibleName(tr("follows the run"));
    follow_->setToolTip(tr("Stay at the newest step"));
    row->addWidget(follow_);
    connect(slider_, &QSlider::valueChanged, this, [this](int value) {
        if (value >= 0 && static_cast<size_t>(value) < steps_.size())
            emit stepChosen(steps_[static_cast<size_t>(value)]);
    });
    connect(follow_, &QToolButton::clicked, this, [this](bool on) {
        if (on)
            emit followRequested();
        else if (!steps_.empty())
            emit stepChosen(steps_.back());
    });
    connect(&Theme::instance(), &Theme::changed, this, [this] { update(); });
    display();
}

int StepBar::words() const { return follow_->fontMetrics().horizontalAdvance(follow_->text()) + kBesideIcon; }

QSize StepBar::minimumSizeHint() const {
    const QSize whole = QWidget::minimumSizeHint();
    return {whole.width() - (follow_->toolButtonStyle() == Qt::ToolButtonIconOnly ? 0 : words()), whole.height()};
}

// The button's words give way to the numbers and the slider; its tooltip says what it does.
void StepBar::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    const bool room = width() >= minimumSizeHint().width() + words();
    follow_->setToolButtonStyle(room ? Qt::ToolButtonTextBesideIcon : Qt::ToolButtonIconOnly);
}

void StepBar::setSteps(std::vector<double> steps) {
    if (steps == steps_) return;
    steps_ = std::move(steps);
    display();
}

void StepBar::setPosition(double step, bool follow) {
    wanted_ = step;
    follows_ = follow;
    display();
}

bool StepBar::follows() const { return follows_; }

double StepBar::step() const {
    if (steps_.empty()) return std::numeric_limits<double>::quiet_NaN();
    if (follows_) return steps_.back();
    const auto after = std::upper_bound(steps_.begin(), steps_.end(), wanted_);
    return after == steps_.begin() ? steps_.front() : *std::prev(after);
}

void StepBar::display() {
    const QSignalBlocker quiet(slider_);
    const double at = step();
    slider_->setEnabled(steps_.size() > 1);
    slider_->setRange(0, std::max(0, static_cast<int>(steps_.size()) - 1));
    slider_->setPageStep(std::max(1, static_cast<int>(steps_.size()) / 10));
    slider_->setValue(static_cast<int>(std::lower_bound(steps_.begin(), steps_.end(), at) - steps_.begin()));
    // As wide as the last one, so that nothing moves on the way there.
    const QString widest = steps_.empty() ? QString() : grouped(static_cast<qint64>(steps_.back()));
    text_->setMinimumWidth(std::max(Theme::instance().scaled(44), text_->fontMetrics().horizontalAdvance(widest)));
    text_->setText(std::isnan(at) ? QStringLiteral("–") : grouped(static_cast<qint64>(at)));
    follow_->setChecked(follows_);
}

void StepBar::paintEvent(QPaintEvent*) {
    const auto& theme = Theme::instance();
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(theme.color(Token::Line));
    painter.setBrush(theme.color(Token::Bg1));
    painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), Theme::kRadius, Theme::kRadius);
}

}  // namespace tl
