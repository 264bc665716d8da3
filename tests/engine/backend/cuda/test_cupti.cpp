// What ran on a card as spans of the timeline: names, order and clock of what a library that stands in for CUPTI
// records, and what is said where there is none.
#include <QtTest>
#include <dlfcn.h>

#include "engine/backend/cuda/nvidia/cupti.h"
#include "engine/profile/live_trace.h"
#include "tests/support/refusal.h"

namespace test_cupti {

using namespace tl;
using namespace tl::cuda;
using tl::test::refusal;

namespace {

constexpr int kPatienceMs = 60000;

const char* const kStandIn = TENSORLOOM_STAND_INS "/libcupti.so.13";

struct StandIn {
    void* handle = dlopen(kStandIn, RTLD_NOW);
    template <typename Function>
    Function* function(const char* name) const {
        return reinterpret_cast<Function*>(dlsym(handle, name));
    }
    uint64_t now() const { return function<uint64_t()>("standInNow")(); }
    int enabled() const { return function<int()>("standInEnabled")(); }
    void kernel(const char* name, uint64_t begin, uint64_t end, uint32_t card = 0) const {
        function<void(const char*, uint64_t, uint64_t, uint32_t)>("standInKernel")(name, begin, end, card);
    }
    void copy(uint8_t kind, uint64_t bytes, uint64_t begin, uint64_t end) const {
        function<void(uint8_t, uint64_t, uint64_t, uint64_t, uint32_t)>("standInCopy")(kind, bytes, begin, end, 0);
    }
};

}  // namespace

class TestCupti : public QObject {
    Q_OBJECT
private slots:
    void whereThereIsNone() {
        QVERIFY(refusal([] { Cupti::shared("libcupti-that-is-not-there.so.13"); }).contains("none on this machine"));
        auto& enable = *static_cast<int*>(dlsym(standIn_.handle, "standInEnable"));
        enable = 35;  // a person who may not read counters
        const QString text = refusal([] { Cupti::shared(kStandIn); });
        enable = 0;
        QVERIFY2(text.contains("CUPTI, asked to record kernels: expected that it does, found "
                               "CUPTI_ERROR_INSUFFICIENT_PRIVILEGES"),
                 qPrintable(text));
    }

    void oneKindAloneIsNone() {
        auto& enable = *static_cast<int*>(dlsym(standIn_.handle, "standInEnableCopies"));
        enable = 35;
        const QString text = refusal([] { Cupti::shared(kStandIn); });
        enable = 0;
        QVERIFY2(text.contains("CUPTI, asked to record copies"), qPrintable(text));
        QCOMPARE(standIn_.enabled(), 0);
    }

    // Of a card that nobody asks for.
    void whatNobodyTakesIsForgotten() {
        const auto cupti = Cupti::shared(kStandIn);
        constexpr size_t kMost = size_t{1} << 17;
        for (uint64_t i = 1; i <= kMost + 10'000; ++i) standIn_.kernel("many", i * 10, i * 10 + 5, 1);
        cupti->take(0);
        const std::vector<CardSpan> last = cupti->take(1);
        QCOMPARE(last.size(), kMost);
        QCOMPARE(last.back().begin, uint64_t{(kMost + 10'000) * 10});
    }

    void recordsByCard() {
        {
            const auto cupti = Cupti::shared(kStandIn);
            QCOMPARE(Cupti::shared(kStandIn).get(), cupti.get());
            QCOMPARE(standIn_.enabled(), 1 << 10 | 1 << 1);
            standIn_.kernel("_Z4gemmIfLi128EEvPT_S1_", 100, 250);
            standIn_.kernel("chain", 300, 310, 1);
            standIn_.copy(1, 4096, 260, 270);
            standIn_.kernel("untimed", 0, 0);
            const std::vector<CardSpan> first = cupti->take(0);
            QCOMPARE(first.size(), size_t{2});
            QCOMPARE(first[0].name, std::string("gemm<float, 128>"));
            QCOMPARE(first[0].begin, uint64_t{100});
            QCOMPARE(first[0].end, uint64_t{250});
            QCOMPARE(first[1].name, std::string("copy to device"));
            QCOMPARE(first[1].bytes, uint64_t{4096});
            QCOMPARE(cupti->take(1).size(), size_t{1});
            QVERIFY(cupti->take(0).empty());
            QCOMPARE(cupti->lost(), uint64_t{0});
        }
        QCOMPARE(standIn_.enabled(), 0);
    }

    // More than one buffer of CUPTI's holds.
    void manyAtOnce() {
        const auto cupti = Cupti::shared(kStandIn);
        for (uint64_t i = 1; i <= 20'000; ++i) standIn_.kernel("many", i * 10, i * 10 + 5);
        const std::vector<CardSpan> all = cupti->take(0);
        QCOMPARE(all.size(), size_t{20'000});
        QCOMPARE(all.back().begin, uint64_t{200'000});
    }

    void onTheTimelinesClock() {
        LiveTrace live(600);
        const uint64_t before = ticks();
        const uint64_t begin = standIn_.now(), end = begin + 3'000'000;
        const uint64_t after = ticks();
        standIn_.kernel("one", begin, end);
        standIn_.kernel("beside", begin + 1'000'000, end + 1'000'000);  // on another stream
        standIn_.kernel("elsewhere", begin, end, 1);
        const CardSpans spans("cuda:0", 0, kStandIn);
        std::shared_ptr<const Trace> trace;
        const TraceThread* row = nullptr;
        QTRY_VERIFY((trace = live.poll(), row = rowOf(*trace, "cuda:0")) != nullptr);
        QCOMPARE(row->levels.size(), size_t{2});
        const TraceSlice one = row->levels[0][row->levels[0].first()];
        QCOMPARE(trace->labelOf(one).name, std::string("one"));
        QVERIFY2(std::abs(one.duration - 3'000'000) < 3'000, qPrintable(QString::number(one.duration)));
        const TraceSlice beside = row->levels[1][row->levels[1].first()];
        QVERIFY(std::abs(beside.begin - one.begin - 1'000'000) < 3'000);
        // Between the two readings of our clock, as nearly as the clocks were compared.
        const int64_t at = trace->origin + one.begin, slack = 2'000'000;
        QVERIFY2(at > wallNanoseconds(before) - slack && at < wallNanoseconds(after) + slack,
                 qPrintable(QString::number(at - wallNanoseconds(before))));
    }

private:
    static const TraceThread* rowOf(const Trace& trace, const std::string& name) {
        for (const TraceThread& thread : trace.threads)
            if (thread.name == name && !thread.levels.empty() && !thread.levels[0].empty()) return &thread;
        return nullptr;
    }
    StandIn standIn_;
};

QTEST_GUILESS_MAIN(TestCupti)

}  // namespace test_cupti

#include "test_cupti.moc"
