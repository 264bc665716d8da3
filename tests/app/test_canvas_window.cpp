// The canvas in the real window, by keys and mouse: where pastes go, what one undo takes back and from where, how
// layers are added, connected, renamed and set together.
#include <QClipboard>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QtTest>
#include <algorithm>
#include <cmath>

#include "tests/app/shown_texts.h"
#include "tests/app/window_fixture.h"
#include "ui/commands/network_edits.h"
#include "ui/inspector/inspector_panel.h"
#include "ui/network/layer_palette_panel.h"
#include "widgets/canvas/search_palette.h"
#include "widgets/properties/property_grid.h"

namespace test_canvas_window {

using namespace tl;

namespace {

const NodeSpec& node(WindowFixture& f, const QString& id) {
    const NodeSpec* found = f.bench().network.find(id);
    if (!found) qFatal("no layer %s", qPrintable(id));
    return *found;
}

QPointF place(WindowFixture& f, const QString& id) { return {node(f, id).x, node(f, id).y}; }

bool linked(WindowFixture& f, const char* from, const char* to, int port = 0) {
    const auto& links = f.bench().network.spec().links;
    return std::find(links.begin(), links.end(), LinkSpec{from, to, port}) != links.end();
}

// Three layers that go into "joined", a Concatenate, in this order; "loose" stands beside them.
NetworkSpec merging() {
    NetworkSpec network;
    const auto add = [&](const char* type, const char* name, edits::Point at) {
        edits::rename(network, edits::addLayer(network, type, at), name);
    };
    add("Activation", "a", {0, 0});
    add("Activation", "b", {260, 0});
    add("Activation", "c", {520, 0});
    add("Concatenate", "joined", {260, 300});
    add("Dropout", "loose", {800, 150});
    edits::connect(network, "a", "joined", 0);
    edits::connect(network, "b", "joined", 1);
    edits::connect(network, "c", "joined", 2);
    return network;
}

// A mouse over the canvas, as the window system tells it.
void hover(NodeCanvas& canvas, const QPoint& at) {
    QMouseEvent event(QEvent::MouseMove, at, canvas.mapToGlobal(QPointF(at)), Qt::NoButton, Qt::NoButton, {});
    QCoreApplication::sendEvent(&canvas, &event);
}

void drag(NodeCanvas& canvas, const QPoint& from, const QPoint& by) {
    QTest::mousePress(&canvas, Qt::LeftButton, {}, from);
    for (int i = 1; i <= 4; ++i) {
        QMouseEvent move(QEvent::MouseMove, from + by * i / 4, canvas.mapToGlobal(QPointF(from + by * i / 4)),
                         Qt::NoButton, Qt::LeftButton, {});
        QCoreApplication::sendEvent(&canvas, &move);
    }
    QTest::mouseRelease(&canvas, Qt::LeftButton, {}, from + by);
}

void leave(NodeCanvas& canvas) {
    QEvent event(QEvent::Leave);
    QCoreApplication::sendEvent(&canvas, &event);
}

}  // namespace

class TestCanvasWindow : public QObject {
    Q_OBJECT
private slots:
    // A layer may be called anything: its card says what it is.
    void cardsNameTheirType() {
        WindowFixture f;
        QVERIFY(f.ready());
        NodeCanvas& canvas = f.canvas();
        for (const NodeSpec& node : f.bench().network.spec().nodes) {
            canvas.setZoom(1);
            canvas.revealNode(QString::fromStdString(node.id));
            const QSet<QString> painted = test::paintedBy(canvas);
            QVERIFY2(std::any_of(painted.begin(), painted.end(),
                                 [&](const QString& text) { return text.contains(node.type.c_str()); }),
                     qPrintable(QString::fromStdString(node.type) + QStringLiteral(": ") +
                                painted.values().join(QLatin1Char('|'))));
        }
    }

    // Where the mouse put a layer the next key is the canvas's; where keys did, they go on in the palette.
    void keysGoOnWhereALayerWasAdded() {
        WindowFixture f;
        QVERIFY(f.ready());
        auto* panel = f.find<LayerPalettePanel>("layerPalette");
        const size_t before = f.bench().network.spec().nodes.size();
        const QPoint entry = panel->entryCenter("Dense");
        QTest::mouseClick(panel->list()->viewport(), Qt::LeftButton, {}, entry);
        QTest::mouseDClick(panel->list()->viewport(), Qt::LeftButton, {}, entry);
        QTRY_COMPARE(f.bench().network.spec().nodes.size(), before + 1);
        QTRY_VERIFY(f.canvas().hasFocus());
        panel->list()->setFocus();
        for (size_t more = 2; more < 4; ++more) {
            QTest::keyClick(panel->list(), Qt::Key_Return);
            QCOMPARE(f.bench().network.spec().nodes.size(), before + more);
            QVERIFY(panel->list()->hasFocus());
        }
    }

    // A function is found by its name as a layer is, and added in the same ways.
    void aFunctionThatWasFoundIsAdded() {
        WindowFixture f;
        QVERIFY(f.ready());
        auto* panel = f.find<LayerPalettePanel>("layerPalette");
        auto* search = f.find<QLineEdit>("layerSearch");
        const auto isSoftmax = [&] {
            const NodeSpec& added = node(f, f.canvas().currentNode());
            const auto function = added.properties.find("activation");
            return added.type == "Activation" && function != added.properties.end() &&
                   function->second == PropertyValue(std::string("softmax"));
        };
        const size_t before = f.bench().network.spec().nodes.size();
        search->setFocus();
        QTest::keyClicks(search, "softmax");
        QTest::keyClick(search, Qt::Key_Return);
        QCOMPARE(f.bench().network.spec().nodes.size(), before + 1);
        QVERIFY(isSoftmax() && search->hasFocus());
        const QPoint entry = panel->entryCenter("Activation?activation=softmax");
        QTest::mouseClick(panel->list()->viewport(), Qt::LeftButton, {}, entry);
        QTest::mouseDClick(panel->list()->viewport(), Qt::LeftButton, {}, entry);
        QTRY_COMPARE(f.bench().network.spec().nodes.size(), before + 2);
        QVERIFY(isSoftmax());
    }

    void pastesGoToTheCursorAndNeverLieOnEachOther() {
        WindowFixture f;
        QVERIFY(f.ready());
        NodeCanvas& canvas = f.canvas();
        canvas.setFocus();
        canvas.select({"conv_1"});
        QTest::keyClick(f.window.get(), Qt::Key_C, Qt::ControlModifier);
        const QPoint cursor(canvas.width() - 180, 200);
        hover(canvas, cursor);
        QTest::keyClick(f.window.get(), Qt::Key_V, Qt::ControlModifier);
        const QString first = canvas.currentNode();
        QVERIFY(first != "conv_1");
        QVERIFY((canvas.nodeCenter(first) - cursor).manhattanLength() <= 16);
        QTest::keyClick(f.window.get(), Qt::Key_V, Qt::ControlModifier);  // the mouse did not move
        const QString second = canvas.currentNode();
        QVERIFY(second != first);
        QVERIFY((place(f, first) - place(f, second)).manhattanLength() >= 16);
        // From the menu: beside the original, and in sight.
        leave(canvas);
        QSet<QPair<double, double>> places;
        for (int i = 0; i < 3; ++i) {
            f.trigger("pasteAction");
            const QPointF at = place(f, canvas.currentNode());
            QVERIFY(at != place(f, "conv_1"));
            QVERIFY(canvas.rect().contains(canvas.nodeCenter(canvas.currentNode())));
            places.insert({at.x(), at.y()});
        }
        QCOMPARE(places.size(), 3);
        // Each was one step.
        const auto nodes = f.bench().network.spec().nodes.size();
        for (int i = 0; i < 5; ++i) QTest::keyClick(f.window.get(), Qt::Key_Z, Qt::ControlModifier);
        QCOMPARE(f.bench().network.spec().nodes.size(), nodes - 5);
    }

    // With none selected the new layer comes to the mouse, not to where that was last; while it is elsewhere, below the
    // last card in view. It hides none.
    void aLayerThatFollowsNoneHasAPlaceOfItsOwn() {
        WindowFixture f;
        QVERIFY(f.ready());
        NodeCanvas& canvas = f.canvas();
        const size_t wires = f.bench().network.spec().links.size();
        auto* query = canvas.findChild<SearchPalette*>()->findChild<QLineEdit*>();
        const auto add = [&] {
            QTest::keyClick(&canvas, Qt::Key_Tab);
            QTest::keyClicks(query, "dropout");
            QTest::keyClick(query, Qt::Key_Return);
            return canvas.currentNode();
        };
        const auto hidesNone = [&](const QString& id) {
            return std::ranges::none_of(f.bench().network.spec().nodes, [&](const NodeSpec& other) {
                const QPointF way = QPointF(other.x, other.y) - place(f, id);
                return other.id != id.toStdString() && std::abs(way.x()) < CanvasNode::kWidth &&
                       std::abs(way.y()) < CanvasNode::kHeight;
            });
        };
        const QPoint cursor(canvas.width() - 180, 260);
        QTest::mouseClick(&canvas, Qt::LeftButton, {}, {canvas.width() - 180, 160});
        QVERIFY(canvas.selectedNodes().isEmpty());
        hover(canvas, cursor);
        const QString first = add();
        QVERIFY((canvas.nodeCenter(first) - cursor).manhattanLength() <= 16);
        // Over a card: beside it.
        canvas.select({});
        hover(canvas, canvas.nodeCenter("conv_1"));
        const QString second = add();
        QVERIFY(second != first && hidesNone(second));
        QVERIFY(place(f, second).x() > place(f, "conv_1").x());
        canvas.frame({});
        canvas.select({});
        leave(canvas);
        const QString third = add();
        QVERIFY(third != second && hidesNone(third));
        for (const NodeSpec& other : f.bench().network.spec().nodes)
            QVERIFY(other.y < place(f, third).y() || other.id == third.toStdString());
        QVERIFY(canvas.rect().contains(canvas.nodeCenter(third)));
        QCOMPARE(f.bench().network.spec().links.size(), wires);
    }

    // A paste far from all else: once it is undone, the view would be empty.
    void whatUndoLeavesIsInSight() {
        WindowFixture f;
        QVERIFY(f.ready());
        NodeCanvas& canvas = f.canvas();
        canvas.setFocus();
        canvas.select({"conv_1"});
        QTest::keyClick(f.window.get(), Qt::Key_C, Qt::ControlModifier);
        const auto inSight = [&canvas](const QString& id) { return canvas.rect().contains(canvas.nodeCenter(id)); };
        const QPoint edge(canvas.width() - 20, 20), middle = canvas.rect().center();
        for (int i = 0; i < 6; ++i) {
            QTest::mousePress(&canvas, Qt::MiddleButton, {}, edge);
            QMouseEvent move(QEvent::MouseMove, QPointF(20, 20), canvas.mapToGlobal(QPointF(20, 20)), Qt::NoButton,
                             Qt::MiddleButton, {});
            QCoreApplication::sendEvent(&canvas, &move);
            QTest::mouseRelease(&canvas, Qt::MiddleButton, {}, {20, 20});
        }
        QVERIFY(!inSight("conv_1"));
        hover(canvas, middle);
        QTest::keyClick(f.window.get(), Qt::Key_V, Qt::ControlModifier);
        QVERIFY(inSight(canvas.currentNode()) && !inSight("conv_1"));
        QTest::keyClick(f.window.get(), Qt::Key_Z, Qt::ControlModifier);
        QVERIFY(inSight("conv_1"));
    }

    void twoQuickDragsAreTwoSteps() {
        WindowFixture f;
        QVERIFY(f.ready());
        NodeCanvas& canvas = f.canvas();
        const QPointF start = place(f, "conv_1");
        drag(canvas, canvas.nodeCenter("conv_1"), {80, 0});
        const QPointF between = place(f, "conv_1");
        drag(canvas, canvas.nodeCenter("conv_1"), {0, 40});
        QVERIFY(place(f, "conv_1") != between);
        QTest::keyClick(f.window.get(), Qt::Key_Z, Qt::ControlModifier);
        QCOMPARE(place(f, "conv_1"), between);
        QTest::keyClick(f.window.get(), Qt::Key_Z, Qt::ControlModifier);
        QCOMPARE(place(f, "conv_1"), start);
    }

    // The wires beside the one that a layer is dropped on stay, and so does their order.
    void aLayerDroppedOnAWireOfAMergeTakesNoOther() {
        WindowFixture f;
        QVERIFY(f.ready());
        const NetworkSpec network = merging();
        f.bench().network.setSpec(network);
        test::settle();
        NodeCanvas& canvas = f.canvas();
        canvas.frame({});
        const QPoint from = canvas.nodeCenter("loose");
        drag(canvas, from, (canvas.outputPort("a") + canvas.inputPort("joined", 0)) / 2 - from);
        QCOMPARE(f.bench().network.spec().links.size(), size_t{4});
        QVERIFY(linked(f, "a", "loose") && linked(f, "loose", "joined", 0));
        QVERIFY(linked(f, "b", "joined", 1) && linked(f, "c", "joined", 2));
        f.trigger("undoAction");
        QVERIFY(f.bench().network.spec() == network);
    }

    // One that is dragged to another port of its layer changes places with the wire there, in one step.
    void twoWiresOfAMergeChangePlaces() {
        WindowFixture f;
        QVERIFY(f.ready());
        const NetworkSpec network = merging();
        f.bench().network.setSpec(network);
        test::settle();
        NodeCanvas& canvas = f.canvas();
        canvas.frame({});
        const QPoint from = canvas.inputPort("joined", 0);
        drag(canvas, from, canvas.inputPort("joined", 2) - from);
        QCOMPARE(f.bench().network.spec().links.size(), size_t{3});
        QVERIFY(linked(f, "c", "joined", 0) && linked(f, "b", "joined", 1) && linked(f, "a", "joined", 2));
        canvas.setFocus();
        QTest::keyClick(f.window.get(), Qt::Key_Z, Qt::ControlModifier);
        QVERIFY(f.bench().network.spec() == network);
    }

    void undoWorksAtOnceAfterAnEditInTheInspector() {
        WindowFixture f;
        QVERIFY(f.ready());
        f.canvas().select({"conv_1"});
        const Properties before = node(f, "conv_1").properties;
        auto* filters = qobject_cast<QLineEdit*>(f.inspector().grid()->editor(QStringLiteral("filters")));
        QVERIFY(filters);
        const QString shown = filters->text();
        filters->setFocus();
        filters->selectAll();
        QTest::keyClicks(filters, "37");
        QTest::keyClick(filters, Qt::Key_Return);
        QVERIFY(node(f, "conv_1").properties != before);
        QVERIFY(filters->hasFocus());
        QTest::keyClick(filters, Qt::Key_Z, Qt::ControlModifier);
        QVERIFY(node(f, "conv_1").properties == before);
        QCOMPARE(filters->text(), shown);
        QTest::keyClick(filters, Qt::Key_Y, Qt::ControlModifier);
        QVERIFY(node(f, "conv_1").properties != before);
        // In the middle of typing as well: what was typed is in the document already.
        QTest::keyClick(filters, Qt::Key_Z, Qt::ControlModifier);
        filters->selectAll();
        QTest::keyClicks(filters, "41");
        QTest::keyClick(filters, Qt::Key_Z, Qt::ControlModifier);
        QVERIFY(node(f, "conv_1").properties == before);
        QCOMPARE(filters->text(), shown);
    }

    void severalLayersAreSetTogether() {
        WindowFixture f;
        QVERIFY(f.ready());
        f.canvas().select({"conv_1", "conv_2"});
        const NetworkSpec before = f.bench().network.spec();
        PropertyGrid* grid = f.inspector().grid();
        auto* filters = qobject_cast<QLineEdit*>(grid->editor(QStringLiteral("filters")));
        QVERIFY(filters && filters->isVisible());
        QVERIFY(filters->text().isEmpty());  // they differ
        QCOMPARE(filters->placeholderText(), QStringLiteral("mixed"));
        auto* kernel = qobject_cast<QLineEdit*>(grid->editor(QStringLiteral("kernel_size")));
        QVERIFY(kernel && !kernel->text().isEmpty());  // they agree
        filters->setFocus();
        QTest::keyClicks(filters, "12");
        QTest::keyClick(filters, Qt::Key_Return);
        for (const char* id : {"conv_1", "conv_2"})
            QVERIFY(node(f, id).properties.at("filters") == PropertyValue(int64_t{12}));
        QCOMPARE(filters->text(), QStringLiteral("12"));
        QTest::keyClick(filters, Qt::Key_Z, Qt::ControlModifier);
        QVERIFY(f.bench().network.spec() == before);
        // Escape takes back what was typed over both.
        QTest::keyClicks(filters, "12");
        QVERIFY(f.bench().network.spec() != before);
        QTest::keyClick(filters, Qt::Key_Escape);
        QVERIFY(f.bench().network.spec() == before);
        QVERIFY(filters->text().isEmpty());
        QCOMPARE(filters->placeholderText(), QStringLiteral("mixed"));
        // Of layers of different types, what they have in common.
        f.canvas().select({"conv_1", "dense_1"});
        QVERIFY(grid->editor(QStringLiteral("activation")));
        QVERIFY(!grid->editor(QStringLiteral("filters")) && !grid->editor(QStringLiteral("units")));
        // What differs by default goes back to its own default.
        NetworkSpec network = before;
        const std::string lstm = edits::addLayer(network, "LSTM", {900, 0});
        f.bench().network.setSpec(network);
        f.canvas().select({"conv_1", QString::fromStdString(lstm)});
        for (const std::string& id : {std::string("conv_1"), lstm})
            edits::setProperty(network, id, "activation", std::string("elu"));
        f.bench().network.setSpec(network);
        emit grid->reset(QStringLiteral("activation"));
        for (const char* id : {"conv_1", lstm.c_str()}) QVERIFY(!node(f, id).properties.contains("activation"));
    }

    void escapeInTheSearchForALayerGoesBackToTheCanvas() {
        WindowFixture f;
        QVERIFY(f.ready());
        f.canvas().setFocus();
        f.trigger("findAction");
        auto* line = f.find<QLineEdit>("findNode");
        QVERIFY(line && line->hasFocus());
        QTest::keyClick(line, Qt::Key_Escape);
        QTRY_VERIFY(!f.find<QLineEdit>("findNode"));
        QVERIFY(f.canvas().hasFocus());
    }

    // What is written there whole comes before what it is a part of; nothing written goes nowhere.
    void theSearchForALayerGoesToTheOneThatIsCalledSo() {
        WindowFixture f;
        QVERIFY(f.ready());
        NetworkSpec network = f.bench().network.spec();
        for (const char* name : {"my_tail_1", "tail_12", "tail_1"})
            edits::rename(network, edits::addLayer(network, "Dropout", {900, 0}), name);
        f.bench().network.setSpec(network);
        const auto found = [&](const QString& typed) {
            f.canvas().setFocus();
            f.canvas().select({});
            f.trigger("findAction");
            auto* line = f.find<QLineEdit>("findNode");
            line->setText(typed);
            QTest::keyClick(line, Qt::Key_Return);
            (void)QTest::qWaitFor([&] { return !f.find<QLineEdit>("findNode"); }, 120000);
            return f.canvas().currentNode();
        };
        QCOMPARE(found(QStringLiteral("tail_1")), QString("tail_1"));
        QCOMPARE(found(QStringLiteral("tail_1  Dropout")), QString("tail_1"));
        QCOMPARE(found(QStringLiteral("ail_12")), QString("tail_12"));
        QCOMPARE(found(QString()), QString());
    }

    void aRefusedNameStaysWithItsReason() {
        WindowFixture f;
        QVERIFY(f.ready());
        f.canvas().select({"conv_1"});
        auto* name = f.find<QLineEdit>("layerName");
        auto* reason = f.find<QLabel>("nameProblem");
        name->setFocus();
        name->selectAll();
        QTest::keyClicks(name, "conv_2");
        QTest::keyClick(name, Qt::Key_Return);
        QCOMPARE(name->text(), QStringLiteral("conv_2"));
        QVERIFY(reason->isVisible() && reason->text().contains(QStringLiteral("already")));
        QVERIFY(f.bench().network.find(QStringLiteral("conv_1")));
        QTRY_VERIFY(f.bench().network.reportIsCurrent());  // a report does not take it away either
        QCOMPARE(name->text(), QStringLiteral("conv_2"));
        name->selectAll();
        QTest::keyClicks(name, "stem");
        QTest::keyClick(name, Qt::Key_Return);
        QVERIFY(!reason->isVisible());
        QVERIFY(f.bench().network.find(QStringLiteral("stem")));
        QCOMPARE(f.canvas().currentNode(), QStringLiteral("stem"));
        // It stays chosen under whichever name undo and redo give it.
        f.canvas().setFocus();
        f.trigger("undoAction");
        QCOMPARE(f.bench().selection.nodes(), QStringList("conv_1"));
        f.trigger("redoAction");
        QCOMPARE(f.bench().selection.nodes(), QStringList("stem"));
        QCOMPARE(f.canvas().currentNode(), QStringLiteral("stem"));
    }

    void allByKeyboard() {
        WindowFixture f;
        QVERIFY(f.ready());
        NodeCanvas& canvas = f.canvas();
        canvas.setFocus();
        canvas.select({});
        QTest::keyClick(&canvas, Qt::Key_Down);
        QCOMPARE(canvas.currentNode(), QStringLiteral("input"));
        for (int i = 0; i < 3 && canvas.currentNode() != "conv_1"; ++i)
            QTest::keyClick(&canvas, Qt::Key_Down, Qt::AltModifier);
        QCOMPARE(canvas.currentNode(), QStringLiteral("conv_1"));
        // Tab adds a layer in the selected one's wire.
        QTest::keyClick(&canvas, Qt::Key_Tab);
        auto* palette = canvas.findChild<SearchPalette*>();
        QVERIFY(palette->isVisible());
        auto* query = palette->findChild<QLineEdit*>();
        QTest::keyClicks(query, "dropout");
        QTest::keyClick(query, Qt::Key_Return);
        QCOMPARE(canvas.currentNode(), QStringLiteral("dropout_1"));
        QVERIFY(linked(f, "conv_1", "dropout_1"));
        // After several, a merge takes all of them.
        canvas.select({"conv_1", "dropout_1"});
        QTest::keyClick(&canvas, Qt::Key_Tab);
        QTest::keyClicks(query, "add");
        QTest::keyClick(query, Qt::Key_Return);
        QCOMPARE(canvas.currentNode(), QStringLiteral("add_1"));
        QVERIFY(linked(f, "conv_1", "add_1", 0) && linked(f, "dropout_1", "add_1", 1));
        // A function by its name: the layer that has it, in one step.
        const NetworkSpec before = f.bench().network.spec();
        canvas.select({"conv_1"});
        QTest::keyClick(&canvas, Qt::Key_Tab);
        QTest::keyClicks(query, "softmax");
        QTest::keyClick(query, Qt::Key_Return);
        const NodeSpec* function = f.bench().network.spec().find(canvas.currentNode().toStdString());
        QVERIFY(function && function->type == "Activation");
        QCOMPARE(std::get<std::string>(function->properties.at("activation")), std::string("softmax"));
        QVERIFY(linked(f, "conv_1", canvas.currentNode().toUtf8().constData()));
        f.trigger("undoAction");
        QVERIFY(f.bench().network.spec() == before);
        canvas.setFocus();
        // C with two connects them, C with one takes a wire in hand.
        canvas.select({"add_1"});
        QTest::keyClick(&canvas, Qt::Key_C, Qt::ShiftModifier);
        QVERIFY(!linked(f, "conv_1", "add_1", 0) && !linked(f, "dropout_1", "add_1", 0));
        canvas.select({"dropout_1", "add_1"});
        QTest::keyClick(&canvas, Qt::Key_C);
        QVERIFY(linked(f, "dropout_1", "add_1", 0));
        canvas.select({"conv_1"});
        QTest::keyClick(&canvas, Qt::Key_C);
        for (int i = 0; i < 4 && !canvas.accessibleDescription().contains(QStringLiteral("add_1")); ++i)
            QTest::keyClick(&canvas, i % 2 ? Qt::Key_Right : Qt::Key_Down);
        QTest::keyClick(&canvas, Qt::Key_Return);
        QVERIFY(linked(f, "conv_1", "add_1", 1));
        // Enter goes to the properties, F2 renames, Delete removes.
        canvas.select({"conv_1"});
        QTest::keyClick(&canvas, Qt::Key_Return);
        QTRY_VERIFY(f.inspector().grid()->isAncestorOf(QApplication::focusWidget()));
        canvas.setFocus();
        QTest::keyClick(&canvas, Qt::Key_F2);
        auto* edit = canvas.findChild<QLineEdit*>(QStringLiteral("rename"));
        QVERIFY(edit && edit->isVisible());
        QTest::keyClicks(edit, "stem");
        QTest::keyClick(edit, Qt::Key_Return);
        QVERIFY(f.bench().network.find(QStringLiteral("stem")));
        // Deleting with reconnect closes the gap, and the selected wire goes too.
        QTest::keyClick(&canvas, Qt::Key_Delete, Qt::ControlModifier);
        QVERIFY(!f.bench().network.find(QStringLiteral("stem")));
        QVERIFY(std::ranges::any_of(f.bench().network.spec().links,
                                    [](const LinkSpec& link) { return link.to == "dropout_1"; }));
        canvas.select({"dropout_1"});
        QTest::keyClick(&canvas, Qt::Key_Backspace);
        QVERIFY(!f.bench().network.find(QStringLiteral("dropout_1")));
        // Home shows all, F the selection, A with Ctrl selects all, Escape none.
        QTest::keyClick(&canvas, Qt::Key_Home);
        const double all = canvas.zoom();
        canvas.select({"conv_2"});
        QTest::keyClick(&canvas, Qt::Key_F);
        QVERIFY(canvas.zoom() > all);
        QTest::keyClick(&canvas, Qt::Key_A, Qt::ControlModifier);
        QCOMPARE(canvas.selectedNodes().size(), qsizetype(f.bench().network.spec().nodes.size()));
        QTest::keyClick(&canvas, Qt::Key_Escape);
        QVERIFY(canvas.selectedNodes().isEmpty());
    }
};

QTEST_MAIN(TestCanvasWindow)

}  // namespace test_canvas_window

#include "test_canvas_window.moc"
