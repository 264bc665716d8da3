// The end of the network: loss, metric and prediction. Cross-entropy is made from raw scores, which is exact
// where probabilities would be cut off; a softmax before it is looked through, and is then only computed to
// predict.
#include "engine/layers/support.h"

namespace tl::layers {
namespace {

const std::string kCrossEntropy = "sparse_categorical_crossentropy";

// The Dense that decides how many scores arrive here, behind activations and dropout; nullptr where it is
// another.
const Producer* scoringDense(const Producer* producer) {
    while (producer &&
           (producer->type == "Activation" || producer->type == "Dropout" || producer->type == "BatchNormalization"))
        producer = producer->first;
    return producer && producer->type == "Dense" ? producer : nullptr;
}

ShapeResult shape(const ShapeContext& context) {
    const Shape& input = context.inputs[0];
    const Producer* producer = context.producer(0);
    if (input.rank() != 1)
        return ShapeResult::wrong("Output wants one score per class, and gets " + input.toString() + from(producer),
                                  {insertBefore("GlobalAveragePooling2D"), insertBefore("Flatten")},
                                  "A Dense layer with one unit per class usually comes before it.");
    const int64_t classes = context.dataClasses;
    if (classes > 0 && input[0] != classes) {
        const std::string count = std::to_string(classes);
        const Producer* dense = scoringDense(producer);
        std::vector<Repair> repairs;
        if (dense)
            repairs.push_back(
                setProperty("Set units of " + dense->node + " to " + count, "units", classes, dense->node));
        else
            repairs.push_back(insertBefore("Dense"));
        return ShapeResult::wrong("The data set has " + count + (classes == 1 ? " class" : " classes") +
                                      ", and Output gets " + std::to_string(input[0]) +
                                      (input[0] == 1 ? " score" : " scores") + from(producer),
                                  repairs);
    }
    return ShapeResult::of(input);
}

void build(BuildContext& context) {
    const PropertyReader& properties = context.properties();
    const ValueId given = context.inputs()[0], labels = context.labels();
    const Graph& graph = context.graph();
    ValueId scores = given;

    if (properties.text("loss") == kCrossEntropy) {
        const Value& value = graph.value(given);
        const bool softmax =
            value.kind == ValueKind::Computed && graph.nodes[static_cast<size_t>(value.producer)].op == "Softmax";
        if (softmax) scores = graph.nodes[static_cast<size_t>(value.producer)].inputs[0];
        context.setLoss(context.emit("SparseCrossEntropy", {scores, labels})[0]);
        context.setPrediction(softmax ? given : context.emit("Softmax", {scores})[0]);
    } else {
        const int64_t classes = context.shape(given)[1];
        const ValueId target = context.emit("OneHot", {labels}, {{"depth", classes}})[0];
        context.setLoss(context.emit("MeanSquaredError", {given, target})[0]);
        context.setPrediction(given);
    }
    if (properties.text("metrics") == "accuracy")
        context.addMetric("accuracy", context.emit("CountCorrect", {scores, labels})[0]);
}

}  // namespace

LayerType output() {
    LayerType type;
    type.id = type.title = "Output";
    type.category = Category::Io;
    type.icon = "bullseye";
    type.idStem = "output";
    type.help = "Compares the network's scores with the labels: the loss is what training makes smaller, the "
                "metric is "
                "what people look at.";
    type.hasOutput = false;
    type.properties = {
        choiceProperty("loss", kCrossEntropy, {kCrossEntropy, "mean_squared_error"},
                       "What training makes smaller. Cross-entropy suits classes; it takes raw scores or a softmax."),
        choiceProperty("metrics", "accuracy", {"accuracy", "none"},
                       "What is reported beside the loss: accuracy is the share of images whose best score is right."),
    };
    type.shape = shape;
    type.build = build;
    type.summary = [](const PropertyReader& properties) {
        const std::string& metrics = properties.text("metrics");
        return dots({properties.text("loss") == kCrossEntropy ? "cross-entropy" : "mean squared error",
                     metrics == "none" ? "" : metrics});
    };
    type.cases = {{"cross-entropy", {{5}}, {}},
                  {"mean squared error", {{4}}, {{"loss", std::string("mean_squared_error")}}},
                  {"no metric", {{3}}, {{"metrics", std::string("none")}}}};
    return type;
}

}  // namespace tl::layers
