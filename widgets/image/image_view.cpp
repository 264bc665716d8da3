// Painted with nearest neighbour on purpose: what a network sees is pixels, and smoothing would show what is not there.
#include "widgets/image/image_view.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QPainterPath>
#include <QWheelEvent>
#include <algorithm>
#include <cmath>

#include "widgets/theme/theme.h"

namespace tl {

static constexpr int kReadout = 24;

ImageView::ImageView(QWidget* parent) : QWidget(parent) {
    setMouseTracking(true);
    setFocusPolicy(Qt::StrongFocus);
    QSizePolicy policy(QSizePolicy::Expanding, QSizePolicy::Preferred);
    policy.setHeightForWidth(true);
    setSizePolicy(policy);
    setAccessibleName(tr("Image"));
    connect(&Theme::instance(), &Theme::changed, this, [this] { update(); });
}

void ImageView::setImage(const QImage& image) {
    const bool known = image.format() == QImage::Format_Grayscale8 || image.format() == QImage::Format_RGB888;
    image_ = image.isNull() || known ? image : image.convertToFormat(QImage::Format_RGB888);
    message_.clear();
    if (!QRect(QPoint(), image_.size()).contains(pixel_)) pixel_ = {-1, -1};
    tellPixel();
    updateGeometry();
    fit();
}

void ImageView::setMessage(const QString& message) {
    image_ = {};
    message_ = message;
    pixel_ = {-1, -1};
    tellPixel();
    update();
}

QString ImageView::facts() const {
    const int channels = image_.format() == QImage::Format_Grayscale8 ? 1 : 3;
    return QStringLiteral("%1×%2 · %3 · uint8").arg(image_.width()).arg(image_.height()).arg(channels);
}

QString ImageView::pixelText() const {
    const int channels = image_.format() == QImage::Format_Grayscale8 ? 1 : 3;
    QString text = QStringLiteral("%1,%2:").arg(pixel_.x()).arg(pixel_.y());
    const uchar* at = image_.constScanLine(pixel_.y()) + static_cast<ptrdiff_t>(pixel_.x()) * channels;
    for (int channel = 0; channel < channels; ++channel) text += QStringLiteral(" %1").arg(at[channel]);
    return text;
}

QString ImageView::readout() const {
    if (image_.isNull()) return {};
    return pixel_.x() < 0 ? facts() : facts() + tr("  pixel %1").arg(pixelText());
}

std::pair<QString, QString> ImageView::fittingReadout(const QFontMetrics& metrics, int width) const {
    const QString whole = tr("pixel %1").arg(pixelText());
    const std::pair<QString, QString> tries[] = {
        {facts(), whole}, {QStringLiteral("%1×%2").arg(image_.width()).arg(image_.height()), whole}, {{}, whole}};
    for (const auto& [left, right] : tries)
        if (metrics.horizontalAdvance(left) + (left.isEmpty() ? 0 : 6) + metrics.horizontalAdvance(right) <= width)
            return {left, right};
    return {{}, pixelText()};
}

int ImageView::heightForWidth(int width) const {
    const double aspect = image_.isNull() ? 1 : std::clamp(double(image_.height()) / image_.width(), 0.4, 1.25);
    return qRound(width * aspect) + kReadout;
}

void ImageView::fit() {
    factor_ = 1;
    center_ = {0.5, 0.5};
    update();
}

QRectF ImageView::frame() const { return QRectF(rect()).adjusted(0, 0, 0, -kReadout); }

double ImageView::zoom() const {
    if (image_.isNull()) return 1;
    return factor_ * std::min(frame().width() / image_.width(), frame().height() / image_.height());
}

QRectF ImageView::imageRect() const {
    const QSizeF size = QSizeF(image_.size()) * zoom();
    const QPointF middle = frame().center();
    return {middle.x() - center_.x() * size.width(), middle.y() - center_.y() * size.height(), size.width(),
            size.height()};
}

QPointF ImageView::toPixel(const QPointF& point) const {
    const QRectF at = imageRect();
    return {(point.x() - at.left()) / zoom(), (point.y() - at.top()) / zoom()};
}

void ImageView::point(const QPoint& pixel) {
    const QPoint next = QRect(QPoint(), image_.size()).contains(pixel) ? pixel : QPoint(-1, -1);
    if (next == pixel_) return;
    pixel_ = next;
    tellPixel();
    update();
}

void ImageView::tellPixel() { setAccessibleDescription(pixel_.x() < 0 ? QString() : pixelText()); }

void ImageView::paintEvent(QPaintEvent*) {
    const auto& theme = Theme::instance();
    QPainter painter(this);
    const QRectF frame = this->frame();
    if (image_.isNull()) {
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setPen(Qt::NoPen);
        painter.setBrush(theme.color(Token::Bg2));
        painter.drawRoundedRect(frame, Theme::kRadius, Theme::kRadius);
        painter.setPen(theme.color(Token::Muted));
        painter.setFont(theme.font(12));
        painter.drawText(frame.adjusted(16, 8, -16, -8), Qt::AlignCenter | Qt::TextWordWrap, message_);
        return;
    }
    painter.save();
    QPainterPath clip;
    clip.addRoundedRect(imageRect().intersected(frame), 4, 4);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setClipPath(clip);
    painter.setRenderHint(QPainter::SmoothPixmapTransform, zoom() * devicePixelRatioF() < 1);  // smaller than it is
    painter.drawImage(imageRect(), image_);
    painter.restore();
    if (pixel_.x() >= 0 && zoom() >= 4) {
        const QRectF at = imageRect();
        const QRectF square(at.left() + pixel_.x() * zoom(), at.top() + pixel_.y() * zoom(), zoom(), zoom());
        painter.setClipRect(frame);
        painter.setPen(QPen(QColor(Qt::black), 1));
        painter.drawRect(square.adjusted(-0.5, -0.5, 0.5, 0.5));
        painter.setPen(QPen(QColor(Qt::white), 1));
        painter.drawRect(square.adjusted(0.5, 0.5, -0.5, -0.5));
        painter.setClipping(false);
    }
    painter.setFont(theme.mono());
    painter.setPen(theme.color(Token::Muted));
    const QRectF line(0, frame.bottom() + 4, width(), kReadout - 4);
    const QString facts = this->facts();
    if (pixel_.x() < 0) {
        painter.drawText(line, Qt::AlignLeft | Qt::AlignVCenter,
                         painter.fontMetrics().elidedText(facts, Qt::ElideRight, width()));
        return;
    }
    // The value under the pointer is never cut: what is said of the whole image gives way to it.
    const auto [left, right] = fittingReadout(painter.fontMetrics(), width());
    painter.drawText(line, Qt::AlignLeft | Qt::AlignVCenter, left);
    painter.setPen(theme.color(Token::Text));
    painter.drawText(line, Qt::AlignRight | Qt::AlignVCenter, right);
}

void ImageView::mousePressEvent(QMouseEvent* event) {
    if (event->button() != Qt::LeftButton && event->button() != Qt::MiddleButton) return event->ignore();
    dragging_ = factor_ > 1;
    dragged_ = event->position().toPoint();
    if (dragging_) setCursor(Qt::ClosedHandCursor);
}

void ImageView::mouseMoveEvent(QMouseEvent* event) {
    if (dragging_) {
        const QPointF by = event->position() - dragged_;
        dragged_ = event->position().toPoint();
        const QSizeF size = imageRect().size();
        center_ = {std::clamp(center_.x() - by.x() / size.width(), 0.0, 1.0),
                   std::clamp(center_.y() - by.y() / size.height(), 0.0, 1.0)};
        update();
        return;
    }
    const QPointF at = toPixel(event->position());
    point(frame().contains(event->position())
              ? QPoint(static_cast<int>(std::floor(at.x())), static_cast<int>(std::floor(at.y())))
              : QPoint(-1, -1));
}

void ImageView::mouseReleaseEvent(QMouseEvent*) {
    dragging_ = false;
    unsetCursor();
}

void ImageView::mouseDoubleClickEvent(QMouseEvent*) { fit(); }

void ImageView::wheelEvent(QWheelEvent* event) {
    if (image_.isNull() || event->angleDelta().y() == 0) return event->ignore();
    zoomAt(event->position(), event->angleDelta().y() / 120.0);
    event->accept();
}

// What lies at the point stays there.
void ImageView::zoomAt(const QPointF& at, double notches) {
    const QPointF before = toPixel(at);
    factor_ = std::clamp(factor_ * std::pow(1.25, notches), 1.0, 64.0);
    if (factor_ == 1) return fit();
    centerOn(before - (at - frame().center()) / zoom());
}

void ImageView::centerOn(const QPointF& pixel) {
    center_ = {std::clamp(pixel.x() / image_.width(), 0.0, 1.0), std::clamp(pixel.y() / image_.height(), 0.0, 1.0)};
    update();
}

QPointF ImageView::middleOf(const QPoint& pixel) const {
    return imageRect().topLeft() + (QPointF(pixel) + QPointF(0.5, 0.5)) * zoom();
}

void ImageView::leaveEvent(QEvent*) {
    if (!hasFocus()) point({-1, -1});
}

void ImageView::keyPressEvent(QKeyEvent* event) {
    QPoint by;
    switch (event->key()) {
    case Qt::Key_Left: by = {-1, 0}; break;
    case Qt::Key_Right: by = {1, 0}; break;
    case Qt::Key_Up: by = {0, -1}; break;
    case Qt::Key_Down: by = {0, 1}; break;
    case Qt::Key_Home: return fit();
    case Qt::Key_Plus:
    case Qt::Key_Equal:
    case Qt::Key_Minus:
        if (!image_.isNull())
            zoomAt(pixel_.x() < 0 ? frame().center() : middleOf(pixel_), event->key() == Qt::Key_Minus ? -1 : 1);
        return;
    default: return event->ignore();
    }
    if (image_.isNull()) return;
    const QPoint next = pixel_.x() < 0 ? QPoint(0, 0) : pixel_ + by;
    point({std::clamp(next.x(), 0, image_.width() - 1), std::clamp(next.y(), 0, image_.height() - 1)});
    if (!frame().contains(middleOf(pixel_))) centerOn(QPointF(pixel_) + QPointF(0.5, 0.5));
}

void ImageView::focusOutEvent(QFocusEvent* event) {
    if (!underMouse()) point({-1, -1});
    QWidget::focusOutEvent(event);
}

}  // namespace tl
