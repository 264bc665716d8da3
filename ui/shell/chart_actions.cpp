// See the header.
#include "ui/shell/chart_actions.h"

#include <QCoreApplication>
#include <QMenu>
#include <QToolButton>
#include <QUndoStack>

#include "ui/shell/action_table.h"
#include "widgets/controls/card.h"
#include "widgets/plot/line_plot.h"

namespace tl {

namespace {

struct ChartRow {
    const char *id, *text, *name;  // in the chart's menu, and in lists, where nothing says what it is of
    const char* words;             // what others call it
    Qt::Key key;
    void (*run)(LinePlot& plot);
    bool (*checked)(const LinePlot& plot);  // null: it is no switch
    bool (*applies)(const LinePlot& plot) = [](const LinePlot&) { return true; };
};

constexpr const char* kLogWords = QT_TRANSLATE_NOOP("Action", "log scale, logarithmic scale, log axis");

const ChartRow kRows[] = {
    {"chartShowAllAction", QT_TRANSLATE_NOOP("Action", "Show all of it"),
     QT_TRANSLATE_NOOP("Action", "Chart: show all of it"),
     QT_TRANSLATE_NOOP("Action", "reset zoom, zoom out, fit, whole chart"), Qt::Key_F,
     [](LinePlot& plot) { plot.showAll(); }, nullptr},
    {"chartLogXAction", QT_TRANSLATE_NOOP("Action", "Logarithmic x"),
     QT_TRANSLATE_NOOP("Action", "Chart: logarithmic x"), kLogWords, Qt::Key_X,
     [](LinePlot& plot) { plot.setLogX(!plot.logX()); }, [](const LinePlot& plot) { return plot.logX(); },
     [](const LinePlot& plot) { return plot.xAxis() != AxisKind::Clock; }},
    {"chartLogYAction", QT_TRANSLATE_NOOP("Action", "Logarithmic y"),
     QT_TRANSLATE_NOOP("Action", "Chart: logarithmic y"), kLogWords, Qt::Key_L,
     [](LinePlot& plot) { plot.setLogY(!plot.logY()); }, [](const LinePlot& plot) { return plot.logY(); }},
    {"chartRawAction", QT_TRANSLATE_NOOP("Action", "Raw lines"), QT_TRANSLATE_NOOP("Action", "Chart: raw lines"),
     QT_TRANSLATE_NOOP("Action", "unsmoothed, without smoothing, original values"), Qt::Key_R,
     [](LinePlot& plot) { plot.setShowRaw(!plot.showRaw()); }, [](const LinePlot& plot) { return plot.showRaw(); }},
    {"chartOutliersAction", QT_TRANSLATE_NOOP("Action", "Ignore outliers"),
     QT_TRANSLATE_NOOP("Action", "Chart: ignore outliers"), QT_TRANSLATE_NOOP("Action", "spikes, percentiles, clip"),
     Qt::Key_O, [](LinePlot& plot) { plot.setIgnoreOutliers(!plot.ignoreOutliers()); },
     [](const LinePlot& plot) { return plot.ignoreOutliers(); }},
};

// What a card's own button does, by key: pressed in the card that has the keyboard.
struct CardRow {
    const char *id, *text, *words;
    const char* button;  // how its name begins
    Qt::Key key;
};

const CardRow kCardRows[] = {
    {"cardPinAction", QT_TRANSLATE_NOOP("Action", "Chart: pin it, or let it go"),
     QT_TRANSLATE_NOOP("Action", "pin tag, keep at the top, favourite"), "pin.", Qt::Key_P},
    {"cardExpandAction", QT_TRANSLATE_NOOP("Action", "Chart: full width, or back in its place"),
     QT_TRANSLATE_NOOP("Action", "fullscreen, full screen, maximise, enlarge"), "expand.", Qt::Key_E},
};

LinePlot* chartIn(const ActionTable& table) { return qobject_cast<LinePlot*>(table.place()); }

QToolButton* buttonIn(const ActionTable& table, const char* name) {
    QWidget* card = table.place();
    while (card && !qobject_cast<Card*>(card)) card = card->parentWidget();
    if (!card) return nullptr;
    for (QToolButton* button : card->findChildren<QToolButton*>())
        if (button->objectName().startsWith(QLatin1String(name)) && button->isVisible()) return button;
    return nullptr;
}

void addRows(ActionTable& table) {
    for (const ChartRow& each : kRows) {
        ActionRow row{.id = QLatin1String(each.id),
                      .text = each.text,
                      .keys = {each.key},
                      .menus = {"chart/1"},
                      .words = each.words};
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
    offerCards(table, panel);
}

void offerCards(ActionTable& table, QWidget& panel) {
    for (const CardRow& each : kCardRows) {
        const QString id = QLatin1String(each.id);
        if (!table.action(id)) table.add({.id = id, .text = each.text, .keys = {each.key}, .words = each.words});
        table.offer(
            id, &panel, [&table, &each] { buttonIn(table, each.button)->click(); },
            [&table, &each] { return buttonIn(table, each.button) != nullptr; });
    }
}

void offerSteps(ActionTable& table, QWidget& panel, QUndoStack& steps, const std::function<bool()>& when) {
    table.offer(QStringLiteral("undoAction"),
                {&panel, [&steps] { steps.undo(); }, [&steps, when] { return steps.canUndo() && (!when || when()); },
                 [&steps] { return QObject::tr("&Undo: %1").arg(steps.undoText()); }, true, true});
    table.offer(QStringLiteral("redoAction"),
                {&panel, [&steps] { steps.redo(); }, [&steps, when] { return steps.canRedo() && (!when || when()); },
                 [&steps] { return QObject::tr("&Redo: %1").arg(steps.redoText()); }, true, true});
}

void fillChartMenu(ActionTable& table, QMenu& menu) {
    table.fill(menu, QStringLiteral("chart"));
    QObject::connect(&menu, &QMenu::aboutToShow, &menu, [&table, &menu] {  // the card's own rows come last
        for (QAction* action : menu.actions())
            for (const CardRow& each : kCardRows)
                if (const QString keys = table.keyText(QLatin1String(each.id));
                    !keys.isEmpty() && action->objectName().startsWith(QLatin1String(each.button)))
                    action->setText(action->text().section(QLatin1Char('\t'), 0, 0) + QLatin1Char('\t') + keys);
    });
}

}  // namespace tl
