// See the header. Each row repeats one thing; its goal is for the middle of the times.
#include "tests/bench/draw_bench.h"

#include <QImage>
#include <QScrollBar>
#include <QTest>
#include <cmath>
#include <numeric>

#include "engine/model/templates.h"
#include "engine/model/validation.h"
#include "tests/bench/networks.h"
#include "tests/bench/stopwatch.h"
#include "tests/widgets/canvas/graph_fixture.h"
#include "widgets/canvas/node_canvas.h"
#include "widgets/image/image_grid.h"
#include "widgets/plot/line_plot.h"
#include "widgets/plot/series_pyramid.h"

namespace tl::bench {
namespace {

std::vector<PlotPoint> wave(int count, int from = 0) {
    std::vector<PlotPoint> points;
    for (int i = from; i < from + count; ++i)
        points.push_back({double(i), 1 + std::sin(i * 0.001) + 0.2 * std::sin(i * 1.7)});
    return points;
}

void charts() {
    LinePlot plot;
    plot.resize(800, 360);
    plot.show();
    (void)QTest::qWaitForWindowExposed(&plot);
    plot.setSmoothing(0.6);
    const int series = plot.addSeries({QStringLiteral("loss"), 0, false});
    {
        Measure append("chart: 100,000 more", 50, 0);
        for (int i = 0; i < 50; ++i) {
            const auto points = wave(100'000, i * 100'000);
            append.time([&] { plot.append(series, points); });
        }
    }
    {
        Measure draw("chart: 5 M points", kFrameMs, 0);
        for (int i = 0; i < 20; ++i) draw.time([&] { plot.replotNow(); });
    }
    {
        Measure smooth("chart: other smoothing", 100, 0);
        smooth.time([&] { plot.setSmoothing(0.9); });
    }
    ChunkedVector<double> xs;
    MinMaxPyramid ys;
    for (int i = 0; i < 4'000'000; ++i) {
        xs.push_back(i);
        ys.append(i % 1000);
    }
    std::vector<PlotPoint> out;
    Measure query("pyramid: 4 M to 1000", 5, 0);
    for (int i = 0; i < 15; ++i) query.time([&] { reduceToPixels(xs, ys, columnsAcross(0, 4'000'000, 1000), out); });
}

// Four charts of a million points each that grow 30 times a second.
void growingCharts() {
    QWidget window;
    window.resize(1200, 800);
    std::vector<LinePlot*> plots;
    const auto points = wave(1'000'000);
    for (int i = 0; i < 4; ++i) {
        auto* plot = new LinePlot(&window);
        plot->setGeometry(i % 2 * 600, i / 2 * 400, 590, 390);
        plot->setSmoothing(0.6);
        plot->append(plot->addSeries({QStringLiteral("loss"), 0, false}), points);
        plots.push_back(plot);
    }
    window.show();
    (void)QTest::qWaitForWindowExposed(&window);
    QTest::qWait(300);
    const double before = threadMs();
    constexpr int kTicks = 90;
    for (int tick = 0; tick < kTicks; ++tick) {
        for (auto* plot : plots) plot->append(0, wave(40, 1'000'000 + 40 * tick));
        QTest::qWait(33);
    }
    Measure grow("chart: a tick of growth", 4, 0);
    grow.add((threadMs() - before) / kTicks / 4);
}

void canvas() {
    GraphFixture model;
    for (int i = 0; i < 1000; ++i) {
        model.add(QStringLiteral("node_%1").arg(i), {240.0 * (i % 32), 90.0 * (i / 32)});
        if (i >= 32) model.link(QStringLiteral("node_%1").arg(i - 32), QStringLiteral("node_%1").arg(i));
        if (i >= 33 && i % 3 == 0) model.link(QStringLiteral("node_%1").arg(i - 33), QStringLiteral("node_%1").arg(i));
    }
    NodeCanvas canvas;
    canvas.resize(1600, 1000);
    canvas.setModel(&model);
    QImage image(canvas.size(), QImage::Format_RGB32);
    for (const double zoom : {0.0, 0.35, 0.56, 1.0}) {
        canvas.frame({});
        if (zoom > 0) canvas.setZoom(zoom);
        canvas.render(&image);
        Measure frames("canvas: at " + std::to_string(static_cast<int>(100 * canvas.zoom())) + " %", kFrameMs, 0);
        for (int i = 0; i < 20; ++i) frames.time([&] { canvas.render(&image); });
    }
    canvas.setZoom(0.6);
    canvas.revealNode(QStringLiteral("node_500"));
    const QPoint at = canvas.nodeCenter(QStringLiteral("node_500"));
    QTest::mousePress(&canvas, Qt::LeftButton, {}, at);
    {
        Measure drag("canvas: a node dragged", kFrameMs, 0);
        for (int i = 0; i < 20; ++i)
            drag.time([&] {
                const QPoint to = at + QPoint(10 + 3 * i, 5);
                QMouseEvent move(QEvent::MouseMove, to, to, Qt::NoButton, Qt::LeftButton, {});
                QCoreApplication::sendEvent(&canvas, &move);
                canvas.render(&image);
            });
    }
    QTest::mouseRelease(&canvas, Qt::LeftButton, {}, at);
    Measure change("canvas: other structure", kFrameMs, 0);
    for (int i = 0; i < 5; ++i)
        change.time([&] {
            emit model.structureChanged();
            canvas.nodeCenter(QStringLiteral("node_0"));
        });
}

void grid() {
    ImageGrid grid;
    grid.setCaptions([](qint64 item) { return QString::number(item); }, {});
    grid.resize(1000, 700);
    std::vector<qint64> items(1'000'000);
    std::iota(items.begin(), items.end(), 0);
    {
        Measure fill("grid: a million images", 200, 0);
        fill.time([&] { grid.setItems(items); });
    }
    grid.show();
    (void)QTest::qWaitForWindowExposed(&grid);
    Measure scroll("grid: a frame", kFrameMs, 0);
    auto* bar = grid.verticalScrollBar();
    for (int i = 0; i < 60; ++i) {
        bar->setValue(static_cast<int>(static_cast<qint64>(bar->maximum()) * i / 60));
        scroll.time([&] { grid.viewport()->repaint(); });
    }
}

void engine() {
    const DataFacts photos{{3, 32, 32}, 10};
    const NetworkSpec resnet = findTemplate("resnet20").make(photos);
    {
        Measure check("engine: ResNet-20 checked", 50, 0);
        for (int i = 0; i < 10; ++i) check.time([&] { validate(resnet, photos); });
    }
    NetworkSpec chain = chainOf(1000);
    Measure layout("engine: 1,000 laid out", 500, 0);
    for (int i = 0; i < 5; ++i) layout.time([&] { autoLayout(chain); });
}

}  // namespace

void benchDrawing() {
    printHeader("each view on its own");
    charts();
    growingCharts();
    canvas();
    grid();
    engine();
}

}  // namespace tl::bench
