// `tensorloom export`: takes a run's weights away as one file that is complete by itself, or its project.
#include <filesystem>
#include <iostream>
#include <memory>

#include "app/cli/arguments.h"
#include "app/cli/commands.h"
#include "app/cli/support.h"
#include "app/cli/words.h"
#include "engine/core/error.h"
#include "engine/io/checkpoint.h"
#include "engine/io/project.h"
#include "engine/train/evaluate.h"
#include "engine/train/weights_alone.h"

namespace tl::cli {
namespace {

struct ExportOptions {
    std::string model, file;
    bool averaged = false, optimizer = false;
};

int runExport(const ExportOptions& options) {
    const std::string& file = options.file;
    Snapshot snapshot = loadModel(options.model, false);
    if (options.averaged) takeAverages(snapshot);
    const std::filesystem::path path(file);
    if (path.extension() == ".safetensors") {
        saveCheckpoint(options.optimizer ? snapshot : weightsAlone(snapshot), file);
    } else if (path.extension() == ".tlm") {
        saveProject({path.stem().string(), snapshot.network, snapshot.training, snapshot.dataSpec}, file);
    } else {
        throw Error(Message(
            "\"{file}\": a file to export ends in .safetensors (the weights) or .tlm (the project, without weights).",
            file));
    }
    std::cout << say(Message("Wrote {path} ({bytes} bytes).", file,
                             thousands(static_cast<int64_t>(std::filesystem::file_size(path)))))
              << std::endl;
    return kDone;
}

}  // namespace

void addExport(CLI::App& app, Action& action) {
    const auto options = std::make_shared<ExportOptions>();
    const Command command(app, "export", "Write a trained network to one file");
    command
        .option(
            "model", options->model,
            "A run's folder (its best checkpoint, else its newest) or a checkpoint file; RUN/checkpoint.safetensors "
            "is the newest")
        .required();
    command.option("file", options->file, "FILE.safetensors: the weights. FILE.tlm: the project without weights")
        .required();
    command.flag("--averaged", options->averaged,
                 "The averages of a run with --use-ema in the place of its weights; an error where it has none");
    command.flag("--optimizer", options->optimizer,
                 "Also what the optimizer keeps, so that --resume can go on from the file");
    command.runs(action, [options] { return runExport(*options); });
}

}  // namespace tl::cli
