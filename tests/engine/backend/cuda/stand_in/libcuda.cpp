// Stands in for NVIDIA's libcuda.so.1: it does at once, in the host's memory, what it is asked, and writes down the
// calls. The test sets what it is to be like.
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>

extern "C" {

int standInVersion = 13000, standInFailure = 0;  // of the next allocation
int standInStarts = 0;
int standInCards = std::getenv("STAND_IN_CARDS") ? std::atoi(std::getenv("STAND_IN_CARDS")) : 2;
std::string standInCalls;

static void note(const std::string& call) { standInCalls += call + "\n"; }

int cuInit(unsigned) { return ++standInStarts, standInCards ? 0 : 100; }  // no device
int cuDriverGetVersion(int* version) { return *version = standInVersion, 0; }
int cuGetErrorString(int error, const char** text) { return *text = error == 2 ? "out of memory" : "unknown", 0; }
int cuDeviceGetCount(int* count) { return *count = standInCards, 0; }
int cuDeviceGet(int* device, int number) { return *device = number + 10, 0; }
int cuDeviceGetName(char* name, int size, int device) {
    return std::strncpy(name, device == 10 ? "Stand-in 10" : "Stand-in 11", static_cast<size_t>(size)), 0;
}
int cuDeviceTotalMem_v2(size_t* bytes, int device) { return *bytes = static_cast<size_t>(device) << 30, 0; }
int cuDeviceGetPCIBusId(char* bus, int size, int device) {
    return std::snprintf(bus, static_cast<size_t>(size), "0000:%02X:00.0", static_cast<unsigned>(device)), 0;
}
int cuDeviceGetAttribute(int* value, int attribute, int) {
    return *value = attribute == 75 ? 9 : attribute == 76 ? 0 : attribute, 0;
}
int cuDevicePrimaryCtxRetain(void** context, int device) {
    return note("retain " + std::to_string(device)), *context = &standInCards, 0;
}
int cuDevicePrimaryCtxRelease_v2(int device) { return note("release " + std::to_string(device)), 0; }
int cuCtxSetCurrent(void* context) { return context == &standInCards ? 0 : 201; }
int cuMemAlloc_v2(unsigned long long* address, size_t bytes) {
    if (standInFailure) return standInFailure;
    return *address = reinterpret_cast<unsigned long long>(std::malloc(bytes)), 0;
}
int cuMemFree_v2(unsigned long long address) { return std::free(reinterpret_cast<void*>(address)), 0; }
int cuMemGetInfo_v2(size_t* available, size_t* all) { return *all = size_t{8} << 30, *available = 5000, 0; }
int cuMemHostAlloc(void** address, size_t bytes, unsigned) { return *address = std::malloc(bytes), 0; }
int cuMemFreeHost(void* address) { return std::free(address), 0; }
int cuStreamCreate(void** stream, unsigned flags) {
    return note("stream " + std::to_string(flags)), *stream = std::malloc(1), 0;
}
int cuStreamDestroy_v2(void* stream) { return std::free(stream), 0; }
int cuStreamSynchronize(void*) { return note("synchronise"), 0; }
int cuStreamWaitEvent(void*, void*, unsigned) { return note("wait"), 0; }
int cuEventCreate(void** event, unsigned) { return *event = std::malloc(1), 0; }
int cuEventDestroy_v2(void* event) { return note("drop event"), std::free(event), 0; }
int cuEventRecord(void*, void*) { return note("record"), 0; }
int cuEventSynchronize(void*) { return note("synchronise event"), 0; }
int cuMemcpyAsync(unsigned long long to, unsigned long long from, size_t bytes, void*) {
    return std::memcpy(reinterpret_cast<void*>(to), reinterpret_cast<const void*>(from), bytes), 0;
}
int cuMemsetD8Async(unsigned long long to, unsigned char value, size_t bytes, void*) {
    return std::memset(reinterpret_cast<void*>(to), value, bytes), 0;
}
int cuModuleLoadData(void** module, const void* image) {
    return note(std::string("module ") + static_cast<const char*>(image)),
           *module = strdup(static_cast<const char*>(image)), 0;
}
int cuModuleUnload(void* module) { return std::free(module), 0; }
int cuModuleGetFunction(void** function, void* module, const char* name) {
    if (std::string(name) == "missing" || std::string(static_cast<char*>(module)) == "more") return 500;
    return note(std::string("function ") + name), *function = &standInVersion, 0;
}
int cuLaunchKernel(void*, unsigned gx, unsigned gy, unsigned gz, unsigned bx, unsigned by, unsigned bz, unsigned shared,
                   void*, void** arguments, void** extra) {
    int first = 0;
    std::memcpy(&first, arguments[0], sizeof(first));
    std::string call = "launch";
    for (unsigned number : {gx, gy, gz, bx, by, bz, shared}) call += " " + std::to_string(number);
    const void* gate = nullptr;
    std::memcpy(&gate, arguments[1], sizeof(gate));
    note(call + " of " + std::to_string(first) + (gate ? " behind a gate" : "") + (extra ? " and more" : ""));
    return 0;
}
int cuStreamBeginCapture_v2(void*, int mode) { return note("begin " + std::to_string(mode)), 0; }
int cuStreamEndCapture(void*, void** graph) { return note("end"), *graph = std::malloc(1), 0; }
int cuGraphInstantiateWithFlags(void** graph, void*, unsigned long long) { return *graph = std::malloc(1), 0; }
int cuGraphDestroy(void* graph) { return std::free(graph), 0; }
int cuGraphExecDestroy(void* graph) { return note("drop graph"), std::free(graph), 0; }
int cuGraphLaunch(void*, void*) { return note("graph"), 0; }

// What cuDNN asks when it compiles a plan: code is taken and handed out, and nothing of it can run. There
// must be no cards then, or the compiler asks them more than is here.
int cuLibraryLoadData(void** library) { return *library = &standInVersion, 0; }
int cuLibraryUnload(void*) { return 0; }
int cuLibraryGetKernel(void** kernel) { return *kernel = &standInVersion, 0; }
int cuKernelGetAttribute(int* value) { return *value = 0, 0; }
int cuKernelSetAttribute() { return 0; }
int cuGetErrorName(int, const char** name) { return *name = "CUDA_ERROR_NOT_SUPPORTED", 0; }
int cuCtxGetCurrent() { return 801; }
int cuCtxGetLimit() { return 801; }
int cuCtxPopCurrent() { return 801; }
int cuCtxPushCurrent() { return 801; }
int cuLaunchCooperativeKernel() { return 801; }
int cuLaunchKernelEx() { return 801; }
int cuLibraryLoadFromFile() { return 801; }
int cuLinkAddData() { return 801; }
int cuLinkComplete() { return 801; }
int cuLinkCreate() { return 801; }
int cuLinkDestroy() { return 801; }
int cuOccupancyMaxPotentialClusterSize() { return 801; }
int cuStreamGetCtx() { return 801; }

}  // extern "C"
