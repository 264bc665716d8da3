// Pooling and its gradients, plane by plane in the layout that the value comes in. Max pooling's workspace holds, for
// each result, where in its window the maximum was; its layout records the layout that the forward pass worked in, and
// the gradient follows that.
#include "engine/backend/cpu/support.h"

namespace tl::cpu {
namespace {

Layout working(const KernelRequest& request, const TensorDesc& desc) {
    return request.blocked && imageView(desc.shape, desc.layout) ? desc.layout : Layout{};
}

// The layout of a value of another size that lies in memory in the same way.
Layout resized(const Layout& layout, const Shape& from, const Shape& to) {
    if (layout.plain()) return {};
    const ImageView view = *imageView(from, layout);
    if (view.kind == ImageView::Lanes::Images) return imageLanes(to);
    if (layout.blocks.empty()) return channelsLast(to);
    Layout result = layout;
    int64_t stride = layout.blocks[0];
    for (int axis = to.rank() - 1; axis >= 0; --axis) {
        const size_t a = static_cast<size_t>(axis);
        result.strides[a] = stride;
        if (axis == 1) {
            stride *= result.paddedDims[1] / layout.blocks[0];
        } else {
            result.paddedDims[a] = to[axis];
            stride *= to[axis];
        }
    }
    return result;
}

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
        wide = kernel[0] * kernel[1] > 256;
        parts = partsFor(request.threads, planes * (inPlane + outPlane * kernel[0] * kernel[1]));
    }
    size_t workspaceBytes() const { return static_cast<size_t>(planes * outPlane) * (wide ? 4 : 1); }
};

Kernel maxPool(const KernelRequest& request) {
    const Shape &x = request.inputs[0].shape, &y = request.outputs[0].shape;
    const Layout layout = working(request, request.inputs[0]);
    const Pool pool(request, x, y, layout);
    Kernel kernel = plainKernel(request);
    kernel.inputs[0] = layout;
    kernel.outputs[0] = resized(layout, x, y);
    const bool kept = kernel.outputs.size() > 1;
    if (kept) {
        kernel.outputs[1] = kernel.outputs[0];
        kernel.outputs[1].opaqueBytes = pool.workspaceBytes();
    } else {
        kernel.scratchBytes = pool.workspaceBytes();
    }
    kernel.bind = [=](const KernelBuffers& b) {
        void* workspace = kept ? b.outputs[1] : b.scratch;
        return [=, from = in<float>(b, 0), to = out<float>(b, 0)] {
            forParts(pool.parts, [&](int part) {
                const auto [begin, end] = share(pool.planes, pool.parts, part);
                for (int64_t p = begin; p < end; ++p) {
                    const int64_t at = p * pool.outPlane;
                    vec().maxPool(pool.shape, from + p * pool.inPlane, to + at,
                                  pool.wide ? nullptr : static_cast<uint8_t*>(workspace) + at,
                                  pool.wide ? static_cast<int32_t*>(workspace) + at : nullptr);
                }
            });
        };
    };
    return kernel;
}

Kernel maxPoolGrad(const KernelRequest& request) {
    const Shape &x = request.outputs[0].shape, &y = request.inputs[1].shape;
    Layout layout = request.inputs[2].layout;
    layout.opaqueBytes = 0;
    const Pool pool(request, x, y, resized(layout, y, x));
    Kernel kernel = plainKernel(request);
    kernel.inputs = {request.inputs[0].layout, layout, request.inputs[2].layout};
    kernel.outputs[0] = resized(layout, y, x);
    kernel.reads = {false, true, true};
    kernel.bind = [=](const KernelBuffers& b) {
        return [=, dy = in<float>(b, 1), workspace = b.inputs[2], dx = out<float>(b, 0)] {
            forParts(pool.parts, [&](int part) {
                const auto [begin, end] = share(pool.planes, pool.parts, part);
                for (int64_t p = begin; p < end; ++p) {
                    const int64_t at = p * pool.outPlane;
                    vec().maxPoolGrad(pool.shape, dy + at, pool.wide ? nullptr : static_cast<uint8_t*>(workspace) + at,
                                      pool.wide ? static_cast<int32_t*>(workspace) + at : nullptr,
                                      dx + p * pool.inPlane);
                }
            });
        };
    };
    return kernel;
}

Kernel averagePool(const KernelRequest& request) {
    const Shape &x = request.inputs[0].shape, &y = request.outputs[0].shape;
    const Layout layout = working(request, request.inputs[0]);
    const Pool pool(request, x, y, layout);
    Kernel kernel = plainKernel(request);
    kernel.inputs[0] = layout;
    kernel.outputs[0] = resized(layout, x, y);
    kernel.bind = [=](const KernelBuffers& b) {
        return [=, from = in<float>(b, 0), to = out<float>(b, 0)] {
            forParts(pool.parts, [&](int part) {
                const auto [begin, end] = share(pool.planes, pool.parts, part);
                for (int64_t p = begin; p < end; ++p) {
                    vec().averagePool(pool.shape, from + p * pool.inPlane, to + p * pool.outPlane);
                }
            });
        };
    };
    return kernel;
}

Kernel averagePoolGrad(const KernelRequest& request) {
    const Shape &x = request.outputs[0].shape, &y = request.inputs[0].shape;
    const Layout layout = working(request, request.inputs[0]);
    const Pool pool(request, x, y, resized(layout, y, x));
    Kernel kernel = plainKernel(request);
    kernel.inputs[0] = layout;
    kernel.outputs[0] = resized(layout, y, x);
    kernel.bind = [=](const KernelBuffers& b) {
        return [=, dy = in<float>(b, 0), dx = out<float>(b, 0)] {
            forParts(pool.parts, [&](int part) {
                const auto [begin, end] = share(pool.planes, pool.parts, part);
                for (int64_t p = begin; p < end; ++p) {
                    vec().averagePoolGrad(pool.shape, dy + p * pool.outPlane, dx + p * pool.inPlane);
                }
            });
        };
    };
    return kernel;
}

// [N, C] is plain; the image keeps its layout.
Kernel globalAverage(const KernelRequest& request) {
    const Shape x = request.inputs[0].shape;
    const Layout layout = working(request, request.inputs[0]);
    const ImageView v = *imageView(x, layout);
    const int parts = partsFor(request.threads, v.elements());
    Kernel kernel = plainKernel(request);
    kernel.inputs[0] = layout;
    const int64_t channels = x[1];
    const float share1 = 1.0f / static_cast<float>(x.elements() / x[0] / x[1]);
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
    // Channels in blocks of 16 where convolutions work that way; a convolution that does not gets a reorder.
    Layout layout;
    if (request.blocked && bestIsa() == Isa::Avx512 && x[1] % 16 == 0 && x.rank() == 4) layout = channelBlocks(x);
    const ImageView v = *imageView(x, layout);
    const int parts = partsFor(request.threads, v.elements());
    Kernel kernel = plainKernel(request);
    kernel.outputs[0] = layout;
    const int64_t channels = x[1];
    const float share1 = 1.0f / static_cast<float>(x.elements() / x[0] / x[1]);
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
    table.add("MaxPool2D", maxPool);
    table.add("MaxPool2DGrad", maxPoolGrad);
    table.add("AveragePool2D", averagePool);
    table.add("AveragePool2DGrad", averagePoolGrad);
    table.add("GlobalAveragePool2D", globalAverage);
    table.add("GlobalAveragePool2DGrad", globalAverageGrad);
}

}  // namespace tl::cpu
