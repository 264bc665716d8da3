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

int updatedInput(const OpType& op, const Attributes& attributes, size_t outputs, size_t output) {
    const size_t tensors = op.grouped ? static_cast<size_t>(attributes.integer("tensors", 1)) : 1;
    const size_t each = outputs / tensors, place = output % each;
    if (place >= op.updates.size()) return -1;  // not one that updates, or a slot that is not there
    return static_cast<int>(output / each * (each + 1)) + op.updates[place];
}

std::vector<int> updatesOf(const OpType& op, const Attributes& attributes, size_t outputs) {
    std::vector<int> all;
    for (size_t i = 0; i < outputs; ++i) {
        const int input = updatedInput(op, attributes, outputs, i);
        if (input < 0) break;
        all.push_back(input);
    }
    return all;
}

}  // namespace tl
