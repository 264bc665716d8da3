// Matrix products with bias and activation in the same pass. Those whose factors fit a core's cache, which are all of a
// small network's, run on our own vector code without packing or a library's overhead; larger ones on oneDNN.
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

    explicit Product(const KernelRequest& request)
        : m(request.outputs[0].shape[-2]), n(request.outputs[0].shape[-1]),
          transposeA(request.attributes.integer("transpose_a", 0) != 0),
          transposeB(request.attributes.integer("transpose_b", 0) != 0), bias(request.inputs.size() > 2),
          act(actFrom(request.attributes.text("activation", "linear"))), alpha(alphaOf(act, request.attributes)) {
        k = request.inputs[0].shape[transposeA ? -2 : -1];
        batch = request.outputs[0].shape.elements() / (m * n);
    }
};

// Up to here a product's panel of B stays in the second cache while A passes by.
constexpr int64_t kMostWork = int64_t{1} << 27;

// How a small product is divided. Threads share the longer side of C, whole rows of it where they can, as the updates
// want them. Where B is by far the largest (a wide first layer on few images) they share the depth instead, and add up:
// each then reads only the rows of B that it has itself updated, which are in its cache and not in another's.
enum class Division { Rows, Columns, Depth };

Division divisionOf(const Product& p, int parts) {
    if (parts > 1 && !p.transposeB && p.k >= 4 * p.m && p.k >= 96 * parts) return Division::Depth;
    return p.m >= 12 * parts || p.m >= p.n ? Division::Rows : Division::Columns;
}

// y = act(the sum of the threads' shares of it); the first is in y itself.
void sumShares(const Product& p, const std::vector<const float*>& shares, float* y) {
    const int parts = static_cast<int>(shares.size());
    forParts(parts, [&](int part) {
        const auto [begin, end] = share(p.m * p.n, parts, part, 16);
        vec().add(end - begin, parts, shares.data(), begin, y, p.act == Act::Relu);
        if (p.act != Act::Linear && p.act != Act::Relu) activate(false, p.act, p.alpha, begin, end, y);
    });
}

Kernel small(const KernelRequest& request, const Product& p) {
    const int parts = partsFor(request.threads, p.m * p.n * p.k, 1 << 16);
    const Division division = divisionOf(p, parts);
    const int64_t packed = p.transposeB ? p.k * p.n : 0, strip = (p.k + p.m) * 16;
    const int64_t others = division == Division::Depth ? (parts - 1) * p.m * p.n : 0;  // the other threads' shares of C
    Kernel kernel = plainKernel(request);
    kernel.scratchBytes = static_cast<size_t>(packed + strip * parts + others) * sizeof(float);
    kernel.bind = [=](const KernelBuffers& b) {
        const float* bias = p.bias ? in<float>(b, 2) : nullptr;
        auto* scratch = static_cast<float*>(b.scratch);
        std::vector<float*> results{out<float>(b, 0)};
        if (division == Division::Depth)
            for (int part = 1; part < parts; ++part)
                results.push_back(scratch + packed + strip * parts + (part - 1) * p.m * p.n);
        return [=, a = in<float>(b, 0), given = in<float>(b, 1),
                shares = std::vector<const float*>(results.begin(), results.end())] {
            if (p.transposeB)
                forParts(partsFor(parts, packed), [&](int part) {
                    const auto [begin, end] = share(p.n, partsFor(parts, packed), part, 16);
                    vec().transpose(end - begin, p.k, given + begin * p.k, p.k, scratch + begin, p.n);
                });
            forParts(parts, [&](int part) {
                const auto mine = [&](Division side, int64_t n, int64_t quantum) {
                    return division == side ? share(n, parts, part, quantum) : std::pair<int64_t, int64_t>{0, n};
                };
                const auto [m0, m1] = mine(Division::Rows, p.m, 1);
                const auto [n0, n1] = mine(Division::Columns, p.n, 32);
                const auto [k0, k1] = mine(Division::Depth, p.k, 1);
                if (m0 == m1 || n0 == n1) return;
                const int64_t rsa = p.transposeA ? 1 : p.k, csa = p.transposeA ? p.m : 1;
                const bool whole = division != Division::Depth;
                float* c = whole ? results[0] : results[static_cast<size_t>(part)];
                vec().gemm({m1 - m0, n1 - n0, k1 - k0, a + m0 * rsa + k0 * csa, rsa, csa,
                            (p.transposeB ? scratch : given) + k0 * p.n + n0, p.n, c + m0 * p.n + n0, p.n,
                            bias && k0 == 0 ? bias + n0 : nullptr, whole ? p.act : Act::Linear, p.alpha,
                            scratch + packed + strip * part});
            });
            if (division == Division::Depth) sumShares(p, shares, results[0]);
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

Kernel large(const KernelRequest& request, const Product& p) {
    const auto a = matrix(request.inputs[0], p.transposeA), b = matrix(request.inputs[1], p.transposeB);
    const auto y = matrix(request.outputs[0], false);
    const bool half = isHalf(request.outputs[0].dtype);
    const auto biasDesc =
        p.bias ? memory::desc({1, p.n}, memory::data_type::f32, memory::format_tag::ab) : memory::desc();
    const auto desc = p.bias ? dnnl::matmul::desc(a, b, biasDesc, y) : dnnl::matmul::desc(a, b, y);
    const dnnl::matmul::primitive_desc pd(desc, scratchAttr(), dnnlEngine());
    const dnnl::matmul primitive(pd);
    const int64_t size = p.batch * p.m * p.n;
    const int parts = partsFor(request.threads, size);

    Kernel kernel = plainKernel(request);
    kernel.scratchBytes = pd.scratchpad_desc().get_size();
    kernel.implementation = std::string("onednn:") + pd.impl_info_str();
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
}

Kernel product(const KernelRequest& request) {
    const Product p(request);
    const auto single = [](const TensorDesc& desc) { return desc.dtype == DType::Float32; };
    const bool plain = std::ranges::all_of(request.inputs, single) && std::ranges::all_of(request.outputs, single);
    return plain && p.batch == 1 && request.outputs[0].shape.rank() == 2 && p.m * p.n * p.k <= kMostWork
               ? small(request, p)
               : large(request, p);
}

}  // namespace

void matmul(KernelTable& table) { table.add("MatMul", product, bf16Where(multipliesBf16())); }

}  // namespace tl::cpu
