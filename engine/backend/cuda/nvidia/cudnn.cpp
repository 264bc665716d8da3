// See the header. Graphs are made without a handle, for a card's description, so that plans for a card that is not here
// are made as those for one that is. libcudnn is loaded when somebody asks for it.
#define NV_CUDNN_FRONTEND_USE_DYNAMIC_LOADING
#include "engine/backend/cuda/nvidia/cudnn.h"

#include <cudnn_frontend.h>
#include <dlfcn.h>

#include <unordered_map>
#include <utility>

#include "engine/backend/cuda/nvidia/loaded.h"
#include "engine/core/error.h"

namespace cudnn_frontend {
void* cudnn_dlhandle = nullptr;  // the frontend's: where it looks for cuDNN's functions
}

namespace tl::cuda {
namespace {

namespace fe = cudnn_frontend;
using Tensor = std::shared_ptr<fe::graph::Tensor_attributes>;
using Numbers = std::vector<int64_t>;

constexpr int64_t kMostWorkspace = int64_t{1} << 30;
constexpr int64_t kA = 1, kB = 2, kBias = 3, kY = 4;  // the graph's names of a call's memory

void require(fe::error_t result, const Message& what) {
    if (result.is_bad()) throw Error(Message("cuDNN, asked to {what}", what), "that it does", result.get_message());
}

void load() {
    constexpr const char* kName = "libcudnn.so.9";
    if (fe::cudnn_dlhandle) return;
    fe::cudnn_dlhandle = dlopen(kName, RTLD_NOW | RTLD_LOCAL);
    if (!fe::cudnn_dlhandle)
        throw Error("cuDNN", Message("the library {name}", std::string(kName)), "none on this machine",
                    "Install cuDNN 9, or choose the device cpu.");
}

fe::DataType_t typeOf(DType type) {
    switch (type) {
    case DType::BFloat16: return fe::DataType_t::BFLOAT16;
    case DType::Float16: return fe::DataType_t::HALF;
    default: return fe::DataType_t::FLOAT;
    }
}

// What a convolution's tensors are to cuDNN: extents as [images, channels, ...], which lie with channels innermost.
class Shapes {
public:
    explicit Shapes(const Convolution& c) : first_(3 - static_cast<size_t>(c.axes)), c_(c) {}

    Numbers x() const { return extents(c_.images, c_.channels, c_.in); }
    Numbers w() const { return extents(c_.filters, c_.channels / c_.groups, c_.window); }
    Numbers y() const { return extents(c_.images, c_.filters, c_.out); }
    Numbers bias() const { return extents(1, c_.filters, {1, 1, 1}); }
    Numbers axes(const Convolution::Extents& all) const { return {all.begin() + first_, all.end()}; }
    static Numbers strides(const Numbers& extents) {
        Numbers strides(extents.size(), 1);
        int64_t next = extents[1];
        for (size_t axis = extents.size(); axis-- > 2; next *= extents[axis]) strides[axis] = next;
        strides[0] = next;
        return strides;
    }

private:
    Numbers extents(int64_t outer, int64_t inner, const Convolution::Extents& middle) const {
        Numbers all{outer, inner};
        for (int64_t extent : axes(middle)) all.push_back(extent);
        return all;
    }
    std::ptrdiff_t first_;
    const Convolution& c_;
};

template <typename Attributes>
Attributes geometryOf(const Convolution& c, const Shapes& shapes) {
    Attributes attributes;
    attributes.set_pre_padding(shapes.axes(c.before))
        .set_post_padding(shapes.axes(c.after))
        .set_stride(shapes.axes(c.strides))
        .set_dilation(shapes.axes(c.dilations));
    return attributes;
}

std::shared_ptr<fe::graph::Graph> graphOf(const Convolution& c, std::shared_ptr<const fe::DeviceProperties> card) {
    using Pass = Convolution::Pass;
    const Shapes shapes(c);
    const auto graph = std::make_shared<fe::graph::Graph>();
    graph->set_device_properties(std::move(card));
    graph->set_intermediate_data_type(fe::DataType_t::FLOAT).set_compute_data_type(fe::DataType_t::FLOAT);
    // Recordings go before the plans that they are in (graph/plan.cpp).
    graph->set_cuda_graph_retention(fe::CudaGraphRetention_t::NONE);
    const auto given = [&](int64_t id, const Numbers& extents, DType type) {
        return graph->tensor(fe::graph::Tensor_attributes()
                                 .set_uid(id)
                                 .set_dim(extents)
                                 .set_stride(Shapes::strides(extents))
                                 .set_data_type(typeOf(type)));
    };
    const Numbers x = shapes.x(), w = shapes.w(), y = shapes.y();
    Tensor result;
    const Numbers* extents = &y;
    DType type = c.y;
    switch (c.pass) {
    case Pass::Forward:
        result = graph->conv_fprop(given(kA, x, c.x), given(kB, w, c.w),
                                   geometryOf<fe::graph::Conv_fprop_attributes>(c, shapes));
        break;
    case Pass::Data:
        result = graph->conv_dgrad(given(kA, y, c.y), given(kB, w, c.w),
                                   geometryOf<fe::graph::Conv_dgrad_attributes>(c, shapes));
        extents = &x, type = c.x;
        break;
    case Pass::Kernel:
        result = graph->conv_wgrad(given(kB, y, c.y), given(kA, x, c.x),
                                   geometryOf<fe::graph::Conv_wgrad_attributes>(c, shapes));
        extents = &w, type = c.w;
        break;
    }
    result->set_dim(*extents).set_stride(Shapes::strides(*extents));
    // A step behind it is what lets a gradient be wider than what it is made of.
    if (c.pass == Pass::Kernel && c.w != c.x)
        result = graph->pointwise(result, fe::graph::Pointwise_attributes().set_mode(fe::PointwiseMode_t::IDENTITY));
    if (c.bias)
        result = graph->pointwise(result, given(kBias, shapes.bias(), DType::Float32),
                                  fe::graph::Pointwise_attributes().set_mode(fe::PointwiseMode_t::ADD));
    if (c.relu)
        result = graph->pointwise(result, fe::graph::Pointwise_attributes().set_mode(fe::PointwiseMode_t::RELU_FWD));
    result->set_output(true).set_uid(kY).set_data_type(typeOf(type)).set_dim(*extents);
    result->set_stride(Shapes::strides(*extents));
    return graph;
}

class Plan : public CudnnPlan {
public:
    Plan(std::shared_ptr<fe::graph::Graph> graph, cudnnHandle_t handle) : graph_(std::move(graph)), handle_(handle) {
        int64_t bytes = 0;
        require(graph_->get_workspace_size(bytes), "size a workspace");
        workspaceBytes_ = static_cast<size_t>(bytes);
    }
    size_t workspaceBytes() const override { return workspaceBytes_; }
    std::vector<uint8_t> serialised() const override {
        std::vector<uint8_t> bytes;
        require(graph_->serialize(bytes), "write a plan");
        return bytes;
    }
    void run(void* stream, const void* a, const void* b, const float* bias, void* y, void* workspace) const override {
        if (!handle_) throw Error("A plan of cuDNN's", "a card to run on", "one made for a card's description");
        if (fe::detail::set_stream(handle_, static_cast<cudaStream_t>(stream)) != CUDNN_STATUS_SUCCESS)
            throw Error("cuDNN", "a stream to work on", "that it refused one");
        std::unordered_map<int64_t, void*> memory{{kA, const_cast<void*>(a)}, {kB, const_cast<void*>(b)}, {kY, y}};
        if (bias) memory[kBias] = const_cast<float*>(bias);
        require(graph_->execute(handle_, memory, workspace), "run a plan");
    }

private:
    std::shared_ptr<fe::graph::Graph> graph_;
    cudnnHandle_t handle_;
    size_t workspaceBytes_ = 0;
};

class CudnnOfCard : public Cudnn {
public:
    CudnnOfCard(std::shared_ptr<const fe::DeviceProperties> card, cudnnHandle_t handle)
        : card_(std::move(card)), handle_(handle) {}
    ~CudnnOfCard() override {
        if (handle_) fe::detail::destroy_handle(handle_);
    }

    std::string version() const override { return cudnnVersion(); }
    std::string card() const override {
        std::vector<uint8_t> bytes;
        require(card_->serialize(bytes), "describe a card");
        return {bytes.begin(), bytes.end()};
    }

    void plans(const Convolution& c, const Kept& kept, const Taker& take) override {
        auto graph = prepared(c);
        const int64_t count = graph ? graph->get_execution_plan_count() : 0;
        for (int64_t i = 0; i < count; ++i) {
            std::string name;
            if (!graph) graph = prepared(c);  // a graph keeps one plan
            if (graph->get_plan_name_at_index(i, name).is_bad()) continue;
            if (auto plan = restored(kept(name))) {
                if (!take(name, std::move(plan), true)) return;
            } else if (graph->build_plan_at_index(i).is_good()) {  // not those that are left out or cannot be compiled
                if (!take(name, std::make_shared<Plan>(std::exchange(graph, nullptr), handle_), false)) return;
            }
        }
    }

private:
    // With the plans that the heuristics name, of which those are left out that we do not want; null: there is none.
    std::shared_ptr<fe::graph::Graph> prepared(const Convolution& c) const {
        auto graph = graphOf(c, card_);
        require(graph->validate(), "take a convolution");
        if (graph->build_operation_graph().is_bad()) return nullptr;
        if (graph->create_execution_plans({fe::HeurMode_t::A, fe::HeurMode_t::FALLBACK}).is_bad()) return nullptr;
        std::vector<fe::NumericalNote_t> unwanted{fe::NumericalNote_t::NONDETERMINISTIC,
                                                  fe::NumericalNote_t::REDUCED_PRECISION_REDUCTION};
        if (c.x == DType::Float32 && c.y == DType::Float32) {
            if (!c.tf32) unwanted.push_back(fe::NumericalNote_t::TENSOR_CORE);
            unwanted.push_back(fe::NumericalNote_t::DOWN_CONVERT_INPUTS);
        }
        graph->deselect_numeric_notes(unwanted);
        graph->deselect_workspace_greater_than(kMostWorkspace);
        return graph;
    }

    // Null for nothing, and for what another version or card wrote or what is damaged: it is compiled anew.
    std::shared_ptr<const CudnnPlan> restored(const std::vector<uint8_t>& bytes) const {
        if (bytes.empty()) return nullptr;
        const auto graph = std::make_shared<fe::graph::Graph>();
        graph->set_device_properties(card_);
        graph->set_cuda_graph_retention(fe::CudaGraphRetention_t::NONE);
        try {
            if (graph->deserialize(bytes).is_bad()) return nullptr;
            return std::make_shared<Plan>(graph, handle_);
        } catch (const std::exception&) {
            return nullptr;
        }
    }

    std::shared_ptr<const fe::DeviceProperties> card_;
    cudnnHandle_t handle_;
};

}  // namespace

std::string cudnnVersion() {
    load();
    return versionText(fe::detail::get_backend_version());
}

std::unique_ptr<Cudnn> openCudnn(int card) {
    load();
    const auto properties = std::make_shared<fe::DeviceProperties>();
    require(properties->set_device_id(card).build(), "describe the card");
    cudnnHandle_t handle = nullptr;
    if (const auto status = fe::detail::create_handle(&handle); status != CUDNN_STATUS_SUCCESS)
        throw Error("cuDNN, asked to start", "that it does", std::string(fe::detail::get_error_string(status)));
    return std::make_unique<CudnnOfCard>(properties, handle);
}

std::unique_ptr<Cudnn> openCudnnFor(const std::string& card) {
    load();
    const auto properties = std::make_shared<fe::DeviceProperties>();
    require(properties->deserialize({card.begin(), card.end()}), "read the description of a card");
    return std::make_unique<CudnnOfCard>(properties, nullptr);
}

}  // namespace tl::cuda
