// See the header. The disk is asked by a job.
#include "app/window/open_as_kind.h"

#include <QCoreApplication>
#include <QFileInfo>
#include <QObject>
#include <algorithm>

#include "engine/data/source.h"
#include "engine/data/spec_settings.h"
#include "ui/models/text.h"
#include "ui/models/workbench.h"
#include "ui/shell/desk.h"

namespace tl {

void openAsKind(QObject& owner, Desk& desk, const QString& kind, const QString& path, const QString& topic,
                std::function<void(const QString&)> open) {
    const auto type = std::ranges::find(allSources(), kind.toStdString(), &SourceType::id);
    const auto specAs = [path](const SourceType& as) {
        return QString::fromStdString(joinSettings(as.id + ":" + path.toStdString(), {}));
    };
    desk.bench.jobs.run(
        &owner, QStringLiteral("edit.lookAt"),
        [type = &*type, path](std::stop_token) {
            return otherKindOf({type, path.toStdString(), {}});
        },
        [&desk, type = &*type, specAs, path, topic, open = std::move(open)](const SourceType* other) {
            if (!other) return open(specAs(*type));
            const QString sentence = QCoreApplication::translate("tl::Files", "“%1” is not “%2”; it looks like “%3”.",
                                                                 "a folder; two kinds of data sets")
                                         .arg(QFileInfo(path).fileName(), q(type->title), q(other->title));
            desk.notices.warn(sentence,
                              {{QCoreApplication::translate("tl::Files", "Open it as that"),
                                [open, spec = specAs(*other)] { open(spec); }}},
                              topic);
        });
}

}  // namespace tl
