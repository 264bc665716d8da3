// Spans of all threads are kept from the end of the last step that is of no interest.
#include "engine/profile/recording.h"

#include <algorithm>
#include <map>

#include "engine/profile/counters.h"

namespace tl {

namespace {

// A counter holds until it is written again: the last value before `time` stays, of the thread that wrote it last.
void dropBefore(std::map<int, ThreadSpans>& threads, uint64_t time) {
    std::map<SpanName, uint64_t> last;
    for (const auto& [id, thread] : threads)
        for (const CounterRecord& one : thread.counters)
            if (one.at < time) last[one.name] = std::max(last[one.name], one.at);
    if (last.empty()) return;
    for (auto& [id, thread] : threads)
        std::erase_if(thread.counters,
                      [&](const CounterRecord& one) { return one.at < time && one.at != last[one.name]; });
}

}  // namespace

SpanName stepSpan() {
    static const SpanName name = spanName({"step", {}, {}, SpanCategory::Other});
    return name;
}

SpanName opByOpSpan() {
    static const SpanName name = spanName({"op by op", {}, {}, SpanCategory::OpByOp});
    return name;
}

uint64_t Recording::lost() const {
    uint64_t all = 0;
    for (const auto& thread : threads) all += thread.lost;
    return all;
}

StepRecording::StepRecording(int64_t firstStep, int64_t steps)
    : first_(static_cast<uint32_t>(firstStep)), last_(static_cast<uint32_t>(firstStep + steps - 1)),
      steps_(static_cast<uint32_t>(steps)) {}

bool StepRecording::poll() {
    if (complete_) return true;
    recordProcessCounters();
    uint64_t before = 0;  // the end of the last step before those that are wanted
    for (auto& fresh : collector_.collect()) {
        auto& kept = threads_[fresh.thread];
        kept.thread = fresh.thread;
        kept.name = fresh.name;
        if (began()) kept.lost += fresh.lost;
        for (const SpanRecord& span : fresh.spans) {
            if (span.name != stepSpan()) continue;
            if (first_ == 0 && span.begin >= asked_) {
                first_ = span.number;
                last_ = first_ + steps_ - 1;
            }
            if (first_ == 0) {
                before = std::max(before, span.end);
                continue;
            }
            if (span.number < first_) before = std::max(before, span.end);
            if (span.number < first_ || span.number > last_) continue;
            begin_ = begin_ == 0 ? span.begin : std::min(begin_, span.begin);
            end_ = std::max(end_, span.end);
            ++done_;
            complete_ = complete_ || span.number == last_;
        }
        kept.spans.insert(kept.spans.end(), fresh.spans.begin(), fresh.spans.end());
        kept.counters.insert(kept.counters.end(), fresh.counters.begin(), fresh.counters.end());
    }
    // Until the first wanted step is through, its spans may be among what came: only what lies before it may go.
    const uint64_t useless = began() ? begin_ : before;
    for (auto& [thread, kept] : threads_) {
        if (!kept.spans.empty() && kept.spans.front().end < useless)
            std::erase_if(kept.spans, [&](const SpanRecord& span) { return span.end < useless; });
    }
    dropBefore(threads_, useless);
    return complete_;
}

size_t StepRecording::bytes() const {
    size_t all = 0;
    for (const auto& [id, kept] : threads_)
        all += kept.spans.size() * sizeof(SpanRecord) + kept.counters.size() * sizeof(CounterRecord);
    return all;
}

Recording StepRecording::take() {
    Recording recording{begin_, end_, {}};
    dropBefore(threads_, begin_);
    for (auto& [id, kept] : threads_) {
        std::erase_if(kept.spans, [&](const SpanRecord& span) { return span.end <= begin_ || span.begin >= end_; });
        std::erase_if(kept.counters, [&](const CounterRecord& one) { return one.at > end_; });
        for (CounterRecord& counter : kept.counters) counter.at = std::max(counter.at, begin_);
        if (!kept.spans.empty() || !kept.counters.empty()) recording.threads.push_back(std::move(kept));
    }
    threads_.clear();
    return recording;
}

}  // namespace tl
