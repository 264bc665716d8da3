// Layout: header of 64 bytes, one state byte an item, then from the next multiple of 64 the pixels.
#include "engine/data/disk_cache.h"

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "engine/core/error.h"

namespace tl {
namespace {

struct Header {
    char magic[8] = {'T', 'L', 'C', 'A', 'C', 'H', 'E', '1'};
    uint64_t keyLow = 0, keyHigh = 0, count = 0, itemBytes = 0;
    uint8_t rest[24] = {};
};
static_assert(sizeof(Header) == 64);

size_t pixelsAt(int64_t count) { return (sizeof(Header) + static_cast<size_t>(count) + 63) / 64 * 64; }

Hash128 keyOf(const Source& source, const Shape& shape, const std::string& stages) {
    Hash128 key;
    key.add(source.name());
    key.add(stages);
    for (const int64_t extent : shape.dims()) key.add(static_cast<uint64_t>(extent));
    const auto bytes = static_cast<size_t>(source.sampleShape().elements()) * sizeOf(source.dataType());
    for (int64_t i = 0; i < source.size(); ++i) {
        key.add(source.itemName(i));
        key.add(static_cast<uint64_t>(source.label(i)));
        key.add(source.version(i));
        if (const uint8_t* pixels = source.planar(i)) key.add({pixels, bytes});
    }
    return key;
}

class Descriptor {
public:
    explicit Descriptor(int number) : number_(number) {}
    ~Descriptor() {
        if (number_ >= 0) ::close(number_);
    }
    Descriptor(const Descriptor&) = delete;
    Descriptor& operator=(const Descriptor&) = delete;
    int get() const { return number_; }

private:
    int number_;
};

}  // namespace

DiskCache::DiskCache(std::string path, const Source& source, const Shape& shape, const std::string& stages)
    : PixelCache(static_cast<size_t>(source.size()), static_cast<size_t>(shape.elements())), path_(std::move(path)),
      key_(keyOf(source, shape, stages)), count_(source.size()),
      fileBytes_(pixelsAt(count_) + imageBytes_ * static_cast<size_t>(count_)) {
    if (!openExisting()) create();
}

DiskCache::~DiskCache() {
    if (file_) ::munmap(file_, fileBytes_);
    if (!complete_ && !unfinished_.empty()) ::unlink(unfinished_.c_str());
}

void DiskCache::map(void* file) {
    file_ = static_cast<uint8_t*>(file);
    pixels_ = file_ + pixelsAt(count_);
}

bool DiskCache::openExisting() {
    const Descriptor file(::open(path_.c_str(), O_RDONLY | O_CLOEXEC));
    struct stat status {};
    Header header, wanted;
    wanted.keyLow = key_.low;
    wanted.keyHigh = key_.high;
    wanted.count = static_cast<uint64_t>(count_);
    wanted.itemBytes = imageBytes_;
    if (file.get() < 0 || ::fstat(file.get(), &status) != 0 || static_cast<size_t>(status.st_size) != fileBytes_ ||
        ::pread(file.get(), &header, sizeof header, 0) != static_cast<ssize_t>(sizeof header) ||
        std::memcmp(&header, &wanted, sizeof header) != 0)
        return false;
    void* mapped = ::mmap(nullptr, fileBytes_, PROT_READ, MAP_SHARED, file.get(), 0);
    if (mapped == MAP_FAILED) return false;
    map(mapped);
    for (size_t i = 0; i < states_.size(); ++i) states_[i] = file_[sizeof(Header) + i] == kReady ? kReady : kPassed;
    complete_ = true;
    return true;
}

void DiskCache::create() {
    const auto fail = [&](int reason) {
        const std::string why = std::strerror(reason);
        if (!unfinished_.empty()) ::unlink(unfinished_.c_str());
        throw Error(Message("The cache {path}", path_),
                    Message("{size} MiB in a folder that may be written", (fileBytes_ >> 20) + 1), why,
                    "Choose another place, or keep the cache in memory.");
    };
    std::string name = path_ + ".XXXXXX";
    const Descriptor file(::mkostemp(name.data(), O_CLOEXEC));
    if (file.get() < 0) fail(errno);
    unfinished_ = name;
    ::fchmod(file.get(), 0644);
    // All of it now: a full disk is an error here, and would be a signal later.
    if (const int reason = ::posix_fallocate(file.get(), 0, static_cast<off_t>(fileBytes_))) fail(reason);
    void* mapped = ::mmap(nullptr, fileBytes_, PROT_READ | PROT_WRITE, MAP_SHARED, file.get(), 0);
    if (mapped == MAP_FAILED) fail(errno);
    map(mapped);
}

void DiskCache::settled() {
    if (settled_.fetch_add(1, std::memory_order_acq_rel) + 1 == count_) finish();
}

// By the thread that settled the last item. What goes wrong leaves the images in use and no file.
void DiskCache::finish() {
    for (size_t i = 0; i < states_.size(); ++i) file_[sizeof(Header) + i] = states_[i].load(std::memory_order_acquire);
    Header header;
    header.keyLow = key_.low;
    header.keyHigh = key_.high;
    header.count = static_cast<uint64_t>(count_);
    header.itemBytes = imageBytes_;
    std::memcpy(file_, &header, sizeof header);
    if (::msync(file_, fileBytes_, MS_SYNC) != 0) return;
    std::error_code failed;
    std::filesystem::rename(unfinished_, path_, failed);
    complete_ = !failed;
}

}  // namespace tl
