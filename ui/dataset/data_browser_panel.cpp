// Filtering by name asks the source for each name, a million of them perhaps: it runs as a job, and the newest one
// wins.
#include "ui/dataset/data_browser_panel.h"

#include <QComboBox>
#include <QDragEnterEvent>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QPaintEvent>
#include <QPainter>
#include <QPushButton>
#include <QScrollBar>
#include <QSignalBlocker>
#include <QSlider>
#include <QStackedWidget>
#include <QTimer>
#include <QVBoxLayout>
#include <algorithm>
#include <utility>

#include "engine/data/spec_settings.h"
#include "ui/dataset/item_key.h"
#include "ui/dataset/row_table.h"
#include "ui/dataset/source_thumbnails.h"
#include "ui/models/item_title.h"
#include "ui/models/text.h"
#include "widgets/controls/drops.h"
#include "widgets/controls/empty_state.h"
#include "widgets/controls/folding_row.h"
#include "widgets/controls/labels.h"
#include "widgets/controls/pages.h"
#include "widgets/controls/progress_strip.h"
#include "widgets/image/image_grid.h"
#include "widgets/theme/theme.h"

namespace tl {

namespace {

const QString kFilterJob = QStringLiteral("dataset.filter");

}  // namespace

DataBrowserPanel::DataBrowserPanel(DataSetModel& data, Selection& selection, JobTracker& jobs, QWidget* parent)
    : QWidget(parent), data_(data), selection_(selection), jobs_(jobs) {
    setObjectName(QStringLiteral("dataBrowserPanel"));
    setAcceptDrops(true);
    thumbnails_ = new SourceThumbnails(this);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    pages_ = new Pages;
    column->addWidget(pages_);

    empty_ = new EmptyState(
        QStringLiteral("images"), tr("No data set yet"),
        tr("Open a folder with one sub-folder a class, MNIST's or CIFAR-10's files, a CSV, NumPy or TFRecord file. Or drop "
           "one here."));
    empty_->setObjectName(QStringLiteral("dataEmpty"));
    const EmptyState::Button open{tr("Open folder…"), [this] { emit openRequested(); }, true,
                                  QStringLiteral("emptyOpenFolder")};
    empty_->setButtons(
        {open,
         {tr("Open file…"), [this] { emit openFileRequested(); }, false, QStringLiteral("emptyOpenFile")},
         {tr("Use the sample"), [this] { emit sampleRequested(); }, false, QStringLiteral("emptyUseSample")}});
    failed_ = new EmptyState(QStringLiteral("exclamation-triangle"), tr("The data set could not be opened"));
    failed_->setObjectName(QStringLiteral("dataFailed"));
    failed_->setMood(EmptyState::Failed);
    failed_->setButtons({{open.text, open.pressed, true, QStringLiteral("failedOpenFolder")},
                         {tr("Try again"), [this] { data_.reopen(); }, false, QStringLiteral("failedTryAgain")}});

    pages_->addWidget(makeEmpty());
    pages_->addWidget(makeLoading());
    pages_->addWidget(failed_);
    pages_->addWidget(makeBrowser());

    connect(&data_, &DataSetModel::stateChanged, this, &DataBrowserPanel::refresh);
    connect(&data_, &DataSetModel::progressChanged, this, [this](double fraction, const Message& what) {
        for (ProgressStrip* strip : {loading_, counting_}) {
            strip->setFraction(fraction);
            strip->setText(q(what), fraction >= 0 ? QStringLiteral("%1 %").arg(qRound(fraction * 100)) : QString());
        }
    });
    connect(&data_, &DataSetModel::previewChanged, this, &DataBrowserPanel::refresh);
    connect(&selection_, &Selection::imageChanged, this, [this] {
        const int split = splitIndex(selection_.split());
        const qint64 item = selection_.image() < 0 || split < 0 ? -1 : itemKey(split, selection_.image());
        grid_->setCurrentItem(item);
        table_->setCurrentItem(item);
    });
    connect(&data_, &DataSetModel::statisticsChanged, this,
            [this] { table_->setStatistics(data_.statistics().get()); });
    connect(&Theme::instance(), &Theme::changed, this, [this] { update(); });
    refresh();
}

QWidget* DataBrowserPanel::makeBrowser() {
    auto* page = new QWidget;
    auto* column = new QVBoxLayout(page);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    auto* choices = new QWidget;
    auto* bar = new QHBoxLayout(choices);
    bar->setContentsMargins(0, 0, 0, 0);
    bar->setSpacing(8);
    search_ = new QLineEdit;
    search_->setObjectName(QStringLiteral("imageSearch"));
    search_->setPlaceholderText(tr("search"));
    search_->setAccessibleName(tr("Search images"));
    search_->setClearButtonEnabled(true);
    search_->addAction(Theme::instance().icon(QStringLiteral("search")), QLineEdit::LeadingPosition);
    const auto fit = [this] { search_->setMinimumWidth(Theme::instance().scaled(120)); };
    fit();
    connect(&Theme::instance(), &Theme::changed, search_, fit);
    search_->setMaximumWidth(230);
    bar->addWidget(search_, 2);
    splits_ = new QComboBox;
    splits_->setObjectName(QStringLiteral("splitFilter"));
    splits_->setAccessibleName(tr("Split"));
    splits_->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    splits_->setMinimumContentsLength(10);
    splits_->setMinimumWidth(Theme::instance().scaled(106));  // “All splits”, where there is no more room
    bar->addWidget(splits_);
    classes_ = new QComboBox;
    classes_->setObjectName(QStringLiteral("classFilter"));
    classes_->setAccessibleName(tr("Class"));
    classes_->setMaxVisibleItems(20);
    classes_->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    classes_->setMinimumContentsLength(11);
    classes_->setMinimumWidth(Theme::instance().scaled(118));
    bar->addWidget(classes_);
    subsetChip_ = new QPushButton;
    subsetChip_->setObjectName(QStringLiteral("subsetChip"));
    subsetChip_->setIcon(Theme::instance().icon(QStringLiteral("x-lg")));
    subsetChip_->setToolTip(
        tr("Show all items again (%1)").arg(QKeySequence(Qt::Key_Escape).toString(QKeySequence::NativeText)));
    subsetChip_->hide();
    connect(subsetChip_, &QPushButton::clicked, this, [this] { showSubset(DataSubset::All); });
    auto* shown = new QWidget;
    auto* rest = new QHBoxLayout(shown);
    rest->setContentsMargins(0, 0, 0, 0);
    rest->setSpacing(8);
    rest->addWidget(subsetChip_);
    rest->addStretch(1);
    range_ = new ToneLabel({}, Token::Muted);
    range_->setObjectName(QStringLiteral("imageRange"));
    rest->addWidget(range_);
    size_ = new QSlider(Qt::Horizontal);
    size_->setObjectName(QStringLiteral("thumbnailSize"));
    size_->setAccessibleName(tr("Size of the thumbnails"));
    size_->setToolTip(tr("Size of the thumbnails (Ctrl + wheel)"));
    size_->setRange(ImageGrid::kLeastSize, 192);
    size_->setPageStep(16);
    size_->setMinimumWidth(40);
    size_->setMaximumWidth(90);
    rest->addWidget(size_);
    auto* row = new FoldingRow(choices, shown, 8);
    row->setContentsMargins(14, 10, 14, 4);
    column->addWidget(row);
    pickedTitle_ = new ToneLabel({}, Token::Muted, ToneLabel::Caption);
    pickedTitle_->setObjectName(QStringLiteral("pickedTitle"));
    pickedTitle_->setWordWrap(true);
    pickedTitle_->setContentsMargins(14, 2, 14, 4);
    pickedTitle_->hide();
    column->addWidget(pickedTitle_);
    column->addWidget(makeCounting());

    grid_ = new ImageGrid;
    grid_->setObjectName(QStringLiteral("imageGrid"));
    grid_->setProvider(thumbnails_);
    grid_->setEmptyText(tr("No image fits the filters."));
    grid_->setCaptions(
        [this](qint64 key) {
            const auto source = data_.split(splitName(splitOf(key)));
            if (!source || indexOf(key) >= source->size()) return QString();
            const QString label = labelText(*source, indexOf(key)), taken = takenFor(key);
            if (!taken.isEmpty()) return QStringLiteral("%1 → %2 %3").arg(label, taken, scoreOf(key));
            return label.isEmpty() ? tr("no label") : label;
        },
        [this](qint64 key) {
            const auto source = data_.split(splitName(splitOf(key)));
            if (!source || indexOf(key) >= source->size()) return QString();
            QString title = itemTitle(*source, splitName(splitOf(key)), indexOf(key)), taken = takenFor(key);
            if (taken.isEmpty()) return title;
            return tr("%1\n“%2”, taken for “%3” (%4)")
                .arg(title, labelText(*source, indexOf(key)), taken, scoreOf(key));
        });
    grid_->setShortCaptions([this](qint64 key, const QFontMetrics& letters, int room) {  // the tooltip has the score
        const auto source = data_.split(splitName(splitOf(key)));
        return bothNames(labelText(*source, indexOf(key)), takenFor(key), letters, room);
    });
    table_ = new RowTable;
    items_ = new QStackedWidget;
    items_->addWidget(grid_);
    items_->addWidget(table_);
    column->addWidget(items_, 1);
    items_->setContextMenuPolicy(Qt::CustomContextMenu);
    connect(items_, &QWidget::customContextMenuRequested, this, &DataBrowserPanel::menuAt);
    connect(table_, &RowTable::currentChanged, this,
            [this](qint64 key) { selection_.setImage(splitName(splitOf(key)), indexOf(key)); });
    connect(table_, &RowTable::orderChanged, this, &DataBrowserPanel::refill);
    size_->setValue(grid_->thumbnailSize());

    typing_ = new QTimer(this);
    typing_->setSingleShot(true);
    typing_->setInterval(120);
    connect(typing_, &QTimer::timeout, this, &DataBrowserPanel::refill);
    connect(search_, &QLineEdit::textChanged, typing_, qOverload<>(&QTimer::start));
    connect(splits_, &QComboBox::currentIndexChanged, this, &DataBrowserPanel::refill);
    connect(classes_, &QComboBox::currentIndexChanged, this, [this] {
        refill();
        emit classFilterChanged(classFilter());
    });
    connect(size_, &QSlider::valueChanged, grid_, &ImageGrid::setThumbnailSize);
    connect(grid_, &ImageGrid::thumbnailSizeChanged, this, [this](int pixels) {
        const QSignalBlocker quiet(size_);
        size_->setValue(pixels);
    });
    connect(grid_, &ImageGrid::visibleRowsChanged, this, &DataBrowserPanel::showRange);
    connect(grid_, &ImageGrid::currentChanged, this,
            [this](qint64 key) { selection_.setImage(splitName(splitOf(key)), indexOf(key)); });
    connect(grid_, &ImageGrid::activated, this, &DataBrowserPanel::imageActivated);
    return page;
}

int DataBrowserPanel::classFilter() const { return classes_->currentIndex() - 1; }

void DataBrowserPanel::setClassFilter(int index) {
    if (index == classFilter()) return;  // its own choice, which comes back
    const QSignalBlocker quiet(classes_);
    classes_->setCurrentIndex(index + 1);
    refill();
}

QString DataBrowserPanel::takenFor(qint64 key) const {
    const QString split = splitName(splitOf(key));
    const auto& picked = selection_.picked();
    return picked ? picked->taken(*data_.split(split), split, indexOf(key)) : QString();
}

void DataBrowserPanel::keyPressEvent(QKeyEvent* event) {
    if (event->key() != Qt::Key_Escape || subsetChip_->isHidden()) return QWidget::keyPressEvent(event);
    subsetChip_->click();
}

QString DataBrowserPanel::scoreOf(qint64 key) const {
    return selection_.picked()->score(splitName(splitOf(key)), indexOf(key));
}

void DataBrowserPanel::showPicked(const std::shared_ptr<const PickedItems>& items) {
    if (!data_.split(items->split)) return;
    if (!items->items.empty()) selection_.setImage(items->split, items->items.front());
    limitTo(DataSubset::Picked, items);
}

// Of rows: in what order. Of less than all: in what order, and all again.
void DataBrowserPanel::menuAt(const QPoint& at) {
    const bool all = subset_ == DataSubset::All, rows = items_->currentIndex() == 1;
    if (all && !rows) return;
    auto* menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    if (rows) table_->offerOrders(*menu, items_->mapToGlobal(at));
    for (const bool byLabel : {false, true}) {
        if (!selection_.picked()) break;
        const bool numbers = selection_.picked()->predictions.numbers();
        const QString words = byLabel ? tr("Sort by label") : numbers ? tr("Sort by error") : tr("Sort by certainty");
        QAction* order = menu->addAction(words, this, [this, byLabel] {
            byLabel_ = byLabel;
            table_->clearOrder();
            refill();
        });
        order->setCheckable(true);
        order->setChecked(byLabel == byLabel_ && table_->order() == RowOrder());
    }
    menu->addSeparator();
    if (!all) menu->addAction(tr("Show all items again"), subsetChip_, &QPushButton::click);
    menu->popup(items_->mapToGlobal(at));
}

void DataBrowserPanel::limitTo(DataSubset subset, const std::shared_ptr<const PickedItems>& picked) {
    subset_ = subset;
    byLabel_ = false;
    selection_.setPicked(picked);
    table_->setPicked(picked);
    pickedTitle_->setVisible(picked != nullptr);
    subsetChip_->setVisible(subset != DataSubset::All);
    subsetChip_->setText(picked ? picked->name : subset == DataSubset::Leaks ? tr("leaks") : tr("repeated"));
    if (subset != DataSubset::All) {
        const QSignalBlocker quietSplits(splits_), quietClasses(classes_), quietSearch(search_);
        splits_->setCurrentIndex(0);
        classes_->setCurrentIndex(0);
        search_->clear();
        emit classFilterChanged(-1);
    }
    refill();
}

// Neither settings nor the values of its columns count: scaled otherwise it is the same table.
std::optional<DataBrowserPanel::Rows> DataBrowserPanel::rowsOf(const DataSet& set) const {
    if (!set.numeric()) return std::nullopt;
    Rows rows{splitSettings(data_.spec().toStdString()).first, data_.validationSplit(), set.train->columnNames(), {}};
    for (const auto& split : {set.train, set.validation, set.test}) rows.sizes.push_back(split ? split->size() : 0);
    return rows;
}

void DataBrowserPanel::refresh() {
    using State = DataSetModel::State;
    jobs_.cancel(kFilterJob);
    const State state = data_.state();
    if (rows_ && selection_.image() >= 0) left_ = {table_->order(), selection_.split(), selection_.image()};
    if (state == State::None) rows_.reset();
    if (state == State::Opening) {
        loadingTitle_->setText(tr("Opening %1").arg(q(dataName(data_.spec().toStdString()))));
        loading_->setFraction(-1);
        loading_->setText({});
    }
    if (state == State::Failed) failed_->setSentence(q(data_.error()));
    const bool shown = data_.shown().has_value();
    countingRow_->setVisible(shown && state == State::Opening);
    pages_->setCurrentIndex(shown ? 3 : state == State::Opening ? 1 : state == State::Failed ? 2 : 0);
    // The same set, of which more is known now, or the same rows: what was searched and where one was stays.
    const bool counted = std::exchange(previewed_, shown && state == State::Opening) && shown;
    selection_.setPicked({});
    if (!shown) {
        thumbnails_->setSources({});
        grid_->setItems({});
        table_->setSources({});
        selection_.setImage(QStringLiteral("train"), -1);
        return;
    }
    const DataSet& set = *data_.shown();
    const std::optional<Rows> rows = rowsOf(set);
    const bool sameRows = rows && rows_ == rows, goesOn = counted || sameRows;
    if (!sameRows) left_ = {};
    rows_ = rows;
    subset_ = DataSubset::All;
    table_->setPicked({});
    subsetChip_->hide();
    pickedTitle_->hide();
    {
        const QSignalBlocker quietSplits(splits_), quietClasses(classes_), quietSearch(search_);
        const QString split = splits_->currentData().toString(), label = classes_->currentText();
        if (!goesOn) search_->clear();
        splits_->clear();
        splits_->addItem(tr("All splits"));
        for (const QString& name : data_.splits()) splits_->addItem(DataSetModel::splitTitle(name), name);
        classes_->clear();
        classes_->addItem(tr("All classes"));
        for (const auto& name : data_.shown()->train->classNames()) classes_->addItem(QString::fromStdString(name));
        classes_->setVisible(!data_.shown()->train->hasTargets());
        if (goesOn) {
            splits_->setCurrentIndex(std::max(0, splits_->findData(split)));
            classes_->setCurrentIndex(std::max(0, classes_->findText(label)));
        }
    }
    items_->setCurrentIndex(set.numeric() ? 1 : 0);
    size_->setVisible(!set.numeric());
    search_->setToolTip(set.numeric() ? tr("Part of a label or of a line") : tr("Part of a label or of a file name"));
    table_->setSources({});
    if (set.numeric()) {
        thumbnails_->setSources({});
        grid_->setItems({});
        table_->setSources({set.train, set.validation, set.test}, left_.order);
        table_->setStatistics(data_.statistics().get());
        if (left_.row >= 0) selection_.setImage(left_.split, left_.row);
    } else {
        thumbnails_->setSources({set.train, set.validation, set.test});
    }
    grid_->setProvider(thumbnails_);  // forgets the pictures of the set before
    emit classFilterChanged(classFilter());
    keepsPlace_ = goesOn;
    refill();
}

void DataBrowserPanel::refill() {
    typing_->stop();
    if (!data_.shown()) return;
    ItemFilter filter;
    const QString only = splits_->currentData().toString();
    qint64 size = 0;
    for (int split = 0; split < 3; ++split) {
        if (!only.isEmpty() && splitName(split) != only) continue;
        filter.sources[static_cast<size_t>(split)] = data_.split(splitName(split));
        if (const auto& source = filter.sources[static_cast<size_t>(split)]) size += source->size();
    }
    filter.label = classFilter();
    filter.text = search_->text().trimmed().toLower();
    filter.subset = subset_;
    filter.statistics = data_.statistics();
    filter.leaks = data_.leaks();
    filter.picked = selection_.picked();
    filter.byLabel = byLabel_;
    filter.order = table_->order();
    if (const auto& picked = filter.picked)
        pickedTitle_->setText(byLabel_ ? tr("%1 of each label").arg(picked->title) : picked->title);
    // Labels alone are quick: at once, so that nothing flickers.
    if (filter.text.isEmpty() && size <= 200000 && subset_ == DataSubset::All && filter.order == RowOrder()) {
        jobs_.cancel(kFilterJob);
        showItems(matching(filter, {}));
        return;
    }
    jobs_.run(
        this, kFilterJob, [filter](std::stop_token stop) { return matching(filter, stop); },
        [this](std::vector<qint64> items) { showItems(std::move(items)); });
}

void DataBrowserPanel::showItems(std::vector<qint64> items) {
    const qint64 first = items.empty() ? -1 : items.front();
    const bool numbers = items_->currentIndex() == 1;
    const int place = grid_->verticalScrollBar()->value();
    numbers ? table_->setItems(std::move(items)) : grid_->setItems(std::move(items));
    if (std::exchange(keepsPlace_, false)) grid_->verticalScrollBar()->setValue(place);
    if (selection_.image() < 0 && first >= 0) {
        selection_.setImage(splitName(splitOf(first)), indexOf(first));
    } else if (const int split = splitIndex(selection_.split()); split >= 0 && selection_.image() >= 0) {
        const qint64 item = itemKey(split, selection_.image());
        numbers ? table_->setCurrentItem(item) : grid_->setCurrentItem(item);
    }
    showRange();
}

void DataBrowserPanel::showRange() {
    if (items_->currentIndex() == 1) {
        range_->setText(table_->count() == 1 ? tr("1 row") : tr("%1 rows").arg(grouped(table_->count())));
        return;
    }
    const auto [first, last] = grid_->visibleRows();
    range_->setText(grid_->count() == 0
                        ? tr("0 images")
                        : tr("%1–%2 of %3").arg(grouped(first + 1), grouped(last), grouped(grid_->count())));
}

void DataBrowserPanel::paintEvent(QPaintEvent* event) {
    QPainter(this).fillRect(event->rect(), Theme::instance().color(Token::Bg0));
}
void DataBrowserPanel::dragEnterEvent(QDragEnterEvent* event) { takeLocalPaths(event); }
void DataBrowserPanel::dropEvent(QDropEvent* event) {
    if (const QStringList paths = takeLocalPaths(event); !paths.isEmpty()) emit pathsDropped(paths);
}

}  // namespace tl
