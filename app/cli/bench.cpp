// `tensorloom bench`: one whole training step counts - the copy of the batch, forward, backward and update - with the
// batch already decoded in memory.
#include "app/cli/bench.h"

#include <sys/resource.h>
#include <unistd.h>

#include "engine/io/json.h"
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <ctime>
#include <map>
#include <memory>
#include <vector>

#include "app/cli/arguments.h"
#include "app/cli/bench_cases.h"
#include "app/cli/bench_device.h"
#include "app/cli/bench_timing.h"
#include "app/cli/bench_watching.h"
#include "app/cli/commands.h"
#include "app/cli/support.h"
#include "engine/backend/device.h"
#include "engine/backend/probe.h"
#include "engine/core/error.h"
#include "engine/core/rng.h"
#include "engine/data/pipeline.h"
#include "engine/io/calibration_file.h"
#include "engine/io/kernel_choices.h"
#include "engine/ops/op.h"
#include "engine/profile/verdict.h"
#include "engine/train/step_plan.h"
#include "engine/train/step_time.h"

namespace tl::cli {
namespace {

// The most memory that this process has had.
double peakBytes() {
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    return static_cast<double>(usage.ru_maxrss) * 1024;
}

// A network with its plan, random pixels and the speeds measured so far.
class Case {
public:
    Case(const BenchCase& spec, int threads, const RunPrecision& precision, std::string kernelChoice)
        : spec(spec), kernelChoice(std::move(kernelChoice)) {
        const NetworkSpec network = spec.network(spec.facts);
        initialize(network, spec.facts, 1, state_);
        StepPlanOptions options;
        options.training = !spec.predicts;
        options.compile.fixedState = spec.predicts;  // as predict() has it
        options.threads = threads;
        options.optimizer = spec.optimizer;
        // A case in 16 bits stays so; the others follow --precision.
        options.precision = spec.precision == DType::Float32 ? precision.values : spec.precision;
        options.tf32 = precision.tf32;
        options.float8 = precision.float8;
        const auto began = Clock::now();
        if (this->kernelChoice == "timed")
            options.compile.chooser = std::make_shared<KernelChooser>(KernelChoices(), kernelCacheFile());
        plan_ = std::make_unique<StepPlan>(network, spec.facts, spec.batch, options, state_);
        if (options.compile.chooser) {
            options.compile.chooser->close();
            tried = options.compile.chooser->tried();
            others = options.compile.chooser->others();
        }
        compileSeconds = secondsSince(began);
        data_ = Tensor(spec.facts.shape.withBatch(spec.batch), DType::UInt8);
        labels_ = Tensor(Shape{spec.batch}, DType::Int32);
        Rng random(1, streamId("bench"));
        for (uint8_t& pixel : data_.as<uint8_t>()) pixel = static_cast<uint8_t>(random.bits());
        for (int32_t& label : labels_.as<int32_t>()) {
            label = static_cast<int32_t>(random.below(static_cast<uint64_t>(spec.facts.classes)));
        }
        context_.seed = 1;
        context_.learningRate = spec.learningRate;
        for (int i = 0; i < 3; ++i) step();
    }

    void step() {
        plan_->setInputs(data_, labels_);
        if (spec.predicts) {
            plan_->forward(context_);
            prediction_ = plan_->prediction();
            return;
        }
        plan_->step(context_);
        ++context_.step;
    }
    // Steps for about that long; keeps the speed.
    void measure(double seconds) {
        const auto start = Clock::now();
        const std::clock_t spent = std::clock();  // by all threads
        int64_t steps = 0;
        do {
            step();
            ++steps;
        } while (secondsSince(start) < seconds);
        const auto images = static_cast<double>(steps * spec.batch);
        speeds_.push_back(images / secondsSince(start));
        frugal_.push_back(images * CLOCKS_PER_SEC / static_cast<double>(std::clock() - spent));
    }
    double imagesPerCoreSecond() const { return median(frugal_); }
    double imagesPerSecond() const { return median(speeds_); }
    double flopsPerImage() const { return plan_->plan().cost().flops / static_cast<double>(spec.batch); }
    // What all ops would reach at the limits of what they multiply, over what they do.
    double shareOf(const MachineLimits& limits) const {
        double seconds = 0;  // of a step at these limits
        for (const StepCost& op : plan_->plan().cost().steps) seconds += op.flops / limits.flopsOf(op.implementation);
        return seconds * imagesPerSecond() / static_cast<double>(spec.batch);
    }
    StepPlan& plan() { return *plan_; }
    int64_t parameters() const {
        int64_t count = 0;
        for (const Value& value : plan_->graph().values)
            if (value.kind == ValueKind::Parameter) count += value.shape.elements();
        return count;
    }

    const BenchCase spec;
    const std::string kernelChoice;
    int tried = 0, others = 0;  // ops whose kernels were tried, and that run another than the cost model's
    double compileSeconds = 0;

private:
    ModelState state_;
    std::unique_ptr<StepPlan> plan_;
    Tensor data_, labels_, prediction_;
    StepContext context_;
    std::vector<double> speeds_, frugal_;
};

// Flops of the graph's nodes by op and name, and by name alone where a pass gave the op another name.
std::map<std::string, double> flopsOfNodes(const Graph& graph) {
    std::map<std::string, double> flops;
    for (const Node& node : graph.nodes) {
        const OpType& op = findOp(node.op);
        if (!op.flops) continue;
        std::vector<ValueType> inputs;
        for (ValueId id : node.inputs) {
            if (id != kNoValue) inputs.push_back({graph.value(id).shape, graph.value(id).dtype});
        }
        flops[node.op + " " + node.name] += op.flops(inputs, node.attributes);
        if (node.op == "Conv2DKernelGrad")
            flops["Conv2DKernelBiasGrad " + node.name] = flops[node.op + " " + node.name];
    }
    return flops;
}

void showOps(Case& item, const Calibration& calibration, bool json, double seconds) {
    const auto& steps = item.plan().plan().steps();
    const std::vector<KernelSample> kernels = measureKernels(item.plan(), seconds);
    const auto flops = flopsOfNodes(item.plan().graph());
    double total = 0;
    for (const KernelSample& kernel : kernels) total += kernel.seconds;
    if (!json)
        std::printf("\n%s: %.0f us a step in kernels\n%9s %9s %6s %8s  %-24s %-28s %s\n", item.spec.title, total * 1e6,
                    "us", "predicted", "share", "GF/s", "op", "name", "implementation");
    for (size_t i = 0; i < steps.size(); ++i) {
        const double time = kernels[i].seconds;
        const auto known = flops.find(steps[i].op + " " + steps[i].name);
        const double speed = known != flops.end() && time > 0 ? known->second / time / 1e9 : 0;
        const double predicted =
            calibration.empty() ? 0 : predictedSeconds(kernels[i].cost, kernels[i].planBytes, calibration);
        if (json) {
            printJson({{"case", item.spec.name},
                       {"op", steps[i].op},
                       {"name", steps[i].name},
                       {"seconds", time},
                       {"predicted_seconds", predicted},
                       {"gflops", speed},
                       {"implementation", steps[i].implementation}});
        } else {
            std::printf("%9.1f %9.1f %5.1f%% %8.1f  %-24s %-28s %s\n", time * 1e6, predicted * 1e6, 100 * time / total,
                        speed, steps[i].op.c_str(), steps[i].name.c_str(), steps[i].implementation.c_str());
            for (const TimedKernel& other : steps[i].times)
                if (other.implementation != steps[i].implementation)
                    std::printf("%9.1f %46s or %s\n", other.seconds * 1e6, "", other.implementation.c_str());
        }
    }
}

// Reads, decodes, crops, flips and batches; nothing is cached by us. Once with a worker a core, once with as many as
// AUTOTUNE finds.
void measureLoader(const BenchOptions& options, const DataSet& set, int workers) {
    const Shape shape = set.shape();
    Pipeline pipeline(set.train);
    pipeline.shuffle(set.train->size(), 1)
        .augment({{"RandomCrop", {}}, {"RandomFlip", {}}}, 1)
        .repeat(-1)
        .batch(128)
        .prefetch(workers, workers == kAutotune ? kAutotune : 4);
    auto iterator = pipeline.iterate();
    Batch batch;
    std::vector<double> speeds;
    for (int round = 0; round < 5; ++round) {
        const auto start = Clock::now();
        int64_t images = 0;
        while (secondsSince(start) < options.seconds / 5 && iterator.next(batch)) images += batch.count();
        speeds.push_back(static_cast<double>(images) / secondsSince(start));
    }
    const double speed = median(speeds);
    if (options.json) {
        printJson({{"case", workers == kAutotune ? "loader_autotune" : "loader"},
                   {"data", set.name},
                   {"shape", shape.toString()},
                   {"images_per_second", speed},
                   {"workers", iterator.workers()}});
    } else {
        std::printf("%-44s %12s img/s   %s, %d workers%s\n", "Loader: decode, crop, flip, batch",
                    thousands(static_cast<int64_t>(speed)).c_str(), shape.toString().c_str(), iterator.workers(),
                    workers == kAutotune ? " by AUTOTUNE" : "");
    }
}

}  // namespace

int runBench(const BenchOptions& options) {
    catchInterrupts();
    const DeviceInfo device = findDevice("cpu");
    const int threads = options.threads > 0 ? options.threads : device.threads;
    const std::string calibrationFile = calibrationPath(device.id, threads);
    if (options.calibrate) {
        const Calibration made = calibrate(device.id, threads, [&](double share) {
            if (!options.json && isatty(STDERR_FILENO)) std::fprintf(stderr, "\rCalibrating: %3.0f %%", 100 * share);
            return !interrupted();
        });
        if (made.empty()) return kInterrupted;
        writeCalibration(calibrationFile, made);
        if (!options.json)
            std::printf("Calibrated %zu kinds of kernels: %s\n", made.kernels.size(), calibrationFile.c_str());
    }
    const Calibration calibration = readCalibration(calibrationFile);
    std::vector<std::unique_ptr<Case>> cases;
    const std::vector<BenchCase> specs = benchCases();
    for (const BenchCase& spec : specs) {
        // A whole name means that case alone, though others go on from it.
        const bool whole =
            std::ranges::any_of(specs, [&](const BenchCase& other) { return options.only == other.name; });
        if (whole ? options.only == spec.name : std::string(spec.name).find(options.only) != std::string::npos)
            for (const std::string& choice : options.kernelChoice)
                cases.push_back(std::make_unique<Case>(spec, threads, precisionNamed(options.precision), choice));
    }
    const bool loader = !options.data.empty() && std::string("loader").find(options.only) != std::string::npos;
    if (cases.empty() && !loader) {
        std::string known;
        for (const BenchCase& spec : specs) known += std::string(spec.name) + ", ";
        throw Error(Message("No benchmark is called \"{only}\". There are {known}and loader (with --data).",
                            options.only, known));
    }

    constexpr int kRounds = 9;
    MachineLimits limits;  // what the processor reached when nobody disturbed it
    const auto begin = Clock::now();
    // Of a network that takes seconds for a step three rounds are enough.
    const auto late = [&](int round) {
        return round >= 3 && secondsSince(begin) > 3 * options.seconds * static_cast<double>(cases.size());
    };
    for (int round = 0; round < kRounds && !late(round) && !interrupted(); ++round) {
        if (!cases.empty()) {
            limits.flops = std::max(limits.flops, probeFlops(threads, 0.02));
            limits.flops16 = std::max(limits.flops16, probeBf16Flops(threads, 0.02));
        }
        for (auto& item : cases) item->measure(options.seconds / kRounds);
    }
    if (interrupted()) return kInterrupted;
    if (options.json && !cases.empty()) {
        printJson({{"device", device.name},
                   {"threads", threads},
                   {"fma_limit_gflops", limits.flops / 1e9},
                   {"bfloat16_limit_gflops", limits.flops16 / 1e9}});
    } else if (!cases.empty()) {
        std::printf("%s, %d threads, multiply-add limit %.0f GF/s", device.name.c_str(), threads, limits.flops / 1e9);
        if (limits.flops16 > 0) std::printf(", of bfloat16 %.0f GF/s", limits.flops16 / 1e9);
        std::printf("\n");
    }
    for (auto& item : cases) {
        const double speed = item->imagesPerSecond(), reached = speed * item->flopsPerImage();
        const double predicted = calibration.empty() ? 0 : predictedSeconds(item->plan().plan().cost(), calibration);
        if (options.json) {
            printJson({{"case", item->spec.name},
                       {"images_per_second", speed},
                       {"images_per_core_second", item->imagesPerCoreSecond()},
                       {"gflops", reached / 1e9},
                       {"share_of_limit", item->shareOf(limits)},
                       {"flops_per_image", item->flopsPerImage()},
                       {"parameters", item->parameters()},
                       {"kernel_choice", item->kernelChoice},
                       {"kernels_tried", item->tried},
                       {"kernels_not_the_models", item->others},
                       {"compile_seconds", item->compileSeconds},
                       {"plan_bytes", item->plan().plan().cost().peakBytes()},
                       {"predicted_step_seconds", calibration.empty() ? nlohmann::json() : nlohmann::json(predicted)},
                       {"process_peak_bytes", peakBytes()}});
        } else {
            std::printf("%-44s %12s img/s %9.1f us/step %8.1f GF/s %5.1f %% of the limit %7.1f MB", item->spec.title,
                        thousands(static_cast<int64_t>(speed)).c_str(),
                        1e6 * static_cast<double>(item->spec.batch) / speed, reached / 1e9, 100 * item->shareOf(limits),
                        static_cast<double>(item->plan().plan().cost().peakBytes()) / 1e6);
            if (!calibration.empty())
                std::printf("   predicted %9.1f us (%+.0f %%)", 1e6 * predicted,
                            100 * (predicted * speed / static_cast<double>(item->spec.batch) - 1));
            if (item->kernelChoice == "timed")
                std::printf("   kernels timed: %d other than the model's, %d tried in %.1f s", item->others,
                            item->tried, item->compileSeconds);
            if (&item != cases.data() && (&item)[-1]->spec.name == item->spec.name)
                std::printf("   %.2f times", speed / (&item)[-1]->imagesPerSecond());
            std::printf("\n");
        }
    }
    if (!options.json && !cases.empty())
        std::printf(
            "Operations are counted as plain convolutions and products would do them; Winograd's method does fewer, "
            "so its share may pass 100 %%. Each op counts against the limit of what it multiplies.\nMB: a plan's values, weights and slots. The whole process had %.0f MB at most.\n",
            peakBytes() / 1e6);
    if (loader) {
        const DataSet set = openData(options.data, {});
        for (const int workers : {threads, kAutotune}) measureLoader(options, set, workers);
    }
    if (options.ops) {
        for (auto& item : cases) showOps(*item, calibration, options.json, options.seconds);
    }
    return kDone;
}

void addBench(CLI::App& app, Action& action) {
    const auto options = std::make_shared<BenchOptions>();
    const auto device = std::make_shared<DeviceBenchOptions>();
    device->device = "cpu";
    const Command command(app, "bench", Message("Measure training steps and the loader against this machine's limit"));
    command.option("--only", options->only,
                   Message("Cases whose name contains this: mlp-32, lenet-128, resnet50-16, predict-vit-1, loader"));
    command.option("--seconds", options->seconds, Message("Seconds of measuring for each case")).range(0.1, 600.0);
    command.option("--threads", options->threads, Message("Threads; 0 = all physical cores")).range(0, 1024);
    command.option("--precision", options->precision, Message("float32 (default), tf32, bfloat16, float16 or fp8"));
    command.option("--data", options->data, Message("Data set for the loader, such as folder:DIR"));
    command
        .option("--kernel-choice", options->kernelChoice,
                Message("Of ops that several kernels can do: model (default), timed, or model,timed, which take turns"))
        .splitAt(',');
    command.flag(
        "--calibrate", options->calibrate,
        Message("First measure every kind of kernel once, so that the time of a step can be told before it runs"));
    command.flag("--ops", options->ops, Message("List every kernel with its median time"));
    command.flag("--watching", options->watching,
                 Message("Instead: what watching a training costs, and the readers of what it writes"));
    command.option("--device", device->device,
                   Message("Instead: checks and speeds of this device: cuda, with or without a GPU, or cuda:1"));
    command.option("--report", device->report, Message("With --device: write all of it to this file, as JSON"));
    command.option("--peers", device->peers,
                   Message("With --device: PyTorch's speeds, a file of tests/peers/device_peers.py"));
    command.option("--orders", device->orders, Message("With --device and no GPU: legal orders of the device's work"))
        .range(1, 100000);
    command.flag("--json", options->json, Message("One object a line"));
    command.runs(action, [options, device] {
        if (device->device != "cpu") {
            device->only = options->only;
            device->seconds = options->seconds;
            device->json = options->json;
            return runDeviceBench(*device);
        }
        const std::string alone = !device->report.empty() ? "--report" : !device->peers.empty() ? "--peers" : "";
        if (!alone.empty()) {
            complain(Message("{option} goes only with {other}.", alone, std::string("--device cuda")));
            return static_cast<int>(kUsage);
        }
        return options->watching ? runWatchingBench(options->only, options->seconds, options->threads, options->json)
                                 : runBench(*options);
    });
}

}  // namespace tl::cli
