// TFRecord files: records framed by their length and masked CRC32C sums, as TensorFlow describes them. Also data sets
// written as tf.train.Example records, which TensorFlow and others read.
#pragma once

#include <cstdint>
#include <fstream>
#include <functional>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

#include "engine/data/source.h"

namespace tl {

class TfRecordReader {
public:
    explicit TfRecordReader(std::string path);
    // The next record, and where its content begins in the file; false at the end. Throws Error naming the record for a
    // cut file and a wrong sum. Memory grows with what is there.
    bool next(std::vector<uint8_t>& record, uint64_t& offset);

private:
    std::string path_;
    std::ifstream file_;
    uint64_t at_ = 0;
    int64_t number_ = 0;
};

class TfRecordWriter {
public:
    explicit TfRecordWriter(std::string path);
    ~TfRecordWriter();  // without finish() the file goes
    TfRecordWriter(const TfRecordWriter&) = delete;
    TfRecordWriter& operator=(const TfRecordWriter&) = delete;
    void write(std::span<const uint8_t> record);
    void finish();  // under its real name. Throws Error where the disk did not take all of it

private:
    std::string path_, unfinished_;
    std::ofstream file_;
    bool finished_ = false;
};

// Writes all items of a source: images as PNG ("image/encoded", "image/height", ... as TensorFlow's own data sets name
// them), numbers as "features" with their columns' names in "features/names"; the class as "label" with "label/name", a
// target as "target". Throws Error for what cannot be read or written, and when stopped.
void writeTfRecords(const Source& source, const std::string& path, std::stop_token stop = {},
                    const std::function<void(double fraction)>& progress = {});

}  // namespace tl
