// Meetings of several devices' calls, by their number in the order in which each asks for them.
#include "engine/backend/cuda/host/world.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "engine/backend/cuda/host/driver.h"
#include "engine/core/error.h"

namespace tl::cuda {
namespace {

using Pieces = std::vector<Communicator::Piece>;

}  // namespace

// All ends of one communicator.
struct CheckingWorld::Ring {
    struct Part {
        std::string name;
        std::vector<size_t> counts;
        std::vector<float> numbers;  // of all pieces, times the share
    };
    struct Meeting {
        std::map<int, Part> parts;  // by rank
        std::vector<float> sum;     // when all have come
        int taken = 0;
    };
    std::vector<std::string> ids;
    std::map<int, uint64_t> under;  // by rank: the number of its call that has come, until it is done
    std::map<int, uint64_t> calls;  // by rank: that are done
    std::map<uint64_t, Meeting> meetings;
    std::shared_ptr<size_t> sums;

    bool arrive(int rank, const std::string& name, const Pieces& pieces, float share) {
        Meeting& meeting = meetings[calls[rank]];
        if (!under.count(rank)) {
            under[rank] = calls[rank];
            Part part{name, {}, {}};
            for (const auto& piece : pieces) {
                part.counts.push_back(piece.count);
                for (size_t i = 0; i < piece.count; ++i) part.numbers.push_back(share * piece.values[i]);
            }
            for (const auto& [other, known] : meeting.parts)
                if (known.name != part.name || known.counts != part.counts)
                    throw Error(Message("{operation} on the GPU {id}", name, ids[static_cast<size_t>(rank)]),
                                "the same sums in the same order on all devices",
                                Message("{operation} of {count} numbers here and {other} of {others} on {id}", name,
                                        part.numbers.size(), known.name, known.numbers.size(),
                                        ids[static_cast<size_t>(other)]));
            meeting.parts[rank] = std::move(part);
            if (meeting.parts.size() == ids.size()) add(meeting);
        }
        return meeting.parts.size() == ids.size();
    }

    // From another device on for each number, as a ring of them does: which order it is nobody promises.
    void add(Meeting& meeting) const {
        const int count = static_cast<int>(ids.size());
        meeting.sum.assign(meeting.parts.at(0).numbers.size(), 0);
        for (size_t i = 0; i < meeting.sum.size(); ++i)
            for (int k = 0; k < count; ++k)
                meeting.sum[i] += meeting.parts.at((static_cast<int>(i % ids.size()) + k) % count).numbers[i];
        ++*sums;
    }

    void take(int rank, const Pieces& pieces) {
        const uint64_t number = under.at(rank);
        Meeting& meeting = meetings.at(number);
        const float* from = meeting.sum.data();
        for (const auto& piece : pieces) {
            std::memcpy(piece.values, from, piece.count * sizeof(float));
            from += piece.count;
        }
        under.erase(rank);
        ++calls[rank];
        if (++meeting.taken == static_cast<int>(ids.size())) meetings.erase(number);
    }
};

std::shared_ptr<Communicator> CheckingWorld::communicator(const std::string& devices, int rank) {
    struct End : Communicator {
        std::shared_ptr<Ring> ring;
        int rank = 0;
        LibraryCall sum(const std::string& name, Pieces pieces, float share) override {
            LibraryCall call;
            call.name = name;
            for (const Piece& piece : pieces)
                call.accesses.push_back({piece.values, piece.count * sizeof(float), true});
            call.ready = [name, share, pieces, at = ring, number = rank] {
                return at->arrive(number, name, pieces, share);
            };
            call.run = [pieces, at = ring, number = rank](void*) { at->take(number, pieces); };
            return call;
        }
    };
    std::shared_ptr<Ring>& ring = rings_[devices];
    if (!ring) {
        ring = std::make_shared<Ring>();
        ring->sums = sums_;
        size_t begin = 0;
        for (size_t end; (end = devices.find(',', begin)) != std::string::npos; begin = end + 1)
            ring->ids.push_back(devices.substr(begin, end - begin));
        ring->ids.push_back(devices.substr(begin));
    }
    auto made = std::make_shared<End>();
    made->ring = ring;
    made->rank = rank;
    return made;
}

bool CheckingWorld::lost() const {
    return stuck_ || std::ranges::any_of(drivers_, [](const CheckingDriver* driver) { return driver->lost(); });
}

void CheckingWorld::runOne() {
    std::vector<CheckingDriver*> order = drivers_;
    std::ranges::shuffle(order, random_);
    for (CheckingDriver* driver : order)
        if (driver->runOne()) return;
    std::vector<Message> standing;
    for (CheckingDriver* driver : drivers_) {
        if (driver->trouble()) std::rethrow_exception(driver->trouble());
        standing.push_back(Message("{names} on device {number}", driver->underWay(),
                                   static_cast<int>(std::ranges::find(drivers_, driver) - drivers_.begin())));
    }
    stuck_ = true;
    throw Error("Several GPUs", "work that comes to an end", Message("each waiting for another: {list}", standing));
}

}  // namespace tl::cuda
