// The best product of a library's.
#include "engine/backend/cuda/libraries.h"

namespace tl::cuda {

Libraries::Call productOf(Libraries& libraries, const Product& product) {
    Libraries::Call best;
    libraries.products(product, [&](const Libraries::Call& call) {
        best = call;
        return false;
    });
    return best;
}

}  // namespace tl::cuda
