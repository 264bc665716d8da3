// A file of TFRecords of many gigabytes that takes almost no room: what fills it are records of zeros, holes to the
// disk.
#pragma once

#include <cstdint>
#include <fstream>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "engine/core/crc32c.h"
#include "engine/core/record_frame.h"

namespace tl::test {

class LargeRecords {
public:
    explicit LargeRecords(const std::string& path) : file_(path, std::ios::binary) {}

    void write(const std::string& content) {
        const std::string framed = framedRecord({reinterpret_cast<const uint8_t*>(content.data()), content.size()});
        file_ << framed;
        at_ += framed.size();
    }
    // Records of zeros up to there, so that the next record's content begins at `offset`.
    void fillUpTo(uint64_t offset) {
        while (at_ + kHead < offset) {
            const uint64_t room = offset - at_ - kHead;
            // What is left for the last one has room for its frame.
            const uint64_t length = room > kFiller + 2 * kFrame ? kFiller : room - kFrame;
            writeZeros(length);
        }
    }
    int64_t fillers() const { return fillers_; }
    // Whether the disk has taken all of it.
    bool flush() { return !file_.flush().fail(); }

private:
    static constexpr uint64_t kHead = 12, kFrame = 16, kFiller = uint64_t{64} << 20;

    void writeZeros(uint64_t length) {
        auto frame = frames_.find(length);
        if (frame == frames_.end()) {
            const std::string framed = framedRecord(std::vector<uint8_t>(length));
            frame = frames_.emplace(length, framed.substr(0, kHead) + framed.substr(kHead + length)).first;
        }
        file_.write(frame->second.data(), kHead);
        file_.seekp(static_cast<std::streamoff>(length), std::ios::cur);
        file_.write(frame->second.data() + kHead, kFrame - kHead);
        at_ += length + kFrame;
        ++fillers_;
    }

    std::ofstream file_;
    uint64_t at_ = 0;
    int64_t fillers_ = 0;
    std::map<uint64_t, std::string> frames_;  // what surrounds so many zeros
};

}  // namespace tl::test
