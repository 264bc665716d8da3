// `tensorloom trace`: what a timeline is made of, on the terminal; or the same timeline as another kind of file.
#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>

#include "app/cli/arguments.h"
#include "app/cli/commands.h"
#include "app/cli/support.h"
#include "app/cli/words.h"
#include "engine/core/error.h"
#include "engine/io/trace/trace_file.h"
#include "engine/profile/trace_table.h"

namespace tl::cli {
namespace {

struct TraceOptions {
    std::string from, out;
    bool json = false;
    int64_t rows = 20;
};

int write(const Trace& trace, const std::string& path) {
    const auto isKind = [&](std::string_view ending) { return path.ends_with(ending); };
    if (!isKind(".json") && !isKind(".json.gz") && !isKind(".pb"))
        throw Error(Message("\"{file}\": a timeline ends in .json or .json.gz (Perfetto, chrome://tracing) or in "
                            ".xplane.pb (TensorBoard's profile plugin).",
                            path));
    writeTrace(trace, path);
    std::cout << say(Message("Wrote {path} ({bytes} bytes).", path,
                             thousands(static_cast<int64_t>(std::filesystem::file_size(path)))))
              << std::endl;
    return kDone;
}

void asJson(const Trace& trace, const std::vector<OpRow>& ops, int64_t rows) {
    auto list = nlohmann::json::array();
    for (const OpRow& op : ops) {
        if (static_cast<int64_t>(list.size()) == rows) break;
        const TraceLabel& label = trace.labels[op.label];
        list.push_back({{"name", label.name},
                        {"layer", label.layer},
                        {"category", label.category},
                        {"count", op.count},
                        {"self_ms", op.self * 1e3},
                        {"total_ms", op.total * 1e3},
                        {"gflops", op.flopsPerSecond / 1e9},
                        {"gbytes", op.bytesPerSecond / 1e9}});
    }
    printJson({{"slices", trace.slices()},
               {"threads", trace.threads.size()},
               {"counters", trace.counters.size()},
               {"seconds", static_cast<double>(trace.end - trace.begin) * 1e-9},
               {"steps", stepsIn(trace, trace.begin, trace.end).size()},
               {"bad", trace.bad},
               {"lost", trace.lost},
               {"cut", trace.cut},
               {"ops", list}});
}

void asTable(const Trace& trace, const std::vector<OpRow>& ops, int64_t rows) {
    const double all = std::max(1e-12, static_cast<double>(trace.end - trace.begin) * 1e-9);
    std::cout << say(Message("{slices} slices of {threads} {threads|thread|threads} in {time} ms",
                             thousands(static_cast<int64_t>(trace.slices())),
                             static_cast<int64_t>(trace.threads.size()), thousands(static_cast<int64_t>(all * 1e3))))
              << "\n\n";
    std::cout << padded(say(Message("op")), 44) << " " << padded(say(Message("count")), 10, true) << " "
              << padded(say(Message("self ms")), 12, true) << " " << padded(say(Message("total ms")), 12, true) << " "
              << padded(say(Message("share")), 7, true) << padded("GF/s", 10, true) << padded("GB/s", 10, true) << "\n";
    for (const OpRow& op : ops) {
        if (rows-- == 0) break;
        const TraceLabel& label = trace.labels[op.label];
        const std::string name = label.layer.empty() ? label.name : label.layer + " · " + label.name;
        char numbers[96];
        std::snprintf(numbers, sizeof numbers, " %10.0f %12.3f %12.3f %6.1f%% %9.1f %9.1f\n", op.count, op.self * 1e3,
                      op.total * 1e3, 100 * op.share, op.flopsPerSecond / 1e9, op.bytesPerSecond / 1e9);
        std::cout << padded(name, 44) << numbers;
    }
    if (trace.bad > 0)
        complain(Message("{count} {count|record|records} could not be read.", static_cast<int64_t>(trace.bad)));
    if (trace.cut) complain(Message("The file ends within a record; what came before is shown."));
}

int runTrace(const TraceOptions& options) {
    const Trace trace = readTrace(tracePathOf(options.from));
    if (!options.out.empty()) return write(trace, options.out);
    const std::vector<OpRow> ops = opsIn(trace, trace.begin, trace.end);
    options.json ? asJson(trace, ops, options.rows) : asTable(trace, ops, options.rows);
    return kDone;
}

}  // namespace

void addTrace(CLI::App& app, Action& action) {
    const auto options = std::make_shared<TraceOptions>();
    const Command command(app, "trace", "Show what a timeline is made of, or write it as another kind of file");
    command
        .option(
            "from", options->from,
            "A run's folder (its trace.json.gz, which train --profile writes) or a timeline of any program: Chrome's "
            "trace events or an XSpace")
        .required();
    const Option out = command.option(
        "--out", options->out,
        "FILE.json or FILE.json.gz: Chrome's trace events. FILE.xplane.pb: for TensorBoard's profile plugin");
    command.option("--rows", options->rows, "How many ops, those with the most time of their own")
        .nonNegative()
        .showDefault()
        .excludes(out);
    command.flag("--json", options->json, "One object").excludes(out);
    command.runs(action, [options] { return runTrace(*options); });
}

}  // namespace tl::cli
