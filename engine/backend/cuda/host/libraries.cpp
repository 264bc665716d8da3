// The definitions of products and convolutions, element by element.
#include "engine/backend/cuda/host/libraries.h"

#include <bit>
#include <cmath>
#include <cstring>
#include <vector>

#include "engine/core/error.h"
#include "engine/core/half.h"

namespace tl::cuda {
namespace {

// The nearest float32 of 10 bits of mantissa.
float roundedToTf32(float x) {
    const auto bits = std::bit_cast<uint32_t>(x);
    return std::isfinite(x) ? std::bit_cast<float>((bits + 0x0fffu + (bits >> 13 & 1)) & ~0x1fffu) : x;
}

double load(const void* from, DType type, int64_t i, bool tf32) {
    switch (type) {
    case DType::BFloat16: return static_cast<double>(static_cast<float>(static_cast<const BFloat16*>(from)[i]));
    case DType::Float16: return static_cast<double>(static_cast<float>(static_cast<const Float16*>(from)[i]));
    default: {
        const float value = static_cast<const float*>(from)[i];
        return static_cast<double>(tf32 ? roundedToTf32(value) : value);
    }
    }
}

void store(void* to, DType type, int64_t i, double value) {
    const auto narrow = static_cast<float>(value);
    switch (type) {
    case DType::BFloat16: static_cast<BFloat16*>(to)[i] = BFloat16(narrow); break;
    case DType::Float16: static_cast<Float16*>(to)[i] = Float16(narrow); break;
    default: static_cast<float*>(to)[i] = narrow;
    }
}

// [rows, columns] of doubles, row by row, of a matrix that may lie transposed.
template <typename Number>
void gather(int64_t first, int64_t rows, int64_t columns, bool transposed, std::vector<double>& to,
            const Number& number) {
    to.resize(static_cast<size_t>(rows * columns));
    for (int64_t i = 0; i < rows; ++i)
        for (int64_t j = 0; j < columns; ++j)
            to[static_cast<size_t>(i * columns + j)] = number(first + (transposed ? j * rows + i : i * columns + j));
}

// A number of a product's factor.
auto numbersOf(const void* from, DType type, bool tf32, std::optional<Float8> float8, const float* scale) {
    return [=](int64_t i) {
        if (!float8) return load(from, type, i, tf32);
        return static_cast<double>(valueOf(*float8, static_cast<const uint8_t*>(from)[i])) *
               static_cast<double>(*scale);
    };
}

double relu(double x) { return x > 0 ? x : 0; }

void multiply(const Product& p, const Operands& at) {
    if (p.aFloat8.has_value() != p.bFloat8.has_value() ||
        (p.aFloat8 && (p.transposeA || !p.transposeB || p.bias || (p.m | p.n | p.k) % 16 != 0 ||
                       (p.aFloat8 == Float8::E5M2 && p.bFloat8 == Float8::E5M2))))
        throw Error("A product in 8 bits", "one that cuBLASLt has", "another");
    for (const void* each : {at.a, at.b, static_cast<const void*>(at.y)})
        if (reinterpret_cast<uintptr_t>(each) % p.alignment != 0)
            throw Error("A product on the GPU", Message("memory at multiples of {bytes} bytes", p.alignment),
                        "memory between them");
    std::vector<double> left, right, row(static_cast<size_t>(p.n));
    for (int64_t which = 0; which < p.products; ++which) {
        gather(which * p.m * p.k, p.m, p.k, p.transposeA, left, numbersOf(at.a, p.a, p.tf32, p.aFloat8, at.aScale));
        gather(which * p.k * p.n, p.k, p.n, p.transposeB, right, numbersOf(at.b, p.b, p.tf32, p.bFloat8, at.bScale));
        for (int64_t i = 0; i < p.m; ++i) {
            for (int64_t j = 0; j < p.n; ++j)
                row[static_cast<size_t>(j)] = p.bias ? static_cast<double>(at.bias[j]) : 0;
            for (int64_t k = 0; k < p.k; ++k) {
                const double factor = left[static_cast<size_t>(i * p.k + k)];
                for (int64_t j = 0; j < p.n; ++j)
                    row[static_cast<size_t>(j)] += factor * right[static_cast<size_t>(k * p.n + j)];
            }
            for (int64_t j = 0; j < p.n; ++j)
                store(at.y, p.y, (which * p.m + i) * p.n + j,
                      p.relu ? relu(row[static_cast<size_t>(j)]) : row[static_cast<size_t>(j)]);
        }
    }
}

std::vector<double> loadAll(const void* from, DType type, int64_t count, bool tf32) {
    std::vector<double> all(static_cast<size_t>(count));
    for (int64_t i = 0; i < count; ++i) all[static_cast<size_t>(i)] = load(from, type, i, tf32);
    return all;
}

// Calls visit(x, w, y) for each pair of a window's element that lies inside the image and a y: x and w are the first
// of the channels that the two have in common.
template <typename Visit>
void forEachTap(const Convolution& c, const Visit& visit) {
    const auto inside = [&](const std::array<int64_t, 3>& at, const std::array<int64_t, 3>& tap, int64_t& place) {
        place = 0;
        for (size_t a = 0; a < 3; ++a) {
            const int64_t x = at[a] * c.strides[a] - c.before[a] + tap[a] * c.dilations[a];
            if (x < 0 || x >= c.in[a]) return false;
            place = place * c.in[a] + x;
        }
        return true;
    };
    const auto forEach = [](const Convolution::Extents& extents, const auto& body) {
        Convolution::Extents i{};
        for (i[0] = 0; i[0] < extents[0]; ++i[0])
            for (i[1] = 0; i[1] < extents[1]; ++i[1])
                for (i[2] = 0; i[2] < extents[2]; ++i[2]) body(i);
    };
    const int64_t common = c.channels / c.groups, filters = c.filters / c.groups;
    const int64_t plane = c.in[0] * c.in[1] * c.in[2], taps = c.window[0] * c.window[1] * c.window[2];
    int64_t y = 0;
    for (int64_t image = 0; image < c.images; ++image)
        forEach(c.out, [&](const Convolution::Extents& at) {
            int64_t tap = 0;
            forEach(c.window, [&](const Convolution::Extents& k) {
                int64_t place = 0;
                if (inside(at, k, place))
                    for (int64_t o = 0; o < c.filters; ++o)
                        visit((image * plane + place) * c.channels + o / filters * common, (o * taps + tap) * common,
                              y + o);
                ++tap;
            });
            y += c.filters;
        });
}

void convolve(const Convolution& c, const Operands& at) {
    const auto volume = [](const Convolution::Extents& e) { return e[0] * e[1] * e[2]; };
    const int64_t common = c.channels / c.groups, xs = c.images * volume(c.in) * c.channels,
                  ws = c.filters * volume(c.window) * common, ys = c.images * volume(c.out) * c.filters;
    using Pass = Convolution::Pass;
    std::vector<double> x(static_cast<size_t>(xs)), w(static_cast<size_t>(ws)), y(static_cast<size_t>(ys));
    if (c.pass == Pass::Data)
        y = loadAll(at.a, c.y, ys, c.tf32);
    else
        x = loadAll(at.a, c.x, xs, c.tf32);
    if (c.pass == Pass::Kernel)
        y = loadAll(at.b, c.y, ys, c.tf32);
    else
        w = loadAll(at.b, c.w, ws, c.tf32);
    if (c.bias)
        for (int64_t i = 0; i < ys; ++i) y[static_cast<size_t>(i)] = static_cast<double>(at.bias[i % c.filters]);
    forEachTap(c, [&](int64_t atX, int64_t atW, int64_t atY) {
        double *xi = x.data() + atX, *wi = w.data() + atW, &yi = y[static_cast<size_t>(atY)];
        switch (c.pass) {
        case Pass::Forward:
            for (int64_t i = 0; i < common; ++i) yi += xi[i] * wi[i];
            break;
        case Pass::Data:
            for (int64_t i = 0; i < common; ++i) xi[i] += yi * wi[i];
            break;
        case Pass::Kernel:
            for (int64_t i = 0; i < common; ++i) wi[i] += yi * xi[i];
            break;
        }
    });
    const std::vector<double>& all = c.pass == Pass::Forward ? y : c.pass == Pass::Data ? x : w;
    const DType type = c.result();
    for (size_t i = 0; i < all.size(); ++i) store(at.y, type, static_cast<int64_t>(i), c.relu ? relu(all[i]) : all[i]);
}

// A workspace as a library would want one, all of which it may write.
constexpr size_t kWorkspace = 1024;

template <typename Asked, typename Compute>
Libraries::Call callOf(const char* name, const Asked& asked, DType result, const Compute& compute) {
    return {name, kWorkspace, asked.bias, asked.relu, result, [=](void*, const Operands& at) {
                std::memset(at.workspace, 0x5a, kWorkspace);
                compute(asked, at);
            }};
}

// All that was asked for in one call, and then the bare call, as libraries have them.
template <typename Asked, typename Compute>
void offer(const Asked& asked, DType result, const Libraries::Taker& take, const Compute& compute) {
    if (!take(callOf("reference", asked, result, compute)) || (!asked.bias && !asked.relu)) return;
    Asked bare = asked;
    bare.bias = bare.relu = false;
    take(callOf("reference:bare", bare, result, compute));
}

}  // namespace

void HostLibraries::convolutions(const Convolution& c, const Taker& take) {
    bool goOn = true;
    offer(
        c, c.result(), [&](const Call& call) { return goOn = take(call); }, convolve);
    if (!goOn || c.result() == c.factor()) return;
    // A result that is wider than what it is made of: cuDNN does not always have it.
    Convolution narrow = c;
    narrow.bias = narrow.relu = false;
    narrow.result() = narrow.factor();
    take(callOf("reference:narrow", narrow, narrow.result(), convolve));
}

std::string HostLibraries::communication() const {
    requireCommunication();
    return "reference";
}

std::shared_ptr<Communicator> HostLibraries::communicator(const std::string& devices, int rank) {
    requireCommunication();
    return world_->communicator(devices, rank);
}

void HostLibraries::requireCommunication() const {
    if (!world_) throw Error("Several devices that train together", "checking drivers of one world", "one by itself");
}

void HostLibraries::products(const Product& product, const Taker& take) { offer(product, product.y, take, multiply); }

}  // namespace tl::cuda
