// What is selected, shared by the panels: nodes of the canvas (several at once, or one), one image of the data set.
#pragma once

#include <QObject>
#include <QString>
#include <QStringList>

namespace tl {

class Selection : public QObject {
    Q_OBJECT
public:
    QString node() const { return nodes_.size() == 1 ? nodes_.front() : QString(); }  // empty = none or several
    QStringList nodes() const { return nodes_; }
    void setNode(const QString& id) { setNodes(id.isEmpty() ? QStringList() : QStringList(id)); }
    void setNodes(const QStringList& ids) {
        if (ids == nodes_) return;
        nodes_ = ids;
        emit nodeChanged(node());
    }
    QString split() const { return split_; }  // "train", "validation", "test"
    qint64 image() const { return image_; }   // index into the split; -1 = none
    void setImage(const QString& split, qint64 index) {
        if (split == split_ && index == image_) return;
        split_ = split;
        image_ = index;
        emit imageChanged();
    }

signals:
    void nodeChanged(const QString& id);  // also when it goes from none to several
    void imageChanged();

private:
    QStringList nodes_;
    QString split_ = QStringLiteral("train");
    qint64 image_ = -1;
};

}  // namespace tl
