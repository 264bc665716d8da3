// See the header.
#include "app/window/workspaces.h"

#include <QDataStream>
#include <QDockWidget>
#include <QIODevice>
#include <QMainWindow>
#include <QStackedWidget>

namespace tl {

namespace {
constexpr int kLayoutVersion = 1;  // raised when docks are renamed, so that old layouts are not misread
}

Workspaces::Workspaces(QMainWindow& window, QStackedWidget& centre, QSettings& settings, QObject* parent)
    : QObject(parent), window_(window), centre_(centre), settings_(settings) {}

void Workspaces::add(Workspace workspace) {
    centre_.addWidget(workspace.centre);
    for (const Workspace::Place& place : workspace.docks) {
        window_.addDockWidget(place.area, place.dock);
        place.dock->hide();
    }
    workspaces_.push_back(std::move(workspace));
}

QString Workspaces::key(int index) const { return QStringLiteral("layout/") + at(index).id; }

void Workspaces::store() {
    if (current_ >= 0) settings_.setValue(key(current_), window_.saveState(kLayoutVersion));
}

void Workspaces::show(int index) {
    if (index == current_ || index < 0 || index >= count()) return;
    window_.setUpdatesEnabled(false);
    store();
    current_ = index;
    centre_.setCurrentWidget(at(index).centre);
    const QByteArray stored = settings_.value(key(index)).toByteArray();
    if (window_.restoreState(stored, kLayoutVersion))
        placeNew(stored);
    else
        arrange(at(index));
    window_.setUpdatesEnabled(true);
    emit currentChanged(index);
}

// A layout that was stored before a dock existed says nothing of it: the dock goes where it stands at first. Qt writes
// every dock's name into a layout, of those that are hidden too.
void Workspaces::placeNew(const QByteArray& stored) {
    for (const Workspace& workspace : workspaces_) {
        for (const Workspace::Place& place : workspace.docks) {
            QByteArray name;
            QDataStream writing(&name, QIODevice::WriteOnly);
            writing << place.dock->objectName();
            if (stored.contains(name)) continue;
            place.dock->setFloating(false);
            window_.addDockWidget(place.area, place.dock);
            const bool own = &workspace == &at(current_);
            place.dock->setVisible(own);
            const Qt::Orientation along = place.area == Qt::BottomDockWidgetArea ? Qt::Vertical : Qt::Horizontal;
            if (own) window_.resizeDocks({place.dock}, {place.size}, along);
        }
    }
}

void Workspaces::resetLayout() {
    if (current_ >= 0) arrange(at(current_));
}

void Workspaces::arrange(const Workspace& workspace) {
    for (const Workspace& other : workspaces_)
        for (const Workspace::Place& place : other.docks) place.dock->hide();
    for (const Workspace::Place& place : workspace.docks) {
        place.dock->setFloating(false);
        window_.removeDockWidget(place.dock);
        window_.addDockWidget(place.area, place.dock);
        place.dock->show();
    }
    for (const Qt::DockWidgetArea area : {Qt::LeftDockWidgetArea, Qt::RightDockWidgetArea, Qt::BottomDockWidgetArea}) {
        const Qt::Orientation along = area == Qt::BottomDockWidgetArea ? Qt::Vertical : Qt::Horizontal;
        QList<QDockWidget*> docks;
        QList<int> sizes;
        for (const Workspace::Place& place : workspace.docks) {
            if (place.area != area) continue;
            docks << place.dock;
            sizes << place.size;
        }
        if (!docks.isEmpty()) window_.resizeDocks({docks.front()}, {sizes.front()}, along);
        // Stacked docks share the height: the first as much as it asks for, the last the rest.
        if (docks.size() > 1 && along == Qt::Horizontal) window_.resizeDocks(docks, {280, 560}, Qt::Vertical);
    }
}

}  // namespace tl
