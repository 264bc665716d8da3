// Images in memory.
#include "engine/data/memory_source.h"

#include "engine/core/error.h"
#include "engine/data/item_place.h"
#include "engine/data/planar.h"

namespace tl {

MemorySource::MemorySource(std::string name, std::string split, Shape shape, std::vector<std::string> classNames,
                           std::shared_ptr<const std::vector<uint8_t>> pixels, std::vector<int32_t> labels,
                           std::vector<BrokenItem> broken)
    : name_(std::move(name)), split_(std::move(split)), shape_(std::move(shape)), imageBytes_(shape_.elements()),
      classNames_(std::move(classNames)), pixels_(std::move(pixels)), labels_(std::move(labels)),
      broken_(std::move(broken)) {
    if (static_cast<int64_t>(pixels_->size()) != imageBytes_ * size())
        throw Error(Message("{name} {split}", name_, split_), Message("{size} bytes of pixels", imageBytes_ * size()),
                    std::to_string(pixels_->size()));
}

std::string MemorySource::itemName(int64_t index) const { return ItemPlace{split_, index}.name(); }

void MemorySource::read(int64_t index, Image& image) const { fromPlanar(planar(index), shape_, image); }

}  // namespace tl
