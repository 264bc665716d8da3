// Copies through pinned memory, recordings, and what is fetched behind them.
#include "engine/backend/cuda/device.h"

#include <cstring>
#include <utility>

namespace tl::cuda {

CudaDevice::CudaDevice(std::string id, Driver& driver, Libraries& libraries)
    : driver_(driver), lane_{&driver, driver.createStream(), &libraries, driver.createStream()},
      behind_(driver.createStream()) {
    info_.id = std::move(id);
    info_.name = driver.name();
    info_.bfloat16 = true;
    info_.threads = 1;  // of the host, for a plan
    info_.memoryBytes = driver.memoryBytes();
    addKernels(kernels_, lane_);
}

CudaDevice::~CudaDevice() {
    for (const auto& [address, staging] : staging_) driver_.freeHost(staging.host);
    for (const auto& [number, fetch] : fetches_) driver_.freeHost(fetch.host);
}

void CudaDevice::wait() {
    driver_.synchronise(lane_.stream);
    copiesAreOver(copies_);
}

void CudaDevice::copiesAreOver(uint64_t upTo) {
    for (auto& [address, staging] : staging_)
        if (staging.used <= upTo) staging.used = 0;
}

// Of destructors: what went wrong in the stream is told to whoever waits for its results.
void CudaDevice::waitQuietly(Stream stream) {
    try {
        driver_.synchronise(stream);
    } catch (const Error&) {
    }
}

void CudaDevice::free(void* address) {
    waitQuietly(lane_.stream);
    copiesAreOver(copies_);
    if (const auto found = staging_.find(address); found != staging_.end()) {
        driver_.freeHost(found->second.host);
        staging_.erase(found);
    }
    driver_.free(address);
}

CudaDevice::Staging& CudaDevice::stagingOf(const void* address, size_t bytes) {
    Staging& staging = staging_[address];
    if (staging.used) wait();
    if (staging.bytes >= bytes) return staging;
    if (staging.host) driver_.freeHost(staging.host);
    staging.host = driver_.allocateHost(bytes);
    staging.bytes = bytes;
    return staging;
}

void CudaDevice::write(void* to, const void* from, size_t bytes) {
    if (bytes == 0) return;
    Staging& staging = stagingOf(to, bytes);
    driver_.touchedByHost(staging.host, bytes, true);
    std::memcpy(staging.host, from, bytes);
    driver_.copy(to, staging.host, bytes, lane_.stream);
    staging.used = ++copies_;
}

void CudaDevice::read(void* to, const void* from, size_t bytes) {
    if (bytes == 0) return;
    const Staging& staging = stagingOf(from, bytes);
    driver_.copy(staging.host, from, bytes, lane_.stream);
    wait();
    driver_.touchedByHost(staging.host, bytes, false);
    std::memcpy(to, staging.host, bytes);
}

int CudaDevice::record(const std::function<void()>& work) {
    driver_.beginCapture(lane_.stream);
    work();
    return static_cast<int>(driver_.endCapture(lane_.stream));
}

// What is fetched is fetched before the next recording writes over it.
void CudaDevice::replay(int recording) {
    for (const auto& [number, fetch] : fetches_)
        if (fetch.underWay) driver_.wait(lane_.stream, fetch.copied);
    driver_.replay(Recording{recording}, lane_.stream);
}

int CudaDevice::makeFetch(std::vector<Piece> pieces) {
    Fetch fetch;
    for (const Piece& piece : pieces) fetch.bytes += piece.bytes;
    fetch.pieces = std::move(pieces);
    fetch.host = static_cast<std::byte*>(driver_.allocateHost(fetch.bytes));
    fetch.asked = driver_.createEvent();
    fetch.copied = driver_.createEvent();
    fetches_[++fetchNumber_] = std::move(fetch);
    return fetchNumber_;
}

void CudaDevice::fetch(int number) {
    Fetch& fetch = fetches_.at(number);
    if (fetch.underWay) fetched(number);
    driver_.record(fetch.asked, lane_.stream);
    driver_.wait(behind_, fetch.asked);
    std::byte* to = fetch.host;
    for (const Piece& piece : fetch.pieces) {
        driver_.copy(to, piece.from, piece.bytes, behind_);
        to += piece.bytes;
    }
    driver_.record(fetch.copied, behind_);
    fetch.copies = copies_;
    fetch.underWay = true;
}

const std::byte* CudaDevice::fetched(int number) {
    Fetch& fetch = fetches_.at(number);
    if (fetch.underWay) {
        driver_.synchronise(behind_);
        copiesAreOver(fetch.copies);
        for (auto& [each, other] : fetches_) other.underWay = false;
    }
    driver_.touchedByHost(fetch.host, fetch.bytes, false);
    return fetch.host;
}

void CudaDevice::dropFetch(int number) {
    const auto found = fetches_.find(number);
    if (found->second.underWay) waitQuietly(behind_);
    driver_.freeHost(found->second.host);
    fetches_.erase(found);
}

}  // namespace tl::cuda
