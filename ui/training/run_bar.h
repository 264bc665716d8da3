// The right end of the tool bar, the same on every workspace: device, progress of the run with time left, and Train /
// Pause / Resume, Step and Stop. Its buttons do what the Run menu's rows do.
#pragma once

#include <QElapsedTimer>
#include <QTimer>
#include <QWidget>
#include <functional>
#include <vector>

#include "ui/shell/action_table.h"

class QMenu;
class QPushButton;
class QToolButton;

namespace tl {

class DeviceList;
class ProgressStrip;
class RunController;
class RunModel;
class TrainingEditor;
class TrainingModel;

struct Run;

class RunBar : public QWidget {
    Q_OBJECT
public:
    RunBar(RunController& controller, RunModel& runs, TrainingModel& training, TrainingEditor& editor,
           const DeviceList& devices, QWidget* parent = nullptr);
    std::vector<ActionRow> rows();  // of the Run menu
    // Which keys a row has now, for the tooltips.
    void setKeyText(std::function<QString(const QString& id)> keyText);

public slots:
    void refresh();
    void train();  // from the start
    void pauseOrResume();

signals:
    void curvesRequested();
    void devicesRequested();
    void obstacleMet(const QString& sentence);  // Train was asked for and cannot be

private:
    bool stands() const;         // inside a step
    bool goesOn() const;         // if it is told to: it rests, and steps follow
    bool standsForGood() const;  // no step follows: it made what is no number
    void fillDevices(QMenu& menu);
    void choose(const std::string& device, int threads);
    void showProgress();
    void follow();  // a run that steps: as often as numbers can be read
    void sayProgress(const Run& run, QString words);
    QString withKey(const QString& text, const char* id) const;

    RunController& controller_;
    RunModel& runs_;
    TrainingModel& training_;
    TrainingEditor& editor_;
    const DeviceList& devices_;
    std::function<QString(const QString&)> keyText_;
    QToolButton* device_;
    QToolButton* toCurves_;  // around the progress
    ProgressStrip* progress_;
    QPushButton* main_;
    QToolButton *stepButton_, *stopButton_;
    QString stoodIn_;  // the layer, or the op where there is none, of a run that stands or was stopped so
    QTimer due_;
    QElapsedTimer shown_;  // since the progress was
};

}  // namespace tl
