// The middle of the Graph workspace: the graph, where one is in it, and what to look at it with; what it says while
// there is none.
#pragma once

#include <QWidget>

#include "ui/graph/graph_stops.h"

class QHBoxLayout;
class QLabel;
class QPushButton;
class QStackedWidget;
class QToolButton;

namespace tl {

class ActionTable;
class Breakpoints;
class EmptyState;
class GraphCanvas;
class OpGraphModel;
class Selection;
class ToneLabel;

class GraphPanel : public QWidget {
    Q_OBJECT
public:
    GraphPanel(OpGraphModel& model, Selection& selection, Breakpoints& breakpoints, QWidget* parent = nullptr);
    GraphCanvas* canvas() const { return canvas_; }
    void setName(const QString& name);          // of the project: the first of the path
    void showKeys(const ActionTable& actions);  // those that its buttons name

signals:
    void actionRequested(const QString& id);  // of a button in the empty state
    void contextMenuRequested(const QPoint& global);
    void dropped(const QString& path);

private:
    void takeView();
    void takeState();
    void tint();
    void showMatches();
    void makeOther();
    void showStops();
    void pickFromCanvas();
    void pickFromModel();
    void markSelection();
    void fillPath();
    void place();
    bool fitPath(int room);  // false: its names are cut
    QToolButton* addButton(const QString& icon, const QString& text, const char* name);
    void showEvent(QShowEvent*) override;
    void hideEvent(QHideEvent*) override;
    bool eventFilter(QObject* watched, QEvent* event) override;
    void dragEnterEvent(QDragEnterEvent*) override;
    void dropEvent(QDropEvent*) override;

    OpGraphModel& model_;
    Selection& selection_;
    Breakpoints& breakpoints_;
    QStackedWidget* pages_;
    EmptyState* empty_;
    GraphCanvas* canvas_;
    QWidget *path_ = nullptr, *tools_ = nullptr, *busy_ = nullptr, *other_ = nullptr;
    ToneLabel* otherWords_ = nullptr;
    QHBoxLayout *pathRow_, *toolRow_;
    QPushButton* zoom_;
    QToolButton *fit_, *map_;
    QString name_;
    quint64 source_ = ~quint64{0}, nodes_ = ~quint64{0};  // of the model, that the canvas shows
    GraphPlaces places_;                                  // of these nodes
    bool fromCanvas_ = false, fromSelection_ = false;
};

}  // namespace tl
