// Small controls of one row.
#include "ui/scalars/scalars_bar.h"

#include <QActionGroup>
#include <QHBoxLayout>
#include <QLabel>
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

double ScalarsBar::smoothing() const { return smoothing_->value() / 1000.0; }
void ScalarsBar::setSmoothing(double weight) { smoothing_->setValue(qRound(weight * 1000)); }

void ScalarsBar::setAxis(ScalarAxis axis) {
    axis_->setText(scalar_axis::name(axis) + QStringLiteral("  "));
    axis_->setAccessibleName(tr("x axis: %1").arg(scalar_axis::name(axis)));
    axis_->menu()->actions()[static_cast<int>(axis)]->setChecked(true);
}

}  // namespace tl
