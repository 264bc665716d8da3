// journal.bin: everything a run told, in order, appended as it trains. Frames of length, CRC-32C and payload behind a
// head with the format's version; a payload is a letter and, for 'J', an event as JSON, for 'S', a block of steps,
// for 'C', the confusion matrix of the event behind it. A frame that a program did not finish before it died is no
// damage: readers stop before it, the next writer cuts it off.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <functional>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "engine/core/message.h"
#include "engine/core/rest.h"
#include "engine/train/events.h"

namespace tl {

inline constexpr int kJournalVersion = 1;

// Reads what has been written since the last call, while the run that writes may go on. One thread.
class JournalReader {
public:
    // from: a place that an earlier reader's end() told.
    explicit JournalReader(std::string path, uint64_t from = 0) : path_(std::move(path)), end_(from) {}
    // Events are dropped that this program does not know. Throws Error where the file is none of a run, or is a newer
    // program's.
    // Without steps: epochs, states and the like, and of the steps the last block alone, of the epochs' confusion
    // matrices the last; the others' bytes are neither read nor checked.
    std::vector<Event> read(bool steps = true);
    // As read(), for its end() and damage() alone: it stops where that would, and makes no events.
    void skim();
    // Bytes up to which it is whole.
    uint64_t end() const { return end_; }
    // A sentence, where something behind end() is neither whole nor just unfinished.
    const Message& damage() const { return damage_; }

private:
    void readInto(std::vector<Event>* events, bool steps);
    std::string path_;
    Message damage_;
    uint64_t end_;
};

// Writes four times a second on a thread of its own. kill -9 loses what was told since; nothing that was told waits
// for the disk to turn.
class JournalWriter {
public:
    // keep: bytes of what is there that stay. `tick`: called by the thread before each round; `trouble`: once, when the
    // disk takes no more. Throws Error where the file cannot be opened.
    JournalWriter(std::string path, uint64_t keep, std::function<void()> tick,
                  std::function<void(const Message&)> trouble, Rest rest = restByTheClock());
    ~JournalWriter();  // as stop()
    // Writes the rest and ends the thread; then nothing is added any more. Why the disk did not take it, or empty.
    Message stop();
    void add(const Event& event);
    void flush();  // waits until what was added is written, or cannot be

private:
    void main();
    void write(std::vector<Event> events);

    std::string path_;
    std::function<void()> tick_;
    std::function<void(const Message&)> trouble_;
    const Rest rest_;
    int descriptor_ = -1;
    uint64_t written_ = 0;
    std::string unwritten_;  // what the disk did not take yet
    Message untaken_;        // why; empty: it took all
    std::mutex mutex_;
    std::condition_variable changed_;
    std::vector<Event> pending_;
    uint64_t rounds_ = 0, roundsWanted_ = 0;  // done; that somebody waits for
    bool closing_ = false;
    std::thread thread_;
};

}  // namespace tl
