// Waiting without a clock, for tests of windows.
#pragma once

#include <QAbstractEventDispatcher>
#include <QGuiApplication>
#include <QThread>
#include <QTimer>
#include <functional>
#include <vector>

namespace tl::test {

// Until the event loop has nothing left: what was posted has arrived, what was to be deleted is gone, the display has
// answered. What comes from a timer or another thread is waited for by name (QTRY_...).
inline void settle() {
    for (int round = 0; round < 2; ++round) {
        QGuiApplication::sync();
        // With an end, since something that goes on by itself, such as a run, keeps the loop busy.
        for (int turn = 0; turn < 100; ++turn) {
            QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
            if (!QAbstractEventDispatcher::instance()->processEvents(QEventLoop::AllEvents)) break;
        }
    }
}

// Takes the steps one by one inside the next event loop that begins in this one (a menu's, a dialog's, a drag's), the
// first as soon as `there` says so.
inline void whileNested(QObject* context, std::function<bool()> there, std::vector<std::function<void()>> steps) {
    auto* timer = new QTimer(context);
    const int level = QThread::currentThread()->loopLevel();
    QObject::connect(timer, &QTimer::timeout, context, [=, next = size_t{0}]() mutable {
        if (QThread::currentThread()->loopLevel() <= level || (next == 0 && !there())) return;
        if (next + 1 == steps.size()) timer->deleteLater();
        if (next < steps.size()) steps[next++]();
    });
    timer->start(0);
}

}  // namespace tl::test
