// `tensorloom devices`: where networks can be trained on this machine, and why not on its other devices.
#include "engine/io/json.h"
#include <iostream>
#include <memory>

#include "app/cli/arguments.h"
#include "app/cli/commands.h"
#include "app/cli/support.h"
#include "app/cli/words.h"
#include "engine/backend/device.h"
#include "engine/backend/gpus.h"
#include "engine/backend/memory.h"

namespace tl::cli {
namespace {

int runDevices(bool json) {
    const std::vector<DeviceInfo> devices = listDevices();
    const std::vector<UnusableDevice> others = unusableDevices();
    if (json) {
        for (const DeviceInfo& device : devices)
            printJson({{"device", device.id},
                       {"name", device.name},
                       {"memory", device.memoryBytes},
                       {"driver", device.driver},
                       {"bus", device.bus},
                       {"software", device.software},
                       {"properties",
                        device.properties.empty() ? nlohmann::json() : nlohmann::json::parse(device.properties)}});
        for (const UnusableDevice& other : others)
            printJson({{"name", other.name},
                       {"memory", other.memoryBytes},
                       {"driver", other.driver},
                       {"bus", other.bus},
                       {"reason", other.reason.english()}});
        return kDone;
    }
    std::vector<std::vector<std::string>> rows{{say(Message("Device")), say(Message("Name")), say(Message("Memory")),
                                                say(Message("Driver")), say(Message("Software"))}};
    for (const DeviceInfo& device : devices)
        rows.push_back({device.id, device.name, memoryText(device.memoryBytes), device.driver, device.software});
    std::cout << table(rows);
    for (const UnusableDevice& other : others)
        std::cout << "\n" << say(Message("{name} cannot be used: {reason}", other.name, other.reason)) << "\n";
    return kDone;
}

}  // namespace

void addDevices(CLI::App& app, Action& action) {
    const auto json = std::make_shared<bool>(false);
    const Command command(app, "devices", "List where networks can be trained here, and why not on other devices");
    command.flag("--json", *json, "One object a device");
    command.runs(action, [json] { return runDevices(*json); });
}

}  // namespace tl::cli
