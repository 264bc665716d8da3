// What a device's memory is asked for beside kernels: nothing stays of what has ended or could not be had. On the
// checking driver; no GPU takes part.
#include <QtTest>

#include "engine/backend/cuda/host/device.h"
#include "engine/backend/memory.h"
#include "tests/engine/train/small_run.h"

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
