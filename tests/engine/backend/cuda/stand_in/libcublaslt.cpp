// Stands in for NVIDIA's libcublasLt.so.13: what its manual says of a product, in the host's memory and at once. Its
// matrices lie column by column; it knows one kernel, and none with a bias of another type than the result's. Factors
// in 8 bits must come with scales, the first transposed, the second not, and all sizes multiples of 16.
#include <cmath>
#include <cstdint>
#include <cstring>
#include <map>
#include <string>

namespace {

struct Layout {
    int type = 0;
    uint64_t rows = 0, columns = 0;
    int64_t stride = 0, batchStride = 0;
    int32_t batches = 1;
};
struct Desc {
    int32_t transposeA = 0, transposeB = 0, biasType = -1;
    uint32_t epilogue = 1;
    const float *bias = nullptr, *scaleA = nullptr, *scaleB = nullptr;
    bool tf32 = false;
};
struct Proposal {
    uint64_t algorithm[8];
    size_t workspace;
    int state;
    float waves;
    int reserved[4];
};

constexpr int kE4M3 = 28, kE5M2 = 29;

bool ofEightBits(int type) { return type == kE4M3 || type == kE5M2; }

// By the formats' definition: sign, exponent, fraction.
float fromEightBits(uint8_t bits, int fraction, int bias) {
    const int exponent = (bits & 0x7f) >> fraction, part = bits & ((1 << fraction) - 1);
    const double size = exponent == 0 ? std::ldexp(part, 1 - bias - fraction)
                                      : std::ldexp((1 << fraction) + part, exponent - bias - fraction);
    return static_cast<float>(bits & 0x80 ? -size : size);
}

float load(const void* from, int type, int64_t i, bool tf32) {
    if (ofEightBits(type)) {
        const uint8_t bits = static_cast<const uint8_t*>(from)[i];
        return type == kE4M3 ? fromEightBits(bits, 3, 7) : fromEightBits(bits, 2, 15);
    }
    if (type == 0) {
        uint32_t bits = 0;
        std::memcpy(&bits, static_cast<const float*>(from) + i, sizeof(bits));
        if (tf32) bits = (bits + 0x0fff + (bits >> 13 & 1)) & ~uint32_t{0x1fff};
        float value = 0;
        std::memcpy(&value, &bits, sizeof(value));
        return value;
    }
    const uint32_t bits = uint32_t{static_cast<const uint16_t*>(from)[i]} << 16;  // bfloat16
    float value = 0;
    std::memcpy(&value, &bits, sizeof(value));
    return value;
}

void store(void* to, int type, int64_t i, float value) {
    if (type == 0) {
        static_cast<float*>(to)[i] = value;
        return;
    }
    uint32_t bits = 0;
    std::memcpy(&bits, &value, sizeof(bits));
    static_cast<uint16_t*>(to)[i] = static_cast<uint16_t>((bits + 0x7fff + (bits >> 16 & 1)) >> 16);
}

constexpr uint64_t kKnown = 77;

}  // namespace

extern "C" {

int standInAlive = 0;  // descriptors and handles
uint32_t standInAlignment = 256;
int standInWrongBias = 0;  // that it was asked for

int cublasLtCreate(void** handle) { return ++standInAlive, *handle = &standInAlive, 0; }
int cublasLtDestroy(void*) { return --standInAlive, 0; }
size_t cublasLtGetVersion() { return 130100; }
const char* cublasLtGetStatusString(int status) { return status == 7 ? "an invalid value" : "unknown"; }
int cublasLtMatmulDescCreate(void** desc, int compute, int scale) {
    if ((compute != 68 && compute != 77) || scale != 0) return 7;
    return ++standInAlive, *desc = new Desc{.tf32 = compute == 77}, 0;
}
int cublasLtMatmulDescDestroy(void* desc) { return --standInAlive, delete static_cast<Desc*>(desc), 0; }
int cublasLtMatmulDescSetAttribute(void* desc, int attribute, const void* value, size_t bytes) {
    Desc& to = *static_cast<Desc*>(desc);
    const auto take = [&](auto& field) { return bytes == sizeof(field) ? (std::memcpy(&field, value, bytes), 0) : 7; };
    switch (attribute) {
    case 3: return take(to.transposeA);
    case 4: return take(to.transposeB);
    case 7: return take(to.epilogue);
    case 8: return take(to.bias);
    case 17: return take(to.scaleA);
    case 18: return take(to.scaleB);
    case 26: return take(to.biasType);
    default: return 7;
    }
}
int cublasLtMatrixLayoutCreate(void** layout, int type, uint64_t rows, uint64_t columns, int64_t stride) {
    return ++standInAlive, *layout = new Layout{type, rows, columns, stride}, 0;
}
int cublasLtMatrixLayoutDestroy(void* layout) { return --standInAlive, delete static_cast<Layout*>(layout), 0; }
int cublasLtMatrixLayoutSetAttribute(void* layout, int attribute, const void* value, size_t bytes) {
    Layout& to = *static_cast<Layout*>(layout);
    if (attribute == 5 && bytes == sizeof(to.batches)) return std::memcpy(&to.batches, value, bytes), 0;
    if (attribute == 6 && bytes == sizeof(to.batchStride)) return std::memcpy(&to.batchStride, value, bytes), 0;
    return 7;
}
int cublasLtMatmulPreferenceCreate(void** preference) { return ++standInAlive, *preference = &standInAlive, 0; }
int cublasLtMatmulPreferenceDestroy(void*) { return --standInAlive, 0; }
int cublasLtMatmulPreferenceSetAttribute(void*, int attribute, const void* value, size_t bytes) {
    const size_t wanted = attribute == 1 ? sizeof(uint64_t) : sizeof(uint32_t);
    if (bytes == wanted && attribute >= 5 && attribute <= 8) std::memcpy(&standInAlignment, value, bytes);
    return bytes == wanted ? 0 : 7;
}
int cublasLtMatmulAlgoGetHeuristic(void*, void* desc, void* a, void* b, void*, void* d, void*, int wanted, void* into,
                                   int* found) {
    auto* const proposals = static_cast<Proposal*>(into);
    const Desc& how = *static_cast<Desc*>(desc);
    const Layout &left = *static_cast<Layout*>(a), &right = *static_cast<Layout*>(b), &y = *static_cast<Layout*>(d);
    const uint64_t m = how.transposeA ? left.columns : left.rows, k = how.transposeA ? left.rows : left.columns;
    const uint64_t k2 = how.transposeB ? right.columns : right.rows, n = how.transposeB ? right.rows : right.columns;
    const bool eight = ofEightBits(left.type) && ofEightBits(right.type);
    if (m != y.rows || n != y.columns || k != k2 || (left.type != right.type && !eight)) return 7;
    const bool biasOfAnotherType = (how.epilogue & 4) && how.biasType != (eight ? 14 : y.type);
    standInWrongBias += biasOfAnotherType;
    if ((how.epilogue & 4) && reinterpret_cast<uintptr_t>(how.bias) % 16 != 0) return 7;
    if ((how.epilogue & 4) && !how.bias) return *found = 0, 15;
    if (eight && (!how.transposeA || how.transposeB || (m | n | k) % 16 != 0 || !how.scaleA || !how.scaleB ||
                  (left.type == kE5M2 && right.type == kE5M2)))
        return *found = 0, 15;
    if (standInAlignment > 64 || biasOfAnotherType || wanted < 2) return *found = 0, 15;  // not supported
    proposals[0] = {{kKnown}, 512, 0, 1, {}};
    proposals[1] = {{kKnown}, 512, 15, 1, {}};  // one that is none
    return *found = 2, 0;
}
int cublasLtMatmulAlgoConfigGetAttribute(const void* algorithm, int setting, void* value, size_t bytes,
                                         size_t* written) {
    if (bytes != (setting >= 7 ? sizeof(uint16_t) : sizeof(uint32_t))) return 7;
    const uint32_t number =
        setting == 0 ? static_cast<uint32_t>(*static_cast<const uint64_t*>(algorithm)) : static_cast<uint32_t>(setting);
    return std::memcpy(value, &number, bytes), *written = bytes, 0;
}
int cublasLtMatmul(void*, void* desc, const void* alpha, const void* a, void* aLayout, const void* b, void* bLayout,
                   const void* beta, const void* c, void*, void* d, void* dLayout, const void* algorithm,
                   void* workspace, size_t workspaceBytes, void* stream) {
    const Desc& how = *static_cast<Desc*>(desc);
    const Layout &left = *static_cast<Layout*>(aLayout), &right = *static_cast<Layout*>(bLayout),
                 &y = *static_cast<Layout*>(dLayout);
    const auto number = [](const void* at) { return *static_cast<const float*>(at); };
    if (number(alpha) != 1 || number(beta) != 0 || c != d || *static_cast<const uint64_t*>(algorithm) != kKnown ||
        workspaceBytes != 512 || !stream || reinterpret_cast<uintptr_t>(workspace) % 256 != 0)
        return 7;
    std::memset(workspace, 0x5a, workspaceBytes);
    const auto depth = static_cast<int64_t>(how.transposeA ? left.rows : left.columns);
    for (int64_t p = 0; p < y.batches; ++p)
        for (int64_t i = 0; i < static_cast<int64_t>(y.rows); ++i)
            for (int64_t j = 0; j < static_cast<int64_t>(y.columns); ++j) {
                double sum = how.epilogue & 4 ? static_cast<double>(how.bias[i]) : 0;
                for (int64_t k = 0; k < depth; ++k) {
                    const int64_t atA = how.transposeA ? k + i * left.stride : i + k * left.stride,
                                  atB = how.transposeB ? j + k * right.stride : k + j * right.stride;
                    sum += static_cast<double>(load(a, left.type, p * left.batchStride + atA, how.tf32)) *
                           static_cast<double>(load(b, right.type, p * right.batchStride + atB, how.tf32));
                }
                if (ofEightBits(left.type)) sum *= static_cast<double>(*how.scaleA) * static_cast<double>(*how.scaleB);
                if ((how.epilogue & 2) && !(sum > 0)) sum = 0;
                store(d, y.type, p * y.batchStride + i + j * y.stride, static_cast<float>(sum));
            }
    return 0;
}

}  // extern "C"
