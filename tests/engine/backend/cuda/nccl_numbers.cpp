// Compiles only where the numbers and functions that we declare by hand are those of NCCL's own header: built where
// that is.
#include <nccl.h>

#include "engine/backend/cuda/nvidia/nccl.cpp"
namespace tl::cuda {

static_assert(kFloat32 == ncclFloat32 && kHostImmediate == ncclScalarHostImmediate && ncclSuccess == 0);
static_assert(sizeof(ncclRedOp_t) == sizeof(int) && sizeof(ncclDataType_t) == sizeof(int) &&
              sizeof(ncclScalarResidence_t) == sizeof(int) && sizeof(ncclResult_t) == sizeof(Result) &&
              sizeof(ncclComm_t) == sizeof(Handle) && sizeof(cudaStream_t) == sizeof(void*));
static_assert(std::is_same_v<decltype(&ncclGetVersion), ncclResult_t (*)(int*)>);
static_assert(std::is_same_v<decltype(&ncclCommInitAll), ncclResult_t (*)(ncclComm_t*, int, const int*)>);
static_assert(std::is_same_v<decltype(&ncclCommDestroy), ncclResult_t (*)(ncclComm_t)>);
static_assert(std::is_same_v<decltype(&ncclCommAbort), ncclResult_t (*)(ncclComm_t)>);
static_assert(std::is_same_v<decltype(&ncclRedOpCreatePreMulSum),
                             ncclResult_t (*)(ncclRedOp_t*, void*, ncclDataType_t, ncclScalarResidence_t, ncclComm_t)>);
static_assert(std::is_same_v<decltype(&ncclRedOpDestroy), ncclResult_t (*)(ncclRedOp_t, ncclComm_t)>);
static_assert(std::is_same_v<decltype(&ncclAllReduce), ncclResult_t (*)(const void*, void*, size_t, ncclDataType_t,
                                                                        ncclRedOp_t, ncclComm_t, cudaStream_t)>);

}  // namespace tl::cuda
