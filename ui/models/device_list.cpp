// See the header.
#include "ui/models/device_list.h"

#include <algorithm>

#include "engine/backend/device_list.h"
#include "engine/core/error.h"
#include "ui/jobs/job_tracker.h"

namespace tl {

DeviceList::DeviceList(JobTracker& jobs) : devices_{findDevice("cpu")} {
    struct Found {
        std::vector<DeviceInfo> devices;
        std::vector<UnusableDevice> unusable;
    };
    jobs.run(
        this, QStringLiteral("find devices"),
        [](std::stop_token) {
            return Found{listDevices(), unusableDevices()};
        },
        [this](Found found) {
            devices_ = std::move(found.devices);
            unusable_ = std::move(found.unusable);
            searching_ = false;
            emit changed();
        },
        [this](const Message&) {  // the CPU is there
            searching_ = false;
            emit changed();
        });
}

const DeviceInfo* DeviceList::find(const std::string& id) const {
    const auto one = [&](const std::string& each) {
        const auto found = std::ranges::find(devices_, each, &DeviceInfo::id);
        return found == devices_.end() ? nullptr : &*found;
    };
    if (searching_) return one(id);  // what follows would wait for the search
    try {
        const std::vector<std::string> ids = deviceList(id);
        return std::ranges::all_of(ids, one) ? one(ids.front()) : nullptr;
    } catch (const Error&) {
        return nullptr;
    }
}

int DeviceList::threads(const std::string& id) const {
    const DeviceInfo* device = find(id);
    return device ? device->threads : devices_.front().threads;
}

}  // namespace tl
