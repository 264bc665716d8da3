// The types of values in memory, as a kernel is told them beside a pointer without a type.
#pragma once

namespace tl::cuda {

enum class Element : int { Float32, BFloat16, Float16, UInt8, Int32 };

constexpr int kBlock = 256;  // threads of a block, where a kernel does not say otherwise

}  // namespace tl::cuda
