// A X = B: at once by elimination, and by following the gradient of the squared error.
#include "engine/eager/ops.h"
#include "engine/eager/tape.h"

using namespace tl::eager;

Array solveDirectly(const Array& a, const Array& b) { return solve(a, b); }

Array solveByDescent(const Array& a, const Array& b, float rate, int steps) {
    Array x = Array::full({a.shape()[1], b.shape()[1]}, 0);
    for (int step = 0; step < steps; ++step) {
        GradientTape tape;
        tape.watch(x);
        const Array loss = sum(square(matmul(a, x) - b));
        const Array slope = tape.gradient(loss, {x})[0];
        x = x - rate * slope;
    }
    return x;
}
