// Copies through pinned memory, recordings, what travels ahead of a step and what is fetched behind it.
#include "engine/backend/cuda/device.h"

#include <algorithm>
#include <cstring>
#include <mutex>
#include <utility>

#include "engine/backend/memory.h"

namespace tl::cuda {
namespace {

constexpr size_t kPiece = size_t{4} << 20;

using Lock = std::lock_guard<std::recursive_mutex>;

}  // namespace

CudaDevice::CudaDevice(std::string id, Driver& driver, Libraries& libraries)
    : driver_(driver), lane_{&driver, driver.createStream(), &libraries, driver.createStream()},
      ahead_(driver.createStream()), behind_(driver.createStream()), asked_(driver.createEvent()) {
    info_.id = std::move(id);
    info_.name = driver.name();
    info_.bfloat16 = info_.tf32 = info_.float8 = true;
    info_.threads = 1;  // of the host, for a plan
    info_.memoryBytes = driver.memoryBytes();
    addKernels(kernels_, lane_);
}

CudaDevice::~CudaDevice() {
    try {
        wait();
        for (const Bounce& bounce : bounces_) driver_.freeHost(bounce.host);
        for (auto& [address, feed] : feeds_) drop(feed);
        for (auto& [number, fetch] : fetchesBy_) drop(fetch);
    } catch (const Error&) {  // what went wrong on the device is told to whoever waits for its results
    }
}

void CudaDevice::wait() {
    driver_.synchronise(lane_.stream);
    copiesOver_ = copies_;
}

void* CudaDevice::allocate(size_t bytes) {
    const Lock lock(driver_.guard());
    require(Message("A piece of a network"), bytes, 0);
    void* const address = driver_.allocate(bytes);
    blocks_[address] = bytes;
    return address;
}

size_t CudaDevice::available() const {
    const Lock lock(driver_.guard());
    return driver_.availableBytes();
}

void CudaDevice::require(const Message& what, size_t bytes, size_t there) const {
    const Lock lock(driver_.guard());
    if (const size_t all = available() + there; bytes > all) throw NotEnoughMemory(what, bytes, all, info_.id);
}

// Of destructors: what went wrong in the stream is told to whoever waits for its results.
void CudaDevice::waitQuietly(Stream stream) {
    try {
        driver_.synchronise(stream);
    } catch (const Error&) {
    }
}

void CudaDevice::free(void* address) {
    const Lock lock(driver_.guard());
    waitQuietly(lane_.stream);
    copiesOver_ = copies_;
    if (const auto block = blocks_.find(address); block != blocks_.end()) {
        const void* const end = static_cast<const std::byte*>(address) + block->second;
        for (auto each = feeds_.lower_bound(address); each != feeds_.end() && each->first < end;) {
            const Feed feed = each->second;
            each = feeds_.erase(each);
            drop(feed);
        }
        blocks_.erase(block);
    }
    driver_.free(address);
}

// What was asked of the lane before is over, too.
void CudaDevice::wait(const Bounce& bounce) {
    if (isOver(bounce.used)) return;
    driver_.synchronise(bounce.done);
    copiesOver_ = std::max(copiesOver_, bounce.used);
}

CudaDevice::Bounce& CudaDevice::nextBounce() {
    Bounce& bounce = bounces_[bounce_];
    bounce_ = (bounce_ + 1) % bounces_.size();
    if (!bounce.host) {
        bounce.host = static_cast<std::byte*>(driver_.allocateHost(kPiece));
        bounce.done = driver_.createEvent();
    }
    wait(bounce);
    return bounce;
}

void CudaDevice::pass(Bounce& bounce, void* to, const void* from, size_t bytes) {
    driver_.copy(to, from, bytes, lane_.stream);
    driver_.record(bounce.done, lane_.stream);
    bounce.used = ++copies_;
}

void CudaDevice::write(void* to, const void* from, size_t bytes) {
    const Lock lock(driver_.guard());
    for (size_t at = 0; at < bytes; at += kPiece) {
        const size_t piece = std::min(kPiece, bytes - at);
        Bounce& bounce = nextBounce();
        driver_.touchedByHost(bounce.host, piece, true);
        std::memcpy(bounce.host, static_cast<const std::byte*>(from) + at, piece);
        pass(bounce, static_cast<std::byte*>(to) + at, bounce.host, piece);
    }
}

void CudaDevice::read(void* to, const void* from, size_t bytes) {
    const Lock lock(driver_.guard());
    for (size_t at = 0; at < bytes; at += kPiece) {
        const size_t piece = std::min(kPiece, bytes - at);
        Bounce& bounce = nextBounce();
        pass(bounce, bounce.host, static_cast<const std::byte*>(from) + at, piece);
        wait(bounce);
        driver_.touchedByHost(bounce.host, piece, false);
        std::memcpy(static_cast<std::byte*>(to) + at, bounce.host, piece);
    }
}

void CudaDevice::drop(const Feed& feed) {
    for (const Parcel& parcel : feed.parcels) {
        driver_.dropEvent(parcel.arrived);
        driver_.dropEvent(parcel.taken);
        driver_.freeHost(parcel.host);
        driver_.free(parcel.device);
    }
}

CudaDevice::Feed& CudaDevice::feedOf(void* address, size_t bytes) {
    if (const auto found = feeds_.find(address); found != feeds_.end()) {
        if (found->second.bytes >= bytes) return found->second;
        wait();
        drop(found->second);
        feeds_.erase(found);
    }
    Feed feed;
    feed.bytes = bytes;
    try {
        require(Message("A piece of a network"), feed.parcels.size() * bytes, 0);
        for (Parcel& parcel : feed.parcels) {
            parcel.host = driver_.allocateHost(bytes);
            parcel.device = driver_.allocate(bytes);
            parcel.arrived = driver_.createEvent();
            parcel.taken = driver_.createEvent();
        }
    } catch (...) {
        drop(feed);
        throw;
    }
    return feeds_.emplace(address, feed).first->second;
}

// Over the bus on a stream of its own, from there to its place in the order of the work.
void CudaDevice::feed(void* to, const void* from, size_t bytes) {
    if (bytes == 0) return;
    const Lock lock(driver_.guard());
    Feed& feed = feedOf(to, bytes);
    Parcel& parcel = feed.parcels[feed.next];
    feed.next = (feed.next + 1) % feed.parcels.size();
    if (!isOver(parcel.used)) driver_.synchronise(parcel.arrived);
    driver_.touchedByHost(parcel.host, bytes, true);
    std::memcpy(parcel.host, from, bytes);
    driver_.wait(ahead_, parcel.taken);
    driver_.copy(parcel.device, parcel.host, bytes, ahead_);
    driver_.record(parcel.arrived, ahead_);
    driver_.wait(lane_.stream, parcel.arrived);
    driver_.copy(to, parcel.device, bytes, lane_.stream);
    driver_.record(parcel.taken, lane_.stream);
    parcel.used = ++copies_;
}

int CudaDevice::record(const std::function<void()>& work) {
    const Lock lock(driver_.guard());
    driver_.beginCapture(lane_.stream);
    try {
        work();
    } catch (...) {
        driver_.dropCapture(lane_.stream);
        throw;
    }
    return static_cast<int>(driver_.endCapture(lane_.stream));
}

void CudaDevice::replay(int recording) {
    const Lock lock(driver_.guard());
    driver_.replay(Recording{recording}, lane_.stream);
}

void CudaDevice::behind(const uint32_t* word, const std::function<void()>& work) {
    const Lock lock(driver_.guard());
    driver_.setGate(word);
    try {
        work();
    } catch (...) {
        driver_.setGate(nullptr);
        throw;
    }
    driver_.setGate(nullptr);
}

void CudaDevice::dropRecording(int recording) noexcept {
    const Lock lock(driver_.guard());
    waitQuietly(lane_.stream);
    driver_.dropRecording(Recording{recording});
}

int CudaDevice::makeFetch(std::vector<Piece> pieces) {
    const Lock lock(driver_.guard());
    Fetch fetch;
    for (const Piece& piece : pieces) fetch.bytes += piece.bytes;
    fetch.pieces = std::move(pieces);
    try {
        for (Fetch::Copy& copy : fetch.copies) {
            copy.host = static_cast<std::byte*>(driver_.allocateHost(fetch.bytes));
            copy.made = driver_.createEvent();
        }
    } catch (...) {
        drop(fetch);
        throw;
    }
    fetchesBy_[++fetchNumber_] = std::move(fetch);
    return fetchNumber_;
}

uint64_t CudaDevice::fetch(int number) {
    const Lock lock(driver_.guard());
    Fetch& fetch = fetchesBy_.at(number);
    fetch.last = (fetch.last + 1) % fetch.copies.size();
    Fetch::Copy& copy = fetch.copies[fetch.last];
    driver_.record(asked_, lane_.stream);
    driver_.wait(behind_, asked_);
    std::byte* to = copy.host;
    for (const Piece& piece : fetch.pieces) {
        driver_.copy(to, piece.from, piece.bytes, behind_);
        to += piece.bytes;
    }
    driver_.record(copy.made, behind_);
    copy.copies = copies_;
    return copy.number = ++fetches_;
}

const std::byte* CudaDevice::fetched(int number, uint64_t copy) {
    const Lock lock(driver_.guard());
    Fetch& fetch = fetchesBy_.at(number);
    const auto found = std::ranges::find(fetch.copies, copy, &Fetch::Copy::number);
    if (found == fetch.copies.end())
        throw Error("Numbers read from the GPU", "those of the last two steps", "those of an earlier one");
    if (copy > fetchesOver_) {
        driver_.synchronise(found->made);
        fetchesOver_ = copy;
        copiesOver_ = std::max(copiesOver_, found->copies);
    }
    driver_.touchedByHost(found->host, fetch.bytes, false);
    return found->host;
}

void CudaDevice::mayOverwrite(int number) {
    const Lock lock(driver_.guard());
    const Fetch& fetch = fetchesBy_.at(number);
    const Fetch::Copy& copy = fetch.copies[fetch.last];
    if (copy.number > fetchesOver_) driver_.wait(lane_.stream, copy.made);
}

void CudaDevice::drop(const Fetch& fetch) {
    for (const Fetch::Copy& copy : fetch.copies) {
        driver_.dropEvent(copy.made);
        driver_.freeHost(copy.host);
    }
}

void CudaDevice::dropFetch(int number) {
    const Lock lock(driver_.guard());
    const auto found = fetchesBy_.find(number);
    if (fetchesOver_ < fetches_) waitQuietly(behind_);
    fetchesOver_ = fetches_;
    drop(found->second);
    fetchesBy_.erase(found);
}

}  // namespace tl::cuda
