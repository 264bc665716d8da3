// A layer type is one value, made by one file in this folder. The palette, inspector, project file, command line,
// help page and the parameterised tests all read it; nothing else knows the list.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/core/message.h"
#include "engine/core/property.h"
#include "engine/layers/layer_case.h"
#include "engine/layers/shape_rule.h"

namespace tl {

class BuildContext;

// Categories decide a layer's colour: io, core, conv, pool, norm, act, reg, merge, sequence.
enum class Category { Io, Core, Conv, Pool, Norm, Act, Reg, Merge, Sequence };
std::string_view nameOf(Category category);  // "conv"
Message titleOf(Category category);          // "Convolution"

struct LayerType {
    std::string id;  // "Conv2D": stable, in project files; Keras's class name
    int version = 1;
    Category category = Category::Core;
    std::string title;                 // as in the palette: Keras's name, in every language
    std::string icon;                  // bootstrap-icons name: "grid-3x3"
    std::string idStem;                // new nodes are called stem_1, stem_2, ...: "conv"
    Message help;                      // one or two sentences
    int minInputs = 1, maxInputs = 1;  // maxInputs -1 = any number (merges)
    bool hasOutput = true;
    std::vector<Property> properties;
    std::function<ShapeResult(const ShapeContext&)> shape;
    std::function<void(BuildContext&)> build;
    // "16 · 3×3 · same · relu": the two or three properties that matter.
    std::function<Message(const PropertyReader&)> summary;
    // Rewrites properties of an older version in place; absent while version is 1.
    std::function<void(Properties&, int fromVersion)> migrate;
    std::vector<LayerCase> cases;
};

// All layer types in palette order (by category, then title); generated list, read-only, any thread.
const std::vector<LayerType>& allLayers();
const LayerType* findLayer(const std::string& id);  // nullptr for an unknown type

}  // namespace tl
