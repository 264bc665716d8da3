// The committed output of a script under tests/reference.
#pragma once

#include "engine/io/json.h"
#include <fstream>
#include <stdexcept>
#include <string>

// "losses" -> tests/reference/losses.json
inline nlohmann::json referenceFile(const std::string& name) {
    const std::string path = std::string(TENSORLOOM_SOURCE_DIR) + "/tests/reference/" + name + ".json";
    std::ifstream file(path);
    if (!file) throw std::runtime_error("There is no " + path + ": run tests/reference/" + name + ".py.");
    return nlohmann::json::parse(file);
}

// Numbers of nested lists, in order.
inline std::vector<double> flattened(const nlohmann::json& value) {
    if (value.is_number()) return {value.get<double>()};
    std::vector<double> all;
    for (const auto& part : value)
        for (const double number : flattened(part)) all.push_back(number);
    return all;
}
