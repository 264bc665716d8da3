// Locks of open file descriptions (fcntl(2), F_OFD_SETLK): they can be asked for without being taken, they do not
// vanish when some other part of the program closes the file, and two holders in one program exclude each other too.
#include "engine/run/run_lock.h"

#include <algorithm>
#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <optional>

#include "engine/core/error.h"

namespace tl {
namespace {

using nlohmann::json;

std::string lockFile(const std::string& folder) { return folder + "/run.lock"; }
std::string requestFile(const std::string& folder) { return folder + "/requests.jsonl"; }

struct flock wholeFile() {
    struct flock lock {};
    lock.l_type = F_WRLCK;
    lock.l_whence = SEEK_SET;
    return lock;
}

constexpr std::pair<RunRequest::Kind, const char*> kNames[] = {{RunRequest::Kind::Pause, "pause"},
                                                               {RunRequest::Kind::Resume, "resume"},
                                                               {RunRequest::Kind::Step, "step"},
                                                               {RunRequest::Kind::Advance, "advance"},
                                                               {RunRequest::Kind::Stop, "stop"},
                                                               {RunRequest::Kind::LearningRate, "learning_rate"},
                                                               {RunRequest::Kind::Watch, "watch"},
                                                               {RunRequest::Kind::Unwatch, "unwatch"},
                                                               {RunRequest::Kind::WatchLimit, "watch_limit"}};

constexpr std::pair<Advance, const char*> kAdvances[] = {{Advance::GoOn, "go"},     {Advance::Op, "op"},
                                                         {Advance::Layer, "layer"}, {Advance::Phase, "phase"},
                                                         {Advance::Step, "step"},   {Advance::Again, "again"}};

std::optional<RunRequest> requestFrom(const json& object) {
    try {
        for (const auto& [kind, name] : kNames) {
            if (object.at("request") != name) continue;
            RunRequest request{.kind = kind};
            if (kind == RunRequest::Kind::LearningRate) request.learningRate = object.at("learning_rate");
            if (kind == RunRequest::Kind::WatchLimit) request.watchLimit = object.at("share");
            if (kind == RunRequest::Kind::Advance) {
                const auto* known = std::ranges::find_if(
                    kAdvances, [&](const auto& each) { return object.at("advance") == each.second; });
                if (known == std::end(kAdvances)) return std::nullopt;
                request.advance = known->first;
            }
            if (kind == RunRequest::Kind::Watch || kind == RunRequest::Kind::Unwatch)
                request.watch = watchFrom(object.at("watch"));
            return request;
        }
    } catch (const std::exception&) {
        // No request that this program knows.
    }
    return std::nullopt;
}

}  // namespace

RunLock::RunLock(const std::string& folder) {
    descriptor_ = ::open(lockFile(folder).c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666);
    if (descriptor_ < 0)
        throw Error(
            Message("\"{path}\" cannot be written: {reason}.", lockFile(folder), std::string(std::strerror(errno))));
    struct flock lock = wholeFile();
    if (::fcntl(descriptor_, F_OFD_SETLK, &lock) != 0 && (errno == EACCES || errno == EAGAIN)) {
        ::close(descriptor_);
        throw Error(
            Message("The run in \"{folder}\" is being trained by another program. Stop it there first, or train in "
                    "another folder.",
                    folder));
    }
    // A file system that knows no locks: the run goes on, and is not told to be live.
}

RunLock::~RunLock() { ::close(descriptor_); }

bool isLive(const std::string& folder) {
    const int descriptor = ::open(lockFile(folder).c_str(), O_RDWR | O_CLOEXEC);
    if (descriptor < 0) return false;
    struct flock lock = wholeFile();
    const bool live = ::fcntl(descriptor, F_OFD_GETLK, &lock) == 0 && lock.l_type != F_UNLCK;
    ::close(descriptor);
    return live;
}

void askRun(const std::string& folder, const RunRequest& request) {
    json object;
    for (const auto& [kind, name] : kNames)
        if (kind == request.kind) object["request"] = name;
    if (request.kind == RunRequest::Kind::LearningRate) object["learning_rate"] = request.learningRate;
    if (request.kind == RunRequest::Kind::WatchLimit) object["share"] = request.watchLimit;
    if (request.kind == RunRequest::Kind::Advance)
        for (const auto& [how, word] : kAdvances)
            if (how == request.advance) object["advance"] = word;
    if (request.kind == RunRequest::Kind::Watch || request.kind == RunRequest::Kind::Unwatch)
        object["watch"] = toText(request.watch);
    const std::string line = object.dump() + "\n";
    const int descriptor = ::open(requestFile(folder).c_str(), O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0666);
    const bool written =
        descriptor >= 0 && ::write(descriptor, line.data(), line.size()) == static_cast<ssize_t>(line.size());
    const int reason = errno;
    if (descriptor >= 0) ::close(descriptor);
    if (!written)
        throw Error(Message("The run in \"{folder}\" cannot be reached: {reason}.", folder,
                            std::string(std::strerror(reason))));
}

RunRequests::RunRequests(const std::string& folder) : path_(requestFile(folder)) {
    std::error_code ignored;
    std::filesystem::remove(path_, ignored);
}

std::vector<RunRequest> RunRequests::take() {
    std::vector<RunRequest> requests;
    std::error_code code;
    const auto size = std::filesystem::file_size(path_, code);
    if (code || size <= read_) return requests;
    std::ifstream file(path_, std::ios::binary);
    file.seekg(static_cast<std::streamoff>(read_));
    for (std::string line; std::getline(file, line) && !file.eof();) {
        read_ += line.size() + 1;
        const json object = json::parse(line, nullptr, false);
        if (!object.is_object()) continue;
        if (auto request = requestFrom(object)) requests.push_back(std::move(*request));
    }
    return requests;
}

}  // namespace tl
