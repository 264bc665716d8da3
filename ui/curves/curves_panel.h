// A card for each classifier's curve: precision over recall, or ROC; several runs' in one.
#pragma once

#include "ui/tags/tag_panel.h"

namespace tl {

class SegmentedBar;

class CurvesPanel : public TagPanel {
    Q_OBJECT
public:
    explicit CurvesPanel(Desk& desk);

private:
    TagCard* make(int run, const QString& tag) override;
    bool overlays() const override { return true; }
    SegmentedBar* kinds_;
};

}  // namespace tl
