// The breakpoints that a person has set in the project that is open, and where the run under way stands. Kept in the
// settings for the project's next run, and given to the one under way; single steps and looks go to it as requests, and
// what it answers comes back through the run controller. GUI thread only.
#pragma once

#include <QObject>
#include <QPointer>
#include <QString>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "engine/train/session.h"

class QSettings;

namespace tl {

class Breakpoints : public QObject {
    Q_OBJECT
public:
    using Stop = std::shared_ptr<const StopRecord>;
    using QObject::QObject;
    ~Breakpoints() override;
    // From now on the list is kept there, by project; what it holds of the one that is open replaces what is here.
    void keepIn(QSettings& store);
    void open(const QString& project);                          // another one, by its file or "unsaved:<id>"
    void carryOver(const QString& before, const QString& now);  // the same one, under another name

    const std::vector<Breakpoint>& all() const { return all_; }
    void add(const Breakpoint& breakpoint);  // the same text again switches it on
    // For the run that begins: it goes when the run got there or is over. A person's own of the same text stays.
    void addOnce(const Breakpoint& breakpoint);
    int find(const Breakpoint& breakpoint) const;                  // of the same text; -1: none
    bool holds(const Breakpoint& breakpoint) const;                // and it is switched on
    bool holdsAll(std::span<const Breakpoint> breakpoints) const;  // false of none
    void toggle(std::span<const Breakpoint> breakpoints);  // away with them where all are held, else all are; told once
    void replace(int index, const Breakpoint& breakpoint);
    void remove(int index);
    void setEnabled(int index, bool enabled);
    // A run that ends in nan stands at the op that made it.
    bool standsAtNonFinite() const { return standsAtNonFinite_; }
    void setStandsAtNonFinite(bool on);
    // Of what it holds now; on any thread, and behind all else that sets them.
    std::function<void(SessionOptions&)> forSession() const;

    // Where the run stands; null: nowhere.
    const Stop& stop() const { return stop_; }
    void advance(Advance how);        // nothing where no run is paused or stands
    void look(const QString& value);  // looked() follows
    void take(const Event& event);    // from the run
    void stands(const Stop& stop);    // of a run that another program trains; null: nowhere
    void left();                      // it is gone

signals:
    void asked(const tl::RunRequest& request);  // of the run under way
    void changed();
    void stopChanged();
    void looked(const std::shared_ptr<const tl::LookRecord>& look);

private:
    void read();
    void keep();
    void number();
    void put(const Breakpoint& breakpoint);
    void removeOnce();
    void forgetUnsaved();
    std::vector<Breakpoint> all_;
    std::unordered_map<std::string, int> byText_;  // the first of that text
    bool standsAtNonFinite_ = true;
    Stop stop_;
    std::optional<Breakpoint> once_;
    QPointer<QSettings> store_;
    QString project_;
};

}  // namespace tl
