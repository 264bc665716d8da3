// Choices of kernels as JSON: in checkpoints and journals, and in one file of the person's cache folder, by device,
// the libraries' versions and this program's kernels.
#pragma once

#include "engine/io/json.h"
#include <memory>
#include <string>

#include "engine/backend/kernel_chooser.h"

namespace tl {

nlohmann::json toJson(const KernelChoices& choices);
// Throws Error or nlohmann's exception for what is none.
KernelChoices kernelChoicesFrom(const nlohmann::json& value);

// Those of a device, in the file at `path`; "": $XDG_CACHE_HOME/tensorloom/kernels.json, or below ~/.cache. Null where
// there is no such folder. A file that is damaged, or something else, is told by read() and written anew by add().
// Several programs may add at once.
std::shared_ptr<KernelCache> kernelCacheFile(const std::string& path = {}, const std::string& device = "cpu");

}  // namespace tl
