// A rounded group of exclusive choices: the workspace switcher of the tool bar, or a small mode switch in a panel.
// Each segment is a checkable tool button, so Tab and the arrow keys work and screen readers name it.
#pragma once

#include <QWidget>

class QAbstractButton;
class QButtonGroup;
class QHBoxLayout;

namespace tl {

class SegmentedBar : public QWidget {
    Q_OBJECT
public:
    explicit SegmentedBar(QWidget* parent = nullptr);
    int addSegment(const QString& text, const QString& toolTip = {});  // the first becomes current; no signal
    int count() const;
    int currentIndex() const;
    QAbstractButton* segment(int index) const;
    // A dot at its corner: something goes on there. Empty words take it away.
    void setDot(int index, const QString& words);
    void setCompact();  // smaller, for a narrow column; when it has its segments
    QSize sizeHint() const override;

public slots:
    void setCurrentIndex(int index);  // emits when it changes

signals:
    void currentChanged(int index);

private:
    void keyPressEvent(QKeyEvent*) override;
    bool eventFilter(QObject*, QEvent*) override;
    void paintEvent(QPaintEvent*) override;
    void resizeEvent(QResizeEvent*) override;
    QButtonGroup* group_;
    QHBoxLayout* layout_;
    int current_ = -1;
    int wanted_ = 0;  // width with room around the words
    bool tight_ = false;
};

}  // namespace tl
