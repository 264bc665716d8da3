// What a person can do with the chosen run: rows of the table of actions, shown in the list's context menu and in the
// Run menu. What cannot be done now stands there too, with its reason.
#pragma once

#include <QHash>
#include <QObject>
#include <QString>
#include <functional>
#include <utility>
#include <variant>
#include <vector>

#include "ui/jobs/run_library.h"
#include "ui/shell/action_table.h"

class QMenu;

namespace tl {

class RunsPanel;
struct Desk;
struct Run;

class RunActions : public QObject {
    Q_OBJECT
public:
    static constexpr const char* kMenu = "run";  // the context menu's name
    RunActions(Desk& desk, RunsPanel& panel);
    std::vector<ActionRow> rows();
    // Their keys in the list: the edit keys of whatever has the keyboard (decisions/0023).
    void offerKeys();
    void fill(QMenu& menu);  // of the list, with these keys

private:
    enum class For { One, Several, Together };
    // obstacle: why not, a sentence; empty: it can be done. For several it is asked of each, for those together once,
    // and `act` gets the first.
    ActionRow row(const QString& id, const char* text, const char* section, std::function<QString(const Run&)> obstacle,
                  std::function<void(const Run&)> act, For whom = For::One);
    static constexpr QLatin1String kTopic{"run"};  // of problems with what is done to a run
    QString titleOf(int run) const;                // as the list calls it
    const Run* chosen(For whom = For::One) const;
    static QString labelled(const QString& name, const QString& why);
    void rename(const Run& run);
    void annotate(const Run& run);
    void tag(const std::vector<int>& runs);
    void fork(const Run& run);
    void diff(const std::vector<int>& runs);
    void openRecording(const Run& run);
    void standIn(int run, qint64 step);
    void restore(const Run& run);
    void resume(const Run& run);
    void remove(const std::vector<int>& runs);
    void removeForGood(const std::vector<int>& runs);
    QString namesOf(const std::vector<int>& runs) const;
    void tellRemoved(const std::vector<RunLibrary::Removed>& runs);
    void tellCameBack(const std::vector<RunLibrary::Removed>& runs);
    void tellStrayed(const QStringList& folders);
    void tellTurned(const RunLibrary::Edited& what);
    template <typename What>
    void did(What&& what) {
        done_.emplace_back(std::forward<What>(what));
        undone_.clear();
    }
    void putBack();
    QString putBackText() const;
    std::ptrdiff_t lastDeletion() const;  // its place in done_; -1: none
    QString textOf(const RunLibrary::Edited& what) const;
    std::ptrdiff_t last() const;                 // the same of what can be taken back at all
    const RunLibrary::Edited* lastEdit() const;  // null: the last is a deletion
    // What the keyboard's undo means in the list.
    bool canTakeBack() const;
    void takeBack();
    QString takeBackText() const;
    bool canRedo() const;
    void redo();
    void close(const std::vector<int>& runs);
    QString compareObstacle() const;
    QString removeObstacle() const;

    Desk& desk_;
    RunsPanel& panel_;
    using Together = std::vector<RunLibrary::Removed>;  // deleted at once
    RunLibrary::Done& done_;
    std::vector<RunLibrary::Edited>& undone_;
    QHash<QString, std::function<QString()>> reasons_;  // why an action cannot be done now; empty: it can
};

}  // namespace tl
