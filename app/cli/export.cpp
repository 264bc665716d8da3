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

namespace tl::cli {
namespace {

int runExport(const std::string& model, const std::string& file, bool averaged) {
    Snapshot snapshot = loadModel(model, false);
    if (averaged) takeAverages(snapshot);
    const std::filesystem::path path(file);
    if (path.extension() == ".safetensors") {
        saveCheckpoint(snapshot, file);
    } else if (path.extension() == ".tlm") {
        saveProject({path.stem().string(), snapshot.network, snapshot.training, snapshot.dataSpec}, file);
    } else {
        throw Error(Message(
            "\"{file}\": a file to export ends in .safetensors (weights and everything to go on) or .tlm (the project, without weights).",
            file));
    }
    std::cout << say(Message("Wrote {path} ({bytes} bytes).", file,
                             thousands(static_cast<int64_t>(std::filesystem::file_size(path)))))
              << std::endl;
    return kDone;
}

}  // namespace

void addExport(CLI::App& app, Action& action) {
    const auto model = std::make_shared<std::string>(), file = std::make_shared<std::string>();
    const auto averaged = std::make_shared<bool>(false);
    const Command command(app, "export", "Write a trained network to one file");
    command
        .option(
            "model", *model,
            "A run's folder (its best checkpoint, else its newest) or a checkpoint file; RUN/checkpoint.safetensors "
            "is the newest")
        .required();
    command.option("file", *file, "FILE.safetensors: the checkpoint. FILE.tlm: the project without weights").required();
    command.flag("--averaged", *averaged, "The averages of a run with --use-ema in the place of its weights");
    command.runs(action, [=] { return runExport(*model, *file, *averaged); });
}

}  // namespace tl::cli
