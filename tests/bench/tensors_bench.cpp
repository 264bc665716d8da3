// See the header.
#include "tests/bench/tensors_bench.h"

#include <QImage>
#include <QMouseEvent>
#include <QScrollBar>
#include <cmath>

#include "app/window/main_window.h"
#include "engine/io/events/event_writer.h"
#include "tests/bench/stopwatch.h"
#include "ui/models/workbench.h"
#include "ui/shell/action_table.h"
#include "widgets/controls/card_flow.h"
#include "widgets/controls/segmented_bar.h"
#include "widgets/plot/histogram_plot.h"
#include "widgets/plot/parallel_axes.h"
#include "widgets/plot/point_cloud.h"

namespace tl::bench {
namespace {

constexpr int kTags = 300, kSteps = 500, kPoints = 10000, kRuns = 300;

void writeLog(const QString& folder) {
    EventWriter writer(folder.toStdString());
    std::vector<float> values(200);
    for (int step = 0; step < kSteps; ++step)
        for (int tag = 0; tag < kTags; ++tag) {
            for (size_t i = 0; i < values.size(); ++i)
                values[i] = static_cast<float>(std::sin(static_cast<double>(i) * 1.7 + tag) / (1 + step * 0.01));
            writer.histogram("layer_" + std::to_string(tag / 3) + "/" + std::to_string(tag % 3), step, step,
                             histogramOf(values));
        }
}

bool allDrawn(const CardFlow& flow) {
    const QList<QWidget*> cards = flow.cards();
    return !cards.isEmpty() && std::all_of(cards.begin(), cards.end(), [](QWidget* card) {
        const auto* plot = card->findChild<HistogramPlot*>();
        return plot && !plot->slices().empty();
    });
}

void histograms(MainWindow& window, const QString& folder) {
    const QString log = folder + QStringLiteral("/log");
    writeLog(log);
    Workbench& bench = window.workbench();
    window.actionTable().trigger(QStringLiteral("tab_histograms"));
    auto* flow = window.findChild<CardFlow*>(QStringLiteral("histogramsFlow"));
    {
        Measure open("histograms: 300 tags of 500 steps opened", 2000, 50);
        open.frame(
            &window, [&] { bench.reader.open(log); }, [&] { return allDrawn(*flow); });
    }
    {
        Measure scroll("histograms: a screen scrolled", 0, 50);
        for (int i = 1; i <= 20; ++i)
            scroll.frame(
                flow, [&] { flow->verticalScrollBar()->setValue(i * flow->viewport()->height()); },
                [&] { return allDrawn(*flow); });
    }
    {
        Measure frames("histograms: 40 px scrolled", kFrameMs, 0);
        for (int i = 1; i <= 40; ++i) frames.frame(flow, [&] { flow->verticalScrollBar()->setValue(4000 + i * 40); });
    }
    auto* modes = window.findChild<SegmentedBar*>(QStringLiteral("histogramModes"));
    {
        Measure mode("histograms: another way of drawing", 250, 100);
        for (int i = 1; i <= 8; ++i)
            mode.frame(
                flow, [&] { modes->setCurrentIndex(i % 4); }, [&] { return allDrawn(*flow); });
    }
    {
        Measure step("histograms: another step", 150, 50);
        for (int i = 1; i <= 10; ++i)
            step.frame(
                flow, [&] { bench.step.set(i * 40); }, [&] { return allDrawn(*flow); });
    }
    bench.step.follow();
    bench.reader.close(log);
}

void points() {
    PointCloud cloud;
    cloud.resize(800, 700);
    QVector<QVector3D> places;
    QVector<int> groups;
    for (int i = 0; i < kPoints; ++i) {
        places << QVector3D(static_cast<float>(std::sin(i * 1.3)), static_cast<float>(std::cos(i * 0.7)),
                            static_cast<float>(std::sin(i * 0.37)));
        groups << i % 10;
    }
    QStringList names;
    for (int i = 0; i < 10; ++i) names << QString::number(i);
    cloud.setPoints(places, groups, names);
    QImage image(cloud.size(), QImage::Format_RGB32);
    Measure turn("projector: 10,000 points turned", kFrameMs, 0);
    for (int i = 0; i < 20; ++i)
        turn.time([&] {
            QKeyEvent key(QEvent::KeyPress, Qt::Key_Right, {});
            QCoreApplication::sendEvent(&cloud, &key);
            cloud.render(&image);
        });
}

void runs() {
    ParallelAxes axes;
    axes.resize(1000, 400);
    QVector<AxisColumn> columns;
    for (int i = 0; i < 10; ++i) columns << AxisColumn{QString::number(i)};
    QVector<AxisLine> lines;
    for (int run = 0; run < kRuns; ++run) {
        AxisLine line{run, QString::number(run), run, {}};
        for (int i = 0; i < columns.size(); ++i) line.values << std::sin(run * 0.7 + i);
        lines << line;
    }
    axes.setData(columns, lines);
    QImage image(axes.size(), QImage::Format_RGB32);
    Measure brush("hyperparameters: 300 runs brushed", 2 * kFrameMs, 0);
    for (int i = 0; i < 20; ++i)
        brush.time([&] {
            axes.setBrush(i % 10, -0.5, 0.9 - 0.01 * i);
            axes.render(&image);
        });
}

}  // namespace

void benchTensors(MainWindow& window, const QString& folder) {
    printHeader("The panels over event files");
    histograms(window, folder);
    points();
    runs();
}

}  // namespace tl::bench
