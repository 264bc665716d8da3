// Components come from the smaller of the two square matrices: the rows' products with each other, or the columns'.
#include <Eigen/QR>
#include <cmath>

#include "engine/core/eigen_pairs.h"
#include "engine/core/error.h"
#include "engine/core/rng.h"
#include "engine/projection/embedding.h"

namespace tl {
namespace {

using Matrix = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic>;
using RowsF = Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

constexpr int64_t kExact = 1024;
constexpr int kSpare = 10, kRounds = 12;

void check(const Rows& rows) {
    if (rows.count < 2) throw Error("A projection", "two rows or more", std::to_string(rows.count));
    for (int64_t i = 0; i < rows.count * rows.width; ++i)
        if (!std::isfinite(rows.values[i]))
            throw Error(Message("Row {row} holds a number that is not finite: there is nothing to project it by.",
                                i / rows.width));
}

// An orthonormal basis [width, k] of the directions in which the rows vary most, by falling variance, and those.
void exact(const RowsF& centred, int k, Matrix& basis, Eigen::VectorXd& variances) {
    const Matrix x = centred.cast<double>();
    const bool wide = x.cols() > x.rows();
    const Matrix products = wide ? Matrix(x * x.transpose()) : Matrix(x.transpose() * x);
    const auto pairs = eigenPairs(products);
    if (!pairs) throw Error("The principal components were not found.");
    basis = Matrix::Zero(x.cols(), k);
    variances = Eigen::VectorXd::Zero(k);
    const double least = std::max(pairs->values.maxCoeff(), 0.0) * 1e-12;
    for (int i = 0; i < k && i < products.rows(); ++i) {
        const Eigen::Index at = products.rows() - 1 - i;  // Eigen's rise
        const double value = pairs->values[at];
        if (value <= least) break;
        variances[i] = value;
        basis.col(i) = wide ? Eigen::VectorXd((x.transpose() * pairs->vectors.col(at)).normalized())
                            : Eigen::VectorXd(pairs->vectors.col(at));
    }
}

void bySubspace(const RowsF& centred, int k, uint64_t seed, const std::stop_token& stop, Matrix& basis,
                Eigen::VectorXd& variances) {
    const Eigen::Index width = centred.cols(),
                       size = std::min<Eigen::Index>(k + kSpare, std::min(width, centred.rows()));
    Eigen::MatrixXf directions(width, size);
    Rng random(seed, streamId("projection"));
    for (Eigen::Index i = 0; i < directions.size(); ++i) directions.data()[i] = static_cast<float>(random.normal());
    for (int round = 0; round < kRounds; ++round) {
        if (stop.stop_requested()) throw Error("The projection was stopped.");
        const Eigen::MatrixXf along = centred.transpose() * (centred * directions);
        directions =
            Eigen::HouseholderQR<Eigen::MatrixXf>(along).householderQ() * Eigen::MatrixXf::Identity(width, size);
    }
    const Matrix seen = (centred * directions).cast<double>();
    const auto pairs = eigenPairs(seen.transpose() * seen);
    if (!pairs) throw Error("The principal components were not found.");
    basis = Matrix::Zero(width, k);
    variances = Eigen::VectorXd::Zero(k);
    for (int i = 0; i < k && i < size; ++i) {
        variances[i] = std::max(pairs->values[size - 1 - i], 0.0);
        basis.col(i) = directions.cast<double>() * pairs->vectors.col(size - 1 - i);
    }
}

}  // namespace

PrincipalView principalView(const Rows& rows, int dims, uint64_t seed, std::stop_token stop) {
    check(rows);
    RowsF centred = Eigen::Map<const RowsF>(rows.values, rows.count, rows.width);
    const Eigen::RowVectorXf mean = centred.cast<double>().colwise().mean().cast<float>();
    centred.rowwise() -= mean;
    Matrix basis;
    Eigen::VectorXd variances;
    if (std::min(rows.count, rows.width) <= kExact)
        exact(centred, dims, basis, variances);
    else
        bySubspace(centred, dims, seed, stop, basis, variances);
    PrincipalView view;
    for (int i = 0; i < dims; ++i) {
        Eigen::Index largest = 0;
        basis.col(i).cwiseAbs().maxCoeff(&largest);
        if (basis(largest, i) < 0) basis.col(i) = -basis.col(i);
    }
    const RowsF points = centred * basis.cast<float>();
    view.points.assign(points.data(), points.data() + points.size());
    const double total = std::max(static_cast<double>(centred.cast<double>().squaredNorm()), 1e-300);
    for (int i = 0; i < dims; ++i) view.varianceShare.push_back(variances[i] / total);
    return view;
}

}  // namespace tl
