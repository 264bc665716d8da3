// The two ways of a translation through the build. `words collect FILE...` prints the messages of engine, window and
// command line as lines that Qt's lupdate understands; it takes them from the sources, where they are plain string
// literals (see engine/core/message.h). `words table TS...` prints the finished translations as C++, for the command
// line, which has no Qt.
#include <cctype>
#include <cstdio>
#include <fstream>
#include <iostream>
#include <map>
#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

namespace {

std::string readFile(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    if (!file) {
        std::cerr << "words: " << path << " cannot be read\n";
        std::exit(1);
    }
    std::ostringstream text;
    text << file.rdbuf();
    return text.str();
}

bool isWord(char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_' || c == ':'; }

// Of each struct, which of its members are Messages, counted from 0: a literal there is a text, though it may be one
// word and nothing but its place says so, as in `return {"update", "update"};`.
using MessageMembers = std::map<std::string, std::set<size_t>>;

void readStructs(const std::string& source, MessageMembers& members) {
    static const std::regex head(R"(\bstruct (\w+) \{)"), member(R"(^\s*([\w:<>*&, ]+?)\s+\w+\s*(=.*)?$)");
    for (std::sregex_iterator at(source.begin(), source.end(), head), end; at != end; ++at) {
        size_t count = 0;
        int depth = 0;
        std::string line;  // a member, without comments and without what it is initialised with in braces
        for (size_t i = static_cast<size_t>(at->position() + at->length()); i < source.size(); ++i) {
            if (source.compare(i, 2, "//") == 0) i = std::min(source.find('\n', i), source.size() - 1);
            const char c = source[i];
            if (c == '{') ++depth;
            if (c == '}' && --depth < 0) break;
            if (c == '}' && depth == 0 && source.compare(i, 2, "};") != 0) line.clear();  // it ended a function
            if (depth > 0 || c == '}') continue;
            if (c != ';') {
                line += c == '\n' ? ' ' : c;
                continue;
            }
            std::smatch found;
            if (line.find('(') == std::string::npos && std::regex_match(line, found, member)) {
                if (found[1] == "Message") members[(*at)[1]].insert(count);
                ++count;
            }
            line.clear();
        }
    }
}

// A string literal is a text for people when it stands in a Message(...) or Error(...) or where a Message is a struct's
// member, or when it is more than a word and in none of the places that only developers see.
class Collector {
public:
    Collector(std::string source, bool developers, const MessageMembers& members)
        : s_(std::move(source)), developers_(developers), members_(members) {}

    std::vector<std::string> texts() {
        std::vector<std::string> found;
        for (at_ = 0; at_ < s_.size();) {
            const char c = s_[at_];
            if (s_.compare(at_, 2, "//") == 0) {
                at_ = s_.find('\n', at_);
                if (at_ == std::string::npos) break;
            } else if (c == '#' && (at_ == 0 || s_[at_ - 1] == '\n')) {
                at_ = s_.find('\n', at_);
            } else if (c == '\'' && !(at_ > 0 && std::isdigit(static_cast<unsigned char>(s_[at_ - 1])))) {
                at_ = s_.find('\'', at_ + (s_[at_ + 1] == '\\' ? 3 : 2)) + 1;
            } else if (s_.compare(at_, 3, "R\"(") == 0) {
                at_ = s_.find(")\"", at_) + 2;
            } else if (c == '"') {
                const bool pasted = besideAPlus(at_, false);
                const std::string text = literal();
                if (atMember() || isText(text, pasted || besideAPlus(at_, true))) found.push_back(text);
            } else {
                if (c == '(' || c == '{' || c == '[')
                    calls_.push_back({c == '{' ? structBefore(at_) : nameBefore(at_), c, 0});
                if ((c == ')' || c == '}' || c == ']') && !calls_.empty()) calls_.pop_back();
                if (c == ',' && !calls_.empty()) ++calls_.back().argument;
                // Names of test cases are for developers.
                if (c == 'c' && s_.compare(at_, 5, "cases") == 0 && at_ > 0 && s_[at_ - 1] == '.') skipStatement();
                ++at_;
            }
        }
        return found;
    }

private:
    // Adjacent literals make one text; as written, escapes included.
    std::string literal() {
        std::string text;
        while (at_ < s_.size() && s_[at_] == '"') {
            for (++at_; s_[at_] != '"'; ++at_) {
                if (s_[at_] == '\\') text += s_[at_++];
                text += s_[at_];
            }
            ++at_;
            size_t next = s_.find_first_not_of(" \t\r\n", at_);
            if (next == std::string::npos || s_[next] != '"') break;
            at_ = next;
        }
        return text;
    }

    bool besideAPlus(size_t at, bool after) const {
        while (after ? at < s_.size() && std::isspace(static_cast<unsigned char>(s_[at]))
                     : at > 0 && std::isspace(static_cast<unsigned char>(s_[at - 1])))
            after ? ++at : --at;
        return after ? at < s_.size() && s_[at] == '+' : at > 0 && s_[at - 1] == '+';
    }

    std::string nameBefore(size_t at) const {
        size_t end = at;
        while (end > 0 && s_[end - 1] == ' ') --end;
        size_t begin = end;
        while (begin > 0 && isWord(s_[begin - 1])) --begin;
        std::string name = s_.substr(begin, end - begin);
        if (const size_t scope = name.rfind("::"); scope != std::string::npos) name.erase(0, scope + 2);
        size_t before = begin;  // of a variable, `Message text("...")`, its type
        while (before > 0 && s_[before - 1] == ' ') --before;
        return before < begin && before >= 7 && s_.compare(before - 7, 7, "Message") == 0 ? "Message" : name;
    }

    // Of `Type{`, `Type name{` and `return {`, where it is what the function returns.
    std::string structBefore(size_t at) const {
        const std::string name = nameBefore(at);
        if (name != "return") {
            if (members_.count(name) || name.empty()) return name;
            size_t end = s_.rfind(name, at);
            while (end > 0 && s_[end - 1] == ' ') --end;
            size_t begin = end;
            while (begin > 0 && isWord(s_[begin - 1])) --begin;
            const std::string type = s_.substr(begin, end - begin);
            return members_.count(type) ? type : name;
        }
        static const std::regex function(R"(^(?:static |inline )?(?:\w+::)?([A-Z]\w*) [\w:]+\(.*)");
        for (size_t line = at; line != std::string::npos && line > 0;) {
            line = s_.rfind('\n', line - 1);
            const size_t first = line == std::string::npos ? 0 : line + 1;
            const std::string text = s_.substr(first, s_.find('\n', first) - first);
            std::smatch found;
            if (text.empty() || text[0] == ' ' || text[0] == '}') {
                if (!text.empty() && text[0] == '}') return name;
                continue;
            }
            return std::regex_match(text, found, function) ? found[1].str() : name;
        }
        return name;
    }

    // A literal that stands here becomes a Message of a struct, or names a span of the timeline.
    bool atMember() const {
        if (calls_.empty() || calls_.back().bracket != '{') return false;
        if (calls_.size() > 1 && calls_[calls_.size() - 2].name == "spanName") return calls_.back().argument == 0;
        const auto found = members_.find(calls_.back().name);
        return found != members_.end() && found->second.count(calls_.back().argument) > 0;
    }

    void skipStatement() {
        int depth = 0;
        for (; at_ < s_.size(); ++at_) {
            if (s_[at_] == '"') {
                literal();
                --at_;
            }
            if (s_[at_] == '{' || s_[at_] == '(') ++depth;
            if (s_[at_] == '}' || s_[at_] == ')') --depth;
            if (s_[at_] == ';' && depth <= 0) return;
        }
    }

    bool isText(const std::string& text, bool pasted) const {
        size_t letters = 0;
        bool space = false;
        for (size_t i = 0; i < text.size(); ++i) {
            letters += std::isalpha(static_cast<unsigned char>(text[i])) != 0;
            space = space || (text[i] == ' ' && i > 0 && i + 1 < text.size());
        }
        if (pasted && !space) return false;
        if (calls_.empty()) return space && letters > 2 && !developers_;
        const std::string& call = calls_.back().name;
        const bool said =
            call == "Message" || call == "Error" || call == "say" || call == "NoteRecord" || call == "progress";
        if (said) return letters > 0 || text.find("{") != std::string::npos;
        return space && letters > 2 && !developers_ && call.find("printf") == std::string::npos &&
               call.find("find") == std::string::npos;
    }

    struct Call {
        std::string name;  // of the function, or the struct
        char bracket;
        size_t argument;  // which one is being read
    };
    std::string s_;
    bool developers_;
    const MessageMembers& members_;
    size_t at_ = 0;
    std::vector<Call> calls_;
};

int collect(int count, char** paths) {
    std::set<std::string> all;
    MessageMembers members;
    for (int i = 0; i < count; ++i) readStructs(readFile(paths[i]), members);
    std::cout << "// Generated from the sources by resources/translations/words.cpp.\n";
    for (int i = 0; i < count; ++i) {
        const std::string path = paths[i];
        // In the window's folders only what stands in a Message: the rest passes through tr().
        const bool developers =
            ("/" + path).find("/ui/") != std::string::npos || path.find("/ops/") != std::string::npos ||
            path.find("/passes/") != std::string::npos || path.find("/backend/") != std::string::npos ||
            path.find("model/verify.") != std::string::npos || path.find("bench") != std::string::npos;
        for (const std::string& text : Collector(readFile(path), developers, members).texts())
            if (all.insert(text).second) std::cout << "QT_TRANSLATE_NOOP(\"Engine\", \"" << text << "\")\n";
    }
    return 0;
}

std::string between(const std::string& text, const std::string& begin, const std::string& end, size_t& at) {
    const size_t from = text.find(begin, at);
    if (from == std::string::npos) return at = from, std::string();
    const size_t open = text.find('>', from) + 1, close = text.find(end, open);
    at = close + end.size();
    return text.substr(open, close - open);
}

std::string unescaped(const std::string& xml) {
    std::string text;
    for (size_t i = 0; i < xml.size(); ++i) {
        if (xml[i] != '&') {
            text += xml[i];
            continue;
        }
        const size_t end = xml.find(';', i);
        const std::string name = xml.substr(i + 1, end - i - 1);
        text += name == "lt" ? '<' : name == "gt" ? '>' : name == "amp" ? '&' : name == "quot" ? '"' : '\'';
        i = end;
    }
    return text;
}

std::string quoted(const std::string& text) {
    std::string literal = "\"";
    for (const char c : text) {
        if (c == '\n') {
            literal += "\\n";
            continue;
        }
        if (c == '"' || c == '\\') literal += '\\';
        literal += c;
    }
    return literal + '"';
}

// tensorloom_zh_CN.ts -> zh_CN
std::string languageOf(const std::string& path) {
    const size_t begin = path.find('_', path.rfind('/')) + 1;
    return path.substr(begin, path.rfind('.') - begin);
}

int table(int count, char** paths) {
    std::cout << "// Generated from the .ts files by resources/translations/words.cpp.\n"
                 "#include \"app/cli/words.h\"\n\nnamespace tl::cli {\n\n"
                 "const Words* wordsIn(std::string_view language) {\n";
    for (int i = 0; i < count; ++i) {
        const std::string ts = readFile(paths[i]);
        std::cout << "    if (language == \"" << languageOf(paths[i]) << "\") {\n        static const Words words{\n";
        size_t context = 0;
        for (std::string body; !(body = between(ts, "<context", "</context>", context)).empty();) {
            if (body.find("<name>Engine</name>") == std::string::npos) continue;
            size_t message = 0;
            for (std::string one; !(one = between(body, "<message", "</message>", message)).empty();) {
                size_t at = 0;
                const std::string source = unescaped(between(one, "<source", "</source>", at));
                if (one.find("type=\"", at) != std::string::npos) continue;  // unfinished or gone
                const std::string said = unescaped(between(one, "<translation", "</translation>", at));
                if (!said.empty())
                    std::cout << "            {" << quoted(source) << ",\n             " << quoted(said) << "},\n";
            }
        }
        std::cout << "        };\n        return &words;\n    }\n";
    }
    std::cout << "    return nullptr;\n}\n\n}  // namespace tl::cli\n";
    return 0;
}

}  // namespace

int main(int argc, char** argv) {
    const std::string mode = argc > 1 ? argv[1] : "";
    if (mode == "collect") return collect(argc - 2, argv + 2);
    if (mode == "table") return table(argc - 2, argv + 2);
    std::cerr << "words collect FILE... | words table TS...\n";
    return 2;
}
