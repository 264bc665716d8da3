// Return applies, Escape leaves all as it was.
#include "ui/scalars/range_popup.h"

#include <QGridLayout>
#include <QKeyEvent>
#include <QLineEdit>
#include <QPushButton>
#include <QScreen>
#include <algorithm>
#include <cmath>

#include "widgets/controls/labels.h"

namespace tl {

RangePopup::RangePopup(LinePlot& plot, AxisKind kind, const QString& xName)
    : QFrame(&plot, Qt::Popup), plot_(plot), kind_(kind) {
    setObjectName(QStringLiteral("rangePopup"));
    setAttribute(Qt::WA_DeleteOnClose);
    Theme::instance().style(
        this, QStringLiteral("#rangePopup { background: @bg1; border: 1px solid @line; border-radius: 8px; }"));
    auto* grid = new QGridLayout(this);
    grid->setContentsMargins(14, 12, 14, 12);
    grid->setHorizontalSpacing(8);
    grid->setVerticalSpacing(8);
    static constexpr const char* kNames[] = {"xFrom", "xTo", "yFrom", "yTo"};
    const QString axes[] = {xName, plot.accessibleName()};
    for (int row = 0; row < 2; ++row) {
        auto* label = new ElidedLabel(Qt::ElideRight, Token::Muted);
        label->setText(axes[row]);
        grid->setColumnMinimumWidth(0, 84);
        grid->addWidget(label, row, 0);
        for (int end = 0; end < 2; ++end) {
            auto*& field = fields_[2 * row + end] = new QLineEdit;
            field->setObjectName(QLatin1String(kNames[2 * row + end]));
            Theme::instance().fixWidth(field, kind == AxisKind::Clock ? 150 : 110);
            field->setAccessibleName(end == 0 ? tr("%1 from").arg(axes[row]) : tr("%1 to").arg(axes[row]));
            grid->addWidget(field, row, 1 + 2 * end);
            connect(field, &QLineEdit::returnPressed, this, [this] {
                if (apply()) close();
            });
        }
        grid->addWidget(new ToneLabel(tr("to"), Token::Faint), row, 2);
    }
    problem_ = new ToneLabel({}, Token::Bad);
    problem_->setObjectName(QStringLiteral("rangeProblem"));
    problem_->setWordWrap(true);
    problem_->hide();
    grid->addWidget(problem_, 2, 0, 1, 4);
    auto* buttons = new QHBoxLayout;
    auto* keep = new QPushButton(tr("Keep what is shown"));
    keep->setObjectName(QStringLiteral("keepRange"));
    auto* clear = new QPushButton(tr("Fit"));
    clear->setObjectName(QStringLiteral("fitRange"));
    auto* fix = new QPushButton(tr("Set"));
    fix->setObjectName(QStringLiteral("fixRange"));
    fix->setDefault(true);
    buttons->addWidget(keep);
    buttons->addWidget(clear);
    buttons->addStretch(1);
    buttons->addWidget(fix);
    grid->addLayout(buttons, 3, 0, 1, 4);
    connect(keep, &QPushButton::clicked, this, [this] {
        fill({plot_.xFrom(), plot_.xTo(), plot_.yFrom(), plot_.yTo()});
    });
    connect(clear, &QPushButton::clicked, this, [this] {
        plot_.setLimits({});
        close();
    });
    connect(fix, &QPushButton::clicked, this, [this] {
        if (apply()) close();
    });
    const double shown[] = {plot.xFrom(), plot.xTo(), plot.yFrom(), plot.yTo()};
    for (int i = 0; i < 4; ++i) fields_[i]->setPlaceholderText(positionEdit(shown[i], i < 2 ? kind : AxisKind::Number));
    fill(plot.limits());
}

void RangePopup::fill(const PlotLimits& limits) {
    const double ends[] = {limits.xFrom, limits.xTo, limits.yFrom, limits.yTo};
    for (int i = 0; i < 4; ++i)
        fields_[i]->setText(std::isnan(ends[i]) ? QString() : positionEdit(ends[i], i < 2 ? kind_ : AxisKind::Number));
}

void RangePopup::open(const QPoint& global) {
    adjustSize();
    const QRect room = plot_.screen()->availableGeometry();
    move(std::clamp(global.x(), room.left(), std::max(room.left(), room.right() - width())),
         std::clamp(global.y(), room.top(), std::max(room.top(), room.bottom() - height())));
    show();
    fields_[2]->setFocus();
}

bool RangePopup::apply() {
    double ends[4];
    const auto refuse = [this](const QString& sentence) {
        problem_->setText(sentence);
        problem_->show();
        adjustSize();
        return false;
    };
    for (int i = 0; i < 4; ++i) {
        const QString text = fields_[i]->text().trimmed();
        const AxisKind kind = i < 2 ? kind_ : AxisKind::Number;
        const auto value = positionFrom(text, kind, plot_.xFrom());
        if (!text.isEmpty() && !value) {
            fields_[i]->setFocus();
            return refuse(kind == AxisKind::Clock
                              ? tr("“%1” is no time: expected is one like %2.").arg(text, fields_[i]->placeholderText())
                          : kind == AxisKind::Seconds
                              ? tr("“%1” is no length of time: expected are seconds, or 1:30 or 1:05:00.").arg(text)
                              : tr("“%1” is no number.").arg(text));
        }
        ends[i] = value.value_or(std::nan(""));
    }
    for (const int i : {0, 2})
        if (ends[i] >= ends[i + 1]) {
            fields_[i]->setFocus();
            return refuse(tr("A range goes from less to more: %1 is not below %2.")
                              .arg(fields_[i]->text().trimmed(), fields_[i + 1]->text().trimmed()));
        }
    plot_.setLimits({ends[0], ends[1], ends[2], ends[3]});
    return true;
}

}  // namespace tl
