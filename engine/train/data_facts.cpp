// See the header.
#include "engine/train/data_facts.h"

#include <algorithm>
#include <utility>

#include "engine/data/columns.h"
#include "engine/data/image_settings.h"
#include "engine/data/model_labels.h"
#include "engine/data/spec_settings.h"

namespace tl {

bool mixesLabels(const TrainingSpec& training) {
    return std::ranges::any_of(training.augmentation, [](const AugmentSpec& step) {
        const AugmentType* type = findAugmentation(step.type);
        return type && type->mix;
    });
}

DataFacts factsOf(const DataSet& data) {
    DataFacts facts{data.shape(), data.classes()};
    facts.labels.numbers = data.train->hasTargets();
    facts.sizes = data.sizes;
    return facts;
}

DataFacts factsOf(const DataSet& data, const TrainingSpec& training) {
    const Source& source = *data.train;
    std::vector<int64_t> counts(static_cast<size_t>(data.classes()));
    for (int64_t i = 0; i < source.size() && !counts.empty(); ++i)
        if (const int label = source.label(i); label >= 0 && label < data.classes())
            ++counts[static_cast<size_t>(label)];
    return factsOf(data, training, std::move(counts));
}

DataFacts factsOf(const DataSet& data, const TrainingSpec& training, std::vector<int64_t> counts) {
    DataFacts facts = factsOf(data);
    facts.labels.mixed = mixesLabels(training);
    facts.labels.counts = std::move(counts);
    return facts;
}

DataSet openAsModel(const Snapshot& model, const std::string& spec, OpenOptions options, const DataSet* open) {
    const bool same = open && open->spec == spec && (!model.schema || (open->schema && *open->schema == *model.schema));
    options.model = model.schema;
    DataSet data = same ? *open : openDataSet(spec, options);
    labelAsModel(data, model.classNames);
    return data;
}

std::string bringToSize(DataSet& data, const Snapshot& model, const std::string& openedAs) {
    const Shape takes(model.dataShape), has = data.shape();
    if (data.numeric() || takes.rank() != 3 || (takes[1] == has[1] && takes[2] == has[2]) ||
        splitSettings(openedAs).second.contains("size"))
        return {};
    std::string size = std::to_string(takes[2]) + "x" + std::to_string(takes[1]);
    data = withOtherImageSettings(data, openedAs, withSettings(openedAs, {{"size", size}})).value();
    return size;
}

// Data without classes has numbers for labels.
DataFacts factsOf(const Snapshot& snapshot) {
    DataFacts facts{Shape(snapshot.dataShape), static_cast<int>(snapshot.classNames.size())};
    facts.labels.numbers = snapshot.classNames.empty();
    return facts;
}

}  // namespace tl
