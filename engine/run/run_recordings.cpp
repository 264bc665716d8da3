// See the header.
#include "engine/run/run_recordings.h"

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <mutex>
#include <nlohmann/json.hpp>

#include "engine/core/error.h"
#include "engine/io/checkpoint.h"
#include "engine/io/files.h"
#include "engine/io/json_number.h"
#include "engine/io/trace/trace_file.h"
#include "engine/profile/trace_table.h"

namespace tl {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

constexpr size_t kLargestList = 1 << 24;

std::mutex& changing() {
    static std::mutex one;
    return one;
}

fs::path folderOf(const std::string& run) { return fs::path(run) / "recordings"; }
fs::path listOf(const std::string& run) { return folderOf(run) / "list.json"; }

bool isTimeline(const std::string& name) {
    return !name.starts_with(".") && (name.ends_with(".json.gz") || name.ends_with(".xplane.pb") ||
                                      (name.ends_with(".json") && name != "list.json"));
}

// By file, from the run's folder. What is no list is none: the files are told by themselves.
std::map<std::string, RunRecording> readList(const std::string& run) {
    std::map<std::string, RunRecording> known;
    std::error_code none;
    const fs::path path = listOf(run);
    if (!fs::is_regular_file(path, none) || fs::file_size(path, none) > kLargestList) return known;
    std::ifstream in(path, std::ios::binary);
    const std::string text{std::istreambuf_iterator<char>(in), {}};
    const json list = json::parse(text, nullptr, false);
    if (!list.is_array()) return known;
    for (const json& one : list) try {
            RunRecording made;
            made.name = one.at("name").get<std::string>();
            made.number = wholeFrom<int64_t>(one, "number", 0);
            made.firstStep = wholeFrom<int64_t>(one, "first_step", 0);
            made.steps = wholeFrom<int64_t>(one, "steps", 0);
            made.seconds = one.value("seconds", 0.0);
            made.when = one.value("when", 0.0);
            known[one.at("file").get<std::string>()] = std::move(made);
        } catch (const json::exception&) {
            // Of a later program.
        }
    return known;
}

void writeList(const std::string& run, const std::map<std::string, RunRecording>& known) {
    json list = json::array();
    for (const auto& [file, one] : known)
        list.push_back({{"file", file},
                        {"name", one.name},
                        {"number", one.number},
                        {"first_step", one.firstStep},
                        {"steps", one.steps},
                        {"seconds", one.seconds},
                        {"when", one.when}});
    fs::create_directory(folderOf(run));
    writeFileAtomically(listOf(run).string(), list.dump(1) + "\n");
}

std::string fromRun(const std::string& run, const std::string& file) {
    return fs::path(file).lexically_relative(run).generic_string();
}

std::string freeFile(const std::string& run) {
    for (int number = 1;; ++number)
        if (fs::path file = folderOf(run) / (std::to_string(number) + ".json.gz"); !fs::exists(file))
            return file.string();
}

void list(const std::string& run, const RunRecording& recording) {
    std::map<std::string, RunRecording> known = readList(run);
    known[fromRun(run, recording.file)] = recording;
    writeList(run, known);
}

}  // namespace

std::vector<RunRecording> recordingsOf(const std::string& run) {
    // Files before the list, which has each before it is there.
    std::vector<fs::path> files{tracePathOf(run)};
    std::error_code problem;
    for (fs::directory_iterator it(folderOf(run), problem), end; !problem && it != end; it.increment(problem))
        if (isTimeline(it->path().filename().string())) files.push_back(it->path());
    const bool none = problem == std::errc::no_such_file_or_directory || problem == std::errc::not_a_directory ||
                      problem == std::errc::filename_too_long;
    if (problem && !none) throw Error(folderOf(run).string(), "a folder that can be read", problem.message());
    const std::map<std::string, RunRecording> known = readList(run);
    std::vector<RunRecording> all;
    for (const fs::path& file : files) {
        std::error_code gone;
        if (!fs::is_regular_file(file, gone)) continue;
        const auto found = known.find(fromRun(run, file.string()));
        RunRecording one = found == known.end() ? RunRecording() : found->second;
        one.file = file.string();
        if (one.name.empty() && one.number == 0) one.name = file.filename().string();
        if (one.when <= 0) one.when = fileTime(file.string());
        one.bytes = fs::file_size(file, gone);
        if (!gone) all.push_back(std::move(one));
    }
    std::ranges::stable_sort(all, [](const RunRecording& a, const RunRecording& b) {
        return a.when != b.when ? a.when > b.when : a.file > b.file;
    });
    return all;
}

std::string recordingsChanged(const std::string& run) {
    constexpr auto kSettled = std::chrono::seconds(2);  // file systems tell times more or less finely
    std::string text;
    for (const fs::path& path : {folderOf(run), fs::path(tracePathOf(run))}) {
        std::error_code gone;
        const fs::file_time_type time = fs::last_write_time(path, gone);
        if (!gone && fs::file_time_type::clock::now() - time < kSettled) return {};
        text += gone ? "-" : std::to_string(time.time_since_epoch().count());
        text += ' ';
    }
    return text;
}

RunRecording keepRecording(const std::string& run, const Trace& trace, const std::string& name) {
    RunRecording made;
    const std::vector<StepRow> steps = stepsIn(trace, trace.begin, trace.end);
    made.steps = static_cast<int64_t>(steps.size());
    made.firstStep = steps.empty() ? 0 : steps.front().number;
    made.seconds = static_cast<double>(trace.end - trace.begin) * 1e-9;
    made.when = std::chrono::duration<double>(std::chrono::system_clock::now().time_since_epoch()).count();
    const std::scoped_lock one(changing());
    std::error_code problem;
    fs::create_directory(folderOf(run), problem);  // a run that was moved or deleted does not come back as this alone
    if (problem) throw Error(folderOf(run).string(), "a folder for recordings", problem.message());
    made.file = freeFile(run);
    std::vector<std::string> names;
    std::vector<int64_t> numbers;
    for (const RunRecording& other : recordingsOf(run)) {
        names.push_back(other.name);
        numbers.push_back(other.number);
    }
    made.name = name;
    for (int number = 2; !name.empty() && std::ranges::count(names, made.name) > 0; ++number)
        made.name = name + " " + std::to_string(number);
    for (made.number = name.empty() ? 1 : 0; made.number > 0 && std::ranges::count(numbers, made.number) > 0;)
        ++made.number;
    list(run, made);  // first: whoever looks meanwhile finds no file without its name
    writeTrace(trace, made.file);
    std::error_code gone;
    made.bytes = fs::file_size(made.file, gone);
    return made;
}

void renameRecording(const std::string& run, const std::string& file, const std::string& name) {
    const std::scoped_lock one(changing());
    for (const RunRecording& other : recordingsOf(run)) {
        if (other.file != file) continue;
        RunRecording renamed = other;
        renamed.name = name;
        renamed.number = 0;
        return list(run, renamed);
    }
    throw Error(file, "a recording", "no file of that name");
}

void removeRecording(const std::string& run, const std::string& file, const std::function<bool()>& elsewhere) {
    const std::scoped_lock one(changing());  // its name is nobody's until it is gone from the list, too
    std::error_code problem;
    if (!elsewhere || !elsewhere()) fs::remove(file, problem);
    if (problem) throw Error(file, "a file that can be deleted", problem.message());
    std::map<std::string, RunRecording> known = readList(run);
    if (known.erase(fromRun(run, file)) > 0) writeList(run, known);
}

void putBackRecording(const std::string& run, RunRecording recording,
                      const std::function<void(const std::string& file)>& putBack) {
    const std::scoped_lock one(changing());
    if (fs::exists(recording.file)) recording.file = freeFile(run);
    list(run, recording);
    putBack(recording.file);
}

}  // namespace tl
