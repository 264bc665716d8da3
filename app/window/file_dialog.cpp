// See the header.
#include "app/window/file_dialog.h"

#include <QHeaderView>
#include <QTreeView>
#include <utility>

#include "widgets/controls/ask_to_save.h"

namespace tl {

QFileDialog* fileDialog(QWidget* parent, const char* kind, const QString& title, QFileDialog::FileMode mode,
                        std::function<void(QString)> chosen) {
    auto* made = new QFileDialog(parent, title, fileFolder(QLatin1String(kind)));
    made->setAttribute(Qt::WA_DeleteOnClose);
    made->setFileMode(mode);
    if (mode == QFileDialog::Directory) made->setOption(QFileDialog::ShowDirsOnly);
    // Qt's own, where the desktop has none, would cut the dates.
    if (auto* list = made->findChild<QTreeView*>(QStringLiteral("treeView"))) {
        list->header()->setSectionResizeMode(QHeaderView::ResizeToContents);
        list->header()->setSectionResizeMode(0, QHeaderView::Stretch);
    }
    QObject::connect(made, &QFileDialog::fileSelected, parent, [kind, chosen = std::move(chosen)](const QString& path) {
        keepFileFolder(QLatin1String(kind), path);
        chosen(path);
    });
    return made;
}

}  // namespace tl
