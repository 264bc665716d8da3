// See the header. The action runs after the sheet has gone, so that it finds the keyboard where it was.
#include "ui/shell/command_palette.h"

#include <QCoreApplication>
#include <QLineEdit>
#include <QSettings>
#include <QVBoxLayout>

#include "ui/shell/action_list.h"
#include "ui/shell/action_table.h"
#include "widgets/controls/sheet.h"

namespace tl {

namespace {

constexpr const char* kRecent = "palette/recent";
constexpr int kMostRecent = 6;

struct Palette {  // a context for tr()
    Q_DECLARE_TR_FUNCTIONS(Palette)
};

void run(Sheet* sheet, ActionTable& table, const QString& id) {
    sheet->close();
    if (!id.isEmpty()) table.trigger(id);
}

}  // namespace

void openCommandPalette(QWidget& window, ActionTable& table, QSettings& settings) {
    table.refresh();
    auto* sheet = new Sheet(window, Palette::tr("Commands"), Palette::tr("What do you want to do?"));
    sheet->setObjectName(QStringLiteral("commandPalette"));
    sheet->setTall(false);
    const QStringList recent = settings.value(QLatin1String(kRecent)).toStringList();
    auto* list = new ActionList(table, sheet->search(), recent);
    sheet->body().addWidget(list);
    QObject::connect(list, &ActionList::chosen, sheet, [sheet, &table, &settings, recent](const QString& id) {
        QStringList now = recent;
        now.removeAll(id);
        now.prepend(id);
        settings.setValue(QLatin1String(kRecent), now.mid(0, kMostRecent));
        run(sheet, table, id);
    });
    sheet->open();
}

void openKeyList(QWidget& window, ActionTable& table) {
    auto* sheet = new Sheet(window, Palette::tr("Keys and mouse"), Palette::tr("Search keys and gestures"));
    sheet->setObjectName(QStringLiteral("shortcutsSheet"));
    sheet->setTall(false);
    auto* list = new ActionList(table, sheet->search());
    list->showKeys({{Palette::tr("Pan the canvas"), Palette::tr("middle-drag, Space+drag")},
                    {Palette::tr("Zoom at the cursor"), Palette::tr("wheel")},
                    {Palette::tr("Add a layer at the cursor"), Palette::tr("double-click")},
                    {Palette::tr("Add to the selection"), Palette::tr("Shift+click, Shift+drag")},
                    {Palette::tr("Take in or out of the selection"), Palette::tr("Ctrl+click")},
                    {Palette::tr("Break a port's wires"), Palette::tr("Alt+click")},
                    {Palette::tr("Nudge the selection"), Palette::tr("arrow keys")},
                    {Palette::tr("Walk from layer to layer"), Palette::tr("Alt+arrow keys")},
                    {Palette::tr("Zoom a chart"), Palette::tr("wheel, drag")},
                    {Palette::tr("Show all of a chart"), Palette::tr("double-click")}});
    sheet->body().addWidget(list);
    QObject::connect(list, &ActionList::chosen, sheet, [sheet, &table](const QString& id) { run(sheet, table, id); });
    sheet->open();
}

}  // namespace tl
