// The layout by itself: nothing overlaps, wires go down, boxes hold what is in them, ways through borders meet, and
// what is folded or stopped costs nothing.
#include <QTest>

#include "widgets/graph/graph_layout.h"
#include "widgets/graph/layered_layout.h"

namespace test_graph_layout {

using namespace tl;

namespace {

GraphContent chain(int cards) {
    GraphContent content;
    for (int i = 0; i < cards; ++i) {
        content.cards.push_back({QStringLiteral("op %1").arg(i)});
        if (i > 0) content.wires.push_back({i - 1, i, 100.0});
    }
    return content;
}

// Blocks of two ways that join: a, b, (c), add; boxes of them in boxes of stages.
GraphContent blocks(int stages, int blocks) {
    GraphContent content;
    int last = -1;
    const auto card = [&](int box) {
        const int made = int(content.cards.size());
        GraphCard one;
        one.title = QStringLiteral("op %1").arg(made);
        one.box = box;
        content.cards.push_back(one);
        return made;
    };
    const auto wire = [&](int from, int to) {
        if (from >= 0) content.wires.push_back({from, to, 1000.0});
    };
    last = card(-1);
    for (int s = 0; s < stages; ++s) {
        GraphBox stage;
        stage.title = QStringLiteral("stage %1").arg(s);
        const int stageBox = int(content.boxes.size());
        content.boxes.push_back(stage);
        for (int b = 0; b < blocks; ++b) {
            GraphBox block;
            block.title = QStringLiteral("block %1").arg(b);
            block.parent = stageBox;
            const int box = int(content.boxes.size());
            content.boxes.push_back(block);
            const int a = card(box), c = card(box), d = card(box), sum = card(box);
            wire(last, a);
            wire(last, d);
            wire(a, c);
            wire(c, sum);
            wire(d, sum);
            last = sum;
        }
    }
    return content;
}

std::vector<bool> all(const GraphContent& content, bool open) {
    return std::vector<bool>(size_t(content.boxes.size()), open);
}

void check(const GraphContent& content, const GraphLayout& layout) {
    for (size_t i = 0; i < layout.items.size(); ++i) {
        const GraphItem a = layout.items[i];
        const QRectF rect = layout.rect(a);
        QVERIFY(layout.bounds.adjusted(-0.5, -0.5, 0.5, 0.5).contains(rect));
        const int parent = isBox(a) ? content.boxes[boxOf(a)].parent : content.cards[a].box;
        if (parent >= 0) QVERIFY(layout.rect(boxItem(parent)).contains(rect));
        for (size_t j = i + 1; j < layout.items.size(); ++j) {
            const GraphItem b = layout.items[j];
            const int other = isBox(b) ? content.boxes[boxOf(b)].parent : content.cards[b].box;
            if (other == parent) QVERIFY2(!rect.intersects(layout.rect(b)), "neighbours overlap");
        }
    }
    for (const WirePiece& piece : layout.pieces) {
        QVERIFY(piece.path.size() >= 2);
        for (const QPointF& point : piece.path) QVERIFY(piece.bounds.contains(point));
    }
    // Every wire's pieces make one way from its start to its end.
    for (size_t w = 0; w < layout.wires.size(); ++w) {
        const QRectF from = layout.rect(layout.wires[w].from), to = layout.rect(layout.wires[w].to);
        QVERIFY(!from.isEmpty() && !to.isEmpty());
        std::vector<std::pair<QPointF, QPointF>> ways;
        for (const WirePiece& piece : layout.pieces)
            if (std::count(piece.wires.begin(), piece.wires.end(), int(w)))
                ways.emplace_back(piece.path.front(), piece.path.back());
        QPointF now(from.center().x(), from.bottom());
        size_t used = 0;
        for (bool found = true; found && used < ways.size();) {
            found = false;
            for (auto& [start, end] : ways)
                if (QLineF(start, now).length() < 1) {
                    now = end;
                    start = QPointF(-1e9, -1e9);
                    ++used;
                    found = true;
                    break;
                }
        }
        QCOMPARE(used, ways.size());
        QVERIFY2(QLineF(now, QPointF(to.center().x(), to.top())).length() < 1, "a wire does not reach its end");
    }
}

}  // namespace

class TestGraphLayout : public QObject {
    Q_OBJECT
private slots:
    void chainIsStraight() {
        const GraphContent content = chain(50);
        const GraphLayout layout = layOutGraph(content, {});
        check(content, layout);
        for (int i = 1; i < 50; ++i) {
            QCOMPARE(layout.rect(i).center().x(), layout.rect(0).center().x());
            QVERIFY(layout.rect(i).top() > layout.rect(i - 1).bottom());
        }
    }

    // Larger letters, larger cards: nothing of one covers another.
    void cardsGrowWithTheLetters() {
        const GraphContent content = blocks(2, 2);
        const std::vector<bool> open = all(content, true);
        const GraphLayout plain = layOutGraph(content, open), large = layOutGraph(content, open, nullptr, {}, 1.5);
        check(content, large);
        for (int card = 0; card < content.cards.size(); ++card)
            if (!content.cards[card].diamond) QCOMPARE(large.rect(card).size(), 1.5 * plain.rect(card).size());
    }

    void trunkIsStraightBesideAShortcut() {
        const GraphContent content = blocks(1, 1);
        const GraphLayout layout = layOutGraph(content, all(content, true));
        check(content, layout);
        // 0 -> 1 -> 2 -> 4 is the longest way; 3 stands beside it.
        for (int card : {1, 2, 4}) QVERIFY(std::abs(layout.rect(card).center().x() - layout.rect(0).center().x()) < 1);
        QVERIFY(std::abs(layout.rect(3).center().x() - layout.rect(2).center().x()) > 100);
    }

    void everyFolding() {
        const GraphContent content = blocks(3, 3);
        for (int folding = 0; folding < 64; ++folding) {
            std::vector<bool> open(size_t(content.boxes.size()), false);
            for (size_t i = 0; i < open.size(); ++i) open[i] = (folding >> (i % 6)) & 1;
            const GraphLayout layout = layOutGraph(content, open);
            check(content, layout);
            if (QTest::currentTestFailed()) return;
        }
        const GraphLayout folded = layOutGraph(content, all(content, false));
        QCOMPARE(folded.items.size(), size_t{4});
        QCOMPARE(folded.wires.size(), size_t{3});
        QCOMPARE(folded.shown(content, 5), boxItem(0));
    }

    // Phases: wires from other groups end at the border.
    void closedBoxes() {
        GraphContent content = blocks(2, 2);
        for (GraphBox& box : content.boxes) box.closed = box.parent < 0;
        const GraphLayout layout = layOutGraph(content, all(content, true));
        check(content, layout);
        for (const SeenWire& wire : layout.wires) QVERIFY(!(wire.from == 0 && !isBox(wire.to)));
    }

    void circlesAndLoners() {
        GraphContent content = chain(6);
        content.wires.push_back({5, 1, 1});
        content.wires.push_back({3, 3, 1});
        content.cards.push_back({QStringLiteral("alone")});
        const GraphLayout layout = layOutGraph(content, {});
        QCOMPARE(layout.items.size(), size_t{7});
        QVERIFY(!layout.rect(6).isEmpty());
        for (const WirePiece& piece : layout.pieces) QVERIFY(piece.path.size() >= 2);
    }

    // What was folded and unfolded again stands as it did, and the others keep their order.
    void foldingKeepsTheOrder() {
        GraphContent content = chain(2);
        for (int i = 0; i < 8; ++i) {
            content.cards.push_back({QStringLiteral("way %1").arg(i)});
            content.wires.push_back({0, 2 + i, 1});
            content.wires.push_back({2 + i, 1, 1});
        }
        content.wires.removeFirst();
        GraphBox box;
        box.title = QStringLiteral("box");
        content.boxes.push_back(box);
        for (int i : {4, 5}) content.cards[2 + i].box = 0;
        const GraphLayout open = layOutGraph(content, {true});
        const GraphLayout folded = layOutGraph(content, {false}, &open);
        const GraphLayout again = layOutGraph(content, {true}, &folded);
        std::vector<int> order;
        for (int i : {0, 1, 2, 3, 6, 7}) order.push_back(2 + i);
        const auto sorted = [&](const GraphLayout& layout) {
            std::vector<int> by = order;
            std::sort(by.begin(), by.end(), [&](int a, int b) { return layout.rect(a).x() < layout.rect(b).x(); });
            return by;
        };
        QCOMPARE(sorted(folded), sorted(open));
        QCOMPARE(sorted(again), sorted(open));
    }

    void largeAndStopped() {
        const GraphContent content = blocks(10, 250);  // 10,001 cards
        const GraphLayout layout = layOutGraph(content, all(content, true));
        QCOMPARE(layout.items.size(), size_t(content.cards.size() + content.boxes.size()));
        GraphContent flat = content;  // all on one level, with ways over thousands of rows
        for (GraphCard& card : flat.cards) card.box = -1;
        flat.boxes.clear();
        for (int i = 0; i < 2000; ++i) flat.wires.push_back({i, 10000 - i, 10});
        const GraphLayout wide = layOutGraph(flat, {});
        QCOMPARE(wide.items.size(), size_t(flat.cards.size()));
        std::stop_source stop;
        stop.request_stop();
        QVERIFY(layOutGraph(flat, {}, nullptr, stop.get_token()).items.empty());
    }

    void crossingsAreFewest() {
        // Two rows whose order must be turned round.
        std::vector<LevelItem> items(8, LevelItem{50, 20});
        std::vector<LevelEdge> edges;
        for (int i = 0; i < 4; ++i) edges.push_back({i, 7 - i});
        const LevelLayout layout = layOutLevel(items, edges);
        for (int i = 0; i < 4; ++i)
            QVERIFY(std::abs(layout.centres[size_t(i)].x() - layout.centres[size_t(7 - i)].x()) < 1);
    }
};

QTEST_MAIN(TestGraphLayout)

}  // namespace test_graph_layout

#include "test_graph_layout.moc"
