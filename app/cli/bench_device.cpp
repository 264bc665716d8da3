// Steps are asked for as a session asks: the batch is copied in and each step's loss is read.
#include "app/cli/bench_device.h"

#include "engine/io/json.h"
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <fstream>
#include <iostream>
#include <map>

#include "app/cli/bench_cases.h"
#include "app/cli/bench_timing.h"
#include "app/cli/commands.h"
#include "app/cli/parity.h"
#include "app/cli/support.h"
#include "app/cli/words.h"
#include "engine/core/error.h"
#include "engine/core/rng.h"
#include "engine/io/checkpoint.h"
#include "engine/train/step_plan.h"

namespace tl::cli {
namespace {

struct Speed {
    std::string name, title;
    int64_t batch = 0, steps = 0;
    double imagesPerSecond = 0, flopsPerImage = 0, planBytes = 0, compileSeconds = 0;
    Message trouble;  // where it could not run
};

// Several turns, of which the median counts; without a GPU two steps in all, which show that they can be done.
void measure(const BenchCase& spec, const Subject& subject, double seconds, Speed& speed) {
    ModelState state;
    const NetworkSpec network = spec.network(spec.facts);
    initialize(network, spec.facts, 1, state);
    StepPlanOptions options;
    options.device = subject.id;
    options.optimizer = spec.optimizer;
    options.precision = spec.precision;
    options.float8 = spec.float8;
    const auto began = Clock::now();
    StepPlan plan(network, spec.facts, spec.batch, options, state);
    Tensor data(spec.facts.shape.withBatch(spec.batch), DType::UInt8), labels(Shape{spec.batch}, DType::Int32);
    Rng random(1, streamId("bench"));
    for (uint8_t& pixel : data.as<uint8_t>()) pixel = static_cast<uint8_t>(random.bits());
    for (int32_t& label : labels.as<int32_t>())
        label = static_cast<int32_t>(random.below(static_cast<uint64_t>(spec.facts.classes)));
    StepContext context;
    context.seed = 1;
    context.learningRate = spec.learningRate;
    const auto step = [&] {
        plan.setInputs(data, labels);
        plan.step(context);
        ++context.step;
        if (const float loss = plan.loss(); !std::isfinite(loss))
            throw Error(Message("The loss of step {step} is not a number.", static_cast<int64_t>(context.step)));
    };
    step();
    speed.compileSeconds = secondsSince(began);  // with the first step, which records its phases
    speed.flopsPerImage = plan.plan().cost().flops / static_cast<double>(spec.batch);
    speed.planBytes = plan.plan().cost().peakBytes();
    constexpr int kTurns = 5, kWarm = 5;
    for (int i = 0; subject.isGpu() && i < kWarm; ++i) step();
    std::vector<double> speeds;
    for (int turn = 0; turn < (subject.isGpu() ? kTurns : 1) && !interrupted(); ++turn) {
        const auto start = Clock::now();
        int64_t steps = 0;
        do {
            step();
            ++steps;
        } while (subject.isGpu() && secondsSince(start) < seconds / kTurns);
        speeds.push_back(static_cast<double>(steps * spec.batch) / secondsSince(start));
        speed.steps += steps;
    }
    std::ranges::sort(speeds);
    if (!speeds.empty()) speed.imagesPerSecond = speeds[speeds.size() / 2];
}

// Images a second by case and setting: "resnet50-64" -> "compile".
using Peers = std::map<std::string, std::map<std::string, double>>;

Peers readPeers(const std::string& path) {
    Peers peers;
    if (path.empty()) return peers;
    std::ifstream file(path);
    if (!file) throw Error(path, "numbers of tests/peers/device_peers.py", "no such file");
    for (std::string line; std::getline(file, line);) {
        try {
            const auto row = nlohmann::json::parse(line);
            peers[row.at("case")][row.at("setting")] = row.at("images_per_second");
        } catch (const nlohmann::json::exception&) {
            throw Error(path, "lines with case, setting and images_per_second", line);
        }
    }
    return peers;
}

nlohmann::json speedRow(const Speed& speed, const Subject& subject) {
    nlohmann::json row{{"case", speed.name},
                       {"title", speed.title},
                       {"batch", speed.batch},
                       {"steps", speed.steps},
                       {"flops_per_image", speed.flopsPerImage},
                       {"plan_bytes", speed.planBytes},
                       {"compile_seconds", speed.compileSeconds},
                       {"trouble", speed.trouble.english()}};
    // Of the checking driver a speed would only be misread.
    if (subject.isGpu()) row["images_per_second"] = speed.imagesPerSecond;
    return row;
}

std::string ratioTo(const Speed& speed, const Peers& peers, const std::string& setting) {
    const auto row = peers.find(speed.name);
    if (row == peers.end() || !row->second.contains(setting)) return "-";
    const double other = row->second.at(setting);
    char text[48];
    std::snprintf(text, sizeof(text), "%s (%.2fx)", thousands(std::llround(other)).c_str(),
                  speed.imagesPerSecond / std::max(other, 1e-9));
    return text;
}

std::string fixed(double value, int digits) {
    char text[32];
    std::snprintf(text, sizeof(text), "%.*f", digits, value);
    return text;
}

void printTable(const std::vector<Speed>& speeds, const Subject& subject, const Peers& peers) {
    const bool gpu = subject.isGpu();
    std::vector<std::vector<std::string>> rows{
        {say("Case"), say("batch"), "img/s", "ms/step", "TFLOP/s", "MB", "PyTorch eager", "PyTorch compile"}};
    for (const Speed& speed : speeds) {
        const double rate = speed.imagesPerSecond;
        const bool ran = speed.trouble.empty(), timed = ran && gpu && rate > 0;
        rows.push_back({speed.title, std::to_string(speed.batch),
                        timed  ? thousands(std::llround(rate))
                        : !ran ? say("FAILED")
                               : "ok",
                        timed ? fixed(1e3 * static_cast<double>(speed.batch) / rate, 2) : "-",
                        timed ? fixed(rate * speed.flopsPerImage / 1e12, 2) : "-", fixed(speed.planBytes / 1e6, 1),
                        timed ? ratioTo(speed, peers, "eager") : "-", timed ? ratioTo(speed, peers, "compile") : "-"});
    }
    std::cout << table(rows);
    for (const Speed& speed : speeds)
        if (!speed.trouble.empty())
            std::cout << say(Message("{case} could not run: {sentence}", speed.title, speed.trouble)) << "\n";
    std::cout << std::flush;
}

std::vector<BenchCase> casesOf(const Subject& subject, const std::string& only) {
    const std::vector<BenchCase> all = deviceCases(!subject.isGpu());
    std::vector<BenchCase> chosen;
    std::string known;
    for (const BenchCase& spec : all) {
        if (spec.float8 && !findDevice(subject.id).float8) continue;  // an older card's
        known += (known.empty() ? "" : ", ") + std::string(spec.name);
        if (std::string(spec.name).find(only) != std::string::npos) chosen.push_back(spec);
    }
    if (chosen.empty()) throw Error(Message("No case is called \"{only}\". There are {known}.", only, known));
    return chosen;
}

}  // namespace

int runDeviceBench(const DeviceBenchOptions& options) {
    catchInterrupts();
    requireWritable(options.report);
    const Peers peers = readPeers(options.peers);
    Subject subject = subjectOf(options.device);
    subject.make();
    const std::vector<BenchCase> cases = casesOf(subject, options.only);
    nlohmann::json report = headOf(subject);
    if (!options.json) {
        std::cout << say(Message("Device {id}: {name}", subject.id, report["device_name"].get<std::string>())) << "\n";
        if (!subject.note.empty()) std::cout << say(subject.note) << "\n";
        std::cout << std::endl;
    }

    std::vector<VerifyResult> checks;
    int64_t failed = 0;
    if (options.only.empty()) {
        checks = checkParity(subject, {}, options.orders, [&](const VerifyResult& result) {
            if (!result.ok() && !options.json)
                std::cout << say(Message(
                                 "FAILED: {kind} {name}, {case}, {what}: {error} instead of {tolerance}. {sentence}",
                                 result.kind, result.name, result.example, result.what, shortNumber(result.error),
                                 shortNumber(result.tolerance), result.message))
                          << std::endl;
            failed += !result.ok();
        });
        if (!options.json)
            std::cout << say(Message("{count} checks on {device}, {failed} failed.",
                                     thousands(static_cast<int64_t>(checks.size())), subject.id, thousands(failed)))
                      << "\n"
                      << std::endl;
    }
    report["failed"] = failed;
    report["checks"] = nlohmann::json::array();
    for (const VerifyResult& check : checks) report["checks"].push_back(rowOf(check));

    std::vector<Speed> speeds;
    for (const BenchCase& spec : cases) {
        if (interrupted()) return kInterrupted;
        Speed& speed = speeds.emplace_back();
        speed.name = spec.name;
        speed.title = spec.title;
        speed.batch = spec.batch;
        try {
            measure(spec, subject, options.seconds, speed);
        } catch (const std::exception& error) {
            speed.trouble = messageOf(error);
            ++failed;
        }
        if (options.json) printJson(speedRow(speed, subject));
        report["cases"].push_back(speedRow(speed, subject));
    }
    report["peers"] = peers;
    if (!options.json) printTable(speeds, subject, peers);
    if (!options.report.empty()) {
        writeFileAtomically(options.report, report.dump(1) + "\n");
        if (!options.json) std::cout << say(Message("Written to {path}.", options.report)) << std::endl;
    }
    return failed == 0 ? kDone : kFailed;
}

}  // namespace tl::cli
