// `tensorloom eval`: loss and metrics of a trained network over a split; with --classes also which classes are taken
// for which. What came out of a run's weights is kept with it.
#include "engine/io/json.h"
#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <iostream>
#include <memory>
#include <system_error>

#include "app/cli/arguments.h"
#include "app/cli/commands.h"
#include "app/cli/support.h"
#include "app/cli/words.h"
#include "engine/core/error.h"
#include "engine/data/spec_settings.h"
#include "engine/io/checkpoint.h"
#include "engine/layers/metric_type.h"
#include "engine/run/run_data.h"
#include "engine/run/run_evaluations.h"
#include "engine/train/evaluate.h"
#include "engine/train/test_time_augmentation.h"

namespace tl::cli {
namespace {

struct EvalOptions {
    std::string model, data, split, augmentation, wrong;
    int batch = 256, threads = 0;
    bool json = false, classes = false, raw = false;
};

nlohmann::json perClass(const Snapshot& model, const Evaluation& result) {
    nlohmann::json rows = nlohmann::json::array();
    const auto scores = classScores(result.confusion);
    for (size_t k = 0; k < scores.size(); ++k)
        rows.push_back({{"class", k < model.classNames.size() ? model.classNames[k] : std::to_string(k)},
                        {"precision", scores[k].precision},
                        {"recall", scores[k].recall},
                        {"f1", scores[k].f1},
                        {"images", scores[k].images}});
    return rows;
}

nlohmann::json matrixRows(const Evaluation& result, size_t classes) {
    nlohmann::json rows = nlohmann::json::array();
    for (size_t k = 0; k < classes; ++k)
        rows.push_back(std::vector<int64_t>(result.confusion.begin() + static_cast<long>(k * classes),
                                            result.confusion.begin() + static_cast<long>((k + 1) * classes)));
    return rows;
}

// Both tables, rows being the true classes.
void printClasses(const Snapshot& model, const Evaluation& result) {
    const nlohmann::json classes = perClass(model, result), matrix = matrixRows(result, classes.size());
    std::vector<std::vector<std::string>> scores{{say(Message("class")), say(Message("precision")),
                                                  say(Message("recall")), say(Message("F1")), say(Message("samples"))}},
        counts;
    counts.push_back({say("true \\ predicted")});
    for (size_t k = 0; k < classes.size(); ++k) {
        const auto& one = classes[k];
        scores.push_back({one["class"]});
        for (const char* key : {"precision", "recall", "f1"}) scores.back().push_back(shortNumber(one[key]));
        scores.back().push_back(thousands(one["images"]));
        counts[0].push_back(one["class"]);
        counts.push_back({one["class"]});
        for (const int64_t count : matrix[k]) counts.back().push_back(thousands(count));
    }
    std::cout << "\n" << table(scores) << "\n" << table(counts) << std::flush;
}

// A cell as RFC 4180 has it: files and classes may be called "a,b".
std::string csvCell(const std::string& text) {
    if (text.find_first_of(",\"\r\n") == std::string::npos) return text;
    std::string quoted = "\"";
    for (const char c : text) quoted += c == '"' ? std::string("\"\"") : std::string(1, c);
    return quoted + '"';
}

// Those taken for another class than their own, the surest first.
void writeWrong(const std::string& path, const Evaluation& result, const Source& source, const Snapshot& model) {
    std::string text = "sample,label,predicted,probability\n";
    for (const int64_t index : samplesTaken(result.predictions, source, -1, -1)) {
        const auto at = static_cast<size_t>(index);
        char score[24];
        std::snprintf(score, sizeof score, "%.6g", static_cast<double>(result.predictions.scores[at]));
        text += csvCell(source.itemName(index)) + ',' +
                csvCell(source.classNames().at(static_cast<size_t>(source.label(index)))) + ',' +
                csvCell(model.classNames.at(static_cast<size_t>(result.predictions.classes[at]))) + ',' + score + '\n';
    }
    writeFileAtomically(path, text);
}

// As the window keeps what it evaluates. No error: it was found out, and is told.
void keepWithRun(const EvalOptions& options, const Snapshot& model, const Evaluation& result, const DataSet& data,
                 const std::string& split) {
    std::error_code none;
    if (options.raw || !std::filesystem::exists(options.model + "/journal.bin", none)) return;  // or a file by itself
    // The run's own files read in another way are neither what it held out nor other data.
    const bool own = isOwnData(model, options.data);
    const SpecSettings asked = splitSettings(options.data).second, had = splitSettings(model.dataSpec).second;
    if (own && !std::ranges::includes(had, asked)) return;
    try {
        const EvaluationRecord record = recordOf(result, model, options.model, split, own ? nullptr : &data);
        if (const Message reason = keepEvaluation(options.model, record, result.predictions); !reason.empty())
            complain(reason);
    } catch (const Error& error) {
        complain(Message("The result is not kept with the run. {reason}", error.message()));
    }
}

int runEval(const EvalOptions& options) {
    requireWritable(options.wrong);
    Snapshot model = loadModel(options.model, options.json);
    if (options.raw) takeLastWeights(model);
    std::string split = options.split;
    const DataSet data = openDataFor(model, options.data, split);
    if (isOwnData(model, options.data))
        if (const Message changed = dataChanged(options.model, data); !changed.empty()) complain(changed);
    const auto source = splitOf(data, split);
    const bool whole = isWhole(model, options.data, options.split, split);
    if (whole) split = "all";
    if (!options.augmentation.empty())
        model.training.testTimeAugmentation = options.augmentation;
    else if (split != "test")  // seen as the run saw it, whose numbers these stand beside
        model.training.testTimeAugmentation = "none";
    const Evaluation result = evaluate(model, *source, options.batch, options.threads);
    complainAbout(result.broken);
    keepWithRun(options, model, result, data, whole ? "" : split);
    if (!options.wrong.empty() && result.predictions.numbers())
        throw Error(Message("--wrong {file}", options.wrong), "a network that tells classes", "one that tells numbers");
    if (!options.wrong.empty()) writeWrong(options.wrong, result, *source, model);
    if (options.json) {
        nlohmann::json object = {{"images", result.images}, {"split", split}, {"broken", result.broken.size()}};
        object["views"] = result.views;
        object["step"] = model.position.step;
        for (const auto& [name, value] : result.values) object[name] = value;
        if (!result.confusion.empty()) {
            object["classes"] = perClass(model, result);
            object["confusion_matrix"] = matrixRows(result, object["classes"].size());
        }
        printJson(object);
        return kDone;
    }
    std::cout << say(whole ? Message("all of {data}: {count} samples", data.name, thousands(result.images))
                           : Message("{split}: {count} samples", split, thousands(result.images)));
    if (result.views > 1) std::cout << " - " << say(viewsText(result.views));
    for (const auto& [name, value] : result.values) std::cout << " - " << name << ": " << shortNumber(value);
    std::cout << std::endl;
    if (options.classes && result.confusion.empty())
        complain("There are too many classes for a confusion matrix.");
    else if (options.classes)
        printClasses(model, result);
    return kDone;
}

}  // namespace

void addEval(CLI::App& app, Action& action) {
    const auto options = std::make_shared<EvalOptions>();
    const Command command(app, "eval", "Loss and metrics of a trained network over a data set");
    modelArgument(command, options->model);
    command.option("--data", options->data, "A data set as train takes it; default: what it was trained on");
    splitOption(command, options->split);
    command.option("--batch", options->batch, "Samples at a time").range(1, 65536);
    command.option("--threads", options->threads, "0 = all cores").range(0, 1024);
    command.option(
        "--test-time-augmentation", options->augmentation,
        "none, mirror or mirror_translate: views of each image whose scores are averaged; default: as the run's "
        "settings say on the test split, none on others");
    command.flag("--classes", options->classes,
                 "Also precision, recall and F1 of each class, and the confusion matrix");
    command.option("--wrong", options->wrong,
                   "Also a CSV table of what was taken for another class than its own, the surest first");
    rawWeightsFlag(command, options->raw);
    command.flag("--json", options->json,
                 "One object: images, views, loss, metrics, classes with precision and recall, confusion_matrix");
    command.runs(action, [options] { return runEval(*options); });
}

}  // namespace tl::cli
