// Timelines that were recorded of a run, kept in its folder: files in RUN/recordings that Perfetto opens, and a list of
// what they are called and hold, recordings/list.json. What the list does not know is told by its file alone, as the
// trace.json.gz that `train --profile` writes. Any thread; changes of one list follow each other.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "engine/profile/trace.h"

namespace tl {

struct RunRecording {
    std::string file;       // its path
    std::string name;       // as a person calls it; empty: by its number, in whoever's language
    int64_t number = 0;     // of those without a name, from 1; 0: it has one
    int64_t firstStep = 0;  // 0: not known
    int64_t steps = 0;      // likewise
    double seconds = 0;     // its length; 0: not known
    double when = 0;        // it was kept, seconds since 1970
    uint64_t bytes = 0;     // of the file
    bool operator==(const RunRecording&) const = default;
};

// The newest first; of no such folder none. Throws Error where one cannot be read.
std::vector<RunRecording> recordingsOf(const std::string& run);
// Tells cheaply whether it may be something else by now: another text. Empty: look, it may change without being told.
std::string recordingsChanged(const std::string& run);

// Written beside and renamed. `name`: with " 2" and so on behind it where another one is called so; without one it gets
// a number. Throws Error, also where the run's folder is gone.
RunRecording keepRecording(const std::string& run, const Trace& trace, const std::string& name = {});
void renameRecording(const std::string& run, const std::string& file, const std::string& name);  // throws Error
// `elsewhere` puts the file away, and tells whether it did; else it is deleted. Throws Error.
void removeRecording(const std::string& run, const std::string& file, const std::function<bool()>& elsewhere = {});
// One that was removed, with all that the list knew of it: `putBack` gives it the file, another one where its own is
// taken by now.
void putBackRecording(const std::string& run, RunRecording recording,
                      const std::function<void(const std::string& file)>& putBack);

}  // namespace tl
