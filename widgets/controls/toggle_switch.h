// A sliding on/off switch. It is a check box underneath, so keys, signals and accessibility come from Qt.
#pragma once

#include <QCheckBox>

namespace tl {

class ToggleSwitch : public QCheckBox {
    Q_OBJECT
    Q_PROPERTY(double knob READ knob WRITE setKnob)
public:
    explicit ToggleSwitch(QWidget* parent = nullptr);
    explicit ToggleSwitch(const QString& text, QWidget* parent = nullptr);
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return sizeHint(); }

private:
    double knob() const { return knob_; }
    void setKnob(double knob);
    void init();
    bool hitButton(const QPoint& pos) const override { return rect().contains(pos); }
    void paintEvent(QPaintEvent*) override;
    double knob_ = 0;  // 0 = off, 1 = on, between while it slides
};

}  // namespace tl
