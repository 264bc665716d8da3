// A vector that grows in chunks, so that appending to millions of points never copies them all at once and so never
// stalls the window. Elements keep their address. A copy shares the chunks: it costs next to nothing, and another
// thread may read it while this one grows, as long as no element that both have is written to.
#pragma once

#include <cstddef>
#include <memory>
#include <utility>
#include <vector>

namespace tl {

template <typename T>
class ChunkedVector {
public:
    ChunkedVector() = default;
    ChunkedVector(const ChunkedVector&) = default;
    ChunkedVector& operator=(const ChunkedVector&) = default;
    ChunkedVector(ChunkedVector&& other) noexcept
        : chunks_(std::move(other.chunks_)), size_(std::exchange(other.size_, 0)) {}
    ChunkedVector& operator=(ChunkedVector&& other) noexcept {
        chunks_ = std::move(other.chunks_);
        size_ = std::exchange(other.size_, 0);
        return *this;
    }

    size_t size() const { return size_; }
    bool empty() const { return size_ == 0; }
    const T& operator[](size_t i) const { return chunks_[i >> kShift][i & kMask]; }
    const T& back() const { return (*this)[size_ - 1]; }
    T& back() { return chunks_[(size_ - 1) >> kShift][(size_ - 1) & kMask]; }
    void push_back(const T& value) {
        if ((size_ & kMask) == 0) chunks_.push_back(std::make_shared_for_overwrite<T[]>(kMask + 1));
        chunks_.back()[size_ & kMask] = value;
        ++size_;
    }
    void clear() {
        chunks_.clear();
        size_ = 0;
    }

private:
    static constexpr size_t kShift = 13, kMask = (size_t{1} << kShift) - 1;
    std::vector<std::shared_ptr<T[]>> chunks_;
    size_t size_ = 0;
};

}  // namespace tl
