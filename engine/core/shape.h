// A tensor's extents, outermost first. Images are channels-first: [batch, channels, height, width].
#pragma once

#include <cstdint>
#include <initializer_list>
#include <string>
#include <vector>

namespace tl {

class Shape {
public:
    Shape() = default;
    Shape(std::initializer_list<int64_t> dims) : dims_(dims) {}
    explicit Shape(std::vector<int64_t> dims) : dims_(std::move(dims)) {}

    int rank() const { return static_cast<int>(dims_.size()); }
    // Negative axes count from the end.
    int64_t operator[](int axis) const { return dims_[static_cast<size_t>(axis < 0 ? axis + rank() : axis)]; }
    int64_t& operator[](int axis) { return dims_[static_cast<size_t>(axis < 0 ? axis + rank() : axis)]; }
    // Product of the extents; 1 for a scalar. Throws Error where 64 bits do not hold it.
    int64_t elements() const;
    // Whether it has more values than any machine's memory: then products made of it may not fit 64 bits either.
    bool isAbsurd() const;
    const std::vector<int64_t>& dims() const { return dims_; }
    auto begin() const { return dims_.begin(); }
    auto end() const { return dims_.end(); }

    Shape withBatch(int64_t batch) const;  // [2,3] -> [batch,2,3]
    Shape withoutBatch() const;            // [n,2,3] -> [2,3]
    // "3×32×32"; a scalar is "scalar".
    std::string toString() const;

    friend bool operator==(const Shape&, const Shape&) = default;

private:
    std::vector<int64_t> dims_;
};

}  // namespace tl
