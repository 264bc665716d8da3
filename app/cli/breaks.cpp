// One command a line: op, layer, phase, step, go, look NAME, stop.
#include "app/cli/breaks.h"

#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <iostream>

#include "app/cli/support.h"
#include "app/cli/words.h"
#include "engine/io/json.h"

namespace tl::cli {
namespace {

using nlohmann::json;
using Row = std::vector<std::string>;

constexpr size_t kNumbersPrinted = 8;

Message roleWord(StopValue::Role role) {
    return role == StopValue::Role::Input    ? Message("input")
           : role == StopValue::Role::Output ? Message("output")
                                             : Message("gradient");
}

const char* roleName(StopValue::Role role) {
    return role == StopValue::Role::Input ? "input" : role == StopValue::Role::Output ? "output" : "gradient";
}

// Of values of which none is finite there are no numbers to tell.
bool tells(const Statistics& s) { return s.nonFinite < s.count; }

json statisticsJson(const Statistics& s) {
    if (!tells(s)) return {{"count", s.count}, {"nonfinite", s.nonFinite}, {"zeros", s.zeros}};
    return {{"count", s.count}, {"nonfinite", s.nonFinite}, {"zeros", s.zeros},           {"min", s.min},
            {"max", s.max},     {"mean", s.mean()},         {"deviation", s.deviation()}, {"norm", s.norm()}};
}

Row statisticsRow(const Statistics& s) {
    if (!tells(s)) return {"–", "–", "–", "–", "–", thousands(s.nonFinite)};
    return {shortNumber(s.min),         shortNumber(s.max),    shortNumber(s.mean()),
            shortNumber(s.deviation()), shortNumber(s.norm()), thousands(s.nonFinite)};
}

void print(const StopRecord& stop, bool asJson) {
    if (asJson) {
        json values = json::array();
        for (const StopValue& value : stop.values) {
            values.push_back({{"name", value.name}, {"role", roleName(value.role)}, {"shape", value.shape.dims()}});
            if (value.made) values.back()["statistics"] = statisticsJson(value.statistics);
        }
        return printJson({{"event", "stop"},
                          {"number", stop.number},
                          {"step", stop.step},
                          {"op", stop.op},
                          {"name", stop.name},
                          {"layer", stop.layer},
                          {"phase", phaseWord(stop.phase)},
                          {"side", stop.after ? "after" : "before"},
                          {"why", stop.why.english()},
                          {"values", values}});
    }
    std::cout << (stdoutIsTerminal() ? "\r\033[K" : "")
              << say(stop.why.empty() ? Message("Stands {place}", stop.place)
                                      : Message("Stands {place}: {why}", stop.place, stop.why))
              << std::endl;
    std::vector<Row> rows{{say(Message("value")), "", say(Message("shape")), say(Message("min")), say(Message("max")),
                           say(Message("mean")), say(Message("deviation")), say(Message("norm")),
                           say(Message("not finite"))}};
    for (const StopValue& value : stop.values) {
        Row row{value.name, say(roleWord(value.role)), value.shape.toString()};
        if (value.made)
            std::ranges::copy(statisticsRow(value.statistics), std::back_inserter(row));
        else
            row.resize(rows[0].size(), "–");
        rows.push_back(std::move(row));
    }
    std::cout << table(rows) << std::flush;
}

void print(const LookRecord& look, bool asJson) {
    if (asJson) {
        json object{{"event", "look"}, {"stop", look.stop}, {"name", look.name}, {"shape", look.shape.dims()}};
        if (!look.problem.empty()) {
            object["problem"] = look.problem.english();
        } else {
            object["statistics"] = statisticsJson(look.statistics);
            object["edges"] = look.histogram->edges;
            object["counts"] = look.histogram->counts;
            object["numbers"] = look.numbers;
        }
        return printJson(object);
    }
    if (!look.problem.empty()) return complain(look.problem);
    std::vector<Row> rows{{say(Message("from")), say(Message("to")), say(Message("numbers"))}};
    for (size_t i = 0; i < look.histogram->counts.size(); ++i)
        if (look.histogram->counts[i] > 0)
            rows.push_back({shortNumber(look.histogram->edges[i]), shortNumber(look.histogram->edges[i + 1]),
                            thousands(static_cast<int64_t>(look.histogram->counts[i]))});
    std::string first;
    for (size_t i = 0; i < std::min(kNumbersPrinted, look.numbers.size()); ++i)
        first += (i > 0 ? "  " : "") + shortNumber(static_cast<double>(look.numbers[i]));
    std::cout << look.name << ", " << look.shape.toString() << ": " << first
              << (look.numbers.size() > kNumbersPrinted ? "  …\n" : "\n") << table(rows) << std::flush;
}

}  // namespace

void StopConsole::show(const Event& event) {
    if (const auto* stop = std::get_if<std::shared_ptr<const StopRecord>>(&event)) {
        print(**stop, json_);
        stands_ = true;
        prompt();
    } else if (const auto* look = std::get_if<std::shared_ptr<const LookRecord>>(&event)) {
        print(**look, json_);
        stands_ = true;
        prompt();
    }
}

void StopConsole::prompt() const {
    if (!json_ && ::isatty(STDIN_FILENO) == 1)
        std::cout << say(Message("op, layer, phase, step, go, look NAME, stop")) << " > " << std::flush;
}

void StopConsole::poll() {
    std::string line;
    if (!stands_ || !readLine(line)) return;
    stands_ = false;
    obey(line);
}

bool StopConsole::readLine(std::string& line) {
    for (;;) {
        if (const size_t end = buffer_.find('\n'); end != std::string::npos) {
            line = buffer_.substr(0, end);
            buffer_.erase(0, end + 1);
            return true;
        }
        if (ended_) {
            line = "go";
            return true;
        }
        pollfd input{STDIN_FILENO, POLLIN, 0};
        if (::poll(&input, 1, 0) <= 0) return false;
        char bytes[256];
        const ssize_t count = ::read(STDIN_FILENO, bytes, sizeof bytes);
        if (count > 0)
            buffer_.append(bytes, static_cast<size_t>(count));
        else
            ended_ = true;
    }
}

void StopConsole::obey(const std::string& line) {
    constexpr std::pair<const char*, Advance> kHow[] = {{"go", Advance::GoOn},     {"op", Advance::Op},
                                                        {"layer", Advance::Layer}, {"phase", Advance::Phase},
                                                        {"step", Advance::Step},   {"again", Advance::Again}};
    for (const auto& [word, how] : kHow)
        if (line == word) return session_.advance(how);
    if (line == "stop") return session_.stop();
    if (line.starts_with("look ")) return session_.look(line.substr(5));
    if (!line.empty())
        complain(Message("\"{line}\" is none of op, layer, phase, step, again, go, look NAME and stop.", line));
    stands_ = true;
    prompt();
}

}  // namespace tl::cli
