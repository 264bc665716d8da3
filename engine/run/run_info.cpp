// run.json, read with care: it may come from a later program or have been edited by hand.
#include "engine/run/run_info.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <random>

#include "engine/core/error.h"
#include "engine/io/checkpoint.h"
#include "engine/io/files.h"
#include "engine/io/json_number.h"
#include "engine/io/json_text.h"

namespace tl {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;
constexpr const char* kFormat = "tensorloom-run";
constexpr const char* kInfoFile = "/run.json";

// What the folder's own neighbourhood is: the folder of runs, and the one above.
fs::path home(const std::string& folder) { return fs::path(absolutePath(folder)).parent_path().parent_path(); }

bool isPath(const std::string& project) {
    return !project.empty() && !project.starts_with("unsaved:") && !project.starts_with("sample:");
}

}  // namespace

std::string freshRunId() {
    static const char digits[] = "0123456789abcdef";
    std::random_device random;
    std::string id;
    for (int i = 0; i < 32; ++i) {
        if (i == 8 || i == 12 || i == 16 || i == 20) id += '-';
        const unsigned draw = random() & 15u;
        id += i == 12 ? '4' : digits[i == 16 ? 8 + (draw & 3) : draw];
    }
    return id;
}

int colorOf(const RunInfo& info) {
    if (info.color >= 0 || info.id.empty()) return info.color;
    uint32_t hash = 2166136261u;  // FNV-1a
    for (const unsigned char c : info.id) hash = (hash ^ c) * 16777619u;
    return static_cast<int>(hash % kRunColors);
}

int freeColor(const std::vector<int>& taken, const std::vector<int>& inSight) {
    std::array<std::array<int, 3>, kRunColors> uses{};  // of its hue and itself in sight, of all
    for (const int color : inSight) {
        if (color < 0) continue;
        for (size_t hue = static_cast<size_t>(color % kRunHues); hue < uses.size(); hue += kRunHues) ++uses[hue][0];
        ++uses[static_cast<size_t>(color % kRunColors)][1];
    }
    for (const int color : taken)
        if (color >= 0) ++uses[static_cast<size_t>(color % kRunColors)][2];
    return static_cast<int>(std::min_element(uses.begin(), uses.end()) - uses.begin());
}

std::string toJson(const RunInfo& info) {
    json value = json::parse(info.raw.empty() ? "{}" : info.raw, nullptr, false);
    if (!value.is_object()) value = json::object();
    value["format"] = kFormat;
    value["version"] = kRunVersion;
    value["id"] = info.id;
    if (info.number > 0) value["number"] = info.number;
    value["name"] = info.name;
    value["note"] = info.note;
    value["tags"] = info.tags;
    if (!info.againOf.empty()) value["again_of"] = info.againOf;
    value["created"] = info.created;
    value["program"] = info.program;
    value["project"] = info.project;
    value["data"]["spec"] = info.dataSpec;
    value["data"]["validation"] = info.validation;
    value["data"]["images"] = info.images;
    value["data"]["since_epoch"] = info.dataSince;
    value["data"]["classes"] = info.classNames;
    value["epochs"] = info.epochs;
    if (info.color >= 0) value["color"] = info.color;
    for (const auto& [key, hash] : info.hashes) value["hashes"][key] = hash;
    for (const auto& [key, version] : info.versions) value["versions"][key] = version;
    if (!info.parent.checkpoint.empty()) {
        json& parent = value["parent"];
        parent["id"] = info.parent.id;
        parent["name"] = info.parent.name;
        parent["checkpoint"] = info.parent.checkpoint;
        parent["step"] = info.parent.step;
        parent["weights_only"] = info.parent.weightsOnly;
    }
    return toText(value);
}

RunInfo runInfoFromJson(const std::string& text, const std::string& name) {
    const json value = parseJson(text, name);
    if (!value.is_object() || value.value("format", "") != kFormat)
        throw Error(Message("\"{file}\" does not describe a run of Tensorloom.", name));
    RunInfo info;
    try {
        if (const int version = wholeFrom<int>(value, "version", 1); version > kRunVersion)
            throw Error(
                Message("\"{file}\" was written by a newer Tensorloom (run version {version}; this program reads "
                        "{known}). Update Tensorloom to read it.",
                        name, version, kRunVersion));
        for (const char* part : {"data", "hashes", "versions", "parent"})  // which are written into
            if (const auto found = value.find(part); found != value.end() && !found->is_object() && !found->is_null())
                throw json::type_error::create(302, part, &value);
        info.id = value.value("id", "");
        info.number = std::max(wholeFrom<int>(value, "number", 0), 0);
        info.name = value.value("name", "");
        info.note = value.value("note", "");
        info.tags = value.value("tags", std::vector<std::string>{});
        info.againOf = value.value("again_of", "");
        info.created = value.value("created", 0.0);
        info.program = value.value("program", "");
        info.project = value.value("project", "");
        const json data = value.value("data", json::object());
        info.dataSpec = data.value("spec", "");
        info.validation = data.value("validation", "");
        info.images = wholeFrom<int64_t>(data, "images", 0);
        info.dataSince = wholeFrom<int64_t>(data, "since_epoch", 0);
        info.classNames = data.value("classes", std::vector<std::string>{});
        info.epochs = wholeFrom<int>(value, "epochs", 0);
        info.color = std::clamp(wholeFrom<int>(value, "color", -1), -1, kRunColors - 1);
        const json hashes = value.value("hashes", json::object()), versions = value.value("versions", json::object());
        for (const auto& [key, hash] : hashes.items())
            if (hash.is_string()) info.hashes[key] = hash;
        for (const auto& [key, version] : versions.items())
            if (version.is_string()) info.versions[key] = version;
        if (const json parent = value.value("parent", json::object()); !parent.empty()) {
            info.parent.id = parent.value("id", "");
            info.parent.name = parent.value("name", "");
            info.parent.checkpoint = parent.value("checkpoint", "");
            info.parent.step = wholeFrom<int64_t>(parent, "step", 0);
            info.parent.weightsOnly = parent.value("weights_only", false);
        }
    } catch (const json::exception&) {
        throw Error(Message("\"{file}\" is damaged: a field of it is not of the kind it should be.", name));
    }
    info.raw = text;
    return info;
}

RunInfo readRunInfo(const std::string& folder) {
    RunInfo info = runInfoFromJson(readFile(folder + kInfoFile), folder + kInfoFile);
    if (isPath(info.project) && fs::path(info.project).is_relative())
        info.project = (home(folder) / info.project).lexically_normal().string();
    return info;
}

std::string validationOf(const std::string& folder) {
    std::error_code none;
    return fs::is_regular_file(folder + kInfoFile, none) ? readRunInfo(folder).validation : std::string();
}

void writeRunInfo(const RunInfo& info, const std::string& folder) {
    RunInfo kept = info;
    if (isPath(info.project) && fs::path(info.project).is_absolute() &&
        fs::path(info.project).parent_path() == home(folder))
        kept.project = fs::path(info.project).filename().string();
    writeFileAtomically(folder + kInfoFile, toJson(kept));
}

}  // namespace tl
