// See the header.
#include "ui/models/device_list.h"

#include <algorithm>

#include "ui/jobs/job_tracker.h"

namespace tl {

DeviceList::DeviceList(JobTracker& jobs) : devices_{findDevice("cpu")} {
    struct Found {
        std::vector<DeviceInfo> devices;
        std::vector<UnusableDevice> unusable;
    };
    jobs.run(
        QStringLiteral("find devices"),
        [](std::stop_token) {
            return Found{listDevices(), unusableDevices()};
        },
        [this](Found found) {
            devices_ = std::move(found.devices);
            unusable_ = std::move(found.unusable);
            searching_ = false;
            emit changed();
        });
}

const DeviceInfo* DeviceList::find(const std::string& id) const {
    const auto found = std::ranges::find(devices_, id, &DeviceInfo::id);
    return found == devices_.end() ? nullptr : &*found;
}

int DeviceList::threads(const std::string& id) const {
    const DeviceInfo* device = find(id);
    return device ? device->threads : devices_.front().threads;
}

}  // namespace tl
