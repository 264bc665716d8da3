// Alone in its file: the solver is most of what its users took to compile.
#include "engine/core/eigen_pairs.h"

#include <Eigen/Eigenvalues>

namespace tl {

std::optional<EigenPairs> eigenPairs(const Eigen::MatrixXd& symmetric) {
    const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> solver(symmetric);
    if (solver.info() != Eigen::Success) return {};
    return EigenPairs{solver.eigenvalues(), solver.eigenvectors()};
}

}  // namespace tl
