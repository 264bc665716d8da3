// Which of several kernels is taken: by times that the test makes up, among kernels of its own. And once by the clock,
// of the processor's convolutions.
#include <QtTest>
#include <algorithm>

#include "engine/backend/kernel_chooser.h"
#include "engine/backend/memory.h"
#include "engine/core/error.h"

namespace test_chooser {

using namespace tl;

namespace {

// An op "Work" that three kernels can do.
KernelTable table(std::vector<std::string> names = {"first", "second", "third"}) {
    KernelTable made;
    made.addFamily("Work", [names = std::move(names)](const KernelRequest&, const KernelTaker& take) {
        for (const std::string& name : names)
            if (!take(name, [&] {
                    Kernel kernel;
                    kernel.implementation = name;
                    return kernel;
                }))
                return;
    });
    made.add("Single", [](const KernelRequest&) {
        Kernel kernel;
        kernel.implementation = "only";
        return kernel;
    });
    return made;
}

struct Asked {
    std::string op = "Work";
    Attributes attributes;
    std::vector<TensorDesc> inputs{{Shape{4, 4}, DType::Float32, {}}}, outputs = inputs;
    int threads = 2;
    bool fixedState = false;
    KernelRequest request() const { return {op, attributes, inputs, outputs, threads, true, false, fixedState}; }
};

struct Cache : KernelCache {
    KernelChoices kept;
    int reads = 0, writes = 0;
    bool broken = false;
    KernelChoices read() override {
        ++reads;
        if (broken) throw Error("The file is damaged.");
        return kept;
    }
    void add(const KernelChoices& choices) override {
        ++writes;
        kept.insert(choices.begin(), choices.end());
    }
};

// Times by name; counts how often it was asked.
struct Times {
    std::map<std::string, double> seconds;
    int asked = 0;
    KernelChooser::Timer timer() {
        return [this](const KernelTable&, const KernelRequest&, const std::vector<Kernel>& kernels) {
            ++asked;
            std::vector<double> times;
            for (const Kernel& kernel : kernels) times.push_back(seconds.at(kernel.implementation));
            return times;
        };
    }
};

}  // namespace

class TestChooser : public QObject {
    Q_OBJECT
private slots:
    void theFastestIsTakenOnce() {
        Times times{{{"first", 2e-3}, {"second", 3e-3}, {"third", 1e-3}}};
        KernelChooser chooser({}, nullptr, times.timer());
        const Kernel kernel = chooser.select(table(), Asked().request());
        QCOMPARE(kernel.implementation, std::string("third"));
        QCOMPARE(kernel.times.size(), size_t{3});
        QCOMPARE(kernel.times[0], (TimedKernel{"third", 1e-3}));
        QCOMPARE(kernel.times[2], (TimedKernel{"second", 3e-3}));
        QCOMPARE(chooser.select(table(), Asked().request()).times, kernel.times);
        QCOMPARE(times.asked, 1);
        QCOMPARE(chooser.tried(), 1);
        QCOMPARE(chooser.others(), 1);
    }

    void aHairFasterIsNoise() {
        Times times{{{"first", 1e-3}, {"second", 0.99e-3}, {"third", 1.5e-3}}};
        KernelChooser chooser({}, nullptr, times.timer());
        QCOMPARE(chooser.select(table(), Asked().request()).implementation, std::string("first"));
        QCOMPARE(chooser.others(), 0);
    }

    void anOpWithOneKernelIsNotTried() {
        Times times;
        KernelChooser chooser({}, nullptr, times.timer());
        Asked single;
        single.op = "Single";
        QCOMPARE(chooser.select(table(), single.request()).implementation, std::string("only"));
        QCOMPARE(chooser.select(table({"first"}), Asked().request()).implementation, std::string("first"));
        QCOMPARE(times.asked, 0);
        QVERIFY(chooser.choices().empty());
    }

    // All that a kernel's speed depends on is in its key.
    void whatDiffersIsTriedByItself() {
        Times times{{{"first", 2e-3}, {"second", 1e-3}, {"third", 3e-3}}};
        KernelChooser chooser({}, nullptr, times.timer());
        const auto asked = [&](auto change) {
            Asked other;
            change(other);
            chooser.select(table(), other.request());
            return times.asked;
        };
        QCOMPARE(asked([](Asked&) {}), 1);
        QCOMPARE(asked([](Asked& a) { a.threads = 3; }), 2);
        QCOMPARE(asked([](Asked& a) { a.inputs[0].shape = Shape{4, 5}; }), 3);
        QCOMPARE(asked([](Asked& a) { a.inputs[0].dtype = DType::BFloat16; }), 4);
        QCOMPARE(asked([](Asked& a) { a.outputs[0].dtype = DType::BFloat16; }), 5);
        QCOMPARE(asked([](Asked& a) { a.inputs[0].layout = channelsLast(Shape{4, 4}); }), 6);
        QCOMPARE(asked([](Asked& a) { a.attributes.set("strides", std::vector<int64_t>{2, 2}); }), 7);
        QCOMPARE(asked([](Asked& a) { a.fixedState = true; }), 8);
        QCOMPARE(asked([](Asked&) {}), 8);
    }

    void whatWasBegunWithStays() {
        Times times{{{"first", 2e-3}, {"second", 3e-3}, {"third", 1e-3}}};
        const auto cache = std::make_shared<Cache>();
        const std::string key = kernelKey(Asked().request());
        cache->kept[key] = {"third", "first", {}};
        KernelChooser chooser({{key, {"second", "first", {}}}}, cache, times.timer());
        QCOMPARE(chooser.select(table(), Asked().request()).implementation, std::string("second"));
        QCOMPARE(times.asked, 0);
        chooser.close();
        QCOMPARE(cache->kept.at(key).implementation, std::string("third"));
    }

    void theCacheSparesTheTrial() {
        Times times{{{"first", 2e-3}, {"second", 3e-3}, {"third", 1e-3}}};
        const auto cache = std::make_shared<Cache>();
        KernelChooser before({}, cache, times.timer());
        before.select(table(), Asked().request());
        QCOMPARE(cache->writes, 0);
        before.close();
        QCOMPARE(cache->writes, 1);
        KernelChooser after({}, cache, times.timer());
        QCOMPARE(after.select(table(), Asked().request()).implementation, std::string("third"));
        after.close();
        QCOMPARE(times.asked, 1);
        QCOMPARE(cache->writes, 1);
        QCOMPARE(after.choices(), before.choices());
    }

    // As checkpoints and caches of before have it, a number in a key had six decimals.
    void keysOfBeforeAreKnown() {
        Times times;
        Asked scaled;
        scaled.attributes.set("scale", 1.0 / 255);
        std::string key = kernelKey(scaled.request());
        const std::string number = "scale=0.00392156862745098";
        QVERIFY(key.find(number) != std::string::npos);
        key.replace(key.find(number), number.size(), "scale=0.003922");
        const KernelChoices before{{key, {"second", "first", {}}}};
        KernelChooser resumed(before, nullptr, times.timer());
        QCOMPARE(resumed.select(table(), scaled.request()).implementation, std::string("second"));
        QCOMPARE(resumed.choices(), before);
        const auto cache = std::make_shared<Cache>();
        cache->kept = before;
        KernelChooser begun({}, cache, times.timer());
        QCOMPARE(begun.select(table(), scaled.request()).implementation, std::string("second"));
        QCOMPARE(times.asked, 0);
    }

    // As on a processor that lacks what another one has.
    void oneThatIsNotThereIsChosenAnew() {
        Times times{{{"first", 2e-3}, {"second", 1e-3}}};
        const std::string key = kernelKey(Asked().request());
        KernelChooser chooser({{key, {"third", "first", {}}}}, nullptr, times.timer());
        QCOMPARE(chooser.select(table({"first", "second"}), Asked().request()).implementation, std::string("second"));
        QCOMPARE(chooser.choices().at(key).implementation, std::string("second"));
    }

    void closedItTriesNothing() {
        Times times{{{"first", 2e-3}, {"second", 3e-3}, {"third", 1e-3}}};
        const auto cache = std::make_shared<Cache>();
        Asked other;
        other.threads = 5;
        cache->kept[kernelKey(other.request())] = {"third", "first", {}};
        KernelChooser chooser({}, cache, times.timer());
        chooser.select(table(), Asked().request());
        chooser.close();
        // Not even from the cache: it may hold something else when the run goes on.
        QCOMPARE(chooser.select(table(), other.request()).implementation, std::string("first"));
        QCOMPARE(chooser.select(table(), Asked().request()).implementation, std::string("third"));
        QCOMPARE(times.asked, 1);
        QCOMPARE(chooser.choices().size(), size_t{1});
    }

    void whoSaysNoIsHeard() {
        Times times{{{"first", 2e-3}, {"second", 3e-3}, {"third", 1e-3}}};
        const auto cache = std::make_shared<Cache>();
        KernelChooser chooser({}, cache, times.timer());
        chooser.select(table(), Asked().request());
        chooser.goOn = [] { return false; };
        Asked other;
        other.threads = 5;
        QCOMPARE(chooser.select(table(), other.request()).implementation, std::string("first"));
        QCOMPARE(times.asked, 1);
        QCOMPARE(cache->kept.size(), size_t{1});  // what was tried is not lost
    }

    void aBrokenCacheIsTold() {
        Times times{{{"first", 2e-3}, {"second", 3e-3}, {"third", 1e-3}}};
        const auto cache = std::make_shared<Cache>();
        cache->broken = true;
        KernelChooser chooser({}, cache, times.timer());
        QCOMPARE(chooser.select(table(), Asked().request()).implementation, std::string("third"));
        QCOMPARE(chooser.trouble().english(), std::string("The file is damaged."));
        chooser.close();
        QCOMPARE(cache->kept.size(), size_t{1});
    }

    void whatBreaksInTryingIsTold() {
        KernelChooser chooser({}, nullptr,
                              [](const KernelTable&, const KernelRequest&,
                                 const std::vector<Kernel>&) -> std::vector<double> { throw Error("It broke."); });
        QCOMPARE(chooser.select(table(), Asked().request()).implementation, std::string("first"));
        QCOMPARE(chooser.trouble().english(), std::string("The kernels of Work could not be tried. It broke."));
    }

    // And stays what decides for this run and those that go on from it, or it would go on in other bits; nobody else
    // is bound by it.
    void withoutMemoryTheModelDecides() {
        Times times{{{"first", 2e-3}, {"second", 3e-3}, {"third", 1e-3}}};
        bool memory = false;
        const auto timer = [&](const KernelTable& kernels, const KernelRequest& request,
                               const std::vector<Kernel>& all) {
            if (!memory) throw NotEnoughMemory("Trying an op's kernels", 2, 1);
            return times.timer()(kernels, request, all);
        };
        const auto cache = std::make_shared<Cache>();
        KernelChooser chooser({}, cache, timer);
        QCOMPARE(chooser.select(table(), Asked().request()).implementation, std::string("first"));
        QCOMPARE(chooser.choices(), (KernelChoices{{kernelKey(Asked().request()), {"first", "first", {}}}}));
        QCOMPARE(chooser.tried(), 0);
        QVERIFY(chooser.trouble().empty());
        memory = true;
        QCOMPARE(chooser.select(table(), Asked().request()).implementation, std::string("first"));
        chooser.close();
        QVERIFY(cache->kept.empty());
        KernelChooser resumed(chooser.choices(), cache, timer);
        QCOMPARE(resumed.select(table(), Asked().request()).implementation, std::string("first"));
        QCOMPARE(times.asked, 0);
        QCOMPARE(KernelChooser({}, cache, timer).select(table(), Asked().request()).implementation,
                 std::string("third"));
    }

    // With the clock: each of the processor's kernels runs, and has a time above none.
    void theProcessorsKernelsAreTimed() {
        const std::vector<int64_t> one{1, 1}, around{1, 1, 1, 1};
        Asked conv;
        conv.op = "Conv2D";
        conv.attributes = {{"strides", one}, {"pads", around}, {"dilations", one}, {"group", int64_t{1}}};
        const Shape x{2, 32, 8, 8};
        conv.inputs = {{x, DType::Float32, channelsLast(x)}, {Shape{32, 32, 3, 3}, DType::Float32, {}}};
        conv.outputs = {{x, DType::Float32, {}}};
        std::vector<Kernel> kernels;
        kernelsOf("cpu").offer(conv.request(), [&](const std::string&, const std::function<Kernel()>& make) {
            kernels.push_back(make());
            return true;
        });
        QVERIFY(kernels.size() > 1);
        const std::vector<double> seconds = timeKernels(kernelsOf("cpu"), conv.request(), kernels);
        QCOMPARE(seconds.size(), kernels.size());
        QVERIFY(std::ranges::all_of(seconds, [](double each) { return each > 0; }));
    }
};

QTEST_GUILESS_MAIN(TestChooser)

}  // namespace test_chooser

#include "test_chooser.moc"
