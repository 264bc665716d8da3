// What the graph views say of real networks: blocks and stages, fusions, memory, and that nothing is lost on the way.
#include <QtTest>
#include <algorithm>

#include "engine/graph/view/op_graph_view.h"
#include "engine/graph/view/span_times.h"
#include "engine/model/network_view.h"
#include "engine/model/templates.h"
#include "engine/ops/op.h"
#include "engine/profile/live_trace.h"
#include "engine/profile/recording.h"
#include "engine/train/step_measure.h"
#include "engine/train/step_plan.h"

namespace test_network_view {

using namespace tl;

namespace {

struct Made {
    NetworkSpec network;
    NetworkReport report;
    GraphView designed, ops, compiled;
    std::multiset<std::string> gone;  // ops whose result is known before any step, or asked for by nobody
};

Made make(NetworkSpec network, const DataFacts& facts, int64_t batch = 8, StepPlanOptions options = {}) {
    Made made;
    made.network = std::move(network);
    made.report = validate(made.network, facts);
    made.designed = networkView(made.network, made.report, batch);
    const LayerPlaces places = layerPlaces(made.network, made.report);
    options.threads = 1;
    const StepGraph step = stepGraph(made.network, facts, batch, options);
    made.ops = opGraphView(step.built.graph, places);
    PassNotes passes;
    const CompiledGraph compiled = compileGraph(step.built.graph, step.compile, passes.observer());
    made.compiled = compiledView(step.built.graph, compiled, places, passes.notes(compiled));
    const Graph& graph = step.built.graph;
    std::vector<bool> wanted(graph.values.size(), false);
    for (ValueId id : compiled.kept) wanted[size_t(id)] = true;
    for (size_t i = graph.nodes.size(); i-- > 0;) {
        const Node& node = graph.nodes[i];
        bool does = !findOp(node.op).updates.empty();
        for (ValueId output : node.outputs) does = does || wanted[size_t(output)];
        if (!does || compiled.graph.value(node.outputs[0]).kind == ValueKind::Constant) made.gone.insert(node.name);
        for (ValueId input : does ? node.inputs : std::vector<ValueId>()) wanted[size_t(input)] = true;
    }
    return made;
}

const DataFacts kCifar{{3, 32, 32}, 10}, kMnist{{1, 28, 28}, 10};

Made resnet(StepPlanOptions options = {}) {
    return make(findTemplate("resnet20").make(kCifar), kCifar, 8, std::move(options));
}

const GraphNode* find(const GraphView& view, const std::string& title) {
    for (const GraphNode& node : view.nodes)
        if (node.title.english() == title) return &node;
    return nullptr;
}

std::string pathText(const GraphView& view, int group) {
    std::string text;
    for (int one : view.pathOf(group))
        text += (text.empty() ? "" : " > ") + view.groups[static_cast<size_t>(one)].title.english();
    return text;
}

std::string wherever(const GraphView& view, const std::string& name) {
    for (const GraphNode& node : view.nodes)
        if (node.name == name) return pathText(view, node.group);
    return "not there";
}

std::set<std::string> notesOf(const GraphView& view) {
    std::set<std::string> all;
    for (const GraphNote& note : view.notes) all.insert(note.text.english());
    return all;
}

// Whatever the kind: indices in range, groups before their children, edges forward in time.
void check(const GraphView& view) {
    const int nodes = static_cast<int>(view.nodes.size()), tensors = static_cast<int>(view.tensors.size());
    for (const GraphEdge& edge : view.edges) {
        QVERIFY(0 <= edge.from && edge.from < edge.to && edge.to < nodes);
        QVERIFY(0 <= edge.tensor && edge.tensor < tensors);
    }
    for (size_t i = 0; i < view.groups.size(); ++i) QVERIFY(view.groups[i].parent < static_cast<int>(i));
    for (const GraphNode& node : view.nodes) {
        QVERIFY(node.group < static_cast<int>(view.groups.size()));
        QVERIFY2(!node.category.empty(), node.name.c_str());
    }
}

}  // namespace

class TestNetworkView : public QObject {
    Q_OBJECT
private slots:
    // Every node tells which ops of the step it does: each op is done once, but for those that nothing is left of.
    void nodesTellTheirOps() {
        for (const Made& made : {resnet(), make(findTemplate("lenet").make(kMnist), kMnist)}) {
            std::map<std::string, int> undone;  // several of the backward pass may be called alike
            for (const GraphNode& node : made.ops.nodes)
                for (const std::string& op : node.ops) ++undone[op];
            QVERIFY(undone.size() > 20);
            QVERIFY(made.gone.size() * 10 < made.ops.nodes.size());
            for (const std::string& op : made.gone) --undone[op];
            for (const GraphNode& node : made.compiled.nodes)
                for (const std::string& op : node.ops) --undone[op];
            for (const auto& [op, count] : undone)
                QVERIFY2(count == 0, qPrintable(QStringLiteral("%1 %2").arg(count).arg(QString::fromStdString(op))));
        }
        const Made lenet = make(findTemplate("lenet").make(kMnist), kMnist);
        const auto opsOf = [&](const std::string& op) {
            const int node = lenet.compiled.nodeDoing(op);
            return node < 0 ? std::vector<std::string>() : lenet.compiled.nodes[size_t(node)].ops;
        };
        const int inner = lenet.compiled.nodeDoing("dense_1/activation");
        QVERIFY(inner >= 0);
        QCOMPARE(inner, lenet.compiled.nodeDoing("dense_1"));
        QCOMPARE(lenet.compiled.phaseOf(lenet.compiled.nodes[size_t(inner)]), std::string("forward"));
        // Pooling comes before the activation in the plan; each is what it was.
        const std::string pooling = "pool_1", activation = "conv_1/activation";
        QCOMPARE(opsOf(pooling), std::vector<std::string>{pooling});
        QCOMPARE(opsOf(activation), std::vector<std::string>{activation});
    }

    void everyTemplate_data() {
        QTest::addColumn<QString>("id");
        for (const NetworkTemplate& one : allTemplates())
            QTest::newRow(one.id.c_str()) << QString::fromStdString(one.id);
    }
    void everyTemplate() {
        QFETCH(QString, id);
        const Made made = make(findTemplate(id.toStdString()).make(kMnist), kMnist);
        for (const GraphView* view : {&made.designed, &made.ops, &made.compiled}) check(*view);
        QCOMPARE(made.designed.nodes.size(), made.network.nodes.size());
        QCOMPARE(made.designed.edges.size(), made.network.links.size());
    }

    void stagesAndBlocks() {
        const Made made = resnet();
        QCOMPARE(wherever(made.designed, "conv_1"), std::string());
        QCOMPARE(wherever(made.designed, "conv_2"), std::string("stage 1 > block 1"));
        QCOMPARE(wherever(made.designed, "conv_8"), std::string("stage 2 > block 1"));
        QCOMPARE(wherever(made.designed, "conv_9"), std::string("stage 2 > block 1"));
        QCOMPARE(wherever(made.designed, "add_9"), std::string("stage 3 > block 3"));
        QCOMPARE(wherever(made.designed, "dense_1"), std::string());
        QCOMPARE(made.designed.groups.size(), size_t{12});
        QCOMPARE(wherever(made.ops, "conv_9"), std::string("forward > stage 2 > block 1"));
        const Made lenet = make(findTemplate("lenet").make(kMnist), kMnist);
        QCOMPARE(lenet.designed.groups.size(), size_t{0});
    }

    // A transformer's two residual sections make one block; so do the links of a long chain.
    void otherStructures() {
        const Made vit = make(findTemplate("vit").make(kMnist), kMnist);
        std::set<std::string> titles;
        for (const GraphGroup& group : vit.designed.groups) titles.insert(group.title.english());
        QVERIFY(titles.count("block 1") && titles.count("block 2"));
        std::map<int, int> attentions;
        for (const GraphNode& node : vit.designed.nodes)
            if (node.op == "MultiHeadAttention") ++attentions[node.group];
        for (const auto& [group, count] : attentions) QVERIFY(group >= 0 && count == 1);

        NetworkSpec chain;
        NodeSpec node;
        node.id = "input";
        node.type = "Input";
        chain.nodes.push_back(node);
        std::string last = "input";
        const auto add = [&](const std::string& type, const std::string& id) {
            node.id = id;
            node.type = type;
            chain.nodes.push_back(node);
            chain.links.push_back({last, id});
            last = id;
        };
        for (int i = 0; i < 1000; ++i) {
            add("Dense", "dense_" + std::to_string(i));
            add("Activation", "activation_" + std::to_string(i));
        }
        add("Output", "output");
        const GraphView view = networkView(chain, {}, 1);
        check(view);
        int outermost = 0;
        for (const GraphGroup& group : view.groups) outermost += group.parent < 0 ? 1 : 0;
        QVERIFY2(outermost >= 10 && outermost <= 60, std::to_string(outermost).c_str());
        QCOMPARE(wherever(view, "activation_0"), std::string("blocks 1 to 32 > block 1"));
    }

    // What a step has taken in stands in its title; the counts in the notes are those of the steps.
    void fusions() {
        const Made made = resnet();
        QVERIFY(find(made.compiled, "norm_1 + act_1"));
        const std::set<std::string> notes = notesOf(made.compiled);
        int reorders = 0;
        for (const GraphNode& node : made.compiled.nodes) reorders += node.op == "Reorder" ? 1 : 0;
        // One norm before each block and one in it have a ReLU of their own; the other's is behind the sum.
        for (const char* note : {"10 batch norms took their ReLU in", "9 sums joined to their norm"})
            QVERIFY2(notes.count(note), note);
        QVERIFY(notes.count(Message("{count} {count|reorder is|reorders are} left", reorders).english()));
        QVERIFY(made.compiled.nodes.size() < made.ops.nodes.size());
    }

    // Rows of numbers come as float32, also where the values between layers are of 16 bits.
    void dataAreOfTheirOwnType() {
        const DataFacts table{{16}, 3};
        NetworkSpec network;
        for (const char* type : {"Input", "Dense", "Output"}) {
            NodeSpec node;
            node.id = node.type = type;
            if (!network.nodes.empty()) network.links.push_back({network.nodes.back().id, node.id});
            network.nodes.push_back(node);
        }
        const NetworkReport report = validate(network, table);
        const auto input = [&](DType values, DType data) {
            const GraphView view = networkView(network, report, 8, values, data);
            const auto found = std::ranges::find(view.nodes, std::string("Input"), &GraphNode::op);
            const auto& node = *found;
            return std::pair(node.memory, view.tensors[size_t(node.outputs[0])].bytes);
        };
        QCOMPARE(input(DType::Float32, DType::Float32), std::pair(512.0, 512.0));
        QCOMPARE(input(DType::BFloat16, DType::Float32), std::pair(512.0, 512.0));
        QCOMPARE(input(DType::Float32, DType::UInt8), std::pair(128.0, 128.0));
    }

    // Values of 16 bits take half the memory, wires and cards alike; images that come as bytes stay so.
    void memoryIsOfThePrecision() {
        const Made made = resnet();
        const GraphView half = networkView(made.network, made.report, 8, DType::BFloat16);
        QCOMPARE(half.nodes.size(), made.designed.nodes.size());
        double all = 0;
        for (size_t i = 0; i < half.nodes.size(); ++i) {
            const auto ofBytes = [&](size_t node) { return made.designed.nodes[node].op == "Input"; };
            const double part = ofBytes(i) ? 1 : 0.5;
            QCOMPARE(half.nodes[i].memory, made.designed.nodes[i].memory * part);
            const auto& inputs = made.designed.nodes[i].inputs;
            const bool readsBytes = std::ranges::any_of(made.designed.edges, [&](const GraphEdge& edge) {
                return edge.to == int(i) && ofBytes(size_t(edge.from));
            });
            if (inputs.size() == 1)
                QCOMPARE(half.nodes[i].bytesRead, made.designed.nodes[i].bytesRead * (readsBytes ? 1 : 0.5));
            all += half.nodes[i].memory;
        }
        QVERIFY(all > 0);
    }

    // Numbers of an op as they are, small ones too.
    void numbersOfAnOp() {
        Graph graph;
        const ValueId x = graph.addInput("x", {2, 3}, DType::Float32);
        graph.addNode("Rescale", "scaled", {x}, {{"scale", 1e-7}, {"offset", 0.5}});
        const GraphView view = opGraphView(graph, {});
        const auto& attributes = view.nodes.back().attributes;
        const auto shown = [&](const std::string& key) {
            for (const auto& [name, text] : attributes)
                if (name == key) return text;
            return std::string();
        };
        QCOMPARE(shown("scale"), std::string("1e-07"));
        QCOMPARE(shown("offset"), std::string("0.5"));
    }

    void memory() {
        const Made made = resnet();
        const GraphView& view = made.compiled;
        QVERIFY(view.peakBytes > 0 && view.peakBytes <= view.arenaBytes);
        QVERIFY(view.peakStep >= 0 && view.peakStep < view.steps);
        for (size_t i = 0; i < view.blocks.size(); ++i) {
            const GraphBlock& a = view.blocks[i];
            QVERIFY(a.offset + a.bytes <= view.arenaBytes);
            for (size_t j = i + 1; j < view.blocks.size(); ++j) {  // nobody's memory is another's while both live
                const GraphBlock& b = view.blocks[j];
                if (a.first > b.last || b.first > a.last) continue;
                QVERIFY(a.offset + a.bytes <= b.offset || b.offset + b.bytes <= a.offset);
            }
        }
        double held = 0;
        for (const auto& [name, bytes] : view.holders(view.peakStep)) held += bytes;
        QCOMPARE(held, view.peakBytes);
        int sharing = 0;
        for (size_t i = 0; i < view.tensors.size(); ++i)
            sharing += view.sharesWith(static_cast<int>(i)).empty() ? 0 : 1;
        QVERIFY(sharing > 0);
    }

    // What spans tell of a run is what the plan's steps took; what runs between steps, as a validation does, is no
    // part.
    void timesFromSpans() {
        const NetworkSpec network = findTemplate("lenet").make(kMnist);
        const Made made = make(network, kMnist);
        StepPlanOptions options;
        options.threads = 1;
        ModelState state;
        initialize(network, kMnist, 1, state);
        StepPlan plan(network, kMnist, 8, options, state);
        plan.setInputs(Tensor(Shape{8, 1, 28, 28}, DType::UInt8), Tensor(Shape{8}, DType::Int32));
        SpanCollector collector(SpanCollector::Start::Now);
        std::vector<double> inSteps;  // what the observer saw of each step's kernels
        uint64_t began = 0;
        plan.plan().observer = [&](int, bool begin) {
            if (begin)
                began = ticks();
            else
                inSteps.back() += static_cast<double>(wallNanoseconds(ticks()) - wallNanoseconds(began)) * 1e-9;
        };
        for (uint32_t step = 1; step <= 20; ++step) {
            const Span span(stepSpan(), step);
            inSteps.push_back(0);
            plan.step({1, step, 0.01f});
        }
        plan.plan().observer = nullptr;
        for (int i = 0; i < 20; ++i) plan.step({1, 20, 0.01f});
        const std::vector<ThreadSpans> threads = collector.collect();
        const SpanTimes times = spanTimes(made.compiled, threads);
        QCOMPARE(times.steps, 20);
        QCOMPARE(times.seconds.size(), made.compiled.nodes.size());
        for (size_t i = 0; i < times.seconds.size(); ++i)
            QVERIFY2((times.seconds[i] >= 0) == (made.compiled.nodes[i].step >= 0),
                     made.compiled.nodes[i].name.c_str());
        const auto [least, most] = std::ranges::minmax(inSteps);
        QVERIFY2(
            times.total > 0.5 * least && times.total < 2 * most,
            (std::to_string(times.total) + " of " + std::to_string(least) + " to " + std::to_string(most)).c_str());
        // A timeline of the same spans tells the same.
        uint64_t first = ~uint64_t{0};  // inner spans end, and come, before the step that they are in
        for (const ThreadSpans& thread : threads)
            for (const SpanRecord& span : thread.spans) first = std::min(first, span.begin);
        TraceFeed feed(first, "test");
        feed.append(threads);
        const SpanTimes recorded = spanTimes(made.compiled, feed.share());
        QCOMPARE(recorded.steps, 20);
        QVERIFY2(std::abs(recorded.total - times.total) < 0.02 * times.total,
                 (std::to_string(recorded.total) + " and " + std::to_string(times.total)).c_str());
        // And by the plan's kernels, each of a layer or an update's.
        const PlanCost& cost = plan.plan().cost();
        const SpanTimes kernels = spanTimes(cost, feed.share());
        QCOMPARE(kernels.seconds.size(), cost.steps.size());
        QVERIFY(std::ranges::all_of(kernels.seconds, [](double seconds) { return seconds >= 0; }));
        QVERIFY2(std::abs(kernels.total - recorded.total) < 0.02 * recorded.total,
                 (std::to_string(kernels.total) + " and " + std::to_string(recorded.total)).c_str());
        std::stop_source stopped;
        stopped.request_stop();
        QCOMPARE(spanTimes(made.compiled, feed.share(), stopped.get_token()).steps, 0);
        QCOMPARE(static_cast<int>(measureSteps(network, kMnist, 8, options, 0.01).size()), made.compiled.steps);
    }

    void totalsAddUp() {
        const Made made = resnet();
        const auto totals = made.compiled.totals();
        double flops = 0;
        for (const GraphNode& node : made.compiled.nodes) flops += node.flops;
        double outer = 0;
        for (size_t i = 0; i < totals.size(); ++i)
            if (made.compiled.groups[i].parent < 0) outer += totals[i].flops;
        QVERIFY(std::abs(outer - flops) <= 1e-9 * flops);
    }
};

QTEST_APPLESS_MAIN(TestNetworkView)

}  // namespace test_network_view

#include "test_network_view.moc"
