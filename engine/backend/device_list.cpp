// Reading the list, and saying what of it is not here.
#include "engine/backend/device_list.h"

#include <algorithm>
#include <sstream>

#include "engine/backend/device.h"
#include "engine/backend/gpus.h"
#include "engine/core/error.h"

namespace tl {
namespace {

constexpr const char* kAll = "cuda:all";

bool isGpu(const std::string& id) { return id.rfind("cuda:", 0) == 0; }

}  // namespace

std::vector<std::string> deviceList(const std::string& text) {
    std::vector<std::string> ids;
    if (text == kAll) {
        for (const DeviceInfo& device : listDevices())
            if (isGpu(device.id)) ids.push_back(device.id);
        if (!ids.empty()) return ids;
        throw Error(Message("device \"{name}\"", text), "a GPU that can be used", "none on this machine", whyNoGpu());
    }
    std::stringstream rest(text);
    for (std::string id; std::getline(rest, id, ',');) ids.push_back(id);
    for (size_t i = 0; i < ids.size(); ++i)
        if (ids[i].empty() || std::ranges::count(ids, ids[i]) > 1)
            throw Error(Message("device \"{name}\"", text), "ids with commas between, each once",
                        ids[i].empty() ? Message("an empty one") : Message("{id} twice", ids[i]));
    if (ids.empty() || text.back() == ',')
        throw Error(Message("device \"{name}\"", text), "ids with commas between, each once", "an empty one");
    return ids;
}

std::string firstDevice(const std::string& text) { return deviceList(text).front(); }

void requireDevices(const std::string& text) {
    const std::vector<std::string> ids = deviceList(text);
    for (const std::string& id : ids) {
        const Device& device = deviceOf(id);
        if (ids.size() > 1) device.requireTogether();
    }
}

}  // namespace tl
