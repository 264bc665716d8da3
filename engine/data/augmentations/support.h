// What the kinds of augmentation share: the properties that many have, and draws.
#pragma once

#include "engine/core/brief.h"
#include "engine/data/affine.h"
#include "engine/data/augment.h"

namespace tl {

Property fractionProperty(const std::string& key, double value, double least, double most, const std::string& help);
Property countProperty(const std::string& key, int64_t value, double least, double most, const std::string& help);
Property pickProperty(const std::string& key, std::vector<std::string> choices, const std::string& help);
// How often an image is changed at all.
Property probabilityProperty(double value = 1);

// fill_mode, fill_value and interpolation, which all that move pixels have, and doing it.
std::vector<Property> withFill(std::vector<Property> own);
void warpBy(Image& image, const Affine& inverse, const PropertyReader& properties);

// Draws whether the image is changed, by its "probability".
bool happens(const PropertyReader& properties, Rng& rng);
double between(Rng& rng, double low, double high);
// Beta(a, a), a > 0.
double betaDraw(Rng& rng, double a);

}  // namespace tl
