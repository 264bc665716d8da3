// An image as a sequence of tokens (Dosovitskiy et al., "An Image Is Worth 16x16 Words", ICLR 2021): each patch, laid
// out as one vector, times a learned matrix. The kernel is that of the Conv2D with stride and size of a patch which
// gives the same numbers.
#include "engine/layers/windows.h"

namespace tl::layers {
namespace {

// The divisor of `extent` nearest to `wanted`.
int64_t nearestDivisor(int64_t extent, int64_t wanted) {
    for (int64_t away = 0;; ++away)
        for (int64_t candidate : {wanted - away, wanted + away})
            if (candidate >= 1 && candidate <= extent && extent % candidate == 0) return candidate;
}

ShapeResult patchEmbeddingShape(const ShapeContext& context) {
    ShapeResult image = wantsImage("PatchEmbedding", context);
    if (!image.diagnostics.empty()) return image;
    const auto& patch = context.properties.list("patch_size");
    const int64_t height = image.output[1], width = image.output[2];
    if (height % patch[0] == 0 && width % patch[1] == 0)
        return ShapeResult::of({height / patch[0] * (width / patch[1]), context.properties.integer("embed_dim")});
    const std::vector<int64_t> fitting{nearestDivisor(height, patch[0]), nearestDivisor(width, patch[1])};
    return ShapeResult::wrong(
        Message("PatchEmbedding cannot cut {size} into patches of {patch}",
                from(times({height, width}), context.producer(0)), times(patch)),
        {setProperty(Message("Set {property} to {value}", std::string("patch_size"), times(fitting)), "patch_size",
                     fitting)},
        "The image's height and width must be multiples of the patch's.");
}

void buildPatchEmbedding(BuildContext& context) {
    const PropertyReader& properties = context.properties();
    ValueId x = context.inputs()[0];
    const Shape image = context.shape(x);
    const auto& patch = properties.list("patch_size");
    const int64_t dim = properties.integer("embed_dim"), n = image[0], c = image[1];
    const int64_t down = image[2] / patch[0], across = image[3] / patch[1], size = c * patch[0] * patch[1];
    x = emitReshape(context, x, {n, c, down, patch[0], across, patch[1]});
    x = emitReshape(context, emitTranspose(context, x, {0, 2, 4, 1, 3, 5}), {n * down * across, size});
    const ValueId kernel = context.parameter("kernel", {dim, c, patch[0], patch[1]});
    std::vector<ValueId> inputs{x, emitReshape(context, kernel, {dim, size})};
    if (properties.boolean("use_bias")) inputs.push_back(context.parameter("bias", {dim}));
    const ValueId y = context.emit("MatMul", inputs, {{"transpose_a", int64_t{0}}, {"transpose_b", int64_t{1}}})[0];
    context.setOutput(emitReshape(context, y, {n, down * across, dim}));
}

}  // namespace

LayerType patch_embedding() {
    using List = std::vector<int64_t>;
    LayerType type;
    type.id = type.title = "PatchEmbedding";
    type.category = Category::Sequence;
    type.icon = "grid-3x3-gap";
    type.idStem = "patches";
    type.help = "Cuts an image into patches and makes a token of each: a sequence that attention can work on. A "
                "PositionEmbedding usually comes next, since tokens do not know where they were.";
    type.properties = {
        withUnit(listProperty("patch_size", {4, 4}, 2, 1, 255, "Height and width of a patch."), "px"),
        intProperty("embed_dim", 64, 1, 1 << 14, "Length of each token."),
        boolProperty("use_bias", true, "Adds a learned number to each value of a token."),
    };
    addKernelAndBias(type);
    type.shape = patchEmbeddingShape;
    type.build = buildPatchEmbedding;
    type.summary = [](const PropertyReader& properties) {
        return dots({times(properties.list("patch_size")), Message("to {size}", properties.integer("embed_dim"))});
    };
    type.cases = {{"default", {{3, 8, 4}}, {}},
                  {"oblong, without bias",
                   {{2, 6, 6}},
                   {{"patch_size", List{3, 2}}, {"embed_dim", int64_t{5}}, {"use_bias", false}}}};
    return type;
}

}  // namespace tl::layers
