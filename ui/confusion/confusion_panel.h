// Which classes a run takes for which: the confusion matrix of its last validation, or of its last evaluation on the
// test split, as a heat map, and below it the precision, recall and F1 of each class. Shows the newest run that has
// one, or the one picked in the table of runs.
#pragma once

#include <QStringList>
#include <QTimer>
#include <QVector>
#include <QWidget>
#include <utility>

class QLabel;
class QStackedWidget;
class QTableWidget;

namespace tl {

class EmptyState;
struct EvaluationRecord;
class HeatMap;
class RunModel;
class SegmentedBar;

class ConfusionPanel : public QWidget {
    Q_OBJECT
public:
    explicit ConfusionPanel(RunModel& runs, QWidget* parent = nullptr);
    void setRun(int run);  // from now on; the next run that is started takes over again
    // What it says while there is no matrix, and a button that helps; empty: none.
    void setEmptyState(const QString& sentence, const QString& button);
    static QString emptySentence();

signals:
    void emptyActionRequested();

private:
    void refresh();
    void fillTable(const QStringList& names, const QVector<qint64>& matrix);
    void fitColumns();
    void resizeEvent(QResizeEvent*) override;
    void paintEvent(QPaintEvent*) override;

    RunModel& runs_;
    QTimer pause_;        // between two refreshes of a run under way
    bool stale_ = false;  // another matrix came meanwhile
    QString named_;       // the run whose matrix is shown; empty: the one before is left in place
    int newest() const;
    int run_ = -1;
    const EvaluationRecord* tested() const;
    double testedAt_ = 0;   // the shown run's last evaluation, as a wall time; 0: none
    SegmentedBar* splits_;  // where there are two matrices
    QLabel* title_;
    HeatMap* map_;
    QTableWidget* table_;
    EmptyState* empty_;
    std::pair<QString, QString> emptyState_;  // its sentence and button
    QStackedWidget* pages_;
};

}  // namespace tl
