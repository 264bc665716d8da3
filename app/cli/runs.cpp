// `tensorloom diff` and `tensorloom compare`: runs side by side by what they are, and two by what they computed.
#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "app/cli/arguments.h"
#include "app/cli/commands.h"
#include "app/cli/support.h"
#include "app/cli/words.h"
#include "engine/run/run_compare.h"
#include "engine/run/run_diff.h"
#include "engine/run/run_narrow.h"

namespace tl::cli {
namespace {

struct DiffOptions {
    std::string run;
    std::vector<std::string> others;
    bool all = false, json = false;
};

struct CompareOptions {
    std::string a, b;
    bool json = false, asTheyAre = false;
};

int diff(const DiffOptions& options) {
    std::vector<std::string> folders = options.others;
    folders.insert(folders.begin(), options.run);
    const RunDiff diff = diffRuns(folders);
    if (options.json) {
        for (const DiffSection& section : diff.sections)
            for (const DiffRow& row : section.rows)
                if (options.all || !row.same())
                    printJson({{"section", section.title.english()},
                               {"name", row.name},
                               {"values", row.values},
                               {"same", row.same()}});
        return kDone;
    }
    for (const DiffSection& section : diff.sections) {
        std::vector<std::vector<std::string>> rows{diff.runs};
        rows[0].insert(rows[0].begin(), say(section.title));
        size_t equal = 0;
        for (const DiffRow& row : section.rows) {
            if (row.same() && !options.all) {
                ++equal;
                continue;
            }
            auto& cells = rows.emplace_back(1, (row.same() ? "  " : "* ") + row.name);
            for (const std::string& value : row.values) cells.push_back(value.empty() ? "–" : value);
        }
        std::cout << table(rows);
        if (equal > 0) std::cout << "  " << say(Message("{count} {count|row is|rows are} the same", equal)) << "\n";
        std::cout << "\n";
    }
    return kDone;
}

}  // namespace

int printComparison(const std::string& a, const std::string& b, bool json, bool doAgain) {
    RunComparison found = compareRuns(a, b);
    if (doAgain && isWide(found)) {
        NarrowOptions options;
        options.progress = [told = false](int64_t from, int64_t, int64_t to) mutable {
            if (!std::exchange(told, true))
                complain(Message("Doing steps {from} to {to} again, to name the step and tensor that differ first…",
                                 from + 1, to));
            return !interrupted();
        };
        catchInterrupts();
        found = narrowed(a, b, std::move(found), options);
    }
    if (json) {
        std::vector<std::string> otherwise;
        for (const Message& part : found.otherwise) otherwise.push_back(part.english());
        nlohmann::json object = {
            {"event", "comparison"},          {"same", found.same()},     {"steps", found.steps},
            {"steps_a", found.stepsA},        {"steps_b", found.stepsB},  {"hashed", found.hashed},
            {"checkpoint", found.checkpoint}, {"otherwise", otherwise},   {"only_a", found.onlyA},
            {"only_b", found.onlyB},          {"rounded", found.rounded}, {"verdict", found.verdict().english()}};
        for (const Message& line : found.closer) object["closer"].push_back(line.english());
        if (found.number) object["number"] = {{"step", found.number->step}, {"name", found.number->what}};
        if (found.tensor) object["tensor"] = {{"step", found.tensor->step}, {"name", found.tensor->what}};
        printJson(object);
    } else {
        std::cout << say(found.verdict()) << "\n";
        for (const Message& line : found.details()) std::cout << "  " << say(line) << "\n";
    }
    return !found.comparable() ? kBadInput : found.same() ? kDone : kFailed;
}

void addDiff(CLI::App& app, Action& action) {
    const auto options = std::make_shared<DiffOptions>();
    const Command command(app, "diff", "What runs have in common and what not");
    command.option("run", options->run, "A run's folder, or another program's with event files").required();
    command.option("others", options->others, "The others', one or more").required();
    command.flag("--all", options->all, "Rows that are the same, too");
    command.flag("--json", options->json, "One object a line");
    command.footer(
        "Settings, network (by the layers' names), data, versions and machine, results. Of TensorFlow's, Keras's and\n"
        "PyTorch's runs: the settings that TensorBoard's hparams plugin keeps, and results.");
    command.runs(action, [options] { return diff(*options); });
}

void addCompare(CLI::App& app, Action& action) {
    const auto options = std::make_shared<CompareOptions>();
    const Command command(app, "compare", "Whether two runs of the same work computed the same bits");
    command.option("run", options->a, "A run's folder").required();
    command.option("other", options->b, "The other's").required();
    command.flag("--json", options->json, "One object instead of sentences");
    command.flag("--as-they-are", options->asTheyAre,
                 "Do no step again, where they part between two steps whose weights both kept");
    command.footer(
        "Compares the numbers of the steps and the hashes of the weights that both kept, and checkpoints of the same\n"
        "step; names the first step and tensor that differ. Where those lie between two steps whose weights both kept,\n"
        "the steps between are done again, from the nearest checkpoint, in a folder that is gone afterwards.\n"
        "Exit codes: 0 the same bits, 2 bad input or nothing that both have, 3 they differ.");
    command.runs(action,
                 [options] { return printComparison(options->a, options->b, options->json, !options->asTheyAre); });
}

}  // namespace tl::cli
