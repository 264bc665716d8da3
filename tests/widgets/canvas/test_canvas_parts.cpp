// The canvas's parts that need no window: fuzzy search, wires, the view's mapping, ports.
#include <QTest>

#include "tests/widgets/canvas/graph_fixture.h"
#include "widgets/canvas/canvas_scene.h"
#include "widgets/canvas/error_card.h"
#include "widgets/canvas/fuzzy_match.h"
#include "widgets/canvas/grid_index.h"
#include "widgets/canvas/layer_search.h"
#include "widgets/canvas/view_transform.h"
#include "widgets/canvas/wire_geometry.h"

namespace test_canvas_parts {

using namespace tl;

class TestCanvasParts : public QObject {
    Q_OBJECT
private slots:
    void searchRanks_data() {
        QTest::addColumn<QString>("query");
        QTest::addColumn<QString>("best");
        QTest::newRow("initials") << "gap"
                                  << "GlobalAveragePooling2D";
        QTest::newRow("start") << "conv"
                               << "Conv2D";
        QTest::newRow("two words") << "max pool"
                                   << "MaxPooling2D";
        QTest::newRow("case") << "DENSE"
                              << "Dense";
        QTest::newRow("inside") << "norm"
                                << "BatchNormalization";
        QTest::newRow("one letter") << "d"
                                    << "Dense";
        QTest::newRow("the name itself") << "add"
                                         << "Add";
        QTest::newRow("shortened") << "avgpool"
                                   << "AveragePooling2D";
        QTest::newRow("what it says of itself") << "fully connected"
                                                << "Dense";
        QTest::newRow("a choice") << "gelu"
                                  << "Activation";
    }
    void searchRanks() {
        QFETCH(QString, query);
        QFETCH(QString, best);
        QVector<LayerEntry> layers;
        for (const auto title :
             {"Activation", "AdditiveAttention", "Add", "AveragePooling2D", "BatchNormalization", "Concatenate",
              "Conv2D", "Dense", "Dropout", "Flatten", "GlobalAveragePooling2D", "Input", "MaxPooling2D"})
            layers.push_back({title, title, "other", "cpu", ""});
        layers[0].words = QStringList{"relu", "gelu"};
        layers[7].help = "A fully connected layer.";
        const auto found = searchLayers(layers, query);
        QVERIFY(!found.isEmpty());
        QCOMPARE(layers[found.front()].title, best);
    }
    // A layer with a property set: on top by its own name however that is written, behind layers that are as near.
    void searchRanksWhatIsAnotherLayersSetting_data() {
        QTest::addColumn<QString>("query");
        QTest::addColumn<QStringList>("found");
        QTest::newRow("its name") << "softmax" << QStringList{"Softmax", "Activation", "Dense"};
        QTest::newRow("its beginning") << "so" << QStringList{"Softmax", "Activation", "Dense"};
        QTest::newRow("as code writes it") << "leaky_relu" << QStringList{"Leaky ReLU", "Activation"};
        QTest::newRow("in one word") << "LeakyReLU" << QStringList{"Leaky ReLU"};
        QTest::newRow("a layer's name beside") << "relu" << QStringList{"PReLU", "Leaky ReLU", "Activation"};
        QTest::newRow("the layer's own name") << "activation" << QStringList{"Activation"};
    }
    void searchRanksWhatIsAnotherLayersSetting() {
        QFETCH(QString, query);
        QFETCH(QStringList, found);
        const QVector<LayerEntry> layers{
            {"Dense", "Dense", "core", "", "", true, true, {"softmax"}},
            {"Activation", "Activation", "act", "", "", true, true, {"softmax", "leaky_relu"}},
            {"Activation?activation=softmax", "Softmax", "act", "", "", true, true, {}, "Activation"},
            {"Activation?activation=leaky_relu", "Leaky ReLU", "act", "", "", true, true, {}, "Activation"},
            {"PReLU", "PReLU", "act", "", ""}};
        QStringList titles;
        for (const int hit : searchLayers(layers, query)) titles << layers[hit].title;
        titles.sort();
        QStringList all = found;
        all.sort();
        QCOMPARE(titles, all);
        QCOMPARE(layers[searchLayers(layers, query).front()].title, found.front());
    }
    // "maxp" means images, unless what the layer would get is something else.
    void searchPrefersWhatFits() {
        QVector<LayerEntry> layers;
        for (const int axes : {1, 2, 3}) {
            const QString title = QStringLiteral("MaxPooling%1D").arg(axes);
            layers.push_back({title, title, "pool", "", "", true, true, {}, {}, axes});
        }
        const auto found = [&](const char* query, auto... axes) {
            QStringList titles;
            for (const int hit : searchLayers(layers, QLatin1String(query), axes...))
                titles << layers[hit].title.right(2);
            return titles.join(QLatin1Char(' '));
        };
        QCOMPARE(found("maxp"), QStringLiteral("2D 1D 3D"));
        QCOMPARE(found("maxp", 0), QStringLiteral("2D 1D 3D"));
        QCOMPARE(found("maxp", 1), QStringLiteral("1D 2D 3D"));
        QCOMPARE(found("maxp", 3), QStringLiteral("3D 2D 1D"));
        QCOMPARE(found("maxpooling1d"), QStringLiteral("1D"));
        QCOMPARE(found("", 3), QStringLiteral("1D 2D 3D"));
    }

    void searchFindsAllOrNone() {
        const QVector<LayerEntry> layers{{"B", "B", "", "", ""}, {"A", "A", "", "", ""}};
        QCOMPARE(searchLayers(layers, " "), QVector<int>({0, 1}));
        QCOMPARE(searchLayers(layers, "xyz"), QVector<int>());
    }

    void gridIndexFindsWhatIsNear() {
        GridIndex index;
        for (int i = 0; i < 5000; ++i) index.insert(i, {0, 82.0 * i, 200, 46});
        index.insert(5000, {-50, 0, 10, 82.0 * 5000});  // long: in every answer
        const QRectF place(0, 82.0 * 2500, 200, 82);
        auto found = index.near(place);
        QVERIFY(found.contains(2500) && found.contains(2501) && found.contains(5000));
        QVERIFY2(found.size() < 20, qPrintable(QString::number(found.size())));
        QVERIFY(std::is_sorted(found.begin(), found.end()));
        index.remove(2500, {0, 82.0 * 2500, 200, 46});
        QVERIFY(!index.near(place).contains(2500));
        QCOMPARE(index.near({-1e6, -1e6, 2e6, 2e6}).size(), 5000);
    }

    // input -> a -> b -> c -> sum, and input -> sum past all of them.
    void aSkipRunsBesideTheCards() {
        GraphFixture model;
        for (const auto& [id, row] : {std::pair{"in", 0}, {"a", 1}, {"b", 2}, {"c", 3}}) model.add(id, {0, 82.0 * row});
        model.add("sum", {0, 82.0 * 4}, 2);
        model.link("in", "a");
        model.link("a", "b");
        model.link("b", "c");
        model.link("c", "sum", 0);
        model.link("in", "sum", 1);
        model.link("a", "c");  // a shorter one, inside of it
        CanvasScene scene;
        scene.load(&model);
        const auto behind = [&](int w) {
            for (const auto& node : scene.nodes())
                if (node.data.id != scene.wires()[w].data.from && node.data.id != scene.wires()[w].data.to &&
                    scene.wires()[w].wire.meets(node.rect))
                    return node.data.id;
            return QString();
        };
        for (int w = 0; w < scene.wires().size(); ++w)
            QVERIFY2(behind(w).isEmpty(), qPrintable(QString("wire %1 at %2").arg(w).arg(behind(w))));
        QVERIFY(scene.wires()[0].wire.straight());
        const Wire outer = scene.wires()[4].wire, inner = scene.wires()[5].wire;
        QVERIFY(outer.lane && inner.lane);
        QVERIFY(std::abs(*outer.lane - *inner.lane) >= 8);
        QVERIFY(std::abs(*outer.lane - 100) > std::abs(*inner.lane - 100));
        QCOMPARE(scene.wireAt(outer.at(0.5), 4), 4);  // and is hit where it runs
        // A card moved into the lane pushes it aside, and back when it goes.
        model.add("block", {1000, 1000});
        scene.load(&model);
        const double lane = *scene.wires()[4].wire.lane;
        model.all["block"].position = {lane - 100, 82.0 * 2};
        scene.reloadNode(&model, "block");
        scene.settle();
        QVERIFY(behind(4).isEmpty() && *scene.wires()[4].wire.lane != lane);
        model.all["block"].position = {1000, 1000};
        scene.reloadNode(&model, "block");
        scene.settle();
        QCOMPARE(*scene.wires()[4].wire.lane, lane);
    }

    void cardsMayDifferInSize() {
        GraphFixture model;
        model.add("a", {0, 0});
        model.add("b", {0, 200});
        model.all["a"].live.emplace();
        model.link("a", "b");
        CanvasScene scene;
        scene.load(&model);
        QCOMPARE(scene.node(0).rect.height(), 46 + LiveStrip::kHeight);
        QCOMPARE(scene.outputPort(0).y(), 46 + LiveStrip::kHeight);
        QCOMPARE(scene.nodeAt({20, 80}), 0);
        QCOMPARE(scene.wires()[0].wire.from, QPointF(100, 46 + LiveStrip::kHeight));
        model.all["a"].live.reset();
        scene.reloadNode(&model, "a");
        scene.settle();
        QCOMPARE(scene.wires()[0].wire.from, QPointF(100, 46));
        QCOMPARE(scene.nodeAt({20, 80}), -1);
    }

    void fuzzyRefuses() {
        QCOMPARE(fuzzyScore("xyz", "Dense"), 0);
        QCOMPARE(fuzzyScore("esned", "Dense"), 0);
        QCOMPARE(fuzzyScore("densest", "Dense"), 0);
        QVERIFY(fuzzyScore("", "Dense") > 0);
    }

    void wireEndsAndDistance() {
        const auto wire = Wire::between({0, 0}, {200, 120});
        QCOMPARE(wire.at(0), QPointF(0, 0));
        QCOMPARE(wire.at(1), QPointF(200, 120));
        QVERIFY(wire.distance(wire.at(0.37)) < 1);
        QVERIFY(wire.distance({200, 0}) > 20);
        QVERIFY(Wire::between({5, 0}, {5, 100}).straight());
        QVERIFY(!Wire::between({5, 100}, {5, 0}).straight());
        for (double t = 0; t <= 1; t += 0.05) QVERIFY(wire.bounds().adjusted(-1, -1, 1, 1).contains(wire.at(t)));
    }

    void zoomKeepsTheAnchor() {
        ViewTransform view;
        view.offset = {30, -20};
        const QPointF anchor(400, 300), before = view.toScene(anchor);
        view.zoomAt(anchor, 1.7);
        QVERIFY((view.toScene(anchor) - before).manhattanLength() < 1e-9);
        view.zoomAt(anchor, 1e9);
        QCOMPARE(view.zoom, ViewTransform::kMax);
        view.zoomAt(anchor, 0);
        QCOMPARE(view.zoom, ViewTransform::kMin);
    }

    void portsStandApart_data() {
        QTest::addColumn<int>("inputs");
        QTest::addColumn<bool>("grows");
        for (const int inputs : {1, 2, 3, 5, 8})
            for (const bool grows : {false, true})
                QTest::addRow("%d%s", inputs, grows ? " and one more" : "") << inputs << grows;
    }
    void portsStandApart() {
        QFETCH(int, inputs);
        QFETCH(bool, grows);
        GraphFixture model;
        model.add("n", {0, 0}, inputs);
        model.all["n"].growsInputs = grows;
        CanvasScene scene;
        scene.load(&model);
        double last = -100;
        for (int p = 0; p < scene.portCount(0); ++p) {
            const double x = scene.inputPort(0, p).x();
            QVERIFY(x >= 8 && x <= 192);
            QVERIFY2(x - last >= 14, qPrintable(QString("%1 after %2").arg(x).arg(last)));
            last = x;
        }
        if (!grows && inputs <= 3)
            QCOMPARE((scene.inputPort(0, 0).x() + scene.inputPort(0, inputs - 1).x()) / 2, 100.0);
    }

    // Under its number another stands after one before it was removed.
    void whatIsRaisedStaysSoWhenAnotherGoes() {
        GraphFixture model;
        model.add("gone", {900, 0});
        model.add("a", {0, 0});
        model.add("b", {40, 10});
        CanvasScene scene;
        scene.load(&model);
        scene.raise({"a"});
        const QPointF both(60, 20);
        QCOMPARE(scene.nodeAt(both), scene.index("a"));
        model.order.removeOne("gone");
        scene.load(&model);
        QCOMPARE(scene.nodeAt(both), scene.index("a"));
    }

    void oneLabelForWiresThatSayTheSame() {
        GraphFixture model;
        model.add("a", {0, 0});
        model.add("b", {0, 100});
        model.add("c", {300, 100});
        model.link("a", "c");
        model.link("a", "b");
        CanvasScene scene;
        scene.load(&model);
        QVERIFY(!scene.wires()[0].labelled);
        QVERIFY(scene.wires()[1].labelled);
    }

    // The last wires go in one step (undoing "Connect"), with as many nodes as before or with all of them.
    void wiresThatAreGoneAreNowhere() {
        GraphFixture model;
        model.add("a", {0, 0});
        model.add("b", {0, 200});
        model.link("a", "b");
        CanvasScene scene;
        for (const bool nodesToo : {false, true}) {
            scene.load(&model);
            const QPointF middle(100, 120);
            QCOMPARE(scene.wireAt(middle, 10), 0);
            GraphFixture less;
            if (!nodesToo) less.add("a", {0, 0}), less.add("b", {0, 200});
            scene.load(&less);
            QCOMPARE(scene.wireAt(middle, 10), -1);
            QVERIFY(scene.wiresIn(QRectF(-500, -500, 2000, 2000)).isEmpty());
            if (!nodesToo) QVERIFY(scene.wiresAt({0, -1}).isEmpty() && scene.wiresAt({1, 0}).isEmpty());
        }
    }

    void linksToNobodyAreLeftOut() {
        GraphFixture model;
        model.add("a", {0, 0});
        model.link("a", "nobody");
        model.link("nobody", "a");
        CanvasScene scene;
        scene.load(&model);
        QCOMPARE(scene.wires().size(), 0);
    }

    void cardAvoidsNodesAndStaysInside() {
        CanvasNode node;
        node.id = "x";
        node.error = "Dense wants a vector, and gets 32×16×16";
        node.repairs = QStringList{"Insert Flatten", "Remove", "Third"};
        const QRectF room(0, 0, 1000, 700), place(400, 300, 200, 46);
        ErrorCard card;
        card.layOut(node, place, room, {});
        QVERIFY(card.rect().left() > place.right());
        QCOMPARE(card.buttonAt(card.buttonRect(2).center()), 2);
        QVERIFY(card.rect().contains(card.buttonRect(2)));
        card.layOut(node, place, room, {QRectF(620, 200, 360, 300)});
        QVERIFY(card.rect().right() < place.left());
        card.layOut(node, QRectF(880, 660, 200, 46), room, {});
        QVERIFY(room.contains(card.rect()));
        QCOMPARE(card.buttonAt(card.closeRect().center()), ErrorCard::kClose);
        // Where every place beside the node is taken, farther away; where there is none at all, not.
        QVector<QRectF> cards;
        for (double x = 100; x < 1000; x += 240)
            for (double y = 200; y < 700; y += 82) cards.push_back({x, y, 200, 46});
        card.layOut(node, place, room, cards);
        QVERIFY(card.visible());
        for (const QRectF& one : cards) QVERIFY(!card.rect().intersects(one));
        card.layOut(node, place, room, {room});
        QVERIFY(!card.visible());
        QCOMPARE(card.buttonAt({10, 10}), ErrorCard::kNone);
    }
};

QTEST_MAIN(TestCanvasParts)

}  // namespace test_canvas_parts

#include "test_canvas_parts.moc"
