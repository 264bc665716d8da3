// Whether folders are runs of ours, or another question whose answer changes with what comes and goes in them, asked
// again and again: an answer is kept while the folder's time is the same. For one thread at a time.
#pragma once

#include <chrono>
#include <filesystem>
#include <functional>
#include <string>
#include <unordered_map>
#include <utility>

#include "engine/run/run_list.h"

namespace tl {

class OwnFolders {
public:
    // A folder that was changed just now is asked again, since a file in it may still be without its content.
    static constexpr std::chrono::seconds kSettled{10};

    explicit OwnFolders(std::function<bool(const std::string&)> ask = isRunFolder) : ask_(std::move(ask)) {}
    bool holds(const std::string& folder);

private:
    struct Answer {
        std::filesystem::file_time_type time;
        bool ours;
    };
    std::function<bool(const std::string&)> ask_;
    std::unordered_map<std::string, Answer> answers_;
};

}  // namespace tl
