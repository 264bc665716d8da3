// The window's bench: the real main window, driven with real events at sizes where work that grows with the whole
// network or folder shows. Prints the middle and the worst time from each event to the frame with its effect, and the
// longest that the GUI thread was away. Ends with 1 where a goal was missed and --strict was asked for.
#include <QCommandLineParser>
#include <QSettings>
#include <QTemporaryDir>
#include <cstdio>
#include <exception>

#include "app/window/english_plurals.h"
#include "app/window/main_window.h"
#include "tests/bench/draw_bench.h"
#include "tests/bench/edit_bench.h"
#include "tests/bench/folder_bench.h"
#include "tests/bench/graph_bench.h"
#include "tests/bench/networks.h"
#include "tests/bench/scalars_bench.h"
#include "tests/bench/stopwatch.h"
#include "tests/bench/tensors_bench.h"
#include "tests/bench/timeline_bench.h"
#include "tests/bench/training_bench.h"
#include "ui/models/workbench.h"
#include "widgets/theme/theme.h"

using namespace tl;

namespace {

bench::EditGoals goalsFor(int layers) {
    if (layers <= 1000) return {1000, 50, 1000.0 / 60};
    return {3000, 150, 0};
}

int run(const QCommandLineParser& options) {
    if (options.isSet(QStringLiteral("graph"))) {
        bench::benchGraph();
        return options.isSet(QStringLiteral("strict")) && !bench::Measure::allMet() ? 1 : 0;
    }
    if (const int points = options.value(QStringLiteral("points")).toInt(); points > 0) {
        bench::benchScalars(points);
        return options.isSet(QStringLiteral("strict")) && !bench::Measure::allMet() ? 1 : 0;
    }
    const int slices = options.value(QStringLiteral("slices")).toInt();
    if (slices > 0) {
        bench::benchTimeline(slices);
        bench::benchOpening(slices);
    }
    const int megabytes = options.value(QStringLiteral("trace")).toInt();
    if (megabytes > 0) bench::benchTraceFile(megabytes, options.value(QStringLiteral("keep")).toStdString());
    if (slices > 0 || megabytes > 0)
        return options.isSet(QStringLiteral("strict")) && !bench::Measure::allMet() ? 1 : 0;
    QTemporaryDir folder;
    if (!folder.isValid()) throw std::runtime_error("No temporary folder could be made.");
    QSettings settings(folder.filePath(QStringLiteral("settings.ini")), QSettings::IniFormat);
    MainWindow window(settings, folder.filePath(QStringLiteral("recovery")));
    window.resize(1600, 1000);
    window.show();
    window.activateWindow();
    window.start({});
    Workbench& workbench = window.workbench();
    bench::waitUntil([&] {
        return workbench.data.state() == DataSetModel::State::Ready && !workbench.data.measuring() &&
               workbench.network.reportIsCurrent();
    });
    if (!options.isSet(QStringLiteral("quick"))) {
        bench::benchTraining(window);
        bench::benchDrawing();
        bench::benchTensors(window, folder.path());
    }
    const QString only = options.value(QStringLiteral("only"));
    for (const QString& text : options.value(QStringLiteral("layers")).split(QLatin1Char(','), Qt::SkipEmptyParts)) {
        const int layers = text.toInt();
        if (layers == 0) continue;
        for (const bool chain : {true, false}) {
            if (!only.isEmpty() && only != (chain ? QLatin1String("chain") : QLatin1String("resnet"))) continue;
            window.showWorkspace(MainWindow::NetworkSpace);
            const QString title = QStringLiteral("%1 of %2 layers").arg(chain ? "a chain" : "a ResNet").arg(layers);
            bench::benchEdits(window, folder.path(), title, chain ? bench::chainOf(layers) : bench::resnetOf(layers),
                              goalsFor(layers));
        }
    }
    const int files = options.value(QStringLiteral("files")).toInt();
    if (files > 0) {
        std::printf("\nMaking %d files in %s\n", files, qPrintable(folder.path()));
        bench::benchFolder(window, bench::makeClassFolder(folder.path(), files), files);
    }
    return options.isSet(QStringLiteral("strict")) && !bench::Measure::allMet() ? 1 : 0;
}

}  // namespace

int main(int argc, char** argv) {
    bench::TimedApplication application(argc, argv);
    EnglishPlurals plurals;
    QApplication::installTranslator(&plurals);
    Theme::instance().apply();
    QCommandLineParser options;
    options.setApplicationDescription(QStringLiteral("How quick the window is."));
    options.addHelpOption();
    options.addOption({QStringLiteral("layers"), QStringLiteral("Sizes of the networks; 0: none."),
                       QStringLiteral("n,n"), QStringLiteral("1000,5000")});
    options.addOption({QStringLiteral("only"), QStringLiteral("chain or resnet."), QStringLiteral("kind")});
    options.addOption({QStringLiteral("files"), QStringLiteral("Files in the class folder; 0: none."),
                       QStringLiteral("n"), QStringLiteral("1000000")});
    options.addOption({QStringLiteral("graph"), QStringLiteral("Only the graph view, with 10,000 ops.")});
    options.addOption(
        {QStringLiteral("points"), QStringLiteral("Only charts of so many points."), QStringLiteral("n")});
    options.addOption(
        {QStringLiteral("slices"), QStringLiteral("Only a timeline of so many slices."), QStringLiteral("n")});
    options.addOption(
        {QStringLiteral("trace"), QStringLiteral("Only reading a Chrome trace of so many MB."), QStringLiteral("n")});
    options.addOption({QStringLiteral("keep"), QStringLiteral("Where that trace stays."), QStringLiteral("file")});
    options.addOption({QStringLiteral("quick"), QStringLiteral("Neither train nor draw single views.")});
    options.addOption({QStringLiteral("strict"), QStringLiteral("Fail where a goal is missed.")});
    options.process(application);
    try {
        return run(options);
    } catch (const std::exception& error) {
        std::fprintf(stderr, "%s\n", error.what());
        return 1;
    }
}
