// Each call of the interface is one of the driver's; a result other than 0 becomes an Error in the driver's own words.
#include "engine/backend/cuda/nvidia/driver.h"

#include <bit>
#include <initializer_list>
#include <map>
#include <utility>

#include "engine/backend/cuda/nvidia/loaded.h"
#include "engine/backend/memory.h"

namespace tl::cuda {
namespace {

using Result = int;
using Handle = void*;
using Address = unsigned long long;  // CUdeviceptr

constexpr int kOldestDriver = 13000;     // CUDA 13.0, which the kernels are compiled by
constexpr int kOutOfMemory = 2;          // CUDA_ERROR_OUT_OF_MEMORY
constexpr int kNoDevice = 100;           // CUDA_ERROR_NO_DEVICE
constexpr int kNotFound = 500;           // CUDA_ERROR_NOT_FOUND
constexpr int kMajor = 75, kMinor = 76;  // CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_...
constexpr unsigned kNonBlocking = 1, kNoTiming = 2, kPortable = 1;
// CU_STREAM_CAPTURE_MODE_RELAXED: a library's first call may load its code while it is recorded, which the other modes
// forbid. Nobody else asks the card meanwhile (Driver::guard()).
constexpr int kRelaxed = 2;

}  // namespace

class NvidiaLibrary {
public:
    explicit NvidiaLibrary(const std::string& path) : library_("NVIDIA's driver", path) {
        const auto find = [&](auto& function, const char* name) { library_.find(function, name); };
        find(init, "cuInit");
        find(driverVersion, "cuDriverGetVersion");
        find(errorString, "cuGetErrorString");
        find(deviceCount, "cuDeviceGetCount");
        find(deviceGet, "cuDeviceGet");
        find(deviceName, "cuDeviceGetName");
        find(deviceMemory, "cuDeviceTotalMem_v2");
        find(deviceBus, "cuDeviceGetPCIBusId");
        find(deviceAttribute, "cuDeviceGetAttribute");
        find(contextRetain, "cuDevicePrimaryCtxRetain");
        find(contextRelease, "cuDevicePrimaryCtxRelease_v2");
        find(contextSet, "cuCtxSetCurrent");
        find(memAlloc, "cuMemAlloc_v2");
        find(memFree, "cuMemFree_v2");
        find(memInfo, "cuMemGetInfo_v2");
        find(hostAlloc, "cuMemHostAlloc");
        find(hostFree, "cuMemFreeHost");
        find(streamCreate, "cuStreamCreate");
        find(streamDestroy, "cuStreamDestroy_v2");
        find(streamSynchronize, "cuStreamSynchronize");
        find(streamWait, "cuStreamWaitEvent");
        find(eventCreate, "cuEventCreate");
        find(eventDestroy, "cuEventDestroy_v2");
        find(eventRecord, "cuEventRecord");
        find(eventSynchronize, "cuEventSynchronize");
        find(copyAsync, "cuMemcpyAsync");
        find(fillAsync, "cuMemsetD8Async");
        find(moduleLoad, "cuModuleLoadData");
        find(moduleUnload, "cuModuleUnload");
        find(moduleFunction, "cuModuleGetFunction");
        find(launchKernel, "cuLaunchKernel");
        find(captureBegin, "cuStreamBeginCapture_v2");
        find(captureEnd, "cuStreamEndCapture");
        find(graphInstantiate, "cuGraphInstantiateWithFlags");
        find(graphDestroy, "cuGraphDestroy");
        find(graphExecDestroy, "cuGraphExecDestroy");
        find(graphLaunch, "cuGraphLaunch");
        const Result started = init(0);
        if (started == kNoDevice)
            throw Error("NVIDIA's driver", "a GPU", "none on this machine", "Choose the device cpu.");
        check(started, "start");
        check(driverVersion(&version), "tell its version");
        if (version < kOldestDriver)
            throw Error("NVIDIA's driver", Message("CUDA {version} or later", std::to_string(kOldestDriver / 1000)),
                        versionText(), "Install a newer driver of NVIDIA's.");
    }
    void check(Result result, const char* what) const {
        if (result == 0) return;
        const char* says = nullptr;
        errorString(result, &says);
        throw Error(Message("NVIDIA's driver, asked to {what}", std::string(what)), "that it does",
                    says ? std::string(says) : std::to_string(result));
    }

    std::string versionText() const {
        return std::to_string(version / 1000) + "." + std::to_string(version % 1000 / 10);
    }

    int version = 0;
    Result (*init)(unsigned) = nullptr;
    Result (*driverVersion)(int*) = nullptr;
    Result (*errorString)(Result, const char**) = nullptr;
    Result (*deviceCount)(int*) = nullptr;
    Result (*deviceGet)(int*, int) = nullptr;
    Result (*deviceName)(char*, int, int) = nullptr;
    Result (*deviceMemory)(size_t*, int) = nullptr;
    Result (*deviceBus)(char*, int, int) = nullptr;
    Result (*deviceAttribute)(int*, int, int) = nullptr;
    Result (*contextRetain)(Handle*, int) = nullptr;
    Result (*contextRelease)(int) = nullptr;
    Result (*contextSet)(Handle) = nullptr;
    Result (*memAlloc)(Address*, size_t) = nullptr;
    Result (*memFree)(Address) = nullptr;
    Result (*memInfo)(size_t*, size_t*) = nullptr;
    Result (*hostAlloc)(void**, size_t, unsigned) = nullptr;
    Result (*hostFree)(void*) = nullptr;
    Result (*streamCreate)(Handle*, unsigned) = nullptr;
    Result (*streamDestroy)(Handle) = nullptr;
    Result (*streamSynchronize)(Handle) = nullptr;
    Result (*streamWait)(Handle, Handle, unsigned) = nullptr;
    Result (*eventCreate)(Handle*, unsigned) = nullptr;
    Result (*eventDestroy)(Handle) = nullptr;
    Result (*eventRecord)(Handle, Handle) = nullptr;
    Result (*eventSynchronize)(Handle) = nullptr;
    Result (*copyAsync)(Address, Address, size_t, Handle) = nullptr;
    Result (*fillAsync)(Address, unsigned char, size_t, Handle) = nullptr;
    Result (*moduleLoad)(Handle*, const void*) = nullptr;
    Result (*moduleUnload)(Handle) = nullptr;
    Result (*moduleFunction)(Handle*, Handle, const char*) = nullptr;
    Result (*launchKernel)(Handle, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, Handle, void**,
                           void**) = nullptr;
    Result (*captureBegin)(Handle, int) = nullptr;
    Result (*captureEnd)(Handle, Handle*) = nullptr;
    Result (*graphInstantiate)(Handle*, Handle, unsigned long long) = nullptr;
    Result (*graphDestroy)(Handle) = nullptr;
    Result (*graphExecDestroy)(Handle) = nullptr;
    Result (*graphLaunch)(Handle, Handle) = nullptr;

private:
    Loaded library_;
};

namespace {

// By the names of cuDNN's frontend; CU_DEVICE_ATTRIBUTE_...
struct Attribute {
    const char* name;
    std::initializer_list<int> numbers;  // more than one is a list
};
constexpr Attribute kAttributes[] = {{"maxGridSize", {5, 6, 7}},
                                     {"maxBlockSize", {2, 3, 4}},
                                     {"regsPerBlock", {12}},
                                     {"multiProcessorCount", {16}},
                                     {"warpSize", {10}},
                                     {"maxSharedMemoryPerBlock", {8}},
                                     {"maxSharedMemoryPerBlockOptin", {97}},
                                     {"reservedSharedMemoryPerBlock", {111}},
                                     {"maxRegistersPerSM", {82}},
                                     {"maxCtasPerSM", {106}},
                                     {"maxThreadsPerBlock", {1}},
                                     {"maxThreadsPerSM", {39}},
                                     {"pciDeviceId", {34}},
                                     {"isTccDriver", {35}},
                                     {"supportCoopLaunch", {95}},
                                     {"smClockRateKHz", {13}},
                                     {"memClockRateKHz", {36}},
                                     {"l2CacheSize", {38}}};

Address addressOf(const void* pointer) { return reinterpret_cast<Address>(pointer); }

class NvidiaDriver : public Driver {
public:
    NvidiaDriver(std::shared_ptr<const NvidiaLibrary> library, Gpu gpu, const Binaries& kernels)
        : library_(std::move(library)), gpu_(std::move(gpu)), api_(*library_) {
        api_.check(api_.deviceGet(&device_, gpu_.number), "open the card");
        api_.check(api_.contextRetain(&context_, device_), "open the card");
        enter();
        for (const std::span<const std::byte> each : kernels) {
            modules_.push_back(nullptr);
            api_.check(api_.moduleLoad(&modules_.back(), each.data()), "load the kernels");
        }
    }
    ~NvidiaDriver() override {
        api_.contextSet(context_);
        for (const auto& [number, graph] : recordings_) api_.graphExecDestroy(graph);
        for (const auto& [number, event] : events_) api_.eventDestroy(event);
        for (Handle stream : streams_) api_.streamDestroy(stream);
        for (Handle module : modules_)
            if (module) api_.moduleUnload(module);
        api_.contextRelease(device_);
    }

    std::string name() const override { return gpu_.name; }
    size_t memoryBytes() const override { return gpu_.memoryBytes; }
    size_t availableBytes() const override {
        enter();
        size_t free = 0, all = 0;
        api_.check(api_.memInfo(&free, &all), "tell its free memory");
        return free;
    }

    void* allocate(size_t bytes) override {
        enter();
        Address address = 0;
        const Result result = api_.memAlloc(&address, bytes);
        if (result == kOutOfMemory)
            throw NotEnoughMemory(Message("A piece of a network"), bytes, availableBytes(),
                                  "cuda:" + std::to_string(gpu_.number));  // as runs name it
        api_.check(result, "allocate memory");
        return std::bit_cast<void*>(address);
    }
    void free(void* address) override {
        enter();
        if (address) api_.check(api_.memFree(addressOf(address)), "free memory");
    }
    void* allocateHost(size_t bytes) override {
        enter();
        void* address = nullptr;
        api_.check(api_.hostAlloc(&address, bytes, kPortable), "pin memory");
        return address;
    }
    void freeHost(void* address) override {
        enter();
        if (address) api_.check(api_.hostFree(address), "free pinned memory");
    }

    Stream createStream() override {
        enter();
        streams_.push_back(nullptr);
        api_.check(api_.streamCreate(&streams_.back(), kNonBlocking), "make a stream");
        return Stream{static_cast<int>(streams_.size()) - 1};
    }
    Event createEvent() override {
        enter();
        Handle made = nullptr;
        api_.check(api_.eventCreate(&made, kNoTiming), "make an event");
        const Event event{++made_};
        events_[event] = made;
        return event;
    }
    void dropEvent(Event event) noexcept override { drop(events_, event, api_.eventDestroy); }
    void record(Event event, Stream stream) override {
        enter();
        api_.check(api_.eventRecord(of(event), of(stream)), "record an event");
    }
    void wait(Stream stream, Event event) override {
        enter();
        api_.check(api_.streamWait(of(stream), of(event), 0), "wait for an event");
    }

    void copy(void* to, const void* from, size_t bytes, Stream stream) override {
        enter();
        api_.check(api_.copyAsync(addressOf(to), addressOf(from), bytes, of(stream)), "copy");
    }
    void fill(void* address, unsigned char value, size_t bytes, Stream stream) override {
        enter();
        api_.check(api_.fillAsync(addressOf(address), value, bytes, of(stream)), "fill memory");
    }
    void launch(const Launch& launch, Stream stream) override {
        enter();
        const std::string what = "run the kernel " + launch.kernel;
        void* arguments[] = {const_cast<std::byte*>(launch.arguments.data()), static_cast<void*>(&gate_)};
        const Dim3 &grid = launch.grid, &block = launch.block;
        api_.check(api_.launchKernel(function(launch.kernel), grid.x, grid.y, grid.z, block.x, block.y, block.z, 0,
                                     of(stream), arguments, nullptr),
                   what.c_str());
    }
    void call(const LibraryCall& call, Stream stream) override {
        enter();
        call.run(of(stream));
    }

    void beginCapture(Stream stream) override {
        enter();
        api_.check(api_.captureBegin(of(stream), kRelaxed), "begin a recording");
    }
    Recording endCapture(Stream stream) override {
        enter();
        Handle graph = nullptr;
        api_.check(api_.captureEnd(of(stream), &graph), "end a recording");
        Handle made = nullptr;
        const Result result = api_.graphInstantiate(&made, graph, 0);
        api_.graphDestroy(graph);
        api_.check(result, "prepare a recording");
        const Recording recording{++made_};
        recordings_[recording] = made;
        return recording;
    }
    void dropCapture(Stream stream) override {
        Handle graph = nullptr;
        api_.contextSet(context_);
        api_.captureEnd(of(stream), &graph);  // may say that what was asked meanwhile has spoilt it
        if (graph) api_.graphDestroy(graph);
    }
    void replay(Recording recording, Stream stream) override {
        enter();
        api_.check(api_.graphLaunch(recordings_.at(recording), of(stream)), "replay a recording");
    }
    void dropRecording(Recording recording) noexcept override { drop(recordings_, recording, api_.graphExecDestroy); }
    void synchronise(Stream stream) override {
        enter();
        api_.check(api_.streamSynchronize(of(stream)), "finish its work");
    }
    void synchronise(Event event) override {
        enter();
        api_.check(api_.eventSynchronize(of(event)), "finish its work");
    }

    // The context is a thread's own, and cheap to set again.
    void enter() const override { api_.check(api_.contextSet(context_), "use the card"); }

private:
    Handle of(Stream stream) const { return streams_.at(static_cast<size_t>(stream)); }
    Handle of(Event event) const { return events_.at(event); }
    // What went wrong on the card is told to whoever waits for its results.
    template <typename Number>
    void drop(std::map<Number, Handle>& all, Number number, Result (*destroy)(Handle)) noexcept {
        const auto found = all.find(number);
        if (found == all.end()) return;
        api_.contextSet(context_);
        destroy(found->second);
        all.erase(found);
    }
    Handle function(const std::string& name) {
        Handle& known = functions_[name];
        Result missing = kNotFound;
        for (size_t i = 0; i < modules_.size() && !known; ++i)
            missing = api_.moduleFunction(&known, modules_[i], name.c_str());
        if (!known) api_.check(missing, ("find the kernel " + name).c_str());
        return known;
    }

    std::shared_ptr<const NvidiaLibrary> library_;
    Gpu gpu_;
    const NvidiaLibrary& api_;
    int device_ = 0;
    Handle context_ = nullptr;
    std::vector<Handle> modules_, streams_;
    int made_ = 0;  // events and recordings
    std::map<Event, Handle> events_;
    std::map<Recording, Handle> recordings_;
    std::map<std::string, Handle> functions_;
};

}  // namespace

std::shared_ptr<const NvidiaLibrary> loadNvidia(const std::string& library) {
    return std::make_shared<const NvidiaLibrary>(library);
}

std::string versionOf(const NvidiaLibrary& library) { return library.versionText(); }

std::vector<Gpu> gpusOf(const NvidiaLibrary& api) {
    int count = 0;
    api.check(api.deviceCount(&count), "count the cards");
    std::vector<Gpu> gpus;
    for (int number = 0; number < count; ++number) {
        Gpu gpu;
        gpu.number = number;
        int device = 0;
        char name[256] = {}, bus[32] = {};
        api.check(api.deviceGet(&device, number), "open a card");
        api.check(api.deviceName(name, static_cast<int>(sizeof(name)) - 1, device), "name a card");
        api.check(api.deviceMemory(&gpu.memoryBytes, device), "measure a card");
        api.check(api.deviceBus(bus, static_cast<int>(sizeof(bus)) - 1, device), "tell where a card sits");
        api.check(api.deviceAttribute(&gpu.major, kMajor, device), "describe a card");
        api.check(api.deviceAttribute(&gpu.minor, kMinor, device), "describe a card");
        gpu.name = name;
        gpu.bus = bus;
        gpus.push_back(gpu);
    }
    return gpus;
}

std::string describe(const NvidiaLibrary& api, const Gpu& gpu) {
    int device = 0;
    api.check(api.deviceGet(&device, gpu.number), "open a card");
    std::string name;
    for (const char c : gpu.name) {
        if (c == '"' || c == '\\') name += '\\';
        name += c;
    }
    std::string json = "{\"deviceName\":\"" + name + "\",\"totalGlobalMem\":" + std::to_string(gpu.memoryBytes) +
                       ",\"cudaDeviceId\":" + std::to_string(gpu.number) +
                       ",\"deviceVer\":" + std::to_string(gpu.major * 100 + gpu.minor * 10) +
                       ",\"driverVer\":" + std::to_string(api.version);
    for (const Attribute& attribute : kAttributes) {
        std::string values;
        for (const int number : attribute.numbers) {
            int value = 0;
            api.check(api.deviceAttribute(&value, number, device), "describe a card");
            values += (values.empty() ? "" : ",") + std::to_string(value);
        }
        json +=
            std::string(",\"") + attribute.name + "\":" + (attribute.numbers.size() > 1 ? "[" + values + "]" : values);
    }
    return json + "}";
}

std::unique_ptr<Driver> makeNvidiaDriver(std::shared_ptr<const NvidiaLibrary> library, const Gpu& gpu,
                                         const Binaries& kernels) {
    return std::make_unique<NvidiaDriver>(std::move(library), gpu, kernels);
}

}  // namespace tl::cuda
