// Pooling and its gradients, plane by plane in the layout that the value comes in. Max pooling's workspace holds, for
// each result, where in its window the maximum was; its layout records the layout that the forward pass worked in, and
// the gradient follows that.
#include "engine/backend/cpu/support.h"

namespace tl::cpu {
namespace {

struct Pool {
    PoolShape shape{};
    int64_t planes = 0, inPlane = 0, outPlane = 0;
    bool wide = false;  // more window positions than a byte tells apart
    int parts = 1;

    Pool(const KernelRequest& request, const Shape& x, const Shape& y, const Layout& layout) {
        const auto& kernel = request.attributes.list("kernel_shape");
        const std::vector<int64_t> strides =
            request.attributes.has("strides") ? request.attributes.list("strides") : std::vector<int64_t>{1, 1};
        const std::vector<int64_t> pads =
            request.attributes.has("pads") ? request.attributes.list("pads") : std::vector<int64_t>{0, 0, 0, 0};
        const ImageView v = *imageView(x, layout);
        // A 1x1 image in plain layout is seen as one row of channels; here each is a plane of its own.
        const bool rows = layout.plain();
        planes = rows ? x[0] * x[1] : v.outer * v.blocks;
        shape = {x[2],       x[3],       y[2],    y[3],   rows ? 1 : v.lanes, kernel[0], kernel[1],
                 strides[0], strides[1], pads[0], pads[1]};
        inPlane = x[2] * x[3] * shape.lanes;
        outPlane = y[2] * y[3] * shape.lanes;
        // A window one column wide pools whole rows, side by side.
        if (rows && kernel[1] == 1 && strides[1] == 1 && x[3] == y[3] && pads[1] == 0)
            shape.lanes = x[3], shape.width = shape.outWidth = 1;
        wide = kernel[0] * kernel[1] > 256;
        parts = partsFor(request.threads, planes * (inPlane + outPlane * kernel[0] * kernel[1]));
    }
    size_t workspaceBytes() const { return static_cast<size_t>(planes * outPlane) * (wide ? 4 : 1); }
    // Where a plane's places of maxima lie; the one that is not used is null.
    uint8_t* narrowPlaces(void* all, int64_t at) const { return wide ? nullptr : static_cast<uint8_t*>(all) + at; }
    int32_t* widePlaces(void* all, int64_t at) const { return wide ? static_cast<int32_t*>(all) + at : nullptr; }
    // A kernel that calls plane(offset in x, offset in y) for all planes.
    template <typename Bind>
    void bindPlanes(Kernel& kernel, const KernelRequest& request, const Bind& bind) const {
        bindUnits(kernel, request, planes, parts, 1, [=, in = inPlane, out = outPlane](const KernelBuffers& b) {
            return [=, plane = bind(b)](int64_t begin, int64_t end) {
                for (int64_t p = begin; p < end; ++p) plane(p * in, p * out);
            };
        });
    }
};

// `max`: the places of the maxima are kept for the gradient, or in scratch where nobody wants them.
Kernel forward(const KernelRequest& request, bool max) {
    const Shape &x = request.inputs[0].shape, &y = request.outputs[0].shape;
    const Layout layout = imageLayout(request, request.inputs[0]);
    const Pool pool(request, x, y, layout);
    Kernel kernel = plainKernel(request);
    kernel.inputs[0] = layout;
    kernel.outputs[0] = resizedLayout(layout, x, y);
    const bool kept = kernel.outputs.size() > 1;
    if (kept) {
        kernel.outputs[1] = kernel.outputs[0];
        kernel.outputs[1].opaqueBytes = pool.workspaceBytes();
    } else if (max) {
        kernel.scratchBytes = pool.workspaceBytes();
    }
    pool.bindPlanes(kernel, request, [=](const KernelBuffers& b) {
        void* places = kept ? b.outputs[1] : b.scratch;
        return [=, from = in<float>(b, 0), to = out<float>(b, 0)](int64_t inPlane, int64_t outPlane) {
            if (max)
                vec().maxPool(pool.shape, from + inPlane, to + outPlane, pool.narrowPlaces(places, outPlane),
                              pool.widePlaces(places, outPlane));
            else
                vec().averagePool(pool.shape, from + inPlane, to + outPlane);
        };
    });
    if (max && !kept) kernel.blocks = {};  // whose scratch is not divided
    return kernel;
}

// Max pooling's inputs are x (not read), dy and the places, whose layout is that of the forward pass; average pooling's
// is dy.
Kernel gradient(const KernelRequest& request, bool max) {
    const size_t from = max ? 1 : 0;
    const Shape &x = request.outputs[0].shape, &y = request.inputs[from].shape;
    Layout layout = max ? request.inputs[2].layout : imageLayout(request, request.inputs[0]);
    layout.opaqueBytes = 0;
    const Pool pool(request, x, y, resizedLayout(layout, y, x));
    Kernel kernel = plainKernel(request);
    if (max) {
        kernel.inputs = {request.inputs[0].layout, layout, request.inputs[2].layout};
        kernel.reads = {false, true, true};
    } else {
        kernel.inputs[0] = layout;
    }
    kernel.outputs[0] = resizedLayout(layout, y, x);
    pool.bindPlanes(kernel, request, [=](const KernelBuffers& b) {
        return [=, dy = in<float>(b, from), places = max ? b.inputs[2] : nullptr,
                dx = out<float>(b, 0)](int64_t inPlane, int64_t outPlane) {
            if (max)
                vec().maxPoolGrad(pool.shape, dy + outPlane, pool.narrowPlaces(places, outPlane),
                                  pool.widePlaces(places, outPlane), dx + inPlane);
            else
                vec().averagePoolGrad(pool.shape, dy + outPlane, dx + inPlane);
        };
    });
    return kernel;
}

// [N, C] is plain; the image keeps its layout.
Kernel globalAverage(const KernelRequest& request) {
    const Shape x = request.inputs[0].shape;
    const Layout layout = imageLayout(request, request.inputs[0]);
    const ImageView v = *imageView(x, layout);
    const int parts = partsFor(request.threads, v.elements());
    Kernel kernel = plainKernel(request);
    kernel.inputs[0] = layout;
    const int64_t channels = x[1];
    const int64_t pixels = x.elements() / x[0] / x[1];
    const float share1 = 1.0f / static_cast<float>(pixels);
    kernel.scratchBytes = static_cast<size_t>(parts) * static_cast<size_t>(v.lanes + 16) * sizeof(float);
    kernel.bind = [=](const KernelBuffers& b) {
        return [=, from = in<float>(b, 0), to = out<float>(b, 0), scratch = static_cast<float*>(b.scratch)] {
            forParts(parts, [&](int part) {
                float* sums = scratch + part * (v.lanes + 16);
                const auto [begin, end] = share(v.outer * v.blocks, parts, part);
                for (int64_t plane = begin; plane < end; ++plane) {
                    const int64_t o = plane / v.blocks, block = plane % v.blocks;
                    const float* values = from + plane * v.space * v.lanes;
                    if (v.lanes == 1) {
                        to[o * channels + block] = static_cast<float>(vec().sum(v.space, values)) * share1;
                        continue;
                    }
                    std::fill(sums, sums + v.lanes, 0.0f);
                    for (int64_t s = 0; s < v.space; ++s) vec().accumulate(v.lanes, values + s * v.lanes, sums);
                    for (int64_t l = 0; l < v.lanes; ++l) {
                        const bool images = v.kind == ImageView::Lanes::Images;
                        const int64_t n = images ? o * v.lanes + l : o, c = images ? block : block * v.lanes + l;
                        if (c < channels) to[n * channels + c] = sums[l] * share1;
                    }
                }
            });
        };
    };
    return kernel;
}

Kernel globalAverageGrad(const KernelRequest& request) {
    const Shape x = request.outputs[0].shape;
    // Channels in blocks where convolutions work that way; a convolution that does not gets a reorder.
    Layout layout;
    if (request.blocked && bestIsa() != Isa::Baseline && x[1] % channelBlock() == 0 && x.rank() == 4)
        layout = channelBlocks(x);
    const ImageView v = *imageView(x, layout);
    const int parts = partsFor(request.threads, v.elements());
    Kernel kernel = plainKernel(request);
    kernel.outputs[0] = layout;
    const int64_t channels = x[1];
    const int64_t pixels = x.elements() / x[0] / x[1];
    const float share1 = 1.0f / static_cast<float>(pixels);
    kernel.bind = [=](const KernelBuffers& b) {
        return [=, dy = in<float>(b, 0), dx = out<float>(b, 0)] {
            forParts(parts, [&](int part) {
                const auto [begin, end] = share(v.outer * v.blocks, parts, part);
                for (int64_t plane = begin; plane < end; ++plane) {
                    const float* row = dy + plane / v.blocks * channels + plane % v.blocks * v.channelsPerBlock();
                    float* values = dx + plane * v.space * v.lanes;
                    for (int64_t s = 0; s < v.space; ++s) {
                        for (int64_t l = 0; l < v.lanes; ++l) values[s * v.lanes + l] = row[l] * share1;
                    }
                }
            });
        };
    };
    return kernel;
}

}  // namespace

void pooling(KernelTable& table) {
    for (const bool max : {true, false}) {
        const std::string name = max ? "MaxPool2D" : "AveragePool2D";
        table.add(name, [max](const KernelRequest& request) { return forward(request, max); });
        table.add(name + "Grad", [max](const KernelRequest& request) { return gradient(request, max); });
    }
    table.add("GlobalAveragePool2D", globalAverage);
    table.add("GlobalAveragePool2DGrad", globalAverageGrad);
}

}  // namespace tl::cpu
