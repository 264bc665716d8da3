// A chain of kernels (chains.h) bound to memory.
#pragma once

#include <cstdint>
#include <functional>
#include <utility>
#include <vector>

#include "engine/graph/schedule.h"
#include "engine/profile/spans.h"

namespace tl {

class BoundChain {
public:
    // `buffers`: what each of the chain's kernels would be bound to by itself.
    BoundChain(const Schedule& schedule, const ScheduledChain& chain, const std::vector<KernelBuffers>& buffers,
               std::byte* near);
    // With a span for each kernel and block, on the thread that does it.
    void run(uint32_t step) const;

    size_t first() const { return first_; }
    size_t end() const { return end_; }

private:
    struct Part {
        std::vector<std::function<void()>> begins;
        std::vector<std::function<void()>> works;  // block by block, each through all kernels
    };
    void run(const Part& part, uint32_t number) const;

    size_t first_, end_;  // steps
    std::vector<Part> parts_;
    std::vector<std::pair<size_t, std::function<void()>>> ends_;  // of which kernel of the chain
    std::vector<SpanName> spans_;                                 // by kernel
};

}  // namespace tl
