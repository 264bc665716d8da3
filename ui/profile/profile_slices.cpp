// A layer's newest slices, asked for from elsewhere: framed, chosen, and standing still.
#include <QPushButton>
#include <algorithm>

#include "ui/profile/profile_panel.h"
#include "ui/profile/profile_source.h"
#include "ui/profile/trace_model.h"
#include "widgets/timeline/timeline_view.h"

namespace tl {

void ProfilePanel::showSlices(const QString& node) {
    using Mode = ProfileSource::Mode;
    if (source_->mode() == Mode::Recording || source_->mode() == Mode::Opening) return;
    if (source_->mode() == Mode::Held && frame(node)) return;
    wanted_ = node;
    source_->takeLast();
}

// Its newest op, with as much around it as makes its place in the step seen.
bool ProfilePanel::frame(const QString& node) {
    const LabelSet found = model_->trace()->ofLayer(node.toStdString());
    const TimelineLabels labels(found.members().begin(), found.members().end());
    if (labels.empty()) return false;
    // Back from the end, twice as far each time, until there is one; from there to the last.
    TimelineSlice slice;
    const qint64 whole = std::max<qint64>(1, model_->end() - model_->begin());
    for (qint64 back = 1; !slice.valid(); back *= 2) {
        slice = model_->firstOf(labels, std::max(model_->begin(), model_->end() - back));
        if (back > whole) break;
    }
    if (!slice.valid()) return false;
    for (TimelineSlice later = slice; later.valid(); later = model_->next(later, 1, labels)) slice = later;
    if (live_->isChecked()) live_->setChecked(false);
    const TimelineSpan span = model_->span(slice);
    const qint64 around = std::max<qint64>(1000, 6 * (span.end - span.begin));
    timeline_->showRange(span.begin - around, span.end + around);
    timeline_->select(slice);
    selectSlice(slice);
    return true;
}

}  // namespace tl
