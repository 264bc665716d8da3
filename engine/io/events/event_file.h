// One event file, read as far as its records are whole, again and again while somebody appends to it: a tail that is
// cut is waited for. Reads in pieces; memory grows with the longest record that is really there. One thread at a time.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

namespace tl {

class EventFile {
public:
    explicit EventFile(std::string path) : path_(std::move(path)) {}

    enum class State {
        Whole,     // everything that is there was read
        Cut,       // the last record is not whole yet
        Damaged,   // a record's length does not fit its sum: nothing behind it can be found
        Replaced,  // shorter than before, or another file of that name: begin again with a new EventFile
        Gone       // not there, or not to be read
    };
    // Hands every new record to `take`, with where its content begins in the file.
    State read(const std::function<void(std::span<const uint8_t> record, uint64_t offset)>& take,
               std::stop_token stop = {});

    const std::string& path() const { return path_; }
    uint64_t offset() const { return offset_; }         // read so far, in bytes
    int64_t records() const { return records_; }        // good ones
    int64_t badRecords() const { return badRecords_; }  // whose content does not fit its sum: left out
    bool damaged() const { return damaged_; }

private:
    std::string path_;
    uint64_t offset_ = 0, device_ = 0, inode_ = 0;
    int64_t records_ = 0, badRecords_ = 0;
    bool damaged_ = false;
};

bool isEventFile(const std::string& path);  // by its name, as TensorBoard knows them
// Those of a folder, in the order of their times; where it has none itself, those of its "train", as Keras and
// ourselves write them, or of its "validation". Of a file: itself.
std::vector<std::string> eventFilesOf(const std::string& path);

}  // namespace tl
