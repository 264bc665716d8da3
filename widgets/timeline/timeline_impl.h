// What the parts of a timeline view share: its state, and where things stand in the viewport.
#pragma once

#include <QFontMetricsF>
#include <QHash>
#include <QPixmap>
#include <QPointer>
#include <QStaticText>
#include <array>

#include "widgets/timeline/time_axis.h"
#include "widgets/timeline/timeline_rows.h"
#include "widgets/timeline/timeline_tiles.h"
#include "widgets/timeline/timeline_view.h"

class QPainter;

namespace tl {

using TimelineArea = std::optional<std::pair<qint64, qint64>>;

struct TimelineView::Impl {
    explicit Impl(TimelineView& view) : self(view) {}

    void arrange();
    int top() const { return kAxis + rows.pinnedHeight(); }  // of the scrolled part
    int yOf(const TimelineLine& line) const;                 // in the viewport
    const TimelineLine* lineAt(double y) const;
    double xOf(qint64 time) const { return kLabels + axis.x(time); }
    qint64 timeAt(double x) const { return axis.time(x - kLabels); }
    QRectF rectOf(const TimelineLine& line, int level, qint64 begin, qint64 end) const;
    void reveal(const TimelineSlice& slice);
    void choose(const TimelineSlice& slice);  // as the person does
    void setHover(const TimelineSlice& slice);
    void moveBy(int direction, int levels);
    void togglePin(qint64 row);
    const TimelineRow* chosenRow() const;  // null: none
    void seen();                           // the range has changed by hand

    // Painting (timeline_paint.cpp).
    void paint(QPainter& painter);
    // What moves with the mouse lies over what does not.
    enum class Layer { Still, Moving };
    void paintStill(QPainter& painter);
    void paintRows(QPainter& painter, Layer layer);
    void paintLines(QPainter& painter, bool pinned, Layer layer);
    void paintThread(QPainter& painter, const TimelineLine& line);
    bool chosenIn(const TimelineLine& line) const;
    void paintChosen(QPainter& painter, const TimelineLine& line);
    void paintCounter(QPainter& painter, const TimelineLine& line);
    void paintLabel(QPainter& painter, const TimelineLine& line);
    void paintAxis(QPainter& painter);
    void paintArea(QPainter& painter);
    void paintMarks(QPainter& painter);
    enum class Look { Plain, Dim, Bright };
    enum Asked { All, Found, Lit, SameName };
    void ask(qint64 row, int level, Asked what, const TimelineLabels* labels);  // -> pieces
    void setSameName(TimelineLabels labels);
    const QColor& shadeOf(quint32 label, int level, Look look);
    void paintPieces(QPainter& painter, const TimelineLine& line, int level, Look look);
    void paintBox(QPainter& painter, const QRect& box, const QColor& color);
    QRect pinRect(const TimelineLine& line) const;

    TimelineView& self;
    QPointer<TimelineModel> model;
    TimeAxis axis;
    QString zeroName;  // of the ruler's 0
    TimelineRows rows;
    TimelineSlice selected, hover;
    TimelineLabels sameName, lit;  // of the slice under the mouse, or the chosen one; of the chosen layer
    std::optional<TimelineLabels> found;
    TimelineArea area, areaBefore;  // it was dragged
    std::vector<qint64> marks;
    QPointF mouse{-1, -1};
    std::optional<qint64> asked;  // where the menu opened, while the pointer is away in it
    const TimelineLine* hoverLine = nullptr;

    enum class Drag { None, Press, Pan, Area, AreaBegin, AreaEnd };
    Drag drag = Drag::None;
    Qt::MouseButton button = Qt::NoButton;  // that it began with, and ends with
    QPointF pressed;
    qint64 anchor = 0;
    // Laid out once, since a screen may hold thousands: whole, and cut to fewer letters.
    struct LabelText {
        explicit LabelText(const QString& label);
        const QStaticText* in(double room);  // px; null: too little of it would be left
        QString cut(qsizetype letters) const;
        QString text;
        QFontMetricsF metrics;
        std::vector<double> widths;  // of so many letters; negative: not known yet
        QHash<qsizetype, QStaticText> laidOut;
    };
    LabelText& textOf(quint32 label);
    QHash<quint32, LabelText> texts;
    std::vector<TimelinePiece> pieces;  // kept between paints
    std::vector<TimelineExtent> extents;
    TimelineTiles<TimelinePiece> tiles;
    TimelineTiles<TimelineExtent> extentTiles;
    // The still layer, kept from when it is painted a second time as it was: a mouse that moves over millions of slices
    // repaints the few that it lights.
    struct StillOf {
        double zeroAt = 0, perPixel = 0;
        int scrolled = 0, revision = -1;
        qint64 zero = 0;
        QSize size;
        double scale = 0;
        TimelineArea area;
        friend bool operator==(const StillOf&, const StillOf&) = default;
    };
    StillOf stillOf() const;
    StillOf lastStill;
    QPixmap still;
    int revision = 0;                  // of rows, slices, colours and what stands out of them
    static constexpr int kShades = 3;  // deeper levels look alike
    std::array<std::array<std::vector<QColor>, kShades>, 3> shades;  // by look, level and label
    QHash<QRgb, QPixmap> boxes;                                      // with round ends, by colour
};

}  // namespace tl
