// See the header. The size of files is found at opening (DataSet::sizes); here it is only put to use.
#include "engine/data/image_settings.h"

#include <algorithm>

#include "engine/core/error.h"
#include "engine/core/property_builders.h"
#include "engine/data/spec_settings.h"

namespace tl {
namespace {

constexpr int kLargest = 16384;
const std::vector<std::string> kModes{"stretch", "fit", "fill"};
const std::vector<std::string> kFilters{"auto", "nearest", "bilinear", "bicubic", "area", "lanczos"};

Property sizeSetting(int width, int height) {
    return withUnit(
        listProperty("size", {width, height}, 2, 1, kLargest,
                     "Width and height that every image is brought to, for training and all that is shown."),
        "px");
}
Property modeSetting() {
    return choiceProperty("resize", "stretch", kModes,
                          "stretch changes the proportions; fit keeps the whole image and adds black bars; fill keeps "
                          "the proportions and cuts off what is too much, from both sides alike.");
}
Property filterSetting() {
    return choiceProperty("filter", "auto", kFilters,
                          "How pixels are made from others; auto takes the mean of areas where an image gets smaller, "
                          "and is bilinear otherwise.");
}

const char* const kKeys[] = {"size", "resize", "filter"};

class SizedSource : public Source {
public:
    SizedSource(std::shared_ptr<const Source> whole, Shape shape, ImageFit fit)
        : whole_(std::move(whole)), shape_(std::move(shape)), fit_(fit) {}
    std::string name() const override { return whole_->name(); }
    int64_t size() const override { return whole_->size(); }
    const std::vector<std::string>& classNames() const override { return whole_->classNames(); }
    int label(int64_t index) const override { return whole_->label(index); }
    bool hasLabel(int64_t index) const override { return whole_->hasLabel(index); }
    std::string itemName(int64_t index) const override { return whole_->itemName(index); }
    void read(int64_t index, Image& image) const override {
        thread_local Image scratch;
        whole_->read(index, image);
        fitImage(image, shape_, scratch, fit_);
    }
    Shape sampleShape() const override { return shape_; }
    const std::shared_ptr<const Source>& whole() const { return whole_; }
    bool hasTargets() const override { return whole_->hasTargets(); }
    float target(int64_t index) const override { return whole_->target(index); }
    const std::vector<BrokenItem>& broken() const override { return whole_->broken(); }

private:
    std::shared_ptr<const Source> whole_;
    Shape shape_;
    ImageFit fit_;
};

}  // namespace

ImageSettings takeImageSettings(std::map<std::string, std::string>& settings) {
    ImageSettings found;
    const auto take = [&](const Property& property, const auto& use) {
        const auto said = settings.find(property.key);
        if (said == settings.end()) return;
        PropertyValue value;
        Message problem;
        try {
            value = parseProperty(property, said->second);
            problem = checkProperty(property, value);
        } catch (const Error& error) {
            problem = error.message();
        }
        if (!problem.empty()) {
            const bool size = property.key == "size";
            const Message expected = size ? Message("width and height in pixels, each from 1 to {most}", kLargest)
                                          : Message("one of {known}", property.choices);
            throw Error(Message("The images' setting {key}", property.key), expected,
                        Message("\"{said}\"", said->second), size ? "Write size=224x224." : "");
        }
        use(value);
        settings.erase(said);
        found.given = true;
    };
    const auto placeOf = [](const std::vector<std::string>& all, const PropertyValue& value) {
        return std::find(all.begin(), all.end(), std::get<std::string>(value)) - all.begin();
    };
    take(sizeSetting(1, 1), [&](const PropertyValue& value) {
        const auto& size = std::get<std::vector<int64_t>>(value);
        found.width = static_cast<int>(size[0]);
        found.height = static_cast<int>(size[1]);
    });
    take(modeSetting(),
         [&](const PropertyValue& value) { found.fit.mode = static_cast<ImageFit::Mode>(placeOf(kModes, value)); });
    take(filterSetting(), [&](const PropertyValue& value) {
        found.fit.filter = static_cast<ImageFit::Filter>(placeOf(kFilters, value));
    });
    return found;
}

ImageSettings imageSettingsOf(const std::string& spec) {
    SpecSettings settings = splitSettings(spec).second;
    try {
        return takeImageSettings(settings);
    } catch (const Error&) {
        return {};
    }
}

std::string withImageSettingsOf(const std::string& spec, const std::string& other) {
    const SpecSettings own = splitSettings(spec).second, theirs = splitSettings(other).second;
    SpecSettings added;
    for (const char* key : kKeys) {
        if (own.count(key)) return spec;
        if (const auto found = theirs.find(key); found != theirs.end()) added.insert(*found);
    }
    return withSettings(spec, added);
}

std::optional<DataSet> withOtherImageSettings(const DataSet& data, const std::string& openedAs,
                                              const std::string& spec) {
    auto [plain, settings] = splitSettings(spec);
    auto [openPlain, openSettings] = splitSettings(openedAs);
    for (const char* key : kKeys) openSettings.erase(key);
    const SpecSettings all = settings;
    const ImageSettings wanted = takeImageSettings(settings);
    if (data.numeric() || plain != openPlain || settings != openSettings) return std::nullopt;
    DataSet other = data;
    for (auto* split : {&other.train, &other.validation, &other.test})
        if (const auto* sized = dynamic_cast<const SizedSource*>(split->get()))
            *split = std::shared_ptr(sized->whole());
    std::erase_if(other.settings, [](const Property& setting) {
        return std::find(std::begin(kKeys), std::end(kKeys), setting.key) != std::end(kKeys);
    });
    other.sizes.chosen = false;
    applyImageSettings(other, wanted);
    other.spec = joinSettings(splitSettings(data.spec).first, all);
    return other;
}

void applyImageSettings(DataSet& data, const ImageSettings& settings) {
    if (data.numeric()) {
        if (settings.given)
            throw Error("The settings size, resize and filter", "a data set of images", "rows of numbers");
        return;
    }
    const Shape natural = data.shape();
    if (data.sizes.width == 0) {
        data.sizes.width = static_cast<int>(natural[2]);
        data.sizes.height = static_cast<int>(natural[1]);
        data.sizes.add(data.sizes.width, data.sizes.height);
    }
    for (const Property& each :
         {sizeSetting(static_cast<int>(natural[2]), static_cast<int>(natural[1])), modeSetting(), filterSetting()})
        data.settings.push_back(each);
    if (!settings.given) return;
    data.sizes.chosen = true;
    const Shape shape{natural[0], settings.height ? settings.height : natural[1],
                      settings.width ? settings.width : natural[2]};
    for (auto* split : {&data.train, &data.validation, &data.test})
        if (*split) *split = std::make_shared<SizedSource>(*split, shape, settings.fit);
}

}  // namespace tl
