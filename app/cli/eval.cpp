// `tensorloom eval`: loss and metrics of a trained network over a split.
#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>

#include "app/cli/arguments.h"
#include "app/cli/commands.h"
#include "app/cli/support.h"
#include "engine/io/checkpoint.h"
#include "engine/train/evaluate.h"

namespace tl::cli {
namespace {

struct Options {
    std::string model, data, split;
    int batch = 256, threads = 0;
    bool json = false, raw = false;
};

int run(const Options& options) {
    Snapshot model = loadCheckpoint(options.model);
    if (options.raw) model.training.optimizerOptions.erase("use_ema");
    const DataSet data = openData(options.data.empty() ? model.dataSpec : options.data,
                                  model.training.validationFraction, model.training.seed);
    std::string split = options.split;
    const auto source = splitOf(data, split);
    const Evaluation result = evaluate(model, *source, options.batch, options.threads);
    complainAbout(result.broken);
    if (options.json) {
        nlohmann::json object = {{"images", result.images}, {"split", split}, {"broken", result.broken.size()}};
        for (const auto& [name, value] : result.values) object[name] = value;
        printJson(object);
        return kDone;
    }
    std::cout << split << ": " << thousands(result.images) << " images";
    for (const auto& [name, value] : result.values) std::cout << " - " << name << ": " << shortNumber(value);
    std::cout << std::endl;
    return kDone;
}

}  // namespace

void addEval(CLI::App& app, Action& action) {
    const auto options = std::make_shared<Options>();
    const Command command(app, "eval", "Loss and metrics of a trained network over a data set");
    command.option("model", options->model, "A run's folder (its newest checkpoint) or a checkpoint file").required();
    command.option("--data", options->data,
                   "sample, mnist:DIR, cifar10:DIR, folder:DIR; default: what it was trained on");
    command.option("--split", options->split, "train, validation or test; default: test where there is one")
        .oneOf({"train", "validation", "val", "test"});
    command.option("--batch", options->batch, "Images at a time").range(1, 65536);
    command.option("--threads", options->threads, "0 = all cores").range(0, 1024);
    command.flag("--raw-weights", options->raw, "The last weights, where a run with --use-ema has averages of them");
    command.flag("--json", options->json, "One object: images, loss, accuracy");
    command.runs(action, [options] { return run(*options); });
}

}  // namespace tl::cli
