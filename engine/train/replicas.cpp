// Copies of the state, and a thread for each device: what a step asks of one may wait for the others.
#include "engine/train/replicas.h"

#include <atomic>
#include <cstring>
#include <exception>
#include <semaphore>
#include <thread>
#include <utility>

#include "engine/backend/device.h"
#include "engine/backend/device_copy.h"
#include "engine/backend/device_list.h"
#include "engine/profile/spans.h"

namespace tl {

class Replicas::Worker {
public:
    explicit Worker(const std::string& device)
        : thread_([this, device] {
              nameThread(device);
              for (;;) {
                  asked_.acquire();
                  if (!work_) return;
                  work_();
                  done_.release();
              }
          }) {}
    ~Worker() {
        work_ = nullptr;
        asked_.release();
    }
    Worker(const Worker&) = delete;
    Worker& operator=(const Worker&) = delete;

    void begin(std::function<void()> work) {  // which throws nothing
        work_ = std::move(work);
        asked_.release();
    }
    void finish() { done_.acquire(); }

private:
    std::function<void()> work_;
    std::binary_semaphore asked_{0}, done_{0};
    std::jthread thread_;  // last: joined before anything above goes
};

Replicas::Replicas(std::vector<std::string> devices) : devices_(std::move(devices)), copies_(devices_.size() - 1) {
    bool threads = true;
    for (const std::string& id : devices_) list_ += (list_.empty() ? "" : ",") + id;
    requireDevices(list_);
    for (const std::string& id : devices_) threads &= deviceOf(id).ownThread();
    for (size_t i = 1; threads && i < devices_.size(); ++i) workers_.push_back(std::make_unique<Worker>(devices_[i]));
}

Replicas::~Replicas() = default;

ModelState& Replicas::copyOf(const ModelState& first, int rank) {
    ModelState& state = copies_[static_cast<size_t>(rank) - 1].state;
    for (const auto& [name, tensor] : first)
        if (const auto found = state.find(name); found == state.end() || found->second.shape() != tensor.shape())
            state[name] = Tensor(tensor.shape(), tensor.dtype());
    return state;
}

void Replicas::follow(const ModelState& first) {
    for (Copy& copy : copies_)
        for (auto& [name, tensor] : copy.state) {
            const auto found = first.find(name);
            if (found == first.end()) continue;
            const auto* mirror = dynamic_cast<const DeviceCopy*>(found->second.mirror().get());
            const Seen now{mirror, mirror ? mirror->hostWrites() : 1};
            if (std::exchange(copy.seen[name], now) != now)
                std::memcpy(tensor.data(), found->second.data(), tensor.bytes());
        }
}

void Replicas::each(const std::function<void(int)>& work) {
    if (workers_.empty()) {
        for (int rank = 0; rank < count(); ++rank) work(rank);
        return;
    }
    std::atomic<bool> failed = false;
    std::exception_ptr first;
    const auto part = [&](int rank) {
        try {
            work(rank);
        } catch (...) {
            if (failed.exchange(true)) return;  // for want of the first
            first = std::current_exception();
            deviceOf(devices_.front()).abandonTogether(list_);  // the others wait for it, hosts and devices
        }
    };
    for (size_t i = 0; i < workers_.size(); ++i)
        workers_[i]->begin([&part, rank = static_cast<int>(i) + 1] { part(rank); });
    part(0);
    for (const auto& worker : workers_) worker->finish();
    if (first) std::rethrow_exception(first);
}

}  // namespace tl
