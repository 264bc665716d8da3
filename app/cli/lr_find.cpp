// `tensorloom lr-find`: the search for a learning rate, as a table or as one object a line.
#include "engine/io/json.h"
#include <cstdio>
#include <iostream>
#include <memory>
#include <stop_token>

#include "app/cli/commands.h"
#include "app/cli/origin.h"
#include "app/cli/support.h"
#include "app/cli/words.h"
#include "engine/train/lr_finder.h"

namespace tl::cli {
namespace {

struct LrFindOptions {
    OriginOptions origin;
    Settings settings;
    RateSearch search;
    bool json = false;
};

void show(const RatePoint& point, bool json) {
    if (json)
        printJson({{"event", "point"},
                   {"learning_rate", point.rate},
                   {"loss", point.loss},
                   {"smoothed_loss", point.smoothed}});
    else
        std::printf("%-12s %-10s %s\n", shortNumber(point.rate).c_str(), shortNumber(point.loss).c_str(),
                    shortNumber(point.smoothed).c_str());
    std::fflush(stdout);
}

int runLrFind(const LrFindOptions& options) {
    if (const Message wrong = originProblem(options.origin, Message("search a rate for")); !wrong.empty()) {
        complain(wrong);
        return kUsage;
    }
    Origin origin = openOrigin(options.origin, options.settings);
    RateSearch search = options.search;
    search.network = std::move(origin.network);
    search.training = std::move(origin.training);
    search.data = std::move(origin.data);
    if (origin.run) search.start = std::move(origin.run->state);
    if (!options.json)
        std::cout << padded(say(Message("rate")), 12) << " " << padded(say(Message("loss")), 10) << " "
                  << say(Message("smoothed")) << std::endl;
    catchInterrupts();
    std::stop_source stop;
    const RateSearchResult result = findLearningRate(search, stop.get_token(), [&](const RatePoint& point) {
        show(point, options.json);
        if (interrupted()) stop.request_stop();
    });
    if (options.json) {
        nlohmann::json object = {
            {"event", "suggestion"}, {"diverged", result.diverged}, {"points", result.points.size()}};
        object["learning_rate"] = result.suggestion > 0 ? nlohmann::json(result.suggestion) : nlohmann::json();
        printJson(object);
    } else if (result.suggestion > 0) {
        std::cout << say(Message("The loss falls fastest at {rate}: train with --lr {rate}.",
                                 shortNumber(result.suggestion)))
                  << std::endl;
    } else {
        std::cout << say("The loss did not fall at any of these rates. Search others with --from and --to.")
                  << std::endl;
    }
    return interrupted() ? kInterrupted : kDone;
}

}  // namespace

void addLrFind(CLI::App& app, Action& action) {
    const auto options = std::make_shared<LrFindOptions>();
    const Command command(app, "lr-find", "Search for a learning rate in a few steps; nothing is written");
    command.footer(
        "Trains a copy of the weights for a few steps, with a rate that grows from step to step, and suggests the rate\n"
        "at which the loss falls fastest. A schedule plays no part in it; callbacks do not either.");
    const Option run = addOrigin(command, options->origin, "--resume", "Begin with the weights of a run: its folder");
    command.option("--from", options->search.from, "The first rate").positive().showDefault();
    command.option("--to", options->search.to, "The last rate").positive().showDefault();
    command.option("--steps", options->search.steps, "Rates tried").positive().showDefault();
    command.option("--smoothing", options->search.smoothing, "Of the loss").range(0.0, 0.999).showDefault();
    addSettings(command, options->settings, run);
    command.flag("--json", options->json, "One object a line");
    command.runs(action, [options] { return runLrFind(*options); });
}

}  // namespace tl::cli
