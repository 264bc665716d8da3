// A printer beside nlohmann's own, which would put each number of a list on a line of its own; and its parser with
// errors in lines and columns.
#include "engine/io/json_text.h"

#include <algorithm>

#include "engine/core/error.h"

template class nlohmann::basic_json<>;  // what json.h promises

namespace tl {
namespace {

using nlohmann::json;

void print(const json& value, int depth, std::string& out) {
    const auto line = [&](int level) { out += '\n' + std::string(static_cast<size_t>(level) * 2, ' '); };
    const auto flat = [](const json& item) { return !item.is_structured() || item.empty(); };
    if (flat(value)) {
        out += value.dump(-1, ' ', false, json::error_handler_t::replace);
    } else if (value.is_array() && std::all_of(value.begin(), value.end(), flat)) {
        out += '[';
        for (size_t i = 0; i < value.size(); ++i) {
            if (i > 0) out += ", ";
            print(value[i], depth, out);
        }
        out += ']';
    } else if (value.is_array()) {
        out += '[';
        for (size_t i = 0; i < value.size(); ++i) {
            if (i > 0) out += ',';
            line(depth + 1);
            print(value[i], depth + 1, out);
        }
        line(depth);
        out += ']';
    } else {
        out += '{';
        bool first = true;
        for (const auto& [key, item] : value.items()) {
            if (!first) out += ',';
            first = false;
            line(depth + 1);
            out += json(key).dump(-1, ' ', false, json::error_handler_t::replace) + ": ";
            print(item, depth + 1, out);
        }
        line(depth);
        out += '}';
    }
}

}  // namespace

std::string toText(const json& value) {
    std::string out;
    print(value, 0, out);
    return out + '\n';
}

bool nestedTooDeep(std::string_view text) {
    int depth = 0;
    bool quoted = false;
    for (size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        if (quoted && c == '\\')
            ++i;
        else if (c == '"')
            quoted = !quoted;
        else if (!quoted && (c == '[' || c == '{') && ++depth > kDeepest)
            return true;
        else if (!quoted && (c == ']' || c == '}'))
            --depth;
    }
    return false;
}

json parseJson(const std::string& text, const std::string& name) {
    if (nestedTooDeep(text))
        throw Error(Message("\"{path}\" is nested more than {levels} levels deep, which no file of Tensorloom is. "
                            "Use another copy of it.",
                            name, kDeepest));
    try {
        return json::parse(text);
    } catch (const json::parse_error& error) {
        const size_t at = std::min(error.byte > 0 ? error.byte - 1 : 0, text.size());
        const auto begin = text.begin(), end = begin + static_cast<ptrdiff_t>(at);
        const auto line = std::to_string(1 + std::count(begin, end, '\n'));
        const size_t newline = text.rfind('\n', at == 0 ? 0 : at - 1);
        const auto column = std::to_string(newline == std::string::npos || at == 0 ? at + 1 : at - newline);
        if (text.find_first_not_of(" \t\r\n") == std::string::npos) throw Error(Message("\"{name}\" is empty.", name));
        // Past the last character, or inside a string that never ends: the rest of the file is missing.
        const bool cut =
            at + 1 >= text.size() || std::string(error.what()).find("missing closing quote") != std::string::npos;
        if (cut)
            throw Error(Message(
                "\"{name}\" is cut short at line {line}, column {column}: the rest of the file is missing. Use another copy of it.",
                name, line, column));
        throw Error(Message(
            "\"{name}\" is not valid JSON at line {line}, column {column}. Correct it there, or use another copy of it.",
            name, line, column));
    } catch (const json::exception& error) {
        throw Error(Message("\"{name}\" cannot be read as JSON: {reason}.", name, error.what()));
    }
}

}  // namespace tl
