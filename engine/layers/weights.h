// Between the files that say how weights start, are penalised and constrained: reading the properties of an entry that
// was chosen, and finding the rows that are a weight's.
#pragma once

#include "engine/layers/support.h"

namespace tl::layers {

// The properties of a chosen entry: those of the layer under the entry's prefix.
struct EntryReader {
    const PropertyReader& properties;
    std::string prefix;
    double number(const std::string& key) const { return properties.number(prefix + key); }
    const std::string& text(const std::string& key) const { return properties.text(prefix + key); }
};

std::vector<Entry> initializerEntries();
std::vector<Entry> vectorInitializerEntries();  // those that can fill a vector

// The key of the row `what` ("initializer") that holds for a weight, or "" where the layer has none: "recurrent_kernel"
// goes by "recurrent_kernel_initializer", "recurrent_initializer" or "kernel_initializer", the first that is there.
std::string rowOf(const PropertyReader& properties, const std::string& weight, const std::string& what);

}  // namespace tl::layers
