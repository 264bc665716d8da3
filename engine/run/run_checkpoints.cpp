// See the header. A safetensors file begins with the length of its JSON head, so that weights need not be read.
#include "engine/run/run_checkpoints.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <optional>

#include "engine/io/files.h"
#include "engine/io/json_number.h"
#include "engine/io/safetensors.h"
#include "engine/run/run_info.h"
#include "engine/run/run_list.h"

namespace tl {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

std::optional<RunCheckpoint> readHead(const fs::path& file, RunCheckpoint::Kind kind) {
    std::error_code none;
    if (!fs::is_regular_file(file, none)) return {};  // a pipe would keep us waiting for its writer
    std::ifstream in(file, std::ios::binary);
    unsigned char length[8];
    if (!in.read(reinterpret_cast<char*>(length), 8)) return {};
    uint64_t bytes = 0;
    for (int i = 7; i >= 0; --i) bytes = bytes << 8 | length[i];
    std::error_code unknown;
    if (bytes > kMaxSafetensorsHeader || bytes + 8 > fs::file_size(file, unknown) || unknown) return {};
    std::string text(bytes, ' ');
    if (!in.read(text.data(), static_cast<std::streamsize>(bytes))) return {};
    const json head = json::parse(text, nullptr, false);
    if (!head.is_object() || !head.contains("__metadata__")) return {};
    try {
        const json position = json::parse(head["__metadata__"].at("position").get<std::string>());
        return RunCheckpoint{kind, file.string(), wholeFrom<int64_t>(position.at("step")),
                             wholeFrom<int64_t>(position.at("epoch")),
                             numberFrom(position.value("learning_rate_scale", json(1.0)))};
    } catch (const json::exception&) {
        return {};
    }
}

}  // namespace

std::vector<RunCheckpoint> checkpointsIn(const std::string& folder) {
    std::vector<RunCheckpoint> all;
    const auto add = [&](const fs::path& file, RunCheckpoint::Kind kind) {
        if (auto one = readHead(file, kind)) all.push_back(std::move(*one));
    };
    add(fs::path(folder) / "checkpoint.safetensors", RunCheckpoint::Newest);
    add(fs::path(folder) / "best.safetensors", RunCheckpoint::Best);
    const size_t own = all.size();
    std::error_code gone;
    for (fs::recursive_directory_iterator it(folder, fs::directory_options::skip_permission_denied, gone), end;
         !gone && it != end; it.increment(gone)) {
        std::error_code ignored;
        if (it->is_directory(ignored)) {
            if (isRunFolder(it->path().string())) it.disable_recursion_pending();  // another run's
            continue;
        }
        const std::string name = it->path().filename().string();
        if (!name.ends_with(".safetensors") || name.starts_with(".")) continue;
        if (it.depth() == 0 && (name == "checkpoint.safetensors" || name == "best.safetensors")) continue;
        add(it->path(), RunCheckpoint::Named);
    }
    std::sort(all.begin() + static_cast<std::ptrdiff_t>(own), all.end(),
              [](const RunCheckpoint& a, const RunCheckpoint& b) { return a.step < b.step; });
    return all;
}

std::string modelOf(const std::string& path) {
    const fs::path best = fs::path(path) / "best.safetensors";
    std::error_code none;
    if (!fs::is_regular_file(best, none)) return path;
    return isRunFolder(path) && validationOf(path) == "test" ? path : best.string();
}

std::string runFolderOf(const std::string& path) {
    std::error_code none;
    if (fs::is_directory(path, none)) return path;
    const fs::path own = fs::path(absolutePath(path)).parent_path();
    fs::path folder = own;
    for (int up = 0; up < 3; ++up, folder = folder.parent_path())
        if (isRunFolder(folder.string())) return folder.string();
    return own.string();
}

}  // namespace tl
