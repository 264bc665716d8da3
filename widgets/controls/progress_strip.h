// Progress of a run or a job: words above (left and right), a bar of 3 px below. `fraction` under 0 means unknown: the
// bar then shows a quiet full-width tint instead of a moving one, as nothing moves while data streams.
#pragma once

#include <QWidget>

namespace tl {

class ProgressStrip : public QWidget {
    Q_OBJECT
public:
    explicit ProgressStrip(QWidget* parent = nullptr);
    // Parts of the texts between asterisks are drawn bright and bold: "epoch *7*/20 · step 3,184". In a narrow strip
    // the pieces between " · " that stand nearest to the other text go first.
    void setText(const QString& left, const QString& right = {});
    void setFraction(double fraction);
    double fraction() const { return fraction_; }
    QSize sizeHint() const override { return {270, 28}; }
    QSize minimumSizeHint() const override { return {100, 28}; }

private:
    void paintEvent(QPaintEvent*) override;
    QString left_, right_;
    double fraction_ = 0;
};

}  // namespace tl
