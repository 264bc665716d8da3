// Who a run is: run.json in its folder. Its id stays when the folder is moved or renamed; its parent is the run whose
// checkpoint it began from. Fields that this program does not know survive its edits.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace tl {

inline constexpr int kRunVersion = 1;

inline constexpr int kRunHues = 6, kRunColors = 4 * kRunHues;  // each hue drawn in four ways, its first one in 0 to 5

struct RunParent {
    std::string id, name;    // of the run; empty: it began from nothing, or from a file of no run
    std::string checkpoint;  // the file
    int64_t step = 0;
    bool weightsOnly = false;
};

struct RunInfo {
    std::string id;  // a UUID; empty in folders of before there was a run.json
    int number = 0;  // "#3" in its project's list, given once; 0: of before there were any
    std::string name, note;
    std::vector<std::string> tags;  // a person's own words, to find and group runs by
    RunParent parent;
    std::string againOf;  // the id of the run whose work this one does once more; empty: none
    double created = 0;   // seconds since 1970
    std::string program;  // that began it: "tensorloom 0.1.0"
    std::string project;  // the project's file, or a name for one that has none yet ("unsaved:..."); empty: none
    std::string dataSpec;
    std::string validation;  // the split that epochs are validated on: "validation", "test", or "none"
    int64_t images = 0;      // to train on
    int64_t dataSince = 0;   // epochs done when it went on with these data instead of others: its best is a later one
    std::vector<std::string> classNames;
    int epochs = 0;  // asked for
    int color = -1;  // which of kRunColors its curves have; -1: of before there were any, then colorOf() goes by its id
    std::map<std::string, std::string> hashes;    // "network", "training", "data": SHA-256
    std::map<std::string, std::string> versions;  // "compiler", "system", "device"
    std::string raw;                              // as read; what it holds beside these fields is written back
};

std::string freshRunId();
// The same in every program and on every day; -1 where neither colour nor id is known.
int colorOf(const RunInfo& info);
// The colour whose hue fewest of those in sight have, then that which fewest of them and then of all have, then the
// lowest.
int freeColor(const std::vector<int>& taken, const std::vector<int>& inSight = {});

std::string toJson(const RunInfo& info);
// Throws Error: damaged, no run's, from a newer version.
RunInfo runInfoFromJson(const std::string& json, const std::string& name);

// Of a run's folder. A project's file that lies beside the runs is kept relative to the folder, so that both can move.
RunInfo readRunInfo(const std::string& folder);
void writeRunInfo(const RunInfo& info, const std::string& folder);
// RunInfo's; empty where the folder does not say, as those of before there was a run.json.
std::string validationOf(const std::string& folder);

}  // namespace tl
