// What ran on the cards and when, by CUPTI (libcupti, which comes with the toolkit): kernels, those of recordings among
// them, and copies, as spans of the timeline, on its clock, in a row a card. Loaded when somebody records; its
// functions are declared by hand, by the names and types of CUDA 13's headers.
// NEVER RUN ON A GPU so far: what is tested is what it makes of a library that stands in (tests/engine/backend/cuda).
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <thread>
#include <vector>

namespace tl::cuda {

// One kernel or copy, in nanoseconds of CUPTI's clock.
struct CardSpan {
    uint64_t begin = 0, end = 0;
    int card = 0;  // its number
    std::string name;
    uint64_t bytes = 0;  // of a copy
};

// Records from now on, until it is gone. The program has one at a time; any thread.
class Cupti {
public:
    // The one there is, or a new one. Throws Error where the library is not there or does not work.
    static std::shared_ptr<Cupti> shared(const std::string& library = "libcupti.so.13");
    ~Cupti();
    uint64_t now() const;  // its clock
    // What is over by now and was not taken before, of one card.
    std::vector<CardSpan> take(int card);
    uint64_t lost() const;  // buffers that CUPTI could not have

private:
    explicit Cupti(const std::string& library);
    struct Impl;
    std::unique_ptr<Impl> impl_;
};

// Writes a card's spans from a thread of its own, named like the device ("cuda:0"), ten times a second.
class CardSpans {
public:
    // Throws Error as Cupti::shared().
    CardSpans(const std::string& device, int card, const std::string& library = "libcupti.so.13");

private:
    void write(const std::shared_ptr<Cupti>& cupti, int card);
    std::jthread thread_;
};

}  // namespace tl::cuda
