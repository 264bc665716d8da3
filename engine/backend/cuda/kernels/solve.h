// Systems of linear equations.
#pragma once

namespace tl::cuda {

// x [n, m] of op(a) x = b, by one block. lu [n, n] is scratch memory.
struct Solve {
    const float *a, *b;
    float *lu, *x;
    int n, m;
    bool transposed;
};

}  // namespace tl::cuda
