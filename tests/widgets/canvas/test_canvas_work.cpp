// Work that must not grow with the network, counted rather than timed: what a frame, a drag, a change and a wire in
// hand ask the model for.
#include <QPaintEvent>
#include <QScreen>
#include <QTest>
#include <functional>

#include "tests/widgets/canvas/graph_fixture.h"
#include "widgets/canvas/canvas_core.h"
#include "widgets/canvas/node_canvas.h"
#include "widgets/theme/theme.h"

namespace test_canvas_work {

using namespace tl;

namespace {

struct CountingGraph : GraphFixture {
    mutable int nodes = 0, lists = 0, questions = 0;
    mutable QHash<QString, int> asked;
    CanvasNode node(const QString& id) const override {
        ++nodes;
        return GraphFixture::node(id);
    }
    QVector<CanvasLink> links() const override {
        ++lists;
        return GraphFixture::links();
    }
    QString refuses(const QString& from, const QString& to, int port) const override {
        ++questions;
        ++asked[to + QString::number(port)];
        return GraphFixture::refuses(from, to, port);
    }
    void reset() {
        nodes = lists = questions = 0;
        asked.clear();
    }
};

}  // namespace

class TestCanvasWork : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() { Theme::instance().apply(); }

    void init() {
        model = std::make_unique<CountingGraph>();
        for (int i = 0; i < 5000; ++i) {
            model->add(name(i), {0, 82.0 * i});
            if (i > 0) model->link(name(i - 1), name(i));
        }
        canvas = std::make_unique<NodeCanvas>();
        canvas->resize(1600, 1000);
        canvas->setModel(model.get());
        canvas->setZoom(1);
        canvas->revealNode(name(2500));
        image = QImage(canvas->size(), QImage::Format_RGB32);
        canvas->render(&image);
        QVERIFY(canvas->rect().contains(canvas->nodeCenter(name(2500))));
        model->reset();
    }

    void aFrameAsksNothingAndLooksOnlyAtWhatIsNear() {
        for (int i = 0; i < 5; ++i) canvas->render(&image);
        QCOMPARE(model->nodes + model->lists + model->questions, 0);
        const auto& scene = canvas->core().scene;
        const QRectF visible = canvas->core().view.toScene(QRectF(canvas->rect()));
        QVERIFY(scene.nodesIn(visible).size() >= 10);
        QVERIFY(scene.nodesIn(visible).size() <= 20);
        QVERIFY(scene.wiresIn(visible).size() <= 20);
    }

    // Only cards that were seen have their texts laid out.
    void textsAreLaidOutWhenTheyAreSeen() {
        int ready = 0;
        for (const auto& node : canvas->core().scene.nodes()) ready += node.texts.ready;
        QVERIFY2(ready > 0 && ready < 100, qPrintable(QString::number(ready)));
    }

    void aDragAsksNothing() {
        const QPoint at = canvas->nodeCenter(name(2500));
        QTest::mousePress(canvas.get(), Qt::LeftButton, {}, at);
        for (int i = 1; i <= 20; ++i) {
            move(at + QPoint(10 * i, 4 * i));
            canvas->render(&image);
        }
        QVERIFY(canvas->nodeCenter(name(2500)) != at);
        QCOMPARE(model->nodes + model->lists + model->questions, 0);
        QTest::keyClick(canvas.get(), Qt::Key_Escape);
        QTest::mouseRelease(canvas.get(), Qt::LeftButton, {}, at);
        QCOMPARE(canvas->nodeCenter(name(2500)), at);
    }

    void aChangeOfOneAsksForOne() {
        model->all[name(2501)].badge = "7";
        emit model->nodeChanged(name(2501));
        emit model->nodeChanged(name(2501));
        canvas->render(&image);
        QCOMPARE(model->nodes, 1);
        QCOMPARE(model->lists, 0);
        emit model->labelsChanged();
        emit model->labelsChanged();
        canvas->render(&image);
        QCOMPARE(model->lists, 1);
        QCOMPARE(model->nodes, 1);
    }

    void manyChangesAreTakenInOnce() {
        for (int i = 0; i < 3; ++i) emit model->structureChanged();
        canvas->render(&image);
        QCOMPARE(model->nodes, 5000);
        QCOMPARE(model->lists, 1);
    }

    // Of the ports in view each is asked about once for as long as the wire is held.
    void aWireInHandAsksEachPortInViewOnce() {
        const QPoint from = canvas->outputPort(name(2500));
        QTest::mousePress(canvas.get(), Qt::LeftButton, {}, from);
        for (int i = 1; i <= 30; ++i) {
            move(from + QPoint(8 * i, 3 * i));
            canvas->render(&image);
        }
        QVERIFY(model->questions > 5);
        QVERIFY2(model->questions <= 20, qPrintable(QString::number(model->questions)));
        for (const int times : std::as_const(model->asked)) QCOMPARE(times, 1);
        QTest::keyClick(canvas.get(), Qt::Key_Escape);
        QTest::mouseRelease(canvas.get(), Qt::LeftButton, {}, from);
    }

    // What an edit touches is painted, and the window then shows what it shows when all is painted.
    void aChangeOfOnePaintsOne() {
        canvas->show();
        QVERIFY(QTest::qWaitForWindowExposed(canvas.get()));
        canvas->revealNode(name(2500));
        QTRY_VERIFY(shown() == canvas->grab().toImage());
        const auto paintedFor = [&](const std::function<void()>& change) {
            PaintWatch watch(*canvas);
            change();
            if (!QTest::qWaitFor([&] { return !watch.region.isEmpty(); }, 120000)) return QRect();
            QTest::qWait(50);  // what else comes of it
            const QRect painted = watch.region.boundingRect();
            return shown() == canvas->grab().toImage() ? painted : QRect();
        };
        const auto one = [&](const QRect& painted) { return !painted.isEmpty() && painted.height() < 200; };
        CanvasNode& node = model->all[name(2501)];
        QVERIFY(one(paintedFor([&] {
            node.badge = QStringLiteral("7");
            emit model->nodeChanged(name(2501));
        })));
        QVERIFY(one(paintedFor([&] {
            node.standing = node.breakpoint = true;
            emit model->nodeChanged(name(2501));
        })));
        QVERIFY(one(paintedFor([&] { move(canvas->nodeCenter(name(2501)), Qt::NoButton); })));
        // A fault is seen from afar and has a card beside it.
        QVERIFY(paintedFor([&] {
                    node.error = QStringLiteral("no such thing");
                    emit model->nodeChanged(name(2501));
                }) == canvas->rect());
    }

private:
    struct PaintWatch : QObject {
        explicit PaintWatch(QWidget& widget) { widget.installEventFilter(this); }
        bool eventFilter(QObject*, QEvent* event) override {
            if (event->type() == QEvent::Paint) region |= static_cast<QPaintEvent*>(event)->region();
            return false;
        }
        QRegion region;
    };
    QImage shown() const { return canvas->screen()->grabWindow(canvas->winId()).toImage(); }
    static QString name(int i) { return QStringLiteral("node_%1").arg(i); }
    void move(const QPoint& at, Qt::MouseButtons held = Qt::LeftButton) {
        QMouseEvent event(QEvent::MouseMove, at, canvas->mapToGlobal(QPointF(at)), Qt::NoButton, held, {});
        QCoreApplication::sendEvent(canvas.get(), &event);
    }
    std::unique_ptr<CountingGraph> model;
    std::unique_ptr<NodeCanvas> canvas;
    QImage image;
};

QTEST_MAIN(TestCanvasWork)

}  // namespace test_canvas_work

#include "test_canvas_work.moc"
