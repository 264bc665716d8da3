// What the subcommands share: terminal, numbers as people write them, one-line JSON, interruption, and opening what a
// command line names.
#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "app/cli/arguments.h"
#include "engine/data/source.h"
#include "engine/model/validation.h"
#include "engine/train/session.h"

namespace tl::cli {

// Ctrl+C, SIGTERM and a terminal that goes set a flag; a second of the first two ends the program at once.
void catchInterrupts();
// Sets that flag where nobody reads the output any more, as when tee ends at Ctrl+C: for who has something to keep.
void catchLostReader();
bool interrupted();

bool stdoutIsTerminal();
int terminalWidth();  // 80 where unknown

std::string thousands(int64_t value);   // "60,000"
std::string shortNumber(double value);  // four significant digits: "0.2312", "1.2e-05"
std::string duration(double seconds);   // "4.2 s", "3:07", "1:02:10"

// Columns as wide as their widest text, the first at the left and the others at the right; one line a row.
std::string table(const std::vector<std::vector<std::string>>& rows);
// By columns of the terminal, of which a Chinese character has two.
std::string padded(const std::string& text, size_t width, bool right = false);

void printJson(const nlohmann::json& object);  // one line, flushed
void complain(const Message& sentence);        // to stderr as "tensorloom: ..."

// The weights of a checkpoint file, or those that stand for a run (modelOf), which is said where nobody is to be quiet.
Snapshot loadModel(const std::string& path, bool quiet);

// Before the work whose results the file is to hold. Throws Error where writeFileAtomically() could not write it; ""
// is no file.
void requireWritable(const std::string& file);

// Opens and complains about broken items: the first few by name, then a count. As the model knows its data, where there
// is one.
DataSet openData(const std::string& spec, const ValidationSplit& split, const Snapshot* model = nullptr);
// Whether the spec names what the model was trained on ("" does), with whatever settings.
bool isOwnData(const Snapshot& model, const std::string& spec);
// What a model is asked about: its own data, or others ("" = its own). Images come as its own did, in the size that the
// network takes unless the spec says one; a table's columns and all labels by their names. Says what was resized.
// Where no split is named, nothing is held out of other data. `truth`: the labels are needed; else they may be missing,
// or other classes, which is said.
DataSet openDataFor(const Snapshot& model, const std::string& spec, const std::string& split, bool truth = true);
void complainAbout(const std::vector<BrokenItem>& broken);

// Whether a model is asked about all of other data, which is not split: `asked` is the split that was named, `found`
// the one that splitOf() took.
bool isWhole(const Snapshot& model, const std::string& spec, const std::string& asked, const std::string& found);

// The split of that name; throws Error naming those there are. "" = test, else validation, else train.
std::shared_ptr<const Source> splitOf(const DataSet& data, std::string& split);

// What every command that asks a trained network takes.
Option modelArgument(const Command& command, std::string& model);
Option splitOption(const Command& command, std::string& split);
void rawWeightsFlag(const Command& command, bool& raw);

// Throws Error with every problem of the network, one a line, where there is an error among them.
NetworkReport requireValid(const NetworkSpec& network, const DataFacts& facts);

}  // namespace tl::cli
