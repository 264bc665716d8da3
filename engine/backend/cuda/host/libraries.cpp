// The definitions of the products, element by element.
#include "engine/backend/cuda/host/libraries.h"

#include <cstring>
#include <vector>

#include "engine/core/error.h"
#include "engine/core/half.h"

namespace tl::cuda {
namespace {

double load(const void* from, DType type, int64_t i) {
    switch (type) {
    case DType::BFloat16: return static_cast<double>(static_cast<float>(static_cast<const BFloat16*>(from)[i]));
    case DType::Float16: return static_cast<double>(static_cast<float>(static_cast<const Float16*>(from)[i]));
    default: return static_cast<double>(static_cast<const float*>(from)[i]);
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
void gather(const void* from, DType type, int64_t first, int64_t rows, int64_t columns, bool transposed,
            std::vector<double>& to) {
    to.resize(static_cast<size_t>(rows * columns));
    for (int64_t i = 0; i < rows; ++i)
        for (int64_t j = 0; j < columns; ++j)
            to[static_cast<size_t>(i * columns + j)] =
                load(from, type, first + (transposed ? j * rows + i : i * columns + j));
}

void multiply(const Product& p, const void* a, const void* b, const float* bias, void* y) {
    std::vector<double> left, right, row(static_cast<size_t>(p.n));
    for (int64_t which = 0; which < p.products; ++which) {
        gather(a, p.a, which * p.m * p.k, p.m, p.k, p.transposeA, left);
        gather(b, p.b, which * p.k * p.n, p.k, p.n, p.transposeB, right);
        for (int64_t i = 0; i < p.m; ++i) {
            for (int64_t j = 0; j < p.n; ++j) row[static_cast<size_t>(j)] = p.bias ? static_cast<double>(bias[j]) : 0;
            for (int64_t k = 0; k < p.k; ++k) {
                const double factor = left[static_cast<size_t>(i * p.k + k)];
                for (int64_t j = 0; j < p.n; ++j)
                    row[static_cast<size_t>(j)] += factor * right[static_cast<size_t>(k * p.n + j)];
            }
            for (int64_t j = 0; j < p.n; ++j) store(y, p.y, (which * p.m + i) * p.n + j, row[static_cast<size_t>(j)]);
        }
    }
}

}  // namespace

Libraries::ProductCall HostLibraries::product(const Product& product) {
    // A workspace as a library would want one, all of which it may write.
    constexpr size_t kWorkspace = 1024;
    return {"reference", kWorkspace,
            [product](void*, const void* a, const void* b, const float* bias, void* y, void* workspace) {
                std::memset(workspace, 0x5a, kWorkspace);
                multiply(product, a, b, bias, y);
            }};
}

}  // namespace tl::cuda
