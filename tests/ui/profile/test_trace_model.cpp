// The timeline's model over a trace: rows and their order, what is found at a time, next and previous by name over all
// rows, counters by pixel, and the same rows after the trace has grown.
#include <QAbstractItemModelTester>
#include <QHeaderView>
#include <QScrollBar>
#include <QtTest>
#include <set>

#include "ui/profile/trace_model.h"
#include "ui/profile/trace_table.h"
#include "ui/profile/verdict_words.h"
#include "widgets/theme/theme.h"

namespace test_trace_model {

using namespace tl;

namespace {

std::shared_ptr<const Trace> twoThreads(int64_t more = 0) {
    TraceBuilder builder;
    const size_t a = builder.thread(1, 10), b = builder.thread(1, 11);
    builder.threadAt(a).name = "training";
    builder.threadAt(b).name = "loader 2";
    const uint32_t x = builder.label({"x", "forward", "conv_1", "own", 2e6, 1e3}),
                   y = builder.label({"y", "data", {}, {}, 0, 0});
    for (int i = 0; i < 10; ++i) {
        builder.add(a, TraceSlice{i * 1000, 400, x, static_cast<uint32_t>(i + 1)});
        builder.add(a, TraceSlice{i * 1000 + 100, 100, y, 0});
        builder.add(b, TraceSlice{i * 1000 + 500, 300, x, static_cast<uint32_t>(i + 1)});
    }
    for (int i = 0; i < more; ++i) builder.add(a, TraceSlice{20'000 + i * 1000, 10, x, 0});
    const size_t counter = builder.counter(1, "process memory");
    builder.counterAt(counter).unit = "B";
    for (int i = 0; i < 100; ++i) builder.add(counter, TracePoint{i * 100, static_cast<double>(i % 10)});
    return std::make_shared<const Trace>(builder.finish(true));
}

}  // namespace

class TestTraceModel : public QObject {
    Q_OBJECT
    TraceModel model_{[](const std::string& layer) { return layer == "conv_1" ? QStringLiteral("conv") : QString(); }};
    qint64 keyOf(const QString& title) {
        for (const TimelineRow& row : model_.rows())
            if (row.title == title) return row.key;
        return -1;
    }
private slots:
    void initTestCase() { Theme::instance().apply(); }
    void init() { model_.setTrace(twoThreads()); }

    void rows() {
        QCOMPARE(model_.rows().size(), size_t{3});
        QCOMPARE(model_.rows()[0].title, QStringLiteral("Training"));
        QCOMPARE(model_.rows()[0].levels, 2);
        QCOMPARE(model_.rows()[1].title, QStringLiteral("Loader 2"));
        QCOMPARE(model_.rows()[2].kind, TimelineRow::Counter);
        QCOMPARE(model_.rows()[2].title, QStringLiteral("Process memory"));
    }

    // Each of ours has a colour of its own, whichever others there are.
    void countersKeepTheirColours() {
        const std::vector<std::string> names{"queue",          "images/s",   "memory of all plans",
                                             "process memory", "cores busy", "cache hits"};
        std::map<QString, QRgb> together;
        for (size_t first = 0; first < names.size(); ++first) {  // all, then without the first ones
            TraceBuilder builder;
            for (size_t i = first; i < names.size(); ++i) builder.add(builder.counter(1, names[i]), TracePoint{0, 1});
            model_.setTrace(std::make_shared<const Trace>(builder.finish(true)));
            QCOMPARE(model_.rows().size(), names.size() - first);
            for (const TimelineRow& row : model_.rows())
                if (first == 0)
                    together[row.title] = row.color.rgb();
                else
                    QCOMPARE(row.color.rgb(), together.at(row.title));
        }
        std::set<QRgb> distinct;
        for (const auto& [title, color] : together) distinct.insert(color);
        QCOMPARE(distinct.size(), names.size());
    }

    void countersOfCards() {
        TraceBuilder builder;
        for (const auto& [name, unit] : {std::pair("cuda:0 use", "%"), std::pair("cuda:0 temperature", "°C"),
                                         std::pair("cuda:0 power", "W"), std::pair("loader: 1 use", "")}) {
            const size_t counter = builder.counter(1, name);
            builder.counterAt(counter).unit = unit;
            builder.add(counter, TracePoint{0, 37});
        }
        model_.setTrace(std::make_shared<const Trace>(builder.finish(true)));
        QCOMPARE(model_.valueText(keyOf("CUDA:0 use"), 37), QStringLiteral("37 %"));
        QCOMPARE(model_.valueText(keyOf("CUDA:0 temperature"), 61), QStringLiteral("61 °C"));
        QCOMPARE(model_.valueText(keyOf("CUDA:0 power"), 312.4), QStringLiteral("312 W"));
        QVERIFY(keyOf("Loader: 1 use") >= 0);
    }

    void keysStayWhenItGrows() {
        const qint64 key = keyOf(QStringLiteral("Loader 2"));
        const TimelineSlice slice{key, 0, 3};
        const TimelineSpan before = model_.span(slice);
        model_.setTrace(twoThreads(5));
        QCOMPARE(keyOf(QStringLiteral("Loader 2")), key);
        QCOMPARE(model_.span(slice).begin, before.begin);
    }

    void findsAtATime() {
        const qint64 key = keyOf(QStringLiteral("Training"));
        QCOMPARE(model_.at(key, 0, 3200, 0).index, quint64{3});
        QCOMPARE(model_.at(key, 1, 3150, 0).index, quint64{3});
        QVERIFY(!model_.at(key, 0, 3500, 50).valid());
        QCOMPARE(model_.at(key, 0, 3420, 50).index, quint64{3});  // just beside it
        QCOMPARE(model_.at(key, 0, 3970, 50).index, quint64{4});
        QVERIFY(!model_.at(key, 5, 3200, 0).valid());
    }

    void nextOverAllRows() {
        const TimelineLabels x = model_.sameName(model_.span({keyOf(QStringLiteral("Training")), 0, 0}).label);
        TimelineSlice at = model_.firstOf(x, 0);
        std::vector<qint64> times{model_.span(at).begin};
        for (TimelineSlice next = model_.next(at, 1, x); next.valid(); next = model_.next(at, 1, x)) {
            at = next;
            times.push_back(model_.span(at).begin);
        }
        QCOMPARE(times.size(), size_t{20});
        QVERIFY(std::ranges::is_sorted(times));
        QCOMPARE(std::set<qint64>(times.begin(), times.end()).size(), size_t{20});
        for (size_t i = times.size() - 1; i-- > 0;) {
            at = model_.next(at, -1, x);
            QCOMPARE(model_.span(at).begin, times[i]);
        }
        QVERIFY(!model_.next(at, -1, x).valid());
    }

    // Slices of several rows that begin at the same time are all reached.
    void nextAtTheSameTime() {
        TraceBuilder builder;
        const uint32_t x = builder.label({"x", {}, {}, {}, 0, 0});
        for (int thread = 0; thread < 4; ++thread)
            for (int i = 0; i < 3; ++i) builder.add(builder.thread(1, thread), TraceSlice{i * 100, 10, x, 0});
        model_.setTrace(std::make_shared<const Trace>(builder.finish(true)));
        for (const int direction : {1, -1}) {
            TimelineSlice at = direction > 0 ? model_.firstOf({x}, 0) : TimelineSlice{model_.rows().back().key, 0, 2};
            int seen = 1;
            for (TimelineSlice next = model_.next(at, direction, {x}); next.valid();
                 next = model_.next(at, direction, {x})) {
                at = next;
                ++seen;
                QVERIFY(seen <= 12);
            }
            QCOMPARE(seen, 12);
        }
    }

    void countersByPixel() {
        const qint64 key = keyOf(QStringLiteral("Process memory"));
        std::vector<TimelineExtent> extents;
        model_.extents(key, 0, 10'000, 1000, extents);
        QCOMPARE(extents.size(), size_t{10});
        for (const TimelineExtent& extent : extents) {
            QCOMPARE(extent.least, 0.0);
            QCOMPARE(extent.greatest, 9.0);
        }
        QCOMPARE(model_.greatest(key), 9.0);
        QCOMPARE(model_.valueAt(key, 350), 3.0);
        QCOMPARE(model_.valueText(key, 58e6), bytesText(58e6));
    }

    void colorsAreTheLayers() {
        const quint32 x = model_.span({keyOf(QStringLiteral("Training")), 0, 0}).label;
        QCOMPARE(model_.color(x), Theme::instance().category(QStringLiteral("conv")));
        QCOMPARE(model_.text(x), QStringLiteral("conv_1"));
        const QString words = model_.words({keyOf(QStringLiteral("Training")), 0, 0});
        QVERIFY2(words.contains(QStringLiteral("5000.0 GF/s")), qPrintable(words));
    }

    void countFindsAll() {
        QCOMPARE(TraceModel::count(*model_.trace(), model_.trace()->matching("x")), qint64{20});
        QCOMPARE(TraceModel::count(*model_.trace(), model_.trace()->matching("DATA")), qint64{10});
    }

    void tablesAreModels() {
        TraceTableModel table;
        QAbstractItemModelTester tester(&table, QAbstractItemModelTester::FailureReportingMode::QtTest);
        table.setColumns({QStringLiteral("a"), QStringLiteral("b")}, {});
        table.setRows({{{{QStringLiteral("one"), 0, -1, {}, false}, {QStringLiteral("2"), 2, -1, {}, false}}, 7},
                       {{{QStringLiteral("two"), 0, -1, {}, false}, {QStringLiteral("10"), 10, 0.5, {}, true}}, 8}});
        TraceTableView view(table, "table", QStringLiteral("Table"), 120);
        view.sortByColumn(1, Qt::DescendingOrder);
        QCOMPARE(view.model()->index(0, 0).data().toString(), QStringLiteral("two"));  // by value, not by letters
        view.sortByColumn(0, Qt::AscendingOrder);
        QCOMPARE(view.model()->index(0, 0).data().toString(), QStringLiteral("one"));
        view.sortByColumn(1, Qt::DescendingOrder);
        QSignalSpy chosen(&view, &TraceTableView::keyChosen);
        view.setCurrentKey(7);
        QCOMPARE(view.currentKey(), qint64{7});
        QCOMPARE(chosen.size(), 0);
        view.setCurrentIndex(view.model()->index(0, 0));
        QCOMPARE(chosen.size(), 1);
        QCOMPARE(chosen[0][0].toLongLong(), qint64{8});
    }

    // Numbers come each second while one looks: the row that is chosen stays so, and who has scrolled away is not led
    // back to it.
    void newRowsMoveNobody() {
        const auto rows = [](double value) {
            std::vector<TraceTableModel::Row> made;
            for (int i = 0; i < 50; ++i)
                made.push_back(
                    {{{QString::number(i), 0, -1, {}, false}, {QStringLiteral("2"), value, -1, {}, false}}, i});
            return made;
        };
        TraceTableModel table;
        table.setColumns({QStringLiteral("a"), QStringLiteral("b")}, {});
        TraceTableView view(table, "table", QStringLiteral("Table"), 120);
        view.resize(400, 200);
        view.show();
        QVERIFY(QTest::qWaitForWindowExposed(&view));
        QSignalSpy chosen(&view, &TraceTableView::keyChosen);
        view.setRows(rows(1));
        view.setCurrentKey(3);
        view.verticalScrollBar()->setValue(view.verticalScrollBar()->maximum());
        const int below = view.verticalScrollBar()->value();
        QVERIFY(below > 0);
        view.setRows(rows(2));
        QCOMPARE(view.currentKey(), qint64{3});
        QCOMPARE(view.verticalScrollBar()->value(), below);
        QCOMPARE(chosen.size(), 0);
    }

    // Names take what the bars can spare, until a person gives them a width.
    void namesTakeTheRoomOfBars() {
        TraceTableModel table;
        table.setColumns({QStringLiteral("op"), QStringLiteral("ms"), QStringLiteral("share")}, {});
        TraceTableView view(table, "table", QStringLiteral("Table"), 120);
        view.resize(400, 200);
        view.show();
        QVERIFY(QTest::qWaitForWindowExposed(&view));
        QCOMPARE(view.columnWidth(0), 120);
        view.resize(1200, 200);
        QTRY_COMPARE(view.columnWidth(0), 240);
        view.horizontalHeader()->resizeSection(0, 150);
        view.resize(1300, 200);
        QTRY_VERIFY(view.columnWidth(2) > 900);
        QCOMPARE(view.columnWidth(0), 150);
    }

    // Names that are numbers, as steps are, are sorted as such.
    void numbersBeforeARowAreSorted() {
        TraceTableModel table;
        table.setColumns({QStringLiteral("step")}, {});
        std::vector<TraceTableModel::Row> rows;
        for (const int number : {2, 1000, 10, 9}) rows.push_back({{{grouped(number), double(number)}}, number});
        table.setRows(rows);
        TraceTableView view(table, "table", QStringLiteral("Table"), 120);
        view.sortByColumn(0, Qt::AscendingOrder);
        QStringList names;
        for (int row = 0; row < 4; ++row) names << view.model()->index(row, 0).data().toString();
        QCOMPARE(names, (QStringList{grouped(2), grouped(9), grouped(10), grouped(1000)}));
    }

    // Each epoch has loaders of its own, which all begin with 1.
    void loadersAreNumberedOn() {
        TraceBuilder builder;
        const uint32_t load = builder.label({"load items", "data", {}, {}, 0, 0});
        for (const int id : {1, 2, 3}) {
            const size_t thread = builder.thread(1, id);
            builder.threadAt(thread).name = id == 2 ? "training" : "loader 1";
            builder.add(thread, TraceSlice{id * 100, 10, load, 1});
        }
        TraceModel model([](const std::string&) { return QString(); });
        model.setTrace(std::make_shared<const Trace>(builder.finish()));
        QStringList titles;
        for (const TimelineRow& row : model.rows()) titles << row.title;
        titles.sort();
        QCOMPARE(titles,
                 (QStringList{QStringLiteral("Loader 1"), QStringLiteral("Loader 2"), QStringLiteral("Training")}));
    }

    // One name for what is alike alone: of what differs, each says what it is.
    void opsAreToldApart() {
        TraceBuilder builder;
        const auto label = [&](const char* op, const char* phase, const char* kernel, double flops) {
            return builder.label({op, phase, "dense_1", kernel, flops, 1000});
        };
        const uint32_t forward = label("MatMul", "forward", "own:rows", 1e6),
                       rows = label("MatMul", "backward", "own:rows", 1e6),
                       columns = label("MatMul", "backward", "own:columns", 1e6),
                       walked = label("MatMul", "op by op", "own:rows", 1e6),
                       alone = label("Relu", "forward", "own", 10), large = label("Add", "forward", "own", 2e6),
                       small = label("Add", "forward", "own", 1e6);
        const Trace trace = builder.finish();
        const auto title = [&](uint32_t which) { return OpTitles(trace).of(trace.labels[which]); };
        QCOMPARE(title(forward), QString::fromUtf8("dense_1 · MatMul, forward"));
        QCOMPARE(title(rows), QString::fromUtf8("dense_1 · MatMul, backward, by own:rows"));
        QCOMPARE(title(columns), QString::fromUtf8("dense_1 · MatMul, backward, by own:columns"));
        QCOMPARE(title(walked), QString::fromUtf8("dense_1 · MatMul, op by op"));
        QCOMPARE(title(alone), QString::fromUtf8("dense_1 · Relu"));
        QVERIFY2(title(large) != title(small) && title(large).contains("operations"), qPrintable(title(large)));
    }

    void verdictsInWords_data() {
        QTest::addColumn<Verdict>("verdict");
        QTest::addColumn<QString>("finding");
        QTest::addColumn<QString>("advice");
        QTest::addColumn<QString>("action");
        const auto row = [](const char* name, const Verdict& verdict, const char* finding, const char* advice,
                            const char* action) {
            QTest::newRow(name) << verdict << QString::fromUtf8(finding) << QString::fromUtf8(advice)
                                << QString::fromUtf8(action);
        };
        using Kind = Verdict::Kind;
        row("one loader", {.kind = Kind::Data, .share = 0.12, .loaders = 2, .more = 1, .gain = 0.09},
            "Waiting for data 12 % of the step.", "1 more loader thread(s) would give about +9 %.", "Add 1");
        row("several", {.kind = Kind::Data, .share = 0.38, .loaders = 2, .more = 2, .gain = 0.312},
            "Waiting for data 38 % of the step.", "2 more loader thread(s) would give about +31 %.", "Add 2");
        row("they rest", {.kind = Kind::Data, .share = 0.38, .loaders = 2, .resting = 0.7},
            "Waiting for data 38 % of the step.",
            "Loader threads rest 70 % of the time, so batches lie ready: other programs take the cores, or batches "
            "take unequal times.",
            "");
        row("no core is free", {.kind = Kind::Data, .share = 0.38, .loaders = 2, .coresFull = true},
            "Waiting for data 38 % of the step.",
            "All 4 core(s) are busy: smaller images, less augmentation or a cache would help, another loader would not.",
            "");
        row("none would help", {.kind = Kind::Data, .share = 0.06, .loaders = 2}, "Waiting for data 6 % of the step.",
            "Another loader thread would hardly help.", "");
        row("reorders", {.kind = Kind::Reorders, .share = 0.14}, "14 % of the step goes into reorders.",
            "Layers that want other layouts stand beside each other.", "Show them");
        row("a kernel", {.kind = Kind::Kernel, .share = 0.3, .ofLimit = 0.4}, "conv_1 · Conv2D takes 30 % of the step.",
            "It runs at 40 % of this machine's limit.", "Show it");
        row("a kernel, the limit is not known", {.kind = Kind::Kernel, .share = 0.3},
            "conv_1 · Conv2D takes 30 % of the step.", "", "Show it");
        row("fine", {.kind = Kind::Fine, .share = 0.9, .ofLimit = 0.72},
            "Nothing holds it up: 90 % of the step are kernels.", "They run at 72 % of this machine's limit.", "");
        row("data in an area", {.kind = Kind::Data, .share = 0.06, .loaders = 2, .ofArea = true},
            "Waiting for data 6 % of the area.", "Another loader thread would hardly help.", "");
        row("a kernel in an area", {.kind = Kind::Kernel, .share = 0.3, .ofArea = true},
            "conv_1 · Conv2D takes 30 % of the area.", "", "Show it");
        row("a cut file", {.kind = Kind::Cut}, "The file is cut.",
            "What its missing part tells is not known, so nothing is said of what holds the steps up.", "");
        row("checkpoints", {.kind = Kind::Checkpoint, .share = 0.33}, "Checkpoints take 33 % of the time.",
            "Fewer of them would help.", "Show them");
    }
    void verdictsInWords() {
        QFETCH(Verdict, verdict);
        TraceBuilder builder;
        verdict.label = builder.label({"Conv2D", "forward", "conv_1", {}, 0, 0});
        const Trace trace = builder.finish();
        const VerdictWords words = wordsOf(verdict, &trace, {.cores = 4});
        QTEST(words.finding, "finding");
        QTEST(words.advice, "advice");
        QTEST(words.action, "action");
    }
};

QTEST_MAIN(TestTraceModel)

}  // namespace test_trace_model

#include "test_trace_model.moc"
