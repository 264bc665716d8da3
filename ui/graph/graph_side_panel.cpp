// See the header.
#include "ui/graph/graph_side_panel.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QMouseEvent>
#include <QPainter>
#include <QPushButton>
#include <QScrollArea>
#include <QToolButton>
#include <QVBoxLayout>
#include <algorithm>
#include <functional>
#include <map>
#include <set>
#include <string>

#include "ui/graph/graph_pictures.h"
#include "ui/models/op_graph_model.h"
#include "ui/models/text.h"
#include "widgets/controls/controls.h"
#include "widgets/graph/graph_painter.h"
#include "widgets/theme/theme.h"

namespace tl {

namespace {

constexpr int kShareRow = 24, kMostParts = 9, kSideMargin = 12;

void clearLayout(QLayout* layout) {
    while (QLayoutItem* item = layout->takeAt(0)) {
        if (item->widget()) item->widget()->deleteLater();
        if (item->layout()) clearLayout(item->layout());
        delete item;
    }
}

// The ramp from nothing to the most, with the number at its end.
class HeatRamp : public QWidget {
public:
    explicit HeatRamp(const QString& most) : most_(most) {
        setFixedHeight(Theme::instance().scaled(20));
        setAccessibleName(GraphSidePanel::tr("Colours from 0 to %1").arg(most));
    }

private:
    void paintEvent(QPaintEvent*) override {
        const auto& theme = Theme::instance();
        QPainter painter(this);
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setFont(theme.mono(11));
        const int words = QFontMetrics(painter.font()).horizontalAdvance(most_);
        const int middle = height() / 2;
        const QRectF bar(theme.scaled(16), middle - 4, width() - theme.scaled(16) - words - 10, 8);
        QLinearGradient gradient(bar.topLeft(), bar.topRight());
        gradient.setColorAt(0, GraphPainter::heat(0));
        gradient.setColorAt(1, GraphPainter::heat(1));
        painter.setPen(Qt::NoPen);
        painter.setBrush(gradient);
        painter.drawRoundedRect(bar, 3, 3);
        painter.setPen(theme.color(Token::Muted));
        painter.drawText(rect(), Qt::AlignLeft | Qt::AlignVCenter, QStringLiteral("0"));
        painter.drawText(rect(), Qt::AlignRight | Qt::AlignVCenter, most_);
    }
    QString most_;
};

class TintSwatch : public QWidget {
public:
    TintSwatch(const GraphTint& tint, const QString& words) : tint_(tint), words_(words) {
        setFixedHeight(Theme::instance().scaled(20));
        setAccessibleName(words);
    }

private:
    void paintEvent(QPaintEvent*) override {
        const auto& theme = Theme::instance();
        QPainter painter(this);
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setPen(theme.color(Token::Line));
        painter.setBrush(tint_.category.isEmpty() ? GraphPainter::fill(tint_, theme.color(Token::Bg1))
                                                  : theme.category(tint_.category));
        const int middle = height() / 2;
        painter.drawRoundedRect(QRectF(0.5, middle - 4.5, 9, 9), 2, 2);
        painter.setFont(theme.font(12));
        painter.setPen(theme.color(Token::Text));
        painter.drawText(rect().adjusted(18, 0, 0, 0), Qt::AlignLeft | Qt::AlignVCenter, words_);
    }
    GraphTint tint_;
    QString words_;
};

// A part of the step: its name, a bar, its time. A click or Enter goes there.
class ShareRow : public QWidget {
public:
    ShareRow(const QString& name, const QString& category, double share, const QString& time, std::function<void()> go)
        : name_(name), category_(category), time_(time), share_(share), go_(std::move(go)) {
        setFixedHeight(Theme::instance().scaled(kShareRow));
        setAccessibleName(name + QStringLiteral(", ") + time);
        if (!go_) return;
        setFocusPolicy(Qt::TabFocus);
        setCursor(Qt::PointingHandCursor);
    }

private:
    void paintEvent(QPaintEvent*) override {
        const auto& theme = Theme::instance();
        QPainter painter(this);
        painter.setRenderHint(QPainter::Antialiasing);
        if (underMouse() || hasFocus()) {
            painter.setPen(Qt::NoPen);
            painter.setBrush(theme.color(Token::Bg3));
            painter.drawRoundedRect(rect().adjusted(-4, 1, 4, -1), 4, 4);
        }
        painter.setPen(Qt::NoPen);
        painter.setBrush(theme.category(category_));
        const int middle = height() / 2;
        painter.drawRoundedRect(QRectF(0, middle - 4, 8, 8), 2, 2);
        painter.setFont(theme.font(12));
        // Where there is no room for all the bar goes first, whose length the number says.
        const int number = QFontMetrics(theme.mono(11)).horizontalAdvance(time_) + 6;
        const int words = std::clamp(width() - 16 - number, 0, theme.scaled(86));
        painter.setPen(theme.color(Token::Text));
        painter.drawText(QRect(16, 0, words, height()), Qt::AlignLeft | Qt::AlignVCenter,
                         QFontMetrics(painter.font()).elidedText(name_, Qt::ElideRight, words));
        const int numbers = std::max(number, theme.scaled(62));  // bars end alike
        if (const QRectF bar(16 + words + 4, middle - 3, width() - 16 - words - 8 - numbers, 6); bar.width() > 8) {
            painter.setPen(Qt::NoPen);
            painter.setBrush(theme.color(Token::Bg3));
            painter.drawRoundedRect(bar, 3, 3);
            painter.setBrush(theme.color(Token::Accent));
            painter.drawRoundedRect(QRectF(bar.topLeft(), QSizeF(std::max(3.0, bar.width() * share_), bar.height())), 3,
                                    3);
        }
        painter.setFont(theme.mono(11));
        painter.setPen(theme.color(Token::Muted));
        painter.drawText(rect(), Qt::AlignRight | Qt::AlignVCenter, time_);
    }
    void enterEvent(QEnterEvent*) override { update(); }
    void leaveEvent(QEvent*) override { update(); }
    void mouseReleaseEvent(QMouseEvent* event) override {
        if (go_ && event->button() == Qt::LeftButton) go_();
    }
    void keyPressEvent(QKeyEvent* event) override {
        if (go_ && (event->key() == Qt::Key_Return || event->key() == Qt::Key_Space)) return go_();
        QWidget::keyPressEvent(event);
    }
    QString name_, category_, time_;
    double share_;
    std::function<void()> go_;
};

struct StepPart {
    QString name, category;
    double seconds = 0;
    GraphPick pick;
};

// By stage where there are stages, else by layer; reorders and the update stand for themselves.
std::vector<StepPart> partsOf(const GraphView& view) {
    std::map<QString, StepPart> parts;
    for (size_t i = 0; i < view.nodes.size(); ++i) {
        const GraphNode& node = view.nodes[i];
        if (node.seconds <= 0) continue;
        QString name = q(node.layer), category = q(node.category);
        GraphPick pick{static_cast<int>(i), -1};
        std::vector<int> path = view.pathOf(node.group);
        if (!path.empty() && view.groups[static_cast<size_t>(path[0])].closed) {
            const GraphGroup& phase = view.groups[static_cast<size_t>(path[0])];
            if (phase.name == "update") {
                name = q(phase.title);
                category = QStringLiteral("reg");
                pick = {-1, path[0]};
                path.clear();
            } else {
                path.erase(path.begin());
            }
        }
        if (node.reorder) {
            name = GraphSidePanel::tr("reorders");
            category = QStringLiteral("io");
        } else if (!path.empty()) {
            name = q(view.groups[static_cast<size_t>(path[0])].title);
            pick = {-1, path[0]};
        }
        if (name.isEmpty()) name = q(node.name);
        StepPart& part = parts[name];
        if (part.name.isEmpty()) part = {name, category, 0, pick};
        part.seconds += node.seconds;
    }
    std::vector<StepPart> sorted;
    sorted.reserve(static_cast<size_t>(parts.size()));
    for (auto& [name, part] : parts) sorted.push_back(part);
    std::stable_sort(sorted.begin(), sorted.end(),
                     [](const StepPart& a, const StepPart& b) { return a.seconds > b.seconds; });
    return sorted;
}

}  // namespace

GraphSidePanel::GraphSidePanel(OpGraphModel& model, QWidget* parent) : QWidget(parent), model_(model) {
    setObjectName(QStringLiteral("graphSidePanel"));
    header_ = new QWidget;
    auto* open = new QToolButton(header_);
    open->setObjectName(QStringLiteral("openGraph"));
    open->setToolTip(tr("Open a graph file…"));
    open->setAccessibleName(open->toolTip());
    const auto retint = [open] { open->setIcon(Theme::instance().icon(QStringLiteral("folder2-open"))); };
    connect(&Theme::instance(), &Theme::changed, open, retint);
    retint();
    connect(open, &QToolButton::clicked, this, &GraphSidePanel::openRequested);
    auto* headerRow = new QHBoxLayout(header_);
    headerRow->setContentsMargins(0, 0, 0, 0);
    headerRow->addWidget(open);

    auto* whole = new QVBoxLayout(this);
    whole->setContentsMargins(0, 0, 0, 0);
    whole->setSpacing(0);
    auto* top = new QVBoxLayout;
    top->setContentsMargins(kSideMargin, 8, kSideMargin, 10);
    top->setSpacing(8);
    kinds_ = new SegmentedBar;
    kinds_->setObjectName(QStringLiteral("graphKinds"));
    kinds_->addSegment(tr("Designed"), tr("The network as it was designed"));
    kinds_->addSegment(tr("Ops"), tr("The operations of a training step, before any pass"));
    kinds_->addSegment(tr("Compiled"), tr("The plan as it runs: fused, laid out, with its memory"));
    kinds_->addSegment(tr("File"), tr("A graph that another program wrote"));
    kinds_->setCompact();
    kinds_->setCurrentIndex(static_cast<int>(model_.kind()));
    top->addWidget(kinds_);
    search_ = new QLineEdit;
    search_->setObjectName(QStringLiteral("graphSearch"));
    search_->setPlaceholderText(tr("op, layer, tensor, kernel  ( / )"));
    search_->setAccessibleName(tr("Search the graph"));
    search_->setClearButtonEnabled(true);
    search_->addAction(Theme::instance().icon(QStringLiteral("search")), QLineEdit::LeadingPosition);
    top->addWidget(search_);
    found_ = new ToneLabel({}, Token::Muted, ToneLabel::Caption);
    found_->setObjectName(QStringLiteral("graphFound"));
    found_->hide();
    top->addWidget(found_);
    whole->addLayout(top);

    const ScrollColumn scroll = makeScrollColumn();
    whole->addWidget(scroll.area, 1);
    const Section colour = addSection(scroll.column, tr("Colour by"));
    colours_ = new SegmentedBar;
    colours_->setObjectName(QStringLiteral("graphColours"));
    for (const QString& text : {tr("time"), tr("memory"), tr("type"), tr("precision"), tr("device")})
        colours_->addSegment(text);
    colours_->setCompact();
    colours_->setCurrentIndex(static_cast<int>(model_.colour()));
    colour.column->addWidget(colours_);
    legend_ = new QVBoxLayout;
    legend_->setContentsMargins(0, 6, 0, 0);
    legend_->setSpacing(2);
    colour.column->addLayout(legend_);
    const auto section = [&](const QString& caption, QWidget*& holder) {
        holder = new QWidget;
        auto* column = new QVBoxLayout(holder);
        column->setContentsMargins(0, 0, 0, 0);
        column->setSpacing(0);
        column->addSpacing(0);
        const Section made = addSection(column, caption);
        scroll.column->addWidget(holder);
        auto* rows = new QVBoxLayout;
        rows->setSpacing(4);
        made.column->addLayout(rows);
        return rows;
    };
    step_ = section(tr("Where the step goes"), stepSection_);
    notes_ = section(tr("Passes"), notesSection_);
    scroll.column->addStretch(1);

    connect(kinds_, &SegmentedBar::currentChanged, this,
            [this](int index) { model_.show(static_cast<GraphKind>(index)); });
    connect(colours_, &SegmentedBar::currentChanged, this,
            [this](int index) { model_.setColour(static_cast<OpGraphModel::Colour>(index)); });
    connect(search_, &QLineEdit::textChanged, &model_, &OpGraphModel::setSearch);
    connect(search_, &QLineEdit::returnPressed, &model_, &OpGraphModel::nextMatch);
    connect(&model_, &OpGraphModel::searchChanged, this, &GraphSidePanel::refreshSearch);
    connect(&model_, &OpGraphModel::viewChanged, this, &GraphSidePanel::refresh);
    connect(&model_, &OpGraphModel::measured, this, &GraphSidePanel::refresh);
    connect(&model_, &OpGraphModel::colourChanged, this, &GraphSidePanel::refreshLegend);
    refresh();
}

void GraphSidePanel::focusSearch() {
    search_->setFocus(Qt::ShortcutFocusReason);
    search_->selectAll();
}

void GraphSidePanel::refresh() {
    kinds_->segment(static_cast<int>(GraphKind::Foreign))->setVisible(!model_.file().isEmpty());
    kinds_->setCurrentIndex(static_cast<int>(model_.kind()));
    std::set<std::string> devices;
    for (const GraphNode& node : model_.view()->nodes) devices.insert(node.device);
    // Where all is of one device, as a plan is, there is nothing to tell apart: the op's panel names it. Five words are
    // too wide for the panel: of a file that tells no times those go, else what tells least.
    const bool several = devices.size() > 1, foreign = model_.kind() == GraphKind::Foreign;
    const bool timed = !foreign || model_.view()->stepSeconds >= 0;
    colours_->segment(static_cast<int>(OpGraphModel::Colour::Device))->setVisible(several);
    colours_->segment(static_cast<int>(OpGraphModel::Colour::Time))->setVisible(!several || timed);
    colours_->segment(static_cast<int>(OpGraphModel::Colour::Precision))->setVisible(!several || !foreign || !timed);
    refreshLegend();
    refreshStep();
    refreshNotes();
    refreshSearch();
}

void GraphSidePanel::refreshLegend() {
    colours_->setCurrentIndex(static_cast<int>(model_.colour()));
    clearLayout(legend_);
    const GraphTints tints = tintsOf(*model_.view(), model_.colour());
    if (!tints.most.isEmpty()) legend_->addWidget(new HeatRamp(tints.most));
    for (const auto& [tint, words] : tints.legend) legend_->addWidget(new TintSwatch(tint, words));
    if (tints.most.isEmpty() && tints.legend.isEmpty() && !model_.view()->nodes.empty()) {
        const bool time = model_.colour() == OpGraphModel::Colour::Time;
        auto* words = new ToneLabel(!time                                  ? tr("Nothing of this graph tells it.")
                                    : model_.kind() == GraphKind::Compiled ? tr("Not measured yet.")
                                    : model_.kind() == GraphKind::Foreign
                                        ? tr("Its file tells no times. TensorFlow writes them as RunMetadata.")
                                        : tr("Times are those of the compiled plan."),
                                    Token::Muted, ToneLabel::Caption);
        words->setWordWrap(true);
        legend_->addWidget(words);
    }
}

void GraphSidePanel::refreshStep() {
    clearLayout(step_);
    const GraphView& view = *model_.view();
    const bool told = model_.kind() == GraphKind::Foreign && !view.stats.tags.empty();
    stepSection_->setVisible((model_.kind() == GraphKind::Compiled && !view.nodes.empty()) || told);
    const auto words = [this](const QString& text, Token token) {
        auto* label = new ToneLabel(text, token, ToneLabel::Caption);
        label->setWordWrap(true);
        step_->addWidget(label);
    };
    if (!model_.measureProblem().empty()) words(q(model_.measureProblem()), Token::Bad);
    if (model_.measuring()) return words(tr("Running some steps…"), Token::Muted);
    if (told) showStatsChoice();
    if (view.stepSeconds >= 0) {
        const std::vector<StepPart> parts = partsOf(view);
        double rest = 0;
        for (size_t i = 0; i < parts.size(); ++i) {
            if (i >= kMostParts) {
                rest += parts[i].seconds;
                continue;
            }
            const StepPart& part = parts[i];
            step_->addWidget(new ShareRow(part.name, part.category, part.seconds / parts[0].seconds,
                                          shortTimeText(part.seconds),
                                          [this, pick = part.pick] { model_.reveal(pick); }));
        }
        if (rest > 0)
            step_->addWidget(new ShareRow(tr("%n more", "", static_cast<int>(parts.size() - kMostParts)),
                                          QStringLiteral("io"), rest / parts[0].seconds, shortTimeText(rest), {}));
        if (told)
            return words(tr("Ops that took %1 together, those at once each with its own time. %2 of the %n op(s) that "
                            "ran are in this graph; the others TensorFlow added.",
                            "", view.stats.ran)
                             .arg(shortTimeText(view.stepSeconds))
                             .arg(view.stats.known),
                         Token::Faint);
        if (const int recorded = model_.times().recordedSteps; recorded > 0)
            words(tr("A step of %1: the mean of the %n step(s) of “%2”.", "", recorded)
                      .arg(shortTimeText(view.stepSeconds), model_.recording()),
                  Token::Faint);
        else if (const int live = model_.times().liveSteps; live > 0)
            return words(tr("A step of %1: the mean of the run's last %n step(s).", "", live)
                             .arg(shortTimeText(view.stepSeconds)),
                         Token::Faint);
        else
            words(tr("A step of %1, measured on made-up data.").arg(shortTimeText(view.stepSeconds)), Token::Faint);
    }
    if (!model_.recording().isEmpty()) {
        if (model_.times().nothing) words(tr("Nothing of “%1” is in this plan.").arg(model_.recording()), Token::Warn);
        auto* without = new QPushButton(tr("Without the recording"));
        without->setObjectName(QStringLiteral("graphWithoutRecording"));
        connect(without, &QPushButton::clicked, this, [this] { model_.showTimesOf(nullptr); });
        auto* line = new QHBoxLayout;
        line->addWidget(without);
        line->addStretch(1);
        return step_->addLayout(line);
    }
    if (told) return words(tr("None of the ops that ran is in this graph."), Token::Muted);
    auto* measure = new QPushButton(view.stepSeconds >= 0 ? tr("Measure again") : tr("Measure some steps"));
    measure->setObjectName(QStringLiteral("graphMeasure"));
    connect(measure, &QPushButton::clicked, &model_, &OpGraphModel::measure);
    auto* row = new QHBoxLayout;
    row->addWidget(measure);
    row->addStretch(1);
    step_->addLayout(row);
}

// Each step that was measured has its own times.
void GraphSidePanel::showStatsChoice() {
    const GraphStats& stats = model_.view()->stats;
    auto* choice = new QComboBox;
    choice->setObjectName(QStringLiteral("graphStats"));
    choice->setAccessibleName(tr("The step whose times and memory are shown"));
    choice->setToolTip(choice->accessibleName());
    choice->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    for (const std::string& tag : stats.tags) choice->addItem(q(tag));
    choice->setCurrentIndex(stats.shown);
    connect(choice, &QComboBox::textActivated, &model_, &OpGraphModel::showStats);
    step_->addWidget(choice);
}

void GraphSidePanel::refreshNotes() {
    clearLayout(notes_);
    const std::vector<GraphNote>& all = model_.view()->notes;
    notesSection_->setVisible(!all.empty());
    for (const GraphNote& note : all) {
        auto* row = new QHBoxLayout;
        row->setSpacing(8);
        auto* icon = new QLabel;
        icon->setPixmap(Theme::instance().pixmap(
            note.done ? QStringLiteral("check2") : QStringLiteral("dash"), Theme::instance().scaled(14),
            Theme::instance().color(note.done ? Token::Good : Token::Muted), devicePixelRatioF()));
        row->addWidget(icon, 0, Qt::AlignTop);
        auto* words = new ToneLabel(q(note.text), note.done ? Token::Text : Token::Muted);
        words->setWordWrap(true);
        row->addWidget(words, 1);
        notes_->addLayout(row);
    }
}

void GraphSidePanel::refreshSearch() {
    if (search_->text() != model_.search()) search_->setText(model_.search());
    found_->setVisible(model_.searching());
    const auto count = static_cast<int>(model_.matches().size());
    found_->setText(count == 0 ? tr("Nothing of that name") : tr("%n found; Return goes to the next", "", count));
}

}  // namespace tl
