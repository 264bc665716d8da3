// What is selected, shared by the panels: nodes of the canvas (several at once, or one), one image of the data set, the
// class that is looked at, one run. Panels that know nothing of each other meet here.
#pragma once

#include <QObject>
#include <QString>
#include <QStringList>
#include <memory>

namespace tl {

struct PickedItems;

// Which items of the data set: all, those that are there twice, those of other splits that are training items too,
// those of a list.
enum class DataSubset { All, Repeated, Leaks, Picked };

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

    int classFilter() const { return classFilter_; }  // -1 = all classes
    void setClassFilter(int index) {
        if (index == classFilter_) return;
        classFilter_ = index;
        emit classFilterChanged(index);
    }
    void show(const std::shared_ptr<const PickedItems>& items) { emit pickedRequested(items); }
    const std::shared_ptr<const PickedItems>& picked() const { return picked_; }  // that is shown; null: none
    void setPicked(const std::shared_ptr<const PickedItems>& items) {
        if (items == picked_) return;
        picked_ = items;
        emit pickedChanged();
    }
    int run() const { return run_; }  // picked by the person; -1 = none
    void setRun(int id) {
        run_ = id;
        emit runChanged(id);
    }
    void reveal(const QString& node) { emit revealRequested(node); }          // selects it and brings it into view
    void revealFault() { emit faultRequested(); }                             // the training setting that is wrong
    void openTimeline(const QString& path) { emit timelineRequested(path); }  // a trace, in the Profile workspace
    // A layer's last slices, standing still; op and phase ("Conv2D", "backward"): of one of its ops.
    void showSlices(const QString& node, const QString& op = {}, const QString& phase = {}) {
        emit slicesRequested(node, op, phase);
    }
    // A layer behind what is selected: "Dense", "Activation?activation=softmax".
    void add(const QString& type) { emit layerRequested(type); }
    void open(const QString& node) {  // the keyboard goes to its properties
        setNode(node);
        emit openRequested();
    }

signals:
    void nodeChanged(const QString& id);  // also when it goes from none to several
    void imageChanged();
    void classFilterChanged(int index);
    void subsetRequested(DataSubset subset);
    void pickedRequested(const std::shared_ptr<const tl::PickedItems>& items);  // in the Data page's grid
    void pickedChanged();
    void imageActivated();  // Enter or double-click on the current image
    void runChanged(int id);
    void revealRequested(const QString& node);
    void faultRequested();
    void layerRequested(const QString& type);
    void openRequested();
    void timelineRequested(const QString& path);
    void slicesRequested(const QString& node, const QString& op, const QString& phase);

private:
    QStringList nodes_;
    QString split_ = QStringLiteral("train");
    qint64 image_ = -1;
    int classFilter_ = -1, run_ = -1;
    std::shared_ptr<const PickedItems> picked_;
};

}  // namespace tl
