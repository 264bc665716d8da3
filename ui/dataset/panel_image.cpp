// One image large among the window's panels.
#include <QCoreApplication>

#include "ui/dataset/image_panel.h"
#include "ui/models/workbench.h"
#include "ui/shell/desk.h"
#include "ui/shell/panel.h"

namespace tl::panels {

PanelRow image() {
    return {"image",
            QT_TRANSLATE_NOOP("Panel", "Image"),
            "image",
            {{"data", PanelPlace::Right, 300}},
            [](Desk& desk) -> PanelParts {
                auto* panel = new ImagePanel(desk.bench.data, desk.bench.selection, desk.bench.jobs);
                const auto follow = [panel, &training = desk.bench.training] {
                    panel->setAugmentation(training.spec().augmentation, training.spec().seed);
                };
                follow();
                QObject::connect(&desk.bench.training, &TrainingModel::changed, panel, follow);
                QObject::connect(&desk.bench.selection, &Selection::imageActivated, panel, &ImagePanel::focusImage);
                return {panel};
            }};
}

}  // namespace tl::panels
