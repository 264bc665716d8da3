// The verdict in the bar: what was found, and fainter what helps, in as many lines as the bar is high. What does not
// fit, as with large letters in a small window, is left out at the end; the tooltip has all of it. GUI thread only.
#pragma once

#include <QLabel>

namespace tl {

class VerdictLabel : public QLabel {
public:
    explicit VerdictLabel(QWidget* parent = nullptr);
    void setWords(const QString& finding, const QString& advice);
    QString plain() const;  // all of it

private:
    QString rich(qsizetype letters) const;
    void fit();
    void resizeEvent(QResizeEvent*) override;
    QString finding_, advice_;
};

}  // namespace tl
