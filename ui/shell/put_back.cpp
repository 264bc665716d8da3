// See the header.
#include "ui/shell/put_back.h"

#include <QWidget>
#include <algorithm>
#include <utility>

#include "ui/shell/desk.h"

namespace tl {

PutBack::PutBack(Desk& desk, QWidget& panel, const QString& topic) : QObject(&panel), desk_(desk), topic_(topic) {
    desk.actions.offer(QStringLiteral("undoAction"), {&panel, [this] { undo(); }, [this] { return last() != nullptr; },
                                                      [this] { return tr("Put back “%1”").arg(last()->name); }, true});
}

void PutBack::tell(Removed what) {
    desk_.notices.note(what.gone, {{tr("Put it back"), what.putBack}}, topic_);
    removed_.push_back(std::move(what));
}

const PutBack::Removed* PutBack::last() const {
    const auto last =
        std::find_if(removed_.rbegin(), removed_.rend(), [](const Removed& one) { return one.missing(); });
    return last == removed_.rend() ? nullptr : &*last;
}

void PutBack::undo() {
    const Removed* found = last();
    if (!found) return;
    const Removed what = *found;
    removed_.resize(static_cast<size_t>(found - removed_.data()));
    what.putBack();
    what.choose();
    desk_.notices.note(what.back, {}, topic_);
}

}  // namespace tl
