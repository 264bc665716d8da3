// The Profile workspace in the real window while a network trains: live, recorded, from the rings, from files; numbers
// below, the verdict and its button, selection to the canvas and back.
#include <QFileDialog>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QSignalSpy>
#include <QSpinBox>
#include <QTableView>
#include <QtTest>
#include <future>

#include "engine/io/trace/trace_file.h"
#include "engine/profile/trace_table.h"
#include "engine/run/run_recordings.h"
#include "tests/app/window_fixture.h"
#include "ui/jobs/job_tracker.h"
#include "ui/jobs/profile_source.h"
#include "ui/models/breakpoints.h"
#include "ui/profile/memory_plot.h"
#include "ui/profile/profile_panel.h"
#include "ui/profile/recording_table.h"
#include "ui/profile/roofline_plot.h"
#include "ui/profile/trace_model.h"
#include "ui/shell/action_table.h"
#include "widgets/controls/segmented_bar.h"
#include "widgets/timeline/timeline_view.h"

using namespace tl;

namespace {

constexpr int kPatienceMs = 120000;

struct Profiled : WindowFixture {
    Profiled() : panel(*find<ProfilePanel>("profilePanel")) {}
    ProfilePanel& panel;
    ProfileSource& source() { return panel.source(); }
    TimelineView& timeline() { return panel.timeline(); }
    TraceModel& model() { return *qobject_cast<TraceModel*>(timeline().model()); }

    void show() { window->findChild<SegmentedBar*>(QStringLiteral("workspaceBar"))->setCurrentIndex(profileIndex()); }
    int profileIndex() {
        auto* bar = window->findChild<SegmentedBar*>(QStringLiteral("workspaceBar"));
        for (int i = 0; i < bar->count(); ++i)
            if (bar->segment(i)->text() == QStringLiteral("Profile")) return i;
        return -1;
    }
    bool train() {
        TrainingSpec spec = bench().training.spec();
        spec.epochs = 100000;
        bench().training.setSpec(spec);
        trigger("trainAction");
        return reaches(RunState::Running, kPatienceMs);
    }
    // It has done steps of its own: the rings still hold those of the run before.
    bool steps() {
        return QTest::qWaitFor([&] { return run().lastStep.step > 1; }, kPatienceMs);
    }
    void count(int steps) { find<QSpinBox>("recordCount")->setValue(steps); }  // to record
    void stop() {
        bench().controller.stop();
        QVERIFY(reaches(RunState::Stopped, kPatienceMs));
    }
    bool holds(ProfileSource::Mode mode) {
        return QTest::qWaitFor(
            [&] { return source().mode() == mode && source().trace() && source().trace()->slices() > 0; }, kPatienceMs);
    }
    // In sight, the steps from now on.
    bool beginsToRecord() {
        show();
        const auto may = [&] { return find<QPushButton>("recordSteps")->isEnabled(); };
        if (!QTest::qWaitFor(may, kPatienceMs)) return false;
        press("recordSteps");
        return true;
    }
    bool records() { return beginsToRecord() && holds(ProfileSource::Mode::Held); }
    // By the menu there. Keys and menus bring actions up to date, a look at the action itself does not.
    void choose(QWidget& where, const QPoint& at, const char* menuName, const char* action) {
        QContextMenuEvent asked(QContextMenuEvent::Mouse, at, where.mapToGlobal(at));
        QApplication::sendEvent(&where, &asked);
        auto* menu = find<QMenu>(menuName);
        QVERIFY(menu && menu->isVisible());
        QAction* chosen = window->actionTable().action(QLatin1String(action));
        QVERIFY2(menu->actions().contains(chosen) && chosen->isEnabled(), action);
        QTest::mouseClick(menu, Qt::LeftButton, {}, menu->actionGeometry(chosen).center());
    }
    QStringList rowTitles() {
        QStringList titles;
        for (const TimelineRow& row : model().rows()) titles << row.title;
        return titles;
    }
    bool ops() {
        return QTest::qWaitFor([&] { return find<QTableView>("opTable")->model()->rowCount() > 0; }, kPatienceMs);
    }
    // The first slice of a layer.
    TimelineSlice sliceOf(const QString& layer) {
        const LabelSet labels = model().trace()->ofLayer(layer.toStdString());
        return model().firstOf({labels.members().begin(), labels.members().end()}, model().begin());
    }
};

// Jobs come to nothing until they may go on: all threads are taken.
class Slow {
public:
    explicit Slow(JobTracker& jobs) {
        const auto may = held_.get_future().share();
        for (int i = 0; i < 64; ++i)
            jobs.run(
                QString(), [may](std::stop_token) { return may.wait(), true; }, [](bool) {});
    }
    ~Slow() { goOn(); }
    void goOn() {
        if (!std::exchange(gone_, true)) held_.set_value();
    }

private:
    std::promise<void> held_;
    bool gone_ = false;
};

// Five steps of which each waits 4 of its 10 ms for the one loader.
Trace waitingForData() {
    TraceBuilder builder;
    const size_t training = builder.thread(1, 1), loader = builder.thread(1, 2);
    const uint32_t wait = builder.label({"wait for batch", "wait", {}, {}, 0, 0}),
                   step = builder.label({"step", "other", {}, {}, 0, 0}),
                   load = builder.label({"load items", "data", {}, {}, 0, 0});
    for (uint32_t i = 1; i <= 5; ++i) {
        builder.add(training, TraceSlice{i * 10'000'000, 4'000'000, wait, i});
        builder.add(training, TraceSlice{i * 10'000'000 + 4'000'000, 6'000'000, step, i});
    }
    builder.add(loader, TraceSlice{10'000'000, 50'000'000, load, 1});
    return builder.finish();
}

}  // namespace

class TestProfile : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() { qputenv("XDG_DATA_HOME", trash_.path().toUtf8()); }  // what is deleted lands here

    void itSaysWhatIsMissing() {
        Profiled f;
        QVERIFY(f.ready());
        f.show();
        QVERIFY(f.panel.isVisible());
        QVERIFY(!f.find<QPushButton>("recordSteps")->isEnabled());
        QVERIFY(f.bench().controller.obstacle().isEmpty());
    }

    void aTrainingIsSeenLive() {
        Profiled f;
        QVERIFY(f.ready());
        QVERIFY(f.train());
        f.show();
        QVERIFY(f.holds(ProfileSource::Mode::Live));
        QVERIFY(QTest::qWaitFor([&] { return f.rowTitles().contains(QStringLiteral("Training")); }, kPatienceMs));
        const auto titles = f.rowTitles();
        for (const char* counter : {"Images/s", "Process memory", "Memory of all plans"})
            QVERIFY2(QTest::qWaitFor([&] { return f.rowTitles().contains(QLatin1String(counter)); }, kPatienceMs),
                     counter);
        // It grows and stays at the newest end.
        const qint64 end = f.model().end();
        QVERIFY(QTest::qWaitFor([&] { return f.model().end() > end; }, kPatienceMs));
        QVERIFY(std::abs(f.timeline().range().second - f.model().end()) <
                (f.timeline().range().second - f.timeline().range().first) / 5);
        // The ruler counts back from now.
        QCOMPARE(f.timeline().zero(), f.model().end());
        QCOMPARE(f.timeline().zeroName(), QStringLiteral("now"));
        // Who moves it wants it to stand still: what was now is 0.
        QTest::keyClick(&f.timeline(), Qt::Key_A);
        QCOMPARE(f.source().mode(), ProfileSource::Mode::Held);
        QCOMPARE(f.timeline().zero(), f.model().end());
        QCOMPARE(f.timeline().zeroName(), QString());
        f.stop();
    }

    void stepsAreRecordedWhole() {
        Profiled f;
        QVERIFY(f.ready());
        QVERIFY(f.train());
        f.show();
        f.window->actionTable().refresh();
        QTRY_VERIFY_WITH_TIMEOUT(f.find<QPushButton>("recordSteps")->isEnabled(), kPatienceMs);
        f.press("recordSteps");
        QVERIFY(f.holds(ProfileSource::Mode::Held));
        const Trace& trace = *f.source().trace();
        const auto steps = stepsIn(trace, trace.begin, trace.end);
        QCOMPARE(steps.size(), size_t{50});
        for (size_t i = 1; i < steps.size(); ++i) QCOMPARE(steps[i].number, steps[i - 1].number + 1);
        QVERIFY(f.ops());
        QVERIFY(QTest::qWaitFor([&] { return !f.panel.verdictText().isEmpty(); }, kPatienceMs));
        // Of all of them; where the machine stood still once meanwhile, of the longer stretch without that.
        QVERIFY2(f.panel.verdict().steps >= 24 && f.panel.verdict().steps <= 50,
                 qPrintable(QString::number(f.panel.verdict().steps)));
        // The timeline's keys work at once; Escape leaves the search in two steps.
        QCOMPARE(f.window->focusWidget(), static_cast<QWidget*>(&f.timeline()));
        auto* search = f.find<QLineEdit>("timelineSearch");
        QTest::keyClick(&f.timeline(), Qt::Key_Slash);
        QCOMPARE(f.window->focusWidget(), static_cast<QWidget*>(search));
        QTest::keyClicks(search, QStringLiteral("conv"));
        QTest::keyClick(search, Qt::Key_Escape);
        QVERIFY(search->text().isEmpty());
        QCOMPARE(f.window->focusWidget(), static_cast<QWidget*>(search));
        QTest::keyClick(search, Qt::Key_Escape);
        QCOMPARE(f.window->focusWidget(), static_cast<QWidget*>(&f.timeline()));
        // The tables.
        f.find<SegmentedBar>("profileTabs")->setCurrentIndex(1);
        QCOMPARE(f.find<QTableView>("stepTable")->model()->rowCount(), 50);
        f.find<SegmentedBar>("profileTabs")->setCurrentIndex(3);
        QVERIFY(!f.find<RooflinePlot>("rooflinePlot")->dots().empty());
        f.find<SegmentedBar>("profileTabs")->setCurrentIndex(2);
        auto* memory = f.find<MemoryPlot>("memoryPlot");
        QVERIFY(QTest::qWaitFor([&] { return memory->peak() >= 0; }, kPatienceMs));
        const auto holders = memory->holders();
        size_t sum = 0;
        for (const auto& [name, bytes] : holders) sum += bytes;
        QCOMPARE(sum, memory->bytesAt(memory->peak()));
        QCOMPARE(sum, f.bench().forecast.planBytes());  // as the status bar says
        f.stop();
    }

    void theLastSecondsAreThere() {
        Profiled f;
        QVERIFY(f.ready());
        QVERIFY(f.train());
        QVERIFY(QTest::qWaitFor([&] { return f.points("loss") > 20; }, kPatienceMs));
        f.stop();  // nobody has looked, and nothing trains any more
        f.show();
        f.press("lastSeconds");
        QVERIFY(f.holds(ProfileSource::Mode::Held));
        QVERIFY(f.rowTitles().contains(QStringLiteral("Training")));
        QVERIFY(!stepsIn(*f.source().trace(), f.source().trace()->begin, f.source().trace()->end).empty());
    }

    void sliceAndLayerAreOne() {
        Profiled f;
        QVERIFY(f.ready());
        QVERIFY(f.train());
        QVERIFY(f.records());
        QString layer;
        for (const TraceLabel& label : f.model().trace()->labels)
            if (f.bench().network.contains(QString::fromStdString(label.layer)))
                layer = QString::fromStdString(label.layer);
        QVERIFY(!layer.isEmpty());
        // A click on its slice.
        f.bench().selection.setNodes({});
        f.timeline().select(f.sliceOf(layer), true);
        f.timeline().select({});
        QTest::mouseClick(f.timeline().viewport(), Qt::LeftButton, Qt::NoModifier,
                          f.timeline().sliceRect(f.sliceOf(layer)).center().toPoint());
        QCOMPARE(f.bench().selection.node(), layer);
        // And back: a layer's slices are lit.
        f.bench().selection.setNodes({});
        const QImage before = f.timeline().viewport()->grab().toImage();
        f.timeline().select({});
        const QImage plain = f.timeline().viewport()->grab().toImage();
        f.bench().selection.setNode(layer);
        QVERIFY(f.timeline().viewport()->grab().toImage() != plain);
        // Its menu leads to the graph.
        const QPoint there = f.timeline().sliceRect(f.sliceOf(layer)).center().toPoint();
        f.bench().selection.setNodes({});
        QContextMenuEvent asked(QContextMenuEvent::Mouse, there, f.timeline().viewport()->mapToGlobal(there));
        QApplication::sendEvent(f.timeline().viewport(), &asked);
        auto* menu = f.find<QMenu>("sliceMenu");
        QVERIFY(menu && menu->isVisible());
        QCOMPARE(f.bench().selection.node(), layer);
        for (const char* id : {"sliceToCanvasAction", "showInGraphAction", "frameSliceAction", "sliceAreaAction"})
            QVERIFY2(menu->actions().contains(f.window->actionTable().action(QLatin1String(id))), id);
        menu->close();
        QTest::keyClick(&f.timeline(), Qt::Key_R);
        QVERIFY(f.timeline().area().has_value());
        QTest::keyClick(&f.timeline(), Qt::Key_Escape);
        f.trigger("showInGraphAction");
        QCOMPARE(f.bench().selection.node(), layer);
        QVERIFY(!f.timeline().isVisible());
        f.show();
        // A double-click leads to the canvas.
        QTest::mouseDClick(f.timeline().viewport(), Qt::LeftButton, Qt::NoModifier,
                           f.timeline().sliceRect(f.sliceOf(layer)).center().toPoint());
        QVERIFY(f.canvas().isVisible());
        f.stop();
    }

    // Asked for from the graph while a run is followed live: the newest step's stands still in the middle of the view.
    void aLayersSlicesStandStill() {
        Profiled f;
        QVERIFY(f.ready());
        QVERIFY(f.train());
        f.show();
        QVERIFY(f.holds(ProfileSource::Mode::Live));
        QVERIFY(QTest::qWaitFor([&] { return f.sliceOf(QStringLiteral("conv_1")).valid(); }, kPatienceMs));
        f.bench().selection.showSlices(QStringLiteral("conv_1"));
        QVERIFY(QTest::qWaitFor(
            [&] { return f.source().mode() == ProfileSource::Mode::Held && f.timeline().selected().valid(); },
            kPatienceMs));
        const TimelineSpan span = f.model().span(f.timeline().selected());
        QCOMPARE(f.model().trace()->labels[span.label].layer, std::string("conv_1"));
        const auto range = f.timeline().range();
        QVERIFY(range.first < span.begin && span.end < range.second);
        QVERIFY((span.end - span.begin) * 40 > range.second - range.first);
        // It stands still while the training goes on.
        const int64_t step = f.run().lastStep.step;
        QVERIFY(QTest::qWaitFor([&] { return f.run().lastStep.step > step + 5; }, kPatienceMs));
        QCOMPARE(f.timeline().range(), range);
        f.stop();
    }

    // Whoever first looks here while a run trains misses the limits in the list of ops, too, and is offered them there.
    void opsOfferTheLimits() {
        Profiled f;
        QVERIFY(f.ready());
        QVERIFY(f.train());
        f.show();
        QVERIFY(f.ops());
        auto* measure = f.find<QPushButton>("measureLimits");
        auto* tabs = f.find<SegmentedBar>("profileTabs");
        QVERIFY(measure->isVisible());
        f.press("measureLimits");
        QTRY_VERIFY(f.window->messages().sentence().contains(QStringLiteral("stop the run first")));
        for (const auto& [tab, there] : {std::pair(1, false), {2, false}, {3, true}, {4, false}, {0, true}}) {
            QTest::mouseClick(tabs->segment(tab), Qt::LeftButton);
            QCOMPARE(measure->isVisible(), there);
        }
        const auto shares = [&] {
            QStringList found;
            const auto* model = f.find<QTableView>("opTable")->model();
            for (int row = 0; row < model->rowCount(); ++row) found << model->index(row, 8).data().toString();
            return found;
        };
        QVERIFY(std::ranges::all_of(shares(), [](const QString& text) { return text == QStringLiteral("–"); }));
        f.stop();
        f.press("measureLimits");
        QTRY_VERIFY_WITH_TIMEOUT(!measure->isVisible(), kPatienceMs);
        QTRY_VERIFY_WITH_TIMEOUT(
            std::ranges::any_of(shares(), [](const QString& text) { return text != QStringLiteral("–"); }),
            kPatienceMs);
    }

    void searchCountsAll() {
        Profiled f;
        QVERIFY(f.ready());
        QVERIFY(f.train());
        QVERIFY(f.records());
        f.timeline().setFocus();
        QTest::keyClick(&f.timeline(), Qt::Key_Slash);
        QTRY_VERIFY(f.find<QLineEdit>("timelineSearch")->hasFocus());
        QTest::keyClicks(f.find<QLineEdit>("timelineSearch"), QStringLiteral("copy batch"));
        QTRY_COMPARE(f.find<QLabel>("timelineFound")->text(), QStringLiteral("50 found"));
        QTest::keyClick(f.find<QLineEdit>("timelineSearch"), Qt::Key_Return);
        const TimelineSlice first = f.timeline().selected();
        QVERIFY(first.valid());
        QTest::keyClick(f.find<QLineEdit>("timelineSearch"), Qt::Key_Return);
        QVERIFY(f.model().span(f.timeline().selected()).begin > f.model().span(first).begin);
        f.stop();
    }

    void filesOpenByDropAndAreSaved() {
        Profiled f;
        QVERIFY(f.ready());
        TraceBuilder builder;
        const size_t thread = builder.thread(4, 2);
        builder.threadAt(thread).name = "some thread";
        builder.add(thread, TraceSlice{5000, 700, builder.label({"some op", "cpu_op", {}, {}, 0, 0}), 0});
        const QString path = f.folder.filePath(QStringLiteral("their.json.gz"));
        writeTrace(builder.finish(), path.toStdString());
        f.drop(path);
        QVERIFY(f.holds(ProfileSource::Mode::Held));
        QVERIFY(f.panel.isVisible());
        QCOMPARE(f.rowTitles(), QStringList{QStringLiteral("some thread")});
        const QString saved = f.folder.filePath(QStringLiteral("again.xplane.pb"));
        QSignalSpy done(&f.source(), &ProfileSource::saved);
        f.source().save(saved);
        QVERIFY(done.wait(kPatienceMs));
        QCOMPARE(readTrace(saved.toStdString()).slices(), uint64_t{1});
        // One that is none says so, and what was shown stays.
        const QString wrong = f.folder.filePath(QStringLiteral("wrong.json"));
        QFile file(wrong);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("[]");
        file.close();
        QSignalSpy failed(&f.source(), &ProfileSource::failed);
        f.panel.openFile(wrong);
        QVERIFY(failed.wait(kPatienceMs));
        QCOMPARE(f.rowTitles(), QStringList{QStringLiteral("some thread")});
    }

    // A training that waits for its loader: what the button does is one undo step.
    void oneMoreLoader() {
        Profiled f;
        QVERIFY(f.ready());
        f.show();
        f.source().show(std::make_shared<const Trace>(waitingForData()), Message("{count} {count|step|steps}", 50));
        QVERIFY(QTest::qWaitFor([&] { return f.panel.verdict().kind == Verdict::Kind::Data; }, kPatienceMs));
        auto* add = f.find<QPushButton>("verdictAction");
        QTRY_VERIFY(add->isVisible());
        QCOMPARE(add->text(), QStringLiteral("Add one"));
        QCOMPARE(f.bench().training.spec().workers, 0);  // as many as prove best
        QTest::mouseClick(add, Qt::LeftButton);
        QCOMPARE(f.bench().training.spec().workers, 2);  // one was seen to load
        QCOMPARE(f.window->messages().sentence(), QStringLiteral("The next run loads with 2 threads."));
        f.window->actionTable().refresh();
        f.trigger("undoAction");
        QCOMPARE(f.bench().training.spec().workers, 0);
        // Nothing of it is to be seen here.
        QVERIFY2(f.window->messages().sentence().startsWith(QStringLiteral("Undone: ")),
                 qPrintable(f.window->messages().sentence()));
    }

    // One that would take the memory ends with what it has, and says so.
    void aRecordingEndsBeforeTheMemoryDoes() {
        Profiled f;
        QVERIFY(f.ready());
        QVERIFY(f.train());
        f.show();
        QSignalSpy failed(&f.source(), &ProfileSource::failed), recorded(&f.source(), &ProfileSource::recorded);
        f.source().record(1'000'000, -1, 200'000);
        QTRY_COMPARE_WITH_TIMEOUT(recorded.size(), qsizetype{1}, kPatienceMs);
        QTRY_COMPARE(failed.size(), qsizetype{1});
        QVERIFY(failed[0][0].toString().contains(QStringLiteral("would not fit into memory")));
        QCOMPARE(f.source().mode(), ProfileSource::Mode::Held);
        QVERIFY(!stepsIn(*f.source().trace(), f.source().trace()->begin, f.source().trace()->end).empty());
        f.stop();
    }

    // Panels are made anew then, and steps go on being recorded: the new panel tells how far it is, and keeps them.
    void anotherLanguageKeepsWhatIsRecorded() {
        Profiled f;
        QVERIFY(f.ready());
        f.count(100000);
        QVERIFY(f.train());
        QVERIFY(f.beginsToRecord());
        ProfileSource& source = f.bench().timeline;
        QTRY_VERIFY_WITH_TIMEOUT(source.progress() > 0, kPatienceMs);
        const std::string folder = f.run().folder.toStdString();
        const QPointer before(&f.panel);
        f.trigger("language_zh_CN");
        QTRY_VERIFY_WITH_TIMEOUT(!before, kPatienceMs);
        f.trigger("language_en");
        QTRY_COMPARE(f.find<QPushButton>("recordSteps")->text().trimmed(), QStringLiteral("Stop recording"));
        const double progress = source.progress();
        QTRY_VERIFY_WITH_TIMEOUT(source.progress() > progress, kPatienceMs);
        QVERIFY(recordingsOf(folder).empty());
        f.stop();  // which ends it
        QTRY_COMPARE_WITH_TIMEOUT(f.find<QTableView>("recordingTable")->model()->rowCount(), 1, kPatienceMs);
        QCOMPARE(recordingsOf(folder).size(), size_t{1});
        QVERIFY(recordingsOf(folder)[0].steps > 0);
        // The one that is shown keeps its name, which is the list's.
        QTRY_COMPARE(f.find<QLabel>("timelineName")->text(), QStringLiteral("Recording"));
        f.trigger("language_zh_CN");
        QTRY_COMPARE(f.find<QPushButton>("recordSteps")->text().trimmed(), QStringLiteral("录制"));
        QTRY_COMPARE_WITH_TIMEOUT(f.find<QLabel>("timelineName")->text(), QStringLiteral("Recording"), kPatienceMs);
        f.trigger("language_en");
        QTRY_COMPARE(f.find<QPushButton>("recordSteps")->text().trimmed(), QStringLiteral("Record"));
    }

    // What one was looking at is open again in the panel that takes the place of this one.
    void anotherLanguageKeepsWhatIsOpen() {
        Profiled f;
        QVERIFY(f.ready());
        f.show();
        const QString path = f.folder.filePath(QStringLiteral("slow.json"));
        writeTrace(waitingForData(), path.toStdString());
        f.panel.openFile(path);
        QTRY_COMPARE_WITH_TIMEOUT(f.find<QLabel>("timelineName")->text(), QStringLiteral("slow.json"), kPatienceMs);
        const QPointer before(&f.panel);
        f.trigger("language_zh_CN");
        QTRY_VERIFY_WITH_TIMEOUT(!before, kPatienceMs);
        f.trigger("language_en");
        QTRY_COMPARE(f.find<QPushButton>("recordSteps")->text().trimmed(), QStringLiteral("Record"));
        auto* timeline = f.find<TimelineView>("timeline");
        QVERIFY(timeline->isVisible());
        QCOMPARE(f.find<QLabel>("timelineName")->text(), QStringLiteral("slow.json"));
        QCOMPARE(timeline->model()->end(), qint64{50'000'000});
        QVERIFY(timeline->showsAll());
        QTRY_COMPARE_WITH_TIMEOUT(f.find<QTableView>("stepTable")->model()->rowCount(), 5, kPatienceMs);
    }

    // A run that stands leaves its newest steps in sight, whoever looks and whenever; they are followed when it goes on.
    void aRunThatStandsShowsItsLastSteps() {
        Profiled f;
        QVERIFY(f.ready());
        QVERIFY(f.train());
        f.show();
        QVERIFY(f.holds(ProfileSource::Mode::Live));
        Breakpoints& points = f.bench().controller.breakpoints();
        const auto newest = [&]() -> int64_t {
            const Trace& trace = *f.source().trace();
            const auto steps = stepsIn(trace, trace.begin, trace.end);
            return steps.empty() ? -1 : int64_t{steps.back().number};
        };
        const auto showsTheNewest = [&] {
            return QTest::qWaitFor(
                [&] { return f.source().mode() == ProfileSource::Mode::Held && newest() == points.stop()->step - 1; },
                kPatienceMs);
        };
        QVERIFY(f.steps());
        points.add(breakpointFrom("before conv_1"));
        QTRY_VERIFY_WITH_TIMEOUT(points.stop(), kPatienceMs);
        QVERIFY(showsTheNewest());
        QVERIFY(!f.find<QPushButton>("liveTimeline")->isChecked());
        const int64_t stood = points.stop()->step;
        f.trigger("pauseAction");  // on to the next step's
        QTRY_VERIFY_WITH_TIMEOUT(points.stop() && points.stop()->step == stood + 1, kPatienceMs);
        QVERIFY(showsTheNewest());
        const auto trace = f.source().trace();
        f.press("liveTimeline");  // there is nothing to follow
        QTRY_VERIFY_WITH_TIMEOUT(f.source().trace() != trace, kPatienceMs);
        QVERIFY(showsTheNewest());
        points.remove(0);
        f.trigger("pauseAction");
        QTRY_COMPARE_WITH_TIMEOUT(f.source().mode(), ProfileSource::Mode::Live, kPatienceMs);
        f.stop();
    }

    // Where nobody looks nothing is collected, until somebody does.
    void aRunThatStandsOutOfSightIsLookedAtLater() {
        Profiled f;
        QVERIFY(f.ready());
        QVERIFY(f.train());
        f.show();
        QVERIFY(f.holds(ProfileSource::Mode::Live));
        QVERIFY(f.steps());
        f.window->findChild<SegmentedBar*>(QStringLiteral("workspaceBar"))->setCurrentIndex(0);
        Breakpoints& points = f.bench().controller.breakpoints();
        const auto before = f.source().trace();
        points.add(breakpointFrom("before conv_1"));
        QTRY_VERIFY_WITH_TIMEOUT(points.stop(), kPatienceMs);
        QTRY_COMPARE(f.source().mode(), ProfileSource::Mode::Held);
        QVERIFY(f.source().trace() == before);
        f.show();
        QTRY_VERIFY_WITH_TIMEOUT(f.source().trace() != before, kPatienceMs);
        const Trace& trace = *f.source().trace();
        QCOMPARE(int64_t{stepsIn(trace, trace.begin, trace.end).back().number}, points.stop()->step - 1);
        points.remove(0);
        f.stop();
    }

    // The last seconds that were asked for meanwhile stay when the run goes on.
    void whatWasChosenWhileARunStoodStays() {
        Profiled f;
        QVERIFY(f.ready());
        QVERIFY(f.train());
        f.show();
        QVERIFY(f.holds(ProfileSource::Mode::Live));
        f.trigger("pauseAction");
        QTRY_COMPARE_WITH_TIMEOUT(f.source().mode(), ProfileSource::Mode::Held, kPatienceMs);
        f.press("lastSeconds");
        const auto before = f.source().trace();
        QTRY_VERIFY_WITH_TIMEOUT(f.source().trace() != before, kPatienceMs);
        f.trigger("pauseAction");
        QVERIFY(f.reaches(RunState::Running, kPatienceMs));
        QCOMPARE(f.source().mode(), ProfileSource::Mode::Held);
        f.stop();
    }

    // While steps are recorded, what was open stays in sight under its own name.
    void whatIsOpenKeepsItsNameWhileStepsAreRecorded() {
        Profiled f;
        QVERIFY(f.ready());
        f.show();
        const QString path = f.folder.filePath(QStringLiteral("slow.json"));
        writeTrace(waitingForData(), path.toStdString());
        f.panel.openFile(path);
        auto* name = f.find<QLabel>("timelineName");
        QTRY_COMPARE_WITH_TIMEOUT(name->text(), QStringLiteral("slow.json"), kPatienceMs);
        f.count(100000);
        QVERIFY(f.train());
        QVERIFY(f.beginsToRecord());
        QTRY_VERIFY_WITH_TIMEOUT(f.source().progress() > 0, kPatienceMs);
        QCOMPARE(f.source().mode(), ProfileSource::Mode::Recording);
        QCOMPARE(name->text(), QStringLiteral("slow.json"));
        QVERIFY(f.timeline().isVisible());
        f.stop();
    }

    // From the graph to the newest whole step: not to the cut one at the end, nor to an older look at the same run.
    void aLayersSlicesAreThoseOfTheNewestStep() {
        Profiled f;
        QVERIFY(f.ready());
        f.show();
        TraceBuilder builder;
        const size_t training = builder.thread(1, 1);
        const uint32_t step = builder.label({"step", "other", {}, {}, 0, 0}),
                       conv = builder.label({"Conv2D", "forward", "conv_1", {}, 0, 0});
        for (uint32_t i = 1; i <= 3; ++i) {
            if (i < 3) builder.add(training, TraceSlice{i * 10'000, 9'000, step, i});
            builder.add(training, TraceSlice{i * 10'000 + 1'000, 2'000, conv, i});
        }
        const QString path = f.folder.filePath(QStringLiteral("cut.json"));
        writeTrace(builder.finish(), path.toStdString());
        f.panel.openFile(path);
        QVERIFY(f.holds(ProfileSource::Mode::Held));
        f.bench().selection.showSlices(QStringLiteral("conv_1"));
        QTRY_VERIFY(f.timeline().selected().valid());
        QCOMPARE(f.model().span(f.timeline().selected()).begin, f.model().begin() + 11'000);
        // A run's last seconds, looked at a while ago.
        QVERIFY(f.train());
        QTRY_VERIFY_WITH_TIMEOUT(f.run().lastStep.step > 20, kPatienceMs);
        f.press("lastSeconds");
        QTRY_VERIFY_WITH_TIMEOUT(f.source().mode() == ProfileSource::Mode::Held && f.source().ofRings(), kPatienceMs);
        const auto newest = [&] {
            const Trace& trace = *f.source().trace();
            const auto steps = stepsIn(trace, trace.begin, trace.end);
            return steps.empty() ? StepRow{} : steps.back();
        };
        const auto old = newest().number;
        QTRY_VERIFY_WITH_TIMEOUT(f.run().lastStep.step > old + 20, kPatienceMs);
        f.bench().selection.showSlices(QStringLiteral("conv_1"));
        QTRY_VERIFY_WITH_TIMEOUT(newest().number > old && f.timeline().selected().valid(), kPatienceMs);
        const TimelineSpan span = f.model().span(f.timeline().selected());
        QVERIFY(newest().begin <= span.begin && span.end <= newest().end);
        f.stop();
    }

    // The note that offers to put one back goes; the menus still offer it. The keyboard stays where it was, or goes to
    // the timeline: the next key counts no steps.
    void aDeletedRecordingIsPutBackFromTheMenu() {
        Profiled f;
        QVERIFY(f.ready());
        f.count(5);
        QVERIFY(f.train());
        QVERIFY(f.beginsToRecord());
        auto* table = f.find<QTableView>("recordingTable");
        QTRY_COMPARE_WITH_TIMEOUT(table->model()->rowCount(), 1, kPatienceMs);
        f.stop();
        ActionTable& actions = f.window->actionTable();
        const QString id = QStringLiteral("putBackRecordingAction");
        actions.refresh();
        QVERIFY(!actions.action(id)->isEnabled());
        QTest::mouseClick(f.find<SegmentedBar>("profileTabs")->segment(4), Qt::LeftButton);
        table->setFocus();
        table->selectRow(0);
        QTest::keyClick(table, Qt::Key_Delete);
        QTRY_VERIFY(f.find<QPushButton>("deleteRecordingButton"));
        f.press("deleteRecordingButton");
        QTRY_COMPARE_WITH_TIMEOUT(table->model()->rowCount(), 0, kPatienceMs);
        QTRY_COMPARE(f.window->focusWidget(), static_cast<QWidget*>(&f.timeline()));
        actions.refresh();
        QCOMPARE(actions.title(id), QStringLiteral("Put back the recording “Recording”"));
        QVERIFY(actions.action(id)->isEnabled());
        auto* nothing = f.find<QLabel>("noRecordings");
        QTRY_VERIFY(nothing->isVisible());
        f.choose(*nothing, nothing->rect().center(), "recordingMenu", "putBackRecordingAction");
        QTRY_COMPARE_WITH_TIMEOUT(table->model()->rowCount(), 1, kPatienceMs);
        QCOMPARE(table->model()->index(0, RecordingTable::Name).data().toString(), QStringLiteral("Recording"));
        actions.refresh();
        QVERIFY(!actions.action(id)->isEnabled());
        // By the key of Undo as well, which is no setting's while the keyboard is in here.
        const int epochs = f.bench().training.spec().epochs;
        f.typeEpochs(epochs / 2);
        table->setFocus();
        table->selectRow(0);
        QTest::keyClick(table, Qt::Key_Delete);
        QTRY_VERIFY(f.find<QPushButton>("deleteRecordingButton"));
        f.press("deleteRecordingButton");
        QTRY_COMPARE_WITH_TIMEOUT(table->model()->rowCount(), 0, kPatienceMs);
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Z, Qt::ControlModifier);
        QTRY_COMPARE_WITH_TIMEOUT(table->model()->rowCount(), 1, kPatienceMs);
        QCOMPARE(f.bench().training.spec().epochs, epochs / 2);
    }

    // Each recording has a row, the next one takes no other's place; they are opened, renamed, saved, deleted by mouse
    // and keys, and there when the program starts anew.
    void recordingsAreKept() {
        Profiled f;
        QVERIFY(f.ready());
        QVERIFY(f.train());
        f.show();
        auto* count = f.find<QSpinBox>("recordCount");  // any number of steps
        count->setFocus();
        count->selectAll();
        QTest::keyClicks(count, QStringLiteral("7"));
        QTest::keyClick(count, Qt::Key_Return);
        auto* table = f.find<QTableView>("recordingTable");
        auto* name = f.find<QLabel>("timelineName");
        const auto cell = [&](int row, RecordingTable::Column column) {
            return table->model()->index(row, column).data().toString();
        };
        std::vector<std::pair<int64_t, int64_t>> steps;
        for (int i = 1; i <= 2; ++i) {
            QTRY_VERIFY_WITH_TIMEOUT(f.find<QPushButton>("recordSteps")->isEnabled(), kPatienceMs);
            f.press("recordSteps");
            QTRY_COMPARE_WITH_TIMEOUT(table->model()->rowCount(), i, kPatienceMs);
            const auto done = stepsIn(*f.source().trace(), f.source().trace()->begin, f.source().trace()->end);
            QCOMPARE(done.size(), size_t{7});
            steps.emplace_back(done.front().number, done.back().number);
        }
        f.stop();
        QVERIFY(steps[0].second < steps[1].first);
        QCOMPARE(cell(0, RecordingTable::Name), QStringLiteral("Recording 2"));
        QCOMPARE(cell(1, RecordingTable::Name), QStringLiteral("Recording"));
        QCOMPARE(cell(1, RecordingTable::OfRun), f.run().name);
        QCOMPARE(cell(1, RecordingTable::Steps),
                 QStringLiteral("%1–%2").arg(grouped(steps[0].first), grouped(steps[0].second)));
        QCOMPARE(name->text(), QStringLiteral("Recording 2"));
        // The first again, by a double click.
        QTest::mouseClick(f.find<SegmentedBar>("profileTabs")->segment(4), Qt::LeftButton);
        QVERIFY(table->isVisible());
        const auto at = [&](int row) { return table->visualRect(table->model()->index(row, 0)).center(); };
        const auto openByMouse = [&](int row) {  // as a mouse does it: the second click is another event
            QTest::mouseClick(table->viewport(), Qt::LeftButton, {}, at(row));
            QTest::mouseDClick(table->viewport(), Qt::LeftButton, {}, at(row));
        };
        openByMouse(1);
        QTRY_COMPARE_WITH_TIMEOUT(name->text(), QStringLiteral("Recording"), kPatienceMs);
        QCOMPARE(int64_t(stepsIn(*f.source().trace(), f.source().trace()->begin, f.source().trace()->end)[0].number),
                 steps[0].first);
        // Another name, where it stands.
        table->setFocus();
        table->selectRow(1);
        QTest::keyClick(table, Qt::Key_F2);
        auto* editor = table->findChild<QLineEdit*>();
        QVERIFY(editor);
        editor->selectAll();
        QTest::keyClicks(editor, QStringLiteral("slow start"));
        QTest::keyClick(editor, Qt::Key_Return);
        QTRY_COMPARE(name->text(), QStringLiteral("slow start"));
        const std::string folder = f.run().folder.toStdString();
        QTRY_COMPARE(recordingsOf(folder)[1].name, std::string("slow start"));
        // As a file for other programs.
        for (const char* file : {"one.json", "one.xplane.pb"}) {
            f.trigger("saveRecordingAction");
            auto* ask = f.window->findChild<QFileDialog*>();
            QVERIFY(ask);
            const QString path = f.folder.filePath(QLatin1String(file));
            emit ask->fileSelected(path);
            delete ask;
            QTRY_VERIFY_WITH_TIMEOUT(QFile::exists(path), kPatienceMs);
            QCOMPARE(readTrace(path.toStdString()).slices(), f.source().trace()->slices());
        }
        // One whose file is gone colours no graph, and the next that is opened is looked at here.
        const QString file = QString::fromStdString(recordingsOf(folder)[1].file),
                      aside = file + QStringLiteral(".gone");
        openByMouse(0);
        QTRY_COMPARE_WITH_TIMEOUT(name->text(), QStringLiteral("Recording 2"), kPatienceMs);
        QVERIFY(QFile::rename(file, aside));
        f.choose(*table->viewport(), at(1), "recordingMenu", "recordingToGraphAction");
        QTRY_VERIFY_WITH_TIMEOUT(f.window->messages().sentence().contains(QStringLiteral("no such file")), kPatienceMs);
        QVERIFY(QFile::rename(aside, file));
        openByMouse(1);
        QTRY_COMPARE_WITH_TIMEOUT(name->text(), QStringLiteral("slow start"), kPatienceMs);
        QVERIFY(f.panel.isVisible() && f.bench().graph.recording().isEmpty());
        // The run's own menu opens the newest.
        f.bench().selection.setRun(f.run().id);
        f.window->actionTable().trigger(QStringLiteral("showRunTimeline"));
        QTRY_COMPARE_WITH_TIMEOUT(name->text(), QStringLiteral("Recording 2"), kPatienceMs);
        // Away with the other one, which asks first.
        table->setFocus();
        table->selectRow(0);
        QTest::keyClick(table, Qt::Key_Delete);
        QTRY_VERIFY(f.find<QPushButton>("deleteRecordingButton"));
        QCOMPARE(table->model()->rowCount(), 2);
        const QString steps7 = cell(0, RecordingTable::Steps), length = cell(0, RecordingTable::Length);
        f.press("deleteRecordingButton");
        QTRY_COMPARE_WITH_TIMEOUT(table->model()->rowCount(), 1, kPatienceMs);
        QVERIFY2(f.window->messages().sentence().contains(QStringLiteral("is in the trash")),
                 qPrintable(f.window->messages().sentence()));
        QCOMPARE(recordingsOf(folder).size(), size_t{1});
        QCOMPARE(cell(0, RecordingTable::Name), QStringLiteral("slow start"));
        // And back again, by its name.
        f.pressOffer(QStringLiteral("Put it back"));
        QTRY_COMPARE_WITH_TIMEOUT(table->model()->rowCount(), 2, kPatienceMs);
        QCOMPARE(recordingsOf(folder).size(), size_t{2});
        QCOMPARE(cell(0, RecordingTable::Name), QStringLiteral("Recording 2"));
        QCOMPARE(cell(0, RecordingTable::Steps), steps7);
        QCOMPARE(cell(0, RecordingTable::Length), length);
        table->setFocus();
        table->selectRow(0);
        QTest::keyClick(table, Qt::Key_Delete);
        QTRY_VERIFY(f.find<QPushButton>("deleteRecordingButton"));
        f.press("deleteRecordingButton");
        QTRY_COMPARE_WITH_TIMEOUT(table->model()->rowCount(), 1, kPatienceMs);
        // A project that is saved takes its runs along, and them.
        f.window->document().save(f.folder.filePath(QStringLiteral("named.tlm")));
        QTRY_VERIFY_WITH_TIMEOUT(f.run().folder.toStdString() != folder, kPatienceMs);
        const auto moved = [&] { return table->model()->index(0, 0).data(RecordingTable::FileRole).toString(); };
        QTRY_VERIFY_WITH_TIMEOUT(moved().startsWith(f.run().folder), kPatienceMs);
        QVERIFY(QFile::exists(moved()));
    }

    // What begins a recording ends it, from the menu or the list of actions as by its button; what there is, is kept.
    void aRecordingIsEndedByWhatBeganIt() {
        Profiled f;
        QVERIFY(f.ready());
        f.count(100000);
        QVERIFY(f.train());
        ActionTable& actions = f.window->actionTable();
        const QString id = QStringLiteral("recordStepsAction");
        actions.refresh();
        QCOMPARE(actions.title(id), QStringLiteral("Record the next steps"));
        actions.trigger(id);
        QTRY_COMPARE_WITH_TIMEOUT(f.source().mode(), ProfileSource::Mode::Recording, kPatienceMs);
        QTRY_VERIFY_WITH_TIMEOUT(f.source().progress() > 0, kPatienceMs);
        actions.refresh();
        QCOMPARE(actions.title(id), QStringLiteral("Stop recording"));
        actions.trigger(id);
        QTRY_COMPARE_WITH_TIMEOUT(f.source().mode(), ProfileSource::Mode::Held, kPatienceMs);
        const size_t steps = stepsIn(*f.source().trace(), f.source().trace()->begin, f.source().trace()->end).size();
        QVERIFY(0 < steps && steps < 100000);
        QTRY_COMPARE_WITH_TIMEOUT(f.find<QTableView>("recordingTable")->model()->rowCount(), 1, kPatienceMs);
        QCOMPARE(actions.title(id), QStringLiteral("Record the next steps"));
        f.stop();
    }

    // Whatever is asked for while steps are recorded, at whatever moment: those that there are stay.
    void whatIsRecordedIsKept() {
        Profiled f;
        QVERIFY(f.ready());
        const QString file = f.folder.filePath(QStringLiteral("other.json"));
        writeTrace(waitingForData(), file.toStdString());
        f.count(100000);
        QVERIFY(f.train());
        f.show();
        auto* table = f.find<QTableView>("recordingTable");
        const auto record = [&] {
            f.panel.recordSteps();
            QTRY_COMPARE_WITH_TIMEOUT(f.source().mode(), ProfileSource::Mode::Recording, kPatienceMs);
            QTRY_VERIFY_WITH_TIMEOUT(f.source().progress() > 0, kPatienceMs);
        };
        // While a job is taking spans in.
        record();
        const QObject once;
        int ended = 0;
        connect(&f.bench().jobs, &JobTracker::runningChanged, &once, [&] {
            if (ended++ == 0) f.source().cancel();
        });
        QTRY_COMPARE_WITH_TIMEOUT(table->model()->rowCount(), 1, kPatienceMs);
        QVERIFY(ended > 0);
        QVERIFY(f.source().mode() != ProfileSource::Mode::Recording);
        // A file is opened.
        record();
        f.panel.openFile(file);
        QTRY_COMPARE_WITH_TIMEOUT(f.find<QLabel>("timelineName")->text(), QStringLiteral("other.json"), kPatienceMs);
        QTRY_COMPARE_WITH_TIMEOUT(table->model()->rowCount(), 2, kPatienceMs);
        // The last seconds are wanted.
        record();
        f.press("lastSeconds");
        QTRY_COMPARE_WITH_TIMEOUT(table->model()->rowCount(), 3, kPatienceMs);
        QTRY_VERIFY_WITH_TIMEOUT(f.source().mode() == ProfileSource::Mode::Held && f.source().ofRings(), kPatienceMs);
        // The run ends.
        record();
        f.stop();
        QTRY_COMPARE_WITH_TIMEOUT(table->model()->rowCount(), 4, kPatienceMs);
        QCOMPARE(f.source().mode(), ProfileSource::Mode::Held);
        for (const RunRecording& one : recordingsOf(f.run().folder.toStdString())) QVERIFY(one.steps > 0);
    }

    // The project is left, or the window closed, in the midst of a recording: it is written first.
    void whatIsRecordedIsKeptWhenOneLeaves_data() {
        QTest::addColumn<bool>("closes");
        QTest::newRow("the window") << true;
        QTest::newRow("the project") << false;
    }
    void whatIsRecordedIsKeptWhenOneLeaves() {
        QFETCH(bool, closes);
        Profiled f;
        QVERIFY(f.ready());
        f.count(100000);
        QVERIFY(f.train());
        f.show();
        f.panel.recordSteps();
        QTRY_VERIFY_WITH_TIMEOUT(f.source().progress() > 0, kPatienceMs);
        const std::string folder = f.run().folder.toStdString();
        Slow jobs(f.bench().jobs);
        closes ? void(f.window->close()) : f.trigger("newAction");
        for (const char* answer : {"stopRunButton", "discardButton"}) {
            QTRY_VERIFY_WITH_TIMEOUT(f.find<QPushButton>(answer) && f.find<QPushButton>(answer)->isVisible(),
                                     kPatienceMs);
            f.press(answer);
        }
        QVERIFY(f.reaches(RunState::Stopped, kPatienceMs));
        const auto left = [&] { return closes ? !f.window->isVisible() : f.bench().runs.runs().empty(); };
        QVERIFY(!closes || !QTest::qWaitFor(left, 500));
        QCOMPARE(f.window->isEnabled(), !closes);  // what is done now would be lost unasked
        if (closes) f.window->close();             // once more: no second question
        for (const char* answer : {"stopRunButton", "discardButton"})
            QVERIFY(!f.find<QPushButton>(answer) || !f.find<QPushButton>(answer)->isVisible());
        jobs.goOn();
        QVERIFY(QTest::qWaitFor(left, kPatienceMs));
        if (closes) f.window.reset();
        QTRY_COMPARE_WITH_TIMEOUT(recordingsOf(folder).size(), size_t{1}, closes ? 0 : kPatienceMs);
        QTRY_VERIFY_WITH_TIMEOUT(recordingsOf(folder)[0].steps > 0, kPatienceMs);  // the list is written after the file
    }

    // Another project that takes the place of this one at once takes nothing from its run.
    void whatIsRecordedIsItsOwnRuns() {
        Profiled f;
        QVERIFY(f.ready());
        f.count(100000);
        QVERIFY(f.train());
        f.show();
        f.panel.recordSteps();
        QTRY_VERIFY_WITH_TIMEOUT(f.source().progress() > 0, kPatienceMs);
        const std::string folder = f.run().folder.toStdString();
        Slow jobs(f.bench().jobs);
        f.stop();
        f.window->document().newEmpty();
        QVERIFY(f.bench().runs.runs().empty());
        jobs.goOn();
        QTRY_COMPARE_WITH_TIMEOUT(recordingsOf(folder).size(), size_t{1}, kPatienceMs);
    }

    // The graph takes a recording's times instead of live ones, and a picked op leads to its own slices in it.
    void aRecordingColoursTheGraph() {
        Profiled f;
        QVERIFY(f.ready());
        f.count(10);
        QVERIFY(f.train());
        QVERIFY(f.beginsToRecord());
        auto* table = f.find<QTableView>("recordingTable");
        QTRY_COMPARE_WITH_TIMEOUT(table->model()->rowCount(), 1, kPatienceMs);
        f.stop();
        QTest::mouseClick(f.find<SegmentedBar>("profileTabs")->segment(4), Qt::LeftButton);
        f.choose(*table->viewport(), table->visualRect(table->model()->index(0, 0)).center(), "recordingMenu",
                 "recordingToGraphAction");
        OpGraphModel& graph = f.bench().graph;
        QTRY_COMPARE_WITH_TIMEOUT(graph.times().recordedSteps, 10, kPatienceMs);
        QCOMPARE(graph.recording(), QStringLiteral("Recording"));
        QVERIFY(graph.view()->stepSeconds > 0);
        // The times are the recording's: of an op that is alone of its kind in its layer and phase, its mean.
        int conv = -1;
        for (size_t i = 0; i < graph.view()->nodes.size(); ++i) {
            const GraphNode& node = graph.view()->nodes[i];
            if (conv < 0 && node.layer == "conv_2" && graph.view()->phaseOf(node) == "backward" && node.seconds > 0)
                conv = int(i);
        }
        QVERIFY(conv >= 0);
        const GraphNode node = graph.view()->nodes[size_t(conv)];
        const Trace& trace = *f.source().trace();
        double own = 0;
        for (const OpRow& row : opsIn(trace, trace.begin, trace.end)) {
            const TraceLabel& label = trace.labels[row.label];
            if (label.layer == node.layer && label.name == node.op && label.category == "backward" && !row.beside)
                own += row.total / 10;
        }
        QVERIFY2(node.seconds <= own * 1.001 && node.seconds > 0, qPrintable(QString::number(node.seconds / own)));
        QTRY_VERIFY(f.find<QPushButton>("graphWithoutRecording"));
        // From the op to its slices.
        graph.reveal({conv, -1});
        f.trigger("graphToTimelineAction");
        QTRY_VERIFY_WITH_TIMEOUT(f.timeline().selected().valid() && f.panel.isVisible(), kPatienceMs);
        const TraceLabel& label = f.model().trace()->labels[f.model().span(f.timeline().selected()).label];
        QCOMPARE(label.name, node.op);
        QCOMPARE(label.layer, node.layer);
        QCOMPARE(label.category, std::string("backward"));
        QCOMPARE(f.find<QLabel>("timelineName")->text(), QStringLiteral("Recording"));
        // The project under another name keeps it, another project does not.
        const QString project = f.folder.filePath(QStringLiteral("named.tlm"));
        f.window->document().save(project);
        QTRY_COMPARE_WITH_TIMEOUT(f.window->document().path(), project, kPatienceMs);
        QCOMPARE(graph.recording(), QStringLiteral("Recording"));
        QVERIFY(graph.view()->stepSeconds > 0);
        // And without it.
        f.window->showWorkspace(MainWindow::GraphSpace);
        QTRY_VERIFY(f.find<QPushButton>("graphWithoutRecording"));
        f.press("graphWithoutRecording");
        QVERIFY(graph.recording().isEmpty());
        QVERIFY(graph.view()->stepSeconds < 0);
        graph.showTimesOf(f.source().trace(), QStringLiteral("Recording"));
        QTRY_COMPARE_WITH_TIMEOUT(graph.times().recordedSteps, 10, kPatienceMs);
        f.window->document().newFromTemplate("lenet");
        QVERIFY(graph.recording().isEmpty());
        QVERIFY(graph.view()->stepSeconds < 0);
    }

    // A file that ends in the middle, or holds what cannot be read, is shown as far as it goes, and that is said.
    void damagedFilesAreSaidToBe() {
        Profiled f;
        QVERIFY(f.ready());
        f.show();
        TraceBuilder builder;
        const size_t thread = builder.thread(4, 2);
        const uint32_t op = builder.label({"some op", "cpu_op", {}, {}, 0, 0});
        for (int i = 0; i < 200; ++i) builder.add(thread, TraceSlice{i * 5000, 700, op, 0});
        const QString whole = f.folder.filePath(QStringLiteral("whole.json")), cut = f.folder.filePath("cut.json");
        writeTrace(builder.finish(), whole.toStdString());
        QFile file(whole);
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QByteArray text = file.readAll();
        QFile half(cut);
        QVERIFY(half.open(QIODevice::WriteOnly));
        half.write(text.left(text.size() / 2));
        half.close();
        auto* name = f.find<QLabel>("timelineName");
        auto* problem = f.find<QLabel>("timelineProblem");
        f.panel.openFile(cut);
        QTRY_COMPARE_WITH_TIMEOUT(name->text(), QStringLiteral("cut.json"), kPatienceMs);
        QVERIFY(problem->isVisible());
        QVERIFY2(problem->text().contains("ends within"), qPrintable(problem->text()));
        f.panel.openFile(whole);
        QTRY_COMPARE_WITH_TIMEOUT(name->text(), QStringLiteral("whole.json"), kPatienceMs);
        QVERIFY(!problem->isVisible());
    }

    // Of a file nothing is changed in the project that is open.
    void theVerdictOfAFileChangesNothing() {
        Profiled f;
        QVERIFY(f.ready());
        f.show();
        const QString path = f.folder.filePath(QStringLiteral("slow.json"));
        writeTrace(waitingForData(), path.toStdString());
        f.panel.openFile(path);
        QVERIFY(QTest::qWaitFor([&] { return f.panel.verdict().kind == Verdict::Kind::Data; }, kPatienceMs));
        QCOMPARE(f.panel.verdictText(),
                 QStringLiteral("Waiting for data 40 % of the step. One more loader thread would give about +67 %."));
        // Its loaders are those of another run: the open project's settings are none of its business.
        QVERIFY(!f.find<QPushButton>("verdictAction")->isVisible());
        QCOMPARE(f.bench().training.spec().workers, 0);
    }

private:
    QTemporaryDir trash_;
};

QTEST_MAIN(TestProfile)
#include "test_profile.moc"
