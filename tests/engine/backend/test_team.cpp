// The team of threads: every part runs once, whoever runs it; parts that need one another run at the same time; and
// oneDNN's OpenMP regions run on it.
#include <QtTest>

#include <dlfcn.h>
#include <pthread.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <numeric>
#include <string>
#include <system_error>
#include <thread>
#include <vector>

#include "engine/backend/cpu/support.h"
#include "engine/backend/threads.h"
#include "engine/core/error.h"
#include "engine/graph/plan.h"

namespace test_team {

using namespace tl;

namespace {

// All threads of this program but the caller's wait for something, so there is nothing that they still do.
bool othersSleep() {
    std::error_code gone;
    for (const auto& task : std::filesystem::directory_iterator("/proc/self/task", gone)) {
        if (task.path().filename() == std::to_string(::gettid())) continue;
        std::ifstream file(task.path() / "stat");
        const std::string stat{std::istreambuf_iterator<char>(file), {}};
        const size_t name = stat.rfind(')');  // "12 (name) S ..."
        if (name != std::string::npos && name + 2 < stat.size() && stat[name + 2] != 'S') return false;
    }
    return true;
}

}  // namespace

class TestTeam : public QObject {
    Q_OBJECT
private slots:
    void everyPartOnce();
    void afterSleep();
    void lateWorkersLeaveOldRegionsAlone();
    void nestedRegionsAreSerial();
    void callersHaveTheirOwn();
    void partsMeetAtBarriers();
    void failuresReachTheCaller_data();
    void failuresReachTheCaller();
    void failuresInAKernel();
    void aThreadThatCannotBeMade();
    void standsInForOpenMp();
};

void TestTeam::everyPartOnce() {
    for (int parts : {1, 2, 3, 7})
        for (int round = 0; round < 2000; ++round) {
            std::vector<std::atomic<int>> runs(static_cast<size_t>(parts));
            cpu::forParts(parts, [&](int part) { ++runs[static_cast<size_t>(part)]; });
            for (const auto& count : runs) QCOMPARE(count.load(), 1);
        }
}

// Workers that have gone to sleep take part again.
void TestTeam::afterSleep() {
    for (int round = 0; round < 50; ++round) {
        std::atomic<int> sum{0};
        cpu::forParts(3, [&](int part) { sum += part + 1; });
        QCOMPARE(sum.load(), 6);
        bool slept = false;  // once is enough: a sanitizer's own thread wakes now and then
        QTRY_VERIFY(slept = slept || othersSleep());
    }
}

// Far more parts than cores, so that workers wake when the caller has taken their part and gone on: nothing may run in
// a region that is over. Each region's count stays where it is, so that a late run is seen.
void TestTeam::lateWorkersLeaveOldRegionsAlone() {
    constexpr int kParts = 9, kRegions = 100000;
    std::vector<std::array<std::atomic<int>, kParts>> runs(kRegions);
    std::atomic<bool> stop{false};
    std::vector<std::jthread> others;  // so that workers wait for a core
    for (int i = 0; i < physicalThreads(); ++i)
        others.emplace_back([&] {
            while (!stop.load(std::memory_order_relaxed)) {
            }
        });
    for (auto& region : runs) cpu::forParts(kParts, [&](int part) { ++region[static_cast<size_t>(part)]; });
    stop = true;
    others.clear();
    bool slept = false;
    QTRY_VERIFY(slept = slept || othersSleep());
    for (const auto& region : runs)
        for (const auto& count : region) QCOMPARE(count.load(), 1);
}

void TestTeam::nestedRegionsAreSerial() {
    std::atomic<int> inner{0}, together{0};
    cpu::forParts(2, [&](int) {
        if (cpu::threadLimit() != 1) ++together;
        const auto caller = std::this_thread::get_id();
        cpu::forParts(4, [&](int) {
            ++inner;
            if (std::this_thread::get_id() != caller) ++together;
        });
    });
    QCOMPARE(inner.load(), 8);
    QCOMPARE(together.load(), 0);
}

void TestTeam::callersHaveTheirOwn() {
    std::atomic<int> wrong{0};
    std::vector<std::jthread> callers;
    for (int caller = 0; caller < 3; ++caller)
        callers.emplace_back([&, caller] {
            for (int round = 0; round < 500; ++round) {
                std::vector<int> found(4, -1);
                cpu::forParts(4, [&](int part) { found[static_cast<size_t>(part)] = caller * 10 + part; });
                for (int part = 0; part < 4; ++part) wrong += found[static_cast<size_t>(part)] != caller * 10 + part;
            }
        });
    callers.clear();
    QCOMPARE(wrong.load(), 0);
}

void TestTeam::partsMeetAtBarriers() {
    constexpr int kParts = 3, kRounds = 300;
    struct Shared {
        std::atomic<int> arrived{0}, early{0};
    } shared;
    cpu::runTogether(
        kParts,
        [](const void* argument, int) {
            auto& found = *const_cast<Shared*>(static_cast<const Shared*>(argument));
            for (int round = 1; round <= kRounds; ++round) {
                ++found.arrived;
                cpu::teamBarrier();
                if (found.arrived.load() < round * kParts) ++found.early;
                cpu::teamBarrier();
            }
        },
        &shared);
    QCOMPARE(shared.arrived.load(), kParts * kRounds);
    QCOMPARE(shared.early.load(), 0);
}

void TestTeam::failuresReachTheCaller_data() {
    QTest::addColumn<int>("first");  // of the parts that throw
    QTest::addColumn<bool>("together");
    for (const bool together : {false, true})
        for (const int first : {0, 1, 3})
            QTest::addRow("from part %d, %s", first, together ? "together" : "alone") << first << together;
}

// The program goes on, the other parts end, and the next region is as good as any.
void TestTeam::failuresReachTheCaller() {
    QFETCH(int, first);
    QFETCH(bool, together);
    struct Shared {
        int first;
        bool together;
        std::atomic<int> ended{0}, met{0};
    };
    const auto body = [](const void* argument, int part) {
        auto& shared = *const_cast<Shared*>(static_cast<const Shared*>(argument));
        struct End {
            std::atomic<int>& count;
            ~End() { ++count; }
        } const end{shared.ended};
        if (shared.together) cpu::teamBarrier();
        if (part >= shared.first) throw Error("part " + std::to_string(part));
        if (shared.together) cpu::teamBarrier(), ++shared.met;
    };
    for (int round = 0; round < 200; ++round) {
        Shared shared{first, together, {}, {}};
        std::string said;
        try {
            (together ? cpu::runTogether : cpu::runParts)(4, body, &shared);
        } catch (const Error& error) {
            said = error.what();
        }
        QVERIFY2(said.starts_with("part ") && said[5] - '0' >= first, said.c_str());
        QCOMPARE(shared.ended.load(), 4);
        QCOMPARE(shared.met.load(), 0);
        QVERIFY(!cpu::insideRegion());
        std::atomic<int> fine{0};
        cpu::forParts(4, [&](int) { ++fine; });
        QCOMPARE(fine.load(), 4);
    }
}

// One part of a kernel throws on a thread of the team: who runs the plan gets its sentence.
void TestTeam::failuresInAKernel() {
    KernelTable table;
    table.add("Add", [](const KernelRequest& request) {
        Kernel kernel = cpu::plainKernel(request);
        kernel.bind = [](const KernelBuffers&) {
            return [] {
                cpu::forParts(4, [](int part) {
                    if (part == 2) throw Error("The third part failed.");
                });
            };
        };
        return kernel;
    });
    Graph graph;
    const ValueId a = graph.addInput("a", {4}, DType::Float32), b = graph.addInput("b", {4}, DType::Float32);
    CompileOptions options;
    options.kernels = &table;
    options.threads = 4;
    options.outputs = graph.addNode("Add", "sum", {a, b});
    ModelState state;
    Plan plan(graph, state, options);
    for (int round = 0; round < 3; ++round) QVERIFY_THROWS_EXCEPTION(Error, plan.runAll({}));
}

// The system has no thread left: the caller hears of it, and the team waits for nobody who is not there.
void TestTeam::aThreadThatCannotBeMade() {
    bool refused = false;
    std::atomic<int> met{0};
    std::thread([&] {  // whose team has no worker yet
        pthread_attr_t usual{};
        pthread_getattr_default_np(&usual);
        pthread_attr_t huge = usual;
        pthread_attr_setstacksize(&huge, size_t{1} << 50);  // more than there are addresses
        pthread_setattr_default_np(&huge);
        try {
            cpu::forParts(3, [](int) {});
        } catch (const std::system_error&) {
            refused = true;
        }
        pthread_setattr_default_np(&usual);
        const auto meet = [](const void* argument, int) {
            cpu::teamBarrier();
            ++*const_cast<std::atomic<int>*>(static_cast<const std::atomic<int>*>(argument));
        };
        cpu::runTogether(3, meet, &met);
    })
        .join();
    QVERIFY(refused);
    QCOMPARE(met.load(), 3);
}

// What oneDNN finds when it looks for libgomp's functions is ours.
void TestTeam::standsInForOpenMp() {
    auto* threads = reinterpret_cast<int (*)()>(dlsym(RTLD_DEFAULT, "omp_get_max_threads"));
    auto* parallel =
        reinterpret_cast<void (*)(void (*)(void*), void*, unsigned, unsigned)>(dlsym(RTLD_DEFAULT, "GOMP_parallel"));
    QVERIFY(threads && parallel);
    const ThreadScope scope(5);
    QCOMPARE(threads(), 5);
    std::atomic<int> parts{0};
    parallel(
        [](void* data) {
            ++*static_cast<std::atomic<int>*>(data);
            if (cpu::partsRunning() != 3) *static_cast<std::atomic<int>*>(data) += 100;
        },
        &parts, 3, 0);
    QCOMPARE(parts.load(), 3);
}

QTEST_GUILESS_MAIN(TestTeam)  // without an application waiting is no rest

}  // namespace test_team

#include "test_team.moc"
