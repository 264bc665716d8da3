// IDX files, images and labels.
#include "engine/data/idx.h"
#include "tests/fuzz/fuzz.h"

std::vector<std::string> tl::fuzz::seeds() {
    return {std::string("\0\0\x08\x03\0\0\0\x02\0\0\0\x02\0\0\0\x02"
                        "12345678",
                        24),
            std::string("\0\0\x08\x01\0\0\0\x03"
                        "\1\2\3",
                        11),
            std::string("\x1f\x8b\x08\0\0\0\0\0\0\x03", 10)};
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    const tl::fuzz::MemoryFile file(data, size);
    for (const int rank : {1, 3}) tl::fuzz::withoutErrors([&] { tl::readIdx(file.path(), rank); });
    return 0;
}
