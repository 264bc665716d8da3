// See the header.
#include "app/window/timed_application.h"

#include <QEvent>
#include <QThread>

#include "engine/profile/spans.h"

namespace tl {

namespace {
const SpanName kPaint = spanName({QT_TRANSLATE_NOOP("Engine", "paint"), {}, {}, SpanCategory::Window}),
               kEvent = spanName({QT_TRANSLATE_NOOP("Engine", "event"), {}, {}, SpanCategory::Window});
constexpr uint64_t kFelt = 1'000'000;  // ticks: a third to a half of a millisecond, or a millisecond
}  // namespace

TimedWindowApplication::TimedWindowApplication(int& argc, char** argv) : QApplication(argc, argv) {
    nameThread("window");
}

bool TimedWindowApplication::notify(QObject* receiver, QEvent* event) {
    if (QThread::currentThread() != thread()) return QApplication::notify(receiver, event);
    if (event->type() == QEvent::UpdateRequest) {
        const Span painting(kPaint);
        return QApplication::notify(receiver, event);
    }
    const uint64_t began = ticks();
    const bool handled = QApplication::notify(receiver, event);
    const uint64_t ended = ticks();
    // Only the outermost: what it called in turn lies within.
    if (ended - began > kFelt && detail::spanDepth == 0) recordSpan(kEvent, began, ended);
    return handled;
}

}  // namespace tl
