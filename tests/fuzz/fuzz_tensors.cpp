// Files of tensors to look at, safetensors and NumPy's: what they list can be read, and no more.
#include "engine/io/safetensors.h"
#include "engine/io/tensor_listing.h"
#include "tests/fuzz/fuzz.h"

std::vector<std::string> tl::fuzz::seeds() {
    TensorFile file;
    file.tensors["a/kernel"] = Tensor::fromFloats({2, 3}, std::vector<float>{1, 2, 3, 4, 5, 6});
    file.tensors["nothing"] = Tensor(Shape{0, 5}, DType::Float32);
    file.metadata = {{"format", "pt"}};
    const std::string head = "{'descr': '<f4', 'fortran_order': True, 'shape': (2, 1), }\n";
    return {toSafetensors(file),
            std::string("\x93NUMPY\x01\0", 8) + static_cast<char>(head.size()) + '\0' + head + std::string(8, '\1')};
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    const tl::fuzz::MemoryFile file(data, size);
    return tl::fuzz::withoutErrors([&] {
        const auto listing = tl::TensorListing::open(file.path());
        for (size_t i = 0; i < std::min<size_t>(listing->tensors().size(), 50); ++i) {
            const tl::ListedTensor& tensor = listing->tensors()[i];
            if (tensor.begin + tensor.bytes > size) std::abort();
            const tl::Statistics statistics = listing->statistics(i);
            (void)listing->histogram(i, statistics);
            if (listing->head(i, 1000).shape().elements() > 1000) std::abort();
            (void)listing->values(i, tensor.elements() / 2, 10);
        }
    });
}
