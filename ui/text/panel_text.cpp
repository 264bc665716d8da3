// Texts beside the curves in the middle of the Train workspace.
#include <QCoreApplication>

#include "ui/shell/desk.h"
#include "ui/shell/panel.h"
#include "ui/text/text_panel.h"

namespace tl::panels {

PanelRow text() {
    return {"text",
            QT_TRANSLATE_NOOP("Panel", "Text"),
            "card-text",
            {{"train", PanelPlace::Centre, 0, 4}},
            [](Desk& desk) -> PanelParts {
                auto* panel = new TextPanel(desk);
                return {panel, panel->header()};
            }};
}

}  // namespace tl::panels
