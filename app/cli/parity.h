// A device that is checked: the GPU that is here, or the driver that checks the GPU's code on the processor where there
// is none. What `verify` and `bench --device` have in common.
#pragma once

#include <functional>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "engine/backend/device.h"
#include "engine/model/verify.h"

namespace tl::cli {

struct Subject {
    std::string id;
    std::shared_ptr<void> device;                                // where it is not in the list by itself
    std::function<std::shared_ptr<void>(uint64_t seed)> remade;  // with another order of its work
    Message note;                                                // what the checks do not show
    struct Together {
        std::string ids;  // with commas between
        std::function<std::shared_ptr<void>(uint64_t seed)> remade = {};
    };
    std::vector<Together> together = {};  // two of its kind, and four, where there are so many
    bool isGpu() const { return id.starts_with("cuda:") && !remade; }
    // Stands in the list of devices from now on, as long as this value lives.
    void make() {
        if (remade) device = remade(1);
    }
};

// "cpu", "cuda:1"; "cuda" is the first GPU, or the checking driver. Throws Error where a program has neither.
Subject subjectOf(const std::string& device);

// Every op, layer and optimizer against float64, and on another device than the processor trainings with every
// optimizer and of some networks against the processor, these in so many legal orders where they are made up. `only` =
// "": all.
std::vector<VerifyResult> checkParity(Subject& subject, const std::string& only, int orders,
                                      const std::function<void(const VerifyResult&)>& report);

nlohmann::json rowOf(const VerifyResult& result);
// How a report begins: program, device, driver, libraries, properties, processor, note. The device must be there.
nlohmann::json headOf(const Subject& subject);

}  // namespace tl::cli
