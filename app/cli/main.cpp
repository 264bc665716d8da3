// tensorloom: the headless program. Parses the command line, runs one subcommand, and turns an error into a sentence on
// stderr and an exit code.
#include <CLI/CLI.hpp>
#include <csignal>
#include <cstdio>
#include <iostream>
#include <new>

#include "app/cli/commands.h"
#include "app/cli/support.h"
#include "app/cli/words.h"
#include "engine/core/error.h"
#include "engine/core/nearest_name.h"

namespace tl::cli {
namespace {

int run(int argc, char** argv) {
    // A file that grows past a limit is an error to report, not a reason to die.
    std::signal(SIGXFSZ, SIG_IGN);

    CLI::App app(say("Builds, trains and examines neural networks for images."), "tensorloom");
    // CLI11's own words.
    app.option_defaults()->group(say(tl::Message("Options")));
    app.set_help_flag("-h,--help", say("Print this help message and exit"));
    for (const auto& label :
         {tl::Message("Usage"), tl::Message("Positionals"), tl::Message("Excludes"), tl::Message("Needs"),
          tl::Message("REQUIRED"), tl::Message("OPTIONS"), tl::Message("SUBCOMMAND"), tl::Message("TEXT"),
          tl::Message("INT"), tl::Message("UINT"), tl::Message("FLOAT")})
        app.get_formatter()->label(label.key(), say(label));
    app.set_version_flag("--version", "tensorloom " TENSORLOOM_VERSION, say("Print the version and exit"));
    app.add_flag_callback(
           "--templates",
           [] {
               listTemplates(false);
               throw CLI::Success();
           },
           say("List the templates and end"))
        ->trigger_on_parse();
    app.require_subcommand(1);
    app.failure_message(CLI::FailureMessage::simple);
    app.footer(say(
        "Exit codes: 0 done, 1 wrong command line, 2 bad input (a file, data set or network), 3 training or a check\n"
        "failed or the output could not be written, 130 interrupted (train wrote a checkpoint).\n\n"
        "To begin: tensorloom train --template lenet --data sample --epochs 3 --out run"));
    Action action;
    addTrain(app, action);
    addLrFind(app, action);
    addEval(app, action);
    addPredict(app, action);
    addDescribe(app, action);
    addDiff(app, action);
    addCompare(app, action);
    addExport(app, action);
    addConvertData(app, action);
    addAsk(app, action);
    addWatch(app, action);
    addTrace(app, action);
    addDevices(app, action);
    addVerify(app, action);
    addBench(app, action);

    try {
        app.parse(argc, argv);
    } catch (const CLI::Success& done) {
        return app.exit(done);
    } catch (const CLI::ParseError& error) {
        if (argc > 1 && argv[1][0] != '-' && app.get_subcommands().empty()) {
            std::vector<std::string> names;
            for (const CLI::App* command : app.get_subcommands([](const CLI::App*) { return true; }))
                names.push_back(command->get_name());
            complain(
                didYouMean(argv[1], names,
                           tl::Message("There is no command \"{name}\". `tensorloom --help` lists those there are.",
                                       std::string(argv[1]))));
            return kUsage;
        }
        std::string command = "tensorloom";
        for (const CLI::App* sub : app.get_subcommands()) command += " " + sub->get_name();
        complain(
            tl::Message("{sentence} `{command} --help` lists what there is.", wrongCommandLine(app, error), command));
        return kUsage;
    }
    try {
        return action ? action() : kUsage;
    } catch (const tl::Error& error) {
        complain(error.message());
        return interrupted() ? kInterrupted : kBadInput;
    } catch (const std::bad_alloc&) {
        complain("There is not enough memory. Choose a smaller batch or network.");
        return kBadInput;
    } catch (const std::exception& error) {
        complain(tl::Message("Something unforeseen went wrong: {reason}", std::string(error.what())));
        return kFailed;
    }
}

// What was printed is a result like a file: where it got lost, nothing is done. Streams remember that a write failed.
bool allIsPrinted() {
    std::cout.flush();
    return std::fflush(stdout) == 0 && !std::ferror(stdout) && !std::cout.bad();
}

}  // namespace
}  // namespace tl::cli

int main(int argc, char** argv) {
    using namespace tl::cli;
    const int code = run(argc, argv);
    if (allIsPrinted()) return code;
    complain("Not all of the output could be written: is the disk full, or standard output closed?");
    return code == kDone ? kFailed : code;
}
