// The graph view with real mouse and keys: picking, folding, walking along wires, searching, zooming, saving.
#include <QAccessible>
#include <QScopeGuard>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <QWheelEvent>
#include <cmath>

#include "widgets/graph/graph_canvas.h"
#include "widgets/graph/graph_painter.h"
#include "widgets/theme/theme.h"

namespace test_graph_canvas {

using namespace tl;

namespace {

// in -> [a -> b] -> out, and a diamond between b and out.
GraphContentPtr sample() {
    auto content = std::make_shared<GraphContent>();
    const auto card = [&](const char* title, int box, bool diamond = false) {
        GraphCard one;
        one.title = QLatin1String(title);
        one.detail = QStringLiteral("own");
        one.category = QStringLiteral("conv");
        one.box = box;
        one.diamond = diamond;
        content->cards.push_back(one);
    };
    card("in", -1);
    card("a", 0);
    card("b", 0);
    card("to plain", -1, true);
    card("out", -1);
    GraphBox box;
    box.title = box.path = QStringLiteral("stage 1");
    box.detail = QStringLiteral("2 ops");
    box.category = QStringLiteral("conv");
    content->boxes.push_back(box);
    for (int i = 0; i < 4; ++i)
        content->wires.push_back({i, i + 1, 1000.0 * (i + 1), QStringLiteral("%1 kB").arg(i + 1)});
    return content;
}

double luminance(const QColor& color) {
    const auto linear = [](double x) { return x <= 0.03928 ? x / 12.92 : std::pow((x + 0.055) / 1.055, 2.4); };
    return 0.2126 * linear(color.redF()) + 0.7152 * linear(color.greenF()) + 0.0722 * linear(color.blueF());
}

double contrast(const QColor& a, const QColor& b) {
    const auto [dark, bright] = std::minmax({luminance(a), luminance(b)});
    return (bright + 0.05) / (dark + 0.05);
}

struct Shown {
    GraphCanvas canvas;
    explicit Shown(GraphContentPtr content = sample()) {
        canvas.resize(700, 600);
        canvas.setContent(std::move(content));
        canvas.show();
        Q_UNUSED(QTest::qWaitForWindowExposed(&canvas));
        canvas.activateWindow();
        canvas.setFocus();
        settle();
    }
    void settle() {
        QVERIFY(QTest::qWaitFor([this] { return !canvas.busy(); }, 120000));
    }
    void click(GraphItem item, bool twice = false) {
        const QRect rect = canvas.itemRect(item);
        const QPoint at(rect.center().x(), rect.top() + 8);
        twice ? QTest::mouseDClick(&canvas, Qt::LeftButton, {}, at)
              : QTest::mouseClick(&canvas, Qt::LeftButton, {}, at);
        settle();
    }
    void key(Qt::Key key) {
        QTest::keyClick(&canvas, key);
        settle();
    }
};

}  // namespace

class TestGraphCanvas : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() { Theme::instance().apply(); }

    // On whatever a card is filled with, dimmed or not, its letters are read: what counts is the colour that is seen.
    void lettersAreRead() {
        auto& theme = Theme::instance();
        for (const bool dark : {true, false}) {
            theme.setDark(dark);
            for (double share = 0; share <= 1; share += 0.05)
                for (const double strength : {0.62, 0.78, 1.0}) {
                    const QColor ground = GraphPainter::heat(share);
                    for (const QColor& seen : {ground, Theme::mix(ground, theme.color(Token::Bg0), 0.4)})
                        QVERIFY2(
                            contrast(GraphPainter::letters(seen, strength), seen) >= 4.5,
                            qPrintable(seen.name() + QLatin1Char(' ') + GraphPainter::letters(seen, strength).name()));
                }
            for (const double heat : {0.0, 0.5, 1.0}) {
                Shown shown;
                QVector<GraphTint> tints(5);
                tints[4].heat = heat;
                shown.canvas.setTints(tints, QVector<GraphTint>(1));
                shown.canvas.setMatches({0});
                shown.settle();
                const QImage picture = shown.canvas.grab(shown.canvas.itemRect(4).adjusted(8, 4, -8, -4)).toImage();
                const QColor ground = picture.pixelColor(0, 0);
                const QColor wanted = Theme::mix(GraphPainter::heat(heat), theme.color(Token::Bg0), 0.4);
                QVERIFY2(std::abs(ground.red() - wanted.red()) + std::abs(ground.green() - wanted.green()) +
                                 std::abs(ground.blue() - wanted.blue()) <=
                             4,
                         qPrintable(ground.name() + QLatin1Char(' ') + wanted.name()));
                double best = 0;
                for (int y = 0; y < picture.height(); ++y)
                    for (int x = 0; x < picture.width(); ++x)
                        best = std::max(best, contrast(picture.pixelColor(x, y), ground));
                QVERIFY2(best >= 4, qPrintable(QStringLiteral("%1 at %2, dark %3").arg(best).arg(heat).arg(dark)));
            }
        }
        theme.setDark(true);
    }

    void clicksPick() {
        Shown shown;
        QSignalSpy spy(&shown.canvas, &GraphCanvas::pickChanged);
        shown.click(4);
        QCOMPARE(shown.canvas.pick(), 4);
        shown.click(boxItem(0));
        QCOMPARE(shown.canvas.pick(), boxItem(0));
        QTest::mouseClick(&shown.canvas, Qt::LeftButton, {}, QPoint(3, 300));
        QCOMPARE(shown.canvas.pick(), kNoItem);
        QCOMPARE(spy.count(), 3);
    }

    void doubleClickUnfoldsInPlace() {
        Shown shown;
        QVERIFY(shown.canvas.itemRect(1).isEmpty());
        const QPoint before = shown.canvas.itemRect(boxItem(0)).topLeft();
        shown.canvas.setZoom(1);  // from now on the view stays where it is
        const QPoint at = shown.canvas.itemRect(boxItem(0)).topLeft();
        Q_UNUSED(before);
        shown.click(boxItem(0), true);
        QVERIFY(!shown.canvas.itemRect(1).isEmpty());
        QVERIFY(shown.canvas.itemRect(boxItem(0)).contains(shown.canvas.itemRect(2)));
        QVERIFY((shown.canvas.itemRect(boxItem(0)).topLeft() - at).manhattanLength() <= 2);
        shown.click(boxItem(0), true);
        QVERIFY(shown.canvas.itemRect(1).isEmpty());
    }

    // A phase's wires end at its border: keys follow them on, as the dashed ones do.
    void keysLeadOverTheBorderOfAPhase() {
        auto content = std::make_shared<GraphContent>(*sample());
        content->boxes[0].open = content->boxes[0].closed = true;
        Shown shown(content);
        shown.click(2);
        shown.key(Qt::Key_Down);
        QCOMPARE(shown.canvas.pick(), 3);
        shown.click(1);
        shown.key(Qt::Key_Up);
        QCOMPARE(shown.canvas.pick(), 0);
    }

    void keysWalkUnfoldAndGoUp() {
        Shown shown;
        shown.click(0);
        shown.key(Qt::Key_Down);
        QCOMPARE(shown.canvas.pick(), boxItem(0));
        shown.key(Qt::Key_Return);
        QVERIFY(shown.canvas.isOpen(0));
        shown.key(Qt::Key_Down);  // into it
        QCOMPARE(shown.canvas.pick(), 1);
        shown.key(Qt::Key_Down);
        shown.key(Qt::Key_Down);
        QCOMPARE(shown.canvas.pick(), 3);
        shown.key(Qt::Key_Up);
        QCOMPARE(shown.canvas.pick(), 2);
        shown.key(Qt::Key_Backspace);
        QVERIFY(!shown.canvas.isOpen(0));
        QCOMPARE(shown.canvas.pick(), boxItem(0));
        QSignalSpy activated(&shown.canvas, &GraphCanvas::activated);
        shown.click(4);
        shown.key(Qt::Key_Return);
        QCOMPARE(activated.count(), 1);
        shown.key(Qt::Key_Escape);
        QCOMPARE(shown.canvas.pick(), kNoItem);
    }

    void revealUnfolds() {
        Shown shown;
        shown.canvas.reveal(2);
        shown.settle();
        QCOMPARE(shown.canvas.pick(), 2);
        QVERIFY(shown.canvas.isOpen(0));
        QVERIFY(shown.canvas.rect().contains(shown.canvas.itemRect(2)));
    }

    // What was asked for in a graph that is gone is not looked for in the next one.
    void anotherGraphForgetsWhatWasToBeRevealed() {
        Shown shown;
        const GraphContentPtr same = sample();
        shown.canvas.reveal(2);
        shown.canvas.setContent(same, false);
        shown.settle();
        QCOMPARE(shown.canvas.pick(), kNoItem);
        shown.canvas.setOpen(0, true);
        shown.settle();
        QCOMPARE(shown.canvas.pick(), kNoItem);
    }

    void dragAndWheelMoveTheView() {
        Shown shown;
        const QPoint before = shown.canvas.itemRect(0).topLeft();
        QTest::mousePress(&shown.canvas, Qt::LeftButton, {}, QPoint(20, 200));
        QTest::mouseMove(&shown.canvas, QPoint(60, 230));
        QTest::mouseMove(&shown.canvas, QPoint(70, 240));
        QTest::mouseRelease(&shown.canvas, Qt::LeftButton, {}, QPoint(70, 240));
        QCOMPARE(shown.canvas.itemRect(0).topLeft() - before, QPoint(50, 40));
        const QPointF at = shown.canvas.itemRect(0).center();
        QWheelEvent wheel(at, shown.canvas.mapToGlobal(at), {}, {0, 240}, Qt::NoButton, Qt::NoModifier,
                          Qt::NoScrollPhase, false);
        QApplication::sendEvent(&shown.canvas, &wheel);
        QVERIFY(shown.canvas.zoom() > 1.2);
        QVERIFY((shown.canvas.itemRect(0).center() - at.toPoint()).manhattanLength() <= 2);
        shown.canvas.setZoom(1);
        QCOMPARE(shown.canvas.zoom(), 1.0);
        shown.key(Qt::Key_Home);
        for (GraphItem item : shown.canvas.layoutNow().items)
            QVERIFY(shown.canvas.rect().contains(shown.canvas.itemRect(item)));
    }

    // What a search found stays bright, the rest goes back.
    void theRestIsDimmed() {
        for (const bool dark : {true, false}) {
            Theme::instance().setDark(dark);
            Shown shown;
            const auto strength = [&](GraphItem item) {  // of a card's bar
                const QRect rect = shown.canvas.itemRect(item);
                const QImage image = shown.canvas.grab().toImage();
                const QColor c = image.pixelColor(rect.left() + 3, rect.center().y());
                const QColor ground = Theme::instance().color(Token::Bg0);
                return std::abs(c.red() - ground.red()) + std::abs(c.green() - ground.green()) +
                       std::abs(c.blue() - ground.blue());
            };
            const int before = strength(0);
            shown.canvas.setMatches({4});
            QVERIFY(strength(0) < before / 2 + 20);
            shown.canvas.setMatches({});
            QCOMPARE(strength(0), before);
        }
        Theme::instance().setDark(true);
    }

    // Those that go straight down are whole pixels, whatever the zoom shows of the cards.
    void wiresAreSeenAtAnyZoom() {
        Shown shown;
        const QColor ground = Theme::instance().color(Token::Bg0);
        for (const double zoom : {1.0, 0.6, 0.4, 0.2}) {
            shown.canvas.fit();
            shown.canvas.setZoom(zoom);
            const QRect from = shown.canvas.itemRect(3), to = shown.canvas.itemRect(4);
            QVERIFY(to.top() > from.bottom());
            const int y = (from.bottom() + to.top()) / 2;
            QImage image(shown.canvas.size(), QImage::Format_RGB32);
            shown.canvas.render(&image);
            int seen = 0;
            for (int x = from.center().x() - 3; x <= from.center().x() + 3; ++x)
                seen += image.pixelColor(x, y) != ground;
            QVERIFY2(seen > 0 && seen < 7, qPrintable(QString::number(zoom)));
        }
    }

    void heatFollowsTheRamp() {
        Shown shown;
        QVector<GraphTint> tints(5), boxes(1);
        for (int i = 0; i < 5; ++i) tints[i].heat = i / 4.0;
        shown.canvas.setTints(tints, boxes);
        const QImage image = shown.canvas.grab().toImage();
        const auto fill = [&](GraphItem item) {
            const QRect rect = shown.canvas.itemRect(item);
            return image.pixelColor(rect.right() - 6, rect.bottom() - 5);
        };
        const QColor accent = Theme::instance().color(Token::Accent);
        const auto distance = [&](const QColor& c) {
            return std::abs(c.blue() - accent.blue()) + std::abs(c.red() - accent.red());
        };
        QVERIFY(distance(fill(4)) < distance(fill(0)));
    }

    // Whichever card is picked, all are to be compared still; a search alone dims what it did not find.
    void coloursStayBesideThePick() {
        Shown shown;
        QVector<GraphTint> tints(5), boxes(1);
        for (int i = 0; i < 5; ++i) tints[i].heat = i / 4.0;
        shown.canvas.setTints(tints, boxes);
        const auto fill = [&](GraphItem item) {
            const QRect rect = shown.canvas.itemRect(item);
            return shown.canvas.grab().toImage().pixelColor(rect.right() - 6, rect.bottom() - 5);
        };
        const QColor before = fill(4);
        shown.click(0);
        QCOMPARE(shown.canvas.pick(), 0);
        QCOMPARE(fill(4), before);
        shown.canvas.setMatches({0});
        QVERIFY(fill(4) != before);
    }

    // While the layout of what is new is made there is nothing to light up; it is lit when it is there.
    void foundOnesComeWithTheLayout() {
        Shown shown;
        for (int i = 0; i < 20; ++i) {
            shown.canvas.setContent(sample());
            shown.canvas.setMatches({1});
            QVERIFY(shown.canvas.busy());
        }
        shown.settle();
        const auto fill = [&](GraphItem item) {
            return shown.canvas.grab(shown.canvas.itemRect(item)).toImage().pixelColor(3, 14);
        };
        const QColor found = fill(0);
        shown.canvas.setMatches({});
        QVERIFY(fill(0) != found);  // it was dim
    }

    void newNumbersKeepTheView() {
        Shown shown;
        shown.click(boxItem(0), true);
        shown.click(2);
        shown.canvas.setContent(sample(), true);
        shown.settle();
        QVERIFY(shown.canvas.isOpen(0));
        QCOMPARE(shown.canvas.pick(), 2);
        shown.canvas.setContent(sample());
        shown.settle();
        QVERIFY(!shown.canvas.isOpen(0));
        QCOMPARE(shown.canvas.pick(), kNoItem);
    }

    // Many in a row: only the last one counts, and none is waited for.
    void newerLayoutsStopOlder() {
        auto large = std::make_shared<GraphContent>();
        for (int i = 0; i < 20000; ++i) {
            GraphCard card;
            card.title = QString::number(i);
            large->cards.push_back(card);
            if (i > 0) large->wires.push_back({i - 1, i, 1});
            if (i > 3000) large->wires.push_back({(i * 7919) % (i - 1), i, 1});
        }
        Shown shown;
        QSignalSpy spy(&shown.canvas, &GraphCanvas::layoutChanged);
        for (int i = 0; i < 20; ++i) shown.canvas.setContent(large);
        shown.canvas.setContent(sample());
        shown.settle();
        QCOMPARE(spy.count(), 1);
        QCOMPARE(shown.canvas.layoutNow().items.size(), size_t{4});
    }

    // What takes room from it for a while leaves what is looked at where it is; after that the view fits itself again.
    void aHeldViewFollowsNoSize() {
        Shown shown;
        GraphCanvas& canvas = shown.canvas;
        const QRect before = canvas.itemRect(0);
        canvas.holdView(true);
        canvas.resize(700, 420);
        QCOMPARE(canvas.itemRect(0), before);
        canvas.holdView(false);
        canvas.resize(700, 600);
        QCOMPARE(canvas.itemRect(0), before);
        canvas.resize(700, 420);
        QVERIFY(canvas.itemRect(0) != before);
    }

    void writesPictures() {
        Shown shown;
        QTemporaryDir folder;
        const QString svg = folder.filePath(QStringLiteral("graph.svg")),
                      png = folder.filePath(QStringLiteral("graph.png"));
        // Painted here, written by a pool's thread: while that is held nothing is on the disk, and nobody waits for it.
        QThreadPool& pool = *QThreadPool::globalInstance();
        const int threads = pool.maxThreadCount();
        pool.setMaxThreadCount(1);
        QSemaphore held;
        pool.start([&held] { held.acquire(); });
        const auto always = qScopeGuard([&] {
            held.release();
            pool.waitForDone();
            pool.setMaxThreadCount(threads);
        });
        QSignalSpy saved(&shown.canvas, &GraphCanvas::saved);
        for (const QString& path : {svg, png, folder.filePath(QStringLiteral("no/graph.svg"))})
            shown.canvas.saveAs(path);
        QVERIFY(!QFile::exists(svg) && !QFile::exists(png) && saved.isEmpty());
        held.release();
        QTRY_COMPARE(saved.count(), 3);
        QCOMPARE(saved[0][1].toString(), QString());
        QCOMPARE(saved[1][1].toString(), QString());
        QFile file(svg);
        QVERIFY(file.open(QIODevice::ReadOnly));
        QVERIFY(file.readAll().contains("stage 1"));
        QVERIFY(QImage(png).width() > 300);
        QVERIFY(saved[2][1].toString().contains(QStringLiteral("no/graph.svg")));
    }

    void tellsScreenReaders() {
        Shown shown;
        QAccessibleInterface* tree = QAccessible::queryAccessibleInterface(&shown.canvas);
        QVERIFY(tree);
        QCOMPARE(tree->role(), QAccessible::Tree);
        QCOMPARE(tree->childCount(), 4);
        QStringList names;
        for (int i = 0; i < tree->childCount(); ++i) names << tree->child(i)->text(QAccessible::Name);
        QVERIFY2(names.contains(QStringLiteral("stage 1, 2 ops, folded")), qPrintable(names.join(QLatin1Char('|'))));
    }
};

QTEST_MAIN(TestGraphCanvas)

}  // namespace test_graph_canvas

#include "test_graph_canvas.moc"
