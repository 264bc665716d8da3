// A value that copies share until one of them is changed: copying it costs a count, whatever its size. Copies may live
// on different threads; one object belongs to one thread at a time, as with any value.
#pragma once

#include <atomic>
#include <utility>

namespace tl {

template <typename T>
class CopyOnWrite {
public:
    CopyOnWrite() : CopyOnWrite(T()) {}
    CopyOnWrite(T value) : box_(new Box{std::move(value), 1}) {}
    CopyOnWrite(const CopyOnWrite& other) : box_(other.box_) { box_->owners.fetch_add(1, std::memory_order_relaxed); }
    CopyOnWrite(CopyOnWrite&& other) noexcept : box_(std::exchange(other.box_, nullptr)) {}
    CopyOnWrite& operator=(CopyOnWrite other) noexcept {
        std::swap(box_, other.box_);
        return *this;
    }
    ~CopyOnWrite() {
        if (box_ && box_->owners.fetch_sub(1, std::memory_order_acq_rel) == 1) delete box_;
    }

    const T& operator*() const { return box_->value; }
    const T* operator->() const { return &box_->value; }
    // The value for this one alone. The reference holds until the next copy is made or edited.
    T& edit() {
        if (box_->owners.load(std::memory_order_acquire) != 1) *this = CopyOnWrite(T(box_->value));
        return box_->value;
    }
    bool sharesWith(const CopyOnWrite& other) const { return box_ == other.box_; }
    friend bool operator==(const CopyOnWrite& a, const CopyOnWrite& b) { return a.sharesWith(b) || *a == *b; }

private:
    struct Box {
        T value;
        std::atomic<int> owners;
    };
    Box* box_;
};

}  // namespace tl
