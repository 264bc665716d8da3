// The size that a data set's images are brought to, as a setting behind its spec: "photos?size=224x224&resize=fill". A
// sized data set hands out images of that size only, so that all who look at it see what training sees.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "engine/core/property.h"
#include "engine/data/planar.h"
#include "engine/data/source.h"

namespace tl {

struct ImageSettings {
    int width = 0, height = 0;  // 0 = the usual size of the images
    ImageFit fit;
    bool given = false;  // any of them was said
};

// size (WIDTHxHEIGHT, or one number for a square), resize (stretch, fit, fill) and filter; taken out of `settings`.
// Throws Error for a value that is none.
ImageSettings takeImageSettings(std::map<std::string, std::string>& settings);

// What a spec says of it; nothing where that cannot be read.
ImageSettings imageSettingsOf(const std::string& spec);
// The spec with the image settings of another, where it has none of its own: new images are brought to size as those
// were that a network was trained on.
std::string withImageSettingsOf(const std::string& spec, const std::string& other);

// Puts each split behind the settings and tells what can be set. Throws Error where settings are given and the data
// holds no images.
void applyImageSettings(DataSet& data, const ImageSettings& settings);
// A data set that was opened as `openedAs`, as `spec` would open it, where the two differ in nothing but image
// settings: no file is read. Nothing where they differ in more. Throws Error as takeImageSettings().
std::optional<DataSet> withOtherImageSettings(const DataSet& data, const std::string& openedAs,
                                              const std::string& spec);

}  // namespace tl
