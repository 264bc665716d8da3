// Layers that make one value of several of the same shape: they differ in the op and the words.
#pragma once

#include "engine/layers/support.h"

namespace tl::layers {

struct Merge {
    const char *title, *icon, *idStem, *help;
    Message summary;  // what the node shows: "sum"
    int maxInputs = -1;
    std::function<ValueId(BuildContext&, std::span<const ValueId>)> combine;  // of inputs of one shape
};

LayerType mergeLayer(const Merge& merge);

// Layers after one of two inputs that bring both to one height and width; nothing where no single one does.
std::vector<Repair> evenSizes(const ShapeContext& context, size_t first, size_t second);

// For Merge::combine: the op on the first two, then on that and the third, and so on.
std::function<ValueId(BuildContext&, std::span<const ValueId>)> oneByOne(const std::string& op);

}  // namespace tl::layers
