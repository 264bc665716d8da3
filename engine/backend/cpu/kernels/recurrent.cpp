// LSTM and GRU. The samples of a batch are divided among the threads, and each thread goes through all steps by itself:
// no thread waits for another until the sequence is done. A step is one product with the recurrent kernel and a few
// sweeps over the units. The recurrent kernel's gradient is one product over all samples and steps at the end.
#include <cstring>
#include <limits>

#include <dnnl.h>

#include "engine/backend/cpu/support.h"

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
    Act act, open;  // of the candidate and of the gates
    int parts;

    Cells(const KernelRequest& request, const Shape& sequence, const Shape& kernel) {
        batch = sequence[0], steps = sequence[1], units = kernel[1], gates = kernel[0] / kernel[1];
        const Attributes& a = request.attributes;
        backwards = a.integer("go_backwards", 0) != 0;
        act = actFrom(a.text("cell_activation", "tanh"));
        open = actFrom(a.text("recurrent_activation", "sigmoid"));
        parts = static_cast<int>(
            std::min<int64_t>(batch, partsFor(request.threads, batch * steps * gates * units * (units / 8 + 8))));
    }
    int64_t read(int64_t t) const { return backwards ? steps - 1 - t : t; }
    int64_t values(int64_t count) const { return batch * steps * count * units; }
    // The first value of a step where each has `count` times `units` of them.
    int64_t at(int64_t n, int64_t t, int64_t count) const { return (n * steps + t) * count * units; }
    int64_t row(int64_t count) const { return steps * count * units; }  // from one sample to the next
    void activate(Act kind, int64_t n, float* x) const { vec().activation(kind, 1.0f, n, x, x); }
    void slope(Act kind, int64_t n, const float* y, float* d) const { vec().activationGrad(kind, 1.0f, n, y, d, d); }

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
    kernel.scratchBytes = floats(c.units);
    kernel.bind = [=](const KernelBuffers& b) {
        return [=, x = in<float>(b, 0), w = in<float>(b, 1), y = out<float>(b, 0), gates = out<float>(b, 1),
                cells = out<float>(b, 2), zeros = static_cast<float*>(b.scratch)] {
            const int64_t u = c.units;
            std::fill(zeros, zeros + u, 0.0f);
            c.eachPart([&](int64_t begin, int64_t end) {
                for (int64_t t = 0; t < c.steps; ++t) {
                    if (x != gates)
                        for (int64_t n = begin; n < end; ++n)
                            std::memcpy(gates + c.at(n, t, 4), x + c.at(n, c.read(t), 4),
                                        static_cast<size_t>(4 * u) * sizeof(float));
                    if (t > 0)
                        multiply(false, true, end - begin, 4 * u, u, y + c.at(begin, t - 1, 1), c.row(1), w, u, 1,
                                 gates + c.at(begin, t, 4), c.row(4));
                    for (int64_t n = begin; n < end; ++n) {
                        float *g = gates + c.at(n, t, 4), *cell = cells + c.at(n, t, 1), *h = y + c.at(n, t, 1);
                        c.activate(c.open, 2 * u, g), c.activate(c.act, u, g + 2 * u), c.activate(c.open, u, g + 3 * u);
                        vec().lstmCell(u, g, t > 0 ? cells + c.at(n, t - 1, 1) : zeros, cell);
                        vec().activation(c.act, 1.0f, u, cell, h);
                        vec().multiplyAdd(u, h, g + 3 * u, zeros, h);
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
    kernel.scratchBytes = floats(u) + floats(c.values(1)) + 2 * floats(c.batch * u) + floats(c.batch * 2 * u);
    kernel.bind = [=](const KernelBuffers& b) {
        return [=, dy = in<float>(b, 0), w = in<float>(b, 1), y = in<float>(b, 2), gates = in<float>(b, 3),
                cells = in<float>(b, 4), dx = out<float>(b, 0), dw = out<float>(b, 1), scratch = b.scratch] {
            Pieces pieces(scratch);
            float *zeros = pieces.take(u), *before = pieces.take(c.values(1)), *flow = pieces.take(c.batch * u),
                  *dcell = pieces.take(c.batch * u), *kept = pieces.take(c.batch * 2 * u);
            std::fill(zeros, zeros + u, 0.0f);
            c.eachPart([&](int64_t begin, int64_t end) {
                statesBefore(c, begin, end, y, zeros, before);
                std::fill(flow + begin * u, flow + end * u, 0.0f), std::fill(dcell + begin * u, dcell + end * u, 0.0f);
                float *shown = kept + begin * 2 * u, *dshown = shown + u;
                for (int64_t t = c.steps; t-- > 0;) {
                    for (int64_t n = begin; n < end; ++n) {
                        const float *g = gates + c.at(n, t, 4), *output = g + 3 * u;
                        float *dg = dx + c.at(n, c.read(t), 4), *f = flow + n * u;
                        vec().accumulate(u, dy + c.at(n, t, 1), f);
                        vec().activation(c.act, 1.0f, u, cells + c.at(n, t, 1), shown);
                        vec().products(u, f, shown, output, dg + 3 * u, dshown);
                        c.slope(c.act, u, shown, dshown);
                        vec().lstmCellGrad(u, g, t > 0 ? cells + c.at(n, t - 1, 1) : zeros, dshown, dcell + n * u, dg);
                        c.slope(c.open, 2 * u, g, dg), c.slope(c.act, u, g + 2 * u, dg + 2 * u);
                        c.slope(c.open, u, output, dg + 3 * u);
                    }
                    if (t > 0)
                        multiply(false, false, end - begin, u, 4 * u, dx + c.at(begin, c.read(t), 4), c.row(4), w, u, 0,
                                 flow + begin * u, u);
                }
            });
            multiply(true, false, 4 * u, u, c.batch * c.steps, dx, 4 * u, before, u, 0, dw, u);
        };
    };
    return kernel;
}

bool resetsAfter(const KernelRequest& request) { return request.attributes.integer("linear_before_reset", 1) != 0; }

Kernel gru(const KernelRequest& request) {
    const Cells c(request, request.inputs[0].shape, request.inputs[1].shape);
    const bool after = resetsAfter(request), bias = request.inputs.size() > 2;
    Kernel kernel = plainKernel(request);
    const int64_t u = c.units;
    kernel.scratchBytes = floats(3 * u) + floats(c.batch * 3 * u);
    kernel.bind = [=](const KernelBuffers& b) {
        return [=, x = in<float>(b, 0), w = in<float>(b, 1), given = bias ? in<float>(b, 2) : nullptr,
                y = out<float>(b, 0), gates = out<float>(b, 1), scratch = b.scratch] {
            Pieces pieces(scratch);
            float *zeros = pieces.take(3 * u), *all = pieces.take(c.batch * 3 * u);
            std::fill(zeros, zeros + 3 * u, 0.0f);
            const float* start = given ? given : zeros;
            const int64_t width = after ? 3 * u : 2 * u;  // what the state is multiplied with at once
            c.eachPart([&](int64_t begin, int64_t end) {
                for (int64_t t = 0; t < c.steps; ++t) {
                    for (int64_t n = begin; n < end; ++n)
                        std::memcpy(all + n * 3 * u, start, static_cast<size_t>(3 * u) * sizeof(float));
                    if (t > 0)
                        multiply(false, true, end - begin, width, u, y + c.at(begin, t - 1, 1), c.row(1), w, u, 1,
                                 all + begin * 3 * u, 3 * u);
                    for (int64_t n = begin; n < end; ++n) {
                        const float *from = x + c.at(n, c.read(t), 3), *state = t > 0 ? y + c.at(n, t - 1, 1) : zeros;
                        float *g = gates + c.at(n, t, 4), *product = all + n * 3 * u;
                        const float* two[] = {from, product};
                        vec().add(2 * u, 2, two, 0, g, false);
                        c.activate(c.open, 2 * u, g);
                        if (after) {
                            std::memcpy(g + 3 * u, product + 2 * u, static_cast<size_t>(u) * sizeof(float));
                            vec().multiplyAdd(u, g + u, g + 3 * u, from + 2 * u, g + 2 * u);
                        } else {
                            vec().multiplyAdd(u, g + u, state, zeros, g + 3 * u);
                            std::memcpy(g + 2 * u, from + 2 * u, static_cast<size_t>(u) * sizeof(float));
                        }
                    }
                    if (!after && t > 0)
                        multiply(false, true, end - begin, u, u, gates + c.at(begin, t, 4) + 3 * u, c.row(4),
                                 w + 2 * u * u, u, 1, gates + c.at(begin, t, 4) + 2 * u, c.row(4));
                    for (int64_t n = begin; n < end; ++n) {
                        float* g = gates + c.at(n, t, 4);
                        c.activate(c.act, u, g + 2 * u);
                        vec().gruMix(u, g, g + 2 * u, t > 0 ? y + c.at(n, t - 1, 1) : zeros, y + c.at(n, t, 1));
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
    const int64_t u = c.units, rows = c.batch * c.steps;
    // Gradients of the recurrent products, and the states that the candidate's product saw.
    kernel.scratchBytes = floats(u) + floats(c.values(1)) + 2 * floats(c.batch * u) + floats(c.values(after ? 3 : 1));
    kernel.bind = [=](const KernelBuffers& b) {
        return [=, dy = in<float>(b, 0), w = in<float>(b, 1), y = in<float>(b, 2), gates = in<float>(b, 3),
                dx = out<float>(b, 0), dw = out<float>(b, 1), dbias = after ? out<float>(b, 2) : nullptr,
                scratch = b.scratch] {
            Pieces pieces(scratch);
            float *zeros = pieces.take(u), *before = pieces.take(c.values(1)), *flow = pieces.take(c.batch * u),
                  *kept = pieces.take(c.batch * u), *extra = pieces.take(c.values(after ? 3 : 1));
            std::fill(zeros, zeros + u, 0.0f);
            c.eachPart([&](int64_t begin, int64_t end) {
                statesBefore(c, begin, end, y, zeros, before);
                std::fill(flow + begin * u, flow + end * u, 0.0f);
                for (int64_t t = c.steps; t-- > 0;) {
                    const int64_t step = c.read(t);
                    for (int64_t n = begin; n < end; ++n) {
                        const float *g = gates + c.at(n, t, 4), *reset = g + u, *candidate = g + 2 * u;
                        const float* state = before + c.at(n, step, 1);
                        float *dg = dx + c.at(n, step, 3), *f = flow + n * u;
                        vec().accumulate(u, dy + c.at(n, t, 1), f);
                        vec().gruMixGrad(u, g, candidate, state, f, dg, dg + 2 * u, f);
                        c.slope(c.open, u, g, dg), c.slope(c.act, u, candidate, dg + 2 * u);
                        if (!after) continue;
                        float* d = extra + c.at(n, step, 3);
                        vec().products(u, dg + 2 * u, g + 3 * u, reset, dg + u, d + 2 * u);
                        c.slope(c.open, u, reset, dg + u);
                        std::memcpy(d, dg, static_cast<size_t>(2 * u) * sizeof(float));
                    }
                    float *fromFlow = flow + begin * u, *fromKept = kept + begin * u;
                    if (after) {
                        if (t > 0)
                            multiply(false, false, end - begin, u, 3 * u, extra + c.at(begin, step, 3), c.row(3), w, u,
                                     1, fromFlow, u);
                        continue;
                    }
                    multiply(false, false, end - begin, u, u, dx + c.at(begin, step, 3) + 2 * u, c.row(3),
                             w + 2 * u * u, u, 0, fromKept, u);
                    for (int64_t n = begin; n < end; ++n) {
                        const float *g = gates + c.at(n, t, 4), *reset = g + u, *state = before + c.at(n, step, 1);
                        float *dg = dx + c.at(n, step, 3), *k = kept + n * u;
                        std::memcpy(extra + c.at(n, step, 1), g + 3 * u, static_cast<size_t>(u) * sizeof(float));
                        vec().products(u, k, state, reset, dg + u, k);
                        vec().accumulate(u, k, flow + n * u);
                        c.slope(c.open, u, reset, dg + u);
                    }
                    if (t > 0)
                        multiply(false, false, end - begin, u, 2 * u, dx + c.at(begin, step, 3), c.row(3), w, u, 1,
                                 fromFlow, u);
                }
            });
            if (after) {
                multiply(true, false, 3 * u, u, rows, extra, 3 * u, before, u, 0, dw, u);
                std::fill(dbias, dbias + 3 * u, 0.0f);
                for (int64_t i = 0; i < rows; ++i) vec().accumulate(3 * u, extra + i * 3 * u, dbias);
            } else {
                multiply(true, false, 2 * u, u, rows, dx, 3 * u, before, u, 0, dw, u);
                multiply(true, false, u, u, rows, dx + 2 * u, 3 * u, extra, u, 0, dw + 2 * u * u, u);
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
