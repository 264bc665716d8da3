// Opens and describes a run's folder and knows which epoch was the best; two threads write: the journal's, which also
// looks for requests and whether a checkpoint is due, and the checkpoints'.
#include "engine/run/run_directory.h"

#include <sys/utsname.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <filesystem>
#include <optional>
#include <sstream>

#include "engine/backend/cpu/onednn_version.h"
#include "engine/backend/device.h"
#include "engine/backend/device_list.h"
#include "engine/core/error.h"
#include "engine/data/library_versions.h"
#include "engine/data/source.h"
#include "engine/io/checkpoint.h"
#include "engine/io/events/event_writer.h"
#include "engine/io/files.h"
#include "engine/io/project.h"
#include "engine/io/sha256.h"
#include "engine/run/history_cells.h"
#include "engine/run/run_checkpoints.h"
#include "engine/run/run_data.h"
#include "engine/run/run_evaluations.h"
#include "engine/run/run_list.h"
#include "engine/run/run_recordings.h"
#include "engine/train/clock.h"
#include "engine/train/data_facts.h"
#include "engine/train/recorded_steps.h"

namespace tl {
namespace {

namespace fs = std::filesystem;

std::string numberText(double value) {
    char text[32];
    const auto end = std::to_chars(text, text + sizeof text, value, std::chars_format::general, 8).ptr;
    return {text, end};
}

std::optional<double> number(const std::string& text) {
    double value = 0;
    const auto result = std::from_chars(text.data(), text.data() + text.size(), value);
    if (result.ec != std::errc() || result.ptr != text.data() + text.size() || !std::isfinite(value))
        return std::nullopt;
    return value;
}

std::string lineOf(const std::vector<std::string>& cells) {
    std::string line;
    for (size_t i = 0; i < cells.size(); ++i) line += (i > 0 ? "," : "") + cells[i];
    return line + '\n';
}

// What a row of history is worth, more being better. Neither a NaN nor what stands beside a loss that is none is ever
// the best. Where accuracies are equal, losses tell.
std::optional<std::pair<double, double>> worthOf(const std::vector<std::string>& columns,
                                                 const std::vector<std::string>& row) {
    const auto at = [&](const std::string& name) {
        return static_cast<size_t>(std::find(columns.begin(), columns.end(), name) - columns.begin());
    };
    const auto cell = [&](const std::string& name) {
        return at(name) < row.size() ? number(row[at(name)]) : std::nullopt;
    };
    const auto loss = cell("val_loss"), share = at("val_accuracy") < columns.size() ? cell("val_accuracy") : 0;
    if (!loss || !share) return {};
    return std::pair(*share, -*loss);
}

std::string sha256Of(const std::string& text) {
    Sha256 sum;
    sum.add(text.data(), text.size());
    return sum.hex();
}

// The checkpoints that callbacks still count among theirs, one a line: of a step before they gave them up.
std::string keptBy(const RunPosition& position) {
    std::string names;
    for (const auto& [callback, state] : position.callbacks)
        if (const auto files = state.find("files"); files != state.end())
            if (const auto* text = std::get_if<std::string>(&files->second)) names += *text;
    return names;
}

constexpr double kCostsEvery = 10;  // seconds

}  // namespace

RunDirectory::RunDirectory(std::string path, RunFolderOptions options, const RunPosition* resumed, RunPort port)
    : path_(std::move(path)), options_(std::move(options)), port_(std::move(port)), events_(port_.log->reader()),
      lastCheckpoint_(steadyClock()) {
    while (path_.size() > 1 && path_.ends_with('/')) path_.pop_back();  // the run is called by the last part
    makeDirectory(path_);
    lock_.emplace(path_);
    requests_.emplace(path_);
    uint64_t keep = 0;
    if (resumed) resumed_ = *resumed;
    if (resumed) {
        removeParts();
        keep = takeUp(*resumed);
    } else {
        clear();
    }
    const std::lock_guard lock(reading_);  // the journal's thread takes it before it looks at any of these
    journal_ = std::make_unique<JournalWriter>(
        path_ + "/journal.bin", keep, [this] { look(); },
        [this](const Message& sentence) { port_.log->push(NoteRecord{sentence}); });
    checkpoints_ = std::make_unique<CheckpointWriter>(
        path_,
        CheckpointWriter::Report{[this] {
                                     takeEvents();
                                     journal_->flush();
                                     if (eventFiles_) eventFiles_->flush();
                                 },
                                 [this](int64_t step, const std::string& file) {
                                     port_.log->push(CheckpointRecord{step, file});
                                 },
                                 [this](const Message& sentence) { port_.log->push(NoteRecord{sentence}); }},
        resumed ? keptBy(*resumed) : std::string());
}

// What is written last is waited for first: checkpoints tell the journal, whose thread looks after both until it ends.
RunDirectory::~RunDirectory() {
    checkpoints_->finish();
    takeEvents();
    journal_->stop();
}

void RunDirectory::takeEvents() {
    const std::lock_guard lock(reading_);
    const auto take = [this] {
        for (const Event& event : events_->drain()) record(event);
    };
    take();
    const int64_t missed = events_->missed();
    if (missed == missed_ || missed < 2 * missed_) return;  // told again when it has doubled
    missed_ = missed;
    port_.log->push(NoteRecord{Message(
        "The run's journal lacks {count} of the events that the run told: the disk was too slow for them.", missed)});
    take();
}

void RunDirectory::close(const StateRecord& last) {
    if (eventFiles_) eventFiles_->close(last.state);
    takeEvents();
    const std::lock_guard lock(reading_);
    record(last);
}

void RunDirectory::clear() {
    std::vector<std::string> files;
    for (const char* file : {"run.json", "journal.bin", "checkpoint.safetensors", "best.safetensors", "history.csv",
                             "weights.csv", "validation.predictions", "test.predictions", ".outdated"})
        files.push_back(path_ + "/" + file);
    const bool ours = isRunFolder(path_);
    if (ours) {  // and what its callbacks kept
        for (const RunCheckpoint& each : checkpointsIn(path_)) files.push_back(each.file);
        for (const std::string& each : otherPredictionsIn(path_)) files.push_back(each);
    } else {
        for (const char* part : {"/events/train", "/events/validation"}) files.push_back(path_ + part);
        std::error_code unknown;
        for (const std::string& file : files)
            // An empty one is of a run of ours that was killed before its journal's first round.
            if (fs::exists(file) && !fs::is_empty(file, unknown))
                throw Error(Message("\"{folder}\" is no run's folder of Tensorloom's, and holds \"{file}\" of another "
                                    "program: name another folder.",
                                    path_, fs::path(file).lexically_relative(path_).string()));
    }
    removeParts();
    if (!ours) return;
    for (const std::string& file : files) {
        std::error_code code;
        fs::remove(file, code);
        if (code) throw Error(Message("\"{path}\" cannot be replaced: {reason}.", file, code.message()));
    }
    for (const char* part : {"/events/train", "/events/validation"}) removeEventFiles(path_ + part);
    for (const RunRecording& each : recordingsOf(path_)) removeRecording(path_, each.file);
}

// What a program that was killed while it wrote left, also in the folders of callbacks.
void RunDirectory::removeParts() const {
    std::error_code code;
    fs::remove(path_ + "/.checkpoint.safetensors.part", code);  // a name more, which only who holds the lock makes
    removeUnfinished(path_);
    if (!resumed_ && !isRunFolder(path_)) return;  // whose folders these are is not known
    code.clear();
    for (fs::recursive_directory_iterator it(path_, fs::directory_options::skip_permission_denied, code), end;
         !code && it != end; it.increment(code)) {
        std::error_code ignored;
        if (!it->is_directory(ignored)) continue;
        if (isRunFolder(it->path().string()))
            it.disable_recursion_pending();  // another run's
        else
            removeUnfinished(it->path().string());
    }
}

uint64_t RunDirectory::takeUp(const RunPosition& resumed) {
    hasCheckpoint_ = resumed.step > 0 && fs::exists(checkpointPath());
    if (fs::exists(path_ + "/run.json")) info_ = readRunInfo(path_);
    readHistory(resumed.epoch);
    // A best one that is taken back is no measure: the next epoch's takes its place.
    for (const RunCheckpoint& each : checkpointsIn(path_))
        if (each.kind == RunCheckpoint::Best && each.step > resumed.step) best_.reset();
    const std::string file = path_ + "/journal.bin";
    if (!fs::exists(file)) return 0;
    JournalReader reader(file);
    reader.skim();
    if (!reader.damage().empty()) {
        std::error_code ignored;
        fs::copy_file(file, file + ".damaged", fs::copy_options::overwrite_existing, ignored);
        port_.log->push(NoteRecord{Message("{damage} A copy of it is kept beside it.", reader.damage())});
    }
    return reader.end();
}

void RunDirectory::readHistory(int64_t epochsDone) {
    const std::string history = path_ + "/history.csv";
    if (epochsDone == 0 || !fs::exists(history)) return;
    std::stringstream stream(readFile(history));
    std::string line;
    if (std::getline(stream, line)) columns_ = historyCells(line);
    above_ = lineOf(columns_);
    // By their numbers: the table of one that began with another's checkpoint begins later than with the first epoch.
    while (std::getline(stream, line) && !stream.eof()) {  // without its end it was being written
        const auto row = historyCells(line);
        const auto epoch = !row.empty() && row.size() == columns_.size() ? number(row.front()) : std::nullopt;
        if (!epoch || *epoch > static_cast<double>(epochsDone)) continue;
        above_ += lineOf(row);
        // What other data were worth is no match.
        if (info_.dataSince == 0 || *epoch > static_cast<double>(info_.dataSince))
            best_ = std::max(best_, worthOf(columns_, row));
    }
}

namespace {

// What the runs beside it have. Numbers are a project's; one without a project stands in the lists of all.
struct Taken {
    std::vector<int> colors;
    int number = 0;  // the highest
};

Taken takenBeside(const std::string& folder, const std::string& project) {
    Taken taken;
    for (const std::string& other : runFoldersIn(fs::path(absolutePath(folder)).parent_path().string())) {
        try {
            const RunInfo info = readRunInfo(other);
            taken.colors.push_back(colorOf(info));
            if (project.empty() || info.project.empty() || info.project == project)
                taken.number = std::max(taken.number, info.number);
        } catch (const std::exception&) {
            continue;  // it has none to avoid
        }
    }
    return taken;
}

}  // namespace

void RunDirectory::describe(const Snapshot& snapshot, const DataSet& data) {
    Project project;
    project.name = fs::path(absolutePath(path_)).filename().string();
    project.network = snapshot.network;
    project.training = snapshot.training;
    project.dataSpec = snapshot.dataSpec;
    saveProject(project, path_ + "/project.tlm");

    const std::string hash = fingerprint(data);  // of much data it takes its time
    // What others wrote meanwhile stays, such as that the project of before got a file.
    if (!info_.id.empty() && fs::exists(path_ + "/run.json")) info_ = readRunInfo(path_);
    if (info_.id.empty()) {
        info_.id = options_.id.empty() ? freshRunId() : options_.id;
        info_.name = options_.name.empty() ? project.name : options_.name;
        info_.created = wallClock();
        info_.program = options_.program;
        info_.project = options_.project;
        info_.validation = options_.validation;
        info_.parent = options_.parent;
        info_.color = options_.color;
        info_.number = options_.number;
        info_.againOf = options_.againOf;
        if (info_.color < 0 || info_.number == 0) {
            const Taken taken = takenBeside(path_, info_.project);
            if (info_.color < 0) info_.color = freeColor(taken.colors);
            if (info_.number == 0) info_.number = taken.number + 1;
        }
    }
    if (const auto before = info_.hashes.find("data"); resumed_ && before != info_.hashes.end()) {
        const bool other = before->second != hash;  // as goesOnWithOtherData() tells
        info_.dataSince = other ? resumed_->epoch : std::min(info_.dataSince, resumed_->epoch);
        if (other) best_.reset();
    }
    info_.dataSpec = snapshot.dataSpec;
    info_.images = data.train->size();
    info_.classNames = data.train->classNames();
    info_.epochs = snapshot.training.epochs;
    info_.hashes["network"] = sha256Of(toJson(snapshot.network));
    info_.hashes["training"] = sha256Of(toJson(snapshot.training));
    info_.hashes["data"] = hash;
    info_.versions["compiler"] = __VERSION__;
    if (utsname name{}; uname(&name) == 0)
        info_.versions["system"] = std::string(name.sysname) + " " + name.release + " " + name.machine;
    info_.versions["oneDNN"] = oneDnnVersion();
    for (const auto& [library, version] : libraryVersions()) info_.versions[library] = version;
    std::string& devices = info_.versions["device"];
    devices.clear();
    for (const std::string& id : deviceList(snapshot.training.device)) {
        const DeviceInfo device = findDevice(id);
        devices += (devices.empty() ? "" : "; ") + device.name + ", " + std::to_string(device.threads) + " threads";
    }
    writeRunInfo(info_, path_);
    writeEventFiles(snapshot, data);
}

// A run that cannot have them goes on without: they are for looking.
void RunDirectory::writeEventFiles(const Snapshot& snapshot, const DataSet& data) {
    LoggedRun run{info_.name,
                  snapshot.network,
                  snapshot.training,
                  factsOf(data, snapshot.training),
                  snapshot.dataSpec,
                  info_.classNames,
                  resumed_,
                  {},
                  data.train->dataType()};
    const auto trouble = [this](const Message& sentence) { port_.log->push(NoteRecord{sentence}); };
    try {
        eventFiles_ = std::make_unique<TrainingLog>(path_ + "/events", std::move(run), port_.log, trouble);
    } catch (const Error& error) {
        trouble(error.message());
    }
}

// Beside the recorded ones the first after it went on, whose rate tells run_again which changes were taken back.
bool RunDirectory::keeps(const StepRecord& step) {
    const bool first = std::exchange(goesOn_, false), kept = first || isRecorded(step);
    passedOver_ = kept ? std::nullopt : std::optional(step);
    return kept;
}

// Reports of the time left come and go; the journal keeps changes, and the very step at which a run stands or ends.
void RunDirectory::record(const Event& event) {
    if (const auto* step = std::get_if<StepRecord>(&event); step && !keeps(*step)) return;
    if (std::holds_alternative<ResumedRecord>(event)) goesOn_ = true;
    if (const auto* state = std::get_if<StateRecord>(&event)) {
        if (state->state == lastState_.state && state->message == lastState_.message) return;
        lastState_ = *state;
        const bool stands = state->state == RunState::Paused || isOver(state->state);
        if (stands && passedOver_) journal_->add(*std::exchange(passedOver_, std::nullopt));
    }
    if (std::holds_alternative<WatchedRecord>(event)) return;  // event files hold them
    // The answer to who looks at a run that stands.
    if (std::holds_alternative<std::shared_ptr<const LookRecord>>(event)) return;
    if (const auto* watches = std::get_if<WatchesRecord>(&event)) {
        // What is watched, at once; what it costs, now and then.
        const bool same =
            std::ranges::equal(watches->watches, lastWatches_.watches, [](const WatchState& a, const WatchState& b) {
                return a.watch == b.watch && a.problem.english() == b.problem.english();
            });
        if (same && watches->limit == lastWatches_.limit && steadyClock() - watchesTaken_ < kCostsEvery) return;
        lastWatches_ = *watches;
        watchesTaken_ = steadyClock();
    }
    journal_->add(event);
}

void RunDirectory::look() {
    takeEvents();
    for (const RunRequest& request :
         requests_->take([this](const Message& sentence) { port_.log->push(NoteRecord{sentence}); }))
        port_.request(request);
    due_ = steadyClock() - lastCheckpoint_ > options_.checkpointSeconds && checkpoints_->idle();
}

void RunDirectory::taken(const Snapshot& snapshot) {
    hasCheckpoint_ = hasCheckpoint_ || snapshot.position.step > 0;
    lastCheckpoint_ = steadyClock();
    due_ = false;
}

void RunDirectory::writeCheckpoint(std::shared_ptr<const Snapshot> snapshot, bool announced) {
    taken(*snapshot);
    checkpoints_->newest(std::move(snapshot), announced);
}

void RunDirectory::writeEpoch(std::shared_ptr<const Snapshot> snapshot, const EpochRecord& record,
                              double learningRate) {
    std::vector<std::string> columns{"epoch", "step", "seconds", "learning_rate"};
    std::vector<std::string> row{std::to_string(record.epoch + 1), std::to_string(record.step),
                                 numberText(record.seconds), numberText(learningRate)};
    for (const auto& [name, value] : record.values) {
        columns.push_back(name);
        row.push_back(numberText(static_cast<double>(value)));
    }
    if (columns != columns_) {  // validation came or went: a new table
        columns_ = std::move(columns);
        above_ = lineOf(columns_);
        best_.reset();
    }
    const auto worth = worthOf(columns_, row);
    const bool best = worth > best_;  // nothing is less than something
    if (best) best_ = worth;
    const bool anew = !above_.empty();
    taken(*snapshot);
    checkpoints_->epoch(std::move(snapshot), {std::exchange(above_, {}) + lineOf(row), anew}, best);
}

void RunDirectory::writeCheckpointAs(const std::string& file, std::shared_ptr<const Snapshot> snapshot,
                                     const std::vector<std::string>& outdated) {
    checkpoints_->named(file, std::move(snapshot), outdated);
}

void RunDirectory::writeText(const std::string& file, const std::string& text) { checkpoints_->text(file, text); }

void RunDirectory::writeRows(const std::string& file, const std::string& rows, bool anew) {
    checkpoints_->rows(file, {rows, anew});
}

std::string RunDirectory::readText(const std::string& file) {
    const fs::path path = fs::path(path_) / file;
    return fs::exists(path) ? readFile(path.string()) : std::string();
}

OpenRunStore inDirectory(std::string path, RunFolderOptions options) {
    return [path = std::move(path), options = std::move(options)](const RunPosition* resumed, RunPort port) {
        return std::make_unique<RunDirectory>(path, options, resumed, std::move(port));
    };
}

}  // namespace tl
