// A layer's output as points in space, beside the curves in the middle of the Train workspace.
#include <QCoreApplication>

#include "ui/projector/projector_panel.h"
#include "ui/shell/desk.h"
#include "ui/shell/panel.h"
#include "widgets/plot/point_cloud.h"

namespace tl::panels {

PanelRow projector() {
    return {"projector",
            QT_TRANSLATE_NOOP("Panel", "Projector"),
            "diagram-3",
            {{"train", PanelPlace::Centre, 0, 7}},
            [](Desk& desk) -> PanelParts {
                auto* panel = new ProjectorPanel(desk);
                PointCloud* cloud = &panel->cloud();
                const auto any = [cloud] { return !cloud->points().isEmpty(); };
                desk.actions.add({{.id = QStringLiteral("nextPointAction"),
                                   .text = QT_TRANSLATE_NOOP("Action", "Projector: next point"),
                                   .keys = {Qt::Key_N},
                                   .run = [cloud] { cloud->step(1); },
                                   .applies = any,
                                   .scope = cloud},
                                  {.id = QStringLiteral("previousPointAction"),
                                   .text = QT_TRANSLATE_NOOP("Action", "Projector: point before"),
                                   .keys = {Qt::Key_P},
                                   .run = [cloud] { cloud->step(-1); },
                                   .applies = any,
                                   .scope = cloud}});
                return {panel, panel->header()};
            }};
}

}  // namespace tl::panels
