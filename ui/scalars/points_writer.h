// All points of the runs that are shown as one CSV file: run,tag,step,epoch,wall_time,value. A thread writes; the model
// hands it the points a slice at a time, so that neither the window waits nor a second copy of millions is made. The
// file is there when it is whole. GUI thread only.
#pragma once

#include <QObject>
#include <QString>
#include <memory>

namespace tl {

class RunModel;

class PointsWriter : public QObject {
    Q_OBJECT
public:
    PointsWriter(RunModel& runs, const QString& path, QObject* parent = nullptr);
    ~PointsWriter() override;  // what is not whole is not there
    void cancel();             // finished() follows, with nothing written
    const QString& path() const;

signals:
    void progressed(double share);  // 0 to 1
    // error: empty, or a sentence; both empty where it was cancelled.
    void finished(const QString& path, const QString& error);

private:
    struct Work;
    std::unique_ptr<Work> work_;
};

}  // namespace tl
