// See the header.
#include "engine/backend/device_watch.h"

#include <algorithm>
#include <fstream>
#include <sstream>

#include "engine/backend/device.h"
#include "engine/backend/gpus.h"
#include "engine/core/error.h"
#include "engine/profile/spans.h"
#ifdef TENSORLOOM_CUDA
#include "engine/backend/cuda/nvidia/nvml.h"
#endif

namespace tl {
namespace {

// Before the first numbers are told: the processor's use is that of the time between two looks.
constexpr auto kFirst = std::chrono::milliseconds(200);

#ifdef TENSORLOOM_CUDA
void record(const std::string& device, const DeviceReading& reading) {
    const auto write = [&](const char* what, const char* unit, double value) {
        std::string name = device;
        name += ' ';
        name += what;
        recordCounter(spanName({name, {}, unit, SpanCategory::Other}), value);
    };
    if (reading.use) write("use", "%", 100 * *reading.use);
    if (reading.memoryUsed) write("memory", "B", static_cast<double>(*reading.memoryUsed));
    if (reading.celsius) write("temperature", "°C", *reading.celsius);
    if (reading.watts) write("power", "W", *reading.watts);
}

class Cards {
public:
    Cards() {
        try {
            nvml_ = std::make_unique<cuda::Nvml>();
        } catch (const Error&) {  // then cards tell nothing, as on a machine that has none
        }
    }
    void read(std::vector<DeviceReading>& into) const {
        if (!nvml_) return;
        for (const DeviceInfo& device : listDevices()) {
            if (device.bus.empty()) continue;
            into.push_back(nvml_->read(device.bus));
            record(device.id, into.back());
        }
        for (const UnusableDevice& other : unusableDevices())
            if (other.isCard()) into.push_back(nvml_->read(other.bus));
    }

private:
    std::unique_ptr<cuda::Nvml> nvml_;
};
#else
struct Cards {
    void read(std::vector<DeviceReading>&) const {}
};
#endif

}  // namespace

std::shared_ptr<const DeviceWatch> DeviceWatch::shared() {
    static std::mutex guard;
    static std::weak_ptr<const DeviceWatch> known;
    const std::lock_guard lock(guard);
    std::shared_ptr<const DeviceWatch> watch = known.lock();
    if (!watch) known = watch = std::make_shared<const DeviceWatch>();
    return watch;
}

DeviceWatch::DeviceWatch(std::chrono::milliseconds every)
    : thread_([this, every](const std::stop_token& stop) { work(stop, every); }) {}

DeviceWatch::~DeviceWatch() = default;

std::vector<DeviceReading> DeviceWatch::latest() const {
    const std::lock_guard lock(mutex_);
    return latest_;
}

void DeviceWatch::work(const std::stop_token& stop, std::chrono::milliseconds every) {
    nameThread("devices");
    const auto rest = [&](std::chrono::milliseconds time) {
        std::unique_lock lock(mutex_);
        ended_.wait_for(lock, stop, time, [] { return false; });
    };
    ProcessorReader processor;
    processor.read();
    const Cards cards;
    rest(std::min(kFirst, every));
    while (!stop.stop_requested()) {
        std::vector<DeviceReading> now{processor.read()};
        cards.read(now);
        {
            const std::lock_guard lock(mutex_);
            latest_ = std::move(now);
        }
        rest(every);
    }
}

DeviceReading ProcessorReader::read() {
    DeviceReading reading;
    std::ifstream stat(root_ / "proc/stat");
    std::string line, word;
    std::getline(stat, line);
    std::istringstream numbers(line);  // cpu user nice system idle iowait irq softirq steal guest guest_nice
    numbers >> word;
    uint64_t all = 0, busy = 0, number = 0;
    constexpr int kIdle = 3, kWaits = 4, kGuest = 8;  // guests are counted among the users already
    for (int i = 0; i < kGuest && numbers >> number; ++i) {
        all += number;
        if (i != kIdle && i != kWaits) busy += number;
    }
    if (all_ > 0 && all > all_ && busy >= busy_)
        reading.use = static_cast<double>(busy - busy_) / static_cast<double>(all - all_);
    all_ = all;
    busy_ = busy;

    std::ifstream memory(root_ / "proc/meminfo");
    uint64_t total = 0, available = 0;
    while (std::getline(memory, line)) {
        std::istringstream row(line);
        row >> word >> number;  // KiB
        if (word == "MemTotal:") total = number << 10;
        if (word == "MemAvailable:") available = number << 10;
    }
    if (total > 0 && available <= total) {
        reading.memoryBytes = total;
        reading.memoryUsed = total - available;
    }
    return reading;
}

}  // namespace tl
