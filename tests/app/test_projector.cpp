// The projector on the real window's pixels: small pictures and class names stand where their points are, a picked
// point's image is shown; and nothing of one project stays when another one is opened.
#include <QComboBox>
#include <QLabel>
#include <QListWidget>
#include <QPushButton>
#include <QSpinBox>
#include <QTabBar>
#include <QToolButton>
#include <QtTest>
#include <numeric>

#include "tests/app/shown_texts.h"
#include "tests/app/window_fixture.h"
#include "ui/models/picture.h"
#include "widgets/controls/segmented_bar.h"
#include "widgets/image/image_view.h"
#include "widgets/plot/point_cloud.h"

namespace test_projector {

using namespace tl;

namespace {

constexpr int kPatienceMs = 120000, kItems = 60;

struct Projector : WindowFixture {
    Projector() {
        ready();
        window->showWorkspace(MainWindow::TrainSpace);
        TrainingSpec spec = bench().training.spec();
        spec.epochs = 1;
        bench().training.setSpec(spec);
        trigger("trainAction");
        (void)reaches(RunState::Finished, kPatienceMs);
        (void)QTest::qWaitFor([this] { return run().hasCheckpoint; }, kPatienceMs);
        auto* bar = find<QTabBar>("trainTabs");
        for (int i = 0; i < bar->count(); ++i)
            if (bar->tabData(i).toString() == QLatin1String("projector"))
                QTest::mouseClick(bar, Qt::LeftButton, {}, bar->tabRect(i).center());
        find<QSpinBox>("projectorCount")->setValue(kItems);
    }
    PointCloud& cloud() { return *find<PointCloud>("pointCloud"); }
    bool project() {
        (void)QTest::qWaitFor([this] { return find<QPushButton>("projectorEmptyAction") != nullptr; }, kPatienceMs);
        press("projectorEmptyAction");
        const bool done = QTest::qWaitFor(
            [this] {
                return cloud().points().size() == kItems && !find<QLabel>("projectorFacts")->text().isEmpty() &&
                       !find<QWidget>("projectorProgress")->isVisible();
            },
            kPatienceMs);
        test::settle();
        return done;
    }
    const Source& source() { return *bench().data.split(find<QComboBox>("projectorSplit")->currentData().toString()); }
    qint64 itemOf(int point) { return point * source().size() / kItems; }
    QImage imageOf(int point) {
        Image image;
        source().read(itemOf(point), image);
        return toQImage(image);
    }
    // The point that stands farthest from all others, and is seen whole.
    int alone() {
        int best = -1;
        double most = 0;
        for (int i = 0; i < kItems; ++i) {
            if (!cloud().rect().adjusted(20, 20, -20, -20).contains(cloud().toPixel(i).toPoint())) continue;
            double nearest = 1e9;
            for (int k = 0; k < kItems; ++k)
                if (k != i) nearest = std::min(nearest, QLineF(cloud().toPixel(i), cloud().toPixel(k)).length());
            if (nearest > most) most = nearest, best = i;
        }
        return best;
    }
    // What the window shows around a place of the cloud.
    QImage seen(const QPointF& middle, int side) {
        const QImage all = window->grab().toImage();
        const double ratio = all.devicePixelRatio();
        const QPointF at = cloud().mapTo(window.get(), middle) - QPointF(side / 2.0, side / 2.0);
        return all.copy(QRect((at * ratio).toPoint(), QSize(side, side) * ratio));
    }
    // How alike two pictures are, of -1 to 1: the correlation of their greys.
    static double alike(const QImage& a, const QImage& b) {
        constexpr int kSide = 12;
        const auto greys = [](const QImage& image) {
            const QImage small = image.convertToFormat(QImage::Format_Grayscale8)
                                     .scaled(kSide, kSide, Qt::IgnoreAspectRatio, Qt::SmoothTransformation);
            std::vector<double> found;
            for (int y = 0; y < kSide; ++y)
                for (int x = 0; x < kSide; ++x) found.push_back(qGray(small.pixel(x, y)));
            const double mean = std::accumulate(found.begin(), found.end(), 0.0) / static_cast<double>(found.size());
            for (double& each : found) each -= mean;
            return found;
        };
        const std::vector<double> x = greys(a), y = greys(b);
        const double norm = std::sqrt(std::inner_product(x.begin(), x.end(), x.begin(), 0.0) *
                                      std::inner_product(y.begin(), y.end(), y.begin(), 0.0));
        return norm > 0 ? std::inner_product(x.begin(), x.end(), y.begin(), 0.0) / norm : 0;
    }
};

}  // namespace

class TestProjector : public QObject {
    Q_OBJECT
private slots:
    // A run that trains tells of itself 30 times a second; the layers to choose of are the network's, and change with
    // it.
    void theChoicesFollowTheNetworkAlone() {
        WindowFixture f;
        QVERIFY(f.ready());
        f.window->showWorkspace(MainWindow::TrainSpace);
        auto* bar = f.find<QTabBar>("trainTabs");
        for (int i = 0; i < bar->count(); ++i)
            if (bar->tabData(i).toString() == QLatin1String("projector"))
                QTest::mouseClick(bar, Qt::LeftButton, {}, bar->tabRect(i).center());
        auto* layers = f.find<QComboBox>("projectorLayer");
        QTRY_VERIFY(layers->count() > 3 && f.find<QWidget>("projectorPanel")->isVisible());
        const QString last = layers->itemText(layers->count() - 1);
        layers->addItem(QStringLiteral("a mark"));  // what fills them takes it out
        RunModel& runs = f.bench().runs;
        runs.addRun(QStringLiteral("lenet"), 1);
        emit runs.dataChanged(runs.index(0, 0), runs.index(0, 0));
        QCOMPARE(layers->itemText(layers->count() - 1), QStringLiteral("a mark"));
        NetworkSpec network = f.bench().network.spec();
        network.remove({last.toStdString()}, true);
        f.bench().network.setSpec(network);
        emit runs.dataChanged(runs.index(0, 0), runs.index(0, 0));
        QCOMPARE(layers->findText(QStringLiteral("a mark")), -1);
        QCOMPARE(layers->findText(last), -1);
    }

    void picturesAndNamesStandWhereTheirPointsAre() {
        Projector f;
        QVERIFY(f.project());
        auto* names = f.find<QToolButton>("projectorNames");
        QVERIFY(names->isChecked());
        // Names: each class's, in the middle of its points, and nothing else of the picture is theirs.
        const QImage with = f.cloud().grab().toImage();
        QTest::mouseClick(names, Qt::LeftButton);
        const QImage without = f.cloud().grab().toImage();
        const double ratio = with.devicePixelRatio();
        std::map<int, std::pair<QPointF, int>> middles;
        for (int i = 0; i < kItems; ++i) {
            auto& [sum, count] = middles[f.source().label(f.itemOf(i))];
            sum += f.cloud().toPixel(i);
            ++count;
        }
        QVERIFY(middles.size() > 5);
        std::map<int, int> changed;
        int elsewhere = 0;
        for (int y = 0; y < with.height(); ++y)
            for (int x = 0; x < with.width(); ++x) {
                if (with.pixel(x, y) == without.pixel(x, y)) continue;
                bool known = false;
                for (const auto& [label, each] : middles) {
                    const QPointF away = QPointF(x, y) / ratio - each.first / each.second;
                    if (std::abs(away.x()) > 20 || std::abs(away.y()) > 11) continue;
                    ++changed[label];
                    known = true;
                }
                elsewhere += !known;
            }
        QCOMPARE(changed.size(), middles.size());
        QCOMPARE(elsewhere, 0);

        // Small pictures: at a point that stands alone, its own image and no dot.
        const int point = f.alone();
        QVERIFY(point >= 0);
        const QPointF at = f.cloud().toPixel(point);
        QTest::mouseMove(f.cloud().parentWidget(), QPoint(1, 1));
        const double dot = Projector::alike(f.seen(at, 15), f.imageOf(point));
        QTest::mouseClick(f.find<QToolButton>("projectorPictures"), Qt::LeftButton);
        double best = -1;
        for (int side = 15; side <= 22; ++side)  // by its depth
            best = std::max(best, Projector::alike(f.seen(at, side), f.imageOf(point)));
        QVERIFY2(best > 0.8 && best > dot, qPrintable(QStringLiteral("%1, %2").arg(best).arg(dot)));
        // A click on it: it is shown large, and is the window's selected image.
        QTest::mouseClick(&f.cloud(), Qt::LeftButton, {}, at.toPoint());
        QCOMPARE(f.cloud().picked(), point);
        QCOMPARE(f.bench().selection.image(), f.itemOf(point));
        auto* view = f.find<ImageView>("projectorImage");
        QTRY_COMPARE(view->image().convertToFormat(QImage::Format_RGB32),
                     f.imageOf(point).convertToFormat(QImage::Format_RGB32));
        const QImage large = view->grab().toImage();
        double shown = -1;
        for (int share = 60; share <= 100; ++share) {  // there is room around it
            const int side = std::min(large.width(), large.height()) * share / 100;
            QRect square(0, 0, side, side);
            square.moveCenter(large.rect().center());
            shown = std::max(shown, Projector::alike(large.copy(square), f.imageOf(point)));
        }
        QVERIFY2(shown > 0.7, qPrintable(QString::number(shown)));
    }

    // What still takes its time says how long.
    void progressTellsWhatIsLeft() {
        Projector f;
        f.find<QSpinBox>("projectorCount")->setValue(1000);
        QTest::mouseClick(f.find<SegmentedBar>("projectorMethod")->segment(1), Qt::LeftButton);
        (void)QTest::qWaitFor([&] { return f.find<QPushButton>("projectorEmptyAction") != nullptr; }, kPatienceMs);
        f.press("projectorEmptyAction");
        auto* strip = f.find<QWidget>("projectorProgress");
        QVERIFY(QTest::qWaitFor(
            [&] {
                const QSet<QString> painted = test::paintedBy(*strip);
                return std::ranges::any_of(painted, [](const QString& text) { return text.endsWith(" left"); });
            },
            kPatienceMs));
    }

    void anotherProjectHasNoneOfIt() {
        Projector f;
        QVERIFY(f.project());
        QTest::mouseClick(&f.cloud(), Qt::LeftButton, {}, f.cloud().toPixel(f.alone()).toPoint());
        auto* view = f.find<ImageView>("projectorImage");
        auto* neighbours = f.find<QListWidget>("projectorNeighbours");
        QTRY_VERIFY(!view->image().isNull() && neighbours->count() > 0);
        // Another projection is under way: what it finds is nobody's any more.
        QTest::mouseClick(f.find<SegmentedBar>("projectorMethod")->segment(1), Qt::LeftButton);
        f.press("projectButton");
        f.window->document().newFromTemplate("mlp");
        QTRY_VERIFY(f.cloud().points().isEmpty());
        QVERIFY(!f.cloud().isVisible());
        QVERIFY(view->image().isNull());
        QCOMPARE(neighbours->count(), 0);
        QVERIFY(f.find<QLabel>("projectorPicked")->text().isEmpty());
        QTRY_COMPARE(f.bench().jobs.running(), 0);  // it has ended
        QVERIFY(f.cloud().points().isEmpty() && !f.cloud().isVisible());
        QVERIFY(view->image().isNull() && neighbours->count() == 0);
    }

    // What is seen is of the data set that was open: its picture, never the item of that number in the next one.
    void anotherDataSetIsToldApart() {
        Projector f;
        QVERIFY(f.project());
        const QSize size = f.imageOf(0).size();
        auto* stale = f.find<QLabel>("projectorStale");
        QVERIFY(!stale->isVisible());
        f.window->document().openData(QStringLiteral("sample?size=14x14&resize=fit"));
        QTRY_VERIFY(f.bench().data.state() == DataSetModel::State::Ready && f.imageOf(0).size() != size);
        QTRY_VERIFY(stale->isVisible());
        const qint64 chosen = f.bench().selection.image();
        QTest::mouseClick(&f.cloud(), Qt::LeftButton, {}, f.cloud().toPixel(f.alone()).toPoint());
        QVERIFY(f.cloud().picked() >= 0);
        QCOMPARE(f.bench().selection.image(), chosen);
        auto* view = f.find<ImageView>("projectorImage");
        QTRY_COMPARE(view->image().size(), size);
    }

    // A t-SNE that is given up leaves the dots where they had come to, and says how far it was.
    void whatTsneCameToStays() {
        Projector f;
        f.find<QSpinBox>("projectorCount")->setValue(1000);
        QTest::mouseClick(f.find<SegmentedBar>("projectorMethod")->segment(1), Qt::LeftButton);
        QTRY_VERIFY(f.find<QPushButton>("projectorEmptyAction"));
        f.press("projectorEmptyAction");
        const auto moved = [&] { return !f.cloud().points().isEmpty() && !f.cloud().points().front().isNull(); };
        QTRY_VERIFY_WITH_TIMEOUT(moved(), kPatienceMs);
        QTest::mouseClick(f.find<QPushButton>("projectButton"), Qt::LeftButton);
        const QVector<QVector3D> kept = f.cloud().points();
        auto* facts = f.find<QLabel>("projectorFacts");
        QVERIFY2(facts->text().contains(QStringLiteral("as far as it got")), qPrintable(facts->text()));
        QTRY_COMPARE(f.bench().jobs.running(), 0);  // its last reports have come
        QCOMPARE(f.cloud().points(), kept);
        QVERIFY(moved());
        QVERIFY(f.cloud().isVisible());
    }
};

QTEST_MAIN(TestProjector)

}  // namespace test_projector

#include "test_projector.moc"
