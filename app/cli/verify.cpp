// `tensorloom verify`: every op and layer of a device against the float64 reference and numeric gradients, every
// optimizer's updates with each of its properties; on another device than the processor whole trainings, too, against
// the processor. `--device cuda` is the first GPU, or where there is none the driver that checks the GPU's code on the
// processor (docs/decisions/0034).
#include "engine/io/json.h"
#include <cstdio>
#include <iostream>
#include <memory>

#include "app/cli/arguments.h"
#include "app/cli/commands.h"
#include "app/cli/parity.h"
#include "app/cli/support.h"
#include "app/cli/words.h"
#include "engine/core/error.h"
#include "engine/core/nearest_name.h"
#include "engine/io/checkpoint.h"
#include "engine/layers/layer_type.h"
#include "engine/ops/op.h"
#include "engine/train/optimizer.h"

namespace tl::cli {
namespace {

struct VerifyOptions {
    std::string device = "cpu", only, report;
    int orders = 200;
    bool json = false;
};

void print(const VerifyResult& result, bool json) {
    if (json) return printJson(rowOf(result));
    std::printf("%-9s %-24s %-28s %-24s %9.1e %9.1e  %s\n", result.kind.c_str(), result.name.c_str(),
                result.example.c_str(), result.what.c_str(), result.error, result.tolerance,
                result.ok()              ? "ok"
                : result.message.empty() ? "FAILED"
                                         : say(Message("FAILED: {sentence}", result.message)).c_str());
    std::fflush(stdout);
}

void writeReport(const std::string& path, const Subject& subject, const std::vector<VerifyResult>& results,
                 int64_t failed) {
    nlohmann::json rows = nlohmann::json::array();
    for (const VerifyResult& result : results) rows.push_back(rowOf(result));
    nlohmann::json report = headOf(subject);
    report["failed"] = failed;
    report["checks"] = std::move(rows);
    writeFileAtomically(path, report.dump(1) + "\n");
}

Error nothingCalled(const std::string& only) {
    std::vector<std::string> names;
    for (const OpType& op : allOps()) names.push_back(op.name);
    for (const LayerType& layer : allLayers()) names.push_back(layer.id);
    for (const OptimizerType& optimizer : allOptimizers()) names.push_back(optimizer.id);
    return Error(
        didYouMean(only, names, Message("There is no op, layer, optimizer or network called \"{only}\".", only)));
}

int runVerify(const VerifyOptions& options) {
    requireWritable(options.report);
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
    subject.make();
    const std::vector<VerifyResult> results = checkParity(subject, options.only, options.orders, report);
    if (results.empty()) throw nothingCalled(options.only);
    int64_t failed = 0;
    for (const VerifyResult& result : results) failed += !result.ok();
    if (!options.report.empty()) writeReport(options.report, subject, results, failed);
    if (!options.json)
        std::cout << say(Message("{count} checks on {device}, {failed} failed.",
                                 thousands(static_cast<int64_t>(results.size())), subject.id, thousands(failed)))
                  << std::endl;
    return failed == 0 ? kDone : kFailed;
}

}  // namespace

void addVerify(CLI::App& app, Action& action) {
    const auto options = std::make_shared<VerifyOptions>();
    const Command command(app, "verify", "Check every op, layer and optimizer of a device against a float64 reference");
    command.option("--device", options->device, "Device to check: cpu, or cuda, with or without a GPU");
    command.option("--only", options->only, "One op, layer, optimizer or network, such as Conv2D");
    command.option("--orders", options->orders, "Without a GPU: legal orders of the device's work, for each network")
        .range(1, 100000);
    command.option("--report", options->report, "Write all results to this file, as JSON");
    command.flag("--json", options->json, "One object a check");
    command.runs(action, [options] { return runVerify(*options); });
}

}  // namespace tl::cli
