// A source whose images all have one size and lie in memory, channels-first: the built-in sample, MNIST, CIFAR-10.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "engine/data/source.h"

namespace tl {

class MemorySource : public Source {
public:
    // pixels: size [labels.size(), C, H, W]. Items are named "<split> <number>".
    MemorySource(std::string name, std::string split, Shape shape, std::vector<std::string> classNames,
                 std::shared_ptr<const std::vector<uint8_t>> pixels, std::vector<int32_t> labels,
                 std::vector<BrokenItem> broken = {});
    MemorySource(std::string name, std::string split, Shape shape, std::vector<std::string> classNames,
                 std::shared_ptr<const std::vector<uint8_t>> pixels, const std::vector<uint8_t>& labels,
                 std::vector<BrokenItem> broken = {})
        : MemorySource(std::move(name), std::move(split), std::move(shape), std::move(classNames), std::move(pixels),
                       std::vector<int32_t>(labels.begin(), labels.end()), std::move(broken)) {}

    std::string name() const override { return name_; }
    int64_t size() const override { return static_cast<int64_t>(labels_.size()); }
    const std::vector<std::string>& classNames() const override { return classNames_; }
    int label(int64_t index) const override { return labels_[static_cast<size_t>(index)]; }
    std::string itemName(int64_t index) const override;
    void read(int64_t index, Image& image) const override;
    Shape sampleShape() const override { return shape_; }
    const uint8_t* planar(int64_t index) const override { return pixels_->data() + index * imageBytes_; }
    const std::vector<BrokenItem>& broken() const override { return broken_; }

private:
    std::string name_, split_;
    Shape shape_;
    int64_t imageBytes_;
    std::vector<std::string> classNames_;
    std::shared_ptr<const std::vector<uint8_t>> pixels_;
    std::vector<int32_t> labels_;
    std::vector<BrokenItem> broken_;
};

}  // namespace tl
