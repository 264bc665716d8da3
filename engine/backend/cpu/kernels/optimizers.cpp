// Updates of parameters, slots and moving averages, in place. Every optimizer is the same kernel: it reads the weight,
// its gradient, its slots and perhaps the step count, and differs in the rule of the vector code and the numbers that
// the rule gets. The learning rate is read from the step's context.
#include <algorithm>
#include <cmath>
#include <map>
#include <memory>
#include <utility>
#include <vector>

#include "engine/backend/cpu/support.h"
#include "engine/backend/cpu/updater.h"

namespace tl::cpu {
namespace {

// Divided even when small: the threads that made a gradient have its parts in their caches.
constexpr int64_t kGrain = 8192;

// What the numbers of one step are made from; `steps` counts this one, from 1. `momentum` is a beta_1, `rho` a beta_2.
struct Step {
    double rate, steps, beta1, beta2;
};
// What a rule needs beyond the settings and the rate; empty where it needs nothing.
using Prepare = std::function<void(UpdateNumbers&, const Step&)>;

struct RuleOfOp {
    Rule rule;
    int slots;
    Prepare prepare = {};
};

double corrected(double beta, double steps) { return 1 - std::pow(beta, steps); }

// PyTorch's place for it; else Keras's epsilon is used, in Keras's.
bool hasEps(const Attributes& attributes) { return attributes.number("eps", 0) > 0; }

// Momentum gathers steps, as Keras's, or gradients, as PyTorch's.
void gather(UpdateNumbers& numbers, const Step& step, bool gradients) {
    numbers.ofSlot = static_cast<float>(gradients ? 1 : step.rate);
    numbers.ofMoment = static_cast<float>(gradients ? step.rate : 1);
}

RuleOfOp sgd(const Attributes& attributes) {
    const bool nesterov = attributes.integer("nesterov", 0) != 0;
    const bool buffer = attributes.integer("momentum_buffer", 0) != 0;
    if (attributes.number("momentum", 0) == 0) return {Rule::Sgd, 0};
    return {Rule::SgdMomentum, 1, [=](UpdateNumbers& numbers, const Step& step) {
                gather(numbers, step, buffer);
                if (!nesterov) return;
                numbers.ofMoment = static_cast<float>(buffer ? step.rate * step.beta1 : step.beta1);
                numbers.ofGradient = static_cast<float>(step.rate);
            }};
}

RuleOfOp adam(const Attributes& attributes) {
    return {Rule::Adam, 2, [eps = hasEps(attributes)](UpdateNumbers& numbers, const Step& step) {
                const double second = corrected(step.beta2, step.steps);
                const double rate = step.rate / corrected(step.beta1, step.steps);
                numbers.ofMoment = static_cast<float>(eps ? rate : rate * std::sqrt(second));
                numbers.scale = static_cast<float>(eps ? 1 / second : 1);
            }};
}

RuleOfOp adamax(const Attributes& attributes) {
    return {Rule::Adamax, 2, [eps = hasEps(attributes)](UpdateNumbers& numbers, const Step& step) {
                if (eps) std::swap(numbers.under, numbers.epsilon);
                numbers.ofMoment = static_cast<float>(step.rate / corrected(step.beta1, step.steps));
            }};
}

// The product of the momenta of all steps so far: a table of the first ones, which ends where the momentum is as large
// as it gets or where the product makes no difference to 1. It is found from the count alone, so that a run that was
// stopped and resumed comes to the same bits, and is never written to, so that graphs may share a kernel.
class Momenta {
public:
    Momenta(double beta1, double fading) : beta1_(beta1), fading_(fading) {
        for (double step = 1; products_.back() > 1e-20 && of(step) < beta1; ++step)
            products_.push_back(products_.back() * of(step));
    }
    double of(double step) const { return beta1_ * (1 - 0.5 * std::pow(0.96, step * fading_)); }
    double product(double steps) const {
        const double last = static_cast<double>(products_.size() - 1);
        if (steps <= last) return products_[static_cast<size_t>(steps)];
        return products_.back() * std::pow(of(steps), steps - last);
    }

private:
    double beta1_, fading_;
    std::vector<double> products_{1};
};

RuleOfOp nadam(const Attributes& attributes) {
    const auto momenta =
        std::make_shared<const Momenta>(attributes.number("beta_1", 0), attributes.number("momentum_decay", 0));
    return {Rule::Adam, 2, [momenta](UpdateNumbers& numbers, const Step& step) {
                const double product = momenta->product(step.steps);
                const double now = momenta->of(step.steps), next = momenta->of(step.steps + 1);
                numbers.ofMoment = static_cast<float>(step.rate * next / (1 - product * next));
                numbers.ofGradient = static_cast<float>(step.rate * (1 - now) / (1 - product));
                numbers.scale = static_cast<float>(1 / corrected(step.beta2, step.steps));
            }};
}

RuleOfOp lion(const Attributes&) { return {Rule::Lion, 1}; }

RuleOfOp adagrad(const Attributes& attributes) {
    const double start = attributes.number("initial_accumulator_value", 0);
    const double under = start + (hasEps(attributes) ? 0 : attributes.number("epsilon", 0));
    return {Rule::Adagrad, 1, [=, eps = hasEps(attributes)](UpdateNumbers& numbers, const Step&) {
                numbers.under = static_cast<float>(under);
                if (!eps) numbers.epsilon = 0;
            }};
}

RuleOfOp adadelta(const Attributes&) {
    return {Rule::Adadelta, 2, [](UpdateNumbers& numbers, const Step&) { numbers.under = numbers.epsilon; }};
}

RuleOfOp rmsProp(const Attributes& attributes) {
    const bool centered = attributes.integer("centered", 0) != 0;
    const bool momentum = attributes.number("momentum", 0) != 0;
    const bool buffer = attributes.integer("momentum_buffer", 0) != 0, eps = hasEps(attributes);
    const Rule rule = centered ? (momentum ? Rule::RmsPropCenteredMomentum : Rule::RmsPropCentered)
                               : (momentum ? Rule::RmsPropMomentum : Rule::RmsProp);
    return {rule, 1 + centered + momentum, [=](UpdateNumbers& numbers, const Step& step) {
                if (!eps) std::swap(numbers.under, numbers.epsilon);
                gather(numbers, step, buffer);
            }};
}

const std::map<std::string, RuleOfOp (*)(const Attributes&)>& rules() {
    static const std::map<std::string, RuleOfOp (*)(const Attributes&)> all{
        {"SgdUpdate", sgd},   {"AdamUpdate", adam},       {"AdamaxUpdate", adamax},     {"NadamUpdate", nadam},
        {"LionUpdate", lion}, {"AdagradUpdate", adagrad}, {"AdadeltaUpdate", adadelta}, {"RmsPropUpdate", rmsProp}};
    return all;
}

// A kernel for param, grad, slots of their shape (for each tensor) and, where the op has one more input, the step
// count.
Kernel update(const KernelRequest& request) {
    const Updater updater = updaterOf(request.op, request.attributes);
    const auto tensors = static_cast<size_t>(request.attributes.integer("tensors", 1));
    const auto slots = static_cast<size_t>(updater.slotCount);
    const size_t stride = 2 + slots;  // inputs of one tensor; it has one output fewer
    const bool counted = request.inputs.size() > tensors * stride;
    std::vector<int64_t> ends;  // of each tensor, in elements of all
    for (size_t t = 0; t < tensors; ++t)
        ends.push_back((ends.empty() ? 0 : ends.back()) + request.inputs[t * stride].shape.elements());
    const int64_t size = ends.back();
    const int parts = partsFor(request.threads, size, slots > 1 ? kGrain / 2 : kGrain);
    Kernel kernel = plainKernel(request);
    kernel.bind = [=](const KernelBuffers& b) {
        std::vector<UpdateBuffers> all;
        for (size_t t = 0; t < tensors; ++t) {
            const size_t first = t * stride, result = t * (stride - 1);
            all.push_back({in<float>(b, first), in<float>(b, first + 1), {}, out<float>(b, result), {}});
            for (size_t i = 0; i < slots; ++i) {
                all.back().state[i] = in<float>(b, first + 2 + i);
                all.back().stateOut[i] = out<float>(b, result + 1 + i);
            }
        }
        const float* count = counted ? in<float>(b, tensors * stride) : nullptr;
        return [=, context = b.context] {
            if (context->stands(updater.freezesOut)) {
                for (size_t t = 0; t < tensors; ++t)
                    keep(all[t], ends[t] - (t == 0 ? 0 : ends[t - 1]), updater.slotCount);
                return;
            }
            const UpdateNumbers numbers = updater.numbers(*context, count);
            forParts(parts, [&](int part) {
                const auto [begin, end] = share(size, parts, part, 16);
                for (size_t t = 0; t < tensors; ++t) {
                    const int64_t start = t == 0 ? 0 : ends[t - 1];
                    const int64_t from = std::max(begin, start) - start, to = std::min(end, ends[t]) - start;
                    if (from < to)
                        vec().update(updater.rule, to - from, moved(all[t], from, updater.slotCount), numbers);
                }
            });
        };
    };
    return kernel;
}

Kernel increment(const KernelRequest& request) {
    Kernel kernel = plainKernel(request);
    kernel.inPlace = {0};
    const auto most = static_cast<float>(request.attributes.integer("most", 0));
    const auto back = static_cast<float>(request.attributes.integer("back", 0));
    kernel.bind = [=](const KernelBuffers& b) {
        return [=, count = in<float>(b, 0), next = out<float>(b, 0)] {
            *next = *count + (back > 0 && *count >= most ? 1 - back : 1);
        };
    };
    return kernel;
}

Kernel movingAverage(const KernelRequest& request) {
    const float momentum = static_cast<float>(request.attributes.number("momentum", 0.99));
    const int64_t size = request.inputs[0].shape.elements();
    Kernel kernel = plainKernel(request);
    kernel.inPlace = {0};
    kernel.bind = [=](const KernelBuffers& b) {
        return [=, moving = in<float>(b, 0), value = in<float>(b, 1), next = out<float>(b, 0)] {
            vec().movingAverage(size, moving, value, next, momentum);
        };
    };
    return kernel;
}

}  // namespace

Updater updaterOf(const std::string& op, const Attributes& attributes) {
    const auto setting = [&](const char* key) { return attributes.number(key, 0); };
    const double beta1 = attributes.number("beta_1", setting("momentum"));
    const double beta2 = attributes.number("beta_2", setting("rho"));
    const double weightDecay = setting("weight_decay"), ratio = attributes.number("lr_ratio", 1);
    const bool decoupled = attributes.integer("decoupled_weight_decay", 0) != 0;
    const bool freezesOut = attributes.integer("freeze_out", 0) != 0;
    UpdateNumbers base{};
    base.epsilon = static_cast<float>(setting(hasEps(attributes) ? "eps" : "epsilon"));
    base.decay = static_cast<float>(decoupled ? 0 : weightDecay);
    base.beta1 = static_cast<float>(beta1), base.beta2 = static_cast<float>(beta2);
    base.rest1 = static_cast<float>(1 - beta1), base.rest2 = static_cast<float>(1 - beta2);
    const RuleOfOp rule = rules().at(op)(attributes);
    return {rule.rule, rule.slots, freezesOut,
            [=, prepare = rule.prepare](const StepContext& context, const float* count) {
                UpdateNumbers numbers = base;
                const auto rate = static_cast<double>(context.rate(freezesOut));
                numbers.rate = static_cast<float>(rate * ratio);
                numbers.shrink = static_cast<float>(decoupled ? rate * weightDecay : 0);
                if (prepare) prepare(numbers, {rate * ratio, count ? static_cast<double>(*count) : 0, beta1, beta2});
                return numbers;
            }};
}

UpdateBuffers moved(UpdateBuffers buffers, int64_t by, int slots) {
    buffers.p += by, buffers.pOut += by;
    if (buffers.g) buffers.g += by;
    for (int i = 0; i < slots; ++i) buffers.state[i] += by, buffers.stateOut[i] += by;
    return buffers;
}

void keep(const UpdateBuffers& buffers, int64_t count, int slots) {
    const auto copy = [count](const float* from, float* to) {
        if (from != to) std::copy_n(from, count, to);
    };
    copy(buffers.p, buffers.pOut);
    for (int i = 0; i < slots; ++i) copy(buffers.state[i], buffers.stateOut[i]);
}

void optimizers(KernelTable& table) {
    for (const auto& [op, rule] : rules()) table.add(op, update);
    table.add("Increment", increment);
    table.add("MovingAverage", movingAverage);
}

}  // namespace tl::cpu
