// Paths and sentences.
#include "engine/data/sources/support.h"

#include <filesystem>

#include "engine/core/error.h"

namespace tl {

void splitOffValidation(DataSet& data, const OpenOptions& options) {
    if (options.validationFraction <= 0 || data.validation || data.train->size() == 0) return;
    std::tie(data.train, data.validation) = splitSource(data.train, options.validationFraction, options.seed);
}

void checkStopped(const OpenOptions& options) {
    if (options.stop.stop_requested()) throw Error("Opening the data set was cancelled.");
}

std::string grouped(int64_t number) {
    std::string text = std::to_string(number);
    for (auto at = static_cast<int64_t>(text.size()) - 3; at > (number < 0 ? 1 : 0); at -= 3)
        text.insert(static_cast<size_t>(at), ",");
    return text;
}

std::string lastPart(const std::string& path) {
    std::string trimmed = path;
    while (trimmed.size() > 1 && trimmed.back() == '/') trimmed.pop_back();
    const auto name = std::filesystem::path(trimmed).filename().string();
    if (name.empty() || name == "." || name == "..") {
        std::error_code ignored;
        const auto whole = std::filesystem::canonical(trimmed, ignored).filename().string();
        return whole.empty() ? trimmed : whole;
    }
    return name;
}

std::string joinPath(const std::string& folder, const std::string& name) {
    return folder.empty() || folder.back() == '/' ? folder + name : folder + "/" + name;
}

bool fileExists(const std::string& path) {
    std::error_code ignored;
    return std::filesystem::is_regular_file(path, ignored);
}

} // namespace tl
