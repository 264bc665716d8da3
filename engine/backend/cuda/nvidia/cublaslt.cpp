// Row-major matrices are the transposed ones of cuBLASLt, whose columns lie one after the other. So y = a b becomes
// y' = b' a': its first factor is our second, and the bias runs along its rows, as its epilogues want it.
#include "engine/backend/cuda/nvidia/cublaslt.h"

#include <array>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "engine/backend/cuda/nvidia/loaded.h"
#include "engine/core/error.h"

namespace tl::cuda {
namespace {

using Status = int;
using Handle = void*;

// cublasLt.h's and library_types.h's numbers.
constexpr int kFloat32 = 0, kFloat16 = 2, kBFloat16 = 14, kE4M3 = 28, kE5M2 = 29;  // CUDA_R_...
constexpr int kCompute32 = 68, kComputeTf32 = 77;                                  // CUBLAS_COMPUTE_32F, ..._FAST_TF32
constexpr int kTransposeA = 3, kTransposeB = 4, kEpilogue = 7, kBias = 8, kBiasType = 26;  // CUBLASLT_MATMUL_DESC_...
constexpr int kScaleA = 17, kScaleB = 18;                                                  // likewise, ..._POINTER
constexpr int kBatchCount = 5, kBatchStride = 6;                                           // CUBLASLT_MATRIX_LAYOUT_...
constexpr int kMostWorkspace = 1, kReductions = 3, kLeastAlignments = 5;                   // CUBLASLT_MATMUL_PREF_...
constexpr uint32_t kDefault = 1, kRelu = 2, kAddBias = 4;                                  // CUBLASLT_EPILOGUE_...
constexpr uint32_t kInFloat = 2;  // CUBLASLT_REDUCTION_SCHEME_COMPUTE_TYPE: split sums are added in float32, in order
constexpr int kAlgorithmSettings = 9;  // CUBLASLT_ALGO_CONFIG_ID to ..._CLUSTER_SHAPE_ID

constexpr uint64_t kWorkspaceBytes = uint64_t{32} << 20;  // what NVIDIA recommends on Hopper
constexpr int kProposals = 8;

struct Algorithm {
    uint64_t data[8];
};
struct Proposal {  // cublasLtMatmulHeuristicResult_t
    Algorithm algorithm;
    size_t workspaceBytes;
    Status state;
    float waves;
    int reserved[4];
};

int typeOf(DType type, std::optional<Float8> float8 = {}) {
    if (float8) return *float8 == Float8::E4M3 ? kE4M3 : kE5M2;
    switch (type) {
    case DType::Float32: return kFloat32;
    case DType::Float16: return kFloat16;
    case DType::BFloat16: return kBFloat16;
    default: throw Error("A product on a GPU", "float32, bfloat16 or float16", std::string(nameOf(type)));
    }
}

}  // namespace

class CublasLibrary {
public:
    explicit CublasLibrary(const std::string& path) : library_("cuBLASLt", path) {
        const auto find = [&](auto& function, const char* name) { library_.find(function, name); };
        find(create, "cublasLtCreate");
        find(destroy, "cublasLtDestroy");
        find(version, "cublasLtGetVersion");
        find(statusString, "cublasLtGetStatusString");
        find(descCreate, "cublasLtMatmulDescCreate");
        find(descDestroy, "cublasLtMatmulDescDestroy");
        find(descSet, "cublasLtMatmulDescSetAttribute");
        find(layoutCreate, "cublasLtMatrixLayoutCreate");
        find(layoutDestroy, "cublasLtMatrixLayoutDestroy");
        find(layoutSet, "cublasLtMatrixLayoutSetAttribute");
        find(preferenceCreate, "cublasLtMatmulPreferenceCreate");
        find(preferenceDestroy, "cublasLtMatmulPreferenceDestroy");
        find(preferenceSet, "cublasLtMatmulPreferenceSetAttribute");
        find(propose, "cublasLtMatmulAlgoGetHeuristic");
        find(algorithmGet, "cublasLtMatmulAlgoConfigGetAttribute");
        find(matmul, "cublasLtMatmul");
    }

    void check(Status status, const char* what) const {
        if (status == 0) return;
        const char* says = statusString(status);
        throw Error(Message("cuBLASLt, asked to {what}", std::string(what)), "that it does",
                    says ? std::string(says) : std::to_string(status));
    }

    Status (*create)(Handle*) = nullptr;
    Status (*destroy)(Handle) = nullptr;
    size_t (*version)() = nullptr;
    const char* (*statusString)(Status) = nullptr;
    Status (*descCreate)(Handle*, int compute, int scale) = nullptr;
    Status (*descDestroy)(Handle) = nullptr;
    Status (*descSet)(Handle, int, const void*, size_t) = nullptr;
    Status (*layoutCreate)(Handle*, int type, uint64_t rows, uint64_t columns, int64_t stride) = nullptr;
    Status (*layoutDestroy)(Handle) = nullptr;
    Status (*layoutSet)(Handle, int, const void*, size_t) = nullptr;
    Status (*preferenceCreate)(Handle*) = nullptr;
    Status (*preferenceDestroy)(Handle) = nullptr;
    Status (*preferenceSet)(Handle, int, const void*, size_t) = nullptr;
    Status (*propose)(Handle, Handle desc, Handle a, Handle b, Handle c, Handle d, Handle preference, int wanted,
                      void* proposals, int* found) = nullptr;
    Status (*algorithmGet)(const void* algorithm, int, void*, size_t, size_t*) = nullptr;
    Status (*matmul)(Handle, Handle desc, const void* alpha, const void* a, Handle, const void* b, Handle,
                     const void* beta, const void* c, Handle, void* d, Handle, const void* algorithm, void* workspace,
                     size_t workspaceBytes, void* stream) = nullptr;

private:
    Loaded library_;
};

namespace {

using Library = std::shared_ptr<const CublasLibrary>;

// A product's descriptors.
class Described {
public:
    Described(Library library, const Product& p)
        : library_(std::move(library)), api_(*library_), bias_(p.bias), alignment_(p.alignment) {
        const bool tf32 = p.tf32 && p.a == DType::Float32 && p.b == DType::Float32;
        api_.check(api_.descCreate(&desc_, tf32 ? kComputeTf32 : kCompute32, kFloat32), "describe a product");
        const int32_t first = p.transposeB, second = p.transposeA;
        set(kTransposeA, first);
        set(kTransposeB, second);
        set(kEpilogue, p.bias || p.relu ? (p.bias ? kAddBias : 0) | (p.relu ? kRelu : 0) : kDefault);
        if (p.bias) set(kBiasType, kFloat32), set(kBias, static_cast<const float*>(&kNowhere));
        if (p.bFloat8) setScales(&kNowhere, &kNowhere);  // so that it proposes kernels that scale
        a = layout(typeOf(p.b, p.bFloat8), p.transposeB ? p.k : p.n, p.transposeB ? p.n : p.k, p.products);
        b = layout(typeOf(p.a, p.aFloat8), p.transposeA ? p.m : p.k, p.transposeA ? p.k : p.m, p.products);
        y = layout(typeOf(p.y), p.n, p.m, p.products);
    }
    ~Described() {
        for (Handle each : {a, b, y})
            if (each) api_.layoutDestroy(each);
        if (desc_) api_.descDestroy(desc_);
    }
    Described(const Described&) = delete;
    Described& operator=(const Described&) = delete;

    void run(Handle handle, const Proposal& how, void* stream, const Operands& at) {
        static constexpr float kOne = 1, kZero = 0;
        if (bias_) set(kBias, at.bias);
        if (at.aScale) setScales(at.bScale, at.aScale);
        api_.check(api_.matmul(handle, desc_, &kOne, at.b, a, at.a, b, &kZero, at.y, y, at.y, y, &how.algorithm,
                               at.workspace, how.workspaceBytes, stream),
                   "multiply");
    }

    std::vector<Proposal> proposals(Handle handle) const {
        Handle preference = nullptr;
        api_.check(api_.preferenceCreate(&preference), "choose a kernel");
        std::array<Proposal, kProposals> all{};
        int count = 0;
        Status status = api_.preferenceSet(preference, kMostWorkspace, &kWorkspaceBytes, sizeof(kWorkspaceBytes));
        if (status == 0) status = api_.preferenceSet(preference, kReductions, &kInFloat, sizeof(kInFloat));
        for (int matrix = 0; matrix < 4 && status == 0; ++matrix)
            status = api_.preferenceSet(preference, kLeastAlignments + matrix, &alignment_, sizeof(alignment_));
        api_.check(status, "choose a kernel");
        // It says that it has none by a status, as it does for what is wrong: both are no proposals.
        status = api_.propose(handle, desc_, a, b, y, y, preference, kProposals, all.data(), &count);
        api_.preferenceDestroy(preference);
        std::vector<Proposal> found;
        for (int i = 0; status == 0 && i < count; ++i)
            if (all[static_cast<size_t>(i)].state == 0) found.push_back(all[static_cast<size_t>(i)]);
        return found;
    }

private:
    template <typename T>
    void set(int attribute, const T& value) {
        api_.check(api_.descSet(desc_, attribute, &value, sizeof(value)), "describe a product");
    }
    // Of its first and second factor, in the device's memory.
    void setScales(const float* first, const float* second) {
        set(kScaleA, first);
        set(kScaleB, second);
    }
    Handle layout(int type, int64_t rows, int64_t columns, int64_t products) const {
        Handle made = nullptr;
        api_.check(api_.layoutCreate(&made, type, static_cast<uint64_t>(rows), static_cast<uint64_t>(columns), rows),
                   "describe a matrix");
        const auto count = static_cast<int32_t>(products);
        const int64_t stride = rows * columns;
        Status status = api_.layoutSet(made, kBatchCount, &count, sizeof(count));
        if (status == 0) status = api_.layoutSet(made, kBatchStride, &stride, sizeof(stride));
        api_.check(status, "describe a matrix");
        return made;
    }

    alignas(256) static constexpr float kNowhere = 1;  // an address to choose kernels by: nobody looks there

    Library library_;
    const CublasLibrary& api_;
    bool bias_;
    uint32_t alignment_;
    Handle desc_ = nullptr;
    Handle a = nullptr, b = nullptr, y = nullptr;  // as cuBLASLt calls them
};

class CublasOfCard : public Cublas {
public:
    explicit CublasOfCard(Library library) : library_(std::move(library)) {
        Handle handle = nullptr;
        library_->check(library_->create(&handle), "start");
        handle_ = {handle, [kept = library_](Handle each) { kept->destroy(each); }};
    }

    void products(const Product& product, const Libraries::Taker& take) override {
        if (product.bias && product.y != DType::Float32) return;  // its bias is of the result's type
        const auto described = std::make_shared<Described>(library_, product);
        std::set<std::string> names;
        for (const Proposal& proposal : described->proposals(handle_.get())) {
            const std::string name = nameOf(product, proposal.algorithm);
            if (!names.insert(name).second) continue;
            const Libraries::Call call{name,
                                       proposal.workspaceBytes,
                                       product.bias,
                                       product.relu,
                                       product.y,
                                       [described, proposal, handle = handle_](void* stream, const Operands& at) {
                                           described->run(handle.get(), proposal, stream, at);
                                       }};
            if (!take(call)) return;
        }
    }

private:
    // Its settings, number by number: kernel, tile, split, reduction, swizzle, option, stages, inner shape, cluster.
    std::string nameOf(const Product& product, const Algorithm& algorithm) const {
        std::string name = "cublaslt";
        for (int setting = 0; setting < kAlgorithmSettings; ++setting) {
            uint32_t value = 0;
            size_t written = 0;
            library_->algorithmGet(&algorithm, setting, &value, setting >= 7 ? sizeof(uint16_t) : sizeof(value),
                                   &written);
            name += (setting == 0 ? ":" : ".") + std::to_string(value);
        }
        return name + (product.bias ? "+bias" : "") + (product.relu ? "+relu" : "") + (product.tf32 ? "+tf32" : "") +
               (product.aFloat8 ? "+float8" : "");
    }

    Library library_;
    std::shared_ptr<void> handle_;
};

}  // namespace

std::string cublasVersion() { return versionText(CublasLibrary(kCublas).version()); }

std::unique_ptr<Cublas> openCublas(const std::string& library) {
    return std::make_unique<CublasOfCard>(std::make_shared<const CublasLibrary>(library));
}

}  // namespace tl::cuda
