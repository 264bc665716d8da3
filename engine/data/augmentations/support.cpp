// Property tables in Keras's words.
#include "engine/data/augmentations/support.h"

#include <cmath>

#include "engine/core/property_builders.h"

namespace tl {
namespace {

// Marsaglia and Tsang, "A Simple Method for Generating Gamma Variables", 2000; below 1 by raising the shape.
double gammaDraw(Rng& rng, double shape) {
    if (shape < 1) {
        const double u = 1 - rng.uniform();
        return gammaDraw(rng, shape + 1) * std::pow(u, 1 / shape);
    }
    const double d = shape - 1.0 / 3, c = 1 / std::sqrt(9 * d);
    for (;;) {
        const double x = rng.normal(), v = std::pow(1 + c * x, 3);
        if (v > 0 && std::log(1 - rng.uniform()) < 0.5 * x * x + d - d * v + d * std::log(v)) return d * v;
    }
}

FillMode fillModeOf(const std::string& name) {
    return name == "constant"  ? FillMode::Constant
           : name == "nearest" ? FillMode::Nearest
           : name == "wrap"    ? FillMode::Wrap
                               : FillMode::Reflect;
}

}  // namespace

Property fractionProperty(const std::string& key, double value, double least, double most, const std::string& help) {
    return floatProperty(key, value, least, most, help);
}

Property countProperty(const std::string& key, int64_t value, double least, double most, const std::string& help) {
    return intProperty(key, value, least, most, help);
}

Property pickProperty(const std::string& key, std::vector<std::string> choices, const std::string& help) {
    const std::string first = choices.front();
    return choiceProperty(key, first, std::move(choices), help);
}

Property probabilityProperty(double value) {
    return fractionProperty("probability", value, 0, 1, "How often an image is changed.");
}

std::vector<Property> withFill(std::vector<Property> own) {
    own.push_back(pickProperty("fill_mode", {"reflect", "constant", "nearest", "wrap"},
                               "What lies outside the image: its mirror, one value, its edge drawn out, or its "
                               "other side."));
    Property value = countProperty("fill_value", 0, 0, 255, "The value outside: 0 is black.");
    value.visibleWhenKey = "fill_mode";
    value.visibleWhenValue = "constant";
    own.push_back(value);
    own.push_back(pickProperty("interpolation", {"bilinear", "nearest"}, "Smooth, or each pixel from one other."));
    own.back().advanced = true;
    own.push_back(probabilityProperty());
    return own;
}

void warpBy(Image& image, const Affine& inverse, const PropertyReader& properties) {
    warp(image, inverse, fillModeOf(properties.text("fill_mode")),
         static_cast<uint8_t>(properties.integer("fill_value")), properties.text("interpolation") == "bilinear");
}

bool happens(const PropertyReader& properties, Rng& rng) { return rng.uniform() < properties.number("probability"); }

double between(Rng& rng, double low, double high) { return low + (high - low) * rng.uniform(); }

double betaDraw(Rng& rng, double a) {
    const double x = gammaDraw(rng, a), y = gammaDraw(rng, a);
    // With a tiny a both can be too small to tell apart.
    return x + y > 0 ? x / (x + y) : rng.uniform() < 0.5 ? 0.0 : 1.0;
}

}  // namespace tl
