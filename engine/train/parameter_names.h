// Which weights a setting such as Muon's exclude_layers means: regular expressions, as Keras takes them, with commas or
// spaces between.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace tl {

class ParameterNames {
public:
    // Throws Error naming `setting` for one that is no regular expression.
    ParameterNames(const std::string& setting, const std::string& expressions);
    // Whether one of them is found anywhere in the parameter's name: "dense" and "kernel$" in "dense_1/kernel".
    bool mean(const std::string& parameter) const;
    // The expressions that are found in none of the names.
    std::vector<std::string> foundNowhere(const std::vector<std::string>& parameters) const;

private:
    std::vector<std::string> expressions_;
};

// How much of something single weights get, as lr_mult says: expressions as above, each with = and a number behind it.
class ParameterFactors {
public:
    // Throws Error naming `setting` for one that is no expression, or has no number of 0 or more.
    ParameterFactors(const std::string& setting, const std::string& text);
    // That of the first expression that is found in the name; 1 where none is.
    double of(const std::string& parameter) const;
    std::vector<std::string> foundNowhere(const std::vector<std::string>& parameters) const;

private:
    std::vector<std::pair<ParameterNames, double>> factors_;
};

}  // namespace tl
