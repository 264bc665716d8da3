// As cublaslt_numbers.cpp, of the driver's.
#include <cuda.h>

#include "engine/backend/cuda/nvidia/driver.cpp"
namespace tl::cuda {

static_assert(kNoDevice == CUDA_ERROR_NO_DEVICE && kNotFound == CUDA_ERROR_NOT_FOUND);
static_assert(kMajor == CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR &&
              kMinor == CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR);
static_assert(kNonBlocking == CU_STREAM_NON_BLOCKING && kNoTiming == CU_EVENT_DISABLE_TIMING &&
              kPortable == CU_MEMHOSTALLOC_PORTABLE && kOfThread == CU_STREAM_CAPTURE_MODE_THREAD_LOCAL);
static_assert(sizeof(Address) == sizeof(CUdeviceptr) && sizeof(Result) == sizeof(CUresult) &&
              sizeof(Handle) == sizeof(CUstream));

}  // namespace tl::cuda
