// Eigenvalues and eigenvectors of a symmetric matrix, by Eigen's solver, which takes long to compile: once for all who
// need it. Any thread.
#pragma once

#include <Eigen/Core>
#include <optional>

namespace tl {

struct EigenPairs {
    Eigen::VectorXd values;   // they rise
    Eigen::MatrixXd vectors;  // [n, n]: a column each, of length 1
};

// Reads the lower triangle of `symmetric` [n, n]. Nothing where no solution is found, as with numbers that are not
// finite.
std::optional<EigenPairs> eigenPairs(const Eigen::MatrixXd& symmetric);

}  // namespace tl
