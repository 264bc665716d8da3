// NVIDIA's driver, loaded when somebody asks for it: a program that was built with CUDA starts on a machine that has
// none of NVIDIA's libraries. The functions are declared here by hand, by the names and types of CUDA 12 and later.
// NEVER RUN ON A GPU so far: what is tested is what it asks of a library that stands in (tests/engine/backend/cuda).
#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "engine/backend/cuda/driver.h"

namespace tl::cuda {

struct Gpu {
    int number = 0;
    std::string name;
    size_t memoryBytes = 0;
    int major = 0, minor = 0;  // compute capability
    std::string bus;           // "0000:65:00.0"
};

class NvidiaLibrary;  // the loaded functions

// Throws Error saying what is missing: the library, a driver that works with it, a card, a driver that is new enough.
std::shared_ptr<const NvidiaLibrary> loadNvidia(const std::string& library = "libcuda.so.1");
std::vector<Gpu> gpusOf(const NvidiaLibrary& library);
std::string versionOf(const NvidiaLibrary& library);  // of CUDA, the newest that the driver works with: "13.0"
// All that cuDNN's heuristics want to know of a card, as the JSON that its frontend reads: plans for this card can then
// be made where it is not (openCudnnFor).
std::string describe(const NvidiaLibrary& library, const Gpu& gpu);

// Fat binaries of kernels/*.cu.
using Binaries = std::vector<std::span<const std::byte>>;

// Those that this program was built with; empty: none.
Binaries kernelBinaries();

// `kernels` must stay. The card's context is made current for the calling thread in each call.
std::unique_ptr<Driver> makeNvidiaDriver(std::shared_ptr<const NvidiaLibrary> library, const Gpu& gpu,
                                         const Binaries& kernels);

}  // namespace tl::cuda
