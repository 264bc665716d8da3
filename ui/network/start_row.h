// Ready-made networks, offered as buttons while there are no layers: each says how many weights it has with the data
// that is open, counted in a job when the row is first seen with such data.
#pragma once

#include <QAction>
#include <QList>
#include <QWidget>
#include <string>
#include <vector>

#include "engine/core/shape.h"

class QGridLayout;

namespace tl {

class JobTracker;
class NetworkModel;
class ToneLabel;

class StartRow : public QWidget {
    Q_OBJECT
public:
    struct Start {
        std::string id;   // of the template
        QAction* action;  // of the menu, which has its words
    };
    StartRow(const std::vector<Start>& starts, const NetworkModel& model, JobTracker& jobs, QWidget* parent = nullptr);
    // As many side by side as have room.
    void fit(int width);

signals:
    void chosen(const std::string& id);
    void changed();  // its size

private:
    void count();
    void showCounts(const std::vector<int64_t>& counts);
    void arrange(int columns);
    void showEvent(QShowEvent* event) override;

    const NetworkModel& model_;
    JobTracker& jobs_;
    QGridLayout* grid_;
    std::vector<std::string> ids_;
    std::vector<QWidget*> buttons_;
    std::vector<ToneLabel*> sizes_;  // one a button
    ToneLabel* input_;
    // What was counted last, or is being.
    Shape shape_;
    int classes_ = -1;
};

}  // namespace tl
