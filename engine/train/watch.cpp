// The language of watches: patterns, kinds, and the names that a step's values go by.
#include "engine/train/watch.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <set>

#include "engine/core/error.h"
#include "engine/core/nearest_name.h"
#include "engine/ops/op.h"
#include "engine/train/step_plan.h"

namespace tl {
namespace {

using Group = WatchableValue::Group;

constexpr std::array kKinds{"all", "histogram", "statistics", "update_ratio", "pictures"};
constexpr size_t kNearest = 3;
constexpr std::pair<std::string_view, Group> kGroups[] = {
    {"weights", Group::Weight}, {"gradients", Group::Gradient}, {"outputs", Group::Output}};

std::vector<std::string> parts(const std::string& text, char separator) {
    std::vector<std::string> result(1);
    for (const char c : text) {
        if (c == separator)
            result.emplace_back();
        else
            result.back() += c;
    }
    for (std::string& part : result) {
        part.erase(0, part.find_first_not_of(' ') == std::string::npos ? part.size() : part.find_first_not_of(' '));
        part.erase(part.find_last_not_of(' ') + 1);
    }
    return result;
}

bool fits(std::string_view pattern, std::string_view name) {
    size_t p = 0, n = 0, star = std::string_view::npos, from = 0;
    while (n < name.size()) {
        if (p < pattern.size() && (pattern[p] == '?' || pattern[p] == name[n])) {
            ++p, ++n;
        } else if (p < pattern.size() && pattern[p] == '*') {
            star = p++, from = n;
        } else if (star != std::string_view::npos) {
            p = star + 1, n = ++from;
        } else {
            return false;
        }
    }
    while (p < pattern.size() && pattern[p] == '*') ++p;
    return p == pattern.size();
}

std::string nearest(const std::vector<WatchableValue>& values, std::string pattern) {
    std::erase(pattern, '*');
    std::vector<std::pair<size_t, std::string>> found;
    for (const WatchableValue& value : values)
        if (value.group != Group::Other) found.emplace_back(slips(pattern, value.name), value.name);
    std::ranges::stable_sort(found, {}, &std::pair<size_t, std::string>::first);
    std::string names;
    for (size_t i = 0; i < std::min(found.size(), kNearest); ++i) names += (i > 0 ? ", " : "") + found[i].second;
    return names;
}

bool isOpaque(const Graph& graph, const Value& value) {
    if (value.kind != ValueKind::Computed) return false;
    const Node& node = graph.nodes[static_cast<size_t>(value.producer)];
    for (const int output : findOp(node.op).opaqueOutputs)
        if (&graph.value(node.outputs[static_cast<size_t>(output)]) == &value) return true;
    return false;
}

using Ids = std::map<std::string, ValueId>;

std::vector<WatchableValue> valuesOf(const Graph& graph, const Ids& gradients, const Ids& outputs) {
    std::vector<WatchableValue> result;
    std::set<std::string> names;
    const auto add = [&](const std::string& name, Group group, ValueId id) {
        if (names.insert(name).second) result.push_back({name, group, id});
    };
    const auto all = [&](ValueKind kind, Group group) {
        for (size_t i = 0; i < graph.values.size(); ++i)
            if (graph.values[i].kind == kind) add(graph.values[i].name, group, static_cast<ValueId>(i));
    };
    all(ValueKind::Parameter, Group::Weight);
    for (const auto& [weight, id] : gradients) add(weight + "/gradient", Group::Gradient, id);
    for (const auto& [layer, id] : outputs)
        if (graph.value(id).kind == ValueKind::Computed) add(layer + "/output", Group::Output, id);
    if (const ValueId data = graph.find("data"); data != kNoValue) add("input", Group::Input, data);
    all(ValueKind::State, Group::Other);
    all(ValueKind::Input, Group::Other);
    for (size_t i = 0; i < graph.values.size(); ++i) {
        const Value& value = graph.values[i];
        // What an update has written goes by the name of what it has updated.
        if (value.kind == ValueKind::Computed && graph.rootOf(static_cast<ValueId>(i)) == kNoValue &&
            !isOpaque(graph, value))
            add(value.name, Group::Other, static_cast<ValueId>(i));
    }
    return result;
}

std::vector<Watch> defaultsOf(const Graph& graph, const Ids& outputs) {
    std::vector<Watch> watches = everyRunsWatches();
    for (const Node& node : graph.nodes)
        if (node.op == "Conv2D" && outputs.count(node.layer)) {
            watches.push_back({node.layer + "/output", WatchKind::Pictures});
            break;
        }
    return watches;
}

}  // namespace

const char* nameOf(WatchKind kind) { return kKinds[static_cast<size_t>(kind)]; }

const std::vector<WatchKind>& allWatchKinds() {
    static const std::vector<WatchKind> all{WatchKind::All, WatchKind::Histogram, WatchKind::Statistics,
                                            WatchKind::UpdateRatio, WatchKind::Pictures};
    return all;
}

Watch watchFrom(const std::string& text) {
    const std::vector<std::string> given = parts(text, ':');
    Watch watch;
    watch.pattern = given[0];
    if (watch.pattern.empty() || given.size() > 3)
        throw Error("A watch", "PATTERN:KIND:EVERY, such as conv_*/kernel:histogram:50", text);
    if (given.size() > 1) {
        const auto kind = std::ranges::find(kKinds, given[1]);
        if (kind == kKinds.end())
            throw Error(Message("The kind of watch \"{kind}\"", given[1]),
                        "all, histogram, statistics, update_ratio or pictures", given[1]);
        watch.kind = static_cast<WatchKind>(kind - kKinds.begin());
    }
    if (given.size() > 2 && given[2] != "auto") {
        const auto* end = given[2].data() + given[2].size();
        const auto read = std::from_chars(given[2].data(), end, watch.every);
        if (read.ec != std::errc() || read.ptr != end || watch.every < 1)
            throw Error("The interval of a watch", "a number of steps from 1 on, or auto", given[2]);
    }
    return watch;
}

std::string toText(const Watch& watch) {
    return watch.pattern + ":" + nameOf(watch.kind) + ":" +
           (watch.every > 0 ? std::to_string(watch.every) : std::string("auto"));
}

std::vector<WatchableValue> watchableValues(const StepPlan& plan) {
    return valuesOf(plan.graph(), plan.gradients(), plan.layerOutputs());
}
std::vector<WatchableValue> watchableValues(const StepGraph& step) {
    return valuesOf(step.built.graph, step.training.gradients, step.built.outputs);
}

std::vector<WatchableValue> watchedBy(const Watch& watch, const std::vector<WatchableValue>& values) {
    std::vector<WatchableValue> found = matching(values, watch.pattern);
    if (watch.kind != WatchKind::UpdateRatio) return found;
    std::erase_if(found, [](const WatchableValue& value) { return value.group != Group::Weight; });
    if (found.empty())
        throw Error(Message("Update ratios are of weights, and \"{pattern}\" finds none.", watch.pattern));
    return found;
}

std::vector<WatchableValue> matching(const std::vector<WatchableValue>& values, const std::string& pattern) {
    std::vector<WatchableValue> result;
    std::set<std::string_view> taken;
    const auto take = [&](const auto& wanted) {
        size_t found = 0;
        for (const WatchableValue& value : values)
            if (wanted(value)) {
                ++found;
                if (taken.insert(value.name).second) result.push_back(value);
            }
        return found;
    };
    for (const std::string& part : parts(pattern, ',')) {
        size_t found = take([&](const auto& v) { return v.name == part; });
        for (const auto& [word, group] : kGroups) {
            const bool whole = part == word;
            if (!whole && !part.ends_with("/" + std::string(word))) continue;
            const std::string of = (whole ? "*" : part.substr(0, part.size() - word.size() - 1)) + "/*";
            found += take([&, group = group](const auto& v) { return v.group == group && fits(of, v.name); });
        }
        if (found == 0) found = take([&](const auto& v) { return v.group != Group::Other && fits(part, v.name); });
        if (found == 0) found = take([&](const auto& v) { return v.group == Group::Other && fits(part, v.name); });
        if (found == 0)
            throw Error(
                Message("No value is called \"{pattern}\". The nearest are {names}.", part, nearest(values, part)));
    }
    return result;
}

std::vector<std::string> watchableNames(const NetworkSpec& network, const DataFacts& facts) {
    const BuiltNetwork built = build(network, facts, 1, true);
    std::vector<std::string> names(std::begin(kValueGroups), std::end(kValueGroups));
    for (const BuiltParameter& parameter : built.parameters) {
        names.push_back(parameter.name);
        if (parameter.trainable) names.push_back(parameter.name + "/gradient");
    }
    for (const auto& [layer, id] : built.outputs)
        if (built.graph.value(id).kind == ValueKind::Computed) names.push_back(layer + "/output");
    return names;
}

std::vector<Watch> everyRunsWatches() {
    return {
        {"weights", WatchKind::Histogram}, {"gradients", WatchKind::Histogram}, {"weights", WatchKind::UpdateRatio}};
}

std::vector<Watch> defaultWatches(const StepPlan& plan) { return defaultsOf(plan.graph(), plan.layerOutputs()); }
std::vector<Watch> defaultWatches(const StepGraph& step) { return defaultsOf(step.built.graph, step.built.outputs); }

}  // namespace tl
