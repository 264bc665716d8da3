// NumPy's arrays: .npy as in NumPy's format description (versions 1 to 3), and .npz, which is a zip of them, through
// libzip. Memory grows with what is really there, so a damaged header cannot ask for all of it.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace tl {

struct NpyType {
    char kind = 0;     // 'b' bool, 'i', 'u', 'f', 'U' (UTF-32 text), 'S' (bytes of text)
    int itemSize = 0;  // bytes
    std::vector<int64_t> shape;
};

struct NpyHeader : NpyType {
    bool swapped = false;      // big-endian
    bool columnMajor = false;  // the first axis is the innermost in the file
};

struct NpyArray : NpyType {
    std::vector<uint8_t> bytes;  // little-endian, row-major

    int64_t elements() const;
    bool isText() const { return kind == 'U' || kind == 'S'; }
    std::string description() const;               // "float32 [150, 4]"
    void appendFloats(std::vector<float>&) const;  // any number type
    std::vector<double> doubles() const;
    std::vector<std::string> texts() const;
};

// Reads up to `count` bytes; fewer only at the end.
using ReadBytes = std::function<size_t(uint8_t* into, size_t count)>;

// What comes before the elements; the next byte read is the first of these. Throws Error as readNpy() does.
NpyHeader readNpyHeader(const std::string& thing, const ReadBytes& read);
// thing: what errors call it, a path. Throws Error for a wrong magic number, a header that is not understood (pickled
// objects, records, complex numbers), too few or too many bytes.
NpyArray readNpy(const std::string& thing, const ReadBytes& read);
NpyArray readNpyFile(const std::string& path);

// All arrays of an archive by name, without their ".npy". Throws Error for what is no zip, is damaged, or encrypted.
std::map<std::string, NpyArray> readNpz(const std::string& path);

// Whether labels lie beside a .npy that its name says holds inputs, or inputs beside labels ("x_train.npy" and
// "y_train.npy"); nothing where the name says neither.
std::optional<bool> hasPartner(const std::string& path);

}  // namespace tl
