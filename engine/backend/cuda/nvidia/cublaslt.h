// cuBLASLt's products, loaded when somebody asks for them; its functions are declared by hand, as the driver's are.
// NEVER RUN ON A GPU so far: what is tested is what a library that stands in is asked, and that descriptors of the real
// one take these numbers (tests/engine/backend/cuda).
#pragma once

#include <memory>
#include <string>

#include "engine/backend/cuda/libraries.h"

namespace tl::cuda {

inline constexpr const char* kCublas = "libcublasLt.so.13";

// One thread at a time: the entries hold the driver's guard().
class Cublas {
public:
    virtual ~Cublas() = default;
    // What it proposes for this product with its bias and ReLU, best first; nothing where it cannot do it so.
    virtual void products(const Product& product, const Libraries::Taker& take) = 0;
};

// "13.1.0", of the one on this machine. Throws Error where it is missing.
std::string cublasVersion();
// Of the calling thread's card. Throws Error where it is missing or does not start.
std::unique_ptr<Cublas> openCublas(const std::string& library = kCublas);

}  // namespace tl::cuda
