// A card for each tag whose values are pictures, at the step that all panels look at.
#pragma once

#include "ui/tags/tag_panel.h"

namespace tl {

class PicturesPanel : public TagPanel {
    Q_OBJECT
public:
    explicit PicturesPanel(Desk& desk);

private:
    TagCard* make(int run, const QString& tag) override;
    Desk& desk_;
};

}  // namespace tl
