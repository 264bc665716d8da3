// Copies through pinned memory, and recordings.
#include "engine/backend/cuda/device.h"

#include <cstring>

namespace tl::cuda {

CudaDevice::CudaDevice(std::string id, Driver& driver, Libraries& libraries)
    : driver_(driver), lane_{&driver, driver.createStream(), &libraries} {
    info_.id = std::move(id);
    info_.name = driver.name();
    info_.bfloat16 = true;
    info_.threads = 1;  // of the host, for a plan
    info_.memoryBytes = driver.memoryBytes();
    addKernels(kernels_, lane_);
}

CudaDevice::~CudaDevice() {
    for (const auto& [address, staging] : staging_) driver_.freeHost(staging.host);
}

void CudaDevice::wait() {
    driver_.synchronise(lane_.stream);
    for (auto& [address, staging] : staging_) staging.inUse = false;
}

void CudaDevice::free(void* address) {
    wait();
    if (const auto found = staging_.find(address); found != staging_.end()) {
        driver_.freeHost(found->second.host);
        staging_.erase(found);
    }
    driver_.free(address);
}

CudaDevice::Staging& CudaDevice::stagingOf(const void* address, size_t bytes) {
    Staging& staging = staging_[address];
    if (staging.inUse) wait();
    if (staging.bytes >= bytes) return staging;
    if (staging.host) driver_.freeHost(staging.host);
    staging.host = driver_.allocateHost(bytes);
    staging.bytes = bytes;
    return staging;
}

void CudaDevice::write(void* to, const void* from, size_t bytes) {
    if (bytes == 0) return;
    Staging& staging = stagingOf(to, bytes);
    driver_.touchedByHost(staging.host, bytes, true);
    std::memcpy(staging.host, from, bytes);
    driver_.copy(to, staging.host, bytes, lane_.stream);
    staging.inUse = true;
}

void CudaDevice::read(void* to, const void* from, size_t bytes) {
    if (bytes == 0) return;
    const Staging& staging = stagingOf(from, bytes);
    driver_.copy(staging.host, from, bytes, lane_.stream);
    wait();
    driver_.touchedByHost(staging.host, bytes, false);
    std::memcpy(to, staging.host, bytes);
}

int CudaDevice::record(const std::function<void()>& work) {
    driver_.beginCapture(lane_.stream);
    work();
    return static_cast<int>(driver_.endCapture(lane_.stream));
}

}  // namespace tl::cuda
