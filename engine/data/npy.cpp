// The header is a Python dictionary of three known keys; it is read by looking for each key's value, which is all that
// NumPy ever writes.
#include "engine/data/npy.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <memory>

#include <zip.h>

#include "engine/core/error.h"
#include "engine/core/half.h"
#include "engine/core/loaded.h"
#include "engine/data/file_bytes.h"

namespace tl {
namespace {

constexpr int64_t kMostBytes = int64_t{64} << 30;
constexpr size_t kLongestHeader = 1 << 16;

double numberAt(const NpyArray& array, size_t index) {
    const uint8_t* p = array.bytes.data() + index * static_cast<size_t>(array.itemSize);
    switch (array.kind) {
    case 'b': return *p != 0;
    case 'f':
        return array.itemSize == 2   ? static_cast<float>(loaded<Float16>(p))
               : array.itemSize == 4 ? loaded<float>(p)
                                     : loaded<double>(p);
    case 'u':
        switch (array.itemSize) {
        case 1: return *p;
        case 2: return loaded<uint16_t>(p);
        case 4: return loaded<uint32_t>(p);
        default: return static_cast<double>(loaded<uint64_t>(p));
        }
    default:
        switch (array.itemSize) {
        case 1: return loaded<int8_t>(p);
        case 2: return loaded<int16_t>(p);
        case 4: return loaded<int32_t>(p);
        default: return static_cast<double>(loaded<int64_t>(p));
        }
    }
}

// The text behind 'key': up to the next comma or brace that is outside of parentheses and quotes.
std::string valueOf(const std::string& thing, const std::string& header, const std::string& key) {
    size_t begin = header.find("'" + key + "'");
    if (begin != std::string::npos) begin = header.find(':', begin);
    if (begin == std::string::npos)
        throw Error(thing, Message("a NumPy header with '{key}'", key), "none",
                    "Save the array again with numpy.save.");
    int depth = 0;
    bool quoted = false;
    size_t end = ++begin;
    for (; end < header.size(); ++end) {
        const char c = header[end];
        if (c == '\'') quoted = !quoted;
        if (quoted) continue;
        if (c == '(' || c == '[') ++depth;
        if ((c == ',' || c == '}') && depth <= 0) break;
        if (c == ')' || c == ']') --depth;
    }
    const size_t first = header.find_first_not_of(' ', begin);
    if (first == std::string::npos || first >= end) return {};
    std::string text = header.substr(first, end - first);
    while (!text.empty() && text.back() == ' ') text.pop_back();
    return text;
}

std::vector<int64_t> shapeOf(const std::string& thing, const std::string& text) {
    const auto wrong = [&] {
        return Error(thing, "a shape such as (60000, 28, 28) in its header", Message("\"{value}\"", text),
                     "The file is damaged; save the array again.");
    };
    if (text.size() < 2 || text.front() != '(' || text.back() != ')') throw wrong();
    std::vector<int64_t> shape;
    int64_t value = -1;
    for (const char c : text.substr(1)) {
        if (c >= '0' && c <= '9') {
            value = std::max<int64_t>(value, 0) * 10 + (c - '0');
            if (value > kMostBytes) throw wrong();
        } else if (c == ',' || c == ')') {
            if (value >= 0) shape.push_back(value);
            value = -1;
        } else if (c != ' ' && c != 'L') {
            throw wrong();
        }
    }
    if (shape.size() > 8) throw wrong();
    return shape;
}

// "'<f4'" into kind and size; true where bytes have to be swapped.
bool parseType(const std::string& thing, const std::string& text, NpyHeader& array) {
    const auto wrong = [&](const Message& advice) {
        return Error(thing, "numbers or text", Message("values of the type {text}", text), advice);
    };
    if (text.size() < 4 || text.front() != '\'' || text.back() != '\'')
        throw wrong("Records of several types are not read; save each column as an array of its own.");
    const char order = text[1];
    array.kind = text[2];
    array.itemSize = 0;
    if (array.kind == 'O') throw wrong("Pickled Python objects are not read; convert them to numbers first.");
    for (const char c : text.substr(3, text.size() - 4)) {
        if (c < '0' || c > '9' || array.itemSize > 100000) throw wrong("");
        array.itemSize = array.itemSize * 10 + (c - '0');
    }
    if (array.kind == 'U') array.itemSize *= 4;
    const int size = array.itemSize;
    const bool known = array.kind == 'b'                        ? size == 1
                       : array.kind == 'f'                      ? size == 2 || size == 4 || size == 8
                       : array.kind == 'i' || array.kind == 'u' ? size == 1 || size == 2 || size == 4 || size == 8
                                                                : (array.kind == 'U' || array.kind == 'S') && size > 0;
    if (!known) throw wrong("Convert the array to float32 or int64 first.");
    return order == '>' && (array.kind == 'U' || size > 1);
}

void swapBytes(NpyArray& array) {
    const size_t size = array.kind == 'U' ? 4 : static_cast<size_t>(array.itemSize);
    if (array.kind == 'S') return;
    for (size_t i = 0; i + size <= array.bytes.size(); i += size)
        std::reverse(array.bytes.begin() + static_cast<ptrdiff_t>(i),
                     array.bytes.begin() + static_cast<ptrdiff_t>(i + size));
}

void toRowMajor(NpyArray& array) {
    const size_t item = static_cast<size_t>(array.itemSize), rank = array.shape.size();
    std::vector<uint8_t> ordered(array.bytes.size());
    std::vector<size_t> index(rank), strides(rank);
    size_t stride = 1;
    for (size_t d = 0; d < rank; ++d) {
        strides[d] = stride;
        stride *= static_cast<size_t>(array.shape[d]);
    }
    for (size_t to = 0; to < ordered.size(); to += item) {
        size_t from = 0;
        for (size_t d = 0; d < rank; ++d) from += index[d] * strides[d];
        std::memcpy(ordered.data() + to, array.bytes.data() + from * item, item);
        for (size_t d = rank; d-- > 0;) {
            if (++index[d] < static_cast<size_t>(array.shape[d])) break;
            index[d] = 0;
        }
    }
    array.bytes.swap(ordered);
}

void appendUtf8(std::string& text, uint32_t c) {
    if (c < 0x80) {
        text += static_cast<char>(c);
    } else if (c < 0x800) {
        text += static_cast<char>(0xC0 | c >> 6);
        text += static_cast<char>(0x80 | (c & 63));
    } else if (c < 0x10000) {
        text += static_cast<char>(0xE0 | c >> 12);
        text += static_cast<char>(0x80 | (c >> 6 & 63));
        text += static_cast<char>(0x80 | (c & 63));
    } else if (c < 0x110000) {
        text += static_cast<char>(0xF0 | c >> 18);
        text += static_cast<char>(0x80 | (c >> 12 & 63));
        text += static_cast<char>(0x80 | (c >> 6 & 63));
        text += static_cast<char>(0x80 | (c & 63));
    }
}

std::string zipReason(int code) {
    zip_error_t error;
    zip_error_init_with_code(&error, code);
    std::string text = zip_error_strerror(&error);
    zip_error_fini(&error);
    return text;
}

}  // namespace

int64_t NpyArray::elements() const {
    int64_t count = 1;
    for (const int64_t extent : shape) count *= extent;
    return count;
}

std::string NpyArray::description() const {
    std::string text = kind == 'b'   ? "bool"
                       : kind == 'f' ? "float" + std::to_string(8 * itemSize)
                       : kind == 'i' ? "int" + std::to_string(8 * itemSize)
                       : kind == 'u' ? "uint" + std::to_string(8 * itemSize)
                                     : "text";
    text += " [";
    for (size_t i = 0; i < shape.size(); ++i) text += (i ? ", " : "") + std::to_string(shape[i]);
    return text + "]";
}

void NpyArray::appendFloats(std::vector<float>& into) const {
    const auto count = static_cast<size_t>(elements());
    into.reserve(into.size() + count);
    for (size_t i = 0; i < count; ++i) into.push_back(static_cast<float>(numberAt(*this, i)));
}

std::vector<double> NpyArray::doubles() const {
    std::vector<double> values(static_cast<size_t>(elements()));
    for (size_t i = 0; i < values.size(); ++i) values[i] = numberAt(*this, i);
    return values;
}

std::vector<std::string> NpyArray::texts() const {
    std::vector<std::string> all(static_cast<size_t>(elements()));
    for (size_t i = 0; i < all.size(); ++i) {
        const uint8_t* item = bytes.data() + i * static_cast<size_t>(itemSize);
        for (int k = 0; k < itemSize; k += kind == 'U' ? 4 : 1) {
            const uint32_t c = kind == 'U' ? loaded<uint32_t>(item + k) : item[k];
            if (c == 0) break;
            appendUtf8(all[i], c);
        }
    }
    return all;
}

NpyHeader readNpyHeader(const std::string& thing, const ReadBytes& read) {
    uint8_t start[12];
    const size_t got = read(start, 10);
    if (got < 6 || std::memcmp(start, "\x93NUMPY", 6) != 0)
        throw Error(thing, "NumPy's magic number \\x93NUMPY at its start",
                    got == 0 ? "an empty file" : "something else",
                    "It is no .npy file; save the array with numpy.save.");
    const int version = got < 8 ? 0 : start[6];
    if (got < 10 || (version >= 2 && read(start + 10, 2) < 2))
        throw Error(thing, "a NumPy header", "the file's end", "The file is cut short; copy or save it again.");
    if (version < 1 || version > 3)
        throw Error(thing, "version 1, 2 or 3 of the format", Message("version {version}", version));
    const size_t length = version == 1 ? loaded<uint16_t>(start + 8) : loaded<uint32_t>(start + 8);
    if (length > kLongestHeader)
        throw Error(thing, "a header of at most 65,536 bytes", std::to_string(length), "The file is damaged.");
    std::string text(length, ' ');
    if (read(reinterpret_cast<uint8_t*>(text.data()), length) < length)
        throw Error(thing, Message("a NumPy header of {length} bytes", length), "the file's end",
                    "The file is cut short; copy or save it again.");
    NpyHeader header;
    header.swapped = parseType(thing, valueOf(thing, text, "descr"), header);
    header.columnMajor = valueOf(thing, text, "fortran_order") == "True";
    header.shape = shapeOf(thing, valueOf(thing, text, "shape"));
    return header;
}

NpyArray readNpy(const std::string& thing, const ReadBytes& read) {
    const NpyHeader header = readNpyHeader(thing, read);
    NpyArray array{header, {}};
    double total = array.itemSize;
    for (const int64_t extent : array.shape) total *= static_cast<double>(extent);
    if (total > static_cast<double>(kMostBytes))
        throw Error(thing, "at most 64 GiB", array.description(), "The file's header is damaged.");
    const auto expected = static_cast<size_t>(total);
    size_t done = 0;
    while (done < expected) {
        const size_t piece = std::min<size_t>(expected - done, size_t{4} << 20);
        if (array.bytes.size() < done + piece) array.bytes.resize(std::min(expected, std::max(done + piece, 2 * done)));
        const size_t more = read(array.bytes.data() + done, piece);
        done += more;
        if (more < piece)
            throw Error(thing, Message("{expected} bytes for {description}", expected, array.description()),
                        std::to_string(done), "The file is cut short; copy or save it again.");
    }
    uint8_t extra;
    if (read(&extra, 1) != 0)
        throw Error(thing, Message("{expected} bytes for {description}", expected, array.description()),
                    "more than that", "The header and the content do not belong together.");
    if (header.swapped) swapBytes(array);
    if (header.columnMajor && array.shape.size() > 1) toRowMajor(array);
    return array;
}

NpyArray readNpyFile(const std::string& path) {
    const auto withPath = [&](const auto& action) {
        try {
            return action();
        } catch (const Error& e) {
            throw Error(Message("{thing}: {sentence}", path, e.message()));
        }
    };
    const auto file = withPath([&] { return std::make_unique<InputFile>(path); });
    return readNpy(path, [&, offset = uint64_t{0}](uint8_t* into, size_t count) mutable {
        const size_t got = withPath([&] { return file->read({into, count}, offset); });
        offset += got;
        return got;
    });
}

std::map<std::string, NpyArray> readNpz(const std::string& path) {
    int code = 0;
    const std::unique_ptr<zip_t, decltype(&zip_discard)> archive(zip_open(path.c_str(), ZIP_RDONLY, &code),
                                                                 zip_discard);
    if (!archive)
        throw Error(path, "a .npz file, as numpy.savez writes it", zipReason(code),
                    "Check the path, or save the arrays again.");
    std::map<std::string, NpyArray> arrays;
    const zip_int64_t entries = zip_get_num_entries(archive.get(), 0);
    for (zip_int64_t i = 0; i < entries; ++i) {
        const auto entry = static_cast<zip_uint64_t>(i);
        const char* found = zip_get_name(archive.get(), entry, ZIP_FL_ENC_GUESS);
        std::string name = found ? found : "";
        if (name.size() < 4 || name.substr(name.size() - 4) != ".npy") continue;
        const std::unique_ptr<zip_file_t, decltype(&zip_fclose)> file(zip_fopen_index(archive.get(), entry, 0),
                                                                      zip_fclose);
        const std::string thing = path + ": " + name;
        if (!file) throw Error(thing, "an array that can be read", zip_strerror(archive.get()));
        name.resize(name.size() - 4);
        arrays[name] = readNpy(thing, [&](uint8_t* into, size_t count) {
            size_t done = 0;
            while (done < count) {
                const zip_int64_t more = zip_fread(file.get(), into + done, count - done);
                if (more < 0)
                    throw Error(thing, "sound compressed data", zip_file_strerror(file.get()),
                                "The file is damaged; copy or save it again.");
                if (more == 0) break;
                done += static_cast<size_t>(more);
            }
            return done;
        });
    }
    if (arrays.empty()) throw Error(path, "arrays saved by numpy.savez", "none in the archive");
    return arrays;
}

}  // namespace tl
