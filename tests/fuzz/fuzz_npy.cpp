// NumPy arrays: the bytes as one array, and as an archive of them.
#include <cstring>

#include "engine/data/npy.h"
#include "tests/fuzz/fuzz.h"

namespace {

std::string array(const std::string& header, const std::string& content) {
    return std::string("\x93NUMPY\x01\0", 8) + static_cast<char>(header.size()) + '\0' + header + content;
}

}  // namespace

std::vector<std::string> tl::fuzz::seeds() {
    return {
        array("{'descr': '<f4', 'fortran_order': False, 'shape': (2, 1), }\n", std::string(8, '\1')),
        array("{'descr': '>i2', 'fortran_order': True, 'shape': (2, 3), }\n", std::string(12, '\2')),
        array("{'descr': '<U2', 'fortran_order': False, 'shape': (1,), }\n", std::string(8, 'a')),
        // A zip of one stored, empty entry.
        std::string("PK\3\4\n\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\5\0\0\0x.npy"
                    "PK\1\2\n\0\n\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\5\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0x.npy"
                    "PK\5\6\0\0\0\0\1\0\1\0\x33\0\0\0\x23\0\0\0\0\0",
                    35 + 51 + 22)};
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    size_t at = 0;
    tl::fuzz::withoutErrors([&] {
        const tl::NpyArray array = tl::readNpy("bytes", [&](uint8_t* into, size_t count) {
            const size_t some = std::min(count, size - at);
            if (some > 0) std::memcpy(into, data + at, some);
            at += some;
            return some;
        });
        array.description();
        if (array.isText()) {
            array.texts();
        } else {
            std::vector<float> values;
            array.appendFloats(values);
        }
    });
    const tl::fuzz::MemoryFile file(data, size);
    return tl::fuzz::withoutErrors([&] { tl::readNpz(file.path()); });
}
