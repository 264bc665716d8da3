// The frame around a plot: title, legend, switches, and its menu. What does not fit into a narrow header is in the
// menu.
#include "ui/scalars/chart_card.h"

#include <QApplication>
#include <QKeyEvent>
#include <QLayout>
#include <QMenu>
#include <QMouseEvent>
#include <QToolButton>
#include <QVBoxLayout>
#include <utility>

#include "ui/scalars/chart_legend.h"
#include "ui/scalars/range_popup.h"
#include "ui/scalars/run_legend.h"
#include "widgets/theme/theme.h"

namespace tl {

static constexpr int kLegendInset = 12;

QString ChartCard::titleOf(const QString& tag) {
    if (tag == QLatin1String("loss")) return tr("loss");
    if (tag == QLatin1String("accuracy")) return tr("accuracy");
    if (tag == QLatin1String("images_per_second")) return tr("samples a second");
    if (tag == QLatin1String("learning_rate")) return tr("learning rate");
    if (tag.contains(QLatin1Char('/'))) return tag;  // "conv_1/bias/gradient": layers are called what they are called
    return QString(tag).replace(QLatin1Char('_'), QLatin1Char(' '));
}

ChartCard::ChartCard(RunModel& runs, const QString& tag, QWidget* parent) : Card({}, {}, parent), tag_(tag) {
    setObjectName(QStringLiteral("chart.") + tag);
    auto* body = new QWidget;
    auto* column = new QVBoxLayout(body);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    legend_ = new ChartLegend(this);
    legend_->setObjectName(QStringLiteral("legend.") + tag);
    legendBelow_ = new ChartLegend(body);
    legendBelow_->setObjectName(QStringLiteral("legendBelow.") + tag);
    legendBelow_->setContentsMargins(0, 0, 0, 0);
    auto* row = new QHBoxLayout;
    row->setContentsMargins(12, 0, 8, 0);
    row->addWidget(legendBelow_);
    column->addLayout(row);
    runLegend_ = new RunLegend(body);
    runLegend_->setObjectName(QStringLiteral("runLegend.") + tag);
    auto* runRow = new QHBoxLayout;
    runRow->setContentsMargins(kLegendInset, 0, kLegendInset, 0);
    runRow->addWidget(runLegend_);
    column->addLayout(runRow);
    plot_ = new LinePlot(body);
    plot_->setObjectName(QStringLiteral("plot.") + tag);
    column->addWidget(plot_, 1);
    setBody(body);
    layout()->setContentsMargins(1, 1, 1, 6);  // the plot is a rectangle: clear of the rounded corners
    addHeaderWidget(legend_);
    makeButtons();
    curves_ = new ChartCurves(runs, *plot_, this);
    const auto showKinds = [this] {
        for (auto* legend : {legend_, legendBelow_})
            legend->show(curves_->kinds(), curves_->oneRun() && tags().size() > 1);
        runLegend_->show(curves_->lines());
        arrangeHeader();
        tellEmpty();
    };
    connect(curves_, &ChartCurves::kindsChanged, this, showKinds);
    for (auto* legend : {legend_, legendBelow_})
        connect(legend, &ChartLegend::takeOutRequested, this, &ChartCard::takeOutRequested);
    connect(plot_, &LinePlot::viewChanged, this, [this] {
        follow();
        tellView();
    });
    connect(plot_, &LinePlot::menuOpened, this, [this](QMenu& menu) {
        menu.addSeparator();
        menu.addAction(tr("Fixed ranges…"), this, &ChartCard::fixRanges);
        auto* keep = menu.addAction(tr("Keep what is shown"), this, [this] {
            plot_->setLimits({plot_->xFrom(), plot_->xTo(), plot_->yFrom(), plot_->yTo()});
        });
        keep->setObjectName(QStringLiteral("keepShown"));
        for (QToolButton* button : {pin_, expand_}) {
            auto* action = menu.addAction(button->toolTip(), button, &QToolButton::click);
            action->setObjectName(button->objectName());
        }
        emit menuOpened(menu);
    });
    setAxis(ScalarAxis::Step);
    setTags({tag});
    follow();
    told_ = view();
}

void ChartCard::makeButtons() {
    fixed_ = addAction(QStringLiteral("lock"), tr("Its ranges are fixed: fit them to the curves again"));
    fixed_->setObjectName(QStringLiteral("fixed.") + tag_);
    fixed_->hide();
    connect(fixed_, &QToolButton::clicked, this, [this] { plot_->setLimits({}); });
    logY_ = addSwitch(QStringLiteral("graph-up"), tr("Logarithmic y"), QStringLiteral("logY."),
                      [this](bool on) { plot_->setLogY(on); });
    raw_ = addSwitch(QStringLiteral("activity"), tr("Raw lines behind the smoothed ones"), QStringLiteral("raw."),
                     [this](bool on) { plot_->setShowRaw(on); });
    outliers_ = addSwitch(QStringLiteral("arrows-collapse"), tr("Fit y without outliers"), QStringLiteral("outliers."),
                          [this](bool on) { plot_->setIgnoreOutliers(on); });
    plot_->setIgnoreOutliers(true);
    pin_ = addAction(QStringLiteral("pin-angle"), {});
    pin_->setObjectName(QStringLiteral("pin.") + tag_);
    connect(pin_, &QToolButton::clicked, this, [this] {
        setPinned(!pinned_);
        emit placeChanged();
        tellView();
    });
    expand_ = addAction(QStringLiteral("arrows-angle-expand"), {});
    expand_->setObjectName(QStringLiteral("expand.") + tag_);
    connect(expand_, &QToolButton::clicked, this, [this] {
        setExpanded(!expanded_);
        emit placeChanged();
        tellView();
    });
    more_ = addAction(QStringLiteral("three-dots"), tr("More: scales, ranges, other curves, export"));
    more_->setObjectName(QStringLiteral("more.") + tag_);
    connect(more_, &QToolButton::clicked, this,
            [this] { plot_->popUpMenu(more_->mapToGlobal(QPoint(0, more_->height() + 2))); });
    setPinned(false);
    setExpanded(false);
}

QToolButton* ChartCard::addSwitch(const QString& icon, const QString& text, const QString& name,
                                  const std::function<void(bool)>& set) {
    auto* button = addAction(icon, text);
    button->setObjectName(name + tag_);
    button->setCheckable(true);
    connect(button, &QToolButton::toggled, this, set);
    return button;
}

void ChartCard::setTags(const QStringList& tags) {
    QStringList titles;
    for (const QString& tag : tags) titles << titleOf(tag);
    setTitle(titles.join(QStringLiteral(" · ")));
    plot_->setTitle(title());
    curves_->setTags(tags);
}

void ChartCard::follow() {
    logY_->setChecked(plot_->logY());
    raw_->setChecked(plot_->showRaw());
    outliers_->setChecked(plot_->ignoreOutliers());
    fixed_->setVisible(plot_->limits().any());
    arrangeHeader();
}

void ChartCard::tellView() {
    const ChartView before = std::exchange(told_, view());
    if (told_ != before) emit viewChanged(before);
}

ChartView ChartCard::view() const {
    return {plot_->logX(), plot_->logY(), plot_->showRaw(), plot_->ignoreOutliers(),
            expanded_,     pinned_,       plot_->limits()};
}

void ChartCard::setView(const ChartView& view) {
    const QSignalBlocker quiet(this);
    plot_->setLogX(view.logX);
    plot_->setLogY(view.logY);
    plot_->setShowRaw(view.raw);
    plot_->setIgnoreOutliers(view.ignoreOutliers);
    plot_->setLimits(view.limits);
    setExpanded(view.expanded);
    setPinned(view.pinned);
    told_ = this->view();
}

// The switches leave a narrow header, then the legend takes a row of its own: title and legend are never cut for them.
void ChartCard::arrangeHeader() {
    const int room = width() - 24;
    const int title = QFontMetrics(Theme::instance().font(13, QFont::DemiBold)).horizontalAdvance(this->title()) + 16;
    const int legend = legend_->needed() ? legend_->sizeHint().width() + 8 : 0;
    const int button = Theme::instance().scaled(24) + 8;
    const int always = (3 + (plot_->limits().any() ? 1 : 0)) * button, switches = 3 * button;
    const bool all = room >= title + always + switches;
    for (QToolButton* button : {logY_, raw_, outliers_}) button->setVisible(all);
    const bool beside = room >= title + legend + always + (all ? switches : 0);
    const Head wanted{legend > 0 && !beside, runLegend_->rowsIn(width() - 2 * kLegendInset - 2)};
    if (wanted != std::exchange(wanted_, wanted)) emit headChanged();
    setHead(head_);
}

void ChartCard::setHead(const Head& head) {
    head_ = head;
    legend_->setVisible(legend_->needed() && !head.legend);
    legendBelow_->setVisible(head.legend);
    runLegend_->setRows(head.runs);
}

void ChartCard::resizeEvent(QResizeEvent* event) {
    Card::resizeEvent(event);
    arrangeHeader();
}

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

void ChartCard::setPinned(bool on) {
    pinned_ = on;
    pin_->setIcon(Theme::instance().icon(on ? QStringLiteral("pin-angle-fill") : QStringLiteral("pin-angle"),
                                         on ? Token::Accent : Token::Muted));
    pin_->setToolTip(on ? tr("Pinned: let it go") : tr("Pin: stands first"));
    pin_->setAccessibleName(pin_->toolTip());
}

void ChartCard::setAxis(ScalarAxis axis) {
    axis_ = axis;
    curves_->setAxis(axis);
    tellEmpty();
}

// Shown while no curve has points here.
void ChartCard::tellEmpty() {
    plot_->setEmptyText(axis_ == ScalarAxis::Epoch && curves_->shown()
                            ? tr("These runs tell no epochs: choose steps or time as the x axis.")
                            : tr("Points appear here with the first step."));
}

void ChartCard::fixRanges() {
    auto* popup = new RangePopup(*plot_, scalar_axis::kind(axis_), scalar_axis::name(axis_));
    popup->open(plot_->mapToGlobal(plot_->plotRect().topLeft() + QPoint(8, 8)));
}

// The header is the handle: all that is not a button or the legend.
void ChartCard::mousePressEvent(QMouseEvent* event) {
    if (event->button() != Qt::LeftButton || event->position().y() >= body()->y()) return Card::mousePressEvent(event);
    pressed_ = true;
    pressedAt_ = event->position().toPoint();
    event->accept();
}

void ChartCard::mouseMoveEvent(QMouseEvent* event) {
    if (!pressed_) return Card::mouseMoveEvent(event);
    const QPoint at = event->position().toPoint();
    if (!dragging_ && (at - pressedAt_).manhattanLength() >= QApplication::startDragDistance()) {
        dragging_ = true;
        setCursor(Qt::ClosedHandCursor);
        grabKeyboard();  // for Escape
    }
    if (dragging_) emit titleDragged(mapToGlobal(at));
}

void ChartCard::mouseReleaseEvent(QMouseEvent* event) {
    if (event->button() != Qt::LeftButton || !pressed_) return Card::mouseReleaseEvent(event);
    endDrag(mapToGlobal(event->position().toPoint()));
}

void ChartCard::keyPressEvent(QKeyEvent* event) {
    if (!dragging_ || event->key() != Qt::Key_Escape) return Card::keyPressEvent(event);
    endDrag({});
}

void ChartCard::endDrag(const QPoint& global) {
    pressed_ = false;
    if (!std::exchange(dragging_, false)) return;
    unsetCursor();
    releaseKeyboard();
    emit titleDropped(global);
}

}  // namespace tl
