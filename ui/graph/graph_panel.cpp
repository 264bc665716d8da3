// See the header.
#include "ui/graph/graph_panel.h"

#include <QDragEnterEvent>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QPushButton>
#include <QStackedWidget>
#include <QToolButton>
#include <QVBoxLayout>
#include <QtMath>
#include <algorithm>
#include <numeric>
#include <utility>

#include "ui/graph/graph_pictures.h"
#include "ui/models/breakpoints.h"
#include "ui/models/op_graph_model.h"
#include "ui/models/selection.h"
#include "ui/models/text.h"
#include "ui/shell/action_table.h"
#include "widgets/controls/controls.h"
#include "widgets/controls/drops.h"
#include "widgets/controls/labels.h"
#include "widgets/graph/graph_canvas.h"
#include "widgets/theme/theme.h"

namespace tl {

namespace {

// What lies over the graph keeps its words readable.
class GraphStrip : public QWidget {
public:
    using QWidget::QWidget;

private:
    void paintEvent(QPaintEvent*) override {
        QPainter painter(this);
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setPen(Theme::instance().color(Token::Line));
        painter.setBrush(Theme::instance().color(Token::Bg0));
        painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), Theme::kRadius, Theme::kRadius);
    }
};

constexpr int kPathInset = 12, kPathButton = 28, kOtherWidth = 620;

GraphItem itemOf(const GraphPick& pick) {
    return pick.node >= 0 ? pick.node : pick.group >= 0 ? boxItem(pick.group) : kNoItem;
}

}  // namespace

GraphPanel::GraphPanel(OpGraphModel& model, Selection& selection, Breakpoints& breakpoints, QWidget* parent)
    : QWidget(parent), model_(model), selection_(selection), breakpoints_(breakpoints) {
    setObjectName(QStringLiteral("graphPanel"));
    setAcceptDrops(true);
    canvas_ = new GraphCanvas;
    canvas_->setObjectName(QStringLiteral("graphCanvas"));
    canvas_->installEventFilter(this);
    empty_ = new EmptyState(QStringLiteral("diagram-2"), tr("No graph yet"));
    pages_ = new QStackedWidget;
    pages_->addWidget(empty_);
    pages_->addWidget(canvas_);
    auto* whole = new QVBoxLayout(this);
    whole->setContentsMargins(0, 0, 0, 0);
    whole->addWidget(pages_);

    path_ = new GraphStrip(canvas_);
    path_->setObjectName(QStringLiteral("graphPath"));
    pathRow_ = new QHBoxLayout(path_);
    pathRow_->setContentsMargins(0, 0, 0, 0);
    pathRow_->setSpacing(2);
    tools_ = new QWidget(canvas_);
    toolRow_ = new QHBoxLayout(tools_);
    toolRow_->setContentsMargins(0, 0, 0, 0);
    toolRow_->setSpacing(6);
    connect(addButton(QStringLiteral("arrows-collapse"), tr("Fold all groups"), "graphFoldAll"), &QToolButton::clicked,
            canvas_, [this] { canvas_->openAll(false); });
    connect(addButton(QStringLiteral("arrows-expand"), tr("Unfold all groups"), "graphUnfoldAll"),
            &QToolButton::clicked, canvas_, [this] { canvas_->openAll(true); });
    fit_ = addButton(QStringLiteral("fullscreen"), tr("Show all"), "graphFit");
    connect(fit_, &QToolButton::clicked, canvas_, [this] { canvas_->fit(); });
    map_ = addButton(QStringLiteral("map"), tr("Minimap"), "graphMap");
    map_->setCheckable(true);
    map_->setChecked(true);
    connect(map_, &QToolButton::toggled, canvas_, &GraphCanvas::setMinimapVisible);
    zoom_ = new QPushButton;
    zoom_->setObjectName(QStringLiteral("graphZoom"));
    zoom_->setToolTip(tr("Back to 100 %"));
    Theme::instance().fixHeight(zoom_, kPathButton);
    zoom_->setFont(Theme::instance().mono(11));
    zoom_->setStyleSheet(QStringLiteral("min-height:24px;padding:0 8px"));
    connect(zoom_, &QPushButton::clicked, canvas_, [this] { canvas_->setZoom(1); });
    toolRow_->addWidget(zoom_);
    const auto showZoom = [this] {
        zoom_->setText(QStringLiteral("%1 %").arg(qRound(canvas_->zoom() * 100)));
        place();
    };
    connect(canvas_, &GraphCanvas::zoomChanged, this, showZoom);
    showZoom();

    busy_ = new GraphStrip(canvas_);
    busy_->setObjectName(QStringLiteral("graphBusy"));
    auto* busyRow = new QHBoxLayout(busy_);
    busyRow->setContentsMargins(8, 0, 0, 0);
    busyRow->addWidget(new ToneLabel(tr("Making the graph…"), Token::Muted));
    auto* stop = new QPushButton(tr("Cancel"));
    stop->setObjectName(QStringLiteral("graphCancel"));
    Theme::instance().fixHeight(stop, kPathButton);
    stop->setStyleSheet(QStringLiteral("min-height:24px;padding:0 10px"));
    connect(stop, &QPushButton::clicked, &model_, &OpGraphModel::cancel);
    busyRow->addWidget(stop);
    busy_->hide();
    makeOther();

    connect(&model_, &OpGraphModel::viewChanged, this, &GraphPanel::takeView);
    connect(&model_, &OpGraphModel::timesChanged, this, &GraphPanel::tint);
    connect(&model_, &OpGraphModel::stateChanged, this, &GraphPanel::takeState);
    connect(&model_, &OpGraphModel::colourChanged, this, &GraphPanel::tint);
    connect(&model_, &OpGraphModel::pickChanged, this, &GraphPanel::pickFromModel);
    connect(&model_, &OpGraphModel::searchChanged, this, &GraphPanel::showMatches);
    connect(&model_, &OpGraphModel::revealRequested, this, [this](const GraphPick& pick) {
        const auto& shown = *canvas_->content();
        if (!pick.empty() && pick.node < shown.cards.size() && pick.group < shown.boxes.size())
            canvas_->reveal(itemOf(pick));
    });
    connect(canvas_, &GraphCanvas::pickChanged, this, &GraphPanel::pickFromCanvas);
    connect(canvas_, &GraphCanvas::contextMenuRequested, this, &GraphPanel::contextMenuRequested);
    connect(canvas_, &GraphCanvas::activated, this,
            [this] { emit actionRequested(QStringLiteral("graphToCanvasAction")); });
    connect(&selection_, &Selection::nodeChanged, this, &GraphPanel::markSelection);
    connect(&breakpoints_, &Breakpoints::changed, this, &GraphPanel::showStops);
    connect(&breakpoints_, &Breakpoints::stopChanged, this, &GraphPanel::showStops);
    takeView();
    takeState();
}

void GraphPanel::showKeys(const ActionTable& actions) {
    fit_->setToolTip(actions.withKey(tr("Show all"), QStringLiteral("fitAction")));
}

QToolButton* GraphPanel::addButton(const QString& icon, const QString& text, const char* name) {
    auto* button = new QToolButton;
    button->setObjectName(QLatin1String(name));
    button->setToolTip(text);
    button->setAccessibleName(text);
    button->setProperty("framed", true);
    button->setStyleSheet(QStringLiteral("padding:0"));
    button->setFixedSize(Theme::instance().square(kPathButton));
    const auto retint = [button, icon] { button->setIcon(Theme::instance().icon(icon)); };
    connect(&Theme::instance(), &Theme::changed, button, retint);
    retint();
    toolRow_->addWidget(button);
    return button;
}

void GraphPanel::setName(const QString& name) {
    name_ = name;
    fillPath();
}

void GraphPanel::takeView() {
    const bool same = source_ == model_.source() && !canvas_->content()->cards.isEmpty();
    const GraphView& view = *model_.view();
    // New numbers alone, as of another step of a file, change no layout, and move nobody who looks around.
    if (std::exchange(nodes_, model_.nodes()) == model_.nodes()) return tint();
    places_ = {};
    fromCanvas_ = true;  // its pick goes with what was in it
    canvas_->setContent(contentOf(view), same);
    fromCanvas_ = false;
    if (!view.nodes.empty()) source_ = model_.source();
    tint();
    showMatches();
    pickFromModel();
    markSelection();
    showStops();
}

// What lies over the compiled graph while a run is stepped through ops that it has joined, or does not have.
void GraphPanel::makeOther() {
    other_ = new GraphStrip(canvas_);
    other_->setObjectName(QStringLiteral("graphOtherPlan"));
    auto* row = new QHBoxLayout(other_);
    row->setContentsMargins(10, 4, 4, 4);
    row->addWidget(otherWords_ = new ToneLabel({}, Token::Warn), 1);
    otherWords_->setWordWrap(true);
    auto* ops = new QPushButton(tr("Show the ops"));
    ops->setObjectName(QStringLiteral("graphShowOps"));
    Theme::instance().fixHeight(ops, kPathButton);
    ops->setStyleSheet(QStringLiteral("min-height:24px;padding:0 10px"));
    connect(ops, &QPushButton::clicked, this, [this] { model_.show(GraphKind::Ops); });
    row->addWidget(ops);
    other_->hide();
}

// Nobody sees them while another workspace is in sight.
void GraphPanel::showStops() {
    if (!isVisible()) return;
    const GraphView& view = *model_.view();
    const auto& stop = breakpoints_.stop();
    const GraphStops stops = stopsIn(view, places_, breakpoints_.all(), stop.get());
    canvas_->setStops(stops.on, stops.off, stops.standing);
    const bool other = stop && view.kind == GraphKind::Compiled && !view.nodes.empty();
    if (other) {
        const QString op = q(stop->name);
        const auto& marked = stops.standing < 0 ? GraphNode() : view.nodes[static_cast<size_t>(stops.standing)];
        otherWords_->setText(
            stops.standing < 0
                ? tr("The run is stepped op by op, before passes join them. This plan has no “%1”.").arg(op)
            : marked.ops.size() > 1
                ? tr("The run is stepped op by op, before passes join them: “%1” is a part of “%2” here.")
                      .arg(op, q(marked.title))
                : tr("The run is stepped op by op, before passes join them: in a plan other than this one."));
    }
    other_->setVisible(other);
    place();
}

void GraphPanel::takeState() {
    using State = OpGraphModel::State;
    const State state = model_.state();
    const bool there = !model_.view()->nodes.empty();
    pages_->setCurrentWidget(there ? static_cast<QWidget*>(canvas_) : empty_);
    if (there && hasFocus()) canvas_->setFocus();  // it was given the keyboard before there was anything to look at
    busy_->setVisible(there && state == State::Loading);
    std::vector<EmptyState::Button> ways;
    const auto offer = [this, &ways](const QString& text, const QString& action, bool primary) {
        ways.push_back({text, [this, action] { emit actionRequested(action); }, primary});
    };
    if (state == State::Loading) {
        empty_->setMood(EmptyState::Busy);
        empty_->setIcon(QStringLiteral("hourglass-split"));
        empty_->setTitle(tr("Making the graph…"));
        empty_->setSentence(model_.kind() == GraphKind::Foreign
                                ? QFileInfo(model_.file()).fileName()
                                : tr("The plan is compiled for this look, and not run."));
        ways.push_back({tr("Cancel"), [this] { model_.cancel(); }});
    } else if (state == State::Failed) {
        empty_->setMood(EmptyState::Failed);
        empty_->setIcon(QStringLiteral("exclamation-triangle"));
        empty_->setTitle(tr("There is no graph to show"));
        empty_->setSentence(model_.sentence());
        ways.push_back({tr("Try again"), [this] { model_.again(); }, true});
        if (model_.kind() != GraphKind::Foreign)
            offer(tr("Show problems"), QStringLiteral("showProblemsAction"), false);
    } else {
        empty_->setMood(EmptyState::Empty);
        empty_->setIcon(QStringLiteral("diagram-2"));
        empty_->setTitle(tr("No graph yet"));
        empty_->setSentence(model_.sentence());
        if (model_.kind() != GraphKind::Foreign) offer(tr("Use the sample"), QStringLiteral("useSampleAction"), true);
        offer(tr("Open a graph file…"), QStringLiteral("openGraphAction"), false);
    }
    empty_->setButtons(std::move(ways));
    place();
}

// Where nothing is found, nothing is bright.
void GraphPanel::showMatches() {
    canvas_->setMatches(model_.searching() && model_.matches().isEmpty() ? QSet<int>{-1} : model_.matches());
}

void GraphPanel::tint() {
    GraphTints tints = tintsOf(*model_.view(), model_.colour());
    canvas_->setTints(std::move(tints.cards), std::move(tints.boxes));
}

void GraphPanel::pickFromCanvas() {
    if (fromCanvas_) return;
    // A layout may come when the model has begun another graph: what the canvas still shows is none of it.
    const GraphView& now = *model_.view();
    if (static_cast<qsizetype>(now.nodes.size()) != canvas_->content()->cards.size() ||
        static_cast<qsizetype>(now.groups.size()) != canvas_->content()->boxes.size())
        return;
    fromCanvas_ = true;
    const GraphItem item = canvas_->pick();
    GraphPick pick;
    if (isBox(item))
        pick.group = boxOf(item);
    else if (item != kNoItem)
        pick.node = item;
    model_.setPick(pick);
    const GraphView& view = *model_.view();
    const std::string layer = pick.node >= 0    ? view.nodes[static_cast<size_t>(pick.node)].layer
                              : pick.group >= 0 ? view.groups[static_cast<size_t>(pick.group)].layer
                                                : std::string();
    if (!layer.empty() && model_.kind() != GraphKind::Foreign) {
        fromSelection_ = true;
        selection_.setNode(q(layer));
        fromSelection_ = false;
        canvas_->setMarked(model_.nodesOf({q(layer)}));
    } else {
        canvas_->setMarked({});
    }
    fromCanvas_ = false;
    fillPath();
}

void GraphPanel::pickFromModel() {
    fillPath();
    if (fromCanvas_) return;
    fromCanvas_ = true;
    const GraphItem item = itemOf(model_.pick());
    canvas_->setPick(item == kNoItem                      ? item
                     : canvas_->layoutNow().items.empty() ? item
                                                          : canvas_->layoutNow().shown(*canvas_->content(), item));
    if (canvas_->pick() != kNoItem) canvas_->bringIntoView(canvas_->pick());
    fromCanvas_ = false;
}

// A layer that is picked elsewhere: its ops here.
void GraphPanel::markSelection() {
    if (fromSelection_ || model_.kind() == GraphKind::Foreign) return;
    const QSet<int> ops = model_.nodesOf(selection_.nodes());
    canvas_->setMarked(ops);
    const int picked = model_.pick().node;
    if (ops.isEmpty() || ops.contains(picked) || selection_.node().isEmpty()) return;
    model_.setPick({model_.mainOf(ops), -1});
}

void GraphPanel::fillPath() {
    if (path_->isAncestorOf(window()->focusWidget())) canvas_->setFocus(Qt::OtherFocusReason);  // its name goes
    while (QLayoutItem* item = pathRow_->takeAt(0)) {
        if (item->widget()) item->widget()->deleteLater();
        delete item;
    }
    const GraphView& view = *model_.view();
    const auto add = [this](const QString& text, bool last, std::function<void()> go) {
        if (pathRow_->count() > 0) {
            auto* between = new ToneLabel(QStringLiteral("›"), Token::Faint);
            pathRow_->addWidget(between);
            between->show();
        }
        auto* button = new QToolButton;
        button->setText(text);
        button->setAccessibleName(text);
        button->setToolTip(plainTip(text));
        button->setAutoRaise(true);
        button->setStyleSheet(last ? QStringLiteral("QToolButton{border:none;padding:2px 4px;font-weight:600}")
                                   : QStringLiteral("QToolButton{border:none;padding:2px 4px}"));
        if (go) connect(button, &QToolButton::clicked, this, std::move(go));
        pathRow_->addWidget(button);
        button->show();  // or it counts for nothing until the next turn of the loop
    };
    const bool foreign = model_.kind() == GraphKind::Foreign;
    const GraphPick& pick = model_.pick();
    std::vector<int> groups;
    if (pick.group >= 0)
        groups = view.pathOf(pick.group);
    else if (pick.node >= 0 && pick.node < static_cast<int>(view.nodes.size()))
        groups = view.pathOf(view.nodes[static_cast<size_t>(pick.node)].group);
    add(foreign ? QFileInfo(model_.file()).fileName() : name_, false, [this] { canvas_->fit(); });
    if (!view.nodes.empty()) add(model_.title(), groups.empty() && pick.node < 0, [this] { model_.setPick({}); });
    for (int group : groups)
        add(q(view.groups[static_cast<size_t>(group)].title), group == pick.group, [this, group] {
            model_.reveal({-1, group});
        });
    if (pick.node >= 0 && pick.node < static_cast<int>(view.nodes.size()))
        add(nodeTitle(view, view.nodes[static_cast<size_t>(pick.node)]), true, {});
    place();
}

// The longest names end in "…" where all of them have no room; their tooltips and screen readers have them whole.
bool GraphPanel::fitPath(int room) {
    QList<QToolButton*> names;
    for (int i = 0; i < pathRow_->count(); ++i)
        if (auto* name = qobject_cast<QToolButton*>(pathRow_->itemAt(i)->widget())) names << name;
    path_->resize(0, 0);
    if (names.isEmpty()) return true;
    int letters = 0;
    std::vector<int> widths;
    for (QToolButton* name : names) {
        name->setText(name->accessibleName());
        name->ensurePolished();  // the last one's letters are bold
        // Whole pixels that hold it: one that was rounded down would be cut in its own width.
        widths.push_back(qCeil(QFontMetricsF(name->font()).horizontalAdvance(name->text())));
        letters += widths.back();
    }
    pathRow_->activate();
    // As wide as the widest may be, so that the short ones stay whole.
    const int all = room - (path_->sizeHint().width() - letters);
    int widest = *std::ranges::max_element(widths);
    const auto taken = [&] {
        return std::accumulate(widths.begin(), widths.end(), 0,
                               [&](int sum, int width) { return sum + std::min(width, widest); });
    };
    while (widest > 24 && taken() > all) --widest;
    for (QToolButton* name : names)
        name->setText(QFontMetrics(name->font()).elidedText(name->text(), Qt::ElideRight, widest));
    pathRow_->activate();
    path_->resize(std::min(path_->sizeHint().width(), room), Theme::instance().scaled(kPathButton));
    return std::ranges::all_of(names, [](const auto* name) { return name->text() == name->accessibleName(); });
}

void GraphPanel::place() {
    if (!tools_ || !busy_ || !other_) return;
    tools_->adjustSize();
    tools_->move(canvas_->width() - tools_->width() - kPathInset, kPathInset);
    // Where its names would be cut beside the buttons, it stands below them.
    const int below = 2 * kPathInset + Theme::instance().scaled(kPathButton);
    const bool folded = !fitPath(tools_->x() - 2 * kPathInset);
    if (folded) fitPath(canvas_->width() - 2 * kPathInset);
    path_->move(kPathInset, folded ? below : kPathInset);
    canvas_->setCovered(path_->geometry().bottom() + kPathInset);
    busy_->adjustSize();
    busy_->move((canvas_->width() - busy_->width()) / 2, kPathInset);
    const int room = std::min(canvas_->width() - 2 * kPathInset, Theme::instance().scaled(kOtherWidth));
    other_->setFixedWidth(room);
    other_->adjustSize();
    other_->move((canvas_->width() - room) / 2, folded ? path_->geometry().bottom() + kPathInset : below);
}

void GraphPanel::showEvent(QShowEvent*) {
    model_.setShown(true);
    showStops();
}
void GraphPanel::hideEvent(QHideEvent*) { model_.setShown(false); }

bool GraphPanel::eventFilter(QObject* watched, QEvent* event) {
    if (watched == canvas_ && event->type() == QEvent::Resize) place();
    return QWidget::eventFilter(watched, event);
}

void GraphPanel::dragEnterEvent(QDragEnterEvent* event) { takeLocalPaths(event); }

void GraphPanel::dropEvent(QDropEvent* event) {
    if (const QStringList paths = takeLocalPaths(event); !paths.isEmpty()) emit dropped(paths.front());
}

}  // namespace tl
