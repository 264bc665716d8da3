// What a stretch of a timeline is said to be made of, and the verdict over it, against timelines whose answer is known.
#include <QtTest>

#include "engine/profile/verdict.h"

namespace test_trace_table {

using namespace tl;

namespace {

constexpr int64_t kMs = 1'000'000;
constexpr const char* kStanding = "stands at a breakpoint";

// Steps of `wait` and `compute` ms on "training", a kernel over `kernelShare` of the computing; loaders that always
// load.
struct Made {
    double wait = 0, compute = 10, kernelShare = 0.5, reorderShare = 0, resting = 0;
    int loaders = 0;
    double coresBusy = 0;
    double kernelFlops = 1e9;
    const char* kernel = "own";
    double stall = 0;     // ms that the sixth step waits longer,
    uint32_t again = 0;   // and this one
    double stands = 0;    // ms in the midst of the fourth one's forward pass,
    bool opByOp = false;  // half of them in ops that are done one by one
    Trace trace() const {
        TraceBuilder builder;
        const size_t training = builder.thread(1, 1), helper = builder.thread(1, 2);
        builder.threadAt(training).name = "training";
        const uint32_t waiting = builder.label({"wait for batch", "wait", {}, {}, 0, 0}),
                       step = builder.label({"step", "other", {}, {}, 0, 0}),
                       forward = builder.label({"forward", "forward", {}, {}, 0, 0}),
                       conv = builder.label({"Conv2D", "forward", "conv_1", kernel, kernelFlops, 1e6}),
                       reorder = builder.label({"Reorder", "forward", "conv_1", "own", 0, 1e3}),
                       load = builder.label({"load items", "data", {}, {}, 0, 0}),
                       standing = builder.label({kStanding, "other", {}, {}, 0, 0}),
                       walk = builder.label({"op by op", "op by op", {}, {}, 0, 0}),
                       single = builder.label({"Conv2D", "op by op", "conv_1", "own", kernelFlops, 1e6});
        const size_t cores = builder.counter(1, "cores busy");
        int64_t at = 0, standsFrom = 0;
        const auto ms = [](double value) { return static_cast<int64_t>(value * kMs); };
        for (uint32_t i = 1; i <= 10; ++i) {
            const double waits = wait + (i == 6 || i == again ? stall : 0);
            builder.add(training, TraceSlice{at, ms(waits), waiting, i});
            at += ms(waits);
            const double stood = i == 4 ? stands : 0;
            builder.add(training, TraceSlice{at, ms(compute + stood), step, i});
            builder.add(training, TraceSlice{at, ms(compute * 0.9 + stood), forward, i});
            if (stood > 0) {
                if (opByOp) {
                    builder.add(training, TraceSlice{at, ms(stood), walk, i});
                    builder.add(training, TraceSlice{at, ms(stood / 2), single, i});
                    builder.add(helper, TraceSlice{at, ms(stood / 2), single, 0});
                }
                const int64_t from = at + (opByOp ? ms(stood / 2) : 0);
                builder.add(training, TraceSlice{from, at + ms(stood) - from, standing, i});
                standsFrom = at;
                // Counted on all the while: the window alone is busy.
                for (int k = 1; k <= 100; ++k) builder.add(cores, TracePoint{at + ms(stood) / 100 * k, 0.1});
            }
            at += ms(stood);
            builder.add(training, TraceSlice{at, ms(compute * kernelShare), conv, i});
            builder.add(helper, TraceSlice{at, ms(compute * kernelShare), conv, 0});
            if (reorderShare > 0)
                builder.add(training,
                            TraceSlice{at + ms(compute * kernelShare), ms(compute * reorderShare), reorder, i});
            at += ms(compute);
            builder.add(cores, TracePoint{at, coresBusy});
        }
        const uint32_t room = builder.label({"wait for room", "wait", {}, {}, 0, 0});
        const auto rest = static_cast<int64_t>(resting * static_cast<double>(at - ms(stands)));
        for (int i = 0; i < loaders; ++i) {
            const size_t loader = builder.thread(1, 10 + i);
            if (rest > 0) builder.add(loader, TraceSlice{0, rest, room, 0});
            if (stands > 0) {
                builder.add(loader, TraceSlice{rest, standsFrom - rest, load, 32});
                builder.add(loader, TraceSlice{standsFrom, ms(stands), room, 0});
            }
            const int64_t again = stands > 0 ? standsFrom + ms(stands) : rest;
            builder.add(loader, TraceSlice{again, at - again, load, 32});
        }
        return builder.finish();
    }
};

const MachineLimits kLimits{1e11, 1e10, 4};

Verdict verdictFor(const Made& made) {
    const Trace trace = made.trace();
    return verdictOf(trace, trace.begin, trace.end, kLimits);
}

}  // namespace

class TestTraceTable : public QObject {
    Q_OBJECT
private slots:
    // How often a step is told by whole steps alone, whatever lies cut around them.
    void countsOfStepsAreOfWholeOnes() {
        TraceBuilder builder;
        const size_t thread = builder.thread(1, 1);
        const uint32_t step = builder.label({"step", "other", {}, {}, 0, 0}),
                       op = builder.label({"Relu", "forward", "relu_1", {}, 0, 0});
        for (uint32_t i = 0; i < 4; ++i) {
            builder.add(thread, TraceSlice{i * 100, 90, step, i + 1});
            for (const int at : {10, 50}) builder.add(thread, TraceSlice{i * 100 + at, 20, op, i + 1});
        }
        const Trace trace = builder.finish();
        const auto rows = opsIn(trace, 60, 320);
        const auto found = std::ranges::find(rows, op, &OpRow::label);
        QVERIFY(found != rows.end());
        QCOMPARE(stepsIn(trace, 60, 320).size(), size_t{2});
        QCOMPARE(found->inSteps, 4.0);
        QCOMPARE(found->count, 5.0);  // a half at each end
        QCOMPARE(found->touched, 6);  // but six were there
    }

    // Parts of slices on many threads may be less than one together, and are of as many as there are.
    void cutSlicesAreCountedOneByOne() {
        TraceBuilder builder;
        const uint32_t op = builder.label({"load", "data", {}, {}, 0, 0});
        for (int i = 0; i < 8; ++i) builder.add(builder.thread(1, i), TraceSlice{0, 1000, op, 1});
        const auto rows = opsIn(builder.finish(), 400, 500);
        QCOMPARE(rows.size(), size_t{1});
        QVERIFY(std::abs(rows[0].count - 0.8) < 1e-9);
        QCOMPARE(rows[0].touched, 8);
        QVERIFY(std::abs(8 * rows[0].mean() - rows[0].total) < 1e-12);
    }

    // What is seen of a slice that is cut is all that its op took there: by count, the means are the total.
    void cutSlicesHaveNoLongerMean() {
        const Trace trace = Made{.compute = 10}.trace();
        const auto conv = [&](int64_t from, int64_t to) {
            const auto rows = opsIn(trace, from, to);
            const auto found =
                std::ranges::find_if(rows, [&](const OpRow& row) { return trace.labels[row.label].name == "Conv2D"; });
            return found == rows.end() ? OpRow() : *found;
        };
        const OpRow cut = conv(4 * kMs, 9 * kMs);  // the last of its five ms
        QVERIFY(std::abs(cut.count - 0.2) < 1e-9 && std::abs(cut.total - 0.001) < 1e-9);
        QCOMPARE(cut.mean(), cut.total);
        const OpRow both = conv(4 * kMs, 19 * kMs);  // and a whole one
        QVERIFY(std::abs(both.total - 0.006) < 1e-9);
        QCOMPARE(both.touched, 2);
        QVERIFY(std::abs(both.mean() - 0.003) < 1e-9);
    }

    // Self time, share and verdict of an area that cuts steps are of what lies in it.
    void anAreaHasOneBase() {
        const Trace trace = Made{.compute = 10, .kernelShare = 0.5, .kernelFlops = 1e8}.trace();
        const auto conv = [&](const std::vector<OpRow>& rows) {
            return *std::ranges::find_if(rows, [&](const OpRow& row) { return trace.labels[row.label].flops > 0; });
        };
        for (const auto& [from, to, kernel] : {std::tuple{12, 34, 12.0}, {12, 18, 3.0}, {11, 29, 9.0}}) {
            const std::vector<OpRow> rows = opsIn(trace, from * kMs, to * kMs);
            double told = 0;
            for (const OpRow& row : rows) {
                QVERIFY(std::abs(row.share - row.self * 1e3 / (to - from)) < 1e-9);
                QVERIFY(std::abs(row.mean() * static_cast<double>(row.touched) - row.total) < 1e-9);
                told += row.share;
            }
            QVERIFY(std::abs(told - 1) < 1e-9);
            QVERIFY(std::abs(conv(rows).share - kernel / (to - from)) < 1e-9);
            const Verdict verdict = verdictOf(trace, from * kMs, to * kMs, kLimits);
            QCOMPARE(verdict.kind, Verdict::Kind::Kernel);
            QCOMPARE(verdict.share, conv(rows).share);
            QVERIFY(std::abs(verdict.stepSeconds - 0.01) < 1e-9);  // of whole ones
        }
        // Between the kernels of a step that has enough of them nothing is amiss.
        QCOMPARE(verdictOf(trace, 16 * kMs, 19 * kMs, kLimits).kind, Verdict::Kind::Fine);
        // The wait is what lies in it, too.
        const Trace waits = Made{.wait = 20, .compute = 10}.trace();
        const Verdict waiting = verdictOf(waits, 40 * kMs, 55 * kMs, kLimits);
        QCOMPARE(waiting.kind, Verdict::Kind::Data);
        QVERIFY(std::abs(waiting.share - 10.0 / 15) < 1e-9);
        const auto rows = opsIn(waits, 40 * kMs, 55 * kMs);
        QCOMPARE(waits.labels[rows[0].label].category, std::string("wait"));
        QVERIFY(std::abs(rows[0].share - waiting.share) < 1e-9);
    }

    // What a thread does of a kernel again, as a part that its helper was late for, takes time and is no further op.
    void partsAreNoOps() {
        TraceBuilder builder;
        const size_t training = builder.thread(1, 1), helper = builder.thread(1, 2);
        const uint32_t step = builder.label({"step", "other", {}, {}, 0, 0}),
                       conv = builder.label({"Conv2D", "forward", "conv_1", "own", 1e8, 1e6});
        for (uint32_t i = 0; i < 10; ++i) {
            const int64_t at = i * 10 * kMs;
            builder.add(training, TraceSlice{at, 10 * kMs, step, i + 1});
            builder.add(training, TraceSlice{at, 4 * kMs, conv, i + 1});
            builder.add(i < 5 ? helper : training, TraceSlice{at + 4 * kMs, 4 * kMs, conv, 0});
        }
        const Trace trace = builder.finish();
        const auto rows = opsIn(trace, trace.begin, trace.end);
        QCOMPARE(rows.size(), size_t{2});
        QCOMPARE(rows[0].label, conv);
        QCOMPARE(rows[0].touched, 10);
        QCOMPARE(rows[0].inSteps, 10.0);
        QVERIFY(std::abs(rows[0].self - 0.06) < 1e-9);
        QVERIFY(std::abs(rows[0].mean() - 0.006) < 1e-9);
        QVERIFY(std::abs(rows[0].flopsPerSecond - 1e8 / 0.004) < 1);  // of each part
        // The second half alone of one that is in two.
        const auto half = opsIn(trace, 94 * kMs, 98 * kMs);
        QVERIFY(std::ranges::any_of(half, [&](const OpRow& row) { return row.label == conv && row.touched == 1; }));
    }

    // Other programs number none of their slices: each is an op.
    void othersOpsAreWhole() {
        TraceBuilder builder;
        const size_t stream = builder.thread(1, 1);
        const uint32_t gemm = builder.label({"gemm", "kernel", {}, {}, 1e8, 1e6});
        for (int i = 0; i < 10; ++i) builder.add(stream, TraceSlice{i * 10 * kMs, 4 * kMs, gemm, 0});
        const Trace trace = builder.finish();
        const auto rows = opsIn(trace, trace.begin, trace.end);
        QCOMPARE(rows.size(), size_t{1});
        QCOMPARE(rows[0].count, 10.0);
        QVERIFY(std::abs(rows[0].mean() - 0.004) < 1e-9);
    }

    // Its kernels may be in what is missing.
    void nothingIsSaidOfACutFile() {
        for (const double kernels : {0.07, 0.9}) {
            Trace trace = Made{.wait = 2, .compute = 10, .kernelShare = kernels}.trace();
            trace.cut = true;
            QCOMPARE(verdictOf(trace, trace.begin, trace.end, kLimits).kind, Verdict::Kind::Cut);
        }
    }

    void opsAddUp() {
        const Trace trace = Made{.wait = 2, .compute = 10}.trace();
        const auto rows = opsIn(trace, trace.begin, trace.end);
        double self = 0;
        for (const OpRow& row : rows) self += row.self;
        QVERIFY(std::abs(self - 0.12) < 1e-9);  // of one thread: the helper's parts are not counted twice
        const auto conv =
            std::ranges::find_if(rows, [&](const auto& r) { return trace.labels[r.label].name == "Conv2D"; });
        QVERIFY(conv != rows.end());
        QCOMPARE(conv->count, 10.0);
        QVERIFY(std::abs(conv->total - 0.05) < 1e-9);
        QVERIFY(std::abs(conv->flopsPerSecond - 1e9 / 0.005) < 1);
        const auto step =
            std::ranges::find_if(rows, [&](const auto& r) { return trace.labels[r.label].name == "step"; });
        QVERIFY(std::abs(step->total - 0.1) < 1e-9);
        QVERIFY(std::abs(step->self - 0.01) < 1e-9);
        QVERIFY(std::ranges::is_sorted(rows, std::ranges::greater{}, &OpRow::self));
    }

    // The window goes on meanwhile: its time is its own.
    void othersWorkWhileARunStands() {
        TraceBuilder builder;
        const size_t training = builder.thread(1, 1), window = builder.thread(1, 2);
        const uint32_t step = builder.label({"step", "other", {}, {}, 0, 0}),
                       standing = builder.label({kStanding, "other", {}, {}, 0, 0}),
                       event = builder.label({"event", "window", {}, {}, 0, 0});
        builder.add(training, TraceSlice{0, 100 * kMs, step, 1});
        builder.add(training, TraceSlice{10 * kMs, 80 * kMs, standing, 1});
        builder.add(window, TraceSlice{20 * kMs, 30 * kMs, event, 0});
        const Trace trace = builder.finish();
        const auto rows = opsIn(trace, trace.begin, trace.end);
        const auto row =
            std::ranges::find_if(rows, [&](const auto& r) { return trace.labels[r.label].name == "event"; });
        QVERIFY(row != rows.end());
        QVERIFY(std::abs(row->total - 0.03) < 1e-9);
        QVERIFY(std::abs(row->self - 0.03) < 1e-9);
    }

    // What is done op by op while a run stands is told, and is no part of a step either: it counts in no step's ops,
    // takes nobody's share, and the verdict is about the training's own.
    void opsOneByOneAreNoPartOfAStep() {
        const Made made{.wait = 0.2, .compute = 10, .kernelShare = 0.85, .coresBusy = 4, .kernelFlops = 3e8};
        Made stood = made;
        stood.stands = 400;
        stood.opByOp = true;
        const Trace plain = made.trace(), trace = stood.trace();
        const auto steps = stepsIn(trace, trace.begin, trace.end), usual = stepsIn(plain, plain.begin, plain.end);
        QCOMPARE(steps.size(), usual.size());
        for (size_t i = 0; i < steps.size(); ++i) {
            QCOMPARE(steps[i].stood, i == 3 ? 0.4 : 0.0);
            QVERIFY(std::abs(steps[i].seconds() - usual[i].seconds()) < 1e-9);
            QVERIFY(std::abs(steps[i].forward - usual[i].forward) < 1e-9);
            QVERIFY(std::abs(steps[i].other - usual[i].other) < 1e-9);
        }
        int told = 0;
        for (const OpRow& row : opsIn(trace, trace.begin, trace.end)) {
            const TraceLabel& label = trace.labels[row.label];
            if (label.name == "Conv2D" && label.category == "forward") QCOMPARE(row.inSteps, 10.0);
            if (label.category != "op by op") continue;
            ++told;
            QCOMPARE(row.count, 1.0);
            QCOMPARE(row.inSteps, 0.0);
            QCOMPARE(row.share, 0.0);
            QVERIFY(std::abs(row.total - (label.name == "Conv2D" ? 0.2 : 0.4)) < 1e-9);
        }
        QCOMPARE(told, 2);
        const Verdict before = verdictFor(made), after = verdictFor(stood);
        QCOMPARE(before.kind, Verdict::Kind::Kernel);
        QCOMPARE(after.kind, before.kind);
        QCOMPARE(trace.labels[after.label].category, std::string("forward"));
        QVERIFY(std::abs(after.share - before.share) < 1e-9);
        QVERIFY(std::abs(after.stepSeconds - before.stepSeconds) < 1e-9);
    }

    // Who stands at a breakpoint for an hour has as fast a step as before, and finds that hour in a row of its own.
    void standingIsNoPartOfAStep() {
        const Made made{.wait = 2, .compute = 10, .coresBusy = 4};
        Made stood = made;
        stood.stands = 3'600'000;
        const Trace plain = made.trace(), trace = stood.trace();
        const auto steps = stepsIn(trace, trace.begin, trace.end), usual = stepsIn(plain, plain.begin, plain.end);
        QCOMPARE(steps.size(), usual.size());
        for (size_t i = 0; i < steps.size(); ++i) {
            QCOMPARE(steps[i].stood, i == 3 ? 3600.0 : 0.0);
            QVERIFY(std::abs(steps[i].seconds() - usual[i].seconds()) < 1e-9);
            QVERIFY(std::abs(steps[i].forward - usual[i].forward) < 1e-9);
            QVERIFY(std::abs(steps[i].other - usual[i].other) < 1e-9);
        }
        const auto rows = opsIn(trace, trace.begin, trace.end);
        const auto expected = opsIn(plain, plain.begin, plain.end);
        QCOMPARE(rows.size(), expected.size() + 1);
        QCOMPARE(trace.labels[rows[0].label].name, std::string(kStanding));
        QCOMPARE(rows[0].self, 3600.0);
        QCOMPARE(rows[0].share, 0.0);
        for (const OpRow& row : expected) {
            const auto same = std::ranges::find(rows, plain.labels[row.label],
                                                [&](const OpRow& each) { return trace.labels[each.label]; });
            QVERIFY(same != rows.end());
            QVERIFY(std::abs(same->self - row.self) < 1e-9);
            QVERIFY(std::abs(same->total - row.total) < 1e-9);
            QVERIFY(std::abs(same->share - row.share) < 1e-9);
        }
        // Nor of the verdict: what the cores and loaders did meanwhile is not about the steps.
        for (Made usually : {Made{.wait = 2, .resting = 0.2, .loaders = 2, .coresBusy = 1},
                             Made{.kernelShare = 0.85, .resting = 0.2, .loaders = 2, .coresBusy = 1}}) {
            const Verdict before = verdictFor(usually);
            usually.stands = 3'600'000;
            const Verdict told = verdictFor(usually);
            QCOMPARE(told.kind, before.kind);
            QVERIFY(std::abs(told.share - before.share) < 1e-9);
            QVERIFY(std::abs(told.stepSeconds - before.stepSeconds) < 1e-9);
            QVERIFY(std::abs(told.resting - before.resting) < 1e-6);
            QVERIFY(std::abs(told.gain - before.gain) < 1e-6);
            QCOMPARE(told.coresFull, before.coresFull);
        }
    }

    // What multiplies 16-bit numbers is held against what the machine reaches with them.
    void halvesHaveTheirOwnLimit() {
        MachineLimits limits = kLimits;
        limits.flops16 = 4e11;
        for (const char* kernel : {"own:avx512:winograd_bf16", "onednn:brgconv:avx512_core_bf16", "own:amx",
                                   "onednn:brg_matmul:avx512_core_fp16"}) {
            QVERIFY(multiplies16Bits(kernel));
            QCOMPARE(limits.flopsOf(kernel), 4e11);
            QCOMPARE(kLimits.flopsOf(kernel), 1e11);  // where there is no such unit, or it is not measured
            QCOMPARE(limits.share(kernel, 1e11, 1e8), 0.25);
        }
        for (const char* kernel : {"own:avx512", "onednn:brgconv:avx512_core", "eigen", ""}) {
            QVERIFY(!multiplies16Bits(kernel));
            QCOMPARE(limits.share(kernel, 5e10, 1e8), 0.5);
        }
        QCOMPARE(limits.share("own:amx", 1e10, 5e9), 0.5);  // memory is as fast for them
        // 118 GF/s: at float32's limit, and a third of that of 16 bits.
        Made made{.kernelShare = 0.85};
        const Trace wide = made.trace();
        made.kernel = "own:avx512:winograd_bf16";
        const Trace half = made.trace();
        QCOMPARE(verdictOf(wide, wide.begin, wide.end, limits).kind, Verdict::Kind::Fine);
        const Verdict verdict = verdictOf(half, half.begin, half.end, limits);
        QCOMPARE(verdict.kind, Verdict::Kind::Kernel);
        QVERIFY(std::abs(verdict.ofLimit - 1e9 / 0.0085 / 4e11) < 1e-6);
    }

    // What loaders and the window do beside the steps is no part of them.
    void sharesAreOfTheSteps() {
        TraceBuilder builder;
        const size_t training = builder.thread(1, 1), window = builder.thread(1, 2);
        const uint32_t step = builder.label({"step", "other", {}, {}, 0, 0}),
                       conv = builder.label({"Conv2D", "forward", "conv_1", "own", 1e8, 1e6}),
                       event = builder.label({"event", "window", {}, {}, 0, 0}),
                       load = builder.label({"load items", "data", {}, {}, 0, 0});
        for (uint32_t i = 0; i < 10; ++i) {
            builder.add(training, TraceSlice{i * 10 * kMs, 10 * kMs, step, i + 1});
            builder.add(training, TraceSlice{i * 10 * kMs, 6 * kMs, conv, i + 1});
        }
        builder.add(window, TraceSlice{0, 400 * kMs, event, 0});
        for (int i = 0; i < 3; ++i) builder.add(builder.thread(1, 10 + i), TraceSlice{0, 200 * kMs, load, 32});
        const Trace trace = builder.finish();
        const auto rows = opsIn(trace, trace.begin, trace.end);
        QCOMPARE(rows.size(), size_t{4});
        double sum = 0;
        for (const OpRow& row : rows) sum += row.beside ? 0 : row.share;
        QVERIFY(sum > 0.99 && sum <= 1 + 1e-9);
        QCOMPARE(rows[0].label, conv);
        QVERIFY(std::abs(rows[0].share - 0.6) < 1e-9);
        QVERIFY(!rows[1].beside && rows[2].beside && rows[3].beside);
        QCOMPARE(rows[2].label, load);
        QCOMPARE(rows[2].threads, 3);
        QVERIFY(std::abs(rows[2].share - 0.5) < 1e-9);
        QVERIFY(std::abs(rows[3].share - 1) < 1e-9);
        // The verdict tells the same number.
        const Verdict verdict = verdictOf(trace, trace.begin, trace.end, kLimits);
        QCOMPARE(verdict.kind, Verdict::Kind::Kernel);
        QCOMPARE(verdict.share, rows[0].share);
    }

    void anAreaTrims() {
        const Trace trace = Made{.wait = 0, .compute = 10}.trace();
        // From the middle of the first kernel (0 to 5 ms) to the middle of the second (10 to 15).
        const auto rows = opsIn(trace, 2'500'000, 12'500'000);
        for (const OpRow& row : rows) {
            if (trace.labels[row.label].name != "Conv2D") continue;
            QVERIFY(std::abs(row.total - 0.005) < 1e-9);
            QVERIFY(std::abs(row.count - 1) < 1e-9);
            QVERIFY(std::abs(row.flopsPerSecond - 2e11) < 1);  // cut ones tell the same speed
        }
        QVERIFY(opsIn(trace, -100, -50).empty());
    }

    void stepsTellTheirParts() {
        const Trace trace = Made{.wait = 2, .compute = 10}.trace();
        const auto steps = stepsIn(trace, trace.begin, trace.end);
        QCOMPARE(steps.size(), size_t{10});
        for (size_t i = 0; i < steps.size(); ++i) {
            QCOMPARE(steps[i].number, static_cast<uint32_t>(i + 1));
            QVERIFY(std::abs(steps[i].seconds() - 0.012) < 1e-9);
            QVERIFY(std::abs(steps[i].wait - 0.002) < 1e-9);
            QVERIFY(std::abs(steps[i].forward - 0.009) < 1e-9);
            QVERIFY(std::abs(steps[i].other - 0.001) < 1e-9);
        }
        QCOMPARE(stepsIn(trace, 5 * kMs, 40 * kMs).size(), size_t{2});  // only whole ones
    }

    void stepsOfOthers() {
        TraceBuilder builder;
        const size_t thread = builder.thread(1, 1);
        builder.add(thread, TraceSlice{0, 10, builder.label({"ProfilerStep#41", "user_annotation", {}, {}, 0, 0}), 0});
        builder.add(thread, TraceSlice{20, 10, builder.label({"ProfilerStep#42", "user_annotation", {}, {}, 0, 0}), 0});
        builder.add(thread, TraceSlice{40, 10, builder.label({"other", {}, {}, {}, 0, 0}), 0});
        const Trace trace = builder.finish();
        const auto steps = stepsIn(trace, 0, 100);
        QCOMPARE(steps.size(), size_t{2});
        QCOMPARE(steps[1].number, uint32_t{42});
    }

    // Two loaders that always work hold a step of 6 ms computing at 10: a third makes it 6.7, a fourth the 6.
    void waitingForData() {
        const Verdict verdict = verdictFor({.wait = 4, .compute = 6, .loaders = 2, .coresBusy = 2});
        QCOMPARE(verdict.kind, Verdict::Kind::Data);
        QVERIFY(std::abs(verdict.share - 0.4) < 1e-6);
        QCOMPARE(verdict.loaders, 2);
        QCOMPARE(verdict.more, 2);
        QVERIFY(std::abs(verdict.gain - 10.0 / 6 + 1) < 1e-6);
        // No step is shorter than its computing.
        QVERIFY(std::abs(verdictFor({.wait = 1, .compute = 9, .loaders = 2, .coresBusy = 2}).gain - 1.0 / 9) < 1e-6);
        // And none than its work over all cores.
        // One stall is no finding, two are.
        QCOMPARE(verdictFor({.compute = 10, .kernelFlops = 8e8, .stall = 900, .again = 8}).kind, Verdict::Kind::Data);
        for (const uint32_t again : {0, 7}) {  // also where the next step waits for what was not made meanwhile
            const Verdict stalled =
                verdictFor({.compute = 10, .kernelShare = 0.9, .kernelFlops = 8e8, .stall = 900, .again = again});
            QVERIFY(stalled.kind != Verdict::Kind::Data);
            QCOMPARE(stalled.steps, int64_t{5});
            QVERIFY(std::abs(stalled.stepSeconds - 0.01) < 1e-9);
        }

        const Verdict full = verdictFor({.wait = 4, .compute = 6, .loaders = 2, .coresBusy = 4});
        QVERIFY(full.coresFull);
        QVERIFY(full.gain < 1e-6);
        QCOMPARE(full.more, 0);
        // Loaders that wait for room are not too few.
        const Verdict resting = verdictFor({.wait = 4, .compute = 6, .resting = 0.8, .loaders = 2, .coresBusy = 2});
        QCOMPARE(resting.kind, Verdict::Kind::Data);
        QVERIFY(std::abs(resting.resting - 0.8) < 1e-6);
        QCOMPARE(resting.gain, 0.);
        QCOMPARE(resting.more, 0);
    }

    // As many loaders as the measured rates imply: what n of them make in `wait + compute` is brought below what the
    // step cannot be shorter than.
    void loadersThatHelp_data() {
        QTest::addColumn<Made>("made");
        QTest::addColumn<int>("cores");
        QTest::addColumn<int>("more");
        QTest::addColumn<double>("gain");
        QTest::newRow("one") << Made{.wait = 4, .compute = 6, .loaders = 1} << 16 << 1 << 10.0 / 6 - 1;
        QTest::newRow("a batch in 20, a step in 2") << Made{.wait = 8, .compute = 2, .loaders = 2} << 16 << 8 << 4.0;
        QTest::newRow("as many as there are cores")
            << Made{.wait = 8, .compute = 2, .loaders = 2} << 6 << 4 << 10 / (20.0 / 6) - 1;
        QTest::newRow("busy cores are shared")
            << Made{.wait = 8, .compute = 2, .loaders = 2, .coresBusy = 4} << 8 << 2 << 1.0;
        QTest::newRow("more loaders than cores, which read and do not compute")
            << Made{.wait = 4, .compute = 6, .loaders = 4, .coresBusy = 1} << 2 << 1 << 0.25;
        QTest::newRow("the last would give less than anybody feels")
            << Made{.wait = 5.06, .compute = 4.94, .loaders = 1} << 16 << 1 << 1.0;
        QTest::newRow("the training loads by itself") << Made{.wait = 9, .compute = 3} << 16 << 3 << 3.0;
        QTest::newRow("and beside one that it waits for less than it computes")
            << Made{.wait = 3, .compute = 9} << 16 << 1 << 12.0 / 9 - 1;
    }
    void loadersThatHelp() {
        QFETCH(Made, made);
        QFETCH(int, cores);
        QFETCH(double, gain);
        const Trace trace = made.trace();
        const Verdict verdict = verdictOf(trace, trace.begin, trace.end, {1e11, 1e10, cores});
        QCOMPARE(verdict.kind, Verdict::Kind::Data);
        QCOMPARE(verdict.loaders, made.loaders);
        QTEST(verdict.more, "more");
        QVERIFY2(std::abs(verdict.gain - gain) < 1e-3, qPrintable(QString::number(verdict.gain)));
    }

    // A stretch that cuts two steps is about these two.
    void aStretchIsAboutTheStepsItTouches() {
        const Trace trace = Made{.compute = 10, .kernelShare = 0.9, .kernelFlops = 1e8}.trace();
        const Verdict verdict = verdictOf(trace, 12 * kMs, 28 * kMs, kLimits);
        QCOMPARE(verdict.steps, int64_t{2});
        QCOMPARE(verdict.kind, Verdict::Kind::Kernel);
        QCOMPARE(verdictOf(trace, 10 * kMs, 20 * kMs, kLimits).steps, int64_t{1});  // and no neighbour
        // A step's wait is its own: the second waits from 30 ms on, and computes from 50 on.
        const Trace waits = Made{.wait = 20, .compute = 10}.trace();
        const Verdict waiting = verdictOf(waits, 35 * kMs, 45 * kMs, kLimits);
        QCOMPARE(waiting.steps, int64_t{1});
        QCOMPARE(waiting.kind, Verdict::Kind::Data);
        QCOMPARE(waiting.share, 1.0);  // all that lies there
        QCOMPARE(verdictOf(waits, 52 * kMs, 60 * kMs, kLimits).steps, int64_t{1});
        QCOMPARE(verdictOf(waits, 52 * kMs, 61 * kMs, kLimits).steps, int64_t{2});
    }

    // Steps that hardly do their ops stood, and those of a program that gets no core are measured beside another's.
    void timeThatIsNoKernels() {
        const Verdict stood = verdictFor({.compute = 10, .kernelShare = 0.07});
        QCOMPARE(stood.kind, Verdict::Kind::Between);
        QVERIFY(std::abs(stood.share - 0.07) < 1e-6);
        // Nobody needs to have the cores that it does not use.
        QCOMPARE(verdictFor({.compute = 10, .kernelShare = 0.07, .coresBusy = 0.05}).kind, Verdict::Kind::Between);
        QCOMPARE(verdictFor({.compute = 10, .kernelShare = 0.9, .coresBusy = 0.3, .kernelFlops = 1e8}).kind,
                 Verdict::Kind::Starved);
        QCOMPARE(verdictFor({.compute = 10, .kernelShare = 0.9, .coresBusy = 1, .kernelFlops = 1e8}).kind,
                 Verdict::Kind::Kernel);
    }

    void reorders() {
        const Verdict verdict = verdictFor({.compute = 10, .kernelShare = 0.4, .reorderShare = 0.2});
        QCOMPARE(verdict.kind, Verdict::Kind::Reorders);
        QVERIFY(std::abs(verdict.share - 0.2) < 1e-6);
    }

    // A checkpoint that the training itself waits for counts, one that is written beside it does not.
    void checkpoints() {
        for (const bool beside : {false, true}) {
            TraceBuilder builder;
            const size_t training = builder.thread(1, 1), other = builder.thread(1, 2);
            const uint32_t step = builder.label({"step", "other", {}, {}, 0, 0}),
                           write = builder.label({"checkpoint", "checkpoint", {}, {}, 0, 0});
            for (uint32_t i = 0; i < 2; ++i) builder.add(training, TraceSlice{i * 20 * kMs, 10 * kMs, step, i + 1});
            builder.add(beside ? other : training, TraceSlice{10 * kMs, 10 * kMs, write, 0});
            const Trace trace = builder.finish();
            const Verdict verdict = verdictOf(trace, trace.begin, trace.end, kLimits);
            QCOMPARE(verdict.kind, beside ? Verdict::Kind::NoKernels : Verdict::Kind::Checkpoint);
            if (!beside) QVERIFY(std::abs(verdict.share - 1.0 / 3) < 1e-6);
        }
    }

    // One that became due while the run stood, and follows at that step's end, is nothing that takes a step's time.
    void checkpointsAfterAStand() {
        for (const bool stood : {false, true}) {
            TraceBuilder builder;
            const size_t training = builder.thread(1, 1);
            const uint32_t step = builder.label({"step", "other", {}, {}, 0, 0}),
                           stands = builder.label({kStanding, "other", {}, {}, 0, 0}),
                           conv = builder.label({"Conv2D", "forward", {}, {}, 1e6, 1e6}),
                           write = builder.label({"checkpoint", "checkpoint", {}, {}, 0, 0});
            int64_t at = 0;
            for (uint32_t i = 1; i <= 3; ++i) {
                const int64_t stand = stood && i == 2 ? 60'000 * kMs : 0, late = i == 2 ? 5 * kMs : 0;
                builder.add(training, TraceSlice{at, stand + 10 * kMs + late, step, i});
                if (stand > 0) builder.add(training, TraceSlice{at, stand, stands, 0});
                builder.add(training, TraceSlice{at + stand, 10 * kMs, conv, 0});
                if (late > 0) builder.add(training, TraceSlice{at + stand + 10 * kMs, late, write, 0});
                at += stand + 10 * kMs + late;
            }
            const Trace trace = builder.finish();
            const Verdict verdict = verdictOf(trace, trace.begin, trace.end, kLimits);
            QCOMPARE(verdict.kind == Verdict::Kind::Checkpoint, !stood);
        }
    }

    void aSlowKernel() {
        const Trace trace = Made{.compute = 10, .kernelShare = 0.5, .kernelFlops = 1e8}.trace();
        const Verdict verdict = verdictOf(trace, trace.begin, trace.end, kLimits);
        QCOMPARE(verdict.kind, Verdict::Kind::Kernel);
        QCOMPARE(trace.labels[verdict.label].name, std::string("Conv2D"));
        QVERIFY(std::abs(verdict.ofLimit - 0.2) < 1e-6);  // 1e8 in 5 ms of 1e11 a second
        QVERIFY(std::abs(verdict.share - 0.5) < 1e-6);
    }

    // A GPU's lie on a thread of their own, and the processor rests meanwhile: that says neither that all is well nor
    // that others have the cores.
    void kernelsBesideTheSteps() {
        TraceBuilder builder;
        const size_t training = builder.thread(1, 1), device = builder.thread(1, 2),
                     cores = builder.counter(1, "cores busy");
        const uint32_t step = builder.label({"step", "other", {}, {}, 0, 0}),
                       conv = builder.label({"Conv2D", "other", "conv_1", "own", 1e9, 1e6});
        for (uint32_t i = 0; i < 10; ++i) {
            builder.add(training, TraceSlice{i * 10 * kMs, 10 * kMs, step, i + 1});
            builder.add(device, TraceSlice{i * 10 * kMs, 9 * kMs, conv, i + 1});
            builder.add(cores, TracePoint{(i + 1) * 10 * kMs, 0.2});
        }
        const Trace trace = builder.finish();
        const Verdict verdict = verdictOf(trace, trace.begin, trace.end, kLimits);
        QCOMPARE(verdict.kind, Verdict::Kind::NoKernels);
        QCOMPARE(verdict.steps, int64_t{10});
    }

    void nothingHoldsItUp() {
        const Verdict verdict = verdictFor({.compute = 10, .kernelShare = 0.9, .kernelFlops = 8e8});
        QCOMPARE(verdict.kind, Verdict::Kind::Fine);
        QVERIFY(std::abs(verdict.ofLimit - 8e8 / 0.009 / 1e11) < 1e-3);
        QCOMPARE(verdictOf(Trace{}, 0, 100, kLimits).kind, Verdict::Kind::NoSteps);
    }
};

QTEST_GUILESS_MAIN(TestTraceTable)

}  // namespace test_trace_table

#include "test_trace_table.moc"
