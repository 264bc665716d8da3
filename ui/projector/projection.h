// The work behind the projector, for a job: what a layer of a run's checkpoint makes of items of a split, and those
// rows brought down to three dimensions. Values in, values out; any thread.
#pragma once

#include <QImage>
#include <QString>
#include <QVector3D>
#include <QVector>
#include <functional>
#include <memory>
#include <stop_token>

#include "engine/projection/embedding.h"
#include "engine/train/layer_output.h"

namespace tl {

struct LayerRows {
    QString folder, layer, split;        // of the run; which these are
    std::weak_ptr<const Source> source;  // whose items they are; gone with its data set
    qint64 asked = 0, total = 0;         // items; and how many the split has
    LayerOutput output;
    QVector<int> labels;       // -1 where they are numbers
    QVector<QImage> pictures;  // small; empty where the items are no images
    QStringList names;         // of the items
    QStringList classes;
    Rows rows() const {
        return {output.values.data(), static_cast<int64_t>(output.items.size()), output.shape.elements()};
    }
};

// Of the split's items so many, evenly apart. Throws Error.
std::shared_ptr<const LayerRows> layerRows(const QString& folder, const QString& layer, const QString& split,
                                           const std::shared_ptr<const Source>& source, qint64 most,
                                           std::stop_token stop, const std::function<void(double)>& progress);

enum class ProjectionMethod { Pca, Tsne };

struct ProjectedRows {
    std::shared_ptr<const LayerRows> rows;
    ProjectionMethod method = ProjectionMethod::Pca;
    QVector<QVector3D> points;
    double variance = 0;    // PCA: the share that three components keep
    double divergence = 0;  // t-SNE
    double done = 1;        // below 1: it was given up there
};

using ProjectionProgress = std::function<void(double share, const QVector<QVector3D>& points)>;

// t-SNE starts from the first 50 components, as is usual. Throws Error.
ProjectedRows project(std::shared_ptr<const LayerRows> rows, ProjectionMethod method, double perplexity,
                      std::stop_token stop, const ProjectionProgress& progress);

}  // namespace tl
