// See the header.
#include "engine/profile/verdict.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

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

// Asks one cause after the other what it takes of the steps in a stretch.
class Judge {
public:
    Judge(const Trace& trace, std::vector<StepRow> steps, int64_t from, int64_t to, const MachineLimits& limits)
        : trace_(trace), limits_(limits), stands_(trace), steps_(std::move(steps)), begin_(steps_.front().begin),
          end_(steps_.back().end), from_(std::max(from, begin_)), to_(std::min(to, end_)) {}

    Verdict verdict() {
        verdict_.steps = static_cast<int64_t>(steps_.size());
        measureSteps();
        measureLoaders();
        if (waits()) return verdict_;
        measureWriting();
        measureOps();
        verdict_.cores = busy_;
        if (starves() || reorders() || writes() || leavesGaps() || hasASlowKernel()) return verdict_;
        verdict_.kind = Verdict::Kind::Fine;
        verdict_.share = kernels_;
        verdict_.ofLimit = kernels_ > 0 ? reached_ / kernels_ : 0;
        return verdict_;
    }

private:
    double length(int64_t since, int64_t until) const {
        return std::max(1e-12, static_cast<double>(until - since) * 1e-9 - stands_.seconds(since, until));
    }

    void measureSteps() {
        double waits = 0, whole = 0;
        for (const StepRow& step : steps_) {
            const auto waited = step.begin + static_cast<int64_t>(std::llround(step.wait * 1e9));
            wait_ += overlap(step.begin, waited, from_, to_);
            all_ += overlap(step.begin, step.end, from_, to_) -
                    stands_.seconds(std::max(step.begin, from_), std::min(step.end, to_));
            waits += step.wait;
            whole += step.seconds();
        }
        all_ = std::max(all_, 1e-12);
        meanWait_ = waits / static_cast<double>(steps_.size());
        verdict_.stepSeconds = whole / static_cast<double>(steps_.size());
    }

    // How fast batches come is told by whole steps.
    void measureLoaders() {
        const Occupied loaders = occupied(trace_, trace_.named("load items"), begin_, end_);
        verdict_.loaders = loaders.threads;
        if (loaders.threads > 0)
            verdict_.resting = restingSeconds(trace_, begin_, end_, stands_) / (length(begin_, end_) * loaders.threads);
        busy_ = meanOf(trace_, "cores busy", begin_, end_, stands_);
        verdict_.coresFull = busy_ >= kFullCores * limits_.cores;
    }

    // What stands between two steps is held against the whole time; what others write beside them costs nothing here. A
    // checkpoint that became due while the run stood is of no step's pace.
    void measureWriting() {
        window_ = length(from_, to_);
        const LabelSet checkpoints = ofCategory(trace_, "checkpoint");
        writing_ = occupied(trace_.threads[steps_.front().thread], checkpoints, from_, to_);
        for (const StepRow& step : steps_) {
            if (step.stood <= 0) continue;
            const double late = occupied(trace_.threads[step.thread], checkpoints, std::max(step.begin, from_),
                                         std::min(step.end, to_));
            writing_ -= late;
            window_ -= late;
        }
    }

    void measureOps() {
        ops_ = trainingOps(trace_, from_, to_);
        kernels_ = kernelShareOf(trace_, ops_);
        for (const OpRow& row : ops_) {
            const TraceLabel& label = trace_.labels[row.label];
            if (label.name == "Reorder") reorders_ += row.share;
            if (label.flops + label.bytes > 0) reached_ += row.share * std::min(1.0, ofLimit(row));
        }
    }

    double ofLimit(const OpRow& row) const {
        return limits_.share(trace_.labels[row.label].kernel, row.flopsPerSecond, row.bytesPerSecond);
    }

    bool found(Verdict::Kind kind, double share) {
        verdict_.kind = kind;
        verdict_.share = share;
        return true;
    }

    bool waits() {
        if (wait_ / all_ <= kWaiting) return false;
        helpWaiting(verdict_, meanWait_, busy_, limits_.cores);
        return found(Verdict::Kind::Data, wait_ / all_);
    }

    // Another program's turns come in the midst of kernels; a run that stands keeps no core busy, either.
    bool starves() {
        return kernels_ >= kKernels && busy_ > 0 && busy_ < kStarved && all_ > window_ * kFullCores &&
               found(Verdict::Kind::Starved, 0);
    }

    bool reorders() { return reorders_ > kReordering && found(Verdict::Kind::Reorders, reorders_); }

    bool writes() { return writing_ / window_ > kWriting && found(Verdict::Kind::Checkpoint, writing_ / window_); }

    // A part of a step may lie between its kernels.
    bool leavesGaps() {
        const bool cut = from_ > begin_ || to_ < end_;
        const double usual =
            kernels_ < kKernels && cut ? kernelShareOf(trace_, trainingOps(trace_, begin_, end_)) : kernels_;
        return usual < kKernels && found(usual > 0 ? Verdict::Kind::Between : Verdict::Kind::NoKernels, kernels_);
    }

    bool hasASlowKernel() {
        const auto slow = std::ranges::find_if(ops_, [&](const OpRow& row) {
            const TraceLabel& label = trace_.labels[row.label];
            return label.flops + label.bytes > 0 && row.share > kLargeKernel &&
                   (!limits_.known() || ofLimit(row) < kSlowKernel);
        });
        if (slow == ops_.end()) return false;
        verdict_.label = slow->label;
        verdict_.ofLimit = ofLimit(*slow);
        return found(Verdict::Kind::Kernel, slow->share);
    }

    const Trace& trace_;
    const MachineLimits& limits_;
    const Stands stands_;
    const std::vector<StepRow> steps_;
    const int64_t begin_, end_, from_, to_;  // of the whole steps, and of the stretch
    double wait_ = 0, all_ = 0;              // in the stretch
    double meanWait_ = 0;                    // of a whole step
    double busy_ = 0;                        // cores
    double window_ = 0, writing_ = 0;
    std::vector<OpRow> ops_;
    double kernels_ = 0, reorders_ = 0, reached_ = 0;  // shares, as the table of ops tells them
    Verdict verdict_;
};

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
    std::vector<StepRow> steps = withoutStalls(stepsTouching(trace, from, to));
    if (!steps.empty() && !trace.cut) return Judge(trace, std::move(steps), from, to, limits).verdict();
    Verdict verdict;
    verdict.steps = static_cast<int64_t>(steps.size());
    // Its kernels, or whatever else, may be in what is missing.
    if (!steps.empty()) verdict.kind = Verdict::Kind::Cut;
    return verdict;
}

}  // namespace tl
