// Steps that are recorded whole in the Profile workspace: how a recording begins and ends, the list that keeps it, what
// is done with it there, and that none is lost.
#include <QFileDialog>
#include <QLabel>
#include <QSignalSpy>
#include <QtTest>
#include <fstream>
#include <future>

#include "engine/io/trace/trace_file.h"
#include "engine/profile/trace_table.h"
#include "engine/run/run_recordings.h"
#include "tests/app/profiled.h"
#include "ui/jobs/job_tracker.h"
#include "ui/profile/memory_plot.h"
#include "ui/profile/recording_table.h"
#include "ui/profile/roofline_plot.h"

namespace test_recordings {

using namespace tl;

namespace {

// Jobs come to nothing until they may go on: all threads are taken.
class Slow {
public:
    explicit Slow(JobTracker& jobs) {
        const auto may = held_.get_future().share();
        for (int i = 0; i < 64; ++i)
            for (const QString& key : {QString(), JobTracker::kEdit + QString::number(i)})
                jobs.run(
                    qApp, key, [may](std::stop_token) { return may.wait(), true; }, [](bool) {});
    }
    ~Slow() { goOn(); }
    void goOn() {
        if (!std::exchange(gone_, true)) held_.set_value();
    }

private:
    std::promise<void> held_;
    bool gone_ = false;
};

}  // namespace

class TestRecordings : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() { qputenv("XDG_DATA_HOME", trash_.path().toUtf8()); }  // what is deleted lands here

    void stepsAreRecordedWhole() {
        Profiled f;
        QVERIFY(f.train());
        QVERIFY(f.records());
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
        for (const auto& holder : holders) sum += holder.bytes;
        QCOMPARE(sum, memory->bytesAt(memory->peak()));
        QCOMPARE(sum, f.bench().forecast.planBytes());  // as the inspector says
        // Over the time that the recorded steps' kernels took.
        QTRY_COMPARE(memory->times(), MemoryPlot::Times::Measured);
        const int last = static_cast<int>(memory->cost().steps.size()) - 1;
        QVERIFY(memory->secondsAt(last) > 0 && memory->secondsAt(last) < 10);
        // By the layers that hold it, and of which phase.
        QVERIFY(std::ranges::any_of(holders, [&](const auto& holder) {
            return !holder.layer.empty() &&
                   holder.name.startsWith(QString::fromStdString(holder.layer) + QStringLiteral(" · forward"));
        }));
        f.stop();
    }

    // One that would take the memory ends with what it has, and says so.
    void aRecordingEndsBeforeTheMemoryDoes() {
        Profiled f;
        QVERIFY(f.train());
        f.show();
        QSignalSpy failed(&f.source(), &ProfileSource::failed), recorded(&f.source(), &ProfileSource::recorded);
        f.source().record(1'000'000, -1, 200'000);
        QTRY_COMPARE(recorded.size(), qsizetype{1});
        QTRY_COMPARE(failed.size(), qsizetype{1});
        QVERIFY(failed[0][0].toString().contains(QStringLiteral("would not fit into memory")));
        QCOMPARE(f.source().mode(), ProfileSource::Mode::Held);
        QVERIFY(!stepsIn(*f.source().trace(), f.source().trace()->begin, f.source().trace()->end).empty());
        f.stop();
    }

    // Panels are made anew then, and steps go on being recorded: the new panel tells how far it is, and keeps them.
    void anotherLanguageKeepsWhatIsRecorded() {
        Profiled f;
        QVERIFY(f.train());
        QVERIFY(f.recordsOn());
        ProfileSource& source = f.bench().timeline;
        const std::string folder = f.run().folder.toStdString();
        const QPointer before(&f.panel);
        f.trigger("language_zh_CN");
        QTRY_VERIFY(!before);
        f.trigger("language_en");
        QTRY_COMPARE(f.find<QPushButton>("recordSteps")->text().trimmed(), QStringLiteral("Stop recording"));
        const double progress = source.progress();
        QTRY_VERIFY(source.progress() > progress);
        QVERIFY(recordingsOf(folder).empty());
        f.stop();  // which ends it
        QTRY_COMPARE(f.find<QTableView>("recordingTable")->model()->rowCount(), 1);
        QCOMPARE(recordingsOf(folder).size(), size_t{1});
        QVERIFY(recordingsOf(folder)[0].steps > 0);
        // What nobody named is called so in the language of the window, in the list and where it is shown.
        QTRY_COMPARE(f.find<QLabel>("timelineName")->text(), QStringLiteral("Recording"));
        f.trigger("language_zh_CN");
        QTRY_COMPARE(f.find<QPushButton>("recordSteps")->text().trimmed(), QStringLiteral("录制"));
        QTRY_COMPARE(f.find<QLabel>("timelineName")->text(), QStringLiteral("录制"));
        f.trigger("language_en");
        QTRY_COMPARE(f.find<QPushButton>("recordSteps")->text().trimmed(), QStringLiteral("Record"));
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
        QTRY_COMPARE(name->text(), QStringLiteral("slow.json"));
        QVERIFY(f.train());
        QVERIFY(f.recordsOn());
        QCOMPARE(f.source().mode(), ProfileSource::Mode::Recording);
        QCOMPARE(name->text(), QStringLiteral("slow.json"));
        QVERIFY(f.timeline().isVisible());
        f.stop();
    }

    // The note that offers to put one back goes; the menus still offer it. The keyboard stays where it was, or goes to
    // the timeline: the next key counts no steps.
    void aDeletedRecordingIsPutBackFromTheMenu() {
        Profiled f;
        QVERIFY(f.train());
        QVERIFY(f.keeps(5));
        auto* table = f.find<QTableView>("recordingTable");
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
        QTRY_COMPARE(table->model()->rowCount(), 0);
        QTRY_COMPARE(f.window->focusWidget(), static_cast<QWidget*>(&f.timeline()));
        actions.refresh();
        QCOMPARE(actions.title(id), QStringLiteral("Put back the recording “Recording”"));
        QVERIFY(actions.action(id)->isEnabled());
        auto* nothing = f.find<QLabel>("noRecordings");
        QTRY_VERIFY(nothing->isVisible());
        f.choose(*nothing, nothing->rect().center(), "recordingMenu", "putBackRecordingAction");
        QTRY_COMPARE(table->model()->rowCount(), 1);
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
        QTRY_COMPARE(table->model()->rowCount(), 0);
        QTRY_COMPARE(f.window->focusWidget(), static_cast<QWidget*>(&f.timeline()));
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Z, Qt::ControlModifier);
        QTRY_COMPARE(table->model()->rowCount(), 1);
        QCOMPARE(f.bench().training.spec().epochs, epochs / 2);
    }

    // Each recording has a row, the next one takes no other's place; they are opened, renamed, saved, deleted by mouse
    // and keys, and there when the program starts anew.
    void recordingsAreKept() {
        Profiled f;
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
            QTRY_VERIFY(f.find<QPushButton>("recordSteps")->isEnabled());
            f.press("recordSteps");
            QTRY_COMPARE(table->model()->rowCount(), i);
            const auto done = stepsIn(*f.source().trace(), f.source().trace()->begin, f.source().trace()->end);
            QCOMPARE(done.size(), size_t{7});
            QTRY_VERIFY(!f.source().kept().isEmpty());  // it is the chosen one, as it is the one in sight
            QTRY_COMPARE(table->currentIndex().data(RecordingTable::FileRole).toString(), f.source().kept());
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
        QTRY_COMPARE(name->text(), QStringLiteral("Recording"));
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
            QTRY_VERIFY(QFile::exists(path));
            QCOMPARE(readTrace(path.toStdString()).slices(), f.source().trace()->slices());
        }
        // What another program takes away has no row, and has one again when it is back.
        const QString file = QString::fromStdString(recordingsOf(folder)[1].file),
                      aside = file + QStringLiteral(".gone");
        openByMouse(0);
        QTRY_COMPARE(name->text(), QStringLiteral("Recording 2"));
        QVERIFY(QFile::rename(file, aside));
        QTRY_COMPARE(table->model()->rowCount(), 1);
        // One that cannot be read colours no graph, and the next that is opened is looked at here.
        std::ofstream(file.toStdString()) << "no timeline";
        QTRY_COMPARE(table->model()->rowCount(), 2);
        QCOMPARE(cell(1, RecordingTable::Name), QStringLiteral("slow start"));
        f.choose(*table->viewport(), at(1), "recordingMenu", "recordingToGraphAction");
        QTRY_VERIFY(f.window->messages().sentence().contains(QFileInfo(file).fileName()));
        QVERIFY(QFile::remove(file) && QFile::rename(aside, file));
        openByMouse(1);
        QTRY_COMPARE(name->text(), QStringLiteral("slow start"));
        QVERIFY(f.panel.isVisible() && f.bench().graph.recording().isEmpty());
        // The run's own menu opens the newest.
        f.bench().selection.setRun(f.run().id);
        f.window->actionTable().trigger(QStringLiteral("showRunTimeline"));
        QTRY_COMPARE(name->text(), QStringLiteral("Recording 2"));
        // Away with the other one, which asks first.
        QTRY_COMPARE(table->model()->rowCount(), 2);
        table->setFocus();
        table->selectRow(0);
        QTest::keyClick(table, Qt::Key_Delete);
        QTRY_VERIFY(f.find<QPushButton>("deleteRecordingButton"));
        QCOMPARE(table->model()->rowCount(), 2);
        const QString steps7 = cell(0, RecordingTable::Steps), length = cell(0, RecordingTable::Length);
        f.press("deleteRecordingButton");
        QTRY_COMPARE(table->model()->rowCount(), 1);
        QVERIFY2(f.window->messages().sentence().contains(QStringLiteral("is in the trash")),
                 qPrintable(f.window->messages().sentence()));
        QCOMPARE(recordingsOf(folder).size(), size_t{1});
        QCOMPARE(cell(0, RecordingTable::Name), QStringLiteral("slow start"));
        // And back again, by its name.
        f.pressOffer(QStringLiteral("Put it back"));
        QTRY_COMPARE(table->model()->rowCount(), 2);
        QCOMPARE(recordingsOf(folder).size(), size_t{2});
        QCOMPARE(cell(0, RecordingTable::Name), QStringLiteral("Recording 2"));
        QCOMPARE(cell(0, RecordingTable::Steps), steps7);
        QCOMPARE(cell(0, RecordingTable::Length), length);
        table->setFocus();
        table->selectRow(0);
        QTest::keyClick(table, Qt::Key_Delete);
        QTRY_VERIFY(f.find<QPushButton>("deleteRecordingButton"));
        f.press("deleteRecordingButton");
        QTRY_COMPARE(table->model()->rowCount(), 1);
        // A project that is saved takes its runs along, and them.
        f.window->document().save(f.folder.filePath(QStringLiteral("named.tlm")));
        QTRY_VERIFY(f.run().folder.toStdString() != folder);
        const auto moved = [&] { return table->model()->index(0, 0).data(RecordingTable::FileRole).toString(); };
        QTRY_VERIFY(moved().startsWith(f.run().folder));
        QVERIFY(QFile::exists(moved()));
    }

    // What begins a recording ends it, from the menu or the list of actions as by its button; what there is, is kept.
    void aRecordingIsEndedByWhatBeganIt() {
        Profiled f;
        QVERIFY(f.train());
        f.count(100000);
        ActionTable& actions = f.window->actionTable();
        const QString id = QStringLiteral("recordStepsAction");
        actions.refresh();
        QCOMPARE(actions.title(id), QStringLiteral("Record the next steps"));
        actions.trigger(id);
        QTRY_COMPARE(f.source().mode(), ProfileSource::Mode::Recording);
        QTRY_VERIFY(f.source().progress() > 0);
        actions.refresh();
        QCOMPARE(actions.title(id), QStringLiteral("Stop recording"));
        actions.trigger(id);
        QTRY_COMPARE(f.source().mode(), ProfileSource::Mode::Held);
        const size_t steps = stepsIn(*f.source().trace(), f.source().trace()->begin, f.source().trace()->end).size();
        QVERIFY(0 < steps && steps < 100000);
        QTRY_COMPARE(f.find<QTableView>("recordingTable")->model()->rowCount(), 1);
        QCOMPARE(actions.title(id), QStringLiteral("Record the next steps"));
        f.stop();
    }

    // Whatever is asked for while steps are recorded, at whatever moment: those that there are stay.
    void whatIsRecordedIsKept() {
        Profiled f;
        QVERIFY(f.ready());
        const QString file = f.folder.filePath(QStringLiteral("other.json"));
        writeTrace(waitingForData(), file.toStdString());
        QVERIFY(f.train());
        f.show();
        auto* table = f.find<QTableView>("recordingTable");
        // While a job is taking spans in.
        QVERIFY(f.recordsOn());
        const QObject once;
        int ended = 0;
        connect(&f.bench().jobs, &JobTracker::runningChanged, &once, [&] {
            if (ended++ == 0) f.source().cancel();
        });
        QTRY_COMPARE(table->model()->rowCount(), 1);
        QVERIFY(ended > 0);
        QVERIFY(f.source().mode() != ProfileSource::Mode::Recording);
        // A file is opened.
        QVERIFY(f.recordsOn());
        f.panel.openFile(file);
        QTRY_COMPARE(f.find<QLabel>("timelineName")->text(), QStringLiteral("other.json"));
        QTRY_COMPARE(table->model()->rowCount(), 2);
        // The last seconds are wanted.
        QVERIFY(f.recordsOn());
        f.press("lastSeconds");
        QTRY_COMPARE(table->model()->rowCount(), 3);
        QTRY_VERIFY(f.source().mode() == ProfileSource::Mode::Held && f.source().ofRings());
        // The run ends.
        QVERIFY(f.recordsOn());
        f.stop();
        QTRY_COMPARE(table->model()->rowCount(), 4);
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
        QVERIFY(f.train());
        QVERIFY(f.recordsOn());
        const std::string folder = f.run().folder.toStdString();
        Slow jobs(f.bench().jobs);
        closes ? void(f.window->close()) : f.trigger("newAction");
        for (const char* answer : {"stopRunButton", "discardButton"}) {
            QTRY_VERIFY(f.find<QPushButton>(answer) && f.find<QPushButton>(answer)->isVisible());
            if (auto* box = f.find<QWidget>("liveRunBox"); box && box->isVisible()) {
                QStringList said;
                for (const QLabel* label : box->findChildren<QLabel*>()) said << label->text();
                QVERIFY2(said.join(' ').contains("The recording ends"), qPrintable(said.join('\n')));
            }
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
        QTRY_VERIFY(recordingsOf(folder)[0].steps > 0);  // the list is written after the file
    }

    // Another project that takes the place of this one at once takes nothing from its run, and shows nothing of it,
    // whatever is asked for before all is written.
    void whatIsRecordedIsItsOwnRuns() {
        Profiled f;
        QVERIFY(f.train());
        QVERIFY(f.recordsOn());
        const std::string folder = f.run().folder.toStdString();
        Slow jobs(f.bench().jobs);
        f.stop();
        f.window->document().newEmpty();
        QVERIFY(f.bench().runs.runs().empty());
        f.press("lastSeconds");
        jobs.goOn();
        QTRY_COMPARE(recordingsOf(folder).size(), size_t{1});
        QTRY_VERIFY(f.source().mode() == ProfileSource::Mode::Held && f.source().ofRings());
        for (const TraceThread& each : f.source().trace()->threads) QVERIFY(each.name != "training");
    }

    // Neither what was recorded, nor what the rings still hold of it, is shown in another project; a file that somebody
    // opened by its name is of none.
    void anotherProjectShowsNothingOfIt() {
        Profiled f;
        QVERIFY(f.train());
        f.count(10);
        QVERIFY(f.records());
        f.stop();
        const auto trains = [&] {
            const auto& threads = f.model().trace()->threads;
            return std::ranges::any_of(threads, [](const TraceThread& each) { return each.name == "training"; });
        };
        QVERIFY(trains());
        for (const bool seen : {true, false}) {
            if (!seen) f.window->showWorkspace(MainWindow::NetworkSpace);
            f.window->document().newFromTemplate("mlp");
            QVERIFY(!trains());
            QVERIFY(f.find<QLabel>("timelineName")->text().isEmpty() || seen);
            QTest::qWait(600);  // two looks at the rings
            QVERIFY(!trains());
            f.show();
            f.press("lastSeconds");
            QTRY_COMPARE(f.source().mode(), ProfileSource::Mode::Held);
            QVERIFY(!trains());
        }
        const QString path = f.folder.filePath(QStringLiteral("slow.json"));
        writeTrace(waitingForData(), path.toStdString());
        f.panel.openFile(path);
        QTRY_COMPARE(f.source().path(), path);
        f.window->document().newEmpty();
        QCOMPARE(f.source().path(), path);
        QCOMPARE(f.find<QLabel>("timelineName")->text(), QStringLiteral("slow.json"));
        // What is being read of a run is given up, and that file stays.
        const QString recording = f.folder.filePath(QStringLiteral("recording.json"));
        writeTrace(waitingForData(), recording.toStdString());
        f.source().open(recording, QStringLiteral("Recording"));
        f.window->document().newEmpty();
        QTRY_COMPARE_WITH_TIMEOUT(f.source().mode(), ProfileSource::Mode::Held, kPatienceMs);
        QTRY_COMPARE(f.bench().jobs.running(), 0);
        QCOMPARE(f.source().path(), path);
        QCOMPARE(f.find<QLabel>("timelineName")->text(), QStringLiteral("slow.json"));
    }

    // The graph takes a recording's times instead of live ones, and a picked op leads to its own slices in it.
    void aRecordingColoursTheGraph() {
        Profiled f;
        QVERIFY(f.train());
        QVERIFY(f.keeps(10));
        auto* table = f.find<QTableView>("recordingTable");
        f.stop();
        QTest::mouseClick(f.find<SegmentedBar>("profileTabs")->segment(4), Qt::LeftButton);
        f.choose(*table->viewport(), table->visualRect(table->model()->index(0, 0)).center(), "recordingMenu",
                 "recordingToGraphAction");
        OpGraphModel& graph = f.bench().graph;
        QTRY_COMPARE(graph.times().recordedSteps, 10);
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
        QTRY_VERIFY(!f.find<QPushButton>("graphWithoutRecording")->isHidden());
        // From the op to its slices.
        graph.reveal({conv, -1});
        f.trigger("graphToTimelineAction");
        QTRY_VERIFY(f.timeline().selected().valid() && f.panel.isVisible());
        const TraceLabel& label = f.model().trace()->labels[f.model().span(f.timeline().selected()).label];
        QCOMPARE(label.name, node.op);
        QCOMPARE(label.layer, node.layer);
        QCOMPARE(label.category, std::string("backward"));
        QCOMPARE(f.find<QLabel>("timelineName")->text(), QStringLiteral("Recording"));
        // The project under another name keeps it, another project does not.
        const QString project = f.folder.filePath(QStringLiteral("named.tlm"));
        f.window->document().save(project);
        QTRY_COMPARE(f.window->document().path(), project);
        QCOMPARE(graph.recording(), QStringLiteral("Recording"));
        QVERIFY(graph.view()->stepSeconds > 0);
        // And without it.
        f.window->showWorkspace(MainWindow::GraphSpace);
        QTRY_VERIFY(f.find<QPushButton>("graphWithoutRecording")->isVisible());
        f.press("graphWithoutRecording");
        QVERIFY(graph.recording().isEmpty());
        QVERIFY(graph.view()->stepSeconds < 0);
        graph.showTimesOf(f.source().trace(), QStringLiteral("Recording"));
        QTRY_COMPARE(graph.times().recordedSteps, 10);
        f.window->document().newFromTemplate("lenet");
        QVERIFY(graph.recording().isEmpty());
        QVERIFY(graph.view()->stepSeconds < 0);
    }

private:
    QTemporaryDir trash_;
};

QTEST_MAIN(TestRecordings)

}  // namespace test_recordings

#include "test_recordings.moc"
