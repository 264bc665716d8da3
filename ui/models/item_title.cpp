// See the header.
#include "ui/models/item_title.h"

#include <QCoreApplication>
#include <QRegularExpression>

#include "ui/models/data_set_model.h"
#include "ui/models/text.h"

namespace tl {

QString itemTitle(const Source& source, int64_t index) {
    static const QRegularExpression numbered(QStringLiteral("^(train|validation|test) (line )?(\\d+)$"));
    QString name = q(source.itemName(index));
    const auto parts = numbered.match(name);
    if (!parts.hasMatch()) return name;
    const QString split = DataSetModel::splitTitle(parts.captured(1)), number = parts.captured(3);
    return parts.capturedLength(2) == 0
               ? QStringLiteral("%1 %2").arg(split, number)
               : QCoreApplication::translate("ItemTitle", "%1 line %2", "train line 3").arg(split, number);
}

}  // namespace tl
