// Layout: u64 header length, header, data; "data_offsets" count from the end of the header. The format demands that
// tensors cover the data without a hole or an overlap, and so do we.
#include "engine/io/safetensors.h"

#include "engine/io/json.h"
#include <algorithm>
#include <cstring>
#include <vector>

#include "engine/core/error.h"
#include "engine/io/json_text.h"

namespace tl {
namespace {

using nlohmann::json;
constexpr uint64_t kMaxExtent = uint64_t{1} << 48;

struct NamedType {
    DType type;
    const char* name;
};
constexpr NamedType kTypes[] = {{DType::Float32, "F32"},
                                {DType::Float64, "F64"},
                                {DType::Int32, "I32"},
                                {DType::Int64, "I64"},
                                {DType::UInt8, "U8"}};

const char* typeName(DType type) {
    for (const auto& known : kTypes)
        if (known.type == type) return known.name;
    return "?";
}

struct Entry {
    std::string name;
    DType type;
    Shape shape;
    uint64_t begin, end;
};

Entry readEntry(const std::string& tensor, const json& value, uint64_t dataBytes, const std::string& file) {
    const auto fail = [&](const Message& what) {
        return Error(Message("\"{file}\": tensor \"{tensor}\" {what}. The file is damaged.", file, tensor, what));
    };
    if (!value.is_object() || !value.contains("dtype") || !value.contains("shape") || !value.contains("data_offsets"))
        throw fail("lacks its type, shape or offsets");
    const json &dtype = value["dtype"], &shape = value["shape"], &offsets = value["data_offsets"];
    Entry entry{tensor, DType::Float32, {}, 0, 0};
    const auto known = std::find_if(std::begin(kTypes), std::end(kTypes),
                                    [&](const NamedType& type) { return dtype.is_string() && dtype == type.name; });
    if (known == std::end(kTypes))
        throw Error(Message(
            "\"{file}\": tensor \"{tensor}\" has element type {value}, which Tensorloom does not read; convert it to F32.",
            file, tensor, dtype.dump()));
    entry.type = known->type;
    if (!shape.is_array() || !offsets.is_array() || offsets.size() != 2)
        throw fail("has a shape or offsets of a wrong form");
    uint64_t bytes = sizeOf(entry.type);
    std::vector<int64_t> dims;
    for (const json& dim : shape) {
        if (!dim.is_number_unsigned()) throw fail("has a shape that is not made of whole numbers");
        const uint64_t extent = dim.get<uint64_t>();
        if (extent >= kMaxExtent || (extent > dataBytes && bytes != 0)) throw fail("is larger than the file");
        bytes *= extent;
        if (bytes > dataBytes) throw fail("is larger than the file");
        dims.push_back(static_cast<int64_t>(extent));
    }
    entry.shape = Shape(std::move(dims));
    if (!offsets[0].is_number_unsigned() || !offsets[1].is_number_unsigned())
        throw fail("has offsets that are not numbers");
    entry.begin = offsets[0].get<uint64_t>();
    entry.end = offsets[1].get<uint64_t>();
    if (entry.begin > entry.end || entry.end > dataBytes) throw fail("lies outside the file");
    if (entry.end - entry.begin != bytes)
        throw fail(Message("of shape {shape} needs {needed} bytes and has {found}", entry.shape.toString(), bytes,
                           entry.end - entry.begin));
    return entry;
}

}  // namespace

std::string toSafetensors(const TensorFile& file) {
    json header = json::object();
    if (!file.metadata.empty()) header["__metadata__"] = file.metadata;
    uint64_t offset = 0;
    for (const auto& [name, tensor] : file.tensors) {
        header[name] = {{"dtype", typeName(tensor.dtype())},
                        {"shape", tensor.shape().dims()},
                        {"data_offsets", {offset, offset + tensor.bytes()}}};
        offset += tensor.bytes();
    }
    std::string text = header.dump(-1, ' ', false, json::error_handler_t::replace);
    text.append((8 - text.size() % 8) % 8, ' ');
    std::string bytes;
    bytes.reserve(8 + text.size() + offset);
    for (int i = 0; i < 8; ++i) bytes += static_cast<char>(text.size() >> (8 * i));
    bytes += text;
    for (const auto& [name, tensor] : file.tensors) {
        if (tensor.bytes() > 0) bytes.append(static_cast<const char*>(tensor.data()), tensor.bytes());
    }
    return bytes;
}

TensorFile fromSafetensors(const std::string& bytes, const std::string& name) {
    const auto cutShort = [&](uint64_t wanted) {
        return Error(Message(
            "\"{name}\" is cut short: it should have at least {wanted} bytes and has {count}. Use another copy of it.",
            name, wanted, bytes.size()));
    };
    if (bytes.size() < 8) throw cutShort(8);
    uint64_t headerBytes = 0;
    for (int i = 7; i >= 0; --i) headerBytes = headerBytes << 8 | static_cast<uint8_t>(bytes[static_cast<size_t>(i)]);
    if (headerBytes > kMaxSafetensorsHeader || headerBytes < 2 || (bytes.size() > 8 && bytes[8] != '{'))
        throw Error(Message("\"{name}\" is not a checkpoint: it does not begin as a safetensors file.", name));
    if (bytes.size() - 8 < headerBytes) throw cutShort(8 + headerBytes);

    const std::string_view text(bytes.data() + 8, headerBytes);
    const json header = nestedTooDeep(text) ? json() : json::parse(text, nullptr, false);
    if (!header.is_object()) throw Error(Message("\"{name}\" has a damaged header, which is not valid JSON.", name));
    const uint64_t dataBytes = bytes.size() - 8 - headerBytes;
    TensorFile file;
    std::vector<Entry> entries;
    // A cut file is told apart from a damaged one by the largest offset that its whole header names.
    uint64_t wanted = 0;
    for (const auto& [key, value] : header.items())
        if (key != "__metadata__" && value.is_object() && value.contains("data_offsets") &&
            value["data_offsets"].is_array() && value["data_offsets"].size() == 2 &&
            value["data_offsets"][1].is_number_unsigned())
            wanted = std::max(wanted, value["data_offsets"][1].get<uint64_t>());
    if (wanted > dataBytes && wanted < (uint64_t{1} << 48)) throw cutShort(8 + headerBytes + wanted);
    for (const auto& [key, value] : header.items()) {
        if (key != "__metadata__") {
            entries.push_back(readEntry(key, value, dataBytes, name));
            continue;
        }
        if (!value.is_object()) throw Error(Message("\"{name}\" has damaged metadata.", name));
        for (const auto& [field, text] : value.items()) {
            if (!text.is_string())
                throw Error(Message("\"{name}\" has damaged metadata: \"{field}\" is not text.", name, field));
            file.metadata[field] = text.get<std::string>();
        }
    }
    std::sort(entries.begin(), entries.end(),
              [](const Entry& a, const Entry& b) { return std::pair(a.begin, a.end) < std::pair(b.begin, b.end); });
    uint64_t at = 0;
    for (const Entry& entry : entries) {
        if (entry.begin != at)
            throw Error(Message(
                "\"{name}\" is damaged: tensor \"{tensor}\" begins at byte {begin} of the data, and {expected} was expected.",
                name, entry.name, entry.begin, at));
        at = entry.end;
        Tensor tensor(entry.shape, entry.type);
        std::memcpy(tensor.data(), bytes.data() + 8 + headerBytes + entry.begin, entry.end - entry.begin);
        file.tensors.emplace(entry.name, std::move(tensor));
    }
    if (at != dataBytes)
        throw Error(
            Message("\"{name}\" is damaged: {count} bytes at its end belong to no tensor.", name, dataBytes - at));
    return file;
}

}  // namespace tl
