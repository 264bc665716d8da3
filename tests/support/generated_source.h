// Images from a function: item `index` of `size`, its image and its label. It is called from any thread at once, for
// labels alone with a null image, and must give the same for the same index.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "engine/data/source.h"

namespace tl::test {

struct Generated {
    std::string name;
    int64_t size = 0;
    Shape shape;  // [C, H, W] of most
    std::vector<std::string> classNames;
    std::function<int(int64_t index, Image* image)> item;
};

class GeneratedSource : public Source {
public:
    explicit GeneratedSource(Generated made) : made_(std::move(made)) {}
    std::string name() const override { return made_.name; }
    int64_t size() const override { return made_.size; }
    const std::vector<std::string>& classNames() const override { return made_.classNames; }
    int label(int64_t index) const override { return made_.item(index, nullptr); }
    std::string itemName(int64_t index) const override { return made_.name + " " + std::to_string(index); }
    void read(int64_t index, Image& image) const override { made_.item(index, &image); }
    Shape sampleShape() const override { return made_.shape; }
    const std::vector<BrokenItem>& broken() const override { return none_; }

private:
    Generated made_;
    std::vector<BrokenItem> none_;
};

inline std::shared_ptr<const Source> generatedSource(Generated made) {
    return std::make_shared<GeneratedSource>(std::move(made));
}

}  // namespace tl::test
