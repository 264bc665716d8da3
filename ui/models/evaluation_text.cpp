// See the header.
#include "ui/models/evaluation_text.h"

#include <QCoreApplication>
#include <QDateTime>
#include <QStringList>

#include "engine/train/test_time_augmentation.h"
#include "ui/models/data_set_model.h"
#include "ui/models/text.h"
#include "widgets/theme/theme.h"

namespace tl {
namespace {

struct EvaluationText {
    Q_DECLARE_TR_FUNCTIONS(EvaluationText)
};

}  // namespace

QString evaluationTitle(const EvaluationRecord& record) {
    const QString title = DataSetModel::splitTitle(q(record.split));
    return record.part.empty() ? title : QStringLiteral("%1, %2").arg(title, DataSetModel::splitTitle(q(record.part)));
}

QString evaluationText(const EvaluationRecord& record) {
    QStringList values;
    if (record.views > 1) values << q(viewsText(record.views));
    for (const auto& [name, value] : record.values)
        values << QStringLiteral("%1 %2").arg(q(name), figureText(static_cast<double>(value), 4));
    QStringList parts{QStringLiteral("%1: %2").arg(evaluationTitle(record), values.join(QStringLiteral(", ")))};
    if (record.images > 0) parts << EvaluationText::tr("samples: %1").arg(grouped(record.images));
    if (record.wallTime > 0)
        parts << QDateTime::fromSecsSinceEpoch(static_cast<qint64>(record.wallTime))
                     .toString(QStringLiteral("yyyy-MM-dd HH:mm"));
    return parts.join(QStringLiteral(" · "));
}

}  // namespace tl
