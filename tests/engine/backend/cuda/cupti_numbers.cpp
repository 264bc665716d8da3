// As cublaslt_numbers.cpp, of CUPTI's records.
#include <cupti.h>

#include <cstddef>

#include "engine/backend/cuda/nvidia/cupti.cpp"
namespace tl::cuda {

static_assert(kKernels == CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL && kCopies == CUPTI_ACTIVITY_KIND_MEMCPY);
static_assert(kToDevice == CUPTI_ACTIVITY_MEMCPY_KIND_HTOD && kFromDevice == CUPTI_ACTIVITY_MEMCPY_KIND_DTOH &&
              kWithinDevice == CUPTI_ACTIVITY_MEMCPY_KIND_DTOD);
static_assert(offsetof(KernelRecord, start) == offsetof(CUpti_ActivityKernel10, start) &&
              offsetof(KernelRecord, end) == offsetof(CUpti_ActivityKernel10, end) &&
              offsetof(KernelRecord, device) == offsetof(CUpti_ActivityKernel10, deviceId) &&
              offsetof(KernelRecord, stream) == offsetof(CUpti_ActivityKernel10, streamId) &&
              offsetof(KernelRecord, correlation) == offsetof(CUpti_ActivityKernel10, correlationId) &&
              offsetof(KernelRecord, name) == offsetof(CUpti_ActivityKernel10, name));
static_assert(offsetof(CopyRecord, copyKind) == offsetof(CUpti_ActivityMemcpy6, copyKind) &&
              offsetof(CopyRecord, bytes) == offsetof(CUpti_ActivityMemcpy6, bytes) &&
              offsetof(CopyRecord, start) == offsetof(CUpti_ActivityMemcpy6, start) &&
              offsetof(CopyRecord, end) == offsetof(CUpti_ActivityMemcpy6, end) &&
              offsetof(CopyRecord, device) == offsetof(CUpti_ActivityMemcpy6, deviceId));

}  // namespace tl::cuda
