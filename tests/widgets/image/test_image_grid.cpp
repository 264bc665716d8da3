// The grid with a provider that answers later: a million items, keys, the cache, and what is asked for while scrolling.
#include <QElapsedTimer>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTimer>
#include <QtTest>
#include <numeric>

#include "widgets/image/image_grid.h"
#include "widgets/theme/theme.h"

using namespace tl;

namespace {

class Later : public ThumbnailProvider {
public:
    void request(const QVector<qint64>& items, int pixels) override {
        ++requests;
        largest = std::max(largest, static_cast<int>(items.size()));
        const int mine = ++generation;
        QTimer::singleShot(1, this, [this, items, pixels, mine] {
            if (mine != generation) return;  // replaced by a newer request
            for (const qint64 item : items) {
                if (item % 1000 == 999) {
                    emit ready(item, {}, pixels, QStringLiteral("broken"));
                    continue;
                }
                QImage image(pixels, pixels, QImage::Format_RGB32);
                image.fill(QColor::fromHsv(static_cast<int>(item % 360), 200, 200));
                emit ready(item, image, pixels, {});
            }
        });
    }
    int requests = 0, largest = 0, generation = 0;
};

std::vector<qint64> numbers(qint64 count) {
    std::vector<qint64> items(static_cast<size_t>(count));
    std::iota(items.begin(), items.end(), 0);
    return items;
}

}  // namespace

class TestImageGrid : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() { Theme::instance().apply(); }

    void aMillion() {
        ImageGrid grid;
        Later provider;
        grid.setProvider(&provider);
        grid.setCaptions([](qint64 item) { return QString::number(item); }, {});
        grid.resize(1000, 700);
        QElapsedTimer clock;
        clock.start();
        grid.setItems(numbers(1'000'000));
        QVERIFY(clock.elapsed() < 200);
        grid.show();
        QVERIFY(QTest::qWaitForWindowExposed(&grid));
        QTRY_COMPARE(grid.missing(), 0);
        const auto inSight = grid.visibleRows();
        QVERIFY(provider.largest <= 3 * (inSight.second - inSight.first) + 3);  // never more than three pages

        // Scrolling: each frame paints what is there, wherever that is.
        std::vector<double> frames;
        auto* bar = grid.verticalScrollBar();
        for (int i = 0; i < 60; ++i) {
            bar->setValue(static_cast<int>(static_cast<qint64>(bar->maximum()) * i / 60));
            clock.restart();
            grid.viewport()->repaint();
            frames.push_back(static_cast<double>(clock.nsecsElapsed()) / 1e6);
            QTest::qWait(2);
        }
        std::sort(frames.begin(), frames.end());
        qInfo("a million items: frame median %.2f ms, slowest %.2f ms", frames[30], frames.back());
        QVERIFY(frames[30] < 16);

        QTest::keyClick(&grid, Qt::Key_End);
        QCOMPARE(grid.currentItem(), qint64{999'999});
        QVERIFY(grid.viewport()->rect().contains(grid.itemRect(999'999)));
        QTRY_COMPARE(grid.missing(), 0);
    }

    void keysAndMouse() {
        ImageGrid grid;
        grid.resize(500, 400);
        grid.setItems(numbers(1000));
        grid.show();
        QVERIFY(QTest::qWaitForWindowExposed(&grid));
        QSignalSpy changed(&grid, &ImageGrid::currentChanged), activated(&grid, &ImageGrid::activated);
        const int columns = grid.columns();
        QVERIFY(columns > 2);
        QTest::mouseClick(grid.viewport(), Qt::LeftButton, {}, grid.itemRect(columns + 1).center());
        QCOMPARE(grid.currentItem(), qint64{columns + 1});
        QTest::keyClick(&grid, Qt::Key_Right);
        QCOMPARE(grid.currentItem(), qint64{columns + 2});
        QTest::keyClick(&grid, Qt::Key_Up);
        QCOMPARE(grid.currentItem(), qint64{2});
        QTest::keyClick(&grid, Qt::Key_Up);  // no row above: stays
        QCOMPARE(grid.currentItem(), qint64{2});
        QTest::keyClick(&grid, Qt::Key_Down);
        QTest::keyClick(&grid, Qt::Key_Left);
        QCOMPARE(grid.currentItem(), qint64{columns + 1});
        QTest::keyClick(&grid, Qt::Key_PageDown);
        QVERIFY(grid.currentItem() > 2 * columns);
        QVERIFY(grid.viewport()->rect().intersects(grid.itemRect(grid.currentItem())));
        QTest::keyClick(&grid, Qt::Key_Home);
        QCOMPARE(grid.currentItem(), qint64{0});
        QTest::keyClick(&grid, Qt::Key_Return);
        QCOMPARE(activated.count(), 1);
        QVERIFY(changed.count() >= 7);
        changed.clear();
        grid.setCurrentItem(700);  // by the program: no signal, but in sight
        QCOMPARE(changed.count(), 0);
        QVERIFY(grid.viewport()->rect().contains(grid.itemRect(700).center()));
        QCOMPARE(grid.rowAt(grid.itemRect(700).center()), qint64{700});
        grid.setItems({5, 700, 9});  // the current item survives a filter that keeps it
        QCOMPARE(grid.currentItem(), qint64{700});
        grid.setItems({5, 9});
        QCOMPARE(grid.currentItem(), qint64{-1});
        grid.setItems({});
        QTest::keyClick(&grid, Qt::Key_Down);
        QCOMPARE(grid.rowAt({20, 20}), qint64{-1});
        QVERIFY(!grid.grab().isNull());
    }

    void sizeAndCache() {
        ImageGrid grid;
        Later provider;
        grid.setProvider(&provider);
        grid.setCacheLimit(4 << 20);
        grid.resize(700, 500);
        grid.setItems(numbers(20000));
        grid.show();
        QVERIFY(QTest::qWaitForWindowExposed(&grid));
        for (int i = 0; i < 30; ++i) {
            grid.verticalScrollBar()->setValue(i * 600);
            QTest::qWait(4);
        }
        QTRY_COMPARE(grid.missing(), 0);
        QVERIFY2(grid.cachedBytes() <= (4 << 20), qPrintable(QString::number(grid.cachedBytes())));
        QSignalSpy size(&grid, &ImageGrid::thumbnailSizeChanged);
        const auto before = grid.visibleRows().first;
        grid.setThumbnailSize(120);
        QCOMPARE(size.count(), 1);
        QTRY_COMPARE(grid.missing(), 0);  // asked for again, larger
        const auto after = grid.visibleRows();
        QVERIFY(before >= after.first - grid.columns() && before < after.second);  // the same place
        grid.setThumbnailSize(5000);
        QCOMPARE(grid.thumbnailSize(), ImageGrid::kGreatestSize);
    }
};

QTEST_MAIN(TestImageGrid)
#include "test_image_grid.moc"
