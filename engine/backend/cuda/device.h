// A device over a driver: its memory with the copies to and from it, its kernels, and four streams: one for its plans'
// work, one for what travels ahead of it to the device, one for what is read behind it, one for sums over several
// devices. Events order them; the host waits where it reads what is not there yet. Each call holds the driver's
// guard().
#pragma once

#include <array>
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
    void abandonTogether(const std::string& devices) const override { lane_.libraries->abandonCommunication(devices); }
    bool ownThread() const override { return driver_.ownThread(); }

private:
    // Pinned memory that copies pass through in turn, a piece at a time.
    struct Bounce {
        std::byte* host = nullptr;
        Event done{};
        uint64_t used = 0;  // by the copy of that number, which may not be over; 0 = free
    };
    // One of those that what is fed to an address passes through in turn, so that the next step's is on its way while
    // this step's is in use.
    struct Parcel {
        void *host = nullptr, *device = nullptr;
        Event arrived{}, taken{};
        uint64_t used = 0;  // as above
    };
    struct Feed {
        size_t bytes = 0;
        std::array<Parcel, 2> parcels;
        size_t next = 0;
    };
    // Numbers on their way to the host: the last copy of them, and the one before it.
    struct Fetch {
        struct Copy {
            std::byte* host = nullptr;
            Event made{};
            uint64_t number = 0;  // of all copies to the host
            uint64_t copies = 0;  // to the device, that were asked for before it
        };
        std::vector<Piece> pieces;
        size_t bytes = 0;
        std::array<Copy, 2> copies;
        size_t last = 0;
    };

    void* allocate(size_t bytes) override;
    void free(void* address) override;
    size_t available() const override;
    void require(const Message& what, size_t bytes, size_t there) const override;
    void write(void* to, const void* from, size_t bytes) override;
    void read(void* to, const void* from, size_t bytes) override;
    void feed(void* to, const void* from, size_t bytes) override;
    int record(const std::function<void()>& work) override;
    void replay(int recording) override;
    void dropRecording(int recording) noexcept override;
    void behind(const uint32_t* word, const std::function<void()>& work) override;
    int makeFetch(std::vector<Piece> pieces) override;
    uint64_t fetch(int number) override;
    const std::byte* fetched(int number, uint64_t copy) override;
    void mayOverwrite(int number) override;
    void dropFetch(int number) override;

    Bounce& nextBounce();
    void pass(Bounce& bounce, void* to, const void* from, size_t bytes);
    Feed& feedOf(void* address, size_t bytes);
    void drop(const Feed& feed);
    void drop(const Fetch& fetch);
    void wait();
    void waitQuietly(Stream stream);
    void wait(const Bounce& bounce);
    bool isOver(uint64_t copy) const { return copy <= copiesOver_; }

    Driver& driver_;
    Lane lane_;
    DeviceInfo info_;
    KernelTable kernels_;
    Stream ahead_, behind_;  // of feeds, of fetches
    Event asked_;            // all of the plans' work that a fetch follows
    std::array<Bounce, 2> bounces_;
    size_t bounce_ = 0;
    std::map<const void*, size_t> blocks_;    // allocate()'s, with their bytes
    std::map<const void*, Feed> feeds_;       // by where they go to, in one of those
    uint64_t copies_ = 0, copiesOver_ = 0;    // to the device: asked for, and known to be over
    uint64_t fetches_ = 0, fetchesOver_ = 0;  // copies to the host, likewise
    std::map<int, Fetch> fetchesBy_;
    int fetchNumber_ = 0;
};

}  // namespace tl::cuda
