// See the header. Whoever adds holds a lock beside the file from reading to renaming, so that no choice is lost.
#include "engine/io/kernel_choices.h"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <chrono>
#include <filesystem>
#include <thread>

#include "engine/backend/cpu/kernels_version.h"
#include "engine/backend/cpu/onednn_version.h"
#include "engine/backend/device.h"
#include "engine/backend/device_list.h"
#include "engine/core/cache_folder.h"
#include "engine/core/error.h"
#include "engine/io/checkpoint.h"
#include "engine/io/files.h"
#include "engine/io/json_text.h"

namespace tl {
namespace {

using nlohmann::json;
namespace fs = std::filesystem;

constexpr const char* kChoicesFormat = "tensorloom-kernels";

std::string defaultPath() {
    const std::string folder = cacheFolder();
    return folder.empty() ? folder : folder + "/kernels.json";
}

// Of what the choices are made among.
std::string versionsOf(const DeviceInfo& device) {
    if (device.id != "cpu") return device.software;
    return "oneDNN-" + oneDnnVersion() + "+kernels-" + cpu::kernelsVersion();
}

// Without it the last of two that write at once wins, which is no harm: nobody waits long for another program, which
// may stand still.
class WriteLock {
public:
    explicit WriteLock(const std::string& path)
        : descriptor_(::open((path + ".lock").c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666)) {
        for (int tries = 0; descriptor_ >= 0 && ::flock(descriptor_, LOCK_EX | LOCK_NB) != 0 && tries < kTries; ++tries)
            std::this_thread::sleep_for(std::chrono::milliseconds(20));
    }
    ~WriteLock() {
        if (descriptor_ >= 0) ::close(descriptor_);
    }
    WriteLock(const WriteLock&) = delete;
    WriteLock& operator=(const WriteLock&) = delete;

private:
    static constexpr int kTries = 50;
    int descriptor_;
};

class CacheFile : public KernelCache {
public:
    CacheFile(std::string path, const DeviceInfo& device)
        : path_(std::move(path)), machine_(device.name), versions_(versionsOf(device)) {}

    KernelChoices read() override {
        if (!fs::exists(path_)) return {};
        try {
            const json machines = machinesIn(path_);
            const auto machine = machines.find(machine_);
            if (machine == machines.end() || machine->value("versions", "") != versions_) return {};
            return kernelChoicesFrom(machine->at("choices"));
        } catch (const json::exception& error) {
            throw damaged(error.what());
        } catch (const Error& error) {
            throw damaged(error.message());
        }
    }

    void add(const KernelChoices& choices) override {
        makeDirectory(fs::path(path_).parent_path().string());
        const WriteLock lock(path_);
        KernelChoices all;
        json machines = json::object();
        try {
            if (fs::exists(path_)) machines = machinesIn(path_);
            all = read();
        } catch (const std::exception&) {
            all.clear();  // what cannot be read was told
        }
        all.insert(choices.begin(), choices.end());
        machines[machine_] = {{"versions", versions_}, {"choices", toJson(all)}};
        writeFileAtomically(path_, toText({{"format", kChoicesFormat}, {"machines", machines}}));
    }

private:
    static json machinesIn(const std::string& path) {
        const json file = parseJson(readFile(path), path);
        if (!file.is_object() || file.value("format", "") != kChoicesFormat)
            throw Error(Message("\"{path}\" holds something else", path));
        json machines = file.at("machines");
        if (!machines.is_object()) throw Error(Message("\"{path}\" holds something else", path));
        return machines;
    }
    Error damaged(const Message& reason) const {
        return Error(Message("The choices of kernels in \"{path}\" cannot be read ({reason}): they are made anew.",
                             path_, reason));
    }

    std::string path_, machine_, versions_;
};

}  // namespace

json toJson(const KernelChoices& choices) {
    json object = json::object();
    for (const auto& [key, choice] : choices) {
        json times = json::array();
        for (const TimedKernel& each : choice.times) times.push_back(json::array({each.implementation, each.seconds}));
        object[key] = {{"implementation", choice.implementation}, {"preferred", choice.preferred}, {"times", times}};
    }
    return object;
}

KernelChoices kernelChoicesFrom(const json& value) {
    if (!value.is_object()) throw Error("choices of kernels", "an object", std::string(value.type_name()));
    KernelChoices choices;
    for (const auto& [key, one] : value.items()) {
        KernelChoice& choice = choices[key];
        choice.implementation = one.at("implementation").get<std::string>();
        choice.preferred = one.at("preferred").get<std::string>();
        for (const json& each : one.at("times"))
            choice.times.push_back({each.at(0).get<std::string>(), each.at(1).get<double>()});
    }
    return choices;
}

std::shared_ptr<KernelCache> kernelCacheFile(const std::string& path, const std::string& device) {
    const std::string file = path.empty() ? defaultPath() : path;
    return file.empty() ? nullptr : std::make_shared<CacheFile>(file, findDevice(firstDevice(device)));
}

}  // namespace tl
