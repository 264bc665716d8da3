// A device over a driver: its memory with the copies to and from it, a stream for its plans' work, one for what is read
// behind it, its kernels.
#pragma once

#include <map>
#include <vector>

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
    void requireTogether() const override { lane_.libraries->requireCommunication(); }
    bool ownThread() const override { return driver_.ownThread(); }

private:
    // Pinned memory that copies to or from one address pass through.
    struct Staging {
        void* host = nullptr;
        size_t bytes = 0;
        uint64_t used = 0;  // by the copy of that number, which may not be over; 0 = free
    };
    // Numbers on their way to the host.
    struct Fetch {
        std::vector<Piece> pieces;
        std::byte* host = nullptr;
        size_t bytes = 0;
        Event asked{}, copied{};
        uint64_t copies = 0;    // of the plans' stream, that were asked for before it
        bool underWay = false;  // the host has not waited for it
    };

    void* allocate(size_t bytes) override { return driver_.allocate(bytes); }
    void free(void* address) override;
    void write(void* to, const void* from, size_t bytes) override;
    void read(void* to, const void* from, size_t bytes) override;
    int record(const std::function<void()>& work) override;
    void replay(int recording) override;
    int makeFetch(std::vector<Piece> pieces) override;
    void fetch(int number) override;
    const std::byte* fetched(int number) override;
    void dropFetch(int number) override;
    Staging& stagingOf(const void* address, size_t bytes);
    void wait();
    void waitQuietly(Stream stream);
    void copiesAreOver(uint64_t upTo);

    Driver& driver_;
    Lane lane_;
    DeviceInfo info_;
    KernelTable kernels_;
    std::map<const void*, Staging> staging_;
    Stream behind_;        // of fetches
    uint64_t copies_ = 0;  // to the device, so far
    std::map<int, Fetch> fetches_;
    int fetchNumber_ = 0;
};

}  // namespace tl::cuda
