// How wide and high docks are, for a window and letters of any size, and that they come back to what they were.
#include <QDockWidget>
#include <QMainWindow>
#include <QResizeEvent>
#include <QTabBar>
#include <algorithm>
#include <utility>

#include "app/window/workspaces.h"
#include "widgets/theme/theme.h"

namespace tl {

namespace {

constexpr int kNarrow = 1400, kLow = 800;
constexpr int kManyHigh = 1200;  // what a column of four docks needs, some rows in each
constexpr double kNarrowShare = 0.8;
constexpr double kMostShare = 0.28;  // of the window's width, for a dock at its side
constexpr PanelPlace::Area kSides[] = {PanelPlace::Left, PanelPlace::Right};

}  // namespace

QHash<QString, QSize> Workspaces::sizes() const {
    QHash<QString, QSize> sizes;
    for (const QDockWidget* dock : docks())
        if (dock->isVisible() && !dock->isFloating() && !dock->visibleRegion().isEmpty())  // behind a tab it has none
            sizes[dock->objectName()] = dock->size();
    return sizes;
}

void Workspaces::setSizes(const QHash<QString, QSize>& sizes) {
    int tabs = 0;  // stand below the dock, in the room that is asked for
    for (const QTabBar* bar : window_.findChildren<QTabBar*>(Qt::FindDirectChildrenOnly))
        tabs = std::max(tabs, bar->sizeHint().height());
    for (const Qt::Orientation along : {Qt::Horizontal, Qt::Vertical}) {
        QList<QDockWidget*> kept;
        QList<int> lengths;
        for (QDockWidget* dock : docks()) {
            if (!dock->isVisible() || dock->isFloating() || !sizes.contains(dock->objectName())) continue;
            const QSize size = sizes[dock->objectName()];
            kept << dock;
            const int below = window_.tabifiedDockWidgets(dock).isEmpty() ? 0 : tabs;
            lengths << (along == Qt::Horizontal ? size.width() : size.height() + below);
        }
        if (!kept.isEmpty()) window_.resizeDocks(kept, lengths, along);
    }
}

void Workspaces::resetLayout() {
    if (current_ < 0) return;
    for (const PanelPlace::Area side : kSides) settings_.remove(shareKey(side));
    workspaces_[static_cast<size_t>(current_)].roomy.clear();
    arrange(at(current_));
}

// Larger letters want more room, while there is a middle left.
int Workspaces::sizeOf(const PanelPlace& place, double letters) const {
    const int size = qRound(place.size * std::max(letters, 1.0));
    if (place.area == PanelPlace::Bottom) return size;
    const int narrow = window_.width() < kNarrow ? qRound(size * kNarrowShare) : size;
    return std::max(std::min(narrow, qRound(window_.width() * kMostShare)), std::min(narrow, place.size));
}

// What the first panel at a side asks for; 0: none stands there.
int Workspaces::widthOf(PanelPlace::Area side, double letters) const {
    for (const Workspace::Place& one : at(current_).docks)
        if (one.place.area == side) return sizeOf(one.place, letters);
    return 0;
}

QDockWidget* Workspaces::standingAt(PanelPlace::Area side) const {
    const Qt::DockWidgetArea area = side == PanelPlace::Left ? Qt::LeftDockWidgetArea : Qt::RightDockWidgetArea;
    for (const Workspace::Place& one : at(current_).docks)
        if (!one.dock->isHidden() && !one.dock->isFloating() && window_.dockWidgetArea(one.dock) == area &&
            (!window_.isVisible() || !one.dock->visibleRegion().isEmpty()))  // behind a tab it has no size
            return one.dock;
    return nullptr;
}

QString Workspaces::shareKey(PanelPlace::Area side) const {
    return key(current_) + (side == PanelPlace::Left ? QStringLiteral("/left") : QStringLiteral("/right"));
}

QString Workspaces::widthKey(PanelPlace::Area side) const {
    return key(current_) + (side == PanelPlace::Left ? QStringLiteral("/leftWidth") : QStringLiteral("/rightWidth"));
}

QString Workspaces::sizeKey(int index) const { return key(index) + QStringLiteral("/size"); }

QString Workspaces::lowKey() const { return key(current_) + QStringLiteral("/low"); }

QString Workspaces::columnsKey() const { return key(current_) + QStringLiteral("/columns"); }

// Letters that have grown leave a column no room for all its docks: those that a window this low has as tabs from the
// start become tabs, and the layout is kept for when there is room again.
void Workspaces::foldColumns() {
    QList<std::pair<QDockWidget*, QDockWidget*>> apart;
    for (const Workspace::Place& one : at(current_).docks) {
        QDockWidget* beside = tabbedWith(at(current_), one);
        const auto stands = [](const QDockWidget* dock) { return dock && !dock->isHidden() && !dock->isFloating(); };
        if (stands(beside) && stands(one.dock) && !window_.tabifiedDockWidgets(beside).contains(one.dock) &&
            window_.dockWidgetArea(beside) == window_.dockWidgetArea(one.dock))
            apart.emplace_back(beside, one.dock);
    }
    if (apart.isEmpty()) return;
    settings_.setValue(columnsKey(), settings_.value(key(current_)));
    for (const auto& [beside, dock] : apart) {
        window_.tabifyDockWidget(beside, dock);
        beside->raise();
    }
}

// As high as they were. Where a person has taken the tabs apart since, the docks stay as they are.
bool Workspaces::unfoldColumns() {
    const QByteArray apart = settings_.value(columnsKey()).toByteArray();
    if (apart.isEmpty()) return false;
    QList<QDockWidget*> closed;
    bool moved = false;
    for (const Workspace::Place& one : at(current_).docks) {
        if (tabbedWith(at(current_), one)) return false;  // it is still too low
        if (one.dock->isHidden()) closed << one.dock;
        const QDockWidget* beside = dockOf(at(current_), QLatin1String(one.place.tabOf));
        if (beside && !one.dock->isHidden() && !beside->isHidden())
            moved = moved || !window_.tabifiedDockWidgets(one.dock).contains(beside);
    }
    settings_.remove(columnsKey());
    if (moved || !window_.restoreState(apart, kLayoutVersion)) return false;
    for (QDockWidget* dock : closed) dock->hide();
    workspaces_[static_cast<size_t>(current_)].roomy.clear();
    return true;
}

// What a narrow or low window took from its panels they have again with the room for it: also where the window grew
// while another workspace was shown, or the program was not running.
void Workspaces::growBack() {
    if (current_ < 0 || !window_.isVisible()) return;
    unfoldColumns();
    if (window_.height() >= kLow && settings_.value(lowKey()).toBool()) {
        settings_.remove(lowKey());
        for (const Workspace::Place& one : at(current_).docks) {
            if (one.place.area != PanelPlace::Bottom || !one.dock->isHidden()) continue;
            one.dock->show();
            window_.resizeDocks({one.dock}, {sizeOf(one.place, Theme::instance().textScale())}, Qt::Vertical);
        }
    }
    Workspace& here = workspaces_[static_cast<size_t>(current_)];
    if (!here.roomy.isEmpty() && window_.width() >= here.roomyAt.width() && window_.height() >= here.roomyAt.height())
        setSizes(std::exchange(here.roomy, {}));
    setWidths(true);
}

// Docks that a small window squeezes are told their sizes again when it has the room: Qt would share it out anew.
void Workspaces::rememberRoomy(QSize before, QSize now) {
    if (!before.isValid() || (now.width() >= before.width() && now.height() >= before.height())) return;
    Workspace& here = workspaces_[static_cast<size_t>(current_)];
    const bool larger = before.width() >= here.roomyAt.width() && before.height() >= here.roomyAt.height();
    if (!here.roomy.isEmpty() && !larger) return;
    here.roomy = steady_;
    here.roomyAt = before;
}

void Workspaces::setWidths(bool onlyWider) {
    QList<QDockWidget*> docks;
    QList<int> widths;
    for (const PanelPlace::Area side : kSides) {
        QDockWidget* dock = standingAt(side);
        const int wished = widthOf(side, Theme::instance().textScale());
        if (!dock || wished == 0) continue;
        const int width = qRound(wished * settings_.value(shareKey(side), 1.0).toDouble());
        if (onlyWider && dock->width() >= width) continue;
        docks << dock;
        widths << width;
    }
    if (!docks.isEmpty()) window_.resizeDocks(docks, widths, Qt::Horizontal);
}

// Docks follow the letters, in sight at once and elsewhere when they are shown next. What they come to where panels or
// the window have no room for it is not what a person wants: that is kept apart, from before the letters grew.
void Workspaces::followLetters() {
    const double scale = Theme::instance().textScale();
    if (current_ < 0) return;
    const double before = settings_.value(key(current_) + QStringLiteral("/text"), 1.0).toDouble();
    settings_.setValue(key(current_) + QStringLiteral("/text"), scale);
    if (qFuzzyCompare(before, scale)) return;
    workspaces_[static_cast<size_t>(current_)].roomy.clear();
    if (scale > before) {
        keepWidths(before);
        foldColumns();
    }
    setWidths();
}

void Workspaces::storeWidths() {
    if (!window_.isVisible()) return;
    for (const PanelPlace::Area side : kSides) {
        const QDockWidget* dock = standingAt(side);
        dock ? settings_.setValue(widthKey(side), dock->width()) : settings_.remove(widthKey(side));
    }
}

// As the sides were stored: what stands in them now, in a workspace that is shown again, may need more for its larger
// letters already.
void Workspaces::keepWidths(double scale) {
    // Widths that another window had say nothing of what is wanted in this one, and before it shows nothing is laid
    // out.
    if (current_ < 0 || settings_.value(sizeKey(current_)).toSize() != window_.size() || !window_.isVisible()) return;
    for (const PanelPlace::Area side : kSides) {
        const int width = settings_.value(widthKey(side)).toInt(), wished = widthOf(side, scale);
        if (width > 0 && wished > 0 && !settings_.contains(shareKey(side)))
            settings_.setValue(shareKey(side), static_cast<double>(width) / wished);
    }
}

// Edges between docks are the window's own: a press that ends with other widths has moved one.
bool Workspaces::eventFilter(QObject* watched, QEvent* event) {
    if (watched == &window_ && current_ >= 0) {
        if (event->type() == QEvent::Resize) {
            const auto* resized = static_cast<const QResizeEvent*>(event);
            const QSize before = resized->oldSize();  // of a window that is not laid out yet there is none
            rememberRoomy(before, resized->size());
            if (before.isValid() &&
                (resized->size().width() > before.width() || resized->size().height() > before.height()))
                QTimer::singleShot(0, this, &Workspaces::growBack);
        }
        if (event->type() == QEvent::MouseButtonPress) pressed_ = sizes();
        if (event->type() == QEvent::MouseButtonRelease && pressed_ != sizes())
            workspaces_[static_cast<size_t>(current_)].roomy.clear();  // as a person wants them now
        if (event->type() == QEvent::MouseButtonRelease)
            for (const PanelPlace::Area side : kSides) {
                const QDockWidget* dock = standingAt(side);
                const int wished = widthOf(side, Theme::instance().textScale());
                if (dock && wished > 0 && pressed_.value(dock->objectName()).width() != dock->width())
                    settings_.setValue(shareKey(side), static_cast<double>(dock->width()) / wished);
            }
    }
    // Told of a window's new size, its docks have theirs already: what they had is known from before.
    if (watched != &window_ && event->type() == QEvent::Resize) settled_.start(0);
    return QObject::eventFilter(watched, event);
}

bool Workspaces::fits(const PanelPlace& place) const {
    return place.area != PanelPlace::Bottom || window_.height() >= kLow;
}

QDockWidget* Workspaces::tabbedWith(const Workspace& workspace, const Workspace::Place& one) const {
    return window_.height() < Theme::instance().scaled(kManyHigh) ? dockOf(workspace, QLatin1String(one.place.tabOf))
                                                                  : nullptr;
}

}  // namespace tl
