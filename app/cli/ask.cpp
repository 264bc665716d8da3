// `tensorloom ask`: tells the program that trains a run, whichever it is, to pause, to watch something, and so on.
#include <iostream>
#include <memory>

#include "app/cli/arguments.h"
#include "app/cli/commands.h"
#include "app/cli/words.h"
#include "engine/core/error.h"
#include "engine/run/run_list.h"
#include "engine/run/run_lock.h"

namespace tl::cli {
namespace {

struct AskOptions {
    std::string run, request, value;
};

int ask(const AskOptions& options) {
    const RunRequest request = runRequest(options.request, options.value);
    requireRunFolder(options.run);
    if (!isLive(options.run))
        throw Error(
            Message("No program trains the run in \"{directory}\" now. `tensorloom train --resume` goes on with it.",
                    options.run));
    askRun(options.run, request);
    std::cout << say("Asked. The run's log tells what came of it.") << "\n";
    return kDone;
}

}  // namespace

void addAsk(CLI::App& app, Action& action) {
    const auto options = std::make_shared<AskOptions>();
    const Command command(app, "ask", "Ask a run that is being trained to pause, to watch a value, and the like");
    command.option("run", options->run, "The run's folder").required();
    command
        .option("request", options->request,
                "pause, resume, step, stop, learning_rate, watch, unwatch, watch_limit or advance")
        .required();
    command.option(
        "value", options->value,
        "Of learning_rate the rate, of watch and unwatch PATTERN[:KIND[:EVERY]], of watch_limit the share of "
        "the time (0.02), of advance op, layer, phase, step, again or go");
    command.footer("The run may belong to another terminal, or to the workbench.");
    command.runs(action, [options] { return ask(*options); });
}

}  // namespace tl::cli
