// A workbench for the suites of panels, with the sample's data and a run on it; and a desk for panels that want one.
// The run ends with it, when the panels are gone.
#pragma once

#include <QMainWindow>
#include <QSettings>
#include <QTemporaryDir>
#include <QtTest>
#include <functional>

#include "engine/model/templates.h"
#include "ui/commands/data_editor.h"
#include "ui/commands/network_editor.h"
#include "ui/commands/training_editor.h"
#include "ui/models/settings.h"
#include "ui/models/workbench.h"
#include "ui/shell/desk.h"

namespace tl::test {

struct BenchFixture {
    BenchFixture() = default;
    BenchFixture(const BenchFixture&) = delete;
    BenchFixture& operator=(const BenchFixture&) = delete;
    ~BenchFixture() {
        bench.controller.stop();
        (void)until([this] { return !bench.controller.active(); });
    }
    static bool until(const std::function<bool()>& is) { return QTest::qWaitFor(is, 120000); }
    // The sample, and a network for it that is validated.
    bool ready(const char* network) {
        bench.data.open(QStringLiteral("sample"));
        if (!until([this] { return bench.data.state() == DataSetModel::State::Ready; })) return false;
        bench.network.setFacts(bench.data.facts(), QStringLiteral("sample"));
        bench.network.setSpec(findTemplate(network).make(bench.data.facts()));
        return until([this] { return bench.network.reportIsCurrent(); });
    }
    void set(const std::function<void(TrainingSpec&)>& change) {
        TrainingSpec spec = bench.training.spec();
        change(spec);
        bench.training.setSpec(spec);
    }
    // Until it trains, stands, or is over.
    bool start(const char* network, int epochs) {
        set([&](TrainingSpec& spec) { spec.epochs = epochs; });
        if (!ready(network)) return false;
        bench.controller.start();
        return until([this] { return bench.controller.state() != RunState::Starting; });
    }
    const Run& run() { return *bench.runs.find(bench.controller.currentRun()); }

    Workbench bench;
};

struct DeskFixture : BenchFixture {
    template <typename T>
    T* find(const char* name) {
        return window.findChild<T*>(QLatin1String(name));
    }
    void show(QWidget* content, QSize size) {
        window.setCentralWidget(content);
        window.resize(size);
        window.show();
        window.activateWindow();
        (void)QTest::qWaitForWindowActive(&window);
    }

    QTemporaryDir folder;
    QSettings store{folder.filePath(QStringLiteral("settings.ini")), QSettings::IniFormat};
    QMainWindow window;
    NetworkEditor network{bench.network, bench.undo, bench.jobs};
    TrainingEditor training{bench.training, bench.undo};
    DataEditor data{bench.data, bench.training, bench.undo};
    ActionTable actions{window, store};
    Settings settings{store};
    Notices notices;
    Frame frame;
    Desk desk{bench, network, training, data, actions, settings, notices, frame, {}, {}, {}, {}};
};

}  // namespace tl::test
