// Whether the desktop is dark now, and when that changes (Qt 6.4 has no colorScheme()). Its colours are the
// application's while that sets none of its own; asking for them tells every widget of a change that is none, so they
// are asked for at the start and when the desktop says that something changed. GUI thread only.
#pragma once

#include <QObject>

namespace tl {

class DesktopLook : public QObject {
    Q_OBJECT
public:
    static DesktopLook& instance();
    bool dark() const { return dark_; }

signals:
    void changed();

private:
    DesktopLook();
    bool eventFilter(QObject* watched, QEvent* event) override;
    void ask();
    bool dark_, asking_ = false;
};

}  // namespace tl
