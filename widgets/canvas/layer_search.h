// What can be created, and the one search over it: the palette at the cursor and the layer library rank alike.
#pragma once

#include <QString>
#include <QStringList>
#include <QVector>

namespace tl {

struct LayerEntry {
    QString type, title, category, icon, help;
    bool hasInput = true, hasOutput = true;  // the palette filters by them when a wire is dropped on empty canvas
    QStringList words = {};                  // choices that it is also found by: "gelu"
    QString of = {};  // of "Softmax", "Activation": that layer with a property set. Found by its own name only
    int axes = 0;     // that it is made for: 2 of "MaxPooling2D"; 0 = any
};

// Places in `layers` of those that the query finds, best first: a name that is or begins with it, then names that hold
// its letters in order, then those whose help or words speak of it. Of equals the one for so many axes, then the one
// for images. An empty query finds all, in their order.
QVector<int> searchLayers(const QVector<LayerEntry>& layers, const QString& query, int axes = 2);

}  // namespace tl
