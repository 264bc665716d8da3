// Which runs belong together: by the run that they began from, and by what a person chose to put them together by.
#include <QRegularExpression>
#include <algorithm>

#include "ui/models/run_model.h"
#include "ui/models/text.h"

namespace tl {

const Run* RunModel::parentOf(const Run& run) const {
    const std::string& id = run.info.againOf.empty() ? run.info.parent.id : run.info.againOf;
    if (id.empty() || id == run.info.id) return nullptr;
    const auto found = std::find_if(runs_.begin(), runs_.end(), [&](const Run& other) { return other.info.id == id; });
    return found == runs_.end() ? nullptr : &*found;
}

void RunModel::setGrouping(const RunGrouping& grouping) {
    if (grouping == grouping_) return;
    grouping_ = grouping;
    emit groupingChanged();
}

QString RunModel::groupOf(const Run& run) const {
    switch (grouping_.by) {
    case RunGrouping::Nothing: return {};
    case RunGrouping::Parent: {
        const Run* first = &run;
        for (size_t turn = 0; turn < runs_.size(); ++turn)  // folders that were edited by hand may stand in a circle
            if (const Run* parent = parentOf(*first)) first = parent;
        return first->name;
    }
    case RunGrouping::Folder: return run.folder.section(QLatin1Char('/'), -2, -2);
    case RunGrouping::Tag: {
        QStringList tags;
        for (const std::string& tag : run.info.tags) tags << q(tag);
        tags.sort();
        return tags.join(QStringLiteral(", "));
    }
    case RunGrouping::Setting: {
        const auto found = run.settings.find(grouping_.what);
        return found == run.settings.end() ? QString() : grouping_.what + QLatin1Char(' ') + settingText(found->second);
    }
    case RunGrouping::Pattern: {
        const QRegularExpression pattern(grouping_.what, QRegularExpression::CaseInsensitiveOption);
        const auto match = pattern.match(run.name);
        return match.hasMatch() ? match.captured(match.lastCapturedIndex() > 0 ? 1 : 0) : QString();
    }
    }
    return {};
}

}  // namespace tl
