// The settings as a sheet: look, language, canvas, training, start, and the keys of every action. What is set applies
// at once; the search field shows only the rows that hold what is typed, keys of all actions among them.
#pragma once

#include <QStringList>
#include <vector>

#include "ui/shell/action_table.h"
#include "widgets/controls/sheet.h"

class QLabel;
class QScrollArea;
class QVBoxLayout;

namespace tl {

class DeviceList;
class KeyRow;
class Settings;

class SettingsSheet : public Sheet {
    Q_OBJECT
public:
    // search: what the field holds at first ("keys").
    SettingsSheet(QWidget& window, Settings& settings, ActionTable& table, const DeviceList& devices,
                  const QString& search = {});
    // Where a person is in it: what is searched for, how far it is scrolled, what has the keyboard. For the next one,
    // in another language.
    struct Place {
        QString search, focus;
        int scrolled = 0;
    };
    Place place() const;
    void open(const Place& place);
    using Sheet::open;
    // What can be set, as the sheet and the command palette call it. Others' words are in the context "Action".
    struct Entry {
        const char *name, *label, *words;
    };
    static const std::vector<Entry>& entries();
    void openAt(const QString& name);  // where that is set

private:
    struct Row {
        QWidget* widget;
        QString words;  // what a search looks through
    };
    void addSection(const QString& title);
    void addRow(const char* name, const QString& help, QWidget* control);
    void addRow(const QString& label, const QString& help, QWidget* control, const QString& others = {});
    void addLook();
    void addTraining(const DeviceList& devices);
    void addKeys();
    QWidget* choice(const char* name, const QStringList& values, const QStringList& titles);
    QWidget* toggle(const char* name);
    QWidget* textSize();
    QWidget* folder();
    void filter(const QString& words);

    Settings& settings_;
    ActionTable& table_;
    ActionTable::Keys keysBefore_;  // all went back to how they were delivered
    QScrollArea* scroll_;
    QVBoxLayout* column_;
    std::vector<Row> rows_;
    struct SectionRows {
        QWidget* caption;
        size_t first;
    };
    std::vector<SectionRows> sections_;
    QLabel* nothing_;
};

}  // namespace tl
