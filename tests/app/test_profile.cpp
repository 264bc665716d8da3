// The Profile workspace in the real window while a network trains: live, from the rings, from files; numbers below, the
// verdict and its button, selection to the canvas and back.
#include <QFileDialog>
#include <QLabel>
#include <QProcess>
#include <QRegularExpression>
#include <QScopeGuard>
#include <QSignalSpy>
#include <QtTest>

#include "engine/io/trace/trace_file.h"
#include "engine/profile/trace_table.h"
#include "engine/run/run_lock.h"
#include "tests/app/profiled.h"
#include "ui/models/breakpoints.h"
#include "ui/models/op_graph_model.h"
#include "ui/models/text.h"
#include "ui/profile/memory_plot.h"
#include "ui/profile/trace_table.h"
#include "ui/profile/verdict_label.h"
#include "widgets/controls/empty_state.h"

namespace test_profile {

using namespace tl;

namespace {

// Another program's run has its lock before it has told what it is, and is in no list until then.
bool written(const QString& run) {
    return isLive(run.toStdString()) && QFile::exists(run + QStringLiteral("/run.json")) &&
           QFileInfo(run + QStringLiteral("/journal.bin")).size() > 0;
}

struct Sums {
    double count = 0, work = 0;  // ops, and with their further parts
    double total = 0, self = 0;  // seconds
};

// Of one thread, by label: a slice's own time is without the slices that lie within it on the next level.
std::map<uint32_t, Sums> sumsOf(const Trace& trace, const std::string& thread) {
    std::map<uint32_t, Sums> sums;
    for (const TraceThread& each : trace.threads) {
        if (each.name != thread) continue;
        for (size_t level = 0; level < each.levels.size(); ++level) {
            const TraceLane& lane = each.levels[level];
            for (uint64_t i = lane.first(); i < lane.size(); ++i) {
                Sums& sum = sums[lane[i].label];
                double within = 0;
                if (level + 1 < each.levels.size()) {
                    const TraceLane& inner = each.levels[level + 1];
                    for (uint64_t k = inner.first(); k < inner.size(); ++k)
                        if (inner[k].begin >= lane[i].begin && inner[k].end() <= lane[i].end())
                            within += 1e-9 * static_cast<double>(inner[k].duration);
                }
                const double seconds = 1e-9 * static_cast<double>(lane[i].duration);
                ++sum.work;
                const TraceLabel& label = trace.labels[lane[i].label];
                if (lane[i].detail != 0 || label.flops + label.bytes == 0) ++sum.count;  // else a further part
                sum.total += seconds;
                sum.self += seconds - within;
            }
        }
    }
    return sums;
}

// "12.34", "40 %", "1 234": the number, as far as its digits go.
bool tellsNumber(QString text, double value) {
    text.remove(QStringLiteral(" %"));
    text.remove(QRegularExpression(QStringLiteral("[^0-9.]")));
    const qsizetype point = text.indexOf(QLatin1Char('.'));
    const double unit = point < 0 ? 1 : std::pow(10, static_cast<double>(point + 1 - text.size()));
    bool ok = false;
    const double told = text.toDouble(&ok);
    return ok && std::abs(told - value) <= 0.5 * unit * (1 + 1e-6) + 1e-9 * std::abs(value);
}

}  // namespace

class TestProfile : public QObject {
    Q_OBJECT
private slots:
    void itSaysWhatIsMissing() {
        Profiled f;
        QVERIFY(f.ready());
        f.show();
        QVERIFY(f.panel.isVisible());
        QVERIFY(!f.find<QPushButton>("recordSteps")->isEnabled());
        QVERIFY(f.bench().controller.obstacle().isEmpty());
    }

    // A run that another program trains is not told to be trained: what of it can be seen here is said.
    void aRunOfAnotherProgramIsSaidToBeOne() {
        Profiled f;
        QVERIFY(f.ready());
        const QString run = f.folder.filePath(QStringLiteral("there"));
        QProcess other;
        other.setStandardOutputFile(QProcess::nullDevice());
        other.start(QStringLiteral(TENSORLOOM_CLI),
                    {"train", "--template", "lenet", "--data", "sample", "--epochs", "100000", "--out", run});
        QTRY_VERIFY(written(run));
        f.show();
        f.bench().library.add({run});
        QTRY_VERIFY(f.bench().controller.active());
        QVERIFY(f.run().elsewhere);
        auto* empty = f.panel.findChild<EmptyState*>();
        const auto said = [empty] {
            QStringList all;
            for (const auto* label : empty->findChildren<QLabel*>()) all << label->text();
            for (const auto* button : empty->findChildren<QPushButton*>()) all << button->text();
            return all.join(QLatin1Char('|'));
        };
        QVERIFY(empty->isVisible());
        QTRY_VERIFY2(said().contains(QStringLiteral("“%1” trains in another program").arg(f.run().name)),
                     qPrintable(said()));
        QVERIFY(said().contains(QStringLiteral("tensorloom train --profile")));
        QVERIFY2(!said().contains(QStringLiteral("|Train")), qPrintable(said()));
        // What lies in its folder is looked for there.
        f.trigger("openTimelineAction");
        auto* ask = f.find<QFileDialog>("openTimelineDialog");
        QVERIFY(ask);
        QCOMPARE(ask->directory().absolutePath(), QDir(run).absolutePath());
        delete ask;
        f.stop();
        QTRY_VERIFY(said().contains(QStringLiteral("|Train")));
        QTRY_COMPARE(other.state(), QProcess::NotRunning);
    }

    // While nothing is open the list of recordings is all there is to see: once, and the tab that the person chose is
    // there again with the next timeline.
    void theTabIsThePersons() {
        Profiled f;
        QVERIFY(f.ready());
        const QString run = f.folder.filePath(QStringLiteral("there"));
        QProcess other;
        other.setStandardOutputFile(QProcess::nullDevice());
        other.start(QStringLiteral(TENSORLOOM_CLI), {"train", "--template", "mlp", "--data", "sample", "--epochs", "1",
                                                     "--profile", "1:2", "--out", run});
        QVERIFY(other.waitForFinished(kPatienceMs));
        f.show();
        auto* tabs = f.find<SegmentedBar>("profileTabs");
        f.bench().library.add({run});
        QTRY_VERIFY(f.find<QTableView>("recordingTable")->model()->rowCount() == 1);
        QVERIFY(!f.timeline().isVisible());
        QCOMPARE(tabs->currentIndex(), 4);
        const auto kept = [&] { return f.settings->value(QStringLiteral("profile/tab"), 0).toInt(); };
        QCOMPARE(kept(), 0);
        QTest::mouseClick(tabs->segment(1), Qt::LeftButton);
        emit f.source().changed();
        QCOMPARE(tabs->currentIndex(), 1);
        QCOMPARE(kept(), 1);
        const auto slow = std::make_shared<const Trace>(waitingForData());
        f.source().show(slow, Message("{count} {count|step|steps}", 5));
        f.source().show(std::make_shared<const Trace>(), Message("nothing"));
        QCOMPARE(tabs->currentIndex(), 4);
        f.source().show(slow, Message("{count} {count|step|steps}", 5));
        QCOMPARE(tabs->currentIndex(), 1);
        QCOMPARE(kept(), 1);
    }

    // Another program's run that stands is nothing to follow: what was trained here before stays in sight.
    void anothersBreakpointLeavesWhatIsInSight() {
        Profiled f;
        QVERIFY(f.train());
        f.show();
        QVERIFY(f.holds(ProfileSource::Mode::Live));
        QVERIFY(f.steps());
        f.stop();
        QVERIFY(f.holds(ProfileSource::Mode::Held));
        const auto before = f.source().trace();
        const QString run = f.folder.filePath(QStringLiteral("there"));
        QProcess other;
        other.setStandardOutputFile(QProcess::nullDevice());
        other.start(QStringLiteral(TENSORLOOM_CLI), {"train", "--template", "mlp", "--data", "sample", "--epochs", "1",
                                                     "--break", "at step 2", "--out", run});
        QTRY_VERIFY(written(run));
        f.bench().library.add({run});
        QTRY_VERIFY(f.bench().controller.breakpoints().stop());
        QVERIFY(!f.bench().controller.own());
        QCOMPARE(f.source().mode(), ProfileSource::Mode::Held);
        QVERIFY(f.source().trace() == before);
        f.bench().controller.stop();
        QTRY_COMPARE(other.state(), QProcess::NotRunning);
    }

    // Large letters in a small window: all of it has room below the controls. Of what is longer as much as has room is
    // shown, and all of it in the tooltip.
    void theVerdictIsNotCutInHeight() {
        Profiled f;
        QVERIFY(f.ready());
        const auto back = qScopeGuard([] { Theme::instance().setTextScale(1); });
        f.show();
        f.source().show(std::make_shared<const Trace>(waitingForData()), Message("{count} {count|step|steps}", 5));
        QTRY_COMPARE(f.panel.verdict().kind, Verdict::Kind::Data);
        QVERIFY(!f.find<QLabel>("verdict")->text().contains(QChar(0x2026)));
        const QPointer panel(&f.panel);
        Theme::instance().setTextScale(1.5);
        QTRY_VERIFY(!panel);  // there is another one then
        f.window->resize(1024, 700);
        auto* verdict = f.find<VerdictLabel>("verdict");
        QTRY_VERIFY(verdict->text().contains(QStringLiteral("Waiting")));
        test::settle();
        QVERIFY2(verdict->heightForWidth(verdict->width()) <= verdict->height(), qPrintable(verdict->text()));
        QVERIFY2(!verdict->text().contains(QChar(0x2026)), qPrintable(verdict->text()));
        const QString advice = QStringLiteral("1 more loader thread would give about +67 %.");
        verdict->setWords(QStringLiteral("Waiting for data 40 % of the step."),
                          QStringLiteral("So it goes on and on. ").repeated(20) + advice);
        test::settle();
        QVERIFY2(verdict->heightForWidth(verdict->width()) <= verdict->height(), qPrintable(verdict->text()));
        QVERIFY2(verdict->text().contains(QChar(0x2026)), qPrintable(verdict->text()));
        QVERIFY2(verdict->toolTip().endsWith(QStringLiteral("would give about +67 %.")),
                 qPrintable(verdict->toolTip()));
    }

    void aTrainingIsSeenLive() {
        Profiled f;
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
        f.timeline().setFocus();
        QTest::keyClick(&f.timeline(), Qt::Key_A);
        QCOMPARE(f.source().mode(), ProfileSource::Mode::Held);
        QCOMPARE(f.timeline().zero(), f.model().end());
        QCOMPARE(f.timeline().zeroName(), QString());
        f.stop();
    }

    void theLastSecondsAreThere() {
        Profiled f;
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
        // Whatever was lit before gives way to it.
        QString other;
        for (const NodeSpec& node : f.bench().network.spec().nodes)
            if (node.id != layer.toStdString() && f.sliceOf(q(node.id)).valid()) other = q(node.id);
        QVERIFY(!other.isEmpty());
        f.bench().selection.setNode(other);
        f.timeline().select({});
        QTest::mouseClick(f.timeline().viewport(), Qt::LeftButton, Qt::NoModifier,
                          f.timeline().sliceRect(f.sliceOf(layer)).center().toPoint());
        const TimelineSpan there = f.model().span(f.sliceOf(other));
        f.timeline().showRange(there.begin - 1000, there.end + 1000);
        const QImage clicked = f.timeline().viewport()->grab().toImage();
        f.bench().selection.setNodes({});
        f.bench().selection.setNode(layer);
        QCOMPARE(f.timeline().viewport()->grab().toImage(), clicked);
        f.timeline().select(f.sliceOf(layer), true);
        // And back: a layer's slices are lit.
        f.bench().selection.setNodes({});
        const QImage before = f.timeline().viewport()->grab().toImage();
        f.timeline().select({});
        const QImage plain = f.timeline().viewport()->grab().toImage();
        f.bench().selection.setNode(layer);
        QVERIFY(f.timeline().viewport()->grab().toImage() != plain);
        // Its menu leads to the graph.
        const QPoint spot = f.timeline().sliceRect(f.sliceOf(layer)).center().toPoint();
        f.bench().selection.setNodes({});
        QContextMenuEvent asked(QContextMenuEvent::Mouse, spot, f.timeline().viewport()->mapToGlobal(spot));
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
        // A slice of the backward pass: its own op there, not its layer's first.
        const TraceLabel* grad = nullptr;
        for (const TraceLabel& label : f.model().trace()->labels)
            if (label.category == "backward" && label.name.ends_with("Grad") &&
                f.bench().network.contains(q(label.layer)))
                grad = &label;
        QVERIFY(grad);
        const auto number = static_cast<quint32>(grad - f.model().trace()->labels.data());
        f.timeline().select(f.model().firstOf({number}, f.model().begin()), true);
        f.timeline().setFocus();
        f.trigger("showInGraphAction");
        const OpGraphModel& graph = f.bench().graph;
        QTRY_VERIFY2(graph.pickedNode() && graph.pickedNode()->op == grad->name, grad->name.c_str());
        QCOMPARE(graph.view()->phaseOf(*graph.pickedNode()), std::string("backward"));
        QCOMPARE(graph.pickedNode()->layer, grad->layer);
        f.show();
        // A double-click leads to the canvas.
        f.timeline().select(f.sliceOf(layer), true);
        QTest::mouseDClick(f.timeline().viewport(), Qt::LeftButton, Qt::NoModifier,
                           f.timeline().sliceRect(f.sliceOf(layer)).center().toPoint());
        QVERIFY(f.canvas().isVisible());
        f.stop();
    }

    // Asked for from the graph while a run is followed live: the newest step's stands still in the middle of the view.
    void aLayersSlicesStandStill() {
        Profiled f;
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

    // Whoever first looks here while a run trains misses the limits in the list of ops, too, and is told there when
    // they come.
    void opsOfferTheLimits() {
        Profiled f;
        QVERIFY(f.train());
        f.show();
        QVERIFY(f.ops());
        auto* measure = f.find<QPushButton>("measureLimits");
        auto* tabs = f.find<SegmentedBar>("profileTabs");
        QVERIFY(measure->isVisible());
        QCOMPARE(measure->text(), QStringLiteral("Measured when the run ends"));
        QVERIFY(!measure->isEnabled());
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
        f.stop();  // it is done then
        QTRY_COMPARE(measure->text(), QStringLiteral("Measure again"));
        QVERIFY(measure->isEnabled());
        QTRY_VERIFY(std::ranges::any_of(shares(), [](const QString& text) { return text != QStringLiteral("–"); }));
        // Another program may have had the cores then.
        f.settings->remove(QStringLiteral("profile/flops"));
        f.press("measureLimits");
        QTRY_VERIFY(f.settings->value(QStringLiteral("profile/flops")).toDouble() > 0);
        // Asked for while a run has the cores: that they come later is said where it was pressed.
        QVERIFY(f.train());
        f.settings->remove(QStringLiteral("profile/flops"));
        f.press("measureLimits");
        QCOMPARE(measure->text(), QStringLiteral("Measured when the run ends"));
        f.stop();
        QTRY_VERIFY(f.settings->value(QStringLiteral("profile/flops")).toDouble() > 0);
    }

    // What the timeline does by keys is the table's: one that has got another key does nothing by the one it had.
    void aKeyThatWasChangedIsTheOnlyOne() {
        Profiled f;
        QVERIFY(f.ready());
        f.show();
        f.source().show(std::make_shared<const Trace>(waitingForData()), Message("{count} {count|step|steps}", 5));
        f.timeline().setFocus();
        QTRY_VERIFY(f.timeline().isVisible() && f.timeline().hasFocus());
        const auto length = [&] { return f.timeline().range().second - f.timeline().range().first; };
        const auto press = [&](Qt::Key key) { QTest::keyClick(f.window->windowHandle(), key); };
        const auto setKey = [&](const char* id, Qt::Key key) {
            f.window->actionTable().setKeys(QLatin1String(id), {QKeySequence(key)});
        };
        const qint64 all = length();
        press(Qt::Key_W);
        QVERIFY(length() < all);
        const qint64 closer = length();
        setKey("timelineInAction", Qt::Key_K);
        press(Qt::Key_W);
        QCOMPARE(length(), closer);
        press(Qt::Key_K);
        QVERIFY(length() < closer);
        press(Qt::Key_F);  // nothing is chosen: all of it
        QVERIFY(f.timeline().showsAll());
        press(Qt::Key_M);
        QCOMPARE(f.timeline().marks().size(), size_t{1});
        setKey("markTimeAction", Qt::Key_J);
        press(Qt::Key_M);
        QCOMPARE(f.timeline().marks().size(), size_t{1});
        press(Qt::Key_J);
        QVERIFY(f.timeline().marks().empty());
    }

    // Something that the window was at long before: the steps are what is seen at first, and Home shows all.
    void aRecordingBeginsWithItsSteps() {
        Profiled f;
        QVERIFY(f.ready());
        f.show();
        const Trace steps = waitingForData();
        const int64_t before = 100 * (steps.end - steps.begin);
        TraceBuilder builder;
        const size_t window = builder.thread(1, 1), training = builder.thread(1, 2);
        builder.threadAt(window).name = "window";
        builder.threadAt(training).name = "training";
        builder.add(window, TraceSlice{0, before + 1'000'000, builder.label({"QFileDialog", "window", {}, {}, 0, 0})});
        const uint32_t step = builder.label({"step", "step", {}, {}, 0, 0});
        for (int i = 0; i < 5; ++i) builder.add(training, TraceSlice{before + i * 10'000'000, 9'000'000, step});
        f.source().show(std::make_shared<const Trace>(builder.finish()), Message("{count} {count|step|steps}", 5));
        QTRY_VERIFY(f.timeline().isVisible() && !f.timeline().showsAll());
        const auto [from, to] = f.timeline().range();
        QVERIFY(from <= before && to >= before + 49'000'000);
        QVERIFY(to - from < 2 * 49'000'000);
        f.timeline().setFocus();
        QTest::keyClick(&f.timeline(), Qt::Key_Home);
        QVERIFY(f.timeline().showsAll());
        // Another program's file is shown whole.
        const QString path = f.folder.filePath(QStringLiteral("theirs.json"));
        writeTrace(*f.source().trace(), path.toStdString());
        f.panel.openFile(path);
        QTRY_COMPARE(f.find<QLabel>("timelineName")->text(), QStringLiteral("theirs.json"));
        QTRY_COMPARE(f.find<QTableView>("stepTable")->model()->rowCount(), 5);
        QVERIFY(f.timeline().showsAll());
    }

    void searchCountsAll() {
        Profiled f;
        QVERIFY(f.train());
        QVERIFY(f.records());
        f.timeline().setFocus();
        QTest::keyClick(&f.timeline(), Qt::Key_Slash);
        QTRY_VERIFY(f.find<QLineEdit>("timelineSearch")->hasFocus());
        QTest::keyClicks(f.find<QLineEdit>("timelineSearch"), QStringLiteral("copy batch"));
        QTRY_COMPARE(f.find<QLabel>("timelineFound")->text(), QStringLiteral("50 found"));
        // The list of ops is of what was found, too.
        QVERIFY(f.ops());
        const auto* ops = f.find<QTableView>("opTable")->model();
        QCOMPARE(ops->rowCount(), 1);
        QCOMPARE(ops->index(0, 0).data().toString(), QStringLiteral("copy batch"));
        QCOMPARE(ops->index(0, 1).data(Qt::ToolTipRole).toString(), QStringLiteral("1 a step, over 50 whole steps"));
        QTest::keyClick(f.find<QLineEdit>("timelineSearch"), Qt::Key_Return);
        const TimelineSlice first = f.timeline().selected();
        QVERIFY(first.valid());
        QTest::keyClick(f.find<QLineEdit>("timelineSearch"), Qt::Key_Return);
        QVERIFY(f.model().span(f.timeline().selected()).begin > f.model().span(first).begin);
        f.find<QLineEdit>("timelineSearch")->clear();
        QVERIFY(ops->rowCount() > 5);
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
        f.window->actionTable().refresh();
        QVERIFY(f.window->actionTable().action(QStringLiteral("saveTimelineAction"))->isEnabled());
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

    // Every cell of the training's ops, against what the recorded slices say by themselves.
    void theTableTellsTheRecordingsNumbers() {
        Profiled f;
        QVERIFY(f.train());
        QVERIFY(f.records());
        f.stop();
        QVERIFY(f.ops());
        f.press("measureLimits");
        const auto limit = [&](const char* name) {
            return f.settings->value(QStringLiteral("profile/") + QLatin1String(name)).toDouble();
        };
        QTRY_VERIFY(limit("flops") > 0 && limit("bandwidth") > 0);
        const Trace& trace = *f.source().trace();
        const auto sums = sumsOf(trace, "training");
        const auto* ops = f.find<QTableView>("opTable")->model();
        QTRY_VERIFY(ops->index(0, 0).isValid());
        int kernels = 0, shares = 0;
        std::set<uint32_t> seen;
        for (int row = 0; row < ops->rowCount(); ++row) {
            const auto cell = [&](int column) { return ops->index(row, column).data().toString(); };
            const auto label = static_cast<uint32_t>(ops->index(row, 0).data(TraceTableModel::KeyRole).toLongLong());
            if (cell(0).contains(QStringLiteral("beside the steps"))) continue;
            const auto found = sums.find(label);
            QVERIFY2(found != sums.end(), qPrintable(cell(0)));
            seen.insert(label);
            const auto& [count, work, total, self] = found->second;
            const TraceLabel& about = trace.labels[label];
            const double flops = about.flops * work / total, bytes = about.bytes * work / total;
            const auto tells = [&](int column, double value) {
                if (tellsNumber(cell(column), value)) return true;
                qWarning() << cell(0) << "column" << column << "says" << cell(column) << "of" << value;
                return false;
            };
            QVERIFY(tells(1, count));
            QVERIFY(tells(2, 1e3 * self));
            QVERIFY(tells(3, 1e3 * total));
            QVERIFY(tells(4, 1e3 * total / count));
            if (about.flops > 0) QVERIFY(tells(6, flops / 1e9));
            if (about.bytes > 0) QVERIFY(tells(7, bytes / 1e9));
            if (about.flops + about.bytes <= 0) {
                for (const int column : {6, 7, 8}) QCOMPARE(cell(column), QStringLiteral("–"));
                continue;
            }
            ++kernels;
            const double reached = std::max(flops / limit("flops"), bytes / limit("bandwidth"));
            if (reached > 1) {
                QCOMPARE(cell(8), flops > limit("flops") ? QStringLiteral("over float32") : QStringLiteral("in cache"));
                continue;
            }
            ++shares;
            QTRY_VERIFY(cell(8) != QStringLiteral("–"));
            QVERIFY(tells(8, 100 * reached));
        }
        QVERIFY2(kernels > 10 && shares > 3, qPrintable(QStringLiteral("%1, %2").arg(kernels).arg(shares)));
        for (const auto& [label, sum] : sums) QVERIFY2(seen.contains(label), trace.labels[label].name.c_str());
    }

    // What the area cuts is counted whole, and that it is cut stands beside.
    void countsAreWhole() {
        Profiled f;
        QVERIFY(f.ready());
        f.show();
        f.source().show(std::make_shared<const Trace>(waitingForData()), Message("{count} {count|step|steps}", 5));
        QVERIFY(f.ops());
        const auto* ops = f.find<QTableView>("opTable")->model();
        const auto steps = [&](int role) {
            for (int row = 0; row < ops->rowCount(); ++row)
                if (ops->index(row, 0).data().toString() == QStringLiteral("step"))
                    return ops->index(row, 1).data(role).toString();
            return QString();
        };
        QCOMPARE(steps(Qt::DisplayRole), QStringLiteral("5"));
        QCOMPARE(steps(Qt::ToolTipRole), QStringLiteral("1 a step, over 5 whole steps"));
        const qint64 begin = f.model().begin();
        f.timeline().setArea(std::pair(begin, begin + 27'000'000));  // half of the third
        QTRY_COMPARE(steps(Qt::DisplayRole), QStringLiteral("3"));
        QCOMPARE(steps(Qt::ToolTipRole),
                 QStringLiteral("1 a step, over 2 whole steps\n2.50 without what the area's ends cut off"));
        // The verdict says the table's number: three waits of 4 ms in 27.
        QCOMPARE(ops->index(1, 5).data().toString(), QStringLiteral("44 %"));
        QVERIFY2(f.panel.verdictText().startsWith(QStringLiteral("Waiting for data 44 % of the area.")),
                 qPrintable(f.panel.verdictText()));
        f.timeline().setArea(std::pair(begin + 7'000'000, begin + 47'000'000));  // of the first and the last, too
        QTRY_COMPARE(steps(Qt::DisplayRole), QStringLiteral("5"));
        QCOMPARE(steps(Qt::ToolTipRole),
                 QStringLiteral("1 a step, over 3 whole steps\n4.00 without what the area's ends cut off"));
    }

    // Of more steps than the table shows, how often each has an op is of all of them.
    void manyStepsAreAllCounted() {
        Profiled f;
        QVERIFY(f.ready());
        f.show();
        TraceBuilder builder;
        const size_t training = builder.thread(1, 1);
        const uint32_t step = builder.label({"step", "other", {}, {}, 0, 0});
        for (uint32_t i = 0; i < 3000; ++i) builder.add(training, TraceSlice{i * 1000, 900, step, i + 1});
        f.source().show(std::make_shared<const Trace>(builder.finish()), Message("{count} {count|step|steps}", 3000));
        QVERIFY(f.ops());
        QCOMPARE(f.find<QTableView>("stepTable")->model()->rowCount(), 2000);
        QCOMPARE(f.find<QTableView>("opTable")->model()->index(0, 1).data(Qt::ToolTipRole).toString(),
                 QStringLiteral("1 a step, over 3000 whole steps"));
    }

    // The plan's memory is of the training as it is set, and no plan is made while nobody looks.
    void theMemoryIsOfTheTrainingAsItIs() {
        Profiled f;
        const auto optimize = [&](const char* by) {
            setTraining(f, [by](TrainingSpec& spec) { spec.optimizer.type = by; });
        };
        QVERIFY(f.ready());
        optimize("adam");
        f.show();
        f.source().show(std::make_shared<const Trace>(waitingForData()), Message("{count} {count|step|steps}", 50));
        QTest::mouseClick(f.find<SegmentedBar>("profileTabs")->segment(2), Qt::LeftButton);
        auto* memory = f.find<MemoryPlot>("memoryPlot");
        const auto bytes = [&] { return memory->peak() < 0 ? size_t{0} : memory->bytesAt(memory->peak()); };
        QTRY_VERIFY(bytes() > 0);
        const size_t most = bytes();
        optimize("sgd");
        QTRY_VERIFY(bytes() > 0 && bytes() < most);
        const size_t least = bytes();
        f.window->showWorkspace(MainWindow::NetworkSpace);
        optimize("adam");
        test::settle();
        QCOMPARE(bytes(), least);
        f.show();
        QTRY_COMPARE(bytes(), most);
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
        QCOMPARE(add->text(), QStringLiteral("Add 1"));
        QCOMPARE(f.bench().training.spec().workers, 0);  // as many as prove best
        QTest::mouseClick(add, Qt::LeftButton);
        QCOMPARE(f.bench().training.spec().workers, 2);  // one was seen to load
        QCOMPARE(f.window->messages().sentence(), QStringLiteral("The next run loads with 2 threads."));
        f.window->actionTable().refresh();
        f.trigger("undoAction");
        QCOMPARE(f.bench().training.spec().workers, 0);
        // Nothing of it is to be seen here.
        QVERIFY2(f.window->messages().sentence().startsWith(QStringLiteral("Undone: ")) &&
                     f.window->messages().sentence().endsWith(QStringLiteral(" (training).")),
                 qPrintable(f.window->messages().sentence()));
        // The note's own Undo takes back what it tells of, and nothing that was edited since.
        const auto offered = [&] {
            for (auto* each : f.window->messages().findChildren<QPushButton*>())
                if (each->text() == QStringLiteral("Undo") && each->isVisible()) return each;
            return static_cast<QPushButton*>(nullptr);
        };
        QTest::mouseClick(add, Qt::LeftButton);
        QTRY_VERIFY(offered());
        setTraining(f, [](TrainingSpec& spec) { spec.epochs = 7; });
        QTest::mouseClick(offered(), Qt::LeftButton);
        QCOMPARE(f.bench().training.spec().workers, 0);
        QCOMPARE(f.bench().training.spec().epochs, 7);
        // Where nothing was changed nothing is to be taken back.
        setTraining(f, [](TrainingSpec& spec) { spec.workers = 2; });
        QTest::mouseClick(add, Qt::LeftButton);
        QCOMPARE(f.window->messages().sentence(), QStringLiteral("The next run loads with 2 threads."));
        QVERIFY(!offered());
    }

    // What one was looking at is open again in the panel that takes the place of this one.
    void anotherLanguageKeepsWhatIsOpen() {
        Profiled f;
        QVERIFY(f.ready());
        f.show();
        const QString path = f.folder.filePath(QStringLiteral("slow.json"));
        writeTrace(waitingForData(), path.toStdString());
        f.panel.openFile(path);
        QTRY_COMPARE(f.find<QLabel>("timelineName")->text(), QStringLiteral("slow.json"));
        QTest::mouseClick(f.find<SegmentedBar>("profileTabs")->segment(1), Qt::LeftButton);
        const QPointer before(&f.panel);
        f.trigger("language_zh_CN");
        QTRY_VERIFY(!before);
        QCOMPARE(f.find<SegmentedBar>("profileTabs")->currentIndex(), 1);
        QTRY_VERIFY(f.find<QTableView>("stepTable")->isVisible());
        f.trigger("language_en");
        QTRY_COMPARE(f.find<QPushButton>("recordSteps")->text().trimmed(), QStringLiteral("Record"));
        auto* timeline = f.find<TimelineView>("timeline");
        QTRY_VERIFY(timeline->isVisible());
        QCOMPARE(f.find<QLabel>("timelineName")->text(), QStringLiteral("slow.json"));
        QCOMPARE(timeline->model()->end(), qint64{50'000'000});
        QVERIFY(timeline->showsAll());
        QTRY_COMPARE(f.find<QTableView>("stepTable")->model()->rowCount(), 5);
    }

    // A run that stands leaves its newest steps in sight, whoever looks and whenever; they are followed when it goes
    // on.
    void aRunThatStandsShowsItsLastSteps() {
        Profiled f;
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
        QTRY_VERIFY(points.stop());
        QVERIFY(f.panel.isVisible() && f.find<QWidget>("stopStrip")->isVisible());  // where one looks
        QVERIFY(showsTheNewest());
        QVERIFY(!f.find<QPushButton>("liveTimeline")->isChecked());
        const int64_t stood = points.stop()->step;
        f.trigger("pauseAction");  // on to the next step's
        QTRY_VERIFY(points.stop() && points.stop()->step == stood + 1);
        QVERIFY(showsTheNewest());
        const auto trace = f.source().trace();
        f.press("liveTimeline");  // there is nothing to follow
        QTRY_VERIFY(f.source().trace() != trace);
        QVERIFY(showsTheNewest());
        points.remove(0);
        f.trigger("pauseAction");
        QTRY_COMPARE(f.source().mode(), ProfileSource::Mode::Live);
        f.stop();
    }

    // Where nobody looks nothing is collected, until somebody does.
    void aRunThatStandsOutOfSightIsLookedAtLater() {
        Profiled f;
        QVERIFY(f.train());
        f.show();
        QVERIFY(f.holds(ProfileSource::Mode::Live));
        QVERIFY(f.steps());
        f.window->findChild<SegmentedBar*>(QStringLiteral("workspaceBar"))->setCurrentIndex(0);
        Breakpoints& points = f.bench().controller.breakpoints();
        const auto before = f.source().trace();
        points.add(breakpointFrom("before conv_1"));
        QTRY_VERIFY(points.stop());
        QTRY_COMPARE(f.source().mode(), ProfileSource::Mode::Held);
        QVERIFY(f.source().trace() == before);
        f.show();
        QTRY_VERIFY(f.source().trace() != before);
        const Trace& trace = *f.source().trace();
        QCOMPARE(int64_t{stepsIn(trace, trace.begin, trace.end).back().number}, points.stop()->step - 1);
        points.remove(0);
        f.stop();
    }

    // The last seconds that were asked for meanwhile stay when the run goes on.
    void whatWasChosenWhileARunStoodStays() {
        Profiled f;
        QVERIFY(f.train());
        f.show();
        QVERIFY(f.holds(ProfileSource::Mode::Live));
        f.trigger("pauseAction");
        QTRY_COMPARE(f.source().mode(), ProfileSource::Mode::Held);
        f.press("lastSeconds");
        const auto before = f.source().trace();
        QTRY_VERIFY(f.source().trace() != before);
        f.trigger("pauseAction");
        QVERIFY(f.reaches(RunState::Running, kPatienceMs));
        QCOMPARE(f.source().mode(), ProfileSource::Mode::Held);
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
        QTRY_VERIFY(f.run().lastStep.step > 20);
        f.press("lastSeconds");
        QTRY_VERIFY(f.source().mode() == ProfileSource::Mode::Held && f.source().ofRings());
        const auto newest = [&] {
            const Trace& trace = *f.source().trace();
            const auto steps = stepsIn(trace, trace.begin, trace.end);
            return steps.empty() ? StepRow{} : steps.back();
        };
        const auto old = newest().number;
        QTRY_VERIFY(f.run().lastStep.step > old + 20);
        f.bench().selection.showSlices(QStringLiteral("conv_1"));
        QTRY_VERIFY(newest().number > old && f.timeline().selected().valid());
        const TimelineSpan span = f.model().span(f.timeline().selected());
        QVERIFY(newest().begin <= span.begin && span.end <= newest().end);
        f.stop();
    }

    // What was found of the timeline before is not said of the next one, not for a moment.
    void aVerdictIsOfItsOwnTimeline() {
        Profiled f;
        QVERIFY(f.ready());
        f.show();
        const QString first = f.folder.filePath(QStringLiteral("waiting.json")),
                      second = f.folder.filePath(QStringLiteral("other.json"));
        writeTrace(waitingForData(), first.toStdString());
        writeTrace(waitingForData(), second.toStdString());
        f.panel.openFile(first);
        QTRY_VERIFY(!f.panel.verdictText().isEmpty());
        QString said = QStringLiteral("nothing came");
        connect(&f.source(), &ProfileSource::traceChanged, this, [&] { said = f.panel.verdictText(); });
        f.panel.openFile(second);
        QTRY_VERIFY(said != QStringLiteral("nothing came"));
        QCOMPARE(said, QString());
        QTRY_VERIFY(!f.panel.verdictText().isEmpty());
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
        QTRY_COMPARE(name->text(), QStringLiteral("cut.json"));
        QVERIFY(problem->isVisible());
        QVERIFY2(problem->text().contains("ends within"), qPrintable(problem->text()));
        f.panel.openFile(whole);
        QTRY_COMPARE(name->text(), QStringLiteral("whole.json"));
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
                 QStringLiteral("Waiting for data 40 % of the step. 1 more loader thread would give about +67 %."));
        // Its loaders are those of another run: the open project's settings are none of its business.
        QVERIFY(!f.find<QPushButton>("verdictAction")->isVisible());
        QCOMPARE(f.bench().training.spec().workers, 0);
    }
};

QTEST_MAIN(TestProfile)

}  // namespace test_profile

#include "test_profile.moc"
