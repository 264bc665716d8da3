// The same values in another shape, as Keras's Reshape: the batch stays, and one extent may be left to follow from the
// others (-1). It renames axes in row-major order; no value moves in plain layout.
#include "engine/layers/support.h"

namespace tl::layers {
namespace {

// The target with -1 filled in, or an empty shape where the input's values do not fill it.
Shape target(const PropertyReader& properties, int64_t elements) {
    std::vector<int64_t> dims = properties.list("target_shape");
    int64_t known = 1;
    int64_t* open = nullptr;
    for (int64_t& dim : dims) {
        if (dim == -1 ? open != nullptr : __builtin_mul_overflow(known, dim, &known)) return {};
        if (dim == -1) open = &dim;
    }
    if (open && known > 0 && elements % known == 0) *open = elements / known;
    Shape shape(std::move(dims));
    return shape.rank() > 0 && shape.elements() == elements ? shape : Shape{};
}

ShapeResult reshapeShape(const ShapeContext& context) {
    const Shape& input = context.inputs[0];
    const Shape output = target(context.properties, input.elements());
    if (output.rank() > 0) return ShapeResult::of(output);
    return ShapeResult::wrong(
        Message("Reshape cannot lay {input} out as {shape}", from(input.toString(), context.producer(0)),
                toString(PropertyValue(context.properties.list("target_shape")))),
        {setProperty("Make it a vector", "target_shape", std::vector<int64_t>{-1})},
        Message("Both must have the same number of values ({count}); at most one extent may be -1, for what is left.",
                input.elements()));
}

}  // namespace

LayerType reshape() {
    LayerType type;
    type.id = type.title = "Reshape";
    type.category = Category::Core;
    type.icon = "aspect-ratio";
    type.idStem = "reshape";
    type.help = "Gives the values another shape without moving them: channels first, then rows, then columns.";
    type.properties = {listProperty("target_shape", {-1}, 0, -1, 1 << 20,
                                    "The new extents without the batch; one of them may be -1, for what is left.")};
    type.shape = reshapeShape;
    type.build = [](BuildContext& context) {
        const ValueId x = context.inputs()[0];
        const Shape output = target(context.properties(), context.shape(x).withoutBatch().elements());
        context.setOutput(emitReshape(context, x, output.withBatch(context.batch())));
    };
    type.summary = [](const PropertyReader& properties) {
        return Message("to {size}", times(properties.list("target_shape")));
    };
    type.cases = {{"vector", {{3, 4, 5}}, {}}, {"image", {{12}}, {{"target_shape", std::vector<int64_t>{3, -1, 2}}}}};
    return type;
}

}  // namespace tl::layers
