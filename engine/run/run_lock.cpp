// Locks of open file descriptions (fcntl(2), F_OFD_SETLK): they can be asked for without being taken, they do not
// vanish when some other part of the program closes the file, and two holders in one program exclude each other too.
#include "engine/run/run_lock.h"

#include <algorithm>
#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <charconv>
#include <cmath>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "engine/core/error.h"
#include "engine/io/json_text.h"

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

struct Word {
    RunRequest::Kind kind;
    const char* word;
    const char* value;  // what it is called in a line of requests.jsonl; "": the request has none
};
constexpr Word kWords[] = {{RunRequest::Kind::Pause, "pause", ""},
                           {RunRequest::Kind::Resume, "resume", ""},
                           {RunRequest::Kind::Step, "step", ""},
                           {RunRequest::Kind::Advance, "advance", "advance"},
                           {RunRequest::Kind::Stop, "stop", ""},
                           {RunRequest::Kind::LearningRate, "learning_rate", "learning_rate"},
                           {RunRequest::Kind::Watch, "watch", "watch"},
                           {RunRequest::Kind::Unwatch, "unwatch", "watch"},
                           {RunRequest::Kind::WatchLimit, "watch_limit", "share"}};

constexpr std::pair<Advance, const char*> kAdvances[] = {{Advance::GoOn, "go"},     {Advance::Op, "op"},
                                                         {Advance::Layer, "layer"}, {Advance::Phase, "phase"},
                                                         {Advance::Step, "step"},   {Advance::Again, "again"}};

template <typename Table>
std::string listed(const Table& table, const auto& wordOf) {
    std::string all;
    for (const auto& row : table) all += (all.empty() ? "" : ", ") + std::string(wordOf(row));
    return all;
}

double positiveNumber(const std::string& what, const std::string& text) {
    double number = 0;
    const auto read = std::from_chars(text.data(), text.data() + text.size(), number);
    if (read.ec != std::errc() || read.ptr != text.data() + text.size() || !(number >= 0) || std::isinf(number))
        throw Error(what, Message("a number of at least 0"), text.empty() ? Message("nothing") : Message(text));
    return number;
}

// A line of requests.jsonl. Throws Error.
RunRequest requestFrom(const std::string& line) {
    const json object = nestedTooDeep(line) ? json() : json::parse(line, nullptr, false);
    if (!object.is_object() || !object.contains("request") || !object["request"].is_string())
        throw Error(Message("It is no object with a \"request\"."));
    const std::string word = object["request"];
    const auto* known = std::ranges::find(kWords, word, &Word::word);
    if (known == std::end(kWords) || !object.contains(known->value)) return runRequest(word, "");
    const json& value = object[known->value];
    return runRequest(word, value.is_string() ? value.get<std::string>() : value.dump());
}

}  // namespace

RunRequest runRequest(const std::string& word, const std::string& value) {
    const auto* known = std::ranges::find(kWords, word, &Word::word);
    if (known == std::end(kWords))
        throw Error(Message("A request"), Message(listed(kWords, [](const Word& row) { return row.word; })),
                    Message(word));
    RunRequest request{.kind = known->kind};
    switch (known->kind) {
    case RunRequest::Kind::LearningRate: request.learningRate = positiveNumber(word, value); break;
    case RunRequest::Kind::WatchLimit: request.watchLimit = positiveNumber(word, value); break;
    case RunRequest::Kind::Watch:
    case RunRequest::Kind::Unwatch: request.watch = watchFrom(value); break;
    case RunRequest::Kind::Advance: {
        const auto* how = std::ranges::find_if(kAdvances, [&](const auto& each) { return value == each.second; });
        if (how == std::end(kAdvances))
            throw Error(word, Message(listed(kAdvances, [](const auto& row) { return row.second; })),
                        value.empty() ? Message("nothing") : Message(value));
        request.advance = how->first;
        break;
    }
    default:
        if (!value.empty()) throw Error(word, Message("nothing behind it"), Message(value));
    }
    return request;
}

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
    object["request"] = std::ranges::find(kWords, request.kind, &Word::kind)->word;
    if (request.kind == RunRequest::Kind::LearningRate) object["learning_rate"] = request.learningRate;
    if (request.kind == RunRequest::Kind::WatchLimit) object["share"] = request.watchLimit;
    if (request.kind == RunRequest::Kind::Advance)
        for (const auto& [how, word] : kAdvances)
            if (how == request.advance) object["advance"] = word;
    if (request.kind == RunRequest::Kind::Watch || request.kind == RunRequest::Kind::Unwatch)
        object["watch"] = toText(request.watch);
    const std::string line = object.dump(-1, ' ', false, json::error_handler_t::replace) + "\n";
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

std::vector<RunRequest> RunRequests::take(const std::function<void(const Message&)>& wrong) {
    std::vector<RunRequest> requests;
    std::error_code code;
    const auto size = std::filesystem::file_size(path_, code);
    if (code || size <= read_) return requests;
    std::ifstream file(path_, std::ios::binary);
    file.seekg(static_cast<std::streamoff>(read_));
    for (std::string line; std::getline(file, line) && !file.eof();) {
        read_ += line.size() + 1;
        try {
            requests.push_back(requestFrom(line));
        } catch (const std::exception& problem) {
            wrong(Message("A request that was left in \"{path}\" is not understood: {reason} It reads: {line}", path_,
                          messageOf(problem), line.substr(0, 200)));
        }
    }
    return requests;
}

}  // namespace tl
