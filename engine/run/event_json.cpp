// See the header.
#include "engine/run/event_json.h"

#include <cstring>
#include <limits>
#include <type_traits>

#include "engine/core/error.h"
#include "engine/io/json_number.h"
#include "engine/io/kernel_choices.h"

namespace tl {
namespace {

using nlohmann::json;

constexpr RunState kStates[] = {RunState::Idle,       RunState::Starting, RunState::Running, RunState::Paused,
                                RunState::Validating, RunState::Finished, RunState::Stopped, RunState::Failed};

json numbers(const std::map<std::string, float>& values) {
    json object = json::object();
    for (const auto& [name, value] : values) object[name] = numberValue(static_cast<double>(value));
    return object;
}

std::map<std::string, float> numbersFrom(const json& object) {
    std::map<std::string, float> values;
    for (const auto& [name, value] : object.items()) values[name] = static_cast<float>(numberFrom(value));
    return values;
}

// What was said, for programs in English; beside it key and arguments, so that it can be said in any language later.
json messageParts(const Message& message) {
    struct ToJson {
        json operator()(const std::string& text) const { return text; }
        json operator()(int64_t number) const { return number; }
        json operator()(double number) const { return numberValue(number); }
        json operator()(const std::vector<Message>& list) const {
            json parts = json::array();
            for (const Message& each : list) parts.push_back(messageParts(each));
            return parts;
        }
    };
    json arguments = json::array();
    for (const Message::Argument& each : message.arguments()) arguments.push_back(std::visit(ToJson{}, each.value));
    return {{"key", message.key()}, {"arguments", arguments}};
}

void putMessage(json& object, const char* name, const Message& message) {
    object[name] = message.english();
    if (message.translatable()) object["said"] = messageParts(message);
}

constexpr int kDeepest = 16;  // a message within a message

Message messageFromParts(const json& value, int depth = 0) {
    if (depth > kDeepest || !value.is_object()) return {};
    std::vector<Message::Argument> arguments;
    for (const json& each : value.at("arguments")) {
        if (each.is_array()) {
            std::vector<Message> list;
            for (const json& part : each) list.push_back(messageFromParts(part, depth + 1));
            arguments.emplace_back(std::move(list));
        } else if (each.is_number_integer()) {
            arguments.emplace_back(wholeFrom<int64_t>(each));
        } else if (each.is_string()) {
            arguments.emplace_back(each.get<std::string>());
        } else {
            arguments.emplace_back(each.is_number() ? each.get<double>() : std::numeric_limits<double>::quiet_NaN());
        }
    }
    return Message::restored(value.at("key").get<std::string>(), std::move(arguments));
}

Message messageFrom(const json& object, const char* name) {
    if (const auto said = object.find("said"); said != object.end())
        if (Message message = messageFromParts(*said); !message.empty()) return message;
    return object.value(name, std::string());
}

// Where a run stands, for whoever reads along. The steps before and their data stay with the run.
constexpr const char* kRoles[] = {"input", "output", "gradient"};

json toJson(const StopRecord& r) {
    json values = json::array();
    for (const StopValue& v : r.values) {
        json one{{"role", kRoles[static_cast<size_t>(v.role)]}, {"name", v.name}, {"shape", v.shape.dims()}};
        if (v.made) {
            const Statistics& s = v.statistics;
            one["statistics"] = {{"count", s.count},    {"non_finite", s.nonFinite},
                                 {"has_nan", v.hasNan}, {"zeros", s.zeros},
                                 {"min", s.min},        {"max", s.max},
                                 {"sum", s.sum},        {"sum_of_squares", s.sumOfSquares}};
        }
        values.push_back(std::move(one));
    }
    json value{{"event", "stop"},  {"number", r.number}, {"step", r.step},   {"op", r.op},
               {"name", r.name},   {"layer", r.layer},   {"after", r.after}, {"phase", phaseWord(r.phase)},
               {"index", r.index}, {"count", r.count},   {"last", r.last},   {"values", std::move(values)}};
    putMessage(value, "place", r.place);
    putMessage(value, "why", r.why);
    return value;
}

std::shared_ptr<const StopRecord> stopFrom(const json& value) {
    StopRecord r;
    r.number = wholeFrom<int64_t>(value.at("number"));
    r.step = wholeFrom<int64_t>(value.at("step"));
    r.op = value.at("op");
    r.name = value.at("name");
    r.layer = value.at("layer");
    r.after = value.at("after");
    for (const Phase phase : kPhases)
        if (value.at("phase") == phaseWord(phase)) r.phase = phase;
    r.index = wholeFrom<int64_t>(value.at("index"));
    r.count = wholeFrom<int64_t>(value.at("count"));
    r.last = value.at("last");
    r.place = messageFrom(value, "place");
    r.why = messageFrom(value, "why");
    for (const json& one : value.at("values")) {
        StopValue& v = r.values.emplace_back();
        for (size_t role = 0; role < std::size(kRoles); ++role)
            if (one.at("role") == kRoles[role]) v.role = static_cast<StopValue::Role>(role);
        v.name = one.at("name");
        v.shape = Shape(wholesFrom<int64_t>(one.at("shape")));
        const auto s = one.find("statistics");
        if (s == one.end()) continue;
        v.made = true;
        v.hasNan = s->value("has_nan", false);
        v.statistics = {wholeFrom<int64_t>(s->at("count")),
                        wholeFrom<int64_t>(s->at("non_finite")),
                        wholeFrom<int64_t>(s->at("zeros")),
                        s->at("min"),
                        s->at("max"),
                        s->at("sum"),
                        s->at("sum_of_squares")};
    }
    return std::make_shared<const StopRecord>(std::move(r));
}

// A journal's own cells are a matrix of bytes; older ones have it in the event's words.
std::vector<int64_t> confusionFrom(const json& value) {
    const auto cells = value.find("confusion");
    return cells == value.end() ? std::vector<int64_t>{} : wholesFrom<int64_t>(*cells);
}

// Of how many samples an evaluation tells.
template <typename Record>
void putCounts(json& value, const Record& r) {
    if (r.images > 0) value["images"] = r.images;
    if (r.unread > 0) value["unread"] = r.unread;
}

struct ToJson {
    json operator()(const StepRecord&) const { return {}; }
    json operator()(const EpochRecord& r) const {
        json value{{"event", "epoch"},        {"epoch", r.epoch},     {"step", r.step},
                   {"wall_time", r.wallTime}, {"seconds", r.seconds}, {"values", numbers(r.values)}};
        if (!r.confusion.empty()) value["confusion"] = r.confusion;
        putCounts(value, r);
        return value;
    }
    json operator()(const StateRecord& r) const {
        json value{{"event", "state"}, {"state", nameOf(r.state)}};
        putMessage(value, "message", r.message);
        return value;
    }
    json operator()(const LearningRateRecord& r) const {
        return {{"event", "learning_rate"}, {"step", r.step}, {"from", r.from}, {"to", r.to}};
    }
    json operator()(const CheckpointRecord& r) const {
        return {{"event", "checkpoint"}, {"step", r.step}, {"path", r.path}};
    }
    json operator()(const BrokenRecord& r) const {
        json items = json::array();
        for (const BrokenItem& item : r.items) {
            items.push_back({{"path", item.path}});
            putMessage(items.back(), "reason", item.reason);
        }
        return {{"event", "broken"}, {"items", items}};
    }
    json operator()(const NoteRecord& r) const {
        json value{{"event", "note"}};
        putMessage(value, "message", r.message);
        return value;
    }
    json operator()(const ResumedRecord& r) const {
        return {{"event", "resumed"}, {"step", r.step}, {"epoch", r.epoch}, {"wall_time", r.wallTime}};
    }
    json operator()(const EvaluationRecord& r) const {
        json value{{"event", "evaluation"}, {"split", r.split},        {"checkpoint", r.checkpoint},
                   {"step", r.step},        {"wall_time", r.wallTime}, {"values", numbers(r.values)}};
        if (!r.confusion.empty()) value["confusion"] = r.confusion;
        if (r.views != 1) value["views"] = r.views;
        if (!r.data.empty()) value["data"] = r.data;
        if (!r.part.empty()) value["part"] = r.part;
        putCounts(value, r);
        return value;
    }
    json operator()(const WatchedRecord&) const { return {}; }  // event files hold them
    json operator()(const KernelsRecord& r) const { return {{"event", "kernels"}, {"choices", tl::toJson(r.choices)}}; }
    json operator()(const std::shared_ptr<const StopRecord>& stop) const { return toJson(*stop); }
    json operator()(const std::shared_ptr<const LookRecord>&) const { return {}; }
    json operator()(const WatchesRecord& r) const {
        json watches = json::array();
        for (const WatchState& w : r.watches) {
            watches.push_back({{"watch", toText(w.watch)},
                               {"interval", w.interval},
                               {"values", w.values},
                               {"looks", w.looks},
                               {"seconds", w.seconds},
                               {"share", w.share},
                               {"again", w.again}});
            putMessage(watches.back(), "problem", w.problem);
        }
        return {{"event", "watches"}, {"step", r.step}, {"share", r.share}, {"limit", r.limit}, {"watches", watches}};
    }
};

struct Column {
    std::string name, type;
    size_t size() const { return type == "f32" ? 4 : 8; }
};

template <typename T>
void put(std::string& bytes, T value) {
    bytes.append(reinterpret_cast<const char*>(&value), sizeof value);
}

// The columns of a step that are no metric; `visit` gets a name and a field of `step`.
template <typename Step, typename Visit>
void eachField(Step& step, Visit&& visit) {
    visit("step", step.step);
    visit("epoch", step.epoch);
    visit("step_in_epoch", step.stepInEpoch);
    visit("steps_per_epoch", step.stepsPerEpoch);
    visit("wall_time", step.wallTime);
    visit("loss", step.loss);
    visit("learning_rate", step.learningRate);
    visit("images_per_second", step.imagesPerSecond);
    visit("data_wait_share", step.dataWaitShare);
}

template <typename T>
const char* typeName() {
    return std::is_same_v<T, double> ? "f64" : std::is_same_v<T, float> ? "f32" : "i64";
}

constexpr const char* kMetric = "metric:";

void putVarint(std::string& bytes, uint64_t value) {
    for (; value > 127; value >>= 7) bytes += static_cast<char>(value | 128);
    bytes += static_cast<char>(value);
}

struct Block {
    size_t count = 0;
    std::vector<Column> columns;
    std::string_view numbers;  // column by column
};

// Throws Error where the bytes are not what their header says.
Block blockOf(std::string_view bytes) {
    const Error broken("A block of steps is not what it says.");
    uint32_t headerSize = 0;
    if (bytes.size() < 4) throw broken;
    std::memcpy(&headerSize, bytes.data(), 4);
    bytes.remove_prefix(4);
    if (bytes.size() < headerSize) throw broken;
    const json header = json::parse(bytes.substr(0, headerSize), nullptr, false);
    bytes.remove_prefix(headerSize);
    Block block{0, {}, bytes};
    try {
        block.count = wholeFrom<size_t>(header.at("count"));
        for (const json& column : header.at("columns")) block.columns.push_back({column.at(0), column.at(1)});
    } catch (const json::exception&) {
        throw broken;
    }
    size_t width = 0;
    for (const Column& column : block.columns) width += column.size();
    if (width == 0 || block.count > bytes.size() / width || bytes.size() != block.count * width) throw broken;
    return block;
}

constexpr uint64_t kMostCells = uint64_t{1} << 26;

}  // namespace

const char* nameOf(RunState state) {
    switch (state) {
    case RunState::Idle: return "idle";
    case RunState::Starting: return "starting";
    case RunState::Running: return "running";
    case RunState::Paused: return "paused";
    case RunState::Validating: return "validating";
    case RunState::Finished: return "finished";
    case RunState::Stopped: return "stopped";
    case RunState::Failed: return "failed";
    }
    return "idle";
}

json toJson(const Event& event) { return std::visit(ToJson{}, event); }

std::optional<Event> eventFromJson(const json& value) {
    if (!value.is_object()) return std::nullopt;
    try {
        const std::string event = value.value("event", "");
        if (event == "epoch") {
            EpochRecord r;
            r.epoch = wholeFrom<int64_t>(value.at("epoch"));
            r.step = wholeFrom<int64_t>(value.at("step"));
            r.wallTime = value.value("wall_time", 0.0);
            r.seconds = value.value("seconds", 0.0);
            r.values = numbersFrom(value.at("values"));
            r.confusion = confusionFrom(value);
            r.images = wholeFrom<int64_t>(value, "images", 0);
            r.unread = wholeFrom<int64_t>(value, "unread", 0);
            return r;
        }
        if (event == "state") {
            for (const RunState state : kStates)
                if (value.at("state") == nameOf(state)) return StateRecord{state, messageFrom(value, "message"), -1};
            return std::nullopt;
        }
        if (event == "stop") return stopFrom(value);
        if (event == "learning_rate")
            return LearningRateRecord{wholeFrom<int64_t>(value.at("step")), value.at("from"), value.at("to")};
        if (event == "checkpoint")
            return CheckpointRecord{wholeFrom<int64_t>(value.at("step")), value.at("path").get<std::string>()};
        if (event == "note") return NoteRecord{messageFrom(value, "message")};
        if (event == "resumed")
            return ResumedRecord{wholeFrom<int64_t>(value.at("step")), wholeFrom<int64_t>(value.at("epoch")),
                                 value.value("wall_time", 0.0)};
        if (event == "broken") {
            BrokenRecord r;
            for (const json& item : value.at("items"))
                r.items.push_back({item.at("path").get<std::string>(), messageFrom(item, "reason")});
            return r;
        }
        if (event == "watches") {
            WatchesRecord r;
            r.step = wholeFrom<int64_t>(value.at("step"));
            r.share = value.at("share");
            r.limit = value.at("limit");
            for (const json& w : value.at("watches"))
                r.watches.push_back({watchFrom(w.at("watch")), wholeFrom<int64_t>(w.at("interval")),
                                     wholeFrom<int>(w.at("values")), wholeFrom<int64_t>(w.at("looks")), w.at("seconds"),
                                     w.at("share"), w.at("again"), messageFrom(w, "problem")});
            return r;
        }
        if (event == "kernels") return KernelsRecord{kernelChoicesFrom(value.at("choices"))};
        if (event == "evaluation")
            return EvaluationRecord{value.at("split"),
                                    value.value("checkpoint", ""),
                                    wholeFrom<int64_t>(value, "step", 0),
                                    value.value("wall_time", 0.0),
                                    numbersFrom(value.at("values")),
                                    confusionFrom(value),
                                    wholeFrom<int>(value, "views", 1),
                                    wholeFrom<int64_t>(value, "images", 0),
                                    wholeFrom<int64_t>(value, "unread", 0),
                                    value.value("data", ""),
                                    value.value("part", "")};
    } catch (const json::exception&) {
        // As one that is not known.
    } catch (const Error&) {
        // Likewise.
    }
    return std::nullopt;
}

std::string stepColumns(std::span<const StepRecord> steps) {
    json columns = json::array();
    StepRecord first = steps.empty() ? StepRecord{} : steps.front();
    eachField(first, [&](const char* name, auto& field) {
        columns.push_back({name, typeName<std::remove_reference_t<decltype(field)>>()});
    });
    for (const auto& [name, value] : first.metrics) columns.push_back({kMetric + name, "f32"});
    const std::string header =
        json{{"count", steps.size()}, {"columns", columns}}.dump(-1, ' ', false, json::error_handler_t::replace);
    std::string bytes;
    bytes.reserve(4 + header.size() + steps.size() * 64);
    put(bytes, static_cast<uint32_t>(header.size()));
    bytes += header;
    int at = 0;
    eachField(first, [&](const char*, auto& field) {
        (void)field;
        for (const StepRecord& step : steps) {
            int index = 0;
            eachField(step, [&](const char*, const auto& value) {
                if (index++ == at) put(bytes, value);
            });
        }
        ++at;
    });
    for (const auto& [name, unused] : first.metrics)
        for (const StepRecord& step : steps) {
            const auto found = step.metrics.find(name);
            put(bytes, found == step.metrics.end() ? std::numeric_limits<float>::quiet_NaN() : found->second);
        }
    return bytes;
}

void checkColumns(std::string_view bytes) { (void)blockOf(bytes); }

std::vector<StepRecord> stepsFromColumns(std::string_view bytes) {
    auto [count, columns, numbers] = blockOf(bytes);
    std::vector<StepRecord> steps(count);
    for (const Column& column : columns) {
        const size_t size = column.size();
        const std::string metric =
            column.name.starts_with(kMetric) && size == 4 ? column.name.substr(std::strlen(kMetric)) : "";
        for (size_t i = 0; i < count; ++i) {
            const char* from = numbers.data() + i * size;
            if (!metric.empty()) {
                std::memcpy(&steps[i].metrics[metric], from, 4);
                continue;
            }
            eachField(steps[i], [&](const char* name, auto& field) {
                using Field = std::remove_reference_t<decltype(field)>;
                if (column.name == name && column.type == typeName<Field>()) std::memcpy(&field, from, sizeof field);
            });
        }
        numbers.remove_prefix(count * size);
    }
    return steps;
}

std::string matrixBytes(std::span<const int64_t> cells) {
    std::string bytes;
    putVarint(bytes, cells.size());
    uint64_t zeros = 0;
    for (const int64_t cell : cells) {
        if (cell == 0) {
            ++zeros;
            continue;
        }
        putVarint(bytes, zeros);
        putVarint(bytes, static_cast<uint64_t>(cell));
        zeros = 0;
    }
    return bytes;
}

std::vector<int64_t> matrixFromBytes(std::string_view bytes) {
    const Error broken("A confusion matrix is not what it says.");
    const auto next = [&] {
        uint64_t value = 0;
        for (int shift = 0; shift < 64; shift += 7) {
            if (bytes.empty()) throw broken;
            const auto byte = static_cast<unsigned char>(bytes.front());
            bytes.remove_prefix(1);
            value |= static_cast<uint64_t>(byte & 127) << shift;
            if (byte < 128) return value;
        }
        throw broken;
    };
    const uint64_t count = next();
    if (count > kMostCells) throw broken;
    std::vector<int64_t> cells(count);
    for (uint64_t at = 0; !bytes.empty(); ++at) {
        const uint64_t zeros = next();
        if (at >= count || zeros >= count - at) throw broken;
        at += zeros;
        cells[at] = static_cast<int64_t>(next());
    }
    return cells;
}

}  // namespace tl
