// What the backend leaves to NVIDIA's libraries: products (cuBLASLt), convolutions (cuDNN) and sums over several
// devices (NCCL). As with the driver there are two: theirs, and one that computes on the CPU for the checking driver
// (host/libraries.h).
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/backend/cuda/driver.h"
#include "engine/core/dtype.h"
#include "engine/core/float8.h"

namespace tl::cuda {

// y[p] = op(a[p]) op(b[p]) + bias for p in [0, products): row-major, m x k times k x n.
struct Product {
    int64_t products = 1, m = 0, k = 0, n = 0;
    bool transposeA = false, transposeB = false;
    bool bias = false;  // [n], float32
    bool relu = false;  // of the sum
    DType a = DType::Float32, b = DType::Float32, y = DType::Float32;
    bool tf32 = false;  // float32 factors may be rounded to it
    // Of a, b and y in bytes: what begins a piece of a plan's memory has 64.
    uint32_t alignment = 64;
    // Of a factor in 8 bits, a byte a number (its DType is UInt8): then a is not transposed, b is, all sizes are
    // multiples of 16, there is no bias, and each factor comes with what its numbers are to be multiplied by.
    std::optional<Float8> aFloat8, bFloat8;
};

// Where a call finds what it works on.
struct Operands {
    const void *a = nullptr, *b = nullptr;  // the factors, in their order above and below
    const float* bias = nullptr;
    void *y = nullptr, *workspace = nullptr;
    const float *aScale = nullptr, *bScale = nullptr;  // of factors in 8 bits
};

// A convolution or one of its gradients, channels innermost: x [images, in..., channels], w [filters, window...,
// channels / groups], y [images, out..., filters]. Extents are of depth, height, width; an image has depth 1.
struct Convolution {
    enum class Pass { Forward, Data, Kernel };  // y of x and w; x's gradient of dy and w; w's gradient of x and dy
    using Extents = std::array<int64_t, 3>;

    Pass pass = Pass::Forward;
    int axes = 2;
    int64_t images = 0, channels = 0, filters = 0, groups = 1;
    Extents in{1, 1, 1}, window{1, 1, 1}, out{1, 1, 1};
    Extents strides{1, 1, 1}, dilations{1, 1, 1}, before{0, 0, 0}, after{0, 0, 0};
    bool bias = false;  // forward: [filters], float32
    bool relu = false;  // forward: of the sum
    DType x = DType::Float32, w = DType::Float32, y = DType::Float32;
    bool tf32 = false;  // as of a product

    // Of the first factor, and of what comes out.
    DType factor() const { return pass == Pass::Data ? y : x; }
    DType& result() { return pass == Pass::Forward ? y : pass == Pass::Data ? x : w; }
    DType result() const { return Convolution(*this).result(); }
};

// A device's end of what joins it to others. All ends ask for the same sums in the same order.
class Communicator {
public:
    struct Piece {  // float32
        float* values;
        size_t count;
    };
    virtual ~Communicator() = default;
    // In place: each piece becomes the sum over the devices of share times theirs, with the same bits on all of them.
    virtual LibraryCall sum(const std::string& name, std::vector<Piece> pieces, float share) = 0;
};

class Libraries {
public:
    // A call that was chosen, to be put on a stream as often as wanted.
    struct Call {
        std::string implementation;
        size_t workspaceBytes = 0;
        // What it does of that which was asked for: the rest is left to the caller.
        bool bias = false, relu = false;
        DType result = DType::Float32;  // what it writes
        std::function<void(void* stream, const Operands& operands)> run;
    };
    using Taker = std::function<bool(const Call& call)>;

    virtual ~Libraries() = default;
    // Gives `take` the calls that do it, one after the other until that returns false: the best first by the library's
    // own reckoning, no name twice, each with the same bits whenever it runs. Throw Error where there is none.
    virtual void products(const Product& product, const Taker& take) = 0;
    virtual void convolutions(const Convolution& convolution, const Taker& take) = 0;
    // What sums over devices: "nccl:2.28.9". Throws Error as requireCommunication().
    virtual std::string communication() const = 0;
    // The end of number `rank` of "cuda:0,cuda:1", which joins them the first time.
    virtual std::shared_ptr<Communicator> communicator(const std::string& devices, int rank) = 0;
    // Device::abandonTogether().
    virtual void abandonCommunication(const std::string& /*devices*/) {}
    // Throws Error with what is missing where there can be none.
    virtual void requireCommunication() const {}
};

// The first of them; of a product without bias and ReLU.
Libraries::Call productOf(Libraries& libraries, const Product& product);

}  // namespace tl::cuda
