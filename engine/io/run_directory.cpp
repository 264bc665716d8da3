// The files of a run. The best checkpoint is a second name of the newest one's bytes (a hard link), which costs
// nothing: the next checkpoint takes the name away and leaves the bytes.
#include "engine/io/run_directory.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <filesystem>
#include <optional>
#include <sstream>

#include "engine/core/error.h"
#include "engine/io/checkpoint.h"
#include "engine/io/files.h"
#include "engine/io/project.h"

namespace tl {
namespace {

namespace fs = std::filesystem;

std::vector<std::string> cells(const std::string& line) {
    std::vector<std::string> parts;
    std::stringstream stream(line);
    for (std::string part; std::getline(stream, part, ',');) parts.push_back(part);
    return parts;
}

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

}  // namespace

RunDirectory::RunDirectory(std::string path, int64_t epochsDone) : path_(std::move(path)) {
    makeDirectory(path_);
    const std::string history = path_ + "/history.csv";
    if (epochsDone == 0 || !fs::exists(history)) return;
    std::stringstream stream(readFile(history));
    std::string line;
    if (std::getline(stream, line)) columns_ = cells(line);
    while (std::getline(stream, line) && static_cast<int64_t>(rows_.size()) < epochsDone) {
        auto row = cells(line);
        if (row.size() == columns_.size()) rows_.push_back(std::move(row));
    }
}

bool RunDirectory::hasCheckpoint() const { return fs::exists(checkpointPath()); }

void RunDirectory::writeProject(const Snapshot& snapshot) {
    Project project;
    project.name = fs::absolute(path_).lexically_normal().filename().string();
    project.network = snapshot.network;
    project.training = snapshot.training;
    project.dataSpec = snapshot.dataSpec;
    saveProject(project, path_ + "/project.tlm");
}

void RunDirectory::writeCheckpoint(const Snapshot& snapshot) { saveCheckpoint(snapshot, checkpointPath()); }

void RunDirectory::writeEpoch(const EpochRecord& record, double learningRate) {
    std::vector<std::string> columns{"epoch", "step", "seconds", "learning_rate"};
    std::vector<std::string> row{std::to_string(record.epoch + 1), std::to_string(record.step),
                                 numberText(record.seconds), numberText(learningRate)};
    for (const auto& [name, value] : record.values) {
        columns.push_back(name);
        row.push_back(numberText(static_cast<double>(value)));
    }
    // Another set of columns (validation came or went) starts a new table.
    if (columns != columns_) rows_.clear();
    columns_ = columns;

    // Neither a NaN nor what stands beside a loss that is none is ever the best.
    const bool accuracy = record.values.count("val_accuracy") != 0;
    const auto watched = [&](const std::vector<std::string>& cells) -> std::optional<double> {
        const auto cell = [&](const std::string& name) {
            const auto at = static_cast<size_t>(std::find(columns_.begin(), columns_.end(), name) - columns_.begin());
            return at < cells.size() ? number(cells[at]) : std::nullopt;
        };
        const auto loss = cell("val_loss");
        return loss && accuracy ? cell("val_accuracy") : loss;
    };
    const auto value = watched(row);
    bool best = value.has_value();
    for (const auto& earlier : rows_) {
        const auto other = watched(earlier);
        if (value && other && (accuracy ? *other >= *value : *other <= *value)) best = false;
    }
    rows_.push_back(row);

    std::string text;
    const auto addLine = [&](const std::vector<std::string>& parts) {
        for (size_t i = 0; i < parts.size(); ++i) text += (i > 0 ? "," : "") + parts[i];
        text += '\n';
    };
    addLine(columns_);
    for (const auto& each : rows_) addLine(each);
    writeFileAtomically(path_ + "/history.csv", text);
    if (best) keepAsBest();
}

std::string RunDirectory::place(const std::string& file) {
    const fs::path path = fs::path(path_) / file;
    makeDirectory(path.parent_path().string());
    return path.string();
}

void RunDirectory::writeCheckpointAs(const std::string& file, const Snapshot& snapshot) {
    saveCheckpoint(snapshot, place(file));
}

void RunDirectory::writeText(const std::string& file, const std::string& text) {
    writeFileAtomically(place(file), text);
}

std::string RunDirectory::readText(const std::string& file) {
    const fs::path path = fs::path(path_) / file;
    return fs::exists(path) ? readFile(path.string()) : std::string();
}

void RunDirectory::remove(const std::string& file) {
    std::error_code code;
    fs::remove(fs::path(path_) / file, code);
    if (code) throw Error(Message("\"{file}\" could not be removed: {sentence}.", file, code.message()));
}

void RunDirectory::keepAsBest() {
    const fs::path best = fs::path(path_) / "best.safetensors", part = fs::path(path_) / ".best.safetensors.part";
    std::error_code code;
    fs::remove(part, code);
    fs::create_hard_link(checkpointPath(), part, code);
    if (!code) {
        fs::rename(part, best, code);
        if (code) throw Error(Message("\"{best}\" cannot be written: {sentence}.", best.string(), code.message()));
        fs::remove(part, code);  // rename() leaves it where both are the same file already
        return;
    }
    // A file system without hard links.
    writeFileAtomically(best.string(), readFile(checkpointPath()));
}

OpenRunStore inDirectory(std::string path) {
    return [path = std::move(path)](int64_t epochsDone) { return std::make_unique<RunDirectory>(path, epochsDone); };
}

}  // namespace tl
