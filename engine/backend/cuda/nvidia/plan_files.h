// Compiled plans on disk, a file each, in the person's cache folder beside the choices of kernels: by card, version and
// shape, so that a plan is compiled once on a machine.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace tl::cuda {

class PlanFiles {
public:
    // "": $XDG_CACHE_HOME/tensorloom/plans, or below ~/.cache; nothing is kept where there is no such folder.
    explicit PlanFiles(std::string folder = {});

    // Nothing where there is none, or one that is damaged.
    std::vector<uint8_t> read(const std::string& key) const;
    // Beside and renamed; does nothing where it cannot be written, since it can be compiled again.
    void write(const std::string& key, const std::vector<uint8_t>& plan) const;

private:
    std::string pathOf(const std::string& key) const;
    std::string folder_;
};

}  // namespace tl::cuda
