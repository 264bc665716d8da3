// What a person can do to the network, each one undo step: the canvas's intentions, the inspector's edits and the
// menu all come through here. Holds no state but what merges a property's keystrokes into one step.
#pragma once

#include <QObject>
#include <QPointF>
#include <QStringList>
#include <QUndoStack>
#include <QVector>

#include "engine/layers/diagnostic.h"
#include "engine/model/network_spec.h"
#include "ui/commands/step_name.h"
#include "widgets/canvas/graph_model.h"

namespace tl {

class JobTracker;
class NetworkModel;

class NetworkEditor : public QObject {
    Q_OBJECT
public:
    // Layouts of large networks are worked out in a job.
    NetworkEditor(NetworkModel& model, QUndoStack& undo, JobTracker& jobs, QObject* parent = nullptr);

    // Each returns the ids of the layers it made, where it makes any.
    QString add(const QString& type, QPointF at, const QString& connectFrom = {}, const QString& connectTo = {},
                int connectPort = 0);
    QString addAfter(const QString& type, const QStringList& after);  // top first
    QString insertOnWire(const QString& type, const CanvasLink& wire);
    void splice(const QString& node, QPointF by, const CanvasLink& wire);  // a layer that is there, moved onto a wire
    void connectNodes(const QString& from, const QString& to, int port);
    void connectAll(const QStringList& ids);  // top first
    void disconnectLinks(const QVector<CanvasLink>& links);
    void reconnect(const CanvasLink& old, const QString& to, int port);
    void move(const QStringList& ids, QPointF by, bool goesOn = false);  // goesOn: of the same step as the last one
    void remove(const QStringList& nodes, const QVector<CanvasLink>& links, bool reconnect);
    void toggleBypass(const QStringList& nodes);
    QString refusesName(const QString& id, const QString& name) const;  // why not, in a sentence; empty = it may
    void rename(const QString& id, const QString& name);
    // Of all the layers at once: one step.
    void setProperty(const QStringList& nodes, const QString& key, const PropertyValue& value, bool final);
    void takeBackProperty(const QStringList& nodes, const QString& key);  // what was set and is not final
    void resetProperty(const QStringList& nodes, const QString& key);     // each to its own default
    void resetProperties(const QStringList& nodes);
    // Freezes those of the layers that have weights, or trains them again where all are frozen.
    void toggleTrainable(const QStringList& ids);
    QString changeType(const QString& id, const QString& type);  // its name afterwards
    void repair(const QString& node, const Repair& repair);
    void autoLayout();  // laidOut() follows, at once or when the job is done, and when the step is undone or redone

    void copy(const QStringList& ids) const;  // to the clipboard, as JSON text
    void cut(const QStringList& ids);
    // At: the middle of what is pasted; absent = beside the original. Never exactly on other cards. withWires: also the
    // wires that came in.
    QStringList paste(const QPointF* at, bool withWires);
    QStringList duplicate(const QStringList& ids);

signals:
    // A sentence about an edit that was not made, and why.
    void refused(const QString& sentence);
    // A repair of the data set: "size=224x224&resize=fill".
    void dataSettingsRequested(const QString& settings);
    void dataRequested(const QString& spec);  // "sample"; empty: one that the person chooses
    void laidOut();

private:
    void push(const NetworkSpec& after, StepName name, int mergeId = -1);

    NetworkModel& model_;
    QUndoStack& undo_;
    JobTracker& jobs_;
    QString propertyUnderEdit_;
    NetworkSpec beforeEdit_;  // of it
    int propertyMerge_ = -1, moveMerge_ = -1;
};

}  // namespace tl
