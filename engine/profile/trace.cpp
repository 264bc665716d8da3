// See the header. A slice's level is how many slices of its thread it lies within; one that only overlaps goes a level
// down too, so that no lane has one over another.
#include "engine/profile/trace.h"
#include "engine/core/lower_case.h"
#include "engine/core/processors.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <cstring>
#include <future>
#include <limits>
#include <system_error>
#include <thread>

namespace tl {

namespace {

constexpr size_t kDetailBytes = size_t{256} << 20;
constexpr size_t kLongestText = 1000;

template <typename Accept>
LabelSet labelsWhere(const Trace& trace, Accept accept) {
    LabelSet found;
    for (uint32_t i = 0; i < trace.labels.size(); ++i)
        if (accept(trace.labels[i])) found.insert(i);
    return found;
}

}  // namespace

void TraceCounter::append(const TracePoint& point) {
    if (size_ % kBlock == 0)
        blocks_.push_back(std::make_shared<Block>(Block{{}, {point.value, point.value}}));
    else if (shared_)
        blocks_.back() = std::make_shared<Block>(*blocks_.back());
    shared_ = false;
    Block& to = *blocks_.back();
    to.points.push_back(point);
    to.extent = {std::min(to.extent.least, point.value), std::max(to.extent.greatest, point.value)};
    ++size_;
}

void TraceCounter::dropBefore(int64_t time) {
    size_t gone = 0;
    while (gone + 1 < blocks_.size() && blocks_[gone]->points.back().time < time) ++gone;
    blocks_.erase(blocks_.begin(), blocks_.begin() + static_cast<std::ptrdiff_t>(gone));
    size_ -= gone * kBlock;
}

TraceCounter TraceCounter::share() {
    shared_ = true;
    return *this;
}

uint64_t TraceCounter::firstFrom(int64_t time) const {
    const auto after =
        std::ranges::partition_point(blocks_, [&](const auto& block) { return block->points.back().time < time; });
    if (after == blocks_.end()) return size_;
    const auto& points = (*after)->points;
    const auto found = std::ranges::lower_bound(points, time, {}, &TracePoint::time);
    return static_cast<uint64_t>(after - blocks_.begin()) * kBlock + static_cast<uint64_t>(found - points.begin());
}

TraceCounter::Extent TraceCounter::extent(uint64_t begin, uint64_t end) const {
    Extent all{(*this)[begin].value, (*this)[begin].value};
    const auto widen = [&](const Extent& other) {
        all = {std::min(all.least, other.least), std::max(all.greatest, other.greatest)};
    };
    for (uint64_t i = begin; i < end;) {
        if (i % kBlock == 0 && i + kBlock <= end) {
            widen(blocks_[i / kBlock]->extent);
            i += kBlock;
        } else {
            const double value = (*this)[i++].value;
            widen({value, value});
        }
    }
    return all;
}

std::string Trace::text(const TraceSlice& slice) const {
    if ((slice.detail & kIsText) == 0) return slice.detail == 0 ? std::string() : std::to_string(slice.detail);
    const size_t at = slice.detail & ~kIsText;
    return details.substr(at, details.find('\0', at) - at);
}

uint64_t Trace::slices() const {
    uint64_t all = 0;
    for (const auto& thread : threads)
        for (const auto& lane : thread.levels) all += lane.size();
    return all;
}

LabelSet Trace::named(const std::string& name) const {
    return labelsWhere(*this, [&](const TraceLabel& label) { return label.name == name; });
}

LabelSet Trace::ofLayer(const std::string& layer) const {
    return labelsWhere(*this, [&](const TraceLabel& label) { return label.layer == layer; });
}

LabelSet Trace::matching(const std::string& text) const {
    const std::string wanted = lowerCase(text);
    return labelsWhere(*this, [&](const TraceLabel& label) {
        for (const std::string* part : {&label.name, &label.layer, &label.kernel, &label.category})
            if (lowerCase(*part).find(wanted) != std::string::npos) return true;
        return false;
    });
}

uint32_t TraceLabelNumbers::of(const TraceLabel& label, std::vector<TraceLabel>& labels) {
    key_ = label.name;
    for (const std::string* part : {&label.category, &label.layer, &label.kernel}) (key_ += '\0') += *part;
    if (label.flops != 0 || label.bytes != 0) {
        std::array<char, 2 * sizeof(double)> numbers;
        std::memcpy(numbers.data(), &label.flops, sizeof(double));
        std::memcpy(numbers.data() + sizeof(double), &label.bytes, sizeof(double));
        (key_ += '\0').append(numbers.data(), numbers.size());
    }
    if (const auto found = numbers_.find(key_); found != numbers_.end()) return found->second;
    const auto number = static_cast<uint32_t>(labels.size());
    numbers_.emplace(key_, number);
    labels.push_back(label);
    return number;
}

size_t TraceBuilder::thread(int64_t process, int64_t id) {
    const auto [found, fresh] = threads_.try_emplace({process, id}, trace_.threads.size());
    if (fresh) {
        trace_.threads.push_back({process, id, {}, id, {}});
        staged_.emplace_back();
        this->process(process);
    }
    return found->second;
}

size_t TraceBuilder::counter(int64_t process, const std::string& name) {
    const auto [found, fresh] = counters_.emplace(std::to_string(process) + '/' + name, trace_.counters.size());
    if (fresh) {
        trace_.counters.emplace_back();
        trace_.counters.back().process = process;
        trace_.counters.back().name = name;
        points_.emplace_back();
        this->process(process);
    }
    return found->second;
}

TraceProcess& TraceBuilder::process(int64_t id) {
    const auto [found, fresh] = processes_.emplace(id, trace_.processes.size());
    if (fresh) trace_.processes.push_back({id, {}, id});
    return trace_.processes[found->second];
}

uint32_t TraceBuilder::detail(std::string_view text) {
    text = text.substr(0, std::min(kLongestText, text.find('\0')));
    if (text.empty() || trace_.details.size() + text.size() >= kDetailBytes) return 0;
    const auto at = static_cast<uint32_t>(trace_.details.size());
    (trace_.details += text) += '\0';
    return at | Trace::kIsText;
}

void TraceBuilder::nest(size_t index, int64_t origin) {
    std::vector<TraceSlice> slices = std::move(staged_[index]);
    const auto before = [](const TraceSlice& a, const TraceSlice& b) {
        return a.begin != b.begin ? a.begin < b.begin : a.duration > b.duration;
    };
    if (!std::ranges::is_sorted(slices, before)) std::ranges::stable_sort(slices, before);
    std::vector<TraceLane>& levels = trace_.threads[index].levels;
    std::vector<int64_t> open;  // the ends of those that it may lie within
    for (TraceSlice slice : slices) {
        slice.begin -= origin;
        while (!open.empty() && open.back() <= slice.begin) open.pop_back();
        if (open.size() >= kLevels) {
            ++std::atomic_ref(trace_.bad);
            continue;
        }
        if (open.size() >= levels.size()) levels.resize(open.size() + 1);
        levels[open.size()].append(slice);
        open.push_back(slice.end());
    }
}

// Rows have nothing in common; millions of slices are some tenths of a second, and mostly waiting for memory.
void TraceBuilder::nestAll(int64_t origin) {
    constexpr size_t kMany = 100'000, kMostHelpers = 3;
    size_t slices = 0;
    for (const auto& row : staged_) slices += row.size();
    std::atomic<size_t> next = 0;
    const auto work = [&] {
        for (size_t i = 0; (i = next++) < staged_.size();) nest(i, origin);
    };
    const auto cores = static_cast<size_t>(usableThreads());
    const size_t helpers = slices < kMany ? 0 : std::min({cores, staged_.size(), kMostHelpers + 1}) - 1;
    std::vector<std::future<void>> others;
    for (size_t i = 0; i < helpers; ++i) try {
            others.push_back(std::async(std::launch::async, work));
        } catch (const std::system_error&) {
            break;  // no thread is to be had
        }
    work();
    for (std::future<void>& other : others) other.get();
}

Trace TraceBuilder::finish(bool keepTimes) {
    int64_t first = std::numeric_limits<int64_t>::max(), last = std::numeric_limits<int64_t>::min();
    for (const auto& slices : staged_)
        for (const TraceSlice& slice : slices) {
            first = std::min(first, slice.begin);
            last = std::max(last, slice.end());
        }
    for (const auto& points : points_)
        for (const TracePoint& point : points) {
            first = std::min(first, point.time);
            last = std::max(last, point.time);
        }
    if (first > last) first = last = 0;
    const int64_t origin = keepTimes ? 0 : first;
    trace_.origin = origin;
    trace_.begin = first - origin;
    trace_.end = last - origin;
    nestAll(origin);
    for (size_t i = 0; i < points_.size(); ++i) {
        std::ranges::stable_sort(points_[i], {}, &TracePoint::time);
        for (const TracePoint& point : points_[i]) trace_.counters[i].append({point.time - origin, point.value});
        points_[i] = {};
    }
    std::erase_if(trace_.threads, [](const TraceThread& thread) { return thread.levels.empty(); });
    std::ranges::stable_sort(trace_.processes, {}, &TraceProcess::order);
    std::unordered_map<int64_t, size_t> places;
    for (size_t i = 0; i < trace_.processes.size(); ++i) places[trace_.processes[i].id] = i;
    std::ranges::stable_sort(trace_.threads, [&](const TraceThread& a, const TraceThread& b) {
        const size_t left = places[a.process], right = places[b.process];
        return left != right ? left < right : a.order < b.order;
    });
    return std::move(trace_);
}

}  // namespace tl
