// The images of the data set in a grid (rows of numbers in a table), with search, split and class filters, and the size
// of the thumbnails. Also the place that says that there is no data set yet, that one is being opened (with a cancel),
// or why it could not be.
#pragma once

#include <QWidget>
#include <optional>
#include <string>
#include <vector>

#include "ui/dataset/data_set_checks.h"
#include "ui/dataset/item_filter.h"
#include "ui/jobs/job_tracker.h"
#include "ui/models/data_set_model.h"
#include "ui/models/selection.h"

class QComboBox;
class QLabel;
class QLineEdit;
class QPushButton;
class QSlider;
class QStackedWidget;
class QTimer;

namespace tl {

class EmptyState;
class ImageGrid;
class RowTable;
class ProgressStrip;
class SourceThumbnails;

class DataBrowserPanel : public QWidget {
    Q_OBJECT
public:
    DataBrowserPanel(DataSetModel& data, Selection& selection, JobTracker& jobs, QWidget* parent = nullptr);

    int classFilter() const;
    void setClassFilter(int index);                              // -1 = all; no signal
    void showSubset(DataSubset subset) { limitTo(subset, {}); }  // until the data set changes or a person wants all
    void showPicked(const std::shared_ptr<const PickedItems>& items);  // likewise
    ImageGrid& grid() { return *grid_; }

signals:
    void classFilterChanged(int index);  // by the person
    void openRequested();
    void openFileRequested();
    void sampleRequested();
    void cancelRequested();  // of the data set that is being opened
    void pathsDropped(const QStringList& paths);
    void imageActivated();  // Enter or double-click on the current image

private:
    struct Rows {          // a table of numbers, however its columns are scaled
        std::string data;  // the spec without its settings
        ValidationSplit held;
        std::vector<std::string> columns;
        std::vector<int64_t> sizes = {};  // of the splits
        friend bool operator==(const Rows&, const Rows&) = default;
    };
    struct Left {
        RowOrder order;
        QString split;
        qint64 row = -1;
    };
    QWidget* makeBrowser();
    QWidget* makeLoading();
    QWidget* makeCounting();
    QWidget* makeEmpty();
    QString takenFor(qint64 key) const;  // empty: nobody knows
    QString scoreOf(qint64 key) const;   // of that
    void limitTo(DataSubset subset, const std::shared_ptr<const PickedItems>& picked);
    void menuAt(const QPoint& at);
    std::optional<Rows> rowsOf(const DataSet& set) const;
    void refresh();
    void refill();  // asks for the items that fit the filters, in the background where it takes long
    void showItems(std::vector<qint64> items);
    void showRange();
    void paintEvent(QPaintEvent*) override;
    void dragEnterEvent(QDragEnterEvent*) override;
    void dropEvent(QDropEvent*) override;
    void keyPressEvent(QKeyEvent*) override;

    DataSetModel& data_;
    Selection& selection_;
    JobTracker& jobs_;
    SourceThumbnails* thumbnails_;
    QStackedWidget* pages_;
    EmptyState* empty_;
    EmptyState* failed_;
    QLabel* loadingTitle_;
    ProgressStrip *loading_, *counting_;
    QWidget* countingRow_;
    bool previewed_ = false, keepsPlace_ = false;
    std::optional<Rows> rows_;  // that are in sight, or were last
    Left left_;                 // how and where one was in them
    QLineEdit* search_;
    QComboBox* splits_;
    QComboBox* classes_;
    QPushButton* subsetChip_;
    QLabel* pickedTitle_;
    DataSubset subset_ = DataSubset::All;
    bool byLabel_ = false;  // what was picked
    QLabel* range_;
    QSlider* size_;
    QStackedWidget* items_;  // the grid, or the table where the data set holds numbers
    ImageGrid* grid_;
    RowTable* table_;
    QTimer* typing_;
};

}  // namespace tl
