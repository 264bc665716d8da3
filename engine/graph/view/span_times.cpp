// See the header.
#include "engine/graph/view/span_times.h"

#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <tuple>

#include "engine/graph/step_spans.h"
#include "engine/profile/recording.h"
#include "engine/profile/trace_table.h"

namespace tl {
namespace {

using Key = std::tuple<std::string, std::string, std::string, std::string>;  // op, layer, kernel, category

std::string categoryOf(const GraphView& view, const GraphNode& node) {
    const std::string phase = view.phaseOf(node);
    return phase == "forward" || phase == "update" ? phase : "backward";
}

// What spans tell apart, in a run of so many steps.
struct Seconds {
    std::map<Key, double> all;
    int steps = 0;
};

// Of a whole run to those of one step: by node, or by kernel. Nothing is of no key.
SpanTimes share(const std::vector<std::optional<Key>>& keys, const Seconds& seconds) {
    SpanTimes times;
    times.seconds.assign(keys.size(), -1);
    times.steps = seconds.steps;
    if (seconds.steps == 0) return times;
    std::map<Key, std::vector<size_t>> sharers;
    for (size_t i = 0; i < keys.size(); ++i) {
        if (!keys[i]) continue;
        // The optimizer's ops are of no layer there, and named after their weight's in a view.
        Key none = *keys[i];
        std::get<1>(none).clear();
        if (seconds.all.count(*keys[i]))
            sharers[*keys[i]].push_back(i);
        else if (seconds.all.count(none))
            sharers[none].push_back(i);
    }
    for (const auto& [key, all] : sharers)
        for (const size_t i : all) {
            times.seconds[i] = seconds.all.at(key) / seconds.steps / static_cast<double>(all.size());
            times.total += times.seconds[i];
        }
    return times;
}

std::vector<std::optional<Key>> keysOf(const GraphView& view) {
    std::vector<std::optional<Key>> keys(view.nodes.size());
    for (size_t i = 0; i < view.nodes.size(); ++i)
        if (const GraphNode& node = view.nodes[i]; node.step >= 0)
            keys[i] = {node.op, node.layer, node.kernel, categoryOf(view, node)};
    return keys;
}

std::vector<std::optional<Key>> keysOf(const PlanCost& cost) {
    std::vector<std::optional<Key>> keys;
    keys.reserve(cost.steps.size());
    for (const StepCost& step : cost.steps)
        keys.emplace_back(Key{step.op, step.layer, step.implementation, nameOf(categoryOf(step.phase))});
    return keys;
}

Seconds secondsOf(const Trace& trace, const std::stop_token& stop) {
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
    Seconds seconds{{}, static_cast<int>(steps.size())};
    for (size_t i = 0; i < trace.labels.size(); ++i) {
        const TraceLabel& label = trace.labels[i];
        if (seen[i])
            seconds.all[{label.name, label.layer, label.kernel, label.category}] +=
                static_cast<double>(nanoseconds[i]) * 1e-9;
    }
    return seconds;
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
    Seconds seconds{{}, seen};
    for (const auto& [key, sum] : ticks) seconds.all[key] = static_cast<double>(sum) * tick;
    return share(keysOf(view), seconds);
}

SpanTimes spanTimes(const GraphView& view, const Trace& trace, const std::stop_token& stop) {
    return share(keysOf(view), secondsOf(trace, stop));
}

SpanTimes spanTimes(const PlanCost& cost, const Trace& trace, const std::stop_token& stop) {
    return share(keysOf(cost), secondsOf(trace, stop));
}

}  // namespace tl
