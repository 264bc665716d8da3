// What the training is watched for, and what that costs: a row a watch, the share that all may take, and a line to add
// one, with the names that there are. Rows are removed with Delete, their interval is edited in place.
#pragma once

#include <QWidget>

#include "engine/train/watch.h"

class QComboBox;
class QDoubleSpinBox;
class QLineEdit;
class QStringListModel;
class QTableView;
class QToolButton;

namespace tl {

class ElidedLabel;
class PutBack;
class ToneLabel;
class WatchTable;
struct ActionRow;
struct Desk;
struct Workbench;

class WatchesPanel : public QWidget {
    Q_OBJECT
public:
    explicit WatchesPanel(Desk& desk, QWidget* parent = nullptr);
    void openEntry();  // the line to add a watch, with the keyboard in it
    // What is done with the chosen one, by keys in the list and in its menu ("watch").
    std::vector<ActionRow> rows();

private:
    void fitColumns();
    QWidget* makeEntry();
    QWidget* makeFooter();
    void addEntered();
    void closeEntry();
    void removeCurrent();
    void findNames();
    void keepKeyboard(const QModelIndex& parent, int first, int last);
    void choose(const Watch& watch);
    void refresh();
    void menuAt(const QPoint& position);
    bool eventFilter(QObject* object, QEvent* event) override;
    void paintEvent(QPaintEvent*) override;

    Desk& desk_;
    Workbench& bench_;
    PutBack* putBack_;
    WatchTable* table_;
    QTableView* view_;
    QWidget* entry_ = nullptr;
    QLineEdit* pattern_ = nullptr;
    QComboBox* kind_ = nullptr;
    QLineEdit* every_ = nullptr;
    ToneLabel* problem_ = nullptr;
    ElidedLabel* share_ = nullptr;
    QDoubleSpinBox* limit_ = nullptr;
    QToolButton* add_ = nullptr;
    QStringListModel* names_;
};

}  // namespace tl
