// Matrix products with bias and activation in the same pass. Those whose factors fit a core's cache, which are all of a
// small network's, run on our own vector code without packing or a library's overhead; larger ones on oneDNN.
#include <set>

#include "engine/backend/cpu/onednn.h"
#include "engine/backend/cpu/support.h"

namespace tl::cpu {
namespace {

using dnnl::memory;

struct Product {
    int64_t m, n, k, batch = 1;  // a batch of products lies in the axes in front
    bool transposeA, transposeB, bias;
    Act act;
    float alpha;
    int bytes;  // the operand that is of bytes; -1 = none
    float scale, offset;

    explicit Product(const KernelRequest& request)
        : m(request.outputs[0].shape[-2]), n(request.outputs[0].shape[-1]),
          transposeA(request.attributes.integer("transpose_a", 0) != 0),
          transposeB(request.attributes.integer("transpose_b", 0) != 0), bias(request.inputs.size() > 2),
          act(actFrom(request.attributes.text("activation", "linear"))), alpha(alphaOf(act, request.attributes)),
          bytes(static_cast<int>(request.attributes.integer("bytes_input", -1))),
          scale(static_cast<float>(request.attributes.number("bytes_scale", 1))),
          offset(static_cast<float>(request.attributes.number("bytes_offset", 0))) {
        k = request.inputs[0].shape[transposeA ? -2 : -1];
        batch = request.outputs[0].shape.elements() / (m * n);
    }
};

// Up to here a product's panel of B stays in the second cache while A passes by.
constexpr int64_t kMostWork = int64_t{1} << 27;
// Of each product of a batch.
constexpr int64_t kMostWorkOfEach = int64_t{1} << 20;

constexpr int64_t kChunk = 24;     // rows of bytes that become floats at a time
constexpr int64_t kTurned = 16;    // and of those that are turned around: what transpose() takes at once
constexpr int64_t kStretch = 256;  // of such rows, so that they stay in the first cache

// Whether threads share columns of C, and not its rows: what takes fewer numbers from one core's cache to another's.
bool sharesColumns(const Product& p, int parts) {
    if (p.n < 32 * parts) return false;
    // A Dense layer: B's part is the one that the thread also updates, for which it reads all of A.
    if (p.transposeB) return p.m <= 2 * p.n;
    if (p.transposeA || p.m < 24 * parts) return p.n >= p.m;
    // The gradient of its input: a thread has rows of A and C in its cache, and of B the half that it updates.
    return p.n * p.k >= 2 * p.m * (p.n + p.k);
}

// What a thread alone needs it makes for itself - floats of bytes, its columns of a transposed B - since fetching
// numbers from another core's cache takes longer than computing them (docs/decisions/0017).
Kernel small(const KernelRequest& request, const Product& p) {
    const int parts = partsFor(request.threads, p.m * p.n * p.k, 1 << 16);
    const bool byColumns = sharesColumns(p, parts);
    // Of a part's two factors the one with fewer rows is turned around: its columns of B, or all of A.
    const bool ownTranspose = p.transposeB && byColumns, ownBytes = p.bytes == 0 && !p.transposeA;
    // One row times rows: each thread multiplies its rows by it, and nothing is turned around.
    const bool oneRow = ownTranspose && p.m == 1 && p.bytes < 0;
    const bool turnsA = ownTranspose && ownBytes && p.m % kTurned == 0 && p.m < p.n / parts;
    const int64_t turned = p.transposeB ? p.k * p.n : 0, strip = (p.k + (oneRow ? p.n : p.m)) * 16;
    const int64_t columns = byColumns ? (p.n / 32 / parts + 2) * 32 : p.n;  // of one part, at most
    const int64_t ownTurned = !ownTranspose || oneRow ? 0 : (turnsA ? p.m : p.k) * columns,
                  chunk = !ownBytes ? 0 : (turnsA ? kTurned + p.m : kChunk) * p.k;
    const int64_t converted = p.bytes == 1 ? p.k * p.n : p.bytes == 0 && !ownBytes ? p.m * p.k : 0;
    const int64_t shared = ownTranspose ? 0 : turned;
    Kernel kernel = plainKernel(request);
    kernel.implementation += oneRow ? ":row" : byColumns ? ":columns" : ":rows";  // which differ in speed
    kernel.scratchBytes = static_cast<size_t>(shared + converted) * sizeof(float);
    kernel.partScratchBytes = static_cast<size_t>(strip + chunk + ownTurned) * sizeof(float);
    kernel.bind = [=](const KernelBuffers& b) {
        const float* bias = p.bias ? in<float>(b, 2) : nullptr;
        auto *sharedTurned = static_cast<float*>(b.scratch), *floats = sharedTurned + shared;
        const auto* bytes = p.bytes >= 0 ? in<uint8_t>(b, static_cast<size_t>(p.bytes)) : nullptr;
        const float* a = p.bytes == 0 ? floats : in<float>(b, 0);
        const float* given = p.bytes == 1 ? floats : in<float>(b, 1);
        const PartScratch own(b);
        return [=, y = out<float>(b, 0)] {
            if (converted > 0)
                forParts(partsFor(parts, converted), [&](int part) {
                    const auto [begin, end] = share(converted, partsFor(parts, converted), part, 64);
                    vec().rescaleU8(end - begin, bytes + begin, floats + begin, p.scale, p.offset);
                });
            if (p.transposeB && !ownTranspose)
                forParts(partsFor(parts, turned), [&](int part) {
                    const auto [begin, end] = share(p.n, partsFor(parts, turned), part, 16);
                    vec().transpose(end - begin, p.k, given + begin * p.k, p.k, sharedTurned + begin, p.n);
                });
            forParts(parts, [&](int part) {
                const auto [m0, m1] = byColumns ? std::pair<int64_t, int64_t>{0, p.m} : share(p.m, parts, part);
                const auto [n0, n1] = byColumns ? share(p.n, parts, part, 32) : std::pair<int64_t, int64_t>{0, p.n};
                if (m0 == m1 || n0 == n1) return;
                float *pack = own.of(part), *fresh = pack + strip, *mine = fresh + chunk;
                if (oneRow) {
                    vec().gemm({n1 - n0, 1, p.k, given + n0 * p.k, p.k, 1, a, 1, y + n0, 1, nullptr, p.act, p.alpha,
                                pack, bias ? bias + n0 : nullptr});
                    return;
                }
                if (turnsA) {
                    const int64_t units = n1 - n0;
                    float* turnedA = fresh + kTurned * p.k;
                    for (int64_t row = 0; row < p.m; row += kTurned)
                        for (int64_t at = 0; at < p.k; at += kStretch) {
                            const int64_t width = std::min(kStretch, p.k - at);
                            for (int64_t i = 0; i < kTurned; ++i)
                                vec().rescaleU8(width, bytes + (row + i) * p.k + at, fresh + i * width, p.scale,
                                                p.offset);
                            vec().transpose(kTurned, width, fresh, width, turnedA + at * p.m + row, p.m);
                        }
                    vec().gemm({units, p.m, p.k, given + n0 * p.k, p.k, 1, turnedA, p.m, mine, p.m, nullptr, p.act,
                                p.alpha, pack, bias ? bias + n0 : nullptr});
                    vec().transpose(units, p.m, mine, p.m, y + n0, p.n);
                    return;
                }
                const float* right = ownTranspose ? mine : (p.transposeB ? sharedTurned : given) + n0;
                int64_t ldb = p.n;
                if (ownTranspose) {
                    ldb = n1 - n0;
                    vec().transpose(ldb, p.k, given + n0 * p.k, p.k, mine, ldb);
                }
                const int64_t rsa = p.transposeA ? 1 : p.k, csa = p.transposeA ? p.m : 1;
                for (int64_t row = m0; row < m1;) {
                    const int64_t rows = ownBytes ? std::min(kChunk, m1 - row) : m1 - row;
                    if (ownBytes) vec().rescaleU8(rows * p.k, bytes + row * p.k, fresh, p.scale, p.offset);
                    vec().gemm({rows, n1 - n0, p.k, ownBytes ? fresh : a + row * rsa, rsa, csa, right, ldb,
                                y + row * p.n + n0, p.n, bias ? bias + n0 : nullptr, p.act, p.alpha, pack});
                    row += rows;
                }
            });
        };
    };
    return kernel;
}

// Many small products, as attention has them: each is one thread's.
Kernel several(const KernelRequest& request, const Product& p) {
    const int parts = partsFor(request.threads, p.batch * p.m * p.n * p.k, 1 << 16);
    const int64_t strip = (p.k + p.m) * 16, turned = p.transposeB ? p.k * p.n : 0;
    Kernel kernel = plainKernel(request);
    kernel.implementation += ":batch";
    kernel.partScratchBytes = static_cast<size_t>(strip + turned) * sizeof(float);
    kernel.bind = [=](const KernelBuffers& b) {
        return [=, a = in<float>(b, 0), given = in<float>(b, 1), y = out<float>(b, 0), own = PartScratch(b)] {
            forParts(parts, [&](int part) {
                float *pack = own.of(part), *mine = pack + strip;
                const auto [begin, end] = share(p.batch, parts, part);
                for (int64_t i = begin; i < end; ++i) {
                    const float* right = given + i * p.k * p.n;
                    if (p.transposeB) {
                        vec().transpose(p.n, p.k, right, p.k, mine, p.n);
                        right = mine;
                    }
                    vec().gemm({p.m, p.n, p.k, a + i * p.m * p.k, p.transposeA ? 1 : p.k, p.transposeA ? p.m : 1, right,
                                p.n, y + i * p.m * p.n, p.n, nullptr, p.act, p.alpha, pack});
                }
            });
        };
    };
    return kernel;
}

// A matrix, or several in one row: further axes in front are multiplied up.
memory::desc matrix(const TensorDesc& desc, bool transposed) {
    const Shape& shape = desc.shape;
    const int64_t rows = shape[-2], columns = shape[-1], size = rows * columns;
    memory::dims dims{rows, columns}, strides{columns, 1};
    if (transposed) dims = {columns, rows}, strides = {1, columns};
    if (shape.rank() > 2) {
        dims.insert(dims.begin(), shape.elements() / size);
        strides.insert(strides.begin(), size);
    }
    return {dims, toType(desc.dtype), strides};
}

// The library's implementations, one after the other.
void offerLarge(const KernelRequest& request, const Product& p, const KernelTaker& take) {
    const auto a = matrix(request.inputs[0], p.transposeA), b = matrix(request.inputs[1], p.transposeB);
    const auto y = matrix(request.outputs[0], false);
    const bool half = isHalf(request.outputs[0].dtype);
    const auto biasDesc =
        p.bias ? memory::desc({1, p.n}, memory::data_type::f32, memory::format_tag::ab) : memory::desc();
    const auto desc = p.bias ? dnnl::matmul::desc(a, b, biasDesc, y) : dnnl::matmul::desc(a, b, y);
    const int64_t size = p.batch * p.m * p.n;
    const int parts = partsFor(request.threads, size);
    dnnl::matmul::primitive_desc pd(desc, scratchAttr(), dnnlEngine());
    std::set<std::string> known;
    do {
        const std::string implementation = std::string("onednn:") + pd.impl_info_str();
        if (!known.empty() && implementation.find(":ref") != std::string::npos) continue;  // plain loops
        if (!known.insert(implementation).second) continue;
        const auto make = [&] {
            Kernel kernel = plainKernel(request);
            kernel.scratchBytes = pd.scratchpad_desc().get_size();
            kernel.implementation = implementation;
            const dnnl::matmul primitive(pd);
            kernel.bind = [=](const KernelBuffers& buffers) -> std::function<void()> {
                BoundPrimitive bound(primitive);
                bound.bind(DNNL_ARG_SRC, a, buffers.inputs[0]);
                bound.bind(DNNL_ARG_WEIGHTS, b, buffers.inputs[1]);
                if (p.bias) bound.bind(DNNL_ARG_BIAS, biasDesc, buffers.inputs[2]);
                bound.bind(DNNL_ARG_DST, y, buffers.outputs[0]);
                bound.bind(DNNL_ARG_SCRATCHPAD, pd.scratchpad_desc(), buffers.scratch);
                if (p.act == Act::Linear) return [bound] { bound.run(); };
                return [=, result = buffers.outputs[0]] {
                    bound.run();
                    forParts(parts, [&](int part) {
                        const auto [begin, end] = share(size, parts, part, 16);
                        activate(half, p.act, p.alpha, begin, end, result);
                    });
                };
            };
            return kernel;
        };
        if (!take(implementation, make)) return;
    } while (pd.next_impl());
}

void product(const KernelRequest& request, const KernelTaker& take) {
    const Product p(request);
    const auto single = [](const TensorDesc& desc) { return desc.dtype == DType::Float32; };
    const bool plain = std::ranges::all_of(request.inputs, single) && std::ranges::all_of(request.outputs, single);
    const bool one = plain && request.outputs[0].shape.rank() == 2, many = plain && !p.bias && p.batch > 1;
    const int64_t work = p.m * p.n * p.k;
    const bool suits = one ? work <= kMostWork : many && work <= kMostWorkOfEach;
    bool enough = false;
    const auto own = [&](bool offered) {
        if (!offered || enough) return;
        Kernel kernel = one ? small(request, p) : several(request, p);
        enough = !take(kernel.implementation, [&] { return kernel; });
    };
    own(suits);
    if (enough) return;
    offerLarge(request, p, [&](const std::string& implementation, const std::function<Kernel()>& make) {
        enough = !take(implementation, make);
        return !enough;
    });
    own(!suits && (one || many));
}

}  // namespace

void matmul(KernelTable& table) {
    table.addFamily("MatMul", product, bf16Where(multipliesBf16()));
    table.add("BytesMatMul", [](const KernelRequest& request) { return small(request, Product(request)); });
}

}  // namespace tl::cpu
