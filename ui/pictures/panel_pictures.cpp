// Pictures beside the curves in the middle of the Train workspace.
#include <QCoreApplication>
#include <QFileDialog>

#include "ui/pictures/pictures_panel.h"
#include "ui/pictures/tensor_sheet.h"
#include "ui/shell/desk.h"
#include "ui/shell/panel.h"
#include "widgets/controls/ask_to_save.h"

namespace tl::panels {

static const QString kTensors = QStringLiteral("safetensors");  // as exported weights are

static ActionRow lookAtTensors(Desk& desk, QWidget& panel) {
    return {.id = QStringLiteral("openTensorsAction"),
            .text = QT_TRANSLATE_NOOP("Action", "Look into a &file of tensors…"),
            .menus = {QStringLiteral("File/2")},
            .run = [&desk, &panel] {
                auto* ask = new QFileDialog(panel.window(), PicturesPanel::tr("Look into a file of tensors"),
                                            fileFolder(kTensors));
                ask->setObjectName(QStringLiteral("openTensorsDialog"));
                ask->setAttribute(Qt::WA_DeleteOnClose);
                ask->setFileMode(QFileDialog::ExistingFile);
                ask->setNameFilters(
                    {PicturesPanel::tr("Tensors (*.safetensors *.npy)"), PicturesPanel::tr("All files (*)")});
                QObject::connect(ask, &QFileDialog::fileSelected, &panel, [&desk, &panel](const QString& path) {
                    keepFileFolder(kTensors, path);
                    TensorSheet::lookInto(*panel.window(), desk, path);
                });
                ask->open();
            }};
}

PanelRow pictures() {
    return {"pictures",
            QT_TRANSLATE_NOOP("Panel", "Pictures"),
            "images",
            {{"train", PanelPlace::Centre, 0, 3}},
            [](Desk& desk) -> PanelParts {
                auto* panel = new PicturesPanel(desk);
                desk.actions.add(lookAtTensors(desk, *panel));
                return {panel, panel->header()};
            }};
}

}  // namespace tl::panels
