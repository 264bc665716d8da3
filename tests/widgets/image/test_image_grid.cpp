// The grid with a provider that answers later: a million items, keys, the cache, and what is asked for while scrolling.
#include <QAccessible>
#include <QPushButton>
#include <QScopeGuard>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTimer>
#include <QVBoxLayout>
#include <QWheelEvent>
#include <QtTest>
#include <algorithm>
#include <cmath>
#include <numeric>

#include "tests/support/settle.h"
#include "widgets/image/image_grid.h"
#include "widgets/theme/theme.h"

namespace test_image_grid {

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
                emit ready(item, image, pixels, {}, QSize(32, 24));
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
        grid.setItems(numbers(1'000'000));
        grid.show();
        QVERIFY(QTest::qWaitForWindowExposed(&grid));
        QTRY_COMPARE(grid.missing(), 0);
        const auto inSight = grid.visibleRows();
        QVERIFY(provider.largest <= 3 * (inSight.second - inSight.first) + 3);  // never more than three pages

        // Scrolling from end to end asks for what is passed over, and never for all of it.
        auto* bar = grid.verticalScrollBar();
        for (int i = 0; i < 60; ++i) {
            bar->setValue(static_cast<int>(static_cast<qint64>(bar->maximum()) * i / 60));
            grid.viewport()->repaint();
            QCoreApplication::processEvents();
        }
        // In the middle a page shows a part of one row more than at the top.
        QVERIFY(provider.largest <= 3 * (inSight.second - inSight.first + grid.columns()) + 3);

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
        grid.grab();  // paints without images
    }

    // What a screen reader is told: a list of images, each with its name, class and size; and where the keyboard is.
    void isWalkedByAScreenReader() {
        QWidget window;
        auto* button = new QPushButton(QStringLiteral("before"), &window);
        auto* shown = new ImageGrid;
        ImageGrid& grid = *shown;
        auto* column = new QVBoxLayout(&window);
        column->addWidget(button);
        column->addWidget(shown);
        Later provider;
        grid.setProvider(&provider);
        grid.setCaptions([](qint64 item) { return item % 2 ? QStringLiteral("dog") : QStringLiteral("cat"); },
                         [](qint64 item) { return QStringLiteral("train/%1.png").arg(item); });
        window.resize(500, 400);
        grid.setItems(numbers(1'000'000));
        window.show();
        QVERIFY(QTest::qWaitForWindowExposed(&window));
        QApplication::setActiveWindow(&window);  // there may be no window manager
        QTRY_COMPARE(grid.missing(), 0);

        QAccessibleInterface* list = QAccessible::queryAccessibleInterface(&grid);
        QVERIFY(list && list->isValid());
        QCOMPARE(list->role(), QAccessible::List);
        QCOMPARE(list->text(QAccessible::Name), QStringLiteral("Images"));
        QCOMPARE(list->childCount(), 1'000'000);
        QAccessibleInterface* third = list->child(3);
        QCOMPARE(third->role(), QAccessible::ListItem);
        QCOMPARE(third->text(QAccessible::Name), QStringLiteral("train/3.png"));
        QCOMPARE(third->text(QAccessible::Description), QStringLiteral("dog, 32×24"));
        QCOMPARE(third->parent(), list);
        QCOMPARE(list->indexOfChild(third), 3);
        QCOMPARE(list->child(3), third);
        QCOMPARE(third->rect().topLeft(), grid.viewport()->mapToGlobal(grid.itemRect(3).topLeft()));
        QCOMPARE(list->childAt(third->rect().center().x(), third->rect().center().y()), third);
        QVERIFY(third->state().focusable && !third->state().focused && !third->state().offscreen);
        QVERIFY(list->child(999'000)->state().offscreen);
        QCOMPARE(list->child(1'000'000), nullptr);

        // The keyboard comes in, moves, and where it is can be asked; what was chosen by a reader is chosen.
        button->setFocus();
        QTest::keyClick(&window, Qt::Key_Tab);
        QVERIFY(grid.hasFocus());
        QCOMPARE(grid.currentItem(), qint64{0});
        QTest::keyClick(&grid, Qt::Key_Right);
        QCOMPARE(list->focusChild(), list->child(1));
        QVERIFY(list->child(1)->state().focused && list->child(1)->state().selected);
        QSignalSpy activated(&grid, &ImageGrid::activated);
        auto* action = third->actionInterface();
        QVERIFY(action);
        action->doAction(QAccessibleActionInterface::setFocusAction());
        QCOMPARE(grid.currentItem(), qint64{3});
        action->doAction(QAccessibleActionInterface::pressAction());
        QCOMPARE(activated.count(), 1);

        // One that is broken says why; other items make other children.
        QTest::keyClick(&grid, Qt::Key_Home);
        grid.setItems({999, 4});
        QTRY_COMPARE(grid.missing(), 0);
        QCOMPARE(list->childCount(), 2);
        QCOMPARE(list->child(0)->text(QAccessible::Description), QStringLiteral("dog. broken"));
        QCOMPARE(list->child(1)->text(QAccessible::Name), QStringLiteral("train/4.png"));
    }

    // Captions can be read in both themes: 4.5 to 1 at least, on the ground that they stand on.
    void captionsHaveContrast() {
        const auto luminance = [](const QColor& color) {
            const auto part = [](double v) { return v <= 0.04045 ? v / 12.92 : std::pow((v + 0.055) / 1.055, 2.4); };
            return 0.2126 * part(color.redF()) + 0.7152 * part(color.greenF()) + 0.0722 * part(color.blueF());
        };
        ImageGrid grid;
        grid.setCaptions([](qint64) { return QStringLiteral("▉▉▉▉▉▉"); }, {});  // full blocks: ink without thin edges
        grid.resize(400, 300);
        grid.setItems(numbers(4));
        for (const bool dark : {true, false}) {
            Theme::instance().setDark(dark);
            const QImage image = grid.grab().toImage().convertToFormat(QImage::Format_RGB32);
            const QRect cell = grid.itemRect(1);
            const double ground = luminance(QColor(image.pixel(cell.right() + 3, cell.bottom() + 10)));
            double best = 1;
            for (int y = cell.bottom() + 3; y < cell.bottom() + 18; ++y)
                for (int x = cell.left(); x < cell.right(); ++x) {
                    const double ink = luminance(QColor(image.pixel(x, y)));
                    best = std::max(best, (std::max(ink, ground) + 0.05) / (std::min(ink, ground) + 0.05));
                }
            QVERIFY2(best >= 4.5, qPrintable(QString::number(best)));
        }
        Theme::instance().setDark(true);
    }

    void aCaptionWithoutRoomHasAShorterOne() {
        ImageGrid grid;
        grid.setCaptions([](qint64 item) { return item == 0 ? QStringLiteral("cat") : QString(99, QChar('m')); }, {});
        std::vector<qint64> asked;
        grid.setShortCaptions([&](qint64 item, const QFontMetrics&, int room) {
            asked.push_back(item);
            return room == grid.thumbnailSize() ? QStringLiteral("mm") : QString();
        });
        grid.resize(400, 300);
        grid.setItems(numbers(2));
        const auto shown = [&] { return grid.grab().toImage(); };
        const QImage brief = shown();
        QVERIFY(!asked.empty() && std::ranges::count(asked, 1) == std::ssize(asked));  // the other one has room
        grid.setCaptions([](qint64 item) { return item == 0 ? QStringLiteral("cat") : QStringLiteral("mm"); }, {});
        QCOMPARE(shown(), brief);
    }

    void largeLettersHaveRoom() {
        const auto back = qScopeGuard([] { Theme::instance().setTextScale(1); });
        ImageGrid grid;
        grid.resize(500, 400);
        grid.setItems(numbers(100));
        grid.show();
        Theme::instance().setTextScale(1.5);
        constexpr int kAround = 8;  // px above and below a caption
        const int between = grid.itemRect(grid.columns()).top() - grid.itemRect(0).bottom() - kAround;
        const int letters = QFontMetrics(Theme::instance().font(11)).height();
        QVERIFY2(between >= letters, qPrintable(QStringLiteral("%1 for %2").arg(between).arg(letters)));
        QVERIFY(grid.verticalScrollBar()->maximum() + grid.viewport()->height() >
                grid.itemRect(99).bottom() + grid.verticalScrollBar()->value() + letters);
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
            test::settle();
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
        // Ctrl and the wheel: a notch is a step, however many parts it comes in, and sideways is none.
        grid.setThumbnailSize(64);
        const auto turn = [&](const QPoint& by) {
            QWheelEvent event(QPointF(5, 5), grid.viewport()->mapToGlobal(QPoint(5, 5)), {}, by, Qt::NoButton,
                              Qt::ControlModifier, Qt::NoScrollPhase, false);
            QApplication::sendEvent(grid.viewport(), &event);
        };
        turn({120, 0});
        for (int part = 0; part < 7; ++part) turn({0, 15});
        QCOMPARE(grid.thumbnailSize(), 64);
        turn({0, 15});
        QCOMPARE(grid.thumbnailSize(), 72);
    }
};

QTEST_MAIN(TestImageGrid)

}  // namespace test_image_grid

#include "test_image_grid.moc"
