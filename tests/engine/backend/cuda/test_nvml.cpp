// What NVIDIA's management library is asked about a card, by one that stands in, and which cards the system knows
// without a driver.
#include <QtTest>
#include <dlfcn.h>
#include <filesystem>
#include <fstream>

#include "engine/backend/cuda/nvidia/devices.h"
#include "engine/backend/cuda/nvidia/nvml.h"
#include "tests/support/refusal.h"

namespace test_nvml {

using namespace tl;
using namespace tl::cuda;
using tl::test::refusal;

namespace {

const char* const kStandIn = TENSORLOOM_STAND_INS "/libnvidia-ml.so.1";

}  // namespace

class TestNvml : public QObject {
    Q_OBJECT
private slots:
    void aCardAtWork() {
        const Nvml nvml(kStandIn);
        QCOMPARE(nvml.driverVersion(), std::string("580.65.06"));
        const DeviceReading reading = nvml.read("0000:0A:00.0");
        QCOMPARE(reading.bus, std::string("0000:0A:00.0"));
        QCOMPARE(reading.use, std::optional(0.37));
        QCOMPARE(reading.memoryUsed, std::optional(uint64_t{3} << 30));
        QCOMPARE(reading.memoryBytes, std::optional(uint64_t{10} << 30));
        QCOMPARE(reading.celsius, std::optional(61.0));
        QCOMPARE(reading.watts, std::optional(312.4));
        QCOMPARE(reading.wattsLimit, std::optional(700.0));
    }

    void whatACardDoesNotTell() {
        const DeviceReading reading = Nvml(kStandIn).read("0000:0B:00.0");
        QCOMPARE(reading.use, std::optional(0.0));
        QCOMPARE(reading.celsius, std::optional(35.0));
        QVERIFY(!reading.watts && !reading.wattsLimit);
    }

    void noCardThere() {
        const DeviceReading reading = Nvml(kStandIn).read("0000:FF:00.0");
        QVERIFY(!reading.use && !reading.memoryUsed && !reading.memoryBytes && !reading.celsius && !reading.watts);
    }

    void whereItDoesNotWork() {
        QVERIFY(
            refusal([] { const Nvml nvml("libnvidia-ml-that-is-not-there.so.1"); }).contains("none on this machine"));
        QVERIFY(refusal([] { const Nvml nvml("libc.so.6"); }).contains("the function nvmlInit_v2"));
        void* handle = dlopen(kStandIn, RTLD_NOW);
        auto& start = *static_cast<int*>(dlsym(handle, "standInStart"));
        start = 9;
        const QString text = refusal([] { const Nvml nvml(kStandIn); });
        start = 0;
        dlclose(handle);
        QVERIFY2(text.contains("asked to start: expected that it does, found Driver Not Loaded"), qPrintable(text));
    }

    void cardsWithoutADriver() {
        const QTemporaryDir folder;
        const std::filesystem::path root = folder.path().toStdString();
        const auto add = [&](const char* bus, const char* vendor, const char* kind) {
            const auto at = root / "sys/bus/pci/devices" / bus;
            std::filesystem::create_directories(at);
            std::ofstream(at / "vendor") << vendor << "\n";
            std::ofstream(at / "class") << kind << "\n";
        };
        QVERIFY(cardsOnBus(root).empty());
        add("0000:65:00.0", "0x10de", "0x030200");
        add("0000:17:00.0", "0x10de", "0x030000");
        add("0000:17:00.1", "0x10de", "0x040300");  // the sound of a card
        add("0000:00:02.0", "0x8086", "0x030000");  // another maker's
        QCOMPARE(cardsOnBus(root), (std::vector<std::string>{"0000:17:00.0", "0000:65:00.0"}));
    }
};

QTEST_GUILESS_MAIN(TestNvml)

}  // namespace test_nvml

#include "test_nvml.moc"
