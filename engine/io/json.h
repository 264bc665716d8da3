// nlohmann's JSON, whose member functions are instantiated once (json_text.cpp) and not in every file that uses them.
// For .cpp files only: the header is a long one. Elsewhere <nlohmann/json_fwd.hpp> names the type.
#pragma once

#include <nlohmann/json.hpp>

extern template class nlohmann::basic_json<>;
