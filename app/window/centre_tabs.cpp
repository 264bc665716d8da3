// Placed by hand: a layout cannot put the controls into a second line where the first is too short.
#include "app/window/centre_tabs.h"

#include <QCoreApplication>
#include <QEvent>
#include <QHBoxLayout>
#include <QMenu>
#include <QPaintEvent>
#include <QPainter>
#include <QTabBar>
#include <QToolButton>
#include <QVBoxLayout>
#include <algorithm>
#include <utility>

#include "widgets/controls/pages.h"
#include "widgets/theme/theme.h"

namespace tl {

static constexpr int kMargin = 14, kTop = 8, kBottom = 6, kGap = 24, kLineGap = 4;
static constexpr int kDrawnTogether = 10;  // px a tab

CentreTabs::CentreTabs(const QString& name, QWidget* parent)
    : QWidget(parent), row_(new QWidget), bar_(new QTabBar(row_)), more_(new QToolButton(row_)), stack_(new Pages) {
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(row_);
    column->addWidget(stack_, 1);
    bar_->setObjectName(name);
    bar_->setAccessibleName(tr("Views"));
    bar_->setExpanding(false);
    bar_->setDrawBase(false);
    bar_->setElideMode(Qt::ElideNone);
    bar_->setUsesScrollButtons(false);
    more_->setObjectName(name + QStringLiteral("More"));
    more_->setIcon(Theme::instance().icon(QStringLiteral("chevron-double-right")));
    more_->setToolTip(tr("More views"));
    more_->setAccessibleName(more_->toolTip());
    more_->setFixedSize(Theme::instance().square(26));
    connect(more_, &QToolButton::clicked, this, [this] {
        QMenu menu(this);
        menu.setObjectName(more_->objectName() + QStringLiteral("Menu"));
        for (int i = 0; i < count(); ++i)
            if (!bar_->isTabVisible(i)) menu.addAction(bar_->tabText(i), this, [this, i] { show(i); });
        menu.exec(more_->mapToGlobal(QPoint(0, more_->height() + 2)));
    });
    connect(bar_, &QTabBar::currentChanged, this, &CentreTabs::bringForward);
    connect(&Theme::instance(), &Theme::changed, this, [this] { update(); });
}

void CentreTabs::add(const PanelRow& row, const PanelParts& parts) {
    pages_.push_back({row.id, row.title, parts.widget});
    stack_->addWidget(parts.widget);
    if (parts.header) {
        auto* box = new QHBoxLayout(pages_.back().controls = new QWidget(row_));
        box->setContentsMargins(0, 0, 0, 0);
        box->addWidget(parts.header);
        pages_.back().controls->installEventFilter(this);
    }
    bar_->addTab(QCoreApplication::translate("Panel", row.title));
    bar_->setTabData(count() - 1, QLatin1String(row.id));
    arrange();
}

int CentreTabs::current() const { return bar_->currentIndex(); }

QWidget* CentreTabs::panel() const { return stack_->currentWidget(); }

void CentreTabs::show(int index) {
    if (index >= 0 && index < count()) bar_->setCurrentIndex(index);
}

bool CentreTabs::show(const QString& id) {
    for (int i = 0; i < count(); ++i)
        if (this->id(i) == id) {
            show(i);
            return true;
        }
    return false;
}

bool CentreTabs::lend(const QString& id) {
    const int before = current();
    if (!show(id)) return false;
    if (current() != before) before_ = before;
    return true;
}

void CentreTabs::giveBack() { show(std::exchange(before_, -1)); }

void CentreTabs::bringForward(int index) {
    if (index < 0 || index >= count()) return;
    before_ = -1;
    const bool within = stack_->currentWidget() && stack_->currentWidget()->isAncestorOf(focusWidget());
    stack_->setCurrentWidget(pages_[static_cast<size_t>(index)].panel);
    arrange();
    if (within) bar_->setFocus(Qt::OtherFocusReason);  // the panel that had the keyboard is out of sight
    emit currentChanged(index);
}

// To be told what is so already makes a tab bar forget that it has to lay itself out anew.
void CentreTabs::setInRow(int index, bool shown) {
    if (bar_->isTabVisible(index) != shown) bar_->setTabVisible(index, shown);
}

// Tabs that have no room draw closer before some of them are put away.
void CentreTabs::drawTogether() {
    for (int i = 0; i < count(); ++i) setInRow(i, true);
    const int roomy = bar_->sizeHint().width() + (close_ ? kDrawnTogether * count() : 0);
    const bool close = roomy > width() - 2 * kMargin;
    if (close == std::exchange(close_, close)) return;
    // As the style sheet has them, but for the room at their sides.
    bar_->setStyleSheet(close ? QStringLiteral("QTabBar::tab { padding: 6px 6px 5px 6px; margin: 0 1px; }")
                              : QString());
}

// As many as there is room for, in their order, and always the one in front.
int CentreTabs::putAway(int room) {
    const int all = bar_->sizeHint().width();
    more_->setVisible(all > room);
    if (all <= room) return all;
    std::vector<int> widths(static_cast<size_t>(count()));
    for (int i = 0; i < count(); ++i) widths[static_cast<size_t>(i)] = bar_->tabRect(i).width();
    int left = room - more_->width() - kLineGap - widths[static_cast<size_t>(current())];
    for (int i = 0; i < count(); ++i) {
        if (i == current()) continue;
        left -= widths[static_cast<size_t>(i)];
        setInRow(i, left >= 0);
    }
    return bar_->sizeHint().width();
}

// Controls that their panel hides take no room.
void CentreTabs::arrange() {
    QWidget* controls = nullptr;
    for (int i = 0; i < count(); ++i) {
        QWidget* each = pages_[static_cast<size_t>(i)].controls;
        if (each) each->setVisible(i == current());
        if (i == current()) controls = each;
    }
    drawTogether();
    const int room = std::max(1, width() - 2 * kMargin);
    const QSize tabs(putAway(room), bar_->sizeHint().height()), wanted = controls ? controls->sizeHint() : QSize(0, 0);
    const bool beside = more_->isHidden() && tabs.width() + kGap + wanted.width() <= room;
    const int line = std::max(tabs.height(), beside ? wanted.height() : 0);
    bar_->setGeometry(kMargin, kTop + (line - tabs.height()) / 2, std::min(room, tabs.width()), tabs.height());
    more_->move(kMargin + tabs.width() + kLineGap, kTop + (line - more_->height()) / 2);
    int height = kTop + line + kBottom;
    if (controls) {
        const int wide = beside ? room - tabs.width() - kGap : room;
        const int top = beside ? kTop + (line - wanted.height()) / 2 : kTop + line + kLineGap;
        controls->setGeometry(width() - kMargin - wide, top, wide, wanted.height());
        if (!beside) height += kLineGap + wanted.height();
    }
    row_->setFixedHeight(height);
    row_->setMinimumWidth(controls ? controls->minimumSizeHint().width() + 2 * kMargin : 0);
}

void CentreTabs::resizeEvent(QResizeEvent*) { arrange(); }

void CentreTabs::paintEvent(QPaintEvent* event) {
    QPainter(this).fillRect(event->rect(), Theme::instance().color(Token::Bg0));
}

bool CentreTabs::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::LayoutRequest) arrange();
    return QWidget::eventFilter(watched, event);
}

}  // namespace tl
