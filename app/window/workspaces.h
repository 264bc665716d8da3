// Workspaces are saved layouts of the same window: which panels are there, where and how large. Panels come from their
// rows (ui/shell/panel.h). Switching stores the layout that is left and restores the other; each can be put back to how
// it was at first. On a small screen docks are narrower at first, and the bottom is left to the middle.
#pragma once

#include <QHash>
#include <QList>
#include <QObject>
#include <QPointer>
#include <QSettings>
#include <QSize>
#include <QString>
#include <QTimer>
#include <vector>

#include "ui/shell/panel.h"

class QDockWidget;
class QMainWindow;
class QStackedWidget;
class QWidget;

namespace tl {

class CentreTabs;

struct Workspace {
    QString id;
    const char* title;  // English; translated in the context "Workspace"
    QWidget* centre = nullptr;
    CentreTabs* tabs = nullptr;  // the centre, where several panels share it or one has controls of its own
    struct Place {
        QDockWidget* dock;
        PanelPlace place;
    };
    std::vector<Place> docks;     // in the order of stacking within an area
    QPointer<QWidget> focus;      // what had the keyboard when another was shown
    QHash<QString, QSize> roomy;  // its docks before the window was made smaller; empty: it was not
    QSize roomyAt;                // the window then
};

class Workspaces : public QObject {
    Q_OBJECT
public:
    Workspaces(QMainWindow& window, QStackedWidget& centre, QSettings& settings, QObject* parent = nullptr);
    void add(const QString& id, const char* title);
    // Makes every panel and gives it its places.
    void addPanels(const std::vector<PanelRow>& rows, Desk& desk);
    int count() const { return static_cast<int>(workspaces_.size()); }
    int current() const { return current_; }
    bool shows(const QString& id) const { return current_ >= 0 && at(current_).id == id; }
    const Workspace& at(int index) const { return workspaces_[static_cast<size_t>(index)]; }
    QString title(int index) const;
    QList<QDockWidget*> docks() const;
    void show(int index);
    void show(const QString& id);
    void showLast();  // that was shown when the program ended; the first, where none was
    // In the workspace that it belongs to, the one in sight before others: its tab in the middle, or its dock.
    void showPanel(const QString& panel);
    // A tab in the middle, until giveBack(): then the one before stands there again, unless another was chosen, and
    // the keyboard stays where it is.
    void lendPanel(const QString& panel);
    void giveBack();
    void stepTab(int step);        // of the current one
    QWidget* centrePanel() const;  // the one in front; null before a workspace is shown
    void resetLayout();            // of the current one
    // Of the docks in sight, by name: what the window is made again with, in another language.
    QHash<QString, QSize> sizes() const;
    void setSizes(const QHash<QString, QSize>& sizes);
    // Before the letters grow: how wide a person has made the sides, of what letters of that scale want.
    void keepWidths(double scale);
    // As wide as the letters want, times what a person has made of it: once what stands there lets it be so.
    void setWidths(bool onlyWider = false);
    void store();  // before closing
    // Gives the keyboard to the next of the visible panels, from the middle on clockwise; -1: the one before.
    void focusPanel(int step);
    void focusCentre() { giveKeyboard({centrePanel()}); }

signals:
    void currentChanged(int index);
    void centreChanged();  // another panel stands in the middle

private:
    static constexpr int kLayoutVersion = 1;  // raised when docks are renamed, so that old layouts are not misread
    QString key(int index) const;
    void fillCentre(Workspace& workspace, std::vector<std::pair<const PanelRow*, PanelParts>> panels);
    void arrange(const Workspace& workspace);
    static QDockWidget* dockOf(const Workspace& workspace, const QString& panel);            // null: it has none there
    QDockWidget* tabbedWith(const Workspace& workspace, const Workspace::Place& one) const;  // null: it stands alone
    void placeNew(const QByteArray& stored);
    int sizeOf(const PanelPlace& place, double letters) const;
    bool fits(const PanelPlace& place) const;
    void followLetters();  // from what is stored
    int widthOf(PanelPlace::Area side, double letters) const;
    QDockWidget* standingAt(PanelPlace::Area side) const;
    void storeWidths();
    QString widthKey(PanelPlace::Area side) const;
    QString shareKey(PanelPlace::Area side) const;
    QString sizeKey(int index) const;
    QString lowKey() const;
    QString columnsKey() const;
    void foldColumns();
    bool unfoldColumns();  // whether it did
    void growBack();
    void rememberRoomy(QSize before, QSize now);
    bool eventFilter(QObject* watched, QEvent* event) override;
    QList<QWidget*> panels() const;
    void giveKeyboard(const QList<QWidget*>& panels);
    QMainWindow& window_;
    QStackedWidget& centre_;
    QSettings& settings_;
    std::vector<Workspace> workspaces_;
    QHash<QString, QSize> steady_;  // the docks, when they last came to rest
    QTimer settled_;
    QHash<QString, QSize> pressed_;  // the docks, when the edge between two was taken hold of
    int current_ = -1;
    bool givesBack_ = false;
};

}  // namespace tl
