// See the header.
#include "engine/run/run_evaluations.h"

#include <filesystem>
#include <system_error>
#include <utility>

#include "engine/core/error.h"
#include "engine/io/checkpoint.h"
#include "engine/io/project.h"
#include "engine/run/run_checkpoints.h"
#include "engine/run/run_list.h"
#include "engine/run/run_lock.h"
#include "engine/train/clock.h"

namespace tl {
namespace {

namespace fs = std::filesystem;

bool isSplit(const std::string& name) { return name == "train" || name == "validation" || name == "test"; }

}  // namespace

std::string evaluationKey(const EvaluationRecord& record) {
    if (record.data.empty()) return record.split;
    return record.part.empty() ? record.data : record.data + '\n' + record.part;
}

// Older versions told the name alone.
bool isOfOtherData(const EvaluationRecord& record) { return !record.data.empty() || !isSplit(record.split); }

EvaluationRecord recordOf(const Evaluation& evaluation, const Snapshot& model, const std::string& folder,
                          const std::string& split, const DataSet* other) {
    const std::string file = modelOf(folder);
    EvaluationRecord record;
    record.split = split;
    record.checkpoint = file == folder ? "checkpoint.safetensors" : fs::path(file).filename().string();
    record.step = model.position.step;
    record.wallTime = wallClock();
    for (const auto& [name, value] : evaluation.values) record.values[name] = static_cast<float>(value);
    record.confusion = evaluation.confusion;
    record.views = evaluation.views;
    record.images = evaluation.images;
    record.unread = evaluation.unread;
    if (!other) return record;
    record.split = isSplit(other->name) ? other->spec : other->name;  // a folder called "test" is not its own split
    record.data = absoluteDataSpec(other->spec);
    record.part = split;
    return record;
}

// Where its list cannot be written there is none, rather than that of an evaluation before.
Message keepEvaluation(const std::string& folder, const EvaluationRecord& record, Predictions predictions) {
    const RunLock lock(folder);
    addToRun(folder, record, lock);
    if (record.split != "test" && !isOfOtherData(record)) return {};
    predictions.step = record.step;
    const std::string file = folder + "/" + predictionsFile(evaluationKey(record));
    std::error_code ignored;
    fs::remove(file, ignored);
    try {
        if (!predictions.empty()) writeFileAtomically(file, toBytes(predictions));
    } catch (const Error& error) {
        return error.message();
    }
    return {};
}

std::vector<std::string> otherPredictionsIn(const std::string& folder) {
    std::vector<std::string> files;
    std::error_code none;
    for (fs::directory_iterator it(folder, none), end; !none && it != end; it.increment(none)) {
        const std::string name = it->path().filename().string();
        if (name.starts_with("other-") && name.ends_with(".predictions")) files.push_back(it->path().string());
    }
    return files;
}

}  // namespace tl
