// What a hand does to single charts, and how it is taken back: metrics join in one chart and leave it, charts are
// pinned, widened, scaled and held to ranges.
#include <QApplication>
#include <QLabel>
#include <QMenu>
#include <QPointer>
#include <QScrollBar>
#include <algorithm>
#include <cstddef>
#include <map>
#include <utility>

#include "ui/scalars/chart_grid.h"
#include "ui/scalars/chart_memory.h"
#include "ui/scalars/scalars_panel.h"

namespace tl {

// Charts before and after, as values: cards come and go.
class ScalarsPanel::Step : public QUndoCommand {
public:
    Step(ScalarsPanel& panel, const QString& name, std::vector<Setup> before, std::vector<Setup> after)
        : QUndoCommand(name), panel_(panel), before_(std::move(before)), after_(std::move(after)), axis_(panel.axis_) {}

private:
    void undo() override { go(before_); }
    void redo() override {
        if (std::exchange(done_, true)) go(after_);
    }
    // Ends of x mean something on the axis that they were set on; of all else the axis of now is kept.
    void go(const std::vector<Setup>& charts) const {
        const auto x = [](const Setup& chart) {
            return PlotLimits{.xFrom = chart.view.limits.xFrom, .xTo = chart.view.limits.xTo};
        };
        const bool ends = before_.size() == after_.size() && !(x(before_.front()) == x(after_.front()));
        if (ends && panel_.axis_ != axis_) panel_.setAxis(axis_);
        std::vector<Setup> wanted = charts;
        if (panel_.axis_ != axis_)
            for (Setup& chart : wanted) {
                const PlotLimits kept =
                    panel_.memory_ ? panel_.memory_->view(chart.tags.front(), panel_.axis_).limits : PlotLimits();
                chart.view.limits.xFrom = kept.xFrom;
                chart.view.limits.xTo = kept.xTo;
            }
        panel_.restore(wanted);
    }

    ScalarsPanel& panel_;
    std::vector<Setup> before_, after_;
    ScalarAxis axis_;
    bool done_ = false;
};

ScalarsPanel::Setup ScalarsPanel::setupOf(const ChartCard& card) const {
    const auto at = std::find(charts_.begin(), charts_.end(), &card);
    return {card.tags(), card.view(), static_cast<size_t>(at - charts_.begin())};
}

void ScalarsPanel::record(const QString& name, std::vector<Setup> before, std::vector<Setup> after) {
    steps_.push(new Step(*this, name, std::move(before), std::move(after)));
}

void ScalarsPanel::recordView(ChartCard& card, const ChartView& before) {
    const ChartView now = card.view();
    const QString name = before.pinned != now.pinned       ? tr("pin of “%1”")
                         : before.expanded != now.expanded ? tr("width of “%1”")
                         : !(before.limits == now.limits)  ? tr("ranges of “%1”")
                         : before.showsSameScale(now)      ? tr("lines of “%1”")
                                                           : tr("scale of “%1”");
    takeKeyboard(card);
    Setup then = setupOf(card);
    then.view = before;
    record(name.arg(card.title()), {then}, {setupOf(card)});
}

// What was done to a chart is taken back with the keyboard in it.
void ScalarsPanel::takeKeyboard(ChartCard& card) {
    const QWidget* focus = QApplication::focusWidget();
    if (!focus || !grid_->isAncestorOf(focus)) card.plot().setFocus(Qt::OtherFocusReason);
}

void ScalarsPanel::restore(const std::vector<Setup>& charts) {
    ChartCard* first = nullptr;
    std::map<size_t, ChartCard*> made;  // by place
    // The x zoom of all, which goes with the last chart where there are no others.
    const LinePlot* any = charts_.empty() ? nullptr : &charts_.front()->plot();
    const bool zoomed = any && !any->following();
    const double from = zoomed ? any->xFrom() : 0, to = zoomed ? any->xTo() : 0;
    for (const Setup& setup : charts) {
        ChartCard* card = chart(setup.tags.front());
        const bool fresh = !card || card->tags() != setup.tags;
        if (fresh) {
            for (const QString& tag : setup.tags)
                if (ChartCard* other = chart(tag)) drop(other);
            made[setup.place] = card = make(setup.tags);
        }
        card->setView(setup.view);
        if (fresh && zoomed) card->plot().setXRange(from, to);  // ranges that it was given show all of it
        if (memory_) memory_->keep(*card);
        if (!first) first = card;
    }
    for (const auto& one : made) std::erase(charts_, one.second);
    for (const auto& [place, card] : made)
        charts_.insert(charts_.begin() + static_cast<std::ptrdiff_t>(std::min(place, charts_.size())), card);
    keepTogether();
    arrange();
    takeKeyboard(*first);
    grid_->reveal(*first);
}

void ScalarsPanel::join(ChartCard& into, ChartCard& from) {
    if (&into == &from) return;
    const std::vector before{setupOf(into), setupOf(from)};
    const QString name = tr("%1 into %2").arg(from.title(), into.title());
    into.setTags(into.tags() + from.tags());
    drop(&from);
    keepTogether();
    arrange();
    takeKeyboard(into);
    record(name, before, {setupOf(into)});
}

void ScalarsPanel::takeOut(ChartCard& card, const QString& tag) {
    QStringList left = card.tags();
    if (left.size() < 2 || !left.removeOne(tag)) return;
    const std::vector before{setupOf(card)};
    const QString name = tr("%1 out of %2").arg(ChartCard::titleOf(tag), card.title());
    // A chart is known by its first tag: where that leaves, the others get a new one.
    // It goes last, since new ones take the x zoom of those that are there.
    ChartCard* others = make(left);
    ChartCard* alone = make({tag});
    drop(&card);
    keepTogether();
    arrange();
    takeKeyboard(*alone);
    record(name, before, {setupOf(*others), setupOf(*alone)});
}

void ScalarsPanel::drop(ChartCard* card) {
    dragged_->hide();
    charts_.erase(std::find(charts_.begin(), charts_.end(), card));
    card->hide();
    card->deleteLater();
}

void ScalarsPanel::keepTogether() {
    if (!memory_) return;
    QList<QStringList> charts;
    for (const auto* card : charts_)
        if (card->tags().size() > 1) charts << card->tags();
    for (const QStringList& tags : memory_->together())  // whose chart is still to be made
        if (std::ranges::any_of(tags, [this](const QString& tag) { return awaited_.contains(tag); })) charts << tags;
    memory_->keepTogether(charts);
}

// The same as dropping titles, for hands that do not drag.
void ScalarsPanel::offerTags(ChartCard& card, QMenu& menu) {
    auto* add = menu.addMenu(tr("Draw another metric here"));
    for (auto* other : charts_) {
        if (other == &card || !other->curves().shown()) continue;
        add->addAction(
            other->title(), this,
            [this, into = QPointer(&card), from = QPointer(other)] {
                if (into && from) join(*into, *from);
            },
            Qt::QueuedConnection);
    }
    add->setEnabled(!add->isEmpty());
    if (card.tags().size() < 2) return;
    auto* out = menu.addMenu(tr("Take out of this chart"));
    for (const QString& tag : card.tags())
        out->addAction(ChartCard::titleOf(tag), &card, [&card, tag] { emit card.takeOutRequested(tag); });
}

ChartCard* ScalarsPanel::cardAt(const QPoint& global, const ChartCard* but) const {
    for (auto* card : charts_)
        if (card != but && card->isVisible() && card->rect().contains(card->mapFromGlobal(global)) &&
            grid_->viewport()->rect().contains(grid_->viewport()->mapFromGlobal(global)))
            return card;
    return nullptr;
}

void ScalarsPanel::dragTo(ChartCard& card, const QPoint& global) {
    const ChartCard* target = cardAt(global, &card);
    for (auto* other : charts_) other->setHighlighted(other == target);
    dragged_->setText(target ? tr("%1 into %2").arg(card.title(), target->title()) : card.title());
    dragged_->adjustSize();
    dragged_->move(mapFromGlobal(global) + QPoint(14, 12));
    dragged_->raise();
    dragged_->show();
    // Charts further down come as the pointer nears the edge.
    const int y = grid_->viewport()->mapFromGlobal(global).y(), edge = 24;
    auto* bar = grid_->verticalScrollBar();
    if (y < edge) bar->setValue(bar->value() - edge);
    if (y > grid_->viewport()->height() - edge) bar->setValue(bar->value() + edge);
}

void ScalarsPanel::dropAt(ChartCard& card, const QPoint& global) {
    dragged_->hide();
    for (auto* other : charts_) other->setHighlighted(false);
    if (ChartCard* target = global.isNull() ? nullptr : cardAt(global, &card)) join(*target, card);
}

}  // namespace tl
