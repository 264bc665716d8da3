// Two parts of a row of controls: beside each other where there is room, else the second below the first.
#pragma once

#include <QWidget>

class QBoxLayout;

namespace tl {

class FoldingRow : public QWidget {
    Q_OBJECT
public:
    enum class Grows { First, Second };  // takes what room there is
    FoldingRow(QWidget* first, QWidget* second, int spacing, Grows grows = Grows::Second, QWidget* parent = nullptr);
    QSize minimumSizeHint() const override;  // as wide as the wider part

private:
    int beside() const;  // px that both need in one line
    void fold();
    void resizeEvent(QResizeEvent*) override { fold(); }
    bool event(QEvent* event) override;
    QBoxLayout* layout_;
    QWidget *first_, *second_;
};

}  // namespace tl
