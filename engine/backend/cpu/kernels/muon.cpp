// Muon's update on oneDNN's matrix product. A matrix taller than wide is worked on from its other side, so nothing is
// ever transposed: the square that the Newton-Schulz steps take is always the smaller one. What goes element by element
// is shared by the team; the two norms are sums, whose bits must not go by the number of threads, and are one's work.
#include <dnnl.h>

#include <algorithm>
#include <cmath>
#include <cstring>

#include "engine/backend/cpu/support.h"
#include "engine/backend/cpu/updater.h"
#include "engine/core/error.h"

namespace tl::cpu {
namespace {

// c[m, n] = alpha op(a) op(b) + beta c, row-major.
void multiply(char opA, char opB, int64_t m, int64_t n, int64_t k, float alpha, const float* a, int64_t lda,
              const float* b, int64_t ldb, float beta, float* c) {
    if (dnnl_sgemm(opA, opB, m, n, k, alpha, a, lda, b, ldb, beta, c, n) != dnnl_success)
        throw Error("oneDNN could not multiply two matrices of Muon's update.");
}

// body(begin, end) for each part's share of `size` elements.
template <typename Body>
void inShares(int parts, int64_t size, const Body& body) {
    forParts(parts, [&](int part) {
        const auto [begin, end] = share(size, parts, part, 16);
        body(begin, end);
    });
}

struct Polynomial {
    int64_t steps;
    float a, b, c;
};

// x [rows, columns] towards the orthogonal matrix nearest to it. square and poly: small^2 floats; other: as x.
// Returns where the result lies: x or other.
float* orthogonalize(float* x, float* other, float* square, float* poly, int64_t rows, int64_t columns,
                     const Polynomial& p, int parts) {
    const bool tall = rows > columns;
    const int64_t small = std::min(rows, columns), size = rows * columns;
    const auto norm = static_cast<float>(1 / (std::sqrt(vec().squareSum(size, x)) + 1e-7));
    inShares(parts, size,
             [&](int64_t begin, int64_t end) { vec().rescale(end - begin, x + begin, x + begin, norm, 0); });
    for (int64_t step = 0; step < p.steps; ++step) {
        if (tall)
            multiply('T', 'N', small, small, rows, 1, x, columns, x, columns, 0, square);
        else
            multiply('N', 'T', small, small, columns, 1, x, columns, x, columns, 0, square);
        std::memcpy(poly, square, static_cast<size_t>(small * small) * sizeof(float));
        multiply('N', 'N', small, small, small, p.c, square, small, square, small, p.b, poly);
        inShares(parts, size, [&](int64_t begin, int64_t end) { std::copy(x + begin, x + end, other + begin); });
        if (tall)
            multiply('N', 'N', rows, columns, small, 1, x, columns, poly, small, p.a, other);
        else
            multiply('N', 'N', rows, columns, small, 1, poly, small, x, columns, p.a, other);
        std::swap(x, other);
    }
    return x;
}

Kernel muonUpdate(const KernelRequest& request) {
    const Attributes& attributes = request.attributes;
    const int64_t size = request.inputs[0].shape.elements(), rows = request.inputs[0].shape[0], columns = size / rows;
    const int64_t small = std::min(rows, columns);
    const int parts = partsFor(request.threads, size);
    const auto momentum = static_cast<float>(attributes.number("momentum"));
    const bool nesterov = attributes.integer("nesterov", 0) != 0;
    const bool normalizes = attributes.integer("normalize_weights", 0) != 0;
    const bool freezesOut = attributes.integer("freeze_out", 0) != 0;
    const double ratio = attributes.number("lr_ratio", 1);
    const double decay = attributes.number("weight_decay", 0), rms = attributes.number("rms_rate", 0);
    const double length = rms > 0 ? rms * std::sqrt(static_cast<double>(std::max(rows, columns))) : 1;
    const Polynomial polynomial{attributes.integer("ns_steps"), static_cast<float>(attributes.number("a")),
                                static_cast<float>(attributes.number("b")), static_cast<float>(attributes.number("c"))};
    Kernel kernel = plainKernel(request);
    kernel.inPlace = {0, 2};
    kernel.scratchBytes = static_cast<size_t>(2 * size + 2 * small * small) * sizeof(float);
    kernel.implementation = "onednn:sgemm";
    kernel.bind = [=](const KernelBuffers& b) {
        return [=, weight = in<float>(b, 0), gradient = in<float>(b, 1), velocity = in<float>(b, 2),
                nextWeight = out<float>(b, 0), nextVelocity = out<float>(b, 1),
                scratch = static_cast<float*>(b.scratch), context = b.context] {
            if (context->stands(freezesOut))
                return keep({weight, gradient, {velocity}, nextWeight, {nextVelocity}}, size, 1);
            float *x = scratch, *other = x + size, *square = other + size, *poly = square + small * small;
            inShares(parts, size, [&](int64_t begin, int64_t end) {
                for (int64_t i = begin; i < end; ++i) {
                    const float moved = momentum * velocity[i] + gradient[i];
                    nextVelocity[i] = moved;
                    x[i] = nesterov ? gradient[i] + momentum * moved : moved;
                }
            });
            const float* direction = orthogonalize(x, other, square, poly, rows, columns, polynomial, parts);
            const auto rate = static_cast<double>(context->rate(freezesOut));
            double norm = 1;
            if (normalizes) {
                const double given = std::sqrt(vec().squareSum(size, weight));
                if (given > 0) norm = std::sqrt(static_cast<double>(rows)) / given;
            }
            const auto kept = static_cast<float>(norm), shrink = static_cast<float>(rate * decay),
                       way = static_cast<float>(rate * ratio * length);
            inShares(parts, size, [&](int64_t begin, int64_t end) {
                for (int64_t i = begin; i < end; ++i) {
                    const float from = kept * weight[i];
                    nextWeight[i] = from - (shrink * from + way * direction[i]);
                }
            });
        };
    };
    return kernel;
}

}  // namespace

void muon(KernelTable& table) { table.add("MuonUpdate", muonUpdate); }

}  // namespace tl::cpu
