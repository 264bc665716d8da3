// The devices among the window's panels, where runs are set up and watched.
#include <QCoreApplication>

#include "ui/devices/devices_panel.h"
#include "ui/shell/desk.h"
#include "ui/shell/panel.h"

namespace tl::panels {

PanelRow devices() {
    return {"devices",
            QT_TRANSLATE_NOOP("Panel", "Devices"),
            "gpu-card",
            {{"train", PanelPlace::Right, 300, 1, 1}},
            [](Desk& desk) -> PanelParts {
                auto* panel = new DevicesPanel(desk);
                desk.actions.add(
                    ActionRow{.id = QStringLiteral("showDevicesAction"),
                              .text = QT_TRANSLATE_NOOP("Action", "Show devices"),
                              .menus = {QStringLiteral("View/2")},
                              .run =
                                  [&desk, panel] {
                                      if (!panel->isVisible()) desk.showWorkspace(QStringLiteral("train"));
                                      panel->parentWidget()->show();
                                      panel->parentWidget()->raise();
                                  },
                              .icon = "gpu-card",
                              .help = QT_TRANSLATE_NOOP("Action", "Where networks can be trained here, what these "
                                                                  "devices do now, and why one cannot be used")});
                return {panel};
            }};
}

}  // namespace tl::panels
