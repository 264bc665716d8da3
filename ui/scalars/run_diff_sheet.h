// Two runs on one screen: what is the same in them and what is not, section by section, equal rows folded; and whether
// they computed the same bits.
#pragma once

#include <optional>

#include "engine/run/run_compare.h"
#include "engine/run/run_diff.h"
#include "widgets/controls/sheet.h"

class QTreeWidget;

namespace tl {

class RunDiffSheet : public Sheet {
    Q_OBJECT
public:
    RunDiffSheet(QWidget& window, RunDiff diff, const std::optional<RunComparison>& bits);

private:
    void fill();
    void filter(const QString& words);
    QWidget* firstFocus() const override;
    RunDiff diff_;
    QTreeWidget* rows_;
};

}  // namespace tl
