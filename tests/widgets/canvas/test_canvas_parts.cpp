// The canvas's parts that need no window: fuzzy search, wires, the view's mapping, ports.
#include <QTest>

#include "tests/widgets/canvas/graph_fixture.h"
#include "widgets/canvas/canvas_scene.h"
#include "widgets/canvas/error_card.h"
#include "widgets/canvas/fuzzy_match.h"
#include "widgets/canvas/view_transform.h"
#include "widgets/canvas/wire_geometry.h"

using namespace tl;

class TestCanvasParts : public QObject {
    Q_OBJECT
private slots:
    void fuzzyFinds_data() {
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
    }
    void fuzzyFinds() {
        QFETCH(QString, query);
        QFETCH(QString, best);
        const QStringList titles{
            "Activation", "Add",     "AveragePooling2D", "BatchNormalization",     "Concatenate", "Conv2D",
            "Dense",      "Dropout", "Flatten",          "GlobalAveragePooling2D", "Input",       "MaxPooling2D"};
        QString found;
        int score = 0;
        for (const auto& title : titles)
            if (const int s = fuzzyScore(query, title); s > score) {
                score = s;
                found = title;
            }
        QCOMPARE(found, best);
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
    }
};

QTEST_MAIN(TestCanvasParts)
#include "test_canvas_parts.moc"
