// Rows are made anew for each stop: sixteen at most. Images are read by a job.
#include "ui/breakpoints/past_steps.h"

#include <QHeaderView>
#include <QStandardItemModel>
#include <QTableView>
#include <QVBoxLayout>
#include <set>

#include "engine/data/source.h"
#include "engine/train/breakpoint.h"
#include "ui/models/picture.h"
#include "ui/models/text.h"
#include "ui/models/workbench.h"
#include "widgets/controls/controls.h"
#include "widgets/controls/quiet_table.h"
#include "widgets/image/picture_strip.h"

namespace tl {
namespace {

constexpr size_t kImagesShown = 16;
const QString kJob = QStringLiteral("past batch");

QString shortText(double value) { return QString::number(value, 'g', 4); }

}  // namespace

PastSteps::PastSteps(Workbench& bench, QWidget* parent)
    : QWidget(parent), bench_(bench), rows_(new QStandardItemModel(this)), table_(new QTableView),
      title_(new ToneLabel({}, Token::Muted, ToneLabel::Mono)), pictures_(new PictureStrip) {
    table_->setObjectName(QStringLiteral("pastSteps"));
    table_->setAccessibleName(tr("The steps before"));
    table_->setModel(rows_);
    table_->setFrameShape(QFrame::NoFrame);
    makeQuiet(*table_);
    table_->setEditTriggers(QAbstractItemView::NoEditTriggers);
    table_->verticalHeader()->setDefaultSectionSize(Theme::instance().scaled(Theme::kTableRow));
    table_->horizontalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
    title_->setObjectName(QStringLiteral("pastTitle"));
    pictures_->setObjectName(QStringLiteral("pastPictures"));
    connect(table_->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
            [this](const QModelIndex& index) { choose(index.row()); });
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(8);
    column->addWidget(table_, 1);
    column->addWidget(title_);
    column->addWidget(pictures_, 1);
}

const PastStep* PastSteps::at(int row) const {
    const int count = stop_ ? static_cast<int>(stop_->past.size()) : 0;
    return row >= 0 && row < count ? &stop_->past[static_cast<size_t>(count - 1 - row)] : nullptr;
}

void PastSteps::show(const std::shared_ptr<const StopRecord>& stop) {
    const bool same = stop_ && stop && stop_->step == stop->step;  // another op; another run is not met without leaving
    stop_ = stop;
    if (same) return;
    rows_->clear();
    std::set<std::string> metrics, values;
    for (int row = 0; const PastStep* step = at(row); ++row) {
        for (const auto& [name, value] : step->metrics) metrics.insert(name);
        for (const auto& [name, statistics] : step->values) values.insert(name);
    }
    QStringList titles{tr("Step"), tr("Epoch"), tr("Loss")};
    for (const std::string& name : metrics) titles << q(name);
    titles << tr("Rate");
    for (const std::string& name : values) titles << tr("Norm of %1").arg(q(name));
    rows_->setHorizontalHeaderLabels(titles);
    for (int row = 0; const PastStep* step = at(row); ++row) {
        QStringList texts{QString::number(step->step), QString::number(step->epoch + 1),
                          shortText(static_cast<double>(step->loss))};
        for (const std::string& name : metrics) {
            const auto found = step->metrics.find(name);
            texts << (found == step->metrics.end() ? QString() : shortText(static_cast<double>(found->second)));
        }
        texts << shortText(step->learningRate);
        for (const std::string& name : values) {
            const auto found = step->values.find(name);
            texts << (found == step->values.end() ? QString() : shortText(found->second.norm()));
        }
        QList<QStandardItem*> items;
        for (const QString& text : texts) {
            items << new QStandardItem(text);
            items.back()->setFont(Theme::instance().mono());
            items.back()->setTextAlignment(Qt::AlignRight | Qt::AlignVCenter);
        }
        rows_->appendRow(items);
    }
    if (rows_->rowCount() > 0)
        table_->selectRow(0);
    else
        choose(-1);
}

void PastSteps::choose(int row) {
    const PastStep* step = at(row);
    bench_.jobs.cancel(kJob);  // of the one that was chosen before
    pictures_->setPictures({});
    title_->setText(
        step ? tr("Batch of step %1 · %n item(s)", nullptr, static_cast<int>(step->items.size())).arg(step->step)
             : QString());
    if (!step) return pictures_->setMessage(tr("No step was done before this one since the run began here."));
    const auto source = stop_->train;
    if (source->dataType() != DType::UInt8) return pictures_->setMessage(tr("The data are no images."));
    pictures_->setMessage({});
    std::vector<int64_t> items = step->items;
    items.resize(std::min(items.size(), kImagesShown));
    bench_.jobs.run(
        this, kJob,
        [source, items](std::stop_token stop) {
            QVector<QImage> images;
            for (const int64_t item : items) {
                if (stop.stop_requested() || item >= source->size()) break;
                Image image;
                source->read(item, image);
                images << toQImage(image);
            }
            return images;
        },
        [this](const QVector<QImage>& images) { pictures_->setPictures(images); },
        [this](const Message& problem) { pictures_->setMessage(q(problem)); });
}

}  // namespace tl
