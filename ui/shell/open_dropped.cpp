// See the header.
#include "ui/shell/open_dropped.h"

#include <QCoreApplication>
#include <QFileInfo>

#include "ui/shell/desk.h"

namespace tl {

namespace {

struct Dropped {
    Q_DECLARE_TR_FUNCTIONS(tl::Dropped)
};

}  // namespace

void openDropped(Desk& desk, const QStringList& paths) {
    if (paths.isEmpty()) return;
    desk.openPath(paths.front());
    if (paths.size() > 1)
        desk.notices.note(Dropped::tr("One thing is opened at a time; %n other(s) dropped with “%1” stayed closed.",
                                      nullptr, static_cast<int>(paths.size()) - 1)
                              .arg(QFileInfo(paths.front()).fileName()));
}

}  // namespace tl
