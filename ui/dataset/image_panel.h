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
class QToolButton;

namespace tl {

class HistogramStrip;
class ImageView;
class SectionLabel;

class ImagePanel : public QWidget {
    Q_OBJECT
public:
    static constexpr int kPreviews = 11;

    ImagePanel(DataSetModel& data, Selection& selection, JobTracker& jobs, QWidget* parent = nullptr);

    // What training does to the image, drawn with its seed for this epoch and those after it.
    void setAugmentation(const std::vector<AugmentSpec>& steps, quint64 seed, qint64 epoch = 0);

signals:
    void shown();  // the image (or why it cannot be read) is there

private:
    struct Loaded;
    void load();
    void show(const Loaded& loaded);
    void showReference();
    void showValues(const Source& source, qint64 index);
    void showName();
    void resizeEvent(QResizeEvent*) override;
    void paintEvent(QPaintEvent*) override;

    DataSetModel& data_;
    Selection& selection_;
    JobTracker& jobs_;
    std::vector<AugmentSpec> steps_;
    quint64 seed_ = 1;
    qint64 epoch_ = 0, shift_ = 0;  // shift: by the person, to see further draws

    QLabel* name_;
    QLabel* label_;
    ImageView* view_;
    HistogramStrip* histogram_;
    QWidget* below_;
    SectionLabel* augmentedTitle_;
    QLabel* augmentedNote_;
    QWidget* previews_;
    QToolButton* again_;
    QTableWidget* values_;
};

}  // namespace tl
