// The checking driver: what is asked of it is done in every legal order, and what a GPU would do wrongly without a word
// is refused with a sentence.
#include <QtTest>

#include <cstring>

#include "engine/backend/cuda/host/driver.h"
#include "tests/support/refusal.h"
//
#include "engine/backend/cuda/host/prelude.h"
#include "tests/support/sanitized.h"

namespace test_driver {

using namespace tl;
using namespace tl::cuda;
using cuda::Event;      // not the training's
using cuda::Recording;  // not the timeline's
using tl::test::refusal;

namespace {

struct Shift {
    const float* x;
    float* y;
    int count, by;
};

}  // namespace

TL_KERNEL(testShift, Shift, 64, 32) {
    const int i = static_cast<int>(blockIdx.x * 64 + threadIdx.x);
    if (i < a.count) a.y[i] = a.x[i] + static_cast<float>(a.by);
}

namespace {

constexpr int kCount = 100;
constexpr size_t kBytes = kCount * sizeof(float);

Launch shift(const void* x, void* y, int by, int count = kCount) {
    const Shift arguments{static_cast<const float*>(x), static_cast<float*>(y), count, by};
    const auto* bytes = reinterpret_cast<const std::byte*>(&arguments);
    Launch launch{"testShift", {2}, {64}, {bytes, bytes + sizeof(arguments)}, {{x, kBytes, false}, {y, kBytes, true}}};
    if (x == y) launch.accesses.erase(launch.accesses.begin());
    return launch;
}

#define REFUSED(body, says)                                                                                            \
    do {                                                                                                               \
        const QString text = refusal([&] { body; });                                                                   \
        QVERIFY2(text.contains(says), qPrintable(text));                                                               \
    } while (false)

}  // namespace

class TestCudaDriver : public QObject {
    Q_OBJECT
private slots:
    void streamsKeepTheirOrder();
    void eventsOrderStreams();
    void unorderedIsRefused();
    void hostMustWait();
    void theHostWaitsForAnEvent();
    void gatesHoldBack();
    void recordingsAreReplayed();
    void recordingsJoin();
    void notWhileRecording();
    void memoryHasEnds();
    void marksAreTrue();
    void workspaces();
    void outOfMemory();
    void wrongLaunches();
    void givenBack();
};

void TestCudaDriver::streamsKeepTheirOrder() {
    for (uint64_t seed = 0; seed < 20; ++seed) {
        CheckingDriver driver({seed});
        const Stream stream = driver.createStream();
        auto* host = static_cast<float*>(driver.allocateHost(kBytes));
        std::fill_n(host, kCount, 1.0f);
        void* device = driver.allocate(kBytes);
        driver.copy(device, host, kBytes, stream);
        for (int by : {1, 10, 100}) driver.launch(shift(device, device, by), stream);
        driver.copy(host, device, kBytes, stream);
        driver.synchronise(stream);
        for (int i = 0; i < kCount; ++i) QCOMPARE(host[i], 112.0f);
        QCOMPARE(driver.operations(), 5ul);
        driver.free(device);
        driver.freeHost(host);
    }
}

void TestCudaDriver::eventsOrderStreams() {
    for (uint64_t seed = 0; seed < 50; ++seed) {
        CheckingDriver driver({seed});
        const Stream one = driver.createStream(), two = driver.createStream();
        auto* host = static_cast<float*>(driver.allocateHost(kBytes));
        void *a = driver.allocate(kBytes), *b = driver.allocate(kBytes);
        const Event there = driver.createEvent(), back = driver.createEvent();
        driver.fill(a, 0, kBytes, one);
        driver.record(there, one);
        driver.wait(two, there);
        driver.launch(shift(a, b, 5), two);
        driver.record(back, two);
        driver.wait(one, back);
        driver.launch(shift(b, a, 7), one);
        driver.copy(host, a, kBytes, one);
        driver.synchronise(one);
        for (int i = 0; i < kCount; ++i) QCOMPARE(host[i], 12.0f);
        for (void* memory : {a, b}) driver.free(memory);
        driver.freeHost(host);
    }
}

void TestCudaDriver::unorderedIsRefused() {
    CheckingDriver driver({1});
    const Stream one = driver.createStream(), two = driver.createStream();
    void *a = driver.allocate(kBytes), *b = driver.allocate(kBytes), *c = driver.allocate(kBytes);
    driver.fill(a, 0, kBytes, one);
    REFUSED(driver.launch(shift(a, b, 5), two), "none with fill, which writes it");
    REFUSED(driver.fill(a, 1, 4, two), "none with fill, which writes it");
    driver.synchronise(one);  // the host knows, and so does all that it asks for now
    driver.launch(shift(a, b, 5), two);
    driver.launch(shift(a, c, 5), one);  // two may read the same
    REFUSED(driver.fill(a, 1, kBytes, one), "none with testShift, which reads it");
    const Event read = driver.createEvent();
    driver.record(read, two);
    driver.fill(b, 0, kBytes, two);  // after the event
    driver.wait(one, read);
    driver.fill(a, 1, kBytes, one);
    REFUSED(driver.fill(b, 1, kBytes, one), "none with fill, which writes it");
}

void TestCudaDriver::hostMustWait() {
    CheckingDriver driver({1});
    const Stream stream = driver.createStream();
    void *host = driver.allocateHost(kBytes), *device = driver.allocate(kBytes);
    driver.touchedByHost(host, kBytes, true);
    driver.copy(device, host, kBytes, stream);
    driver.touchedByHost(host, kBytes, false);
    REFUSED(driver.touchedByHost(host, kBytes, true), "the host touching the same memory");
    driver.synchronise(stream);
    driver.touchedByHost(host, kBytes, true);
    driver.copy(host, device, kBytes, stream);
    REFUSED(driver.touchedByHost(host, kBytes, false), "the host touching the same memory");
}

// For what is behind the event the host does not wait, nor may it touch that; and it is told apart whether the device
// has more to do meanwhile.
void TestCudaDriver::theHostWaitsForAnEvent() {
    for (uint64_t seed = 0; seed < 20; ++seed) {
        CheckingDriver driver({seed});
        const Stream one = driver.createStream(), two = driver.createStream();
        auto *first = static_cast<float*>(driver.allocateHost(kBytes)),
             *second = static_cast<float*>(driver.allocateHost(kBytes));
        void* device = driver.allocate(kBytes);
        const Event there = driver.createEvent(), read = driver.createEvent();
        driver.synchronise(there);  // never recorded
        driver.fill(device, 0, kBytes, one);
        driver.launch(shift(device, device, 5), one);
        driver.record(there, one);
        driver.wait(two, there);
        driver.copy(first, device, kBytes, two);
        driver.record(read, two);
        driver.wait(one, read);
        driver.launch(shift(device, device, 7), one);
        driver.copy(second, device, kBytes, one);
        driver.synchronise(read);
        driver.touchedByHost(first, kBytes, false);
        QCOMPARE(first[kCount - 1], 5.0f);
        REFUSED(driver.touchedByHost(second, kBytes, false), "the host touching the same memory");
        QCOMPARE(driver.stalls(), size_t{0});
        driver.synchronise(one);
        driver.touchedByHost(second, kBytes, false);
        QCOMPARE(second[kCount - 1], 12.0f);
        QCOMPARE(driver.stalls(), size_t{1});
        driver.synchronise(two);  // over already
        QCOMPARE(driver.stalls(), size_t{1});
        QCOMPARE(driver.waits(), size_t{3});
    }
}

// By what the word is when a launch's turn comes, in a recording too; and the word is memory that is read.
void TestCudaDriver::gatesHoldBack() {
    for (uint64_t seed = 0; seed < 20; ++seed) {
        CheckingDriver driver({seed});
        const Stream stream = driver.createStream(), other = driver.createStream();
        auto* host = static_cast<float*>(driver.allocateHost(kBytes));
        void* device = driver.allocate(kBytes);
        auto* gate = static_cast<uint32_t*>(driver.allocate(sizeof(uint32_t)));
        driver.beginCapture(stream);
        driver.launch(shift(device, device, 1), stream);
        driver.setGate(gate);
        driver.launch(shift(device, device, 10), stream);
        driver.setGate(nullptr);
        driver.launch(shift(device, device, 100), stream);
        const Recording step = driver.endCapture(stream);
        driver.fill(device, 0, kBytes, stream);
        for (const unsigned char closed : {0, 1, 0}) {
            driver.fill(gate, closed, sizeof(uint32_t), stream);
            driver.replay(step, stream);
        }
        REFUSED(driver.fill(gate, 0, sizeof(uint32_t), other), "none with");
        driver.copy(host, device, kBytes, stream);
        driver.synchronise(stream);
        for (int i = 0; i < kCount; ++i) QCOMPARE(host[i], 323.0f);
    }
}

void TestCudaDriver::recordingsAreReplayed() {
    for (uint64_t seed = 0; seed < 20; ++seed) {
        CheckingDriver driver({seed});
        const Stream one = driver.createStream(), two = driver.createStream(), other = driver.createStream();
        auto* host = static_cast<float*>(driver.allocateHost(kBytes));
        void *a = driver.allocate(kBytes), *b = driver.allocate(kBytes);
        const Event fork = driver.createEvent(), join = driver.createEvent();
        driver.beginCapture(one);
        driver.launch(shift(a, a, 1), one);
        driver.record(fork, one);
        driver.wait(two, fork);
        driver.launch(shift(a, b, 10), two);
        driver.record(join, two);
        driver.wait(one, join);
        driver.launch(shift(b, a, 100), one);
        const Recording step = driver.endCapture(one);
        QCOMPARE(driver.operations(), 0ul);
        driver.fill(a, 0, kBytes, other);
        for (int i = 0; i < 3; ++i) driver.replay(step, other);
        driver.copy(host, a, kBytes, other);
        driver.synchronise(other);
        for (int i = 0; i < kCount; ++i) QCOMPARE(host[i], 333.0f);
    }
}

void TestCudaDriver::recordingsJoin() {
    CheckingDriver driver({1});
    const Stream one = driver.createStream(), two = driver.createStream();
    void *a = driver.allocate(kBytes), *b = driver.allocate(kBytes);
    const Event fork = driver.createEvent();
    driver.beginCapture(one);
    driver.record(fork, one);
    driver.wait(two, fork);
    driver.launch(shift(a, b, 10), two);
    REFUSED(driver.endCapture(one), "that nothing waits for");
}

void TestCudaDriver::notWhileRecording() {
    CheckingDriver driver({1});
    const Stream stream = driver.createStream();
    void* a = driver.allocate(kBytes);
    const Event outside = driver.createEvent();
    driver.record(outside, stream);
    driver.beginCapture(stream);
    REFUSED(driver.allocate(8), "found an allocation");
    REFUSED(driver.free(a), "found memory given back");
    REFUSED(driver.synchronise(stream), "found waiting for a stream");
    REFUSED(driver.beginCapture(stream), "found a second recording");
    REFUSED(driver.wait(stream, outside), "found an event from outside");
    const Recording empty = driver.endCapture(stream);
    driver.replay(empty, stream);
    driver.synchronise(stream);
}

void TestCudaDriver::memoryHasEnds() {
    CheckingDriver driver({1});
    const Stream stream = driver.createStream();
    void* a = driver.allocate(kBytes);
    QCOMPARE(reinterpret_cast<uintptr_t>(a) % 256, uintptr_t{0});
    REFUSED(driver.fill(a, 0, kBytes + 4, stream), "found 4 bytes over its end");
    REFUSED(driver.fill(static_cast<std::byte*>(a) - 4, 0, 4, stream), "an address outside of all");
    driver.free(a);
    REFUSED(driver.fill(a, 0, kBytes, stream), "an address outside of all");
}

void TestCudaDriver::marksAreTrue() {
    if (test::kSanitized) QSKIP("the address sanitizer ends the program at the kernel's own line");
    CheckingDriver driver({1});
    const Stream stream = driver.createStream();
    void *a = driver.allocate(kBytes), *b = driver.allocate(kBytes);
    driver.fill(a, 0, kBytes, stream);
    Launch quiet = shift(a, b, 1);
    quiet.accesses.pop_back();
    REFUSED((driver.launch(quiet, stream), driver.synchronise(stream)), "to write only what it was marked to write");
    CheckingDriver beside({1});
    const Stream own = beside.createStream();
    void *c = beside.allocate(kBytes), *d = beside.allocate(kBytes);
    beside.fill(c, 0, kBytes, own);
    REFUSED((beside.launch(shift(c, d, 1, kCount + 8), own), beside.synchronise(own)), "bytes written beside it");
}

void TestCudaDriver::workspaces() {
    CheckingDriver driver({1});
    const Stream stream = driver.createStream();
    void *a = driver.allocate(kBytes), *workspace = driver.allocate(64);
    bool called = false;
    driver.call({"product", {{a, kBytes, true}}, workspace, 64, [&](void*) { called = true; }}, stream);
    REFUSED(driver.call({"product", {{a, kBytes, true}}, workspace, 65, [](void*) {}}, stream),
            "found 1 bytes over its end");
    driver.synchronise(stream);
    QVERIFY(called);
}

void TestCudaDriver::outOfMemory() {
    CheckingDriver driver({1, 1000});
    void* a = driver.allocate(600);
    REFUSED(driver.allocate(401), "takes 401 B of memory, and 400 B can be had on the device checking driver");
    driver.free(a);
    driver.allocate(1000);
}

void TestCudaDriver::wrongLaunches() {
    CheckingDriver driver({1});
    const Stream stream = driver.createStream();
    void *a = driver.allocate(kBytes), *b = driver.allocate(kBytes);
    Launch wrong = shift(a, b, 1);
    wrong.kernel = "nothing";
    REFUSED(driver.launch(wrong, stream), "none of that name");
    wrong = shift(a, b, 1);
    wrong.arguments.pop_back();
    REFUSED(driver.launch(wrong, stream), "24 bytes of arguments");
    wrong = shift(a, b, 1);
    wrong.block = {65};
    REFUSED(driver.launch(wrong, stream), "at most 64 threads");
    wrong = shift(a, b, 1);
    wrong.grid = {1, 70000};
    REFUSED(driver.launch(wrong, stream), "a grid that a GPU can run");
}

void TestCudaDriver::givenBack() {
    CheckingDriver driver({1});
    const Stream stream = driver.createStream();
    void* a = driver.allocate(kBytes);
    driver.fill(a, 0, kBytes, stream);
    REFUSED(driver.free(a), "memory given back before");
    driver.synchronise(stream);
    driver.free(a);
    REFUSED(driver.free(a), "found another address");
    QCOMPARE(driver.allocations(), 0ul);
    const Event event = driver.createEvent();
    driver.beginCapture(stream);
    driver.record(event, stream);
    const Recording recording = driver.endCapture(stream);
    QCOMPARE(driver.events(), 1ul);
    QCOMPARE(driver.recordings(), 1ul);
    driver.dropEvent(event);
    driver.dropRecording(recording);
    QCOMPARE(driver.events(), 0ul);
    QCOMPARE(driver.recordings(), 0ul);
}

QTEST_GUILESS_MAIN(TestCudaDriver)

}  // namespace test_driver

#include "test_driver.moc"
