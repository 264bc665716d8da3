// See the header. Every offset is checked against the file's size before a byte is read.
#include "engine/io/tensor_listing.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <cstring>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "engine/core/error.h"
#include "engine/core/half.h"
#include "engine/data/npy.h"
#include "engine/io/json_number.h"
#include "engine/io/json_text.h"
#include "engine/io/safetensors.h"

namespace tl {
namespace {

using nlohmann::json;
constexpr int64_t kPart = 1 << 20;  // elements at a time

struct TypeSize {
    const char* name;
    int bytes;
};
constexpr TypeSize kTypeSizes[] = {{"F64", 8}, {"F32", 4}, {"F16", 2}, {"BF16", 2}, {"I64", 8}, {"U64", 8}, {"I32", 4},
                                   {"U32", 4}, {"I16", 2}, {"U16", 2}, {"I8", 1},   {"U8", 1},  {"BOOL", 1}};

int sizeOfType(const std::string& type) {
    for (const TypeSize& each : kTypeSizes)
        if (type == each.name) return each.bytes;
    return 0;
}

template <typename T>
void convert(const uint8_t* from, size_t count, float* into) {
    for (size_t i = 0; i < count; ++i) {
        T value;
        std::memcpy(&value, from + i * sizeof(T), sizeof(T));
        into[i] = static_cast<float>(value);
    }
}

void convert(const std::string& type, const uint8_t* from, size_t count, float* into) {
    if (type == "F64") return convert<double>(from, count, into);
    if (type == "F32") return convert<float>(from, count, into);
    if (type == "F16") return convert<Float16>(from, count, into);
    if (type == "BF16") return convert<BFloat16>(from, count, into);
    if (type == "I64") return convert<int64_t>(from, count, into);
    if (type == "U64") return convert<uint64_t>(from, count, into);
    if (type == "I32") return convert<int32_t>(from, count, into);
    if (type == "U32") return convert<uint32_t>(from, count, into);
    if (type == "I16") return convert<int16_t>(from, count, into);
    if (type == "U16") return convert<uint16_t>(from, count, into);
    if (type == "I8") return convert<int8_t>(from, count, into);
    convert<uint8_t>(from, count, into);
}

// Elements of such a shape, or nothing where they would not fit into `most` bytes.
bool fits(const ListedTensor& tensor, uint64_t most) {
    uint64_t bytes = static_cast<uint64_t>(sizeOfType(tensor.type));
    for (const int64_t extent : tensor.shape) {
        if (extent < 0 || (extent > 0 && bytes > most / static_cast<uint64_t>(extent))) return false;
        bytes *= static_cast<uint64_t>(extent);
    }
    return bytes == tensor.bytes;
}

uint64_t littleEndian(const std::string& bytes) {
    uint64_t value = 0;
    for (size_t i = bytes.size(); i-- > 0;) value = value << 8 | static_cast<uint8_t>(bytes[i]);
    return value;
}

Error unreadable(const std::string& path) {
    return Error(Message("\"{path}\" cannot be read: {reason}.", path, std::strerror(errno)));
}

Error damaged(const std::string& path, const std::string& tensor) {
    return Error(
        Message("\"{path}\" is damaged: what it says of tensor \"{tensor}\" does not fit the file.", path, tensor));
}

}  // namespace

int64_t ListedTensor::elements() const {
    int64_t count = 1;
    for (const int64_t extent : shape) count *= extent;
    return count;
}

std::string ListedTensor::shapeText() const {
    if (shape.empty()) return "scalar";
    std::string text;
    for (const int64_t extent : shape) text += (text.empty() ? "" : " × ") + std::to_string(extent);
    return text;
}

std::shared_ptr<const TensorListing> TensorListing::open(const std::string& path) {
    std::shared_ptr<TensorListing> listing(new TensorListing);
    listing->path_ = path;
    listing->file_ = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (listing->file_ < 0) throw unreadable(path);
    struct stat about {};
    if (::fstat(listing->file_, &about) != 0 || !S_ISREG(about.st_mode))
        throw Error(Message("\"{path}\" is no file with tensors.", path));
    listing->size_ = static_cast<uint64_t>(about.st_size);
    if (listing->size_ < 10)
        throw Error(Message("\"{path}\" is no file with tensors: expected is .safetensors or .npy.", path));
    if (listing->text(0, 6) == "\x93NUMPY")
        listing->readNpy();
    else
        listing->readSafetensors();
    return listing;
}

TensorListing::~TensorListing() {
    if (file_ >= 0) ::close(file_);
}

void TensorListing::read(uint64_t from, size_t bytes, void* into) const {
    for (size_t done = 0; done < bytes;) {
        const ssize_t got =
            ::pread(file_, static_cast<char*>(into) + done, bytes - done, static_cast<off_t>(from + done));
        if (got < 0 && errno == EINTR) continue;
        if (got < 0) throw unreadable(path_);
        if (got == 0) throw Error(Message("\"{path}\" has become shorter while it was open. Open it again.", path_));
        done += static_cast<size_t>(got);
    }
}

std::string TensorListing::text(uint64_t from, size_t bytes) const {
    std::string all(bytes, '\0');
    read(from, bytes, all.data());
    return all;
}

void TensorListing::readSafetensors() {
    const std::string& path = path_;
    const std::string begin = text(0, 9);
    const uint64_t length = littleEndian(begin.substr(0, 8));
    if (length > kMaxSafetensorsHeader || length < 2 || begin[8] != '{')
        throw Error(Message("\"{path}\" is no file with tensors: expected is .safetensors or .npy.", path));
    if (length > size_ - 8)
        throw Error(Message("\"{path}\" is cut short: its head alone has {wanted} bytes, the file {found}.", path,
                            length + 8, size_));
    const std::string header = text(8, length);
    const json head = nestedTooDeep(header) ? json() : json::parse(header, nullptr, false);
    if (!head.is_object()) throw Error(Message("\"{path}\" has a damaged header, which is not valid JSON.", path));
    const uint64_t from = 8 + length, most = size_ - from;
    for (const auto& [name, value] : head.items()) {
        if (name == "__metadata__") {
            for (const auto& [key, word] : value.items())
                if (word.is_string()) metadata_[key] = word.get<std::string>();
            continue;
        }
        ListedTensor tensor;
        tensor.name = name;
        try {
            tensor.type = value.at("dtype").get<std::string>();
            tensor.shape = wholesFrom<int64_t>(value.at("shape"));
            const auto offsets = wholesFrom<uint64_t>(value.at("data_offsets"));
            if (offsets.size() != 2 || offsets[0] > offsets[1] || offsets[1] > most) throw damaged(path, name);
            tensor.begin = from + offsets[0];
            tensor.bytes = offsets[1] - offsets[0];
        } catch (const json::exception&) {
            throw damaged(path, name);
        }
        if (sizeOfType(tensor.type) == 0)
            throw Error(Message("\"{path}\": tensor \"{tensor}\" has element type {type}, which is not known here.",
                                path, name, tensor.type));
        if (!fits(tensor, most)) throw damaged(path, name);
        tensors_.push_back(std::move(tensor));
    }
    std::sort(tensors_.begin(), tensors_.end(),
              [](const ListedTensor& a, const ListedTensor& b) { return a.begin < b.begin; });
}

void TensorListing::readNpy() {
    uint64_t at = 0;
    const NpyHeader header = readNpyHeader(path_, [&](uint8_t* into, size_t count) {
        const auto got = static_cast<size_t>(std::min<uint64_t>(count, size_ - at));
        read(at, got, into);
        at += got;
        return got;
    });
    ListedTensor tensor;
    tensor.name = std::filesystem::path(path_).stem().string();
    const char* const names[][2] = {{"f8", "F64"}, {"f4", "F32"}, {"f2", "F16"}, {"i8", "I64"},
                                    {"u8", "U64"}, {"i4", "I32"}, {"u4", "U32"}, {"i2", "I16"},
                                    {"u2", "U16"}, {"i1", "I8"},  {"u1", "U8"},  {"b1", "BOOL"}};
    const std::string type = header.kind + std::to_string(header.itemSize);
    for (const auto& name : names)
        if (type == name[0] && !header.swapped) tensor.type = name[1];
    if (tensor.type.empty())
        throw Error(Message("\"{path}\" holds elements of type \"{type}\"; numbers are expected, little-endian.", path_,
                            (header.swapped ? ">" : "") + type));
    tensor.shape = header.shape;
    if (header.columnMajor) std::reverse(tensor.shape.begin(), tensor.shape.end());
    tensor.begin = at;
    tensor.bytes = size_ - at;
    if (!fits(tensor, tensor.bytes)) throw damaged(path_, tensor.name);
    tensors_.push_back(std::move(tensor));
}

std::vector<float> TensorListing::values(size_t index, int64_t from, int64_t count) const {
    const ListedTensor& tensor = tensors_.at(index);
    from = std::clamp<int64_t>(from, 0, tensor.elements());
    count = std::clamp<int64_t>(count, 0, tensor.elements() - from);
    std::vector<float> all(static_cast<size_t>(count));
    const auto size = static_cast<size_t>(sizeOfType(tensor.type));
    std::vector<uint8_t> bytes(all.size() * size);
    read(tensor.begin + static_cast<uint64_t>(from) * size, bytes.size(), bytes.data());
    convert(tensor.type, bytes.data(), all.size(), all.data());
    return all;
}

Statistics TensorListing::statistics(size_t index, const std::stop_token& stop) const {
    Statistics all;
    const int64_t count = tensors_.at(index).elements();
    for (int64_t at = 0; at < count && !stop.stop_requested(); at += kPart) {
        const Statistics part = statisticsOf(values(index, at, kPart));
        if (part.finite() > 0) {
            all.min = all.finite() > 0 ? std::min(all.min, part.min) : part.min;
            all.max = all.finite() > 0 ? std::max(all.max, part.max) : part.max;
        }
        all.count += part.count;
        all.nonFinite += part.nonFinite;
        all.zeros += part.zeros;
        all.sum += part.sum;
        all.sumOfSquares += part.sumOfSquares;
    }
    return all;
}

Histogram TensorListing::histogram(size_t index, const Statistics& statistics, int buckets,
                                   const std::stop_token& stop) const {
    Histogram all;
    all.min = statistics.min;
    all.max = statistics.max;
    all.sum = statistics.sum;
    all.sumOfSquares = statistics.sumOfSquares;
    all.count = static_cast<double>(statistics.finite());
    if (statistics.finite() == 0) return all;
    const double least = all.min, width = all.max > all.min ? (all.max - all.min) / buckets : 1.0 / buckets;
    for (int i = 0; i <= buckets; ++i) all.edges.push_back(least + width * i);
    all.counts.assign(static_cast<size_t>(buckets), 0);
    const int64_t count = tensors_.at(index).elements();
    for (int64_t at = 0; at < count && !stop.stop_requested(); at += kPart)
        for (const float value : values(index, at, kPart))
            if (std::isfinite(value))
                ++all.counts[static_cast<size_t>(
                    std::clamp(static_cast<int>((static_cast<double>(value) - least) / width), 0, buckets - 1))];
    return all;
}

Tensor TensorListing::head(size_t index, int64_t most) const {
    std::vector<int64_t> dims = tensors_.at(index).shape;
    int64_t count = tensors_.at(index).elements();
    if (count == 0) dims = {0};
    for (int64_t& extent : dims) {
        if (count <= most || extent == 0) break;
        const int64_t inner = std::max<int64_t>(1, count / extent);
        extent = std::max<int64_t>(1, most / inner);
        count = inner * extent;
    }
    if (dims.empty()) dims = {1};
    Tensor tensor(Shape(dims), DType::Float32);
    const std::vector<float> all = values(index, 0, tensor.shape().elements());
    std::ranges::copy(all, tensor.as<float>().begin());
    return tensor;
}

}  // namespace tl
