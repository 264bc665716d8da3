// Products that read images as the bytes they come in: of two factors, number bytes_input stands for byte *
// bytes_scale + bytes_offset.
#pragma once

#include "engine/ops/support.h"

namespace tl::ops {

// The factors' types as the product of floats sees them. Throws Error where the factor is not of bytes.
inline std::vector<ValueType> floatFactors(const std::string& op, Types inputs, const Attributes& attributes) {
    std::vector<ValueType> types(inputs.begin(), inputs.end());
    if (!attributes.has("bytes_input")) return types;
    DType& type = types.at(static_cast<size_t>(attributes.integer("bytes_input"))).dtype;
    if (type != DType::UInt8) throw Error(Message("{op}'s input of bytes", op), "uint8", std::string(nameOf(type)));
    attributes.number("bytes_scale"), attributes.number("bytes_offset");
    type = DType::Float32;
    return types;
}

inline std::vector<ReferenceTensor> floatFactors(References inputs, const Attributes& attributes) {
    std::vector<ReferenceTensor> factors(inputs.begin(), inputs.end());
    if (attributes.has("bytes_input"))
        for (double& value : factors.at(static_cast<size_t>(attributes.integer("bytes_input"))).values)
            value = value * attributes.number("bytes_scale") + attributes.number("bytes_offset");
    return factors;
}

}  // namespace tl::ops
