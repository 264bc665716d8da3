// Updates of parameters and what goes with them.
#include "engine/backend/cuda/entries/updates.h"

#include <limits>
#include <map>

namespace tl::cuda {
namespace {

const std::map<std::string, UpdateRule>& rules() {
    static const std::map<std::string, UpdateRule> all{
        {"SgdUpdate", UpdateRule::Sgd},           {"AdamUpdate", UpdateRule::Adam},
        {"AdamaxUpdate", UpdateRule::Adamax},     {"NadamUpdate", UpdateRule::Adam},
        {"LionUpdate", UpdateRule::Lion},         {"AdagradUpdate", UpdateRule::Adagrad},
        {"AdadeltaUpdate", UpdateRule::Adadelta}, {"RmsPropUpdate", UpdateRule::RmsProp}};
    return all;
}

Kernel update(const Lane& lane, const KernelRequest& request) {
    const UpdateSettings settings = settingsOf(request.op, request.attributes);
    const int slots = slotCount(request.op, request.attributes);
    const auto tensors = static_cast<size_t>(request.attributes.integer("tensors", 1));
    const size_t stride = 2 + static_cast<size_t>(slots);  // inputs of one tensor; it has one output fewer
    const bool counted = request.inputs.size() > tensors * stride;
    std::vector<uint32_t> counts;
    for (size_t t = 0; t < tensors; ++t)
        counts.push_back(countOf(request, request.inputs[t * stride].shape.elements()));
    Kernel kernel = plainKernel(request);
    const Launches launches(lane, request, kernel);
    kernel.bind = [=](const KernelBuffers& b) {
        std::vector<UpdateTensor> each;
        for (size_t t = 0; t < tensors; ++t) {
            const size_t first = t * stride, result = t * (stride - 1);
            UpdateTensor tensor{
                in<float>(b, first), in<float>(b, first + 1), {}, out<float>(b, result), {}, counts[t], 0};
            for (int s = 0; s < slots; ++s) {
                tensor.slot[s] = in<float>(b, first + 2 + static_cast<size_t>(s));
                tensor.slotOut[s] = out<float>(b, result + 1 + static_cast<size_t>(s));
            }
            each.push_back(tensor);
        }
        Launches all = launches;
        addUpdate(all, settings, slots, each, b.context, counted ? in<float>(b, tensors * stride) : nullptr);
        return std::move(all).bound();
    };
    return kernel;
}

Kernel lossScaleUpdate(const Lane& lane, const KernelRequest& request) {
    Kernel kernel = plainKernel(request);
    kernel.inPlace = {0, 1};
    const auto interval = static_cast<float>(request.attributes.integer("growth_interval"));
    const Launches launches(lane, request, kernel);
    kernel.bind = [=](const KernelBuffers& b) {
        Launches all = launches;
        all.add("lossScale", {1}, 1,
                LossScale{in<float>(b, 0), in<float>(b, 1), in<float>(b, 2), out<float>(b, 0), out<float>(b, 1),
                          interval})
            .reads(b, {0, 1, 2})
            .writes(b, {0, 1});
        return std::move(all).bound();
    };
    return kernel;
}

// No op of graphs: loss, finite, and the scale where there is one; the result is a StepGate.
Kernel stepVerdict(const Lane& lane, const KernelRequest& request) {
    Kernel kernel = plainKernel(request);
    const bool scaled = request.inputs.size() > 2;
    const Launches launches(lane, request, kernel);
    kernel.bind = [=](const KernelBuffers& b) {
        Launches all = launches;
        all.add("stepVerdict", {1}, 1,
                StepVerdict{in<float>(b, 0), in<float>(b, 1), scaled ? in<float>(b, 2) : nullptr, out<StepGate>(b, 0)})
            .reads(b, {0, 1})
            .writes(b, {0});
        if (scaled) all.reads(b, {2});
        return std::move(all).bound();
    };
    return kernel;
}

Kernel accumulatedMean(const Lane& lane, const KernelRequest& request) {
    Kernel kernel = plainKernel(request);
    kernel.inPlace = {0};
    const uint32_t count = countOf(request, request.inputs[0].shape.elements());
    const auto steps = static_cast<float>(request.attributes.integer("steps"));
    const Launches launches(lane, request, kernel);
    kernel.bind = [=](const KernelBuffers& b) {
        Launches all = launches;
        all.add("accumulatedMean", {blocksFor(count, 1)}, kBlock,
                AccumulatedMean{in<float>(b, 0), out<float>(b, 0), out<float>(b, 1), count, steps})
            .reads(b, {0})
            .writes(b, {0, 1});
        return std::move(all).bound();
    };
    return kernel;
}

Kernel constrain(const Lane& lane, const KernelRequest& request) {
    const Attributes& attributes = request.attributes;
    const Shape& shape = request.inputs[0].shape;
    const auto number = [&](const char* key, double fallback) {
        return static_cast<float>(attributes.number(key, fallback));
    };
    const std::string kind = attributes.text("kind", "");
    const auto groups = static_cast<uint32_t>(shape.rank() > 1 ? shape[0] : 1);
    Constrain numbers{nullptr, nullptr,          countOf(request, shape.elements()) / groups, 0, number("max_value", 1),
                      1,       kind == "non_neg"};
    if (kind == "unit_norm") numbers.least = numbers.most = 1;
    if (kind == "min_max_norm") numbers.least = number("min_value", 0), numbers.rate = number("rate", 1);
    Kernel kernel = plainKernel(request);
    kernel.inPlace = {0};
    const Launches launches(lane, request, kernel);
    kernel.bind = [=](const KernelBuffers& b) {
        Launches all = launches;
        Constrain arguments = numbers;
        arguments.w = in<float>(b, 0);
        arguments.y = out<float>(b, 0);
        all.add("constrain", {groups}, kBlock, arguments).reads(b, {0}).writes(b, {0});
        return std::move(all).bound();
    };
    return kernel;
}

}  // namespace

int slotCount(const std::string& op, const Attributes& attributes) {
    const int momentum = attributes.number("momentum", 0) != 0;
    switch (rules().at(op)) {
    case UpdateRule::Sgd: return momentum;
    case UpdateRule::RmsProp: return 1 + (attributes.integer("centered", 0) != 0) + momentum;
    case UpdateRule::Lion:
    case UpdateRule::Adagrad: return 1;
    default: return 2;
    }
}

UpdateSettings settingsOf(const std::string& op, const Attributes& attributes) {
    const auto number = [&](const char* key) { return attributes.number(key, 0); };
    const auto flag = [&](const char* key) { return attributes.integer(key, 0) != 0; };
    UpdateSettings s;
    s.rule = rules().at(op);
    if (s.rule == UpdateRule::Sgd && number("momentum") != 0) s.rule = UpdateRule::Momentum;
    s.ratio = attributes.number("lr_ratio", 1);
    s.freezesOut = flag("freeze_out");
    s.beta1 = attributes.number("beta_1", number("momentum"));
    s.beta2 = attributes.number("beta_2", number("rho"));
    if (flag("decoupled_weight_decay"))
        s.decoupledDecay = number("weight_decay");
    else
        s.decay = static_cast<float>(number("weight_decay"));
    s.fading = number("momentum_decay");
    s.eps = number("eps") > 0;
    s.buffer = flag("momentum_buffer");
    s.nesterov = flag("nesterov");
    s.nadam = op == "NadamUpdate";
    s.centered = flag("centered");
    s.momentum = number("momentum") != 0;
    // Where epsilon stands: docs/ops.md.
    const auto beside = static_cast<float>(number(s.eps ? "eps" : "epsilon"));
    const bool rooted = s.rule == UpdateRule::Adagrad || s.rule == UpdateRule::RmsProp;
    const bool under = s.rule == UpdateRule::Adadelta || (s.rule == UpdateRule::Adamax ? s.eps : rooted && !s.eps);
    (under ? s.under : s.epsilon) = beside;
    if (s.rule == UpdateRule::Adagrad) s.under += static_cast<float>(number("initial_accumulator_value"));
    return s;
}

void addUpdate(Launches& all, const UpdateSettings& settings, int slots, std::vector<UpdateTensor> tensors,
               const StepContext* context, const float* count) {
    for (size_t first = 0; first < tensors.size(); first += Update::kTensors) {
        Update update{};
        update.settings = settings;
        update.context = context;
        update.count = count;
        uint32_t blocks = 0;
        for (size_t t = first; t < std::min(first + Update::kTensors, tensors.size()); ++t) {
            tensors[t].firstBlock = blocks;
            blocks += blocksFor(tensors[t].count, 4);
            update.tensor[update.tensors++] = tensors[t];
        }
        all.add("update", {blocks}, kBlock, update).reads(context, sizeof(StepContext));
        if (count) all.reads(count, sizeof(float));
        for (int t = 0; t < update.tensors; ++t) {
            const UpdateTensor& tensor = update.tensor[t];
            const size_t bytes = tensor.count * sizeof(float);
            all.reads(tensor.p, bytes).reads(tensor.g, bytes).writes(tensor.pOut, bytes);
            for (int s = 0; s < slots; ++s) all.reads(tensor.slot[s], bytes).writes(tensor.slotOut[s], bytes);
        }
    }
}

void updates(KernelTable& table, const Lane& lane) {
    for (const auto& [op, rule] : rules()) table.add(op, with(lane, update));
    table.add("LossScaleUpdate", with(lane, lossScaleUpdate));
    table.add("StepVerdict", with(lane, stepVerdict));
    table.add("AccumulatedMean", with(lane, accumulatedMean));
    table.add("Constrain", with(lane, constrain));
}

}  // namespace tl::cuda
