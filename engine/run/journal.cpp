// See the header. Frames go to the file in one write a round, so a reader beside it sees whole rounds.
#include "engine/run/journal.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <optional>
#include <utility>

#include "engine/core/crc32c.h"
#include "engine/core/error.h"
#include "engine/run/event_json.h"

namespace tl {
namespace {

using nlohmann::json;

constexpr char kMagic[] = {'T', 'L', 'R', 'U', 'N', 0, 0};
constexpr size_t kHead = sizeof kMagic + 1, kFrame = 8;
constexpr auto kRound = std::chrono::milliseconds(250);
constexpr size_t kMostUnwritten = size_t{64} << 20;

std::string head() { return std::string(kMagic, sizeof kMagic) + static_cast<char>(kJournalVersion); }

uint32_t sumOf(std::string_view bytes) {
    return crc32c({reinterpret_cast<const uint8_t*>(bytes.data()), bytes.size()});
}

void addFrame(std::string& bytes, char kind, const std::string& content) {
    const std::string payload = kind + content;
    const auto size = static_cast<uint32_t>(payload.size());
    const uint32_t sum = sumOf(payload);
    bytes.append(reinterpret_cast<const char*>(&size), 4);
    bytes.append(reinterpret_cast<const char*>(&sum), 4);
    bytes += payload;
}

bool sameMetrics(const StepRecord& a, const StepRecord& b) {
    if (a.metrics.size() != b.metrics.size()) return false;
    for (auto left = a.metrics.begin(), right = b.metrics.begin(); left != a.metrics.end(); ++left, ++right)
        if (left->first != right->first) return false;
    return true;
}

std::vector<int64_t>* matrixOf(Event& event) {
    if (auto* epoch = std::get_if<EpochRecord>(&event)) return &epoch->confusion;
    if (auto* evaluation = std::get_if<EvaluationRecord>(&event)) return &evaluation->confusion;
    return nullptr;
}

std::string framesOf(std::vector<Event> events) {
    std::string bytes;
    std::vector<StepRecord> steps;
    const auto flush = [&] {
        if (!steps.empty()) addFrame(bytes, 'S', stepColumns(steps));
        steps.clear();
    };
    for (Event& event : events) {
        if (const auto* step = std::get_if<StepRecord>(&event)) {
            if (!steps.empty() && !sameMetrics(steps.front(), *step)) flush();
            steps.push_back(*step);
            continue;
        }
        flush();
        if (auto* matrix = matrixOf(event); matrix && !matrix->empty())
            addFrame(bytes, 'C', matrixBytes(std::exchange(*matrix, {})));
        addFrame(bytes, 'J', toJson(event).dump(-1, ' ', false, json::error_handler_t::replace));
    }
    flush();
    return bytes;
}

// Whether a whole frame stands anywhere from that byte on: then what stands before it is not just unfinished.
bool frameBehind(std::ifstream& file, uint64_t from, uint64_t size) {
    std::string rest(static_cast<size_t>(size - from), '\0');
    file.clear();
    file.seekg(static_cast<std::streamoff>(from));
    file.read(rest.data(), static_cast<std::streamsize>(rest.size()));
    if (!file) return false;
    for (size_t at = 0; at + kFrame + 2 <= rest.size(); ++at) {
        // 'J' and an object, or 'S', the length of a header and that.
        const size_t begins = at + kFrame, object = rest[begins] == 'J' ? begins + 1 : begins + 5;
        if ((rest[begins] != 'J' && rest[begins] != 'S') || object >= rest.size() || rest[object] != '{') continue;
        uint32_t length = 0, sum = 0;
        std::memcpy(&length, rest.data() + at, 4);
        std::memcpy(&sum, rest.data() + at + 4, 4);
        if (length <= rest.size() - begins && sumOf(std::string_view(rest).substr(begins, length)) == sum) return true;
    }
    return false;
}

Message damageAt(const std::string& path, uint64_t byte, const Message& reason) {
    return Message("\"{path}\" is damaged at byte {byte}: what it tells ends there. {reason}", path,
                   static_cast<int64_t>(byte), reason);
}

struct Frame {
    uint64_t at = 0;
    uint32_t length = 0, sum = 0;
};

// Its payload, or nothing where it is not what was written.
std::string payloadOf(std::ifstream& file, const Frame& frame) {
    std::string payload(frame.length, '\0');
    file.clear();
    file.seekg(static_cast<std::streamoff>(frame.at + kFrame));
    file.read(payload.data(), frame.length);
    return file && sumOf(payload) == frame.sum ? payload : std::string();
}

// Null: that it can be read is all that is wanted.
void addEvents(std::string_view payload, std::vector<Event>* events) {
    if (payload.empty()) return;
    const std::string_view content = payload.substr(1);
    if (payload[0] == 'S' && !events)
        checkColumns(content);
    else if (payload[0] == 'S')
        for (StepRecord& step : stepsFromColumns(content)) events->push_back(std::move(step));
    else if (payload[0] == 'J' && events)
        if (auto event = eventFromJson(json::parse(content, nullptr, false))) events->push_back(std::move(*event));
}

}  // namespace

std::vector<Event> JournalReader::read(bool steps) {
    std::vector<Event> events;
    readInto(&events, steps);
    return events;
}

void JournalReader::skim() { readInto(nullptr, true); }

void JournalReader::readInto(std::vector<Event>* events, bool steps) {
    std::ifstream file;
    if (!steps) file.rdbuf()->pubsetbuf(nullptr, 0);  // what is skipped is not read ahead either
    file.open(path_, std::ios::binary);
    std::error_code code;
    const uint64_t size = std::filesystem::file_size(path_, code);
    if (!file || code) throw Error(Message("\"{path}\" cannot be read.", path_));
    damage_ = {};
    if (end_ == 0) {
        char start[kHead];
        if (size < kHead) return;  // its writer has not got further
        file.read(start, kHead);
        if (std::memcmp(start, kMagic, sizeof kMagic) != 0)
            throw Error(Message("\"{path}\" is no journal of a run.", path_));
        if (const int version = static_cast<unsigned char>(start[sizeof kMagic]); version > kJournalVersion)
            throw Error(Message("\"{path}\" was written by a newer Tensorloom (journal version {version}; this program "
                                "reads {known}). Update Tensorloom to read it.",
                                path_, version, kJournalVersion));
        end_ = kHead;
    }
    file.seekg(static_cast<std::streamoff>(end_));
    std::string payload;
    Frame block;                                     // of steps, the last that was passed over
    size_t beforeBlock = 0;                          // events
    std::optional<Frame> matrix;                     // of the event behind it
    std::vector<std::pair<size_t, Frame>> matrices;  // that are wanted, by their event
    const auto want = [&](size_t event, const Frame& frame) {
        const auto ofEpoch = [&](size_t each) { return std::holds_alternative<EpochRecord>((*events)[each]); };
        if (!steps && ofEpoch(event)) std::erase_if(matrices, [&](const auto& each) { return ofEpoch(each.first); });
        if (matrixOf((*events)[event])) matrices.emplace_back(event, frame);
    };
    while (end_ + kFrame <= size) {
        uint32_t length = 0, sum = 0;
        file.read(reinterpret_cast<char*>(&length), 4);
        file.read(reinterpret_cast<char*>(&sum), 4);
        if (!file) break;
        if (end_ + kFrame + length > size) {  // not finished, or cut off
            if (!frameBehind(file, end_ + 1, size)) break;
            damage_ = damageAt(path_, end_, "The length of what stands there is wrong.");
            break;
        }
        const int kind = length > 0 ? file.peek() : 0;
        if (kind == 'C') matrix = {end_, length, sum};
        if (!steps && (kind == 'S' || kind == 'C')) {
            if (kind == 'S') {
                block = {end_, length, sum};
                beforeBlock = events->size();
                matrix.reset();
            }
            end_ += kFrame + length;
            file.seekg(static_cast<std::streamoff>(end_));
            continue;
        }
        payload.resize(length);
        file.read(payload.data(), length);
        if (!file) break;
        try {
            if (sumOf(payload) != sum) throw Error("Its checksum differs.");
            const size_t before = events ? events->size() : 0;
            addEvents(payload, events);
            if (matrix && events && events->size() > before) want(before, *matrix);
            if (kind != 'C') matrix.reset();
        } catch (const Error& error) {
            damage_ = damageAt(path_, end_, error.message());
            break;
        }
        end_ += kFrame + length;
    }
    if (matrix) end_ = matrix->at;  // its event is yet to come
    for (const auto& [event, frame] : matrices) {
        try {
            payload = payloadOf(file, frame);
            if (!payload.empty()) *matrixOf((*events)[event]) = matrixFromBytes(std::string_view(payload).substr(1));
        } catch (const Error& error) {
            damage_ = Message("In \"{path}\" a confusion matrix at byte {at} is left out: {sentence}", path_,
                              static_cast<int64_t>(frame.at), error.message());
        }
    }
    if (block.length > 0) {
        std::vector<Event> last;
        try {
            addEvents(payloadOf(file, block), &last);
        } catch (const Error& error) {
            damage_ = damageAt(path_, block.at, error.message());
        }
        events->insert(events->begin() + static_cast<std::ptrdiff_t>(beforeBlock), last.begin(), last.end());
    }
}

JournalWriter::JournalWriter(std::string path, uint64_t keep, std::function<void()> tick,
                             std::function<void(const Message&)> trouble, Rest rest)
    : path_(std::move(path)), tick_(std::move(tick)), trouble_(std::move(trouble)), rest_(std::move(rest)) {
    descriptor_ = ::open(path_.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0666);
    if (descriptor_ < 0)
        throw Error(Message("\"{path}\" cannot be written: {reason}.", path_, std::string(std::strerror(errno))));
    written_ = keep < kHead ? 0 : keep;
    if (::ftruncate(descriptor_, static_cast<off_t>(written_)) != 0) {
        ::close(descriptor_);
        throw Error(Message("\"{path}\" cannot be written: {reason}.", path_, std::string(std::strerror(errno))));
    }
    if (written_ == 0) unwritten_ = head();
    thread_ = std::thread([this] { main(); });
}

JournalWriter::~JournalWriter() {
    stop();
    ::close(descriptor_);
}

Message JournalWriter::stop() {
    {
        const std::lock_guard lock(mutex_);
        closing_ = true;
    }
    changed_.notify_all();
    if (thread_.joinable()) thread_.join();
    return untaken_;
}

void JournalWriter::add(const Event& event) {
    const std::lock_guard lock(mutex_);
    pending_.push_back(event);
}

void JournalWriter::flush() {
    std::unique_lock lock(mutex_);
    // The round under way may have begun without what was added last.
    const uint64_t wanted = rounds_ + 2;
    roundsWanted_ = std::max(roundsWanted_, wanted);
    changed_.notify_all();
    changed_.wait(lock, [&] { return rounds_ >= wanted || closing_; });
}

void JournalWriter::main() {
    std::unique_lock lock(mutex_);
    for (bool last = false; !last;) {
        rest_(changed_, lock, kRound, [this] { return closing_ || rounds_ < roundsWanted_; });
        last = closing_;
        if (!last) {
            lock.unlock();
            tick_();
            lock.lock();
        }
        std::vector<Event> events;
        events.swap(pending_);
        lock.unlock();
        write(std::move(events));
        lock.lock();
        ++rounds_;
        changed_.notify_all();
    }
}

// What a full disk does not take is kept and tried again with the next round.
void JournalWriter::write(std::vector<Event> events) {
    unwritten_ += framesOf(std::move(events));
    if (unwritten_.empty()) return;
    size_t done = 0;
    int reason = 0;
    while (done < unwritten_.size()) {
        const ssize_t wrote = ::pwrite(descriptor_, unwritten_.data() + done, unwritten_.size() - done,
                                       static_cast<off_t>(written_ + done));
        if (wrote < 0 && errno == EINTR) continue;
        if (wrote <= 0) {
            reason = wrote < 0 ? errno : ENOSPC;
            break;
        }
        done += static_cast<size_t>(wrote);
    }
    if (reason == 0) {
        written_ += unwritten_.size();
        unwritten_.clear();
    } else {
        // Half a round goes again: what is in the file always ends with a frame.
        [[maybe_unused]] const int cut = ::ftruncate(descriptor_, static_cast<off_t>(written_));
        if (unwritten_.size() > kMostUnwritten)
            unwritten_ = written_ == 0 ? head() : "";  // rather the rest than memory
    }
    const bool troubled = !untaken_.empty();
    untaken_ = reason != 0 ? Message(std::string(std::strerror(reason))) : Message();
    if (reason != 0 && !troubled)
        trouble_(
            Message("The run's journal cannot be written: {reason}. The training goes on, and writing is tried again.",
                    untaken_));
}

}  // namespace tl
