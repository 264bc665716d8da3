// Which weights a setting such as Muon's exclude_layers means: regular expressions, as Keras takes them, with commas or
// spaces between.
#pragma once

#include <string>
#include <vector>

namespace tl {

class ParameterNames {
public:
    // Throws Error naming `setting` for one that is no regular expression.
    ParameterNames(const std::string& setting, const std::string& expressions);
    // Whether one of them is found anywhere in the parameter's name: "dense" and "kernel$" in "dense_1/kernel".
    bool mean(const std::string& parameter) const;

private:
    std::vector<std::string> expressions_;
};

}  // namespace tl
