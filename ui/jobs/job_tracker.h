// Background jobs for the window: a function runs on a pool thread with a stop token, its result comes back on the GUI
// thread. A newer job of the same key cancels the older one, and the end of the object that is to be told cancels all
// of its jobs; their results are dropped. Nothing here waits.
#pragma once

#include <QObject>
#include <QString>
#include <functional>
#include <memory>
#include <stop_token>
#include <type_traits>

#include "engine/core/message.h"

namespace tl {

class JobTracker : public QObject {
    Q_OBJECT
public:
    explicit JobTracker(QObject* parent = nullptr);
    ~JobTracker() override;  // cancels and waits for all

    // work(stop_token) -> T on a pool thread; done(T) on the GUI thread, unless cancelled or superseded.
    // failed gets what the exception says; without one untold() does. Key "" never supersedes. As with QObject::connect
    // both are called only while `context` lives, with which the job ends.
    template <typename Work, typename Done>
    void run(const QObject* context, const QString& key, Work work, Done done,
             std::function<void(Message)> failed = {}) {
        using Result = std::invoke_result_t<Work, std::stop_token>;
        auto slot = std::make_shared<std::unique_ptr<Result>>();
        start(
            context, key,
            [work = std::move(work), slot](std::stop_token stop) mutable {
                *slot = std::make_unique<Result>(work(stop));
            },
            [done = std::move(done), slot]() mutable { done(std::move(**slot)); }, std::move(failed));
    }
    void cancel(const QString& key);
    // Jobs that a person or the document waits for have keys that begin so, or as the two below: they have threads of
    // their own, so that long ones do not hold them up.
    static constexpr QLatin1String kSoon{"soon."};
    // Jobs whose result changes the open document have keys that begin so: another document stops them.
    static constexpr QLatin1String kEdit{"edit."};
    void cancelEdits();
    // Jobs that write what nobody has a second time have keys that begin so: no other of the same key supersedes them,
    // the end of their context does not stop them, and the end of all waits for those too that have not begun. What is
    // to follow from one needs a context that lives as long as this.
    static constexpr QLatin1String kKeep{"keep."};
    bool keeping() const;
    // What is written by others than jobs counts as one of these while somebody has this.
    std::shared_ptr<void> hold();
    // Calls it when no such job is left, one that follows from another's result among them: at once where there is
    // none, else one after the other.
    void afterKeeping(std::function<void()> then);
    int running() const;
    // For progress from inside a job: made on the GUI thread, called on any. What it is given is called on the GUI
    // thread soon, while `context` lives.
    using Post = std::function<void(std::function<void()>)>;
    Post poster(const QObject* context);

signals:
    void runningChanged(int count);
    void untold(const Message& sentence);  // a job failed, and who asked for it takes no sentence

private:
    void start(const QObject* context, const QString& key, std::function<void(std::stop_token)> work,
               std::function<void()> done, std::function<void(Message)> failed);
    void contextGone(const QObject* context);
    void callWaiting();
    struct Impl;
    std::unique_ptr<Impl> impl_;
};

}  // namespace tl
