// RunMetadata in event files: tags, times and memory come out as TensorBoard's reader has them, on the graph and as a
// timeline; what is cut or damaged is counted and takes nothing else along.
#include "engine/io/json.h"
#include <QDir>
#include <QTemporaryDir>
#include <QtTest>
#include <fstream>
#include <random>

#include "engine/core/crc32c.h"
#include "engine/core/error.h"
#include "engine/io/events/event_tree.h"
#include "engine/io/events/run_metadata.h"
#include "engine/io/graphs/foreign_graph.h"
#include "engine/io/trace/trace_file.h"
#include "engine/profile/trace_table.h"
#include "tests/support/wire_writer.h"

namespace test_run_metadata {

using namespace tl;
using namespace tl::test;

namespace {

const std::string kReference = TENSORLOOM_SOURCE_DIR "/tests/reference/events/";

nlohmann::json expectedOps() {
    std::ifstream file(kReference + "expected.json");
    return nlohmann::json::parse(file)["run_metadata"]["ops"];
}

std::string record(const std::string& event) {
    const auto sum = [](const std::string& of) {
        const uint32_t value = maskedCrc32c({reinterpret_cast<const uint8_t*>(of.data()), of.size()});
        return std::string(reinterpret_cast<const char*>(&value), sizeof value);
    };
    const uint64_t size = event.size();
    const std::string length(reinterpret_cast<const char*>(&size), sizeof size);
    return length + sum(length) + event + sum(event);
}

// Of an op: node, begin in microseconds, how many it lasted, bytes.
std::string op(const std::string& node, uint64_t begin, uint64_t lasted, uint64_t memory) {
    return bytes(2, bytes(1, node) + number(2, begin) + number(5, lasted) + bytes(6, number(2, memory)));
}
std::string device(const std::string& name, const std::string& ops) { return bytes(1, bytes(1, name) + ops); }
std::string tagged(const std::string& tag, const std::string& metadata, uint64_t step) {
    return record(number(2, step) + bytes(8, bytes(1, tag) + bytes(2, metadata)));
}
std::string graph() {
    const auto node = [](const char* name, const char* op) { return bytes(1, bytes(1, name) + bytes(2, op)); };
    return record(bytes(4, node("a", "MatMul") + node("b", "Relu")));
}

struct Folder {
    explicit Folder(const std::string& content) { std::ofstream(path(), std::ios::binary) << content; }
    std::string path() const { return folder.filePath("events.out.tfevents.1").toStdString(); }
    QTemporaryDir folder;
};

const GraphNode& node(const GraphView& view, const std::string& name) {
    static const GraphNode none;
    for (const GraphNode& one : view.nodes)
        if (one.name == name) return one;
    return none;
}

}  // namespace

class TestRunMetadata : public QObject {
    Q_OBJECT
private slots:
    void tagsAreListed() {
        EventTree tree(kReference + "run_metadata");
        (void)tree.poll();
        const EventRun& run = *tree.runs()[0];
        QCOMPARE(run.badRecords(), int64_t{0});
        for (const auto& [tag, step] : {std::pair{"step 10", int64_t{10}}, {"step 20", int64_t{20}}}) {
            const EventTag* found = run.find(tag);
            QVERIFY(found);
            QCOMPARE(found->kind, EventKind::RunMetadata);
            QCOMPARE(found->plugin, std::string("graph_tagged_run_metadata"));
            QCOMPARE(found->items.size(), size_t{1});
            QCOMPARE(found->items[0].step, step);
            const std::string content = run.bytes(found->items[0]).value_or("");
            QVERIFY(readRunMetadata({reinterpret_cast<const uint8_t*>(content.data()), content.size()}));
        }
        EventTree functions(kReference + "tf2_trace");
        (void)functions.poll();
        QCOMPARE(functions.runs()[0]->find("product")->kind, EventKind::RunMetadata);
        QCOMPARE(nameOf(EventKind::RunMetadata), "run_metadata");
        QCOMPARE(nameOf(EventKind::Other), "other");
    }

    void asTensorBoardHasIt() {
        std::vector<TaggedRunMetadata> steps;
        EventFile(kReference + "run_metadata/events.out.tfevents.1").read([&](auto record, uint64_t) {
            takeRunMetadata(record, steps);
        });
        const auto expected = expectedOps();
        QCOMPARE(steps.size(), expected.size());
        int seen = 0;
        for (const TaggedRunMetadata& step : steps) {
            size_t ops = 0;
            for (const DeviceStats& device : step.metadata.devices)
                for (const OpStats& one : device.ops) {
                    const auto& told = expected[step.tag][std::string(one.node)];
                    QCOMPARE(std::string(device.device), told[0].get<std::string>());
                    QCOMPARE(one.begin, told[1].get<int64_t>());
                    QCOMPARE(one.duration, told[2].get<int64_t>());
                    QCOMPARE(one.allocated, told[3].get<double>());
                    ++ops, ++seen;
                }
            QCOMPARE(ops, expected[step.tag].size());
        }
        QVERIFY(seen > 20);
    }

    // The graph has the newest step's times, or those of the one that is asked for.
    void onTheGraph() {
        const auto expected = expectedOps();
        for (const std::string tag : {"", "step 10"}) {
            const GraphView view = readForeignGraph(kReference + "run_metadata", {}, tag);
            const std::string shown = tag.empty() ? "step 20" : tag;
            QCOMPARE(view.stats.tags, (std::vector<std::string>{"step 10", "step 20"}));
            QCOMPARE(view.stats.tags[static_cast<size_t>(view.stats.shown)], shown);
            QCOMPARE(view.stats.ran, static_cast<int>(expected[shown].size()));
            QVERIFY(view.stats.known > view.stats.ran / 2 && view.stats.known <= view.stats.ran);
            double sum = 0;
            int timed = 0;
            for (const GraphNode& each : view.nodes) {
                const bool ran = expected[shown].contains(each.name);
                QCOMPARE(each.seconds >= 0, ran);
                if (!ran) continue;
                const auto& told = expected[shown][each.name];
                QVERIFY(std::abs(each.seconds - told[2].get<double>() * 1e-9) < 1e-15);
                QCOMPARE(each.memory, told[3].get<double>());
                QCOMPARE(each.device, told[0].get<std::string>());
                sum += each.seconds;
                ++timed;
            }
            QCOMPARE(timed, view.stats.known);
            QVERIFY(std::abs(view.stepSeconds - sum) < 1e-12);
            const GraphNode& product = node(view, "dense/product");
            QCOMPARE(view.tensors[static_cast<size_t>(product.outputs[0])].shape, std::string("16×4"));
        }
        // A tf.function's graph, without times.
        const GraphView function = readForeignGraph(kReference + "tf2_trace");
        QVERIFY(std::any_of(function.nodes.begin(), function.nodes.end(),
                            [](const GraphNode& each) { return each.op == "MatMul"; }));
        QVERIFY(function.stats.tags.empty());
        QCOMPARE(function.stepSeconds, -1.0);
    }

    // An op that ran twice has both; a GPU's stream is told beside its device and not counted again.
    void runsAndStreams() {
        const std::string metadata = bytes(1, device("/device:GPU:0", op("a", 100, 7, 64) + op("a", 200, 3, 64)) +
                                                  device("/device:GPU:0/stream:all", op("a", 100, 50, 0)) +
                                                  device("/device:CPU:0", op("_SOURCE", 1, 1, 0)));
        const Folder folder(graph() + tagged("s", metadata, 5));
        const GraphView view = readForeignGraph(folder.path());
        QVERIFY(std::abs(node(view, "a").seconds - 10e-6) < 1e-15);
        QCOMPARE(node(view, "a").memory, 128.0);
        QCOMPARE(node(view, "b").seconds, -1.0);
        QCOMPARE(view.stats.ran, 3);
        QCOMPARE(view.stats.known, 2);
        const Trace trace = readTrace(folder.path());
        QCOMPARE(trace.processes.size(), size_t{4});  // the steps', two devices and a stream
        QCOMPARE(trace.slices(), uint64_t{5});
    }

    void asATimeline() {
        const auto expected = expectedOps();
        for (const std::string path : {"run_metadata", "run_metadata/events.out.tfevents.1"}) {
            const Trace trace = readTrace(tracePathOf(kReference + path));
            const std::vector<StepRow> steps = stepsIn(trace, trace.begin, trace.end);
            QCOMPARE(steps.size(), size_t{2});
            QCOMPARE(steps[0].number, 10u);
            QCOMPARE(steps[1].number, 20u);
            uint64_t ops = 0;
            for (const TraceThread& thread : trace.threads)
                for (const TraceLane& lane : thread.levels)
                    for (uint64_t i = lane.first(); i < lane.last(); ++i) {
                        const TraceLabel& label = trace.labelOf(lane[i]);
                        if (label.category == "train_step") continue;
                        ++ops;
                        const std::string tag = lane[i].begin >= steps[1].begin ? "step 20" : "step 10";
                        const auto& told = expected[tag][label.layer];
                        QCOMPARE(lane[i].begin + trace.origin, told[1].get<int64_t>());
                        QCOMPARE(lane[i].duration, told[2].get<int64_t>());
                    }
            QCOMPARE(ops, expected["step 10"].size() + expected["step 20"].size());
            const LabelSet products = trace.ofLayer("dense/product");
            QCOMPARE(products.members().size(), size_t{1});
            QVERIFY(QByteArray(trace.labels[products.members()[0]].name.c_str()).contains("MatMul"));
        }
        QVERIFY_THROWS_EXCEPTION(Error, (void)readTrace(kReference + "torch"));
        QVERIFY_THROWS_EXCEPTION(Error, (void)readTrace(kReference + "tf2_trace"));
    }

    // However metadata is cut, its record counts as bad, and those around it are read.
    void damageIsCounted() {
        const std::string good = bytes(1, device("/device:CPU:0", op("a", 100, 7, 64)));
        const std::string scalar = record(
            number(2, 1) + bytes(5, bytes(1, bytes(1, "loss") + varint(2 << 3 | 5) + std::string("\0\0\x80?", 4))));
        int bad = 0, whole = 0;
        for (size_t cut = 1; cut <= good.size(); ++cut) {
            const Folder folder(tagged("s", good.substr(0, cut), 5) + scalar + tagged("t", good, 6));
            EventTree tree(folder.folder.path().toStdString());
            (void)tree.poll(1);
            const EventRun& run = *tree.runs()[0];
            QCOMPARE(run.find("loss")->points.size(), size_t{1});
            QCOMPARE(run.find("t")->items.size(), size_t{1});
            const bool read = run.find("s") && run.find("s")->count() == 1;
            QCOMPARE(run.badRecords(), int64_t{read ? 0 : 1});
            (read ? whole : bad)++;
        }
        QCOMPARE(whole, 1);  // the one that is not cut
        QCOMPARE(bad, static_cast<int>(good.size()) - 1);
        // A tag of numbers is no tag of metadata.
        const Folder mixed(scalar + tagged("loss", good, 5));
        EventTree tree(mixed.folder.path().toStdString());
        (void)tree.poll(1);
        QCOMPARE(tree.runs()[0]->badRecords(), int64_t{1});
        QCOMPARE(tree.runs()[0]->find("loss")->kind, EventKind::Scalar);
    }

    // Bits that turned, with good sums: a sentence or a graph, never more.
    void damagedBits() {
        const std::string good = bytes(1, device("/device:CPU:0", op("a", 100, 7, 64) + op("b", 110, 9, 32)));
        std::mt19937 random(7);
        int read = 0;
        for (int i = 0; i < 500; ++i) {
            std::string metadata = good;
            for (int flips = 1 + static_cast<int>(random() % 3); flips > 0; --flips)
                metadata[random() % metadata.size()] ^= static_cast<char>(1 << random() % 8);
            const Folder folder(graph() + tagged("s", metadata, 5));
            const GraphView view = readForeignGraph(folder.path());
            QCOMPARE(view.nodes.size(), size_t{2});
            read += view.stats.ran > 0;
            try {
                const Trace trace = readTrace(folder.path());
                QVERIFY(trace.slices() <= 3);
            } catch (const Error&) {
            }
        }
        QVERIFY(read > 50);
    }
};

QTEST_GUILESS_MAIN(TestRunMetadata)

}  // namespace test_run_metadata

#include "test_run_metadata.moc"
