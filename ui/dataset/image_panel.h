// The selected image (or row of numbers): large, with the value under the pointer, its histogram beside the data set's,
// and what augmentation makes of it. Read and measured by a job; the newest selection wins.
#pragma once

#include <QWidget>
#include <vector>

#include "engine/data/augment.h"
#include "ui/jobs/job_tracker.h"
#include "ui/models/data_set_model.h"
#include "ui/models/selection.h"

class QLabel;
class QTableWidget;

namespace tl {

class AugmentedPreviews;
class HistogramStrip;
class ImageView;

class ImagePanel : public QWidget {
    Q_OBJECT
public:
    ImagePanel(DataSetModel& data, Selection& selection, JobTracker& jobs, QWidget* parent = nullptr);

    // What training does to the image.
    void setAugmentation(const std::vector<AugmentSpec>& steps, quint64 seed);

    void focusImage();  // arrows then go from pixel to pixel

signals:
    void shown();  // the image (or why it cannot be read) is there

private:
    struct Loaded;
    void load();
    void show(const Loaded& loaded);
    void showTaken();
    void showReference();
    void showValues(const Source& source, qint64 index);
    void paintEvent(QPaintEvent*) override;

    DataSetModel& data_;
    Selection& selection_;
    JobTracker& jobs_;

    QLabel* name_;
    QLabel* label_;
    QLabel* taken_;
    ImageView* view_;
    HistogramStrip* histogram_;
    QWidget* below_;
    AugmentedPreviews* previews_;
    QTableWidget* values_;
};

}  // namespace tl
