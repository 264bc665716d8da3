// A convolution whose filters make the patches of the data white: the eigenvectors of the patches' covariance, each
// divided by the root of its eigenvalue, and the same with the other sign, so that an activation behind them loses
// nothing. They are measured before the first step and never trained; the bias is. From Page's "How to Train Your
// ResNet" (2019) and Jordan's "94% on CIFAR-10 in 3.29 Seconds on a Single GPU" (2024).
#include "engine/core/eigen_pairs.h"
#include "engine/core/error.h"
#include "engine/layers/convolution.h"

namespace tl::layers {
namespace {

using List = std::vector<int64_t>;
using Matrix = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

int64_t filtersOf(int64_t channels, const std::vector<int64_t>& size) { return 2 * channels * size[0] * size[1]; }

// Sums of products over all patches, mean not taken out: data is brought to mean 0 before.
class PatchCovariance : public Adaptation {
public:
    PatchCovariance(std::vector<int64_t> size, double epsilon) : size_(std::move(size)), epsilon_(epsilon) {}

    void add(const Tensor& x) override {
        const Shape& shape = x.shape();
        const int64_t channels = shape[1], height = shape[2], width = shape[3];
        const int64_t rows = height - size_[0] + 1, columns = width - size_[1] + 1;
        const Eigen::Index length = channels * size_[0] * size_[1];
        if (sum_.size() == 0) sum_ = Matrix::Zero(length, length);
        const float* image = x.as<float>().data();
        Matrix patches(length, rows * columns);
        for (int64_t n = 0; n < shape[0]; ++n, image += channels * height * width) {
            Eigen::Index at = 0;
            for (int64_t c = 0; c < channels; ++c)
                for (int64_t dy = 0; dy < size_[0]; ++dy)
                    for (int64_t dx = 0; dx < size_[1]; ++dx, ++at)
                        for (int64_t y = 0; y < rows; ++y)
                            for (int64_t i = 0; i < columns; ++i)
                                patches(at, y * columns + i) =
                                    static_cast<double>(image[(c * height + y + dy) * width + i + dx]);
            sum_.selfadjointView<Eigen::Lower>().rankUpdate(patches);
            count_ += static_cast<double>(patches.cols());
        }
    }

    double count() const override { return count_; }

    std::vector<std::vector<double>> found() const override {
        const auto pairs = eigenPairs(sum_ / count_);
        if (!pairs) throw Error("PatchWhitening found no principal directions in the data: are all numbers finite?");
        std::vector<double> kernel;
        for (const double sign : {1.0, -1.0})
            for (Eigen::Index i = 0; i < sum_.rows(); ++i)
                for (Eigen::Index k = 0; k < sum_.rows(); ++k)
                    kernel.push_back(sign * pairs->vectors(k, i) /
                                     std::sqrt(std::max(pairs->values(i), 0.0) + epsilon_));
        return {kernel};
    }

private:
    std::vector<int64_t> size_;
    double epsilon_, count_ = 0;
    Matrix sum_;
};

ShapeResult whitenedShape(const ShapeContext& context) {
    ShapeResult image = wantsImage("PatchWhitening", context);
    if (!image.diagnostics.empty()) return image;
    const Field input(image.output);
    const auto& size = context.properties.list("kernel_size");
    const List smaller{std::min(size[0], input.extents[0]), std::min(size[1], input.extents[1])};
    if (smaller != size)
        return ShapeResult::wrong(
            Message("{layer}'s window is larger than its input: {size} on {input}", std::string("PatchWhitening"),
                    times(size), from(times(input.extents), context.producer(0))),
            {setProperty(Message("Shrink {property} to the {kind}", std::string("kernel_size"), Message("image")),
                         "kernel_size", smaller)});
    return ShapeResult::of(
        Field(filtersOf(input.channels, size), {input.extents[0] - size[0] + 1, input.extents[1] - size[1] + 1})
            .shape());
}

void buildPatchWhitening(BuildContext& context) {
    const PropertyReader& properties = context.properties();
    const ValueId x = context.inputs()[0];
    const int64_t channels = context.shape(x)[1];
    const auto& size = properties.list("kernel_size");
    const ValueId kernel = context.measured("kernel", kernelShape(filtersOf(channels, size), channels, size),
                                            initializer("glorot_uniform"));
    const double epsilon = properties.number("epsilon");
    context.adapt(
        x, {kernel}, context.state("count", {1}, 0),
        [size, epsilon] { return std::make_unique<PatchCovariance>(size, epsilon); }, properties.integer("images"));
    std::vector<ValueId> inputs = {x, kernel};
    addBias(context, inputs, filtersOf(channels, size));
    context.setOutput(context.emit(
        "Conv2D", inputs, {{"strides", List{1, 1}}, {"pads", List{0, 0, 0, 0}}, {"dilations", List{1, 1}}})[0]);
}

}  // namespace

LayerType patch_whitening() {
    LayerType type;
    type.id = type.title = "PatchWhitening";
    type.category = Category::Conv;
    type.icon = "grid-fill";
    type.idStem = "whitening";
    type.help = "Filters that make neighbouring pixels tell different things, found in the training data before the "
                "first step and not trained. Put it first, behind a Normalization.";
    type.properties = {
        sizeProperty("kernel_size", 2, 2, "a patch"),
        floatProperty("epsilon", 5e-4, 1e-12, 1,
                      "Added to the variance of each direction, so that directions with nothing but noise stay small."),
        advanced(intProperty("images", 5000, 0, 1e9,
                             "How many training images are looked at, evenly spread over all of them; 0 is all.")),
        useBiasProperty(),
    };
    addBias(type);
    type.properties.push_back(trainableProperty());
    type.shape = whitenedShape;
    type.build = buildPatchWhitening;
    type.summary = [](const PropertyReader& properties) {
        return dots({times(properties.list("kernel_size")), Message("adapts to the data")});
    };
    type.cases = {{"default", {{3, 5, 4}}, {}},
                  {"one channel, 3×2, without bias", {{1, 4, 5}}, {{"kernel_size", List{3, 2}}, {"use_bias", false}}}};
    return type;
}

}  // namespace tl::layers
