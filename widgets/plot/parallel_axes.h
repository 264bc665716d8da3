// Many numbers of a few dozen things at once: an axis a column, a line a thing. Dragging along an axis marks a stretch
// of it: what passes through all stretches stays bright and is told. Numbers, or words, which stand evenly apart. GUI
// thread only.
#pragma once

#include <QFontMetricsF>
#include <QHash>
#include <QVector>
#include <QWidget>
#include <functional>
#include <optional>
#include <set>
#include <utility>

namespace tl {

struct AxisColumn {
    QString name;
    QStringList words = {};        // values are their indices; empty: numbers
    bool outcome = false;          // a result, and no setting: its name is bright
    std::optional<bool> log = {};  // chosen; none: by its values
};

struct AxisLine {
    int id = 0;
    QString name;
    int color = 0;           // Theme::series
    QVector<double> values;  // one a column; NaN: it has none
};

// Where a column's values lie, 0 to 1; a column of positive numbers is logarithmic where that was chosen, or where they
// lie far apart.
struct AxisScale {
    double from = 0, to = 1;
    bool log = false;
    bool positive = false;  // it may be logarithmic
    static AxisScale of(const QVector<AxisLine>& lines, int column, const AxisColumn& axis);
    double share(double value) const;
    double value(double share) const;
    std::set<double> roundNumbers() const;    // a few, on the axis
    QString head(const QString& name) const;  // "learning_rate (log)"
    QString text(double value, const AxisColumn& axis) const;
    // In so many pixels: digits go before a number is left out, for cut off it would read as another one. Words end
    // in "…".
    QString text(double value, const AxisColumn& axis, const QFontMetricsF& metrics, double room) const;
};

// Where a stretch over words is in another list of them; both in places of words. No place: all of its words are gone.
std::optional<std::pair<double, double>> amongWords(std::pair<double, double> stretch, const QStringList& before,
                                                    const QStringList& now);

// A name in at most so many lines no wider than the room, broken where words end: "best", "val_", "accuracy". What does
// not fit into the last one is cut at its end.
QStringList headLines(const QString& name, const QFontMetricsF& metrics, double room, int most);

// A menu that turns axes logarithmic and back, a row a column, with one more where that was chosen: by its values
// again.
using LogChosen = std::function<void(const QString& column, std::optional<bool> log)>;
void openLogMenu(QWidget& over, const QPoint& at, const QVector<AxisColumn>& columns, const QVector<AxisScale>& scales,
                 const QVector<int>& which, const LogChosen& chosen);

class ParallelAxes : public QWidget {
    Q_OBJECT
public:
    explicit ParallelAxes(QWidget* parent = nullptr);
    void setData(const QVector<AxisColumn>& columns, const QVector<AxisLine>& lines);  // stretches of columns stay
    bool passes(int id) const;
    bool brushed() const;
    void setBrush(int column, double from, double to);  // in values
    void clearBrushes();
    std::optional<std::pair<double, double>> brush(int column) const;
    void setCurrent(int id);  // bright and thick; -1 = none
    int easyWidth() const;    // with it, heads and values have room
    void toggleLog();         // of the axis that the keys move
    bool mayBeLog() const;

    // What stands in letters: an axis' head, in lines, and values beside it. None covers another.
    struct Label {
        int column = 0;
        bool head = false;
        QString text;
        QRectF place;
    };
    QVector<Label> labels() const;

    double axisX(int column) const;
    QPointF pointAt(const AxisLine& line, int column) const;
    double pixelOf(int column, double value) const;
    QSize sizeHint() const override { return {600, 260}; }
    QSize minimumSizeHint() const override { return {200, 160}; }

signals:
    void brushesChanged();
    void picked(int id);
    void logChosen(const QString& column, std::optional<bool> log);  // none: by its values
    void axisChosen(const QRect& place);                             // by the keys: it may be out of sight

private:
    QRectF plotRect() const;
    double headRoom() const;
    double valueRoom() const;
    std::vector<double> ticks(int column) const;
    void layOut();
    int axisNear(double x) const;
    int lineNear(const QPointF& point) const;  // index; -1 = none
    bool passes(const AxisLine& line) const;
    QString sentence(int column) const;
    void tellAxis();
    void setShares(int column, double from, double to);
    bool event(QEvent*) override;
    void paintEvent(QPaintEvent*) override;
    void mousePressEvent(QMouseEvent*) override;
    void mouseMoveEvent(QMouseEvent*) override;
    void mouseReleaseEvent(QMouseEvent*) override;
    void leaveEvent(QEvent*) override;
    void resizeEvent(QResizeEvent*) override;
    void keyPressEvent(QKeyEvent*) override;
    void contextMenuEvent(QContextMenuEvent*) override;

    QVector<AxisColumn> columns_;
    QVector<AxisLine> lines_;
    QVector<AxisScale> scales_;
    QVector<QStringList> heads_;                         // in lines
    double above_ = 34, right_ = 60;                     // room for heads, and for the values of the last axis
    QHash<QString, std::pair<double, double>> brushes_;  // by column name, in shares
    int current_ = -1, hovered_ = -1, axis_ = 0;         // axis_: that the keys move
    int dragged_ = -1;
    double dragFrom_ = 0;
    bool moved_ = false;
};

}  // namespace tl
