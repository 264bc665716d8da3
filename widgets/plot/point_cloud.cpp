// Orthographic, so that distances compare wherever a point stands; depth shows in size and strength. Dots are drawn
// from a few pictures made once a frame, since thousands of circles are slow.
#include "widgets/plot/point_cloud.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>
#include <QWheelEvent>
#include <algorithm>
#include <cmath>
#include <numeric>

#include "widgets/accessible/parts.h"
#include "widgets/controls/focus_frame.h"
#include "widgets/controls/labels.h"
#include "widgets/theme/theme.h"

namespace tl {

namespace {

constexpr int kDepths = 6, kPicture = 22;
constexpr double kReach = 12, kTurn = 0.008, kKeyTurn = 0.12, kLeastZoom = 0.2, kMostZoom = 40;

}  // namespace

PointCloud::PointCloud(QWidget* parent) : QWidget(parent) {
    setMouseTracking(true);
    setFocusPolicy(Qt::StrongFocus);
    setAccessibleName(tr("Points in space"));
    describeParts(*this,
                  {.role = QAccessible::Chart,
                   .count = [this] { return static_cast<int>(points_.size()); },
                   .part =
                       [this](int point) {
                           return AccessiblePart{.role = QAccessible::ListItem,
                                                 .name = sentence(point),
                                                 .rect = QRect(toPixel(point).toPoint() - QPoint(5, 5), QSize(11, 11)),
                                                 .focused = point == picked_};
                       },
                   .at = [this](const QPoint& point) { return pointAt(point); },
                   .focus = [this] { return picked_; }});
    connect(&Theme::instance(), &Theme::changed, this, [this] { update(); });
}

void PointCloud::setPoints(const QVector<QVector3D>& points, const QVector<int>& groups,
                           const QStringList& groupNames) {
    groups_ = groups;
    names_ = groupNames;
    picked_ = hovered_ = -1;
    marked_.clear();
    movePoints(points);
}

void PointCloud::movePoints(const QVector<QVector3D>& points) {
    points_ = points;
    fitTo(points);
    placed_.clear();
    update();
}

void PointCloud::fitTo(const QVector<QVector3D>& points) {
    middle_ = {};
    for (const QVector3D& each : points) middle_ += each / static_cast<float>(points.size());
    radius_ = 0;
    for (const QVector3D& each : points) radius_ = std::max(radius_, (each - middle_).length());
    if (!(radius_ > 0)) radius_ = 1;
}

void PointCloud::setPicture(std::function<QImage(int)> picture) {
    picture_ = std::move(picture);
    update();
}

void PointCloud::setShowNames(bool on) {
    showNames_ = on;
    update();
}

void PointCloud::setMarked(const QVector<int>& points) {
    marked_ = points;
    update();
}

void PointCloud::setPicked(int point) {
    picked_ = point < points_.size() ? point : -1;
    setAccessibleDescription(picked_ < 0 ? QString() : sentence(picked_));
    if (picked_ >= 0 && hasFocus()) announcePart(*this, picked_);
    update();
}

void PointCloud::setMessage(const QString& message) {
    message_ = message;
    update();
}

void PointCloud::showAll() {
    zoom_ = 1;
    shift_ = {};
    yaw_ = 0.6, pitch_ = 0.35;
    placed_.clear();
    update();
}

// Six hues of the theme for six classes; more share the circle of hues.
QColor PointCloud::groupColor(int group) const {
    const Theme& theme = Theme::instance();
    if (group < 0) return theme.color(Token::Muted);
    if (names_.size() <= 6) return theme.series(group);
    const double share = static_cast<double>(group) / static_cast<double>(names_.size());
    return QColor::fromHslF(static_cast<float>(share), group % 2 ? 0.55f : 0.8f,
                            theme.dark() ? (group % 2 ? 0.72f : 0.6f) : (group % 2 ? 0.32f : 0.45f));
}

QString PointCloud::sentence(int point) const {
    const int group = groups_.value(point, -1);
    const QString name = name_ ? name_(point) : QString::number(point);
    return group >= 0 && group < names_.size() ? tr("%1, %2").arg(name, names_[group]) : name;
}

void PointCloud::place() const {
    if (placed_.size() == points_.size()) return;
    placed_.resize(points_.size());
    const double scale = std::min(width(), height()) * 0.46 / static_cast<double>(radius_) * zoom_;
    const double sy = std::sin(yaw_), cy = std::cos(yaw_), sp = std::sin(pitch_), cp = std::cos(pitch_);
    const QPointF centre = QPointF(width() / 2.0, height() / 2.0) + shift_;
    for (int i = 0; i < points_.size(); ++i) {
        const QVector3D p = (points_[i] - middle_);
        const double x = cy * static_cast<double>(p.x()) + sy * static_cast<double>(p.z()),
                     z = -sy * static_cast<double>(p.x()) + cy * static_cast<double>(p.z());
        const double y = cp * static_cast<double>(p.y()) - sp * z, depth = sp * static_cast<double>(p.y()) + cp * z;
        placed_[i] = {centre + QPointF(x, -y) * scale,
                      std::clamp(0.5 + 0.5 * depth / static_cast<double>(radius_), 0.0, 1.0)};
    }
    order_.resize(points_.size());
    std::iota(order_.begin(), order_.end(), 0);
    std::sort(order_.begin(), order_.end(), [&](int a, int b) {
        return placed_[a].depth != placed_[b].depth ? placed_[a].depth < placed_[b].depth : a < b;
    });
}

QPointF PointCloud::toPixel(int point) const {
    place();
    return placed_[point].at;
}

int PointCloud::pointAt(const QPointF& at) const {
    place();
    int best = -1;
    double least = kReach;
    for (qsizetype i = order_.size(); i-- > 0;) {
        const int point = order_[i];
        const double far = QLineF(placed_[point].at, at).length();
        if (far < least - 1e-9 && (marked_.isEmpty() || marked_.contains(point))) least = far, best = point;
        if (best >= 0 && least < 4) break;  // right under the pointer, and nearer to the eye than all that follow
    }
    return best;
}

void PointCloud::paintEvent(QPaintEvent*) {
    const auto& theme = Theme::instance();
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    if (points_.isEmpty()) {
        painter.setFont(theme.font(12));
        painter.setPen(theme.color(Token::Muted));
        painter.drawText(rect().adjusted(24, 0, -24, 0), Qt::AlignCenter | Qt::TextWordWrap, message_);
        return;
    }
    place();
    const QColor ground = theme.color(Token::Bg1);
    const double ratio = devicePixelRatioF();
    QHash<int, QPixmap> dots;
    const auto dot = [&](int group, int depth, bool faint) -> const QPixmap& {
        QPixmap& made = dots[(group + 1) * kDepths * 2 + depth * 2 + faint];
        if (made.isNull()) {
            const double size = 4 + 5.0 * depth / (kDepths - 1);
            made = QPixmap(QSize(12, 12) * ratio);
            made.setDevicePixelRatio(ratio);
            made.fill(Qt::transparent);
            QPainter inner(&made);
            inner.setRenderHint(QPainter::Antialiasing);
            inner.setPen(Qt::NoPen);
            inner.setBrush(Theme::mix(groupColor(group), ground, faint ? 0.16 : 0.5 + 0.5 * depth / (kDepths - 1)));
            inner.drawEllipse(QPointF(6, 6), size / 2, size / 2);
        }
        return made;
    };
    QSet<int> marked(marked_.begin(), marked_.end());
    const auto draw = [&](int point, bool faint) {
        const Placed& here = placed_[point];
        const int depth = std::min(kDepths - 1, static_cast<int>(here.depth * kDepths));
        const QImage picture = picture_ && !faint ? picture_(point) : QImage();
        if (picture.isNull()) {
            painter.drawPixmap(here.at - QPointF(6, 6), dot(groups_.value(point, -1), depth, faint));
            return;
        }
        const double side = kPicture * (0.7 + 0.3 * here.depth) * std::clamp(std::sqrt(zoom_), 1.0, 3.0);
        const QRectF frame(here.at - QPointF(side / 2, side / 2), QSizeF(side, side));
        painter.drawImage(frame, picture);
        painter.setPen(QPen(groupColor(groups_.value(point, -1)), 1.4));
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(frame);
    };
    for (const int point : order_)
        if (marked.isEmpty() || !marked.contains(point)) draw(point, !marked.isEmpty());
    for (const int point : order_)
        if (marked.contains(point)) draw(point, false);
    for (const int point : {hovered_, picked_}) {
        if (point < 0 || point >= placed_.size()) continue;
        painter.setPen(QPen(theme.color(point == picked_ ? Token::Accent : Token::Text), 2));
        painter.setBrush(Qt::NoBrush);
        painter.drawEllipse(placed_[point].at, 8, 8);
    }
    if (showNames_) {
        painter.setFont(theme.font(12, QFont::DemiBold));
        QVector<std::pair<QPointF, int>> middles(names_.size());  // sum and count
        for (qsizetype i = 0; i < placed_.size(); ++i)
            if (const int group = groups_.value(i, -1); group >= 0 && group < middles.size()) {
                middles[group].first += placed_[i].at;
                ++middles[group].second;
            }
        for (int group = 0; group < names_.size(); ++group) {
            const auto& [sum, count] = middles[group];
            if (count == 0) continue;
            const QString name = names_[group];
            QRectF box(0, 0, painter.fontMetrics().horizontalAdvance(name) + 12, 20);
            box.moveCenter(sum / count);
            QColor under = ground;
            under.setAlphaF(0.82f);
            painter.setPen(Qt::NoPen);
            painter.setBrush(under);
            painter.drawRoundedRect(box, 4, 4);
            painter.setPen(Theme::mix(groupColor(group), theme.color(Token::Text), 0.55));
            painter.drawText(box, Qt::AlignCenter, name);
        }
    }
    if (showsFocus(*this)) {
        painter.setBrush(Qt::NoBrush);
        painter.setPen(QPen(theme.color(Token::Accent), 1));
        painter.drawRoundedRect(QRectF(rect()).adjusted(1.5, 1.5, -1.5, -1.5), 6, 6);
    }
}

void PointCloud::turn(double sideways, double upwards) {
    yaw_ += sideways;
    pitch_ = std::clamp(pitch_ + upwards, -M_PI / 2, M_PI / 2);
    placed_.clear();
    update();
}

void PointCloud::mousePressEvent(QMouseEvent* event) {
    pressed_ = last_ = event->pos();
    moved_ = false;
}

void PointCloud::mouseMoveEvent(QMouseEvent* event) {
    const QPoint by = event->pos() - last_;
    if (event->buttons() != Qt::NoButton) {
        if (!moved_ && (event->pos() - pressed_).manhattanLength() < 4) return;
        moved_ = true;
        last_ = event->pos();
        if (event->buttons() & Qt::LeftButton) return turn(by.x() * kTurn, by.y() * kTurn);
        shift_ += by;
        placed_.clear();
        return update();
    }
    const int point = points_.isEmpty() ? -1 : pointAt(event->position());
    if (point == hovered_) return;
    hovered_ = point;
    if (point >= 0)
        QToolTip::showText(event->globalPosition().toPoint(), plainTip(sentence(point)), this);
    else
        QToolTip::hideText();
    update();
}

void PointCloud::mouseReleaseEvent(QMouseEvent* event) {
    if (event->button() != Qt::LeftButton || moved_ || points_.isEmpty()) return;
    const int point = pointAt(event->position());
    setPicked(point);
    emit pickedByHand(point);
}

void PointCloud::mouseDoubleClickEvent(QMouseEvent* event) {
    if (points_.isEmpty() || pointAt(event->position()) < 0) showAll();
}

void PointCloud::wheelEvent(QWheelEvent* event) {
    const double factor = std::pow(1.0015, event->angleDelta().y());
    const double before = zoom_;
    zoom_ = std::clamp(zoom_ * factor, kLeastZoom, kMostZoom);
    // What is under the pointer stays there.
    const QPointF from = event->position() - QPointF(width() / 2.0, height() / 2.0);
    shift_ = from - (from - shift_) * (zoom_ / before);
    placed_.clear();
    update();
}

void PointCloud::leaveEvent(QEvent*) {
    hovered_ = -1;
    update();
}

void PointCloud::step(int by) {
    if (points_.isEmpty()) return;
    QVector<int> among = marked_;
    if (among.isEmpty()) {
        among.resize(points_.size());
        std::iota(among.begin(), among.end(), 0);
    }
    const qsizetype at = among.indexOf(picked_), count = among.size();
    setPicked(among[at < 0 ? 0 : (at + by + count) % count]);
    emit pickedByHand(picked_);
}

// Arrows turn, plus and minus come nearer and go away, Home shows all.
void PointCloud::keyPressEvent(QKeyEvent* event) {
    if (points_.isEmpty()) return event->ignore();
    switch (event->key()) {
    case Qt::Key_Left: turn(-kKeyTurn, 0); break;
    case Qt::Key_Right: turn(kKeyTurn, 0); break;
    case Qt::Key_Up: turn(0, -kKeyTurn); break;
    case Qt::Key_Down: turn(0, kKeyTurn); break;
    case Qt::Key_Plus:
    case Qt::Key_Equal:
    case Qt::Key_Minus:
        zoom_ = std::clamp(zoom_ * (event->key() == Qt::Key_Minus ? 1 / 1.25 : 1.25), kLeastZoom, kMostZoom);
        placed_.clear();
        update();
        break;
    case Qt::Key_Home: showAll(); break;
    default: event->ignore();
    }
}

void PointCloud::resizeEvent(QResizeEvent*) { placed_.clear(); }

bool PointCloud::event(QEvent* event) {
    if (event->type() == QEvent::FocusIn || event->type() == QEvent::FocusOut) update();
    return QWidget::event(event);
}

}  // namespace tl
