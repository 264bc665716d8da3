// Everything that may have changed is looked at once a turn of the event loop, however many signals came.
#include "ui/tags/tag_panel.h"

#include <QApplication>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QPaintEvent>
#include <QPainter>
#include <QSettings>
#include <QStackedWidget>
#include <QToolButton>
#include <QVBoxLayout>
#include <algorithm>
#include <functional>
#include <set>
#include <utility>

#include "ui/models/settings.h"
#include "ui/models/text.h"
#include "ui/models/workbench.h"
#include "ui/shell/chart_actions.h"
#include "ui/shell/desk.h"
#include "ui/shell/standard_edits.h"
#include "ui/tags/tag_card.h"
#include "widgets/controls/card_flow.h"
#include "widgets/controls/empty_state.h"
#include "widgets/controls/labels.h"
#include "widgets/controls/step_bar.h"
#include "widgets/theme/theme.h"

namespace tl {

namespace {

constexpr int kFewTags = 12;  // so many need no captions

class Pin : public QUndoCommand {
public:
    Pin(const QString& name, std::function<void(bool)> set, bool on)
        : QUndoCommand(name), set_(std::move(set)), on_(on) {}

private:
    void undo() override { set_(!on_); }
    void redo() override { set_(on_); }
    std::function<void(bool)> set_;
    bool on_;
};

QString groupOf(const QString& tag) { return tag.section(QLatin1Char('/'), 0, 0); }

}  // namespace

TagPanel::TagPanel(Desk& desk, EventKind kind, const Words& words)
    : bench_(desk.bench), actions_(desk.actions), settings_(desk.settings.store()), kind_(kind), words_(words) {
    const QString name = QLatin1String(words.name);
    setObjectName(name + QStringLiteral("Panel"));
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);

    header_ = new QWidget;
    controls_ = new QHBoxLayout(header_);
    controls_->setContentsMargins(0, 0, 0, 0);
    controls_->setSpacing(8);
    controls_->addStretch(1);
    several_ = new QToolButton;
    several_->setObjectName(name + QStringLiteral("Several"));
    several_->setProperty("framed", true);
    several_->setCheckable(true);
    several_->setIcon(Theme::instance().icon(QStringLiteral("layout-split")));
    several_->setToolTip(tr("All shown runs side by side; else the chosen one alone"));
    several_->setAccessibleName(tr("Runs side by side"));
    several_->setChecked(settings_.value(settingsKey("several"), false).toBool());
    controls_->addWidget(several_);
    search_ = new QLineEdit;
    search_->setObjectName(name + QStringLiteral("Filter"));
    search_->setPlaceholderText(words.filter);
    search_->setClearButtonEnabled(true);
    search_->setMinimumWidth(66);
    search_->setMaximumWidth(Theme::instance().scaled(170));
    search_->addAction(Theme::instance().icon(QStringLiteral("search")), QLineEdit::LeadingPosition);
    search_->setToolTip(tr("Words or patterns, with commas between: conv_9, */gradient"));
    controls_->addWidget(search_, 100);
    column->addWidget(header_);

    whose_ = new ToneLabel({}, Token::Muted);
    whose_->setObjectName(name + QStringLiteral("Whose"));
    whose_->setWordWrap(true);  // runs have long names, which must not widen the window
    whose_->setContentsMargins(14, 2, 14, 8);
    whose_->hide();
    column->addWidget(whose_);
    problem_ = new ToneLabel({}, Token::Bad);
    problem_->setObjectName(name + QStringLiteral("Problem"));
    problem_->setWordWrap(true);
    problem_->setContentsMargins(14, 2, 14, 8);
    problem_->hide();
    column->addWidget(problem_);
    pages_ = new QStackedWidget;
    empty_ = new EmptyState(QLatin1String(words.icon), words.title, words.sentence);
    empty_->setObjectName(name + QStringLiteral("Empty"));
    flow_ = new CardFlow;
    flow_->setObjectName(name + QStringLiteral("Flow"));
    flow_->setFactory([this](const QString& key) { return makeCard(key); });
    pages_->addWidget(empty_);
    pages_->addWidget(flow_);
    column->addWidget(pages_, 1);
    auto* foot = new QHBoxLayout;
    foot->setContentsMargins(14, 6, 14, 12);
    steps_ = new StepBar;
    steps_->setObjectName(name + QStringLiteral("Steps"));
    foot->addWidget(steps_);
    column->addLayout(foot);

    pinned_ = settings_.value(settingsKey("pinned")).toStringList();
    flow_->setFolded(settings_.value(settingsKey("folded")).toStringList());
    connect(flow_, &CardFlow::foldedChanged, this,
            [this] { settings_.setValue(settingsKey("folded"), flow_->folded()); });
    soon_.setSingleShot(true);
    connect(&soon_, &QTimer::timeout, this, &TagPanel::arrange);
    step_.setSingleShot(true);
    connect(&step_, &QTimer::timeout, this, &TagPanel::showStep);
    const auto later = [this] {
        if (!soon_.isActive()) soon_.start(0);
    };
    connect(search_, &QLineEdit::textChanged, this, [this, later](const QString& text) {
        filter_ = TagFilter(text);
        later();
    });
    connect(several_, &QToolButton::toggled, this, [this, later](bool on) {
        settings_.setValue(settingsKey("several"), on);
        flow_->clear();
        later();
    });
    connect(steps_, &StepBar::stepChosen, &bench_.step, &StepCursor::set);
    connect(steps_, &StepBar::followRequested, &bench_.step, &StepCursor::follow);
    connect(&bench_.step, &StepCursor::changed, this, [this] {
        if (!step_.isActive()) step_.start(0);
    });
    connect(&bench_.events, &EventModel::changed, this, later);
    connect(&bench_.events, &EventModel::busyChanged, this, later);
    connect(&bench_.runs, &RunModel::visibilityChanged, this, later);
    connect(&bench_.runs, &RunModel::runAdded, this, later);
    connect(&bench_.runs, &RunModel::stateChanged, this, later);
    connect(&bench_.runs, &QAbstractItemModel::modelReset, this, later);
    connect(&bench_.runs, &RunModel::runsRemoved, this, later);
    connect(&bench_.selection, &Selection::runChanged, this, later);
    connect(&Theme::instance(), &Theme::changed, this, [this] { update(); });
    offerCards(desk.actions, *this);
    offerSteps(desk.actions, *this, done_);
    offerSearch(desk.actions, *this, qPrintable(search_->objectName()));
}

TagPanel::~TagPanel() { bench_.reader.look(this, false); }

QString TagPanel::settingsKey(const char* what) const {
    return QStringLiteral("tags/%1/%2").arg(QLatin1String(words_.name), QLatin1String(what));
}

void TagPanel::addControl(QWidget* widget) { controls_->insertWidget(1, widget); }

void TagPanel::setCardSize(int leastWidth, int height) { flow_->setCardSize(leastWidth, height); }

TagCard* TagPanel::card(int run, const QString& tag) const {
    return static_cast<TagCard*>(flow_->card(TagCard::keyOf(run, tag)));
}

QWidget* TagPanel::makeCard(const QString& key) {
    const QString tag = key.section(QLatin1Char('\n'), 1);
    TagCard* card = make(key.section(QLatin1Char('\n'), 0, 0).toInt(), tag);
    card->setShowsRun(several_->isChecked());
    if (overlays()) card->setCompanions(runsWith(tag));
    card->setPinned(pinned_.contains(tag));
    card->setExpandedState(flow_->expanded(key));
    connect(card, &TagCard::expandToggled, this, [this, key](bool on) { flow_->setExpanded(key, on); });
    connect(card, &TagCard::pinToggled, this, [this, card, tag](bool on) {
        // Where Undo means this.
        if (const QWidget* focus = QApplication::focusWidget(); !focus || !isAncestorOf(focus))
            card->setFocus(Qt::OtherFocusReason);
        done_.push(new Pin(
            tr("pin of “%1”").arg(tag), [this, tag](bool pinned) { pin(tag, pinned); }, on));
    });
    return card;
}

void TagPanel::pin(const QString& tag, bool on) {
    pinned_.removeAll(tag);
    if (on) pinned_ << tag;
    settings_.setValue(settingsKey("pinned"), pinned_);
    for (QWidget* each : flow_->cards())
        if (auto* card = static_cast<TagCard*>(each); card->tag() == tag) card->setPinned(on);
    arrange();
}

std::vector<int> TagPanel::chosenRuns() const {
    std::vector<int> having;
    for (const Run& run : bench_.runs.runs()) {
        const auto tags = bench_.events.runs().find(run.id);
        if (!run.shown() || tags == bench_.events.runs().end()) continue;
        if (std::any_of(tags->second.begin(), tags->second.end(),
                        [this](const auto& tag) { return tag.second.kind == kind_; }))
            having.push_back(run.id);
    }
    if (several_->isChecked() || having.size() < 2) return having;
    const int chosen = bench_.selection.run();
    return {std::count(having.begin(), having.end(), chosen) ? chosen : having.back()};
}

std::vector<int> TagPanel::runsWith(const QString& tag) const {
    std::vector<int> having;
    for (const int run : chosenRuns())
        if (const EventSeries* series = bench_.events.find(run, tag); series && series->kind == kind_)
            having.push_back(run);
    return having;
}

void TagPanel::arrange() {
    if (!isVisible()) return;
    const std::vector<int> runs = chosenRuns();
    std::set<QString> tags;
    bool any = false;
    for (const int run : runs)
        for (const auto& [tag, series] : bench_.events.runs().at(run)) {
            if (series.kind != kind_) continue;
            any = true;
            if (filter_.accepts(tag)) tags.insert(tag);
        }
    const auto keysOf = [&](const QString& tag) {
        QStringList keys;
        for (const int run : runs)
            if (const EventSeries* series = bench_.events.find(run, tag); series && series->kind == kind_)
                if (!overlays() || keys.isEmpty()) keys << TagCard::keyOf(run, tag);
        return keys;
    };
    std::vector<CardFlow::Group> groups;
    CardFlow::Group pinned{tr("Pinned"), {}};
    const bool captions = tags.size() > kFewTags;
    for (const QString& tag : tags) {
        if (pinned_.contains(tag)) {
            pinned.keys << keysOf(tag);
            continue;
        }
        const QString title = captions ? groupOf(tag) : QString();
        if (groups.empty() || groups.back().title != title) groups.push_back({title, {}});
        groups.back().keys << keysOf(tag);
    }
    if (!pinned.keys.isEmpty()) groups.insert(groups.begin(), pinned);
    flow_->setGroups(groups);

    const Run* chosen = bench_.runs.find(bench_.selection.run());
    const bool others = chosen && runs.size() == 1 && runs.front() != chosen->id;
    whose_->setVisible(others);
    if (others)
        whose_->setText(tr("“%1” has none of them: these are those of “%2”.")
                            .arg(chosen->name, bench_.runs.find(runs.front())->name));
    QStringList problems;
    for (const Run& run : bench_.runs.runs())
        for (const Message& problem : run.problems)
            if (run.foreign && run.shown()) problems << tr("%1: %2").arg(run.name, q(problem));
    problem_->setText(problems.join(QLatin1Char('\n')));
    problem_->setVisible(!problems.isEmpty());
    showSteps(runs);
    header_->setVisible(any);
    if (tags.empty()) {
        std::vector<EmptyState::Button> open;
        if (!any && !bench_.events.busy())
            open.push_back({tr("Open run folder…"), [this] { actions_.trigger(QStringLiteral("openRunAction")); }});
        empty_->setButtons(std::move(open));
        empty_->setMood(bench_.events.busy() && !any ? EmptyState::Busy : EmptyState::Empty);
        empty_->setTitle(any ? tr("Nothing fits the filter") : bench_.events.busy() ? tr("Reading") : words_.title);
        empty_->setSentence(any                    ? tr("No tag's name holds “%1”.").arg(search_->text())
                            : bench_.events.busy() ? tr("The runs' event files are being read.")
                                                   : words_.sentence);
    }
    pages_->setCurrentWidget(tags.empty() ? static_cast<QWidget*>(empty_) : flow_);
    if (overlays())
        for (QWidget* each : flow_->cards()) {
            auto* card = static_cast<TagCard*>(each);
            card->setCompanions(runsWith(card->tag()));
        }
    showStep();
}

void TagPanel::showStep() {
    if (!isVisible()) return;
    steps_->setPosition(bench_.step.step(), bench_.step.follows());
    for (QWidget* each : flow_->cards()) static_cast<TagCard*>(each)->refresh();
}

// Most tags have the same steps: those of one of each kind are merged. Which are the same their sums tell, that grow as
// the series do: nothing that was seen before is gone through.
void TagPanel::showSteps(const std::vector<int>& runs) {
    std::vector<const EventSeries*> distinct;
    std::set<std::pair<size_t, uint64_t>> seen;
    std::erase_if(sums_, [&](const auto& each) { return !bench_.events.find(each.first.first, each.first.second); });
    for (const int run : runs)
        for (const auto& [tag, series] : bench_.events.runs().at(run)) {
            if (series.kind != kind_ || series.items.empty() || !filter_.accepts(tag)) continue;
            Sum& sum = sums_[{run, tag}];
            if (sum.source != series.source || sum.part != series.part || sum.generation != series.generation ||
                sum.items > series.items.size())
                sum = {series.source, series.part, series.generation};
            for (; sum.items < series.items.size(); ++sum.items)
                sum.hash = (sum.hash ^ static_cast<uint64_t>(series.items[sum.items].step + 1)) * 0x100000001b3;
            if (seen.emplace(sum.items, sum.hash).second) distinct.push_back(&series);
        }
    std::vector<double> steps;
    for (const EventSeries* series : distinct)
        for (const EventItem& item : series->items) steps.push_back(static_cast<double>(item.step));
    std::sort(steps.begin(), steps.end());
    steps.erase(std::unique(steps.begin(), steps.end()), steps.end());
    steps_->setVisible(!steps.empty());
    steps_->setSteps(std::move(steps));
}

void TagPanel::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    bench_.reader.look(this, true);
    arrange();
}

void TagPanel::hideEvent(QHideEvent* event) {
    QWidget::hideEvent(event);
    bench_.reader.look(this, false);
}

void TagPanel::paintEvent(QPaintEvent* event) {
    QPainter(this).fillRect(event->rect(), Theme::instance().color(Token::Bg0));
}

}  // namespace tl
