// Small controls of one row.
#include "ui/scalars/scalars_bar.h"

#include <QActionGroup>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QSlider>
#include <QToolButton>

#include "widgets/controls/labels.h"

namespace tl {

ScalarsBar::ScalarsBar(QWidget* parent) : QWidget(parent) {
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(8);
    row->addStretch(1);

    filter_ = new QLineEdit;
    filter_->setObjectName(QStringLiteral("scalarsFilter"));
    filter_->setPlaceholderText(tr("metrics"));
    filter_->setAccessibleName(tr("Filter of charts"));
    filter_->setToolTip(tr("Words, patterns or regular expressions, with commas between: loss, conv_*, ^train/"));
    filter_->setClearButtonEnabled(true);
    filter_->setMinimumWidth(66);
    filter_->setMaximumWidth(Theme::instance().scaled(170));
    filter_->addAction(Theme::instance().icon(QStringLiteral("search")), QLineEdit::LeadingPosition);
    row->addWidget(filter_, 100);
    connect(filter_, &QLineEdit::textChanged, this, &ScalarsBar::filterChanged);

    row->addWidget(new ToneLabel(tr("smoothing"), Token::Muted));
    smoothing_ = new QSlider(Qt::Horizontal);
    smoothing_->setObjectName(QStringLiteral("smoothing"));
    smoothing_->setAccessibleName(tr("Smoothing"));
    smoothing_->setToolTip(tr("Exponential average, corrected for its start; the raw line stays behind"));
    smoothing_->setRange(0, 999);
    smoothing_->setSingleStep(10);
    smoothing_->setPageStep(100);
    smoothing_->setMinimumWidth(40);
    smoothing_->setMaximumWidth(110);
    row->addWidget(smoothing_, 100);
    smoothingText_ = new ToneLabel({}, Token::Text, ToneLabel::Mono);
    smoothingText_->setObjectName(QStringLiteral("smoothingValue"));
    smoothingText_->setMinimumWidth(smoothingText_->fontMetrics().horizontalAdvance(QStringLiteral("0.000")));
    row->addWidget(smoothingText_);
    connect(smoothing_, &QSlider::valueChanged, this, [this](int value) {
        smoothingText_->setText(QString::number(value / 1000.0, 'f', value % 10 == 0 ? 2 : 3));
        emit smoothingChanged(value / 1000.0);
    });
    smoothing_->setValue(600);

    axis_ = new QToolButton;
    axis_->setObjectName(QStringLiteral("xAxis"));
    axis_->setProperty("framed", true);
    axis_->setPopupMode(QToolButton::InstantPopup);
    axis_->setToolTip(tr("What the x axis counts"));
    auto* axes = new QMenu(axis_);
    auto* group = new QActionGroup(axes);
    for (const ScalarAxis axis : scalar_axis::kAll) {
        auto* action = axes->addAction(scalar_axis::title(axis), this, [this, axis] { emit axisChosen(axis); });
        action->setCheckable(true);
        action->setObjectName(QStringLiteral("xAxis.") + QLatin1String(scalar_axis::id(axis)));
        group->addAction(action);
    }
    axis_->setMenu(axes);
    row->addWidget(axis_);
    setAxis(ScalarAxis::Step);

    auto* save = new QToolButton;
    save->setObjectName(QStringLiteral("exportScalars"));
    save->setProperty("framed", true);
    save->setIcon(Theme::instance().icon(QStringLiteral("download")));
    save->setToolTip(tr("Export"));
    save->setAccessibleName(tr("Export"));
    auto* menu = new QMenu(save);
    menu->addAction(tr("Charts as a picture (PNG)…"), this, &ScalarsBar::pngRequested);
    menu->addAction(tr("Charts as lines and letters (SVG)…"), this, &ScalarsBar::svgRequested);
    menu->addAction(tr("All points of the runs shown (CSV)…"), this, &ScalarsBar::csvRequested);
    connect(save, &QToolButton::clicked, menu,
            [save, menu] { menu->popup(save->mapToGlobal(QPoint(0, save->height() + 2))); });
    row->addWidget(save);
}

QString ScalarsBar::filter() const { return filter_->text(); }
double ScalarsBar::smoothing() const { return smoothing_->value() / 1000.0; }
void ScalarsBar::setSmoothing(double weight) { smoothing_->setValue(qRound(weight * 1000)); }

void ScalarsBar::setAxis(ScalarAxis axis) {
    axis_->setText(scalar_axis::name(axis) + QStringLiteral("  "));
    axis_->setAccessibleName(tr("x axis: %1").arg(scalar_axis::name(axis)));
    axis_->menu()->actions()[static_cast<int>(axis)]->setChecked(true);
}

}  // namespace tl
