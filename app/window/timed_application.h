// The window's application, whose thread writes spans as the engine's threads do: each paint, and any event that takes
// long enough to be felt beside it.
#pragma once

#include <QApplication>

namespace tl {

class TimedWindowApplication : public QApplication {
    Q_OBJECT
public:
    TimedWindowApplication(int& argc, char** argv);
    bool notify(QObject* receiver, QEvent* event) override;
};

}  // namespace tl
