// See the header.
#include "ui/projector/projection.h"

#include "engine/core/error.h"
#include "engine/io/checkpoint.h"
#include "ui/models/item_title.h"
#include "ui/models/picture.h"
#include "ui/models/text.h"

namespace tl {

namespace {

constexpr int kThumbnail = 28, kFirstComponents = 50;

QVector<QVector3D> asPoints(const std::vector<float>& values) {
    QVector<QVector3D> points;
    for (size_t i = 0; i + 2 < values.size(); i += 3) points << QVector3D(values[i], values[i + 1], values[i + 2]);
    return points;
}

}  // namespace

std::shared_ptr<const LayerRows> layerRows(const QString& folder, const QString& layer, const QString& split,
                                           const std::shared_ptr<const Source>& source, qint64 most,
                                           std::stop_token stop, const std::function<void(double)>& progress) {
    auto result = std::make_shared<LayerRows>();
    result->folder = folder;
    result->layer = layer;
    result->split = split;
    result->source = source;
    result->asked = most;
    result->total = source->size();
    const Snapshot model = loadCheckpoint(folder.toStdString());
    std::vector<int64_t> items;
    const int64_t count = std::min<int64_t>(most, source->size());
    for (int64_t i = 0; i < count; ++i) items.push_back(i * source->size() / count);
    result->output = layerOutput(model, layer.toStdString(), *source, items, 0, stop, progress);
    for (const std::string& name : source->classNames()) result->classes << q(name);
    const bool images = source->dataType() == DType::UInt8;
    Image image;
    for (const int64_t item : result->output.items) {
        if (stop.stop_requested()) throw Error("The projection was stopped.");
        result->labels << (source->hasTargets() ? -1 : source->label(item));
        result->names << itemTitle(*source, split, item);
        if (!images) continue;
        source->read(item, image);
        result->pictures << toThumbnail(image, kThumbnail);
    }
    return result;
}

ProjectedRows project(std::shared_ptr<const LayerRows> rows, ProjectionMethod method, double perplexity,
                      std::stop_token stop, const ProjectionProgress& progress) {
    ProjectedRows result;
    result.method = method;
    if (method == ProjectionMethod::Pca) {
        const PrincipalView view = principalView(rows->rows(), 3, 1, stop);
        result.points = asPoints(view.points);
        for (const double share : view.varianceShare) result.variance += share;
    } else {
        const Rows all = rows->rows();
        std::vector<float> fewer;
        Rows from = all;
        if (all.width > kFirstComponents) {
            fewer = principalView(all, kFirstComponents, 1, stop).points;
            from = {fewer.data(), all.count, kFirstComponents};
        }
        TsneOptions options;
        options.perplexity = perplexity;
        const TsneView view = tsne(from, options, stop, [&](double share, const std::vector<float>& points) {
            if (progress) progress(share, asPoints(points));
        });
        result.points = asPoints(view.points);
        result.divergence = view.divergence;
    }
    result.rows = std::move(rows);
    return result;
}

}  // namespace tl
