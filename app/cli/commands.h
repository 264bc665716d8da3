// The headless program's subcommands: each file adds one and says what it runs.
// main() runs the one that was asked for and turns an Error into a sentence and an exit code.
#pragma once

#include "app/cli/arguments.h"

namespace tl::cli {

// What a process can end with; `tensorloom --help` lists them.
enum ExitCode { kDone = 0, kUsage = 1, kBadInput = 2, kFailed = 3, kInterrupted = 130 };

// What `tensorloom --templates` prints.
int listTemplates(bool json);

void addTrain(CLI::App& app, Action& action);
void addLrFind(CLI::App& app, Action& action);
void addEval(CLI::App& app, Action& action);
void addPredict(CLI::App& app, Action& action);
void addDescribe(CLI::App& app, Action& action);
int describeData(const std::string& spec, bool json);  // describe_data.cpp
// Of other programs' .safetensors and .npy files (describe_tensors.cpp); throw Error.
bool holdsOtherTensors(const std::string& path);
int describeTensors(const std::string& path, bool json);
void addConvertData(CLI::App& app, Action& action);
// Of two runs' folders: prints whether they computed the same bits; kDone or kFailed.
int printComparison(const std::string& a, const std::string& b, bool json, bool doAgain = true);
void addDiff(CLI::App& app, Action& action);
void addCompare(CLI::App& app, Action& action);
void addExport(CLI::App& app, Action& action);
void addAsk(CLI::App& app, Action& action);
void addWatch(CLI::App& app, Action& action);
void addTrace(CLI::App& app, Action& action);
void addDevices(CLI::App& app, Action& action);
void addVerify(CLI::App& app, Action& action);
void addBench(CLI::App& app, Action& action);  // bench.cpp

}  // namespace tl::cli
