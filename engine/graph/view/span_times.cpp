// See the header.
#include "engine/graph/view/span_times.h"

#include <algorithm>
#include <map>
#include <string>
#include <tuple>

#include "engine/profile/recording.h"
#include "engine/profile/trace_table.h"

namespace tl {
namespace {

using Key = std::tuple<std::string, std::string, std::string, std::string>;  // op, layer, kernel, category

std::string categoryOf(const GraphView& view, const GraphNode& node) {
    const std::string phase = view.phaseOf(node);
    return phase == "forward" || phase == "update" ? phase : "backward";
}

// A whole run's seconds, by what spans tell apart, to the nodes' of one step.
SpanTimes share(const GraphView& view, const std::map<Key, double>& seconds, int steps) {
    SpanTimes times;
    times.seconds.assign(view.nodes.size(), -1);
    times.steps = steps;
    if (steps == 0) return times;
    std::map<Key, std::vector<size_t>> nodes;
    for (size_t i = 0; i < view.nodes.size(); ++i) {
        const GraphNode& node = view.nodes[i];
        if (node.step < 0) continue;
        // The optimizer's ops are of no layer there, and named after their weight's here.
        const std::string category = categoryOf(view, node);
        const Key own{node.op, node.layer, node.kernel, category}, none{node.op, "", node.kernel, category};
        if (seconds.count(own))
            nodes[own].push_back(i);
        else if (seconds.count(none))
            nodes[none].push_back(i);
    }
    for (const auto& [key, sharers] : nodes)
        for (size_t node : sharers) {
            times.seconds[node] = seconds.at(key) / steps / static_cast<double>(sharers.size());
            times.total += times.seconds[node];
        }
    return times;
}

}  // namespace

SpanTimes spanTimes(const GraphView& view, const std::vector<ThreadSpans>& threads) {
    int seen = 0;
    std::map<Key, uint64_t> ticks;
    for (const ThreadSpans& thread : threads) {
        std::vector<std::pair<uint64_t, uint64_t>> steps;
        for (const SpanRecord& span : thread.spans)
            if (span.name == stepSpan()) steps.emplace_back(span.begin, span.end);
        if (steps.empty()) continue;
        std::sort(steps.begin(), steps.end());
        seen += static_cast<int>(steps.size());
        std::map<SpanName, uint64_t> sums;
        for (const SpanRecord& span : thread.spans) {
            if (span.name == stepSpan()) continue;
            auto step = std::upper_bound(steps.begin(), steps.end(), std::make_pair(span.begin, ~uint64_t{0}));
            if (step != steps.begin() && span.end <= std::prev(step)->second) sums[span.name] += span.end - span.begin;
        }
        for (const auto& [name, sum] : sums) {
            const SpanInfo info = spanInfo(name);
            ticks[{info.name, info.layer, info.detail, nameOf(info.category)}] += sum;
        }
    }
    constexpr uint64_t kSpan = uint64_t{1} << 34;  // some seconds of ticks, to know how long one is
    const uint64_t now = tl::ticks();
    const double tick =
        static_cast<double>(wallNanoseconds(now) - wallNanoseconds(now - kSpan)) / static_cast<double>(kSpan) * 1e-9;
    std::map<Key, double> seconds;
    for (const auto& [key, sum] : ticks) seconds[key] = static_cast<double>(sum) * tick;
    return share(view, seconds, seen);
}

SpanTimes spanTimes(const GraphView& view, const Trace& trace, const std::stop_token& stop) {
    constexpr uint64_t kLook = 1 << 16;  // slices between two looks at the token
    const std::vector<StepRow> steps = stepsIn(trace, trace.begin, trace.end);
    std::vector<int64_t> nanoseconds(trace.labels.size(), 0);
    std::vector<bool> seen(trace.labels.size(), false);
    for (size_t t = 0; t < trace.threads.size(); ++t) {
        std::vector<std::pair<int64_t, int64_t>> own;  // of the steps that this thread does
        for (const StepRow& step : steps)
            if (step.thread == t) own.emplace_back(step.begin, step.end);
        if (own.empty()) continue;
        for (const TraceLane& lane : trace.threads[t].levels) {
            auto step = own.cbegin();  // the first that may hold the slice: both come in their order
            for (uint64_t i = lane.first(); i < lane.last(); ++i) {
                if (i % kLook == 0 && stop.stop_requested()) return {};
                const TraceSlice& slice = lane[i];
                while (step != own.cend() && step->second <= slice.begin) ++step;
                if (step == own.cend()) break;
                if (slice.begin < step->first || slice.end() > step->second) continue;
                nanoseconds[slice.label] += slice.duration;
                seen[slice.label] = true;
            }
        }
    }
    std::map<Key, double> seconds;
    for (size_t i = 0; i < trace.labels.size(); ++i) {
        const TraceLabel& label = trace.labels[i];
        if (seen[i])
            seconds[{label.name, label.layer, label.kernel, label.category}] +=
                static_cast<double>(nanoseconds[i]) * 1e-9;
    }
    return share(view, seconds, static_cast<int>(steps.size()));
}

}  // namespace tl
