// The pools behind JobTracker. Each job keeps its own stop source; a result travels back as a queued call and is
// looked up by id on arrival, so that a cancelled or superseded one finds nothing and is dropped.
#include "ui/jobs/job_tracker.h"

#include <QMetaObject>
#include <QPointer>
#include <QThread>
#include <QThreadPool>
#include <algorithm>
#include <atomic>
#include <deque>
#include <map>
#include <utility>
#include <vector>

#include "engine/core/error.h"
#include "engine/profile/spans.h"

namespace tl {

namespace {

Message sentenceOf(const std::exception_ptr& problem) {
    try {
        std::rethrow_exception(problem);
    } catch (const std::bad_alloc&) {
        return Message("There was not enough memory for this.");
    } catch (const std::exception& e) {
        return messageOf(e);
    } catch (...) {
        return Message("Something unexpected went wrong in the background.");
    }
}

}  // namespace

struct JobTracker::Impl {
    struct Job {
        QPointer<const QObject> context;
        QString key;
        std::stop_source stop;
        std::function<void()> done;
        std::function<void(Message)> failed;
        bool keeps() const { return key.startsWith(kKeep); }
    };

    // On the timeline each thread has a row of its own for as long as the window lives.
    void nameThisThread() {
        thread_local const bool named = [this] {
            nameThread("jobs " + std::to_string(++threads));
            return true;
        }();
        (void)named;
    }

    QThreadPool pool, soon;
    std::atomic<int> threads = 0;
    std::map<quint64, Job> jobs;                // GUI thread only
    std::deque<std::function<void()>> waiting;  // for those that keep something
    quint64 next = 1;
    int held = 0;

    template <typename Matches>
    bool drop(const Matches& matches) {
        std::vector<Job> dropped;  // what they captured dies when the list is whole again: it may be a context
        for (auto it = jobs.begin(); it != jobs.end();) {
            if (matches(it->second)) {
                it->second.stop.request_stop();
                dropped.push_back(std::move(it->second));
                it = jobs.erase(it);
            } else {
                ++it;
            }
        }
        return !dropped.empty();
    }
    bool drop(const QString& key) {
        return drop([&](const Job& job) { return job.key == key; });
    }
};

JobTracker::JobTracker(QObject* parent) : QObject(parent), impl_(std::make_unique<Impl>()) {
    // Jobs wait on disks as often as they compute; two cores still want a validation beside an opening data set.
    for (QThreadPool* each : {&impl_->pool, &impl_->soon}) {
        each->setMaxThreadCount(std::max(4, QThread::idealThreadCount()));
        each->setExpiryTimeout(-1);  // the names of its threads stay
    }
}

JobTracker::~JobTracker() {
    const auto left = std::exchange(impl_->jobs, {});
    for (const auto& [id, job] : left)
        if (!job.keeps()) job.stop.request_stop();
    for (QThreadPool* each : {&impl_->pool, &impl_->soon}) each->waitForDone();
}

void JobTracker::start(const QObject* context, const QString& key, std::function<void(std::stop_token)> work,
                       std::function<void()> done, std::function<void(Message)> failed) {
    Q_ASSERT(context && context != this);
    connect(context, &QObject::destroyed, this, &JobTracker::contextGone, Qt::UniqueConnection);
    if (!key.isEmpty() && !key.startsWith(kKeep)) impl_->drop(key);
    const quint64 id = impl_->next++;
    std::stop_source stop;
    impl_->jobs.emplace(id, Impl::Job{context, key, stop, std::move(done), std::move(failed)});
    const bool waitedFor = key.startsWith(kSoon) || key.startsWith(kEdit) || key.startsWith(kKeep);
    (waitedFor ? impl_->soon : impl_->pool).start([this, id, stop, work = std::move(work)]() mutable {
        impl_->nameThisThread();
        std::exception_ptr problem;
        if (!stop.stop_requested()) {
            try {
                work(stop.get_token());
            } catch (...) {
                problem = std::current_exception();
            }
        }
        work = nullptr;  // what it captured dies on this thread, before the result is announced
        QMetaObject::invokeMethod(
            this,
            [this, id, problem] {
                const auto found = impl_->jobs.find(id);
                if (found == impl_->jobs.end()) return;
                Impl::Job job = std::move(found->second);
                impl_->jobs.erase(found);
                emit runningChanged(running());
                if (job.context && !problem) job.done();
                if (job.context && problem)
                    job.failed ? job.failed(sentenceOf(problem)) : emit untold(sentenceOf(problem));
                if (job.keeps()) callWaiting();
            },
            Qt::QueuedConnection);
    });
    emit runningChanged(running());
}

void JobTracker::cancel(const QString& key) {
    if (impl_->drop(key)) emit runningChanged(running());
}

void JobTracker::cancelEdits() {
    if (impl_->drop([](const Impl::Job& job) { return job.key.startsWith(kEdit); })) emit runningChanged(running());
}

// A widget tells that it goes before its QPointers know.
void JobTracker::contextGone(const QObject* context) {
    const auto itsOwn = [context](const Impl::Job& job) {
        return !job.keeps() && (!job.context || job.context == context);
    };
    if (impl_->drop(itsOwn)) emit runningChanged(running());
}

std::shared_ptr<void> JobTracker::hold() {
    ++impl_->held;
    return {nullptr, [self = QPointer<JobTracker>(this)](void*) {
                if (!self) return;
                --self->impl_->held;
                self->callWaiting();
            }};
}

bool JobTracker::keeping() const {
    return impl_->held > 0 || std::ranges::any_of(impl_->jobs, [](const auto& one) { return one.second.keeps(); });
}

void JobTracker::afterKeeping(std::function<void()> then) {
    impl_->waiting.push_back(std::move(then));
    callWaiting();
}

void JobTracker::callWaiting() {
    while (!impl_->waiting.empty() && !keeping()) {
        const auto next = std::move(impl_->waiting.front());
        impl_->waiting.pop_front();
        next();
    }
}

int JobTracker::running() const { return static_cast<int>(impl_->jobs.size()); }

JobTracker::Post JobTracker::poster(const QObject* context) {
    return [this, there = QPointer(context)](std::function<void()> function) {
        QMetaObject::invokeMethod(
            this,
            [there, function = std::move(function)] {
                if (there) function();
            },
            Qt::QueuedConnection);
    };
}

}  // namespace tl
