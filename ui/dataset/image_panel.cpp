// One job does all for an image: read, measure, augment. Its result is a value; nothing of the job touches a widget. A
// row of numbers is at hand, and shown at once.
#include "ui/dataset/image_panel.h"

#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QPaintEvent>
#include <QPainter>
#include <QPainterPath>
#include <QPointer>
#include <QScrollArea>
#include <QTableWidget>
#include <QToolButton>
#include <QVBoxLayout>

#include "engine/data/statistics.h"
#include "ui/dataset/picture.h"
#include "widgets/controls/labels.h"
#include "widgets/image/histogram_strip.h"
#include "widgets/image/image_view.h"
#include "widgets/theme/theme.h"

namespace tl {

namespace {

const QString kImageJob = QStringLiteral("dataset.image");

class Previews : public QWidget {
public:
    explicit Previews(QWidget* parent) : QWidget(parent) { setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed); }
    // The first is the image as it is, framed; the others as training sees it.
    void setImages(const QVector<QImage>& images) {
        images_ = images;
        setAccessibleName(tr("The image and %1 augmented ones").arg(std::max<qsizetype>(images.size() - 1, 0)));
        fit();
        update();
    }

private:
    void paintEvent(QPaintEvent*) override {
        QPainter painter(this);
        painter.setRenderHints(QPainter::Antialiasing | QPainter::SmoothPixmapTransform);
        const auto& theme = Theme::instance();
        const double side = this->side();
        for (int i = 0; i < images_.size(); ++i) {
            const QRectF cell(i % kColumns * (side + kGap), i / kColumns * (side + kGap), side, side);
            QSizeF size = images_[i].size();
            size.scale(cell.size(), Qt::KeepAspectRatio);
            const QRectF target(cell.center() - QPointF(size.width(), size.height()) / 2, size);
            QPainterPath clip;
            clip.addRoundedRect(target, 3, 3);
            // A few pixels are shown as such.
            painter.setRenderHint(QPainter::SmoothPixmapTransform, images_[i].width() >= 48);
            painter.setClipPath(clip);
            painter.drawImage(target, images_[i]);
            painter.setClipping(false);
            if (i > 0) continue;
            painter.setPen(QPen(theme.color(Token::Accent), 2));
            painter.setBrush(Qt::NoBrush);
            painter.drawRoundedRect(target.adjusted(1, 1, -1, -1), 3, 3);
        }
    }
    void resizeEvent(QResizeEvent*) override { fit(); }
    void fit() {
        const auto rows = (images_.size() + kColumns - 1) / kColumns;
        setFixedHeight(std::max(1, static_cast<int>(static_cast<double>(rows) * (side() + kGap))));
    }
    double side() const { return std::max(8.0, (width() - kGap * (kColumns - 1)) / double(kColumns)); }

    static constexpr int kGap = 6, kColumns = 4;
    QVector<QImage> images_;
};

}  // namespace

struct ImagePanel::Loaded {
    QImage image;
    ImageStatistics statistics;
    QVector<QImage> augmented;
    QString problem, augmentProblem;
};

ImagePanel::ImagePanel(DataSetModel& data, Selection& selection, JobTracker& jobs, QWidget* parent)
    : QWidget(parent), data_(data), selection_(selection), jobs_(jobs) {
    setObjectName(QStringLiteral("imagePanel"));
    auto* outer = new QVBoxLayout(this);
    outer->setContentsMargins(0, 0, 0, 0);
    auto* scroll = new QScrollArea;
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setWidgetResizable(true);
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    scroll->viewport()->setAutoFillBackground(false);
    outer->addWidget(scroll);
    auto* page = new QWidget;
    page->setAutoFillBackground(false);
    scroll->setWidget(page);
    auto* column = new QVBoxLayout(page);
    column->setContentsMargins(12, 8, 12, 12);
    column->setSpacing(6);

    auto* head = new QHBoxLayout;
    head->setSpacing(8);
    label_ = new ToneLabel({}, Token::Text, ToneLabel::Title);
    label_->setObjectName(QStringLiteral("imageLabel"));
    name_ = new ToneLabel({}, Token::Muted);
    name_->setObjectName(QStringLiteral("imageName"));
    name_->setTextInteractionFlags(Qt::TextSelectableByMouse);
    name_->setMinimumWidth(10);
    head->addWidget(label_);
    head->addWidget(name_, 1);
    column->addLayout(head);
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
    auto* titleRow = new QHBoxLayout;
    augmentedTitle_ = new SectionLabel({});
    titleRow->addWidget(augmentedTitle_, 1);
    again_ = new QToolButton;
    again_->setObjectName(QStringLiteral("rerollAugmentation"));
    again_->setIcon(Theme::instance().icon(QStringLiteral("arrow-clockwise")));
    again_->setToolTip(tr("Show the next epochs' draws"));
    again_->setAccessibleName(tr("Draw the augmentation again"));
    again_->setFixedSize(24, 24);
    connect(again_, &QToolButton::clicked, this, [this] {
        shift_ += kPreviews;
        load();
    });
    titleRow->addWidget(again_);
    lower->addLayout(titleRow);
    augmentedNote_ = new ToneLabel({}, Token::Muted, ToneLabel::Caption);
    augmentedNote_->setObjectName(QStringLiteral("augmentedNote"));
    augmentedNote_->setWordWrap(true);
    lower->addWidget(augmentedNote_);
    previews_ = new Previews(this);
    previews_->setObjectName(QStringLiteral("augmentedPreviews"));
    lower->addWidget(previews_);
    column->addWidget(below_);
    values_ = new QTableWidget(0, 3);
    values_->setObjectName(QStringLiteral("rowValues"));
    values_->setAccessibleName(tr("The row's values"));
    values_->setHorizontalHeaderLabels({tr("column"), tr("value"), tr("training rows")});
    values_->setEditTriggers(QAbstractItemView::NoEditTriggers);
    values_->setFrameShape(QFrame::NoFrame);
    values_->setShowGrid(false);
    values_->verticalHeader()->hide();
    values_->verticalHeader()->setDefaultSectionSize(Theme::kTableRow);
    values_->horizontalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
    values_->horizontalHeader()->setSectionResizeMode(0, QHeaderView::Stretch);
    values_->setTabKeyNavigation(false);
    values_->hide();
    column->addWidget(values_, 1);
    column->addStretch(0);

    connect(&selection_, &Selection::imageChanged, this, &ImagePanel::load);
    connect(&data_, &DataSetModel::stateChanged, this, &ImagePanel::load);
    connect(&data_, &DataSetModel::statisticsChanged, this, &ImagePanel::showReference);
    connect(&Theme::instance(), &Theme::changed, this, [this] { update(); });
    load();
}

void ImagePanel::setAugmentation(const std::vector<AugmentSpec>& steps, quint64 seed, qint64 epoch) {
    if (steps == steps_ && seed == seed_ && epoch == epoch_) return;
    steps_ = steps;
    seed_ = seed;
    epoch_ = epoch;
    shift_ = 0;
    load();
}

void ImagePanel::load() {
    const auto source = data_.split(selection_.split());
    const qint64 index = selection_.image();
    if (!source || index < 0 || index >= source->size()) {
        jobs_.cancel(kImageJob);
        name_->clear();
        name_->setToolTip({});
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
    const QString name = QString::fromStdString(source->itemName(index));
    name_->setToolTip(name);
    showName();
    const bool numbers = source->dataType() != DType::UInt8;
    values_->setVisible(numbers);
    view_->setVisible(!numbers);
    if (numbers) {
        jobs_.cancel(kImageJob);
        below_->hide();
        if (source->hasTargets()) label_->setText(QString::number(static_cast<double>(source->target(index)), 'g', 6));
        showValues(*source, index);
        emit shown();
        return;
    }

    jobs_.run(
        kImageJob,
        [source, index, steps = steps_, seed = seed_, epoch = epoch_ + shift_](std::stop_token stop) {
            Loaded loaded;
            Image image;
            try {
                source->read(index, image);
                loaded.image = toQImage(image);
                loaded.statistics = imageStatistics(image);
            } catch (const std::exception& error) {
                loaded.problem = QString::fromUtf8(error.what());
                return loaded;
            }
            try {
                const Shape shape = source->sampleShape();
                for (int i = -1; i < kPreviews && !steps.empty() && !stop.stop_requested(); ++i) {
                    const bool plain = i < 0;
                    readAugmented(*source, index, shape, plain ? std::vector<AugmentSpec>{} : steps, seed,
                                  plain ? 0 : epoch + i, image);
                    loaded.augmented.append(toQImage(image));
                }
            } catch (const std::exception& error) {
                loaded.augmentProblem = QString::fromUtf8(error.what());
            }
            return loaded;
        },
        [this, self = QPointer<ImagePanel>(this)](const Loaded& loaded) {
            if (self) show(loaded);
        });
}

// The class stays whole; of a long name the middle goes, since its end tells files apart.
void ImagePanel::showName() {
    const int room = width() - 24 - 8 - label_->sizeHint().width();
    name_->setText(name_->fontMetrics().elidedText(name_->toolTip(), Qt::ElideMiddle, std::max(60, room)));
}

void ImagePanel::resizeEvent(QResizeEvent*) { showName(); }

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
    augmentedTitle_->setText(tr("As it is, then augmented · seed %1, epochs %2 to %3")
                                 .arg(seed_)
                                 .arg(epoch_ + shift_ + 1)
                                 .arg(epoch_ + shift_ + kPreviews));
    again_->setVisible(!loaded.augmented.isEmpty());
    static_cast<Previews*>(previews_)->setImages(loaded.augmented);
    previews_->setVisible(!loaded.augmented.isEmpty());
    augmentedNote_->setText(!loaded.augmentProblem.isEmpty() ? loaded.augmentProblem
                            : steps_.empty()                 ? tr("None: training sees the image as it is.")
                                                             : QString());
    augmentedNote_->setVisible(!augmentedNote_->text().isEmpty());
    below_->show();
    emit shown();
}

// A row's numbers beside what the training rows hold in each column.
void ImagePanel::showValues(const Source& source, qint64 index) {
    const auto& names = source.columnNames();
    const auto& statistics = data_.statistics();
    const int count = static_cast<int>(std::min<int64_t>(source.sampleShape().elements(), 1000));
    values_->setRowCount(count);
    for (int i = 0; i < count; ++i) {
        const auto at = static_cast<size_t>(i);
        const QString texts[] = {at < names.size() ? QString::fromStdString(names[at]) : QString::number(i),
                                 QString::number(static_cast<double>(source.row(index)[i]), 'g', 6),
                                 statistics && at < statistics->columns.size()
                                     ? QStringLiteral("%1 ± %2")
                                           .arg(statistics->columns[at].mean, 0, 'g', 3)
                                           .arg(statistics->columns[at].deviation, 0, 'g', 3)
                                     : QString()};
        for (int c = 0; c < 3; ++c) {
            auto* item = new QTableWidgetItem(texts[c]);
            item->setToolTip(texts[c]);
            if (c > 0) item->setTextAlignment(Qt::AlignRight | Qt::AlignVCenter);
            values_->setItem(i, c, item);
        }
    }
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
