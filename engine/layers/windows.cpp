// The arithmetic of sliding windows, for one, two and three axes alike.
#include "engine/layers/windows.h"

#include <algorithm>

namespace tl::layers {
namespace {

// What a layer of so many extents takes, and the same as a word of its own.
const char* wantedKind(int rank) {
    static const char* const kinds[] = {"a sequence (steps, features)", "an image (channels, height, width)",
                                        "a volume (channels, depth, height, width)"};
    return kinds[rank - 1];
}

Message kindOf(int rank) {
    static const Message kinds[] = {Message("sequence"), Message("image"), Message("volume")};
    return kinds[rank - 1];
}

Message described(const Shape& shape) {
    if (shape.rank() == 1) return Message("a vector of {shape}", shape.toString());
    return shape.rank() == 2 ? Message("a sequence of {shape}", shape.toString()) : Message(shape.toString());
}

// "MaxPooling2D" for "MaxPooling1D" that gets an image; empty where there is no such layer.
std::string counterpart(std::string layer, int rank, int wanted) {
    const size_t digit = layer.find(std::to_string(rank) + "D");
    if (digit == std::string::npos || wanted < 1) return {};
    layer.replace(digit, 1, std::to_string(wanted));
    return findLayer(layer) ? layer : std::string();
}

// Ways to make the wanted kind of what comes in.
std::vector<Repair> conversions(const Shape& input, int rank) {
    const auto reshape = [&](const Message& label, std::vector<int64_t> target) {
        Repair repair = insertBefore("Reshape");
        repair.label = label;
        repair.key = "target_shape";
        repair.value = std::move(target);
        return repair;
    };
    if (rank == 1 && input.rank() == 3) {
        std::vector<Repair> repairs{insertBefore("PatchEmbedding")};
        if (input[0] == 1) repairs.push_back(reshape("Take its rows as steps (insert Reshape)", {input[1], input[2]}));
        return repairs;
    }
    if (rank == 1 && input.rank() == 1) return {reshape("Take each number as a step (insert Reshape)", {input[0], 1})};
    if (rank == 2 && input.rank() == 2)
        return {reshape("Take it as an image of one channel (insert Reshape)", {1, input[0], input[1]})};
    if (rank == 3 && input.rank() == 3)
        return {reshape("Take its channels as depth (insert Reshape)", {1, input[0], input[1], input[2]})};
    return {};
}

// The layer on the way here that made something else of the last sequence, image or volume; null: there was none.
const Producer* lastOfKind(const Producer* at, int rank) {
    while (at && !(at->first && at->first->shape.rank() == rank + 1)) at = at->first;
    return at;
}

// What the network is given; null where that is not known.
const Producer* startOf(const Producer* at) {
    while (at && at->first) at = at->first;
    return at && at->shape.rank() > 0 ? at : nullptr;
}

// As another type where one is given: what is a pooling of sequences here pools images there.
Repair moveAbove(const Producer& upper, const std::string& type = {}) {
    return {Repair::Kind::MoveAbove,
            type.empty() ? Message("Move above {layer}", upper.node)
                         : Message("Move above {layer} as {type}", upper.node, type),
            type,
            0,
            {},
            {},
            {},
            {},
            upper.node};
}

}  // namespace

Field::Field(const Shape& shape) {
    channels = shape.rank() == 2 ? shape[1] : shape[0];
    if (shape.rank() == 2)
        extents = {shape[0]};
    else
        extents.assign(shape.begin() + 1, shape.end());
}

Shape Field::shape() const {
    if (extents.size() == 1) return {extents[0], channels};
    std::vector<int64_t> dims{channels};
    dims.insert(dims.end(), extents.begin(), extents.end());
    return Shape(dims);
}

int64_t Window::reach(int axis) const {
    const auto a = static_cast<size_t>(axis);
    return (size[a] - 1) * (dilations.empty() ? 1 : dilations[a]) + 1;
}

int64_t Window::output(int axis, int64_t input) const {
    const int64_t stride = strides[static_cast<size_t>(axis)];
    if (same || causal) return (input + stride - 1) / stride;
    return input < reach(axis) ? 0 : (input - reach(axis)) / stride + 1;
}

std::vector<int64_t> Window::output(const std::vector<int64_t>& extents) const {
    std::vector<int64_t> result;
    for (size_t axis = 0; axis < extents.size(); ++axis)
        result.push_back(output(static_cast<int>(axis), extents[axis]));
    return result;
}

std::vector<int64_t> Window::pads(const std::vector<int64_t>& extents) const {
    const size_t rank = extents.size();
    std::vector<int64_t> result(2 * rank, 0);
    for (size_t a = 0; a < rank; ++a) {
        const int axis = static_cast<int>(a);
        if (causal) result[a] = reach(axis) - 1;
        if (!same) continue;
        const int64_t total =
            std::max<int64_t>((output(axis, extents[a]) - 1) * strides[a] + reach(axis) - extents[a], 0);
        result[a] = total / 2;
        result[rank + a] = total - total / 2;
    }
    return result;
}

Window readWindow(const PropertyReader& properties, const std::string& sizeKey, bool dilated) {
    Window window;
    window.size = properties.list(sizeKey);
    window.strides = properties.list("strides");
    if (window.strides.empty()) window.strides = window.size;
    if (dilated) window.dilations = properties.list("dilation_rate");
    window.same = properties.text("padding") == "same";
    window.causal = properties.text("padding") == "causal";
    return window;
}

Property sizeProperty(const std::string& key, int rank, int64_t value, const Message& what) {
    Property property =
        listProperty(key, std::vector<int64_t>(static_cast<size_t>(rank), value), rank, 1, rank == 1 ? 65536 : 255,
                     rank == 1   ? Message("Number of steps of {what}.", what)
                     : rank == 2 ? Message("Height and width of {what}.", what)
                                 : Message("Depth, height and width of {what}.", what));
    return rank == 1 ? property : withUnit(property, "px");
}

ShapeResult wantsField(const Message& layer, const ShapeContext& context, int rank) {
    const Shape& input = context.inputs[0];
    if (input.rank() == rank + 1) return ShapeResult::of(input);
    Message detail;
    std::vector<Repair> repairs = conversions(input, rank);
    if (const Producer* feeding = context.producer(0); input.rank() == 1 && rank > 1) {
        if (const Producer* last = lastOfKind(feeding, rank)) {
            detail =
                Message("The {kind}'s rows and columns are gone before it gets here; move this layer above {layer}.",
                        kindOf(rank), quoted(last->node));
            if (last == feeding) repairs.push_back(moveAbove(*last));
        } else if (context.dataShape.rank() == 1) {
            detail = "The data set is a table, whose rows are vectors; use Dense layers, or open images.";
            repairs.push_back(
                layer.english().find("Conv") != std::string::npos
                    ? changeType("Dense")
                    : Repair{Repair::Kind::Remove, Message("Remove {layer}", context.node), {}, 0, {}, {}, {}});
            repairs.push_back({Repair::Kind::SetData, "Open folder…", {}, 0, "spec", std::string(), {}});
        }
    } else if (input.rank() == 1 && feeding && feeding->type == "Flatten" && feeding->first) {
        const int before = feeding->first->shape.rank() - 1;
        const std::string fits = counterpart(layer.english(), rank, before);
        if (before == 1)
            detail = Message("The sequence's steps are gone before it gets here; move this layer above {layer}.",
                             quoted(feeding->node));
        if (before == 1 || !fits.empty())
            repairs.insert(repairs.begin(), moveAbove(*feeding, before == 1 ? std::string() : fits));
    } else if (input.rank() == 3 && rank == 1) {
        detail = "A Reshape, Permute or PatchEmbedding makes steps of an image.";
    }
    if (const std::string fits = counterpart(layer.english(), rank, input.rank() - 1); !fits.empty())
        repairs.insert(repairs.begin(), changeType(fits));
    return ShapeResult::wrong(Message("{layer} wants {kind}, and gets {input}", layer, wantedKind(rank),
                                      from(described(input), context.producer(0))),
                              std::move(repairs), detail);
}

ShapeResult slide(const std::string& layer, const ShapeContext& context, const Window& window, int64_t channels,
                  const std::string& sizeKey) {
    const Field input(context.inputs[0]);
    const Field result(channels, window.output(input.extents));
    if (*std::min_element(result.extents.begin(), result.extents.end()) > 0) return ShapeResult::of(result.shape());
    std::vector<int64_t> reach, smaller;
    bool dilated = false;
    for (int axis = 0; axis < input.rank(); ++axis) {
        const auto a = static_cast<size_t>(axis);
        reach.push_back(window.reach(axis));
        smaller.push_back(std::min(window.size[a], input.extents[a]));
        dilated = dilated || reach[a] != window.size[a];
    }
    std::vector<Repair> repairs = {
        setProperty(Message("Set {property} to {value}", std::string("padding"), std::string("same")), "padding",
                    std::string("same"))};
    if (!dilated)
        repairs.push_back(
            setProperty(Message("Shrink {property} to the {kind}", sizeKey, kindOf(input.rank())), sizeKey, smaller));
    const Producer* start = startOf(context.producer(0));
    return ShapeResult::wrong(
        dilated ? Message("{layer}'s window is larger than its input: {size} ({property} with its dilation) on {input}",
                          layer, times(reach), sizeKey, from(times(input.extents), context.producer(0)))
                : Message("{layer}'s window is larger than its input: {size} on {input}", layer, times(reach),
                          from(times(input.extents), context.producer(0))),
        repairs,
        start && Field(start->shape).extents == input.extents
            ? Message("Every {kind} that comes into the network is this small.", kindOf(input.rank()))
            : Message("Pooling or strides before it have made the {kind} this small.", kindOf(input.rank())));
}

ValueId withoutBorder(BuildContext& context, ValueId x, std::vector<int64_t>& pads) {
    const Graph& graph = context.graph();
    const int producer = graph.value(x).producer;
    if (producer < 0) return x;
    const Node& node = graph.nodes[static_cast<size_t>(producer)];
    if (node.op != "Pad2D") return x;
    const std::vector<int64_t>& zeros = node.attributes.list("pads");
    if (*std::ranges::min_element(zeros) < 0) return x;
    for (size_t i = 0; i < pads.size(); ++i) pads[i] += zeros[i];
    return node.inputs[0];
}

ValueId reshaped(BuildContext& context, ValueId x, const Shape& withoutBatch) {
    return emitReshape(context, x, withoutBatch.withBatch(context.batch()));
}

}  // namespace tl::layers
