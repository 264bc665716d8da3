// The networks that a calibration runs: every template, so that each op is seen as people use it, in several sizes, and
// towers of convolutions and of Dense layers whose widths fill the gaps between them; those with normalised
// convolutions also in bfloat16 where the device multiplies it.
#include <algorithm>
#include <array>

#include "engine/backend/device.h"
#include "engine/core/rng.h"
#include "engine/model/templates.h"
#include "engine/model/templates/support.h"
#include "engine/train/clock.h"
#include "engine/train/step_time.h"

namespace tl {
namespace {

struct Trial {
    NetworkSpec network;
    DataFacts facts;
    int64_t batch;
    TypedProperties optimizer;
    DType precision = DType::Float32;
};

NetworkSpec denseTower(const DataFacts& facts, const std::vector<int64_t>& widths) {
    templates::Sketch sketch(facts);
    sketch.begin(1.0 / 64, -2);
    sketch.add("Flatten");
    for (const int64_t width : widths) sketch.add("Dense", {{"units", width}, {"activation", std::string("relu")}});
    return sketch.finish();
}

NetworkSpec convolutionTower(const DataFacts& facts, int64_t size, bool normalised,
                             const std::vector<int64_t>& widths) {
    templates::Sketch sketch(facts);
    sketch.begin(1.0 / 64, -2);
    for (const int64_t width : widths) {
        sketch.add("Conv2D", {{"filters", width},
                              {"kernel_size", std::vector<int64_t>{size, size}},
                              {"padding", std::string("same")},
                              {"use_bias", !normalised}});
        if (normalised) sketch.add("BatchNormalization");
        sketch.add("Activation", {{"activation", std::string("relu")}});
        sketch.add("MaxPooling2D");
    }
    sketch.add("Flatten");
    return sketch.finish();
}

std::vector<Trial> trials(bool bfloat16) {
    const DataFacts grey{Shape{1, 28, 28}, 10}, small{Shape{3, 24, 24}, 10}, large{Shape{3, 48, 48}, 10};
    const TypedProperties sgd{"sgd", {}}, momentum{"sgd", {{"momentum", 0.9}}}, adam{"adam", {}};
    std::vector<Trial> result;
    for (const NetworkTemplate& type : allTemplates()) {
        if (type.pixels > 0) continue;  // too large to be visited in a moment
        result.push_back({type.make(grey), grey, 64, adam});
        result.push_back({type.make(small), small, 40, momentum});
        result.push_back({type.make(large), large, 64, sgd});
    }
    result.push_back({convolutionTower(large, 3, true, {16, 32, 64}), large, 160, momentum});  // beyond all caches
    for (const int64_t batch : {16, 48, 200}) {
        result.push_back({denseTower(grey, {96, 160}), grey, batch, sgd});
        result.push_back({denseTower(grey, {512, 256}), grey, batch, adam});
        result.push_back({convolutionTower(grey, 5, false, {6, 16}), grey, batch, sgd});
        result.push_back({convolutionTower(small, 3, true, {16, 32, 64}), small, batch, momentum});
        result.push_back({convolutionTower(small, 3, false, {24, 48, 96}), small, batch, adam});
    }
    // In 16 bits convolutions have kernels of their own.
    for (size_t i = 0, count = result.size(); bfloat16 && i < count; ++i) {
        const auto& nodes = result[i].network.nodes;
        if (std::ranges::none_of(nodes, [](const NodeSpec& node) { return node.type == "BatchNormalization"; }))
            continue;
        result.push_back(result[i]);
        result.back().precision = DType::BFloat16;
    }
    return result;
}

double middleOf(std::vector<double>& values) {
    if (values.empty()) return 0;
    const auto middle = values.begin() + static_cast<int64_t>(values.size() / 2);
    std::nth_element(values.begin(), middle, values.end());
    return *middle;
}

constexpr size_t kVisits = 4;
constexpr double kSecondsOfVisit = 0.1;

// Of a trial's visits the second fastest: a machine has spells of seconds in which it is slower (other programs, other
// virtual machines), and none in which it is faster.
double undisturbed(std::array<double, kVisits> visits) {
    std::nth_element(visits.begin(), visits.begin() + 1, visits.end());
    return visits[1];
}

struct Visit {
    std::vector<KernelSample> kernels;
    double between = 0;  // seconds of a step that are no kernel's, for each kernel
};

Visit visit(const Trial& trial, const std::string& device, int threads) {
    ModelState state;
    initialize(trial.network, trial.facts, 1, state);
    StepPlanOptions options;
    options.device = device;
    options.threads = threads;
    options.optimizer = trial.optimizer;
    options.precision = trial.precision;
    StepPlan plan(trial.network, trial.facts, trial.batch, options, state);
    Rng random(1, streamId("calibrate"), 0);
    Tensor data(trial.facts.shape.withBatch(trial.batch), DType::UInt8), labels(Shape{trial.batch}, DType::Int32);
    for (uint8_t& pixel : data.as<uint8_t>()) pixel = static_cast<uint8_t>(random.bits());
    for (int32_t& label : labels.as<int32_t>())
        label = static_cast<int32_t>(random.below(static_cast<uint64_t>(trial.facts.classes)));
    plan.setInputs(data, labels);
    Visit result{measureKernels(plan, kSecondsOfVisit), 0};
    double kernels = 0;
    for (const KernelSample& sample : result.kernels) kernels += sample.seconds;
    std::vector<double> whole;
    const StepContext context{1, 0, 1e-4f};
    for (const double start = steadyClock(); whole.size() < 3 || steadyClock() - start < kSecondsOfVisit / 2;) {
        const double began = steadyClock();
        plan.setInputs(data, labels);
        plan.step(context);
        whole.push_back(steadyClock() - began);
    }
    result.between = (middleOf(whole) - kernels) / static_cast<double>(result.kernels.size());
    return result;
}

}  // namespace

std::vector<KernelSample> measureKernels(StepPlan& step, double seconds) {
    Plan& plan = step.plan();
    std::vector<std::vector<double>> times(plan.steps().size());
    double began = 0;
    plan.observer = [&](int index, bool begin) {
        if (begin)
            began = steadyClock();
        else
            times[static_cast<size_t>(index)].push_back(steadyClock() - began);
    };
    StepContext context;
    context.seed = 1;
    context.learningRate = 1e-4f;
    const double start = steadyClock();
    for (int count = 0; count < 3 || steadyClock() - start < seconds; ++count, ++context.step) step.step(context);
    plan.observer = nullptr;

    std::vector<KernelSample> samples;
    for (size_t i = 0; i < times.size(); ++i)
        samples.push_back({plan.cost().steps[i], static_cast<double>(plan.cost().activationBytes), middleOf(times[i])});
    return samples;
}

Calibration calibrate(const std::string& device, int threads, const std::function<bool(double)>& progress) {
    const std::vector<Trial> all = trials(findDevice(device).bfloat16);
    std::vector<std::array<Visit, kVisits>> visits(all.size());
    for (size_t round = 0; round < kVisits; ++round)  // so that the visits to a trial lie seconds apart
        for (size_t i = 0; i < all.size(); ++i) {
            const size_t done = round * all.size() + i;
            if (progress && !progress(static_cast<double>(done) / static_cast<double>(kVisits * all.size()))) return {};
            visits[i][round] = visit(all[i], device, threads);
        }
    std::vector<KernelSample> samples;
    std::vector<double> between;
    for (const std::array<Visit, kVisits>& trial : visits) {
        std::array<double, kVisits> values{};
        for (size_t kernel = 0; kernel < trial[0].kernels.size(); ++kernel) {
            for (size_t round = 0; round < kVisits; ++round) values[round] = trial[round].kernels[kernel].seconds;
            samples.push_back(trial[0].kernels[kernel]);
            samples.back().seconds = undisturbed(values);
        }
        for (size_t round = 0; round < kVisits; ++round) values[round] = trial[round].between;
        between.push_back(undisturbed(values));
    }
    Calibration result = fitCalibration(samples);
    result.betweenKernels = std::max(0.0, middleOf(between));
    result.device = device;
    result.threads = threads > 0 ? threads : findDevice(device).threads;
    return result;
}

}  // namespace tl
