// Slices and the layers that they are of: the picked one lights up its layer on the canvas, and a layer's newest
// slices, asked for from elsewhere, are framed, chosen, and stand still. Names that are searched for.
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <algorithm>

#include "engine/profile/trace_table.h"
#include "ui/jobs/profile_source.h"
#include "ui/models/text.h"
#include "ui/models/workbench.h"
#include "ui/profile/profile_keys.h"
#include "ui/profile/profile_panel.h"
#include "ui/profile/roofline_plot.h"
#include "ui/profile/trace_model.h"
#include "ui/profile/trace_table.h"
#include "ui/shell/desk.h"
#include "widgets/theme/theme.h"
#include "widgets/timeline/timeline_view.h"

namespace tl {

void ProfilePanel::showSlices(const QString& node, const QString& op, const QString& phase) {
    const Wanted wanted{node, op, phase};
    using Mode = ProfileSource::Mode;
    if (source_.mode() == Mode::Recording || source_.mode() == Mode::Opening) return;
    // An older look at what this program did is none at what it does; a recording or a file is looked at as it is.
    const bool open = source_.mode() == Mode::Held && !source_.ofRings() &&
                      (!stepsCome() || !desk_.bench.graph.recording().isEmpty());
    if (open && frame(wanted)) return;
    wanted_ = wanted;
    source_.takeLast();
}

// All of the layer's where the op has none, as under another name in a fused kernel.
LabelSet ProfilePanel::labelsOf(const Wanted& wanted) const {
    const Trace& trace = *model_->trace();
    LabelSet all = trace.ofLayer(wanted.node.toStdString()), own;
    for (const uint32_t label : all.members())
        if (q(trace.labels[label].name) == wanted.op && q(trace.labels[label].category) == wanted.phase)
            own.insert(label);
    return own.empty() ? all : own;
}

// Back from the end, twice as far each time, until there is one; from there to the last.
TimelineSlice ProfilePanel::newest(const TimelineLabels& labels) const {
    TimelineSlice slice;
    const qint64 whole = std::max<qint64>(1, model_->end() - model_->begin());
    for (qint64 back = 1; !slice.valid(); back *= 2) {
        slice = model_->firstOf(labels, std::max(model_->begin(), model_->end() - back));
        if (back > whole) break;
    }
    for (TimelineSlice later = slice; later.valid(); later = model_->next(later, 1, labels)) slice = later;
    return slice;
}

// The last within the newest whole step that has any: where a timeline ends, a step may be cut. Without such a step, as
// in files of other programs, the last of all.
TimelineSlice ProfilePanel::newestInStep(const TimelineLabels& labels) const {
    constexpr int kMostBack = 1000;  // steps: what has none within them is none of a step's
    const LabelSet named = stepLabels(*model_->trace());
    const TimelineLabels steps(named.members().begin(), named.members().end());
    TimelineSlice step = steps.empty() || labels.empty() ? TimelineSlice{} : newest(steps);
    for (int back = 0; step.valid() && back < kMostBack; ++back, step = model_->next(step, -1, steps)) {
        const TimelineSpan whole = model_->span(step);
        TimelineSlice found;
        for (TimelineSlice slice = model_->firstOf(labels, whole.begin);
             slice.valid() && model_->span(slice).end <= whole.end; slice = model_->next(slice, 1, labels))
            found = slice;
        if (found.valid()) return found;
    }
    return labels.empty() ? TimelineSlice{} : newest(labels);
}

// With as much around it as makes its place in the step seen.
bool ProfilePanel::frame(const Wanted& wanted) {
    const LabelSet found = labelsOf(wanted);
    const TimelineSlice slice = newestInStep({found.members().begin(), found.members().end()});
    if (!slice.valid()) return false;
    if (live_->isChecked()) live_->setChecked(false);
    const TimelineSpan span = model_->span(slice);
    const qint64 around = std::max<qint64>(1000, 6 * (span.end - span.begin));
    timeline_->showRange(span.begin - around, span.end + around);
    timeline_->select(slice);
    selectSlice(slice);
    return true;
}

QString ProfilePanel::layerOf(const TimelineSlice& slice) const {
    if (!model_->has(slice)) return {};
    const QString layer = q(model_->trace()->labels[model_->span(slice).label].layer);
    return desk_.bench.network.contains(layer) ? layer : QString();
}

void ProfilePanel::showOnCanvas(const TimelineSlice& slice) {
    const QString layer = layerOf(slice);
    if (layer.isEmpty()) return;
    desk_.showWorkspace(QStringLiteral("network"));
    desk_.bench.selection.reveal(layer);
}

void ProfilePanel::showOpInGraph(const TimelineSlice& slice) {
    const QString layer = layerOf(slice);
    if (layer.isEmpty()) return;
    const TraceLabel& label = model_->trace()->labels[model_->span(slice).label];
    desk_.showWorkspace(QStringLiteral("graph"));
    desk_.bench.graph.revealLayers({layer}, q(label.name), q(label.category));
}

// A slice's layer is selected on the canvas.
void ProfilePanel::selectSlice(const TimelineSlice& slice) {
    if (live_->isChecked() && slice.valid()) live_->setChecked(false);
    if (!slice.valid()) return;
    const quint32 label = model_->span(slice).label;
    opView_->setCurrentKey(label);
    roofline_->setCurrent(label);
    const QString layer = q(model_->trace()->labels[label].layer);
    if (layer.isEmpty() || !desk_.bench.network.contains(layer)) return;
    desk_.bench.selection.setNode(layer);
}

// The first slice of an op, from what is in sight on.
void ProfilePanel::selectLabel(quint32 label) {
    if (live_->isChecked()) live_->setChecked(false);
    const auto range = timeline_->area().value_or(timeline_->range());
    TimelineSlice slice = model_->firstOf({label}, range.first);
    if (!slice.valid()) slice = model_->firstOf({label}, model_->begin());
    if (!slice.valid()) return;
    timeline_->select(slice);
    selectSlice(slice);
}

std::optional<LabelSet> ProfilePanel::foundIn(const Trace& trace) const {
    const QString text = search_->text().trimmed();
    if (text.isEmpty()) return {};
    LabelSet labels = trace.matching(text.toStdString());
    for (quint32 i = 0; i < trace.labels.size(); ++i)  // and as it is shown
        if (spanTitle(trace.labels[i]).contains(text, Qt::CaseInsensitive)) labels.insert(i);
    return labels;
}

void ProfilePanel::search() {
    matches_ = -1;
    const auto trace = model_->trace();
    const std::optional<LabelSet> found = foundIn(*trace);
    if (looked_) showOps(looked_ == trace ? found : foundIn(*looked_));  // the list may be of an earlier moment
    markFound(found);
    showCount();
    countFound(found);
}

void ProfilePanel::markFound(const std::optional<LabelSet>& found) {
    if (!found) return timeline_->setFound(std::nullopt);
    timeline_->setFound(TimelineLabels(found->members().begin(), found->members().end()));
}

void ProfilePanel::countFound(const std::optional<LabelSet>& found) {
    counted_ = model_->trace();
    if (!found) return desk_.bench.jobs.cancel(QLatin1String(profile::kCount));
    desk_.bench.jobs.run(
        this, QLatin1String(profile::kCount),
        [trace = model_->trace(), labels = *found](std::stop_token stop) {
            return TraceModel::count(*trace, labels, stop);
        },
        [this](qint64 count) {
            matches_ = count;
            showCount();
        });
}

void ProfilePanel::showCount() {
    found_->setText(matches_ < 0 ? QString() : matches_ == 0 ? tr("none") : tr("%1 found").arg(grouped(matches_)));
    found_->setVisible(!found_->text().isEmpty());
}

void ProfilePanel::lightLayers() {
    TimelineLabels labels;
    for (const QString& node : desk_.bench.selection.nodes()) {
        const LabelSet found = model_->trace()->ofLayer(node.toStdString());
        labels.insert(labels.end(), found.members().begin(), found.members().end());
    }
    timeline_->setLit(labels);
}

}  // namespace tl
