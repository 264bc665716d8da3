// CUPTI hands back full buffers from threads of its own, to functions without a place for a pointer: what they fill is
// this file's. Its clock is compared with the timeline's each time that spans are taken.
#include "engine/backend/cuda/nvidia/cupti.h"

#include <chrono>
#include <condition_variable>
#include <cstdlib>
#include <cstring>
#include <cxxabi.h>
#include <map>
#include <mutex>
#include <utility>

#include "engine/backend/cuda/nvidia/loaded.h"
#include "engine/profile/spans.h"

namespace tl::cuda {
namespace {

using Result = int;

constexpr int kCopies = 1, kKernels = 10;  // CUPTI_ACTIVITY_KIND_MEMCPY, _CONCURRENT_KERNEL
constexpr size_t kBuffer = size_t{1} << 20, kAlignment = 8;
constexpr size_t kMostBuffers = 64;
constexpr size_t kMostSpans = size_t{1} << 17;  // of a card, that nobody has taken: it may be that nobody will

// How CUpti_ActivityKernel10 and those before it begin, and CUpti_ActivityMemcpy6.
struct KernelRecord {
    uint32_t kind;
    uint8_t cache, sharedMemory;
    uint16_t registers;
    uint32_t cacheRequested, cacheExecuted;
    uint64_t start, end, completed;
    uint32_t device, context, stream;
    int32_t grid[3], block[3], staticMemory, dynamicMemory;
    uint32_t localEach, localAll, correlation;
    int64_t number;
    const char* name;
};
struct CopyRecord {
    uint32_t kind;
    uint8_t copyKind, from, to, flags;
    uint64_t bytes, start, end;
    uint32_t device, context, stream;
};
enum CopyKind : uint8_t { kToDevice = 1, kFromDevice = 2, kWithinDevice = 8 };

// "void gemm<128, 64>" without what it takes.
std::string readable(const char* name) {
    if (!name) return "kernel";
    int failed = 0;
    char* plain = abi::__cxa_demangle(name, nullptr, nullptr, &failed);
    std::string text = plain && failed == 0 ? plain : name;
    std::free(plain);
    if (text.starts_with("void ")) text.erase(0, 5);
    int depth = 0;
    for (size_t i = 0; i < text.size(); ++i) {
        depth += (text[i] == '<') - (text[i] == '>');
        if (text[i] == '(' && depth == 0 && i > 0) return text.substr(0, i);
    }
    return text;
}

const char* copyName(uint8_t kind) {
    return kind == kToDevice ? "copy to device" : kind == kFromDevice ? "copy from device" : "copy on device";
}

// What CUPTI's threads bring.
struct Inbox {
    std::mutex mutex;
    size_t buffers = 0;  // out with CUPTI
    uint64_t refused = 0;
    std::map<int, std::vector<CardSpan>> spans;  // by card
    Result (*next)(uint8_t*, size_t, void**) = nullptr;
};
Inbox& inbox() {
    static auto* const one = new Inbox;  // CUPTI's threads end after main() does
    return *one;
}

void giveBuffer(uint8_t** buffer, size_t* size, size_t* records) {
    Inbox& box = inbox();
    const std::lock_guard lock(box.mutex);
    *records = 0;  // as many as there is room for
    *buffer = box.buffers < kMostBuffers ? static_cast<uint8_t*>(std::aligned_alloc(kAlignment, kBuffer)) : nullptr;
    *size = *buffer ? kBuffer : 0;
    *buffer ? ++box.buffers : ++box.refused;
}

void takeBuffer(void*, uint32_t, uint8_t* buffer, size_t, size_t filled) {
    Inbox& box = inbox();
    const std::lock_guard lock(box.mutex);
    for (void* record = nullptr; filled > 0 && box.next(buffer, filled, &record) == 0;) {
        uint32_t kind = 0;
        std::memcpy(&kind, record, sizeof(kind));
        if (kind == kKernels) {
            KernelRecord kernel;
            std::memcpy(&kernel, record, sizeof(kernel));
            const int card = static_cast<int>(kernel.device);
            if (kernel.end > 0)  // else it could not be timed
                box.spans[card].push_back({kernel.start, kernel.end, card, readable(kernel.name), 0});
        } else if (kind == kCopies) {
            CopyRecord copy;
            std::memcpy(&copy, record, sizeof(copy));
            const int card = static_cast<int>(copy.device);
            box.spans[card].push_back({copy.start, copy.end, card, copyName(copy.copyKind), copy.bytes});
        }
    }
    for (auto& [card, spans] : box.spans)
        if (spans.size() > kMostSpans) spans.erase(spans.begin(), spans.end() - kMostSpans);
    std::free(buffer);
    if (box.buffers > 0) --box.buffers;
}

}  // namespace

struct Cupti::Impl {
    explicit Impl(const std::string& path) : library("CUPTI", path) {
        library.find(registerCallbacks, "cuptiActivityRegisterCallbacks");
        library.find(enable, "cuptiActivityEnable");
        library.find(disable, "cuptiActivityDisable");
        library.find(flush, "cuptiActivityFlushAll");
        library.find(inbox().next, "cuptiActivityGetNextRecord");
        library.find(timestamp, "cuptiGetTimestamp");
        library.find(resultString, "cuptiGetResultString");
        check(registerCallbacks(giveBuffer, takeBuffer), "take what it records");
        check(enable(kKernels), "record kernels");
        if (const Result copies = enable(kCopies)) {
            disable(kKernels);
            check(copies, "record copies");
        }
    }
    ~Impl() {
        disable(kKernels);
        disable(kCopies);
        flush(0);
    }
    void check(Result result, const char* what) const {
        if (result == 0) return;
        const char* says = nullptr;
        resultString(result, &says);
        throw Error(Message("CUPTI, asked to {what}", std::string(what)), "that it does",
                    says ? std::string(says) : std::to_string(result));
    }

    Loaded library;
    Result (*registerCallbacks)(void (*)(uint8_t**, size_t*, size_t*),
                                void (*)(void*, uint32_t, uint8_t*, size_t, size_t)) = nullptr;
    Result (*enable)(int) = nullptr;
    Result (*disable)(int) = nullptr;
    Result (*flush)(uint32_t) = nullptr;
    Result (*timestamp)(uint64_t*) = nullptr;
    Result (*resultString)(Result, const char**) = nullptr;
};

std::shared_ptr<Cupti> Cupti::shared(const std::string& library) {
    static std::mutex guard;
    static std::weak_ptr<Cupti> known;
    // What has once called this file's functions stays: its threads may be about to.
    static std::map<std::string, void*> kept;
    const std::lock_guard lock(guard);
    std::shared_ptr<Cupti> one = known.lock();
    if (!one) {
        known = one = std::shared_ptr<Cupti>(new Cupti(library));
        if (!kept.contains(library)) kept[library] = dlopen(library.c_str(), RTLD_NOW);
    }
    return one;
}

Cupti::Cupti(const std::string& library) : impl_(std::make_unique<Impl>(library)) {}
Cupti::~Cupti() = default;

uint64_t Cupti::now() const {
    uint64_t time = 0;
    impl_->check(impl_->timestamp(&time), "tell the time");
    return time;
}

std::vector<CardSpan> Cupti::take(int card) {
    impl_->check(impl_->flush(0), "hand over what is over");
    const std::lock_guard lock(inbox().mutex);
    return std::exchange(inbox().spans[card], {});
}

uint64_t Cupti::lost() const {
    const std::lock_guard lock(inbox().mutex);
    return inbox().refused;
}

CardSpans::CardSpans(const std::string& device, int card, const std::string& library) {
    std::shared_ptr<Cupti> cupti = Cupti::shared(library);
    thread_ = std::jthread([this, device, card, cupti = std::move(cupti)](const std::stop_token& stop) {
        nameThread(device);
        std::mutex mutex;
        std::condition_variable_any ended;
        try {
            do {
                std::unique_lock lock(mutex);
                ended.wait_for(lock, stop, std::chrono::milliseconds(100), [] { return false; });
                write(cupti, card);  // at the end, too
            } while (!stop.stop_requested());
        } catch (const Error&) {  // a timeline without the rest of this row; the run goes on
        }
    });
}

void CardSpans::write(const std::shared_ptr<Cupti>& cupti, int card) {
    const std::vector<CardSpan> spans = cupti->take(card);
    if (spans.empty()) return;
    // Both clocks at once: the closest of a few readings, of which any may be interrupted.
    uint64_t at = 0, time = 0, closest = ~uint64_t{0};
    for (int i = 0; i < 8; ++i) {
        const uint64_t before = ticks(), theirs = cupti->now(), after = ticks();
        if (after - before >= closest) continue;
        closest = after - before;
        at = before + closest / 2;
        time = theirs;
    }
    constexpr uint64_t kFar = uint64_t{1} << 32;  // ticks, to see the rate in
    const double perTick = static_cast<double>(wallNanoseconds(at + kFar) - wallNanoseconds(at)) / kFar;
    const auto ticksAt = [&](uint64_t theirs) {
        const auto apart = static_cast<double>(static_cast<int64_t>(theirs - time));
        return at + static_cast<uint64_t>(static_cast<int64_t>(apart / perTick));
    };
    for (const CardSpan& span : spans)
        recordSpan(spanName({span.name, {}, {}, span.bytes > 0 ? SpanCategory::Data : SpanCategory::Other}),
                   ticksAt(span.begin), ticksAt(span.end), 0);
}

}  // namespace tl::cuda
