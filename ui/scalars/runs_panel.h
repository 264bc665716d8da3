// The runs as a table with a tree in it: colour, name, state, last values and what they were started with; a filter
// above, and what puts them together. The swatch (or Space) hides a run's curves.
#pragma once

#include <QHash>
#include <QSet>
#include <QWidget>
#include <optional>
#include <vector>

#include "ui/models/run_model.h"

class QLabel;
class QLineEdit;
class QMenu;
class QModelIndex;
class QSettings;
class QToolButton;
class QTreeView;

namespace tl {

class RunColumns;
class RunFilter;
class RunTree;
struct ActionRow;

class RunsPanel : public QWidget {
    Q_OBJECT
public:
    explicit RunsPanel(RunModel& runs, QWidget* parent = nullptr);
    int currentRun() const;               // -1 = none
    int onlyRun() const;                  // -1 = several are selected, or a heading is
    bool headingChosen() const;           // among what is selected
    std::vector<int> chosenRuns() const;  // all that are selected, in the list's order; else the current one
    void setCurrentRun(int run);
    void remember(QSettings& settings);  // which columns were chosen
    // Which curves are drawn, by keys in the list and in its menu ("run").
    std::vector<ActionRow> rows();

signals:
    void currentRunChanged(int run);                        // by the person
    void edited(int run, int column, const QString& text);  // RunTree's column: its name, tags or note
    void menuRequested(QMenu& menu);                        // adds what can be done with the current run

private:
    struct Chosen {
        std::vector<int> runs;
        bool heading;
    };
    bool eventFilter(QObject* object, QEvent* event) override;
    void toggle(const QModelIndex& index);
    std::vector<int> meantBy(const QModelIndex& index) const;  // it, with all others that are chosen, if it is
    void setShown(const std::vector<int>& runs, bool shown);
    void showOnly(const std::vector<int>& runs);
    void choose(const QModelIndex& index);
    std::vector<QModelIndex> unfoldedRows() const;  // in their order
    std::vector<QModelIndex> selectedRows() const;  // of these
    const Chosen& selected() const;
    void keep();
    void restore();
    void chooseKept();
    void showOrder();
    void keepWriting();
    void goOnWriting();
    void fillGroups(QMenu& menu);
    void fillDrawn(QMenu& menu);
    void sayDrawn();  // how many of the listed runs have curves, where not all do
    void menuAt(const QPoint& position);
    void paintEvent(QPaintEvent*) override;

    RunModel& runs_;
    RunFilter* filter_;
    QLineEdit* search_;
    QLabel* problem_;
    RunTree* tree_;
    QTreeView* table_;
    RunColumns* columns_;
    QToolButton *groups_, *drawn_;
    struct Writing {  // in a cell, while the rows became others
        int run = -1, column = 0, cursor = 0;
        QString text;
    } writing_;
    struct Asked {  // whose menu is open, whatever becomes of the rows meanwhile
        std::vector<int> runs, chosen;
        bool shown = false;
    } asked_;
    // Every action asks, and all rows are looked at for it. Null: to be looked for.
    mutable std::optional<Chosen> selected_;
    struct Kept {  // of the rows that were selected before they became others
        QSet<int> runs;
        QHash<QString, std::vector<int>> headings;  // by key, with what stood under them
        QString current;                            // the heading that the keyboard was at; empty: at none
    } kept_;
    int scrolled_ = 0, chosen_ = -1;
    int begun_ = -1;  // a run that is not in sight yet
    bool restoring_ = false, telling_ = false, ordering_ = false;
};

}  // namespace tl
