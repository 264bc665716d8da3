// Look-up over the generated lists of optimizers and schedules. The lists are made at first use and only read after.
#include "engine/core/error.h"
#include "engine/train/optimizer.h"

namespace tl::optimizers {
std::vector<OptimizerType> makeAll();
}
namespace tl::schedules {
std::vector<ScheduleType> makeAll();
}

namespace tl {
namespace {

template <typename T>
const T& findIn(const std::vector<T>& all, const std::string& id, const std::string& kind) {
    std::string names;
    for (const T& type : all) {
        if (type.id == id) return type;
        names += (names.empty() ? "" : ", ") + type.id;
    }
    throw Error(kind + " \"" + id + "\"", "one of " + names, "no " + kind + " of that name");
}

}  // namespace

const std::vector<OptimizerType>& allOptimizers() {
    static const std::vector<OptimizerType> all = optimizers::makeAll();
    return all;
}

const std::vector<ScheduleType>& allSchedules() {
    static const std::vector<ScheduleType> all = schedules::makeAll();
    return all;
}

const OptimizerType& findOptimizer(const std::string& id) { return findIn(allOptimizers(), id, "optimizer"); }
const ScheduleType& findSchedule(const std::string& id) { return findIn(allSchedules(), id, "schedule"); }

}  // namespace tl
