// Which settings led to which results: runs as a table to sort, and above it as lines over parallel axes, whose marked
// stretches filter the table, or as a matrix of scatter plots.
#pragma once

#include <QSet>
#include <QTimer>
#include <QWidget>
#include <optional>

class QLabel;
class QScrollArea;
class QSettings;
class QSortFilterProxyModel;
class QStackedWidget;
class QTableView;
class QToolButton;

namespace tl {

class EmptyState;
class ParallelAxes;
class ScatterMatrix;
class SegmentedBar;
class SettingsModel;
struct Desk;
struct Workbench;

class HyperparametersPanel : public QWidget {
    Q_OBJECT
public:
    explicit HyperparametersPanel(Desk& desk);
    ~HyperparametersPanel() override;
    QWidget* header() const { return header_; }
    ParallelAxes& axes() const { return *axes_; }

private:
    void display();
    QString logKey(const QString& column) const;
    void chooseLog(const QString& column, std::optional<bool> log);
    void filter();
    void select(int run);
    void showEvent(QShowEvent*) override;
    void hideEvent(QHideEvent*) override;
    void paintEvent(QPaintEvent*) override;
    Workbench& bench_;
    QSettings& settings_;
    SettingsModel* model_;
    QSortFilterProxyModel* sorted_;
    QWidget* header_;
    SegmentedBar* views_;
    QLabel* told_;
    QToolButton* clear_;
    QStackedWidget *pages_, *pictures_;
    EmptyState* empty_;
    QScrollArea* scroll_;  // in a narrow window not all axes have room
    ParallelAxes* axes_;
    ScatterMatrix* matrix_;
    QTableView* table_;
    QTimer soon_;
    bool following_ = false;  // what becomes current now was not chosen here
};

}  // namespace tl
