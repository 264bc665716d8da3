// What validation says of wrong networks, word for word where people read it; counts of well-known networks;
// and that a repair repairs.
#include <QtTest>

#include "engine/core/error.h"
#include "engine/layers/layer_type.h"
#include "engine/model/build.h"
#include "engine/model/rescaling_check.h"
#include "engine/model/templates.h"
#include "engine/model/validation.h"

namespace test_validation {

using namespace tl;
using Severity = Diagnostic::Severity;

namespace {

const DataFacts kDigits{{1, 28, 28}, 10};
const DataFacts kPhotos{{3, 32, 32}, 10};

NetworkSpec lenet() { return findTemplate("lenet").make(kDigits); }

NodeSpec makeNode(const std::string& id, const std::string& type, Properties properties = {}) {
    NodeSpec node;
    node.id = id;
    node.type = type;
    node.properties = std::move(properties);
    return node;
}

void unlink(NetworkSpec& network, const std::string& from, const std::string& to) {
    std::erase_if(network.links, [&](const LinkSpec& l) { return l.from == from && l.to == to; });
}

const Diagnostic* find(const NetworkReport& report, const std::string& node, const QString& words) {
    for (const Diagnostic& diagnostic : report.diagnostics)
        if (diagnostic.node == node && QString::fromStdString(diagnostic.message.english()).contains(words))
            return &diagnostic;
    return nullptr;
}

std::string all(const NetworkReport& report) {
    std::string text;
    for (const Diagnostic& d : report.diagnostics)
        text += (d.severity == Severity::Error ? "error " : "warning ") + d.node + ": " + d.message.english() + "\n";
    return text;
}

// What the window does with a repair, in short.
void apply(NetworkSpec& network, const std::string& diagnosed, const Repair& repair) {
    const std::string target = repair.node.empty() ? diagnosed : repair.node;
    switch (repair.kind) {
    case Repair::Kind::SetProperty: network.find(target)->properties[repair.key] = repair.value; break;
    case Repair::Kind::Remove:
        network.nodes.eraseIf([&](const NodeSpec& n) { return n.id == target; });
        std::erase_if(network.links, [&](const LinkSpec& l) { return l.from == target || l.to == target; });
        break;
    case Repair::Kind::Disconnect: std::erase(network.links, LinkSpec{repair.from, target, repair.port}); break;
    case Repair::Kind::InsertBefore: {
        const std::string id = network.freshId(findLayer(repair.layerType)->idStem);
        for (LinkSpec& link : network.links)
            if (link.to == target && link.port == repair.port) link.to = id, link.port = 0;
        network.nodes.push_back(makeNode(id, repair.layerType, repair.more));
        network.links.push_back({id, target, repair.port});
        if (!repair.from.empty()) network.links.push_back({repair.from, id, 0});
        break;
    }
    case Repair::Kind::ChangeType: network.find(target)->type = repair.layerType; break;
    case Repair::Kind::MoveAbove:
        for (LinkSpec& link : network.links) {
            const bool within = link.from == repair.from && link.to == target;
            if (within)
                link.from = std::ranges::find(network.links, repair.from, &LinkSpec::to)->from;
            else if (link.from == target)
                link.from = repair.from;
        }
        std::ranges::find(network.links, repair.from, &LinkSpec::to)->from = target;
        if (!repair.layerType.empty()) network.find(target)->type = repair.layerType;
        break;
    case Repair::Kind::Connect: network.links.push_back({repair.from, target, repair.port}); break;
    case Repair::Kind::SetData: break;  // the network stays as it is
    }
}

}  // namespace

class TestValidation : public QObject {
    Q_OBJECT
private slots:
    // A layer was deleted, wires and all: what it stood between is joined again, with what the shapes ask for.
    void looseEndsAreJoined() {
        NetworkSpec network;
        network.nodes = {makeNode("input", "Input"), makeNode("conv_1", "Conv2D"), makeNode("dense_1", "Dense"),
                         makeNode("dense_2", "Dense", {{"units", int64_t{10}}}), makeNode("output", "Output")};
        network.links = {{"input", "conv_1", 0}, {"dense_1", "dense_2", 0}, {"dense_2", "output", 0}};
        const DataFacts facts{{1, 28, 28}, 10};
        NetworkReport report = validate(network, facts);
        const Diagnostic* open = find(report, "dense_1", "Nothing is connected");
        QVERIFY2(open && !open->repairs.empty(), all(report).c_str());
        QCOMPARE(QString::fromStdString(open->repairs[0].label.english()), QString("Insert Flatten"));
        for (const Repair& repair : open->repairs) {
            NetworkSpec repaired = network;
            apply(repaired, "dense_1", repair);
            const NetworkReport now = validate(repaired, facts);
            QVERIFY2(now.ok(), all(now).c_str());
        }
        // What fits as it is is connected; where two results wait, nobody can say which.
        network.nodes.eraseIf([](const NodeSpec& node) { return node.id == "dense_1"; });
        std::erase(network.links, LinkSpec{"dense_1", "dense_2", 0});
        network.nodes.push_back(makeNode("flatten_1", "Flatten"));
        network.links.push_back({"conv_1", "flatten_1", 0});
        report = validate(network, facts);
        open = find(report, "dense_2", "Nothing is connected");
        QVERIFY2(open && open->repairs.size() == 1, all(report).c_str());
        QCOMPARE(QString::fromStdString(open->repairs[0].label.english()), QString("Connect flatten_1"));
        NetworkSpec repaired = network;
        apply(repaired, "dense_2", open->repairs[0]);
        QVERIFY(validate(repaired, facts).ok());
        network.nodes.push_back(makeNode("flatten_2", "Flatten"));
        network.links.push_back({"conv_1", "flatten_2", 0});
        report = validate(network, facts);
        open = find(report, "dense_2", "Nothing is connected");
        QVERIFY2(open && open->repairs.empty(), all(report).c_str());
    }

    // The layer for sequences on an image offers the one for images, and so on.
    void theCounterpartOfAnotherRankIsOffered() {
        NetworkSpec network;
        network.nodes = {makeNode("input", "Input"), makeNode("pool_1", "MaxPooling1D"),
                         makeNode("flatten_1", "Flatten"), makeNode("dense_1", "Dense", {{"units", int64_t{10}}}),
                         makeNode("output", "Output")};
        network.links = {
            {"input", "pool_1", 0}, {"pool_1", "flatten_1", 0}, {"flatten_1", "dense_1", 0}, {"dense_1", "output", 0}};
        const DataFacts facts{{1, 28, 28}, 10};
        const NetworkReport report = validate(network, facts);
        const Diagnostic* wrong = find(report, "pool_1", "wants a sequence");
        QVERIFY2(wrong && !wrong->repairs.empty(), all(report).c_str());
        QCOMPARE(QString::fromStdString(wrong->repairs[0].label.english()), QString("Use MaxPooling2D"));
        apply(network, "pool_1", wrong->repairs[0]);
        QVERIFY(validate(network, facts).ok());
    }

    // Each mistake is told at its node with repairs, and each repair takes it away.
    void activationsThatDoNotFit_data() {
        QTest::addColumn<QString>("last");  // activation of the last Dense
        QTest::addColumn<QString>("then");  // of an Activation behind it; empty = none
        QTest::addColumn<int>("units");
        QTest::addColumn<QString>("loss");
        QTest::addColumn<QString>("words");  // empty = nothing is said
        QTest::newRow("softmax, binary") << "softmax"
                                         << "" << 10 << "binary_crossentropy"
                                         << "gets a softmax from “dense_1”";
        QTest::newRow("softmax layer, binary") << "linear"
                                               << "softmax" << 10 << "binary_focal_crossentropy"
                                               << "gets a softmax from “activation_1”";
        QTest::newRow("softmax of one") << "softmax"
                                        << "" << 1 << "binary_crossentropy"
                                        << "gets a softmax";
        QTest::newRow("sigmoid, categorical") << "sigmoid"
                                              << "" << 10 << "sparse_categorical_crossentropy"
                                              << "gets a sigmoid from “dense_1”";
        QTest::newRow("sigmoid layer, categorical") << "linear"
                                                    << "sigmoid" << 10 << "categorical_crossentropy"
                                                    << "gets a sigmoid from “activation_1”";
        QTest::newRow("softmax twice") << "softmax"
                                       << "softmax" << 10 << "sparse_categorical_crossentropy"
                                       << "went through softmax already";
        QTest::newRow("tanh twice") << "tanh"
                                    << "tanh" << 10 << "mean_squared_error"
                                    << "went through tanh already";
        QTest::newRow("relu twice") << "relu"
                                    << "relu" << 10 << "mean_squared_error"
                                    << "went through relu already";
        QTest::newRow("softmax, categorical") << "softmax"
                                              << "" << 10 << "sparse_categorical_crossentropy"
                                              << "";
        QTest::newRow("sigmoid, binary") << "sigmoid"
                                         << "" << 1 << "binary_crossentropy"
                                         << "";
        QTest::newRow("raw scores") << "linear"
                                    << "" << 10 << "sparse_categorical_crossentropy"
                                    << "";
        QTest::newRow("relu, categorical") << "relu"
                                           << "" << 10 << "sparse_categorical_crossentropy"
                                           << "gets a relu from “dense_1”";
        QTest::newRow("relu layer, binary") << "linear"
                                            << "relu" << 1 << "binary_crossentropy"
                                            << "gets a relu from “activation_1”";
        QTest::newRow("relu, then softmax") << "relu"
                                            << "softmax" << 10 << "sparse_categorical_crossentropy"
                                            << "";
        QTest::newRow("sigmoid, squared error") << "sigmoid"
                                                << "" << 10 << "mean_squared_error"
                                                << "";
    }
    void activationsThatDoNotFit() {
        QFETCH(QString, last);
        QFETCH(QString, then);
        QFETCH(int, units);
        QFETCH(QString, loss);
        QFETCH(QString, words);
        NetworkSpec network;
        network.nodes = {makeNode("input", "Input"), makeNode("flatten_1", "Flatten"),
                         makeNode("dense_1", "Dense", {{"units", int64_t{units}}, {"activation", last.toStdString()}}),
                         makeNode("output", "Output", {{"loss", loss.toStdString()}})};
        network.links = {{"input", "flatten_1", 0}, {"flatten_1", "dense_1", 0}};
        if (then.isEmpty()) {
            network.links.push_back({"dense_1", "output", 0});
        } else {
            network.nodes.push_back(makeNode("activation_1", "Activation", {{"activation", then.toStdString()}}));
            network.links.push_back({"dense_1", "activation_1", 0});
            network.links.push_back({"activation_1", "output", 0});
        }
        const DataFacts facts{{1, 28, 28}, units == 1 ? 2 : 10};
        const NetworkReport report = validate(network, facts);
        QVERIFY2(report.ok(), all(report).c_str());  // it trains all the same
        const Diagnostic* told = nullptr;
        for (const Diagnostic& d : report.diagnostics)
            if (QString::fromStdString(d.message.english()).contains(words)) told = &d;
        if (words.isEmpty()) {
            QVERIFY2(report.diagnostics.empty(), all(report).c_str());
            return;
        }
        QVERIFY2(told, all(report).c_str());
        QVERIFY(told->severity == Severity::Warning);
        QVERIFY(told->repairs.size() >= 2);
        for (const Repair& repair : told->repairs) {
            NetworkSpec repaired = network;
            // As in the window, what is removed is bridged.
            if (repair.kind == Repair::Kind::Remove)
                repaired.remove({repair.node}, true);
            else
                apply(repaired, told->node, repair);
            const NetworkReport after = validate(repaired, facts);
            QVERIFY2(after.ok(), (repair.label.english() + "\n" + all(after)).c_str());
            for (const Diagnostic& d : after.diagnostics)
                QVERIFY2(d.message != told->message, (repair.label.english() + "\n" + all(after)).c_str());
        }
    }

    // It is 1 whatever it gets; a sigmoid of numbers between 0 and 1 may be meant.
    void aSoftmaxOfOneNumber() {
        NetworkSpec network;
        network.nodes = {
            makeNode("input", "Input"), makeNode("dense_1", "Dense", {{"units", int64_t{1}}}),
            makeNode("activation_1", "Activation", {{"activation", std::string("softmax")}}),
            makeNode("output", "Output",
                     {{"loss", std::string("mean_squared_error")}, {"metrics", std::string("mean_absolute_error")}})};
        network.links = {{"input", "dense_1", 0}, {"dense_1", "activation_1", 0}, {"activation_1", "output", 0}};
        DataFacts facts{{4}, 0};
        facts.labels.numbers = true;
        const NetworkReport report = validate(network, facts);
        QVERIFY2(report.ok(), all(report).c_str());
        const Diagnostic* told = find(report, "output", "The numbers to learn come from a softmax");
        QVERIFY2(told && told->severity == Severity::Warning, all(report).c_str());
        QCOMPARE(told->repairs.at(0).kind, Repair::Kind::Remove);
        network.find("activation_1")->properties["activation"] = std::string("sigmoid");
        QVERIFY(validate(network, facts).diagnostics.empty());
    }

    // What a project of numbers leaves behind when its data become classes; a loss of probabilities may be meant.
    void aLossOfNumbersOnClasses() {
        for (const auto& [classes, units, fits] :
             {std::tuple(10, 10, "sparse_categorical_crossentropy"), std::tuple(2, 1, "binary_crossentropy"),
              std::tuple(3, 1, "sparse_categorical_crossentropy")}) {  // its one score is a fault of its own
            NetworkSpec network;
            network.nodes = {
                makeNode("input", "Input"), makeNode("dense_1", "Dense", {{"units", int64_t{units}}}),
                makeNode("output", "Output",
                         {{"loss", std::string("huber")}, {"metrics", std::string("mean_absolute_error")}})};
            network.links = {{"input", "dense_1", 0}, {"dense_1", "output", 0}};
            const DataFacts facts{{4}, classes};
            NetworkReport report = validate(network, facts);
            QCOMPARE(report.ok(), units != 1 || classes == 2);  // it trains all the same
            const Diagnostic* loss =
                find(report, "output", "The data set's labels are classes, and huber is a loss for numbers");
            const Diagnostic* metric = find(report, "output", "the metric mean_absolute_error is of numbers");
            QVERIFY2(loss && metric, all(report).c_str());
            NetworkSpec repaired = network;
            for (const Diagnostic* told : {loss, metric}) apply(repaired, "output", told->repairs.at(0));
            const Properties& set = repaired.find("output")->properties;
            QCOMPARE(std::get<std::string>(set.at("loss")), std::string(fits));
            QCOMPARE(std::get<std::string>(set.at("metrics")), std::string("accuracy"));
            report = validate(repaired, facts);
            QVERIFY2(!find(report, "output", "labels are classes"), all(report).c_str());
            QCOMPARE(report.ok(), units != 1 || classes == 2);
            // Without a data set nobody knows what its labels are.
            QVERIFY(!find(validate(network, {}), "output", "classes"));
            network.find("dense_1")->properties["activation"] = std::string("sigmoid");
            report = validate(network, facts);
            QVERIFY2(!find(report, "output", "a loss for numbers"), all(report).c_str());
        }
    }

    void unequalShapesAreBroughtTogether_data() {
        QTest::addColumn<int>("filters");
        QTest::addColumn<int>("stride");
        QTest::newRow("channels") << 8 << 1;
        QTest::newRow("size") << 1 << 2;
        QTest::newRow("both") << 8 << 2;
    }
    void unequalShapesAreBroughtTogether() {
        QFETCH(int, filters);
        QFETCH(int, stride);
        for (const bool first : {false, true}) {  // the way that is changed comes first, or last
            NetworkSpec network;
            network.nodes = {makeNode("input", "Input"),
                             makeNode("conv_1", "Conv2D",
                                      {{"filters", int64_t{filters}},
                                       {"padding", std::string("same")},
                                       {"strides", std::vector<int64_t>{stride, stride}}}),
                             makeNode("add_1", "Add"),
                             makeNode("pool_1", "GlobalAveragePooling2D"),
                             makeNode("dense_1", "Dense", {{"units", int64_t{10}}}),
                             makeNode("output", "Output")};
            network.links = {
                {"input", "conv_1", 0}, {"input", "add_1", first ? 1 : 0}, {"conv_1", "add_1", first ? 0 : 1},
                {"add_1", "pool_1", 0}, {"pool_1", "dense_1", 0},          {"dense_1", "output", 0}};
            const NetworkReport report = validate(network, kDigits);
            const Diagnostic* told = find(report, "add_1", "wants equal shapes");
            QVERIFY2(told, all(report).c_str());
            QCOMPARE(told->repairs.size(), size_t{1});
            apply(network, told->node, told->repairs[0]);
            const NetworkReport after = validate(network, kDigits);
            QVERIFY2(after.ok(), all(after).c_str());
        }
    }

    // LeCun 1998 with padding: 61,706. MLP 784-128-10: 101,770. ResNet-20 with projections: 272,474 trained
    // (He et al.'s 269,722 and 2,752 for two projections), and 1,568 moving averages.
    void knownCounts_data() {
        QTest::addColumn<QString>("name");
        QTest::addColumn<bool>("photos");
        QTest::addColumn<qlonglong>("trained");
        QTest::addColumn<qlonglong>("total");
        QTest::newRow("linear") << "linear" << false << 7850LL << 7850LL;
        QTest::newRow("mlp") << "mlp" << false << 101770LL << 101770LL;
        QTest::newRow("lenet") << "lenet" << false << 61706LL << 61706LL;
        QTest::newRow("lenet, colour") << "lenet" << true << 83126LL << 83126LL;
        QTest::newRow("resnet20") << "resnet20" << true << 272474LL << 274042LL;
    }
    void knownCounts() {
        QFETCH(QString, name);
        QFETCH(bool, photos);
        QFETCH(qlonglong, trained);
        QFETCH(qlonglong, total);
        const DataFacts& data = photos ? kPhotos : kDigits;
        const NetworkReport report = validate(findTemplate(name.toStdString()).make(data), data);
        QVERIFY2(report.ok() && report.diagnostics.empty(), all(report).c_str());
        QCOMPARE(report.trainableParameters, int64_t{trained});
        QCOMPARE(report.parameters, int64_t{total});
    }

    void shapesAndCostsOfEachNode() {
        const NetworkReport report = validate(lenet(), kDigits);
        QCOMPARE(QString::fromStdString(report.nodes.at("conv_2").output.toString()), QString("16×10×10"));
        QCOMPARE(report.nodes.at("conv_2").parameters, int64_t{2416});
        QCOMPARE(report.nodes.at("conv_2").activationBytes, int64_t{16 * 10 * 10 * 4});
        // 2 * 10 * 10 * 16 * 6 * 25 multiply-adds of the products; bias and activation come on top.
        const double products = 480000;
        QVERIFY(report.nodes.at("conv_2").forwardFlops >= products);
        QVERIFY(report.nodes.at("conv_2").forwardFlops <= products * 1.02);
        QCOMPARE(report.nodes.at("input").activationBytes, int64_t{784});  // bytes, not floats
        QCOMPARE(report.order.front(), std::string("input"));
        QCOMPARE(report.order.back(), std::string("output"));
        QCOMPARE(report.nodes.at("conv_2").inputs.size(), size_t{1});
    }

    void emptyNetwork() {
        const NetworkReport report = validate({}, kDigits);
        QVERIFY(!report.ok());
        QVERIFY(find(report, "", "The network is empty"));
    }

    void cycle() {
        NetworkSpec network = findTemplate("resnet20").make(kPhotos);
        network.links.push_back({"act_3", "add_1", 2});
        const NetworkReport report = validate(network, kPhotos);
        QVERIFY(!report.ok());
        const Diagnostic* circle = nullptr;
        for (const Diagnostic& d : report.diagnostics)
            if (d.message.english().rfind("The wires go in a circle: ", 0) == 0) circle = &d;
        QVERIFY2(circle, all(report).c_str());
        QVERIFY(circle->message.english().find("add_1 → act_3") != std::string::npos);
        QCOMPARE(circle->repairs.size(), size_t{1});
        QVERIFY_EXCEPTION_THROWN(build(network, kPhotos, 8, true), Error);
        apply(network, circle->node, circle->repairs[0]);
        QVERIFY(!find(validate(network, kPhotos), circle->node, "circle"));
    }

    void selfLoop() {
        NetworkSpec network = lenet();
        network.nodes.push_back(makeNode("add_1", "Add"));
        network.links.push_back({"add_1", "add_1", 0});
        QVERIFY(find(validate(network, kDigits), "add_1", "The wires go in a circle: add_1 → add_1"));
    }

    void unconnectedInput() {
        NetworkSpec network = lenet();
        unlink(network, "pool_1", "conv_2");
        const NetworkReport report = validate(network, kDigits);
        const Diagnostic* open = find(report, "conv_2", "Nothing is connected to its input");
        QVERIFY2(open && open->severity == Severity::Error, all(report).c_str());
        // What stands above is complete and parked: it keeps its numbers and is only warned of.
        const Diagnostic* loose = find(report, "pool_1", "Nothing uses its result");
        QVERIFY(loose && loose->severity == Severity::Warning);
        QCOMPARE(report.nodes.at("conv_1").parameters, int64_t{156});
        QVERIFY(!report.nodes.at("dense_1").outputKnown);
    }

    void parkedNodesDoNotMatter() {
        NetworkSpec network = lenet();
        network.nodes.push_back(makeNode("conv_9", "Conv2D"));
        network.nodes.push_back(makeNode("what", "Hologram"));
        const NetworkReport report = validate(network, kDigits);
        QVERIFY2(report.ok(), all(report).c_str());
        QCOMPARE(report.diagnostics.size(), size_t{3});  // no input and no use; unknown type
        QCOMPARE(report.parameters, int64_t{61706});
        QCOMPARE(build(network, kDigits, 8, true).parameters.size(), size_t{10});
    }

    // Each repair of two images that differ in size goes to the wire that it is meant for, in whichever order they
    // come.
    void bordersAreMadeEven() {
        const DataFacts facts{{1, 28, 28}, 10};
        for (const auto& [first, second] : {std::pair{"conv_1", "conv_3"}, {"conv_3", "conv_1"}}) {
            NetworkSpec network;
            network.nodes = {makeNode("input", "Input"),
                             makeNode("conv_1", "Conv2D"),
                             makeNode("conv_2", "Conv2D"),
                             makeNode("conv_3", "Conv2D"),
                             makeNode("add_1", "Add"),
                             makeNode("flatten_1", "Flatten"),
                             makeNode("dense_1", "Dense", {{"units", int64_t{10}}}),
                             makeNode("output", "Output")};
            network.links = {{"input", "conv_1", 0},      {"conv_1", "conv_2", 0}, {"conv_2", "conv_3", 0},
                             {first, "add_1", 0},         {second, "add_1", 1},    {"add_1", "flatten_1", 0},
                             {"flatten_1", "dense_1", 0}, {"dense_1", "output", 0}};
            const NetworkReport report = validate(network, facts);
            const Diagnostic* uneven = find(report, "add_1", "Add wants equal shapes");
            QVERIFY2(uneven && uneven->repairs.size() == 2, all(report).c_str());
            QCOMPARE(uneven->repairs[0].label.english(), std::string("Insert ZeroPadding2D after conv_3"));
            QCOMPARE(uneven->repairs[1].label.english(), std::string("Insert Cropping2D after conv_1"));
            for (const Repair& repair : uneven->repairs) {
                NetworkSpec repaired = network;
                apply(repaired, "add_1", repair);
                const NetworkReport now = validate(repaired, facts);
                QVERIFY2(now.ok(), all(now).c_str());
            }
        }
    }

    // Nothing but the padding of a convolution on one of the ways parts them: the layer is named, and it repairs. So it
    // is where channels are put one behind the other; there images of half the size are sampled, too.
    void waysToAMergeAreMadeEven() {
        const DataFacts facts{{1, 28, 28}, 10};
        const auto labels = [](const Diagnostic& told) {
            QStringList all;
            for (const Repair& repair : told.repairs) all << QString::fromStdString(repair.label.english());
            return all;
        };
        const auto repairsOf = [&](const char* merge, const char* first, const char* second) {
            NetworkSpec network;
            network.nodes = {makeNode("input", "Input"),
                             makeNode("conv_1", "Conv2D"),
                             makeNode("conv_2", "Conv2D"),
                             makeNode("pool_1", "MaxPooling2D"),
                             makeNode("merge_1", merge),
                             makeNode("flatten_1", "Flatten"),
                             makeNode("dense_1", "Dense", {{"units", int64_t{10}}}),
                             makeNode("output", "Output")};
            network.links = {{"input", "conv_1", 0},      {"conv_1", "conv_2", 0}, {"conv_1", "pool_1", 0},
                             {first, "merge_1", 0},       {second, "merge_1", 1},  {"merge_1", "flatten_1", 0},
                             {"flatten_1", "dense_1", 0}, {"dense_1", "output", 0}};
            const NetworkReport report = validate(network, facts);
            const Diagnostic* uneven = find(report, "merge_1", "wants");
            if (!uneven) return QStringList{QString::fromStdString(all(report))};
            for (const Repair& repair : uneven->repairs) {
                NetworkSpec repaired = network;
                apply(repaired, "merge_1", repair);
                const NetworkReport now = validate(repaired, facts);
                if (const Diagnostic* left = find(now, "merge_1", "wants"))
                    return QStringList{QString::fromStdString(left->message.english())};
            }
            return labels(*uneven);
        };
        const QStringList padded{"Set padding of conv_2 to same", "Insert ZeroPadding2D after conv_2",
                                 "Insert Cropping2D after conv_1"};
        QCOMPARE(repairsOf("Add", "conv_1", "conv_2"), padded);
        QCOMPARE(repairsOf("Add", "conv_2", "conv_1"), padded);
        QCOMPARE(repairsOf("Concatenate", "conv_1", "conv_2"), padded);
        const QStringList sampled{"Insert UpSampling2D after pool_1", "Insert MaxPooling2D after conv_1",
                                  "Insert ZeroPadding2D after pool_1", "Insert Cropping2D after conv_1"};
        QCOMPARE(repairsOf("Concatenate", "conv_1", "pool_1"), sampled);
        QCOMPARE(repairsOf("Concatenate", "pool_1", "conv_1"), sampled);
    }

    void mergesWantTwo() {
        NetworkSpec network = findTemplate("resnet20").make(kPhotos);
        std::erase_if(network.links, [](const LinkSpec& l) { return l.to == "add_1" && l.port == 0; });
        const NetworkReport report = validate(network, kPhotos);
        const Diagnostic* open = find(report, "add_1", "Add wants two inputs or more, and has one");
        QVERIFY2(open, all(report).c_str());
        QCOMPARE(open->inputPort, 0);
        QCOMPARE(open->repairs.size(), size_t{1});
        network.remove({"add_1"}, true);  // as the window does it, with what it joined joined
        QVERIFY2(validate(network, kPhotos).ok(), all(validate(network, kPhotos)).c_str());
        QVERIFY(open->repairs[0].kind == Repair::Kind::Remove && open->repairs[0].node == "add_1");
    }

    // What came in there before hangs loose: it is offered first.
    void aMergeWithOneWireOffersWhatHangsLoose() {
        NetworkSpec network = findTemplate("resnet20").make(kPhotos);
        const auto second = std::ranges::find_if(
            network.links, [](const LinkSpec& link) { return link.to == "add_1" && link.port == 1; });
        QVERIFY(second != network.links.end());
        const std::string way = second->from;
        network.links.erase(second);
        const NetworkReport report = validate(network, kPhotos);
        const Diagnostic* open = find(report, "add_1", "Add wants two inputs or more, and has one");
        QVERIFY2(open, all(report).c_str());
        QCOMPARE(open->repairs.size(), size_t{2});
        QCOMPARE(open->repairs[0].label.english(), "Connect " + way);
        QVERIFY(open->repairs[1].kind == Repair::Kind::Remove);
        NetworkSpec repaired = network;
        apply(repaired, "add_1", open->repairs[0]);
        QVERIFY2(validate(repaired, kPhotos).ok(), all(validate(repaired, kPhotos)).c_str());
        // Of another shape it is not what belongs there.
        std::ranges::find(network.links, "add_1", &LinkSpec::to)->from = "input";
        const NetworkReport other = validate(network, kPhotos);
        open = find(other, "add_1", "and has one");
        QVERIFY2(open && open->repairs.size() == 1, all(other).c_str());
    }

    // Two that nothing feeds do not feed each other.
    void looseEndsThatNothingFeeds() {
        NetworkSpec network = lenet();
        network.nodes.push_back(makeNode("conv_x", "Conv2D", {{"filters", int64_t{4}}}));
        network.nodes.push_back(makeNode("dense_x", "Dense", {{"units", int64_t{5}}}));
        const NetworkReport report = validate(network, kDigits);
        for (const char* id : {"conv_x", "dense_x"}) {
            const Diagnostic* open = find(report, id, "Nothing is connected to its input");
            QVERIFY2(open, all(report).c_str());
            QVERIFY(open->repairs.empty());
        }
    }

    // Pixels that are brought to small numbers twice are next to one number; what only moves them is meant.
    void rescaledTwice() {
        NetworkSpec network;
        const auto rescaling = [](const char* id, double scale, double offset) {
            return makeNode(id, "Rescaling", {{"scale", scale}, {"offset", offset}});
        };
        network.nodes = {makeNode("input", "Input"), rescaling("a", 1 / 255.0, 0), rescaling("b", 2, -1)};
        network.links = {{"input", "a", 0}, {"a", "b", 0}};
        QVERIFY(checkRescaling(network, 0, 255).empty());
        network.nodes.push_back(rescaling("c", 1 / 127.5, -1));
        network.links.push_back({"b", "c", 0});
        const std::vector<Diagnostic> found = checkRescaling(network, 0, 255);
        QCOMPARE(found.size(), size_t{1});
        QCOMPARE(QString::fromStdString(found[0].node), QStringLiteral("c"));
        QVERIFY2(found[0].message.english().find("“b” makes are from -1 to 1") != std::string::npos,
                 found[0].message.english().c_str());
        QVERIFY(checkRescaling(network, 0, 0.01).empty());  // they were close together before
        network.links.push_back({"c", "a", 0});             // a circle, which is told elsewhere
        network.links.erase(network.links.begin());
        QVERIFY(checkRescaling(network, 0, 255).empty());
    }

    // Weights are drawn for values of about 1: pixels that come to them as they are get a Rescaling offered, before the
    // first layer that the Input feeds.
    void pixelsThatNothingRescales() {
        NetworkSpec network;
        network.nodes = {makeNode("input", "Input"), makeNode("pool", "MaxPooling2D"), makeNode("conv", "Conv2D"),
                         makeNode("flatten", "Flatten"), makeNode("dense", "Dense")};
        network.links = {{"input", "pool", 0}, {"pool", "conv", 0}, {"conv", "flatten", 0}, {"flatten", "dense", 0}};
        const std::vector<Diagnostic> found = checkRawPixels(network, 0, 255);
        QCOMPARE(found.size(), size_t{1});  // of what the convolution makes nobody knows
        QCOMPARE(QString::fromStdString(found[0].node), QStringLiteral("conv"));
        QVERIFY(found[0].severity == Diagnostic::Severity::Warning);
        QCOMPARE(found[0].repairs.size(), size_t{1});
        QCOMPARE(QString::fromStdString(found[0].repairs[0].node), QStringLiteral("pool"));
        QVERIFY(checkRawPixels(network, 0, 1).empty());
        NetworkSpec repaired = network;
        apply(repaired, found[0].node, found[0].repairs[0]);
        QVERIFY(checkRawPixels(repaired, 0, 255).empty());
        // Scale does no harm where it is taken out again, nor to weights that are there already.
        NetworkSpec normalised = network;
        normalised.nodes.push_back(makeNode("norm", "BatchNormalization"));
        normalised.links[2] = {"conv", "norm", 0};
        QVERIFY(checkRawPixels(normalised, 0, 255).empty());
        NetworkSpec frozen = network;
        frozen.nodes.edit(2).properties["trainable"] = false;
        QVERIFY(checkRawPixels(frozen, 0, 255).empty());
        for (const NetworkTemplate& each : allTemplates())
            QVERIFY2(checkRawPixels(each.make(kPhotos), 0, 255).empty(), each.id.c_str());
    }

    void twoWiresAtOnePort() {
        NetworkSpec network = lenet();
        network.links.push_back({"rescaling_1", "conv_2", 0});
        const Diagnostic* twice = find(validate(network, kDigits), "conv_2", "Two wires end at input 1");
        QVERIFY(twice);
        network.links.back().port = 1;
        QVERIFY(find(validate(network, kDigits), "conv_2", "Conv2D has 1 input, and 2 are connected"));
    }

    void inputAndOutputMissing() {
        NetworkSpec network = lenet();
        apply(network, "input", {Repair::Kind::Remove, "", "", 0, "", {}, ""});
        NetworkReport report = validate(network, kDigits);
        QVERIFY(find(report, "", "The network has no Input"));
        const Diagnostic* open = find(report, "rescaling_1", "Nothing is connected");
        QVERIFY(open && open->repairs.size() == 1);
        apply(network, "rescaling_1", open->repairs[0]);
        QVERIFY2(validate(network, kDigits).ok(), all(validate(network, kDigits)).c_str());

        apply(network, "output", {Repair::Kind::Remove, "", "", 0, "", {}, ""});
        report = validate(network, kDigits);
        QVERIFY(find(report, "", "The network has no Output"));
        QCOMPARE(report.nodes.at("dense_3").parameters, int64_t{850});  // numbers stay
    }

    void twoOutputs() {
        NetworkSpec network = lenet();
        network.nodes.push_back(makeNode("output_1", "Output"));
        network.links.push_back({"dense_2", "output_1", 0});
        const NetworkReport report = validate(network, kDigits);
        QVERIFY(!report.ok());
        const Diagnostic* extra = find(report, "output_1", "There is an Output already");
        QVERIFY(extra);
        apply(network, "output_1", extra->repairs.at(0));
        QVERIFY(validate(network, kDigits).ok());
    }

    void unknownTypeIsKept() {
        NetworkSpec network = lenet();
        network.find("conv_2")->type = "Hologram";
        const NetworkReport report = validate(network, kDigits);
        const Diagnostic* unknown = find(report, "conv_2", "“Hologram” needs a newer Tensorloom or a missing plug-in");
        QVERIFY(unknown && unknown->severity == Severity::Error);
        QCOMPARE(unknown->detail.english(), std::string("It is kept as it is."));
    }

    void newerVersion() {
        NetworkSpec network = lenet();
        network.find("conv_2")->version = 99;
        QVERIFY(find(validate(network, kDigits), "conv_2", "newer Tensorloom (version 99, and this one knows 1)"));
    }

    void badProperty() {
        NetworkSpec network = lenet();
        network.find("conv_1")->properties["filters"] = int64_t{0};
        network.find("conv_1")->properties["colour"] = std::string("red");
        const NetworkReport report = validate(network, kDigits);
        const Diagnostic* wrong = find(report, "conv_1", "filters must be between 1 and 65536, not 0");
        QVERIFY2(wrong, all(report).c_str());
        const Diagnostic* unknown = find(report, "conv_1", "Conv2D has no property “colour”");
        QVERIFY(unknown && unknown->severity == Severity::Warning);
        apply(network, "conv_1", wrong->repairs.at(0));
        QVERIFY(validate(network, kDigits).ok());
    }

    // What only building finds is told once, of the layer that it is about.
    void behindALayerThatCannotBeBuilt() {
        NetworkSpec network = lenet();
        network.find("conv_2")->properties["kernel_initializer"] = std::string("identity");
        const NetworkReport report = validate(network, kDigits);
        QVERIFY2(find(report, "conv_2", "The initialiser identity fills matrices only"), all(report).c_str());
        for (const Diagnostic& diagnostic : report.diagnostics) QCOMPARE(diagnostic.node, std::string("conv_2"));
        QVERIFY(report.nodes.at("conv_1").outputKnown);
        for (const char* node : {"conv_2", "dense_1", "output"}) QVERIFY(!report.nodes.at(node).outputKnown);
    }

    void flattenRepair() {
        NetworkSpec network = lenet();
        unlink(network, "flatten_1", "dense_1");
        apply(network, "flatten_1", {Repair::Kind::Remove, "", "", 0, "", {}, ""});
        network.links.push_back({"pool_2", "dense_1", 0});
        const NetworkReport report = validate(network, kDigits);
        const Diagnostic* wrong = find(report, "dense_1", "Dense wants a vector, and gets 16×5×5");
        QVERIFY2(wrong, all(report).c_str());
        QCOMPARE(wrong->detail.english(), std::string("“pool_2” keeps the spatial size."));
        apply(network, "dense_1", wrong->repairs.at(0));
        const NetworkReport repaired = validate(network, kDigits);
        QVERIFY2(repaired.ok(), all(repaired).c_str());
        QCOMPARE(repaired.parameters, int64_t{61706});
    }

    void classCountRepair() {
        NetworkSpec network = lenet();
        const DataFacts letters{{1, 28, 28}, 26};
        const NetworkReport report = validate(network, letters);
        const Diagnostic* wrong = find(report, "output", "The data set has 26 classes, and Output gets 10 scores");
        QVERIFY2(wrong, all(report).c_str());
        apply(network, "output", wrong->repairs.at(0));
        QVERIFY(validate(network, letters).ok());
        QVERIFY(network.find("dense_3")->properties.at("units") == PropertyValue(int64_t{26}));
    }

    void oneClassIsNothingToTellApart() {
        for (const int classes : {1, 2}) {
            const DataFacts facts{{1, 28, 28}, classes};
            const NetworkReport report = validate(findTemplate("lenet").make(facts), facts);
            QCOMPARE(report.ok(), classes == 2);
            QCOMPARE(find(report, "output", "The data set has one class only") != nullptr, classes == 1);
        }
    }

    void imageTooSmall() {
        const DataFacts icons{{3, 8, 8}, 10};
        const NetworkReport report = validate(findTemplate("lenet").make(icons), icons);
        QVERIFY2(find(report, "conv_2", "Conv2D's window is larger than its input: 5×5 on 4×4 from “pool_1”"),
                 all(report).c_str());
    }

    // What is said of a window that is too large depends on where the small image comes from.
    void imageTooSmallFromTheStart() {
        NetworkSpec network = lenet();
        network.find("conv_1")->properties = {{"kernel_size", std::vector<int64_t>{40, 40}}};
        const NetworkReport report = validate(network, kDigits);
        const Diagnostic* wrong = find(report, "conv_1", "40×40 on 28×28");
        QVERIFY2(wrong, all(report).c_str());
        QCOMPARE(wrong->detail.english(), std::string("Every image that comes into the network is this small."));
        const DataFacts icons{{3, 8, 8}, 10};
        const NetworkReport small = validate(findTemplate("lenet").make(icons), icons);
        wrong = find(small, "conv_2", "5×5 on 4×4");
        QVERIFY2(wrong, all(small).c_str());
        QCOMPARE(wrong->detail.english(), std::string("Pooling or strides before it have made the image this small."));
    }

    // Flatten before a convolution: both change places.
    void aLayerMovesAboveTheOneThatMakesAVector() {
        NetworkSpec network;
        network.nodes = {makeNode("input", "Input"), makeNode("flatten_1", "Flatten"), makeNode("conv_1", "Conv2D"),
                         makeNode("dense_1", "Dense", {{"units", int64_t{10}}}), makeNode("output", "Output")};
        network.links = {
            {"input", "flatten_1", 0}, {"flatten_1", "conv_1", 0}, {"conv_1", "dense_1", 0}, {"dense_1", "output", 0}};
        const NetworkReport report = validate(network, kDigits);
        const Diagnostic* wrong = find(report, "conv_1", "wants an image");
        QVERIFY2(wrong && wrong->repairs.size() == 1, all(report).c_str());
        QCOMPARE(wrong->detail.english(), std::string("The image's rows and columns are gone before it gets here; move "
                                                      "this layer above “flatten_1”."));
        QCOMPARE(wrong->repairs[0].label.english(), std::string("Move above flatten_1"));
        NetworkSpec repaired = network;
        apply(repaired, "conv_1", wrong->repairs[0]);
        const NetworkReport now = validate(repaired, kDigits);
        QVERIFY2(now.ok(), all(now).c_str());
        // With another layer between the two it is named all the same.
        network.nodes.push_back(makeNode("dropout_1", "Dropout"));
        network.links[1].to = "dropout_1";
        network.links.push_back({"dropout_1", "conv_1", 0});
        const NetworkReport longer = validate(network, kDigits);
        wrong = find(longer, "conv_1", "wants an image");
        QVERIFY2(wrong && wrong->repairs.empty(), all(longer).c_str());
        QVERIFY(wrong->detail.english().ends_with("move this layer above “flatten_1”."));
    }

    // Of sequences as well; what was an image before is pooled as one there.
    void aPoolingOfSequencesMovesAboveTheFlatten() {
        NetworkSpec network;
        network.nodes = {makeNode("input", "Input"), makeNode("flatten_1", "Flatten"),
                         makeNode("pool_1", "AveragePooling1D"), makeNode("dense_1", "Dense", {{"units", int64_t{10}}}),
                         makeNode("output", "Output")};
        network.links = {
            {"input", "flatten_1", 0}, {"flatten_1", "pool_1", 0}, {"pool_1", "dense_1", 0}, {"dense_1", "output", 0}};
        for (const bool image : {true, false}) {
            const DataFacts facts{image ? Shape{1, 28, 28} : Shape{20, 8}, 10};
            NetworkSpec one = network;
            if (!image) {  // a vector goes on from there
                one.nodes.push_back(makeNode("flatten_2", "Flatten"));
                one.links[2] = {"pool_1", "flatten_2", 0};
                one.links.push_back({"flatten_2", "dense_1", 0});
            }
            const NetworkReport report = validate(one, facts);
            const Diagnostic* wrong = find(report, "pool_1", "wants a sequence");
            QVERIFY2(wrong && !wrong->repairs.empty(), all(report).c_str());
            QCOMPARE(wrong->repairs[0].label.english(),
                     std::string(image ? "Move above flatten_1 as AveragePooling2D" : "Move above flatten_1"));
            QCOMPARE(wrong->detail.english().empty(), image);
            apply(one, "pool_1", wrong->repairs[0]);
            QVERIFY2(validate(one, facts).ok(), all(validate(one, facts)).c_str());
        }
    }

    // A table never was an image: nothing is to be moved.
    void aTableIsNoImage() {
        const DataFacts iris{{4}, 3};
        NetworkSpec network;
        network.nodes = {makeNode("input", "Input"), makeNode("conv_1", "Conv2D"), makeNode("pool_1", "MaxPooling2D"),
                         makeNode("dense_1", "Dense", {{"units", int64_t{3}}}), makeNode("output", "Output")};
        network.links = {
            {"input", "conv_1", 0}, {"conv_1", "pool_1", 0}, {"pool_1", "dense_1", 0}, {"dense_1", "output", 0}};
        NetworkReport report = validate(network, iris);
        const Diagnostic* wrong = find(report, "conv_1", "wants an image");
        QVERIFY2(wrong && wrong->repairs.size() == 2, all(report).c_str());
        QVERIFY(wrong->detail.english().starts_with("The data set is a table"));
        QCOMPARE(wrong->repairs[0].label.english(), std::string("Use Dense"));
        QVERIFY(wrong->repairs[1].kind == Repair::Kind::SetData && wrong->repairs[1].key == "spec");
        apply(network, "conv_1", wrong->repairs[0]);
        report = validate(network, iris);
        wrong = find(report, "pool_1", "wants an image");
        QVERIFY2(wrong && !wrong->repairs.empty(), all(report).c_str());
        QCOMPARE(wrong->repairs[0].label.english(), std::string("Remove pool_1"));
        apply(network, "pool_1", wrong->repairs[0]);
        network.links.push_back({"conv_1", "dense_1", 0});  // as the window's edit does
        report = validate(network, iris);
        QVERIFY2(report.ok(), all(report).c_str());
    }

    void noDataSet() {
        const NetworkReport report = validate(lenet(), {});
        QVERIFY(find(report, "input", "The input's shape is not known yet"));
        QCOMPARE(report.diagnostics.size(), size_t{1});  // nothing follows from it
    }

    void brokenFilesDoNotThrow() {
        NetworkSpec network = lenet();
        network.links.push_back({"nowhere", "conv_2", -5});
        network.links.push_back({"conv_2", "nowhere", 1 << 30});
        network.links.push_back({"output", "conv_1", 1 << 30});
        network.nodes.push_back(makeNode("conv_1", "Dense"));
        network.nodes.push_back(makeNode("", "Dense"));
        network.find("dense_1")->properties["units"] = std::string("many");
        const NetworkReport report = validate(network, kDigits);
        QVERIFY(!report.ok());
        QVERIFY(find(report, "conv_2", "A wire comes from “nowhere”, which is not there"));
        QVERIFY(find(report, "conv_1", "Two nodes are called “conv_1”"));
        QVERIFY(find(report, "", "A node has no name"));
    }
};

QTEST_GUILESS_MAIN(TestValidation)

}  // namespace test_validation

#include "test_validation.moc"
