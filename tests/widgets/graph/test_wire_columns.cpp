// Wires that go straight down, as pixels: whatever many of them share is drawn once, nothing that is seen is left out,
// and what is out of sight costs nothing.
#include <QImage>
#include <QPainter>
#include <QTest>

#include "widgets/graph/wire_columns.h"

namespace test_wire_columns {

using namespace tl;

class TestWireColumns : public QObject {
    Q_OBJECT
private slots:
    void manyOnOnePlaceAreOne() {
        QImage image(200, 100, QImage::Format_RGB32);
        QPainter painter(&image);
        WireColumns columns(painter);
        for (int i = 0; i < 1000; ++i) columns.add(0, {20.0 + i % 10, 10, 20.0 + i % 10, 60}, 1);
        const QVector<QRect> rects = columns.rects(0);
        QCOMPARE(rects.size(), 1);
        QCOMPARE(rects[0].width(), 10);
        QCOMPARE(rects[0].height(), 50);
        QVERIFY(columns.rects(1).isEmpty());
    }

    // Every pixel that one of the wires covers is covered, none beside them, none twice.
    void allIsCoveredOnce() {
        QImage image(120, 90, QImage::Format_RGB32);
        QPainter painter(&image);
        painter.translate(-30, -15);
        painter.scale(0.5, 0.5);
        WireColumns columns(painter);
        std::vector<std::vector<int>> wanted(120, std::vector<int>(90, 0));
        for (int i = 0; i < 300; ++i) {
            const double x = (i * 37) % 400, top = (i * 53) % 260 - 20, bottom = top + (i * 29) % 150;
            columns.add(0, {x, i % 2 ? bottom : top, x, i % 2 ? top : bottom}, 1 + i % 3);
            const int pixels = 1 + i % 3, left = qRound(x / 2 - 30 - pixels / 2.0);
            for (int column = std::max(left, 0); column < std::min(left + pixels, 120); ++column)
                for (int row = qRound(std::clamp(top / 2 - 15, 0.0, 90.0));
                     row < qRound(std::clamp(bottom / 2 - 15, 0.0, 90.0)); ++row)
                    wanted[size_t(column)][size_t(row)] = 1;
        }
        std::vector<std::vector<int>> drawn(120, std::vector<int>(90, 0));
        for (const QRect& rect : columns.rects(0)) {
            QVERIFY(image.rect().contains(rect));
            for (int x = rect.left(); x <= rect.right(); ++x)
                for (int y = rect.top(); y <= rect.bottom(); ++y) ++drawn[size_t(x)][size_t(y)];
        }
        QCOMPARE(drawn, wanted);
    }

    void outOfSightIsNothing() {
        QImage image(50, 50, QImage::Format_RGB32);
        QPainter painter(&image);
        WireColumns columns(painter);
        columns.add(2, {-5, 0, -5, 50}, 1);
        columns.add(2, {60, 0, 60, 50}, 1);
        columns.add(2, {10, 80, 10, 900}, 1);
        columns.add(2, {10, -80, 10, -1}, 1);
        QVERIFY(columns.rects(2).isEmpty());
        columns.add(2, {10, -1e9, 10, 1e9}, 3);
        QCOMPARE(columns.rects(2), QVector<QRect>{QRect(9, 0, 3, 50)});
    }

    // A jog leads from one upright to the next one without a gap.
    void jogsJoin() {
        QImage image(50, 50, QImage::Format_RGB32);
        image.fill(Qt::black);
        QPainter painter(&image);
        WireColumns columns(painter);
        columns.add(0, {10, 0, 10, 20}, 2);
        columns.addJog(0, {10, 20, 16, 30}, 2);
        columns.add(0, {16, 30, 16, 50}, 2);
        painter.setPen(Qt::NoPen);
        painter.setBrush(Qt::white);
        painter.drawRects(columns.rects(0));
        painter.setPen(Qt::white);
        painter.drawLines(columns.jogs(0));
        painter.end();
        for (int y = 0; y < 50; ++y) {
            int lit = 0;
            for (int x = 0; x < 50; ++x) lit += image.pixelColor(x, y) == Qt::white;
            QVERIFY2(lit == 2, qPrintable(QStringLiteral("%1 pixels in row %2").arg(lit).arg(y)));
        }
    }
};

QTEST_MAIN(TestWireColumns)

}  // namespace test_wire_columns

#include "test_wire_columns.moc"
