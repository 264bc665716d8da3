// `tensorloom verify`: every op and layer of a device against the float64 reference and numeric gradients.
#include "engine/io/json.h"
#include <cstdio>
#include <iostream>
#include <memory>

#include "app/cli/arguments.h"
#include "app/cli/commands.h"
#include "app/cli/support.h"
#include "app/cli/words.h"
#include "engine/core/error.h"
#include "engine/model/verify.h"

namespace tl::cli {
namespace {

struct Options {
    std::string device = "cpu", only;
    bool json = false;
};

void print(const VerifyResult& result, bool json) {
    if (json) {
        printJson({{"kind", result.kind},
                   {"name", result.name},
                   {"case", result.example},
                   {"what", result.what},
                   {"error", result.error},
                   {"tolerance", result.tolerance},
                   {"ok", result.ok()},
                   {"message", result.message.english()}});
        return;
    }
    std::printf("%-6s %-24s %-28s %-24s %9.1e %9.1e  %s\n", result.kind.c_str(), result.name.c_str(),
                result.example.c_str(), result.what.c_str(), result.error, result.tolerance,
                result.ok()              ? "ok"
                : result.message.empty() ? "FAILED"
                                         : say(Message("FAILED: {sentence}", result.message)).c_str());
    std::fflush(stdout);
}

int run(const Options& options) {
    bool first = !options.json;
    const auto results = verifyDevice(options.device, options.only, [&](const VerifyResult& result) {
        if (first)
            std::printf("%-6s %-24s %-28s %-24s %9s %9s\n", "kind", "name", "case", "what", "error", "tolerance");
        first = false;
        print(result, options.json);
    });
    if (results.empty()) throw Error(Message("There is no op or layer called \"{only}\".", options.only));
    int64_t failed = 0;
    for (const VerifyResult& result : results) failed += !result.ok();
    if (!options.json)
        std::cout << say(Message("{count} checks on {device}, {failed} failed.",
                                 thousands(static_cast<int64_t>(results.size())), options.device, thousands(failed)))
                  << std::endl;
    return failed == 0 ? kDone : kFailed;
}

}  // namespace

void addVerify(CLI::App& app, Action& action) {
    const auto options = std::make_shared<Options>();
    const Command command(app, "verify", "Check every op and layer against a float64 reference on a device");
    command.option("--device", options->device, "Device to check");
    command.option("--only", options->only, "One op or layer, such as Conv2D");
    command.flag("--json", options->json, "One object a check");
    command.runs(action, [options] { return run(*options); });
}

}  // namespace tl::cli
