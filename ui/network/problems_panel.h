// The bottom of the window: what is wrong with network and training (each with its repair), the history of edits, and
// the log of runs, files and notices. The tab bar is the dock's title, so it is handed out as header().
#pragma once

#include <QString>
#include <QUndoStack>
#include <QWidget>
#include <optional>
#include <vector>

#include "ui/models/problem_list.h"

class QListWidget;
class QScrollArea;
class QStackedWidget;
class QTabBar;
class QVBoxLayout;

namespace tl {

class NetworkEditor;
class ProblemRow;
class TrainingEditor;

class ProblemsPanel : public QWidget {
    Q_OBJECT
public:
    ProblemsPanel(ProblemList& problems, NetworkEditor& editor, TrainingEditor& training, QUndoStack& undo,
                  QWidget* parent = nullptr);

    QWidget* header() const { return header_; }
    int problems() const { return count_; }
    void showTab(int index);  // 0 problems, 1 history, 2 log

public slots:
    // burst: what the line is one of that may come by hundreds a second; empty = of none.
    void log(const QString& sentence, const QString& burst = {});

signals:
    void jumpRequested(const QString& node);
    void trainingRequested();  // a setting of it is wrong

private:
    void refresh();
    ProblemRow* makeRow(const Problem& problem);

    ProblemList& problems_;
    NetworkEditor& editor_;
    TrainingEditor& training_;
    QWidget* header_;
    QTabBar* tabs_;
    QStackedWidget* stack_;
    QWidget* list_;
    QVBoxLayout* rows_;
    QListWidget* log_;
    class Badge;
    Badge* badge_;
    int count_ = 0;
    std::optional<std::vector<Problem>> told_;  // to leave all alone where nothing changed
    std::vector<ProblemRow*> shown_;            // of the first of them
};

}  // namespace tl
