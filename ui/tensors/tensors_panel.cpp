// Everything that may have changed is looked at once a turn of the event loop, however many signals came.
#include "ui/tensors/tensors_panel.h"

#include <QGridLayout>
#include <QLineEdit>
#include <QListWidget>
#include <QPaintEvent>
#include <QPainter>
#include <QScrollArea>
#include <QSettings>
#include <QSplitter>
#include <QStackedWidget>
#include <QVBoxLayout>
#include <algorithm>
#include <cmath>
#include <set>
#include <utility>

#include "ui/models/settings.h"
#include "ui/models/workbench.h"
#include "ui/shell/desk.h"
#include "ui/shell/standard_edits.h"
#include "ui/tags/histogram_card.h"
#include "ui/tags/picture_card.h"
#include "ui/tensors/number_card.h"
#include "widgets/controls/empty_state.h"
#include "widgets/controls/labels.h"
#include "widgets/controls/step_bar.h"
#include "widgets/plot/line_plot.h"
#include "widgets/theme/theme.h"

namespace tl {

namespace {

const QString kValue = QStringLiteral("tensors/value");
constexpr int kAbreast = 12;                            // columns of the grid: two, three or four cards share them
constexpr int kCard = 190, kBeside = 480, kList = 210;  // px at letters of 100 %: a card, both parts, the list

}  // namespace

TensorsPanel::TensorsPanel(Desk& desk) : desk_(desk), bench_(desk.bench), settings_(desk.settings.store()) {
    setObjectName(QStringLiteral("tensorsPanel"));
    value_ = settings_.value(kValue).toString();
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    pages_ = new QStackedWidget;
    empty_ =
        new EmptyState(QStringLiteral("layers"), tr("No values yet"),
                       tr("All that is known of one value stands together here: watch weights, gradients or outputs "
                          "while a run trains, or open a folder that logs them."));
    empty_->setObjectName(QStringLiteral("tensorsEmpty"));
    empty_->setButtons(
        {{tr("Watch values…"), [&actions = desk.actions] { actions.trigger(QStringLiteral("watchMoreAction")); }}});
    pages_->addWidget(empty_);
    split_ = new QSplitter;
    split_->setObjectName(QStringLiteral("tensorsSplit"));
    split_->setChildrenCollapsible(false);
    split_->addWidget(makeList());
    split_->addWidget(makePage());
    split_->setStretchFactor(1, 1);
    split_->setSizes({Theme::instance().scaled(kList), Theme::instance().scaled(900)});
    pages_->addWidget(split_);
    column->addWidget(pages_);

    soon_.setSingleShot(true);
    connect(&soon_, &QTimer::timeout, this, &TensorsPanel::arrange);
    // Numbers alone are in the files within a second.
    reread_.setSingleShot(true);
    reread_.setInterval(1000);
    connect(&reread_, &QTimer::timeout, this, &TensorsPanel::readNumbers);
    connect(&bench_.runs, &RunModel::watched, this, [this](int run) {
        if (run == run_ && isVisible() && !reread_.isActive()) reread_.start();
    });
    const auto later = [this] {
        if (!soon_.isActive()) soon_.start(0);
    };
    connect(search_, &QLineEdit::textChanged, this, [this, later](const QString& text) {
        filter_ = TagFilter(text);
        later();
    });
    connect(list_, &QListWidget::currentTextChanged, this, [this](const QString& value) {
        if (!value.isEmpty()) choose(value);
    });
    connect(steps_, &StepBar::stepChosen, &bench_.step, &StepCursor::set);
    connect(steps_, &StepBar::followRequested, &bench_.step, &StepCursor::follow);
    connect(&bench_.step, &StepCursor::changed, this, later);
    connect(&bench_.events, &EventModel::changed, this, [this, later](int run) {
        later();
        if (run == run_ && isVisible()) readNumbers();
    });
    connect(&bench_.events, &EventModel::busyChanged, this, later);
    connect(&bench_.runs, &RunModel::visibilityChanged, this, later);
    connect(&bench_.runs, &RunModel::runAdded, this, later);
    connect(&bench_.runs, &RunModel::stateChanged, this, later);
    connect(&bench_.runs, &QAbstractItemModel::modelReset, this, later);
    connect(&bench_.runs, &RunModel::runsRemoved, this, later);
    connect(&bench_.selection, &Selection::runChanged, this, later);
    connect(&Theme::instance(), &Theme::changed, this, [this] { update(); });
    offerSearch(desk.actions, *this, "tensorsFilter");
}

TensorsPanel::~TensorsPanel() { bench_.reader.look(this, false); }

QWidget* TensorsPanel::makeList() {
    auto* part = new QWidget;
    auto* column = new QVBoxLayout(part);
    column->setContentsMargins(12, 10, 4, 12);
    column->setSpacing(8);
    search_ = new QLineEdit;
    search_->setObjectName(QStringLiteral("tensorsFilter"));
    search_->setPlaceholderText(tr("conv_9, */gradient"));
    search_->setClearButtonEnabled(true);
    search_->addAction(Theme::instance().icon(QStringLiteral("search")), QLineEdit::LeadingPosition);
    search_->setToolTip(tr("Words or patterns, with commas between: conv_9, */gradient"));
    column->addWidget(search_);
    list_ = new QListWidget;
    list_->setObjectName(QStringLiteral("tensorsValues"));
    list_->setAccessibleName(tr("Values"));
    list_->setFont(Theme::instance().mono(11));
    list_->setTextElideMode(Qt::ElideMiddle);
    list_->setUniformItemSizes(true);
    list_->setMinimumWidth(Theme::instance().scaled(140));
    column->addWidget(list_, 1);
    return part;
}

QWidget* TensorsPanel::makePage() {
    auto* part = new QWidget;
    auto* column = new QVBoxLayout(part);
    column->setContentsMargins(8, 10, 14, 12);
    column->setSpacing(8);
    page_ = new QScrollArea;
    page_->setFrameShape(QFrame::NoFrame);
    page_->setWidgetResizable(true);
    page_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    page_->viewport()->setAutoFillBackground(false);
    page_->viewport()->installEventFilter(this);
    cards_ = new QWidget;
    page_->setWidget(cards_);
    cards_->setAutoFillBackground(false);
    grid_ = new QGridLayout(cards_);
    grid_->setContentsMargins(0, 0, 0, 0);
    grid_->setSpacing(10);
    column->addWidget(page_, 1);
    steps_ = new StepBar;
    steps_->setObjectName(QStringLiteral("tensorsSteps"));
    column->addWidget(steps_);
    const auto add = [this](const QString& title, const QStringList& numbers, const QStringList& names) {
        auto* card = new NumberCard(bench_, title, numbers, names, cards_);
        card->plot().setLogY(numbers.front() == QLatin1String("update_ratio"));
        numbers_ << card;
        connect(&card->plot(), &LinePlot::menuOpening, this,
                [this](QMenu& menu) { desk_.actions.fill(menu, QStringLiteral("chart")); });
        connect(&card->plot(), &LinePlot::xZoomed, this, [this, card](double from, double to) {
            for (NumberCard* other : std::as_const(numbers_))
                if (other != card) other->plot().setXRange(from, to);
        });
        connect(&card->plot(), &LinePlot::fitted, this, [this, card] {
            for (NumberCard* other : std::as_const(numbers_))
                if (other != card) other->plot().fit();
        });
        card->hide();
    };
    add(tr("mean and deviation"), {QStringLiteral("mean"), QStringLiteral("deviation")}, {tr("mean"), tr("deviation")});
    add(tr("norm"), {QStringLiteral("norm")}, {tr("norm")});
    add(tr("update / weight"), {QStringLiteral("update_ratio")}, {tr("update / weight")});
    add(tr("share of zeros"), {QStringLiteral("zeros"), QStringLiteral("dead"), QStringLiteral("non_finite")},
        {tr("zeros"), tr("dead"), tr("not finite")});
    return part;
}

int TensorsPanel::run() const {
    const auto any = [this](int id) { return !watchedValues(bench_, id).isEmpty(); };
    if (const int chosen = bench_.selection.run(); chosen >= 0 && any(chosen)) return chosen;
    const auto& runs = bench_.runs.runs();
    for (auto each = runs.rbegin(); each != runs.rend(); ++each)
        if (each->shown() && any(each->id)) return each->id;
    return -1;
}

void TensorsPanel::arrange() {
    if (!isVisible()) return;
    const int shown = run();
    const bool busy = bench_.events.busy();
    if (shown < 0) {
        empty_->setMood(busy ? EmptyState::Busy : EmptyState::Empty);
        pages_->setCurrentIndex(0);
        return;
    }
    pages_->setCurrentIndex(1);
    if (std::exchange(run_, shown) != shown) readNumbers();
    QStringList values = watchedValues(bench_, shown);
    if (told_.run == shown && told_.numbers) {
        values << told_.numbers->values;
        values.sort();
        values.removeDuplicates();
    }
    listValues(values);
    const QString histogram = histogramTag(bench_, shown, value_), pictures = picturesTag(bench_, shown, value_);
    if (const QString wanted = QStringLiteral("%1\n%2\n%3\n%4").arg(shown).arg(value_, histogram, pictures);
        wanted != made_) {
        made_ = wanted;
        makeCards(shown, histogram, pictures);
    }
    takeForeign();
    const double at = bench_.step.follows() ? std::nan("") : bench_.step.step();
    const auto told = told_.run == shown && told_.value == value_ ? told_.numbers : nullptr;
    for (NumberCard* card : std::as_const(numbers_)) {
        card->show(shown, value_, told);
        card->plot().setCursor(at);
    }
    for (TagCard* card : {histogram_, pictures_})
        if (card) card->refresh();
    place();
    showSteps(shown);
}

// Another program's curves are in the list of runs already; taken where there are more of them.
void TensorsPanel::takeForeign() {
    const Run* whose = bench_.runs.find(run_);
    if (!whose || !whose->foreign) return;
    const size_t count = countOf(bench_, run_, value_);
    if (told_.run == run_ && told_.value == value_ && told_.count == count && told_.numbers) return;
    told_ = {run_, value_, count, std::make_shared<const ToldNumbers>(numbersOf(bench_, run_, value_))};
}

// The list stays as it is while its names do: somebody may be walking through it.
void TensorsPanel::listValues(const QStringList& values) {
    QStringList names;
    std::copy_if(values.begin(), values.end(), std::back_inserter(names),
                 [this](const QString& value) { return filter_.accepts(value); });
    QStringList listed;
    for (int i = 0; i < list_->count(); ++i) listed << list_->item(i)->text();
    const QSignalBlocker quiet(list_);
    if (names != listed) {
        list_->clear();
        list_->addItems(names);
        for (int i = 0; i < list_->count(); ++i) list_->item(i)->setToolTip(plainTip(names[i]));
    }
    if (!values.contains(value_)) {
        // Weights tell most.
        const auto kernel = std::find_if(names.begin(), names.end(),
                                         [](const QString& name) { return name.endsWith(QLatin1String("/kernel")); });
        value_ = kernel != names.end() ? *kernel : values.front();
        readNumbers();
    }
    list_->setCurrentRow(static_cast<int>(names.indexOf(value_)));
}

void TensorsPanel::choose(const QString& value) {
    if (value == value_) return;
    value_ = value;
    settings_.setValue(kValue, value);
    readNumbers();
    arrange();
}

void TensorsPanel::readNumbers() {
    const auto tags = bench_.events.runs().find(run_);
    const Run* whose = bench_.runs.find(run_);
    if (tags == bench_.events.runs().end() || !whose || whose->foreign) return;
    std::set<int> parts;  // its training and its validation; the first told is the training's
    for (const auto& [tag, series] : tags->second) {
        if (!parts.insert(series.part).second) continue;
        bench_.reader.load(
            this, QStringLiteral("tensors/%1").arg(series.part), series,
            [value = value_](const EventRun& run) { return numbersIn(run, value); },
            [this, run = run_, value = value_](ToldNumbers&& told) {
                if (run != run_ || value != value_ || told.values.isEmpty()) return;
                told_ = {run, value, 0, std::make_shared<const ToldNumbers>(std::move(told))};
                if (!soon_.isActive()) soon_.start(0);
            });
    }
}

void TensorsPanel::makeCards(int run, const QString& histogram, const QString& pictures) {
    for (TagCard** card : {&histogram_, &pictures_}) {
        delete *card;
        *card = nullptr;
    }
    if (!histogram.isEmpty()) histogram_ = new HistogramCard(bench_, run, histogram);
    if (!pictures.isEmpty()) {
        auto* card = new PictureCard(bench_, run, pictures);
        connect(card, &PictureCard::saved, this, [this](const QString& path, const QString& error) {
            error.isEmpty() ? desk_.notices.note(tr("Written to %1.").arg(path)) : desk_.notices.problem(error);
        });
        pictures_ = card;
    }
    for (TagCard* card : {histogram_, pictures_}) {
        if (!card) continue;
        card->setParent(cards_);
        card->setAlone();
        card->show();
    }
}

// What there is: histograms and pictures above, the curves below them, as many side by side as have room.
void TensorsPanel::place() {
    QList<QWidget*> above, below;
    for (TagCard* card : {histogram_, pictures_})
        if (card) above << card;
    for (NumberCard* card : std::as_const(numbers_)) {
        card->setVisible(!card->empty());
        if (!card->empty()) below << card;
    }
    for (QWidget* each : above + below) grid_->removeWidget(each);
    for (int row = 0; row < grid_->rowCount(); ++row) grid_->setRowStretch(row, 0);
    abreast_ = fitAbreast();
    int row = 0;
    for (const auto& [cards, stretch] : {std::pair(above, 3), std::pair(below, 2)}) {
        if (cards.isEmpty()) continue;
        const int count = static_cast<int>(cards.size()), rows = (count + abreast_ - 1) / abreast_;
        const int inOne = (count + rows - 1) / rows, wide = kAbreast / inOne;
        for (int i = 0; i < count; ++i) grid_->addWidget(cards[i], row + i / inOne, i % inOne * wide, 1, wide);
        for (const int end = row + rows; row < end; ++row) grid_->setRowStretch(row, stretch);
    }
}

int TensorsPanel::fitAbreast() const {
    return std::clamp(
        (page_->viewport()->width() + grid_->spacing()) / (Theme::instance().scaled(kCard) + grid_->spacing()), 1, 4);
}

bool TensorsPanel::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::Resize && abreast_ > 0 && abreast_ != fitAbreast()) place();
    return QWidget::eventFilter(watched, event);
}

// The list above the page, where both have no room side by side.
void TensorsPanel::resizeEvent(QResizeEvent*) {
    const Qt::Orientation along = width() < Theme::instance().scaled(kBeside) ? Qt::Vertical : Qt::Horizontal;
    if (along == split_->orientation()) return;
    split_->setOrientation(along);
    if (along == Qt::Horizontal)
        split_->setSizes({Theme::instance().scaled(kList), width() - Theme::instance().scaled(kList)});
    else
        split_->setSizes({height() / 4, height() * 3 / 4});
}

void TensorsPanel::showSteps(int run) {
    std::vector<double> steps;
    for (const TagCard* card : {histogram_, pictures_})
        if (const EventSeries* series = card ? bench_.events.find(run, card->tag()) : nullptr)
            for (const EventItem& item : series->items) steps.push_back(static_cast<double>(item.step));
    if (steps.empty() && told_.numbers && told_.run == run && told_.value == value_) steps = told_.numbers->steps;
    std::sort(steps.begin(), steps.end());
    steps.erase(std::unique(steps.begin(), steps.end()), steps.end());
    steps_->setVisible(!steps.empty());
    steps_->setSteps(std::move(steps));
    steps_->setPosition(bench_.step.step(), bench_.step.follows());
}

void TensorsPanel::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    bench_.reader.look(this, true);
    readNumbers();
    arrange();
}

void TensorsPanel::hideEvent(QHideEvent* event) {
    QWidget::hideEvent(event);
    bench_.reader.look(this, false);
}

void TensorsPanel::paintEvent(QPaintEvent* event) {
    QPainter(this).fillRect(event->rect(), Theme::instance().color(Token::Bg0));
}

}  // namespace tl
