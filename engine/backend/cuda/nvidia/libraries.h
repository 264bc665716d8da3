// NVIDIA's libraries behind what the entries ask for: products by cuBLASLt, convolutions by cuDNN, whose compiled plans
// are kept on disk, sums over several cards by NCCL. NEVER RUN ON A GPU so far (docs/decisions/0040 says what was shown
// without one).
#pragma once

#include <functional>
#include <memory>

#include "engine/backend/cuda/nvidia/cublaslt.h"
#include "engine/backend/cuda/nvidia/cudnn.h"
#include "engine/backend/cuda/nvidia/nccl.h"
#include "engine/backend/cuda/nvidia/plan_files.h"

namespace tl::cuda {

class NvidiaLibraries : public Libraries {
public:
    // `enter` makes the card the calling thread's.
    NvidiaLibraries(
        std::unique_ptr<Cublas> cublas, std::unique_ptr<Cudnn> cudnn, PlanFiles plans,
        std::function<void()> enter = [] {})
        : cublas_(std::move(cublas)), cudnn_(std::move(cudnn)), plans_(std::move(plans)), enter_(std::move(enter)) {}

    void products(const Product& product, const Taker& take) override;
    void convolutions(const Convolution& convolution, const Taker& take) override;
    std::string communication() const override { return "nccl:" + nccl().version(); }
    std::shared_ptr<Communicator> communicator(const std::string& devices, int rank) override {
        return nccl().communicator(devices, rank);
    }
    void abandonCommunication(const std::string& devices) override { nccl().abandon(devices); }
    void requireCommunication() const override { nccl(); }

private:
    std::unique_ptr<Cublas> cublas_;
    std::unique_ptr<Cudnn> cudnn_;
    PlanFiles plans_;
    std::function<void()> enter_;
};

}  // namespace tl::cuda
