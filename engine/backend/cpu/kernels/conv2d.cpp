// Convolution of images and volumes and its gradients. The cost model takes our own vector code for few channels and
// for 3x3 kernels, and oneDNN for the rest; all that can do a case are offered.
#include "engine/backend/cpu/lane_conv.h"
#include "engine/backend/cpu/library_conv.h"
#include "engine/backend/cpu/support.h"
#include "engine/backend/cpu/tile_conv.h"
#include "engine/backend/cpu/turned_conv.h"
#include "engine/backend/cpu/winograd.h"

namespace tl::cpu {
namespace {

using Make = Kernel (*)(const KernelRequest&);

// Of a convolution of x with w to y, all of the request: those that suit it, the library's, those that only can. Where
// there is a matrix unit, the library's kernels for it are better than our own Winograd, and our own (`tiles`, or null)
// better than those.
void offerAll(const KernelRequest& request, const TensorDesc& x, const TensorDesc& w, const TensorDesc& y, Make tiles,
              Make lanes, Make winograd, const KernelFamily& library, const KernelTaker& take) {
    bool enough = false;
    const auto offer = [&](bool one, Make make) {
        if (!one || enough) return;
        Kernel kernel = make(request);
        enough = !take(kernel.implementation, [&] { return kernel; });
    };
    const bool unit = canTiles(request, x, w, y), tilesSuit = tiles && suitsTiles(request, x, w, y);
    const bool lanesSuit = suitsLanes(request, x, w, y), winogradSuits = suitsWinograd(request, x, w, y) && !unit;
    offer(tilesSuit, tiles);
    offer(lanesSuit, lanes);
    offer(winogradSuits, winograd);
    if (enough) return;
    library(request, [&](const std::string& implementation, const std::function<Kernel()>& make) {
        enough = !take(implementation, make);
        return !enough;
    });
    offer(!lanesSuit && canLanes(request, x, w, y), lanes);
    offer(!winogradSuits && canWinograd(request, x, w, y), winograd);
    offer(tiles && unit && !tilesSuit, tiles);
}

void forward(const KernelRequest& r, const KernelTaker& take) {
    offerAll(r, r.inputs[0], r.inputs[1], r.outputs[0], nullptr, laneForward, winogradForward, offerLibraryForward,
             take);
}

// Where there is a matrix unit, by the library's kernels forward, which are quicker on it.
void inputGrad(const KernelRequest& r, const KernelTaker& take) {
    const TensorDesc &x = r.outputs[0], &w = r.inputs[1], &y = r.inputs[0];
    const bool turns = canTurn(r, x, w, y), first = turns && canTiles(r, x, w, y) && suitsTurned(r, x, w, y);
    bool enough = false;
    const KernelTaker taken = [&](const std::string& implementation, const std::function<Kernel()>& make) {
        enough = !take(implementation, make);
        return !enough;
    };
    if (first) offerTurned(r, taken);
    if (!enough) offerAll(r, x, w, y, nullptr, laneInputGrad, winogradInputGrad, offerLibraryInputGrad, taken);
    if (!enough && turns && !first) offerTurned(r, taken);
}

void kernelGrad(const KernelRequest& r, const KernelTaker& take) {
    offerAll(r, r.inputs[0], r.outputs[0], r.inputs[1], tileKernelGrad, laneKernelGrad, winogradKernelGrad,
             offerLibraryKernelGrad, take);
}

// Few channels: the library's kernels in 16 bits fill a register with them, and a weights' gradient of one channel ran
// at a hundredth of the speed of images in lanes.
bool wideForward(const KernelRequest& r) { return suitsLanes(r, r.inputs[0], r.inputs[1], r.outputs[0]); }
bool wideInputGrad(const KernelRequest& r) { return suitsLanes(r, r.outputs[0], r.inputs[1], r.inputs[0]); }
bool wideKernelGrad(const KernelRequest& r) { return suitsLanes(r, r.inputs[0], r.outputs[0], r.inputs[1]); }

}  // namespace

void conv2d(KernelTable& table) {
    const auto halves = bf16Where(multipliesBf16());
    for (const char* name : {"Conv2D", "Conv3D"}) {
        table.addFamily(name, forward, halves, wideForward);
        table.addFamily(std::string(name) + "InputGrad", inputGrad, halves, wideInputGrad);
        table.addFamily(std::string(name) + "KernelGrad", kernelGrad, halves, wideKernelGrad);
    }
    table.addFamily("Conv2DKernelBiasGrad", kernelGrad, halves, wideKernelGrad);
}

}  // namespace tl::cpu
