// The first column of a table once more, over its left edge while it is scrolled sideways: it says whose the values
// are. Click, wheel and header do there what they do in the table.
#pragma once

#include <QTableView>

namespace tl {

class FrozenColumn : public QTableView {
    Q_OBJECT
public:
    explicit FrozenColumn(QTableView& table);  // one that has its model and its looks

private:
    void place();
    bool viewportEvent(QEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;
    QTableView& table_;
};

}  // namespace tl
