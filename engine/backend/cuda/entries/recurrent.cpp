// Recurrent layers: a library makes the product with the recurrent kernel, a kernel the cell's step, one after the
// other. Backwards the flow into the gates and the state ahead of them are kept for all steps, and the recurrent
// kernel's gradient is one product at the end.
#include "engine/backend/cuda/kernels/recurrent.h"

#include "engine/backend/cuda/entries/product_call.h"
#include "engine/backend/cuda/entries/steps.h"

namespace tl::cuda {
namespace {

// What a node has of its sequence, and the products of its parts.
class Recurrent {
public:
    // The sequence is input `sequence`, the recurrent kernel input 1. `split`: the last gate's product comes after the
    // others', of another state.
    Recurrent(const Lane& lane, const KernelRequest& request, int gates, size_t sequence, bool split)
        : lane_(lane), backwards_(request.attributes.integer("go_backwards", 0) != 0),
          masked_(request.attributes.integer("recurrent_mask", 0) != 0), maskInput_(request.inputs.size() - 1),
          tf32_(request.tf32) {
        const Shape& shape = request.inputs[sequence].shape;
        step_.batch = static_cast<int>(shape[0]), step_.steps = static_cast<int>(shape[1]);
        step_.units = static_cast<int>(request.inputs[1].shape[1]), step_.gates = gates;
        countOf(request, shape[0] * shape[1] * 4 * step_.units);
        const auto read = [&](const char* key, const char* fallback, Act& act, float& alpha, bool& ofResult) {
            const ActivationKind& kind = activationKind(request.attributes.text(key, fallback));
            act = kind.act, alpha = static_cast<float>(kind.kerasAlpha), ofResult = kind.fromResult;
        };
        read("cell_activation", "tanh", step_.activation, step_.alpha, step_.ofResult);
        read("recurrent_activation", "sigmoid", step_.gateActivation, step_.gateAlpha, step_.gateOfResult);
        for (int gate = 0; gate < gates; ++gate) {
            if (gate == 0 || masked_ || (split && gate == gates - 1)) step_.first[step_.parts++] = gate;
            const int head = step_.head[gate] = step_.first[step_.parts - 1];
            for (int other = head; other <= gate; ++other) step_.wide[other] = gate - head + 1;
        }
    }

    bool keepsSums() const { return !step_.ofResult || !step_.gateOfResult; }
    int steps() const { return step_.steps; }
    int parts() const { return step_.parts; }
    int first(int part) const { return step_.first[part]; }
    int64_t units() const { return step_.units; }
    int64_t batch() const { return step_.batch; }
    int64_t rows() const { return batch() * step_.steps; }
    int64_t width(int part) const { return step_.wide[first(part)] * units(); }
    size_t gateSize() const { return static_cast<size_t>(batch() * units()); }  // of one gate in one step
    size_t inputs() const { return maskInput_ + size_t{!masked_}; }             // without the mask

    RecurrentStep at(int step, const KernelBuffers& b) const {
        RecurrentStep s = step_;
        s.step = step;
        s.read = backwards_ ? step_.steps - 1 - step : step;
        s.mask = masked_ ? in<float>(b, maskInput_) : nullptr;
        return s;
    }
    template <typename Cell>
    Launches& addCell(Launches& all, const KernelBuffers& b, const char* kernel, const Cell& cell) const {
        all.add(kernel, {blocksFor(batch() * units(), 1)}, kBlock, cell);
        return masked_ ? all.reads(b, {maskInput_}) : all;
    }

    ProductCall product(Product product) const {
        product.tf32 = tf32_;
        // Parts, steps and gates begin at multiples of the units.
        const uint32_t row = static_cast<uint32_t>(step_.units) * sizeof(float);
        product.alignment = std::min(product.alignment, row & -row);
        return {lane_, product};
    }
    // Where a part begins in a buffer of products with so many rows.
    size_t start(int part, int64_t rows) const { return static_cast<size_t>(first(part) * units() * rows); }
    size_t weights(int part) const { return start(part, units()); }  // in the recurrent kernel

private:
    Lane lane_;
    bool backwards_, masked_;
    size_t maskInput_;
    bool tf32_;
    RecurrentStep step_{};
};

// Float32 numbers one after the other in scratch memory.
class Room {
public:
    size_t add(size_t count) {
        sizes_.push_back(count * sizeof(float));
        starts_.push_back(bytes_);
        bytes_ += aligned(sizes_.back());
        return starts_.size() - 1;
    }
    size_t bytes() const { return bytes_; }
    size_t bytes(size_t which) const { return sizes_[which]; }
    float* operator()(const KernelBuffers& b, size_t which) const {
        return reinterpret_cast<float*>(static_cast<std::byte*>(b.scratch) + starts_[which]);
    }

private:
    std::vector<size_t> sizes_, starts_;
    size_t bytes_ = 0;
};

// Products of all parts, of which some are asked for at a time.
struct Products {
    std::vector<ProductCall> part;
    size_t workspace = 0;

    template <typename Of>
    Products(const Recurrent& r, const Of& of) {
        for (int p = 0; p < r.parts(); ++p) {
            part.push_back(r.product(of(r.width(p))));
            workspace = std::max(workspace, part.back().workspaceBytes());
        }
    }
};

// The state [batch, units] times the recurrent kernel.
Products ahead(const Recurrent& r) {
    return {r, [&](int64_t width) {
                Product product;
                product.m = r.batch(), product.k = r.units(), product.n = width;
                product.transposeB = true;
                return product;
            }};
}
// The flow into a step's gates times the recurrent kernel: the flow into the state.
Products through(const Recurrent& r) {
    return {r, [&](int64_t width) {
                Product product;
                product.m = r.batch(), product.k = width, product.n = r.units();
                return product;
            }};
}
// The flow of all steps and the states ahead of them: the recurrent kernel's gradient.
Products ofKernel(const Recurrent& r) {
    return {r, [&](int64_t width) {
                Product product;
                product.m = width, product.k = r.rows(), product.n = r.units();
                product.transposeA = true;
                return product;
            }};
}

struct Forward {
    Recurrent r;
    Products products;
    Room room;
    size_t state, product, workspace;

    explicit Forward(const Recurrent& recurrent) : r(recurrent), products(ahead(r)) {
        state = room.add(r.gateSize() * static_cast<size_t>(r.parts()));
        product = room.add(r.gateSize() * 4);
        workspace = room.add(products.workspace / sizeof(float) + 1);
    }
    // Of the parts [from, to).
    void addProducts(Launches& all, const KernelBuffers& b, int from, int to) const {
        for (int p = from; p < to; ++p)
            products.part[static_cast<size_t>(p)].add(
                all, {room(b, state) + static_cast<size_t>(p) * r.gateSize(), in<float>(b, 1) + r.weights(p), nullptr,
                      room(b, product) + r.start(p, r.batch()), room(b, workspace)});
    }
};

struct Backward {
    Recurrent r;
    Products steps, kernel;
    Room room;
    size_t flow, state, back, carried, partial, workspace;

    explicit Backward(const Recurrent& recurrent) : r(recurrent), steps(through(r)), kernel(ofKernel(r)) {
        const size_t all = r.gateSize() * static_cast<size_t>(r.steps()), parts = static_cast<size_t>(r.parts());
        flow = room.add(all * 4);
        state = room.add(all * parts);
        back = room.add(r.gateSize() * parts);
        carried = room.add(r.gateSize());
        partial = room.add(sumOf(0).scratchBytes() / sizeof(float) + 1);
        workspace = room.add(std::max(steps.workspace, kernel.workspace) / sizeof(float) + 1);
    }
    void addProducts(Launches& all, const KernelBuffers& b, int step, int from, int to) const {
        for (int p = from; p < to; ++p)
            steps.part[static_cast<size_t>(p)].add(
                all, {flowOf(b, p) + static_cast<size_t>(step * r.batch() * r.width(p)), in<float>(b, 1) + r.weights(p),
                      nullptr, room(b, back) + static_cast<size_t>(p) * r.gateSize(), room(b, workspace)});
    }
    void addKernel(Launches& all, const KernelBuffers& b) const {
        for (int p = 0; p < r.parts(); ++p)
            kernel.part[static_cast<size_t>(p)].add(
                all, {flowOf(b, p), room(b, state) + static_cast<size_t>(p * r.rows() * r.units()), nullptr,
                      out<float>(b, 1) + r.weights(p), room(b, workspace)});
    }
    void addBias(Launches& all, const KernelBuffers& b) const {
        for (int p = 0; p < r.parts(); ++p)
            sumOf(p).add(all, flowOf(b, p), out<float>(b, 2) + r.first(p) * r.units(), room(b, partial));
    }

private:
    const float* flowOf(const KernelBuffers& b, int part) const { return room(b, flow) + r.start(part, r.rows()); }
    SumOfColumns sumOf(int part) const {
        return {Element::Float32, static_cast<uint32_t>(r.rows()), static_cast<uint32_t>(r.width(part))};
    }
};

// x, recurrent_kernel, mask -> y, gates, cells, sums
Kernel lstm(const Lane& lane, const KernelRequest& request) {
    const Forward f(Recurrent(lane, request, 4, 0, false));
    Kernel kernel = plainKernel(request);
    kernel.scratchBytes = f.room.bytes();
    kernel.implementation = f.products.part[0].implementation();
    const Launches launches(lane, request, kernel);
    kernel.bind = [=](const KernelBuffers& b) {
        Launches all = launches;
        for (int step = 0; step < f.r.steps(); ++step) {
            if (step > 0) f.addProducts(all, b, 0, f.r.parts());
            float* sums = f.r.keepsSums() ? out<float>(b, 3) : nullptr;
            f.r.addCell(all, b, "lstmCell",
                        LstmCell{f.r.at(step, b), in<float>(b, 0), step > 0 ? f.room(b, f.product) : nullptr,
                                 out<float>(b, 0), out<float>(b, 1), out<float>(b, 2), sums, f.room(b, f.state)})
                .reads(b, {0})
                .writes(b, {0, 1, 2})
                .writes(f.room(b, f.state), f.room.bytes(f.state));
            if (step > 0) all.reads(f.room(b, f.product), f.room.bytes(f.product));
            if (sums) all.writes(b, {3});
        }
        return std::move(all).bound();
    };
    return kernel;
}

// dy, recurrent_kernel, y, gates, cells, sums, mask -> dx, drecurrent_kernel
Kernel lstmGrad(const Lane& lane, const KernelRequest& request) {
    const Backward f(Recurrent(lane, request, 4, 3, false));
    Kernel kernel = plainKernel(request);
    kernel.scratchBytes = f.room.bytes();
    kernel.implementation = f.steps.part[0].implementation();
    const Launches launches(lane, request, kernel);
    kernel.bind = [=](const KernelBuffers& b) {
        Launches all = launches;
        for (int step = f.r.steps() - 1; step >= 0; --step) {
            const bool last = step == f.r.steps() - 1;
            const float* sums = f.r.keepsSums() ? in<float>(b, 5) : nullptr;
            f.r.addCell(all, b, "lstmCellGrad",
                        LstmCellGrad{f.r.at(step, b), in<float>(b, 0), in<float>(b, 2), in<float>(b, 3),
                                     in<float>(b, 4), sums, last ? nullptr : f.room(b, f.back), f.room(b, f.carried),
                                     out<float>(b, 0), f.room(b, f.flow), f.room(b, f.state)})
                .reads(b, {0, 2, 3, 4})
                .writes(b, {0});
            for (const size_t written : {f.carried, f.flow, f.state})
                all.writes(f.room(b, written), f.room.bytes(written));
            if (!last) all.reads(f.room(b, f.back), f.room.bytes(f.back));
            if (sums) all.reads(b, {5});
            if (step > 0) f.addProducts(all, b, step, 0, f.r.parts());
        }
        f.addKernel(all, b);
        return std::move(all).bound();
    };
    return kernel;
}

bool resetsAfterwards(const KernelRequest& request) {
    return request.attributes.integer("linear_before_reset", 1) != 0;
}

// x, recurrent_kernel, recurrent_bias, mask -> y, gates, sums
Kernel gru(const Lane& lane, const KernelRequest& request) {
    const bool afterwards = resetsAfterwards(request);
    const Forward f(Recurrent(lane, request, 3, 0, !afterwards));
    const bool biased = f.r.inputs() > 2;
    Kernel kernel = plainKernel(request);
    kernel.scratchBytes = f.room.bytes();
    kernel.implementation = f.products.part[0].implementation();
    const Launches launches(lane, request, kernel);
    kernel.bind = [=](const KernelBuffers& b) {
        Launches all = launches;
        float* sums = f.r.keepsSums() ? out<float>(b, 2) : nullptr;
        const auto add = [&](int step, bool opens, bool closes) {
            f.r.addCell(all, b, "gruCell",
                        GruCell{f.r.at(step, b), in<float>(b, 0), step > 0 ? f.room(b, f.product) : nullptr,
                                biased ? in<float>(b, 2) : nullptr, out<float>(b, 0), out<float>(b, 1), sums,
                                f.room(b, f.state), afterwards, opens, closes})
                .reads(b, {0})
                .writes(b, {0, 1})
                .writes(f.room(b, f.state), f.room.bytes(f.state));
            if (step > 0) all.reads(f.room(b, f.product), f.room.bytes(f.product));
            if (biased) all.reads(b, {2});
            if (sums) all.writes(b, {2});
        };
        const int ahead = f.r.parts() - (afterwards ? 0 : 1);
        for (int step = 0; step < f.r.steps(); ++step) {
            if (step > 0) f.addProducts(all, b, 0, ahead);
            add(step, true, afterwards);
            if (afterwards) continue;
            if (step > 0) f.addProducts(all, b, ahead, f.r.parts());
            add(step, false, true);
        }
        return std::move(all).bound();
    };
    return kernel;
}

// dy, recurrent_kernel, y, gates, sums, mask -> dx, drecurrent_kernel, drecurrent_bias
Kernel gruGrad(const Lane& lane, const KernelRequest& request) {
    const bool afterwards = resetsAfterwards(request);
    const Backward f(Recurrent(lane, request, 3, 2, !afterwards));
    Kernel kernel = plainKernel(request);
    kernel.scratchBytes = f.room.bytes();
    kernel.implementation = f.steps.part[0].implementation();
    const Launches launches(lane, request, kernel);
    kernel.bind = [=](const KernelBuffers& b) {
        Launches all = launches;
        const float* sums = f.r.keepsSums() ? in<float>(b, 4) : nullptr;
        const auto add = [&](int step, bool opens, bool closes) {
            f.r.addCell(all, b, "gruCellGrad",
                        GruCellGrad{f.r.at(step, b), in<float>(b, 0), in<float>(b, 2), in<float>(b, 3), sums,
                                    f.room(b, f.back), f.room(b, f.carried), out<float>(b, 0), f.room(b, f.flow),
                                    f.room(b, f.state), afterwards, opens, closes})
                .reads(b, {0, 2, 3})
                .reads(f.room(b, f.back), f.room.bytes(f.back))
                .writes(b, {0});
            for (const size_t written : {f.carried, f.flow, f.state})
                all.writes(f.room(b, written), f.room.bytes(written));
            if (sums) all.reads(b, {4});
        };
        const int ahead = f.r.parts() - (afterwards ? 0 : 1);
        for (int step = f.r.steps() - 1; step >= 0; --step) {
            add(step, true, false);
            if (!afterwards) {
                f.addProducts(all, b, step, ahead, f.r.parts());
                add(step, false, true);
            }
            if (step > 0) f.addProducts(all, b, step, 0, ahead);
        }
        f.addKernel(all, b);
        if (afterwards) f.addBias(all, b);
        return std::move(all).bound();
    };
    return kernel;
}

}  // namespace

void recurrent(KernelTable& table, const Lane& lane) {
    if (!lane.libraries) return;
    table.add("LSTM", with(lane, lstm));
    table.add("LSTMGrad", with(lane, lstmGrad));
    table.add("GRU", with(lane, gru));
    table.add("GRUGrad", with(lane, gruGrad));
}

}  // namespace tl::cuda
