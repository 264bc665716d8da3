// Convolutions of bfloat16 on the processor's matrix unit (Intel AMX: Intel 64 and IA-32 Architectures Optimization
// Reference Manual, chapter 20): one instruction multiplies 16 rows of 32 numbers by 32 rows of 16 and adds to floats.
// Channels come in blocks of 16. Like vec/, this is built with flags of its own: no library header with inline
// functions here. Whoever calls has seen to it that multipliesTiles() holds.
#pragma once

#include <cstddef>
#include <cstdint>

namespace tl::cpu::amx {

// Where images lie, in numbers: channel 16 * b + l of pixel (y, x) of image i is at
// i * image + b * block + (y * width + x) * pixel + l.
struct Images {
    int64_t blocks, height, width;
    int64_t image, block, pixel;
};

struct Conv {
    Images x, y;
    int64_t kernelHeight, kernelWidth, stride;
    int64_t top, left;  // padding; that of the other sides follows from the sizes
};

// The weights' gradient takes so many images at a time; fewer cost as much.
int64_t imagesTogether(const Conv& conv);
// Of images [first, first + count): sums[in block][out block][ky][kx][16 in][16 out] is begun anew, and db[out] too
// where it is not null. scratch: kernelGradScratch() bytes, aligned to 64. A value that is not finite reaches the taps
// beside its own, since what lies outside an image is multiplied as zeros.
size_t kernelGradScratch(const Conv& conv);
void kernelGrad(const Conv& conv, int64_t first, int64_t count, const uint16_t* x, const uint16_t* dy, float* sums,
                float* db, std::byte* scratch);

// Rounds of products in registers; returns the operations of one round.
int64_t products(int64_t rounds);

}  // namespace tl::cpu::amx
