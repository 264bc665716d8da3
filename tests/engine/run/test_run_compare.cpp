// Two runs laid side by side: every checkpoint and tensor of both, numbers that only one tells, weights' hashes by
// name, results to their last digit, and a run done again with the rates that it had in the end.
#include <QTemporaryDir>
#include <QtTest>
#include <cmath>
#include <filesystem>
#include <limits>
#include <map>
#include <set>

#include "../train/small_run.h"
#include "engine/io/checkpoint.h"
#include "engine/io/files.h"
#include "engine/io/project.h"
#include "engine/model/templates.h"
#include "engine/run/run_again.h"
#include "engine/run/run_checkpoints.h"
#include "engine/run/run_compare.h"
#include "engine/run/run_diff.h"
#include "engine/run/run_directory.h"
#include "engine/run/run_list.h"
#include "engine/run/run_narrow.h"
#include "engine/run/weight_trace.h"
#include "engine/train/recorded_steps.h"

namespace test_run_compare {

using namespace tl;
using namespace tl::test;

namespace {

StepRecord step(int64_t number, float loss = 0.5f) {
    StepRecord record;
    record.step = number;
    record.loss = loss;
    record.learningRate = 0.01;
    return record;
}

EpochRecord epoch(int64_t number, std::map<std::string, float> values, double seconds = 1) {
    EpochRecord record;
    record.epoch = number;
    record.step = (number + 1) * 10;
    record.seconds = seconds;
    record.values = std::move(values);
    return record;
}

Tensor tensor(const Shape& shape, float value) {
    Tensor made(shape, DType::Float32);
    for (float& each : made.as<float>()) each = value;
    return made;
}

std::string details(const RunComparison& found) {
    std::string text;
    for (const Message& line : found.details()) text += line.english() + "\n";
    return text;
}

}  // namespace

class TestRunCompare : public QObject {
    Q_OBJECT
    QTemporaryDir place_;

    std::string folder(const char* name, const std::vector<Event>& events) const {
        const std::string path = place_.filePath(QLatin1String(name)).toStdString();
        makeDirectory(path);
        RunInfo info;
        info.id = info.name = name;
        writeRunInfo(info, path);
        JournalWriter writer(
            path + "/journal.bin", 0, [] {}, [](const Message&) {});
        for (const Event& event : events) writer.add(event);
        return path;
    }
    // One whose every tensor has that value after that step.
    void checkpoint(const std::string& file, int64_t step, const ModelState& state) const {
        makeDirectory(std::filesystem::path(file).parent_path().string());
        Snapshot snapshot;
        snapshot.network = denseNetwork();
        snapshot.dataSpec = "pictures";
        snapshot.dataShape = {1, 8, 8};
        snapshot.position.step = step;
        snapshot.state = state;
        saveCheckpoint(snapshot, file);
    }
    static void finish(SessionOptions options) {
        TrainingSession session(std::move(options));
        session.start();
        session.wait();
        QVERIFY(session.state() == RunState::Finished);
    }
    static std::string result(const RunDiff& diff, const std::string& name, size_t run = 0) {
        for (const DiffRow& row : diff.sections.back().rows)
            if (row.name == name) return row.values.at(run);
        return "no such row";
    }

private slots:
    void everyCheckpointOfTheSameStepIsCompared() {
        const auto two = [&](const char* name, float early) {
            const std::string path = folder(name, {step(10), step(20)});
            checkpoint(path + "/checkpoint.safetensors", 20, {{"a", tensor({2}, 1)}, {"b", tensor({2}, 1)}});
            checkpoint(path + "/checkpoints/ten.safetensors", 10, {{"a", tensor({2}, 1)}, {"b", tensor({2}, early)}});
            return path;
        };
        const std::string a = two("early-a", 1), b = two("early-b", 2), c = two("early-c", 1);
        const RunComparison found = compareRuns(a, b);
        QVERIFY(!found.same());
        QVERIFY(found.tensor);
        QCOMPARE(found.tensor->step, int64_t{10});
        QCOMPARE(found.tensor->what, std::string("b"));
        QCOMPARE(found.tensor->count, size_t{1});
        const RunComparison same = compareRuns(a, c);
        QVERIFY(same.same());
        QCOMPARE(same.checkpoint, int64_t{20});
    }

    void aTensorThatOnlyOneHasOrOfAnotherShapeDiffers() {
        const auto with = [&](const char* name, const ModelState& state) {
            const std::string path = folder(name, {step(10)});
            checkpoint(path + "/checkpoint.safetensors", 10, state);
            return path;
        };
        const std::string a = with("plain", {{"a", tensor({2, 3}, 1)}});
        const std::string more = with("more", {{"a", tensor({2, 3}, 1)}, {"ema/a", tensor({2, 3}, 1)}});
        const std::string turned = with("turned", {{"a", tensor({3, 2}, 1)}});
        for (const auto& [left, right] : {std::pair{a, more}, std::pair{more, a}}) {
            const RunComparison found = compareRuns(left, right);
            QVERIFY(!found.same());
            QCOMPARE(found.tensor->what, std::string("ema/a"));
            QCOMPARE(found.tensor->of, size_t{2});
            QVERIFY2(details(found).find("ema/a") != std::string::npos, details(found).c_str());
        }
        QVERIFY(!compareRuns(a, turned).same());
    }

    // Whatever an older program's file of them, and its hash, did not have yet.
    void settingsAreComparedByWhatTheySay() {
        const auto with = [&](const char* name, int batch, const char* hash) {
            const std::string path = folder(name, {step(10)});
            Project project;
            project.network = denseNetwork();
            project.training.batch = batch;
            saveProject(project, path + "/project.tlm");
            RunInfo info = readRunInfo(path);
            info.hashes["training"] = hash;
            writeRunInfo(info, path);
            return path;
        };
        const std::string a = with("newer", 32, "1");
        QVERIFY(compareRuns(a, with("older", 32, "2")).otherwise.empty());
        const RunComparison other = compareRuns(a, with("other-batch", 64, "2"));
        QCOMPARE(other.otherwise.size(), size_t{1});
        QCOMPARE(other.otherwise[0].english(), std::string("the settings"));
    }

    void whatOnlyOneTellsIsSaid() {
        StepRecord more = step(1);
        more.metrics["auc"] = 0.5f;
        const std::string a = folder("tells", {more, epoch(0, {{"val_loss", 1.0f}})});
        const std::string b = folder("tells-less", {step(1), epoch(0, {{"loss", 1.0f}})});
        for (const auto& [left, right] : {std::pair{a, b}, std::pair{b, a}}) {
            const std::string said = details(compareRuns(left, right));
            QVERIFY2(said.find("auc") != std::string::npos, said.c_str());
            QVERIFY2(said.find("epoch val_loss") != std::string::npos, said.c_str());
        }
    }

    // Of a long run a step may be told only because it stood there: that is no number which the other lacks.
    void whereALongRunStoodIsNoDifference() {
        constexpr int64_t kFew = 2'000'000;
        EpochRecord end = epoch(0, {{"loss", 1.0f}});
        end.step = kFew + 3;
        const std::string a = folder("stood", {step(kFew + 2), step(kFew + 3), end, step(kFew + 4), step(kFew + 5)});
        const std::string b = folder("went-through", {step(kFew + 2), end, step(kFew + 4), step(kFew + 5)});
        for (const auto& [left, right] : {std::pair{a, b}, std::pair{b, a}}) {
            const RunComparison found = compareRuns(left, right);
            QVERIFY(found.same());
            QVERIFY2(found.onlyA.empty() && found.onlyB.empty(), details(found).c_str());
            QCOMPARE(found.steps, int64_t{4});
            QCOMPARE(found.stepsA, kFew + 5);
        }
        // What a resume took back is an epoch's, too.
        const std::string c = folder("back", {step(kFew + 2), end, step(kFew + 4), ResumedRecord{kFew + 2, 0, 0}});
        QCOMPARE(compareRuns(a, c).steps, int64_t{1});
    }

    // A folder of before there was a journal has 8 digits, which are not its bits.
    void numbersOfAHistoryAreNotCalledBits() {
        const std::string a = folder("journalled", {epoch(0, {{"loss", 0.123456789f}})});
        const auto old = [&](const char* name, const char* loss) {
            const std::string path = folder(name, {});
            std::filesystem::remove(path + "/journal.bin");
            writeFileAtomically(path + "/history.csv",
                                std::string("epoch,step,seconds,learning_rate,loss\n1,10,1,0.01,") + loss + "\n");
            return path;
        };
        const RunComparison found = compareRuns(a, old("history", "0.12345679"));
        QVERIFY(found.same());
        QVERIFY2(found.verdict().english().find("8 digits") != std::string::npos, found.verdict().english().c_str());
        QVERIFY(!compareRuns(a, old("other-history", "0.12345699")).same());
        const std::string lost = folder("lost", {epoch(0, {{"loss", std::nanf("")}})});
        QVERIFY(compareRuns(lost, old("lost-history", "-nan")).same());
        // Nor when it has got one meanwhile.
        const std::string later = old("evaluated-history", "0.12345679");
        addToRun(later, NoteRecord{"since then"});
        QCOMPARE(compareRuns(a, later).verdict().english(), found.verdict().english());
    }

    void aFolderNamedWithASlashIsCalledByItsLastPart() {
        const std::string path = place_.filePath(QStringLiteral("slashed")).toStdString();
        SessionOptions options = smallRun(1);
        options.store = inDirectory(path + "/");
        finish(std::move(options));
        QCOMPARE(loadProject(path + "/project.tlm").name, std::string("slashed"));
        QCOMPARE(readRunInfo(path).name, std::string("slashed"));
    }

    void hashesAreComparedByName() {
        const auto with = [&](const char* name, const std::string& rows) {
            const std::string path = folder(name, {step(1), step(2)});
            writeFileAtomically(path + "/weights.csv", rows);
            return path;
        };
        const std::string a = with("named", "step,w,v\n1,1,2\n2,3,4\n");
        const std::string turned = with("turned-names", "step,v,w\n1,2,1\n2,4,3\n");
        QVERIFY(compareRuns(a, turned).same());
        QCOMPARE(compareRuns(a, turned).hashed, int64_t{2});
        const std::string other = with("other-name", "step,w,u\n1,1,2\n2,3,4\n");
        const RunComparison found = compareRuns(a, other);
        QVERIFY(!found.same());
        QCOMPARE(found.tensor->step, int64_t{1});
        QCOMPARE(found.tensor->count, size_t{2});
    }

    void aNameWithACommaKeepsItsHashes() {
        SessionOptions options = smallRun(1);
        options.network =
            chain({node("input_1", "Input"), node("rescaling_1", "Rescaling"), node("flatten_1", "Flatten"),
                   node("a,\"b\"", "Dense", {{"units", int64_t{4}}}), node("output_1", "Output")});
        const std::string path = folder("comma", {});
        options.callbacks.push_back(weightTrace(path, 1));
        finish(std::move(options));
        const WeightTraceRows rows = readWeightTrace(path);
        QCOMPARE(rows.names, (std::vector<std::string>{"a,\"b\"/kernel", "a,\"b\"/bias"}));
        QCOMPARE(rows.steps.size(), size_t{13});
    }

    // Some thousands after weeks, near enough to do the steps between again.
    void rowsOfHashesStayFew() {
        const auto trace = weightTrace(folder("long", {})), each = weightTrace(folder("each", {}), 1);
        int rows = 0, alone = 0;
        for (int64_t step = 1; step <= 6000000; ++step) {
            rows += trace->wants(step) ? 1 : 0;
            alone += trace->wants(step) && !isRecorded(step) ? 1 : 0;
        }
        QCOMPARE(alone, 0);  // each stands beside the numbers of its step
        QVERIFY2(rows > 3000 && rows < 5000, qPrintable(QString::number(rows)));
        for (const int64_t step : {1, 2, 64, 100, 99900, 100000, 100200, 199800, 200000, 200400, 3200000})
            QVERIFY2(trace->wants(step), qPrintable(QString::number(step)));
        for (const int64_t step : {3, 150, 100100, 200200}) QVERIFY(!trace->wants(step));
        QVERIFY(each->wants(100100));
    }

    // What was hashed after the checkpoint, and half a row, go; the rows before stand as they were.
    void aRunThatGoesOnKeepsItsRowsOfHashes() {
        const std::string path = folder("gone-on", {}), file = path + "/weights.csv";
        SessionOptions options = smallRun(1);
        options.callbacks = {weightTrace(path, 1)};
        TrainingSession first(options);
        first.start();
        first.wait();
        const std::string before = readFile(file);
        const std::string beyond = before.substr(before.rfind('\n', before.size() - 2) + 1).replace(0, 2, "14");
        writeFileAtomically(file, before + beyond + "15,12");
        options.training.epochs = 2;
        options.resume = first.snapshot();
        options.callbacks = {weightTrace(path, 1)};
        finish(options);
        const std::string after = readFile(file);
        QVERIFY(after.starts_with(before));
        QVERIFY(after.find(beyond) == std::string::npos);
        QCOMPARE(readWeightTrace(path).steps.size(), size_t{26});
        // Of other columns nothing is kept.
        writeFileAtomically(file, "step,other\n1,1\n");
        options.callbacks = {weightTrace(path, 1)};
        finish(options);
        QCOMPARE(readWeightTrace(path).steps.size(), size_t{13});
        QCOMPARE(readWeightTrace(path).steps.begin()->first, int64_t{14});
    }

    void hashesThatCannotBeWrittenAreToldOnce() {
        SessionOptions options = smallRun(1);
        options.callbacks = {weightTrace(place_.filePath(QStringLiteral("no such folder")).toStdString(), 1)};
        TrainingSession session(options);
        session.start();
        session.wait();
        QVERIFY(session.state() == RunState::Finished);
        int told = 0;
        for (const Event& event : session.events().drain())
            if (const auto* note = std::get_if<NoteRecord>(&event))
                told += note->message.english().find("weights.csv\" cannot be written") != std::string::npos ? 1 : 0;
        QCOMPARE(told, 1);
    }

    // A GPU would have to be given anew what was written here.
    void hashingWritesNoWeight() {
        struct Counting : Mirror {
            int reads = 0, writes = 0;
            void beforeHost(bool write) override { ++(write ? writes : reads); }
        };
        const auto mirror = std::make_shared<Counting>();
        const auto keepElsewhere = [](const std::shared_ptr<Mirror>& where) {
            auto hook = std::make_shared<LambdaCallback>();
            hook->batchEnd = [where](RunControl& run, const StepRecord&) {
                run.state().at(run.weights().front()).setMirror(where);
            };
            return hook;
        };
        SessionOptions options = smallRun(1);
        options.callbacks = {keepElsewhere(mirror), weightTrace(folder("read", {}), 1), keepElsewhere(nullptr)};
        finish(std::move(options));
        QCOMPARE(mirror->reads, 13);
        QCOMPARE(mirror->writes, 0);
    }

    void resultsAreToldToTheirLastDigit() {
        const float close = std::nextafter(0.5f, 1.0f);
        const float nan = std::numeric_limits<float>::quiet_NaN();
        const std::string a = folder("results", {epoch(0, {{"val_loss", nan}, {"val_mae", 3.0f}}),
                                                 epoch(1, {{"val_loss", 0.5f}, {"val_mae", 1.0f}}),
                                                 epoch(2, {{"val_loss", 0.75f}, {"val_mae", 2.0f}})});
        const std::string b =
            folder("results-b", {epoch(0, {{"val_loss", close}}), epoch(1, {{"val_loss", 0.25f}}, 100),
                                 ResumedRecord{10, 1, 0}, epoch(1, {{"val_loss", 0.75f}}, 2)});
        const RunDiff diff = diffRuns({a, b});
        QCOMPARE(result(diff, "val_loss best"), std::string("0.5"));
        QCOMPARE(result(diff, "val_mae best"), std::string("1"));
        QCOMPARE(result(diff, "val_loss best", 1), std::string("0.50000006"));
        QCOMPARE(result(diff, "val_loss last", 1), std::string("0.75"));
        QCOMPARE(result(diff, "seconds", 1), std::string("3"));
    }

    // A run that went on with other data: as best.safetensors is chosen.
    void theBestIsOfTheDataThatItHas() {
        const std::string a =
            folder("other-data", {epoch(0, {{"val_accuracy", 0.875f}}), epoch(1, {{"val_accuracy", 0.75f}}),
                                  epoch(2, {{"val_accuracy", 0.25f}})});
        const auto best = [&](int64_t since) {
            RunInfo info = readRunInfo(a);
            info.dataSince = since;
            writeRunInfo(info, a);
            const RunDiff diff = diffRuns({a, a});
            return result(diff, "val_accuracy best") + " " + result(diff, "val_accuracy last");
        };
        QCOMPARE(best(0), std::string("0.875 0.25"));
        QCOMPARE(best(1), std::string("0.75 0.25"));
        QCOMPARE(best(3), std::string("no such row 0.25"));
    }

    // Whatever a layer is called, its rows are there; of one that the other lacks there is one.
    void layersOfAnyName() {
        Project project;
        project.network = denseNetwork();
        const std::string id = project.network.nodes[1].id, odd = "dense.1 of two";
        project.network.nodes.edit(1).id = odd;
        for (LinkSpec& link : project.network.links) {
            if (link.from == id) link.from = odd;
            if (link.to == id) link.to = odd;
        }
        const auto run = [&](const char* name) {
            const std::string path = folder(name, {});
            saveProject(project, path + "/project.tlm");
            return path;
        };
        const std::string one = run("odd");
        const auto rowsOf = [&](const std::string& other) {
            std::set<std::string> names;
            const RunDiff found = diffRuns({one, other});
            for (const DiffRow& row : found.sections[1].rows)
                if (row.name.starts_with(odd)) names.insert(row.name);
            return names;
        };
        const std::set<std::string> both = rowsOf(one);
        QVERIFY(both.contains(odd) && both.contains(odd + " from") && both.size() > 2);
        project.network = denseNetwork();
        QCOMPARE(rowsOf(run("plain")), std::set<std::string>{odd});
    }

    // Of as many runs as there are a value each. A layer that one of them lacks is told by those of its properties in
    // which the others differ.
    void moreThanTwoRuns() {
        Project project;
        project.network = denseNetwork();
        const auto run = [&](const char* name, int batch) {
            const std::string path = folder(name, {});
            project.training.batch = batch;
            saveProject(project, path + "/project.tlm");
            return path;
        };
        const std::string first = run("first-of-three", 32);
        NodeSpec& dense = project.network.nodes.edit(3);
        const std::string id = dense.id;
        dense.properties["use_bias"] = false;
        const std::string second = run("second-of-three", 64);
        project.network.nodes.edit(3).id = "another";
        for (LinkSpec& link : project.network.links) {
            if (link.from == id) link.from = "another";
            if (link.to == id) link.to = "another";
        }
        const std::string third = run("third-of-three", 32);

        const RunDiff diff = diffRuns({first, second, third});
        QCOMPARE(diff.runs, (std::vector<std::string>{"first-of-three", "second-of-three", "third-of-three"}));
        const auto& settings = diff.sections[0].rows;
        const auto batch = std::ranges::find(settings, "batch", &DiffRow::name);
        QVERIFY(batch != settings.end() && !batch->same());
        QCOMPARE(batch->values, (std::vector<std::string>{"32", "64", "32"}));
        const auto epochs = std::ranges::find(settings, "epochs", &DiffRow::name);
        QVERIFY(epochs != settings.end() && epochs->same());
        QCOMPARE(epochs->values.size(), size_t{3});

        std::map<std::string, std::vector<std::string>> layer;
        for (const DiffRow& row : diff.sections[1].rows)
            if (row.name.starts_with(id + ".") || row.name == id) layer[row.name] = row.values;
        QCOMPARE(layer.size(), size_t{2});
        QVERIFY(layer.at(id)[2].empty());
        QCOMPARE(layer.at(id + ".use_bias"), (std::vector<std::string>{"true", "false", ""}));

        const std::string text = toText(diff, false, [](const std::string& key) { return key; });
        QVERIFY2(text.find("* batch\t32\t64\t32\n") != std::string::npos, text.c_str());
        QVERIFY2(text.starts_with("Settings\tfirst-of-three\tsecond-of-three\tthird-of-three\n"), text.c_str());
    }

    // A rate that was changed while it trained: what it was set to, and what became of it.
    void aRateThatWasChangedIsTold() {
        Project project;
        project.network = denseNetwork();
        project.training.learningRate = 1000;
        const auto run = [&](const char* name, const std::vector<Event>& events) {
            const std::string path = folder(name, events);
            saveProject(project, path + "/project.tlm");
            return path;
        };
        const RunDiff diff =
            diffRuns({run("steady", {LearningRateRecord{50, 1000, 0.5}, ResumedRecord{40, 0, 0}}),
                      run("changed", {LearningRateRecord{20, 1000, 0.1}, LearningRateRecord{30, 0.1, 0.002}})});
        const auto& rows = diff.sections.front().rows;
        const auto rate = std::ranges::find(rows, "learning_rate", &DiffRow::name);
        QVERIFY(rate != rows.end());
        QCOMPARE(rate->values, (std::vector<std::string>{"1000.0", "1000.0 → 0.002"}));
    }

    // Changes of the rate that a resume took back are none; data that is open is taken only where it is split alike.
    void aRunIsDoneAgainAsItWentInTheEnd() {
        const std::string path = folder("once", {}), again = path + "-again";
        SessionOptions options;
        options.data = openDataSet("sample");
        options.training.batch = 64;
        options.training.epochs = 1;
        options.training.threads = 1;
        options.training.learningRate = 0.01;
        options.network = findTemplate("linear").make(factsOf(options.data, options.training));
        options.store = inDirectory(path);
        finish(std::move(options));
        const RunOnDisk whole = readRun(path);
        const auto tell = [&](const Event& event) { addToRun(path, event); };
        tell(LearningRateRecord{50, 0.01, 0.001});
        tell(ResumedRecord{40, 0, 0});
        for (const Event& event : whole.events)
            if (const auto* one = std::get_if<StepRecord>(&event); one && one->step > 40 && one->step <= 60) tell(*one);
        tell(LearningRateRecord{60, 0.01, 0.001});
        tell(ResumedRecord{60, 0, 0});
        for (const Event& event : whole.events)
            if (const auto* one = std::get_if<StepRecord>(&event); one && one->step > 60) tell(*one);

        OpenData split{openDataSet("sample", {.split = {0.25, whole.training->seed}}), {0.25, whole.training->seed}};
        QVERIFY(split.data.train->size() < whole.info.images);
        SessionOptions once = runAgain({.folder = path, .to = again, .open = split});
        QCOMPARE(once.data.train->size(), whole.info.images);
        finish(std::move(once));
        const RunComparison found = compareRuns(path, again);
        QVERIFY2(found.same(), found.verdict().english().c_str());
        QCOMPARE(found.steps, found.stepsA);

        OpenData alike{openDataSet("sample"), {0, whole.training->seed}};
        QCOMPARE(runAgain({.folder = path, .to = again, .open = alike}).data.train, alike.data.train);
    }

    // Two runs part within a hundred steps of which no weights were kept: both do them again, hashed after each step.
    void theStepAndTensorAreNamedByDoingStepsAgain() {
        const auto train = [&](const char* name, const std::function<void(RunControl&)>& after44) {
            const std::string path = folder(name, {});
            SessionOptions options;
            options.data = openDataSet("sample");
            options.training.batch = 64;
            options.training.epochs = 1;
            options.training.threads = 1;
            options.training.learningRate = 0.01;
            options.network = findTemplate("linear").make(factsOf(options.data, options.training));
            options.store = inDirectory(path);
            options.callbacks.push_back(weightTrace(path));
            auto change = std::make_shared<LambdaCallback>();
            change->batchBegin = [after44](RunControl& run) {
                if (run.position().step == 44) after44(run);
            };
            options.callbacks.push_back(change);
            finish(std::move(options));
            return path;
        };
        const std::string a = train("wide-a", [](RunControl&) {}),
                          b = train("wide-b", [](RunControl&run) { run.setLearningRate(0.0025); });
        const RunComparison wide = compareRuns(a, b);
        QVERIFY(isWide(wide));
        QCOMPARE(wide.agreed, int64_t{32});
        QCOMPARE(wide.tensor->step, int64_t{64});

        int64_t last = 0;
        NarrowOptions options;
        options.progress = [&](int64_t from, int64_t, int64_t to) { return from == 0 && (last = to) > 0; };
        const RunComparison found = narrowed(a, b, wide, options);
        QCOMPARE(last, int64_t{45});  // the step that told another number
        QVERIFY2(!isWide(found), details(found).c_str());
        QCOMPARE(found.tensor->step, int64_t{45});
        QCOMPARE(found.agreed, int64_t{44});
        QVERIFY(found.tensor->what.starts_with("dense_1/"));
        QCOMPARE(found.number->step, int64_t{45});
        QCOMPARE(found.number->what, std::string("learning_rate"));
        QCOMPARE(readWeightTrace(a).steps.size(), readWeightTrace(b).steps.size());  // they are as they were

        // Given up, it is as it was.
        options.progress = [](int64_t, int64_t, int64_t) { return false; };
        QCOMPARE(narrowed(a, b, wide, options).tensor->step, int64_t{64});

        // One that does not come to its own bits again cannot be asked; that is said, and what is known.
        const std::string c = train("wide-c", [](RunControl& run) { run.state().begin()->second.as<float>()[0] += 1; });
        const RunComparison none = narrowed(a, c, compareRuns(a, c));
        QCOMPARE(none.tensor->step, int64_t{64});
        QVERIFY2(details(none).find("\"wide-c\" was done again") != std::string::npos, details(none).c_str());
        QVERIFY2(details(none).find("steps 33 to 45") != std::string::npos, details(none).c_str());

        // A number that differs long before the next common weights says how far to go.
        for (const std::string& path : {a, b}) std::filesystem::remove(path + "/weights.csv");
        const RunComparison late = compareRuns(a, b);
        QVERIFY(late.tensor && late.tensor->step > 64);
        options.progress = [&](int64_t, int64_t, int64_t to) { return (last = to) > 0; };
        QCOMPARE(narrowed(a, b, late, options).tensor->step, int64_t{45});
        QCOMPARE(last, int64_t{45});

        // A run that cannot be done again is told, and the other is not trained for nothing; what was known stays.
        std::filesystem::remove(a + "/project.tlm");
        last = 0;
        const RunComparison failed = narrowed(a, b, late, options);
        QCOMPARE(last, int64_t{0});
        QCOMPARE(failed.tensor->step, late.tensor->step);
        QVERIFY2(details(failed).find("could not be done again") != std::string::npos, details(failed).c_str());
    }

    // A callback that changes nothing when the run ends costs no checkpoint then; one that does is in the last one.
    void theLastCheckpointIsWrittenOnce() {
        struct Store : RunStore {
            std::shared_ptr<std::vector<std::string>> written;
            std::string checkpointPath() const override { return "checkpoint"; }
            bool hasCheckpoint() const override { return false; }
            void describe(const Snapshot&, const DataSet&) override {}
            bool checkpointDue() const override { return false; }
            void writeCheckpoint(std::shared_ptr<const Snapshot> snapshot, bool) override {
                if (snapshot->position.step > 0) written->push_back("newest");
            }
            void writeEpoch(std::shared_ptr<const Snapshot>, const EpochRecord&, double) override {
                written->push_back("epoch");
            }
            void writeCheckpointAs(const std::string&, std::shared_ptr<const Snapshot>,
                                   const std::vector<std::string>&) override {}
            void writeText(const std::string&, const std::string&) override {}
            void writeRows(const std::string&, const std::string&, bool) override {}
            std::string readText(const std::string&) override { return {}; }
            Message finish() override { return {}; }
            void close(const StateRecord&) override {}
        };
        const auto writtenWith = [&](std::shared_ptr<Callback> callback) {
            auto written = std::make_shared<std::vector<std::string>>();
            SessionOptions options = smallRun(1);
            options.store = [&](const RunPosition*, RunPort) {
                auto store = std::make_unique<Store>();
                store->written = written;
                return store;
            };
            options.callbacks.push_back(std::move(callback));
            finish(std::move(options));
            return *written;
        };
        QCOMPARE(writtenWith(weightTrace(folder("traced", {}))), (std::vector<std::string>{"epoch"}));
        auto last = std::make_shared<LambdaCallback>();
        last->trainEnd = [](RunControl& run) { run.state().begin()->second.as<float>()[0] = 1; };
        QCOMPARE(writtenWith(last), (std::vector<std::string>{"epoch", "newest"}));
        auto early = std::make_shared<LambdaCallback>();
        early->batchEnd = [](RunControl& run, const StepRecord& record) {
            if (record.step == 5) run.stopTraining("Enough.");
        };
        QCOMPARE(writtenWith(early), (std::vector<std::string>{"newest"}));
    }

    void aRunThatIsReplacedLeavesNoCheckpoints() {
        const std::string path = folder("replaced", {step(10)}), other = path + "/nested";
        checkpoint(path + "/checkpoints/ten.safetensors", 10, {{"a", tensor({2}, 1)}});
        checkpoint(other + "/checkpoint.safetensors", 10, {{"a", tensor({2}, 1)}});
        QCOMPARE(checkpointsIn(path).size(), size_t{1});  // another run's are not its own
        SessionOptions options = smallRun(1);
        options.store = inDirectory(path);
        finish(std::move(options));
        QVERIFY(!std::filesystem::exists(path + "/checkpoints/ten.safetensors"));
        QVERIFY(std::filesystem::exists(other + "/checkpoint.safetensors"));
    }
};

QTEST_GUILESS_MAIN(TestRunCompare)

}  // namespace test_run_compare

#include "test_run_compare.moc"
