// Two runs of the same work, bit by bit: the numbers that every step told, the weights' hashes where both kept them
// (weight_trace.h), and the checkpoints of the same step. Says "same bits", or the first step and tensor that differ.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "engine/core/message.h"

namespace tl {

struct RunComparison {
    struct Difference {
        int64_t step = 0;
        std::string what;          // "loss", "dense_1/kernel"
        double a = 0, b = 0;       // of a number
        size_t count = 0, of = 0;  // tensors that differ there, and all
    };
    std::vector<Message> otherwise;  // what of their work is not the same: then bits may well differ
    int64_t steps = 0;               // compared, of which both told
    int64_t hashed = 0;              // of them with hashes of the weights in both
    int64_t checkpoint = -1;         // the last step whose checkpoints were compared; -1: none
    int64_t stepsA = 0, stepsB = 0;  // that each told
    int64_t agreed = 0;  // the weights are the same after it, before any difference; 0: no such step is known
    std::optional<Difference> number, tensor;  // the first of each
    // Numbers and tensors of a step of both that only one has, each once. Such a tensor is a difference; a number is
    // none: one was watched and the other not.
    std::vector<std::string> onlyA, onlyB;
    std::vector<Message> closer;  // what doing some steps again told (run_narrow.h)
    bool rounded = false;         // one of them is RunOnDisk::rounded: 8 digits of all numbers were compared
    bool comparable() const { return steps > 0 || hashed > 0 || checkpoint >= 0; }
    bool same() const { return comparable() && !number && !tensor; }
    // One sentence, and what it rests on.
    Message verdict() const;
    std::vector<Message> details() const;
};

// Throws Error where a folder is no run's.
RunComparison compareRuns(const std::string& a, const std::string& b);

}  // namespace tl
