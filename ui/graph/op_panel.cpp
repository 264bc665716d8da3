// See the header. What is to be said is a value; it is made anew at each pick, a dozen labels. New times of the same op
// go into the labels that are there: a person may have marked something in one of them.
#include "ui/graph/op_panel.h"

#include <QAction>
#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QPushButton>
#include <QScrollArea>
#include <QVBoxLayout>
#include <algorithm>
#include <deque>
#include <functional>
#include <vector>

#include "engine/profile/verdict.h"
#include "ui/graph/graph_pictures.h"
#include "ui/graph/op_output.h"
#include "ui/jobs/run_controller.h"
#include "ui/models/breakpoints.h"
#include "ui/models/op_graph_model.h"
#include "ui/models/text.h"
#include "ui/shell/action_table.h"
#include "widgets/controls/controls.h"
#include "widgets/controls/labels.h"
#include "widgets/theme/theme.h"

namespace tl {

namespace {

constexpr int kMostAlternatives = 4;  // kernels that were slower
constexpr int kOpNameWidth = 92, kOpValueWidth = 110, kMostShared = 6, kMostTensors = 8;

// A small square in a category's colour.
class CategoryMark : public QWidget {
public:
    explicit CategoryMark(const QString& category) : category_(category) { setFixedSize(12, 12); }

private:
    void paintEvent(QPaintEvent*) override {
        QPainter painter(this);
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setPen(Qt::NoPen);
        painter.setBrush(Theme::instance().category(category_));
        painter.drawRoundedRect(rect().adjusted(0, 0, -1, -1), 3, 3);
    }
    QString category_;
};

class StepShareBar : public QWidget {
public:
    StepShareBar() { setFixedHeight(18); }
    void set(double share) {
        share_ = std::clamp(share, 0.0, 1.0);
        update();
    }

private:
    void paintEvent(QPaintEvent*) override {
        const auto& theme = Theme::instance();
        QPainter painter(this);
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setPen(Qt::NoPen);
        const QRectF bar(0, 6, width(), 6);
        painter.setBrush(theme.color(Token::Bg3));
        painter.drawRoundedRect(bar, 3, 3);
        painter.setBrush(theme.color(Token::Accent));
        painter.drawRoundedRect(QRectF(bar.topLeft(), QSizeF(std::max(4.0, bar.width() * share_), 6)), 3, 3);
    }
    double share_ = 0;
};

QString rateText(double perSecond, const QString& unit) {
    const double giga = perSecond / 1e9;
    return QStringLiteral("%1 %2").arg(giga, 0, 'f', giga >= 100 ? 0 : giga >= 10 ? 1 : 2).arg(unit);
}

QString tensorText(const GraphTensor& tensor) {
    QStringList words;
    if (!tensor.shape.empty()) words << q(tensor.shape);
    if (!tensor.type.empty()) words << shortType(tensor.type);
    QString text = words.join(QLatin1Char(' '));
    if (!tensor.layout.empty() && tensor.layout != "plain") text += QStringLiteral(" · ") + q(tensor.layout);
    return text.isEmpty() ? QStringLiteral("–") : text;
}

QString tensorTip(const GraphTensor& tensor) {
    return tensor.bytes > 0 ? q(tensor.name) + QStringLiteral("\n") + bytesText(tensor.bytes) : q(tensor.name);
}

}  // namespace

struct OpPanel::Page {
    struct Row {
        QString name, value, tip = {};
        double share = -1;  // 0 to 1: a bar, too
        bool alike(const Row& other) const { return name == other.name && (share < 0) == (other.share < 0); }
    };
    struct Part {
        QString caption;
        std::vector<Row> rows = {};
        void row(const QString& name, const QString& value, const QString& tip = {}) {
            rows.push_back({name, value, tip});
        }
        void bar(const QString& name, double share) {
            rows.push_back({name, QStringLiteral("%1 %").arg(100 * share, 0, 'f', 1), {}, share});
        }
        bool alike(const Part& other) const {
            return caption == other.caption &&
                   std::ranges::equal(rows, other.rows, [](const Row& a, const Row& b) { return a.alike(b); });
        }
    };
    QString name, type, category;
    std::deque<Part> parts = {};  // none: there is no graph
    QString output = {}, hint = {};
    bool leads = false;  // somewhere, by buttons

    Part& part(const QString& caption) { return parts.emplace_back(Part{caption}); }
    // The same labels can say it.
    bool alike(const Page& other) const {
        return name == other.name && type == other.type && category == other.category && output == other.output &&
               hint == other.hint && leads == other.leads &&
               std::ranges::equal(parts, other.parts, [](const Part& a, const Part& b) { return a.alike(b); });
    }
};

struct OpPanel::Shown {
    struct Line {
        ToneLabel* text;
        StepShareBar* bar = nullptr;
        void set(const Page::Row& row) const {
            text->setText(row.value);
            if (bar) return bar->set(row.share);
            // Beside its name, or below it where little of it would be seen there.
            text->setMinimumWidth(
                std::min(text->fontMetrics().horizontalAdvance(row.value), Theme::instance().scaled(kOpValueWidth)));
            if (!row.tip.isEmpty()) text->setToolTip(plainTip(row.tip));
        }
    };
    Page page;
    std::vector<Line> lines = {};
    void add(QVBoxLayout* into, const Page::Row& row);
};

OpPanel::OpPanel(OpGraphModel& model, QWidget* parent) : QWidget(parent), model_(model) {
    setObjectName(QStringLiteral("opPanel"));
    const ScrollColumn scroll = makeScrollColumn();
    auto* whole = new QVBoxLayout(this);
    whole->setContentsMargins(0, 0, 0, 0);
    whole->addWidget(scroll.area);
    page_ = scroll.column;
    connect(&model_, &OpGraphModel::pickChanged, this, &OpPanel::refresh);
    connect(&model_, &OpGraphModel::viewChanged, this, &OpPanel::refresh);
    connect(&model_, &OpGraphModel::timesChanged, this, &OpPanel::refreshTimes);
    refresh();
}

OpPanel::~OpPanel() = default;

void OpPanel::setActions(ActionTable& actions) {
    actions_ = &actions;
    refresh();
}

void OpPanel::showOutputs(RunModel& runs, RunController& controller) {
    output_ = new OpOutput(runs, controller, this);
    connect(&controller.breakpoints(), &Breakpoints::changed, this, [this] {
        if (isVisible()) showBreak();
    });
    refresh();
}

void OpPanel::refresh() {
    const QWidget* keyboard = window()->focusWidget();
    const QString at = keyboard && isAncestorOf(keyboard) ? keyboard->objectName() : QString();
    if (output_) page_->removeWidget(output_);  // it outlives a look: what it watches comes now and then
    const std::function<void(QLayout*)> clear = [&](QLayout* layout) {
        while (QLayoutItem* item = layout->takeAt(0)) {
            if (item->widget()) item->widget()->deleteLater();
            if (item->layout()) clear(item->layout());
            delete item;
        }
    };
    clear(page_);
    shown_ = std::make_unique<Shown>(Shown{page()});
    const Page& page = shown_->page;
    if (page.parts.empty())
        page_->addWidget(
            new EmptyState(QStringLiteral("diagram-2"), tr("No op picked"),
                           tr("When there is a graph, click an op in it to see its kernel, cost and memory.")));
    else
        title(page);
    for (const Page::Part& part : page.parts) {
        QVBoxLayout* column = addSection(page_, part.caption).column;
        for (const Page::Row& row : part.rows) shown_->add(column, row);
    }
    if (output_ && !page.output.isEmpty()) page_->addWidget(output_);
    if (output_) output_->setValue(page.output, page.category);
    if (!page.hint.isEmpty()) {
        auto* hint = new ToneLabel(page.hint, Token::Muted, ToneLabel::Caption);
        hint->setWordWrap(true);
        hint->setContentsMargins(12, 4, 12, 0);
        page_->addWidget(hint);
    }
    if (page.leads) buttons();
    page_->addStretch(1);
    // The button that has the keyboard hands it to the one that takes its place, which is the newer of the two.
    if (const auto same = at.isEmpty() ? QList<QPushButton*>() : findChildren<QPushButton*>(at); same.size() > 1) {
        same.back()->show();
        same.back()->setFocus(Qt::OtherFocusReason);
    }
}

void OpPanel::refreshTimes() {
    Page now = page();
    if (!now.alike(shown_->page)) return refresh();
    shown_->page = std::move(now);
    auto line = shown_->lines.begin();
    for (const Page::Part& part : shown_->page.parts)
        for (const Page::Row& row : part.rows) (line++)->set(row);
}

OpPanel::Page OpPanel::page() const {
    const GraphView& view = *model_.view();
    const GraphPick& pick = model_.pick();
    if (pick.node >= 0 && at(pick.node) < view.nodes.size()) return nodePage(view, pick.node);
    if (pick.group >= 0 && at(pick.group) < view.groups.size()) return groupPage(view, pick.group);
    return view.nodes.empty() ? Page() : wholePage(view);
}

void OpPanel::title(const Page& page) {
    auto* row = new QHBoxLayout;
    row->setContentsMargins(12, 10, 12, 10);
    row->setSpacing(8);
    row->addWidget(new CategoryMark(page.category));
    auto* label = new ElidedLabel(Qt::ElideMiddle);
    label->setObjectName(QStringLiteral("opName"));
    label->setText(page.name);
    label->setType(ToneLabel::Title);
    label->setMinimumWidth(
        std::min(label->fontMetrics().horizontalAdvance(page.name), Theme::instance().scaled(kOpValueWidth)));
    row->addWidget(new FoldingRow(label, new ToneLabel(page.type, Token::Muted), 8, FoldingRow::Grows::First), 1);
    page_->addLayout(row);
}

void OpPanel::Shown::add(QVBoxLayout* into, const Page::Row& row) {
    auto* name = new ToneLabel(row.name, Token::Muted);
    name->setFixedWidth(Theme::instance().scaled(kOpNameWidth));
    if (row.share < 0) {
        auto* text = new ElidedLabel(Qt::ElideRight);
        text->setType(ToneLabel::Mono);
        text->setTextInteractionFlags(Qt::TextSelectableByMouse);
        into->addWidget(new FoldingRow(name, text, 8));
        lines.push_back({text});
    } else {
        auto* line = new QHBoxLayout;
        line->setSpacing(8);
        line->addWidget(name);
        auto* bar = new StepShareBar;
        line->addWidget(bar, 1);
        auto* number = new ToneLabel({}, Token::Text, ToneLabel::Mono);
        line->addWidget(number);
        into->addLayout(line);
        lines.push_back({number, bar});
    }
    lines.back().set(row);
}

OpPanel::Page OpPanel::nodePage(const GraphView& view, int id) const {
    const GraphNode& node = view.nodes[at(id)];
    Page page{q(node.title), q(node.op), q(node.category)};
    const bool compiled = view.kind == GraphKind::Compiled;
    Page::Part& kernel = page.part(compiled ? tr("Kernel") : tr("Operation"));
    if (!node.kernel.empty()) kernel.row(tr("kernel"), q(node.kernel), q(node.kernel));
    int alternatives = 0;
    for (const TimedKernel& each : node.kernelTimes) {
        const QString name = q(each.implementation), time = shortTimeText(each.seconds);
        if (each.implementation == node.kernel)
            kernel.row(tr("tried"), time);
        else if (++alternatives <= kMostAlternatives)
            kernel.row(tr("or"), QStringLiteral("%1  %2").arg(time, name), name);
    }
    if (!node.detail.empty() && view.kind == GraphKind::Designed) kernel.row(tr("settings"), q(node.detail));
    if (!node.layer.empty() && node.layer != node.name) kernel.row(tr("layer"), q(node.layer));
    if (node.seconds >= 0) {
        kernel.row(tr("time"), shortTimeText(node.seconds));
        if (view.stepSeconds > 0) kernel.bar(tr("of the step"), node.seconds / view.stepSeconds);
    }
    if (node.flops > 0) kernel.row(tr("work"), flopsText(node.flops));
    if (node.flops > 0 && node.seconds > 0)
        kernel.row(tr("speed"), rateText(node.flops / node.seconds, QStringLiteral("GF/s")));
    if (node.bytesRead + node.bytesWritten > 0)
        kernel.row(tr("memory"),
                   tr("%1 read, %2 written").arg(bytesText(node.bytesRead), bytesText(node.bytesWritten)));
    if (node.seconds > 0 && view.kind != GraphKind::Foreign) {
        const double bytes = node.bytesRead + node.bytesWritten;
        kernel.row(tr("traffic"), rateText(bytes / node.seconds, QStringLiteral("GB/s")));
        const double share = model_.limits().share(node.kernel, node.flops / node.seconds, bytes / node.seconds);
        if (share > 1)
            kernel.row(tr("of the limit"), tr("in cache"));  // which is faster than the memory that the limit is of
        else if (share > 0)
            kernel.bar(tr("of the limit"), share);
    }
    if (view.kind == GraphKind::Foreign && node.memory > 0) kernel.row(tr("values"), bytesText(node.memory));
    if (!node.precision.empty()) kernel.row(tr("precision"), q(node.precision));
    if (!node.device.empty()) kernel.row(tr("device"), shortDevice(node.device), q(node.device));
    if (kernel.rows.empty()) kernel.row(tr("name"), q(node.name));

    if (!node.inputs.empty() || !node.outputs.empty()) {
        Page::Part& tensors = page.part(tr("Tensors"));
        // Of a file, by the name that the tensor has there.
        const auto text = [&view](int id) {
            const GraphTensor& tensor = view.tensors[at(id)];
            if (view.kind != GraphKind::Foreign || tensor.weights) return tensorText(tensor);
            const bool known = !tensor.shape.empty() || !tensor.type.empty();
            return known ? q(tensor.name) + QStringLiteral(" · ") + tensorText(tensor) : q(tensor.name);
        };
        const auto missing = [&view](int id) {
            return view.kind == GraphKind::Foreign && !view.tensors[at(id)].weights &&
                   std::ranges::none_of(view.nodes,
                                        [id](const GraphNode& each) { return std::ranges::count(each.outputs, id); });
        };
        int shown = 0;
        for (int input : node.inputs) {
            if (++shown > kMostTensors) break;
            const GraphTensor& tensor = view.tensors[at(input)];
            const QString name = !tensor.weights ? tr("in") : q(tensor.name).section(QLatin1Char('/'), -1);
            tensors.row(name,
                        missing(input) ? tr("%1: no node of its graph makes it").arg(q(tensor.name)) : text(input),
                        tensorTip(tensor));
        }
        const auto more = [&tensors](const QString& name, size_t count) {
            if (count > kMostTensors) tensors.row(name, tr("%n more", "", static_cast<int>(count) - kMostTensors));
        };
        more(tr("in"), node.inputs.size());
        shown = 0;
        for (int output : node.outputs) {
            if (++shown > kMostTensors) break;
            tensors.row(tr("out"), text(output), tensorTip(view.tensors[at(output)]));
        }
        more(tr("out"), node.outputs.size());
        const auto computed = std::find_if(node.outputs.begin(), node.outputs.end(),
                                           [&](int t) { return view.tensors[at(t)].block >= 0; });
        if (computed != node.outputs.end()) {
            const GraphTensor& tensor = view.tensors[at(*computed)];
            tensors.row(tr("lives"), tr("steps %1 to %2").arg(tensor.first).arg(tensor.last));
            QStringList names;
            const std::vector<int> others = view.sharesWith(*computed);
            for (size_t i = 0; i < others.size() && i < kMostShared; ++i) names << q(view.tensors[at(others[i])].name);
            if (others.size() > kMostShared) names << tr("%n more", "", static_cast<int>(others.size()) - kMostShared);
            tensors.row(tr("shares with"), names.isEmpty() ? tr("nothing") : names.join(QStringLiteral(", ")),
                        names.join(QLatin1Char('\n')));
        }
    }
    if (!node.attributes.empty()) {
        Page::Part& attributes = page.part(tr("Attributes"));
        for (const auto& [key, value] : node.attributes) attributes.row(q(key), q(value), q(value));
    }
    page.output = outputOf(view, node);
    page.leads = true;
    return page;
}

// By the name that the value has in a step of the training: of another precision it is the same value. A reorder makes
// nothing new.
QString OpPanel::outputOf(const GraphView& view, const GraphNode& node) const {
    if (view.kind == GraphKind::Foreign || node.reorder) return {};
    std::string name = view.kind == GraphKind::Designed ? node.name + "/output"
                       : node.outputs.empty()           ? std::string()
                                                        : view.tensors[at(node.outputs[0])].name;
    const size_t last = name.rfind('/');
    if (last != std::string::npos && (name.substr(last) == "/bfloat16" || name.substr(last) == "/float16"))
        name.resize(last);
    return q(name);
}

OpPanel::Page OpPanel::groupPage(const GraphView& view, int group) const {
    const GraphView::Totals sum = view.totals()[at(group)];
    Page page{groupPath(view, group), tr("%n op(s)", "", sum.nodes), q(sum.category())};
    Page::Part& all = page.part(tr("In all"));
    if (view.stepSeconds > 0) {
        all.row(tr("time"), shortTimeText(sum.seconds));
        all.bar(tr("of the step"), sum.seconds / view.stepSeconds);
    }
    if (sum.flops > 0) all.row(tr("work"), flopsText(sum.flops));
    if (sum.flops > 0 && sum.seconds > 0)
        all.row(tr("speed"), rateText(sum.flops / sum.seconds, QStringLiteral("GF/s")));
    if (sum.memory > 0) all.row(tr("values"), bytesText(sum.memory));
    if (sum.bytes > 0) all.row(tr("traffic"), bytesText(sum.bytes));
    for (const auto& [type, count] : sum.precisions) all.row(q(type), tr("%n op(s)", "", count));
    page.leads = true;
    return page;
}

OpPanel::Page OpPanel::wholePage(const GraphView& view) const {
    Page page{model_.title(), tr("%n node(s)", "", static_cast<int>(view.nodes.size())), QStringLiteral("io")};
    Page::Part& all = page.part(tr("In all"));
    double flops = 0, bytes = 0, weights = 0;
    for (const GraphNode& node : view.nodes) {
        flops += node.flops;
        bytes += node.bytesRead + node.bytesWritten;
    }
    for (const GraphTensor& tensor : view.tensors) weights += tensor.weights ? tensor.bytes : 0;
    if (view.stepSeconds > 0) all.row(tr("step"), shortTimeText(view.stepSeconds));
    if (flops > 0) all.row(tr("work"), flopsText(flops));
    if (flops > 0 && view.stepSeconds > 0)
        all.row(tr("speed"), rateText(flops / view.stepSeconds, QStringLiteral("GF/s")));
    if (bytes > 0) all.row(tr("traffic"), bytesText(bytes));
    if (weights > 0) all.row(tr("weights"), bytesText(weights));
    if (view.arenaBytes > 0) all.row(tr("values"), bytesText(view.arenaBytes));
    all.row(tr("tensors"), grouped(static_cast<qint64>(view.tensors.size())));
    all.row(tr("wires"), grouped(static_cast<qint64>(view.edges.size())));
    page.hint = tr("Click an op to see what it costs; double-click a group to unfold it.");
    return page;
}

void OpPanel::buttons() {
    if (!actions_ || model_.kind() == GraphKind::Foreign) return;
    auto* row = new QVBoxLayout;  // below each other: beside each other they are wider than a narrow window's panel
    row->setContentsMargins(12, 10, 12, 10);
    row->setSpacing(8);
    const auto add = [&](const char* id, const QString& text, const QString& missing) -> QPushButton* {
        auto* button = new QPushButton(text);
        button->setObjectName(QLatin1String(id) + QStringLiteral("Button"));
        QAction* action = actions_->action(QLatin1String(id));
        actions_->refresh();
        const auto show = [button, missing](bool on) {
            button->setEnabled(on);
            if (!on || button->toolTip() == missing) button->setToolTip(on ? QString() : missing);
        };
        show(action && action->isEnabled());
        if (action) connect(action, &QAction::enabledChanged, button, show);
        connect(button, &QPushButton::clicked, this, [this, id] { actions_->trigger(QLatin1String(id)); });
        row->addWidget(button, 0, Qt::AlignLeft);
        return button;
    };
    add("graphToCanvasAction", tr("Show on canvas"), tr("It belongs to no layer of the network"));
    add("graphToTimelineAction", tr("In the timeline"), tr("There is no timeline to show it in"));
    break_ = add("breakBeforeOpAction", tr("Break here"), tr("Pick one op of a training step"));
    break_->setCheckable(true);
    Theme::instance().style(break_, QStringLiteral("QPushButton:checked { border: 1px solid @bad; }"));
    showBreak();
    page_->addLayout(row);
}

// What applies may have changed elsewhere: a timeline was opened.
void OpPanel::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    if (actions_) actions_->refresh();
}

// Pressed in while there is a breakpoint before the op; once more, and it is gone.
void OpPanel::showBreak() {
    if (!break_) return;
    actions_->refresh();
    const QAction* action = actions_->action(QStringLiteral("breakBeforeOpAction"));
    const bool on = action && action->isChecked();
    break_->setChecked(on);
    break_->setIcon(Theme::instance().icon(on ? QStringLiteral("record-fill") : QStringLiteral("record"), Token::Bad));
    if (!break_->isEnabled()) return;
    break_->setToolTip(on ? tr("A breakpoint: training stands still before this op, at every step. Press to remove it")
                          : tr("Training stands still before this op, at every step"));
}

}  // namespace tl
