// Which kernels of our own these are: another text wherever any of their sources differs, since a choice among kernels
// is good for those alone. The build makes it.
#pragma once

#include <string>

namespace tl::cpu {

std::string kernelsVersion();  // 12 hexadecimal digits

}  // namespace tl::cpu
