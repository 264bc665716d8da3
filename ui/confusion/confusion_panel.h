// Which classes a run takes for which: the confusion matrix of its last validation, or of its last evaluation on the
// test split or on other data, as a heat map, and below it the precision, recall and F1 of each class. Shows the newest
// run that has one, or the one picked in the table of runs. Of a run whose labels are numbers it shows a NumbersView.
#pragma once

#include <QStringList>
#include <QTimer>
#include <QVector>
#include <QWidget>
#include <string>

class QLabel;
class QPushButton;
class QStackedWidget;
class QTableWidget;

namespace tl {

class EmptyState;
class EvaluationChoice;
struct EvaluationRecord;
class HeatMap;
class NumbersView;
class RunModel;

class ConfusionPanel : public QWidget {
    Q_OBJECT
public:
    explicit ConfusionPanel(RunModel& runs, QWidget* parent = nullptr);
    void setRun(int run);  // from now on; the next run that is started takes over again
    // What it says while there is no matrix, and a button that helps; empty: none.
    void setEmptyState(const QString& title, const QString& sentence, const QString& button);
    void setNumbers(NumbersView* view);  // for runs whose labels are numbers
    static QString emptyTitle();
    static QString emptySentence();

    bool anyWrong() const;  // of what the matrix counts
    // samplesRequested() follows.
    void requestCell(int label, int predicted);
    void requestAllWrong() { requestCell(-1, -1); }

signals:
    void emptyActionRequested();
    // Of the matrix that is shown, on what PredictionWish tells: the samples of a cell, or (-1, -1) all that were
    // wrong.
    void samplesRequested(int run, const QString& on, int label, int predicted);
    // Over a cell that counts something; (-1, -1): beside them.
    void menuRequested(const QPoint& at, int label, int predicted);

private:
    void refresh();
    QString cut(const QString& name) const;  // to what the title has room for
    QString sentence(const QString& name, const EvaluationRecord* asked, qint64 epoch, qint64 right, qint64 all) const;
    void fillTable(const QStringList& names, const QVector<qint64>& matrix);
    void fitColumns();
    void resizeEvent(QResizeEvent*) override;
    void showEvent(QShowEvent*) override;
    void hideEvent(QHideEvent*) override;
    void paintEvent(QPaintEvent*) override;

    RunModel& runs_;
    QTimer pause_;        // between two refreshes of a run under way
    bool stale_ = false;  // another matrix came meanwhile
    QString named_;       // the run whose matrix is shown; empty: the one before is left in place
    int newest() const;
    int run_ = -1;
    const EvaluationRecord* lastEvaluation() const;  // of the shown run, that has a matrix; null: none
    double evaluatedAt_ = 0;                         // when that was, as a wall time; 0: none
    EvaluationChoice* choice_;                       // where there are several matrices
    QLabel* title_;
    HeatMap* map_;
    int mapOf_ = -1;     // whose matrix it is
    std::string mapOn_;  // and on what, as PredictionWish tells
    QPushButton* wrong_;
    QTableWidget* table_;
    EmptyState* empty_;
    NumbersView* numbers_ = nullptr;
    QStackedWidget* pages_;
};

}  // namespace tl
