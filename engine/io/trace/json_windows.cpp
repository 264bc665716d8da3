// See the header.
#include "engine/io/trace/json_windows.h"

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <system_error>

#include "engine/core/error.h"
#include "engine/core/processors.h"

namespace tl::trace {
namespace {

constexpr size_t kLargest = size_t{1} << 25;  // no token is larger
constexpr unsigned kMostAhead = 3;            // threads; one takes what they found, and no more keep it busy
constexpr std::string_view kSpace = " \t\r\n";

struct End {
    size_t at = 0;          // 0: none
    bool elements = false;  // an object ends there, and behind a comma the next begins
};

bool nextIsObject(std::string_view text, size_t at) {
    const size_t comma = text.find_first_not_of(kSpace, at);
    if (comma == text.npos || text[comma] != ',') return false;
    const size_t next = text.find_first_not_of(kSpace, comma + 1);
    return next != text.npos && text[next] == '{';
}

// Where the object ends that stands before the comma before the one that begins at `next`.
size_t endBefore(std::string_view text, size_t next) {
    if (next == 0) return text.npos;
    const size_t comma = text.find_last_not_of(kSpace, next - 1);
    if (comma == text.npos || comma == 0 || text[comma] != ',') return text.npos;
    const size_t end = text.find_last_not_of(kSpace, comma - 1);
    return end != text.npos && text[end] == '}' ? end : text.npos;
}

// Where the last text or bracket ends that certainly is whole, in what begins between two tokens: no text of JSON
// holds the end of a line as it is. Where that finds none, where an object ends. Best between two objects.
End lastEnd(std::string_view text) {
    End found;
    const auto offer = [&](size_t at) {
        found.elements = text[at - 1] == '}' && nextIsObject(text, at);
        if (found.elements || found.at == 0) found.at = at;
        return found.elements;
    };
    for (size_t line = text.rfind('\n'); line != text.npos;) {
        size_t last = text.find_last_not_of(" \t\r\n,:", line);
        if (last == text.npos) break;
        if (text[last] == '{')  // the next object may begin on the line where one ends: "},{"
            if (const size_t end = endBefore(text, last); end != text.npos) last = end;
        if (std::string_view("\"{}[]").find(text[last]) != text.npos && offer(last + 1)) return found;
        line = text.rfind('\n', last);
    }
    if (found.at > 0) return found;
    End last;
    bool quoted = false;
    for (size_t i = 0; i < text.size(); ++i) {
        if (text[i] == '"') quoted = !quoted;
        if (!quoted && text[i] == '}') {
            const bool elements = nextIsObject(text, i + 1);
            if (elements || !last.elements) last = {i + 1, elements};
        }
        if (quoted && text[i] == '\\') ++i;
    }
    return last;
}

}  // namespace

JsonWindows::JsonWindows(const std::string& path, const TraceReading& reading, Ahead ahead)
    : path_(path), reading_(reading), ahead_(std::move(ahead)), file_(::gzopen(path.c_str(), "rb")),
      fileSize_(std::filesystem::file_size(path)) {
    if (!file_) throw Error(path, "a file that can be read", std::generic_category().message(errno));
    ::gzbuffer(file_.get(), 1 << 18);
    threads_.emplace_back([this](const std::stop_token& stop) { read(stop); });
    const unsigned helpers = std::clamp(static_cast<unsigned>(usableThreads()), 2U, kMostAhead + 1) - 1;
    try {
        for (unsigned i = 0; i < helpers; ++i)
            threads_.emplace_back([this](const std::stop_token& stop) { lookAhead(stop); });
    } catch (const std::system_error&) {
        // No thread is to be had: who asks for windows looks at them.
    }
}

JsonWindows::Window JsonWindows::next() {
    std::unique_lock lock(mutex_);
    if (given_) {
        slots_[turn_].state = State::Free;
        turn_ = (turn_ + 1) % kSlots;
        changed_.notify_all();
    }
    given_ = true;
    Slot& slot = slots_[turn_];
    while (slot.state != State::Looked) {
        if (Slot* other = untaken())
            lookAt(*other, lock);
        else
            changed_.wait(lock);
    }
    if (slot.failure) std::rethrow_exception(slot.failure);
    lock.unlock();
    if (reading_.progress && !reading_.progress(std::clamp(slot.share, 0.0, 1.0))) givenUp(path_);
    return {{slot.bytes.data(), slot.size}, turn_, slot.elements};
}

void JsonWindows::read(const std::stop_token& stop) {
    for (size_t turn = 0;; turn = (turn + 1) % kSlots) {
        Slot& slot = slots_[turn];
        std::unique_lock lock(mutex_);
        if (!changed_.wait(lock, stop, [&] { return slot.state == State::Free; })) return;
        if (stop.stop_requested()) return;
        lock.unlock();
        slot.failure = nullptr;
        try {
            fill(slot);
        } catch (...) {  // memory may have run out
            slot.failure = std::current_exception();
        }
        lock.lock();
        slot.state = slot.elements && !slot.failure ? State::Filled : State::Looked;
        const bool end = slot.failure || slot.size == 0;
        changed_.notify_all();
        if (end) return;
    }
}

void JsonWindows::lookAhead(const std::stop_token& stop) {
    std::unique_lock lock(mutex_);
    while (changed_.wait(lock, stop, [this] { return untaken() != nullptr; }) && !stop.stop_requested())
        lookAt(*untaken(), lock);
}

// The first in turn that nobody looked at or looks at.
JsonWindows::Slot* JsonWindows::untaken() {
    for (size_t i = 0; i < kSlots; ++i)
        if (Slot& slot = slots_[(turn_ + i) % kSlots]; slot.state == State::Filled && !slot.taken) return &slot;
    return nullptr;
}

void JsonWindows::lookAt(Slot& slot, std::unique_lock<std::mutex>& lock) {
    slot.taken = true;
    lock.unlock();
    try {
        ahead_(static_cast<size_t>(&slot - slots_.data()), {slot.bytes.data(), slot.size});
    } catch (...) {
        slot.failure = std::current_exception();
    }
    lock.lock();
    slot.taken = false;
    slot.state = State::Looked;
    changed_.notify_all();
}

void JsonWindows::fill(Slot& slot) {
    std::vector<char>& bytes = slot.bytes;
    bytes.assign(rest_.begin(), rest_.end());
    End end;
    bool ended = false;
    do {
        const size_t before = bytes.size();
        bytes.resize(std::max(2 * before, reading_.window));
        const int read = ::gzread(file_.get(), bytes.data() + before, static_cast<unsigned>(bytes.size() - before));
        ended = read <= 0;
        bytes.resize(before + static_cast<size_t>(std::max(read, 0)));
        end = ended ? End{bytes.size()} : lastEnd({bytes.data(), bytes.size()});
    } while (end.at == 0 && !ended && bytes.size() < kLargest);
    slot.size = end.at;
    slot.elements = std::exchange(amongElements_, end.elements) && slot.size > 0;
    if (slot.size > 0) rest_.assign(bytes.begin() + static_cast<std::ptrdiff_t>(slot.size), bytes.end());
    bytes.resize(slot.size + 1);
    bytes[slot.size] = '\0';
    slot.share = static_cast<double>(::gzoffset(file_.get())) / static_cast<double>(std::max<uintmax_t>(fileSize_, 1));
}

}  // namespace tl::trace
