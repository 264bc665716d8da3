// See the header.
#define NV_CUDNN_FRONTEND_USE_DYNAMIC_LOADING
#include "tests/engine/backend/cuda/cudnn_graphs.h"

#include <cudnn_frontend.h>

#include <numeric>

#include "engine/core/error.h"

namespace tl::cuda {
namespace {

namespace fe = cudnn_frontend;
using Tensor = std::shared_ptr<fe::graph::Tensor_attributes>;
using Extents = GraphAsked::Extents;

void require(fe::error_t result, const GraphAsked& asked) {
    if (!result.is_bad()) return;
    std::string what = asked.op;
    for (const int64_t extent : asked.extents) what += " " + std::to_string(extent);
    throw Error("cuDNN, asked for a plan of " + what + (asked.half ? " bfloat16" : ""), "that it has one",
                result.get_message());
}

// Row-major over the axes in that order.
Extents stridesOf(const Extents& extents, const std::vector<size_t>& order) {
    Extents strides(extents.size(), 1);
    int64_t next = 1;
    for (size_t i = order.size(); i-- > 0; next *= extents[order[i]]) strides[order[i]] = next;
    return strides;
}

class Builder {
public:
    Builder(const GraphAsked& asked, int version, std::shared_ptr<const fe::DeviceProperties> card)
        : asked_(asked), type_(asked.half ? fe::DataType_t::BFLOAT16 : fe::DataType_t::FLOAT) {
        graph_->set_device_properties(std::move(card));
        graph_->set_sm_version(version);  // or attention asks a card
        graph_->set_io_data_type(type_)
            .set_intermediate_data_type(fe::DataType_t::FLOAT)
            .set_compute_data_type(fe::DataType_t::FLOAT);
    }

    std::shared_ptr<fe::graph::Graph> graph() {
        const std::string& op = asked_.op;
        if (op == "BatchNorm") batchNorm();
        if (op == "BatchNormGrad") batchNormGrad();
        if (op == "GroupNorm") layerNorm();
        if (op == "GroupNormGrad") layerNormGrad();
        if (op == "MaxPool2D" || op == "AveragePool2D") pooling();
        if (op == "Attention") attention();
        if (op == "AttentionGrad") attentionGrad();
        return graph_;
    }

private:
    // Channels innermost; of attention the places of a sample, each with its heads.
    Tensor given(const Extents& extents, fe::DataType_t type) {
        const bool heads = asked_.op.rfind("Attention", 0) == 0;
        const auto order = heads ? std::vector<size_t>{0, 2, 1, 3} : std::vector<size_t>{0, 2, 3, 1};
        return graph_->tensor(
            fe::graph::Tensor_attributes().set_dim(extents).set_stride(stridesOf(extents, order)).set_data_type(type));
    }
    Tensor values() { return given(asked_.extents, type_); }
    Tensor ofChannels() { return given({1, asked_.extents[1], 1, 1}, fe::DataType_t::FLOAT); }
    Tensor ofRows() { return given({asked_.extents[0], 1, 1, 1}, fe::DataType_t::FLOAT); }
    Tensor epsilon() { return graph_->tensor(1e-3f); }
    void take(const Tensor& result, bool full = false) {
        result->set_output(true).set_data_type(full ? fe::DataType_t::FLOAT : type_);
    }
    // Values as they came and two results of float32 behind them.
    void takeAll(const Tensor& y, const Tensor& second, const Tensor& third) {
        take(y), take(second, true), take(third, true);
    }

    void batchNorm() {
        Tensor small = epsilon();
        const auto results = graph_->batchnorm(values(), ofChannels(), ofChannels(),
                                               fe::graph::Batchnorm_attributes().set_epsilon(small));
        takeAll(results[0], results[1], results[2]);
    }
    void batchNormGrad() {
        const auto results = graph_->batchnorm_backward(
            values(), values(), ofChannels(),
            fe::graph::Batchnorm_backward_attributes().set_saved_mean_and_inv_variance(ofChannels(), ofChannels()));
        takeAll(results[0], results[1], results[2]);
    }
    void layerNorm() {
        Tensor small = epsilon();
        const auto results = graph_->layernorm(
            values(), ofChannels(), ofChannels(),
            fe::graph::Layernorm_attributes().set_forward_phase(fe::NormFwdPhase_t::TRAINING).set_epsilon(small));
        takeAll(results[0], results[1], results[2]);
    }
    void layerNormGrad() {
        const auto results = graph_->layernorm_backward(
            values(), values(), ofChannels(),
            fe::graph::Layernorm_backward_attributes().set_saved_mean_and_inv_variance(ofRows(), ofRows()));
        takeAll(results[0], results[1], results[2]);
    }
    void pooling() {
        const bool largest = asked_.op == "MaxPool2D";
        const auto results = graph_->resample(
            values(), fe::graph::Resample_attributes()
                          .set_resampling_mode(largest ? fe::ResampleMode_t::MAXPOOL
                                                       : fe::ResampleMode_t::AVGPOOL_EXCLUDE_PADDING)
                          .set_padding_mode(largest ? fe::PaddingMode_t::NEG_INF_PAD : fe::PaddingMode_t::ZERO_PAD)
                          .set_window(asked_.window)
                          .set_stride(asked_.strides)
                          .set_pre_padding(asked_.before)
                          .set_post_padding(asked_.after)
                          .set_generate_index(false));
        take(results[0]);
    }
    Extents ofPlaces() const { return {asked_.extents[0], asked_.extents[1], asked_.extents[2], 1}; }
    void mixed(const Tensor& result, const Extents& extents, bool full = false) {
        take(result, full);
        result->set_dim(extents).set_stride(stridesOf(extents, {0, 2, 1, 3}));
    }
    void attention() {
        const auto results = graph_->sdpa(values(), values(), values(),
                                          fe::graph::SDPA_attributes().set_generate_stats(true).set_attn_scale(0.125f));
        mixed(results[0], asked_.extents);
        take(results[1], true);
    }
    void attentionGrad() {
        Tensor statistics = graph_->tensor(fe::graph::Tensor_attributes()
                                               .set_dim(ofPlaces())
                                               .set_stride(stridesOf(ofPlaces(), {0, 1, 2, 3}))
                                               .set_data_type(fe::DataType_t::FLOAT));
        for (const Tensor& gradient :
             graph_->sdpa_backward(values(), values(), values(), values(), values(), statistics,
                                   fe::graph::SDPA_backward_attributes().set_attn_scale(0.125f)))
            mixed(gradient, asked_.extents);
    }

    const GraphAsked& asked_;
    fe::DataType_t type_;
    std::shared_ptr<fe::graph::Graph> graph_ = std::make_shared<fe::graph::Graph>();
};

}  // namespace

GraphPlan planOfGraph(const std::string& card, const GraphAsked& asked) {
    const auto properties = std::make_shared<fe::DeviceProperties>();
    require(properties->deserialize({card.begin(), card.end()}), asked);
    const int version = nlohmann::json::parse(card).at("deviceVer").get<int>() / 10;
    const auto graph = Builder(asked, version, properties).graph();
    require(graph->validate(), asked);
    require(graph->build_operation_graph(), asked);
    require(graph->create_execution_plans({fe::HeurMode_t::A, fe::HeurMode_t::FALLBACK}), asked);
    require(graph->check_support(), asked);
    require(graph->build_plans(), asked);
    GraphPlan plan;
    require(graph->get_workspace_size(plan.workspaceBytes), asked);
    std::vector<uint8_t> bytes;
    require(graph->serialize(bytes), asked);
    plan.bytes = bytes.size();
    fe::graph::Graph again;
    again.set_device_properties(properties);
    require(again.deserialize(bytes), asked);
    int64_t workspace = 0;
    require(again.get_workspace_size(workspace), asked);
    if (workspace != plan.workspaceBytes)
        throw Error("A plan that was read again", "the workspace of before", std::to_string(workspace));
    return plan;
}

}  // namespace tl::cuda
