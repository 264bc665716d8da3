// See the header.
#include "ui/jobs/profile_source.h"

#include <QFileInfo>
#include <utility>

#include "engine/io/trace/trace_file.h"
#include "engine/profile/live_trace.h"
#include "engine/profile/ticks.h"
#include "ui/jobs/job_tracker.h"
#include "ui/models/text.h"

namespace tl {

namespace {
constexpr int kPoll = 250;  // ms; the rings hold seconds
const QString kOpen = QStringLiteral("profile.open"), kSave = QStringLiteral("profile.save");
}  // namespace

ProfileSource::ProfileSource(JobTracker& jobs, QObject* parent) : QObject(parent), jobs_(jobs) {
    timer_.setInterval(kPoll);
    connect(&timer_, &QTimer::timeout, this, &ProfileSource::poll);
}

QString ProfileSource::title() const { return q(title_); }
QString ProfileSource::opening() const { return q(opening_); }

void ProfileSource::setMode(Mode mode) {
    mode_ = mode;
    if (mode != Mode::Held && mode != Mode::Empty) rests_ = unseen_ = false;
    if (mode == Mode::Held) ending_ = false;
    const bool polls = (mode == Mode::Live && watched_) || mode == Mode::Recording;
    if (polls != timer_.isActive()) polls ? timer_.start() : timer_.stop();
    emit changed();
}

void ProfileSource::setWatched(bool watched) {
    if (watched == watched_) return;
    watched_ = watched;
    if (!watched && mode_ == Mode::Live) {
        ++asked_;  // what is on its way comes too late
        busy_ = false;
        live_.reset();  // its gaps would be told as lost
        if (ending_) rest();
    }
    if (watched && unseen_) return rest();
    if (watched && mode_ == Mode::Live) return goLive();
    setMode(mode_);
}

void ProfileSource::setKept(const std::shared_ptr<const Trace>& trace, const QString& file) {
    if (trace == trace_) kept_ = file;
}

void ProfileSource::take(std::shared_ptr<const Trace> trace, bool another) {
    trace_ = std::move(trace);
    if (another) kept_.clear();
    emit traceChanged(another);
}

// What was recorded so far is worth keeping, whatever is asked for next. All that is asked meanwhile is done: what is
// shown in the end is the last, and what is forgotten stays so.
bool ProfileSource::after(std::function<void()> what) {
    if (mode_ != Mode::Recording) return false;
    next_.push_back(std::move(what));
    cancel();
    return true;
}

void ProfileSource::goLive() {
    if (after([this] { goLive(); })) return;
    ++asked_;
    busy_ = ending_ = false;
    live_ = watched_ ? std::make_shared<LiveTrace>(kSeconds, since_) : nullptr;
    path_.clear();
    rings_ = true;
    title_ = Message("last seconds");
    setMode(Mode::Live);
    poll();
}

void ProfileSource::hold() {
    if (mode_ != Mode::Live) return;
    ++asked_;
    setMode(Mode::Held);
}

void ProfileSource::rest() {
    if (mode_ == Mode::Live && live_) {  // the same timeline, with what came since it was asked
        ending_ = true;
        return poll();
    }
    watched_ ? collect() : hold();
    rests_ = true;
    unseen_ = !watched_;
}

void ProfileSource::goOn() {
    if (rests_ || (mode_ == Mode::Live && ending_)) goLive();
}

void ProfileSource::takeLast() {
    rests_ = unseen_ = false;  // chosen
    collect();
}

void ProfileSource::collect() {
    if (after([this] { collect(); })) return;
    if (mode_ == Mode::Opening) cancel();
    const quint64 asked = ++asked_;
    jobs_.run(  // so soon done that nothing is said of it
        this, QString(), [since = since_](std::stop_token) { return lastSeconds(kSeconds, since); },
        [this, asked](std::shared_ptr<const Trace> trace) {
            if (asked != asked_) return;
            rings_ = true;
            put(std::move(trace), Message("last seconds"));
        },
        [this](const Message& sentence) { emit failed(q(sentence)); });
}

void ProfileSource::show(std::shared_ptr<const Trace> trace, const Message& title) {
    if (after([this, trace, title] { show(trace, title); })) return;
    rests_ = unseen_ = false;
    put(std::move(trace), title);
}

void ProfileSource::put(std::shared_ptr<const Trace> trace, const Message& title) {
    ++asked_;
    path_.clear();
    title_ = title;
    setMode(Mode::Held);
    take(std::move(trace), true);
}

void ProfileSource::record(int steps, int run, size_t mostBytes) {
    if (mode_ == Mode::Recording) return;
    ++asked_;
    busy_ = false;
    before_ = mode_;
    steps_ = steps;
    run_ = run;
    folder_.clear();
    progress_ = 0;
    ending_ = false;
    next_.clear();
    recording_ = std::make_shared<StepRecording>(0, steps);
    mostBytes_ = mostBytes;
    setMode(Mode::Recording);
}

void ProfileSource::cancel() {
    if (mode_ == Mode::Recording) {
        ending_ = true;
        return poll();
    }
    ++asked_;
    jobs_.cancel(kOpen);
    if (mode_ == Mode::Opening) back();
}

void ProfileSource::back() {
    if (before_ == Mode::Live) return goLive();
    setMode(trace_ ? Mode::Held : Mode::Empty);
}

void ProfileSource::poll() {
    if (busy_) return;
    if (mode_ == Mode::Recording) return pollRecording();
    if (mode_ != Mode::Live || !live_) return;
    busy_ = true;
    const quint64 asked = asked_;
    jobs_.run(
        this, QString(), [live = live_](std::stop_token) { return live->poll(); },
        [this, asked, last = ending_](std::shared_ptr<const Trace> trace) {
            if (asked != asked_) return;
            busy_ = false;
            const bool another = !trace_ || trace_->origin != trace->origin;
            take(std::move(trace), another);
            if (last) {
                hold();
                rests_ = true;
            } else if (ending_) {
                poll();
            }
        },
        [this, asked](const Message& sentence) {
            if (asked == asked_) fail(sentence);
        });
}

void ProfileSource::pollRecording() {
    busy_ = true;
    const quint64 asked = asked_;
    struct State {
        int64_t done;
        bool over, full;
        std::shared_ptr<const Trace> whole;  // null: no step began
    };
    jobs_.run(
        this, JobTracker::kKeep + QStringLiteral("recording"),
        [recording = recording_, ending = ending_, most = mostBytes_](std::stop_token) {
            const bool all = recording->poll(), full = !all && recording->bytes() > most;
            State state{recording->done(), all || ending || full, full, nullptr};
            if (state.over && recording->began())
                state.whole = std::make_shared<const Trace>(traceOf(recording->take(), "tensorloom"));
            return state;
        },
        [this, asked](State state) {
            if (asked != asked_) return;
            busy_ = false;
            progress_ = static_cast<double>(state.done) / steps_;
            const int done = static_cast<int>(state.done);
            if (state.over) endRecording(std::move(state.whole), done);
            if (state.full)
                emit failed(tr("The recording ended after %n step(s): more would not fit into memory beside the run.",
                               nullptr, done));
            if (state.over) return;
            emit changed();
            if (ending_) poll();
        },
        [this, asked](const Message& sentence) {
            if (asked == asked_) fail(sentence);
        });
}

// Another poll would fail as this one did, for want of memory mostly.
void ProfileSource::fail(const Message& sentence) {
    busy_ = ending_ = false;
    if (mode_ == Mode::Recording) {
        endRecording(nullptr, 0);
    } else {
        live_.reset();
        setMode(trace_ ? Mode::Held : Mode::Empty);
    }
    emit failed(q(sentence));
}

void ProfileSource::endRecording(std::shared_ptr<const Trace> whole, int steps) {
    recording_.reset();
    const auto next = std::exchange(next_, {});
    if (whole) {
        path_.clear();
        rings_ = false;
        title_ = Message("{count} {count|step|steps}", steps);
        setMode(Mode::Held);
        take(std::move(whole), true);
        emit recorded();
    } else {
        mode_ = Mode::Empty;  // it records no more
        back();
    }
    for (const auto& each : next) each();
}

void ProfileSource::open(const QString& path, const QString& title) {
    if (after([this, path, title] { open(path, title); })) return;
    if (mode_ != Mode::Opening) before_ = mode_;
    const quint64 asked = ++asked_;
    progress_ = 0;
    opening_ = Message((title.isEmpty() ? QFileInfo(path).fileName() : title).toStdString());
    setMode(Mode::Opening);
    const auto tell = [this, asked, post = jobs_.poster(this)](double share) {
        post([this, asked, share] {
            if (asked != asked_ || share < progress_ + 0.005) return;
            progress_ = share;
            emit changed();
        });
    };
    jobs_.run(
        this, kOpen,
        [file = path.toStdString(), tell](std::stop_token stop) {
            double told = 0;
            const TraceReading reading{[&](double share) {
                if (share >= told + 0.01) {
                    told = share;
                    tell(share);
                }
                return !stop.stop_requested();
            }};
            return std::make_shared<const Trace>(readTrace(tracePathOf(file), reading));
        },
        [this, asked, path, byName = title.isEmpty()](std::shared_ptr<const Trace> trace) {
            if (asked != asked_) return;
            path_ = path;
            byName_ = byName;
            rings_ = false;
            title_ = opening_;
            setMode(Mode::Held);
            take(std::move(trace), true);
        },
        [this, asked](const Message& sentence) {
            if (asked != asked_) return;
            setMode(trace_ ? Mode::Held : Mode::Empty);
            emit failed(q(sentence));
        });
}

void ProfileSource::forget() {
    if (after([this] { forget(); })) return;
    since_ = ticks();
    if (mode_ == Mode::Opening) cancel();
    if (ofFile() && byName_) return;
    cancel();
    ++asked_;
    busy_ = ending_ = false;
    live_.reset();
    path_.clear();
    setMode(Mode::Empty);
    take(nullptr, true);
    if (watched_) goLive();
}

void ProfileSource::save(const QString& path) {
    if (!trace_) return;
    jobs_.run(
        this, kSave,
        [trace = trace_, file = path.toStdString()](std::stop_token) {
            writeTrace(*trace, file);
            return true;
        },
        [this, path](bool) { emit saved(path); }, [this](const Message& sentence) { emit failed(q(sentence)); });
}

}  // namespace tl
