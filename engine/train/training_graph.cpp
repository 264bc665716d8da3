// Everything here is nodes of the graph, so that the plan counts their memory and a gradient never leaves it.
#include "engine/train/training_graph.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "engine/core/error.h"
#include "engine/train/optimizers/support.h"
#include "engine/train/parameter_names.h"

namespace tl {
namespace {

constexpr const char* kAverage = "/average";

PropertyReader optionsOf(const Properties& options) { return {optimizerOptions(), options, "the optimizer's options"}; }

ValueId addCheck(Graph& graph, const std::vector<ValueId>& gradients) {
    return graph.addNode("AllFinite", "gradients/finite", gradients, {}, "", Phase::Backward)[0];
}

// Means over all devices, where there are several; returns what has to be finite for the step to be taken. The loss is
// among that then: one device's part may be infinite where its gradient is not.
std::vector<ValueId> shared(Graph& graph, std::vector<ValueId>& gradients, ValueId& loss, const Together& together) {
    if (together.devices.empty()) return gradients;
    loss = shareGradients(graph, gradients, loss, together);
    std::vector<ValueId> all = gradients;
    all.push_back(loss);
    return all;
}

// The gradient starts at the loss scale, which is taken out of it before the updates. Returns the value that says
// whether all gradients are finite.
ValueId addScaledGradient(Graph& graph, ValueId& loss, const std::vector<ValueId>& targets,
                          std::vector<ValueId>& gradients, const Together& together) {
    const ValueId scale = graph.addState(kLossScale, {}), good = graph.addState("loss_scale/good_steps", {});
    gradients = addGradient(graph, {{loss, scale}}, targets);
    const ValueId finite = addCheck(graph, shared(graph, gradients, loss, together));
    for (ValueId& gradient : gradients)
        gradient = graph.addNode("Unscale", graph.value(gradient).name + "/unscale", {gradient, scale}, {}, "",
                                 Phase::Backward)[0];
    graph.addNode("LossScaleUpdate", kLossScale, {scale, good, finite}, {{"growth_interval", int64_t{2000}}}, "",
                  Phase::Backward);
    return finite;
}

// An optimizer's properties with this much of every decay.
Properties withDecay(const OptimizerType& optimizer, const Properties& properties, double factor) {
    const PropertyReader given(optimizer.properties, properties, "optimizer " + optimizer.id);
    Properties result = properties;
    for (const Property& property : optimizer.properties)
        if (property.key.ends_with("weight_decay") && property.kind == PropertyKind::Float)
            result[property.key] = given.number(property.key) * factor;
    return result;
}

// What of the options single weights have otherwise than the others.
struct OwnRates {
    explicit OwnRates(const PropertyReader& options)
        : rates("lr_mult", options.text("lr_mult")), decays("wd_mult", options.text("wd_mult")),
          undecayed("exclude_from_weight_decay", options.text("exclude_from_weight_decay")),
          frozen("freeze_out", options.text("freeze_out")) {}

    double decayOf(const std::string& name) const { return undecayed.mean(name) ? 0 : decays.of(name); }
    // Of the node that updates it. A decoupled decay goes by the rate too, and lr_ratio leaves it out.
    void applyTo(const std::string& name, Attributes& update) const {
        if (const double factor = rates.of(name); factor != 1) {
            update.set("lr_ratio", update.number("lr_ratio", 1) * factor);
            if (update.integer("decoupled_weight_decay", 0) != 0)
                update.set("weight_decay", update.number("weight_decay", 0) * factor);
        }
        if (frozen.mean(name)) update.set("freeze_out", int64_t{1});
    }

    ParameterFactors rates, decays;
    ParameterNames undecayed, frozen;
};

// Adds each gradient to a sum that outlives the step; what comes back is their mean, taken when weights move.
void accumulate(Graph& graph, const std::vector<ValueId>& targets, std::vector<ValueId>& gradients, int64_t steps) {
    // Moving averages of layers follow every step, whether or not weights move.
    for (Node& node : graph.nodes)
        if (node.phase == Phase::Update) node.phase = Phase::Accumulate;
    for (size_t i = 0; i < targets.size(); ++i) {
        const std::string name = graph.value(targets[i]).name, total = name + "/accumulated";
        const ValueId state = graph.addState(total, graph.value(targets[i]).shape);
        const ValueId sum = graph.addNode("AccumulateGradient", name + "/accumulate", {state, gradients[i]}, {}, {},
                                          Phase::Accumulate)[0];
        graph.value(sum).name = total;
        const auto taken =
            graph.addNode("AccumulatedMean", name + "/accumulated_mean", {sum}, {{"steps", steps}}, {}, Phase::Update);
        graph.value(taken[0]).name = total;
        gradients[i] = taken[1];
    }
}

void clip(Graph& graph, const std::vector<ValueId>& targets, std::vector<ValueId>& gradients,
          const PropertyReader& options) {
    const double value = options.number("clipvalue"), each = options.number("clipnorm");
    const double all = options.number("global_clipnorm");
    ValueId norm = kNoValue;
    if (all > 0) norm = graph.addNode("GlobalNorm", "optimizer/global_norm", gradients, {}, {}, Phase::Update)[0];
    for (size_t i = 0; i < targets.size(); ++i) {
        const std::string name = graph.value(targets[i]).name;
        if (value > 0) {
            gradients[i] = graph.addNode("ClipByValue", name + "/clip", {gradients[i]}, {{"clip_value", value}}, {},
                                         Phase::Update)[0];
        } else if (each > 0 || all > 0) {
            const ValueId length =
                all > 0 ? norm : graph.addNode("GlobalNorm", name + "/norm", {gradients[i]}, {}, {}, Phase::Update)[0];
            gradients[i] = graph.addNode("ClipByNorm", name + "/clip", {gradients[i], length},
                                         {{"clip_norm", all > 0 ? all : each}}, {}, Phase::Update)[0];
        }
    }
}

// What the nodes so far have written to a parameter: the newest value that lives at its address.
ValueId written(const Graph& graph, ValueId parameter) {
    auto newest = static_cast<ValueId>(graph.values.size()) - 1;
    while (graph.rootOf(newest) != parameter) --newest;
    return newest;
}

void constrain(Graph& graph, ValueId parameter, const Attributes& constraint, const char* node) {
    const std::string name = graph.value(parameter).name;
    const ValueId updated = written(graph, parameter);
    const ValueId kept = graph.addNode("Constrain", name + node, {updated}, constraint, {}, Phase::Update)[0];
    graph.value(kept).name = name;
}

// What is overwritten goes by multiples of its frequency, and a float counts no further than 2^24: from the last of
// them below that it falls back by one frequency. It stays above 1, which WeightAverage takes for the first update.
Attributes emaCounting(int64_t frequency) {
    constexpr int64_t kMost = int64_t{1} << 24;
    if (frequency == 0 || frequency >= kMost / 2) return {};
    return {{"most", (kMost - 1) / frequency * frequency}, {"back", frequency}};
}

void average(Graph& graph, ValueId parameter, const PropertyReader& options) {
    const std::string name = graph.value(parameter).name;
    const ValueId weight = written(graph, parameter);
    const ValueId count = optimizers::countOf(graph, "ema");
    const ValueId state = graph.addState(averageName(name), graph.value(weight).shape);
    const ValueId moved = graph.addNode("WeightAverage", name + "/ema", {state, weight, count},
                                        {{"momentum", options.number("ema_momentum")}}, {}, Phase::Update)[0];
    graph.value(moved).name = averageName(name);
    const int64_t frequency = options.integer("ema_overwrite_frequency");
    if (frequency == 0) return;
    const ValueId replaced = graph.addNode("OverwriteWeights", name + "/ema_overwrite", {weight, moved, count},
                                           {{"frequency", frequency}}, {}, Phase::Update)[0];
    graph.value(replaced).name = name;
}

}  // namespace

const std::vector<Property>& optimizerOptions() {
    static const std::vector<Property> options{
        floatProperty("clipvalue", 0, 0, 1e9, "Brings every number of a gradient between -this and this; 0 does not."),
        floatProperty("clipnorm", 0, 0, 1e9, "Shortens the gradient of each weight tensor to this length; 0 does not."),
        floatProperty("global_clipnorm", 0, 0, 1e9,
                      "Shortens all gradients together to this length, keeping their direction; 0 does not."),
        intProperty("gradient_accumulation_steps", 1, 1, 4096,
                    "Steps whose gradients make one update: as a batch so many times larger, in the memory of one."),
        textProperty("exclude_from_weight_decay", "",
                     "Weights that no decay pulls at, such as bias$, gamma: regular expressions that are found in the "
                     "weight's name, commas between."),
        textProperty(
            "lr_mult", "",
            "Weights with a rate of their own, such as bias$=2, dense_1=0.1: regular expressions that are found "
            "in the weight's name, each with what the rate is multiplied by; commas between."),
        textProperty("wd_mult", "", "The same for the weights' decay."),
        textProperty("freeze_out", "",
                     "Weights that learn in the first epochs only: regular expressions that are found in the weight's "
                     "name, commas between. Their rate goes through the whole schedule in that time and is 0 then."),
        intProperty("freeze_out_epochs", 1, 1, 1000000, "Epochs in which weights of freeze_out learn."),
        boolProperty("use_ema", false,
                     "Keeps a moving average of the weights; validation, evaluation and predictions use it."),
        shownWhen(floatProperty("ema_momentum", 0.99, 0, 0.9999999, "How much of the average is kept at an update."),
                  "use_ema", "true"),
        shownWhen(intProperty("ema_overwrite_frequency", 0, 0, 1e9,
                              "Puts the average in the place of the weights at every so many updates; 0 never does."),
                  "use_ema", "true"),
    };
    return options;
}

void checkOptimizerOptions(const Properties& options) {
    int clips = 0;
    for (const char* key : {"clipvalue", "clipnorm", "global_clipnorm"}) clips += optionsOf(options).number(key) > 0;
    if (clips > 1)
        throw Error("Only one of clipvalue, clipnorm and global_clipnorm can be above 0: set the others to 0.");
    const OwnRates readable(optionsOf(options));
}

std::vector<Message> expressionsForNothing(const TrainingSpec& training, const std::vector<std::string>& weights) {
    const OwnRates own(optionsOf(training.optimizerOptions));
    std::vector<std::pair<std::string, std::vector<std::string>>> all{
        {"lr_mult", own.rates.foundNowhere(weights)},
        {"wd_mult", own.decays.foundNowhere(weights)},
        {"freeze_out", own.frozen.foundNowhere(weights)},
        {"exclude_from_weight_decay", own.undecayed.foundNowhere(weights)}};
    const OptimizerType& optimizer = findOptimizer(training.optimizer.type);
    const std::string excluded = "exclude_layers";
    if (std::ranges::count(optimizer.properties, excluded, &Property::key) > 0) {
        const PropertyReader given(optimizer.properties, training.optimizer.properties, "optimizer " + optimizer.id);
        all.emplace_back(excluded, ParameterNames(excluded, given.text(excluded)).foundNowhere(weights));
    }
    const std::vector<std::string> some(weights.begin(), weights.begin() + std::min<ptrdiff_t>(std::ssize(weights), 4));
    std::vector<Message> sentences;
    for (const auto& [setting, expressions] : all)
        for (const std::string& expression : expressions)
            sentences.push_back(Message(
                "\"{expression}\" of {setting} is in the name of no weight that is trained, and changes nothing; their names are such as {names}.",
                expression, setting, some));
    return sentences;
}

int64_t accumulationSteps(const Properties& options) {
    return optionsOf(options).integer("gradient_accumulation_steps");
}

std::string averageName(const std::string& parameter) { return parameter + kAverage; }

ModelState inferenceState(const ModelState& state, const Properties& options) {
    ModelState result = state;
    if (!optionsOf(options).boolean("use_ema")) return result;
    for (auto& [name, tensor] : result)
        if (const auto found = state.find(averageName(name)); found != state.end()) tensor = found->second;
    return result;
}

void addUpdates(Graph& graph, const std::vector<ValueId>& targets, std::vector<ValueId> gradients,
                const TypedProperties& chosen, const Properties& given, const std::vector<Attributes>& constraints) {
    const OptimizerType& optimizer = findOptimizer(chosen.type);
    const PropertyReader properties(optimizer.properties, chosen.properties, "optimizer " + chosen.type);
    const PropertyReader options = optionsOf(given);
    checkOptimizerOptions(given);
    const bool averaged = options.boolean("use_ema");
    if (const int64_t steps = accumulationSteps(given); steps > 1) accumulate(graph, targets, gradients, steps);
    clip(graph, targets, gradients, options);
    if (optimizer.begin) optimizer.begin(graph, properties);
    if (averaged) optimizers::addCount(graph, "ema", emaCounting(options.integer("ema_overwrite_frequency")));
    const OwnRates own(options);
    for (size_t i = 0; i < targets.size(); ++i) {
        const std::string name = graph.value(targets[i]).name;
        const Properties decayed = withDecay(optimizer, chosen.properties, own.decayOf(name));
        optimizer.update(graph, targets[i], gradients[i],
                         PropertyReader(optimizer.properties, decayed, "optimizer " + chosen.type));
        own.applyTo(name, graph.nodes.back().attributes);
        const bool constrained = i < constraints.size() && !constraints[i].values().empty();
        if (constrained) constrain(graph, targets[i], constraints[i], "/constraint");
        if (averaged) average(graph, targets[i], options);
        // The mean of weights of one norm has a smaller one. What goes a part of the way at each update, and holds
        // nothing there, would go it twice.
        if (constrained && averaged && options.integer("ema_overwrite_frequency") > 0 &&
            constraints[i].number("rate", 1) == 1)
            constrain(graph, targets[i], constraints[i], "/ema_constraint");
    }
}

Message nothingToTrain(bool weights) {
    return weights ? Message("All weights of the network are frozen: switch trainable on in a layer that is to learn.")
                   : Message("The network has nothing to train: add a layer with weights, such as Dense or Conv2D.");
}

TrainingValues addTrainingStep(BuiltNetwork& built, const TypedProperties& optimizer, const Properties& options,
                               bool scaled, const Together& together) {
    std::vector<ValueId> targets;
    std::vector<Attributes> constraints;
    for (const BuiltParameter& parameter : built.parameters) {
        if (!parameter.trainable) continue;
        targets.push_back(parameter.value);
        constraints.push_back(parameter.constraint);
    }
    if (targets.empty()) throw Error(nothingToTrain(!built.parameters.empty()));
    std::vector<ValueId> gradients;
    TrainingValues values;
    values.loss = built.loss;
    if (scaled) {
        values.finite = addScaledGradient(built.graph, values.loss, targets, gradients, together);
        values.lossScale = built.graph.find(kLossScale);
    } else {
        gradients = addGradient(built.graph, built.loss, targets);
        values.finite = addCheck(built.graph, shared(built.graph, gradients, values.loss, together));
    }
    for (size_t i = 0; i < targets.size(); ++i) values.gradients[built.graph.value(targets[i]).name] = gradients[i];
    addUpdates(built.graph, targets, std::move(gradients), optimizer, options, constraints);
    return values;
}

}  // namespace tl
