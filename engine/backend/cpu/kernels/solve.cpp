// Linear systems by Eigen's LU with partial pivoting, in float64: a system's condition costs digits that float32 does
// not have.
#include <Eigen/LU>

#include "engine/backend/cpu/support.h"

namespace tl::cpu {

void solve(KernelTable& table) {
    table.add("Solve", [](const KernelRequest& request) {
        const int64_t n = request.inputs[0].shape[0], m = request.inputs[1].shape[1];
        const bool transposed = request.attributes.integer("transpose_a", 0) != 0;
        Kernel kernel = plainKernel(request);
        kernel.implementation = "eigen";
        kernel.bind = [=](const KernelBuffers& buffers) {
            return [=, a = in<float>(buffers, 0), b = in<float>(buffers, 1), x = out<float>(buffers, 0)] {
                using Rows = Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
                Eigen::MatrixXd left = Eigen::Map<const Rows>(a, n, n).cast<double>();
                if (transposed) left.transposeInPlace();
                const Eigen::MatrixXd right = Eigen::Map<const Rows>(b, n, m).cast<double>();
                Eigen::Map<Rows>(x, n, m) = left.partialPivLu().solve(right).cast<float>();
            };
        };
        return kernel;
    });
}

}  // namespace tl::cpu
