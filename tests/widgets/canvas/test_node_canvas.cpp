// Every gesture of the canvas by real mouse and key events, checked by the intentions that it emits.
#include <QAccessible>
#include <QApplication>
#include <QDropEvent>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QMimeData>
#include <QSignalSpy>
#include <QTest>
#include <QWheelEvent>
#include <cmath>
#include <memory>

#include "tests/widgets/canvas/graph_fixture.h"
#include "widgets/canvas/canvas_core.h"
#include "widgets/canvas/node_canvas.h"
#include "widgets/canvas/search_palette.h"
#include "widgets/canvas/tools/wire_tool.h"
#include "widgets/theme/theme.h"

namespace test_node_canvas {

using namespace tl;

class TestNodeCanvas : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() { Theme::instance().apply(); }

    // in -> a -> b(2 inputs); free stands alone at the right.
    void init() {
        model = std::make_unique<GraphFixture>();
        model->add("in", {0, 0}, 0);
        model->add("a", {0, 120});
        model->add("b", {0, 240}, 2);
        model->add("free", {320, 120});
        model->link("in", "a");
        model->link("a", "b");
        canvas = std::make_unique<NodeCanvas>();
        canvas->resize(1000, 700);
        canvas->setLayers({{"Input", "Input", "io", "cpu", "", false, true},
                           {"Dense", "Dense", "core", "cpu", ""},
                           {"Conv2D", "Conv2D", "conv", "cpu", ""},
                           {"GlobalAveragePooling2D", "GlobalAveragePooling2D", "pool", "cpu", ""},
                           {"Output", "Output", "io", "cpu", "", true, false}});
        canvas->setModel(model.get());
        canvas->show();
        QVERIFY(QTest::qWaitForWindowExposed(canvas.get()));
        QApplication::setActiveWindow(canvas.get());  // a bare virtual display has no window manager
        canvas->setFocus();
        QCOMPARE(canvas->zoom(), 1.0);
    }

    // Cards are as much larger as letters are, stay where they are to each other, and 100 % stays 100 %.
    void growsWithTheLetters() {
        const auto high = [&] { return canvas->outputPort("a").y() - canvas->inputPort("a", 0).y(); };
        const auto apart = [&] { return (center("free") - center("a")).x(); };
        const int before = high(), between = apart();
        QCOMPARE(before, int(CanvasNode::kHeight));
        Theme::instance().setTextScale(1.3);
        QCOMPARE(canvas->zoom(), 1.0);
        QVERIFY(std::abs(high() - 1.3 * before) <= 1);
        QVERIFY(std::abs(apart() - 1.3 * between) <= 1);
        canvas->setZoom(0.5);
        QVERIFY(std::abs(high() - 0.65 * before) <= 1);
        canvas->frame({});
        QVERIFY(canvas->zoom() <= 1.0);
        for (const char* id : {"in", "b", "free"}) QVERIFY(canvas->rect().contains(center(id)));
        Theme::instance().setTextScale(1);
        canvas->setZoom(1);
        QCOMPARE(high(), before);
    }

    // What takes room from it for a while leaves what is looked at where it is; after that the view fits itself again.
    void aHeldViewFollowsNoSize() {
        canvas->showStart();
        const QPoint before = center("a");
        canvas->holdView(true);
        canvas->resize(1000, 400);
        QCOMPARE(center("a"), before);
        canvas->holdView(false);
        canvas->resize(1000, 700);
        QCOMPARE(center("a"), before);
        canvas->resize(1000, 400);
        QVERIFY(center("a") != before);
    }

    // --- selecting
    void clickShiftAndCtrlSelect() {
        click(center("a"));
        QCOMPARE(canvas->currentNode(), QString("a"));
        click(center("b"), Qt::ShiftModifier);
        QCOMPARE(canvas->selectedNodes(), QStringList({"a", "b"}));
        QCOMPARE(canvas->currentNode(), QString());
        click(center("a"), Qt::ControlModifier);
        QCOMPARE(canvas->selectedNodes(), QStringList({"b"}));
        click(center("free"));
        QCOMPARE(canvas->selectedNodes(), QStringList({"free"}));
        click(emptySpot());
        QVERIFY(canvas->selectedNodes().isEmpty());
    }

    void clickOnOneOfSeveralChoosesIt() {
        canvas->select({"a", "b"});
        click(center("a"));
        QCOMPARE(canvas->selectedNodes(), QStringList({"a"}));
    }

    void boxSelects() {
        QSignalSpy changed(canvas.get(), &NodeCanvas::selectionChanged);
        const QPoint corner = center("a") + QPoint(-160, -50), other = center("b") + QPoint(60, 10);
        drag(corner, other);
        QCOMPARE(canvas->selectedNodes(), QStringList({"a", "b"}));
        QVERIFY(changed.size() >= 1);
        drag(center("free") + QPoint(-130, -60), center("free") + QPoint(0, 0), Qt::ShiftModifier);
        QCOMPARE(canvas->selectedNodes(), QStringList({"a", "b", "free"}));
    }

    void wiresAreSelected() {
        click(middle("in", "a"));
        QCOMPARE(canvas->selectedLinks().size(), 1);
        QCOMPARE(canvas->selectedLinks().front().to, QString("a"));
        click(middle("a", "b"), Qt::ShiftModifier);
        QCOMPARE(canvas->selectedLinks().size(), 2);
        click(middle("a", "b"), Qt::ControlModifier);
        QCOMPARE(canvas->selectedLinks().size(), 1);
        click(emptySpot());
        QVERIFY(canvas->selectedLinks().isEmpty());
    }

    void escapeEndsTheSelection() {
        canvas->select({"a", "b"});
        QTest::keyClick(canvas.get(), Qt::Key_Escape);
        QVERIFY(canvas->selectedNodes().isEmpty());
        click(middle("in", "a"));
        QCOMPARE(canvas->selectedLinks().size(), 1);
        QTest::keyClick(canvas.get(), Qt::Key_Escape);
        QVERIFY(canvas->selectedLinks().isEmpty());
    }

    void vanishedNodesLeaveTheSelection() {
        canvas->select({"a", "b"});
        QSignalSpy changed(canvas.get(), &NodeCanvas::selectionChanged);
        model->order.removeAll("a");
        model->wires.clear();
        emit model->structureChanged();
        QCoreApplication::processEvents();
        QCOMPARE(canvas->selectedNodes(), QStringList({"b"}));
        QCOMPARE(changed.size(), 1);
    }

    // --- moving
    void dragMovesTheSelectionOnTheGrid() {
        canvas->select({"a", "b"});
        QSignalSpy moved(canvas.get(), &NodeCanvas::moveRequested);
        drag(center("a"), center("a") + QPoint(43, 21));
        QCOMPARE(moved.size(), 1);
        QCOMPARE(moved[0][0].toStringList(), QStringList({"a", "b"}));
        QCOMPARE(moved[0][1].toPointF(), QPointF(40, 24));
        // The model did not follow, so the node is back.
        QCOMPARE(canvas->toScene(center("a")), QPointF(100, 143));
    }

    // Whatever is chosen meanwhile, as by a key: what the hand took is what moves.
    void whatIsDraggedIsWhatMoves() {
        canvas->select({"a"});
        QSignalSpy moved(canvas.get(), &NodeCanvas::moveRequested);
        const QPoint from = center("a");
        press(from);
        moveTo(from + QPoint(20, 10));
        moveTo(from + QPoint(43, 21));
        canvas->select({"b", "free"});
        release(from + QPoint(43, 21));
        QCOMPARE(moved.size(), 1);
        QCOMPARE(moved[0][0].toStringList(), QStringList({"a"}));
    }

    // What was moved last lies over what it was dropped on, and is hit there, also when something else is chosen.
    void whatWasMovedLastIsInFront() {
        connect(canvas.get(), &NodeCanvas::moveRequested, this, [this](const QStringList& ids, QPointF by) {
            for (const QString& id : ids) model->all[id].position += by;
            emit model->structureChanged();
        });
        const auto put = [&](const char* id, const char* on) {
            const QPoint corner(80, 15);
            drag(center(id) - corner, center(on) + QPoint(40, 16) - corner);
            click(emptySpot());
            click(center(on));
            QCOMPARE(canvas->selectedNodes(), QStringList({id}));
            click(emptySpot());
        };
        put("a", "free");
        put("free", "a");
    }

    void altDragIgnoresTheGrid() {
        QSignalSpy moved(canvas.get(), &NodeCanvas::moveRequested);
        drag(center("free"), center("free") + QPoint(43, 21), Qt::AltModifier);
        QCOMPARE(moved.size(), 1);
        QCOMPARE(moved[0][1].toPointF(), QPointF(43, 21));
    }

    void escapeCancelsADrag() {
        QSignalSpy moved(canvas.get(), &NodeCanvas::moveRequested);
        const QPoint from = center("free");
        press(from);
        moveTo(from + QPoint(60, 60));
        QVERIFY(center("free") != from);
        QTest::keyClick(canvas.get(), Qt::Key_Escape);
        QCOMPARE(center("free"), from);
        release(from + QPoint(60, 60));
        QCOMPARE(moved.size(), 0);
    }

    // The card stands where the model has it, whatever is in hand then.
    void aKeyInADragTakesTheCardBack() {
        const QPoint before = center("a");
        press(before);
        moveTo(before + QPoint(80, 16));
        QVERIFY(center("a") != before);
        canvas->connectSelection();
        QVERIFY(canvas->holdsWire());
        QCOMPARE(center("a"), before);
        QTest::keyClick(canvas.get(), Qt::Key_Escape);
        release(before + QPoint(80, 16));
        QCOMPARE(center("a"), before);
    }

    void arrowsNudge() {
        canvas->select({"a"});
        QSignalSpy moved(canvas.get(), &NodeCanvas::moveRequested);
        QTest::keyClick(canvas.get(), Qt::Key_Right);
        QTest::keyClick(canvas.get(), Qt::Key_Up, Qt::ShiftModifier);
        QCOMPARE(moved[0][1].toPointF(), QPointF(8, 0));
        QCOMPARE(moved[1][1].toPointF(), QPointF(0, -1));
        QVERIFY(!moved[0][2].toBool() && !moved[1][2].toBool());  // each press is a step of its own
        QKeyEvent again(QEvent::KeyPress, Qt::Key_Up, {}, {}, true);
        QCoreApplication::sendEvent(canvas.get(), &again);
        QVERIFY(moved[2][2].toBool());  // and a key held down goes on with it
    }

    void arrowsWalkAlongWires() {
        model->add("side", {-240, 120});  // nearer to "in" than "a" is, to the eye
        model->link("in", "side");
        model->add("deep", {320, 400});
        model->link("b", "deep");
        emit model->structureChanged();
        canvas->select({"in"});
        QTest::keyClick(canvas.get(), Qt::Key_Down, Qt::AltModifier);
        QCOMPARE(canvas->currentNode(), QString("a"));
        QTest::keyClick(canvas.get(), Qt::Key_Right, Qt::AltModifier);
        QCOMPARE(canvas->currentNode(), QString("free"));
        canvas->select({"b"});
        QTest::keyClick(canvas.get(), Qt::Key_Down, Qt::AltModifier);
        QCOMPARE(canvas->currentNode(), QString("deep"));  // its wire leads there
        QTest::keyClick(canvas.get(), Qt::Key_Up, Qt::AltModifier);
        QCOMPARE(canvas->currentNode(), QString("b"));
        QTest::keyClick(canvas.get(), Qt::Key_Up, Qt::AltModifier | Qt::ShiftModifier);
        QCOMPARE(canvas->selectedNodes(), QStringList({"a", "b"}));
        canvas->select({});
        QTest::keyClick(canvas.get(), Qt::Key_Down);  // nothing chosen: plain arrows walk, from the top
        QCOMPARE(canvas->currentNode(), QString("in"));
    }

    void looseNodeOnAWireIsInserted() {
        QSignalSpy spliced(canvas.get(), &NodeCanvas::spliceRequested), moved(canvas.get(), &NodeCanvas::moveRequested);
        drag(center("free"), middle("in", "a"));
        QCOMPARE(spliced.size(), 1);
        QCOMPARE(moved.size(), 0);
        QCOMPARE(spliced[0][0].toString(), QString("free"));
        QCOMPARE(spliced[0][2].value<CanvasLink>().from, QString("in"));
    }

    // --- connecting
    void dragConnects() {
        QSignalSpy connected(canvas.get(), &NodeCanvas::connectRequested);
        drag(canvas->outputPort("a"), canvas->inputPort("free", 0));
        QCOMPARE(connected.size(), 1);
        QCOMPARE(connected[0], QVariantList({"a", "free", 0}));
        drag(canvas->inputPort("free", 0), canvas->outputPort("in"));  // backwards
        QCOMPARE(connected[1], QVariantList({"in", "free", 0}));
    }

    void dropOnTheBodyTakesTheFreePort() {
        QSignalSpy connected(canvas.get(), &NodeCanvas::connectRequested);
        drag(canvas->outputPort("free"), center("b"));
        QCOMPARE(connected.size(), 1);
        QCOMPARE(connected[0], QVariantList({"free", "b", 1}));
    }

    void clickClickConnects() {
        QSignalSpy connected(canvas.get(), &NodeCanvas::connectRequested);
        click(canvas->outputPort("a"));
        moveTo(center("free"));
        QCOMPARE(connected.size(), 0);
        click(canvas->inputPort("free", 0));
        QCOMPARE(connected.size(), 1);
        QCOMPARE(connected[0], QVariantList({"a", "free", 0}));
        click(center("a"));  // the hand is empty again
        QCOMPARE(canvas->currentNode(), QString("a"));
    }

    void refusedLinkEmitsNothingAndDims() {
        QSignalSpy connected(canvas.get(), &NodeCanvas::connectRequested);
        const QRect port(canvas->inputPort("free", 0) - QPoint(6, 6), QSize(13, 13));
        const QImage before = canvas->grab(port).toImage();
        model->refusedTarget = "free";
        press(canvas->outputPort("a"));
        moveTo(canvas->outputPort("a") + QPoint(60, 80));
        QVERIFY(canvas->grab(port).toImage() != before);
        moveTo(canvas->inputPort("free", 0));
        release(canvas->inputPort("free", 0));
        QCOMPARE(connected.size(), 0);
        QVERIFY(!palette()->isVisible());
    }

    void wireEndMoves() {
        QSignalSpy moved(canvas.get(), &NodeCanvas::reconnectRequested),
            cut(canvas.get(), &NodeCanvas::disconnectRequested);
        drag(canvas->inputPort("b", 0), canvas->inputPort("free", 0));
        QCOMPARE(moved.size(), 1);
        QCOMPARE(moved[0][0].value<CanvasLink>().from, QString("a"));
        QCOMPARE(moved[0][1].toString(), QString("free"));
        drag(canvas->inputPort("b", 0), canvas->inputPort("b", 0) + QPoint(10, 2));  // and back
        QCOMPARE(moved.size(), 1);
        QCOMPARE(cut.size(), 0);
        drag(canvas->inputPort("b", 0), emptySpot());
        QCOMPARE(cut.size(), 1);
        QCOMPARE(cut[0][0].value<QVector<CanvasLink>>().front().to, QString("b"));
        QVERIFY(!palette()->isVisible());
    }

    // What a drop would do to the wire that is there is told before: it is lit, and words say what becomes of it.
    void aWireInHandTellsOfTheWireThatIsThere() {
        model->link("in", "b", 1);
        emit model->structureChanged();
        const auto lit = [&] {
            const int wire = canvas->core().tool->litWire();
            return wire < 0 ? QString() : canvas->core().scene.wires()[wire].data.from;
        };
        const auto told = [&] { return dynamic_cast<const WireTool&>(*canvas->core().tool).effect(); };
        press(canvas->inputPort("b", 0));
        moveTo(canvas->inputPort("b", 0) + QPoint(40, -40));
        QCOMPARE(lit() + told(), QString());
        moveTo(canvas->inputPort("b", 1));
        QCOMPARE(lit(), QString("in"));
        QCOMPARE(told(), QString("swaps with the wire from in"));
        const QRect around(canvas->inputPort("b", 1) - QPoint(10, 10), QSize(260, 80));
        const QImage with = canvas->grab(around).toImage();
        moveTo(canvas->inputPort("b", 0));  // its own place
        QCOMPARE(lit() + told(), QString());
        QVERIFY(canvas->grab(around).toImage() != with);
        QTest::keyClick(canvas.get(), Qt::Key_Escape);
        release(canvas->inputPort("b", 0));
        press(canvas->outputPort("free"));
        moveTo(canvas->inputPort("a", 0));
        QCOMPARE(lit(), QString("in"));
        QCOMPARE(told(), QString("replaces the wire from in"));
        QTest::keyClick(canvas.get(), Qt::Key_Escape);
        release(canvas->inputPort("a", 0));
        // By keys, too.
        canvas->select({"free"});
        canvas->connectSelection();
        QTest::keyClick(canvas.get(), Qt::Key_Left);
        QTest::keyClick(canvas.get(), Qt::Key_Down);
        QCOMPARE(canvas->accessibleDescription(), QString("to b: replaces the wire from a"));
        QTest::keyClick(canvas.get(), Qt::Key_Tab);
        QCOMPARE(canvas->accessibleDescription(), QString("to b: replaces the wire from in"));
        QTest::keyClick(canvas.get(), Qt::Key_Escape);
    }

    // Answers about thousands of inputs are none about the next layer.
    void aMergeOfThousandsOfInputs() {
        constexpr int kInputs = 4200;
        model->all["b"].inputs = kInputs;
        model->wires.clear();
        for (int port = 0; port < kInputs; ++port) model->link("a", "b", port);
        emit model->structureChanged();
        model->refusedTarget = "free";
        QSignalSpy connected(canvas.get(), &NodeCanvas::connectRequested);
        press(canvas->outputPort("in"));
        moveTo(canvas->outputPort("in") + QPoint(60, 30));
        moveTo(center("b"));
        moveTo(canvas->inputPort("free", 0));
        release(canvas->inputPort("free", 0));
        QCOMPARE(connected.size(), 0);
    }

    void altClickBreaksWires() {
        QSignalSpy cut(canvas.get(), &NodeCanvas::disconnectRequested);
        click(canvas->outputPort("a"), Qt::AltModifier);
        QCOMPARE(cut.size(), 1);
        QCOMPARE(cut[0][0].value<QVector<CanvasLink>>().size(), 1);
        click(canvas->outputPort("free"), Qt::AltModifier);
        QCOMPARE(cut.size(), 1);
    }

    void wireOnEmptyCanvasOpensTheFilteredPalette() {
        QSignalSpy created(canvas.get(), &NodeCanvas::createRequested);
        drag(canvas->outputPort("a"), emptySpot());
        QVERIFY(palette()->isVisible());
        QCOMPARE(titles().contains("Input"), false);
        QVERIFY(titles().contains("Output"));
        QTest::keyClicks(query(), "conv");
        QTest::keyClick(query(), Qt::Key_Return);
        QVERIFY(!palette()->isVisible());
        QCOMPARE(created.size(), 1);
        QCOMPARE(created[0][0].toString(), QString("Conv2D"));
        QCOMPARE(created[0][2].toString(), QString("a"));
        QCOMPARE(created[0][3].toString(), QString());
        // The new node's input hangs at the cursor.
        const QPointF at = created[0][1].toPointF(), want = canvas->toScene(emptySpot()) - QPointF(100, 0);
        QVERIFY((at - want).manhattanLength() <= 8);
    }

    // What it was asked for may be no more: an undo goes to the network behind it.
    void thePaletteGoesWithTheNetworkItWasOpenedFor() {
        QSignalSpy created(canvas.get(), &NodeCanvas::createRequested);
        drag(canvas->outputPort("a"), emptySpot());
        QVERIFY(palette()->isVisible());
        emit model->structureChanged();
        QVERIFY(!palette()->isVisible());
        QCOMPARE(created.size(), 0);
    }

    void wireFromAnInputWantsOutputs() {
        QSignalSpy created(canvas.get(), &NodeCanvas::createRequested);
        drag(canvas->inputPort("b", 1), emptySpot());
        QVERIFY(palette()->isVisible());
        QVERIFY(titles().contains("Input"));
        QVERIFY(!titles().contains("Output"));
        QTest::keyClick(query(), Qt::Key_Return);
        QCOMPARE(created[0][3].toString(), QString("b"));
        QCOMPARE(created[0][4].toInt(), 1);
    }

    // --- creating
    void paletteByActionAndDoubleClick() {
        for (const int way : {0, 1, 2}) {
            canvas->setFocus();
            if (way == 0)
                canvas->openPaletteAfterSelection();
            else if (way == 1)
                canvas->openPalette();
            else
                QTest::mouseDClick(canvas.get(), Qt::LeftButton, {}, emptySpot());
            QVERIFY2(palette()->isVisible(), qPrintable(QString::number(way)));
            QCOMPARE(titles().size(), 5);
            QTest::keyClick(query(), Qt::Key_Escape);
            QVERIFY(!palette()->isVisible());
            QVERIFY(canvas->hasFocus());
        }
    }

    // Where it goes by itself the keyboard is the canvas's again.
    void thePaletteGivesTheKeyboardBack() {
        for (const bool wheeled : {true, false}) {
            canvas->openPalette();
            QVERIFY(query()->hasFocus());
            wheeled ? wheel(emptySpot(), 120) : void(emit model->structureChanged());
            QVERIFY(!palette()->isVisible());
            QVERIFY(canvas->hasFocus());
        }
    }

    void theNewLayerIsWiredToTheSelection() {
        QSignalSpy appended(canvas.get(), &NodeCanvas::appendRequested),
            created(canvas.get(), &NodeCanvas::createRequested);
        canvas->select({"b", "a"});
        canvas->openPaletteAfterSelection();
        QTest::keyClicks(query(), "conv");
        QTest::keyClick(query(), Qt::Key_Return);
        QCOMPARE(appended.size(), 1);
        QCOMPARE(created.size(), 0);
        QCOMPARE(appended[0][0].toString(), QString("Conv2D"));
        QCOMPARE(appended[0][1].toStringList(), QStringList({"a", "b"}));  // from the top
        canvas->select({});
        canvas->openPaletteAfterSelection();
        QTest::keyClick(query(), Qt::Key_Return);
        QCOMPARE(appended.size(), 1);
        QCOMPARE(created.size(), 1);
        // Given up, it is forgotten.
        canvas->select({"a"});
        canvas->openPaletteAfterSelection();
        QTest::keyClick(query(), Qt::Key_Escape);
        QTest::mouseDClick(canvas.get(), Qt::LeftButton, {}, emptySpot());
        QTest::keyClick(query(), Qt::Key_Return);
        QCOMPARE(appended.size(), 1);
        QCOMPARE(created.size(), 2);
    }

    void connectsByKeys() {
        QSignalSpy all(canvas.get(), &NodeCanvas::connectAllRequested),
            one(canvas.get(), &NodeCanvas::connectRequested), cut(canvas.get(), &NodeCanvas::disconnectRequested);
        canvas->select({"free", "in"});
        canvas->connectSelection();
        QCOMPARE(all.size(), 1);
        QCOMPARE(all[0][0].toStringList(), QStringList({"in", "free"}));
        // One layer: a wire in hand, walked to its end by arrows.
        canvas->select({"free"});
        canvas->connectSelection();
        QTest::keyClick(canvas.get(), Qt::Key_Left);
        QTest::keyClick(canvas.get(), Qt::Key_Down);
        QVERIFY(canvas->accessibleDescription().contains("b"));
        QTest::keyClick(canvas.get(), Qt::Key_Return);
        QCOMPARE(one.size(), 1);
        QCOMPARE(one[0], QVariantList({"free", "b", 1}));
        canvas->connectSelection();
        QTest::keyClick(canvas.get(), Qt::Key_Escape);
        QTest::keyClick(canvas.get(), Qt::Key_Return);
        QCOMPARE(one.size(), 1);
        // What does not fit stays in hand, and says why.
        model->refusedTarget = "a";
        canvas->select({"b"});
        canvas->connectSelection();
        QTest::keyClick(canvas.get(), Qt::Key_Up);
        QTest::keyClick(canvas.get(), Qt::Key_Return);
        QCOMPARE(one.size(), 1);
        QVERIFY(canvas->accessibleDescription().contains("cycle"));
        QTest::keyClick(canvas.get(), Qt::Key_Escape);
        // Shift+C cuts: of one its wires, of several those between them.
        canvas->select({"a"});
        canvas->disconnectSelection();
        QCOMPARE(cut[0][0].value<QVector<CanvasLink>>().size(), 2);
        canvas->select({"a", "b"});
        canvas->disconnectSelection();
        QCOMPARE(cut[1][0].value<QVector<CanvasLink>>(), QVector<CanvasLink>({{"a", "b", 0, {}, false}}));
    }

    void theKnifeCutsWires() {
        QSignalSpy cut(canvas.get(), &NodeCanvas::disconnectRequested),
            menu(canvas.get(), &NodeCanvas::contextMenuRequested);
        const QPoint wire = middle("in", "a");
        held = Qt::ControlModifier;
        QTest::mousePress(canvas.get(), Qt::RightButton, held, wire - QPoint(60, 6));
        QContextMenuEvent asked(QContextMenuEvent::Mouse, wire, canvas->mapToGlobal(wire));
        QCoreApplication::sendEvent(canvas.get(), &asked);
        moveTo(wire + QPoint(60, 6), Qt::RightButton);
        QTest::mouseRelease(canvas.get(), Qt::RightButton, held, wire + QPoint(60, 6));
        held = {};
        QCOMPARE(menu.size(), 0);
        QCOMPARE(cut.size(), 1);
        QCOMPARE(cut[0][0].value<QVector<CanvasLink>>(), QVector<CanvasLink>({{"in", "a", 0, {}, false}}));
    }

    void paletteFindsByFewLettersAndRemembers() {
        QSignalSpy created(canvas.get(), &NodeCanvas::createRequested);
        QTest::mouseDClick(canvas.get(), Qt::LeftButton, {}, emptySpot());
        QTest::keyClicks(query(), "gap");
        QCOMPARE(titles().front(), QString("GlobalAveragePooling2D"));
        QTest::keyClick(query(), Qt::Key_Return);
        QCOMPARE(created[0][0].toString(), QString("GlobalAveragePooling2D"));
        QCOMPARE(created[0][2].toString() + created[0][3].toString(), QString());
        QTest::mouseDClick(canvas.get(), Qt::LeftButton, {}, emptySpot());
        QCOMPARE(titles().front(), QString("GlobalAveragePooling2D"));  // recent first
        QTest::keyClicks(query(), "zzz");
        QVERIFY(titles().isEmpty());
        QTest::keyClick(query(), Qt::Key_Return);
        QCOMPARE(created.size(), 1);
        click(center("a"));  // a click beside closes it
        QVERIFY(!palette()->isVisible());
    }

    void layerIsDropped() {
        QSignalSpy created(canvas.get(), &NodeCanvas::createRequested),
            inserted(canvas.get(), &NodeCanvas::insertRequested);
        QMimeData data;
        data.setData(NodeCanvas::kLayerMime, "Dense");
        dropOnto(data, emptySpot());
        QCOMPARE(created.size(), 1);
        QCOMPARE(created[0][0].toString(), QString("Dense"));
        dropOnto(data, middle("in", "a"));
        QCOMPARE(inserted.size(), 1);
        QCOMPARE(inserted[0][1].value<CanvasLink>().to, QString("a"));
        data.setData(NodeCanvas::kLayerMime, "Output");  // has no output: cannot go between
        dropOnto(data, middle("in", "a"));
        QCOMPARE(inserted.size(), 1);
        QCOMPARE(created.size(), 2);
    }

    // A card is never hidden by another: the layer follows it, or lies beside it where it cannot.
    void aLayerDroppedOnACardFollowsIt() {
        QSignalSpy created(canvas.get(), &NodeCanvas::createRequested),
            inserted(canvas.get(), &NodeCanvas::insertRequested);
        QMimeData data;
        data.setData(NodeCanvas::kLayerMime, "Dense");
        dropOnto(data, center("in"));
        QCOMPARE(inserted.size(), 1);
        QCOMPARE(inserted[0][1].value<CanvasLink>().from, QString("in"));
        dropOnto(data, center("free"));  // nothing follows it yet
        QCOMPARE(created.size(), 1);
        QCOMPARE(created[0][2].toString(), QString("free"));
        const auto hides = [&](const char* id) {
            const QRectF card(created.back()[1].toPointF(), CanvasNode().size());
            return card.intersects(QRectF(model->all[id].position, CanvasNode().size()));
        };
        QVERIFY(!hides("free"));
        data.setData(NodeCanvas::kLayerMime, "Input");
        dropOnto(data, center("free"));
        QCOMPARE(created.size(), 2);
        QVERIFY(!hides("free"));
        // Nor is one that stands there already, as the Output does below the last layer.
        model->add("below", model->all["free"].position + QPointF(0, CanvasNode::kHeight + 36));
        emit model->structureChanged();
        data.setData(NodeCanvas::kLayerMime, "Output");
        dropOnto(data, center("free"));
        QCOMPARE(created.size(), 3);
        QVERIFY(!hides("free") && !hides("below"));
        QCOMPARE(created[2][2].toString(), QString("free"));
    }

    // Close below cards a layer gets its wire from the nearest; farther off, or without an input, from none.
    void aLayerDroppedBelowCardsIsFedByTheNearest() {
        model->add("beside", {530, 130});
        emit model->structureChanged();
        QSignalSpy created(canvas.get(), &NodeCanvas::createRequested);
        QMimeData data;
        const auto feeds = [&](const char* type, QPoint at) {
            data.setData(NodeCanvas::kLayerMime, type);
            dropOnto(data, at);
            return created.back()[2].toString();
        };
        const QPoint below(0, int(CanvasNode::kHeight) + 40);
        QCOMPARE(feeds("Dense", center("free") + below), QString("free"));
        canvas->select({"free", "beside"});
        QCOMPARE(feeds("Dense", center("free") + below + QPoint(60, 0)), QString("free"));
        QCOMPARE(feeds("Dense", center("beside") + below - QPoint(60, 0)), QString("beside"));
        QCOMPARE(feeds("Output", center("beside") + below), QString("beside"));
        QCOMPARE(feeds("Input", center("beside") + below), QString());
        QCOMPARE(feeds("Dense", emptySpot()), QString());
        QCOMPARE(feeds("Dense", center("free") - below), QString());
        QCOMPARE(created.size(), 7);
    }

    void theFirstDropStaysWhereItWasDropped() {
        GraphFixture empty;
        canvas->setModel(&empty);
        connect(canvas.get(), &NodeCanvas::createRequested, &empty, [&](const QString&, QPointF at) {
            empty.add("new", at, 0);
            emit empty.structureChanged();
        });
        QMimeData data;
        data.setData(NodeCanvas::kLayerMime, "Dense");
        const QPoint spot(730, 220);
        dropOnto(data, spot);
        QCoreApplication::processEvents();
        QVERIFY((center("new") - spot).manhattanLength() <= 8);
        canvas->setModel(model.get());
    }

    void filesAreDropped() {
        QSignalSpy files(canvas.get(), &NodeCanvas::filesDropped);
        QMimeData data;
        data.setUrls({QUrl::fromLocalFile("/tmp/网络.tlm"), QUrl("https://example.org/x")});
        dropOnto(data, emptySpot());
        QCOMPARE(files.size(), 1);
        QCOMPARE(files[0][0].toStringList(), QStringList({"/tmp/网络.tlm"}));
    }

    // --- renaming and opening
    void renameInPlace() {
        canvas->select({"a"});
        QSignalSpy renamed(canvas.get(), &NodeCanvas::renameRequested);
        canvas->renameInPlace("a");
        auto* edit = canvas->findChild<QLineEdit*>("rename");
        QVERIFY(edit && edit->isVisible());
        QCOMPARE(edit->text(), QString("a"));
        QTest::keyClicks(edit, "first");
        QTest::keyClick(edit, Qt::Key_Return);
        QCOMPARE(renamed.size(), 1);
        QCOMPARE(renamed[0], QVariantList({"a", "first"}));
        canvas->renameInPlace("a");
        QVERIFY(edit->isVisible());
        QTest::keyClicks(edit, "nothing");
        QTest::keyClick(edit, Qt::Key_Escape);
        QVERIFY(!edit->isVisible());
        QCOMPARE(renamed.size(), 1);
        QVERIFY(canvas->hasFocus());
    }

    void aRefusedNameStaysInItsField() {
        canvas->setNameCheck([](const QString&, const QString& name) {
            return name == "b" ? QString("There is already a layer called b.") : QString();
        });
        canvas->select({"a"});
        QSignalSpy renamed(canvas.get(), &NodeCanvas::renameRequested);
        canvas->renameInPlace("a");
        auto* edit = canvas->findChild<QLineEdit*>("rename");
        auto* reason = canvas->findChild<QLabel*>("renameReason");
        QTest::keyClicks(edit, "b");
        QTest::keyClick(edit, Qt::Key_Return);
        QVERIFY(edit->isVisible() && edit->hasFocus());
        QCOMPARE(edit->text(), QString("b"));
        QVERIFY(reason->isVisible() && reason->text().contains("already"));
        click(emptySpot());  // neither is it lost by a click elsewhere
        QVERIFY(edit->isVisible() && reason->isVisible());
        edit->setFocus();
        QTest::keyClicks(edit, "2");
        QVERIFY(!reason->isVisible());
        QTest::keyClick(edit, Qt::Key_Return);
        QVERIFY(!edit->isVisible());
        QCOMPARE(renamed.size(), 1);
        QCOMPARE(renamed[0], QVariantList({"a", "b2"}));
    }

    void doubleClickOpens() {
        QSignalSpy activated(canvas.get(), &NodeCanvas::openRequested);
        QTest::mouseDClick(canvas.get(), Qt::LeftButton, {}, center("a"));
        QCOMPARE(activated.size(), 1);
        QCOMPARE(activated[0][0].toString(), QString("a"));
    }

    void contextMenuSelectsWhatIsUnderIt() {
        QSignalSpy asked(canvas.get(), &NodeCanvas::contextMenuRequested);
        QContextMenuEvent event(QContextMenuEvent::Mouse, center("b"), canvas->mapToGlobal(center("b")));
        QCoreApplication::sendEvent(canvas.get(), &event);
        QCOMPARE(asked.size(), 1);
        QCOMPARE(asked[0][1].toString(), QString("b"));
        QCOMPARE(canvas->currentNode(), QString("b"));
    }

    // --- navigating
    void wheelZoomsAtTheCursor() {
        const QPoint at(300, 200);
        const QPointF before = canvas->toScene(at);
        QSignalSpy zoomed(canvas.get(), &NodeCanvas::zoomChanged);
        wheel(at, 120);
        QVERIFY(canvas->zoom() > 1.1);
        QVERIFY((canvas->toScene(at) - before).manhattanLength() < 0.01);
        QCOMPARE(zoomed.size(), 1);
        for (int i = 0; i < 100; ++i) wheel(at, -480);
        QVERIFY(canvas->zoom() > 0.05);
        canvas->setWheelPans(true);
        const double zoom = canvas->zoom();
        wheel(at, 120);
        QCOMPARE(canvas->zoom(), zoom);
        wheel(at, 120, Qt::ControlModifier);
        QVERIFY(canvas->zoom() > zoom);
    }

    void middleDragAndSpaceDragPan() {
        const QPointF before = canvas->toScene({500, 300});
        QTest::mousePress(canvas.get(), Qt::MiddleButton, {}, {500, 300});
        moveTo({560, 340}, Qt::MiddleButton);
        QTest::mouseRelease(canvas.get(), Qt::MiddleButton, {}, {560, 340});
        QVERIFY((canvas->toScene({560, 340}) - before).manhattanLength() < 0.01);
        QTest::keyPress(canvas.get(), Qt::Key_Space);
        drag({560, 340}, {500, 300});
        QTest::keyRelease(canvas.get(), Qt::Key_Space);
        QVERIFY((canvas->toScene({500, 300}) - before).manhattanLength() < 0.01);
        QVERIFY(canvas->selectedNodes().isEmpty());
    }

    void allAndSomeAreFramed() {
        canvas->setZoom(2.5);
        canvas->frame({});
        QVERIFY(canvas->zoom() <= 1.0);
        for (const auto id : {"in", "a", "b", "free"}) QVERIFY(canvas->rect().contains(center(id)));
        canvas->select({"free"});
        canvas->frame({"free"});
        QVERIFY((center("free") - canvas->rect().center()).manhattanLength() < 4);
        canvas->frame({"in", "b"});
        QVERIFY((center("a") - canvas->rect().center()).manhattanLength() < 4);
    }

    void showAllShowsAllHoweverMany() {
        GraphFixture chain;
        for (int i = 0; i < 2000; ++i) {
            chain.add(QString("n%1").arg(i), {0, 82.0 * i});
            if (i > 0) chain.link(QString("n%1").arg(i - 1), QString("n%1").arg(i));
        }
        canvas->setModel(&chain);
        for (const QSize size : {QSize(1000, 700), QSize(430, 300), QSize(1600, 400)}) {
            canvas->resize(size);
            canvas->frame({});
            QVERIFY(canvas->rect().contains(center("n0")) && canvas->rect().contains(center("n1999")));
            // And it is to be seen: its line is on the picture from top to bottom.
            const QImage picture = canvas->grab().toImage();
            const QColor card = picture.pixelColor(center("n1000"));
            QVERIFY(card != picture.pixelColor(center("n1000") - QPoint(40, 0)));
            // So does the minimap, which maps what is in sight: its line goes from the first card to the last.
            const QRect map = QRect(14, size.height() - 104 - 14, 140, 104).adjusted(6, 6, -6, -6);
            const QRectF view(canvas->toScene(QPoint()), canvas->toScene(QPoint(size.width(), size.height())));
            const double scale = std::min(map.width() / view.width(), map.height() / view.height());
            for (const char* id : {"n0", "n1000", "n1999"}) {
                const QPointF from = canvas->toScene(center(id)) - view.center();
                const QPoint at = (QRectF(map).center() + from * scale).toPoint();
                QVERIFY(map.contains(at));
                const auto differs = [&](const QPoint& by) {
                    return picture.pixelColor(at + by) != picture.pixelColor(at - QPoint(5, 0));
                };
                QVERIFY2(differs({}) || differs({-1, 0}) || differs({1, 0}), id);
            }
        }
        // Zooming in and out again ends no earlier.
        const double all = canvas->zoom();
        for (int i = 0; i < 60; ++i) wheel(canvas->rect().center(), 240);
        for (int i = 0; i < 100; ++i) wheel(canvas->rect().center(), -240);
        QVERIFY(canvas->zoom() <= all);
        canvas->setModel(model.get());
    }

    void showAllLeavesNothingBelowTheMinimap() {
        GraphFixture wide;
        for (int i = 0; i < 12; ++i) wide.add(QString("n%1").arg(i), {240.0 * (i % 4), 240.0 * (i / 4)});
        canvas->setModel(&wide);
        canvas->frame({});
        const QRect map(14, canvas->height() - 104 - 14, 140, 104);
        for (int i = 0; i < 12; ++i) {
            const QPoint at = center(QString("n%1").arg(i));
            QVERIFY(canvas->rect().contains(at));
            QVERIFY(!map.contains(at));
        }
        canvas->setModel(model.get());
    }

    void revealShowsAFarNode() {
        model->add("far", {5000, 9000});
        emit model->structureChanged();
        canvas->revealNode("far");
        QVERIFY(canvas->rect().contains(center("far")));
        canvas->revealNode("nobody");
    }

    void minimapDrags() {
        const QRect map(14, canvas->height() - 104 - 14, 140, 104);
        QTest::mousePress(canvas.get(), Qt::LeftButton, {}, map.center());
        moveTo(map.topLeft() + QPoint(8, 8));
        QTest::mouseRelease(canvas.get(), Qt::LeftButton, {}, map.topLeft() + QPoint(8, 8));
        const QPointF moved = canvas->toScene(canvas->rect().center());
        QVERIFY(moved.x() < 100 && moved.y() < 100);
        QVERIFY(canvas->selectedNodes().isEmpty());
        canvas->setMinimapVisible(false);
        QVERIFY(!canvas->minimapVisible());
    }

    void draggedWirePansAtTheEdge() {
        const QPointF before = canvas->toScene(canvas->rect().center());
        press(canvas->outputPort("a"));
        moveTo({990, 400});
        moveTo({996, 400});
        QTRY_VERIFY(canvas->toScene(canvas->rect().center()).x() > before.x() + 20);
        QTest::keyClick(canvas.get(), Qt::Key_Escape);
        release({996, 400});
        QVERIFY(!palette()->isVisible());
    }

    // --- errors
    void errorCardRepairs() {
        auto& node = model->all["b"];
        node.error = "Dense wants a vector, and gets 32×16×16";
        node.errorDetail = "Flatten makes one of it.";
        node.repairs = QStringList{"Insert Flatten", "Remove"};
        emit model->nodeChanged("b");
        QCoreApplication::processEvents();
        canvas->grab();
        QSignalSpy repaired(canvas.get(), &NodeCanvas::repairRequested);
        QVERIFY(!canvas->repairButton(1).isEmpty());
        click(canvas->repairButton(1).center());
        QCOMPARE(repaired.size(), 1);
        QCOMPARE(repaired[0], QVariantList({"b", 1}));
        canvas->makeFirstRepair();
        QCOMPARE(repaired[1], QVariantList({"b", 0}));
        // It covers no card, and it closes: by its x, by Escape; it comes back when asked for, or with another error.
        for (const auto id : {"in", "a", "b", "free"})
            QVERIFY(!canvas->errorCard().intersects(QRect(center(id) - QPoint(100, 23), QSize(200, 46))));
        click(canvas->closeButton().center());
        QVERIFY(canvas->errorCard().isEmpty());
        QCOMPARE(repaired.size(), 2);
        click(center("b"));
        QVERIFY(!canvas->errorCard().isEmpty());
        QTest::keyClick(canvas.get(), Qt::Key_Escape);
        QVERIFY(canvas->errorCard().isEmpty());
        QCOMPARE(canvas->currentNode(), QString("b"));  // the next Escape ends the selection
        QTest::keyClick(canvas.get(), Qt::Key_Escape);
        QVERIFY(canvas->selectedNodes().isEmpty());
        canvas->makeFirstRepair();  // nothing is chosen, and no card says what it would be
        QCOMPARE(repaired.size(), 3);
        QCOMPARE(repaired[2], QVariantList({"b", 0}));
        node.error = "Something else";
        emit model->nodeChanged("b");
        QVERIFY(!canvas->errorCard().isEmpty());
        node.error.clear();
        emit model->nodeChanged("b");
        QVERIFY(canvas->repairButton(0).isEmpty());
    }

    // A repair of many words has as many lines as it takes, and none of them is cut.
    void aLongRepairIsWhole() {
        auto& node = model->all["b"];
        node.error = "sparse_categorical_crossentropy takes raw scores or a softmax";
        node.repairs = QStringList{"Set activation of dense_3 to linear", "Remove softmax_1",
                                   "Set loss of output to sparse_categorical_crossentropy, from raw scores"};
        emit model->nodeChanged("b");
        QCoreApplication::processEvents();
        canvas->grab();
        const QFontMetrics letters(Theme::instance().font(12, QFont::DemiBold));
        for (int i = 0; i < node.repairs.size(); ++i) {
            const QRect button = canvas->repairButton(i);
            QVERIFY(canvas->errorCard().contains(button));
            const QRect room = button.adjusted(6, 0, -6, 0);
            const QRect words = letters.boundingRect(room, Qt::AlignCenter | Qt::TextWordWrap, node.repairs[i]);
            QVERIFY2(room.adjusted(-1, -1, 1, 1).contains(words), qPrintable(node.repairs[i]));
            if (i > 0) QVERIFY(button.top() >= canvas->repairButton(i - 1).bottom());
        }
    }

    // Why a wire was not taken is said beside the card of what is wrong.
    void aRefusalCoversNoErrorCard() {
        auto& node = model->all["b"];
        node.error = "Dense wants a vector, and gets 32×16×16";
        node.repairs = QStringList{"Insert Flatten", "Remove"};
        emit model->nodeChanged("b");
        model->refusedTarget = "b";
        QCoreApplication::processEvents();
        const QImage before = canvas->grab().toImage();
        const QRect card = canvas->errorCard();
        QVERIFY(!card.isEmpty());
        drag(canvas->outputPort("free"), center("b") + QPoint(60, 0));
        const QImage after = canvas->grab().toImage();
        QVERIFY(after != before);  // it is said
        QCOMPARE(canvas->errorCard(), card);
        const QRect inner = card.adjusted(1, 1, -1, -1);
        QCOMPARE(after.copy(inner), before.copy(inner));
    }

    void wrongNodeIsPaintedRed() {
        const QPoint edge = center("b") + QPoint(0, 23) - QPoint(50, 1);
        const QColor before = canvas->grab().toImage().pixelColor(edge);
        model->all["b"].error = "wrong";
        emit model->nodeChanged("b");
        const QColor after = canvas->grab().toImage().pixelColor(edge);
        QVERIFY(before != after);
        QVERIFY(after.red() > after.blue() + 60);
    }

    // --- robustness
    void modelMayGoAway() {
        canvas->select({"a"});
        model.reset();
        QCoreApplication::processEvents();
        QVERIFY(canvas->selectedNodes().isEmpty());
        QVERIFY(!canvas->grab().isNull());
        canvas->frame({});
        canvas->setModel(nullptr);
    }

    void changesInTheMiddleOfADrag() {
        QSignalSpy moved(canvas.get(), &NodeCanvas::moveRequested);
        const QPoint from = center("a");
        press(from);
        moveTo(from + QPoint(40, 40));
        // Words of a node change (a report comes in): the drag goes on.
        model->all["a"].badge = "77";
        emit model->nodeChanged("a");
        QVERIFY(!canvas->grab().isNull());
        QCOMPARE(center("a"), from + QPoint(40, 40));
        // The node goes: the drag ends without a trace.
        model->order.removeAll("a");
        model->wires.clear();
        emit model->structureChanged();
        moveTo(from + QPoint(60, 60));
        release(from + QPoint(60, 60));
        QCOMPARE(moved.size(), 0);
        QCOMPARE(center("a"), QPoint());
        QCOMPARE(center("b"), from + QPoint(0, 120));
        click(center("free"));  // and the canvas works on
        QCOMPARE(canvas->currentNode(), QString("free"));
    }

    // --- screen readers
    void aTreeOfCardsAndPorts() {
        model->all["b"].output = "28×28×32";
        model->all["b"].error = "Dense wants a vector.";
        emit model->nodeChanged("b");
        QAccessibleInterface* tree = QAccessible::queryAccessibleInterface(canvas.get());
        QVERIFY(tree);
        QCOMPARE(tree->childCount(), 4);
        QAccessibleInterface* card = tree->child(2);
        QCOMPARE(card->text(QAccessible::Name), QString("b, Dense, 28×28×32, error: Dense wants a vector."));
        QCOMPARE(tree->indexOfChild(card), 2);
        QCOMPARE(card->parent(), tree);
        QCOMPARE(tree->child(2), card);  // stays the same object
        QVERIFY(card->rect().contains(canvas->mapToGlobal(center("b"))));
        QCOMPARE(tree->childAt(card->rect().center().x(), card->rect().center().y()), card);
        QCOMPARE(card->childCount(), 3);
        QCOMPARE(card->child(0)->text(QAccessible::Name), QString("input 1, from a"));
        QCOMPARE(card->child(1)->text(QAccessible::Name), QString("input 2, not connected"));
        QCOMPARE(card->child(2)->text(QAccessible::Name), QString("output, not connected"));
        QCOMPARE(card->child(2)->parent(), card);
        QVERIFY(card->child(0)->rect().contains(canvas->mapToGlobal(canvas->inputPort("b", 0))));
        QVERIFY(!card->state().selected);
        auto* actions = static_cast<QAccessibleActionInterface*>(card->interface_cast(QAccessible::ActionInterface));
        QVERIFY(actions);
        actions->doAction(QAccessibleActionInterface::setFocusAction());
        QCOMPARE(canvas->currentNode(), QString("b"));
        QVERIFY(card->state().selected && card->state().focused);
        QCOMPARE(tree->focusChild(), card);
        model->order.removeAll("b");
        model->wires.clear();
        emit model->structureChanged();
        QCOMPARE(tree->childCount(), 3);
        QVERIFY(!card->isValid());
    }

    // What a screen reader reads out as the keyboard walks.
    void theCardWithTheKeyboardIsTheFocus() {
        QAccessibleInterface* tree = QAccessible::queryAccessibleInterface(canvas.get());
        QVERIFY(tree && !tree->focusChild());
        canvas->select({"in"});
        for (const auto id : {"in", "a", "b"}) {
            QVERIFY(tree->focusChild());
            QVERIFY(tree->focusChild()->text(QAccessible::Name).startsWith(QLatin1String(id) + ", Dense"));
            QVERIFY(canvas->accessibleDescription().startsWith(QLatin1String(id) + ", Dense"));
            QTest::keyClick(canvas.get(), Qt::Key_Down, Qt::AltModifier);
        }
        canvas->clearFocus();
        QVERIFY(!tree->focusChild());
    }

private:
    QPoint center(const QString& id) const { return canvas->nodeCenter(id); }
    QPoint middle(const QString& from, const QString& to) const {
        return (canvas->outputPort(from) + canvas->inputPort(to, 0)) / 2;
    }
    QPoint emptySpot() const { return center("free") + QPoint(0, 160); }
    SearchPalette* palette() const { return canvas->findChild<SearchPalette*>(); }
    QLineEdit* query() const { return palette()->findChild<QLineEdit*>(); }
    QStringList titles() const {
        QStringList all;
        auto* list = palette()->findChild<QListWidget*>();
        for (int i = 0; i < list->count(); ++i) all.push_back(list->item(i)->text());
        return all;
    }
    void press(QPoint at, Qt::KeyboardModifiers m = {}) {
        QTest::mousePress(canvas.get(), Qt::LeftButton, m, at);
        held = m;
    }
    void release(QPoint at) { QTest::mouseRelease(canvas.get(), Qt::LeftButton, held, at); }
    void moveTo(QPoint at, Qt::MouseButton button = Qt::LeftButton) {
        QMouseEvent event(QEvent::MouseMove, at, canvas->mapToGlobal(QPointF(at)), Qt::NoButton, button, held);
        QCoreApplication::sendEvent(canvas.get(), &event);
    }
    void click(QPoint at, Qt::KeyboardModifiers m = {}) {
        QTest::mouseClick(canvas.get(), Qt::LeftButton, m, at);
        held = {};
    }
    void drag(QPoint from, QPoint to, Qt::KeyboardModifiers m = {}) {
        press(from, m);
        moveTo(from + (to - from) / 2);
        moveTo(to);
        release(to);
        held = {};
    }
    void wheel(QPoint at, int delta, Qt::KeyboardModifiers m = {}) {
        QWheelEvent event(at, canvas->mapToGlobal(QPointF(at)), {}, {0, delta}, Qt::NoButton, m, Qt::NoScrollPhase,
                          false);
        QCoreApplication::sendEvent(canvas.get(), &event);
    }
    void dropOnto(QMimeData& data, QPoint at) {
        QDragEnterEvent enter(at, Qt::CopyAction, &data, Qt::LeftButton, {});
        QCoreApplication::sendEvent(canvas.get(), &enter);
        QVERIFY(enter.isAccepted());
        QDragMoveEvent over(at, Qt::CopyAction, &data, Qt::LeftButton, {});
        QCoreApplication::sendEvent(canvas.get(), &over);
        QVERIFY(!canvas->grab().isNull());
        QDropEvent drop(at, Qt::CopyAction, &data, Qt::LeftButton, {});
        QCoreApplication::sendEvent(canvas.get(), &drop);
    }

    std::unique_ptr<GraphFixture> model;
    std::unique_ptr<NodeCanvas> canvas;
    Qt::KeyboardModifiers held;
};

QTEST_MAIN(TestNodeCanvas)

}  // namespace test_node_canvas

#include "test_node_canvas.moc"
