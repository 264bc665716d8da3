// The list of breakpoints, beside the run tree: each with a mark that switches it, a line to write one, with the names
// that there are. Where a run stands is in another view (stop_view.h).
#pragma once

#include <QWidget>
#include <set>
#include <string>
#include <vector>

#include "engine/train/breakpoint.h"
#include "engine/train/watch.h"

class QLabel;
class QLineEdit;
class QListView;
class QStringListModel;

namespace tl {

class BreakpointTable;
class Breakpoints;
class PutBack;
class ToneLabel;
struct ActionRow;
struct Desk;

class BreakpointsPanel : public QWidget {
    Q_OBJECT
public:
    explicit BreakpointsPanel(Desk& desk, QWidget* parent = nullptr);
    void enter();         // the keyboard goes to the line
    bool writes() const;  // somebody has the keyboard in here
    // What is done with the chosen one, by keys in the list and in its menu ("breakpoint").
    std::vector<ActionRow> rows();

private:
    void makeList();
    void makeEntry();
    void addEntered();
    bool written() const;  // the current one is a person's, and not the row of what is not finite
    bool on() const;       // it is switched on
    void removeCurrent();
    void findNames();
    void findAsked();                                   // likewise, where a condition asks for some
    QString obstacle(const Breakpoint& written) const;  // empty: there is none, or it is not known
    void complain(const QString& sentence);             // empty: all is well again
    void menuAt(const QPoint& position);
    bool eventFilter(QObject* object, QEvent* event) override;
    void paintEvent(QPaintEvent*) override;

    Desk& desk_;
    Breakpoints& points_;
    PutBack* putBack_;
    BreakpointTable* table_;
    QListView* list_ = nullptr;
    QLineEdit* entry_ = nullptr;
    ToneLabel* problem_ = nullptr;
    QStringListModel* words_ = nullptr;
    // That conditions can name; empty: not known.
    std::set<std::string> numbers_;
    std::vector<WatchableValue> values_;
    int edits_ = 0;  // of what they are found in
};

}  // namespace tl
