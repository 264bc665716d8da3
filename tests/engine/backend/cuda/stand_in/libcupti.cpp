// Stands in for NVIDIA's libcupti.so.13: a test says what ran, in records as CUPTI's headers have them, and the clock
// runs an hour ahead of the steady one.
#include <cstdint>
#include <cstring>
#include <ctime>
#include <string>
#include <vector>

namespace {

struct Record {
    uint8_t bytes[256] = {};
};
std::vector<Record> waiting;
int enabled = 0;  // kinds, as bits
void (*give)(uint8_t**, size_t*, size_t*) = nullptr;
void (*take)(void*, uint32_t, uint8_t*, size_t, size_t) = nullptr;

template <typename T>
void put(Record& record, size_t at, T value) {
    std::memcpy(record.bytes + at, &value, sizeof(value));
}

}  // namespace

extern "C" {

int standInEnable = 0, standInEnableCopies = 0;  // what cuptiActivityEnable returns

uint64_t standInNow() {
    timespec now{};
    clock_gettime(CLOCK_MONOTONIC, &now);
    return static_cast<uint64_t>(now.tv_sec + 3600) * 1'000'000'000 + static_cast<uint64_t>(now.tv_nsec);
}
int standInEnabled() { return enabled; }
void standInKernel(const char* name, uint64_t start, uint64_t end, uint32_t card) {
    Record record;
    put(record, 0, uint32_t{10});
    put(record, 16, start);
    put(record, 24, end);
    put(record, 40, card);
    put(record, 104, name);
    waiting.push_back(record);
}
void standInCopy(uint8_t kind, uint64_t bytes, uint64_t start, uint64_t end, uint32_t card) {
    Record record;
    put(record, 0, uint32_t{1});
    put(record, 4, kind);
    put(record, 8, bytes);
    put(record, 16, start);
    put(record, 24, end);
    put(record, 32, card);
    waiting.push_back(record);
}

int cuptiActivityRegisterCallbacks(decltype(give) request, decltype(take) complete) {
    return give = request, take = complete, 0;
}
int cuptiActivityEnable(int kind) {
    const int refusal = kind == 1 ? standInEnableCopies : standInEnable;
    return refusal ? refusal : (enabled |= 1 << kind, 0);
}
int cuptiActivityDisable(int kind) { return enabled &= ~(1 << kind), 0; }
int cuptiActivityFlushAll(uint32_t) {
    for (size_t i = 0; i < waiting.size();) {
        uint8_t* buffer = nullptr;
        size_t size = 0, records = 0;
        give(&buffer, &size, &records);
        if (!buffer) return 0;
        size_t filled = 0;
        for (; i < waiting.size() && filled + sizeof(Record) <= size; ++i, filled += sizeof(Record))
            std::memcpy(buffer + filled, waiting[i].bytes, sizeof(Record));
        take(nullptr, 0, buffer, size, filled);
    }
    waiting.clear();
    return 0;
}
int cuptiActivityGetNextRecord(uint8_t* buffer, size_t filled, void** record) {
    auto* next = *record ? static_cast<uint8_t*>(*record) + sizeof(Record) : buffer;
    return next + sizeof(Record) > buffer + filled ? 12 : (*record = next, 0);
}
int cuptiGetTimestamp(uint64_t* time) { return *time = standInNow(), 0; }
int cuptiGetResultString(int result, const char** text) {
    return *text = result == 35 ? "CUPTI_ERROR_INSUFFICIENT_PRIVILEGES" : "CUPTI_ERROR_UNKNOWN", 0;
}

}  // extern "C"
