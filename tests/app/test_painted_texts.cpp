// No text that is painted is cut, runs into another one or is nothing but an ellipsis: charts, cards, cells, tabs, in
// every view, in both languages, at the sizes of windows and letters that the program is for.
#include <QDockWidget>
#include <QScrollBar>
#include <QTableView>
#include <QtTest>
#include <set>

#include "app/window/language.h"
#include "tests/app/all_views.h"
#include "tests/app/cut_widgets.h"
#include "tests/app/painted_texts.h"
#include "tests/support/behind_tab.h"
#include "ui/models/breakpoints.h"
#include "ui/models/watch_list.h"
#include "ui/profile/roofline_plot.h"
#include "widgets/image/histogram_strip.h"
#include "widgets/plot/histogram_plot.h"
#include "widgets/plot/unit_curve.h"

namespace test_painted_texts {

using namespace tl;
using namespace tl::test;

class TestPaintedTexts : public QObject {
    Q_OBJECT
private slots:
    void cleanup() {
        language::apply(QStringLiteral("en"));
        Theme::instance().setTextScale(1);
    }

    void nothingIsCut_data() {
        QTest::addColumn<QString>("choice");
        QTest::addColumn<int>("percent");
        QTest::addColumn<QSize>("size");
        for (const char* choice : {"en", "zh_CN"}) {
            QTest::addRow("%s 1600x1000", choice) << QString(choice) << 100 << QSize(1600, 1000);
            QTest::addRow("%s 1280x720", choice) << QString(choice) << 100 << QSize(1280, 720);
            QTest::addRow("%s 1024x700 150 %%", choice) << QString(choice) << 150 << QSize(1024, 700);
        }
    }
    void nothingIsCut() {
        QFETCH(QString, choice);
        QFETCH(int, percent);
        QFETCH(QSize, size);
        language::apply(choice);
        Theme::instance().setTextScale(percent / 100.0);
        WindowFixture w;
        QVERIFY(w.ready());
        w.bench().selection.setNode(w.bench().network.nodeIds().back());  // its loss has a long name
        w.bench().controller.watches().add({"*/kernel", WatchKind::All, 2});
        trainForAllViews(w);
        // Curves, pictures and histograms of many steps.
        w.bench().reader.open(QStringLiteral(TENSORLOOM_SOURCE_DIR "/tests/reference/tensors"));
        QTRY_VERIFY(!w.bench().reader.folders().isEmpty() && !w.bench().events.busy());
        w.window->resize(size);
        QStringList cut;
        std::set<QString> behind;  // docks that have been brought to the front
        const auto look = [&](const QString& where) {
            const QSize asked = w.window->minimumSizeHint();
            if (w.window->size() != size || asked.width() > size.width() || asked.height() > size.height())
                cut << QStringLiteral("%1: the window is %2x%3 and asks for %4x%5")
                           .arg(where)
                           .arg(w.window->width())
                           .arg(w.window->height())
                           .arg(asked.width())
                           .arg(asked.height());
            for (const QString& one : cutInPainting(*w.window)) cut << where + QStringLiteral(": ") + one;
            for (const QString& one : cutTexts(*w.window, size.width() < 1600))
                cut << where + QStringLiteral(": ") + one;
        };
        throughAllViews(w, [&](const QString& where) {
            look(where);
            throughDocksBehind(
                *w.window, [&](const QDockWidget& dock) { return !behind.insert(where + dock.objectName()).second; },
                [&](const QDockWidget& dock) { look(where + QLatin1Char(' ') + dock.objectName()); });
        });
        for (const LinePlot* plot : w.window->findChildren<LinePlot*>())  // or none of them were looked at
            if (plot->objectName() == QLatin1String("plot.loss")) QVERIFY(drawnBy(*plot).size() > 4);
        cut.removeDuplicates();
        QVERIFY2(cut.isEmpty(), qPrintable(list(cut)));
    }

    // Where a run stands, all numbers of what an op reads and makes are in sight, whatever its layer is called.
    void numbersOfAStopAreWhole() {
        WindowFixture w;
        QVERIFY(w.ready());
        w.window->resize(1600, 1000);
        w.window->showWorkspace(MainWindow::TrainSpace);
        NetworkSpec spec = w.bench().network.spec();
        const std::string name = "the_first_convolution_of_all_that_this_network_has_in_it";
        spec.find("conv_1")->id = name;
        for (LinkSpec& link : spec.links) {
            if (link.from == "conv_1") link.from = name;
            if (link.to == "conv_1") link.to = name;
        }
        w.bench().network.setSpec(spec);
        QVERIFY(w.ready());
        setTraining(w, [](TrainingSpec& training) { training.epochs = 1; });
        auto& controller = w.bench().controller;
        auto& points = controller.breakpoints();
        points.add(breakpointFrom("after " + name + " at step 3"));
        w.trigger("trainAction");
        QTRY_VERIFY(points.stop());
        w.trigger("tab_debugger");
        auto* table = w.find<QTableView>("stopValues");
        for (int op = 0; op < 6; ++op) {
            QTRY_VERIFY(table->isVisible() && table->model()->rowCount() > 0);
            settle();
            QCOMPARE(table->horizontalScrollBar()->maximum(), 0);
            const QStringList cut = cutInPainting(*w.window);
            QVERIFY2(cut.isEmpty(), qPrintable(list(cut)));
            const int64_t number = points.stop()->number;
            points.advance(Advance::Op);
            QTRY_VERIFY(points.stop() && points.stop()->number > number);
        }
        controller.stop();
        QVERIFY(w.reaches(RunState::Stopped));
    }

    // Whatever has been opened in it, a workspace asks for no more than the smallest screen has, at the largest
    // letters.
    void whatWasOpenedStillFits() {
        Theme::instance().setTextScale(1.5);
        WindowFixture w;
        QVERIFY(w.ready());
        const QSize screen(1024, 700);
        w.window->resize(screen);
        w.window->showWorkspace(MainWindow::TrainSpace);
        setTraining(w, [](TrainingSpec& training) { training.epochs = 3; });
        auto& points = w.bench().controller.breakpoints();
        points.add(breakpointFrom("after conv_1 at step 300"));
        w.trigger("trainAction");
        w.trigger("watchMoreAction");
        QTRY_VERIFY(points.stop());
        QStringList faults;
        throughAllViews(w, [&](const QString& where) {
            for (QDockWidget* dock : w.window->findChildren<QDockWidget*>())
                if (behindATab(dock)) {
                    dock->raise();
                    settle();
                }
            const QSize asked = w.window->minimumSizeHint();
            if (asked.width() <= screen.width() && asked.height() <= screen.height() && w.window->size() == screen)
                return;
            faults << QStringLiteral("%1: %2x%3, is %4x%5")
                          .arg(where)
                          .arg(asked.width())
                          .arg(asked.height())
                          .arg(w.window->width())
                          .arg(w.window->height());
            for (QWidget* each : w.window->findChildren<QWidget*>())
                if (each->isVisible() && each->minimumSizeHint().height() > 250)
                    faults << QStringLiteral("   %1 %2: %3x%4")
                                  .arg(each->metaObject()->className(), each->objectName())
                                  .arg(each->minimumSizeHint().width())
                                  .arg(each->minimumSizeHint().height());
        });
        QVERIFY2(faults.isEmpty(), qPrintable(list(faults)));
        w.bench().controller.stop();
        QVERIFY(w.reaches(RunState::Stopped));
    }

    // The path above a graph lies over none of it as it is shown first, and as all of it is shown.
    void aGraphBeginsBelowItsPath() {
        Theme::instance().setTextScale(1.5);
        WindowFixture w;
        QVERIFY(w.ready());
        w.window->resize(1024, 700);
        w.window->showWorkspace(3);
        auto* canvas = w.find<GraphCanvas>("graphCanvas");
        auto* path = w.find<QWidget>("graphPath");
        auto* kinds = w.find<SegmentedBar>("graphKinds");
        for (int kind = 0; kind < kinds->count(); ++kind) {
            kinds->setCurrentIndex(kind);
            rest(w);
            const bool none = w.bench().graph.kind() == GraphKind::Foreign;  // no file was opened
            QTRY_COMPARE(canvas->layoutNow().items.empty(), none);
            for (const bool all : {false, true}) {
                if (all) canvas->fit();
                for (const GraphItem item : canvas->layoutNow().items)
                    QVERIFY2(!canvas->itemRect(item).intersects(path->geometry()), qPrintable(QString::number(kind)));
            }
        }
    }

    // Charts make room for large letters, and for steps of many digits.
    void chartsMakeRoom_data() {
        QTest::addColumn<double>("scale");
        QTest::newRow("100 %") << 1.0;
        QTest::newRow("150 %") << 1.5;
    }
    void chartsMakeRoom() {
        QFETCH(double, scale);
        WindowFixture w;  // the theme is in force
        Theme::instance().setTextScale(scale);
        const auto whole = [](QWidget& widget) {
            const QStringList cut = cutInPainting(widget);
            QVERIFY2(cut.isEmpty(), qPrintable(list(cut)));
        };
        const auto texts = [](QWidget& widget) { return paintedBy(widget); };

        HistogramPlot histogram;
        histogram.resize(260, 240);
        std::vector<Distribution> slices;
        for (int i = 0; i < 6; ++i) slices.push_back({12086500.0 + 100 * i, {-1200, -400, 400, 1200}, {3, 9, 2}});
        histogram.setSlices(slices);
        QVERIFY(texts(histogram).contains(QStringLiteral("12,087,000")));
        for (const auto mode : {HistogramPlot::Mode::Ridges, HistogramPlot::Mode::Overlay, HistogramPlot::Mode::HeatMap,
                                HistogramPlot::Mode::Percentiles}) {
            histogram.setMode(mode);
            whole(histogram);
        }

        UnitCurve curve;
        curve.setAxes(QStringLiteral("false positive rate"), QStringLiteral("true positive rate"));
        curve.setCurve({{0, 0, 0, {}, {}}, {1, 1, 0, {}, {}}}, {}, true);
        for (const QSize size : {QSize(300, 300), QSize(200, 180)}) {
            curve.resize(size);
            whole(curve);
            QVERIFY(texts(curve).contains(QStringLiteral("1.0")));
        }

        HistogramStrip strip;
        HistogramChannel channel;
        channel.name = QStringLiteral("grey");
        channel.mean = 51.9, channel.deviation = 98.4;
        channel.reference = QStringLiteral("51.9 ± 55.5");
        channel.counts[3] = 5;
        strip.setChannels({channel});
        for (const int width : {180, 230, 300}) {
            strip.resize(width, strip.sizeHint().height());
            whole(strip);
            const QSet<QString> shown = texts(strip);
            QVERIFY(shown.contains(QStringLiteral("98.4")) && shown.contains(channel.reference));
            // A gap between two numbers tells them apart.
            TextRecorder recorder(strip.size());
            strip.render(&recorder);
            for (const PaintedText& a : recorder.painted)
                for (const PaintedText& b : recorder.painted)
                    if (a.text == QStringLiteral("98.4") && b.text == channel.reference)
                        QVERIFY2(b.ink.left() - a.ink.right() >= 6,
                                 qPrintable(QString::number(b.ink.left() - a.ink.right())));
        }
    }

    // What stands in place of dots is not struck through by the roof.
    void anEmptyRooflineIsReadable() {
        WindowFixture w;
        RooflinePlot plot;
        plot.resize(900, 260);
        const auto words = [&](const MachineLimits& limits) {
            plot.setLimits(limits);
            TextRecorder recorder(plot.size());
            plot.render(&recorder);
            for (const PaintedText& one : recorder.painted)
                if (one.text.startsWith(QStringLiteral("No op"))) return plot.grab(one.ink.toAlignedRect()).toImage();
            return QImage();
        };
        const QImage alone = words({});
        QVERIFY(!alone.isNull());
        // Of machines that are slow and fast, so that a roof goes through its place.
        for (const double flops : {2e9, 5e9, 1e10, 3e10, 1e11, 1e12}) QCOMPARE(words({flops, 5e10}), alone);
    }
};

QTEST_MAIN(TestPaintedTexts)

}  // namespace test_painted_texts

#include "test_painted_texts.moc"
