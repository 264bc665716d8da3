// See the header. Labels are looked up once, when the data is opened.
#include "engine/data/model_labels.h"

#include <set>
#include <unordered_map>

#include "engine/core/error.h"
#include "engine/data/csv.h"
#include "engine/data/sources/support.h"

namespace tl {
namespace {

// The same samples under other labels: of each class of theirs, another class or a number.
class RelabelledSource : public Source {
public:
    RelabelledSource(std::shared_ptr<const Source> whole, std::vector<std::string> classes, std::vector<int> labels,
                     std::vector<float> targets)
        : whole_(std::move(whole)), classes_(std::move(classes)), labels_(std::move(labels)),
          targets_(std::move(targets)) {}

    std::string name() const override { return whole_->name(); }
    int64_t size() const override { return whole_->size(); }
    const std::vector<std::string>& classNames() const override { return classes_; }
    int label(int64_t index) const override { return labels_.empty() ? 0 : labels_[theirs(index)]; }
    bool hasLabel(int64_t index) const override { return whole_->hasLabel(index); }
    std::string itemName(int64_t index) const override { return whole_->itemName(index); }
    void read(int64_t index, Image& image) const override { whole_->read(index, image); }
    Shape sampleShape() const override { return whole_->sampleShape(); }
    DType dataType() const override { return whole_->dataType(); }
    const uint8_t* planar(int64_t index) const override { return whole_->planar(index); }
    const float* unscaledRow(int64_t index) const override { return whole_->unscaledRow(index); }
    const std::vector<std::string>& columnNames() const override { return whole_->columnNames(); }
    bool hasTargets() const override { return classes_.empty(); }
    float target(int64_t index) const override {
        return targets_.empty() ? static_cast<float>(label(index)) : targets_[theirs(index)];
    }
    const std::vector<BrokenItem>& broken() const override { return whole_->broken(); }

private:
    size_t theirs(int64_t index) const { return static_cast<size_t>(whole_->label(index)); }

    std::shared_ptr<const Source> whole_;
    std::vector<std::string> classes_;
    std::vector<int> labels_;
    std::vector<float> targets_;
};

}  // namespace

void labelAsModel(DataSet& data, const std::vector<std::string>& classes, bool welcome) {
    const std::vector<std::string>& theirs = data.train->classNames();
    if (theirs == classes) return;
    std::vector<std::string> all = classes;
    std::vector<int> labels;
    std::vector<float> targets;
    if (!data.labelled) {
        // Nobody reads them.
    } else if (theirs.empty()) {
        return;  // numbers, which are no classes
    } else if (classes.empty()) {
        for (const std::string& name : theirs) {
            double number = 0;
            if (!parseNumber(name, number)) return;  // words, which are no numbers
            targets.push_back(static_cast<float>(number));
        }
    } else {
        std::set<int> held;
        for (const auto& split : {data.train, data.validation, data.test})
            for (int64_t i = 0; split && i < split->size(); ++i) held.insert(split->label(i));
        std::vector<std::string> unknown;
        std::unordered_map<std::string, int> own;
        for (size_t k = 0; k < classes.size(); ++k) own.emplace(classes[k], static_cast<int>(k));
        for (size_t k = 0; k < theirs.size(); ++k) {
            const auto [at, isNew] = own.emplace(theirs[k], static_cast<int>(all.size()));
            labels.push_back(at->second);
            if (!isNew) continue;
            if (held.contains(static_cast<int>(k))) unknown.push_back(theirs[k]);
            all.push_back(theirs[k]);
        }
        if (!welcome && !unknown.empty())
            throw Error(Message("The classes of \"{name}\"", data.name),
                        Message("classes of the network: {names}", shortList(classes)), shortList(unknown));
        if (!welcome) all = classes;
    }
    for (auto* split : {&data.train, &data.validation, &data.test})
        if (*split) *split = std::make_shared<RelabelledSource>(*split, all, labels, targets);
}

}  // namespace tl
