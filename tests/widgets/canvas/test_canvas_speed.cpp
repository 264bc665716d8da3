// A thousand nodes at sixty frames a second: a frame, painted to an offscreen image, takes less than 16 ms on average
// at every zoom, and a node dragged among them as well.
#include <QImage>
#include <QTest>
#include <ctime>

#include "tests/widgets/canvas/graph_fixture.h"
#include "widgets/canvas/node_canvas.h"
#include "widgets/theme/theme.h"

using namespace tl;

namespace {

// Time on the processor rather than on the clock: painting is one thread's work, and other tests may run beside this
// one.
class CpuTimer {
public:
    double ms() const { return 1000.0 * double(std::clock() - start_) / CLOCKS_PER_SEC; }

private:
    std::clock_t start_ = std::clock();
};

}  // namespace

class TestCanvasSpeed : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() {
        Theme::instance().apply();
        for (int i = 0; i < 1000; ++i) {
            model.add(QString("node_%1").arg(i), {240.0 * (i % 32), 90.0 * (i / 32)});
            if (i >= 32) model.link(QString("node_%1").arg(i - 32), QString("node_%1").arg(i));
            if (i >= 33 && i % 3 == 0) model.link(QString("node_%1").arg(i - 33), QString("node_%1").arg(i));
        }
    }

    void frames_data() {
        QTest::addColumn<double>("zoom");
        QTest::newRow("all") << 0.0;
        QTest::newRow("names") << 0.35;
        QTest::newRow("everything readable") << 0.56;
        QTest::newRow("full size") << 1.0;
    }
    void frames() {
        QFETCH(double, zoom);
        NodeCanvas canvas;
        canvas.resize(1600, 1000);
        canvas.setModel(&model);
        canvas.frame({});
        if (zoom > 0) canvas.setZoom(zoom);
        QImage image(canvas.size(), QImage::Format_RGB32);
        canvas.render(&image);
        if (zoom == 0)
            QVERIFY(canvas.rect().contains(canvas.nodeCenter("node_0")) &&
                    canvas.rect().contains(canvas.nodeCenter("node_999")));
        const CpuTimer timer;
        constexpr int frames = 20;
        for (int i = 0; i < frames; ++i) canvas.render(&image);
        const double ms = timer.ms() / frames;
        qInfo("zoom %.2f: %.2f ms a frame", canvas.zoom(), ms);
        QVERIFY2(ms < 16 * slack(), qPrintable(QString("%1 ms").arg(ms)));
    }

    void draggingOneNode() {
        NodeCanvas canvas;
        canvas.resize(1600, 1000);
        canvas.setModel(&model);
        canvas.setZoom(0.6);
        canvas.revealNode("node_500");
        const QPoint at = canvas.nodeCenter("node_500");
        QImage image(canvas.size(), QImage::Format_RGB32);
        QTest::mousePress(&canvas, Qt::LeftButton, {}, at);
        const CpuTimer timer;
        constexpr int frames = 20;
        for (int i = 0; i < frames; ++i) {
            QMouseEvent move(QEvent::MouseMove, at + QPoint(10 + 3 * i, 5), at + QPoint(10 + 3 * i, 5), Qt::NoButton,
                             Qt::LeftButton, {});
            QCoreApplication::sendEvent(&canvas, &move);
            canvas.render(&image);
        }
        const double ms = timer.ms() / frames;
        QTest::mouseRelease(&canvas, Qt::LeftButton, {}, at);
        qInfo("dragging: %.2f ms a frame", ms);
        QVERIFY2(ms < 16 * slack(), qPrintable(QString("%1 ms").arg(ms)));
    }

    void loading() {
        NodeCanvas canvas;
        canvas.resize(1600, 1000);
        const CpuTimer timer;
        canvas.setModel(&model);
        canvas.frame({});
        const double first = timer.ms();
        const CpuTimer second;
        emit model.structureChanged();
        canvas.nodeCenter("node_0");
        const double again = second.ms();
        qInfo("loading %.1f ms, after a change %.1f ms", first, again);
        QVERIFY(again < 16 * slack());
    }

private:
    // Unoptimised and sanitised builds are not what the promise is about.
    static double slack() {
#ifdef NDEBUG
        return 1;
#else
        return 12;
#endif
    }
    GraphFixture model;
};

QTEST_MAIN(TestCanvasSpeed)
#include "test_canvas_speed.moc"
