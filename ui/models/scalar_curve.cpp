// See the header. A block keeps each number of its points in the narrowest form that gives it back: steps and epochs
// mostly lie on a line, values mostly were floats, and times of a fast run are near the block's first.
#include "ui/models/scalar_curve.h"

#include <algorithm>
#include <cmath>
#include <span>

namespace tl {

class ScalarCurve::Column {
public:
    Column(std::span<const ScalarPoint> points, double ScalarPoint::*number, double tolerance) {
        const double first = points.front().*number, last = points.back().*number;
        const auto comesBack = [&] {
            for (size_t i = 0; i < points.size(); ++i) {
                const double was = points[i].*number, is = (*this)[i];
                const bool same = was == is || (std::isnan(was) && std::isnan(is));
                if (!same && !(std::abs(was - is) <= tolerance)) return false;
            }
            return true;
        };
        origin_ = first;
        slope_ = (last - first) / static_cast<double>(points.size() - 1);
        if (comesBack()) return;
        slope_ = 0;
        for (const double origin : {0.0, first}) {
            origin_ = origin;
            floats_.clear();
            floats_.reserve(points.size());
            for (const ScalarPoint& point : points) floats_.push_back(static_cast<float>(point.*number - origin));
            if (comesBack()) return;
        }
        floats_ = std::vector<float>();
        doubles_.reserve(points.size());
        for (const ScalarPoint& point : points) doubles_.push_back(point.*number);
    }

    double operator[](size_t i) const {
        if (!floats_.empty()) return origin_ + static_cast<double>(floats_[i]);
        return doubles_.empty() ? origin_ + slope_ * static_cast<double>(i) : doubles_[i];
    }
    size_t bytes() const { return floats_.size() * sizeof(float) + doubles_.size() * sizeof(double); }

private:
    double origin_ = 0, slope_ = 0;  // of the line, where there is nothing below
    std::vector<float> floats_;      // from the origin
    std::vector<double> doubles_;    // as they are
};

struct ScalarCurve::Block {
    explicit Block(std::span<const ScalarPoint> points)
        : step(points, &ScalarPoint::step, 0), wallTime(points, &ScalarPoint::wallTime, 1e-6),
          epoch(points, &ScalarPoint::epoch, 1e-6), value(points, &ScalarPoint::value, 0) {}
    ScalarPoint operator[](size_t i) const { return {step[i], wallTime[i], epoch[i], value[i]}; }
    size_t bytes() const { return sizeof(Block) + step.bytes() + wallTime.bytes() + epoch.bytes() + value.bytes(); }
    Column step, wallTime, epoch, value;
};

void ScalarCurve::push_back(const ScalarPoint& point) {
    open_.push_back(point);
    if (open_.size() < kBlock) return;
    blocks_.push_back(std::make_shared<const Block>(open_));
    open_.clear();
}

void ScalarCurve::pop_back() {
    if (open_.empty()) {
        const std::shared_ptr<const Block> last = blocks_.back();
        blocks_.pop_back();
        for (size_t i = 0; i < kBlock; ++i) open_.push_back((*last)[i]);
    }
    open_.pop_back();
}

ScalarPoint ScalarCurve::operator[](size_t i) const {
    const size_t block = i / kBlock;
    return block < blocks_.size() ? (*blocks_[block])[i % kBlock] : open_[i % kBlock];
}

size_t ScalarCurve::lowerIndex(double step) const {
    size_t first = 0, last = size();
    while (first < last) {
        const size_t middle = first + (last - first) / 2;
        if ((*this)[middle].step < step)
            first = middle + 1;
        else
            last = middle;
    }
    return first;
}

size_t ScalarCurve::bytes() const {
    size_t bytes = open_.capacity() * sizeof(ScalarPoint) + blocks_.capacity() * sizeof(blocks_[0]);
    for (const auto& block : blocks_) bytes += block->bytes();
    return bytes;
}

}  // namespace tl
