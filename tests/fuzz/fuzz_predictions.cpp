// What a run's folder keeps of each sample: a head and two arrays.
#include <string>

#include "engine/train/predictions.h"
#include "tests/fuzz/fuzz.h"

std::vector<std::string> tl::fuzz::seeds() {
    tl::Predictions two;
    two.classes = {1, -1};
    two.scores = {0.5f, 0};
    tl::Predictions numbers;
    numbers.targets = {2.5f, -1};
    numbers.scores = {2, 0};
    return {tl::toBytes({}), tl::toBytes(two), tl::toBytes(numbers)};
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    const std::string bytes(reinterpret_cast<const char*>(data), size);
    return tl::fuzz::withoutErrors([&] { tl::predictionsFrom(bytes, "bytes"); });
}
