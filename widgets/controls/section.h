// A captioned part of a panel: a line above where there is something above, the caption in small capitals, and a column
// for what belongs to it.
#pragma once

#include <QString>

class QVBoxLayout;

namespace tl {

class SectionLabel;

struct Section {
    QVBoxLayout* column;
    SectionLabel* caption;
};

// `rows`: the column holds property rows, which bring their own margin at the left; its caption stands above theirs.
Section addSection(QVBoxLayout* page, const QString& caption, bool rows = false);

}  // namespace tl
