// The list of ops and the lookup by name. The list itself is generated from the files of this folder.
#include <algorithm>
#include <map>

#include "engine/core/error.h"
#include "engine/ops/op.h"

namespace tl {
namespace ops {
std::vector<OpType> makeAll();
}

const std::vector<OpType>& allOps() {
    static const std::vector<OpType> all = ops::makeAll();
    return all;
}

const OpType& findOp(const std::string& name) {
    static const std::map<std::string, const OpType*> index = [] {
        std::map<std::string, const OpType*> map;
        for (const OpType& op : allOps()) map[op.name] = &op;
        return map;
    }();
    const auto found = index.find(name);
    if (found == index.end()) throw Error(Message("op {name}", name), "one of docs/ops.md", "no such op");
    return *found->second;
}

std::vector<int> updatesOf(const OpType& op, const Attributes& attributes, size_t outputs) {
    if (!op.grouped) {  // some of the slots may not be there
        const auto own = op.updates.begin();
        return {own, own + static_cast<std::ptrdiff_t>(std::min(outputs, op.updates.size()))};
    }
    const auto tensors = static_cast<size_t>(attributes.integer("tensors", 1)), each = outputs / tensors;
    std::vector<int> all;
    for (size_t tensor = 0; tensor < tensors; ++tensor)
        for (size_t i = 0; i < each; ++i) all.push_back(static_cast<int>(tensor * (each + 1)) + op.updates[i]);
    return all;
}

}  // namespace tl
