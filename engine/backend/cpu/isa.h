// Which of the builds of the vector code this processor runs. The program itself is built for any x86-64.
#pragma once

namespace tl::cpu {

enum class Isa { Baseline, Avx2, Avx512 };

// The best that the processor and the system offer; the environment variable TENSORLOOM_ISA (sse2, avx2, avx512)
// may ask for less, to test the others; any of them leaves the matrix unit aside. Decided once.
Isa bestIsa();
// The processor multiplies pairs of bfloat16 (AVX512_BF16), and the vector code may use it.
bool multipliesBf16();
// It has a matrix unit for bfloat16 (AMX), which the system lets this program use.
bool multipliesTiles();
const char* isaName(Isa isa);  // "AVX-512"

}  // namespace tl::cpu
