// A card for each tensor whose histograms were recorded, drawn as ridges, overlay, heat map or percentiles.
#pragma once

#include "ui/tags/tag_panel.h"

namespace tl {

class SegmentedBar;

class HistogramsPanel : public TagPanel {
    Q_OBJECT
public:
    explicit HistogramsPanel(Desk& desk);

private:
    TagCard* make(int run, const QString& tag) override;
    SegmentedBar* modes_;
};

}  // namespace tl
