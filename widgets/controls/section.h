// What panels of settings are built of: a column that scrolls, and captioned parts in it. A part has a line above where
// there is something above, its caption in small capitals, and a column for what belongs to it.
#pragma once

#include <QString>

class QScrollArea;
class QVBoxLayout;

namespace tl {

class SectionLabel;

// A column that scrolls up and down only, on the panel's own background; without margins or spacing.
struct ScrollColumn {
    QScrollArea* area;
    QVBoxLayout* column;
};
ScrollColumn makeScrollColumn();

struct Section {
    QVBoxLayout* column;
    SectionLabel* caption;
};

// `rows`: the column holds property rows, which bring their own margin at the left; its caption stands above theirs.
Section addSection(QVBoxLayout* page, const QString& caption, bool rows = false);

}  // namespace tl
