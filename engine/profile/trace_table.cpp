// See the header.
#include "engine/profile/trace_table.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace tl {

namespace {

// A further part of one of our kernels, mostly a helping thread's: the kernel itself is told by the thread that asked
// for it. Other programs' slices have no numbers, and are whole.
bool isPart(const Trace& trace, const TraceSlice& slice) {
    if (slice.detail != 0) return false;
    const TraceLabel& label = trace.labels[slice.label];
    static const std::array<std::string_view, 4> kOurs{"forward", "backward", "update", "op by op"};
    return label.flops + label.bytes > 0 && std::ranges::find(kOurs, label.category) != kOurs.end();
}

double within(const TraceSlice& slice, int64_t from, int64_t to) { return overlap(slice.begin, slice.end(), from, to); }

bool namesStep(const TraceLabel& label) {
    return label.name == "step" || label.name.starts_with("ProfilerStep#") || label.name == "train_step" ||
           label.category == "train_step";
}

uint32_t numberOf(const Trace& trace, const TraceSlice& slice) {
    if (const uint32_t number = trace.number(slice); number > 0) return number;
    const std::string& name = trace.labelOf(slice).name;
    const size_t mark = name.find('#');
    if (mark == std::string::npos) return 0;
    return static_cast<uint32_t>(std::strtoul(name.c_str() + mark + 1, nullptr, 10));
}

// What a session calls its standing inside a step, and what lies around that and the ops that it does one by one.
bool namesStand(const TraceLabel& label) { return label.name == "stands at a breakpoint" || label.name == "op by op"; }

// All that belongs to it.
LabelSet standing(const Trace& trace) {
    LabelSet stands;
    for (uint32_t i = 0; i < trace.labels.size(); ++i)
        if (namesStand(trace.labels[i]) || trace.labels[i].category == "op by op") stands.insert(i);
    return stands;
}

bool has(const TraceThread& thread, const LabelSet& labels) {
    return std::ranges::any_of(thread.levels,
                               [&](const TraceLane& lane) { return lane.next(lane.first(), labels) < lane.last(); });
}

}  // namespace

double overlap(int64_t begin, int64_t end, int64_t from, int64_t to) {
    return static_cast<double>(std::max<int64_t>(0, std::min(end, to) - std::max(begin, from))) * 1e-9;
}

Stands::Stands(const Trace& trace) {
    LabelSet stands;
    for (uint32_t i = 0; i < trace.labels.size(); ++i)
        if (namesStand(trace.labels[i])) stands.insert(i);
    if (stands.empty()) return;
    std::vector<std::pair<int64_t, int64_t>> all;
    for (const TraceThread& thread : trace.threads)
        for (const TraceLane& lane : thread.levels)
            for (const uint64_t i : lane.all(stands)) all.emplace_back(lane[i].begin, lane[i].end());
    std::ranges::sort(all);
    for (const auto& [from, to] : all)
        if (stretches_.empty() || from > stretches_.back().second)
            stretches_.emplace_back(from, to);
        else
            stretches_.back().second = std::max(stretches_.back().second, to);
}

double Stands::seconds(int64_t from, int64_t to) const {
    double all = 0;
    const auto first = std::ranges::upper_bound(stretches_, from, {}, &std::pair<int64_t, int64_t>::second);
    for (auto stand = first; stand != stretches_.end() && stand->first < to; ++stand)
        all += overlap(stand->first, stand->second, from, to);
    return all;
}

LabelSet stepLabels(const Trace& trace) {
    LabelSet steps;
    for (uint32_t i = 0; i < trace.labels.size(); ++i)
        if (namesStep(trace.labels[i])) steps.insert(i);
    return steps;
}

std::optional<TraceSlice> waitBefore(const Trace& trace, const TraceLane& lane, uint64_t step) {
    if (step == lane.first() || trace.labelOf(lane[step - 1]).category != "wait") return std::nullopt;
    return lane[step - 1];
}

namespace {

// Counts the slices of a stretch into rows, those of the steps' own threads and those of threads beside them.
class OpCounter {
public:
    OpCounter(const Trace& trace, int64_t from, int64_t to)
        : trace_(trace), from_(from), to_(to), labels_(trace.labels.size()), rows_(2 * labels_),
          steps_(stepsIn(trace, from, to)), touching_(stepsTouching(trace, from, to)), standing_(standing(trace)),
          stands_(trace) {
        for (size_t i = 0; i < rows_.size(); ++i) {
            rows_[i].label = static_cast<uint32_t>(i % std::max<size_t>(labels_, 1));
            rows_[i].beside = i >= labels_;
        }
        if (!touching_.empty()) {
            sharesFrom_ = std::max(from, touching_.front().begin);
            sharesTo_ = std::min(to, touching_.back().end);
        }
        const LabelSet named = stepLabels(trace);
        for (const TraceThread& thread : trace.threads) working_.push_back(has(thread, named));
        workers_ = std::ranges::count(working_, true);
    }

    void count(size_t thread) {
        const TraceThread& counted = trace_.threads[thread];
        const size_t group = workers_ > 0 && !working_[thread] ? labels_ : 0;
        const bool stood = has(counted, standing_);  // others work on meanwhile
        for (size_t level = 0; level < counted.levels.size(); ++level) {
            const TraceLane& lane = counted.levels[level];
            const TraceLane* above = level > 0 ? &counted.levels[level - 1] : nullptr;
            uint64_t parent = above ? above->firstEndingAfter(from_) : 0;
            for (uint64_t i = lane.firstEndingAfter(from_); i < lane.last() && lane[i].begin < to_; ++i) {
                const TraceSlice& slice = lane[i];
                if (above) {
                    while (parent < above->last() && (*above)[parent].end() <= slice.begin) ++parent;
                    if (parent < above->last() && (*above)[parent].begin <= slice.begin)
                        takeFrom((*above)[parent], slice, group, thread);
                }
                if (!helps(slice, thread)) add(slice, rows_[group + slice.label], thread, stood);
            }
        }
    }

    // Rates and shares of what was counted; the largest first.
    std::vector<OpRow> rows() {
        std::erase_if(rows_, [](const OpRow& row) { return row.work == 0; });
        double told = 0;
        for (OpRow& row : rows_) {
            row.touched = std::max<int64_t>(row.touched, 1);  // its first part may lie before the stretch
            row.self = std::max(row.self, 0.0);
            row.share = std::max(row.share, 0.0);
            if (!row.beside) told += row.share;
        }
        const double length = static_cast<double>(std::max<int64_t>(to_ - from_, 1)) * 1e-9;
        const double whole = std::max({wholeOf(length), told, 1e-12});
        for (OpRow& row : rows_) {
            if (row.beside || workers_ == 0)
                row.share = row.self / (length * row.threads);
            else
                row.share /= whole;
            if (row.total <= 0) continue;
            row.flopsPerSecond = trace_.labels[row.label].flops * row.work / row.total;
            row.bytesPerSecond = trace_.labels[row.label].bytes * row.work / row.total;
        }
        std::ranges::stable_sort(
            rows_, [](const OpRow& a, const OpRow& b) { return a.beside != b.beside ? b.beside : a.self > b.self; });
        return std::move(rows_);
    }

private:
    bool helps(const TraceSlice& slice, size_t thread) const { return !working_[thread] && isPart(trace_, slice); }

    // What a slice takes is not of the one that it lies in.
    void takeFrom(const TraceSlice& outer, const TraceSlice& slice, size_t group, size_t thread) {
        if (helps(outer, thread)) return;
        OpRow& row = rows_[group + outer.label];
        const auto shared = static_cast<double>(
            std::max<int64_t>(0, std::min({slice.end(), outer.end(), to_}) - std::max(slice.begin, from_)));
        row.self -= shared * 1e-9;
        row.share -= within(slice, std::max(sharesFrom_, outer.begin), std::min(sharesTo_, outer.end()));
    }

    void add(const TraceSlice& slice, OpRow& row, size_t thread, bool stood) {
        if (row.threads == 0 || row.thread != thread) {
            row.thread = thread;
            ++row.threads;
        }
        const bool stands = standing_.contains(slice.label);
        if (!stands) row.share += within(slice, sharesFrom_, sharesTo_);
        const double part = partOf(slice, from_, to_);
        row.work += part;
        if (!isPart(trace_, slice)) {
            row.count += part;
            row.touched += part > 0;
            if (!steps_.empty() && !stands) row.inSteps += partOf(slice, steps_.front().begin, steps_.back().end);
        }
        const double seconds = within(slice, from_, to_);
        row.self += seconds;
        row.total += seconds;
        if (stood && !stands) row.total -= stands_.seconds(std::max(slice.begin, from_), std::min(slice.end(), to_));
    }

    // How much of a slice lies there; one without a length is there or not.
    static double partOf(const TraceSlice& slice, int64_t begin, int64_t end) {
        if (slice.duration == 0) return slice.begin >= begin && slice.begin < end ? 1.0 : 0.0;
        return within(slice, begin, end) * 1e9 / static_cast<double>(slice.duration);
    }

    // What the shares are of, in seconds.
    double wholeOf(double length) const {
        if (touching_.empty()) return length * static_cast<double>(workers_);
        double whole = 0;
        for (const StepRow& step : touching_)
            whole += overlap(step.begin, step.end, from_, to_) -
                     stands_.seconds(std::max(step.begin, from_), std::min(step.end, to_));
        return whole;
    }

    const Trace& trace_;
    const int64_t from_, to_;
    const size_t labels_;
    std::vector<OpRow> rows_;
    const std::vector<StepRow> steps_, touching_;
    const LabelSet standing_;
    const Stands stands_;
    int64_t sharesFrom_ = from_, sharesTo_ = to_;
    std::vector<bool> working_;
    int64_t workers_ = 0;
};

}  // namespace

std::vector<OpRow> opsIn(const Trace& trace, int64_t from, int64_t to) {
    OpCounter counter(trace, from, to);
    for (size_t thread = 0; thread < trace.threads.size(); ++thread) counter.count(thread);
    return counter.rows();
}

std::vector<StepRow> stepsIn(const Trace& trace, int64_t from, int64_t to) {
    const LabelSet steps = stepLabels(trace);
    const Stands stands(trace);
    std::vector<StepRow> rows;
    for (size_t index = 0; index < trace.threads.size(); ++index) {
        const TraceThread& thread = trace.threads[index];
        for (size_t level = 0; level < thread.levels.size(); ++level) {
            const TraceLane& lane = thread.levels[level];
            for (uint64_t i = lane.next(lane.firstBeginningFrom(from), steps); i < lane.last();
                 i = lane.next(i + 1, steps)) {
                const TraceSlice& slice = lane[i];
                if (slice.end() > to) break;
                StepRow row{numberOf(trace, slice), index, slice.begin, slice.end()};
                if (const auto waited = waitBefore(trace, lane, i)) {
                    row.begin = waited->begin;
                    row.wait = static_cast<double>(waited->duration) * 1e-9;
                }
                row.stood = stands.seconds(slice.begin, slice.end());
                double told = row.wait;
                if (level + 1 < thread.levels.size()) {
                    const TraceLane& inner = thread.levels[level + 1];
                    for (uint64_t k = inner.firstBeginningFrom(slice.begin);
                         k < inner.last() && inner[k].begin < slice.end(); ++k) {
                        const std::string& name = trace.labelOf(inner[k]).category;
                        const double seconds = static_cast<double>(inner[k].duration) * 1e-9 -
                                               stands.seconds(inner[k].begin, inner[k].end());
                        double* part = name == "forward"    ? &row.forward
                                       : name == "backward" ? &row.backward
                                       : name == "update"   ? &row.update
                                                            : nullptr;
                        if (!part) continue;
                        *part += seconds;
                        told += seconds;
                    }
                }
                row.other = std::max(0.0, row.seconds() - told);
                rows.push_back(row);
            }
        }
    }
    std::ranges::stable_sort(rows, {}, &StepRow::begin);
    return rows;
}

std::vector<StepRow> stepsTouching(const Trace& trace, int64_t from, int64_t to) {
    const LabelSet named = stepLabels(trace);
    int64_t begin = from, end = to;
    for (const TraceThread& thread : trace.threads)
        for (const TraceLane& lane : thread.levels)
            for (const int64_t cut : {from, to}) {
                const uint64_t step = lane.next(lane.firstEndingAfter(cut), named);
                if (step >= lane.last()) continue;
                const int64_t begins = waitBefore(trace, lane, step).value_or(lane[step]).begin;
                if (begins >= to) continue;
                begin = std::min(begin, begins);
                end = std::max(end, lane[step].end());
            }
    std::vector<StepRow> steps = stepsIn(trace, begin, end);
    std::erase_if(steps, [&](const StepRow& step) { return step.end <= from || step.begin >= to; });
    return steps;
}

double occupied(const TraceThread& thread, const LabelSet& labels, int64_t from, int64_t to) {
    double seconds = 0;
    for (const TraceLane& lane : thread.levels)
        for (uint64_t i = lane.next(lane.firstEndingAfter(from), labels); i < lane.last() && lane[i].begin < to;
             i = lane.next(i + 1, labels))
            seconds += within(lane[i], from, to);
    return seconds;
}

Occupied occupied(const Trace& trace, const LabelSet& labels, int64_t from, int64_t to) {
    Occupied all;
    for (const TraceThread& thread : trace.threads) {
        const double here = occupied(thread, labels, from, to);
        all.seconds += here;
        all.threads += here > 0;
    }
    return all;
}

}  // namespace tl
