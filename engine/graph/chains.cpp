// A chain grows step by step as long as the next kernel's work can be cut like that of those before it, and nothing of
// it needs more of a value than the block's own piece.
#include "engine/graph/chains.h"

#include <algorithm>
#include <numeric>
#include <set>

#include "engine/graph/schedule.h"

namespace tl {
namespace {

using Home = ScheduledBuffer::Home;

constexpr size_t kCache = size_t{1} << 20;  // that a block's pieces should fit into: of a core's second one
constexpr size_t kWorth = size_t{1} << 18;  // bytes read and written, from which on threads are worth while

class Chains {
public:
    Chains(Schedule& schedule, int threads) : schedule_(schedule), threads_(std::max(threads, 1)) {}

    std::vector<ScheduledChain> make() {
        std::vector<ScheduledChain> chains;
        const int count = static_cast<int>(schedule_.steps.size());
        for (int first = 0; first < count;) {
            begin();
            int end = first;
            while (end < count && step(end).node.phase == step(first).node.phase && takes(step(end))) ++end;
            ScheduledChain chain;
            chain.first = first;
            chain.last = end - 1;
            if (end - first > 1 && settles(chain)) chains.push_back(std::move(chain));
            first = std::max(end, first + 1);
        }
        return chains;
    }

private:
    ScheduledStep& step(int index) const { return schedule_.steps[static_cast<size_t>(index)]; }
    ScheduledBuffer& buffer(int id) const { return schedule_.buffers[static_cast<size_t>(id)]; }
    static bool reads(const ScheduledStep& step, size_t input) {
        return step.kernel.reads.empty() || step.kernel.reads[input];
    }
    static size_t pieceOf(const std::vector<size_t>& pieces, size_t index) {
        return index < pieces.size() ? pieces[index] : 0;
    }

    void begin() {
        common_ = 0;
        summed_ = 0;
        wholes_.clear();
        made_.clear();
        sums_.clear();
    }

    // Whether the chain can go on with this step, which then is part of it.
    bool takes(const ScheduledStep& step) {
        const KernelBlocks& blocks = step.kernel.blocks;
        if (blocks.count == 0 || step.once) return false;
        const int64_t common = std::gcd(common_, blocks.count);
        const int64_t summed = blocks.sums() ? blocks.count : summed_;
        // Sums depend on which part a block is of, so those kernels are cut as they are by themselves.
        if (common < std::max(threads_, 2) || (summed > 0 && common != summed) || (summed_ > 0 && summed != summed_))
            return false;
        std::set<int> wholes = wholes_, made = made_, sums = sums_;
        for (size_t i = 0; i < step.inputs.size(); ++i) {
            if (!reads(step, i)) continue;
            const int home = schedule_.home(step.inputs[i]);
            const bool whole = pieceOf(blocks.inputs, i) == 0;
            if (sums.count(home) || (whole && made.count(home))) return false;
            if (whole) wholes.insert(home);
        }
        for (size_t i = 0; i < step.outputs.size(); ++i) {
            const int home = schedule_.home(step.outputs[i]);
            if (wholes.count(home)) return false;
            (pieceOf(blocks.outputs, i) == 0 ? sums : made).insert(home);
        }
        common_ = common;
        summed_ = summed;
        wholes_ = std::move(wholes), made_ = std::move(made), sums_ = std::move(sums);
        return true;
    }

    // How many blocks there are, which values stay near, and how long the others live. False where it does not pay.
    bool settles(ScheduledChain& chain) {
        size_t touched = 0;
        std::map<int, size_t> sizes;  // of divided values
        for (int s = chain.first; s <= chain.last; ++s) {
            const auto add = [&](int id, size_t piece) {
                if (piece == 0) return;
                touched += buffer(id).bytes;
                sizes[schedule_.home(id)] = buffer(id).bytes;
            };
            const KernelBlocks& blocks = step(s).kernel.blocks;
            for (size_t i = 0; i < step(s).inputs.size(); ++i)
                if (reads(step(s), i)) add(step(s).inputs[i], pieceOf(blocks.inputs, i));
            for (size_t i = 0; i < step(s).outputs.size(); ++i) add(step(s).outputs[i], pieceOf(blocks.outputs, i));
        }
        if (touched < kWorth * static_cast<size_t>(threads_)) return false;
        chain.parts = threads_;
        chain.blocks = static_cast<int>(common_);
        if (summed_ == 0) {
            size_t all = 0;
            for (const auto& [home, bytes] : sizes) all += bytes;
            if (threads_ == 1 && all <= kCache) return false;
            for (int64_t fewer = threads_; fewer < common_; ++fewer)
                if (common_ % fewer == 0 && all / static_cast<size_t>(fewer) <= kCache) {
                    chain.blocks = static_cast<int>(fewer);
                    break;
                }
        }
        std::vector<int> homes;
        std::vector<MemoryBlock> pieces;
        for (const auto& [home, bytes] : sizes) {
            ScheduledBuffer& value = buffer(home);
            if (value.home != Home::Arena) continue;
            if (!value.pinned && value.first >= chain.first && value.last <= chain.last) {
                homes.push_back(home);
                pieces.push_back({bytes / static_cast<size_t>(chain.blocks), value.first, value.last});
            }
        }
        const MemoryPlan plan = planMemory(pieces);
        chain.nearBytes = plan.bytes;
        for (size_t i = 0; i < homes.size(); ++i) chain.near[homes[i]] = plan.offsets[i];
        // The arena has room for values that are near, too: for whoever runs the kernels one by one.
        for (ScheduledBuffer& value : schedule_.buffers) {
            const bool met = value.first <= chain.last && value.last >= chain.first;
            if (!met || chain.near.count(schedule_.home(static_cast<int>(&value - schedule_.buffers.data())))) continue;
            value.first = std::min(value.first, chain.first);
            value.last = std::max(value.last, chain.last);
        }
        return true;
    }

    Schedule& schedule_;
    const int threads_;
    int64_t common_ = 0, summed_ = 0;     // blocks; of kernels that make sums
    std::set<int> wholes_, made_, sums_;  // homes: read whole, made piece by piece, and there at the end only
};

}  // namespace

std::vector<ScheduledChain> formChains(Schedule& schedule, int threads) { return Chains(schedule, threads).make(); }

}  // namespace tl
