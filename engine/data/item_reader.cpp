// One item's way into a batch: memory or cache or decoding, then map and augment, then channels-first.
#include <cstring>

#include "engine/core/error.h"
#include "engine/data/pipeline_spec.h"
#include "engine/data/planar.h"

namespace tl {

ItemReader::ItemReader(std::shared_ptr<const Source> source, Shape shape, std::vector<MapFunction> maps,
                       ImageCache* cache)
    : source_(std::move(source)), shape_(std::move(shape)), maps_(std::move(maps)), cache_(cache),
      imageBytes_(static_cast<size_t>(shape_.elements())),
      inMemory_(source_->size() > 0 && source_->sampleShape() == shape_ && source_->planar(0) != nullptr) {}

std::optional<std::string> ItemReader::read(int64_t index, int64_t epoch, uint8_t* planar,
                                            ImageScratch& scratch) const {
    const uint8_t* ready = inMemory_ ? source_->planar(index) : cache_ ? cache_->find(index) : nullptr;
    if (ready && maps_.empty()) {
        std::memcpy(planar, ready, imageBytes_);
        return std::nullopt;
    }
    Image& image = scratch.image;
    if (ready) {
        fromPlanar(ready, shape_, image);
    } else {
        try {
            source_->read(index, image);
        } catch (const Error& e) {
            return e.message();
        }
        fitImage(image, shape_, scratch.resized);
        if (cache_ || maps_.empty()) toPlanar(image, planar);
        if (cache_) cache_->store(index, planar);
        if (maps_.empty()) return std::nullopt;
    }
    for (const auto& map : maps_) map(image, epoch, index);
    if (image.channels != shape_[0] || image.height != shape_[1] || image.width != shape_[2] ||
        image.pixels.size() != imageBytes_)
        throw Error("map", "to keep the image at " + shape_.toString(),
                    Shape{image.channels, image.height, image.width}.toString());
    toPlanar(image, planar);
    return std::nullopt;
}

}  // namespace tl
