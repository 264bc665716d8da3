// The table from op to kernel. Selection runs with the plan's team size because some
// kernels divide their work when they are made.
#include "engine/backend/kernel.h"

#include <algorithm>

#include "engine/backend/device.h"
#include "engine/backend/threads.h"
#include "engine/core/error.h"

namespace tl {

KernelBuffers KernelBlocks::from(int64_t first, int part, KernelBuffers all) const {
    const auto move = [first](std::vector<void*>& addresses, const std::vector<size_t>& pieces) {
        for (size_t i = 0; i < pieces.size(); ++i)
            addresses[i] = static_cast<std::byte*>(addresses[i]) + static_cast<size_t>(first) * pieces[i];
    };
    move(all.inputs, inputs);
    move(all.outputs, outputs);
    all.part = part;
    return all;
}

void KernelTable::add(const std::string& op, KernelFactory factory, std::vector<DType> halves) {
    factories_[op] = std::move(factory);
    halves_[op] = std::move(halves);
}

void KernelTable::addFamily(const std::string& op, KernelFamily family, std::vector<DType> halves, KernelTest wide) {
    const auto preferred = [family](const KernelRequest& request) {
        Kernel kernel;
        family(request, [&](const std::string&, const std::function<Kernel()>& make) {
            kernel = make();
            return false;
        });
        return kernel;
    };
    add(op, preferred, std::move(halves));
    families_[op] = std::move(family);
    if (wide) wide_[op] = std::move(wide);
}

bool KernelTable::accepts(const std::string& op, DType half) const {
    const auto found = halves_.find(op);
    return found != halves_.end() && std::ranges::count(found->second, half) != 0;
}

bool KernelTable::accepts(const KernelRequest& request, DType half) const {
    if (!accepts(request.op, half)) return false;
    const auto wide = wide_.find(request.op);
    return wide == wide_.end() || !wide->second(request);
}

Kernel KernelTable::select(const KernelRequest& request) const {
    const auto found = factories_.find(request.op);
    if (found == factories_.end()) {
        throw Error(Message("op {op}", request.op), "a kernel for it on this device", "none", "Choose another device.");
    }
    const ThreadScope scope(request.threads);
    return found->second(request);
}

void KernelTable::offer(const KernelRequest& request, const KernelTaker& take) const {
    const ThreadScope scope(request.threads);
    families_.at(request.op)(request, take);
}

std::vector<std::string> KernelTable::ops() const {
    std::vector<std::string> names;
    for (const auto& [name, factory] : factories_) names.push_back(name);
    return names;
}

const KernelTable& kernelsOf(const std::string& deviceId) { return deviceOf(deviceId).kernels(); }

}  // namespace tl
