// The shape rule of merges. Unlike NumPy they do not broadcast, as a shape that differs is nearly always a mistake; but
// an image of one pixel goes with every pixel of another, which is how channels are weighted (squeeze and excitation).
#include "engine/layers/merge.h"

#include <algorithm>

namespace tl::layers {
namespace {

bool onePixel(const Shape& shape) { return shape.rank() == 3 && shape[1] == 1 && shape[2] == 1; }

// The stride by which a kernel of 1×1 brings one size to another; 0 = none does.
int64_t strideFrom(const Shape& large, const Shape& small) {
    for (int64_t stride = 1; stride <= 32; ++stride)
        if ((large[1] - 1) / stride + 1 == small[1] && (large[2] - 1) / stride + 1 == small[2]) return stride;
    return 0;
}

// A layer on the way of `input` that gives it the wanted shape; nothing where no single one does.
std::vector<Repair> bring(const Shape& given, const Shape& wanted, size_t input) {
    const int port = static_cast<int>(input);
    if (given.rank() == 1 && wanted.rank() == 1) {
        return {insertDense(wanted[0], port)};
    }
    if (given.rank() != 3 || wanted.rank() != 3) return {};
    const int64_t stride = strideFrom(given, wanted);
    if (stride == 0) return {};
    Repair conv = insertBefore("Conv2D", port);
    conv.label = Message("Insert Conv2D with {count} filters of 1×1", wanted[0]);
    conv.more = {{"filters", wanted[0]}, {"kernel_size", std::vector<int64_t>{1, 1}}};
    if (stride > 1) {
        conv.label = Message("Insert Conv2D with {count} filters of 1×1, stride {stride}", wanted[0], stride);
        conv.more["strides"] = std::vector<int64_t>{stride, stride};
    }
    return {conv};
}

ShapeResult mergeShape(const std::string& title, const ShapeContext& context) {
    Shape merged = context.inputs[0];
    size_t origin = 0;  // the input that `merged` is of
    for (size_t i = 1; i < context.inputs.size(); ++i) {
        const Shape& other = context.inputs[i];
        if (other == merged) continue;
        if (other.rank() == 3 && merged.rank() == 3 && other[0] == merged[0] && (onePixel(other) || onePixel(merged))) {
            if (onePixel(merged)) {
                merged = other;
                origin = i;
            }
            continue;
        }
        Message detail;
        if (merged.rank() == 3 && other.rank() == 3)
            detail = merged[0] == other[0]
                         ? "The images differ in size; strides, pooling or padding on one way do it."
                         : "A Conv2D with kernel 1×1 on one of the ways brings both to the same number of channels.";
        ShapeResult result = ShapeResult::wrong(Message("{title} wants equal shapes, and gets {shape} and {other}",
                                                        title, from(merged.toString(), context.producer(origin)),
                                                        from(other.toString(), context.producer(i))),
                                                bring(other, merged, i), detail);
        result.diagnostics[0].inputPort = static_cast<int>(i);
        if (result.diagnostics[0].repairs.empty()) {  // the other way round
            result.diagnostics[0].repairs = bring(merged, other, origin);
            if (!result.diagnostics[0].repairs.empty()) result.diagnostics[0].inputPort = static_cast<int>(origin);
        }
        if (result.diagnostics[0].repairs.empty() && merged.rank() == 3 && merged[0] == other[0])
            result.diagnostics[0].repairs = evenSizes(context, origin, i);
        return result;
    }
    return ShapeResult::of(merged);
}

// All inputs in the shape of the largest.
std::vector<ValueId> spread(BuildContext& context) {
    std::vector<ValueId> values(context.inputs().begin(), context.inputs().end());
    Shape whole = context.shape(values[0]);
    for (ValueId value : values)
        if (context.shape(value).elements() > whole.elements()) whole = context.shape(value);
    for (ValueId& value : values)
        if (context.shape(value) != whole)
            value = context.emit("Resize", {value},
                                 {{"mode", "nearest"}, {"size", std::vector<int64_t>{whole[2], whole[3]}}})[0];
    return values;
}

}  // namespace

// One that is some whole times as large is sampled, as between the halves of a U-Net. Zeros round the smaller one, or
// the larger one's border away, are for images that differ at their borders alone, as convolutions without padding
// leave them.
std::vector<Repair> evenSizes(const ShapeContext& context, size_t small, size_t large) {
    const Shape &a = context.inputs[small], &b = context.inputs[large];
    if (a.rank() != 3 || b.rank() != 3) return {};
    const int64_t high = b[1] - a[1], wide = b[2] - a[2];
    if (high < 0 || wide < 0) return high <= 0 && wide <= 0 ? evenSizes(context, large, small) : std::vector<Repair>();
    if (high == 0 && wide == 0) return {};
    const auto at = [&](const char* layer, const char* key, std::vector<int64_t> numbers, size_t input) {
        Repair repair = insertBefore(layer, static_cast<int>(input));
        if (const Producer* producer = context.producer(input))
            repair.label = Message("Insert {layer} after {node}", std::string(layer), producer->node);
        repair.more = {{key, std::move(numbers)}};
        return repair;
    };
    std::vector<Repair> repairs;
    constexpr int64_t kMostTimes = 64;  // of UpSampling2D
    const std::vector<int64_t> factors{b[1] / a[1], b[2] / a[2]};
    if (b[1] % a[1] == 0 && b[2] % a[2] == 0 && *std::ranges::max_element(factors) <= kMostTimes)
        repairs = {at("UpSampling2D", "size", factors, small), at("MaxPooling2D", "pool_size", factors, large)};
    const std::vector<int64_t> sides{high / 2, high - high / 2, wide / 2, wide - wide / 2};
    repairs.push_back(at("ZeroPadding2D", "padding", sides, small));
    repairs.push_back(at("Cropping2D", "cropping", sides, large));
    return repairs;
}

LayerType mergeLayer(const Merge& merge) {
    LayerType type;
    type.id = type.title = merge.title;
    type.category = Category::Merge;
    type.icon = merge.icon;
    type.idStem = merge.idStem;
    type.help = merge.help;
    type.minInputs = 2;
    type.maxInputs = merge.maxInputs;
    type.shape = [title = type.title](const ShapeContext& context) { return mergeShape(title, context); };
    type.build = [combine = merge.combine](BuildContext& context) {
        context.setOutput(combine(context, spread(context)));
    };
    type.summary = [text = merge.summary](const PropertyReader&) { return text; };
    type.cases = {{"two images", {{2, 3, 4}, {2, 3, 4}}, {}},
                  {"an image and one pixel", {{2, 1, 1}, {2, 3, 4}}, {}},
                  {"two vectors", {{5}, {5}}, {}}};
    if (merge.maxInputs < 0) type.cases.push_back({"three vectors", {{5}, {5}, {5}}, {}});
    return type;
}

std::function<ValueId(BuildContext&, std::span<const ValueId>)> oneByOne(const std::string& op) {
    return [op](BuildContext& context, std::span<const ValueId> values) {
        ValueId result = values[0];
        for (ValueId value : values.subspan(1)) result = context.emit(op, {result, value})[0];
        return result;
    };
}

}  // namespace tl::layers
