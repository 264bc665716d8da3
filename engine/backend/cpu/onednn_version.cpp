// See the header.
#include "engine/backend/cpu/onednn_version.h"

#include <dnnl.h>

namespace tl {

std::string oneDnnVersion() {
    const dnnl_version_t* version = dnnl_version();
    return std::to_string(version->major) + "." + std::to_string(version->minor) + "." + std::to_string(version->patch);
}

}  // namespace tl
