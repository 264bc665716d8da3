// The network being edited, as the canvas, the inspector and the problems list see it: a thin shell over NetworkSpec.
// Each edit raises the revision; after a short pause a job validates a copy and its report is taken if it is
// still of the current revision. GUI thread only.
#pragma once

#include <QElapsedTimer>
#include <QHash>
#include <QString>
#include <QTimer>
#include <optional>

#include "engine/model/network_spec.h"
#include "engine/model/validation.h"
#include "engine/train/training_spec.h"
#include "ui/jobs/job_tracker.h"
#include "widgets/canvas/graph_model.h"

namespace tl {

class NetworkModel : public GraphModel {
    Q_OBJECT
public:
    explicit NetworkModel(JobTracker& jobs, QObject* parent = nullptr);

    const NetworkSpec& spec() const { return spec_; }
    quint64 revision() const { return revision_; }
    // Replaces the network and emits the least that tells the difference. Only undo commands and loading call this.
    void setSpec(NetworkSpec spec);

    // What validation needs from elsewhere; a change validates again.
    void setFacts(const DataFacts& facts, const QString& dataName);
    void setTraining(const TrainingSpec& training);  // batch, optimizer and its options
    const DataFacts& facts() const { return facts_; }
    int batch() const { return training_.batch; }

    // The newest report. Of an older revision while a job is under way: see reportIsCurrent().
    const NetworkReport& report() const { return report_; }
    const NodeReport* report(const QString& node) const;  // nullptr where unknown
    bool reportIsCurrent() const { return reportRevision_ == revision_; }
    int errors() const;
    void validateNow();  // without the pause; still in a job

    QStringList nodeIds() const override;
    CanvasNode node(const QString& id) const override;
    QVector<CanvasLink> links() const override;
    QString refuses(const QString& from, const QString& to, int port) const override;

signals:
    void specChanged();  // any edit
    void reportChanged();

private:
    void scheduleValidation();
    void validateInJob();
    void takeReport(NetworkReport report, quint64 revision);
    CanvasNode describe(const NodeSpec& node) const;
    const Diagnostic* worst(const std::string& node) const;

    JobTracker& jobs_;
    NetworkSpec spec_;
    QHash<QString, int> indexOf_;
    mutable QHash<QString, CanvasNode> cache_;
    quint64 revision_ = 0, reportRevision_ = ~quint64{0};
    NetworkReport report_;
    DataFacts facts_;
    QString dataName_;
    TrainingSpec training_;
    QTimer pause_;
};

}  // namespace tl
