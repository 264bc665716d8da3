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
#include "widgets/controls/tab_order.h"
#include "widgets/graph/graph_painter.h"
#include "widgets/properties/property_editors.h"
#include "widgets/theme/theme.h"

namespace tl {

namespace {

constexpr int kShareRow = 24, kSideMargin = 12;
constexpr size_t kMostParts = 9;

void clearLayout(QLayout* layout) {
    while (QLayoutItem* item = layout->takeAt(0)) {
        if (item->widget()) item->widget()->deleteLater();
        if (item->layout()) clearLayout(item->layout());
        delete item;
    }
}

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
    ShareRow(const QString& name, bool leads) : name_(name) {
        setFixedHeight(Theme::instance().scaled(kShareRow));
        if (!leads) return;
        setFocusPolicy(Qt::TabFocus);
        setCursor(Qt::PointingHandCursor);
    }
    const QString& name() const { return name_; }
    void set(const QString& category, double share, const QString& time, std::function<void()> go) {
        category_ = category;
        time_ = time;
        share_ = share;
        go_ = std::move(go);
        setAccessibleName(name_ + QStringLiteral(", ") + time);
        update();
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
    double share_ = 0;
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

// The ramp from nothing to the most, with the number at its end.
class GraphSidePanel::HeatRamp : public QWidget {
public:
    HeatRamp() { setFixedHeight(Theme::instance().scaled(20)); }
    void set(const QString& most) {
        setVisible(!most.isEmpty());
        if (most == most_) return;
        most_ = most;
        setAccessibleName(GraphSidePanel::tr("Colours from 0 to %1").arg(most));
        update();
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
    auto* legend = new QVBoxLayout;
    legend->setContentsMargins(0, 6, 0, 0);
    legend->setSpacing(2);
    legend->addWidget(ramp_ = new HeatRamp);
    legend->addLayout(swatches_ = new QVBoxLayout);
    legend->addWidget(legendWords_ = new ToneLabel({}, Token::Muted, ToneLabel::Caption));
    legendWords_->setWordWrap(true);
    swatches_->setSpacing(2);
    colour.column->addLayout(legend);
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
    makeStep(section(tr("Where the step goes"), stepSection_));
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
    connect(&model_, &OpGraphModel::timesChanged, this, &GraphSidePanel::refreshTimes);
    connect(&model_, &OpGraphModel::measuringChanged, this, &GraphSidePanel::refreshStep);
    connect(&model_, &OpGraphModel::colourChanged, this, &GraphSidePanel::refreshLegend);
    refresh();
}

void GraphSidePanel::makeStep(QVBoxLayout* column) {
    const auto words = [](Token token) {
        auto* label = new ToneLabel({}, token, ToneLabel::Caption);
        label->setWordWrap(true);
        return label;
    };
    const auto button = [&](const char* name, const QString& text) {
        auto* made = new QPushButton(text);
        made->setObjectName(QLatin1String(name));
        column->addWidget(made, 0, Qt::AlignLeft);
        return made;
    };
    column->addWidget(problem_ = words(Token::Bad));
    stats_ = new ChoiceEdit;
    stats_->setObjectName(QStringLiteral("graphStats"));
    stats_->setAccessibleName(tr("The step whose times and memory are shown"));
    stats_->setToolTip(stats_->accessibleName());
    connect(stats_, &QComboBox::textActivated, &model_, &OpGraphModel::showStats);
    column->addWidget(stats_);
    column->addLayout(shares_ = new QVBoxLayout);
    shares_->setSpacing(column->spacing());
    column->addWidget(sentence_ = words(Token::Faint));
    column->addWidget(nothing_ = words(Token::Warn));
    without_ = button("graphWithoutRecording", tr("Without the recording"));
    connect(without_, &QPushButton::clicked, this, [this] { model_.showTimesOf(nullptr); });
    measure_ = button("graphMeasure", {});
    connect(measure_, &QPushButton::clicked, &model_, &OpGraphModel::measure);
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

void GraphSidePanel::refreshTimes() {
    if (model_.colour() == OpGraphModel::Colour::Time) refreshLegend();
    refreshStep();
}

void GraphSidePanel::refreshLegend() {
    colours_->setCurrentIndex(static_cast<int>(model_.colour()));
    clearLayout(swatches_);
    const GraphTints tints = tintsOf(*model_.view(), model_.colour());
    ramp_->set(tints.most);
    for (const auto& [tint, words] : tints.legend) swatches_->addWidget(new TintSwatch(tint, words));
    const bool time = model_.colour() == OpGraphModel::Colour::Time;
    legendWords_->setVisible(tints.most.isEmpty() && tints.legend.empty() && !model_.view()->nodes.empty());
    legendWords_->setText(!time                                  ? tr("Nothing of this graph tells it.")
                          : model_.kind() == GraphKind::Compiled ? tr("Not measured yet.")
                          : model_.kind() == GraphKind::Foreign
                              ? tr("Its file tells no times. TensorFlow writes them as RunMetadata.")
                              : tr("Times are those of the compiled plan."));
}

void GraphSidePanel::refreshStep() {
    const GraphView& view = *model_.view();
    const OpTimes& times = model_.times();
    const bool told = model_.kind() == GraphKind::Foreign && !view.stats.tags.empty();
    const bool runs = model_.measuring(), timed = !runs && view.stepSeconds >= 0;
    const bool recorded = !runs && !told && !model_.recording().isEmpty();
    const bool live = timed && !told && times.recordedSteps == 0 && times.liveSteps > 0;
    stepSection_->setVisible((model_.kind() == GraphKind::Compiled && !view.nodes.empty()) || told);
    problem_->setText(q(model_.measureProblem()));
    problem_->setVisible(!model_.measureProblem().empty());
    stats_->setVisible(told && !runs);
    if (told) refreshStats();
    refreshShares();
    const QString whole = shortTimeText(view.stepSeconds);
    QString sentence;
    if (timed && told)
        sentence = tr("Ops that took %1 together, those at once each with its own time. %2 of the %n op(s) that ran "
                      "are in this graph; the others TensorFlow added.",
                      "", view.stats.ran)
                       .arg(whole)
                       .arg(view.stats.known);
    else if (timed && times.recordedSteps > 0)
        sentence = tr("A step of %1: the mean of the %n step(s) of “%2”.", "", times.recordedSteps)
                       .arg(whole, model_.recording());
    else if (live)
        sentence = tr("A step of %1: the mean of the run's last %n step(s).", "", times.liveSteps).arg(whole);
    else if (timed)
        sentence = tr("A step of %1, measured on made-up data.").arg(whole);
    else if (told)
        sentence = tr("None of the ops that ran is in this graph.");
    sentence_->setToken(timed ? Token::Faint : Token::Muted);
    sentence_->setText(sentence);
    sentence_->setVisible(!sentence.isEmpty());
    nothing_->setText(tr("Nothing of “%1” is in this plan.").arg(model_.recording()));
    nothing_->setVisible(recorded && times.nothing);
    QWidget* const keyboard = window()->focusWidget();
    without_->setVisible(recorded);
    measure_->setText(timed ? tr("Measure again") : runs ? tr("Running some steps…") : tr("Measure some steps"));
    measure_->setVisible(!told && !recorded && !live);
    // A button that goes leaves the keyboard in its place.
    if ((keyboard == without_ || keyboard == measure_) && keyboard->isHidden())
        (recorded ? without_ : measure_->isHidden() ? stepSection_ : measure_)->setFocus(Qt::OtherFocusReason);
}

// A part keeps its row as long as it is shown, and the row the keyboard: who takes most changes from second to second.
void GraphSidePanel::refreshShares() {
    const GraphView& view = *model_.view();
    std::map<QString, ShareRow*> before;
    while (QLayoutItem* item = shares_->takeAt(0)) {
        auto* row = static_cast<ShareRow*>(item->widget());
        before.emplace(row->name(), row);
        delete item;
    }
    const auto show = [&](const StepPart& part, double most, bool leads) {
        auto known = before.extract(part.name);
        ShareRow* row = known ? known.mapped() : new ShareRow(part.name, leads);
        row->set(part.category, part.seconds / most, shortTimeText(part.seconds),
                 leads ? [this, pick = part.pick] { model_.reveal(pick); } : std::function<void()>());
        shares_->addWidget(row);
    };
    if (!model_.measuring() && view.stepSeconds >= 0) {
        const std::vector<StepPart> parts = partsOf(view);
        double rest = 0;
        for (size_t i = kMostParts; i < parts.size(); ++i) rest += parts[i].seconds;
        for (size_t i = 0; i < std::min(parts.size(), kMostParts); ++i) show(parts[i], parts[0].seconds, true);
        if (rest > 0)
            show({tr("%n more", "", static_cast<int>(parts.size() - kMostParts)), QStringLiteral("io"), rest, {}},
                 parts[0].seconds, false);
    }
    for (const auto& [name, row] : before) {
        row->hide();
        row->deleteLater();
    }
    tabThroughLayouts(*stepSection_);
}

// Each step that was measured has its own times.
void GraphSidePanel::refreshStats() {
    const GraphStats& stats = model_.view()->stats;
    QStringList tags, listed;
    for (const std::string& tag : stats.tags) tags << q(tag);
    for (int i = 0; i < stats_->count(); ++i) listed << stats_->itemText(i);
    if (tags != listed) {
        stats_->clear();
        stats_->addItems(tags);
    }
    stats_->setCurrentIndex(stats.shown);
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
