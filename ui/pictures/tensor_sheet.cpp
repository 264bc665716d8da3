// See the header. One job at a time measures the tensors in their order; another looks at the chosen one.
#include "ui/pictures/tensor_sheet.h"

#include <QFileInfo>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLineEdit>
#include <QTreeWidget>
#include <QVBoxLayout>
#include <algorithm>

#include "engine/train/pictures.h"
#include "ui/jobs/job_tracker.h"
#include "ui/models/picture.h"
#include "ui/models/text.h"
#include "ui/models/workbench.h"
#include "ui/shell/desk.h"
#include "widgets/controls/labels.h"
#include "widgets/image/picture_strip.h"
#include "widgets/plot/axis_text.h"
#include "widgets/plot/histogram_plot.h"
#include "widgets/theme/theme.h"

namespace tl {

namespace {

constexpr int kWide = 1180, kBelow = 250, kMostPictures = 64;
constexpr int64_t kMostElements = 1 << 22;  // of one that is drawn
const QString kMeasure = QStringLiteral("tensors.measure"), kLook = QStringLiteral("tensors.look");

enum Column { Name, Shape_, Type, Mean, Deviation, Least, Greatest, Zeros, NonFinite, ColumnCount };

QString share(int64_t part, int64_t of) {
    if (part == 0 || of == 0) return QStringLiteral("0");
    return QStringLiteral("%1 %").arg(100.0 * static_cast<double>(part) / static_cast<double>(of), 0, 'g', 3);
}

// Rows and columns are a picture too; a kernel's filters are pictures each.
std::shared_ptr<const Pictures> picturesIn(const Tensor& values) {
    const std::vector<int64_t> dims = values.shape().dims();
    if (dims.size() == 4) return picturesOf(values, PictureOf::Kernel, kMostPictures);
    if (dims.size() < 2 || dims.size() > 3) return nullptr;
    const int64_t count = dims.size() == 3 ? dims[0] : 1;
    const Tensor batch = values.reshaped(Shape({count, 1, dims[dims.size() - 2], dims.back()}));
    return picturesOf(batch, PictureOf::Batch, kMostPictures);
}

}  // namespace

void TensorSheet::lookInto(QWidget& window, Desk& desk, const QString& path) {
    desk.bench.jobs.run(
        &desk.frame, QStringLiteral("tensors.open"),
        [file = path.toStdString()](std::stop_token) { return TensorListing::open(file); },
        [&window, &jobs = desk.bench.jobs, path](std::shared_ptr<const TensorListing> listing) {
            (new TensorSheet(window, jobs, path, std::move(listing)))->open();
        },
        [&notices = desk.notices](const Message& sentence) {
            notices.problem(q(sentence), {}, QStringLiteral("tensors"));
        });
}

TensorSheet::TensorSheet(QWidget& window, JobTracker& jobs, const QString& path,
                         std::shared_ptr<const TensorListing> listing)
    : Sheet(window, QFileInfo(path).fileName(), tr("Filter tensors")), jobs_(jobs), listing_(std::move(listing)) {
    setObjectName(QStringLiteral("tensorSheet"));
    showTitle();
    setWidth(std::min(kWide, window.width() - 64));
    int64_t elements = 0;
    for (const ListedTensor& tensor : listing_->tensors()) elements += tensor.elements();
    auto* about =
        new ToneLabel(tr("%1: %n tensor(s), %2 elements", nullptr, static_cast<int>(listing_->tensors().size()))
                          .arg(path, grouped(elements)),
                      Token::Muted);
    about->setObjectName(QStringLiteral("tensorFile"));
    about->setContentsMargins(16, 2, 16, 8);
    about->setTextInteractionFlags(Qt::TextSelectableByMouse);
    body().addWidget(about);
    rows_ = new QTreeWidget;
    rows_->setObjectName(QStringLiteral("tensorRows"));
    rows_->setAccessibleName(tr("Tensors"));
    rows_->setRootIsDecorated(false);
    rows_->setUniformRowHeights(true);
    rows_->setHeaderLabels({tr("name"), tr("shape"), tr("type"), tr("mean"), tr("deviation"), tr("min"), tr("max"),
                            tr("zeros"), tr("not finite")});
    body().addWidget(rows_, 1);
    auto* below = new QHBoxLayout;
    below->setContentsMargins(12, 8, 12, 12);
    histogram_ = new HistogramPlot;
    histogram_->setObjectName(QStringLiteral("tensorHistogram"));
    histogram_->setMode(HistogramPlot::Mode::Overlay);
    histogram_->setFixedHeight(kBelow);
    pictures_ = new PictureStrip;
    pictures_->setObjectName(QStringLiteral("tensorPictures"));
    pictures_->setFixedHeight(kBelow);
    below->addWidget(histogram_, 1);
    below->addWidget(pictures_, 1);
    body().addLayout(below);
    fill();
    connect(&Theme::instance(), &Theme::changed, this, &TensorSheet::retint);
    connect(rows_, &QTreeWidget::currentItemChanged, this, &TensorSheet::choose);
    connect(&search(), &QLineEdit::textChanged, this, &TensorSheet::filter);
    if (rows_->topLevelItemCount() > 0) rows_->setCurrentItem(rows_->topLevelItem(0));
    measure(0);
}

QWidget* TensorSheet::firstFocus() const { return rows_; }

void TensorSheet::fill() {
    const auto& theme = Theme::instance();
    for (size_t i = 0; i < listing_->tensors().size(); ++i) {
        const ListedTensor& tensor = listing_->tensors()[i];
        auto* item = new QTreeWidgetItem(rows_, {q(tensor.name), q(tensor.shapeText()), q(tensor.type)});
        item->setData(Name, Qt::UserRole, static_cast<qulonglong>(i));
        item->setToolTip(Name, plainTip(q(tensor.name)));
        for (int column = Shape_; column < ColumnCount; ++column) item->setFont(column, theme.mono());
        for (int column = Mean; column < ColumnCount; ++column)
            item->setTextAlignment(column, Qt::AlignRight | Qt::AlignVCenter);
    }
    for (int column = Mean; column < ColumnCount; ++column)
        rows_->headerItem()->setTextAlignment(column, Qt::AlignRight | Qt::AlignVCenter);
    const QFontMetrics mono(theme.mono());
    int shape = 0;
    for (const ListedTensor& tensor : listing_->tensors())
        shape = std::max(shape, mono.horizontalAdvance(q(tensor.shapeText())));
    rows_->header()->setStretchLastSection(false);
    rows_->header()->setSectionResizeMode(Name, QHeaderView::Stretch);
    rows_->setColumnWidth(Shape_, std::clamp(shape + 20, 80, 220));
    rows_->setColumnWidth(Type, mono.horizontalAdvance(QStringLiteral("BF16")) + 24);
    for (int column = Mean; column < ColumnCount; ++column)
        rows_->setColumnWidth(column, mono.horizontalAdvance(QStringLiteral("-0.00000e-00")) + 8);
}

// Letters that were told in a colour, and a picture's, are those of the theme in force.
void TensorSheet::retint() {
    for (int row = 0; row < rows_->topLevelItemCount(); ++row) {
        QTreeWidgetItem* item = rows_->topLevelItem(row);
        for (const int column : {Mean, NonFinite})
            if (item->foreground(column).style() != Qt::NoBrush)
                item->setForeground(column, Theme::instance().color(Token::Bad));
    }
    choose();
}

void TensorSheet::measure(size_t tensor) {
    if (tensor >= listing_->tensors().size()) return;
    jobs_.run(
        this, kMeasure,
        [listing = listing_, tensor](const std::stop_token& stop) { return listing->statistics(tensor, stop); },
        [this, tensor](const Statistics& found) {
            if (QTreeWidgetItem* item = rows_->topLevelItem(static_cast<int>(tensor))) {
                item->setText(Mean, valueText(found.mean()));
                item->setText(Deviation, valueText(found.deviation()));
                item->setText(Least, valueText(found.min));
                item->setText(Greatest, valueText(found.max));
                item->setText(Zeros, share(found.zeros, found.count));
                item->setText(NonFinite, share(found.nonFinite, found.count));
                if (found.nonFinite > 0) item->setForeground(NonFinite, Theme::instance().color(Token::Bad));
            }
            measure(tensor + 1);
        },
        [this, tensor](const Message& why) {
            if (QTreeWidgetItem* item = rows_->topLevelItem(static_cast<int>(tensor))) {
                item->setText(Mean, tr("unreadable"));
                item->setForeground(Mean, Theme::instance().color(Token::Bad));
                item->setToolTip(Mean, q(why));
            }
            measure(tensor + 1);
        });
}

void TensorSheet::choose() {
    const QTreeWidgetItem* item = rows_->currentItem();
    if (!item) return;
    const auto tensor = static_cast<size_t>(item->data(Name, Qt::UserRole).toULongLong());
    struct Look {
        Histogram histogram;
        std::shared_ptr<const Pictures> pictures;
    };
    histogram_->setSlices({});
    histogram_->setMessage(tr("Reading…"));
    pictures_->setPictures({});
    pictures_->setMessage(tr("Reading…"));
    jobs_.run(
        this, kLook,
        [listing = listing_, tensor](const std::stop_token& stop) {
            constexpr int kBuckets = 40;
            Look look{listing->histogram(tensor, listing->statistics(tensor, stop), kBuckets, stop), nullptr};
            if (!stop.stop_requested()) look.pictures = picturesIn(listing->head(tensor, kMostElements));
            return look;
        },
        [this](const Look& look) {
            histogram_->setMessage(tr("It has no finite number."));
            if (!look.histogram.counts.empty())
                histogram_->setSlices({Distribution{0, look.histogram.edges, look.histogram.counts}});
            pictures_->setMessage(tr("Numbers in one row make no picture."));
            pictures_->setPictures(look.pictures ? toQImages(*look.pictures, kMostPictures) : QVector<QImage>());
        },
        [this](const Message& why) {
            histogram_->setMessage(q(why));
            pictures_->setMessage({});
        });
}

void TensorSheet::filter(const QString& words) {
    for (int i = 0; i < rows_->topLevelItemCount(); ++i) {
        QTreeWidgetItem* item = rows_->topLevelItem(i);
        item->setHidden(!words.isEmpty() && !item->text(Name).contains(words, Qt::CaseInsensitive));
    }
}

}  // namespace tl
