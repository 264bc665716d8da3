// Which runs belong together: by the run that they began from, and by what a person chose to put them together by; and
// what orders them.
#include <algorithm>
#include <utility>

#include "ui/models/run_model.h"
#include "ui/models/text.h"

namespace tl {

const Run* RunModel::parentOf(const Run& run) const {
    const std::string& id = run.info.againOf.empty() ? run.info.parent.id : run.info.againOf;
    if (id.empty() || id == run.info.id) return nullptr;
    if (!rowsByInfo_) {
        rowsByInfo_.emplace();
        for (size_t row = 0; row < runs_.size(); ++row) rowsByInfo_->emplace(runs_[row].info.id, static_cast<int>(row));
    }
    const auto found = rowsByInfo_->find(id);
    return found == rowsByInfo_->end() ? nullptr : &runs_[static_cast<size_t>(found->second)];
}

void RunModel::setGrouping(const RunGrouping& grouping) {
    if (grouping == grouping_) return;
    grouping_ = grouping;
    pattern_ = grouping.by == RunGrouping::Pattern
                   ? QRegularExpression(grouping.what, QRegularExpression::CaseInsensitiveOption)
                   : QRegularExpression();
    emit groupingChanged();
}

void RunModel::setSorting(const QString& by, Qt::SortOrder order) {
    if (by == listing_.sortedBy && order == listing_.order) return;
    listing_.sortedBy = by;
    listing_.order = order;
    emit sortingChanged();
}

QStringList RunModel::groupsOf(const Run& run) const {
    if (grouping_.by == RunGrouping::Tag) {
        QStringList tags;
        for (const std::string& tag : run.info.tags) tags << q(tag);
        tags.removeDuplicates();
        return tags;
    }
    const QString one = groupOf(run);
    return one.isEmpty() ? QStringList() : QStringList{one};
}

QHash<QString, int> RunModel::groupColors() const {
    QHash<QString, QList<int>> wanted;
    QStringList groups;  // as they came
    for (const Run& run : runs_)
        for (const QString& name : groupsOf(run)) {
            if (!wanted.contains(name)) groups << name;
            wanted[name] << run.color;
        }
    QHash<QString, int> colors;
    QSet<int> taken;
    for (const QString& name : std::as_const(groups)) {
        const QList<int>& own = wanted[name];
        const auto free = std::ranges::find_if(own, [&](int color) { return !taken.contains(color); });
        taken.insert(colors[name] = free == own.end() ? own.front() : *free);
    }
    return colors;
}

QString RunModel::groupOf(const Run& run) const {
    switch (grouping_.by) {
    case RunGrouping::Nothing:
    case RunGrouping::Tag: return {};
    case RunGrouping::Parent: {
        const Run* first = &run;
        for (size_t turn = 0; turn < runs_.size(); ++turn) {  // folders that were edited by hand may stand in a circle
            const Run* parent = parentOf(*first);
            if (!parent) break;
            first = parent;
        }
        return first->name;
    }
    case RunGrouping::Folder: return run.folder.section(QLatin1Char('/'), -2, -2);
    case RunGrouping::Setting: {
        const auto found = run.settings.find(grouping_.what);
        return found == run.settings.end() ? QString() : grouping_.what + QLatin1Char(' ') + settingText(found->second);
    }
    case RunGrouping::Pattern: {
        const auto match = pattern_.match(run.name);
        return match.hasMatch() ? match.captured(match.lastCapturedIndex() > 0 ? 1 : 0) : QString();
    }
    }
    return {};
}

}  // namespace tl
