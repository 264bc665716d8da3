// Typed reads of an op's attributes, with an error that names the attribute and the type that was asked for.
#include "engine/core/attributes.h"

#include "engine/core/error.h"

namespace tl {
namespace {

const char* typeName(const Attribute& value) {
    switch (value.index()) {
    case 0: return "an integer";
    case 1: return "a number";
    case 2: return "a text";
    case 3: return "a list of integers";
    default: return "a list of numbers";
    }
}

const Attribute& require(const std::map<std::string, Attribute>& values, const std::string& key, const char* wanted) {
    const auto found = values.find(key);
    if (found == values.end()) throw Error(Message("attribute {key}", key), wanted, "nothing");
    return found->second;
}

template <typename T>
const T& get(const Attribute& value, const std::string& key, const char* wanted) {
    const T* typed = std::get_if<T>(&value);
    if (!typed) throw Error(Message("attribute {key}", key), wanted, typeName(value));
    return *typed;
}

double toNumber(const Attribute& value, const std::string& key) {
    if (const auto* whole = std::get_if<int64_t>(&value)) return static_cast<double>(*whole);
    return get<double>(value, key, "a number");
}

}  // namespace

int64_t Attributes::integer(const std::string& key) const {
    return get<int64_t>(require(values_, key, "an integer"), key, "an integer");
}

int64_t Attributes::integer(const std::string& key, int64_t fallback) const {
    return has(key) ? integer(key) : fallback;
}

double Attributes::number(const std::string& key) const { return toNumber(require(values_, key, "a number"), key); }

double Attributes::number(const std::string& key, double fallback) const { return has(key) ? number(key) : fallback; }

std::string Attributes::text(const std::string& key, const std::string& fallback) const {
    const auto found = values_.find(key);
    return found == values_.end() ? fallback : get<std::string>(found->second, key, "a text");
}

const std::vector<int64_t>& Attributes::list(const std::string& key) const {
    return get<std::vector<int64_t>>(require(values_, key, "a list of integers"), key, "a list of integers");
}

const std::vector<double>& Attributes::numbers(const std::string& key) const {
    return get<std::vector<double>>(require(values_, key, "a list of numbers"), key, "a list of numbers");
}

Attributes Attributes::withPrefix(const std::string& prefix) const {
    Attributes found;
    for (auto it = values_.lower_bound(prefix); it != values_.end() && it->first.rfind(prefix, 0) == 0; ++it)
        found.set(it->first.substr(prefix.size()), it->second);
    return found;
}

}  // namespace tl
