// A product that a library was asked for, to be put among a node's launches as often as it wants it.
#pragma once

#include <algorithm>
#include <utility>

#include "engine/backend/cuda/entries/support.h"

namespace tl::cuda {

class ProductCall {
public:
    ProductCall() = default;
    // The library's best.
    ProductCall(const Lane& lane, const Product& product) : ProductCall(product, productOf(*lane.libraries, product)) {}
    ProductCall(const Product& product, Libraries::Call call)
        : call_(std::move(call)),
          aBytes_(static_cast<size_t>(product.products * product.m * product.k) * sizeOf(product.a)),
          bBytes_(static_cast<size_t>(product.products * product.k * product.n) * sizeOf(product.b)),
          yBytes_(static_cast<size_t>(product.products * product.m * product.n) * sizeOf(product.y)),
          biasBytes_(call_.bias ? static_cast<size_t>(product.n) * sizeof(float) : 0) {}

    const Libraries::Call& call() const { return call_; }
    const std::string& implementation() const { return call_.implementation; }
    size_t workspaceBytes() const { return call_.workspaceBytes; }
    size_t resultBytes() const { return yBytes_; }

    void add(Launches& all, Operands operands) const {
        if (!biasBytes_) operands.bias = nullptr;
        all.add(LibraryCall{call_.implementation,
                            {},
                            operands.workspace,
                            call_.workspaceBytes,
                            [run = call_.run, operands](void* stream) { run(stream, operands); }})
            .reads(operands.a, aBytes_)
            .reads(operands.b, bBytes_)
            .writes(operands.y, yBytes_);
        if (biasBytes_) all.reads(operands.bias, biasBytes_);
        for (const float* scale : {operands.aScale, operands.bScale})
            if (scale) all.reads(scale, sizeof(float));
    }

private:
    Libraries::Call call_;
    size_t aBytes_ = 0, bBytes_ = 0, yBytes_ = 0, biasBytes_ = 0;
};

}  // namespace tl::cuda
