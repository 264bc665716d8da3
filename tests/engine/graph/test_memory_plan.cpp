// The memory planner: blocks alive together never overlap, sharing saves memory, and nothing is lost to alignment.
#include <QtTest>

#include "engine/core/rng.h"
#include "engine/graph/memory_plan.h"

namespace test_memory_plan {

using namespace tl;

class TestMemoryPlan : public QObject {
    Q_OBJECT
private slots:
    void neverOverlaps();
    void sharesWherePossible();
    void fillsGaps();
};

void TestMemoryPlan::neverOverlaps() {
    for (uint64_t round = 0; round < 50; ++round) {
        Rng rng(round, 1);
        std::vector<MemoryBlock> blocks;
        for (int i = 0; i < 120; ++i) {
            const int first = static_cast<int>(rng.below(60));
            blocks.push_back({rng.below(5000), first, first + static_cast<int>(rng.below(20))});
        }
        const MemoryPlan plan = planMemory(blocks);
        size_t total = 0, peak = 0;
        for (int step = 0; step < 80; ++step) {
            size_t alive = 0;
            for (const MemoryBlock& block : blocks)
                if (block.first <= step && step <= block.last) alive += block.bytes;
            peak = std::max(peak, alive);
        }
        for (size_t a = 0; a < blocks.size(); ++a) {
            QCOMPARE(plan.offsets[a] % 64, size_t{0});
            QVERIFY(plan.offsets[a] + blocks[a].bytes <= plan.bytes);
            total += (blocks[a].bytes + 63) / 64 * 64;
            for (size_t b = 0; b < a; ++b) {
                const bool together = blocks[a].first <= blocks[b].last && blocks[b].first <= blocks[a].last;
                const bool overlap = plan.offsets[a] < plan.offsets[b] + blocks[b].bytes &&
                                     plan.offsets[b] < plan.offsets[a] + blocks[a].bytes;
                QVERIFY(!(together && overlap));
            }
        }
        QVERIFY(plan.bytes >= peak);
        QVERIFY2(static_cast<double>(plan.bytes) < 1.35 * static_cast<double>(peak),
                 qPrintable(QString("%1 bytes for a peak of %2").arg(plan.bytes).arg(peak)));
        QCOMPARE(planMemory(blocks, false).bytes, total);
    }
}

void TestMemoryPlan::sharesWherePossible() {
    // A chain: only neighbours are alive together.
    std::vector<MemoryBlock> chain;
    for (int i = 0; i < 10; ++i) chain.push_back({1000, i, i + 1});
    QCOMPARE(planMemory(chain).bytes, size_t{2 * 1024});
    QCOMPARE(planMemory({}).bytes, size_t{0});
}

void TestMemoryPlan::fillsGaps() {
    // 256 and 128 stay; the 64 of step 1 and the 64 of step 2 share the gap that step 0's block leaves behind.
    const MemoryPlan plan = planMemory({{256, 0, 9}, {192, 0, 0}, {128, 1, 9}, {64, 1, 1}, {64, 2, 2}});
    QCOMPARE(plan.bytes, size_t{256 + 192});
}

QTEST_GUILESS_MAIN(TestMemoryPlan)

}  // namespace test_memory_plan

#include "test_memory_plan.moc"
