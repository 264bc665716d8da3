// See the header.
#include "ui/jobs/own_folders.h"

namespace tl {

bool OwnFolders::holds(const std::string& folder) {
    std::error_code unknown;
    const auto time = std::filesystem::last_write_time(folder, unknown);
    if (unknown) {  // it went
        answers_.erase(folder);
        return false;
    }
    const auto known = answers_.find(folder);
    if (known != answers_.end() && known->second.time == time) return known->second.ours;
    const bool ours = ask_(folder);
    // By its time before it was asked: what came since then makes another one.
    if (std::filesystem::file_time_type::clock::now() - time >= kSettled)
        answers_[folder] = {time, ours};
    else if (known != answers_.end())
        answers_.erase(known);
    return ours;
}

}  // namespace tl
