// Checkpoints under names of their own, beside the newest and the best that every run folder has: each N epochs or
// steps, or where a value got better, and only so many of them. Keras's ModelCheckpoint.
#include <cstdio>

#include "engine/core/error.h"
#include "engine/train/callbacks/monitor.h"

namespace tl::callbacks {
namespace {

class ModelCheckpoint : public Callback {
public:
    explicit ModelCheckpoint(const PropertyReader& properties)
        : monitor_("ModelCheckpoint", properties, 0), folder_(properties.text("filepath")),
          bestOnly_(properties.boolean("save_best_only")), everyEpochs_(properties.integer("every_epochs")),
          everySteps_(properties.integer("every_steps")), keep_(properties.integer("keep")) {
        if (bestOnly_ && everySteps_ > 0)
            throw Error(
                "ModelCheckpoint: save_best_only goes by the values of an epoch, so every_steps must be 0 with it.");
        if (folder_.empty()) folder_ = "checkpoints";
    }

    void onTrainBegin(RunControl& run) override {
        if (!run.store()) throw Error("ModelCheckpoint needs a run with a folder to write to.");
    }

    bool wants(int64_t step) const override { return everySteps_ > 0 && step % everySteps_ == 0; }

    void onBatchEnd(RunControl& run, const StepRecord& record) override {
        if (wants(record.step)) save(run, "step", record.step, 8);
    }

    void onEpochEnd(RunControl& run, const EpochRecord& record) override {
        if (everySteps_ > 0) return;
        if (bestOnly_) {
            const auto value = monitor_.of(run, record);
            if (!value || !monitor_.improves(*value)) return;
        } else if ((record.epoch + 1) % everyEpochs_ != 0) {
            return;
        }
        save(run, "epoch", record.epoch + 1, 4);
    }

    // The names of which it keeps so many, one a line.
    Properties save() const override {
        std::string names;
        for (const std::string& file : files_) names += file + "\n";
        Properties state = monitor_.save();
        state["files"] = names;
        return state;
    }

    void load(const Properties& state) override {
        monitor_.load(state);
        const auto found = state.find("files");
        if (keep_ == 0 || found == state.end() || !std::holds_alternative<std::string>(found->second)) return;
        const auto& names = std::get<std::string>(found->second);
        for (size_t at = 0, end; (end = names.find('\n', at)) != std::string::npos; at = end + 1)
            files_.push_back(names.substr(at, end - at));
    }

private:
    void save(RunControl& run, const char* unit, int64_t number, int digits) {
        char name[64];
        std::snprintf(name, sizeof name, "/%s-%0*lld.safetensors", unit, digits, static_cast<long long>(number));
        const std::string file = folder_ + name;
        std::vector<std::string> outdated;
        if (keep_ > 0) {
            std::erase(files_, file);
            files_.push_back(file);
        }
        while (files_.size() > static_cast<size_t>(keep_)) {
            outdated.push_back(files_.front());
            files_.erase(files_.begin());
        }
        run.saveCheckpoint(file, outdated);
    }

    Monitor monitor_;
    std::string folder_;
    bool bestOnly_;
    int64_t everyEpochs_, everySteps_, keep_;
    std::vector<std::string> files_;  // written and not removed, the oldest first; none where all are kept
};

}  // namespace

CallbackType model_checkpoint() {
    CallbackType type;
    type.id = "model_checkpoint";
    type.title = "ModelCheckpoint";
    type.help = "Keeps checkpoints of the run on its way, beside the newest and the best.";
    type.writesFiles = true;
    type.properties = {
        boolProperty("save_best_only", false, "Only where the watched value got better."),
        shownWhen(monitorProperty(), "save_best_only", "true"),
        shownWhen(modeProperty(), "save_best_only", "true"),
        shownWhen(intProperty("every_epochs", 1, 1, 100000, "A checkpoint after every so many epochs."),
                  "save_best_only", "false"),
        shownWhen(intProperty("every_steps", 0, 0, 1e9, "After every so many steps in place of epochs; 0: by epochs."),
                  "save_best_only", "false"),
        intProperty("keep", 0, 0, 100000, "How many are kept, the newest; 0 keeps all."),
        advanced(textProperty("filepath", "", "A folder, in the run's own or from /; empty: checkpoints.")),
    };
    type.make = [](const PropertyReader& properties, const std::string&) {
        return std::make_unique<ModelCheckpoint>(properties);
    };
    return type;
}

}  // namespace tl::callbacks
