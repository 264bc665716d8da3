// See the header.
#include "engine/run/run_data.h"

#include <filesystem>
#include <vector>

#include "engine/data/sources/support.h"
#include "engine/data/spec_settings.h"
#include "engine/io/sha256.h"
#include "engine/run/run_info.h"

namespace tl {

std::string fingerprint(const DataSet& data) {
    const Source& source = *data.train;
    Sha256 sum;
    std::string head = source.sampleShape().toString() + " " + std::to_string(source.size());
    for (const std::string& name : source.classNames()) head += "\n" + name;
    sum.add(head.data(), head.size());
    for (int64_t i = 0; i < source.size(); ++i) {
        const float target = source.hasTargets() ? source.target(i) : static_cast<float>(source.label(i));
        sum.add(&target, sizeof target);
    }
    return sum.hex();
}

Message dataChanged(const std::string& folder, const DataSet& data) {
    constexpr size_t kFewNames = 5;
    if (!std::filesystem::exists(std::filesystem::path(folder) / "run.json")) return {};
    const RunInfo run = readRunInfo(folder);
    const auto hash = run.hashes.find("data");
    if (hash == run.hashes.end() || hash->second == fingerprint(data)) return {};
    const Source& source = *data.train;
    std::vector<Message> changes;
    if (run.dataSpec != data.spec) {
        const std::string now = dataName(data.spec), before = dataName(run.dataSpec);
        const bool told = now != before;  // else it is the place or the settings that differ
        changes.push_back(Message("{now} instead of {before}", told ? now : data.spec, told ? before : run.dataSpec));
    }
    if (run.images != source.size())
        changes.push_back(Message("{count} training samples instead of {before}", source.size(), run.images));
    if (run.classNames != source.classNames())
        changes.push_back(Message("the classes {now} instead of {before}", shortList(source.classNames(), kFewNames),
                                  shortList(run.classNames, kFewNames)));
    if (changes.empty()) changes.push_back("other labels, or the same in another order");
    return Message("The data is not what the run was trained on: {changes}.", changes);
}

Message goesOnWithOtherData(const std::string& folder, const DataSet& data) {
    const Message changed = dataChanged(folder, data);
    if (changed.empty()) return {};
    return Message("{sentence} {next}", changed, Message("The run goes on with it as it is."));
}

}  // namespace tl
