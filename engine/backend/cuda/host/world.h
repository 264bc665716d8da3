// Checking drivers of devices that work together. Their queues go on in random orders; a sum over them happens when it
// is the first of its stream on each, as NCCL's kernels wait for one another. Where all wait for what cannot come, and
// where one asks for another sum than the others, an Error names what each stands at: NCCL would hang, or add what does
// not belong together.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "engine/backend/cuda/libraries.h"

namespace tl::cuda {

class CheckingDriver;

class CheckingWorld {
public:
    explicit CheckingWorld(uint64_t seed) : random_(seed) {}

    void add(CheckingDriver& driver) { drivers_.push_back(&driver); }
    void remove(CheckingDriver& driver) { std::erase(drivers_, &driver); }
    // One operation of any driver. Throws Error where none can go on.
    void runOne();
    // Of the devices by these ids.
    std::shared_ptr<Communicator> communicator(const std::string& devices, int rank);
    size_t joined() const { return rings_.size(); }  // sets of devices
    bool lost() const;                               // work of one of them went wrong
    size_t sums() const { return *sums_; }           // that were made, each over all devices

private:
    struct Ring;
    std::mt19937_64 random_;
    std::vector<CheckingDriver*> drivers_;
    bool stuck_ = false;
    std::map<std::string, std::shared_ptr<Ring>> rings_;
    std::shared_ptr<size_t> sums_ = std::make_shared<size_t>(0);
};

}  // namespace tl::cuda
