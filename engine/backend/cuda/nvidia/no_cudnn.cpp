// In the place of cudnn.cpp where cuDNN's frontend was not there when the program was built.
#include "engine/backend/cuda/nvidia/cudnn.h"
#include "engine/core/error.h"

namespace tl::cuda {

std::string cudnnVersion() {
    throw Error("cuDNN", "a program that was built with its frontend", "one without",
                "Build with the headers of cudnn-frontend (./dev build cuda full), or choose the device cpu.");
}

std::unique_ptr<Cudnn> openCudnn(int) {
    cudnnVersion();
    return nullptr;
}

std::unique_ptr<Cudnn> openCudnnFor(const std::string&) { return openCudnn(0); }

}  // namespace tl::cuda
