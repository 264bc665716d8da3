// See the header.
#include "ui/models/rate_course.h"

#include <QStringList>

#include "ui/models/run_model.h"

namespace tl {

QString rateCourse(const std::vector<RunMark>& marks) {
    constexpr qsizetype kMost = 6;
    QStringList rates;
    for (const RunMark& mark : marks) {
        if (mark.kind != RunMark::Rate) continue;
        if (rates.isEmpty()) rates << settingText(mark.from);
        rates << settingText(mark.to);
    }
    if (const qsizetype more = rates.size() - kMost; more > 0)
        rates.remove(kMost / 2, more), rates.insert(kMost / 2, QStringLiteral("…"));
    return rates.join(QStringLiteral(" → "));
}

}  // namespace tl
