// What the devices do, read over and over while somebody watches, and written as counters of the timeline: the
// processor's by the system's own count, cards' by NVIDIA's management library, which a library stands in for (CTest
// puts the folder of stand-ins where libraries are looked for).
#include <QtTest>
#include <dlfcn.h>
#include <filesystem>
#include <fstream>

#include "engine/backend/cuda/device.h"
#include "engine/backend/cuda/host/driver.h"
#include "engine/backend/cuda/host/libraries.h"
#include "engine/backend/device_watch.h"
#include "engine/backend/gpus.h"
#include "engine/profile/live_trace.h"
#include "engine/train/verify_training.h"

namespace test_watch {

using namespace tl;

namespace {

constexpr int kPatienceMs = 60000;

void writeCounts(const std::filesystem::path& root, const std::string& cpu) {
    std::filesystem::create_directories(root / "proc");
    std::ofstream(root / "proc/stat") << cpu << "\ncpu0 1 2 3 4 5 6 7 8 9 10\n";
    std::ofstream(root / "proc/meminfo")
        << "MemTotal:       1000 kB\nMemFree:         100 kB\nMemAvailable:    250 kB\n";
}

// A device in the place of the stand-in's first card.
class AtWork : public Device {
public:
    AtWork() {
        info_.id = "cuda:work";
        info_.bus = "0000:0A:00.0";
    }
    const DeviceInfo& info() const override { return info_; }
    const KernelTable& kernels() const override { return deviceOf("cpu").kernels(); }

private:
    DeviceInfo info_;
};

// One that can be trained on, too, and counts who has its spans recorded.
class Trained : public Device {
public:
    Trained() : device_("cuda:trained", driver_, libraries_), info_(device_.info()) { info_.bus = "0000:0A:00.0"; }
    const DeviceInfo& info() const override { return info_; }
    const KernelTable& kernels() const override { return device_.kernels(); }
    DeviceMemory* memory() const override { return device_.memory(); }
    std::shared_ptr<void> recordSpans() const override {
        ++asked;
        return recorded;
    }
    const std::shared_ptr<void> recorded = std::make_shared<int>();
    mutable std::atomic<int> asked{0};

private:
    cuda::CheckingDriver driver_{{.checkMarks = false}};
    cuda::HostLibraries libraries_;
    cuda::CudaDevice device_;
    DeviceInfo info_;
};

}  // namespace

class TestWatch : public QObject {
    Q_OBJECT
private slots:
    // The first, while nobody has asked for more than the processor.
    void theProcessorNeedsNoSearch() {
        void* driver = dlopen("libcuda.so.1", RTLD_NOW);
        QVERIFY(driver);
        const auto& starts = *static_cast<int*>(dlsym(driver, "standInStarts"));
        QCOMPARE(findDevice("cpu").id, std::string("cpu"));
        QCOMPARE(&deviceOf("cpu"), &deviceOf("cpu"));
        QCOMPARE(starts, 0);
        QVERIFY(listDevices().size() + unusableDevices().size() >= 3);  // the stand-in's two cards, usable or not
        QCOMPARE(starts, 1);
        dlclose(driver);
    }

    void theProcessorsUse() {
        const QTemporaryDir folder;
        const std::filesystem::path root = folder.path().toStdString();
        ProcessorReader reader(root);
        QVERIFY(!reader.read().use);  // no such files
        writeCounts(root, "cpu  100 0 100 700 100 0 0 0 50 0");
        const DeviceReading first = reader.read();
        QVERIFY(!first.use);  // of no time yet
        QCOMPARE(first.memoryBytes, std::optional<uint64_t>(1000 << 10));
        QCOMPARE(first.memoryUsed, std::optional<uint64_t>(750 << 10));
        writeCounts(root, "cpu  160 5 110 710 115 0 0 0 90 0");  // 75 busy of 100: guests are among the users
        QCOMPARE(reader.read().use, std::optional(0.75));
        writeCounts(root, "cpu  160 5 110 710 115 0 0 0 90 0");
        QVERIFY(!reader.read().use);  // no time went by
    }

    void allAreRead() {
        const DeviceWatch watch(std::chrono::milliseconds(1));
        QTRY_VERIFY(watch.latest().size() >= 3);
        const std::vector<DeviceReading> all = watch.latest();
        QVERIFY(all[0].bus.empty() && all[0].memoryUsed && *all[0].memoryUsed < *all[0].memoryBytes);
        QTRY_VERIFY(watch.latest()[0].use && *watch.latest()[0].use >= 0 && *watch.latest()[0].use <= 1);
        QCOMPARE(all[1].bus, std::string("0000:0A:00.0"));
        QCOMPARE(all[1].use, std::optional(0.37));
        QCOMPARE(all[2].bus, std::string("0000:0B:00.0"));
        QVERIFY(all[2].celsius && !all[2].watts);
    }

    void theProgramHasOne() {
        const auto one = DeviceWatch::shared();
        QCOMPARE(DeviceWatch::shared().get(), one.get());
    }

    void countersOfCards() {
        const AtWork device;
        const AddedDevice added(device);
        LiveTrace live(60);
        const DeviceWatch watch(std::chrono::milliseconds(1));
        std::map<std::string, double> last;
        const auto seen = [&] {
            const auto trace = live.poll();
            for (const TraceCounter& counter : trace->counters)
                if (counter.name.starts_with("cuda:work") && counter.size() > 0)
                    last[counter.name + " " + counter.unit] = counter[counter.size() - 1].value;
            return last.size() == 4;
        };
        QTRY_VERIFY(seen());
        QCOMPARE(last, (std::map<std::string, double>{{"cuda:work use %", 37},
                                                      {"cuda:work memory B", double(3ull << 30)},
                                                      {"cuda:work temperature °C", 61},
                                                      {"cuda:work power W", 312.4}}));
    }

    // While a run goes there, without anybody's asking; the card's own spans only while somebody collects.
    void aRunOnACard() {
        const Trained device;
        const AddedDevice added(device);
        SessionOptions options = networkTrials().front().options;
        options.training.epochs = 1'000'000;
        options.training.device = "cuda:trained";
        TrainingSession session(std::move(options));
        session.start();
        QTRY_VERIFY(session.state() == RunState::Running);
        QCOMPARE(device.asked.load(), 0);
        {
            LiveTrace live(60);
            QTRY_VERIFY(device.asked == 1 && device.recorded.use_count() == 2);
            const auto told = [&] {
                const auto trace = live.poll();
                return std::ranges::any_of(trace->counters, [](const TraceCounter& counter) {
                    return counter.name == "cuda:trained use" && counter.size() > 0;
                });
            };
            QTRY_VERIFY(told());
        }
        QTRY_COMPARE(device.recorded.use_count(), 1L);
        session.stop();
        session.wait();
        QCOMPARE(device.asked.load(), 1);
    }
};

QTEST_GUILESS_MAIN(TestWatch)

}  // namespace test_watch

#include "test_watch.moc"
