// A look at the data's values: a Rescaling that was meant for pixels squeezes a table's small numbers into next to one,
// and so does a second one of pixels. Data that takes the place of images leaves such a layer behind. And where none
// is, pixels of 0 to 255 come to weights that were drawn for numbers of about 1.
#pragma once

#include <vector>

#include "engine/layers/diagnostic.h"
#include "engine/model/network_spec.h"

namespace tl {

// least, most: of all the values that come in. Warnings, each with a repair.
std::vector<Diagnostic> checkRescaling(const NetworkSpec& network, double least, double most);
// The same of layers with weights that get such values as the data has them.
std::vector<Diagnostic> checkRawPixels(const NetworkSpec& network, double least, double most);

}  // namespace tl
