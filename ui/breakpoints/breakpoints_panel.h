// Breakpoints at the left: a list with check marks, a line to write one, with the names that there are, and whether a
// run that ends in nan is to stand. At the right where the run stands (stop_view.h).
#pragma once

#include <QWidget>

class QLabel;
class QLineEdit;
class QListView;
class QStringListModel;

namespace tl {

class BreakpointTable;
class Breakpoints;
class StopView;
class ToggleSwitch;
class ToneLabel;
struct Desk;

class BreakpointsPanel : public QWidget {
    Q_OBJECT
public:
    explicit BreakpointsPanel(Desk& desk, QWidget* parent = nullptr);
    void enter();  // the keyboard goes to the line

private:
    QWidget* makeList();
    void addEntered();
    void removeCurrent();
    void findNames();
    void complain(const QString& sentence);  // empty: all is well again
    void menuAt(const QPoint& position);
    bool eventFilter(QObject* object, QEvent* event) override;
    void paintEvent(QPaintEvent*) override;

    Desk& desk_;
    Breakpoints& points_;
    BreakpointTable* table_;
    QListView* list_ = nullptr;
    QLineEdit* entry_ = nullptr;
    ToneLabel* problem_ = nullptr;
    ToggleSwitch* atNan_ = nullptr;
    StopView* stop_ = nullptr;
    QStringListModel* words_ = nullptr;
};

}  // namespace tl
