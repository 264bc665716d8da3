// What runs have in common and what not: settings, network, data, versions and results, as rows of text. Read from
// their folders; none needs to be whole. Of another program's run what its event files tell is compared: settings
// that TensorBoard's hparams plugin keeps, and results.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "engine/core/message.h"

namespace tl {

struct DiffRow {
    std::string name;                 // "learning_rate", "conv_2.filters"
    std::vector<std::string> values;  // of each run; empty: it has none
    bool same() const;
};

struct DiffSection {
    Message title;
    std::vector<DiffRow> rows;
};

struct RunDiff {
    std::vector<std::string> runs;  // their names
    std::vector<DiffSection> sections;
    size_t differences() const;
};

// Whether a smaller value of the metric called so is the better one; case does not matter.
bool lowerIsBetter(std::string_view tag);

// Throws Error where a folder is no run's, of ours or of another program's. Beside another program's our own is told in
// the same words: settings as its event files have them, "epoch_loss" for an epoch's mean.
RunDiff diffRuns(const std::vector<std::string>& folders);

// For the clipboard and the terminal; without `all`, of equal rows only how many there are.
std::string toText(const RunDiff& diff, bool all, const Message::Translate& translate);

}  // namespace tl
