// What training makes of the selected image (of the first one where none is selected): the image as it is, then as the
// coming epochs see it, made by the engine's augmentation with the seeds of training. Works only while it can be seen.
#pragma once

#include <QWidget>
#include <vector>

#include "engine/data/augment.h"
#include "ui/jobs/job_tracker.h"
#include "ui/models/data_set_model.h"
#include "ui/models/selection.h"

class QLabel;
class QToolButton;

namespace tl {

class AugmentedPreviews : public QWidget {
    Q_OBJECT
public:
    static constexpr int kDraws = 11;

    // `job`: of its own for each such widget, since a newer job of the same name supersedes. `title` may be empty.
    AugmentedPreviews(DataSetModel& data, Selection& selection, JobTracker& jobs, const QString& job,
                      const QString& title, int columns, QWidget* parent = nullptr);
    void setAugmentation(const std::vector<AugmentSpec>& steps, quint64 seed);

signals:
    void shown();  // the pictures of the newest settings (or why there are none) are there

private:
    struct Drawn;
    class Pictures;
    void load();
    void present(const Drawn& drawn);
    void showEvent(QShowEvent*) override;

    DataSetModel& data_;
    Selection& selection_;
    JobTracker& jobs_;
    QString job_;
    std::vector<AugmentSpec> steps_;
    quint64 seed_ = 1;
    qint64 epoch_ = 0;  // the first that is shown, moved on by the person to see further draws
    bool stale_ = true;
    QLabel *seeds_, *note_;
    QToolButton* again_;
    Pictures* pictures_;
};

}  // namespace tl
