// The trials: a few steps on noise with a bright corner that tells the class, so that there is something to learn.
#include "engine/train/verify_training.h"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "engine/core/error.h"
#include "engine/core/rng.h"
#include "engine/data/memory_source.h"
#include "engine/model/templates.h"
#include "engine/train/optimizer.h"

namespace tl {
namespace {

// Rounding of a few steps of float32, which networks of many layers carry further.
constexpr double kOptimizerTolerance = 1e-4, kNetworkTolerance = 1e-4;

DataSet noise(const Shape& shape, int64_t count) {
    constexpr int kClasses = 4;
    const int64_t each = shape.elements(), width = shape[2];
    Rng rng(11, streamId("noise"));
    auto pixels = std::make_shared<std::vector<uint8_t>>(static_cast<size_t>(count * each));
    std::vector<uint8_t> labels(static_cast<size_t>(count));
    for (int64_t i = 0; i < count; ++i) {
        const auto label = labels[static_cast<size_t>(i)] = static_cast<uint8_t>(rng.below(kClasses));
        for (int64_t p = 0; p < each; ++p) {
            const int64_t x = p % width, y = p / width % shape[1];
            const bool bright = (y * 2 / shape[1]) * 2 + x * 2 / width == label;
            (*pixels)[static_cast<size_t>(i * each + p)] = static_cast<uint8_t>(rng.below(150) + (bright ? 80 : 0));
        }
    }
    DataSet data;
    data.spec = data.name = "noise";
    data.train = std::make_shared<MemorySource>(
        "noise", "train", shape, std::vector<std::string>{"one", "two", "three", "four"}, pixels, labels);
    return data;
}

Trial trialOf(const std::string& kind, const std::string& name, const std::string& network, const Shape& shape,
              int64_t steps, int batch = 4) {
    Trial trial{kind, name, {}};
    SessionOptions& options = trial.options;
    options.training.batch = batch;
    options.training.epochs = 1;
    options.training.threads = options.training.workers = 1;
    options.training.learningRate = 0.01;
    options.training.optimizer = {"sgd", {{"momentum", 0.9}}};
    options.data = noise(shape, steps * options.training.batch);
    options.network = findTemplate(network).make(factsOf(options.data, options.training));
    return trial;
}

double relativeDifference(const ModelState& found, const ModelState& expected) {
    double difference = 0, size = 0;
    for (const auto& [name, tensor] : expected) {
        const auto a = found.at(name).as<float>(), b = tensor.as<float>();
        for (size_t i = 0; i < b.size(); ++i) {
            const double wanted = static_cast<double>(b[i]), apart = static_cast<double>(a[i]) - wanted;
            difference += apart * apart;
            size += wanted * wanted;
        }
    }
    return std::sqrt(difference / std::max(size, 1e-30));
}

double larger(double a, double b) { return b <= a ? a : b; }  // NaN stays

double largestDifference(const std::vector<double>& found, const std::vector<double>& expected) {
    if (found.size() != expected.size() || found.empty()) return INFINITY;
    double largest = 0;
    for (size_t i = 0; i < found.size(); ++i) {
        largest = larger(largest, std::abs(found[i] - expected[i]) / (1 + std::abs(expected[i])));
    }
    return largest;
}

bool sameBits(const TrialRun& a, const TrialRun& b) {
    if (a.losses != b.losses || a.weights.size() != b.weights.size()) return false;
    return std::ranges::all_of(a.weights, [&](const auto& row) {
        const auto found = b.weights.find(row.first);
        return found != b.weights.end() && row.second.bytes() == found->second.bytes() &&
               std::memcmp(row.second.data(), found->second.data(), row.second.bytes()) == 0;
    });
}

// The CPU's run that a device's, or several together, has to be. By parts of a batch it normalises where it gathers
// their gradients; its moving averages follow each part in turn and are no reference.
TrialRun referenceOf(Trial trial, int devices) {
    const bool normalises = std::ranges::any_of(trial.options.network.nodes,
                                                [](const NodeSpec& node) { return node.type == "BatchNormalization"; });
    if (devices == 1 || !normalises) return runTrial(trial, "cpu");
    trial.options.training.batch /= devices;
    trial.options.training.optimizerOptions["gradient_accumulation_steps"] = int64_t{devices};
    TrialRun parts = runTrial(trial, "cpu"), whole;
    for (size_t i = 0; i < parts.losses.size(); ++i) {
        if (i % static_cast<size_t>(devices) == 0) whole.losses.push_back(0);
        whole.losses.back() += parts.losses[i] / devices;
    }
    for (const auto& [name, tensor] : parts.weights)
        if (!name.ends_with("/accumulated") && name.find("/moving_") == std::string::npos) whole.weights[name] = tensor;
    return whole;
}

class Results {
public:
    explicit Results(const std::function<void(const VerifyResult&)>& report) : report_(report) {}
    void add(const Trial& trial, const std::string& example, const std::string& what, double error, double tolerance,
             Message message = {}) {
        all.push_back({trial.kind, trial.name, example, what, error, tolerance, std::move(message)});
        if (report_) report_(all.back());
    }
    std::vector<VerifyResult> all;

private:
    const std::function<void(const VerifyResult&)>& report_;
};

}  // namespace

std::vector<Trial> optimizerTrials() {
    std::vector<Trial> trials;
    for (const OptimizerType& type : allOptimizers()) {
        trials.push_back(trialOf("optimizer", type.id, "mlp", {1, 6, 6}, 6));
        trials.back().options.training.optimizer = {type.id, {}};
        trials.back().options.training.learningRate = type.defaultLearningRate;
    }
    return trials;
}

std::vector<Trial> networkTrials(int devices) {
    const int batch = std::max(4, 2 * devices);  // to normalise by the pixels of one image makes rounding large
    return {trialOf("network", "mlp", "mlp", {1, 6, 6}, 4, batch),
            trialOf("network", "lenet", "lenet", {1, 12, 12}, 3, batch),
            trialOf("network", "resnet20", "resnet20", {3, 6, 6}, 2, batch)};
}

TrialRun runTrial(const Trial& trial, const std::string& device) {
    SessionOptions options = trial.options;
    options.training.device = device;
    TrainingSession session(std::move(options));
    session.start();
    session.wait();
    TrialRun run;
    for (const Event& event : session.events().drain()) {
        if (const auto* step = std::get_if<StepRecord>(&event)) run.losses.push_back(static_cast<double>(step->loss));
        if (const auto* state = std::get_if<StateRecord>(&event))
            if (state->state == RunState::Failed) throw Error(state->message);
    }
    run.weights = session.snapshot().state;
    return run;
}

std::vector<VerifyResult> verifyOptimizers(const std::string& device, const std::string& name,
                                           const std::function<void(const VerifyResult&)>& report) {
    Results results(report);
    for (const Trial& trial : optimizerTrials()) {
        if (!name.empty() && name != trial.name) continue;
        const std::string example = "6 steps";
        try {
            const TrialRun expected = runTrial(trial, "cpu"), found = runTrial(trial, device);
            results.add(trial, example, "losses", largestDifference(found.losses, expected.losses),
                        kOptimizerTolerance);
            results.add(trial, example, "weights", relativeDifference(found.weights, expected.weights),
                        kOptimizerTolerance);
        } catch (const Error& error) {
            results.add(trial, example, "training", 0, kOptimizerTolerance, error.message());
        }
    }
    return std::move(results.all);
}

std::vector<VerifyResult> verifyNetworks(const std::string& device, int orders,
                                         const std::function<std::shared_ptr<void>(uint64_t seed)>& make,
                                         const std::string& name,
                                         const std::function<void(const VerifyResult&)>& report) {
    Results results(report);
    const auto devices = static_cast<int>(1 + std::ranges::count(device, ','));
    for (const Trial& trial : networkTrials(devices)) {
        if (!name.empty() && name != trial.name) continue;
        const std::string example = (devices > 1 ? std::to_string(devices) + " devices, " : "") +
                                    (make ? std::to_string(orders) + " orders" : "training");
        std::string at = example;
        try {
            const TrialRun expected = referenceOf(trial, devices);
            TrialRun first;
            double losses = 0, weights = 0, different = 0;
            for (int order = 1; order <= orders; ++order) {
                at = "order " + std::to_string(order);
                const std::shared_ptr<void> made = make ? make(static_cast<uint64_t>(order)) : nullptr;
                TrialRun found = runTrial(trial, device);
                losses = larger(losses, largestDifference(found.losses, expected.losses));
                weights = larger(weights, relativeDifference(found.weights, expected.weights));
                if (order == 1)
                    first = std::move(found);
                else
                    different += !sameBits(found, first);
            }
            results.add(trial, example, "losses", losses, kNetworkTolerance);
            results.add(trial, example, "weights", weights, kNetworkTolerance);
            if (orders > 1) results.add(trial, example, "runs of other bits", different, 0);
        } catch (const Error& error) {
            results.add(trial, at, "training", 0, kNetworkTolerance, error.message());
        }
    }
    return std::move(results.all);
}

}  // namespace tl
