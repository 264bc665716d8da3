// The classes with their counts as bars; a click (or Space) filters by one, another click shows all again.
#pragma once

#include <QStringList>
#include <QVector>
#include <QWidget>

namespace tl {

class ClassBars : public QWidget {
    Q_OBJECT
public:
    explicit ClassBars(QWidget* parent = nullptr);
    void setClasses(const QStringList& names, const QVector<qint64>& counts);
    void setChosen(int index);  // -1 = none; no signal
    int chosen() const { return chosen_; }
    QRect rowRect(int index) const;
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return {120, sizeHint().height()}; }

signals:
    void chosenChanged(int index);  // by the person; -1 = all

private:
    static int rowHeight();  // grows with the letters
    void choose(int index);
    void paintEvent(QPaintEvent*) override;
    void mousePressEvent(QMouseEvent*) override;
    void mouseMoveEvent(QMouseEvent*) override;
    void leaveEvent(QEvent*) override;
    void keyPressEvent(QKeyEvent*) override;
    void focusInEvent(QFocusEvent*) override;
    bool event(QEvent*) override;

    QStringList names_;
    QVector<qint64> counts_;
    int chosen_ = -1, hovered_ = -1, focused_ = 0;
};

}  // namespace tl
