// LSTM and GRU. The samples of a batch are divided among the threads, and each thread goes through all steps by itself:
// no thread waits for another until the sequence is done. A step is one product with the recurrent kernel and a few
// sweeps over the units. The recurrent kernel's gradient is one product over all samples and steps at the end.
#include <cstring>
#include <limits>

#include <dnnl.h>

#include "engine/backend/cpu/support.h"
#include "engine/core/activation.h"

namespace tl::cpu {
namespace {

// C[m, n] = A[m, k] op(B) + beta C; row-major with these distances between rows. Nothing may be thrown inside a region:
// a product that cannot run leaves NaN, which stops the run and names this op.
void multiply(bool transposeA, bool transposeB, int64_t m, int64_t n, int64_t k, const float* a, int64_t lda,
              const float* b, int64_t ldb, float beta, float* c, int64_t ldc) {
    const dnnl_status_t status =
        dnnl_sgemm(transposeA ? 'T' : 'N', transposeB ? 'T' : 'N', m, n, k, 1.0f, a, lda, b, ldb, beta, c, ldc);
    if (status != dnnl_success) c[0] = std::numeric_limits<float>::quiet_NaN();
}

struct Cells {
    int64_t batch, steps, units, gates;
    bool backwards;
    const ActivationKind *act, *open;  // of the candidate and of the gates
    bool masked;
    int parts;

    Cells(const KernelRequest& request, const Shape& sequence, const Shape& kernel) {
        batch = sequence[0], steps = sequence[1], units = kernel[1], gates = kernel[0] / kernel[1];
        const Attributes& a = request.attributes;
        backwards = a.integer("go_backwards", 0) != 0;
        act = &activationKind(a.text("cell_activation", "tanh"));
        open = &activationKind(a.text("recurrent_activation", "sigmoid"));
        masked = a.integer("recurrent_mask", 0) != 0;
        parts = static_cast<int>(
            std::min<int64_t>(batch, partsFor(request.threads, batch * steps * gates * units * (units / 8 + 8))));
    }
    int64_t read(int64_t t) const { return backwards ? steps - 1 - t : t; }
    int64_t values(int64_t count) const { return batch * steps * count * units; }
    // The first value of a step where each has `count` times `units` of them.
    int64_t at(int64_t n, int64_t t, int64_t count) const { return (n * steps + t) * count * units; }
    int64_t row(int64_t count) const { return steps * count * units; }  // from one sample to the next
    bool keepsSums() const { return !act->fromResult || !open->fromResult; }
    static float alpha(const ActivationKind* kind) { return static_cast<float>(kind->kerasAlpha); }
    void activate(const ActivationKind* kind, int64_t n, const float* x, float* y) const {
        vec().activation(kind->act, alpha(kind), n, x, y);
    }
    // x: the sums, where the slope does not follow from the result.
    void slope(const ActivationKind* kind, int64_t n, const float* x, const float* y, float* d) const {
        vec().activationGrad(kind->act, alpha(kind), n, kind->fromResult ? y : x, d, d);
    }
    // Where a plan's node has them: the forward's third or fourth output, and the gradient's inputs after `first`.
    float* sumsOf(const KernelBuffers& b, size_t output) const { return keepsSums() ? out<float>(b, output) : nullptr; }
    const float* sumsIn(const KernelBuffers& b, size_t first) const {
        return keepsSums() ? in<float>(b, first) : nullptr;
    }
    const float* maskIn(const KernelBuffers& b, size_t inputs) const {
        return masked ? in<float>(b, inputs - 1) : nullptr;
    }

    template <typename Body>
    void eachPart(const Body& body) const {
        forParts(parts, [&](int part) {
            const auto [begin, end] = share(batch, parts, part);
            if (end > begin) body(begin, end);
        });
    }
};

size_t floats(int64_t count) { return static_cast<size_t>(count + 15) / 16 * 16 * sizeof(float); }

// Hands out pieces of a scratch.
class Pieces {
public:
    explicit Pieces(void* scratch) : next_(static_cast<std::byte*>(scratch)) {}
    float* take(int64_t count) {
        auto* piece = reinterpret_cast<float*>(next_);
        next_ += floats(count);
        return piece;
    }

private:
    std::byte* next_;
};

// The products with the recurrent kernel of some gates, `first` to first + count. With a mask each gate meets what that
// leaves it of the state; `left` is then room for [batch, gates, units].
struct Products {
    const Cells& c;
    const float *w, *mask;
    float* left;

    static size_t scratch(const Cells& c) { return c.masked ? floats(c.batch * c.gates * c.units) : 0; }
    const float* gate(int64_t g) const { return w + g * c.units * c.units; }

    // y += W state.
    void add(int64_t begin, int64_t end, int64_t first, int64_t count, const float* state, int64_t ldState, float* y,
             int64_t ldY) const {
        const int64_t u = c.units, rows = end - begin, all = c.gates * u;
        if (!mask) return multiply(false, true, rows, count * u, u, state, ldState, gate(first), u, 1, y, ldY);
        for (int64_t n = begin; n < end; ++n)
            for (int64_t g = first; g < first + count; ++g)
                vec().pairwise(Pairwise::Mul, u, state + (n - begin) * ldState, mask + n * all + g * u,
                               left + n * all + g * u);
        for (int64_t g = first; g < first + count; ++g)
            multiply(false, true, rows, u, u, left + begin * all + g * u, all, gate(g), u, 1, y + (g - first) * u, ldY);
    }

    // dstate = beta dstate + W' dy; dstate is [rows, units].
    void back(int64_t begin, int64_t end, int64_t first, int64_t count, const float* dy, int64_t ldDy, float beta,
              float* dstate) const {
        const int64_t u = c.units, rows = end - begin, all = c.gates * u;
        if (!mask) return multiply(false, false, rows, u, count * u, dy, ldDy, gate(first), u, beta, dstate, u);
        if (beta == 0) std::fill(dstate, dstate + rows * u, 0.0f);
        for (int64_t g = first; g < first + count; ++g) {
            float* part = left + begin * all;
            multiply(false, false, rows, u, u, dy + (g - first) * u, ldDy, gate(g), u, 0, part, u);
            for (int64_t n = 0; n < rows; ++n)
                vec().multiplyAdd(u, part + n * u, mask + (begin + n) * all + g * u, dstate + n * u, dstate + n * u);
        }
    }

    // dW = dy' states, over all samples and steps; `room` is as large as the states.
    void kernelGradient(int64_t first, int64_t count, const float* dy, int64_t ldDy, const float* states, float* room,
                        float* dw) const {
        const int64_t u = c.units, rows = c.batch * c.steps;
        float* at = dw + first * u * u;
        if (!mask) return multiply(true, false, count * u, u, rows, dy, ldDy, states, u, 0, at, u);
        for (int64_t g = first; g < first + count; ++g, at += u * u) {
            for (int64_t row = 0; row < rows; ++row)
                vec().pairwise(Pairwise::Mul, u, states + row * u, mask + (row / c.steps * c.gates + g) * u,
                               room + row * u);
            multiply(true, false, u, u, rows, dy + (g - first) * u, ldDy, room, u, 0, at, u);
        }
    }
};

// The states before each step, in the order that steps are read, zeros first.
void statesBefore(const Cells& c, int64_t begin, int64_t end, const float* y, const float* zeros, float* before) {
    for (int64_t n = begin; n < end; ++n)
        for (int64_t t = 0; t < c.steps; ++t)
            std::memcpy(before + c.at(n, c.read(t), 1), t > 0 ? y + c.at(n, t - 1, 1) : zeros,
                        static_cast<size_t>(c.units) * sizeof(float));
}

Kernel lstm(const KernelRequest& request) {
    const Cells c(request, request.inputs[0].shape, request.inputs[1].shape);
    Kernel kernel = plainKernel(request);
    if (!c.backwards) kernel.inPlace = {-1, 0};
    const size_t inputs = request.inputs.size();
    kernel.scratchBytes = floats(c.units) + Products::scratch(c);
    kernel.bind = [=](const KernelBuffers& b) {
        return [=, x = in<float>(b, 0), w = in<float>(b, 1), y = out<float>(b, 0), gates = out<float>(b, 1),
                cells = out<float>(b, 2), sums = c.sumsOf(b, 3), mask = c.maskIn(b, inputs), scratch = b.scratch] {
            const int64_t u = c.units;
            Pieces pieces(scratch);
            float* zeros = pieces.take(u);
            const Products products{c, w, mask, pieces.take(0)};
            std::fill(zeros, zeros + u, 0.0f);
            c.eachPart([&](int64_t begin, int64_t end) {
                for (int64_t t = 0; t < c.steps; ++t) {
                    if (x != gates)
                        for (int64_t n = begin; n < end; ++n)
                            std::memcpy(gates + c.at(n, t, 4), x + c.at(n, c.read(t), 4),
                                        static_cast<size_t>(4 * u) * sizeof(float));
                    if (t > 0)
                        products.add(begin, end, 0, 4, y + c.at(begin, t - 1, 1), c.row(1), gates + c.at(begin, t, 4),
                                     c.row(4));
                    for (int64_t n = begin; n < end; ++n) {
                        float *g = gates + c.at(n, t, 4), *cell = cells + c.at(n, t, 1), *h = y + c.at(n, t, 1);
                        if (sums) std::memcpy(sums + c.at(n, t, 4), g, static_cast<size_t>(4 * u) * sizeof(float));
                        c.activate(c.open, 2 * u, g, g), c.activate(c.act, u, g + 2 * u, g + 2 * u);
                        c.activate(c.open, u, g + 3 * u, g + 3 * u);
                        vec().lstmCell(u, g, t > 0 ? cells + c.at(n, t - 1, 1) : zeros, cell);
                        c.activate(c.act, u, cell, h);
                        vec().pairwise(Pairwise::Mul, u, h, g + 3 * u, h);
                    }
                }
            });
        };
    };
    return kernel;
}

Kernel lstmGrad(const KernelRequest& request) {
    const Cells c(request, request.inputs[3].shape, request.inputs[1].shape);
    Kernel kernel = plainKernel(request);
    const int64_t u = c.units;
    const size_t inputs = request.inputs.size();
    kernel.scratchBytes = floats(u) + floats(c.values(1)) + 2 * floats(c.batch * u) + floats(c.batch * 2 * u) +
                          Products::scratch(c) + (c.masked ? floats(c.values(1)) : 0);
    kernel.bind = [=](const KernelBuffers& b) {
        return [=, dy = in<float>(b, 0), w = in<float>(b, 1), y = in<float>(b, 2), gates = in<float>(b, 3),
                cells = in<float>(b, 4), sums = c.sumsIn(b, 5), mask = c.maskIn(b, inputs), dx = out<float>(b, 0),
                dw = out<float>(b, 1), scratch = b.scratch] {
            Pieces pieces(scratch);
            float *zeros = pieces.take(u), *before = pieces.take(c.values(1)), *flow = pieces.take(c.batch * u),
                  *dcell = pieces.take(c.batch * u), *kept = pieces.take(c.batch * 2 * u);
            float* room = mask ? pieces.take(c.values(1)) : nullptr;
            const Products products{c, w, mask, pieces.take(0)};
            std::fill(zeros, zeros + u, 0.0f);
            c.eachPart([&](int64_t begin, int64_t end) {
                statesBefore(c, begin, end, y, zeros, before);
                std::fill(flow + begin * u, flow + end * u, 0.0f), std::fill(dcell + begin * u, dcell + end * u, 0.0f);
                float *shown = kept + begin * 2 * u, *dshown = shown + u;
                for (int64_t t = c.steps; t-- > 0;) {
                    for (int64_t n = begin; n < end; ++n) {
                        const float *g = gates + c.at(n, t, 4), *output = g + 3 * u,
                                    *sum = sums ? sums + c.at(n, t, 4) : g;
                        float *dg = dx + c.at(n, c.read(t), 4), *f = flow + n * u;
                        vec().accumulate(u, dy + c.at(n, t, 1), f);
                        c.activate(c.act, u, cells + c.at(n, t, 1), shown);
                        vec().products(u, f, shown, output, dg + 3 * u, dshown);
                        c.slope(c.act, u, cells + c.at(n, t, 1), shown, dshown);
                        vec().lstmCellGrad(u, g, t > 0 ? cells + c.at(n, t - 1, 1) : zeros, dshown, dcell + n * u, dg);
                        c.slope(c.open, 2 * u, sum, g, dg), c.slope(c.act, u, sum + 2 * u, g + 2 * u, dg + 2 * u);
                        c.slope(c.open, u, sum + 3 * u, output, dg + 3 * u);
                    }
                    if (t > 0)
                        products.back(begin, end, 0, 4, dx + c.at(begin, c.read(t), 4), c.row(4), 0, flow + begin * u);
                }
            });
            products.kernelGradient(0, 4, dx, 4 * u, before, room, dw);
        };
    };
    return kernel;
}

bool resetsAfter(const KernelRequest& request) { return request.attributes.integer("linear_before_reset", 1) != 0; }

Kernel gru(const KernelRequest& request) {
    const Cells c(request, request.inputs[0].shape, request.inputs[1].shape);
    const size_t inputs = request.inputs.size();
    const bool after = resetsAfter(request), bias = inputs - size_t{c.masked} > 2;
    Kernel kernel = plainKernel(request);
    const int64_t u = c.units;
    kernel.scratchBytes = floats(3 * u) + floats(c.batch * 3 * u) + Products::scratch(c);
    kernel.bind = [=](const KernelBuffers& b) {
        return [=, x = in<float>(b, 0), w = in<float>(b, 1), given = bias ? in<float>(b, 2) : nullptr,
                y = out<float>(b, 0), gates = out<float>(b, 1), sums = c.sumsOf(b, 2), mask = c.maskIn(b, inputs),
                scratch = b.scratch] {
            Pieces pieces(scratch);
            float *zeros = pieces.take(3 * u), *all = pieces.take(c.batch * 3 * u);
            const Products products{c, w, mask, pieces.take(0)};
            std::fill(zeros, zeros + 3 * u, 0.0f);
            const float* start = given ? given : zeros;
            const int64_t together = after ? 3 : 2;  // gates that the state is multiplied with at once
            c.eachPart([&](int64_t begin, int64_t end) {
                for (int64_t t = 0; t < c.steps; ++t) {
                    for (int64_t n = begin; n < end; ++n)
                        std::memcpy(all + n * 3 * u, start, static_cast<size_t>(3 * u) * sizeof(float));
                    if (t > 0)
                        products.add(begin, end, 0, together, y + c.at(begin, t - 1, 1), c.row(1), all + begin * 3 * u,
                                     3 * u);
                    for (int64_t n = begin; n < end; ++n) {
                        const float *from = x + c.at(n, c.read(t), 3), *state = t > 0 ? y + c.at(n, t - 1, 1) : zeros;
                        float *g = gates + c.at(n, t, 4), *product = all + n * 3 * u;
                        const float* two[] = {from, product};
                        vec().add(2 * u, 2, two, 0, g, false);
                        if (sums) std::memcpy(sums + c.at(n, t, 3), g, static_cast<size_t>(2 * u) * sizeof(float));
                        c.activate(c.open, 2 * u, g, g);
                        if (after) {
                            std::memcpy(g + 3 * u, product + 2 * u, static_cast<size_t>(u) * sizeof(float));
                            vec().multiplyAdd(u, g + u, g + 3 * u, from + 2 * u, g + 2 * u);
                        } else {
                            vec().pairwise(Pairwise::Mul, u, g + u, state, g + 3 * u);
                            std::memcpy(g + 2 * u, from + 2 * u, static_cast<size_t>(u) * sizeof(float));
                        }
                    }
                    if (!after && t > 0)
                        products.add(begin, end, 2, 1, gates + c.at(begin, t, 4) + 3 * u, c.row(4),
                                     gates + c.at(begin, t, 4) + 2 * u, c.row(4));
                    for (int64_t n = begin; n < end; ++n) {
                        float *g = gates + c.at(n, t, 4), *candidate = g + 2 * u;
                        if (sums)
                            std::memcpy(sums + c.at(n, t, 3) + 2 * u, candidate,
                                        static_cast<size_t>(u) * sizeof(float));
                        c.activate(c.act, u, candidate, candidate);
                        vec().gruMix(u, g, candidate, t > 0 ? y + c.at(n, t - 1, 1) : zeros, y + c.at(n, t, 1));
                    }
                }
            });
        };
    };
    return kernel;
}

Kernel gruGrad(const KernelRequest& request) {
    const Cells c(request, request.inputs[2].shape, request.inputs[1].shape);
    const bool after = resetsAfter(request);
    Kernel kernel = plainKernel(request);
    const int64_t u = c.units;
    const size_t inputs = request.inputs.size();
    // Gradients of the recurrent products, and the states that the candidate's product saw.
    kernel.scratchBytes = floats(u) + floats(c.values(1)) + 2 * floats(c.batch * u) + floats(c.values(after ? 3 : 1)) +
                          Products::scratch(c) + (c.masked ? floats(c.values(1)) : 0);
    kernel.bind = [=](const KernelBuffers& b) {
        return [=, dy = in<float>(b, 0), w = in<float>(b, 1), y = in<float>(b, 2), gates = in<float>(b, 3),
                sums = c.sumsIn(b, 4), mask = c.maskIn(b, inputs), dx = out<float>(b, 0), dw = out<float>(b, 1),
                dbias = after ? out<float>(b, 2) : nullptr, scratch = b.scratch] {
            Pieces pieces(scratch);
            float *zeros = pieces.take(u), *before = pieces.take(c.values(1)), *flow = pieces.take(c.batch * u),
                  *kept = pieces.take(c.batch * u), *extra = pieces.take(c.values(after ? 3 : 1));
            float* room = mask ? pieces.take(c.values(1)) : nullptr;
            const Products products{c, w, mask, pieces.take(0)};
            std::fill(zeros, zeros + u, 0.0f);
            c.eachPart([&](int64_t begin, int64_t end) {
                statesBefore(c, begin, end, y, zeros, before);
                std::fill(flow + begin * u, flow + end * u, 0.0f);
                for (int64_t t = c.steps; t-- > 0;) {
                    const int64_t step = c.read(t);
                    for (int64_t n = begin; n < end; ++n) {
                        const float *g = gates + c.at(n, t, 4), *reset = g + u, *candidate = g + 2 * u;
                        const float* sum = sums ? sums + c.at(n, t, 3) : g;
                        const float* state = before + c.at(n, step, 1);
                        float *dg = dx + c.at(n, step, 3), *f = flow + n * u;
                        vec().accumulate(u, dy + c.at(n, t, 1), f);
                        vec().gruMixGrad(u, g, candidate, state, f, dg, dg + 2 * u, f);
                        c.slope(c.open, u, sum, g, dg), c.slope(c.act, u, sum + 2 * u, candidate, dg + 2 * u);
                        if (!after) continue;
                        float* d = extra + c.at(n, step, 3);
                        vec().products(u, dg + 2 * u, g + 3 * u, reset, dg + u, d + 2 * u);
                        c.slope(c.open, u, sum + u, reset, dg + u);
                        std::memcpy(d, dg, static_cast<size_t>(2 * u) * sizeof(float));
                    }
                    float *fromFlow = flow + begin * u, *fromKept = kept + begin * u;
                    if (after) {
                        if (t > 0) products.back(begin, end, 0, 3, extra + c.at(begin, step, 3), c.row(3), 1, fromFlow);
                        continue;
                    }
                    products.back(begin, end, 2, 1, dx + c.at(begin, step, 3) + 2 * u, c.row(3), 0, fromKept);
                    for (int64_t n = begin; n < end; ++n) {
                        const float *g = gates + c.at(n, t, 4), *reset = g + u, *state = before + c.at(n, step, 1);
                        float *dg = dx + c.at(n, step, 3), *k = kept + n * u;
                        std::memcpy(extra + c.at(n, step, 1), g + 3 * u, static_cast<size_t>(u) * sizeof(float));
                        vec().products(u, k, state, reset, dg + u, k);
                        vec().accumulate(u, k, flow + n * u);
                        c.slope(c.open, u, sums ? sums + c.at(n, t, 3) + u : reset, reset, dg + u);
                    }
                    if (t > 0) products.back(begin, end, 0, 2, dx + c.at(begin, step, 3), c.row(3), 1, fromFlow);
                }
            });
            if (after) {
                products.kernelGradient(0, 3, extra, 3 * u, before, room, dw);
                std::fill(dbias, dbias + 3 * u, 0.0f);
                for (int64_t i = 0; i < c.batch * c.steps; ++i) vec().accumulate(3 * u, extra + i * 3 * u, dbias);
            } else {
                products.kernelGradient(0, 2, dx, 3 * u, before, room, dw);
                products.kernelGradient(2, 1, dx + 2 * u, 3 * u, extra, room, dw);
            }
        };
    };
    return kernel;
}

}  // namespace

void recurrent(KernelTable& table) {
    table.add("LSTM", lstm);
    table.add("LSTMGrad", lstmGrad);
    table.add("GRU", gru);
    table.add("GRUGrad", gruGrad);
}

}  // namespace tl::cpu
