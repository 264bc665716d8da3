// The text of a breakpoint: words up to "when", then its condition.
#include "engine/train/breakpoint.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <sstream>

#include "engine/core/error.h"
#include "engine/train/break_condition.h"

namespace tl {
namespace {

constexpr std::array kPhaseWords{"forward", "backward", "accumulate", "update"};

std::optional<Phase> phaseNamed(const std::string& word) {
    const auto found = std::ranges::find(kPhaseWords, word);
    if (found == kPhaseWords.end()) return std::nullopt;
    return kPhases[static_cast<size_t>(found - kPhaseWords.begin())];
}

// A layer's id that would be read as another word.
bool isWord(const std::string& id) {
    constexpr std::array kWords{"op", "layer", "at", "when", "if"};
    return phaseNamed(id).has_value() || std::ranges::count(kWords, id) > 0;
}

// Without what hangs behind it; throws Error that says why it is none.
std::string conditionFrom(std::string text) {
    text.erase(text.find_last_not_of(" \t") + 1);
    (void)BreakCondition(text);
    return text;
}

// "loss > 3", without "when".
bool looksLikeCondition(const std::string& text) {
    return text.find_first_of("<>=(") != std::string::npos || text.find(" finite") != std::string::npos;
}

}  // namespace

const char* phaseWord(Phase phase) { return kPhaseWords[static_cast<size_t>(phase)]; }

Breakpoint breakpointFrom(const std::string& text) {
    std::vector<std::string> words;
    Breakpoint breakpoint;
    std::istringstream stream(text);
    for (std::string word; stream >> word;) {
        // "before conv_1, when loss > 3"
        if (word.size() > 1 && word.back() == ',') word.pop_back();
        const bool named = words.size() == 2 && (words[1] == "layer" || words[1] == "op");
        if (!named && (word == "when" || word == "if")) {
            std::string rest;
            std::getline(stream >> std::ws, rest);
            if (rest.empty()) throw Error("A breakpoint", "a condition behind \"when\"", "none");
            breakpoint.condition = conditionFrom(std::move(rest));
            break;
        }
        words.push_back(word);
    }
    size_t next = 0;
    const auto take = [&](const char* word) { return next < words.size() && words[next] == word && ++next > 0; };
    const Message form = "before PLACE, after PLACE, at step NUMBER or when CONDITION, in this order";
    if (take("before"))
        breakpoint.side = Breakpoint::Side::Before;
    else if (take("after"))
        breakpoint.side = Breakpoint::Side::After;
    if (breakpoint.side != Breakpoint::Side::Anywhere) {
        breakpoint.op = take("op");
        const bool layer = !breakpoint.op && take("layer");
        if (next == words.size() || (!layer && !breakpoint.op && words[next] == "at"))
            throw Error("A breakpoint", "a layer, \"op\" and an op's name, or a phase (forward, backward, update)",
                        "none");
        if (const auto phase = phaseNamed(words[next]); phase && !breakpoint.op && !layer)
            breakpoint.phase = phase;
        else
            breakpoint.place = words[next];
        ++next;
        if (next < words.size() && !breakpoint.phase && !breakpoint.op)
            if (const auto phase = phaseNamed(words[next])) breakpoint.phase = phase, ++next;
    }
    if (take("at")) {
        (void)take("step");
        const std::string number = next < words.size() ? words[next++] : std::string();
        const auto* end = number.data() + number.size();
        const auto read = std::from_chars(number.data(), end, breakpoint.step);
        if (read.ec != std::errc() || read.ptr != end || breakpoint.step < 1)
            throw Error("The step of a breakpoint", "a number from 1 on", number.empty() ? "none" : Message(number));
    }
    if (next < words.size() && breakpoint == Breakpoint() && looksLikeCondition(text)) {
        breakpoint.condition = conditionFrom(text.substr(text.find_first_not_of(" \t")));
        return breakpoint;
    }
    if (next < words.size()) throw Error("A breakpoint", form, Message(words[next]));
    if (breakpoint == Breakpoint()) throw Error("A breakpoint", form, "nothing");
    return breakpoint;
}

std::string toText(const Breakpoint& breakpoint) {
    std::string text;
    const auto add = [&](const std::string& words) { text += (text.empty() ? "" : " ") + words; };
    if (breakpoint.side != Breakpoint::Side::Anywhere) {
        add(breakpoint.side == Breakpoint::Side::Before ? "before" : "after");
        if (breakpoint.op) add("op");
        if (!breakpoint.op && isWord(breakpoint.place)) add("layer");
        if (!breakpoint.place.empty()) add(breakpoint.place);
        if (breakpoint.phase) add(phaseWord(*breakpoint.phase));
    }
    if (breakpoint.step > 0) {
        add("at");
        add("step");
        add(std::to_string(breakpoint.step));
    }
    if (!breakpoint.condition.empty()) add("when " + breakpoint.condition);
    return text;
}

}  // namespace tl
