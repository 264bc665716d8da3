// The tensors of a .safetensors or .npy file, to look at: what there is comes from the file's head alone, numbers are
// read where they are asked for, so that a file of any size opens at once. Any thread. The file stays open: one that is
// replaced is read as it was; one that is written anew in place is read as it comes to be.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <stop_token>
#include <string>
#include <vector>

#include "engine/backend/statistics.h"
#include "engine/core/tensor.h"

namespace tl {

struct ListedTensor {
    std::string name, type;  // "F32", as safetensors calls them
    std::vector<int64_t> shape;
    uint64_t begin = 0, bytes = 0;  // in the file
    int64_t elements() const;
    std::string shapeText() const;  // "6 × 1 × 5 × 5"; "scalar"
};

class TensorListing {
public:
    // Throws Error: no such file, cut short, no tensors' file, offsets outside of it, big-endian numbers.
    static std::shared_ptr<const TensorListing> open(const std::string& path);
    ~TensorListing();
    TensorListing(const TensorListing&) = delete;
    TensorListing& operator=(const TensorListing&) = delete;

    const std::vector<ListedTensor>& tensors() const { return tensors_; }
    const std::map<std::string, std::string>& metadata() const { return metadata_; }
    // Elements from `from` on, at most `count`, in the file's order. Throws Error, as all below: the file has become
    // shorter, or cannot be read.
    std::vector<float> values(size_t tensor, int64_t from, int64_t count) const;
    // Of all its elements, a part at a time; of the parts so far where it is told to stop.
    Statistics statistics(size_t tensor, const std::stop_token& stop = {}) const;
    Histogram histogram(size_t tensor, const Statistics& statistics, int buckets = 40,
                        const std::stop_token& stop = {}) const;
    // As float32, for pictures; of one that is too large the first along its first axis, and along the next where one
    // row is too large. One without elements is empty, whatever its shape.
    Tensor head(size_t tensor, int64_t mostElements) const;

private:
    TensorListing() = default;
    void readSafetensors();
    void readNpy();
    void read(uint64_t from, size_t bytes, void* into) const;
    std::string text(uint64_t from, size_t bytes) const;
    std::vector<ListedTensor> tensors_;
    std::map<std::string, std::string> metadata_;
    std::string path_;
    int file_ = -1;
    uint64_t size_ = 0;  // when it was opened
};

}  // namespace tl
