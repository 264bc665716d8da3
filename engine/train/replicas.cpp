// Copies of the state, and a thread for each device: what a step asks of one may wait for the others.
#include "engine/train/replicas.h"

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
                  try {
                      work_();
                  } catch (...) {
                      error_ = std::current_exception();
                  }
                  done_.release();
              }
          }) {}
    ~Worker() {
        work_ = nullptr;
        asked_.release();
    }
    Worker(const Worker&) = delete;
    Worker& operator=(const Worker&) = delete;

    void begin(std::function<void()> work) {
        work_ = std::move(work);
        asked_.release();
    }
    std::exception_ptr finish() {
        done_.acquire();
        return std::exchange(error_, nullptr);
    }

private:
    std::function<void()> work_;
    std::exception_ptr error_;
    std::binary_semaphore asked_{0}, done_{0};
    std::jthread thread_;  // last: joined before anything above goes
};

Replicas::Replicas(std::vector<std::string> devices) : devices_(std::move(devices)), copies_(devices_.size() - 1) {
    bool threads = true;
    std::string list;
    for (const std::string& id : devices_) list += (list.empty() ? "" : ",") + id;
    requireDevices(list);
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
    for (size_t i = 0; i < workers_.size(); ++i)
        workers_[i]->begin([&work, rank = static_cast<int>(i) + 1] { work(rank); });
    std::exception_ptr error;
    try {
        work(0);
    } catch (...) {
        error = std::current_exception();
    }
    for (const auto& worker : workers_)
        if (const std::exception_ptr other = worker->finish(); other && !error) error = other;
    if (error) std::rethrow_exception(error);
}

}  // namespace tl
