// A recursive descent parser, and an evaluation that tries the values that a name stands for one after the other.
#include "engine/train/break_condition.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <cmath>
#include <limits>
#include <map>

#include "engine/core/error.h"
#include "engine/train/rate_text.h"
#include "engine/train/watch.h"

namespace tl {

struct BreakCondition::Term {
    enum class Kind { Number, Name, Call, Negative, Not, Arithmetic, Compare, NotFinite, And, Or };
    Kind kind = Kind::Number;
    std::string word, pattern;  // the operator, name or function; of a function its values
    double number = 0;
    std::vector<std::unique_ptr<Term>> parts = {};
};

namespace {

using Term = BreakCondition::Term;
using TermKind = Term::Kind;
using TermPtr = std::unique_ptr<Term>;

constexpr size_t kLongest = 2000;  // letters, which bounds how deep a chain of terms goes
constexpr int kDeepest = 100;      // parentheses and signs within each other
constexpr double kInfinite = std::numeric_limits<double>::infinity();
constexpr std::array kComparisons{"<=", ">=", "==", "!=", "<", ">"};

double normOf(const Measured& m) { return m.statistics.nonFinite > 0 ? kInfinite : m.statistics.norm(); }
double shareOf(int64_t part, const Measured& m) {
    return static_cast<double>(part) / std::max<double>(1, static_cast<double>(m.statistics.count));
}

struct ValueFunction {
    const char* name;
    double (*of)(const Measured&);
};
constexpr std::array<ValueFunction, 8> kFunctions{
    {{"norm", normOf},
     {"mean", [](const Measured& m) { return m.statistics.mean(); }},
     {"deviation", [](const Measured& m) { return m.statistics.deviation(); }},
     {"min", [](const Measured& m) { return m.statistics.nonFinite > 0 ? -kInfinite : m.statistics.min; }},
     {"max", [](const Measured& m) { return m.statistics.nonFinite > 0 ? kInfinite : m.statistics.max; }},
     {"zeros", [](const Measured& m) { return shareOf(m.statistics.zeros, m); }},
     {"dead", [](const Measured& m) { return m.dead; }},
     {"nonfinite", [](const Measured& m) { return static_cast<double>(m.statistics.nonFinite); }}}};

const ValueFunction* functionNamed(const std::string& name) {
    const auto found = std::ranges::find_if(kFunctions, [&](const ValueFunction& f) { return name == f.name; });
    return found == kFunctions.end() ? nullptr : &*found;
}

class ConditionParser {
public:
    explicit ConditionParser(const std::string& text) : text_(text) {}

    TermPtr whole() {
        if (text_.size() > kLongest)
            throw Error("A condition", Message("at most {count} letters", kLongest), Message("{count}", text_.size()));
        TermPtr root = either();
        skip();
        if (at_ < text_.size())
            wrong("the end of the condition, \"and\", \"or\", a comparison such as > 3, or \"not finite\"");
        return root;
    }

private:
    TermPtr either() {
        return joined("or", TermKind::Or, [this] { return both(); });
    }
    TermPtr both() {
        return joined("and", TermKind::And, [this] { return negated(); });
    }

    template <typename Inner>
    TermPtr joined(const char* word, TermKind kind, const Inner& inner) {
        TermPtr left = inner();
        while (takeWord(word)) left = make(kind, word, std::move(left), inner());
        return left;
    }

    // Counts how deep the parser is, as long as it lives.
    struct Level {
        explicit Level(ConditionParser& owner) : parser(owner) {
            if (++parser.depth_ > kDeepest)
                throw Error("A condition", Message("at most {count} parentheses within each other", kDeepest), "more");
        }
        Level(const Level&) = delete;
        Level& operator=(const Level&) = delete;
        ~Level() { --parser.depth_; }
        ConditionParser& parser;
    };

    TermPtr negated() {
        const Level level(*this);
        if (!takeWord("not")) return comparison();
        return make(TermKind::Not, negated());
    }

    TermPtr comparison() {
        if (TermPtr value = finiteValue()) return value;
        TermPtr left = sum();
        if (const auto finite = takeFinite()) {
            left = make(TermKind::NotFinite, std::move(left));
            return *finite ? make(TermKind::Not, std::move(left)) : std::move(left);
        }
        skip();
        for (const char* sign : kComparisons)
            if (text_.compare(at_, std::char_traits<char>::length(sign), sign) == 0) {
                at_ += std::char_traits<char>::length(sign);
                return make(TermKind::Compare, sign, std::move(left), sum());
            }
        return left;
    }

    // "conv_1/output not finite": elsewhere a stroke divides. Null, with nothing taken, where it is none.
    TermPtr finiteValue() {
        skip();
        const size_t before = at_;
        at_ = std::min(text_.find_first_of(" ()<>=!", at_), text_.size());
        const std::string name = text_.substr(before, at_ - before);
        const size_t mark = name.find_first_of("/*?");
        const bool value = std::ranges::count(kValueGroups, name) > 0 ||
                           (mark != std::string::npos && !kStepNumbers.contains(name.substr(0, mark)));
        const auto finite = value ? takeFinite() : std::nullopt;
        if (!finite) {
            at_ = before;
            return nullptr;
        }
        TermPtr made = std::make_unique<Term>();
        made->kind = TermKind::Call;
        made->word = "nonfinite";
        made->pattern = name;
        return *finite ? make(TermKind::Not, std::move(made)) : std::move(made);
    }

    // "finite" and "is finite" are true, with "not" they are false.
    std::optional<bool> takeFinite() {
        const size_t before = at_;
        (void)takeWord("is");
        const bool finite = !takeWord("not");
        if (takeWord("finite")) return finite;
        at_ = before;
        return std::nullopt;
    }

    TermPtr sum() {
        TermPtr left = product();
        for (;;) {
            const char sign = take("+-");
            if (sign == 0) return left;
            left = make(TermKind::Arithmetic, std::string(1, sign), std::move(left), product());
        }
    }

    TermPtr product() {
        TermPtr left = factor();
        for (;;) {
            const char sign = take("*/");
            if (sign == 0) return left;
            left = make(TermKind::Arithmetic, std::string(1, sign), std::move(left), factor());
        }
    }

    TermPtr factor() {
        const Level level(*this);
        if (take("-") != 0) return make(TermKind::Negative, factor());
        TermPtr made = std::make_unique<Term>();
        if (take("(") != 0) {
            made = either();
            if (take(")") == 0) wrong("a closing parenthesis");
            return made;
        }
        skip();
        const char* const begin = text_.data() + at_;
        const char* const end = text_.data() + text_.size();
        if (begin < end && (std::isdigit(static_cast<unsigned char>(*begin)) || *begin == '.')) {
            const auto read = std::from_chars(begin, end, made->number);
            if (read.ec != std::errc()) wrong("a number");
            at_ = static_cast<size_t>(read.ptr - text_.data());
            if (take("%") != 0) made->number /= 100;
            return made;
        }
        made->word = word();
        if (made->word.empty() || made->word == "and" || made->word == "or")
            wrong(
                "a number, loss, a metric, a function of values such as norm(conv_1/kernel), or a value's name with \"not finite\" behind it, such as conv_1/output not finite");
        made->kind = TermKind::Name;
        if (take("(") == 0) {
            if (functionNamed(made->word)) wrong("(values) behind the function, such as (gradients)");
            return made;
        }
        made->kind = TermKind::Call;
        if (!functionNamed(made->word))
            throw Error(Message("The function \"{name}\"", made->word),
                        "norm, mean, deviation, min, max, zeros, dead or nonfinite", made->word);
        const size_t close = text_.find(')', at_);
        if (close == std::string::npos) {
            at_ = text_.size();
            wrong("a closing parenthesis");
        }
        made->pattern = text_.substr(at_, close - at_);
        made->pattern.erase(0, std::min(made->pattern.find_first_not_of(' '), made->pattern.size()));
        made->pattern.erase(made->pattern.find_last_not_of(' ') + 1);
        if (made->pattern.empty()) wrong("the name of a value, such as conv_1/output");
        at_ = close + 1;
        return made;
    }

    static TermPtr make(TermKind kind, TermPtr part) {
        TermPtr made = std::make_unique<Term>();
        made->kind = kind;
        made->parts.push_back(std::move(part));
        return made;
    }
    static TermPtr make(TermKind kind, std::string word, TermPtr left, TermPtr right) {
        TermPtr made = std::make_unique<Term>();
        made->kind = kind;
        made->word = std::move(word);
        made->parts.push_back(std::move(left));
        made->parts.push_back(std::move(right));
        return made;
    }

    void skip() {
        while (at_ < text_.size() && text_[at_] == ' ') ++at_;
    }
    char take(const char* any) {
        skip();
        if (at_ >= text_.size() || std::string_view(any).find(text_[at_]) == std::string_view::npos) return 0;
        return text_[at_++];
    }
    std::string word() {
        skip();
        const size_t from = at_;
        while (at_ < text_.size() && (std::isalnum(static_cast<unsigned char>(text_[at_])) || text_[at_] == '_')) ++at_;
        return text_.substr(from, at_ - from);
    }
    bool takeWord(const char* wanted) {
        const size_t before = at_;
        if (word() == wanted) return true;
        at_ = before;
        return false;
    }
    [[noreturn]] void wrong(Message expected) {
        skip();
        throw Error(Message("The condition \"{text}\", at letter {place}", text_, at_ + 1), std::move(expected),
                    at_ < text_.size() ? Message(text_.substr(at_)) : Message("its end"));
    }

    const std::string& text_;
    size_t at_ = 0;
    int depth_ = 0;
};

void gather(const Term& term, std::set<std::string>* numbers, std::set<std::string>* patterns) {
    if (numbers && term.kind == TermKind::Name) numbers->insert(term.word);
    if (patterns && term.kind == TermKind::Call) patterns->insert(term.pattern);
    for (const TermPtr& part : term.parts) gather(*part, numbers, patterns);
}

class ConditionEvaluation {
public:
    explicit ConditionEvaluation(const BreakCondition::Known& known) : known_(known) {}

    bool truth(const Term& term) {
        switch (term.kind) {
        case TermKind::And: {
            const BreakCondition::Held before = held;
            if (truth(*term.parts[0]) && truth(*term.parts[1])) return true;
            held = before;  // the first part alone says nothing
            return false;
        }
        case TermKind::Or: return truth(*term.parts[0]) || truth(*term.parts[1]);
        case TermKind::Not: {
            const BreakCondition::Held before = held;
            const bool inner = truth(*term.parts[0]);
            held = before;
            return !inner;
        }
        default: return any(term);
        }
    }

    BreakCondition::Held held;

private:
    // Over all the values that the names in it stand for.
    bool any(const Term& term) {
        std::set<std::string> patterns;
        gather(term, nullptr, &patterns);
        return choose(term, {patterns.begin(), patterns.end()});
    }

    bool choose(const Term& term, std::vector<std::string> open) {
        if (open.empty()) {
            const bool compares = term.kind == TermKind::Compare;
            if (!(compares ? compare(term) : number(term) != 0)) return false;
            say(term);
            return true;
        }
        const std::string pattern = open.back();
        open.pop_back();
        for (const std::string& name : known_.names(pattern)) {
            chosen_[pattern] = name;
            if (choose(term, open)) return true;
        }
        return false;
    }

    bool compare(const Term& term) {
        const double a = number(*term.parts[0]), b = number(*term.parts[1]);
        if (term.word == "<") return a < b;
        if (term.word == ">") return a > b;
        if (term.word == "<=") return a <= b;
        if (term.word == ">=") return a >= b;
        return (a == b) == (term.word == "==");
    }

    double number(const Term& term) {
        switch (term.kind) {
        case TermKind::Number: return term.number;
        case TermKind::Name: return known_.number(term.word);
        case TermKind::Call: return functionNamed(term.word)->of(known_.value(chosen_.at(term.pattern)));
        case TermKind::Negative: return -number(*term.parts[0]);
        case TermKind::NotFinite: return std::isfinite(number(*term.parts[0])) ? 0 : 1;
        case TermKind::Arithmetic: {
            const double a = number(*term.parts[0]), b = number(*term.parts[1]);
            return term.word == "+" ? a + b : term.word == "-" ? a - b : term.word == "*" ? a * b : a / b;
        }
        default: return truth(term) ? 1 : 0;
        }
    }

    void say(const Term& term) {
        if (term.kind == TermKind::Call) {
            const std::string& name = chosen_.at(term.pattern);
            held.said.push_back(term.word + "(" + name + ") is " + rateText(number(term)));
            held.values.insert(name);
        } else if (term.kind == TermKind::Name) {
            held.said.push_back(term.word + " is " + rateText(number(term)));
            held.numbers.insert(term.word);
        }
        for (const TermPtr& part : term.parts) say(*part);
    }

    const BreakCondition::Known& known_;
    std::map<std::string, std::string> chosen_;  // by pattern
};

}  // namespace

BreakCondition::BreakCondition(const std::string& text) : root_(ConditionParser(text).whole()) {}
BreakCondition::~BreakCondition() = default;
BreakCondition::BreakCondition(BreakCondition&&) noexcept = default;
BreakCondition& BreakCondition::operator=(BreakCondition&&) noexcept = default;

std::set<std::string> BreakCondition::numbers() const {
    std::set<std::string> names;
    gather(*root_, &names, nullptr);
    return names;
}

std::set<std::string> BreakCondition::patterns() const {
    std::set<std::string> names;
    gather(*root_, nullptr, &names);
    return names;
}

std::optional<BreakCondition::Held> BreakCondition::holds(const Known& known) const {
    ConditionEvaluation evaluation(known);
    if (!evaluation.truth(*root_)) return std::nullopt;
    return std::move(evaluation.held);
}

}  // namespace tl
