// What nodes show of a training under way, on the real window's pixels: a red edge where gradients vanish or explode in
// a real run, and live pictures that change while it trains and are gone when they are switched off.
#include <QtTest>

#include "engine/model/templates/support.h"
#include "tests/app/window_fixture.h"
#include "widgets/theme/theme.h"

namespace test_live_nodes {

using namespace tl;

namespace {

constexpr int kPatienceMs = 120000;

// Six dense layers of one activation, whose weights are drawn with this deviation.
NetworkSpec deep(const DataFacts& facts, const char* activation, double deviation) {
    templates::Sketch sketch(facts);
    sketch.begin(1.0 / 128, -0.25);
    sketch.add("Flatten");
    for (int i = 0; i < 6; ++i)
        sketch.add("Dense", {{"units", int64_t{64}},
                             {"activation", std::string(activation)},
                             {"kernel_initializer", std::string("random_normal")},
                             {"kernel_initializer_stddev", deviation}});
    return sketch.finish();
}

struct LiveWindow : WindowFixture {
    void train(const NetworkSpec& network, double rate, int epochs) {
        bench().network.setSpec(network);
        TrainingSpec spec = bench().training.spec();
        spec.epochs = epochs;
        spec.optimizer = {"sgd", {}};
        spec.learningRate = rate;
        bench().training.setSpec(spec);
        QVERIFY(ready());
        trigger("livePicturesAction");
        trigger("trainAction");
        canvas().select({});
    }
    ~LiveWindow() {
        bench().controller.stop();
        (void)QTest::qWaitFor([this] { return !bench().controller.active(); }, kPatienceMs);
    }
    std::optional<LiveStrip> live(const QString& id) { return bench().network.node(id).live; }
    // The card's pixels as the window shows them, so large that its edge is wider than a pixel.
    QImage card(const QString& id, double zoom = 1.5) {
        canvas().frame({id});
        canvas().setZoom(zoom);
        const CanvasNode node = bench().network.node(id);
        const QSizeF size = node.size() * (canvas().zoom() * Theme::instance().textScale());
        QRect around(QPoint(), (size + QSizeF(6, 6)).toSize());
        around.moveCenter(canvas().nodeCenter(id));
        const QImage all = window->grab().toImage();
        const double ratio = all.devicePixelRatio();
        const QPoint at = canvas().mapTo(window.get(), around.topLeft());
        return all.copy(QRect(at * ratio, around.size() * ratio));
    }
    // The share of the card's right edge that is of the colour.
    double edgeOf(const QString& id, const QColor& color) {
        const QImage image = card(id);
        const auto like = [&](int x, int y) {
            const QColor found = image.pixelColor(x, y);
            return std::abs(found.red() - color.red()) + std::abs(found.green() - color.green()) +
                       std::abs(found.blue() - color.blue()) <
                   60;
        };
        int rows = 0;
        for (int y = 0; y < image.height(); ++y) {
            bool right = false;
            for (int x = image.width() - 8; x < image.width(); ++x) right = right || like(x, y);
            rows += right;
        }
        return static_cast<double>(rows) / image.height();
    }
};

}  // namespace

class TestLiveNodes : public QObject {
    Q_OBJECT
private slots:
    // Small weights under saturating units: next to nothing of the gradient comes down to the first layer.
    void whereGradientsVanishTheEdgeIsRed() {
        LiveWindow f;
        QVERIFY(f.ready());
        const QColor bad = Theme::instance().color(Token::Bad);
        f.train(deep(f.bench().data.facts(), "sigmoid", 0.01), 1e-3, 1000);
        QTRY_VERIFY(f.live("dense_1") && !f.live("dense_1")->alarm.isEmpty());
        QTRY_VERIFY(f.live("dense_7") && !f.live("dense_7")->gradient.isEmpty());
        QVERIFY(f.live("dense_7")->alarm.isEmpty());
        QTRY_VERIFY(f.edgeOf("dense_1", bad) > 0.7);
        QVERIFY(f.edgeOf("dense_7", bad) < 0.1);
        // Who looks no more sees a card like any other.
        f.trigger("livePicturesAction");
        QTRY_VERIFY(f.edgeOf("dense_1", bad) < 0.1);
    }

    // Large weights under linear units: it grows from layer to layer on its way down.
    void whereGradientsExplodeTheEdgeIsRed() {
        LiveWindow f;
        QVERIFY(f.ready());
        const QColor bad = Theme::instance().color(Token::Bad);
        f.train(deep(f.bench().data.facts(), "relu", 1.5), 1e-12, 1000);
        QTRY_VERIFY(f.live("dense_1") && !f.live("dense_1")->alarm.isEmpty());
        QVERIFY(f.bench().controller.active());
        QTRY_VERIFY(f.edgeOf("dense_1", bad) > 0.7);
        QVERIFY(f.edgeOf("flatten_1", bad) < 0.1);
        // From far away, where cards are blocks, it is red too.
        const QImage block = f.card("dense_1", 0.12);
        QCOMPARE(block.pixelColor(block.rect().center()).rgb(), bad.rgb());
    }

    // Activation maps, the weights' distribution and the numbers are painted, are painted anew while the run goes on,
    // and are gone, with the room that they took, when they are switched off.
    void livePicturesChangeAndGo() {
        LiveWindow f;
        QVERIFY(f.ready());
        f.train(findTemplate("lenet").make(f.bench().data.facts()), 0.02, 1000);
        const auto full = [&](const QString& id) {
            const auto strip = f.live(id);
            return strip && !strip->bars.isEmpty() && !strip->gradient.isEmpty() && !strip->time.isEmpty() &&
                   !strip->dead.isEmpty();
        };
        QTRY_VERIFY(full("conv_1") && !f.live("conv_1")->maps.isEmpty());
        // What stands in the strip is what is seen: the first map's pixels, and bars in the accent's colour.
        const QColor accent = Theme::instance().color(Token::Accent);
        const auto counted = [&](const QImage& image, const QColor& color) {
            int found = 0;
            for (int y = 0; y < image.height(); ++y)
                for (int x = 0; x < image.width(); ++x) found += image.pixelColor(x, y).rgb() == color.rgb();
            return found;
        };
        const QImage first = f.card("conv_1");
        QVERIFY2(counted(first, accent) > 20, qPrintable(QString::number(counted(first, accent))));
        QSet<QRgb> greys;
        for (int y = first.height() / 2; y < first.height(); ++y)
            for (int x = 0; x < first.width() / 2; ++x) greys.insert(first.pixel(x, y));
        QVERIFY2(greys.size() > 30, qPrintable(QString::number(greys.size())));
        const LiveStrip before = *f.live("conv_1");
        QTRY_VERIFY(f.live("conv_1")->maps != before.maps && f.live("conv_1")->bars != before.bars &&
                    f.live("conv_1")->gradient != before.gradient);
        QTRY_VERIFY(f.card("conv_1") != first);
        // Off: a card of the usual height, without a grey, and it stays so while the run goes on.
        f.trigger("livePicturesAction");
        QVERIFY(f.bench().controller.active());
        QTRY_COMPARE(counted(f.card("conv_1"), accent), 0);
        const QImage off = f.card("conv_1");
        QVERIFY(off.height() < first.height());
        const size_t seen = f.points("loss");
        QTRY_VERIFY(f.points("loss") > seen + 100);
        QCOMPARE(f.card("conv_1"), off);
    }
};

QTEST_MAIN(TestLiveNodes)

}  // namespace test_live_nodes

#include "test_live_nodes.moc"
