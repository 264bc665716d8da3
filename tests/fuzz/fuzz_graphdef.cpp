// TensorFlow's GraphDef, as graphs to look at.
#include "engine/io/graphs/foreign_graph.h"
#include "tests/fuzz/fuzz.h"
#include "tests/support/wire_writer.h"

std::vector<std::string> tl::fuzz::seeds() {
    const std::string whole = test::sampleGraphDef();
    return {whole, whole.substr(0, whole.size() / 2)};
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    return tl::fuzz::withoutErrors([&] { (void)tl::graphOfGraphDef({data, size}, "file"); });
}
