// Settings and layers are compared as the project file writes them, with every default that the tables know filled in:
// a setting that one run leaves alone and another writes out is no difference.
#include "engine/run/run_diff.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <filesystem>
#include <functional>
#include <limits>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <string_view>
#include <utility>

#include "engine/core/error.h"
#include "engine/io/events/training_log.h"
#include "engine/io/project.h"
#include "engine/layers/layer_type.h"
#include "engine/run/foreign_run.h"
#include "engine/run/run_list.h"

namespace tl {
namespace {

using nlohmann::json;
using Values = std::map<std::string, std::string>;

std::string textOf(const json& value) {
    if (value.is_string()) return value.get<std::string>();
    if (value.is_boolean()) return value.get<bool>() ? "true" : "false";
    return value.dump();
}

// The shortest text that is this number and no other.
template <typename Number>
std::string numberText(Number value) {
    char text[32];
    return {text, std::to_chars(text, text + sizeof text, value).ptr};
}

void flatten(const std::string& name, const json& value, Values& into) {
    if (value.is_object()) {
        for (const auto& [key, inner] : value.items()) flatten(name.empty() ? key : name + "." + key, inner, into);
    } else if (value.is_array() &&
               std::any_of(value.begin(), value.end(), [](const json& each) { return each.is_object(); })) {
        for (size_t i = 0; i < value.size(); ++i) flatten(name + "." + std::to_string(i + 1), value[i], into);
    } else {
        into[name] = textOf(value);
    }
}

struct Side {
    RunOnDisk run;
    Project project;
    bool hasProject = false;
    std::optional<ForeignRun> foreign;  // then nothing else is there
    const std::string& name() const { return foreign ? foreign->name : run.info.name; }
};

Side sideOf(const std::string& folder) {
    if (isForeignRun(folder)) return {{}, {}, false, readForeignRun(folder)};
    requireRunFolder(folder);
    Side side{readRun(folder, RunDepth::Summary), {}, false, {}};  // of the steps only the last counts
    try {
        side.project = loadProject(folder + "/project.tlm");
        side.hasProject = true;
    } catch (const Error&) {  // the diff goes on with what there is
    }
    return side;
}

using Sides = std::vector<Side>;

// In the order of names; a row each.
std::vector<DiffRow> rowsOf(const Sides& sides, const std::function<Values(const Side&)>& valuesOf) {
    std::map<std::string, std::vector<std::string>> values;
    for (size_t i = 0; i < sides.size(); ++i)
        for (const auto& [name, value] : valuesOf(sides[i])) {
            auto& row = values[name];
            row.resize(sides.size());
            row[i] = value;
        }
    std::vector<DiffRow> rows;
    rows.reserve(values.size());
    for (auto& [name, row] : values) rows.push_back({name, std::move(row)});
    return rows;
}

// What became of the rate while it trained, as the table of settings says it: "0.1 → 0.01". What a resume took back is
// none of it.
void addRateChanges(const Side& side, Values& values) {
    std::map<int64_t, double> changes;
    for (const Event& event : side.run.events) {
        if (const auto* resumed = std::get_if<ResumedRecord>(&event))
            changes.erase(changes.upper_bound(resumed->step), changes.end());
        if (const auto* change = std::get_if<LearningRateRecord>(&event)) changes[change->step] = change->to;
    }
    if (!changes.empty()) values["learning_rate"] += " → " + numberText(changes.rbegin()->second);
}

Values settingsOf(const Side& side) {
    Values values;
    if (!side.hasProject) return values;
    const json settings = json::parse(toJson(side.project.training), nullptr, false);
    if (settings.is_object()) flatten("", settings, values);
    // Machines are told apart among the versions.
    for (const char* name : {"device", "threads", "precision"}) values.erase(name);
    addRateChanges(side, values);
    return values;
}

std::string textOf(const std::variant<double, std::string, bool>& value) {
    if (const auto* text = std::get_if<std::string>(&value)) return *text;
    if (const auto* on = std::get_if<bool>(&value)) return *on ? "true" : "false";
    return numberText(std::get<double>(value));
}

Values hparamsOf(const Side& side) {
    Values values;
    if (!side.foreign && !side.hasProject) return values;
    for (const auto& [name, value] : side.foreign ? side.foreign->told.values : hparamsOf(side.project.training))
        values[name] = textOf(value);
    if (side.foreign) return values;
    values["data"] = side.run.info.dataSpec;
    addRateChanges(side, values);
    return values;
}

constexpr std::string_view kFrom = " from";

Values networkOf(const Side& side) {
    Values values;
    if (!side.hasProject) return values;
    std::map<std::string, std::vector<std::pair<int, std::string>>> inputsOf;
    for (const LinkSpec& link : side.project.network.links) inputsOf[link.to].emplace_back(link.port, link.from);
    for (const NodeSpec& node : side.project.network.nodes) {
        values[node.id] = node.type + (node.bypassed ? " (bypassed)" : "");
        const LayerType* type = findLayer(node.type);
        if (type)
            for (const Property& property : type->properties)
                if (property.key != "name") values[node.id + "." + property.key] = toString(property.defaultValue);
        for (const auto& [key, value] : node.properties) values[node.id + "." + key] = toString(value);
        auto& inputs = inputsOf[node.id];
        std::sort(inputs.begin(), inputs.end());
        std::string from;
        for (const auto& [port, id] : inputs) from += (from.empty() ? "" : ", ") + id;
        if (!from.empty()) values[node.id + std::string(kFrom)] = from;
    }
    return values;
}

// Of a layer that some of them lack there is no row for a property in which those that have it agree. A layer's own
// name may hold dots and spaces, too.
std::vector<DiffRow> networkRows(const Sides& sides) {
    std::vector<DiffRow> rows = rowsOf(sides, networkOf);
    std::vector<std::set<std::string>> layers(sides.size());
    for (size_t i = 0; i < sides.size(); ++i)
        for (const NodeSpec& node : sides[i].project.network.nodes) layers[i].insert(node.id);
    std::erase_if(rows, [&](const DiffRow& row) {
        if (std::ranges::any_of(layers, [&](const auto& own) { return own.contains(row.name); })) return false;
        const size_t end = row.name.ends_with(kFrom) ? row.name.size() - kFrom.size() : row.name.rfind('.');
        const std::string layer = row.name.substr(0, end);
        std::set<std::string> values;
        size_t having = 0;
        for (size_t i = 0; i < sides.size(); ++i) {
            if (!layers[i].contains(layer)) continue;
            values.insert(row.values[i]);
            ++having;
        }
        return having < sides.size() && values.size() == 1;
    });
    return rows;
}

Values dataOf(const Side& side) {
    const RunInfo& info = side.run.info;
    Values values{{"spec", info.dataSpec}, {"validation", info.validation}};
    if (info.images > 0) values["images"] = std::to_string(info.images);
    if (!info.classNames.empty()) {
        std::string names;
        for (const std::string& name : info.classNames) names += (names.empty() ? "" : ", ") + name;
        values["classes"] = std::to_string(info.classNames.size()) + ": " + names;
    }
    if (const auto hash = info.hashes.find("data"); hash != info.hashes.end()) values["hash"] = hash->second;
    return values;
}

Values versionsOf(const Side& side) {
    Values values(side.run.info.versions.begin(), side.run.info.versions.end());
    values["program"] = side.run.info.program;
    if (!side.hasProject) return values;
    const TrainingSpec& training = side.project.training;
    values["settings.device"] = training.device;
    values["settings.precision"] = training.precision;
    values["settings.threads"] = training.threads == 0 ? "all" : std::to_string(training.threads);
    return values;
}

// The best of a curve and its last; not a number is no best. What other data were worth is no match.
void addResults(Values& into, const std::string& name, const std::vector<float>& curve, size_t ofOtherData = 0) {
    if (curve.empty()) return;
    into[name + " last"] = numberText(curve.back());
    if (ofOtherData >= curve.size()) return;
    float best = curve[ofOtherData];
    for (size_t i = ofOtherData; i < curve.size(); ++i)
        if (std::isnan(best) || (lowerIsBetter(name) ? curve[i] < best : curve[i] > best)) best = curve[i];
    into[name + " best"] = numberText(best);
}

Values resultsOf(const ForeignRun& run) {
    Values values;
    int64_t steps = 0, epochs = 0;
    double first = std::numeric_limits<double>::max(), last = 0;
    for (const auto& [tag, points] : run.curves) {
        const bool ofEpochs = tag.starts_with("epoch_") || tag.starts_with("val_epoch_");  // Keras's, by their number
        std::vector<float> curve;
        curve.reserve(points.size());
        for (const EventPoint& point : points) {
            curve.push_back(static_cast<float>(point.value));
            (ofEpochs ? epochs : steps) = std::max(ofEpochs ? epochs : steps, point.step + (ofEpochs ? 1 : 0));
            first = std::min(first, point.wallTime);
            last = std::max(last, point.wallTime);
        }
        addResults(values, tag, curve);
    }
    if (steps > 0) values["steps"] = std::to_string(steps);
    if (epochs > 0) values["whole epochs"] = std::to_string(epochs);
    if (last > first) values["seconds"] = numberText(std::round((last - first) * 10) / 10);
    if (run.told.status > 0)
        values["state"] = run.told.status == 1 ? "finished" : run.told.status == 2 ? "failed" : "under way";
    return values;
}

bool isForeign(const Side& side) { return side.foreign.has_value(); }

// Beside another program's ours is told in its words.
Values resultsOf(const Side& side, const Sides& all) {
    if (side.foreign) return resultsOf(*side.foreign);
    const auto called = [&all](const std::string& name) {
        if (std::ranges::none_of(all, isForeign)) return name;
        if (!name.starts_with("val_")) return "epoch_" + name;
        const std::string keras = "val_epoch_" + name.substr(4);
        const auto has = [&](const Side& each) { return each.foreign && each.foreign->curves.contains(keras); };
        return std::ranges::any_of(all, has) ? keras : name;
    };
    Values values;
    int64_t steps = 0;
    std::map<int64_t, const EpochRecord*> epochs;
    for (const Event& event : side.run.events) {
        if (const auto* step = std::get_if<StepRecord>(&event)) steps = step->step;
        if (const auto* epoch = std::get_if<EpochRecord>(&event)) epochs[epoch->epoch] = epoch;
        if (const auto* resumed = std::get_if<ResumedRecord>(&event)) {
            steps = std::min(steps, resumed->step);
            epochs.erase(epochs.lower_bound(resumed->epoch), epochs.end());
        }
        if (const auto* state = std::get_if<StateRecord>(&event)) {
            values["state"] = state->state == RunState::Finished  ? "finished"
                              : state->state == RunState::Stopped ? "stopped"
                              : state->state == RunState::Failed  ? "failed"
                                                                  : "under way";
        }
        if (const auto* one = std::get_if<EvaluationRecord>(&event))
            for (const auto& [name, value] : one->values) {
                const std::string views = one->views > 1 ? " (" + std::to_string(one->views) + " views)" : "";
                values[one->split + " " + name + views] = numberText(value);
            }
    }
    double seconds = 0;
    std::map<std::string, std::vector<float>> curves;
    std::map<std::string, size_t> ofOtherData;
    for (const auto& [number, epoch] : epochs) {
        seconds += epoch->seconds;
        for (const auto& [name, value] : epoch->values) {
            curves[name].push_back(value);
            if (number < side.run.info.dataSince) ofOtherData[name] = curves[name].size();
        }
    }
    for (const auto& [name, curve] : curves) addResults(values, called(name), curve, ofOtherData[name]);
    if (steps > 0) values["steps"] = std::to_string(steps);
    values["whole epochs"] =
        std::to_string(epochs.empty() ? 0 : epochs.rbegin()->first + 1) + "/" + std::to_string(side.run.info.epochs);
    if (seconds > 0) values["seconds"] = numberText(std::round(seconds * 10) / 10);
    if (!side.run.info.parent.checkpoint.empty())
        values["began from"] = side.run.info.parent.name + " after step " + std::to_string(side.run.info.parent.step) +
                               (side.run.info.parent.weightsOnly ? ", weights only" : "");
    return values;
}

}  // namespace

bool lowerIsBetter(std::string_view tag) {
    std::string small(tag);
    for (char& c : small)
        if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    for (const char* word : {"loss", "error", "mae", "mse", "perplexity"})
        if (small.find(word) != std::string::npos) return true;
    return false;
}

bool DiffRow::same() const {
    return std::ranges::all_of(values, [&](const std::string& value) { return value == values.front(); });
}

size_t RunDiff::differences() const {
    size_t count = 0;
    for (const DiffSection& section : sections)
        count += static_cast<size_t>(
            std::count_if(section.rows.begin(), section.rows.end(), [](const DiffRow& row) { return !row.same(); }));
    return count;
}

RunDiff diffRuns(const std::vector<std::string>& folders) {
    Sides sides;
    RunDiff diff;
    for (const std::string& folder : folders) diff.runs.push_back(sides.emplace_back(sideOf(folder)).name());
    DiffSection results{Message("Results"), rowsOf(sides, [&](const Side& side) { return resultsOf(side, sides); })};
    if (std::ranges::any_of(sides, isForeign)) {
        const auto settings = [](const Side& side) { return hparamsOf(side); };
        diff.sections = {{Message("Settings"), rowsOf(sides, settings)}, std::move(results)};
        return diff;
    }
    diff.sections = {{Message("Settings"), rowsOf(sides, settingsOf)},
                     {Message("Network"), networkRows(sides)},
                     {Message("Data"), rowsOf(sides, dataOf)},
                     {"Versions and machine", rowsOf(sides, versionsOf)},
                     std::move(results)};
    return diff;
}

std::string toText(const RunDiff& diff, bool all, const Message::Translate& translate) {
    const auto say = [&](const Message& message) { return message.in(translate); };
    std::string text;
    for (const DiffSection& section : diff.sections) {
        text += (text.empty() ? "" : "\n") + say(section.title);
        for (const std::string& run : diff.runs) text += "\t" + run;
        text += "\n";
        size_t equal = 0;
        for (const DiffRow& row : section.rows) {
            if (row.same() && !all) {
                ++equal;
                continue;
            }
            text += (row.same() ? "  " : "* ") + row.name;
            for (const std::string& value : row.values) text += "\t" + (value.empty() ? "–" : value);
            text += "\n";
        }
        if (equal > 0) text += "  " + say(Message("{count} {count|row is|rows are} the same", equal)) + "\n";
    }
    return text;
}

}  // namespace tl
