// Eigen's symmetric solver on the covariance in double, which is exact enough for any number of rows and needs memory
// for columns squared only.
#include "engine/core/eigen_pairs.h"
#include "engine/core/error.h"
#include "engine/data/columns.h"

namespace tl {

Pca fitPca(const Source& source, int64_t count) {
    const int64_t rows = source.size(), width = source.sampleShape().elements();
    if (rows < 2)
        throw Error(Message("Principal components of {name}", source.name()), "two rows or more", std::to_string(rows));
    if (width > 8192)
        throw Error(Message("Principal components of {name}", source.name()), "at most 8,192 columns",
                    std::to_string(width));
    Eigen::VectorXd mean = Eigen::VectorXd::Zero(width);
    const auto row = [&](int64_t i) { return Eigen::Map<const Eigen::VectorXf>(source.row(i), width).cast<double>(); };
    for (int64_t i = 0; i < rows; ++i) mean += row(i);
    mean /= static_cast<double>(rows);
    // A block of rows at a time, so that the products are matrix products.
    Eigen::MatrixXd covariance = Eigen::MatrixXd::Zero(width, width), block(width, 256);
    for (int64_t first = 0; first < rows; first += block.cols()) {
        const int64_t size = std::min<int64_t>(block.cols(), rows - first);
        for (int64_t i = 0; i < size; ++i) block.col(i) = row(first + i) - mean;
        covariance.selfadjointView<Eigen::Lower>().rankUpdate(block.leftCols(size));
    }
    covariance /= static_cast<double>(rows - 1);
    const auto pairs = eigenPairs(covariance);
    if (!pairs) throw Error(Message("The principal components of {name} were not found.", source.name()));
    const double total = std::max(pairs->values.cwiseMax(0).sum(), 1e-300);
    Pca pca;
    pca.mean.assign(mean.begin(), mean.end());
    for (int64_t k = 0; k < count; ++k) {
        const int64_t at = width - 1 - k;  // Eigen's rise
        Eigen::VectorXd component = pairs->vectors.col(at);
        Eigen::Index largest = 0;
        component.cwiseAbs().maxCoeff(&largest);
        if (component[largest] < 0) component = -component;
        pca.components.insert(pca.components.end(), component.begin(), component.end());
        pca.variance.push_back(std::max(pairs->values[at], 0.0));
        pca.varianceShare.push_back(pca.variance.back() / total);
    }
    return pca;
}

}  // namespace tl
