// What NVIDIA's driver is asked, by a library that stands in for it, and what is said where there is none. This shows
// that calls and arguments arrive; that a GPU does them right is for a machine that has one.
#include <QtTest>
#include <dlfcn.h>

#include "engine/backend/cuda/nvidia/driver.h"
#include "engine/io/json.h"
#include "tests/support/refusal.h"

namespace test_nvidia_driver {

using namespace tl;
using namespace tl::cuda;
using cuda::Event;      // not the training's
using cuda::Recording;  // not the timeline's
using tl::test::refusal;

namespace {

const char* const kStandIn = TENSORLOOM_STAND_INS "/libcuda.so.1";

// The stand-in, as the test sees it.
struct StandIn {
    void* handle = dlopen(kStandIn, RTLD_NOW);
    template <typename T>
    T& named(const char* name) const {
        return *static_cast<T*>(dlsym(handle, name));
    }
    std::string takeCalls() const { return std::exchange(named<std::string>("standInCalls"), {}); }
};

const char kMore[] = "more", kKernels[] = "all kernels";

std::unique_ptr<Driver> driverOf(int card = 1) {
    const auto library = loadNvidia(kStandIn);
    return makeNvidiaDriver(library, gpusOf(*library).at(static_cast<size_t>(card)),
                            {std::as_bytes(std::span(kMore)), std::as_bytes(std::span(kKernels))});
}

}  // namespace

class TestNvidiaDriver : public QObject {
    Q_OBJECT
private slots:
    void cleanup();
    void noLibrary();
    void anotherLibrary();
    void oldDriver();
    void cards();
    void callsArrive();
    void recordings();
    void failuresAreSaid();

private:
    StandIn standIn_;
};

void TestNvidiaDriver::cleanup() {
    standIn_.named<int>("standInVersion") = 13000;
    standIn_.named<int>("standInCards") = 2;
    standIn_.named<int>("standInFailure") = 0;
    standIn_.takeCalls();
}

void TestNvidiaDriver::noLibrary() {
    const QString text = refusal([] { loadNvidia("libcuda-that-is-not-there.so.1"); });
    QVERIFY2(text.contains("expected the library libcuda-that-is-not-there.so.1, found none on this machine"),
             qPrintable(text));
}

void TestNvidiaDriver::anotherLibrary() {
    const QString text = refusal([] { loadNvidia("libc.so.6"); });
    QVERIFY2(text.contains("the function cuInit"), qPrintable(text));
}

void TestNvidiaDriver::oldDriver() {
    standIn_.named<int>("standInVersion") = 12080;
    const QString text = refusal([] { loadNvidia(kStandIn); });
    QVERIFY2(text.contains("CUDA 13 or later, found 12.8"), qPrintable(text));
}

void TestNvidiaDriver::cards() {
    const auto gpus = gpusOf(*loadNvidia(kStandIn));
    QCOMPARE(gpus.size(), 2ul);
    QCOMPARE(gpus[1].name, std::string("Stand-in 11"));
    QCOMPARE(gpus[1].memoryBytes, size_t{11} << 30);
    QCOMPARE(gpus[1].major, 9);
    QCOMPARE(gpus[1].bus, std::string("0000:0B:00.0"));
    QCOMPARE(versionOf(*loadNvidia(kStandIn)), std::string("13.0"));
    const auto described = nlohmann::json::parse(describe(*loadNvidia(kStandIn), gpus[1]));
    QCOMPARE(described["deviceVer"].get<int>(), 900);
    QCOMPARE(described["totalGlobalMem"].get<uint64_t>(), uint64_t{11} << 30);
    QCOMPARE(described["multiProcessorCount"].get<int>(), 16);  // the stand-in answers with the attribute's number
    QCOMPARE(described["maxBlockSize"], nlohmann::json::array({2, 3, 4}));
    // The keys of a card whose plans cuDNN has made.
    for (const char* key : {"cudaDeviceId",
                            "deviceVer",
                            "driverVer",
                            "maxGridSize",
                            "maxBlockSize",
                            "regsPerBlock",
                            "multiProcessorCount",
                            "warpSize",
                            "maxSharedMemoryPerBlock",
                            "maxSharedMemoryPerBlockOptin",
                            "reservedSharedMemoryPerBlock",
                            "maxRegistersPerSM",
                            "maxCtasPerSM",
                            "maxThreadsPerBlock",
                            "maxThreadsPerSM",
                            "pciDeviceId",
                            "isTccDriver",
                            "supportCoopLaunch",
                            "smClockRateKHz",
                            "memClockRateKHz",
                            "l2CacheSize",
                            "deviceName",
                            "totalGlobalMem"})
        QVERIFY2(described.contains(key), key);
    QCOMPARE(described.size(), 23ul);
    standIn_.named<int>("standInCards") = 0;
    const QString text = refusal([] { loadNvidia(kStandIn); });
    QVERIFY2(text.contains("NVIDIA's driver: expected a GPU, found none on this machine"), qPrintable(text));
}

void TestNvidiaDriver::callsArrive() {
    {
        const auto driver = driverOf();
        QCOMPARE(driver->name(), std::string("Stand-in 11"));
        QCOMPARE(driver->availableBytes(), size_t{5000});
        const Stream stream = driver->createStream();
        auto* host = static_cast<unsigned char*>(driver->allocateHost(4));
        void* device = driver->allocate(4);
        driver->fill(device, 7, 4, stream);
        driver->copy(host, device, 4, stream);
        QCOMPARE(int(host[3]), 7);
        const int argument = 42;
        const auto* bytes = reinterpret_cast<const std::byte*>(&argument);
        const Launch launch{"chain", {3, 2, 1}, {64}, {bytes, bytes + sizeof(argument)}, {}};
        driver->launch(launch, stream);
        const uint32_t gate = 0;
        driver->setGate(&gate);
        driver->launch(launch, stream);
        driver->setGate(nullptr);
        const Event event = driver->createEvent();
        driver->record(event, stream);
        driver->wait(stream, event);
        driver->synchronise(event);
        bool called = false;
        driver->call({"product", {}, nullptr, 0, [&](void* native) { called = native != nullptr; }}, stream);
        QVERIFY(called);
        driver->synchronise(stream);
        driver->free(device);
        driver->freeHost(host);
    }
    QCOMPARE(standIn_.takeCalls(),
             std::string(
                 "retain 11\nmodule more\nmodule all kernels\nstream 1\nfunction chain\nlaunch 3 2 1 64 1 1 0 of 42\n"
                 "launch 3 2 1 64 1 1 0 of 42 behind a gate\nrecord\nwait\nsynchronise event\nsynchronise\n"
                 "drop event\nrelease 11\n"));
}

void TestNvidiaDriver::recordings() {
    const auto driver = driverOf(0);
    const Stream stream = driver->createStream();
    standIn_.takeCalls();
    driver->beginCapture(stream);
    const Recording step = driver->endCapture(stream);
    driver->replay(step, stream);
    driver->replay(step, stream);
    QCOMPARE(standIn_.takeCalls(), std::string("begin 2\nend\ngraph\ngraph\n"));
    driver->beginCapture(stream);
    driver->dropCapture(stream);
    QCOMPARE(standIn_.takeCalls(), std::string("begin 2\nend\n"));
    driver->dropRecording(step);
    driver->dropRecording(step);
    const Event event = driver->createEvent();
    driver->dropEvent(event);
    driver->dropEvent(Event{});  // none
    QCOMPARE(standIn_.takeCalls(), std::string("drop graph\ndrop event\n"));
}

void TestNvidiaDriver::failuresAreSaid() {
    const auto driver = driverOf(0);
    standIn_.named<int>("standInFailure") = 2;
    QString text = refusal([&] { driver->allocate(1); });
    QVERIFY2(text.contains("takes 1 B of memory, and 5.0 kB can be had on the device cuda:0"), qPrintable(text));
    standIn_.named<int>("standInFailure") = 3;
    text = refusal([&] { driver->allocate(1); });
    QVERIFY2(text.contains("NVIDIA's driver, asked to allocate memory") && text.contains("unknown"), qPrintable(text));
    const Stream stream = driver->createStream();
    text = refusal([&] { driver->launch({"missing", {}, {}, {}, {}}, stream); });
    QVERIFY2(text.contains("asked to find the kernel missing"), qPrintable(text));
}

QTEST_GUILESS_MAIN(TestNvidiaDriver)

}  // namespace test_nvidia_driver

#include "test_nvidia_driver.moc"
