// A block that grows: where it is, what was in it, and how far it goes.
#include <QtTest>

#include <algorithm>
#include <cstdint>
#include <vector>

#include "engine/backend/growing_memory.h"

namespace test_growing_memory {

using tl::GrowingMemory;

class TestGrowingMemory : public QObject {
    Q_OBJECT
private slots:
    void nothingAtFirst() {
        GrowingMemory memory;
        QCOMPARE(memory.begin(), nullptr);
        QVERIFY(memory.grow(0));
        QCOMPARE(memory.bytes(), size_t{0});
    }

    void growsWhereItIs() {
        GrowingMemory memory;
        QVERIFY(memory.grow(1000));
        std::byte* const begin = memory.begin();
        QCOMPARE(reinterpret_cast<uintptr_t>(begin) % 64, uintptr_t{0});
        const auto isZero = [](std::byte byte) { return byte == std::byte{0}; };
        QVERIFY(std::all_of(begin, begin + 1000, isZero));
        std::fill(begin, begin + 1000, std::byte{7});
        QVERIFY(memory.grow(50'000'000));
        QCOMPARE(memory.begin(), begin);
        QCOMPARE(memory.bytes(), size_t{50'000'000});
        QVERIFY(std::all_of(begin, begin + 1000, [](std::byte byte) { return byte == std::byte{7}; }));
        QVERIFY(std::all_of(begin + 1000, begin + 50'000'000, isZero));
        std::fill(begin, begin + 50'000'000, std::byte{1});
        QVERIFY(memory.grow(10));  // never less
        QCOMPARE(memory.bytes(), size_t{50'000'000});
    }

    // Many at once: each has only addresses for as much as the machine has.
    void many() {
        std::vector<GrowingMemory> all(50);
        for (size_t i = 0; i < all.size(); ++i) {
            QVERIFY(all[i].grow(100 + i));
            *all[i].begin() = static_cast<std::byte>(i);
        }
        for (size_t i = 0; i < all.size(); ++i) QCOMPARE(*all[i].begin(), static_cast<std::byte>(i));
    }

    // Nobody has an exabyte, and what is there stays.
    void notWithoutEnd() {
        GrowingMemory memory;
        QVERIFY(memory.grow(64));
        *memory.begin() = std::byte{3};
        QVERIFY(!memory.grow(size_t{1} << 60));
        QCOMPARE(memory.bytes(), size_t{64});
        QCOMPARE(*memory.begin(), std::byte{3});
    }
};

QTEST_GUILESS_MAIN(TestGrowingMemory)

}  // namespace test_growing_memory

#include "test_growing_memory.moc"
