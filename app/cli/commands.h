// The headless program's subcommands: each file adds one to CLI11's app and, when it is the one that was asked for,
// leaves what to run in `action`. main() runs it and turns an Error into a sentence and an exit code.
#pragma once

#include <functional>
#include <string>

namespace CLI {
class App;
}

namespace tl::cli {

// What a process can end with; `tensorloom --help` lists them.
enum ExitCode { kDone = 0, kUsage = 1, kBadInput = 2, kFailed = 3, kInterrupted = 130 };

using Action = std::function<int()>;

void addTrain(CLI::App& app, Action& action);
void addEval(CLI::App& app, Action& action);
void addPredict(CLI::App& app, Action& action);
void addDescribe(CLI::App& app, Action& action);
void addExport(CLI::App& app, Action& action);
void addVerify(CLI::App& app, Action& action);
void addBench(CLI::App& app, Action& action);  // bench.cpp

}  // namespace tl::cli
