// Training in 8 bits, emulated on the CPU, and once more on the driver that checks the GPU's code: it learns as
// bfloat16 does, says how much of the network is in 8 bits, and goes on bit for bit.
#include <QtTest>

#include <cmath>

#include "engine/core/error.h"
#include "small_run.h"

namespace test_float8 {

using namespace tl;

namespace {

struct Outcome {
    std::vector<float> losses;
    QStringList notes;
    Message failure;
    Snapshot snapshot;
};

Outcome train(const std::string& precision, int epochs, const std::optional<Snapshot>& from = {}, int batch = 16,
              const NetworkSpec& network = test::networkForFloat8()) {
    SessionOptions options = test::smallRun(epochs);
    options.network = network;
    options.training.precision = precision;
    options.training.batch = batch;
    options.resume = from;
    TrainingSession session(std::move(options));
    session.start();
    session.wait();
    Outcome outcome;
    for (const Event& event : session.events().drain()) {
        if (const auto* step = std::get_if<StepRecord>(&event)) outcome.losses.push_back(step->loss);
        if (const auto* note = std::get_if<NoteRecord>(&event))
            outcome.notes << QString::fromStdString(note->message.english());
        if (const auto* state = std::get_if<StateRecord>(&event))
            if (state->state == RunState::Failed) outcome.failure = state->message;
    }
    outcome.snapshot = session.snapshot();
    return outcome;
}

double lastOf(const std::vector<float>& losses) {
    double sum = 0;
    for (size_t i = losses.size() - 13; i < losses.size(); ++i) sum += static_cast<double>(losses[i]);
    return sum / 13;  // an epoch
}

std::map<std::string, std::vector<float>> copyOf(const ModelState& state) {
    std::map<std::string, std::vector<float>> copy;
    for (const auto& [name, tensor] : state) copy[name] = {tensor.as<float>().begin(), tensor.as<float>().end()};
    return copy;
}

}  // namespace

class TestTrainFloat8 : public QObject {
    Q_OBJECT
private slots:
    void learnsAsBfloat16Does();
    void saysHowMuch();
    void resumesBitForBit();
    void names();
};

void TestTrainFloat8::learnsAsBfloat16Does() {
    const Outcome half = train("bfloat16", 6), eight = train("fp8", 6);
    QVERIFY2(eight.failure.empty(), eight.failure.english().c_str());
    QCOMPARE(eight.losses.size(), half.losses.size());
    QVERIFY(eight.losses != half.losses);
    const double first = static_cast<double>(half.losses[0]), a = lastOf(eight.losses), b = lastOf(half.losses);
    const QString what = QString("%1 in 8 bits, %2 in 16, from %3").arg(a).arg(b).arg(first);
    QVERIFY2(std::abs(static_cast<double>(eight.losses[0]) - first) < 0.05 * first, qPrintable(what));
    QVERIFY2(b < 0.5 * first && std::abs(a - b) < 0.1 * (first - b), qPrintable(what));
    for (const auto& [name, tensor] : eight.snapshot.state) QCOMPARE(tensor.dtype(), DType::Float32);
}

void TestTrainFloat8::saysHowMuch() {
    const Outcome eight = train("fp8", 1);
    // Two layers forward, their kernels' gradients, and one gradient of hidden units; the last layer's three are not.
    QVERIFY2(
        eight.notes.contains("5 of 8 products of matrices are in 8 bits. The others have sizes that are no multiples "
                             "of 16, or are many small ones in one."),
        qPrintable(eight.notes.join("\n")));
    const bool emulated = eight.notes.contains("The device cpu emulates products in 8 bits: it shows what they do to a "
                                               "training, and takes longer than bfloat16.");
    QCOMPARE(emulated, test::device() == "cpu");
    QVERIFY(!train("bfloat16", 1).notes.join("\n").contains("8 bits"));
    // No batch of 15 is multiplied in 8 bits: it is bfloat16 to the last bit.
    const Outcome odd = train("fp8", 1, {}, 15), half = train("bfloat16", 1, {}, 15);
    QVERIFY2(odd.notes.join("\n").contains("0 of 8 products"), qPrintable(odd.notes.join("\n")));
    QCOMPARE(odd.losses, half.losses);
    // Nothing to multiply is not all of it.
    const NetworkSpec none =
        test::chain({test::node("input_1", "Input"), test::node("rescaling_1", "Rescaling"),
                     test::node("conv_1", "Conv2D", {{"filters", int64_t{4}}}),
                     test::node("pool_1", "GlobalAveragePooling2D"), test::node("output_1", "Output")});
    const QStringList notes = train("fp8", 1, {}, 16, none).notes.filter("8 bits: it trains in bfloat16");
    QVERIFY2(notes.size() == 1 && notes[0].startsWith("This network has no product"), qPrintable(notes.join("\n")));
}

void TestTrainFloat8::resumesBitForBit() {
    const Outcome whole = train("fp8", 3), some = train("fp8", 1), rest = train("fp8", 3, some.snapshot);
    QVERIFY(whole.failure.empty());
    QCOMPARE(rest.snapshot.position.step, whole.snapshot.position.step);
    QVERIFY(copyOf(rest.snapshot.state) == copyOf(whole.snapshot.state));
}

void TestTrainFloat8::names() {
    QVERIFY(precisionNamed("fp8") == (RunPrecision{DType::BFloat16, false, true}));
    for (const char* name : {"float8", "fp8_e4m3"}) try {
            precisionNamed(name);
            QFAIL("accepted");
        } catch (const Error& error) {
            QVERIFY2(error.message().english().find("Training in 8 bits is called fp8.") != std::string::npos,
                     error.what());
        }
}

QTEST_GUILESS_MAIN(TestTrainFloat8)

}  // namespace test_float8

#include "test_float8.moc"
