// The cost of the default watches: sessions of one network, without any, with them, and with a run's folder beside
// them, go on in turns of some tenths of a second; their speeds are compared turn by turn.
#include "app/cli/bench_watching.h"

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <thread>

#include "app/cli/commands.h"
#include "app/cli/support.h"
#include "engine/core/error.h"
#include "engine/core/rng.h"
#include "engine/data/memory_source.h"
#include "engine/io/json.h"
#include "engine/model/templates.h"
#include "engine/run/run_directory.h"
#include "engine/train/clock.h"
#include "engine/train/session.h"

namespace tl::cli {
namespace {

double median(std::vector<double> values) {
    if (values.empty()) return 0;
    std::ranges::sort(values);
    return values[values.size() / 2];
}

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
                if (const auto* watches = std::get_if<WatchesRecord>(&event)) share_ = watches->share;
                const auto* step = std::get_if<StepRecord>(&event);
                if (!step) continue;
                if (first == 0) {
                    first = step->wallTime;  // steps are counted from here
                    continue;
                }
                last = step->wallTime;
                ++steps;
            }
        }
        session_.pause();
        while (session_.state() == RunState::Running && !interrupted())
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
        (void)session_.events().drain();
        return last > first ? static_cast<double>(steps) / (last - first) : 0;
    }
    double ownAccount() const { return share_; }

private:
    TrainingSession session_;
    double share_ = 0;
};

struct Training {
    const char *name, *title, *network;
    Shape shape;
    int batch;
    int64_t images;
};

void costOf(const Training& training, double seconds, int threads, bool json) {
    constexpr int kTurns = 15;
    const std::filesystem::path folder = std::filesystem::temp_directory_path() / ("tensorloom-bench-" + freshRunId());
    SessionOptions options;
    options.data = randomData(training.shape, training.images);
    options.network = findTemplate(training.network).make(DataFacts{training.shape, 10});
    options.training.batch = training.batch;
    options.training.threads = threads;
    options.training.epochs = 200;  // intervals follow from how long a run is
    options.training.learningRate = 1e-5;
    options.startPaused = true;
    SessionOptions watched = options, written = options;
    watched.defaultWatches = written.defaultWatches = true;
    written.store = inDirectory(folder.string());
    {
        Turns plain(options), looking(watched), writing(written);
        // The first turns compile, and pay for the first looks.
        for (Turns* each : {&plain, &looking, &writing}) (void)each->turn(std::max(seconds / 3, 0.5));
        std::vector<double> speeds, watchCost, allCost;
        for (int i = 0; i < kTurns && !interrupted(); ++i) {
            const double a = plain.turn(seconds / kTurns), b = looking.turn(seconds / kTurns),
                         c = writing.turn(seconds / kTurns), again = plain.turn(seconds / kTurns);
            const double base = (a + again) / 2;
            speeds.push_back(base);
            if (b > 0) watchCost.push_back(base / b - 1);
            if (c > 0) allCost.push_back(base / c - 1);
        }
        if (json)
            printJson({{"case", training.name},
                       {"steps_per_second", median(speeds)},
                       {"default_watches_cost", median(watchCost)},
                       {"watches_and_files_cost", median(allCost)},
                       {"own_account", looking.ownAccount()}});
        else
            std::printf(
                "%-28s %9.0f steps/s   default watches %+5.1f %%   with a run's folder %+5.1f %%   own account %.1f %%\n",
                training.title, median(speeds), 100 * median(watchCost), 100 * median(allCost),
                100 * looking.ownAccount());
    }
    std::error_code ignored;
    std::filesystem::remove_all(folder, ignored);
}

void watchMlp(double seconds, int threads, bool json) {
    costOf({"watches-mlp-32", "MLP 784-128-10, batch 32", "mlp", {1, 28, 28}, 32, 60000}, seconds, threads, json);
}
void watchLenet(double seconds, int threads, bool json) {
    costOf({"watches-lenet-128", "LeNet-5, batch 128", "lenet", {1, 28, 28}, 128, 60000}, seconds, threads, json);
}
void watchResnet(double seconds, int threads, bool json) {
    costOf({"watches-resnet20-128", "ResNet-20, batch 128", "resnet20", {3, 32, 32}, 128, 12800}, seconds, threads,
           json);
}

}  // namespace

const std::vector<WatchingCase>& watchingCases() {
    static const std::vector<WatchingCase> cases{
        {"watches-mlp-32", watchMlp}, {"watches-lenet-128", watchLenet}, {"watches-resnet20-128", watchResnet}};
    return cases;
}

int runWatchingBench(const std::string& only, double seconds, int threads, bool json) {
    catchInterrupts();
    std::string known;
    bool any = false;
    for (const WatchingCase& each : watchingCases()) {
        known += (known.empty() ? "" : ", ") + std::string(each.name);
        if (std::string(each.name).find(only) == std::string::npos || interrupted()) continue;
        any = true;
        each.run(seconds, threads, json);
    }
    if (!any && !interrupted())
        throw Error(Message("No benchmark of watching is called \"{only}\". There are {known}.", only, known));
    return interrupted() ? kInterrupted : kDone;
}

}  // namespace tl::cli
