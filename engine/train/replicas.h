// Several devices that train one network together, as Keras's MirroredStrategy does: what a step's plans on them share.
// The first device's state is the run's own, which the host reads and writes; each other device has a copy, which its
// own updates keep the same to the bit, and which follows where the host has changed the first.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "engine/graph/plan.h"

namespace tl {

class Replicas {
public:
    // Two or more ids. Throws Error where one is not here or cannot train together with others.
    explicit Replicas(std::vector<std::string> devices);
    ~Replicas();
    Replicas(const Replicas&) = delete;
    Replicas& operator=(const Replicas&) = delete;

    int count() const { return static_cast<int>(devices_.size()); }
    const std::string& device(int rank) const { return devices_[static_cast<size_t>(rank)]; }

    // The state of a device but the first, with a tensor for each of `first`.
    ModelState& copyOf(const ModelState& first, int rank);
    // Brings to the copies what the host has changed.
    void follow(const ModelState& first);
    const ModelState& state(int rank) const { return copies_[static_cast<size_t>(rank) - 1].state; }

    // work(rank) for each, on threads of their own where devices want that; returns when all have. Throws what the
    // first to fail has thrown; the sums in which the others wait for it are given up.
    void each(const std::function<void(int rank)>& work);

private:
    class Worker;
    // What a copy was made of.
    struct Seen {
        const void* mirror = nullptr;
        uint64_t writes = 0;
        friend bool operator==(const Seen&, const Seen&) = default;
    };
    struct Copy {
        ModelState state;
        std::map<std::string, Seen> seen;
    };
    std::vector<std::string> devices_;
    std::string list_;                              // of them, with commas between
    std::vector<Copy> copies_;                      // of all but the first
    std::vector<std::unique_ptr<Worker>> workers_;  // likewise; none where all share a thread
};

}  // namespace tl
