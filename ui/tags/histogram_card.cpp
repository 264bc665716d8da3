// See the header.
#include "ui/tags/histogram_card.h"

#include <QLayout>
#include <QToolButton>
#include <algorithm>

#include "ui/models/workbench.h"
#include "widgets/theme/theme.h"

namespace tl {

HistogramCard::HistogramCard(Workbench& bench, int run, const QString& tag) : TagCard(bench, run, tag) {
    plot_ = new HistogramPlot(this);
    plot_->setObjectName(QStringLiteral("histogram.") + tag);
    plot_->setAccessibleName(tag);
    plot_->setMessage(tr("Reading…"));
    setBody(plot_);
    layout()->setContentsMargins(1, 1, 1, 4);
    log_ = new QToolButton;
    log_->setObjectName(QStringLiteral("log.") + tag);
    log_->setIcon(Theme::instance().icon(QStringLiteral("graph-up")));
    log_->setIconSize(Theme::instance().square(13));
    log_->setFixedSize(Theme::instance().square(24));
    log_->setCheckable(true);
    log_->setToolTip(tr("Logarithmic counts"));
    log_->setAccessibleName(log_->toolTip());
    addHeaderWidget(log_);
    connect(log_, &QToolButton::toggled, this, [this](bool on) {
        plot_->setLogCounts(on);
        refresh();
    });
    connect(plot_, &HistogramPlot::stepPicked, &bench.step, &StepCursor::set);
}

void HistogramCard::setMode(HistogramPlot::Mode mode) {
    plot_->setMode(mode);
    refresh();
}

// Every so-many-th item, counted from the first, so that what is shown stays as more come; and the newest.
std::vector<uint32_t> HistogramCard::wanted(const EventSeries& series) const {
    const double last = bench().step.upTo();
    std::vector<uint32_t> items;
    for (size_t i = 0; i < series.items.size(); ++i)
        if (static_cast<double>(series.items[i].step) <= last) items.push_back(static_cast<uint32_t>(i));
    if (items.empty() && !series.items.empty()) items.push_back(0);
    // Of steps that a resumed run took again the later one counts.
    std::stable_sort(items.begin(), items.end(),
                     [&](uint32_t a, uint32_t b) { return series.items[a].step < series.items[b].step; });
    std::vector<uint32_t> single;
    for (const uint32_t item : items) {
        if (!single.empty() && series.items[single.back()].step == series.items[item].step) single.pop_back();
        single.push_back(item);
    }
    const auto room = static_cast<size_t>(HistogramPlot::capacity(plot_->mode(), plot_->size()));
    if (single.size() <= room) return single;
    const size_t stride = (single.size() + room - 2) / (room - 1);
    std::vector<uint32_t> thinned;
    for (size_t i = 0; i < single.size(); i += stride) thinned.push_back(single[i]);
    if (thinned.back() != single.back()) thinned.push_back(single.back());
    return thinned;
}

void HistogramCard::refresh() {
    const EventSeries* shown = series();
    if (!shown || shown->items.empty()) return;
    if (shown->generation != generation_) {
        loaded_.clear();
        shown_.clear();
        asked_.clear();
        generation_ = shown->generation;
    }
    plot_->setColor(color());
    const std::vector<uint32_t> items = wanted(*shown);
    QStringList notes;
    if (plot_->logCounts()) notes << tr("log counts");
    if (items.size() < shown->items.size())
        notes << tr("%1 of %2 steps")
                     .arg(grouped(static_cast<qint64>(items.size())),
                          grouped(static_cast<qint64>(shown->items.size())));
    setNote(notes.join(QStringLiteral(" · ")));
    std::vector<std::pair<uint32_t, EventItem>> missing;
    std::vector<uint32_t> ask;
    for (const uint32_t item : items)
        if (!loaded_.contains(item)) {
            missing.emplace_back(item, shown->items[item]);
            ask.push_back(item);
        }
    if (missing.empty()) return showLoaded(items);
    if (ask == asked_) return;
    asked_ = ask;
    // Under a key of its own: what is asked for once comes, whoever else looks at the tag.
    bench().reader.load(
        this, QStringLiteral("histogram/%1").arg(reinterpret_cast<quintptr>(this)), *shown,
        [missing](const EventRun& run) {
            std::vector<std::pair<uint32_t, Distribution>> loaded;
            for (const auto& [index, item] : missing) {
                Distribution one;
                one.step = static_cast<double>(item.step);
                if (auto histogram = run.histogram(item);
                    histogram && histogram->edges.size() == histogram->counts.size() + 1) {
                    one.edges = std::move(histogram->edges);
                    one.counts = std::move(histogram->counts);
                }
                loaded.emplace_back(index, std::move(one));
            }
            return loaded;
        },
        [this, generation = generation_, ask](std::vector<std::pair<uint32_t, Distribution>>&& loaded) {
            if (generation != generation_) return;
            if (ask == asked_) asked_.clear();
            for (auto& [index, one] : loaded) loaded_[index] = std::move(one);
            if (const EventSeries* now = series()) showLoaded(wanted(*now));
        },
        [this, generation = generation_, ask](const QString& why) {
            if (generation != generation_ || ask != asked_) return;
            asked_.clear();  // the next change asks again
            shown_.empty() ? plot_->setMessage(unread(why)) : setNote(unread(why));
        });
}

void HistogramCard::showLoaded(const std::vector<uint32_t>& items) {
    std::vector<Distribution> slices;
    std::vector<uint32_t> present;
    for (const uint32_t item : items)
        if (const auto found = loaded_.find(item); found != loaded_.end()) {
            slices.push_back(found->second);
            present.push_back(item);
        }
    if (present == shown_) return;
    shown_ = present;
    plot_->setMessage(!present.empty() ? tr("No value of these steps is a finite number, or its record is damaged.")
                                       : tr("Reading…"));
    plot_->setSlices(std::move(slices));
}

void HistogramCard::resizeEvent(QResizeEvent* event) {
    TagCard::resizeEvent(event);
    if (isVisible()) refresh();
}

}  // namespace tl
