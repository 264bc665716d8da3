// See the header. Folders of before there was a journal have history.csv: a row an epoch. They get one when such a run
// goes on or is evaluated; the epochs before still stand in the table alone.
#include "engine/run/run_list.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <limits>
#include <sstream>
#include <string_view>
#include <utility>

#include "engine/core/error.h"
#include "engine/io/checkpoint.h"
#include "engine/io/events/event_file.h"
#include "engine/io/files.h"
#include "engine/io/project.h"
#include "engine/run/history_cells.h"
#include "engine/run/journal.h"
#include "engine/run/run_lock.h"

namespace tl {
namespace {

namespace fs = std::filesystem;

bool holds(const std::string& folder, const char* file) {
    std::error_code ignored;
    return fs::is_regular_file(fs::path(folder) / file, ignored);
}

// By what stands near a file's beginning: other programs have files of these names.
bool marked(const std::string& folder, const char* file, std::string_view mark, size_t within) {
    if (!holds(folder, file)) return false;
    std::string head(within, '\0');
    std::ifstream in(fs::path(folder) / file, std::ios::binary);
    in.read(head.data(), static_cast<std::streamsize>(within));
    head.resize(static_cast<size_t>(in.gcount()));
    return head.find(mark) != std::string::npos;
}

// Event files stand right in it, as other programs have them.
bool holdsEvents(const std::string& folder) {
    std::error_code code;
    for (fs::directory_iterator it(folder, code), end; !code && it != end; it.increment(code))
        if (isEventFile(it->path().string())) return true;
    return false;
}

double historyNumber(const std::string& text) {
    double value = 0;
    const auto result = std::from_chars(text.data(), text.data() + text.size(), value);
    return result.ec == std::errc() ? value : std::numeric_limits<double>::quiet_NaN();
}

// From 1; 0: a damaged table has something else there.
int64_t historyCount(const std::string& text) {
    int64_t count = 0;
    const auto result = std::from_chars(text.data(), text.data() + text.size(), count);
    return result.ec == std::errc() && result.ptr == text.data() + text.size() ? std::max(count, int64_t{0}) : 0;
}

std::vector<Event> eventsOfHistory(const std::string& text) {
    std::vector<Event> events;
    std::stringstream stream(text);
    std::string line;
    std::getline(stream, line);
    const std::vector<std::string> columns = historyCells(line);
    while (std::getline(stream, line) && !stream.eof()) {  // without its end it was being written
        const std::vector<std::string> row = historyCells(line);
        if (row.size() != columns.size()) continue;
        EpochRecord record;
        for (size_t i = 0; i < row.size(); ++i) {
            if (columns[i] == "epoch")
                record.epoch = historyCount(row[i]) - 1;
            else if (columns[i] == "step")
                record.step = historyCount(row[i]);
            else if (columns[i] == "seconds")
                record.seconds = historyNumber(row[i]);
            else if (columns[i] != "learning_rate")
                record.values[columns[i]] = static_cast<float>(historyNumber(row[i]));
        }
        if (record.epoch >= 0 && record.step > 0) events.emplace_back(std::move(record));
    }
    return events;
}

// Where its journal begins: in which epoch, none where it tells of no training, and when, 0 where it does not say.
struct Beginning {
    int64_t epoch = 0;
    double time = 0;
};

Beginning beginningOf(const RunOnDisk& run) {
    for (const Event& event : run.events) {
        if (const auto* step = std::get_if<StepRecord>(&event)) return {step->epoch, step->wallTime};
        if (const auto* epoch = std::get_if<EpochRecord>(&event)) return {epoch->epoch, epoch->wallTime};
        if (const auto* resumed = std::get_if<ResumedRecord>(&event)) return {resumed->epoch, resumed->wallTime};
    }
    return {run.live ? 0 : std::numeric_limits<int64_t>::max()};  // 0: it has just begun
}

// The epochs before those of the journal, which begins with the first but in a run that began with another's
// checkpoint, or before there were journals.
void addHistory(RunOnDisk& run, const std::string& table) {
    const Beginning journal = beginningOf(run);
    std::vector<Event> before = eventsOfHistory(table);
    std::erase_if(before, [&](const Event& event) { return std::get<EpochRecord>(event).epoch >= journal.epoch; });
    if (before.empty()) return;
    run.rounded = true;
    double lasted = 0;
    for (Event& event : before) {
        auto& epoch = std::get<EpochRecord>(event);
        if (std::isfinite(epoch.seconds) && epoch.seconds > 0) lasted += epoch.seconds;
        epoch.wallTime = lasted;
    }
    // When it began no table tells, and the folder may only say when it went on: that was after all of these.
    const double began = journal.time > 0 ? std::min(run.info.created, journal.time - lasted) : run.info.created;
    for (Event& event : before) std::get<EpochRecord>(event).wallTime += began;
    if (std::get<EpochRecord>(before.back()).epoch + 1 >= run.info.epochs)
        before.emplace_back(StateRecord{RunState::Finished, {}, -1});
    run.events.insert(run.events.begin(), std::make_move_iterator(before.begin()),
                      std::make_move_iterator(before.end()));
}

}  // namespace

bool isRunFolder(const std::string& folder) {
    return (marked(folder, "run.json", "tensorloom-run", 1 << 16) && !holdsEvents(folder)) ||  // ours stand elsewhere
           marked(folder, "journal.bin", "TLRUN", 5) ||
           (holds(folder, "history.csv") && holds(folder, "project.tlm")) ||
           marked(folder, "checkpoint.safetensors", kCheckpointFormat, 1 << 20);
}

void requireRunFolder(const std::string& folder) {
    if (!isRunFolder(folder))
        throw Error(Message("\"{folder}\" is no run's folder: it holds neither run.json nor a checkpoint.", folder));
}

bool holdsRun(const std::string& folder) {
    if (!isRunFolder(folder)) return false;
    const RunOnDisk run = readRun(folder, RunDepth::Summary);
    return !run.problems.empty() || run.live || run.hasCheckpoint ||
           std::ranges::any_of(run.events,
                               [](const Event& event) { return std::holds_alternative<EpochRecord>(event); });
}

std::vector<std::string> runFoldersIn(const std::string& directory,
                                      const std::function<bool(const std::string& folder)>& isRun) {
    std::vector<std::string> folders;
    std::error_code code;
    for (fs::directory_iterator it(directory, code), end; !code && it != end; it.increment(code)) {
        std::error_code ignored;
        if (it->is_directory(ignored) && isRun(it->path().string())) folders.push_back(it->path().string());
    }
    std::sort(folders.begin(), folders.end());
    return folders;
}

bool leftCheckpoint(const std::string& folder) {
    return holds(folder, "checkpoint.safetensors") || holds(folder, "best.safetensors");
}

RunOnDisk readRun(const std::string& folder, RunDepth depth) {
    RunOnDisk run;
    run.folder = folder;
    run.live = isLive(folder);
    run.hasCheckpoint = leftCheckpoint(folder);
    const auto attempt = [&](const auto& read) {
        try {
            read();
        } catch (const std::exception& error) {
            run.problems.push_back(messageOf(error));
        }
    };
    const std::string name = fs::path(absolutePath(folder)).filename().string();
    if (holds(folder, "run.json")) attempt([&] { run.info = readRunInfo(folder); });
    if (run.info.name.empty()) run.info.name = name;
    if (run.info.created == 0)
        run.info.created = fileTime(folder + (holds(folder, "project.tlm") ? "/project.tlm" : ""));
    run.whole = depth == RunDepth::Whole || run.live;
    if (holds(folder, "project.tlm"))
        attempt([&] {
            const Project project = loadProject(folder + "/project.tlm");
            run.training = project.training;
            if (!run.info.id.empty()) return;
            run.info.epochs = project.training.epochs;
            run.info.dataSpec = project.dataSpec;
        });
    if (holds(folder, "journal.bin"))
        attempt([&] {
            JournalReader reader(folder + "/journal.bin");
            run.events = reader.read(run.whole);
            run.journalEnd = reader.end();
            if (!reader.damage().empty()) throw Error(reader.damage());
        });
    if (holds(folder, "history.csv") && beginningOf(run).epoch > 0)
        attempt([&] { addHistory(run, readFile(folder + "/history.csv")); });
    return run;
}

void addToRun(const std::string& folder, const Event& event) { addToRun(folder, event, RunLock(folder)); }

void addToRun(const std::string& folder, const Event& event, const RunLock&) {
    const std::string file = folder + "/journal.bin";
    uint64_t keep = 0;
    if (holds(folder, "journal.bin")) {
        JournalReader reader(file);
        reader.skim();
        if (!reader.damage().empty()) throw Error(reader.damage());
        keep = reader.end();
    }
    JournalWriter writer(
        file, keep, [] {}, [](const Message&) {});
    writer.add(event);
    if (const Message reason = writer.stop(); !reason.empty())
        throw Error(Message("\"{path}\" cannot be written: {reason}.", file, reason));
}

}  // namespace tl
