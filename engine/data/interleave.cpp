// The order of an interleave is a table made at once, so items can be read in any order.
#include "engine/data/interleave.h"

#include <algorithm>

#include "engine/core/error.h"
#include "engine/data/memory_source.h"
#include "engine/data/planar.h"

namespace tl {
namespace {

struct Place {
    int32_t source;
    int64_t item;
};

class InterleavedSource : public Source {
public:
    InterleavedSource(std::vector<std::shared_ptr<const Source>> sources, std::vector<Place> places)
        : sources_(std::move(sources)), places_(std::move(places)) {
        for (const auto& source : sources_) {
            name_ += (name_.empty() ? "" : " + ") + source->name();
            broken_.insert(broken_.end(), source->broken().begin(), source->broken().end());
        }
    }
    std::string name() const override { return name_; }
    int64_t size() const override { return static_cast<int64_t>(places_.size()); }
    const std::vector<std::string>& classNames() const override { return sources_[0]->classNames(); }
    int label(int64_t i) const override { return of(i).label(at(i)); }
    bool hasLabel(int64_t i) const override { return of(i).hasLabel(at(i)); }
    std::string itemName(int64_t i) const override { return of(i).itemName(at(i)); }
    void read(int64_t i, Image& image) const override { of(i).read(at(i), image); }
    Shape sampleShape() const override { return sources_[0]->sampleShape(); }
    DType dataType() const override { return sources_[0]->dataType(); }
    const uint8_t* planar(int64_t i) const override { return of(i).planar(at(i)); }
    const std::vector<std::string>& columnNames() const override { return sources_[0]->columnNames(); }
    bool hasTargets() const override { return sources_[0]->hasTargets(); }
    float target(int64_t i) const override { return of(i).target(at(i)); }
    uint64_t version(int64_t i) const override { return of(i).version(at(i)); }
    const std::vector<BrokenItem>& broken() const override { return broken_; }

private:
    const Source& of(int64_t i) const { return *sources_[static_cast<size_t>(places_[static_cast<size_t>(i)].source)]; }
    int64_t at(int64_t i) const { return places_[static_cast<size_t>(i)].item; }

    std::vector<std::shared_ptr<const Source>> sources_;
    std::vector<Place> places_;
    std::string name_;
    std::vector<BrokenItem> broken_;
};

class FunctionSource : public Source {
public:
    explicit FunctionSource(GeneratedSource made) : made_(std::move(made)) {}
    std::string name() const override { return made_.name; }
    int64_t size() const override { return made_.size; }
    const std::vector<std::string>& classNames() const override { return made_.classNames; }
    int label(int64_t index) const override { return made_.item(index, nullptr); }
    std::string itemName(int64_t index) const override { return made_.name + " " + std::to_string(index); }
    void read(int64_t index, Image& image) const override { made_.item(index, &image); }
    Shape sampleShape() const override { return made_.shape; }
    const std::vector<BrokenItem>& broken() const override { return none_; }

private:
    GeneratedSource made_;
    std::vector<BrokenItem> none_;
};

}  // namespace

std::shared_ptr<const Source> interleave(std::vector<std::shared_ptr<const Source>> sources, int64_t cycleLength,
                                         int64_t blockLength) {
    if (sources.empty() || std::find(sources.begin(), sources.end(), nullptr) != sources.end())
        throw Error("The interleave", "one source or more", sources.empty() ? "none" : "a missing one");
    if (cycleLength < 1 || blockLength < 1)
        throw Error("The interleave's cycle and block", "1 or more",
                    Message("{cycle_length} and {block_length}", cycleLength, blockLength));
    int64_t total = 0;
    for (const auto& source : sources) {
        const Source& first = *sources[0];
        if (source->sampleShape() != first.sampleShape() || source->dataType() != first.dataType() ||
            source->hasTargets() != first.hasTargets())
            throw Error(Message("The items of {name}", source->name()),
                        Message("{sample_shape} {type}, as those of {name}", first.sampleShape().toString(),
                                nameOf(first.dataType()), first.name()),
                        Message("{sample_shape} {type}", source->sampleShape().toString(), nameOf(source->dataType())));
        if (source->classNames() != first.classNames())
            throw Error(Message("The classes of {name}", source->name()),
                        Message("the same as those of {name}", first.name()), "others");
        total += source->size();
    }
    struct Open {
        size_t source;
        int64_t next = 0;
    };
    std::vector<Place> places;
    places.reserve(static_cast<size_t>(total));
    std::vector<Open> cycle;
    size_t following = 0;
    for (size_t turn = 0;; ++turn) {
        while (cycle.size() < static_cast<size_t>(cycleLength) && following < sources.size())
            cycle.push_back({following++});
        if (cycle.empty()) break;
        turn %= cycle.size();
        Open& open = cycle[turn];
        const int64_t end = std::min(open.next + blockLength, sources[open.source]->size());
        for (; open.next < end; ++open.next) places.push_back({static_cast<int32_t>(open.source), open.next});
        if (open.next < sources[open.source]->size()) continue;
        if (following < sources.size()) {
            open = {following++};  // the next one takes its place in the cycle
        } else {
            cycle.erase(cycle.begin() + static_cast<ptrdiff_t>(turn));
            --turn;  // whoever moved up is next
        }
    }
    return std::make_shared<InterleavedSource>(std::move(sources), std::move(places));
}

std::shared_ptr<const Source> generatorSource(GeneratedSource made) {
    if (!made.item || made.size < 0 || made.shape.rank() != 3)
        throw Error(
            Message("The generated source {name}", made.name), "a function, a size and a shape of three extents",
            made.item ? Message("{count} items of {shape}", made.size, made.shape.toString()) : Message("no function"));
    return std::make_shared<FunctionSource>(std::move(made));
}

std::shared_ptr<const Source> collect(const std::string& name, const Shape& shape, std::vector<std::string> classNames,
                                      const std::function<bool(Image& image, int& label)>& next, size_t limitBytes) {
    auto pixels = std::make_shared<std::vector<uint8_t>>();
    std::vector<uint8_t> labels;
    const auto bytes = static_cast<size_t>(shape.elements());
    Image image;
    for (int label = 0; next(image, label);) {
        const std::string item = name + " " + std::to_string(labels.size());
        const Shape found{image.channels, image.height, image.width};
        if (found != shape || image.pixels.size() != bytes)
            throw Error(item, Message("an image of {shape}", shape.toString()), found.toString());
        if (label < 0 || label > 255 || label >= static_cast<int>(classNames.size()))
            throw Error(item, Message("a label from 0 to {size}", static_cast<int>(classNames.size()) - 1),
                        std::to_string(label));
        if (pixels->size() + bytes > limitBytes)
            throw Error(name, Message("at most {limit_bytes} MiB of images", limitBytes >> 20), "more",
                        "Generate by index instead (generatorSource), which keeps nothing.");
        pixels->resize(pixels->size() + bytes);
        toPlanar(image, pixels->data() + pixels->size() - bytes);
        labels.push_back(static_cast<uint8_t>(label));
    }
    return std::make_shared<MemorySource>(name, "item", shape, std::move(classNames), std::move(pixels),
                                          std::move(labels));
}

}  // namespace tl
