// Pieces of many large files, read from any thread: each file is opened when something in it is asked for, and of those
// that are open the one used longest ago is closed again, so that thousands of shards need few descriptors.
#pragma once

#include <cstdint>
#include <list>
#include <memory>
#include <mutex>
#include <string>
#include <unordered_map>
#include <vector>

namespace tl {

class RecordFiles {
public:
    static constexpr size_t kMostOpen = 64;

    explicit RecordFiles(std::vector<std::string> paths, size_t mostOpen = kMostOpen);
    ~RecordFiles();
    // Fills `bytes` with what stands at `offset`. Throws Error with a sentence without the path.
    void read(size_t file, uint64_t offset, size_t length, std::vector<uint8_t>& bytes) const;
    size_t open() const;  // files that are open now

private:
    class Descriptor;
    std::shared_ptr<const Descriptor> descriptor(size_t file) const;

    std::vector<std::string> paths_;
    size_t mostOpen_;
    mutable std::mutex mutex_;
    mutable std::list<size_t> uses_;  // most recent first
    struct Open {
        std::shared_ptr<const Descriptor> descriptor;
        std::list<size_t>::iterator use;
    };
    mutable std::unordered_map<size_t, Open> open_;
};

}  // namespace tl
