// See the header.
#include "tests/bench/graph_bench.h"

#include <QImage>
#include <QTest>
#include <cstdio>

#include "tests/bench/stopwatch.h"
#include "widgets/graph/graph_canvas.h"

namespace tl::bench {
namespace {

constexpr double kLayoutMs = 5000;
constexpr int kStages = 10, kBlocks = 125;  // 5,000 forward ops, and as many backward

// A training graph: residual blocks in stages; each op of the forward pass feeds one of the backward pass, far below.
GraphContentPtr trainingGraph(bool grouped) {
    auto content = std::make_shared<GraphContent>();
    const auto box = [&](const QString& title, int parent) {
        GraphBox made;
        made.title = made.path = title;
        made.parent = parent;
        made.category = QStringLiteral("conv");
        content->boxes.push_back(made);
        return int(content->boxes.size()) - 1;
    };
    const auto card = [&](int in) {
        GraphCard made;
        made.title = QStringLiteral("conv_%1 + norm_%1").arg(content->cards.size());
        made.detail = QStringLiteral("oneDNN: brgconv");
        made.category = QStringLiteral("conv");
        made.box = grouped ? in : -1;
        content->cards.push_back(made);
        return int(content->cards.size()) - 1;
    };
    const auto wire = [&](int from, int to) {
        if (from >= 0) content->wires.push_back({from, to, 1e6 * (1 + from % 9), QStringLiteral("4.2 MB")});
    };
    std::vector<int> forward;
    for (const bool backward : {false, true}) {
        const int phase = grouped ? box(backward ? QStringLiteral("backward") : QStringLiteral("forward"), -1) : -1;
        if (grouped) content->boxes[phase].closed = true;
        int last = backward ? forward.back() : -1;
        for (int s = 0; s < kStages; ++s) {
            const int stage = grouped ? box(QStringLiteral("stage %1").arg(s + 1), phase) : -1;
            for (int b = 0; b < kBlocks; ++b) {
                const int block = grouped ? box(QStringLiteral("block %1").arg(b + 1), stage) : -1;
                const int ops[] = {card(block), card(block), card(block), card(block)};
                wire(last, ops[0]);
                wire(last, ops[2]);
                wire(ops[0], ops[1]);
                wire(ops[1], ops[3]);
                wire(ops[2], ops[3]);
                last = ops[3];
                for (int op : ops) {
                    if (!backward)
                        forward.push_back(op);
                    else
                        wire(forward[forward.size() - 1 - size_t(op - int(forward.size()))], op);
                }
            }
        }
    }
    return content;
}

void benchCanvas(const char* what, const GraphContentPtr& content) {
    GraphCanvas canvas;
    canvas.resize(1600, 1000);
    canvas.show();
    (void)QTest::qWaitForWindowExposed(&canvas);
    const std::string title = what;
    {
        Measure layout(title + ": laid out, all unfolded", kLayoutMs, 50);
        for (int i = 0; i < 3; ++i) {
            canvas.setContent(content);
            waitUntil([&] { return !canvas.busy(); });
            layout.frame(
                &canvas, [&] { canvas.openAll(true); }, [&] { return !canvas.busy(); });
        }
    }
    QVector<GraphTint> tints(content->cards.size());
    for (qsizetype i = 0; i < tints.size(); ++i) {
        tints[i].heat = double(i % 100) / 100;
        tints[i].note = QString::number(i % 100 / 10.0);
    }
    canvas.setTints(tints, QVector<GraphTint>(content->boxes.size()));
    QImage image(canvas.size(), QImage::Format_RGB32);
    const QPoint middle = canvas.rect().center();
    for (const double zoom : {0.0, 0.1, 0.31, 0.56, 1.0}) {
        canvas.fit();
        if (zoom > 0) canvas.setZoom(zoom);
        canvas.render(&image);
        Measure frames(title + ": moved at " + std::to_string(qRound(100 * canvas.zoom())) + " %", kFrameMs, 0);
        QTest::mousePress(&canvas, Qt::LeftButton, {}, middle);
        for (int i = 0; i < 60; ++i)
            frames.time([&] {
                const QPoint to = middle + QPoint(10 + i, 3 * i);
                QMouseEvent move(QEvent::MouseMove, to, to, Qt::NoButton, Qt::LeftButton, {});
                QCoreApplication::sendEvent(&canvas, &move);
                canvas.render(&image);
            });
        QTest::mouseRelease(&canvas, Qt::LeftButton, {}, middle);
    }
    if (content->boxes.isEmpty()) return;
    Measure fold(title + ": a group folded and unfolded", 0, 50);
    for (int i = 0; i < 6; ++i)
        fold.frame(
            &canvas, [&] { canvas.setOpen(2, i % 2); }, [&] { return !canvas.busy(); });
}

}  // namespace

void benchGraph() {
    printHeader("graph of 10,000 ops");
    benchCanvas("graph", trainingGraph(true));
    benchCanvas("graph, no groups", trainingGraph(false));
}

}  // namespace tl::bench
