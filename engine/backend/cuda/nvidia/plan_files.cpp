// A file is a line of what it is, the key's length and a sum of the rest, then key and plan: two keys of one hash, and
// a file that was cut short, are seen.
#include "engine/backend/cuda/nvidia/plan_files.h"

#include <unistd.h>

#include <cinttypes>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <sstream>

#include "engine/core/cache_folder.h"
#include "engine/core/rng.h"

namespace tl::cuda {
namespace {

namespace fs = std::filesystem;

constexpr const char* kFormat = "tensorloom-plan-1";

std::string defaultFolder() {
    const std::string folder = cacheFolder();
    return folder.empty() ? folder : folder + "/plans";
}

std::string headOf(const std::string& key, const std::string& rest) {
    std::ostringstream head;
    head << kFormat << ' ' << key.size() << ' ' << streamId(rest) << '\n';
    return head.str();
}

}  // namespace

PlanFiles::PlanFiles(std::string folder) : folder_(folder.empty() ? defaultFolder() : std::move(folder)) {}

std::string PlanFiles::pathOf(const std::string& key) const {
    char name[24];
    std::snprintf(name, sizeof(name), "%016" PRIx64 ".plan", streamId(key));
    return folder_ + "/" + name;
}

std::vector<uint8_t> PlanFiles::read(const std::string& key) const {
    if (folder_.empty()) return {};
    std::ifstream file(pathOf(key), std::ios::binary);
    std::string head;
    if (!std::getline(file, head)) return {};
    const std::string rest{std::istreambuf_iterator<char>(file), {}};
    if (head + '\n' != headOf(key, rest) || rest.compare(0, key.size(), key) != 0) return {};
    return {rest.begin() + static_cast<std::ptrdiff_t>(key.size()), rest.end()};
}

void PlanFiles::write(const std::string& key, const std::vector<uint8_t>& plan) const {
    if (folder_.empty()) return;
    std::error_code failed;
    fs::create_directories(folder_, failed);
    const std::string path = pathOf(key), beside = path + "." + std::to_string(::getpid());
    const std::string rest = key + std::string(plan.begin(), plan.end());
    {
        std::ofstream file(beside, std::ios::binary);
        file << headOf(key, rest) << rest;
        if (!file.flush()) failed = std::make_error_code(std::errc::io_error);
    }
    if (!failed) fs::rename(beside, path, failed);
    if (failed) fs::remove(beside, failed);
}

}  // namespace tl::cuda
