// The pool behind JobTracker. Each job keeps its own stop source; a result travels back as a queued call and is
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

    QThreadPool pool;
    std::atomic<int> threads = 0;
    std::map<quint64, Job> jobs;                // GUI thread only
    std::deque<std::function<void()>> waiting;  // for those that keep something
    quint64 next = 1;
    int held = 0;

    template <typename Matches>
    void drop(const Matches& matches) {
        for (auto it = jobs.begin(); it != jobs.end();) {
            if (matches(it->second.key)) {
                it->second.stop.request_stop();
                it = jobs.erase(it);
            } else {
                ++it;
            }
        }
    }
    void drop(const QString& key) {
        drop([&](const QString& other) { return other == key; });
    }
};

JobTracker::JobTracker(QObject* parent) : QObject(parent), impl_(std::make_unique<Impl>()) {
    // Jobs wait on disks as often as they compute; two cores still want a validation beside an opening data set.
    impl_->pool.setMaxThreadCount(std::max(4, QThread::idealThreadCount()));
    impl_->pool.setExpiryTimeout(-1);  // the names of its threads stay
}

JobTracker::~JobTracker() {
    for (auto& [id, job] : impl_->jobs)
        if (!job.keeps()) job.stop.request_stop();
    impl_->pool.waitForDone();
}

void JobTracker::start(const QString& key, std::function<void(std::stop_token)> work, std::function<void()> done,
                       std::function<void(Message)> failed) {
    if (!key.isEmpty() && !key.startsWith(kKeep)) impl_->drop(key);
    const quint64 id = impl_->next++;
    std::stop_source stop;
    impl_->jobs.emplace(id, Impl::Job{key, stop, std::move(done), std::move(failed)});
    impl_->pool.start([this, id, stop, work = std::move(work)]() mutable {
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
                if (!problem) {
                    if (job.done) job.done();
                } else if (job.failed) {
                    job.failed(sentenceOf(problem));
                }
                if (job.keeps()) callWaiting();
            },
            Qt::QueuedConnection);
    });
    emit runningChanged(running());
}

void JobTracker::cancel(const QString& key) {
    const int before = running();
    impl_->drop(key);
    if (running() != before) emit runningChanged(running());
}

void JobTracker::cancelEdits() {
    const int before = running();
    impl_->drop([](const QString& key) { return key.startsWith(kEdit); });
    if (running() != before) emit runningChanged(running());
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

void JobTracker::post(std::function<void()> function) {
    QMetaObject::invokeMethod(this, std::move(function), Qt::QueuedConnection);
}

}  // namespace tl
