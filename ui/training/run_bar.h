// The right end of the tool bar, the same on every workspace: device, progress of the run with time left, and Train /
// Pause / Resume, Step and Stop. Owns their actions, so that the Run menu shows the very same ones.
#pragma once

#include <QAction>
#include <QWidget>

class QPushButton;
class QToolButton;

namespace tl {

class ProgressStrip;
class RunController;
class RunModel;
class TrainingEditor;
class TrainingModel;

class RunBar : public QWidget {
    Q_OBJECT
public:
    RunBar(RunController& controller, RunModel& runs, TrainingModel& training, TrainingEditor& editor,
           QWidget* parent = nullptr);
    QAction* trainAction() const { return train_; }  // Train, and again from the start
    QAction* pauseAction() const { return pause_; }  // Pause or Resume
    QAction* stepAction() const { return step_; }
    QAction* stopAction() const { return stop_; }

public slots:
    void refresh();

signals:
    void obstacleMet(const QString& sentence);  // Train was asked for and cannot be

private:
    void showProgress();

    RunController& controller_;
    RunModel& runs_;
    TrainingModel& training_;
    TrainingEditor& editor_;
    QAction *train_, *pause_, *step_, *stop_;
    QToolButton* device_;
    ProgressStrip* progress_;
    QPushButton* main_;
    QToolButton *stepButton_, *stopButton_;
};

}  // namespace tl
