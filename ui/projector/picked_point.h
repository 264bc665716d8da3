// The point that is picked: its image, its name and class, and which others are nearest to it, by direction or
// distance.
#pragma once

#include <memory>

#include "widgets/controls/card.h"

class QLabel;
class QListWidget;

namespace tl {

class ImageView;
class SegmentedBar;
struct LayerRows;
struct Workbench;

class PickedPoint : public Card {
    Q_OBJECT
public:
    explicit PickedPoint(Workbench& bench);
    void setPoint(std::shared_ptr<const LayerRows> rows, int point);  // no rows: nothing is picked

signals:
    void neighbourActivated(int point);

private:
    void findNeighbours();
    void readImage();

    Workbench& bench_;
    ImageView* view_;
    QLabel* name_;
    QListWidget* neighbours_;
    SegmentedBar* nearness_;
    std::shared_ptr<const LayerRows> rows_;
    int point_ = -1;
};

}  // namespace tl
