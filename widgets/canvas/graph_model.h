// What the node canvas shows, as an abstract model in Qt's manner: the view observes it, and asks for changes through
// intentions (see NodeCanvas's signals) that somebody else turns into undo steps. Ids are the model's strings.
#pragma once

#include <QObject>
#include <QPointF>
#include <QRectF>
#include <QString>
#include <QStringList>
#include <QVector>
#include <optional>

#include "widgets/canvas/live_strip.h"

namespace tl {

struct CanvasNode {
    static constexpr double kWidth = 200, kHeight = 46;

    QString id;                // also the title
    QString typeName;          // "Conv2D"
    QString summary;           // "16 · 3×3 · same · ReLU"
    QString badge;             // at the right, mono: "4,640"; empty = none
    QString output;            // the shape of what it makes: "28×28×32"; empty = not known
    int axes = 0;              // of that, beside its channels: 2 of an image; 0 = none or not known
    QString category;          // Theme::category
    QString icon;              // bootstrap-icons name
    QPointF position;          // top left
    int inputs = 1;            // ports shown on the top edge
    bool growsInputs = false;  // a merge: one more free port is offered
    bool hasOutput = true;
    bool placeholder = false;  // unknown type: drawn dashed
    bool bypassed = false;     // left out of what is trained: drawn faint
    bool frozen = false;       // its weights stay: a lock beside the badge
    QString error;             // sentence; empty = fine
    QString errorDetail;
    QStringList repairs;            // labels of the buttons on the error card
    bool warning = false;           // the sentence is a warning
    bool standing = false;          // a training stands in it, at a breakpoint: an edge and an arrow
    bool breakpoint = false;        // it is to stand there: a dot on the card's edge
    std::optional<LiveStrip> live;  // of a training under way: the card is higher by it

    // The one place that says how large a card is; everything else asks.
    QSizeF size() const { return {kWidth, kHeight + (live ? LiveStrip::kHeight : 0)}; }
    friend bool operator==(const CanvasNode&, const CanvasNode&) = default;
};

struct CanvasLink {
    QString from, to;
    int port = 0;
    QString label;       // "16×32×32", beside the wire
    bool wrong = false;  // dashed red
    friend bool operator==(const CanvasLink& a, const CanvasLink& b) {
        return a.from == b.from && a.to == b.to && a.port == b.port;
    }
};

class GraphModel : public QObject {
    Q_OBJECT
public:
    using QObject::QObject;
    virtual QStringList nodeIds() const = 0;
    virtual CanvasNode node(const QString& id) const = 0;
    virtual QVector<CanvasLink> links() const = 0;
    // Empty when the link may be made; else the reason in a few words ("would make a cycle").
    virtual QString refuses(const QString& from, const QString& to, int port) const = 0;

signals:
    void structureChanged();              // nodes or links came or went
    void nodeChanged(const QString& id);  // its text, position or error
    void labelsChanged();                 // link labels and errors
};

}  // namespace tl
