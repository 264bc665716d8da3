// See the header. Speeds are per second, per operation and per byte, as the fit has them.
#include "engine/io/calibration_file.h"

#include <filesystem>

#include "engine/backend/device.h"
#include "engine/core/cache_folder.h"
#include "engine/core/error.h"
#include "engine/io/checkpoint.h"
#include "engine/io/files.h"
#include "engine/io/json_text.h"
#include "engine/io/sha256.h"
#include "engine/ops/op.h"

namespace tl {

// What tells this program's kernels from those of an earlier version: their ops.
static std::string kernelsKey() {
    Sha256 sum;
    for (const OpType& op : allOps()) sum.add(op.name.data(), op.name.size());
    return sum.hex();
}

std::string calibrationPath(const std::string& device, int threads) {
    const std::string folder = cacheFolder();
    if (folder.empty()) return {};
    const int used = threads > 0 ? threads : findDevice(device).threads;
    return folder + "/calibration-" + device + "-" + std::to_string(used) + ".json";
}

Calibration readCalibration(const std::string& path) {
    Calibration calibration;
    if (path.empty() || !std::filesystem::exists(path)) return calibration;
    const nlohmann::json file = parseJson(readFile(path), path);
    try {
        if (file.value("ops", "") != kernelsKey()) return calibration;
        calibration.device = file.at("device");
        calibration.threads = file.at("threads");
        calibration.betweenKernels = file.at("between_kernels");
        for (const auto& [key, speed] : file.at("kernels").items())
            calibration.kernels[key] = {speed.at("start"), speed.at("per_operation"), speed.at("per_byte"),
                                        speed.at("per_far_byte"), speed.at("cache_bytes")};
        if (!calibration.kernels.contains("")) throw Error(path, "a speed for all kernels", "none");
    } catch (const nlohmann::json::exception& error) {
        throw Error(Message(
            "The calibration {path} is damaged ({reason}). Delete it, or measure again: tensorloom bench --calibrate",
            path, error.what()));
    }
    return calibration;
}

void writeCalibration(const std::string& path, const Calibration& calibration) {
    nlohmann::json kernels = nlohmann::json::object();
    for (const auto& [key, speed] : calibration.kernels)
        kernels[key] = {{"start", speed.start},
                        {"per_operation", speed.perOperation},
                        {"per_byte", speed.perByte},
                        {"per_far_byte", speed.perFarByte},
                        {"cache_bytes", speed.cacheBytes}};
    makeDirectory(std::filesystem::path(path).parent_path().string());
    writeFileAtomically(path, toText({{"device", calibration.device},
                                      {"threads", calibration.threads},
                                      {"ops", kernelsKey()},
                                      {"between_kernels", calibration.betweenKernels},
                                      {"kernels", kernels}}));
}

}  // namespace tl
