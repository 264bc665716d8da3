// See the header.
#include "ui/network/start_row.h"

#include <QGridLayout>
#include <QPushButton>
#include <QVBoxLayout>

#include "engine/model/build.h"
#include "engine/model/templates.h"
#include "ui/jobs/job_tracker.h"
#include "ui/models/network_model.h"
#include "ui/models/text.h"
#include "widgets/controls/labels.h"
#include "widgets/theme/theme.h"

namespace tl {
namespace {

constexpr int kMostColumns = 5;

// A button with two lines.
class Chip : public QPushButton {
public:
    using QPushButton::QPushButton;
    QSize sizeHint() const override { return layout()->sizeHint(); }
    QSize minimumSizeHint() const override { return sizeHint(); }
};

// By a style of its own: in a button a label takes the button's colour, whatever its palette says.
ToneLabel* line(const QString& text, Token token, ToneLabel::Type type, const char* colour) {
    auto* label = new ToneLabel(text, token, type);
    Theme::instance().style(label, QLatin1String(colour));
    label->setAlignment(Qt::AlignCenter);
    label->setAttribute(Qt::WA_TransparentForMouseEvents);
    return label;
}

// -1: it cannot be made for such data.
int64_t weightsOf(const std::string& id, const DataFacts& facts) {
    try {
        const BuiltNetwork built = build(findTemplate(id).make(facts), facts, 1, false);
        int64_t count = 0;
        for (const BuiltParameter& one : built.parameters) count += built.graph.value(one.value).shape.elements();
        for (const BuiltState& one : built.states) count += built.graph.value(one.value).shape.elements();
        return count;
    } catch (const std::exception&) {
        return -1;
    }
}

}  // namespace

StartRow::StartRow(const std::vector<Start>& starts, const NetworkModel& model, JobTracker& jobs, QWidget* parent)
    : QWidget(parent), model_(model), jobs_(jobs), grid_(new QGridLayout),
      input_(new ToneLabel(QStringLiteral(" "), Token::Muted, ToneLabel::Caption)) {
    setObjectName(QStringLiteral("startRow"));
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(10);
    grid_->setSpacing(8);
    column->addLayout(grid_);
    input_->setObjectName(QStringLiteral("startInput"));
    input_->setAlignment(Qt::AlignCenter);
    column->addWidget(input_);
    for (const Start& start : starts) {
        auto* chip = new Chip;
        chip->setObjectName(QStringLiteral("start_") + q(start.id));
        chip->setAccessibleName(start.action->text());
        chip->setToolTip(start.action->toolTip());
        auto* lines = new QVBoxLayout(chip);
        lines->setContentsMargins(12, 6, 12, 7);
        lines->setSpacing(1);
        lines->addWidget(line(start.action->text(), Token::Text, ToneLabel::Body, "color: @text"));
        sizes_.push_back(line(QStringLiteral(" "), Token::Muted, ToneLabel::Caption, "color: @muted"));
        lines->addWidget(sizes_.back());
        connect(chip, &QPushButton::clicked, this, [this, id = start.id] { emit chosen(id); });
        ids_.push_back(start.id);
        buttons_.push_back(chip);
    }
    arrange(kMostColumns);
    connect(&model_, &NetworkModel::reportChanged, this, &StartRow::count);  // and so after other data
    connect(&model_, &NetworkModel::projectChanged, this, &StartRow::count);
}

void StartRow::arrange(int columns) {
    for (QWidget* button : buttons_) grid_->removeWidget(button);
    for (size_t i = 0; i < buttons_.size(); ++i)
        grid_->addWidget(buttons_[i], static_cast<int>(i) / columns, static_cast<int>(i) % columns);
}

void StartRow::fit(int width) {
    for (int columns = kMostColumns; columns > 0; --columns) {
        arrange(columns);
        if (grid_->sizeHint().width() <= width) break;
    }
    adjustSize();
}

// Not before a project is open: while the window starts.
void StartRow::count() {
    const DataFacts facts = templateFacts(model_.facts());
    if (!isVisible() || model_.project().isEmpty() || (facts.shape == shape_ && facts.classes == classes_)) return;
    shape_ = facts.shape;
    classes_ = facts.classes;
    jobs_.run(
        this, QStringLiteral("count templates"),
        [ids = ids_, facts](std::stop_token stop) {
            std::vector<int64_t> counts;
            counts.reserve(ids.size());
            for (const std::string& id : ids) counts.push_back(stop.stop_requested() ? -1 : weightsOf(id, facts));
            return counts;
        },
        [this](const std::vector<int64_t>& counts) { showCounts(counts); });
}

void StartRow::showCounts(const std::vector<int64_t>& counts) {
    for (size_t i = 0; i < counts.size(); ++i) {
        const QString text = counts[i] < 0 ? tr("not for such data") : tr("%1 weights").arg(grouped(counts[i]));
        sizes_[i]->setText(text);
        buttons_[i]->setAccessibleDescription(text);
        buttons_[i]->updateGeometry();
    }
    const QString shape = q(shape_.toString());
    input_->setText(classes_ > 1 ? tr("with inputs of %1, %2 classes").arg(shape).arg(classes_)
                                 : tr("with inputs of %1").arg(shape));
    emit changed();
}

void StartRow::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    count();
}

}  // namespace tl
