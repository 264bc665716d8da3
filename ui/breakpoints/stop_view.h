// Where a run stands: the op and why, the buttons for single steps and to continue, a table of what the op reads and
// makes with its numbers, and of the chosen value a histogram, pictures and the first numbers, which the run is asked
// for.
#pragma once

#include <QWidget>
#include <memory>
#include <vector>

class QBoxLayout;
class QLabel;
class QPlainTextEdit;
class QStackedWidget;
class QStandardItemModel;
class QTableView;
class QToolButton;

namespace tl {

class Breakpoints;
class ElidedLabel;
class EmptyState;
class HistogramPlot;
class PastSteps;
class PictureStrip;
class SegmentedBar;
class ToneLabel;
struct Desk;
struct LookRecord;
struct StopRecord;

class StopView : public QWidget {
    Q_OBJECT
public:
    explicit StopView(Desk& desk, QWidget* parent = nullptr);

private:
    QWidget* makeNothing();
    QWidget* makeStop();
    QWidget* makeOp();
    void addButton(QBoxLayout* row, const QString& action, const QString& text);
    void refresh();
    void refreshNothing();
    void show(const StopRecord& stop);
    void showRows(const StopRecord& stop);
    void fitNames();
    void colourRows();
    void choose(const QString& name);  // and ask for it
    void show(const LookRecord& look);
    void pickInGraph(const StopRecord& stop);
    bool eventFilter(QObject* watched, QEvent* event) override;
    void paintEvent(QPaintEvent*) override;

    Desk& desk_;
    Breakpoints& points_;
    QStackedWidget* pages_;
    EmptyState* nothing_ = nullptr;
    ElidedLabel* title_ = nullptr;
    ToneLabel* why_ = nullptr;
    QStackedWidget* parts_ = nullptr;  // the op, the steps before
    PastSteps* past_ = nullptr;
    QTableView* table_ = nullptr;
    QStandardItemModel* rows_ = nullptr;
    ToneLabel* chosenTitle_ = nullptr;
    HistogramPlot* histogram_ = nullptr;
    PictureStrip* pictures_ = nullptr;
    QPlainTextEdit* numbers_ = nullptr;
    QString chosen_;
    std::vector<std::pair<QString, QToolButton*>> actions_;
};

}  // namespace tl
