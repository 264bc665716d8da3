// The search for a learning rate in the training panel: a button that starts it, the loss over the rate while it goes
// on, the suggestion as a marker that can be moved, and "use this rate".
#pragma once

#include <QWidget>

class QPushButton;
class QToolButton;

namespace tl {

class RateCurve;
class RateFinder;
class ToneLabel;

class RateSection : public QWidget {
    Q_OBJECT
public:
    explicit RateSection(RateFinder& finder, QWidget* parent = nullptr);

signals:
    void chosen(double rate);
    void found();  // a rate, and it has grown by what shows it

private:
    void refresh();
    RateFinder& finder_;
    QPushButton *find_, *use_;
    QToolButton* close_;
    ToneLabel* words_;
    RateCurve* curve_;
};

}  // namespace tl
