// What the open data set is: name, size, splits, its classes with counts, and what was found when checking it, with
// every broken file and its reason. Also where another one is opened.
#pragma once

#include <QWidget>

#include "ui/models/data_set_model.h"

class QComboBox;
class QLabel;
class QListWidget;
class QToolButton;
class QVBoxLayout;

namespace tl {

class ClassBars;
class ProgressStrip;

class DataSetPanel : public QWidget {
    Q_OBJECT
public:
    explicit DataSetPanel(DataSetModel& data, QWidget* parent = nullptr);
    void setClassFilter(int index);  // shown as chosen; -1 = all; no signal

signals:
    void classFilterChanged(int index);  // by the person
    void openRequested();
    void sampleRequested();
    void pathDropped(const QString& path);
    void specRequested(const QString& spec);  // the same data set with another setting

private:
    struct Check {
        bool good = true, bad = false;
        QString text, help;
        bool note = false;  // said once by the source, neither good nor bad
    };
    void refresh();
    void refreshChecks();
    void addCheck(const Check& check);
    QVector<Check> checks() const;
    void addContentChecks(QVector<Check>& found, const DataSet& set, const SourceStatistics& statistics) const;
    void paintEvent(QPaintEvent*) override;
    void dragEnterEvent(QDragEnterEvent*) override;
    void dropEvent(QDropEvent*) override;

    DataSetModel& data_;
    QLabel* name_;
    QLabel* facts_;
    QWidget* chips_;
    QWidget* scalingRow_;  // of columns of numbers
    QComboBox* scaling_;
    ProgressStrip* progress_;
    QWidget* details_;
    ClassBars* bars_;
    QVBoxLayout* checks_;
    QListWidget* broken_;
};

}  // namespace tl
