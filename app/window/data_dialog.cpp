// See the header.
#include "app/window/data_dialog.h"

#include <QStringList>
#include <utility>

#include "app/window/file_dialog.h"
#include "app/window/files.h"
#include "engine/data/source.h"
#include "ui/models/text.h"

namespace tl {

namespace {

// "CSV (numbers, ...) (*.csv *.tsv)" of each kind that opens files.
QStringList dataFilters(QStringList& patterns) {
    QStringList filters;
    for (const SourceType& type : allSources()) {
        if (type.extensions.empty()) continue;
        QStringList own;
        for (const auto& extension : type.extensions) own << QStringLiteral("*.") + QString::fromStdString(extension);
        patterns << own;
        // A name filter ends at its first bracket.
        const QString title = q(type.title).section(QStringLiteral(" ("), 0, 0);
        filters << QStringLiteral("%1 (%2)").arg(title, own.join(QLatin1Char(' ')));
    }
    return filters;
}

}  // namespace

QFileDialog* dataDialog(QWidget* parent, bool folder, const QString& title, std::function<void(QString)> chosen) {
    QFileDialog* ask = fileDialog(parent, "data", title, folder ? QFileDialog::Directory : QFileDialog::ExistingFile,
                                  std::move(chosen));
    ask->setObjectName(folder ? QStringLiteral("dataFolderDialog") : QStringLiteral("dataFileDialog"));
    if (folder) return ask;
    QStringList patterns;
    QStringList filters = dataFilters(patterns);
    filters.prepend(Files::tr("Data files (%1)").arg(patterns.join(QLatin1Char(' '))));
    ask->setNameFilters(filters << Files::tr("All files (*)"));
    return ask;
}

}  // namespace tl
