// A trace as the timeline asks for it. Slices of a layer have the layer's colour, the others that of what they are
// about; what other programs call their categories gets a colour by its name. GUI thread only.
#pragma once

#include <QHash>
#include <functional>
#include <map>
#include <memory>
#include <stop_token>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/profile/trace.h"
#include "widgets/timeline/timeline_model.h"

namespace tl {

class TraceModel : public TimelineModel {
    Q_OBJECT
public:
    // The colour category of a layer ("conv"); empty where the project has no such layer.
    using CategoryOf = std::function<QString(const std::string& layer)>;
    explicit TraceModel(CategoryOf categoryOf, QObject* parent = nullptr);

    void setTrace(std::shared_ptr<const Trace> trace);
    const std::shared_ptr<const Trace>& trace() const { return trace_; }
    void recolor();  // layers or theme have changed

    const std::vector<TimelineRow>& rows() const override { return rows_; }
    qint64 begin() const override { return trace_->begin; }
    qint64 end() const override { return trace_->end; }
    qint64 knownFrom(qint64 row) const override;
    void pieces(qint64 row, int level, qint64 from, qint64 to, double perPixel, const TimelineLabels* only,
                std::vector<TimelinePiece>& out) const override;
    bool has(const TimelineSlice& slice) const override;
    TimelineSpan span(const TimelineSlice& slice) const override;
    TimelineSlice at(qint64 row, int level, qint64 time, qint64 slack) const override;
    TimelineSlice neighbour(const TimelineSlice& slice, int direction) const override;
    TimelineSlice next(const TimelineSlice& slice, int direction, const TimelineLabels& labels) const override;
    TimelineSlice firstOf(const TimelineLabels& labels, qint64 from) const override;
    QString text(quint32 label) const override;
    QColor color(quint32 label) const override;
    TimelineLabels sameName(quint32 label) const override;
    QString words(const TimelineSlice& slice) const override;
    void extents(qint64 row, qint64 from, qint64 to, double perPixel, std::vector<TimelineExtent>& out) const override;
    double greatest(qint64 row) const override;
    double valueAt(qint64 row, qint64 time) const override;
    QString valueText(qint64 row, double value) const override;

    // How many slices have one of the labels. Looks at all of them: for a job.
    static qint64 count(const Trace& trace, const LabelSet& labels, const std::stop_token& stop = {});

private:
    const TraceLane* laneOf(qint64 row, int level) const;
    const TraceCounter& counterOf(qint64 row) const;
    void makeRows();

    CategoryOf categoryOf_;
    std::shared_ptr<const Trace> trace_;
    std::vector<TimelineRow> rows_;
    QHash<qint64, size_t> threads_, counters_;  // by row key: places in the trace
    mutable QHash<quint32, QColor> colors_;
};

// The category of a slice that is no layer's, by what it is about: one colour each, as the layers' categories.
QColor colorOf(const TraceLabel& label, const QString& layerCategory);
// A span of ours in the person's language; others as they are called.
QString spanTitle(const TraceLabel& label);
// Layer and op, in words that tell it from all others of the trace, which must stay while it is asked.
class OpTitles {
public:
    explicit OpTitles(const Trace& trace);
    QString of(const TraceLabel& label) const;

private:
    std::map<std::pair<std::string_view, std::string_view>, std::vector<const TraceLabel*>> alike_;  // by layer, name
};
// "Training", "Loader 2", "Kernels 1" for threads of ours; others as they are called.
QString threadTitle(const TraceThread& thread);
// Of all threads. Each epoch has loaders of its own, which begin with 1 again: they are numbered on.
std::vector<QString> threadTitles(const Trace& trace);

}  // namespace tl
