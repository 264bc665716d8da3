// The Profile workspace in the real window, and the gestures that its suites share: a run that trains there, steps that
// are recorded.
#pragma once

#include <QLineEdit>
#include <QMenu>
#include <QSpinBox>
#include <QTableView>

#include "tests/app/run_gestures.h"
#include "ui/jobs/profile_source.h"
#include "ui/profile/profile_panel.h"
#include "ui/profile/trace_model.h"
#include "ui/shell/action_table.h"
#include "widgets/controls/segmented_bar.h"
#include "widgets/timeline/timeline_view.h"

namespace tl {

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
        if (!ready()) return false;
        setTraining(*this, [](TrainingSpec& spec) { spec.epochs = 100000; });
        trigger("trainAction");
        return reaches(RunState::Running, kPatienceMs);
    }
    // It has done steps of its own: the rings still hold those of the run before.
    bool steps() {
        return QTest::qWaitFor([&] { return run().lastStep.step > 1; }, kPatienceMs);
    }
    void stop() {
        bench().controller.stop();
        QVERIFY(reaches(RunState::Stopped, kPatienceMs));
    }
    bool holds(ProfileSource::Mode mode) {
        return QTest::qWaitFor(
            [&] { return source().mode() == mode && source().trace() && source().trace()->slices() > 0; }, kPatienceMs);
    }
    void count(int steps) { find<QSpinBox>("recordCount")->setValue(steps); }  // to record
    // In sight, the steps from now on.
    bool beginsToRecord() {
        show();
        const auto may = [&] { return find<QPushButton>("recordSteps")->isEnabled(); };
        if (!QTest::qWaitFor(may, kPatienceMs)) return false;
        press("recordSteps");
        return true;
    }
    bool records() { return beginsToRecord() && holds(ProfileSource::Mode::Held); }
    // So many steps; the recording is in the list.
    bool keeps(int steps) {
        count(steps);
        const auto listed = [&] { return find<QTableView>("recordingTable")->model()->rowCount() == 1; };
        return beginsToRecord() && QTest::qWaitFor(listed, kPatienceMs);
    }
    // More than there will be; some are done.
    bool recordsOn() {
        count(100000);
        return beginsToRecord() && QTest::qWaitFor([&] { return source().progress() > 0; }, kPatienceMs);
    }
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

// Five steps of which each waits 4 of its 10 ms for the one loader.
inline Trace waitingForData() {
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

}  // namespace tl
