// How the network is trained: optimizer and its rate (live while a run is under way), the options of every optimizer,
// the search for a rate, schedule with its curve, device and length, callbacks and augmentation. Every field is a
// property row, so each edit is an undo step.
#pragma once

#include <QElapsedTimer>
#include <QUndoStack>
#include <QWidget>

class QVBoxLayout;

namespace tl {

class DataSetModel;
class DeviceList;
class NetworkModel;
class PropertyGrid;
class RateFinder;
class RateSection;
class RunController;
class RunModel;
class ScheduleCurve;
class SectionLabel;
class StepForecast;
class StepsSection;
class TrainingEditor;
class TrainingModel;
struct PropertyRow;
struct Run;
struct TrainingSpec;

class TrainingPanel : public QWidget {
    Q_OBJECT
public:
    TrainingPanel(TrainingModel& model, TrainingEditor& editor, RunController& controller, RunModel& runs,
                  const NetworkModel& network, DataSetModel& data, RateFinder& finder, const DeviceList& devices,
                  const StepForecast& forecast, QWidget* parent = nullptr);
    ~TrainingPanel() override;
    QWidget* editorOf(const QString& key) const;    // "epochs", "learning_rate", "optimizer.beta_1"
    void setAugmentationPreview(QWidget* preview);  // stands above the augmentation's steps
    void showAugmentation();                        // scrolls there
    bool live() const { return live_; }             // a run's own settings are shown
    QUndoStack& rates() { return rates_; }          // what was set of that run here; empty again when it is over

private:
    PropertyGrid* addGrid(QVBoxLayout* layout, const char* name);
    void refresh();
    void refreshLive();
    void follow();
    QString refreshCurve();
    void editGeneral(const QString& key, const QVariant& value, bool final);
    void editOptimizer(const QString& key, const QVariant& value, bool final);
    void editSchedule(const QString& key, const QVariant& value, bool final);
    TrainingSpec shown() const;  // of the run under way, else the project's
    double currentRate() const;

    TrainingModel& model_;
    TrainingEditor& editor_;
    RunController& controller_;
    RunModel& runs_;
    DataSetModel& data_;
    const DeviceList& devices_;
    const StepForecast& forecast_;
    bool live_ = false;
    double shownRate_ = 0;  // in the rate's field
    QUndoStack rates_;      // of the run under way, as they were set here
    QElapsedTimer sinceRate_;
    SectionLabel* optimizerCaption_;
    QWidget* form_;
    PropertyGrid *epochs_, *optimizer_, *options_, *general_, *schedule_;
    RateSection* search_;
    StepsSection *callbacks_, *augmentation_;
    QVBoxLayout* augmentationPart_;
    QWidget* preview_ = nullptr;
    ScheduleCurve* curve_;
};

}  // namespace tl
