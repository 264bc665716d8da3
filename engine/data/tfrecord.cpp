// Framing by streams; sums by engine/core/crc32c.
#include "engine/data/tfrecord.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>

#include <google/protobuf/io/coded_stream.h>
#include <google/protobuf/io/zero_copy_stream_impl_lite.h>
#include <unistd.h>

#include "engine/core/crc32c.h"
#include "engine/core/error.h"
#include "engine/core/loaded.h"
#include "engine/core/record_frame.h"
#include "engine/data/png.h"
#include "example.pb.h"

namespace tl {
namespace {

constexpr uint64_t kLongestRecord = (uint64_t{1} << 31) - 1;  // protobuf's own limit

Message place(const std::string& path, int64_t number) { return Message("{path} record {number}", path, number); }

void add(wire::Example& example, const std::string& name, int64_t value) {
    (*example.mutable_features()->mutable_feature())[name].mutable_int64_list()->add_value(value);
}
void add(wire::Example& example, const std::string& name, const std::string& value) {
    (*example.mutable_features()->mutable_feature())[name].mutable_bytes_list()->add_value(value);
}

// The same bytes each time: a map's order is random else.
std::string bytesOf(const wire::Example& example) {
    std::string bytes;
    google::protobuf::io::StringOutputStream into(&bytes);
    google::protobuf::io::CodedOutputStream coded(&into);
    coded.SetSerializationDeterministic(true);
    example.SerializeToCodedStream(&coded);
    coded.Trim();
    return bytes;
}

}  // namespace

TfRecordReader::TfRecordReader(std::string path) : path_(std::move(path)), file_(path_, std::ios::binary) {
    if (!file_) throw Error(path_, "a file that can be read", std::strerror(errno));
}

bool TfRecordReader::next(std::vector<uint8_t>& record, uint64_t& offset) {
    const auto read = [&](uint8_t* into, size_t count) {
        file_.read(reinterpret_cast<char*>(into), static_cast<std::streamsize>(count));
        return static_cast<size_t>(file_.gcount());
    };
    const auto cut = [&](const Message& found) {
        return Error(place(path_, number_), "a whole record", found, "The file is cut short; copy or write it again.");
    };
    uint8_t head[12], foot[4];
    const size_t got = read(head, sizeof head);
    if (got == 0) return false;
    if (number_ == 0 && got >= 2 && head[0] == 0x1F && head[1] == 0x8B)
        throw Error(path_, "an uncompressed TFRecord file", "gzip data", "Unpack it with gunzip first.");
    if (got < sizeof head) throw cut(Message("{count} bytes of its header", got));
    if (maskedCrc32c({head, 8}) != loaded<uint32_t>(head + 8))
        throw Error(place(path_, number_), "a header with its sum", "another sum",
                    number_ == 0 ? "It is no TFRecord file, or damaged."
                                 : "The file is damaged; copy or write it again.");
    const auto length = loaded<uint64_t>(head);
    if (length > kLongestRecord)
        throw Error(place(path_, number_), "less than 2 GiB", Message("{length} bytes", length));
    record.clear();
    for (size_t done = 0; done < length;) {
        const size_t piece = std::min<size_t>(static_cast<size_t>(length) - done, size_t{1} << 20);
        record.resize(done + piece);
        const size_t more = read(record.data() + done, piece);
        done += more;
        if (more < piece) throw cut(Message("{count} of its {length} bytes", done, length));
    }
    if (read(foot, sizeof foot) < sizeof foot) throw cut("no sum behind its bytes");
    if (maskedCrc32c(record) != loaded<uint32_t>(foot))
        throw Error(place(path_, number_), "content with its sum", "another sum",
                    "The file is damaged; copy or write it again.");
    offset = at_ + sizeof head;
    at_ += length + sizeof head + sizeof foot;
    ++number_;
    return true;
}

TfRecordWriter::TfRecordWriter(std::string path)
    : path_(std::move(path)), unfinished_(path_ + ".part" + std::to_string(::getpid())),
      file_(unfinished_, std::ios::binary | std::ios::trunc) {
    if (!file_)
        throw Error(path_, "a place that may be written", std::strerror(errno), "Choose another place for the file.");
}

TfRecordWriter::~TfRecordWriter() {
    std::error_code ignored;
    if (!finished_) std::filesystem::remove(unfinished_, ignored);
}

void TfRecordWriter::write(std::span<const uint8_t> record) {
    const std::string framed = framedRecord(record);
    file_.write(framed.data(), static_cast<std::streamsize>(framed.size()));
    if (!file_) throw Error(path_, "room on the disk", std::strerror(errno), "Make room, or choose another place.");
}

void TfRecordWriter::finish() {
    file_.close();
    if (!file_) throw Error(path_, "room on the disk", std::strerror(errno), "Make room, or choose another place.");
    std::error_code failed;
    std::filesystem::rename(unfinished_, path_, failed);
    if (failed) throw Error(path_, "a place that may be written", failed.message());
    finished_ = true;
}

void writeTfRecords(const Source& source, const std::string& path, std::stop_token stop,
                    const std::function<void(double)>& progress) {
    TfRecordWriter writer(path);
    const bool numbers = source.dataType() != DType::UInt8;
    const auto width = static_cast<int>(source.sampleShape().elements());
    Image image;
    for (int64_t i = 0; i < source.size(); ++i) {
        if (stop.stop_requested()) throw Error(Message("Writing {path} was cancelled.", path));
        wire::Example example;
        if (numbers) {
            auto& list = *(*example.mutable_features()->mutable_feature())["features"].mutable_float_list();
            list.mutable_value()->Add(source.row(i), source.row(i) + width);
            for (const std::string& name : source.columnNames()) add(example, "features/names", name);
        } else {
            try {
                source.read(i, image);
            } catch (const Error& e) {
                throw Error(Message("{thing}: {sentence}", source.itemName(i), e.message()));
            }
            add(example, "image/encoded", encodePng(image.width, image.height, image.channels, image.pixels));
            add(example, "image/format", std::string("png"));
            add(example, "image/height", int64_t{image.height});
            add(example, "image/width", int64_t{image.width});
            add(example, "image/channels", int64_t{image.channels});
            add(example, "image/filename", source.itemName(i));
        }
        if (source.hasTargets()) {
            (*example.mutable_features()->mutable_feature())["target"].mutable_float_list()->add_value(
                source.target(i));
        } else {
            const int label = source.label(i);
            add(example, "label", int64_t{label});
            if (label >= 0 && label < static_cast<int>(source.classNames().size()))
                add(example, "label/name", source.classNames()[static_cast<size_t>(label)]);
        }
        const std::string bytes = bytesOf(example);
        writer.write({reinterpret_cast<const uint8_t*>(bytes.data()), bytes.size()});
        if (progress && i % 256 == 0) progress(static_cast<double>(i) / static_cast<double>(source.size()));
    }
    writer.finish();
    if (progress) progress(1);
}

}  // namespace tl
