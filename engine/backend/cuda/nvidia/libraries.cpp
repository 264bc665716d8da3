// First what does all at once, then the bare call, which leaves bias and ReLU to the caller: a library need not have
// the first, and a chooser by time finds out which is better.
#include "engine/backend/cuda/nvidia/libraries.h"

#include <memory>
#include <utility>

#include "engine/core/error.h"

namespace tl::cuda {
namespace {

constexpr int kMostPlans = 8;  // of a kind: what heuristics put behind these is not worth compiling

std::string textOf(const Convolution::Extents& extents) {
    return std::to_string(extents[0]) + "x" + std::to_string(extents[1]) + "x" + std::to_string(extents[2]);
}

// All that a plan depends on beside the card and the version.
std::string textOf(const Convolution& c) {
    constexpr const char* kPasses[] = {"forward", "data", "kernel"};
    std::string text = kPasses[static_cast<size_t>(c.pass)];
    for (int64_t number : {int64_t{c.axes}, c.images, c.channels, c.filters, c.groups})
        text += " " + std::to_string(number);
    for (const Convolution::Extents* each : {&c.in, &c.window, &c.out, &c.strides, &c.dilations, &c.before, &c.after})
        text += " " + textOf(*each);
    for (DType type : {c.x, c.w, c.y}) text += " " + std::string(nameOf(type));
    return text + (c.bias ? " bias" : "") + (c.relu ? " relu" : "") + (c.tf32 ? " tf32" : "");
}

// Libraries want their workspace at a multiple of 256 bytes; a plan's memory has it at one of 64.
Libraries::Call withAlignedWorkspace(Libraries::Call call) {
    constexpr size_t kAlignment = 256;
    if (call.workspaceBytes == 0) return call;
    call.workspaceBytes += kAlignment - 64;
    call.run = [run = std::move(call.run)](void* stream, Operands operands) {
        size_t room = kAlignment;
        operands.workspace = std::align(kAlignment, 1, operands.workspace, room);
        run(stream, operands);
    };
    return call;
}

// `offer` what does all at once, then the bare call.
template <typename What, typename Offer>
void offerAlsoBare(const What& what, const Offer& offer) {
    offer(what);
    if (!what.bias && !what.relu) return;
    What bare = what;
    bare.bias = bare.relu = false;
    offer(bare);
}

}  // namespace

void NvidiaLibraries::products(const Product& product, const Taker& take) {
    enter_();
    bool goOn = true, any = false;
    offerAlsoBare(product, [&](const Product& how) {
        if (!goOn) return;
        cublas_->products(how, [&](const Call& call) {
            any = true;
            goOn = take(withAlignedWorkspace(call));
            return goOn;
        });
    });
    if (!any)
        throw Error("cuBLASLt, asked for a product",
                    Message("a kernel for {m} x {k} times {k} x {n}", product.m, product.k, product.n), "none");
}

void NvidiaLibraries::convolutions(const Convolution& convolution, const Taker& take) {
    enter_();
    bool goOn = true, any = false;
    const auto offer = [&](const Convolution& how) {
        if (!goOn) return;
        const std::string key = cudnn_->version() + "\n" + cudnn_->card() + "\n" + textOf(how) + "\n";
        int left = kMostPlans;
        cudnn_->plans(
            how, [&](const std::string& name) { return plans_.read(key + name); },
            [&](const std::string& name, std::shared_ptr<const CudnnPlan> plan, bool kept) {
                if (!kept) plans_.write(key + name, plan->serialised());
                any = true;
                const std::string narrow = how.result() != convolution.result() ? "+narrow" : "";
                const Call call{"cudnn:" + name + (how.bias ? "+bias" : "") + (how.relu ? "+relu" : "") + narrow +
                                    (how.tf32 ? "+tf32" : ""),
                                plan->workspaceBytes(),
                                how.bias,
                                how.relu,
                                how.result(),
                                [plan](void* stream, const Operands& at) {
                                    plan->run(stream, at.a, at.b, at.bias, at.y, at.workspace);
                                }};
                goOn = take(withAlignedWorkspace(call));
                return goOn && --left > 0;
            });
    };
    offerAlsoBare(convolution, offer);
    // A result that is wider than its factors cuDNN has for some shapes only: none of depthwise kernels' gradients, and
    // not every image's.
    if (convolution.result() != convolution.factor() && !any) {
        Convolution narrow = convolution;
        narrow.result() = narrow.factor();
        offerAlsoBare(narrow, offer);
    }
    if (!any)
        throw Error("cuDNN, asked for a convolution", Message("a plan for {what}", textOf(convolution)), "none",
                    "Choose the device cpu for this network.");
}

}  // namespace tl::cuda
