// Points are converted to the x axis in use as they arrive; another axis only replaces the x of what is there.
#include "ui/scalars/chart_card.h"

#include <QLayout>
#include <QPainter>
#include <QToolButton>
#include <algorithm>
#include <cmath>
#include <limits>

#include "widgets/theme/theme.h"

namespace tl {

namespace {

// "— train  -o- validation": told by the dash and its ring, not by colour.
class DashLegend : public QWidget {
public:
    explicit DashLegend(QWidget* parent) : QWidget(parent) {
        setFixedHeight(20);
        setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
        connect(&Theme::instance(), &Theme::changed, this, [this] { update(); });
        const QFontMetrics metrics(Theme::instance().font(11));
        setFixedWidth(2 * 22 + 12 + metrics.horizontalAdvance(train()) + metrics.horizontalAdvance(validation()) + 4);
    }

private:
    static QString train() { return ChartCard::tr("train"); }
    static QString validation() { return ChartCard::tr("validation"); }
    void paintEvent(QPaintEvent*) override {
        const auto& theme = Theme::instance();
        QPainter painter(this);
        painter.setFont(theme.font(11));
        double x = 0;
        for (const bool dashed : {false, true}) {
            QPen pen(theme.color(Token::Muted), 1.6);
            if (dashed) pen.setDashPattern({3, 2});
            painter.setPen(pen);
            painter.drawLine(QPointF(x, height() / 2.0), QPointF(x + 16, height() / 2.0));
            if (dashed) {
                painter.setRenderHint(QPainter::Antialiasing);
                painter.setPen(QPen(theme.color(Token::Muted), 1.4));
                painter.setBrush(theme.color(Token::Bg1));
                painter.drawEllipse(QPointF(x + 8, height() / 2.0), 3, 3);
            }
            const QString word = dashed ? validation() : train();
            painter.setPen(theme.color(Token::Muted));
            painter.drawText(QRectF(x + 22, 0, 200, height()), Qt::AlignLeft | Qt::AlignVCenter, word);
            x += 22 + painter.fontMetrics().horizontalAdvance(word) + 12;
        }
    }
};

}  // namespace

double startOf(const Run& run) {
    double start = std::numeric_limits<double>::infinity();
    for (const auto& [tag, points] : run.scalars)
        if (!points.empty()) start = std::min(start, points.front().wallTime);
    return std::isfinite(start) ? start : run.started;
}

QString ChartCard::titleOf(const QString& tag) {
    if (tag == QLatin1String("loss")) return tr("loss");
    if (tag == QLatin1String("accuracy")) return tr("accuracy");
    if (tag == QLatin1String("images_per_second")) return tr("images a second");
    if (tag == QLatin1String("learning_rate")) return tr("learning rate");
    return QString(tag).replace(QLatin1Char('_'), QLatin1Char(' '));
}

ChartCard::ChartCard(RunModel& runs, const QString& tag, QWidget* parent)
    : Card(titleOf(tag), {}, parent), runs_(runs), tag_(tag) {
    setObjectName(QStringLiteral("chart.") + tag);
    plot_ = new LinePlot(this);
    plot_->setObjectName(QStringLiteral("plot.") + tag);
    plot_->setTitle(titleOf(tag));
    plot_->setEmptyText(tr("Points appear here with the first step."));
    setBody(plot_);
    layout()->setContentsMargins(1, 1, 1, 6);  // the plot is a rectangle: clear of the rounded corners
    legend_ = new DashLegend(this);
    legend_->hide();
    addHeaderWidget(legend_);
    logY_ = addSwitch(QStringLiteral("graph-up"), tr("Logarithmic y (L)"), QStringLiteral("logY."),
                      [this](bool on) { plot_->setLogY(on); });
    raw_ = addSwitch(QStringLiteral("activity"), tr("Raw lines behind the smoothed ones (R)"), QStringLiteral("raw."),
                     [this](bool on) { plot_->setShowRaw(on); });
    outliers_ = addSwitch(QStringLiteral("arrows-collapse"), tr("Fit y without outliers (O)"),
                          QStringLiteral("outliers."), [this](bool on) { plot_->setIgnoreOutliers(on); });
    plot_->setIgnoreOutliers(true);
    const auto follow = [this] {
        logY_->setChecked(plot_->logY());
        raw_->setChecked(plot_->showRaw());
        outliers_->setChecked(plot_->ignoreOutliers());
    };
    follow();
    connect(plot_, &LinePlot::viewChanged, this, follow);
    connect(plot_, &LinePlot::viewChanged, this, &ChartCard::viewChanged);
    expand_ = addAction(QStringLiteral("arrows-angle-expand"), tr("Full width"));
    expand_->setObjectName(QStringLiteral("expand.") + tag);
    connect(expand_, &QToolButton::clicked, this, [this] {
        setExpanded(!expanded_);
        emit expandToggled(expanded_);
    });
    setAxis(ScalarAxis::Step);
    for (const auto& run : runs_.runs()) sync(run.id);
}

QToolButton* ChartCard::addSwitch(const QString& icon, const QString& text, const QString& name,
                                  const std::function<void(bool)>& set) {
    auto* button = addAction(icon, text);
    button->setObjectName(name + tag_);
    button->setCheckable(true);
    connect(button, &QToolButton::toggled, this, set);
    return button;
}

ChartView ChartCard::view() const { return {plot_->logY(), plot_->showRaw(), plot_->ignoreOutliers(), expanded_}; }

void ChartCard::setView(const ChartView& view) {
    plot_->setLogY(view.logY);
    plot_->setShowRaw(view.raw);
    plot_->setIgnoreOutliers(view.ignoreOutliers);
    setExpanded(view.expanded);
}

void ChartCard::resizeEvent(QResizeEvent* event) {
    Card::resizeEvent(event);
    showLegend();
}

void ChartCard::showLegend() { legend_->setVisible(hasValidation_ && width() >= 380); }

bool ChartCard::wantsWidth() const {
    return tag_ != QLatin1String("images_per_second") && tag_ != QLatin1String("learning_rate");
}

void ChartCard::setExpanded(bool on) {
    expanded_ = on;
    expand_->setIcon(
        Theme::instance().icon(on ? QStringLiteral("arrows-angle-contract") : QStringLiteral("arrows-angle-expand")));
    expand_->setToolTip(on ? tr("Back in its place") : tr("Full width"));
    expand_->setAccessibleName(expand_->toolTip());
}

double ChartCard::x(const Run& run, const ScalarPoint& point) const {
    switch (axis_) {
    case ScalarAxis::Step: return point.step;
    case ScalarAxis::Relative: return point.wallTime - startOf(run);
    case ScalarAxis::Wall: return point.wallTime;
    case ScalarAxis::Epoch: return point.epoch;
    }
    return point.step;
}

void ChartCard::setAxis(ScalarAxis axis) {
    axis_ = axis;
    switch (axis) {
    case ScalarAxis::Step: plot_->setXAxis(AxisKind::Number, tr("step")); break;
    case ScalarAxis::Relative: plot_->setXAxis(AxisKind::Seconds, tr("time")); break;
    case ScalarAxis::Wall: plot_->setXAxis(AxisKind::Clock, tr("time")); break;
    case ScalarAxis::Epoch: plot_->setXAxis(AxisKind::Number, tr("epoch")); break;
    }
    for (const auto& [key, fed] : fed_) {
        const Run* run = runs_.find(key.first);
        if (!run) continue;
        const auto points = run->scalars.find(key.second ? QStringLiteral("val_") + tag_ : tag_);
        if (points == run->scalars.end()) continue;
        std::vector<double> xs;
        xs.reserve(fed.points);
        const double start = axis_ == ScalarAxis::Relative ? startOf(*run) : 0;
        for (size_t i = 0; i < fed.points; ++i) {
            const auto& point = points->second[i];
            xs.push_back(axis_ == ScalarAxis::Relative ? point.wallTime - start : x(*run, point));
        }
        plot_->replaceX(fed.series, xs);
    }
    showMarks();
}

void ChartCard::feed(const Run& run, const QString& tag, bool validation) {
    const auto points = run.scalars.find(tag);
    if (points == run.scalars.end()) return;
    auto& fed = fed_[{run.id, validation}];
    if (fed.series < 0) {
        const QString name = validation ? tr("%1 · validation").arg(run.name) : run.name;
        // A mean over a whole split has no noise to take out, and a rate none at all: smoothed they would only lag
        // behind.
        fed.series =
            plot_->addSeries({name, run.id, validation, !validation && tag_ != QLatin1String("learning_rate")});
        hasValidation_ = hasValidation_ || validation;
        showLegend();
    }
    plot_->setSeriesVisible(fed.series, run.shown());
    if (fed.points == points->second.size()) return;
    std::vector<PlotPoint> fresh;
    fresh.reserve(points->second.size() - fed.points);
    const double start = axis_ == ScalarAxis::Relative ? startOf(run) : 0;
    for (size_t i = fed.points; i < points->second.size(); ++i) {
        const auto& point = points->second[i];
        fresh.push_back({axis_ == ScalarAxis::Relative ? point.wallTime - start : x(run, point), point.value});
    }
    plot_->append(fed.series, fresh);
    fed.points = points->second.size();
}

void ChartCard::sync(int id) {
    const Run* run = runs_.find(id);
    if (!run || !run->whole) return;
    feed(*run, tag_, false);
    feed(*run, QStringLiteral("val_") + tag_, true);
    if (!run->marks.empty()) showMarks();
}

void ChartCard::showMarks() {
    QVector<PlotMark> marks;
    if (wantsWidth()) {  // the rate's own chart shows its jump anyway, and speed does not depend on it
        for (const auto& run : runs_.runs()) {
            if (!run.shown()) continue;
            const auto points = run.scalars.find(QStringLiteral("loss"));
            for (const auto& mark : run.marks) {
                double at = mark.step;
                if (axis_ != ScalarAxis::Step) {
                    if (points == run.scalars.end() || points->second.empty()) continue;
                    auto near = std::lower_bound(points->second.begin(), points->second.end(), mark.step,
                                                 [](const ScalarPoint& p, double step) { return p.step < step; });
                    if (near == points->second.end()) --near;
                    at = x(run, *near);
                }
                marks.append({at, mark.label()});
            }
        }
    }
    plot_->setMarks(marks);
}

int ChartCard::runOf(int series) const {
    for (const auto& [key, fed] : fed_)
        if (fed.series == series) return key.first;
    return -1;
}

}  // namespace tl
