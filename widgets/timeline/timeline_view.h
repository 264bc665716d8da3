// A timeline to look around in: rows by thread with nested slices, counters below, time from left to right. Ctrl and
// the wheel go closer and away, the wheel or dragging move, the arrows walk from slice to slice, Home shows all, Enter
// goes to what the slice is of, Escape gives up the area and then the slice. What has a key that a person may change
// (closer, frame, mark, fold, ...) is a call here, which the window's table of actions makes. A drag along the times,
// or with Shift, selects an area. Slices are drawn from their model pixel by pixel.
#pragma once

#include <QAbstractScrollArea>
#include <memory>
#include <optional>

#include "widgets/timeline/timeline_model.h"

namespace tl {

struct AccessiblePart;

class TimelineView : public QAbstractScrollArea {
    Q_OBJECT
public:
    static constexpr int kLabels = 150, kAxis = 26;

    explicit TimelineView(QWidget* parent = nullptr);
    ~TimelineView() override;

    void setModel(TimelineModel* model);  // not owned; null: none
    TimelineModel* model() const;

    void showRange(qint64 from, qint64 to);
    void showAll();
    std::pair<qint64, qint64> range() const;
    bool showsAll() const;
    // What the ruler counts from, and what is written there instead of 0 ("now"); 0 and nothing at first.
    void setZero(qint64 time, const QString& name = {});
    qint64 zero() const;
    QString zeroName() const;

    TimelineSlice selected() const;
    void select(const TimelineSlice& slice, bool frame = false);  // brings it into view; no signal
    std::optional<std::pair<qint64, qint64>> area() const;
    void setArea(std::optional<std::pair<qint64, qint64>> area);  // emits areaChanged() when it differs
    void setAreaOfSelected();
    std::vector<qint64> marks() const;
    void clearMarks();
    void toggleMark();  // where the chosen slice begins, else at the pointer, else in the middle
    // Of the chosen slice, and nothing without one.
    void togglePin();
    void toggleFold();       // of its row to the outermost slices, whose one is chosen then
    void toggleGroupFold();  // of its row's group
    void goToSameName(int direction);
    // By hand, one notch.
    void zoom(bool in);  // at the pointer, else in the middle
    void frame();        // the chosen slice, else the area, else all
    void pan(int direction);
    // These stand out and the others step back; null: all as they are. What is searched for.
    void setFound(std::optional<TimelineLabels> labels);
    void goToFound(int direction);              // the next of them after the chosen slice, or the first in sight
    void setLit(const TimelineLabels& labels);  // outlined: the slices of a layer
    void setPinned(qint64 row, bool on);
    bool pinned(qint64 row) const;

    // For tests and tools, in viewport coordinates.
    QRectF sliceRect(const TimelineSlice& slice) const;
    QRect rowRect(qint64 row) const;
    TimelineSlice sliceAt(const QPointF& point) const;
    TimelineSlice hovered() const;
    QString areaText() const;  // its length; empty: none
    QSize sizeHint() const override { return {900, 420}; }

signals:
    void selectedChanged(const tl::TimelineSlice& slice);  // by the person
    void areaChanged();
    void rangeChanged();                             // by the person
    void activated(const tl::TimelineSlice& slice);  // double-click or Enter
    // At the pointer, over what was chosen by it; by key at the chosen slice.
    void menuRequested(const QPoint& globalPosition);

private:
    struct Impl;
    std::unique_ptr<Impl> impl_;
    AccessiblePart accessiblePart(int index) const;
    void paintEvent(QPaintEvent*) override;
    void resizeEvent(QResizeEvent*) override;
    void hideEvent(QHideEvent*) override;
    void scrollContentsBy(int dx, int dy) override;
    void mousePressEvent(QMouseEvent*) override;
    void mouseMoveEvent(QMouseEvent*) override;
    void mouseReleaseEvent(QMouseEvent*) override;
    void mouseDoubleClickEvent(QMouseEvent*) override;
    void wheelEvent(QWheelEvent*) override;
    void contextMenuEvent(QContextMenuEvent*) override;
    void keyPressEvent(QKeyEvent*) override;
    bool viewportEvent(QEvent*) override;
    void focusInEvent(QFocusEvent*) override;
    void focusOutEvent(QFocusEvent*) override;
};

}  // namespace tl
