// One line of a timeline: slices in order of time, none over another, in blocks that keep what a picture of millions
// needs: the longest of any range at once, and which labels cannot be in a block. Copies share the blocks, so a growing
// lane is handed over by value. Values; one thread writes one copy at a time, and other copies stay as they were.
#pragma once

#include <bitset>
#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

namespace tl {

struct TraceSlice {
    int64_t begin = 0, duration = 0;  // ns
    uint32_t label = 0;               // Trace::labels
    uint32_t detail = 0;              // a number, or what Trace::details holds
    int64_t end() const { return begin + duration; }
};

// What is drawn for slices that share a pixel, or for one that has room.
struct TracePiece {
    int64_t begin = 0, end = 0;  // ns; of all that it stands for
    uint64_t slice = 0;          // index of the longest of them
    uint32_t label = 0;          // its label
    uint32_t count = 1;          // how many it stands for
};

// A label, or any of several: a bit for each label.
class LabelSet {
public:
    LabelSet() = default;
    explicit LabelSet(size_t labels) : bits_(labels) {}
    void insert(uint32_t label);
    bool contains(uint32_t label) const { return label < bits_.size() && bits_[label]; }
    bool empty() const { return members_.empty(); }
    std::span<const uint32_t> members() const { return members_; }

private:
    std::vector<bool> bits_;
    std::vector<uint32_t> members_;
};

class TraceLane {
public:
    // Slices have numbers, which stay theirs when earlier ones are dropped: [first(), last()).
    uint64_t first() const { return dropped_ * kBlock; }
    uint64_t last() const { return last_; }
    uint64_t size() const { return last() - first(); }
    bool empty() const { return size() == 0; }
    const TraceSlice& operator[](uint64_t i) const { return block(i).slices[i % kBlock]; }

    // Must begin where the last one ends, or later.
    void append(const TraceSlice& slice);
    // Gives up whole blocks that end before.
    void dropBefore(int64_t time);
    // A copy that stays as it is while this one grows.
    TraceLane share();

    uint64_t firstEndingAfter(int64_t time) const;  // last() where there is none
    uint64_t firstBeginningFrom(int64_t time) const { return beginningFrom(time, first()); }
    uint64_t longest(uint64_t begin, uint64_t end) const;  // of a range that is not empty
    // What is to be drawn of [from, to) where a pixel is so many ns: slices of a pixel or more, each, and one for all
    // shorter ones that begin in the same pixel, or less than a pixel later. Pixels are counted from time 0, so that
    // nothing flickers when moved.
    void pieces(int64_t from, int64_t to, double perPixel, std::vector<TracePiece>& out) const;
    // The same of the slices that have one of the labels: one piece for those that begin in a pixel, as long as the
    // longest of them reaches.
    void pieces(int64_t from, int64_t to, double perPixel, const LabelSet& labels, std::vector<TracePiece>& out) const;
    // The next slice from `from` on (or before it, going back) that has one of the labels; last() where there is none.
    uint64_t next(uint64_t from, const LabelSet& labels) const;
    uint64_t previous(uint64_t before, const LabelSet& labels) const;
    // All of them, in order; the indices of those that have one of the labels.
    std::vector<uint64_t> all(const LabelSet& labels) const;

private:
    static constexpr uint64_t kBlock = 4096, kGroup = 16, kSigns = 1024, kFewLabels = 8, kRare = 256;
    struct Group {  // of so many slices: from where to where, and its longest, so that few slices need be looked at
        int64_t begin, duration, end;  // duration: the longest's
        uint32_t label;
        uint16_t longest;  // in its block
    };
    struct Label {
        uint32_t label;
        uint16_t first;  // of byLabel
    };
    struct Block {
        std::vector<TraceSlice> slices;
        std::vector<Group> groups;
        uint16_t longestOfAll = 0;
        std::bitset<kSigns> signs;      // of the labels in it
        std::vector<uint16_t> byLabel;  // once it is full: its slices by label, those of one in their order
        std::vector<Label> labels;      // where each begins there
        bool mayHold(const LabelSet& wanted) const;
        void sortByLabel();
        // The first from `from` on, and the last before `before`, that has one of the labels; kBlock: none.
        uint64_t next(uint64_t from, const LabelSet& wanted) const;
        uint64_t previous(uint64_t before, const LabelSet& wanted) const;
        // All of them, in their order; false where they are too many or not known.
        bool list(const LabelSet& wanted, std::vector<uint16_t>& to) const;
        std::span<const uint16_t> of(uint32_t label) const;
    };
    const Block& block(uint64_t i) const { return *blocks_[i / kBlock - dropped_]; }
    uint64_t beginningFrom(int64_t time, uint64_t from) const;
    uint64_t groupedPiece(uint64_t i, double perPixel, std::vector<TracePiece>& out) const;
    std::pair<uint64_t, uint64_t> walkTo(int64_t time, uint64_t i) const;
    static uint64_t longestIn(const Block& block, uint64_t begin, uint64_t end);

    std::vector<std::shared_ptr<Block>> blocks_;
    uint64_t dropped_ = 0, last_ = 0;
    bool shared_ = false;  // the last block is a copy's too
};

}  // namespace tl
