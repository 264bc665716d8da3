// The points of one curve, of which a run has millions: packed into a quarter of their room or less, block by block.
// Growth moves no point, and copies share the blocks.
#pragma once

#include <cstddef>
#include <memory>
#include <vector>

namespace tl {

struct ScalarPoint {
    double step = 0, wallTime = 0, epoch = 0;  // epoch fractional
    double value = 0;
};

// Points are handed out by value, in the order in which they came. Steps and values are what they were; times are so to
// a microsecond, and epochs to a millionth or, where a curve has whole ones alone, exactly.
class ScalarCurve {
public:
    class Iterator {
    public:
        using value_type = ScalarPoint;
        using difference_type = std::ptrdiff_t;
        Iterator() = default;
        Iterator(const ScalarCurve* curve, size_t at) : curve_(curve), at_(at) {}
        ScalarPoint operator*() const { return (*curve_)[at_]; }
        Iterator& operator++() { return ++at_, *this; }
        Iterator operator++(int) { return {curve_, at_++}; }
        bool operator==(const Iterator&) const = default;

    private:
        const ScalarCurve* curve_ = nullptr;
        size_t at_ = 0;
    };

    void push_back(const ScalarPoint& point);
    void pop_back();
    size_t size() const { return blocks_.size() * kBlock + open_.size(); }
    bool empty() const { return size() == 0; }
    ScalarPoint operator[](size_t i) const;
    ScalarPoint front() const { return (*this)[0]; }
    ScalarPoint back() const { return (*this)[size() - 1]; }
    Iterator begin() const { return {this, 0}; }
    Iterator end() const { return {this, size()}; }
    // Where the first point of that step or a later one is, of steps that never fall; size() where there is none.
    size_t lowerIndex(double step) const;
    size_t bytes() const;  // that its points take

private:
    static constexpr size_t kBlock = 512;
    class Column;
    struct Block;
    std::vector<std::shared_ptr<const Block>> blocks_;  // each full
    std::vector<ScalarPoint> open_;                     // what came since; less than a block
};

}  // namespace tl
