// What NCCL is asked, by a library that stands in for it and waits for all ends as it may; what is said where there is
// none; and that devices which work together are asked side by side. No GPU takes part.
#include <QtTest>
#include <dlfcn.h>

#include <array>
#include <atomic>
#include <barrier>
#include <future>
#include <thread>

#include "engine/backend/cuda/nvidia/nccl.h"
#include "engine/backend/device.h"
#include "engine/backend/device_list.h"
#include "engine/backend/kernel.h"
#include "engine/core/error.h"
#include "engine/train/replicas.h"
#include "tests/support/refusal.h"

namespace test_nccl {

using namespace tl;
using namespace tl::cuda;
using tl::test::refusal;

namespace {

const char* const kStandIn = TENSORLOOM_STAND_INS "/libnccl.so.2";
void* const kStream = reinterpret_cast<void*>(77);

template <typename T>
T& named(const char* name) {
    static void* const handle = dlopen(kStandIn, RTLD_NOW);
    return *static_cast<T*>(dlsym(handle, name));
}

// A device that does nothing, and may join others.
struct Idle : Device {
    explicit Idle(const std::string& id) { about.id = id; }
    DeviceInfo about;
    KernelTable table;
    const DeviceInfo& info() const override { return about; }
    const KernelTable& kernels() const override { return table; }
    void requireTogether() const override {}
};

}  // namespace

class TestNccl : public QObject {
    Q_OBJECT
private slots:
    void noLibrary() {
        const QString text = refusal([] { Nccl("libnccl-that-is-not-there.so.2"); });
        QVERIFY2(text.contains("NCCL: expected the library libnccl-that-is-not-there.so.2, found none on this machine"),
                 qPrintable(text));
        QVERIFY(refusal([] { Nccl("libc.so.6"); }).contains("the function ncclGetVersion"));
    }

    // Each end on a thread of its own, since the first of them has to wait for the last.
    void sumsArrive() {
        named<std::string>("standInNcclCalls").clear();
        {
            Nccl nccl(kStandIn);
            QCOMPARE(nccl.version(), std::string("2.28.9"));
            std::vector<std::vector<float>> values{{1, 2, 3}, {10, 20, 30}, {100, 200, 300}};
            std::vector<std::thread> threads;
            for (int rank = 0; rank < 3; ++rank) {
                float* mine = values[static_cast<size_t>(rank)].data();
                const auto end = nccl.communicator("cuda:0,cuda:2,cuda:1", rank);
                const LibraryCall call = end->sum("all", {{mine, 2}, {mine + 2, 1}}, rank == 0 ? 0.5f : 0.25f);
                QCOMPARE(call.accesses.size(), size_t{2});
                QVERIFY(call.accesses[1].writes && call.accesses[1].bytes == sizeof(float));
                threads.emplace_back([call] {
                    for (int time = 0; time < 2; ++time) call.run(kStream);
                });
            }
            for (std::thread& thread : threads) thread.join();
            for (const auto& each : values) QCOMPARE(each, (std::vector<float>{28, 56, 84}));
        }
        QCOMPARE(named<std::string>("standInNcclCalls"), std::string("join 0 2 1; "));  // once
        QCOMPARE(named<int>("standInNcclAlive"), 0);
    }

    void failuresAreSaid() {
        Nccl nccl(kStandIn);
        named<int>("standInNcclFailure") = 2;
        QVERIFY(refusal([&] {
                    nccl.communicator("cuda:0,cuda:1", 0);
                }).contains("NCCL, asked to join the cards: expected that it does, found unhandled system error"));
        named<int>("standInNcclFailure") = 0;
        QVERIFY(refusal([&] { nccl.communicator("cuda:0,cpu", 0); }).contains("expected GPUs, found cpu"));
        const auto end = nccl.communicator("cuda:0,cuda:1", 0);
        float value = 1;
        const LibraryCall call = end->sum("all", {{&value, 1}}, 1);
        QVERIFY(refusal([&] { call.run(nullptr); }).contains("found invalid argument"));
    }

    // Whoever waits in a sum gets an error then, as does all that was made with those ends; others are joined anew.
    void abandoned() {
        named<std::string>("standInNcclCalls").clear();
        named<std::atomic<int>>("standInNcclAborted") = 0;
        auto& held = named<std::atomic<int>>("standInNcclHeld");
        held = 1;  // goes when the run has ended
        {
            Nccl nccl(kStandIn);
            const std::string cards = "cuda:0,cuda:1";
            float here = 1, there = 2;
            QString waiter;
            const LibraryCall first = nccl.communicator(cards, 0)->sum("all", {{&here, 1}}, 1),
                              second = nccl.communicator(cards, 1)->sum("all", {{&there, 1}}, 1);
            std::thread thread([&] { waiter = refusal([&] { first.run(kStream); }); });
            while (named<std::atomic<int>>("standInNcclWaiting") == 0) std::this_thread::yield();
            nccl.abandon("cuda:0,cuda:5");  // nobody's
            nccl.abandon(cards);
            thread.join();
            const QString given = "The sums over the cards were given up, since one of the cards failed.";
            QCOMPARE(waiter, given);
            QCOMPARE(refusal([&] { second.run(kStream); }), given);
            nccl.abandon(cards);  // nobody's any more
            const LibraryCall again = nccl.communicator(cards, 0)->sum("all", {{&here, 1}}, 1),
                              other = nccl.communicator(cards, 1)->sum("all", {{&there, 1}}, 1);
            std::thread side([&] { other.run(kStream); });
            again.run(kStream);
            side.join();
            QCOMPARE(here, 3.0f);
            QCOMPARE(named<std::atomic<int>>("standInNcclAborted").load(), 0);
            held = 0;
        }
        QCOMPARE(named<std::string>("standInNcclCalls"), std::string("join 0 1; join 0 1; "));
        QCOMPARE(named<std::atomic<int>>("standInNcclAborted").load(), 2);
        QCOMPARE(named<int>("standInNcclAlive"), 0);
    }

    void lists() {
        QCOMPARE(deviceList("cpu"), std::vector<std::string>{"cpu"});
        QCOMPARE(deviceList("cuda:1,cuda:0"), (std::vector<std::string>{"cuda:1", "cuda:0"}));
        QCOMPARE(firstDevice("cuda:1,cuda:0"), std::string("cuda:1"));
        for (const char* wrong : {"", ",", "cuda:0,", ",cuda:0", "cuda:0,,cuda:1"})
            QVERIFY2(refusal([&] { deviceList(wrong); }).contains("ids with commas between, each once, found an empty"),
                     wrong);
        QVERIFY(refusal([] { deviceList("cuda:0,cuda:0"); }).contains("found cuda:0 twice"));
        QVERIFY(refusal([] { requireDevices("cpu,cuda:idle"); }).contains("expected GPUs, found \"cpu\""));
        const Idle one("cuda:idle0"), two("cuda:idle1");
        const AddedDevice here(one), there(two);
        requireDevices("cuda:idle0,cuda:idle1");
        const auto all = deviceList("cuda:all");
        QVERIFY(std::ranges::count(all, "cuda:idle0") == 1 && std::ranges::count(all, "cuda:idle1") == 1 &&
                std::ranges::count(all, "cpu") == 0);
        QVERIFY(refusal([] { requireDevices("cuda:idle0,cuda:idle7"); }).contains("no such device on this machine"));
    }

    // Whom the first is asked about must not wait until it is done: it may wait for them.
    void sideBySide() {
        const Idle one("cuda:idle0"), two("cuda:idle1"), three("cuda:idle2");
        const AddedDevice a(one), b(two), c(three);
        Replicas replicas({"cuda:idle0", "cuda:idle1", "cuda:idle2"});
        std::barrier together(3);
        std::array<std::thread::id, 3> threads;
        for (int time = 0; time < 20; ++time)
            replicas.each([&](int rank) {
                threads[static_cast<size_t>(rank)] = std::this_thread::get_id();
                together.arrive_and_wait();
            });
        QCOMPARE(threads[0], std::this_thread::get_id());
        QVERIFY(threads[1] != threads[0] && threads[2] != threads[0] && threads[1] != threads[2]);
        QCOMPARE(refusal([&] {
                     replicas.each([](int rank) {
                         if (rank == 2) throw Error(Message("The third broke."));
                     });
                 }),
                 QString("The third broke."));
        int done = 0;
        replicas.each([&](int rank) {  // and they go on
            if (rank == 1) ++done;
        });
        QCOMPARE(done, 1);
    }

    // The others wait for it in a sum, and are released before anybody waits for them.
    void oneThatFailsHoldsUpNobody() {
        struct Waiting : Idle {
            using Idle::Idle;
            mutable std::promise<std::string> abandoned;
            void abandonTogether(const std::string& devices) const override { abandoned.set_value(devices); }
        };
        const Waiting one("cuda:idle0");
        const Idle two("cuda:idle1"), three("cuda:idle2");
        const AddedDevice a(one), b(two), c(three);
        Replicas replicas({"cuda:idle0", "cuda:idle1", "cuda:idle2"});
        const std::shared_future<std::string> released = one.abandoned.get_future().share();
        QCOMPARE(refusal([&] {
                     replicas.each([&](int rank) {
                         if (rank == 1) throw Error(Message("The second broke."));
                         released.wait();
                     });
                 }),
                 QString("The second broke."));
        QCOMPARE(released.get(), std::string("cuda:idle0,cuda:idle1,cuda:idle2"));
    }
};

QTEST_GUILESS_MAIN(TestNccl)

}  // namespace test_nccl

#include "test_nccl.moc"
