// The cards that are found, as a run asks them: over libraries that stand in for NVIDIA's, which CTest puts where
// libraries are looked for.
#include <QtTest>
#include <dlfcn.h>

#include <atomic>

#include "engine/backend/cuda/nvidia/devices.h"
#include "engine/backend/cuda/nvidia/nccl.h"

namespace test_cards {

using namespace tl;
using namespace tl::cuda;

class TestCards : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() {
        if (!TENSORLOOM_HAS_CUDA_KERNELS || !TENSORLOOM_HAS_CUDNN)
            QSKIP("this program has no kernels or no cuDNN for GPUs: `./dev build cuda full` fetches what that needs");
    }

    // Otherwise the other cards, and the hosts that ask them, wait for it for ever.
    void oneThatFailsGivesUpTheSums() {
        const FoundGpus found = findGpus();
        QCOMPARE(found.devices.size(), size_t{2});
        const std::string cards = "cuda:0,cuda:1";
        found.devices[0]->requireTogether();
        nccl().communicator(cards, 0);
        void* const library = dlopen(kNccl, RTLD_NOW);
        const auto& aborted = *static_cast<std::atomic<int>*>(dlsym(library, "standInNcclAborted"));
        found.devices[0]->abandonTogether(cards);
        QTRY_COMPARE_WITH_TIMEOUT(aborted.load(), 2, 60000);
    }
};

QTEST_GUILESS_MAIN(TestCards)

}  // namespace test_cards

#include "test_cards.moc"
