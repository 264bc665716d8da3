// Walks over the fields of a serialised protocol buffer without building objects: most of an event file is millions of
// messages of one number each. Whatever is not well formed ends the walk with ok() false; nothing outside is touched.
#pragma once

#include <cstdint>
#include <cstring>
#include <span>
#include <string_view>
#include <utility>

namespace tl {

class WireReader {
public:
    explicit WireReader(std::span<const uint8_t> bytes) : at_(bytes.data()), end_(at_ + bytes.size()) {}

    // The next field; false at the end. The value of one that is not asked for is passed over by the next call.
    bool next() {
        if (pending_) skip();
        if (!ok_ || at_ == end_) return false;
        const uint64_t key = varintHere();
        field_ = static_cast<uint32_t>(key >> 3);
        type_ = static_cast<int>(key & 7);
        if (field_ == 0) ok_ = false;
        pending_ = ok_;
        return ok_;
    }
    uint32_t field() const { return field_; }
    bool ok() const { return ok_; }

    bool isVarint() const { return type_ == 0; }
    bool isBytes() const { return type_ == 2; }
    bool isFixed32() const { return type_ == 5; }
    bool isFixed64() const { return type_ == 1; }

    // Of another type than asked for: the walk ends.
    uint64_t varint() { return take(0) ? varintHere() : 0; }
    float fixedFloat() { return take(5) ? fixed<float>() : 0; }
    double fixedDouble() { return take(1) ? fixed<double>() : 0; }
    std::span<const uint8_t> bytes() {
        if (!take(2)) return {};
        const uint64_t length = varintHere();
        if (length > static_cast<uint64_t>(end_ - at_)) {
            ok_ = false;
            return {};
        }
        const std::span<const uint8_t> here(at_, static_cast<size_t>(length));
        at_ += length;
        return here;
    }
    // Each number of a packed list of varints; one that is cut short is none.
    template <typename Take>
    static void packed(std::span<const uint8_t> list, Take take) {
        uint64_t value = 0;
        int shift = 0;
        for (const uint8_t byte : list) {
            if (shift < 64) value |= static_cast<uint64_t>(byte & 127) << shift;
            shift += 7;
            if (byte >= 128) continue;
            take(std::exchange(value, 0));
            shift = 0;
        }
    }
    std::string_view text() {
        const auto here = bytes();
        return {reinterpret_cast<const char*>(here.data()), here.size()};
    }

private:
    bool take(int type) {
        pending_ = false;
        if (type_ != type) ok_ = false;
        return ok_;
    }
    uint64_t varintHere() {
        uint64_t value = 0;
        for (int shift = 0; shift < 70 && at_ < end_; shift += 7) {
            const uint8_t byte = *at_++;
            if (shift < 64) value |= static_cast<uint64_t>(byte & 127) << shift;
            if (byte < 128) return value;
        }
        ok_ = false;
        return 0;
    }
    template <typename T>
    T fixed() {
        T value{};
        if (static_cast<size_t>(end_ - at_) < sizeof value) {
            ok_ = false;
            return value;
        }
        std::memcpy(&value, at_, sizeof value);
        at_ += sizeof value;
        return value;
    }
    void skip() {
        switch (type_) {
        case 0: (void)varint(); break;
        case 1: (void)fixedDouble(); break;
        case 2: (void)bytes(); break;
        case 5: (void)fixedFloat(); break;
        default: ok_ = false;  // groups are of another age
        }
    }

    const uint8_t* at_;
    const uint8_t* end_;
    uint32_t field_ = 0;
    int type_ = 0;
    bool pending_ = false, ok_ = true;
};

}  // namespace tl
