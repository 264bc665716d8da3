// A unit of a sample a thread.
#include "engine/backend/cuda/kernels/recurrent.h"

#include "engine/backend/cuda/kernels/activation.h"
#include "engine/backend/cuda/kernels/common.h"

namespace tl::cuda {
namespace {

// Where this thread's sample and unit lie.
struct Place {
    int sample, unit;
    const RecurrentStep& s;

    // In a sequence of `parts` times units a step.
    __device__ uint64_t at(int step, int parts, int part) const {
        return ((uint64_t{static_cast<uint32_t>(sample)} * s.steps + step) * parts + part) * s.units + unit;
    }
    // In a buffer of products with so many rows.
    __device__ uint64_t product(int gate, uint64_t rows, uint64_t row) const {
        const auto head = static_cast<uint64_t>(s.head[gate]), wide = static_cast<uint64_t>(s.wide[gate]);
        return (head * rows + row * wide + static_cast<uint64_t>(gate) - head) * s.units + unit;
    }
    // In [batch, units], and the like for each part.
    __device__ uint64_t flat() const { return uint64_t{static_cast<uint32_t>(sample)} * s.units + unit; }
    __device__ float kept(int gate) const {
        return s.mask ? s.mask[(uint64_t{static_cast<uint32_t>(sample)} * s.gates + gate) * s.units + unit] : 1.0f;
    }
};

__device__ inline bool placeOf(const RecurrentStep& s, int& sample, int& unit) {
    const int64_t i = int64_t{blockIdx.x} * kBlock + threadIdx.x;
    sample = static_cast<int>(i / s.units);
    unit = static_cast<int>(i % s.units);
    return sample < s.batch;
}

__device__ inline float applied(Act act, float alpha, float x) {
    float y = 0;
    withActivation(act, alpha, 0, [&](const auto& f) { y = f(x); });
    return y;
}
__device__ inline float slopeOf(Act act, float alpha, float x) {
    float y = 0;
    withSlope(act, alpha, [&](const auto& f) { y = f(x); });
    return y;
}
__device__ inline float activate(const RecurrentStep& s, float x) { return applied(s.activation, s.alpha, x); }
__device__ inline float open(const RecurrentStep& s, float x) { return applied(s.gateActivation, s.gateAlpha, x); }
__device__ inline float slope(const RecurrentStep& s, float sum, float result) {
    return slopeOf(s.activation, s.alpha, s.ofResult ? result : sum);
}
__device__ inline float openSlope(const RecurrentStep& s, float sum, float result) {
    return slopeOf(s.gateActivation, s.gateAlpha, s.gateOfResult ? result : sum);
}

// What the step after this one says of the state, through the products of the parts that begin below `gates`.
__device__ inline float stateGradient(const Place& p, const float* through, int gates) {
    float sum = 0;
    for (int part = 0; part < p.s.parts; ++part)
        if (p.s.first[part] < gates)
            sum += p.kept(p.s.first[part]) *
                   through[uint64_t{static_cast<uint32_t>(part)} * p.s.batch * p.s.units + p.flat()];
    return sum;
}

// The state as the products of the parts that begin in gates [from, to) want it.
__device__ inline void writeState(const Place& p, float* state, uint64_t rows, uint64_t row, int from, int to,
                                  float value) {
    for (int part = 0; part < p.s.parts; ++part) {
        const int gate = p.s.first[part];
        if (gate >= from && gate < to)
            state[(static_cast<uint64_t>(part) * rows + row) * p.s.units + p.unit] = value * p.kept(gate);
    }
}

}  // namespace

TL_KERNEL(lstmCell, LstmCell, kBlock, 64) {
    int sample = 0, unit = 0;
    if (!placeOf(a.s, sample, unit)) return;
    const Place p{sample, unit, a.s};
    const auto rows = static_cast<uint64_t>(a.s.batch);
    float gate[4];
    TL_UNROLL
    for (int g = 0; g < 4; ++g) {
        float sum = a.x[p.at(a.s.read, 4, g)];
        if (a.product) sum += a.product[p.product(g, rows, static_cast<uint64_t>(sample))];
        if (a.sums) a.sums[p.at(a.s.step, 4, g)] = sum;
        gate[g] = g == 2 ? activate(a.s, sum) : open(a.s, sum);
        a.gates[p.at(a.s.step, 4, g)] = gate[g];
    }
    const float before = a.s.step > 0 ? a.cells[p.at(a.s.step - 1, 1, 0)] : 0;
    const float cell = gate[1] * before + gate[0] * gate[2], y = gate[3] * activate(a.s, cell);
    a.cells[p.at(a.s.step, 1, 0)] = cell;
    a.y[p.at(a.s.step, 1, 0)] = y;
    writeState(p, a.state, rows, static_cast<uint64_t>(sample), 0, 4, y);
}

TL_KERNEL(lstmCellGrad, LstmCellGrad, kBlock, 64) {
    int sample = 0, unit = 0;
    if (!placeOf(a.s, sample, unit)) return;
    const Place p{sample, unit, a.s};
    const int step = a.s.step;
    const auto rows = static_cast<uint64_t>(a.s.batch) * static_cast<uint64_t>(a.s.steps);
    const auto row = static_cast<uint64_t>(step) * static_cast<uint64_t>(a.s.batch) + static_cast<uint64_t>(sample);
    float gate[4], sum[4];
    TL_UNROLL
    for (int g = 0; g < 4; ++g) {
        gate[g] = a.gates[p.at(step, 4, g)];
        sum[g] = a.sums ? a.sums[p.at(step, 4, g)] : 0;
    }
    const float before = step > 0 ? a.cells[p.at(step - 1, 1, 0)] : 0, cell = a.cells[p.at(step, 1, 0)];
    const float shown = activate(a.s, cell);
    const float flow = a.dy[p.at(step, 1, 0)] + (a.through ? stateGradient(p, a.through, 4) : 0);
    const float dcell = (a.through ? a.dcell[p.flat()] : 0) + flow * gate[3] * slope(a.s, cell, shown);
    const float d[4]{dcell * gate[2] * openSlope(a.s, sum[0], gate[0]),
                     dcell * before * openSlope(a.s, sum[1], gate[1]), dcell * gate[0] * slope(a.s, sum[2], gate[2]),
                     flow * shown * openSlope(a.s, sum[3], gate[3])};
    a.dcell[p.flat()] = dcell * gate[1];
    TL_UNROLL
    for (int g = 0; g < 4; ++g) {
        a.dx[p.at(a.s.read, 4, g)] = d[g];
        a.flow[p.product(g, rows, row)] = d[g];
    }
    writeState(p, a.state, rows, row, 0, 4, step > 0 ? a.y[p.at(step - 1, 1, 0)] : 0);
}

TL_KERNEL(gruCell, GruCell, kBlock, 48) {
    int sample = 0, unit = 0;
    if (!placeOf(a.s, sample, unit)) return;
    const Place p{sample, unit, a.s};
    const auto rows = static_cast<uint64_t>(a.s.batch), row = static_cast<uint64_t>(sample);
    const float before = a.s.step > 0 ? a.y[p.at(a.s.step - 1, 1, 0)] : 0;
    const auto product = [&](int g) {
        return (a.product ? a.product[p.product(g, rows, row)] : 0) + (a.bias ? a.bias[g * a.s.units + unit] : 0);
    };
    const auto gate = [&](int g) -> float& { return a.gates[p.at(a.s.step, 4, g)]; };
    const auto kept = [&](int g, float sum) {
        if (a.sums) a.sums[p.at(a.s.step, 3, g)] = sum;
        return sum;
    };
    if (a.opens) {
        for (int g = 0; g < 2; ++g) gate(g) = open(a.s, kept(g, a.x[p.at(a.s.read, 3, g)] + product(g)));
        gate(3) = a.afterwards ? product(2) : gate(1) * before;
        if (!a.afterwards) writeState(p, a.state, rows, row, 2, 3, gate(3));
    }
    if (!a.closes) return;
    const float update = gate(0), recurrent = a.afterwards ? gate(1) * gate(3) : product(2);
    const float candidate = activate(a.s, kept(2, a.x[p.at(a.s.read, 3, 2)] + recurrent));
    const float y = update * before + (1 - update) * candidate;
    gate(2) = candidate;
    a.y[p.at(a.s.step, 1, 0)] = y;
    writeState(p, a.state, rows, row, 0, a.afterwards ? 3 : 2, y);
}

TL_KERNEL(gruCellGrad, GruCellGrad, kBlock, 48) {
    int sample = 0, unit = 0;
    if (!placeOf(a.s, sample, unit)) return;
    const Place p{sample, unit, a.s};
    const int step = a.s.step;
    const auto rows = static_cast<uint64_t>(a.s.batch) * static_cast<uint64_t>(a.s.steps);
    const auto row = static_cast<uint64_t>(step) * static_cast<uint64_t>(a.s.batch) + static_cast<uint64_t>(sample);
    const auto gate = [&](int g) { return a.gates[p.at(step, 4, g)]; };
    const auto sum = [&](int g) { return a.sums ? a.sums[p.at(step, 3, g)] : 0; };
    const auto set = [&](int g, float d, float ofProduct) {
        a.dx[p.at(a.s.read, 3, g)] = d;
        a.flow[p.product(g, rows, row)] = ofProduct;
    };
    const float before = step > 0 ? a.y[p.at(step - 1, 1, 0)] : 0, reset = gate(1), remembered = gate(3);
    const bool last = step == a.s.steps - 1;
    if (a.opens) {
        const float update = gate(0), candidate = gate(2);
        const float flow = a.dy[p.at(step, 1, 0)] +
                           (last ? 0 : a.carried[p.flat()] + stateGradient(p, a.through, a.afterwards ? 3 : 2));
        const float dupdate = flow * (before - candidate) * openSlope(a.s, sum(0), update);
        const float dcandidate = flow * (1 - update) * slope(a.s, sum(2), candidate);
        a.carried[p.flat()] = flow * update;
        set(0, dupdate, dupdate);
        set(2, dcandidate, a.afterwards ? dcandidate * reset : dcandidate);
        writeState(p, a.state, rows, row, 0, a.afterwards ? 3 : 2, before);
        if (a.afterwards) {
            const float dreset = dcandidate * remembered * openSlope(a.s, sum(1), reset);
            set(1, dreset, dreset);
        } else {
            writeState(p, a.state, rows, row, 2, 3, remembered);
        }
    }
    if (!a.closes) return;
    const uint64_t ofCandidate = static_cast<uint64_t>(a.s.parts - 1) * static_cast<uint64_t>(a.s.batch) * a.s.units;
    const float dremembered = p.kept(2) * a.through[ofCandidate + p.flat()];
    const float dreset = dremembered * before * openSlope(a.s, sum(1), reset);
    set(1, dreset, dreset);
    a.carried[p.flat()] += dremembered * reset;
}

}  // namespace tl::cuda
