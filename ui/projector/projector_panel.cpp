// The rows of a layer are kept: another method, or another nearness, needs no second look at the data.
#include "ui/projector/projector_panel.h"

#include <QComboBox>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QPaintEvent>
#include <QPainter>
#include <QPushButton>
#include <QSpinBox>
#include <QStackedWidget>
#include <QStyle>
#include <QToolButton>
#include <QVBoxLayout>
#include <utility>

#include "engine/layers/layer_type.h"
#include "ui/models/text.h"
#include "ui/models/workbench.h"
#include "ui/projector/picked_point.h"
#include "ui/shell/desk.h"
#include "ui/shell/standard_edits.h"
#include "widgets/controls/card.h"
#include "widgets/controls/empty_state.h"
#include "widgets/controls/labels.h"
#include "widgets/controls/progress_strip.h"
#include "widgets/controls/segmented_bar.h"
#include "widgets/plot/axis_text.h"
#include "widgets/plot/point_cloud.h"
#include "widgets/theme/theme.h"

namespace tl {

namespace {

constexpr double kLargeLetters = 1.2;  // of which one line holds not all controls
constexpr int kMostItems = 10000, kItemsAtFirst = 1000;
constexpr double kPerplexity = 30;
const QString kProjectionJob = QStringLiteral("projector");

}  // namespace

ProjectorPanel::ProjectorPanel(Desk& desk) : bench_(desk.bench), desk_(desk) {
    setObjectName(QStringLiteral("projectorPanel"));
    makeHeader();
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->addWidget(header_);
    pages_ = new QStackedWidget;
    empty_ = new EmptyState(QStringLiteral("diagram-3"), {});
    empty_->setObjectName(QStringLiteral("projectorEmpty"));
    pages_->addWidget(empty_);
    pages_->addWidget(makePage());
    column->addWidget(pages_, 1);

    connect(go_, &QPushButton::clicked, this, [this] { busy_ ? stop() : start(); });
    connect(cloud_, &PointCloud::pickedByHand, this, &ProjectorPanel::pick);
    connect(search_, &QLineEdit::textChanged, this, &ProjectorPanel::search);
    connect(picked_, &PickedPoint::neighbourActivated, this, [this](int point) {
        cloud_->setPicked(point);
        pick(point);
    });
    connect(pictures_, &QToolButton::toggled, this, &ProjectorPanel::showPictures);
    connect(names_, &QToolButton::toggled, cloud_, &PointCloud::setShowNames);
    const auto look = [this] {
        if (isVisible()) refresh();
    };
    connect(&bench_.data, &DataSetModel::stateChanged, this, look);
    connect(&bench_.runs, &RunModel::stateChanged, this, look);
    connect(&bench_.runs, &RunModel::runAdded, this, look);
    connect(&bench_.runs, &QAbstractItemModel::modelReset, this, look);
    connect(&bench_.runs, &RunModel::runsRemoved, this, look);
    connect(&bench_.runs, &QAbstractItemModel::dataChanged, this, look);
    connect(&bench_.selection, &Selection::runChanged, this, look);
    connect(&bench_.network, &NetworkModel::reportChanged, this, look);
    connect(&bench_.library, &RunLibrary::opened, this, &ProjectorPanel::forget);
    connect(&Theme::instance(), &Theme::changed, this, [this] { update(); });
    offerSearch(desk.actions, *this, "projectorSearch");
    refresh();
}

void ProjectorPanel::makeHeader() {
    header_ = new QWidget;
    auto* lines = new QVBoxLayout(header_);
    lines->setContentsMargins(0, 0, 0, 0);
    lines->setSpacing(6);
    const auto line = [lines] {
        auto* made = new QHBoxLayout;
        made->setSpacing(8);
        made->addStretch(1);
        lines->addLayout(made);
        return made;
    };
    QHBoxLayout* row = line();
    stale_ = new ElidedLabel(Qt::ElideRight, Token::Warn);
    stale_->setType(ToneLabel::Caption);
    stale_->setObjectName(QStringLiteral("projectorStale"));
    stale_->setContentsMargins(14, 0, 0, 0);
    stale_->hide();
    row->insertWidget(0, stale_, 100);  // the controls stay where they are
    layers_ = new QComboBox;
    layers_->setObjectName(QStringLiteral("projectorLayer"));
    layers_->setToolTip(tr("The layer whose output is projected"));
    layers_->setAccessibleName(tr("Layer"));
    row->addWidget(layers_);
    splits_ = new QComboBox;
    splits_->setObjectName(QStringLiteral("projectorSplit"));
    splits_->setToolTip(tr("Of which split"));
    splits_->setAccessibleName(tr("Split"));
    row->addWidget(splits_);
    count_ = new QSpinBox;
    count_->setObjectName(QStringLiteral("projectorCount"));
    count_->setRange(10, kMostItems);
    count_->setSingleStep(500);
    count_->setValue(kItemsAtFirst);
    count_->setToolTip(tr("How many of its items, evenly apart"));
    count_->setAccessibleName(tr("Items"));
    row->addWidget(count_);
    if (Theme::instance().textScale() > kLargeLetters) row = line();
    methods_ = new SegmentedBar;
    methods_->setObjectName(QStringLiteral("projectorMethod"));
    methods_->addSegment(tr("PCA"), tr("Principal components: keeps what varies most"));
    methods_->addSegment(tr("t-SNE"), tr("Keeps who is near whom; takes longer"));
    row->addWidget(methods_);
    go_ = new QPushButton;
    go_->setObjectName(QStringLiteral("projectButton"));
    row->addWidget(go_);
    connect(methods_, &SegmentedBar::currentChanged, this, &ProjectorPanel::refresh);
    connect(layers_, &QComboBox::activated, this, &ProjectorPanel::refresh);
    connect(splits_, &QComboBox::activated, this, &ProjectorPanel::refresh);
    connect(count_, &QSpinBox::valueChanged, this, &ProjectorPanel::refresh);
    search_ = new QLineEdit;
    search_->setObjectName(QStringLiteral("projectorSearch"));
    search_->setPlaceholderText(tr("name or class"));
    search_->setClearButtonEnabled(true);
    search_->setMinimumWidth(Theme::instance().scaled(70));
    search_->setMaximumWidth(Theme::instance().scaled(150));
    search_->addAction(Theme::instance().icon(QStringLiteral("search")), QLineEdit::LeadingPosition);
    row->addWidget(search_);
}

QWidget* ProjectorPanel::makePage() {
    auto* page = new QWidget;
    auto* row = new QHBoxLayout(page);
    row->setContentsMargins(14, 2, 14, 14);
    row->setSpacing(12);
    auto* card = new Card;
    auto* space = new QWidget;
    auto* inner = new QVBoxLayout(space);
    inner->setContentsMargins(8, 0, 8, 8);
    inner->setSpacing(4);
    cloud_ = new PointCloud;
    cloud_->setObjectName(QStringLiteral("pointCloud"));
    inner->addWidget(cloud_, 1);
    progress_ = new ProgressStrip;
    progress_->setObjectName(QStringLiteral("projectorProgress"));
    inner->addWidget(progress_);
    auto* foot = new QHBoxLayout;
    facts_ = new ToneLabel({}, Token::Muted, ToneLabel::Caption);
    facts_->setObjectName(QStringLiteral("projectorFacts"));
    facts_->setWordWrap(true);
    foot->addWidget(facts_, 1);
    const auto addSwitch = [&](const char* name, const char* icon, const QString& text, bool on) {
        auto* button = new QToolButton;
        button->setObjectName(QLatin1String(name));
        button->setIcon(Theme::instance().icon(QLatin1String(icon)));
        button->setToolTip(text);
        button->setAccessibleName(text);
        button->setCheckable(true);
        button->setChecked(on);
        foot->addWidget(button);
        return button;
    };
    names_ = addSwitch("projectorNames", "tag", tr("Class names at their middles"), true);
    pictures_ = addSwitch("projectorPictures", "image", tr("Small pictures instead of dots"), false);
    inner->addLayout(foot);
    card->setBody(space);
    row->addWidget(card, 1);

    picked_ = new PickedPoint(bench_);
    row->addWidget(picked_);
    return page;
}

const Run* ProjectorPanel::run() const {
    const auto fits = [](const Run* run) {
        return run && !run->foreign && run->hasCheckpoint && !run->folder.isEmpty();
    };
    if (const Run* chosen = bench_.runs.find(bench_.selection.run()); fits(chosen)) return chosen;
    const Run* last = nullptr;
    for (const Run& each : bench_.runs.runs())
        if (fits(&each)) last = &each;
    return last;
}

// As the list of runs calls it.
QString ProjectorPanel::runOf(const LayerRows& rows) const {
    const Run* run = bench_.runs.at(rows.folder);
    return run ? run->name : QFileInfo(rows.folder).fileName();
}

bool ProjectorPanel::ofData(const LayerRows& rows) const {
    const auto source = rows.source.lock();
    return source && source == bench_.data.split(rows.split);
}

static void fill(QComboBox* box, const QStringList& entries, const QString& first, QString (*title)(const QString&)) {
    QStringList now;
    for (int i = 0; i < box->count(); ++i) now << box->itemData(i).toString();
    if (now == entries) return;
    const QString kept = box->currentData().toString(), chosen = entries.contains(kept) ? kept : first;
    box->clear();
    for (const QString& entry : entries) box->addItem(title(entry), entry);
    box->setCurrentIndex(box->findData(chosen));
}

// The network's layers in their order; at first the one whose output the last layer with weights reads.
void ProjectorPanel::fillLayers() {
    if (std::exchange(filled_, bench_.network.revision()) == bench_.network.revision()) return;
    const NetworkSpec& network = bench_.network.spec();
    QStringList layers;
    QString before;
    std::string last;
    for (const NodeSpec& node : network.nodes) {
        const LayerType* type = findLayer(node.type);
        if (!type || type->maxInputs == 0 || !type->hasOutput || node.bypassed) continue;
        layers << q(node.id);
        if (type->category == Category::Core || type->category == Category::Conv) last = node.id;
    }
    for (const LinkSpec& link : network.links)
        if (link.to == last && layers.contains(q(link.from))) before = q(link.from);
    fill(layers_, layers, before, [](const QString& name) { return name; });
}

void ProjectorPanel::fillChoices() {
    fillLayers();
    const QStringList splits = bench_.data.splits();
    fill(splits_, splits,
         splits.contains(QStringLiteral("test")) ? QStringLiteral("test") : splits.value(splits.size() - 1),
         &DataSetModel::splitTitle);
}

void ProjectorPanel::refresh() {
    fillChoices();
    const bool data = bench_.data.state() == DataSetModel::State::Ready;
    const Run* from = run();
    const QString missing = !data   ? tr("There is no data set to project.")
                            : !from ? tr("Train first: a run's checkpoint holds the weights to look through.")
                            : layers_->count() < 1 ? tr("The network has no layer.")
                                                   : QString();
    go_->setText(busy_ ? tr("Cancel") : tr("Project"));
    go_->setEnabled(busy_ || missing.isEmpty());
    // What is chosen is not what is seen: the button says so, and what is seen.
    const bool stale =
        shown_.rows && !busy_ &&
        (static_cast<int>(shown_.method) != methods_->currentIndex() || shown_.rows->layer != layers_->currentText() ||
         shown_.rows->split != splits_->currentData().toString() || shown_.rows->asked != count_->value() ||
         (from && shown_.rows->folder != from->folder) || (data && !ofData(*shown_.rows)));
    if (stale != go_->property("primary").toBool()) {
        go_->setProperty("primary", stale);
        go_->style()->polish(go_);
    }
    stale_->setVisible(stale);
    if (stale)
        stale_->setText(tr("Still %1 of %2 over %3, %4")
                            .arg(shown_.method == ProjectionMethod::Pca ? tr("PCA") : tr("t-SNE"), shown_.rows->layer,
                                 shown_.rows->split, runOf(*shown_.rows)));
    go_->setToolTip(from && !busy_ ? tr("With the weights of %1's newest checkpoint").arg(from->name) : QString());
    header_->setVisible(missing.isEmpty() || shown_.rows);
    if (shown_.rows || busy_) {
        pages_->setCurrentIndex(1);
        return;
    }
    const QString sentence = !problem_.isEmpty()  ? problem_
                             : !missing.isEmpty() ? missing
                                                  : tr("Project a layer's output over a split, with the weights of %1: "
                                                       "samples that the network finds alike come to stand together.")
                                                        .arg(from->name);
    pages_->setCurrentIndex(0);
    empty_->setMood(problem_.isEmpty() ? EmptyState::Empty : EmptyState::Failed);
    empty_->setTitle(problem_.isEmpty() ? tr("No projection yet") : tr("The projection failed"));
    empty_->setSentence(sentence);
    std::vector<EmptyState::Button> ways;
    if (missing.isEmpty())
        ways.push_back({tr("Project"), [this] { start(); }, true, QStringLiteral("projectorEmptyAction")});
    empty_->setButtons(std::move(ways));
}

void ProjectorPanel::start() {
    const Run* from = run();
    const auto source = bench_.data.split(splits_->currentData().toString());
    if (!from || !source) return refresh();
    const auto method = static_cast<ProjectionMethod>(methods_->currentIndex());
    const QString folder = from->folder, layer = layers_->currentText(), split = splits_->currentData().toString();
    const qint64 count = count_->value();
    auto known = shown_.rows;
    if (known && (known->folder != folder || known->layer != layer || known->split != split || known->asked != count ||
                  known->source.lock() != source || from->live()))
        known = nullptr;
    problem_.clear();
    busy_ = true;
    moving_ = {};
    const int round = ++round_;
    showProgress(0, tr("Running %1 over %2").arg(layer, split));
    progress_->show();
    cloud_->setMessage({});
    refresh();
    // From the job's thread.
    const auto tell = [this, post = bench_.jobs.poster(this), round](double share, const QString& what,
                                                                     const QVector<QVector3D>& points) {
        post([this, round, share, what, points] {
            if (round != round_ || !busy_) return;
            showProgress(share, what);
            if (points.isEmpty() || points.size() != cloud_->points().size()) return;
            cloud_->movePoints(points);
            moving_.done = 2 * share - 1;
        });
    };
    const auto arrived = [this, post = bench_.jobs.poster(this), round](const std::shared_ptr<const LayerRows>& rows) {
        post([this, round, rows] {
            if (round != round_) return;
            // Dots to move while t-SNE goes on.
            cloud_->setPoints(QVector<QVector3D>(rows->labels.size()), rows->labels, rows->classes);
            facts_->setText({});  // they were those of what was seen before
            showNames(*rows);
            moving_ = {.rows = rows, .method = ProjectionMethod::Tsne, .points = {}, .done = 0};
            showPictures(pictures_->isChecked());
            search(search_->text());
        });
    };
    bench_.jobs.run(
        this, kProjectionJob,
        [known, folder, layer, split, source, count, method, tell, arrived,
         sentence = tr("Projecting")](std::stop_token stop) {
            auto rows = known ? known : layerRows(folder, layer, split, source, count, stop, [&](double share) {
                tell(share * 0.5, {}, {});
            });
            tell(0.5, sentence, {});
            if (method == ProjectionMethod::Tsne) arrived(rows);
            return project(
                std::move(rows), method, kPerplexity, stop,
                [&](double share, const QVector<QVector3D>& points) { tell(0.5 + share * 0.5, {}, points); });
        },
        [this, round](ProjectedRows projected) {
            if (round == round_) display(std::move(projected));
        },
        [this, round](const Message& problem) {
            if (round != round_) return;
            busy_ = false;
            problem_ = q(problem);
            if (shown_.rows) desk_.notices.problem(problem_);
            showAgain();
        });
}

// Of two halves, each of which tells what is left of itself: how long the other takes nobody knows.
void ProjectorPanel::showProgress(double share, const QString& what) {
    if (!what.isEmpty()) {
        half_ = what;
        halfBegan_ = share;
        since_.start();
    }
    const double done = 2 * (share - halfBegan_), spent = static_cast<double>(since_.elapsed()) / 1e3;
    progress_->setFraction(share);
    progress_->setText(half_, done > 0.02 ? tr("%1 left").arg(durationText(spent / done - spent)) : QString());
}

void ProjectorPanel::stop() {
    bench_.jobs.cancel(kProjectionJob);
    ++round_;
    busy_ = false;
    if (moving_.rows && moving_.done > 0) {  // what has come of it is worth a look
        moving_.points = cloud_->points();
        return display(std::exchange(moving_, {}));
    }
    showAgain();
}

// What was seen before.
void ProjectorPanel::showAgain() {
    progress_->hide();
    moving_ = {};
    if (shown_.rows) {
        showNames(*shown_.rows);
        cloud_->setPoints(shown_.points, shown_.rows->labels, shown_.rows->classes);
        showPictures(pictures_->isChecked());
        showFacts();
        search(search_->text());
    }
    refresh();
}

void ProjectorPanel::display(ProjectedRows projected) {
    busy_ = false;
    progress_->hide();
    moving_ = {};
    const bool same = shown_.rows == projected.rows;
    const int picked = same ? cloud_->picked() : -1;
    shown_ = std::move(projected);
    const LayerRows& rows = *shown_.rows;
    showNames(rows);
    cloud_->setPoints(shown_.points, rows.labels, rows.classes);
    pictures_->setEnabled(!rows.pictures.isEmpty());
    showPictures(pictures_->isChecked());
    showFacts();
    search(search_->text());
    cloud_->setPicked(picked);
    pick(picked);
    refresh();
}

void ProjectorPanel::showNames(const LayerRows& rows) {
    cloud_->setName([names = rows.names](int point) { return names.value(point); });
}

void ProjectorPanel::showFacts() {
    const LayerRows& rows = *shown_.rows;
    const QString counted =
        tr("%1: %2 of %3 items of %4, %5 numbers each")
            .arg(runOf(rows), grouped(rows.labels.size()), grouped(rows.total), rows.split, grouped(rows.rows().width));
    facts_->setText(
        shown_.method == ProjectionMethod::Pca ? tr("%1 · three components keep %2 % of the variance")
                                                     .arg(counted, QString::number(100 * shown_.variance, 'f', 1))
        : shown_.done < 1
            ? tr("%1 · t-SNE as far as it got, %2 %").arg(counted, QString::number(100 * shown_.done, 'f', 0))
            : tr("%1 · divergence %2 at perplexity 30").arg(counted, valueText(shown_.divergence)));
}

void ProjectorPanel::showPictures(bool on) {
    if (const auto rows = dots(); on && rows && !rows->pictures.isEmpty())
        cloud_->setPicture([rows](int point) { return rows->pictures.value(point); });
    else
        cloud_->setPicture({});
}

void ProjectorPanel::search(const QString& text) {
    QVector<int> found;
    const QString words = text.trimmed();
    if (const auto rows = dots(); rows && !words.isEmpty()) {
        // A class's whole name means that class alone: "8" is no part of "test 80".
        const auto exact = rows->classes.indexOf(words);
        for (int i = 0; i < rows->labels.size(); ++i) {
            const int label = rows->labels[i];
            if (exact >= 0 ? label == exact
                           : rows->names[i].contains(words, Qt::CaseInsensitive) ||
                                 rows->classes.value(label).contains(words, Qt::CaseInsensitive))
                found << i;
        }
    }
    cloud_->setMarked(found);
}

// The window's selected image, as a click in the data browser makes it.
void ProjectorPanel::pick(int point) {
    const auto rows = dots();
    const bool any = rows && point >= 0 && point < rows->labels.size();
    if (any && ofData(*rows)) bench_.selection.setImage(rows->split, rows->output.items[static_cast<size_t>(point)]);
    picked_->setPoint(any ? rows : nullptr, point);
}

// Another project has other networks, images and runs: nothing of this one's stays.
void ProjectorPanel::forget() {
    bench_.jobs.cancel(kProjectionJob);
    ++round_;
    busy_ = false;
    progress_->hide();
    problem_.clear();
    shown_ = moving_ = {};
    search_->clear();
    facts_->setText({});
    cloud_->setMarked({});
    cloud_->setPicture({});
    cloud_->setName({});
    cloud_->setPoints({}, {}, {});
    cloud_->setPicked(-1);
    pick(-1);
    refresh();
}

void ProjectorPanel::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    refresh();
}

void ProjectorPanel::paintEvent(QPaintEvent* event) {
    QPainter(this).fillRect(event->rect(), Theme::instance().color(Token::Bg0));
}

}  // namespace tl
