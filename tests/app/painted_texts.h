// Where each text of a window is painted, and what of them a person cannot read: letters beyond the room that their
// widget has, texts that run into each other, and names of which an ellipsis leaves nothing. Whatever is painted
// counts: charts, cards, cells, tabs, headers.
#pragma once

#include <QAbstractItemView>
#include <QAbstractScrollArea>
#include <QHeaderView>
#include <QScrollBar>
#include <QTabBar>
#include <QToolButton>
#include <numeric>

#include "tests/app/shown_texts.h"
#include "widgets/canvas/node_canvas.h"
#include "widgets/graph/graph_canvas.h"
#include "widgets/plot/line_plot.h"

namespace tl::test {

namespace detail {

// The viewport's scroll area, where the widget is one.
inline const QAbstractScrollArea* scrolling(const QWidget* widget) {
    const auto* area = qobject_cast<const QAbstractScrollArea*>(widget->parentWidget());
    return area && area->viewport() == widget ? area : nullptr;
}

// Whether a person can bring into sight what lies beyond an edge.
inline bool scrolls(const QWidget* widget, Qt::Orientation along) {
    if (qobject_cast<const NodeCanvas*>(widget) || qobject_cast<const GraphCanvas*>(widget)) return true;
    if (const auto* tabs = qobject_cast<const QTabBar*>(widget); tabs && along == Qt::Horizontal)
        return std::ranges::any_of(tabs->findChildren<QToolButton*>(), [](auto* each) { return each->isVisible(); });
    for (const QWidget* at = widget; at; at = at->parentWidget())
        if (const QAbstractScrollArea* area = scrolling(at); area) {
            // A header moves with its table.
            if (const auto* table = qobject_cast<const QHeaderView*>(area)
                                        ? qobject_cast<const QAbstractScrollArea*>(area->parentWidget())
                                        : nullptr)
                area = table;
            if ((along == Qt::Horizontal ? area->horizontalScrollBar() : area->verticalScrollBar())->maximum() > 0)
                return true;
        }
    return false;
}

inline QString described(const QWidget* widget) {
    const QAbstractScrollArea* area = scrolling(widget);
    const QWidget* named = area ? area : widget;
    QString name = named->objectName();
    for (const QWidget* at = named->parentWidget(); at && name.isEmpty(); at = at->parentWidget())
        if (!at->objectName().isEmpty()) name = QStringLiteral("in ") + at->objectName();
    return QStringLiteral("%1 %2").arg(QLatin1String(named->metaObject()->className()), name);
}

}  // namespace detail

inline QStringList cutInPainting(const std::vector<PaintedText>& painted) {
    constexpr double kSlack = 1.5;  // px that a letter's edge may lack
    QStringList cut;
    const auto tell = [&](const PaintedText& one, const QString& what) {
        cut << QStringLiteral("%1 “%2” %3").arg(detail::described(one.widget), one.text.left(60), what);
    };
    for (const PaintedText& one : painted) {
        const bool along = detail::scrolls(one.widget, Qt::Horizontal);
        const bool down = detail::scrolls(one.widget, Qt::Vertical);
        const QRectF ink = one.ink, room = one.room;
        const QRectF seen = ink & room;
        if (seen.isEmpty()) continue;  // out of sight as a whole: scrolled away
        const double left = along ? 0 : room.left() - ink.left(), right = along ? 0 : ink.right() - room.right();
        const double top = down ? 0 : room.top() - ink.top(), bottom = down ? 0 : ink.bottom() - room.bottom();
        if (std::max({left, right, top, bottom}) > kSlack)
            tell(one, QStringLiteral("lacks %1 left, %2 right, %3 above, %4 below")
                          .arg(std::max(0.0, left), 0, 'f', 1)
                          .arg(std::max(0.0, right), 0, 'f', 1)
                          .arg(std::max(0.0, top), 0, 'f', 1)
                          .arg(std::max(0.0, bottom), 0, 'f', 1));
        static const QRegularExpression number(QStringLiteral("^[-+]?[\\d.,]+…"));
        if (!one.text.contains(QChar(0x2026)) || qobject_cast<const QLineEdit*>(one.widget)) continue;
        // Three letters, or two of a script whose letters are words.
        const auto kept = std::accumulate(one.text.begin(), one.text.end(), 0, [](int sum, QChar letter) {
            return sum + (letter == QChar(0x2026) ? 0 : letter.unicode() >= 0x2e80 ? 2 : 1);
        });
        if (kept < 3) tell(one, QStringLiteral("is all that an ellipsis leaves"));
        if (number.match(one.text).hasMatch()) tell(one, QStringLiteral("is a number without its end"));
    }
    for (size_t i = 0; i < painted.size(); ++i)
        for (size_t k = i + 1; k < painted.size(); ++k) {
            const PaintedText &a = painted[i], &b = painted[k];
            if (a.widget != b.widget || a.text == b.text) continue;
            const QRectF both = a.ink & a.room & b.ink & b.room;
            if (both.width() > 2 && both.height() > 2) tell(a, QStringLiteral("runs into “%1”").arg(b.text.left(60)));
        }
    cut.removeDuplicates();
    return cut;
}

// Line charts keep their picture, and show it: this is the same drawing once more, as a file has it.
inline std::vector<PaintedText> drawnBy(const LinePlot& plot) {
    TextRecorder recorder(plot.pictureSize());
    recorder.drawn = &plot;
    QPainter(&recorder).drawPicture(0, 0, plot.drawing());
    return recorder.painted;
}

inline QStringList cutInPainting(QWidget& widget) {
    TextRecorder recorder(widget.size());
    widget.render(&recorder);
    QStringList cut = cutInPainting(recorder.painted);
    for (const LinePlot* plot : widget.findChildren<LinePlot*>())
        if (!plot->visibleRegion().isEmpty()) cut += cutInPainting(drawnBy(*plot));
    return cut;
}

}  // namespace tl::test
