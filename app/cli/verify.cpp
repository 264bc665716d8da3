// `tensorloom verify`: every op and layer of a device against the float64 reference and numeric gradients; on another
// device than the processor optimizers and whole networks, too, against the processor. `--device cuda` is the first
// GPU, or where there is none the driver that checks the GPU's code on the processor (docs/decisions/0034).
#include "engine/io/json.h"
#include <algorithm>
#include <cstdio>
#include <iostream>
#include <memory>

#include "app/cli/arguments.h"
#include "app/cli/commands.h"
#include "app/cli/support.h"
#include "app/cli/words.h"
#include "engine/backend/device.h"
#include "engine/backend/gpus.h"
#include "engine/core/error.h"
#include "engine/io/checkpoint.h"
#include "engine/train/verify_training.h"
#ifdef TENSORLOOM_CUDA
#include "engine/backend/cuda/host/device.h"
#endif

namespace tl::cli {
namespace {

struct Options {
    std::string device = "cpu", only, report;
    int orders = 200;
    bool json = false;
};

// What is checked, and how there comes to be such a device.
struct Subject {
    std::string id;
    std::shared_ptr<void> device;                                // where it is not in the list by itself
    std::function<std::shared_ptr<void>(uint64_t seed)> remade;  // with another order of its work
    Message note;                                                // what the checks do not show
};

Subject subjectOf(const std::string& device) {
    if (device != "cuda") return {device, nullptr, {}, {}};
    for (const DeviceInfo& info : listDevices())
        if (info.id == "cuda:0") return {info.id, nullptr, {}, {}};
#ifdef TENSORLOOM_CUDA
    Subject subject;
    subject.id = cuda::CheckingDevice::kId;
    subject.remade = [](uint64_t seed) {
        // That a kernel writes what it says it writes is the tests' to check: it takes a copy of all memory each time.
        return std::make_shared<cuda::CheckingDevice>(cuda::CheckingDriver::Options{.seed = seed, .checkMarks = false});
    };
    subject.note =
        Message("No GPU takes part: the checking driver runs the GPU's kernels on the processor, in random legal "
                "orders, with plain loops in the place of cuBLASLt and cuDNN. A GPU's speed, its rounding and its "
                "memory model are not shown by this. Why no GPU: {reason}",
                unusableDevices().front().reason);
    return subject;
#else
    throw Error("device \"cuda\"", "a program that was built with it", "one without",
                "Build with -DTENSORLOOM_CUDA=ON, or choose the device cpu.");
#endif
}

nlohmann::json rowOf(const VerifyResult& result) {
    return {{"kind", result.kind},    {"name", result.name},
            {"case", result.example}, {"what", result.what},
            {"error", result.error},  {"tolerance", result.tolerance},
            {"ok", result.ok()},      {"message", result.message.english()}};
}

void print(const VerifyResult& result, bool json) {
    if (json) return printJson(rowOf(result));
    std::printf("%-9s %-24s %-28s %-24s %9.1e %9.1e  %s\n", result.kind.c_str(), result.name.c_str(),
                result.example.c_str(), result.what.c_str(), result.error, result.tolerance,
                result.ok()              ? "ok"
                : result.message.empty() ? "FAILED"
                                         : say(Message("FAILED: {sentence}", result.message)).c_str());
    std::fflush(stdout);
}

void writeReport(const std::string& path, const Subject& subject, const DeviceInfo& info,
                 const std::vector<VerifyResult>& results, int64_t failed) {
    nlohmann::json rows = nlohmann::json::array();
    for (const VerifyResult& result : results) rows.push_back(rowOf(result));
    const nlohmann::json report{{"program", "tensorloom " TENSORLOOM_VERSION},
                                {"device", info.id},
                                {"device_name", info.name},
                                {"processor", findDevice("cpu").name},
                                {"gpu", subject.id.rfind("cuda:", 0) == 0 && !subject.remade},
                                {"note", subject.note.english()},
                                {"failed", failed},
                                {"checks", std::move(rows)}};
    writeFileAtomically(path, report.dump(1) + "\n");
}

int run(const Options& options) {
    Subject subject = subjectOf(options.device);
    if (!subject.note.empty() && options.json) printJson({{"device", subject.id}, {"note", subject.note.english()}});
    if (!subject.note.empty() && !options.json) std::cout << say(subject.note) << "\n" << std::endl;
    bool first = !options.json;
    const auto report = [&](const VerifyResult& result) {
        if (first)
            std::printf("%-9s %-24s %-28s %-24s %9s %9s\n", "kind", "name", "case", "what", "error", "tolerance");
        first = false;
        print(result, options.json);
    };
    if (subject.remade) subject.device = subject.remade(1);
    const DeviceInfo info = findDevice(subject.id);
    std::vector<VerifyResult> results = verifyDevice(subject.id, options.only, report);
    const auto add = [&](std::vector<VerifyResult> more) { std::ranges::move(more, std::back_inserter(results)); };
    if (subject.id != "cpu") {
        add(verifyOptimizers(subject.id, options.only, report));
        subject.device.reset();
        add(verifyNetworks(subject.id, subject.remade ? options.orders : 1, subject.remade, options.only, report));
    }
    if (results.empty())
        throw Error(Message("There is no op, layer, optimizer or network called \"{only}\".", options.only));
    int64_t failed = 0;
    for (const VerifyResult& result : results) failed += !result.ok();
    if (!options.report.empty()) writeReport(options.report, subject, info, results, failed);
    if (!options.json)
        std::cout << say(Message("{count} checks on {device}, {failed} failed.",
                                 thousands(static_cast<int64_t>(results.size())), subject.id, thousands(failed)))
                  << std::endl;
    return failed == 0 ? kDone : kFailed;
}

}  // namespace

void addVerify(CLI::App& app, Action& action) {
    const auto options = std::make_shared<Options>();
    const Command command(app, "verify", "Check every op, layer and optimizer of a device against a float64 reference");
    command.option("--device", options->device, "Device to check: cpu, or cuda, with or without a GPU");
    command.option("--only", options->only, "One op, layer, optimizer or network, such as Conv2D");
    command.option("--orders", options->orders, "Without a GPU: legal orders of the device's work, for each network")
        .range(1, 100000);
    command.option("--report", options->report, "Write all results to this file, as JSON");
    command.flag("--json", options->json, "One object a check");
    command.runs(action, [options] { return run(*options); });
}

}  // namespace tl::cli
