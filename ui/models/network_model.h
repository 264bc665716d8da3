// The network being edited, as the canvas, the inspector and the problems list see it: a thin shell over NetworkSpec.
// Each edit raises the revision; after a short pause a job validates a copy and its report is taken if it is
// still of the current revision. GUI thread only.
#pragma once

#include <QElapsedTimer>
#include <QHash>
#include <QSet>
#include <QString>
#include <QTimer>
#include <set>
#include <unordered_map>

#include "engine/model/links.h"
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
    const NodeSpec* find(const QString& node) const;  // nullptr where there is none
    bool contains(const QString& node) const { return find(node) != nullptr; }
    const Links& wiring() const { return links_; }  // of spec(), by index
    quint64 revision() const { return revision_; }
    quint64 content() const { return content_; }         // the same where cards have only been moved
    const QString& project() const { return project_; }  // its name: what the network is called
    void setProject(const QString& name);
    // Replaces the network and emits the least that tells the difference. Only undo commands and loading call this.
    void setSpec(NetworkSpec spec);

    // What validation needs from elsewhere: a change of the facts validates again.
    void setFacts(const DataFacts& facts, const QString& dataName, DType dataType = DType::UInt8);
    void setTraining(const TrainingSpec& training);  // batch and precision, for what outputs take
    const DataFacts& facts() const { return facts_; }
    int batch() const { return training_.batch; }
    double activationBytes(const NodeReport& node) const;  // of its output for a batch, in training's precision

    // The newest report. Of an older revision while a job is under way: see reportIsCurrent().
    const NetworkReport& report() const { return report_; }
    const NodeReport* report(const QString& node) const;  // nullptr where unknown
    bool reportIsCurrent() const { return reportRevision_ == revision_; }
    int errors() const;
    void validateNow();  // without the pause; still in a job
    // What others find wrong with layers, of which no report knows: shown at them as the report's own is.
    void setFindings(std::vector<Diagnostic> findings);
    // What is shown at the node; null: nothing is wrong with it.
    const Diagnostic* worst(const std::string& node) const;

    QStringList nodeIds() const override;
    CanvasNode node(const QString& id) const override;
    QVector<CanvasLink> links() const override;
    QString refuses(const QString& from, const QString& to, int port) const override;
    // After a change of language: what nodes say is put into words again when it is next asked for.
    void retranslate() { cache_.clear(); }

    // What nodes show of a training under way; nodes that are not in it show nothing.
    void setLive(QHash<QString, LiveStrip> live);
    void setStanding(const QString& node);  // a training stands in it; empty: in none
    void setBreakpoints(const QSet<QString>& nodes);
    // Rows of cards stand further apart on the canvas, so that strips fit between them; what is kept does not change.
    void setRoomForLive(bool on);
    QPointF fromCanvas(QPointF at) const { return {at.x(), at.y() / stretch_}; }  // a place, or a way

signals:
    void projectChanged();
    void specChanged();  // any edit
    void reportChanged();

private:
    void followStructure(const NetworkSpec& before);
    void scheduleValidation();
    void validateInJob();
    void takeReport(NetworkReport report, quint64 revision);
    CanvasNode describe(int index) const;
    void indexDiagnostics();
    bool wouldCycle(int from, int to) const;

    JobTracker& jobs_;
    QString project_;
    NetworkSpec spec_;
    Links links_{spec_};
    mutable QHash<QString, CanvasNode> cache_;
    QHash<QString, LiveStrip> live_;
    QString standing_;
    QSet<QString> breakpoints_;
    double stretch_ = 1;  // of the canvas's y
    // What the wire in hand could close a circle with: asked for every port in view, walked once.
    struct Reach {
        int node = -1, lastTo = -1;
        bool down = false;  // the nodes that `node` leads to; else those that lead to it
        std::vector<bool> met;
    };
    mutable Reach reach_;
    quint64 content_ = 0, revision_ = 0, reportRevision_ = ~quint64{0};
    NetworkReport report_;
    std::vector<Diagnostic> findings_;
    std::unordered_map<std::string, size_t> worst_;      // by node: the place of its worst diagnostic
    std::set<std::pair<std::string, int>> wrongInputs_;  // node and port of wires at fault
    DataFacts facts_;
    QString dataName_;
    DType dataType_ = DType::UInt8;
    TrainingSpec training_;
    QTimer pause_;
};

}  // namespace tl
