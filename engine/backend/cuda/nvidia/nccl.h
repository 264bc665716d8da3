// NCCL's sums over several cards of this machine, loaded when somebody asks for them; its functions are declared by
// hand, as the driver's are. NEVER RUN ON A GPU so far: what is tested is what a library that stands in is asked, and
// that its numbers are the real header's (tests/engine/backend/cuda).
#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "engine/backend/cuda/libraries.h"

namespace tl::cuda {

inline constexpr const char* kNccl = "libnccl.so.2";

class NcclLibrary;

// Any thread. The sums of one card are asked for on a thread of its own: NCCL may make it wait for the others'.
class Nccl {
public:
    // Throws Error where the library is missing.
    explicit Nccl(const std::string& library = kNccl);
    ~Nccl();
    std::string version() const;  // "2.28.9"
    // The end of number `rank` of "cuda:0,cuda:1", which are joined the first time and stay so.
    std::shared_ptr<Communicator> communicator(const std::string& devices, int rank);

    // Device::abandonTogether(). Waits for nothing; ~Nccl waits for its end.
    void abandon(const std::string& devices);

private:
    struct Group;
    std::shared_ptr<const NcclLibrary> library_;
    std::mutex guard_;
    std::map<std::string, std::shared_ptr<Group>> groups_;
    std::vector<std::jthread> aborting_;
};

// This machine's, loaded once. Throws Error where it is missing.
Nccl& nccl();

}  // namespace tl::cuda
