// What the tool bar holds, in one row. Where there is no room for all, the right one gives way first, then the left
// one.
#pragma once

#include <QEvent>
#include <QHBoxLayout>
#include <QWidget>
#include <algorithm>

namespace tl {

class ToolRow : public QWidget {
public:
    ToolRow(QWidget* left, QWidget* right) : left_(left), right_(right) {
        setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
        auto* row = new QHBoxLayout(this);
        row->setContentsMargins(kApart, 0, kApart, 0);
        row->setSpacing(kApart);
        row->addWidget(left, 0, Qt::AlignVCenter);
        row->addStretch(1);
        row->addWidget(right, 0, Qt::AlignVCenter);
    }

private:
    static constexpr int kApart = 12;
    int least() const { return right_->minimumSizeHint().width() + 4 * kApart; }
    QSize minimumSizeHint() const override {
        return {left_->minimumSizeHint().width() + least(), QWidget::minimumSizeHint().height()};
    }
    void share() {
        const int most = left_->sizeHint().width(), fewest = std::min(left_->minimumSizeHint().width(), most);
        left_->setFixedWidth(std::clamp(width() - least(), fewest, most));
    }
    void resizeEvent(QResizeEvent*) override { share(); }
    bool event(QEvent* event) override {
        if (event->type() == QEvent::LayoutRequest) share();
        return QWidget::event(event);
    }

    QWidget *left_, *right_;
};

}  // namespace tl
