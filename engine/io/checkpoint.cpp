// A checkpoint is a safetensors file: tensors by their names in the state, everything else as JSON text in the
// metadata, so that other programs can read the weights and this one can go on with the run.
#include "engine/io/checkpoint.h"

#include "engine/io/json.h"
#include <algorithm>
#include <filesystem>

#include "engine/core/error.h"
#include "engine/io/data_schema.h"
#include "engine/io/files.h"
#include "engine/io/json_number.h"
#include "engine/io/json_text.h"
#include "engine/io/kernel_choices.h"
#include "engine/io/project.h"
#include "engine/io/property_json.h"
#include "engine/io/safetensors.h"
#include "engine/io/sha256.h"
#include "engine/train/weights_alone.h"

namespace tl {
namespace {

using nlohmann::json;
constexpr int kVersion = 1;

json toValue(const MetricSums& sums) {
    json value = json::object();
    for (const auto& [name, numbers] : sums) {
        json& list = value[name] = json::array();
        for (const double number : numbers) list.push_back(numberValue(number));
    }
    return value;
}

json toValue(const RunPosition& position) {
    json callbacks = json::object();
    for (const auto& [key, state] : position.callbacks) callbacks[key] = toJsonValue(state);
    return {{"step", position.step},
            {"epoch", position.epoch},
            {"batch_in_epoch", position.batchInEpoch},
            {"accumulated", position.accumulated},
            {"callbacks", callbacks},
            {"learning_rate_scale", numberValue(position.learningRateScale)},
            {"epoch_sums", toValue(position.epochSums)},
            {"epoch_images", position.epochImages}};
}

RunPosition positionFrom(const json& value) {
    RunPosition position;
    position.step = wholeFrom<int64_t>(value.at("step"));
    position.epoch = wholeFrom<int64_t>(value.at("epoch"));
    position.batchInEpoch = wholeFrom<int64_t>(value.at("batch_in_epoch"));
    position.learningRateScale = numberFrom(value.at("learning_rate_scale"));
    // One number each in files of before metrics had several sums.
    for (const auto& [name, sums] : value.at("epoch_sums").items()) {
        std::vector<double>& numbers = position.epochSums[name];
        for (const json& sum : sums.is_array() ? sums : json::array({sums})) numbers.push_back(numberFrom(sum));
    }
    position.epochImages = wholeFrom<int64_t>(value.at("epoch_images"));
    position.accumulated = wholeFrom<int64_t>(value, "accumulated", 0);  // the fields that version 1 began without
    const json callbacks = value.value("callbacks", json::object());
    for (const auto& [key, state] : callbacks.items())
        position.callbacks[key] = propertiesFromJson(state, "position.callbacks." + key);
    if (position.step < 0 || position.epoch < 0 || position.batchInEpoch < 0)
        throw Error("The run's position in it is negative.");
    return position;
}

// What a sample may be: no shape that its own size would not fit into a file.
std::vector<int64_t> checkedShape(std::vector<int64_t> dims) {
    constexpr int64_t kMost = int64_t{1} << 40;
    int64_t elements = 1;
    bool fine = !dims.empty() && dims.size() <= 8;
    for (const int64_t extent : dims) {
        fine = fine && extent > 0 && extent <= kMost / elements;
        if (fine) elements *= extent;
    }
    if (!fine) throw Error("its data_shape", "1 to 8 extents from 1, of a sample", Shape(std::move(dims)).toString());
    return dims;
}

std::string newestIn(const std::string& directory) {
    std::error_code ignored;
    for (const char* name : {"checkpoint.safetensors", "best.safetensors"}) {
        const auto path = std::filesystem::path(directory) / name;
        if (std::filesystem::is_regular_file(path, ignored)) return path.string();
    }
    throw Error(Message(
        "The folder \"{directory}\" holds no checkpoint (checkpoint.safetensors). Name the folder that `tensorloom train --out` wrote, or a checkpoint file.",
        directory));
}

}  // namespace

void saveCheckpoint(const Snapshot& snapshot, const std::string& path) {
    TensorFile file;
    file.tensors = snapshot.state;
    Project project;
    project.network = snapshot.network;
    project.training = snapshot.training;
    project.dataSpec = snapshot.dataSpec;
    const auto dump = [](const json& value) { return value.dump(-1, ' ', false, json::error_handler_t::replace); };
    file.metadata = {{"format", kCheckpointFormat},
                     {"version", std::to_string(kVersion)},
                     {"project", toJson(project)},
                     {"position", dump(toValue(snapshot.position))},
                     {"data_shape", dump(json(snapshot.dataShape))},
                     {"class_names", dump(json(snapshot.classNames))}};
    if (snapshot.schema) file.metadata["data_schema"] = dump(toJson(*snapshot.schema));
    if (!snapshot.kernels.empty()) file.metadata["kernels"] = dump(toJson(snapshot.kernels));
    writeFileAtomically(path, toSafetensors(file));
}

Snapshot loadCheckpoint(const std::string& path) {
    std::error_code ignored;
    const std::string name = std::filesystem::is_directory(path, ignored) ? newestIn(path) : path;
    TensorFile file = fromSafetensors(readFile(name), name);
    if (file.metadata["format"] != kCheckpointFormat)
        throw Error(Message(
            "\"{name}\" holds tensors, and is not a checkpoint of Tensorloom: nothing in it says which network they belong to.",
            name));
    if (const std::string version = file.metadata["version"]; version != std::to_string(kVersion))
        throw Error(Message(
            "\"{name}\" was saved by a newer Tensorloom (checkpoint version {version}; this program reads {known}). Update Tensorloom to read it.",
            name, version, kVersion));
    Snapshot snapshot;
    try {
        const Project project = projectFromJson(file.metadata["project"]);
        snapshot.network = project.network;
        snapshot.training = project.training;
        snapshot.dataSpec = project.dataSpec;
        const auto field = [&](const char* key) { return parseJson(file.metadata[key], key); };
        snapshot.position = positionFrom(field("position"));
        snapshot.dataShape = checkedShape(wholesFrom<int64_t>(field("data_shape")));
        snapshot.classNames = field("class_names").get<std::vector<std::string>>();
        if (file.metadata.contains("data_schema"))
            snapshot.schema = std::make_shared<const DataSchema>(dataSchemaFrom(field("data_schema")));
        if (file.metadata.contains("kernels")) snapshot.kernels = kernelChoicesFrom(field("kernels"));
    } catch (const json::exception&) {
        throw Error(Message("\"{name}\" is damaged: what it says about its run cannot be read.", name));
    } catch (const Error& error) {
        throw Error(Message("\"{path}\" is damaged: {sentence}", name, error.message()));
    }
    for (const auto& [tensor, value] : file.tensors)
        if (value.dtype() != DType::Float32)
            throw Error(Message("\"{name}\": tensor \"{tensor}\"", name, tensor), "float32",
                        std::string(nameOf(value.dtype())));
    snapshot.state = std::move(file.tensors);
    return snapshot;
}

std::string weightsSha256(const Snapshot& snapshot) {
    Sha256 sum;
    for (const std::string& name : weightNames(snapshot)) {
        const auto found = snapshot.state.find(name);
        if (found == snapshot.state.end()) throw Error(Message("The checkpoint lacks the tensor \"{name}\".", name));
        const Tensor& tensor = found->second;
        const std::string head = name + " " + tensor.shape().toString() + "\n";
        sum.add(head.data(), head.size());
        sum.add(tensor.data(), tensor.bytes());
    }
    return sum.hex();
}

}  // namespace tl
