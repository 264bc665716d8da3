// One painted widget, not a row of widgets: a data set may have a thousand classes.
#include "ui/dataset/class_bars.h"

#include <QHelpEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPaintEvent>
#include <QPainter>
#include <QScrollArea>
#include <QToolTip>
#include <algorithm>

#include "widgets/accessible/parts.h"
#include "widgets/controls/labels.h"
#include "widgets/theme/theme.h"

namespace tl {

ClassBars::ClassBars(QWidget* parent) : QWidget(parent) {
    setObjectName(QStringLiteral("classBars"));
    setAccessibleName(tr("Classes"));
    describeParts(*this, {.role = QAccessible::List,
                          .count = [this] { return static_cast<int>(names_.size()); },
                          .part =
                              [this](int row) {
                                  return AccessiblePart{.role = QAccessible::ListItem,
                                                        .name = names_[row],
                                                        .value = grouped(counts_[row]),
                                                        .rect = rowRect(row),
                                                        .focused = row == focused_,
                                                        .selected = row == chosen_};
                              },
                          .at =
                              [this](const QPoint& point) {
                                  const bool inside = rect().contains(point);
                                  const int row = point.y() / rowHeight();
                                  return inside && row < names_.size() ? row : -1;
                              },
                          .focus = [this] { return focused_; }});
    setMouseTracking(true);
    setFocusPolicy(Qt::StrongFocus);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    connect(&Theme::instance(), &Theme::changed, this, [this] {
        updateGeometry();
        update();
    });
}

void ClassBars::setClasses(const QStringList& names, const QVector<qint64>& counts) {
    names_ = names;
    counts_ = counts;
    counts_.resize(names.size());
    if (chosen_ >= names_.size()) chosen_ = -1;
    focused_ = std::clamp(focused_, 0, std::max(0, static_cast<int>(names_.size()) - 1));
    updateGeometry();
    update();
}

void ClassBars::setChosen(int index) {
    chosen_ = index;
    if (index >= 0) focused_ = index;
    update();
}

int ClassBars::rowHeight() { return Theme::instance().scaled(24); }

QSize ClassBars::sizeHint() const { return {200, rowHeight() * static_cast<int>(names_.size())}; }

QRect ClassBars::rowRect(int index) const { return {0, index * rowHeight(), width(), rowHeight()}; }

void ClassBars::choose(int index) {
    if (index < 0 || index >= names_.size()) return;
    focused_ = index;
    chosen_ = chosen_ == index ? -1 : index;
    update();
    emit chosenChanged(chosen_);
}

void ClassBars::paintEvent(QPaintEvent* event) {
    const auto& theme = Theme::instance();
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const qint64 most = counts_.isEmpty() ? 0 : *std::max_element(counts_.begin(), counts_.end());
    const QFont text = theme.font(12), mono = theme.mono(11.5);
    const int digits = std::max(QFontMetrics(mono).horizontalAdvance(grouped(most)), 30);
    const int pad = 12, name = std::clamp((width() - 2 * pad) * 36 / 100, 50, theme.scaled(140));
    const int left = pad + name + 4, right = width() - pad - digits - 8;
    const QColor plain = Theme::mix(theme.color(Token::Accent), theme.color(Token::Bg1), 0.62);
    const int rows = std::min<int>(names_.size(), event->rect().bottom() / rowHeight() + 1);
    for (int i = event->rect().top() / rowHeight(); i < rows; ++i) {
        const QRect row = rowRect(i);
        if (i == chosen_ || i == hovered_) {
            painter.setPen(Qt::NoPen);
            painter.setBrush(theme.color(i == chosen_ ? Token::Bg3 : Token::Bg2));
            painter.drawRoundedRect(QRectF(row).adjusted(6, 1, -6, -1), 4, 4);
        }
        if (hasFocus() && i == focused_) {
            painter.setPen(theme.color(Token::Accent));
            painter.setBrush(Qt::NoBrush);
            painter.drawRoundedRect(QRectF(row).adjusted(6.5, 1.5, -6.5, -1.5), 4, 4);
        }
        painter.setFont(text);
        painter.setPen(theme.color(chosen_ < 0 || chosen_ == i ? Token::Text : Token::Muted));
        painter.drawText(QRect(pad, row.top(), name, rowHeight()), Qt::AlignLeft | Qt::AlignVCenter,
                         painter.fontMetrics().elidedText(names_[i], Qt::ElideRight, name));
        const QRectF track(left, row.center().y() - 3, right - left, 7);
        painter.setPen(Qt::NoPen);
        painter.setBrush(theme.color(i == chosen_ ? Token::Bg1 : Token::Bg3));
        painter.drawRoundedRect(track, 2, 2);
        if (most > 0 && counts_[i] > 0) {
            QRectF bar = track;
            bar.setWidth(std::max(2.0, track.width() * static_cast<double>(counts_[i]) / static_cast<double>(most)));
            painter.setBrush(i == chosen_ || i == hovered_ ? theme.color(Token::Accent) : plain);
            painter.drawRoundedRect(bar, 2, 2);
        }
        painter.setFont(mono);
        painter.setPen(theme.color(counts_[i] == 0 ? Token::Warn : Token::Muted));
        painter.drawText(QRect(right, row.top(), width() - pad - right, rowHeight()), Qt::AlignRight | Qt::AlignVCenter,
                         grouped(counts_[i]));
    }
}

void ClassBars::mousePressEvent(QMouseEvent* event) {
    if (event->button() == Qt::LeftButton) choose(static_cast<int>(event->position().y()) / rowHeight());
}

void ClassBars::mouseMoveEvent(QMouseEvent* event) {
    const int row = static_cast<int>(event->position().y()) / rowHeight();
    const int now = row >= 0 && row < names_.size() ? row : -1;
    if (now == hovered_) return;
    hovered_ = now;
    update();
}

void ClassBars::leaveEvent(QEvent*) {
    hovered_ = -1;
    update();
}

void ClassBars::keyPressEvent(QKeyEvent* event) {
    const int last = static_cast<int>(names_.size()) - 1;
    int next = focused_;
    switch (event->key()) {
    case Qt::Key_Up: --next; break;
    case Qt::Key_Down: ++next; break;
    case Qt::Key_Home: next = 0; break;
    case Qt::Key_End: next = last; break;
    case Qt::Key_Space:
    case Qt::Key_Return:
    case Qt::Key_Enter: return choose(focused_);
    case Qt::Key_Escape:
        if (chosen_ >= 0) return choose(chosen_);
        return event->ignore();
    default: return event->ignore();
    }
    focused_ = std::clamp(next, 0, std::max(0, last));
    for (QWidget* up = parentWidget(); up; up = up->parentWidget())
        if (auto* area = qobject_cast<QScrollArea*>(up)) {
            const QRect row(mapTo(area->widget(), rowRect(focused_).topLeft()), QSize(1, rowHeight()));
            area->ensureVisible(row.left(), row.center().y(), 0, rowHeight());
            break;
        }
    if (last >= 0) announcePart(*this, focused_);
    update();
}

void ClassBars::focusInEvent(QFocusEvent* event) {
    QWidget::focusInEvent(event);
    update();
}

bool ClassBars::event(QEvent* event) {
    if (event->type() == QEvent::FocusOut) update();
    if (event->type() == QEvent::ToolTip) {
        const auto* help = static_cast<QHelpEvent*>(event);
        const int row = help->pos().y() / rowHeight();
        if (row >= 0 && row < names_.size())
            QToolTip::showText(
                help->globalPos(),
                plainTip(tr("%1: %2 images. Click to show only these.").arg(names_[row], grouped(counts_[row]))), this,
                rowRect(row));
        return true;
    }
    return QWidget::event(event);
}

}  // namespace tl
