// The devices of this machine as the window knows them: at first the processor alone, then what a job has found, since
// the look for GPUs loads NVIDIA's libraries. GUI thread only.
#pragma once

#include <QObject>
#include <string>
#include <vector>

#include "engine/backend/device.h"
#include "engine/backend/gpus.h"

namespace tl {

class JobTracker;

class DeviceList : public QObject {
    Q_OBJECT
public:
    explicit DeviceList(JobTracker& jobs);
    const std::vector<DeviceInfo>& devices() const { return devices_; }  // the processor first
    const std::vector<UnusableDevice>& unusable() const { return unusable_; }
    bool searching() const { return searching_; }
    const DeviceInfo* find(const std::string& id) const;  // of several the first; null: not here, or not found yet
    int threads(const std::string& id) const;             // the processor's where there is no such device
    static bool isGpu(const DeviceInfo& device) { return device.id != "cpu"; }

signals:
    void changed();

private:
    std::vector<DeviceInfo> devices_;
    std::vector<UnusableDevice> unusable_;
    bool searching_ = true;
};

}  // namespace tl
