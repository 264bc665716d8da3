// Between float types, in whatever layout the value has: padding is zero in all of them.
#include "engine/backend/cpu/support.h"

namespace tl::cpu {
namespace {

Half halfOf(DType type) { return type == DType::BFloat16 ? Half::BFloat16 : Half::Float16; }

// `n` elements of one type into another; both short types go through a piece of float32.
void convert(DType from, DType to, int64_t n, const std::byte* x, std::byte* y) {
    if (from == DType::Float32 && isHalf(to)) {
        vec().narrow(halfOf(to), n, reinterpret_cast<const float*>(x), reinterpret_cast<uint16_t*>(y));
    } else if (isHalf(from) && to == DType::Float32) {
        vec().widen(halfOf(from), n, reinterpret_cast<const uint16_t*>(x), reinterpret_cast<float*>(y));
    } else if (from == to) {
        std::copy(x, x + static_cast<size_t>(n) * sizeOf(from), y);
    } else {
        constexpr int64_t kPiece = 1024;
        float piece[kPiece];
        for (int64_t start = 0; start < n; start += kPiece) {
            const int64_t length = std::min(kPiece, n - start);
            vec().widen(halfOf(from), length, reinterpret_cast<const uint16_t*>(x) + start, piece);
            vec().narrow(halfOf(to), length, piece, reinterpret_cast<uint16_t*>(y) + start);
        }
    }
}

}  // namespace

void cast(KernelTable& table) {
    table.add("Cast",
              [](const KernelRequest& request) {
                  TensorDesc desc = request.inputs[0];
                  if (!request.blocked) desc.layout = {};
                  const DType from = desc.dtype, to = request.outputs[0].dtype;
                  const int64_t size = elementsIn(desc);
                  const int parts = partsFor(request.threads, size);
                  Kernel kernel = plainKernel(request);
                  kernel.inputs[0] = kernel.outputs[0] = desc.layout;
                  kernel.bind = [=](const KernelBuffers& b) {
                      return [=, x = in<std::byte>(b, 0), y = out<std::byte>(b, 0)] {
                          forParts(parts, [&](int part) {
                              const auto [begin, end] = share(size, parts, part, 64);
                              convert(from, to, end - begin, x + static_cast<size_t>(begin) * sizeOf(from),
                                      y + static_cast<size_t>(begin) * sizeOf(to));
                          });
                      };
                  };
                  return kernel;
              },
              {DType::BFloat16, DType::Float16});
}

}  // namespace tl::cpu
