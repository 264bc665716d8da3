// A span knows its depth, so it goes to its level at once, though what it lies within is written only later.
#include "engine/profile/live_trace.h"

#include <algorithm>
#include <array>
#include <string_view>

#include <unistd.h>

#include "engine/profile/counters.h"

namespace tl {

namespace {

void dropBefore(ThreadSpans& thread, uint64_t since) {
    // What was written over came before those that are too early.
    if (std::erase_if(thread.spans, [since](const SpanRecord& span) { return span.begin < since; }) > 0)
        thread.lost = 0;
    std::erase_if(thread.counters, [since](const CounterRecord& counter) { return counter.at < since; });
}

// As in the order of a batch's way: loaders, training and its helpers, the window, others.
int64_t orderOf(const std::string& name, int thread) {
    constexpr std::array<std::string_view, 6> kinds{"loader", "training", "kernels", "window", "checkpoints", "jobs"};
    const auto kind =
        std::ranges::find_if(kinds, [&](std::string_view each) { return name.starts_with(each); }) - kinds.begin();
    return kind * 1'000'000 + thread;
}

}  // namespace

TraceFeed::TraceFeed(uint64_t origin, std::string process) : origin_(origin) {
    constexpr uint64_t kFar = uint64_t{1} << 32;  // ticks, to see the rate in
    perTick_ = static_cast<double>(wallNanoseconds(origin + kFar) - wallNanoseconds(origin)) / kFar;
    trace_.origin = wallNanoseconds(origin);
    trace_.processes.push_back({::getpid(), std::move(process), 0});
}

int64_t TraceFeed::time(uint64_t ticks) const {
    return static_cast<int64_t>(static_cast<double>(static_cast<int64_t>(ticks - origin_)) * perTick_);
}

// A thread that follows another of its name (the loaders of each epoch) goes on in its row.
size_t TraceFeed::rowOf(const ThreadSpans& spans) {
    const auto known = rows_.find(spans.thread);
    if (known != rows_.end()) {
        TraceThread& thread = trace_.threads[known->second];
        thread.name = spans.name;
        thread.order = orderOf(spans.name, static_cast<int>(thread.id));
        return known->second;
    }
    const int64_t begin = spans.spans.empty() ? 0 : time(spans.spans.front().begin);
    for (size_t i = 0; i < trace_.threads.size(); ++i) {
        const TraceThread& thread = trace_.threads[i];
        const bool over = std::ranges::all_of(
            thread.levels, [&](const TraceLane& lane) { return lane.empty() || lane[lane.last() - 1].end() <= begin; });
        if (thread.name == spans.name && over) return rows_[spans.thread] = i;
    }
    trace_.threads.push_back(
        {trace_.processes.front().id, spans.thread, spans.name, orderOf(spans.name, spans.thread), {}});
    return rows_[spans.thread] = trace_.threads.size() - 1;
}

uint32_t TraceFeed::labelOf(SpanName name) {
    const auto [found, fresh] = labels_.emplace(name, static_cast<uint32_t>(trace_.labels.size()));
    if (fresh) {
        const SpanInfo info = spanInfo(name);
        trace_.labels.push_back({info.name, nameOf(info.category), info.layer, info.detail, info.flops, info.bytes});
    }
    return found->second;
}

TraceCounter& TraceFeed::counterOf(SpanName name) {
    const auto [found, fresh] = counters_.emplace(name, trace_.counters.size());
    if (fresh) {
        const SpanInfo info = spanInfo(name);
        TraceCounter& counter = trace_.counters.emplace_back();
        counter.process = trace_.processes.front().id;
        counter.name = info.name;
        counter.unit = info.detail;
    }
    return trace_.counters[found->second];
}

void TraceFeed::append(const std::vector<ThreadSpans>& spans) {
    std::vector<CounterRecord> counters;
    for (const ThreadSpans& thread : spans) {
        appendSpans(thread);
        counters.insert(counters.end(), thread.counters.begin(), thread.counters.end());
    }
    // Several threads may write the same one.
    std::ranges::stable_sort(counters, {}, &CounterRecord::at);
    for (const CounterRecord& record : counters) {
        TraceCounter& counter = counterOf(record.name);
        const int64_t at = time(record.at);
        if (counter.size() == 0 || counter[counter.size() - 1].time <= at) counter.append({at, record.value});
    }
}

void TraceFeed::appendSpans(const ThreadSpans& spans) {
    trace_.lost += spans.lost;
    if (!spans.spans.empty()) {
        TraceThread& thread = trace_.threads[rowOf(spans)];
        // A later loss is a gap between slices that are there: what was before it is known all the same.
        if (spans.lost > 0 && std::ranges::all_of(thread.levels, &TraceLane::empty))
            thread.knownFrom = time(spans.spans.front().begin);
        for (const SpanRecord& span : spans.spans) {
            TraceSlice slice{time(span.begin), 0, labelOf(span.name), span.number & ~Trace::kIsText};
            slice.duration = std::max<int64_t>(0, time(span.end) - slice.begin);
            size_t level = span.depth;
            const auto taken = [&] {
                const TraceLane& lane = thread.levels[level];
                return !lane.empty() && lane[lane.last() - 1].end() > slice.begin + 1;
            };
            while (level < thread.levels.size() && taken()) ++level;
            if (level >= TraceBuilder::kLevels) {
                ++trace_.bad;
                continue;
            }
            if (level >= thread.levels.size()) thread.levels.resize(level + 1);
            TraceLane& lane = thread.levels[level];
            if (!lane.empty()) {  // a ns of rounding
                const int64_t begin = std::max(slice.begin, lane[lane.last() - 1].end());
                slice.duration = std::max<int64_t>(0, slice.end() - begin);
                slice.begin = begin;
            }
            lane.append(slice);
            trace_.end = std::max(trace_.end, slice.end());
        }
    }
}

void TraceFeed::dropBefore(int64_t time) {
    trace_.begin = std::max(trace_.begin, time);
    for (TraceThread& thread : trace_.threads)
        for (TraceLane& lane : thread.levels) lane.dropBefore(time);
    for (TraceCounter& counter : trace_.counters) counter.dropBefore(time);
}

Trace TraceFeed::share() {
    Trace copy;
    copy.processes = trace_.processes;
    copy.labels = trace_.labels;
    copy.begin = trace_.begin, copy.end = trace_.end, copy.origin = trace_.origin;
    copy.bad = trace_.bad, copy.lost = trace_.lost;
    for (TraceThread& thread : trace_.threads) {
        TraceThread shared{thread.process, thread.id, thread.name, thread.order, {}, thread.knownFrom};
        bool any = false;
        for (TraceLane& lane : thread.levels) {
            any = any || (!lane.empty() && lane[lane.last() - 1].end() > trace_.begin);
            shared.levels.push_back(lane.share());
        }
        if (any) copy.threads.push_back(std::move(shared));
    }
    std::ranges::stable_sort(copy.threads, {}, &TraceThread::order);
    for (TraceCounter& counter : trace_.counters)
        if (counter.size() > 0 && counter[counter.size() - 1].time >= trace_.begin)
            copy.counters.push_back(counter.share());
    std::ranges::sort(copy.counters, {}, &TraceCounter::name);
    return copy;
}

Trace traceOf(const Recording& recording, const std::string& process) {
    TraceFeed feed(recording.begin, process);
    feed.append(recording.threads);
    Trace trace = feed.share();
    trace.begin = 0;
    trace.end = std::max(trace.end, feed.time(recording.end));
    // What began before the first step is told from where it began.
    for (const TraceThread& thread : trace.threads)
        for (const TraceLane& lane : thread.levels)
            trace.begin = std::min(trace.begin, lane.empty() ? 0 : lane[lane.first()].begin);
    return trace;
}

std::shared_ptr<const Trace> lastSeconds(double seconds, uint64_t since) {
    std::vector<ThreadSpans> all = SpanCollector(SpanCollector::Start::Oldest).collect();
    for (ThreadSpans& thread : all) dropBefore(thread, since);
    uint64_t end = 0;
    for (const ThreadSpans& thread : all)
        if (thread.name != "window" && !thread.spans.empty()) end = std::max(end, thread.spans.back().end);
    if (end > 0)
        for (ThreadSpans& thread : all) {
            std::erase_if(thread.spans, [end](const SpanRecord& span) { return span.begin >= end; });
            std::erase_if(thread.counters, [end](const CounterRecord& counter) { return counter.at > end; });
        }
    TraceFeed feed(end > 0 ? end : ticks(), "tensorloom");
    feed.append(all);
    Trace& trace = feed.trace();
    feed.dropBefore(trace.end - static_cast<int64_t>(seconds * 1e9));
    trace.begin = trace.end - static_cast<int64_t>(seconds * 1e9);
    return std::make_shared<const Trace>(feed.share());
}

LiveTrace::LiveTrace(double secondsKept, uint64_t since)
    : kept_(static_cast<int64_t>(secondsKept * 1e9)), since_(since), feed_(ticks(), "tensorloom") {}

std::shared_ptr<const Trace> LiveTrace::poll() {
    recordProcessCounters();
    std::vector<ThreadSpans> came = collector_.collect();
    for (ThreadSpans& thread : came) dropBefore(thread, since_);
    feed_.append(came);
    Trace& trace = feed_.trace();
    trace.end = feed_.time(ticks());
    // The rings may hold older ones, of threads that have long been quiet.
    feed_.dropBefore(trace.end - kept_);
    trace.begin = trace.end - kept_;
    return std::make_shared<const Trace>(feed_.share());
}

}  // namespace tl
