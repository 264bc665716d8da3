// See the header.
#include "widgets/graph/memory_map.h"

#include <QHelpEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>
#include <QWheelEvent>
#include <algorithm>
#include <cmath>

#include "widgets/accessible/parts.h"
#include "widgets/controls/labels.h"
#include "widgets/theme/theme.h"

namespace tl {

namespace {
constexpr double kAxis = 16, kMapSide = 12, kFewSteps = 4;
}

MemoryMap::MemoryMap(QWidget* parent) : QWidget(parent) {
    describeParts(*this, {.role = QAccessible::Chart,
                          .count = [this] { return int(blocks_.size()); },
                          .part =
                              [this](int at) {
                                  return AccessiblePart{.role = QAccessible::Graphic,
                                                        .name = sentence(at),
                                                        .rect = blockRect(at).toAlignedRect(),
                                                        .focused = at == pick_,
                                                        .selected = at == pick_};
                              },
                          .at = [this](const QPoint& point) { return blockAt(point); },
                          .focus = [this] { return pick_; }});
    setFocusPolicy(Qt::StrongFocus);
    setMouseTracking(true);
    setAccessibleName(tr("Memory over the schedule"));
    connect(&Theme::instance(), &Theme::changed, this, [this] { update(); });
}

void MemoryMap::setBlocks(QVector<MemoryMapBlock> blocks, int steps, double bytes, int peakStep) {
    if (steps != steps_) {
        from_ = 0;
        shown_ = std::max(steps, 1);
    }
    blocks_ = std::move(blocks);
    steps_ = steps;
    bytes_ = bytes;
    peak_ = peakStep;
    pick_ = -1;
    update();
}

void MemoryMap::setPick(int block) {
    pick_ = block;
    update();
}

void MemoryMap::setCursor(int step) {
    cursor_ = step;
    update();
}

QRectF MemoryMap::plot() const { return QRectF(rect()).adjusted(kMapSide, 4, -kMapSide, -kAxis); }

double MemoryMap::xOf(double step) const { return plot().left() + (step - from_) / shown_ * plot().width(); }

QRectF MemoryMap::blockRect(int index) const {
    const MemoryMapBlock& block = blocks_[index];
    const QRectF room = plot();
    const double scale = room.height() / std::max(bytes_, 1.0);
    const double left = xOf(block.first), right = std::max(xOf(block.last + 1.0), left + 1);
    return {left, room.bottom() - (block.offset + block.bytes) * scale, right - left,
            std::max(block.bytes * scale, 0.5)};
}

int MemoryMap::blockAt(const QPointF& point) const {
    for (int i = 0; i < blocks_.size(); ++i)
        if (blockRect(i).adjusted(0, -1, 0, 1).contains(point)) return i;
    return -1;
}

QString MemoryMap::sentence(int index) const {
    const MemoryMapBlock& block = blocks_[index];
    return tr("%1, %2, steps %3 to %4")
        .arg(block.name, bytesText(block.bytes), QString::number(block.first), QString::number(block.last));
}

void MemoryMap::paintEvent(QPaintEvent*) {
    const auto& theme = Theme::instance();
    QPainter painter(this);
    painter.fillRect(rect(), theme.color(Token::Bg1));
    const QRectF room = plot();
    painter.setClipRect(QRectF(rect()).adjusted(kMapSide - 1, 0, -kMapSide + 1, 0));
    painter.setFont(theme.font(10));
    const QFontMetrics metrics(painter.font());
    const QColor ground = theme.color(Token::Bg1);
    for (int i = 0; i < blocks_.size(); ++i) {
        const QRectF full = blockRect(i);
        if (full.right() < room.left() || full.left() > room.right()) continue;
        const double gap = full.width() > 3 && full.height() > 3 ? 1 : 0;
        const QRectF rect = full.adjusted(0, 0, -gap, -gap);
        const QColor fill =
            Theme::mix(theme.category(blocks_[i].category), ground, pick_ < 0 || i == pick_ ? 0.72 : 0.35);
        painter.fillRect(rect, fill);
        if (rect.height() > 11 && rect.width() > 48) {
            painter.setPen(theme.color(Token::Text));
            painter.drawText(rect.adjusted(4, 0, -2, 0), Qt::AlignVCenter | Qt::AlignLeft,
                             metrics.elidedText(blocks_[i].name, Qt::ElideRight, int(rect.width()) - 8));
        }
    }
    if (pick_ >= 0 && pick_ < blocks_.size()) {
        painter.setPen(QPen(theme.color(Token::Accent), 1.5));
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(blockRect(pick_).adjusted(-1, -1, 0, 0));
    }
    const auto line = [&](int step, Token token, Qt::PenStyle style) {
        painter.setPen(QPen(theme.color(token), 1, style));
        const double x = xOf(step + 0.5);
        painter.drawLine(QPointF(x, room.top()), QPointF(x, room.bottom()));
    };
    if (peak_ >= 0) line(peak_, Token::Warn, Qt::DashLine);
    if (cursor_ >= 0) line(cursor_, Token::Accent, Qt::SolidLine);
    painter.setClipping(false);
    painter.setPen(theme.color(Token::Line));
    painter.drawLine(room.bottomLeft(), room.bottomRight());
    painter.setFont(theme.mono(10));
    painter.setPen(theme.color(Token::Faint));
    double every = 1;
    while (every / shown_ * room.width() < 70) every *= every < 5 || std::fmod(std::log10(every), 1) > 0.5 ? 2 : 2.5;
    every = std::max(1.0, std::round(every));
    for (double step = std::ceil(from_ / every) * every; step <= from_ + shown_; step += every)
        painter.drawText(QRectF(std::max(xOf(step) - 40, room.left() - 36), room.bottom() + 2, 80, kAxis),
                         Qt::AlignHCenter | Qt::AlignTop, QString::number(int(step)));
    if (hasFocus()) {
        painter.setPen(theme.color(Token::Accent));
        painter.drawRect(rect().adjusted(0, 0, -1, -1));
    }
}

void MemoryMap::zoomAt(double x, double factor) {
    const double whole = std::max(steps_, 1), share = (x - plot().left()) / std::max(plot().width(), 1.0);
    const double middle = from_ + share * shown_;
    shown_ = std::clamp(shown_ / factor, std::min(kFewSteps, whole), whole);
    from_ = std::clamp(middle - share * shown_, 0.0, whole - shown_);
    update();
}

bool MemoryMap::event(QEvent* event) {
    if (event->type() == QEvent::FocusIn || event->type() == QEvent::FocusOut) update();
    if (event->type() == QEvent::ToolTip) {
        const auto* help = static_cast<QHelpEvent*>(event);
        const int block = blockAt(help->pos());
        block < 0 ? QToolTip::hideText() : QToolTip::showText(help->globalPos(), plainTip(sentence(block)), this);
        return true;
    }
    return QWidget::event(event);
}

void MemoryMap::mousePressEvent(QMouseEvent* event) {
    if (event->button() != Qt::LeftButton) return event->ignore();
    pressed_ = event->position();
    pressedFrom_ = from_;
    down_ = true;
    moved_ = false;
}

void MemoryMap::mouseMoveEvent(QMouseEvent* event) {
    if (!down_) return;
    const double by = event->position().x() - pressed_.x();
    moved_ |= std::abs(by) > 4;
    if (!moved_) return;
    from_ = std::clamp(pressedFrom_ - by / plot().width() * shown_, 0.0, std::max(steps_, 1) - shown_);
    update();
}

void MemoryMap::mouseReleaseEvent(QMouseEvent* event) {
    if (down_ && !moved_) {
        pick_ = blockAt(event->position());
        update();
        emit picked(pick_);
    }
    down_ = false;
}

void MemoryMap::wheelEvent(QWheelEvent* event) {
    zoomAt(event->position().x(), std::pow(1.2, event->angleDelta().y() / 120.0));
    event->accept();
}

void MemoryMap::keyPressEvent(QKeyEvent* event) {
    const int count = int(blocks_.size());
    switch (event->key()) {
    case Qt::Key_Left:
    case Qt::Key_Right:
        if (count == 0) return event->ignore();
        pick_ = pick_ < 0 ? 0 : std::clamp(pick_ + (event->key() == Qt::Key_Right ? 1 : -1), 0, count - 1);
        announcePart(*this, pick_);
        update();
        return emit picked(pick_);
    case Qt::Key_Plus:
    case Qt::Key_Equal: return zoomAt(plot().center().x(), 1.2);
    case Qt::Key_Minus: return zoomAt(plot().center().x(), 1 / 1.2);
    case Qt::Key_Home: return zoomAt(plot().center().x(), 1e-9);
    default: return event->ignore();
    }
}

}  // namespace tl
