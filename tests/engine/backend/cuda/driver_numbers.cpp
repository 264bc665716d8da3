// As cublaslt_numbers.cpp, of the driver's.
#include <cuda.h>

#include <algorithm>
#include <string_view>

#include "engine/backend/cuda/nvidia/driver.cpp"
namespace tl::cuda {

static_assert(kOutOfMemory == CUDA_ERROR_OUT_OF_MEMORY);
static_assert(kNoDevice == CUDA_ERROR_NO_DEVICE && kNotFound == CUDA_ERROR_NOT_FOUND);
static_assert(kMajor == CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR &&
              kMinor == CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR);
static_assert(kNonBlocking == CU_STREAM_NON_BLOCKING && kNoTiming == CU_EVENT_DISABLE_TIMING &&
              kPortable == CU_MEMHOSTALLOC_PORTABLE && kRelaxed == CU_STREAM_CAPTURE_MODE_RELAXED);
constexpr bool isAttribute(const char* name, std::initializer_list<int> numbers) {
    for (const Attribute& each : kAttributes)
        if (std::string_view(each.name) == name)
            return std::equal(each.numbers.begin(), each.numbers.end(), numbers.begin(), numbers.end());
    return false;
}
static_assert(isAttribute("maxGridSize", {CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_X, CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_Y,
                                          CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_Z}) &&
              isAttribute("maxBlockSize", {CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_X, CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_Y,
                                           CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_Z}) &&
              isAttribute("regsPerBlock", {CU_DEVICE_ATTRIBUTE_MAX_REGISTERS_PER_BLOCK}) &&
              isAttribute("multiProcessorCount", {CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT}) &&
              isAttribute("warpSize", {CU_DEVICE_ATTRIBUTE_WARP_SIZE}) &&
              isAttribute("maxSharedMemoryPerBlock", {CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK}) &&
              isAttribute("maxSharedMemoryPerBlockOptin", {CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN}) &&
              isAttribute("reservedSharedMemoryPerBlock", {CU_DEVICE_ATTRIBUTE_RESERVED_SHARED_MEMORY_PER_BLOCK}) &&
              isAttribute("maxRegistersPerSM", {CU_DEVICE_ATTRIBUTE_MAX_REGISTERS_PER_MULTIPROCESSOR}) &&
              isAttribute("maxCtasPerSM", {CU_DEVICE_ATTRIBUTE_MAX_BLOCKS_PER_MULTIPROCESSOR}) &&
              isAttribute("maxThreadsPerBlock", {CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_BLOCK}) &&
              isAttribute("maxThreadsPerSM", {CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_MULTIPROCESSOR}) &&
              isAttribute("pciDeviceId", {CU_DEVICE_ATTRIBUTE_PCI_DEVICE_ID}) &&
              isAttribute("isTccDriver", {CU_DEVICE_ATTRIBUTE_TCC_DRIVER}) &&
              isAttribute("supportCoopLaunch", {CU_DEVICE_ATTRIBUTE_COOPERATIVE_LAUNCH}) &&
              isAttribute("smClockRateKHz", {CU_DEVICE_ATTRIBUTE_CLOCK_RATE}) &&
              isAttribute("memClockRateKHz", {CU_DEVICE_ATTRIBUTE_MEMORY_CLOCK_RATE}) &&
              isAttribute("l2CacheSize", {CU_DEVICE_ATTRIBUTE_L2_CACHE_SIZE}));
static_assert(sizeof(Address) == sizeof(CUdeviceptr) && sizeof(Result) == sizeof(CUresult) &&
              sizeof(Handle) == sizeof(CUstream));

}  // namespace tl::cuda
