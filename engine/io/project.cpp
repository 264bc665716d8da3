// Networks, training settings and projects to JSON and back. Numbers keep their kind (1 and 1.0 differ), and whatever
// belongs to a layer type that is not known here is carried along untouched.
#include "engine/io/project.h"

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <functional>
#include <limits>
#include <optional>
#include <utility>

#include "engine/core/error.h"
#include "engine/data/file_kind.h"
#include "engine/data/spec_settings.h"
#include "engine/io/checkpoint.h"
#include "engine/io/files.h"
#include "engine/io/json_text.h"
#include "engine/io/property_json.h"
#include "engine/layers/layer_type.h"
#include "engine/train/callback.h"
#include "engine/train/optimizer.h"
#include "engine/train/training_graph.h"

namespace tl {
namespace {

using nlohmann::json;
using Notes = std::vector<Message>;
constexpr const char* kProjectFormat = "tensorloom-project";
constexpr int kMostPorts = 9999;  // of one layer: what is drawn for each would never end

// Reads an object's fields by name, names those that nobody asked for, and words errors by their path.
class Fields {
public:
    Fields(const json& object, std::string path, Notes* notes)
        : object_(object), path_(std::move(path)), notes_(notes) {
        if (!object.is_object()) throw Error(Message("The project's {where} should be an object in braces.", where()));
    }
    ~Fields() {
        if (!notes_ || std::uncaught_exceptions() > 0) return;
        for (const auto& [key, value] : object_.items())
            if (std::find(asked_.begin(), asked_.end(), key) == asked_.end())
                notes_->push_back(Message("The field \"{field}\" is not known and was left out.", field(key)));
    }
    Fields(const Fields&) = delete;
    Fields& operator=(const Fields&) = delete;

    const json* find(const std::string& key) {
        asked_.push_back(key);
        const auto found = object_.find(key);
        return found == object_.end() ? nullptr : &*found;
    }
    template <typename T>
    T get(const std::string& key, T fallback) {
        const json* value = find(key);
        return value ? convert<T>(*value, key) : fallback;
    }
    template <typename T>
    T need(const std::string& key) {
        const json* value = find(key);
        if (!value) throw Error(Message("The project's {where} lacks \"{key}\".", where(), key));
        return convert<T>(*value, key);
    }

private:
    Message where() const { return path_.empty() ? Message("file") : Message("\"{value}\"", path_); }
    std::string field(const std::string& key) const { return path_.empty() ? key : path_ + "." + key; }
    template <typename T>
    T convert(const json& value, const std::string& key) const {
        bool fits = false;
        Message wanted = "text in quotes";
        if constexpr (std::is_same_v<T, std::string>) {
            fits = value.is_string();
        } else if constexpr (std::is_same_v<T, bool>) {
            fits = value.is_boolean();
            wanted = "true or false";
        } else if constexpr (std::is_integral_v<T>) {
            fits = std::is_unsigned_v<T> ? value.is_number_unsigned() : value.is_number_integer();
            wanted = std::is_unsigned_v<T> ? "a whole number, 0 or more" : "a whole number";
            if (fits && !(value.is_number_unsigned() ? std::in_range<T>(value.get<uint64_t>())
                                                     : std::in_range<T>(value.get<int64_t>()))) {
                fits = false;
                wanted = Message("a whole number from {least} to {most}", std::numeric_limits<T>::min(),
                                 std::numeric_limits<T>::max());
            }
        } else {
            fits = value.is_number();
            wanted = "a number";
        }
        if (!fits)
            throw Error(Message("The project's field \"{field}\"", field(key)), wanted,
                        value.dump(-1, ' ', false, json::error_handler_t::replace));
        return value.get<T>();
    }

    const json& object_;
    std::string path_;
    Notes* notes_;
    std::vector<std::string> asked_;
};

json toValue(const NodeSpec& node) {
    json object = json::object();
    if (!node.unknownJson.empty()) {
        const json kept = json::parse(node.unknownJson, nullptr, false);
        if (kept.is_object()) object = kept;
    }
    object["id"] = node.id;
    object["type"] = node.type;
    object["version"] = node.version;
    object["position"] = {node.x, node.y};
    if (node.bypassed) object["bypassed"] = true;
    if (node.unknownJson.empty() || !node.properties.empty()) object["properties"] = toJsonValue(node.properties);
    return object;
}

NodeSpec nodeFrom(const json& value, const std::string& path, Notes* notes) {
    NodeSpec node;
    std::optional<Fields> fields;
    if (value.is_object() && value.contains("type") && value["type"].is_string() &&
        !findLayer(value["type"].get<std::string>()))
        fields.emplace(value, path, nullptr);  // everything of it is kept, so nothing is noted field by field
    else
        fields.emplace(value, path, notes);
    node.id = fields->need<std::string>("id");
    node.type = fields->need<std::string>("type");
    node.version = fields->get<int>("version", 1);
    if (const json* position = fields->find("position")) {
        if (!position->is_array() || position->size() != 2 || !(*position)[0].is_number() ||
            !(*position)[1].is_number())
            throw Error(Message("The project's field \"{path}.position\"", path), "two numbers, x and y",
                        position->dump());
        node.x = (*position)[0].get<double>();
        node.y = (*position)[1].get<double>();
    }
    node.bypassed = fields->get<bool>("bypassed", false);
    const json* properties = fields->find("properties");
    const LayerType* type = findLayer(node.type);
    if (!type) {
        json kept = value;
        for (const char* key : {"id", "type", "version", "position", "bypassed"}) kept.erase(key);
        if (kept.empty()) kept = json::object();
        node.unknownJson = kept.dump(-1, ' ', false, json::error_handler_t::replace);
        if (notes)
            notes->push_back(Message("The layer \"{layer}\" is of type \"{type}\", which is not known here; it is kept "
                                     "as a placeholder.",
                                     node.id, node.type));
        return node;
    }
    if (properties) node.properties = propertiesFromJson(*properties, path + ".properties", &type->properties);
    if (node.version > type->version && notes)
        notes->push_back(
            Message("The layer \"{layer}\" was made by a newer {type} (version {version}; here it is {known}).",
                    node.id, node.type, node.version, type->version));
    bringUpToDate(node, *type);
    return node;
}

json toValue(const NetworkSpec& network) {
    json nodes = json::array(), links = json::array();
    for (const NodeSpec& node : network.nodes) nodes.push_back(toValue(node));
    for (const LinkSpec& link : network.links)
        links.push_back({{"from", link.from}, {"to", link.to}, {"port", link.port}});
    return {{"nodes", nodes}, {"links", links}};
}

void eachOf(Fields& fields, const std::string& key, const std::string& path,
            const std::function<void(const json&, const std::string&)>& function) {
    const json* list = fields.find(key);
    if (!list) return;
    if (!list->is_array()) throw Error(Message("The project's \"{path}\" should be a list in brackets.", path));
    for (size_t i = 0; i < list->size(); ++i) function((*list)[i], path + "[" + std::to_string(i) + "]");
}

NetworkSpec networkFrom(const json& value, Notes* notes) {
    NetworkSpec network;
    Fields fields(value, "network", notes);
    eachOf(fields, "nodes", "network.nodes", [&](const json& item, const std::string& path) {
        NodeSpec node = nodeFrom(item, path, notes);
        if (network.find(node.id))
            throw Error(Message("The project has two layers called \"{name}\"; rename one of them.", node.id));
        network.nodes.push_back(std::move(node));
    });
    eachOf(fields, "links", "network.links", [&](const json& item, const std::string& path) {
        Fields link(item, path, notes);
        LinkSpec spec{link.need<std::string>("from"), link.need<std::string>("to"), link.get<int>("port", 0)};
        if (spec.port > kMostPorts)
            throw Error(Message("The project's field \"{field}\"", path + ".port"),
                        Message("an input's number up to {most}", kMostPorts), std::to_string(spec.port));
        for (const std::string& end : {spec.from, spec.to})
            if (!network.find(end))
                throw Error(
                    Message("The project's link from \"{from}\" to \"{to}\" names a layer \"{end}\" that is not there.",
                            spec.from, spec.to, end));
        network.links.push_back(std::move(spec));
    });
    return network;
}

json toValue(const TypedProperties& typed) {
    return {{"type", typed.type}, {"properties", toJsonValue(typed.properties)}};
}

template <typename T>
const std::vector<Property>* tableOf(const std::vector<T>& all, const std::string& id) {
    for (const T& type : all)
        if (type.id == id) return &type.properties;
    return nullptr;
}

json toValue(const TrainingSpec& training) {
    json augmentation = json::array();
    for (const TypedProperties& each : training.augmentation) augmentation.push_back(toValue(each));
    json callbacks = json::array();
    for (const TypedProperties& each : training.callbacks) callbacks.push_back(toValue(each));
    return {{"device", training.device},
            {"threads", training.threads},
            {"precision", training.precision},
            {"memory_limit", training.memoryLimit},
            {"kernel_choice", training.kernelChoice},
            {"test_time_augmentation", training.testTimeAugmentation},
            {"epochs", training.epochs},
            {"batch", training.batch},
            {"seed", training.seed},
            {"learning_rate", training.learningRate},
            {"optimizer", toValue(training.optimizer)},
            {"optimizer_options", toJsonValue(training.optimizerOptions)},
            {"schedule", toValue(training.schedule)},
            {"callbacks", callbacks},
            {"validation_fraction", training.validationFraction},
            {"test_fraction", training.testFraction},
            {"stratify", training.stratify},
            {"shuffle_buffer", training.shuffleBuffer},
            {"augmentation", augmentation},
            {"workers", training.workers}};
}

TrainingSpec trainingFrom(const json& value, Notes* notes) {
    TrainingSpec training;
    Fields fields(value, "training", notes);
    const auto typedFrom = [&](const json& item, const std::string& path, const auto& all) {
        Fields inner(item, path, notes);
        TypedProperties result{inner.need<std::string>("type"), {}};
        if (const json* properties = inner.find("properties"))
            result.properties = propertiesFromJson(*properties, path + ".properties", tableOf(all, result.type));
        return result;
    };
    const auto typed = [&](const std::string& key, const auto& all, const TypedProperties& fallback) {
        const json* found = fields.find(key);
        return found ? typedFrom(*found, "training." + key, all) : fallback;
    };
    training.device = fields.get("device", training.device);
    training.threads = fields.get("threads", training.threads);
    training.precision = fields.get("precision", training.precision);
    training.memoryLimit = fields.get("memory_limit", training.memoryLimit);
    training.kernelChoice = fields.get("kernel_choice", training.kernelChoice);
    training.testTimeAugmentation = fields.get("test_time_augmentation", training.testTimeAugmentation);
    training.epochs = fields.get("epochs", training.epochs);
    training.batch = fields.get("batch", training.batch);
    training.seed = fields.get("seed", training.seed);
    training.learningRate = fields.get("learning_rate", training.learningRate);
    training.optimizer = typed("optimizer", allOptimizers(), training.optimizer);
    if (const json* options = fields.find("optimizer_options"))
        training.optimizerOptions = propertiesFromJson(*options, "training.optimizer_options", &optimizerOptions());
    training.schedule = typed("schedule", allSchedules(), training.schedule);
    eachOf(fields, "callbacks", "training.callbacks", [&](const json& item, const std::string& path) {
        training.callbacks.push_back(typedFrom(item, path, allCallbacks()));
    });
    training.validationFraction = fields.get("validation_fraction", training.validationFraction);
    training.testFraction = fields.get("test_fraction", training.testFraction);
    training.stratify = fields.get("stratify", false);  // a file that says nothing was split before there was a choice
    training.shuffleBuffer = fields.get("shuffle_buffer", training.shuffleBuffer);
    training.workers = fields.get("workers", training.workers);
    eachOf(fields, "augmentation", "training.augmentation", [&](const json& item, const std::string& path) {
        training.augmentation.push_back(typedFrom(item, path, allAugmentations()));
    });
    return training;
}

}  // namespace

std::pair<std::string, std::string> splitDataSpec(const std::string& spec) {
    const size_t colon = spec.find(':');
    const bool kind = colon != std::string::npos && colon > 0 &&
                      std::all_of(spec.begin(), spec.begin() + static_cast<ptrdiff_t>(colon),
                                  [](unsigned char c) { return std::isalnum(c) || c == '_'; });
    if (kind) return {spec.substr(0, colon), spec.substr(colon + 1)};
    return {"", spec};
}

std::string absoluteDataSpec(const std::string& spec, const std::string& directory) {
    const auto [plain, settings] = splitSettings(spec);
    const auto [kind, path] = splitDataSpec(plain);
    if (path.empty() || (kind.empty() && path == "sample") || path.front() == '/') return spec;
    if (const std::string home = expandHome(path); home != path)
        return joinSettings(kind.empty() ? home : kind + ":" + home, settings);
    std::filesystem::path base =
        directory.empty() ? std::filesystem::current_path() : std::filesystem::absolute(directory);
    std::string full = (base / path).lexically_normal().string();
    if (full.size() > 1 && full.back() == '/') full.pop_back();
    return joinSettings(kind.empty() ? full : kind + ":" + full, settings);
}

std::string relativeDataSpec(const std::string& spec, const std::string& directory) {
    const auto [plain, settings] = splitSettings(spec);
    const auto [kind, path] = splitDataSpec(plain);
    if (directory.empty() || path.empty() || path.front() != '/') return spec;
    const auto relative = std::filesystem::path(path).lexically_normal().lexically_relative(
        std::filesystem::absolute(directory).lexically_normal());
    if (relative.empty() || *relative.begin() == "..") return spec;
    // "./" keeps a bare folder called "sample" apart from the built-in data set.
    const std::string text = kind.empty() ? "./" + relative.string() : relative.string();
    return joinSettings(kind.empty() ? text : kind + ":" + text, settings);
}

std::string toJson(const Project& project, const std::string& directory) {
    json value = {{"format", kProjectFormat},
                  {"version", kProjectVersion},
                  {"name", project.name},
                  {"data", relativeDataSpec(project.dataSpec, directory)},
                  {"network", toValue(project.network)},
                  {"training", toValue(project.training)}};
    return toText(value);
}

static Project projectFrom(const json& value, const std::string& directory, Notes* notes) {
    if (!value.is_object() || value.value("format", json()) != kProjectFormat)
        throw Error(Message("This is not a Tensorloom project: its \"format\" is not \"{name}\".",
                            std::string(kProjectFormat)));
    Fields fields(value, "", notes);
    fields.find("format");
    const int version = fields.need<int>("version");
    if (version > kProjectVersion)
        throw Error(Message(
            "The project was saved by a newer Tensorloom: its version is {version}, and this program reads versions up to {project_version}. Update Tensorloom to open it.",
            version, kProjectVersion));
    if (version < 1) throw Error("The project's \"version\"", "1 or more", std::to_string(version));
    Project project;
    project.name = fields.get<std::string>("name", "");
    project.dataSpec = fields.get<std::string>("data", "");
    if (!directory.empty()) project.dataSpec = absoluteDataSpec(project.dataSpec, directory);
    if (const json* network = fields.find("network")) project.network = networkFrom(*network, notes);
    if (const json* training = fields.find("training")) project.training = trainingFrom(*training, notes);
    return project;
}

Project projectFromJson(const std::string& text, const std::string& directory, Notes* notes) {
    return projectFrom(parseJson(text, "The project"), directory, notes);
}

void saveProject(const Project& project, const std::string& path) {
    const std::string directory = std::filesystem::absolute(path).parent_path().string();
    writeFileAtomically(path, toJson(project, directory));
}

Project loadProject(const std::string& path, Notes* notes) {
    const std::string text = readFile(path);
    // Anything that begins like JSON may be a damaged project, of which parsing says more.
    if (const FileDescription file = describeFile(path); file.kind != FileKind::Project && !text.empty() &&
                                                         text.find_first_of("{[") != text.find_first_not_of(" \t\r\n"))
        throw Error(Message("\"{path}\" is no Tensorloom project: it is {what}.", path, file.what));
    const std::string directory = std::filesystem::absolute(path).parent_path().string();
    const json value = parseJson(text, path);  // whose errors name the file
    try {
        return projectFrom(value, directory, notes);
    } catch (const Error& error) {
        throw Error(Message("{thing}: {sentence}", "\"" + path + "\"", error.message()));
    }
}

void bringUpToDate(NodeSpec& node, const LayerType& type) {
    if (node.version >= type.version) return;
    if (type.migrate) type.migrate(node.properties, node.version);
    node.version = type.version;
}

std::string toJson(const NetworkSpec& network) { return toText(toValue(network)); }
NetworkSpec networkFromJson(const std::string& text) { return networkFrom(parseJson(text, "The network"), nullptr); }
std::string toJson(const TrainingSpec& training) { return toText(toValue(training)); }
TrainingSpec trainingFromJson(const std::string& text) {
    return trainingFrom(parseJson(text, "The training settings"), nullptr);
}

}  // namespace tl
