// See the header.
#include "app/window/log_folders.h"

#include <QFileInfo>

#include "ui/models/settings.h"
#include "ui/models/workbench.h"
#include "ui/shell/desk.h"

namespace tl {

namespace {
constexpr QLatin1String kFolders{"runs/logFolders"};
}

LogFolders::LogFolders(Desk& desk, QObject* parent) : QObject(parent), desk_(desk) {
    RunReader& reader = desk.bench.reader;
    connect(&reader, &RunReader::opened, this, &LogFolders::tell);
    connect(&reader, &RunReader::failed, this,
            [this](const QString& sentence) { desk_.notices.problem(sentence, {}, Notices::kFile); });
    // Their runs are marked in the list. A folder that comes back with the program has told it before.
    connect(&reader, &RunReader::damaged, this, [this](const QString& sentence, const QString& folder) {
        reopened_.contains(folder) ? desk_.notices.log(sentence) : desk_.notices.problem(sentence, {}, kDamaged);
    });
    connect(&reader, &RunReader::foldersChanged, this, [this] {
        const QStringList open = desk_.bench.reader.folders();
        desk_.settings.store().setValue(kFolders, open);
        // One that is gone from the list is told when it is opened by hand.
        reopened_.removeIf([&](const QString& folder) { return !open.contains(folder); });
    });
}

void LogFolders::reopen() {
    for (const QString& folder : desk_.settings.store().value(kFolders).toStringList()) {
        desk_.bench.reader.open(folder);
        reopened_ << folder;
    }
}

void LogFolders::tell(const QString& folder, int runs) {
    desk_.notices.settle(Notices::kFile);
    if (reopened_.removeOne(folder)) return;
    if (runs == 0 && desk_.bench.reader.folders().contains(folder))
        return desk_.notices.note(
            tr("%1 is open already: its runs are in the list.").arg(QFileInfo(folder).fileName()));
    if (runs == 0)
        return desk_.notices.note(tr("%1 brings no other run: those in it are Tensorloom's own. One that is not in the "
                                     "list lies too deep: open a folder nearer to it.")
                                      .arg(QFileInfo(folder).fileName()));
    desk_.notices.note(tr("In the list: %n run(s) of %1.", nullptr, runs).arg(QFileInfo(folder).fileName()),
                       {{tr("Close them"), [this, folder] { desk_.bench.reader.close(folder); }}});
}

}  // namespace tl
