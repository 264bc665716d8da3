// See the header.
#include "engine/graph/view/span_times.h"

#include <algorithm>
#include <tuple>

#include "engine/profile/recording.h"

namespace tl {
namespace {

using Key = std::tuple<std::string, std::string, std::string, SpanCategory>;  // op, layer, kernel

SpanCategory categoryOf(const GraphView& view, const GraphNode& node) {
    const std::vector<int> path = view.pathOf(node.group);
    const std::string phase = path.empty() ? std::string() : view.groups[static_cast<size_t>(path[0])].name;
    return phase == "forward"  ? SpanCategory::Forward
           : phase == "update" ? SpanCategory::Update
                               : SpanCategory::Backward;
}

}  // namespace

SpanTimes spanTimes(const GraphView& view, const std::vector<ThreadSpans>& threads) {
    SpanTimes times;
    times.seconds.assign(view.nodes.size(), -1);
    std::map<Key, uint64_t> ticks;
    for (const ThreadSpans& thread : threads) {
        std::vector<std::pair<uint64_t, uint64_t>> steps;
        for (const SpanRecord& span : thread.spans)
            if (span.name == stepSpan()) steps.emplace_back(span.begin, span.end);
        if (steps.empty()) continue;
        std::sort(steps.begin(), steps.end());
        times.steps += static_cast<int>(steps.size());
        std::map<SpanName, uint64_t> sums;
        for (const SpanRecord& span : thread.spans) {
            if (span.name == stepSpan()) continue;
            auto step = std::upper_bound(steps.begin(), steps.end(), std::make_pair(span.begin, ~uint64_t{0}));
            if (step != steps.begin() && span.end <= std::prev(step)->second) sums[span.name] += span.end - span.begin;
        }
        for (const auto& [name, sum] : sums) {
            const SpanInfo info = spanInfo(name);
            ticks[{info.name, info.layer, info.detail, info.category}] += sum;
        }
    }
    if (times.steps == 0) return times;
    std::map<Key, std::vector<size_t>> nodes;
    for (size_t i = 0; i < view.nodes.size(); ++i) {
        const GraphNode& node = view.nodes[i];
        if (node.step < 0) continue;
        // The optimizer's ops are of no layer there, and named after their weight's here.
        const SpanCategory category = categoryOf(view, node);
        const Key own{node.op, node.layer, node.kernel, category}, none{node.op, "", node.kernel, category};
        if (ticks.count(own))
            nodes[own].push_back(i);
        else if (ticks.count(none))
            nodes[none].push_back(i);
    }
    constexpr uint64_t kSpan = uint64_t{1} << 34;  // some seconds of ticks, to know how long one is
    const uint64_t now = tl::ticks();
    const double tick =
        static_cast<double>(wallNanoseconds(now) - wallNanoseconds(now - kSpan)) / static_cast<double>(kSpan) * 1e-9;
    for (const auto& [key, sharers] : nodes)
        for (size_t node : sharers) {
            times.seconds[node] =
                static_cast<double>(ticks[key]) * tick / times.steps / static_cast<double>(sharers.size());
            times.total += times.seconds[node];
        }
    return times;
}

}  // namespace tl
