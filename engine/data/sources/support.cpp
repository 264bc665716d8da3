// Paths and sentences.
#include "engine/data/sources/support.h"

#include <algorithm>
#include <filesystem>
#include <tuple>

#include "engine/core/error.h"
#include "engine/data/statistics.h"

namespace tl {

namespace {

// Classes that the whole has, and of which nothing is left to train on.
void tellOfHeldClasses(DataSet& data, const Source& whole) {
    const std::vector<int64_t> had = classCounts(whole), left = classCounts(*data.train);
    std::vector<std::string> without;
    for (size_t k = 0; k < had.size(); ++k)
        if (had[k] > 0 && left[k] == 0) without.push_back(whole.classNames()[k]);
    if (!without.empty())
        data.notes.push_back(Message(
            "All samples of {count} {count|class|classes} are held out, and none are left to train on: {names}. "
            "Hold out a smaller share, or add samples.",
            without.size(), shortList(without, 5)));
}

}  // namespace

void holdOut(DataSet& data, const OpenOptions& options) {
    const ValidationSplit& split = options.split;
    const std::shared_ptr<const Source> whole = data.train;
    if (split.testFraction > 0 && data.test)
        data.notes.emplace_back("The data has a test split of its own: no share is held out for test.");
    // First, so that it stays the same whatever is held out for validation.
    if (split.testFraction > 0 && !data.test && data.train->size() > 0) {
        const ValidationSplit test{.fraction = split.testFraction, .seed = split.seed, .stratified = split.stratified};
        std::tie(data.train, data.test) = splitSource(data.train, test, "test_split");
        data.testDrawn = true;
    }
    if (split.fraction > 0 && !data.validation && data.train->size() > 0)
        std::tie(data.train, data.validation) = splitSource(data.train, split);
    if (data.train != whole) tellOfHeldClasses(data, *whole);
}

void checkStopped(const OpenOptions& options) {
    if (options.stop.stop_requested()) throw Error("Opening the data set was cancelled.");
}

std::string grouped(int64_t number) {
    const std::string digits = std::to_string(number);
    std::string text;
    for (size_t i = 0; i < digits.size(); ++i) {
        const size_t left = digits.size() - i;
        if (i > 0 && left % 3 == 0 && digits[i - 1] != '-') text += ',';
        text += digits[i];
    }
    return text;
}

std::string lastPart(const std::string& path) {
    std::string trimmed = path;
    while (trimmed.size() > 1 && trimmed.back() == '/') trimmed.pop_back();
    auto name = std::filesystem::path(trimmed).filename().string();
    if (name.empty() || name == "." || name == "..") {
        std::error_code ignored;
        auto whole = std::filesystem::canonical(trimmed, ignored).filename().string();
        return whole.empty() ? trimmed : whole;
    }
    return name;
}

std::string shortList(const std::vector<std::string>& names, size_t most) {
    std::string text;
    for (size_t i = 0; i < names.size() && i < most; ++i) text += (i > 0 ? ", " : "") + names[i];
    return names.size() > most ? text + ", ..." : text;
}

std::string joinPath(const std::string& folder, const std::string& name) {
    return folder.empty() || folder.back() == '/' ? folder + name : folder + "/" + name;
}

bool fileExists(const std::string& path) {
    std::error_code ignored;
    return std::filesystem::is_regular_file(path, ignored);
}

void checkSettings(const std::map<std::string, std::string>& settings, const std::string& kind,
                   const std::vector<std::string>& known) {
    for (const auto& [key, value] : settings) {
        if (std::find(known.begin(), known.end(), key) != known.end()) continue;
        throw Error(Message("The setting {key} of {kind}", key, kind),
                    known.empty() ? Message("one of size, resize, filter") : Message("one of {known}", known), key);
    }
}

}  // namespace tl
