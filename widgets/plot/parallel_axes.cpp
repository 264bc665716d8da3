// Stretches are kept as shares of their axis; new lines that widen it leave them at their values.
#include "widgets/plot/parallel_axes.h"

#include <QContextMenuEvent>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QPainterPath>
#include <QRegularExpression>
#include <QToolTip>
#include <algorithm>
#include <cmath>
#include <set>

#include "widgets/accessible/parts.h"
#include "widgets/controls/labels.h"
#include "widgets/theme/theme.h"

namespace tl {

namespace {

constexpr int kAxisSide = 60, kAxisBelow = 14, kManyLines = 60;
constexpr int kHeadLines = 3, kHeadLine = 15, kValueGap = 9, kValueLine = 16, kMostRight = 150;
constexpr int kApart = 92;  // axes with room for a head's words and a value
constexpr double kGrip = 14, kAxisStep = 0.05;

}  // namespace

QStringList headLines(const QString& name, const QFontMetricsF& metrics, double room, int most) {
    static const QRegularExpression word(QStringLiteral("[^ _/.·-]*[ _/.·-]*"));
    QStringList lines{QString()};
    for (auto match = word.globalMatch(name); match.hasNext();) {
        const QString part = match.next().captured();
        if (part.isEmpty()) continue;
        const bool fits = metrics.horizontalAdvance((lines.last() + part).trimmed()) <= room;
        if (!fits && !lines.last().isEmpty() && lines.size() < most) lines << QString();
        lines.last() += part;
    }
    for (QString& line : lines) line = metrics.elidedText(line.trimmed(), Qt::ElideRight, std::ceil(room));
    return lines;
}

ParallelAxes::ParallelAxes(QWidget* parent) : QWidget(parent) {
    setMouseTracking(true);
    setFocusPolicy(Qt::StrongFocus);
    setAccessibleName(tr("Parallel coordinates"));
    describeParts(
        *this,
        {.role = QAccessible::Chart,
         .count = [this] { return static_cast<int>(columns_.size()); },
         .part =
             [this](int column) {
                 return AccessiblePart{
                     .role = QAccessible::Slider,
                     .name = sentence(column),
                     .rect = QRectF(axisX(column) - kGrip, plotRect().top(), 2 * kGrip, plotRect().height()).toRect(),
                     .focused = column == axis_};
             },
         .at = [this](const QPoint& point) { return axisNear(point.x()); },
         .focus = [this] { return axis_; }});
    connect(&Theme::instance(), &Theme::changed, this, [this] {
        layOut();
        update();
    });
}

void ParallelAxes::setData(const QVector<AxisColumn>& columns, const QVector<AxisLine>& lines) {
    QVector<AxisScale> scales;
    const qsizetype stretches = brushes_.size();
    for (int i = 0; i < columns.size(); ++i) {
        scales << AxisScale::of(lines, i, columns[i]);
        const auto brush = brushes_.find(columns[i].name);
        const auto before = std::ranges::find(columns_, columns[i].name, &AxisColumn::name);
        if (brush == brushes_.end() || before == columns_.end()) continue;
        const AxisScale& was = scales_[before - columns_.begin()];
        if (!columns[i].words.isEmpty() || !before->words.isEmpty()) {
            const auto places =
                amongWords({was.value(brush->first), was.value(brush->second)}, before->words, columns[i].words);
            if (places)
                *brush = {std::clamp(scales[i].share(places->first), 0.0, 1.0),
                          std::clamp(scales[i].share(places->second), 0.0, 1.0)};
            else
                brushes_.erase(brush);
            continue;
        }
        // An end at the axis' own is open: whatever comes beyond is in it.
        const auto moved = [&](double share) {
            const double now = scales[i].share(was.value(share));
            return share <= 0 || share >= 1 || !std::isfinite(now) ? share : std::clamp(now, 0.0, 1.0);
        };
        *brush = {moved(brush->first), moved(brush->second)};
    }
    // What the keys move, and what a hand drags along, may stand elsewhere now. A drag whose column is gone is no
    // click.
    const auto placeOf = [&](int column) {
        if (column < 0 || column >= columns_.size()) return column;
        const auto now = std::ranges::find(columns, columns_[column].name, &AxisColumn::name);
        return now == columns.end() ? -1 : static_cast<int>(now - columns.begin());
    };
    if (const int now = placeOf(axis_); now >= 0) axis_ = now;
    if (const int now = placeOf(dragged_); now != dragged_) {
        moved_ = moved_ || now < 0;
        dragged_ = now;
    }
    columns_ = columns;
    lines_ = lines;
    scales_ = scales;
    axis_ = std::clamp(axis_, 0, std::max(0, static_cast<int>(columns.size()) - 1));
    hovered_ = -1;
    layOut();
    for (auto brush = brushes_.begin(); brush != brushes_.end();) {
        const bool there = std::any_of(columns.begin(), columns.end(),
                                       [&](const AxisColumn& column) { return column.name == brush.key(); });
        brush = there ? std::next(brush) : brushes_.erase(brush);
    }
    if (brushes_.size() != stretches) emit brushesChanged();
    update();
}

QRectF ParallelAxes::plotRect() const { return QRectF(rect()).adjusted(kAxisSide, above_, -right_, -kAxisBelow); }

int ParallelAxes::easyWidth() const {
    const auto gaps = std::max<qsizetype>(0, columns_.size() - 1);
    return kAxisSide + static_cast<int>(right_) + static_cast<int>(gaps) * Theme::instance().scaled(kApart);
}

double ParallelAxes::headRoom() const {
    const double apart =
        columns_.size() > 1 ? plotRect().width() / static_cast<double>(columns_.size() - 1) - 8 : 2.0 * kAxisSide;
    return std::clamp(apart, 8.0, 2.0 * kAxisSide);
}

double ParallelAxes::valueRoom() const {
    return columns_.size() > 1 ? plotRect().width() / static_cast<double>(columns_.size() - 1) - kValueGap - kGrip / 2
                               : right_ - kValueGap;
}

void ParallelAxes::layOut() {
    const auto& theme = Theme::instance();
    const QFontMetricsF values(theme.mono(10.5));
    right_ = kAxisSide;
    if (!columns_.isEmpty()) {
        const AxisColumn& axis = columns_.last();
        const auto wide = [&](const QString& text) {
            right_ = std::clamp(values.horizontalAdvance(text) + kValueGap + 6, right_, double(kMostRight));
        };
        for (const QString& word : axis.words) wide(word);
        if (axis.words.isEmpty())
            for (const double value : ticks(static_cast<int>(columns_.size()) - 1))
                wide(scales_.last().text(value, axis));
    }
    heads_.clear();
    qsizetype lines = 1;
    for (int i = 0; i < columns_.size(); ++i) {
        const QFontMetricsF metrics(theme.font(12, columns_[i].outcome ? QFont::DemiBold : QFont::Normal));
        heads_ << headLines(scales_[i].head(columns_[i].name), metrics, headRoom(), kHeadLines);
        lines = std::max(lines, heads_.last().size());
    }
    above_ = 8 + theme.scaled(kHeadLine) * static_cast<double>(lines) + theme.scaled(kValueLine) / 2.0;
}

QVector<ParallelAxes::Label> ParallelAxes::labels() const {
    const auto& theme = Theme::instance();
    const QFontMetricsF metrics(theme.mono(10.5));
    const QRectF area = plotRect();
    const double line = theme.scaled(kValueLine);
    QVector<Label> all;
    for (int i = 0; i < columns_.size(); ++i) {
        const double x = axisX(i), wide = headRoom();
        all << Label{i, true, heads_[i].join(QLatin1Char('\n')), QRectF(x - wide / 2, 4, wide, above_ - 7 - line / 2)};
        const double room = i + 1 == columns_.size() ? right_ - kValueGap : valueRoom();
        const auto add = [&](double value) {
            const QString text = scales_[i].text(value, columns_[i], metrics, room);
            if (text.isEmpty()) return;
            const QRectF place(x + kValueGap, pixelOf(i, value) - line / 2, metrics.horizontalAdvance(text) + 1, line);
            all << Label{i, false, text, place};
        };
        if (const qsizetype words = columns_[i].words.size()) {
            const int every = std::max(1, static_cast<int>(std::ceil(words * line / std::max(1.0, area.height()))));
            for (int word = 0; word < words; word += every) add(word);
        } else {
            for (const double value : ticks(i)) add(value);
        }
    }
    return all;
}

// A setting's values themselves stand beside its axis, as many as have room, its ends in any case: 8, 16 and 64 rather
// than a quarter of the way to 22.6. Of results, few do, too; many are among round numbers.
std::vector<double> ParallelAxes::ticks(int column) const {
    constexpr size_t kFew = 5;
    std::set<double> values;
    for (const AxisLine& each : lines_)
        if (const double value = each.values.value(column, NAN); std::isfinite(value)) values.insert(value);
    if (columns_[column].outcome && values.size() > kFew) values = scales_[column].roundNumbers();
    std::vector<double> ticks;
    const auto meet = [&](double a, double b) {
        return std::abs(pixelOf(column, a) - pixelOf(column, b)) < 1.25 * Theme::instance().scaled(kValueLine);
    };
    for (const double value : values) {
        const bool last = value == *values.rbegin();
        if (last && ticks.size() > 1 && meet(value, ticks.back())) ticks.pop_back();
        if (ticks.empty() || !meet(value, ticks.back())) ticks.push_back(value);
    }
    return ticks;
}

double ParallelAxes::axisX(int column) const {
    const QRectF area = plotRect();
    return columns_.size() < 2 ? area.center().x()
                               : area.left() + area.width() * column / static_cast<double>(columns_.size() - 1);
}

double ParallelAxes::pixelOf(int column, double value) const {
    return plotRect().bottom() - scales_[column].share(value) * plotRect().height();
}

// What a line has no value for stands below the axis.
QPointF ParallelAxes::pointAt(const AxisLine& line, int column) const {
    const double value = line.values.value(column, NAN);
    return {axisX(column), std::isfinite(value) ? pixelOf(column, value) : plotRect().bottom() + 9};
}

bool ParallelAxes::passes(const AxisLine& line) const {
    for (int i = 0; i < columns_.size(); ++i) {
        const auto brush = brushes_.find(columns_[i].name);
        if (brush == brushes_.end()) continue;
        const double value = line.values.value(i, NAN);
        const double share = scales_[i].share(value);
        if (!std::isfinite(value) || share < brush->first - 1e-9 || share > brush->second + 1e-9) return false;
    }
    return true;
}

bool ParallelAxes::passes(int id) const {
    for (const AxisLine& line : lines_)
        if (line.id == id) return passes(line);
    return true;
}

bool ParallelAxes::brushed() const { return !brushes_.isEmpty(); }

std::optional<std::pair<double, double>> ParallelAxes::brush(int column) const {
    const auto found = brushes_.find(columns_[column].name);
    if (found == brushes_.end()) return {};
    return std::pair{scales_[column].value(found->first), scales_[column].value(found->second)};
}

void ParallelAxes::setBrush(int column, double from, double to) {
    setShares(column, scales_[column].share(from), scales_[column].share(to));
}

void ParallelAxes::setShares(int column, double from, double to) {
    if (from > to) std::swap(from, to);
    brushes_[columns_[column].name] = {std::clamp(from, 0.0, 1.0), std::clamp(to, 0.0, 1.0)};
    setAccessibleDescription(sentence(column));
    emit brushesChanged();
    update();
}

void ParallelAxes::clearBrushes() {
    if (brushes_.isEmpty()) return;
    brushes_.clear();
    emit brushesChanged();
    update();
}

void ParallelAxes::setCurrent(int id) {
    current_ = id;
    update();
}

QString ParallelAxes::sentence(int column) const {
    const auto range = brush(column);
    const AxisColumn& axis = columns_[column];
    const AxisScale& scale = scales_[column];
    const QString name = scale.head(axis.name);
    return range ? tr("%1: from %2 to %3").arg(name, scale.text(range->first, axis), scale.text(range->second, axis))
                 : tr("%1: all values").arg(name);
}

int ParallelAxes::axisNear(double x) const {
    for (int i = 0; i < columns_.size(); ++i)
        if (std::abs(axisX(i) - x) <= kGrip) return i;
    return -1;
}

int ParallelAxes::lineNear(const QPointF& point) const {
    int best = -1;
    double least = 8;
    for (int i = 0; i < lines_.size(); ++i) {
        if (!passes(lines_[i])) continue;
        for (int column = 0; column + 1 < columns_.size(); ++column) {
            const QPointF a = pointAt(lines_[i], column), b = pointAt(lines_[i], column + 1);
            if (point.x() < a.x() || point.x() > b.x() || b.x() <= a.x()) continue;
            const double y = a.y() + (b.y() - a.y()) * (point.x() - a.x()) / (b.x() - a.x());
            if (std::abs(y - point.y()) < least) least = std::abs(y - point.y()), best = i;
        }
    }
    return best;
}

void ParallelAxes::paintEvent(QPaintEvent*) {
    const auto& theme = Theme::instance();
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const QRectF area = plotRect();
    const QColor ground = theme.color(Token::Bg1);
    // Hundreds of bent lines are slow, and no easier to follow than straight ones.
    const bool many = lines_.size() > kManyLines;
    const auto draw = [&](const AxisLine& line, bool strong) {
        const bool in = passes(line);
        painter.setPen(QPen(Theme::mix(theme.series(line.color), ground,
                                       strong ? 1
                                       : in   ? 0.75
                                              : 0.12),
                            strong ? 2.6
                            : many ? 1
                                   : 1.4));
        painter.setBrush(Qt::NoBrush);
        if (many && !strong) {
            QPolygonF straight;
            for (int i = 0; i < columns_.size(); ++i) straight << pointAt(line, i);
            painter.setRenderHint(QPainter::Antialiasing, in);
            painter.drawPolyline(straight);
            painter.setRenderHint(QPainter::Antialiasing);
            return;
        }
        QPainterPath path(pointAt(line, 0));
        for (int i = 1; i < columns_.size(); ++i) {
            const QPointF a = pointAt(line, i - 1), b = pointAt(line, i);
            const double middle = (a.x() + b.x()) / 2;
            path.cubicTo(QPointF(middle, a.y()), QPointF(middle, b.y()), b);
        }
        painter.drawPath(path);
    };
    for (const bool in : {false, true})
        for (const AxisLine& line : lines_)
            if (passes(line) == in) draw(line, false);
    for (int i = 0; i < lines_.size(); ++i)
        if (i == hovered_ || lines_[i].id == current_) draw(lines_[i], true);
    for (int i = 0; i < columns_.size(); ++i) {
        const double x = axisX(i);
        painter.setPen(QPen(theme.color(i == axis_ && hasFocus() ? Token::Accent : Token::Line), 1));
        painter.drawLine(QPointF(x, area.top()), QPointF(x, area.bottom()));
        if (const auto brush = brushes_.find(columns_[i].name); brush != brushes_.end()) {
            const double top = area.bottom() - brush->second * area.height(),
                         bottom = area.bottom() - brush->first * area.height();
            QColor fill = theme.color(Token::Accent);
            fill.setAlphaF(0.28f);
            painter.setPen(QPen(theme.color(Token::Accent), 1));
            painter.setBrush(fill);
            painter.drawRoundedRect(QRectF(x - 6, top - 2, 12, bottom - top + 4), 3, 3);
        }
    }
    for (const Label& label : labels()) {
        const AxisColumn& column = columns_[label.column];
        if (label.head) {
            painter.setFont(theme.font(12, column.outcome ? QFont::DemiBold : QFont::Normal));
            painter.setPen(theme.color(column.outcome ? Token::Text : Token::Muted));
            painter.drawText(label.place, Qt::AlignHCenter | Qt::AlignBottom | Qt::TextDontClip, label.text);
            continue;
        }
        painter.fillRect(label.place, ground);  // its own line leaves the axis right there
        painter.setFont(theme.mono(10.5));
        painter.setPen(theme.color(Token::Faint));
        painter.drawText(label.place, Qt::AlignVCenter | Qt::TextDontClip, label.text);
    }
}

void ParallelAxes::mousePressEvent(QMouseEvent* event) {
    if (event->button() != Qt::LeftButton) return;
    dragged_ = axisNear(event->position().x());
    moved_ = false;
    if (dragged_ < 0) return;
    axis_ = dragged_;
    dragFrom_ = (plotRect().bottom() - event->position().y()) / plotRect().height();
    update();
}

void ParallelAxes::mouseMoveEvent(QMouseEvent* event) {
    if (dragged_ >= 0 && event->buttons() & Qt::LeftButton) {
        const double to = (plotRect().bottom() - event->position().y()) / plotRect().height();
        if (!moved_ && std::abs(to - dragFrom_) * plotRect().height() < 3) return;
        moved_ = true;
        setShares(dragged_, dragFrom_, to);
        return;
    }
    setCursor(axisNear(event->position().x()) >= 0 ? Qt::SizeVerCursor : Qt::ArrowCursor);
    const int line = lineNear(event->position());
    if (line != hovered_) hovered_ = line, update();
}

// A click on an axis takes its stretch away; one on a line picks it.
void ParallelAxes::mouseReleaseEvent(QMouseEvent* event) {
    if (event->button() != Qt::LeftButton || std::exchange(moved_, false)) return void(dragged_ = -1);
    if (dragged_ >= 0) {
        if (brushes_.remove(columns_[dragged_].name)) emit brushesChanged();
        dragged_ = -1;
        update();
    } else if (const int line = lineNear(event->position()); line >= 0) {
        emit picked(lines_[line].id);
    }
}

void ParallelAxes::resizeEvent(QResizeEvent*) { layOut(); }

void ParallelAxes::leaveEvent(QEvent*) {
    hovered_ = -1;
    update();
}

void ParallelAxes::toggleLog() {
    if (!mayBeLog()) return;
    emit logChosen(columns_[axis_].name, !scales_[axis_].log);
    tellAxis();
}

bool ParallelAxes::mayBeLog() const { return axis_ < scales_.size() && scales_[axis_].positive; }

void ParallelAxes::tellAxis() {
    setAccessibleDescription(sentence(axis_));
    announcePart(*this, axis_);
    const int room = static_cast<int>(headRoom() / 2 + kGrip);
    emit axisChosen(QRect(static_cast<int>(axisX(axis_)) - room, 0, 2 * room, height()));
    update();
}

// Left and Right choose an axis; Up and Down move its stretch, with Shift its upper end, with Ctrl its lower one.
void ParallelAxes::keyPressEvent(QKeyEvent* event) {
    if (columns_.isEmpty()) return event->ignore();
    const int last = static_cast<int>(columns_.size()) - 1;
    const double way = event->key() == Qt::Key_Up ? kAxisStep : -kAxisStep;
    switch (event->key()) {
    case Qt::Key_Left: axis_ = std::max(0, axis_ - 1); break;
    case Qt::Key_Right: axis_ = std::min(last, axis_ + 1); break;
    case Qt::Key_Up:
    case Qt::Key_Down: {
        auto [from, to] = brushes_.value(columns_[axis_].name, {0, 1});
        if (event->modifiers() & Qt::ShiftModifier)
            to = std::max(from, to + way);
        else if (event->modifiers() & Qt::ControlModifier)
            from = std::min(to, from + way);
        else if (from + way >= -1e-9 && to + way <= 1 + 1e-9)
            from += way, to += way;
        setShares(axis_, from, to);
        break;
    }
    case Qt::Key_Delete:
    case Qt::Key_Backspace:
        if (brushes_.remove(columns_[axis_].name)) emit brushesChanged();
        break;
    case Qt::Key_Escape:
        if (brushes_.isEmpty()) return event->ignore();
        clearBrushes();
        break;
    default: return event->ignore();
    }
    tellAxis();
}

// Of the axis there, or of the one that the keys move.
void ParallelAxes::contextMenuEvent(QContextMenuEvent* event) {
    const bool keys = event->reason() == QContextMenuEvent::Keyboard;
    const int axis = keys ? axis_ : axisNear(event->pos().x());
    if (axis < 0 || axis >= columns_.size()) return event->ignore();
    const QPoint at = keys ? mapToGlobal(QPointF(axisX(axis), above_).toPoint()) : event->globalPos();
    openLogMenu(*this, at, columns_, scales_, {axis},
                [this](const QString& column, std::optional<bool> log) { emit logChosen(column, log); });
}

bool ParallelAxes::event(QEvent* event) {
    if (event->type() == QEvent::FocusIn || event->type() == QEvent::FocusOut) update();
    if (event->type() == QEvent::ToolTip) {
        const auto* help = static_cast<QHelpEvent*>(event);
        const int line = lineNear(help->pos());
        if (line >= 0) {
            QStringList text{lines_[line].name};
            for (int i = 0; i < columns_.size(); ++i)
                text << QStringLiteral("%1: %2").arg(columns_[i].name,
                                                     scales_[i].text(lines_[line].values.value(i, NAN), columns_[i]));
            QToolTip::showText(help->globalPos(), plainTip(text.join(QLatin1Char('\n'))), this);
        } else if (const int axis = axisNear(help->pos().x()); axis >= 0) {
            QToolTip::showText(help->globalPos(),
                               plainTip(scales_[axis].head(columns_[axis].name) + QLatin1Char('\n') +
                                        tr("Drag along the axis: only runs within that stretch are shown. "
                                           "A click takes it away. L, or the menu, makes it logarithmic or linear.")),
                               this);
        } else {
            QToolTip::hideText();
        }
        return true;
    }
    return QWidget::event(event);
}

}  // namespace tl
