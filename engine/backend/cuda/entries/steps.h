// Small steps beside a library's call: one elementwise step over a value, and the sums of a matrix's columns.
#pragma once

#include <algorithm>

#include "engine/backend/cuda/entries/support.h"
#include "engine/backend/cuda/kernels/chain.h"
#include "engine/backend/cuda/kernels/reduce.h"
#include "engine/core/activation.h"

namespace tl::cuda {

inline size_t aligned(size_t bytes) { return (bytes + 255) / 256 * 256; }

// A chain of one step over `count` elements.
inline Chain oneStep(const ChainOperand& x, void* y, Element yType, uint32_t count, const ChainStep& step) {
    Chain chain;
    chain.x = x;
    chain.y = y;
    chain.yType = yType;
    chain.count = count;
    chain.steps = 1;
    chain.step[0] = step;
    return chain;
}

// Of the attributes "activation" and "alpha".
inline ChainStep activationOf(const KernelRequest& request) {
    const ActivationKind& kind = activationKind(request.attributes.text("activation", "linear"));
    return {ChainOp::Activate, kind.act, static_cast<float>(request.attributes.number("alpha", kind.alpha))};
}

// What follows a library's call in output 0, of `count` elements with `channels` of them innermost: the bias that it
// did not add (null: none) and the activation that it did not apply.
inline void addRest(Launches& all, const KernelBuffers& b, const Libraries::Call& call, const float* bias, Element type,
                    uint32_t count, uint32_t channels, const ChainStep& activation) {
    void* y = b.outputs[0];
    if (bias && !call.bias)
        all.add("channelAdd", {blocksFor(count, kChainEach)}, kBlock, ChannelAdd{y, bias, y, type, count, channels, 1})
            .reads(bias, channels * sizeof(float))
            .writes(b, {0});
    if (activation.act != Act::Linear && !call.relu)
        all.add("chain", {blocksFor(count, kChainEach)}, kBlock, oneStep({y, type}, y, type, count, activation))
            .writes(b, {0});
}

// The sums of the columns of a row-major matrix, in two stages where there are many rows.
struct SumOfColumns {
    Element type;
    uint32_t rows, columns, chunks, rowsOfChunk;

    SumOfColumns(Element element, uint32_t rowCount, uint32_t columnCount)
        : type(element), rows(rowCount), columns(columnCount),
          chunks(std::clamp(rowCount / 64, 1u, 128u)),  // enough to keep a GPU busy, of at least 64 rows each
          rowsOfChunk((rowCount + chunks - 1) / chunks) {}

    size_t scratchBytes() const { return chunks > 1 ? size_t{chunks} * columns * sizeof(float) : 0; }
    void add(Launches& all, const void* x, float* y, float* scratch) const {
        const unsigned blocks = (columns + 31) / 32;
        const size_t bytes = size_t{rows} * columns * sizeOfElement(), sums = columns * sizeof(float);
        const ColumnSums first{x, chunks > 1 ? scratch : y, type, rows, columns, rowsOfChunk, columns};
        all.add("columnSums", {blocks, chunks}, kBlock, first).reads(x, bytes);
        if (chunks == 1) {
            all.writes(y, sums);
            return;
        }
        all.writes(scratch, scratchBytes());
        const ColumnSums second{scratch, y, Element::Float32, chunks, columns, chunks, columns};
        all.add("columnSums", {blocks}, kBlock, second).reads(scratch, scratchBytes()).writes(y, sums);
    }

private:
    size_t sizeOfElement() const { return type == Element::Float32 ? sizeof(float) : sizeof(uint16_t); }
};

}  // namespace tl::cuda
