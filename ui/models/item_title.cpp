// See the header.
#include "ui/models/item_title.h"

#include <QCoreApplication>
#include <QRegularExpression>

#include "ui/models/data_set_model.h"
#include "ui/models/text.h"

namespace tl {

QString itemTitle(const Source& source, const QString& split, int64_t index) {
    static const QRegularExpression numbered(QStringLiteral("^(train|validation|test) (line )?(\\d+)$"));
    QString name = q(source.itemName(index));
    const auto parts = numbered.match(name);
    if (!parts.hasMatch()) return name;
    const QString from = DataSetModel::splitTitle(parts.captured(1)), number = parts.captured(3);
    name = parts.capturedLength(2) == 0
               ? QStringLiteral("%1 %2").arg(from, number)
               : QCoreApplication::translate("ItemTitle", "%1 line %2", "train line 3").arg(from, number);
    if (split != QLatin1String("validation") || parts.captured(1) != QLatin1String("train")) return name;
    return QCoreApplication::translate("ItemTitle", "%1, held out for validation", "train 3").arg(name);
}

}  // namespace tl
