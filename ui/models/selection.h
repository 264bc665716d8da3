// What is selected, shared by the panels: one node of the canvas, one image of the data set.
#pragma once

#include <QObject>
#include <QString>

namespace tl {

class Selection : public QObject {
    Q_OBJECT
public:
    QString node() const { return node_; }              // empty = none
    void setNode(const QString& id) {
        if (id != node_) emit nodeChanged(node_ = id);
    }
    QString split() const { return split_; }            // "train", "validation", "test"
    qint64 image() const { return image_; }             // index into the split; -1 = none
    void setImage(const QString& split, qint64 index) {
        if (split == split_ && index == image_) return;
        split_ = split;
        image_ = index;
        emit imageChanged();
    }

signals:
    void nodeChanged(const QString& id);
    void imageChanged();

private:
    QString node_, split_ = QStringLiteral("train");
    qint64 image_ = -1;
};

} // namespace tl
