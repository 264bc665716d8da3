// Reads the event files of the runs in the list while other programs write them: those in our runs' folders, for the
// panels that show histograms, pictures and the like, and whole folders that TensorFlow, PyTorch or Keras log into,
// whose runs it puts into the list with their scalars. One thread of its own reads; values come to the GUI thread, on
// which all of this is called.
#pragma once

#include <QObject>
#include <QPointer>
#include <QString>
#include <QStringList>
#include <QTimer>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <set>

#include "engine/core/message.h"
#include "ui/models/event_model.h"

namespace tl {

class EventRun;
class RunModel;
struct Run;

class RunReader : public QObject {
    Q_OBJECT
public:
    RunReader(RunModel& runs, EventModel& events, QObject* parent = nullptr);
    ~RunReader() override;  // the thread stops at its next record

    // Every run that the folder holds, at any depth, joins the list and is followed. failed() where there is none.
    // Opened again, those that were left out come back.
    void open(const QString& folder);
    QStringList folders() const;                  // those that are open
    void close(const QString& folder);            // its runs leave the list
    void leaveOut(const std::vector<int>& runs);  // these alone leave it; with the last one its folder is closed
    bool foreign(int run) const;                  // it is one of those
    QString folderOf(int run) const;              // the open one that it came with; empty: none
    // Somebody looks at what our own runs wrote beside their curves; while nobody does, those files are not read.
    void look(const QObject* who, bool looking);

    // work(const EventRun&) -> T on the reader's thread, done(T) back here while `context` lives. Another load of the
    // same key replaces one that has not begun; "" never does. Nothing happens where the run's files are gone. Where
    // work() throws, trouble(sentence) is called likewise; without it failed() says so.
    template <typename Work, typename Done>
    void load(QObject* context, const QString& key, const EventSeries& series, Work work, Done done,
              std::function<void(const QString&)> trouble = {}) {
        using Result = std::invoke_result_t<Work, const EventRun&>;
        Trouble told;
        if (trouble)
            told = [context = QPointer<QObject>(context), trouble = std::move(trouble)](const QString& sentence) {
                if (context) trouble(sentence);
            };
        ask(
            key, series.source, series.part,
            [context = QPointer<QObject>(context), work = std::move(work),
             done = std::move(done)](const EventRun& run) -> std::function<void()> {
                auto result = std::make_shared<Result>(work(run));
                return [context, done, result] {
                    if (context) done(std::move(*result));
                };
            },
            std::move(told));
    }

signals:
    void opened(const QString& folder, int runs);
    void foldersChanged();  // folders()
    void failed(const QString& sentence);
    void damaged(const QString& sentence, const QString& folder);  // files not all shown; of each once

private:
    struct Thread;
    struct Delta;
    using Trouble = std::function<void(const QString& sentence)>;
    struct Source {
        QString folder;
        int run = -1;              // ours; -1: a folder of others' runs
        std::map<int, int> parts;  // part -> the run it belongs to
        std::map<int, QString> prefixes;
        std::map<int, std::vector<EventProblem>> problems = {};  // by part
        std::map<QString, std::set<int>> left = {};  // runs by name, which a person took from the list, and their parts
        std::vector<EventProblem> damaged = {};      // found by this look, one of a file
        bool told = false, opened = false;           // the first look is done; and said
        int round = 0;                               // so often something was told again
        std::map<int, int> since{};  // part -> the round of it that told that part again: what is on its way is older
        int allSince = 0;            // likewise, of all parts
    };
    void ask(const QString& key, int source, int part, std::function<std::function<void()>(const EventRun&)> work,
             Trouble trouble);
    void followOwn();
    void arrive(std::shared_ptr<Delta> delta);
    void take(Delta& delta);
    int runOf(int source, int part, const QString& name, const QString& folder, QString& prefix);
    void drop(int source);
    void restore();
    std::unique_ptr<Thread> thread_;
    RunModel& runs_;
    EventModel& events_;
    std::map<int, Source> sources_;
    std::map<std::pair<int, QString>, int> named_;  // (source, run's name) -> its id
    std::set<const QObject*> lookers_;
    std::deque<std::shared_ptr<Delta>> arrived_;
    QTimer taking_;
    int next_ = 0;
};

}  // namespace tl
