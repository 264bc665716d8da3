// Safetensors files: what reads must write, and read again as the same.
#include "engine/io/safetensors.h"
#include "tests/fuzz/fuzz.h"

namespace {

tl::TensorFile sample() {
    tl::TensorFile file;
    file.tensors["a/kernel"] = tl::Tensor::fromFloats({2, 3}, std::vector<float>{1, 2, 3, 4, 5, 6});
    file.tensors["count"] = tl::Tensor::scalar(7);
    file.tensors["nothing"] = tl::Tensor(tl::Shape{0, 5}, tl::DType::Float32);
    file.tensors["bytes"] = tl::Tensor(tl::Shape{3}, tl::DType::UInt8);
    file.metadata = {{"format", "something"}, {"note", "{\"a\": [1, 2]}"}};
    return file;
}

}  // namespace

std::vector<std::string> tl::fuzz::seeds() {
    const std::string whole = toSafetensors(sample());
    return {whole, whole.substr(0, whole.size() / 2), toSafetensors({})};
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    const std::string bytes(reinterpret_cast<const char*>(data), size);
    return tl::fuzz::withoutErrors([&] {
        const std::string written = tl::toSafetensors(tl::fromSafetensors(bytes, "file"));
        if (tl::toSafetensors(tl::fromSafetensors(written, "file")) != written) std::abort();
    });
}
