// Measures what the processor can do at most, so that speeds can be stated as a share of it.
#pragma once

namespace tl {

// Floating-point operations a second of a loop of independent fused multiply-adds in registers on `threads` threads,
// with the same vector code that the kernels use. Takes about `seconds`.
double probeFlops(int threads, double seconds);

// The same of products of bfloat16 that are added to float32, by the fastest unit that the kernels use; 0 where the
// processor has none, and such products take as long as those of float32.
double probeBf16Flops(int threads, double seconds);

// Bytes a second that `threads` threads read of memory far larger than the caches. Takes about `seconds`, and 256 MiB.
double probeBandwidth(int threads, double seconds);

}  // namespace tl
