// A Keras model's configuration.
#include "engine/io/graphs/foreign_graph.h"
#include "tests/fuzz/fuzz.h"

std::vector<std::string> tl::fuzz::seeds() {
    return {R"({"class_name": "Sequential", "config": {"name": "s", "layers": [{"class_name": "Dense", "config": )"
            R"({"name": "a", "units": 3}}, {"class_name": "Dense", "config": {"name": "b"}}]}})",
            R"({"class_name": "Functional", "config": {"layers": [{"class_name": "InputLayer", "name": "i", "config": )"
            R"({"batch_shape": [null, 4]}, "inbound_nodes": []}, {"class_name": "Dense", "name": "d", "config": {}, )"
            R"("inbound_nodes": [{"args": [{"config": {"keras_history": ["i", 0, 0], "shape": [null, 4]}}]}]}]}})"};
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    return tl::fuzz::withoutErrors([&] {
        (void)tl::graphOfKeras({reinterpret_cast<const char*>(data), size}, "file");
    });
}
