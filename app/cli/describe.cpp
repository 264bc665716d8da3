// `tensorloom describe`: the table of layers, output shapes and parameters as Keras's summary prints it, for a run, a
// checkpoint, a project or a template.
#include "engine/backend/memory.h"
#include "engine/io/json.h"
#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <iostream>
#include <memory>
#include <optional>

#include "app/cli/arguments.h"
#include "app/cli/commands.h"
#include "app/cli/support.h"
#include "app/cli/words.h"
#include "engine/core/error.h"
#include "engine/io/calibration_file.h"
#include "engine/io/checkpoint.h"
#include "engine/io/graphs/foreign_graph.h"
#include "engine/io/project.h"
#include "engine/layers/layer_type.h"
#include "engine/model/templates.h"

namespace tl::cli {
namespace {

struct DescribeOptions {
    std::string target, templateId, data;
    std::vector<std::string> set;
    int batch = 0;
    bool json = false;
};

struct Described {
    NetworkSpec network;
    DataFacts facts;
    int batch = 32;
    std::string dataSpec;
    TrainingSpec training;
    std::optional<Snapshot> snapshot;
    std::optional<PlanCost> step;       // of its training
    std::optional<double> stepSeconds;  // predicted; where this machine is calibrated
};

DataFacts factsOfSpec(const std::string& spec, const TrainingSpec& training) {
    return factsOf(openData(spec, {}), training);
}

// Files that know their shapes, and data, have no use for all that can be given.
void tellUnused(const std::string& what, bool data, bool batch) {
    for (const auto& [given, option] : {std::pair(data, "--data"), std::pair(batch, "--batch")})
        if (given)
            complain(Message("{option} changes nothing of what is told of \"{path}\".", std::string(option), what));
}

Described load(const DescribeOptions& options) {
    Described described;
    if (!options.templateId.empty()) {
        described.dataSpec = options.data.empty() ? "sample" : options.data;
        described.facts = factsOfSpec(described.dataSpec, described.training);
        described.network = findTemplate(options.templateId).make(described.facts);
    } else if (std::filesystem::path(options.target).extension() == ".tlm") {
        std::vector<Message> notes;
        const Project project = loadProject(options.target, &notes);
        for (const Message& note : notes) complain(note);
        described.network = project.network;
        described.training = project.training;
        described.batch = project.training.batch;
        described.dataSpec = options.data.empty() ? project.dataSpec : options.data;
        if (!described.dataSpec.empty()) described.facts = factsOfSpec(described.dataSpec, described.training);
    } else {
        described.snapshot = loadCheckpoint(options.target);
        tellUnused(options.target, !options.data.empty(), false);
        described.network = described.snapshot->network;
        described.training = described.snapshot->training;
        described.batch = described.snapshot->training.batch;
        described.dataSpec = described.snapshot->dataSpec;
        described.facts = factsOf(*described.snapshot);
    }
    for (const std::string& assignment : options.set) setProperty(described.network, assignment);
    if (options.batch > 0) described.batch = options.batch;
    return described;
}

std::vector<std::string> inputsOf(const NetworkSpec& network, const std::string& node) {
    std::vector<LinkSpec> links;
    for (const LinkSpec& link : network.links)
        if (link.to == node) links.push_back(link);
    std::stable_sort(links.begin(), links.end(), [](const LinkSpec& a, const LinkSpec& b) { return a.port < b.port; });
    std::vector<std::string> names;
    names.reserve(links.size());
    for (const LinkSpec& link : links) names.push_back(link.from);
    return names;
}

std::string joined(const std::vector<std::string>& names) {
    std::string text;
    for (const std::string& name : names) text += (text.empty() ? "" : ", ") + name;
    return text;
}

void printTable(const Described& described, const NetworkReport& report, const std::vector<std::string>& order) {
    std::vector<std::vector<std::string>> rows{
        {say("Layer (type)"), say("Output shape"), say(Message("Parameters")), say("Connected to")}};
    for (const std::string& id : order) {
        const NodeSpec* node = described.network.find(id);
        const auto found = report.nodes.find(id);
        const NodeReport unknown;
        const NodeReport& facts = found == report.nodes.end() ? unknown : found->second;
        const bool frozen = facts.parameters > 0 && isFrozen(*node);
        rows.push_back({say(frozen ? Message("{layer} ({type}, frozen)", id, node->type)
                                   : Message("{layer} ({type})", id, node->type)),
                        facts.outputKnown ? facts.output.toString() : "-", thousands(facts.parameters),
                        joined(inputsOf(described.network, id))});
    }
    std::vector<size_t> widths(4, 0);
    for (const auto& row : rows)
        for (size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], row[i].size());
    std::string rule;
    for (size_t width = widths[0] + widths[1] + widths[2] + widths[3] + 6; width > 0; --width) rule += "─";
    for (size_t r = 0; r < rows.size(); ++r) {
        std::cout << padded(rows[r][0], widths[0]) << "  " << padded(rows[r][1], widths[1]) << "  "
                  << padded(rows[r][2], widths[2], true) << "  " << rows[r][3] << "\n";
        if (r == 0) std::cout << rule << "\n";
    }
    std::cout << rule << "\n";
    const auto line = [](const Message& title, int64_t count) {
        std::cout << say(title) << " " << thousands(count) << " (" << memoryText(4 * static_cast<size_t>(count))
                  << ")\n";
    };
    line(Message("Parameters:"), report.parameters);
    line(Message("Trainable:"), report.trainableParameters);
    line(Message("Non-trainable:"), report.parameters - report.trainableParameters);
    std::vector<std::string> bypassed;
    for (const NodeSpec& node : described.network.nodes)
        if (node.bypassed) bypassed.push_back(node.id);
    if (!bypassed.empty()) std::cout << say(Message("Bypassed: {layers}", bypassed)) << "\n";
    if (described.step) {
        const std::string memory = memoryText(described.step->peakBytes()),
                          work = shortNumber(described.step->flops / 1e9);
        std::cout << say(described.stepSeconds
                             ? Message(
                                   "One training step of {batch}: {memory} of memory, {work} GFLOP, about {time} ms",
                                   described.batch, memory, work, shortNumber(1e3 * *described.stepSeconds))
                             : Message("One training step of {batch}: {memory} of memory, {work} GFLOP",
                                       described.batch, memory, work))
                  << "\n";
    }
}

nlohmann::json toJson(const Described& described, const NetworkReport& report, const std::vector<std::string>& order) {
    using nlohmann::json;
    json layers = json::array(), problems = json::array();
    for (const std::string& id : order) {
        const NodeSpec* node = described.network.find(id);
        const auto found = report.nodes.find(id);
        json layer = {{"id", id}, {"type", node->type}, {"inputs", inputsOf(described.network, id)}};
        if (node->bypassed) layer["bypassed"] = true;
        if (found != report.nodes.end()) {
            layer["output"] = found->second.outputKnown ? json(found->second.output.dims()) : json();
            layer["parameters"] = found->second.parameters;
            layer["trainable_parameters"] = found->second.trainableParameters;
            if (isFrozen(*node)) layer["trainable"] = false;
        }
        layers.push_back(layer);
    }
    for (const Diagnostic& diagnostic : report.diagnostics)
        problems.push_back({{"severity", diagnostic.severity == Diagnostic::Severity::Error ? "error" : "warning"},
                            {"node", diagnostic.node},
                            {"message", diagnostic.message.english()},
                            {"detail", diagnostic.detail.english()}});
    json object = {{"layers", layers},
                   {"parameters", report.parameters},
                   {"trainable_parameters", report.trainableParameters},
                   {"input", described.facts.shape.dims()},
                   {"classes", described.facts.classes},
                   {"data", described.dataSpec},
                   {"problems", problems},
                   {"batch", described.batch},
                   {"step_flops", described.step ? described.step->flops : 0},
                   {"step_bytes", described.step ? described.step->peakBytes() : 0},
                   {"predicted_step_seconds", described.stepSeconds ? json(*described.stepSeconds) : json()}};
    if (described.snapshot) {
        object["weights_sha256"] = weightsSha256(*described.snapshot);
        object["step"] = described.snapshot->position.step;
        object["epochs_done"] = described.snapshot->position.epoch;
        object["class_names"] = described.snapshot->classNames;
        object["optimizer"] = described.snapshot->training.optimizer.type;
        object["seed"] = described.snapshot->training.seed;
    }
    return object;
}

// What cannot be trained can be described all the same.
void costStep(Described& described, NetworkReport& report) {
    const StepPlanOptions plan = trainingPlan(described.training, DType::UInt8);
    try {
        described.step = stepCost(described.network, described.facts, described.batch, plan);
    } catch (const std::exception& error) {
        report.diagnostics.push_back({Diagnostic::Severity::Warning, {}, -1, messageOf(error), {}, {}});
        return;
    }
    // Nothing where this machine has not been measured: tensorloom bench --calibrate.
    const Calibration calibration = readCalibration(calibrationPath(plan.device, plan.threads));
    if (!calibration.empty()) described.stepSeconds = predictedSeconds(*described.step, calibration);
}

// Another program's graph: its nodes, what leads where, and weights by name and size.
int describeGraph(const DescribeOptions& options) {
    const GraphView view = readForeignGraph(options.target);
    if (options.json) {
        nlohmann::json object = {{"event", "graph"},
                                 {"title", view.title.english()},
                                 {"nodes", nlohmann::json::array()},
                                 {"edges", nlohmann::json::array()},
                                 {"weights", nlohmann::json::array()}};
        for (const GraphNode& node : view.nodes) {
            nlohmann::json attributes = nlohmann::json::object();
            for (const auto& [key, value] : node.attributes) attributes[key] = value;
            object["nodes"].push_back({{"name", node.name}, {"op", node.op}, {"attributes", std::move(attributes)}});
        }
        for (const GraphEdge& edge : view.edges)
            object["edges"].push_back(nlohmann::json::array(
                {view.nodes[static_cast<size_t>(edge.from)].name, view.nodes[static_cast<size_t>(edge.to)].name}));
        for (const GraphTensor& tensor : view.tensors)
            if (tensor.weights)
                object["weights"].push_back(
                    {{"name", tensor.name}, {"shape", tensor.shape}, {"type", tensor.type}, {"bytes", tensor.bytes}});
        printJson(object);
        return kDone;
    }
    std::map<std::string, int64_t> ops;
    double bytes = 0;
    int64_t weights = 0;
    for (const GraphNode& node : view.nodes) ++ops[node.op];
    for (const GraphTensor& tensor : view.tensors) {
        weights += tensor.weights ? 1 : 0;
        bytes += tensor.weights ? tensor.bytes : 0;
    }
    std::cout << say(view.title) << "\n"
              << say(Message(
                     "{nodes} {nodes|node|nodes}, {edges} {edges|edge|edges}, {weights} weight tensors of {bytes}",
                     view.nodes.size(), view.edges.size(), weights, memoryText(static_cast<size_t>(bytes))))
              << "\n";
    std::vector<std::pair<std::string, int64_t>> sorted(ops.begin(), ops.end());
    std::stable_sort(sorted.begin(), sorted.end(), [](const auto& a, const auto& b) { return a.second > b.second; });
    for (const auto& [op, count] : sorted) std::cout << "  " << op << "  " << count << "\n";
    return kDone;
}

int runDescribe(const DescribeOptions& options) {
    const bool graph = !options.target.empty() && looksLikeGraph(options.target);
    if (graph || holdsOtherTensors(options.target)) {
        tellUnused(options.target, !options.data.empty(), options.batch > 0);
        return graph ? describeGraph(options) : describeTensors(options.target, options.json);
    }
    if (options.target.empty() && options.templateId.empty() && !options.data.empty()) {
        tellUnused(options.data, false, options.batch > 0);
        return describeData(options.data, options.json);
    }
    if (options.target.empty() == options.templateId.empty()) {
        complain("Say what to describe: a run, a checkpoint, a project file, --template NAME, or --data SPEC.");
        return kUsage;
    }
    Described described = load(options);
    NetworkReport report = validate(described.network, described.facts);
    if (report.ok()) costStep(described, report);
    // A cycle has no order; what it holds is listed all the same.
    std::vector<std::string> order = report.order;
    for (const NodeSpec& node : described.network.nodes)
        if (std::find(order.begin(), order.end(), node.id) == order.end()) order.push_back(node.id);
    if (options.json) {
        printJson(toJson(described, report, order));
    } else {
        printTable(described, report, order);
        if (described.snapshot)
            std::cout << say(Message("Trained for {steps} steps, {epochs} {epochs|epoch|epochs}; weights {hash}",
                                     thousands(described.snapshot->position.step), described.snapshot->position.epoch,
                                     weightsSha256(*described.snapshot)))
                      << "\n";
        for (const Diagnostic& diagnostic : report.diagnostics) complain(sentenceOf(diagnostic));
    }
    return report.ok() ? kDone : kBadInput;
}

}  // namespace

void addDescribe(CLI::App& app, Action& action) {
    const auto options = std::make_shared<DescribeOptions>();
    const Command command(
        app, "describe",
        "Layers, output shapes and parameters of a network; what a data set holds; the nodes of an ONNX or\n"
        "TensorFlow graph; or another program's tensors");
    const Option target = command.option(
        "target", options->target,
        "A run's folder, a checkpoint, a project file, a graph (.onnx, .pb, .pbtxt) or tensors (.safetensors, .npy)");
    const Option form = command.option("--template", options->templateId, "A template instead").excludes(target);
    command.option(
        "--data", options->data,
        "The data set that gives input shape and classes (default for a template: sample); alone: the data set "
        "itself, with duplicates, leaks and columns");
    command.option("--set", options->set, "Any property of the network: dense_1.units=256 (repeatable)").needs(form);
    command.option("--batch", options->batch, "Batch that memory and work are told for").positive();
    command.flag("--json", options->json, "One object; a run's has weights_sha256");
    command.runs(action, [options] { return runDescribe(*options); });
}

}  // namespace tl::cli
