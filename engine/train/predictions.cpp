// See the header. The file: what it is in eight bytes, step, epoch, both halves of the hash and the count, eight bytes
// each, then the classes, or the true numbers, and the scores, four bytes each.
#include "engine/train/predictions.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <functional>
#include <limits>
#include <string_view>

#include "engine/core/error.h"
#include "engine/data/source.h"

namespace tl {
namespace {

constexpr char kStart[] = "TLPRED1\n", kNumbersStart[] = "TLNUMB1\n";
constexpr size_t kStartBytes = 8, kHeadBytes = kStartBytes + 5 * sizeof(int64_t), kSampleBytes = 8;
static_assert(kSampleBytes == sizeof(int32_t) + sizeof(float));

template <typename T>
void putAll(std::string& bytes, const T* values, size_t count) {
    bytes.append(reinterpret_cast<const char*>(values), count * sizeof(T));
}

}  // namespace

TakenFor takenFor(std::span<const float> scores) {
    if (scores.empty() || std::ranges::any_of(scores, [](float score) { return std::isnan(score); })) return {};
    if (scores.size() == 1) return scores[0] > 0.5f ? TakenFor{1, scores[0]} : TakenFor{0, 1 - scores[0]};
    const auto best = std::ranges::max_element(scores);
    return {static_cast<int>(best - scores.begin()), *best};
}

void Predictions::take(const Tensor& batch, std::span<const int64_t> indices, int64_t size) {
    classes.resize(static_cast<size_t>(size), -1);
    scores.resize(static_cast<size_t>(size));
    const auto values = batch.as<float>();
    const size_t width = indices.empty() ? 0 : values.size() / indices.size();
    for (size_t row = 0; row < indices.size(); ++row) {
        const TakenFor taken = takenFor(values.subspan(row * width, width));
        const auto at = static_cast<size_t>(indices[row]);
        classes.at(at) = taken.index;
        scores[at] = taken.score;
    }
}

void Predictions::takeNumbers(const Tensor& batch, std::span<const int64_t> indices, const Source& source) {
    constexpr float kNone = std::numeric_limits<float>::quiet_NaN();
    targets.resize(static_cast<size_t>(source.size()), kNone);
    scores.resize(targets.size(), kNone);
    const auto values = batch.as<float>();
    const size_t width = indices.empty() ? 0 : values.size() / indices.size();
    for (size_t row = 0; row < indices.size(); ++row) {
        const auto at = static_cast<size_t>(indices[row]);
        targets.at(at) = source.target(indices[row]);
        scores[at] = values[row * width];
    }
}

Hash128 samplesHash(const Source& source) {
    Hash128 hash;
    for (int64_t i = 0; i < source.size(); ++i) {
        hash.add(std::string_view(source.itemName(i)));
        hash.add(source.hasTargets() ? uint64_t{std::bit_cast<uint32_t>(source.target(i))}
                                     : static_cast<uint64_t>(source.label(i)));
    }
    return hash;
}

std::vector<int64_t> samplesTaken(const Predictions& predictions, const Source& source, int label, int predicted) {
    std::vector<int64_t> found;
    const int64_t size = std::min(source.size(), static_cast<int64_t>(predictions.classes.size()));
    for (int64_t i = 0; i < size; ++i) {
        const int taken = predictions.classes[static_cast<size_t>(i)], is = source.label(i);
        if (taken < 0 || is < 0 || (label >= 0 && is != label)) continue;  // the matrix does not count them either
        if (predicted >= 0 ? taken == predicted : taken != is) found.push_back(i);
    }
    std::ranges::stable_sort(found, std::greater(),
                             [&](int64_t i) { return predictions.scores[static_cast<size_t>(i)]; });
    return found;
}

// What other data are called is no name for a file: it may hold slashes and be of any length.
std::string predictionsFile(const std::string& of) {
    if (of == "validation" || of == "test") return of + ".predictions";
    Hash128 hash;
    hash.add(std::string_view(of));
    char name[48];
    std::snprintf(name, sizeof name, "other-%016llx.predictions", static_cast<unsigned long long>(hash.low));
    return name;
}

std::string toBytes(const Predictions& predictions) {
    const size_t count = predictions.scores.size();
    std::string bytes(predictions.numbers() ? kNumbersStart : kStart, kStartBytes);
    bytes.reserve(kHeadBytes + count * kSampleBytes);
    const uint64_t head[] = {static_cast<uint64_t>(predictions.step), static_cast<uint64_t>(predictions.epoch),
                             predictions.samples.low, predictions.samples.high, count};
    putAll(bytes, head, std::size(head));
    if (predictions.numbers())
        putAll(bytes, predictions.targets.data(), count);
    else
        putAll(bytes, predictions.classes.data(), count);
    putAll(bytes, predictions.scores.data(), count);
    return bytes;
}

Predictions predictionsFrom(const std::string& bytes, const std::string& name) {
    const bool numbers = bytes.starts_with(kNumbersStart);
    if ((!numbers && !bytes.starts_with(kStart)) || bytes.size() < kHeadBytes)
        throw Error(name, "a run's predictions", "another file");
    uint64_t head[5];
    std::memcpy(head, bytes.data() + kStartBytes, sizeof head);
    const uint64_t count = head[4], there = bytes.size() - kHeadBytes;
    if (count > there / kSampleBytes || count * kSampleBytes != there)
        throw Error(name, Message("{count} samples", static_cast<int64_t>(std::min<uint64_t>(count, INT64_MAX))),
                    Message("{count} bytes", static_cast<int64_t>(there)));
    Predictions predictions;
    predictions.step = static_cast<int64_t>(head[0]);
    predictions.epoch = static_cast<int64_t>(head[1]);
    predictions.samples = {head[2], head[3]};
    if (numbers)
        predictions.targets.resize(count);
    else
        predictions.classes.resize(count);
    predictions.scores.resize(count);
    const char* at = bytes.data() + kHeadBytes;
    if (count > 0) {
        void* first = predictions.classes.data();
        if (numbers) first = predictions.targets.data();
        std::memcpy(first, at, count * sizeof(int32_t));
        std::memcpy(predictions.scores.data(), at + count * sizeof(int32_t), count * sizeof(float));
    }
    return predictions;
}

}  // namespace tl
