// Several panels in the middle of one workspace, as tabs: the row of tabs with the front panel's own controls at its
// right, or below it where both have no room side by side. Tabs are whole: those that have no room are in a menu at
// their end. Which tab was in front is the owner's to remember.
#pragma once

#include <QWidget>
#include <vector>

#include "ui/shell/panel.h"

class QStackedWidget;
class QTabBar;
class QToolButton;

namespace tl {

class CentreTabs : public QWidget {
    Q_OBJECT
public:
    explicit CentreTabs(const QString& name, QWidget* parent = nullptr);
    void add(const PanelRow& row, const PanelParts& parts);  // the first is in front
    int count() const { return static_cast<int>(pages_.size()); }
    QString id(int index) const { return QLatin1String(pages_[static_cast<size_t>(index)].id); }
    const char* title(int index) const { return pages_[static_cast<size_t>(index)].title; }  // English
    int current() const;
    QWidget* panel() const;  // the one in front
    void show(int index);
    bool show(const QString& id);  // false: none of that name
    // For a while: giveBack() shows the one before again, unless another was chosen meanwhile.
    bool lend(const QString& id);
    void giveBack();

signals:
    void currentChanged(int index);

private:
    struct Page {
        const char* id;
        const char* title;
        QWidget* panel;
        QWidget* controls = nullptr;  // holds the panel's header
    };
    void arrange();
    void setInRow(int index, bool shown);
    void drawTogether();
    int putAway(int room);  // the tabs that have none of that; returns how wide the others are
    void bringForward(int index);
    void resizeEvent(QResizeEvent*) override;
    void paintEvent(QPaintEvent*) override;
    bool eventFilter(QObject* watched, QEvent* event) override;
    QWidget* row_;
    QTabBar* bar_;
    QToolButton* more_;  // opens the menu of those
    QStackedWidget* stack_;
    std::vector<Page> pages_;
    bool close_ = false;  // tabs stand close together
    int before_ = -1;     // what stood where one is lent; -1: none is
};

}  // namespace tl
