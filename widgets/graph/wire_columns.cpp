// See the header.
#include "widgets/graph/wire_columns.h"

#include <QPaintDevice>
#include <QPainter>
#include <algorithm>

namespace tl {

WireColumns::WireColumns(const QPainter& painter)
    : transform_(painter.worldTransform()), width_(painter.device()->width()), height_(painter.device()->height()) {
    for (Look& look : looks_) look.columns.resize(static_cast<size_t>(std::max(width_, 0)));
}

void WireColumns::add(size_t look, const QLineF& upright, double width) {
    const int pixels = pixelsOf(width);
    const int left = leftOf(transform_.m11() * upright.x1() + transform_.dx(), pixels);
    if (left >= width_ || left + pixels <= 0) return;
    const double a = transform_.m22() * upright.y1() + transform_.dy(),
                 b = transform_.m22() * upright.y2() + transform_.dy();
    const auto row = [this](double y) { return qRound(std::clamp(y, 0.0, static_cast<double>(height_))); };
    const Span span{row(std::min(a, b)), row(std::max(a, b))};
    if (span.bottom <= span.top) return;
    for (int x = std::max(left, 0); x < std::min(left + pixels, width_); ++x) {
        std::vector<Span>& column = looks_[look].columns[static_cast<size_t>(x)];
        // A way comes in from one end to the other: what it adds continues what is there.
        if (!column.empty() && span.top <= column.back().bottom && column.back().top <= span.bottom)
            column.back() = {std::min(span.top, column.back().top), std::max(span.bottom, column.back().bottom)};
        else
            column.push_back(span);
    }
}

void WireColumns::addJog(size_t look, const QLineF& slanted, double width) {
    const int pixels = pixelsOf(width);
    const QLineF line = transform_.map(slanted);
    const int from = leftOf(line.x1(), pixels), to = leftOf(line.x2(), pixels);
    for (int i = 0; i < pixels; ++i)
        looks_[look].jogs.emplace_back(from + i, qRound(line.y1()), to + i, qRound(line.y2()) - 1);
}

QVector<QRect> WireColumns::rects(size_t look) const {
    QVector<QRect> done;
    std::vector<std::pair<Span, int>> open;  // of the column before, with where they began
    const auto close = [&](const std::pair<Span, int>& one, int right) {
        done.emplace_back(one.second, one.first.top, right - one.second, one.first.bottom - one.first.top);
    };
    std::vector<Span> spans;
    std::vector<std::pair<Span, int>> next;
    for (int x = 0; x < width_; ++x) {
        spans = looks_[look].columns[static_cast<size_t>(x)];
        std::sort(spans.begin(), spans.end(), [](const Span& a, const Span& b) { return a.top < b.top; });
        size_t kept = 0;
        for (const Span& span : spans)
            if (kept > 0 && span.top <= spans[kept - 1].bottom)
                spans[kept - 1].bottom = std::max(spans[kept - 1].bottom, span.bottom);
            else
                spans[kept++] = span;
        spans.resize(kept);
        next.clear();
        size_t before = 0;
        for (const Span& span : spans) {
            while (before < open.size() && open[before].first.top < span.top) close(open[before++], x);
            if (before < open.size() && open[before].first == span)
                next.push_back(open[before++]);
            else
                next.emplace_back(span, x);
        }
        for (; before < open.size(); ++before) close(open[before], x);
        open.swap(next);
    }
    for (const auto& one : open) close(one, width_);
    return done;
}

}  // namespace tl
