// The timeline by mouse, wheel and keys over a small model of known slices, and what it tells screen readers.
#include <QAccessible>
#include <QScopeGuard>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTest>
#include <QWheelEvent>
#include <functional>
#include <utility>

#include "widgets/theme/theme.h"
#include "widgets/timeline/time_axis.h"
#include "widgets/timeline/timeline_rows.h"
#include "widgets/timeline/timeline_view.h"

namespace test_timeline {

using namespace tl;

namespace {

constexpr qint64 kMs = 1'000'000;

// Three threads: "step" of 10 ms each ms 0, 20, 40...; within each "a" (2 ms) and "b" (5 ms); a counter.
class Model : public TimelineModel {
public:
    struct Slice {
        qint64 begin, end;
        quint32 label;
    };
    static constexpr int kSteps = 50;

    explicit Model(bool groups = false) {  // one a thread
        for (int thread = 0; thread < 3; ++thread) {
            std::vector<Slice> outer, inner;
            for (int i = 0; i < kSteps; ++i) {
                const qint64 at = i * 20 * kMs + thread * kMs;
                outer.push_back({at, at + 10 * kMs, 0});
                inner.push_back({at + kMs, at + 3 * kMs, 1});
                inner.push_back({at + 4 * kMs, at + 9 * kMs, 2});
            }
            levels.push_back({outer, inner});
            list.push_back({TimelineRow::Thread,
                            thread + 1,
                            groups ? QString::number(thread) : QString(),
                            QStringLiteral("thread %1").arg(thread + 1),
                            2,
                            {}});
        }
        list.push_back({TimelineRow::Counter, 100, {}, QStringLiteral("Memory"), 1, Qt::red});
    }
    const std::vector<TimelineRow>& rows() const override { return list; }
    qint64 begin() const override { return 0; }
    qint64 end() const override { return 1000 * kMs; }
    const std::vector<Slice>* lane(qint64 row, int level) const {
        if (row < 1 || row > static_cast<qint64>(levels.size()) || level < 0 || level > 1) return nullptr;
        return &levels[static_cast<size_t>(row - 1)][static_cast<size_t>(level)];
    }
    void pieces(qint64 row, int level, qint64 from, qint64 to, double, const TimelineLabels* only,
                std::vector<TimelinePiece>& out) const override {
        const auto* slices = lane(row, level);
        asked += to - from;
        for (size_t i = 0; slices && i < slices->size(); ++i) {
            const Slice& s = (*slices)[i];
            if (s.end <= from || s.begin >= to) continue;
            if (only && std::find(only->begin(), only->end(), s.label) == only->end()) continue;
            out.push_back({s.begin, s.end, i, s.label, 1});
        }
    }
    bool has(const TimelineSlice& s) const override {
        const auto* slices = lane(s.row, s.level);
        return slices && s.index < slices->size();
    }
    TimelineSpan span(const TimelineSlice& s) const override {
        const Slice& found = (*lane(s.row, s.level))[s.index];
        return {found.begin, found.end, found.label};
    }
    TimelineSlice at(qint64 row, int level, qint64 time, qint64 slack) const override {
        const auto* slices = lane(row, level);
        for (size_t i = 0; slices && i < slices->size(); ++i)
            if ((*slices)[i].begin - slack <= time && time < (*slices)[i].end + slack) return {row, level, i};
        return {};
    }
    TimelineSlice neighbour(const TimelineSlice& s, int direction) const override {
        const TimelineSlice next{s.row, s.level, s.index + static_cast<quint64>(direction)};
        return has(next) ? next : TimelineSlice{};
    }
    TimelineSlice next(const TimelineSlice& s, int direction, const TimelineLabels& labels) const override {
        TimelineSlice best;
        for (qint64 row = 1; row <= 3; ++row)
            for (int level = 0; level < 2; ++level)
                for (size_t i = 0; i < lane(row, level)->size(); ++i) {
                    const TimelineSlice one{row, level, i};
                    if (std::find(labels.begin(), labels.end(), span(one).label) == labels.end()) continue;
                    const qint64 time = span(one).begin, here = span(s).begin;
                    if (direction > 0 ? time <= here : time >= here) continue;
                    if (!best.valid() || (direction > 0 ? time < span(best).begin : time > span(best).begin))
                        best = one;
                }
        return best;
    }
    TimelineSlice firstOf(const TimelineLabels& labels, qint64 from) const override {
        TimelineSlice best;
        for (qint64 row = 1; row <= 3; ++row)
            for (int level = 0; level < 2; ++level)
                for (size_t i = 0; i < lane(row, level)->size(); ++i) {
                    const TimelineSlice one{row, level, i};
                    if (std::find(labels.begin(), labels.end(), span(one).label) == labels.end()) continue;
                    if (span(one).begin < from || (best.valid() && span(one).begin >= span(best).begin)) continue;
                    best = one;
                }
        return best;
    }
    QString text(quint32 label) const override {
        return QStringLiteral("step a b").split(QLatin1Char(' ')).at(static_cast<int>(label));
    }
    QColor color(quint32 label) const override { return label == 0 ? Qt::gray : label == 1 ? Qt::blue : Qt::green; }
    TimelineLabels sameName(quint32 label) const override { return {label}; }
    QString words(const TimelineSlice& s) const override { return text(span(s).label) + QStringLiteral(" in words"); }
    void extents(qint64, qint64 from, qint64 to, double, std::vector<TimelineExtent>& out) const override {
        out.push_back({from, (from + to) / 2, 1, 4, 2});
        out.push_back({(from + to) / 2, to, 2, 8, 8});
    }
    double greatest(qint64) const override { return 8; }
    double valueAt(qint64, qint64 time) const override { return static_cast<double>(time) / kMs; }
    QString valueText(qint64, double value) const override { return QStringLiteral("%1 MB").arg(value, 0, 'f', 0); }

    std::vector<std::vector<std::vector<Slice>>> levels;
    std::vector<TimelineRow> list;
    mutable qint64 asked = 0;  // ns of slices
};

struct Fixture {
    Model model;
    TimelineView view;
    explicit Fixture(bool groups = false) : model(groups) {
        view.resize(TimelineView::kLabels + 1000, 400);
        view.setModel(&model);
        view.show();
        view.activateWindow();
        (void)QTest::qWaitForWindowActive(&view);
        view.setFocus();
    }
    QPoint middleOf(const TimelineSlice& slice) const { return view.sliceRect(slice).center().toPoint(); }
    void click(const TimelineSlice& slice) {
        QTest::mouseClick(view.viewport(), Qt::LeftButton, Qt::NoModifier, middleOf(slice));
    }
    void key(Qt::Key key, Qt::KeyboardModifiers modifiers = Qt::NoModifier) { QTest::keyClick(&view, key, modifiers); }
    double length() const { return static_cast<double>(view.range().second - view.range().first); }
    void wheel(const QPoint& at, int turned, Qt::KeyboardModifiers modifiers) {
        QWheelEvent event(at, view.viewport()->mapToGlobal(at), {}, {0, turned}, Qt::NoButton, modifiers,
                          Qt::NoScrollPhase, false);
        QCoreApplication::sendEvent(view.viewport(), &event);
    }
    // Straight to the widget: QTest::mouseMove warps the real pointer and returns before the event is there.
    void move(const QPoint& at, Qt::MouseButtons buttons = Qt::NoButton,
              Qt::KeyboardModifiers modifiers = Qt::NoModifier) {
        QMouseEvent event(QEvent::MouseMove, at, view.viewport()->mapToGlobal(at), Qt::NoButton, buttons, modifiers);
        QApplication::sendEvent(view.viewport(), &event);
    }
    void drag(const QPoint& from, const QPoint& to, Qt::KeyboardModifiers modifiers = Qt::NoModifier) {
        QTest::mousePress(view.viewport(), Qt::LeftButton, modifiers, from);
        move((from + to) / 2, Qt::LeftButton, modifiers);
        move(to, Qt::LeftButton, modifiers);
        QTest::mouseRelease(view.viewport(), Qt::LeftButton, modifiers, to);
    }
};

constexpr TimelineSlice kFirstStep{1, 0, 0}, kB{1, 1, 5};

}  // namespace

class TestTimeline : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() { Theme::instance().apply(); }
    void cleanup() { Theme::instance().setDark(true); }

    void showsAllAtFirst() {
        Fixture f;
        QVERIFY(f.view.showsAll());
        QCOMPARE(f.view.range().first, qint64{0});
        QVERIFY(f.view.sliceRect(kFirstStep).left() >= TimelineView::kLabels);
    }

    void zoomsAroundTheMouse() {
        Fixture f;
        const double before = f.length();
        f.view.zoom(true);
        QVERIFY(f.length() < before * 0.9);
        f.view.zoom(false);
        QVERIFY(std::abs(f.length() - before) < before * 0.01);
        // What is under the mouse stays there.
        const QPoint at = f.middleOf({2, 0, 30});
        for (int i = 0; i < 5; ++i) f.wheel(at, 120, Qt::ControlModifier);
        QVERIFY(f.length() < before * 0.4);
        QVERIFY(std::abs(f.view.sliceRect({2, 0, 30}).center().x() - at.x()) < 3);
    }

    void theWheelMoves() {
        Fixture f;
        f.view.showRange(400 * kMs, 500 * kMs);
        const QPoint at = f.middleOf({2, 0, 22});
        f.wheel(at, -120, Qt::NoModifier);
        QVERIFY(f.view.range().first > 400 * kMs);
        QVERIFY(std::abs(f.length() - 100.0 * kMs) < kMs);  // it does not zoom
        f.wheel(at, 120, Qt::NoModifier);
        f.wheel(at, 120, Qt::NoModifier);
        QVERIFY(f.view.range().first < 400 * kMs);
        const auto range = f.view.range();
        f.view.resize(f.view.width(), 150);
        f.wheel({20, 60}, -120, Qt::NoModifier);  // over the names: the rows
        QCOMPARE(f.view.range(), range);
        QVERIFY(f.view.verticalScrollBar()->value() > 0);
    }

    void panMoves() {
        Fixture f;
        f.view.showRange(400 * kMs, 500 * kMs);
        QSignalSpy moved(&f.view, &TimelineView::rangeChanged);
        f.view.pan(1);
        QVERIFY(f.view.range().first > 400 * kMs);
        f.view.pan(-1);
        f.view.pan(-1);
        QVERIFY(f.view.range().first < 400 * kMs);
        QCOMPARE(moved.size(), 3);
        f.key(Qt::Key_Home);
        QVERIFY(f.view.showsAll());
    }

    void draggingMoves() {
        Fixture f;
        f.view.showRange(400 * kMs, 500 * kMs);
        f.drag({600, 300}, {500, 300});
        QVERIFY(std::abs(static_cast<double>(f.view.range().first - 410 * kMs)) < kMs);
        QVERIFY(!f.view.area());
    }

    void aClickChooses() {
        Fixture f;
        f.view.showRange(0, 100 * kMs);
        QSignalSpy chosen(&f.view, &TimelineView::selectedChanged);
        f.click(kB);
        QCOMPARE(f.view.selected(), kB);
        QCOMPARE(chosen.size(), 1);
        // Beside every slice: none.
        QTest::mouseClick(f.view.viewport(), Qt::LeftButton, Qt::NoModifier,
                          QPoint(f.middleOf(kB).x(), f.view.rowRect(100).center().y()));
        QVERIFY(!f.view.selected().valid());
    }

    void framesTheSlice() {
        Fixture f;
        f.view.showRange(0, 100 * kMs);
        f.click(kB);
        f.view.frame();
        const QRectF rect = f.view.sliceRect(kB);
        QVERIFY(rect.width() > 500 && rect.left() > TimelineView::kLabels && rect.right() < f.view.viewport()->width());
    }

    void goesToTheSameName() {
        Fixture f;
        f.view.showRange(0, 30 * kMs);
        f.click({1, 1, 1});  // the first b
        const quint32 label = f.model.span(f.view.selected()).label;
        for (const qint64 begin : {5, 6, 24}) {  // of thread 2, of thread 3, then of the first again
            f.view.goToSameName(1);
            QCOMPARE(f.model.span(f.view.selected()).begin, begin * kMs);
            QCOMPARE(f.model.span(f.view.selected()).label, label);
        }
        f.view.goToSameName(-1);
        QCOMPARE(f.model.span(f.view.selected()).begin, 6 * kMs);
        // It comes into sight.
        for (int i = 0; i < 20; ++i) f.view.goToSameName(1);
        QVERIFY(QRectF(f.view.viewport()->rect()).intersects(f.view.sliceRect(f.view.selected())));
    }

    void arrowsWalk() {
        Fixture f;
        f.view.showRange(0, 100 * kMs);
        f.click(kFirstStep);
        f.key(Qt::Key_Right);
        QCOMPARE(f.view.selected(), (TimelineSlice{1, 0, 1}));
        f.key(Qt::Key_Left);
        f.key(Qt::Key_Down);
        QCOMPARE(f.view.selected(), (TimelineSlice{1, 1, 0}));
        f.key(Qt::Key_Down);
        QCOMPARE(f.view.selected(), (TimelineSlice{2, 0, 0}));
        f.key(Qt::Key_Up);
        QCOMPARE(f.view.selected().level, 1);
    }

    // Where nothing is in sight arrows begin with what there is.
    void arrowsBeginAnywhere() {
        Fixture f;
        f.view.showRange(14 * kMs, 16 * kMs);
        f.key(Qt::Key_Right);
        QVERIFY(f.view.selected().valid());
        const QRectF there = f.view.sliceRect(f.view.selected());
        QVERIFY(there.right() > TimelineView::kLabels && there.left() < f.view.viewport()->width());
    }

    void anAreaOfTheSliceAndEscapeEndsIt() {
        Fixture f;
        f.view.showRange(0, 100 * kMs);
        f.click(kB);
        QSignalSpy changed(&f.view, &TimelineView::areaChanged);
        f.view.setAreaOfSelected();
        QVERIFY(f.view.area());
        QCOMPARE(*f.view.area(), std::pair(f.model.span(kB).begin, f.model.span(kB).end));
        QCOMPARE(f.view.areaText(), QStringLiteral("5.00 ms"));
        f.key(Qt::Key_Escape);
        QVERIFY(!f.view.area());
        QVERIFY(f.view.selected().valid());
        f.key(Qt::Key_Escape);
        QVERIFY(!f.view.selected().valid());
        QCOMPARE(changed.size(), 2);
    }

    void anAreaIsDragged() {
        Fixture f;
        f.view.showRange(0, 100 * kMs);
        f.drag({TimelineView::kLabels + 200, 10}, {TimelineView::kLabels + 400, 10});  // along the times
        QVERIFY(f.view.area());
        QVERIFY(std::abs(static_cast<double>(f.view.area()->first - 20 * kMs)) < 0.2 * kMs);
        QVERIFY(std::abs(static_cast<double>(f.view.area()->second - 40 * kMs)) < 0.2 * kMs);
        // An edge is taken and goes past the other.
        f.drag({TimelineView::kLabels + 400, 200}, {TimelineView::kLabels + 100, 200});
        QVERIFY(std::abs(static_cast<double>(f.view.area()->first - 10 * kMs)) < 0.2 * kMs);
        QVERIFY(std::abs(static_cast<double>(f.view.area()->second - 20 * kMs)) < 0.2 * kMs);
        f.drag({TimelineView::kLabels + 500, 200}, {TimelineView::kLabels + 700, 200}, Qt::ShiftModifier);
        QVERIFY(std::abs(static_cast<double>(f.view.area()->second - 70 * kMs)) < 0.2 * kMs);
        // A click on the times ends it.
        QTest::mouseClick(f.view.viewport(), Qt::LeftButton, Qt::NoModifier, QPoint(TimelineView::kLabels + 5, 10));
        QVERIFY(!f.view.area());
    }

    // Only the button that began it ends it; hidden, it is over.
    void aDragIsOfOneButton() {
        Fixture f;
        f.view.showRange(0, 100 * kMs);
        QWidget* hand = f.view.viewport();
        const auto at = [](int x) { return QPoint(TimelineView::kLabels + x, 10); };
        QTest::mousePress(hand, Qt::LeftButton, {}, at(200));
        f.move(at(300), Qt::LeftButton);
        QMouseEvent press(QEvent::MouseButtonPress, at(300), hand->mapToGlobal(at(300)), Qt::MiddleButton,
                          Qt::LeftButton | Qt::MiddleButton, {});
        QApplication::sendEvent(hand, &press);
        QMouseEvent release(QEvent::MouseButtonRelease, at(300), hand->mapToGlobal(at(300)), Qt::MiddleButton,
                            Qt::LeftButton, {});
        QApplication::sendEvent(hand, &release);
        f.move(at(400), Qt::LeftButton);
        QVERIFY(f.view.area());
        QVERIFY(std::abs(static_cast<double>(f.view.area()->first - 20 * kMs)) < 0.2 * kMs);
        QVERIFY(std::abs(static_cast<double>(f.view.area()->second - 40 * kMs)) < 0.2 * kMs);
        f.view.hide();
        f.view.show();
        const auto area = f.view.area();
        f.move(at(600));
        QCOMPARE(f.view.area(), area);
    }

    // By Escape, or since another timeline is there.
    void anAreaMayGoWhileItsEdgeIsHeld() {
        Fixture f;
        f.view.showRange(0, 100 * kMs);
        f.view.setArea(std::pair(20 * kMs, 40 * kMs));
        QTest::mousePress(f.view.viewport(), Qt::LeftButton, {}, QPoint(TimelineView::kLabels + 400, 200));
        f.move({TimelineView::kLabels + 420, 200}, Qt::LeftButton);
        QVERIFY(f.view.area() && f.view.area()->second > 41 * kMs);
        f.key(Qt::Key_Escape);  // as it was before it was dragged
        QCOMPARE(f.view.area(), std::optional(std::pair(20 * kMs, 40 * kMs)));
        f.move({TimelineView::kLabels + 500, 200}, Qt::LeftButton);
        QTest::mouseRelease(f.view.viewport(), Qt::LeftButton, {}, QPoint(TimelineView::kLabels + 500, 200));
        QCOMPARE(f.view.area(), std::optional(std::pair(20 * kMs, 40 * kMs)));
        QTest::mousePress(f.view.viewport(), Qt::LeftButton, {}, QPoint(TimelineView::kLabels + 400, 200));
        f.view.setArea(std::nullopt);
        f.move({TimelineView::kLabels + 500, 200}, Qt::LeftButton);
        QVERIFY(!f.view.area());
        QTest::mouseRelease(f.view.viewport(), Qt::LeftButton, {}, QPoint(TimelineView::kLabels + 500, 200));
        QVERIFY(!f.view.area());
    }

    void theMenuIsOfWhatIsPointedAtOrChosen() {
        Fixture f;
        f.view.showRange(0, 100 * kMs);
        QSignalSpy asked(&f.view, &TimelineView::menuRequested);
        const auto ask = [&](QContextMenuEvent::Reason reason, const QPoint& at, QWidget* where) {
            QContextMenuEvent event(reason, at, where->mapToGlobal(at));
            QApplication::sendEvent(where, &event);
        };
        ask(QContextMenuEvent::Mouse, f.middleOf(kB), f.view.viewport());
        QCOMPARE(f.view.selected(), kB);
        QCOMPARE(asked.size(), 1);
        QCOMPARE(asked[0][0].toPoint(), f.view.viewport()->mapToGlobal(f.middleOf(kB)));
        // The key's event comes with the middle of the view, where another slice lies.
        const QPoint middle = f.middleOf({3, 0, 2});
        ask(QContextMenuEvent::Keyboard, middle, &f.view);
        QCOMPARE(f.view.selected(), kB);
        QCOMPARE(asked[1][0].toPoint(), f.view.viewport()->mapToGlobal(f.middleOf(kB)));
        f.view.showRange(400 * kMs, 500 * kMs);  // it is out of sight: its menu is not
        ask(QContextMenuEvent::Keyboard, middle, &f.view);
        QCOMPARE(f.view.selected(), kB);
        QVERIFY(f.view.viewport()->rect().contains(f.view.viewport()->mapFromGlobal(asked[2][0].toPoint())));
    }

    // The pointer is in the menu by then, and another slice may be chosen.
    void theMenuMarksWhereItWasAskedFor() {
        Fixture f;
        f.view.showRange(0, 100 * kMs);
        f.click(kB);
        const QRect chosen = f.view.sliceRect(kB).toRect();
        const QPoint at(chosen.right() + 200, f.view.viewport()->height() - 4);
        QVERIFY(!f.view.sliceAt(at).valid());
        QContextMenuEvent event(QContextMenuEvent::Mouse, at, f.view.viewport()->mapToGlobal(at));
        QApplication::sendEvent(f.view.viewport(), &event);
        QEvent leave(QEvent::Leave);
        QApplication::sendEvent(f.view.viewport(), &leave);
        f.view.toggleMark();
        QCOMPARE(f.view.marks().size(), size_t{1});
        const qint64 width = f.view.viewport()->width() - TimelineView::kLabels;
        const qint64 expected = (at.x() - TimelineView::kLabels) * 100 * kMs / width;
        QVERIFY(std::abs(f.view.marks()[0] - expected) < kMs);
    }

    void hoverLightsTheSameName() {
        Fixture f;
        f.view.showRange(0, 100 * kMs);
        const QPoint other = f.middleOf({2, 1, 7});  // another b
        const QColor before = f.view.viewport()->grab().toImage().pixelColor(other);
        f.move(f.middleOf(kB));
        QCOMPARE(f.view.hovered(), kB);
        QVERIFY(f.view.viewport()->grab().toImage().pixelColor(other) != before);
        const QPoint a = f.middleOf({2, 1, 6});
        QCOMPARE(f.view.viewport()->grab().toImage().pixelColor(a).hue(), QColor(Qt::blue).hue());
    }

    // A view that stands asks its model for nothing again, one that moves for what comes into sight; and what it shows
    // is the same as if it had asked for all.
    void whatIsKnownIsNotAskedForAgain() {
        Fixture f;
        const auto shown = [&f] { return f.view.viewport()->grab().toImage(); };
        const auto asked = [&f, &shown] {
            f.model.asked = 0;
            (void)shown();
            return f.model.asked;
        };
        f.view.showRange(400 * kMs, 500 * kMs);
        const qint64 all = asked();
        QVERIFY(all >= 6 * 100 * kMs);  // six lanes
        QCOMPARE(asked(), qint64{0});
        f.view.pan(1);
        const qint64 moved = asked();
        QVERIFY(moved > 0 && moved < all / 2);
        f.view.pan(-1);
        QCOMPARE(asked(), qint64{0});
        for (int i = 0; i < 7; ++i) {
            f.view.pan(i < 3 ? 1 : -1);
            const QImage before = shown();
            emit f.model.changed();
            QVERIFY(asked() >= 6 * 100 * kMs);
            QCOMPARE(shown(), before);
        }
        f.move(f.middleOf({2, 1, 45}));  // another name stands out
        QVERIFY(asked() > 0);
        QCOMPARE(asked(), qint64{0});
        f.view.setFound(TimelineLabels{1});
        QVERIFY(asked() > 0);
        f.view.zoom(true);
        QVERIFY(asked() > 0);
    }

    void marksComeAndGo() {
        Fixture f;
        f.view.showRange(0, 100 * kMs);
        f.click(kB);
        f.view.toggleMark();
        QCOMPARE(f.view.marks(), std::vector<qint64>{f.model.span(kB).begin});
        f.view.toggleMark();
        QVERIFY(f.view.marks().empty());
        f.view.toggleMark();
        f.view.clearMarks();
        QVERIFY(f.view.marks().empty());
        f.view.toggleMark();
        f.view.clearMarks();
        QVERIFY(f.view.marks().empty());
    }

    void pinnedRowsStayInSight() {
        Fixture f;
        f.view.resize(TimelineView::kLabels + 1000, 150);
        f.view.showRange(0, 100 * kMs);
        f.click({1, 0, 1});
        f.view.togglePin();
        QVERIFY(f.view.pinned(1));
        f.view.verticalScrollBar()->setValue(f.view.verticalScrollBar()->maximum());
        QCOMPARE(f.view.rowRect(1).top(), TimelineView::kAxis);
        QVERIFY(f.view.rowRect(2).top() < f.view.rowRect(1).bottom());  // scrolled away
        // The pin beside its name takes it down again.
        QTest::mouseClick(f.view.viewport(), Qt::LeftButton, Qt::NoModifier,
                          QPoint(TimelineView::kLabels - 16, f.view.rowRect(1).top() + 16));
        QVERIFY(!f.view.pinned(1));
    }

    void aNameFoldsItsRow() {
        Fixture f;
        const int before = f.view.rowRect(1).height();
        QTest::mouseClick(f.view.viewport(), Qt::LeftButton, Qt::NoModifier, QPoint(30, f.view.rowRect(1).top() + 12));
        QCOMPARE(f.view.rowRect(1).height(), before - 22);
        f.view.showRange(0, 100 * kMs);
        // A chosen slice within unfolds it.
        f.click({2, 1, 1});
        f.view.goToSameName(-1);
        QCOMPARE(f.view.selected().row, qint64{1});
        QCOMPARE(f.view.rowRect(1).height(), before);
    }

    void foldsWithoutTheMouseToo() {
        Fixture f(true);
        f.view.showRange(0, 100 * kMs);
        const int height = f.view.rowRect(1).height();
        f.click(kB);
        f.view.toggleFold();
        QCOMPARE(f.view.rowRect(1).height(), height - 22);
        QCOMPARE(f.view.selected(), (TimelineSlice{1, 0, 2}));  // what it lay within
        f.view.toggleFold();
        QCOMPARE(f.view.rowRect(1).height(), height);
        f.view.toggleGroupFold();
        QVERIFY(!f.view.rowRect(1).isValid());
        f.view.toggleGroupFold();
        QCOMPARE(f.view.rowRect(1).height(), height);
        Fixture one;  // of which there is no line
        one.view.showRange(0, 100 * kMs);
        one.click(kB);
        one.view.toggleGroupFold();
        QVERIFY(one.view.rowRect(1).isValid());
    }

    void groupsHaveALineThatFoldsThem() {
        Fixture f(true);
        const QRect second = f.view.rowRect(2);
        QVERIFY(second.top() - f.view.rowRect(1).bottom() > 10);  // the line of its group lies between them
        const QPoint line(30, second.top() - 8);
        QTest::mouseClick(f.view.viewport(), Qt::LeftButton, {}, line);
        QVERIFY(!f.view.rowRect(2).isValid());
        QVERIFY(f.view.rowRect(3).isValid() && f.view.rowRect(3).top() < second.bottom());
        QTest::mouseClick(f.view.viewport(), Qt::LeftButton, {}, line);
        QCOMPARE(f.view.rowRect(2), second);
    }

    // A counter's name stands above its value, whatever the letters.
    void largeLettersHaveRoom() {
        Theme::instance().setTextScale(1.5);
        const auto back = qScopeGuard([] { Theme::instance().setTextScale(1); });
        Fixture f;
        const QRect row = f.view.rowRect(100);
        const int lines =
            QFontMetrics(Theme::instance().font(12)).height() + QFontMetrics(Theme::instance().mono(11)).height();
        QVERIFY2(row.height() >= lines, qPrintable(QString::number(row.height())));
        // Between them a line of pixels is empty: they do not touch.
        const QImage image = f.view.viewport()->grab(QRect(10, row.top() + 4, 80, row.height() - 8)).toImage();
        int empty = 0, written = 0;
        for (int y = 0; y < image.height(); ++y) {
            bool blank = true;
            for (int x = 1; x < image.width(); ++x) blank = blank && image.pixelColor(x, y) == image.pixelColor(0, 0);
            if (blank && written > 0) ++empty;
            if (!blank) written += empty > 0 ? 1000 : 1;
        }
        QVERIFY2(written > 1000, qPrintable(QString::number(written)));
    }

    // What is rarely looked into takes little room until it is.
    void aFlatRowBeginsFolded() {
        const std::vector<TimelineRow> list{{TimelineRow::Thread, 1, {}, QStringLiteral("training"), 3, {}},
                                            {TimelineRow::Thread, 2, {}, QStringLiteral("window"), 5, {}, true}};
        TimelineRows rows;
        rows.arrange(list);
        QCOMPARE(rows.levels(list[0]), 3);
        QCOMPARE(rows.levels(list[1]), 1);
        rows.foldRow(2, false);
        rows.arrange(list);
        QCOMPARE(rows.levels(list[1]), 5);
    }

    void searchGoesThroughAll() {
        Fixture f;
        f.view.showRange(0, 10 * kMs);
        const QPoint step = f.middleOf(kFirstStep);
        const QColor before = f.view.viewport()->grab().toImage().pixelColor(step + QPoint(0, 8));
        f.view.setFound(TimelineLabels{2});
        QVERIFY(f.view.viewport()->grab().toImage().pixelColor(step + QPoint(0, 8)) != before);  // steps back
        f.view.goToFound(1);
        QCOMPARE(f.view.selected(), (TimelineSlice{1, 1, 1}));
        f.view.goToFound(1);
        QCOMPARE(f.view.selected(), (TimelineSlice{2, 1, 1}));
        f.view.goToFound(-1);
        QCOMPARE(f.view.selected(), (TimelineSlice{1, 1, 1}));
    }

    void aLayersSlicesAreLit() {
        Fixture f;
        f.view.showRange(0, 100 * kMs);
        const QPoint a = f.middleOf({2, 1, 0}), b = f.middleOf({2, 1, 1});
        const QImage before = f.view.viewport()->grab().toImage();
        f.view.setLit({1});
        const QImage after = f.view.viewport()->grab().toImage();
        QVERIFY(after.pixelColor(a) != before.pixelColor(a));
        QCOMPARE(after.pixelColor(b), before.pixelColor(b));
    }

    // What lies under the mouse is a picture from the second time on that it is painted as it was: whatever changes
    // after that is seen as in a view that has none.
    void thePictureIsNeverOld() {
        const auto back = qScopeGuard([] { Theme::instance().setDark(true); });
        Fixture f;
        const auto seen = [&f] { return f.view.viewport()->grab().toImage(); };
        const std::pair<const char*, std::function<void()>> changes[] = {
            {"range", [&] { f.view.showRange(0, 100 * kMs); }},
            {"moved by less than a ns",
             [&] {
                 f.wheel({400, 200}, 120, Qt::ControlModifier);
             }},
            {"lit", [&] { f.view.setLit({1}); }},
            {"lit no more", [&] { f.view.setLit({}); }},
            {"found", [&] { f.view.setFound(TimelineLabels{2}); }},
            {"found no more", [&] { f.view.setFound(std::nullopt); }},
            {"pinned", [&] { f.view.setPinned(2, true); }},
            {"area", [&] { f.view.setArea(std::pair(10 * kMs, 30 * kMs)); }},
            {"zero", [&] { f.view.setZero(15 * kMs, QStringLiteral("begin")); }},
            {"chosen", [&] { f.click(kFirstStep); }},
            {"under the mouse", [&] { f.move(f.middleOf(kB)); }},
            {"lower", [&] { f.view.resize(f.view.width(), 130); }},
            {"scrolled", [&] { f.view.verticalScrollBar()->setValue(20); }},
            {"other slices",
             [&] {
                 for (Model::Slice& slice : f.model.levels[0][1]) slice.end += kMs;
                 emit f.model.changed();
             }},
            {"folded", [&] { f.view.toggleFold(); }},
            {"light", [&] { Theme::instance().setDark(false); }}};
        for (const auto& [what, change] : changes) {
            (void)seen();
            const QImage before = seen();
            change();
            const QImage after = seen();
            QVERIFY2(after != before, what);
            f.view.hide();  // the picture goes
            f.view.show();
            QVERIFY2(seen() == after, what);
        }
    }

    void anEmptyOneIsCalm() {
        TimelineView view;
        view.resize(500, 300);
        view.grab();
        QTest::keyClick(&view, Qt::Key_W);
        QTest::mouseClick(view.viewport(), Qt::LeftButton, Qt::NoModifier, {300, 100});
        QVERIFY(!view.selected().valid());
    }

    void bothThemes() {
        Fixture f;
        const QImage dark = f.view.grab().toImage();
        Theme::instance().setDark(false);
        const QImage light = f.view.grab().toImage();
        QVERIFY(dark.pixelColor(20, 200).lightness() < 100);
        QVERIFY(light.pixelColor(20, 200).lightness() > 150);
    }

    void readersWalkTheRows() {
        Fixture f;
        QAccessibleInterface* tree = QAccessible::queryAccessibleInterface(&f.view);
        QVERIFY(tree);
        QCOMPARE(tree->role(), QAccessible::Tree);
        QCOMPARE(tree->childCount(), 5);  // rows, and what is chosen
        QCOMPARE(tree->child(0)->text(QAccessible::Name), QStringLiteral("thread 1"));
        QCOMPARE(tree->child(3)->text(QAccessible::Value), QStringLiteral("1000 MB"));
        f.view.showRange(0, 100 * kMs);
        f.click(kB);
        QCOMPARE(tree->child(4)->text(QAccessible::Name), QStringLiteral("b"));
        QCOMPARE(tree->child(4)->text(QAccessible::Value), QStringLiteral("b in words"));
    }
    // Whatever widths the view has meanwhile, a rounding among them: what is opened whole stays whole.
    void allStaysInViewInEveryWidth() {
        for (const qint64 end : {qint64{1'234'567}, qint64{98'765'432'101}}) {
            TimeAxis axis;
            axis.setBounds(1'000, end);
            axis.setWidth(640);
            axis.showAll();
            for (int width = 40; width < 900; width += 7)
                for (const double pixels : {static_cast<double>(width), 900.0 - width / 3.0}) {
                    axis.setWidth(pixels);
                    QVERIFY2(axis.showsAll(), qPrintable(QString::number(pixels)));
                    QVERIFY2(axis.to() - axis.from() <= (end - 1'000) * 1.001, qPrintable(QString::number(pixels)));
                }
        }
    }

    void axisAtAnyScale() {
        TimeAxis axis;
        axis.setBounds(0, qint64{3'600'000'000'000});
        axis.setWidth(1000);
        axis.showAll();
        for (int i = 0; i < 200; ++i) {
            const auto ticks = axis.ticks(100);
            QVERIFY(ticks.size() <= 12);
            for (size_t k = 1; k < ticks.size(); ++k) {
                QVERIFY(ticks[k].x - ticks[k - 1].x >= 99);
                QVERIFY2(axis.text(ticks[k].time) != axis.text(ticks[k - 1].time),
                         qPrintable(axis.text(ticks[k].time)));
            }
            axis.zoom(0.8, 700);
        }
        QVERIFY(axis.perPixel() < 1);
        // Counted from the newest end, which has a line of its own at the edge.
        axis.showAll();
        axis.setZero(qint64{3'600'000'000'000});
        const auto ticks = axis.ticks(100);
        QVERIFY(ticks.size() > 3);
        QCOMPARE(ticks.back().time, axis.zero());
        QCOMPARE(axis.text(axis.zero()), QStringLiteral("0 s"));
        QCOMPARE(axis.text(axis.zero() - qint64{500'000'000'000}), QStringLiteral("−500 s"));
        axis.setZero(0);
        for (int i = 0; i < 400; ++i) axis.zoom(1.3, 10);
        QVERIFY(axis.showsAll());
        QCOMPARE(TimeAxis::lengthText(72'000'000), QStringLiteral("72.0 ms"));
        QCOMPARE(TimeAxis::lengthText(950), QStringLiteral("950 ns"));
        QCOMPARE(TimeAxis::lengthText(2.5e9), QStringLiteral("2.50 s"));
        QCOMPARE(TimeAxis::lengthText(1'234), QStringLiteral("1.23 µs"));
        QCOMPARE(TimeAxis::lengthText(456'700), QStringLiteral("457 µs"));
        QCOMPARE(TimeAxis::lengthText(999'600), QStringLiteral("1.00 ms"));
        axis.show(0, 80'000);
        QCOMPARE(axis.text(40'000), QStringLiteral("40 µs"));
    }
};

QTEST_MAIN(TestTimeline)

}  // namespace test_timeline

#include "test_timeline.moc"
