// Runs layers' build rules into one graph, node after node. Names are made from node ids only, so weights,
// taps and random draws survive a change elsewhere in the network.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "engine/layers/build_context.h"
#include "engine/layers/layer_type.h"
#include "engine/layers/network_ends.h"
#include "engine/model/build.h"

namespace tl {

// Some programs that include this define `emit` as a macro; the method keeps its name all the same.
#pragma push_macro("emit")
#undef emit

class NetworkBuilder : public BuildContext, private NetworkEnds {
public:
    // dataShape without batch; empty is an Error once a node asks for the data. `views`: build()'s.
    NetworkBuilder(int64_t batch, bool training, Shape dataShape, DType dataType, LabelFacts labels = {},
                   std::vector<double> views = {1});

    // `properties` must live until the next call. Throws Error naming the node.
    void add(const LayerType& type, const std::string& node, const Properties& properties, std::vector<ValueId> inputs);
    BuiltNetwork& result() { return result_; }

    const PropertyReader& properties() const override { return *properties_; }
    const std::string& node() const override { return node_; }
    bool training() const override { return training_; }
    int64_t batch() const override { return batch_; }
    std::span<const ValueId> inputs() const override { return inputs_; }
    const Shape& shape(ValueId value) const override { return result_.graph.value(value).shape; }
    Graph& graph() override { return result_.graph; }
    std::vector<ValueId> emit(const std::string& op, std::vector<ValueId> inputs, Attributes attributes,
                              Phase phase) override;
    ValueId parameter(const std::string& name, Shape shape) override;
    ValueId parameter(const std::string& name, Shape shape, Initializer initializer) override;
    ValueId state(const std::string& name, Shape shape, float initialValue) override;
    ValueId measured(const std::string& name, Shape shape, Initializer initializer) override;
    void adapt(ValueId x, const std::vector<ValueId>& states, ValueId count, AdaptationMaker make,
               int64_t images) override;
    void setOutput(ValueId value) override;
    NetworkEnds& ends() override { return *this; }

private:
    // NetworkEnds
    ValueId dataInput() override;
    ValueId labels() override { return input("labels", DType::Int32); }
    std::vector<ValueId> labelInputs() override;
    ValueId targets() override { return input("targets", DType::Float32); }
    const LabelFacts& labelFacts() const override { return labelFacts_; }
    ValueId overViews(ValueId scores) override;
    void setLoss(ValueId scalar) override;
    void setPrediction(ValueId scores) override { result_.prediction = scores; }
    void addMetric(const std::string& name, ValueId sums, MetricValue value) override;
    void setConfusion(ValueId counts) override { result_.confusion = counts; }

    ValueId asFloat(ValueId value);
    ValueId input(const std::string& name, DType type);  // one number a sample
    std::string opName(const std::string& op);

    BuiltNetwork result_;
    int64_t batch_, samples_;  // batch_: of the values that the rule that runs sees
    std::vector<double> views_;
    bool training_;
    Shape dataShape_;
    DType dataType_;
    LabelFacts labelFacts_;
    ValueId data_ = kNoValue;
    // Adds what a regulariser says of a weight, or of a layer's output, to the loss.
    void penalise(const std::string& name, ValueId value, double l1, double l2);

    std::vector<ValueId> penalties_;     // of weights and outputs, for the loss
    std::map<ValueId, ValueId> floats_;  // bytes that were turned into floats, and the floats

    std::string node_;  // of the rule that runs
    const PropertyReader* properties_ = nullptr;
    std::vector<ValueId> inputs_;
    bool trainable_ = true, first_ = true;
    std::map<std::string, int> opCounts_;
};

#pragma pop_macro("emit")

}  // namespace tl
