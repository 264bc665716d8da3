// cuDNN's plans for convolutions and their gradients, found by its heuristics for one card. All that includes cuDNN's
// frontend is cudnn.cpp, which is built where the frontend's headers are; no_cudnn.cpp stands in its place elsewhere.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "engine/backend/cuda/libraries.h"

namespace tl::cuda {

// Compiled for a card and a shape. Keeps what cuDNN loaded for it, so recordings that it is in must go before it.
class CudnnPlan {
public:
    virtual ~CudnnPlan() = default;
    virtual size_t workspaceBytes() const = 0;
    virtual std::vector<uint8_t> serialised() const = 0;
    // Where the card is one that is there. `a`, `b`: as in Libraries::Call.
    virtual void run(void* stream, const void* a, const void* b, const float* bias, void* y, void* workspace) const = 0;
};

// One thread at a time: the entries hold the driver's guard().
class Cudnn {
public:
    // CudnnPlan::serialised() of the plan of that name, or nothing.
    using Kept = std::function<std::vector<uint8_t>(const std::string& name)>;
    using Taker = std::function<bool(const std::string& name, std::shared_ptr<const CudnnPlan> plan, bool kept)>;

    virtual ~Cudnn() = default;
    virtual std::string version() const = 0;
    virtual std::string card() const = 0;  // cuDNN's description of it, as JSON
    // The plans of this convolution with its bias and ReLU, until `take` returns false, best first by cuDNN's
    // reckoning: those that give the same bits each time, and in float32 those that multiply in float32. What is kept
    // of them is read instead of compiled. None where cuDNN has none; throws Error for what is no convolution.
    virtual void plans(const Convolution& convolution, const Kept& kept, const Taker& take) = 0;
};

// "9.19.0", of the one on this machine; throws Error where libcudnn or the frontend is missing.
std::string cudnnVersion();
// Of the card that is the calling thread's; throws Error as above.
std::unique_ptr<Cudnn> openCudnn(int card);
// Of a card that is not there, by its description: its plans can be made and kept, and not be run.
std::unique_ptr<Cudnn> openCudnnFor(const std::string& card);

}  // namespace tl::cuda
