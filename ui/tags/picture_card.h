// The pictures of one tag of one run at the step that is looked at: inputs, feature maps, kernels, whatever was logged
// as an image. They are decoded on the reader's thread.
#pragma once

#include <QImage>
#include <QVector>

#include "ui/tags/item_card.h"

namespace tl {

class PictureStrip;

class PictureCard : public ItemCard {
    Q_OBJECT
public:
    PictureCard(Workbench& bench, int run, const QString& tag);
    PictureStrip& strip() const { return *strip_; }
    void refresh() override;

signals:
    void saved(const QString& path, const QString& error);  // error: empty or a sentence

private:
    void save(const QImage& picture);
    PictureStrip* strip_;
};

}  // namespace tl
