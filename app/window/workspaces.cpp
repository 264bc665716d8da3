// See the header; what sizes docks have, and have again, is in workspace_sizes.cpp.
#include "app/window/workspaces.h"

#include <QAbstractButton>
#include <QAbstractItemView>
#include <QAbstractSlider>
#include <QAbstractSpinBox>
#include <QApplication>
#include <QComboBox>
#include <QCoreApplication>
#include <QDataStream>
#include <QDockWidget>
#include <QIODevice>
#include <QLayout>
#include <QLineEdit>
#include <QMainWindow>
#include <QPlainTextEdit>
#include <QStackedWidget>
#include <QTabBar>
#include <QTextEdit>
#include <QTimer>
#include <algorithm>
#include <map>

#include "app/window/centre_tabs.h"
#include "app/window/dock_title.h"
#include "ui/shell/desk.h"
#include "widgets/controls/controls.h"
#include "widgets/theme/theme.h"

namespace tl {

namespace {

constexpr int kShare = 60;  // px of height asked for a share; Qt gives what there is in proportion

const QString kLast = QStringLiteral("layout/workspace");

Qt::DockWidgetArea areaOf(const PanelPlace& place) {
    return place.area == PanelPlace::Left    ? Qt::LeftDockWidgetArea
           : place.area == PanelPlace::Right ? Qt::RightDockWidgetArea
                                             : Qt::BottomDockWidgetArea;
}

// No field or button, which would take the next key for itself.
bool isView(const QWidget& w) {
    const bool control = qobject_cast<const QLineEdit*>(&w) || qobject_cast<const QAbstractButton*>(&w) ||
                         qobject_cast<const QComboBox*>(&w) || qobject_cast<const QAbstractSpinBox*>(&w) ||
                         qobject_cast<const QAbstractSlider*>(&w) || qobject_cast<const QTextEdit*>(&w) ||
                         qobject_cast<const QPlainTextEdit*>(&w) || qobject_cast<const QTabBar*>(&w) ||
                         qobject_cast<const SegmentedBar*>(&w);
    return !control && (w.focusPolicy() & Qt::TabFocus) && w.isVisible() && w.isEnabled() && !w.focusProxy();
}

}  // namespace

Workspaces::Workspaces(QMainWindow& window, QStackedWidget& centre, QSettings& settings, QObject* parent)
    : QObject(parent), window_(window), centre_(centre), settings_(settings) {
    connect(&Theme::instance(), &Theme::changed, this, [this] {
        if (window_.isVisible()) store();
        followLetters();
    });
    window_.installEventFilter(this);
    settled_.setSingleShot(true);
    connect(&settled_, &QTimer::timeout, this, [this] { steady_ = sizes(); });
}

void Workspaces::add(const QString& id, const char* title) {
    Workspace one;
    one.id = id;
    one.title = title;
    workspaces_.push_back(std::move(one));
}

QString Workspaces::title(int index) const { return QCoreApplication::translate("Workspace", at(index).title); }

void Workspaces::addPanels(const std::vector<PanelRow>& rows, Desk& desk) {
    std::map<const Workspace*, std::vector<std::pair<const PanelRow*, PanelParts>>> centres;
    for (const PanelRow& row : rows) {
        const PanelParts parts = row.make(desk);
        markAsPanel(parts.widget, QLatin1String(row.id));
        QDockWidget* dock = nullptr;
        for (const PanelPlace& place : row.places)
            for (Workspace& workspace : workspaces_) {
                if (workspace.id != QLatin1String(place.workspace)) continue;
                if (place.area == PanelPlace::Centre) {
                    centres[&workspace].emplace_back(&row, parts);
                    continue;
                }
                if (!dock) {
                    dock = new Dock(QCoreApplication::translate("Panel", row.title), &window_);
                    dock->setProperty("title", QByteArray(row.title));
                    dock->setObjectName(QLatin1String(row.id) + QStringLiteral("Dock"));
                    dock->setTitleBarWidget(new DockTitle(dock, parts.header, parts.last));
                    dock->setWidget(parts.widget);
                    dock->installEventFilter(this);
                    connect(parts.widget, &QWidget::windowTitleChanged, dock, &QWidget::setWindowTitle);
                    // One that a layout makes a window, while the main window's updates are off, is left out when these
                    // are on again.
                    connect(dock, &QDockWidget::topLevelChanged, dock, [dock](bool floats) {
                        if (floats) dock->setUpdatesEnabled(true);
                    });
                    if (const QString own = parts.widget->windowTitle(); !own.isEmpty()) dock->setWindowTitle(own);
                }
                workspace.docks.push_back({dock, place});
            }
    }
    for (Workspace& workspace : workspaces_) {
        fillCentre(workspace, std::move(centres[&workspace]));
        std::stable_sort(workspace.docks.begin(), workspace.docks.end(),
                         [](const auto& a, const auto& b) { return a.place.order < b.place.order; });
        for (const Workspace::Place& one : workspace.docks) {
            window_.addDockWidget(areaOf(one.place), one.dock);
            one.dock->hide();
        }
    }
}

void Workspaces::fillCentre(Workspace& workspace, std::vector<std::pair<const PanelRow*, PanelParts>> panels) {
    if (panels.empty()) return;
    if (panels.size() == 1 && !panels.front().second.header) {
        centre_.addWidget(workspace.centre = panels.front().second.widget);
        return;
    }
    const auto order = [&](const auto& panel) {
        for (const PanelPlace& place : panel.first->places)
            if (place.area == PanelPlace::Centre && workspace.id == QLatin1String(place.workspace)) return place.order;
        return 0;
    };
    std::stable_sort(panels.begin(), panels.end(), [&](const auto& a, const auto& b) { return order(a) < order(b); });
    workspace.centre = workspace.tabs = new CentreTabs(workspace.id + QStringLiteral("Tabs"));
    for (const auto& [row, parts] : panels) workspace.tabs->add(*row, parts);
    const QString key = QStringLiteral("layout/%1/tab").arg(workspace.id);
    workspace.tabs->show(settings_.value(key).toString());
    connect(workspace.tabs, &CentreTabs::currentChanged, this, [this, key, tabs = workspace.tabs](int index) {
        settings_.setValue(key, tabs->id(index));
        QTimer::singleShot(0, this, &Workspaces::growBack);  // the controls of the tab before may have wanted more room
        const QWidget* focus = QApplication::focusWidget();
        const bool within = focus && tabs->isAncestorOf(focus);  // as in the row of tabs
        const bool kept = focus && focus->isVisible() && (within || givesBack_);
        if (window_.isVisible() && tabs->isVisible() && !kept) giveKeyboard({tabs->panel()});
        emit centreChanged();
    });
    centre_.addWidget(workspace.tabs);
}

QWidget* Workspaces::centrePanel() const {
    if (current_ < 0) return nullptr;
    return at(current_).tabs ? at(current_).tabs->panel() : at(current_).centre;
}

void Workspaces::showPanel(const QString& panel) {
    for (int i = 0; i < count(); ++i)
        if (at(i).tabs && at(i).tabs->show(panel)) return show(i);
    int first = -1;
    for (int i = 0; i < count(); ++i)
        if (dockOf(at(i), panel) && (first < 0 || i == current_)) first = i;
    if (first < 0) return;
    show(first);
    QDockWidget* dock = dockOf(at(first), panel);
    dock->show();
    dock->raise();
}

void Workspaces::lendPanel(const QString& panel) {
    for (int i = 0; i < count(); ++i)
        if (at(i).tabs && at(i).tabs->lend(panel)) return show(i);
}

void Workspaces::giveBack() {
    givesBack_ = true;
    for (const Workspace& workspace : workspaces_)
        if (workspace.tabs) workspace.tabs->giveBack();
    givesBack_ = false;
}

QDockWidget* Workspaces::dockOf(const Workspace& workspace, const QString& panel) {
    for (const Workspace::Place& one : workspace.docks)
        if (one.dock->objectName() == panel + QStringLiteral("Dock")) return one.dock;
    return nullptr;
}

void Workspaces::stepTab(int step) {
    CentreTabs* tabs = current_ < 0 ? nullptr : at(current_).tabs;
    if (tabs && tabs->count() > 0) tabs->show((tabs->current() + step + tabs->count()) % tabs->count());
}

QList<QDockWidget*> Workspaces::docks() const {
    QList<QDockWidget*> all;
    for (const Workspace& workspace : workspaces_)
        for (const Workspace::Place& one : workspace.docks)
            if (!all.contains(one.dock)) all << one.dock;
    return all;
}

QString Workspaces::key(int index) const { return QStringLiteral("layout/") + at(index).id; }

void Workspaces::store() {
    if (current_ < 0) return;
    settings_.setValue(key(current_), window_.saveState(kLayoutVersion));
    settings_.setValue(sizeKey(current_), window_.size());
    storeWidths();
}

void Workspaces::show(const QString& id) {
    for (int i = 0; i < count(); ++i)
        if (at(i).id == id) show(i);
}

void Workspaces::showLast() {
    show(settings_.value(kLast).toString());
    if (current_ < 0) show(0);
}

void Workspaces::show(int index) {
    if (index == current_ || index < 0 || index >= count()) return;
    QWidget* focus = QApplication::focusWidget();
    if (current_ >= 0) workspaces_[static_cast<size_t>(current_)].focus = focus;
    window_.setUpdatesEnabled(false);
    store();
    current_ = index;
    settings_.setValue(kLast, at(index).id);
    // Beside the next middle, if only for a moment, the docks of before would make a narrow window wider.
    for (QDockWidget* dock : docks())
        if (!dock->isFloating()) dock->hide();
    centre_.setCurrentWidget(at(index).centre);
    const QByteArray stored = settings_.value(key(index)).toByteArray();
    window_.layout()->setSizeConstraint(QLayout::SetNoConstraint);  // a column that is folded next makes it no higher
    if (window_.restoreState(stored, kLayoutVersion)) {
        placeNew(stored);
        followLetters();
        // Widths hold in a window as large as when they were stored, and so does a column.
        const QSize then = settings_.value(sizeKey(index)).toSize();
        if (window_.height() < then.height()) foldColumns();
        QTimer::singleShot(0, this, [this, index, then] {
            const QSize now = window_.size();
            const bool grew = then.isValid() && (now.width() > then.width() || now.height() > then.height());
            if (index != current_) return;
            if (grew)
                growBack();
            else if (unfoldColumns())
                setWidths();
        });
    } else {
        arrange(at(index));
        settings_.setValue(key(index) + QStringLiteral("/text"), Theme::instance().textScale());
    }
    window_.layout()->setSizeConstraint(QLayout::SetDefaultConstraint);
    window_.setUpdatesEnabled(true);
    settled_.start(0);  // what was known is of the docks of before; these may be as large as they were when last seen
    // Qt hands the keyboard of what hides to the next in line, which may be a field: the next key would be typed there.
    if (!focus || !focus->isVisibleTo(&window_)) {
        QWidget* had = at(index).focus;
        had&& isView(*had) ? had->setFocus(Qt::OtherFocusReason) : giveKeyboard(panels());
    } else if (!focus->hasFocus()) {
        focus->setFocus(Qt::OtherFocusReason);  // its dock was hidden for a moment
    }
    emit currentChanged(index);
    emit centreChanged();
}

// To what the workspace is for: the first view in the middle, a table beside it, or the panel in the middle, which has
// nothing to look at yet.
void Workspaces::giveKeyboard(const QList<QWidget*>& panels) {
    QWidget* centre = centrePanel();
    for (QWidget* panel : panels)
        for (QWidget* w = panel; w; w = w->nextInFocusChain() == panel ? nullptr : w->nextInFocusChain())
            if ((w == panel || panel->isAncestorOf(w)) && isView(*w) &&
                (panel == centre || qobject_cast<QAbstractItemView*>(w)))
                return w->setFocus(Qt::OtherFocusReason);
    if (centre) centre->setFocus(Qt::OtherFocusReason);
}

// The middle, then what stands around it.
QList<QWidget*> Workspaces::panels() const {
    QList<QWidget*> panels{centrePanel()};
    for (const PanelPlace::Area area : {PanelPlace::Right, PanelPlace::Bottom, PanelPlace::Left})
        for (const Workspace::Place& one : at(current_).docks)
            if (one.place.area == area && one.dock->isVisible()) panels << one.dock;
    return panels;
}

// A layout that was stored before a dock existed says nothing of it: the dock goes where it stands at first. Qt writes
// every dock's name into a layout, of those that are hidden too.
void Workspaces::placeNew(const QByteArray& stored) {
    for (const Workspace& workspace : workspaces_) {
        for (const Workspace::Place& one : workspace.docks) {
            QByteArray name;
            QDataStream writing(&name, QIODevice::WriteOnly);
            writing << one.dock->objectName();
            if (stored.contains(name)) continue;
            one.dock->setFloating(false);
            const Qt::DockWidgetArea area = areaOf(one.place);
            window_.addDockWidget(area, one.dock);
            const bool own = &workspace == &at(current_);
            one.dock->setVisible(own);
            if (QDockWidget* beside = dockOf(workspace, QLatin1String(one.place.tabOf)); own && beside) {
                window_.tabifyDockWidget(beside, one.dock);  // all others keep their heights
                beside->raise();
                continue;
            }
            const Qt::Orientation along = area == Qt::BottomDockWidgetArea ? Qt::Vertical : Qt::Horizontal;
            if (own) window_.resizeDocks({one.dock}, {sizeOf(one.place, Theme::instance().textScale())}, along);
        }
    }
}

void Workspaces::arrange(const Workspace& workspace) {
    for (QDockWidget* dock : docks()) dock->hide();
    const bool low = std::ranges::any_of(workspace.docks, [this](const auto& one) { return !fits(one.place); });
    low ? settings_.setValue(lowKey(), true) : settings_.remove(lowKey());
    settings_.remove(columnsKey());
    // Tabs last, beside what they are tabs of, and shown when they are: upon each other, if only for a moment, they
    // would make a low window higher.
    for (const bool tabs : {false, true})
        for (const Workspace::Place& one : workspace.docks) {
            QDockWidget* beside = tabbedWith(workspace, one);
            if (tabs != (beside != nullptr)) continue;
            one.dock->setFloating(false);
            window_.removeDockWidget(one.dock);
            window_.addDockWidget(areaOf(one.place), one.dock);
            if (beside) window_.tabifyDockWidget(beside, one.dock);
            one.dock->setVisible(fits(one.place));
            if (beside) beside->raise();
        }
    for (const PanelPlace::Area area : {PanelPlace::Left, PanelPlace::Right, PanelPlace::Bottom}) {
        const Qt::Orientation along = area == PanelPlace::Bottom ? Qt::Vertical : Qt::Horizontal;
        QList<QDockWidget*> docks;
        QList<int> sizes, heights;
        for (const Workspace::Place& one : workspace.docks) {
            if (one.place.area != area || tabbedWith(workspace, one)) continue;
            docks << one.dock;
            sizes << sizeOf(one.place, Theme::instance().textScale());
            heights << kShare * one.place.share;
        }
        if (!docks.isEmpty()) window_.resizeDocks({docks.front()}, {sizes.front()}, along);
        if (docks.size() > 1 && along == Qt::Horizontal) window_.resizeDocks(docks, heights, Qt::Vertical);
    }
}

void Workspaces::focusPanel(int step) {
    if (current_ < 0) return;
    const QList<QWidget*> panels = this->panels();
    const QWidget* focus = QApplication::focusWidget();
    qsizetype now = step > 0 ? -1 : 0;
    for (qsizetype i = 0; i < panels.size(); ++i)
        if (panels[i] == focus || (focus && panels[i]->isAncestorOf(focus))) now = i;
    // A panel with nothing to give the keyboard to is passed over.
    for (qsizetype tried = 0; tried < panels.size(); ++tried) {
        now = (now + step + panels.size()) % panels.size();
        QWidget* panel = panels[now];
        if (auto* dock = qobject_cast<QDockWidget*>(panel)) {
            dock->raise();
            if (dock->isFloating()) dock->activateWindow();
        }
        QWidget* first = nullptr;
        for (QWidget* w = panel->nextInFocusChain(); w && w != panel; w = w->nextInFocusChain())
            if (panel->isAncestorOf(w) && (w->focusPolicy() & Qt::TabFocus) && w->isVisible() && w->isEnabled() &&
                !w->focusProxy()) {
                first = w;
                break;
            }
        if (!first && (panel->focusPolicy() & Qt::TabFocus)) first = panel;
        if (!first) continue;
        first->setFocus(Qt::TabFocusReason);
        return;
    }
}

}  // namespace tl
