// Compiles only where the numbers and structs that we declare by hand are those of NVIDIA's own headers: built where
// these are.
#include <cublasLt.h>
#include <cuda.h>

#include "engine/backend/cuda/nvidia/cublaslt.cpp"
namespace tl::cuda {

static_assert(kFloat32 == CUDA_R_32F && kFloat16 == CUDA_R_16F && kBFloat16 == CUDA_R_16BF);
static_assert(kE4M3 == CUDA_R_8F_E4M3 && kE5M2 == CUDA_R_8F_E5M2);
static_assert(kCompute32 == CUBLAS_COMPUTE_32F && kComputeTf32 == CUBLAS_COMPUTE_32F_FAST_TF32);
static_assert(kTransposeA == CUBLASLT_MATMUL_DESC_TRANSA && kTransposeB == CUBLASLT_MATMUL_DESC_TRANSB &&
              kEpilogue == CUBLASLT_MATMUL_DESC_EPILOGUE && kBias == CUBLASLT_MATMUL_DESC_BIAS_POINTER &&
              kBiasType == CUBLASLT_MATMUL_DESC_BIAS_DATA_TYPE && kScaleA == CUBLASLT_MATMUL_DESC_A_SCALE_POINTER &&
              kScaleB == CUBLASLT_MATMUL_DESC_B_SCALE_POINTER);
static_assert(kBatchCount == CUBLASLT_MATRIX_LAYOUT_BATCH_COUNT &&
              kBatchStride == CUBLASLT_MATRIX_LAYOUT_STRIDED_BATCH_OFFSET);
static_assert(kMostWorkspace == CUBLASLT_MATMUL_PREF_MAX_WORKSPACE_BYTES &&
              kReductions == CUBLASLT_MATMUL_PREF_REDUCTION_SCHEME_MASK &&
              kLeastAlignments == CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_A_BYTES &&
              kLeastAlignments + 3 == CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_D_BYTES);
static_assert(kDefault == CUBLASLT_EPILOGUE_DEFAULT && kRelu == CUBLASLT_EPILOGUE_RELU &&
              kAddBias == CUBLASLT_EPILOGUE_BIAS && (kRelu | kAddBias) == CUBLASLT_EPILOGUE_RELU_BIAS);
static_assert(kInFloat == CUBLASLT_REDUCTION_SCHEME_COMPUTE_TYPE);
static_assert(CUBLASLT_ALGO_CONFIG_ID == 0 && CUBLASLT_ALGO_CONFIG_INNER_SHAPE_ID == 7 &&
              CUBLASLT_ALGO_CONFIG_CLUSTER_SHAPE_ID == kAlgorithmSettings - 1);
static_assert(CUBLAS_OP_N == 0 && CUBLAS_OP_T == 1 && CUBLAS_STATUS_SUCCESS == 0);
static_assert(sizeof(Algorithm) == sizeof(cublasLtMatmulAlgo_t));
static_assert(sizeof(Proposal) == sizeof(cublasLtMatmulHeuristicResult_t) &&
              offsetof(Proposal, workspaceBytes) == offsetof(cublasLtMatmulHeuristicResult_t, workspaceSize) &&
              offsetof(Proposal, state) == offsetof(cublasLtMatmulHeuristicResult_t, state));

}  // namespace tl::cuda
