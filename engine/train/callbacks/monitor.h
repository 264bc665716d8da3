// What the callbacks share that watch a value of each epoch: which one, which way is better, by how much it must be
// better to count, the best so far and how long ago that was. Keras's MonitorCallback.
#pragma once

#include <cmath>
#include <optional>
#include <string>

#include "engine/core/property_builders.h"
#include "engine/train/callback.h"

namespace tl::callbacks {

inline Property monitorProperty() {
    return textProperty("monitor", "val_loss", "The value of each epoch that is watched: loss, val_accuracy, ...");
}
inline Property modeProperty() {
    return choiceProperty("mode", "auto", {"auto", "min", "max"},
                          "Whether less or more is better; auto goes by the name: more, for accuracies and the like.");
}
inline Property minDeltaProperty(double value) {
    return floatProperty("min_delta", value, 0, 1e9, "A change of less than this is no improvement.");
}

// A number of what a callback remembers; 0 where it is not there.
inline int64_t counted(const Properties& state, const std::string& key) {
    const auto found = state.find(key);
    return found != state.end() && std::holds_alternative<int64_t>(found->second) ? std::get<int64_t>(found->second)
                                                                                  : 0;
}

class Monitor {
public:
    Monitor(std::string title, const PropertyReader& properties, double minDelta)
        : title_(std::move(title)), name_(properties.text("monitor")), minDelta_(minDelta) {
        const std::string& mode = properties.text("mode");
        more_ = mode == "max" || (mode == "auto" && moreIsBetter(name_));
    }

    // The value of this epoch; nothing, and once a note, where the run has none of that name.
    std::optional<double> of(RunControl& run, const EpochRecord& record) {
        const auto found = record.values.find(name_);
        if (found != record.values.end()) return static_cast<double>(found->second);
        if (!missed_) {
            std::string known;
            for (const auto& [name, value] : record.values) known += (known.empty() ? "" : ", ") + name;
            run.note(Message("{callback} watches \"{value}\", which this run does not have. It has {known}.", title_,
                             name_, known));
        }
        missed_ = true;
        return std::nullopt;
    }

    // Better than the other by min_delta or more; than none where it is a number at all.
    bool isBetter(double value, const std::optional<double>& other) const {
        if (!std::isfinite(value)) return false;
        if (!other) return true;
        return more_ ? value - minDelta_ > *other : value + minDelta_ < *other;
    }
    // Whether it is the best so far, which it is then kept as.
    bool improves(double value) {
        if (!isBetter(value, best_)) return false;
        best_ = value;
        return true;
    }

    int64_t wait = 0;  // epochs without improvement, as the callback counts them

    Properties save() const {
        Properties state{{"wait", wait}, {"watched", watched()}};
        if (best_) state["best"] = *best_;
        return state;
    }
    // False where it is of another value, or of the other way being better: then there is nothing to go on with.
    bool load(const Properties& state) {
        const auto of = state.find("watched");  // which older files do not say
        if (of != state.end() && of->second != PropertyValue(watched())) return false;
        wait = counted(state, "wait");
        const auto best = state.find("best");
        if (best != state.end() && std::holds_alternative<double>(best->second)) best_ = std::get<double>(best->second);
        return true;
    }
    const std::string& name() const { return name_; }
    // Of the callback that left such a state; empty where an older file does not say.
    static std::string nameIn(const Properties& state) {
        const auto of = state.find("watched");
        if (of == state.end() || !std::holds_alternative<std::string>(of->second)) return {};
        const auto& watched = std::get<std::string>(of->second);
        return watched.substr(0, watched.rfind(' '));
    }

private:
    std::string watched() const { return name_ + (more_ ? " max" : " min"); }
    static bool moreIsBetter(const std::string& name) {
        for (const char* part : {"acc", "precision", "recall", "auc", "f1", "iou", "top_", "true_"})
            if (name.find(part) != std::string::npos) return true;
        return false;
    }

    std::string title_, name_;
    double minDelta_;
    std::optional<double> best_;
    bool more_ = false, missed_ = false;
};

}  // namespace tl::callbacks
