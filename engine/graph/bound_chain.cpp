// All functions are bound when the plan is made, one for each kernel and block.
#include "engine/graph/bound_chain.h"

#include <thread>
#include <utility>

#include "engine/backend/threads.h"
#include "engine/graph/step_spans.h"

namespace tl {

BoundChain::BoundChain(const Schedule& schedule, const ScheduledChain& chain, const std::vector<KernelBuffers>& buffers,
                       std::byte* near)
    : first_(static_cast<size_t>(chain.first)), end_(static_cast<size_t>(chain.last) + 1),
      parts_(static_cast<size_t>(chain.parts)) {
    const auto stepOf = [&](size_t kernel) -> const ScheduledStep& { return schedule.steps[first_ + kernel]; };
    for (int p = 0; p < chain.parts; ++p) {
        Part& part = parts_[static_cast<size_t>(p)];
        std::byte* own = near + schedule.nearStride * static_cast<size_t>(p);
        const auto keepNear = [&](const std::vector<int>& ids, std::vector<void*>& addresses) {
            for (size_t i = 0; i < ids.size(); ++i)
                if (const auto found = chain.near.find(schedule.home(ids[i])); found != chain.near.end())
                    addresses[i] = own + found->second;
        };
        for (int block = chain.blocks * p / chain.parts; block < chain.blocks * (p + 1) / chain.parts; ++block)
            for (size_t k = 0; k < buffers.size(); ++k) {
                const KernelBlocks& blocks = stepOf(k).kernel.blocks;
                const int64_t each = blocks.count / chain.blocks;
                KernelBuffers pieces = blocks.from(block * each, p, buffers[k]);
                keepNear(stepOf(k).inputs, pieces.inputs);
                keepNear(stepOf(k).outputs, pieces.outputs);
                part.works.push_back(blocks.bind(pieces, each));
            }
        for (size_t k = 0; k < buffers.size(); ++k)
            if (const KernelBlocks& blocks = stepOf(k).kernel.blocks; blocks.begin)
                part.begins.push_back(blocks.begin(blocks.from(0, p, buffers[k])));
    }
    for (size_t k = 0; k < buffers.size(); ++k) {
        const KernelBlocks& blocks = stepOf(k).kernel.blocks;
        if (blocks.end) ends_.emplace_back(k, blocks.end(buffers[k]));
        // A thread's spans of a kernel together tell of all that it does, as the one span of a kernel by itself.
        const int times = chain.blocks / chain.parts + (blocks.end ? 1 : 0);
        spans_.push_back(spanOf(schedule, first_ + k, 1.0 / times));
    }
}

void BoundChain::run(const Part& part, uint32_t number) const {
    for (const auto& begin : part.begins) begin();
    uint64_t began = ticks();
    for (size_t i = 0; i < part.works.size(); ++i) {
        part.works[i]();
        const uint64_t now = ticks();  // one reading ends a kernel and begins the next
        recordSpan(spans_[i % spans_.size()], began, now, i < spans_.size() ? number : 0);  // one op
        began = now;
    }
}

void BoundChain::run(uint32_t step) const {
    const std::thread::id caller = std::this_thread::get_id();
    spanUnderWay = 0;
    bool first = true;  // of the caller's, which may take what a helper is late for
    inParts(static_cast<int>(parts_.size()), [&](int part) {
        const bool own = std::this_thread::get_id() == caller && std::exchange(first, false);
        run(parts_[static_cast<size_t>(part)], own ? step : 0);
    });
    for (const auto& [kernel, end] : ends_) {
        spanUnderWay = spans_[kernel];
        const uint64_t began = ticks();
        end();
        recordSpan(spans_[kernel], began, ticks());
    }
}

}  // namespace tl
