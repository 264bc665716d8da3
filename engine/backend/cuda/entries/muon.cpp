// Muon's update: the Newton-Schulz steps are products by a library, and between them chains of one step. A matrix
// taller than wide is worked on from its other side, so nothing is ever transposed, and the square is always the
// smaller one.
#include "engine/backend/cuda/kernels/muon.h"

#include <cmath>

#include "engine/backend/cuda/entries/product_call.h"
#include "engine/backend/cuda/entries/steps.h"
#include "engine/backend/cuda/kernels/rows.h"

namespace tl::cuda {
namespace {

class Muon {
public:
    Muon(const Lane& lane, const KernelRequest& request) {
        const Shape& shape = request.inputs[0].shape;
        count_ = countOf(request, shape.elements());
        const int64_t rows = shape[0], columns = shape.elements() / rows, small = std::min(rows, columns);
        tall_ = rows > columns;
        square_ = countOf(request, small * small);
        Product square;
        square.m = square.n = small, square.k = std::max(rows, columns);
        square.transposeA = tall_, square.transposeB = !tall_;
        ofX_ = ProductCall(lane, square);
        Product fourth;
        fourth.m = fourth.k = fourth.n = small;
        ofSquare_ = ProductCall(lane, fourth);
        Product result;
        result.m = rows, result.n = columns, result.k = small;
        ofBoth_ = ProductCall(lane, result);
        blocks_ = std::clamp(count_ / 4096, 1u, 256u);

        const Attributes& attributes = request.attributes;
        const auto number = [&](const char* key) { return static_cast<float>(attributes.number(key, 0)); };
        momentum_ = number("momentum"), decay_ = number("weight_decay");
        nesterov_ = attributes.integer("nesterov", 0) != 0;
        steps_ = attributes.integer("ns_steps");
        a_ = number("a"), b_ = number("b"), c_ = number("c");
        const double rms = attributes.number("rms_rate", 0), larger = static_cast<double>(std::max(rows, columns));
        length_ = static_cast<float>(attributes.number("lr_ratio", 1) * (rms > 0 ? rms * std::sqrt(larger) : 1));
        normalizes_ = attributes.integer("normalize_weights", 0) != 0;
        freezesOut_ = attributes.integer("freeze_out", 0) != 0;
        norm_ = static_cast<float>(std::sqrt(static_cast<double>(rows)));
    }
    const std::string& implementation() const { return ofX_.implementation(); }
    size_t scratchBytes() const { return at(kWorkspace) + workspace(); }

    void add(Launches& all, const KernelBuffers& b) const {
        float *x = part(b, kX), *other = part(b, kOther), *square = part(b, kSquare), *poly = part(b, kPoly);
        void* space = part(b, kWorkspace);
        all.add("muonMomentum", {blocksFor(count_, 1)}, kBlock,
                MuonMomentum{in<float>(b, 1), in<float>(b, 2), out<float>(b, 1), x, count_, momentum_, nesterov_,
                             freezesOut_, b.context})
            .reads(b, {1, 2})
            .reads(b.context, sizeof(StepContext))
            .writes(b, {1})
            .writes(x, bytesOf(kX));
        addNormed(all, x, part(b, kNorms));
        for (int64_t step = 0; step < steps_; ++step) {
            ofX_.add(all, {x, x, nullptr, square, space});
            ofSquare_.add(all, {square, square, nullptr, poly, space});
            addMixed(all, poly, c_, square, b_, square_);
            if (tall_)
                ofBoth_.add(all, {x, poly, nullptr, other, space});
            else
                ofBoth_.add(all, {poly, x, nullptr, other, space});
            addMixed(all, other, 1, x, a_, count_);
            std::swap(x, other);
        }
        const float* own = normalizes_ ? addNorm(all, in<float>(b, 0), part(b, kNorms)) : nullptr;
        all.add("muonMove", {blocksFor(count_, 1)}, kBlock,
                MuonMove{in<float>(b, 0), x, own, out<float>(b, 0), count_, decay_, length_, norm_, freezesOut_,
                         b.context})
            .reads(b, {0})
            .reads(x, bytesOf(kX))
            .reads(b.context, sizeof(StepContext))
            .writes(b, {0});
        if (own) all.reads(own, sizeof(float));
    }

private:
    enum Scratch { kX, kOther, kSquare, kPoly, kNorms, kWorkspace };  // one after the other

    size_t bytesOf(int which) const {
        return (which <= kOther ? count_ : which <= kPoly ? square_ : blocks_ + 1) * sizeof(float);
    }
    size_t at(int which) const {
        size_t offset = 0;
        for (int before = 0; before < which; ++before) offset += aligned(bytesOf(before));
        return offset;
    }
    size_t workspace() const {
        return std::max({ofX_.workspaceBytes(), ofSquare_.workspaceBytes(), ofBoth_.workspaceBytes()});
    }
    float* part(const KernelBuffers& b, int which) const {
        return reinterpret_cast<float*>(static_cast<std::byte*>(b.scratch) + at(which));
    }
    // Where the norm of `count_` numbers will be.
    float* addNorm(Launches& all, const float* x, float* norms) const {
        float* norm = norms + blocks_;
        const size_t partial = blocks_ * sizeof(float);
        const auto blocks = static_cast<int>(blocks_);
        all.add("measure", {blocks_}, kBlock, Measure{x, norms, count_, (count_ + blocks_ - 1) / blocks_, 0, 1, false})
            .reads(x, bytesOf(kX))
            .writes(norms, partial);
        all.add("total", {1}, kBlock, Total{norms, norm, blocks, blocks, 1, true})
            .reads(norms, partial)
            .writes(norm, sizeof(float));
        return norm;
    }
    // x / (its norm + 1e-7)
    void addNormed(Launches& all, float* x, float* norms) const {
        float* norm = addNorm(all, x, norms);
        all.add("chain", {1}, kBlock,
                oneStep({norm, Element::Float32}, norm, Element::Float32, 1, {ChainOp::Rescale, {}, 1, 1e-7f}))
            .writes(norm, sizeof(float));
        Chain divided = oneStep({x, Element::Float32}, x, Element::Float32, count_, {ChainOp::Div, {}, 0, 0, 0});
        divided.operand[0] = {norm, Element::Float32, true};
        all.add("chain", {blocksFor(count_, kChainEach)}, kBlock, divided)
            .reads(norm, sizeof(float))
            .writes(x, bytesOf(kX));
    }
    // y = y * ofY + x * ofX
    static void addMixed(Launches& all, float* y, float ofY, const float* x, float ofX, uint32_t count) {
        Chain mixed = oneStep({y, Element::Float32}, y, Element::Float32, count, {ChainOp::Mix, {}, ofY, ofX, 0});
        mixed.operand[0] = {x, Element::Float32};
        all.add("chain", {blocksFor(count, kChainEach)}, kBlock, mixed)
            .reads(x, count * sizeof(float))
            .writes(y, count * sizeof(float));
    }

    uint32_t count_, square_, blocks_;
    bool tall_, nesterov_, normalizes_, freezesOut_;
    ProductCall ofX_, ofSquare_, ofBoth_;
    int64_t steps_;
    float momentum_, decay_, length_, norm_, a_, b_, c_;
};

Kernel muonUpdate(const Lane& lane, const KernelRequest& request) {
    Kernel kernel = plainKernel(request);
    const Muon update(lane, request);
    kernel.implementation = update.implementation();
    kernel.scratchBytes = update.scratchBytes();
    const Launches launches(lane, request, kernel);
    kernel.bind = [=](const KernelBuffers& b) {
        Launches all = launches;
        update.add(all, b);
        return std::move(all).bound();
    };
    return kernel;
}

}  // namespace

void muon(KernelTable& table, const Lane& lane) {
    if (lane.libraries) table.add("MuonUpdate", with(lane, muonUpdate));
}

}  // namespace tl::cuda
