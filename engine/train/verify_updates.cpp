// The walk over the tables of properties, and both ways of doing a trial: by the float64 interpreter, and by a plan.
#include "engine/train/verify_updates.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <set>

#include "engine/core/error.h"
#include "engine/core/rng.h"
#include "engine/train/optimizer.h"
#include "engine/train/training_graph.h"

namespace tl {
namespace {

constexpr int kUpdates = 3;
// Of the way that a weight goes; Newton-Schulz carries what float32 rounds off further than the others.
constexpr double kUpdateTolerance = 1e-4;
constexpr double kRounding = 6e-8;  // of a weight, in each of its updates

// What else a property can be. A number that is out of force by default comes into force, another goes out of it where
// it can; coefficients that may be below 0 are moved a little, since the polynomial they belong to has to converge.
std::vector<PropertyValue> otherValues(const Property& property) {
    switch (property.kind) {
    case PropertyKind::Bool: return {!std::get<bool>(property.defaultValue)};
    case PropertyKind::Int: return {std::get<int64_t>(property.defaultValue) + 1};
    case PropertyKind::Float: {
        const double usual = std::get<double>(property.defaultValue);
        if (property.minimum < 0) return {1.01 * usual};
        return {usual != 0 && property.minimum == 0 ? 0.0 : 0.3};
    }
    case PropertyKind::Choice: {
        std::vector<PropertyValue> others(property.choices.begin(), property.choices.end());
        std::erase(others, property.defaultValue);
        return others;
    }
    case PropertyKind::Text: return {std::string(property.key.ends_with("_mult") ? "conv=0.5" : "conv")};
    default: return {};
    }
}

// Others may only count beside it.
bool isSwitch(const Property& property) {
    return property.kind == PropertyKind::Choice || property.defaultValue == PropertyValue(0.0);
}

// With what it takes for the property to count.
Properties with(Properties values, const std::vector<Property>& table, const Property& property,
                const PropertyValue& value) {
    if (!isVisible(property, table, values)) {
        const Property& other = *std::ranges::find(table, property.visibleWhenKey, &Property::key);
        const std::string& wanted = property.visibleWhenValue;
        values = with(std::move(values), table, other, parseProperty(other, wanted.substr(0, wanted.find('|'))));
    }
    values[property.key] = value;
    return values;
}

std::set<Properties> walk(const std::vector<Property>& table, const std::set<Properties>& from,
                          const std::function<bool(const Property&)>& wanted) {
    std::set<Properties> all = from;
    for (const Properties& values : from)
        for (const Property& property : table)
            if (wanted(property))
                for (const PropertyValue& other : otherValues(property))
                    all.insert(with(values, table, property, other));
    return all;
}

std::string textOf(const UpdateTrial& trial) {
    std::string text;
    for (const Properties* properties : {&trial.optimizer.properties, &trial.options})
        for (const auto& [key, value] : *properties) text += (text.empty() ? "" : ", ") + key + "=" + toString(value);
    return text.empty() ? "defaults" : text;
}

// From -1 to 1, as float32 has it.
ReferenceTensor drawn(const Shape& shape, Rng& rng) {
    ReferenceTensor tensor{shape, std::vector<double>(static_cast<size_t>(shape.elements()))};
    for (double& value : tensor.values) value = static_cast<double>(static_cast<float>(2 * rng.uniform() - 1));
    return tensor;
}

// A matrix, a convolution's kernel, a table and biases, which an optimizer may treat each in its own way.
struct TrialGraph {
    Graph graph;
    std::vector<ValueId> weights, gradients;
    ReferenceFeeds begin;  // weights, and slots at 0
};

TrialGraph graphOf(const UpdateTrial& trial) {
    TrialGraph made;
    Rng rng(3, streamId("updates"));
    const std::pair<std::string, Shape> weights[] = {{"dense/kernel", {13, 29}},
                                                     {"dense/bias", {29}},
                                                     {"conv/kernel", {5, 3, 3, 3}},
                                                     {"conv/bias", {5}},
                                                     {"embedding/embeddings", {7, 6}}};
    for (const auto& [name, shape] : weights) {
        made.weights.push_back(made.graph.addParameter(name, shape));
        made.gradients.push_back(made.graph.addInput(name + "/gradient", shape, DType::Float32));
    }
    addUpdates(made.graph, made.weights, made.gradients, trial.optimizer, trial.options);
    for (const Value& value : made.graph.values) {
        if (value.kind != ValueKind::Parameter && value.kind != ValueKind::State) continue;
        ReferenceTensor& tensor = made.begin[value.name];
        if (value.kind == ValueKind::Parameter)
            tensor = drawn(value.shape, rng);
        else
            tensor = {value.shape, std::vector<double>(static_cast<size_t>(value.shape.elements()))};
    }
    return made;
}

// Does the trial's updates: `update` is given each one's gradients and rates.
void eachUpdate(const UpdateTrial& trial, const TrialGraph& made,
                const std::function<void(const ReferenceFeeds&, const StepContext&)>& update) {
    Rng rng(5, streamId("gradients"));
    for (int step = 0; step < kUpdates; ++step) {
        ReferenceFeeds gradients;
        for (const ValueId id : made.gradients) {
            const Value& value = made.graph.value(id);
            gradients[value.name] = drawn(value.shape, rng);
        }
        // Far more than one would train with, so that the way is long beside what is rounded off.
        const auto rate =
            static_cast<float>((100 - 20 * step) * findOptimizer(trial.optimizer.type).defaultLearningRate);
        update(gradients, {1, static_cast<uint64_t>(step), rate, rate / 2});
    }
}

ReferenceFeeds onDevice(const UpdateTrial& trial, const std::string& device) {
    const TrialGraph made = graphOf(trial);
    ModelState state;
    for (const auto& [name, tensor] : made.begin) state[name] = toTensor(tensor, DType::Float32);
    CompileOptions options;
    options.device = device;
    options.threads = 1;
    Plan plan(made.graph, state, options);
    eachUpdate(trial, made, [&](const ReferenceFeeds& gradients, const StepContext& context) {
        for (const ValueId id : made.gradients)
            plan.setInput(id, toTensor(gradients.at(made.graph.value(id).name), DType::Float32).data());
        plan.runAll(context);
    });
    ReferenceFeeds end;
    for (const auto& [name, tensor] : state) end[name] = toReference(tensor);
    return end;
}

double distanceOf(const std::vector<double>& a, const std::vector<double>& b) {
    double sum = 0;
    for (size_t i = 0; i < a.size(); ++i) sum += (a[i] - b[i]) * (a[i] - b[i]);
    return std::sqrt(sum);
}

// How far a weight is from where it should be, as a share of its way, beyond what float32 rounds off.
double errorOf(const std::vector<double>& found, const std::vector<double>& expected,
               const std::vector<double>& begin) {
    const double apart = distanceOf(found, expected), way = distanceOf(expected, begin);
    const double rounded = kUpdates * kRounding * distanceOf(expected, std::vector<double>(expected.size()));
    if (std::isnan(apart)) return INFINITY;
    return apart <= rounded ? 0 : (apart - rounded) / way;
}

}  // namespace

std::vector<UpdateTrial> updateTrials() {
    std::vector<UpdateTrial> trials;
    const std::set<Properties> defaults{Properties{}};
    const auto all = [](const Property&) { return true; };
    for (const OptimizerType& type : allOptimizers()) {
        for (const Properties& properties : walk(type.properties, walk(type.properties, defaults, isSwitch), all))
            trials.push_back({{type.id, properties}, {}});
        Properties decaying;  // some of the options are about that
        for (const Property& property : type.properties)
            if (property.key == "weight_decay") decaying[property.key] = 0.3;
        for (const Properties& options : walk(optimizerOptions(), defaults, all))
            if (!options.empty()) trials.push_back({{type.id, decaying}, options});
    }
    return trials;
}

ReferenceFeeds referenceOf(const UpdateTrial& trial) {
    const TrialGraph made = graphOf(trial);
    ReferenceFeeds state = made.begin;
    eachUpdate(trial, made, [&](const ReferenceFeeds& gradients, const StepContext& context) {
        ReferenceFeeds feeds = state;
        feeds.insert(gradients.begin(), gradients.end());
        const auto contents = evaluateReference(made.graph, feeds, context);
        for (size_t i = 0; i < contents.size(); ++i) {
            const Value& value = made.graph.values[i];
            if (value.kind == ValueKind::Parameter || value.kind == ValueKind::State) state[value.name] = contents[i];
        }
    });
    return state;
}

std::vector<VerifyResult> verifyUpdates(const std::string& device, const std::string& name,
                                        const std::function<void(const VerifyResult&)>& report) {
    std::vector<VerifyResult> results;
    for (const UpdateTrial& trial : updateTrials()) {
        if (!name.empty() && name != trial.optimizer.type) continue;
        VerifyResult& result = results.emplace_back(
            VerifyResult{"optimizer", trial.optimizer.type, textOf(trial), "updates", 0, kUpdateTolerance, {}});
        try {
            const TrialGraph made = graphOf(trial);
            const ReferenceFeeds expected = referenceOf(trial), found = onDevice(trial, device);
            for (const auto& [value, tensor] : expected)
                result.error = std::max(result.error, relativeDifference(found.at(value).values, tensor.values));
            for (const ValueId id : made.weights) {
                const std::string& weight = made.graph.value(id).name;
                result.error = std::max(result.error, errorOf(found.at(weight).values, expected.at(weight).values,
                                                              made.begin.at(weight).values));
            }
        } catch (const std::exception& error) {
            result.message = messageOf(error);
        }
        if (report) report(result);
    }
    return results;
}

}  // namespace tl
