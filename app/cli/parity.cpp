// See the header.
#include "app/cli/parity.h"

#include "engine/io/json.h"
#include <algorithm>
#include <utility>

#include "engine/backend/gpus.h"
#include "engine/core/error.h"
#include "engine/train/verify_training.h"
#include "engine/train/verify_updates.h"
#ifdef TENSORLOOM_CUDA
#include "engine/backend/cuda/host/device.h"
#endif

namespace tl::cli {

Subject subjectOf(const std::string& device) {
    if (device != "cuda") return {findDevice(device).id, nullptr, {}, {}};
    std::vector<std::string> gpus;
    for (const DeviceInfo& info : listDevices())
        if (info.id.starts_with("cuda:")) gpus.push_back(info.id);
    if (!gpus.empty()) {
        Subject subject{gpus[0], nullptr, {}, {}};
        std::string ids;
        for (size_t i = 0; i < gpus.size(); ++i) {
            ids += (i == 0 ? "" : ",") + gpus[i];
            if (i + 1 == 2 || i + 1 == 4) subject.together.push_back({ids});
        }
        return subject;
    }
#ifdef TENSORLOOM_CUDA
    Subject subject;
    subject.id = cuda::CheckingDevice::kId;
    subject.remade = [](uint64_t seed) {
        // That a kernel writes what it says it writes is the tests' to check: it takes a copy of all memory each time.
        return std::make_shared<cuda::CheckingDevice>(cuda::CheckingDriver::Options{.seed = seed, .checkMarks = false});
    };
    for (const int count : {2, 4}) {
        const auto made = [count](uint64_t seed) {  // each device has a seed of its own
            return std::make_shared<cuda::CheckingDevices>(
                count, cuda::CheckingDriver::Options{.seed = static_cast<uint64_t>(count) * seed, .checkMarks = false});
        };
        subject.together.push_back({made(1)->ids(), made});
    }
    subject.note =
        Message("No GPU takes part: the checking driver runs the GPU's kernels on the processor, in random legal "
                "orders, with plain loops in the place of cuBLASLt and cuDNN. A GPU's speed, its rounding and its "
                "memory model are not shown by this. Why no GPU: {reason}",
                whyNoGpu());
    return subject;
#else
    throw Error("device \"cuda\"", "a program that was built with it", "one without",
                "Build with -DTENSORLOOM_CUDA=ON, or choose the device cpu.");
#endif
}

std::vector<VerifyResult> checkParity(Subject& subject, const std::string& only, int orders,
                                      const std::function<void(const VerifyResult&)>& report) {
    std::vector<VerifyResult> results = verifyDevice(subject.id, only, report);
    const auto add = [&](std::vector<VerifyResult> more) { std::ranges::move(more, std::back_inserter(results)); };
    add(verifyUpdates(subject.id, only, report));
    if (subject.id == "cpu") return results;
    add(verifyOptimizers(subject.id, only, report));
    subject.device.reset();
    const int count = subject.remade ? orders : 1;
    add(verifyNetworks(subject.id, count, subject.remade, only, report));
    for (const Subject::Together& each : subject.together)
        add(verifyNetworks(each.ids, count, each.remade, only, report));
    subject.make();
    return results;
}

nlohmann::json rowOf(const VerifyResult& result) {
    return {{"kind", result.kind},    {"name", result.name},
            {"case", result.example}, {"what", result.what},
            {"error", result.error},  {"tolerance", result.tolerance},
            {"ok", result.ok()},      {"message", result.message.english()}};
}

nlohmann::json headOf(const Subject& subject) {
    const DeviceInfo info = findDevice(subject.id);
    return {{"program", "tensorloom " TENSORLOOM_VERSION},
            {"device", info.id},
            {"device_name", info.name},
            {"memory", info.memoryBytes},
            {"driver", info.driver},
            {"software", info.software},
            {"properties", info.properties.empty() ? nlohmann::json() : nlohmann::json::parse(info.properties)},
            {"processor", findDevice("cpu").name},
            {"gpu", subject.isGpu()},
            {"note", subject.note.english()}};
}

}  // namespace tl::cli
