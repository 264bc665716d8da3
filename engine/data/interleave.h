// Several sources as one, a block of each in turn: tf.data's interleave. Also sources made by code.
#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "engine/data/source.h"

namespace tl {

// `cycleLength` sources are open at a time, each gives `blockLength` items in its turn, and one that ends is replaced
// by the next. All must have one type, shape and the same classes. Throws Error otherwise.
std::shared_ptr<const Source> interleave(std::vector<std::shared_ptr<const Source>> sources, int64_t cycleLength,
                                         int64_t blockLength = 1);

// Images from a function: item `index` of `size`, its image and its label. Called from any thread at once, for labels
// alone with a null image; must give the same for the same index.
struct GeneratedSource {
    std::string name;
    int64_t size = 0;
    Shape shape;  // [C, H, W] of most
    std::vector<std::string> classNames;
    std::function<int(int64_t index, Image* image)> item;
};
std::shared_ptr<const Source> generatorSource(GeneratedSource made);

// Images from a function that is called until it returns false, as Python's generators are: kept in memory. Throws
// Error where one differs from `shape`, for a label outside the classes, and beyond `limitBytes`.
std::shared_ptr<const Source> collect(const std::string& name, const Shape& shape, std::vector<std::string> classNames,
                                      const std::function<bool(Image& image, int& label)>& next,
                                      size_t limitBytes = size_t{8} << 30);

}  // namespace tl
