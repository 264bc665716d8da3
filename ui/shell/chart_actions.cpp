// See the header.
#include "ui/shell/chart_actions.h"

#include <QCoreApplication>

#include "ui/shell/action_table.h"
#include "widgets/plot/line_plot.h"

namespace tl {

namespace {

struct ChartRow {
    const char *id, *text, *name;  // in the chart's menu, and in lists, where nothing says what it is of
    Qt::Key key;
    void (*run)(LinePlot& plot);
    bool (*checked)(const LinePlot& plot);  // null: it is no switch
    bool (*applies)(const LinePlot& plot) = [](const LinePlot&) { return true; };
};

const ChartRow kRows[] = {
    {"chartShowAllAction", QT_TRANSLATE_NOOP("Action", "Show all of it"),
     QT_TRANSLATE_NOOP("Action", "Chart: show all of it"), Qt::Key_F, [](LinePlot& plot) { plot.showAll(); }, nullptr},
    {"chartLogXAction", QT_TRANSLATE_NOOP("Action", "Logarithmic x"),
     QT_TRANSLATE_NOOP("Action", "Chart: logarithmic x"), Qt::Key_X, [](LinePlot& plot) { plot.setLogX(!plot.logX()); },
     [](const LinePlot& plot) { return plot.logX(); },
     [](const LinePlot& plot) { return plot.xAxis() != AxisKind::Clock; }},
    {"chartLogYAction", QT_TRANSLATE_NOOP("Action", "Logarithmic y"),
     QT_TRANSLATE_NOOP("Action", "Chart: logarithmic y"), Qt::Key_L, [](LinePlot& plot) { plot.setLogY(!plot.logY()); },
     [](const LinePlot& plot) { return plot.logY(); }},
    {"chartRawAction", QT_TRANSLATE_NOOP("Action", "Raw lines"), QT_TRANSLATE_NOOP("Action", "Chart: raw lines"),
     Qt::Key_R, [](LinePlot& plot) { plot.setShowRaw(!plot.showRaw()); },
     [](const LinePlot& plot) { return plot.showRaw(); }},
    {"chartOutliersAction", QT_TRANSLATE_NOOP("Action", "Ignore outliers"),
     QT_TRANSLATE_NOOP("Action", "Chart: ignore outliers"), Qt::Key_O,
     [](LinePlot& plot) { plot.setIgnoreOutliers(!plot.ignoreOutliers()); },
     [](const LinePlot& plot) { return plot.ignoreOutliers(); }},
};

LinePlot* chartIn(const ActionTable& table) { return qobject_cast<LinePlot*>(table.place()); }

void addRows(ActionTable& table) {
    for (const ChartRow& each : kRows) {
        ActionRow row{.id = QLatin1String(each.id), .text = each.text, .keys = {each.key}, .menus = {"chart/1"}};
        row.name = [&each] { return QCoreApplication::translate("Action", each.name); };
        if (each.checked)
            row.checked = [&table, &each] {
                const LinePlot* plot = chartIn(table);
                return plot && each.checked(*plot);
            };
        table.add(std::move(row));
    }
}

}  // namespace

void offerCharts(ActionTable& table, QWidget& panel) {
    if (!table.action(QLatin1String(kRows[0].id))) addRows(table);
    for (const ChartRow& each : kRows)
        table.offer(
            QLatin1String(each.id), &panel, [&table, &each] { each.run(*chartIn(table)); },
            [&table, &each] {
                const LinePlot* plot = chartIn(table);
                return plot && each.applies(*plot);
            });
}

}  // namespace tl
