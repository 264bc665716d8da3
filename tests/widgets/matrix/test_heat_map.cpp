// The heat map: where its cells are, what it says of them, and that strength follows the share of the row.
#include <QHelpEvent>
#include <QSignalSpy>
#include <QTest>
#include <QToolTip>

#include "widgets/matrix/heat_map.h"
#include "widgets/theme/theme.h"

namespace test_heat_map {

using namespace tl;

class TestHeatMap : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() { Theme::instance().apply(); }
    void cleanup() { Theme::instance().setDark(true); }

    void cellsCoverTheGridOnce() {
        HeatMap map;
        map.resize(400, 400);
        for (const int classes : {2, 10, 150}) {
            QStringList names;
            for (int i = 0; i < classes; ++i) names << QString::number(i);
            map.setMatrix(names, QVector<qint64>(classes * classes, 1));
            for (const QPoint cell : {QPoint(0, 0), QPoint(classes - 1, 0), QPoint(classes / 2, classes - 1)}) {
                const QRectF rect = map.cellRect(cell.x(), cell.y());
                QVERIFY(QRectF(map.rect()).contains(rect));
                QCOMPARE(map.cellAt(rect.center()), cell);
            }
            QCOMPARE(map.cellAt(QPointF(1, 1)), QPoint(-1, -1));
            map.grab();  // paints at any size
        }
    }

    // Names that fit above their columns stand upright; longer ones are turned.
    void namesAboveColumns() {
        const auto inkAbove = [](const QString& name) {
            HeatMap map;
            map.resize(400, 400);
            map.setMatrix({name, "b", "c"}, QVector<qint64>(9, 1));
            const QImage image = map.grab().toImage();
            const QRectF cell = map.cellRect(0, 0);
            QRect ink;
            for (int y = 20; y < static_cast<int>(cell.top()) - 1; ++y)
                for (int x = static_cast<int>(cell.left()); x < static_cast<int>(cell.right()); ++x)
                    if (image.pixelColor(x, y) != image.pixelColor(image.width() - 1, 0)) ink |= QRect(x, y, 1, 1);
            return ink;
        };
        const QRect upright = inkAbove(QStringLiteral("——")), turned = inkAbove(QString(20, QChar(0x2014)));
        QVERIFY(upright.width() > 2 * upright.height());
        QVERIFY(turned.height() > 2 * turned.width());
    }

    // The word for the rows stands over their names as words do, in ink that is read.
    void theRowsWordIsUpright() {
        HeatMap map;
        map.resize(400, 400);
        QStringList names;
        for (int i = 0; i < 10; ++i) names << QStringLiteral("class %1").arg(i);
        map.setMatrix(names, QVector<qint64>(100, 1));
        const QImage image = map.grab().toImage();
        const QRectF first = map.cellRect(0, 0);
        QRect ink;
        for (int y = 0; y < static_cast<int>(first.top()) - 2; ++y)
            for (int x = 0; x < static_cast<int>(first.left()) - 2; ++x)
                if (image.pixelColor(x, y) != image.pixelColor(image.width() - 1, 0)) ink |= QRect(x, y, 1, 1);
        QVERIFY2(ink.width() > ink.height(), qPrintable(QStringLiteral("%1 x %2").arg(ink.width()).arg(ink.height())));
    }

    // Ten classes in a narrow dock: thousands have no room for all their digits, and a number still.
    void everyCellHasItsNumber() {
        HeatMap map;
        map.resize(290, 290);
        QStringList names;
        for (int i = 0; i < 10; ++i) names << QString::number(i);
        QVector<qint64> counts(100, 0);
        for (const auto& [at, found] : {std::pair{0, 980}, {11, 1135}, {22, 10320}, {33, 123456}, {44, 2345678}})
            counts[at] = found;
        map.setMatrix(names, counts);
        const QImage image = map.grab().toImage();
        const double ratio = image.devicePixelRatio();
        const auto ink = [&](int at) {
            const QRectF cell = map.cellRect(at / 10, at % 10).adjusted(3, 3, -4, -4);
            const QColor ground = image.pixelColor((cell.topLeft() * ratio).toPoint());
            int found = 0;
            for (int y = static_cast<int>(cell.top() * ratio); y < static_cast<int>(cell.bottom() * ratio); ++y)
                for (int x = static_cast<int>(cell.left() * ratio); x < static_cast<int>(cell.right() * ratio); ++x)
                    found += image.pixelColor(x, y) != ground;
            return found;
        };
        QVERIFY(map.cellRect(0, 0).width() < 26);
        for (const int at : {0, 11, 22, 33, 44}) QVERIFY2(ink(at) > 10, qPrintable(QString::number(counts[at])));
        QCOMPARE(ink(55), 0);
    }

    void sentences() {
        HeatMap map;
        map.setMatrix({"cat", "dog"}, {147, 3, 0, 0});
        QCOMPARE(map.sentence(0, 0), QStringLiteral("147 of 150 images of “cat” were recognised (98 %)"));
        QCOMPARE(map.sentence(0, 1), QStringLiteral("3 of 150 images of “cat” were taken for “dog” (2.0 %)"));
        QCOMPARE(map.sentence(1, 0), QStringLiteral("0 of 0 images of “dog” were taken for “cat” (0 %)"));
    }

    // In both themes: an empty cell is ground, more is stronger, and right differs from wrong.
    void strengthFollowsTheShare() {
        for (const bool dark : {true, false}) {
            Theme::instance().setDark(dark);
            HeatMap map;
            map.resize(420, 420);
            map.setMatrix({"a", "b", "c"}, {90, 10, 0, 1, 99, 0, 0, 50, 50});
            const QImage image = map.grab().toImage();
            const double ratio = image.devicePixelRatio();
            const auto colour = [&](int row, int column) {  // in a corner, beside the number
                return image.pixelColor(((map.cellRect(row, column).topLeft() + QPointF(4, 4)) * ratio).toPoint());
            };
            const QColor ground = colour(0, 2);
            const auto strength = [&](int row, int column) {
                const QColor c = colour(row, column);
                return std::abs(c.red() - ground.red()) + std::abs(c.green() - ground.green()) +
                       std::abs(c.blue() - ground.blue());
            };
            QCOMPARE(strength(1, 2), 0);
            QVERIFY(strength(2, 1) > strength(0, 1) && strength(0, 1) > strength(1, 0) && strength(1, 0) > 0);
            QVERIFY(strength(1, 1) > strength(2, 2));
            QVERIFY(colour(2, 2).green() > colour(2, 2).red() && colour(2, 1).red() > colour(2, 1).green());
        }
    }

    void keysWalkAndTell() {
        HeatMap map;
        map.resize(300, 300);
        map.setMatrix({"a", "b"}, {3, 1, 0, 4});
        map.show();
        map.setFocus();
        QTest::keyClick(&map, Qt::Key_Down);
        QCOMPARE(map.accessibleDescription(), map.sentence(0, 0));
        QTest::keyClick(&map, Qt::Key_Right);
        QCOMPARE(map.accessibleDescription(), map.sentence(0, 1));
        QTest::keyClick(&map, Qt::Key_Right);  // the edge holds
        QCOMPARE(map.accessibleDescription(), map.sentence(0, 1));
        QTest::keyClick(&map, Qt::Key_Down);
        QCOMPARE(map.accessibleDescription(), map.sentence(1, 1));
        // Hovering says the same.
        QTest::mouseMove(&map, map.cellRect(1, 0).center().toPoint());
        QHelpEvent help(QEvent::ToolTip, map.cellRect(1, 0).center().toPoint(), map.mapToGlobal(QPoint(0, 0)));
        QCoreApplication::sendEvent(&map, &help);
        QTRY_COMPARE(QToolTip::text(), map.sentence(1, 0));
    }

    // Classes are called as somebody's folders are.
    void namesAreNoMarkup() {
        HeatMap map;
        map.resize(300, 300);
        map.setMatrix({"<b>a</b>", "b"}, {3, 1, 0, 4});
        map.show();
        QVERIFY(QTest::qWaitForWindowExposed(&map));
        QHelpEvent help(QEvent::ToolTip, map.cellRect(0, 1).center().toPoint(), map.mapToGlobal(QPoint(0, 0)));
        QCoreApplication::sendEvent(&map, &help);
        QTRY_VERIFY2(QToolTip::text().contains(QStringLiteral("&lt;b&gt;a&lt;/b&gt;")), qPrintable(QToolTip::text()));
    }

    // A cell that counts something is an answer to a click and to Return; what is empty, and what a hand slides off, is
    // none.
    void cellsAreChosen() {
        HeatMap map;
        map.resize(300, 300);
        map.setMatrix({"a", "b"}, {3, 1, 0, 4});
        map.show();
        QVERIFY(QTest::qWaitForWindowExposed(&map));
        QSignalSpy chosen(&map, &HeatMap::activated);
        const auto at = [&](int row, int column) { return map.cellRect(row, column).center().toPoint(); };
        QTest::mouseClick(&map, Qt::LeftButton, {}, at(0, 1));
        QCOMPARE(chosen.size(), 1);
        QCOMPARE(chosen.takeFirst(), (QVariantList{0, 1}));
        QTest::mouseClick(&map, Qt::LeftButton, {}, at(1, 0));
        QTest::mouseClick(&map, Qt::LeftButton, {}, QPoint(1, 1));
        QTest::mouseClick(&map, Qt::RightButton, {}, at(0, 1));
        QTest::mousePress(&map, Qt::LeftButton, {}, at(0, 0));
        QTest::mouseRelease(&map, Qt::LeftButton, {}, at(1, 1));
        QVERIFY(chosen.isEmpty());
        QTest::mouseClick(&map, Qt::RightButton, {}, at(1, 1));
        QCOMPARE(map.currentCell(), QPoint(1, 1));
        QTest::keyClick(&map, Qt::Key_Return);
        QCOMPARE(chosen.size(), 1);
        QCOMPARE(chosen.takeFirst(), (QVariantList{1, 1}));
        QTest::keyClick(&map, Qt::Key_Left);
        QTest::keyClick(&map, Qt::Key_Return);  // none of these
        QVERIFY(chosen.isEmpty());
        QCOMPARE(map.currentCell(), QPoint(-1, -1));
    }

    // Another run may have fewer classes.
    void aCellThatIsGoneIsLeft() {
        HeatMap map;
        map.resize(300, 300);
        map.setMatrix({"a", "b", "c", "d"}, QVector<qint64>(16, 1));
        map.show();
        map.setFocus();
        QTest::keyClick(&map, Qt::Key_Down);
        for (int i = 0; i < 3; ++i) QTest::keyClick(&map, Qt::Key_Right);
        QCOMPARE(map.currentCell(), QPoint(0, 3));
        QSignalSpy chosen(&map, &HeatMap::activated);
        map.setMatrix({"a", "b"}, {3, 1, 2, 4});
        QCOMPARE(map.currentCell(), QPoint(-1, -1));
        QTest::keyClick(&map, Qt::Key_Return);
        QVERIFY(chosen.isEmpty());
    }

    void refusesWhatIsNotSquare() {
        HeatMap map;
        map.setMatrix({"a", "b"}, {1, 2, 3, 4});
        map.setMatrix({"a", "b", "c"}, {1, 2});
        QVERIFY(map.sentence(1, 1).contains("4 of 7"));
    }
};

QTEST_MAIN(TestHeatMap)

}  // namespace test_heat_map

#include "test_heat_map.moc"
