// Attributes of an op in the graph, by ONNX's names where ONNX has the op.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <variant>
#include <vector>

namespace tl {

using Attribute = std::variant<int64_t, double, std::string, std::vector<int64_t>, std::vector<double>>;

// Getters throw Error when the attribute is missing and no fallback is given.
class Attributes {
public:
    Attributes() = default;
    Attributes(std::initializer_list<std::pair<const std::string, Attribute>> values) : values_(values) {}

    void set(const std::string& key, Attribute value) { values_[key] = std::move(value); }
    bool has(const std::string& key) const { return values_.count(key) != 0; }
    int64_t integer(const std::string& key) const;
    int64_t integer(const std::string& key, int64_t fallback) const;
    double number(const std::string& key) const;
    double number(const std::string& key, double fallback) const;
    std::string text(const std::string& key, const std::string& fallback) const;
    const std::vector<int64_t>& list(const std::string& key) const;
    const std::vector<double>& numbers(const std::string& key) const;

    // Those whose key begins so, without the beginning.
    Attributes withPrefix(const std::string& prefix) const;

    const std::map<std::string, Attribute>& values() const { return values_; }
    friend bool operator==(const Attributes&, const Attributes&) = default;

private:
    std::map<std::string, Attribute> values_;
};

}  // namespace tl
