// Runs on one screen, a column each: what is the same in them and what is not, section by section, equal rows folded,
// values marked that are not the first run's; and whether two computed the same bits.
#pragma once

#include <QStringList>
#include <optional>

#include "engine/run/run_compare.h"
#include "engine/run/run_diff.h"
#include "widgets/controls/sheet.h"

class QPushButton;
class QTreeWidget;

namespace tl {

class ToneLabel;

class RunDiffSheet : public Sheet {
    Q_OBJECT
public:
    // By what the runs are called; it says that they are compared until showDiff().
    RunDiffSheet(QWidget& window, const QStringList& runs);
    void showDiff(RunDiff diff, const std::optional<RunComparison>& bits);

private:
    void fill();
    void filter(const QString& words);
    QWidget* firstFocus() const override;
    RunDiff diff_;
    ToneLabel* verdict_;
    QTreeWidget* rows_;
    QPushButton* copy_;
};

}  // namespace tl
