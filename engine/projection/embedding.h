// Many numbers a thing brought down to two or three, to be looked at: principal components, which keep what varies
// most, and t-SNE, which keeps who is near whom. Deterministic: the same rows, options and seed give the same points
// with any number of threads.
#pragma once

#include <cstdint>
#include <functional>
#include <stop_token>
#include <vector>

namespace tl {

// Row by row: `count` rows of `width` numbers.
struct Rows {
    const float* values = nullptr;
    int64_t count = 0, width = 0;
    const float* row(int64_t i) const { return values + i * width; }
};

struct PrincipalView {
    std::vector<float> points;          // [count, dims]: the centred rows along the components
    std::vector<double> varianceShare;  // of each component, of all
};

// The first components of the rows; each component's largest coordinate is positive. Exact where the rows or their
// width are few (1,024), else by subspace iteration (Halko, Martinsson, Tropp 2011). Throws Error for fewer than two
// rows and for numbers that are not finite; where the rows span less, the last coordinates are 0.
PrincipalView principalView(const Rows& rows, int dims, uint64_t seed = 1, std::stop_token stop = {});

struct TsneOptions {
    int dims = 3;
    double perplexity = 30;  // lowered where the rows are fewer than three times that
    int iterations = 1000;   // of them the first 250 with exaggerated nearness
    double angle = 0.5;      // of Barnes and Hut; 0: exact
    int threads = 0;         // 0 = as many as there are cores
    uint64_t seed = 1;
};

struct TsneView {
    std::vector<float> points;  // [count, dims]
    double divergence = 0;      // of Kullback and Leibler: how much of the nearness is lost
};

// van der Maaten 2014, with scikit-learn's rates and start (principal components), so that both end alike. `progress`
// is told the share done and the points so far, now and then. Throws Error as above, and where it is stopped.
TsneView tsne(const Rows& rows, const TsneOptions& options, std::stop_token stop = {},
              const std::function<void(double share, const std::vector<float>& points)>& progress = {});

enum class Nearness { Euclidean, Cosine };
struct Neighbour {
    int64_t row = 0;
    double distance = 0;
};
// The nearest rows to one, nearest first, without itself.
std::vector<Neighbour> nearest(const Rows& rows, int64_t row, int count, Nearness by);

}  // namespace tl
