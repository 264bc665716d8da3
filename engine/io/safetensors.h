// The safetensors format: a length, a JSON header, raw little-endian bytes. Every offset is checked against the file
// before a byte is used, since files come from anywhere.
#pragma once

#include <cstdint>
#include <map>
#include <string>

#include "engine/core/tensor.h"

namespace tl {

constexpr uint64_t kMaxSafetensorsHeader = 100'000'000;  // bytes; the library's own limit

struct TensorFile {
    std::map<std::string, Tensor> tensors;
    std::map<std::string, std::string> metadata;
};

// The same bytes for the same content: tensors in name order, data aligned to 8 bytes.
std::string toSafetensors(const TensorFile& file);
// name: for errors (a path). Throws Error: cut short, not a safetensors file, offsets that do not fit, a type that
// is not known here.
TensorFile fromSafetensors(const std::string& bytes, const std::string& name);

}  // namespace tl
