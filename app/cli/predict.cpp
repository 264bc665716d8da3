// `tensorloom predict`: class scores, or predicted numbers, for the first samples of a split, or for image files by
// name.
#include "engine/io/json.h"
#include <algorithm>
#include <cstdio>
#include <iostream>
#include <memory>
#include <mutex>
#include <set>
#include <span>

#include "app/cli/arguments.h"
#include "app/cli/commands.h"
#include "app/cli/support.h"
#include "app/cli/words.h"
#include "engine/core/error.h"
#include "engine/data/image_file.h"
#include "engine/data/image_settings.h"
#include "engine/data/item_place.h"
#include "engine/io/files.h"
#include "engine/train/evaluate.h"

namespace tl::cli {
namespace {

struct PredictOptions {
    std::string model, data, split;
    std::vector<std::string> files;
    int64_t first = 0, count = 10;
    int top = 3;
    bool json = false, raw = false;
};

// Image files as a source without labels, brought to the network's input as its training images were.
class FileSource : public Source {
public:
    FileSource(std::vector<std::string> paths, Shape shape, ImageFit fit, std::vector<std::string> classNames)
        : paths_(std::move(paths)), shape_(std::move(shape)), fit_(fit), classNames_(std::move(classNames)) {}
    std::string name() const override { return "files"; }
    int64_t size() const override { return static_cast<int64_t>(paths_.size()); }
    const std::vector<std::string>& classNames() const override { return classNames_; }
    int label(int64_t) const override { return 0; }
    std::string itemName(int64_t index) const override { return paths_[static_cast<size_t>(index)]; }
    void read(int64_t index, Image& image) const override {
        const std::string text = readFile(itemName(index));
        const std::span bytes(reinterpret_cast<const uint8_t*>(text.data()), text.size());
        decodeImage(bytes, static_cast<int>(shape_[0]), image);
        note(index, image.width != shape_[2] || image.height != shape_[1],
             inspectImage(bytes, bytes, bytes.size()).channels);
        Image scratch;
        fitImage(image, shape_, scratch, fit_);
    }
    Shape sampleShape() const override { return shape_; }
    const std::vector<BrokenItem>& broken() const override { return broken_; }

    // What was done to images that are not as the model takes them; nothing where all were.
    std::vector<Message> changes() const {
        const std::lock_guard lock(mutex_);
        const std::string size = std::to_string(shape_[2]) + "x" + std::to_string(shape_[1]);
        std::vector<Message> said;
        if (!resized_.empty())
            said.push_back(Message("{count} of {all} images were resized to {size}, which the model takes.",
                                   resized_.size(), paths_.size(), size));
        if (!recoloured_.empty())
            said.push_back(shape_[0] == 1
                               ? Message("{count} of {all} images were turned to grey, which the model takes.",
                                         recoloured_.size(), paths_.size())
                               : Message("{count} of {all} images are grey; the model takes colours, so all "
                                         "three channels got the same.",
                                         recoloured_.size(), paths_.size()));
        return said;
    }

private:
    void note(int64_t index, bool resized, int channels) const {
        const std::lock_guard lock(mutex_);
        if (resized) resized_.insert(index);
        if (channels > 0 && channels != shape_[0]) recoloured_.insert(index);
    }

    mutable std::mutex mutex_;
    mutable std::set<int64_t> resized_, recoloured_;
    std::vector<std::string> paths_;
    Shape shape_;
    ImageFit fit_;
    std::vector<std::string> classNames_;
    std::vector<BrokenItem> broken_;
};

// Of data that is not split a row is called by its line alone: the model was not trained on it.
std::string nameOf(const Source& source, int64_t index, bool whole) {
    const std::string name = source.itemName(index);
    const auto place = placeOfItem(name);
    return whole && place && place->line ? "line " + std::to_string(place->number) : name;
}

void print(const Prediction& prediction, const PredictOptions& options, const Source& source, const std::string& item,
           const Snapshot& model, bool labelled) {
    // Which may be a class that the network does not tell.
    const auto& labels = source.classNames();
    const std::string truth = labels.empty() ? shortNumber(static_cast<double>(source.target(prediction.index)))
                                             : labels.at(static_cast<size_t>(source.label(prediction.index)));
    if (model.classNames.empty()) {  // numbers instead of classes
        const double value = static_cast<double>(prediction.scores.at(0));
        if (options.json) {
            nlohmann::json object = {{"index", prediction.index}, {"item", item}, {"predicted", value}};
            if (labelled) object["label"] = static_cast<double>(source.target(prediction.index));
            printJson(object);
            return;
        }
        std::cout << item << ": " << shortNumber(value);
        if (labelled) std::cout << "  " << say(Message("(is {label})", truth));
        std::cout << std::endl;
        return;
    }
    const auto className = [&](int index) {
        return index < 0 ? "none" : model.classNames.at(static_cast<size_t>(index));
    };
    std::vector<int> best(prediction.scores.size());
    for (size_t i = 0; i < best.size(); ++i) best[i] = static_cast<int>(i);
    std::stable_sort(best.begin(), best.end(), [&](int a, int b) {
        return prediction.scores[static_cast<size_t>(a)] > prediction.scores[static_cast<size_t>(b)];
    });
    best.resize(std::min(best.size(), static_cast<size_t>(std::max(options.top, 1))));
    if (options.json) {
        nlohmann::json object = {{"index", prediction.index},
                                 {"item", item},
                                 {"predicted", prediction.predicted},
                                 {"class", className(prediction.predicted)},
                                 {"scores", prediction.scores}};
        if (labelled) {
            if (!labels.empty() && prediction.label < static_cast<int>(model.classNames.size()))
                object["label"] = prediction.label;
            object["label_class"] = truth;
        }
        printJson(object);
        return;
    }
    if (prediction.predicted < 0) {
        std::cout << say(Message("{item}: the scores are not numbers", item)) << std::endl;
        return;
    }
    std::cout << item << ":";
    for (int index : best) {
        char score[16];
        std::snprintf(score, sizeof score, "%.4f", static_cast<double>(prediction.scores[static_cast<size_t>(index)]));
        std::cout << " " << className(index) << " " << score;
    }
    if (labelled && truth != className(prediction.predicted)) std::cout << "  " << say(Message("(is {label})", truth));
    std::cout << std::endl;
}

int runPredict(const PredictOptions& options) {
    Snapshot model = loadModel(options.model, options.json);
    if (options.raw) takeLastWeights(model);
    std::shared_ptr<const Source> source;
    std::shared_ptr<const FileSource> files;
    int64_t first = options.first, count = options.count;
    bool labelled = false, whole = false;
    if (!options.files.empty()) {
        source = files = std::make_shared<FileSource>(options.files, Shape(model.dataShape),
                                                      imageSettingsOf(model.dataSpec).fit, model.classNames);
        first = 0;
        count = source->size();
    } else {
        std::string split = options.split;
        const DataSet data = openDataFor(model, options.data, split, false);
        labelled = data.labelled;
        source = splitOf(data, split);
        whole = isWhole(model, options.data, options.split, split);
    }
    count = std::min(count, source->size());  // so that sums stay numbers
    const auto predictions = predict(model, *source, first, count);
    for (const Prediction& prediction : predictions)
        print(prediction, options, *source, nameOf(*source, prediction.index, whole), model,
              labelled && source->hasLabel(prediction.index));
    if (!options.json && first < source->size() && count < source->size() - first)
        complain(Message("{count} of {all}; --count N for more.", thousands(count), thousands(source->size())));
    if (files)
        for (const Message& sentence : files->changes()) complain(sentence);
    // What did not decode is missing from the list; say which and why.
    int64_t missing = 0;
    for (int64_t index = first, at = 0; index < std::min(first + count, source->size()); ++index) {
        if (at < static_cast<int64_t>(predictions.size()) && predictions[static_cast<size_t>(at)].index == index) {
            ++at;
            continue;
        }
        ++missing;
        try {
            Image image;
            source->read(index, image);
        } catch (const Error& error) {
            complain(Message("{thing}: {sentence}", nameOf(*source, index, whole), error.message()));
        }
    }
    return missing == 0 ? kDone : kBadInput;
}

}  // namespace

void addPredict(CLI::App& app, Action& action) {
    const auto options = std::make_shared<PredictOptions>();
    const Command command(app, "predict", "Class scores or predicted numbers of samples, by a trained network");
    modelArgument(command, options->model);
    const Option files = command.option(
        "files", options->files, "Image files (JPEG, PNG, BMP, GIF, WebP, TIFF); tables and all other data by --data");
    command.option("--data", options->data, "A data set instead of files; default: what it was trained on")
        .excludes(files);
    splitOption(command, options->split).excludes(files);
    command.option("--first", options->first, "First sample of the split, from 0").nonNegative().excludes(files);
    command.option("--count", options->count, "How many samples").positive().showDefault().excludes(files);
    command.option("--top", options->top, "Classes shown for each, best first").positive().showDefault();
    rawWeightsFlag(command, options->raw);
    command.flag("--json", options->json, "One object a sample, with all scores");
    command.runs(action, [options] { return runPredict(*options); });
}

}  // namespace tl::cli
