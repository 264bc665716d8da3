// See the header.
#include "engine/run/foreign_run.h"

#include <filesystem>

#include "engine/core/error.h"
#include "engine/io/files.h"
#include "engine/run/run_list.h"

namespace tl {

bool isForeignRun(const std::string& folder) { return !eventFilesOf(folder).empty() && !isRunFolder(folder); }

ForeignRun readForeignRun(const std::string& folder) {
    namespace fs = std::filesystem;
    ForeignRun run;
    bool any = false;
    for (const auto& [part, prefix] : {std::pair{"", ""}, {"train", ""}, {"validation", "val_"}}) {
        const fs::path place = fs::path(folder) / part;
        std::error_code unknown;
        if (!fs::is_directory(place, unknown)) continue;
        EventTree tree(place.string(), 0);  // what lies deeper is other runs
        (void)tree.poll(1);
        for (const auto& one : tree.runs()) {
            any = true;
            for (const EventTag& tag : one->tags()) {
                if (tag.kind == EventKind::HParams) (void)readHParams(tag.content, run.told);
                auto& curve = run.curves[prefix + tag.name];
                curve.insert(curve.end(), tag.points.begin(), tag.points.end());
            }
        }
    }
    if (!any)
        throw Error(Message("\"{folder}\" holds no event files: no file in it has \"tfevents\" in its name.", folder));
    std::erase_if(run.curves, [](const auto& curve) { return curve.second.empty(); });
    run.name = fs::path(absolutePath(fs::weakly_canonical(folder).string())).filename().string();
    return run;
}

}  // namespace tl
