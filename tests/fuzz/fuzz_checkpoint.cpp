// Checkpoints: the tensors, and the network, settings and position in the metadata, down to what the weights are.
#include "engine/data/columns.h"
#include "engine/io/checkpoint.h"
#include "engine/io/safetensors.h"
#include "tests/fuzz/fuzz.h"

std::vector<std::string> tl::fuzz::seeds() {
    Snapshot snapshot;
    snapshot.network.nodes = {{"input", "Input", 1, {}, 0, 0, {}},
                              {"dense_1", "Dense", 1, {{"units", int64_t{2}}}, 10, 20.5, {}},
                              {"output", "Output", 1, {}, 0, 0, {}}};
    snapshot.network.links = {{"input", "dense_1", 0}, {"dense_1", "output", 0}};
    snapshot.dataSpec = "csv:/a/b.csv?label=c";
    snapshot.dataShape = {3};
    snapshot.classNames = {"yes", "no"};
    DataSchema schema;
    schema.columns = {{"a", {}}, {"b", {"x", "y"}}};
    schema.fill = {1, 0.5, 0.5};
    schema.settings = {{"scale", "standard"}};
    schema.scaling = {{1, 0.5, 0.5}, {2, 2, 2}};
    snapshot.schema = std::make_shared<const DataSchema>(schema);
    snapshot.position.step = 12;
    snapshot.position.epochSums = {{"loss", {0.5}}, {"accuracy", {1, 2}}};
    snapshot.position.callbacks["early_stopping"] = {{"wait", int64_t{1}}, {"best", 0.25}};
    snapshot.state["dense_1/kernel"] = Tensor::fromFloats({3, 2}, std::vector<float>{1, 2, 3, 4, 5, 6});
    snapshot.state["dense_1/bias"] = Tensor::fromFloats({2}, std::vector<float>{1, 2});
    const std::string path = (std::filesystem::temp_directory_path() / ("fuzz-" + std::to_string(getpid()))).string();
    saveCheckpoint(snapshot, path);
    std::ifstream file(path, std::ios::binary);
    const std::string whole{std::istreambuf_iterator<char>(file), {}};
    std::filesystem::remove(path);
    return {whole, whole.substr(0, whole.size() - 9)};
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    const tl::fuzz::MemoryFile file(data, size);
    return tl::fuzz::withoutErrors([&] { tl::weightsSha256(tl::loadCheckpoint(file.path())); });
}
