// `tensorloom train`: a run from a template, a project or a checkpoint. Settings come from those, and options given on
// the command line take their place one by one.
#include "engine/io/json.h"
#include <algorithm>
#include <chrono>
#include <filesystem>
#include <iostream>
#include <memory>
#include <optional>
#include <set>
#include <thread>

#include "app/cli/arguments.h"
#include "app/cli/breaks.h"
#include "app/cli/commands.h"
#include "app/cli/origin.h"
#include "app/cli/progress.h"
#include "app/cli/settings.h"
#include "app/cli/support.h"
#include "app/cli/words.h"
#include "engine/backend/device_list.h"
#include "engine/core/error.h"
#include "engine/io/checkpoint.h"
#include "engine/io/events/training_log.h"
#include "engine/io/files.h"
#include "engine/io/kernel_choices.h"
#include "engine/io/trace/trace_file.h"
#include "engine/model/templates.h"
#include "engine/profile/live_trace.h"
#include "engine/run/run_again.h"
#include "engine/run/run_checkpoints.h"
#include "engine/run/run_data.h"
#include "engine/run/run_directory.h"
#include "engine/run/run_list.h"
#include "engine/run/weight_trace.h"
#include "engine/train/callback.h"
#include "engine/train/monitored.h"
#include "engine/train/session.h"
#include "engine/train/step_plan.h"
#include "engine/train/training_graph.h"
#include "engine/train/weights_alone.h"

namespace tl::cli {
namespace {

namespace fs = std::filesystem;

struct TrainOptions {
    OriginOptions origin;
    std::string weights, out, logDirectory, profile, again;
    std::vector<std::string> watches, breaks;
    double watchShare = 2;  // percent
    Settings settings;
    bool templates = false, overwrite = false, json = false;
    int64_t logEvery = 100, traceEvery = 0;
    double checkpointSeconds = 30;
};

// runs/lenet-1, -2, ...: the first that is not there yet.
std::string freshDirectory(const std::string& stem) {
    for (int i = 1;; ++i)
        if (std::string path = "runs/" + stem + "-" + std::to_string(i); !fs::exists(path)) return path;
}

RunParent parentOf(const std::string& checkpoint, const Snapshot& snapshot) {
    RunParent parent;
    const std::string path = absolutePath(checkpoint), folder = runFolderOf(path);
    if (fs::exists(fs::path(folder) / "run.json")) {
        const RunInfo info = readRunInfo(folder);
        parent.id = info.id;
        parent.name = info.name;
    }
    parent.checkpoint = path;
    parent.step = snapshot.position.step;
    return parent;
}

struct Prepared {
    SessionOptions session;
    std::string name, directory;
};

void addWatching(const TrainOptions& options, SessionOptions& session) {
    for (const std::string& watch : options.watches) session.watches.push_back(watchFrom(watch));
    for (const std::string& text : options.breaks) session.breakpoints.push_back(breakpointFrom(text));
    session.standAtNonFinite = !options.breaks.empty();
    session.defaultWatches = options.watchShare > 0;
    session.watchLimit = options.watchShare / 100;
}

// Whether `path` is `folder` or lies in it; neither need be there.
bool within(const std::string& path, const std::string& folder) {
    const fs::path inner = fs::weakly_canonical(path), outer = fs::weakly_canonical(folder);
    return std::mismatch(outer.begin(), outer.end(), inner.begin(), inner.end()).first == outer.end();
}

// A run once more, in a folder of its own beside it.
Prepared prepareAgain(const TrainOptions& options) {
    Prepared prepared;
    const std::string from = options.again;
    prepared.name = fs::path(from).filename().string();
    prepared.directory = options.out;
    for (int i = 1; prepared.directory.empty(); ++i)
        if (const std::string path = from + "-again-" + std::to_string(i); !fs::exists(path)) prepared.directory = path;
    if (within(prepared.directory, from))
        throw Error(
            Message("\"{directory}\" is the folder of the run that is to be run again: name another with --out.",
                    prepared.directory));
    if (!options.overwrite && holdsRun(prepared.directory))
        throw Error(Message("\"{directory}\" already holds a run: name another folder, or replace it with --overwrite.",
                            prepared.directory));
    prepared.session = runAgain({.folder = from,
                                 .to = prepared.directory,
                                 .program = "tensorloom " TENSORLOOM_VERSION,
                                 .traceEvery = options.traceEvery,
                                 .checkpointSeconds = options.checkpointSeconds});
    addWatching(options, prepared.session);
    return prepared;
}

Prepared prepare(const TrainOptions& options) {
    if (!options.again.empty()) return prepareAgain(options);
    Origin origin = openOrigin(options.origin, options.settings);
    Prepared prepared;
    SessionOptions& session = prepared.session;
    session.network = std::move(origin.network);
    session.training = std::move(origin.training);
    session.data = std::move(origin.data);
    session.resume = std::move(origin.run);
    prepared.name = std::move(origin.name);
    requireDevices(session.training.device);  // before a folder is made
    session.kernelCache = kernelCacheFile({}, session.training.device);
    addWatching(options, session);
    RunFolderOptions folder;
    folder.program = "tensorloom " TENSORLOOM_VERSION;
    folder.checkpointSeconds = options.checkpointSeconds;
    if (!options.origin.project.empty()) folder.project = fs::absolute(options.origin.project).lexically_normal();
    // Without a validation split, epochs are watched on the test split, unless it was held out; a run goes on as it
    // began.
    const std::string begun = session.resume ? validationOf(origin.directory) : std::string();
    if (!session.data.validation && session.data.test && session.data.test->size() > 0 && !session.data.testDrawn &&
        begun != "none")
        session.data.validation = session.data.test;
    folder.validation = !session.data.validation                       ? "none"
                        : session.data.validation == session.data.test ? "test"
                                                                       : "validation";
    if (session.resume) {
        if (holdsWeightsAlone(*session.resume))
            throw Error(Message(
                "\"{path}\" holds the weights alone, and nothing of what the optimizer needs to go on. Begin a new run with them by --weights {path}.",
                options.origin.run));
        if (!goesOn(session.resume->position, session.training))
            throw Error(Message(
                "The run already has {epoch} of {epochs} epochs: say with --epochs how many it shall have in all.",
                session.resume->position.epoch, session.training.epochs));
        if (const Message other = goesOnWithOtherData(origin.directory, session.data); !other.empty()) complain(other);
    } else if (!options.weights.empty()) {
        session.resume = loadCheckpoint(options.weights);
        session.weightsOnly = true;
    }
    if (session.resume)
        folder.parent = parentOf(session.weightsOnly ? options.weights : options.origin.run, *session.resume);
    folder.parent.weightsOnly = session.weightsOnly;
    if (session.training.memoryLimit > 0)  // throws where it cannot be kept: a run that is there stays
        stepCost(session.network, factsOf(session.data, session.training), session.training.batch,
                 trainingPlan(session.training, session.data.train->dataType()));
    prepared.directory = options.out.empty() ? origin.directory : options.out;
    if (prepared.directory.empty()) prepared.directory = freshDirectory(prepared.name);
    session.store = inDirectory(prepared.directory, folder);
    session.callbacks.push_back(weightTrace(prepared.directory, options.traceEvery));
    const std::string& own = origin.directory;  // of the run that goes on
    const bool isOwn = !own.empty() && within(prepared.directory, own) && within(own, prepared.directory);
    if (!isOwn && (!own.empty() || !options.overwrite) && holdsRun(prepared.directory))
        throw Error(
            own.empty()
                ? Message(
                      "\"{directory}\" already holds a run. Go on with it by --resume {directory}, name another folder, or replace it with --overwrite.",
                      prepared.directory)
                : Message(
                      "\"{directory}\" holds another run, which the one that goes on would write over: leave --out away, or name a folder without a run.",
                      prepared.directory));
    return prepared;
}

LoggedRun loggedRun(const Prepared& prepared) {
    const SessionOptions& session = prepared.session;
    LoggedRun run{prepared.name,
                  session.network,
                  session.training,
                  factsOf(session.data, session.training),
                  session.data.spec,
                  session.data.train->classNames(),
                  {},
                  absolutePath(prepared.directory),
                  session.data.train->dataType()};
    if (session.resume && !session.weightsOnly) run.resumed = session.resume->position;
    return run;
}

void announce(const Prepared& prepared, Progress::Style style) {
    const SessionOptions& session = prepared.session;
    const TrainingSpec& training = session.training;
    const DataFacts facts = factsOf(session.data, training);
    const NetworkReport report = validate(session.network, facts);
    const int64_t images = session.data.train->size();
    const bool onTest = session.data.validation && session.data.validation == session.data.test;
    const int64_t validation = session.data.validation ? session.data.validation->size() : 0;
    const int64_t test = session.data.test ? session.data.test->size() : 0;
    for (const TypedProperties& callback : training.callbacks)
        if (const Message fault = watchesNothing(callback, epochValues(session.network, validation > 0));
            !fault.empty())
            complain(fault);
    if (style == Progress::Style::Json) {
        printJson({{"event", "start"},
                   {"name", prepared.name},
                   {"run", prepared.directory},
                   {"data", session.data.spec},
                   {"images", images},
                   {"validation_images", validation},
                   {"validation_split", validation == 0 ? "none"
                                        : onTest        ? "test"
                                                        : "validation"},
                   {"test_images", test},
                   {"classes", facts.classes},
                   {"input", facts.shape.dims()},
                   {"parameters", report.parameters},
                   {"batch", training.batch},
                   {"epochs", training.epochs},
                   {"seed", training.seed},
                   {"optimizer", training.optimizer.type},
                   {"schedule", training.schedule.type},
                   {"learning_rate", training.learningRate},
                   {"device", training.device},
                   {"threads", training.threads},
                   {"precision", training.precision}});
        return;
    }
    const auto line = [](const Message& text) { std::cout << say(text) << std::endl; };
    line(Message("{network}, {parameters} parameters, on {data}: {count} samples of {shape}, {classes} classes",
                 prepared.name, thousands(report.parameters), session.data.name, thousands(images),
                 facts.shape.toString(), facts.classes));
    if (validation == 0)
        line("No validation: the data has no split for it (--val-fraction 0.1 would hold out a tenth).");
    else
        line(onTest ? Message("Validation on the test split, {count} samples", thousands(validation))
                    : Message("Validation on {count} samples", thousands(validation)));
    if (session.data.testDrawn) line(Message("Held out for test: {count} samples", thousands(test)));
    if (session.resume && !session.weightsOnly)
        line(Message("Going on after step {step}", thousands(session.resume->position.step)));
    line(Message("Run folder: {path}", prepared.directory));
}

int finish(TrainingSession& session, const Progress& progress, const std::string& directory, bool json,
           double seconds) {
    const StateRecord& last = progress.last();
    if (json) {
        nlohmann::json object = {{"event", "end"},
                                 {"seconds", seconds},
                                 {"run", directory},
                                 {"step", progress.step()},
                                 {"state", last.state == RunState::Finished  ? "finished"
                                           : last.state == RunState::Stopped ? "stopped"
                                                                             : "failed"}};
        if (!last.message.empty()) object["message"] = last.message.english();
        if (!progress.checkpoint().empty()) object["checkpoint"] = progress.checkpoint();
        if (last.state != RunState::Failed) object["weights_sha256"] = weightsSha256(session.snapshot());
        printJson(object);
    }
    if (last.state == RunState::Failed) {
        complain(last.message);
        return kFailed;
    }
    if (last.state == RunState::Stopped) {
        complain(Message("{sentence} Go on with `tensorloom train --resume {path}`.", last.message, directory));
        return kInterrupted;
    }
    if (!last.message.empty()) {
        complain(last.message);
        return kBadInput;
    }
    if (!json)
        std::cout << say(Message("Finished in {time}. The weights are in {path}", duration(seconds),
                                 progress.checkpoint().empty() ? directory : progress.checkpoint()))
                  << std::endl;
    return kDone;
}

struct Steps {
    int64_t first = 0, count = 0;
};

// "100:20": the steps from 100 to 119. None where the text is empty.
std::optional<Steps> stepsOf(const std::string& text) {
    if (text.empty()) return {};
    long long first = 0, count = 0;
    char rest = 0;
    if (std::sscanf(text.c_str(), "%lld:%lld%c", &first, &count, &rest) != 2 || first < 1 || count < 1)
        throw Error("--profile", "the first step and how many, as 100:20", text);
    return Steps{first, count};
}

void writeProfile(StepRecording& recording, const std::string& directory, const std::string& logs) {
    if (!recording.began()) return complain("The run ended before the first step of --profile: nothing was recorded.");
    const Recording taken = recording.take();
    const std::string path = directory + "/trace.json.gz";
    try {
        const Trace trace = traceOf(taken, "tensorloom train");
        writeTrace(trace, path);
        if (!logs.empty())
            writeTrace(trace, profilePluginPath(logs, std::filesystem::path(directory).filename().string()));
    } catch (const Error& error) {
        return complain(error.message());
    }
    complain(Message("The timeline of these steps is in {path}; Perfetto and chrome://tracing open it.", path));
    if (taken.lost() > 0) complain(Message("{count} spans came too fast to be kept.", taken.lost()));
}

// What cannot be said beside --again, as a sentence, or empty: it would make it other work.
Message againProblem(const TrainOptions& options, const std::vector<std::string>& given) {
    if (options.again.empty()) return {};
    static const std::set<std::string> kBeside{"--again",   "--out",         "--overwrite", "--log-dir",
                                               "--watch",   "--watch-share", "--break",     "--trace-weights",
                                               "--profile", "--json",        "--log-every", "--checkpoint-seconds"};
    for (const std::string& name : given)
        if (!kBeside.contains(name))
            return Message("--again does the very same work once more: {option} would change it. Leave it out.", name);
    return {};
}

int runTrain(TrainOptions options) {
    if (options.templates) return listTemplates(options.json);
    if (const Message wrong = originProblem(options.origin, Message("train"));
        options.again.empty() && !wrong.empty()) {
        complain(wrong);
        return kUsage;
    }
    options.again = absolutePath(options.again);
    // Whatever is wrong is told before anything is announced.
    const std::optional<Steps> profiled = stepsOf(options.profile);
    Prepared prepared = prepare(options);
    TrainingSession session(prepared.session);
    if (options.overwrite) session.snapshot();  // throws where the weights do not fit: the run that is there stays
    makeDirectory(prepared.directory);
    const auto style = options.json         ? Progress::Style::Json
                       : stdoutIsTerminal() ? Progress::Style::Bar
                                            : Progress::Style::Lines;
    announce(prepared, style);
    Progress progress(style, prepared.session.training.epochs, options.logEvery);
    std::optional<TrainingLog> log;
    if (!options.logDirectory.empty()) {
        LoggedRun logged = loggedRun(prepared);
        const std::string folder = logFolderIn(options.logDirectory, logged);
        if (folder != options.logDirectory)
            complain(Message("{logs} has another run's event files: this one's are in {folder}.", options.logDirectory,
                             folder));
        options.logDirectory = folder;
        log.emplace(folder, std::move(logged), session.log(),
                    [told = session.log()](const Message& sentence) { told->push(NoteRecord{sentence}); });
    }
    std::optional<StepRecording> recording;
    if (profiled) recording.emplace(profiled->first, profiled->count);
    const auto began = std::chrono::steady_clock::now();
    std::optional<StopConsole> console;
    if (!options.breaks.empty()) console.emplace(session, options.json);
    catchInterrupts();
    catchLostReader();
    session.start();
    bool stopping = false;
    for (bool over = false; !over;) {
        std::this_thread::sleep_for(std::chrono::milliseconds(33));
        if (interrupted() && !stopping) {
            stopping = true;
            session.stop();
        }
        const RunState state = session.state();
        over = isOver(state);
        if (over) session.wait();
        for (const Event& event : session.events().drain()) {
            progress.show(event);
            if (console) console->show(event);
        }
        if (session.state() != RunState::Paused) progress.refresh();
        if (console) console->poll();
        if (recording && recording->poll()) {
            writeProfile(*recording, prepared.directory, options.logDirectory);
            recording.reset();
        }
    }
    if (recording) writeProfile(*recording, prepared.directory, options.logDirectory);
    if (log) log->close(progress.last().state);
    const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count();
    if (style == Progress::Style::Bar) std::cout << "\r\033[K" << std::flush;
    const int code = finish(session, progress, prepared.directory, options.json, seconds);
    return options.again.empty() || code != kDone ? code
                                                  : printComparison(options.again, prepared.directory, options.json);
}

}  // namespace

int listTemplates(bool json) {
    for (const NetworkTemplate& each : allTemplates()) {
        if (json)
            printJson({{"id", each.id}, {"title", each.title.english()}, {"help", each.help.english()}});
        else
            std::printf("%-15s %-18s %s\n", each.id.c_str(), say(each.title).c_str(), say(each.help).c_str());
    }
    return kDone;
}

void addTrain(CLI::App& app, Action& action) {
    const auto options = std::make_shared<TrainOptions>();
    const Command command(app, "train", "Train a project, a template, or go on with a run");
    command.footer(
        "Each epoch is validated on the data's validation split, on the part that --val-fraction holds out, or else\n"
        "on a test split that the data brings; its values are called val_loss and val_accuracy. The run's folder gets\n"
        "checkpoint.safetensors after each epoch, when stopped, and else every --checkpoint-seconds; best.safetensors,\n"
        "of the epoch with the highest val_accuracy (of equal ones, and where there is none, with the lowest val_loss);\n"
        "project.tlm, history.csv, journal.bin with its curves, and run.json, which says what it is. The window lists\n"
        "it and shows it while it trains. Ctrl+C stops after the step under way and writes a checkpoint.\n"
        "Exit codes: 0 done, 1 wrong command line, 2 bad input, 3 training failed (a loss that is no number),\n"
        "130 interrupted.");
    const Option resume =
        addOrigin(command, options->origin, "--resume",
                  "Go on with a run: its folder. It ends as one that was never stopped would. One that "
                  "EarlyStopping has ended goes on with a larger patience, or --callback none");
    command.flag("--templates", options->templates, "List the templates and end");
    command.option("--out", options->out, "The run's folder; default: runs/NAME-1, -2, ...");
    command.option("--log-dir", options->logDirectory,
                   "TensorBoard event files here too, beside those in the run's folder under events/; in a folder of "
                   "the run's name where another run's are there already");
    command.option("--watch", options->watches,
                   "Look at values while it trains, as PATTERN:KIND:EVERY (conv_*/kernel:histogram:50); repeatable. "
                   "Kinds: all, histogram, statistics, update_ratio, pictures; EVERY: steps, or auto");
    command.option(
        "--break", options->breaks,
        "Stand still before or after an op or layer, at a step or where a condition holds, and where the run "
        "ends in nan: \"before conv_2 at step 120\", \"when norm(conv_1/kernel/gradient) > 10\"; "
        "repeatable. Then reads op, layer, phase, step, go, look NAME or stop from the standard input");
    command
        .option("--watch-share", options->watchShare,
                "The share of the time, in percent, that watching may take where intervals are auto; 0: nothing is "
                "watched but by --watch")
        .range(0.0, 100.0);
    command.option("--again", options->again,
                   "Run that run's work once more, in a folder of its own, and say whether it came to the same bits");
    command
        .option("--trace-weights", options->traceEvery,
                "A hash of every weight each so many steps into weights.csv; 0: after 1, 2, 4, 8, ... and every "
                "hundredth")
        .nonNegative();
    command.option("--profile", options->profile,
                   "Record steps, as FROM:COUNT, into the run's trace.json.gz: every kernel on every thread");
    command.flag("--overwrite", options->overwrite, "Replace the run that is in --out");
    command.option("--weights", options->weights, "Begin with the weights of a run or checkpoint, by name and shape")
        .excludes(resume);
    addSettings(command, options->settings, resume);
    command.flag("--json", options->json, "One object a line instead of a progress bar");
    command.option("--log-every", options->logEvery, "With --json: an object every so many steps; 0 = none")
        .nonNegative()
        .showDefault();
    command
        .option("--checkpoint-seconds", options->checkpointSeconds,
                "A checkpoint at least so often, written beside the training")
        .nonNegative()
        .showDefault();
    command.runs(action, [options, command] {
        if (const Message wrong = againProblem(*options, command.given()); !wrong.empty()) {
            complain(wrong);
            return static_cast<int>(kUsage);
        }
        return runTrain(*options);
    });
}

}  // namespace tl::cli
