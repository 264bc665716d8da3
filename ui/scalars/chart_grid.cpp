// Placed by hand: the rows' rule (two large, three small) is simpler said than made from nested layouts.
#include "ui/scalars/chart_grid.h"

#include <QPainter>
#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include "widgets/theme/theme.h"

namespace tl {

static constexpr int kMargin = 14, kGap = 12, kWide = 300, kSmall = 228, kExpanded = 460;

ChartGrid::ChartGrid(QWidget* parent) : QScrollArea(parent) {
    setFrameShape(QFrame::NoFrame);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setFocusPolicy(Qt::NoFocus);
    page_ = new QWidget;
    page_->setObjectName(QStringLiteral("chartPage"));
    setWidget(page_);
    viewport()->setAutoFillBackground(false);
    page_->setAutoFillBackground(false);
}

void ChartGrid::setCards(const std::vector<ChartCard*>& cards) {
    cards_ = cards;
    QWidget* before = nullptr;
    for (auto* card : cards_) {
        card->setParent(page_);
        card->show();
        if (before) QWidget::setTabOrder(before, card);
        before = card;
    }
    arrange();
}

void ChartGrid::arrange() {
    const int width = viewport()->width() - 2 * kMargin;
    struct Row {
        std::vector<ChartCard*> cards;
        int height = 0;
    };
    std::vector<Row> rows;
    const auto pack = [&](bool wide) {
        std::vector<ChartCard*> waiting;
        const auto flush = [&](size_t columns) {
            for (size_t i = 0; i < waiting.size(); i += columns) {
                Row row;
                row.cards.assign(waiting.begin() + static_cast<std::ptrdiff_t>(i),
                                 waiting.begin() + static_cast<std::ptrdiff_t>(std::min(waiting.size(), i + columns)));
                row.height = wide ? kWide : kSmall;
                rows.push_back(std::move(row));
            }
            waiting.clear();
        };
        const size_t columns = width < 620 ? 1 : wide ? 2 : width < 1000 ? 2 : 3;
        for (auto* card : cards_) {
            if (card->wantsWidth() != wide) continue;
            if (card->expanded()) {
                flush(columns);
                rows.push_back({{card}, kExpanded});
            } else {
                waiting.push_back(card);
                if (waiting.size() == columns) flush(columns);
            }
        }
        flush(columns);
    };
    pack(true);
    pack(false);

    int total = 2 * kMargin - 4 + kGap * std::max(0, static_cast<int>(rows.size()) - 1);
    int heights = 0;
    for (const auto& row : rows) heights += row.height;
    const double room = viewport()->height() - total;
    const double stretch = heights > 0 ? std::clamp(room / heights, 1.0, 1.5) : 1;
    int y = 4;
    for (const auto& row : rows) {
        const int height = static_cast<int>(row.height * stretch), count = static_cast<int>(row.cards.size());
        for (int i = 0; i < count; ++i) {
            const int left = (width + kGap) * i / count, right = (width + kGap) * (i + 1) / count - kGap;
            row.cards[static_cast<size_t>(i)]->setGeometry(kMargin + left, y, right - left, height);
        }
        y += height + kGap;
    }
    page_->resize(viewport()->width(), std::max(y - kGap + kMargin, 1));
}

QPixmap ChartGrid::picture(double scale) {
    // A long legend makes its chart higher, and with it the row: what lies below moves down.
    std::map<int, int> growth;  // by a row's top
    std::vector<QPixmap> pictures;
    for (auto* card : cards_) {
        pictures.push_back(card->plot().picture(scale));
        const int needed = static_cast<int>(std::ceil(pictures.back().height() / scale)) + 4;
        int& most = growth[card->y()];
        most = std::max(most, needed - card->height());
    }
    int total = 0;
    std::map<int, int> moved;
    for (const auto& [top, grown] : growth) moved[top] = std::exchange(total, total + grown);

    QPixmap all(QSize(qRound(page_->width() * scale), qRound((page_->height() + total) * scale)));
    all.setDevicePixelRatio(scale);
    all.fill(Theme::instance().color(Token::Bg0));
    QPainter painter(&all);
    for (size_t i = 0; i < cards_.size(); ++i) {
        const QPixmap& one = pictures[i];
        const int top = cards_[i]->y();
        const QRectF place = QRectF(cards_[i]->geometry()).translated(0, moved[top]).adjusted(0, 0, 0, growth[top]);
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setPen(Theme::instance().color(Token::Line));
        painter.setBrush(Theme::instance().color(Token::Bg1));
        painter.drawRoundedRect(place.adjusted(0.5, 0.5, -0.5, -0.5), Theme::kCardRadius, Theme::kCardRadius);
        const QSizeF size = QSizeF(one.size()) / scale;
        painter.drawPixmap(QRectF(place.left() + 1, place.bottom() - 2 - size.height(), size.width(), size.height()),
                           one, QRectF(one.rect()));
    }
    return all;
}

void ChartGrid::resizeEvent(QResizeEvent*) { arrange(); }

}  // namespace tl
