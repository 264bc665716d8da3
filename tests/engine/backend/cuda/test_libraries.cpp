// NVIDIA's libraries as the backend asks them: products by a library that stands in for cuBLASLt, against plain loops;
// which plans of cuDNN's are offered, kept and read again, by a stand-in of ours. No GPU takes part.
#include <QtTest>
#include <dlfcn.h>

#include "engine/backend/cuda/host/device.h"
#include "engine/backend/cuda/nvidia/libraries.h"
#include "engine/backend/kernel_timer.h"
#include "engine/core/error.h"
#include "engine/core/half.h"
#include "tests/support/refusal.h"

namespace test_libraries {

using namespace tl;
using namespace tl::cuda;

namespace {

const char* const kStandIn = TENSORLOOM_STAND_INS "/libcublasLt.so.13";

struct Matrix {
    std::vector<float> wide;
    std::vector<BFloat16> narrow;
    Matrix(int64_t count, DType type, uint32_t seed) {
        std::mt19937 random(seed);
        std::uniform_real_distribution<float> draw(-1, 1);
        for (int64_t i = 0; i < count; ++i) {
            const float value = seed ? draw(random) : NAN;
            type == DType::Float32 ? wide.push_back(value) : narrow.push_back(BFloat16(value));
        }
    }
    void* data() { return wide.empty() ? static_cast<void*>(narrow.data()) : wide.data(); }
    float at(size_t i) const { return wide.empty() ? static_cast<float>(narrow[i]) : wide[i]; }
    size_t size() const { return wide.size() + narrow.size(); }
};

// A cuDNN that has the plans that a test names, by the convolution's own properties.
struct Fake : Cudnn {
    struct Plan : CudnnPlan {
        std::vector<uint8_t> bytes;
        size_t workspaceBytes() const override { return 100; }
        std::vector<uint8_t> serialised() const override { return bytes; }
        void run(void*, const void*, const void*, const float* bias, void* y, void* workspace) const override {
            *static_cast<float*>(y) = bias ? *bias : -1;
            std::memset(workspace, 1, 100);
            if (reinterpret_cast<uintptr_t>(workspace) % 256) throw Error("The workspace is not aligned.");
        }
    };
    std::function<std::vector<std::string>(const Convolution&)> has;
    std::string description = "{\"card\":1}";
    int* compiled = nullptr;

    std::string version() const override { return "9"; }
    std::string card() const override { return description; }
    void plans(const Convolution& c, const Kept& kept, const Taker& take) override {
        for (const std::string& name : has(c)) {
            const auto plan = std::make_shared<Plan>();
            plan->bytes = kept(name);
            const bool known = !plan->bytes.empty();
            if (!known) plan->bytes = {1, 2, 3}, ++*compiled;
            if (!take(name, plan, known)) return;
        }
    }
};

struct Nobody : Cublas {
    void products(const Product&, const Libraries::Taker&) override {}
};

Convolution someConvolution() {
    Convolution c;
    c.images = 2, c.channels = 3, c.filters = 4;
    c.in = c.out = {1, 5, 5};
    return c;
}

std::vector<Libraries::Call> all(Libraries& libraries, const Convolution& c) {
    std::vector<Libraries::Call> calls;
    libraries.convolutions(c, [&](const Libraries::Call& call) {
        calls.push_back(call);
        return true;
    });
    return calls;
}

QStringList namesOf(const std::vector<Libraries::Call>& calls) {
    QStringList names;
    for (const Libraries::Call& call : calls) names << QString::fromStdString(call.implementation);
    return names;
}

}  // namespace

class TestCudaLibraries : public QObject {
    Q_OBJECT
private slots:
    void products_data();
    void products();
    void productsInFloat8_data();
    void productsInFloat8();
    void nothingIsLeft();
    void noSuchLibrary();
    void plansInTheirOrder();
    void resultsThatAreOnlyNarrow();
    void noPlan();
    void theCardIsTheThreads();
    void plansAreCompiledOnce();
    void damagedPlansAreCompiledAnew();
    void callsAreChosenByTime();
    void oneThatBreaksIsPutAway();
    void eachDeviceTriesItsOwn();

private:
    // Over a folder of its own; `compiled` counts.
    std::unique_ptr<NvidiaLibraries> libraries(std::function<std::vector<std::string>(const Convolution&)> has,
                                               const std::string& card = "{\"card\":1}") {
        auto fake = std::make_unique<Fake>();
        fake->has = std::move(has);
        fake->description = card;
        fake->compiled = &compiled_;
        return std::make_unique<NvidiaLibraries>(std::make_unique<Nobody>(), std::move(fake),
                                                 PlanFiles(folder_.path().toStdString()));
    }
    QTemporaryDir folder_;
    int compiled_ = 0;
};

void TestCudaLibraries::products_data() {
    QTest::addColumn<bool>("transposeA");
    QTest::addColumn<bool>("transposeB");
    QTest::addColumn<int>("count");
    QTest::addColumn<bool>("bias");
    QTest::addColumn<bool>("relu");
    QTest::addColumn<int>("half");  // 0: none, 1: factors, 2: all, 3: none, in TF32
    for (int bits = 0; bits < 4; ++bits)
        for (int count : {1, 3})
            for (int epilogue = 0; epilogue < 4; ++epilogue)
                for (int half = 0; half < 4; ++half)
                    QTest::addRow("%d %d %d %d", bits, count, epilogue, half)
                        << bool(bits & 1) << bool(bits & 2) << count << bool(epilogue & 1) << bool(epilogue & 2)
                        << half;
}

void TestCudaLibraries::products() {
    QFETCH(bool, transposeA);
    QFETCH(bool, transposeB);
    QFETCH(int, count);
    QFETCH(bool, bias);
    QFETCH(bool, relu);
    QFETCH(int, half);
    Product p;
    p.products = count, p.m = 5, p.k = 7, p.n = 3;
    p.transposeA = transposeA, p.transposeB = transposeB, p.bias = bias, p.relu = relu;
    p.tf32 = half == 3;
    p.alignment = 16;  // of what the host's allocator gives
    if (half == 1 || half == 2) p.a = p.b = DType::BFloat16;
    if (half == 2) p.y = DType::BFloat16;
    Matrix a(count * 35, p.a, 1), b(count * 21, p.b, 2), added(3, DType::Float32, 3), expected(count * 15, p.y, 0);
    NvidiaLibraries libraries(openCublas(kStandIn), std::make_unique<Fake>(), PlanFiles("/none"));
    QStringList names;
    libraries.products(p, [&](const Libraries::Call& call) {
        names << QString::fromStdString(call.implementation);
        Matrix y(count * 15, p.y, 0);
        std::vector<std::byte> workspace(call.workspaceBytes + 64);
        auto* at = reinterpret_cast<std::byte*>((reinterpret_cast<uintptr_t>(workspace.data()) + 63) / 64 * 64);
        int stream = 0;
        call.run(&stream, {a.data(), b.data(), call.bias ? added.wide.data() : nullptr, y.data(), at});
        Product done = p;
        done.bias = call.bias, done.relu = call.relu;
        std::vector<std::byte> space(4096);
        HostLibraries reference;
        productOf(reference, done).run(nullptr, {a.data(), b.data(), added.wide.data(), expected.data(), space.data()});
        for (size_t i = 0; i < y.size(); ++i)
            if (!(std::abs(y.at(i) - expected.at(i)) <= 1e-6f + (half == 2 ? 0.01f : 0) * std::abs(expected.at(i))))
                names << QString("wrong at %1: %2, %3").arg(i).arg(y.at(i)).arg(expected.at(i));
        return true;
    });
    void* const library = dlopen(kStandIn, RTLD_NOW);
    QCOMPARE(*static_cast<uint32_t*>(dlsym(library, "standInAlignment")), 16u);
    QCOMPARE(*static_cast<int*>(dlsym(library, "standInWrongBias")), 0);
    dlclose(library);
    QStringList wanted;
    const QString kernel = "cublaslt:77.1.2.3.4.5.6.7.8", end = half == 3 ? "+tf32" : "";
    if ((bias || relu) && !(bias && half == 2)) wanted << kernel + (bias ? "+bias" : "") + (relu ? "+relu" : "") + end;
    QCOMPARE(names, wanted << kernel + end);  // a bias of another type than the result's is left to the caller
}

void TestCudaLibraries::productsInFloat8_data() {
    QTest::addColumn<int>("a");
    QTest::addColumn<int>("b");
    QTest::addColumn<bool>("half");  // the result
    QTest::addColumn<bool>("relu");
    for (const auto& [a, b] : {std::pair{0, 0}, {0, 1}, {1, 0}})
        for (const bool half : {false, true})
            for (const bool relu : {false, true})
                QTest::addRow("%d %d %d %d", a, b, half, relu) << a << b << half << relu;
}

// With the scales of the call, not those of when it was chosen.
void TestCudaLibraries::productsInFloat8() {
    QFETCH(int, a);
    QFETCH(int, b);
    QFETCH(bool, half);
    QFETCH(bool, relu);
    Product p;
    p.m = 32, p.k = 48, p.n = 16;
    p.transposeB = true, p.relu = relu;
    p.alignment = 16;
    p.a = p.b = DType::UInt8, p.y = half ? DType::BFloat16 : DType::Float32;
    p.aFloat8 = static_cast<Float8>(a), p.bFloat8 = static_cast<Float8>(b);
    std::mt19937 random(4);
    const auto codes = [&](int64_t count) {
        std::vector<uint8_t> all;
        for (int64_t i = 0; i < count; ++i) all.push_back(static_cast<uint8_t>(random() % 0x60 | (random() & 0x80)));
        return all;
    };
    const std::vector<uint8_t> left = codes(32 * 48), right = codes(16 * 48);
    const float aScale = 0x1p-3f, bScale = 0x1p-9f;
    NvidiaLibraries libraries(openCublas(kStandIn), std::make_unique<Fake>(), PlanFiles("/none"));
    QStringList names;
    libraries.products(p, [&](const Libraries::Call& call) {
        names << QString::fromStdString(call.implementation);
        Matrix y(32 * 16, p.y, 0), expected(32 * 16, p.y, 0);
        std::vector<std::byte> workspace(call.workspaceBytes + 64), space(4096);
        auto* at = reinterpret_cast<std::byte*>((reinterpret_cast<uintptr_t>(workspace.data()) + 63) / 64 * 64);
        int stream = 0;
        call.run(&stream, {left.data(), right.data(), nullptr, y.data(), at, &aScale, &bScale});
        Product done = p;
        done.relu = call.relu;
        HostLibraries reference;
        productOf(reference, done)
            .run(nullptr, {left.data(), right.data(), nullptr, expected.data(), space.data(), &aScale, &bScale});
        double sum = 0;
        for (size_t i = 0; i < y.size(); ++i) {
            if (!(std::abs(y.at(i) - expected.at(i)) <= 1e-6f * std::abs(expected.at(i)))) names << "wrong";
            sum += static_cast<double>(std::abs(y.at(i)));
        }
        if (!(sum > 0)) names << "nothing";
        return true;
    });
    const QString kernel = "cublaslt:77.1.2.3.4.5.6.7.8";
    QStringList wanted;
    if (relu) wanted << kernel + "+relu+float8";
    QCOMPARE(names, wanted << kernel + "+float8");
}

void TestCudaLibraries::nothingIsLeft() {
    void* handle = dlopen(kStandIn, RTLD_NOW);
    const auto& alive = *static_cast<int*>(dlsym(handle, "standInAlive"));
    {
        const auto library = openCublas(kStandIn);
        Product p;
        p.m = p.k = p.n = 4;
        Libraries::Call kept;
        library->products(p, [&](const Libraries::Call& call) {
            kept = call;
            return false;
        });
        QVERIFY(alive > 1);
    }
    QCOMPARE(alive, 0);
    dlclose(handle);
}

void TestCudaLibraries::noSuchLibrary() {
    try {
        openCublas("libcublasLt-that-is-not-there.so.13");
        QFAIL("opened");
    } catch (const Error& error) {
        QVERIFY2(error.message().english().find("libcublasLt-that-is-not-there.so.13, found none on this machine") !=
                     std::string::npos,
                 error.what());
    }
}

// What does all at once first; a chooser by time is given both.
void TestCudaLibraries::plansInTheirOrder() {
    Convolution c = someConvolution();
    c.bias = c.relu = true;
    const auto calls = all(*libraries([](const Convolution& asked) {
        return asked.bias ? std::vector<std::string>{"eng1"} : std::vector<std::string>{"eng1", "eng2"};
    }),
                           c);
    QCOMPARE(namesOf(calls), (QStringList{"cudnn:eng1+bias+relu", "cudnn:eng1", "cudnn:eng2"}));
    QVERIFY(calls[0].bias && calls[0].relu && !calls[1].bias && !calls[1].relu);
    std::vector<std::byte> workspace(calls[0].workspaceBytes + 64);
    auto* at = reinterpret_cast<std::byte*>((reinterpret_cast<uintptr_t>(workspace.data()) + 63) / 64 * 64);
    float y = 0;
    const float bias = 7;
    calls[0].run(nullptr, {nullptr, nullptr, &bias, &y, at});
    QCOMPARE(y, 7.0f);
    QCOMPARE(all(*libraries([](const Convolution&) {
                 return std::vector<std::string>{"1", "2", "3", "4", "5", "6", "7", "8", "9", "10"};
             }),
                 someConvolution())
                 .size(),
             size_t{8});
}

// Where a library has no result that is wider than what it is made of, it is asked for the narrow one.
void TestCudaLibraries::resultsThatAreOnlyNarrow() {
    using Pass = Convolution::Pass;
    for (const Pass pass : {Pass::Forward, Pass::Data, Pass::Kernel}) {
        Convolution c = someConvolution();
        c.pass = pass;
        c.x = c.w = c.y = DType::BFloat16;
        c.bias = pass == Pass::Forward;
        c.result() = DType::Float32;
        const auto narrow = [](const Convolution& asked) {
            return asked.result() == DType::BFloat16 ? std::vector<std::string>{"eng0"} : std::vector<std::string>{};
        };
        const auto calls = all(*libraries(narrow), c);
        QCOMPARE(namesOf(calls), c.bias ? (QStringList{"cudnn:eng0+bias+narrow", "cudnn:eng0+narrow"})
                                        : QStringList{"cudnn:eng0+narrow"});
        QCOMPARE(calls[0].result, DType::BFloat16);
        const auto wide = all(*libraries([](const Convolution&) { return std::vector<std::string>{"eng0"}; }), c);
        QCOMPARE(namesOf(wide).last(), QString("cudnn:eng0"));
        QCOMPARE(wide[0].result, DType::Float32);
    }
}

void TestCudaLibraries::noPlan() {
    try {
        all(*libraries([](const Convolution&) { return std::vector<std::string>{}; }), someConvolution());
        QFAIL("found one");
    } catch (const Error& error) {
        QVERIFY2(error.message().english().find("cuDNN, asked for a convolution") == 0, error.what());
    }
}

// Whichever thread asks; a driver does so only in calls of its own.
void TestCudaLibraries::theCardIsTheThreads() {
    bool entered = false;
    auto fake = std::make_unique<Fake>();
    fake->has = [&](const Convolution&) { return std::vector<std::string>{entered ? "eng1" : "astray"}; };
    fake->compiled = &compiled_;
    NvidiaLibraries libraries(openCublas(kStandIn), std::move(fake), PlanFiles("/none"), [&] { entered = true; });
    QCOMPARE(namesOf(all(libraries, someConvolution())), QStringList{"cudnn:eng1"});
    entered = false;
    Product product;
    product.m = product.k = product.n = 4;
    productOf(libraries, product);
    QVERIFY(entered);
}

void TestCudaLibraries::plansAreCompiledOnce() {
    compiled_ = 0;
    const auto has = [](const Convolution&) { return std::vector<std::string>{"eng1", "eng2"}; };
    Convolution c = someConvolution();
    c.groups = 3;
    all(*libraries(has), c);
    QCOMPARE(compiled_, 2);
    all(*libraries(has), c);
    QCOMPARE(compiled_, 2);
    all(*libraries(has, "{\"card\":2}"), c);  // another card's
    QCOMPARE(compiled_, 4);
    c.before = {0, 1, 0};
    all(*libraries(has), c);
    QCOMPARE(compiled_, 6);
}

void TestCudaLibraries::damagedPlansAreCompiledAnew() {
    const PlanFiles files(folder_.filePath("some").toStdString());
    QVERIFY(files.read("key").empty());
    files.write("key", {5, 0, 7});
    QCOMPARE(files.read("key"), (std::vector<uint8_t>{5, 0, 7}));
    QVERIFY(files.read("another").empty());
    const QFileInfoList all = QDir(folder_.filePath("some")).entryInfoList(QDir::Files);
    QCOMPARE(all.size(), 1);
    QFile file(all[0].filePath());
    QVERIFY(file.open(QIODevice::ReadWrite));
    QVERIFY(file.resize(file.size() - 1));
    QVERIFY(files.read("key").empty());
    files.write("key", {9});
    QCOMPARE(files.read("key"), (std::vector<uint8_t>{9}));
    PlanFiles("/proc/no folder").write("key", {1});  // nowhere to keep it: nothing happens
}

// In a device's memory, by recordings that are played there.
void TestCudaLibraries::callsAreChosenByTime() {
    const CheckingDevice check({1});
    const KernelTable& table = deviceOf(CheckingDevice::kId).kernels();
    const std::string op = "Conv2D";
    const std::vector<int64_t> one{1, 1}, around{1, 1, 1, 1};
    const Attributes attributes{
        {"strides", one}, {"pads", around}, {"dilations", one}, {"group", int64_t{1}}, {"activation", "relu"}};
    const Shape x{1, 4, 3, 3};
    const std::vector<TensorDesc> in{
        {x, DType::Float32, channelsLast(x)}, {Shape{4, 4, 3, 3}, DType::Float32, {}}, {Shape{4}, DType::Float32, {}}},
        out{{x, DType::Float32, {}}};
    const KernelRequest request{op, attributes, in, out};
    KernelChooser chooser({}, {}, kernelTimer(CheckingDevice::kId));
    const Kernel kernel = chooser.select(table, request);
    QCOMPARE(chooser.tried(), 1);
    QCOMPARE(kernel.times.size(), size_t{2});
    for (const TimedKernel& each : kernel.times) {
        QVERIFY(each.implementation == "reference" || each.implementation == "reference:bare");
        QVERIFY(each.seconds > 0);
    }
    QCOMPARE(check.driver().recordings(), size_t{0});
    KernelChooser resumed(KernelChoices{{kernelKey(request), {"reference:bare", "reference", {}}}});
    QCOMPARE(resumed.select(table, request).implementation, std::string("reference:bare"));
    QCOMPARE(resumed.tried(), 0);
    QCOMPARE(table.select(request).implementation, std::string("reference"));
}

// Nothing of it stays on the device, which can be asked for more.
void TestCudaLibraries::oneThatBreaksIsPutAway() {
    const CheckingDevice check({1});
    const Device& device = deviceOf(CheckingDevice::kId);
    const std::string op = "Work";
    const Attributes none;
    const std::vector<TensorDesc> values{{Shape{4}, DType::Float32, {}}};
    Kernel broken;
    broken.inputs.resize(1);
    broken.outputs.resize(1);
    broken.bind = [](const KernelBuffers&) { return [] { throw Error("It broke."); }; };
    const auto tried = [&] {
        return test::refusal([&] {
            kernelTimer(CheckingDevice::kId)(device.kernels(), {op, none, values, values}, {broken});
        });
    };
    QCOMPARE(tried(), QString("It broke."));
    const size_t before = check.driver().allocations();  // what copies pass through
    QCOMPARE(tried(), QString("It broke."));
    QCOMPARE(check.driver().allocations(), before);
    DeviceMemory& memory = *device.memory();
    memory.replay(memory.record([] {}));
    memory.free(memory.allocate(8));
}

// Of several, in the memory of that one whose kernels they are.
void TestCudaLibraries::eachDeviceTriesItsOwn() {
    const CheckingDevices both(2, {.seed = 1});
    const std::string op = "Work";
    const Attributes none;
    const std::vector<TensorDesc> values{{Shape{4}, DType::Float32, {}}};
    Kernel idle;
    idle.inputs.resize(1);
    idle.outputs.resize(1);
    idle.bind = [](const KernelBuffers&) { return [] {}; };
    const Device& second = deviceOf("cuda:check1");
    QCOMPARE(kernelTimer(both.ids())(second.kernels(), {op, none, values, values}, {idle}).size(), size_t{1});
    QCOMPARE(both.driver(0).operations(), size_t{0});
    QVERIFY(both.driver(1).operations() > 0);
}

QTEST_GUILESS_MAIN(TestCudaLibraries)

}  // namespace test_libraries

#include "test_libraries.moc"
