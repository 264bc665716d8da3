// A sum of many pieces is one group of calls, which NCCL turns into one launch: nothing is copied together before.
#include "engine/backend/cuda/nvidia/nccl.h"

#include <algorithm>
#include <atomic>
#include <charconv>
#include <iterator>
#include <utility>
#include <vector>

#include "engine/backend/cuda/nvidia/loaded.h"
#include "engine/backend/device_list.h"
#include "engine/core/error.h"

namespace tl::cuda {
namespace {

using Result = int;
using Handle = void*;

// nccl.h's numbers.
constexpr int kFloat32 = 7;        // ncclFloat32
constexpr int kHostImmediate = 1;  // ncclScalarHostImmediate

}  // namespace

class NcclLibrary {
public:
    explicit NcclLibrary(const std::string& path) : library_("NCCL", path) {
        const auto find = [&](auto& function, const char* name) { library_.find(function, name); };
        find(getVersion, "ncclGetVersion");
        find(errorString, "ncclGetErrorString");
        find(initAll, "ncclCommInitAll");
        find(destroy, "ncclCommDestroy");
        find(abort, "ncclCommAbort");
        find(makeScaledSum, "ncclRedOpCreatePreMulSum");
        find(dropOperation, "ncclRedOpDestroy");
        find(groupStart, "ncclGroupStart");
        find(groupEnd, "ncclGroupEnd");
        find(allReduce, "ncclAllReduce");
    }
    void check(Result result, const char* what) const {
        if (result != 0)
            throw Error(Message("NCCL, asked to {what}", std::string(what)), "that it does",
                        std::string(errorString(result)));
    }

    Result (*getVersion)(int*) = nullptr;
    const char* (*errorString)(Result) = nullptr;
    Result (*initAll)(Handle*, int, const int*) = nullptr;
    Result (*destroy)(Handle) = nullptr;
    Result (*abort)(Handle) = nullptr;
    Result (*makeScaledSum)(int*, void*, int, int, Handle) = nullptr;
    Result (*dropOperation)(int, Handle) = nullptr;
    Result (*groupStart)() = nullptr;
    Result (*groupEnd)() = nullptr;
    Result (*allReduce)(const void*, void*, size_t, int, int, Handle, void*) = nullptr;

private:
    Loaded library_;
};

// Cards that are joined.
struct Nccl::Group {
    std::shared_ptr<const NcclLibrary> api;
    std::vector<Handle> ends;
    std::atomic<bool> gone = false;  // with one of them that has failed

    Group(std::shared_ptr<const NcclLibrary> library, const std::vector<int>& cards)
        : api(std::move(library)), ends(cards.size(), nullptr) {
        api->check(api->initAll(ends.data(), static_cast<int>(cards.size()), cards.data()), "join the cards");
    }
    Group(const Group&) = delete;
    Group& operator=(const Group&) = delete;
    ~Group() {
        for (Handle end : ends)
            if (end && !gone) api->destroy(end);
    }
    // A thread for each end: NCCL tells all that waits in its sums to give up, and then waits itself until no recording
    // holds any. The recordings go with their plans, which are the caller's.
    std::vector<std::jthread> abandon() {
        std::vector<std::jthread> aborting;
        if (gone.exchange(true)) return aborting;
        for (Handle end : ends) aborting.emplace_back([kept = api, end] { kept->abort(end); });
        return aborting;
    }
    void check(Result result, const char* what) const {
        if (gone) throw Error(Message("The sums over the cards were given up, since one of the cards failed."));
        api->check(result, what);
    }

    // "times this number, then the sum", on one card.
    struct ScaledSum {
        std::shared_ptr<const Group> group;
        Handle end;
        int operation = 0;

        ScaledSum(std::shared_ptr<const Group> of, Handle handle, float share) : group(std::move(of)), end(handle) {
            group->check(group->api->makeScaledSum(&operation, &share, kFloat32, kHostImmediate, end),
                         "weigh a card's share");
        }
        ScaledSum(const ScaledSum&) = delete;
        ScaledSum& operator=(const ScaledSum&) = delete;
        ~ScaledSum() {
            if (!group->gone) group->api->dropOperation(operation, end);
        }
    };
};

namespace {

std::vector<int> cardsOf(const std::string& devices) {
    std::vector<int> cards;
    const std::string kind = "cuda:";
    for (const std::string& id : deviceList(devices)) {
        int card = -1;
        if (id.rfind(kind, 0) == 0) std::from_chars(id.data() + kind.size(), id.data() + id.size(), card);
        if (card < 0) throw Error("Several devices that train together", "GPUs", id);
        cards.push_back(card);
    }
    return cards;
}

}  // namespace

Nccl::Nccl(const std::string& library) : library_(std::make_shared<const NcclLibrary>(library)) {}
Nccl::~Nccl() = default;

std::string Nccl::version() const {
    int number = 0;  // 22809
    library_->check(library_->getVersion(&number), "tell its version");
    return versionText(static_cast<size_t>(number));
}

std::shared_ptr<Communicator> Nccl::communicator(const std::string& devices, int rank) {
    struct End : Communicator {
        std::shared_ptr<Group> group;
        Handle handle = nullptr;
        LibraryCall sum(const std::string& name, std::vector<Piece> pieces, float share) override {
            LibraryCall call;
            call.name = name;
            for (const Piece& piece : pieces)
                call.accesses.push_back({piece.values, piece.count * sizeof(float), true});
            call.run = [all = group, end = handle, pieces = std::move(pieces),
                        scaled = std::make_shared<const Group::ScaledSum>(group, handle, share)](void* stream) {
                const NcclLibrary& api = *all->api;
                all->check(0, "begin a sum");
                api.check(api.groupStart(), "begin a sum");
                Result result = 0;
                for (const Piece& piece : pieces)
                    if (result == 0)
                        result = api.allReduce(piece.values, piece.values, piece.count, kFloat32, scaled->operation,
                                               end, stream);
                const Result ended = api.groupEnd();
                all->check(result, "sum over the cards");
                all->check(ended, "sum over the cards");
            };
            return call;
        }
    };
    const std::lock_guard lock(guard_);
    std::shared_ptr<Group>& group = groups_[devices];
    if (!group) group = std::make_shared<Group>(library_, cardsOf(devices));
    auto made = std::make_shared<End>();
    made->group = group;
    made->handle = group->ends.at(static_cast<size_t>(rank));
    return made;
}

void Nccl::abandon(const std::string& devices) {
    std::shared_ptr<Group> group;
    {
        const std::lock_guard lock(guard_);
        const auto found = groups_.find(devices);
        if (found == groups_.end()) return;
        group = std::move(found->second);
        groups_.erase(found);
    }
    std::vector<std::jthread> aborting = group->abandon();
    const std::lock_guard lock(guard_);
    std::ranges::move(aborting, std::back_inserter(aborting_));
}

// Never destroyed: NVIDIA's driver may be gone before the program's last static value is.
Nccl& nccl() {
    static Nccl* const loaded = new Nccl();
    return *loaded;
}

}  // namespace tl::cuda
