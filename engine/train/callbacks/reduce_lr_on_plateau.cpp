// Lowers the rate when a value has not become better for some epochs: Keras's ReduceLROnPlateau, epoch for epoch.
// Beside a schedule it lowers what the schedule gives from there on.
#include <algorithm>

#include "engine/train/callbacks/monitor.h"

namespace tl::callbacks {
namespace {

class ReduceLROnPlateau : public Callback {
public:
    explicit ReduceLROnPlateau(const PropertyReader& properties)
        : monitor_("ReduceLROnPlateau", properties, properties.number("min_delta")),
          factor_(properties.number("factor")), patience_(properties.integer("patience")),
          cooldown_(properties.integer("cooldown")), least_(properties.number("min_lr")) {}

    bool wants(int64_t) const override { return false; }

    void onEpochEnd(RunControl& run, const EpochRecord& record) override {
        const auto value = monitor_.of(run, record);
        if (!value) return;
        if (cooling_ > 0) {
            --cooling_;
            monitor_.wait = 0;
        }
        if (monitor_.improves(*value)) {
            monitor_.wait = 0;
        } else if (cooling_ == 0 && ++monitor_.wait >= patience_ && run.learningRate() > least_) {
            run.setLearningRate(std::max(run.learningRate() * factor_, least_));
            cooling_ = cooldown_;
            monitor_.wait = 0;
        }
    }

    Properties save() const override {
        Properties state = monitor_.save();
        state["cooling"] = cooling_;
        return state;
    }

    void load(const Properties& state) override {
        monitor_.load(state);
        cooling_ = counted(state, "cooling");
    }

private:
    Monitor monitor_;
    double factor_;
    int64_t patience_, cooldown_;
    double least_;
    int64_t cooling_ = 0;
};

}  // namespace

CallbackType reduce_lr_on_plateau() {
    CallbackType type;
    type.id = "reduce_lr_on_plateau";
    type.title = "ReduceLROnPlateau";
    type.help = "Lowers the rate when a value has stopped getting better.";
    type.properties = {
        monitorProperty(),
        floatProperty("factor", 0.1, 1e-9, 0.999999, "What the rate is multiplied by."),
        intProperty("patience", 10, 0, 100000, "Epochs without improvement after which the rate falls."),
        minDeltaProperty(1e-4),
        modeProperty(),
        advanced(intProperty("cooldown", 0, 0, 100000, "Epochs after a fall in which none is counted.")),
        advanced(floatProperty("min_lr", 0, 0, 1000, "The rate falls no lower.")),
    };
    type.make = [](const PropertyReader& properties, const std::string&) {
        return std::make_unique<ReduceLROnPlateau>(properties);
    };
    return type;
}

}  // namespace tl::callbacks
