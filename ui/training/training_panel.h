// How the network is trained: optimizer and its rate (live while a run is under way), the options of every optimizer,
// the search for a rate, schedule with its curve, device and length, callbacks and augmentation. Every field is a
// property row, so each edit is an undo step.
#pragma once

#include <QElapsedTimer>
#include <QHash>
#include <QWidget>

class QVBoxLayout;

namespace tl {

class CallbacksSection;
class DataSetModel;
class PropertyGrid;
class RateFinder;
class RateSection;
class RunController;
class RunModel;
class ScheduleCurve;
class SectionLabel;
class ToggleSwitch;
class TrainingEditor;
class TrainingModel;
struct PropertyRow;
struct Run;

class TrainingPanel : public QWidget {
    Q_OBJECT
public:
    TrainingPanel(TrainingModel& model, TrainingEditor& editor, RunController& controller, RunModel& runs,
                  DataSetModel& data, RateFinder& finder, QWidget* parent = nullptr);
    QWidget* editorOf(const QString& key) const;  // "epochs", "learning_rate", "optimizer.beta_1"

private:
    PropertyGrid* addGrid(QVBoxLayout* layout, const char* name);
    void refresh();
    void refreshLive();
    void follow();
    QString refreshCurve();
    void editGeneral(const QString& key, const QVariant& value, bool final);
    void editOptimizer(const QString& key, const QVariant& value, bool final);
    void editSchedule(const QString& key, const QVariant& value, bool final);
    double currentRate() const;

    TrainingModel& model_;
    TrainingEditor& editor_;
    RunController& controller_;
    RunModel& runs_;
    DataSetModel& data_;
    double shownRate_ = 0;  // in the rate's field
    QElapsedTimer sinceRate_;
    SectionLabel* optimizerCaption_;
    PropertyGrid *optimizer_, *options_, *general_, *schedule_;
    RateSection* search_;
    CallbacksSection* callbacks_;
    ScheduleCurve* curve_;
    QHash<QString, ToggleSwitch*> augmentToggles_;
    QHash<QString, PropertyGrid*> augmentGrids_;
};

}  // namespace tl
