// The three ways to follow a run. The bar shows running means over the epoch as Keras does; an epoch's own line has
// the exact values.
#include "app/cli/progress.h"

#include "engine/io/json.h"
#include <chrono>
#include <cstdio>
#include <iostream>

#include "app/cli/support.h"
#include "app/cli/words.h"
#include "engine/run/event_json.h"

namespace tl::cli {
namespace {

using nlohmann::json;

double now() { return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count(); }

// JSON numbers with the digits that a float has.
double digits(float value) {
    char text[32];
    std::snprintf(text, sizeof text, "%.7g", static_cast<double>(value));
    return std::strtod(text, nullptr);
}

double digits(double value) {
    char text[32];
    std::snprintf(text, sizeof text, "%.15g", value);
    return std::strtod(text, nullptr);
}

// "loss" and then the rest, training before validation.
template <typename Map>
std::string listed(const Map& values) {
    std::string text;
    const auto add = [&](const std::string& name) {
        const auto found = values.find(name);
        if (found != values.end()) text += " - " + name + ": " + shortNumber(static_cast<double>(found->second));
    };
    for (const char* prefix : {"", "val_"}) {
        add(std::string(prefix) + "loss");
        for (const auto& [name, value] : values)
            if (name.starts_with("val_") == (*prefix != 0) && name != std::string(prefix) + "loss") add(name);
    }
    return text;
}

}  // namespace

Progress::Progress(Style style, int64_t epochs, int64_t stepInterval)
    : style_(style), epochs_(epochs), stepInterval_(stepInterval) {}

void Progress::line(const std::string& text) {
    if (barOpen_) std::cout << "\r\033[K";
    barOpen_ = false;
    std::cout << text << std::endl;
}

void Progress::show(const Event& event) {
    if (const auto* step = std::get_if<StepRecord>(&event)) return show(*step);
    if (const auto* epoch = std::get_if<EpochRecord>(&event)) return show(*epoch);
    if (const auto* state = std::get_if<StateRecord>(&event)) return show(*state);
    if (const auto* saved = std::get_if<CheckpointRecord>(&event)) {
        checkpoint_ = saved->path;
        if (style_ == Style::Json) printJson({{"event", "checkpoint"}, {"step", saved->step}, {"path", saved->path}});
    } else if (const auto* rate = std::get_if<LearningRateRecord>(&event)) {
        if (style_ == Style::Json)
            printJson({{"event", "learning_rate"},
                       {"step", rate->step},
                       {"from", digits(rate->from)},
                       {"to", digits(rate->to)}});
        else
            line(say(Message("The learning rate is {rate} from here on.", shortNumber(rate->to))));
    } else if (const auto* broken = std::get_if<BrokenRecord>(&event)) {
        if (style_ == Style::Json) {
            for (const BrokenItem& item : broken->items)
                printJson({{"event", "broken"}, {"path", item.path}, {"reason", item.reason.english()}});
        } else {
            if (barOpen_) line("");
            complainAbout(broken->items);
        }
    } else if (const auto* note = std::get_if<NoteRecord>(&event)) {
        if (style_ == Style::Json)
            printJson({{"event", "note"}, {"message", note->message.english()}});
        else
            line(say(note->message));
    }
}

void Progress::show(const StepRecord& record) {
    if (record.epoch != epochShown_) {
        epochShown_ = record.epoch;
        sums_.clear();
        stepsSummed_ = 0;
        began_ = reported_ = now();
        if (style_ == Style::Bar) line(say(Message("Epoch {epoch}/{epochs}", record.epoch + 1, epochs_)));
    }
    step_ = record.step;
    newest_ = record;
    ++stepsSummed_;
    sums_["loss"] += static_cast<double>(record.loss);
    for (const auto& [name, value] : record.metrics) sums_[name] += static_cast<double>(value);
    if (style_ == Style::Json && stepInterval_ > 0 && record.step % stepInterval_ == 0) {
        json object = {{"event", "step"},
                       {"step", record.step},
                       {"epoch", record.epoch + 1},
                       {"loss", digits(record.loss)},
                       {"learning_rate", digits(record.learningRate)},
                       {"images_per_second", digits(record.imagesPerSecond)},
                       {"data_wait_share", digits(record.dataWaitShare)},
                       {"wall_time", record.wallTime}};
        for (const auto& [name, value] : record.metrics) object[name] = digits(value);
        printJson(object);
    }
}

std::string Progress::means() const {
    std::map<std::string, double> values;
    for (const auto& [name, sum] : sums_) values[name] = sum / static_cast<double>(std::max<int64_t>(stepsSummed_, 1));
    return listed(values);
}

void Progress::show(const EpochRecord& record) {
    const double pace = record.seconds > 0 ? static_cast<double>(newest_.imagesPerSecond) : 0;
    if (style_ == Style::Json) {
        json object = {{"event", "epoch"},
                       {"epoch", record.epoch + 1},
                       {"epochs", epochs_},
                       {"step", record.step},
                       {"seconds", record.seconds},
                       {"images_per_second", digits(newest_.imagesPerSecond)},
                       {"wall_time", record.wallTime}};
        for (const auto& [name, value] : record.values) object[name] = digits(value);
        printJson(object);
        return;
    }
    const std::string rest =
        say(Message("{time} {pace} samples/s", duration(record.seconds), thousands(static_cast<int64_t>(pace)))) +
        listed(record.values);
    if (style_ == Style::Lines) {
        line(say(Message("Epoch {epoch}/{epochs}", record.epoch + 1, epochs_)) + " - " + rest);
    } else {
        drawBar(true, rest);
        std::cout << std::endl;
        barOpen_ = false;
    }
    validating_ = false;
}

void Progress::show(const StateRecord& record) {
    const bool changed = record.state != last_.state;
    last_ = record;
    validating_ = record.state == RunState::Validating;
    if (style_ == Style::Json && changed && record.state != RunState::Finished && record.state != RunState::Stopped &&
        record.state != RunState::Failed)
        printJson({{"event", "state"}, {"state", nameOf(record.state)}});
}

void Progress::refresh() {
    if (style_ == Style::Json || epochShown_ < 0 || newest_.stepsPerEpoch == 0) return;
    const double at = now();
    if (style_ == Style::Lines) {
        // Long epochs say that they live.
        if (at - reported_ < 30) return;
        reported_ = at;
        line(say(Message("Epoch {epoch}/{epochs}, step {step}/{steps} - {pace} samples/s", newest_.epoch + 1, epochs_,
                         newest_.stepInEpoch, newest_.stepsPerEpoch,
                         thousands(static_cast<int64_t>(newest_.imagesPerSecond)))) +
             means());
        return;
    }
    if (isOver(last_.state) || at - drawn_ < 0.1) return;
    drawn_ = at;
    const std::string pace = thousands(static_cast<int64_t>(newest_.imagesPerSecond));
    std::string rest =
        say(last_.secondsLeft >= 0 ? Message("{time} left {pace} samples/s", duration(last_.secondsLeft), pace)
                                   : Message("{pace} samples/s", pace)) +
        means();
    if (validating_) rest += say(Message(" - validating"));
    drawBar(false, rest);
}

void Progress::drawBar(bool whole, const std::string& rest) {
    const int64_t total = newest_.stepsPerEpoch, done = whole ? total : newest_.stepInEpoch;
    const std::string count = std::to_string(done) + "/" + std::to_string(total);
    const int room = terminalWidth() - 1 - static_cast<int>(count.size()) - 2 - static_cast<int>(rest.size());
    const int width = std::min(room, 24);
    std::string bar;
    if (width >= 6) {
        const int filled = total > 0 ? static_cast<int>(width * done / total) : 0;
        for (int i = 0; i < width; ++i) bar += i < filled ? "━" : (i == filled ? "╸" : " ");
        bar += ' ';
    }
    std::string tail = rest;
    const auto space = static_cast<size_t>(std::max(terminalWidth() - 2 - static_cast<int>(count.size()), 0));
    // A line that is drawn again must fit; an epoch's last stays, and says all.
    if (!whole && width < 6 && tail.size() > space) tail.resize(space);
    std::cout << "\r" << count << " " << bar << tail << "\033[K" << std::flush;
    barOpen_ = true;
}

}  // namespace tl::cli
