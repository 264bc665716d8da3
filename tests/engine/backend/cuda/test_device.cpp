// What a device's memory is asked for beside kernels: nothing stays of what has ended or could not be had. On the
// checking driver; no GPU takes part.
#include <QtTest>

#include <future>
#include <mutex>

#include "engine/backend/cuda/host/device.h"
#include "engine/backend/memory.h"
#include "tests/engine/train/small_run.h"
#include "tests/support/refusal.h"

namespace test_device {

using namespace tl;
using namespace tl::cuda;

class TestCudaDevice : public QObject {
    Q_OBJECT
private slots:
    // A GPU would miss it for the program's life.
    void nothingStaysOfARun() {
        const CheckingDevice device({.seed = 1, .checkMarks = false});
        const auto train = [] {
            SessionOptions options = test::smallRun(2);
            options.network = test::denseNetwork();
            options.training.device = CheckingDevice::kId;
            TrainingSession session(options);
            session.start();
            session.wait();
            return session.state();
        };
        QCOMPARE(train(), RunState::Finished);
        QCOMPARE(device.driver().recordings(), size_t{0});
        const size_t allocations = device.driver().allocations(), events = device.driver().events();
        QCOMPARE(train(), RunState::Finished);
        QCOMPARE(device.driver().allocations(), allocations);
        QCOMPARE(device.driver().events(), events);
    }

    // A forecast of what a plan takes chooses kernels, and must leave the cards alone.
    void devicesAreJoinedWhereAPlanIsMade() {
        const CheckingDevices both(2, {.seed = 1});
        const std::string op = "AllReduceStart";
        const Attributes attributes{
            {"devices", both.ids()}, {"share", 0.5}, {"rank", int64_t{0}}, {"bucket", int64_t{0}}};
        const std::vector<TensorDesc> values{{Shape{4}, DType::Float32, {}}};
        const Kernel kernel = deviceOf("cuda:check0").kernels().select({op, attributes, values, values});
        QCOMPARE(kernel.implementation, std::string("reference"));
        QCOMPARE(both.world().joined(), size_t{0});
        float value[4] = {};
        kernel.bind({{value}, {value}});
        QCOMPARE(both.world().joined(), size_t{1});
    }

    void noGridIsTooHigh() {
        const CheckingDevice device({.seed = 1});
        const KernelTable& kernels = deviceOf(CheckingDevice::kId).kernels();
        const std::string op = "Float8MatMul";
        const Attributes attributes{{"transpose_a", int64_t{1}}, {"a_format", "e4m3"}, {"b_format", "e4m3"}};
        const TensorDesc one{Shape{1}, DType::Float32, {}};
        const std::vector<TensorDesc> in{{Shape{int64_t{1} << 24, 16}, DType::Float32, {}},
                                         {Shape{int64_t{1} << 24, 16}, DType::Float32, {}},
                                         one,
                                         one},
            out{{Shape{16, 16}, DType::Float32, {}}};
        const QString text = test::refusal([&] { kernels.select({op, attributes, in, out}); });
        QVERIFY2(text.contains("at most 65535 blocks one below the other"), qPrintable(text));
    }

    // The window evaluates while something trains: nothing of the one comes into the other's recordings or copies.
    void severalThreadsAtOnce() {
        CheckingDevice device({.seed = 1, .checkMarks = false});
        const auto options = [](uint64_t seed) {
            SessionOptions options = test::smallRun(2);
            options.network = test::denseNetwork();
            options.training.device = CheckingDevice::kId;
            options.training.seed = seed;
            return options;
        };
        const auto lossesOf = [](TrainingSession& session) {
            session.wait();
            std::vector<float> losses;
            for (const tl::Event& event : session.events().drain())
                if (const auto* step = std::get_if<StepRecord>(&event)) losses.push_back(step->loss);
            return losses;
        };
        std::vector<std::vector<float>> alone, together;
        for (const uint64_t seed : {1, 2}) {
            TrainingSession session(options(seed));
            session.start();
            alone.push_back(lossesOf(session));
        }
        QVERIFY(!alone[0].empty());
        TrainingSession one(options(1)), other(options(2));
        one.start();
        other.start();
        together = {lossesOf(one), lossesOf(other)};
        QCOMPARE(together, alone);

        // Certain: while one records, nobody else has the driver.
        const auto free = [&] {
            return std::async(std::launch::async,
                              [&] {
                                  const std::unique_lock lock(device.driver().guard(), std::try_to_lock);
                                  return lock.owns_lock();
                              })
                .get();
        };
        DeviceMemory& memory = *deviceOf(CheckingDevice::kId).memory();
        bool meanwhile = true;
        memory.dropRecording(memory.record([&] { meanwhile = free(); }));
        QVERIFY(!meanwhile);
        QVERIFY(free());
    }

    void whatCannotBeFedLeavesNothing() {
        const CheckingDevice device({.seed = 1, .memoryBytes = 1000});
        DeviceMemory& memory = *deviceOf(CheckingDevice::kId).memory();
        auto* const block = static_cast<std::byte*>(memory.allocate(600));
        const std::vector<std::byte> values(300);
        const size_t allocations = device.driver().allocations(), events = device.driver().events();
        for (int time = 0; time < 2; ++time) {
            QVERIFY_EXCEPTION_THROWN(memory.feed(block, values.data(), values.size()), NotEnoughMemory);
            QCOMPARE(device.driver().allocations(), allocations);
            QCOMPARE(device.driver().events(), events);
        }
        memory.feed(block + 8, values.data(), 100);  // what is fed into a block goes with it
        QCOMPARE(device.driver().allocations(), allocations + 4);
        memory.free(block);
        QCOMPARE(device.driver().allocations(), allocations - 1);
    }
};

QTEST_GUILESS_MAIN(TestCudaDevice)

}  // namespace test_device

#include "test_device.moc"
