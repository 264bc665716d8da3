// A strip below the canvas while a run stands inside a step: where and why, the next op or layer, going on, and the way
// to the values. It decides itself whether there is something to show.
#pragma once

#include <QPointer>
#include <QWidget>
#include <utility>
#include <vector>

class QToolButton;

namespace tl {

class ElidedLabel;
struct Desk;

class StopStrip : public QWidget {
    Q_OBJECT
public:
    explicit StopStrip(Desk& desk, QWidget* parent = nullptr);
    void setWanted(bool on);  // of the page above it: one that shows layers, ops or what they did

signals:
    void turns(bool open);  // is about to take room from the page, or to give it back
    void left();            // with the keyboard, which nobody had before

private:
    void addButton(QWidget& row, const char* action, const QString& text, const char* name);
    void refresh();
    void paintEvent(QPaintEvent*) override;

    Desk& desk_;
    QPointer<QWidget> before_;  // what had the keyboard before the strip
    ElidedLabel* words_;
    std::vector<std::pair<QString, QToolButton*>> buttons_;  // by their actions
    bool wanted_ = false;
};

}  // namespace tl
