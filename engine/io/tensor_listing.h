// The tensors of a .safetensors or .npy file, to look at: what there is comes from the file's head alone, numbers from
// a mapping, so that a file of any size opens at once. Any thread; the file may change beneath it only by being
// replaced.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
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
    // Elements from `from` on, at most `count`, in the file's order.
    std::vector<float> values(size_t tensor, int64_t from, int64_t count) const;
    // Of all its elements, a part at a time.
    Statistics statistics(size_t tensor) const;
    Histogram histogram(size_t tensor, const Statistics& statistics, int buckets = 40) const;
    // As float32, for pictures; of one that is too large the first along its first axis.
    Tensor head(size_t tensor, int64_t mostElements) const;

private:
    TensorListing() = default;
    void readSafetensors(const std::string& path);
    void readNpy(const std::string& path);
    std::vector<ListedTensor> tensors_;
    std::map<std::string, std::string> metadata_;
    const uint8_t* data_ = nullptr;
    uint64_t size_ = 0;
};

}  // namespace tl
