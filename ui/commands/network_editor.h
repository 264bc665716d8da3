// What a person can do to the network, each one undo step: the canvas's intentions, the inspector's edits and the
// menu all come through here. Holds no state but what merges a property's keystrokes into one step.
#pragma once

#include <QElapsedTimer>
#include <QObject>
#include <QPointF>
#include <QStringList>
#include <QUndoStack>
#include <QVector>

#include "engine/layers/diagnostic.h"
#include "engine/model/network_spec.h"
#include "widgets/canvas/graph_model.h"

namespace tl {

class NetworkModel;

class NetworkEditor : public QObject {
    Q_OBJECT
public:
    NetworkEditor(NetworkModel& model, QUndoStack& undo, QObject* parent = nullptr);

    // Each returns the ids of the layers it made, where it makes any.
    QString add(const QString& type, QPointF at, const QString& connectFrom = {}, const QString& connectTo = {},
                int connectPort = 0);
    QString addAfter(const QString& type, const QString& after);
    QString insertOnWire(const QString& type, const CanvasLink& wire);
    void splice(const QString& node, QPointF by, const CanvasLink& wire);  // a layer that is there, moved onto a wire
    void connectNodes(const QString& from, const QString& to, int port);
    void disconnectLinks(const QVector<CanvasLink>& links);
    void reconnect(const CanvasLink& old, const QString& to, int port);
    void move(const QStringList& ids, QPointF by);
    void remove(const QStringList& nodes, const QVector<CanvasLink>& links, bool reconnect);
    void toggleBypass(const QStringList& nodes);
    void rename(const QString& id, const QString& name);
    void setProperty(const QString& node, const QString& key, const PropertyValue& value, bool final);
    // Freezes those of the layers that have weights, or trains them again where all are frozen.
    void toggleTrainable(const QStringList& ids);
    void changeType(const QString& id, const QString& type);
    void repair(const QString& node, const Repair& repair);
    void autoLayout();
    void replace(const NetworkSpec& network, const QString& text);

    void copy(const QStringList& ids) const;  // to the clipboard, as JSON text
    void cut(const QStringList& ids);
    static bool canPaste();
    // At: the top left of what is pasted; absent = beside the original. withWires: also the wires that came in.
    QStringList paste(const QPointF* at, bool withWires);
    QStringList duplicate(const QStringList& ids);

signals:
    // A sentence about an edit that was not made, and why.
    void refused(const QString& sentence);
    // A repair of the data set: "size=224x224&resize=fill".
    void dataSettingsRequested(const QString& settings);

private:
    void push(const NetworkSpec& after, const QString& text, int mergeId = -1);

    NetworkModel& model_;
    QUndoStack& undo_;
    QString propertyUnderEdit_;
    int propertyMerge_ = -1;
    QStringList moved_;
    QElapsedTimer sinceMove_;
    int moveMerge_ = -1;
};

}  // namespace tl
