// All pictures get the same box; the number of columns is the one that makes the boxes largest.
#include "widgets/image/picture_strip.h"

#include <QClipboard>
#include <QContextMenuEvent>
#include <QGuiApplication>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QMenu>
#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>
#include <algorithm>
#include <cmath>

#include "widgets/accessible/parts.h"
#include "widgets/theme/theme.h"

namespace tl {

static constexpr int kPicturesPad = 10, kPicturesBetween = 6;

PictureStrip::PictureStrip(QWidget* parent) : QWidget(parent) {
    setFocusPolicy(Qt::StrongFocus);
    setProperty("followsPointer", true);  // its keys are those of the strips beside it
    describeParts(*this, {.role = QAccessible::List,
                          .count = [this] { return static_cast<int>(pictures_.size()); },
                          .part =
                              [this](int index) {
                                  return AccessiblePart{.role = QAccessible::Graphic,
                                                        .name = words(index),
                                                        .rect = pictureRect(index),
                                                        .focused = index == current_};
                              },
                          .at = [this](const QPoint& point) { return pictureAt(point); },
                          .focus = [this] { return current_; }});
    connect(&Theme::instance(), &Theme::changed, this, [this] { update(); });
}

void PictureStrip::setPictures(const QVector<QImage>& pictures) {
    pictures_ = pictures;
    current_ = std::clamp(current_, 0, std::max(0, static_cast<int>(pictures.size()) - 1));
    update();
}

void PictureStrip::setMessage(const QString& message) {
    message_ = message;
    update();
}

QString PictureStrip::words(int index) const {
    if (index < 0 || index >= pictures_.size()) return {};
    const QString size = QStringLiteral("%1×%2").arg(pictures_[index].width()).arg(pictures_[index].height());
    return pictures_.size() < 2 ? size : tr("%1 · %2 of %3").arg(size).arg(index + 1).arg(pictures_.size());
}

QRect PictureStrip::pictureRect(int index) const {
    const int count = static_cast<int>(pictures_.size());
    if (index < 0 || index >= count) return {};
    const QRect room = rect().adjusted(kPicturesPad, 4, -kPicturesPad, -kPicturesPad);
    QSize widest(1, 1);
    for (const QImage& each : pictures_) widest = widest.expandedTo(each.size());
    int columns = 1;
    double best = 0;
    for (int tried = 1; tried <= count; ++tried) {
        const int rows = (count + tried - 1) / tried;
        const double scale = std::min((room.width() - (tried - 1.0) * kPicturesBetween) / tried / widest.width(),
                                      (room.height() - (rows - 1.0) * kPicturesBetween) / rows / widest.height());
        if (scale > best) best = scale, columns = tried;
    }
    // Whole squares where a pixel is larger than one of the screen.
    const double scale = best > 2 ? std::floor(best) : std::max(best, 1e-3);
    const int wide = std::max(1, static_cast<int>(widest.width() * scale)),
              high = std::max(1, static_cast<int>(widest.height() * scale));
    const QPoint corner(room.left() + index % columns * (wide + kPicturesBetween),
                        room.top() + index / columns * (high + kPicturesBetween));
    return {corner, QSize(std::max(1, static_cast<int>(pictures_[index].width() * scale)),
                          std::max(1, static_cast<int>(pictures_[index].height() * scale)))};
}

int PictureStrip::pictureAt(const QPoint& point) const {
    for (int i = 0; i < pictures_.size(); ++i)
        if (pictureRect(i).contains(point)) return i;
    return -1;
}

void PictureStrip::choose(int index) {
    if (index < 0 || index >= pictures_.size()) return;
    current_ = index;
    setAccessibleDescription(words(index));
    if (hasFocus()) announcePart(*this, index);
    update();
}

void PictureStrip::copy() {
    if (current_ < pictures_.size()) QGuiApplication::clipboard()->setImage(pictures_[current_]);
}

void PictureStrip::save() {
    if (current_ < pictures_.size()) emit saveRequested(pictures_[current_]);
}

void PictureStrip::paintEvent(QPaintEvent*) {
    const auto& theme = Theme::instance();
    QPainter painter(this);
    if (pictures_.isEmpty()) {
        painter.setFont(theme.font(12));
        painter.setPen(theme.color(Token::Muted));
        painter.drawText(rect().adjusted(16, 0, -16, 0), Qt::AlignCenter | Qt::TextWordWrap, message_);
        return;
    }
    for (int i = 0; i < pictures_.size(); ++i) {
        const QRect place = pictureRect(i);
        // Smaller than it is, a picture is averaged; larger, its pixels are squares.
        painter.setRenderHint(QPainter::SmoothPixmapTransform, place.width() < pictures_[i].width());
        painter.drawImage(place, pictures_[i]);
        if (i == current_ && hasFocus()) {
            painter.setPen(QPen(theme.color(Token::Accent), 2));
            painter.setBrush(Qt::NoBrush);
            painter.drawRect(place.adjusted(-2, -2, 1, 1));
        }
    }
}

void PictureStrip::mousePressEvent(QMouseEvent* event) { choose(pictureAt(event->pos())); }

void PictureStrip::keyPressEvent(QKeyEvent* event) {
    if (pictures_.isEmpty()) return event->ignore();
    if (event->matches(QKeySequence::Copy)) return copy();
    if (event->matches(QKeySequence::Save)) return save();
    const int last = static_cast<int>(pictures_.size()) - 1;
    int columns = 1;
    while (columns <= last && pictureRect(columns).top() == pictureRect(0).top()) ++columns;
    switch (event->key()) {
    case Qt::Key_Left: choose(std::max(0, current_ - 1)); break;
    case Qt::Key_Right: choose(std::min(last, current_ + 1)); break;
    case Qt::Key_Up: choose(current_ >= columns ? current_ - columns : current_); break;
    case Qt::Key_Down: choose(std::min(last, current_ + columns)); break;
    case Qt::Key_Home: choose(0); break;
    case Qt::Key_End: choose(last); break;
    default: event->ignore();
    }
}

void PictureStrip::contextMenuEvent(QContextMenuEvent* event) {
    if (pictures_.isEmpty()) return;
    if (event->reason() == QContextMenuEvent::Mouse) {
        if (const int at = pictureAt(event->pos()); at >= 0) choose(at);
    }
    auto* menu = new QMenu(this);
    menu->setObjectName(QStringLiteral("pictureMenu"));
    menu->setAttribute(Qt::WA_DeleteOnClose);
    menu->addAction(tr("Copy picture"), this, &PictureStrip::copy)->setObjectName(QStringLiteral("copyPicture"));
    menu->addAction(tr("Save picture (PNG)…"), this, &PictureStrip::save)->setObjectName(QStringLiteral("savePicture"));
    menu->popup(event->globalPos());
}

bool PictureStrip::event(QEvent* event) {
    if (event->type() == QEvent::FocusIn || event->type() == QEvent::FocusOut) update();
    if (event->type() == QEvent::ToolTip) {
        const auto* help = static_cast<QHelpEvent*>(event);
        const int at = pictureAt(help->pos());
        if (at < 0) {
            QToolTip::hideText();
        } else {
            // The pixel under the pointer, as it stands in the picture.
            const QRect place = pictureRect(at);
            const QSize shown = place.size().expandedTo({1, 1});
            const QPoint in = help->pos() - place.topLeft();
            const QImage& image = pictures_[at];
            const QPoint pixel(std::clamp(in.x() * image.width() / shown.width(), 0, image.width() - 1),
                               std::clamp(in.y() * image.height() / shown.height(), 0, image.height() - 1));
            const QColor value = image.pixelColor(pixel);
            QToolTip::showText(help->globalPos(),
                               QStringLiteral("%1\n%2,%3: %4 %5 %6")
                                   .arg(words(at))
                                   .arg(pixel.x())
                                   .arg(pixel.y())
                                   .arg(value.red())
                                   .arg(value.green())
                                   .arg(value.blue()),
                               this, place);
        }
        return true;
    }
    return QWidget::event(event);
}

}  // namespace tl
