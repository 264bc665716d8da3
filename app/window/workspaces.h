// Workspaces are saved layouts of the same window: which docks are there, where and how large. Switching stores the
// layout that is left and restores the other; each can be put back to how it was at first.
#pragma once

#include <QList>
#include <QObject>
#include <QSettings>
#include <QString>
#include <functional>
#include <vector>

class QDockWidget;
class QMainWindow;
class QStackedWidget;
class QWidget;

namespace tl {

struct Workspace {
    QString id, title;
    QWidget* centre = nullptr;
    struct Place {
        QDockWidget* dock;
        Qt::DockWidgetArea area;
        int size;  // width at the sides, height at the bottom; px
    };
    std::vector<Place> docks;  // in the order of stacking within an area
};

class Workspaces : public QObject {
    Q_OBJECT
public:
    Workspaces(QMainWindow& window, QStackedWidget& centre, QSettings& settings, QObject* parent = nullptr);
    void add(Workspace workspace);
    int count() const { return static_cast<int>(workspaces_.size()); }
    int current() const { return current_; }
    const Workspace& at(int index) const { return workspaces_[static_cast<size_t>(index)]; }
    void show(int index);
    void resetLayout();  // of the current one
    void store();        // before closing

signals:
    void currentChanged(int index);

private:
    QString key(int index) const;
    void arrange(const Workspace& workspace);
    void placeNew(const QByteArray& stored);
    QMainWindow& window_;
    QStackedWidget& centre_;
    QSettings& settings_;
    std::vector<Workspace> workspaces_;
    int current_ = -1;
};

}  // namespace tl
