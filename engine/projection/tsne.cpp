// Nearness in the rows is kept for the nearest three perplexities only; that of the points is summed over a tree of
// cells, far ones as a whole. Each point's force is one thread's work from beginning to end, and all sums run in the
// points' order, so that the number of threads changes nothing.
#include <algorithm>
#include <array>
#include <atomic>
#include <cmath>
#include <exception>
#include <mutex>
#include <numeric>
#include <thread>

#include "engine/core/error.h"
#include "engine/core/processors.h"
#include "engine/core/rng.h"
#include "engine/projection/embedding.h"

namespace tl {
namespace {

constexpr int kMostDims = 3, kExaggerated = 250, kTold = 25;
constexpr double kExaggeration = 12, kLeast = 1e-12;

// work(i) for 0 to count - 1, by several threads; the first failure is the caller's.
void forEach(int64_t count, int threads, const std::function<void(int64_t)>& work) {
    constexpr int64_t kPiece = 32;
    std::atomic<int64_t> next{0};
    std::exception_ptr failure;
    std::mutex failing;
    const auto run = [&] {
        try {
            for (int64_t first; (first = next.fetch_add(kPiece)) < count;)
                for (int64_t i = first; i < std::min(count, first + kPiece); ++i) work(i);
        } catch (...) {
            const std::scoped_lock one(failing);
            if (!failure) failure = std::current_exception();
            next = count;
        }
    };
    {
        std::vector<std::jthread> others;
        for (int i = 1; i < threads; ++i) others.emplace_back(run);
        run();
    }
    if (failure) std::rethrow_exception(failure);
}

double squaredDistance(const float* a, const float* b, int64_t width) {
    float sum = 0;
    for (int64_t i = 0; i < width; ++i) sum += (a[i] - b[i]) * (a[i] - b[i]);
    return static_cast<double>(sum);
}

// How near each row's neighbours are to it: symmetric, and one in all.
struct Nearnesses {
    std::vector<std::vector<std::pair<int32_t, double>>> of;  // by row: (neighbour, p)
};

// The width of the Gaussian whose entropy is the perplexity's, by halving.
std::vector<double> conditional(const std::vector<double>& distances, double perplexity) {
    const double wanted = std::log(perplexity);
    double beta = 1, low = -INFINITY, high = INFINITY;
    std::vector<double> p(distances.size());
    for (int round = 0; round < 100; ++round) {
        double sum = 0, weighted = 0;
        for (size_t i = 0; i < distances.size(); ++i) {
            p[i] = std::exp(-(distances[i] - distances.front()) * beta);
            sum += p[i];
            weighted += (distances[i] - distances.front()) * p[i];
        }
        const double entropy = std::log(sum) + beta * weighted / sum;
        for (double& each : p) each /= sum;
        const double far = entropy - wanted;
        if (std::abs(far) < 1e-5) break;
        (far > 0 ? low : high) = beta;
        if (far > 0)
            beta = std::isinf(high) ? beta * 2 : (beta + high) / 2;
        else
            beta = std::isinf(low) ? beta / 2 : (beta + low) / 2;
    }
    return p;
}

Nearnesses nearnesses(const Rows& rows, double perplexity, int threads, const std::stop_token& stop) {
    const auto kept = std::min<int64_t>(rows.count - 1, static_cast<int64_t>(3 * perplexity) + 1);
    std::vector<std::vector<std::pair<int32_t, double>>> one(static_cast<size_t>(rows.count));
    forEach(rows.count, threads, [&](int64_t i) {
        if (stop.stop_requested()) return;
        std::vector<std::pair<double, int32_t>> all;
        for (int64_t j = 0; j < rows.count; ++j)
            if (j != i)
                all.emplace_back(squaredDistance(rows.row(i), rows.row(j), rows.width), static_cast<int32_t>(j));
        std::partial_sort(all.begin(), all.begin() + kept, all.end());
        std::vector<double> distances;
        for (int64_t k = 0; k < kept; ++k) distances.push_back(all[static_cast<size_t>(k)].first);
        const std::vector<double> p = conditional(distances, perplexity);
        for (int64_t k = 0; k < kept; ++k)
            one[static_cast<size_t>(i)].emplace_back(all[static_cast<size_t>(k)].second, p[static_cast<size_t>(k)]);
    });
    if (stop.stop_requested()) throw Error("The projection was stopped.");
    // p(i, j) = (p(j | i) + p(i | j)) / 2n
    Nearnesses both;
    both.of.resize(one.size());
    const double scale = 1 / (2.0 * static_cast<double>(rows.count));
    for (size_t i = 0; i < one.size(); ++i)
        for (const auto& [j, p] : one[i]) {
            both.of[i].emplace_back(j, p * scale);
            both.of[static_cast<size_t>(j)].emplace_back(static_cast<int32_t>(i), p * scale);
        }
    for (auto& row : both.of) {
        std::sort(row.begin(), row.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
        size_t end = 0;
        for (const auto& each : row)
            if (end > 0 && row[end - 1].first == each.first)
                row[end - 1].second += each.second;
            else
                row[end++] = each;
        row.resize(end);
    }
    return both;
}

using Point = std::array<double, kMostDims>;

// Cells of halved edges, each with its points' number and middle.
class Tree {
public:
    Tree(const std::vector<Point>& points, int dims) : points_(points), dims_(dims) {
        Point low{}, high{};
        for (int d = 0; d < dims; ++d) {
            low[static_cast<size_t>(d)] = INFINITY, high[static_cast<size_t>(d)] = -INFINITY;
            for (const Point& each : points) {
                low[static_cast<size_t>(d)] = std::min(low[static_cast<size_t>(d)], each[static_cast<size_t>(d)]);
                high[static_cast<size_t>(d)] = std::max(high[static_cast<size_t>(d)], each[static_cast<size_t>(d)]);
            }
        }
        double edge = 1e-12;
        for (size_t d = 0; d < static_cast<size_t>(dims); ++d) edge = std::max(edge, high[d] - low[d]);
        order_.resize(points.size());
        std::iota(order_.begin(), order_.end(), 0);
        split(0, points.size(), low, edge, 0);
    }

    // Adds what all other points do to point i: sum of q, and of q w (y - y_j), where w = 1 / (1 + d2 / freedom) and
    // q = w ^ ((freedom + 1) / 2).
    void repel(int64_t i, double angle, double freedom, double& sum, Point& force) const {
        const Point& here = points_[static_cast<size_t>(i)];
        std::array<int32_t, 512> waiting;
        size_t count = 0;
        waiting[count++] = 0;
        while (count > 0) {
            const Cell& cell = cells_[static_cast<size_t>(waiting[--count])];
            Point apart{};
            double squared = 0;
            for (size_t d = 0; d < static_cast<size_t>(dims_); ++d) {
                apart[d] = here[d] - cell.middle[d];
                squared += apart[d] * apart[d];
            }
            const bool leaf = cell.children == 0;
            if (leaf || cell.edge * cell.edge < angle * angle * squared) {
                if (leaf) {
                    for (size_t k = cell.first; k < cell.last; ++k)
                        if (order_[k] != i) add(here, points_[static_cast<size_t>(order_[k])], 1, freedom, sum, force);
                } else {
                    add(here, cell.middle, static_cast<double>(cell.last - cell.first), freedom, sum, force);
                }
                continue;
            }
            for (int32_t child = cell.child; child < cell.child + cell.children; ++child)
                if (count < waiting.size()) waiting[count++] = children_[static_cast<size_t>(child)];
        }
    }

private:
    struct Cell {
        size_t first, last;  // of order_
        Point middle;
        double edge;
        int32_t child = 0, children = 0;  // in children_
    };

    void add(const Point& here, const Point& there, double many, double freedom, double& sum, Point& force) const {
        double squared = 0;
        for (size_t d = 0; d < static_cast<size_t>(dims_); ++d) squared += (here[d] - there[d]) * (here[d] - there[d]);
        const double w = 1 / (1 + squared / freedom), q = many * (freedom == 1 ? w : std::pow(w, (freedom + 1) / 2));
        sum += q;
        for (size_t d = 0; d < static_cast<size_t>(dims_); ++d) force[d] += q * w * (here[d] - there[d]);
    }

    int32_t split(size_t first, size_t last, const Point& low, double edge, int depth) {
        const auto at = static_cast<int32_t>(cells_.size());
        cells_.push_back({first, last, {}, edge});
        Point middle{};
        for (size_t k = first; k < last; ++k)
            for (size_t d = 0; d < static_cast<size_t>(dims_); ++d)
                middle[d] += points_[static_cast<size_t>(order_[k])][d];
        for (double& each : middle) each /= static_cast<double>(last - first);
        cells_.back().middle = middle;
        if (last - first <= 4 || depth > 40) return at;  // those of one place stay together
        const double half = edge / 2;
        const auto octant = [&](int64_t point) {
            int which = 0;
            for (size_t d = 0; d < static_cast<size_t>(dims_); ++d)
                which |= (points_[static_cast<size_t>(point)][d] >= low[d] + half) << d;
            return which;
        };
        std::vector<int32_t> made;
        size_t begin = first;
        for (int which = 0; which < 1 << dims_; ++which) {
            const auto end =
                static_cast<size_t>(std::stable_partition(order_.begin() + static_cast<std::ptrdiff_t>(begin),
                                                          order_.begin() + static_cast<std::ptrdiff_t>(last),
                                                          [&](int64_t point) { return octant(point) == which; }) -
                                    order_.begin());
            if (end > begin) {
                Point corner = low;
                for (size_t d = 0; d < static_cast<size_t>(dims_); ++d)
                    if (which >> d & 1) corner[d] += half;
                made.push_back(split(begin, end, corner, half, depth + 1));
            }
            begin = end;
        }
        cells_[static_cast<size_t>(at)].child = static_cast<int32_t>(children_.size());
        cells_[static_cast<size_t>(at)].children = static_cast<int32_t>(made.size());
        children_.insert(children_.end(), made.begin(), made.end());
        return at;
    }

    const std::vector<Point>& points_;
    const int dims_;
    std::vector<int64_t> order_;
    std::vector<Cell> cells_;
    std::vector<int32_t> children_;
};

struct Descent {
    const Nearnesses& near;
    const TsneOptions& options;
    int threads;
    std::vector<Point> points;
    std::vector<Point> speed, gains, gradient;
    std::vector<double> sums;
    double freedom;

    Descent(const Nearnesses& near, const TsneOptions& options, int threads, std::vector<Point> start)
        : near(near), options(options), threads(threads), points(std::move(start)), speed(points.size()),
          gains(points.size()), gradient(points.size()), sums(points.size()),
          freedom(std::max(1.0, options.dims - 1.0)) {
        for (Point& each : gains) each.fill(1);
    }

    // The gradient of the divergence at the points; returns the divergence of nearness as it is (not exaggerated).
    double look(double exaggeration) {
        const Tree tree(points, options.dims);
        std::vector<Point> pushed(points.size());
        forEach(count(), threads, [&](int64_t i) {
            double sum = 0;
            Point force{};
            tree.repel(i, options.angle, freedom, sum, force);
            sums[static_cast<size_t>(i)] = sum;
            pushed[static_cast<size_t>(i)] = force;
        });
        const double all = std::max(std::accumulate(sums.begin(), sums.end(), 0.0), kLeast);
        std::vector<double> lost(points.size());
        const double scale = 2 * (freedom + 1) / freedom;
        forEach(count(), threads, [&](int64_t i) {
            const auto at = static_cast<size_t>(i);
            Point pulled{};
            double divergence = 0;
            for (const auto& [j, p] : near.of[at]) {
                const Point& there = points[static_cast<size_t>(j)];
                double squared = 0;
                for (size_t d = 0; d < dims(); ++d) squared += (points[at][d] - there[d]) * (points[at][d] - there[d]);
                const double w = 1 / (1 + squared / freedom), q = freedom == 1 ? w : std::pow(w, (freedom + 1) / 2);
                for (size_t d = 0; d < dims(); ++d) pulled[d] += exaggeration * p * w * (points[at][d] - there[d]);
                divergence += p * std::log(std::max(p, kLeast) / std::max(q / all, kLeast));
            }
            for (size_t d = 0; d < dims(); ++d) gradient[at][d] = scale * (pulled[d] - pushed[at][d] / all);
            lost[at] = divergence;
        });
        return std::accumulate(lost.begin(), lost.end(), 0.0);
    }

    void move(double rate, double momentum) {
        for (size_t i = 0; i < points.size(); ++i)
            for (size_t d = 0; d < dims(); ++d) {
                double& gain = gains[i][d];
                gain = speed[i][d] * gradient[i][d] < 0 ? gain + 0.2 : std::max(gain * 0.8, 0.01);
                speed[i][d] = momentum * speed[i][d] - rate * gain * gradient[i][d];
                points[i][d] += speed[i][d];
            }
    }

    void rest() {  // as scikit-learn's second half begins
        for (Point& each : speed) each.fill(0);
        for (Point& each : gains) each.fill(1);
    }

    int64_t count() const { return static_cast<int64_t>(points.size()); }
    size_t dims() const { return static_cast<size_t>(options.dims); }
    std::vector<float> asFloats() const {
        std::vector<float> all;
        for (const Point& each : points)
            for (size_t d = 0; d < dims(); ++d) all.push_back(static_cast<float>(each[d]));
        return all;
    }
};

// The first components, shrunk until they are all but one point.
std::vector<Point> start(const Rows& rows, const TsneOptions& options, const std::stop_token& stop) {
    const PrincipalView view = principalView(rows, options.dims, options.seed, stop);
    const auto dims = static_cast<size_t>(options.dims);
    double squares = 0;
    for (size_t i = 0; i < view.points.size(); i += dims)
        squares += static_cast<double>(view.points[i]) * static_cast<double>(view.points[i]);
    const double deviation = std::sqrt(squares / static_cast<double>(rows.count));
    Rng random(options.seed, streamId("tsne"));
    std::vector<Point> points(static_cast<size_t>(rows.count));
    for (size_t i = 0; i < points.size(); ++i)
        for (size_t d = 0; d < dims; ++d)
            // Equal rows would never part: all are moved by next to nothing.
            points[i][d] = (deviation > 0 ? static_cast<double>(view.points[i * dims + d]) / deviation : 0) * 1e-4 +
                           1e-9 * random.normal();
    return points;
}

}  // namespace

TsneView tsne(const Rows& rows, const TsneOptions& given, std::stop_token stop,
              const std::function<void(double, const std::vector<float>&)>& progress) {
    TsneOptions options = given;
    if (options.dims < 1 || options.dims > kMostDims)
        throw Error("The dimensions of t-SNE", "1 to 3", std::to_string(options.dims));
    options.perplexity = std::clamp(options.perplexity, 1.0, std::max(1.0, static_cast<double>(rows.count - 1) / 3));
    const int threads = options.threads > 0 ? options.threads : usableThreads();
    std::vector<Point> first = start(rows, options, stop);
    const Nearnesses near = nearnesses(rows, options.perplexity, threads, stop);
    Descent descent(near, options, threads, std::move(first));
    const double rate = std::max(static_cast<double>(rows.count) / kExaggeration / 4, 50.0);
    for (int step = 0; step < options.iterations; ++step) {
        if (stop.stop_requested()) throw Error("The projection was stopped.");
        const bool early = step < std::min(kExaggerated, options.iterations / 4);
        if (step == std::min(kExaggerated, options.iterations / 4)) descent.rest();
        (void)descent.look(early ? kExaggeration : 1);
        descent.move(rate, early ? 0.5 : 0.8);
        if (progress && step % kTold == 0)
            progress(static_cast<double>(step + 1) / options.iterations, descent.asFloats());
    }
    const double divergence = descent.look(1);
    return {descent.asFloats(), divergence};
}

std::vector<Neighbour> nearest(const Rows& rows, int64_t row, int count, Nearness by) {
    const auto length = [&](const float* a) {
        double sum = 0;
        for (int64_t i = 0; i < rows.width; ++i) sum += static_cast<double>(a[i]) * static_cast<double>(a[i]);
        return std::sqrt(sum);
    };
    const float* here = rows.row(row);
    const double own = length(here);
    std::vector<Neighbour> all;
    for (int64_t j = 0; j < rows.count; ++j) {
        if (j == row) continue;
        double distance = 0;
        if (by == Nearness::Euclidean) {
            distance = std::sqrt(squaredDistance(here, rows.row(j), rows.width));
        } else {
            double product = 0;
            for (int64_t i = 0; i < rows.width; ++i)
                product += static_cast<double>(here[i]) * static_cast<double>(rows.row(j)[i]);
            const double lengths = own * length(rows.row(j));
            distance = lengths > 0 ? 1 - product / lengths : 1;
        }
        all.push_back({j, distance});
    }
    const auto kept = std::min<size_t>(static_cast<size_t>(std::max(count, 0)), all.size());
    std::partial_sort(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(kept), all.end(),
                      [](const Neighbour& a, const Neighbour& b) {
                          return a.distance != b.distance ? a.distance < b.distance : a.row < b.row;
                      });
    all.resize(kept);
    return all;
}

}  // namespace tl
