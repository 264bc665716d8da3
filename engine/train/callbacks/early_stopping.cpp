// Ends the run when a value has not become better for some epochs, and brings the best weights back: Keras's
// EarlyStopping, epoch for epoch. The best weights lie in the run's state, so that a checkpoint has them too.
#include <algorithm>
#include <charconv>
#include <cstring>
#include <utility>

#include "engine/core/error.h"
#include "engine/train/callbacks/monitor.h"

namespace tl::callbacks {
namespace {

std::optional<double> optionalNumber(const std::string& key, const std::string& text) {
    if (text.empty()) return std::nullopt;
    double value = 0;
    const auto [end, failure] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (failure != std::errc() || end != text.data() + text.size() || !std::isfinite(value))
        throw Error(Message("EarlyStopping: {key}", key), "a number, or nothing", Message("\"{value}\"", text));
    return value;
}

constexpr const char* kType = "early_stopping";

std::string folderOf(const std::string& key, const std::string& monitor) {
    return "callback/" + key + "/" + monitor + "/";
}

bool isSet(const Properties& state, const char* key) {
    const auto found = state.find(key);
    return found != state.end() && found->second == PropertyValue(true);
}

class EarlyStopping : public Callback {
public:
    EarlyStopping(const PropertyReader& properties, const std::string& key)
        : monitor_("EarlyStopping", properties, properties.number("min_delta")),
          patience_(properties.integer("patience")), baseline_(optionalNumber("baseline", properties.text("baseline"))),
          restore_(properties.boolean("restore_best_weights")), folder_(folderOf(key, properties.text("monitor"))),
          from_(properties.integer("start_from_epoch")) {}

    bool wants(int64_t) const override { return false; }

    // A run that it has ended is over, unless its patience is a larger one now.
    void onTrainBegin(RunControl& run) override {
        if (kept_ && !takeShared(run)) {
            kept_ = false;
            run.note(Message("EarlyStopping cannot bring the weights of epoch {epoch} back: an older version wrote the "
                             "checkpoint, with those of another EarlyStopping in their place.",
                             bestEpoch_ + 1));
        }
        if (kept_ && !keptFit(run)) {
            kept_ = false;
            run.note("EarlyStopping does not bring the earlier best weights back: those in the checkpoint do not fit "
                     "this network.");
        }
        ended_ = ended_ && monitor_.wait >= patience_;
        if (ended_)
            run.stopTraining(Message(
                "EarlyStopping has ended the run after epoch {epoch}: the best was epoch {best}. To go on, give "
                "it a patience above {patience}, or take it away.",
                run.position().epoch, bestEpoch_ + 1, patience_));
    }

    void onEpochEnd(RunControl& run, const EpochRecord& record) override {
        brought_ = false;
        const auto value = monitor_.of(run, record);
        if (!value || record.epoch < from_) return;
        if (restore_ && !kept_) keep(run, record.epoch);  // the first are the best so far, whatever their value
        ++monitor_.wait;
        if (monitor_.improves(*value)) {
            if (restore_) keep(run, record.epoch);
            bestEpoch_ = record.epoch;
            if (!baseline_ || monitor_.isBetter(*value, baseline_)) monitor_.wait = 0;
            return;
        }
        ended_ = monitor_.wait >= patience_ && record.epoch > 0;
        if (ended_)
            run.stopTraining(Message("EarlyStopping ended the run after epoch {epoch}: the best was epoch {best}.",
                                     record.epoch + 1, bestEpoch_ + 1));
    }

    void onTrainEnd(RunControl& run) override {
        if (!kept_) return;
        for (const std::string& name : run.weights()) {
            Tensor& tensor = run.state().at(name);
            std::memcpy(tensor.data(), std::as_const(run.state()).at(folder_ + name).data(), tensor.bytes());
        }
        brought_ = true;
        run.note(Message("EarlyStopping brought the weights of epoch {epoch} back.", bestEpoch_ + 1));
    }

    Properties save() const override {
        Properties state = monitor_.save();
        state["best_epoch"] = bestEpoch_;
        state["kept"] = kept_;
        state["ended"] = ended_;
        state[kAtEnd] = kept_ && !brought_;
        return state;
    }

    void load(const Properties& state) override {
        if (!monitor_.load(state)) return;
        bestEpoch_ = counted(state, "best_epoch");
        kept_ = restore_ && isSet(state, "kept");
        ended_ = isSet(state, "ended");
    }

private:
    void keep(RunControl& run, int64_t epoch) {
        for (const std::string& name : run.weights()) run.state()[folder_ + name] = run.state().at(name).clone();
        kept_ = true;
        bestEpoch_ = epoch;
    }

    // In older files all that watch one value have one place for their best weights, the first one's, and whoever found
    // its best last has them there. False where that is another one.
    bool takeShared(RunControl& run) {
        ModelState& state = run.state();
        const auto isThere = [&](const std::string& folder) {
            const auto first = state.lower_bound(folder);
            return first != state.end() && first->first.starts_with(folder);
        };
        bool shared = false;
        int64_t last = bestEpoch_;
        for (const auto& [key, saved] : run.position().callbacks) {
            if (!key.starts_with(kType) || !isSet(saved, "kept") || monitorOf(key, saved, run) != monitor_.name())
                continue;
            shared = shared || !isThere(folderOf(key, monitor_.name()));
            last = std::max(last, counted(saved, "best_epoch"));
        }
        if (!shared) return true;
        if (bestEpoch_ < last) return false;
        for (const std::string& name : run.weights())
            if (const auto best = state.find(folderOf(kType, monitor_.name()) + name); best != state.end())
                state[folder_ + name] = best->second.clone();
        return true;
    }

    // Where the file does not say it, what the settings have now.
    static std::string monitorOf(const std::string& key, const Properties& saved, const RunControl& run) {
        if (std::string said = Monitor::nameIn(saved); !said.empty()) return said;
        const auto keys = callbackKeys(run.training());
        const auto at = std::ranges::find(keys, key) - keys.begin();
        if (at == std::ssize(keys)) return {};
        const CallbackType& type = findCallback(kType);
        const Properties& set = run.training().callbacks[static_cast<size_t>(at)].properties;
        return PropertyReader(type.properties, set, type.title).text("monitor");
    }

    // What a file holds may be of another network, or damaged.
    bool keptFit(RunControl& run) const {
        const ModelState& state = run.state();
        return std::ranges::all_of(run.weights(), [&](const std::string& name) {
            const auto best = state.find(folder_ + name);
            return best != state.end() && best->second.shape() == state.at(name).shape() &&
                   best->second.dtype() == state.at(name).dtype();
        });
    }

    Monitor monitor_;
    int64_t patience_;
    std::optional<double> baseline_;
    bool restore_;
    std::string folder_;  // of the best weights in the state
    int64_t from_;
    int64_t bestEpoch_ = 0;
    bool kept_ = false, ended_ = false, brought_ = false;
};

}  // namespace

CallbackType early_stopping() {
    CallbackType type;
    type.id = kType;
    type.title = "EarlyStopping";
    type.help = "Ends the run when a value has stopped getting better.";
    type.keepsWeights = "restore_best_weights";
    type.properties = {
        monitorProperty(),
        intProperty("patience", 0, 0, 100000, "Epochs without improvement after which the run ends."),
        minDeltaProperty(0),
        modeProperty(),
        boolProperty("restore_best_weights", false, "Ends with the weights of the best epoch instead of the last."),
        advanced(textProperty("baseline", "", "A value that must be passed for waiting to begin anew; empty: none.")),
        advanced(intProperty("start_from_epoch", 0, 0, 100000, "Epochs at the beginning that do not count.")),
    };
    type.make = [](const PropertyReader& properties, const std::string& key) {
        return std::make_unique<EarlyStopping>(properties, key);
    };
    return type;
}

}  // namespace tl::callbacks
