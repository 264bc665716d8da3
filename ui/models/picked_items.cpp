// See the header.
#include "ui/models/picked_items.h"

#include <algorithm>
#include <cmath>

#include "ui/models/text.h"

namespace tl {

bool PickedItems::knows(const QString& of, int64_t item) const {
    if (of != split || item < 0 || item >= static_cast<int64_t>(predictions.scores.size())) return false;
    const auto at = static_cast<size_t>(item);
    return predictions.numbers() ? !std::isnan(predictions.scores[at]) : predictions.classes[at] >= 0;
}

QString PickedItems::taken(const Source& source, const QString& of, int64_t item) const {
    if (!knows(of, item)) return {};
    const auto at = static_cast<size_t>(item);
    return predictions.numbers() ? numberText(static_cast<double>(predictions.scores[at]))
                                 : classTitle(source, predictions.classes[at]);
}

QString PickedItems::score(const QString& of, int64_t item) const {
    if (!knows(of, item)) return {};
    const auto at = static_cast<size_t>(item);
    const auto score = static_cast<double>(predictions.scores[at]);
    return predictions.numbers() ? numberText(score - static_cast<double>(predictions.targets[at]))
                                 : QString::number(score, 'f', 3);
}

QString bothNames(const QString& label, const QString& taken, const QFontMetrics& letters, int room) {
    if (taken.isEmpty()) return {};
    QString whole = QStringLiteral("%1 → %2").arg(label, taken);
    if (letters.horizontalAdvance(whole) <= room) return whole;
    const int one = letters.horizontalAdvance(label), other = letters.horizontalAdvance(taken);
    const QString arrow(QChar(0x2192));
    room -= letters.horizontalAdvance(arrow);
    const int first = std::min(one, std::max(room / 2, room - other));
    const auto fitted = [&](const QString& name, int width, int there) {  // a name of just that width would be elided
        return width <= there ? name : letters.elidedText(name, Qt::ElideRight, there);
    };
    return fitted(label, one, first) + arrow + fitted(taken, other, room - first);
}

QString classTitle(const Source& source, int label) {
    const auto& names = source.classNames();
    return label >= 0 && label < static_cast<int>(names.size()) ? q(names[static_cast<size_t>(label)]) : QString();
}

}  // namespace tl
