// Placed by hand: the rows' rule (two large, three small) is simpler said than made from nested layouts.
#include "ui/scalars/chart_grid.h"

#include <QPainter>
#include <QPointer>
#include <QTimer>
#include <QToolButton>
#include <algorithm>
#include <cmath>
#include <iterator>
#include <map>
#include <utility>

#include "widgets/theme/theme.h"

namespace tl {

static constexpr int kMargin = 14, kCardGap = 12, kWide = 300, kSmall = 228, kExpanded = 460;

void ChartGrid::setSections(std::vector<Section> sections) {
    sections_ = std::move(sections);
    arrange();
}

void ChartGrid::arrange() {
    cards_.clear();
    titles_.clear();
    QWidget* before = nullptr;
    const auto follows = [&](QWidget* widget) {
        widget->show();
        if (before) QWidget::setTabOrder(before, widget);
        before = widget;
    };
    for (const Section& section : sections_) {
        const bool titled = !section.title.isEmpty(), away = titled && folded(section.title);
        if (titled) follows(titles_.emplace_back(&caption(section.title, std::ssize(section.cards))));
        for (auto* card : section.cards) {
            card->setParent(&page());
            connect(card, &ChartCard::headChanged, this, &ChartGrid::align, Qt::UniqueConnection);
            if (away) {
                card->hide();
                continue;
            }
            cards_.push_back(card);
            follows(card);
        }
    }
    // Only these: one that is hidden and comes back has lost the keyboard.
    for (auto* button : captions())
        if (!std::ranges::count(titles_, button)) button->hide();
    place();
}

void ChartGrid::reveal(ChartCard& card) {
    for (const Section& section : sections_)
        if (folded(section.title) && std::ranges::count(section.cards, &card)) {
            setFolded(section.title, false);
            emit foldedChanged();
            break;
        }
    ensureWidgetVisible(&card, 0, kMargin);
}

void ChartGrid::place() {
    const int width = viewport()->width() - 2 * kMargin;
    struct Row {
        std::vector<ChartCard*> cards;
        int height = 0;
        QToolButton* caption = nullptr;
        size_t places = 0;  // abreast, be they taken or not; 0: as many as there are cards
    };
    std::vector<Row> rows;
    const auto pack = [&](const Section& section, bool pinned, bool wide) {
        const bool titled = !section.title.isEmpty();
        std::vector<ChartCard*> waiting;
        const auto flush = [&](size_t columns) {
            for (size_t i = 0; i < waiting.size(); i += columns) {
                Row row;
                row.cards.assign(waiting.begin() + static_cast<std::ptrdiff_t>(i),
                                 waiting.begin() + static_cast<std::ptrdiff_t>(std::min(waiting.size(), i + columns)));
                row.height = wide ? kWide : kSmall;
                row.places = titled && !pinned ? columns : 0;
                rows.push_back(std::move(row));
            }
            waiting.clear();
        };
        const size_t columns = width < 620 ? 1 : wide ? 2 : width < 1000 ? 2 : 3;
        for (auto* card : section.cards) {
            if (card->pinned() != pinned || (!pinned && (card->wantsWidth() && !titled) != wide)) continue;
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
    int captions = 0;
    for (const Section& section : sections_) {
        if (!section.title.isEmpty()) {
            rows.push_back({{}, 0, &caption(section.title, std::ssize(section.cards))});
            captions += captionHeight();
            if (folded(section.title)) continue;
        }
        pack(section, true, true);
        pack(section, false, true);
        pack(section, false, false);
    }

    int total = 2 * kMargin - 4 + captions + kCardGap * std::max(0, static_cast<int>(rows.size()) - 1);
    int heights = 0;
    for (const auto& row : rows) heights += row.height;
    const double room = viewport()->height() - total;
    const double stretch = heights > 0 ? std::clamp(room / heights, 1.0, 1.5) : 1;
    int y = 4;
    rows_.clear();
    for (const auto& row : rows) {
        if (row.caption) {
            row.caption->setGeometry(kMargin - 4, y, std::min(width, row.caption->sizeHint().width()), captionHeight());
            y += captionHeight() + kCardGap / 3;
            continue;
        }
        rows_.push_back(row.cards);
        const int height = static_cast<int>(row.height * stretch),
                  count = static_cast<int>(std::max(row.places, row.cards.size()));
        for (int i = 0; i < static_cast<int>(row.cards.size()); ++i) {
            const int left = (width + kCardGap) * i / count, right = (width + kCardGap) * (i + 1) / count - kCardGap;
            row.cards[static_cast<size_t>(i)]->setGeometry(kMargin + left, y, right - left, height);
        }
        y += height + kCardGap;
    }
    page().resize(viewport()->width(), std::max(y - kCardGap + kMargin, 1));
    align();
}

void ChartGrid::align() {
    for (const auto& row : rows_) {
        ChartCard::Head head;
        for (const auto* card : row) {
            head.legend = head.legend || card->wantedHead().legend;
            head.runs = std::max(head.runs, card->wantedHead().runs);
        }
        for (auto* card : row) card->setHead(head);
    }
}

struct ChartGrid::Taken {
    PlotPicture::Kind kind;
    std::shared_ptr<const std::atomic<bool>> stop;
    std::function<void(PlotPicture)> done;
    QSize page;  // that they stand in
    struct One {
        QPointer<ChartCard> card;
        PlotPicture::Chart chart = {};
    };
    std::vector<One> all = {};
    size_t next = 0;
};

void ChartGrid::take(PlotPicture::Kind kind, std::shared_ptr<const std::atomic<bool>> stop,
                     std::function<void(PlotPicture)> done) {
    auto taken = std::make_shared<Taken>(Taken{kind, std::move(stop), std::move(done), page().size()});
    for (auto* card : cards_) taken->all.push_back({card});
    takeNext(taken);
}

void ChartGrid::takeNext(const std::shared_ptr<Taken>& taken) {
    if (std::exchange(taken->page, page().size()) != page().size()) taken->next = 0;  // they stand elsewhere now
    if (*taken->stop || taken->next == taken->all.size()) return taken->done(picture(*taken));
    if (auto& one = taken->all[taken->next++]; one.card) one.chart = one.card->plot().still(taken->kind);
    QTimer::singleShot(0, this, [this, taken] { takeNext(taken); });
}

// A long legend makes its chart higher, and with it the row: what lies below moves down.
PlotPicture ChartGrid::picture(const Taken& taken) const {
    std::map<int, int> growth;  // by a row's top
    const auto there = [this](const Taken::One& one) {
        return one.card && one.chart.still && std::ranges::count(cards_, one.card.data());
    };
    for (const auto& one : taken.all)
        if (there(one)) {
            int& most = growth[one.card->y()];
            most = std::max(most, one.chart.size.height() + 4 - one.card->height());
        }
    int total = 0;
    std::map<int, int> moved;
    for (const auto& [top, grown] : growth) moved[top] = std::exchange(total, total + grown);
    PlotPicture picture{taken.kind, {page().width(), page().height() + total}, logicalDpiX()};
    const auto& theme = Theme::instance();
    QPainter painter(&picture.ground);
    painter.fillRect(QRect(QPoint(), picture.size), theme.color(Token::Bg0));
    painter.setFont(theme.font(13));
    painter.setPen(theme.color(Token::Text));
    for (const auto* title : titles_) {
        int above = 0;
        for (const auto& [top, grown] : growth) above += top < title->y() ? grown : 0;
        painter.drawText(QRectF(title->geometry()).translated(4, above).bottomLeft() -
                             QPointF(0, painter.fontMetrics().descent() + 4),
                         title->text());
    }
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(theme.color(Token::Line));
    painter.setBrush(theme.color(Token::Bg1));
    for (const auto& one : taken.all) {
        if (!there(one)) continue;
        const int top = one.card->y();
        const QRectF place = QRectF(one.card->geometry()).translated(0, moved[top]).adjusted(0, 0, 0, growth[top]);
        painter.drawRoundedRect(place.adjusted(0.5, 0.5, -0.5, -0.5), Theme::kCardRadius, Theme::kCardRadius);
        picture.charts.push_back(one.chart);
        picture.charts.back().at = {place.left() + 1, place.bottom() - 2 - one.chart.size.height()};
    }
    return picture;
}

void ChartGrid::resizeEvent(QResizeEvent*) { place(); }

}  // namespace tl
