// Sessions of one network that differ in what is watched go on in turns of a second or more. Their speeds are compared
// turn by turn; and, since a look is rare and a busy machine's turns are never alike, step by step: what steps with a
// look took beyond the middle one.
#include "app/cli/bench_watching.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <set>
#include <thread>

#include "app/cli/bench_timing.h"
#include "app/cli/commands.h"
#include "app/cli/support.h"
#include "engine/core/error.h"
#include "engine/core/rng.h"
#include "engine/data/memory_source.h"
#include "engine/io/json.h"
#include "engine/model/templates.h"
#include "engine/profile/spans.h"
#include "engine/run/run_directory.h"
#include "engine/train/clock.h"
#include "engine/train/session.h"
#include "engine/train/step_debugger.h"

namespace tl::cli {
namespace {

DataSet randomData(const Shape& shape, int64_t count) {
    const int64_t bytes = count * shape.elements();
    auto pixels = std::make_shared<std::vector<uint8_t>>(static_cast<size_t>(bytes));
    std::vector<uint8_t> labels(static_cast<size_t>(count));
    Rng random(1, streamId("bench"));
    for (uint8_t& pixel : *pixels) pixel = static_cast<uint8_t>(random.bits());
    for (uint8_t& label : labels) label = static_cast<uint8_t>(random.below(10));
    DataSet data;
    data.spec = data.name = "random pixels";
    std::vector<std::string> classes;
    classes.reserve(10);
    for (int i = 0; i < 10; ++i) classes.push_back(std::to_string(i));
    data.train = std::make_shared<MemorySource>("random", "train", shape, classes, pixels, labels);
    return data;
}

// A session that trains in turns.
class Turns {
public:
    explicit Turns(SessionOptions options) : session_(std::move(options)) { session_.start(); }

    // Steps a second, over about that long. The clock is the steps' own.
    double turn(double seconds) {
        session_.resume();
        double first = 0, last = 0;
        int64_t steps = 0;
        const double began = steadyClock();
        while ((steadyClock() - began < seconds || steps < 3) && !interrupted()) {
            std::this_thread::sleep_for(std::chrono::milliseconds(10));
            for (const Event& event : session_.events().drain()) {
                if (const auto* watched = std::get_if<WatchedRecord>(&event)) lookedAt_.insert(watched->step);
                if (const auto* watches = std::get_if<WatchesRecord>(&event)) share_ = watches->share;
                const auto* step = std::get_if<StepRecord>(&event);
                if (!step) continue;
                if (first == 0) {
                    first = last = step->wallTime;  // steps are counted from here
                    continue;
                }
                steps_.push_back({step->step, step->wallTime - last});
                last = step->wallTime;
                ++steps;
            }
        }
        session_.pause();
        while (session_.state() == RunState::Running && !interrupted())
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
        for (const Event& event : session_.events().drain())
            if (const auto* watched = std::get_if<WatchedRecord>(&event)) lookedAt_.insert(watched->step);
        return last > first ? static_cast<double>(steps) / (last - first) : 0;
    }
    double ownAccount() const { return share_; }

    // Seconds of a step that nobody looks at: the middle one, so that what disturbs a few does no harm.
    double plainStep() const {
        std::vector<double> seconds;
        for (const Step& step : steps_)
            if (!isNearLook(step.number)) seconds.push_back(step.seconds);
        return median(seconds);
    }
    // What the looks added, a share of the time of all steps without them. A look's end falls into the next step.
    double lookShare() const {
        const double plain = plainStep();
        double added = 0;
        for (const Step& step : steps_)
            if (isNearLook(step.number)) added += step.seconds - plain;
        return steps_.empty() ? 0 : added / (plain * static_cast<double>(steps_.size()));
    }
    size_t looks() const { return lookedAt_.size(); }
    // Forgets what was measured; the looks that a beginning needs are no part of what follows.
    void forget() {
        steps_.clear();
        lookedAt_.clear();
    }

private:
    struct Step {
        int64_t number;
        double seconds;
    };
    bool isNearLook(int64_t step) const { return lookedAt_.contains(step) || lookedAt_.contains(step - 1); }

    TrainingSession session_;
    double share_ = 0;
    std::vector<Step> steps_;
    std::set<int64_t> lookedAt_;
};

struct Training {
    const char *name, *title, *network;
    Shape shape;
    int batch;
    int64_t images;
};
const std::vector<Training>& trainings() {
    static const std::vector<Training> all{
        {"mlp-32", "MLP 784-128-10, batch 32", "mlp", {1, 28, 28}, 32, 60000},
        {"lenet-128", "LeNet-5, batch 128", "lenet", {1, 28, 28}, 128, 60000},
        {"resnet20-128", "ResNet-20, batch 128", "resnet20", {3, 32, 32}, 128, 12800}};
    return all;
}

SessionOptions optionsOf(const Training& training, int threads) {
    SessionOptions options;
    options.data = randomData(training.shape, training.images);
    options.network = findTemplate(training.network).make(DataFacts{training.shape, 10});
    options.training.batch = training.batch;
    options.training.threads = threads;
    options.training.epochs = 200;  // intervals follow from how long a run is
    options.training.learningRate = 1e-5;
    options.startPaused = true;
    return options;
}

constexpr int kTurns = 9;
// Long enough that each turn has looks of its own.
double lengthOfTurn(double seconds) { return std::max(seconds / kTurns, 1.0); }

// The default watches alone, and with a run's folder (event files, journal, checkpoints) beside them.
void watches(const Training& training, double seconds, int threads, bool json) {
    const std::filesystem::path folder = std::filesystem::temp_directory_path() / ("tensorloom-bench-" + freshRunId());
    const SessionOptions options = optionsOf(training, threads);
    SessionOptions watched = options, written = options;
    watched.defaultWatches = written.defaultWatches = true;
    written.store = inDirectory(folder.string());
    {
        Turns plain(options), looking(watched), writing(written);
        // The first turns compile, and pay for the first looks.
        for (Turns* each : {&plain, &looking, &writing}) {
            (void)each->turn(lengthOfTurn(seconds));
            each->forget();
        }
        std::vector<double> speeds, watchCost, allCost;
        for (int i = 0; i < kTurns && !interrupted(); ++i) {
            const double length = lengthOfTurn(seconds);
            const double a = plain.turn(length), b = looking.turn(length), c = writing.turn(length),
                         again = plain.turn(length);
            const double base = (a + again) / 2;
            speeds.push_back(base);
            if (b > 0) watchCost.push_back(base / b - 1);
            if (c > 0) allCost.push_back(base / c - 1);
        }
        if (json)
            printJson({{"case", std::string("watches-") + training.name},
                       {"steps_per_second", median(speeds)},
                       {"looks", looking.looks()},
                       {"looks_share", looking.lookShare()},
                       {"steps_between_them", looking.plainStep() / plain.plainStep() - 1},
                       {"default_watches_cost", median(watchCost)},
                       {"watches_and_files_cost", median(allCost)},
                       {"own_account", looking.ownAccount()}});
        else
            std::printf(
                "%-26s %8.0f steps/s   %zu looks took %.1f %% (own account %.1f %%), steps between them %+.1f %%   "
                "turn by turn: watches %+.1f %%, with a run's folder %+.1f %%\n",
                training.title, median(speeds), looking.looks(), 100 * looking.lookShare(), 100 * looking.ownAccount(),
                100 * (looking.plainStep() / plain.plainStep() - 1), 100 * median(watchCost), 100 * median(allCost));
    }
    std::error_code ignored;
    std::filesystem::remove_all(folder, ignored);
}

// What the same training's steps take more with spans than without, in short turns of both, which change places: of
// each pair its middle steps. The middle of the pairs, and half of them lie between the others.
struct Compared {
    double cost = 0, low = 0, high = 0;
};
Compared withAndWithoutSpans(Turns& turns, double seconds) {
    constexpr int kPairs = 40;
    std::vector<double> costs;
    const auto stepOf = [&](bool written) {
        stopTicks(!written);
        turns.forget();
        (void)turns.turn(seconds / (2 * kPairs));
        stopTicks(false);
        return turns.plainStep();
    };
    for (int i = 0; i < kPairs && !interrupted(); ++i) {
        const bool first = i % 2 == 0;
        const double one = stepOf(first), other = stepOf(!first);
        if (one > 0 && other > 0) costs.push_back(first ? one / other - 1 : other / one - 1);
    }
    if (costs.empty()) return {};
    std::ranges::sort(costs);
    return {costs[costs.size() / 2], costs[costs.size() / 4], costs[costs.size() * 3 / 4]};
}

// How far back the ring of the training, the busiest thread, reaches after a turn of so long.
double secondsHeld(Turns& turns, double seconds) {
    (void)turns.turn(seconds);
    const std::vector<ThreadSpans> all = SpanCollector(SpanCollector::Start::Oldest).collect();
    const auto busiest = std::ranges::find(all, "training", &ThreadSpans::name);
    if (busiest == all.end() || busiest->spans.empty()) return 0;
    const uint64_t oldest = busiest->spans.front().end, newest = busiest->spans.back().end;
    return static_cast<double>(wallNanoseconds(newest) - wallNanoseconds(oldest)) * 1e-9;
}

// What one span costs here, how many a step has, and so their share of it; and beside it the steps with and without.
void spans(const Training& training, double seconds, int threads, bool json) {
    Turns plain(optionsOf(training, threads));
    (void)plain.turn(lengthOfTurn(seconds));
    plain.forget();
    const SpanName name = spanName({"bench", {}, {}, SpanCategory::Other});
    std::vector<double> costs;
    double written = 0, steps = 0;
    for (int i = 0; i < kTurns && !interrupted(); ++i) {
        SpanCollector collector(SpanCollector::Start::Now);
        const double length = lengthOfTurn(seconds) / 4;  // rings hold some seconds
        steps += plain.turn(length) * length;
        for (const ThreadSpans& thread : collector.collect())
            written += static_cast<double>(thread.spans.size() + thread.counters.size() + thread.lost);
        constexpr int kSpans = 200'000;
        const double began = steadyClock();
        for (int k = 0; k < kSpans; ++k) const Span span(name);
        costs.push_back((steadyClock() - began) / kSpans);
    }
    const double each = median(costs), perStep = steps > 0 ? written / steps : 0, step = plain.plainStep();
    // All threads' spans count as if they were one thread's: the most that they may take.
    const double share = step > 0 ? each * perStep / step : 0;
    const Compared real = withAndWithoutSpans(plain, std::max(4 * seconds, 10.0));
    const double held = secondsHeld(plain, seconds);
    if (json)
        printJson({{"case", std::string("spans-") + training.name},
                   {"seconds_each", each},
                   {"each_step", perStep},
                   {"step_seconds", step},
                   {"share", share},
                   {"cost_in_turns", real.cost},
                   {"cost_quartiles", nlohmann::json::array({real.low, real.high})},
                   {"seconds_held", held}});
    else
        std::printf("%-26s %.0f spans a step of %.0f us, %.1f ns each: %.2f %%   with and without, in turns: %+.2f %% "
                    "(half of them %+.2f to %+.2f)   the training's ring reaches back %.1f s\n",
                    training.title, perStep, step * 1e6, each * 1e9, 100 * share, 100 * real.cost, 100 * real.low,
                    100 * real.high, held);
}

// A condition that is looked at in each step and never holds, against no breakpoint at all; and what a step pays for
// being asked where there is none.
void breakpoints(const Training& training, double seconds, int threads, bool json) {
    const SessionOptions options = optionsOf(training, threads);
    SessionOptions guarded = options;
    guarded.breakpoints = {breakpointFrom("when loss > 1e30")};
    Turns plain(options), guarding(guarded);
    for (Turns* each : {&plain, &guarding}) {
        (void)each->turn(lengthOfTurn(seconds));
        each->forget();
    }
    std::vector<double> cost;
    for (int i = 0; i < kTurns && !interrupted(); ++i) {
        const double length = lengthOfTurn(seconds);
        const double a = plain.turn(length), b = guarding.turn(length), again = plain.turn(length);
        if (b > 0) cost.push_back((a + again) / 2 / b - 1);
    }
    StepDebugger none({}, threads);
    StepObserver* volatile observer = &none;
    constexpr int64_t kAsked = 5'000'000;
    int64_t wanted = 0;
    const double began = steadyClock();
    for (int64_t step = 0; step < kAsked; ++step) wanted += observer->wants(step);
    const double asked = (steadyClock() - began) / kAsked, step = plain.plainStep();
    if (wanted != 0) std::abort();  // nothing is set
    if (json)
        printJson({{"case", std::string("breakpoints-") + training.name},
                   {"none_seconds", asked},
                   {"none_share", asked / step},
                   {"condition_cost", guarding.plainStep() / step - 1},
                   {"condition_cost_in_turns", median(cost)}});
    else
        std::printf("%-26s none: %.1f ns a step of %.0f us, %.5f %%   a condition on the loss: %+.1f %%, turn by turn "
                    "%+.1f %%\n",
                    training.title, asked * 1e9, step * 1e6, 100 * asked / step,
                    100 * (guarding.plainStep() / step - 1), 100 * median(cost));
}

}  // namespace

int runWatchingBench(const std::string& only, double seconds, int threads, bool json) {
    catchInterrupts();
    struct Kind {
        const char *name, *title;
        void (*run)(const Training&, double, int, bool);
    };
    constexpr Kind kKinds[] = {{"spans", "What spans take", spans},
                               {"breakpoints", "What breakpoints take", breakpoints},
                               {"watches", "What the default watches take", watches}};
    std::string known;
    bool any = false;
    for (const Kind& kind : kKinds) {
        bool told = json;
        for (const Training& training : trainings()) {
            const std::string name = std::string(kind.name) + "-" + training.name;
            known += (known.empty() ? "" : ", ") + name;
            if (name.find(only) == std::string::npos || interrupted()) continue;
            if (!told) std::printf("\n%s\n", kind.title);
            any = told = true;
            kind.run(training, seconds, threads, json);
            std::fflush(stdout);
        }
    }
    if (!any && !interrupted())
        throw Error(Message("No benchmark of watching is called \"{only}\". There are {known}.", only, known));
    return interrupted() ? kInterrupted : kDone;
}

}  // namespace tl::cli
