// The list of layers in palette order, and the names of their categories.
#include <algorithm>
#include <unordered_map>

#include "engine/layers/layer_type.h"

namespace tl {
namespace layers {
std::vector<LayerType> makeAll();  // generated from the files of this folder
}

std::string_view nameOf(Category category) {
    switch (category) {
    case Category::Io: return "io";
    case Category::Core: return "core";
    case Category::Conv: return "conv";
    case Category::Pool: return "pool";
    case Category::Norm: return "norm";
    case Category::Act: return "act";
    case Category::Reg: return "reg";
    case Category::Merge: return "merge";
    case Category::Sequence: return "sequence";
    }
    return "?";
}

Message titleOf(Category category) {
    switch (category) {
    case Category::Io: return "Input and output";
    case Category::Core: return Message("Core");
    case Category::Conv: return Message("Convolution");
    case Category::Pool: return Message("Pooling");
    case Category::Norm: return Message("Normalisation");
    case Category::Act: return Message("Activation");
    case Category::Reg: return Message("Regularisation");
    case Category::Merge: return Message("Merge");
    case Category::Sequence: return Message("Sequence");
    }
    return "?";
}

std::vector<Repair> repairsOfData() {
    return {{Repair::Kind::SetData, "Open folder…", {}, 0, "spec", std::string(), {}},
            {Repair::Kind::SetData, "Use the sample", {}, 0, "spec", std::string("sample"), {}}};
}

Message sentenceOf(const Diagnostic& diagnostic) {
    Message text("{fault}.", diagnostic.message);
    if (!diagnostic.node.empty()) text = Message("{layer}: {fault}.", diagnostic.node, diagnostic.message);
    return diagnostic.detail.empty() ? text : Message("{sentence} {next}", text, diagnostic.detail);
}

ShapeResult ShapeResult::wrong(Message message, std::vector<Repair> repairs, Message detail) {
    Diagnostic diagnostic;
    diagnostic.inputPort = 0;
    diagnostic.message = std::move(message);
    diagnostic.detail = std::move(detail);
    diagnostic.repairs = std::move(repairs);
    ShapeResult result;
    result.diagnostics.push_back(std::move(diagnostic));
    return result;
}

const std::vector<LayerType>& allLayers() {
    static const std::vector<LayerType> list = [] {
        std::vector<LayerType> types = layers::makeAll();
        std::stable_sort(types.begin(), types.end(), [](const LayerType& a, const LayerType& b) {
            return a.category != b.category ? a.category < b.category : a.title < b.title;
        });
        return types;
    }();
    return list;
}

const LayerType* findLayer(const std::string& id) {
    static const auto byId = [] {
        std::unordered_map<std::string_view, const LayerType*> map;
        for (const LayerType& type : allLayers()) map.emplace(type.id, &type);
        return map;
    }();
    const auto found = byId.find(id);
    return found == byId.end() ? nullptr : found->second;
}

}  // namespace tl
