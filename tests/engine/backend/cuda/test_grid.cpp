// GPU threads on the CPU: what threads that meet tell each other, what a missing barrier comes to, and what is refused.
#include <QtTest>

#include "tests/support/refusal.h"
//
#include "engine/backend/cuda/host/prelude.h"

namespace test_grid {

using namespace tl;
using namespace tl::cuda;
using tl::test::refusal;

namespace {

constexpr unsigned kAll = 0xffffffffu;

// The sum of 0 ... threads - 1 by halves, as every thread sees it.
std::vector<int> sums(uint64_t seed, unsigned threads) {
    std::vector<int> seen(threads, -1);
    runGrid(
        {1}, {threads},
        [&] {
            TL_SHARED(int, part, 256);
            part[threadIdx.x] = static_cast<int>(threadIdx.x);
            __syncthreads();
            for (unsigned half = blockDim.x / 2; half > 0; half /= 2) {
                if (threadIdx.x < half) part[threadIdx.x] += part[threadIdx.x + half];
                __syncthreads();
            }
            seen[threadIdx.x] = part[0];
        },
        seed);
    return seen;
}

}  // namespace

class TestCudaGrid : public QObject {
    Q_OBJECT
private slots:
    void everyThreadRunsOnce();
    void orderIsDrawn();
    void barriers();
    void missingBarrierIsSeen();
    void shuffles();
    void votes();
    void halfAWarp();
    void sharedMemoryIsTheBlocks();
    void refused_data();
    void refused();
};

void TestCudaGrid::everyThreadRunsOnce() {
    std::vector<int> runs(size_t{3} * 2 * 5 * 4 * 2 * 3);
    runGrid(
        {3, 2, 5}, {4, 2, 3},
        [&] {
            QCOMPARE(gridDim.y, 2u);
            QCOMPARE(blockDim.z, 3u);
            const unsigned block = (blockIdx.z * 2 + blockIdx.y) * 3 + blockIdx.x;
            const unsigned thread = (threadIdx.z * 2 + threadIdx.y) * 4 + threadIdx.x;
            ++runs[block * 24 + thread];
        },
        7);
    QCOMPARE(runs, std::vector<int>(runs.size(), 1));
}

void TestCudaGrid::orderIsDrawn() {
    const auto order = [](uint64_t seed) {
        std::vector<unsigned> seen;
        runGrid(
            {4}, {32}, [&] { seen.push_back(blockIdx.x * 32 + threadIdx.x); }, seed);
        return seen;
    };
    QCOMPARE(order(1), order(1));
    QVERIFY(order(1) != order(2));
}

void TestCudaGrid::barriers() {
    for (uint64_t seed = 0; seed < 20; ++seed) QCOMPARE(sums(seed, 256), std::vector<int>(256, 255 * 256 / 2));
    QCOMPARE(sums(1, 64), std::vector<int>(64, 63 * 64 / 2));
}

void TestCudaGrid::missingBarrierIsSeen() {
    cuda::barriers().met.clear();
    sums(1, 256);
    const std::set<Site> sites = cuda::barriers().met;
    QCOMPARE(sites.size(), 2ul);
    for (const Site& site : sites) {
        cuda::barriers().removed = &site;
        const std::vector<int> seen = sums(1, 256);
        cuda::barriers().removed = nullptr;
        QVERIFY2(seen != std::vector<int>(256, 255 * 256 / 2), site.text().c_str());
    }
}

void TestCudaGrid::shuffles() {
    std::vector<float> sum(64), next(64), third(64);
    runGrid(
        {1}, {64},
        [&] {
            const unsigned i = threadIdx.x;
            float x = static_cast<float>(i);
            next[i] = __shfl_down_sync(kAll, x, 1);
            third[i] = __shfl_sync(kAll, x, 3);
            for (int distance = 16; distance > 0; distance /= 2) x += __shfl_xor_sync(kAll, x, distance);
            sum[i] = x;
        },
        3);
    for (unsigned i = 0; i < 64; ++i) {
        QCOMPARE(sum[i], i < 32 ? 496.0f : 496.0f + 32 * 32);
        QCOMPARE(next[i], static_cast<float>(i % 32 == 31 ? i : i + 1));
        QCOMPARE(third[i], i < 32 ? 3.0f : 35.0f);
    }
}

void TestCudaGrid::votes() {
    std::vector<uint32_t> bits(32);
    std::vector<int> any(32), all(32);
    runGrid(
        {1}, {32},
        [&] {
            const unsigned i = threadIdx.x;
            bits[i] = __ballot_sync(kAll, i % 3 == 0);
            any[i] = __any_sync(kAll, i == 40);
            all[i] = __all_sync(kAll, i < 32);
            __syncwarp(kAll);
        },
        3);
    QCOMPARE(bits, std::vector<uint32_t>(32, 0x49249249u));
    QCOMPARE(any, std::vector<int>(32, 0));
    QCOMPARE(all, std::vector<int>(32, 1));
}

// Lanes that part may meet in halves.
void TestCudaGrid::halfAWarp() {
    std::vector<unsigned> first(32);
    runGrid(
        {1}, {32},
        [&] {
            const unsigned i = threadIdx.x;
            if (i < 16)
                first[i] = __shfl_sync(0xffffu, i, 2);
            else
                first[i] = __shfl_sync(0xffff0000u, i, 18);
        },
        3);
    for (unsigned i = 0; i < 32; ++i) QCOMPARE(first[i], i < 16 ? 2u : 18u);
}

void TestCudaGrid::sharedMemoryIsTheBlocks() {
    int unset = 0;
    runGrid(
        {5}, {32},
        [&] {
            TL_SHARED(float, value, 32);
            unset += std::isnan(value[threadIdx.x]);  // nothing is left of the block before
            value[threadIdx.x] = 1;
        },
        1);
    QCOMPARE(unset, 5 * 32);
}

void TestCudaGrid::refused_data() {
    QTest::addColumn<int>("number");
    QTest::addColumn<QString>("says");
    const char* says[] = {"ended without",    "at another barrier", "never come", "without the lane itself",
                          "has not so many",  "as a source",        "has ended",  "at another meeting",
                          "1 to 1024 threads"};
    for (int i = 0; i < 9; ++i) QTest::newRow(says[i]) << i << says[i];
}

void TestCudaGrid::refused() {
    QFETCH(int, number);
    QFETCH(QString, says);
    const std::vector<std::function<void()>> kernels{
        [] {
            if (threadIdx.x < 40) __syncthreads();
        },
        [] {
            if (threadIdx.x < 40)
                __syncthreads();
            else
                __syncthreads();
        },
        [] {
            if (threadIdx.x == 31)
                __syncthreads();
            else
                __syncwarp(kAll);
        },
        [] { __syncwarp(1u); },
        [] { __syncwarp(kAll); },
        [] {
            if (threadIdx.x < 16) (void)__shfl_sync(0xffffu, 1, 20);
        },
        [] {
            if (threadIdx.x % 32 != 5) __syncwarp(kAll);
        },
        [] {
            if (threadIdx.x % 2)
                __syncwarp(kAll);
            else
                __syncwarp(kAll);
        },
        [] {},
    };
    const unsigned threads = number == 4 ? 48 : number == 8 ? 1025 : 64;
    const QString text = refusal([&] { runGrid({1}, {threads}, kernels[static_cast<size_t>(number)], 1); });
    QVERIFY2(text.contains(says), qPrintable(text));
    if (number < 8) QVERIFY2(text.contains("test_grid.cpp:"), qPrintable(text));
}

QTEST_GUILESS_MAIN(TestCudaGrid)

}  // namespace test_grid

#include "test_grid.moc"
