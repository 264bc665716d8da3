// TFRecord files, opened as a data set. A fuzzer does not guess sums of 32 bits, so the bytes are also taken as the
// content of one framed record.
#include "engine/core/record_frame.h"
#include "engine/data/tfrecord.h"
#include "tests/fuzz/fuzz.h"

namespace {

void open(const std::string& path) {
    tl::fuzz::withoutErrors([&] {
        const tl::DataSet set = tl::openDataSet("tfrecord:" + path);
        tl::Image image;
        for (int64_t i = 0; i < set.train->size(); ++i)
            if (!set.numeric()) tl::fuzz::withoutErrors([&] { set.train->read(i, image); });
    });
}

}  // namespace

std::vector<std::string> tl::fuzz::seeds() {
    // Features x = [1, 2] (floats), label = 1; and an image of 1x1 raw bytes.
    return {std::string("\x0a\x23\x0a\x11\x0a\1x\x12\x0c\x12\x0a\x0a\x08\0\0\x80\x3f\0\0\0\x40"
                        "\x0a\x0e\x0a\x05label\x12\x05\x1a\3\x0a\1\1",
                        37),
            std::string("\x0a\x32\x0a\x10\x0a\5image\x12\7\x0a\5\x0a\3abc\x0a\x0f\x0a\6height\x12\5\x1a\3\x0a\1\1"
                        "\x0a\x0d\x0a\5label\x12\4\x1a\2\x0a\0",
                        52)};
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    const tl::fuzz::MemoryFile file(data, size);
    open(file.path());
    const std::string record = tl::framedRecord({data, size}), framed = record + record;
    const tl::fuzz::MemoryFile whole(reinterpret_cast<const uint8_t*>(framed.data()), framed.size());
    open(whole.path());
    return 0;
}
