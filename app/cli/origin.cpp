// See the header.
#include "app/cli/origin.h"

#include <filesystem>

#include "app/cli/support.h"
#include "engine/core/error.h"
#include "engine/io/checkpoint.h"
#include "engine/io/files.h"
#include "engine/io/project.h"
#include "engine/model/templates.h"
#include "engine/run/run_checkpoints.h"
#include "engine/run/run_list.h"
#include "engine/train/recipe.h"
#include "engine/train/training_pipeline.h"

namespace tl::cli {

namespace fs = std::filesystem;

Option addOrigin(const Command& command, OriginOptions& options, const std::string& runName, const Message& runHelp) {
    const Option project = command.option("project", options.project, "A project file (.tlm)");
    const Option form =
        command.option("--template", options.templateId, "A network to start from; --templates lists them");
    const Option run = command.option(runName, options.run, runHelp);
    project.excludes(form).excludes(run);
    form.excludes(run);
    command.option(
        "--data", options.data,
        "sample, mnist:DIR, cifar10:DIR, folder:DIR, csv:FILE, npz:FILE, tfrecord:PATTERN or just a path; settings "
        "of a kind behind a ?: photos?size=224x224&resize=fill");
    command.option("--set", options.set, "Any property of the network: dense_1.units=256 (repeatable)").excludes(run);
    return run;
}

Message originProblem(const OriginOptions& options, const Message& verb) {
    switch (!options.project.empty() + !options.templateId.empty() + !options.run.empty()) {
    case 0:
        return Message("Say what to {verb}: a project file, --template NAME (--templates lists them) or --resume RUN.",
                       verb);
    case 1: return {};
    default: return "A project file, --template and --resume exclude each other; give one.";
    }
}

Origin openOrigin(const OriginOptions& options, const Settings& settings) {
    Origin origin;
    std::string dataSpec;
    std::vector<Message> notes;
    if (!options.run.empty()) {
        origin.run = loadCheckpoint(options.run);
        origin.network = origin.run->network;
        origin.training = origin.run->training;
        dataSpec = origin.run->dataSpec;
        origin.directory = runFolderOf(options.run);
        origin.name = fs::path(absolutePath(origin.directory)).filename().string();
    } else if (!options.project.empty()) {
        if (isRunFolder(options.project))
            throw Error(
                Message("\"{path}\" is the folder of a run: go on with it by --resume {path}.", options.project));
        const Project project = loadProject(options.project, &notes);
        origin.network = project.network;
        origin.training = project.training;
        dataSpec = project.dataSpec;
        origin.name = fs::path(options.project).stem().string();
    } else {
        origin.name = options.templateId;
        applyRecipe(options.templateId, origin.training);
    }
    for (const Message& note : notes) complain(note);
    applySettings(settings, origin.training);
    if (!options.data.empty()) dataSpec = options.data;
    if (dataSpec.empty()) throw Error("No data set is named: add --data sample, or --data with the path of yours.");

    const NetworkTemplate* form = options.templateId.empty() ? nullptr : &findTemplate(options.templateId);
    origin.data = openData(dataSpec, origin.training.validationSplit(), origin.run ? &*origin.run : nullptr);
    if (form && !settings.batch) {  // a batch that was asked for is no recipe's to change
        TrainingSpec fitted;
        const Message shrunk = applyRecipe(options.templateId, fitted, origin.data.train->size());
        if (!shrunk.empty()) {
            complain(shrunk);
            applySettings(settings, fitted);
            origin.training = std::move(fitted);
        }
    }
    const DataFacts facts = factsOf(origin.data, origin.training);
    if (form) origin.network = form->make(facts);
    for (const std::string& assignment : options.set) setProperty(origin.network, assignment);
    const int64_t images = origin.data.train->size();
    if (images > 0 && origin.training.batch > images)
        throw Error(origin.run ? Message("The run's batch of {batch} is larger than the training set of {count} "
                                         "samples, and it goes on with it. Give data of {batch} samples or more.",
                                         origin.training.batch, images)
                               : Message("The batch of {batch} is larger than the training set of {count} samples. Add "
                                         "--batch {count}, or fewer.",
                                         origin.training.batch, images));
    checkTraining(origin.training, images);
    trainingPipeline(origin.training, origin.data.train, facts.shape);  // throws where augmentation is not for them
    requireValid(origin.network, facts);
    if (origin.run && Shape(origin.run->dataShape) != facts.shape)
        throw Error(Message("The images of {name}", origin.data.name),
                    Message("{data_shape}, as the run was trained on", Shape(origin.run->dataShape).toString()),
                    facts.shape.toString());
    return origin;
}

}  // namespace tl::cli
