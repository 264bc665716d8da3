// One job reads and measures an image. Its result is a value; nothing of the job touches a widget. A row of numbers is
// at hand, and shown at once.
#include "ui/dataset/image_panel.h"

#include <QCoreApplication>
#include <QDockWidget>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QPaintEvent>
#include <QPainter>
#include <QScrollArea>
#include <QTableWidget>
#include <QVBoxLayout>
#include <algorithm>

#include "engine/core/error.h"
#include "engine/data/statistics.h"
#include "ui/augmentation/augmented_previews.h"
#include "ui/dataset/row_table.h"
#include "ui/models/item_title.h"
#include "ui/models/picked_items.h"
#include "ui/models/picture.h"
#include "ui/models/text.h"
#include "widgets/controls/labels.h"
#include "widgets/controls/section.h"
#include "widgets/image/histogram_strip.h"
#include "widgets/image/image_view.h"
#include "widgets/theme/theme.h"

namespace tl {

namespace {

const QString kImageJob = QStringLiteral("dataset.image");

// Names are read first: they have what they need of the width, up to half of it, and what numbers leave. Where the
// numbers do not fit beside them the table scrolls sideways, since a number that is cut is another one.
class RowValues : public QTableWidget {
public:
    RowValues() : QTableWidget(0, 3) {
        setHorizontalScrollMode(ScrollPerPixel);
        horizontalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    }
    void fit() {
        resizeColumnsToContents();
        const int room = viewport()->width(), numbers = columnWidth(1) + columnWidth(2);
        setColumnWidth(0, std::max(room - numbers, std::min(columnWidth(0), room / 2)));
    }

private:
    void resizeEvent(QResizeEvent* event) override {
        QTableWidget::resizeEvent(event);
        fit();
    }
};

}  // namespace

struct ImagePanel::Loaded {
    QImage image;
    ImageStatistics statistics;
    QString problem;
};

ImagePanel::ImagePanel(DataSetModel& data, Selection& selection, JobTracker& jobs, QWidget* parent)
    : QWidget(parent), data_(data), selection_(selection), jobs_(jobs) {
    setObjectName(QStringLiteral("imagePanel"));
    auto* outer = new QVBoxLayout(this);
    outer->setContentsMargins(0, 0, 0, 0);
    const auto [scroll, column] = makeScrollColumn();
    outer->addWidget(scroll);
    column->setContentsMargins(12, 8, 12, 12);
    column->setSpacing(6);

    auto* head = new QHBoxLayout;
    head->setSpacing(8);
    label_ = new ToneLabel({}, Token::Text, ToneLabel::Title);
    label_->setObjectName(QStringLiteral("imageLabel"));
    name_ = new ElidedLabel(Qt::ElideMiddle, Token::Muted);  // its end tells files apart
    name_->setObjectName(QStringLiteral("imageName"));
    head->addWidget(label_);
    head->addWidget(name_, 1);
    column->addLayout(head);
    taken_ = new ToneLabel({}, Token::Muted);
    taken_->setObjectName(QStringLiteral("imageTaken"));
    taken_->setWordWrap(true);
    taken_->hide();
    column->addWidget(taken_);
    view_ = new ImageView;
    view_->setObjectName(QStringLiteral("imageView"));
    column->addWidget(view_);

    below_ = new QWidget;
    auto* lower = new QVBoxLayout(below_);
    lower->setContentsMargins(0, 2, 0, 0);
    lower->setSpacing(8);
    lower->addWidget(new Separator);
    lower->addWidget(new SectionLabel(tr("Histogram · image and data set")));
    histogram_ = new HistogramStrip;
    histogram_->setObjectName(QStringLiteral("histogram"));
    lower->addWidget(histogram_);
    lower->addSpacing(4);
    lower->addWidget(new Separator);
    previews_ =
        new AugmentedPreviews(data_, selection_, jobs_, QStringLiteral("dataset.augmented.image"), tr("Augmented"), 4);
    lower->addWidget(previews_);
    column->addWidget(below_);
    values_ = new RowValues;
    values_->setObjectName(QStringLiteral("rowValues"));
    values_->setAccessibleName(tr("The row's values"));
    values_->setHorizontalHeaderLabels({tr("column"), tr("value"), tr("training rows")});
    values_->setEditTriggers(QAbstractItemView::NoEditTriggers);
    values_->setFrameShape(QFrame::NoFrame);
    values_->setShowGrid(false);
    values_->verticalHeader()->hide();
    values_->verticalHeader()->setDefaultSectionSize(Theme::instance().scaled(Theme::kTableRow));
    values_->horizontalHeader()->setMinimumSectionSize(Theme::instance().scaled(64));  // a name that can be read
    values_->setTextElideMode(Qt::ElideMiddle);  // "region=north" begins as its neighbours do
    values_->setTabKeyNavigation(false);
    values_->hide();
    column->addWidget(values_, 1);
    column->addStretch(0);

    connect(&selection_, &Selection::imageChanged, this, &ImagePanel::load);
    connect(&selection_, &Selection::pickedChanged, this, &ImagePanel::showTaken);
    connect(&data_, &DataSetModel::stateChanged, this, &ImagePanel::load);
    connect(&data_, &DataSetModel::statisticsChanged, this, &ImagePanel::showReference);
    connect(&Theme::instance(), &Theme::changed, this, [this] { update(); });
    load();
}

void ImagePanel::setAugmentation(const std::vector<AugmentSpec>& steps, quint64 seed) {
    previews_->setAugmentation(steps, seed);
}

void ImagePanel::focusImage() {
    for (QWidget* above = this; above; above = above->parentWidget())
        if (auto* dock = qobject_cast<QDockWidget*>(above)) {
            dock->show();
            dock->raise();
        }
    (view_->isVisible() ? static_cast<QWidget*>(view_) : values_)->setFocus(Qt::ShortcutFocusReason);
}

void ImagePanel::load() {
    const auto source = data_.split(selection_.split());
    const auto& set = data_.shown();
    setWindowTitle(!set || !set->numeric()    ? QCoreApplication::translate("Panel", "Image")
                   : set->shape().rank() == 1 ? tr("Row")
                                              : tr("Array"));
    showTaken();
    const qint64 index = selection_.image();
    if (!source || index < 0 || index >= source->size()) {
        jobs_.cancel(kImageJob);
        name_->clear();
        label_->clear();
        below_->hide();
        values_->hide();
        view_->show();
        view_->setMessage(source ? tr("Choose an image.")
                                 : tr("The image chosen in the data set is shown here, large."));
        return;
    }
    const int label = source->label(index);
    const auto& names = source->classNames();
    label_->setText(label >= 0 && label < static_cast<int>(names.size())
                        ? QString::fromStdString(names[static_cast<size_t>(label)])
                        : tr("no label"));
    name_->setText(itemTitle(*source, selection_.split(), index));
    const bool numbers = source->dataType() != DType::UInt8;
    values_->setVisible(numbers);
    view_->setVisible(!numbers);
    if (numbers) {
        jobs_.cancel(kImageJob);
        below_->hide();
        if (source->hasTargets()) label_->setText(labelText(*source, index));
        showValues(*source, index);
        emit shown();
        return;
    }

    jobs_.run(
        this, kImageJob,
        [source, index](std::stop_token) {
            Loaded loaded;
            Image image;
            try {
                source->read(index, image);
                loaded.image = toQImage(image);
                loaded.statistics = imageStatistics(image);
            } catch (const std::exception& error) {
                loaded.problem = q(messageOf(error));
                return loaded;
            }
            return loaded;
        },
        [this](const Loaded& loaded) { show(loaded); });
}

// While a list is shown that tells what a run took it for.
void ImagePanel::showTaken() {
    const QString split = selection_.split();
    const auto source = data_.split(split);
    const auto& picked = selection_.picked();
    const QString taken = source && picked ? picked->taken(*source, split, selection_.image()) : QString();
    taken_->setVisible(!taken.isEmpty());
    if (!taken.isEmpty())
        taken_->setText((picked->predictions.numbers() ? tr("Predicted: %1 (off by %2)") : tr("Taken for “%1” (%2)"))
                            .arg(taken, picked->score(split, selection_.image())));
}

void ImagePanel::show(const Loaded& loaded) {
    if (!loaded.problem.isEmpty()) {
        view_->setMessage(loaded.problem);
        below_->hide();
        emit shown();
        return;
    }
    view_->setImage(loaded.image);
    QVector<HistogramChannel> channels;
    const bool grey = loaded.statistics.channels.size() == 1;
    const struct {
        const char* name;
        Token color;
    } looks[] = {{"R", Token::Bad}, {"G", Token::Good}, {"B", Token::Accent}};
    for (size_t i = 0; i < loaded.statistics.channels.size(); ++i) {
        const auto& from = loaded.statistics.channels[i];
        HistogramChannel channel;
        channel.name = grey ? tr("grey") : QLatin1String(looks[i % 3].name);
        channel.color = grey ? Token::Accent : looks[i % 3].color;
        for (size_t value = 0; value < 256; ++value) channel.counts[value] = from.histogram[value];
        channel.mean = from.mean;
        channel.deviation = from.deviation;
        channels.append(channel);
    }
    histogram_->setChannels(channels);
    showReference();
    below_->show();
    emit shown();
}

// A row's numbers beside what the training rows hold in each column, all as they were before scaling.
void ImagePanel::showValues(const Source& source, qint64 index) {
    const auto& names = source.columnNames();
    const auto& statistics = data_.statistics();
    const int count = static_cast<int>(std::min<int64_t>(source.sampleShape().elements(), 1000));
    values_->setRowCount(count);
    const bool scaled = source.unscaledRow(index);
    const auto spread = [](const ColumnStatistics& column) {
        return QStringLiteral("%1 ± %2").arg(shownMean(column), 0, 'g', 3).arg(column.deviation, 0, 'g', 3);
    };
    for (int i = 0; i < count; ++i) {
        const auto at = static_cast<size_t>(i);
        const bool measured = statistics && at < statistics->columns.size();
        const ColumnStatistics own = measured ? statistics->columns[at] : ColumnStatistics();
        const bool before = measured && at < statistics->unscaled.size();
        const QString texts[] = {at < names.size() ? QString::fromStdString(names[at]) : QString::number(i),
                                 unscaledText(source, index, i),
                                 measured ? spread(before ? statistics->unscaled[at] : own) : QString()};
        const QString tips[] = {texts[0], scaled ? scaledTip(source, index, i) : texts[1],
                                before ? RowTable::tr("%1 after scaling").arg(spread(own)) : texts[2]};
        for (int c = 0; c < 3; ++c) {
            auto* item = new QTableWidgetItem(texts[c]);
            item->setToolTip(plainTip(tips[c]));
            if (c > 0) item->setTextAlignment(Qt::AlignRight | Qt::AlignVCenter);
            values_->setItem(i, c, item);
        }
    }
    static_cast<RowValues*>(values_)->fit();
}

void ImagePanel::showReference() {
    if (const auto source = data_.split(selection_.split());
        source && source->dataType() != DType::UInt8 && selection_.image() >= 0 && selection_.image() < source->size())
        return showValues(*source, selection_.image());
    auto channels = histogram_->channels();
    std::array<qint64, 256> all{};
    const auto& statistics = data_.statistics();
    for (int i = 0; i < channels.size(); ++i) {
        channels[i].reference = data_.measuring() ? tr("measuring…") : QString();
        if (!statistics || static_cast<size_t>(i) >= statistics->pixels.channels.size()) continue;
        const auto& of = statistics->pixels.channels[static_cast<size_t>(i)];
        channels[i].reference = QStringLiteral("%1 ± %2").arg(of.mean, 0, 'f', 1).arg(of.deviation, 0, 'f', 1);
    }
    if (statistics)
        for (const auto& of : statistics->pixels.channels)
            for (size_t value = 0; value < 256; ++value) all[value] += of.histogram[value];
    histogram_->setChannels(channels);
    histogram_->setReference(tr("data set"), all);
}

void ImagePanel::paintEvent(QPaintEvent* event) {
    QPainter(this).fillRect(event->rect(), Theme::instance().color(Token::Bg1));
}

}  // namespace tl
