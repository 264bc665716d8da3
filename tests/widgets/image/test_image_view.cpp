// The large image: what its words say about the pixel under the pointer, and that it is painted without smoothing. And
// the histogram beside it.
#include <QSignalSpy>
#include <QtTest>

#include "widgets/image/histogram_strip.h"
#include "widgets/image/image_view.h"
#include "widgets/theme/theme.h"

namespace test_image_view {

using namespace tl;

namespace {

// Straight to the widget: QTest::mouseMove warps the real pointer and returns before the event is there.
void moveTo(QWidget& widget, const QPoint& at) {
    QMouseEvent event(QEvent::MouseMove, at, widget.mapToGlobal(at), Qt::NoButton, Qt::NoButton, Qt::NoModifier);
    QApplication::sendEvent(&widget, &event);
}

}  // namespace

class TestImageView : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() { Theme::instance().apply(); }

    void readout() {
        QImage image(4, 2, QImage::Format_RGB888);
        image.fill(Qt::black);
        image.setPixelColor(2, 1, QColor(142, 118, 96));
        ImageView view;
        view.resize(400, 224);
        view.setImage(image);
        view.show();
        QVERIFY(QTest::qWaitForWindowExposed(&view));
        QCOMPARE(view.readout(), QStringLiteral("4×2 · 3 · uint8"));
        moveTo(view, QPoint(250, 150));  // 100 screen pixels a pixel
        QCOMPARE(view.readout(), QStringLiteral("4×2 · 3 · uint8  pixel 2,1: 142 118 96"));
        QTest::keyClick(&view, Qt::Key_Left);
        QCOMPARE(view.readout(), QStringLiteral("4×2 · 3 · uint8  pixel 1,1: 0 0 0"));
        QTest::keyClick(&view, Qt::Key_Up);
        QTest::keyClick(&view, Qt::Key_Up);  // stops at the edge
        QCOMPARE(view.readout(), QStringLiteral("4×2 · 3 · uint8  pixel 1,0: 0 0 0"));

        // Nearest neighbour: just inside the pixel's edge the colour is already pure.
        moveTo(view, QPoint(20, 20));
        const QImage shot = view.grab().toImage();
        const double ratio = shot.devicePixelRatio();
        QCOMPARE(shot.pixelColor(qRound(203 * ratio), qRound(150 * ratio)), QColor(142, 118, 96));
        QCOMPARE(shot.pixelColor(qRound(196 * ratio), qRound(150 * ratio)), QColor(0, 0, 0));

        QImage grey(3, 3, QImage::Format_Grayscale8);
        grey.fill(77);
        view.setImage(grey);
        moveTo(view, QPoint(200, 100));
        QVERIFY2(view.readout().endsWith(QStringLiteral(" 77")), qPrintable(view.readout()));
        view.setMessage(QStringLiteral("The file ends too early."));
        QVERIFY(view.readout().isEmpty());
    }

    // As wide as the panel beside the grid: the value under the pointer is whole, whatever else has to go.
    void theValueIsNeverCut() {
        const QFontMetrics metrics(Theme::instance().mono());
        const struct {
            QSize size;
            QPoint at;
            QString left, right;
        } cases[] = {{{32, 32}, {31, 30}, QStringLiteral("32×32"), QStringLiteral("pixel 31,30: 255 254 253")},
                     {{28, 28}, {1, 2}, QStringLiteral("28×28"), QStringLiteral("pixel 1,2: 255 254 253")},
                     {{4000, 3000}, {3999, 2999}, QString(), QStringLiteral("pixel 3999,2999: 255 254 253")}};
        for (const auto& c : cases) {
            QImage image(c.size, QImage::Format_RGB888);
            image.fill(QColor(255, 254, 253));
            ImageView view;
            view.setImage(image);
            view.resize(276, view.heightForWidth(276));
            view.show();
            QVERIFY(QTest::qWaitForWindowExposed(&view));
            moveTo(view, ((QPointF(c.at) + QPointF(0.5, 0.5)) * view.zoom() +
                          QPointF(0, (view.height() - 24 - c.size.height() * view.zoom()) / 2))
                             .toPoint());
            const auto [left, right] = view.fittingReadout(metrics, 276);
            QVERIFY2(right.endsWith(QStringLiteral(": 255 254 253")) && right.startsWith(QStringLiteral("pixel ")),
                     qPrintable(right));
            if (c.size.width() < 100) QCOMPARE(right, c.right);
            QVERIFY2(left.startsWith(c.left), qPrintable(left));
            QVERIFY(metrics.horizontalAdvance(left) + metrics.horizontalAdvance(right) <= 276);
            QVERIFY(metrics.horizontalAdvance(view.fittingReadout(metrics, 170).second) <= 170);
        }
    }

    void zoomKeepsThePixelUnderThePointer() {
        QImage image(64, 64, QImage::Format_RGB888);
        image.fill(Qt::gray);
        ImageView view;
        view.resize(320, 344);
        view.setImage(image);
        view.show();
        QVERIFY(QTest::qWaitForWindowExposed(&view));
        const QPointF at(100, 200), before = view.toPixel(at);
        QWheelEvent event(at, view.mapToGlobal(at), {}, {0, 360}, Qt::NoButton, {}, Qt::NoScrollPhase, false);
        QApplication::sendEvent(&view, &event);
        QVERIFY(view.zoom() > 5);
        QVERIFY((view.toPixel(at) - before).manhattanLength() < 0.01);
        QTest::mouseDClick(&view, Qt::LeftButton, {}, QPoint(100, 100));
        QCOMPARE(view.zoom(), 5.0);
    }

    void keysZoomAtThePixelAndFollowIt() {
        QImage image(64, 64, QImage::Format_RGB888);
        image.fill(Qt::gray);
        image.setPixelColor(3, 2, QColor(1, 2, 3));
        ImageView view;
        view.resize(320, 344);
        view.setImage(image);
        view.show();
        QVERIFY(QTest::qWaitForWindowExposed(&view));
        view.setFocus();
        QTest::keyClick(&view, Qt::Key_Right);  // the first pixel
        for (int i = 0; i < 3; ++i) QTest::keyClick(&view, Qt::Key_Right);
        for (int i = 0; i < 2; ++i) QTest::keyClick(&view, Qt::Key_Down);
        QVERIFY2(view.accessibleDescription().contains(QStringLiteral("3,2: 1 2 3")),
                 qPrintable(view.accessibleDescription()));
        for (int i = 0; i < 6; ++i) QTest::keyClick(&view, Qt::Key_Plus);
        QVERIFY(view.zoom() > 15);
        const auto seen = [&](const QPointF& pixel) {
            const QPointF first = view.toPixel({8, 8}), last = view.toPixel({312, 300});
            return pixel.x() >= first.x() && pixel.y() >= first.y() && pixel.x() <= last.x() && pixel.y() <= last.y();
        };
        QVERIFY(seen({3.5, 2.5}));
        QVERIFY(!seen({60.5, 2.5}));
        for (int i = 0; i < 57; ++i) QTest::keyClick(&view, Qt::Key_Right);
        QVERIFY(view.readout().contains(QStringLiteral("60,2")));
        QVERIFY(seen({60.5, 2.5}));
        QTest::keyClick(&view, Qt::Key_Minus);
        QVERIFY(view.zoom() < 18);
        QTest::keyClick(&view, Qt::Key_Home);
        QCOMPARE(view.zoom(), 5.0);
    }

    void histogram() {
        HistogramStrip strip;
        HistogramChannel channel;
        channel.name = QStringLiteral("R");
        channel.color = Token::Bad;
        channel.counts[10] = 5;
        channel.counts[200] = 10;
        strip.setChannels({channel, channel, channel});
        const int tall = strip.sizeHint().height();
        strip.setChannels({channel});
        QCOMPARE(tall - strip.sizeHint().height(), 2 * Theme::kTableRow);
        strip.resize(256, strip.sizeHint().height());
        const QImage shot = strip.grab().toImage();
        const double ratio = shot.devicePixelRatio();
        const auto painted = [&](int value, int y) {
            return shot.pixelColor(qRound((value / 4 * 4 + 1) * ratio), qRound(y * ratio)) !=
                   shot.pixelColor(qRound(101 * ratio), qRound(y * ratio));
        };
        QVERIFY(painted(200, 20) && painted(200, 70));
        QVERIFY(!painted(10, 20) && painted(10, 70));  // half as tall
    }
};

QTEST_MAIN(TestImageView)

}  // namespace test_image_view

#include "test_image_view.moc"
