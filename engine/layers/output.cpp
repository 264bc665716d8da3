// The end of the network: loss, metrics and prediction, each from its registry (losses/, metrics/).
#include <algorithm>

#include "engine/core/error.h"
#include "engine/layers/metric_type.h"
#include "engine/layers/support.h"

namespace tl::layers {
namespace {

// More classes than this are no picture any more, and their counts would cost more than the network.
constexpr int64_t kMostConfused = 1000;

// The Dense that decides how many scores arrive here, behind activations and dropout; nullptr where it is
// another.
const Producer* scoringDense(const Producer* producer) {
    while (producer &&
           (producer->type == "Activation" || producer->type == "Dropout" || producer->type == "BatchNormalization"))
        producer = producer->first;
    return producer && producer->type == "Dense" ? producer : nullptr;
}

// Data whose labels are numbers wants one value, a loss of values and metrics of values.
ShapeResult shapeForNumbers(const ShapeContext& context, const LossType& loss) {
    const Shape& input = context.inputs[0];
    const Producer* producer = context.producer(0);
    if (!loss.numbers)
        return ShapeResult::wrong(
            Message("The data set's labels are numbers, and {name} wants classes", loss.id),
            {setProperty(Message("Set {property} to {value}", std::string("loss"), std::string("mean_squared_error")),
                         "loss", std::string("mean_squared_error")),
             setProperty(Message("Set {property} to {value}", std::string("loss"), std::string("huber")), "loss",
                         std::string("huber"))});
    for (const std::string& id : context.properties.choices("metrics"))
        if (!findMetric(id).numbers)
            return ShapeResult::wrong(
                Message("The data set's labels are numbers, and the metric {name} counts classes", id),
                {setProperty(
                    Message("Set {property} to {value}", std::string("metrics"), std::string("mean_absolute_error")),
                    "metrics", std::string("mean_absolute_error"))});
    if (input[0] == 1) return ShapeResult::of(input);
    std::vector<Repair> repairs = {insertDense(1)};
    if (const Producer* dense = scoringDense(producer))
        repairs = {
            setProperty(Message("Set units of {node} to {count}", dense->node, 1), "units", int64_t{1}, dense->node)};
    return ShapeResult::wrong(Message("The data set has one number a sample, and Output gets {input}",
                                      from(Message("{count}", input[0]), producer)),
                              repairs);
}

ShapeResult outputShape(const ShapeContext& context) {
    const Shape& input = context.inputs[0];
    const Producer* producer = context.producer(0);
    if (input.rank() != 1)
        return ShapeResult::wrong(
            Message("Output wants one score per class, and gets {input}", from(input.toString(), producer)),
            {insertBefore("GlobalAveragePooling2D"), insertBefore("Flatten")},
            "A Dense layer with one unit per class usually comes before it.");
    const int64_t classes = context.dataClasses;
    const LossType& loss = findLoss(context.properties.text("loss"));
    if (context.dataNumbers) return shapeForNumbers(context, loss);
    if (classes == 1) {
        ShapeResult alone = ShapeResult::wrong(
            "The data set has one class only: there is nothing to tell apart", {},
            "Add samples of another class: a second folder, or rows with another label. Where numbers are to be "
            "learned, choose a column of numbers as the label.");
        alone.diagnostics[0].inputPort = -1;
        return alone;
    }
    const bool one = input[0] == 1 && (classes == 2 || classes == 0);
    if (one && !loss.oneScore) {
        std::vector<Repair> repairs = {
            setProperty(Message("Set {property} to {value}", std::string("loss"), std::string("binary_crossentropy")),
                        "loss", std::string("binary_crossentropy"))};
        if (const Producer* dense = scoringDense(producer); dense && classes == 2)
            repairs.push_back(setProperty(Message("Set units of {node} to {count}", dense->node, 2), "units",
                                          int64_t{2}, dense->node));
        return ShapeResult::wrong(
            Message("{loss} wants a score for each class, and gets {input}", loss.id, from("one", producer)), repairs,
            "One score can stand for two classes with a binary loss.");
    }
    if (classes > 0 && input[0] != classes && !one) {
        const Producer* dense = scoringDense(producer);
        std::vector<Repair> repairs;
        if (dense)
            repairs.push_back(setProperty(Message("Set units of {node} to {count}", dense->node, classes), "units",
                                          classes, dense->node));
        else
            repairs.push_back(insertDense(classes));
        return ShapeResult::wrong(Message("The data set has {classes} {classes|class|classes}, and Output gets {input}",
                                          classes, from(Message("{count} {count|score|scores}", input[0]), producer)),
                                  repairs);
    }
    try {
        parseClassWeights(context.properties.text("class_weight"), std::max<int64_t>(input[0], 2), {});
    } catch (const Error& error) {
        ShapeResult wrong = ShapeResult::wrong(
            error.message(), {setProperty("Let all classes count alike", "class_weight", std::string())});
        wrong.diagnostics[0].inputPort = -1;
        return wrong;
    }
    return ShapeResult::of(input);
}

void buildOutput(BuildContext& context) {
    const PropertyReader& properties = context.properties();
    LossContext values(context, context.ends().overViews(context.inputs()[0]));
    const ValueId loss = findLoss(properties.text("loss")).build(values);
    context.ends().setLoss(loss);
    context.ends().setPrediction(values.prediction);
    for (const std::string& id : properties.choices("metrics")) {
        Metric metric = findMetric(id).build(values);
        context.ends().addMetric(id, metric.sums, std::move(metric.value));
    }
    const int64_t classes = std::max<int64_t>(values.width(), 2);
    if (!context.training() && !context.ends().labelFacts().numbers && classes <= kMostConfused)
        context.ends().setConfusion(metrics::confusion(values));
}

}  // namespace

LayerType output() {
    LayerType type;
    type.id = type.title = "Output";
    type.category = Category::Io;
    type.icon = "bullseye";
    type.idStem = "output";
    type.help =
        "Compares the network's scores with the labels: the loss is what training makes smaller, the metrics are "
        "what people look at.";
    type.hasOutput = false;
    std::vector<Entry> losses, metrics;
    std::string weighted;
    for (const LossType& loss : allLosses()) {
        losses.push_back({loss.id, loss.properties});
        if (loss.weighted) weighted += (weighted.empty() ? "" : "|") + loss.id;
    }
    for (const MetricType& metric : allMetrics()) metrics.push_back({metric.id, metric.properties});
    type.properties = choiceOf(choiceProperty("loss", "sparse_categorical_crossentropy", {},
                                              "What training makes smaller. Cross-entropy suits classes."),
                               losses);
    Property weights = textProperty("class_weight", "",
                                    "How much each class counts in training: a number each (1, 2.5, 1), or balanced to "
                                    "make up for rare ones; empty is all alike.");
    weights.visibleWhenKey = "loss";
    weights.visibleWhenValue = weighted;
    type.properties.push_back(weights);
    Property reported =
        choiceProperty("metrics", "accuracy", {}, "What is reported beside the loss; any number of them.");
    reported.kind = PropertyKind::Choices;
    for (Property& row : choiceOf(reported, metrics, "metrics_")) type.properties.push_back(std::move(row));
    type.shape = outputShape;
    type.build = buildOutput;
    type.summary = [](const PropertyReader& properties) {
        std::string metrics;
        for (const std::string& metric : properties.choices("metrics"))
            metrics += (metrics.empty() ? "" : ", ") + metric;
        return dots({findLoss(properties.text("loss")).title, metrics});
    };
    for (const LossType& loss : allLosses()) {
        const PropertyValue id = loss.id;
        const size_t first = type.cases.size();
        type.cases.push_back({loss.id, {{5}}, {{"loss", id}}});
        if (loss.weighted)
            type.cases.push_back(
                {loss.id + ", weighted", {{3}}, {{"loss", id}, {"class_weight", std::string("1, 0.5, 4")}}});
        if (loss.oneScore) type.cases.push_back({loss.id + ", one score", {{1}}, {{"loss", id}}});
        for (const Property& property : loss.properties)
            if (property.key == "label_smoothing")
                type.cases.push_back({loss.id + ", smoothed", {{4}}, {{"loss", id}, {"label_smoothing", 0.2}}});
        for (size_t i = first; i < type.cases.size(); ++i) type.cases[i].low = loss.positive ? 0.1 : -1;
    }
    std::string all;
    for (const MetricType& metric : allMetrics()) all += (all.empty() ? "" : ", ") + metric.id;
    type.cases.push_back({"all metrics", {{6}}, {{"metrics", all}}});
    type.cases.push_back({"all metrics of one score",
                          {{1}},
                          {{"metrics", all}, {"loss", std::string("binary_crossentropy")}, {"metrics_k", int64_t{1}}}});
    type.cases.push_back({"no metric", {{3}}, {{"metrics", std::string("none")}}});
    return type;
}

}  // namespace tl::layers
