// Every edit is one undo step: undone to the start and redone to the end the network is the same, value for value.
#include <QRandomGenerator>
#include <QSignalSpy>
#include <QTranslator>
#include <QtTest>
#include <algorithm>
#include <array>
#include <set>
#include <string>

#include "engine/io/project.h"
#include "engine/model/templates.h"
#include "engine/model/validation.h"
#include "ui/commands/edit_command.h"
#include "ui/commands/network_editor.h"
#include "ui/commands/network_edits.h"
#include "ui/commands/training_editor.h"
#include "ui/models/network_model.h"
#include "ui/models/training_model.h"

namespace test_network_editor {

using namespace tl;

namespace {

struct Desk {
    JobTracker jobs;
    NetworkModel model{jobs};
    QUndoStack undo;
    NetworkEditor editor{model, undo, jobs};
    explicit Desk(const char* name = nullptr) {
        if (name) model.setSpec(findTemplate(name).make({Shape{1, 28, 28}, 10}));
    }
};

struct LayersInAnotherLanguage : QTranslator {
    bool isEmpty() const override { return false; }
    QString translate(const char*, const char* source, const char*, int) const override {
        return source == std::string("%n layer(s)") ? QStringLiteral("%n Schichten") : QString();
    }
};

// Steps back to the beginning and forth again, comparing the network at each step with what it was there.
void walk(Desk& desk, const NetworkSpec& start) {
    const NetworkSpec end = desk.model.spec();
    const int steps = desk.undo.count();
    std::vector<NetworkSpec> seen;
    while (desk.undo.canUndo()) {
        seen.push_back(desk.model.spec());
        desk.undo.undo();
    }
    QVERIFY(desk.model.spec() == start);
    while (desk.undo.canRedo()) {
        desk.undo.redo();
        QVERIFY(desk.model.spec() == seen.back());
        seen.pop_back();
    }
    QVERIFY(desk.model.spec() == end);
    QCOMPARE(desk.undo.count(), steps);
}

QVector<CanvasLink> wire(const char* from, const char* to, int port = 0) {
    return {CanvasLink{QLatin1String(from), QLatin1String(to), port, {}, false}};
}

const std::array kFeeders{"a", "b", "c"};

// Those three go into "joined", a Concatenate, in this order; "loose" and the Concatenate "other" stand alone.
NetworkSpec merging() {
    NetworkSpec network;
    const auto add = [&](const char* type, const char* name) {
        edits::rename(network, edits::addLayer(network, type, {}), name);
    };
    for (const char* name : kFeeders) add("Activation", name);
    add("Dropout", "loose");
    add("Concatenate", "joined");
    add("Concatenate", "other");
    for (size_t port = 0; port < kFeeders.size(); ++port)
        edits::connect(network, kFeeders[port], "joined", static_cast<int>(port));
    return network;
}

// Who feeds a layer, port by port: "0:a 1:b 2:c".
std::string feeds(const NetworkSpec& network, const char* id) {
    std::vector<std::string> all;
    for (const LinkSpec& link : network.links)
        if (link.to == id) all.push_back(std::to_string(link.port) + ":" + link.from);
    std::sort(all.begin(), all.end());
    std::string text;
    for (const std::string& one : all) text += (text.empty() ? "" : " ") + one;
    return text;
}

}  // namespace

class TestNetworkEditor : public QObject {
    Q_OBJECT
private slots:
    void bypassTogglesAndSparesInputs() {
        Desk desk("lenet");
        QString said;
        connect(&desk.editor, &NetworkEditor::refused, this, [&](const QString& sentence) { said = sentence; });
        desk.editor.toggleBypass({QStringLiteral("input")});
        QVERIFY(said.contains(QStringLiteral("cannot be bypassed")));
        QCOMPARE(desk.undo.count(), 0);
        desk.editor.toggleBypass({QStringLiteral("input"), QStringLiteral("conv_1")});
        QVERIFY(desk.model.spec().find("conv_1")->bypassed);
        QVERIFY(!desk.model.spec().find("input")->bypassed);
        QVERIFY(desk.model.node(QStringLiteral("conv_1")).bypassed);
        desk.editor.toggleBypass({QStringLiteral("conv_1"), QStringLiteral("conv_2")});  // mixed: all are bypassed
        QVERIFY(desk.model.spec().find("conv_1")->bypassed && desk.model.spec().find("conv_2")->bypassed);
        desk.editor.toggleBypass({QStringLiteral("conv_1"), QStringLiteral("conv_2")});
        QVERIFY(!desk.model.spec().find("conv_1")->bypassed && !desk.model.spec().find("conv_2")->bypassed);
    }

    void everyEditIsOneStepAndComesBack() {
        Desk desk("lenet");
        const NetworkSpec start = desk.model.spec();
        const QStringList ids = desk.model.nodeIds();
        int steps = 0;
        const auto expectStep = [&] { QCOMPARE(desk.undo.count(), ++steps); };
        const QString extra = desk.editor.add(QStringLiteral("Dropout"), {400, 100});
        expectStep();
        QString conv;
        for (const NodeSpec& node : start.nodes)
            if (node.type == "Conv2D" && conv.isEmpty()) conv = QString::fromStdString(node.id);
        desk.editor.connectNodes(conv, extra, 0);
        expectStep();
        desk.editor.move({extra}, {17, -3});
        expectStep();
        desk.editor.setProperty({conv}, QStringLiteral("filters"), int64_t{12}, true);
        expectStep();
        desk.editor.rename(extra, QStringLiteral("rest"));
        expectStep();
        desk.editor.toggleBypass({conv, QStringLiteral("rest")});
        expectStep();
        QVERIFY(desk.model.spec().find("rest")->bypassed);
        desk.editor.disconnectLinks(wire(conv.toUtf8(), "rest"));
        expectStep();
        desk.editor.addAfter(QStringLiteral("Activation"), {conv});
        expectStep();
        desk.editor.duplicate({conv, ids.back()});
        expectStep();
        desk.editor.changeType(QStringLiteral("rest"), QStringLiteral("Flatten"));
        expectStep();
        desk.editor.remove({conv}, {}, true);
        expectStep();
        desk.editor.autoLayout();
        expectStep();
        desk.editor.remove({ids.front(), ids.back()}, {}, false);
        expectStep();
        walk(desk, start);
    }

    // An edit is one step where it changes the network and none where it does not; nodes keep names of their own, and
    // wires end at nodes that are there.
    void randomEditsComeBack() {
        QRandomGenerator random(7);
        std::array<int, 8> changes{};  // by kind of edit
        for (int round = 0; round < 20; ++round) {
            Desk desk(round % 2 ? "resnet20" : "lenet");
            const NetworkSpec start = desk.model.spec();
            for (int i = 0; i < 40; ++i) {
                const QStringList ids = desk.model.nodeIds();
                const auto pick = [&] {
                    return ids.isEmpty() ? QString() : ids[random.bounded(static_cast<int>(ids.size()))];
                };
                const auto links = desk.model.links();
                const NetworkSpec before = desk.model.spec();
                const int steps = desk.undo.count();
                const auto kind = static_cast<size_t>(random.bounded(8));
                switch (kind) {
                case 0:
                    desk.editor.add(QStringLiteral("Add"), QPointF(random.bounded(500), random.bounded(500)));
                    break;
                case 1: desk.editor.connectNodes(pick(), pick(), random.bounded(3)); break;
                case 2:
                    if (!links.isEmpty())
                        desk.editor.disconnectLinks({links[random.bounded(static_cast<int>(links.size()))]});
                    break;
                case 3: desk.editor.move({pick()}, {1.5 * random.bounded(9), -2}); break;
                case 4: desk.editor.remove({pick()}, {}, random.bounded(2)); break;
                case 5: desk.editor.addAfter(QStringLiteral("Dropout"), {pick()}); break;
                case 6: desk.editor.duplicate({pick(), pick()}); break;
                case 7:
                    if (!links.isEmpty())
                        desk.editor.insertOnWire(QStringLiteral("Activation"),
                                                 links[random.bounded(static_cast<int>(links.size()))]);
                    break;
                }
                const NetworkSpec& now = desk.model.spec();
                const int changed = now == before ? 0 : 1;
                QCOMPARE(desk.undo.count(), steps + changed);
                changes[kind] += changed;
                std::set<std::string> names;
                for (const NodeSpec& node : now.nodes) names.insert(node.id);
                QCOMPARE(names.size(), now.nodes.size());
                for (const LinkSpec& link : now.links) QVERIFY(names.contains(link.from) && names.contains(link.to));
            }
            QVERIFY(desk.undo.count() > 20);
            walk(desk, start);
            if (QTest::currentTestFailed()) return;
        }
        QVERIFY2(std::ranges::find(changes, 0) == changes.end(), "a kind of edit never changed anything");
    }

    void keystrokesOfOnePropertyMerge() {
        Desk desk("mlp");
        const NetworkSpec start = desk.model.spec();
        QString dense;
        for (const NodeSpec& node : start.nodes)
            if (node.type == "Dense" && dense.isEmpty()) dense = QString::fromStdString(node.id);
        for (const int64_t units : {2, 25, 256})
            desk.editor.setProperty({dense}, QStringLiteral("units"), units, false);
        desk.editor.setProperty({dense}, QStringLiteral("units"), int64_t{256}, true);
        QCOMPARE(desk.undo.count(), 1);
        desk.editor.setProperty({dense}, QStringLiteral("units"), int64_t{64}, true);
        QCOMPARE(desk.undo.count(), 2);  // after the final one, a new step
        walk(desk, start);
    }

    // From what it was before the first letter.
    void stepsSayWhatTheySet() {
        Desk desk("mlp");
        QString dense;
        for (const NodeSpec& node : desk.model.spec().nodes)
            if (node.type == "Dense" && dense.isEmpty()) dense = QString::fromStdString(node.id);
        const QString units = QStringLiteral("units"), bias = QStringLiteral("use_bias");
        desk.editor.setProperty({dense}, units, int64_t{64}, true);
        for (const int64_t typed : {1, 12, 120}) desk.editor.setProperty({dense}, units, typed, false);
        desk.editor.setProperty({dense}, units, int64_t{120}, true);
        QCOMPARE(desk.undo.undoText(), QStringLiteral("units of %1: 64 → 120").arg(dense));
        desk.editor.setProperty({dense}, bias, false, true);
        QCOMPARE(desk.undo.undoText(), QStringLiteral("use_bias of %1: true → false").arg(dense));
        desk.editor.resetProperty({dense}, bias);
        QCOMPARE(desk.undo.undoText(), QStringLiteral("use_bias of %1: false → true").arg(dense));
        desk.editor.setProperty({dense}, QStringLiteral("activation"), std::string(60, 'x'), true);
        QVERIFY2(desk.undo.undoText().endsWith(QStringLiteral("xxx…")), qPrintable(desk.undo.undoText()));
        QVERIFY(desk.undo.undoText().size() < 80);
        // Of several layers what they have in common.
        Desk two("lenet");
        const QStringList both{"conv_1", "conv_2"};
        two.editor.setProperty({both[0]}, QStringLiteral("filters"), int64_t{3}, true);
        two.editor.setProperty(both, QStringLiteral("filters"), int64_t{12}, true);
        QVERIFY2(two.undo.undoText().startsWith(QStringLiteral("filters of 2 layer")) &&
                     two.undo.undoText().endsWith(QStringLiteral(": 12")),
                 qPrintable(two.undo.undoText()));
        two.editor.setProperty(both, QStringLiteral("filters"), int64_t{16}, true);
        QVERIFY2(two.undo.undoText().endsWith(QStringLiteral(": 12 → 16")), qPrintable(two.undo.undoText()));
    }

    void aMergedEditThatEndsWhereItBeganLeavesNoStep() {
        Desk desk("mlp");
        const QString id = desk.model.nodeIds().value(1);
        desk.editor.move({id}, {10, 0});
        desk.editor.move({id}, {-10, 0}, true);  // a key held down
        QCOMPARE(desk.undo.count(), 0);
    }

    void eachDragIsAStep() {
        Desk desk("mlp");
        const NetworkSpec start = desk.model.spec();
        const QString id = desk.model.nodeIds().value(1);
        desk.editor.move({id}, {16, 0});
        desk.editor.move({id}, {0, 16});
        QCOMPARE(desk.undo.count(), 2);
        desk.editor.move({id}, {8, 0});
        desk.editor.move({id}, {8, 0}, true);
        desk.editor.move({id}, {8, 0}, true);
        QCOMPARE(desk.undo.count(), 3);
        walk(desk, start);
    }

    void severalLayersAreSetInOneStep() {
        Desk desk("lenet");
        const NetworkSpec start = desk.model.spec();
        QStringList convolutions;
        for (const NodeSpec& node : start.nodes)
            if (node.type == "Conv2D") convolutions << QString::fromStdString(node.id);
        QCOMPARE(convolutions.size(), 2);
        desk.editor.setProperty(convolutions, QStringLiteral("filters"), int64_t{1}, false);
        desk.editor.setProperty(convolutions, QStringLiteral("filters"), int64_t{11}, true);
        QCOMPARE(desk.undo.count(), 1);
        for (const QString& id : convolutions)
            QVERIFY(desk.model.spec().find(id.toStdString())->properties.at("filters") == PropertyValue(int64_t{11}));
        walk(desk, start);
    }

    // Each has its own value again, and nothing is left to undo.
    void whatIsTakenBackOfSeveralLeavesNoStep() {
        Desk desk("lenet");
        NetworkSpec start = desk.model.spec();
        edits::setProperty(start, "conv_1", "filters", int64_t{3});
        edits::setProperty(start, "conv_2", "filters", int64_t{7});
        desk.model.setSpec(start);
        const QStringList both{"conv_1", "conv_2"};
        const QString filters = QStringLiteral("filters");
        for (const int64_t typed : {1, 12}) desk.editor.setProperty(both, filters, typed, false);
        QVERIFY(desk.model.spec() != start);
        desk.editor.takeBackProperty(both, filters);
        QVERIFY(desk.model.spec() == start);
        QCOMPARE(desk.undo.count(), 0);
        // What is final stays.
        desk.editor.setProperty(both, filters, int64_t{12}, true);
        desk.editor.takeBackProperty(both, filters);
        QVERIFY(desk.model.spec() != start);
        QCOMPARE(desk.undo.count(), 1);
    }

    // Another project may have a layer of the same name.
    void whatIsUnderEditGoesWithItsHistory() {
        Desk desk("mlp");
        QString dense;
        for (const NodeSpec& node : desk.model.spec().nodes)
            if (node.type == "Dense" && dense.isEmpty()) dense = QString::fromStdString(node.id);
        const QString units = QStringLiteral("units");
        desk.editor.setProperty({dense}, units, int64_t{1}, false);
        NetworkSpec other = desk.model.spec();
        edits::setProperty(other, dense.toStdString(), "units", int64_t{7});
        edits::setProperty(other, dense.toStdString(), "use_bias", false);
        desk.undo.clear();
        desk.model.setSpec(other);
        desk.editor.takeBackProperty({dense}, units);
        QVERIFY(desk.model.spec() == other);
        desk.editor.setProperty({dense}, units, int64_t{12}, false);
        QCOMPARE(desk.undo.undoText(), QStringLiteral("units of %1: 7 → 12").arg(dense));
        desk.editor.takeBackProperty({dense}, units);
        QVERIFY(desk.model.spec() == other);
        QCOMPARE(desk.undo.count(), 0);
    }

    void changingTheTypeChangesAnAutomaticName() {
        Desk desk("lenet");
        const NetworkSpec start = desk.model.spec();
        QCOMPARE(desk.editor.changeType(QStringLiteral("conv_2"), QStringLiteral("Dropout")),
                 QStringLiteral("dropout_1"));
        const NetworkSpec& now = desk.model.spec();
        QVERIFY(now.find("dropout_1") && !now.find("conv_2"));
        QVERIFY(std::ranges::any_of(now.links, [](const LinkSpec& link) { return link.to == "dropout_1"; }));
        QVERIFY(std::ranges::none_of(
            now.links, [](const LinkSpec& link) { return link.to == "conv_2" || link.from == "conv_2"; }));
        QCOMPARE(desk.undo.count(), 1);
        desk.editor.rename(QStringLiteral("dropout_1"), QStringLiteral("mine"));
        QCOMPARE(desk.editor.changeType(QStringLiteral("mine"), QStringLiteral("Flatten")), QStringLiteral("mine"));
        walk(desk, start);
    }

    void pastesNeverLieOnEachOther() {
        Desk desk("lenet");
        const NetworkSpec start = desk.model.spec();
        desk.editor.copy({QStringLiteral("conv_1"), QStringLiteral("conv_2")});
        const QPointF at(900, 300);
        for (int i = 0; i < 3; ++i) desk.editor.paste(&at, false);
        for (int i = 0; i < 3; ++i) desk.editor.paste(nullptr, false);
        for (int i = 0; i < 2; ++i) desk.editor.duplicate({QStringLiteral("conv_1")});
        const auto& nodes = desk.model.spec().nodes;
        for (size_t a = 0; a < nodes.size(); ++a)
            for (size_t b = 0; b < a; ++b)
                QVERIFY2(std::abs(nodes[a].x - nodes[b].x) >= 8 || std::abs(nodes[a].y - nodes[b].y) >= 8,
                         qPrintable(QString::fromStdString(nodes[a].id + " on " + nodes[b].id)));
        // The first lies with its middle at the place.
        const NodeSpec *one = desk.model.spec().find("conv_3"), *two = desk.model.spec().find("conv_4");
        QVERIFY(one && two);
        QVERIFY(std::abs((one->x + two->x + 200) / 2 - at.x()) <= 8);
        QVERIFY(std::abs((one->y + two->y + 46) / 2 - at.y()) <= 8);
        walk(desk, start);
    }

    void connectingSeveral() {
        Desk desk;
        const auto add = [&](const char* type, double x, double y) {
            return desk.editor.add(QLatin1String(type), {x, y});
        };
        const QString input = add("Input", 0, 0), a = add("Dense", 0, 100), b = add("Dense", 300, 100),
                      sum = add("Add", 0, 200);
        desk.editor.connectAll({input, a});
        QCOMPARE(desk.undo.undoText(), QStringLiteral("Connect %1 to %2").arg(input, a));
        desk.editor.connectAll({a, b, sum});  // a merge takes all of them
        const auto has = [&](const QString& from, const QString& to, int port) {
            const auto& links = desk.model.spec().links;
            return std::find(links.begin(), links.end(), LinkSpec{from.toStdString(), to.toStdString(), port}) !=
                   links.end();
        };
        QVERIFY(has(input, a, 0) && has(a, sum, 0) && has(b, sum, 1) && !has(a, b, 0));
        QCOMPARE(desk.undo.count(), 6);
        QSignalSpy refused(&desk.editor, &NetworkEditor::refused);
        desk.editor.connectAll({sum, a});  // a circle
        QCOMPARE(refused.count(), 1);
        QCOMPARE(desk.undo.count(), 6);
        // Each wire counts for the next one: it closes no circle, and one whose place it took is in no way.
        NetworkSpec row = merging();
        QCOMPARE(edits::connectAll(row, {"a", "loose", "b", "loose"}), 2);
        QCOMPARE(feeds(row, "loose") + ", " + feeds(row, "b"), std::string("0:a, 0:loose"));
        QCOMPARE(edits::connectAll(row, {"c", "loose", "a"}), 2);
        QCOMPARE(feeds(row, "loose") + ", " + feeds(row, "a"), std::string("0:c, 0:loose"));
        QCOMPARE(edits::connectAll(row, {"loose", "b", "joined"}), 1);  // all of them into the merge
        QCOMPARE(feeds(row, "joined"), std::string("0:a 1:b 2:c 3:loose"));
        // A new layer after several: a merge takes all, another one the last.
        const QString both = desk.editor.addAfter(QStringLiteral("Concatenate"), {a, b});
        QVERIFY(has(a, both, 0) && has(b, both, 1));
    }

    void aLargeLayoutIsMadeInAJob() {
        Desk desk;
        NetworkSpec network;
        for (int i = 0; i < 400; ++i) {
            const std::string id = edits::addLayer(network, i == 0 ? "Input" : "Activation", {7.0 * i, 3.0});
            if (i > 0) edits::connect(network, network.nodes[static_cast<size_t>(i - 1)].id, id, 0);
        }
        desk.model.setSpec(network);
        QSignalSpy done(&desk.editor, &NetworkEditor::laidOut);
        desk.editor.autoLayout();
        QCOMPARE(done.count(), 0);
        desk.editor.rename(QString::fromStdString(network.nodes[1].id), QStringLiteral("renamed"));  // meanwhile
        QTRY_COMPARE(done.count(), 1);
        const NetworkSpec& now = desk.model.spec();
        QVERIFY(now.find("renamed"));
        QVERIFY(now.nodes.back().y > now.nodes[200].y && now.nodes[200].y > now.nodes[100].y);
        QCOMPARE(desk.undo.count(), 2);
        desk.undo.undo();
        QCOMPARE(desk.model.spec().nodes.back().y, 3.0);
        QCOMPARE(done.count(), 2);  // the view goes back as well
        desk.undo.redo();
        QCOMPARE(done.count(), 3);
    }

    void aPortHoldsOneWireAndMergesHaveNoGaps() {
        NetworkSpec network;
        const std::string a = edits::addLayer(network, "Input", {}), b = edits::addLayer(network, "Activation", {}),
                          c = edits::addLayer(network, "Activation", {}), sum = edits::addLayer(network, "Add", {});
        edits::connect(network, a, b, 0);
        edits::connect(network, c, b, 0);
        QCOMPARE(network.links.size(), size_t{1});
        QCOMPARE(network.links[0].from, c);
        edits::connect(network, a, sum, 0);
        edits::connect(network, b, sum, 1);
        edits::connect(network, c, sum, 2);
        edits::disconnect(network, {{b, sum, 1}});
        QVERIFY((std::find(network.links.begin(), network.links.end(), LinkSpec{c, sum, 1}) != network.links.end()));
    }

    void aLayerPutIntoAWireLeavesTheMergesOthersAlone() {
        const std::array<std::string, 3> after{"0:loose 1:b 2:c", "0:a 1:loose 2:c", "0:a 1:b 2:loose"};
        for (size_t port = 0; port < after.size(); ++port) {
            Desk desk;
            const NetworkSpec start = merging();
            desk.model.setSpec(start);
            desk.editor.splice(QStringLiteral("loose"), {8, 0},
                               wire(kFeeders[port], "joined", static_cast<int>(port)).front());
            QCOMPARE(feeds(desk.model.spec(), "joined"), after[port]);
            QCOMPARE(feeds(desk.model.spec(), "loose"), std::string("0:") + kFeeders[port]);
            QCOMPARE(desk.undo.count(), 1);
            walk(desk, start);
        }
    }

    void aLayerGoesIntoNoWireThatItWouldMakeACircleWith() {
        Desk desk;
        NetworkSpec start = merging();
        edits::connect(start, "joined", "loose", 0);
        desk.model.setSpec(start);
        QSignalSpy refused(&desk.editor, &NetworkEditor::refused);
        desk.editor.splice(QStringLiteral("loose"), {8, 0}, wire("a", "joined").front());
        QCOMPARE(refused.count(), 1);
        QVERIFY(desk.model.spec() == start);
    }

    // On a port that is taken it changes places with the wire there; on the free one it becomes the last.
    void aWiresEndMovesWithinAMerge() {
        struct Case {
            int from, to;
            const char* after;
        };
        for (const Case& one : {Case{0, 1, "0:b 1:a 2:c"}, Case{0, 2, "0:c 1:b 2:a"}, Case{0, 3, "0:b 1:c 2:a"},
                                Case{1, 0, "0:b 1:a 2:c"}, Case{1, 2, "0:a 1:c 2:b"}, Case{1, 3, "0:a 1:c 2:b"},
                                Case{2, 0, "0:c 1:b 2:a"}, Case{2, 1, "0:a 1:c 2:b"}, Case{2, 3, "0:a 1:b 2:c"}}) {
            Desk desk;
            const NetworkSpec start = merging();
            desk.model.setSpec(start);
            desk.editor.reconnect(wire(kFeeders[static_cast<size_t>(one.from)], "joined", one.from).front(),
                                  QStringLiteral("joined"), one.to);
            QCOMPARE(feeds(desk.model.spec(), "joined"), std::string(one.after));
            const auto [first, second] = std::minmax(one.from, one.to);
            const QString moved = QLatin1String(kFeeders[static_cast<size_t>(one.from)]);
            const QString said = one.from == 2 && one.to == 3 ? QString()  // it is the last
                                 : one.to < 3
                                     ? QStringLiteral("Swap inputs %1 and %2 of joined").arg(first + 1).arg(second + 1)
                                     : QStringLiteral("Move %1 to input 3 of joined").arg(moved);
            QCOMPARE(desk.undo.undoText(), said);
            walk(desk, start);
        }
    }

    void aWiresEndMovesToAnotherMerge() {
        Desk desk;
        const NetworkSpec start = merging();
        desk.model.setSpec(start);
        desk.editor.reconnect(wire("a", "joined").front(), QStringLiteral("other"), 0);
        QCOMPARE(feeds(desk.model.spec(), "joined"), std::string("0:b 1:c"));
        QCOMPARE(feeds(desk.model.spec(), "other"), std::string("0:a"));
        QCOMPARE(desk.undo.count(), 1);
        QCOMPARE(desk.undo.undoText(), QStringLiteral("Connect a to other"));
        walk(desk, start);
        QSignalSpy refused(&desk.editor, &NetworkEditor::refused);
        desk.editor.reconnect(wire("a", "other").front(), QStringLiteral("a"), 0);  // itself
        QCOMPARE(refused.count(), 1);
        QCOMPARE(desk.undo.count(), 1);
        // Between layers there is nothing to change places with.
        desk.editor.reconnect(wire("b", "joined", 0).front(), QStringLiteral("other"), 0);
        QCOMPARE(feeds(desk.model.spec(), "joined"), std::string("0:c"));
        QCOMPARE(feeds(desk.model.spec(), "other"), std::string("0:b"));
    }

    void aCopyOfAMergeHasNoGaps() {
        Desk desk;
        const NetworkSpec start = merging();
        desk.model.setSpec(start);
        const QStringList made = desk.editor.duplicate({QStringLiteral("c"), QStringLiteral("joined")});
        QCOMPARE(made.size(), 2);
        QCOMPARE(feeds(desk.model.spec(), made[1].toUtf8()), "0:" + made[0].toStdString());
        QCOMPARE(feeds(desk.model.spec(), "joined"), std::string("0:a 1:b 2:c"));
        desk.editor.copy({QStringLiteral("c"), QStringLiteral("joined")});
        const QStringList wired = desk.editor.paste(nullptr, true);
        QCOMPARE(feeds(desk.model.spec(), wired[1].toUtf8()), "0:a 1:b 2:" + wired[0].toStdString());
        walk(desk, start);
    }

    void aLayerThatBecomesAMergeHasNoGaps() {
        NetworkSpec network = merging();
        edits::rename(network, edits::addLayer(network, "MultiHeadAttention", {}), "mine");
        edits::connect(network, "a", "mine", 1);
        edits::changeType(network, "mine", "Add");
        QCOMPARE(feeds(network, "mine"), std::string("0:a"));
    }

    void deletingWithReconnectBridges() {
        Desk desk("lenet");
        NetworkSpec network = desk.model.spec();
        std::string flatten, before, after;
        for (const NodeSpec& node : network.nodes)
            if (node.type == "Flatten") flatten = node.id;
        for (const LinkSpec& link : network.links) {
            if (link.to == flatten) before = link.from;
            if (link.from == flatten) after = link.to;
        }
        QVERIFY(!flatten.empty() && !before.empty() && !after.empty());
        edits::removeLayers(network, {flatten}, true);
        QVERIFY(
            (std::find(network.links.begin(), network.links.end(), LinkSpec{before, after, 0}) != network.links.end()));
    }

    void aRepairMakesTheNetworkRightAndIsOneStep() {
        Desk desk("lenet");
        NetworkSpec network = desk.model.spec();
        for (const NodeSpec& node : NetworkSpec(network).nodes)
            if (node.type == "Flatten") edits::removeLayers(network, {node.id}, true);
        desk.model.setSpec(network);
        const DataFacts facts{Shape{1, 28, 28}, 10};
        const NetworkReport report = validate(network, facts);
        QVERIFY(!report.ok());
        bool repaired = false;
        for (const Diagnostic& d : report.diagnostics) {
            for (const Repair& repair : d.repairs) {
                if (repair.kind != Repair::Kind::InsertBefore || repair.layerType != "Flatten" || repaired) continue;
                desk.editor.repair(QString::fromStdString(d.node), repair);
                repaired = true;
            }
        }
        QVERIFY(repaired);
        QCOMPARE(desk.undo.count(), 1);
        QVERIFY(validate(desk.model.spec(), facts).ok());
    }

    // Of two wires at one port, as a file may have them, the one that is named goes and the other stays.
    void aRepairTakesTheNamedWireOfTwo() {
        Desk desk("lenet");
        NetworkSpec network = desk.model.spec();
        const size_t wires = network.links.size();
        network.links.push_back({"input", "conv_2", 0});
        desk.model.setSpec(network);
        const NetworkReport report = validate(network, {Shape{1, 28, 28}, 10});
        const auto twice = std::ranges::find_if(report.diagnostics, [](const Diagnostic& d) {
            return d.node == "conv_2" && !d.repairs.empty() && d.repairs[0].kind == Repair::Kind::Disconnect;
        });
        QVERIFY(twice != report.diagnostics.end());
        const std::string from = twice->repairs[0].from;
        desk.editor.repair(QStringLiteral("conv_2"), twice->repairs[0]);
        const auto& links = desk.model.spec().links;
        QCOMPARE(links.size(), wires);
        QCOMPARE(std::ranges::count(links, "conv_2", &LinkSpec::to), 1);
        QVERIFY(feeds(desk.model.spec(), "conv_2") != "0:" + from);
    }

    // A deleted layer whose wires went with it is put back by a repair, where it was.
    void aRepairJoinsWhatDeletingLeftLoose() {
        Desk desk("lenet");
        NetworkSpec network = desk.model.spec();
        const std::vector<NodeSpec> nodes(network.nodes.begin(), network.nodes.end());
        for (const NodeSpec& node : nodes)
            if (node.type == "Flatten") desk.editor.remove({QString::fromStdString(node.id)}, {}, false);
        const DataFacts facts{Shape{1, 28, 28}, 10};
        const NetworkReport report = validate(desk.model.spec(), facts);
        const auto open =
            std::ranges::find_if(report.diagnostics, [](const Diagnostic& d) { return !d.repairs.empty(); });
        QVERIFY(open != report.diagnostics.end());
        QVERIFY(open->repairs[0].layerType == "Flatten");
        desk.editor.repair(QString::fromStdString(open->node), open->repairs[0]);
        QCOMPARE(desk.undo.count(), 2);
        QVERIFY(validate(desk.model.spec(), facts).ok());
    }

    void aRepairChangesTheType() {
        Desk desk("lenet");
        NetworkSpec network = desk.model.spec();
        QString pool;
        for (size_t i = 0; i < network.nodes.size() && pool.isEmpty(); ++i)
            if (network.nodes[i].type.ends_with("Pooling2D")) {
                network.nodes.edit(i).type = "MaxPooling1D";
                network.nodes.edit(i).properties.clear();
                pool = QString::fromStdString(network.nodes[i].id);
            }
        desk.model.setSpec(network);
        const DataFacts facts{Shape{1, 28, 28}, 10};
        const NetworkReport report = validate(network, facts);
        QVERIFY(!report.ok() && report.diagnostics[0].repairs.at(0).kind == Repair::Kind::ChangeType);
        desk.editor.repair(pool, report.diagnostics[0].repairs[0]);
        QCOMPARE(desk.undo.count(), 1);
        QVERIFY(validate(desk.model.spec(), facts).ok());
    }

    // Also on the canvas, and for whatever else the two feed.
    void aRepairMovesALayerAboveAnother() {
        Desk desk("lenet");
        const DataFacts facts{Shape{1, 28, 28}, 10};
        NetworkSpec network = desk.model.spec();
        const NetworkSpec whole = network;
        edits::applyRepair(network, "flatten_1", {Repair::Kind::MoveAbove, {}, {}, 0, {}, {}, {}, {}, "pool_2"});
        QVERIFY(!validate(network, facts).ok());
        desk.model.setSpec(network);
        const NetworkReport report = validate(network, facts);
        QVERIFY(!report.ok());
        const Diagnostic& wrong = report.diagnostics[0];
        QCOMPARE(wrong.node, std::string("pool_2"));
        QVERIFY(wrong.repairs.at(0).kind == Repair::Kind::MoveAbove);
        desk.editor.repair(QStringLiteral("pool_2"), wrong.repairs[0]);
        QCOMPARE(desk.undo.count(), 1);
        const NetworkSpec& now = desk.model.spec();
        QVERIFY(validate(now, facts).ok());
        QCOMPARE(now.links.size(), whole.links.size());
        for (const LinkSpec& link : whole.links) QVERIFY(std::ranges::find(now.links, link) != now.links.end());
        for (const NodeSpec& node : whole.nodes) {
            QCOMPARE(now.find(node.id)->x, node.x);
            QCOMPARE(now.find(node.id)->y, node.y);
        }
    }

    void aRepairSetsUpTheLayerThatItInserts() {
        Desk desk("linear");
        NetworkSpec network = desk.model.spec();
        for (size_t i = 0; i < network.nodes.size(); ++i)
            if (network.nodes[i].type == "Flatten") network.nodes.edit(i).type = "LSTM";
        desk.model.setSpec(network);
        const DataFacts facts{Shape{1, 28, 28}, 10};
        const NetworkReport report = validate(network, facts);
        QVERIFY(!report.ok());
        const auto& repairs = report.diagnostics.at(0).repairs;
        const auto rows = std::ranges::find(repairs, "Reshape", &Repair::layerType);
        QVERIFY(rows != repairs.end());
        desk.editor.repair(QString::fromStdString(report.diagnostics[0].node), *rows);
        QCOMPARE(desk.undo.count(), 1);
        QVERIFY(validate(desk.model.spec(), facts).ok());
        const NodeSpec* made = desk.model.spec().find("reshape_1");
        QVERIFY(made && made->properties.at("target_shape") == PropertyValue(std::vector<int64_t>{28, 28}));
    }

    void copyAndPasteGiveFreshNamesAndKeepInnerWires() {
        Desk desk("lenet");
        const NetworkSpec start = desk.model.spec();
        QStringList ids = desk.model.nodeIds().mid(1, 3);
        desk.editor.copy(ids);
        const QStringList made = desk.editor.paste(nullptr, false);
        QCOMPARE(made.size(), ids.size());
        for (const QString& id : made) QVERIFY(!start.find(id.toStdString()));
        const auto inner =
            edits::extract(start, {ids[0].toStdString(), ids[1].toStdString(), ids[2].toStdString()}).links.size();
        QCOMPARE(desk.model.spec().links.size(), start.links.size() + inner);
        desk.undo.undo();
        const QStringList wired = desk.editor.paste(nullptr, true);
        QVERIFY(desk.model.spec().links.size() > start.links.size() + inner);
        QCOMPARE(wired.size(), ids.size());
        walk(desk, start);
    }

    // After a change of language the history says all of it in the new one.
    void stepsOfSeveralLayersAreTranslated() {
        Desk desk("lenet");
        const QStringList some{QStringLiteral("conv_1"), QStringLiteral("conv_2")};
        desk.editor.toggleTrainable(some);
        desk.editor.toggleBypass(some);
        desk.editor.remove(some, {}, true);
        QCOMPARE(desk.undo.count(), 3);
        LayersInAnotherLanguage other;
        QVERIFY(qApp->installTranslator(&other));
        retranslate(desk.undo);
        qApp->removeTranslator(&other);
        for (int i = 0; i < 3; ++i)
            QVERIFY2(desk.undo.text(i).contains(QStringLiteral("Schichten")), qPrintable(desk.undo.text(i)));
    }

    // A name that looks like a place in a text is none.
    void wiresOfOddNamesAreCopied() {
        Desk desk("lenet");
        desk.editor.rename(desk.model.nodeIds().at(1), QStringLiteral("%1%3"));
        const QStringList ids = desk.model.nodeIds().mid(2, 1);
        desk.editor.copy(ids);
        const QString made = desk.editor.paste(nullptr, true).value(0);
        const auto& links = desk.model.spec().links;
        QVERIFY(std::ranges::count(links, LinkSpec{"%1%3", made.toStdString(), 0}) == 1);
    }

    // As near to what was asked for as there is room, and on no card, however often.
    void copiesLieOnNoCard() {
        Desk desk("lenet");
        const auto clear = [&] {
            const auto& nodes = desk.model.spec().nodes;
            for (size_t i = 0; i < nodes.size(); ++i)
                for (size_t j = i + 1; j < nodes.size(); ++j)
                    if (std::abs(nodes[i].x - nodes[j].x) < CanvasNode::kWidth &&
                        std::abs(nodes[i].y - nodes[j].y) < CanvasNode::kHeight)
                        return false;
            return true;
        };
        QVERIFY(clear());
        const QStringList ids = desk.model.nodeIds();
        desk.editor.copy(ids.mid(1, 4));
        for (int i = 0; i < 6; ++i) {
            desk.editor.duplicate(ids.mid(2, 3));
            QVERIFY2(clear(), qPrintable(QStringLiteral("duplicate %1").arg(i)));
            const QPointF at(desk.model.node(ids[3]).position);  // on a card
            const QStringList made = desk.editor.paste(&at, false);
            QVERIFY2(clear(), qPrintable(QStringLiteral("paste %1").arg(i)));
            const QPointF far = desk.model.node(made[1]).position - at;
            QVERIFY(std::abs(far.x()) < 2200 && std::abs(far.y()) < 1200);
        }
        // A free place is taken as it is.
        const QPointF free(4000, 4000);
        const QStringList made = desk.editor.paste(&free, false);
        QRectF all;
        for (const QString& id : made) all |= QRectF(desk.model.node(id).position, CanvasNode().size());
        QVERIFY((all.center() - free).manhattanLength() <= 16);
    }

    void refusedEditsSayWhyAndLeaveNoStep() {
        Desk desk("lenet");
        QSignalSpy refused(&desk.editor, &NetworkEditor::refused);
        const QStringList ids = desk.model.nodeIds();
        desk.editor.connectNodes(ids[2], ids[2], 0);
        desk.editor.rename(ids[1], ids[2]);
        desk.editor.rename(ids[1], QStringLiteral("a b"));
        const LinkSpec first = desk.model.spec().links.front();
        desk.editor.connectNodes(QString::fromStdString(first.to), QString::fromStdString(first.from), 0);
        QCOMPARE(refused.count(), 4);
        for (const auto& one : refused) QVERIFY(one.first().toString().endsWith(QLatin1Char('.')));
        QCOMPARE(desk.undo.count(), 0);
    }

    void freezingIsOneStepForAll() {
        Desk desk("lenet");
        const NetworkSpec start = desk.model.spec();
        QSignalSpy refused(&desk.editor, &NetworkEditor::refused);
        QStringList conv, flat;
        for (const NodeSpec& node : start.nodes) {
            if (node.type == "Conv2D") conv << QString::fromStdString(node.id);
            if (node.type == "Flatten") flat << QString::fromStdString(node.id);
        }
        QCOMPARE(conv.size(), 2);
        desk.editor.toggleTrainable(flat);  // nothing to freeze, and it says so
        QCOMPARE(refused.count(), 1);
        QCOMPARE(desk.undo.count(), 0);
        desk.editor.toggleTrainable(conv + flat);
        QCOMPARE(desk.undo.count(), 1);
        for (const QString& id : conv) {
            QVERIFY(isFrozen(*desk.model.spec().find(id.toStdString())));
            QVERIFY(desk.model.node(id).frozen);
        }
        QVERIFY(!desk.model.node(flat[0]).frozen);
        const DataFacts facts{Shape{1, 28, 28}, 10};
        QVERIFY(validate(desk.model.spec(), facts).trainableParameters < validate(start, facts).trainableParameters);
        desk.editor.toggleTrainable({conv[0]});
        QVERIFY(!desk.model.node(conv[0]).frozen && desk.model.node(conv[1]).frozen);
        desk.editor.toggleTrainable(conv);  // of some frozen and some not: all
        QVERIFY(desk.model.node(conv[0]).frozen && desk.model.node(conv[1]).frozen);
        desk.editor.toggleTrainable(conv);
        QVERIFY(desk.model.spec() == start);  // a default is not written
        walk(desk, start);
    }

    void trainingEditsMergeAndComeBack() {
        TrainingModel model;
        QUndoStack undo;
        TrainingEditor editor(model, undo);
        const TrainingSpec start = model.spec();
        for (int batch : {1, 12, 128})
            editor.edit(
                QStringLiteral("batch_size"), [batch](TrainingSpec& spec) { spec.batch = batch; }, false);
        editor.edit(
            QStringLiteral("batch_size"), [](TrainingSpec& spec) { spec.batch = 128; }, true);
        editor.edit(QStringLiteral("epochs"), [](TrainingSpec& spec) { spec.epochs = 9; });
        QCOMPARE(undo.count(), 2);
        QCOMPARE(undo.text(0), QStringLiteral("batch_size: %1 → 128").arg(start.batch));
        QCOMPARE(undo.text(1), QStringLiteral("epochs: %1 → 9").arg(start.epochs));
        const TrainingSpec end = model.spec();
        undo.undo();
        undo.undo();
        QVERIFY(model.spec() == start);
        undo.redo();
        undo.redo();
        QVERIFY(model.spec() == end);
        // Typed back to what it was: no step.
        for (const int epochs : {90, 9})
            editor.edit(
                QStringLiteral("epochs again"), [epochs](TrainingSpec& spec) { spec.epochs = epochs; }, epochs == 9);
        QVERIFY(model.spec() == end);
        QCOMPARE(undo.count(), 2);
    }
};

QTEST_MAIN(TestNetworkEditor)

}  // namespace test_network_editor

#include "test_network_editor.moc"
