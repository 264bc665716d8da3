// See the header. Lines are appended as they come; a run that goes on first cuts off those of later steps.
#include "engine/run/weight_trace.h"

#include <algorithm>
#include <bit>
#include <cerrno>
#include <charconv>
#include <cstring>
#include <filesystem>
#include <fstream>

namespace tl {
namespace {

constexpr const char* kWeightsFile = "/weights.csv";
constexpr int64_t kEvery = 100, kDoubled = 50000;

// Twice as far apart whenever a run has become twice as long: 500 rows more. By the step alone, so that two runs keep
// the same rows wherever they were gone on with.
int64_t interval(int64_t step) {
    return kEvery * static_cast<int64_t>(std::bit_floor(static_cast<uint64_t>(std::max<int64_t>(1, step / kDoubled))));
}

// As RFC 4180 has it: a layer may be called "a,b".
std::string cellOf(const std::string& name) {
    if (name.find_first_of(",\"") == std::string::npos) return name;
    std::string cell = "\"";
    for (const char c : name) cell += c == '"' ? std::string("\"\"") : std::string(1, c);
    return cell + '"';
}

std::vector<std::string> cellsOf(const std::string& line) {
    std::vector<std::string> cells(1);
    bool quoted = false;
    for (size_t i = 0; i < line.size(); ++i) {
        const bool quote = line[i] == '"';
        if (quote && quoted && i + 1 < line.size() && line[i + 1] == '"')
            cells.back() += line[++i];
        else if (quote)
            quoted = !quoted;
        else if (line[i] == ',' && !quoted)
            cells.emplace_back();
        else
            cells.back() += line[i];
    }
    return cells;
}

// Bytes of the whole rows up to that step; 0 where the file is none, or has other columns.
uintmax_t bytesUpTo(const std::string& path, const std::string& head, int64_t step) {
    std::ifstream in(path, std::ios::binary);
    std::string line;
    if (!std::getline(in, line) || in.eof() || line != head) return 0;
    uintmax_t bytes = line.size() + 1;
    while (std::getline(in, line) && !in.eof() && std::atoll(line.c_str()) <= step) bytes += line.size() + 1;
    return bytes;
}

class WeightTrace : public Callback {
public:
    WeightTrace(std::string folder, int64_t every) : folder_(std::move(folder)), every_(every) {}

    void onTrainBegin(RunControl& run) override {
        std::string head = "step";
        for (const std::string& name : run.weights()) head += ',' + cellOf(name);
        const std::string path = folder_ + kWeightsFile;
        const int64_t step = run.position().step;
        const uintmax_t kept = step > 0 ? bytesUpTo(path, head, step) : 0;
        std::error_code code;
        if (kept > 0) std::filesystem::resize_file(path, kept, code);
        const bool goesOn = kept > 0 && !code;
        out_.open(path, goesOn ? std::ios::app : std::ios::trunc);
        if (out_ && !goesOn) out_ << head << '\n';
        flush(run);
    }

    bool wants(int64_t step) const override {
        return every_ > 0 ? step % every_ == 0
                          : step % interval(step) == 0 || std::has_single_bit(static_cast<uint64_t>(step));
    }

    void onBatchEnd(RunControl& run, const StepRecord& record) override {
        if (!wants(record.step) || !out_) return;
        const ModelState& state = run.state();  // read alone: what a device holds of it stays good
        std::vector<uint64_t> hashes;
        for (const std::string& name : run.weights()) {
            const auto found = state.find(name);
            hashes.push_back(found == state.end() ? 0 : hashOf(found->second.data(), found->second.bytes()));
        }
        write(record.step, hashes);
        flush(run);
    }

private:
    void flush(RunControl& run) {
        if (out_ && out_.flush()) return;
        run.note(
            Message("\"{path}\" cannot be written: {reason}. The training goes on without more hashes of its weights.",
                    folder_ + kWeightsFile, std::string(std::strerror(errno))));
    }
    void write(int64_t step, const std::vector<uint64_t>& hashes) {
        out_ << step;
        char text[24];
        for (const uint64_t hash : hashes) {
            const char* end = std::to_chars(text, text + sizeof text, hash, 16).ptr;
            out_ << ',' << std::string_view(text, static_cast<size_t>(end - text));
        }
        out_ << '\n';
    }
    const std::string folder_;
    const int64_t every_;
    std::ofstream out_;
};

}  // namespace

std::shared_ptr<Callback> weightTrace(std::string folder, int64_t every) {
    return std::make_shared<WeightTrace>(std::move(folder), every);
}

WeightTraceRows readWeightTrace(const std::string& folder) {
    WeightTraceRows rows;
    std::error_code none;
    if (!std::filesystem::is_regular_file(folder + kWeightsFile, none)) return rows;
    std::ifstream in(folder + kWeightsFile);
    std::string line;
    if (!std::getline(in, line)) return rows;
    rows.names = cellsOf(line);
    if (rows.names.empty() || rows.names.front() != "step") return {};
    rows.names.erase(rows.names.begin());
    while (std::getline(in, line)) {
        if (in.eof()) break;  // no end of line: it was being written
        const std::vector<std::string> cells = cellsOf(line);
        if (cells.size() != rows.names.size() + 1) continue;
        std::vector<uint64_t> hashes;
        for (size_t i = 1; i < cells.size(); ++i) {
            uint64_t hash = 0;
            std::from_chars(cells[i].data(), cells[i].data() + cells[i].size(), hash, 16);
            hashes.push_back(hash);
        }
        rows.steps[std::atoll(cells.front().c_str())] = std::move(hashes);
    }
    return rows;
}

// Four lanes of 64 bits, each multiplied and turned: as fast as memory, and any changed bit changes it.
uint64_t hashOf(const void* data, size_t bytes) {
    constexpr uint64_t kPrime = 0x9E3779B185EBCA87ull;
    uint64_t lanes[4] = {kPrime, kPrime * 3, kPrime * 5, kPrime * 7};
    const auto* at = static_cast<const unsigned char*>(data);
    size_t left = bytes;
    for (; left >= 32; left -= 32, at += 32) {
        uint64_t words[4];
        std::memcpy(words, at, 32);
        for (int i = 0; i < 4; ++i) lanes[i] = std::rotl((lanes[i] ^ words[i]) * kPrime, 29);
    }
    unsigned char rest[32] = {};
    std::memcpy(rest, at, left);
    uint64_t words[4], sum = bytes;
    std::memcpy(words, rest, 32);
    for (int i = 0; i < 4; ++i) {
        lanes[i] = std::rotl((lanes[i] ^ words[i]) * kPrime, 29);
        sum = std::rotl((sum ^ lanes[i]) * kPrime, 31);
    }
    return sum ^ (sum >> 32);
}

}  // namespace tl
