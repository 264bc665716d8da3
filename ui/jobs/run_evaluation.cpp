// See the header.
#include "ui/jobs/run_evaluation.h"

#include <filesystem>

#include "engine/core/error.h"
#include "engine/io/checkpoint.h"
#include "engine/io/project.h"
#include "engine/run/run_list.h"
#include "engine/train/clock.h"
#include "engine/train/evaluate.h"

namespace tl {

EvaluationRecord evaluateOnTest(const std::string& folder, const DataSet* open, std::stop_token stop) {
    const bool best = std::filesystem::exists(folder + "/best.safetensors");
    EvaluationRecord record;
    record.checkpoint = best ? "best.safetensors" : "checkpoint.safetensors";
    const Snapshot model = loadCheckpoint(folder + "/" + record.checkpoint);
    const std::string spec = absoluteDataSpec(model.dataSpec);
    const DataSet data = open && open->spec == spec ? *open : openDataSet(spec);
    if (!data.test || data.test->size() == 0) throw Error(Message("The data {data} has no test split.", spec));
    record.split = "test";
    record.step = model.position.step;
    Evaluation evaluation = evaluate(model, *data.test, 256, 0, stop);
    for (const auto& [name, value] : evaluation.values) record.values[name] = static_cast<float>(value);
    record.confusion = std::move(evaluation.confusion);
    record.wallTime = wallClock();
    addToRun(folder, record);
    return record;
}

}  // namespace tl
