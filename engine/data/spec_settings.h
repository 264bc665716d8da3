// The settings behind a data set's spec, "csv:wine.csv?label=quality&scale=standard", as text and as values of the
// table that an open data set has of them (DataSet::settings). In a value, %, & and ? stand as %25, %26 and %3F.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "engine/core/property.h"

namespace tl {

using SpecSettings = std::map<std::string, std::string>;

// The spec without its settings, and these; what is no KEY=VALUE has an empty value. They stand behind the last "?"; a
// "?" at the very end says that there are none, whatever stands before it.
std::pair<std::string, SpecSettings> splitSettings(const std::string& spec);
// What splits into these again, of a path that looks as if it had settings too.
std::string joinSettings(const std::string& plain, const SpecSettings& settings);
// As a person wrote it: where the whole is the name of a file or folder, it has no settings. Asks the disk.
std::string specAsOnDisk(const std::string& spec);
// The spec with these settings changed and the others as they were; "" takes one away.
std::string withSettings(const std::string& spec, const SpecSettings& changes);

// What people call it: the file's or folder's name, "wine.csv" of "csv:/home/me/wine.csv?label=quality"; or "sample".
std::string dataName(const std::string& spec);

// "~" and "~/photos" as the user's home and what is in it; other paths as they are.
std::string expandHome(const std::string& path);

// A value as it stands in a spec: "224x224".
std::string settingText(const PropertyValue& value);
// What the spec says of the table's settings; one that cannot be read is left out.
Properties settingValues(const std::vector<Property>& table, const std::string& spec);

}  // namespace tl
