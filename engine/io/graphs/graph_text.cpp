// GraphDef as text (.pbtxt): one node after the other, so that memory grows with the longest node and what is kept of
// each.
#include <cctype>
#include <optional>

#include "engine/core/error.h"
#include "engine/core/lower_case.h"
#include "engine/io/graphs/foreign_graph.h"
#include "engine/io/graphs/graph_def.h"

namespace tl {
namespace {

constexpr int kDeepestField = 48;

struct Field {
    std::string name, value;
    std::vector<Field> fields;
    const Field* find(std::string_view wanted) const {
        for (const Field& one : fields)
            if (one.name == wanted) return &one;
        return nullptr;
    }
    std::string text(std::string_view wanted) const {
        const Field* found = find(wanted);
        return found ? found->value : std::string();
    }
};

class TextReader {
public:
    TextReader(std::string_view text, const std::string& name) : text_(text), name_(name) {}

    // The next field of the outermost message; nothing at the end.
    std::optional<Field> next() {
        skipSpace();
        if (at_ == text_.size()) return {};
        return field(0);
    }

private:
    [[noreturn]] void wrong(const char* expected) const {
        int64_t line = 1;
        for (size_t i = 0; i < at_; ++i) line += text_[i] == '\n' ? 1 : 0;
        throw Error(Message(name_), Message("{expected} in line {line}", Message(expected), line),
                    at_ < text_.size() ? Message(shortened(text_.substr(at_, 20))) : Message("the end of the file"));
    }

    void skipSpace() {
        while (at_ < text_.size()) {
            const char c = text_[at_];
            if (c == '#')
                while (at_ < text_.size() && text_[at_] != '\n') ++at_;
            else if (std::isspace(static_cast<unsigned char>(c)) || c == ',' || c == ';')
                ++at_;
            else
                return;
        }
    }
    bool take(char c) {
        skipSpace();
        if (at_ == text_.size() || text_[at_] != c) return false;
        ++at_;
        return true;
    }
    std::string word() {
        skipSpace();
        const size_t begin = at_;
        while (at_ < text_.size()) {
            const char c = text_[at_];
            if (!std::isalnum(static_cast<unsigned char>(c)) && c != '_' && c != '.' && c != '-' && c != '+' &&
                c != '/')
                break;
            ++at_;
        }
        if (at_ == begin) wrong("a name or a value");
        return std::string(text_.substr(begin, at_ - begin));
    }
    std::string quoted() {
        const char quote = text_[at_++];
        std::string out;
        for (; at_ < text_.size() && text_[at_] != quote; ++at_) {
            if (text_[at_] != '\\') {
                out += text_[at_];
                continue;
            }
            if (++at_ == text_.size()) break;
            const char c = text_[at_];
            if (c >= '0' && c <= '7') {
                int code = 0, digits = 0;
                while (digits < 3 && at_ < text_.size() && text_[at_] >= '0' && text_[at_] <= '7') {
                    code = code * 8 + (text_[at_++] - '0');
                    ++digits;
                }
                --at_;
                out += static_cast<char>(code);
            } else {
                out += c == 'n' ? '\n' : c == 't' ? '\t' : c == 'r' ? '\r' : c;
            }
        }
        if (at_ == text_.size()) wrong("the end of a text");
        ++at_;
        return out;
    }
    Field field(int depth) {
        if (depth > kDeepestField) wrong("fewer levels");
        Field made;
        skipSpace();
        if (at_ < text_.size() && text_[at_] == '[') {  // an extension
            const size_t end = text_.find(']', at_);
            if (end == std::string_view::npos) wrong("a ]");
            made.name = shortened(text_.substr(at_, end - at_ + 1));
            at_ = end + 1;
        } else {
            made.name = word();
        }
        const bool colon = take(':');
        skipSpace();
        if (take('{') || take('<')) {
            body(made, text_[at_ - 1] == '{' ? '}' : '>', depth);
            return made;
        }
        if (!colon) wrong("a : or a {");
        if (take('[')) {
            while (!take(']')) {
                if (at_ == text_.size()) wrong("a ]");
                Field entry;
                if (take('{'))
                    body(entry, '}', depth);
                else
                    entry.value = value();
                if (made.value.size() < 160) made.value += (made.value.empty() ? "" : ", ") + shortened(entry.value);
            }
            return made;
        }
        made.value = value();
        return made;
    }
    std::string value() {
        skipSpace();
        if (at_ == text_.size()) wrong("a value");
        if (text_[at_] != '"' && text_[at_] != '\'') return word();
        std::string out = quoted();
        for (skipSpace(); at_ < text_.size() && (text_[at_] == '"' || text_[at_] == '\''); skipSpace()) out += quoted();
        return out;
    }
    void body(Field& into, char end, int depth) {
        while (!take(end)) {
            if (at_ == text_.size()) wrong("the end of a message");
            into.fields.push_back(field(depth + 1));
        }
    }

    std::string_view text_;
    const std::string& name_;
    size_t at_ = 0;
};

std::string typeOf(std::string text) {  // DT_FLOAT -> float32
    static const std::pair<const char*, const char*> names[] = {
        {"DT_FLOAT", "float32"}, {"DT_DOUBLE", "float64"}, {"DT_HALF", "float16"}};
    for (const auto& [from, to] : names)
        if (text == from) return to;
    if (text.rfind("DT_", 0) != 0) return text;
    return lowerCase(text.substr(3));
}

ForeignShape shapeOf(const Field& field) {
    ForeignShape shape;
    for (const Field& dim : field.fields) {
        if (dim.name == "unknown_rank") shape.text = "?", shape.elements = 0;
        if (dim.name != "dim") continue;
        const std::string size = dim.text("size");
        shape.add(size.empty() ? 0 : std::strtoll(size.c_str(), nullptr, 10));
    }
    return shape;
}

void readValue(const Field& value, std::string& text, std::vector<ForeignShape>& shapes) {
    const auto add = [&text](const std::string& more) {
        if (text.size() < 160) text += (text.empty() ? "" : ", ") + more;
    };
    for (const Field& one : value.fields) {
        if (one.name == "list") {
            readValue(one, text, shapes);
        } else if (one.name == "shape") {
            shapes.push_back(shapeOf(one));
            add(shapes.back().shown());
        } else if (one.name == "tensor") {
            const Field* shape = one.find("tensor_shape");
            add(typeOf(one.text("dtype")) + " " + (shape ? shapeOf(*shape).shown() : "scalar"));
        } else if (one.name == "func") {
            add(shortened(one.text("name")));
        } else {
            add(one.name == "type" ? typeOf(one.value) : shortened(one.value));
        }
    }
}

DefNode nodeOf(const Field& field, const std::string& file) {
    DefNode node;
    node.name = field.text("name");
    node.op = field.text("op");
    node.device = shortened(field.text("device"));
    if (node.name.empty() || node.op.empty())
        throw Error(Message(file), "nodes with a name and an op", "one that lacks them");
    for (const Field& one : field.fields) {
        if (one.name == "input") node.inputs.push_back(one.value);
        if (one.name != "attr") continue;
        const std::string key = one.text("key");
        std::string text;
        std::vector<ForeignShape> shapes;
        if (const Field* value = one.find("value")) readValue(*value, text, shapes);
        if (key == "_output_shapes") {
            node.outputShapes = std::move(shapes);
            continue;
        }
        if (key == "shape" && node.outputShapes.empty() && !shapes.empty()) node.outputShapes = {shapes[0]};
        if (key == "dtype" || (key == "T" && node.type.empty())) node.type = text;
        node.attributes.emplace_back(shortened(key), std::move(text));
    }
    return node;
}

}  // namespace

GraphView graphOfGraphText(std::string_view text, const std::string& name, const std::stop_token& stop) {
    GraphDefMaker maker(name, text.size());
    TextReader reader(text, name);
    int nodes = 0;
    while (auto field = reader.next()) {
        if (stop.stop_requested()) break;
        if (field->name == "node") {
            maker.add(0, nodeOf(*field, name));
            ++nodes;
        } else if (field->name == "library") {
            for (const Field& function : field->fields) {
                if (function.name != "function") continue;
                const Field* signature = function.find("signature");
                const int scope = maker.beginFunction(signature ? signature->text("name") : std::string());
                for (const Field& part : signature ? signature->fields : std::vector<Field>{})
                    if (part.name == "input_arg") maker.add(scope, {part.text("name"), "_Arg", {}, {}, {}, {}, {}});
                for (const Field& part : function.fields)
                    if (part.name == "node_def") maker.add(scope, nodeOf(part, name));
            }
        }
    }
    if (nodes == 0) throw Error(Message(name), "a TensorFlow graph as text", "a text without nodes");
    return maker.finish("TensorFlow graph");
}

}  // namespace tl
