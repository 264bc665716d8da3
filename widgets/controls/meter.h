// How full something is: a caption, a bar, and the number in words. Without a share there is no bar.
#pragma once

#include <QWidget>

namespace tl {

class Meter : public QWidget {
    Q_OBJECT
public:
    explicit Meter(const QString& caption, QWidget* parent = nullptr);
    // 0 to 1; under 0: not known. From `full` on the bar is in the warning colour.
    void setValue(double share, const QString& words, double full = 2);
    double share() const { return share_; }
    QString words() const { return words_; }
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

private:
    void paintEvent(QPaintEvent*) override;
    QString caption_, words_;
    double share_ = -1, full_ = 2;
};

}  // namespace tl
