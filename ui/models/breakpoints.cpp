// The settings hold a line for each, as it is typed; one that is switched off begins with a minus.
#include "ui/models/breakpoints.h"

#include <QSettings>
#include <QStringList>
#include <algorithm>
#include <unordered_set>
#include <utility>

#include "engine/core/error.h"
#include "ui/models/project_key.h"

namespace tl {
namespace {

constexpr const char* kNonFinite = "breakpoints/standsAtNan";

QString keyOf(const QString& project) {
    return project.isEmpty() ? QStringLiteral("breakpoints/points")
                             : QStringLiteral("breakpoints.projects/") + projectKey(project);
}

bool isUnsaved(const QString& project) { return project.startsWith(QLatin1String("unsaved:")); }

}  // namespace

Breakpoints::~Breakpoints() { forgetUnsaved(); }

void Breakpoints::keepIn(QSettings& store) {
    if (store_ == &store) return;  // a panel is made anew
    store_ = &store;
    standsAtNonFinite_ = store.value(QLatin1String(kNonFinite), true).toBool();
    read();
}

void Breakpoints::open(const QString& project) {
    if (project == project_) return;
    forgetUnsaved();
    project_ = project;
    read();
}

// Who leaves a project that was never saved, for another or with the program, has discarded it. What was not left, as
// the machine went down, is recovered with its list.
void Breakpoints::forgetUnsaved() {
    if (store_ && isUnsaved(project_)) store_->remove(keyOf(project_));
}

void Breakpoints::carryOver(const QString& before, const QString& now) {
    project_ = now;
    if (store_ && isUnsaved(before)) store_->remove(keyOf(before));
    keep();
}

void Breakpoints::read() {
    if (!store_) return;
    all_.clear();
    once_.reset();
    // What was kept for all projects belongs to the first one of a person's that is opened.
    if (const QVariant before = store_->value(keyOf({}));
        project_.startsWith(QLatin1Char('/')) && before.isValid() && !store_->contains(keyOf(project_))) {
        store_->setValue(keyOf(project_), before);
        store_->remove(keyOf({}));
    }
    for (const QString& line : store_->value(keyOf(project_)).toStringList()) try {
            const bool off = line.startsWith(QLatin1Char('-'));
            all_.push_back(breakpointFrom(line.mid(off ? 1 : 0).toStdString()));
            all_.back().enabled = !off;
        } catch (const Error&) {
            // Written by a later program.
        }
    number();
    emit changed();
}

void Breakpoints::keep() {
    // A person's own that says the same takes the place of the one that would go by itself.
    if (once_ && std::ranges::count(all_, *once_) > 1) {
        all_.erase(std::find(all_.rbegin(), all_.rend(), *once_).base() - 1);
        once_.reset();
    }
    number();
    if (store_) {
        QStringList lines;
        for (const Breakpoint& one : all_)
            if (!once_ || one != *once_)
                lines << (one.enabled ? QString() : QStringLiteral("-")) + QString::fromStdString(toText(one));
        if (lines.isEmpty())
            store_->remove(keyOf(project_));
        else
            store_->setValue(keyOf(project_), lines);
        store_->setValue(QLatin1String(kNonFinite), standsAtNonFinite_);
    }
    emit changed();
    emit asked({.kind = RunRequest::Kind::Breakpoints, .breakpoints = all_, .standAtNonFinite = standsAtNonFinite_});
}

void Breakpoints::number() {
    byText_.clear();
    for (size_t i = 0; i < all_.size(); ++i) byText_.try_emplace(toText(all_[i]), static_cast<int>(i));
}

int Breakpoints::find(const Breakpoint& breakpoint) const {
    const auto known = byText_.find(toText(breakpoint));
    return known == byText_.end() ? -1 : known->second;
}

bool Breakpoints::holds(const Breakpoint& breakpoint) const {
    const int known = find(breakpoint);
    return known >= 0 && all_[static_cast<size_t>(known)].enabled;
}

bool Breakpoints::holdsAll(std::span<const Breakpoint> breakpoints) const {
    return !breakpoints.empty() && std::ranges::all_of(breakpoints, [this](const auto& one) { return holds(one); });
}

void Breakpoints::toggle(std::span<const Breakpoint> breakpoints) {
    if (breakpoints.empty()) return;
    if (holdsAll(breakpoints)) {
        std::unordered_set<std::string> gone;
        for (const Breakpoint& one : breakpoints) gone.insert(toText(one));
        std::erase_if(all_, [&](const Breakpoint& one) { return gone.count(toText(one)) > 0; });
    } else {
        for (const Breakpoint& one : breakpoints) put(one);
    }
    keep();
}

void Breakpoints::put(const Breakpoint& breakpoint) {
    std::string text = toText(breakpoint);
    if (once_ && toText(*once_) == text) once_.reset();  // the person's own from now on
    const auto [known, fresh] = byText_.try_emplace(std::move(text), static_cast<int>(all_.size()));
    if (fresh)
        all_.push_back(breakpoint);
    else
        all_[static_cast<size_t>(known->second)].enabled = true;
}

void Breakpoints::add(const Breakpoint& breakpoint) {
    put(breakpoint);
    keep();
}

void Breakpoints::addOnce(const Breakpoint& breakpoint) {
    removeOnce();
    if (std::ranges::count(all_, breakpoint)) return;  // one that is switched off counts as none
    once_ = breakpoint;
    all_.push_back(breakpoint);
    keep();
}

void Breakpoints::removeOnce() {
    const auto once = std::exchange(once_, std::nullopt);
    const auto found = once ? std::ranges::find(all_, *once) : all_.end();
    if (found == all_.end()) return;
    all_.erase(found);
    keep();
}

void Breakpoints::replace(int index, const Breakpoint& breakpoint) {
    all_.at(static_cast<size_t>(index)) = breakpoint;
    keep();
}

void Breakpoints::remove(int index) {
    all_.erase(all_.begin() + index);
    keep();
}

void Breakpoints::setEnabled(int index, bool enabled) {
    all_.at(static_cast<size_t>(index)).enabled = enabled;
    keep();
}

void Breakpoints::setStandsAtNonFinite(bool on) {
    if (on == standsAtNonFinite_) return;
    standsAtNonFinite_ = on;
    keep();
}

std::function<void(SessionOptions&)> Breakpoints::forSession() const {
    return [all = all_, stands = standsAtNonFinite_](SessionOptions& options) {
        options.breakpoints = all;
        options.standAtNonFinite = stands;
    };
}

void Breakpoints::advance(Advance how) { emit asked({.kind = RunRequest::Kind::Advance, .advance = how}); }

void Breakpoints::look(const QString& value) {
    emit asked({.kind = RunRequest::Kind::Look, .look = value.toStdString()});
}

void Breakpoints::take(const Event& event) {
    if (const auto* stop = std::get_if<Stop>(&event)) {
        stop_ = *stop;
        emit stopChanged();
        if (once_ && stop_->step >= once_->step) removeOnce();
    } else if (const auto* look = std::get_if<std::shared_ptr<const LookRecord>>(&event)) {
        emit looked(*look);
    } else if (const auto* state = std::get_if<StateRecord>(&event); state && state->state != RunState::Paused) {
        left();
        if (isOver(state->state)) removeOnce();
    }
}

void Breakpoints::stands(const Stop& stop) {
    if (stop == stop_) return;
    stop_ = stop;
    emit stopChanged();
}

void Breakpoints::left() { stands(nullptr); }

}  // namespace tl
