// Pictures beside the curves in the middle of the Train workspace.
#include <QCoreApplication>

#include "ui/pictures/pictures_panel.h"
#include "ui/shell/desk.h"
#include "ui/shell/panel.h"

namespace tl::panels {

PanelRow pictures() {
    return {"pictures",
            QT_TRANSLATE_NOOP("Panel", "Pictures"),
            "images",
            {{"train", PanelPlace::Centre, 0, 2}},
            [](Desk& desk) -> PanelParts {
                auto* panel = new PicturesPanel(desk);
                return {panel, panel->header()};
            }};
}

}  // namespace tl::panels
