// Stands in for NVIDIA's libnvidia-ml.so.1: the stand-in libcuda's two cards, at work. The second has no meter for
// power.
#include <cstring>
#include <string>

extern "C" {

int standInStart = 0;  // what nvmlInit_v2 returns
unsigned standInUse = 37;

static int cards[2];

static bool first(const void* card) { return card == &cards[0]; }

int nvmlInit_v2() { return standInStart; }
int nvmlShutdown() { return 0; }
const char* nvmlErrorString(int error) { return error == 9 ? "Driver Not Loaded" : "Unknown Error"; }
int nvmlSystemGetDriverVersion(char* text, unsigned size) { return std::strncpy(text, "580.65.06", size), 0; }
int nvmlDeviceGetHandleByPciBusId_v2(const char* bus, void** card) {
    const std::string at = bus;
    if (at != "0000:0A:00.0" && at != "0000:0B:00.0") return 6;  // not found
    return *card = &cards[at == "0000:0B:00.0"], 0;
}
int nvmlDeviceGetUtilizationRates(void* card, void* into) {
    auto* const rates = static_cast<unsigned*>(into);
    rates[0] = first(card) ? standInUse : 0;
    rates[1] = 5;
    return 0;
}
int nvmlDeviceGetMemoryInfo(void* card, void* into) {
    auto* const memory = static_cast<unsigned long long*>(into);
    memory[0] = (first(card) ? 10ull : 11ull) << 30;
    memory[2] = first(card) ? 3ull << 30 : 0;
    memory[1] = memory[0] - memory[2];
    return 0;
}
int nvmlDeviceGetTemperature(void* card, int sensor, unsigned* degrees) {
    return sensor != 0 ? 2 : (*degrees = first(card) ? 61 : 35, 0);
}
int nvmlDeviceGetPowerUsage(void* card, unsigned* milliwatts) { return first(card) ? (*milliwatts = 312400, 0) : 3; }
int nvmlDeviceGetEnforcedPowerLimit(void* card, unsigned* milliwatts) {
    return first(card) ? (*milliwatts = 700000, 0) : 3;
}

}  // extern "C"
