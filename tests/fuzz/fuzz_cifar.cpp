// CIFAR-10's binary batches: the bytes as a batch that has been cut or grown, and a record of them repeated to whole
// ones, since a fuzzer seldom hits a multiple of 3,073 bytes.
#include "engine/data/source.h"
#include "tests/fuzz/fuzz.h"

namespace {

constexpr size_t kRecord = 3073;

class Folder {
public:
    Folder() : path_("/tmp/fuzz-cifar-" + std::to_string(::getpid())) { std::filesystem::create_directories(path_); }
    ~Folder() { std::filesystem::remove_all(path_); }
    void put(const char* name, const std::string& bytes) const {
        std::ofstream(path_ / name, std::ios::binary | std::ios::trunc) << bytes;
    }
    std::string spec() const { return "cifar10:" + path_.string(); }

private:
    std::filesystem::path path_;
};

void open(const Folder& folder) {
    tl::fuzz::withoutErrors([&] {
        const tl::DataSet set = tl::openDataSet(folder.spec());
        tl::Image image;
        for (int64_t i = 0; i < set.train->size(); ++i) {
            set.train->read(i, image);
            if (set.train->label(i) < 0 || set.train->label(i) >= set.classes()) std::abort();
        }
    });
}

}  // namespace

std::vector<std::string> tl::fuzz::seeds() {
    return {std::string(kRecord, '\3'), std::string(kRecord * 2, '\0'), std::string(kRecord - 1, '\1'),
            "\x0b"
            "abc"};
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    static const Folder folder;
    const std::string bytes(reinterpret_cast<const char*>(data), size);
    folder.put("data_batch_1.bin", bytes);
    folder.put("batches.meta.txt", bytes.substr(0, 200));
    open(folder);
    std::string whole = bytes;
    whole.resize((size / kRecord + 1) * kRecord, '\2');
    folder.put("data_batch_1.bin", whole);
    folder.put("batches.meta.txt", "");
    open(folder);
    return 0;
}
