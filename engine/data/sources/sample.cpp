// The built-in sample: drawn digits, 10,000 to train on and 2,000 to test on. Drawn once per program, in parallel,
// and shared by all that open it.
#include <algorithm>
#include <atomic>
#include <mutex>
#include <thread>

#include "engine/core/error.h"
#include "engine/core/processors.h"
#include "engine/data/memory_source.h"
#include "engine/data/sample_digits.h"
#include "engine/data/sources/support.h"

namespace tl {
namespace {

constexpr int64_t kTrain = 10000, kTest = 2000, kArea = kSampleSide * kSampleSide, kPiece = 250;

struct Drawn {
    std::shared_ptr<const std::vector<uint8_t>> train, test;
};

Drawn draw() {
    auto train = std::make_shared<std::vector<uint8_t>>(static_cast<size_t>(kTrain * kArea));
    auto test = std::make_shared<std::vector<uint8_t>>(static_cast<size_t>(kTest * kArea));
    std::atomic<int64_t> next{0};
    const auto work = [&] {
        for (int64_t first; (first = next.fetch_add(kPiece)) < kTrain + kTest;)
            for (int64_t i = first; i < first + kPiece; ++i)
                drawSampleDigit(i, i < kTrain ? train->data() + i * kArea : test->data() + (i - kTrain) * kArea);
    };
    {
        std::vector<std::jthread> helpers;
        const int count = std::min(usableThreads(), 8);
        for (int i = 1; i < count; ++i) helpers.emplace_back(work);
        work();
    }
    return {train, test};
}

std::shared_ptr<const Source> makeSource(const char* split, int64_t first, int64_t count,
                                         std::shared_ptr<const std::vector<uint8_t>> pixels) {
    std::vector<uint8_t> labels(static_cast<size_t>(count));
    for (int64_t i = 0; i < count; ++i)
        labels[static_cast<size_t>(i)] = static_cast<uint8_t>(sampleDigitLabel(first + i));
    return std::make_shared<MemorySource>("sample", split, Shape{1, kSampleSide, kSampleSide},
                                          std::vector<std::string>{"0", "1", "2", "3", "4", "5", "6", "7", "8", "9"},
                                          std::move(pixels), std::move(labels));
}

DataSet open(const std::string&, const OpenOptions& options) {
    static std::mutex mutex;
    static std::shared_ptr<const Source> train, test;
    if (options.progress) options.progress(0, "Drawing the digits");
    const std::scoped_lock lock(mutex);
    if (!train) {
        const Drawn drawn = draw();
        test = makeSource("test", kTrain, kTest, drawn.test);
        train = makeSource("train", 0, kTrain, drawn.train);
    }
    DataSet data;
    data.name = "sample";
    data.train = train;
    data.test = test;
    holdOut(data, options);
    if (options.progress) options.progress(1, "Done");
    return data;
}

}  // namespace

namespace sources {

SourceType sample() {
    return {"sample",
            "Sample digits (built in)",
            "12,000 drawn digits, 28×28 grey, in several fonts with random place, turn, size, thickness and noise.",
            {},
            open};
}

}  // namespace sources
}  // namespace tl
