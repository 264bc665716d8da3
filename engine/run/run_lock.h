// Who trains in a run's folder: the one program that holds the lock on its run.lock, which the system takes back when
// that program ends, however it ends. Others leave it requests in requests.jsonl.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "engine/train/run_store.h"

namespace tl {

class RunLock {
public:
    // Throws Error where another program trains there.
    explicit RunLock(const std::string& folder);
    ~RunLock();
    RunLock(const RunLock&) = delete;
    RunLock& operator=(const RunLock&) = delete;

private:
    int descriptor_ = -1;
};

bool isLive(const std::string& folder);  // some program trains there now

// pause, resume, step, stop; learning_rate with a number, watch_limit with a share, watch and unwatch with
// "conv_*/kernel:histogram:50", advance with how far. Throws Error.
RunRequest runRequest(const std::string& word, const std::string& value);

// Asks the program that trains there; it looks four times a second. Throws Error.
void askRun(const std::string& folder, const RunRequest& request);

// The other side: what was asked since the last call. Earlier programs' requests are forgotten at the start.
class RunRequests {
public:
    explicit RunRequests(const std::string& folder);
    // `wrong` is told of lines that are no request.
    std::vector<RunRequest> take(const std::function<void(const Message&)>& wrong);

private:
    std::string path_;
    uint64_t read_ = 0;
};

}  // namespace tl
