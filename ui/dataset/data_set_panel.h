// What the open data set is: name, size, splits, what can be set for it (the images' size, a table's label), its
// classes with counts, and what was found when checking it, with every broken file and its reason. Also where another
// one is opened.
#pragma once

#include <QWidget>

#include "ui/dataset/data_set_checks.h"
#include "ui/models/data_set_model.h"

class QLabel;
class QListWidget;
class QScrollArea;
class QToolButton;
class QVBoxLayout;

namespace tl {

class ClassBars;
class ProgressStrip;
class PropertyGrid;
class ToneLabel;

class DataSetPanel : public QWidget {
    Q_OBJECT
public:
    explicit DataSetPanel(DataSetModel& data, QWidget* parent = nullptr);
    void setClassFilter(int index);                  // shown as chosen; -1 = all; no signal
    void setAugmentation(const QStringList& steps);  // what training makes of the images, by name

signals:
    void classFilterChanged(int index);  // by the person
    void openRequested();
    void augmentationRequested();  // to be set, elsewhere
    void sampleRequested();
    void pathsDropped(const QStringList& paths);
    void specRequested(const QString& spec);          // the same data set with another setting
    void subsetRequested(DataSubset subset);          // to be shown in the grid
    void settingsRequested(const QString& settings);  // what a check offers: "size=224x224&resize=fill"

private:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void refresh();
    void refreshChecks();
    void addCheck(const DataCheck& check);
    void showProgress();
    void changeSetting(const QString& key, const QVariant& value, bool final);
    void paintEvent(QPaintEvent*) override;
    void dragEnterEvent(QDragEnterEvent*) override;
    void dropEvent(QDropEvent*) override;

    DataSetModel& data_;
    QLabel* name_;
    QLabel* facts_;
    QWidget* chips_;
    PropertyGrid* settings_;
    ProgressStrip* progress_;
    QToolButton* stop_;
    QScrollArea* scroll_ = nullptr;
    QWidget* details_;
    ClassBars* bars_;
    QWidget* augmentation_;
    QWidget* classes_;
    ToneLabel* steps_;  // of it
    QVBoxLayout* checks_;
    QListWidget* broken_;
    std::string shown_;  // the path of what is shown, without settings
};

}  // namespace tl
