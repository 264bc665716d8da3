// See the header.
#include "engine/profile/verdict.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace tl {

namespace {

constexpr double kWaiting = 0.05, kReordering = 0.08, kWriting = 0.05;  // shares that are worth a word
constexpr double kSlowKernel = 0.6, kLargeKernel = 0.12;
constexpr double kFullCores = 0.93, kResting = 0.5;
constexpr double kUnfelt = 0.02;   // more steps a second that nobody would feel
constexpr double kStarved = 0.6;   // cores: a step that waits for nothing keeps one busy
constexpr double kKernels = 0.45;  // of a step, at the least, where nothing else takes its time

LabelSet ofCategory(const Trace& trace, const std::string& category) {
    LabelSet found;
    for (uint32_t i = 0; i < trace.labels.size(); ++i)
        if (trace.labels[i].category == category) found.insert(i);
    return found;
}

// Of points that tell what was since the one before them: without those of a time in which the run stood.
double meanOf(const Trace& trace, const std::string& name, int64_t from, int64_t to, const Stands& stands) {
    for (const TraceCounter& counter : trace.counters) {
        if (counter.name != name) continue;
        double sum = 0;
        int64_t count = 0;
        const uint64_t first = counter.firstFrom(from), last = counter.firstFrom(to);
        for (uint64_t i = first; i < last; ++i) {
            if (stands.seconds(i > first ? counter[i - 1].time : from, counter[i].time) > 0) continue;
            sum += counter[i].value;
            ++count;
        }
        return count > 0 ? sum / static_cast<double>(count) : 0;
    }
    return 0;
}

// Loaders that have no room for more batches, while the run goes on.
double restingSeconds(const Trace& trace, int64_t from, int64_t to, const Stands& stands) {
    const LabelSet room = trace.named("wait for room");
    double seconds = occupied(trace, room, from, to).seconds;
    for (const auto& [begin, end] : stands.stretches())
        seconds -= occupied(trace, room, std::max(begin, from), std::min(end, to)).seconds;
    return seconds;
}

// One stop at which steps took many times the usual is an accident of the machine, as when the program was suspended:
// the step it fell into, and those whose batches were not made meanwhile. Two stops are a finding. The longer stretch
// of steps without it.
std::vector<StepRow> withoutStalls(std::vector<StepRow> steps) {
    constexpr size_t kEnough = 10;
    constexpr std::ptrdiff_t kMostAtOnce = 3;
    constexpr double kStall = 4;  // of the median
    if (steps.size() < kEnough) return steps;
    std::vector<double> lengths;
    lengths.reserve(steps.size());
    for (const StepRow& step : steps) lengths.push_back(step.seconds());
    std::ranges::nth_element(lengths, lengths.begin() + static_cast<std::ptrdiff_t>(lengths.size() / 2));
    const double usual = lengths[lengths.size() / 2];
    const auto stalled = [&](const StepRow& step) { return step.seconds() > kStall * usual; };
    const auto stall = std::ranges::find_if(steps, stalled), after = std::find_if_not(stall, steps.end(), stalled);
    if (stall == after || after - stall > kMostAtOnce || std::any_of(after, steps.end(), stalled)) return steps;
    return stall - steps.begin() > steps.end() - after ? std::vector(steps.begin(), stall)
                                                       : std::vector(after, steps.end());
}

// Of the steps' own threads, as a share.
double kernelShareOf(const Trace& trace, const std::vector<OpRow>& ops) {
    double kernels = 0;
    for (const OpRow& row : ops) {
        const TraceLabel& label = trace.labels[row.label];
        if (label.flops + label.bytes > 0) kernels += row.share;
    }
    return kernels;
}

// What the training itself does.
std::vector<OpRow> trainingOps(const Trace& trace, int64_t from, int64_t to) {
    std::vector<OpRow> ops = opsIn(trace, from, to);
    std::erase_if(ops, [&](const OpRow& row) {
        const std::string& category = trace.labels[row.label].category;
        return row.beside || (category != "forward" && category != "backward" && category != "update");
    });
    return ops;
}

// Loaders for a step that waits `wait` for its batch: as many as bring it down to what it cannot be shorter than.
void helpWaiting(Verdict& verdict, double wait, double busy, int cores) {
    // Loaders that wait for room most of the time are not what the step waits for.
    if (verdict.resting > kResting) return;
    const double period = verdict.stepSeconds, computing = period - wait;
    const double floor = std::max(computing, busy > 0 ? period * std::min(1.0, busy / cores) : 0);
    // Where the training loads by itself, what it waits is what the first one would take beside it.
    const double loading = verdict.loaders > 0 ? period * verdict.loaders : wait;
    const double enough = std::ceil(loading / (floor * (1 + kUnfelt)));
    const int most = std::max(verdict.loaders + 1, cores);
    verdict.more = static_cast<int>(std::clamp(enough, verdict.loaders + 1.0, double(most))) - verdict.loaders;
    verdict.gain = std::max(0.0, period / std::max(floor, loading / (verdict.loaders + verdict.more)) - 1);
    if (verdict.gain < kUnfelt) verdict.more = 0;
}

}  // namespace

bool multiplies16Bits(const std::string& kernel) {
    return std::ranges::any_of(std::array{"bf16", "fp16", "amx"},
                               [&](const char* unit) { return kernel.find(unit) != std::string::npos; });
}

double MachineLimits::flopsOf(const std::string& kernel) const {
    return flops16 > 0 && multiplies16Bits(kernel) ? flops16 : flops;
}

double MachineLimits::share(const std::string& kernel, double flopsPerSecond, double bytesPerSecond) const {
    if (!known()) return 0;
    // An op of few operations a byte can at best move its bytes at full speed.
    return std::max(flopsPerSecond / flopsOf(kernel), bytesPerSecond / bandwidth);
}

Verdict verdictOf(const Trace& trace, int64_t from, int64_t to, const MachineLimits& limits) {
    Verdict verdict;
    const std::vector<StepRow> steps = withoutStalls(stepsTouching(trace, from, to));
    if (steps.empty()) return verdict;
    verdict.steps = static_cast<int64_t>(steps.size());
    if (trace.cut) {  // its kernels, or whatever else, may be in what is missing
        verdict.kind = Verdict::Kind::Cut;
        return verdict;
    }
    const int64_t begin = steps.front().begin, end = steps.back().end;
    from = std::max(from, begin);
    to = std::min(to, end);
    const Stands stands(trace);
    double wait = 0, all = 0;  // in the stretch
    double waits = 0, whole = 0;
    for (const StepRow& step : steps) {
        const auto waited = step.begin + static_cast<int64_t>(std::llround(step.wait * 1e9));
        wait += overlap(step.begin, waited, from, to);
        all += overlap(step.begin, step.end, from, to) -
               stands.seconds(std::max(step.begin, from), std::min(step.end, to));
        waits += step.wait;
        whole += step.seconds();
    }
    all = std::max(all, 1e-12);
    const auto count = static_cast<double>(steps.size());
    verdict.stepSeconds = whole / count;
    const auto length = [&](int64_t since, int64_t until) {
        return std::max(1e-12, static_cast<double>(until - since) * 1e-9 - stands.seconds(since, until));
    };
    double window = length(from, to);

    // How fast batches come is told by whole steps.
    const Occupied loaders = occupied(trace, trace.named("load items"), begin, end);
    verdict.loaders = loaders.threads;
    if (loaders.threads > 0)
        verdict.resting = restingSeconds(trace, begin, end, stands) / (length(begin, end) * loaders.threads);
    const double busy = meanOf(trace, "cores busy", begin, end, stands);
    verdict.coresFull = busy >= kFullCores * limits.cores;
    if (wait / all > kWaiting) {
        verdict.kind = Verdict::Kind::Data;
        verdict.share = wait / all;
        helpWaiting(verdict, waits / count, busy, limits.cores);
        return verdict;
    }
    // What stands between two steps is held against the whole time; what others write beside them costs nothing here. A
    // checkpoint that became due while the run stood is of no step's pace.
    const LabelSet checkpoints = ofCategory(trace, "checkpoint");
    double writing = occupied(trace.threads[steps.front().thread], checkpoints, from, to);
    for (const StepRow& step : steps) {
        if (step.stood <= 0) continue;
        const double late =
            occupied(trace.threads[step.thread], checkpoints, std::max(step.begin, from), std::min(step.end, to));
        writing -= late;
        window -= late;
    }
    const std::vector<OpRow> ops = trainingOps(trace, from, to);
    const double kernels = kernelShareOf(trace, ops);
    double reorders = 0, reached = 0;  // shares, as the table of ops tells them
    for (const OpRow& row : ops) {
        const TraceLabel& label = trace.labels[row.label];
        if (label.name == "Reorder") reorders += row.share;
        if (label.flops + label.bytes <= 0) continue;
        reached += row.share * std::min(1.0, limits.share(label.kernel, row.flopsPerSecond, row.bytesPerSecond));
    }
    const double average = kernels > 0 ? reached / kernels : 0;
    // Another program's turns come in the midst of kernels; a run that stands keeps no core busy, either.
    verdict.cores = busy;
    if (kernels >= kKernels && busy > 0 && busy < kStarved && all > window * kFullCores) {
        verdict.kind = Verdict::Kind::Starved;
        return verdict;
    }
    if (reorders > kReordering) {
        verdict.kind = Verdict::Kind::Reorders;
        verdict.share = reorders;
        return verdict;
    }
    if (writing / window > kWriting) {
        verdict.kind = Verdict::Kind::Checkpoint;
        verdict.share = writing / window;
        return verdict;
    }
    // A part of a step may lie between its kernels.
    const bool cut = from > begin || to < end;
    const double usual = kernels < kKernels && cut ? kernelShareOf(trace, trainingOps(trace, begin, end)) : kernels;
    if (usual < kKernels) {
        verdict.kind = usual > 0 ? Verdict::Kind::Between : Verdict::Kind::NoKernels;
        verdict.share = kernels;
        return verdict;
    }
    const auto slow = std::ranges::find_if(ops, [&](const OpRow& row) {
        const TraceLabel& label = trace.labels[row.label];
        return label.flops + label.bytes > 0 && row.share > kLargeKernel &&
               (!limits.known() || limits.share(label.kernel, row.flopsPerSecond, row.bytesPerSecond) < kSlowKernel);
    });
    if (slow != ops.end()) {
        verdict.kind = Verdict::Kind::Kernel;
        verdict.share = slow->share;
        verdict.label = slow->label;
        verdict.ofLimit = limits.share(trace.labels[slow->label].kernel, slow->flopsPerSecond, slow->bytesPerSecond);
        return verdict;
    }
    verdict.kind = Verdict::Kind::Fine;
    verdict.share = kernels;
    verdict.ofLimit = average;
    return verdict;
}

}  // namespace tl
