// The left of the Graph workspace: which graph, search, what the colours mean, where the step goes, what passes did.
#pragma once

#include <QWidget>

class QComboBox;
class QLineEdit;
class QPushButton;
class QVBoxLayout;

namespace tl {

class OpGraphModel;
class SegmentedBar;
class ToneLabel;

class GraphSidePanel : public QWidget {
    Q_OBJECT
public:
    explicit GraphSidePanel(OpGraphModel& model, QWidget* parent = nullptr);
    QWidget* header() const { return header_; }
    void focusSearch();

signals:
    void openRequested();

private:
    class HeatRamp;
    void makeStep(QVBoxLayout* column);
    void refresh();
    void refreshTimes();  // the same graph with other numbers: nothing that a person is at is made anew
    void refreshLegend();
    void refreshStep();
    void refreshShares();
    void refreshStats();
    void refreshNotes();
    void refreshSearch();

    OpGraphModel& model_;
    QWidget* header_;
    SegmentedBar *kinds_, *colours_;
    QLineEdit* search_;
    ToneLabel* found_;
    HeatRamp* ramp_;
    QVBoxLayout *swatches_, *shares_, *notes_;
    ToneLabel *legendWords_, *problem_, *sentence_, *nothing_;
    QComboBox* stats_;
    QPushButton *without_, *measure_;
    QWidget* stepSection_;
    QWidget* notesSection_;
};

}  // namespace tl
