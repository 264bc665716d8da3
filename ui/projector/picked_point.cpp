// What it takes time to find out comes from jobs; what comes for rows, or a point, of before is dropped.
#include "ui/projector/picked_point.h"

#include <QListWidget>
#include <QVBoxLayout>

#include "ui/models/picture.h"
#include "ui/models/text.h"
#include "ui/models/workbench.h"
#include "ui/projector/projection.h"
#include "widgets/controls/labels.h"
#include "widgets/controls/segmented_bar.h"
#include "widgets/image/image_view.h"
#include "widgets/plot/axis_text.h"

namespace tl {

namespace {
constexpr int kNeighbours = 24, kWidth = 232;
const QString kNeighbourJob = QStringLiteral("projector.neighbours"), kImageJob = QStringLiteral("projector.image");
}  // namespace

PickedPoint::PickedPoint(Workbench& bench) : Card(tr("Picked")), bench_(bench) {
    setFixedWidth(kWidth);
    auto* content = new QWidget;
    auto* column = new QVBoxLayout(content);
    column->setContentsMargins(12, 4, 12, 12);
    column->setSpacing(6);
    view_ = new ImageView;
    view_->setObjectName(QStringLiteral("projectorImage"));
    view_->setMessage(tr("Click a point."));
    column->addWidget(view_);
    name_ = new ElidedLabel(Qt::ElideMiddle);
    name_->setObjectName(QStringLiteral("projectorPicked"));
    column->addWidget(name_);
    column->addWidget(new SectionLabel(tr("Nearest")));
    nearness_ = new SegmentedBar;
    nearness_->setObjectName(QStringLiteral("projectorNearness"));
    nearness_->addSegment(tr("cosine"), tr("By direction"));
    nearness_->addSegment(tr("Euclidean"), tr("By distance"));
    column->addWidget(nearness_);
    neighbours_ = new QListWidget;
    neighbours_->setObjectName(QStringLiteral("projectorNeighbours"));
    neighbours_->setAccessibleName(tr("Nearest items"));
    neighbours_->setIconSize({22, 22});
    column->addWidget(neighbours_, 1);
    setBody(content);
    connect(nearness_, &SegmentedBar::currentChanged, this, &PickedPoint::findNeighbours);
    connect(neighbours_, &QListWidget::itemActivated, this,
            [this](QListWidgetItem* item) { emit neighbourActivated(item->data(Qt::UserRole).toInt()); });
}

void PickedPoint::setPoint(std::shared_ptr<const LayerRows> rows, int point) {
    rows_ = std::move(rows);
    point_ = point;
    if (!rows_) {
        bench_.jobs.cancel(kNeighbourJob);
        bench_.jobs.cancel(kImageJob);
        view_->setImage({});
        view_->setMessage(tr("Click a point."));
        name_->setText({});
        neighbours_->clear();
        return;
    }
    const QString label = rows_->classes.value(rows_->labels[point]);
    name_->setText(label.isEmpty() ? rows_->names[point] : tr("%1, %2").arg(label, rows_->names[point]));
    findNeighbours();
    readImage();
}

void PickedPoint::readImage() {
    const qint64 item = rows_->output.items[static_cast<size_t>(point_)];
    if (rows_->pictures.isEmpty()) {
        view_->setMessage(tr("It is a row of numbers: the Data workspace shows it."));
        return;
    }
    const auto source = rows_->source.lock();
    if (!source) {  // another data set is open: what is left is the small picture
        bench_.jobs.cancel(kImageJob);
        view_->setImage(rows_->pictures[point_]);
        return;
    }
    const auto still = [this, rows = rows_, point = point_] { return rows_ == rows && point_ == point; };
    bench_.jobs.run(
        this, kImageJob,
        [source, item](std::stop_token) {
            Image image;
            source->read(item, image);
            return toQImage(image);
        },
        [this, still](const QImage& image) {
            if (still()) view_->setImage(image);
        },
        [this, still](const Message& sentence) {
            if (still()) view_->setMessage(q(sentence));
        });
}

void PickedPoint::findNeighbours() {
    if (!rows_) return;
    const Nearness by = nearness_->currentIndex() == 0 ? Nearness::Cosine : Nearness::Euclidean;
    bench_.jobs.run(
        this, kNeighbourJob,
        [rows = rows_, point = point_, by](std::stop_token) { return nearest(rows->rows(), point, kNeighbours, by); },
        [this, rows = rows_](const std::vector<Neighbour>& found) {
            if (rows_ != rows) return;
            neighbours_->clear();
            for (const Neighbour& each : found) {
                const auto at = static_cast<int>(each.row);
                const QString label = rows->classes.value(rows->labels[at]);
                auto* item = new QListWidgetItem(
                    QStringLiteral("%1  %2").arg(valueText(each.distance), label.isEmpty() ? rows->names[at] : label));
                if (!rows->pictures.isEmpty()) item->setIcon(QPixmap::fromImage(rows->pictures[at]));
                item->setToolTip(plainTip(rows->names[at]));
                item->setData(Qt::UserRole, at);
                neighbours_->addItem(item);
            }
        });
}

}  // namespace tl
