// Finished images in one file, mapped into memory. It is made under a name of its own beside the real one and renamed
// when every image is in it, so a file of the real name is always whole; its header says what it was made from.
#pragma once

#include <atomic>
#include <string>

#include "engine/core/shape.h"
#include "engine/data/hash.h"
#include "engine/data/pixel_cache.h"
#include "engine/data/source.h"

namespace tl {

class DiskCache : public PixelCache {
public:
    // `stages`: a name for what was done to the images before. Throws Error where the file can be neither used nor
    // made: no such folder, no permission, no room.
    DiskCache(std::string path, const Source& source, const Shape& shape, const std::string& stages);
    ~DiskCache() override;                       // an unfinished file goes
    bool complete() const { return complete_; }  // the file under the real name is whole

private:
    bool openExisting();
    void create();
    void map(void* file);
    void settled() override;
    void finish();

    std::string path_, unfinished_;
    Hash128 key_;
    int64_t count_;
    size_t fileBytes_;
    uint8_t* file_ = nullptr;
    std::atomic<int64_t> settled_{0};
    std::atomic<bool> complete_{false};
};

}  // namespace tl
