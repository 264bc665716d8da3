// Breakpoints: what their words mean, where each kind stands, that single steps of every kind stop where they should,
// that a run which was stopped and looked at ends in the same bits as one that was not, that pausing, stopping and
// quitting work while it stands, and that a run which ends in nan names, and stands at, the op that made it.
#include <set>

#include <QtTest>

#include "engine/core/error.h"
#include "engine/profile/live_trace.h"
#include "engine/profile/trace_table.h"
#include "engine/train/break_condition.h"
#include "engine/train/session.h"
#include "small_run.h"

namespace test_breakpoints {

using namespace tl;
using namespace tl::test;

namespace {

using Stop = std::shared_ptr<const StopRecord>;
using Look = std::shared_ptr<const LookRecord>;

SessionOptions runOf(const NetworkSpec& network, std::vector<std::string> breakpoints, int epochs = 2) {
    SessionOptions options = smallRun(epochs);
    options.network = network;
    for (const std::string& text : breakpoints) options.breakpoints.push_back(breakpointFrom(text));
    return options;
}

// A session and what it tells, on this thread: it waits for the next stop, look, or end.
struct Driven {
    explicit Driven(SessionOptions options) : session(std::move(options)) { session.start(); }

    TrainingSession session;
    std::vector<Stop> stops;
    size_t seen = 0;  // of them
    std::vector<Look> looks;
    std::vector<std::string> notes, states;
    std::vector<StepRecord> steps;
    std::vector<LearningRateRecord> rateChanges;

    void take() {
        for (const Event& event : session.events().drain()) {
            if (const auto* stop = std::get_if<Stop>(&event)) stops.push_back(*stop);
            if (const auto* look = std::get_if<Look>(&event)) looks.push_back(*look);
            if (const auto* note = std::get_if<NoteRecord>(&event); note && !isAboutImages(note->message.english()))
                notes.push_back(note->message.english());
            if (const auto* step = std::get_if<StepRecord>(&event)) steps.push_back(*step);
            if (const auto* rate = std::get_if<LearningRateRecord>(&event)) rateChanges.push_back(*rate);
            if (const auto* state = std::get_if<StateRecord>(&event))
                if (!state->message.empty()) states.push_back(state->message.english());
        }
    }
    template <typename Done>
    bool until(const Done& done) {
        return QTest::qWaitFor(
            [&] {
                take();
                return done();
            },
            120000);
    }
    // The next stop, or null where the run ended first.
    Stop next() {
        if (!until([&] { return stops.size() > seen || isOver(session.state()); })) return nullptr;
        take();
        return stops.size() > seen ? stops[seen++] : nullptr;
    }
    Stop advance(Advance how) {
        session.advance(how);
        return next();
    }
    Look look(const std::string& name) {
        const size_t before = looks.size();
        session.look(name);
        return until([&] { return looks.size() > before; }) ? looks[before] : nullptr;
    }
    bool ended() {
        const bool over = until([&] { return isOver(session.state()); });
        take();
        return over;
    }
};

QString where(const Stop& stop) {
    if (!stop) return "nowhere";
    return QString("%1 %2 %3 %4 @%5")
        .arg(stop->after ? "after" : "before", QString::fromStdString(stop->name), QString::fromStdString(stop->op),
             phaseWord(stop->phase))
        .arg(stop->step);
}

QStringList differing(const ModelState& a, const ModelState& b) {
    QStringList names;
    if (a.size() != b.size()) names << "(another number of tensors)";
    for (const auto& [name, tensor] : a)
        if (!b.count(name) || std::memcmp(tensor.data(), b.at(name).data(), tensor.bytes()) != 0)
            names << QString::fromStdString(name);
    return names;
}

const StopValue* valueOf(const Stop& stop, const std::string& name) {
    for (const StopValue& value : stop->values)
        if (value.name == name) return &value;
    return nullptr;
}

double numberOf(const std::string& text, const std::map<std::string, double>& numbers) {
    const BreakCondition condition(text);
    const auto held = condition.holds({[&](const std::string& name) { return numbers.at(name); }, {}, {}});
    return held ? 1 : 0;
}

}  // namespace

class TestBreakpoints : public QObject {
    Q_OBJECT
private slots:
    void words() {
        for (const char* text :
             {"before conv_2", "after dense_1 backward at step 120", "before op conv_1/bias", "after forward",
              "at step 100", "when loss > 3", "before layer update", "after layer when backward at step 2",
              "before layer at", "before op when", "after layer op when loss > 3",
              "before conv_1 at step 3 when norm(conv_1/kernel/gradient) > 10"})
            QCOMPARE(toText(breakpointFrom(text)), std::string(text));
        QCOMPARE(toText(breakpointFrom("  at   7  if  loss>3 ")), std::string("at step 7 when loss>3"));
        QCOMPARE(toText(breakpointFrom("before conv_1, at step 7, when loss > 3")),
                 std::string("before conv_1 at step 7 when loss > 3"));
        for (const char* condition : {"loss not finite", "norm(gradients) > 3", "conv_1/output is finite"})
            QCOMPARE(toText(breakpointFrom(condition)), "when " + std::string(condition));
        for (const char* wrong : {"", "before", "conv_1", "loss", "loss >", "at step", "at step 0", "at ten",
                                  "before conv_1 conv_2", "when", "when loss >", "when median(conv_1/kernel) > 3",
                                  "when norm() > 3", "when (loss > 3", "when loss > 3 step", "when norm"})
            QVERIFY_EXCEPTION_THROWN((void)breakpointFrom(wrong), Error);
        try {  // where it is missing
            (void)breakpointFrom("when norm(conv_1/kernel");
            QFAIL("a parenthesis is missing");
        } catch (const Error& error) {
            QVERIFY2(
                error.message().english().ends_with("at letter 19: expected a closing parenthesis, found its end."),
                error.message().english().c_str());
        }
        // What is too deep or too long is refused, and ends no program.
        std::string nots, sum = "1";
        for (int i = 0; i < 1000; ++i) nots += "not ", sum += "+1";
        for (const std::string& deep : {std::string(30000, '('), std::string(1000, '-'), nots, sum})
            QVERIFY_EXCEPTION_THROWN((void)breakpointFrom("when " + deep + "1"), Error);
        (void)breakpointFrom("when " + sum.substr(0, 1801));
        try {
            (void)breakpointFrom("when loss > 3 step > 4");
        } catch (const Error& error) {
            QVERIFY2(QString(error.what()).contains("step > 4"), error.what());
        }
    }

    void conditions() {
        const std::map<std::string, double> numbers{{"loss", 3.5}, {"step", 120}, {"accuracy", 0.25}};
        for (const char* holds :
             {"loss > 3", "loss >= 3.5", "loss == 3.5", "loss != 3", "not loss > 4", "loss > 3 and step > 100",
              "loss > 4 or accuracy < 0.5", "(loss > 4 or loss < 1) or step == 120", "loss * 2 > 6.9", "-loss < -3",
              "loss - 3 < 1e0", "step / 2 + 1 == 61", "1", "not 0", "2 + 3 * 4 == 14", "accuracy == 25 %",
              "accuracy < 25.1%"})
            QVERIFY2(numberOf(holds, numbers) == 1, holds);
        for (const char* fails : {"loss > 4", "loss < 3 or step < 100", "loss > 3 and step > 200", "not loss > 3",
                                  "loss - 3.5", "not (1 and 1)"})
            QVERIFY2(numberOf(fails, numbers) == 0, fails);
    }

    // In the words of the list: nan and infinity, of numbers and of what is made of them.
    void whatIsNotFinite() {
        const std::map<std::string, double> numbers{{"loss", -std::nan("")}, {"rate", INFINITY}, {"step", 2}};
        for (const char* holds : {"loss not finite", "loss is not finite", "rate not finite", "step is finite",
                                  "step finite", "not loss is finite", "loss/2 not finite", "step - rate not finite",
                                  "step > 1 and loss not finite", "(loss not finite) and step == 2"})
            QVERIFY2(numberOf(holds, numbers) == 1, holds);
        for (const char* fails :
             {"loss is finite", "step not finite", "not loss not finite", "rate is finite or step > 3"})
            QVERIFY2(numberOf(fails, numbers) == 0, fails);
        const auto held =
            BreakCondition("loss not finite").holds({[&](const std::string& n) { return numbers.at(n); }, {}, {}});
        QCOMPARE(held->said, std::vector<std::string>{"loss is nan"});
        QCOMPARE(held->numbers, std::set<std::string>{"loss"});
        QCOMPARE(BreakCondition("gradients not finite or conv_*/output is finite").patterns(),
                 (std::set<std::string>{"gradients", "conv_*/output"}));
        QCOMPARE(BreakCondition("loss/step not finite").numbers(), (std::set<std::string>{"loss", "step"}));
        // What can be written is said where it is none of it.
        for (const char* wrong : {"when loss is", "when loss not", "when loss infinite", "when not", "when loss >"})
            try {
                (void)breakpointFrom(wrong);
                QFAIL(wrong);
            } catch (const Error& error) {
                QVERIFY2(error.message().english().find("not finite") != std::string::npos, error.what());
            }
    }

    // Where several values go by a name, one of them is enough, and it is told which.
    void conditionsOfValues() {
        std::map<std::string, Measured> values;
        const auto put = [&](const std::string& name, std::vector<float> numbers, Shape shape) {
            Tensor tensor(shape, DType::Float32);
            std::ranges::copy(numbers, tensor.as<float>().begin());
            values[name] = measured(tensor);
        };
        put("a", {3, 4}, {2});
        put("b", {0, 1, 0, 2, 0, 0}, {3, 2});
        put("c", {1, INFINITY}, {2});
        put("d", {0, 0, 1, 0, 0, 0, 0, 0}, {1, 4, 1, 2});
        const BreakCondition::Known known{{},
                                          [&](const std::string& pattern) {
                                              return pattern == "*" ? std::vector<std::string>{"a", "b", "c", "d"}
                                                                    : std::vector{pattern.substr(0, 1)};
                                          },
                                          [&](const std::string& name) -> const Measured& { return values.at(name); }};
        const auto held = [&](const char* text) { return BreakCondition(text).holds(known); };
        QVERIFY(held("norm(a) == 5"));
        QVERIFY(held("dead(b) == 0.5"));
        QVERIFY(held("dead(d) == 0.75"));
        QVERIFY(held("zeros(d) == 0.875"));
        QVERIFY(held("max(a) == 4 and min(a) == 3 and mean(a) == 3.5 and deviation(a) == 0.5"));
        QVERIFY(held("nonfinite(c) == 1"));
        QVERIFY(held("norm(c) > 1e300"));
        QVERIFY(!held("nonfinite(a)"));
        const auto any = held("nonfinite(*)");
        QVERIFY(any);
        QCOMPARE(any->values, std::set<std::string>{"c"});
        QCOMPARE(any->said, std::vector<std::string>{"nonfinite(c) is 1"});
        const auto one = held("* not finite");
        QVERIFY(one);
        QCOMPARE(one->said, std::vector<std::string>{"nonfinite(c) is 1"});
        QVERIFY(held("a* is finite"));
        QVERIFY(!held("a* not finite"));
        QVERIFY(!held("* is finite"));  // all of them
        QVERIFY(!held("dead(*) > 0.8"));
        QVERIFY(held("not dead(*) > 0.8"));
        // What did not make it hold is not told, and does not count for where it stands.
        const auto either = held("(norm(a) > 1 and norm(a) > 100) or mean(a) > 3");
        QVERIFY(either);
        QCOMPARE(either->said, std::vector<std::string>{"mean(a) is 3.5"});
        // Two names in one comparison: any pair of them.
        const auto pair = held("dead(*) > zeros(b) + 0.05");
        QVERIFY(pair);
        QCOMPARE(pair->values, (std::set<std::string>{"b", "d"}));
    }

    void places_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("at");
        QTest::addColumn<int>("times");
        QTest::newRow("layer") << "before conv_1"
                               << "before conv_1 Conv2D forward @1" << 6;
        QTest::newRow("behind a layer") << "after norm_1 backward at step 2"
                                        << "after norm_1/gradient BatchNormGrad backward @2" << 1;
        QTest::newRow("op") << "before op dense_1/gradient at step 3"
                            << "before dense_1/gradient MatMul backward @3" << 1;
        QTest::newRow("step") << "at step 4"
                              << "before rescaling_1 Rescale forward @4" << 1;
        QTest::newRow("loss") << "after forward when loss > 0 and step == 2"
                              << "after @2" << 1;
        QTest::newRow("condition alone") << "when step == 5"
                                         << "before rescaling_1 Rescale forward @5" << 1;
    }
    void places() {
        QFETCH(const QString, text);
        QFETCH(const QString, at);
        QFETCH(const int, times);
        SessionOptions options = runOf(smallNetwork(), {text.toStdString()}, 1);
        options.data = pictureData(96, 0);  // six steps
        Driven run(std::move(options));
        const Stop first = run.next();
        QVERIFY2(first, run.notes.empty() ? "it never stood" : run.notes.back().c_str());
        const QStringList parts = at.split(' ');
        if (parts.size() == 2) {
            QCOMPARE(first->step, int64_t(2));
            QCOMPARE(first->phase, Phase::Forward);
            QVERIFY(first->after);
        } else {
            QCOMPARE(where(first), at);
        }
        QCOMPARE(run.session.state(), RunState::Paused);
        QVERIFY2(first->why.english().starts_with(text.toStdString()), first->why.english().c_str());
        int stood = 1;
        while (run.advance(Advance::GoOn)) ++stood;
        QCOMPARE(stood, times);
        QVERIFY(run.ended());
        QCOMPARE(run.session.state(), RunState::Finished);
        QCOMPARE(run.steps.size(), size_t{6});
    }

    void conditionsStand_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("op");
        QTest::newRow("loss") << "when loss > 0.01"
                              << "SparseCrossEntropy";
        QTest::newRow("norm of a gradient") << "when norm(conv_1/kernel/gradient) > 1e-9"
                                            << "Conv2DKernelGrad";
        QTest::newRow("dead units") << "when dead(activation_1/output) >= 0"
                                    << "Activation";
        QTest::newRow("fused away") << "when max(conv_1/output) > -1e9"
                                    << "Conv2D";
        QTest::newRow("weights") << "when norm(weights) > 0"
                                 << "Rescale";
        QTest::newRow("two phases") << "when accuracy >= 0 and norm(conv_1/bias/gradient) >= 0"
                                    << "BiasGrad";
        QTest::newRow("finite") << "when loss > 0 and conv_1/output is finite"
                                << "SparseCrossEntropy";
        QTest::newRow("or") << "when (loss > 0 and step > 900) or norm(conv_1/output) > 0"
                            << "Conv2D";
    }
    // It stands behind the op that made the value, which the table of values shows as the condition saw it.
    void conditionsStand() {
        QFETCH(const QString, text);
        QFETCH(const QString, op);
        Driven run(runOf(smallNetwork(), {text.toStdString()}, 1));
        const Stop stop = run.next();
        QVERIFY2(stop, run.notes.empty() ? "it never stood" : run.notes.back().c_str());
        QCOMPARE(stop->step, int64_t(1));
        QCOMPARE(QString::fromStdString(stop->op), op);
        QVERIFY2(QString::fromStdString(stop->why.english()).contains(" is "), stop->why.english().c_str());
        run.session.stop();
        QVERIFY(run.ended());
        QCOMPARE(run.session.state(), RunState::Stopped);
        QCOMPARE(
            QString::fromStdString(run.states.back()),
            QStringLiteral("Stopped after step 1. It stood %1.").arg(QString::fromStdString(stop->place.english())));
    }

    void wordsThatFitNoNetwork() {
        Driven run(runOf(smallNetwork(), {"before conv_7", "when norm(conv_7/kernel) > 3", "when f1 > 3"}, 1));
        QVERIFY(run.ended());
        QVERIFY(run.stops.empty());
        QCOMPARE(run.notes.size(), size_t{3});
        QVERIFY2(run.notes[1].find("conv_1/kernel") != std::string::npos, run.notes[1].c_str());
        QVERIFY2(run.notes[2].find("accuracy") != std::string::npos, run.notes[2].c_str());
    }

    void singleSteps() {
        Driven run(runOf(smallNetwork(), {"before conv_1 at step 2"}));
        Stop stop = run.next();
        QVERIFY(stop);
        const StopValue* output = valueOf(stop, "conv_1/output");
        QVERIFY(output && !output->made);
        const std::string name = output->name;
        stop = run.advance(Advance::Op);
        QCOMPARE(where(stop), QString("after conv_1 Conv2D forward @2"));
        QVERIFY(valueOf(stop, name)->made && valueOf(stop, name)->statistics.norm() > 0);
        QCOMPARE(where(run.advance(Advance::Op)), QString("after norm_1 BatchNorm forward @2"));
        stop = run.advance(Advance::Layer);
        QCOMPARE(stop->layer, std::string("activation_1"));
        stop = run.advance(Advance::Layer);
        QCOMPARE(stop->layer, std::string("flatten_1"));
        stop = run.advance(Advance::Phase);
        QCOMPARE(stop->phase, Phase::Forward);
        const int64_t last = stop->index;
        stop = run.advance(Advance::Op);
        QCOMPARE(stop->phase, Phase::Backward);
        QCOMPARE(stop->index, last + 1);
        stop = run.advance(Advance::Phase);
        QCOMPARE(stop->phase, Phase::Backward);
        stop = run.advance(Advance::Phase);
        QCOMPARE(stop->phase, Phase::Update);
        QCOMPARE(stop->step, int64_t(2));
        QCOMPARE(stop->index, stop->count - 1);
        // Over the step's end.
        stop = run.advance(Advance::Op);
        QCOMPARE(stop->step, int64_t(3));
        QCOMPARE(stop->index, int64_t(0));
        stop = run.advance(Advance::Step);
        QCOMPARE(stop->step, int64_t(4));
        QVERIFY(!stop->after);
        QCOMPARE(stop->index, int64_t(0));
        run.session.resume();
        QVERIFY(run.ended());
        QCOMPARE(run.session.state(), RunState::Finished);
    }

    // A product in 8 bits is several kernels, and one op.
    void singleStepsInFloat8() {
        SessionOptions options = runOf(networkForFloat8(), {"before dense_1 at step 2"});
        options.training.precision = "fp8";
        Driven run(options);
        Stop stop = run.next();
        QVERIFY(stop);
        const auto output = std::ranges::find(stop->values, StopValue::Role::Output, &StopValue::role);
        QVERIFY(output != stop->values.end() && !output->made);
        const std::string name = output->name;
        const StopValue* weights = valueOf(stop, "dense_1/kernel");
        QVERIFY(weights);
        const double before = weights->statistics.sum;
        double after = before;
        stop = run.advance(Advance::Op);
        QCOMPARE(where(stop), QString("after dense_1 MatMul forward @2"));
        QVERIFY(valueOf(stop, name)->made && valueOf(stop, name)->statistics.norm() > 0);
        while (stop && stop->index < stop->count - 1) {
            const int64_t last = stop->index;
            stop = run.advance(Advance::Op);
            QVERIFY(stop);
            QCOMPARE(stop->index, last + 1);
            for (const StopValue& value : stop->values)
                QVERIFY2(!value.made || value.statistics.nonFinite == 0, value.name.c_str());
            if (where(stop).contains("Update"))
                if (const StopValue* one = valueOf(stop, "dense_1/kernel")) after = one->statistics.sum;
        }
        QVERIFY(after != before);  // they were moved by that op, and not on the way to the first stop
        run.session.resume();
        QVERIFY(run.ended());
        QCOMPARE(run.session.state(), RunState::Finished);
    }

    // On the timeline the step that stood says so, and is no longer for it.
    void standingIsASpan() {
        LiveTrace live(60);
        const int64_t from = live.poll()->end;  // what other runs did before is in the rings, too
        Driven run(runOf(smallNetwork(), {"before conv_1 at step 2"}));
        QVERIFY(run.next());
        run.session.resume();
        QVERIFY(run.ended());
        const auto trace = live.poll();
        std::vector<StepRow> stood = stepsIn(*trace, from, trace->end);
        QVERIFY(stood.size() > 2);
        std::erase_if(stood, [](const StepRow& step) { return step.stood <= 0; });
        QCOMPARE(stood.size(), size_t{1});
        QCOMPARE(stood[0].number, 2u);
        QVERIFY(stood[0].seconds() > 0);
        QVERIFY(stood[0].seconds() + stood[0].stood <=
                static_cast<double>(stood[0].end - stood[0].begin) * 1e-9 + 1e-9);
    }

    // What somebody steps through is on the timeline as it was done: by the training's own thread, within its step,
    // each op once for each time that it was done, and apart from those of the step itself.
    void singleStepsAreSpans() {
        LiveTrace live(60);
        const int64_t from = live.poll()->end;
        SessionOptions options = runOf(smallNetwork(), {"before conv_1 at step 2"}, 1);
        options.data = pictureData(96, 0);  // six steps
        Driven run(std::move(options));
        QVERIFY(run.next());
        QCOMPARE(where(run.advance(Advance::Op)), QString("after conv_1 Conv2D forward @2"));
        QVERIFY(run.advance(Advance::Layer));
        run.session.resume();
        QVERIFY(run.ended());
        const auto trace = live.poll();
        const std::vector<StepRow> steps = stepsIn(*trace, from, trace->end);
        QCOMPARE(steps.size(), size_t{6});
        const auto second = std::ranges::find(steps, 2u, &StepRow::number);
        QVERIFY(second != steps.end());
        std::set<std::string> names;
        for (size_t t = 0; t < trace->threads.size(); ++t)
            for (const TraceLane& lane : trace->threads[t].levels)
                for (uint64_t i = lane.firstBeginningFrom(from); i < lane.last(); ++i) {
                    const TraceLabel& label = trace->labelOf(lane[i]);
                    if (label.category != "op by op" || trace->number(lane[i]) == 0) continue;
                    QCOMPARE(t, second->thread);
                    QCOMPARE(trace->number(lane[i]), 2u);
                    QVERIFY(lane[i].begin >= second->begin && lane[i].end() <= second->end);
                    names.insert(label.layer + "/" + label.name);
                }
        QVERIFY(names.contains("conv_1/Conv2D") && names.contains("norm_1/BatchNorm"));
        QVERIFY(std::ranges::none_of(names, [](const std::string& name) { return name.starts_with("dense_1/"); }));
        QVERIFY(names.contains("/op by op"));
        // The step is as long as the others, and has each of its ops as often.
        QVERIFY(second->stood > 0);
        for (const OpRow& row : opsIn(*trace, from, trace->end)) {
            const TraceLabel& label = trace->labels[row.label];
            if (label.category == "op by op") QVERIFY(row.inSteps == 0 && row.share == 0);
            if (label.category == "forward" && label.layer == "conv_1" && label.name == "Conv2D")
                QVERIFY(std::abs(row.inSteps - 6) < 1e-6);
        }
    }

    // The same step from its first op, as often as one likes: every value has the same numbers, its breakpoints are met
    // once more, and the run that goes on is the one that there was.
    void aStepAgain() {
        Driven plain(runOf(smallNetwork(), {}));
        QVERIFY(plain.ended());
        SessionOptions options = runOf(smallNetwork(), {"after dense_1 backward at step 3", "when step == 3"});
        Driven run(options);
        Stop first = run.next();
        while (first && !(first->layer == "dense_1" && first->phase == Phase::Backward))
            first = run.advance(Advance::GoOn);
        QVERIFY(first);
        for (int pass = 0; pass < 2; ++pass) {
            Stop stop = run.advance(Advance::Again);
            QCOMPARE(stop->step, int64_t(3));
            QCOMPARE(stop->index, int64_t(0));
            QVERIFY(!stop->after);
            QCOMPARE(stop->past.size(), size_t{2});
            if (pass == 1) stop = run.advance(Advance::Phase);  // and through it op by op or by phases
            do stop = run.advance(pass == 0 ? Advance::Op : Advance::GoOn);
            while (stop && (stop->index != first->index || !stop->after));
            QVERIFY(stop);
            QVERIFY(!stop->why.empty());  // its breakpoint
            QCOMPARE(stop->values.size(), first->values.size());
            for (size_t i = 0; i < stop->values.size(); ++i) {
                QCOMPARE(stop->values[i].name, first->values[i].name);
                QCOMPARE(stop->values[i].made, first->values[i].made);
                QCOMPARE(stop->values[i].statistics.sum, first->values[i].statistics.sum);
                QCOMPARE(stop->values[i].statistics.max, first->values[i].statistics.max);
            }
        }
        // From behind the last op, too.
        Stop stop = run.advance(Advance::Phase);
        while (stop && stop->step == 3 && stop->index + 1 < stop->count) stop = run.advance(Advance::Phase);
        QCOMPARE(stop->step, int64_t(3));
        QCOMPARE(run.advance(Advance::Again)->index, int64_t(0));
        run.session.setBreakpoints({});
        run.session.resume();
        QVERIFY(run.ended());
        QCOMPARE(run.session.state(), RunState::Finished);
        QCOMPARE(run.steps.size(), plain.steps.size());
        for (size_t i = 0; i < run.steps.size(); ++i) QCOMPARE(run.steps[i].loss, plain.steps[i].loss);
        QCOMPARE(differing(run.session.snapshot().state, plain.session.snapshot().state), QStringList());
    }

    // From a pause between two steps into the next one, and breakpoints that come while it stands.
    void intoAStep() {
        SessionOptions options = runOf(smallNetwork(), {});
        options.startPaused = true;
        Driven run(std::move(options));
        QVERIFY(run.until([&] { return run.session.state() == RunState::Paused; }));
        QVERIFY(run.stops.empty());
        Stop stop = run.advance(Advance::Op);
        QCOMPARE(where(stop), QString("after rescaling_1 Rescale forward @1"));
        // One of them for a place that lies behind already.
        run.session.setBreakpoints({breakpointFrom("before rescaling_1 at step 1"), breakpointFrom("after dense_1"),
                                    breakpointFrom("at step 3")});
        stop = run.advance(Advance::GoOn);
        QVERIFY(stop);
        QCOMPARE(stop->layer, std::string("dense_1"));
        QCOMPARE(stop->step, int64_t(1));
        run.session.setBreakpoints({breakpointFrom("at step 3")});
        stop = run.advance(Advance::GoOn);
        QCOMPARE(where(stop), QString("before rescaling_1 Rescale forward @3"));
        run.session.setBreakpoints({});
        run.session.step();  // as the pause between two steps knows it
        stop = run.next();
        QCOMPARE(where(stop), QString("before rescaling_1 Rescale forward @4"));
        run.session.resume();
        QVERIFY(run.ended());
        QCOMPARE(run.stops.size(), size_t{4});
    }

    void looks() {
        Driven run(runOf(smallNetwork(), {"before conv_1 at step 2"}));
        const Stop stop = run.next();
        QVERIFY(stop);
        Look look = run.look("conv_1/kernel");
        QVERIFY(look && look->problem.empty());
        QCOMPARE(look->stop, stop->number);
        QCOMPARE(look->statistics.count, int64_t(36));
        QCOMPARE(look->numbers.size(), size_t{36});
        QVERIFY(look->pictures);
        QCOMPARE(look->pictures->count, 4);
        double counted = 0;
        for (const double count : look->histogram->counts) counted += count;
        QCOMPARE(counted, 36.0);
        look = run.look("input");
        QVERIFY(look && look->pictures && look->pictures->width == 8);
        look = run.look("conv_1/kernel/gradient");
        QVERIFY(look && look->problem.english().find("later") != std::string::npos);
        QVERIFY(valueOf(stop, "conv_1/kernel/gradient"));
        look = run.look("conv_9/kernel");
        QVERIFY(look && !look->problem.empty());
        // The kernel that it stands with is the run's.
        look = run.look("conv_1/kernel");
        const Snapshot snapshot = run.session.snapshot();
        const auto kernel = snapshot.state.at("conv_1/kernel").as<float>();
        QVERIFY(std::ranges::equal(kernel, look->numbers));
        QVERIFY(run.advance(Advance::Phase));
        QVERIFY(run.advance(Advance::Phase));
        look = run.look("conv_1/kernel/gradient");
        QVERIFY(look && look->problem.empty() && look->statistics.norm() > 0);
        run.session.stop();
        QVERIFY(run.ended());
    }

    void runsEndInTheSameBits_data() {
        QTest::addColumn<QString>("precision");
        QTest::addColumn<int>("threads");
        QTest::addColumn<int>("gathered");
        QTest::newRow("float32") << "float32" << 1 << 1;
        QTest::newRow("float32, 3 threads, gathered") << "float32" << 3 << 2;
        QTest::newRow("bfloat16") << "bfloat16" << 2 << 1;
        QTest::newRow("float16") << "float16" << 2 << 1;
        QTest::newRow("fp8") << "fp8" << 2 << 1;
    }
    // Stopped everywhere, stepped through, looked at, in every phase.
    void runsEndInTheSameBits() {
        QFETCH(const QString, precision);
        QFETCH(const int, threads);
        QFETCH(const int, gathered);
        const bool eight = precision == "fp8";
        SessionOptions options = runOf(eight ? networkForFloat8() : smallNetwork(), {});
        options.training.precision = precision.toStdString();
        options.training.threads = threads;
        options.training.optimizer = {"adam", {}};
        if (gathered > 1) options.training.optimizerOptions["gradient_accumulation_steps"] = int64_t{gathered};
        Driven plain(options);
        QVERIFY(plain.ended());
        QVERIFY(plain.stops.empty());
        for (const char* text :
             {eight ? "before dense_1" : "before conv_1", "at step 3", "when loss > 0.5", "when norm(gradients) > 0.1",
              eight ? "after backward when dead(dense_2/output) >= 0"
                    : "after backward when dead(activation_1/output) >= 0",
              "after update"})
            options.breakpoints.push_back(breakpointFrom(text));
        Driven stopped(options);
        constexpr Advance kHow[] = {Advance::Op,    Advance::GoOn,  Advance::Layer,
                                    Advance::Again, Advance::Phase, Advance::Step};
        size_t i = 0;
        while (stopped.next() && !isOver(stopped.session.state())) {
            const Stop stop = stopped.stops.back();
            for (const StopValue& value : stop->values)
                if (i % 3 == 0) QVERIFY(stopped.look(value.name));
            if (i == 40) stopped.session.setBreakpoints({});
            stopped.session.advance(kHow[i++ % 6]);
            if (i > 60) stopped.session.resume();
        }
        QVERIFY(stopped.ended());
        QVERIFY2(stopped.stops.size() >= 20, qPrintable(QString::number(stopped.stops.size())));
        QCOMPARE(stopped.session.state(), RunState::Finished);
        QVERIFY2(stopped.notes.size() == plain.notes.size(), stopped.notes.empty() ? "" : stopped.notes.back().c_str());
        const QStringList names = differing(plain.session.snapshot().state, stopped.session.snapshot().state);
        QVERIFY2(names.isEmpty(), qPrintable(names.join(", ")));
        QCOMPARE(stopped.steps.size(), plain.steps.size());
        for (size_t step = 0; step < plain.steps.size(); ++step)
            QCOMPARE(stopped.steps[step].loss, plain.steps[step].loss);
    }

    // The values of a stop are the step's: what the training itself then makes is the same but for rounding.
    void theLossIsTheRuns() {
        Driven run(runOf(smallNetwork(), {"when loss > 0"}, 1));
        for (size_t i = 0; i < 4; ++i) {
            const Stop stop = run.next();
            QVERIFY(stop);
            double loss = 0;
            for (const StopValue& value : stop->values)
                if (value.role == StopValue::Role::Output && value.shape.elements() == 1) loss = value.statistics.sum;
            run.session.advance(Advance::GoOn);
            QVERIFY(run.until([&] { return run.steps.size() > i; }));
            QVERIFY(std::abs(loss - double(run.steps[i].loss)) < 1e-5);
        }
        run.session.stop();
        QVERIFY(run.ended());
    }

    void theLastStepsCanBeLookedBackAt() {
        Driven run(runOf(smallNetwork(), {"before conv_1 at step 20 when norm(conv_1/kernel) > 0"}));
        const Stop stop = run.next();
        QVERIFY(stop);
        QCOMPARE(stop->past.size(), kPastSteps);
        run.take();
        for (size_t i = 0; i < kPastSteps; ++i) {
            const PastStep& past = stop->past[i];
            const StepRecord& told = run.steps[19 - kPastSteps + i];
            QCOMPARE(past.step, told.step);
            QCOMPARE(past.loss, told.loss);
            QCOMPARE(past.metrics, told.metrics);
            QCOMPARE(past.items.size(), size_t(past.step % 13 == 0 ? 203 - 12 * 16 : 16));
            QVERIFY(past.values.at("conv_1/kernel").norm() > 0);
        }
        QVERIFY(stop->past[0].items != stop->past[1].items);
        run.session.stop();
        QVERIFY(run.ended());
    }

    // Float16's scale and its count are written in the backward pass: behind it a run still stands in the step's first
    // state, and hands that out.
    void float16StandsInTheStateOfBefore() {
        SessionOptions options =
            runOf(smallNetwork(), {"at step 3", "after backward at step 3 when norm(gradients) >= 0"});
        options.training.precision = "float16";
        Driven run(options);
        QVERIFY(run.next());
        const Snapshot before = run.session.snapshot();
        QVERIFY(before.state.count("loss_scale/good_steps"));
        const Stop behind = run.advance(Advance::GoOn);
        QVERIFY(behind);
        QCOMPARE(behind->step, int64_t(3));
        const QStringList names = differing(before.state, run.session.snapshot().state);
        QVERIFY2(names.isEmpty(), qPrintable(names.join(", ")));
        run.session.stop();
        QVERIFY(run.ended());
    }

    void quitting() {
        for (const bool stop : {false, true}) {
            Driven run(runOf(smallNetwork(), {"before dense_1"}));
            QVERIFY(run.next());
            if (stop) {
                run.session.pause();
                QVERIFY(run.advance(Advance::Op));
                run.session.stop();
                QVERIFY(run.ended());
                QCOMPARE(run.session.state(), RunState::Stopped);
                QCOMPARE(run.steps.size(), size_t{1});  // the step under way was done
            }
        }  // else the session goes while it stands
    }

    void pausingBehindAStop() {
        Driven run(runOf(smallNetwork(), {"before dense_1 at step 2"}));
        QVERIFY(run.next());
        run.session.pause();
        run.session.setLearningRate(0.5);
        QCOMPARE(where(run.advance(Advance::Step)), QString("before rescaling_1 Rescale forward @3"));
        QCOMPARE(run.steps.back().step, int64_t(2));
        QVERIFY(run.steps.back().learningRate < 0.1);  // the step under way had begun with its rate
        QVERIFY(run.advance(Advance::Step));
        QCOMPARE(run.steps.back().learningRate, 0.5);
        QCOMPARE(run.rateChanges.size(), size_t{1});
        QCOMPARE(run.rateChanges[0].step, int64_t(2));  // behind the step that it stood in
        run.session.stop();
        QVERIFY(run.ended());
    }

    void nanNamesItsOp_data() {
        QTest::addColumn<bool>("stands");
        QTest::addColumn<QString>("breakpoint");
        QTest::newRow("says so") << false << QString();
        QTest::newRow("stands there") << true << QString();
        // The loss is not finite because of what an op before it made: that op is what is looked for.
        QTest::newRow("not at the loss first") << true << QStringLiteral("when loss not finite");
        QTest::newRow("nor at a gradient") << true << QStringLiteral("when gradients not finite");
    }
    // A rate that no training survives: the op, and what it read, are named; the run stands there where it is to.
    void nanNamesItsOp() {
        QFETCH(const bool, stands);
        QFETCH(const QString, breakpoint);
        std::vector<std::string> breakpoints;
        if (!breakpoint.isEmpty()) breakpoints.push_back(breakpoint.toStdString());
        SessionOptions options = runOf(denseNetwork(), breakpoints, 30);
        options.training.learningRate = 1e30;
        options.training.optimizer = {"sgd", {}};
        options.standAtNonFinite = stands;
        Driven run(std::move(options));
        if (stands) {
            const Stop stop = run.next();
            QVERIFY(stop);
            QVERIFY(stop->last);
            QVERIFY(stop->after);
            QCOMPARE(run.session.state(), RunState::Paused);
            bool inputsFinite = true, outputFinite = true, inputs = false;
            for (const StopValue& value : stop->values) {
                if (value.role == StopValue::Role::Input)
                    inputsFinite &= value.statistics.nonFinite == 0, inputs = true;
                if (value.role == StopValue::Role::Output) outputFinite &= value.statistics.nonFinite == 0;
            }
            QVERIFY(inputs && inputsFinite);
            QVERIFY(!outputFinite);
            const Look look = run.look(stop->values.front().name);
            QVERIFY(look && look->problem.empty());
            run.session.resume();
        }
        QVERIFY(run.ended());
        QCOMPARE(run.session.state(), RunState::Failed);
        const QString said = QString::fromStdString(run.states.back());
        QVERIFY2(said.contains("from finite inputs: ") && said.contains(" from -") && said.contains(" to "),
                 qPrintable(said));
        if (stands) QVERIFY(said.contains(QString::fromStdString(run.stops[0]->name)));
        QCOMPARE(run.stops.size(), size_t(stands ? 1 : 0));
    }
};

QTEST_GUILESS_MAIN(TestBreakpoints)

}  // namespace test_breakpoints

#include "test_breakpoints.moc"
