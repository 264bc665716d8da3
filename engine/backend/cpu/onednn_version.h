// Which oneDNN runs here: its kernels' bits are its version's.
#pragma once

#include <string>

namespace tl {

std::string oneDnnVersion();  // "2.6.3"

}  // namespace tl
