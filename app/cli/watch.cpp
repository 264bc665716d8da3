// `tensorloom watch`: follows the event files below a folder, whoever writes them, and prints what each tag holds.
#include "engine/io/json.h"
#include <chrono>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <iostream>
#include <memory>
#include <set>
#include <thread>

#include "app/cli/arguments.h"
#include "app/cli/commands.h"
#include "app/cli/support.h"
#include "app/cli/words.h"
#include "engine/io/events/event_tree.h"

namespace tl::cli {
namespace {

struct WatchOptions {
    std::string folder;
    bool once = false, json = false;
    int64_t threads = 0;
};

// A row of the table is one line; --json has the whole.
std::string firstLine(const std::string& text) {
    const size_t end = text.find('\n');
    return end == std::string::npos ? text : text.substr(0, end) + " …";
}

void printRow(const std::string& run, const std::string& tag, const std::string& kind, const std::string& values,
              const std::string& step, const std::string& last) {
    std::cout << padded(run, 28) << " " << padded(tag, 32) << " " << padded(kind, 10) << " " << padded(values, 10, true)
              << " " << padded(step, 10, true) << "  " << last << "\n";
}

nlohmann::json lastOf(const EventRun& run, const EventTag& tag) {
    if (!tag.points.empty()) {
        const double value = tag.points.back().value;
        // JSON has no such numbers.
        if (!std::isfinite(value)) return std::isnan(value) ? "NaN" : value > 0 ? "Infinity" : "-Infinity";
        return value;
    }
    if (tag.kind == EventKind::Text && !tag.items.empty())
        if (const auto text = run.text(tag.items.back())) return *text;
    return nullptr;
}

void print(const EventRun& run, const EventTag& tag, bool json) {
    int64_t first = 0, last = 0;
    if (!tag.points.empty())
        first = tag.points.front().step, last = tag.points.back().step;
    else if (!tag.items.empty())
        first = tag.items.front().step, last = tag.items.back().step;
    if (json) {
        printJson({{"run", run.name()},
                   {"tag", tag.name},
                   {"kind", nameOf(tag.kind)},
                   {"count", tag.count()},
                   {"first_step", first},
                   {"last_step", last},
                   {"last", lastOf(run, tag)}});
        return;
    }
    const nlohmann::json value = lastOf(run, tag);
    const std::string words = value.is_null() ? "" : value.is_string() ? value.get<std::string>() : value.dump();
    printRow(run.name(), tag.name, nameOf(tag.kind), std::to_string(tag.count()), std::to_string(last),
             firstLine(words));
}

int runWatch(const WatchOptions& options) {
    EventTree tree(options.folder);
    catchInterrupts();
    if (!options.json)
        printRow(say(Message("run")), say(Message("tag")), say(Message("kind")), say(Message("values")),
                 say(Message("last step")), say(Message("last")));
    std::set<std::pair<std::string, EventProblem::Kind>> complained;
    bool waits = false;  // and has said so
    // A run that is about to begin makes its folder then: that is waited for as its files are.
    const auto there = [&] {
        std::error_code unknown;
        return options.once || std::filesystem::exists(options.folder, unknown);
    };
    for (;;) {
        for (const size_t changed : there() ? tree.poll(static_cast<int>(options.threads)) : std::vector<size_t>()) {
            const EventRun& run = *tree.runs()[changed];
            for (const EventTag& tag : run.tags())
                if (tag.count() > 0) print(run, tag, options.json);
            for (const EventProblem& each : run.problems(options.once))
                if (complained.insert({each.file, each.kind}).second) complain(each.sentence());
        }
        std::cout.flush();
        if (options.once) break;
        if (tree.runs().empty() && !std::exchange(waits, true))
            complain(Message("{folder} holds no event files yet; waiting for them. Ctrl+C ends.", options.folder));
        for (int i = 0; i < 10 && !interrupted(); ++i) std::this_thread::sleep_for(std::chrono::milliseconds(50));
        if (interrupted()) return kInterrupted;
    }
    if (tree.runs().empty()) {
        complain(Message("{folder} holds no event files: no file in it or below has \"tfevents\" in its name.",
                         options.folder));
        return kBadInput;
    }
    return kDone;
}

}  // namespace

void addWatch(CLI::App& app, Action& action) {
    const auto options = std::make_shared<WatchOptions>();
    const Command command(app, "watch", "Follow TensorBoard event files: what each run wrote");
    command.footer(
        "Reads what TensorFlow, Keras, PyTorch and `tensorloom train --log-dir` write, while they write it.\n"
        "Exit codes: 0 done, 1 wrong command line, 2 no such folder or no event files (--once), 130 interrupted.");
    command.option("folder", options->folder, "The folder that holds the runs").required();
    command.flag("--once", options->once, "Read what is there and end");
    command.flag("--json", options->json,
                 "One object a line for each tag: run, tag, kind, count, first_step, last_step, last");
    command.option("--threads", options->threads, "Threads that read side by side; 0 = one a core").nonNegative();
    command.runs(action, [options] { return runWatch(*options); });
}

}  // namespace tl::cli
