// Sizes and products of the recurrent ops.
#include "engine/ops/recurrent.h"

namespace tl::ops {

Recurrence::Recurrence(const char* op, const Shape& sequence, const Shape& kernel, const Attributes& attributes,
                       int64_t gateCount, int64_t parts)
    : gates(gateCount) {
    const std::string name = op;
    if (sequence.rank() != 3)
        throw Error(Message("{name}'s input x", name), "a sequence [N, T, C]", sequence.toString());
    if (kernel.rank() != 2 || kernel[0] != gates * kernel[1])
        throw Error(Message("{name}'s recurrent_kernel", name), Message("[{gates} * units, units]", gates),
                    kernel.toString());
    batch = sequence[0], steps = sequence[1], units = kernel[1];
    if (sequence[2] != (parts ? parts : gates) * units)
        throw Error(Message("{name}'s input x", name), Message("{what} values a step", (parts ? parts : gates) * units),
                    sequence.toString());
    backwards = attributes.integer("go_backwards", 0) != 0;
    const auto read = [&](const char* key, const char* fallback) {
        const ActivationKind& kind = activationKind(attributes.text(key, fallback));
        if (kind.act == Act::Threshold)
            throw Error(Message("{name}'s activation", name), "one without numbers of its own", kind.name);
        return &kind;
    };
    activation = read("cell_activation", "tanh");
    recurrentActivation = read("recurrent_activation", "sigmoid");
}

double Recurrence::product(const std::vector<double>& kernel, int64_t n, int64_t gate, int64_t unit,
                           const double* state) const {
    const double* row = &kernel[static_cast<size_t>((gate * units + unit) * units)];
    double sum = 0;
    for (int64_t u = 0; u < units; ++u) sum += row[u] * state[u] * kept(n, gate, u);
    return sum;
}

void Recurrence::productGradient(const std::vector<double>& kernel, int64_t n, const double* state,
                                 const double* gradient, int64_t gate, int64_t count, std::vector<double>& dstate,
                                 std::vector<double>& dkernel) const {
    for (int64_t i = 0; i < count * units; ++i)
        for (int64_t u = 0; u < units; ++u) {
            const auto at = static_cast<size_t>((gate * units + i) * units + u);
            const double through = gradient[i] * kept(n, gate + i / units, u);
            dstate[static_cast<size_t>(u)] += through * kernel[at];
            dkernel[at] += through * state[u];
        }
}

bool hasRecurrentMask(const Attributes& attributes) { return attributes.integer("recurrent_mask", 0) != 0; }

void expectRecurrent(const char* op, Types inputs, const Attributes& attributes, const Recurrence& r, size_t minimum,
                     size_t maximum, bool sums) {
    const bool masked = hasRecurrentMask(attributes);
    const size_t more = size_t{masked} + size_t{sums};
    expectCount(op, inputs, minimum + more, maximum + more);
    if (masked) expectShape(op, "recurrent_mask", inputs.back(), {r.batch, r.gates * r.units});
    if (sums) expectShape(op, "sums", inputs[inputs.size() - 1 - size_t{masked}], r.sequence(r.gates));
}

std::vector<int> recurrentRest(GradientContext& context, int sums, int inputs) {
    std::vector<int> rest;
    if (context.output(sums) >= 0) rest.push_back(context.output(sums));
    if (hasRecurrentMask(context.attributes())) {
        while (context.input(inputs) >= 0) ++inputs;
        rest.push_back(context.input(inputs - 1));
    }
    return rest;
}

void expectGradientOfFirst(const char* op, GradientContext& context) {
    for (int i = 1; i < 4; ++i)
        if (context.outputGradient(i) >= 0)
            throw Error(Message("{name}'s gradient", std::string(op)), "a gradient of its output y only",
                        "one of its gates or cells");
}

Attributes recurrentCase(const std::string& activation, const std::string& recurrentActivation, bool backwards,
                         bool masked) {
    return {{"cell_activation", activation},
            {"recurrent_activation", recurrentActivation},
            {"go_backwards", int64_t{backwards}},
            {"recurrent_mask", int64_t{masked}}};
}

}  // namespace tl::ops
