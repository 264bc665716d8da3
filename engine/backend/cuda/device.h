// A device over a driver: its memory with the copies to and from it, one stream for its plans' work, its kernels.
#pragma once

#include <map>

#include "engine/backend/cuda/kernels.h"
#include "engine/backend/device.h"

namespace tl::cuda {

class CudaDevice : public Device, private DeviceMemory {
public:
    // Both must outlive the device. `id` is what projects and the command line call it: "cuda:0".
    CudaDevice(std::string id, Driver& driver, Libraries& libraries);
    ~CudaDevice() override;

    const DeviceInfo& info() const override { return info_; }
    const KernelTable& kernels() const override { return kernels_; }
    DeviceMemory* memory() const override { return const_cast<CudaDevice*>(this); }

private:
    // Pinned memory that copies to or from one address pass through.
    struct Staging {
        void* host = nullptr;
        size_t bytes = 0;
        bool inUse = false;  // by a copy that may not be over
    };

    void* allocate(size_t bytes) override { return driver_.allocate(bytes); }
    void free(void* address) override;
    void write(void* to, const void* from, size_t bytes) override;
    void read(void* to, const void* from, size_t bytes) override;
    int record(const std::function<void()>& work) override;
    void replay(int recording) override { driver_.replay(Recording{recording}, lane_.stream); }
    Staging& stagingOf(const void* address, size_t bytes);
    void wait();

    Driver& driver_;
    Lane lane_;
    DeviceInfo info_;
    KernelTable kernels_;
    std::map<const void*, Staging> staging_;
};

}  // namespace tl::cuda
