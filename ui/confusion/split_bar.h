// Which of a run's results is shown where it has two: that of its last validation, or that on the test split.
#pragma once

#include <QSignalBlocker>

#include "widgets/controls/segmented_bar.h"

namespace tl {

class SplitBar : public SegmentedBar {
    Q_OBJECT
public:
    explicit SplitBar(const QString& name) {
        setObjectName(name);
        setAccessibleName(tr("Which samples"));
        addSegment(tr("Validation"));
        addSegment(tr("Test"));
        setCompact();
    }
    bool test() const { return currentIndex() == 1; }
    void setTest(bool on) { setCurrentIndex(on ? 1 : 0); }
    void setTestQuietly(bool on) {  // no signal
        const QSignalBlocker quiet(this);
        setTest(on);
    }
};

}  // namespace tl
