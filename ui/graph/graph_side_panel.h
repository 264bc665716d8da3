// The left of the Graph workspace: which graph, search, what the colours mean, where the step goes, what passes did.
#pragma once

#include <QWidget>

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
    void refresh();
    void refreshLegend();
    void refreshStep();
    void showStatsChoice();
    void refreshNotes();
    void refreshSearch();

    OpGraphModel& model_;
    QWidget* header_;
    SegmentedBar *kinds_, *colours_;
    QLineEdit* search_;
    ToneLabel* found_;
    QVBoxLayout *legend_, *step_, *notes_;
    QWidget* stepSection_;
    QWidget* notesSection_;
};

}  // namespace tl
