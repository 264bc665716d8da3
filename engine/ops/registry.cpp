// The list of ops and the lookup by name. The list itself is generated from the files of this folder.
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
    if (found == index.end()) throw Error("op " + name, "one of docs/ops.md", "no such op");
    return *found->second;
}

}  // namespace tl
