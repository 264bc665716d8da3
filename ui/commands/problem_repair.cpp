// See the header.
#include "ui/commands/problem_repair.h"

#include <algorithm>
#include <cstdint>
#include <variant>

#include "engine/train/recipe.h"
#include "ui/commands/network_editor.h"
#include "ui/commands/training_editor.h"
#include "ui/models/problem_list.h"
#include "ui/models/text.h"

namespace tl {

const Problem* firstWithRepair(const ProblemList& problems) {
    const auto& all = problems.all();
    const auto found = std::ranges::find_if(all, [](const Problem& one) { return !one.what.repairs.empty(); });
    return found == all.end() ? nullptr : &*found;
}

void makeRepair(const Problem& of, const Repair& repair, NetworkEditor& network, TrainingEditor& training) {
    if (!of.training) return network.repair(q(of.what.node), repair);
    // Of the settings it is the batch that has one, and what goes by it follows.
    training.edit(q(repair.key), [&repair](TrainingSpec& spec) {
        changeBatch(spec, static_cast<int>(std::get<int64_t>(repair.value)));
    });
}

}  // namespace tl
