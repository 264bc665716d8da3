// Sums over several checking devices: they happen in every legal order with the same bits on all, and what NCCL would
// hang at, or add wrongly without a word, is refused with a sentence.
#include <QtTest>

#include <cstring>

#include "engine/backend/cuda/host/driver.h"
#include "engine/backend/cuda/host/world.h"
#include "engine/core/error.h"
#include "tests/support/refusal.h"

namespace test_together {

using namespace tl;
using namespace tl::cuda;
using tl::test::refusal;

namespace {

constexpr size_t kCount = 50;

// A device of a world, with memory that it gets from the host and a stream.
struct Member {
    CheckingDriver driver;
    Stream stream;
    float *values, *host;

    Member(CheckingWorld& world, uint64_t seed) : driver({.seed = seed, .world = &world}) {
        stream = driver.createStream();
        values = static_cast<float*>(driver.allocate(kCount * sizeof(float)));
        host = static_cast<float*>(driver.allocateHost(kCount * sizeof(float)));
    }
    void upload(float number) {
        driver.synchronise(stream);
        driver.touchedByHost(host, kCount * sizeof(float), true);
        std::fill(host, host + kCount, number);
        driver.copy(values, host, kCount * sizeof(float), stream);
    }
    std::vector<float> download() {
        driver.copy(host, values, kCount * sizeof(float), stream);
        driver.synchronise(stream);
        driver.touchedByHost(host, kCount * sizeof(float), false);
        return {host, host + kCount};
    }
    void sum(CheckingWorld& world, const std::string& devices, int rank, const std::string& name, float share = 1,
             size_t count = kCount) {
        driver.call(world.communicator(devices, rank)->sum(name, {{values, count}}, share), stream);
    }
};

struct Members {
    CheckingWorld world;
    std::vector<std::unique_ptr<Member>> all;
    std::string ids;
    Members(uint64_t seed, int count) : world(seed) {
        for (int i = 0; i < count; ++i) {
            all.push_back(std::make_unique<Member>(world, seed + static_cast<uint64_t>(i)));
            ids += (i ? "," : "") + std::string("device ") + std::to_string(i);
        }
    }
    Member& operator[](int i) { return *all[static_cast<size_t>(i)]; }
};

}  // namespace

class TestTogether : public QObject {
    Q_OBJECT
private slots:
    void sumsByShares();
    void asOftenAsReplayed();
    void whoComesLateIsWaitedFor();
    void anotherSumIsRefused();
    void oneThatIsNotAsked();
    void crossedSums();
    void troubleElsewhereIsTold();
};

void TestTogether::sumsByShares() {
    for (uint64_t seed = 1; seed <= 20; ++seed) {
        Members members(seed, 4);
        for (int i = 0; i < 4; ++i) members[i].upload(0.1f * static_cast<float>(i + 1));
        for (int i = 0; i < 4; ++i) members[i].sum(members.world, members.ids, i, "all", i == 0 ? 0.7f : 0.1f);
        const std::vector<float> first = members[0].download();
        for (const float value : first) QVERIFY(std::abs(value - (0.07f + 0.02f + 0.03f + 0.04f)) < 1e-6f);
        for (int i = 1; i < 4; ++i)
            QVERIFY(std::memcmp(first.data(), members[i].download().data(), kCount * sizeof(float)) == 0);
        QCOMPARE(members.world.sums(), size_t{1});
    }
}

// A recorded sum meets the others' recorded ones, replay by replay.
void TestTogether::asOftenAsReplayed() {
    for (uint64_t seed = 1; seed <= 20; ++seed) {
        Members members(seed, 2);
        std::vector<Recording> recordings;
        for (int i = 0; i < 2; ++i) {
            Member& member = members[i];
            member.upload(1);
            member.driver.beginCapture(member.stream);
            member.sum(members.world, members.ids, i, "all");
            recordings.push_back(member.driver.endCapture(member.stream));
        }
        for (int i = 0; i < 2; ++i)
            for (int time = 0; time < 3; ++time)
                members[i].driver.replay(recordings[static_cast<size_t>(i)], members[i].stream);
        QCOMPARE(members[0].download(), std::vector<float>(kCount, 8));
        QCOMPARE(members[1].download(), std::vector<float>(kCount, 8));
        QCOMPARE(members.world.sums(), size_t{3});
    }
}

// The queue of a device that nobody waits for goes on when another needs it.
void TestTogether::whoComesLateIsWaitedFor() {
    Members members(3, 2);
    members[0].upload(2);
    members[0].sum(members.world, members.ids, 0, "all");
    members[1].upload(3);
    for (int i = 0; i < 5; ++i) members[1].driver.fill(members[1].values, 0, sizeof(float), members[1].stream);
    members[1].sum(members.world, members.ids, 1, "all");
    const std::vector<float> sum = members[0].download();
    QCOMPARE(sum[0], 2.0f);
    QCOMPARE(sum[1], 5.0f);
}

void TestTogether::anotherSumIsRefused() {
    Members members(4, 2);
    for (int i = 0; i < 2; ++i) members[i].upload(1);
    members[0].sum(members.world, members.ids, 0, "first", 1, 20);
    members[0].sum(members.world, members.ids, 0, "second", 1, 30);
    members[1].sum(members.world, members.ids, 1, "second", 1, 30);
    members[1].sum(members.world, members.ids, 1, "first", 1, 20);
    const QString text = refusal([&] { members[0].download(); });
    QVERIFY2(text.contains("expected the same sums in the same order on all devices") && text.contains("first of 20") &&
                 text.contains("second of 30"),
             qPrintable(text));
}

void TestTogether::oneThatIsNotAsked() {
    Members members(5, 2);
    for (int i = 0; i < 2; ++i) members[i].upload(1);
    members[0].sum(members.world, members.ids, 0, "all");
    const QString text = refusal([&] { members[0].download(); });
    QVERIFY2(text.contains("each waiting for another: all on device 0"), qPrintable(text));
}

// Two kinds of sums in two orders: each device stands at the one that the other has behind it.
void TestTogether::crossedSums() {
    Members members(6, 2);
    for (int i = 0; i < 2; ++i) members[i].upload(1);
    const std::string other = members.ids + " ";
    members[0].sum(members.world, members.ids, 0, "gradients");
    members[0].sum(members.world, other, 0, "averages");
    members[1].sum(members.world, other, 1, "averages");
    members[1].sum(members.world, members.ids, 1, "gradients");
    const QString text = refusal([&] { members[1].download(); });
    QVERIFY2(text.contains("each waiting for another: gradients on device 0, averages on device 1"), qPrintable(text));
}

void TestTogether::troubleElsewhereIsTold() {
    Members members(7, 2);
    for (int i = 0; i < 2; ++i) members[i].upload(1);
    members[0].sum(members.world, members.ids, 0, "all");
    LibraryCall broken;
    broken.name = "broken";
    broken.run = [](void*) { throw Error(Message("The second device broke.")); };
    members[1].driver.call(broken, members[1].stream);
    members[1].sum(members.world, members.ids, 1, "all");
    QCOMPARE(refusal([&] { members[0].download(); }), QString("The second device broke."));
}

QTEST_GUILESS_MAIN(TestTogether)

}  // namespace test_together

#include "test_together.moc"
