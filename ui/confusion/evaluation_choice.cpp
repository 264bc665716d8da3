// See the header. Names of data may be long, and the dock is narrow: a list cuts them.
#include "ui/confusion/evaluation_choice.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QSignalBlocker>
#include <algorithm>
#include <utility>

#include "engine/run/run_evaluations.h"
#include "ui/confusion/confusion_panel.h"
#include "ui/models/evaluation_text.h"
#include "ui/models/text.h"
#include "widgets/controls/labels.h"
#include "widgets/controls/segmented_bar.h"

namespace tl {

static constexpr int kListLetters = 12;  // that the list has room for at least

EvaluationChoice::EvaluationChoice(const QString& name, QWidget* parent)
    : QWidget(parent), switch_(new SegmentedBar), list_(new QComboBox) {
    switch_->setObjectName(name);
    switch_->setAccessibleName(ConfusionPanel::tr("Which samples"));
    switch_->addSegment(ConfusionPanel::tr("Validation"));
    switch_->addSegment(ConfusionPanel::tr("Test"));
    switch_->setCompact();
    list_->setObjectName(name + QStringLiteral("List"));
    list_->setAccessibleName(switch_->accessibleName());
    list_->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    list_->setMinimumContentsLength(kListLetters);
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    row->addWidget(switch_, 0, Qt::AlignLeft);
    row->addWidget(list_, 1);
    connect(switch_, &SegmentedBar::currentChanged, this,
            [this](int index) { choose(index == 1 ? kTest : kValidation); });
    connect(list_, &QComboBox::activated, this,
            [this](int index) { choose(std::string(offered_[static_cast<size_t>(index)].key)); });
    refresh();
}

void EvaluationChoice::offer(bool validation, const std::vector<const EvaluationRecord*>& evaluations) {
    std::vector<Offered> offered;
    if (validation) offered.push_back({kValidation, ConfusionPanel::tr("Validation"), {}});
    for (const EvaluationRecord* one : evaluations) {
        const bool other = isOfOtherData(*one);
        QString told = inLines(evaluationText(*one));
        if (!one->data.empty()) told += QLatin1Char('\n') + inLines(q(one->data));
        offered.push_back(
            {evaluationKey(*one), other ? evaluationTitle(*one) : ConfusionPanel::tr("Test"), plainTip(told)});
    }
    if (std::exchange(offered_, std::move(offered)) != offered_) {
        const QSignalBlocker quiet(list_);
        list_->clear();
        for (const Offered& each : offered_) {
            list_->addItem(each.title);
            list_->setItemData(list_->count() - 1, each.toolTip, Qt::ToolTipRole);
        }
    }
    refresh();
}

bool EvaluationChoice::choose(const std::string& key) {
    if (std::exchange(chosen_, key) == key) return false;
    refresh();
    emit changed();
    return true;
}

std::string EvaluationChoice::current() const {
    const auto found = std::ranges::find(offered_, chosen_, &Offered::key);
    return found != offered_.end() ? found->key : offered_.empty() ? std::string() : offered_.front().key;
}

void EvaluationChoice::refresh() {
    const std::string now = current();
    const bool others =
        std::ranges::any_of(offered_, [](const Offered& each) { return each.key != kValidation && each.key != kTest; });
    const QSignalBlocker one(switch_), two(list_);
    switch_->setCurrentIndex(now == kTest ? 1 : 0);
    list_->setCurrentIndex(static_cast<int>(std::ranges::find(offered_, now, &Offered::key) - offered_.begin()));
    list_->setToolTip(list_->currentData(Qt::ToolTipRole).toString());
    switch_->setVisible(!others);
    list_->setVisible(others);
    setVisible(offered_.size() > 1);
}

}  // namespace tl
