// A card for each tag whose values are texts.
#pragma once

#include "ui/tags/tag_panel.h"

namespace tl {

class TextPanel : public TagPanel {
    Q_OBJECT
public:
    explicit TextPanel(Desk& desk);

private:
    TagCard* make(int run, const QString& tag) override;
};

}  // namespace tl
