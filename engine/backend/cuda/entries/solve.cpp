// Systems of linear equations: small ones, as layers of ours make them, so one block does it all.
#include "engine/backend/cuda/kernels/solve.h"

#include "engine/backend/cuda/entries/support.h"

namespace tl::cuda {
namespace {

Kernel solveSystem(const Lane& lane, const KernelRequest& request) {
    Kernel kernel = plainKernel(request);
    const Shape &a = request.inputs[0].shape, &b = request.inputs[1].shape;
    countOf(request, a.elements()), countOf(request, b.elements());
    kernel.scratchBytes = request.inputs[0].bytes();
    const Solve numbers{nullptr,
                        nullptr,
                        nullptr,
                        nullptr,
                        static_cast<int>(a[0]),
                        static_cast<int>(b[1]),
                        request.attributes.integer("transpose_a", 0) != 0};
    const Launches launches(lane, request, kernel);
    kernel.bind = [=, bytes = kernel.scratchBytes](const KernelBuffers& buffers) {
        Launches all = launches;
        Solve arguments = numbers;
        arguments.a = in<float>(buffers, 0), arguments.b = in<float>(buffers, 1);
        arguments.lu = static_cast<float*>(buffers.scratch), arguments.x = out<float>(buffers, 0);
        all.add("solve", {1}, kBlock, arguments)
            .reads(buffers, {0, 1})
            .writes(buffers.scratch, bytes)
            .writes(buffers, {0});
        return std::move(all).bound();
    };
    return kernel;
}

}  // namespace

void solve(KernelTable& table, const Lane& lane) { table.add("Solve", with(lane, solveSystem)); }

}  // namespace tl::cuda
