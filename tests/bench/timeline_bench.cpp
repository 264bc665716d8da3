// See the header.
#include "tests/bench/timeline_bench.h"

#include <QFileInfo>
#include <QScrollBar>
#include <QTemporaryDir>
#include <QTest>
#include <chrono>
#include <cstdio>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <random>

#include <sys/resource.h>

#include "engine/io/trace/trace_file.h"
#include "engine/profile/trace_table.h"
#include "tests/bench/stopwatch.h"
#include "ui/jobs/job_tracker.h"
#include "ui/jobs/profile_source.h"
#include "ui/profile/trace_model.h"
#include "widgets/timeline/timeline_view.h"

namespace tl::bench {
namespace {

constexpr int kThreads = 8, kLevels = 4, kLabels = 400;
constexpr double kOpenMs = 5000;

double secondsSince(std::chrono::steady_clock::time_point start) {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

// Of all threads.
double processSeconds() {
    timespec time{};
    ::clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

// A line of the system's about this program, MB.
double memory(const std::string& field) {
    std::ifstream status("/proc/self/status");
    for (std::string word; status >> word;)
        if (double kilobytes = 0; word == field && status >> kilobytes) return kilobytes / 1024;
    return 0;
}

// As of a long training: eight threads, four levels, slices of 1 to 200 us with a rare long one.
std::shared_ptr<const Trace> manySlices(int count) {
    TraceBuilder builder;
    std::mt19937 random(1);
    std::vector<uint32_t> labels;
    for (int i = 0; i < kLabels; ++i)
        labels.push_back(builder.label({"op " + std::to_string(i), i % 2 == 0 ? "forward" : "backward",
                                        "conv_" + std::to_string(i % 60), "own", 0, 0}));
    const uint32_t rare = builder.label({"rare", "data", {}, {}, 0, 0});
    for (int t = 0; t < kThreads; ++t) {
        const size_t thread = builder.thread(1, t);
        builder.threadAt(thread).name = "kernels " + std::to_string(t);
        int64_t at = 0;
        for (int i = 0; i < count / kThreads / kLevels; ++i) {
            int64_t duration = 1000 + random() % 200'000, begin = at;
            at += duration + random() % 2000;
            for (int level = 0; level < kLevels; ++level, begin += 7, duration -= 20)
                builder.add(thread,
                            TraceSlice{begin, duration, i % 100'003 == 50'000 ? rare : labels[random() % kLabels],
                                       static_cast<uint32_t>(i + 1)});
        }
    }
    const size_t counter = builder.counter(1, "process memory");
    for (int64_t i = 0; i < 1'000'000; ++i)
        builder.add(counter, TracePoint{i * 30'000, std::sin(static_cast<double>(i) * 0.001) + 2});
    return std::make_shared<const Trace>(builder.finish(true));
}

}  // namespace

void benchTimeline(int slices) {
    printHeader("Timeline of " + std::to_string(slices) + " slices");
    std::shared_ptr<const Trace> trace;
    {
        Measure make("made into a trace", 5000, 0);
        make.time([&] { trace = manySlices(slices); });
    }
    TraceModel model([](const std::string&) { return QStringLiteral("conv"); });
    {
        Measure show("taken by the model", kFrameMs, 0);
        show.time([&] { model.setTrace(trace); });
    }
    TimelineView view;
    view.resize(1600, 900);
    view.setModel(&model);
    view.show();
    (void)QTest::qWaitForWindowExposed(&view);
    const auto frames = [&](const char* what, int count, const std::function<void(int)>& act) {
        Measure measure(what, kFrameMs, 0);
        for (int i = 0; i < count; ++i)
            measure.frame(view.viewport(), [&] {
                act(i);
                view.viewport()->update();
            });
    };
    // A view that stays where it is has nothing to paint anew: its frames would say nothing.
    const auto moves = [&](const char* what, const std::function<bool(int)>& more,
                           const std::function<void(int)>& act) {
        Measure measure(what, kFrameMs, 0);
        int done = 0;
        for (; done < 1000 && more(done); ++done) {
            const auto before = view.range();
            measure.frame(view.viewport(), [&] { act(done); });
            measure.require(view.range() != before);
        }
        measure.require(done > 10);
    };
    frames("all of it in sight", 20, [](int) {});
    // From all of it there is nowhere to go: an eighth of it, in its middle.
    const auto [begin, end] = view.range();
    view.showRange(begin + (end - begin) / 16 * 7, begin + (end - begin) / 16 * 9);
    moves(
        "moved", [](int i) { return i < 30; }, [&](int i) { view.pan(i % 2 == 0 ? 1 : -1); });
    view.showAll();
    constexpr qint64 kFew = 200'000;  // ns: single slices
    moves(
        "closer, to single slices", [&](int) { return view.range().second - view.range().first > kFew; },
        [&](int) { view.zoom(true); });
    moves(
        "away, to all of it", [&](int) { return !view.showsAll(); }, [&](int) { view.zoom(false); });
    // Of the first row's second level: another name under the mouse with each frame, which stands out in all rows.
    const QPointF over(200, view.rowRect(model.rows().front().key).top() + 40);
    frames("the mouse over it", 40, [&](int i) {
        QMouseEvent move(QEvent::MouseMove, over + QPointF(i * 30, 0), QPointF(), Qt::NoButton, Qt::NoButton,
                         Qt::NoModifier);
        QCoreApplication::sendEvent(view.viewport(), &move);
    });
    {
        QMouseEvent leave(QEvent::MouseMove, QPointF(20, 10), QPointF(), Qt::NoButton, Qt::NoButton, Qt::NoModifier);
        QCoreApplication::sendEvent(view.viewport(), &leave);
    }
    const LabelSet rare = trace->named("rare");
    const TimelineLabels labels(rare.members().begin(), rare.members().end());
    frames("found ones stand out", 20, [&](int) { view.setFound(labels); });
    frames("next of a rare name", 20, [&](int) { view.goToFound(1); });
    {
        Measure count("count all of a search (a job's work)", 0, 0);
        qint64 found = 0;
        count.time([&] { found = TraceModel::count(*trace, rare); });
        count.require(
            found ==
            4 * kThreads *
                (slices / kThreads / kLevels >= 50'001 ? 1 + (slices / kThreads / kLevels - 50'001) / 100'003 : 0));
    }
    Measure table("table of all (a job's work)", 0, 0);
    table.time([&] { (void)opsIn(*trace, trace->begin, trace->end); });
}

// As the window opens it: a job reads it, the model takes it, the view shows it.
void benchOpening(int slices) {
    printHeader("Opening a Chrome trace of " + std::to_string(slices) + " slices");
    const QTemporaryDir folder;
    for (const char* name : {"many.json", "many.json.gz"}) {
        const QString path = folder.filePath(QLatin1String(name));
        writeTrace(*manySlices(slices), path.toStdString());
        JobTracker jobs;
        ProfileSource source(jobs);
        TraceModel model([](const std::string&) { return QStringLiteral("conv"); });
        TimelineView view;
        view.resize(1600, 900);
        view.setModel(&model);
        view.show();
        (void)QTest::qWaitForWindowExposed(&view);
        const double before = memory("VmRSS:");
        std::ofstream("/proc/self/clear_refs") << 5;  // the most begins here
        const double cpu = processSeconds();
        {
            Measure open(name, kOpenMs, 0);
            open.frame(
                view.viewport(), [&] { source.open(path); },
                [&] {
                    if (source.mode() != ProfileSource::Mode::Held) return false;
                    model.setTrace(source.trace());
                    view.showAll();
                    return true;
                });
            char text[120];
            std::snprintf(text, sizeof text, "%.2f s of all cores, file %.0f MB, took %.0f MB, %.0f MB at most",
                          processSeconds() - cpu, static_cast<double>(QFileInfo(path).size()) / 1e6,
                          memory("VmRSS:") - before, memory("VmHWM:") - before);
            open.note(text);
            open.require(source.trace() && source.trace()->slices() ==
                                               static_cast<uint64_t>(slices / kThreads / kLevels * kThreads * kLevels));
        }
    }
}

void benchTraceFile(int megabytes, const std::string& keep) {
    printHeader("A Chrome trace of " + std::to_string(megabytes) + " MB");
    const std::string path =
        keep.empty() ? (std::filesystem::temp_directory_path() / "timeline-bench.json").string() : keep;
    uint64_t written = 0;
    {
        // As torch.profiler writes them: a field a line.
        std::ofstream file(path, std::ios::binary);
        file << "{\"schemaVersion\":1,\"traceEvents\":[\n";
        std::string text;
        int64_t at = 1'000'000;
        std::mt19937 random(2);
        for (; static_cast<int64_t>(file.tellp()) < int64_t{megabytes} << 20; ++written) {
            text = written == 0 ? "" : ",";
            text += "{\n  \"ph\": \"X\", \"cat\": \"cpu_op\", \"name\": \"aten::op_" + std::to_string(random() % 200) +
                    "\", \"pid\": 4711, \"tid\": " + std::to_string(written % 8) +
                    ",\n  \"ts\": " + std::to_string(at / 1000) + "." + std::to_string(100 + at % 900) +
                    ", \"dur\": " + std::to_string(1 + random() % 40) +
                    ".250,\n  \"args\": {\n    \"External id\": " + std::to_string(written) +
                    ",\"Record function id\": 0, \"Ev Idx\": " + std::to_string(written) + "\n  }\n}";
            file << text;
            at += 6000;
        }
        file << "]}\n";
    }
    const auto start = std::chrono::steady_clock::now();
    const double computed = threadMs();
    const Trace trace = readTrace(path);
    const double seconds = secondsSince(start);
    const double size = static_cast<double>(std::filesystem::file_size(path));
    rusage used{};
    ::getrusage(RUSAGE_SELF, &used);
    std::printf("%llu events read in %.2f s (%.2f s computed), %.0f MB/s; the program took %.0f MB at most\n",
                static_cast<unsigned long long>(trace.slices()), seconds, (threadMs() - computed) / 1000,
                size / seconds / 1e6, static_cast<double>(used.ru_maxrss) / 1024);
    if (trace.slices() != written) std::printf("%llu were written!\n", static_cast<unsigned long long>(written));
    if (keep.empty()) std::filesystem::remove(path);
}

}  // namespace tl::bench
