// See the header.
#include "ui/models/item_title.h"

#include <QCoreApplication>
#include <string>

#include "engine/data/item_place.h"
#include "ui/models/data_set_model.h"
#include "ui/models/text.h"

namespace tl {

QString itemTitle(const Source& source, const QString& split, int64_t index) {
    const std::string called = source.itemName(index);
    const auto place = placeOfItem(called);
    if (!place) return q(called);
    const QString from = DataSetModel::splitTitle(q(place->split)), number = QString::number(place->number);
    QString name = place->line
                       ? QCoreApplication::translate("ItemTitle", "%1 line %2", "train line 3").arg(from, number)
                       : QStringLiteral("%1 %2").arg(from, number);
    if (place->split != "train") return name;
    if (split == QLatin1String("validation"))
        name = QCoreApplication::translate("ItemTitle", "%1, held out for validation", "train 3").arg(name);
    if (split == QLatin1String("test"))
        name = QCoreApplication::translate("ItemTitle", "%1, held out for test", "train 3").arg(name);
    return name;
}

}  // namespace tl
