// A file that is closed while another thread still reads from it goes when that thread lets go of it.
#include "engine/data/record_files.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <unistd.h>

#include "engine/core/error.h"

namespace tl {

class RecordFiles::Descriptor {
public:
    explicit Descriptor(const std::string& path) : number_(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK)) {
        if (number_ < 0)
            throw Error(Message("Its file cannot be opened any more: {reason}.", std::string(std::strerror(errno))));
    }
    ~Descriptor() { ::close(number_); }
    Descriptor(const Descriptor&) = delete;
    Descriptor& operator=(const Descriptor&) = delete;
    int number() const { return number_; }

private:
    int number_;
};

RecordFiles::RecordFiles(std::vector<std::string> paths, size_t mostOpen)
    : paths_(std::move(paths)), mostOpen_(std::max<size_t>(mostOpen, 1)) {}

RecordFiles::~RecordFiles() = default;

size_t RecordFiles::open() const {
    const std::scoped_lock lock(mutex_);
    return open_.size();
}

std::shared_ptr<const RecordFiles::Descriptor> RecordFiles::descriptor(size_t file) const {
    const std::scoped_lock lock(mutex_);
    if (const auto found = open_.find(file); found != open_.end()) {
        uses_.splice(uses_.begin(), uses_, found->second.use);
        return found->second.descriptor;
    }
    while (open_.size() >= mostOpen_) {
        open_.erase(uses_.back());
        uses_.pop_back();
    }
    auto made = std::make_shared<const Descriptor>(paths_[file]);
    uses_.push_front(file);
    open_.emplace(file, Open{made, uses_.begin()});
    return made;
}

void RecordFiles::read(size_t file, uint64_t offset, size_t length, std::vector<uint8_t>& bytes) const {
    const auto source = descriptor(file);
    bytes.resize(length);
    for (size_t done = 0; done < length;) {
        const ssize_t got =
            ::pread(source->number(), bytes.data() + done, length - done, static_cast<off_t>(offset + done));
        if (got < 0 && errno == EINTR) continue;
        if (got <= 0) throw Error("The record can no longer be read from its file.");
        done += static_cast<size_t>(got);
    }
}

}  // namespace tl
