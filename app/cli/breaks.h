// A training that stands at a breakpoint, on the terminal: where and why, the op's inputs, outputs and gradients in a
// table, and a line of words for how to go on, read from the standard input. Where that has ended, the run goes on.
#pragma once

#include <string>

#include "engine/train/session.h"

namespace tl::cli {

class StopConsole {
public:
    StopConsole(TrainingSession& session, bool json) : session_(session), json_(json) {}
    void show(const Event& event);
    void poll();  // takes a line, where one is there and the run stands

private:
    void prompt() const;
    void obey(const std::string& line);
    bool readLine(std::string& line);

    TrainingSession& session_;
    const bool json_;
    bool stands_ = false, ended_ = false;  // ended_: the standard input
    std::string buffer_;
};

}  // namespace tl::cli
