// Every view of the window, one after the other: each workspace, each tab in it, and what is chosen above a view; and a
// run whose curves, values and timeline fill them.
#pragma once

#include <QAbstractButton>
#include <QLabel>
#include <QLineEdit>
#include <QTabBar>

#include "tests/app/run_gestures.h"
#include "ui/jobs/profile_source.h"
#include "ui/profile/profile_panel.h"
#include "widgets/controls/segmented_bar.h"
#include "widgets/graph/graph_canvas.h"

namespace tl::test {

// What is made in the background for the view in front is there.
inline void rest(WindowFixture& f) {
    auto* graph = f.find<GraphCanvas>("graphCanvas");
    QTRY_VERIFY(!graph->isVisible() || (f.bench().graph.state() != OpGraphModel::State::Loading && !graph->busy()));
    QTRY_VERIFY(!f.bench().events.busy());
    settle();
}

namespace detail {

// A row of tabs, or of segments that choose between views.
struct Switch {
    QTabBar* tabs = nullptr;
    SegmentedBar* segments = nullptr;
    int count() const { return tabs ? tabs->count() : segments->count(); }
    int current() const { return tabs ? tabs->currentIndex() : segments->currentIndex(); }
    bool offers(int index) const {
        return tabs ? tabs->isTabEnabled(index)
                    : (segments->segment(index)->isEnabled() && segments->segment(index)->isVisible());
    }
    void show(int index) const { tabs ? tabs->setCurrentIndex(index) : segments->setCurrentIndex(index); }
};

inline std::vector<Switch> newSwitches(WindowFixture& f, QSet<QWidget*>& seen) {
    const QStringList views{"graphKinds", "profileTabs", "curveKinds", "hyperparameterViews", "histogramModes"};
    std::vector<Switch> found;
    for (auto* tabs : f.window->findChildren<QTabBar*>())
        if (tabs->isVisible() && !seen.contains(tabs)) seen << tabs, found.push_back({tabs, nullptr});
    for (auto* segments : f.window->findChildren<SegmentedBar*>())
        if (views.contains(segments->objectName()) && segments->isVisible() && !seen.contains(segments))
            seen << segments, found.push_back({nullptr, segments});
    return found;
}

inline void raiseAll(WindowFixture& f, const QString& where, QSet<QWidget*>& seen,
                     const std::function<void(const QString&)>& look) {
    rest(f);
    look(where);
    for (const Switch& one : newSwitches(f, seen)) {
        const int first = one.current();
        for (int i = 0; i < one.count(); ++i) {
            if (i == first || !one.offers(i)) continue;
            one.show(i);
            raiseAll(f, where + QStringLiteral(" %1").arg(i), seen, look);
        }
        one.show(first);
    }
}

}  // namespace detail

// `look` is told where it is: the workspace, and the places of the tabs.
inline void throughAllViews(WindowFixture& f, const std::function<void(const QString&)>& look) {
    QSet<QWidget*> seen;
    for (int space = 0; space < f.find<SegmentedBar>("workspaceBar")->count(); ++space) {
        f.window->showWorkspace(space);
        detail::raiseAll(f, QString::number(space), seen, look);
    }
}

// A short training to its end, some steps of which are recorded for the Profile workspace.
inline void trainForAllViews(WindowFixture& f) {
    setTraining(f, [](TrainingSpec& spec) { spec.epochs = 1; });
    f.window->showWorkspace(MainWindow::ProfileSpace);
    f.trigger("trainAction");
    auto* record = f.find<QPushButton>("recordSteps");
    QTRY_VERIFY(record->isEnabled());
    QTest::mouseClick(record, Qt::LeftButton);
    const ProfileSource& source = f.find<ProfilePanel>("profilePanel")->source();
    QTRY_VERIFY(source.mode() == ProfileSource::Mode::Held && source.trace());
    QVERIFY(f.reaches(RunState::Finished, kPatienceMs));
}

}  // namespace tl::test
