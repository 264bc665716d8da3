// Project files: what reads must write, and read again as the same.
#include "engine/io/project.h"
#include "tests/fuzz/fuzz.h"

std::vector<std::string> tl::fuzz::seeds() {
    Project project;
    project.name = "fuzz";
    project.dataSpec = "csv:/a/b.csv?label=c";
    project.network.nodes = {{"input", "Input", 1, {}, 0, 0, {}},
                             {"dense_1", "Dense", 1, {{"units", int64_t{3}}}, 10, 20.5, {}},
                             {"x", "Unknown", 2, {}, 0, 0, "{\"a\": [1, null]}"}};
    project.network.links = {{"input", "dense_1", 0}};
    project.training.augmentation = {{"RandomFlip", {{"probability", 0.25}}}, {"MixUp", {}}};
    return {toJson(project, "/a"), "{}", "[1, \"two\", {\"three\": 4e400}]"};
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    const std::string text(reinterpret_cast<const char*>(data), size);
    return tl::fuzz::withoutErrors([&] {
        const tl::Project project = tl::projectFromJson(text, "/a");
        const std::string written = tl::toJson(project, "/a");
        if (tl::toJson(tl::projectFromJson(written, "/a"), "/a") != written) std::abort();
    });
}
